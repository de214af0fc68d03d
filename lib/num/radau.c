/* SPDX-License-Identifier: MIT */
#include "num/radau.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

#include "num/carver.h"
#include "num/dense.h"
#include "num/elementary.h"
#include "num/radau_jacobian.h"
#include "num/radau_newton.h"
#include "num/radau_polynomial.h"

/* Factor c in the tolerance c r^(2/3) of the error estimate, where r is the relative tolerance of
 * the step. The estimate belongs to an embedded solution of order 3, the step has order 5. Hairer
 * and Wanner's value. */
#define ESTIMATE_TOLERANCE 0.1
/* Newton's iteration ends when its error is below a fraction of the tolerance of the estimate:
 * MOST_NEWTON_ERROR, or the square root of the relative tolerance of the estimate if that root is
 * less, but at least ABOVE_ROUNDING times rounding. Hairer and Wanner's values. */
#define MOST_NEWTON_ERROR 0.03
#define ABOVE_ROUNDING 10
/* Usual number of corrections of Newton's iteration with the Jacobian of the start of the step. */
enum { FRESH_CORRECTIONS = 2 };

/* Step-size rule with Hairer and Wanner's values: safety factor, bounds of the change, largest
 * growth for which the step is not changed, least error ratio that is stored, and the change after
 * a failed iteration. */
#define SAFETY 0.9
#define FASTEST_FALL 0.2
#define FASTEST_GROWTH 8
#define STEADY 1.2
#define LEAST_RATIO 1e-2
#define AFTER_FAILURE 0.5

/* Multiple of the length of a solved step up to which events are located on its polynomial, if a
 * longer step failed before. The longer step was shortened by AFTER_FAILURE, so this multiple of
 * the solved length is the length that failed. */
#define FURTHEST (1 / AFTER_FAILURE)

/* Weights of the error estimate (Hairer and Wanner, (8.19)), times gamma:
 * -(13 + 7 sqrt(6))/3, (-13 + 7 sqrt(6))/3, -1/3. */
static const double error_weights[RADAU_STAGES] = {-10.0488093998274155647, 1.38214273316074889800,
                                                   -1.0 / 3};

/* Coefficients A of the method, used for the integrals. */
static const double A[RADAU_STAGES][RADAU_STAGES] = {
    {0.196815477223660425868, -0.0655354258501983881085, 0.0237709743482201524204},
    {0.394424314739087276997, 0.292073411665228463021, -0.0415487521259979301982},
    {0.376403062700467275050, 0.512485826188421613839, 1.0 / 9},
};

static void carve_all(struct radau *radau, struct carver *carver)
{
    size_t n = radau->n;
    radau->is_cyclic = carve_array(carver, n, sizeof *radau->is_cyclic);
    radau->column = carve_array(carver, n, sizeof *radau->column);
    radau->rate = carve(carver, radau->size);
    radau->tolerance = carve(carver, n);
    radau->z = carve(carver, RADAU_STAGES * n);
    radau->w = carve(carver, RADAU_STAGES * n);
    radau->correction = carve(carver, RADAU_STAGES * n);
    radau->f = carve(carver, RADAU_STAGES * radau->size);
    radau->stage = carve(carver, radau->size);
    radau->unknown = carve(carver, RADAU_STAGES * n);
    radau->solution = carve(carver, 2 * n);
    radau->integral = carve(carver, RADAU_STAGES * radau->quadratures);
    radau->real = carve(carver, n * n);
    radau->complex = carve(carver, 2 * n * n);
    radau->real_pivot = carve_array(carver, n, sizeof *radau->real_pivot);
    radau->complex_pivot = carve_array(carver, n, sizeof *radau->complex_pivot);
}

size_t radau_doubles(size_t n, size_t quadratures, size_t size)
{
    struct radau radau = {.n = n, .quadratures = quadratures, .size = size};
    struct carver carver = {NULL, 0};
    carve_all(&radau, &carver);
    return carver.used;
}

size_t radau_past_doubles(size_t n, size_t quadratures)
{
    return WORDS_OF(struct radau_past) + RADAU_STAGES * n + (n + quadratures) * n;
}

void radau_carve(struct radau *radau, double *memory, double *past)
{
    struct carver carver = {memory, 0};
    carve_all(radau, &carver);
    radau->past = (struct radau_past *)(void *)past;
    radau->past_z = past + WORDS_OF(struct radau_past);
    radau->jacobian = radau->past_z + RADAU_STAGES * radau->n;
    radau->factored_h = 0;
}

void radau_forget(double *past, size_t doubles)
{
    memset(past, 0, doubles * sizeof *past);
}

/* True if the past holds no step and no Jacobian. The stages and the Jacobian, which follow the
 * numbers of struct radau_past, are then zeros. */
static int is_forgotten(const double *past)
{
    const struct radau_past *head = (const struct radau_past *)(const void *)past;
    return head->h == 0 && head->has_jacobian == 0;
}

