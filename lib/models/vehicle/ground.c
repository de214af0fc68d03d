/* SPDX-License-Identifier: MIT */
/* What the ground does to the wheels, each by its law, and how they stand on it. */
#include "models/vehicle/vehicle.h"
#include "num/elementary.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* cos 20 degrees: how steep the axis of a wheel that is no ball may be. */
#define FLAT 0.93969262078590838405

static const struct tyre_param *tyre_of(const struct vehicle_moment *m, size_t w)
{
    return vehicle_param_of(m->view, m->v->tyre[w].part);
}

int vehicle_relaxes(const struct vehicle_moment *m, size_t w)
{
    return tyre_of(m, w)->law == VEHICLE_RELAXED;
}

/* What depends on the rows alone takes a relaxed wheel for one that slips without friction. */
void vehicle_hold(struct vehicle_moment *m)
{
    m->relaxes = 0;
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        int relaxed = vehicle_relaxes(m, w);
        m->grip[w] = (struct linkage_grip){.mode = relaxed ? LINKAGE_SLIP : LINKAGE_STICK};
        m->relaxes |= relaxed;
    }
    m->hold = (struct linkage_hold){m->grip, NULL};
}

static void take_wheel(struct vehicle_moment *m, size_t w)
{
    const struct tyre_param *p = tyre_of(m, w);
    const struct tyre_input *u = vehicle_input_of(m->view, m->v->tyre[w].part);
    const struct linkage_contact *contact = &m->work.contact[w];
    m->relaxed_wheel[w] = (struct relaxed_wheel){
        .ideal = !vehicle_relaxes(m, w),
        .mu = u->mu,
        .time = p->relaxation_time,
        .sharpness = p->sharpness,
        .slip = {contact->slip.x, contact->slip.y},
    };
    if (vehicle_is_ball(&m->v->linkage.wheel[w]))
        return;
    struct vec forward = linkage_axes(&m->v->linkage, &m->work, w).forward;
    m->relaxed_wheel[w].heading[0] = forward.x;
    m->relaxed_wheel[w].heading[1] = forward.y;
}

static int32_t relax(struct vehicle_moment *m)
{
    size_t wheels = m->v->linkage.wheels;
    int32_t status = linkage_rank(&m->v->linkage, &m->hold, &m->work);
    for (size_t w = 0; w < wheels; w++)
        take_wheel(m, w);
    m->relaxed.wheel = m->relaxed_wheel;
    m->relaxed.matrix = m->work.matrix;
    m->relaxed.free = m->work.free;
    m->relaxed.interrupt = m->view->interrupt;
    if (status == WD_OK)
        status = relaxed_solve(&m->relaxed, m->force);
    for (size_t w = 0; status == WD_OK && w < wheels; w++)
        if (vehicle_relaxes(m, w))
            m->lost -= m->force[3 * w + 1] * m->work.contact[w].slip.x +
                       m->force[3 * w + 2] * m->work.contact[w].slip.y;
    return status;
}

int32_t vehicle_ground(struct vehicle_moment *m)
{
    linkage_choose(&m->v->linkage, &m->hold, &m->work);
    int32_t status =
        m->relaxes ? relax(m) : linkage_balance(&m->v->linkage, &m->hold, &m->work, m->force);
    if (status != WD_OK)
        *m->view->why = m->relaxes ? "no forces of the ground satisfy the laws of the wheels"
                                   : "no forces of the ground keep the wheels rolling";
    return status;
}

int vehicle_slips(const struct vehicle_moment *m, size_t w)
{
    const struct relaxed_wheel *wheel = &m->relaxed_wheel[w];
    const double *force = m->force + 3 * w;
    return vehicle_relaxes(m, w) &&
           num_hypot(force[1], force[2]) >= wheel->mu * force[0] * num_exp2(-1 / wheel->sharpness);
}

/* ---- where the wheels are ---- */

int32_t vehicle_roll(struct vehicle_moment *m)
{
    const struct linkage *linkage = &m->v->linkage;
    double error;
    int32_t status = linkage_project_places(linkage, &m->hold, m->state, &m->work, &error);
    for (size_t w = 0; status == WD_OK && w < linkage->wheels; w++) {
        if (fabs(m->work.contact[w].gap) <= VEHICLE_CLOSE)
            continue;
        *m->view->why = vehicle_fault(m->view, m->v->tyre[w].part,
                                      "it cannot touch the ground together with the others");
        return WD_ENOCONV;
    }
    if (status == WD_OK)
        status = linkage_project_speeds(linkage, &m->hold, m->state, &m->work, &error);
    if (status != WD_OK)
        *m->view->why = "the wheels cannot all touch the ground and roll";
    return status;
}

double vehicle_slant(const struct vehicle_moment *m, size_t w)
{
    const struct linkage_wheel *wheel = &m->v->linkage.wheel[w];
    const struct mat *R = &m->work.link[wheel->body].R;
    return vehicle_is_ball(wheel) ? 1 : FLAT - fabs(mat_turn(R, wheel->axis).z);
}
