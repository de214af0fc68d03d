/* SPDX-License-Identifier: MIT */
/* Tyres in a Moreau step: the rows of tyre/step.h are extra rows of the linkage. These rows are
 * part of the one problem of the step; their compliances are added to the diagonal of its matrix.
 * Compliances depend on the rates at the end of the step, so the problem is solved again until the
 * rates at which they were computed are near enough to those of the solution (moreau_tread.c). */
#include "models/vehicle/moreau_tread.h"
#include "num/dense.h"

#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* ---- at the middle of the step ---- */

/* Set the rows: the forces and torques of tyre_wrench() for unit forces. The twist is represented
 * by a force at the unloaded radius, so that all rows have the same unit and no pivot depends on
 * the unit of length. */
static void set_rows(const struct vehicle_eval *m, size_t w, struct linkage_row *row)
{
    const struct vehicle_tread *tread = &m->tyres.tread[w];
    const struct tyre_contact *at = &m->tyres.step[w].at;
    const struct linkage_contact *contact = &m->work.contact[w];
    const struct vec x = tread->axis[0], y = tread->axis[1], z = tread->axis[2], none = {0, 0, 0};
    struct tyre_arms arm = tyre_arms_of(&tread->place, at->rolling_radius);
    const struct linkage_load load[VEHICLE_TREAD_ROWS] = {
        [VEHICLE_TREAD_LOAD] = {z, vec_scale(arm.lean, x)},
        [VEHICLE_TREAD_GRIP] = {x, vec_along(vec_scale(arm.forward, y), -arm.lean, z)},
        [VEHICLE_TREAD_GRIP + 1] = {y, vec_scale(arm.side, x)},
        [VEHICLE_TREAD_TWIST] = {none, vec_scale(at->radius, z)},
        [VEHICLE_TREAD_ROLLING] = {none, vec_scale(arm.rolling, y)},
        [VEHICLE_TREAD_OVER] = {none, x}};
    for (size_t k = 0; k < VEHICLE_TREAD_ROWS; k++) {
        row[k] =
            (struct linkage_row){.body = m->v->linkage.wheel[contact->wheel].body, .load = load[k]};
        if (k < VEHICLE_TREAD_TWIST)
            row[k].load.torque = vec_add(load[k].torque, vec_cross(contact->centre, load[k].force));
    }
}

void moreau_find_tyres(struct vehicle_eval *m)
{
    size_t rows = 0, first = linkage_extra_row(&m->v->linkage);
    m->tyres.by_rows = 1, m->tyres.begun = m->tyres.at_end = m->tyres.rests = 0;
    for (size_t w = 0; w < moreau_treads(m); w++) {
        struct vehicle_tread_step *step = &m->tyres.step[w];
        if (!vehicle_law(m, w)->loads)
            continue;
        vehicle_find_tread(m, w);
        const struct tyre_motion *motion = &m->tyres.tread[w].motion;
        step->touches = tyre_step_open(vehicle_tyre_of(m, w), motion, m->h, &step->at);
        step->end = *motion;
        step->end.deflection += m->h / 2 * motion->rate;
        memset(step->turned, 0, sizeof step->turned);
        moreau_tread_read(motion, step->at.rolling_radius, step->rate);
        if (!step->touches)
            continue;
        set_rows(m, w, m->tyres.row + rows);
        memcpy(m->slip_before + first + rows, step->rate, sizeof step->rate);
        rows += VEHICLE_TREAD_ROWS;
    }
    m->tyres.rows = rows;
}

/* ---- the problem ---- */

void moreau_add_tyres(struct vehicle_eval *m, size_t *count)
{
    size_t row = m->work.rows - m->tyres.rows;
    for (size_t w = 0; w < moreau_treads(m); w++) {
        struct vehicle_tread_step *step = &m->tyres.step[w];
        struct friction_element *e = &m->friction.element[*count];
        if (!vehicle_law(m, w)->loads || !step->touches)
            continue;
        step->row = row, step->element = *count;
        e[0] = (struct friction_element){.set = FRICTION_CONE, .row = row, .mode = FRICTION_STICK};
        for (size_t k = 1; k < 3; k++)
            e[k] = (struct friction_element){.set = FRICTION_BAND,
                                             .row = row + VEHICLE_TREAD_GRIP + 1 + k,
                                             .mode = FRICTION_STICK};
        row += VEHICLE_TREAD_ROWS, *count += 3;
    }
}

/* Add the effect of a known impulse along a row to the velocities without impulses. */
static void push_row(struct vehicle_eval *m, size_t row, double impulse, double *q)
{
    const double *w = m->work.matrix;
    for (size_t i = 0; impulse != 0 && i < m->work.rows; i++)
        q[i] += w[i * m->work.rows + row] * impulse;
}

/* Add the offsets of the rows of a tyre, at its last iterate, to q. */
static void set_up_tyre(struct vehicle_eval *m, size_t w, double *q)
{
    struct vehicle_tread_step *step = &m->tyres.step[w];
    struct friction_element *e = &m->friction.element[step->element];
    for (size_t k = 0; k < VEHICLE_TREAD_OVER; k++)
        q[step->row + k] += step->row_of[k].offset + step->turned[k];
    push_row(m, step->row + VEHICLE_TREAD_ROLLING, m->h * step->rows.rolling_centre, q);
    push_row(m, step->row + VEHICLE_TREAD_OVER, m->h * step->rows.over, q);
    e[0].mu = step->rows.mu;
    e[1].limit = step->row_of[VEHICLE_TREAD_TWIST].limit;
    e[2].limit = step->row_of[VEHICLE_TREAD_ROLLING].limit;
}

