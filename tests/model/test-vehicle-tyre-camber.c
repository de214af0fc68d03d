/* SPDX-License-Identifier: MIT */
/* Cambered brush tyres that stop on a slope, event-driven. The camber thrust has a reaction on the
 * spin, which jumps to 0 where the rolling speed reverses. With this reaction a car stands on
 * slopes on which rolling resistance alone does not hold it. */
#include "random.h"
#include "vehicle-tyre.h"

static const char *const corners[] = {"fl", "fr", "rl", "rr"};

/* A car of 1060 kg without springs, which starts forward at `speed`; with slope > 0 this is uphill.
 * camber[i] is the tangent of the camber angle of wheel i; above 0 its top leans to the inside. */
static wd_model *cambered_car(const double camber[4], double stiffness, double slope, double speed)
{
    wd_model *model = new_vehicle();
    add_body(model, "frame", 1000, 300, 0, 0, 0.5);
    set_mass(model, "frame", 1000, 300, 800, 900);
    add_tyre_numbers(model, BRUSH);
    set_part(model, "tyre", "camber_stiffness", stiffness);
    for (int i = 0; i < 4; i++) {
        add_wheel_on_tyre(model, corners[i], "frame", 0.3);
        set_place(model, corners[i], i < 2 ? 1.2 : -1.2, i % 2 ? -0.75 : 0.75, 0.3);
        set_part(model, corners[i], "crown", 0.1);
        set_part(model, corners[i], "mass", 15);
        set_part(model, corners[i], "spin_inertia", 0.9);
        set_part(model, corners[i], "cross_inertia", 0.5);
        set_axis(model, corners[i], 0, 1, i % 2 ? -camber[i] : camber[i]);
    }
    choose(model, "param.place", "on_ground");
    choose(model, "param.spin", "rolling");
    set(model, "input.slope", slope);
    set_init(model, "frame", "forward", speed);
    set(model, "solver.max_steps", 3000); /* in each call; a call of one second needs some 400 */
    return model;
}

static const double equal[] = {0.3, 0.3, 0.3, 0.3};

/* Run in calls of one second, so that solver.max_steps limits the steps of each second. Return the
 * change of the energy balance [J]. */
static double go_by_seconds(wd_model *model, int seconds)
{
    start(model, 0);
    double before = balance_of(model);
    for (int k = 1; k <= seconds; k++)
        go(model, k);
    return fabs(balance_of(model) - before);
}

/* The car stops and stands, although rolling resistance alone holds it only on slopes up to 0.01.
 */
static void stands(double slope)
{
    wd_model *model = cambered_car(equal, 1, slope, 0.5);
    double lost = go_by_seconds(model, 40), x = get(model, "state.frame.x");
    go(model, 50);
    check(get(model, "state.frame.vx") == 0 && get(model, "state.frame.x") == x,
          "slope %g: no bit of the position changes from 40 s to 50 s (x %.17g)", slope, x);
    check(lost <= 1e-9, "slope %g: the energy balance changes by %.2g J", slope, lost);
    wd_model_free(model);
}

/* Return the position after 4 s [m], event-driven or, if moreau > 0, by Moreau steps of this length
 * [s]. */
static double place_at(double slope, double moreau)
{
    wd_model *model = cambered_car(equal, 1, slope, 0.5);
    if (moreau > 0) {
        choose(model, "solver.scheme", "moreau");
        set(model, "solver.fixed_step", moreau);
        set(model, "solver.max_steps", 1e5);
    }
    go_by_seconds(model, 4);
    double x = get(model, "state.frame.x");
    wd_model_free(model);
    return x;
}

/* Moreau steps, which solve one row for rolling resistance and camber reaction together, converge
 * to the event-driven motion. The extrapolation removes the error of first order in the length of
 * the steps; the tolerance allows an error of second order. */
static void equals_steps(double slope)
{
    double x = place_at(slope, 0), coarse = place_at(slope, 1e-3), fine = place_at(slope, 2.5e-4);
    near_abs(fine + (fine - coarse) / 3, x, 1e-6,
             "position after the stop [m]: Moreau steps, extrapolated, and event-driven");
}

/* Random cars whose wheels have different camber and stop one after the other. */
static void random_cars(int count)
{
    double worst = 0;
    uniform_seed(1);
    for (int n = 0; n < count; n++) {
        double camber[4];
        for (int i = 0; i < 4; i++)
            camber[i] = uniform(0, 0.35) * (uniform(0, 1) < 0.2 ? -1 : 1);
        wd_model *model =
            cambered_car(camber, uniform(0.5, 3), uniform(-0.03, 0.03), uniform(-0.5, 0.5));
        set(model, "input.bank", uniform(-0.01, 0.01));
        if (uniform(0, 1) < 0.2)
            set_part(model, "tyre", "rolling_resistance", uniform(0, 1) < 0.5 ? 0 : 0.002);
        worst = fmax(worst, go_by_seconds(model, 10));
        wd_model_free(model);
    }
    check(worst <= 1e-9, "%d cars of random camber: the balance changes by at most %.2g J", count,
          worst);
}

/* Cars with braked front wheels and toe, on slopes on which they stop. */
static const struct braked {
    const char *what;
    double stiffness, resistance, slope, bank, speed, toe, camber[4], brake[2];
} braked_cars[] = {
    /* a locked wheel turns with the pitching car, back through V_r = 0 */
    {"a locked wheel reverses twice",
     2.36380778712813,
     0,
     -0.00962616829697123,
     -0.00640757811908691,
     -0.0517171245552636,
     -0.00976937761179654,
     {0.0336592008012285, -0.244461139879043, 0.189909989977788, 0.0575493568177085},
     {5.98451406472655, 2.81865523427668}},
    /* speed and onset of a wheel become 0 at the same time */
    {"the reaction drives a wheel that stops",
     1.87921767000386,
     0.01,
     0.018718117834227,
     0.0030303180821473,
     -0.467373404626085,
     0.0172427354290718,
     {0.074582538357595, 0.074582538357595, 0.074582538357595, 0.074582538357595},
     {17.2992327710786, 11.3105060682241}},
};

static void braked_car(const struct braked *car)
{
    wd_model *model = cambered_car(car->camber, car->stiffness, car->slope, car->speed);
    set_part(model, "tyre", "rolling_resistance", car->resistance);
    set(model, "input.bank", car->bank);
    for (int i = 0; i < 4; i++) {
        set_part(model, corners[i], "axis_x", i % 2 ? -car->toe : car->toe);
        set_input(model, corners[i], "brake", i < 2 ? car->brake[i] : 0);
    }
    double lost = go_by_seconds(model, 10);
    check(lost <= 1e-9, "%s: the energy balance changes by %.2g J in %g steps", car->what, lost,
          get(model, "stat.steps"));
    wd_model_free(model);
}

int main(void)
{
    static const double slopes[] = {0.0105, 0.012, 0.015};
    for (size_t i = 0; i < sizeof slopes / sizeof *slopes; i++) {
        stands(slopes[i]);
        equals_steps(slopes[i]);
    }
    for (size_t i = 0; i < sizeof braked_cars / sizeof *braked_cars; i++)
        braked_car(&braked_cars[i]);
    random_cars(few_or_all(20, 500));
    return done();
}
