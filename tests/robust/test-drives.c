/* SPDX-License-Identifier: MIT */
/* Random drives of 20 s of the presets of vehicles: steering, torques and brakes follow tables;
 * then the vehicle stops, is held by its brakes for 2 s, and starts again. Half the drives are
 * event-driven, half by time stepping (Moreau). The laws coulomb and relaxed take turns; car has
 * its tyres every third time, car_magic always. After every 20 ms:
 *
 * - the status is WD_OK, or the motion has ended as documented: a two-wheeler lies down, or a wheel
 *   of law relaxed lifts;
 * - the call took at most 4,000 steps;
 * - each force is within its friction cone, except with the Magic Formula, and each brake torque
 *   within its capacity;
 * - in event-driven drives friction never accelerates the slip of a wheel of law coulomb or of a
 *   brake.
 *
 * The test prints each drive that violates a condition.
 * usage: test-drives [drives of each preset [first [preset]]] */
#include "drives.h"
#include "random.h"
#include "support.h"

#define CALL 0.02        /* s, time of a call */
#define END 20.0         /* s, time of a drive */
#define STANDS 2.0       /* s, time for which a stopped vehicle is held */
#define STOPPED 1e-3     /* m/s; a slower vehicle counts as stopped */
#define FIXED_STEP 0.002 /* s, of time stepping */
/* Largest excess of a force over mu N or the brake capacity, relative to these: the guard of a
 * contact or brake that sticks triggers there (docs/theory/vehicle.rst, Transitions). */
#define ON_CONE 2e-11
/* Largest power of friction along a slip u, relative to mu N |u|; for a brake, relative to its
 * capacity times its rate. */
#define ALONG_SLIP 1e-9
#define NO_SLIP 1e-10 /* m/s or rad/s; slower slips are zero to rounding */

enum { MOST_STEPS = 4000, MOST_NUMBERS = 256, SCHEMES = 2, MOST_PARTS = 32 };

/* Drives with law coulomb that failed once. Those with even numbers are event-driven: in drive 12
 * of rigid_car the statically indeterminate load of a wheel reaches 0; in drive 80 a wheel and its
 * brake took turns to slip; in drive 0 of car a slip reversed at once when it started, 4,000 times
 * in 1e-6 s at 6.23 s, and in the drives of car wheels braced each other while it stood (yield.c):
 * in drive 54 stopping a slip of 1e-8 m/s started another one again and again, and in drive 96
 * slips reversed at once. Slow slips (slow.c) took thousands of steps or jumps: in drive 48 of
 * rigid_car a slip without a direction of its own; in drives 36 and 90 of car decisions that did
 * not fit the slow mode; in drive 156 directions that Newton's method found too slowly; in drive
 * 76 of robot a slow slip without a direction, which Newton's method sometimes found by chance far
 * away. Those with odd numbers are by time stepping: at the end of each the search found no
 * solution for the car that stood on its brakes, because its rows nearly depended on each other
 * (friction/solve.c). */
static const struct {
    const char *preset;
    long number;
    double end; /* s */
} mended[] = {
    {"rigid_car", 12, END}, {"rigid_car", 80, END}, {"car", 0, END},        {"car", 6, END},
    {"car", 54, 6.0},       {"car", 96, 10.0},      {"rigid_car", 48, END}, {"car", 36, 15.7},
    {"car", 90, 3.6},       {"car", 156, 13.5},     {"car", 13, 14.6},      {"car", 31, 5.2},
    {"car", 55, 6.9},       {"car", 205, 15.7},     {"car", 277, 16.6},     {"car", 319, 5.1},
    {"car", 559, 7.1},      {"car", 1195, 10.3},    {"robot", 76, 7.5}};

/* Counts of one preset and scheme. */
struct tally {
    long drives, ended; /* all drives; those that reached their end */
    long fell, lifted,
        stood;         /* drives that ended by a fall or a lifted wheel; that stood for STANDS */
    long failed, slow; /* failed drives; calls with more than MOST_STEPS steps */
    long beyond; /* number of forces outside their cones and brake torques above their capacities */
    long pushed; /* number of friction forces and brake torques that accelerate a slip */
};

