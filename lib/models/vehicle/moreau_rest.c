/* SPDX-License-Identifier: MIT */
/* What sticks by the cone problem of a step of Moreau, in which all gives way a little, comes to
 * rest beside what slips as it says; what cannot, slides. */
#include "models/vehicle/moreau_unknown.h"
#include "num/lu.h"

#include <math.h>
#include <string.h>

/* What slides after so many rounds is more than a slip of the cone problem. */
enum { MOST_ROUNDS = 4 };

/* Of the largest velocity without impulses: what may be left of one where what sticks depends on
 * each other, and more than what the cone problem leaves where all of it is at rest. */
#define STAYS 1e-8
#define DRIVES 1e-3

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

/* How fast a brake moves the way it pushes. */
static double drive_of(const struct vehicle_moment *m, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        const struct cone_element *e = &m->element[i];
        double u = m->sum[e->row];
        if (e->type == CONE_BRAKE && u * m->impulse[e->row] > 0)
            most = num_fmax(most, fabs(u));
    }
    return most;
}

/* With what sticks at rest, beside impulses that are as these; 0: it has no answer. */
static int settle(struct vehicle_moment *m, size_t count, const double *impulse)
{
    size_t n = moreau_list(m, count, 0);
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

int moreau_rest(struct vehicle_moment *m, size_t count, double fastest)
{
    size_t wheels = m->v->linkage.wheels, joints = linkage_joints(&m->v->linkage);
    size_t bytes = m->work.rows * sizeof *m->impulse, slide = 1;
    double *from = m->slip, *before = m->along; /* which are read no more */
    memcpy(from, m->impulse, bytes);
    memcpy(before, m->impulse, bytes);
    memcpy(m->kept, m->tyre, wheels * sizeof *m->kept);
    memcpy(m->kept + wheels, m->brake, joints * sizeof *m->kept);
    for (int round = 0; slide > 0 && round < MOST_ROUNDS && settle(m, count, from); round++)
        slide = let_slide(m, count, from);
    double drive = slide == 0 ? drive_of(m, count) : (double)INFINITY;
    if (drive <= STAYS * fastest)
        return 1;
    memcpy(m->change, m->impulse, bytes);
    memcpy(m->impulse, before, bytes);
    memcpy(m->tyre, m->kept, wheels * sizeof *m->kept);
    memcpy(m->brake, m->kept + wheels, joints * sizeof *m->kept);
    moreau_follow(m);
    if (drive_of(m, count) <= drive)
        return drive_of(m, count) <= DRIVES * fastest;
    memcpy(m->impulse, m->change, bytes);
    return drive <= DRIVES * fastest;
}
