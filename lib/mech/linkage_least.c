/* SPDX-License-Identifier: MIT */
#include "mech/linkage_least.h"
#include "mech/linkage_parts.h"

#include <math.h>
#include <string.h>

#include "num/carver.h"
#include "num/dense.h"
#include "num/elementary.h"
#include "num/invariant.h"

enum { ROOT = LINKAGE_ROOT };

/* ---- rows of Y ---- */

static size_t parent_of(const struct linkage_least *l, size_t body)
{
    return l->linkage->body[body].parent;
}

/* Column of the joint of a body. */
static size_t column_of(const struct linkage_least *l, size_t body)
{
    return l->work->column[body - 1];
}

/* Number the joints that move an active row; parents come before their children. */
static void number_columns(struct linkage_least *l)
{
    size_t joints = linkage_joints(l->linkage);
    memset(l->work->column, 0, joints * sizeof *l->work->column);
    for (size_t i = 0; i < l->n; i++)
        for (size_t b = l->work->row[l->work->order[i]].body; b > 0 && column_of(l, b) == 0;
             b = parent_of(l, b))
            l->work->column[b - 1] = 1;
    l->columns = ROOT;
    for (size_t j = 0; j < joints; j++)
        if (l->work->column[j] > 0)
            l->work->column[j] = l->columns++;
}

int linkage_least_begin(struct linkage_least *l, const struct linkage *linkage,
                        const struct linkage_work *work, double *memory)
{
    struct carver carver = {memory, 0};
    *l = (struct linkage_least){.linkage = linkage, .work = work, .n = work->active};
    number_columns(l);
    if (2 * l->columns > l->n)
        return 0;
    l->gram = carve(&carver, l->columns * l->columns);
    l->square = carve(&carver, l->columns);
    l->demand = carve(&carver, l->columns);
    l->part = carve(&carver, l->columns);
    l->vector = carve(&carver, l->columns);
    l->rest = memory + carver.used;
    semidefinite_carve(&l->root, ROOT, l->root_memory);
    return 1;
}

/* Entries of active row i for the root, and for the joints from its body to the root. */
static const double *root_entries(const struct linkage_least *l, size_t i)
{
    return l->work->y_base + ROOT * l->work->order[i];
}

static const double *joint_entries(const struct linkage_least *l, size_t i)
{
    return l->work->y_joint + linkage_height(l->linkage) * l->work->order[i];
}

static size_t body_of(const struct linkage_least *l, size_t i)
{
    return l->work->row[l->work->order[i]].body;
}

/* Return the product of row i and a vector. */
static double along_row(const struct linkage_least *l, size_t i, const double *vector)
{
    const double *joint = joint_entries(l, i);
    double sum = dense_dot(root_entries(l, i), vector, ROOT);
    for (size_t b = body_of(l, i); b > 0; b = parent_of(l, b))
        sum += *joint++ * vector[column_of(l, b)];
    return l->work->scale[i] * sum;
}

/* sum += f Y^T x */
static void add_forces(const struct linkage_least *l, double f, const double *x, double *sum)
{
    for (size_t i = 0; i < l->n; i++) {
        double force = f * x[i] * l->work->scale[i];
        const double *joint = joint_entries(l, i);
        dense_add(sum, force, root_entries(l, i), ROOT);
        for (size_t b = body_of(l, i); b > 0; b = parent_of(l, b))
            sum[column_of(l, b)] += force * *joint++;
    }
}

/* ---- Gram matrices ---- */

/* Add the square of row i, multiplied by a weight, to the Gram matrix. */
static void add_row(struct linkage_least *l, size_t i, double weight)
{
    const double *root = root_entries(l, i), *joint = joint_entries(l, i);
    double square = l->work->scale[i] * l->work->scale[i];
    for (size_t b = body_of(l, i); b > 0; b = parent_of(l, b), joint++) {
        double *gram = l->gram + column_of(l, b) * l->columns, own = weight * square * *joint;
        const double *other = joint;
        l->square[column_of(l, b)] += square * *joint * *joint;
        dense_add(gram, own, root, ROOT);
        for (size_t a = b; a > 0; a = parent_of(l, a))
            gram[column_of(l, a)] += own * *other++;
    }
    for (size_t k = 0; k < ROOT; k++) {
        l->square[k] += square * root[k] * root[k];
        dense_add(l->gram + k * l->columns, weight * square * root[k], root, k + 1);
    }
}

/* Eliminate the joint of a body. The reciprocal of its pivot replaces the diagonal entry; 0: its
 * column depends on others. */
static void eliminate(struct linkage_least *l, size_t body, double most)
{
    size_t n = l->columns, c = column_of(l, body);
    double *row = l->gram + c * n;
    if (!(row[c] > SEMIDEFINITE_DEPENDS * most * l->square[c])) {
        row[c] = 0;
        return;
    }
    row[c] = 1 / row[c];
    for (size_t a = parent_of(l, body); a > 0; a = parent_of(l, a)) {
        double *to = l->gram + column_of(l, a) * n, part = row[column_of(l, a)] * row[c];
        dense_add(to, -part, row, ROOT);
        for (size_t b = a; b > 0; b = parent_of(l, b))
            to[column_of(l, b)] -= part * row[column_of(l, b)];
    }
    for (size_t k = 0; k < ROOT; k++)
        dense_add(l->gram + k * n, -row[k] * row[c], row, k + 1);
}

