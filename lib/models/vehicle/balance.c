/* SPDX-License-Identifier: MIT */
/* Static equilibrium by Newton's method: find a position in which nothing accelerates when all
 * rates are zero.
 *
 * Wheels can only push. Friction along the ground and brakes are zero as far as springs and weights
 * find an equilibrium without them. In directions without stiffness, for example along a slope on
 * which a braked wheel stands, friction and brakes exert the least forces that hold. If there are
 * many equilibria, for example anywhere along the ground, the solution is one near the start. */
#include "models/vehicle/vehicle.h"
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

/* 1/s2. Singular values of the stiffness per inertia below NEUTRAL, or below NEUTRAL_PART of the
 * largest one, count as zero. NEUTRAL_PART is also the fraction of the weight below which a force
 * is rounding. */
#define NEUTRAL 1e-6
#define NEUTRAL_PART 1e-9

/* Fraction of the sum of gravity and 1 m/s2. Accelerations up to this are zero to rounding. */
#define AT_REST 1e-8

struct balance {
    struct vehicle_moment *m;
    size_t n, frictions, rows; /* speeds, 2 wheels + joints, the larger of both */
    double *friction;          /* along x and y of the ground, then of brakes on their joints */
    double *place, *kept;      /* states of the linkage */
    double *now, *beside;      /* accelerations at the present position and at one beside it */
    double *stiffness, *right, *sigma;          /* n x n, and its singular value decomposition */
    double *by, *by_right, *by_sigma, *by_left; /* rows x frictions: accelerations per friction */
    double *move, *more, *wanted;               /* n, frictions, rows */
};

static size_t lay_out(struct balance *b, const struct linkage *linkage, double *memory)
{
    struct carver carver = {memory, 0};
    size_t n = linkage_speeds(linkage), f = 2 * linkage->wheels + linkage_joints(linkage);
    b->n = n;
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
    return carver.used;
}

size_t vehicle_balance_doubles(const struct linkage *linkage)
{
    struct balance b;
    return lay_out(&b, linkage, NULL);
}

/* ---- accelerations ---- */

/* Accelerations of the present state under the frictions in b->friction; the wheels stay on the
 * ground. */
static int32_t accelerate(struct balance *b, double *acceleration)
{
    struct vehicle_moment *m = b->m;
    const struct linkage *linkage = &m->v->linkage;
    int32_t status = vehicle_stand(m);
    if (status != WD_OK)
        return status;
    vehicle_load(m);
    for (size_t j = 0; j < linkage_joints(linkage); j++)
        m->effort[j] += b->friction[2 * linkage->wheels + j];
    for (size_t w = 0; w < linkage->wheels; w++) {
        size_t body = linkage->wheel[w].body;
        const struct vec force = {b->friction[2 * w], b->friction[2 * w + 1], 0};
        struct vec arm = vec_sub(m->work.contact[w].at, m->work.link[body].r);
        m->load[body].force = vec_add(m->load[body].force, force);
        m->load[body].torque = vec_add(m->load[body].torque, vec_cross(arm, force));
    }
    linkage_drive(linkage, m->state, &m->drive, &m->work);
    linkage_choose(linkage, &m->hold, &m->work);
    status = linkage_solve(linkage, &m->hold, &m->work, m->force);
    if (status == WD_OK)
        linkage_accelerate(linkage, &m->work, m->force, acceleration);
    return status;
}

/* Move from b->place with these speeds for a time, then project onto the ground. */
static int32_t go(struct balance *b, const double *speeds, double time)
{
    struct vehicle_moment *m = b->m;
    double error;
    memcpy(m->state, b->place, linkage_states(&m->v->linkage) * sizeof *m->state);
    linkage_move(&m->v->linkage, speeds, time, m->state);
    return linkage_project_places(&m->v->linkage, &m->hold, m->state, &m->work, &error);
}

