/* SPDX-License-Identifier: MIT */
/* Symmetries, rest, loads, stops and limits of the event-driven wheel. */
#include "impact.h"

static struct world world, other;

static const double paper[6] = {0.8, 0.2, 0, -5, -3, 0};

static void start_paper(struct world *w, double beta)
{
    world_open(w);
    world_kerb(w, 0.4, 0.05);
    w->system.restitution = beta;
    check(world_start(w, paper[0], paper[1], paper[2], paper[3], paper[4], paper[5]) == WD_OK,
          "the paper's start is accepted, beta %g", beta);
}

/* Largest difference between the positions and velocities of a and those of b, each multiplied by
 * its factor. */
static double largest_difference(const struct world *a, const struct world *b, const double *factor)
{
    double worst = 0;
    for (int k = 0; k < 6; k++)
        worst = fmax(worst, fabs(a->state.now[k] - factor[k] * b->state.now[k]));
    return worst;
}

static int same_types(const struct world *a, const struct world *b)
{
    int same = a->events == b->events;
    for (size_t i = 0; same && i < a->events; i++)
        same = a->event[i].type == b->event[i].type;
    return same;
}

static void test_mirror(double beta)
{
    double xy[10], mirrored[10];
    const double factor[6] = {-1, 1, -1, -1, 1, -1};
    start_paper(&world, beta);
    impact_wheel_kerb(0, 0.4, 0.05, xy);
    for (int i = 0; i < 5; i++) {
        mirrored[2 * i] = -xy[2 * (4 - i)];
        mirrored[2 * i + 1] = xy[2 * (4 - i) + 1];
    }
    world_open(&other);
    world_terrain(&other, mirrored, 5);
    other.system.restitution = beta;
    world_start(&other, -paper[0], paper[1], 0, -paper[3], paper[4], 0);
    check(world_go(&world, 1) == WD_OK && world_go(&other, 1) == WD_OK,
          "the run and its mirror image succeed");
    double worst = largest_difference(&world, &other, factor);
    check(same_types(&world, &other) && worst <= 1e-11, "the mirrored run differs by %.2g", worst);
}

/* A world of k times the lengths and c times the masses takes sqrt(k) times as long. */
static void test_scaling(void)
{
    const double k = 3.7, q = sqrt(k), c = 2.3;
    const double factor[6] = {1 / k, 1 / k, 1, 1 / q, 1 / q, q};
    double impulse = 0;
    start_paper(&world, 0.3);
    world_open(&other);
    double xy[10];
    impact_wheel_kerb(0, 0.4 * k, 0.05 * k, xy);
    world_terrain(&other, xy, 5);
    other.system.restitution = 0.3;
    const struct law_wheel *wheel = &world.system.wheel;
    other.system.wheel =
        law_wheel_of(c * wheel->mass, k * wheel->radius, c * k * k * wheel->inertia);
    other.system.zeno_speed *= q;
    other.system.contact_tolerance *= k;
    world_start(&other, paper[0] * k, paper[1] * k, 0, paper[3] * q, paper[4] * q, 0);
    check(world_go(&world, 1) == WD_OK && world_go(&other, q) == WD_OK,
          "the runs of both sizes succeed");
    double worst = largest_difference(&world, &other, factor);
    check(same_types(&world, &other) && worst <= 1e-11,
          "3.7 times larger, 2.3 times heavier: the scaled run differs by %.2g", worst);
    for (size_t i = 0; i < world.events; i++)
        for (int j = EVENT_NORMAL_A; j <= EVENT_FRICTION_B_REST; j++)
            if (!isnan(world.event[i].value[j]))
                impulse = fmax(impulse,
                               fabs(world.event[i].value[j] - other.event[i].value[j] / (c * q)));
    check(impulse <= 1e-11, "scaled impulses differ by %.2g", impulse);
}

