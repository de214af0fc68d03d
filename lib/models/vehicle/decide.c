/* SPDX-License-Identifier: MIT */
/* Mode transitions of closed contacts, holding brakes and rigid stops: solve one acceleration-level
 * cone complementarity problem for all of them and read the next modes from the accelerations,
 * because forces need not be unique. Forces decide only where nothing accelerates: a contact or
 * stop whose guard has reported a zero load opens, and a contact or brake at a limit that it has
 * just reached starts to slip. */
#include "models/vehicle/slow.h"
#include "models/vehicle/stop.h"
#include "num/dense.h"
#include "num/elementary.h"
#include "num/invariant.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* ---- the problem ---- */

/* True if the problem finds the slip of a contact extrapolated by VEHICLE_SLOW_TIME, instead of
 * its acceleration. This applies to slips with a quasi-static direction (slow_direction.c): their
 * friction opposes the extrapolated slip, so that both obey the law of a sticking contact,
 * FRICTION_CONE. A slow slip slides on if it is above solver.onset_speed, or ends within
 * VEHICLE_SLOW_TIME. A contact that was found at its limit starts to slip and is left out. */
static int is_extrapolated(const struct vehicle_eval *m, size_t c)
{
    const struct vehicle_grip *touch = &m->touch[c];
    return vehicle_is_quasi_static(m, c) && !touch->slips &&
           (!vehicle_is_slow(touch) ||
            (touch->ahead > 0 && vehicle_slip_speed(m, c) <= vehicle_onset(m)));
}

/* Set m->slip to the accelerations without forces. To those of extrapolated slips add the slip
 * divided by VEHICLE_SLOW_TIME: such a contact sticks if friction can stop it in this time. */
static void extrapolate_slips(struct vehicle_eval *m)
{
    for (size_t i = 0; i < m->work.rows; i++) {
        size_t number = m->work.number[i], c = number / 3;
        m->slip[i] = m->work.free[i];
        if (!vehicle_is_brake(m, number) && number % 3 != 0 && is_extrapolated(m, c))
            m->slip[i] += m->work.contact[c].speed[number % 3] / VEHICLE_SLOW_TIME;
    }
}

/* List the elements of the problem in the order of the chosen rows; returns how many. The search
 * for a solution starts with all of them sticking, except those that slide for certain. */
static size_t list_elements(struct vehicle_eval *m)
{
    size_t count = 0;
    for (size_t i = 0; i < m->work.rows; i++) {
        size_t number = m->work.number[i], c = number / 3;
        struct friction_element *e = &m->friction.element[count];
        if (vehicle_is_brake(m, number)) {
            if (!stop_pose(m, linkage_joint_of(&m->v->linkage, number), i, e))
                continue;
        } else if (number % 3 != 0 || vehicle_law(m, c)->rolls) {
            continue;
        } else if (vehicle_law(m, c)->saturates) {
            vehicle_build_relaxed(m, c, i, e);
        } else {
            const struct vehicle_grip *touch = &m->touch[c];
            const double *d = m->grip[c].direction;
            *e = (struct friction_element){
                .set = touch->mode == VEHICLE_STICK || is_extrapolated(m, c) ? FRICTION_CONE
                                                                             : FRICTION_SLIDING,
                .row = i,
                .mu = touch->limit,
                .direction = {d[0], d[1]},
            };
        }
        if (e->set != FRICTION_SLIDING && e->set != FRICTION_SATURATED)
            e->mode = FRICTION_STICK;
        count++;
    }
    return count;
}

/* Compute the slip directions and all rows of the problem, then eliminate the firm rows: those of
 * wheels whose law never slips and those of locked joints. */
static int32_t set_up_rows(struct vehicle_eval *m)
{
    vehicle_set_hold(m);
    vehicle_add_loads(m);
    tyre_stop_push(m);
    linkage_drive(&m->v->linkage, m->state, &m->drive, &m->work);
    vehicle_set_directions(m);
    linkage_choose(&m->v->linkage, &m->hold, &m->work);
    for (size_t c = 0; c < m->work.contacts; c++)
        m->firm[c] = vehicle_law(m, c)->rolls;
    stop_set_firm(m);
    return linkage_condense(&m->v->linkage, m->firm, &m->work);
}

/* Scale relative to which an acceleration is zero to rounding. W (work->matrix) holds the
 * accelerations along the rows by unit forces along them; every acceleration below is divided by
 * the root of the diagonal entry of W of its element. The scale is the largest of gravity, the
 * accelerations of the problem without forces (m->slip), those that brakes at capacity cause, those
 * that the force of the first row of an element causes along this row, and the norm of work->push.
 * The norm of work->push bounds the accelerations that loads cause in any element; it is not small
 * if loads cancel in every element, as when the only stop opens. Near a jam forces are much larger
 * than loads, and errors of rounding are relative to the forces. */
