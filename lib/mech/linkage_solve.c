/* SPDX-License-Identifier: MIT */
/* Constraint forces for which the rows C do not accelerate: (C M^-1 P) x = -(C M^-1 f + g), where f
 * are the applied loads and g the convective terms of the rows. P = C^T except for slipping wheels,
 * whose friction is part of the column of their normal force. linkage_balance() finds one such x.
 *
 * Statically indeterminate forces are distributed as by slightly compliant ground: x is orthogonal
 * to the dependences l of the rows (l^T C = 0) in the metric of the compliances D, l^T D x = 0. If
 * no wheel slips with friction these are the minimum-norm forces. Rows are scaled as in
 * linkage_rank(). Forces of many sticking contacts are found without the dependences
 * (linkage_least.h). */
#include "mech/linkage_least.h"
#include "mech/linkage_parts.h"
#include "mech/linkage_pose.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

#include "num/elementary.h"
#include "num/dense.h"
#include "num/invariant.h"
#include "num/lu.h"

/* Normal forces are distributed first, with equal compliances. The remaining null space distributes
 * forces along the ground with compliances inversely proportional to the normal loads, so that the
 * wheels that hold a machine on a slope reach their friction limits together. LEAST_LOAD: fraction
 * of the mean load; a lighter wheel counts as having this load. */
enum sharing { NORMAL, ALONG_THE_GROUND };
#define LEAST_LOAD 1e-3

/* Relative to the largest compliance: a smaller l^T D r counts as zero, because the dependences
 * found by linkage_rank() are not more accurate. */
#define LEAST_COMPLIANCE 1e-12
/* Fraction of the largest force of a dependence; a smaller force is rounding (LEAST_COMPLIANCE). */
#define LEAST_FORCE 1e-6

/* Comments begin with the sizes of the arrays. Arrays over the n active rows are in the order of
 * work->order, the independent rows first. Their forces are scaled: divided by work->scale. */
struct solver {
    const struct linkage *linkage;
    const struct linkage_hold *hold;
    const struct linkage_work *work;
    size_t n, rank, more;   /* active rows; independent ones among them; dependences */
    int slips;              /* 1: a wheel slips */
    int rubs;               /* 1: a wheel slips with friction, so that P differs from C^T */
    int is_least;           /* 1: the forces were distributed in speeds, without the dependences */
    double *x, *compliance; /* n: scaled forces along the active rows; their compliances */
    double *product;        /* n: compliance times a vector */
    double *load;           /* rows: normal load of the wheel, at its normal row */
    double *lu;             /* rank x rank: LU factors of C M^-1 P, if a wheel rubs */
    double *left, *right;   /* more x n: left and right null space vectors; they are equal, and
                               have one place, unless a wheel rubs */
    size_t *pivot;          /* n */
};

/* Lay out the solver in work->solver, for the active rows of linkage_rank(). Values that an earlier
 * solver of the same rows has left there, such as the factors, are kept. */
static struct solver lay_out_solver(const struct linkage *linkage, const struct linkage_hold *hold,
                                    const struct linkage_work *work)
{
    struct solver s = {.linkage = linkage, .hold = hold, .work = work};
    size_t n = s.n = work->active, rows = work->rows;
    s.rank = work->rank;
    s.more = linkage_dependences(linkage, work);
    s.x = work->solver;
    s.compliance = s.x + rows;
    s.product = s.compliance + rows;
    s.load = s.product + rows;
    s.pivot = (size_t *)(void *)(s.load + rows);
    s.lu = s.load + 2 * rows;
    for (size_t c = 0; c < work->contacts; c++)
        if (hold->contact[c].mode == LINKAGE_SLIP) {
            s.slips = 1;
            s.rubs |= hold->contact[c].mu != 0;
        }
    s.right = s.rubs ? s.lu + s.rank * s.rank : s.lu;
    s.left = s.rubs ? s.right + s.more * n : s.right;
    invariant(s.left + s.more * n <= work->solver + linkage_solver_doubles(linkage));
    return s;
}

/* Grip of the wheel to which the row belongs, or NULL. */
static const struct linkage_grip *grip_of(const struct solver *s, size_t row)
{
    size_t number = s->work->number[row];
    return linkage_is_joint_row(s->linkage, number) ? NULL : &s->hold->contact[number / 3];
}

/* ---- a particular solution ---- */

