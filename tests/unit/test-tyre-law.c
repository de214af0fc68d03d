/* SPDX-License-Identifier: MIT */
/* Properties of the law of tyres in random states. */
#include "tyre.h"
#include "random.h"
#include "tap.h"
#include "tyre/inside.h"

static void default_tyre(struct tyre *t, int form)
{
    struct tyre_numbers n;
    tyre_read("tyre_a.tir", &n);
    n.form = form;
    tyre_pack(&n, t);
}

/* A random state of a wheel that rolls, slides, stands or spins, with random deflections. */
static void random_state(const struct tyre *t, struct tyre_contact *at, double *u)
{
    double speed = uniform(0, 1) < 0.2 ? 0 : uniform(-1, 1) * pow(10, uniform(-3, 2));
    double slip = pow(10, uniform(-6, 1)), gamma = uniform(-0.1, 0.1), N = uniform(50, 9000);
    double rolled = uniform(0, 1) < 0.2 ? 0 : speed + slip * uniform(-1, 1);
    *at = (struct tyre_contact){.radius = 0.317,
                                .load = N,
                                .mu = uniform(0.1, 1.2),
                                .gamma = gamma,
                                .sin_gamma = sin(gamma),
                                .rolling_radius = 0.3,
                                .forward = speed,
                                .rolled = rolled,
                                .slip = {speed - rolled, slip * uniform(-1, 1)},
                                .turn = uniform(-1, 1)};
    for (int k = 0; k < 3; k++)
        u[k] = uniform(-1, 1) * N * (k == 2 ? 0.06 : 1) / t->K[k];
    u[TYRE_ROLLED] = uniform(-1.2, 1.2) * N / t->k_z;
}

/* Changing any coefficient of the file by a tenth, or from 0 to 0.1, changes a force or moment, so
 * all terms are in use. Coefficients named in `without` are left out, and, with `given`, those that
 * are 0 in the file. */
static void no_dead_term(const char *file, const char *without, int given)
{
    struct tyre_numbers n;
    int dead = 0, changed = 0;
    tyre_read(file, &n);
    const struct magic_slip at = {0.317, 3000, 0.9, 0.05, -0.08, 0.07, 0.0699428};
    for (size_t i = 0; i < TYRE_KEYS; i++) {
        if (!tyre_is_coefficient(i) || strstr(without, tyre_keys[i].key))
            continue;
        double before[5], after[5], *all = (double *)&n, kept = all[tyre_keys[i].at];
        if (given && kept == 0)
            continue;
        for (int k = 0; k < 2; k++) {
            struct magic m;
            struct magic_forces f;
            double *x = k == 0 ? before : after;
            magic_pack(&n, &m);
            magic_steady(&m, &at, &f);
            x[0] = f.force[0], x[1] = f.force[1], x[2] = f.align;
            x[3] = magic_over(&m, 0.317, at.load, 500, at.gamma);
            x[4] = magic_roll(&m, 0.317, at.load, 300, 20, at.gamma);
            all[tyre_keys[i].at] = kept != 0 ? kept * 1.1 : 0.1;
        }
        all[tyre_keys[i].at] = kept;
        changed++;
        if (memcmp(before, after, sizeof before) != 0)
            continue;
        dead++;
        check(0, "%s: %s changes nothing", file, tyre_keys[i].key);
    }
    check(dead == 0 && changed > 60, "%s: each of %d coefficients has an effect", file, changed);
}

/* Evaluate a tyre in 100 random motions, which are the same for all tyres; returns a sum of its
 * forces and rates, each with a factor of its own. */
