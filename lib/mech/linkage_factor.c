/* SPDX-License-Identifier: MIT */
/* Factorisation of the mass matrix M = L L^T without forming M. From the leaves to the root, each
 * joint removes from the inertia of its subtree the part along its own screw and passes the rest to
 * the parent. This is a Cholesky factorisation of M with the joints numbered from the last to the
 * first, followed by the root. The work for a joint does not depend on how many joints lie between
 * this joint and the root.
 * Screws and loads refer to the root's centre of mass. */
#include "mech/linkage_parts.h"
#include "mech/linkage_pose.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

#include "mech/inertia.h"
#include "num/dense.h"

/* Relative to the inertia of a subtree with locked joints. The mass matrix counts as singular if
 * not more than this part of the inertia remains along the screw of the subtree's joint, or, for
 * the root, along any axis. */
#define ROUNDING 1e-13

/* Write the inertia of one body without its subtree to `to`. Returning the structure would copy it,
 * which takes longer. */
static void set_body_inertia(double mass, const struct linkage_link *link,
                             struct linkage_inertia *to)
{
    struct vec c = link->r, m = vec_scale(mass, c);
    struct sym J = sym_moved(&link->inertia, m, c);
    to->linear = (struct sym){.xx = mass, .yy = mass, .zz = mass};
    to->angular = J;
    to->mixed = (struct mat){{0, m.z, -m.y}, {-m.z, 0, m.x}, {m.y, -m.x, 0}};
    to->mass = mass;
    to->extent = J.xx + J.yy + J.zz;
}

static struct linkage_load momentum(const struct linkage_inertia *inertia,
                                    const struct linkage_screw *screw)
{
    const struct vec *w = &screw->angular, *v = &screw->linear;
    return (struct linkage_load){
        vec_add(sym_times(&inertia->linear, *v), mat_turn_back(&inertia->mixed, *w)),
        vec_add(sym_times(&inertia->angular, *w), mat_turn(&inertia->mixed, *v))};
}

/* Return a - v v^T. */
static struct sym sym_less(struct sym a, struct vec v)
{
    return (struct sym){.xx = a.xx - v.x * v.x,
                        .yy = a.yy - v.y * v.y,
                        .zz = a.zz - v.z * v.z,
                        .xy = a.xy - v.x * v.y,
                        .xz = a.xz - v.x * v.z,
                        .yz = a.yz - v.y * v.z};
}

/* Add the inertia of a child's subtree, minus the part along its joint's screw. This part is the
 * product of `pull`, a column of the factor, and its transpose. */
static void add_child(struct linkage_inertia *to, const struct linkage_inertia *from,
                      const struct linkage_load *pull)
{
    struct vec F = pull->force, T = pull->torque;
    const struct mat *a = &to->mixed, *b = &from->mixed;
    to->linear = sym_add(to->linear, sym_less(from->linear, F));
    to->angular = sym_add(to->angular, sym_less(from->angular, T));
    to->mixed = (struct mat){vec_add(a->x, vec_along(b->x, -F.x, T)),
                             vec_add(a->y, vec_along(b->y, -F.y, T)),
                             vec_add(a->z, vec_along(b->z, -F.z, T))};
    to->mass += from->mass;
    to->extent += from->extent;
}

/* Return a lower bound of the smallest eigenvalue of U^T U, for a 3 x 3 diagonal block U of the
 * factor, whose diagonal is stored as reciprocals. The bound is 1 over the sum of the squares of
 * the elements of U^-1, and at least a third of that eigenvalue. A pivot is not such a bound: it
 * may be much larger than the eigenvalue, if the eigenvector is not along the pivot's axis. */
static double eigenvalue_bound(const double *u)
{
    double a = u[0], b = u[7], c = u[14];
    double ab = -u[1] * a * b, bc = -u[8] * b * c, ac = (u[1] * u[8] * b - u[2]) * a * c;
    return 1 / (a * a + b * b + c * c + ab * ab + bc * bc + ac * ac);
}

/* Factorise the root's 6 x 6 inertia, upper triangle, velocity before angular velocity. */
static int factor_base(const struct linkage_inertia *all, double *base)
{
    const struct sym *m = &all->linear, *J = &all->angular;
    const struct mat *H = &all->mixed;
    base[0] = m->xx, base[1] = m->xy, base[2] = m->xz, vec_put(H->x, base + 3);
    base[7] = m->yy, base[8] = m->yz, vec_put(H->y, base + 9);
    base[14] = m->zz, vec_put(H->z, base + 15);
    base[21] = J->xx, base[22] = J->xy, base[23] = J->xz;
    base[28] = J->yy, base[29] = J->yz;
    base[35] = J->zz;
    return dense_cholesky(base, 6) && eigenvalue_bound(base) > ROUNDING * all->mass &&
           eigenvalue_bound(base + 21) > ROUNDING * all->extent;
}

int32_t linkage_factor(const struct linkage *linkage, struct linkage_work *work)
{
    return linkage_factor_step(linkage, 0, work);
}

void linkage_set_inertias(const struct linkage *linkage, const struct linkage_work *work,
                          struct linkage_inertia *inertia)
{
    for (size_t i = 0; i < linkage->bodies; i++)
        set_body_inertia(linkage->body[i].mass, &work->link[i], &inertia[i]);
}