/* Set the entries of the Gram matrix to 0 that belong to columns of the root, or of a joint and one
 * between it and the root. No others are used. */
static void clear_gram(struct linkage_least *l)
{
    memset(l->square, 0, l->columns * sizeof *l->square);
    memset(l->gram, 0, ROOT * l->columns * sizeof *l->gram);
    for (size_t b = 1; b < l->linkage->bodies; b++) {
        double *row = l->gram + column_of(l, b) * l->columns;
        if (column_of(l, b) == 0)
            continue;
        memset(row, 0, ROOT * sizeof *row);
        for (size_t a = b; a > 0; a = parent_of(l, a))
            row[column_of(l, a)] = 0;
    }
}

/* Factorise the Gram matrix Y^T D Y. D is diagonal and holds a weight for each row of Y. With
 * `free` the weight is 1 for rows without compliance and 0 for the others. Without `free` it is
 * the reciprocal of a positive compliance, and 0 for rows without compliance. The scale of a
 * column, with which dependent columns are found, is the squared norm that it would have if all
 * rows had the largest weight. */
static int factor_gram(struct linkage_least *l, const double *compliance, int free)
{
    double most = 0;
    clear_gram(l);
    for (size_t i = 0; i < l->n; i++) {
        double weight = free ? compliance[i] == 0 : compliance[i] > 0 ? 1 / compliance[i] : 0;
        most = num_fmax(most, weight);
        add_row(l, i, weight);
    }
    for (size_t b = l->linkage->bodies; b-- > 1;)
        if (column_of(l, b) > 0)
            eliminate(l, b, most);
    for (size_t i = 0; i < ROOT; i++) {
        l->root.scale[i] = most * l->square[i];
        for (size_t k = 0; k <= i; k++)
            l->root.a[i * ROOT + k] = l->root.a[k * ROOT + i] = l->gram[i * l->columns + k];
    }
    return semidefinite_factor(&l->root);
}

/* Return the sum of the products of the eliminated row of a joint and a vector, except for the
 * joint itself. */
static double along_ancestors(const struct linkage_least *l, size_t body, const double *x)
{
    const double *row = l->gram + column_of(l, body) * l->columns;
    double sum = dense_dot(row, x, ROOT);
    for (size_t a = parent_of(l, body); a > 0; a = parent_of(l, a))
        sum += row[column_of(l, a)] * x[column_of(l, a)];
    return sum;
}

/* Compute the entries of x for joints from those for the root. Joints whose columns depend on
 * others keep theirs. */
static void substitute_back(const struct linkage_least *l, double *x)
{
    for (size_t b = 1; b < l->linkage->bodies; b++) {
        size_t c = column_of(l, b);
        double pivot = c > 0 ? l->gram[c * l->columns + c] : 0;
        if (pivot > 0)
            x[c] = (x[c] - along_ancestors(l, b, x)) * pivot;
    }
}

/* Replace x by a solution of Gram matrix times solution = x. */
static void solve(struct linkage_least *l, double *x)
{
    for (size_t b = l->linkage->bodies; b-- > 1;) {
        size_t c = column_of(l, b);
        if (c == 0)
            continue;
        const double *row = l->gram + c * l->columns;
        double part = x[c] * row[c];
        if (row[c] == 0)
            x[c] = 0;
        dense_add(x, -part, row, ROOT);
        for (size_t a = parent_of(l, b); a > 0; a = parent_of(l, a))
            x[column_of(l, a)] -= part * row[column_of(l, a)];
    }
    semidefinite_solve(&l->root, x, x, 1);
    substitute_back(l, x);
}

/* ---- forces with a compliance ---- */

/* The motions, as null vectors of the Gram matrix, to which forces without compliance do nothing,
 * and the demand on the other forces along them. */
struct outside {
    size_t count;
    double *along;               /* count x n: products of the rows and the null vectors */
    double *demand, *multiplier; /* count */
    struct semidefinite gram;    /* of `along`, weighted with the reciprocals of the compliances */
};

/* True if the column of the joint of a body depends on others. */
static int is_dependent(const struct linkage_least *l, size_t body)
{
    size_t c = column_of(l, body);
    return c > 0 && l->gram[c * l->columns + c] == 0;
}

static struct outside carve_outside(const struct linkage_least *l)
{
    struct carver carver = {l->rest, 0};
    struct outside o = {.count = ROOT - l->root.rank};
    for (size_t b = 1; b < l->linkage->bodies; b++)
        o.count += is_dependent(l, b) != 0;
    o.along = carve(&carver, o.count * l->n);
    o.demand = carve(&carver, o.count);
    o.multiplier = carve(&carver, o.count);
    semidefinite_carve(&o.gram, o.count, carve(&carver, semidefinite_doubles(o.count)));
    invariant(l->rest + carver.used <= l->gram + 2 * l->n * l->n);
    return o;
}

