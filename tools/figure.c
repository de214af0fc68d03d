/* SPDX-License-Identifier: MIT */
#include "figure.h"

#include <stdlib.h>
#include <string.h>
#include <wheeldyn/parts.h>

#include "svg.h"

enum { MATTERS_MOST = 12, HEIGHT = 130 };

/* What of a kind is drawn unless the scenario says otherwise: "state.x", or of each part of a type
 * "hinge: state.angle", or of the first one alone "first body: state.x". A kind without a row draws
 * all that is recorded. */
static const struct matters {
    const char *kind, *names[MATTERS_MOST];
} matters[] = {
    {"sliding_block", {"state.x", "state.x_dot", "output.friction_force", "output.friction_limit"}},
    {"rolling_wheel",
     {"state.x", "state.x_dot", "state.theta_dot", "output.slip_velocity", "output.contact_force",
      "output.traction_limit", "output.normal_force"}},
    {"impact_wheel",
     {"state.x", "state.y", "state.x_dot", "state.y_dot", "state.phi_dot", "output.gap",
      "output.normal_force_1", "output.friction_force_1", "output.dissipated"}},
    {"torus_wheel",
     {"state.x", "state.y", "output.speed", "state.precession", "state.lean",
      "output.reaction_lateral", "output.normal_force", "output.friction_demand",
      "output.tracking_error"}},
    {"bicycle",
     {"output.speed", "output.roll", "output.steer", "output.yaw", "output.rear_x", "output.rear_y",
      "output.roll_rate", "output.steer_rate", "output.rear_normal", "output.front_normal"}},
    {"constrained",
     {"coordinate: state.q", "coordinate: state.v", "constraint: output.multiplier",
      "constraint: output.violation"}},
    {"vehicle",
     {"output.speed", "first body: state.x", "first body: state.y", "first body: output.yaw",
      "first body: output.roll", "first body: output.pitch", "hinge: state.angle",
      "slide: state.travel", "wheel: output.spin", "wheel: output.normal_force",
      "wheel: output.side_force", "rim: output.normal_force"}},
};

/* The panels of a picture and their lines, as many as there are columns at most. */
struct figure {
    const wd_model *model;
    const struct plan *plan;
    size_t shown; /* columns behind that of the time */
    struct svg_panel *panels;
    struct svg_line *lines;
    size_t panel_count, line_count;
};

static void add_line(struct figure *figure, struct svg_panel *panel, size_t column,
                     const char *label)
{
    struct svg_line *line = &figure->lines[figure->line_count++];
    *line = (struct svg_line){.column = 1 + column, .colour = (int)panel->count, .label = label};
    panel->lines = line - panel->count++;
}

/* The next panel, without lines, to be drawn if it gets any. */
static struct svg_panel *open_panel(struct figure *figure, const char *name)
{
    struct svg_panel *panel = &figure->panels[figure->panel_count];
    *panel = (struct svg_panel){.name = name, .height = HEIGHT};
    return panel;
}

static void close_panel(struct figure *figure, struct svg_panel *panel)
{
    if (panel->count == 0)
        return;
    uint32_t ref = figure->plan->refs[panel->lines->column - 1];
    panel->unit = wd_model_var_unit(figure->model, ref);
    panel->text = wd_model_var_text(figure->model, ref);
    figure->panel_count++;
}

static void draw_column(struct figure *figure, size_t column)
{
    struct svg_panel *panel =
        open_panel(figure, wd_model_var_name(figure->model, figure->plan->refs[column]));
    add_line(figure, panel, column, NULL);
    close_panel(figure, panel);
}

/* The column of a name, or figure->shown. */
static size_t find_column(const struct figure *figure, const char *name)
{
    uint32_t ref;
    size_t column = 0;
    if (wd_model_find(figure->model, name, &ref) < 0)
        return figure->shown;
    while (column < figure->shown && figure->plan->refs[column] != ref)
        column++;
    return column;
}

/* "output.spin" of the part "left" is "output.left.spin". */
static size_t find_part(const struct figure *figure, const char *name, const char *part)
{
    char whole[128];
    const char *dot = strchr(name, '.');
    snprintf(whole, sizeof whole, "%.*s.%s%s", (int)(dot - name), name, part, dot);
    return find_column(figure, whole);
}

/* In one panel the variable of all parts of the type that have it, or of the first part. */
static void draw_parts(struct figure *figure, const char *type, size_t length, const char *name)
{
    static const char first[] = "first ";
    const wd_model *model = figure->model;
    struct svg_panel *panel = open_panel(figure, name);
    int alone = strncmp(type, first, strlen(first)) == 0;
    if (alone) {
        type += strlen(first);
        length -= strlen(first);
    }
    for (size_t i = 0; i < wd_model_part_count(model); i++) {
        const char *part = wd_model_part_name(model, i), *own = wd_model_part_type(model, i);
        if (strlen(own) != length || strncmp(own, type, length) != 0)
            continue;
        size_t column = find_part(figure, name, part);
        if (column < figure->shown)
            add_line(figure, panel, column, part);
        if (alone)
            break;
    }
    close_panel(figure, panel);
}

static void draw_what_matters(struct figure *figure, const struct matters *of)
{
    for (size_t i = 0; i < MATTERS_MOST && of->names[i]; i++) {
        const char *name = of->names[i], *colon = strchr(name, ':');
        if (colon) {
            draw_parts(figure, name, (size_t)(colon - name), colon + 2);
            continue;
        }
        size_t column = find_column(figure, name);
        if (column < figure->shown)
            draw_column(figure, column);
    }
}

static const struct matters *what_matters(const struct scenario *scenario)
{
    if (!scenario->record)
        for (size_t i = 0; i < sizeof matters / sizeof *matters; i++)
            if (strcmp(matters[i].kind, scenario->kind) == 0)
                return &matters[i];
    return NULL;
}

void figure_write(FILE *file, const struct instance *instance, const struct plan *plan,
                  size_t shown, const struct history *history)
{
    const struct matters *of = what_matters(instance->scenario);
    struct figure figure = {.model = instance->model, .plan = plan, .shown = shown};
    figure.panels = memory(shown + 1, sizeof *figure.panels); /* one that stays without lines */
    figure.lines = memory(shown, sizeof *figure.lines);
    if (of)
        draw_what_matters(&figure, of);
    else
        for (size_t column = 0; column < shown; column++)
            draw_column(&figure, column);
    struct svg_picture picture = {instance->scenario->kind, "time", "s", figure.panels,
                                  figure.panel_count};
    svg_write(file, history, &picture);
    free(figure.panels);
    free(figure.lines);
}
