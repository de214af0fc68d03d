/* SPDX-License-Identifier: MIT */
/* A spinning wheel at rest at a seam, a border between segments of different friction: closed
 * forms, mirror images, varying loads, random starts. */
#include "impact.h"

#define EXACT 1e-12

static struct world world, other;
static const double m = 10, r = 0.1, g = 9.81;

/* A wheel spins on a slope whose upper part is ice: friction of the lower part drives the wheel up,
 * and on the ice it slides down. While the wheel spins, it stays at the border with the friction
 * force T = m g sin(angle). */
static void test_held(double forward, int by_function, int by_solver)
{
    const double angle = 0.2, up[] = {1, 0}, down[] = {0, 1}, spin = 40, J = 0.05;
    double T = m * g * sin(angle), stop = spin * J / (r * T),
           a = g * sin(angle) / (1 + J / (m * r * r));
    world_slope(&world, forward * angle, forward > 0 ? up : down);
    world.system.mu = 0.6;
    world.system.by_solver = by_solver;
    world_vary(&world, by_function ? world_no_load : NULL, NULL);
    world_stand(&world, forward * angle, 0, 0, -forward * spin);
    double total = world_energy(&world);
    struct law_result forces;
    if (!check(world_go(&world, stop / 4) == WD_OK,
               "the run succeeds up to a quarter of the time to the stop"))
        return;
    double x = world.state.now[0], y = world.state.now[1];
    check(world_go(&world, stop / 2) == WD_OK && world.events == 1 && world.state.feature[0] == 1,
          "a wheel that friction drives towards x = %g is held where the ice begins%s%s", forward,
          by_function ? ", integrated" : "", by_solver ? ", by the solver" : "");
    check(world.state.now[0] == x && world.state.now[1] == y,
          "the held wheel has not moved by a bit");
    near_abs(world.state.now[IMPACT_W], -forward * spin / 2, 1e-11, "spin of the held wheel");
    impact_forces(&world.system, &world.state, &forces);
    near_abs(forces.friction[0], -forward * T, EXACT * m * g, "friction force on the held wheel");
    near_abs(world_energy(&world) + world.state.now[IMPACT_LOST], total, EXACT * total,
             "energy balance while the wheel is held");
    check(world_go(&world, stop + 0.5) == WD_OK && world.events < 8,
          "after the stop the wheel rolls down: %zu events", world.events);
    near_abs(world_way(world.state.now, forward * angle), -forward * a * 0.25 / 2, 1e-11,
             "distance rolled along the slope");
    near_abs(world_energy(&world) + world.state.now[IMPACT_LOST], total, 1e-11,
             "energy balance at the end");
}

/* A force along level ground that grows in time; `user` has its rate in N/s and its start value in
 * N. */
static int32_t growing_load(void *user, double t, struct impact_load *load)
{
    const double *force = user;
    *load = (struct impact_load){0, force[0] * t + force[1], 0};
    return WD_OK;
}

/* A wheel that spins towards ice is held until the force that holds it leaves the range between the
 * friction limits of the two sides. A growing force exceeds the friction of the ground and pushes
 * the wheel back onto it; a falling force drops below the friction of the ice and lets the wheel
 * move onto the ice. */
static void test_released(double forward, int grows)
{
    const double up[] = {0.5, 0.1}, down[] = {0.1, 0.5}, J = 0.05, spin = 100, after = 0.125;
    double N = m * g, k = grows ? 40 : -20, F = 0.25 * N, bound = grows ? 0.5 * N : 0.1 * N;
    double force[2] = {-forward * k, -forward * F}, t1 = (bound - F) / k;
    world_slope(&world, 0, forward > 0 ? up : down);
    world.system.mu = 1;
    world_vary(&world, growing_load, force);
    world_stand(&world, 0, 0, 0, -forward * spin);
    double total = world_energy(&world), kept = spin - r / J * (F + bound) / 2 * t1;
    check(world_go(&world, t1 - 1e-6) == WD_OK && world.state.feature[0] == 1 &&
              world.state.now[0] == 0 && world.state.now[1] == r && world.state.now[3] == 0,
          "ice towards x = %g: under a force that %s the wheel stays exactly where it begins",
          forward, grows ? "grows" : "falls");
    near_abs(forward * world.state.now[IMPACT_W], -kept, 1e-4,
             "spin of the wheel before its release");
    check(world_go(&world, t1 + after) == WD_OK && world.events < 6 &&
              world.state.feature[0] == ((forward > 0) == grows ? 0 : 2),
          "the wheel is released at %g s, %zu events", t1, world.events);
    double moved = -forward * k * after * after * after / (6 * m);
    near_abs(world.state.now[0], moved, 1e-10, "distance along the ground");
    near_abs(forward * world.state.now[IMPACT_W], -(kept - r / J * bound * after), 1e-8,
             "spin at the end");
    near_abs(world_energy(&world) - world.state.now[IMPACT_WORK] + world.state.now[IMPACT_LOST],
             total, 1e-10, "energy balance at the end");
}

