/* SPDX-License-Identifier: MIT */
/* Newton's steps for the impulses of a step of Moreau, while modes and directions are changed to
 * what the last step says. The unknowns are the impulses along all three rows of a wheel that
 * sticks, and of one that slips the normal one and the turn of its direction, which is right where
 * the velocity across it is none:
 *
 *     P_t = -mu P_n d,   u_n = 0,   d' . u = 0      (d' is d, turned by a right angle)
 *
 * All gives way a little in the matrix, and not in what is left of the equations: so impulses that
 * depend on each other stay where they are along their dependence, and those that come of none are
 * the least of all. For the same reason a factor serves for many steps: only how fast they come to
 * an end depends on it. */
#include "models/vehicle/moreau.h"
#include "num/dense.h"
#include "num/elementary.h"
#include "num/lu.h"

#include <math.h>
#include <string.h>

/* Of its own entry of the matrix. */
#define GIVE 3e-7

/* What rounding may leave, in parts of the largest velocity and of an impulse. */
#define SMALL 1e-12

/* And what may be left where no impulse takes it away, since what sticks depends on each other all
 * but exactly: it goes to the next step of Moreau. */
#define STAYS 1e-9

/* A slip is fast that is so many times what friction changes of it in a step. */
#define FAST 10

/* rad: a direction turns no further in one step. */
#define TURN 1.0

/* A factor serves while each step leaves no more than this part of what was left. */
#define FALLS 0.1

/* Two steps in succession that leave more than this part take nothing away. */
#define STALLS 0.9
enum { MOST_STALLS = 2 };

/* Factors: modes that are changed all at once may go round in circles, after so many one at a time;
 * and the first one each time, too, after so many one after the other. */
enum { ALL_FACTORS = 6, FIRST_FACTORS = 14, MOST_FACTORS = 20 };

/* ---- the unknowns ---- */

static double own_of(const struct vehicle_moment *m, size_t row)
{
    return m->work.matrix[row * (m->work.rows + 1)];
}

/* All that is read of it; here and below to clear the rest would take longer. */
static void add_row(struct vehicle_moment *m, size_t element, size_t k, size_t *n)
{
    struct vehicle_unknown *x = &m->unknown[(*n)++];
    x->element = element, x->first = m->element[element].row + k, x->count = 1;
    x->of[0] = 1;
    x->own = 0;
}

/* Along its direction. */
static double slip_of(const struct vehicle_moment *m, const struct cone_element *e)
{
    const double *d = moreau_grip(m, e)->direction, *u = m->sum + e->row;
    return u[1] * d[0] + u[2] * d[1];
}

/* Friction of what slips; before the first of Newton's steps has told its normal impulse, by that
 * of the last step of Moreau, if it slips so fast that friction hardly changes it; else 0. */
static double limit_of(const struct vehicle_moment *m, const struct cone_element *e)
{
    double normal = m->impulse[e->row];
    if (normal > 0)
        return e->mu * normal;
    double last = e->mu * m->force[m->work.number[e->row]];
    return slip_of(m, e) > FAST * last * own_of(m, e->row + 1) ? last : 0;
}

/* The normal impulse, with friction, and the turn of the direction. */
static void add_slip(struct vehicle_moment *m, size_t element, size_t *n)
{
    const struct cone_element *e = &m->element[element];
    const double *d = moreau_grip(m, e)->direction;
    double limit = limit_of(m, e);
    struct vehicle_unknown *x = &m->unknown[(*n)++];
    x->element = element, x->first = e->row, x->count = 3;
    x->of[0] = 1;
    x->by[0] = 1, x->by[1] = -e->mu * d[0], x->by[2] = -e->mu * d[1];
    x->own = 0;
    if (!(limit > 0))
        return;
    x = &m->unknown[(*n)++];
    x->element = element, x->first = e->row, x->count = 3;
    x->of[0] = x->by[0] = 0;
    x->of[1] = x->by[1] = -d[1];
    x->of[2] = x->by[2] = d[0];
    x->own = num_fmax(0, slip_of(m, e)) / limit;
}

static size_t list(struct vehicle_moment *m, size_t count, int slips)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        const struct cone_element *e = &m->element[i];
        int mode = moreau_grip(m, e)->mode;
        size_t rows = e->type == CONE_BRAKE ? 1 : 3;
        for (size_t k = 0; mode == VEHICLE_STICK && k < rows; k++)
            add_row(m, i, k, &n);
        if (slips && mode == VEHICLE_SLIP && e->type == CONE_WHEEL)
            add_slip(m, i, &n);
    }
    return n;
}

/* ---- one step ---- */

/* What velocities make of the residual of x, as one row of the matrix. */
static const double *row_of(const struct vehicle_moment *m, const struct vehicle_unknown *x)
{
    size_t rows = m->work.rows;
    const double *w = m->work.matrix + x->first * rows;
    if (x->of[0] == 1)
        return w;
    for (size_t k = 0; k < rows; k++)
        m->along[k] = x->of[1] * w[rows + k] + x->of[2] * w[2 * rows + k];
    return m->along;
}

