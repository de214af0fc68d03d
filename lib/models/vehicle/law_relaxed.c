/* SPDX-License-Identifier: MIT */
/* The law relaxed: a wheel that never lifts and whose friction ends slip within relaxation_time
 * [friction/saturated.c]. The compliance g is that of the wheel's contact along its heading: a
 * force F in that direction accelerates the contact by g F. */
#include "models/vehicle/vehicle.h"
#include "num/elementary.h"

#include <string.h>
#include <wheeldyn/wheeldyn.h>

static const struct rim_param *param_of(const struct vehicle_eval *m, size_t c)
{
    return vehicle_param_of(m->view, vehicle_part_at(m, c));
}

/* Compliance g; for a ball, which has no heading, the mean of both tangential rows. */
static double compliance_of(const struct vehicle_eval *m, size_t c, size_t row)
{
    size_t n = m->work.rows;
    const double *own = m->work.matrix + (row + 1) * (n + 1);
    if (vehicle_is_ball(&m->v->linkage.wheel[m->work.contact[c].wheel]))
        return (own[0] + own[n + 1]) / 2;
    struct vec heading = linkage_axes(&m->v->linkage, &m->work, c).forward;
    const struct vec *frame = m->work.contact[c].frame;
    double x = vec_dot(heading, frame[1]), y = vec_dot(heading, frame[2]);
    return own[0] * x * x + 2 * own[1] * x * y + own[n + 1] * y * y;
}

void vehicle_build_relaxed(const struct vehicle_eval *m, size_t c, size_t row,
                           struct friction_element *e)
{
    const struct rim_param *p = param_of(m, c);
    const struct linkage_contact *contact = &m->work.contact[c];
    *e = (struct friction_element){
        .set = FRICTION_SATURATED,
        .row = row,
        .mu = m->touch[c].limit,
        .sharpness = p->sharpness,
        .compliance = compliance_of(m, c, row),
        .lag = {contact->speed[1] / p->relaxation_time, contact->speed[2] / p->relaxation_time},
        .mode = FRICTION_STICK,
    };
}

/* With the slip u after a step of length h and u_0 before it, the friction F and the demanded
 * friction L of friction/saturated.c, and the relaxation time tau, the law of impulses is
 *
 *     g h (L - F) = -(u - u_0) - u h/tau
 *
 * Divided by 1 + h/tau it is the law of friction/saturated.c. The guess of L follows from the
 * impulse of the last step, 0 if there was none, and a slip that does not change. */
void vehicle_build_relaxed_step(const struct vehicle_eval *m, size_t c, size_t row,
                                const double *before, struct friction_element *e)
{
    vehicle_build_relaxed(m, c, row, e);
    const double *last = m->force + 3 * c;
    double part = 1 / (1 + m->h / param_of(m, c)->relaxation_time);
    e->compliance *= part;
    e->demand[0] = last[0];
    for (size_t k = 0; k < 2; k++) {
        e->lag[k] = -part * before[k];
        e->steady[k] = before[k];
        e->demand[1 + k] = last[1 + k] - (e->steady[k] + e->lag[k]) / e->compliance;
    }
}

/* ---- forces of the flow ---- */

/* List the elements: sticking wheels and held joints, which do not accelerate along their rows, and
 * relaxed wheels. Returns how many. */
static size_t list_elements(struct vehicle_eval *m)
{
    size_t count = 0;
    for (size_t i = 0; i < m->work.rows;) {
        size_t number = m->work.number[i], c = number / 3;
        int wheel = !vehicle_is_brake(m, number), rows = wheel ? 3 : 1;
        struct friction_element *e = &m->friction.element[count++];
        if (wheel && vehicle_law(m, c)->saturates)
            vehicle_build_relaxed(m, c, i, e);
        else
            *e = (struct friction_element){.set = FRICTION_FIRM, .firm_rows = rows, .row = i};
        i += (size_t)rows;
    }
    return count;
}

int32_t vehicle_solve_relaxed(struct vehicle_eval *m)
{
    int32_t status = linkage_rank(&m->v->linkage, &m->hold, &m->work);
    if (status != WD_OK)
        return status;
    vehicle_build_problem(m, m->work.free, list_elements(m));
    status = friction_solve(&m->friction);
    memcpy(m->along, m->friction.r, m->work.rows * sizeof *m->along);
    return status;
}

int vehicle_is_redundant(struct vehicle_eval *m)
{
    const struct linkage *linkage = &m->v->linkage;
    for (size_t c = 0; c < m->work.contacts; c++)
        if (vehicle_law(m, c)->saturates)
            m->grip[c].mode = LINKAGE_STICK;
    return linkage_rank(linkage, &m->hold, &m->work) != WD_OK || m->work.rank < m->work.active;
}

/* A demand equal to the friction limit gives, by the smooth law, a friction of 2^(-1/sharpness)
 * times the limit. With a larger demand the slip does not decay. */
int vehicle_demands_more(const struct vehicle_eval *m, size_t c)
{
    const double *force = m->force + 3 * c;
    return num_hypot(force[1], force[2]) >=
           m->touch[c].limit * force[0] * num_exp2(-1 / param_of(m, c)->sharpness);
}
