/* SPDX-License-Identifier: MIT */
/* Implementation of <wheeldyn/constrained.h>: handle, memory, argument checks, error texts. */
#include <math.h>
#include <stdlib.h>
#include <wheeldyn/constrained.h>

#include "num/host.h"
#include "num/uk.h"

struct wd_uk {
    struct uk uk;
    const char *error;
    double report[WD_UK_METHOD_USED + 1]; /* see wd_uk_get(); NaN: not computed yet */
    double *memory;
    struct host host;
};

static const char *const faults[UK_FAULTS] = {
    [UK_FINE] = "",
    [UK_M_FINITE] = "M holds NaN or infinity",
    [UK_M_SYMMETRIC] = "M is not symmetric",
    [UK_M_DEFINITE] = "M is not positive definite",
    [UK_N_FINITE] = "N holds NaN or infinity",
    [UK_N_FORM] = "N is not symmetric positive semidefinite (WD_UK_RELAXED: diagonal in [0, 1])",
    [UK_A_FINITE] = "A holds NaN or infinity",
    [UK_VECTOR_FINITE] = "Q, b or C holds NaN or infinity",
    [UK_OVERFLOW] = "a result is too large for a double",
    [UK_NO_END] = "the iteration for singular values did not converge",
};

static int32_t fail(wd_uk *uk, int32_t status, const char *why)
{
    uk->error = why;
    return status;
}

/* Begin a call that may compute; leave() ends it. */
static int32_t enter(wd_uk *uk)
{
    if (uk == NULL)
        return WD_EINVAL;
    host_suspend(&uk->host);
    return WD_OK;
}

static int32_t leave(const wd_uk *uk, int32_t status)
{
    host_resume(&uk->host);
    return status;
}

static int32_t new_uk(size_t n, size_t m, wd_uk **out)
{
    size_t doubles = uk_doubles(n, m);
    wd_uk *uk = doubles ? malloc(sizeof *uk) : NULL;
    double *memory = uk ? calloc(doubles, sizeof *memory) : NULL;
    if (memory == NULL) {
        free(uk);
        return WD_ENOMEM;
    }
    *uk = (wd_uk){.error = "", .memory = memory, .report = {0, WD_UK_AUTO, 0, NAN, NAN, NAN}};
    uk_carve(&uk->uk, n, m, memory);
    *out = uk;
    return WD_OK;
}

int32_t wd_uk_new(size_t n, size_t m, wd_uk **out)
{
    if (out == NULL)
        return WD_EINVAL;
    *out = NULL;
    if (n == 0)
        return WD_EINVAL;
    struct host host;
    host_suspend(&host);
    int32_t status = new_uk(n, m, out);
    host_resume(&host);
    return status;
}

void wd_uk_free(wd_uk *uk)
{
    if (uk)
        free(uk->memory);
    free(uk);
}

const char *wd_uk_error(const wd_uk *uk)
{
    return uk ? uk->error : "";
}

static int32_t set(wd_uk *uk, int32_t what, double value)
{
    switch (what) {
    case WD_UK_METHOD:
        if (!(value >= WD_UK_AUTO && value <= WD_UK_SVD) || value != (double)(int32_t)value)
            return fail(uk, WD_ERANGE, "WD_UK_METHOD must be one of the four methods");
        uk->uk.inverse.method = (int32_t)value;
        break;
    case WD_UK_RANK_TOLERANCE:
        if (!(value >= 0 && value < 1))
            return fail(uk, WD_ERANGE, "WD_UK_RANK_TOLERANCE must be in [0, 1)");
        uk->uk.inverse.tolerance = value;
        break;
    case WD_UK_RANK:
    case WD_UK_RESIDUAL:
    case WD_UK_METHOD_USED:
        return fail(uk, WD_EROLE, "rank, residual and method used can only be read");
    default:
        return fail(uk, WD_EINVAL, "no such setting");
    }
    uk->report[what] = value;
    return WD_OK;
}

int32_t wd_uk_set(wd_uk *uk, int32_t what, double value)
{
    int32_t status = enter(uk);
    return status == WD_OK ? leave(uk, set(uk, what, value)) : status;
}

int32_t wd_uk_get(const wd_uk *uk, int32_t what, double *value)
{
    if (uk == NULL || value == NULL)
        return WD_EINVAL;
    if (what < WD_UK_METHOD || what > WD_UK_METHOD_USED)
        return WD_EINVAL;
    struct host host;
    host_suspend(&host);
    double report = what == WD_UK_RESIDUAL ? uk_residual(&uk->uk) : uk->report[what];
    host_resume(&host);
    if (isnan(report))
        return WD_ESTATE;
    *value = report;
    return WD_OK;
}

static int32_t finish(wd_uk *uk, int32_t status)
{
    if (status != WD_OK)
        return fail(uk, status, faults[uk->uk.fault]);
    uk->report[WD_UK_RANK] = (double)uk->uk.inverse.rank;
    uk->report[WD_UK_METHOD_USED] = uk->uk.inverse.used;
    return WD_OK;
}

static int32_t inverse(wd_uk *uk, const double *A, const double *M, const double *N, int32_t form,
                       double *X)
{
    if (uk->uk.m > 0 && (A == NULL || X == NULL))
        return fail(uk, WD_EINVAL, "A or X is NULL");
    if (form < WD_UK_MOORE_PENROSE || form > WD_UK_RELAXED)
        return fail(uk, WD_EINVAL, "no such form");
    return finish(uk, uk_inverse(&uk->uk, A, M, N, form, X));
}

int32_t wd_uk_inverse(wd_uk *uk, const double *A, const double *M, const double *N, int32_t form,
                      double *X)
{
    int32_t status = enter(uk);
    return status == WD_OK ? leave(uk, inverse(uk, A, M, N, form, X)) : status;
}

static int32_t solve(wd_uk *uk, const double *M, const double *Q, const double *A, const double *b,
                     const double *C, const double *N, int32_t form, double *qdd, double *Qi,
                     double *Qni)
{
    if (Q == NULL || (uk->uk.m > 0 && A == NULL))
        return fail(uk, WD_EINVAL, "Q or A is NULL");
    if (form < WD_UK_MOORE_PENROSE || form > WD_UK_RELAXED)
        return fail(uk, WD_EINVAL, "no such form");
    return finish(uk, uk_solve(&uk->uk, M, Q, A, b, C, N, form, qdd, Qi, Qni));
}

int32_t wd_uk_solve(wd_uk *uk, const double *M, const double *Q, const double *A, const double *b,
                    const double *C, const double *N, int32_t form, double *qdd, double *Qi,
                    double *Qni)
{
    int32_t status = enter(uk);
    return status == WD_OK ? leave(uk, solve(uk, M, Q, A, b, C, N, form, qdd, Qi, Qni)) : status;
}
