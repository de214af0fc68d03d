/* SPDX-License-Identifier: MIT */
/* Random vehicles with the sizes and masses of real ones: rigid and sprung cars, robots, carts with
 * casters, cycles; wheels of law coulomb, relaxed, ideal (cycles) or tyre; both schemes. Each runs
 * for 1 s with its motors, steering or brakes on. Then
 *
 * - the run succeeds, or ends as documented: a wheel lies flat, or a wheel without Coulomb's law
 *   lifts;
 * - forces and gaps are finite, no wheel penetrates the ground, each force is within its friction
 *   cone;
 * - energy balances, and no event takes energy that it does not report;
 * - an event-driven run takes at most 100 times the median number of steps of its type;
 * - no call of 20 ms takes more than 4,000 steps: it fails then.
 *
 * The test prints each vehicle that violates a condition. One run in 200 may fail or be slow, of
 * fewer than 200 none.
 * usage: test-ordinary [vehicles [first]] */
#include "losses.h"
#include "random.h"
#include "support.h"

#include <stdio.h>

#define CALL 0.02        /* s */
#define FIXED_STEP 0.001 /* s, of time stepping */
/* Excess of a force over its friction cone that counts as rounding: this fraction of mu N plus this
 * fraction of the weight. */
#define ON_CONE 1e-9
#define IN_GROUND 1e-9 /* m, largest penetration in event-driven runs */
#define GAIN 1e-6      /* largest relative error of the energy balance, event-driven */
#define GRAVITY 9.81

enum {
    CALLS = 50,
    MANY = 100 /* medians */,
    MOST_STEPS = 4000 /* of a call */,
    WHEELS = 4,
    NAME = 64
};
enum type { RIGID_CAR, SPRUNG_CAR, ROBOT, CART, CYCLE, TYPES };
enum law { IDEAL, RELAXED, COULOMB, ON_TYRE };

static const char *const type_names[] = {"rigid car", "sprung car", "robot", "cart", "cycle"};
static const char *const law_names[] = {"ideal", "relaxed", "coulomb", "tyre"};
static const char *const corner[WHEELS] = {"front_left", "front_right", "rear_left", "rear_right"};

struct vehicle {
    wd_model *model;
    enum type type;
    enum law law;
    int moreau;
    double mass, mu;
};

/* Numbers of vehicles, by result. */
struct tally {
    long vehicles, refused; /* all vehicles; those that cannot start */
    long failed, bad, slow; /* runs that fail, that violate a condition, that take too many steps */
    long unseen;            /* instants of events whose loss could not be judged (losses.h) */
};

static int random_below(int n)
{
    return (int)uniform(0, n);
}

/* ---- parts ---- */

static const char *full(const char *role, const char *part, const char *quantity)
{
    static char name[NAME];
    snprintf(name, sizeof name, "%s.%s.%s", role, part, quantity);
    return name;
}

static const char *of(const char *prefix, const char *part)
{
    static char name[4][NAME / 2];
    static int next;
    next = (next + 1) % 4;
    snprintf(name[next], sizeof name[next], "%s_%s", prefix, part);
    return name[next];
}

static void set_param(struct vehicle *v, const char *part, const char *quantity, double value)
{
    put(v->model, full("param", part, quantity), value);
}

static void set_input(struct vehicle *v, const char *part, const char *quantity, double value)
{
    put(v->model, full("input", part, quantity), value);
}

static void set_init(struct vehicle *v, const char *part, const char *quantity, double value)
{
    put(v->model, full("init", part, quantity), value);
}

static void signal_of(struct vehicle *v, const char *part, const char *quantity, int32_t form,
                      const double *data, size_t n)
{
    uint32_t ref = ref_of(v->model, full("input", part, quantity));
    if (wd_model_set_input_signal(v->model, ref, form, data, n) != WD_OK)
        check(0, "a signal of %s is accepted: %s", part, wd_model_error(v->model));
}

static void add_part(struct vehicle *v, const char *type, const char *name, const char *a,
                     const char *b)
{
    const char *on[] = {a, b};
    if (wd_model_add_part(v->model, type, name, on, a ? b ? 2 : 1 : 0) != WD_OK)
        check(0, "part %s is accepted: %s", name, wd_model_error(v->model));
}

