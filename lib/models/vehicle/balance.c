/* SPDX-License-Identifier: MIT */
/* Static equilibrium by Newton's method: find a position in which nothing accelerates when all
 * rates are zero.
 *
 * Wheels can only push. Friction along the ground and torques of brakes are zero in directions in
 * which springs and weights are in equilibrium without them. In directions without stiffness, for
 * example along a slope on which a braked wheel stands, friction and brakes exert the least forces
 * that hold the vehicle. If there are many equilibria, for example all positions along the ground,
 * the solution is one near the start. If none is found, a second search keeps the places of joints
 * that have a brake but no spring: weights and friction alone may hold such a joint only far from
 * the start, or nowhere. */
#include "models/vehicle/balance.h"
#include "models/vehicle/footing.h"
#include "num/elementary.h"
#include "num/interrupt.h"
#include "num/svd.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* Move from b->place with these speeds for a time, then project onto the ground. */
static int32_t move_and_project(struct balance *b, const double *speeds, double time)
{
    struct vehicle_eval *m = b->m;
    memcpy(m->state, b->place, linkage_states(&m->v->linkage) * sizeof *m->state);
    linkage_move(&m->v->linkage, speeds, time, m->state);
    return balance_touch(b);
}

/* Set column k of the derivatives, and of the part of a unit move that balance_touch() undoes. */
static int32_t differentiate_by(struct balance *b, size_t k)
{
    const struct vehicle_eval *m = b->m;
    const struct linkage *linkage = &m->v->linkage;
    size_t n = b->n;
    memset(b->move, 0, n * sizeof *b->move);
    b->move[k] = 1;
    int32_t status = move_and_project(b, b->move, -b->step);
    memcpy(b->opposite, m->state, linkage_states(linkage) * sizeof *m->state);
    if (status == WD_OK)
        status = balance_accelerate(b, b->acceleration);
    if (status == WD_OK)
        status = move_and_project(b, b->move, b->step);
    if (status == WD_OK)
        status = balance_accelerate(b, b->changed_acceleration);
    linkage_moved(linkage, b->opposite, m->state, b->raw_move);
    for (size_t i = 0; i < n; i++) {
        b->stiffness[i * n + k] = (b->changed_acceleration[i] - b->acceleration[i]) / (2 * b->step);
        b->undone[i * n + k] = b->move[i] - b->raw_move[i] / (2 * b->step);
    }
    return status;
}

/* Set b->stiffness to the derivatives of the accelerations with respect to the position, by central
 * differences. Along moves that the contacts prevent these derivatives are errors of the
 * differences, so they are removed: otherwise they would count as stiffness. */
static int32_t differentiate(struct balance *b)
{
    size_t n = b->n;
    struct interrupt *interrupt = b->m->view->interrupt;
    int32_t status = WD_OK;
    memset(b->stiffness, 0, n * n * sizeof *b->stiffness);
    memset(b->undone, 0, n * n * sizeof *b->undone);
    for (size_t k = 0; status == WD_OK && k < n; k++) {
        if (interrupted(interrupt, 100 * n * n))
            return WD_EINTERRUPT;
        b->undone[k * n + k] = 1;
        if (!balance_keeps(b, k))
            status = differentiate_by(b, k);
    }
    memcpy(b->m->state, b->place, linkage_states(&b->m->v->linkage) * sizeof *b->place);
    memcpy(b->effect, b->undone, n * n * sizeof *b->undone);
    if (status != WD_OK || !svd_factor(b->effect, n, n, b->right, b->sigma, interrupt))
        return status != WD_OK ? status : WD_ENOCONV;
    size_t rank = svd_rank(b->sigma, n, VEHICLE_DEPENDENT);
    for (size_t i = 0; i < n; i++)
        svd_project_out(b->effect, n, n, rank, b->stiffness + i * n, 1, interrupt);
    return WD_OK;
}

/* ---- one iteration ---- */

/* Number of singular values that count as stiffness. The others are below one of two limits. Below
 * balance_rest_limit() per m or rad, a move of 1 m or 1 rad has an effect that counts as zero.
 * Below the square of the step times the largest value, they are errors of the differences, for a
 * function that varies on a scale of 1 m or 1 rad. */
static size_t rank_of(const struct balance *b)
{
    return svd_rank(b->sigma, b->n,
                    num_fmax(balance_rest_limit(b), b->step * b->step * b->sigma[0]));
}

/* Solve for the move that stops the accelerations b->acceleration, and leave out the part of it
 * that balance_touch() would undo; returns the largest component. */
static double solve_move(struct balance *b)
{
    size_t n = b->n;
    double largest = 0;
    for (size_t i = 0; i < n; i++)
        b->required[i] = -b->acceleration[i];
    svd_solve(b->stiffness, n, n, b->right, b->sigma, b->rank, b->required, b->raw_move,
              b->m->view->interrupt);
    for (size_t i = 0; i < n; i++) {
        b->move[i] = b->raw_move[i];
        for (size_t k = 0; k < n; k++)
            b->move[i] -= b->undone[i * n + k] * b->raw_move[k];
        largest = num_fmax(largest, fabs(b->move[i]));
    }
    return largest;
}

