/* SPDX-License-Identifier: MIT */
/* Events, signals and schemes of impact_wheel, tested only through public functions. */
#include "support.h"

enum { STATES = 6, LONGEST = 1000 };

static struct image before;

static const char *const states[STATES] = {"state.x",     "state.y",     "state.phi",
                                           "state.x_dot", "state.y_dot", "state.phi_dot"};

static wd_model *throw_wheel(void)
{
    return make(&(struct setup){"impact_wheel", "kerb-elastoplastic"});
}

static int32_t swaying_input(double t, double *value, void *user)
{
    (void)user;
    *value = 2 + sin(3 * t);
    return 0;
}

static int same_states(const wd_model *a, const wd_model *b)
{
    int same = same_bits(wd_model_time(a), wd_model_time(b));
    for (int i = 0; i < STATES; i++)
        same = same && same_bits(value_of(a, states[i]), value_of(b, states[i]));
    return same;
}

static double worst_difference(const wd_model *a, const wd_model *b)
{
    double worst = 0;
    for (int i = 0; i < STATES; i++)
        worst = fmax(worst, fabs(value_of(a, states[i]) - value_of(b, states[i])));
    return worst;
}

static int same_events(const wd_model *a, const wd_model *b)
{
    double t[2], x[2][32];
    int32_t type[2];
    size_t width = wd_model_event_width(a), count = wd_model_event_count(a);
    if (count == 0 || count != wd_model_event_count(b) || width > 32)
        return 0;
    for (size_t i = 0; i < count; i++)
        if (wd_model_event(a, i, &t[0], &type[0], x[0], width) != WD_OK ||
            wd_model_event(b, i, &t[1], &type[1], x[1], width) != WD_OK || !same_bits(t[0], t[1]) ||
            type[0] != type[1] || memcmp(x[0], x[1], width * sizeof(double)) != 0)
            return 0;
    return 1;
}

/* Step to t with a stop at each event; returns the number of stops, or -1 if one is wrong. */
static int step_with_stops(wd_model *model, double t)
{
    double last = -1, at;
    size_t count = wd_model_event_count(model);
    int stops = 0;
    put(model, "solver.stop_at_events", 1);
    int32_t status;
    while ((status = wd_model_step_to(model, t)) == WD_EVENT && stops < LONGEST) {
        size_t now = wd_model_event_count(model);
        int good = now > count && wd_model_time(model) > last;
        for (size_t i = count; i < now; i++) /* events of the current instant */
            good = good && wd_model_event(model, i, &at, NULL, NULL, 0) == WD_OK &&
                   same_bits(at, wd_model_time(model));
        if (!good)
            return -1;
        last = wd_model_time(model);
        count = now;
        stops++;
    }
    return status == WD_OK && stops < LONGEST ? stops : -1;
}

/* Stops do not change the motion. Under a varying load each call plans its first motion segment
 * again, so the bits differ. */
static void stops_keep_motion(wd_model *model, int exact, const char *what)
{
    wd_model *other;
    wd_model_clone(model, &other);
    wd_model_init(model, 0);
    wd_model_init(other, 0);
    check(wd_model_step_to(other, 2) == WD_OK, "%s: one call moves the model to 2 s", what);
    int count = step_with_stops(model, 2);
    check(count > 1 && (size_t)count <= wd_model_event_count(model),
          "%s: %d stops for %zu events, and the loop ends", what, count,
          wd_model_event_count(model));
    if (exact) {
        check(same_states(model, other), "%s: the same bits as without a stop", what);
        check(same_events(model, other), "%s: the same events", what);
    } else {
        near_abs(worst_difference(model, other), 0, 1e-10,
                 "difference from the motion without stops");
    }
    wd_model_free(model);
    wd_model_free(other);
}

