/* SPDX-License-Identifier: MIT */
/* A rigid cart on three wheels rolls obliquely over a convex corner, onto a slope down. No contact
 * may take energy from it without an impact: the energy balances, and no event takes more energy
 * than the log reports. */
#include "losses.h"
#include "vehicle.h"

enum { CALLS = 48 };

/* Relative error of the energy: ten times the default of solver.rtol. */
#define BALANCE 1e-8

/* Speed in m/s at the start; angle in rad between the direction of motion and the normal of the
 * corner; fall of the slope. */
struct drive {
    double speed, heading, fall;
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
        set_input(cart, wheel[i], "mu", 0.8);
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

int main(void)
{
    static const double speed[] = {0.01, 0.1, 1}, fall[] = {0.01, 0.05};
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 2; k++)
            for (double heading = 0; heading < 0.8; heading += 0.15)
                crosses(&(struct drive){speed[i], heading, fall[k]});
    return done();
}
