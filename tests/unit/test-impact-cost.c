/* SPDX-License-Identifier: MIT */
/* The work of an event grows like the logarithm of the terrain's segments or arcs. */
#include "blocks.h"
#include "impact.h"

static struct world world;

/* Basic blocks executed for one event, averaged over 200 throws at the terrain. */
static double event_blocks(size_t *events)
{
    uint64_t before = blocks_executed;
    world.system.restitution = 0.8;
    *events = 0;
    for (int run = 0; run < 200; run++) {
        world.state.t = 0;
        world_start(&world, 0.013 * run, 1, 0, 0.5, 0, 0);
        world_go(&world, 2);
        *events += world.events;
    }
    return (double)(blocks_executed - before) / (double)*events;
}

/* Return `points` corners, 1 m apart along x; every second one is raised by `height`. */
static double *make_corners(size_t points, double height)
{
    double *xy = malloc(2 * points * sizeof *xy);
    for (size_t i = 0; i < points; i++) {
        xy[2 * i] = (double)i - (double)(points / 2);
        xy[2 * i + 1] = height * (double)(i % 2);
    }
    return xy;
}

static double on_teeth(size_t points, size_t *events)
{
    double *xy = make_corners(points, 0.1), *memory = malloc(8 * terrain_doubles(points, 0));
    world_open(&world);
    terrain_build(&world.terrain, xy, NULL, points, memory, NULL);
    double blocks = event_blocks(events);
    free(xy);
    free(memory);
    return blocks;
}

/* A terrain of arcs that form waves, with a straight segment at each end. */
static double on_waves(size_t points, size_t *events)
{
    double *xy = make_corners(points, 0), *memory = malloc(8 * terrain_doubles(points, 1));
    double *bulge = malloc(points * sizeof *bulge);
    for (size_t i = 0; i < points; i++)
        bulge[i] = i == 0 || i + 2 == points ? 0 : (i + points / 2) % 2 ? -0.3 : 0.3;
    world_open(&world);
    terrain_build(&world.terrain, xy, bulge, points, memory, NULL);
    double blocks = event_blocks(events);
    free(xy);
    free(bulge);
    free(memory);
    return blocks;
}

static void compare_costs(const char *what, double (*on)(size_t, size_t *))
{
    size_t few, many;
    double small = on(13, &few), large = on(10003, &many);
    check(few > 500 && many > 500, "%s: %zu events on a terrain of some 10, %zu on one of 10000",
          what, few, many);
    check(large < 3 * small, "%s: %.0f basic blocks per event on some 10, %.0f on 10000", what,
          small, large);
}

int main(void)
{
    compare_costs("segments", on_teeth);
    compare_costs("arcs", on_waves);
    return done();
}
