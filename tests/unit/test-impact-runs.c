/* SPDX-License-Identifier: MIT */
/* Invariants of random runs on random terrains. Arguments: number of runs, and a seed. */
#include "impact.h"

static struct world world;

/* Counts, and extreme values, of all runs. */
struct tally {
    long runs, events;
    long unsolved, capped,
        other;        /* runs without solution, with too many events, failed otherwise */
    long torn;        /* events whose values contradict their type */
    double gap;       /* smallest gap, m */
    double normal;    /* smallest normal force / weight or impulse / momentum before */
    double friction;  /* excess over the friction limit, relative to the same */
    double gain;      /* growth of the energy in an impact, relative to m v^2 */
    double invariant; /* change of J w - m r (t.v) in an impact, relative to m v */
    double balance;   /* error of the energy balance, relative to 1 J + |energy| */
    double lost;      /* smallest loss of energy in 0.1 s, relative to 1 J + |energy| */
    double impulse;   /* change of momentum that the impulses do not explain, relative */
};

static void keep_smallest(double *so_far, double value)
{
    if (!(value >= *so_far))
        *so_far = value;
}

static void keep_largest(double *so_far, double value)
{
    if (!(value <= *so_far))
        *so_far = value;
}

/* Draw points from left to right with random heights, sometimes a wall, and walls at both ends. */
static size_t random_profile(double *xy)
{
    size_t n = 0, points = 6 + (size_t)uniform(0, 20);
    double x = 0, y = 0, rough = uniform(0, 0.3), step = uniform(0.05, 0.5);
    xy[n++] = 0;
    xy[n++] = 3;
    for (size_t i = 0; i < points; i++) {
        xy[n++] = x;
        xy[n++] = y;
        int wall = uniform(0, 1) < 0.15;
        x += wall ? 0 : uniform(0.02, step);
        y += wall ? copysign(uniform(0.01, 0.3), uniform(-1, 1)) : uniform(-rough, rough);
    }
    xy[n++] = x + 0.5;
    xy[n++] = y;
    xy[n++] = x + 0.5;
    xy[n++] = y + 3;
    return n / 2;
}

/* Bend the segments between the walls; r: radius of the wheel, which must fit into each arc. */
static int bend_segments(const double *xy, size_t points, double r, double *bulge)
{
    double bend = uniform(0, 1);
    for (size_t i = 0; i + 1 < points; i++) {
        int inner = i > 0 && i + 2 < points;
        double b = uniform(0, 1) < 0.2 ? copysign(1, uniform(-1, 1)) : uniform(-bend, bend);
        double chord = hypot(xy[2 * i + 2] - xy[2 * i], xy[2 * i + 3] - xy[2 * i + 1]);
        bulge[i] = inner && uniform(0, 1) < 0.7 ? b : 0;
        if (bulge[i] > 0 && chord * (1 + b * b) <= 4 * b * r)
            bulge[i] = 0;
    }
    return world_profile(&world, xy, bulge, points) == TERRAIN_FINE;
}

static double angular_momentum(const double *frame, const double *v)
{
    return world.system.wheel.inertia * v[2] - world.system.wheel.mass * world.system.wheel.radius *
                                                   (frame[1] * v[0] - frame[0] * v[1]);
}

/* Part of the change of momentum m (v+ - v-), J (w+ - w-) in an impact that its impulses do not
 * explain. With two contacts only the change of J w is examined. */
static double unexplained_momentum(const double *v)
{
    const struct law_wheel *wheel = &world.system.wheel;
    double N = v[EVENT_NORMAL_TOTAL], T = v[EVENT_FRICTION_TOTAL], left[3];
    for (int k = 0; k < 3; k++)
        left[k] = (k == 2 ? wheel->inertia / wheel->radius : wheel->mass) *
                  (v[EVENT_AFTER + k] - v[EVENT_BEFORE + k]);
    double turn = left[2] + T;
    if (v[EVENT_FEATURE_B] >= 0)
        return fabs(turn);
    struct terrain_frame f = terrain_frame(&world.terrain, (int64_t)v[EVENT_FEATURE_A],
                                           wheel->radius, v[EVENT_X], v[EVENT_Y]);
    left[0] -= N * f.nx - T * f.ny;
    left[1] -= N * f.ny + T * f.nx;
    return fabs(left[0]) + fabs(left[1]) + fabs(turn);
}

