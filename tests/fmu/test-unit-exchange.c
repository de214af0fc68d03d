/* SPDX-License-Identifier: MIT */
/* Units for model exchange. An importer that integrates a unit finds the events and states of a run
 * of the library. Also tested: the order of calls, saved states, and that nothing allocates. */
#define _POSIX_C_SOURCE 200809L
#include "integrate.h"
#include "robust/heap.h"

/* ---- runs ---- */

/* Run the library with the switches. */
static wd_model *own_run(const struct slot_switch *switches, size_t count, double end)
{
    wd_model *own;
    if (wd_model_clone(scenario, &own) != WD_OK || wd_model_init(own, 0) != WD_OK)
        check(0, "the library's own run starts");
    for (size_t i = 0; i < count; i++) {
        wd_model_step_to(own, switches[i].time);
        wd_model_set(own, &switches[i].ref, 1, &switches[i].value);
    }
    wd_model_step_to(own, end);
    return own;
}

static void same_as_own(struct importer *m, int i, const wd_model *own, double tolerance,
                        const char *what)
{
    double worst = 0, time = NAN, last = NAN;
    int64_t events = -1;
    size_t count = wd_model_event_count(own);
    for (size_t k = 0; k < m->n; k++) {
        double want = value_of(own, wd_model_state_name(own, k));
        double got = real(&m->instance, wd_model_state_name(own, k));
        worst = fmax(worst, fabs(got - want) / fmax(1, fabs(want)));
        if (!same_bits(got, m->x[k]))
            worst = INFINITY;
    }
    get_whole(&m->instance, SLOT_REF_EVENT_COUNT, &events);
    get(&m->instance, &(uint32_t){SLOT_REF_EVENT_TIME}, 1, &time);
    wd_model_event(own, count - 1, &last, NULL, NULL, 0);
    check(m->status == OK && events == (int64_t)count,
          "FMI %d, %s: %d events, as in the run of the library: %s", 2 + i, what, (int)events,
          m->instance.text);
    near_abs(time, last, 1e-8, "time of the last event, against the run of the library");
    near_abs(worst, 0, tolerance,
             "largest relative difference of a state from the run of the library");
}

static void bounces(void)
{
    wd_model *model = make(&(struct setup){"vehicle", "ball"});
    put(model, "param.surface.restitution", 0.5);
    put(model, "init.ball.z", 0.05);
    put(model, "solver.zeno_speed", 0.01);
    put(model, "solver.rtol", 1e-11);
    const struct slot_switch set = {0.4, 0.3, ref_of(model, "input.surface.mu")};
    make_units(model, &set, 1);
    wd_model *own = own_run(&set, 1, 0.5);
    for (int i = 0; i < 2; i++) {
        struct importer m;
        import(&m, i);
        integrate(&m, 5e-4, 0.5);
        same_as_own(&m, i, own, 1e-7, "a ball that bounces");
        check(fabs(real(&m.instance, "input.surface.mu") - 0.3) < 1e-12,
              "FMI %d: the switch of the scenario has set the coefficient of friction", 2 + i);
        release(&m.instance);
    }
    wd_model_free(own);
}

/* The tyres of a car become softer after its landing. The importer's states contain the work. */
static void softens(void)
{
    wd_model *model = make(&(struct setup){"vehicle", "car"});
    put(model, "param.place", 0);
    put(model, "init.chassis.z", 0.02);
    put(model, "solver.rtol", 1e-11);
    const struct slot_switch set = {0.2, 1e5, ref_of(model, "param.tyre.vertical_stiffness")};
    make_units(model, &set, 1);
    wd_model *own = own_run(&set, 1, 0.3);
    for (int i = 0; i < 2; i++) {
        struct importer m;
        import(&m, i);
        integrate(&m, 5e-4, 0.3);
        same_as_own(&m, i, own, 1e-7, "a car on tyres that become softer");
        release(&m.instance);
    }
    wd_model_free(own);
}

static void falls(void)
{
    make_units(make(&(struct setup){"torus_wheel", "rolling-friction"}), NULL, 0);
    wd_model *own = own_run(NULL, 0, 60);
    for (int i = 0; i < 2; i++) {
        struct importer m;
        import(&m, i);
        integrate(&m, 2e-3, 60);
        check(m.ended, "FMI %d: the unit reports the end of the motion", 2 + i);
        same_as_own(&m, i, own, 1e-6, "a torus that falls");
        release(&m.instance);
    }
    wd_model_free(own);
}

/* At the knot the equations change, but no state. Some importers restart their integrator only if
 * the unit reports changed states. */