/* Entry of C M^-1 P; the rows of a wheel are consecutive. */
static double entry(const struct solver *s, size_t i, size_t j)
{
    const struct linkage_work *work = s->work;
    const double *w = work->matrix + work->order[i] * work->rows + work->order[j];
    const struct linkage_grip *grip = grip_of(s, work->order[j]);
    double sum = w[0];
    if (grip && grip->mode == LINKAGE_SLIP)
        sum -= grip->mu * (grip->direction[0] * w[1] + grip->direction[1] * w[2]);
    return sum * (work->scale[i] * work->scale[j]);
}

/* Factorise C M^-1 P of the independent rows for slipping wheels with friction; 0 if it is
 * singular. Without them linkage_rank() has factorised it. */
static int factor_with_friction(struct solver *s)
{
    for (size_t i = 0; i < s->rank; i++)
        for (size_t j = 0; j < s->rank; j++)
            s->lu[i * s->rank + j] = entry(s, i, j);
    interrupted(s->work->interrupt, s->rank * s->rank * (8 + s->rank / 4));
    return lu_factor(s->lu, s->rank, s->pivot);
}

/* x := (C M^-1 P)^-1 x for the independent rows and columns. */
static void solve(const struct solver *s, double *x)
{
    if (s->rubs)
        lu_solve(s->lu, s->rank, s->pivot, x);
    else
        linkage_solve_rows(s->work, x);
}

/* ---- distribution of statically indeterminate forces ---- */

/* Write the right-hand side for which back substitution with `upper` gives the left null space
 * vector of dependent row k. */
static void set_up_dependence(const struct solver *s, size_t k, double *left)
{
    for (size_t i = 0; i < s->n; i++)
        left[i] = i < s->rank ? -s->work->upper[i * s->n + s->rank + k] : i == s->rank + k;
}

/* Compute for each dependent row a left null space vector l, l^T C = 0, and a right one r, C M^-1 P
 * r = 0. */
static void find_dependences(struct solver *s)
{
    size_t n = s->n, rank = s->rank, more = s->more;
    const double *upper = s->work->upper;
    linkage_complete_factor(s->linkage, s->work);
    for (size_t k = 0; k < more; k++)
        set_up_dependence(s, k, s->left + k * n);
    for (size_t k = 0; k < more; k += 2) { /* two at a time; the last of an odd number twice */
        double *left = s->left + k * n;
        dense_backward_two(upper, rank, n, left, k + 1 < more ? left + n : left);
    }
    for (size_t k = 0; s->rubs && k < more; k++) {
        double *right = s->right + k * n;
        for (size_t i = 0; i < n; i++)
            right[i] = i < rank ? -entry(s, i, rank + k) : i == rank + k;
        lu_solve(s->lu, rank, s->pivot, right);
    }
}

/* Store the normal loads of the wheels; returns their mean. */
static double store_normal_loads(struct solver *s)
{
    double sum = 0, count = 0;
    for (size_t i = 0; i < s->n; i++) {
        size_t row = s->work->order[i], number = s->work->number[row];
        if (linkage_is_joint_row(s->linkage, number) || number % 3 != 0)
            continue;
        s->load[row] = num_fmax(s->x[i] * s->work->scale[i], 0);
        sum += s->load[row], count++;
    }
    return count > 0 ? sum / count : 0;
}

/* Set the compliances of the scaled forces; `mean` is the mean normal load, 0 if there are no
 * loads. */
static void set_compliances(struct solver *s, enum sharing sharing, double mean)
{
    for (size_t i = 0; i < s->n; i++) {
        size_t row = s->work->order[i], k = s->work->number[row] % 3;
        double c = grip_of(s, row) && (k == 0) == (sharing == NORMAL) ? 1 : 0;
        if (c > 0 && k > 0 && mean > 0)
            c = mean / num_fmax(LEAST_LOAD * mean, s->load[row - k]);
        s->compliance[i] = c * s->work->scale[i] * s->work->scale[i];
    }
}

/* product := D y */
static void apply_compliances(struct solver *s, const double *y)
{
    double *compliance = s->compliance, *product = s->product;
    for (size_t i = 0, n = s->n; i < n; i++)
        product[i] = compliance[i] * y[i];
}

/* Exchange the left and the right null space vectors of two dependences. */
static void exchange_dependences(struct solver *s, size_t k, size_t other)
{
    for (size_t i = 0, n = s->n; i < n && other != k; i++) {
        double x = s->left[k * n + i], y = s->right[k * n + i];
        s->left[k * n + i] = s->left[other * n + i], s->right[k * n + i] = s->right[other * n + i];
        s->left[other * n + i] = x, s->right[other * n + i] = y;
    }
}