/* A run that stops at many times has the same bits as an uninterrupted one. */
static void test_stops(void)
{
    start_paper(&world, 0.3);
    start_paper(&other, 0.3);
    world_go(&world, 1);
    for (int i = 1; i < 5000; i++)
        world_go(&other, i / 5000.0);
    world_go(&other, 1);
    check(memcmp(&world.state, &other.state, sizeof world.state) == 0, "4999 stops: same bits");
    check(same_types(&world, &other), "4999 stops: the same events");
}

static void test_stop_at_events(void)
{
    int stops = 0, in_time = 1;
    start_paper(&world, 0.3);
    start_paper(&other, 0.3);
    world_go(&world, 1);
    while (impact_advance(&other.system, &other.state, 1, 1) == WD_EVENT && stops < 1000) {
        stops++;
        in_time &= other.state.t == other.event[other.events - 1].t;
    }
    check(stops > 10 && in_time, "%d stops, each at the time of an event", stops);
    check(memcmp(&world.state, &other.state, sizeof world.state) == 0,
          "with stops at events, the run ends with the same bits");
}

static void test_limit(void)
{
    start_paper(&world, 0.3);
    world.system.max_events = 5;
    check(world_go(&world, 1) == WD_ELIMIT, "more than 5 events with max_events 5: WD_ELIMIT");
}

/* ---- rest ---- */

static double slope_start(double degrees, double mu)
{
    double angle = degrees * acos(-1.0) / 180, xy[] = {0, 0, cos(angle), sin(angle)};
    world_open(&world);
    world_terrain(&world, xy, 2);
    world.system.mu = mu;
    return angle;
}

static void test_braked(void)
{
    double angle = slope_start(10, 0.18), x = 0.3 - 0.1 * sin(angle);
    double y = x * tan(angle) + 0.1 / cos(angle);
    world.held.torque = -10 * 9.81 * 0.1 * sin(angle);
    check(world_start(&world, x, y, 0, 0, 0, 0) == WD_OK,
          "a start braked on a slope of 10 degrees is accepted");
    double x0 = world.state.now[0], y0 = world.state.now[1];
    for (int i = 1; i <= 3600; i++)
        world_go(&world, i);
    check(world.state.now[0] == x0 && world.state.now[1] == y0 && world.state.now[2] == 0,
          "after an hour: displacement exactly 0");
    check(world.events == 0, "a braked wheel at rest has no event");
    angle = slope_start(10, 0.17);
    world.held.torque = -10 * 9.81 * 0.1 * sin(angle);
    world_start(&world, x, y, 0, 0, 0, 0);
    world_go(&world, 1);
    double a = 9.81 * (sin(angle) - 0.17 * cos(angle));
    near_abs(hypot(world.state.now[0] - x0, world.state.now[1] - y0), a / 2, 1e-12,
             "distance of a slide with mu below tan(10 degrees)");
}

static void test_resting_against(void)
{
    double xy[] = {-1, 0.8, 0, 0, 0.3, 0.3 * tan(acos(-1.0) / 18), 2, 0.35 + 0.3};
    world_open(&world);
    world_terrain(&world, xy, 4);
    world_start(&world, 0.05, 0.6, 0, 0.3, 0, 5);
    world_go(&world, 20);
    double x0 = world.state.now[0], y0 = world.state.now[1], phi0 = world.state.now[2];
    check(world.state.lasting == 2, "after its fall into a groove the wheel touches both sides");
    world_go(&world, 3620);
    check(world.state.now[0] == x0 && world.state.now[1] == y0 && world.state.now[2] == phi0,
          "after an hour: displacement exactly 0");
}

/* ---- conservative motion ---- */

static void test_elastic(void)
{
    start_paper(&world, 1);
    world.system.mu = 0;
    double energy = impact_energy(&world.system, world.state.now);
    world_go(&world, 3);
    check(world.events > 3, "%zu elastic impacts occur, more than 3", world.events);
    near_rel(impact_energy(&world.system, world.state.now), energy, 1e-13, 0,
             "energy after elastic impacts");
    double back[6];
    for (int k = 0; k < 6; k++)
        back[k] = k < 3 ? world.state.now[k] : -world.state.now[k];
    world_open(&other);
    world_kerb(&other, 0.4, 0.05);
    other.system.restitution = 1;
    other.system.mu = 0;
    world_start(&other, back[0], back[1], back[2], back[3], back[4], back[5]);
    world_go(&other, 3);
    double worst = 0;
    for (int k = 0; k < 3; k++)
        worst = fmax(worst, fabs(other.state.now[k] - paper[k]));
    check(worst <= 1e-10, "the reversed motion leads back within %.2g", worst);
}

