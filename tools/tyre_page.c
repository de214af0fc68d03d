/* SPDX-License-Identifier: MIT */
#include "tyre_page.h"

#include <wheeldyn/wheeldyn.h>

#include "fmu_describe.h"
#include "svg.h"
#include "tyre_curves.h"

enum { HEIGHT = 220, LOADS = TYRE_CURVE_LOADS, LABEL = 32 };

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<style>:root{color-scheme:light dark}"
    "body{font:16px/1.4 sans-serif;color:#333;max-width:880px;margin:1em auto;padding:0 1em}"
    "svg{display:block;max-width:100%;height:auto;margin:1em 0}"
    "@media(prefers-color-scheme:dark){body{color:#ccc;background:#14181d}}</style>\n";

/* Compute the rows of the curves. A row over the slip ratio has the ratio, then F_x for each load.
 * A row over the slip angle has the angle, then F_y for each load, then M_z for each load. */
static void compute(const struct tir *tir, struct history *ratio, struct history *angle)
{
    double along[1 + LOADS], across[1 + 2 * LOADS];
    for (int i = -TYRE_CURVE_STEPS; i <= TYRE_CURVE_STEPS; i++) {
        for (int k = 0; k < LOADS; k++) {
            double row[TYRE_CURVE_WIDTH];
            tyre_curves_row(tir, k, i, row);
            along[0] = row[1];
            along[1 + k] = row[2];
            across[0] = row[3];
            across[1 + k] = row[4];
            across[1 + LOADS + k] = row[5];
        }
        history_add(ratio, along);
        history_add(angle, across);
    }
}

/* Make a panel with a line for each load; the first line shows column `column`. */
static struct svg_panel panel_of(struct svg_line lines[LOADS], size_t column,
                                 char labels[LOADS][LABEL], const char *name, const char *unit)
{
    for (int k = 0; k < LOADS; k++)
        lines[k] = (struct svg_line){.column = column + (size_t)k, .colour = k, .label = labels[k]};
    return (struct svg_panel){
        .name = name, .unit = unit, .lines = lines, .count = LOADS, .height = HEIGHT};
}

static void write_plots(FILE *file, const struct tir *tir, const char *name)
{
    struct history ratio = {.width = 1 + LOADS}, angle = {.width = 1 + 2 * LOADS};
    struct svg_line lines[3][LOADS];
    char labels[LOADS][LABEL];
    compute(tir, &ratio, &angle);
    for (int k = 0; k < LOADS; k++)
        snprintf(labels[k], LABEL, "%.0f N", tyre_curves_load(tir, k));
    struct svg_panel along = panel_of(lines[0], 1, labels, "F_x", "N");
    struct svg_panel across[] = {
        panel_of(lines[1], 1, labels, "F_y", "N"),
        panel_of(lines[2], 1 + LOADS, labels, "M_z", "N.m"),
    };
    svg_write(file, &ratio,
              &(struct svg_picture){
                  .title = name, .name = "slip ratio", .unit = "1", .panels = &along, .count = 1});
    svg_write(
        file, &angle,
        &(struct svg_picture){
            .title = name, .name = "slip angle", .unit = "rad", .panels = across, .count = 2});
    history_free(&ratio);
    history_free(&angle);
}

void tyre_page_write(FILE *file, const struct tir *tir, const char *name)
{
    fputs(head, file);
    fputs("<title>", file);
    print_escaped(file, name);
    fputs("</title>\n<h1>Tyre ", file);
    print_escaped(file, name);
    fprintf(file,
            "</h1>\n<p>Forces in steady state for loads of 0.5, 1 and 1.5 times the nominal load, "
            "each slip alone and without camber, on ground with mu = 1. Computed by wheeldyn "
            "%s.</p>\n",
            wd_version());
    write_plots(file, tir, name);
}
