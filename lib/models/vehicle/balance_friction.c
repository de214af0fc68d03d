/* SPDX-License-Identifier: MIT */
/* The friction forces and brake torques of a static equilibrium, and the accelerations under them.
 *
 * In a free motion springs, weights and normal forces have no stiffness, so friction and brakes
 * must balance the power of these forces. Friction and brakes act as dampers would: their forces
 * are F = W G v, with the velocities v of one free motion, its slip velocities G v and weights W.
 * Of all forces that balance this power in every free motion, these have the least sum of F^2/W. A
 * brake has no torque if no free motion turns its joint. */
#include "models/vehicle/balance.h"
#include "num/elementary.h"
#include "num/interrupt.h"
#include "num/svd.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

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
    if (status != WD_OK)
        return status;
    linkage_accelerate(linkage, &m->work, m->force, acceleration);
    for (size_t i = 0; i < b->n; i++)
        if (!isfinite(acceleration[i])) {
            *m->view->why = "the forces of springs and tyres near the start are not finite";
            return WD_ENOCONV;
        }
    return WD_OK;
}

/* ---- slip velocities of free motions ---- */

/* The load of a tyre or of an ideal wheel; the friction limit of another contact. */
static double capacity_of(const struct balance *b, size_t c)
{
    double limit, load = balance_load(b, c, &limit);
    return vehicle_law(b->m, c)->loads || !isfinite(limit) ? load : limit;
}

/* Mean capacity of the closed contacts on tyres or, if `on_tyres` is 0, of the other closed
 * contacts; 0 unless each of them has a capacity above 0. */
static double mean_capacity(const struct balance *b, int on_tyres)
{
    double sum = 0, least = INFINITY;
    size_t count = 0;
    for (size_t c = 0; c < b->m->work.contacts; c++) {
        if (vehicle_law(b->m, c)->loads != on_tyres || !(balance_most(b, 2 * c) > 0))
            continue;
        double capacity = capacity_of(b, c);
        sum += capacity;
        least = num_fmin(least, capacity);
        count++;
    }
    return count > 0 && least > 0 ? sum / (double)count : 0;
}

/* Set the square roots of the weights W. Where friction must be zero, W is 0. For contacts on
 * tyres, or in a vehicle without tyres for all contacts, W is the capacity relative to the mean
 * capacity. Otherwise W is 1, also for these contacts if the search still lifts one of them off the
 * ground, because loads are then no measure of the friction. */
static void set_weights(struct balance *b)
{
    const struct vehicle_eval *m = b->m;
    int on_tyres = m->v->on_tyres > 0;
    double mean = mean_capacity(b, on_tyres);
    for (size_t k = 0; k < b->frictions; k++) {
        int acts = balance_most(b, k) > 0;
        int weighs =
            acts && k < 2 * b->contacts && mean > 0 && vehicle_law(m, k / 2)->loads == on_tyres;
        b->weight[k] = acts ? sqrt(weighs ? capacity_of(b, k / 2) / mean : 1) : 0;
    }
}

/* Give the vehicle the speeds of a free motion, projected onto the contacts. */
static int32_t set_free_motion(struct balance *b, size_t column)
{
    struct vehicle_eval *m = b->m;
    const struct linkage *linkage = &m->v->linkage;
    double *spin = m->state + LINKAGE_SPIN;
    for (size_t i = 0; i < b->n; i++)
        m->state[linkage_speed_at(i)] = b->right[i * b->n + column];
    vec_put(mat_turn_back(&m->work.link[0].R, vec_at(spin)), spin);
    linkage_place_speeds(linkage, m->state, &m->work);
    int32_t status = linkage_project_speeds(linkage, &m->hold, m->state, &m->work, NULL);
    linkage_place_speeds(linkage, m->state, &m->work);
    return status;
}

