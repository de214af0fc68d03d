/* SPDX-License-Identifier: MIT */
/* Wheels on arcs, compared with closed forms. */
#include "impact.h"

static struct world world, other;
static const double pi = 3.14159265358979323846;

static const struct logged *first_event(const struct world *w, int32_t type)
{
    for (size_t i = 0; i < w->events; i++)
        if (w->event[i].type == type)
            return &w->event[i];
    return NULL;
}

/* ---- a half pipe ---- */

/* A quarter of the period of a pendulum, by the arithmetic-geometric mean. */
static double quarter_period(double length, double gravity, double amplitude)
{
    double a = 1, b = cos(amplitude / 2);
    for (int k = 0; k < 10; k++) {
        double mean = (a + b) / 2;
        b = sqrt(a * b);
        a = mean;
    }
    return pi / 2 / a * sqrt(length / gravity);
}

/* A wheel released from rest passes the bottom after 1, 3, 5, ... quarters of the period. */
static void test_pendulum(double R, double amplitude, double mu)
{
    world_pipe(&world, R);
    world.system.mu = mu;
    double r = world.system.wheel.radius, l = R - r;
    double g = 9.81 / (mu > 0 ? 1 + 0.05 / (10 * r * r) : 1), t = quarter_period(l, g, amplitude);
    double speed = 2 * sqrt(g * l) * sin(amplitude / 2);
    check(world_start_in_pipe(&world, R, amplitude),
          "a wheel starts in a pipe, R %g, amplitude %g, mu %g", R, amplitude, mu);
    double before = world_energy(&world), worst = 0, fastest = 0, gap = 0;
    for (int k = 0; k < 20; k++) {
        world_go(&world, (2 * k + 1) * t);
        const double *y = world.state.now;
        worst = fmax(worst, fabs(y[0]) / l);
        fastest = fmax(fastest, fabs(fabs(y[3]) - speed));
        gap = fmax(gap, fabs(terrain_distance(&world.terrain, y[0], y[1]) - r));
    }
    check(worst <= 1e-9, "ten periods: at the bottom within %.2g radii of the path", worst);
    check(fastest <= 1e-9 * speed, "error of the speed at the bottom %.2g m/s", fastest);
    check(gap <= 1e-12, "largest gap during ten periods %.2g m", gap);
    near_rel(world_energy(&world), before, 1e-10, 0, "energy after ten periods");
    check(world_count(&world, WD_EVENT_IMPACT) + world_count(&world, WD_EVENT_DETACH) == 0,
          "no impact and no separation in ten periods");
}

/* The normal force in the pipe at the angle a from the bottom: N = m (g cos a + v^2/(R - r)). */
static void test_force(void)
{
    struct law_result forces;
    world_pipe(&world, 0.7);
    world.system.mu = 0;
    world_start_in_pipe(&world, 0.7, 1);
    world_go(&world, 0.3);
    const double *y = world.state.now;
    check(impact_forces(&world.system, &world.state, &forces) == WD_OK,
          "forces in the pipe are found");
    double speed2 = y[3] * y[3] + y[4] * y[4];
    near_rel(forces.normal[0], 10 * (9.81 * -y[1] / 0.6 + speed2 / 0.6), 1e-11, 0,
             "normal force in the pipe");
}

/* ---- a hill ---- */

static void make_hill(struct world *w, double R)
{
    const double xy[] = {-R, -1, -R, 0, R, 0, R, -1}, bulge[] = {0, -1, 0};
    world_open(w);
    world_profile(w, xy, bulge, 4);
}

/* A wheel without friction slides off from the top, with a start speed v: it separates at the
 * angle a from the top with cos a = 2/3 + v^2/(3 g (R + r)). */
static void test_detachment(double R, double v)
{
    make_hill(&world, R);
    world.system.mu = 0;
    double rho = R + world.system.wheel.radius, want = 2.0 / 3 + v * v / (3 * 9.81 * rho);
    world_start(&world, 0, rho, 0, v, 0, 0);
    check(world_go(&world, 30) == WD_OK, "a wheel slides off a hill, R %g, v %g", R, v);
    const struct logged *e = first_event(&world, WD_EVENT_DETACH);
    near_abs(e ? e->value[EVENT_Y] / rho : (double)NAN, want, 1e-9, "height at which it separates");
}

