/* SPDX-License-Identifier: MIT */
/* Variables of vehicles on tyres, errors of init, the start on the ground, tunables of a tyre,
 * snapshots, events. */
#include "vehicle-tyre.h"

/* A quarter car, 400 kg on one wheel; the centre of the wheel is at z. */
static wd_model *one_wheel(double z)
{
    return quarter_of_car(BRUSH, z, 0);
}

static void check_refused(wd_model *model, int32_t status, const char *text)
{
    check(wd_model_init(model, 0) == status && strstr(wd_model_error(model), text),
          "init is refused: %s", wd_model_error(model));
    wd_model_free(model);
}

static void refused_tyres(void)
{
    wd_model *model = new_vehicle();
    add_body(model, "body", 1, 1, 0, 0, 1);
    add(model, "wheel", "bare", "body", NULL);
    choose(model, "param.bare.law", "tyre");
    check_refused(model, WD_EINVAL, "part \"bare\": it has the law tyre, but stands on no tyre");
    model = one_wheel(0.29);
    add(model, "tyre", "spare", NULL, NULL);
    check_refused(model, WD_EINVAL, "part \"spare\": no wheel or rim stands on this tyre");
    model = one_wheel(0.14);
    check_refused(model, WD_EDOMAIN, "part \"wheel\": its tyre is deflected by 0.16 m");
    model = one_wheel(0.29);
    set_part(model, "wheel", "crown", 0.3);
    check_refused(model, WD_EINVAL, "is a ball");
    model = one_wheel(0.29);
    choose(model, "param.tyre.form", "magic");
    set_part(model, "tyre", "pky1", 15);
    check_refused(model, WD_EINVAL, "part \"tyre\": param.tyre.pky1 must be below 0");
}

/* A wheel on a tyre has states of the tyre; another wheel has none. */
static void variables_of_tyre(void)
{
    uint32_t ref;
    wd_model *model = one_wheel(0.29);
    const char *on[] = {"mass", "tyre", "tyre"};
    add(model, "wheel", "spare", "mass", NULL);
    for (int i = 0; i < 4; i++) {
        check(wd_model_find(model, name_of("state", "wheel", bends[i]), &ref) == WD_OK,
              "a wheel on a tyre has %s", bends[i]);
        check(wd_model_find(model, name_of("state", "spare", bends[i]), &ref) == WD_ENAME,
              "a wheel without a tyre has no %s", bends[i]);
    }
    check(strcmp(wd_model_part_on(model, 6, 1), "tyre") == 0,
          "the tyre is the second part that the wheel joins");
    check(wd_model_add_part(model, "wheel", "none", on, 0) == WD_EINVAL &&
              strstr(wd_model_error(model), "stands on 1 to 2 parts"),
          "a wheel on no part is refused: %s", wd_model_error(model));
    check(wd_model_add_part(model, "wheel", "many", on, 3) == WD_EINVAL,
          "a wheel refuses three parts");
    check(wd_model_add_part(model, "rim", "rim", on, 2) == WD_OK &&
              wd_model_find(model, "output.rim.deflection", &ref) == WD_OK,
          "a rim may stand on a tyre");
    check(wd_model_add_part(model, "wheel", "odd", on + 1, 2) == WD_EINVAL &&
              strstr(wd_model_error(model), "must stand on a body"),
          "a wheel on two tyres is refused: %s", wd_model_error(model));
    wd_model_free(model);
}

/* A tyre has no effect on a wheel of another law: the bits are the same as without the tyre. */
static void ignored_tyre(void)
{
    wd_model *models[2];
    for (int k = 0; k < 2; k++) {
        wd_model *model = models[k] = new_vehicle();
        add_body(model, "body", 10, 1, 0, 0, 0.5);
        if (k)
            add(model, "tyre", "tyre", NULL, NULL);
        add(model, "wheel", "wheel", "body", k ? "tyre" : NULL);
        set_place(model, "wheel", 0, 0, 0.3);
        set_part(model, "wheel", "restitution", 0.5);
        set_init(model, "body", "z", 0.1);
        set_init(model, "body", "forward", 1);
        if (k)
            set_init(model, "wheel", "bend_side", 0.25);
        start(model, 0);
        go(model, 0.7);
    }
    check(get(models[0], "state.body.z") == get(models[1], "state.body.z") &&
              get(models[0], "state.wheel.rate") == get(models[1], "state.wheel.rate"),
          "law coulomb ignores the tyre");
    check(get(models[1], "state.wheel.bend_side") == 0.25 && out(models[1], "wheel", "camber") == 0,
          "deflections of an ignored tyre are constant");
    wd_model_free(models[0]);
    wd_model_free(models[1]);
}

