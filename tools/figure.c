/* SPDX-License-Identifier: MIT */
#include "figure.h"

#include <stdlib.h>
#include <string.h>
#include <wheeldyn/parts.h>

#include "svg.h"

enum { HEIGHT = 130, NAME = 64 };

/* Panels of a plot and their lines, at most one for each column. */
struct figure {
    const wd_model *model;
    const struct plan *plan;
    size_t shown; /* number of columns after the column of the time */
    struct svg_panel *panels;
    struct svg_line *lines;
    char (*names)[NAME]; /* names of panels that several parts share */
    size_t panel_count, line_count;
};

static void add_line(struct figure *figure, struct svg_panel *panel, size_t column,
                     const char *label)
{
    struct svg_line *line = &figure->lines[figure->line_count++];
    *line = (struct svg_line){.column = 1 + column, .colour = (int)panel->count, .label = label};
    panel->lines = line - panel->count++;
}

/* Begin a panel without lines; it is drawn only if it gets any. */
static struct svg_panel *open_panel(struct figure *figure, const char *name)
{
    struct svg_panel *panel = &figure->panels[figure->panel_count];
    *panel = (struct svg_panel){.name = name, .height = HEIGHT};
    return panel;
}

/* Label the axis with the names of choices, if the variable has them. */
static void name_choices(const wd_model *model, uint32_t ref, struct svg_panel *panel)
{
    size_t count = wd_model_choice_count(model, ref);
    if (count == 0)
        return;
    const char **names = memory(count, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = wd_model_choice_name(model, ref, i);
    panel->choices = names;
    panel->choice_count = count;
}

static void close_panel(struct figure *figure, struct svg_panel *panel)
{
    if (panel->count == 0)
        return;
    uint32_t ref = figure->plan->refs[panel->lines->column - 1];
    panel->unit = wd_model_var_unit(figure->model, ref);
    panel->text = wd_model_var_text(figure->model, ref);
    name_choices(figure->model, ref, panel);
    figure->panel_count++;
}

static void draw_column(struct figure *figure, size_t column)
{
    struct svg_panel *panel =
        open_panel(figure, wd_model_var_name(figure->model, figure->plan->refs[column]));
    add_line(figure, panel, column, NULL);
    close_panel(figure, panel);
}

/* Column of a variable; figure->shown if it has none. */
static size_t find_column(const struct figure *figure, uint32_t ref)
{
    size_t column = 0;
    while (column < figure->shown && figure->plan->refs[column] != ref)
        column++;
    return column;
}

/* Find the part to which a variable belongs; returns 0 if it belongs to the whole model. */
static int find_part(const struct figure *figure, uint32_t ref, size_t *part)
{
    return wd_model_var_part(figure->model, ref, part) == WD_OK && *part != SIZE_MAX;
}

/* Name of a quantity without its part: "output.spin" for "output.left.spin". */
static void shared_name(const struct figure *figure, uint32_t ref, char name[NAME])
{
    const char *whole = wd_model_var_name(figure->model, ref);
    const char *second = strchr(whole, '.'), *third = strchr(second + 1, '.');
    snprintf(name, NAME, "%.*s%s", (int)(second - whole), whole, third);
}

/* True if two variables are the same quantity of parts of one type. */
static int alike(const struct figure *figure, uint32_t one, uint32_t other)
{
    const wd_model *model = figure->model;
    size_t parts[2];
    char names[2][NAME];
    if (!find_part(figure, one, &parts[0]) || !find_part(figure, other, &parts[1]))
        return 0;
    shared_name(figure, one, names[0]);
    shared_name(figure, other, names[1]);
    return strcmp(names[0], names[1]) == 0 &&
           strcmp(wd_model_part_type(model, parts[0]), wd_model_part_type(model, parts[1])) == 0;
}

/* Draw key variable i and the following ones of the same quantity in one panel; returns the next
 * index. */
static size_t draw_alike(struct figure *figure, size_t i)
{
    uint32_t first, ref;
    size_t part;
    wd_model_key_var(figure->model, i, &first);
    char *name = figure->names[figure->panel_count];
    shared_name(figure, first, name);
    struct svg_panel *panel = open_panel(figure, name);
    for (; wd_model_key_var(figure->model, i, &ref) == WD_OK && alike(figure, first, ref); i++) {
        size_t column = find_column(figure, ref);
        if (column < figure->shown && find_part(figure, ref, &part))
            add_line(figure, panel, column, wd_model_part_name(figure->model, part));
    }
    close_panel(figure, panel);
    return i;
}

static void draw_key_vars(struct figure *figure)
{
    uint32_t ref;
    size_t part;
    for (size_t i = 0; wd_model_key_var(figure->model, i, &ref) == WD_OK;) {
        if (find_part(figure, ref, &part)) {
            i = draw_alike(figure, i);
            continue;
        }
        size_t column = find_column(figure, ref);
        if (column < figure->shown)
            draw_column(figure, column);
        i++;
    }
}

void figure_write(FILE *file, const struct instance *instance, const struct plan *plan,
                  size_t shown, const struct history *history)
{
    uint32_t ref;
    int own = !wd_scenario_has(instance->handle, "record") &&
              wd_model_key_var(instance->model, 0, &ref) == WD_OK;
    struct figure figure = {.model = instance->model, .plan = plan, .shown = shown};
    figure.panels = memory(shown + 1, sizeof *figure.panels); /* one may stay without lines */
    figure.names = memory(shown + 1, sizeof *figure.names);
    figure.lines = memory(shown, sizeof *figure.lines);
    if (own)
        draw_key_vars(&figure);
    else
        for (size_t column = 0; column < shown; column++)
            draw_column(&figure, column);
    struct svg_picture picture = {instance->scenario->kind, "time", "s", figure.panels,
                                  figure.panel_count};
    svg_write(file, history, &picture);
    for (size_t i = 0; i < figure.panel_count; i++)
        free((void *)figure.panels[i].choices);
    free(figure.panels);
    free(figure.names);
    free(figure.lines);
}
