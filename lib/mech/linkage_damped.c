/* SPDX-License-Identifier: MIT */
/* Motion in a time step in which rows act as dampers: row i has the conductance g_i, the impulse in
 * the step per velocity along the row, and the Jacobian C_i. M is the mass matrix of the step. The
 * matrix M + sum_i g_i C_i^T C_i is factorised like M alone (linkage_factor.c), because row i acts
 * on one body: g_i C_i^T C_i is an inertia of that body. */
#include "mech/linkage_parts.h"
#include "mech/linkage_pose.h"

#include <string.h>
#include <wheeldyn/wheeldyn.h>

#include "mech/inertia.h"
#include "num/dense.h"

void linkage_damped_begin(const struct linkage *linkage, const double *state,
                          const struct linkage_drive *drive, struct linkage_work *work)
{
    struct linkage_link *link = work->link;
    linkage_set_inertias(linkage, work, work->own);
    linkage_drive_bodies(linkage, drive, work);
    for (size_t j = linkage_joints(linkage); j-- > 0;) {
        const struct linkage_body *body = &linkage->body[j + 1];
        const struct linkage_load *load = &link[j + 1].load;
        double effort =
            linkage_effort(&body->joint, drive->effort[j], state + LINKAGE_JOINT + 2 * j);
        work->drive[6 + j] = effort + load_power(load, &work->arm[j].screw);
        link[body->parent].load = load_along(&link[body->parent].load, 1, load);
    }
    vec_put(link[0].load.force, work->drive);
    vec_put(link[0].load.torque, work->drive + 3);
}

/* Return a + g v v^T. */
static struct sym sym_with(struct sym a, double g, struct vec v)
{
    struct vec w = vec_scale(g, v);
    return (struct sym){.xx = a.xx + w.x * v.x,
                        .yy = a.yy + w.y * v.y,
                        .zz = a.zz + w.z * v.z,
                        .xy = a.xy + w.x * v.y,
                        .xz = a.xz + w.x * v.z,
                        .yz = a.yz + w.y * v.z};
}

/* Add the inertia g C^T C of a row with this load per unit force. */
static void add_damper(double g, const struct linkage_load *row, struct linkage_inertia *to)
{
    struct vec F = vec_scale(g, row->force), T = row->torque;
    to->linear = sym_with(to->linear, g, row->force);
    to->angular = sym_with(to->angular, g, T);
    to->mixed = (struct mat){vec_along(to->mixed.x, F.x, T), vec_along(to->mixed.y, F.y, T),
                             vec_along(to->mixed.z, F.z, T)};
}

int32_t linkage_damped_factor(const struct linkage *linkage, double span, const double *conductance,
                              struct linkage_work *work)
{
    linkage_pose_lose_factor(work);
    memcpy(work->inertia, work->own, linkage->bodies * sizeof *work->own);
    for (size_t i = 0; i < work->rows; i++)
        if (conductance[i] != 0)
            add_damper(conductance[i], &work->row[i].load, &work->inertia[work->row[i].body]);
    return linkage_factor_inertias(linkage, span, work);
}

/* Set the entries to L^-1 times the sum of the stored loads (work->drive) times span and of the
 * loads of bodies in work->link. */
static void forward(const struct linkage *linkage, double span, struct linkage_work *work,
                    double *entries)
{
    struct linkage_link *link = work->link;
    for (size_t j = linkage_joints(linkage); j-- > 0;) {
        const struct linkage_arm *arm = &work->arm[j];
        struct linkage_load *load = &link[j + 1].load,
                            *to = &link[linkage->body[j + 1].parent].load;
        double entry = (span * work->drive[6 + j] + load_power(load, &arm->screw)) * arm->root;
        entries[6 + j] = entry;
        *to = load_along(to, 1, load);
        *to = load_along(to, -entry, &arm->pull);
    }
    vec_put(vec_along(link[0].load.force, span, vec_at(work->drive)), entries);
    vec_put(vec_along(link[0].load.torque, span, vec_at(work->drive + 3)), entries + 3);
    dense_forward(work->base, 6, 6, entries);
}

static void clear_loads(const struct linkage *linkage, struct linkage_work *work)
{
    for (size_t i = 0; i < linkage->bodies; i++)
        work->link[i].load = (struct linkage_load){{0, 0, 0}, {0, 0, 0}};
}

/* Compute the velocities along the rows by the screws in work->change. */
static void read_rows(const struct linkage_work *work, double *along)
{
    for (size_t i = 0; i < work->rows; i++)
        along[i] = load_power(&work->row[i].load, &work->change[work->row[i].body]);
}

void linkage_damped_solve(const struct linkage *linkage, double span, const double *impulse,
                          struct linkage_work *work, double *change, double *along)
{
    clear_loads(linkage, work);
    for (size_t i = 0; i < work->rows; i++) {
        struct linkage_load *load = &work->link[work->row[i].body].load;
        *load = load_along(load, impulse[i], &work->row[i].load);
    }
    forward(linkage, span, work, work->entries);
    linkage_backward(linkage, work, work->entries, change);
    read_rows(work, along);
}

void linkage_damped_along(const struct linkage *linkage, const double *change,
                          struct linkage_work *work, double *along)
{
    struct linkage_screw *screw = work->change;
    screw[0] = (struct linkage_screw){vec_at(change + 3), vec_at(change)};
    for (size_t i = 1; i < linkage->bodies; i++)
        screw[i] =
            screw_along(&screw[linkage->body[i].parent], change[5 + i], &work->arm[i - 1].screw);
    read_rows(work, along);
}

void linkage_damped_leave(const struct linkage *linkage, struct linkage_work *work)
{
    clear_loads(linkage, work);
    forward(linkage, 1, work, work->push);
}
