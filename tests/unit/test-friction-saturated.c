/* SPDX-License-Identifier: MIT */
/* SATURATED elements: forces compared with the definition of the law, and consequences of the
 * law. */
#include "tap.h"
#include "friction-saturated.h"

#include <stdlib.h>
#include <wheeldyn/wheeldyn.h>

static const struct friction_sizes most = {3 * WHEELS, 3 * WHEELS, 0};
static double *memory, *scratch;
static size_t answers[FRICTION_RUNGS];

static void open_problem(const struct problem *p, struct friction_problem *f)
{
    *f = (struct friction_problem){.interrupt = NULL};
    friction_carve(f, most, memory);
    friction_carve_scratch(f, most, scratch);
    build_elements(p, f);
}

static int32_t solve_problem(const struct problem *p, double *force)
{
    struct friction_problem f;
    open_problem(p, &f);
    int32_t status = friction_solve(&f);
    answers[f.rung]++;
    memcpy(force, f.r, f.rows * sizeof *force);
    return status;
}

static void definition_of_law(size_t wheels, int parallel, size_t count)
{
    struct problem p;
    double force[ROWS], worst = 0;
    size_t failed = 0, above = 0;
    for (size_t n = 0; n < count; n++) {
        random_problem(&p, wheels, parallel);
        if (solve_problem(&p, force) != WD_OK) {
            failed++;
            continue;
        }
        worst = fmax(worst, misfit(&p, force));
        for (size_t i = 0; i < wheels; i++) {
            double limit = p.wheel[i].mu * force[3 * i],
                   f = hypot(force[3 * i + 1], force[3 * i + 2]);
            above += limit > 0 ? !(f < limit) : f != 0;
        }
    }
    const char *kind = parallel ? "parallel" : "askew";
    check(failed == 0, "%zu wheels, %s: %zu of %zu problems not solved", wheels, kind, failed,
          count);
    check(above == 0, "%zu wheels, %s: friction is below mu N", wheels, kind);
    near_abs(worst, 0, 1e-9, "violation of the law, relative to the largest force");
}

/* The iteration ends at the same forces from any start if the rows are independent. */
static void same_forces_from_any_start(size_t wheels)
{
    struct problem p;
    struct friction_problem f;
    double force[ROWS], worst = 0;
    size_t ended = 0;
    for (size_t n = 0; n < 2000; n++) {
        random_problem(&p, wheels, 0);
        if (solve_problem(&p, force) != WD_OK)
            continue;
        open_problem(&p, &f);
        if (!friction_reduce(&f) || f.creep != 0)
            continue;
        friction_set_units(&f);
        double size = size_of(&p, force) * pow(10, uniform(-2, 2));
        for (size_t i = 0; i < wheels; i++) {
            for (size_t k = 0; k < 3; k++)
                f.element[i].demand[k] = size * uniform(k == 0 ? 0 : -1, 1);
            saturated_evaluate(&f, &f.element[i]);
        }
        if (!friction_newton(&f, FRICTION_FROM_HERE))
            continue;
        ended++;
        for (size_t i = 0; i < wheels; i++) {
            double off = distance(f.r + 3 * i + 1, force + 3 * i + 1, 2);
            worst = fmax(worst, off / size_of(&p, force));
        }
    }
    check(ended > 1000, "%zu wheels: %zu random starts converge", wheels, ended);
    near_abs(worst, 0, 1e-10, "difference of the forces from different starts");
}

