/* SPDX-License-Identifier: MIT */
#include "tyre_curves.h"

#include <string.h>
#include <wheeldyn/wheeldyn.h>

#include "csv.h"
#include "num/elementary.h"
#include "tyre/tyre.h"

/* Largest slip ratio and slip angle (rad) of the curves. The peaks of tyres lie below half of these
 * values. */
#define MOST_RATIO 0.5
#define MOST_ANGLE 0.35

/* Loads, as multiples of the nominal load. */
static const double loads[TYRE_CURVE_LOADS] = {0.5, 1, 1.5};

int tyre_curves_check(const struct tir *tir, const char *name, struct problem *problem)
{
    const char *why, *key = tyre_fault(&tir->numbers, &why);
    return key ? problem_is(problem, TOOL_SCENARIO, "%s: %s %s", name, key, why) : TOOL_OK;
}

double tyre_curves_load(const struct tir *tir, int k)
{
    return loads[k] * tir->numbers.nominal_load;
}

void tyre_curves_row(const struct tir *tir, int k, int i, double row[TYRE_CURVE_WIDTH])
{
    double ratio = MOST_RATIO * i / TYRE_CURVE_STEPS, angle = MOST_ANGLE * i / TYRE_CURVE_STEPS;
    double load = tyre_curves_load(tir, k);
    struct magic_slip slip = {.radius = tir->radius, .load = load, .mu = 1, .kappa = ratio};
    struct magic_forces along, across;
    struct magic magic;
    magic_pack(&tir->numbers, &magic);
    magic_limited(&magic, &slip, &along);
    slip.kappa = 0;
    slip.tan_alpha = num_sin(angle) / num_cos(angle);
    magic_limited(&magic, &slip, &across);
    double values[] = {load, ratio, along.force[0], angle, across.force[1], across.align};
    memcpy(row, values, sizeof values);
}

void tyre_curves_print(FILE *file, const struct tir *tir, const char *name)
{
    fprintf(file, "# wheeldyn %s\n# tyre ", wd_version());
    csv_text(file, name);
    fputs("\n# units N,1,N,rad,N,N.m\nload,slip_ratio,F_x,slip_angle,F_y,M_z\n", file);
    for (int k = 0; k < TYRE_CURVE_LOADS; k++)
        for (int i = -TYRE_CURVE_STEPS; i <= TYRE_CURVE_STEPS; i++) {
            double row[TYRE_CURVE_WIDTH];
            tyre_curves_row(tir, k, i, row);
            csv_row(file, row, TYRE_CURVE_WIDTH);
        }
}