int32_t linkage_factor_inertias(const struct linkage *linkage, double span,
                                struct linkage_work *work)
{
    struct linkage_inertia *inertia = work->inertia;
    for (size_t j = linkage_joints(linkage); j-- > 0;) {
        const struct linkage_inertia *child = &inertia[j + 1];
        const struct linkage_joint *joint = &linkage->body[j + 1].joint;
        struct linkage_arm *arm = &work->arm[j];
        const struct vec *w = &arm->screw.angular, *v = &arm->screw.linear;
        struct linkage_load p = momentum(child, &arm->screw);
        double own = load_power(&p, &arm->screw);
        own += span / 2 *
               (joint->damping + arm->damping + span / 2 * (joint->stiffness + arm->stiffness));
        double size = child->extent * vec_dot(*w, *w) + child->mass * vec_dot(*v, *v);
        if (!(own > ROUNDING * size)) {
            work->singular = j;
            return WD_ESINGULAR;
        }
        arm->root = 1 / sqrt(own);
        arm->pull =
            (struct linkage_load){vec_scale(arm->root, p.force), vec_scale(arm->root, p.torque)};
        add_child(&inertia[linkage->body[j + 1].parent], child, &arm->pull);
    }
    work->singular = linkage_joints(linkage);
    return factor_base(&inertia[0], work->base) ? (int32_t)WD_OK : (int32_t)WD_ESINGULAR;
}

/* True if a joint has added stiffness or damping. */
static int has_additions(const struct linkage *linkage, const struct linkage_work *work)
{
    for (size_t j = 0; j < linkage_joints(linkage); j++)
        if (work->arm[j].stiffness != 0 || work->arm[j].damping != 0)
            return 1;
    return 0;
}

int32_t linkage_factor_step(const struct linkage *linkage, double span, struct linkage_work *work)
{
    struct linkage_pose *pose = work->pose;
    int depends = span != 0 && has_additions(linkage, work);
    if (pose->factored && pose->span == span && !depends)
        return WD_OK;
    linkage_pose_lose_factor(work);
    linkage_set_inertias(linkage, work, work->inertia);
    int32_t status = linkage_factor_inertias(linkage, span, work);
    pose->factored = status == WD_OK && pose->placed && !depends;
    pose->span = span;
    return status;
}

void linkage_backward(const struct linkage *linkage, const struct linkage_work *work,
                      const double *entries, double *speeds)
{
    struct linkage_screw *change = work->change;
    memcpy(speeds, entries, 6 * sizeof *speeds);
    dense_backward(work->base, 6, 6, speeds);
    change[0] = (struct linkage_screw){vec_at(speeds + 3), vec_at(speeds)};
    for (size_t i = 1; i < linkage->bodies; i++) {
        const struct linkage_arm *arm = &work->arm[i - 1];
        const struct linkage_screw *parent = &change[linkage->body[i].parent];
        double rate = (entries[5 + i] - load_power(&arm->pull, parent)) * arm->root;
        speeds[5 + i] = rate;
        change[i] = screw_along(parent, rate, &arm->screw);
    }
}

/* Return the sum of gravity, the given load (if any) and the inertial load that the body has while
 * the speeds of root and joints are constant. The sum refers to the root's centre of mass. */
static struct linkage_load drive_body(const struct linkage_body *body,
                                      const struct linkage_link *link, struct vec gravity,
                                      const struct linkage_load *load)
{
    struct vec spin = vec_cross(link->W, sym_times(&link->inertia, link->W));
    struct vec force = vec_scale(body->mass, vec_sub(gravity, link->steady));
    struct vec torque = vec_add(sym_times(&link->inertia, link->bias.angular), spin);
    torque = vec_scale(-1, torque);
    if (load) {
        force = vec_add(force, load->force);
        torque = vec_add(torque, load->torque);
    }
    return load_from(link->r, force, torque);
}

void linkage_drive_bodies(const struct linkage *linkage, const struct linkage_drive *drive,
                          struct linkage_work *work)
{
    struct linkage_link *link = work->link;
    for (size_t i = 0; i < linkage->bodies; i++)
        link[i].load = drive_body(&linkage->body[i], &link[i], drive->gravity,
                                  drive->load ? &drive->load[i] : NULL);
}

void linkage_drive(const struct linkage *linkage, const double *state,
                   const struct linkage_drive *drive, struct linkage_work *work)
{
    struct linkage_link *link = work->link;
    linkage_drive_bodies(linkage, drive, work);
    for (size_t j = linkage_joints(linkage); j-- > 0;) {
        const struct linkage_joint *joint = &linkage->body[j + 1].joint;
        struct linkage_load *load = &link[j + 1].load,
                            *to = &link[linkage->body[j + 1].parent].load;
        const struct linkage_arm *arm = &work->arm[j];
        double effort = linkage_effort(joint, drive->effort[j], state + LINKAGE_JOINT + 2 * j);
        double entry = (effort + load_power(load, &arm->screw)) * arm->root;
        work->push[6 + j] = entry;
        *to = load_along(to, 1, load);
        *to = load_along(to, -entry, &arm->pull);
    }
    vec_put(link[0].load.force, work->push);
    vec_put(link[0].load.torque, work->push + 3);
    dense_forward(work->base, 6, 6, work->push);
}