/* A wheel faster than sqrt(g (R + r)) separates at once. */
static void test_flight(void)
{
    make_hill(&world, 0.5);
    double fast = sqrt(9.81 * 0.6);
    world_start(&world, 0, 0.6, 0, 1.0001 * fast, 0, 0);
    world_go(&world, 0.01);
    check(world.state.lasting == 0, "a wheel too fast for the hill separates at once");
    world.state.t = 0;
    world_start(&world, 0, 0.6, 0, 0.9999 * fast, 0, 0);
    world_go(&world, 0.001);
    check(world.state.lasting == 1, "a slightly slower wheel keeps its contact");
}

/* ---- the top of a loop ---- */

/* Fraction of a rolling wheel's kinetic energy in the motion of its centre. */
static double rolling_share(const struct law_wheel *wheel)
{
    double r = wheel->radius;
    return 1 / (1 + wheel->inertia / (wheel->mass * r * r));
}

/* Start a wheel in a loop at the angle a from its top. The speed s is such that s^2 = `top` g (R -
 * r) when the wheel reaches the top; the wheel rolls if there is friction. */
static double start_in_loop(struct world *w, double R, double mu, double top, double a)
{
    const double xy[] = {R, -5, R, 0, -R, 0, -R, -5}, bulge[] = {0, 1, 0};
    world_open(w);
    world_profile(w, xy, bulge, 4);
    w->system.mu = mu;
    double r = w->system.wheel.radius, rho = R - r;
    double share = mu == 0 ? 1 : rolling_share(&w->system.wheel);
    double s = sqrt(9.81 * rho * (top + 2 * share * (1 - cos(a))));
    world_start(w, rho * sin(a), rho * cos(a), 0, -s * cos(a), s * sin(a), mu == 0 ? 0 : -s / r);
    return s;
}

/* Run over the top in many calls. Returns the angle from the top at the first event of this type
 * (NAN: none); *least decreases to the smallest normal force or margin to the friction limit, as a
 * fraction of m g. */
static double pass_top(struct world *w, double time, int32_t type, double *least)
{
    struct law_result forces;
    double mg = w->system.wheel.mass * w->system.gravity, mu = w->system.mu;
    for (int k = 0; k <= 500; k++) {
        if (world_go(w, time * k / 500) != WD_OK)
            return NAN;
        const struct logged *e = first_event(w, type);
        if (e)
            return atan2(e->value[EVENT_X], e->value[EVENT_Y]);
        if (impact_forces(&w->system, &w->state, &forces) != WD_OK)
            return NAN;
        *least = fmin(*least, forces.normal[0] / mg);
        if (mu > 0)
            *least = fmin(*least, (mu * forces.normal[0] - fabs(forces.friction[0])) / mg);
    }
    return NAN;
}

/* A loop slightly too slow: s^2 = g (R - r) (1 - eps) at the top, where N would be -eps m g.
 * Without friction N = 3 m g (1 - eps/3 - cos a). The wheel separates where N is zero, and never
 * for eps < 0. */
static void test_loop(double R, double eps)
{
    double worst = 0, least = INFINITY, off = acos(1 - eps / 3);
    int left = 0;
    for (int i = 0; i < 100; i++) {
        double a = (eps > 0 ? off : 0) + 0.02 + 0.005 * i;
        double s = start_in_loop(&world, R, 0, 1 - eps, a);
        double at = pass_top(&world, 2 * a * (R - 0.1) / s, WD_EVENT_DETACH, &least);
        left += !isnan(at);
        worst = fmax(worst, fabs(at - off));
    }
    check(least >= -1e-12, "loop of radius %g, eps %g: smallest normal force %.2g m g", R, eps,
          fmin(least, 0));
    check(left == (eps > 0 ? 100 : 0) && worst <= 1e-9,
          "%d of 100 wheels fall off, at the expected angle within %.2g", left, worst);
}

/* Slip of a rolling wheel in a loop. |T|/(mu N) is largest on the way to the top; mu is (1 - eps)
 * times the mu needed there. With the effective mass A of slip (`grip`), B = mu m (1 + 2 share) and
 * C = mu m (top + 2 share), mu N - |T| = g (C - B cos a - A sin a); the least sufficient mu has C^2
 * = A^2 + B^2. */