struct drive {
    wd_model *model;
    size_t preset;
    long number;
    int stepping, law;
    enum { DRIVES, BRAKES, STARTS } phase;
    double end;               /* s */
    double stop, stood, next; /* s: times of the start of braking, of rest, of the next change */
    double brake[MOST_PARTS]; /* N m, brake capacities before the last step */
    int faults;
};

static const char *name_of(const char *role, const char *part, const char *quantity)
{
    static char name[96];
    snprintf(name, sizeof name, "%s.%s%s%s", role, part, *quantity ? "." : "", quantity);
    return name;
}

static double of_part(const wd_model *model, const char *role, const char *part,
                      const char *quantity)
{
    return value_of(model, name_of(role, part, quantity));
}

static int has_brake(const wd_model *model, size_t i)
{
    return strcmp(wd_model_part_type(model, i), "wheel") == 0;
}

static int is_wheel(const wd_model *model, size_t i)
{
    return has_brake(model, i) || strcmp(wd_model_part_type(model, i), "rim") == 0;
}

static int has_control(const struct drive *d, size_t i)
{
    return strcmp(controls[i].preset, vehicles[d->preset].controls) == 0;
}

/* ---- inputs ---- */

static double draw_control(const struct control *control)
{
    double value = uniform(control->range.lo, control->range.hi);
    if (uniform(0, 1) < control->range.none)
        value = 0;
    return control->use == BRAKE ? fmax(0, value) : value;
}

static void put_signal(wd_model *model, const char *input, int32_t form, const double *data,
                       size_t n)
{
    uint32_t ref = ref_of(model, name_of("input", input, ""));
    if (wd_model_set_input_signal(model, ref, form, data, n) != WD_OK)
        check(0, "a signal of %s is accepted: %s", input, wd_model_error(model));
}

/* Set all inputs of a control to piecewise linear signals up to the end of the drive. Their knots
 * are at the ends of calls. */
static void put_table(wd_model *model, const struct control *control)
{
    double table[MOST_NUMBERS], scaled[MOST_NUMBERS];
    size_t n = 0;
    for (double k = 0; n < MOST_NUMBERS && k * CALL < END;) {
        table[n++] = k * CALL;
        table[n++] = draw_control(control);
        k += ceil(uniform(0.3, 1.7) * control->range.every / CALL);
    }
    for (int k = 0; k < INPUTS && control->input[k]; k++) {
        for (size_t i = 0; i < n; i++)
            scaled[i] = i % 2 ? control->factor[k] * table[i] : table[i];
        put_signal(model, control->input[k], WD_SIGNAL_LINEAR, scaled, n);
    }
}

static void set_control(wd_model *model, const struct control *control, double value)
{
    for (int k = 0; k < INPUTS && control->input[k]; k++) {
        put_signal(model, control->input[k], WD_SIGNAL_HOLD, NULL, 0);
        put(model, name_of("input", control->input[k], ""), control->factor[k] * value);
    }
}

/* Apply full brakes and no torque; steering returns to the middle. */
static void brake_fully(struct drive *d)
{
    d->phase = BRAKES;
    for (size_t i = 0; i < CONTROLS; i++)
        if (has_control(d, i))
            set_control(d->model, &controls[i],
                        controls[i].use == BRAKE ? controls[i].range.hi : 0);
}

static void change_inputs(struct drive *d, double t)
{
    d->phase = STARTS;
    d->next = t + uniform(0.5, 2);
    for (size_t i = 0; i < CONTROLS; i++)
        if (has_control(d, i))
            set_control(d->model, &controls[i], draw_control(&controls[i]));
}

/* Change inputs at time t. */
static void steer_at(struct drive *d, double t, struct tally *tally)
{
    const char *root = vehicles[d->preset].root;
    if (d->phase == DRIVES && t >= d->stop)
        brake_fully(d);
    else if (d->phase == STARTS && t >= d->next)
        change_inputs(d, t);
    else if (d->phase == BRAKES) {
        double speed =
            hypot(of_part(d->model, "state", root, "vx"), of_part(d->model, "state", root, "vy"));
        d->stood = speed < STOPPED ? d->stood + CALL : 0;
        if (d->stood >= STANDS) {
            tally->stood++;
            change_inputs(d, t);
        }
    }
}

/* ---- setting up ---- */