/* A wheel at 1 mm/s moves to and fro across the seam. The seam holds the wheel if zeno_speed
 * exceeds this speed. */
static void test_slow(void)
{
    const double factor[] = {1, 0};
    for (int summed = 0; summed < 2; summed++) {
        world_slope(&world, 0.2, factor);
        world.system.mu = 0.6;
        world.system.zeno_speed = summed ? 1e-2 : 1e-9;
        world_stand(&world, 0.2, -1e-7, 1e-3, -40);
        double total = world_energy(&world);
        world_go(&world, 0.1);
        check(summed ? world.events < 4 && world.state.feature[0] == 1 : world.events > 50,
              "1 mm/s with a zeno_speed of %g m/s: %zu events", world.system.zeno_speed,
              world.events);
        check(fabs(world_way(world.state.now, 0.2)) < 1e-6,
              "the wheel stays within 1e-6 m of the seam");
        near_abs(world_energy(&world) + world.state.now[IMPACT_LOST], total, 1e-10,
                 "energy balance at the end");
    }
}

/* Varying torque and forces with unrelated periods. */
static int32_t gusty_load(void *user, double t, struct impact_load *load)
{
    const double *size = user;
    load->torque = size[0] * sin(size[3] * t);
    load->fx = size[1] * cos(size[3] * t);
    load->fy = size[2] * sin(size[3] * t);
    return WD_OK;
}

/* A straight segment up to the origin, continued smoothly by an arc that turns by `bend`. */
static void bend_on(struct world *w, double angle, double bend, const double *factor)
{
    double mid = angle + bend / 2, end = angle + bend, x = 3 * cos(mid), y = 3 * sin(mid);
    double xy[] = {-20 * cos(angle),  -20 * sin(angle), 0, 0, x, y,
                   x + 20 * cos(end), y + 20 * sin(end)};
    const double bulge[] = {0, tan(bend / 4), 0};
    world_open(w);
    world_profile(w, xy, bulge, 4);
    w->system.of_mu = factor;
}

/* Results of all starts on a border. */
struct borders {
    int failed, held; /* wheels */
    double balance;   /* error of the energy balance, relative */
    double gap;       /* m: largest penetration */
    double cone; /* N: how far the holding force is outside the range between the friction limits */
    size_t events; /* largest number in a run */
};

static int is_held(const struct world *w)
{
    return w->state.lasting == 1 && w->state.feature[0] == 1;
}

static void add_border(struct borders *sum, double total, const double *factor)
{
    const double *now = world.state.now;
    struct law_result forces;
    double closes = world_energy(&world) - now[IMPACT_WORK] + now[IMPACT_LOST] - total;
    sum->balance = fmax(sum->balance, fabs(closes) / (1 + fabs(total) + fabs(now[IMPACT_WORK])));
    sum->gap = fmax(sum->gap, r - terrain_distance(&world.terrain, now[0], now[1]));
    sum->events = world.events > sum->events ? world.events : sum->events;
    if (!is_held(&world))
        return;
    impact_forces(&world.system, &world.state, &forces);
    double N = world.system.mu * forces.normal[0], T = fabs(forces.friction[0]);
    sum->held++;
    sum->cone = fmax(sum->cone, T - fmax(factor[0], factor[1]) * N);
    sum->cone = fmax(sum->cone, fmin(factor[0], factor[1]) * N - T);
}

struct start {
    double factor[3], angle, bend, size[4], mu, off, spin;
    int loads;
};

