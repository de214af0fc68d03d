/* SPDX-License-Identifier: MIT */
#include "scenario/tir_springs.h"

#include <math.h>

#include "num/elementary.h"

bool tir_has_curve(const struct tir_file *file)
{
    for (size_t i = 0; i < file->point_count; i++)
        if (file->points[i][0] > 0 && file->points[i][1] > 0)
            return true;
    return false;
}

/* Fit a d + b d^2 to the points by least squares. If then a is not above 0 or b is negative, or
 * if all points have the same deflection, fit a d and set b to 0. Refuse the file if the fit of a d
 * or a sum is not finite. */
static void fit_load(struct tir_file *file, double *a, double *b)
{
    double length = tir_factor(file, "LENGTH"), force = tir_factor(file, "FORCE");
    double d2 = 0, d3 = 0, d4 = 0, fd = 0, fd2 = 0;
    for (size_t i = 0; i < file->point_count; i++) {
        double d = file->points[i][0] * length, f = file->points[i][1] * force;
        if (!(d > 0 && f > 0))
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
    if (determinant > 1e-12 * d2 * d4 && *a > 0 && *b >= 0)
        return;
    *a = fd / d2;
    *b = 0;
}

static void scale_load(struct tir_file *file, struct tyre_numbers *n)
{
    struct tir_entry *entry = tir_find(file, "LCZ");
    if (tir_has_curve(file)) {
        fit_load(file, &n->vertical_stiffness, &n->vertical_stiffening);
        tir_note(file,
                 "DEFLECTION_LOAD_CURVE: load is %.6g d + %.6g d^2 by its points, in place of "
                 "VERTICAL_STIFFNESS",
                 n->vertical_stiffness, n->vertical_stiffening);
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
