/* SPDX-License-Identifier: MIT */
/* Friction limits with statically indeterminate forces, such as the side force of two wheels on one
 * axle or the load of four wheels on a rigid frame. Contacts stick and brakes hold as long as any
 * load distribution keeps all within their limits. If the minimum-norm distribution violates a
 * limit, it is moved towards the distribution with the largest margin, as far as necessary. If no
 * distribution has a margin, the contacts with nonzero multipliers in the problem of the largest
 * margin are released together. */
#include "models/vehicle/layout.h"
#include "models/vehicle/stop.h"
#include "num/dense.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>

/* ---- cones, relative to the weight and to capacities ---- */

double vehicle_force_scale(const struct vehicle_eval *m)
{
    double weight = 0, g = vehicle_g(m);
    for (size_t i = 0; i < m->v->linkage.bodies; i++)
        weight += g * m->v->linkage.body[i].mass;
    if (weight == 0)
        weight = dense_largest(m->along, m->work.rows);
    return weight > 0 ? weight : 1;
}

double vehicle_no_load(const struct vehicle_eval *m)
{
    return VEHICLE_ROUNDING * vehicle_force_scale(m);
}

/* The sticking wheel whose first row this is, or the holding brake of the row; otherwise NULL. */
static struct vehicle_grip *grip_at(const struct vehicle_eval *m, size_t row)
{
    size_t number = m->work.number[row];
    if (vehicle_is_brake(m, number)) {
        size_t j = linkage_joint_of(&m->v->linkage, number);
        return stop_holds(m, j) ? NULL : &m->brake[j];
    }
    int sticks = number % 3 == 0 && vehicle_law(m, number / 3)->lifts &&
                 m->touch[number / 3].mode == VEHICLE_STICK;
    return sticks ? &m->touch[number / 3] : NULL;
}

/* Direction in which a row pushes if that is its only limit, 1 or -1; otherwise 0. Such a row is
 * that of a joint that rests on a rigid stop, with its brake, or the first row of a wheel that
 * never slips. This wheel may take any force along the ground, but must not load others by pulling.
 */
static double push_side(const struct vehicle_eval *m, size_t number)
{
    if (vehicle_is_brake(m, number))
        return stop_side(m, linkage_joint_of(&m->v->linkage, number));
    return number % 3 == 0 && vehicle_law(m, number / 3)->rolls ? 1 : 0;
}

/* Convert forces along the rows, or a change of them, to the vectors of the cones. A change leaves
 * the capacity of a brake unchanged. Returns the number of cones. */
static size_t to_cone_vectors(const struct vehicle_eval *m, const double *along, int change,
                              double *c)
{
    double weight = vehicle_force_scale(m);
    size_t cones = 0;
    for (size_t i = 0; i < m->work.rows; i++) {
        const struct vehicle_grip *grip = grip_at(m, i);
        size_t number = m->work.number[i];
        double side = push_side(m, number);
        int wheel = !vehicle_is_brake(m, number);
        if (!grip && side == 0)
            continue;
        if (side != 0) {
            size_t j = wheel ? 0 : linkage_joint_of(&m->v->linkage, number);
            double push = wheel ? along[i] : side * along[i] + (change ? 0 : m->brake[j].limit);
            c[0] = push / weight, c[1] = c[2] = 0;
        } else {
            c[0] = wheel ? along[i] / weight : change ? 0 : 1;
            c[1] = wheel ? along[i + 1] / (grip->limit * weight) : along[i] / grip->limit;
            c[2] = wheel ? along[i + 2] / (grip->limit * weight) : 0;
        }
        c += 3, cones++;
    }
    return cones;
}

/* ---- null space of the load distribution ---- */

/* Add vector k of the null space, unless its cone vectors depend on those of earlier vectors or are
 * rounding errors of its forces. */
static void add_sharing(struct vehicle_eval *m, size_t k)
{
    struct margin *margin = &m->margin;
    size_t rows = m->work.rows, n = 3 * margin->cones;
    double *force = m->sharing + margin->free * rows, *c = margin->along + margin->free * n;
    if (margin->free == linkage_most_sharing(&m->v->linkage))
        return;
    interrupted(margin->interrupt, 2 * margin->free * (n + rows));
    linkage_sharing(&m->v->linkage, &m->hold, &m->work, k, force);
    to_cone_vectors(m, force, 1, c);
    double before = num_fmax(dense_norm(c, n), dense_norm(force, rows) / vehicle_force_scale(m));
    for (size_t j = 0; j < 2 * margin->free; j++) { /* twice, against rounding */
        size_t other = j % margin->free;
        double part = dense_dot(margin->along + other * n, c, n);
        dense_add(c, -part, margin->along + other * n, n);
        dense_add(force, -part, m->sharing + other * rows, rows);
    }
    double after = dense_norm(c, n);
    if (!(after > VEHICLE_DEPENDENT * before))
        return;
    dense_scale(c, 1 / after, n);
    dense_scale(force, 1 / after, rows);
    margin->free++;
}

/* Least margin of all contacts after this fraction of the way to the distribution with the largest
 * margin. */
