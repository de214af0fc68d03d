/* SPDX-License-Identifier: MIT */
/* Terrain and path of a model. */
#include <stdlib.h>

#include "scenario/handle.h"

/* Read one number for each segment of the terrain; NULL if there is no list. */
static int32_t read_segments(struct wd_scenario *scenario, node *list, const char *what,
                             double **numbers)
{
    const struct content *content = scenario->content;
    *numbers = NULL;
    if (!list)
        return WD_OK;
    size_t points = content_table(content, content->terrain)->count;
    if (list->count + 1 != points)
        return fault_at(&scenario->fault, WD_EFORMAT, &content->document, list,
                        "a terrain has one %s fewer than points, here %zu", what, points - 1);
    return numbers_read(&content->document, list, numbers, &scenario->fault);
}

/* Set one factor for each segment by `set`, if there is a list. */
static int32_t set_factors(struct wd_scenario *scenario, wd_model *model, node *list,
                           const char *what, int32_t (*set)(wd_model *, const double *, size_t))
{
    double *factors;
    int32_t status = read_segments(scenario, list, what, &factors);
    if (!list || status != WD_OK)
        return status;
    status = set(model, factors, list->count);
    free(factors);
    return status < 0 ? model_fault(scenario, model, list, status) : WD_OK;
}

static int32_t set_terrain(struct wd_scenario *scenario, wd_model *model)
{
    const struct content *content = scenario->content;
    const struct table *table = content_table(content, content->terrain);
    double *bulge;
    int32_t status = read_segments(scenario, content->bulge, "bulge", &bulge);
    if (status != WD_OK)
        return status;
    status = wd_model_set_profile(model, table->pairs, bulge, table->count);
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

static int32_t set_times(struct wd_scenario *scenario, wd_model *model)
{
    const struct document *document = &scenario->content->document;
    node *list = map_value(document, scenario->content->path, "times");
    double *times = NULL;
    if (!list)
        return WD_OK;
    int32_t status = expect_list(document, list, &scenario->fault);
    if (status == WD_OK)
        status = numbers_read(document, list, &times, &scenario->fault);
    if (status != WD_OK)
        return status;
    status = wd_model_set_path_times(model, times, list->count);
    free(times);
    return status < 0 ? model_fault(scenario, model, list, status) : WD_OK;
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
    status = wd_model_set_path(model, table->pairs, table->count, is_closed);
    return status < 0 ? model_fault(scenario, model, points, status) : set_times(scenario, model);
}

int32_t set_ground(struct wd_scenario *scenario, wd_model *model)
{
    int32_t status = WD_OK;
    if (scenario->content->terrain)
        status = set_terrain(scenario, model);
    if (status == WD_OK && scenario->content->path)
        status = set_path(scenario, model);
    return status;
}
