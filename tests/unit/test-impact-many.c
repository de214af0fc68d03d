/* SPDX-License-Identifier: MIT */
/* Many contacts at once: notches with three or more faces that the wheel touches together, a corner
 * with a torque, a corner on which the wheel turns back, and a slot slightly wider than the wheel.
 */
#include "impact.h"

static struct world world, other;

/* Build a notch whose faces are tangents to the wheel at rest with its centre at the origin. The
 * normals lie within +-span of the vertical; the outer two faces continue upwards. */
static size_t make_notch(double *xy, size_t faces, double span, double radius)
{
    double step = 2 * span / (double)(faces - 1), far = radius / cos(step / 2), up = 3;
    size_t n = 0;
    for (size_t i = 0; i <= faces; i++) {
        double at = span - ((double)i - 0.5) * step;
        double x = -far * sin(at), y = -far * cos(at);
        if (i == 0 || i == faces) {
            double normal = i == 0 ? span : -span, sign = i == 0 ? 1 : -1;
            x = -radius * sin(normal) - sign * up * cos(normal);
            y = -radius * cos(normal) + sign * up * sin(normal);
        }
        xy[n++] = x;
        xy[n++] = y;
    }
    return n / 2;
}

static void open_notch(struct world *w, size_t faces, double span, double mu, double beta,
                       int by_solver)
{
    double xy[64];
    world_open(w);
    if (world_terrain(w, xy, make_notch(xy, faces, span, 0.1)) != TERRAIN_FINE)
        check(0, "a notch of %zu faces", faces);
    w->system.mu = mu;
    w->system.restitution = beta;
    w->system.by_solver = by_solver;
}

/* Largest errors over all runs. */
struct worst {
    double gap;               /* m: smallest gap */
    double normal;            /* N: smallest normal force */
    double friction;          /* N, N s: excess of a force or impulse over the friction limit */
    double balance;           /* error of the energy balance, relative */
    double gain;              /* J: growth of the energy */
    double impulse;           /* N s, N m s: change of momentum that the impulses do not explain */
    double aside;             /* m, m/s, 1/s: distance from the middle or from the mirror image */
    double differ;            /* difference of the runs by the two methods */
    size_t together;          /* largest number of contacts at once */
    int runs, failed, strays; /* strays: runs that differ by more than rounding explains */
};

static const struct worst nothing = {INFINITY, INFINITY, -INFINITY, 0, -INFINITY, 0,
                                     0,        0,        0,         0, 0,         0};

static void update_worst(const struct world *w, struct worst *worst, double total, double *energy)
{
    const double *now = w->state.now;
    struct law_result forces;
    double next = impact_energy(&w->system, now) - now[IMPACT_WORK];
    worst->gap =
        fmin(worst->gap, terrain_distance(&w->terrain, now[0], now[1]) - w->system.wheel.radius);
    worst->gain = fmax(worst->gain, next - *energy);
    worst->balance = fmax(worst->balance, fabs(next + now[IMPACT_LOST] - total) /
                                              (1 + fabs(total) + fabs(now[IMPACT_WORK])));
    *energy = next;
    if (impact_forces(&w->system, &w->state, &forces) != WD_OK)
        worst->failed++;
    size_t lasting = (size_t)w->state.lasting;
    for (size_t i = 0; i < lasting; i++) {
        double N = forces.normal[i], T = forces.friction[i];
        worst->normal = fmin(worst->normal, N);
        worst->friction = fmax(worst->friction, fabs(T) - w->system.mu * N);
    }
    worst->together = lasting > worst->together ? lasting : worst->together;
}

/* Check that the friction impulse of an impact explains the change of spin. The change of velocity
 * can only be bounded, because the normals of the contacts differ. */
