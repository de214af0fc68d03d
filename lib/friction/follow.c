/* SPDX-License-Identifier: MIT */
/* Follow a path of solutions to the solution of the problem, as Lemke's method does for linear
 * complementarity problems. A velocity is added to u:
 *
 *     u = W r + q + added
 *
 * There are two starts, each a solution with its own added velocity:
 * - The last iterate of Newton's method. The added velocity consists of its residuals.
 * - Open contacts. The added velocity opens all contacts and stops and makes all brakes slide.
 *   SATURATED elements exert no friction.
 *
 * The added velocity is then scaled down to 0, and the solutions on the way form a path. It is
 * followed in pieces along its tangent. A piece ends where an element changes its mode or a slip
 * has turned far. Where the path is curved, the end of a piece is not on the path. The added
 * velocity is then changed so that all equations hold there, and the path with this added velocity
 * is followed. A path may turn back: while the determinant of the Newton matrix is negative, the
 * added velocity grows along it. A compliance makes statically indeterminate forces unique. */
#include "friction/follow.h"
#include "friction/numbers.h"
#include "num/lu.h"

#include <string.h>

/* Compute p->u. p->path_u keeps W r + q, so that a change of the added velocity alone needs no
 * product with the matrix. */
static void update_velocities(struct path *path)
{
    struct friction_problem *p = path->p;
    size_t size = p->rows * sizeof *p->u;
    if (path->is_known) {
        memcpy(p->u, p->path_u, size);
    } else {
        friction_update_velocities(p);
        memcpy(p->path_u, p->u, size);
        path->is_known = 1;
    }
    dense_add(p->u, 1, path->added, p->rows);
}

/* ---- start ---- */

/* Direction of the added velocity in the first row of an element; 0 if it gets none. */
static double opening_side(const struct friction_problem *p, const struct friction_element *e)
{
    if (e->set == FRICTION_BAND)
        return p->b[e->row] < 0 ? -1 : 1;
    return e->set == FRICTION_STOP ? e->side : friction_has_cone(e) ? 1 : 0;
}

/* Set the mode of a SATURATED element from its demand. On the path the mode says where the law
 * changes: OPEN, where it has no friction, because the normal force is not positive; STICK, SLIP:
 * the demand is below or above the limit mu N. */
static void set_saturated_mode(struct friction_element *e)
{
    int slips = friction_length(e->demand[1], e->demand[2]) >= e->mu * e->demand[0];
    e->mode = !(e->demand[0] > 0) ? FRICTION_OPEN : slips ? FRICTION_SLIP : FRICTION_STICK;
}

/* Let a SATURATED element demand no friction, and the normal force that acts without the forces of
 * other elements. */
static void open_saturated(struct friction_problem *p, struct friction_element *e)
{
    e->demand[0] = -p->b[e->row] / friction_diagonal(p, e->row);
    e->demand[1] = e->demand[2] = 0;
    set_saturated_mode(e);
    saturated_evaluate(p, e);
}

/* Open the element, or let the brake slide, and set the forces of this mode. */
static void open_element(struct friction_problem *p, struct friction_element *e)
{
    if (e->set == FRICTION_SATURATED) {
        open_saturated(p, e);
        return;
    }
    e->expected = 0;
    e->mode = e->set == FRICTION_BAND ? FRICTION_SLIP : FRICTION_OPEN;
    if (e->set != FRICTION_SLIDING)
        e->direction[0] = e->direction[1] = 0;
    if (e->set == FRICTION_BAND)
        e->direction[0] = opening_side(p, e);
    if (friction_is_joint(e))
        p->r[e->row] = -e->limit * opening_side(p, e);
}

/* Open all elements, and set the added velocity that just keeps them open. Its entries increase
 * with the number of the element, or decrease if `reversed`, relative to the units of residuals,
 * because symmetric elements with equal entries would change their modes at the same point. */
static void open_all(struct path *path, int reversed)
{
    struct friction_problem *p = path->p;
    double most = 0;
    memset(p->r, 0, p->rows * sizeof *p->r);
    memset(path->added, 0, p->rows * sizeof *path->added);
    for (size_t i = 0; i < p->count; i++)
        if (p->element[i].set != FRICTION_FIRM)
            open_element(p, &p->element[i]);
    friction_update_velocities(p);
    for (size_t i = 0; i < p->count; i++) {
        const struct friction_element *e = &p->element[i];
        double side = opening_side(p, e);
        double part = (double)(reversed ? p->count - 1 - i : i) / (double)p->count;
        if (side == 0)
            continue;
        path->added[e->row] = side * p->unit[e->row] * (1 + part);
        most = num_fmax(most, -p->u[e->row] / path->added[e->row]);
    }
    for (size_t i = 0; i < p->rows; i++)
        path->added[i] *= most;
    update_velocities(path);
}

