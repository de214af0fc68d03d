/* SPDX-License-Identifier: MIT */
/* Projection onto the constraint rows by the smallest change in the norm of the mass matrix. If
 * rows are dependent, the independent ones are satisfied. */
#include "mech/linkage_project.h"
#include "mech/linkage_parts.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

#include "num/dense.h"
#include "num/elementary.h"

/* Convergence is quadratic: one or two iterations reach rounding, unless a step was far off. */
enum { MOST_ITERATIONS = 8 };

/* Newton's method is slower where rows become dependent in the solution, for example where two
 * contacts of a wheel merge. It then halves the distance from the solution in each iteration, and
 * the gaps become a quarter. Iterations beyond MOST_ITERATIONS therefore go on while they at least
 * halve the largest gap, which ends after as many as a number has binary digits. */
#define CONVERGES 0.5

/* Relative rounding error of a sum over a chain of bodies. */
#define PLACE_ROUNDING (64 * DBL_EPSILON)

/* Compute the product of two quaternions: the rotation q followed by p. */
static void turn_further(const double *p, const double *q, double *to)
{
    struct vec a = vec_at(p + 1), b = vec_at(q + 1);
    struct vec sum = vec_along(vec_along(vec_cross(a, b), p[0], b), q[0], a);
    to[0] = p[0] * q[0] - vec_dot(a, b);
    vec_put(sum, to + 1);
}

/* Set the quaternion of the state to Q, normalised. */
static void set_turn(const double *Q, double *state)
{
    double size = sqrt(Q[0] * Q[0] + Q[1] * Q[1] + Q[2] * Q[2] + Q[3] * Q[3]);
    for (int k = 0; k < 4; k++)
        state[LINKAGE_QUATERNION + k] = Q[k] / size;
}

void linkage_normalise(double *state)
{
    set_turn(state + LINKAGE_QUATERNION, state);
}

void linkage_move(const struct linkage *linkage, const double *speeds, double time, double *state)
{
    struct vec turn = vec_scale(time, vec_at(speeds + 3));
    double angle = sqrt(vec_dot(turn, turn)), Q[4];
    struct sine_cosine half = num_sincos(angle / 2);
    double by[4] = {half.cos};
    vec_put(vec_scale(angle > 0 ? half.sin / angle : 0, turn), by + 1);
    turn_further(by, state + LINKAGE_QUATERNION, Q);
    set_turn(Q, state);
    for (size_t k = 0; k < 3; k++)
        state[LINKAGE_PLACE + k] += time * speeds[k];
    for (size_t j = 0; j < linkage_joints(linkage); j++)
        state[LINKAGE_JOINT + 2 * j] += time * speeds[6 + j];
}

void linkage_moved(const struct linkage *linkage, const double *from, const double *to,
                   double *speeds)
{
    const double *p = from + LINKAGE_QUATERNION, *q = to + LINKAGE_QUATERNION;
    const double back[4] = {p[0], -p[1], -p[2], -p[3]};
    double turn[4];
    turn_further(q, back, turn);
    for (size_t k = 0; k < 3; k++) {
        speeds[k] = to[LINKAGE_PLACE + k] - from[LINKAGE_PLACE + k];
        speeds[3 + k] = 2 * copysign(1, turn[0]) * turn[1 + k];
    }
    for (size_t j = 0; j < linkage_joints(linkage); j++)
        speeds[6 + j] = to[LINKAGE_JOINT + 2 * j] - from[LINKAGE_JOINT + 2 * j];
}

/* ---- places ---- */

static double gap_of(const struct linkage_work *work, size_t row)
{
    size_t body = work->row[row].body;
    return work->row[row].effort > 0 ? work->arm[body - 1].gap
                                     : work->contact[work->number[row] / 3].gap;
}

static int is_placed(const struct linkage_hold *hold, size_t j)
{
    return hold->place && hold->held && hold->held[j] && !isnan(hold->place[j]);
}

/* Return the distance of a held joint from its place in `hold`. */
static double distance_from_place(const struct linkage_hold *hold, const double *state, size_t j)
{
    return is_placed(hold, j) ? state[LINKAGE_JOINT + 2 * j] - hold->place[j] : 0;
}

static double largest_gap(const struct linkage *linkage, const struct linkage_hold *hold,
                          const double *state, const struct linkage_work *work)
{
    double largest = 0;
    for (size_t j = 0; hold->place && j < linkage_joints(linkage); j++) {
        double way = fabs(distance_from_place(hold, state, j));
        largest = way > largest || isnan(way) ? way : largest;
    }
    for (size_t c = 0; c < work->contacts; c++) {
        double gap = fabs(work->contact[c].gap);
        if (hold->contact[c].mode != LINKAGE_OPEN && (gap > largest || isnan(gap)))
            largest = gap; /* NaN is kept */
    }
    return largest;
}

