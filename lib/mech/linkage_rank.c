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
static int set_scales(struct linkage_work *work)
{
    for (size_t i = 0; i < work->active; i++) {
        double own = work->matrix[work->order[i] * (work->rows + 1)];
        if (!(own > 0))
            return 0;
        work->scale[i] = 1 / sqrt(own);
    }
    return 1;
}

int32_t linkage_rank_active(struct linkage_work *work)
{
    linkage_pose_lose_order(work);
    work->rank = 0;
    if (!set_scales(work))
        return WD_ESINGULAR;
    struct pivoted_matrix matrix = {.entries = work->matrix, .stride = work->rows};
    work->rank = pivoted_factor(&matrix, work->upper, work->active, work->most, DEPENDENT, 0,
                                work->order, work->scale, work->left);
    interrupted(work->interrupt, work->active * work->rank * (4 + work->rank / 8));
    return WD_OK;
}

int32_t linkage_rank(const struct linkage *linkage, const struct linkage_hold *hold,
                     struct linkage_work *work)
{
    struct linkage_pose *pose = work->pose;
    if (activate(linkage, hold, work)) {
        work->rank = pose->rank;
        return WD_OK;
    }
    int32_t status = linkage_rank_active(work);
    pose->ranked = status == WD_OK && pose->coupled;
    pose->active = work->active;
    pose->rank = work->rank;
    return status;
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
