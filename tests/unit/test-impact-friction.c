/* SPDX-License-Identifier: MIT */
/* Friction factors of segments: closed forms for a wheel that passes from one segment to the next,
 * two contacts with different mu, corners, symmetry. */
#include "impact.h"
#include "models/impact_wheel/moreau.h"

#define EXACT 1e-12

static struct world world, other;
static const double m = 10, r = 0.1, g = 9.81;

/* ---- from one segment straight on to the next ---- */

static const struct logged *first(const struct world *w, int32_t type)
{
    for (size_t i = 0; i < w->events; i++)
        if (w->event[i].type == type)
            return &w->event[i];
    return NULL;
}

/* A wheel without spin slides from 1 m before the border; k = m r^2/J determines when it rolls.
 * Under constant loads the motion is a series; under loads from a function it is computed by fits
 * and integration steps. Contacts are solved in closed form and by the contact solver. */
static void test_skid(double J, double forward, int by_function, int by_solver)
{
    const double mu[2] = {0.1, 0.5}, along[2] = {0.2, 1}, back[2] = {1, 0.2};
    double k = m * r * r / J, v0 = 6, v1 = sqrt(v0 * v0 - 2 * mu[0] * g);
    double t1 = (v0 - v1) / (mu[0] * g), slide = v0 - (1 + k) * (v0 - v1);
    double t2 = slide / ((1 + k) * mu[1] * g), x = t2 * (v1 - mu[1] * g * t2 / 2);
    world_slope(&world, 0, forward > 0 ? along : back);
    world.system.mu = 0.5;
    world.system.wheel = law_wheel_of(m, r, J);
    world.system.by_solver = by_solver;
    world_vary(&world, by_function ? world_no_load : NULL, NULL);
    check(world_stand(&world, 0, -forward, forward * v0, 0) == WD_OK &&
              world_go(&world, 3) == WD_OK,
          "skid, J %g, towards %g%s%s", J, forward, by_function ? ", integrated" : "",
          by_solver ? ", by the solver" : "");
    const struct logged *pass = first(&world, WD_EVENT_FEATURE);
    const struct logged *rolls = first(&world, WD_EVENT_STICK);
    if (!check(world.events == 2 && pass && rolls, "the wheel passes the border, then rolls"))
        return;
    near_abs(pass->t, t1, EXACT, "time at which the wheel passes the border");
    near_abs(pass->value[EVENT_X], 0, EXACT, "place at which the wheel passes the border");
    near_abs(forward * pass->value[EVENT_AFTER], v1, EXACT,
             "speed at which the wheel passes the border");
    near_abs(rolls->t, t1 + t2, EXACT, "time from which the wheel rolls");
    near_abs(forward * rolls->value[EVENT_X], x, EXACT, "place from which the wheel rolls");
    double energy = m * v0 * v0 / 2 - world_energy(&world) + m * g * r;
    near_abs(world.state.now[IMPACT_LOST], energy, 1e-10, "energy lost by friction");
}

/* A wheel rolls down a slope and slips where the ice begins. Rolling needs mu = tan(angle)/(1 + k),
 * which is more than the mu of the ice. */
static void test_ice(double angle, int by_function)
{
    const double factor[2] = {0.1, 1}, mu = 0.06;
    double J = 0.05, k = m * r * r / J, a1 = g * sin(angle) * k / (1 + k);
    double t1 = sqrt(2 * 3 / a1), v1 = a1 * t1, a2 = g * (sin(angle) - mu * cos(angle));
    double turn = mu * m * g * cos(angle) * r / J, after = 0.4, spin = v1 / r;
    world_slope(&world, angle, factor);
    world.system.mu = 10 * mu;
    world_vary(&world, by_function ? world_no_load : NULL, NULL);
    world_stand(&world, angle, 3, 0, 0);
    double total = world_energy(&world);
    check(world_go(&world, t1 + after) == WD_OK, "onto ice, slope of %g rad%s", angle,
          by_function ? ", integrated" : "");
    const struct logged *pass = first(&world, WD_EVENT_FEATURE);
    const struct logged *slips = first(&world, WD_EVENT_SLIP);
    if (!check(world.events == 2 && pass && slips, "the wheel passes onto the ice and slips"))
        return;
    near_abs(slips->t, t1, EXACT, "time at which the wheel slips");
    check(slips->t == pass->t, "the wheel slips at the instant at which it passes onto the ice");
    near_abs(world_way(slips->value, angle), 0, EXACT, "place at which the wheel slips");
    near_abs(world_way(world.state.now, angle), -after * (v1 + a2 * after / 2), EXACT,
             "place of the wheel at the end");
    near_abs(world.state.now[IMPACT_W], spin + turn * after, 1e-11, "spin of the wheel at the end");
    near_abs(world_energy(&world) + world.state.now[IMPACT_LOST], total, 1e-11,
             "energy balance on the ice");
}

