/* SPDX-License-Identifier: MIT */
/* What sticks by the cone problem of a step of Moreau, in which all gives way a little, comes to
 * rest beside what slips as it says; what cannot slides, and what would drive sticks. Where that
 * comes to no end, as wheels brace themselves, at least brakes are at rest. */
#include "models/vehicle/moreau_unknown.h"
#include "num/lu.h"

#include <math.h>
#include <string.h>

/* After so many rounds what is still another than before goes round in circles. */
enum { MOST_ROUNDS = 8 };

/* Of the largest velocity without impulses: what rounding may leave of one, and more than what the
 * cone problem does. */
#define SMALL 1e-12
#define WRONG 1e-3

/* What sticks beyond its limit slides from where it was, by all that it has; how many. */
static size_t let_slide(struct vehicle_moment *m, size_t count, double *before)
{
    size_t slide = 0;
    for (size_t i = 0; i < count; i++) {
        const struct cone_element *e = &m->element[i];
        struct vehicle_grip *grip = moreau_grip(m, e);
        double *impulse = m->impulse + e->row, *was = before + e->row;
        if (grip->mode != VEHICLE_STICK || moreau_allows(e, impulse))
            continue;
        slide++;
        if (e->type == CONE_BRAKE) {
            moreau_set(grip, VEHICLE_SLIP, -impulse[0], 0);
            was[0] = -e->given * grip->direction[0];
        } else {
            moreau_set(grip, VEHICLE_SLIP, -impulse[1], -impulse[2]);
            was[1] = -e->mu * was[0] * grip->direction[0];
            was[2] = -e->mu * was[0] * grip->direction[1];
        }
    }
    return slide;
}

/* The way friction pushes, of what slips or slides. */
static double drive_of(const struct vehicle_moment *m, const struct cone_element *e)
{
    size_t k = e->type == CONE_BRAKE ? 0 : 1;
    const double *u = m->sum + e->row + k, *d = moreau_grip(m, e)->direction;
    return num_fmax(0, -(u[0] * d[0] + (k > 0 ? u[1] * d[1] : 0)));
}

/* The velocity that should not be: what drives, sticks and moves, or goes into the ground, or away
 * from where it is pressed on it. */
static double wrong_of(const struct vehicle_moment *m, const struct cone_element *e)
{
    const double *u = m->sum + e->row;
    int mode = moreau_grip(m, e)->mode, brake = e->type == CONE_BRAKE;
    if (mode == VEHICLE_OPEN)
        return num_fmax(0, -u[0]);
    double normal = brake ? 0 : fabs(u[0]);
    double along = mode == VEHICLE_SLIP ? drive_of(m, e)
                   : brake              ? fabs(u[0])
                                        : num_hypot(u[1], u[2]);
    return num_fmax(normal, along);
}

static double most_wrong(const struct vehicle_moment *m, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; i++)
        most = num_fmax(most, wrong_of(m, &m->element[i]));
    return most;
}

/* What drives sticks; how many. */
static size_t let_stick(struct vehicle_moment *m, size_t count, double small)
{
    size_t stick = 0;
    for (size_t i = 0; i < count; i++) {
        const struct cone_element *e = &m->element[i];
        struct vehicle_grip *grip = moreau_grip(m, e);
        if (grip->mode == VEHICLE_SLIP && grip->limit > 0 && drive_of(m, e) > small)
            stick += (size_t)moreau_set(grip, VEHICLE_STICK, 0, 0);
    }
    return stick;
}

/* With these at rest, beside impulses that are as those; 0: it has no answer. */
static int settle(struct vehicle_moment *m, size_t count, enum moreau_unknowns which,
                  const double *impulse)
{
    size_t n = moreau_list(m, count, which);
    memcpy(m->impulse, impulse, m->work.rows * sizeof *impulse);
    moreau_follow(m);
    if (!moreau_factor(m, n))
        return 0;
    double was = INFINITY;
    for (double now = moreau_left(m, n); now < MOREAU_FALLS * was;
         now = moreau_left(m, n)) { /* to rounding */
        lu_solve(m->newton, n, m->pivot, m->change);
        moreau_go(m, n);
        moreau_follow(m);
        was = now;
    }
    return 1;
}

/* All that sticks; 0: some of it cannot. */
static int settle_all(struct vehicle_moment *m, size_t count, double small, double *from)
{
    for (int round = 0; round < MOST_ROUNDS && settle(m, count, MOREAU_STUCK, from); round++) {
        size_t others = let_stick(m, count, small);
        others += let_slide(m, count, from);
        if (others == 0)
            return 1;
    }
    return 0;
}

/* Brakes at least; or impulses as they were. */
static void settle_brakes(struct vehicle_moment *m, size_t count, const double *from)
{
    int all = settle(m, count, MOREAU_HELD, from);
    for (size_t i = 0; i < count; i++)
        all &= m->element[i].type != CONE_BRAKE ||
               moreau_allows(&m->element[i], m->impulse + m->element[i].row);
    if (!all)
        memcpy(m->impulse, from, m->work.rows * sizeof *from);
    moreau_follow(m);
}

int moreau_rest(struct vehicle_moment *m, size_t count, double fastest)
{
    size_t wheels = m->v->linkage.wheels, joints = linkage_joints(&m->v->linkage);
    size_t bytes = m->work.rows * sizeof *m->impulse;
    double *from = m->slip, *before = m->along; /* which are read no more */
    memcpy(from, m->impulse, bytes);
    memcpy(before, m->impulse, bytes);
    memcpy(m->kept, m->tyre, wheels * sizeof *m->kept);
    memcpy(m->kept + wheels, m->brake, joints * sizeof *m->kept);
    if (settle_all(m, count, SMALL * fastest, from) && most_wrong(m, count) <= WRONG * fastest)
        return 1;
    memcpy(m->tyre, m->kept, wheels * sizeof *m->kept);
    memcpy(m->brake, m->kept + wheels, joints * sizeof *m->kept);
    settle_brakes(m, count, before);
    return most_wrong(m, count) <= WRONG * fastest;
}
