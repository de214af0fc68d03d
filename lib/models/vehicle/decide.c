/* SPDX-License-Identifier: MIT */
/* What wheels on the ground without slip and brakes at rest do next: one problem of accelerations
 * and forces for all of them. Modes are read from the accelerations, as forces need not be unique;
 * only what begins without acceleration, at a limit that has just been reached, from the forces. */
#include "models/vehicle/vehicle.h"
#include "num/dense.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

enum { MOST_ROUNDS = 16 };

/* Parts of the largest acceleration or of a limit: what may be rounding of the solution, of a
 * limit that a guard says is reached, and of one that nobody has asked about. */
#define ROUNDING 1e-9
#define BESIDE_RELAXED (100 * 1e-9) /* by which those of relaxed wheels give way */
#define REACHED 1e-9
#define BEYOND 1e-11

/* Of gravity: an acceleration against the direction in which a slip is to begin. */
#define BACK 1e-6

/* Of gravity: an acceleration downwards of a wheel that its guard says lifts. */
#define FALLS 1e-7

/* ---- the problem ---- */

static int takes_part(const struct vehicle_moment *m, size_t c)
{
    return vehicle_law(m, c)->lifts && m->touch[c].mode != VEHICLE_OPEN;
}

/* Elements in the order of the chosen rows. */
static size_t gather(struct vehicle_moment *m)
{
    size_t count = 0;
    for (size_t i = 0; i < m->work.rows; i++) {
        size_t number = m->work.number[i], c = number / 3;
        struct friction_element *e = &m->friction.element[count];
        if (vehicle_is_brake(m, number)) {
            *e = (struct friction_element){
                .set = FRICTION_BAND,
                .row = i,
                .limit = m->brake[linkage_joint_of(&m->v->linkage, number)].limit};
        } else if (number % 3 != 0 || vehicle_law(m, c)->rolls) {
            continue;
        } else if (vehicle_law(m, c)->saturates) {
            vehicle_pose_relaxed(m, c, i, e);
        } else {
            const struct vehicle_grip *touch = &m->touch[c];
            const double *d = m->grip[c].direction;
            *e = (struct friction_element){
                .set = touch->mode == VEHICLE_STICK ? FRICTION_CONE : FRICTION_SLIDING,
                .row = i,
                .mu = touch->limit,
                .direction = {d[0], d[1]},
            };
        }
        if (e->set == FRICTION_CONE || e->set == FRICTION_BAND)
            e->mode = FRICTION_STICK;
        count++;
    }
    return count;
}

/* All rows that are to be asked for, with the forces of what slides already. */
static int32_t pose(struct vehicle_moment *m)
{
    vehicle_hold(m);
    vehicle_load(m);
    linkage_drive(&m->v->linkage, m->state, &m->drive, &m->work);
    vehicle_direct(m);
    linkage_choose(&m->v->linkage, &m->hold, &m->work);
    for (size_t c = 0; c < m->work.contacts; c++)
        m->firm[c] = vehicle_law(m, c)->rolls;
    return linkage_condense(&m->v->linkage, m->firm, &m->work);
}

/* The scale of accelerations, in parts of the root of an element's own entry of W: the largest
 * without forces, that of gravity, or what a brake can do with its capacity. */
static double scale_of(const struct vehicle_moment *m, size_t count)
{
    const struct linkage_work *work = &m->work;
    double most = 0, g = sqrt(vec_dot(m->drive.gravity, m->drive.gravity));
    for (size_t i = 0; i < count; i++) {
        const struct friction_element *e = &m->friction.element[i];
        size_t rows = e->set == FRICTION_BAND ? 1 : 3;
        double root = sqrt(work->matrix[e->row * (work->rows + 1)]);
        for (size_t k = 0; k < rows; k++)
            most = num_fmax(most, fabs(work->free[e->row + k]) / root);
        most = num_fmax(most, rows == 3 ? g / root : e->limit * root);
    }
    return most;
}

/* ---- its solution ---- */

static void set_off(struct vehicle_grip *grip, double x, double y)
{
    double size = num_hypot(x, y);
    grip->mode = VEHICLE_INCIPIENT;
    grip->direction[0] = x / size;
    grip->direction[1] = y / size;
}

static int at_limit(const struct vehicle_moment *m, const struct vehicle_grip *grip, double force,
                    double limit)
{
    double reached = m->relaxes ? BESIDE_RELAXED : REACHED;
    return force > 0 && force >= limit * (1 - (grip->slips ? reached : -BEYOND));
}

/* own: entry of W; tolerance: of accelerations; little: a load that is none */
static void read_wheel(const struct vehicle_moment *m, struct vehicle_grip *touch,
                       const struct friction_element *e, double own, double tolerance,
                       double little)
{
    const double *r = m->friction.r + e->row, *u = m->friction.u + e->row;
    if (u[0] > tolerance || (touch->lifts && r[0] <= little))
        touch->mode = VEHICLE_OPEN, touch->falls = little * own;
    else if (e->set == FRICTION_SLIDING)
        return;
    else if (num_hypot(u[1], u[2]) > tolerance)
        set_off(touch, u[1], u[2]);
    else if (touch->slips && at_limit(m, touch, num_hypot(r[1], r[2]), touch->limit * r[0]))
        set_off(touch, -r[1], -r[2]);
}