/* Take l->vector, with given entries for the root and for dependent joints, as null vector k.
 * Rows have length 1, so the scale of a null vector is the squared norm that `along` would have if
 * all rows were parallel to it. */
static void take_null_vector(struct linkage_least *l, struct outside *o, const double *compliance,
                             size_t k)
{
    double *along = o->along + k * l->n, weights = 0;
    substitute_back(l, l->vector);
    for (size_t i = 0; i < l->n; i++) {
        along[i] = compliance[i] > 0 ? along_row(l, i, l->vector) : 0;
        weights += compliance[i] > 0 ? 1 / compliance[i] : 0;
    }
    o->demand[k] = dense_dot(l->vector, l->demand, l->columns);
    o->gram.scale[k] = weights * dense_dot(l->vector, l->vector, l->columns);
}

/* Null vector k of the block of the root, by its factor. */
static void set_root_vector(struct linkage_least *l, size_t k)
{
    const struct semidefinite *root = &l->root;
    double x[ROOT];
    for (size_t i = 0; i < ROOT; i++)
        x[i] = i < root->rank ? -root->a[i * ROOT + root->rank + k] : i == root->rank + k;
    dense_backward(root->a, root->rank, ROOT, x);
    for (size_t i = 0; i < ROOT; i++)
        l->vector[root->order[i]] = x[i];
}

static struct outside find_outside(struct linkage_least *l, const double *compliance)
{
    struct outside o = carve_outside(l);
    size_t k = 0;
    for (; k < ROOT - l->root.rank; k++) {
        memset(l->vector, 0, l->columns * sizeof *l->vector);
        set_root_vector(l, k);
        take_null_vector(l, &o, compliance, k);
    }
    for (size_t b = 1; b < l->linkage->bodies; b++)
        if (is_dependent(l, b)) {
            memset(l->vector, 0, l->columns * sizeof *l->vector);
            l->vector[column_of(l, b)] = 1;
            take_null_vector(l, &o, compliance, k++);
        }
    return o;
}

/* Factorise the Gram matrix of `along`. */
static int factor_outside(const struct linkage_least *l, struct outside *o,
                          const double *compliance)
{
    for (size_t i = 0; i < o->count; i++)
        for (size_t k = 0; k <= i; k++) {
            double sum = 0;
            for (size_t j = 0; j < l->n; j++)
                if (compliance[j] > 0)
                    sum += o->along[i * l->n + j] * o->along[k * l->n + j] / compliance[j];
            o->gram.a[i * o->count + k] = o->gram.a[k * o->count + i] = sum;
        }
    return semidefinite_factor(&o->gram);
}

/* Set x to the least forces that meet the demand of `outside`. The second pass removes the rounding
 * error of the first one. */
static void meet_outside(const struct linkage_least *l, struct outside *o, const double *compliance,
                         double *x)
{
    double *left = l->vector;
    memset(x, 0, l->n * sizeof *x);
    memset(o->multiplier, 0, o->count * sizeof *o->multiplier);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t k = 0; k < o->count; k++)
            left[k] = o->demand[k] - dense_dot(o->along + k * l->n, x, l->n);
        semidefinite_solve(&o->gram, left, left, 1);
        dense_add(o->multiplier, 1, left, o->count);
        for (size_t j = 0; j < l->n; j++) {
            x[j] = 0;
            for (size_t k = 0; compliance[j] > 0 && k < o->count; k++)
                x[j] += o->along[k * l->n + j] * o->multiplier[k] / compliance[j];
        }
    }
}

/* The first forces, those with a compliance, are determined only by the part of the demand that
 * the other forces cannot meet. */
int linkage_least_first(struct linkage_least *l, const double *compliance, double *x)
{
    memset(l->demand, 0, l->columns * sizeof *l->demand);
    add_forces(l, 1, x, l->demand);
    if (!factor_gram(l, compliance, 1))
        return 0;
    struct outside o = find_outside(l, compliance);
    if (!factor_outside(l, &o, compliance))
        return 0;
    meet_outside(l, &o, compliance, x);
    return 1;
}

/* The remaining forces are x = D Y v, where v are the multipliers of the demand. The second pass
 * removes the rounding error of the first one. Small loads amplify this error, because their
 * compliances are large. */
int linkage_least_rest(struct linkage_least *l, const double *compliance, double *x)
{
    double *left = l->vector, *multiplier = l->part;
    if (!factor_gram(l, compliance, 0))
        return 0;
    memset(multiplier, 0, l->columns * sizeof *multiplier);
    for (int pass = 0; pass < 2; pass++) {
        memcpy(left, l->demand, l->columns * sizeof *left);
        add_forces(l, -1, x, left);
        solve(l, left);
        dense_add(multiplier, 1, left, l->columns);
        for (size_t j = 0; j < l->n; j++)
            x[j] = compliance[j] > 0 ? along_row(l, j, multiplier) / compliance[j] : x[j];
    }
    return 1;
}
