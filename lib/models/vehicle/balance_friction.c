/* SPDX-License-Identifier: MIT */
/* The friction forces and brake torques of a static equilibrium, and the accelerations under them.
 */
#include "models/vehicle/balance.h"
#include "num/interrupt.h"
#include "num/svd.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* Singular value, as a fraction of the norm of the accelerations by unit forces of the contacts or
 * unit torques of the brakes, below which a combination of them counts as dependent on others. The
 * directions with stiffness have errors of about 1e-7, from differences. Tuned: in
 * test-vehicle-balance, -balance-ground, -tyre-balance and -tyre-facts all values are at most
 * 2.6e-8 or at least 9e-5. */
#define DEPENDENT 1e-6

/* Work units per speed of the accelerations of one state. */
enum { ACCELERATE_WORK = 100 };

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
    linkage_add_load(&m->load[body], vec_sub(at, m->work.link[body].r), force, torque);
}

int32_t balance_accelerate(struct balance *b, double *acceleration)
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
        if (interrupted(b->m->view->interrupt, ACCELERATE_WORK * b->n))
            return WD_EINTERRUPT;
        double before = b->friction[k];
        b->friction[k] += 1;
        status = balance_accelerate(b, b->beside);
        b->friction[k] = before;
        for (size_t i = 0; i < b->n; i++)
            b->by[i * f + k] = b->beside[i] - b->now[i];
    }
    return status;
}

/* Weight of friction k in the least-norm problem. For a tyre it is the square root of the load of
 * the tyre, relative to the mean load of all tyres, so that the sum of F^2/N is the least;
 * otherwise it is 1. */
static double weight_of(const struct balance *b, size_t k)
{
    const struct vehicle_eval *m = b->m;
    double sum = 0, tyres = 0;
    if (k >= 2 * b->contacts || !vehicle_law(m, k / 2)->loads)
        return 1;
    for (size_t w = 0; w < m->v->linkage.wheels; w++)
        if (vehicle_law(m, w)->loads)
            sum += m->tyres.tread[w].result.load, tyres++;
    double load = m->tyres.tread[k / 2].result.load;
    return load > 0 && sum > 0 ? sqrt(load * tyres / sum) : 0;
}

/* The friction of the contacts, or of the brakes; its arrays are parts of those of the balance. */
struct share {
    size_t first, count;
    double *left, *right, *sigma; /* rows x count, count x count, count */
    double size;                  /* norm of the accelerations */
};

/* Set `left` to the accelerations per weighted friction, without those that stiffness stops. */
static struct share share_of(struct balance *b, size_t first, size_t count, size_t rank)
{
    struct share share = {.first = first, .count = count};
    share.left = b->by_left + b->rows * first;
    share.right = b->by_right + first * first;
    share.sigma = b->by_sigma + first;
    for (size_t k = 0; k < count; k++) {
        double weight = weight_of(b, first + k);
        for (size_t i = 0; i < b->rows; i++)
            share.left[i * count + k] = weight * b->by[i * b->frictions + first + k];
        svd_project_out(b->stiffness, b->n, b->n, rank, share.left + k, count,
                        b->m->view->interrupt);
    }
    for (size_t i = 0; i < b->rows * count; i++)
        share.size += share.left[i] * share.left[i];
    share.size = sqrt(share.size);
    return share;
}

/* Add `sign` times the accelerations by the present friction to b->wanted. */
static void add_present(struct balance *b, const struct share *share, double sign)
{
    for (size_t k = 0; k < share->count; k++) {
        double weight = weight_of(b, share->first + k);
        double part = weight > 0 ? b->friction[share->first + k] / weight : 0;
        for (size_t i = 0; i < b->rows; i++)
            b->wanted[i] += sign * part * share->left[i * share->count + k];
    }
}

/* Factor `left`; returns the rank, or SIZE_MAX on failure. */
static size_t factor_share(const struct balance *b, const struct share *share)
{
    if (!svd_factor(share->left, b->rows, share->count, share->right, share->sigma,
                    b->m->view->interrupt))
        return SIZE_MAX;
    return svd_rank(share->sigma, share->count, DEPENDENT * share->size);
}

/* Set the least friction that causes the accelerations b->wanted. */
static void set_share(struct balance *b, const struct share *share, size_t rank)
{
    svd_solve(share->left, b->rows, share->count, share->right, share->sigma, rank, b->wanted,
              b->more, b->m->view->interrupt);
    for (size_t k = 0; k < share->count; k++)
        b->friction[share->first + k] = weight_of(b, share->first + k) * b->more[k];
}

int32_t balance_set_friction(struct balance *b, size_t rank)
{
    size_t n = b->n, c = 2 * b->contacts;
    int32_t status = differentiate_by_friction(b);
    if (status != WD_OK)
        return status;
    struct share contacts = share_of(b, 0, c, rank),
                 brakes = share_of(b, c, b->frictions - c, rank);
    memset(b->wanted, 0, b->rows * sizeof *b->wanted);
    for (size_t i = 0; i < n; i++)
        b->wanted[i] = -b->now[i];
    svd_project_out(b->stiffness, n, n, rank, b->wanted, 1, b->m->view->interrupt);
    add_present(b, &contacts, 1);
    add_present(b, &brakes, 1);
    size_t brake_rank = factor_share(b, &brakes);
    if (brake_rank == SIZE_MAX)
        return WD_ENOCONV;
    for (size_t k = 0; k < c; k++) /* what brakes can stop needs no contact */
        svd_project_out(brakes.left, b->rows, brakes.count, brake_rank, contacts.left + k, c,
                        b->m->view->interrupt);
    size_t contact_rank = factor_share(b, &contacts);
    if (contact_rank == SIZE_MAX)
        return WD_ENOCONV;
    set_share(b, &contacts, contact_rank);
    contacts = share_of(b, 0, c, rank);
    add_present(b, &contacts, -1);
    set_share(b, &brakes, brake_rank);
    return balance_accelerate(b, b->now);
}
