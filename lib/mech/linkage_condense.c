/* SPDX-License-Identifier: MIT */
/* Schur complement of the matrix with respect to the rows of firm wheels and joints. Dependent firm
 * rows are satisfied together with the independent ones. */
#include "mech/linkage_parts.h"
#include "mech/linkage_pose.h"

#include <wheeldyn/wheeldyn.h>

static int is_firm(const struct linkage *linkage, const int *firm, const struct linkage_work *work,
                   size_t row)
{
    size_t number = work->number[row];
    if (linkage_is_joint_row(linkage, number))
        return number < linkage_extra_row(linkage) &&
               firm[linkage_contacts(linkage) + linkage_joint_of(linkage, number)];
    return firm[number / 3] == LINKAGE_FIRM ||
           (firm[number / 3] == LINKAGE_FIRM_UP && number % 3 == 0);
}

/* True if a contact or joint has firm rows. */
static int any_is_firm(const struct linkage *linkage, const int *firm)
{
    int any = 0;
    for (size_t i = 0; i < linkage_contacts(linkage) + linkage_joints(linkage); i++)
        any |= firm[i];
    return any;
}

/* Compute the forces x along the independent firm rows that cancel the accelerations `by` along
 * these rows; entries of `by` are `stride` apart. */
static void hold_firm(const struct linkage_work *work, const double *by, size_t stride, double *x)
{
    for (size_t i = 0; i < work->rank; i++)
        x[i] = -by[work->order[i] * stride] * work->scale[i];
    linkage_solve_rows(work, x);
    for (size_t i = 0; i < work->rank; i++)
        x[i] *= work->scale[i];
}

int32_t linkage_condense(const struct linkage *linkage, const int *firm, struct linkage_work *work)
{
    size_t rows = work->rows;
    double *x = work->solver;
    work->active = 0;
    if (!any_is_firm(linkage, firm))
        return WD_OK;
    for (size_t i = 0; i < rows; i++)
        if (is_firm(linkage, firm, work, i))
            work->order[work->active++] = i;
    if (work->active == 0)
        return WD_OK;
    linkage_pose_lose_matrix(work);
    int32_t status = linkage_rank_active(linkage, work);
    for (size_t j = 0; status == WD_OK && work->rank > 0 && j <= rows; j++) {
        double *column = j < rows ? work->matrix + j : work->free;
        size_t stride = j < rows ? rows : 1;
        if (j < rows && is_firm(linkage, firm, work, j))
            continue;
        hold_firm(work, column, stride, x);
        interrupted(work->interrupt, work->rank * (rows + work->rank / 4));
        for (size_t i = 0; i < rows; i++)
            for (size_t k = 0; k < work->rank && !is_firm(linkage, firm, work, i); k++)
                column[i * stride] += work->matrix[i * rows + work->order[k]] * x[k];
    }
    return status;
}
