/* SPDX-License-Identifier: MIT */
/* Make a model of a scenario: kind, preset, values. */
#include <stdlib.h>
#include <string.h>

#include "scenario/handle.h"
#include "scenario/set_value.h"
#include "scenario/suspend.h"
#include "scenario/widths.h"

int32_t model_fault(struct wd_scenario *scenario, const wd_model *model, node *where,
                    int32_t status)
{
    return fault_at(&scenario->fault, status, &scenario->content->document, where, "%s",
                    wd_model_error(model));
}

int32_t set_values(struct wd_scenario *scenario, wd_model *model, node *map)
{
    const struct document *document = &scenario->content->document;
    for (size_t i = 0; i < map->count; i++) {
        node *key, *value;
        const char *text, *why, *name;
        map_pair(document, map, i, &key, &value);
        int32_t status = expect_text(document, value, &text, &scenario->fault);
        if (status != WD_OK)
            return status;
        name = node_text(document, key);
        status = set_value(model, name, text, &why);
        if (status < 0)
            return fault_at(&scenario->fault, status, document, value, "%s: %s: %s", name, text,
                            why);
    }
    return WD_OK;
}

static int32_t fill(struct wd_scenario *scenario, wd_model *model)
{
    const struct content *content = scenario->content;
    int32_t status = WD_OK;
    if (content->preset) {
        status = wd_model_load_preset(model, node_text(&content->document, content->preset));
        if (status < 0)
            return model_fault(scenario, model, content->preset, status);
    }
    if (content->parts)
        status = add_parts(scenario, model);
    if (status == WD_OK && content->set)
        status = set_values(scenario, model, content->set);
    if (status == WD_OK)
        status = set_ground(scenario, model);
    if (status == WD_OK && content->inputs)
        status = set_inputs(scenario, model);
    if (status == WD_OK && content->widths)
        status = widths_check(scenario, model);
    return status;
}

static int32_t make(struct wd_scenario *scenario, wd_model **out)
{
    const struct content *content = scenario->content;
    const struct document *document = &content->document;
    int32_t status = wd_model_new(content->kind, out);
    if (status == WD_EKIND)
        return fault_at(&scenario->fault, status, document,
                        map_value(document, document_root(document), "kind"),
                        "there is no kind \"%s\"; the nearest is \"%s\"", content->kind,
                        wd_kind_nearest_name(content->kind));
    if (status < 0)
        return fault_is(&scenario->fault, status, "%s", wd_status_text(status));
    status = fill(scenario, *out);
    if (status == WD_OK)
        status = ranges_begin(scenario, *out);
    if (status == WD_OK)
        return WD_OK;
    wd_model_free(*out);
    *out = NULL;
    return status;
}

int32_t wd_scenario_model(wd_scenario *scenario, wd_model **out)
{
    struct outside outside;
    if (out)
        *out = NULL;
    if (!scenario || !out)
        return WD_EINVAL;
    if (!scenario->content)
        return fault_is(&scenario->fault, WD_ESTATE, "no scenario was read");
    outside_suspend(&outside);
    int32_t status = make(scenario, out);
    outside_resume(&outside);
    return status;
}
