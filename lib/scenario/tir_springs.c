/* SPDX-License-Identifier: MIT */
#include "scenario/tir_springs.h"

#include <math.h>

#include "num/elementary.h"

/* Largest relative error of a fit that is due to rounding. Points on a straight line may give a
 * tiny b of either sign. Tuned: points with 17 digits have errors below 1e-12. */
#define FIT_ROUNDING 1e-9

/* True if a point of the curve has a deflection and a load above 0. The fit uses only such points.
 */
static bool is_loaded(const struct tir_file *file, size_t i)
{
    return file->points[i][0] > 0 && file->points[i][1] > 0;
}

bool tir_has_curve(const struct tir_file *file)
{
    for (size_t i = 0; i < file->point_count; i++)
        if (is_loaded(file, i))
            return true;
    return false;
}

/* Return why a straight line is fitted: it is the best fit with b >= 0 where b would be negative,
 * and no best fit with a > 0 exists where a would not be positive. NULL if there is no reason. */
static const char *reason_of_line(double a, double b)
{
    return b < 0 ? "its points rise less than linearly, and vertical_stiffening must not be below 0"
           : a > 0 ? NULL
                   : "its points rise more than quadratically, and vertical_stiffness must be "
                     "above 0";
}

/* Fit a d + b d^2 to the points by least squares. If then a is not above 0 or b is negative, or
 * if all points have the same deflection, fit a d and set b to 0. *why becomes the reason, or NULL.
 * Refuse the file if the fit of a d or a sum is not finite. */
static void fit_load(struct tir_file *file, double *a, double *b, const char **why)
{
    double length = tir_factor(file, "LENGTH"), force = tir_factor(file, "FORCE");
    double d2 = 0, d3 = 0, d4 = 0, fd = 0, fd2 = 0;
    for (size_t i = 0; i < file->point_count; i++) {
        double d = file->points[i][0] * length, f = file->points[i][1] * force;
        if (!is_loaded(file, i))
            continue;
        d2 += d * d;
        d3 += d * d * d;
        d4 += d * d * d * d;
        fd += f * d;
        fd2 += f * d * d;
    }
    double determinant = d2 * d4 - d3 * d3;
    *a = (fd * d4 - fd2 * d3) / determinant;
    *b = (fd2 * d2 - fd * d3) / determinant;
    if (!(isfinite(determinant) && isfinite(fd2) && fd / d2 > 0 && isfinite(fd / d2)))
        tir_refuse(file, NULL, "DEFLECTION_LOAD_CURVE: no finite stiffness fits its points");
    /* If the relative determinant is smaller, all points have the same deflection to rounding. */
    bool unique = determinant > 1e-12 * d2 * d4;
    *why = unique ? reason_of_line(*a, *b) : NULL;
    if (unique && !*why)
        return;
    *a = fd / d2;
    *b = 0;
}

/* Report the fit a d + b d^2, its largest error relative to the load of a point, and the points
 * that it ignores, except the origin. */
static void note_fit(struct tir_file *file, double a, double b, const char *why)
{
    double length = tir_factor(file, "LENGTH"), force = tir_factor(file, "FORCE");
    double most = 0, at = 0;
    size_t used = 0, ignored = 0;
    for (size_t i = 0; i < file->point_count; i++) {
        double d = file->points[i][0] * length, f = file->points[i][1] * force;
        double error = fabs((a + b * d) * d / f - 1);
        used += is_loaded(file, i);
        ignored += !is_loaded(file, i) && !(d == 0 && f == 0);
        at = is_loaded(file, i) && error >= most ? d : at;
        most = is_loaded(file, i) && error >= most ? error : most;
    }
    tir_note(file,
             "DEFLECTION_LOAD_CURVE: load is %.6g d + %.6g d^2 by its %zu points, in place of "
             "VERTICAL_STIFFNESS; it differs from them by at most %.2g %%, at d = %.4g m",
             a, b, used, 100 * most, at);
    if (why && most > FIT_ROUNDING)
        tir_note(file, "DEFLECTION_LOAD_CURVE: a straight line is fitted, because %s", why);
    if (ignored > 0)
        tir_note(file,
                 "DEFLECTION_LOAD_CURVE: %zu point%s ignored, because deflection or load is not "
                 "above 0",
                 ignored, ignored == 1 ? " is" : "s are");
}

