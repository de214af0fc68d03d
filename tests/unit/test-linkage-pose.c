/* SPDX-License-Identifier: MIT */
/* An evaluation of a linkage may reuse results of the evaluation before it (mech/linkage_pose.h).
 * Reused results must have the bits of computed ones. A random sequence of evaluations, many with
 * an operation that uses or replaces results, is made twice: `kept` keeps its memory, so it reuses
 * results; the memory of `fresh` is laid out again for each evaluation, and its results are
 * declared invalid before the operation. */
#include "linkage.h"
#include "tap.h"

#include "mech/linkage_parts.h"
#include "mech/linkage_pose.h"
#include "mech/linkage_project.h"

enum { MACHINES = 60, EVALUATIONS = 120, PARTS = 6, TREADS = 4, OPERATIONS = 7 };

static struct machine kept, fresh;
static struct linkage_grip grip[WHEELS];
static int held[BODIES], firm[WHEELS + BODIES];
static const struct linkage_hold hold = {.contact = grip, .held = held};
/* Evaluations before which places, factors, matrices, orders of rows, forces were valid. */
static size_t reused[5];

static void change_modes(double part)
{
    for (size_t w = 0; w < TREADS; w++)
        if (uniform(0, 1) < part)
            grip[w] = (struct linkage_grip){(int)uniform(0, 3), uniform(0, 0.5), {0.6, 0.8}};
    for (size_t j = 0; j < PARTS - 1; j++)
        if (uniform(0, 1) < part)
            held[j] = uniform(0, 1) < 0.3;
    for (size_t i = 0; i < TREADS + PARTS; i++)
        firm[i] = uniform(0, 1) < 0.2;
}

/* All contacts stick and no joint is held. With all wheels on the root, forces are distributed
 * without dependences of the rows, and can be used again. */
static void let_all_stick(void)
{
    for (size_t w = 0; w < TREADS; w++)
        grip[w].mode = LINKAGE_STICK;
    memset(held, 0, sizeof held);
}

/* Change nothing, the speeds, or one position to the next number above; or draw another state. */
static void change_state(double *state)
{
    double what = uniform(0, 4), *position = state + (size_t)uniform(0, LINKAGE_VELOCITY);
    if (uniform(0, 1) < 0.5)
        position = state + LINKAGE_JOINT + 2 * (size_t)uniform(0, PARTS - 1);
    if (what > 3)
        some_state(&kept, state);
    else if (what > 2)
        *position = nextafter(*position, 100);
    else if (what > 1)
        for (size_t i = LINKAGE_VELOCITY; i < LINKAGE_JOINT; i++)
            state[i] = uniform(-1, 1);
}

/* Results of an evaluation and its operation, besides those in the working memory. */
struct result {
    double force[ROWS_MOST], speeds[SPEEDS_MOST], state[STATES_MOST];
    int32_t status;
};

/* Replace the factor of the mass matrix by that of an implicit step of 0.01 s with a damper in the
 * first joint. */
static void factor_step(struct machine *m, struct result *r)
{
    m->work.arm[0].damping = 10;
    r->status = linkage_factor_step(&m->linkage, 0.01, &m->work);
    if (r->status == 0)
        linkage_choose(&m->linkage, &hold, &m->work);
}

/* Do one operation that needs or replaces results. */
static void operate(struct machine *m, int operation, struct result *r)
{
    struct linkage *linkage = &m->linkage;
    double error;
    if (operation == 0)
        r->status = linkage_solve(linkage, &hold, &m->work, r->force);
    else if (operation == 1)
        r->status = linkage_condense(linkage, firm, &m->work);
    else if (operation == 2)
        r->force[0] = linkage_regularity(linkage, &hold, &m->work);
    else if (operation == 3)
        r->status = linkage_project_speeds(linkage, &hold, r->state, &m->work, &error);
    else if (operation == 4)
        r->status = linkage_project_places(linkage, &hold, r->state, &m->work, &error);
    else if (operation == 5)
        factor_step(m, r);
    else
        linkage_place_root(linkage, r->state, &m->work);
}

/* Span of a step and damping added to the first joint; each is 0 in half of the evaluations. */
struct implicit {
    double span, damping;
};