/* True for speeds along the ground and of the heading, which the search leaves at zero. */
static int stays(size_t speed)
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
        if (stays(k))
            continue;
        if (interrupted(b->m->view->interrupt, 100 * n * n))
            return WD_EINTERRUPT;
        memset(b->move, 0, n * sizeof *b->move);
        b->move[k] = 1;
        status = go(b, b->move, -STEP);
        if (status == WD_OK)
            status = accelerate(b, b->beside);
        for (size_t i = 0; i < n; i++)
            b->stiffness[i * n + k] = -b->beside[i];
        if (status == WD_OK)
            status = go(b, b->move, STEP);
        if (status == WD_OK)
            status = accelerate(b, b->beside);
        for (size_t i = 0; i < n; i++)
            b->stiffness[i * n + k] = (b->stiffness[i * n + k] + b->beside[i]) / (2 * STEP);
    }
    memcpy(b->m->state, b->place, linkage_states(&b->m->v->linkage) * sizeof *b->place);
    return status;
}

/* Upper bound of friction k, of a wheel or a brake, as far as it is known without the load. */
static double most_of(const struct balance *b, size_t k)
{
    const struct vehicle_moment *m = b->m;
    size_t wheels = m->v->linkage.wheels, w = k / 2;
    if (k >= 2 * wheels)
        return vehicle_capacity(m->view, m->v->joint[k - 2 * wheels].part);
    const struct rim_input *u = vehicle_input_of(m->view, vehicle_part_at(m, w));
    return vehicle_law(m, w)->rolls || u->mu > 0 ? INFINITY : 0;
}