static void place_part(struct vehicle *v, const char *part, double x, double y, double z)
{
    set_param(v, part, "x", x);
    set_param(v, part, "y", y);
    set_param(v, part, "z", z);
}

/* Add a box with these sides. */
static void add_box(struct vehicle *v, const char *name, double mass, const double at[3],
                    const double side[3])
{
    const double *a = side;
    add_part(v, "body", name, NULL, NULL);
    place_part(v, name, at[0], at[1], at[2]);
    set_param(v, name, "mass", mass);
    set_param(v, name, "xx", mass / 12 * (a[1] * a[1] + a[2] * a[2]));
    set_param(v, name, "yy", mass / 12 * (a[0] * a[0] + a[2] * a[2]));
    set_param(v, name, "zz", mass / 12 * (a[0] * a[0] + a[1] * a[1]));
    v->mass += mass;
}

static void add_joint(struct vehicle *v, const char *type, const char *name, const char *a,
                      const char *b, const double at[3], const double axis[3])
{
    add_part(v, type, name, a, b);
    place_part(v, name, at[0], at[1], at[2]);
    set_param(v, name, "axis_x", axis[0]);
    set_param(v, name, "axis_y", axis[1]);
    set_param(v, name, "axis_z", axis[2]);
}

/* Add a tyre whose deflection under this load is a twentieth of the radius. */
static void add_tyre(struct vehicle *v, double radius, double load)
{
    double stiffness = load / (0.05 * radius);
    add_part(v, "tyre", "tyre", NULL, NULL);
    set_param(v, "tyre", "vertical_stiffness", stiffness);
    set_param(v, "tyre", "vertical_damping", 0.1 * sqrt(stiffness * load / GRAVITY));
    set_param(v, "tyre", "forward_stiffness", 1.5 * stiffness);
    set_param(v, "tyre", "side_stiffness", 0.75 * stiffness);
    set_param(v, "tyre", "turning_stiffness", 0.25 * stiffness * radius * radius);
    set_param(v, "tyre", "half_length", 0.2 * radius);
}

static void add_wheel(struct vehicle *v, const char *name, const char *on, const double at[2],
                      double radius, double crown, double mass)
{
    add_part(v, "wheel", name, on, v->law == ON_TYRE ? "tyre" : NULL);
    place_part(v, name, at[0], at[1], radius);
    set_param(v, name, "radius", radius);
    set_param(v, name, "crown", crown);
    set_param(v, name, "mass", mass);
    set_param(v, name, "spin_inertia", 0.6 * mass * radius * radius);
    set_param(v, name, "cross_inertia", 0.35 * mass * radius * radius);
    set_input(v, name, "mu", v->mu);
    wd_model_set_choice(v->model, full("param", name, "law"), law_names[v->law]);
    v->mass += mass;
}

/* ---- vehicles ---- */

/* Add a strut whose spring carries `share` of the weight; return the name of the strut. */
static const char *add_strut(struct vehicle *v, const char *at, const double place_of[3],
                             double share, double mass)
{
    static const double up[3] = {0, 0, 1}, side[3] = {0.3, 0.3, 0.3};
    const char *strut = of("strut", at), *spring = of("spring", at);
    const double centre[3] = {place_of[0], 0.8 * place_of[1], place_of[2]};
    double stiffness = uniform(2e4, 5e4);
    add_box(v, strut, uniform(5, 15), centre, side);
    add_joint(v, "slide", spring, "frame", strut, place_of, up);
    set_param(v, spring, "stiffness", stiffness);
    set_param(v, spring, "damping", uniform(0.1, 0.4) * sqrt(stiffness * mass));
    set_param(v, spring, "rest", -share * mass * GRAVITY / stiffness);
    return strut;
}