/* Guess whether the spring of rolling resistance is at its limit. */
static void guess_rolling(const struct vehicle_eval *m, size_t w)
{
    const struct vehicle_tread_step *step = &m->tyres.step[w];
    struct friction_element *e = &m->friction.element[step->element + 2];
    int side = moreau_tread_guess(step);
    if (side != 0)
        e->mode = FRICTION_SLIP, e->direction[0] = side;
}

/* Set up the problem at the last iterate. Its matrix is that of the linkage, with the compliances
 * on the diagonal, until take_impulses(). */
static void set_up_problem(struct vehicle_eval *m, size_t count, int is_first)
{
    size_t rows = m->work.rows;
    double *q = m->along;
    memcpy(q, m->work.free, rows * sizeof *q);
    for (size_t w = 0; w < m->work.contacts; w++)
        if (moreau_tread_touches(m, w)) {
            set_up_tyre(m, w, q);
            if (is_first)
                guess_rolling(m, w);
        }
    for (size_t i = 0; i < rows; i++)
        m->change[i] = m->work.matrix[i * (rows + 1)];
    for (size_t w = 0; w < m->work.contacts; w++)
        for (size_t k = 0; moreau_tread_touches(m, w) && k < VEHICLE_TREAD_OVER; k++) {
            const struct vehicle_tread_step *step = &m->tyres.step[w];
            m->work.matrix[(step->row + k) * (rows + 1)] += step->row_of[k].compliance;
        }
    vehicle_build_problem(m, q, count);
}

/* Restore the diagonal of the matrix, and take the impulses of the solution, and the velocities
 * along the rows, in m->sum. */
static void take_impulses(struct vehicle_eval *m)
{
    for (size_t i = 0; i < m->work.rows; i++)
        m->work.matrix[i * (m->work.rows + 1)] = m->change[i];
    memcpy(m->impulse, m->friction.r, m->work.rows * sizeof *m->impulse);
    for (size_t w = 0; w < m->work.contacts; w++)
        if (moreau_tread_touches(m, w)) {
            struct vehicle_tread_step *step = &m->tyres.step[w];
            step->rolling_sticks = m->friction.element[step->element + 2].mode == FRICTION_STICK;
            m->impulse[step->row + VEHICLE_TREAD_ROLLING] += m->h * step->rows.rolling_centre;
            m->impulse[step->row + VEHICLE_TREAD_OVER] = m->h * step->rows.over;
        }
    memcpy(m->sum, m->work.free, m->work.rows * sizeof *m->sum);
    dense_add_symmetric(m->sum, m->work.matrix, m->impulse, m->work.rows);
}

int32_t moreau_solve_tyres(struct vehicle_eval *m, size_t count)
{
    int32_t status = WD_OK;
    if (m->tyres.begun)
        moreau_tread_note_middle(m);
    else
        moreau_tread_begin(m);
    int settled = 0;
    for (int i = 0; !settled && status == WD_OK && i < VEHICLE_MOST_ITERATES; i++) {
        if (i > 0)
            moreau_tread_next(m);
        set_up_problem(m, count, i == 0);
        status = i == 0 ? friction_solve(&m->friction) : friction_solve_again(&m->friction);
        take_impulses(m);
        if (status == WD_OK)
            status = moreau_solve_ideal(m);
        linkage_press(&m->v->linkage, &m->work, m->impulse);
        moreau_apply_impulses(m);
        settled = moreau_tread_look(m);
        moreau_tread_restore(m);
    }
    linkage_place_still(&m->v->linkage, m->state, &m->work);
    return status == WD_OK && !settled && !moreau_tread_accepts(m) ? (int32_t)WD_ENOCONV : status;
}

/* ---- after the step ---- */

int moreau_carries(const struct vehicle_eval *m, size_t w)
{
    return moreau_tread_touches(m, w) && m->impulse[m->tyres.step[w].row] > 0;
}

void moreau_stop_tyres(struct vehicle_eval *m)
{
    m->tyres.rests = 1;
    for (size_t w = 0; w < moreau_treads(m); w++) {
        struct tyre_contact *at = &m->tyres.step[w].at;
        if (vehicle_law(m, w)->loads)
            at->forward = at->rolled = at->slip[0] = at->slip[1] = at->turn = 0;
    }
}

/* Compute the deflections at the end of the step from the impulses of the step. */
static void bend_tyre(const struct vehicle_eval *m, size_t w, double *bend)
{
    const struct vehicle_tread_step *step = &m->tyres.step[w];
    const double *r = m->impulse + step->row;
    const double force[TYRE_BENDS] = {[TYRE_ALONG_X] = r[VEHICLE_TREAD_GRIP] / m->h,
                                      [TYRE_ACROSS_Y] = r[VEHICLE_TREAD_GRIP + 1] / m->h,
                                      [TYRE_TWIST] =
                                          step->at.radius * r[VEHICLE_TREAD_TWIST] / m->h,
                                      [TYRE_ROLLED] = r[VEHICLE_TREAD_ROLLING] / m->h};
    tyre_step_bend(vehicle_tyre_of(m, w), &step->at, &step->rows, force, bend);
}

void moreau_write_tyres(struct vehicle_eval *m, double *y)
{
    for (size_t w = 0; w < moreau_treads(m); w++) {
        struct vehicle_tread_step *step = &m->tyres.step[w];
        struct tyre_result result;
        if (!vehicle_law(m, w)->loads)
            continue;
        double *bend = y + (vehicle_bends_of(m, w) - m->tyres.y);
        if (!step->touches)
            step->at.load = 0;
        if (step->touches && !m->tyres.rests)
            bend_tyre(m, w, bend);
        else
            tyre_step_close(vehicle_tyre_of(m, w), &step->at, bend, &result, bend);
    }
}
