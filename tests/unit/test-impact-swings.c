/* SPDX-License-Identifier: MIT */
/* Power series for motion on corners and arcs, compared with fits. The fits are used because a load
 * function returns the load; here it is constant. */
#include "impact.h"

static struct world series, stepped;

static int32_t steady_load(void *user, double t, struct impact_load *load)
{
    (void)t;
    *load = ((struct world *)user)->held;
    return WD_OK;
}

/* Shapes around the origin: a corner, a hill, a valley. */
enum { CORNER, HILL, VALLEY, SHAPES };

static double terrain_of(struct world *w, int shape, double R)
{
    const double corner[] = {-5, -5, 0, 0, 5, -5};
    const double arc[] = {-2 * R, 0, -R, 0, R, 0, 2 * R, 0},
                 bulge[] = {0, shape == HILL ? -1 : 1, 0};
    if (shape == CORNER)
        world_terrain(w, corner, 3);
    else
        world_profile(w, arc, bulge, 4);
    return shape == CORNER ? 0.1 : shape == HILL ? R + 0.1 : R - 0.1;
}

/* Place a wheel somewhere on the shape, sometimes at rest, sticking or sliding. */
static int place_wheel(struct world *w, int shape, int i)
{
    world_open(w);
    seed(i);
    double rho = terrain_of(w, shape, uniform(0.15, 3));
    double angle = shape == CORNER ? uniform(-0.6, 0.6) : uniform(-1.4, 1.4);
    double s = i % 7 == 0 ? 0 : uniform(-1, 1) * (shape == VALLEY ? 3 : sqrt(9.81 * rho));
    double side = shape == VALLEY ? -1 : 1;
    w->system.mu = i % 5 == 0 ? 0 : uniform(0.05, 1.5);
    w->system.wheel = law_wheel_of(uniform(1, 20), 0.1, uniform(0.01, 0.2));
    w->held = (struct impact_load){uniform(-0.5, 0.5), uniform(-5, 5), uniform(-5, 5)};
    if (i % 3 == 0)
        w->held = (struct impact_load){0, 0, 0};
    return world_start(w, rho * sin(angle), side * rho * cos(angle), 0, s * cos(angle),
                       -side * s * sin(angle), i % 2 ? -s / 0.1 : uniform(-20, 20)) == WD_OK;
}

/* Compare both integrations until the wheel leaves its contact. */
static size_t compare_integrations(int shape, int i, double *worst, int *same)
{
    if (!place_wheel(&series, shape, i) || !place_wheel(&stepped, shape, i))
        return 0;
    world_vary(&stepped, steady_load, &stepped);
    impact_resume(&stepped.system, &stepped.state);
    size_t compared = 0;
    for (double t = 0.01; t < 0.5; t += 0.01) {
        if (world_go(&series, t) != WD_OK || world_go(&stepped, t) != WD_OK)
            *same = 0;
        if (isinf(series.state.span) || isinf(stepped.state.span))
            break;
        for (int k = 0; k < IMPACT_REALS; k++)
            *worst = fmax(*worst, fabs(series.state.now[k] - stepped.state.now[k]) /
                                      (1 + fabs(stepped.state.now[k])));
        *same &= series.events == stepped.events;
        compared++;
    }
    return compared;
}

static void test_shape(int shape, const char *name)
{
    double worst = 0;
    size_t compared = 0;
    int same = 1;
    for (int i = 1; i <= 400; i++)
        compared += compare_integrations(shape, i, &worst, &same);
    check(same && compared > 1000 && worst <= 1e-11,
          "%s: at %zu instants series and fits agree within %.2g", name, compared, worst);
}

/* Series stored when a motion segment is planned equal recomputed series. */
static void test_stops(int shape, const char *name)
{
    int same = 1, swung = 0;
    for (int i = 1; i <= 50; i++) {
        if (!place_wheel(&series, shape, i) || !place_wheel(&stepped, shape, i))
            continue;
        swung += isfinite(series.state.span);
        world_go(&series, 1);
        for (int k = 1; k <= 1000; k++)
            world_go(&stepped, k / 1000.0);
        same &= memcmp(&series.state, &stepped.state, sizeof series.state) == 0;
    }
    check(same && swung > 10, "%s: %d motions, 999 stops in each: same bits", name, swung);
}