/* Add a knuckle that a signal steers to the left or right; return the name of the knuckle. */
static const char *add_knuckle(struct vehicle *v, const char *at, const char *on,
                               const double place_of[3], double angle)
{
    static const double up[3] = {0, 0, 1};
    const double data[] = {0.5, 0, 1, angle, 1.5, 0};
    const double axis_at[3] = {place_of[0] + uniform(0, 0.04), place_of[1], place_of[2]};
    const char *knuckle = of("knuckle", at), *steer = of("steer", at);
    add_part(v, "body", knuckle, NULL, NULL);
    place_part(v, knuckle, place_of[0], place_of[1], place_of[2]);
    add_joint(v, "hinge", steer, on, knuckle, axis_at, up);
    set_param(v, steer, "stiffness", uniform(1e4, 4e4));
    set_param(v, steer, "damping", uniform(50, 300));
    signal_of(v, steer, "target", WD_SIGNAL_LINEAR, data, 6);
    return knuckle;
}

static void brake_car(struct vehicle *v)
{
    int brakes = random_below(3); /* no brakes, all brakes, or locked front wheels */
    for (int i = 0; i < WHEELS; i++)
        if (brakes == 1 || (brakes == 2 && i < 2))
            set_input(v, corner[i], "brake", brakes == 1 ? uniform(500, 1500) : 3000);
}

static void make_car(struct vehicle *v)
{
    double length = uniform(2.2, 3), track = uniform(1.3, 1.7), mass = uniform(800, 2000);
    double radius = uniform(0.25, 0.35), behind = uniform(0.4, 0.6) * length;
    const double at[3] = {behind, 0, uniform(0.4, 0.7)}, side[3] = {1.4 * length, track, 1.2};
    double crown = (random_below(2) ? 0.1 : 0.4) * radius;
    double angle = random_below(2) ? uniform(-0.2, 0.2) : (double)NAN;
    const double torque[] = {0, 0, 0.1, uniform(0, 400)};
    add_box(v, "frame", mass, at, side);
    if (v->law == ON_TYRE)
        add_tyre(v, radius, mass * GRAVITY / WHEELS);
    for (int i = 0; i < WHEELS; i++) {
        double x = i < 2 ? length : 0, y = i % 2 ? -track / 2 : track / 2;
        double share = (i < 2 ? behind : length - behind) / length / 2;
        const double centre[3] = {x, y, radius};
        const char *on = "frame";
        if (v->type == SPRUNG_CAR)
            on = add_strut(v, corner[i], centre, share, mass);
        if (i < 2 && !isnan(angle))
            on = add_knuckle(v, corner[i], on, centre, angle);
        add_wheel(v, corner[i], on, centre, radius, crown, uniform(12, 25));
        if (i >= 2)
            signal_of(v, corner[i], "torque", WD_SIGNAL_STEP, torque, 4);
    }
    brake_car(v);
    set_init(v, "frame", "forward", uniform(0, 30));
}

static void make_robot(struct vehicle *v)
{
    double track = uniform(0.2, 0.6), radius = uniform(0.04, 0.15), length = uniform(0.15, 0.4);
    double mass = uniform(3, 40), ball = 0.4 * radius;
    const double at[3] = {uniform(0.1, 0.4) * length, 0, uniform(radius, 3 * radius)};
    const double side[3] = {length, track, 2 * radius};
    add_box(v, "frame", mass, at, side);
    if (v->law == ON_TYRE)
        add_tyre(v, radius, mass * GRAVITY / 2);
    for (int i = 0; i < 2; i++) {
        const double centre[2] = {0, i ? -track / 2 : track / 2};
        const double torque[] = {0, uniform(-2, 2) * mass * radius, 0.5,
                                 uniform(-2, 2) * mass * radius};
        add_wheel(v, corner[i], "frame", centre, radius, 0.1 * radius, 0.05 * mass);
        signal_of(v, corner[i], "torque", WD_SIGNAL_STEP, torque, 4);
        set_param(v, corner[i], "damping", 0.02 * mass * radius);
    }
    add_part(v, "rim", "caster", "frame", NULL);
    place_part(v, "caster", length, 0, ball);
    set_param(v, "caster", "radius", ball);
    set_param(v, "caster", "crown", ball);
    set_input(v, "caster", "mu", 0);
    wd_model_set_choice(v->model, "param.caster.law",
                        law_names[v->law == ON_TYRE ? COULOMB : v->law]);
    set_init(v, "frame", "forward", uniform(0, 2));
    set_init(v, "frame", "yaw_rate", random_below(3) ? 0 : uniform(-2, 2));
}

