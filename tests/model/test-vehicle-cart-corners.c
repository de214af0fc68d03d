/* SPDX-License-Identifier: MIT */
/* A rigid cart on three wheels rolls obliquely over a convex corner, onto a slope down. No contact
 * may take energy from it without an impact: the energy balances, no event takes more energy than
 * the log reports, and motions by events and by Moreau steps agree. */
#include "losses.h"
#include "vehicle.h"

/* Number of calls of a run, and the largest number of steps in a call. */
enum { CALLS = 48, STEPS = 1000 };

/* Relative error of the energy: ten times the default of solver.rtol. */
#define BALANCE 1e-8

/* s, end of the comparison with Moreau steps. */
#define END 3.0

/* Relative difference from the kinetic energy by Moreau steps of 1 ms, whose error is of first
 * order in the step. The largest measured is 1.3e-4. */
#define AGREES 1e-3

/* Speed in m/s at the start; angle in rad between the direction of motion and the normal of the
 * corner; fall of the slope; coefficient of friction. */
struct drive {
    double speed, heading, fall, mu;
};

static wd_model *new_cart(const struct drive *drive)
{
    static const char *const wheel[] = {"left", "right", "front"};
    static const double x[] = {-0.2, -0.2, 0.25}, y[] = {0.2, -0.2, 0};
    const double xz[] = {-5, 0, 0, 0, 8, -8 * drive->fall};
    wd_model *cart = new_vehicle();
    add(cart, "body", "box", NULL, NULL);
    set_mass(cart, "box", 5, 0.1, 0.15, 0.2);
    set_place(cart, "box", 0, 0, 0.2);
    set_init(cart, "box", "forward", drive->speed);
    for (int i = 0; i < 3; i++) {
        add(cart, "wheel", wheel[i], "box", NULL);
        set_place(cart, wheel[i], x[i], y[i], 0.1);
        set_part(cart, wheel[i], "radius", 0.1);
        set_part(cart, wheel[i], "crown", 0.02);
        set_part(cart, wheel[i], "mass", 0.5);
        set_part(cart, wheel[i], "spin_inertia", 0.0025);
        set_input(cart, wheel[i], "mu", drive->mu);
    }
    must(cart, wd_model_set_terrain(cart, xz, 3), "set_terrain");
    set(cart, "param.ground_heading", drive->heading);
    choose(cart, "param.spin", "rolling");
    choose(cart, "param.place", "on_ground");
    return cart;
}

static void crosses(const struct drive *drive)
{
    wd_model *cart = new_cart(drive);
    set(cart, "solver.max_steps", STEPS);
    start(cart, 0);
    double total = balance_of(cart), error = 0, end = fmin(0.5 / drive->speed, 1.2);
    struct losses losses = {.allowed = BALANCE * total};
    int32_t status = WD_OK;
    for (int k = 1; k <= CALLS && status == WD_OK; k++) {
        status = step_and_compare(cart, end * k / CALLS, &losses);
        error = fmax(error, fabs(balance_of(cart) - total));
    }
    double most = fmax(error, fmax(fabs(losses.at_event), fabs(losses.in_flow)));
    check(
        status == WD_OK && most <= BALANCE * total,
        "%g m/s, %g rad, fall %g: %s, losses of %.3g J that no event reports and of %.3g J without "
        "an event or friction, error of the balance %.3g J, last speed %.3g m/s",
        drive->speed, drive->heading, drive->fall, wd_status_name(status), losses.at_event,
        losses.in_flow, error, hypot(out(cart, "box", "vx"), out(cart, "box", "vy")));
    wd_model_free(cart);
}

/* Run a cart to END in this number of calls, and return its kinetic energy. */
static double energy_at_end(wd_model *cart, int calls)
{
    start(cart, 0);
    for (int i = 1; i <= calls; i++)
        must(cart, wd_model_step_to(cart, END * i / calls), "step_to");
    double energy = get(cart, "output.kinetic_energy");
    wd_model_free(cart);
    return energy;
}

static void agrees(const struct drive *drive)
{
    wd_model *stepped = new_cart(drive), *slow = new_cart(drive);
    choose(stepped, "solver.scheme", "moreau");
    set(stepped, "solver.fixed_step", 1e-3);
    set(slow, "solver.zeno_speed", 1e-4);
    double want = energy_at_end(stepped, 1);
    double got[] = {energy_at_end(new_cart(drive), 1), energy_at_end(new_cart(drive), 40),
                    energy_at_end(slow, 1)};
    for (int i = 0; i < 3; i++)
        check(fabs(got[i] - want) <= AGREES * want,
              "fall %g, %g rad, run %d: %.9g J, by Moreau steps %.9g J", drive->fall,
              drive->heading, i, got[i], want);
}

int main(void)
{
    static const double speed[] = {0.01, 0.1, 1}, falls[] = {0.01, 0.05};
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 2; k++)
            for (double heading = 0; heading < 1; heading += 0.15)
                crosses(&(struct drive){speed[i], heading, falls[k], 0.8});
    crosses(&(struct drive){0.5, 0.8, 0.0425, 1.2});
    for (double fall = 1e-3; fall < 0.3; fall *= 7)
        for (double heading = 0.2; heading < 0.9; heading += 0.3)
            agrees(&(struct drive){0.3, heading, fall, 0.8});
    return done();
}
