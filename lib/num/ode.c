/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "num/ode.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* Variables are worked on in blocks, kept in registers while the stages are summed. Rows are padded
 * to whole blocks with zeros, which stay zero through every combination. */
enum { BLOCK = 4, ROWS = ODE_STAGES + 3 };

/* Step doubling uses four stages twice and two of the rows left over. */
enum { ROW_SECOND_HALF = 4, ROW_WHOLE = 8, ROW_MIDDLE = 9 };

static size_t stride_of(size_t n)
{
    return (n + BLOCK - 1) / BLOCK * BLOCK;
}

size_t ode_doubles(size_t n)
{
    return ROWS * stride_of(n);
}

void ode_carve(struct ode *ode, const struct ode_method *method, size_t n, ode_rhs rhs,
               void *context, double *memory)
{
    size_t stride = stride_of(n);
    *ode = (struct ode){
        .method = method,
        .n = n,
        .stride = stride,
        .rhs = rhs,
        .context = context,
        .k = memory,
        .y = memory + ODE_STAGES * stride,
        .stage = memory + (ODE_STAGES + 1) * stride,
        .result = memory + (ODE_STAGES + 2) * stride,
    };
}

/* out = base + h sum of the row; out may be base. Returns 0 if out is finite, else NaN: x - x tells
 * finite from not, and adding them up keeps what it has found. A stage that is not finite shows in
 * every combination that uses it, and every stage is used in a later stage or in the result. */
static double combine(const struct ode *ode, const struct ode_row *row, const double *k, double h,
                      const double *base, double *out)
{
    double f0 = 0, f1 = 0, f2 = 0, f3 = 0;
    for (size_t i = 0; i < ode->stride; i += BLOCK) {
        double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
        for (size_t j = 0; j < row->count; j++) {
            const double *ki = k + row->term[j].stage * ode->stride + i;
            double a = row->term[j].value;
            s0 += a * ki[0];
            s1 += a * ki[1];
            s2 += a * ki[2];
            s3 += a * ki[3];
        }
        double x0 = base[i] + h * s0, x1 = base[i + 1] + h * s1;
        double x2 = base[i + 2] + h * s2, x3 = base[i + 3] + h * s3;
        out[i] = x0;
        out[i + 1] = x1;
        out[i + 2] = x2;
        out[i + 3] = x3;
        f0 += x0 - x0;
        f1 += x1 - x1;
        f2 += x2 - x2;
        f3 += x3 - x3;
    }
    return (f0 + f1) + (f2 + f3);
}

/* out = y after a step of size h, all rows of the workspace; the first stage is in k already. */
static int32_t step(const struct ode *ode, double t, double h, const double *y, double *k,
                    double *out)
{
    const struct ode_method *method = ode->method;
    for (size_t j = 1; j < method->stages; j++) {
        const struct ode_row *row = &method->rows[j - 1];
        if (combine(ode, row, k, h, y, ode->stage) != 0)
            return WD_ENOCONV;
        int32_t status = ode->rhs(t + row->c * h, ode->stage, k + j * ode->stride, ode->context);
        if (status != WD_OK)
            return status;
    }
    return combine(ode, method->y_new, k, h, y, out) == 0 ? WD_OK : WD_ENOCONV;
}

int32_t ode_begin(struct ode *ode, double t, const double *y)
{
    size_t n = ode->n, stride = ode->stride;
    for (size_t row = 0; n < stride && row < ROWS; row++)
        memset(ode->k + row * stride + n, 0, (stride - n) * sizeof *ode->k);
    int32_t status = ode->rhs(t, y, ode->k, ode->context);
    for (size_t i = 0; status == WD_OK && i < n; i++)
        if (!isfinite(ode->k[i]))
            status = WD_ENOCONV;
    return status;
}

int32_t ode_step(struct ode *ode, double t, double h, const double *y, double *y_new)
{
    memcpy(ode->y, y, ode->n * sizeof *y);
    int32_t status = step(ode, t, h, ode->y, ode->k, ode->result);
    memcpy(y_new, ode->result, ode->n * sizeof *y);
    return status;
}

/* From the whole step, already in the result row, and two half steps. */
static int32_t double_step(struct ode *ode, double t, double h, double *y_new, double *error)
{
    double *second = ode->k + ROW_SECOND_HALF * ode->stride;
    double *whole = ode->k + ROW_WHOLE * ode->stride;
    double *middle = ode->k + ROW_MIDDLE * ode->stride;
    memcpy(whole, ode->result, ode->stride * sizeof *whole);
    int32_t status = step(ode, t, h / 2, ode->y, ode->k, middle);
    if (status == WD_OK)
        status = ode->rhs(t + h / 2, middle, second, ode->context);
    if (status == WD_OK)
        status = step(ode, t + h / 2, h / 2, middle, second, ode->result);
    if (status != WD_OK)
        return status;
    double finite = 0;
    for (size_t i = 0; i < ode->n; i++) {
        y_new[i] = ode->result[i];
        error[i] = 4 * (ode->result[i] - whole[i]) / 15;
        finite += error[i] - error[i];
    }
    return finite == 0 ? WD_OK : WD_ENOCONV;
}

int32_t ode_step_error(struct ode *ode, double t, double h, const double *y, double *y_new,
                       double *error)
{
    int32_t status = ode_step(ode, t, h, y, y_new);
    if (status != WD_OK)
        return status;
    if (!ode->method->error)
        return double_step(ode, t, h, y_new, error);
    memset(ode->stage, 0, ode->stride * sizeof *ode->stage);
    double finite = combine(ode, ode->method->error, ode->k, h, ode->stage, ode->stage);
    memcpy(error, ode->stage, ode->n * sizeof *error);
    return finite == 0 ? WD_OK : WD_ENOCONV;
}

double ode_error_ratio(const double *y_new, const double *error, size_t n, double rtol, double atol)
{
    double worst = 0;
    for (size_t i = 0; i < n; i++) {
        double tolerance = atol + rtol * fabs(y_new[i]);
        double ratio = error[i] == 0 && tolerance == 0 ? 0 : fabs(error[i]) / tolerance;
        if (isnan(ratio))
            return INFINITY;
        if (ratio > worst)
            worst = ratio;
    }
    return worst;
}

double ode_next_step(const struct ode_method *method, double h, double ratio)
{
    const double safety = 0.9;
    if (!(ratio <= 1.1))
        return h * fmax(0.2, safety / pow(ratio, 1.0 / method->order));
    if (ratio < 0.5)
        return h * fmin(5, fmax(1, safety / pow(fmax(ratio, DBL_MIN), 1.0 / (method->order + 1))));
    return h;
}