/* With fixed steps the friction changes in the step in which the wheel passes the border. */
static void test_steps(void)
{
    const double factor[2] = {0.2, 1}, mu[2] = {0.1, 0.5};
    double v0 = 6, v1 = sqrt(v0 * v0 - 2 * mu[0] * g), error[2];
    double want = v1 * v1 / (2 * mu[1] * g);
    for (int i = 0; i < 2; i++) {
        double h = i == 0 ? 1e-3 : 1e-4;
        world_slope(&world, 0, factor);
        world.system.mu = 0.5;
        world.system.wheel = law_wheel_of(m, r, 1e12);
        world_stand(&world, 0, -1, v0, 0);
        for (int k = 0; k < (int)(2 / h); k++)
            moreau_step(&world.system, &world.state, h);
        error[i] = fabs(world.state.now[IMPACT_X] - want);
    }
    check(error[0] < 0.02 && error[1] < 0.002,
          "fixed steps: place where a skid ends, within %.2g, %.2g", error[0], error[1]);
}

/* ---- two contacts ---- */

/* A wheel turns in a right-angled groove that holds it. With c = 1/sqrt(2) and turning
 * counter-clockwise: N1 (1 - mu1) = N2 (1 + mu2), N1 (1 + mu1) + N2 (1 - mu2) = m g/c. */
static void test_groove(double spin, double mu1, double mu2, int by_solver)
{
    const double xy[] = {-1, 1, 0, 0, 1, 1}, factor[] = {mu1, mu2};
    double s = copysign(1, spin), J = 0.05, weight = m * g * sqrt(2), p = s * mu1, q = s * mu2;
    double N1 = weight * (1 + q) / (2 * (1 + p * q)), N2 = weight * (1 - p) / (2 * (1 + p * q));
    double stop = J * fabs(spin) / (r * (mu1 * N1 + mu2 * N2));
    struct law_result forces;
    world_open(&world);
    world_terrain(&world, xy, 3);
    world.system.mu = 1;
    world.system.of_mu = factor;
    world.system.by_solver = by_solver;
    world_start(&world, 0, r * sqrt(2), 0, 0, 0, spin);
    int32_t status = impact_forces(&world.system, &world.state, &forces);
    check(status == WD_OK && world.state.lasting == 2, "in a groove, spin %g, mu %g and %g%s", spin,
          mu1, mu2, by_solver ? ", by the solver" : "");
    double tolerance = EXACT * weight * (by_solver ? 10 : 1);
    near_abs(forces.normal[0], N1, tolerance, "normal force on the left side of the groove");
    near_abs(forces.normal[1], N2, tolerance, "normal force on the right side of the groove");
    near_abs(forces.friction[0], p * N1, tolerance,
             "friction force on the left side of the groove");
    near_abs(forces.friction[1], q * N2, tolerance,
             "friction force on the right side of the groove");
    world_go(&world, 2 * stop);
    const struct logged *stops = first(&world, WD_EVENT_STICK);
    near_abs(stops ? stops->t : (double)NAN, stop, by_solver ? 1e-10 : 1e-11,
             "time at which the wheel stops turning");
    near_abs(world.state.now[IMPACT_X], 0, 1e-15, "the centre of the wheel has not moved");
    check(world.state.now[IMPACT_W] == 0, "the wheel is at rest");
}

/* ---- impacts ---- */

/* One contact: T = min(mu N, u_t/kappa) with the compliance kappa = 1/m + r^2/J. */
static void test_impacts(void)
{
    const double xy[] = {-9, 0, 0, 0, 9, 0}, factor[] = {1, 0.1};
    double J = 0.05, N = m * 2, stop = 3 / (1 / m + r * r / J);
    world_open(&world);
    world_terrain(&world, xy, 3);
    world.system.mu = 0.6;
    world.system.of_mu = factor;
    for (int side = 0; side < 2; side++) {
        world_start(&world, side ? 1 : -1, r, 0, 3, -2, 0);
        const double *v = world.event[0].value;
        near_abs(v[EVENT_NORMAL_A], N, EXACT,
                 side ? "normal impulse on ice" : "normal impulse on dry ground");
        near_abs(v[EVENT_FRICTION_A], fmin(stop, 0.6 * factor[side] * N), EXACT,
                 "friction impulse, at most mu N and at most that which stops the slip");
    }
}

/* ---- corners ---- */

/* A wheel passes over an edge. On the corner the smaller friction of the two sides acts; the bits
 * are the same as if both sides had this friction. */