double linkage_place_rounding(const struct linkage_work *work, const double *state)
{
    double size = 1 + fabs(state[LINKAGE_PLACE + 2]);
    if (work->ground)
        size += fabs(state[LINKAGE_PLACE]) + fabs(state[LINKAGE_PLACE + 1]);
    return PLACE_ROUNDING * size;
}

int linkage_touches(const struct linkage *linkage, const struct linkage_hold *hold,
                    const double *state, const struct linkage_work *work)
{
    return largest_gap(linkage, hold, state, work) <= linkage_place_rounding(work, state);
}

/* Select the gap rows and find the independent ones; *largest is the largest gap of the independent
 * rows. */
static int32_t rank_gaps(const struct linkage *linkage, const struct linkage_hold *hold,
                         const double *state, struct linkage_work *work, double *largest)
{
    linkage_take_rows(linkage, hold, work);
    work->active = 0;
    for (size_t j = 0; hold->place && j < linkage_joints(linkage); j++)
        work->arm[j].gap = distance_from_place(hold, state, j);
    for (size_t i = 0; i < work->rows; i++)
        if (linkage_is_joint_row(linkage, work->number[i])
                ? is_placed(hold, linkage_joint_of(linkage, work->number[i]))
                : work->number[i] % 3 == 0)
            work->order[work->active++] = i;
    int32_t status = linkage_rank_active(linkage, work);
    *largest = 0;
    for (size_t i = 0; i < work->rank; i++)
        *largest = num_fmax(*largest, fabs(gap_of(work, work->order[i])));
    return status;
}

/* Compute the change of the speeds, by impulses along the independent rows, that makes the quantity
 * `of` (a gap or a speed) of each of these rows vanish. */
static void find_correction(const struct linkage *linkage, struct linkage_work *work,
                            double (*of)(const struct linkage_work *, size_t row), double *speeds)
{
    double *x = work->solver, *impulse = x + work->rows;
    for (size_t i = 0; i < work->rank; i++)
        x[i] = -of(work, work->order[i]) * work->scale[i];
    linkage_solve_rows(work, x);
    for (size_t i = 0; i < work->rows; i++)
        impulse[i] = 0;
    for (size_t i = 0; i < work->rank; i++)
        impulse[work->order[i]] = x[i] * work->scale[i];
    linkage_yield(linkage, work, impulse, speeds);
}

/* True if another iteration may be made. before: largest gap in the iteration before. */
static int may_go_on(int iteration, double largest, double before)
{
    return iteration < MOST_ITERATIONS || largest <= CONVERGES * before;
}

/* Find the move of one iteration, in work->speeds; *done: the gaps are closed. */
static int32_t find_move(const struct linkage *linkage, const struct linkage_hold *hold,
                         double *state, struct linkage_work *work, double *largest, int *done)
{
    double small, left;
    linkage_place_still(linkage, state, work);
    int32_t status = linkage_factor(linkage, work);
    *largest = largest_gap(linkage, hold, state, work);
    small = linkage_place_rounding(work, state);
    *done = *largest <= small;
    if (status != WD_OK || *done)
        return status;
    status = rank_gaps(linkage, hold, state, work, &left);
    *done = left <= small;
    if (status == WD_OK && !*done)
        find_correction(linkage, work, gap_of, work->speeds);
    return status;
}

int32_t linkage_project_places(const struct linkage *linkage, const struct linkage_hold *hold,
                               double *state, struct linkage_work *work, double *error)
{
    double largest = 0, before = 0;
    for (int iteration = 0; may_go_on(iteration, largest, before); iteration++) {
        int done;
        before = largest;
        int32_t status = find_move(linkage, hold, state, work, &largest, &done);
        if (iteration == 0 && error)
            *error = largest;
        if (status != WD_OK || done)
            return status;
        linkage_move(linkage, work->speeds, 1, state);
    }
    return WD_ENOCONV;
}

/* Among the contacts on the ground or in it, open the one that the ground would pull most in the
 * move of find_move(). Returns 0 if the ground would pull none of them. small: gap (m) of a contact
 * on the ground. */
static int open_pulled(const struct linkage_work *work, struct linkage_grip *grip, double small)
{
    const double *impulse = work->solver + work->rows;
    struct linkage_grip *pulled = NULL;
    double least = 0;
    for (size_t i = 0; i < work->rank; i++) {
        size_t row = work->order[i], c = work->number[row] / 3;
        if (work->row[row].effort > 0 || work->contact[c].gap > small || !(impulse[row] < least))
            continue;
        least = impulse[row];
        pulled = &grip[c];
    }
    if (pulled)
        pulled->mode = LINKAGE_OPEN;
    return pulled != NULL;
}

int32_t linkage_lift_places(const struct linkage *linkage, struct linkage_grip *grip,
                            const struct linkage_hold *hold, double *state,
                            struct linkage_work *work)
{
    double largest = 0, before = 0;
    for (int iteration = 0; may_go_on(iteration, largest, before); iteration++) {
        int done;
        before = largest;
        do {
            int32_t status = find_move(linkage, hold, state, work, &largest, &done);
            if (status != WD_OK || done)
                return status;
        } while (open_pulled(work, grip, linkage_place_rounding(work, state)));
        linkage_move(linkage, work->speeds, 1, state);
    }
    return WD_ENOCONV;
}