void radau_past_copy(double *to, const double *from, size_t doubles)
{
    int is_short = is_forgotten(to) && is_forgotten(from);
    memcpy(to, from, (is_short ? WORDS_OF(struct radau_past) : doubles) * sizeof *to);
}

int radau_past_fits(const double *past, size_t doubles)
{
    const struct radau_past *head = (const struct radau_past *)(const void *)past;
    if (is_forgotten(past) && dense_largest(past + WORDS_OF(struct radau_past),
                                            doubles - WORDS_OF(struct radau_past)) > 0)
        return 0;
    return dense_finite(past, doubles) && head->h >= 0 && head->ratio >= 0 && head->end >= 0 &&
           head->end <= FURTHEST && (head->has_jacobian == 0 || head->has_jacobian == 1);
}

/* Set the tolerances of the estimate and of Newton's iteration about the state y. */
static void set_tolerances(struct radau *radau, const double *y)
{
    double largest = 0;
    for (size_t i = 0; i < radau->n; i++)
        largest = num_fmax(largest, fabs(y[i]));
    /* Relative tolerance of the largest component, which is the tightest. */
    double relative = num_fmin(1, radau->rtol + radau->atol / largest);
    double of_estimate = ESTIMATE_TOLERANCE * num_pow(relative, 2.0 / 3);
    for (size_t i = 0; i < radau->n; i++)
        radau->tolerance[i] = (radau->atol + radau->rtol * fabs(y[i])) * (of_estimate / relative);
    radau->relative = of_estimate;
    radau->precision = num_fmax(ABOVE_ROUNDING * DBL_EPSILON / of_estimate,
                                num_fmin(MOST_NEWTON_ERROR, sqrt(of_estimate)));
}

/* Sort the first n numbers into those on which rates depend, and cyclic ones. */
static void sort_columns(struct radau *radau)
{
    size_t count = 0;
    memset(radau->is_cyclic, 0, radau->n * sizeof *radau->is_cyclic);
    if (radau->mark_cyclic)
        radau->mark_cyclic(radau->is_cyclic, radau->context);
    for (size_t i = 0; i < radau->n; i++)
        if (!radau->is_cyclic[i])
            radau->column[count++] = i;
    radau->columns = count;
    for (size_t i = 0; i < radau->n; i++)
        if (radau->is_cyclic[i])
            radau->column[count++] = i;
}

int32_t radau_begin(struct radau *radau, double t, const double *y, double equations)
{
    if (equations != radau->past->equations)
        radau->past->has_jacobian = 0;
    radau->past->equations = equations;
    set_tolerances(radau, y);
    radau->solved_h = radau->failed_h = 0;
    radau->is_fresh = 0;
    radau->tries = 0;
    int32_t status = radau->rhs(t, y, radau->rate, radau->context);
    if (status == WD_OK && !dense_finite(radau->rate, radau->n + radau->quadratures))
        status = WD_ENOCONV;
    if (status == WD_OK)
        sort_columns(radau);
    return status;
}

/* Solve for the stages of a step with the present Jacobian. */
static int32_t solve(struct radau *radau, double t, double h, const double *y)
{
    if (radau->factored_h != h && !radau_newton_factor(radau, h))
        return WD_ENOCONV;
    radau_polynomial_guess(radau, h, FASTEST_GROWTH);
    int32_t status = radau_newton_solve(radau, t, h, y);
    radau->solved_h = status == WD_OK ? h : 0;
    return status;
}

/* Compute the integrals at the stages. The available rates are those before the last correction;
 * the Jacobian's rows correct them to first order. */
static void integrate(struct radau *radau, double h)
{
    size_t n = radau->n, q = radau->quadratures;
    for (size_t k = 0; k < q; k++) {
        double rate[RADAU_STAGES];
        for (size_t j = 0; j < RADAU_STAGES; j++)
            rate[j] = radau->f[j * radau->size + n + k] +
                      dense_dot(radau->jacobian + (n + k) * n, radau->correction + j * n, n);
        for (size_t i = 0; i < RADAU_STAGES; i++)
            radau->integral[i * q + k] =
                h * (A[i][0] * rate[0] + A[i][1] * rate[1] + A[i][2] * rate[2]);
    }
}

/* error := (gamma/h - J)^-1 (rate + a combination of the stages) */
static void filter(const struct radau *radau, double h, const double *rate, double *error)
{
    size_t n = radau->n;
    const double *z1 = radau->z, *z2 = z1 + n, *z3 = z2 + n;
    for (size_t i = 0; i < n; i++)
        error[i] =
            rate[i] +
            (error_weights[0] * z1[i] + error_weights[1] * z2[i] + error_weights[2] * z3[i]) / h;
    radau_newton_filter(radau, error);
}

/* Estimate the error by the embedded solution. An unresolved transient may make the estimate too
 * large. If the first step, or a step tried again after a rejection, would be rejected, the
 * estimate is therefore filtered a second time. */