/* Slip velocity, or rate of the joint, against which friction k acts. */
static double slip_of(const struct balance *b, size_t k)
{
    struct vehicle_eval *m = b->m;
    size_t c = k / 2;
    if (k >= 2 * b->contacts)
        return vehicle_joint(m, k - 2 * b->contacts)->rate;
    if (!vehicle_law(m, c)->loads)
        return m->work.contact[c].speed[1 + k % 2];
    vehicle_find_tread(m, c);
    const struct vehicle_tread *tread = &m->tyres.tread[c];
    if (k % 2)
        return tread->motion.side;
    return tread->motion.forward - tread->result.rolling_radius * tread->motion.spin;
}

/* Set the slips of `count` free motions, times the square roots of the weights: b->slip of contacts
 * and b->slip_basis of brakes, with a column for each motion. */
static int32_t measure_slips(struct balance *b, size_t count)
{
    size_t contacts = 2 * b->contacts;
    int32_t status = WD_OK;
    memset(b->slip, 0, b->rows * count * sizeof *b->slip);
    memset(b->slip_basis, 0, b->rows * count * sizeof *b->slip_basis);
    for (size_t i = 0; status == WD_OK && i < count; i++) {
        if (interrupted(b->m->view->interrupt, VEHICLE_BODY_WORK * b->m->v->linkage.bodies))
            return WD_EINTERRUPT;
        status = set_free_motion(b, b->n - count + i);
        for (size_t k = 0; k < b->frictions; k++) {
            double *row =
                k < contacts ? b->slip + k * count : b->slip_basis + (k - contacts) * count;
            row[i] = b->weight[k] > 0 ? b->weight[k] * slip_of(b, k) : 0;
        }
    }
    vehicle_halt(b->m);
    return status;
}

/* ---- basis of the friction: forces along independent slips of free motions ---- */

/* Replace slips by orthonormal ones that span them; returns how many, or SIZE_MAX on failure. */
static size_t factor_slips(struct balance *b, double *slip, size_t columns)
{
    if (!svd_factor(slip, b->rows, columns, b->slip_right, b->slip_sigma, b->m->view->interrupt))
        return SIZE_MAX;
    return svd_rank(b->slip_sigma, columns, VEHICLE_DEPENDENT);
}

/* After factor_slips(b->slip_basis): set b->slip_basis to the slips of contacts in the `rest`
 * combinations of free motions that turn no brake. */
static void release_brakes(struct balance *b, size_t count, size_t rest)
{
    memset(b->slip_basis, 0, b->rows * rest * sizeof *b->slip_basis);
    for (size_t k = 0; k < 2 * b->contacts; k++)
        for (size_t i = 0; i < count; i++)
            for (size_t l = 0; l < rest; l++)
                b->slip_basis[k * rest + l] +=
                    b->slip[k * count + i] * b->slip_right[(i + 1) * count - rest + l];
}

/* Append the first `count` columns of b->slip_basis, as frictions first ... end - 1, to the basis.
 */
static void append_frictions(struct balance *b, size_t first, size_t end, size_t columns,
                             size_t count)
{
    for (size_t k = first; k < end; k++)
        for (size_t i = 0; i < count; i++)
            b->friction_basis[k * b->n + b->basis_count + i] =
                b->weight[k] * b->slip_basis[(k - first) * columns + i];
    b->basis_count += count;
}

/* Set b->friction_basis: first torques of brakes for the motions that turn brakes, then forces of
 * contacts for the motions that turn no brake. count: number of free motions. */
static int32_t find_friction_basis(struct balance *b, size_t count)
{
    size_t contacts = 2 * b->contacts;
    set_weights(b);
    int32_t status = measure_slips(b, count);
    if (status != WD_OK)
        return status;
    memset(b->friction_basis, 0, b->frictions * b->n * sizeof *b->friction_basis);
    b->basis_count = 0;
    size_t braked = factor_slips(b, b->slip_basis, count);
    if (braked == SIZE_MAX)
        return WD_ENOCONV;
    append_frictions(b, contacts, b->frictions, count, braked);
    release_brakes(b, count, count - braked);
    size_t slipping = factor_slips(b, b->slip_basis, count - braked);
    if (slipping == SIZE_MAX)
        return WD_ENOCONV;
    append_frictions(b, 0, contacts, count - braked, slipping);
    return WD_OK;
}