static void read_brake(const struct vehicle_moment *m, struct vehicle_grip *brake,
                       const struct friction_element *e, double tolerance)
{
    double r = m->friction.r[e->row], u = m->friction.u[e->row];
    if (fabs(u) > tolerance)
        set_off(brake, u, 0);
    else if (brake->slips && at_limit(m, brake, fabs(r), brake->limit))
        set_off(brake, -r, 0);
}

/* The largest of the ground. */
static double largest_load(const struct vehicle_moment *m, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; i++)
        if (m->friction.element[i].set != FRICTION_BAND)
            most = num_fmax(most, m->friction.r[m->friction.element[i].row]);
    return most;
}

/* What lifts carries nothing by its own measure, or beside others, which may feed its load. */
static void read_modes(struct vehicle_moment *m, size_t count)
{
    const struct linkage_work *work = &m->work;
    double scale = scale_of(m, count), beside = ROUNDING * largest_load(m, count);
    double little = (m->relaxes ? BESIDE_RELAXED : ROUNDING) * scale;
    for (size_t i = 0; i < count; i++) {
        const struct friction_element *e = &m->friction.element[i];
        size_t number = work->number[e->row];
        double own = work->matrix[e->row * (work->rows + 1)], root = sqrt(own);
        if (e->set == FRICTION_BAND)
            read_brake(m, &m->brake[linkage_joint_of(&m->v->linkage, number)], e,
                       ROUNDING * scale * root);
        else if (e->set != FRICTION_SATURATED)
            read_wheel(m, &m->touch[number / 3], e, own, ROUNDING * scale * root,
                       num_fmax(little / root, beside));
    }
}

/* ---- are the forces of these modes allowed? ---- */

/* What shares forces that are not unique is beyond its limit all at once. */
static int beyond(const struct vehicle_moment *m, const struct vehicle_grip *grip, double force,
                  double limit)
{
    return m->shares ? m->left < -BEYOND : at_limit(m, grip, force, limit);
}

/* A wheel that was let go here and does not leave is on the ground as before. */
static int returns(struct vehicle_moment *m, size_t c)
{
    double g = sqrt(vec_dot(m->drive.gravity, m->drive.gravity));
    struct vehicle_grip *touch = &m->touch[c];
    if (!vehicle_law(m, c)->lifts || touch->from == VEHICLE_OPEN ||
        vehicle_departs(m, c) >= -(touch->lifts ? num_fmax(FALLS * g, touch->falls) : ROUNDING * g))
        return 0;
    touch->mode = touch->from;
    touch->lifts = 0;
    return 1;
}

/* Marks those that are not; how many. */
static size_t judge(struct vehicle_moment *m)
{
    size_t count = 0;
    double weight = 0, g = sqrt(vec_dot(m->drive.gravity, m->drive.gravity));
    linkage_follow(&m->v->linkage, m->acceleration, &m->work);
    for (size_t i = 0; i < m->v->linkage.bodies; i++)
        weight += g * m->v->linkage.body[i].mass;
    for (size_t c = 0; c < m->work.contacts; c++) {
        struct vehicle_grip *touch = &m->touch[c];
        const double *force = m->force + 3 * c;
        if (!takes_part(m, c)) {
            count += returns(m, c) ? 1 : 0;
            continue;
        }
        int lifts = force[0] < -ROUNDING * weight, slips = 0;
        if (touch->mode == VEHICLE_STICK && force[0] > ROUNDING * weight)
            slips = beyond(m, touch, num_hypot(force[1], force[2]), touch->limit * force[0]);
        count += lifts || slips ? 1 : 0;
        touch->lifts |= lifts;
        touch->slips |= slips;
    }
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++) {
        struct vehicle_grip *brake = &m->brake[j];
        int slips = brake->mode == VEHICLE_STICK &&
                    beyond(m, brake, fabs(vehicle_brake_forces(m)[j]), brake->limit);
        count += slips ? 1 : 0;
        brake->slips |= slips;
    }
    return count;
}

static int any_slips(const struct vehicle_moment *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= m->touch[c].slips;
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        any |= m->brake[j].slips;
    return any;
}

/* Of a wheel that has just been let go: how it begins to slip along its direction. */
static double onset_of(const struct vehicle_moment *m, size_t c)
{
    const struct linkage_work *work = &m->work;
    size_t row = vehicle_row(m, 3 * c);
    const double *d = m->touch[c].direction;
    double sum = 0;
    for (size_t k = 0; k < 2; k++)
        sum += d[k] * (work->free[row + 1 + k] +
                       dense_dot(work->matrix + (row + 1 + k) * work->rows, m->along, work->rows));
    return sum;
}

