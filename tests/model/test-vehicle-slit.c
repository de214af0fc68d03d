/* SPDX-License-Identifier: MIT */
/* Wheels in a hollow cylinder that roll across a slit at its top. The slit is between two lips
 * whose tips are as thin as the slit is narrow, so a contact at a tip passes within a step far
 * beyond the cone of normals there. */
#include "vehicle-profile.h"

static const double radius = 0.1, cylinder = 1; /* m */

/* A slit whose half width is `half` (m), at the top of a cylinder of radius 1 m. */
static void set_cylinder(wd_model *model, double half)
{
    double angle = asin(half / cylinder), top = cylinder * (1 + cos(angle));
    double bent = tan((acos(-1) - angle) / 4);
    const double xz[] = {-2, top, -half, top, 0, 0, half, top, 2, top};
    const double bulge[] = {0, bent, bent, 0};
    must(model, wd_model_set_profile(model, xz, bulge, 5), "set_profile");
}

/* Roll a wheel across the slit with Moreau steps of 0.2 ms. Without gravity it keeps its speed, but
 * for the impact at the further tip. */
static void rolls_across(double crown, double half, double rate)
{
    wd_model *wheel = new_wheel(1, 0.004, 0.004, radius, crown);
    double speed = rate * (cylinder - radius);
    set_cylinder(wheel, half);
    choose(wheel, "solver.scheme", "moreau");
    set(wheel, "solver.fixed_step", 2e-4);
    set(wheel, "param.gravity", 0);
    set_input(wheel, "edge", "mu", 0.5);
    set_init(wheel, "hub", "z", radius);
    set_init(wheel, "hub", "forward", speed);
    set_init(wheel, "hub", "pitch_rate", speed / radius);
    start(wheel, 0);
    go(wheel, acos(-1) / rate + 0.05);
    double left = hypot(out(wheel, "hub", "vx"), out(wheel, "hub", "vz"));
    check(fabs(left / speed - 1) <= 0.02,
          "crown %g m, slit of %g m, %g m/s: after the slit %.4g of the speed", crown, 2 * half,
          speed, left / speed);
    wd_model_free(wheel);
}

int main(void)
{
    const double crowns[] = {0.1, 0.06, 0.001}, halves[] = {1e-5, 3e-4, 1e-3, 3e-3};
    for (size_t i = 0; i < sizeof crowns / sizeof *crowns; i++)
        for (size_t k = 0; k < sizeof halves / sizeof *halves; k++)
            for (double rate = 3; rate <= 9; rate++)
                rolls_across(crowns[i], halves[k], rate);
    return done();
}
