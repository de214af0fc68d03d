/* SPDX-License-Identifier: MIT */
#include "csv.h"

#include <stdlib.h>
#include <string.h>

#include "number.h"

void csv_text(FILE *file, const char *text)
{
    for (; *text; text++)
        fputc((unsigned char)*text < ' ' || *text == 127 ? '?' : *text, file);
}

void csv_origin(FILE *file, const struct scenario *scenario, const struct options *options)
{
    char digest[65];
    scenario_digest(scenario, digest);
    fprintf(file, "# wheeldyn %s\n# kind %s\n# scenario ", wd_version(), scenario->kind);
    csv_text(file, path_name(scenario->path));
    fprintf(file, " sha256 %s\n", digest);
    for (size_t i = 0; i < scenario->file_count; i++) {
        fputs("# pairs ", file);
        csv_text(file, path_name(scenario->files[i].path));
        fprintf(file, " sha256 %s\n", scenario->files[i].digest);
    }
    for (size_t i = 0; i < options->setting_count; i++)
        fprintf(file, "# set %s=%s\n", options->settings[i].name, options->settings[i].value);
}

void csv_names(FILE *file, const wd_model *model, const char *const first[2], const uint32_t *refs,
               size_t count)
{
    fprintf(file, "# units %s", first[1]);
    for (size_t i = 0; i < count; i++)
        fprintf(file, ",%s", wd_model_var_unit(model, refs[i]));
    fprintf(file, "\n%s", first[0]);
    for (size_t i = 0; i < count; i++)
        fprintf(file, ",%s", wd_model_var_name(model, refs[i]));
    fputc('\n', file);
}

void csv_row(FILE *file, const double *row, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i)
            fputc(',', file);
        number_print(file, row[i]);
    }
    fputc('\n', file);
}

void csv_events(FILE *file, const struct instance *instance, const struct options *options)
{
    const wd_model *model = instance->model;
    size_t width = wd_model_event_width(model);
    double *values = memory(width, sizeof *values);
    csv_origin(file, instance->scenario, options);
    fputs("time,event", file);
    for (size_t i = 0; i < width; i++)
        fprintf(file, ",%s", wd_model_event_value_name(model, i));
    fputc('\n', file);
    for (size_t i = 0; i < wd_model_event_count(model); i++) {
        double t;
        int32_t type;
        if (wd_model_event(model, i, &t, &type, values, width) < 0)
            continue; /* an older event, which solver.event_capacity has dropped */
        number_print(file, t);
        fprintf(file, ",%s%s", wd_event_name(type), width ? "," : "\n");
        if (width)
            csv_row(file, values, width);
    }
    free(values);
}
