/* SPDX-License-Identifier: MIT */
/* Linear dependence of rows by pivoted Cholesky factorisation of C M^-1 C^T, scaled to ones on the
 * diagonal. */
#include "mech/linkage_parts.h"
#include "mech/linkage_pose.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

#include "num/dense.h"
#include "num/pivoted.h"

/* Squared sine of the angle between a row and the span of the others, below which the row is
 * dependent. */
#define DEPENDENT 1e-12

/* True if the row with this number is active, i.e. its acceleration is prescribed. */
static int is_active(const struct linkage *linkage, const struct linkage_hold *hold, size_t number)
{
    if (number >= linkage_extra_row(linkage))
        return 0;
    if (linkage_is_joint_row(linkage, number))
        return hold->held[linkage_joint_of(linkage, number)];
    int mode = hold->contact[number / 3].mode;
    return mode == LINKAGE_STICK || (mode == LINKAGE_SLIP && number % 3 == 0);
}

/* Select the active rows. True if they are those of the last linkage_rank() for this matrix; their
 * order is then kept. */
static int activate(const struct linkage *linkage, const struct linkage_hold *hold,
                    struct linkage_work *work)
{
    struct linkage_pose *pose = work->pose;
    size_t *asked = pose->asked, n = 0;
    int same = pose->ranked;
    for (size_t i = 0; i < work->rows; i++)
        if (is_active(linkage, hold, work->number[i])) {
            same &= n < pose->active && asked[n] == i;
            asked[n++] = i;
        }
    work->active = n;
    if (same && n == pose->active)
        return 1;
    linkage_pose_lose_order(work);
    memcpy(work->order, asked, n * sizeof *asked);
    return 0;
}

/* Set the scale factors; 0 if a row has a zero on the diagonal, because no force along it can
 * change a speed. */
static int set_scales(const struct linkage *linkage, struct linkage_work *work)
{
    int lacks = work->pose->lacks_matrix;
    for (size_t i = 0; i < work->active; i++) {
        size_t row = work->order[i];
        double own =
            lacks ? linkage_diagonal(linkage, work, row) : work->matrix[row * (work->rows + 1)];
        if (!(own > 0))
            return 0;
        work->scale[i] = 1 / sqrt(own);
    }
    return 1;
}

struct rows {
    const struct linkage *linkage;
    const struct linkage_work *work;
};

/* For struct pivoted_matrix. */
static void fill(const void *context, size_t row, const size_t *column, size_t n, double *to)
{
    const struct rows *rows = context;
    linkage_entries(rows->linkage, rows->work, row, column, n, to);
}

static struct pivoted_matrix matrix_of(const struct rows *rows)
{
    const struct linkage_work *work = rows->work;
    return (struct pivoted_matrix){work->pose->lacks_matrix ? NULL : work->matrix, work->rows, fill,
                                   rows};
}

/* Factorise the active rows. root_rows: number of the rows at the beginning of the order that move
 * the root alone, if all columns of dependent rows are left out; 0: the factor is complete. */
static int32_t factor_rows(const struct linkage *linkage, struct linkage_work *work,
                           size_t root_rows)
{
    linkage_pose_lose_order(work);
    work->rank = 0;
    work->pose->is_part = root_rows > 0;
    if (work->pose->lacks_matrix && root_rows == 0)
        linkage_couple(linkage, work);
    if (!set_scales(linkage, work))
        return WD_ESINGULAR;
    struct rows rows = {linkage, work};
    struct pivoted_matrix matrix = matrix_of(&rows);
    work->rank = pivoted_factor(&matrix, work->upper, work->active, work->most, DEPENDENT,
                                root_rows, work->order, work->scale, work->left);
    interrupted(work->interrupt, work->active * work->rank * (4 + work->rank / 8));
    return WD_OK;
}

int32_t linkage_rank_active(const struct linkage *linkage, struct linkage_work *work)
{
    return factor_rows(linkage, work, 0);
}

void linkage_complete_factor(const struct linkage *linkage, const struct linkage_work *work)
{
    if (!work->pose->is_part)
        return;
    work->pose->is_part = 0;
    struct rows rows = {linkage, work};
    struct pivoted_matrix matrix = matrix_of(&rows);
    interrupted(work->interrupt, (work->active - work->rank) * work->rank * (4 + work->rank / 8));
    pivoted_complete(&matrix, work->upper, work->active, work->rank, work->order, work->scale);
}

/* True if a unit force along the row moves the root alone: the part of the joints in the diagonal
 * entry of the matrix is at most DEPENDENT. */
static int moves_root_alone(const struct linkage *linkage, const struct linkage_work *work,
                            size_t row)
{
    const double *joint = work->y_joint + linkage_height(linkage) * row;
    double of_joints = 0;
    for (size_t b = work->row[row].body; b > 0; b = linkage->body[b].parent, joint++)
        of_joints += *joint * *joint;
    return of_joints == 0 || of_joints <= DEPENDENT * linkage_diagonal(linkage, work, row);
}

/* Move the active rows that move the root alone to the beginning of the order, and return their
 * number. At most LINKAGE_ROOT of them are independent. Returns 0 unless this makes more than half
 * of the active rows dependent. */
static size_t put_root_rows_first(const struct linkage *linkage, struct linkage_work *work)
{
    size_t *order = work->order, n = work->active, count = 0;
    if (n <= 2 * LINKAGE_ROOT)
        return 0;
    for (size_t i = 0; i < n; i++) {
        size_t row = order[i];
        if (moves_root_alone(linkage, work, row))
            order[i] = order[count], order[count++] = row;
    }
    if (2 * count > n + 2 * LINKAGE_ROOT)
        return count;
    memcpy(order, work->pose->asked, n * sizeof *order);
    return 0;
}

int32_t linkage_rank(const struct linkage *linkage, const struct linkage_hold *hold,
                     struct linkage_work *work)
{
    struct linkage_pose *pose = work->pose;
    if (activate(linkage, hold, work)) {
        work->rank = pose->rank;
        return WD_OK;
    }
    int32_t status = factor_rows(linkage, work, put_root_rows_first(linkage, work));
    pose->ranked = status == WD_OK && (pose->coupled || (pose->lacks_matrix && pose->rows > 0));
    pose->active = work->active;
    pose->rank = work->rank;
    return status;
}

void linkage_feel_dependent(const struct linkage *linkage, const struct linkage_work *work,
                            const double *force, double *acceleration)
{
    if (work->pose->lacks_matrix) {
        linkage_feel(linkage, work, force, acceleration);
        return;
    }
    for (size_t i = work->rank; i < work->active; i++) {
        size_t row = work->order[i];
        acceleration[row] = dense_dot(work->matrix + row * work->rows, force, work->rows);
    }
}

void linkage_solve_rows(const struct linkage_work *work, double *x)
{
    dense_forward(work->upper, work->rank, work->active, x);
    dense_backward(work->upper, work->rank, work->active, x);
}

size_t linkage_dependences(const struct linkage *linkage, const struct linkage_work *work)
{
    size_t dependent = work->active - work->rank, most = linkage_most_sharing(linkage);
    return dependent < most ? dependent : most;
}