static double least_margin(const struct margin *margin, double part)
{
    size_t n = 3 * margin->cones;
    double least = INFINITY;
    for (size_t i = 0; i < n; i += 3) {
        double c[3];
        memcpy(c, margin->start + i, sizeof c);
        for (size_t k = 0; part > 0 && k < margin->free; k++)
            for (size_t l = 0; l < 3; l++)
                c[l] += part * margin->x[k] * margin->along[k * n + i + l];
        least = num_fmin(c[0] - num_hypot(c[1], c[2]), least);
    }
    return least;
}

/* Return the smallest fraction of the way to the distribution with the largest margin at which no
 * contact is beyond its limit. */
static double fraction_within_limits(const struct margin *margin)
{
    double outside = 0, inside = 1;
    for (int i = 0; i < VEHICLE_HALVINGS && least_margin(margin, inside) > 0; i++) {
        interrupted(margin->interrupt, 8 * margin->cones * (margin->free + 1));
        double middle = 0.5 * (outside + inside);
        if (least_margin(margin, middle) >= 0)
            inside = middle;
        else
            outside = middle;
    }
    return inside;
}

/* Compute the largest margin and its multipliers. */
static void solve_margin(struct vehicle_eval *m)
{
    const struct linkage_work *work = &m->work;
    for (size_t k = work->settled; k < linkage_dependences(&m->v->linkage, work); k++)
        add_sharing(m, k);
    m->left = margin_solve(&m->margin);
}

void vehicle_share_within_limits(struct vehicle_eval *m)
{
    const struct linkage_work *work = &m->work;
    m->shares = 0;
    if (work->settled >= linkage_dependences(&m->v->linkage, work))
        return;
    m->margin =
        margin_carve(linkage_contacts(&m->v->linkage) + linkage_joints(&m->v->linkage),
                     linkage_most_sharing(&m->v->linkage), m->margin_memory, m->margin_scratch);
    m->margin.interrupt = work->interrupt;
    m->margin.cones = to_cone_vectors(m, m->along, 0, m->margin.start);
    m->margin.free = 0;
    m->shares = m->margin.cones > 0;
    m->left = m->shares ? least_margin(&m->margin, 0) : 0;
    if (!m->shares || m->left > 0)
        return;
    solve_margin(m);
    double part = fraction_within_limits(&m->margin);
    for (size_t k = 0; k < m->margin.free; k++)
        dense_add(m->along, part * m->margin.x[k], m->sharing + k * work->rows, work->rows);
}

int vehicle_pulls(const struct vehicle_eval *m, size_t c)
{
    double N = m->force[3 * c];
    return N < 0 || (m->shares && m->left <= VEHICLE_ROUNDING && N <= vehicle_no_load(m));
}

/* True if a contact or brake is beyond its limit, or at a limit that a guard has reported. */
static int is_beyond(const struct vehicle_eval *m, const struct vehicle_grip *grip, double force,
                     double limit)
{
    double room = grip->slips ? -VEHICLE_ROUNDING : VEHICLE_ROUNDING;
    return m->shares ? m->left < -room : force > limit * (1 + room);
}

int vehicle_exceeds_limits(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t i = 0; i < m->work.rows; i++) {
        const struct vehicle_grip *grip = grip_at(m, i);
        if (!grip)
            continue;
        const double *force = m->force + m->work.number[i];
        if (!vehicle_is_brake(m, m->work.number[i]))
            any |= is_beyond(m, grip, num_hypot(force[1], force[2]), grip->limit * force[0]);
        else
            any |= is_beyond(m, grip, fabs(force[0]), grip->limit);
    }
    return any;
}

/* ---- release ---- */

/* Release the contacts. A wheel whose multiplier has no component along the ground separates,
 * although its load may still be above the rounding of loads. */
void vehicle_release_at_limit(struct vehicle_eval *m)
{
    if (m->margin.free == 0) /* the distribution of least norm is within the limits */
        solve_margin(m);
    const double *push = m->margin.push;
    double no_load = vehicle_no_load(m);
    for (size_t i = 0; i < m->work.rows; i++) {
        struct vehicle_grip *grip = grip_at(m, i);
        size_t number = m->work.number[i];
        double side = push_side(m, number);
        int wheel = !vehicle_is_brake(m, number);
        if (!wheel && side != 0 && push[0] > MARGIN_ACTIVE) {
            m->stop[linkage_joint_of(&m->v->linkage, number)].lifts = 1;
            stop_open(m, linkage_joint_of(&m->v->linkage, number));
        }
        push += side != 0 ? 3 : 0;
        if (!grip)
            continue;
        double size = num_hypot(push[1], push[2]);
        int unloaded = wheel && push[0] > MARGIN_ACTIVE && size <= MARGIN_ACTIVE;
        grip->slips = size > MARGIN_ACTIVE;
        grip->lifts |= unloaded || (wheel && push[0] > MARGIN_ACTIVE && m->along[i] <= no_load);
        if (unloaded)
            grip->mode = VEHICLE_OPEN;
        if (size > MARGIN_ACTIVE && !grip->lifts) {
            grip->mode = VEHICLE_INCIPIENT;
            grip->direction[0] = push[1] / size;
            grip->direction[1] = push[2] / size;
        }
        push += 3;
    }
}
