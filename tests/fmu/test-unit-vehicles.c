/* SPDX-License-Identifier: MIT */
/* Units of vehicles with wheels of several laws, which slide, brake and hit the ground, and of cars
 * on tyres: they give the bits of the library, return from a step at the time of each event, and
 * continue from saved states. */
#define _POSIX_C_SOURCE 200809L
#include <wheeldyn/parts.h>

#include "play.h"

enum { FRONT, LEFT, RIGHT, COUNT };
static const char *const wheels[COUNT] = {"front", "left", "right"};

static void put_part(wd_model *model, const char *role, const char *part, const char *quantity,
                     double value)
{
    char name[96];
    snprintf(name, sizeof name, "%s.%s.%s", role, part, quantity);
    put(model, name, value);
}

static void put_place(wd_model *model, const char *part, double x, double y, double z)
{
    put_part(model, "param", part, "x", x);
    put_part(model, "param", part, "y", y);
    put_part(model, "param", part, "z", z);
}

static void add_wheel(wd_model *model, int i, const char *law)
{
    char name[96];
    const char *wheel = wheels[i], *on[] = {"frame"};
    wd_model_add_part(model, "wheel", wheel, on, 1);
    put_place(model, wheel, i == FRONT ? 1.2 : -1.4,
              i == FRONT  ? 0
              : i == LEFT ? 0.75
                          : -0.75,
              0.3);
    put_part(model, "param", wheel, "radius", 0.3);
    put_part(model, "param", wheel, "crown", 0.1);
    put_part(model, "param", wheel, "mass", 20);
    put_part(model, "param", wheel, "spin_inertia", 0.9);
    put_part(model, "input", wheel, "mu", 0.8);
    snprintf(name, sizeof name, "param.%s.law", wheel);
    wd_model_set_choice(model, name, law);
}

/* A frame on three wheels; the front wheel has the law `front`, the others are relaxed if it is,
 * otherwise coulomb. */
static wd_model *tricycle(const char *scheme, const char *front)
{
    wd_model *model = NULL;
    wd_model_new("vehicle", &model);
    wd_model_add_part(model, "body", "frame", NULL, 0);
    put_part(model, "param", "frame", "mass", 1000);
    put_part(model, "param", "frame", "xx", 500);
    put_part(model, "param", "frame", "yy", 500);
    put_part(model, "param", "frame", "zz", 500);
    put_place(model, "frame", 0, 0, 0.55);
    for (int i = 0; i < COUNT; i++)
        add_wheel(model, i, i == FRONT || strcmp(front, "relaxed") == 0 ? front : "coulomb");
    wd_model_set_choice(model, "solver.scheme", scheme);
    if (strcmp(scheme, "moreau") == 0)
        put(model, "solver.fixed_step", 1e-3);
    wd_model_set_choice(model, "param.spin", "rolling");
    put_part(model, "init", "frame", "forward", 5);
    return model;
}

/* True if all real variables agree. */
static int same_values(struct instance *instance, const wd_model *own)
{
    int right = 1;
    for (uint32_t ref = 0; ref < wd_model_var_count(own); ref++) {
        double one = NAN, other = NAN;
        if (wd_model_choice_count(own, ref) > 0 ||
            strcmp(wd_model_var_name(own, ref), "solver.stop_at_events") == 0)
            continue;
        wd_model_get(own, &ref, 1, &one);
        get(instance, &ref, 1, &other);
        right &= same_bits(one, other) || (isnan(one) && isnan(other));
    }
    return right;
}

/* Make the steps `from` to `to` - 1 of the unit and of the model, with brakes and motors that
 * switch on and off; return the number of steps that agree. */
static int steps(struct instance *instance, wd_model *own, int from, int to)
{
    int right = 0;
    for (int k = from; k < to; k++) {
        double brake = k % 20 < 10 ? 0 : 900, torque = k % 30 < 20 ? 0 : 150, h = 0x1p-5;
        uint32_t left = ref("input.left.brake"), drive = ref("input.right.torque");
        set(instance, &left, 1, &brake);
        set(instance, &drive, 1, &torque);
        wd_model_set(own, &left, 1, &brake);
        wd_model_set(own, &drive, 1, &torque);
        int status = step(instance, k * h, h, NULL);
        int32_t gone = wd_model_step_to(own, (k + 1) * h);
        if (status != OK || gone != WD_OK)
            printf("# step %d: %s; %s\n", k, instance->text, wd_model_error(own));
        right += status == OK && gone == WD_OK && same_values(instance, own);
    }
    return right;
}

enum { MIDDLE = 24, LAST = 64 };

/* Run a unit and a model, save the state of the unit in between, and continue from its bytes in
 * another instance. Relaxed wheels have no stick and slip events, so fewer events are expected. */