/* A random start at rest, spinning or not, at the border to rounding, under random loads. */
static struct start any_start(int run)
{
    struct start at = {.factor = {0, 0, 1}, .loads = run % 3};
    seed(run);
    at.factor[0] = uniform(0, 1) < 0.3 ? 0 : uniform(0, 1.5);
    at.factor[1] = uniform(0, 1.5);
    at.angle = uniform(-0.6, 0.6);
    at.bend = uniform(-0.5, 0.5);
    for (int i = 0; i < 4; i++)
        at.size[i] = i == 0 ? uniform(-5, 5) : i < 3 ? uniform(-30, 30) : uniform(1, 20);
    at.mu = uniform(0, 1);
    at.off = run % 2 ? uniform(-1, 1) * 1e-17 : 0;
    at.spin = run % 5 ? uniform(-100, 100) : 0;
    return at;
}

static void start_wheel(struct world *w, const struct start *at, int arcs)
{
    if (arcs)
        bend_on(w, at->angle, at->bend, at->factor);
    else
        world_slope(w, at->angle, at->factor);
    w->system.mu = at->mu;
    if (at->loads == 1)
        w->held = (struct impact_load){at->size[0], at->size[1], at->size[2]};
    if (at->loads == 2)
        world_vary(w, gusty_load, (void *)at->size);
    world_stand(w, at->angle, at->off, 0, at->spin);
}

static void test_borders(int arcs)
{
    enum { RUNS = 10000 };
    struct borders sum = {0};
    for (int run = 0; run < RUNS; run++) {
        struct start at = any_start(run);
        int32_t status = WD_OK;
        start_wheel(&world, &at, arcs);
        double total = world_energy(&world);
        for (int k = 1; k <= 10 && status == WD_OK; k++) {
            status = world_go(&world, 0.1 * k);
            add_border(&sum, total, at.factor);
        }
        sum.failed += status != WD_OK;
    }
    check(sum.failed == 0 && sum.held > RUNS / 10,
          "of %d wheels that start on a border%s, %d fail and %d are held", RUNS,
          arcs ? " of an arc" : "", sum.failed, sum.held);
    check(sum.balance < 1e-10 && sum.gap < 1e-12,
          "starts on a border: error of the energy balance %.2g, penetration %.2g m", sum.balance,
          sum.gap);
    check(
        sum.cone < 1e-7,
        "the holding force is outside the range between the friction limits of the sides by %.2g N",
        sum.cone);
    /* some wheels move to and fro by a millimetre, under varying loads */
    check(sum.events < 1000, "starts on a border: at most %zu events", sum.events);
}

/* Mirrored starts give mirrored motions. Where both sides drive the wheel away from the border, it
 * may move to either side, so only held wheels are compared. Rounding of 1e-17 m in position
 * changes times by 1e-9 s. */
static void test_mirror(void)
{
    enum { RUNS = 3000 };
    double worst = 0;
    int compared = 0, unlike = 0;
    for (int run = 0; run < RUNS; run++) {
        struct start at = any_start(run);
        at.off = 0;
        start_wheel(&world, &at, 0);
        struct start back = {{at.factor[1], at.factor[0], 1},
                             -at.angle,
                             0,
                             {-at.size[0], -at.size[1], at.size[2], at.size[3]},
                             at.mu,
                             0,
                             -at.spin,
                             at.loads};
        start_wheel(&other, &back, 0);
        world_go(&world, 1e-3);
        world_go(&other, 1e-3);
        unlike += is_held(&world) != is_held(&other);
        if (!is_held(&world))
            continue;
        unlike += world_go(&world, 0.5) != WD_OK || world_go(&other, 0.5) != WD_OK;
        const double *a = world.state.now, *b = other.state.now;
        compared++;
        worst = fmax(worst, fabs(a[0] + b[0]) + fabs(a[1] - b[1]) + r * fabs(a[2] + b[2]));
    }
    check(compared > RUNS / 20 && unlike == 0 && worst < 1e-7,
          "%d mirrored runs differ by at most %.2g m", compared, worst);
}

int main(void)
{
    for (int i = 0; i < 8; i++)
        test_held(i & 1 ? 1 : -1, i & 2, i & 4);
    for (int i = 0; i < 4; i++)
        test_released(i & 1 ? 1 : -1, i / 2);
    test_slow();
    test_borders(0);
    test_borders(1);
    test_mirror();
    return done();
}
