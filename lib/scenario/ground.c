/* SPDX-License-Identifier: MIT */
/* Ground and path of a model. */
#include <math.h>
#include <stdlib.h>
#include <wheeldyn/ground.h>

#include "scenario/handle.h"

/* Check that a list, if there is one, has one number for each segment of the terrain. */
static int32_t check_segments(struct wd_scenario *scenario, node *list, const char *what)
{
    const struct content *content = scenario->content;
    size_t points = content_table(content, content->terrain)->count;
    if (!list || list->count + 1 == points)
        return WD_OK;
    return fault_at(&scenario->fault, WD_EFORMAT, &content->document, list,
                    "a terrain has one %s fewer than points, here %zu", what, points - 1);
}

/* Read a list of numbers and pass them to the model with the function `set`. */
static int32_t set_numbers(struct wd_scenario *scenario, wd_model *model, node *list,
                           int32_t (*set)(wd_model *, const double *, size_t))
{
    double *numbers;
    int32_t status = numbers_read(&scenario->content->document, list, &numbers, &scenario->fault);
    if (status != WD_OK)
        return status;
    status = set(model, numbers, list->count);
    free(numbers);
    return status < 0 ? model_fault(scenario, model, list, status) : WD_OK;
}

/* Set one factor for each segment with the function `set`, if there is a list. */
static int32_t set_factors(struct wd_scenario *scenario, wd_model *model, node *list,
                           const char *what, int32_t (*set)(wd_model *, const double *, size_t))
{
    int32_t status = check_segments(scenario, list, what);
    return list && status == WD_OK ? set_numbers(scenario, model, list, set) : status;
}

static int32_t set_terrain(struct wd_scenario *scenario, wd_model *model)
{
    const struct content *content = scenario->content;
    const struct table *table = content_table(content, content->terrain);
    double *bulge = NULL;
    int32_t status = check_segments(scenario, content->bulge, "bulge");
    if (status == WD_OK && content->bulge)
        status = numbers_read(&content->document, content->bulge, &bulge, &scenario->fault);
    if (status != WD_OK)
        return status;
    status = wd_model_set_profile(model, table->numbers, bulge, table->count);
    free(bulge);
    if (status < 0)
        return model_fault(scenario, model, content->terrain, status);
    status =
        set_factors(scenario, model, content->friction, "friction", wd_model_set_terrain_friction);
    if (status != WD_OK)
        return status;
    return set_factors(scenario, model, content->restitution, "restitution",
                       wd_model_set_terrain_restitution);
}

/* Set the surface. Each row of heights is a line along x; the first row is at y0. */
static int32_t set_surface(struct wd_scenario *scenario, wd_model *model)
{
    static const char *const keys[] = {"x0", "y0", "dx", "dy", "heading"};
    const struct content *content = scenario->content;
    const struct document *document = &content->document;
    const struct table *table = content_table(content, content->heights);
    double frame[] = {0, 0, 1, NAN, 0};
    for (int k = 0; k < 5; k++) {
        node *value = map_value(document, content->surface, keys[k]);
        int32_t status =
            value ? expect_number(document, value, &frame[k], &scenario->fault) : WD_OK;
        if (status != WD_OK)
            return status;
    }
    if (!map_value(document, content->surface, "dx"))
        return fault_at(&scenario->fault, WD_EFORMAT, document, content->surface,
                        "a surface has the key dx");
    frame[3] = map_value(document, content->surface, "dy") ? frame[3] : frame[2];
    int32_t status = wd_model_set_surface(model, table->numbers, table->width, table->count, frame);
    return status < 0 ? model_fault(scenario, model, content->surface, status) : WD_OK;
}

static int32_t set_times(struct wd_scenario *scenario, wd_model *model)
{
    const struct document *document = &scenario->content->document;
    node *list = map_value(document, scenario->content->path, "times");
    if (!list)
        return WD_OK;
    int32_t status = expect_list(document, list, &scenario->fault);
    return status == WD_OK ? set_numbers(scenario, model, list, wd_model_set_path_times) : status;
}

static int32_t set_path(struct wd_scenario *scenario, wd_model *model)
{
    const struct content *content = scenario->content;
    const struct document *document = &content->document;
    node *points = map_value(document, content->path, "points");
    node *closed = map_value(document, content->path, "closed");
    const char *word = "false";
    if (!points)
        return fault_at(&scenario->fault, WD_EFORMAT, document, content->path,
                        "a path has the key points");
    int32_t status = closed ? expect_text(document, closed, &word, &scenario->fault) : WD_OK;
    if (status != WD_OK)
        return status;
    int is_closed = closed && node_is(document, closed, "true");
    if (closed && !is_closed && !node_is(document, closed, "false"))
        return fault_at(&scenario->fault, WD_EFORMAT, document, closed, "closed is true or false");
    const struct table *table = content_table(content, points);
    status = wd_model_set_path(model, table->numbers, table->count, is_closed);
    return status < 0 ? model_fault(scenario, model, points, status) : set_times(scenario, model);
}

int32_t set_ground(struct wd_scenario *scenario, wd_model *model)
{
    int32_t status = WD_OK;
    if (scenario->content->terrain)
        status = set_terrain(scenario, model);
    if (scenario->content->surface)
        status = set_surface(scenario, model);
    if (status == WD_OK && scenario->content->path)
        status = set_path(scenario, model);
    return status;
}