/* Loads that are not unique may not be those of the limit as soon as one of the set slips; those
 * that would slip back then go on sticking. How many. */
static size_t take_back(struct vehicle_moment *m)
{
    size_t count = 0;
    double g = sqrt(vec_dot(m->drive.gravity, m->drive.gravity));
    for (size_t c = 0; c < m->work.contacts; c++) {
        struct vehicle_grip *touch = &m->touch[c];
        if (!touch->slips || touch->mode != VEHICLE_INCIPIENT || onset_of(m, c) >= -BACK * g)
            continue;
        touch->mode = VEHICLE_STICK;
        touch->slips = 0;
        count++;
    }
    return count;
}

/* What shares forces and has come to the limit of all, or is beyond it though it does not
 * accelerate, as the round before has found, lets go together. */
static int32_t let_go(struct vehicle_moment *m, int round)
{
    if (!any_slips(m))
        return WD_OK;
    vehicle_hold(m);
    int32_t status = vehicle_weigh(m);
    if (status != WD_OK || !m->shares || (round == 0 && fabs(m->left) > REACHED))
        return status;
    vehicle_let_go(m);
    do {
        vehicle_hold(m);
        status = vehicle_weigh(m);
    } while (status == WD_OK && take_back(m) > 0);
    return status;
}

static int32_t solve(struct vehicle_moment *m, size_t count)
{
    vehicle_pose(m, m->work.free, count);
    return m->relaxes ? friction_solve(&m->friction) : friction_cones(&m->friction);
}

/* One round; *left: how many must be asked again. */
static int32_t decide(struct vehicle_moment *m, int round, size_t *left)
{
    int32_t status = let_go(m, round);
    *left = 0;
    if (status == WD_OK)
        status = pose(m);
    if (status != WD_OK)
        return status;
    size_t count = gather(m);
    if (count > 0)
        status = solve(m, count);
    if (status != WD_OK)
        return status;
    read_modes(m, count);
    vehicle_hold(m);
    status = vehicle_weigh(m);
    if (status == WD_OK && count > 0)
        *left = judge(m);
    return status;
}

/* Does a wheel that never lifts pull at the ground? */
static int any_pulls(const struct vehicle_moment *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= !vehicle_law(m, c)->lifts && m->force[3 * c] < 0;
    return any;
}

/* ---- does all of it hold? ---- */

static int may_hold(const struct vehicle_grip *grip)
{
    int still = grip->mode == VEHICLE_STICK || grip->mode == VEHICLE_OPEN || grip->limit == 0;
    return still && !grip->lifts;
}

static int all_may_hold(const struct vehicle_moment *m)
{
    int all = !m->relaxes;
    for (size_t c = 0; c < m->work.contacts; c++)
        all &= !takes_part(m, c) || may_hold(&m->touch[c]);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        all &= may_hold(&m->brake[j]);
    return all;
}

/* Has it room for a force, alone or with those that it shares with? Not, if it is said to be at its
 * limit, for what may be that. */
static int bears(const struct vehicle_moment *m, const struct vehicle_grip *grip, double force,
                 double limit)
{
    double room = grip->slips ? REACHED : 0;
    return grip->mode != VEHICLE_STICK || (m->shares ? m->left > room : force < limit * (1 - room));
}

static int all_bear(const struct vehicle_moment *m)
{
    int all = 1;
    for (size_t c = 0; c < m->work.contacts; c++) {
        const struct vehicle_grip *touch = &m->touch[c];
        const double *force = m->force + 3 * c;
        if (takes_part(m, c))
            all &= force[0] > 0 &&
                   bears(m, touch, num_hypot(force[1], force[2]), touch->limit * force[0]);
    }
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        all &= bears(m, &m->brake[j], fabs(vehicle_brake_forces(m)[j]), m->brake[j].limit);
    return all;
}

/* At rest what holds with any way to share does so: next to its limit the problem of accelerations
 * is so bad that its solution would have it creep. */
static int32_t hold(struct vehicle_moment *m, int *holds)
{
    *holds = 0;
    vehicle_hold(m);
    if (vehicle_moves(m) || !all_may_hold(m))
        return WD_OK;
    int32_t status = vehicle_weigh(m);
    *holds = status == WD_OK && all_bear(m);
    return status;
}

/* Where a wheel pulls that never lifts the motion ends, whatever the others do. */
int32_t vehicle_ask(struct vehicle_moment *m)
{
    int holds;
    for (size_t c = 0; c < m->work.contacts; c++)
        m->touch[c].from = m->touch[c].mode, m->touch[c].falls = 0;
    int32_t status = hold(m, &holds);
    size_t left = holds ? 0 : 1;
    for (int round = 0; status == WD_OK && left > 0 && round < MOST_ROUNDS; round++)
        status = decide(m, round, &left);
    if (status == WD_OK && left > 0 && !any_pulls(m))
        status = WD_ENOCONV;
    if (status != WD_OK)
        *m->view->why = "what the wheels do next cannot be told";
    return status;
}
