/* SPDX-License-Identifier: MIT */
/* Tyres in a Moreau step: the rows of tyre/step.h are extra rows of the linkage. These rows are
 * part of the one problem of the step; their compliances are added to the diagonal of its matrix.
 * Compliances depend on the rates at the end of the step; the problem is solved again until the
 * rates change by rounding only. The solution of the problem is a continuous function of the
 * iterate, but near rest this function is no contraction. So the next iterate is a mixture of
 * solutions [num/mixing.h]. */
#include "models/vehicle/moreau.h"
#include "num/dense.h"

#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* Changes of the rates of tyres from one iterate to the next, measured as the residuals of the
 * friction problem, as fractions of its scale. The iteration ends when the next change would be
 * below ITERATED, which is some hundred roundings, because each rate is a sum over all rows. After
 * the last iterate ACCEPTED is enough, as for the friction problem; above it the step fails. */
#define ITERATED 1e-13
#define ACCEPTED 1e-10

/* Maximum number of solutions of the problem in a step. Tuned: in 200,000 steps of 2 ms of the
 * random drives of car_magic in robust-drives no step needs more than 16. */
enum { MOST_ITERATIONS = 100 };

static struct vehicle_tread_step *step_of(const struct vehicle_eval *m, size_t w)
{
    return &m->tyres.step[w];
}

/* ---- at the middle of the step ---- */

/* Set the rows, which are the loads that tyre_wrench() computes from unit forces. The twist is
 * represented by a force at the unloaded radius, so that all rows have the same unit and no pivot
 * depends on the unit of length. */
static void set_rows(struct vehicle_eval *m, size_t w, struct linkage_row *row)
{
    struct tyre_result *r = &m->tyres.tread[w].result;
    double *const unit[] = {&r->load, &r->force[0], &r->force[1], &r->align, &r->rolling, &r->over};
    double radius = step_of(m, w)->at.rolling_radius;
    struct vec centre = m->work.contact[w].centre;
    for (size_t k = 0; k < VEHICLE_TREAD_ROWS; k++) {
        struct vec force, torque;
        *r = (struct tyre_result){.rolling_radius = radius};
        *unit[k] = k == VEHICLE_TREAD_TWIST ? step_of(m, w)->at.radius : 1;
        vehicle_tyre_load(m, w, &force, &torque);
        torque = vec_add(torque, vec_cross(centre, force));
        row[k] = (struct linkage_row){.body = m->v->linkage.wheel[m->work.contact[w].wheel].body,
                                      .load = {force, torque}};
    }
}

/* Read the velocities along the rows from a motion; that along M_x is not needed. */
static void read_rates(const struct tyre_motion *m, double radius, double *rate)
{
    double rolled = radius * m->spin;
    rate[VEHICLE_TREAD_LOAD] = -m->rate;
    rate[VEHICLE_TREAD_GRIP] = m->forward - rolled;
    rate[VEHICLE_TREAD_GRIP + 1] = m->side;
    rate[VEHICLE_TREAD_TWIST] = m->radius * m->turn;
    rate[VEHICLE_TREAD_ROLLING] = rolled;
    rate[VEHICLE_TREAD_OVER] = 0;
}