/* Derivatives of the accelerations with respect to the frictions that may differ from zero. */
static int32_t push(struct balance *b)
{
    size_t f = b->frictions;
    int32_t status = WD_OK;
    memset(b->by, 0, b->rows * f * sizeof *b->by);
    for (size_t k = 0; status == WD_OK && k < f; k++) {
        if (!(most_of(b, k) > 0))
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

/* Subtract from a vector (entries `stride` apart) its projection onto the first columns of U. */
static void take_away(const double *U, size_t n, size_t rank, double *x, size_t stride)
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

/* Add the least friction that stops accelerations in directions without stiffness. */
static int32_t hold(struct balance *b, size_t rank)
{
    size_t n = b->n, f = b->frictions;
    int32_t status = push(b);
    if (status != WD_OK)
        return status;
    memcpy(b->by_left, b->by, b->rows * f * sizeof *b->by);
    for (size_t k = 0; k < f; k++)
        take_away(b->stiffness, n, rank, b->by_left + k, f);
    memset(b->wanted, 0, b->rows * sizeof *b->wanted);
    for (size_t i = 0; i < n; i++)
        b->wanted[i] = -b->now[i];
    take_away(b->stiffness, n, rank, b->wanted, 1);
    if (!svd_factor(b->by_left, b->rows, f, b->by_right, b->by_sigma, b->m->view->interrupt))
        return WD_ENOCONV;
    size_t by_rank = f > 0 ? rank_of(b->by_sigma, f, NEUTRAL_PART * b->by_sigma[0]) : 0;
    apply_inverse(b->by_left, b->rows, f, b->by_right, b->by_sigma, by_rank, b->wanted, b->more);
    for (size_t k = 0; k < f; k++)
        b->friction[k] += b->more[k];
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
    status = hold(b, rank);
    if (status != WD_OK)
        return status;
    for (size_t i = 0; i < n; i++)
        b->wanted[i] = -b->now[i];
    apply_inverse(b->stiffness, n, n, b->right, b->sigma, rank, b->wanted, b->move);
    *largest = 0;
    for (size_t i = 0; i < n; i++)
        *largest = num_fmax(*largest, fabs(b->move[i]));
    return go(b, b->move, num_fmin(1, MOST_MOVE / num_fmax(*largest, MOST_MOVE)));
}

/* ---- the solution ---- */

/* NULL if accelerations are zero to rounding, otherwise a text on the part that accelerates most.
 */
static const char *judge_rest(const struct balance *b)
{
    const struct vehicle_moment *m = b->m;
    const struct vehicle_param *p = m->view->param;
    size_t most = 0;
    for (size_t i = 0; i < b->n; i++)
        most = fabs(b->now[i]) > fabs(b->now[most]) ? i : most;
    if (fabs(b->now[most]) <= AT_REST * (1 + p->gravity))
        return NULL;
    const struct part *part = most < 6 ? m->v->body[0].part : m->v->joint[most - 6].part;
    int turns =
        most >= 6 ? vehicle_is(part, VEHICLE_HINGE) || vehicle_is(part, VEHICLE_WHEEL) : most >= 3;
    return m->view->say(m->view->core,
                        "part \"%s\": no balance, as nothing holds it: it accelerates with %g %s",
                        part->name, b->now[most], turns ? "rad/s2" : "m/s2");
}

static const char *judge_wheels(const struct balance *b)
{
    const struct vehicle_moment *m = b->m;
    double weight = 0;
    for (size_t w = 0; w < m->v->linkage.wheels; w++)
        weight += fabs(m->force[3 * w]);
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        const struct part *part = vehicle_part_at(m, w);
        const struct rim_input *u = vehicle_input_of(m->view, part);
        double N = m->force[3 * w], F = num_hypot(b->friction[2 * w], b->friction[2 * w + 1]);
        if (!(N >= -NEUTRAL_PART * weight))
            return m->view->say(m->view->core,
                                "part \"%s\": no balance, as the ground would have to pull this "
                                "wheel with %g N",
                                part->name, -N);
        if (!vehicle_law(m, w)->rolls && F > NEUTRAL_PART * weight && !(F < u->mu * N))
            return m->view->say(m->view->core,
                                "part \"%s\": no balance, as it takes a friction of %g N at a "
                                "normal force of %g N",
                                part->name, F, N);
    }
    return NULL;
}

static const char *judge_brakes(const struct balance *b)
{
    const struct vehicle_moment *m = b->m;
    size_t first = 2 * m->v->linkage.wheels;
    for (size_t k = first; k < b->frictions; k++) {
        double most = most_of(b, k), takes = fabs(b->friction[k]);
        const struct part *part = m->v->joint[k - first].part;
        const char *unit = vehicle_is(part, VEHICLE_SLIDE) ? "N" : "N m";
        if (!(takes <= most))
            return m->view->say(m->view->core,
                                "part \"%s\": no balance, as its brake has %g %s of the %g %s "
                                "that it takes",
                                part->name, most, unit, takes, unit);
    }
    return NULL;
}

static const char *find(struct balance *b)
{
    const char *const none = "no balance of springs and contacts is found";
    double largest = INFINITY;
    int32_t status = WD_OK;
    for (int i = 0; status == WD_OK && largest > LAST_MOVE && i < MOST_ITERATIONS; i++) {
        status = iterate(b, &largest);
        if (isnan(largest))
            status = WD_ENOCONV;
    }
    if (status == WD_OK)
        status = accelerate(b, b->now);
    if (status != WD_OK)
        return *b->m->view->why ? *b->m->view->why : none;
    const char *fault = judge_rest(b);
    if (!fault)
        fault = largest > LAST_MOVE ? none : judge_wheels(b);
    return fault ? fault : judge_brakes(b);
}

const char *vehicle_balance(const struct view *view, double *y, struct vehicle_moment *m)
{
    const struct vehicle *v = view->course;
    struct root_state *root = (struct root_state *)(y + v->body[0].part->at.states);
    struct balance b = {.m = m};
    double error;
    const struct root_state given = *root;
    vehicle_lay_down(view, y, m);
    lay_out(&b, &v->linkage, m->room);
    memcpy(b.kept, m->state, linkage_states(&v->linkage) * sizeof *b.kept);
    memset(m->state + LINKAGE_VELOCITY, 0, 6 * sizeof *m->state);
    for (size_t j = 0; j < linkage_joints(&v->linkage); j++)
        m->state[LINKAGE_JOINT + 2 * j + 1] = m->brake[j].direction[0] = 0;
    memset(b.friction, 0, b.frictions * sizeof *b.friction);
    for (size_t w = 0; w < v->linkage.wheels; w++)
        m->grip[w] = (struct linkage_grip){.mode = LINKAGE_SLIP};
    const char *fault = "the wheels cannot all touch the ground";
    if (linkage_project_places(&v->linkage, &m->hold, m->state, &m->work, &error) == WD_OK)
        fault = find(&b);
    for (size_t j = 0; j < linkage_joints(&v->linkage); j++)
        m->state[LINKAGE_JOINT + 2 * j + 1] = b.kept[LINKAGE_JOINT + 2 * j + 1];
    vehicle_put_state(m, y);
    root->v = given.v;
    root->w = given.w;
    vehicle_open(view, y, m);
    return fault;
}
