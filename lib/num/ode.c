/* SPDX-License-Identifier: MIT */
#include "num/elementary.h"
#include "num/invariant.h"
#include "num/ode.h"
#include "num/two.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* Variables are processed in blocks while stages are summed. The rows of the stages are padded to
 * whole blocks; no result depends on the padding. */
enum { BLOCK = 4, ROWS = ODE_DENSE_STAGES + 2 };

/* Rows of step doubling, which is for rk4 only: 0 to 3 hold the four stages of the first half step,
 * 4 to 7 those of the second; two more hold the results of the whole step and of the first half. */
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
        .stage = memory + ODE_DENSE_STAGES * stride,
        .zero = memory + (ODE_DENSE_STAGES + 1) * stride,
    };
    /* The padding is read with the last block, but never written. */
    for (size_t i = 0; stride > n && i < ROWS; i++)
        memset(memory + i * stride + n, 0, (stride - n) * sizeof *memory);
}

/* Compute and return two numbers of out = base + part * k. The numbers of k were just written one
 * by one, so they are also loaded one by one; see two_load_apart(). */
static inline two step_pair(double part, const double *k, const double *base, double *restrict out)
{
    two x = two_add(two_load(base), two_scale(part, two_load_apart(k)));
    two_store(out, x);
    return x;
}

/* Do the same as combine() for a row in which only the newest stage has a weight, as in all stages
 * of the classical method; part = h times this weight. */
static inline double combine_newest(size_t n, double part, const double *k, const double *base,
                                    double *restrict out)
{
    two even = two_zero(), odd = two_zero();
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        even = two_add(even, step_pair(part, k + i, base + i, out + i));
        odd = two_add(odd, step_pair(part, k + i + 2, base + i + 2, out + i + 2));
    }
    if (n - i >= 2) {
        even = two_add(even, step_pair(part, k + i, base + i, out + i));
        i += 2;
    }
    double total = two_sum(two_add(even, odd));
    if (i < n)
        total += out[i] = base[i] + part * k[i];
    return total - total;
}

/* sum = linear combination of the stages for one block, without the newest stage. Each addition
 * waits for the previous one of its chain, so there are two independent chains. */
