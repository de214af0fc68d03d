/* SPDX-License-Identifier: MIT */
#include "svg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 880, LEFT = 90, RIGHT = 40, TOP = 34, BOTTOM = 40, GAP = 22, LETTERS = 80 };

/* Colours for light and dark pages. */
static const char *const colours[][2] = {{"#1668b0", "#62aef0"}, {"#c8452d", "#f08068"},
                                         {"#2c8a4b", "#62c482"}, {"#8a5a9e", "#c79adb"},
                                         {"#b8860b", "#dcae3c"}, {"#555", "#aaa"}};
enum { COLOURS = sizeof colours / sizeof *colours };

struct axis {
    double lo, hi;       /* smallest and largest value that is drawn */
    double from, pixels; /* position of lo on the page, and length of the axis */
    double tick;
};

static double place(const struct axis *axis, double value)
{
    return axis->from + (value - axis->lo) / (axis->hi - axis->lo) * axis->pixels;
}

/* Tick distance: 1, 2 or 5 times a power of ten, so that there are about `parts` ticks in the span.
 */
static double nice(double span, int parts)
{
    double raw = span / parts, power = pow(10, floor(log10(raw))), share = raw / power;
    return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

/* Smallest change that is drawn; smaller changes are drawn flat, because they are rounding errors
 * of quantities of ordinary size, for example of forces and energies of vehicles. */
static double floor_of(const char *unit)
{
    static const char *const large[] = {"N", "N.m", "J", "W"};
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        if (strcmp(unit, large[i]) == 0)
            return 1e-9;
    return 1e-12;
}

/* Axis for all values of the lines. Changes below `least` are drawn flat. */
static struct axis axis_of(const struct history *history, const struct svg_line *lines,
                           size_t count, int parts, double least)
{
    double lo = INFINITY, hi = -INFINITY;
    for (size_t i = 0; i < history->count * count; i++) {
        double value = history->rows[i / count * history->width + lines[i % count].column];
        if (isfinite(value)) {
            lo = fmin(lo, value);
            hi = fmax(hi, value);
        }
    }
    if (!(lo <= hi))
        lo = hi = 0;
    /* Widen the range of a constant, even of one so large that adding 1 would not change it. */
    if (hi - lo < fmax(1e-12 * fmax(fabs(lo), fabs(hi)), least)) {
        double middle = lo + (hi - lo) / 2, half = fmax(0.5 * fabs(middle), 0.5);
        lo = middle - half;
        hi = middle + half;
    }
    return (struct axis){.lo = lo, .hi = hi, .tick = nice(hi - lo, parts)};
}

/* Axis for a choice, with all its values, also those that do not occur. */
static struct axis axis_of_choices(size_t count)
{
    double room = count > 1 ? 0 : 0.5;
    return (struct axis){.lo = -room, .hi = (double)count - 1 + room, .tick = 1};
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
            fprintf(file, "<text x=\"%.2f\" y=\"%.2f\" text-anchor=\"middle\">%.12g</text>\n", at,
                    bottom + 16, k * x->tick + 0.0);
    }
}

static void write_tick_y(FILE *file, double at, const char *class)
{
    fprintf(file, "<path class=\"%s\" d=\"M%d %.2fH%d\"/>\n", class, LEFT, at, WIDTH - RIGHT);
    fprintf(file, "<text x=\"%d\" y=\"%.2f\" text-anchor=\"end\">", LEFT - 6, at + 4);
}

static void write_ticks_y(FILE *file, const struct axis *y)
{
    for (double k = ceil(y->lo / y->tick); k * y->tick <= y->hi + 1e-9 * y->tick; k++) {
        write_tick_y(file, place(y, k * y->tick), k == 0 ? "zero" : "grid");
        fprintf(file, "%.12g</text>\n", k * y->tick + 0.0);
    }
}

static void write_choices(FILE *file, const struct axis *y, const struct svg_panel *panel)
{
    for (size_t i = 0; i < panel->choice_count; i++) {
        write_tick_y(file, place(y, (double)i), "grid");
        escaped(file, panel->choices[i]);
        fputs("</text>\n", file);
    }
}

/* Draw a line; a choice is drawn as steps, because each value holds until the next row. */
static void write_line(FILE *file, const struct history *history, const struct svg_line *line,
                       const struct axis *x, const struct axis *y, bool steps)
{
    fprintf(file, "<path class=\"line c%d%s\" d=\"", line->colour % COLOURS,
            line->dashed ? " dashed" : "");
    char command = 'M';
    double held = 0;
    for (size_t i = 0; i < history->count; i++) {
        const double *row = history->rows + i * history->width;
        if (!isfinite(row[0]) || !isfinite(row[line->column])) {
            command = 'M';
            continue;
        }
        double across = place(x, row[0]), up = place(y, row[line->column]);
        if (steps && command == 'L' && up != held)
            fprintf(file, "L%.2f %.2f", across, held);
        fprintf(file, "%c%.2f %.2f", command, across, up);
        command = 'L';
        held = up;
    }
    fputs("\"/>\n", file);
}

static void write_label(FILE *file, const char *name, const char *unit)
{
    escaped(file, name);
    fputs(" [", file);
    escaped(file, unit);
    fputs("]", file);
}