/* ---- amount of each column of the basis ---- */

/* Add to the friction `factor` times column i of the basis. */
static void add_column(struct balance *b, size_t i, double factor)
{
    for (size_t k = 0; k < b->frictions; k++)
        b->friction[k] += factor * b->friction_basis[k * b->n + i];
}

/* Replace the friction by the nearest one that the basis spans. */
static void project_friction(struct balance *b)
{
    memcpy(b->before, b->friction, b->frictions * sizeof *b->friction);
    memset(b->friction, 0, b->frictions * sizeof *b->friction);
    for (size_t i = 0; i < b->basis_count; i++) {
        double amount = 0;
        for (size_t k = 0; k < b->frictions; k++)
            if (b->weight[k] > 0)
                amount +=
                    b->friction_basis[k * b->n + i] * b->before[k] / (b->weight[k] * b->weight[k]);
        add_column(b, i, amount);
    }
}

/* Set column i of b->effect to the accelerations by column i of the basis, as a unit vector, and
 * scale that column accordingly; then project out the accelerations that stiffness stops. */
static int32_t find_effect(struct balance *b, size_t i)
{
    size_t n = b->n;
    double square = 0;
    if (interrupted(b->m->view->interrupt, VEHICLE_BODY_WORK * b->m->v->linkage.bodies))
        return WD_EINTERRUPT;
    memcpy(b->before, b->friction, b->frictions * sizeof *b->friction);
    add_column(b, i, 1);
    int32_t status = balance_accelerate(b, b->changed_acceleration);
    memcpy(b->friction, b->before, b->frictions * sizeof *b->friction);
    for (size_t l = 0; l < n; l++) {
        double by = b->changed_acceleration[l] - b->acceleration[l];
        b->effect[l * b->basis_count + i] = by;
        square += by * by;
    }
    double per_size = square > 0 ? 1 / sqrt(square) : 0;
    for (size_t l = 0; l < n; l++)
        b->effect[l * b->basis_count + i] *= per_size;
    for (size_t k = 0; k < b->frictions; k++)
        b->friction_basis[k * n + i] *= per_size;
    svd_project_out(b->stiffness, n, n, b->rank, b->effect + i, b->basis_count,
                    b->m->view->interrupt);
    return status;
}

int32_t balance_set_friction(struct balance *b)
{
    size_t n = b->n;
    struct interrupt *interrupt = b->m->view->interrupt;
    int32_t status = find_friction_basis(b, n - b->rank);
    if (status != WD_OK)
        return status;
    project_friction(b);
    status = balance_accelerate(b, b->acceleration);
    for (size_t i = 0; status == WD_OK && i < b->basis_count; i++)
        status = find_effect(b, i);
    if (status != WD_OK)
        return status;
    for (size_t i = 0; i < n; i++)
        b->required[i] = -b->acceleration[i];
    svd_project_out(b->stiffness, n, n, b->rank, b->required, 1, interrupt);
    if (!svd_factor(b->effect, n, b->basis_count, b->slip_right, b->slip_sigma, interrupt))
        return WD_ENOCONV;
    svd_solve(b->effect, n, b->basis_count, b->slip_right, b->slip_sigma,
              svd_rank(b->slip_sigma, b->basis_count, VEHICLE_DEPENDENT), b->required, b->amount,
              interrupt);
    for (size_t i = 0; i < b->basis_count; i++)
        add_column(b, i, b->amount[i]);
    return balance_accelerate(b, b->acceleration);
}
