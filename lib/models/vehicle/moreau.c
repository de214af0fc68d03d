/* SPDX-License-Identifier: MIT */
/* Steps of Moreau: half the way at the old velocity, one problem of impulses there, in which the
 * forces of a step are impulses, too, and half the way at the new one. Rows act on velocities, so
 * that what sticks or is held does not creep, however long the step. Restitution is Newton's, of
 * the velocities at both ends of the step. */
#include "models/vehicle/moreau.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* Of what gravity does in a step: a velocity no larger is rounding of one that rests. */
#define STAYS 1e-9

static size_t joints_of(const struct vehicle_moment *m)
{
    return linkage_joints(&m->v->linkage);
}

/* ---- the way ---- */

/* The unknowns of the linkage as they are in its state, which is placed. */
static void read_speeds(const struct vehicle_moment *m, double *speeds)
{
    const struct linkage_link *root = &m->work.link[0];
    const double *v = m->state + LINKAGE_VELOCITY;
    const double first[6] = {v[0], v[1], v[2], root->W.x, root->W.y, root->W.z};
    memcpy(speeds, first, sizeof first);
    for (size_t j = 0; j < joints_of(m); j++)
        speeds[6 + j] = m->state[LINKAGE_JOINT + 2 * j + 1];
}

/* By the present velocity; the state was placed. */
static void move(struct vehicle_moment *m, double time)
{
    read_speeds(m, m->acceleration);
    linkage_move(&m->v->linkage, m->acceleration, time, m->state);
}

/* Wheels that are always on the ground; any? */
static int set_firm(struct vehicle_moment *m)
{
    int any = 0;
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        int relaxed = vehicle_relaxes(m, w);
        m->grip[w] = (struct linkage_grip){.mode = m->firm[w] ? LINKAGE_STICK
                                                   : relaxed  ? LINKAGE_SLIP
                                                              : LINKAGE_OPEN};
        any |= m->firm[w] || relaxed;
    }
    m->hold = (struct linkage_hold){m->grip, NULL};
    return any;
}

/* Adds wheels that are in the ground to those that are to be put on it; how many. */
static size_t find_deep(struct vehicle_moment *m)
{
    size_t count = 0;
    for (size_t w = 0; w < m->v->linkage.wheels; w++)
        if (m->grip[w].mode == LINKAGE_OPEN && m->work.contact[w].gap < 0) {
            m->grip[w].mode = LINKAGE_STICK;
            count++;
        }
    return count;
}

/* Wheels that are always on the ground, and those that are in it, of which others may become ones
 * as these are lifted; leaves the state placed. */
static int32_t lift_out(struct vehicle_moment *m)
{
    int32_t status = WD_OK;
    double error;
    linkage_place_still(&m->v->linkage, m->state, &m->work);
    set_firm(m);
    find_deep(m);
    while (status == WD_OK && !linkage_touches(&m->v->linkage, &m->hold, m->state, &m->work)) {
        status = linkage_project_places(&m->v->linkage, &m->hold, m->state, &m->work, &error);
        if (find_deep(m) == 0)
            break;
    }
    return status;
}

/* ---- the velocities ---- */

/* Of firm wheels what rounding leaves, and what impulses of others do. */
static int32_t roll(struct vehicle_moment *m)
{
    double error;
    if (!set_firm(m))
        return WD_OK;
    int32_t status = linkage_project_speeds(&m->v->linkage, &m->hold, m->state, &m->work, &error);
    linkage_place_speeds(&m->v->linkage, m->state, &m->work);
    return status;
}

/* Those after the step, from impulses, which go to m->force; leaves the state placed. */
static int32_t strike(struct vehicle_moment *m, double h)
{
    const struct linkage *linkage = &m->v->linkage;
    memset(m->force, 0, (3 * linkage->wheels + joints_of(m)) * sizeof *m->force);
    for (size_t i = 0; i < m->work.rows; i++) {
        m->along[i] = m->impulse[i] / h;
        m->force[m->work.number[i]] = m->impulse[i];
    }
    linkage_accelerate(linkage, &m->work, m->along, m->acceleration);
    linkage_rate(linkage, m->state, &m->work, m->acceleration, m->rate);
    for (size_t k = LINKAGE_VELOCITY; k < LINKAGE_JOINT; k++)
        m->state[k] += h * m->rate[k];
    for (size_t j = 0; j < joints_of(m); j++)
        m->state[LINKAGE_JOINT + 2 * j + 1] += h * m->acceleration[6 + j];
    linkage_place_speeds(linkage, m->state, &m->work);
    return roll(m);
}

static double energy_of(const struct vehicle_moment *m, struct vec gravity)
{
    struct common_output out;
    vehicle_energies(m, gravity, &out);
    return out.kinetic_energy + out.potential_energy;
}

static int slides(const struct vehicle_moment *m)
{
    int any = 0;
    for (size_t w = 0; w < m->v->linkage.wheels; w++)
        any |= m->tyre[w].mode == VEHICLE_SLIP && m->tyre[w].limit > 0;
    for (size_t j = 0; j < joints_of(m); j++)
        any |= m->brake[j].mode == VEHICLE_SLIP;
    return any;
}