static void all_stops(void)
{
    static const double knots[] = {0, 0, 0.3, 2, 0.5, -1};
    wd_model *model = throw_wheel();
    stops_keep_motion(model, 1, "no load");
    model = throw_wheel();
    put(model, "input.torque", 3);
    stops_keep_motion(model, 1, "held torque");
    model = throw_wheel();
    wd_model_set_input_signal(model, ref_of(model, "input.torque"), WD_SIGNAL_STEP, knots, 6);
    stops_keep_motion(model, 1, "steps of torque");
    model = throw_wheel();
    wd_model_set_input_fn(model, ref_of(model, "input.torque"), swaying_input, NULL);
    stops_keep_motion(model, 0, "function");
    model = throw_wheel();
    put(model, "solver.fixed_step", 0.01);
    stops_keep_motion(model, 1, "fixed steps");
}

/* Several contacts at one instant: a wheel flies into the corner of ground and wall. */
static void one_instant(void)
{
    const double corner[] = {0, 5, 0, 0, 5, 0};
    wd_model *model = make_kind("impact_wheel");
    wd_model_set_terrain(model, corner, 3);
    put(model, "param.gravity", 0);
    put(model, "state.x", 0.6);
    put(model, "state.y", 0.6);
    put(model, "state.x_dot", -1);
    put(model, "state.y_dot", -1);
    wd_model_init(model, 0);
    check(step_with_stops(model, 2) == 1, "two walls at once: one stop");
    check(wd_model_event_count(model) >= 1 && value_of(model, "output.contacts") == 2,
          "two walls at once: two contacts");
    wd_model_free(model);
}

/* ---- signals ---- */

static void step_is_set(void)
{
    static const double knots[] = {0, 0, 0.25, 2, 1, -3};
    wd_model *signal = throw_wheel(), *by_hand = throw_wheel();
    wd_model_set_input_signal(signal, ref_of(signal, "input.torque"), WD_SIGNAL_STEP, knots, 6);
    wd_model_init(signal, 0);
    wd_model_init(by_hand, 0);
    wd_model_step_to(by_hand, 0.25);
    put(by_hand, "input.torque", 2);
    wd_model_step_to(by_hand, 1);
    put(by_hand, "input.torque", -3);
    check(wd_model_step_to(signal, 2) == WD_OK && wd_model_step_to(by_hand, 2) == WD_OK &&
              same_states(signal, by_hand),
          "a signal of steps gives the bits of inputs that are set at its knots");
    wd_model_free(signal);
    wd_model_free(by_hand);
}

static int32_t rising_input(double t, double *value, void *user)
{
    (void)user;
    *value = 1 + 2 * tanh(4 * (t - 0.2));
    return 0;
}

static int32_t constant_input(double t, double *value, void *user)
{
    (void)t;
    *value = *(const double *)user;
    return 0;
}

static int32_t failing_input(double t, double *value, void *user)
{
    (void)user;
    *value = 1;
    return t > 0.5;
}

static void varying_loads(void)
{
    static const double data[] = {1, 2, 4, 0.2, 1};
    double three = 3;
    wd_model *a = throw_wheel(), *b = throw_wheel();
    uint32_t torque = ref_of(a, "input.torque");
    check(wd_model_set_input_signal(a, torque, WD_SIGNAL_TANH, data, 5) == WD_OK,
          "a tanh signal is accepted");
    wd_model_set_input_fn(b, torque, rising_input, NULL);
    wd_model_init(a, 0);
    wd_model_init(b, 0);
    check(wd_model_step_to(a, 0.2) == WD_OK && wd_model_step_to(b, 0.2) == WD_OK,
          "both models run");
    near_abs(worst_difference(a, b), 0, 1e-9, "motions with tanh as a signal and as a function");
    wd_model_free(a);
    wd_model_free(b);
    a = throw_wheel();
    b = throw_wheel();
    put(a, "input.torque", three);
    wd_model_set_input_fn(b, torque, constant_input, &three);
    wd_model_init(a, 0);
    wd_model_init(b, 0);
    wd_model_step_to(a, 0.2);
    wd_model_step_to(b, 0.2);
    near_abs(worst_difference(a, b), 0, 1e-9, "motions with a constant function and a held input");
    wd_model_set_input_fn(b, torque, failing_input, NULL);
    REFUSED(b, &before, WD_EINPUT, "input.torque", wd_model_step_to(b, 1));
    wd_model_set_input_fn(b, torque, NULL, NULL);
    check(wd_model_step_to(b, 1) == WD_OK, "with a held input the motion continues");
    wd_model_free(a);
    wd_model_free(b);
}