static double scale_of(const struct vehicle_eval *m, size_t count)
{
    const struct linkage_work *work = &m->work;
    double most = dense_norm(work->push, linkage_speeds(&m->v->linkage));
    for (size_t i = 0; i < count; i++) {
        const struct friction_element *e = &m->friction.element[i];
        size_t rows = friction_is_joint(e) ? 1 : 3;
        double root = sqrt(work->matrix[e->row * (work->rows + 1)]);
        for (size_t k = 0; k < rows; k++)
            most = num_fmax(most, fabs(m->slip[e->row + k]) / root);
        most = num_fmax(most, fabs(m->friction.r[e->row]) * root);
        most = num_fmax(most, rows == 3 ? vehicle_g(m) / root : e->limit * root);
    }
    return most;
}

/* ---- its solution ---- */

/* Let a contact or brake start to slip in this direction, or turn a slow slip to it. */
static void start_slip(struct vehicle_grip *grip, double x, double y)
{
    double size = num_hypot(x, y);
    grip->mode = grip->mode == VEHICLE_SLOW ? VEHICLE_SLOW : VEHICLE_INCIPIENT;
    grip->direction[0] = x / size;
    grip->direction[1] = y / size;
}

/* True if the force of a contact or brake is at its limit: where it was found there, to rounding;
 * otherwise only beyond the limit. */
static int reaches_limit(const struct vehicle_grip *grip, double force, double limit)
{
    return force > 0 && force >= limit * (1 - (grip->slips ? VEHICLE_ROUNDING : -VEHICLE_BEYOND));
}

/* Read the next mode of a wheel. tolerance: acceleration that is zero to rounding; little: load
 * that is zero to rounding. A contact with `stays` has a slip in the solution that the reported
 * forces would reverse (stick_if_backward()), so the acceleration does not start this slip. */
static void read_wheel(const struct vehicle_eval *m, struct vehicle_grip *touch,
                       const struct friction_element *e, double tolerance, double little)
{
    const double *r = m->friction.r + e->row, *u = m->friction.u + e->row;
    if (u[0] > tolerance || (touch->lifts && r[0] <= little))
        touch->mode = VEHICLE_OPEN, touch->falls = tolerance;
    else if (e->set == FRICTION_SLIDING)
        return;
    else if (num_hypot(u[1], u[2]) > tolerance && !touch->stays)
        start_slip(touch, u[1], u[2]);
    else if (touch->slips && reaches_limit(touch, num_hypot(r[1], r[2]), touch->limit * r[0]))
        start_slip(touch, -r[1], -r[2]);
    else
        touch->mode = VEHICLE_STICK;
}

static void read_brake(const struct vehicle_eval *m, struct vehicle_grip *brake,
                       const struct friction_element *e, double tolerance)
{
    double r = m->friction.r[e->row], u = m->friction.u[e->row];
    if (fabs(u) > tolerance)
        start_slip(brake, u, 0);
    else if (brake->slips && reaches_limit(brake, fabs(r), brake->limit))
        start_slip(brake, -r, 0);
}

/* Read the next modes of all elements from the solution; returns how many change. A wheel whose
 * guard has reported the separation opens if its load is zero to rounding. */
static size_t read_modes(struct vehicle_eval *m, size_t count)
{
    const struct linkage_work *work = &m->work;
    double rounding = VEHICLE_ROUNDING * scale_of(m, count);
    size_t changes = 0;
    for (size_t i = 0; i < count; i++) {
        const struct friction_element *e = &m->friction.element[i];
        size_t number = work->number[e->row];
        double root = sqrt(work->matrix[e->row * (work->rows + 1)]);
        double tolerance = rounding * root, little = rounding / root;
        if (e->set == FRICTION_STOP) {
            size_t j = linkage_joint_of(&m->v->linkage, number);
            changes += stop_read(m, j, e, tolerance, little) ? 1 : 0;
            continue;
        }
        struct vehicle_grip *grip = e->set == FRICTION_BAND
                                        ? &m->brake[linkage_joint_of(&m->v->linkage, number)]
                                        : &m->touch[number / 3];
        int before = grip->mode;
        if (e->set == FRICTION_BAND)
            read_brake(m, grip, e, tolerance);
        else if (e->set != FRICTION_SATURATED)
            read_wheel(m, grip, e, tolerance, little);
        changes += grip->mode != before;
    }
    return changes;
}

