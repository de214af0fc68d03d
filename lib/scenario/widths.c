/* SPDX-License-Identifier: MIT */
/* Widths of wheels in drawings. They do not act on the motion. */
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <wheeldyn/parts.h>

#include "scenario/handle.h"
#include "scenario/number.h"
#include "scenario/widths.h"

int32_t widths_read(const struct document *document, node *widths, struct fault *fault)
{
    int32_t status = expect_map(document, widths, NULL, fault);
    for (size_t i = 0; status == WD_OK && i < widths->count; i++) {
        node *key, *value;
        double width;
        map_pair(document, widths, i, &key, &value);
        status = expect_number(document, value, &width, fault);
        if (status == WD_OK && !(width > 0 && isfinite(width)))
            status = fault_at(fault, WD_EFORMAT, document, value,
                              "the width of a wheel is a length above 0");
    }
    return status;
}

static bool is_wheel(const wd_model *model, const char *name)
{
    for (size_t i = 0; i < wd_model_part_count(model); i++) {
        const char *type = wd_model_part_type(model, i);
        if (!strcmp(wd_model_part_name(model, i), name))
            return !strcmp(type, "wheel") || !strcmp(type, "rim");
    }
    return false;
}

int32_t widths_check(struct wd_scenario *scenario, const wd_model *model)
{
    const struct content *content = scenario->content;
    for (size_t i = 0; i < content->widths->count; i++) {
        node *key, *value;
        map_pair(&content->document, content->widths, i, &key, &value);
        const char *name = node_text(&content->document, key);
        if (!is_wheel(model, name))
            return fault_at(&scenario->fault, WD_ENAME, &content->document, key,
                            "there is no wheel or rim \"%s\"", name);
    }
    return WD_OK;
}

double wd_scenario_width(const wd_scenario *scenario, const char *wheel)
{
    const struct content *content = scenario ? scenario->content : NULL;
    double width = 0;
    if (!content || !content->widths || !wheel)
        return 0;
    node *value = map_value(&content->document, content->widths, wheel);
    if (value) /* the result is not tested: widths_read() has read this number */
        number_read(node_text(&content->document, value), &width);
    return width;
}