/* A wheel that rolls straight ahead under a torque obeys the law of kind rolling_wheel. */
static void straight_ahead(void)
{
    double worst = 0, force[3];
    for (size_t n = 0; n < 1000; n++) {
        double m = uniform(0.1, 10), R = uniform(0.1, 1), I = m * R * R * uniform(0.2, 1);
        double torque = uniform(-10, 10), drag = uniform(-1, 0), rate = uniform(-3, 3);
        double advance = R * rate - (uniform(0, 1) < 0.5 ? uniform(-1e-3, 1e-3) : 0);
        struct problem p = {.wheels = 1, .W = {1 / m, 0, 0, 0, 1 / m + R * R / I, 0, 0, 0, 1 / m}};
        p.wheel[0] = (struct wheel){.mu = uniform(0, 1),
                                    .time = uniform(1e-3, 0.1),
                                    .sharpness = floor(uniform(1, 64)),
                                    .heading = {1, 0},
                                    .slip = {advance - R * rate, 0}};
        p.c[0] = -9.8;
        p.c[1] = drag / m - R * torque / I;
        const struct wheel *w = p.wheel;
        double b2 = (R * rate - advance) / w->time, limit = w->mu * m * 9.8;
        double demand = (m * R * torque - I * drag + I * m * b2) / (m * R * R + I);
        double ratio = fabs(demand) / limit;
        double want = ratio > 1 ? copysign(limit, demand) *
                                      pow(1 + pow(ratio, -w->sharpness), -1 / w->sharpness)
                                : demand * pow(1 + pow(ratio, w->sharpness), -1 / w->sharpness);
        worst =
            fmax(worst, solve_problem(&p, force) == WD_OK ? fabs(force[1] - want) / m : HUGE_VAL);
    }
    near_abs(worst, 0, 1e-13, "straight ahead the law is that of rolling_wheel");
}

/* Derivatives of the friction with respect to the demand, compared with central differences. */
static void rates_of_friction(void)
{
    double worst = 0;
    double r[3];
    struct friction_problem f = {.r = r};
    for (size_t n = 0; n < 2000; n++) {
        struct friction_element e = {.mu = uniform(0.1, 1),
                                     .sharpness = floor(pow(2, uniform(0, 7)))};
        double ratio = pow(10, uniform(-0.5, 0.5)), angle = uniform(-3, 3), N = uniform(1, 10);
        double up[3], h = 1e-6;
        e.demand[0] = N;
        e.demand[1] = ratio * e.mu * N * cos(angle), e.demand[2] = ratio * e.mu * N * sin(angle);
        for (size_t k = 0; k < 3; k++) {
            struct friction_element there = e;
            there.demand[k] = e.demand[k] + h;
            saturated_evaluate(&f, &there);
            memcpy(up, r, sizeof up);
            there.demand[k] = e.demand[k] - h;
            saturated_evaluate(&f, &there);
            saturated_evaluate(&f, &e);
            for (size_t i = 0; i < 2; i++) {
                saturated_evaluate(&f, &there);
                double slope = (up[1 + i] - r[1 + i]) / (2 * h);
                saturated_evaluate(&f, &e);
                worst = fmax(worst, fabs(slope - e.rate[3 * i + k]));
            }
        }
    }
    near_abs(worst, 0, 1e-7, "rates of friction, compared with differences");
}

/* Largest difference of the accelerations that the forces cause, relative to the largest of them,
 * if the wheels are reordered and the tangential axes are transformed by the orthogonal 2 x 2
 * matrix `turn`. */