/* ---- loads ---- */

static int32_t rising_load(void *user, double t, struct impact_load *load)
{
    const double *rate = user;
    load->torque = rate[0] * t;
    load->fx = rate[1] * t;
    load->fy = rate[2] * t;
    return WD_OK;
}

static int32_t constant_load(void *user, double t, struct impact_load *load)
{
    (void)user;
    (void)t;
    load->torque = 1;
    load->fx = 2;
    load->fy = -3;
    return WD_OK;
}

static void make_flat(struct world *w)
{
    const double xy[] = {0, 0, 1, 0};
    world_open(w);
    world_terrain(w, xy, 2);
}

static void test_ramps(void)
{
    double torque[3] = {-20, 0, 0}, lift[3] = {0, 0, 98.1}, kappa = 0.3;
    make_flat(&world);
    world_vary(&world, rising_load, torque);
    world_start(&world, 0, 0.1, 0, 0, 0, 0);
    check(world_go(&world, 2) == WD_OK, "the run with a growing torque succeeds");
    double t = 0.4 * 98.1 * kappa * 0.05 / (0.1 * 20);
    check(world.events == 1 && world.event[0].type == WD_EVENT_SLIP,
          "the only event is the start of slip");
    near_abs(world.event[0].t, t, 1e-11, "time at which T = mu N");
    /* rolling: x_ddot = -r torque/(J + m r^2) */
    near_abs(world.event[0].value[EVENT_X], 0.1 * 20 * t * t * t / (6 * 0.15), 1e-11,
             "place at which the wheel slips");
    make_flat(&world);
    world_vary(&world, rising_load, lift);
    world_start(&world, 0, 0.1, 0, 0, 0, 0);
    check(world_go(&world, 1.5) == WD_OK, "the run with a growing lift succeeds");
    check(world.events == 1 && world.event[0].type == WD_EVENT_DETACH,
          "the only event is the separation");
    near_abs(world.event[0].t, 1, 1e-11, "time at which the lift equals the weight");
    near_abs(world.state.now[1], 0.1 + 9.81 * 0.125 / 6, 1e-11,
             "height of the wheel after the separation");
}

static void test_integrated(void)
{
    for (int i = 0; i < 2; i++) {
        start_paper(&world, i * 0.3);
        start_paper(&other, i * 0.3);
        constant_load(NULL, 0, &world.held);
        world_vary(&other, constant_load, NULL);
        world_start(&world, 0.8, 0.2, 0, -5, -3, 0);
        world_start(&other, 0.8, 0.2, 0, -5, -3, 0);
        const double factor[6] = {1, 1, 1, 1, 1, 1};
        check(world_go(&world, 1) == WD_OK && world_go(&other, 1) == WD_OK,
              "the runs with constant loads succeed");
        double worst = largest_difference(&world, &other, factor);
        check(same_types(&world, &other) && worst <= 1e-8,
              "exact and integrated motion agree within %.2g (%zu and %zu events)", worst,
              world.events, other.events);
    }
}

/* Under loads from a function the constant loads `held` have no effect, for example on the speed
 * below which bounces to and fro end. */
static void test_held_unused(void)
{
    const double groove[] = {-1, 1, 0, 0, 1, 1};
    struct world *each[2] = {&world, &other};
    for (int i = 0; i < 2; i++) {
        world_open(each[i]);
        world_terrain(each[i], groove, 3);
        world_vary(each[i], constant_load, NULL);
        each[i]->held.torque = 1000.0 * i;
        each[i]->system.restitution = 0.3;
        world_start(each[i], 0.02, 0.3, 0, 0, 0, 5);
        check(world_go(each[i], 2) == WD_OK, "a run that bounces to and fro succeeds");
    }
    check(same_types(&world, &other) && memcmp(&world.state, &other.state, sizeof world.state) == 0,
          "the constant loads do not change the bits under a load function");
}

