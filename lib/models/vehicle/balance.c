/* SPDX-License-Identifier: MIT */
/* Static equilibrium by Newton's method: find a position in which nothing accelerates when all
 * rates are zero.
 *
 * Wheels can only push. Friction along the ground and brakes are zero as far as springs and weights
 * find an equilibrium without them. In directions without stiffness, for example along a slope on
 * which a braked wheel stands, friction and brakes exert the least forces that hold the vehicle. If
 * there are many equilibria, for example all positions along the ground, the solution is one near
 * the start. */
#include "models/vehicle/balance.h"
#include "models/vehicle/footing.h"
#include "num/carver.h"
#include "num/elementary.h"
#include "num/interrupt.h"
#include "num/svd.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

enum { MOST_ITERATIONS = 100 };

#define STEP 0x1p-12   /* m or rad; step of central differences */
#define MOST_MOVE 0.5  /* m or rad; largest move in one iteration */
#define LAST_MOVE 1e-9 /* m or rad; the iteration ends after a smaller move */

/* Once the moves are small, the iteration goes on while each move reduces the largest acceleration
 * at least to this fraction. A choice: Newton's method reduces it far more, rounding does not. */
#define CONVERGES 0.5

/* Singular values of the stiffness per inertia count as zero below NEUTRAL (1/s2), or below
 * NEUTRAL_PART of the largest one. NEUTRAL_PART is the error of central differences of a function
 * that varies on a scale of 1 m or 1 rad. */
#define NEUTRAL 1e-6
#define NEUTRAL_PART (STEP * STEP)

/* Singular value of b->undone above which the contacts prevent a move. What a projection undoes is
 * a projection, too, whose singular values are 0 or at least 1. */
#define PREVENTED 0.5

static size_t lay_out(struct balance *b, const struct linkage *linkage, double *memory)
{
    struct carver carver = {memory, 0};
    size_t n = linkage_speeds(linkage), c = linkage_contacts(linkage);
    size_t f = 2 * c + linkage_joints(linkage);
    b->n = n;
    b->contacts = c;
    b->frictions = f;
    b->rows = n > f ? n : f;
    CARVE(&carver, linkage_states(linkage), &b->place, &b->kept, &b->touched, &b->opposite);
    CARVE(&carver, n, &b->now, &b->beside, &b->sigma, &b->move, &b->back, &b->more, &b->wanted,
          &b->slip_sigma);
    CARVE(&carver, n * n, &b->stiffness, &b->undone, &b->right, &b->slip_right);
    CARVE(&carver, f, &b->friction, &b->before, &b->weight);
    CARVE(&carver, b->rows * n, &b->slip, &b->turn);
    b->effect = b->slip; /* never used together */
    b->pattern = carve(&carver, f * n);
    b->dropped = carve_array(&carver, c, sizeof *b->dropped);
    return carver.used;
}

size_t vehicle_balance_doubles(const struct linkage *linkage)
{
    struct balance b;
    return lay_out(&b, linkage, NULL);
}

/* Move from b->place with these speeds for a time, then project onto the ground. */
static int32_t move_and_project(struct balance *b, const double *speeds, double time)
{
    struct vehicle_eval *m = b->m;
    memcpy(m->state, b->place, linkage_states(&m->v->linkage) * sizeof *m->state);
    linkage_move(&m->v->linkage, speeds, time, m->state);
    return balance_touch(b);
}

/* True for speeds along the ground and of the heading, which the search leaves at zero. */
static int is_along_ground(size_t speed)
{
    return speed < 2 || speed == 5;
}

/* Set column k of the derivatives, and of the part of a unit move that balance_touch() undoes. */
static int32_t differentiate_by(struct balance *b, size_t k)
{
    const struct vehicle_eval *m = b->m;
    const struct linkage *linkage = &m->v->linkage;
    size_t n = b->n;
    memset(b->move, 0, n * sizeof *b->move);
    b->move[k] = 1;
    int32_t status = move_and_project(b, b->move, -STEP);
    memcpy(b->opposite, m->state, linkage_states(linkage) * sizeof *m->state);
    if (status == WD_OK)
        status = balance_accelerate(b, b->now);
    if (status == WD_OK)
        status = move_and_project(b, b->move, STEP);
    if (status == WD_OK)
        status = balance_accelerate(b, b->beside);
    linkage_moved(linkage, b->opposite, m->state, b->more);
    for (size_t i = 0; i < n; i++) {
        b->stiffness[i * n + k] = (b->beside[i] - b->now[i]) / (2 * STEP);
        b->undone[i * n + k] = b->move[i] - b->more[i] / (2 * STEP);
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
        if (!is_along_ground(k))
            status = differentiate_by(b, k);
    }
    memcpy(b->m->state, b->place, linkage_states(&b->m->v->linkage) * sizeof *b->place);
    memcpy(b->effect, b->undone, n * n * sizeof *b->undone);
    if (status != WD_OK || !svd_factor(b->effect, n, n, b->right, b->sigma, interrupt))
        return status != WD_OK ? status : WD_ENOCONV;
    size_t rank = svd_rank(b->sigma, n, PREVENTED);
    for (size_t i = 0; i < n; i++)
        svd_project_out(b->effect, n, n, rank, b->stiffness + i * n, 1, interrupt);
    return WD_OK;
}

