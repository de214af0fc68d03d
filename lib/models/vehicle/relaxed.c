/* SPDX-License-Identifier: MIT */
/* Newton's iteration for normal forces N and demands L, begun anew each time, so that forces depend
 * on nothing but the present. */
#include "models/vehicle/relaxed.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include <wheeldyn/wheeldyn.h>

#include "models/saturation.h"
#include "num/bound.h"
#include "num/carver.h"
#include "num/dense.h"
#include "num/lu.h"

enum { MOST_STEPS = 100 };

/* Relative to the terms of an equation and to the load: what rounding may leave of it, and what may
 * be left when no step makes it less. */
#define TIGHT 1e-14
#define LOOSE 1e-10

/* A step is halved until the sum of squares falls by this part of itself, for a whole one. */
#define DECREASE 1e-4
#define SHORTEST 1e-6

/* Added to the weight for a start that is certain, and made less by this factor. */
#define EXTRA 1.0
#define LESS 0.1

/* Of the load with which a wheel can stick. */
#define AMPLE 2

/* Keeps friction below its limit whatever rounding does. */
#define BELOW (1 - 4 * DBL_EPSILON)

/* How many doubles it takes. */
static size_t lay_out(struct relaxed *r, size_t wheels, size_t held, double *memory)
{
    size_t rows = 3 * wheels + held, n = 3 * wheels, t = 2 * wheels;
    struct carver carver = {memory, 0};
    _Static_assert(sizeof(size_t) <= sizeof(double), "numbers of rows stand in doubles");
    *r = (struct relaxed){.wheels = wheels, .held = held};
    double *semidefinite = carve(&carver, semidefinite_doubles(rows));
    if (semidefinite)
        semidefinite_carve(&r->semidefinite, rows, semidefinite);
    r->row = (size_t *)(void *)carve(&carver, rows);
    r->still = carve(&carver, rows);
    r->answer = carve(&carver, rows * t);
    r->offset = carve(&carver, n);
    r->left = carve(&carver, n);
    r->whole = carve(&carver, n);
    r->extra = carve(&carver, n);
    r->slope = carve(&carver, n * t);
    r->x = carve(&carver, n);
    r->trial = carve(&carver, n);
    r->step = carve(&carver, n);
    r->force = carve(&carver, t);
    r->rate = carve(&carver, 6 * wheels);
    r->newton = carve(&carver, n * n);
    r->pivot = (size_t *)(void *)carve(&carver, n);
    return carver.used;
}

size_t relaxed_doubles(size_t wheels, size_t held)
{
    struct relaxed r;
    return lay_out(&r, wheels, held, NULL);
}

void relaxed_carve(struct relaxed *r, size_t wheels, size_t held, double *memory)
{
    lay_out(r, wheels, held, memory);
}

static void slide(const struct relaxed_wheel *wheel, const double *x, double *force, double *rate)
{
    for (size_t i = 0; i < 2; i++) {
        rate[3 * i] = -wheel->mu * wheel->direction[i];
        rate[3 * i + 1] = rate[3 * i + 2] = 0;
        force[i] = rate[3 * i] * x[0];
    }
}

void relaxed_friction(const struct relaxed_wheel *wheel, const double *x, double *force,
                      double *rate)
{
    if (wheel->slides) {
        slide(wheel, x, force, rate);
        return;
    }
    double limit = wheel->mu * x[0], demand = dense_norm(x + 1, 2), direction[2] = {0, 0};
    struct saturation s = saturation(demand, limit, wheel->sharpness);
    if (s.part * demand > BELOW * limit)
        s.part = limit > 0 ? BELOW * limit / demand : 0;
    for (size_t i = 0; i < 2; i++) {
        force[i] = s.part * x[1 + i];
        rate[3 * i] = s.part > 0 ? s.bend * force[i] / x[0] : 0;
        direction[i] = demand > 0 ? x[1 + i] / demand : 0;
    }
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < 2; j++)
            rate[3 * i + 1 + j] = s.part * ((i == j) - s.bend * direction[i] * direction[j]);
}

void relaxed_load(const struct relaxed_wheel *wheel, double *x)
{
    if (wheel->mu > 0)
        x[0] = larger(AMPLE / wheel->mu * dense_norm(x + 1, 2), x[0]);
}

/* What is left of the equations at x: the sum of its squares; *worst: the largest in parts of the
 * terms of its equation and of the load. */
static double evaluate(struct relaxed *r, const double *x, double *worst)
{
    size_t n = 3 * r->count, t = 2 * r->count;
    double load = 0;
    *worst = 0;
    for (size_t i = 0; i < n; i += 3)
        load = larger(fabs(r->offset[i]), load);
    for (size_t i = 0; i < r->count; i++)
        relaxed_friction(r->wheel + r->row[i] / 3, x + 3 * i, r->force + 2 * i, r->rate + 6 * i);
    for (size_t i = 0; i < n; i++) {
        const double *slope = r->slope + i * t;
        double own = i % 3 == 0 ? x[i] : r->weight * x[i], by = 0;
        double terms = load + fabs(own) + fabs(r->offset[i]);
        for (size_t j = 0; j < t; j++) {
            by += slope[j] * r->force[j];
            terms += fabs(slope[j] * r->force[j]);
        }
        r->left[i] = own + r->offset[i] + by;
        *worst = larger(terms > 0 ? fabs(r->left[i]) / terms : 0, *worst);
    }
    return dense_dot(r->left, r->left, n);
}