/* ---- schemes and limits ---- */

static wd_model *by_moreau(double h, double t)
{
    wd_model *model = throw_wheel();
    wd_model_set_choice(model, "solver.scheme", "moreau");
    put(model, "solver.fixed_step", h);
    check(wd_model_init(model, 0) == WD_OK && wd_model_step_to(model, t) == WD_OK,
          "a run with Moreau steps of %g succeeds", h);
    return model;
}

static void schemes_agree(void)
{
    wd_model *exact = throw_wheel(), *fixed = throw_wheel();
    put(fixed, "solver.fixed_step", 1e-3);
    wd_model_init(exact, 0);
    wd_model_init(fixed, 0);
    wd_model_step_to(exact, 0.4);
    wd_model_step_to(fixed, 0.4);
    check(same_states(exact, fixed), "the event-driven motion has the same bits with fixed steps");
    wd_model_free(fixed);
    wd_model *coarse = by_moreau(1e-4, 0.4), *fine = by_moreau(1e-5, 0.4);
    double error = worst_difference(fine, exact);
    check(error < 0.01 && error < worst_difference(coarse, exact) / 5,
          "Moreau steps: difference from the event-driven motion %.2g", error);
    check(wd_model_event_count(fine) > 0, "Moreau steps log events");
    REFUSED(fine, &before, WD_EROLE, "solver.scheme",
            wd_model_set_choice(fine, "solver.scheme", "event"));
    wd_model_reset(fine);
    put(fine, "solver.fixed_step", 0);
    REFUSED(fine, &before, WD_EINVAL, "solver.fixed_step", wd_model_init(fine, 0));
    check(isnan(wd_model_time(fine)), "moreau needs fixed steps; the model stays set up");
    wd_model_free(exact);
    wd_model_free(coarse);
    wd_model_free(fine);
}

static void limits_stop_the_motion(void)
{
    wd_model *model = throw_wheel();
    put(model, "solver.max_events", 2);
    wd_model_init(model, 0);
    REFUSED(model, &before, WD_ELIMIT, "solver.max_events", wd_model_step_to(model, 2));
    wd_model_free(model);
    model = throw_wheel();
    wd_model_set_input_fn(model, ref_of(model, "input.torque"), swaying_input, NULL);
    put(model, "solver.max_step", 1e-7);
    put(model, "solver.max_steps", 1000);
    wd_model_init(model, 0);
    REFUSED(model, &before, WD_ENOCONV, "solver.max_steps", wd_model_step_to(model, 2));
    put(model, "solver.max_step", INFINITY);
    put(model, "solver.max_steps", 1e6);
    check(wd_model_step_to(model, 2) == WD_OK, "the model can continue");
    wd_model_free(model);
}

/* Snapshots are accepted within any motion segment, for any cause of its end. */
static void own_snapshots(double fixed_step, const char *scheme)
{
    static unsigned char bytes[MOST_BYTES];
    wd_model *model = throw_wheel(), *other = throw_wheel();
    uint32_t torque = ref_of(model, "input.torque");
    wd_model_set_input_fn(model, torque, swaying_input, NULL);
    wd_model_set_input_fn(other, torque, swaying_input, NULL);
    put(model, "solver.fixed_step", fixed_step);
    wd_model_set_choice(model, "solver.scheme", scheme);
    wd_model_init(model, 0);
    size_t taken = 0, size = wd_model_save_size(model);
    for (int k = 1; k <= 8000; k++) {
        wd_model_step_to(model, 5e-5 * k);
        wd_model_save(model, bytes, size);
        taken += wd_model_load(other, bytes, size) == WD_OK && same_states(model, other);
    }
    check(taken == 8000, "%s, step %g: %zu of 8000 own snapshots are accepted", scheme, fixed_step,
          taken);
    wd_model_free(model);
    wd_model_free(other);
}

int main(void)
{
    all_stops();
    one_instant();
    step_is_set();
    varying_loads();
    schemes_agree();
    limits_stop_the_motion();
    own_snapshots(0, "event");
    own_snapshots(1e-3, "moreau");
    return done();
}
