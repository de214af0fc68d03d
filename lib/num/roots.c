/* SPDX-License-Identifier: MIT */
#include "num/roots.h"
#include "num/elementary.h"
#include "num/invariant.h"

#include <float.h>
#include <math.h>
#include <wheeldyn/wheeldyn.h>

struct point {
    double x, f;
};

/* Return the zero of the inverse quadratic through three points: the newest point, the other end of
 * the bracket, and the end that the newest point has replaced. Returns NaN if the quadratic is not
 * monotonic there (Chandrupatla's criterion). */
static double interpolate(struct point new, struct point other, struct point old)
{
    double xi = (new.x - other.x) / (old.x - other.x);
    double phi = (new.f - other.f) / (old.f - other.f);
    if (!(phi < sqrt(xi) && 1 - phi < sqrt(1 - xi)))
        return NAN;
    double t = new.f / (other.f - new.f) * (old.f / (other.f - old.f)) +
               (old.x - new.x) / (other.x - new.x) * (new.f / (old.f - new.f)) *
                   (other.f / (old.f - other.f));
    return new.x + t *(other.x - new.x);
}

/* Return x, or the midpoint if x is NaN, kept away from the ends by the margin and by at least one
 * double. */
static double keep_inside(double x, double lo, double hi, double margin)
{
    if (isnan(x))
        x = lo / 2 + hi / 2;
    x = num_fmin(x, hi - margin);
    if (!(x < hi))
        x = nextafter(hi, lo);
    x = num_fmax(x, lo + margin);
    return x > lo ? x : nextafter(lo, hi);
}

/* Relative to the larger end. If the ends are further apart than this, there is a double between
 * them, because adjacent doubles differ by at most one eps. */
#define SURELY (4 * DBL_EPSILON)

/* True if there is a double between lo and hi. */
static int is_apart(double lo, double hi)
{
    double certain = SURELY * num_fmax(fabs(lo), fabs(hi)) + DBL_MIN;
    return hi - lo > certain || nextafter(lo, hi) < hi;
}

/* Narrow a valid bracket that is longer than the tolerance. */
static int32_t narrow(struct point *lo, struct point *hi, double tolerance, roots_fn fn,
                      void *context)
{
    int rising = lo->f < 0, slow = 0;
    double x = NAN, mark = hi->x - lo->x;
    while (hi->x - lo->x > tolerance && is_apart(lo->x, hi->x)) {
        x = keep_inside(x, lo->x, hi->x, tolerance / 2);
        struct point new = {x, fn(x, context)};
        if (isnan(new.f))
            return WD_ENOCONV;
        struct point *end = (rising ? new.f < 0 : new.f > 0) ? lo : hi;
        struct point old = *end;
        *end = new;
        if (hi->x - lo->x <= mark / 2) {
            mark = hi->x - lo->x;
            slow = 0;
        } else {
            slow++;
        }
        x = slow < 3 ? interpolate(new, end == lo ? *hi : *lo, old) : (double)NAN;
    }
    return WD_OK;
}

int32_t roots_narrow(struct roots_bracket *bracket, double tolerance, roots_fn fn, void *context)
{
    struct point lo = {bracket->lo, bracket->f_lo}, hi = {bracket->hi, bracket->f_hi};
    int bounds = isfinite(lo.x) && isfinite(hi.x) && lo.x <= hi.x && tolerance >= 0;
    int32_t status = WD_EINVAL;
    if (bounds && lo.f == 0) {
        hi = lo;
        status = WD_OK;
    } else if (bounds && ((lo.f < 0 && hi.f >= 0) || (lo.f > 0 && hi.f <= 0))) {
        status = narrow(&lo, &hi, tolerance, fn, context);
    }
    invariant(status == WD_EINVAL || (lo.x <= hi.x && (hi.f == 0 || (lo.f < 0) == (hi.f > 0))));
    *bracket = (struct roots_bracket){lo.x, hi.x, lo.f, hi.f};
    return status;
}