/* Newton's step from where the equations have been evaluated; 0: there is none. */
static int find_step(struct relaxed *r)
{
    size_t n = 3 * r->count, t = 2 * r->count;
    if (interrupted(r->interrupt, n * n * n / 4))
        return 0;
    for (size_t i = 0; i < n; i++) {
        double *row = r->newton + i * n;
        for (size_t j = 0; j < n; j++) {
            const double *slope = r->slope + i * t + 2 * (j / 3);
            const double *rate = r->rate + 6 * (j / 3) + j % 3;
            row[j] = slope[0] * rate[0] + slope[1] * rate[3];
        }
        row[i] += i % 3 == 0 ? 1 : r->weight;
        r->step[i] = -r->left[i];
    }
    if (!lu_factor(r->newton, n, r->pivot))
        return 0;
    lu_solve(r->newton, n, r->pivot, r->step);
    return dense_finite(r->step, n);
}

/* As far along the step as helps; 0: nowhere. The equations are evaluated at x in either case. */
static int go(struct relaxed *r, double *left, double *worst)
{
    size_t n = 3 * r->count;
    double before = *left;
    for (double part = 1; part >= SHORTEST; part /= 2) {
        memcpy(r->trial, r->x, n * sizeof *r->x);
        dense_add(r->trial, part, r->step, n);
        *left = evaluate(r, r->trial, worst);
        if (*left <= (1 - DECREASE * part) * before) {
            memcpy(r->x, r->trial, n * sizeof *r->x);
            return 1;
        }
    }
    *left = evaluate(r, r->x, worst);
    return 0;
}

int relaxed_iterate(struct relaxed *r)
{
    double worst, left = evaluate(r, r->x, &worst);
    for (size_t i = 0; i < MOST_STEPS && worst > TIGHT; i++, r->steps++)
        if (!find_step(r) || !go(r, &left, &worst))
            break;
    return worst <= LOOSE;
}

/* L as if there were no friction yet: in slip that is its direction. */
static void begin(struct relaxed *r)
{
    for (size_t i = 0; i < 3 * r->count; i++)
        r->x[i] = -r->offset[i];
}

/* Where friction forces depend on each other and the law hardly tells them apart, steps lead
 * astray: with more weight they do not, and it is taken away little by little. */
static int approach(struct relaxed *r)
{
    double weight = r->weight;
    int good = 1;
    begin(r);
    for (double extra = EXTRA; good && extra > RELAXED_EPS; extra *= LESS) {
        r->weight = weight + extra;
        good = relaxed_iterate(r);
    }
    r->weight = weight;
    return good && relaxed_iterate(r);
}

/* L as if all stuck, and loads with which all can; 0: there are none. */
static int begin_loaded(struct relaxed *r)
{
    double worst, *x = r->x;
    memset(x, 0, 3 * r->count * sizeof *x);
    evaluate(r, x, &worst);
    for (size_t i = 0; i < r->count; i++)
        for (size_t k = 0; k < 6 && !r->wheel[r->row[i] / 3].slides; k++)
            r->rate[6 * i + k] = k == 1 || k == 5;
    if (!find_step(r))
        return 0;
    memcpy(x, r->step, 3 * r->count * sizeof *x);
    for (size_t i = 0; i < r->count; i++)
        relaxed_load(r->wheel + r->row[i] / 3, x + 3 * i);
    evaluate(r, x, &worst);
    memcpy(r->extra, r->left, 3 * r->count * sizeof *r->extra);
    return 1;
}

/* Where sliding would lift a wheel by way of the vehicle, steps may lead to no load at all, where
 * there is no solution (Painleve). From more load, with which all sticks, that is taken away little
 * by little, they come to one in which it is pressed down. */
static int unload(struct relaxed *r)
{
    size_t n = 3 * r->count;
    if (!begin_loaded(r))
        return 0;
    memcpy(r->whole, r->offset, n * sizeof *r->whole);
    int good = 1;
    for (double part = 1; good && part > RELAXED_EPS; part *= LESS) {
        memcpy(r->offset, r->whole, n * sizeof *r->offset);
        dense_add(r->offset, -part, r->extra, n);
        good = relaxed_iterate(r);
    }
    memcpy(r->offset, r->whole, n * sizeof *r->offset);
    return good && relaxed_iterate(r);
}

int32_t relaxed_solve(struct relaxed *r, double *force)
{
    size_t rows = 3 * r->wheels + r->held;
    if (interrupted(r->interrupt, rows * rows * rows / 4) || !relaxed_reduce(r))
        return WD_ENOCONV;
    r->steps = 0;
    begin(r);
    if (!relaxed_iterate(r) && !approach(r) && !unload(r))
        return WD_ENOCONV;
    size_t t = 2 * r->count;
    for (size_t i = 0; i < r->firm; i++)
        force[r->row[i]] =
            i < r->count ? r->x[3 * i] : r->still[i] + dense_dot(r->answer + i * t, r->force, t);
    for (size_t i = 0; i < t; i++)
        force[r->row[r->firm + i]] = r->force[i];
    return WD_OK;
}
