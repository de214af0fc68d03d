/* SPDX-License-Identifier: MIT */
#include "replay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wheeldyn/parts.h>

#include "number.h"
#include "page.h" /* replay_page[], made from replay.html */

/* Largest number of frames; more frames would make a page slow and would not be visible. */
enum { MOST_FRAMES = 4000 };

/* Write a name, unit or kind; these are ASCII without quotes and backslashes. */
static void write_word(FILE *file, const char *text)
{
    fprintf(file, "\"%s\"", text);
}

static void write_numbers(FILE *file, const double *values, size_t count)
{
    fputc('[', file);
    for (size_t i = 0; i < count; i++) {
        if (i)
            fputc(',', file);
        if (isfinite(values[i]))
            fprintf(file, "%.9g", values[i]);
        else
            fputs("null", file);
    }
    fputc(']', file);
}

static void write_columns(FILE *file, const wd_model *model, const struct plan *plan,
                          const char *(*text)(const wd_model *, uint32_t), const char *first)
{
    fputc('[', file);
    write_word(file, first);
    for (size_t i = 0; i < plan->count; i++) {
        fputc(',', file);
        write_word(file, text(model, plan->refs[i]));
    }
    fputc(']', file);
}

static void write_parameters(FILE *file, const wd_model *model)
{
    const char *between = "";
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
        int32_t role = wd_model_var_role(model, ref);
        double value;
        if ((role != WD_PARAM && role != WD_TUNABLE) || wd_model_get(model, &ref, 1, &value) < 0 ||
            !isfinite(value))
            continue;
        fputs(between, file);
        write_word(file, wd_model_var_name(model, ref));
        fputc(':', file);
        number_print(file, value);
        between = ",";
    }
}

static void write_parts(FILE *file, const wd_model *model)
{
    for (size_t i = 0; i < wd_model_part_count(model); i++) {
        const char *on;
        fputs(i ? ",{\"name\":" : "{\"name\":", file);
        write_word(file, wd_model_part_name(model, i));
        fputs(",\"type\":", file);
        write_word(file, wd_model_part_type(model, i));
        fputs(",\"on\":[", file);
        for (size_t k = 0; (on = wd_model_part_on(model, i, k)) != NULL; k++) {
            if (k)
                fputc(',', file);
            write_word(file, on);
        }
        fputs("]}", file);
    }
}

/* Write the widths of wheels that the scenario gives. */
static void write_widths(FILE *file, const struct instance *instance)
{
    const char *between = "";
    for (size_t i = 0; i < wd_model_part_count(instance->model); i++) {
        const char *name = wd_model_part_name(instance->model, i);
        double width = wd_scenario_width(instance->handle, name);
        if (width == 0)
            continue;
        fprintf(file, "%s\"%s\":%.9g", between, name, width);
        between = ",";
    }
}

/* Write the names of the values of choices among the columns. */
static void write_choices(FILE *file, const wd_model *model, const struct plan *plan)
{
    const char *between = "";
    for (size_t i = 0; i < plan->count; i++) {
        size_t count = wd_model_choice_count(model, plan->refs[i]);
        for (size_t k = 0; k < count; k++) {
            if (k == 0) {
                fputs(between, file);
                write_word(file, wd_model_var_name(model, plan->refs[i]));
            }
            fputs(k ? "," : ":[", file);
            write_word(file, wd_model_choice_name(model, plan->refs[i], k));
        }
        if (count) {
            fputc(']', file);
            between = ",";
        }
    }
}

static void write_event_values(FILE *file, const wd_model *model, const double *values,
                               size_t count)
{
    const char *between = "";
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i]))
            continue;
        fputs(between, file);
        write_word(file, wd_model_event_value_name(model, i));
        fprintf(file, ":%.9g", values[i]);
        between = ",";
    }
}

static void write_events(FILE *file, const wd_model *model)
{
    const char *between = "";
    size_t width = wd_model_event_width(model);
    double *values = memory(width, sizeof *values);
    for (size_t i = 0; i < wd_model_event_count(model); i++) {
        double t;
        int32_t type;
        if (wd_model_event(model, i, &t, &type, values, width) < 0)
            continue; /* the model has dropped this event */
        fprintf(file, "%s[%.9g,\"%s\",{", between, t, wd_event_name(type));
        write_event_values(file, model, values, width);
        fputs("}]", file);
        between = ",";
    }
    free(values);
}