static void test_changed_load(void)
{
    make_flat(&world);
    world_start(&world, 0, 0.1, 0, 0, 0, 0);
    world_go(&world, 1);
    world.held.torque = -1;
    check(impact_resume(&world.system, &world.state) == WD_OK,
          "a torque may be set between two calls");
    world_go(&world, 2);
    near_abs(world.state.now[0], 0.5 * 0.1 / 0.15, 1e-14,
             "distance rolled in 1 s after the torque was set");
    near_abs(world.state.now[IMPACT_WORK], impact_energy(&world.system, world.state.now) - 9.81,
             1e-13, "work of the torque equals the gain of energy");
}

/* ---- special terrains ---- */

/* A wheel touches the bottom and both sides of a trench of its own width at once. */
static void test_trench(void)
{
    const double xy[] = {-1, 1, 0, 1, 0, 0, 0.2, 0, 0.2, 1, 2, 1};
    world_open(&world);
    world_terrain(&world, xy, 6);
    check(world_start(&world, 0.1, 0.5, 0, 0, 0, 3) == WD_OK,
          "a start between two walls is accepted");
    check(world_go(&world, 2) == WD_OK && world.contacts.steps == 0,
          "of three contacts two carry the wheel, without the contact solver");
    near_abs(world.state.now[1], 0.1, 1e-12, "the wheel reaches the bottom of the trench");
    near_abs(world.state.now[5], 0, 1e-12, "spin of the wheel at the bottom");
    world_open(&other);
    world_terrain(&other, xy, 6);
    other.system.wheel = law_wheel_of(10, 0.1, 1e-12);
    other.system.by_solver = 1;
    world_start(&other, 0.1, 0.5, 0, 0, 0, 3);
    check(world_go(&other, 2) == WD_ENOCONV && other.contacts.why,
          "with all mass in the axle the contact solver does not converge");
}

/* The terrain has points on a straight line; the wheel starts above a point and passes each further
 * point once. */
static void test_straight(void)
{
    double xy[2 * 41];
    int good = 1;
    for (int i = 0; i < 41; i++) {
        xy[2 * i] = 0.1 * i;
        xy[2 * i + 1] = 0;
    }
    world_open(&world);
    world_terrain(&world, xy, 41);
    world.held.torque = -0.6;
    world_start(&world, 0.5, 0.1, 0, 0, 0, 0);
    check(world_go(&world, 2.1) == WD_OK, "the run on collinear segments succeeds");
    for (size_t i = 0; i < world.events; i++)
        good &= world.event[i].type == WD_EVENT_FEATURE &&
                world.event[i].value[EVENT_FEATURE_A] == 8 + 2 * (double)i &&
                world.event[i].value[EVENT_FEATURE_B] == 10 + 2 * (double)i;
    check(good && world.events == 9, "each point is passed once, %zu in all", world.events);
}

/* A wheel hits the face of a kerb that is higher than the wheel. */
static void test_face(void)
{
    world_open(&world);
    world_kerb(&world, 0.5, 0.3);
    world_start(&world, 0.8, 0.1, 0, -1, 0, 10);
    world_go(&world, 1);
    check(world.events > 0 && world.event[0].value[EVENT_FEATURE_A] == 4 &&
              world.event[0].value[EVENT_FEATURE_B] == 6,
          "the wheel hits the face of the kerb while it touches the ground");
    near_abs(world.event[0].t, 0.2, 1e-14, "time at which the wheel hits the face");
}

int main(void)
{
    test_mirror(0);
    test_mirror(0.3);
    test_scaling();
    test_stops();
    test_stop_at_events();
    test_limit();
    test_braked();
    test_resting_against();
    test_elastic();
    test_ramps();
    test_integrated();
    test_held_unused();
    test_changed_load();
    test_trench();
    test_straight();
    test_face();
    return done();
}
