/* SPDX-License-Identifier: MIT */
/* Events of an impact. */
#include "models/vehicle/footing.h"
#include "models/vehicle/hit.h"
#include "models/vehicle/stop.h"
#include "num/elementary.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

static void log_wheel(const struct vehicle_eval *m, size_t row, double change, int32_t type,
                      struct events *events)
{
    size_t c = m->work.number[row] / 3;
    struct linkage_axes axes = linkage_axes(&m->v->linkage, &m->work, c);
    const struct vec *frame = m->work.contact[c].frame;
    struct vec impulse = vec_along(vec_scale(m->sum[row + 1], frame[1]), m->sum[row + 2], frame[2]);
    double *value = footing_log(m, c, type, events);
    value[1] = hit_before(m, row);
    value[2] = m->sum[row];
    value[3] = vec_dot(impulse, axes.forward);
    value[4] = vec_dot(impulse, axes.left);
    value[5] = change;
}

static void log_joint(const struct vehicle_eval *m, size_t row, double change, int32_t type,
                      struct events *events)
{
    double *value = events->add(events->core, type), side = hit_side_at(m, row);
    value[0] = (double)m->v->joint[hit_joint_at(m, row)].part->number;
    value[1] = side * hit_before(m, row);
    value[2] = side * m->sum[row];
    value[5] = change;
}

/* Measure of an impulse along one row alone: the root of twice the kinetic energy that it would
 * give a vehicle at rest. */
static double strength(const struct vehicle_eval *m, size_t row)
{
    return fabs(m->sum[row]) * sqrt(m->work.matrix[row * (m->work.rows + 1)]);
}

/* Log the joints whose impulse is not zero to rounding. The first event has `change` as its change
 * of energy, the others have 0. */
static void log_joints(const struct vehicle_eval *m, int ends, double change, struct events *events)
{
    double most = 0;
    for (size_t i = 0; i < m->work.rows; i += hit_rows_at(m, i))
        most = num_fmax(most, strength(m, i));
    for (size_t i = 0; i < m->work.rows; i += hit_rows_at(m, i)) {
        if (hit_rows_at(m, i) == 3 || hit_side_at(m, i) == 0 ||
            !(strength(m, i) > VEHICLE_SUM_ROUNDING * most))
            continue;
        size_t j = hit_joint_at(m, i);
        int last = ends && m->stop[j].from == VEHICLE_STOP_FREE && stop_restitution(m, j) > 0;
        log_joint(m, i, change, last ? WD_EVENT_ZENO_END : WD_EVENT_IMPACT, events);
        change = 0;
    }
}

void hit_log(const struct vehicle_eval *m, int ends, double change, const uint64_t *triggered,
             struct events *events)
{
    /* a smaller impulse of a jam may come from the assumed approach alone (VEHICLE_JAM_APPROACH) */
    double most = 0, least = triggered ? VEHICLE_SUM_ROUNDING : VEHICLE_ROUNDING;
    for (size_t i = 0; i < m->work.rows && hit_rows_at(m, i) == 3; i += 3)
        most = num_fmax(most, m->sum[i]);
    for (size_t i = 0; i < m->work.rows && hit_rows_at(m, i) == 3; i += 3) {
        size_t c = m->work.number[i] / 3;
        const struct rim_param *p = vehicle_param_of(m->view, vehicle_part_at(m, c));
        int first = hit_meets(m, c, triggered);
        if (!hit_took_part(m, c) || !(m->sum[i] > least * most))
            continue;
        int last = ends && first && p->restitution > 0;
        int32_t type = last ? WD_EVENT_ZENO_END : WD_EVENT_IMPACT;
        log_wheel(m, i, change, m->touch[c].jams ? WD_EVENT_JAM : type, events);
        change = 0;
    }
    log_joints(m, ends, change, events);
}