static void test_grip(double R, double top, double eps)
{
    struct law_wheel wheel = law_wheel_of(10, 0.1, 0.05);
    double share = rolling_share(&wheel);
    double b = 1 + 2 * share, c = top + 2 * share, worst = 0, least = INFINITY;
    double A = wheel.grip, mu = (1 - eps) * A / wheel.mass / sqrt(c * c - b * b);
    double B = mu * wheel.mass * b, C = mu * wheel.mass * c, middle = atan2(A, B);
    double off = middle + acos(C / hypot(A, B));
    int slipped = 0;
    for (int i = 0; i < 100; i++) {
        double a = (eps > 0 ? off : middle) + 0.02 + 0.002 * i;
        double s = start_in_loop(&world, R, mu, top, a);
        double at =
            pass_top(&world, (a - middle + 0.1) * (R - 0.1) / s * 1.5, WD_EVENT_SLIP, &least);
        slipped += !isnan(at);
        worst = fmax(worst, fabs(at - off));
    }
    check(least >= -1e-12,
          "rolling in a loop of radius %g, eps %g: smallest margin to the friction limit %.2g m g",
          R, eps, fmin(least, 0));
    check(slipped == (eps > 0 ? 100 : 0) && worst <= 1e-9,
          "%d of 100 wheels slip, at the expected angle within %.2g", slipped, worst);
}

/* Slide down a hill with the sliding speed `slide`, from the angle `back` before the point where
 * the slope exceeds the friction: the wheel slows down, then accelerates, unless it has stopped
 * sliding. Returns the smallest sliding speed. */
static double slide_down(struct world *w, double back, double slide)
{
    double R = uniform(0.15, 2), rho = R + 0.1, mu = uniform(0.05, 0.3), a = 0, least = INFINITY;
    double s = sqrt(9.81 * rho) * uniform(0.3, 0.7);
    make_hill(w, R);
    w->system.mu = mu;
    double share = mu * 10 / w->system.wheel.grip;
    while (9.81 * sin(a) < share * (9.81 * cos(a) - s * s / rho))
        a += 1e-4;
    a -= back;
    world_start(w, rho * sin(a), rho * cos(a), 0, s * cos(a), -s * sin(a), (slide - s) / 0.1);
    for (int k = 0; k <= 1000; k++) {
        const double *y = w->state.now;
        if (world_go(w, k * 1e-4) != WD_OK)
            return NAN;
        if (w->state.lasting != 1 || w->state.mode[0] != LAW_SLIP_PLUS)
            break;
        least = fmin(least, (y[1] * y[3] - y[0] * y[4]) / hypot(y[0], y[1]) + 0.1 * y[5]);
    }
    return least;
}

static void test_slide(void)
{
    double least = INFINITY;
    int ended = 0;
    seed(7);
    for (int i = 0; i < 500; i++) {
        double seen = slide_down(&world, uniform(0.002, 0.05), pow(10, uniform(-5, -2)));
        least = fmin(least, isnan(seen) ? -(double)INFINITY : seen);
        ended += first_event(&world, WD_EVENT_STICK) != NULL;
    }
    check(ended > 100 && ended < 500 && least >= -1e-12,
          "%d of 500 slides end; the smallest sliding speed is %.2g m/s", ended, fmin(least, 0));
}

/* ---- onto an arc ---- */

/* A wheel falls straight down onto a hill or into a pipe, at the time t with g t^2/2 = height. */
static void test_fall(void)
{
    double worst = 0;
    int good = 1;
    seed(5);
    for (int i = 0; i < 100; i++) {
        int convex = i % 2;
        double R = uniform(0.3, 3), rho = convex ? R + 0.1 : R - 0.1;
        double x = uniform(-0.9, 0.9) * rho, y = sqrt(rho * rho - x * x) * (convex ? 1 : -1);
        double height = uniform(1e-3, 1);
        convex ? make_hill(&world, R) : world_pipe(&world, R);
        world_start(&world, x, y + height, 0, 0, 0, 0);
        world_go(&world, sqrt(2 * height / 9.81) + 1e-3);
        const struct logged *e = first_event(&world, WD_EVENT_IMPACT);
        good &= e && e->value[EVENT_FEATURE_A] == 2;
        worst = fmax(worst, e ? fabs(e->t - sqrt(2 * height / 9.81)) : (double)INFINITY);
    }
    check(good && worst <= 1e-12, "wheels fall onto 100 arcs at the expected time within %.2g",
          worst);
}