/* Start from the last iterate of Newton's method, with the modes that its projection gives.
 * absorb_residuals() then sets the added velocity. The friction of a contact that sticks may be
 * above its limit, because a projection that keeps the mode does not change the forces. */
static void start_from_iterate(struct path *path)
{
    struct friction_problem *p = path->p;
    memset(path->added, 0, p->rows * sizeof *path->added);
    update_velocities(path);
    if (friction_project(p) > 0) {
        path->is_known = 0;
        update_velocities(path);
    }
    for (size_t i = 0; i < p->count; i++)
        if (p->element[i].set == FRICTION_SATURATED)
            set_saturated_mode(&p->element[i]);
}

/* ---- the tangent ---- */

/* Subtract from the added velocity a velocity that the mode of the element does not allow, such as
 * that of an open contact into the ground. Such velocities arise where the path is curved. */
static void absorb_velocity(struct path *path, const struct friction_element *e)
{
    double *u = path->p->u + e->row, *added = path->added + e->row;
    double slip = friction_follow_turns(e) ? friction_along(e, path->p->u) : 0;
    if (e->set == FRICTION_BAND && e->mode == FRICTION_SLIP && u[0] * e->direction[0] < 0)
        added[0] -= u[0];
    else if (e->set == FRICTION_STOP && e->mode == FRICTION_OPEN && u[0] * e->side < 0)
        added[0] -= u[0];
    else if (friction_has_cone(e) && e->mode == FRICTION_OPEN && u[0] < 0)
        added[0] -= u[0];
    else if (friction_follow_turns(e) && e->mode == FRICTION_SLIP && slip < 0)
        added[1] -= slip * e->direction[0], added[2] -= slip * e->direction[1];
}

/* Change the added velocity so that all equations hold. */
static void absorb_residuals(struct path *path)
{
    struct friction_problem *p = path->p;
    for (size_t i = 0; i < p->unknowns; i++) {
        const struct friction_unknown *x = &p->unknown[i];
        double residual = friction_equation(p, x);
        for (size_t k = 0; k < (x->turns ? 3 : 1); k++)
            path->added[x->row + k] -= residual * (x->turns ? x->by[k] : 1);
    }
    for (size_t i = 0; i < p->count; i++)
        absorb_velocity(path, &p->element[i]);
    update_velocities(path);
}

/* Compute the tangent: the derivatives of the unknowns (p->change), of r (path->r) and of u
 * (path->u) along the path. */
static void find_tangent(struct path *path)
{
    struct friction_problem *p = path->p;
    memset(path->r, 0, p->rows * sizeof *path->r);
    for (size_t i = 0; i < p->rows; i++)
        path->u[i] = -path->side * path->added[i];
    for (size_t i = 0; i < p->unknowns; i++)
        p->change[i] = -friction_entry(&p->unknown[i], path->u);
    friction_solve_change(p);
    for (size_t i = 0; i < p->unknowns; i++)
        for (size_t k = 0; k < p->unknown[i].count; k++)
            path->r[p->unknown[i].first + k] += p->change[i] * p->unknown[i].by[k];
    for (size_t i = 0; i < p->rows; i++)
        path->u[i] += dense_dot(p->A + i * p->rows, path->r, p->rows);
}

/* ---- along the path ---- */

/* Move the forces of an element along the tangent. The force of a sliding contact turns with its
 * unprojected force (follow.h). */
static void move_element(struct path *path, struct friction_element *e, double length)
{
    double *r = path->p->r + e->row, z[2], rate[2];
    if (friction_follow_turns(e) && e->mode == FRICTION_SLIP) {
        friction_follow_unprojected(path, e, z, rate);
        friction_set_direction(e, -z[0] - length * rate[0], -z[1] - length * rate[1]);
    }
    for (size_t k = 0; k < friction_rows(e); k++)
        r[k] += length * path->r[e->row + k];
    if (friction_has_cone(e) && e->mode == FRICTION_SLIP)
        friction_set_sliding_force(path->p, e);
}