/* ---- speeds ---- */

static double speed_of(const struct linkage_work *work, size_t row)
{
    size_t body = work->row[row].body, number = work->number[row];
    if (work->row[row].effort > 0)
        return work->arm[body - 1].rate;
    return work->contact[number / 3].speed[number % 3];
}

/* Add work->speeds to the speeds of the state. */
static void change_speeds(const struct linkage *linkage, const struct linkage_work *work,
                          double *state)
{
    const double *change = work->speeds;
    struct vec spin = mat_turn_back(&work->link[0].R, vec_at(change + 3));
    vec_put(vec_add(vec_at(state + LINKAGE_SPIN), spin), state + LINKAGE_SPIN);
    for (size_t k = 0; k < 3; k++)
        state[LINKAGE_VELOCITY + k] += change[k];
    for (size_t j = 0; j < linkage_joints(linkage); j++)
        state[LINKAGE_JOINT + 2 * j + 1] += change[6 + j];
}

void linkage_strike(const struct linkage *linkage, const double *impulse, double *state,
                    struct linkage_work *work)
{
    linkage_yield(linkage, work, impulse, work->speeds);
    change_speeds(linkage, work, state);
}

/* Set the first entries of work->solver to the components of the active speeds along the
 * independent rows, each perpendicular to those before it. Half the sum of their squares is the
 * energy that stopping these rows takes. Returns the sum of the squares of the speeds of the rows
 * alone. */
static double split_speeds(struct linkage_work *work)
{
    double *x = work->solver, own = 0;
    for (size_t i = 0; i < work->rank; i++) {
        x[i] = speed_of(work, work->order[i]) * work->scale[i];
        own += x[i] * x[i];
    }
    dense_forward(work->upper, work->rank, work->active, x);
    return own;
}

int linkage_are_well_conditioned(const struct linkage *linkage, const struct linkage_hold *hold,
                                 struct linkage_work *work)
{
    double largest = 0; /* reciprocal of the least pivot */
    linkage_take_rows_alone(linkage, hold, work);
    if (linkage_rank(linkage, hold, work) != WD_OK)
        return 0;
    for (size_t i = 0; i < work->rank; i++)
        largest = num_fmax(largest, work->upper[i * (work->active + 1)]);
    int clear = largest * largest <= LINKAGE_MOST_TAKEN;
    for (size_t i = work->rank; i < work->active; i++)
        clear &= work->left[i] <= (double)work->active * DBL_EPSILON;
    return clear;
}

double linkage_energy_to_stop(const struct linkage *linkage, const struct linkage_hold *hold,
                              struct linkage_work *work, double *own)
{
    linkage_take_rows_alone(linkage, hold, work);
    if (linkage_rank(linkage, hold, work) != WD_OK)
        return INFINITY;
    double squares = split_speeds(work);
    if (own)
        *own = 0.5 * squares;
    return 0.5 * dense_dot(work->solver, work->solver, work->rank);
}

/* Leave out the last independent rows if stopping them takes far more energy than the speeds of all
 * rows have. Changes work->rank. */
static void leave_out_costly(struct linkage_work *work)
{
    const double *x = work->solver;
    double own = split_speeds(work), taken = 0;
    size_t kept = 0;
    while (kept < work->rank && taken + x[kept] * x[kept] <= LINKAGE_MOST_TAKEN * own)
        taken += x[kept] * x[kept], kept++;
    work->rank = kept;
}

static int32_t project_speeds(const struct linkage *linkage, const struct linkage_hold *hold,
                              double *state, struct linkage_work *work, double *error, int drift)
{
    linkage_take_rows_alone(linkage, hold, work);
    int32_t status = linkage_rank(linkage, hold, work);
    double largest = 0;
    for (size_t i = 0; i < work->active; i++)
        largest = num_fmax(largest, fabs(speed_of(work, work->order[i])));
    if (error)
        *error = largest;
    if (status != WD_OK || largest == 0)
        return status;
    size_t rank = work->rank;
    if (drift)
        leave_out_costly(work);
    find_correction(linkage, work, speed_of, work->speeds);
    work->rank = rank;
    change_speeds(linkage, work, state);
    return WD_OK;
}

int32_t linkage_project_speeds(const struct linkage *linkage, const struct linkage_hold *hold,
                               double *state, struct linkage_work *work, double *error)
{
    return project_speeds(linkage, hold, state, work, error, 0);
}

int32_t linkage_project_drift(const struct linkage *linkage, const struct linkage_hold *hold,
                              double *state, struct linkage_work *work)
{
    return project_speeds(linkage, hold, state, work, NULL, 1);
}
