/* SPDX-License-Identifier: MIT */
/* Properties of every vehicle, checked on random ones with ideal or relaxed wheels. The motion is
 * the same for the mirror image, at another place and heading, with the parts in another order,
 * with rigidly joined bodies merged, and with other axes of balls. Energies balance, and momenta
 * are constant in free flight. */
#include "forest.h"
#include "vehicle.h"

#include <stdlib.h>

enum { TREES = 150, SIZE = 6, NUMBERS = 6 };

static struct tree tree, other;
static double worst; /* largest difference of compared numbers so far, relative to their scale */

static const char *const motion[] = {"x", "y", "z", "vx", "vy", "vz"};

static void compare_numbers(double a, double b, double scale)
{
    worst = fmax(worst, fabs(a - b) / scale);
}

/* ---- transformed vehicles with the same motion ---- */

static const double turned_by = 0.9, moved_by[] = {3, -2};

static void mirror_three(double *polar)
{
    polar[1] = -polar[1];
}

static void mirror_axial(double *axial)
{
    axial[0] = -axial[0], axial[2] = -axial[2];
}

static void mirror_tree(struct tree *to)
{
    for (int i = 0; i < to->parts; i++) {
        struct tree_part *part = &to->part[i];
        mirror_three(part->at);
        (part->type == SLIDE ? mirror_three : mirror_axial)(part->axis);
        mirror_three(part->drive);
        mirror_axial(part->drive + 3);
        part->inertia[3] = -part->inertia[3], part->inertia[4] = -part->inertia[4];
    }
    to->bank = -to->bank;
    to->start[3] = -to->start[3];
    mirror_three(to->start + 6);
    mirror_axial(to->start + 9);
}

static void turn_two(double *x, double angle)
{
    double c = cos(angle), s = sin(angle), forward = x[0];
    x[0] = c * forward - s * x[1], x[1] = s * forward + c * x[1];
}

static void turn_tree(struct tree *to)
{
    for (int i = 0; i < to->parts; i++) {
        turn_two(to->part[i].drive, turned_by);
        turn_two(to->part[i].drive + 3, turned_by);
    }
    /* init.yaw turns the vehicle about the root's centre of mass; the new init.x and init.y make
     * this a turn about the origin. */
    to->start[3] += turned_by;
    double centre[] = {to->part[0].at[0], to->part[0].at[1]};
    turn_two(centre, turned_by);
    for (int k = 0; k < 2; k++)
        to->start[k] = centre[k] - to->part[0].at[k];
}

static void move_tree(struct tree *to)
{
    to->start[0] += moved_by[0];
    to->start[1] += moved_by[1];
}

static int rank_of(const struct tree_part *part)
{
    return part->type == BODY ? part->number > 0 : part->type == SPRING ? 3 : 2;
}

/* Compare parts so that each comes after the parts to which it is attached, otherwise in reverse
 * order. */
static int compare_backwards(const void *a, const void *b)
{
    const struct tree_part *x = a, *y = b;
    int order = rank_of(x) - rank_of(y);
    return order != 0 ? order : y->number - x->number;
}

static void reorder_parts(struct tree *to)
{
    qsort(to->part, (size_t)to->parts, sizeof *to->part, compare_backwards);
}

static void roll_balls(struct tree *to)
{
    for (int i = 0; i < to->parts; i++)
        if (to->part[i].type == RIM && to->part[i].crown == to->part[i].radius)
            some_three(to->part[i].axis, 1);
}

/* ---- rigid joints ---- */

/* Add the inertia of `from` about `centre` to the inertia of `to`: the inertia about the centre of
 * mass of `from` and the parallel-axis terms. If `from` is `to`, add these terms only. */
static void add_moved(struct tree_part *to, const struct tree_part *from, const double *centre)
{
    double d[3], *J = to->inertia;
    for (int k = 0; k < 3; k++)
        d[k] = from->at[k] - centre[k];
    for (int k = 0; k < 6 && from != to; k++)
        J[k] += from->inertia[k];
    double m = from->mass;
    J[0] += m * (d[1] * d[1] + d[2] * d[2]), J[1] += m * (d[0] * d[0] + d[2] * d[2]);
    J[2] += m * (d[0] * d[0] + d[1] * d[1]), J[3] -= m * d[0] * d[1];
    J[4] -= m * d[1] * d[2], J[5] -= m * d[0] * d[2];
}

static struct tree_part *body_of(struct tree *of, int number)
{
    int i = 0;
    while (of->part[i].type != BODY || of->part[i].number != number)
        i++;
    return &of->part[i];
}

