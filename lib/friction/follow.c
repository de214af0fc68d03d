/* SPDX-License-Identifier: MIT */
/* Follow a path of solutions from open contacts to the solution of the problem, as Lemke's method
 * does for linear complementarity problems. A velocity is added to u which opens all contacts and
 * stops and keeps all brakes sliding:
 *
 *     u = W r + q + added
 *
 * At the start the solution has no contact forces. The added velocity is then scaled down to 0,
 * and the solutions on the way form a path, which is smooth between two changes of modes. The path
 * is followed along its tangent up to the first change, where one element changes its mode. It then
 * continues in the direction in which this element obeys its new mode; the added velocity may grow
 * in this direction. Where the path is curved, the end of a tangent is not on the path. The added
 * velocity is then changed so that all equations hold there, and a path with this added velocity is
 * followed. A compliance makes statically indeterminate forces unique. */
#include "friction/follow.h"
#include "friction/numbers.h"

#include <string.h>

/* Compute p->u from the forces, or from the velocities of the same forces with another added
 * velocity. */
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

/* Open the element, or let the brake slide, and set the forces of this mode. */
static void open_element(struct friction_problem *p, struct friction_element *e)
{
    /* Small, but above 0, so that the slip direction of a contact that closes can turn
     * (friction_turning_limit()). */
    if (friction_has_cone(e))
        e->expected = FRICTION_PATH_STILL * p->unit[e->row] / friction_diagonal(p, e->row);
    e->mode = e->set == FRICTION_BAND ? FRICTION_SLIP : FRICTION_OPEN;
    if (e->set != FRICTION_SLIDING)
        e->direction[0] = e->direction[1] = 0;
    if (e->set == FRICTION_BAND)
        e->direction[0] = opening_side(p, e);
    if (friction_is_joint(e))
        p->r[e->row] = -e->limit * opening_side(p, e);
}

/* Open all elements. Their added velocities differ, lest symmetric elements change their modes
 * together: relative to the units of residuals they increase with the number of the element, or
 * decrease if `reversed`. */
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
        double part = (double)(reversed ? p->count - i : i) / (double)p->count;
        if (side == 0)
            continue;
        path->added[e->row] = side * p->unit[e->row] * (1 + part);
        most = num_fmax(most, -p->u[e->row] / path->added[e->row]);
    }
    for (size_t i = 0; i < p->rows; i++)
        path->added[i] *= most;
    update_velocities(path);
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

/* Change the added velocity such that all equations hold. */
static void absorb_residuals(struct path *path)
{
    struct friction_problem *p = path->p;
    for (size_t i = 0; i < p->unknowns; i++) {
        const struct friction_unknown *x = &p->unknown[i];
        double residual = friction_entry(x, p->u);
        for (size_t k = 0; k < (x->turns ? 3 : 1); k++)
            path->added[x->row + k] -= residual * (x->turns ? x->by[k] : 1);
    }
    for (size_t i = 0; i < p->count; i++)
        absorb_velocity(path, &p->element[i]);
    update_velocities(path);
}

/* Compute the tangent: p->change, path->r and path->u. */
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

/* Rate, along the tangent, at which an element that has just changed its mode from `from` moves
 * into its new mode; negative if it violates this mode. */
static double entering_rate(const struct path *path, const struct friction_element *e,
                            enum friction_mode from)
{
    const double *r = path->r + e->row, *u = path->u + e->row, *now = path->p->r + e->row;
    if (e->set == FRICTION_BAND)
        return e->mode == FRICTION_SLIP ? e->direction[0] * u[0] : -r[0] * now[0];
    if (e->set == FRICTION_STOP)
        return e->side * (e->mode == FRICTION_OPEN ? u[0] : r[0]);
    if (e->mode == FRICTION_OPEN)
        return u[0];
    if (from == FRICTION_OPEN)
        return r[0];
    if (e->mode == FRICTION_SLIP)
        return friction_along(e, path->u);
    return e->mu * r[0] - (now[1] * r[1] + now[2] * r[2]) / friction_length(now[1], now[2]);
}

/* ---- along the path ---- */

static void move(struct path *path, double length)
{
    struct friction_problem *p = path->p;
    friction_apply(p, length);
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
        if (friction_has_cone(e))
            most = num_fmax(most, friction_length(added[1], added[2]) / unit[1]);
    }
    return most;
}

/* True if the contact has changed from slip to stick, although its slip velocity does not reach 0
 * but passes it at a distance: its direction has turned by more than rounding. */