static double excess(const double *from, double t, double rho)
{
    double x = from[0] + t * from[2], y = from[1] + t * from[3] - 9.81 / 2 * t * t;
    return hypot(x, y) - rho;
}

/* A wheel thrown within a pipe hits it when its distance from the centre of the pipe reaches R - r;
 * bisection finds this time. */
static void test_throw(void)
{
    double worst = 0;
    int hits = 0, due = 0;
    seed(6);
    for (int i = 0; i < 200; i++) {
        double R = uniform(0.5, 2), rho = R - 0.1;
        double from[4] = {uniform(-0.6, 0.6) * rho, uniform(-0.6, 0.6) * rho, uniform(-3, 3),
                          uniform(-3, 3)};
        double lo = 0, hi = 0;
        while (excess(from, hi, rho) < 0) {
            lo = hi;
            hi += 1e-3;
        }
        for (int k = 0; k < 60; k++) {
            double middle = (lo + hi) / 2;
            *(excess(from, middle, rho) < 0 ? &lo : &hi) = middle;
        }
        if (excess(from, hi, rho) > 1e-9 || from[1] + hi * from[3] - 9.81 / 2 * hi * hi > 0)
            continue; /* above the arc */
        due++;
        world_pipe(&world, R);
        world_start(&world, from[0], from[1], 0, from[2], from[3], 0);
        world_go(&world, hi + 1e-3);
        const struct logged *e = first_event(&world, WD_EVENT_IMPACT);
        hits += e != NULL;
        worst = fmax(worst, e ? fabs(e->t - hi) : 0);
    }
    check(due > 50 && hits == due && worst <= 1e-12,
          "%d of %d thrown wheels hit at the expected time within %.2g", hits, due, worst);
}

/* ---- an arc made of many segments ---- */

static void make_chords(struct world *w, double R, int n)
{
    double xy[2 * WORLD_POINTS];
    xy[0] = -R;
    xy[1] = 1;
    for (int i = 0; i <= n; i++) {
        xy[2 * i + 2] = -R * cos(pi * i / n);
        xy[2 * i + 3] = -R * sin(pi * i / n);
    }
    xy[2 * n + 4] = R;
    xy[2 * n + 5] = 1;
    world_open(w);
    world_terrain(w, xy, (size_t)n + 3);
}

/* Mean distance in m, after 1.5 s, between wheels on n chords and on the arc. It is the mean over
 * several starts, because the error depends on the place on a chord. */
static double chord_error(int n)
{
    double sum = 0;
    for (int k = 0; k < 40; k++) {
        double x = 0.2 + 0.01 * k;
        world_pipe(&world, 1);
        make_chords(&other, 1, n);
        world_start(&world, x, -0.2, 0, 0, 0, 0);
        world_start(&other, x, -0.2, 0, 0, 0, 0);
        world_go(&world, 1.5);
        world_go(&other, 1.5);
        sum +=
            hypot(other.state.now[0] - world.state.now[0], other.state.now[1] - world.state.now[1]);
    }
    return sum / 40;
}

static void test_chords(void)
{
    double coarse = chord_error(15), fine = chord_error(60), finest = chord_error(240);
    check(finest < fine / 3 && fine < coarse / 3 && finest < 5e-3,
          "15, 60, 240 chords instead of the arc change the motion by %.2g, %.2g, %.2g", coarse,
          fine, finest);
}

int main(void)
{
    test_pendulum(1, 0.05, 0);
    test_pendulum(1, 1.5, 0);
    test_pendulum(0.4, 1.2, 3);
    test_pendulum(0.12, 1, 3);
    test_pendulum(20, 1, 3);
    test_force();
    test_detachment(0.5, 0.01);
    test_detachment(2, 1);
    test_detachment(50, 0.5);
    test_flight();
    const double eps[] = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, -1e-6};
    for (size_t i = 0; i < sizeof eps / sizeof *eps; i++) {
        test_loop(0.2, eps[i]);
        test_loop(0.7, eps[i]);
        test_grip(0.11, 1.5, eps[i]);
        test_grip(0.3, 2, eps[i]);
    }
    test_slide();
    test_fall();
    test_throw();
    test_chords();
    return done();
}
