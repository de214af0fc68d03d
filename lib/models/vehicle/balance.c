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

/* Singular values of the stiffness per inertia count as zero below NEUTRAL (1/s2), or below
 * NEUTRAL_PART of the largest one. NEUTRAL_PART is the error of central differences of a function
 * that varies on a scale of 1 m or 1 rad. */
#define NEUTRAL 1e-6
#define NEUTRAL_PART (STEP * STEP)

/* Fraction of the largest singular value of the matrix that gives the accelerations by unit
 * friction forces. A combination of friction forces with a smaller singular value counts as
 * dependent on others. Tuned: in test-vehicle-balance and test-vehicle-tyre-facts all values are at
 * most 4e-10 or at least 3e-5. */
#define DEPENDENT 1e-9

static size_t lay_out(struct balance *b, const struct linkage *linkage, double *memory)
{
    struct carver carver = {memory, 0};
    size_t n = linkage_speeds(linkage), c = linkage_contacts(linkage);
    size_t f = 2 * c + linkage_joints(linkage);
    b->n = n;
    b->contacts = c;
    b->frictions = f;
    b->rows = n > f ? n : f;
    b->friction = carve(&carver, f);
    b->place = carve(&carver, linkage_states(linkage));
    b->kept = carve(&carver, linkage_states(linkage));
    b->now = carve(&carver, n);
    b->beside = carve(&carver, n);
    b->stiffness = carve(&carver, n * n);
    b->right = carve(&carver, n * n);
    b->sigma = carve(&carver, n);
    b->by = carve(&carver, b->rows * f);
    b->by_left = carve(&carver, b->rows * f);
    b->by_right = carve(&carver, f * f);
    b->by_sigma = carve(&carver, f);
    b->move = carve(&carver, n);
    b->more = carve(&carver, f);
    b->wanted = carve(&carver, b->rows);
    b->touched = carve(&carver, linkage_states(linkage));
    b->back = carve(&carver, n);
    b->dropped = carve_array(&carver, c, sizeof *b->dropped);
    return carver.used;
}

size_t vehicle_balance_doubles(const struct linkage *linkage)
{
    struct balance b;
    return lay_out(&b, linkage, NULL);
}

/* ---- accelerations ---- */

/* Add the friction of a contact to the loads, and for a tyre also its load. */
static void add_contact_friction(struct balance *b, size_t c)
{
    struct vehicle_eval *m = b->m;
    const struct linkage_contact *contact = &m->work.contact[c];
    const double *friction = b->friction + 2 * c;
    size_t body = m->v->linkage.wheel[contact->wheel].body;
    struct vec at = contact->at, torque = {0};
    struct vec force =
        vec_along(vec_scale(friction[0], contact->frame[1]), friction[1], contact->frame[2]);
    if (vehicle_law(m, c)->loads) {
        at = contact->centre;
        vehicle_deflect_tyre(m, c, friction, b->y);
        vehicle_tyre_load(m, c, &force, &torque);
    }
    torque = vec_add(torque, vec_cross(vec_sub(at, m->work.link[body].r), force));
    m->load[body].force = vec_add(m->load[body].force, force);
    m->load[body].torque = vec_add(m->load[body].torque, torque);
}

/* Compute the accelerations of the present state under the friction forces in b->friction; the
 * wheels stay on the ground. */