/* Make a cart. Its front wheels, corner[2] and corner[3], are casters. */
static void make_cart(struct vehicle *v)
{
    static const double up[3] = {0, 0, 1}, small[3] = {0.1, 0.1, 0.1};
    int wheels = 3 + random_below(2);
    double length = uniform(0.6, 2), track = uniform(0.4, 1), radius = uniform(0.05, 0.2);
    double mass = uniform(20, 200);
    const double at[3] = {0.45 * length, 0, uniform(0.3, 0.8)}, side[3] = {length, track, 0.5};
    add_box(v, "frame", mass, at, side);
    if (v->law == ON_TYRE)
        add_tyre(v, radius, mass * GRAVITY / wheels);
    for (int i = 0; i < wheels; i++) {
        double y = wheels == 3 && i == 2 ? 0 : i % 2 ? -track / 2 : track / 2;
        const double pivot_at[3] = {i < 2 ? 0 : length, y, 2 * radius};
        double centre[2] = {pivot_at[0], y};
        const char *on = "frame";
        if (i >= 2) {
            const char *pivot = of("pivot", corner[i]);
            on = of("fork", corner[i]);
            add_box(v, on, 0.01 * mass, pivot_at, small);
            add_joint(v, "hinge", pivot, "frame", on, pivot_at, up);
            set_init(v, pivot, "angle", uniform(-0.5, 0.5));
            set_param(v, pivot, "friction", random_below(2) * uniform(0, 0.02) * mass * radius);
            centre[0] -= uniform(0.2, 0.8) * radius;
        }
        add_wheel(v, corner[i], on, centre, radius, 0.2 * radius, 0.02 * mass);
    }
    set_init(v, "frame", "forward", uniform(0, 3));
    set_init(v, "frame", "left", v->law == IDEAL ? 0 : uniform(-1, 1));
}

static void make_cycle(struct vehicle *v)
{
    double length = uniform(0.9, 1.1), radius = uniform(0.3, 0.36), mass = uniform(60, 110);
    double tilt = uniform(0.2, 0.4), crown = random_below(3) ? 0.02 : 0;
    const double at[3] = {0.3 * length, 0, uniform(0.8, 1.1)}, side[3] = {0.9, 0.4, 1};
    const double fork_at[3] = {0.9 * length, 0, 0.7}, fork_side[3] = {0.1, 0.4, 0.6};
    const double steer_at[3] = {length + uniform(0.02, 0.1), 0, 0};
    const double axis[3] = {-sin(tilt), 0, cos(tilt)}, rear[2] = {0, 0}, front[2] = {length, 0};
    add_box(v, "frame", mass, at, side);
    if (v->law == ON_TYRE)
        add_tyre(v, radius, mass * GRAVITY / 2);
    add_wheel(v, "rear", "frame", rear, radius, crown, 2);
    add_box(v, "fork", 4, fork_at, fork_side);
    add_joint(v, "hinge", "steer", "frame", "fork", steer_at, axis);
    add_wheel(v, "front", "fork", front, radius, crown, 2.5);
    set_init(v, "frame", "forward", uniform(4.5, 8));
    set_init(v, "frame", "roll_rate", uniform(-0.3, 0.3));
    if (v->law >= COULOMB && random_below(2))
        set_input(v, "rear", "brake", random_below(2) ? 40 : 300);
}

static void make_vehicle(struct vehicle *v)
{
    static void (*const makes[TYPES])(struct vehicle *) = {make_car, make_car, make_robot,
                                                           make_cart, make_cycle};
    static const enum law laws[] = {COULOMB, COULOMB, RELAXED, ON_TYRE};
    v->type = (enum type)random_below(TYPES);
    v->law = laws[random_below(4)];
    if (v->type == CYCLE && v->law == RELAXED && random_below(2))
        v->law = IDEAL;
    v->moreau = random_below(3) == 0;
    v->mu = uniform(0.3, 1.2);
    v->model = make(&(struct setup){"vehicle", NULL});
    makes[v->type](v);
    if (v->type != CART && v->type != CYCLE) {
        put(v->model, "input.slope", random_below(3) ? 0 : uniform(-0.15, 0.15));
        put(v->model, "input.bank", random_below(3) ? 0 : uniform(-0.1, 0.1));
    }
    put(v->model, "solver.max_steps", MOST_STEPS);
    wd_model_set_choice(v->model, "param.place", "on_ground");
    wd_model_set_choice(v->model, "param.spin", random_below(4) ? "rolling" : "as_given");
    if (v->moreau) {
        wd_model_set_choice(v->model, "solver.scheme", "moreau");
        put(v->model, "solver.fixed_step", FIXED_STEP);
    }
}

