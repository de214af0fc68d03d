/* SPDX-License-Identifier: MIT */
/* Wheels on profiles with arcs: smooth joints, symmetries, rest, fixed steps, many arcs. */
#include "impact.h"
#include "models/impact_wheel/moreau.h"
#include "num/interrupt.h"

static struct world world, other;

static void make_hill(struct world *w, double R)
{
    const double xy[] = {-R, -1, -R, 0, R, 0, R, -1}, bulge[] = {0, -1, 0};
    world_open(w);
    world_profile(w, xy, bulge, 4);
}

/* ---- a bump with fillets: smooth joints ---- */

enum { BUMP_POINTS = 6 };

static void make_bump(struct world *w, double angle, double fillet, double top, double shift)
{
    double s = sin(angle), c = 1 - cos(angle);
    const double x[] = {-1,
                        0,
                        fillet * s,
                        (fillet + 2 * top) * s,
                        2 * (fillet + top) * s,
                        2 * (fillet + top) * s + 1};
    const double y[] = {0, 0, fillet * c, fillet * c, 0, 0};
    const double bulge[] = {0, tan(angle / 4), -tan(angle / 2), tan(angle / 4), 0};
    double xy[2 * BUMP_POINTS];
    for (int i = 0; i < BUMP_POINTS; i++) {
        xy[2 * i] = shift + x[i];
        xy[2 * i + 1] = y[i];
    }
    world_open(w);
    check(world_profile(w, xy, bulge, BUMP_POINTS) == TERRAIN_FINE, "a bump of arcs is fine");
}

static void test_bump(double mu, double v, double shift)
{
    make_bump(&world, 0.6, 0.4, 0.3, shift);
    world.system.mu = mu;
    world_start(&world, shift - 0.5, 0.1, 0, v, 0, mu > 0 ? -v / 0.1 : 0);
    double before = world_energy(&world);
    check(world_go(&world, 4 / v) == WD_OK && world.state.now[0] > shift + 1,
          "the wheel passes the bump");
    near_rel(world_energy(&world), before, 1e-10, 0, "energy behind the bump");
    near_rel(world.state.now[3], v, 1e-10, 0, "speed behind the bump");
    size_t others = world.events - world_count(&world, WD_EVENT_FEATURE);
    check(others == 0 && world.events == 4,
          "the wheel passes to another segment %zu times; %zu other events",
          world_count(&world, WD_EVENT_FEATURE), others);
}

/* ---- contacts that end at the border of a feature ---- */

static int32_t no_load(void *user, double t, struct impact_load *load)
{
    (void)user;
    (void)t;
    *load = (struct impact_load){0, 0, 0};
    return WD_OK;
}

/* Check the first event of a wheel that rolls or slides at the speed v at x = 0 on level ground. to
 * = -1: the wheel separates where the feature `from` ends. */
static void test_border(const char *what, double v, double mu, int from, int to)
{
    for (int by_function = 0; by_function < 2; by_function++) {
        world_vary(&world, by_function ? no_load : NULL, NULL);
        world.system.mu = mu;
        world.state.t = 0;
        world_start(&world, 0, 0.1, 0, v, 0, mu > 0 ? -v / 0.1 : 0);
        int32_t status = world_go(&world, 1);
        const struct logged *e = &world.event[0];
        check(status == WD_OK && world.events > 0 &&
                  e->type == (to < 0 ? WD_EVENT_DETACH : WD_EVENT_FEATURE) &&
                  e->value[EVENT_FEATURE_A] == from && e->value[EVENT_FEATURE_B] == to,
              "%s at %g m/s, %s %d%s", what, v,
              to < 0 ? "it leaves the feature" : "it passes on from feature", from,
              by_function ? ", integrated" : "");
    }
}

/* A wheel on the top of a corner or hill keeps contact up to v^2 = g r = 0.981 m^2/s^2 on a corner
 * and g (R + r) on a hill of radius R. */