static void check_event(const struct logged *e, struct tally *tally)
{
    const double *v = e->value;
    struct law_wheel *wheel = &world.system.wheel;
    tally->torn += e->type == WD_EVENT_FEATURE && !(v[EVENT_FEATURE_B] >= 0);
    if (e->type != WD_EVENT_IMPACT) {
        tally->torn += !isnan(v[EVENT_NORMAL_TOTAL]) || !isnan(v[EVENT_FRICTION_TOTAL]);
        return;
    }
    tally->events++;
    double scale = 0;
    for (int k = 0; k < 3; k++)
        scale = fmax(scale, fabs(v[EVENT_BEFORE + k]) * (k == 2 ? wheel->radius : 1));
    double energy = wheel->mass * scale * scale + 1e-3, impulse = wheel->mass * scale + 1e-3;
    keep_largest(&tally->gain, v[EVENT_ENERGY_CHANGE] / energy);
    keep_largest(&tally->impulse, unexplained_momentum(v) / (impulse + v[EVENT_NORMAL_TOTAL]));
    for (int k = 0; k < 8; k += 2) {
        if (isnan(v[EVENT_NORMAL_A + k]))
            continue;
        double N = v[EVENT_NORMAL_A + k], T = v[EVENT_FRICTION_A + k];
        keep_smallest(&tally->normal, N / impulse);
        keep_largest(&tally->friction, (fabs(T) - world.system.mu * N) / impulse);
    }
    if (v[EVENT_FEATURE_B] >= 0)
        return;
    struct terrain_frame f = terrain_frame(&world.terrain, (int64_t)v[EVENT_FEATURE_A],
                                           wheel->radius, v[EVENT_X], v[EVENT_Y]);
    double n[2] = {f.nx, f.ny};
    keep_largest(&tally->invariant, fabs(angular_momentum(n, v + EVENT_BEFORE) -
                                         angular_momentum(n, v + EVENT_AFTER)) /
                                        impulse);
}

static void update_tally(struct tally *tally, double total)
{
    const double *now = world.state.now;
    struct law_result forces;
    keep_smallest(&tally->gap,
                  terrain_distance(&world.terrain, now[0], now[1]) - world.system.wheel.radius);
    keep_largest(&tally->balance, fabs(impact_energy(&world.system, now) - now[IMPACT_WORK] +
                                       now[IMPACT_LOST] - total) /
                                      (1 + fabs(total)));
    if (impact_forces(&world.system, &world.state, &forces) != WD_OK)
        return;
    for (int64_t k = 0; k < world.state.lasting; k++) {
        double weight = world.system.wheel.mass * 9.81;
        keep_smallest(&tally->normal, forces.normal[k] / weight);
        keep_largest(&tally->friction,
                     (fabs(forces.friction[k]) - world.system.mu * forces.normal[k]) / weight);
    }
}

static void print_fault(const char *what, long run, double worst)
{
    printf("# %s %.3g in run %ld, mu %.17g beta %.17g t %.17g, %zu events\n", what, worst, run,
           world.system.mu, world.system.restitution, world.state.t, world.events);
}

/* Varying loads: torque and forces, in phase. */
static int32_t swinging_load(void *user, double t, struct impact_load *load)
{
    const double *size = user;
    load->torque = size[0] * sin(size[3] * t);
    load->fx = size[1] * cos(size[3] * t);
    load->fy = size[2] * sin(size[3] * t);
    return WD_OK;
}

/* Draw a terrain and a wheel: every fifth terrain has arcs, every third wheel constant loads, every
 * twentieth varying loads. */
static void random_world(long run)
{
    static double size[4];
    double xy[2 * WORLD_POINTS], bulge[WORLD_POINTS];
    struct impact_system *system = &world.system;
    world_open(&world);
    system->mu = run % 10 == 0 ? 0 : uniform(0, 1.5);
    system->restitution = run % 4 == 0 ? 0 : run % 40 == 1 ? 1 : uniform(0, 1);
    if (run % 3 == 0) {
        world.held.torque = uniform(-3, 3);
        world.held.fx = uniform(-20, 20);
        world.held.fy = uniform(-20, 20);
    }
    if (run % 2 == 0) {
        double radius = uniform(0.02, 0.3), inertia = 10 * radius * radius * uniform(0.2, 1);
        system->wheel = law_wheel_of(10, radius, inertia);
    }
    for (int fine = 0; !fine;) {
        size_t points = random_profile(xy);
        fine = run % 5 == 4 ? bend_segments(xy, points, system->wheel.radius, bulge)
                            : world_terrain(&world, xy, points) == TERRAIN_FINE;
    }
    for (int k = 0; k < 4; k++)
        size[k] = uniform(0, 1) * (k == 0 ? 3 : 30);
    if (run % 20 == 7) {
        world_vary(&world, swinging_load, size);
        system->max_step = 0.005; /* the loads change within 0.2 s */
    }
}