/* One Newton iteration, with a move of at most VEHICLE_MOST_TURN; *largest is the full move. */
static int32_t iterate(struct balance *b, double *largest)
{
    size_t n = b->n;
    memcpy(b->place, b->m->state, linkage_states(&b->m->v->linkage) * sizeof *b->place);
    int32_t status = differentiate(b);
    if (status == WD_OK)
        status = balance_accelerate(b, b->acceleration);
    if (status != WD_OK ||
        !svd_factor(b->stiffness, n, n, b->right, b->sigma, b->m->view->interrupt))
        return status != WD_OK ? status : WD_ENOCONV;
    b->rank = rank_of(b);
    status = balance_set_friction(b);
    if (status != WD_OK)
        return status;
    *largest = solve_move(b);
    return move_and_project(b, b->move,
                            num_fmin(1, VEHICLE_MOST_TURN / num_fmax(*largest, VEHICLE_MOST_TURN)));
}

/* ---- the solution ---- */

/* Iterate at most *left times, until the search has converged. *converged: 1 if the accelerations
 * no longer decrease and the square of the last move is rounding; this square is the order of the
 * error that the move leaves. On a terrain contacts are found again in each iteration. */
static int32_t search(struct balance *b, int *left, int *converged)
{
    double before = INFINITY, now = INFINITY, largest = INFINITY;
    int32_t status = WD_OK;
    for (*converged = 0; status == WD_OK && !*converged && *left > 0; --*left) {
        size_t changed = 0;
        before = now;
        status = iterate(b, &largest);
        if (isnan(largest))
            status = WD_ENOCONV;
        if (status == WD_OK && b->m->footing)
            status = balance_find_contacts(b, &changed);
        if (status == WD_OK)
            status = balance_accelerate(b, b->acceleration);
        now = balance_acceleration(b);
        *converged = changed == 0 && largest * largest <= b->rounding && now >= before;
    }
    return status;
}

static const char *find(struct balance *b)
{
    int left = VEHICLE_MOST_ITERATES, converged = 0;
    int32_t status;
    do
        status = search(b, &left, &converged);
    while (status == WD_OK && left > 0 && b->m->footing && balance_drop_contact(b));
    if (status != WD_OK)
        return *b->m->view->why ? *b->m->view->why : "no balance of springs and contacts is found";
    if (balance_acceleration(b) <= b->sigma[0] * b->rounding)
        svd_project_out(b->stiffness, b->n, b->n, b->rank, b->acceleration, 1,
                        b->m->view->interrupt);
    const char *fault = balance_judge_rest(b, converged);
    return fault ? fault : balance_judge_forces(b);
}

/* Close one contact of each wheel that is not on a tyre, or find the contacts with a terrain; then
 * project onto the closed contacts. */
static int32_t touch_first(struct balance *b)
{
    struct vehicle_eval *m = b->m;
    size_t changed;
    int32_t status = WD_OK;
    for (size_t w = 0; w < m->v->linkage.wheels; w++)
        m->grip[w] =
            (struct linkage_grip){.mode = vehicle_law(m, w)->loads ? LINKAGE_OPEN : LINKAGE_SLIP};
    balance_set_home(b);
    if (m->footing) {
        linkage_place(&m->v->linkage, m->state, &m->work);
        status = balance_find_contacts(b, &changed);
    }
    return status == WD_OK ? balance_touch(b) : status;
}

/* Find a balance near the placed state. */
static const char *find_near(struct balance *b)
{
    struct vehicle_eval *m = b->m;
    *m->view->why = NULL;
    memcpy(m->state, b->kept, linkage_states(&m->v->linkage) * sizeof *b->kept);
    vehicle_halt(m);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        m->brake[j].direction[0] = 0;
    memset(b->friction, 0, b->frictions * sizeof *b->friction);
    if (touch_first(b) != WD_OK)
        return m->footing && *m->view->why ? *m->view->why
                                           : "the wheels cannot all touch the ground";
    b->rounding = linkage_place_rounding(&m->work, m->state);
    b->step = num_cbrt(b->rounding);
    return find(b);
}

/* Keep the places of joints that only a brake can hold; returns 1 if there are any. */
static int hold_brakes(struct balance *b)
{
    size_t kept = 0;
    b->holds_brakes = 1;
    for (size_t k = 6; k < b->n; k++)
        kept += balance_keeps(b, k) ? 1 : 0;
    return kept > 0;
}

const char *vehicle_balance(const struct view *view, double *y, struct vehicle_eval *m)
{
    const struct vehicle *v = view->course;
    struct root_state *root = (struct root_state *)(y + v->body[0].part->at.states);
    struct balance b = {.m = m, .y = y};
    const struct root_state given = *root;
    const struct part *deep = NULL;
    if (!vehicle_stands_on_tyres(v))
        vehicle_place_on_ground(view, y, m);
    else if (vehicle_lower_onto_tyres(view, y, m))
        deep = footing_deep_tyre(m);
    balance_lay_out(&b, &v->linkage, m->balance);
    memcpy(b.kept, m->state, linkage_states(&v->linkage) * sizeof *b.kept);
    const char *fault = find_near(&b);
    if (fault && hold_brakes(&b))
        fault = find_near(&b);
    for (size_t j = 0; j < linkage_joints(&v->linkage); j++)
        vehicle_joint(m, j)->rate = b.kept[LINKAGE_JOINT + 2 * j + 1];
    vehicle_write_state(m, y);
    root->v = given.v;
    root->w = given.w;
    vehicle_open(view, y, m);
    return fault && deep ? vehicle_fault(view, deep, FOOTING_TOO_SOFT) : fault;
}
