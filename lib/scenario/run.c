/* SPDX-License-Identifier: MIT */
/* Run a model as its scenario describes: apply the switches, find the recorded variables, and write
 * the rows. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scenario/handle.h"
#include "scenario/number.h"
#include "scenario/set_value.h"
#include "scenario/suspend.h"

static int32_t nothing_read(struct wd_scenario *scenario)
{
    return fault_is(&scenario->fault, WD_ESTATE, "no scenario was read");
}

/* ---- columns ---- */

static void put(uint32_t *refs, size_t room, size_t *count, uint32_t ref)
{
    if (refs && *count < room)
        refs[*count] = ref;
    ++*count;
}

static int32_t find_columns(struct wd_scenario *scenario, const wd_model *model, uint32_t *refs,
                            size_t room, size_t *count)
{
    const struct document *document = &scenario->content->document;
    node *record = scenario->content->record;
    for (uint32_t ref = 0; !record && ref < wd_model_var_count(model); ref++) {
        int32_t role = wd_model_var_role(model, ref);
        if (role == WD_STATE || role == WD_OUTPUT)
            put(refs, room, count, ref);
    }
    for (size_t i = 0; record && i < record->count; i++) {
        node *item = list_item(document, record, i);
        const char *name;
        uint32_t ref;
        int32_t status = expect_text(document, item, &name, &scenario->fault);
        if (status != WD_OK)
            return status;
        if (wd_model_find(model, name, &ref) < 0)
            return fault_at(&scenario->fault, WD_ENAME, document, item, NO_VARIABLE, name,
                            wd_model_nearest_name(model, name));
        put(refs, room, count, ref);
    }
    return WD_OK;
}

int32_t wd_scenario_columns(wd_scenario *scenario, const wd_model *model, uint32_t *refs,
                            size_t room, size_t *count)
{
    if (!scenario || !model || !count)
        return WD_EINVAL;
    if (!scenario->content)
        return nothing_read(scenario);
    *count = 0;
    return find_columns(scenario, model, refs, room, count);
}

/* ---- switches ---- */

static const struct content *switched(const wd_scenario *scenario, size_t i)
{
    const struct content *content = scenario ? scenario->content : NULL;
    return content && content->switches && i < content->switches->count ? content : NULL;
}

size_t wd_scenario_switch_count(const wd_scenario *scenario)
{
    const struct content *content = switched(scenario, 0);
    return content ? content->switches->count : 0;
}

double wd_scenario_switch_time(const wd_scenario *scenario, size_t i)
{
    const struct content *content = switched(scenario, i);
    node *set;
    return content ? content_switch(content, i, &set) : (double)NAN;
}

const char *wd_scenario_switch_name(const wd_scenario *scenario, size_t i, size_t k)
{
    const struct content *content = switched(scenario, i);
    node *set, *key, *value;
    if (!content)
        return NULL;
    content_switch(content, i, &set);
    if (k >= set->count)
        return NULL;
    map_pair(&content->document, set, k, &key, &value);
    return node_text(&content->document, key);
}

int32_t wd_scenario_set_switch(wd_scenario *scenario, wd_model *model, size_t i)
{
    struct outside outside;
    node *set;
    if (!scenario || !model)
        return WD_EINVAL;
    if (!scenario->content)
        return nothing_read(scenario);
    if (!switched(scenario, i))
        return fault_is(&scenario->fault, WD_ERANGE, "there is no switch %zu", i);
    outside_suspend(&outside);
    content_switch(scenario->content, i, &set);
    int32_t status = set_values(scenario, model, set);
    outside_resume(&outside);
    return status;
}

/* ---- steps ---- */

static int32_t advance(struct wd_scenario *scenario, wd_model *model, double t)
{
    int32_t status;
    do
        status = wd_model_step_to(model, t);
    while (status == WD_EVENT);
    if (status >= 0)
        ranges_check(scenario, model);
    return status < 0 ? fault_is(&scenario->fault, status, "%s", wd_model_error(model)) : status;
}

