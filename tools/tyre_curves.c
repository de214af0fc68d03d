/* SPDX-License-Identifier: MIT */
#include "tyre_curves.h"

#include <wheeldyn/wheeldyn.h>

#include "csv.h"
#include "num/elementary.h"
#include "tyre/tyre.h"

/* Largest slip ratio and slip angle (rad) of the curves; tyres have their peaks below a half of
 * them. */
#define MOST_RATIO 0.5
#define MOST_ANGLE 0.35
enum { STEPS = 100 /* points on each side of 0 */ };

/* Loads in nominal loads. */
static const double loads[] = {0.5, 1, 1.5};

int tyre_curves_check(const struct tir *tir, const char *name, struct problem *problem)
{
    const char *why, *key = tyre_fault(&tir->numbers, &why);
    return key ? problem_is(problem, TOOL_SCENARIO, "%s: %s %s", name, key, why) : TOOL_OK;
}

static void print_point(FILE *file, const struct magic *magic, double radius, double load, int i)
{
    double ratio = MOST_RATIO * i / STEPS, angle = MOST_ANGLE * i / STEPS;
    struct magic_slip slip = {.radius = radius, .load = load, .mu = 1, .kappa = ratio};
    struct magic_forces along, across;
    magic_steady(magic, &slip, &along);
    slip.kappa = 0;
    slip.tan_alpha = num_sin(angle) / num_cos(angle);
    magic_steady(magic, &slip, &across);
    double row[] = {load, ratio, along.force[0], angle, across.force[1], across.align};
    csv_row(file, row, sizeof row / sizeof *row);
}

void tyre_curves_print(FILE *file, const struct tir *tir, const char *name)
{
    struct magic magic;
    magic_pack(&tir->numbers, &magic);
    fprintf(file, "# wheeldyn %s\n# tyre ", wd_version());
    csv_text(file, name);
    fputs("\n# units N,1,N,rad,N,N.m\nload,slip_ratio,F_x,slip_angle,F_y,M_z\n", file);
    for (size_t k = 0; k < sizeof loads / sizeof *loads; k++)
        for (int i = -STEPS; i <= STEPS; i++)
            print_point(file, &magic, tir->radius, loads[k] * tir->numbers.nominal_load, i);
}
