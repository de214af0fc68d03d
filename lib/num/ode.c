/* SPDX-License-Identifier: MIT */
#include "num/elementary.h"
#include "num/invariant.h"
#include "num/ode.h"
#include "num/two.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* Variables are processed in blocks while stages are summed. The last block overlaps the one
 * before. Fewer variables than a block are padded to one block, and the padding is never used. */
enum { BLOCK = 4, ROWS = ODE_DENSE_STAGES + 2 };

/* Step doubling stores the four stages twice and uses two of the remaining rows. */
enum { ROW_SECOND_HALF = 4, ROW_WHOLE = 8, ROW_MIDDLE = 9 };

static size_t stride_of(size_t n)
{
    return n < BLOCK ? BLOCK : n;
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
        .stage = memory + ODE_DENSE_STAGES * stride,
        .zero = memory + (ODE_DENSE_STAGES + 1) * stride,
    };
    /* The padding is read before it is first written. */
    for (size_t i = 0; i < ROWS; i++)
        memset(memory + i * stride + n, 0, (stride - n) * sizeof *memory);
}

/* sum = linear combination of one block without its newest stage, in two chains of additions,
 * because the processor waits for each addition of a chain. */
static inline void sum_block(const struct ode_row *row, size_t stride, const double *k,
                             two sum[BLOCK / 2])
{
    two a0 = two_scale(row->oldest, two_load(k));
    two a1 = two_scale(row->oldest, two_load(k + 2));
    two b0 = two_zero(), b1 = two_zero();
    k += row->first * stride;
    for (size_t j = 0; j < row->length; j += 2) {
        double u = row->run[j], v = row->run[j + 1];
        a0 = two_add(a0, two_scale(u, two_load(k)));
        a1 = two_add(a1, two_scale(u, two_load(k + 2)));
        k += stride;
        b0 = two_add(b0, two_scale(v, two_load(k)));
        b1 = two_add(b1, two_scale(v, two_load(k + 2)));
        k += stride;
    }
    sum[0] = two_add(a0, b0);
    sum[1] = two_add(a1, b1);
}

/* Do the same as combine() for a row in which only the newest stage has a weight, as in all stages
 * of the classical method. */
static double combine_newest(const struct ode *ode, double weight, const double *k, double h,
                             const double *base, double *restrict out)
{
    double part = h * weight;
    two even = two_zero(), odd = two_zero();
    size_t n = ode->n, i = 0;
    for (; i + 4 <= n; i += 4) {
        two x = two_add(two_load(base + i), two_scale(part, two_load_apart(k + i)));
        two z = two_add(two_load(base + i + 2), two_scale(part, two_load_apart(k + i + 2)));
        two_store(out + i, x);
        two_store(out + i + 2, z);
        even = two_add(even, x);
        odd = two_add(odd, z);
    }
    double total = two_sum(two_add(even, odd));
    for (; i < n; i++)
        total += out[i] = base[i] + part * k[i];
    return total - total;
}

/* Compute one block of out = base + h (sum + newest k_last); returns the sum of its entries. */
static inline two combine_block(const two sum[BLOCK / 2], double newest, const double *k_last,
                                double h, const double *base, double *restrict out)
{
    two x0 = two_add(sum[0], two_scale(newest, two_load_apart(k_last)));
    two x1 = two_add(sum[1], two_scale(newest, two_load_apart(k_last + 2)));
    x0 = two_add(two_load(base), two_scale(h, x0));
    x1 = two_add(two_load(base + 2), two_scale(h, x1));
    two_store(out, x0);
    two_store(out + 2, x1);
    return two_add(x0, x1);
}

/* Do the same as combine_block() for a padded block; base and out have no padding. */
static double combine_padded(const struct ode *ode, const two sum[BLOCK / 2], double newest,
                             const double *k_last, double h, const double *base, double *out)
{
    double whole[BLOCK], total = 0;
    two_store(whole, sum[0]);
    two_store(whole + 2, sum[1]);
    for (size_t j = 0; j < ode->n; j++)
        total += out[j] = base[j] + h * (whole[j] + newest * k_last[j]);
    return total - total;
}