/* Find the largest |l^T D r| of the dependences from number k on, and move its dependence to place
 * k. Returns its l^T D r. */
static double select_dependence(struct solver *s, size_t k)
{
    size_t n = s->n, best = k;
    double most = 0;
    for (size_t i = k; i < s->more; i++) {
        apply_compliances(s, s->right + i * n);
        double ldr = dense_dot(s->left + i * n, s->product, n);
        if (fabs(ldr) > fabs(most))
            best = i, most = ldr;
    }
    exchange_dependences(s, k, best);
    return most;
}

/* Make x orthogonal, in the metric D, to the dependences from number k on, and these to each other.
 * Dependences with zero compliance, l^T D r = 0, are moved to the end and left out; returns the
 * first of them. */
static size_t orthogonalise(struct solver *s, size_t k)
{
    size_t n = s->n, more = s->more;
    double largest = dense_largest(s->compliance, n);
    for (; k < more; k++) {
        double ldr = select_dependence(s, k), *left = s->left + k * n, *right = s->right + k * n;
        if (!(fabs(ldr) > LEAST_COMPLIANCE * largest))
            break;
        apply_compliances(s, left);
        dense_add(s->x, -dense_dot(s->product, s->x, n) / ldr, right, n);
        for (size_t i = k + 1; i < more; i++)
            dense_add(s->right + i * n, -dense_dot(s->product, s->right + i * n, n) / ldr, right,
                      n);
        apply_compliances(s, right);
        for (size_t i = k + 1; s->rubs && i < more; i++)
            dense_add(s->left + i * n, -dense_dot(s->product, s->left + i * n, n) / ldr, left, n);
    }
    return k;
}

/* True if every active row is that of a sticking contact, and linkage_least.h has less work because
 * the rows depend on few speeds. It is then begun. */
static int depend_on_few(const struct solver *s, struct linkage_least *least)
{
    int all = !s->slips;
    for (size_t i = 0; all && i < s->n; i++)
        all = grip_of(s, s->work->order[i]) != NULL;
    return all && linkage_least_begin(least, s->linkage, s->work, s->lu);
}

/* Distribute the forces of contacts that stick, without the dependences: first normal forces, then
 * forces along the ground. */
static void distribute_in_speeds(struct solver *s, struct linkage_least *least)
{
    set_compliances(s, NORMAL, 0);
    if (!linkage_least_first(least, s->compliance, s->x))
        return;
    set_compliances(s, ALONG_THE_GROUND, store_normal_loads(s));
    linkage_least_rest(least, s->compliance, s->x);
}

/* Return the dependence, from number k on, that has the largest part of its forces along row i;
 * s->more if none has any. */
static size_t strongest_along(const struct solver *s, size_t i, size_t k)
{
    size_t n = s->n, best = s->more;
    double most = LEAST_FORCE;
    for (size_t d = k; d < s->more; d++) {
        double force = fabs(s->right[d * n + i]), largest = dense_largest(s->right + d * n, n);
        if (force > most * largest)
            best = d, most = force / largest;
    }
    return best;
}

/* Arrange the dependences so that those from the returned number on have no forces of slipping
 * wheels, whose normal forces change friction and so the motion. */
static size_t separate_slipping(struct solver *s)
{
    size_t n = s->n, more = s->more, k = 0;
    for (size_t i = 0; s->slips && i < n; i++) {
        const struct linkage_grip *grip = grip_of(s, s->work->order[i]);
        size_t best = grip && grip->mode == LINKAGE_SLIP ? strongest_along(s, i, k) : more;
        if (best == more)
            continue;
        exchange_dependences(s, k, best);
        const double *right = s->right + k++ * n;
        for (size_t d = k; d < more; d++)
            dense_add(s->right + d * n, -s->right[d * n + i] / right[i], right, n);
    }
    return k;
}

/* Distribute the forces: normal forces first, then forces along the ground in the remaining
 * dependences. Returns the number of dependences that affect the motion, which come first. */
static size_t distribute_forces(struct solver *s)
{
    size_t more = s->more;
    struct linkage_least least;
    s->is_least = depend_on_few(s, &least);
    if (s->is_least) {
        distribute_in_speeds(s, &least);
        interrupted(s->work->interrupt, s->n * s->rank * (4 + s->rank / 4));
        return 0;
    }
    find_dependences(s);
    interrupted(s->work->interrupt, more * (s->rank * (4 + s->rank / 8) + s->n * (4 + more)));
    set_compliances(s, NORMAL, 0);
    size_t first = orthogonalise(s, 0);
    if (first < more) {
        set_compliances(s, ALONG_THE_GROUND, store_normal_loads(s));
        orthogonalise(s, first);
    }
    return separate_slipping(s);
}