static void check_impulses(const struct world *w, const struct logged *e, struct worst *worst)
{
    const double *v = e->value;
    const struct law_wheel *wheel = &w->system.wheel;
    if (e->type != WD_EVENT_IMPACT)
        return;
    double N = v[EVENT_NORMAL_TOTAL], T = v[EVENT_FRICTION_TOTAL];
    double turn = wheel->inertia * (v[EVENT_AFTER + 2] - v[EVENT_BEFORE + 2]);
    double kick = wheel->mass *
                  hypot(v[EVENT_AFTER] - v[EVENT_BEFORE], v[EVENT_AFTER + 1] - v[EVENT_BEFORE + 1]);
    double lack = kick - N * hypot(1, w->system.mu), error = turn + wheel->radius * T;
    worst->impulse = fmax(worst->impulse, fmax(fabs(error), lack));
    worst->friction = fmax(worst->friction, fabs(T) - w->system.mu * N);
}

#define HEIGHT 0.3

/* Let the wheel fall for 2 s from a height, spinning. */
static void fall_into_notch(struct world *w, double height, double spin, struct worst *worst)
{
    int32_t status = world_start(w, 0, height, 0, 0, 0, spin);
    double total = impact_energy(&w->system, w->state.now), energy = total;
    for (int k = 1; k <= 100 && status == WD_OK; k++) {
        status = world_go(w, 0.02 * k);
        update_worst(w, worst, total, &energy);
    }
    if (status != WD_OK)
        printf("# status %d: %s\n", (int)status, w->contacts.why ? w->contacts.why : "");
    for (size_t i = 0; i < w->events; i++)
        check_impulses(w, &w->event[i], worst);
    worst->failed += status != WD_OK;
    worst->runs++;
}

static void check_falls(const struct worst *worst, size_t faces, const char *what)
{
    check(worst->failed == 0, "%zu faces, %s: %d runs, %d of them fail", faces, what, worst->runs,
          worst->failed);
    check(worst->together >= 3, "at most %zu contacts at once", worst->together);
    check(worst->gap >= -1e-12, "no wheel enters the ground: smallest gap %.2g m", worst->gap);
    check(worst->normal >= 0, "smallest normal force %.2g", worst->normal);
    check(worst->friction <= 1e-12, "friction exceeds its limit by %.2g", worst->friction);
    check(worst->impulse <= 1e-12, "change of momentum not explained by the impulses %.2g",
          worst->impulse);
    check(worst->gain <= 1e-12, "largest growth of the energy %.2g", worst->gain);
    check(worst->balance <= 1e-12, "energy balance within %.2g", worst->balance);
}

static const double friction[] = {0, 0.1, 0.4, 1.2}, restitution[] = {0, 0.5, 0.9, 1};

static void test_fall(size_t faces)
{
    struct worst worst = nothing;
    for (int k = 0; k < 64; k++) {
        open_notch(&world, faces, k & 1 ? 1.2 : 0.5, friction[k >> 1 & 3], restitution[k >> 3 & 3],
                   k >> 5);
        fall_into_notch(&world, HEIGHT, 0, &worst);
        const double *now = world.state.now;
        worst.aside = fmax(worst.aside, fmax(fabs(now[0]), fmax(fabs(now[3]), fabs(now[5]))));
    }
    check_falls(&worst, faces, "falling straight");
    check(worst.aside <= 1e-13, "largest motion away from the middle %.2g", worst.aside);
}

/* Update *worst with the largest difference of a from b, or from its mirror image if sign is -1. */
static void distance(const struct world *a, const struct world *b, double sign, double *worst)
{
    for (int k = 0; k < 6; k++)
        *worst = fmax(*worst, fabs(a->state.now[k] - (k % 3 == 1 ? 1 : sign) * b->state.now[k]));
}

/* Largest change of the result if the wheel starts up to four units in the last place higher or
 * lower. */
static double sensitivity(size_t faces, double span, double spin, struct worst *worst)
{
    double moved = 0;
    for (int i = -4; i <= 4; i++) {
        open_notch(&other, faces, span, world.system.mu, world.system.restitution, 0);
        fall_into_notch(&other, HEIGHT * (1 + i * DBL_EPSILON), spin, worst);
        distance(&world, &other, 1, &moved);
    }
    return moved;
}

/* A wheel with the opposite spin moves as the mirror image. A run with all impacts by the contact
 * solver equals the run with closed forms and pairs. With restitution, bounces to and fro slower
 * than 4e-7 m/s are ended, and rounding may select another bounce as the last. So the runs may
 * differ by 100 times the effect of a few roundings of the start (19 times was measured). */