/* Has it come to nothing but rounding of rest? */
static int stays(const struct vehicle_moment *m, double h)
{
    double most = 0, g = sqrt(vec_dot(m->drive.gravity, m->drive.gravity));
    for (size_t i = LINKAGE_VELOCITY; i < LINKAGE_JOINT; i++)
        most = num_fmax(most, fabs(m->state[i]));
    for (size_t j = 0; j < joints_of(m); j++)
        most = num_fmax(most, fabs(m->state[LINKAGE_JOINT + 2 * j + 1]));
    return most <= STAYS * g * h && !slides(m) && !m->relaxes;
}

static void stop(struct vehicle_moment *m)
{
    for (size_t i = LINKAGE_VELOCITY; i < LINKAGE_JOINT; i++)
        m->state[i] = 0;
    for (size_t j = 0; j < joints_of(m); j++)
        m->state[LINKAGE_JOINT + 2 * j + 1] = 0;
    linkage_place_speeds(&m->v->linkage, m->state, &m->work);
}

/* Of what drives it. */
static double power(struct vehicle_moment *m, struct vec gravity)
{
    vehicle_load(m);
    return m->put_in + vehicle_tilt(m, gravity);
}

/* By how much the speeds are others than those that were read before, at the same place. */
static void leap(struct vehicle_moment *m)
{
    read_speeds(m, m->acceleration);
    for (size_t i = 0; i < linkage_speeds(&m->v->linkage); i++)
        m->leap[i] = m->acceleration[i] - m->leap[i];
}

/* *work: of what drives it, by the powers at both velocities in the middle of the step. */
static int32_t step(struct vehicle_moment *m, struct vec gravity, double h, int *rests,
                    double *work)
{
    int rested = !vehicle_moves(m);
    for (size_t j = 0; j < joints_of(m); j++)
        m->brake[j].direction[0] = 0; /* what it does belongs to the problem of impulses */
    move(m, h / 2);
    int32_t status = vehicle_stand(m);
    if (status == WD_OK)
        *work = h / 2 * power(m, gravity);
    read_speeds(m, m->leap);
    if (status == WD_OK)
        status = moreau_solve(m, h);
    if (status == WD_OK)
        status = strike(m, h);
    int stopped = status == WD_OK && stays(m, h);
    *rests = rested && stopped;
    if (stopped)
        stop(m);
    leap(m);
    if (status != WD_OK || *rests)
        return status;
    *work += h / 2 * power(m, gravity);
    move(m, h / 2);
    return lift_out(m);
}

static int32_t end(const struct vehicle_moment *m, struct motion *motion)
{
    int32_t status = WD_OK;
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        if (vehicle_slant(m, w) > 0)
            continue;
        double *value = motion->event(motion->core, motion->t, WD_EVENT_LIMIT);
        value[0] = (double)m->v->tyre[w].part->number;
        for (size_t i = 1; i < m->view->kind->event_width; i++)
            value[i] = NAN;
        status = WD_END;
    }
    return status;
}

/* The state after a step, and the energies: what is lost is what is missing. */
static int32_t finish(struct vehicle_moment *m, struct motion *motion, double before, double work)
{
    const struct view *view = motion->view;
    double *y = motion->y;
    y[view->kind->states] += work;
    y[view->kind->states + 1] +=
        before + work - energy_of(m, vehicle_extra(view, motion->y)->gravity);
    vehicle_put_state(m, y);
    return end(m, motion);
}

void vehicle_foresee(struct motion *motion)
{
    const struct view *view = motion->view;
    const struct vehicle_solver *solver = view->solver;
    double work, h = solver->common.fixed_step;
    struct vehicle_moment m;
    int rests;
    vehicle_open(view, motion->y, &m);
    linkage_place(&m.v->linkage, m.state, &m.work);
    if (step(&m, vehicle_extra(view, motion->y)->gravity, h, &rests, &work) == WD_OK)
        vehicle_put_step(&m, motion->y, h);
}

int32_t vehicle_advance(struct motion *motion, double t, int stop)
{
    const struct view *view = motion->view;
    const struct kind *kind = view->kind;
    struct vec gravity = vehicle_extra(view, motion->y)->gravity;
    double *y = motion->y, h = t - motion->t, work = 0;
    struct vehicle_moment m;
    int rests;
    (void)stop;
    int32_t status = motion->inputs(motion->core, motion->t + h / 2);
    if (status != WD_OK)
        return status;
    vehicle_open(view, y, &m);
    linkage_place_still(&m.v->linkage, m.state, &m.work);
    double before = energy_of(&m, gravity);
    status = step(&m, gravity, h, &rests, &work);
    if (status != WD_OK) {
        motion->why = "a step of Moreau has no solution";
        return status;
    }
    motion->t = t;
    vehicle_put_step(&m, y, h);
    vehicle_put_grips(&m, y, (int64_t *)(void *)(y + kind->states + 2 + kind->extras));
    return rests ? WD_OK : finish(&m, motion, before, work);
}