static void cut_part(struct tree *to, const struct tree_part *part)
{
    size_t i = (size_t)(part - to->part);
    memmove(to->part + i, to->part + i + 1, sizeof *part * ((size_t)to->parts-- - i - 1));
}

/* Merge the child body into the parent. All parts on the child are then on the parent. */
static void merge_bodies(struct tree *to, int parent, int child)
{
    struct tree_part *a = body_of(to, parent), *b = body_of(to, child);
    double centre[3], mass = a->mass + b->mass, *v = to->start + 6, *w = to->start + 9, d[3];
    for (int k = 0; k < 3; k++)
        centre[k] = (a->mass * a->at[k] + b->mass * b->at[k]) / mass;
    for (int k = 0; k < 3; k++)
        d[k] = centre[k] - a->at[k];
    add_moved(a, a, centre);
    add_moved(a, b, centre);
    a->mass = mass;
    memcpy(a->at, centre, sizeof centre);
    for (int k = 0; k < 3 && parent == 0; k++)
        v[k] += w[(k + 1) % 3] * d[(k + 2) % 3] - w[(k + 2) % 3] * d[(k + 1) % 3];
    double turned[] = {d[0], d[1]};
    turn_two(turned, to->start[3]);
    for (int k = 0; k < 2 && parent == 0; k++)
        to->start[k] += turned[k] - d[k];
    cut_part(to, b);
    for (int i = 0; i < to->parts; i++)
        for (int k = 0; k < 2 && to->part[i].type != SPRING && to->part[i].type != BODY; k++)
            if (to->part[i].on[k] == child)
                to->part[i].on[k] = parent;
}

static void merge_all(struct tree *to)
{
    for (int i = to->parts; i-- > 0;)
        if (i < to->parts && to->part[i].type == RIGID) {
            struct tree_part joint = to->part[i];
            cut_part(to, &to->part[i]);
            merge_bodies(to, joint.on[0], joint.on[1]);
        }
}

/* ---- the same motion ---- */

/* Run a tree until t in steps so short that only rounding errors remain. Errors of longer steps
 * depend on the centre of mass of the root, which moves when bodies are merged. */
static wd_model *run_tree(const struct tree *from, double t)
{
    int32_t status;
    wd_model *model = plant(from, &status);
    must(model, status, "plant");
    set(model, "solver.fixed_step", 0.005);
    if (wd_model_init(model, 0) == WD_OK && wd_model_step_to(model, t) == WD_OK)
        return model;
    wd_model_free(model);
    return NULL;
}

/* Transform place and velocity of a part of the changed vehicle back to those of the original one.
 */
static void transform_back(const double *from, void (*change)(struct tree *), double *to)
{
    memcpy(to, from, NUMBERS * sizeof *to);
    if (change == move_tree)
        to[0] -= moved_by[0], to[1] -= moved_by[1];
    if (change == mirror_tree)
        to[1] = -to[1], to[4] = -to[4];
    for (int k = 0; k < NUMBERS && change == turn_tree; k += 3)
        turn_two(to + k, -turned_by);
}

static void compare_part(const wd_model *a, const wd_model *b, const struct tree_part *part,
                         void (*change)(struct tree *))
{
    double x[NUMBERS], y[NUMBERS], z[NUMBERS], size = 1;
    for (int k = 0; k < NUMBERS; k++) {
        x[k] = out(a, tree_name(part->type, part->number), motion[k]);
        y[k] = out(b, tree_name(part->type, part->number), motion[k]);
        size = fmax(size, fabs(x[k]));
    }
    transform_back(y, change, z);
    for (int k = 0; k < NUMBERS; k++)
        compare_numbers(z[k], x[k], size);
}

/* Compare two models. Merged bodies have another centre, so only points are compared if bodies were
 * merged. */
static void compare_models(const wd_model *a, const wd_model *b, void (*change)(struct tree *))
{
    for (int i = 0; i < tree.parts; i++) {
        enum tree_type type = tree.part[i].type;
        if (type == POINT || (type == BODY && change != merge_all))
            compare_part(a, b, &tree.part[i], change);
    }
}

