/* SPDX-License-Identifier: MIT */
/* The motion of a Moreau step with given impulses. */
#include "models/vehicle/moreau.h"
#include "models/vehicle/stop.h"
#include "num/dense.h"

#include <string.h>
#include <wheeldyn/wheeldyn.h>

void moreau_set_speeds(struct vehicle_eval *m, double part)
{
    double leap[6];
    memcpy(leap, m->leap, sizeof leap);
    vec_put(mat_turn_back(&m->work.link[0].R, vec_at(leap + 3)), leap + 3);
    for (size_t k = 0; k < 6; k++)
        m->state[LINKAGE_VELOCITY + k] = m->before[k] + part * leap[k];
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        vehicle_joint(m, j)->rate = m->before[6 + j] + part * m->leap[6 + j];
}

void moreau_move(struct vehicle_eval *m, double time)
{
    vehicle_read_speeds(m, m->acceleration);
    linkage_move(&m->v->linkage, m->acceleration, time, m->state);
}

void moreau_note_impulses(struct vehicle_eval *m)
{
    memset(m->force, 0, linkage_most_rows(&m->v->linkage) * sizeof *m->force);
    for (size_t i = 0; i < m->work.rows; i++)
        m->force[m->work.number[i]] = m->impulse[i];
}

void moreau_apply_impulses(struct vehicle_eval *m)
{
    moreau_note_impulses(m);
    linkage_leap(&m->v->linkage, &m->work, m->h, m->leap);
    moreau_set_speeds(m, 1);
}

static int is_firm(const struct vehicle_eval *m, size_t number)
{
    if (number >= linkage_extra_row(&m->v->linkage))
        return 0;
    return vehicle_is_brake(m, number) ? m->held[linkage_joint_of(&m->v->linkage, number)]
                                       : m->firm[number / 3];
}

int32_t moreau_solve_ideal(struct vehicle_eval *m)
{
    size_t rows = m->work.rows;
    double *free = m->work.free;
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++) {
        m->grip[c].mode = m->firm[c] ? LINKAGE_STICK : LINKAGE_OPEN;
        any |= m->firm[c];
    }
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++) {
        m->held[j] = stop_is_locked(m, j);
        any |= m->held[j];
    }
    if (!any)
        return WD_OK;
    memcpy(m->change, free, rows * sizeof *free);
    for (size_t i = 0; i < rows; i++)
        free[i] += dense_dot(m->work.matrix + i * rows, m->impulse, rows);
    int32_t status = linkage_solve(&m->v->linkage, &m->hold, &m->work, m->along);
    memcpy(free, m->change, rows * sizeof *free);
    for (size_t i = 0; i < rows; i++)
        if (is_firm(m, m->work.number[i]))
            m->impulse[i] = m->along[i];
    return status;
}
