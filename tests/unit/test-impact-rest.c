/* SPDX-License-Identifier: MIT */
/* A wheel at rest stays at rest to the last bit, also under varying loads within the friction
 * limits, and its motion is not split into more segments than the loads require. */
#include "impact.h"

enum { GROOVES = 60, SECONDS = 10 };

/* Amplitudes of torque and forces along x and y in N m and N; frequency in rad/s. */
struct shaking {
    double torque, fx, fy, rate;
};

static int32_t shaking_load(void *user, double t, struct impact_load *load)
{
    const struct shaking *s = user;
    double wave = sin(s->rate * t);
    *load = (struct impact_load){s->torque * wave, s->fx * wave, s->fy * cos(s->rate * t)};
    return WD_OK;
}

/* Place the wheel between two walls that rise from a random place at the angles `left` and `right`.
 * Forces stay within a fifth of the weight, the torque within a fifth of the friction that the
 * weight allows. */
static void open_groove(struct world *world, struct shaking *s, double *x, double *y)
{
    double left = uniform(0.5, 1.2), right = uniform(0.5, 1.2), x0 = uniform(-2, 2);
    double y0 = uniform(-1, 1);
    const double xy[] = {x0 - cos(left), y0 + sin(left), x0, y0, x0 + cos(right), y0 + sin(right)};
    world_open(world);
    world_terrain(world, xy, 3);
    world->system.mu = uniform(0.2, 1);
    double weight = world->system.wheel.mass * 9.81, r = world->system.wheel.radius;
    double up = r / cos((left + right) / 2), turn = (right - left) / 2;
    *x = x0 - up * sin(turn);
    *y = y0 + up * cos(turn);
    s->torque = 0.2 * world->system.mu * weight * r * uniform(-1, 1);
    s->fx = 0.2 * weight * uniform(-1, 1);
    s->fy = 0.2 * weight * uniform(-1, 1);
    s->rate = uniform(0.5, 40);
    world_vary(world, shaking_load, s);
}

static int is_still(const struct impact_state *state)
{
    const double *v = state->now + IMPACT_VX;
    return state->lasting == 2 && v[0] == 0 && v[1] == 0 && v[2] == 0;
}

/* Wheels that start at rest in a groove, and that friction holds. */
static void test_held(void)
{
    static struct world world;
    size_t moved = 0, events = 0;
    double legs = 0;
    for (int k = 0; k < GROOVES; k++) {
        struct shaking shaking;
        double x, y;
        open_groove(&world, &shaking, &x, &y);
        if (world_start(&world, x, y, 0, 0, 0, 0) != WD_OK)
            continue;
        struct impact_state start = world.state;
        world.steps_left = 1e6;
        for (int i = 1; i <= 20 * SECONDS; i++)
            world_go(&world, 0.05 * i);
        moved += !is_still(&world.state) ||
                 memcmp(start.now, world.state.now, 3 * sizeof *start.now) != 0;
        events += world.events;
        legs += 1e6 - world.steps_left;
    }
    check(moved == 0 && events <= GROOVES, "%d wheels held in grooves: %zu move, %zu events",
          GROOVES, moved, events);
    check(legs <= 15.0 * SECONDS * GROOVES, "%g motion segments a second",
          legs / SECONDS / GROOVES);
}

/* A wheel thrown into the groove with restitution comes to rest. */
static void test_caught(void)
{
    static struct world world;
    size_t moving = 0;
    for (int k = 0; k < GROOVES; k++) {
        struct shaking shaking;
        double x, y;
        open_groove(&world, &shaking, &x, &y);
        world.system.restitution = uniform(0, 0.5);
        int32_t status = world_start(&world, x, y + uniform(0, 0.3), 0, 0, 0, uniform(-10, 10));
        for (int i = 1; status == WD_OK && i <= SECONDS; i++)
            status = world_go(&world, i);
        struct impact_state caught = world.state;
        size_t events = world.events;
        if (status == WD_OK)
            status = world_go(&world, 2 * SECONDS);
        moving += status != WD_OK || !is_still(&world.state) || world.events != events ||
                  memcmp(caught.now, world.state.now, 3 * sizeof *caught.now) != 0;
    }
    check(moving == 0, "%d wheels thrown into grooves: %zu do not come to rest", GROOVES, moving);
}

int main(void)
{
    test_held();
    test_caught();
    return done();
}
