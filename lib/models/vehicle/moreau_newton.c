/* SPDX-License-Identifier: MIT */
/* Newton's steps for the impulses of a step of Moreau, while modes and directions are changed to
 * what the last step says. */
#include "models/vehicle/moreau_unknown.h"
#include "num/elementary.h"
#include "num/lu.h"

#include <math.h>
#include <string.h>

/* What rounding may leave, in parts of the largest velocity and of an impulse. */
#define SMALL 1e-12

/* And what may be left where no impulse takes it away, since what sticks depends on each other all
 * but exactly, or where loads that do drift and feed a slip: it goes to the next step of Moreau. */
#define STAYS 1e-9

/* Two steps in succession that leave more than this part of the least take nothing away. */
#define STALLS 0.9
enum { MOST_STALLS = 2 };

/* Factors: modes that are changed all at once may go round in circles, after so many one at a time;
 * and the first one each time, too, after so many one after the other. */
enum { ALL_FACTORS = 6, FIRST_FACTORS = 14, MOST_FACTORS = 20 };

/* ---- are the modes right? ---- */

/* 1: it was not what its impulse and its velocity say. */
static int mend_brake(struct vehicle_moment *m, const struct cone_element *e, double small)
{
    struct vehicle_grip *brake = moreau_grip(m, e);
    double *impulse = m->impulse + e->row, u = m->sum[e->row];
    if (brake->mode == VEHICLE_SLIP)
        return u * brake->direction[0] < -small && moreau_set(brake, VEHICLE_STICK, 0, 0);
    if (fabs(*impulse) <= e->given * (1 + SMALL))
        return 0;
    moreau_set(brake, VEHICLE_SLIP, -*impulse, 0);
    *impulse = -e->given * brake->direction[0];
    return 1;
}

/* Of a slip that goes backwards: it ends, or has another direction, as a step of a projection onto
 * the disc of friction says. */
static int turn_back(struct vehicle_moment *m, const struct cone_element *e)
{
    struct vehicle_grip *tyre = moreau_grip(m, e);
    double *impulse = m->impulse + e->row, *u = m->sum + e->row, limit = e->mu * impulse[0];
    double rho = 2 / (moreau_own(m, e->row + 1) + moreau_own(m, e->row + 2));
    double x = rho * u[1] - impulse[1], y = rho * u[2] - impulse[2];
    if (num_hypot(x, y) <= limit)
        return moreau_set(tyre, VEHICLE_STICK, 0, 0);
    moreau_set(tyre, VEHICLE_SLIP, x, y);
    impulse[1] = -limit * tyre->direction[0];
    impulse[2] = -limit * tyre->direction[1];
    return 1;
}

static int mend_wheel(struct vehicle_moment *m, const struct cone_element *e, double small)
{
    struct vehicle_grip *tyre = moreau_grip(m, e);
    double *impulse = m->impulse + e->row, *d = tyre->direction;
    if (tyre->mode == VEHICLE_OPEN)
        return m->sum[e->row] < -small &&
               moreau_set(tyre, e->mu > 0 ? VEHICLE_STICK : VEHICLE_SLIP, 0, 0);
    if (!(impulse[0] >= 0)) {
        impulse[0] = impulse[1] = impulse[2] = 0;
        return moreau_set(tyre, VEHICLE_OPEN, 0, 0);
    }
    if (tyre->mode == VEHICLE_SLIP)
        return e->mu > 0 && moreau_slip(m, e) < -small && turn_back(m, e);
    if (moreau_fits(impulse[1], impulse[2], e->mu * impulse[0] * (1 + SMALL)))
        return 0;
    moreau_set(tyre, VEHICLE_SLIP, -impulse[1], -impulse[2]);
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
    double rest = num_fmax(small, moreau_left(m, moreau_list(m, count, MOREAU_ALL)));
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
    moreau_follow_from(m, first);
}

/* Beside relaxed wheels, whose own steps are judged by as little, to rounding. */
int moreau_newton(struct vehicle_moment *m, size_t count, double fastest)
{
    double small = SMALL * fastest, before = 0, least = INFINITY;
    size_t wrong = count, unknowns = 0;
    int stalls = 0;
    begin(m, count);
    for (int factors = 0;;) {
        size_t n = moreau_list(m, count, MOREAU_ALL);
        double now = moreau_left(m, n);
        int same = wrong == 0 && n == unknowns, falls = now < MOREAU_FALLS * before;
        if (wrong == 0 && now <= small && !(m->relaxes && falls))
            return 1;
        stalls = same && now > STALLS * least ? stalls + 1 : 0;
        least = same ? num_fmin(least, now) : now;
        if (stalls >= MOST_STALLS && now <= STAYS * fastest)
            return 1;
        if (!same || !falls)
            if (factors++ == MOST_FACTORS || !moreau_factor(m, n))
                return 0;
        unknowns = n, before = now;
        lu_solve(m->newton, n, m->pivot, m->change);
        moreau_go(m, n);
        moreau_follow(m);
        wrong = mend_some(m, count, small, factors);
        if (wrong > 0)
            moreau_follow(m);
    }
}
