/* SPDX-License-Identifier: MIT */
/* Moreau steps of a wheel over edges, onto a kerb and into a corner, beside a second formulation: a
 * program of a circle in the plane, which knows neither features nor rates of contacts and solves
 * the impulses by projected Gauss-Seidel iterations. Both converge at first order to the
 * event-driven motion. */
#include "random.h"
#include "vehicle-profile.h"

static const double m = 2, r = 0.3, C = 0.09, g = 9.81;

enum { MOST_POINTS = 8, STATES = 5 };

/* A wheel on a chain of segments. start: x, z, forward speed, pitch rate. */
struct scene {
    const char *what;
    int points;
    double xz[2 * MOST_POINTS], start[4], mu, restitution, end;
};

/* ---- the circle in the plane ---- */

struct circle {
    double q[3], v[3]; /* x, z, angle; their rates */
};

struct place {
    double gap, n[2], impulse[2], before;
};

/* Distance of the centre from the nearest point of segment i, and the direction from this point. */
static struct place place_on(const struct scene *s, const struct circle *c, int i)
{
    const double *a = s->xz + 2 * i, *b = a + 2;
    double dx = b[0] - a[0], dz = b[1] - a[1];
    double along = ((c->q[0] - a[0]) * dx + (c->q[1] - a[1]) * dz) / (dx * dx + dz * dz);
    along = fmin(1, fmax(0, along));
    double x = c->q[0] - a[0] - along * dx, z = c->q[1] - a[1] - along * dz, d = hypot(x, z);
    return (struct place){.gap = d - r, .n = {x / d, z / d}};
}

/* List the places of the chain with a gap of at most `most`. A point that two segments share counts
 * once. */
static int places_within(const struct scene *s, const struct circle *c, double most,
                         struct place *list)
{
    int count = 0;
    for (int i = 0; i + 1 < s->points; i++) {
        struct place p = place_on(s, c, i);
        const double *last = count > 0 ? list[count - 1].n : NULL;
        if (p.gap <= most && !(last && hypot(p.n[0] - last[0], p.n[1] - last[1]) < 1e-9))
            list[count++] = p;
    }
    return count;
}

static void speeds_at(const struct place *p, const double v[3], double u[2])
{
    u[0] = p->n[0] * v[0] + p->n[1] * v[1];
    u[1] = p->n[1] * v[0] - p->n[0] * v[1] - r * v[2];
}

/* Add an impulse along the normal or along the ground. */
static void push(const struct place *p, int tangential, double impulse, double v[3])
{
    v[0] += impulse / m * (tangential ? p->n[1] : p->n[0]);
    v[1] += impulse / m * (tangential ? -p->n[0] : p->n[1]);
    v[2] -= tangential ? r * impulse / C : 0;
}

/* Signorini's condition with Newton's restitution and Coulomb's friction at all places. */
static void solve_impulses(const struct scene *s, struct place *list, int count, double v[3])
{
    double change = 1;
    for (int round = 0; round < 100000 && change > 1e-15; round++) {
        change = 0;
        for (int k = 0; k < 2 * count; k++) {
            struct place *p = &list[k / 2];
            int tangential = k % 2;
            double u[2], most = s->mu * p->impulse[0], was = p->impulse[tangential];
            speeds_at(p, v, u);
            double next = tangential ? was - u[1] / (1 / m + r * r / C)
                                     : was - m * (u[0] + s->restitution * fmin(0, p->before));
            next = tangential ? fmax(-most, fmin(most, next)) : fmax(0, next);
            p->impulse[tangential] = next;
            push(p, tangential, next - was, v);
            change = fmax(change, fabs(next - was));
        }
    }
}

static void step_circle(const struct scene *s, struct circle *c, double h)
{
    struct place list[MOST_POINTS];
    double u[2];
    for (int i = 0; i < 3; i++)
        c->q[i] += h / 2 * c->v[i];
    int count = places_within(s, c, 1e-9, list);
    for (int i = 0; i < count; i++) {
        speeds_at(&list[i], c->v, u);
        list[i].before = u[0];
    }
    c->v[1] -= g * h;
    solve_impulses(s, list, count, c->v);
    for (int i = 0; i < 3; i++)
        c->q[i] += h / 2 * c->v[i];
    for (int round = 0; round < 100; round++) {
        count = places_within(s, c, 0, list);
        for (int i = 0; i < count; i++) {
            c->q[0] -= list[i].gap * list[i].n[0];
            c->q[1] -= list[i].gap * list[i].n[1];
        }
    }
}

static void move_circle(const struct scene *s, double shift, double h, double state[STATES])
{
    struct circle c = {{s->start[0] + shift, s->start[1], 0}, {s->start[2], 0, s->start[3]}};
    int steps = (int)round(s->end / h);
    for (int k = 0; k < steps; k++)
        step_circle(s, &c, h);
    memcpy(state, c.q, 2 * sizeof *state);
    memcpy(state + 2, c.v, 3 * sizeof *state);
}

/* ---- the vehicle ---- */