static void scale_load(struct tir_file *file, struct tyre_numbers *n)
{
    struct tir_entry *entry = tir_find(file, "LCZ");
    if (tir_has_curve(file)) {
        const char *why;
        fit_load(file, &n->vertical_stiffness, &n->vertical_stiffening, &why);
        note_fit(file, n->vertical_stiffness, n->vertical_stiffening, why);
    }
    double scale = entry ? tir_number(file, entry, "1") : 1;
    if (!(scale > 0))
        tir_refuse(file, entry, "must be above 0");
    n->vertical_stiffness *= scale;
    n->vertical_stiffening *= scale;
    if (scale != 1)
        tir_note(file, "LCZ = %g scales the vertical stiffness", scale);
}

/* If the file gives only one of pressure and nominal pressure, set the other one equal to it. A
 * number that the file does not give is NaN. */
static void fill_pressure(struct tir_file *file, struct tyre_numbers *n)
{
    double *own = &n->pressure, *nominal = &n->nominal_pressure;
    if (isnan(*own) == isnan(*nominal))
        return;
    tir_note(file, isnan(*own) ? "pressure is not given: nominal_pressure is used"
                               : "nominal_pressure is not given: pressure is used");
    *own = isnan(*own) ? *nominal : *own;
    *nominal = isnan(*nominal) ? *own : *nominal;
}

/* why: the reason of a refusal if the stiffness is not finite. */
static void relax(struct tir_file *file, struct tir_entry *entry, double *stiffness,
                  const char *name, const char *why, double slip, double sigma)
{
    if (!(slip > 0 && sigma > 0))
        return;
    *stiffness = slip / sigma;
    if (!isfinite(*stiffness))
        tir_refuse(file, entry, why);
    tir_note(file, "%s of the carcass is %.6g N/m: a relaxation length of %.4g m at nominal load",
             name, *stiffness, sigma);
}

/* Set each missing stiffness of the carcass to the slip stiffness divided by the relaxation length,
 * both at nominal load as in MF-Tyre 5.2. A stiffness for which the file gives no relaxation length
 * remains NaN. */
static void fill_carcass(struct tir_file *file, struct tyre_numbers *n, double radius)
{
    struct tir_entry *ptx1 = tir_find(file, "PTX1"), *pty1 = tir_find(file, "PTY1");
    struct tir_entry *pty2 = tir_find(file, "PTY2");
    double F = n->nominal_load, load = F * n->lfzo, df = F / load - 1;
    if (isnan(n->forward_stiffness) && ptx1)
        relax(file, ptx1, &n->forward_stiffness, "forward_stiffness",
              "gives a forward_stiffness that is not finite, with PKX1, PKX2 and PKX3",
              F * (n->pkx1 + n->pkx2 * df) * num_exp(n->pkx3 * df) * n->lkx,
              tir_number(file, ptx1, "1") * radius);
    if (isnan(n->side_stiffness) && pty1 && pty2) {
        double half = tir_number(file, pty2, "1"), length = tir_number(file, pty1, "1") * radius;
        relax(file, pty1, &n->side_stiffness, "side_stiffness",
              "gives a side_stiffness that is not finite, with PKY1, PKY2 and PKY4",
              -n->pky1 * load * num_sin(n->pky4 * num_atan(F / load / n->pky2)) * n->lky,
              half != 0 ? length * num_sin(2 * num_atan(1 / half)) : 0);
    }
    if (isnan(n->forward_stiffness))
        tir_note(file, "forward_stiffness of the carcass is not given: the default is used");
    if (isnan(n->side_stiffness))
        tir_note(file, "side_stiffness of the carcass is not given: the default is used");
    if (isnan(n->turning_stiffness))
        tir_note(file, "turning_stiffness of the carcass is not given: the default is used");
}

void tir_take_springs(struct tir_file *file, struct tyre_numbers *n, double radius)
{
    scale_load(file, n);
    fill_pressure(file, n);
    fill_carcass(file, n, radius);
}