static int32_t accelerate(struct balance *b, double *acceleration)
{
    struct vehicle_eval *m = b->m;
    const struct linkage *linkage = &m->v->linkage;
    int32_t status = vehicle_stand(m);
    if (status != WD_OK)
        return status;
    m->tyres.by_rows = 1; /* vehicle_add_loads() leaves the tyres to add_contact_friction() */
    vehicle_add_loads(m);
    for (size_t j = 0; j < linkage_joints(linkage); j++)
        m->effort[j] += b->friction[2 * b->contacts + j];
    for (size_t c = 0; c < m->work.contacts; c++)
        add_contact_friction(b, c);
    linkage_drive(linkage, m->state, &m->drive, &m->work);
    linkage_choose(linkage, &m->hold, &m->work);
    status = linkage_solve(linkage, &m->hold, &m->work, m->force);
    if (status == WD_OK)
        linkage_accelerate(linkage, &m->work, m->force, acceleration);
    return status;
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

/* Derivatives of the accelerations with respect to the position, by central differences. */
static int32_t differentiate(struct balance *b)
{
    size_t n = b->n;
    int32_t status = WD_OK;
    memset(b->stiffness, 0, n * n * sizeof *b->stiffness);
    for (size_t k = 0; status == WD_OK && k < n; k++) {
        if (is_along_ground(k))
            continue;
        if (interrupted(b->m->view->interrupt, 100 * n * n))
            return WD_EINTERRUPT;
        memset(b->move, 0, n * sizeof *b->move);
        b->move[k] = 1;
        status = move_and_project(b, b->move, -STEP);
        if (status == WD_OK)
            status = accelerate(b, b->beside);
        for (size_t i = 0; i < n; i++)
            b->stiffness[i * n + k] = -b->beside[i];
        if (status == WD_OK)
            status = move_and_project(b, b->move, STEP);
        if (status == WD_OK)
            status = accelerate(b, b->beside);
        for (size_t i = 0; i < n; i++)
            b->stiffness[i * n + k] = (b->stiffness[i * n + k] + b->beside[i]) / (2 * STEP);
    }
    memcpy(b->m->state, b->place, linkage_states(&b->m->v->linkage) * sizeof *b->place);
    return status;
}

/* Derivatives of the accelerations with respect to the friction forces that may differ from zero.
 */
static int32_t differentiate_by_friction(struct balance *b)
{
    size_t f = b->frictions;
    int32_t status = WD_OK;
    memset(b->by, 0, b->rows * f * sizeof *b->by);
    for (size_t k = 0; status == WD_OK && k < f; k++) {
        if (!(balance_most(b, k) > 0))
            continue;
        double before = b->friction[k];
        b->friction[k] += 1;
        status = accelerate(b, b->beside);
        b->friction[k] = before;
        for (size_t i = 0; i < b->n; i++)
            b->by[i * f + k] = b->beside[i] - b->now[i];
    }
    return status;
}

/* ---- one iteration ---- */

/* Number of singular values above `least`; they descend. */
static size_t rank_of(const double *sigma, size_t n, double least)
{
    size_t rank = 0;
    while (rank < n && sigma[rank] > least)
        rank++;
    return rank;
}

/* Subtract from a vector (entries `stride` apart) its projection onto the first `rank`
 * columns of U. */
static void subtract_projection(const double *U, size_t n, size_t rank, double *x, size_t stride)
{
    for (size_t k = 0; k < rank; k++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += U[i * n + k] * x[i * stride];
        for (size_t i = 0; i < n; i++)
            x[i * stride] -= sum * U[i * n + k];
    }
}

/* x := V S^-1 U^T b with the first `rank` singular values. */
static void apply_inverse(const double *U, size_t rows, size_t columns, const double *V,
                          const double *sigma, size_t rank, const double *b, double *x)
{
    memset(x, 0, columns * sizeof *x);
    for (size_t k = 0; k < rank; k++) {
        double sum = 0;
        for (size_t i = 0; i < rows; i++)
            sum += U[i * columns + k] * b[i];
        for (size_t i = 0; i < columns; i++)
            x[i] += V[i * columns + k] * (sum / sigma[k]);
    }
}

/* Weight of friction k in the least-norm problem. For a tyre it is the square root of the load of
 * the tyre, relative to the mean load of all tyres, so that the sum of F^2/N is the least;
 * otherwise it is 1. The brake of a wheel on a tyre is weighted by the force that it causes at the
 * ground. So brakes do not change the distribution among parallel wheels. */
static double weight_of(const struct balance *b, size_t k)
{
    const struct vehicle_eval *m = b->m;
    size_t wheels = m->v->linkage.wheels, contacts = 2 * b->contacts;
    size_t wheel = k < contacts ? k / 2 : vehicle_wheel_of_joint(m->v, k - contacts);
    double sum = 0, tyres = 0;
    if (wheel >= wheels || !vehicle_law(m, wheel)->loads)
        return 1;
    const struct tyre_result *r = &m->tyres.tread[wheel].result;
    for (size_t w = 0; w < wheels; w++)
        if (vehicle_law(m, w)->loads)
            sum += m->tyres.tread[w].result.load, tyres++;
    double weight = r->load > 0 && sum > 0 ? sqrt(r->load * tyres / sum) : 0;
    return k < contacts ? weight : weight * r->rolling_radius;
}

static void weigh_columns(struct balance *b, double *columns)
{
    for (size_t k = 0; k < b->frictions; k++) {
        double weight = weight_of(b, k);
        for (size_t i = 0; i < b->rows; i++)
            columns[i * b->frictions + k] *= weight;
    }
}

/* Add the accelerations that the present friction forces cause to b->wanted. The solution is then
 * the whole friction, not a change, because the distribution must be determined again after the
 * loads of tyres have changed. */
static void add_present(struct balance *b)
{
    for (size_t k = 0; k < b->frictions; k++) {
        double weight = weight_of(b, k), share = weight > 0 ? b->friction[k] / weight : 0;
        for (size_t i = 0; i < b->rows; i++)
            b->wanted[i] += share * b->by_left[i * b->frictions + k];
    }
}

/* Set the least friction forces that stop accelerations in directions without stiffness. */
static int32_t set_least_friction(struct balance *b, size_t rank)
{
    size_t n = b->n, f = b->frictions;
    int32_t status = differentiate_by_friction(b);
    if (status != WD_OK)
        return status;
    weigh_columns(b, b->by);
    memcpy(b->by_left, b->by, b->rows * f * sizeof *b->by);
    for (size_t k = 0; k < f; k++)
        subtract_projection(b->stiffness, n, rank, b->by_left + k, f);
    memset(b->wanted, 0, b->rows * sizeof *b->wanted);
    for (size_t i = 0; i < n; i++)
        b->wanted[i] = -b->now[i];
    subtract_projection(b->stiffness, n, rank, b->wanted, 1);
    add_present(b);
    if (!svd_factor(b->by_left, b->rows, f, b->by_right, b->by_sigma, b->m->view->interrupt))
        return WD_ENOCONV;
    size_t by_rank = f > 0 ? rank_of(b->by_sigma, f, DEPENDENT * b->by_sigma[0]) : 0;
    apply_inverse(b->by_left, b->rows, f, b->by_right, b->by_sigma, by_rank, b->wanted, b->more);
    for (size_t k = 0; k < f; k++)
        b->friction[k] = weight_of(b, k) * b->more[k];
    return accelerate(b, b->now);
}

/* One Newton iteration, with a move of at most MOST_MOVE; *largest is the full move. */
static int32_t iterate(struct balance *b, double *largest)
{
    size_t n = b->n;
    memcpy(b->place, b->m->state, linkage_states(&b->m->v->linkage) * sizeof *b->place);
    int32_t status = differentiate(b);
    if (status == WD_OK)
        status = accelerate(b, b->now);
    if (status != WD_OK ||
        !svd_factor(b->stiffness, n, n, b->right, b->sigma, b->m->view->interrupt))
        return status != WD_OK ? status : WD_ENOCONV;
    size_t rank = rank_of(b->sigma, n, num_fmax(NEUTRAL, NEUTRAL_PART * b->sigma[0]));
    status = set_least_friction(b, rank);
    if (status != WD_OK)
        return status;
    for (size_t i = 0; i < n; i++)
        b->wanted[i] = -b->now[i];
    apply_inverse(b->stiffness, n, n, b->right, b->sigma, rank, b->wanted, b->move);
    *largest = 0;
    for (size_t i = 0; i < n; i++)
        *largest = num_fmax(*largest, fabs(b->move[i]));
    return move_and_project(b, b->move, num_fmin(1, MOST_MOVE / num_fmax(*largest, MOST_MOVE)));
}

/* ---- the solution ---- */

/* Iterate at most *left times; on a terrain contacts are found again in each iteration. *largest is
 * the last move. */
static int32_t search(struct balance *b, int *left, double *largest)
{
    int32_t status = WD_OK;
    *largest = INFINITY;
    for (; status == WD_OK && *largest > LAST_MOVE && *left > 0; --*left) {
        size_t changed = 0;
        status = iterate(b, largest);
        if (isnan(*largest))
            status = WD_ENOCONV;
        if (status == WD_OK && b->m->footing)
            status = balance_find_contacts(b, &changed);
        if (changed > 0)
            *largest = INFINITY;
    }
    return status == WD_OK ? accelerate(b, b->now) : status;
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
    if (m->footing) {
        linkage_place(&m->v->linkage, m->state, &m->work);
        balance_set_home(b);
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
    if (vehicle_stands_on_tyres(view))
        vehicle_lower_onto_tyres(view, y, m);
    else
        vehicle_place_on_ground(view, y, m);
    lay_out(&b, &v->linkage, m->balance);
    memcpy(b.kept, m->state, linkage_states(&v->linkage) * sizeof *b.kept);
    memset(m->state + LINKAGE_VELOCITY, 0, 6 * sizeof *m->state);
    for (size_t j = 0; j < linkage_joints(&v->linkage); j++)
        m->state[LINKAGE_JOINT + 2 * j + 1] = m->brake[j].direction[0] = 0;
    memset(b.friction, 0, b.frictions * sizeof *b.friction);
    const char *fault = "the wheels cannot all touch the ground";
    int32_t status = touch_first(&b);
    if (status == WD_OK)
        fault = find(&b);
    else if (m->footing && *view->why)
        fault = *view->why;
    for (size_t j = 0; j < linkage_joints(&v->linkage); j++)
        m->state[LINKAGE_JOINT + 2 * j + 1] = b.kept[LINKAGE_JOINT + 2 * j + 1];
    vehicle_write_state(m, y);
    root->v = given.v;
    root->w = given.w;
    vehicle_open(view, y, m);
    return fault;
}