static void test_corner(void)
{
    const double xy[] = {-9, 0, 0, 0, 1, -2}, smaller_left[] = {0.2, 1}, smaller_right[] = {1, 0.2};
    const double *const both[] = {smaller_left, smaller_right};
    for (int i = 0; i < 2; i++) {
        struct world *const pair[] = {&world, &other};
        for (int k = 0; k < 2; k++) {
            world_open(pair[k]);
            world_terrain(pair[k], xy, 3);
            pair[k]->system.mu = k == 0 ? 0.8 : 0.8 * 0.2;
            pair[k]->system.of_mu = k == 0 ? both[i] : NULL;
            world_start(pair[k], r * sin(0.1), r * cos(0.1), 0, 0, 0, 0);
            world_go(pair[k], 0.3);
        }
        const struct logged *slips = first(&world, WD_EVENT_SLIP);
        check(slips && slips->value[EVENT_FEATURE_A] == 1, "the wheel slips on the corner");
        check(memcmp(world.state.now, other.state.now, sizeof world.state.now) == 0,
              "the wheel slips as if both sides had the friction of the %s",
              i ? "second" : "first");
    }
}

/* ---- symmetry ---- */

enum { POINTS = 12 };

static void random_ground(double *xy, double *bulge, double *factor)
{
    for (int i = 0; i < POINTS; i++) {
        xy[2 * i] = 0.5 * i - 3 + uniform(-0.1, 0.1);
        xy[2 * i + 1] = uniform(-0.1, 0.1);
        bulge[i] = i > 0 && i < POINTS - 2 && uniform(0, 1) < 0.4 ? uniform(-0.3, 0.3) : 0;
        factor[i] = uniform(0, 1) < 0.3 ? 0 : uniform(0, 2);
    }
}

/* A mirror image of the terrain, with the points in reverse order and the same bulges, mirrors the
 * motion. */
static void test_mirror(void)
{
    enum { RUNS = 300 };
    double worst = 0, balance = 0, cone = 0;
    int compared = 0;
    for (int run = 0; run < RUNS; run++) {
        double xy[2 * POINTS], bulge[POINTS], factor[POINTS];
        double back[2 * POINTS], bent[POINTS], reverse[POINTS];
        seed(run);
        random_ground(xy, bulge, factor);
        for (int i = 0; i < POINTS; i++) {
            back[2 * i] = -xy[2 * (POINTS - 1 - i)];
            back[2 * i + 1] = xy[2 * (POINTS - 1 - i) + 1];
        }
        for (int i = 0; i < POINTS - 1; i++) {
            bent[i] = bulge[POINTS - 2 - i];
            reverse[i] = factor[POINTS - 2 - i];
        }
        world_open(&world);
        world_open(&other);
        world.system.mu = other.system.mu = 0.5;
        world.system.of_mu = factor;
        other.system.of_mu = reverse;
        if (world_profile(&world, xy, bulge, POINTS) != TERRAIN_FINE ||
            world_profile(&other, back, bent, POINTS) != TERRAIN_FINE)
            continue;
        double x = uniform(-1, 1), v = uniform(-3, 3), w = uniform(-30, 30);
        if (world_start(&world, x, 0.4, 0, v, 0, w) != WD_OK ||
            world_start(&other, -x, 0.4, 0, -v, 0, -w) != WD_OK)
            continue;
        double total = world_energy(&world);
        if (world_go(&world, 1) != WD_OK || world_go(&other, 1) != WD_OK)
            continue;
        struct law_result forces;
        const double *a = world.state.now, *b = other.state.now;
        compared++;
        worst = fmax(worst, fabs(a[0] + b[0]) + fabs(a[1] - b[1]) + r * fabs(a[2] + b[2]));
        balance = fmax(balance, fabs(world_energy(&world) + a[IMPACT_LOST] - total));
        impact_forces(&world.system, &world.state, &forces);
        for (int64_t i = 0; i < world.state.lasting; i++) {
            int64_t f = world.state.feature[i];
            double share = f % 2 ? fmin(factor[f / 2], factor[f / 2 + 1]) : factor[f / 2];
            cone = fmax(cone, fabs(forces.friction[i]) - 0.5 * share * forces.normal[i]);
        }
    }
    check(compared > RUNS * 9 / 10,
          "%d of %d random runs with random friction and arcs are compared", compared, RUNS);
    check(worst < 1e-9, "mirrored runs differ by %.2g m", worst);
    check(balance < 1e-10, "energy balance of the random runs: error %.2g J", balance);
    check(cone < 1e-10, "friction exceeds the limit of its segment by at most %.2g N", cone);
}

int main(void)
{
    for (int way_of = 0; way_of < 8; way_of++) {
        test_skid(0.05, way_of & 1 ? 1 : -1, way_of & 2, way_of & 4);
        test_skid(1e12, way_of & 1 ? 1 : -1, way_of & 2, way_of & 4);
    }
    for (int i = 0; i < 2; i++) {
        test_ice(0.3, i);
        test_groove(40, 0.3, 0.1, i);
        test_groove(-40, 0.3, 0.1, i);
        test_groove(-40, 0, 0.6, i);
    }
    test_steps();
    test_impacts();
    test_corner();
    test_mirror();
    return done();
}
