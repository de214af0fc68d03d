/* SPDX-License-Identifier: MIT */
/* Painleve's paradox: bodies that slide with large friction far below their centre of mass. A body
 * that jams is stopped at once by a finite impulse. A body that can leave the ground leaves it.
 * Nothing penetrates the ground, and the energy balances. */
#include "random.h"
#include "vehicle.h"

#include <string.h>

static const double g = 9.81, l = 0.4, h = 1, inertia = 0.1, speed = 3;

/* A body of 1 kg, whose centre of mass is h above the ground and l behind the contact of a locked
 * wheel, a ball that is part of the body. */
static wd_model *make_rod(double mu)
{
    const double radius = 0.05;
    wd_model *model = new_vehicle();
    add_body(model, "rod", 1, inertia, 0, 0, h);
    add(model, "rim", "tip", "rod", NULL);
    set_place(model, "tip", l, 0, radius);
    set_part(model, "tip", "radius", radius);
    set_part(model, "tip", "crown", radius);
    set_input(model, "tip", "mu", mu);
    set_init(model, "rod", "forward", speed);
    return model;
}

/* Coefficient of friction above which the Painleve paradox occurs. */
static double critical_friction(void)
{
    return (inertia + l * l) / (l * h);
}

/* ---- one wheel ---- */

/* A rod that slides has the normal force N = g/k, with k = 1 + l^2/I - mu l h/I, because its mass
 * is 1 kg. */
static void rod_slides(double part)
{
    double mu = part * critical_friction(), k = 1 + (l * l - mu * l * h) / inertia;
    wd_model *model = make_rod(mu);
    start(model, 0);
    near_rel(out(model, "tip", "normal_force"), g / k, 1e-11, 1,
             "normal force of a rod that slides below the critical friction");
    go(model, 1e-6);
    check(count_of(model, WD_EVENT_JAM) == 0, "below the critical friction there is no jam");
    wd_model_free(model);
}

/* A body that jams turns about the contact and keeps its angular momentum about the contact. */
static void rod_jams(double part)
{
    double t, value[6], rate = speed * h / (inertia + l * l + h * h);
    double lost = 0.5 * speed * speed * (1 - h * h / (inertia + l * l + h * h));
    int32_t type;
    wd_model *model = make_rod(part * critical_friction());
    start(model, 0);
    double energy = balance_of(model);
    go(model, 0);
    go(model, 1e-12);
    must(model, wd_model_event(model, 0, &t, &type, value, 6), "an event");
    check(type == WD_EVENT_JAM && t == 0, "%g times the critical friction: the rod jams at once",
          part);
    near_rel(value[2], l * rate, 1e-10, 1, "normal impulse of the jam");
    near_rel(value[3], h * rate - speed, 1e-10, 1, "impulse of the jam along the ground");
    near_rel(value[5], -lost, 1e-9, 1, "energy lost in the jam");
    near_abs(get(model, "state.rod.wy"), rate, 1e-10,
             "after the jam the rod turns about the contact");
    check(out(model, "tip", "contact") == 1, "after the jam the contact sticks");
    go(model, 0.3);
    near_abs(balance_of(model), energy, 1e-10, "energy balance of the rod");
    check(out(model, "tip", "gap") >= -1e-10, "the rod does not enter the ground");
    wd_model_free(model);
}

/* The rod pitches so fast that in free motion its tip accelerates away from the ground. Above the
 * critical friction, contact is possible, too; of the two motions the library selects separation.
 */
static void ball_separates(void)
{
    const double rate = 4.5;
    wd_model *model = make_rod(2 * critical_friction());
    set_init(model, "rod", "pitch_rate", rate);
    set_init(model, "rod", "up", rate * l);
    set_init(model, "rod", "forward", 20);
    start(model, 0);
    double fall = rate * rate * (h - 0.05) - g;
    check(fall > 0 && out(model, "tip", "contact") == 0,
          "a contact that could stay or separate separates");
    go(model, 1e-3);
    near_rel(out(model, "tip", "gap"), fall * 5e-7, 1e-2, 0, "gap as in free motion");
    check(wd_model_event_count(model) == 0, "the separation is no event");
    wd_model_free(model);
}

/* ---- wheels with brakes and motors ---- */

/* Lowest gap of the wheels during a run; NaN after a failure. */
static double lowest_gap(wd_model *model, const char *const *wheel, size_t wheels, double end)
{
    double least = INFINITY;
    for (int k = 1; k <= 100; k++) {
        if (wd_model_step_to(model, end * k / 100) < 0) {
            printf("# %s\n", wd_model_error(model));
            return NAN;
        }
        for (size_t w = 0; w < wheels; w++)
            least = fmin(least, out(model, wheel[w], "gap"));
    }
    return least;
}

/* The front brake of the benchmark bicycle is strong enough to lock the wheel. Above mu = 1.0786 no
 * contact forces let the locked wheel slide, so the brake slips instead, as in a jam. */