static void brakes(void)
{
    static const double torque[] = {0, 0, 0.1, 40};
    wd_model *model = make(&(struct setup){"rolling_wheel", "brake-0.3"});
    wd_model_set_input_signal(model, ref_of(model, "input.brake_torque"), WD_SIGNAL_STEP, torque,
                              4);
    make_units(model, NULL, 0);
    for (int i = 0; i < 2; i++) {
        struct importer m;
        import(&m, i);
        integrate(&m, 1e-3, 0.2);
        check(m.status == OK && m.updates > 1 && m.silent == 0,
              "FMI %d: a knot is reported as a change of states (%d of %d updates are not)", 2 + i,
              m.silent, m.updates);
        release(&m.instance);
    }
}

/* ---- order and bad input ---- */

static void refusals(void)
{
    for (int i = 0; i < 2; i++) {
        struct importer m;
        struct changes changes;
        double x[MOST_STATES] = {0};
        int events, ended, wrong = 0;
        wrong += instantiate(&m.instance, &units[i], TOKEN, 0) == OK;
        check(wrong == 0, "FMI %d: the unit refuses co-simulation: %s", 2 + i, m.instance.text);
        import(&m, i);
        wrong += set_states(&m.instance, m.x, m.n - 1) != ERROR;
        wrong += set_states(&m.instance, NULL, m.n) != ERROR;
        wrong += get_rates(&m.instance, x, m.n + 1) != ERROR;
        wrong += get_rates(&m.instance, NULL, m.n) != ERROR;
        wrong += get_indicators(&m.instance, x, m.z + 1) != ERROR;
        wrong += get_nominals(&m.instance, x, 0) != ERROR;
        wrong += set_time(&m.instance, NAN) != ERROR;
        wrong += set_time(&m.instance, INFINITY) != ERROR;
        wrong += step(&m.instance, 0, 0.1, NULL) != ERROR;
        wrong += update_states(&m.instance, &changes) != ERROR;
        wrong += enter_continuous(&m.instance) != ERROR;
        x[0] = NAN;
        wrong += set_states(&m.instance, x, m.n) != DISCARD;
        check(wrong == 0, "FMI %d: calls with wrong arguments are refused (%d are not)", 2 + i,
              wrong);
        wrong += enter_events(&m.instance) != OK;
        wrong += complete_step(&m.instance, &events, &ended) != ERROR;
        wrong += update_states(&m.instance, &changes) != OK || changes.values || changes.more;
        wrong += enter_continuous(&m.instance) != OK;
        wrong += set_time(&m.instance, 0.1) != OK;
        wrong += complete_step(&m.instance, &events, &ended) != OK;
        wrong += set_time(&m.instance, 0.05) != OK;
        wrong += enter_events(&m.instance) != OK;
        wrong += update_states(&m.instance, &changes) != ERROR; /* an update at an earlier time */
        check(wrong == 0,
              "FMI %d: right calls succeed, calls in the wrong order are refused (%d do not)",
              2 + i, wrong);
        wrong = terminate(&m.instance) != OK || get_rates(&m.instance, x, m.n) != OK ||
                set_time(&m.instance, 1) != ERROR || reset(&m.instance) != OK;
        check(wrong == 0,
              "FMI %d: after termination rates can be read, times cannot be set, and a reset "
              "succeeds",
              2 + i);
        release(&m.instance);
    }
}

/* Make a random call, with numbers that may be wrong. */
static void any_call(struct importer *m, uint64_t *seed)
{
    static const double odd[] = {NAN, INFINITY, -1, 0, 1e300, 0.1, 0.2};
    struct changes changes;
    double x[MOST_STATES];
    int events, ended;
    size_t n = random_index(seed, 8) ? m->n : m->n - 1;
    double number = odd[random_index(seed, 7)];
    memcpy(x, m->x, sizeof x);
    if (random_index(seed, 4) == 0)
        x[random_index(seed, m->n)] = number;
    struct instance *instance = &m->instance;
    switch (random_index(seed, 14)) {
    case 0:
        set_up(instance, 0, 0, INFINITY);
        break;
    case 1:
        leave(instance);
        break;
    case 2:
        enter_events(instance);
        break;
    case 3:
        update_states(instance, &changes);
        break;
    case 4:
        enter_continuous(instance);
        break;
    case 5:
        set_time(instance, number);
        break;
    case 6:
        set_states(instance, x, n);
        break;
    case 7:
        get_states(instance, x, n);
        break;
    case 8:
        get_rates(instance, x, n);
        break;
    case 9:
        get_indicators(instance, x, random_index(seed, 8) ? m->z : m->z + 1);
        break;
    case 10:
        complete_step(instance, &events, &ended);
        break;
    case 11:
        real(instance, "output.speed");
        break;
    case 12:
        put_real(instance, "input.torque_lean", number);
        break;
    default:
        (random_index(seed, 4) ? terminate : reset)(instance);
    }
}