/* ---- check of the forces with these modes ---- */

/* True if a contact or brake is beyond its limit. Statically indeterminate forces reach their
 * limits together, so the common margin m->left decides for all of them. */
static int is_beyond_limit(const struct vehicle_eval *m, const struct vehicle_grip *grip,
                           double force, double limit)
{
    return m->shares ? m->left < -VEHICLE_BEYOND : reaches_limit(grip, force, limit);
}

/* Restore the mode of a wheel that was opened in this decision but does not accelerate away from
 * the ground. */
static int restore_if_not_separating(struct vehicle_eval *m, size_t c)
{
    double g = vehicle_g(m);
    struct vehicle_grip *touch = &m->touch[c];
    if (!vehicle_law(m, c)->lifts || touch->from == VEHICLE_OPEN ||
        vehicle_rise(m, c) >=
            -(touch->lifts ? num_fmax(VEHICLE_RETURNS * g, touch->falls) : VEHICLE_ROUNDING * g))
        return 0;
    touch->mode = touch->from;
    touch->lifts = 0;
    return 1;
}

/* Return to stick a contact that would start to slip backwards under the reported forces; true if
 * it returns. Its normal force is then statically indeterminate, and the reported one is larger
 * than that of the solution. In later rounds only the force of the contact decides whether it
 * slips. No contact returns while slips of sticking contacts are still to be stopped, because
 * stopping them may start this slip. */
static int stick_if_backward(const struct vehicle_eval *m, struct vehicle_grip *touch, size_t c)
{
    size_t other;
    if (touch->mode != VEHICLE_INCIPIENT || !(touch->limit > 0) ||
        vehicle_slip_speed(m, c) >= VEHICLE_DIRECTED ||
        touch->ahead >= -VEHICLE_RETURNS * vehicle_g(m) * VEHICLE_SLOW_TIME ||
        vehicle_find_slip_to_stop(m, &other))
        return 0;
    touch->mode = VEHICLE_STICK;
    touch->slips = 0;
    touch->stays = 1;
    return 1;
}

/* Mark the brakes that hold beyond their capacity; returns how many. settled: as for
 * mark_forbidden_forces(). */
static size_t mark_brakes(struct vehicle_eval *m, int settled)
{
    size_t count = 0;
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++) {
        struct vehicle_grip *brake = &m->brake[j];
        double force = vehicle_brake_forces(m)[j];
        int slips = brake->mode == VEHICLE_STICK && !stop_holds(m, j) &&
                    is_beyond_limit(m, brake, fabs(force), brake->limit);
        count += slips ? 1 : 0;
        brake->slips |= slips;
        if (slips && settled && !m->shares)
            start_slip(brake, -force, 0);
    }
    return count;
}

/* Return the fraction of the way from the loads of the solution to the reported ones at which the
 * load of a contact vanishes; INFINITY if the reported load is not below -little. */
static double way_to_opening(const struct vehicle_eval *m, size_t c, double little)
{
    double reported = m->force[3 * c];
    if (!vehicle_takes_part(m, c) || !(reported < -little))
        return INFINITY;
    double load = m->friction.r[vehicle_row(m, 3 * c)];
    return load > little ? load / (load - reported) : 0;
}

/* Return the largest fraction of the way at which a contact opens: the smallest one at which a load
 * vanishes, plus rounding. The loads of sliding contacts may be statically indeterminate. The
 * solution and the reported forces are then two distributions with the same accelerations along all
 * rows that hold, and so is each distribution between them. The first loads that vanish on this way
 * are 0 in a distribution without negative loads, so their contacts can open together. If further
 * contacts opened, the remaining ones might not carry the vehicle. */
static double way_to_first_opening(const struct vehicle_eval *m, double little)
{
    double least = INFINITY;
    for (size_t c = 0; c < m->work.contacts; c++)
        least = num_fmin(least, way_to_opening(m, c, little));
    return least + VEHICLE_ROUNDING;
}

/* Mark the contacts, brakes and stops whose reported forces are not allowed, and restore the mode
 * of wheels that were opened but do not separate. Returns the number of marked and restored ones,
 * which must be decided again.
 *
 * settled: 1 if the last solution has changed no mode since the last marks. The reported forces
 * then equal those of the solution, except for rounding, which nearly dependent rows amplify, and
 * for statically indeterminate loads of sliding contacts. In the solution they are within their
 * limits. A friction force that is forbidden here counts as one at its limit, and the contact
 * starts to slip at once. Of the contacts that the ground would have to pull, those of
 * way_to_first_opening() open. Slips with statically indeterminate forces (m->shares) are left to
 * vehicle_release(). */
