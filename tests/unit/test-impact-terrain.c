/* SPDX-License-Identifier: MIT */
/* Wheels on terrains: allowed starts, and cases that rounding must not decide. */
#include "impact.h"

static struct world world;

static void test_start_inside(void)
{
    world_open(&world);
    world_kerb(&world, 0.5, 0.05);
    check(world_start(&world, 0.3, 0.1, 0, 0, 0, 0) == WD_EDOMAIN,
          "a start in the kerb is refused");
    check(world_start(&world, 0.8, 0.1 - 1e-6, 0, 0, 0, 0) == WD_EDOMAIN,
          "a start in the ground is refused");
    check(world_start(&world, 0.8, -5, 0, 0, 0, 0) == WD_EDOMAIN,
          "a start far below the ground is refused");
    check(world_start(&world, NAN, 1, 0, 0, 0, 0) == WD_EDOMAIN, "a start at NaN is refused");
    check(world_start(&world, 0.8, 0.1, 0, 0, 0, 0) == WD_OK, "a start on the ground is accepted");
}

/* ---- results that rounding must not decide ---- */

/* Two corners, one diameter of the wheel apart, hold the wheel, whatever its place and spin at the
 * start. */
static void test_narrow(void)
{
    const double xy[] = {-2, 0, 0, 0, 0, -0.1, 0.2, -0.1, 0.2, 0, 3, 0};
    int rests = 0;
    seed(3);
    for (int i = 0; i < 30; i++) {
        world_open(&world);
        world_terrain(&world, xy, 6);
        world_start(&world, uniform(0.03, 0.17), 0.4, 0, 0, 0, uniform(-20, 20));
        rests += world_go(&world, 1) == WD_OK && world.state.now[3] == 0 && world.state.now[4] == 0;
    }
    check(rests == 30, "in a gap of its own width the wheel rests %d times of 30", rests);
}

/* A wheel rolls fast over a corner whose angle is zero to rounding: it slips for zero time and
 * continues rolling. */
static void test_hardly_a_corner(void)
{
    const double slope = -0.15, turn = 1e-14, v = 0.9;
    double c = cos(slope), s = sin(slope);
    const double xy[] = {-cos(slope + turn), -sin(slope + turn), 0, 0, c, s};
    world_open(&world);
    world_terrain(&world, xy, 3);
    world_start(&world, -0.05 * c - 0.1 * s, -0.05 * s + 0.1 * c, 0, v * c, v * s, -v / 0.1);
    double before = impact_energy(&world.system, world.state.now);
    check(world_go(&world, 0.5) == WD_OK && world.state.mode[0] == LAW_STICK,
          "behind the corner the wheel rolls");
    near_abs(impact_energy(&world.system, world.state.now), before, 1e-12,
             "energy behind the corner");
    int slips = 0, sticks = 0;
    for (size_t i = 0; i < world.events; i++) {
        slips += world.event[i].type == WD_EVENT_SLIP;
        sticks += world.event[i].type == WD_EVENT_STICK;
    }
    check(slips == 1 && sticks == 1, "events at the corner: %d SLIP, %d STICK", slips, sticks);
}

static int32_t braking_load(void *user, double t, struct impact_load *load)
{
    (void)t;
    *load = (struct impact_load){*(const double *)user, 0, 0};
    return WD_OK;
}

static void test_braked(void)
{
    double angle = acos(-1.0) / 18, xy[] = {0, 0, cos(angle), sin(angle)};
    double torque = -10 * 9.81 * 0.1 * sin(angle);
    double x = 0.3 * xy[2] - 0.1 * xy[3], y = 0.3 * xy[3] + 0.1 * xy[2];
    world_open(&world);
    world_terrain(&world, xy, 2);
    world.system.mu = 0.18;
    world_vary(&world, braking_load, &torque);
    check(world_start(&world, x, y, 0, 0, 0, 0) == WD_OK,
          "a start braked by a load function on a slope is accepted");
    double x0 = world.state.now[0], y0 = world.state.now[1];
    check(world_go(&world, 1000) == WD_OK && world.state.now[0] == x0 && world.state.now[1] == y0 &&
              world.state.now[2] == 0,
          "after 1000 s: displacement exactly 0");
}

int main(void)
{
    test_start_inside();
    test_narrow();
    test_hardly_a_corner();
    test_braked();
    return done();
}