/* ---- solutions ---- */

/* Write scaled forces x to the forces along all rows, with the friction of slipping wheels. */
static void write_forces(const struct solver *s, const double *x, double *force)
{
    const struct linkage_work *work = s->work;
    for (size_t i = 0; i < work->rows; i++)
        force[i] = 0;
    for (size_t i = 0; i < s->n; i++) {
        size_t row = work->order[i];
        const struct linkage_grip *grip = grip_of(s, row);
        force[row] = x[i] * work->scale[i];
        if (!grip || grip->mode != LINKAGE_SLIP)
            continue;
        force[row + 1] = -grip->mu * grip->direction[0] * force[row];
        force[row + 2] = -grip->mu * grip->direction[1] * force[row];
    }
}

int32_t linkage_balance(const struct linkage *linkage, const struct linkage_hold *hold,
                        struct linkage_work *work, double *force)
{
    if (interrupt_stopped(work->interrupt))
        return WD_EINTERRUPT;
    int32_t status = linkage_rank(linkage, hold, work);
    if (status != WD_OK)
        return status;
    struct solver s = lay_out_solver(linkage, hold, work);
    if (s.rubs && !factor_with_friction(&s))
        return WD_ESINGULAR;
    for (size_t i = 0; i < s.n; i++)
        s.x[i] = i < s.rank ? -work->free[work->order[i]] * work->scale[i] : 0;
    solve(&s, s.x);
    work->settled = s.more;
    if (s.rubs && s.more > 0)
        work->settled = distribute_forces(&s);
    write_forces(&s, s.x, force);
    return WD_OK;
}

void linkage_answer(const struct linkage *linkage, const struct linkage_hold *hold,
                    const struct linkage_work *work, const double *given, double *force)
{
    struct solver s = lay_out_solver(linkage, hold, work);
    interrupted(work->interrupt, s.rank * (work->rows + s.rank));
    for (size_t i = 0; i < s.n; i++)
        s.x[i] = i < s.rank
                     ? -dense_dot(work->matrix + work->order[i] * work->rows, given, work->rows) *
                           work->scale[i]
                     : 0;
    solve(&s, s.x);
    if (s.more > 0)
        distribute_forces(&s);
    write_forces(&s, s.x, force);
    dense_add(force, 1, given, work->rows);
}

void linkage_share(const struct linkage *linkage, const struct linkage_hold *hold,
                   struct linkage_work *work, double *force)
{
    struct solver s = lay_out_solver(linkage, hold, work);
    if (s.more == 0 || s.rubs || linkage_pose_recall_forces(work, force))
        return;
    work->settled = distribute_forces(&s);
    write_forces(&s, s.x, force);
    if (s.is_least)
        linkage_pose_keep_forces(work, force);
}

int linkage_spread(const struct linkage *linkage, const struct linkage_hold *hold,
                   struct linkage_work *work, double *force)
{
    struct solver s = lay_out_solver(linkage, hold, work);
    if (s.more == 0 || (s.rubs && !factor_with_friction(&s)))
        return 0;
    for (size_t i = 0; i < s.n; i++)
        s.x[i] = force[work->order[i]] / work->scale[i];
    work->settled = distribute_forces(&s);
    write_forces(&s, s.x, force);
    return 1;
}

void linkage_sharing(const struct linkage *linkage, const struct linkage_hold *hold,
                     const struct linkage_work *work, size_t k, double *force)
{
    struct solver s = lay_out_solver(linkage, hold, work);
    double *x = s.right + k * s.n;
    struct linkage_least least;
    if (depend_on_few(&s, &least)) { /* then distribute_forces() has not computed it */
        linkage_complete_factor(linkage, work);
        set_up_dependence(&s, k, x);
        dense_backward_two(work->upper, s.rank, s.n, x, x);
    }
    write_forces(&s, x, force);
}

int32_t linkage_solve(const struct linkage *linkage, const struct linkage_hold *hold,
                      struct linkage_work *work, double *force)
{
    int32_t status = linkage_balance(linkage, hold, work, force);
    if (status == WD_OK)
        linkage_share(linkage, hold, work, force);
    return status;
}
