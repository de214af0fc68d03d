/* SPDX-License-Identifier: MIT */
/* Write a model as a scenario: its parts, and all that differs from a new model with these parts.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wheeldyn/ground.h>
#include <wheeldyn/parts.h>

#include "scenario/handle.h"
#include "scenario/number.h"
#include "scenario/suspend.h"
#include "scenario/text.h"

/* The model to write, a new model with the same parts, and the text that is written. */
struct writer {
    wd_model *model, *plain;
    struct text text;
    struct fault *fault;
};

/* ---- values ---- */

static bool has_signal(const wd_model *model, uint32_t ref)
{
    return wd_model_input_form(model, ref) > WD_SIGNAL_HOLD ||
           (wd_model_var_role(model, ref) == WD_INPUT &&
            wd_model_input_form(model, ref) == WD_SIGNAL_FUNCTION);
}

/* True if the variable can be set and has another value than in the new model. */
static bool is_changed(const struct writer *writer, uint32_t ref)
{
    double value, initial;
    int32_t role = wd_model_var_role(writer->model, ref);
    if (role == WD_OUTPUT || role == WD_STAT || wd_model_get(writer->model, &ref, 1, &value) < 0 ||
        wd_model_get(writer->plain, &ref, 1, &initial) < 0)
        return false;
    return memcmp(&value, &initial, sizeof value) != 0 ||
           (has_signal(writer->plain, ref) && !has_signal(writer->model, ref));
}

static void put_value(struct writer *writer, uint32_t ref)
{
    double value = 0;
    wd_model_get(writer->model, &ref, 1, &value);
    if (wd_model_choice_count(writer->model, ref) > 0)
        text_put(&writer->text, wd_model_choice_name(writer->model, ref, (size_t)value));
    else
        text_put_number(&writer->text, value);
}

/* True if the variable is written in the entry of its part: a parameter of a part. */
static bool is_quantity(const wd_model *model, uint32_t ref, size_t *part)
{
    return wd_model_var_part(model, ref, part) == WD_OK && *part != SIZE_MAX &&
           !strncmp(wd_model_var_name(model, ref), "param.", 6);
}

static void put_part(struct writer *writer, size_t i)
{
    const wd_model *model = writer->model;
    const char *name = wd_model_part_name(model, i);
    size_t part, head = strlen("param.") + strlen(name) + 1;
    text_put_all(&writer->text, "- {", wd_model_part_type(model, i), ": ", name, NULL);
    for (size_t k = 0; wd_model_part_on(model, i, k); k++)
        text_put_all(&writer->text, k == 0 ? ", joins: [" : ", ", wd_model_part_on(model, i, k),
                     NULL);
    text_put(&writer->text, wd_model_part_on(model, i, 0) ? "]" : "");
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
        if (!is_quantity(model, ref, &part) || part != i || !is_changed(writer, ref))
            continue;
        text_put_all(&writer->text, ", ", wd_model_var_name(model, ref) + head, ": ", NULL);
        put_value(writer, ref);
    }
    text_put(&writer->text, "}\n");
}

static void put_parts(struct writer *writer)
{
    size_t count = wd_model_part_count(writer->model);
    text_put(&writer->text, count > 0 ? "parts:\n" : "");
    for (size_t i = 0; i < count; i++)
        put_part(writer, i);
}

static void put_set(struct writer *writer)
{
    bool first = true;
    size_t part;
    for (uint32_t ref = 0; ref < wd_model_var_count(writer->model); ref++) {
        if (is_quantity(writer->model, ref, &part) || !is_changed(writer, ref))
            continue;
        text_put_all(&writer->text, first ? "set:\n  " : "  ",
                     wd_model_var_name(writer->model, ref), ": ", NULL);
        put_value(writer, ref);
        text_put(&writer->text, "\n");
        first = false;
    }
}

/* ---- inputs ---- */

static int32_t put_function(struct writer *writer, uint32_t ref)
{
    wd_input_fn fn = NULL;
    void *user = NULL;
    wd_model_input_fn(writer->model, ref, &fn, &user);
    if (fn != formula_input)
        return fault_is(writer->fault, WD_EROLE,
                        "%s is driven by a function of yours, which a scenario cannot hold",
                        wd_model_var_name(writer->model, ref));
    text_put(&writer->text, "{expression: ");
    text_put_quoted(&writer->text, formula_text(user));
    text_put(&writer->text, "}\n");
    return WD_OK;
}

