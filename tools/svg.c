/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "svg.h"

#include <math.h>
#include <stdio.h>

#include "csv.h"

enum { WIDTH = 860, PANEL = 130, LEFT = 90, RIGHT = 20, TOP = 34, BOTTOM = 40, GAP = 22 };

struct axis {
    double lo, hi;       /* the range drawn */
    double from, pixels; /* where on the page lo is, and how long the axis is */
    double tick;
};

static double place(const struct axis *axis, double value)
{
    return axis->from + (value - axis->lo) / (axis->hi - axis->lo) * axis->pixels;
}

/* 1, 2 or 5 times a power of ten, about `parts` of them in the span. */
static double nice(double span, int parts)
{
    double raw = span / parts, power = pow(10, floor(log10(raw))), share = raw / power;
    return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

static struct axis axis_of(const struct history *history, size_t column, int parts)
{
    double lo = INFINITY, hi = -INFINITY;
    for (size_t i = 0; i < history->count; i++) {
        double value = history->rows[i * history->width + column];
        if (isfinite(value)) {
            lo = fmin(lo, value);
            hi = fmax(hi, value);
        }
    }
    if (!(lo <= hi))
        lo = hi = 0;
    /* A constant gets room too, also one so large that adding 1 would not change it. */
    double least = fmax(1e-12 * fmax(fabs(lo), fabs(hi)), 1e-300);
    if (hi - lo < least) {
        double middle = lo + (hi - lo) / 2, half = fmax(0.5 * fabs(middle), 0.5);
        lo = middle - half;
        hi = middle + half;
    }
    return (struct axis){.lo = lo, .hi = hi, .tick = nice(hi - lo, parts)};
}

static void escaped(FILE *file, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<':
            fputs("&lt;", file);
            break;
        case '&':
            fputs("&amp;", file);
            break;
        default:
            fputc(*text, file);
        }
}

static void write_ticks_x(FILE *file, const struct axis *x, double top, double bottom, int labelled)
{
    for (double k = ceil(x->lo / x->tick); k * x->tick <= x->hi + 1e-9 * x->tick; k++) {
        double at = place(x, k * x->tick);
        fprintf(file, "<path class=\"grid\" d=\"M%.2f %.2fV%.2f\"/>\n", at, top, bottom);
        if (labelled)
            fprintf(file, "<text x=\"%.2f\" y=\"%.2f\" text-anchor=\"middle\">%.6g</text>\n", at,
                    bottom + 16, k * x->tick + 0.0);
    }
}

static void write_ticks_y(FILE *file, const struct axis *y)
{
    for (double k = ceil(y->lo / y->tick); k * y->tick <= y->hi + 1e-9 * y->tick; k++) {
        double at = place(y, k * y->tick);
        fprintf(file, "<path class=\"grid\" d=\"M%d %.2fH%d\"/>\n", LEFT, at, WIDTH - RIGHT);
        fprintf(file, "<text x=\"%d\" y=\"%.2f\" text-anchor=\"end\">%.6g</text>\n", LEFT - 6,
                at + 4, k * y->tick + 0.0);
    }
}

static void write_line(FILE *file, const struct history *history, size_t column,
                       const struct axis *x, const struct axis *y)
{
    fputs("<path class=\"line\" d=\"", file);
    char command = 'M';
    for (size_t i = 0; i < history->count; i++) {
        const double *row = history->rows + i * history->width;
        if (!isfinite(row[0]) || !isfinite(row[column])) {
            command = 'M';
            continue;
        }
        fprintf(file, "%c%.2f %.2f", command, place(x, row[0]), place(y, row[column]));
        command = 'L';
    }
    fputs("\"/>\n", file);
}

static void write_panel(FILE *file, const struct history *history, const struct svg_labels *labels,
                        size_t column)
{
    double top = TOP + (double)(column - 1) * (PANEL + GAP);
    struct axis x = axis_of(history, 0, 8), y = axis_of(history, column, 4);
    x.from = LEFT;
    x.pixels = WIDTH - LEFT - RIGHT;
    y.from = top + PANEL - 6;
    y.pixels = -(PANEL - 12);
    write_ticks_x(file, &x, top, top + PANEL, column + 1 == labels->columns);
    write_ticks_y(file, &y);
    fprintf(file, "<rect class=\"frame\" x=\"%d\" y=\"%.2f\" width=\"%d\" height=\"%d\"/>\n", LEFT,
            top, WIDTH - LEFT - RIGHT, PANEL);
    write_line(file, history, column, &x, &y);
    fprintf(file, "<text class=\"name\" x=\"%d\" y=\"%.2f\">", LEFT + 4, top - 5);
    escaped(file, labels->names[column]);
    fputs(" [", file);
    escaped(file, labels->units[column]);
    fputs("]</text>\n", file);
}

int svg_write(const char *path, const struct history *history, const struct svg_labels *labels,
              struct problem *problem)
{
    FILE *file;
    int status = output_open(path, &file, problem);
    if (status)
        return status;
    size_t panels = labels->columns - 1;
    double height = TOP + (double)panels * (PANEL + GAP) - GAP + BOTTOM;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %.0f\" width=\"%d\" "
            "height=\"%.0f\">\n<style>text{font:12px sans-serif;fill:#333}.name{font-weight:bold}"
            ".grid{stroke:#ddd;fill:none}.frame{stroke:#888;fill:none}.line{stroke:#1668b0;"
            "stroke-width:1.4;fill:none;stroke-linejoin:round}</style>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n<title>",
            WIDTH, height, WIDTH, height);
    escaped(file, labels->title);
    fputs("</title>\n", file);
    for (size_t column = 1; column <= panels; column++)
        write_panel(file, history, labels, column);
    fprintf(file, "<text x=\"%d\" y=\"%.2f\" text-anchor=\"middle\">", (LEFT + WIDTH - RIGHT) / 2,
            height - 6);
    escaped(file, labels->names[0]);
    fputs(" [", file);
    escaped(file, labels->units[0]);
    fputs("]</text>\n</svg>\n", file);
    return output_close(file, path, problem);
}