static void write_rows(FILE *file, const struct history *history)
{
    size_t stride = history->count / MOST_FRAMES + 1;
    for (size_t i = 0; i < history->count; i++) {
        int last = i + 1 == history->count;
        if (i % stride && !last)
            continue;
        write_numbers(file, history->rows + i * history->width, history->width);
        fputs(last ? "\n" : ",\n", file);
    }
}

static void write_pairs(FILE *file, const double *xy, size_t points)
{
    fputc('[', file);
    for (size_t i = 0; i < points; i++) {
        if (i)
            fputc(',', file);
        write_numbers(file, xy + 2 * i, 2);
    }
    fputc(']', file);
}

/* Write the terrain, unless it is the default, which the page computes from the parameters. Without
 * arcs the bulges are left out. */
static void write_terrain(FILE *file, const wd_model *model)
{
    size_t points = wd_model_terrain(model, NULL, NULL, 0), arcs = 0;
    double *xy = memory(points, 2 * sizeof *xy), *bulge = memory(points, sizeof *bulge);
    wd_model_terrain(model, xy, bulge, points);
    write_pairs(file, xy, points);
    fputs(",\n\"bulge\":", file);
    for (size_t i = 0; i + 1 < points; i++)
        arcs += bulge[i] != 0;
    write_numbers(file, bulge, arcs ? points - 1 : 0);
    free(xy);
    free(bulge);
}

static void write_path(FILE *file, const wd_model *model)
{
    size_t points = wd_model_path(model, NULL, 0, NULL);
    double *xy = memory(points, 2 * sizeof *xy);
    wd_model_path(model, xy, points, NULL);
    write_pairs(file, xy, points);
    free(xy);
}

static void write_friction(FILE *file, const wd_model *model)
{
    size_t count = wd_model_terrain_friction(model, NULL, 0);
    double *factor = memory(count, sizeof *factor);
    wd_model_terrain_friction(model, factor, count);
    write_numbers(file, factor, count);
    free(factor);
}

static void write_data(FILE *file, const struct instance *instance, const struct plan *plan,
                       const struct history *history)
{
    const wd_model *model = instance->model;
    fputs("{\"kind\":", file);
    write_word(file, instance->scenario->kind);
    fprintf(file, ",\"version\":\"%s\",\n\"names\":", wd_version());
    write_columns(file, model, plan, wd_model_var_name, "time");
    fputs(",\n\"units\":", file);
    write_columns(file, model, plan, wd_model_var_unit, "s");
    fputs(",\n\"choices\":{", file);
    write_choices(file, model, plan);
    fputs("},\n\"parameters\":{", file);
    write_parameters(file, model);
    fputs("},\n\"parts\":[", file);
    write_parts(file, model);
    fputs("],\n\"widths\":{", file);
    write_widths(file, instance);
    fputs("},\n\"terrain\":", file);
    write_terrain(file, model);
    fputs(",\n\"friction\":", file);
    write_friction(file, model);
    fputs(",\n\"path\":", file);
    write_path(file, model);
    fputs(",\n\"surface\":", file);
    replay_write_surface(file, model, plan, history);
    fputs(",\n\"events\":[", file);
    write_events(file, model);
    fputs("],\n\"rows\":[\n", file);
    write_rows(file, history);
    fputs("]}", file);
}

int replay_shows(const wd_model *model, uint32_t ref)
{
    int32_t role = wd_model_var_role(model, ref);
    const char *text = wd_model_var_name(model, ref);
    size_t first = strcspn(text, "."), part;
    char name[128]; /* name of a part's variable without the name of the part */
    wd_model_var_part(model, ref, &part);
    snprintf(name, sizeof name, "\"%.*s%s\"", (int)first, text,
             text + first + (part == SIZE_MAX ? 0 : 1 + strlen(wd_model_part_name(model, part))));
    return role == WD_STATE ||
           ((role == WD_INPUT || role == WD_OUTPUT) && strstr(replay_page, name) != NULL);
}

void replay_write(FILE *file, const struct instance *instance, const struct plan *plan,
                  const struct history *history)
{
    static const char mark[] = "/*RUNS*/";
    const char *gap = strstr(replay_page, mark);
    fwrite(replay_page, 1, (size_t)(gap - replay_page), file);
    write_data(file, instance, plan, history);
    fputs(gap + strlen(mark), file);
}