static void same_motion_after(const char *what, void (*change)(struct tree *))
{
    int compared = 0, lost = 0;
    worst = 0;
    for (int i = 0; i < TREES; i++) {
        draw_tree(&tree, SIZE, 0);
        if (change == turn_tree)
            tree.slope = tree.bank = 0;
        other = tree;
        change(&other);
        wd_model *a = run_tree(&tree, 0.05), *b = run_tree(&other, 0.05);
        if (a && b)
            compare_models(a, b, change);
        compared += a && b;
        lost += !a != !b;
        wd_model_free(a);
        wd_model_free(b);
    }
    check(worst <= 1e-12 && compared > TREES / 3,
          "%s: largest difference %.2g in the %d vehicles compared", what, worst, compared);
    check(lost == 0, "%s: %d vehicles run in only one of the two ways", what, lost);
}

/* ---- balances ---- */

static void energies_balance(void)
{
    int compared = 0;
    worst = 0;
    for (int i = 0; i < TREES / 3; i++) {
        int32_t status;
        draw_tree(&tree, SIZE, 0);
        wd_model *model = plant(&tree, &status);
        set(model, "solver.rtol", 1e-12);
        set(model, "solver.atol", 1e-12);
        if (wd_model_init(model, 0) == WD_OK) {
            double before = balance_of(model), size = fabs(get(model, "output.kinetic_energy"));
            size += fabs(get(model, "output.potential_energy"));
            if (wd_model_step_to(model, 0.3) >= 0)
                compare_numbers(balance_of(model), before, fmax(1, size)), compared++;
        }
        wd_model_free(model);
    }
    check(worst <= 1e-9 && compared > TREES / 6, "energy balance: error %.2g in %d vehicles", worst,
          compared);
}

static void cross_product(const double *a, const double *b, double *to)
{
    for (int k = 0; k < 3; k++)
        to[k] += a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/* Add the momentum, and the angular momentum about the origin. */
static void add_momenta(const wd_model *model, const struct tree_part *part, double *to)
{
    const char *name = tree_name(BODY, part->number);
    const double *J = part->inertia, q0 = out(model, name, "q0");
    double x[6], w[] = {out(model, name, "wx"), out(model, name, "wy"), out(model, name, "wz")};
    double q[] = {out(model, name, "q1"), out(model, name, "q2"), out(model, name, "q3")};
    for (int k = 0; k < NUMBERS; k++)
        x[k] = out(model, name, motion[k]);
    const double L[] = {J[0] * w[0] + J[3] * w[1] + J[5] * w[2],
                        J[3] * w[0] + J[1] * w[1] + J[4] * w[2],
                        J[5] * w[0] + J[4] * w[1] + J[2] * w[2]};
    double across[3] = {0}, twice[3] = {0}, p[3];
    cross_product(q, L, across);
    cross_product(q, across, twice);
    for (int k = 0; k < 3; k++) {
        to[k] += p[k] = part->mass * x[3 + k];
        to[3 + k] += L[k] + 2 * (q0 * across[k] + twice[k]);
    }
    cross_product(x, p, to + 3);
}

static void momenta_of(const wd_model *model, double *to)
{
    memset(to, 0, NUMBERS * sizeof *to);
    for (int i = 0; i < tree.parts; i++)
        if (tree.part[i].type == BODY)
            add_momenta(model, &tree.part[i], to);
}

/* Springs, dampers and motors act between bodies, so they do not change the momenta in free
 * flight. */
static void momenta_in_flight(void)
{
    worst = 0;
    for (int i = 0; i < TREES / 3; i++) {
        int32_t status;
        double before[NUMBERS], after[NUMBERS];
        do
            draw_tree(&tree, SIZE, 0);
        while (tree.bodies < 2);
        for (int k = tree.parts; k-- > 0;)
            if (tree.part[k].type == WHEEL || tree.part[k].type == RIM)
                cut_part(&tree, &tree.part[k]);
            else
                memset(tree.part[k].drive, 0, sizeof tree.part->drive);
        wd_model *model = plant(&tree, &status);
        set(model, "param.gravity", 0);
        set(model, "solver.rtol", 1e-13);
        set(model, "solver.atol", 1e-13);
        start(model, 0);
        momenta_of(model, before);
        go(model, 0.3);
        momenta_of(model, after);
        for (int k = 0; k < NUMBERS; k++)
            compare_numbers(after[k], before[k], 10);
        wd_model_free(model);
    }
    check(worst <= 1e-11, "in free flight momenta change by %.2g", worst);
}

int main(void)
{
    same_motion_after("mirror image", mirror_tree);
    same_motion_after("another heading", turn_tree);
    same_motion_after("another origin", move_tree);
    same_motion_after("parts in another order", reorder_parts);
    same_motion_after("bodies joined rigidly as one", merge_all);
    same_motion_after("other axes of balls", roll_balls);
    energies_balance();
    momenta_in_flight();
    return done();
}