static void describe_new(long run, const struct tally *before, const struct tally *tally)
{
    if (tally->gap < before->gap && tally->gap < -1e-12)
        print_fault("gap", run, tally->gap);
    if (tally->gain > before->gain && tally->gain > 1e-12)
        print_fault("gain", run, tally->gain);
    if (tally->balance > before->balance && tally->balance > 1e-10)
        print_fault("balance", run, tally->balance);
    if (tally->normal < before->normal && tally->normal < -1e-12)
        print_fault("normal", run, tally->normal);
    if (tally->friction > before->friction && tally->friction > 1e-12)
        print_fault("friction", run, tally->friction);
}

static void one_run(long run, struct tally *tally)
{
    struct tally before = *tally;
    random_world(run);
    int32_t status = WD_EDOMAIN;
    for (int place = 0; status == WD_EDOMAIN && place < 10000; place++)
        status = world_start(&world, uniform(0.1, 2), uniform(0, 2), 0, uniform(-4, 4),
                             uniform(-4, 4), uniform(-60, 60));
    if (status == WD_EDOMAIN) /* a terrain with no room for the wheel */
        return;
    double lost = world.state.now[IMPACT_LOST];
    double total = impact_energy(&world.system, world.state.now) + lost;
    for (int k = 1; k <= 20 && status == WD_OK; k++) {
        status = world_go(&world, 0.1 * k);
        if (status != WD_OK)
            break;
        update_tally(tally, total);
        keep_smallest(&tally->lost, (world.state.now[IMPACT_LOST] - lost) / (1 + fabs(total)));
        lost = world.state.now[IMPACT_LOST];
    }
    for (size_t i = 0; i < world.events; i++)
        check_event(&world.event[i], tally);
    tally->runs++;
    tally->unsolved += status == WD_ENOSOL;
    tally->capped += status == WD_ELIMIT;
    tally->other += status != WD_OK && status != WD_ENOSOL && status != WD_ELIMIT;
    if (status != WD_OK)
        print_fault("status", run, status);
    describe_new(run, &before, tally);
}

int main(int argc, char **argv)
{
    struct tally tally = {
        .gap = INFINITY, .normal = INFINITY, .friction = -INFINITY, .lost = INFINITY};
    long runs = argc > 1 ? atol(argv[1]) : few_or_all(5000, 20000);
    seed(argc > 2 ? atoi(argv[2]) : 1);
    for (long run = 0; run < runs; run++)
        one_run(run, &tally);
    check(tally.runs > 0 && tally.events > 0, "%ld runs of 2 s, %ld impacts", tally.runs,
          tally.events);
    check(tally.gap >= -1e-12, "no wheel enters the ground: smallest gap %.2g m", tally.gap);
    check(tally.normal >= -1e-12, "smallest normal force or impulse %.2g", tally.normal);
    check(tally.friction <= 1e-12, "friction exceeds its limit by %.2g", tally.friction);
    check(tally.gain <= 1e-12, "largest growth of the energy in an impact %.2g", tally.gain);
    check(tally.lost >= -1e-12, "smallest loss of energy between two samples %.2g", tally.lost);
    check(tally.invariant <= 1e-12, "impacts change J w - m r (t.v) by at most %.2g",
          tally.invariant);
    check(tally.balance <= 1e-9, "energy balance within %.2g", tally.balance);
    check(tally.torn == 0,
          "%ld passages lack a feature, or events other than impacts have impulses", tally.torn);
    check(tally.impulse <= 1e-13, "change of momentum not explained by the impulses %.2g",
          tally.impulse);
    check(tally.unsolved + tally.capped + tally.other == 0,
          "failed runs: %ld without solution, %ld with too many events, %ld others", tally.unsolved,
          tally.capped, tally.other);
    return done();
}