static size_t mark_forbidden_forces(struct vehicle_eval *m, int settled)
{
    size_t count = 0;
    double little = vehicle_no_load(m);
    double way = settled ? way_to_first_opening(m, little) : 0;
    linkage_follow(&m->v->linkage, m->acceleration, &m->work);
    for (size_t c = 0; c < m->work.contacts; c++) {
        struct vehicle_grip *touch = &m->touch[c];
        const double *force = m->force + 3 * c;
        if (!vehicle_takes_part(m, c)) {
            count += restore_if_not_separating(m, c) ? 1 : 0;
            continue;
        }
        int lifts = force[0] < -little, slips = 0;
        if (stick_if_backward(m, touch, c)) {
            count++;
            continue;
        }
        if (touch->mode == VEHICLE_STICK && force[0] > little)
            slips =
                is_beyond_limit(m, touch, num_hypot(force[1], force[2]), touch->limit * force[0]);
        count += lifts || slips ? 1 : 0;
        touch->lifts |= lifts;
        touch->slips |= slips;
        touch->stays &= !slips;
        if (lifts && settled && way_to_opening(m, c, little) <= way)
            touch->mode = VEHICLE_OPEN;
        else if (slips && settled && !m->shares)
            start_slip(touch, -force[1], -force[2]);
    }
    return count + mark_brakes(m, settled) + stop_judge(m);
}

/* Solve the problem. If it has several solutions, the first round takes that of the cone solver. A
 * later round takes that of the search, because the cone solver would find the same solution again,
 * which mark_forbidden_forces() has refused. */
static int32_t solve(struct vehicle_eval *m, size_t count, int round)
{
    extrapolate_slips(m);
    vehicle_build_problem(m, m->slip, count);
    if (m->relaxes || round > 0)
        return friction_solve(&m->friction);
    return friction_cones_or_search(&m->friction);
}

/* Make one round of the decision: solve the problem, read the modes, and check the reported forces
 * with these modes. *again: number of contacts, brakes and stops to be decided again. */
static int32_t decide(struct vehicle_eval *m, int round, size_t *again)
{
    int32_t status = vehicle_release(m, round);
    *again = 0;
    if (status == WD_OK)
        status = set_up_rows(m);
    if (status != WD_OK)
        return status;
    size_t count = list_elements(m);
    if (count > 0)
        status = solve(m, count, round);
    if (status != WD_OK)
        return status;
    int settled = read_modes(m, count) == 0 && round > 0;
    vehicle_set_hold(m);
    status = vehicle_weigh(m);
    if (status == WD_OK && count > 0)
        *again = mark_forbidden_forces(m, settled);
    return status;
}

/* True if a wheel that never opens has a negative normal force. */
static int any_pulls(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= !vehicle_law(m, c)->lifts && m->force[3 * c] < 0;
    return any;
}

/* Largest number of contact problems of a decision. Each round solves one; in the first round the
 * search may follow the cone solver. If there are relaxed wheels, each round also computes the
 * forces at most twice, and the check of the kept modes once; these are problems, too. */
static size_t most_problems(const struct vehicle_eval *m)
{
    return 1 + (m->relaxes ? 3 : 1) * VEHICLE_MOST_ROUNDS;
}

/* Make rounds until nothing must be decided again, unless the present modes stay. If the rounds do
 * not settle but a wheel that never opens pulls, the decision does not fail, because the caller
 * then ends the motion, whatever the modes of the others. */
int32_t vehicle_decide_unchecked(struct vehicle_eval *m)
{
    int holds;
    for (size_t c = 0; c < m->work.contacts; c++)
        m->touch[c].from = m->touch[c].mode, m->touch[c].falls = 0, m->touch[c].stays = 0;
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        m->stop[j].from = m->stop[j].mode, m->stop[j].falls = 0;
    m->friction.problems = 0;
    int32_t status = vehicle_keep_modes(m, &holds);
    size_t again = holds ? 0 : 1;
    for (int round = 0; status == WD_OK && again > 0 && round < VEHICLE_MOST_ROUNDS; round++)
        status = decide(m, round, &again);
    invariant(m->friction.problems <= most_problems(m));
    if (status == WD_OK && again > 0 && !any_pulls(m))
        status = WD_ENOCONV;
    if (status != WD_OK)
        *m->view->why = "no consistent set of contact modes was found";
    return status;
}