static double largest_difference_if_changed(const struct problem *p, const size_t *order,
                                            const double *turn)
{
    size_t n = 3 * p->wheels;
    double P[ROWS * ROWS], back[ROWS * ROWS], half[ROWS * ROWS], f[ROWS], g[ROWS], a[ROWS], b[ROWS];
    struct problem q = *p;
    zero(P, n * n);
    for (size_t i = 0; i < p->wheels; i++) {
        double *block = P + 3 * i * n + 3 * order[i];
        block[0] = 1;
        block[n + 1] = turn[0], block[n + 2] = turn[1];
        block[2 * n + 1] = turn[2], block[2 * n + 2] = turn[3];
        q.wheel[i] = p->wheel[order[i]];
        times(turn, p->wheel[order[i]].heading, 2, 2, 1, q.wheel[i].heading);
        times(turn, p->wheel[order[i]].slip, 2, 2, 1, q.wheel[i].slip);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            back[j * n + i] = P[i * n + j];
    times(P, p->W, n, n, n, half);
    times(half, back, n, n, n, q.W);
    times(P, p->c, n, n, 1, q.c);
    if (solve_problem(p, f) != WD_OK || solve_problem(&q, g) != WD_OK)
        return HUGE_VAL;
    times(p->W, f, n, n, 1, a);
    times(q.W, g, n, n, 1, b);
    times(back, b, n, n, 1, half);
    return distance(half, a, n) / largest(a, n);
}

static void symmetric_forces(void)
{
    struct problem p;
    double mirrored = 0, turned = 0, renumbered = 0;
    for (size_t n = 0; n < 1000; n++) {
        size_t wheels = 1 + n % WHEELS, same[WHEELS], other[WHEELS];
        double angle = uniform(-3, 3), c = cos(angle), s = sin(angle);
        random_problem(&p, wheels, n / WHEELS % 2 == 0);
        for (size_t i = 0; i < wheels; i++)
            same[i] = i, other[i] = (i + 1) % wheels;
        mirrored = fmax(mirrored, largest_difference_if_changed(&p, same, (double[]){1, 0, 0, -1}));
        turned = fmax(turned, largest_difference_if_changed(&p, same, (double[]){c, -s, s, c}));
        renumbered =
            fmax(renumbered, largest_difference_if_changed(&p, other, (double[]){1, 0, 0, 1}));
    }
    near_abs(mirrored, 0, 1e-11, "forces of the mirror image");
    near_abs(turned, 0, 1e-11, "forces in rotated axes");
    near_abs(renumbered, 0, 1e-11, "forces with the wheels in another order");
}

/* A ball has no heading, so its compliance is isotropic. */
static void ball_without_heading(void)
{
    struct problem p;
    double worst = 0;
    for (size_t n = 0; n < 300; n++) {
        double angle = uniform(-3, 3), c = cos(angle), s = sin(angle);
        random_problem(&p, 1 + n % WHEELS, 0);
        for (size_t i = 0; i < p.wheels; i++)
            p.wheel[i].heading[0] = p.wheel[i].heading[1] = 0;
        size_t same[] = {0, 1, 2, 3, 4, 5};
        worst = fmax(worst, largest_difference_if_changed(&p, same, (double[]){c, -s, s, c}));
    }
    near_abs(worst, 0, 1e-11, "forces of balls do not depend on the axes");
}

/* A body on four wheels, first at rest, then pushed forwards and sideways. */
static void four_wheels(void)
{
    struct machine m = {.wheels = 4, .mass = 100, .radius = {0.5, 0.8, 0.9}, .h = 0.5};
    struct problem p;
    double f[ROWS];
    place(&m, 1);
    m.load[2] = -980;
    problem_of(&m, &p);
    for (size_t i = 0; i < 4; i++)
        p.wheel[i].mu = 0.5, p.wheel[i].time = 0.01, p.wheel[i].sharpness = 16;
    check(solve_problem(&p, f) == WD_OK, "a body stands on four wheels");
    for (size_t i = 0; i < 4; i++) {
        near_rel(f[3 * i], 245, 1e-14, 1, "each of four wheels carries a quarter");
        near_abs(hypot(f[3 * i + 1], f[3 * i + 2]), 0, 1e-12, "a standing body needs no friction");
    }
    m.load[0] = 300, m.load[1] = 40, m.speed[5] = 0.1;
    problem_of(&m, &p);
    check(solve_problem(&p, f) == WD_OK, "a pushed body has forces");
    near_abs(f[0] - f[3] - f[6] + f[9], 0, 1e-12, "the wheels do not twist the body");
    near_rel(f[0] + f[3] + f[6] + f[9], 980, 1e-14, 1, "the four wheels together carry the weight");
}

/* Locked wheels under a side force creep with the acceleration eps g F, where eps is
 * SATURATED_CREEP and g the compliance of a tangential row. */
static void locked_wheels_creep(void)
{
    struct machine m = {.wheels = 4, .mass = 100, .radius = {0.5, 0.8, 0.9}, .h = 0.5};
    struct problem p;
    double f[ROWS], a[ROWS];
    place(&m, 1);
    m.load[2] = -980, m.load[1] = 100;
    for (size_t i = 0; i < 4; i++)
        m.turns[i] = 0;
    problem_of(&m, &p);
    for (size_t i = 0; i < 4; i++)
        p.wheel[i].mu = 0.9, p.wheel[i].time = 0.01, p.wheel[i].sharpness = 64;
    check(solve_problem(&p, f) == WD_OK, "a car on locked wheels: solved");
    times(p.W, f, 12, 12, 1, a);
    for (size_t i = 0; i < 4; i++) {
        double g = p.W[(3 * i + 1) * 13];
        near_rel(a[3 * i + 2] + p.c[3 * i + 2], -SATURATED_CREEP * g * f[3 * i + 2], 1e-4, 1e-9,
                 "acceleration of a locked wheel that creeps, eps g F");
    }
}

/* Friction demands are zero to rounding for some wheels, and exactly zero for others. */
static void tiny_demands(void)
{
    struct problem p;
    double f[ROWS];
    size_t failed = 0;
    for (size_t n = 0; n < 2000; n++) {
        struct machine m;
        random_machine(&m, 1 + n % WHEELS, n % 2 == 0);
        zero(m.speed, SPEEDS);
        zero(m.load, SPEEDS);
        m.load[2] = -9.8 * m.mass;
        problem_of(&m, &p);
        for (size_t i = 0; i < p.wheels; i++) {
            p.wheel[i].mu = 0.5, p.wheel[i].time = 0.01, p.wheel[i].sharpness = 16;
            for (size_t k = 0; k < 2; k++)
                p.wheel[i].slip[k] = uniform(0, 1) < 0.5 ? 0 : uniform(-1e-16, 1e-16);
        }
        failed += solve_problem(&p, f) != WD_OK;
    }
    check(failed == 0, "%zu problems of machines almost at rest are not solved", failed);
}

/* Contacts of ideal wheels do not accelerate, and relaxed wheels beside them obey the friction
 * limit. */
static void ideal_beside_relaxed(void)
{
    struct problem p;
    double f[ROWS], a[ROWS], worst = 0, limit = 0;
    for (size_t n = 0; n < 1000; n++) {
        size_t wheels = 1 + n % 4;
        random_problem(&p, wheels, 0);
        for (size_t i = 0; i < wheels; i++)
            if ((p.wheel[i].ideal = (n >> i) % 2))
                p.wheel[i].mu = NAN;
        if (solve_problem(&p, f) != WD_OK) {
            worst = HUGE_VAL;
            continue;
        }
        times(p.W, f, 3 * wheels, 3 * wheels, 1, a);
        for (size_t i = 0; i < wheels; i++)
            for (size_t j = 0; j < 3; j++) {
                double e = fabs(a[3 * i + j] + p.c[3 * i + j]) / largest(p.c, 3 * wheels);
                if (p.wheel[i].ideal || j == 0)
                    worst = fmax(worst, e);
            }
        for (size_t i = 0; i < wheels; i++)
            if (!p.wheel[i].ideal)
                limit = fmax(limit,
                             hypot(f[3 * i + 1], f[3 * i + 2]) - p.wheel[i].mu * fmax(f[3 * i], 0));
    }
    near_abs(worst, 0, 1e-9, "ideal wheels do not accelerate at the contact");
    check(limit <= 0, "friction of the relaxed wheels beside them is at most mu N");
}

/* Lift a body until its wheels hang in the air: N decreases through 0, below which there is no
 * friction. */
static void lifted_wheels(size_t wheels)
{
    struct problem p, base;
    double f[ROWS];
    size_t failed = 0, pulls = 0;
    for (size_t n = 0; n < 200; n++) {
        random_problem(&base, wheels, 0);
        for (int step = 0; step <= 200; step++) {
            p = base;
            for (size_t i = 0; i < wheels; i++)
                p.c[3 * i] *= 1 - step / 100.;
            failed += solve_problem(&p, f) != WD_OK;
            for (size_t i = 0; i < wheels; i++)
                pulls += f[3 * i] <= 0 && (f[3 * i + 1] != 0 || f[3 * i + 2] != 0);
        }
    }
    check(failed == 0, "%zu wheels: all problems are solved while the wheels lift off", wheels);
    check(pulls == 0, "%zu wheels: in the air there is no friction", wheels);
}

/* Painleve's paradox: a body high above a wheel at its side. The friction of a sliding wheel may
 * accelerate the contact downwards by more than the normal force lifts it. Then no load is
 * consistent with sliding, and in the only solution the wheel almost sticks. */
static void paradox_problems(void)
{
    struct problem p;
    double f[ROWS], worst = 0;
    size_t failed = 0, paradox = 0;
    for (size_t n = 0; n < 4000; n++) {
        struct machine m;
        random_machine(&m, 1, 0);
        m.x[0] = uniform(-1, 1), m.y[0] = uniform(-1, 1), m.h = uniform(0.5, 2);
        problem_of(&m, &p);
        p.wheel[0].mu = uniform(0.5, 3), p.wheel[0].time = pow(10, uniform(-3, -1));
        p.wheel[0].sharpness = floor(pow(2, uniform(1, 5)));
        const double *u = p.wheel[0].slip, size = hypot(u[0], u[1]);
        paradox += size * p.W[0] < p.wheel[0].mu * (u[0] * p.W[1] + u[1] * p.W[2]);
        failed += solve_problem(&p, f) != WD_OK;
        worst = fmax(worst, misfit(&p, f));
    }
    check(paradox > 100, "no load is consistent with sliding in %zu of 4000 problems", paradox);
    check(failed == 0, "%zu of these 4000 problems are not solved", failed);
    near_abs(worst, 0, 1e-9, "violation of the law in these problems");
}

/* A robot: two wheels and a ball without friction carry a high body. Friction changes the normal
 * forces by more than 1/mu of itself, so that it may increase its own limit. */
static void random_robot(struct problem *p)
{
    double track = uniform(0.2, 0.6), length = uniform(0.15, 0.4), R = uniform(0.04, 0.15);
    struct machine m = {.wheels = 3, .mass = 1, .h = uniform(1, 3) * R};
    double mu = uniform(0.7, 1.2), time = pow(10, uniform(-3, -1)), at = uniform(0.1, 0.4) * length;
    for (size_t k = 0; k < 3; k++)
        m.radius[k] = uniform(0.3, 0.6) * (k == 0 ? track : length);
    for (size_t i = 0; i < 3; i++) {
        m.x[i] = i < 2 ? -at : length - at;
        m.y[i] = i == 2 ? 0 : i == 0 ? track / 2 : -track / 2;
        m.turns[i] = 1, m.inertia[i] = 0.0017 * (i < 2 ? 1 : 0.3);
    }
    for (size_t k = 0; k < SPEEDS; k++) {
        m.speed[k] = (k < 2 || k > 4 ? 1 : 1e-3) * uniform(-1, 1);
        m.load[k] = k < 6 ? 0 : uniform(-0.3, 0.3);
    }
    m.load[2] = -9.8;
    problem_of(&m, p);
    for (size_t i = 0; i < 3; i++) {
        p->wheel[i].mu = i < 2 ? mu : 0;
        p->wheel[i].time = time, p->wheel[i].sharpness = 16;
        p->wheel[i].slip[1] += pow(10, uniform(-8, -3)) * uniform(-1, 1);
    }
}

static void robots(void)
{
    struct problem p;
    double f[ROWS], worst = 0;
    size_t failed = 0, grown = answers[FRICTION_RUNG_GROWTH];
    for (size_t n = 0; n < 10000; n++) {
        random_robot(&p);
        failed += solve_problem(&p, f) != WD_OK;
        worst = fmax(worst, misfit(&p, f));
    }
    grown = answers[FRICTION_RUNG_GROWTH] - grown;
    check(failed == 0, "%zu of 10000 problems of high robots are not solved", failed);
    check(grown > 0, "%zu of them are solved by letting the friction grow", grown);
    near_abs(worst, 0, 1e-9, "violation of the law by high robots");
}

static void edges_of_law(void)
{
    struct problem p = {.wheels = 1, .W = {1, 0, 0, 0, 2, 0, 0, 0, 1}, .c = {-10, 3, 4}};
    double f[3];
    p.wheel[0] = (struct wheel){.mu = 0, .time = 1, .sharpness = 8, .heading = {1, 0}};
    check(solve_problem(&p, f) == WD_OK && f[0] == 10 && f[1] == 0 && f[2] == 0,
          "mu = 0: no friction");
    p.wheel[0].mu = 0.3;
    p.wheel[0].sharpness = 1e6;
    check(solve_problem(&p, f) == WD_OK && hypot(f[1], f[2]) < 3 && hypot(f[1], f[2]) > 3 - 1e-4,
          "the law has a solution for any sharpness");
    p.c[0] = 0;
    check(solve_problem(&p, f) == WD_OK && f[0] == 0 && f[1] == 0 && f[2] == 0,
          "load 0: no friction");
    p.c[0] = -10, p.c[1] = p.c[2] = 0;
    check(solve_problem(&p, f) == WD_OK && f[1] == 0 && f[2] == 0, "demand 0: no friction");
    p.c[1] = NAN;
    check(solve_problem(&p, f) == WD_ENOCONV, "a demand of NaN has no solution");
    p.c[1] = 1e200;
    check(solve_problem(&p, f) == WD_OK && fabs(f[1]) < 3 && isfinite(f[2]),
          "a large slip has a solution");
    p.wheels = 0;
    check(solve_problem(&p, f) == WD_OK, "a problem without wheels is solved");
}

/* Each stage of the search finds some of the solutions. */
static void stages_of_search(void)
{
    size_t guess = answers[FRICTION_RUNG_GUESS], path = answers[FRICTION_RUNG_PATH],
           open = answers[FRICTION_RUNG_OPEN], grown = answers[FRICTION_RUNG_GROWTH];
    check(guess > 0 && path > 0 && open > 0 && grown > 0,
          "%zu problems are solved from the guess, %zu by a path from the last iterate, %zu by a "
          "path from open contacts, %zu by growing friction",
          guess, path, open, grown);
}

int main(void)
{
    struct friction_problem f;
    memory = calloc(friction_carve(&f, most, NULL), sizeof *memory);
    scratch = calloc(friction_carve_scratch(&f, most, NULL), sizeof *scratch);
    for (size_t wheels = 1; wheels <= WHEELS; wheels++)
        for (int parallel = 0; parallel <= 1; parallel++)
            definition_of_law(wheels, parallel, 9000);
    for (size_t wheels = 1; wheels <= 3; wheels++)
        same_forces_from_any_start(wheels);
    straight_ahead();
    rates_of_friction();
    symmetric_forces();
    ball_without_heading();
    four_wheels();
    locked_wheels_creep();
    tiny_demands();
    ideal_beside_relaxed();
    for (size_t wheels = 1; wheels <= WHEELS; wheels++)
        lifted_wheels(wheels);
    paradox_problems();
    robots();
    edges_of_law();
    stages_of_search();
    free(memory);
    free(scratch);
    return done();
}