/* h: length of Moreau steps; 0: event-driven. */
static void move_vehicle(const struct scene *s, double shift, double h, double state[STATES])
{
    wd_model *wheel = new_wheel(m, 0.05, C, r, 0.1);
    set_part(wheel, "edge", "restitution", s->restitution);
    set_input(wheel, "edge", "mu", s->mu);
    set_init(wheel, "hub", "x", s->start[0] + shift);
    set_init(wheel, "hub", "z", s->start[1]);
    set_init(wheel, "hub", "forward", s->start[2]);
    set_init(wheel, "hub", "pitch_rate", s->start[3]);
    must(wheel, wd_model_set_terrain(wheel, s->xz, (size_t)s->points), "set_terrain");
    precise(wheel);
    if (h > 0) {
        choose(wheel, "solver.scheme", "moreau");
        set(wheel, "solver.fixed_step", h);
    }
    start(wheel, 0);
    go(wheel, s->end);
    state[0] = out(wheel, "hub", "x"), state[1] = out(wheel, "hub", "z");
    state[2] = get(wheel, "state.hub.vx"), state[3] = get(wheel, "state.hub.vz");
    state[4] = out(wheel, "edge", "spin");
    wd_model_free(wheel);
}

/* ---- both beside the event-driven motion ---- */

static double largest_error(const double *state, const double *want)
{
    double worst = 0;
    for (int i = 0; i < STATES; i++)
        worst = worse(worst, state[i], want[i]);
    return worst;
}

/* Errors of first order decrease by the factor FINER. Half of it is required, because an error also
 * depends on where in a step an impact is, and means over a few starts keep some of this. */
enum { FINER = 8 };

/* Error of the event-driven motion, which locates impacts to 1e-12 s. */
#define ROUNDING 1e-9

static void first_order(const double error[2], const char *whose, const char *what)
{
    check(error[1] <= error[0] / (FINER / 2) + ROUNDING,
          "a wheel %s, %s: %.2g with steps of 2 ms, %.2g with 0.25 ms", what, whose, error[0],
          error[1]);
}

static void compare(const struct scene *s)
{
    double circle_error[2] = {0, 0}, wheel_error[2] = {0, 0}, apart[2] = {0, 0};
    int starts = few_or_all(8, 40);
    for (int k = 0; k < starts; k++) {
        double want[STATES], circle[STATES], wheel[STATES], shift = uniform(-0.01, 0.01);
        move_vehicle(s, shift, 0, want);
        for (int i = 0; i < 2; i++) {
            double h = i == 0 ? 2e-3 : 2e-3 / FINER;
            move_circle(s, shift, h, circle);
            move_vehicle(s, shift, h, wheel);
            circle_error[i] += largest_error(circle, want) / starts;
            wheel_error[i] += largest_error(wheel, want) / starts;
            apart[i] += largest_error(wheel, circle) / starts;
        }
    }
    first_order(circle_error, "error of the second formulation", s->what);
    first_order(wheel_error, "error of the vehicle", s->what);
    first_order(apart, "difference of both", s->what);
}

#define ROLLS(speed) speed, (speed) / 0.3
static const struct scene scenes[] = {
    {"rolls over an edge onto a ramp",
     3,
     {-3, 0, 0, 0, 3, -1.5},
     {-0.2, 0.3, ROLLS(1)},
     1.5,
     0,
     0.6},
    {"slides over an edge onto a ramp", 3, {-3, 0, 0, 0, 3, -1.5}, {-0.2, 0.3, 1, 0}, 0.2, 0, 0.6},
    {"bounces off an edge", 3, {-3, 0, 0, 0, 3, -1.5}, {0.1, 0.6, 0.2, 3}, 0.4, 0.5, 0.5},
    {"slides off a table", 4, {-3, 0, 0, 0, 0, -1, 3, -1}, {-0.2, 0.3, 2.5, 0}, 0.1, 0, 0.7},
    {"climbs a kerb", 4, {-3, 0, 0, 0, 0, 0.06, 3, 0.06}, {-0.5, 0.3, ROLLS(3)}, 1.5, 0, 0.5},
    {"runs back from a kerb",
     4,
     {-3, 0, 0, 0, 0, 0.08, 3, 0.08},
     {-0.5, 0.3, ROLLS(0.5)},
     0.8,
     0,
     1},
    {"runs into a corner", 3, {-3, 0, 0, 0, 2, 2}, {-0.5, 0.3, ROLLS(1.5)}, 0.3, 0, 0.6},
    {"spins at a wall", 3, {-3, 0, 0, 0, 0, 3}, {-0.7, 0.3, 1.5, 60}, 0.4, 0, 0.6},
    {"runs down stairs",
     6,
     {-3, 0, 0, 0, 0, -0.05, 0.3, -0.05, 0.3, -0.1, 3, -0.1},
     {-0.2, 0.3, ROLLS(0.8)},
     0.8,
     0,
     1},
};

int main(void)
{
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        compare(&scenes[i]);
    return done();
}