static int has_passed(const struct path *path, size_t element, enum friction_mode from)
{
    const struct friction_element *e = &path->p->element[element];
    return friction_follow_turns(e) && from == FRICTION_SLIP && e->mode == FRICTION_STICK &&
           path->turn > FRICTION_PATH_STILL && path->passes != element;
}

static void save(struct path *path)
{
    struct friction_problem *p = path->p;
    friction_save_iterate(p);
    memcpy(p->kept_added, path->added, p->rows * sizeof *path->added);
}

static void restore(struct path *path)
{
    struct friction_problem *p = path->p;
    friction_restore_iterate(p);
    path->is_known = 0;
    memcpy(path->added, p->kept_added, p->rows * sizeof *path->added);
    update_velocities(path);
}

/* Add a compliance to the matrix: the same one in all normal rows, so that statically indeterminate
 * normal forces are those of the least sum of squares, and the same one in both tangential rows. */
static void set_compliance(struct path *path, double compliance)
{
    struct friction_problem *p = path->p;
    double normal = friction_largest_normal(p);
    path->compliance = compliance;
    path->is_known = 0;
    for (size_t i = 0; i < p->count; i++) {
        const struct friction_element *e = &p->element[i];
        for (size_t k = 0; e->set != FRICTION_FIRM && k < friction_rows(e); k++) {
            double unit = friction_is_joint(e) ? friction_diagonal(p, e->row)
                          : k == 0             ? normal
                                               : friction_tangential_diagonal(p, e);
            size_t row = e->row + k;
            p->reduced[row * (p->rows + 1)] = p->kept_diagonal[row] + compliance * unit;
        }
    }
}

/* Find the tangent. If it leads against a mode that has just changed, follow it in the opposite
 * direction. But if this mode is the stick of a contact whose slip passes by 0 (has_passed()), undo
 * the last piece and return 0: the caller repeats it without this stick. Otherwise return 1. */
static int start_piece(struct path *path, struct piece *last, enum friction_mode from)
{
    struct friction_problem *p = path->p;
    find_tangent(path);
    if (last->element == p->count || entering_rate(path, &p->element[last->element], from) >= 0)
        return 1;
    if (has_passed(path, last->element, from)) {
        restore(path);
        path->passes = last->element;
        last->element = p->count;
        return 0;
    }
    path->side = -path->side;
    find_tangent(path);
    return 1;
}

/* Follow all pieces. Returns 1 if the path has led to an added velocity of 0. */
static int follow(struct path *path)
{
    struct friction_problem *p = path->p;
    struct piece piece = {0, p->count, FRICTION_OPEN};
    enum friction_mode from = FRICTION_OPEN;
    double start = largest_added(path);
    for (size_t k = 0; k < FRICTION_PIECES * (1 + p->count); k++) {
        friction_list_unknowns(p);
        if (!friction_factor(p)) {
            set_compliance(path, path->compliance / HOMOTOPY_STAGE);
            continue;
        }
        absorb_residuals(path);
        double left = largest_added(path);
        if (left <= FRICTION_GOAL || left > FRICTION_PATH_AWAY * start)
            return left <= FRICTION_GOAL;
        if (!start_piece(path, &piece, from))
            continue;
        piece = friction_follow_piece(path);
        if (!isfinite(piece.length))
            return 0;
        path->passes = p->count;
        save(path);
        move(path, piece.length);
        if (piece.element == p->count)
            continue;
        from = p->element[piece.element].mode;
        change_mode(path, &piece);
    }
    return 0;
}

int friction_follow(struct friction_problem *p, int reversed)
{
    struct path path = {.p = p,
                        .side = 1,
                        .added = p->added,
                        .r = p->tangent_r,
                        .u = p->tangent_u,
                        .passes = p->count};
    const double *A = p->A;
    double added_compliance = p->added_compliance;
    for (size_t i = 0; i < p->rows; i++)
        p->kept_diagonal[i] = A[i * (p->rows + 1)];
    for (size_t i = 0; i < p->count; i++)
        p->kept_expected[i] = p->element[i].expected;
    if (p->firm == 0)
        memcpy(p->reduced, A, p->rows * p->rows * sizeof *A);
    p->A = p->reduced;
    p->added_compliance = 0;
    set_compliance(&path, FRICTION_PATH_COMPLIANCE);
    open_all(&path, reversed);
    int found = follow(&path);
    set_compliance(&path, 0);
    for (size_t i = 0; i < p->count; i++)
        p->element[i].expected = p->kept_expected[i];
    p->A = A;
    p->added_compliance = added_compliance;
    return found;
}