static void laws(const char *scheme, const char *front)
{
    size_t least = strcmp(scheme, "moreau") == 0 ? 0 : strcmp(front, "relaxed") == 0 ? 3 : 4;
    static unsigned char bytes[2 * MOST_BYTES];
    make_units(tricycle(scheme, front), NULL, 0);
    for (int i = 0; i < 2; i++) {
        struct instance instance, other;
        void *state = NULL;
        wd_model *own, *middle;
        wd_model_clone(scenario, &own);
        wd_model_init(own, 0);
        start(&instance, i, 0);
        int before = steps(&instance, own, 0, MIDDLE);
        get_state(&instance, &state);
        size_t size = state_size(&instance, state);
        int kept = write_state(&instance, state, bytes, sizeof bytes) == OK;
        free_state(&instance, &state);
        wd_model_clone(own, &middle);
        int after = steps(&instance, own, MIDDLE, LAST);
        instantiate(&other, &units[i], TOKEN, 0);
        kept =
            kept && read_state(&other, bytes, size, &state) == OK && set_state(&other, state) == OK;
        int again = steps(&other, middle, MIDDLE, LAST);
        check(
            before == MIDDLE && after == LAST - MIDDLE && kept && again == after &&
                same_values(&other, own) && wd_model_event_count(own) >= least,
            "%s, %s in front, FMI %d: %d steps before the state is saved, %d after and %d from the "
            "saved state agree with the library, %d events",
            scheme, front, 2 + i, before, after, again, (int)wd_model_event_count(own));
        free_state(&instance, &state);
        release(&instance);
        release(&other);
        wd_model_free(own);
        wd_model_free(middle);
    }
}

/* A vehicle is dropped onto the ground; FMI 3 reports each event. */
static void impacts(void)
{
    wd_model *model = tricycle("event", "coulomb"), *own;
    put_part(model, "init", "frame", "z", 0.65);
    put_part(model, "init", "frame", "roll", 0.05);
    make_units(model, NULL, 0);
    wd_model_clone(scenario, &own);
    put(own, "solver.stop_at_events", 1);
    wd_model_init(own, 0);
    struct instance instance;
    struct step_result result = {0};
    double t = 0;
    int right = 0, all = 0, hits = 0;
    instantiate(&instance, &units[1], TOKEN, EVENTS | EARLY);
    set_up(&instance, 0, 0, INFINITY);
    leave(&instance);
    enter_steps(&instance);
    while (t < 0.5 && all < 200) {
        int32_t gone = wd_model_step_to(own, 0.5), type = 0;
        if (step(&instance, t, 0.5 - t, &result) != OK)
            break;
        t = result.last;
        all++;
        right += t == wd_model_time(own) && (gone == WD_EVENT) == result.event &&
                 same_values(&instance, own);
        wd_model_event(own, wd_model_event_count(own) - 1, NULL, &type, NULL, 0);
        hits += strcmp(wd_event_name(type), "IMPACT") == 0;
        if (result.event)
            events_and_back(&instance);
    }
    check(t == 0.5 && right == all && all >= 3 && hits >= 2,
          "%d of %d steps with early return agree with the library, %d return at impacts", right,
          all, hits);
    release(&instance);
    wd_model_free(own);
}

/* ---- cars on tyres ---- */

static const char *const pedals[] = {
    "input.rear_left.torque",  "input.rear_right.torque",       "input.front_left.brake",
    "input.front_right.brake", "input.front_left_steer.target", "input.front_right_steer.target"};
enum { PEDALS = sizeof pedals / sizeof *pedals, CAR_STEPS = 600 };

static wd_model *car_on_tyres(const char *preset)
{
    wd_model *model = NULL;
    wd_model_new("vehicle", &model);
    wd_model_load_preset(model, preset);
    for (int i = 0; i < PEDALS; i++)
        wd_model_set_input_signal(model, ref_of(model, pedals[i]), WD_SIGNAL_HOLD, NULL, 0);
    wd_model_set_choice(model, "solver.scheme", "moreau");
    put(model, "solver.fixed_step", 1e-3);
    return model;
}

/* Make a step of 1 ms of the unit and of the model; returns 1 if they agree. */
static int step_car(struct instance *instance, wd_model *own, int k)
{
    const double now[PEDALS] = {k < 200 ? 400 : 0,  k < 200 ? 400 : 0, k < 300 ? 0 : 2500,
                                k < 300 ? 0 : 2500, 1e-4 * k,          1e-4 * k};
    double t = k * 1e-3, end = t + 1e-3;
    for (int i = 0; i < PEDALS; i++) {
        uint32_t pedal = ref(pedals[i]);
        set(instance, &pedal, 1, &now[i]);
        wd_model_set(own, &pedal, 1, &now[i]);
    }
    return step(instance, t, end - t, NULL) == OK && wd_model_step_to(own, end) == WD_OK &&
           same_values(instance, own);
}

/* A car on tyres is driven off, steered and braked until wheels lock. */
static void drive_car(const char *preset)
{
    make_units(car_on_tyres(preset), NULL, 0);
    for (int i = 0; i < 2; i++) {
        struct instance instance;
        wd_model *own;
        wd_model_clone(scenario, &own);
        wd_model_init(own, 0);
        start(&instance, i, 0);
        int right = 0;
        for (int k = 0; k < CAR_STEPS; k++)
            right += step_car(&instance, own, k);
        check(right == CAR_STEPS, "%s, FMI %d: %d of %d steps of 1 ms agree with the library",
              preset, 2 + i, right, CAR_STEPS);
        release(&instance);
        wd_model_free(own);
    }
}

int main(void)
{
    static const char *const fronts[] = {"ideal", "coulomb", "relaxed"};
    for (int k = 0; k < 3; k++) {
        laws("event", fronts[k]);
        laws("moreau", fronts[k]);
    }
    impacts();
    drive_car("car");
    drive_car("car_magic");
    return end_of_play();
}
