/* SPDX-License-Identifier: MIT */
#include "core/slopes.h"
#include "num/elementary.h"

#include <float.h>
#include <math.h>

/* Events are located with an error of about 1e-13 of the scales of their contacts. All motions
 * share this error, so that differences between motions do not show it. The estimated error of a
 * derivative is therefore increased by SHARED_ERROR (|derivative| + |output| / scale), where scale
 * is the magnitude of the shifted value, at least 1. Tuned: bounces in test-gradient, where the
 * shared error is up to 1.4e-11 in this measure. */
#define SHARED_ERROR 3e-11

/* Number of first rows of which one shows a kink: a kink and a second derivative can cancel each
 * other for more than half in two of three rows, but not in all. */
#define EARLY_ROWS 3

void slopes_open(struct slopes *to, double base, double scale, double atol)
{
    to->base = base;
    to->scale = scale;
    to->noise = 2 * atol;
    to->early_kink = 0;
    richardson_open(&to->side[UP], 1, 1);
    richardson_open(&to->side[DOWN], 1, 1);
    richardson_open(&to->central, 2, 2);
    richardson_open(&to->kink, 1, 2);
}

void slopes_add(struct slopes *to, const double *shifted, const double *width)
{
    double quotient[SIDES], rounding[SIDES];
    for (int side = 0; side < SIDES; side++) {
        double change = side == UP ? shifted[UP] - to->base : to->base - shifted[DOWN];
        if (!(width[side] > 0))
            continue;
        quotient[side] = change / width[side];
        rounding[side] = DBL_EPSILON * (fabs(shifted[side]) + fabs(to->base)) / width[side];
        richardson_add(&to->side[side], quotient[side], rounding[side], to->noise / width[side]);
    }
    if (!(width[UP] > 0 && width[DOWN] > 0))
        return;
    double both = width[UP] + width[DOWN];
    richardson_add(&to->central, (shifted[UP] - shifted[DOWN]) / both,
                   DBL_EPSILON * (fabs(shifted[UP]) + fabs(shifted[DOWN])) / both,
                   to->noise / both);
    double kink = (quotient[UP] - quotient[DOWN]) / 2;
    if (to->kink.rows < EARLY_ROWS)
        to->early_kink = num_fmax(to->early_kink, fabs(kink));
    richardson_add(&to->kink, kink, (rounding[UP] + rounding[DOWN]) / 2,
                   to->noise / 2 * (1 / width[UP] + 1 / width[DOWN]));
}

int slopes_done(const struct slopes *of, int from)
{
    return from < SIDES ? of->side[from].done : of->central.done && of->kink.done;
}

static const struct slope no_slope = {NAN, INFINITY};

static struct slope result_of(const struct slopes *of, const struct richardson *from)
{
    double shared = SHARED_ERROR * (fabs(from->best) + fabs(of->base) / of->scale);
    if (!richardson_converges(from))
        return no_slope;
    return (struct slope){from->best, from->error + shared};
}

/* Return 1 if the derivatives from both sides differ by twice the limit `kink`:
 * - it is not 0 within its estimated error, changes the output by more than its noise at the first
 *   shift, and the one-sided results differ by more than their errors;
 * - it is the main part of the last difference of one-sided quotients; for a smooth output this is
 *   far above the limit, because it shrinks only as the shift does;
 * - it was there with large shifts, too; noise is not, because it grows as shifts shrink. */
static int has_kink(const struct slopes *of, struct slope kink)
{
    struct slope up = result_of(of, &of->side[UP]), down = result_of(of, &of->side[DOWN]);
    double limit = fabs(kink.value);
    return limit > kink.error && limit * FIRST_SHIFT * of->scale > of->noise &&
           fabs(up.value - down.value) > up.error + down.error &&
           fabs(of->kink.row[0] - kink.value) < limit / 2 && limit / 2 < of->early_kink;
}

/* Take the central derivative or that from one side, whichever has the smaller error estimate. The
 * central one differs from those of both sides by the kink, and these differ by two kinks. So the
 * limit of the kink and the error of this limit are added to the estimate once or twice. One-sided
 * results are better where the second derivatives from both sides differ. */
static struct slope result_of_both(const struct slopes *of)
{
    struct slope kink = result_of(of, &of->kink), best = result_of(of, &of->central);
    if (!isfinite(kink.value) || !isfinite(best.value) || has_kink(of, kink))
        return no_slope;
    double change = fabs(kink.value) + of->kink.error;
    best.error += change;
    for (int side = 0; side < SIDES; side++) {
        struct slope one = result_of(of, &of->side[side]);
        one.error += 2 * change;
        best = one.error < best.error ? one : best;
    }
    return best;
}

struct slope slopes_result(const struct slopes *of, int from)
{
    return from < SIDES ? result_of(of, &of->side[from]) : result_of_both(of);
}