static double sum_of_results(const struct tyre *t)
{
    const uint64_t state = uniform_state; /* for the later tests */
    struct tyre usual;
    double sum = 0;
    default_tyre(&usual, TYRE_BRUSH);
    for (int i = 0; i < 100; i++) {
        struct tyre_contact at;
        struct tyre_result r;
        double u[TYRE_BENDS];
        uniform_seed(1000 + (uint64_t)i);
        random_state(&usual, &at, u);
        const struct tyre_motion m = {.radius = 0.3,
                                      .deflection = uniform(0.001, 0.03),
                                      .rate = uniform(-0.1, 0.1),
                                      .mu = at.mu,
                                      .sin_camber = at.sin_gamma,
                                      .forward = at.forward,
                                      .spin = at.rolled / 0.3,
                                      .side = at.slip[1],
                                      .turn = at.turn};
        tyre_evaluate(t, &m, u, &r);
        sum += r.load + 3 * r.force[0] + 5 * r.force[1] + 7 * r.align + 11 * r.rolling +
               13 * r.camber_rolling + 17 * r.dissipation + 19 * r.rolling_radius;
        for (int k = 0; k < TYRE_BENDS; k++)
            sum += (23 + 2 * k) * r.bend_rate[k];
    }
    uniform_state = state;
    return sum;
}