/* A changed tunable of the tyre acts at once: after eval the doubled stiffness gives twice the
 * load. Then the tyre settles at the deflection that carries the weight. */
static void tunable_stiffness(void)
{
    wd_model *model = one_wheel(0.3 - 400 * 9.81 / 200000);
    start(model, 0);
    go(model, 0.5);
    near_abs(out(model, "wheel", "deflection"), 400 * 9.81 / 200000, 1e-9,
             "deflection of a tyre at rest, against weight over stiffness");
    set_part(model, "tyre", "vertical_stiffness", 400000);
    near_abs(out(model, "wheel", "normal_force"), 400 * 9.81, 1e-6,
             "the load changes only with eval");
    must(model, wd_model_eval(model), "eval");
    near_abs(out(model, "wheel", "normal_force"), 2 * 400 * 9.81, 1e-6,
             "load at twice the stiffness");
    set_part(model, "tyre", "vertical_damping", 20000);
    go(model, 5);
    near_abs(out(model, "wheel", "deflection"), 400 * 9.81 / 400000, 1e-9,
             "deflection at twice the stiffness");
    check(wd_model_set_value(model, "param.tyre.side_stiffness", 1e5) == WD_EROLE,
          "the carcass cannot change while running");
    wd_model_free(model);
}

/* A wheel that is dropped while it moves forward at 5 m/s and does not spin. */
static wd_model *drop_wheel(void)
{
    wd_model *model = one_wheel(0.35);
    set_init(model, "along", "rate", 5);
    start(model, 0);
    return model;
}

static void snapshot_keeps_bits(void)
{
    static unsigned char bytes[1 << 18];
    for (int k = 0; k < 2; k++) { /* in the air, and sliding on the ground */
        wd_model *model = drop_wheel(), *other = new_vehicle();
        go(model, k ? 0.105 : 0.05);
        check(out(model, "wheel", "contact") == (k ? 2 : 0),
              "output.wheel.contact is %g when saved", out(model, "wheel", "contact"));
        size_t size = wd_model_save_size(model);
        if (size > sizeof bytes) {
            check(0, "a snapshot of %zu bytes is larger than the buffer", size);
            return;
        }
        must(model, wd_model_save(model, bytes, size), "save");
        must(other, wd_model_load(other, bytes, size), "load");
        go(model, 0.9);
        go(other, 0.9);
        check(get(model, "state.up.travel") == get(other, "state.up.travel") &&
                  get(model, "state.wheel.bend_forward") ==
                      get(other, "state.wheel.bend_forward") &&
                  wd_model_event_count(model) == wd_model_event_count(other),
              "a loaded snapshot continues with the same bits");
        wd_model_free(model);
        wd_model_free(other);
    }
}

/* Check the values of event WHEEL_LOAD; event DETACH follows. */
static void values_of_events(void)
{
    double t, values[6];
    int32_t type;
    wd_model *model = drop_wheel();
    go(model, 0.5);
    must(model, wd_model_event(model, 0, &t, &type, values, 6), "event");
    check(type == WD_EVENT_WHEEL_LOAD && values[0] == 6,
          "the first event is WHEEL_LOAD of part %g; expected is part 6", values[0]);
    near_abs(t, sqrt(2 * 0.05 / 9.81), 1e-11, "time of the contact");
    near_abs(values[1], sqrt(2 * 0.05 * 9.81), 1e-9, "normal_speed is above 0 downwards");
    must(model, wd_model_event(model, 1, &t, &type, values, 6), "event");
    check(type == WD_EVENT_DETACH, "the tyre separates again");
    wd_model_free(model);
}

/* A frame of 1000 kg on four tyres. Its centre of mass is `ahead` and `left` of the middle; the
 * front is drawn 0.1 m too high. */
static wd_model *four_wheels(double ahead, double left)
{
    static const char *const names[] = {"fl", "fr", "rl", "rr"};
    wd_model *model = new_vehicle();
    add_body(model, "frame", 1000, 500, ahead, left, 0.5);
    add_tyre_numbers(model, BRUSH);
    for (int i = 0; i < 4; i++) {
        add_wheel_on_tyre(model, names[i], "frame", 0.3);
        set_place(model, names[i], i < 2 ? 1.2 : -1.2, i % 2 ? -0.75 : 0.75, i < 2 ? 0.4 : 0.3);
        set_part(model, names[i], "mass", 0);
    }
    choose(model, "param.place", "on_ground");
    return model;
}