/* out = base + h times the linear combination of the stages up to last; out and base must not
 * overlap. The newest stage is added last, so that the sum of the others need not wait for it.
 * Returns 0 if out and its sum are finite, else NaN. A stage that is not finite makes every
 * combination with it NaN or infinite, and each stage is used in a later stage or in the result. */
static double combine(const struct ode *ode, const struct ode_row *row, const double *k,
                      size_t last, double h, const double *base, double *restrict out)
{
    size_t n = ode->n, stride = ode->stride;
    const double *k_last = k + last * stride;
    two sum[BLOCK / 2], total = two_zero();
    if (n < BLOCK) {
        sum_block(row, stride, k, sum);
        return combine_padded(ode, sum, row->newest, k_last, h, base, out);
    }
    for (size_t i = 0; i < n; i += BLOCK) {
        size_t at = i + BLOCK <= n ? i : n - BLOCK;
        sum_block(row, stride, k + at, sum);
        total =
            two_add(total, combine_block(sum, row->newest, k_last + at, h, base + at, out + at));
    }
    double all = two_sum(total);
    return all - all;
}

/* Evaluate the stages first ... last - 1, whose rows begin at `row`; k has all stages before. */
static int32_t evaluate(const struct ode *ode, double t, double h, const double *y, double *k,
                        size_t first, size_t last, const struct ode_row *row)
{
    for (size_t j = first; j < last; j++, row++) {
        int alone = row->oldest == 0 && row->length == 0;
        double wrong =
            alone ? combine_newest(ode, row->newest, k + (j - 1) * ode->stride, h, y, ode->stage)
                  : combine(ode, row, k, j - 1, h, y, ode->stage);
        if (wrong != 0)
            return WD_ENOCONV;
        int32_t status = ode->rhs(t + row->c * h, ode->stage, k + j * ode->stride, ode->context);
        if (status != WD_OK)
            return status;
    }
    return WD_OK;
}

/* out = y after a step of size h; k has all rows of the workspace, with the first stage already
 * set. */
static int32_t step(const struct ode *ode, double t, double h, const double *y, double *k,
                    double *out)
{
    const struct ode_method *method = ode->method;
    int32_t status = evaluate(ode, t, h, y, k, 1, method->stages, method->rows);
    if (status != WD_OK)
        return status;
    return combine(ode, method->y_new, k, method->stages - 1, h, y, out) == 0 ? WD_OK : WD_ENOCONV;
}

int32_t ode_begin(struct ode *ode, ode_rhs first, double t, const double *y)
{
    return first(t, y, ode->k, ode->context);
}

int32_t ode_step(struct ode *ode, double t, double h, const double *y, double *y_new)
{
    invariant(y_new != y);
    return step(ode, t, h, y, ode->k, y_new);
}

/* Step doubling: y_new from two half steps, error from the comparison with one full step. */
static int32_t double_step(struct ode *ode, double t, double h, const double *y, double *y_new,
                           double *error)
{
    double *second = ode->k + ROW_SECOND_HALF * ode->stride;
    double *whole = ode->k + ROW_WHOLE * ode->stride;
    double *middle = ode->k + ROW_MIDDLE * ode->stride;
    memcpy(whole, y_new, ode->n * sizeof *whole);
    int32_t status = step(ode, t, h / 2, y, ode->k, middle);
    if (status == WD_OK)
        status = ode->rhs(t + h / 2, middle, second, ode->context);
    if (status == WD_OK)
        status = step(ode, t + h / 2, h / 2, middle, second, y_new);
    double finite = 0;
    for (size_t i = 0; status == WD_OK && i < ode->n; i++) {
        error[i] = 4 * (y_new[i] - whole[i]) / 15;
        finite += error[i] - error[i];
    }
    return status != WD_OK || finite == 0 ? status : WD_ENOCONV;
}