/* Changing any number of form brush, or of the springs, changes a force or a rate. */
static void no_dead_number_of_brush(void)
{
    static const struct {
        const char *name;
        size_t at;
    } number[] = {
#define PLACE_OF(name, unit, lo, hi, initial, tunable, text) \
    {#name, offsetof(struct tyre_numbers, name)},
        TYRE_SPRINGS(PLACE_OF) TYRE_BRUSH_NUMBERS(PLACE_OF)
#undef PLACE_OF
    };
    struct tyre_numbers n;
    struct tyre t;
    size_t count = sizeof number / sizeof *number, dead = 0;
    tyre_defaults(&n);
    tyre_pack(&n, &t);
    double before = sum_of_results(&t);
    for (size_t i = 0; i < count; i++) {
        double *value = (double *)((char *)&n + number[i].at), kept = *value;
        *value = kept != 0 ? kept * 0.9 : 1e5;
        tyre_pack(&n, &t);
        *value = kept;
        if (sum_of_results(&t) == before && ++dead)
            check(0, "brush: %s changes nothing", number[i].name);
    }
    check(dead == 0 && count == 13, "brush: each of %zu numbers has an effect", count);
}

/* Changing the signs of 18 coefficients gives the mirror image of all forces. */
static void mirrored_forces(void)
{
    static const char *const flipped[] = {"phy1", "phy2", "pvy1", "pvy2", "pey3", "rhx1",
                                          "rby3", "rvy1", "rvy2", "qsx1", "qbz4", "qdz3",
                                          "qdz6", "qdz7", "qez4", "qhz1", "qhz2", "ssz1"};
    struct tyre_numbers n;
    struct tyre t, other;
    double worst = 0;
    tyre_read("tyre_a.tir", &n);
    tyre_pack(&n, &t);
    for (size_t i = 0; i < 18; i++)
        for (size_t k = 0; k < TYRE_KEYS; k++)
            if (strcmp(tyre_keys[k].key, flipped[i]) == 0)
                ((double *)&n)[tyre_keys[k].at] *= -1;
    tyre_pack(&n, &other);
    for (int i = 0; i < 1000; i++) {
        struct tyre_contact at;
        struct tyre_result a, b;
        double u[TYRE_BENDS];
        random_state(&t, &at, u);
        tyre_evaluate_contact(&t, &at, u, &a);
        at.gamma = -at.gamma, at.sin_gamma = -at.sin_gamma, at.slip[1] = -at.slip[1];
        at.turn = -at.turn, u[TYRE_ACROSS_Y] = -u[TYRE_ACROSS_Y], u[TYRE_TWIST] = -u[TYRE_TWIST];
        tyre_evaluate_contact(&other, &at, u, &b);
        worst = fmax(worst, fabs(a.force[0] - b.force[0]) / at.load);
        worst = fmax(worst, fabs(a.force[1] + b.force[1]) / at.load);
        worst = fmax(worst, fabs(a.align + b.align) / at.load);
        worst = fmax(worst, fabs(a.over + b.over) / at.load);
    }
    near_abs(worst, 0, 1e-14, "forces of a mirrored tyre");
}

/* The sign of a rolling velocity that is zero to rounding does not change the rolling resistance of
 * a standing wheel. */
static void standing_wheel(int form, const char *name)
{
    struct tyre t;
    double worst = 0;
    default_tyre(&t, form);
    for (int i = 0; i < 1000; i++) {
        struct tyre_contact at;
        struct tyre_result r[2];
        double u[TYRE_BENDS];
        random_state(&t, &at, u);
        at.forward = at.slip[0] = at.slip[1] = 0;
        for (int k = 0; k < 2; k++) {
            at.rolled = k ? -1e-17 : 1e-17;
            tyre_evaluate_contact(&t, &at, u, &r[k]);
        }
        worst = fmax(worst, fabs(r[0].rolling - r[1].rolling) / at.load);
    }
    near_abs(worst, 0, 1e-15, name);
}

/* Bounds: with the brush |F| <= mu N and no energy is generated; the Magic Formula generates energy
 * in less than 1 of 1000 states. The speed w_r at which the contact patch is renewed is at most 2
 * V_r. */
static void bounds_of_force(int form, int count)
{
    struct tyre t;
    double least = 0, above = 0, renewed = 0;
    int negative = 0;
    default_tyre(&t, form);
    for (int i = 0; i < count; i++) {
        struct tyre_contact at;
        struct tyre_result r;
        double u[TYRE_BENDS], w[2];
        random_state(&t, &at, u);
        at.turn = 0, u[TYRE_TWIST] = 0; /* M_z is left out, because it has no bound */
        tyre_evaluate_contact(&t, &at, u, &r);
        above = fmax(above, hypot(r.force[0], r.force[1]) / r.limit - 1);
        for (int k = 0; k < 2; k++)
            w[k] = at.slip[k] + r.bend_rate[k];
        double side = tyre_camber_slip(&t, at.sin_gamma) * fabs(r.renewed), lost = 0;
        lost -= r.force[0] * w[0] + r.force[1] * (w[1] - side);
        lost -= r.rolling * (at.rolled + r.bend_rate[TYRE_ROLLED]);
        for (int k = 0; k < TYRE_BENDS; k++)
            lost += k == TYRE_TWIST ? 0 : t.K[k] * t.time[k] * pow(r.bend_rate[k], 2);
        least = fmin(least, lost / at.load);
        negative += lost < -1e-12 * at.load;
        renewed = fmax(renewed, fabs(r.renewed) - 2 * fabs(at.rolled));
        renewed = fmax(renewed, -r.renewed * at.rolled);
    }
    if (form == TYRE_BRUSH) {
        near_abs(above, 0, 4e-16, "brush: excess of |F| over mu N");
        check(negative == 0, "brush: no energy is generated; smallest dissipated power %.3g W/N",
              least);
    } else {
        check(negative < count / 1000, "magic: energy is generated in %d of %d states", negative,
              count);
    }
    near_abs(renewed, 0, 0, "violation of 0 <= w_r <= 2 V_r");
}

/* Distance of a steady force of the brush model from Fiala's, relative to the load. Between full
 * sliding and a locked wheel only the magnitude is compared, because the direction changes. */
static double brush_error(const struct tyre *t, const struct tyre_contact *at,
                          const struct tyre_result *r)
{
    double way = fabs(at->rolled), most = at->mu * at->load, C[] = {t->c_x, t->c_y}, G[2];
    double v[] = {at->slip[0], at->slip[1] - tyre_camber_slip(t, at->sin_gamma) * way};
    for (int k = 0; k < 2; k++)
        G[k] = way > 0 ? -C[k] * at->load * v[k] / way : -v[k];
    double psi = way > 0 ? hypot(G[0], G[1]) / (3 * most) : 1;
    if (psi >= 1 && way > 0)
        return fabs(hypot(r->force[0], r->force[1]) - most) / at->load;
    double F = most * (psi < 1 ? 1 - pow(1 - psi, 3) : 1) / hypot(G[0], G[1]);
    double M = psi < 1 ? -t->half_length * psi * pow(1 - psi, 3) * most * r->force[1] /
                             hypot(r->force[0], r->force[1])
                       : 0;
    return (hypot(r->force[0] - F * G[0], r->force[1] - F * G[1]) + fabs(r->align - M)) / at->load;
}

/* Distance of the forces at these deflections from those of the steady state, relative to the load.
 */
static double steady_error(const struct tyre *t, const struct tyre_contact *at, const double *u)
{
    struct tyre_result r;
    struct magic_slip slip;
    struct magic_forces f;
    tyre_evaluate_contact(t, at, u, &r);
    if (t->form == TYRE_BRUSH)
        return brush_error(t, at, &r);
    double S = tyre_formula_slip(at, &slip);
    magic_steady(&t->magic, &slip, &f);
    return fmax(hypot(r.force[0] - S * f.force[0], r.force[1] - S * f.force[1]),
                fabs(r.align - f.align)) /
           at->load;
}

/* At constant slip the deflections tend to values whose forces are those of the steady state. */
static void steady_deflections(int form)
{
    struct tyre t;
    double worst = 0;
    default_tyre(&t, form);
    for (int i = 0, states = few_or_all(60, 300); i < states; i++) {
        struct tyre_contact at;
        struct tyre_result r;
        double u[TYRE_BENDS], h = 2e-3;
        random_state(&t, &at, u);
        double V = copysign(uniform(5, 60), at.forward), k = uniform(-0.9, 0.9);
        at.forward = V, at.rolled = i % 5 == 0 ? 0 : V * (1 + k);
        at.slip[0] = V - at.rolled, at.turn = 0;
        at.slip[1] = V * uniform(-0.05, 0.05);
        for (int n = 0; n < 5000; n++) {
            tyre_evaluate_contact(&t, &at, u, &r);
            for (int j = 0; j < TYRE_BENDS; j++)
                u[j] += h * r.bend_rate[j];
        }
        worst = fmax(worst, steady_error(&t, &at, u));
    }
    near_abs(worst, 0, 1e-12,
             form == TYRE_BRUSH ? "brush: deflections tend to the steady state"
                                : "magic: deflections tend to the steady state");
}

/* In steady rolling the contact patch is renewed at the rolling speed: w_r = V_r to rounding, in
 * both directions, with a spring of rolling resistance and without (i odd). Steps of the damping
 * time of this spring set its deflection exactly. */
static void renewal_of_rolling(int form)
{
    struct tyre_numbers n;
    double worst = 0;
    tyre_read("tyre_a.tir", &n);
    n.form = form;
    for (int i = 0; i < 100; i++) {
        struct tyre t;
        struct tyre_contact at;
        struct tyre_result r = {.load = 0};
        double u[TYRE_BENDS];
        n.rolling_resistance = i % 2 ? 0 : 0.01, n.lmy = i % 2 ? 0 : 1;
        tyre_pack(&n, &t);
        random_state(&t, &at, u);
        at.rolled = copysign(uniform(3, 60), at.forward);
        at.forward = at.rolled + at.slip[0], at.turn = 0;
        for (int k = 0; k < 5000; k++) {
            tyre_evaluate_contact(&t, &at, u, &r);
            for (int j = 0; j < TYRE_BENDS; j++)
                u[j] += (j == TYRE_ROLLED ? t.time[j] : 2e-3) * r.bend_rate[j];
        }
        worst = fmax(worst, fabs(r.renewed - at.rolled) / fabs(at.rolled));
    }
    near_abs(worst, 0, 4e-16,
             form == TYRE_BRUSH ? "brush: w_r = V_r in steady rolling"
                                : "magic: w_r = V_r in steady rolling");
}

static void step_by_rk4(const struct tyre *t, const struct tyre_contact *at, double *u, double h)
{
    static const double node[] = {0, 0.5, 0.5, 1}, weight[] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
    double sum[TYRE_BENDS] = {0};
    struct tyre_result r = {.load = 0};
    for (int k = 0; k < 4; k++) {
        double stage[TYRE_BENDS];
        for (int j = 0; j < TYRE_BENDS; j++)
            stage[j] = u[j] + h * node[k] * r.bend_rate[j];
        tyre_evaluate_contact(t, at, stage, &r);
        for (int j = 0; j < TYRE_BENDS; j++)
            sum[j] += h * weight[k] * r.bend_rate[j];
    }
    for (int j = 0; j < TYRE_BENDS; j++)
        u[j] += sum[j];
}

/* Steps of 5 ms of RK4 do not chatter: from no deflection the forces tend to those of the steady
 * state at every rolling speed, also of locked wheels. */
static void long_steps(int form)
{
    struct tyre t;
    double worst = 0;
    default_tyre(&t, form);
    for (int i = 0, states = few_or_all(40, 200); i < states; i++) {
        struct tyre_contact at;
        double u[TYRE_BENDS], speed = pow(10, uniform(0, log10(60)));
        random_state(&t, &at, u);
        memset(u, 0, sizeof u);
        at.forward = copysign(speed, at.forward), at.turn = 0;
        at.rolled = i % 5 == 0 ? 0 : at.forward * (1 + uniform(-0.9, 0.9));
        at.slip[0] = at.forward - at.rolled, at.slip[1] = speed * uniform(-0.3, 0.3);
        for (int n = 0; n < 4000; n++)
            step_by_rk4(&t, &at, u, 5e-3);
        worst = fmax(worst, steady_error(&t, &at, u));
    }
    near_abs(worst, 0, 1e-12,
             form == TYRE_BRUSH ? "brush: RK4 steps of 5 ms end in the steady state"
                                : "magic: RK4 steps of 5 ms end in the steady state");
}

/* If a wheel at rest has forces below their limits, its deflections do not change by a bit. */
static void wheel_at_rest(int form)
{
    struct tyre t;
    int moved = 0;
    default_tyre(&t, form);
    for (int i = 0; i < 1000; i++) {
        struct tyre_contact at;
        struct tyre_result r;
        double u[TYRE_BENDS];
        random_state(&t, &at, u);
        u[TYRE_ALONG_X] *= at.mu * 0.2, u[TYRE_ACROSS_Y] *= at.mu * 0.2;
        u[TYRE_TWIST] *= 0.1 * at.mu, u[TYRE_ROLLED] *= 0.1;
        at.forward = at.rolled = at.slip[0] = at.slip[1] = at.turn = 0;
        tyre_evaluate_contact(&t, &at, u, &r);
        for (int k = 0; k < TYRE_BENDS; k++)
            moved += r.bend_rate[k] != 0;
    }
    check(moved == 0, "form %d: %d deflections change at rest", form, moved);
}

/* For loads [N] or friction coefficients of zero or below 1e-5 all numbers are finite, and the
 * force is zero to 2e-5 of 9000 N. */
static void zero_loads(int form)
{
    struct tyre t;
    double worst = 0;
    int bad = 0;
    default_tyre(&t, form);
    for (int i = 0; i < 4000; i++) {
        struct tyre_contact at;
        struct tyre_result r;
        double u[TYRE_BENDS];
        random_state(&t, &at, u);
        if (i % 4 < 2)
            at.load = i % 4 == 0 ? 0 : pow(10, uniform(-320, -5));
        else
            at.mu = i % 4 == 2 ? 0 : pow(10, uniform(-320, -5));
        tyre_evaluate_contact(&t, &at, u, &r);
        double all[] = {r.force[0],     r.force[1],       r.over,        r.align,
                        r.rolling,      r.camber_rolling, r.dissipation, r.bend_rate[0],
                        r.bend_rate[1], r.bend_rate[2],   r.bend_rate[3]};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++)
            bad += !isfinite(all[k]);
        worst = fmax(worst, hypot(r.force[0], r.force[1]) / 9000);
    }
    check(bad == 0, "form %d: %d numbers that are not finite", form, bad);
    near_abs(worst, 0, 2e-5, "largest force without load or friction, relative to 9000 N");
}