static void set_up_wheels(struct drive *d)
{
    double mu = uniform(0.3, 1);
    for (size_t i = 0; i < wd_model_part_count(d->model); i++) {
        const char *name = wd_model_part_name(d->model, i);
        if (!is_wheel(d->model, i))
            continue;
        wd_model_set_choice(d->model, name_of("param", name, "law"), law_names[d->law]);
        if (of_part(d->model, "input", name, "mu") > 0)
            put(d->model, name_of("input", name, "mu"), mu * uniform(0.8, 1.2));
    }
}

static void set_up(struct drive *d)
{
    const char *root = vehicles[d->preset].root;
    d->model = make(&(struct setup){"vehicle", vehicles[d->preset].name});
    set_up_wheels(d);
    for (size_t i = 0; i < CONTROLS; i++)
        if (has_control(d, i))
            put_table(d->model, &controls[i]);
    put(d->model, name_of("init", root, "forward"),
        uniform(vehicles[d->preset].slowest, vehicles[d->preset].fastest));
    if (vehicles[d->preset].falls) {
        put(d->model, name_of("init", root, "roll_rate"), uniform(-0.1, 0.1));
        put(d->model, name_of("init", root, "left"), 0);
    }
    d->stop = uniform(4, 8);
    put(d->model, "solver.max_steps", MOST_STEPS);
    put(d->model, "solver.scheme", d->stepping);
    put(d->model, "solver.fixed_step", d->stepping ? FIXED_STEP : 0);
}

/* ---- conditions ---- */

static void print_fault(struct drive *d, const char *what, double how_much, double of)
{
    if (d->faults++ == 0)
        printf("# %s %s %s, drive %ld, %.2f s: %s: %.3g of %.3g %s\n", vehicles[d->preset].name,
               d->stepping ? "moreau" : "event", law_names[d->law], d->number,
               wd_model_time(d->model), what, how_much, of, wd_model_error(d->model));
}

static void judge_wheel(struct drive *d, const char *name, struct tally *tally)
{
    enum { SLIP = 2 };
    const wd_model *model = d->model;
    double N = fmax(0, of_part(model, "output", name, "normal_force"));
    double most = of_part(model, "input", name, "mu") * N;
    double F = of_part(model, "output", name, "forward_force");
    double S = of_part(model, "output", name, "side_force");
    double u = of_part(model, "output", name, "slip_forward");
    double v = of_part(model, "output", name, "slip_side"), slip = hypot(u, v);
    int slips = d->law == COULOMB && of_part(model, "output", name, "contact") == SLIP;
    int formula = strcmp(vehicles[d->preset].name, "car_magic") == 0;
    if (!formula && !(hypot(F, S) <= most * (1 + ON_CONE))) {
        tally->beyond++;
        print_fault(d, "N beyond the cone", hypot(F, S) - most, most);
    }
    if (slips && !d->stepping && slip > NO_SLIP && !(F * u + S * v <= ALONG_SLIP * most * slip)) {
        tally->pushed++;
        print_fault(d, "friction accelerates a slip: N, and m/s of slip", (F * u + S * v) / slip,
                    slip);
    }
}

static void judge_brake(struct drive *d, size_t i, struct tally *tally)
{
    const char *name = wd_model_part_name(d->model, i);
    double torque = of_part(d->model, "output", name, "brake_torque");
    double most = fmax(of_part(d->model, "input", name, "brake"), d->stepping ? d->brake[i] : 0);
    double rate = of_part(d->model, "state", name, "rate");
    if (!(fabs(torque) <= most * (1 + ON_CONE))) {
        tally->beyond++;
        print_fault(d, "N m beyond the capacity of a brake", fabs(torque) - most, most);
    }
    if (!d->stepping && fabs(torque) >= most * (1 - ON_CONE) && fabs(rate) > NO_SLIP &&
        !(torque * rate <= ALONG_SLIP * most * fabs(rate))) {
        tally->pushed++;
        print_fault(d, "a brake accelerates its slip: N m, and rad/s of slip", fabs(torque),
                    fabs(rate));
    }
}

static void judge_step(struct drive *d, struct tally *tally)
{
    for (size_t i = 0; i < wd_model_part_count(d->model); i++) {
        if (is_wheel(d->model, i))
            judge_wheel(d, wd_model_part_name(d->model, i), tally);
        if (has_brake(d->model, i))
            judge_brake(d, i, tally);
    }
}