/* ---- conditions ---- */

static void print_fault(const struct vehicle *v, long number, const char *what, double value)
{
    printf("# vehicle %ld, %s, %s, %s, %.2f s: %s, %.3g %s\n", number, type_names[v->type],
           law_names[v->law], v->moreau ? "moreau" : "event", wd_model_time(v->model), what, value,
           wd_model_error(v->model));
}

static double total_energy(const struct vehicle *v)
{
    return value_of(v->model, "output.kinetic_energy") +
           value_of(v->model, "output.potential_energy") - value_of(v->model, "output.work") +
           value_of(v->model, "output.dissipated");
}

/* Return the condition that a wheel violates, or NULL; *value is the amount. */
static const char *wheel_fault(const struct vehicle *v, const char *name, double *value)
{
    double N = value_of(v->model, full("output", name, "normal_force"));
    double F = hypot(value_of(v->model, full("output", name, "forward_force")),
                     value_of(v->model, full("output", name, "side_force")));
    double gap = value_of(v->model, full("output", name, "gap"));
    double mu = value_of(v->model, full("input", name, "mu"));
    double law = value_of(v->model, full("param", name, "law"));
    double weight = v->mass * GRAVITY;
    *value = F - mu * N;
    if (!isfinite(N) || !isfinite(F) || !isfinite(gap))
        return "a force or gap is not finite";
    if (law > 0 && F > mu * fmax(0, N) * (1 + ON_CONE) + ON_CONE * weight)
        return "a force exceeds its cone";
    *value = N;
    if (law > 1 && N < -ON_CONE * weight)
        return "a wheel pulls";
    *value = gap;
    if (!v->moreau && law < 3 && gap < -IN_GROUND)
        return "a wheel penetrates the ground";
    return NULL;
}

/* lost: energy that an event takes and does not report. */
static const char *fault_of(const struct vehicle *v, double before, double scale, double lost,
                            double *value)
{
    for (size_t i = 0; i < wd_model_part_count(v->model); i++) {
        const char *type = wd_model_part_type(v->model, i), *fault = NULL;
        if (strcmp(type, "wheel") == 0 || strcmp(type, "rim") == 0)
            fault = wheel_fault(v, wd_model_part_name(v->model, i), value);
        if (fault)
            return fault;
    }
    scale +=
        fabs(value_of(v->model, "output.work")) + fabs(value_of(v->model, "output.kinetic_energy"));
    *value = lost / scale;
    if (!(fabs(*value) <= GAIN))
        return "an event takes energy that it does not report";
    *value = (total_energy(v) - before) / scale;
    return !v->moreau && !(fabs(*value) <= GAIN) ? "the energy does not balance" : NULL;
}

static int is_documented_end(const struct vehicle *v)
{
    size_t count = wd_model_event_count(v->model);
    int32_t type = 0;
    double t;
    if (count == 0 || wd_model_event(v->model, count - 1, &t, &type, NULL, 0) < 0)
        return 0;
    return type == WD_EVENT_LIMIT || type == WD_EVENT_WHEEL_LIFT;
}

/* Step to the time t. *lost: energy that an event takes and does not report. A copy that stops at
 * the events finds it, so that solver.max_steps limits the whole call of the vehicle itself. */
static int32_t step_vehicle(struct vehicle *v, double t, double *lost, struct tally *tally)
{
    wd_model *copy = NULL;
    struct losses losses = {.allowed = INFINITY};
    if (!v->moreau)
        wd_model_clone(v->model, &copy);
    int32_t status = wd_model_step_to(v->model, t);
    if (copy && status >= 0)
        step_and_compare(copy, t, &losses);
    wd_model_free(copy);
    *lost = losses.at_event;
    tally->unseen += losses.unseen;
    return status;
}