static int32_t estimate_error(struct radau *radau, double t, double h, const double *y,
                              double *error)
{
    size_t n = radau->n;
    filter(radau, h, radau->rate, error);
    double ratio = radau_error_ratio(radau, error);
    int unresolved = radau->tries > 1 || radau->past->h == 0;
    if (unresolved && isfinite(ratio) && !(ratio <= ODE_ACCEPTED)) {
        memcpy(radau->stage, y, radau->size * sizeof *y);
        dense_add(radau->stage, 1, error, n);
        if (!dense_finite(radau->stage, n))
            return WD_ENOCONV;
        int32_t status = radau->rhs(t, radau->stage, radau->f, radau->context);
        if (status != WD_OK)
            return status;
        filter(radau, h, radau->f, error);
    }
    return dense_finite(error, n) ? WD_OK : WD_ENOCONV;
}

int32_t radau_step(struct radau *radau, double t, double h, const double *y, double *y_new,
                   double *error)
{
    radau->tries++;
    if (radau->solved_h > 0)
        radau->failed_h = 0;
    int32_t status = radau->past->has_jacobian > 0 ? solve(radau, t, h, y) : WD_ENOCONV;
    if (status == WD_ENOCONV && !radau->is_fresh) {
        status = radau_jacobian_make(radau, t, h, y);
        if (status == WD_OK)
            status = solve(radau, t, h, y);
    }
    if (status == WD_ENOCONV)
        radau->failed_h = h;
    if (status != WD_OK)
        return status;
    integrate(radau, h);
    radau_interpolate(radau, h, y, y_new);
    if (!dense_finite(y_new, radau->n + radau->quadratures))
        return WD_ENOCONV;
    return error ? estimate_error(radau, t, h, y, error) : WD_OK;
}

double radau_reach(const struct radau *radau)
{
    double solved = radau->solved_h, failed = radau->failed_h;
    return failed > solved ? num_fmin(failed, FURTHEST * solved) : solved;
}

double radau_error_ratio(const struct radau *radau, const double *error)
{
    double worst = 0;
    for (size_t i = 0; i < radau->n; i++) {
        double ratio = fabs(error[i]) / radau->tolerance[i];
        if (isnan(ratio))
            return INFINITY;
        worst = num_fmax(worst, ratio);
    }
    return worst;
}

/* Return Gustafsson's prediction of the step length from this step and the previous one. */
static double predict_length(const struct radau *radau, double h, double ratio)
{
    const struct radau_past *past = radau->past;
    if (!(past->ratio > 0 && past->h > 0))
        return INFINITY;
    return h * SAFETY * (h / past->h) * num_pow(past->ratio / (ratio * ratio), 0.25);
}

/* Return the number of additional evaluations so far because the Jacobian is old: corrections
 * beyond the usual number. */
static double cost_of_age(const struct radau *radau)
{
    double before = radau->is_fresh ? 0 : radau->past->cost_of_age;
    size_t more = radau->iterations > FRESH_CORRECTIONS ? radau->iterations - FRESH_CORRECTIONS : 0;
    return before + (double)(RADAU_STAGES * more);
}

/* True until the age of the Jacobian has cost as many evaluations as a new Jacobian would. This
 * rule needs at most twice as many evaluations as the best choice of the steps that compute a new
 * Jacobian. */
static int is_still_good(const struct radau *radau)
{
    return cost_of_age(radau) < (double)radau->columns;
}

double radau_next_step(const struct radau *radau, double h, double ratio)
{
    if (!isfinite(ratio))
        return AFTER_FAILURE * h;
    double error = num_fmax(ratio, DBL_MIN);
    double safety =
        SAFETY * (2 * RADAU_NEWTON_MOST + 1) / (2 * RADAU_NEWTON_MOST + (double)radau->iterations);
    double next = h * num_fmin(SAFETY, safety) / num_pow(error, 0.25);
    int accepted = ratio <= ODE_ACCEPTED;
    if (accepted)
        next = num_fmin(num_fmin(next, predict_length(radau, h, error)),
                        radau->tries > 1 ? h : (double)INFINITY);
    next = num_fmin(num_fmax(next, FASTEST_FALL * h), FASTEST_GROWTH * h);
    int stays = accepted && is_still_good(radau) && next >= h && next <= STEADY * h;
    return stays ? h : next;
}

void radau_keep(struct radau *radau, double h, double ratio)
{
    struct radau_past *past = radau->past;
    past->h = radau->solved_h;
    /* the rounding of the time may move the end of a tiny step beyond FURTHEST */
    past->end = num_fmin(h / radau->solved_h, FURTHEST);
    past->ratio = ratio > 0 ? num_fmax(ratio, LEAST_RATIO) : 0;
    past->has_jacobian = is_still_good(radau);
    past->cost_of_age = cost_of_age(radau);
    memcpy(radau->past_z, radau->z, RADAU_STAGES * radau->n * sizeof *radau->z);
}