static void front_wheel_locks(double brake)
{
    static const char *const wheel[] = {"rear", "front"};
    wd_model *bicycle = make("bicycle", NULL);
    wd_model *model = bicycle_of_parts(bicycle, WHEELS, 5, 0.02);
    for (int w = 0; w < 2; w++) {
        set_part(model, wheel[w], "law", 2);
        set_input(model, wheel[w], "mu", 1.2);
    }
    set_input(model, "front", "brake", brake);
    start(model, 0);
    double energy = balance_of(model), gap = lowest_gap(model, wheel, 2, 0.4);
    check(gap >= -1e-10, "a front brake of %g N m at mu 1.2: lowest gap %.1g m", brake, gap);
    near_abs(balance_of(model), energy, 1e-8 * energy,
             "energy balance while a wheel jams or separates");
    wd_model_free(model);
    wd_model_free(bicycle);
}

/* A tall body on a small driven wheel. */
static void driven_wheel_separates(double torque)
{
    static const char *const wheel[] = {"rear", "front"};
    wd_model *model = new_vehicle();
    add_body(model, "frame", 10, 0.5, 0, 0, 1.2);
    for (int w = 0; w < 2; w++) {
        add(model, "wheel", wheel[w], "frame", NULL);
        set_place(model, wheel[w], w ? 0.4 : -0.3, 0, 0.1);
        set_part(model, wheel[w], "radius", 0.1);
        set_part(model, wheel[w], "crown", 0.02);
        set_part(model, wheel[w], "mass", 0.2);
        set_input(model, wheel[w], "mu", 3);
    }
    set_input(model, "rear", "torque", torque);
    set_init(model, "frame", "roll_rate", 0.01);
    start(model, 0);
    double energy = balance_of(model), gap = lowest_gap(model, wheel, 2, 0.3);
    check(gap >= -1e-10, "a wheel driven by %g N m: lowest gap %.1g m", torque, gap);
    near_abs(balance_of(model), energy, 1e-8 * energy,
             "energy balance while a wheel jams or separates");
    wd_model_free(model);
}

/* ---- random bodies ---- */

enum { MOST_TIPS = 5 };

#define RUNS ((size_t)150)

static const char *const tips[] = {"t0", "t1", "t2", "t3", "t4"};

static void add_tip(wd_model *model, const char *name)
{
    int turns = uniform(0, 1) < 0.4;
    double radius = uniform(0.02, 0.2), left = uniform(-0.4, 0.4), forward = uniform(-0.6, 0.6);
    add(model, turns ? "wheel" : "rim", name, "rod", NULL);
    set_place(model, name, forward, left, radius);
    set_part(model, name, "radius", radius);
    set_part(model, name, "crown", turns ? radius * uniform(0, 1) : radius);
    set_input(model, name, "mu", uniform(0, 3));
    set_part(model, name, "restitution", fmax(0, uniform(-0.9, 0.9)));
    if (!turns)
        return;
    set_part(model, name, "mass", 0.1);
    set_input(model, name, "brake", fmax(0, uniform(-20, 20)));
    set_input(model, name, "torque", uniform(-1, 1));
}

static wd_model *throw_vehicle(size_t count)
{
    double a = uniform(0.01, 0.3), b = uniform(0.01, 0.3), c = uniform(0.01, 0.3);
    wd_model *model = new_vehicle();
    set(model, "solver.event_capacity", 1e4); /* keep all events, because jams are counted */
    add_body(model, "rod", 1, 1, 0, 0, uniform(0.3, 1.5));
    set_mass(model, "rod", 1, b + c, a + c, a + b);
    for (size_t i = 0; i < count; i++)
        add_tip(model, tips[i]);
    set_init(model, "rod", "z", fmax(0, uniform(-0.2, 0.2)));
    set_init(model, "rod", "forward", uniform(-5, 5));
    set_init(model, "rod", "left", uniform(-5, 5));
    set_init(model, "rod", "yaw_rate", uniform(-3, 3));
    return model;
}

static void random_bodies(void)
{
    size_t jams = 0, failed = 0, deep = 0;
    double worst = 0;
    for (size_t k = 0; k < RUNS; k++) {
        size_t count = (size_t)uniform(1, MOST_TIPS + 1);
        wd_model *model = throw_vehicle(count);
        start(model, 0);
        double energy = balance_of(model), gap = lowest_gap(model, tips, count, 0.5);
        jams += count_of(model, WD_EVENT_JAM);
        failed += isnan(gap) ? 1 : 0;
        deep += gap < -1e-10 ? 1 : 0;
        worst = fmax(worst, fabs(balance_of(model) - energy) / (1 + energy));
        wd_model_free(model);
    }
    check(jams > RUNS / 20, "%zu random bodies that slide have %zu jams", RUNS, jams);
    check(failed <= RUNS / 40, "%zu runs of random bodies fail, at most 1 in 40", failed);
    check(deep == 0, "%zu random bodies enter the ground", deep);
    check(worst < 1e-5, "random bodies: error of the energy balance %.1g", worst);
}

int main(void)
{
    rod_slides(0.5);
    rod_slides(0.99);
    rod_jams(1.01);
    rod_jams(1.5);
    rod_jams(10);
    ball_separates();
    front_wheel_locks(500);
    front_wheel_locks(5000);
    front_wheel_locks(1e6);
    driven_wheel_separates(10);
    driven_wheel_separates(100);
    random_bodies();
    return done();
}