static void test_borders(void)
{
    const double edge[] = {-1, 0, 0.2, 0, 1, -1}, back[] = {-1, -1, -0.2, 0, 1, 0};
    const double round[] = {-1, 0, 0.2, 0, 0.7, -0.5, 0.7, -1}, down[] = {0, -tan(acos(0) / 4), 0};
    const double lip[] = {-1, 0, 0.2, 0, 0.2 + 0.5 * sin(0.6), 0.5 - 0.5 * cos(0.6), 2, 0.1};
    const double up[] = {0, tan(0.15), 0};
    for (int fast = 0; fast < 2; fast++)
        for (int mu = 0; mu < 2; mu++) {
            double v = fast ? 1.01 * sqrt(0.981) : 0.3;
            world_open(&world);
            world_terrain(&world, edge, 3);
            test_border("over an edge", v, mu, 0, fast ? -1 : 1);
            world_terrain(&world, back, 3);
            test_border("over an edge backwards", -v, mu, 2, fast ? -1 : 1);
            world_profile(&world, round, down, 4);
            v = fast ? 1.01 * sqrt(9.81 * 0.6) : 1;
            test_border("onto a hill", v, mu, 0, fast ? -1 : 2);
        }
    make_bump(&world, 0.6, 0.4, 0.3, 0.2);
    test_border("onto a fillet", 2.5, 0, 0, 2);
    check(world.events > 1 && world.event[1].type == WD_EVENT_DETACH &&
              world.event[1].value[EVENT_FEATURE_A] == 2,
          "from the fillet into the air");
    world_profile(&world, lip, up, 4);
    test_border("onto a ramp", 2.5, 0, 0, 2);
    check(world.events > 1 && world.event[1].type == WD_EVENT_DETACH &&
              world.event[1].value[EVENT_FEATURE_A] == 2 &&
              world.event[1].value[EVENT_FEATURE_B] == -1,
          "from the lip into the air");
}

/* ---- symmetries ---- */

/* Two hills and a valley with corners between them, and a wall at the end. */
enum { WILD_POINTS = 7 };
static const double wild_xy[] = {-2, 0, -0.5, 0, 0, 0.1, 0.8, 0.1, 1.3, 0.3, 1.9, 0, 1.9, 2};
static const double wild_bulge[] = {0, -0.3, 0.5, -0.4, 0.2, 0};

static double throw_wild(struct world *w, double mirror, double k, double beta)
{
    double xy[2 * WILD_POINTS], bulge[WILD_POINTS - 1], root = sqrt(k);
    for (int i = 0; i < WILD_POINTS; i++) {
        int from = mirror < 0 ? WILD_POINTS - 1 - i : i;
        xy[2 * i] = mirror * k * wild_xy[2 * from];
        xy[2 * i + 1] = k * wild_xy[2 * from + 1];
    }
    for (int i = 0; i < WILD_POINTS - 1; i++)
        bulge[i] = wild_bulge[mirror < 0 ? WILD_POINTS - 2 - i : i];
    world_open(w);
    if (world_profile(w, xy, bulge, WILD_POINTS) != TERRAIN_FINE)
        return NAN;
    w->system.wheel = law_wheel_of(10, 0.1 * k, 0.05 * k * k);
    w->system.restitution = beta;
    w->system.zeno_speed *= root;
    w->system.contact_tolerance *= k;
    world_start(w, mirror * 0.3 * k, 0.6 * k, 0, mirror * root, -root, mirror * 10 / root);
    return world_go(w, 3 * root) == WD_OK ? root : (double)NAN;
}

static void test_symmetry(double beta)
{
    double worst = 0;
    throw_wild(&world, 1, 1, beta);
    check(throw_wild(&other, -1, 1, beta) == 1 && world.events == other.events,
          "beta %g: the mirrored run has as many events, %zu", beta, world.events);
    for (int k = 0; k < 6; k++) {
        double sign = k == 1 || k == 4 ? 1 : -1;
        worst = fmax(worst, fabs(world.state.now[k] - sign * other.state.now[k]));
    }
    check(worst <= 1e-8, "the mirrored run differs by %.2g", worst);
    check(throw_wild(&other, 1, 4, beta) == 2 && world.events == other.events,
          "a run four times as large has as many events");
    worst = 0;
    const double factor[] = {4, 4, 1, 2, 2, 0.5};
    for (int k = 0; k < 6; k++)
        worst = fmax(worst, fabs(world.state.now[k] - other.state.now[k] / factor[k]));
    check(worst <= 1e-8, "the run four times as large, scaled back, differs by %.2g", worst);
}

/* ---- rest ---- */

static int32_t braking_load(void *user, double t, struct impact_load *load)
{
    (void)t;
    *load = (struct impact_load){*(const double *)user, 0, 0};
    return WD_OK;
}