static inline void sum_block(const struct ode_row *row, size_t length, size_t stride,
                             const double *k, two sum[BLOCK / 2])
{
    two a0 = two_scale(row->oldest, two_load(k));
    two a1 = two_scale(row->oldest, two_load(k + 2));
    two b0 = two_zero(), b1 = two_zero();
    k += row->first * stride;
    for (size_t j = 0; j < length; j += 2) {
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

/* Compute two numbers of out = base + h (sum + newest k_last); returns them. */
static inline two combine_pair(two sum, double newest, const double *k_last, double h,
                               const double *base, double *restrict out)
{
    two x = two_add(sum, two_scale(newest, two_load(k_last)));
    x = two_add(two_load(base), two_scale(h, x));
    two_store(out, x);
    return x;
}

/* Compute the last 1 to 3 numbers; returns their sum. */
static inline double combine_rest(const two sum[BLOCK / 2], size_t n, double newest,
                                  const double *k_last, double h, const double *base,
                                  double *restrict out)
{
    double total = 0, last = two_first(sum[0]);
    if (n >= 2) {
        total = two_sum(combine_pair(sum[0], newest, k_last, h, base, out));
        last = two_first(sum[1]);
    }
    if (n % 2)
        total += out[n - 1] = base[n - 1] + h * (last + newest * k_last[n - 1]);
    return total;
}

/* Do the same as combine() for a row with a run of this length. */
static inline double combine_run(const struct ode *ode, const struct ode_row *row, size_t length,
                                 const double *k, const double *k_last, double h,
                                 const double *base, double *restrict out)
{
    size_t n = ode->n, stride = ode->stride, i = 0;
    two sum[BLOCK / 2], even = two_zero(), odd = two_zero();
    for (; i + BLOCK <= n; i += BLOCK) {
        sum_block(row, length, stride, k + i, sum);
        even = two_add(even, combine_pair(sum[0], row->newest, k_last + i, h, base + i, out + i));
        odd = two_add(
            odd, combine_pair(sum[1], row->newest, k_last + i + 2, h, base + i + 2, out + i + 2));
    }
    double total = two_sum(two_add(even, odd));
    if (i < n) {
        sum_block(row, length, stride, k + i, sum);
        total += combine_rest(sum, n - i, row->newest, k_last + i, h, base + i, out + i);
    }
    return total - total;
}

/* out = base + h times the linear combination of the stages up to that in k_last; out and base must
 * not overlap. The newest stage is added last, so that the sum of the others need not wait for it.
 * Returns 0 if out and its sum are finite, else NaN. The stages need no check of their own: a stage
 * that is not finite makes every combination with it NaN or infinite, and each stage is used in a
 * later stage or in the result. Runs of length 2 have their own code, because the result of the
 * classical method has such a run. */
static double combine(const struct ode *ode, const struct ode_row *row, const double *k,
                      const double *k_last, double h, const double *base, double *restrict out)
{
    return row->length == 2 ? combine_run(ode, row, 2, k, k_last, h, base, out)
                            : combine_run(ode, row, row->length, k, k_last, h, base, out);
}

/* Evaluate the stages first ... last - 1, whose rows begin at `row`; k has all stages before. */
static int32_t evaluate(const struct ode *ode, double t, double h, const double *y, double *k,
                        size_t first, size_t last, const struct ode_row *row)
{
    double *newest = k + (first - 1) * ode->stride;
    for (const struct ode_row *end = row + (last - first); row < end; row++) {
        int alone = row->length == 0 && row->oldest == 0;
        double wrong = alone ? combine_newest(ode->n, h * row->newest, newest, y, ode->stage)
                             : combine(ode, row, k, newest, h, y, ode->stage);
        if (wrong != 0)
            return WD_ENOCONV;
        newest += ode->stride;
        int32_t status = ode->rhs(t + row->c * h, ode->stage, newest, ode->context);
        if (status != WD_OK)
            return status;
    }
    return WD_OK;
}

/* Return the last of the method's own stages among the rows in k. */
static const double *last_stage(const struct ode *ode, const double *k)
{
    return k + (ode->method->stages - 1) * ode->stride;
}

/* out = y after a step of size h; k has room for the stages of the method; the first one is
 * already set. */
static int32_t step(const struct ode *ode, double t, double h, const double *y, double *k,
                    double *out)
{
    const struct ode_method *method = ode->method;
    int32_t status = evaluate(ode, t, h, y, k, 1, method->stages, method->rows);
    if (status != WD_OK)
        return status;
    return combine(ode, method->y_new, k, last_stage(ode, k), h, y, out) == 0 ? WD_OK : WD_ENOCONV;
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

/* Step doubling. On entry y_new is the result of one full step. Compute y_new from two half steps,
 * and the error from the difference of the two results. */
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
        combine(ode, ode->method->error, ode->k, last_stage(ode, ode->k), h, ode->zero, error);
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

size_t ode_dense_doubles(const struct ode_dense *dense, size_t n)
{
    return (dense->stages - dense->unused) * stride_of(n);
}

void ode_keep_dense(const struct ode *ode, size_t n, double *kept)
{
    const struct ode_dense *dense = ode->method->dense;
    size_t stride = stride_of(n);
    for (size_t j = 0; j < dense->stages; j++) {
        if (j > 0 && j <= dense->unused)
            continue;
        memcpy(kept, ode->k + j * ode->stride, stride * sizeof *kept);
        kept += stride;
    }
}

static struct blend blend_at(const struct ode_dense *dense, const double *kept, size_t stride,
                             double s)
{
    struct blend blend = {.count = 0};
    for (size_t j = 0; j < dense->stages; j++) {
        double weight = ode_dense_weight(dense, j, s);
        if (weight == 0)
            continue;
        blend.k[blend.count] = kept + (j == 0 ? 0 : j - dense->unused) * stride;
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

int32_t ode_interpolate(const struct ode_dense *dense, const double *kept, size_t n, double h,
                        double part, const double *y, double *out)
{
    const struct blend blend = blend_at(dense, kept, stride_of(n), part);
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
