/* SPDX-License-Identifier: MIT */
/* A ball rolls from level ground over a blunt concave corner onto a slope. The normals of the two
 * places that it touches are nearly parallel, and the speed of approach may be below
 * solver.zeno_speed. */
#include "vehicle-profile.h"

/* The impact at the corner has no moment about the new contact, so with the moment of inertia
 * k m r^2 the speed v becomes v (cos(angle) + k) / (1 + k). Gravity changes it in the 0.1 ms that
 * follow. */
static void rolls_up(double slope, double zeno)
{
    const double xz[] = {-3, 0, 0, 0, 3, 3 * slope}, r = 0.1, k = 0.4, angle = atan(slope);
    wd_model *ball = new_wheel(1, k * r * r, k * r * r, r, r);
    must(ball, wd_model_set_terrain(ball, xz, 3), "set_terrain");
    set(ball, "solver.zeno_speed", zeno);
    set_input(ball, "edge", "mu", 0.8);
    set_init(ball, "hub", "x", -0.3);
    set_init(ball, "hub", "z", r);
    set_init(ball, "hub", "forward", 1);
    set_init(ball, "hub", "pitch_rate", 1 / r);
    start(ball, 0);
    int32_t status = wd_model_step_to(ball, 0.3 - r * tan(angle / 2) + 1e-4);
    double speed = hypot(out(ball, "hub", "vx"), out(ball, "hub", "vz"));
    double want = (cos(angle) + k) / (1 + k);
    check(status == WD_OK && fabs(speed - want) <= 1e-4 * 9.81 * slope + 1e-9,
          "slope %g, zeno_speed %g m/s: %s, %.9g m/s behind the corner, expected %.9g", slope, zeno,
          wd_status_name(status), speed, want);
    wd_model_free(ball);
}

int main(void)
{
    for (double zeno = 1e-6; zeno < 0.2; zeno *= 10)
        for (double slope = 1e-6; slope < 0.2; slope *= sqrt(10))
            rolls_up(slope, zeno);
    return done();
}