/* The balance of force and torques gives three conditions for the loads of four tyres. The fourth
 * is their equal stiffness: the diagonal sums of loads are equal. */
static void on_ground(void)
{
    double weight = 1000 * 9.81;
    wd_model *model = four_wheels(0, 0);
    start(model, 0);
    for (int i = 0; i < 4; i++) {
        static const char *const names[] = {"fl", "fr", "rl", "rr"};
        near_abs(out(model, names[i], "normal_force"), weight / 4, 0.02 * weight,
                 "load of each tyre, against a quarter of the weight");
    }
    wd_model_free(model);
    model = four_wheels(0.3, -0.2);
    start(model, 0);
    double fl = out(model, "fl", "normal_force"), fr = out(model, "fr", "normal_force"),
           rl = out(model, "rl", "normal_force"), rr = out(model, "rr", "normal_force");
    near_abs(fl + fr + rl + rr, weight, 1e-7, "the tyres carry the weight");
    near_abs(fl - fr - rl + rr, 0, 0.01 * weight, "the diagonal sums of loads are equal");
    double z = get(model, "state.frame.z");
    for (int i = 0; i < 4; i++) {
        static const char *const names[] = {"fl", "fr", "rl", "rr"};
        set_input(model, names[i], "brake", 1000);
    }
    go(model, 0.1);
    near_abs(get(model, "state.frame.z"), z, 1e-6, "four springs: the height is constant");
    near_abs(get(model, "state.frame.wx"), 0, 1e-6, "four springs: no roll rate");
    near_abs(get(model, "state.frame.wy"), 0, 1e-6, "four springs: no pitch rate");
    wd_model_free(model);
}

/* The origin of the frame is on the ground, so its height is only the deflection of hard tyres. */
static void on_hard_tyres(void)
{
    enum { STARTS = 200 };
    int carried = 0;
    for (int i = 0; i < STARTS; i++) {
        wd_model *model = four_wheels(0.003 * i - 0.3, 0.001 * i);
        set_place(model, "frame", 0.003 * i - 0.3, 0.001 * i, 0);
        set_part(model, "tyre", "vertical_stiffness", 1e7 * pow(10, 0.01 * i));
        for (int k = 0; k < 2; k++)
            set_place(model, k ? "fr" : "fl", 1.2, k ? -0.75 : 0.75, 0.3);
        carried += wd_model_init(model, 0) == WD_OK;
        wd_model_free(model);
    }
    check(carried == STARTS, "tyres of 1e7 to 1e9 N/m carry %d of %d cars", carried, STARTS);
    wd_model *model = four_wheels(0, 0);
    set_part(model, "tyre", "vertical_stiffness", 1e24);
    check_refused(model, WD_EDOMAIN, "part \"fl\": rounding hides the deflection of its tyre");
}

/* Flat ground far above 0, where heights have more rounding. */
static void on_high_ground(void)
{
    int carried = 0;
    for (int i = 1; i <= 20; i++) {
        const double height = 50.0 * i, xz[] = {-100, height, 100, height};
        wd_model *model = four_wheels(0.01 * i, 0.005 * i);
        must(model, wd_model_set_terrain(model, xz, 2), "set_terrain");
        carried += wd_model_init(model, 0) == WD_OK;
        wd_model_free(model);
    }
    check(carried == 20, "ground 50 to 1000 m above 0 carries %d of 20 cars", carried);
}

static const char *const corners[] = {"fl", "fr", "rl", "rr"};

/* Balance on a slope, with brakes. The holding forces minimise the sum of F^2/N, so they are
 * proportional to the loads if only their sum matters. */
static void in_balance(const char *scheme)
{
    wd_model *model = four_wheels(0.1, 0);
    choose(model, "param.place", "in_balance");
    choose(model, "solver.scheme", scheme);
    set(model, "solver.fixed_step", strcmp(scheme, "moreau") == 0 ? 1e-2 : 0);
    set(model, "input.slope", 0.2);
    for (int i = 0; i < 4; i++)
        set_input(model, corners[i], "brake", 1000);
    start(model, 0);
    double sum = 0, x = get(model, "state.frame.x"), z = get(model, "state.frame.z"), ratio[4];
    for (int i = 0; i < 4; i++) {
        double F = out(model, corners[i], "forward_force");
        sum += F;
        ratio[i] = F / out(model, corners[i], "normal_force");
    }
    near_abs(sum, 1000 * 9.81 * sin(0.2), 1e-3, "the tyres hold the car");
    near_abs(ratio[0], ratio[1], 1e-9, "force per load is equal left and right");
    near_abs(ratio[0], ratio[2], 1e-8, "force per load is equal front and rear");
    near_abs(get(model, "state.fl.bend_forward"), out(model, "fl", "forward_force") / 300000, 1e-12,
             "longitudinal deflection of the carcass");
    go(model, 10);
    check(get(model, "state.frame.x") == x && get(model, "state.frame.z") == z,
          "%s: at rest to the last bit", scheme);
    wd_model_free(model);
}