/* The series work for motion segments of any speed, whatever the unit of time is. */
static void test_range(double fast)
{
    world_open(&series);
    series.system.gravity = 9.81 * fast * fast;
    series.system.max_step = 0.1 / fast;
    series.system.mu = 10;
    terrain_of(&series, VALLEY, 1);
    check(world_start(&series, 0.9 * sin(1.0), -0.9 * cos(1.0), 0, 0, 0, 0) == WD_OK,
          "a wheel in a valley, %g times as fast, starts", fast);
    double before = world_energy(&series);
    check(world_go(&series, 3 / fast) == WD_OK, "the wheel runs for %g s", 3 / fast);
    near_rel(world_energy(&series), before, 1e-12, 0,
             "energy of a swing in a valley, against its start");
}

/* A wheel separates from a corner, theta before the border of the next segment's cell. The wheel is
 * then below the segment's line by r (1 - cos theta). It rises above the line and lands where it
 * returns to the line. */
static void test_end_of_corner(double theta)
{
    const double slope = 0.5, xy[] = {-5, -5, 0, 0, 5 * cos(slope), -5 * sin(slope)};
    world_open(&series);
    world_terrain(&series, xy, 3);
    series.system.mu = 0;
    double r = series.system.wheel.radius, at = slope - theta, g = 9.81 * cos(slope);
    double v = sqrt(1.001 * g * r), rise = v * sin(theta), gap = 0;
    world_start(&series, r * sin(at), r * cos(at), 0, v * cos(at), -v * sin(at), 0);
    double behind = r * 2 * sin(theta / 2) * sin(theta / 2);
    double lands = (rise + sqrt(rise * rise - 2 * g * behind)) / g;
    for (int k = 1; k <= 200; k++) {
        world_go(&series, 0.01 * lands * k);
        gap = fmin(gap,
                   terrain_distance(&series.terrain, series.state.now[0], series.state.now[1]) - r);
    }
    const struct logged *last = &series.event[series.events - 1];
    check(gap >= -1e-15 && last->type == WD_EVENT_IMPACT,
          "theta %g: the last event is an impact; smallest gap %.2g m", theta, gap);
    near_abs(last->t, lands, 1e-10,
             "the wheel lands on the segment"); /* by rounding, the wheel starts slightly above the
                                                   line */
}

static int32_t rising_load(void *user, double t, struct impact_load *load)
{
    const double *rate = user;
    *load = (struct impact_load){0, *rate * t, -5};
    return WD_OK;
}

/* Loads that are polynomials of time allow motion segments of any length. A segment that is planned
 * too long and ends at the next bounce, after a fraction 1e-9 of its span, would lose all
 * digits. */
static void test_polynomial_loads(void)
{
    static double rate = 0.6;
    const double level[] = {-1, 0, 1, 0};
    world_open(&series);
    world_terrain(&series, level, 2);
    series.system.mu = 0;
    series.system.restitution = 0.999;
    series.system.max_step = INFINITY;
    world_vary(&series, rising_load, &rate);
    int32_t status = world_start(&series, 0, 0.2, 0, 0, 0, 0);
    status = status == WD_OK ? world_go(&series, 20) : status;
    check(status == WD_OK && series.events > 50, "%zu bounces under a load that grows",
          series.events);
    near_rel(series.state.now[IMPACT_X], 0.6 * 8000 / 60, 1e-13, 0, "x after 20 s of bounces");
}

int main(void)
{
    test_polynomial_loads();
    test_shape(CORNER, "a corner");
    test_shape(HILL, "hills");
    test_shape(VALLEY, "valleys");
    test_stops(CORNER, "a corner");
    test_stops(HILL, "hills");
    test_stops(VALLEY, "valleys");
    test_end_of_corner(1e-5);
    test_end_of_corner(1e-4);
    test_end_of_corner(1.3e-4);
    test_range(1e-9);
    test_range(1e9);
    return done();
}