/* After any calls, a reset gives the motion of a new instance. */
static void any_order(void)
{
    uint64_t seed = 5;
    for (int i = 0; i < 2; i++) {
        struct importer m, fresh;
        import(&m, i);
        for (int k = 0; k < 5000; k++)
            any_call(&m, &seed);
        struct instance used = m.instance;
        int status = reset(&used);
        import(&fresh, i);
        integrate(&fresh, 1e-2, 0.5);
        m = (struct importer){.instance = used, .n = m.n, .z = m.z};
        if (status == OK)
            status = set_up(&m.instance, 0, 0, INFINITY);
        if (status == OK)
            status = leave(&m.instance);
        if (status == OK)
            status = get_states(&m.instance, m.x, m.n);
        if (status == OK)
            handle_events(&m);
        integrate(&m, 1e-2, 0.5);
        check(status == OK && memcmp(m.x, fresh.x, m.n * sizeof *m.x) == 0,
              "FMI %d: after 5000 calls in random order and a reset, the states at 0.5 s have the "
              "bits of a new instance",
              2 + i);
        release(&m.instance);
        release(&fresh.instance);
    }
}

/* States can be restored, also in another instance. */
static void states(void)
{
    for (int i = 0; i < 2; i++) {
        static unsigned char bytes[2 * MOST_BYTES];
        struct importer m, other;
        void *state = NULL, *copy = NULL;
        import(&m, i);
        integrate(&m, 1e-2, 0.3);
        int wrong = get_state(&m.instance, &state) != OK;
        size_t size = state_size(&m.instance, state);
        wrong += size > sizeof bytes || write_state(&m.instance, state, bytes, size) != OK;
        struct importer before = m;
        integrate(&m, 1e-2, 0.6);
        import(&other, i);
        wrong += read_state(&other.instance, bytes, size, &copy) != OK;
        wrong += set_state(&other.instance, copy) != OK;
        before.instance = other.instance;
        integrate(&before, 1e-2, 0.6);
        wrong += memcmp(before.x, m.x, m.n * sizeof *m.x) != 0;
        check(wrong == 0,
              "FMI %d: another instance that continues from a saved state reaches the same bits",
              2 + i);
        bytes[100] ^= 1;
        void *none = NULL;
        check(read_state(&other.instance, bytes, size, &none) == ERROR,
              "a saved state with one changed byte is refused");
        free_state(&m.instance, &state);
        free_state(&before.instance, &copy);
        release(&m.instance);
        release(&before.instance);
    }
}

static void memory(void)
{
    for (int i = 0; i < 2 && HEAP_WATCHED; i++) {
        struct importer m;
        import(&m, i);
        size_t calls = heap_calls;
        integrate(&m, 5e-4, 0.5);
        real(&m.instance, "output.speed");
        check(m.status == OK && heap_calls == calls,
              "FMI %d: integration up to 0.5 s and reading allocate nothing (%zu allocations)",
              2 + i, heap_calls - calls);
        release(&m.instance);
    }
}

/* Values read are those at the time and states that the importer has set, not those of the last
 * update. */
static void values(void)
{
    for (int i = 0; i < 2; i++) {
        struct importer m;
        double rate = NAN;
        import(&m, i);
        m.x[0] += 7;
        pose(&m, 0.2, m.x);
        get_rates(&m.instance, m.k[0], m.n);
        uint32_t first = ref(wd_model_state_name(scenario, 0));
        get(&m.instance, &(uint32_t){SLOT_REF_DERIVATIVE + first}, 1, &rate);
        check(
            real(&m.instance, wd_model_state_name(scenario, 0)) == m.x[0] &&
                same_bits(rate, m.k[0][0]),
            "FMI %d: a state and a derivative that are read belong to the states that the importer "
            "has set",
            2 + i);
        get_indicators(&m.instance, m.value, m.z);
        int same = 1;
        for (uint32_t k = 0; k < m.z; k++) {
            get(&m.instance, &(uint32_t){SLOT_REF_INDICATOR + k}, 1, &rate);
            same = same && same_bits(rate, m.value[k]);
        }
        check(same,
              "FMI %d: indicators that are read belong to the states that the importer has set",
              2 + i);
        release(&m.instance);
    }
}

int main(void)
{
    for_exchange = 1;
    bounces();
    softens();
    memory();
    values();
    states();
    brakes();
    falls();
    refusals();
    any_order();
    return end_of_play();
}