/* ---- one iteration ---- */

/* Solve for the move that stops the accelerations b->now, and leave out the part of it that
 * balance_touch() would undo; returns the largest component. */
static double solve_move(struct balance *b, size_t rank)
{
    size_t n = b->n;
    double largest = 0;
    for (size_t i = 0; i < n; i++)
        b->wanted[i] = -b->now[i];
    svd_solve(b->stiffness, n, n, b->right, b->sigma, rank, b->wanted, b->more,
              b->m->view->interrupt);
    for (size_t i = 0; i < n; i++) {
        b->move[i] = b->more[i];
        for (size_t k = 0; k < n; k++)
            b->move[i] -= b->undone[i * n + k] * b->more[k];
        largest = num_fmax(largest, fabs(b->move[i]));
    }
    return largest;
}

/* One Newton iteration, with a move of at most MOST_MOVE; *largest is the full move. */
static int32_t iterate(struct balance *b, double *largest)
{
    size_t n = b->n;
    memcpy(b->place, b->m->state, linkage_states(&b->m->v->linkage) * sizeof *b->place);
    int32_t status = differentiate(b);
    if (status == WD_OK)
        status = balance_accelerate(b, b->now);
    if (status != WD_OK ||
        !svd_factor(b->stiffness, n, n, b->right, b->sigma, b->m->view->interrupt))
        return status != WD_OK ? status : WD_ENOCONV;
    size_t rank = svd_rank(b->sigma, n, num_fmax(NEUTRAL, NEUTRAL_PART * b->sigma[0]));
    status = balance_set_friction(b, rank);
    if (status != WD_OK)
        return status;
    *largest = solve_move(b, rank);
    return move_and_project(b, b->move, num_fmin(1, MOST_MOVE / num_fmax(*largest, MOST_MOVE)));
}

/* ---- the solution ---- */

/* Iterate at most *left times, until the moves are at most LAST_MOVE, and then as long as the
 * accelerations still fall, because a move of LAST_MOVE may accelerate light parts. On a terrain
 * contacts are found again in each iteration. *largest is the last move. */
static int32_t search(struct balance *b, int *left, double *largest)
{
    double before = INFINITY, now = INFINITY;
    int32_t status = WD_OK;
    *largest = INFINITY;
    for (; status == WD_OK && *left > 0; --*left) {
        size_t changed = 0;
        if (*largest <= LAST_MOVE && (now == 0 || now > CONVERGES * before))
            break;
        before = now;
        status = iterate(b, largest);
        if (isnan(*largest))
            status = WD_ENOCONV;
        if (status == WD_OK && b->m->footing)
            status = balance_find_contacts(b, &changed);
        if (changed > 0)
            *largest = INFINITY;
        if (status == WD_OK)
            status = balance_accelerate(b, b->now);
        now = balance_acceleration(b);
    }
    return status;
}

static const char *find(struct balance *b)
{
    const char *const none = "no balance of springs and contacts is found";
    double largest;
    int left = MOST_ITERATIONS;
    int32_t status;
    do
        status = search(b, &left, &largest);
    while (status == WD_OK && left > 0 && b->m->footing && balance_drop_contact(b));
    if (status != WD_OK)
        return *b->m->view->why ? *b->m->view->why : none;
    const char *fault = balance_judge_rest(b);
    if (fault)
        return fault;
    return largest > LAST_MOVE ? none : balance_judge_forces(b);
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

const char *vehicle_balance(const struct view *view, double *y, struct vehicle_eval *m)
{
    const struct vehicle *v = view->course;
    struct root_state *root = (struct root_state *)(y + v->body[0].part->at.states);
    struct balance b = {.m = m, .y = y};
    const struct root_state given = *root;
    const struct part *deep = NULL;
    if (!vehicle_stands_on_tyres(view))
        vehicle_place_on_ground(view, y, m);
    else if (vehicle_lower_onto_tyres(view, y, m))
        deep = footing_deep_tyre(m);
    lay_out(&b, &v->linkage, m->balance);
    memcpy(b.kept, m->state, linkage_states(&v->linkage) * sizeof *b.kept);
    vehicle_halt(m);
    for (size_t j = 0; j < linkage_joints(&v->linkage); j++)
        m->brake[j].direction[0] = 0;
    memset(b.friction, 0, b.frictions * sizeof *b.friction);
    const char *fault = "the wheels cannot all touch the ground";
    int32_t status = touch_first(&b);
    if (status == WD_OK)
        fault = find(&b);
    else if (m->footing && *view->why)
        fault = *view->why;
    for (size_t j = 0; j < linkage_joints(&v->linkage); j++)
        vehicle_joint(m, j)->rate = b.kept[LINKAGE_JOINT + 2 * j + 1];
    vehicle_write_state(m, y);
    root->v = given.v;
    root->w = given.w;
    vehicle_open(view, y, m);
    return fault && deep ? vehicle_fault(view, deep, FOOTING_TOO_SOFT) : fault;
}