/* Append the time of a refused switch to its error text, unless the text has a time. */
static int32_t append_time(struct fault *fault, int32_t status, double t)
{
    char time[NUMBER_SIZE];
    size_t used = strlen(fault->text);
    if (!strstr(fault->text, "(t = "))
        snprintf(fault->text + used, sizeof fault->text - used, " (t = %s)", number_text(time, t));
    return status;
}

int32_t wd_scenario_step_to(wd_scenario *scenario, wd_model *model, double t, size_t *done)
{
    if (!scenario || !model || !done)
        return WD_EINVAL;
    if (!scenario->content)
        return nothing_read(scenario);
    for (; *done < wd_scenario_switch_count(scenario); ++*done) {
        double at = wd_scenario_switch_time(scenario, *done);
        if (!(at <= t))
            break;
        int32_t status = advance(scenario, model, at);
        if (status != WD_OK)
            return status;
        status = wd_scenario_set_switch(scenario, model, *done);
        if (status < 0)
            return append_time(&scenario->fault, status, at);
    }
    return advance(scenario, model, t);
}

/* ---- rows ---- */

size_t wd_scenario_row_count(const wd_scenario *scenario)
{
    const struct content *content = scenario ? scenario->content : NULL;
    if (!content)
        return 0;
    double steps = (content->end - content->start) / content->step, whole = round(steps);
    /* wd_model_run() counts in the same way. */
    double rows =
        fabs(steps - whole) <= 1e-9 * (steps > 1 ? steps : 1) ? whole + 1 : floor(steps) + 2;
    return rows < 1e15 ? (size_t)rows : (size_t)1e15;
}

/* Array of rows, each with the time and n variables; `written` rows are complete. */
struct rows {
    const uint32_t *refs;
    size_t n, written;
    double *out;
};

static int32_t write_row(struct wd_scenario *scenario, const wd_model *model, struct rows *rows)
{
    double *row = rows->out + rows->written * (1 + rows->n);
    row[0] = wd_model_time(model);
    int32_t status = wd_model_get(model, rows->refs, rows->n, row + 1);
    if (status < 0)
        return fault_is(&scenario->fault, status, "a variable cannot be recorded: %s",
                        wd_status_text(status));
    rows->written++;
    return WD_OK;
}

static int32_t write_rows(struct wd_scenario *scenario, wd_model *model, struct rows *rows)
{
    const struct content *content = scenario->content;
    size_t count = wd_scenario_row_count(scenario), done = 0;
    double last = (double)NAN;
    for (size_t k = 0; k < count; k++) {
        double t = k + 1 < count ? content->start + (double)k * content->step : content->end;
        int32_t stepped = wd_scenario_step_to(scenario, model, t, &done);
        if (stepped < 0)
            return stepped;
        int32_t status = WD_OK;
        if (stepped == WD_OK || k == 0 || wd_model_time(model) > last)
            status = write_row(scenario, model, rows);
        if (status != WD_OK || stepped == WD_END)
            return status != WD_OK ? status : stepped;
        last = wd_model_time(model);
    }
    return WD_OK;
}

int32_t wd_scenario_run(wd_scenario *scenario, wd_model *model, const uint32_t *refs, size_t n,
                        double *rows, size_t max_rows, size_t *written)
{
    struct rows made = {.refs = refs, .n = n, .out = rows};
    if (written)
        *written = 0;
    if (!scenario || !model || !rows || (n > 0 && !refs))
        return WD_EINVAL;
    if (!scenario->content)
        return nothing_read(scenario);
    if (max_rows < wd_scenario_row_count(scenario))
        return fault_is(&scenario->fault, WD_EINVAL, "max_rows is %zu, but the run has %zu rows",
                        max_rows, wd_scenario_row_count(scenario));
    int32_t status = ranges_begin(scenario, model);
    if (status != WD_OK)
        return status;
    status = wd_model_init(model, scenario->content->start);
    if (status < 0)
        return fault_is(&scenario->fault, status, "%s", wd_model_error(model));
    status = write_rows(scenario, model, &made);
    if (written)
        *written = made.written;
    return status;
}