/* Move all forces and the added velocity along the tangent, and compute the velocities. */
static void move(struct path *path, double length)
{
    struct friction_problem *p = path->p;
    for (size_t i = 0; i < p->unknowns; i++) {
        struct friction_element *e = &p->element[p->unknown[i].element];
        if (e->set == FRICTION_SATURATED)
            e->demand[p->unknown[i].row - e->row] += length * p->change[i];
    }
    for (size_t i = 0; i < p->count; i++)
        if (p->element[i].set == FRICTION_SATURATED)
            saturated_evaluate(p, &p->element[i]);
        else if (p->element[i].set != FRICTION_FIRM)
            move_element(path, &p->element[i], length);
    path->is_known = 0;
    for (size_t i = 0; i < p->rows; i++)
        path->added[i] *= 1 - path->side * length;
    update_velocities(path);
}

/* Set the slip direction of a contact that starts to slip. If it closes, this is the direction of
 * its velocity; without slip velocity it sticks instead. If it stuck, this is the direction against
 * its friction force. */
static void start_slip(struct path *path, struct friction_element *e, enum friction_mode from)
{
    struct friction_problem *p = path->p;
    const double *u = p->u + e->row, *r = p->r + e->row;
    if (from == FRICTION_OPEN) {
        friction_set_direction(e, u[1], u[2]);
        if (friction_length(u[1], u[2]) <= FRICTION_PATH_STILL * p->unit[e->row + 1])
            e->mode = FRICTION_STICK;
        return;
    }
    if (!(r[0] > 0))
        r = path->r + e->row;
    friction_set_direction(e, -r[1], -r[2]);
    friction_set_sliding_force(p, e);
}

/* Set the normal force to 0 if the contact opens, and above 0 if it closes: the law has a kink
 * there, and rounding must not choose the side. */
static void change_saturated(struct path *path, struct friction_element *e, enum friction_mode from)
{
    struct friction_problem *p = path->p;
    double least = FRICTION_PATH_STILL * p->unit[e->row] / friction_diagonal(p, e->row);
    if (e->mode != FRICTION_OPEN && from != FRICTION_OPEN)
        return;
    e->demand[0] = e->mode == FRICTION_OPEN ? 0 : least;
    saturated_evaluate(p, e);
    update_velocities(path);
}

/* Give the element at the end of the piece its new mode, with the force and slip direction of the
 * point where the modes meet. */
static void change_mode(struct path *path, const struct piece *piece)
{
    struct friction_problem *p = path->p;
    struct friction_element *e = &p->element[piece->element];
    enum friction_mode from = e->mode;
    double *r = p->r + e->row;
    path->is_known = 0;
    e->mode = piece->mode;
    if (e->set == FRICTION_BAND && e->mode == FRICTION_SLIP) {
        e->direction[0] = path->r[e->row] > 0 ? -1 : 1;
        r[0] = -e->limit * e->direction[0];
    } else if (e->set == FRICTION_STOP && e->mode == FRICTION_OPEN) {
        r[0] = -e->limit * e->side;
    } else if (friction_has_cone(e) && e->mode == FRICTION_OPEN) {
        memset(r, 0, 3 * sizeof *r);
    } else if (e->set == FRICTION_SATURATED) {
        change_saturated(path, e, from);
    } else if (friction_follow_turns(e) && e->mode == FRICTION_SLIP) {
        start_slip(path, e, from);
    }
    if (e->mode != FRICTION_SLIP && e->set != FRICTION_SLIDING)
        e->direction[0] = e->direction[1] = 0;
}

/* Largest added velocity, relative to the units of residuals. */
static double largest_added(const struct path *path)
{
    const struct friction_problem *p = path->p;
    double most = 0;
    for (size_t i = 0; i < p->count; i++) {
        const struct friction_element *e = &p->element[i];
        const double *added = path->added + e->row, *unit = p->unit + e->row;
        if (e->set == FRICTION_FIRM)
            continue;
        most = num_fmax(most, fabs(added[0]) / unit[0]);
        if (friction_rows(e) == 3)
            most = num_fmax(most, friction_length(added[1], added[2]) / unit[1]);
    }
    return most;
}

/* Set the compliance of the matrix, relative to diagonal entries of W: the same in the normal rows
 * of all contacts with a cone (friction_largest_normal()), and in both tangential rows of a
 * contact. FIRM rows and the normal rows of SATURATED elements get none. */