static void test_spin(size_t faces, double beta, double bound)
{
    struct worst worst = nothing;
    for (int k = 0; k < 24; k++) {
        double span = k & 1 ? 0.7 : 0.5, mu = friction[k >> 1 & 1 ? 1 : 2], aside = 0, differ = 0;
        double spin = 10 * (1 + (k >> 2));
        open_notch(&world, faces, span, mu, beta, 0);
        fall_into_notch(&world, HEIGHT, spin, &worst);
        open_notch(&other, faces, span, mu, beta, 0);
        fall_into_notch(&other, HEIGHT, -spin, &worst);
        distance(&world, &other, -1, &aside);
        open_notch(&other, faces, span, mu, beta, 1);
        fall_into_notch(&other, HEIGHT, spin, &worst);
        distance(&world, &other, 1, &differ);
        double rounding = 1e-12 + 100 * sensitivity(faces, span, spin, &worst);
        worst.strays += fmax(aside, differ) > rounding;
        worst.aside = fmax(worst.aside, aside);
        worst.differ = fmax(worst.differ, differ);
    }
    check_falls(&worst, faces, "turning");
    check(worst.strays == 0, "beta %g: %d runs differ by more than roundings explain", beta,
          worst.strays);
    check(worst.aside <= bound, "mirrored runs differ by %.2g", worst.aside);
    check(worst.differ <= bound, "runs by the contact solver differ by %.2g", worst.differ);
}

static int32_t swinging_load(void *user, double t, struct impact_load *load)
{
    const double *size = user;
    *load = (struct impact_load){size[0] * sin(7 * t), size[1] * sin(5 * t), size[1] * cos(11 * t)};
    return WD_OK;
}

/* The wheel at rest in the notch is turned and shaken, with either solver setting. */
static void test_swing(size_t faces)
{
    static double sizes[][2] = {{1, 0}, {6, 0}, {2, 60}, {20, 150}};
    struct worst worst = nothing;
    for (int k = 0; k < 16; k++) {
        open_notch(&world, faces, 0.6, k & 1 ? 0.5 : 0.2, k & 8 ? 0.5 : 0, k & 1);
        world_vary(&world, swinging_load, sizes[k >> 1 & 3]);
        world.system.max_step = 0.01;
        worst.runs++;
        int32_t status = world_start(&world, 0, 0, 0, 0, 0, 0);
        double total = impact_energy(&world.system, world.state.now), energy = total;
        for (int i = 1; i <= 30 && status == WD_OK; i++) {
            status = world_go(&world, 0.02 * i);
            update_worst(&world, &worst, total, &energy);
        }
        if (status != WD_OK)
            printf("# status %d at %g: %s\n", (int)status, world.state.t,
                   world.contacts.why ? world.contacts.why : "");
        worst.failed += status != WD_OK;
    }
    check_falls(&worst, faces, "shaken");
}

/* Without friction a torque spins the wheel up in the corner of wall and kerb. */
static void test_spinning_up(void)
{
    for (int by_solver = 0; by_solver < 2; by_solver++) {
        world_open(&world);
        world_kerb(&world, 0.5, 0.05);
        world.system.mu = 0;
        world.held.torque = 1;
        world.system.by_solver = by_solver;
        check(world_start(&world, 0.1, 0.15, 0, 0, 0, 0) == WD_OK && world_go(&world, 1) == WD_OK,
              "a run with a torque in the corner without friction succeeds");
        near_abs(world.state.now[IMPACT_W], 20, 1e-12, "spin of the wheel");
        near_abs(world.state.now[IMPACT_PHI], 10, 1e-12, "angle of the wheel");
        check(world.state.lasting == 2, "the wheel stays in the corner");
    }
}

/* A wheel that rolls up over a corner turns back on its way to the next segment, slightly before or
 * after the border of the corner's cell. */