static int32_t put_signal(struct writer *writer, uint32_t ref)
{
    int32_t form = wd_model_input_form(writer->model, ref);
    if (form == WD_SIGNAL_FUNCTION)
        return put_function(writer, ref);
    size_t count = wd_model_input_signal(writer->model, ref, NULL, 0);
    double *data = malloc((count + 1) * sizeof *data);
    if (!data)
        return fault_memory(writer->fault);
    wd_model_input_signal(writer->model, ref, data, count);
    text_put(&writer->text, form == WD_SIGNAL_TANH   ? "{tanh: "
                            : form == WD_SIGNAL_STEP ? "{step: "
                                                     : "{linear: ");
    text_put_numbers(&writer->text, data, count, form != WD_SIGNAL_TANH);
    text_put(&writer->text, "}\n");
    free(data);
    return WD_OK;
}

static int32_t put_inputs(struct writer *writer)
{
    int32_t status = WD_OK;
    bool first = true;
    for (uint32_t ref = 0; ref < wd_model_var_count(writer->model) && status == WD_OK; ref++) {
        if (!has_signal(writer->model, ref))
            continue;
        text_put_all(&writer->text, first ? "input:\n  " : "  ",
                     wd_model_var_name(writer->model, ref), ": ", NULL);
        status = put_signal(writer, ref);
        first = false;
    }
    return status;
}

/* ---- ground ---- */

/* Write one number for each segment, unless all numbers equal the default. */
static void put_segments(struct writer *writer, const char *key, const double *numbers,
                         size_t count, double usual)
{
    size_t other = 0;
    for (size_t i = 0; i < count; i++)
        other += numbers[i] != usual;
    if (other == 0)
        return;
    text_put(&writer->text, key);
    text_put_numbers(&writer->text, numbers, count, false);
}

static int32_t put_terrain(struct writer *writer)
{
    size_t points = wd_model_terrain(writer->model, NULL, NULL, 0);
    if (points == 0)
        return WD_OK;
    double *xy = malloc(2 * points * sizeof *xy), *bulge = malloc(points * sizeof *bulge);
    double *factors = malloc(points * sizeof *factors);
    bool made = xy && bulge && factors;
    if (made) {
        wd_model_terrain(writer->model, xy, bulge, points);
        text_put(&writer->text, "terrain:\n  points: ");
        text_put_numbers(&writer->text, xy, 2 * points, true);
        put_segments(writer, "\n  bulge: ", bulge, points - 1, 0);
        wd_model_terrain_friction(writer->model, factors, points - 1);
        put_segments(writer, "\n  friction: ", factors, points - 1, 1);
        wd_model_terrain_restitution(writer->model, factors, points - 1);
        put_segments(writer, "\n  restitution: ", factors, points - 1, 1);
        text_put(&writer->text, "\n");
    }
    free(xy);
    free(bulge);
    free(factors);
    return made ? WD_OK : fault_memory(writer->fault);
}

/* Write the rows of a grid. A surface that is a function cannot be written. */
static int32_t put_surface(struct writer *writer)
{
    static const char *const keys[] = {"  x0: ", "  y0: ", "  dx: ", "  dy: ", "  heading: "};
    double frame[5] = {0};
    size_t count = wd_model_surface(writer->model, NULL, 0, frame);
    size_t width = wd_model_surface_width(writer->model);
    if (isnan(frame[0]))
        return fault_is(writer->fault, WD_EROLE,
                        "the surface is a function of yours, which a scenario cannot hold");
    if (count == 0)
        return WD_OK;
    double *z = malloc(count * sizeof *z);
    if (!z)
        return fault_memory(writer->fault);
    wd_model_surface(writer->model, z, count, NULL);
    text_put(&writer->text, "surface:\n  heights:\n");
    for (size_t i = 0; i < count; i += width) {
        text_put(&writer->text, "  - ");
        text_put_numbers(&writer->text, z + i, width, false);
        text_put(&writer->text, "\n");
    }
    for (int k = 0; k < 5; k++) {
        text_put(&writer->text, keys[k]);
        text_put_number(&writer->text, frame[k]);
        text_put(&writer->text, "\n");
    }
    free(z);
    return WD_OK;
}