void moreau_find_tyres(struct vehicle_eval *m)
{
    size_t rows = 0, first = linkage_extra_row(&m->v->linkage);
    m->tyres.by_rows = 1;
    for (size_t w = 0; w < m->work.contacts; w++) {
        struct vehicle_tread_step *step = step_of(m, w);
        if (!vehicle_law(m, w)->loads)
            continue;
        vehicle_find_tread(m, w);
        const struct tyre_motion *motion = &m->tyres.tread[w].motion;
        step->touches = tyre_step_open(vehicle_tyre_of(m, w), motion, m->h, &step->at);
        step->end = *motion;
        step->end.deflection += m->h / 2 * motion->rate;
        memset(step->turned, 0, sizeof step->turned);
        read_rates(motion, step->at.rolling_radius, step->rate);
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
    for (size_t w = 0; w < m->work.contacts; w++) {
        struct vehicle_tread_step *step = step_of(m, w);
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

/* Add the compliances and offsets of the rows of a tyre, at its last iterate, to W and q. */
static void set_up_tyre(struct vehicle_eval *m, size_t w, double *W, double *q)
{
    struct vehicle_tread_step *step = step_of(m, w);
    struct friction_element *e = &m->friction.element[step->element];
    tyre_step_rows(vehicle_tyre_of(m, w), &step->end, &step->at, vehicle_bends_of(m, w),
                   &step->rows);
    double radius = step->at.radius;
    struct tyre_row twist = step->rows.twist;
    twist = (struct tyre_row){radius * radius * twist.compliance, radius * twist.offset,
                              twist.limit / radius};
    const struct tyre_row *rows[] = {&step->rows.load, &step->rows.grip[0], &step->rows.grip[1],
                                     &twist, &step->rows.rolling};
    for (size_t k = 0; k < VEHICLE_TREAD_OVER; k++) {
        size_t i = step->row + k;
        W[i * (m->work.rows + 1)] += rows[k]->compliance;
        q[i] += rows[k]->offset + step->turned[k];
    }
    push_row(m, step->row + VEHICLE_TREAD_ROLLING, m->h * step->rows.rolling_centre, q);
    push_row(m, step->row + VEHICLE_TREAD_OVER, m->h * step->rows.over, q);
    e[0].mu = step->rows.mu;
    e[1].limit = twist.limit;
    e[2].limit = step->rows.rolling.limit;
}

static int touches(const struct vehicle_eval *m, size_t w)
{
    return vehicle_law(m, w)->loads && step_of(m, w)->touches;
}

/* Guess whether the spring of rolling resistance is at its limit. */
static void guess_rolling(const struct vehicle_eval *m, size_t w)
{
    const struct vehicle_tread_step *step = step_of(m, w);
    const struct tyre_row *rolling = &step->rows.rolling;
    struct friction_element *e = &m->friction.element[step->element + 2];
    double stretched = step->rate[VEHICLE_TREAD_ROLLING] + rolling->offset;
    if (fabs(stretched) <= rolling->compliance * rolling->limit)
        return;
    e->mode = FRICTION_SLIP;
    e->direction[0] = stretched > 0 ? 1 : -1;
}

/* Set up the problem at the last iterate. */
static void set_up_problem(struct vehicle_eval *m, size_t count, int is_first)
{
    size_t rows = m->work.rows;
    double *W = m->newton, *q = m->along;
    memcpy(W, m->work.matrix, rows * rows * sizeof *W);
    memcpy(q, m->work.free, rows * sizeof *q);
    for (size_t w = 0; w < m->work.contacts; w++)
        if (touches(m, w)) {
            set_up_tyre(m, w, W, q);
            if (is_first)
                guess_rolling(m, w);
        }
    vehicle_build_problem(m, q, count);
    m->friction.W = W;
}

/* Take the impulses of the solution, and the velocities along the rows, in m->sum. */
static void take_impulses(struct vehicle_eval *m)
{
    memcpy(m->impulse, m->friction.r, m->work.rows * sizeof *m->impulse);
    for (size_t w = 0; w < m->work.contacts; w++)
        if (touches(m, w)) {
            const struct vehicle_tread_step *step = step_of(m, w);
            m->impulse[step->row + VEHICLE_TREAD_ROLLING] += m->h * step->rows.rolling_centre;
            m->impulse[step->row + VEHICLE_TREAD_OVER] = m->h * step->rows.over;
        }
    memcpy(m->sum, m->work.free, m->work.rows * sizeof *m->sum);
    dense_add_symmetric(m->sum, m->work.matrix, m->impulse, m->work.rows);
}

/* Unit of the residual of a velocity along row k; both rows of the friction force have the unit of
 * the first. */
static double unit_of(const struct vehicle_eval *m, const struct vehicle_tread_step *step, size_t k)
{
    return m->friction.unit[step->row + (k == VEHICLE_TREAD_GRIP + 1 ? VEHICLE_TREAD_GRIP : k)];
}

/* Set the iterate to the motion at the end of the step, where the state is placed, with its misfit:
 * how much its rates differ from those of the last iterate. Returns the largest difference. */
static double set_iterate(struct vehicle_eval *m, size_t w)
{
    struct vehicle_tread_step *step = step_of(m, w);
    double rate[VEHICLE_TREAD_ROWS], change = 0;
    double *misfit = m->tyres.misfit + w * VEHICLE_TREAD_MEASURED;
    vehicle_find_tread(m, w);
    step->end = m->tyres.tread[w].motion;
    step->at.reverses =
        step->rows.reverses && m->friction.element[step->element + 2].mode == FRICTION_STICK;
    tyre_step_iterate(vehicle_tyre_of(m, w), &step->at, &step->end, m->impulse[step->row] / m->h);
    read_rates(&step->end, step->at.rolling_radius, rate);
    for (size_t k = 0; k < VEHICLE_TREAD_MEASURED; k++) {
        misfit[k] = (rate[k] - step->rate[k]) / unit_of(m, step, k);
        change = num_fmax(change, fabs(misfit[k]));
        step->turned[k] = rate[k] - m->sum[step->row + k];
    }
    memcpy(step->rate, rate, sizeof rate);
    return change;
}

/* Move to the end of the step with the impulses of the solution, for the next iterate. Then restore
 * the state, the root and the joints of the middle, which impulses need; other links and contacts
 * stay at the end. Returns how much the rates have changed. */
static double move_to_end(struct vehicle_eval *m)
{
    size_t states = linkage_states(&m->v->linkage), arms = linkage_joints(&m->v->linkage);
    double change = 0, *middle = m->place[0];
    memcpy(middle, m->state, states * sizeof *middle);
    memcpy(m->tyres.arm, m->work.arm, arms * sizeof *m->work.arm);
    linkage_press(&m->v->linkage, &m->work, m->impulse);
    moreau_apply_impulses(m);
    moreau_move(m, m->h / 2);
    linkage_place_still(&m->v->linkage, m->state, &m->work);
    for (size_t w = 0; w < m->work.contacts; w++)
        if (touches(m, w))
            change = num_fmax(change, set_iterate(m, w));
    memcpy(m->state, middle, states * sizeof *middle);
    memcpy(m->work.arm, m->tyres.arm, arms * sizeof *m->work.arm);
    linkage_place_root(&m->v->linkage, m->state, &m->work);
    return change;
}

/* Copy the numbers of an iterate from the tyre to x or, if `put`, from x to the tyre. */
static void exchange_iterate(struct vehicle_tread_step *step, double *x, int put)
{
    struct tyre_motion *end = &step->end;
    double *const moving[] = {&end->deflection, &end->rate, &end->sin_camber, &end->forward,
                              &end->spin,       &end->side, &end->turn,       &step->at.load};
    size_t n = sizeof moving / sizeof *moving;
    for (size_t i = 0; i < VEHICLE_TREAD_NUMBERS; i++) {
        double *number = i < n ? moving[i] : &step->turned[i - n];
        *(put ? number : x + i) = *(put ? x + i : number);
    }
}

/* Set the next iterate: a mixture of this one and those before it. */
static void mix_iterates(struct vehicle_eval *m)
{
    double *x = m->tyres.iterate;
    for (size_t w = 0; w < m->work.contacts; w++)
        if (touches(m, w))
            exchange_iterate(step_of(m, w), x + w * VEHICLE_TREAD_NUMBERS, 0);
    mixing_next(&m->tyres.mixing, m->tyres.misfit, x);
    for (size_t w = 0; w < m->work.contacts; w++) {
        struct vehicle_tread_step *step = step_of(m, w);
        if (!touches(m, w))
            continue;
        exchange_iterate(step, x + w * VEHICLE_TREAD_NUMBERS, 1);
        tyre_step_iterate(vehicle_tyre_of(m, w), &step->at, &step->end, num_fmax(0, step->at.load));
        read_rates(&step->end, step->at.rolling_radius, step->rate);
    }
}

/* Changes of the rates so far. */
struct progress {
    double change, ratio; /* last change; largest ratio of a change to the one before it */
};

static void note_change(struct progress *to, double change)
{
    if (isfinite(to->change))
        to->ratio = num_fmax(to->ratio, change / to->change);
    to->change = change;
}

/* True if the change is rounding, or is small enough and the next change would be rounding: the
 * ratio of successive changes bounds the remaining error. A first change has no ratio. */
static int is_settled(const struct progress *to)
{
    return to->change <= ITERATED ||
           (to->ratio > 0 && to->change <= ACCEPTED && to->ratio * to->change <= ITERATED);
}

int32_t moreau_solve_tyres(struct vehicle_eval *m, size_t count)
{
    struct progress to = {.change = INFINITY};
    int32_t status = WD_OK;
    size_t wheels = m->work.contacts;
    mixing_begin(&m->tyres.mixing);
    memset(m->tyres.misfit, 0, wheels * VEHICLE_TREAD_MEASURED * sizeof *m->tyres.misfit);
    memset(m->tyres.iterate, 0, wheels * VEHICLE_TREAD_NUMBERS * sizeof *m->tyres.iterate);
    for (int i = 0; status == WD_OK && i < MOST_ITERATIONS; i++) {
        if (i > 0)
            mix_iterates(m);
        set_up_problem(m, count, i == 0);
        status = i == 0 ? friction_solve(&m->friction) : friction_solve_again(&m->friction);
        take_impulses(m);
        if (status == WD_OK)
            status = moreau_solve_ideal(m);
        note_change(&to, move_to_end(m));
        if (is_settled(&to))
            break;
    }
    linkage_place_still(&m->v->linkage, m->state, &m->work);
    return status == WD_OK && !(to.change <= ACCEPTED) ? (int32_t)WD_ENOCONV : status;
}

/* ---- after the step ---- */

int moreau_carries(const struct vehicle_eval *m, size_t w)
{
    return touches(m, w) && m->impulse[step_of(m, w)->row] > 0;
}

void moreau_stop_tyres(struct vehicle_eval *m)
{
    for (size_t w = 0; w < m->work.contacts; w++) {
        struct vehicle_tread_step *step = step_of(m, w);
        struct tyre_contact *at = &step->at;
        if (vehicle_law(m, w)->loads)
            at->forward = at->rolled = at->slip[0] = at->slip[1] = at->turn = 0;
    }
}

void moreau_write_tyres(struct vehicle_eval *m, double *y)
{
    for (size_t w = 0; w < m->work.contacts; w++) {
        struct vehicle_tread_step *step = step_of(m, w);
        struct tyre_result result;
        if (!vehicle_law(m, w)->loads)
            continue;
        if (!step->touches)
            step->at.load = 0;
        double *bend = y + (vehicle_bends_of(m, w) - m->tyres.y);
        tyre_step_close(vehicle_tyre_of(m, w), &step->at, bend, &result, bend);
    }
}