static void test_turning_back(void)
{
    const double xy[] = {-1, -0.5, 0, 0, 1, 0.45}, height = 0.1 / sqrt(1 + 0.45 * 0.45);
    double worst = 0;
    int passed = 0, runs = 0;
    for (double top = -2e-5; top < 2e-5; top += 1e-7, runs++) {
        world_open(&world);
        world_terrain(&world, xy, 3);
        world.system.mu = 1;
        /* energy of a wheel at rest with its centre this much above the end of the cell */
        double x = -0.2 - 0.1 / sqrt(5), y = -0.1 + 0.2 / sqrt(5), kinetic = 15 / 2.;
        double speed = sqrt(10 * 9.81 * (height + top - y) / kinetic);
        double vx = speed * 2 / sqrt(5), vy = speed / sqrt(5);
        int32_t status = world_start(&world, x, y, 0, vx, vy, -speed / 0.1);
        for (int k = 1; k <= 120 && status == WD_OK; k++) {
            status = world_go(&world, 0.01 * k);
            worst = fmin(worst,
                         terrain_distance(&world.terrain, world.state.now[0], world.state.now[1]) -
                             world.system.wheel.radius);
        }
        if (status != WD_OK)
            worst = -INFINITY;
        for (size_t i = 0; i < world.events; i++)
            passed += world.event[i].value[EVENT_FEATURE_B] == 2;
    }
    check(passed > 0 && passed < runs, "%d of %d wheels reach the next segment", passed, runs);
    check(worst >= -1e-12, "smallest gap of these wheels %.2g m", worst);
}

static int32_t pressing_load(void *user, double t, struct impact_load *load)
{
    (void)user, (void)t;
    *load = (struct impact_load){0, -28, 0};
    return WD_OK;
}

/* A wheel in a slot slightly wider than itself is pressed to one side. Its bounces end, although
 * after each bounce the wheel turns back before it reaches the other side. */
static void test_slot(void)
{
    const double xy[] = {0, 2, 0, 0, 0.2032, 0, 0.2032, 2};
    world_open(&world);
    world_terrain(&world, xy, 4);
    world.system.restitution = 0.45;
    world_vary(&world, pressing_load, NULL);
    check(world_start(&world, 0.1001, 1.5, 0, 0, 0, 5) == WD_OK && world_go(&world, 0.2) == WD_OK,
          "the run of a wheel in a slot succeeds");
    check(world.events > 5 && world.events < 60 && world.state.lasting == 1,
          "the bounces end after %zu events, with one lasting contact", world.events);
}

/* A rotating load; counts its evaluations. */
static int32_t rotating_load(void *user, double t, struct impact_load *load)
{
    *load = (struct impact_load){0, 80 * sin(40 * t), 80 * cos(40 * t)};
    ++*(size_t *)user;
    return WD_OK;
}

/* A wheel spins in the notch under a rotating load; the forces are those of least norm. Friction
 * has a kink whenever another face starts to carry load; the kink is located in a few steps. */
static void test_spinning(size_t faces)
{
    size_t asked = 0, most = 0, all = 0;
    double w[2];
    int status = WD_OK;
    for (int fine = 0; fine < 2; fine++) {
        open_notch(&world, faces, 0.8, 0.2, 0, 0);
        world_vary(&world, rotating_load, &asked);
        world.system.max_step = fine ? 1e-4 : 0.1;
        status |= world_start(&world, 0, 0, 0, 0, 0, 100);
        for (int i = 1; i <= 200; i++, asked = 0) {
            status |= world_go(&world, 1e-3 * i);
            most = !fine && asked > most ? asked : most;
            all += fine ? 0 : asked;
        }
        w[fine] = world.state.now[IMPACT_W];
    }
    check(status == WD_OK && w[0] > 10 && fabs(w[0] - w[1]) <= 5e-12,
          "spinning on %zu faces: short steps change the spin by %.2g", faces, fabs(w[0] - w[1]));
    check(most <= 150 && all <= 25 * 200,
          "the load is evaluated at most %zu times in 1 ms, %zu times in all", most, all);
}

int main(void)
{
    test_slot();
    test_spinning_up();
    test_turning_back();
    for (size_t faces = 3; faces <= LAW_CONTACTS; faces++) {
        test_fall(faces);
        test_spin(faces, 0, 1e-11);
        test_spin(faces, 0.3, 1e-7);
        if (faces % 3 == 0)
            test_swing(faces);
        test_spinning(faces);
    }
    return done();
}