/* A wheel at rest where the profile is inclined by an angle, held by a torque. */
static void test_rest(int convex, int by_function, double slope)
{
    double R = 0.7, rho = convex ? R + 0.1 : 0.1 - R, torque = -10 * 9.81 * 0.1 * sin(slope);
    convex ? make_hill(&world, R) : world_pipe(&world, R);
    world.held.torque = torque;
    world_vary(&world, by_function ? braking_load : NULL, &torque);
    check(world_start(&world, -rho * sin(slope), rho * cos(slope), 0, 0, 0, 0) == WD_OK,
          "%s, braked %s", convex ? "on a hill" : "in a bowl", by_function ? "by a function" : "");
    double x = world.state.now[0], y = world.state.now[1];
    check(world_go(&world, 3600) == WD_OK && world.state.now[0] == x && world.state.now[1] == y &&
              world.state.now[2] == 0 && world.state.lasting == 1,
          "after an hour: displacement exactly 0");
}

/* ---- fixed steps ---- */

/* Distance from the event-driven motion after 5 s; *gap: largest magnitude of the gap during the
 * run. */
static double by_steps(double h, double *gap)
{
    world_pipe(&other, 1);
    other.system.mu = 3;
    world_start_in_pipe(&other, 1, 1);
    *gap = 0;
    for (int k = 0; k < 5 / h; k++) {
        moreau_step(&other.system, &other.state, h);
        const double *y = other.state.now;
        *gap = fmax(*gap, fabs(terrain_distance(&other.terrain, y[0], y[1]) - 0.1));
    }
    return hypot(other.state.now[0] - world.state.now[0], other.state.now[1] - world.state.now[1]);
}

static void test_fixed_steps(void)
{
    double gap, finer_gap;
    world_pipe(&world, 1);
    world.system.mu = 3;
    world_start_in_pipe(&world, 1, 1);
    world_go(&world, 5);
    double away = by_steps(2e-3, &gap), finer = by_steps(1e-3, &finer_gap);
    check(away < 0.02 && finer < 0.3 * away,
          "fixed steps differ from the event-driven run by %.2g, with half the step by %.2g", away,
          finer);
    check(gap < 1e-4 && finer_gap < 0.3 * gap,
          "largest penetration of the arc %.2g m, with half the step %.2g m", gap, finer_gap);
}

/* Throw a wheel at the ground: in the step with the impact the impulses must explain the change of
 * velocities. */
static void test_step_impulse(double beta, double spin)
{
    const double xy[] = {0, 0, 1, 0};
    world_open(&world);
    world_terrain(&world, xy, 2);
    world.system.restitution = beta;
    world_start(&world, 0, 0.2, 0, 1, -2, spin);
    while (world.events == 0 && world.state.t < 1)
        moreau_step(&world.system, &world.state, 1e-3);
    const double *v = world.event[0].value, *now = world.state.now, m = 10, J = 0.05;
    double N = v[EVENT_NORMAL_TOTAL], T = v[EVENT_FRICTION_TOTAL], jump[3], energy = 0;
    for (int k = 0; k < 3; k++) {
        double before = v[EVENT_BEFORE + k], after = v[EVENT_AFTER + k];
        jump[k] = (k == 2 ? J : m) * (after - before);
        energy += (k == 2 ? J : m) * (after * after - before * before) / 2;
    }
    check(world.events == 1 && world.event[0].type == WD_EVENT_IMPACT && v[EVENT_AFTER] == now[3] &&
              isnan(v[EVENT_NORMAL_A]) && v[EVENT_BEFORE + 1] < -2,
          "an impact in fixed steps, beta %g, spin %g", beta, spin);
    near_abs(-T, jump[0], 1e-13, "friction impulse and change of momentum along the ground");
    near_abs(N, jump[1], 1e-13, "normal impulse and change of momentum upwards");
    near_abs(-0.1 * T, jump[2], 1e-13, "friction impulse and change of angular momentum");
    near_abs(v[EVENT_ENERGY_CHANGE], energy, 1e-12, "reported change of energy");
}

/* ---- many arcs ---- */

/* Build waves of arcs; returns their memory, which the caller frees. */
static double *make_waves(size_t points, double length, struct interrupt *work)
{
    double *xy = malloc(2 * points * sizeof *xy), *bulge = malloc(points * sizeof *bulge);
    double *memory = malloc(8 * terrain_doubles(points, 1));
    for (size_t i = 0; i < points; i++) {
        xy[2 * i] = length * ((double)i - (double)(points / 2));
        xy[2 * i + 1] = 0;
        bulge[i] = i == 0 || i + 2 == points ? 0 : (i + points / 2) % 2 ? -0.3 : 0.3;
    }
    world_open(&world);
    check(terrain_build(&world.terrain, xy, bulge, points, memory, work).fault == TERRAIN_FINE,
          "waves of %zu arcs", points - 3);
    free(xy);
    free(bulge);
    return memory;
}

