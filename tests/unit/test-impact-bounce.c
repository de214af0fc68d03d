/* SPDX-License-Identifier: MIT */
/* Bounces far from other features have the same bits as bounces under a low ceiling, which the
 * wheel never touches but which the search for the next contact must consider each time. */
#include "impact.h"

enum { RUNS = 2000 };

/* Throw a wheel at an inclined floor so that it bounces by less than 0.1 mm. The search for the
 * next contact is skipped while the wheel stays within a room around its place (state.room). Below
 * the ceiling this room is at most 0.2 mm wide; at 2 m/s along the floor the wheel leaves it within
 * 0.1 ms. */
static void throw_at_floor(struct world *world, const double *upright, size_t points, int number)
{
    double xy[8];
    seed(number);
    double angle = uniform(-0.3, 0.3), c = cos(angle), s = sin(angle);
    for (size_t i = 0; i < points; i++) {
        xy[2 * i] = c * upright[2 * i] - s * upright[2 * i + 1];
        xy[2 * i + 1] = s * upright[2 * i] + c * upright[2 * i + 1];
    }
    world_open(world);
    world_terrain(world, xy, points);
    world->system.mu = uniform(0, 1) < 0.3 ? 0 : uniform(0, 1);
    world->system.restitution = uniform(0.3, 0.95);
    world->system.zeno_speed = uniform(0, 1) < 0.5 ? 1e-9 : 1e-4;
    world->held = (struct impact_load){uniform(-0.1, 0.1), uniform(-1, 1), uniform(-10, 10)};
    double x = uniform(-5, 5), y = 0.1 + uniform(0, 5e-5), along = uniform(2, 5);
    double up = uniform(-0.03, 0.03);
    world_start(world, c * x - s * y, s * x + c * y, 0, c * along - s * up, s * along + c * up,
                uniform(-50, 50));
}

static int is_same(const struct world *a, const struct world *b)
{
    return a->events == b->events && a->state.t == b->state.t &&
           (a->state.end == b->state.end ||
            a->state.lasting >
                0) && /* a lasting contact ends at the wall, which only the channel has */
           memcmp(a->state.now, b->state.now, sizeof a->state.now) == 0 &&
           memcmp(a->event, b->event, a->events * sizeof *a->event) == 0;
}

int main(void)
{
    static const double floor[] = {0, 0, 1000, 0};
    static const double channel[] = {0, 0, 1000, 0, 1000, 0.2002, 0, 0.2002};
    static struct world open, low;
    size_t same = 0, rooms = 0, narrow = 0, bounces = 0;
    for (int run = 0; run < RUNS; run++) {
        throw_at_floor(&open, floor, 2, run);
        throw_at_floor(&low, channel, 4, run);
        for (int k = 1; k <= 20; k++) {
            int went = world_go(&open, 0.005 * k) == WD_OK && world_go(&low, 0.005 * k) == WD_OK;
            same += went && is_same(&open, &low);
            rooms += open.state.room > 0;
            narrow += low.state.room > 0;
        }
        bounces += open.events;
    }
    printf("# %zu bounces, room around the wheel at %zu of %d instants\n", bounces, rooms,
           20 * RUNS);
    check(same == 20 * RUNS,
          "without and under a ceiling, the motion has the same bits and events");
    check(bounces > 10 * RUNS, "the wheels have more than 10 events per run");
    check(rooms > RUNS,
          "without a ceiling there is room around the wheel at more than 1 of 20 instants");
    check(narrow < rooms / 2, "under the ceiling there is room less than half as often");
    return done();
}
