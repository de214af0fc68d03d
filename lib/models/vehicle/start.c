/* SPDX-License-Identifier: MIT */
/* Where the motion starts. */
#include "models/vehicle/vehicle.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* Part of the kinetic energy that is nothing but rounding. */
#define LOST 1e-20

/* ---- what is there ---- */

static const char *tyre_misses(const struct view *view, const struct part *part)
{
    const struct tyre_param *p = vehicle_param_of(view, part);
    if (p->law != VEHICLE_COULOMB)
        return NULL;
    return vehicle_fault(view, part, "law coulomb is not there yet: choose ideal or relaxed");
}

static double brake_of(const struct view *view, const struct part *part)
{
    if (vehicle_is(part, VEHICLE_WHEEL))
        return ((const struct wheel_param *)vehicle_param_of(view, part))->friction +
               ((const struct wheel_input *)vehicle_input_of(view, part))->brake;
    double friction = ((const struct joint_param *)vehicle_param_of(view, part))->friction;
    if (vehicle_is(part, VEHICLE_SLIDE))
        return friction + ((const struct slide_input *)vehicle_input_of(view, part))->brake;
    return friction + ((const struct hinge_input *)vehicle_input_of(view, part))->brake;
}

const char *vehicle_misses(const struct view *view)
{
    const struct vehicle *v = view->course;
    const char *missing = NULL;
    for (size_t w = 0; !missing && w < v->linkage.wheels; w++)
        missing = tyre_misses(view, v->tyre[w].part);
    for (size_t j = 0; !missing && j < linkage_joints(&v->linkage); j++)
        if (brake_of(view, v->joint[j].part) > 0)
            missing = vehicle_fault(view, v->joint[j].part,
                                    "brakes are not there yet: brake and friction must be 0");
    return missing;
}

static const char *settings_miss(const struct view *view)
{
    const struct vehicle_solver *solver = view->solver;
    if (solver->scheme != VEHICLE_SCHEME_EVENT)
        return "solver.scheme can only be event yet";
    return vehicle_misses(view);
}

/* ---- as given ---- */

static void take_root(const struct view *view, const struct part *part, double *y)
{
    const struct root_init *p = vehicle_init_of(view, part);
    const struct body_param *body = vehicle_param_of(view, part);
    struct root_state *root = (struct root_state *)(y + part->at.states);
    struct sine_cosine yaw = num_sincos(p->yaw);
    root->x = vec_add(body->centre, p->x);
    vehicle_attitude(p->yaw, p->roll, p->pitch, root->q);
    root->v = (struct vec){p->forward * yaw.cos - p->left * yaw.sin,
                           p->forward * yaw.sin + p->left * yaw.cos, p->up};
    root->w = (struct vec){p->roll_rate, p->pitch_rate, p->yaw_rate};
}

static void take_start(const struct view *view, double *y)
{
    const struct vehicle *v = view->course;
    take_root(view, v->body[0].part, y);
    for (size_t j = 0; j < linkage_joints(&v->linkage); j++) {
        const struct part *part = v->joint[j].part;
        memcpy(y + part->at.states, vehicle_init_of(view, part), sizeof(struct joint_state));
    }
    vehicle_extra(view, y)->gravity = vehicle_gravity(view);
}

/* ---- on the ground ---- */

static const char *judge_wheels(const struct vehicle_moment *m)
{
    const struct view *view = m->view;
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        const struct part *part = m->v->tyre[w].part;
        const struct tyre_param *p = vehicle_param_of(view, part);
        double gap = m->work.contact[w].gap;
        if (!(vehicle_slant(m, w) > 0))
            return vehicle_fault(view, part, "it lies flat");
        if (!(fabs(gap) <= VEHICLE_CLOSE))
            return view->say(view->core,
                             "part \"%s\": it is %g m above the ground, on which law %s rolls",
                             part->name, gap, p->law == VEHICLE_IDEAL ? "ideal" : "relaxed");
    }
    return NULL;
}

/* From speeds that are given to those nearest to them with which all wheels roll. */
static const char *set_rolling(struct vehicle_moment *m)
{
    double given = linkage_kinetic(&m->v->linkage, &m->work);
    if (vehicle_roll(m) != WD_OK)
        return *m->view->why;
    linkage_place(&m->v->linkage, m->state, &m->work);
    if (given > 0 && !(linkage_kinetic(&m->v->linkage, &m->work) > LOST * given))
        return "of the speeds that are given none is left, as the wheels do not roll that way";
    return NULL;
}

/* That there are some, here and next to here. */
static const char *find_forces(struct vehicle_moment *m)
{
    if (vehicle_stand(m) != WD_OK || vehicle_pull(m) != WD_OK)
        return *m->view->why;
    return vehicle_contradiction(m);
}

/* Where param.place has it: the state y, and opened. */
static const char *put_down(const struct view *view, double *y, struct vehicle_moment *m)
{
    const struct vehicle_param *p = view->param;
    take_start(view, y);
    if (p->place == VEHICLE_PLACE_IN_BALANCE)
        return vehicle_balance(view, y, m);
    if (p->place == VEHICLE_PLACE_ON_GROUND) {
        vehicle_lay_down(view, y, m);
        return vehicle_stands(m);
    }
    vehicle_open(view, y, m);
    return NULL;
}

int32_t vehicle_start(struct motion *motion)
{
    const struct view *view = motion->view;
    const struct vehicle_param *p = view->param;
    struct vehicle_moment m;
    motion->why = settings_miss(view);
    if (!motion->why)
        motion->why = put_down(view, motion->y, &m);
    if (motion->why)
        return WD_EDOMAIN;
    int32_t status = vehicle_stand(&m);
    motion->why = status == WD_OK ? judge_wheels(&m) : *view->why;
    if (motion->why)
        return status == WD_OK ? WD_EDOMAIN : WD_EINVAL;
    if (p->spin == VEHICLE_SPIN_ROLLING)
        vehicle_spin(&m);
    motion->why = m.v->linkage.wheels > 0 ? set_rolling(&m) : NULL;
    vehicle_put_state(&m, motion->y);
    if (!motion->why && m.v->linkage.wheels > 0)
        motion->why = find_forces(&m);
    return motion->why ? WD_EDOMAIN : WD_OK;
}

/* Brakes are judged with the inputs, before each step. */
int vehicle_fits(const struct view *view, const double *y)
{
    const struct vehicle *v = view->course;
    (void)y;
    for (size_t w = 0; w < v->linkage.wheels; w++)
        if (tyre_misses(view, v->tyre[w].part))
            return 0;
    return 1;
}