/* Largest difference of the torque M of a wrench from the sum of unit forces times their arms. */
static double difference_of_arms(const struct tyre_place *at, const struct tyre_result *r,
                                 const double M[3])
{
    struct tyre_arms arm = tyre_arms_of(at, r->rolling_radius);
    double P = r->rolling + r->camber_rolling;
    const double sum[] = {r->load * arm.lean + r->force[1] * arm.side + r->over,
                          r->force[0] * arm.forward + P * arm.rolling,
                          r->align - r->force[0] * arm.lean};
    return fmax(fabs(M[0] - sum[0]), fmax(fabs(M[1] - sum[1]), fabs(M[2] - sum[2])));
}

/* The power of the wrench equals the sum of the powers of the forces and moments, and its torque
 * the sum of the torques of unit forces. */
static void powers_of_wrench(void)
{
    double worst = 0, apart = 0;
    for (int i = 0; i < 1000; i++) {
        double gamma = uniform(-0.5, 0.5), v[3], w[3], F[3], M[3], put_in = 0;
        struct tyre_place at = {0.3, uniform(0, 0.1), uniform(0.2, 0.3), cos(gamma), sin(gamma)};
        struct tyre_result r = {.load = uniform(0, 4),
                                .force = {uniform(-4, 4), uniform(-4, 4)},
                                .over = uniform(-1, 1),
                                .align = uniform(-1, 1),
                                .rolling = uniform(-1, 1),
                                .camber_rolling = uniform(-1, 1),
                                .rolling_radius = uniform(0.25, 0.3)};
        struct tyre_motion m;
        for (int k = 0; k < 3; k++)
            v[k] = uniform(-9, 9), w[k] = uniform(-9, 9);
        tyre_motion_of(&at, v, w, 1, &m);
        tyre_wrench(&at, &r, F, M);
        apart = fmax(apart, difference_of_arms(&at, &r, M));
        for (int k = 0; k < 3; k++)
            put_in += F[k] * v[k] + M[k] * w[k];
        double rolled = r.rolling_radius * m.spin;
        put_in -= r.force[0] * (m.forward - rolled) + r.force[1] * m.side - r.load * m.rate;
        put_in -= r.align * w[2] + r.over * w[0] + (r.rolling + r.camber_rolling) * rolled;
        worst = fmax(worst, fabs(put_in));
    }
    near_abs(worst, 0, 1e-12, "power of the wrench and of the forces");
    near_abs(apart, 0, 1e-14, "torque of the wrench and of unit forces");
}