static void set_compliance(struct path *path, double compliance)
{
    struct friction_problem *p = path->p;
    double normal = friction_largest_normal(p);
    path->compliance = compliance;
    path->is_known = 0;
    for (size_t i = 0; i < p->count; i++) {
        const struct friction_element *e = &p->element[i];
        size_t rows = e->set == FRICTION_FIRM ? 0 : friction_rows(e);
        for (size_t k = e->set == FRICTION_SATURATED ? 1 : 0; k < rows; k++) {
            double unit = friction_is_joint(e) ? friction_diagonal(p, e->row)
                          : k == 0             ? normal
                                               : friction_tangential_diagonal(p, e);
            size_t row = e->row + k;
            p->reduced[row * (p->rows + 1)] = p->kept_diagonal[row] + compliance * unit;
        }
    }
}

/* Move to the end of the next piece. Returns 0 if the path goes to infinity. */
static int follow_piece(struct path *path)
{
    struct friction_problem *p = path->p;
    path->side = lu_sign(p->matrix, p->unknowns, p->pivot);
    find_tangent(path);
    struct piece piece = friction_follow_piece(path);
    if (!isfinite(piece.length))
        return 0;
    move(path, piece.length);
    if (piece.element < p->count)
        change_mode(path, &piece);
    return 1;
}

/* True if modes and forces are those of an earlier point, the last one before which the number of
 * pieces was a power of two (Brent's method). */
static int has_returned(struct friction_problem *p, size_t pieces)
{
    double moved = 0, most = 0;
    size_t same = 0;
    while (pieces > 0 && same < p->count && p->element[same].mode == p->kept.element[same].mode)
        same++;
    for (size_t i = 0; same == p->count && i < p->rows; i++) {
        moved = num_fmax(moved, fabs(p->r[i] - p->kept.r[i]));
        most = num_fmax(most, fabs(p->r[i]));
    }
    if ((pieces & (pieces - 1)) == 0)
        friction_save_iterate(p, &p->kept);
    return same == p->count && moved <= FRICTION_ACCEPTED * most;
}

/* Follow the pieces until the added velocity is an accepted residual or the path goes to infinity,
 * in at most FRICTION_CONTINUATION rounds for each element and one more. A round with a singular
 * matrix increases the compliance instead. Returns 0 if the host stops the search, or if the path
 * returns to an earlier point: the correction of a curved path may lead to a closed one. */
static int follow(struct path *path)
{
    struct friction_problem *p = path->p;
    size_t pieces = 0;
    for (size_t k = 0; k < FRICTION_CONTINUATION * (1 + p->count); k++) {
        friction_list_unknowns(p);
        if (!friction_factor(p)) {
            if (interrupt_stopped(p->interrupt))
                return 0;
            set_compliance(path, path->compliance / FRICTION_STAGE);
            continue;
        }
        absorb_residuals(path);
        if (largest_added(path) <= FRICTION_ACCEPTED)
            return 1;
        if (has_returned(p, pieces++))
            return 0;
        if (!follow_piece(path))
            return 1;
    }
    return 1;
}

/* On the path p->A is a copy of the matrix with a compliance. Afterwards SATURATED elements get the
 * mode that they have outside this file. */
int friction_follow(struct friction_problem *p, enum friction_path from)
{
    struct path path = {.p = p, .side = 1, .added = p->added, .r = p->tangent_r, .u = p->tangent_u};
    const double *A = p->A;
    double added_compliance = p->added_compliance;
    for (size_t i = 0; i < p->rows; i++)
        p->kept_diagonal[i] = A[i * (p->rows + 1)];
    if (p->firm == 0)
        memcpy(p->reduced, A, p->rows * p->rows * sizeof *A);
    p->A = p->reduced;
    p->added_compliance = 0;
    set_compliance(&path, FRICTION_PATH_COMPLIANCE);
    if (from == FRICTION_PATH_FROM_ITERATE)
        start_from_iterate(&path);
    else
        open_all(&path, from == FRICTION_PATH_FROM_OPEN_REVERSED);
    int is_usable = follow(&path);
    set_compliance(&path, 0);
    p->A = A;
    p->added_compliance = added_compliance;
    for (size_t i = 0; i < p->count; i++)
        if (p->element[i].set == FRICTION_SATURATED)
            p->element[i].mode = FRICTION_STICK;
    return is_usable;
}