int32_t ode_step_error(struct ode *ode, double t, double h, const double *y, double *y_new,
                       double *error)
{
    int32_t status = ode_step(ode, t, h, y, y_new);
    if (status != WD_OK)
        return status;
    if (!ode->method->error)
        return double_step(ode, t, h, y, y_new, error);
    memset(ode->zero, 0, ode->n * sizeof *ode->zero);
    double finite =
        combine(ode, ode->method->error, ode->k, ode->method->stages - 1, h, ode->zero, error);
    return finite == 0 ? WD_OK : WD_ENOCONV;
}

int32_t ode_extend(struct ode *ode, double t, double h, const double *y)
{
    const struct ode_dense *dense = ode->method->dense;
    return evaluate(ode, t, h, y, ode->k, ode->method->stages, dense->stages, dense->rows);
}

double ode_dense_weight(const struct ode_dense *dense, size_t stage, double s)
{
    const double *c = dense->weights[stage];
    double weight = c[ODE_DEGREE - 1];
    for (size_t i = ODE_DEGREE - 1; i > 0; i--)
        weight = c[i - 1] + (i % 2 ? 1 - s : s) * weight;
    return s * weight;
}

/* Stages with a weight at one time of the dense output. */
struct blend {
    size_t count;
    const double *k[ODE_DENSE_STAGES];
    double weight[ODE_DENSE_STAGES];
};

static struct blend blend_at(const struct ode *ode, double s)
{
    const struct ode_dense *dense = ode->method->dense;
    struct blend blend = {.count = 0};
    for (size_t j = 0; j < dense->stages; j++) {
        double weight = ode_dense_weight(dense, j, s);
        if (weight == 0)
            continue;
        blend.k[blend.count] = ode->k + j * ode->stride;
        blend.weight[blend.count++] = weight;
    }
    return blend;
}

/* Compute the weighted sum of the stages for one block. */
static inline void blend_block(const struct blend *blend, size_t at, two sum[BLOCK / 2])
{
    two a = two_zero(), b = two_zero();
    for (size_t j = 0; j < blend->count; j++) {
        a = two_add(a, two_scale(blend->weight[j], two_load(blend->k[j] + at)));
        b = two_add(b, two_scale(blend->weight[j], two_load(blend->k[j] + at + 2)));
    }
    sum[0] = a;
    sum[1] = b;
}

int32_t ode_interpolate(const struct ode *ode, double h, double part, const double *y, double *out)
{
    const struct blend blend = blend_at(ode, part);
    size_t n = ode->n;
    two sum[BLOCK / 2], total = two_zero();
    for (size_t i = 0; n >= BLOCK && i < n; i += BLOCK) {
        size_t at = i + BLOCK <= n ? i : n - BLOCK;
        blend_block(&blend, at, sum);
        for (size_t k = 0; k < BLOCK / 2; k++) {
            two x = two_add(two_load(y + at + 2 * k), two_scale(h, sum[k]));
            two_store(out + at + 2 * k, x);
            total = two_add(total, x);
        }
    }
    double all = two_sum(total), whole[BLOCK];
    if (n < BLOCK) {
        blend_block(&blend, 0, sum);
        two_store(whole, sum[0]);
        two_store(whole + 2, sum[1]);
        for (size_t i = 0; i < n; i++)
            all += out[i] = y[i] + h * whole[i];
    }
    return all - all == 0 ? WD_OK : WD_ENOCONV;
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

/* Constants of the step-size rule of GSL's standard control. */
#define SAFETY 0.9    /* fraction of the largest step that would be accepted */
#define TOO_EXACT 0.5 /* error ratio below which steps grow */
#define FASTEST_FALL 0.2
#define FASTEST_GROWTH 5

double ode_next_step(const struct ode_method *method, double h, double ratio)
{
    if (!(ratio <= ODE_ACCEPTED))
        return h * num_fmax(FASTEST_FALL, SAFETY / num_pow(ratio, 1.0 / method->order));
    if (ratio < TOO_EXACT)
        return h *
               num_fmin(FASTEST_GROWTH, num_fmax(1, SAFETY / num_pow(num_fmax(ratio, DBL_MIN),
                                                                     1.0 / (method->order + 1))));
    return h;
}