static void out_of_balance(void)
{
    for (int k = 0; k < 2; k++) {
        wd_model *model = four_wheels(0, 0);
        choose(model, "param.place", "in_balance");
        set(model, "input.slope", 0.2);
        for (int i = 0; i < 4; i++) {
            set_input(model, corners[i], "brake", k ? 1000 : 0);
            set_input(model, corners[i], "mu", k ? 0.15 : 1);
        }
        check_refused(model, WD_EDOMAIN, k ? "it needs a friction of" : "nothing holds it");
    }
}

/* Two tyres behind and two rigid wheels in front. */
static void beside_rigid_wheels(void)
{
    wd_model *model = four_wheels(0.2, 0.1);
    choose(model, "param.place", "in_balance");
    set(model, "input.slope", 0.1);
    for (int i = 0; i < 4; i++) {
        set_input(model, corners[i], "brake", 1000);
        if (i < 2)
            choose(model, name_of("param", corners[i], "law"), "coulomb");
    }
    start(model, 0);
    double x = get(model, "state.frame.x");
    near_abs(out(model, "fl", "gap"), 0, 1e-12, "the rigid wheels touch");
    double N = 0;
    for (int i = 0; i < 4; i++)
        N += out(model, corners[i], "normal_force");
    near_abs(N, 1000 * 9.81 * cos(0.1), 1e-5, "all wheels together carry the weight");
    go(model, 5);
    near_abs(get(model, "state.frame.x"), x, 1e-12, "the tyres hold the car");
    wd_model_free(model);
}

/* A tyre without damping of its load bounces to the height of its start. */
static void undamped(void)
{
    wd_model *model = one_wheel(0.35);
    double highest = 0;
    set_part(model, "tyre", "vertical_damping", 0);
    start(model, 0);
    double z = get(model, "output.wheel.gap");
    for (int k = 100; k <= 1000; k++) {
        go(model, k * 1e-3);
        highest = fmax(highest, get(model, "output.wheel.gap"));
    }
    near_abs(highest, z, 1e-5, "vertical_damping 0: greatest height of the rebounds");
    wd_model_free(model);
}

/* ---- form magic: does the tyre slide? ---- */

/* Check output.contact of all wheels of preset car_magic, brakes at this torque (N.m), at t = 0.2 s
 * and 1 s, if the car starts at this speed. Locked wheels are far beyond the slip of the peak of
 * the force, and the force is well below this peak. */
static void contacts_of_magic(double speed, double brake, int contact)
{
    static const char *const wheels[] = {"front_left", "front_right", "rear_left", "rear_right"};
    static const char *const driven[] = {"input.rear_left.torque", "input.rear_right.torque",
                                         "input.front_left_steer.target",
                                         "input.front_right_steer.target"};
    wd_model *model = make("vehicle", "car_magic");
    for (int i = 0; i < 4; i++) {
        uint32_t ref;
        must(model, wd_model_find(model, driven[i], &ref), driven[i]);
        must(model, wd_model_set_input_signal(model, ref, WD_SIGNAL_HOLD, NULL, 0), driven[i]);
        set(model, driven[i], 0);
        set_input(model, wheels[i], "brake", brake);
    }
    set(model, "init.chassis.forward", speed);
    start(model, 0);
    for (int k = 0; k < 2; k++) {
        go(model, k ? 1 : 0.2);
        for (int i = 0; i < 4; i++)
            check(out(model, wheels[i], "contact") == contact,
                  "magic, from %g m/s, brakes of %g N m: %s has contact %g at %g s", speed, brake,
                  wheels[i], out(model, wheels[i], "contact"), k ? 1 : 0.2);
    }
    wd_model_free(model);
}

int main(void)
{
    undamped();
    contacts_of_magic(29, 5000, 2);
    contacts_of_magic(29, 0, 1);
    contacts_of_magic(0, 2000, 1);
    on_ground();
    on_hard_tyres();
    on_high_ground();
    in_balance("event");
    in_balance("moreau");
    out_of_balance();
    beside_rigid_wheels();
    refused_tyres();
    variables_of_tyre();
    ignored_tyre();
    tunable_stiffness();
    snapshot_keeps_bits();
    values_of_events();
    return done();
}