static void bounded_slips(void)
{
    struct tyre_motion m = {.forward = -10};
    struct tyre_result r = {.slip = {1, -2}};
    double ratio, tangent;
    tyre_slip(&m, &r, &ratio, &tangent);
    check(ratio == -0.1 && tangent == -0.2, "slips of a rolling wheel are relative to its speed");
    m.forward = 0, r.slip[0] = 3, r.slip[1] = 4;
    tyre_slip(&m, &r, &ratio, &tangent);
    near_abs(ratio, -0.9, 1e-15, "slip ratio of a wheel that stands is bounded");
    near_abs(tangent, 1.2, 1e-15, "slip angle of a standing wheel is bounded");
    r.slip[0] = r.slip[1] = 0;
    tyre_slip(&m, &r, &ratio, &tangent);
    check(ratio == 0 && tangent == 0, "no slip at rest");
}

int main(void)
{
    no_dead_term("tyre_a.tir", "phy3", 0);
    no_dead_term("tyre_b.tir", "", 1);
    no_dead_number_of_brush();
    mirrored_forces();
    powers_of_wrench();
    bounded_slips();
    bounds_of_force(TYRE_BRUSH, 100000);
    bounds_of_force(TYRE_MAGIC, 100000);
    for (int form = TYRE_BRUSH; form <= TYRE_MAGIC; form++) {
        steady_deflections(form);
        renewal_of_rolling(form);
        long_steps(form);
        wheel_at_rest(form);
        zero_loads(form);
        standing_wheel(form, form == TYRE_BRUSH ? "brush: no jump at V_r = 0"
                                                : "magic: no jump at V_r = 0");
    }
    return done();
}