static int32_t put_path(struct writer *writer)
{
    int32_t closed;
    size_t points = wd_model_path(writer->model, NULL, 0, NULL);
    if (points == 0)
        return WD_OK;
    size_t times = wd_model_path_times(writer->model, NULL, 0);
    double *xy = malloc((2 * points + times) * sizeof *xy);
    if (!xy)
        return fault_memory(writer->fault);
    wd_model_path(writer->model, xy, points, &closed);
    wd_model_path_times(writer->model, xy + 2 * points, times);
    text_put(&writer->text, "path:\n  points: ");
    text_put_numbers(&writer->text, xy, 2 * points, true);
    text_put_all(&writer->text, "\n  closed: ", closed ? "true" : "false", "\n", NULL);
    if (times > 0) {
        text_put(&writer->text, "  times: ");
        text_put_numbers(&writer->text, xy + 2 * points, times, false);
        text_put(&writer->text, "\n");
    }
    free(xy);
    return WD_OK;
}

/* ---- the whole ---- */

static int32_t write_text(struct writer *writer, const double *times)
{
    text_put_all(&writer->text, "kind: ", wd_model_kind(writer->model), "\n", NULL);
    put_parts(writer);
    put_set(writer);
    int32_t status = put_terrain(writer);
    if (status == WD_OK)
        status = put_surface(writer);
    if (status == WD_OK)
        status = put_path(writer);
    if (status == WD_OK)
        status = put_inputs(writer);
    if (status != WD_OK)
        return status;
    static const char *const keys[] = {"time: {start: ", ", end: ", ", step: "};
    for (int i = 0; i < 3 && times; i++) {
        text_put(&writer->text, keys[i]);
        text_put_number(&writer->text, times[i]);
    }
    text_put(&writer->text, times ? "}\n" : "");
    return WD_OK;
}

static int32_t write_record(struct writer *writer, const uint32_t *refs, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *name = wd_model_var_name(writer->model, refs[i]);
        if (!name)
            return fault_is(writer->fault, WD_ERANGE, "column %zu has no variable", i);
        text_put_all(&writer->text, i == 0 ? "record: [" : ",\n         ", name, NULL);
    }
    text_put(&writer->text, n > 0 ? "]\n" : "");
    return WD_OK;
}

/* Make a new model with the same parts as `model`. */
static int32_t make_plain(const wd_model *model, wd_model **plain)
{
    int32_t status = wd_model_new(wd_model_kind(model), plain);
    for (size_t i = 0; i < wd_model_part_count(model) && status == WD_OK; i++) {
        const char *on[8];
        size_t n = 0;
        while (n < sizeof on / sizeof *on && (on[n] = wd_model_part_on(model, i, n)))
            n++;
        status = wd_model_add_part(*plain, wd_model_part_type(model, i),
                                   wd_model_part_name(model, i), on, n);
    }
    return status;
}

/* Prepare both models of the writer. A running model is written as it was set up. */
static int32_t open_writer(struct writer *writer, const wd_model *model)
{
    int32_t status = wd_model_clone(model, &writer->model);
    if (status == WD_OK)
        status = wd_model_reset(writer->model);
    if (status == WD_OK)
        status = make_plain(model, &writer->plain);
    return status == WD_OK ? WD_OK
                           : fault_is(writer->fault, status, "the model cannot be read: %s",
                                      wd_status_text(status));
}

static void close_writer(struct writer *writer)
{
    wd_model_free(writer->model);
    wd_model_free(writer->plain);
    free(writer->text.bytes);
}

int32_t wd_scenario_read_model(wd_scenario *scenario, const wd_model *model, const double *times,
                               const uint32_t *refs, size_t n, const char *name)
{
    struct outside outside;
    if (!scenario || !model || (n > 0 && !refs))
        return WD_EINVAL;
    struct writer writer = {.fault = &scenario->fault};
    outside_suspend(&outside);
    int32_t status = open_writer(&writer, model);
    if (status == WD_OK)
        status = write_text(&writer, times);
    if (status == WD_OK)
        status = write_record(&writer, refs, n);
    if (status == WD_OK && writer.text.failed)
        status = fault_memory(&scenario->fault);
    if (status == WD_OK)
        status = wd_scenario_read_text(scenario, writer.text.bytes, writer.text.size, name);
    close_writer(&writer);
    outside_resume(&outside);
    return status;
}