static int last_event_is(const wd_model *model, int32_t type)
{
    size_t count = wd_model_event_count(model);
    int32_t last = 0;
    double t;
    return count > 0 && wd_model_event(model, count - 1, &t, &last, NULL, 0) >= 0 && last == type;
}

static void judge_end(struct drive *d, int32_t status, struct tally *tally)
{
    if (status == WD_OK) {
        tally->ended++;
    } else if (status == WD_END && vehicles[d->preset].falls &&
               last_event_is(d->model, WD_EVENT_LIMIT)) {
        tally->fell++;
    } else if (status == WD_END && d->law == RELAXED &&
               last_event_is(d->model, WD_EVENT_WHEEL_LIFT)) {
        tally->lifted++;
    } else if (status == WD_ENOCONV && strstr(wd_model_error(d->model), "solver.max_steps")) {
        tally->slow++;
        print_fault(d, "too many steps", 0, MOST_STEPS);
    } else {
        tally->failed++;
        print_fault(d, wd_status_name(status), 0, status);
    }
}

/* ---- drives ---- */

/* Step to time t. The forces of time stepping are means over the last step, so the capacities of
 * the brakes are read before this step. */
static int32_t advance(struct drive *d, double t)
{
    int32_t status = d->stepping ? wd_model_step_to(d->model, t - FIXED_STEP) : WD_OK;
    for (size_t i = 0; i < wd_model_part_count(d->model); i++)
        if (has_brake(d->model, i))
            d->brake[i] = of_part(d->model, "input", wd_model_part_name(d->model, i), "brake");
    return status == WD_OK ? wd_model_step_to(d->model, t) : status;
}

static void run_drive(struct drive *d, struct tally *tally)
{
    uniform_seed((uint64_t)d->number * PRESETS + d->preset);
    set_up(d);
    int32_t status = wd_model_init(d->model, 0);
    tally->drives++;
    for (int k = 1; status == WD_OK && k <= d->end / CALL; k++) {
        status = advance(d, k * CALL);
        if (status == WD_OK) {
            judge_step(d, tally);
            steer_at(d, k * CALL, tally);
        }
    }
    judge_end(d, status, tally);
    wd_model_free(d->model);
}

static void check_tally(const char *name, const char *scheme, const struct tally *t)
{
    printf("# %s, %s: %ld drives, %ld complete, %ld fell, %ld lifted a wheel, %ld stood for 2 s\n",
           name, scheme, t->drives, t->ended, t->fell, t->lifted, t->stood);
    check(t->failed == 0, "%s, %s: %ld of %ld drives fail", name, scheme, t->failed, t->drives);
    check(t->slow == 0, "%s, %s: %ld calls take more than %d steps in 20 ms", name, scheme, t->slow,
          MOST_STEPS);
    check(t->beyond == 0, "%s, %s: %ld forces exceed cones or capacities", name, scheme, t->beyond);
    check(t->pushed == 0, "%s, %s: friction accelerates %ld slips", name, scheme, t->pushed);
}

int main(int argc, char **argv)
{
    static const char *const schemes[SCHEMES] = {"event", "moreau"};
    long drives = argc > 1 ? strtol(argv[1], NULL, 10) : few_or_all(2, 4);
    long first = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
    for (size_t p = 0; p < PRESETS; p++) {
        struct tally tally[SCHEMES] = {{0}};
        if (argc > 3 && strcmp(argv[3], vehicles[p].name) != 0)
            continue;
        for (long i = first; i < first + drives; i++) {
            struct drive d = {.preset = p,
                              .number = i,
                              .end = END,
                              .stepping = i % 2 == 1,
                              .law = vehicles[p].first_law + (int)(i / 2 % vehicles[p].laws)};
            run_drive(&d, &tally[d.stepping]);
        }
        for (size_t i = 0; argc == 1 && i < sizeof mended / sizeof *mended; i++) {
            struct drive d = {.preset = p,
                              .number = mended[i].number,
                              .end = mended[i].end,
                              .stepping = mended[i].number % 2 == 1,
                              .law = COULOMB};
            if (strcmp(vehicles[p].name, mended[i].preset) == 0)
                run_drive(&d, &tally[d.stepping]);
        }
        for (int k = 0; k < SCHEMES; k++)
            check_tally(vehicles[p].name, schemes[k], &tally[k]);
    }
    return done();
}