/* Write the labels of the lines that have one, as far as there is space. Returns the number of
 * labels. */
static size_t write_labels(FILE *file, const struct svg_panel *panel)
{
    size_t letters = strlen(panel->name), written = 0, omitted = 0;
    for (size_t i = 0; i < panel->count; i++) {
        const struct svg_line *line = &panel->lines[i];
        if (!line->label)
            continue;
        letters += strlen(line->label) + 2;
        if (letters >= LETTERS) {
            omitted++;
            continue;
        }
        fputs(written++ ? ", " : ": ", file);
        fprintf(file, "<tspan class=\"t%d\">", line->colour % COLOURS);
        escaped(file, line->label);
        fputs("</tspan>", file);
    }
    if (written && omitted)
        fprintf(file, " and %zu more", omitted);
    return written;
}

/* Write the name of a panel, followed by the labels of its lines or, if no line has a label, by the
 * text of the panel. */
static void write_name(FILE *file, const struct svg_panel *panel, int bottom)
{
    fprintf(file, "<text class=\"name\" x=\"%d\" y=\"%d\">", LEFT + 4, bottom);
    if (panel->choices)
        escaped(file, panel->name);
    else
        write_label(file, panel->name, panel->unit);
    if (!write_labels(file, panel) && panel->text) {
        fputs("<tspan class=\"text\">: ", file);
        escaped(file, panel->text);
        fputs("</tspan>", file);
    }
    fputs("</text>\n", file);
}

/* Shade the background over each run of consecutive rows that are to be shaded. */
static void write_shade(FILE *file, const struct history *history, const struct svg_panel *panel,
                        const struct axis *x, int top)
{
    for (size_t i = 0; panel->shaded && i < history->count; i++) {
        size_t last = i;
        while (last + 1 < history->count && panel->shaded[last] && panel->shaded[last + 1])
            last++;
        if (last == i)
            continue;
        double from = place(x, history->rows[i * history->width]);
        double to = place(x, history->rows[last * history->width]);
        fprintf(file, "<rect class=\"shade\" x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\"/>\n",
                fmin(from, to), top, fabs(to - from), panel->height);
        i = last;
    }
}

static void write_panel(FILE *file, const struct history *history, const struct svg_panel *panel,
                        int top, int last)
{
    static const struct svg_line abscissa = {0};
    struct axis x = axis_of(history, &abscissa, 1, 8, 1e-300);
    struct axis y = panel->choices ? axis_of_choices(panel->choice_count)
                                   : axis_of(history, panel->lines, panel->count,
                                             panel->height / 32, floor_of(panel->unit));
    x.from = LEFT;
    x.pixels = WIDTH - LEFT - RIGHT;
    y.from = top + panel->height - 6;
    y.pixels = -(panel->height - 12);
    write_shade(file, history, panel, &x, top);
    write_ticks_x(file, &x, top, top + panel->height, last);
    if (panel->choices)
        write_choices(file, &y, panel);
    else
        write_ticks_y(file, &y);
    fprintf(file, "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", LEFT,
            top, WIDTH - LEFT - RIGHT, panel->height);
    for (size_t i = 0; i < panel->count; i++)
        write_line(file, history, &panel->lines[i], &x, &y, panel->choices != NULL);
    write_name(file, panel, top - 5);
}

static void write_colours(FILE *file, int night)
{
    for (int i = 0; i < COLOURS; i++)
        fprintf(file, ".c%d{stroke:%s}.t%d{fill:%s}", i, colours[i][night], i, colours[i][night]);
}

static void write_head(FILE *file, const char *title, int height)
{
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\">\n<style>text{font:12px sans-serif;fill:#333}.name{font-weight:bold}"
            ".text{font-weight:normal}"
            ".grid{stroke:#ddd;fill:none}.zero{stroke:#888;fill:none}.frame{stroke:#888;fill:none}"
            ".shade{fill:#2c8a4b;fill-opacity:.12}"
            ".line{stroke-width:1.4;fill:none;stroke-linejoin:round}.dashed{stroke-dasharray:6 4}",
            WIDTH, height, WIDTH, height);
    write_colours(file, 0);
    /* The background of the root element is that of a window larger than the picture. */
    fputs("@media(prefers-color-scheme:dark){svg{background:#14181d}text{fill:#ccc}"
          ".page{fill:#14181d}.grid{stroke:#333}",
          file);
    write_colours(file, 1);
    fputs("}</style>\n<rect class=\"page\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n<title>",
          file);
    escaped(file, title);
    fputs("</title>\n", file);
}

void svg_write(FILE *file, const struct history *history, const struct svg_picture *picture)
{
    int height = TOP - GAP + BOTTOM, top = TOP;
    for (size_t i = 0; i < picture->count; i++)
        height += picture->panels[i].height + GAP;
    write_head(file, picture->title, height);
    for (size_t i = 0; i < picture->count; i++) {
        write_panel(file, history, &picture->panels[i], top, i + 1 == picture->count);
        top += picture->panels[i].height + GAP;
    }
    fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", (LEFT + WIDTH - RIGHT) / 2,
            height - 6);
    write_label(file, picture->name, picture->unit);
    fputs("</text>\n</svg>\n", file);
}
