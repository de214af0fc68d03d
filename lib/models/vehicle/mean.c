/* SPDX-License-Identifier: MIT */
/* Outputs after a Moreau step are means over the step: forces are impulses divided by the step's
 * length, accelerations are changes of the speeds divided by this length. Only the forces of tyres
 * are those at the end of the step. The extras store the impulses and the changes. Forces at an
 * instant do not exist, because a step resolves neither the time of an impact nor the end of a slip
 * within it. */
#include "models/vehicle/footing.h"
#include "models/vehicle/moreau.h"
#include "models/vehicle/stop.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* The changes of the speeds of the root, struct root_extra, as numbers. */
static double *root_extra(const struct vehicle_eval *m, const double *y)
{
    return (double *)vehicle_extra(m->view, y) + m->v->body[0].part->at.extras;
}

void vehicle_write_step(struct vehicle_eval *m, double *y, double span, int lasts)
{
    const struct view *view = m->view;
    vehicle_extra(view, y)->span = span;
    vehicle_extra(view, y)->lasts = lasts ? span : 0;
    memcpy(root_extra(m, y), m->leap, sizeof(struct root_extra));
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        struct rim_extra *to = vehicle_rim_extra(view, y, m->v->rim[w].part);
        memcpy(to->impulse, m->force + 3 * w, sizeof to->impulse);
    }
    for (size_t c = m->v->linkage.wheels; c < m->work.contacts; c++)
        footing_write_impulse(m, y, c, m->force + 3 * c);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++) {
        struct brake_extra *to = vehicle_brake_extra(view, y, m->v->joint[j].part);
        to->impulse = vehicle_brake_forces(m)[j];
        to->change = m->leap[6 + j];
    }
}

/* Set m->force to the impulses of the last step divided by `per`. */
static void read_impulses(struct vehicle_eval *m, const double *y, double per)
{
    size_t wheels = m->v->linkage.wheels;
    for (size_t c = 0; c < m->work.contacts; c++) {
        const double *impulse = c < wheels
                                    ? vehicle_rim_extra(m->view, y, m->v->rim[c].part)->impulse
                                    : m->footing[c].impulse;
        for (size_t k = 0; k < 3; k++)
            m->force[3 * c + k] = impulse[k] / per;
    }
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        vehicle_brake_forces(m)[j] =
            vehicle_brake_extra(m->view, y, m->v->joint[j].part)->impulse / per;
}

/* Set `to` to this part of the change of the speeds in the last step, divided by `per`. */
static void read_change(const struct vehicle_eval *m, const double *y, double part, double per,
                        double *to)
{
    const double *root = root_extra(m, y);
    for (size_t i = 0; i < 6; i++)
        to[i] = part * root[i] / per;
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        to[6 + j] = part * vehicle_brake_extra(m->view, y, m->v->joint[j].part)->change / per;
}

/* Predict impulses and the change of the speeds in a step. The impulses are those of the last step
 * in proportion to the lengths of the two steps. The change is 0 unless the last step has stored
 * that its change is expected to last (vehicle_extra.lasts). In that case the change is that of the
 * last step: reduced in proportion if this step is shorter, but not increased if it is longer,
 * because an impact may have caused the change. */
void vehicle_predict_step(struct vehicle_eval *m, const double *y, double span)
{
    const struct vehicle_extra *extra = vehicle_extra(m->view, y);
    read_impulses(m, y, extra->span > 0 ? extra->span / span : (double)INFINITY);
    read_change(m, y, extra->lasts > 0 ? num_fmin(1, span / extra->lasts) : 0, 1, m->leap);
}

/* Apply loads; sliding brakes are efforts, as in the event-driven scheme. */
static void apply_loads(struct vehicle_eval *m)
{
    const double *brake = vehicle_brake_forces(m);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        m->brake[j].direction[0] = 0;
    vehicle_add_loads(m);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        m->effort[j] += m->held[j] ? 0 : brake[j];
}

static int is_within(const struct vehicle_eval *m, size_t row, const double *force)
{
    size_t number = m->work.number[row];
    if (vehicle_is_brake(m, number)) {
        size_t j = linkage_joint_of(&m->v->linkage, number);
        double side = stop_side(m, j), limit = m->brake[j].limit;
        return stop_is_locked(m, j) ||
               (side != 0 ? side * force[row] + limit >= 0 : fabs(force[row]) <= limit);
    }
    if (number % 3 != 0 || vehicle_law(m, number / 3)->rolls)
        return 1;
    double most = m->touch[number / 3].limit * force[row];
    return force[row] >= 0 && num_hypot(force[row + 1], force[row + 2]) <= most;
}

/* Report the forces of least norm, if no contact slides with friction, none is relaxed, and these
 * forces are within all limits. The step itself uses the load distribution among sticking contacts
 * that is nearest to that of the step before. */
static void report_least_norm(struct vehicle_eval *m)
{
    double *force = m->sum;
    int within = 1;
    memcpy(force, m->along, m->work.rows * sizeof *force);
    if (m->relaxes || vehicle_any_contact_slides(m) ||
        !linkage_spread(&m->v->linkage, &m->hold, &m->work, force))
        return;
    for (size_t i = 0; i < m->work.rows; i++)
        within &= is_within(m, i, force);
    if (!within)
        return;
    memcpy(m->along, force, m->work.rows * sizeof *force);
    for (size_t i = 0; i < m->work.rows; i++)
        m->force[m->work.number[i]] = force[i];
}

int32_t vehicle_read_step(struct vehicle_eval *m, const double *y)
{
    const struct linkage *linkage = &m->v->linkage;
    double span = vehicle_extra(m->view, y)->span;
    read_impulses(m, y, span);
    read_change(m, y, 1, span, m->acceleration);
    apply_loads(m);
    linkage_drive(linkage, m->state, &m->drive, &m->work);
    for (size_t c = 0; c < m->work.contacts; c++)
        if (vehicle_law(m, c)->saturates) /* linkage_rank() counts its friction, too */
            m->grip[c].mode = LINKAGE_STICK;
        else if (vehicle_law(m, c)->loads) /* a tyre: forces at the end of the step */
            vehicle_report_tyre(m, c, m->force + 3 * c);
        else if (m->grip[c].mode == LINKAGE_OPEN &&
                 m->force[3 * c] > 0) /* it bounced, or init predicted the step without modes */
            m->grip[c].mode = LINKAGE_SLIP;
    linkage_choose(linkage, &m->hold, &m->work);
    for (size_t i = 0; i < m->work.rows; i++)
        m->along[i] = m->force[m->work.number[i]];
    int32_t status = linkage_rank(linkage, &m->hold, &m->work);
    if (status == WD_OK)
        report_least_norm(m);
    else
        *m->view->why = "a contact or a brake acts in a direction in which nothing can accelerate";
    return status;
}