/* Work of the search, in units of interrupt.h, for a second of oscillation within one arc. */
static double search_work(size_t points)
{
    const int64_t enough = (int64_t)1 << 60;
    struct interrupt work = {.left = enough};
    double *memory = make_waves(points, 1, &work);
    world_start(&world, 0.3, 0.2, 0, 0, 0, 0);
    world.state.t = 0;
    work.left = enough;
    for (int k = 1; k <= 1000; k++)
        world_go(&world, 1e-3 * k);
    check(world.state.lasting == 1 && world.state.feature[0] == 2 * (int64_t)(points / 2),
          "the wheel swings in the middle arc");
    free(memory);
    return (double)(enough - work.left);
}

/* Work of the search, in units of interrupt.h, for a wheel that bounces on a hill of short
 * segments, many of which are below the wheel. */
static double fine_work(size_t points)
{
    const int64_t enough = (int64_t)1 << 60;
    struct interrupt work = {.left = enough};
    double *xy = malloc(2 * points * sizeof *xy);
    double *memory = malloc(8 * terrain_doubles(points, 0));
    for (size_t i = 0; i < points; i++) {
        xy[2 * i] = 10 * (double)i / (double)points - 5;
        xy[2 * i + 1] = 0.2 * cos(xy[2 * i]);
    }
    world_open(&world);
    check(terrain_build(&world.terrain, xy, NULL, points, memory, &work).fault == TERRAIN_FINE,
          "a hill of %zu points", points);
    world.system.restitution = 0.5;
    world_start(&world, -1, 1.2, 0, 0.5, 0, 0);
    work.left = enough;
    check(world_go(&world, 1) == WD_OK && world_count(&world, WD_EVENT_IMPACT) == 2,
          "the wheel bounces twice");
    free(xy);
    free(memory);
    return (double)(enough - work.left);
}

static void test_search(void)
{
    double few = search_work(103), many = search_work(10003);
    check(many <= 3 * few + 1e5, "search work of 1000 steps: %g units on 100 arcs, %g on 10000",
          few, many);
    few = fine_work(1000), many = fine_work(100000);
    check(many <= 10 * few, "search work of two bounces: %g units on 1000 points, %g on 100000",
          few, many);
}

/* A force under which a rolling wheel has the speed sign u (1 - 16 k s (1 - s)), s = t/h. */
struct dip {
    double sign, u, k, h;
};

static int32_t dip_load(void *user, double t, struct impact_load *load)
{
    const struct dip *dip = user;
    double rate = -16 * dip->sign * dip->u * dip->k / dip->h * (1 - 2 * t / dip->h);
    *load = (struct impact_load){.fx = 15 * rate};
    return WD_OK;
}

/* Distance along x that a wheel with the speed of `dip` has covered at s = t/h. */
static double dip_way(const struct dip *dip, double s)
{
    return dip->sign * dip->u * dip->h * (s - dip->k * s * s * (8 - 16 * s / 3));
}

/* The wheel reverses twice within one step; the wall that it reaches in between is found. */
static void test_two_turns(const char *what, double sign, double k, double from, double to)
{
    const double xy[] = {0, 1, 0, 0, 1, 0}, gap = 1e-8;
    struct dip dip = {sign, 1e-4, k, 0.005};
    world_open(&world);
    world_terrain(&world, xy, 3);
    world_vary(&world, dip_load, &dip);
    world.system.mu = 1;
    world.system.max_step = dip.h;
    double r = world.system.wheel.radius;
    world_start(&world, r + gap, r, 0, sign * dip.u, 0, -sign * dip.u / r);
    check(world_go(&world, dip.h) == WD_OK && world.events > 0, "%s: the wheel meets the wall",
          what);
    for (int i = 0; i < 60; i++) {
        double middle = (from + to) / 2;
        *(dip_way(&dip, middle) > -gap ? &from : &to) = middle;
    }
    near_abs(world.event[0].t, from * dip.h, 1e-10, "time at which the path length equals the gap");
}

int main(void)
{
    test_bump(0, 1.8, 0);
    test_bump(3, 1.8, 0);
    test_bump(3, 1.5, 123.456);
    test_borders();
    test_symmetry(0);
    test_symmetry(0.5);
    for (int k = 0; k < 4; k++)
        test_rest(k % 2, k / 2, 0.2);
    test_rest(0, 0, 0);
    test_rest(0, 1, 0);
    test_fixed_steps();
    test_step_impulse(0, 0);
    test_step_impulse(0.5, -80);
    test_search();
    test_two_turns("a dip towards the wall and back", -1, 1, 0, 0.06);
    test_two_turns("away from the wall, back and away again", 1, 0.37, 0.4, 0.78);
    return done();
}