/* What the unknown gives way by: along all normal rows alike, so that loads that depend on each
 * other are those of the least sum of squares, as they are told everywhere. */
static double give_of(const struct vehicle_moment *m, const struct vehicle_unknown *x, double load)
{
    int normal = x->of[0] == 1 && m->work.number[x->first] < 3 * m->v->linkage.wheels &&
                 m->work.number[x->first] % 3 == 0;
    return GIVE * (normal ? load : own_of(m, x->first));
}

/* The largest own entry of a normal row. */
static double largest_load(const struct vehicle_moment *m, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++) {
        size_t row = m->element[m->unknown[i].element].row;
        if (m->element[m->unknown[i].element].type == CONE_WHEEL)
            most = num_fmax(most, own_of(m, row));
    }
    return most;
}

/* 0: the unknowns have none. */
static int factor(struct vehicle_moment *m, size_t n)
{
    double load = largest_load(m, n);
    for (size_t i = 0; i < n; i++) {
        const struct vehicle_unknown *x = &m->unknown[i], *y = m->unknown;
        const double *w = row_of(m, x);
        double *to = m->newton + i * n;
        for (size_t j = 0; j < n; j++, y++)
            to[j] = y->count == 1 ? w[y->first]
                                  : w[y->first] * y->by[0] + w[y->first + 1] * y->by[1] +
                                        w[y->first + 2] * y->by[2];
        to[i] += give_of(m, x, load) + x->own;
    }
    return lu_factor(m->newton, n, m->pivot);
}

/* What is left of the equations of n unknowns, in m->change, and the largest of it. */
static double left(struct vehicle_moment *m, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++) {
        const struct vehicle_unknown *x = &m->unknown[i];
        const double *u = m->sum + x->first;
        double sum = x->of[0] == 1 ? u[0] : x->of[1] * u[1] + x->of[2] * u[2];
        m->change[i] = -sum;
        most = num_fmax(most, fabs(sum));
    }
    return most;
}

/* By an angle of this tangent. */
static void turn(double *d, double tangent)
{
    tangent = num_fmax(-TURN, num_fmin(TURN, tangent));
    double x = d[0] - tangent * d[1], y = d[1] + tangent * d[0], size = sqrt(x * x + y * y);
    d[0] = x / size;
    d[1] = y / size;
}

static void go(struct vehicle_moment *m, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct vehicle_unknown *x = &m->unknown[i];
        const struct cone_element *e = &m->element[x->element];
        struct vehicle_grip *grip = moreau_grip(m, e);
        double *impulse = m->impulse + e->row;
        if (grip->mode == VEHICLE_STICK) {
            m->impulse[x->first] += m->change[i];
            continue;
        }
        int turns = i + 1 < n && m->unknown[i + 1].element == x->element;
        if (turns)
            turn(grip->direction, -m->change[i + 1] / limit_of(m, e));
        impulse[0] += m->change[i];
        impulse[1] = -e->mu * impulse[0] * grip->direction[0];
        impulse[2] = -e->mu * impulse[0] * grip->direction[1];
        i += turns ? 1 : 0;
    }
}

/* Velocities by the impulses from this row on, in m->sum; those before are none. */
static void follow_from(struct vehicle_moment *m, size_t first)
{
    size_t rows = m->work.rows, from = first - first % 4; /* all sums are the same so */
    dense_product(m->sum, m->work.matrix + from, rows, rows, m->impulse + from, rows - from);
    dense_add(m->sum, 1, m->work.free, rows);
}

static void follow(struct vehicle_moment *m)
{
    follow_from(m, 0);
}

/* ---- are the modes right? ---- */

static int set(struct vehicle_grip *grip, int mode, double x, double y)
{
    double size = num_hypot(x, y);
    grip->mode = mode;
    grip->direction[0] = size > 0 ? x / size : 0;
    grip->direction[1] = size > 0 ? y / size : 0;
    return 1;
}

/* 1: it was not what its impulse and its velocity say. */
static int mend_brake(struct vehicle_moment *m, const struct cone_element *e, double small)
{
    struct vehicle_grip *brake = moreau_grip(m, e);
    double *impulse = m->impulse + e->row, u = m->sum[e->row];
    if (brake->mode == VEHICLE_SLIP)
        return u * brake->direction[0] < -small && set(brake, VEHICLE_STICK, 0, 0);
    if (fabs(*impulse) <= e->given * (1 + SMALL))
        return 0;
    set(brake, VEHICLE_SLIP, -*impulse, 0);
    *impulse = -e->given * brake->direction[0];
    return 1;
}

/* Of a slip that goes backwards: it ends, or has another direction, as a step of a projection onto
 * the disc of friction says. */
static int turn_back(struct vehicle_moment *m, const struct cone_element *e)
{
    struct vehicle_grip *tyre = moreau_grip(m, e);
    double *impulse = m->impulse + e->row, *u = m->sum + e->row, limit = e->mu * impulse[0];
    double rho = 2 / (own_of(m, e->row + 1) + own_of(m, e->row + 2));
    double x = rho * u[1] - impulse[1], y = rho * u[2] - impulse[2];
    if (num_hypot(x, y) <= limit)
        return set(tyre, VEHICLE_STICK, 0, 0);
    set(tyre, VEHICLE_SLIP, x, y);
    impulse[1] = -limit * tyre->direction[0];
    impulse[2] = -limit * tyre->direction[1];
    return 1;
}