/* Run a vehicle; return its number of steps, 0 if the run fails or is not event-driven. */
static double run_vehicle(struct vehicle *v, long number, struct tally *tally)
{
    double value = 0;
    tally->vehicles++;
    if (wd_model_init(v->model, 0) != WD_OK) {
        tally->refused++;
        print_fault(v, number, "refused", 0);
        return 0;
    }
    double before = total_energy(v);
    double scale = fabs(value_of(v->model, "output.kinetic_energy")) + v->mass * GRAVITY * 0.1;
    for (int i = 1; i <= CALLS; i++) {
        double lost = 0;
        int32_t status = step_vehicle(v, i * CALL, &lost, tally);
        const char *fault = status >= 0 ? fault_of(v, before, scale, lost, &value) : NULL;
        if (fault) {
            tally->bad++;
            print_fault(v, number, fault, value);
            return 0;
        }
        if (status == WD_OK)
            continue;
        if (status == WD_END && is_documented_end(v))
            break;
        tally->failed++;
        print_fault(v, number, wd_status_name(status), 0);
        return 0;
    }
    return v->moreau ? 0 : value_of(v->model, "stat.steps");
}

/* ---- campaigns ---- */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Count runs with more than MANY times the median number of steps; zeros are left out. */
static long count_slow(double *steps, long n)
{
    long zero = 0, slow = 0;
    qsort(steps, (size_t)n, sizeof *steps, by_size);
    while (zero < n && steps[zero] == 0)
        zero++;
    for (long i = zero; i < n; i++)
        slow += steps[i] > MANY * steps[zero + (n - zero) / 2];
    return slow;
}

/* Make and run the vehicle with this number; returns what run_vehicle() does. */
static double try_vehicle(struct vehicle *v, long number, struct tally *tally)
{
    uniform_seed((uint64_t)number);
    make_vehicle(v);
    double taken = run_vehicle(v, number, tally);
    wd_model_free(v->model);
    return taken;
}

int main(int argc, char **argv)
{
    /* Vehicles that violated a condition once, beyond the first 100. */
    static const long once[] = {125,   365,   10420, 10594, 11410, 11453, 11943, 11948, 11966,
                                13810, 15197, 15277, 15422, 20047, 20444, 20452, 21382, 21427,
                                22462, 25511, 25886, 26656, 26762, 29159, 29688, 40118, 100083};
    long vehicles = argc > 1 ? strtol(argv[1], NULL, 10) : few_or_all(50, 100);
    long first = argc > 2 ? strtol(argv[2], NULL, 10) : 0, of_type[TYPES] = {0};
    double *steps = vehicles > 0 ? calloc((size_t)vehicles * TYPES, sizeof *steps) : NULL;
    struct tally tally = {0}, again = {0};
    for (long i = first; steps && i < first + vehicles; i++) {
        struct vehicle v = {0};
        double taken = try_vehicle(&v, i, &tally);
        steps[(long)v.type * vehicles + of_type[v.type]++] = taken;
    }
    for (size_t i = 0; argc == 1 && i < sizeof once / sizeof *once; i++)
        try_vehicle(&(struct vehicle){0}, once[i], &again);
    for (int t = 0; steps && t < TYPES; t++)
        tally.slow += count_slow(steps + t * vehicles, of_type[t]);
    free(steps);
    printf(
        "# %ld vehicles: %ld refused at the start, %ld fail, %ld violate a condition, %ld slow\n",
        tally.vehicles, tally.refused, tally.failed, tally.bad, tally.slow);
    printf("# %ld instants of events could not be compared\n", tally.unseen);
    check(tally.vehicles > 0 && tally.refused == 0, "%ld of %ld vehicles are refused",
          tally.refused, tally.vehicles);
    check(tally.bad == 0, "%ld vehicles violate cones, gaps or energy", tally.bad);
    check(tally.failed + tally.slow <= tally.vehicles / 200,
          "%ld vehicles fail, %ld take more than %d times the median number of steps", tally.failed,
          tally.slow, MANY);
    check(again.refused + again.failed + again.bad == 0,
          "%ld of %ld vehicles that failed once fail again",
          again.refused + again.failed + again.bad, again.vehicles);
    return done();
}
