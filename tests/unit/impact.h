/* SPDX-License-Identifier: MIT */
/* Wheels on terrains for the tests of impact_wheel. Their parameters are those of the paper,
 * equation (114), unless a test changes them. */
#ifndef TEST_IMPACT_H
#define TEST_IMPACT_H

#include "tap.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>
#include "models/impact_wheel/impact_wheel.h"

enum { WORLD_POINTS = 256, WORLD_EVENTS = 4096, WORLD_MEMORY = 16384, WORLD_SCRATCH = 512 };

struct logged {
    double t;
    int32_t type;
    double value[EVENT_VALUES];
};

typedef int32_t (*load_fn)(void *user, double t, struct impact_load *load);

struct world {
    struct impact_system system;
    struct motion motion;
    struct view view;
    double steps_left;
    struct impact_state state;
    struct terrain terrain;
    struct impact_load held; /* constant loads */
    struct impact_load now;  /* last result of the function `load` */
    load_fn load;
    void *load_user;
    struct law_proximal contacts;
    double memory[WORLD_MEMORY], scratch[WORLD_SCRATCH];
    size_t events;
    struct logged event[WORLD_EVENTS];
};

static inline int32_t world_inputs(void *core, double t)
{
    struct world *world = core;
    return world->load(world->load_user, t, &world->now);
}

/* Take loads from the function `load`, or the constant loads `held` if `load` is NULL. */
static inline void world_vary(struct world *world, load_fn load, void *user)
{
    world->load = load;
    world->load_user = user;
    world->system.varying = load != NULL;
    world->system.input = load ? &world->now : &world->held;
}

static inline double *world_listen(void *core, double t, int32_t type)
{
    struct world *world = core;
    static struct logged overflow; /* takes the events beyond WORLD_EVENTS */
    struct logged *e = world->events < WORLD_EVENTS ? &world->event[world->events++] : &overflow;
    e->t = t;
    e->type = type;
    return e->value;
}

static uint64_t random_state = 88172645463325252u;

static inline double uniform(double lo, double hi)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return lo + (hi - lo) * (double)(random_state >> 11) * 0x1p-53;
}

static inline void seed(int number)
{
    random_state = 88172645463325252u ^ ((uint64_t)number * 0x9E3779B97F4A7C15u);
    for (int i = 0; i < 20; i++)
        uniform(0, 1);
}

/* Contact solvers. No solver keeps data between calls, so all worlds share one set. */
static void *solvers;

static inline void free_solvers(void)
{
    law_proximal_free(solvers);
}

static inline void world_open(struct world *world)
{
    if (!solvers) {
        solvers = law_proximal_new(NULL);
        atexit(free_solvers);
    }
    world->contacts = (struct law_proximal){.workspace = solvers};
    world->held = (struct impact_load){0, 0, 0};
    world->view = (struct view){.t = 0};
    world->steps_left = INFINITY;
    world->motion = (struct motion){.view = &world->view,
                                    .steps_left = &world->steps_left,
                                    .knot = INFINITY,
                                    .core = world,
                                    .inputs = world_inputs,
                                    .event = world_listen};
    struct impact_system system = {
        .wheel = law_wheel_of(10, 0.1, 0.05),
        .gravity = 9.81,
        .mu = 0.4,
        .terrain = &world->terrain,
        .motion = &world->motion,
        .input = &world->held,
        .zeno_speed = 1e-9,
        .contact_tolerance = 1e-9,
        .max_step = 0.1,
        .max_events = 10000,
        .solver = &world->contacts,
        .scratch = world->scratch,
    };
    struct impact_state nothing = {.t = 0};
    world->system = system;
    world->state = nothing;
    world->events = 0;
}

static inline enum terrain_fault world_profile(struct world *world, const double *xy,
                                               const double *bulge, size_t points)
{
    if (terrain_doubles(points, bulge != NULL) > WORLD_MEMORY || impact_scratch() > WORLD_SCRATCH) {
        printf("Bail out! the test's memory is too small\n");
        exit(1);
    }
    return terrain_build(&world->terrain, xy, bulge, points, world->memory, NULL).fault;
}

static inline enum terrain_fault world_terrain(struct world *world, const double *xy, size_t points)
{
    return world_profile(world, xy, NULL, points);
}

static inline void world_kerb(struct world *world, double kerb_x, double kerb_height)
{
    double xy[2 * IMPACT_WHEEL_KERB_POINTS];
    impact_wheel_kerb(0, kerb_x, kerb_height, xy);
    world_terrain(world, xy, IMPACT_WHEEL_KERB_POINTS);
}

static inline int32_t world_start(struct world *world, double x, double y, double phi, double vx,
                                  double vy, double w)
{
    const double now[6] = {x, y, phi, vx, vy, w};
    memcpy(world->state.now, now, sizeof now);
    world->events = 0;
    return impact_start(&world->system, &world->state);
}

static inline int32_t world_go(struct world *world, double t)
{
    return impact_advance(&world->system, &world->state, t, 0);
}

static inline size_t world_count(const struct world *w, int32_t type)
{
    size_t n = 0;
    for (size_t i = 0; i < w->events; i++)
        n += w->event[i].type == type;
    return n;
}

static inline double world_energy(const struct world *w)
{
    return impact_energy(&w->system, w->state.now);
}

/* Make the terrain a half circle between walls. */
static inline void world_pipe(struct world *w, double R)
{
    const double xy[] = {-R, 1, -R, 0, R, 0, R, 1}, bulge[] = {0, 1, 0};
    world_open(w);
    world_profile(w, xy, bulge, 4);
}

static inline int world_start_in_pipe(struct world *w, double R, double angle)
{
    double l = R - w->system.wheel.radius;
    return world_start(w, l * sin(angle), -l * cos(angle), 0, 0, 0, 0) == WD_OK;
}

/* A load function that returns zero. */
static inline int32_t world_no_load(void *user, double t, struct impact_load *load)
{
    (void)user;
    (void)t;
    *load = (struct impact_load){0, 0, 0};
    return WD_OK;
}

/* Make the terrain a straight slope of two segments, 20 m each, which meet at the origin. factor:
 * friction factors of the segments. */
static inline void world_slope(struct world *w, double angle, const double factor[2])
{
    double c = cos(angle), s = sin(angle), xy[] = {-20 * c, -20 * s, 0, 0, 20 * c, 20 * s};
    world_open(w);
    world_terrain(w, xy, 3);
    w->system.of_mu = factor;
}

/* Start a wheel on the slope at the distance s from the origin, with the velocity v along it. */
static inline int32_t world_stand(struct world *w, double angle, double s, double v, double spin)
{
    double c = cos(angle), n = sin(angle), r = w->system.wheel.radius;
    return world_start(w, s * c - r * n, s * n + r * c, 0, v * c, v * n, spin);
}

/* Distance of a wheel from the origin, along the slope. */
static inline double world_way(const double *now, double angle)
{
    return now[IMPACT_X] * cos(angle) + now[IMPACT_Y] * sin(angle);
}

#endif