/* Place the state, factorise, select rows and solve; then do the operation, if there is one. */
static void evaluate(struct machine *m, const double *state, const struct linkage_drive *drive,
                     struct implicit implicit, int operation, struct result *r)
{
    struct linkage *linkage = &m->linkage;
    memset(r, 0, sizeof *r);
    memcpy(r->state, state, linkage_states(linkage) * sizeof *state);
    linkage_place(linkage, state, &m->work);
    m->work.arm[0].damping = implicit.damping;
    r->status = linkage_factor_step(linkage, implicit.span, &m->work);
    if (r->status != 0)
        return;
    linkage_drive(linkage, state, drive, &m->work);
    linkage_choose(linkage, &hold, &m->work);
    r->status = linkage_balance(linkage, &hold, &m->work, r->force);
    if (r->status == 0)
        linkage_accelerate(linkage, &m->work, r->force, r->speeds);
    if (m == &fresh)
        linkage_pose_lose_places(&m->work);
    if (operation < OPERATIONS)
        operate(m, operation, r);
}

static int same(const double *a, const double *b, size_t n)
{
    return memcmp(a, b, n * sizeof *a) == 0;
}

/* True if the results and those in the working memories of `kept` and `fresh` have the same bits.
 */
static int agree(const struct result *a, const struct result *b)
{
    const struct linkage_work *x = &kept.work, *y = &fresh.work;
    size_t rows = x->rows, speeds = linkage_speeds(&kept.linkage);
    return a->status == b->status && rows == y->rows && x->active == y->active &&
           x->rank == y->rank && same(a->force, b->force, ROWS_MOST) &&
           same(a->speeds, b->speeds, speeds) && same(a->state, b->state, STATES_MOST) &&
           memcmp(x->link, y->link, PARTS * sizeof *x->link) == 0 &&
           same(x->matrix, y->matrix, rows * rows) && same(x->free, y->free, rows) &&
           same(x->y_base, y->y_base, 6 * rows) && same(x->base, y->base, 36) &&
           memcmp(x->order, y->order, x->active * sizeof *x->order) == 0 &&
           same(x->scale, y->scale, x->active);
}

static void count_reused(const double *state)
{
    const struct linkage_pose *pose = kept.work.pose;
    if (!linkage_pose_is_at(&kept.linkage, state, &kept.work))
        return;
    reused[0]++;
    reused[1] += pose->factored != 0;
    reused[2] += pose->coupled != 0;
    reused[3] += pose->ranked != 0;
    reused[4] += pose->shared != 0;
}

static int compare_sequence(void)
{
    static struct result a, b;
    double state[STATES_MOST] = {0}, effort[BODIES] = {0};
    struct linkage_drive drive = {some_vec(10), effort, NULL};
    int differences = 0, on_root = uniform(0, 1) < 0.7;
    memset(&kept, 0, sizeof kept);
    some_machine(&kept, PARTS, TREADS);
    for (size_t w = 0; on_root && w < TREADS; w++)
        kept.wheel[w].body = 0;
    machine_carve(&kept);
    some_state(&kept, state);
    change_modes(1);
    for (int k = 0; k < EVALUATIONS; k++) {
        int operation = (int)uniform(0, 2 * OPERATIONS);
        int same_load = uniform(0, 1) < 0.5;
        struct implicit implicit = {uniform(0, 1) < 0.5 ? 0.02 : 0, uniform(0, 1) < 0.5 ? 10 : 0};
        drive.gravity = same_load ? drive.gravity : some_vec(10);
        for (size_t j = 0; j < PARTS - 1 && !same_load; j++)
            effort[j] = uniform(-1, 1);
        change_state(state);
        if (uniform(0, 1) < 0.5)
            change_modes(0.3);
        if (on_root && uniform(0, 1) < 0.7)
            let_all_stick();
        fresh.linkage = kept.linkage;
        memcpy(fresh.body, kept.body, sizeof fresh.body);
        memcpy(fresh.wheel, kept.wheel, sizeof fresh.wheel);
        machine_carve(&fresh);
        linkage_reset(&kept.linkage, &kept.work);
        count_reused(state);
        evaluate(&kept, state, &drive, implicit, operation, &a);
        evaluate(&fresh, state, &drive, implicit, operation, &b);
        differences += !agree(&a, &b);
    }
    return differences;
}

int main(void)
{
    static const char *const what[] = {"places", "factors", "matrices", "orders of rows",
                                       "distributions of forces"};
    int differences = 0;
    for (int k = 0; k < MACHINES; k++)
        differences += compare_sequence();
    check(differences == 0, "%d of %d evaluations in kept and in fresh memory differ", differences,
          MACHINES * EVALUATIONS);
    for (int k = 0; k < 5; k++)
        check(reused[k] > 100, "%d times %s could be reused", (int)reused[k], what[k]);
    return done();
}