static int mend_wheel(struct vehicle_moment *m, const struct cone_element *e, double small)
{
    struct vehicle_grip *tyre = moreau_grip(m, e);
    double *impulse = m->impulse + e->row, *d = tyre->direction;
    if (tyre->mode == VEHICLE_OPEN)
        return m->sum[e->row] < -small && set(tyre, e->mu > 0 ? VEHICLE_STICK : VEHICLE_SLIP, 0, 0);
    if (!(impulse[0] >= 0)) {
        impulse[0] = impulse[1] = impulse[2] = 0;
        return set(tyre, VEHICLE_OPEN, 0, 0);
    }
    if (tyre->mode == VEHICLE_SLIP)
        return e->mu > 0 && slip_of(m, e) < -small && turn_back(m, e);
    if (moreau_fits(impulse[1], impulse[2], e->mu * impulse[0] * (1 + SMALL)))
        return 0;
    set(tyre, VEHICLE_SLIP, -impulse[1], -impulse[2]);
    impulse[1] = -e->mu * impulse[0] * d[0];
    impulse[2] = -e->mu * impulse[0] * d[1];
    return 1;
}

/* So many of them at most, from this one on; how many were not right. */
static size_t mend(struct vehicle_moment *m, size_t count, double small, size_t first, size_t most)
{
    size_t wrong = 0;
    for (size_t i = 0; i < count && wrong < most; i++) {
        const struct cone_element *e = &m->element[(first + i) % count];
        int mended = e->type == CONE_BRAKE ? mend_brake(m, e, small) : mend_wheel(m, e, small);
        wrong += mended ? 1 : 0;
    }
    return wrong;
}

/* One at a time, by more than what the equations still leave: less tells nothing of a mode. */
static size_t mend_some(struct vehicle_moment *m, size_t count, double small, int factors)
{
    if (factors <= ALL_FACTORS)
        return mend(m, count, small, 0, count);
    double rest = num_fmax(small, left(m, list(m, count, 1)));
    return mend(m, count, rest, factors <= FIRST_FACTORS ? 0 : (size_t)factors, 1);
}

/* ---- all of it ---- */

/* Nothing but brakes that slide. */
static void begin(struct vehicle_moment *m, size_t count)
{
    size_t first = m->work.rows;
    memset(m->impulse, 0, first * sizeof *m->impulse);
    for (size_t i = count; i-- > 0;) {
        const struct cone_element *e = &m->element[i];
        const struct vehicle_grip *grip = moreau_grip(m, e);
        if (e->type != CONE_BRAKE || grip->mode != VEHICLE_SLIP)
            continue;
        m->impulse[e->row] = -e->given * grip->direction[0];
        first = e->row;
    }
    follow_from(m, first);
}

/* Beside relaxed wheels, whose own steps are judged by as little, to rounding. */
int moreau_newton(struct vehicle_moment *m, size_t count, double fastest)
{
    double small = SMALL * fastest, before = 0;
    size_t wrong = count, unknowns = 0;
    int stalls = 0;
    begin(m, count);
    for (int factors = 0;;) {
        size_t n = list(m, count, 1);
        double now = left(m, n);
        int same = wrong == 0 && n == unknowns, falls = now < FALLS * before;
        if (wrong == 0 && now <= small && !(m->relaxes && falls))
            return 1;
        stalls = same && now > STALLS * before ? stalls + 1 : 0;
        if (stalls == MOST_STALLS && now <= STAYS * fastest)
            return 1;
        if (!same || !falls)
            if (factors++ == MOST_FACTORS || !factor(m, n))
                return 0;
        unknowns = n, before = now;
        lu_solve(m->newton, n, m->pivot, m->change);
        go(m, n);
        follow(m);
        wrong = mend_some(m, count, small, factors);
        if (wrong > 0)
            follow(m);
    }
}

/* ---- what sticks beside what is as it is ---- */

static int may_stick(const struct vehicle_moment *m, size_t count)
{
    int all = 1;
    for (size_t i = 0; i < count; i++) {
        const struct cone_element *e = &m->element[i];
        if (moreau_grip(m, e)->mode == VEHICLE_STICK)
            all &= moreau_allows(e, m->impulse + e->row);
    }
    return all;
}

void moreau_hold(struct vehicle_moment *m, size_t count)
{
    size_t n = list(m, count, 0), bytes = m->work.rows * sizeof *m->impulse;
    double *before = m->along;
    memcpy(before, m->impulse, bytes);
    follow(m);
    if (!factor(m, n))
        return;
    double was = INFINITY;
    for (double now = left(m, n); now < FALLS * was; now = left(m, n)) { /* to rounding */
        lu_solve(m->newton, n, m->pivot, m->change);
        go(m, n);
        follow(m);
        was = now;
    }
    if (!may_stick(m, count))
        memcpy(m->impulse, before, bytes);
}
