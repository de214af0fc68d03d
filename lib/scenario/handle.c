/* SPDX-License-Identifier: MIT */
#include "scenario/handle.h"

#include <stdlib.h>
#include <string.h>

#include "scenario/suspend.h"

int32_t wd_scenario_new(wd_scenario **out)
{
    if (!out)
        return WD_EINVAL;
    *out = calloc(1, sizeof **out);
    return *out ? WD_OK : WD_ENOMEM;
}

int32_t wd_scenario_clone(const wd_scenario *scenario, wd_scenario **out)
{
    if (out)
        *out = NULL;
    if (!scenario)
        return WD_EINVAL;
    int32_t status = wd_scenario_new(out);
    if (status != WD_OK)
        return status;
    (*out)->file_fn = scenario->file_fn;
    (*out)->file_user = scenario->file_user;
    (*out)->shared = scenario->shared;
    (*out)->content = scenario->content;
    if (scenario->shared)
        atomic_fetch_add(&scenario->shared->handles, 1);
    return WD_OK;
}

static void free_formulas(struct wd_scenario *scenario)
{
    for (size_t i = 0; scenario->formulas && i < scenario->content->inputs->count; i++)
        formula_free(scenario->formulas[i]);
    free(scenario->formulas);
}

void wd_scenario_free(wd_scenario *scenario)
{
    if (!scenario)
        return;
    free_formulas(scenario);
    ranges_free(scenario->ranges);
    if (scenario->shared && atomic_fetch_sub(&scenario->shared->handles, 1) == 1) {
        content_free(scenario->shared->content);
        free(scenario->shared);
    }
    free(scenario);
}

const char *wd_scenario_error(const wd_scenario *scenario)
{
    return scenario ? scenario->fault.text : "";
}

const char *wd_scenario_error_place(const wd_scenario *scenario, size_t *line, size_t *column)
{
    if (line)
        *line = scenario ? scenario->fault.line : 0;
    if (column)
        *column = scenario ? scenario->fault.column : 0;
    return scenario ? scenario->fault.file : "";
}

int32_t wd_scenario_set_file_fn(wd_scenario *scenario, wd_scenario_file_fn fn, void *user)
{
    if (!scenario)
        return WD_EINVAL;
    scenario->file_fn = fn;
    scenario->file_user = user;
    return WD_OK;
}

/* ---- reading ---- */

static struct reader reader_of(const wd_scenario *scenario)
{
    return (struct reader){.fn = scenario->file_fn, .user = scenario->file_user, .left = FILES_MAX};
}

static int32_t read_bytes(wd_scenario *scenario, const char *text, size_t size, const char *name)
{
    struct reader reader = reader_of(scenario);
    struct content *content;
    int32_t status = content_read(&content, name, text, size, &reader, &scenario->fault);
    if (status != WD_OK)
        return status;
    scenario->shared = malloc(sizeof *scenario->shared);
    if (!scenario->shared) {
        content_free(content);
        return fault_memory(&scenario->fault);
    }
    scenario->shared->content = content;
    atomic_init(&scenario->shared->handles, 1);
    scenario->content = content;
    return WD_OK;
}

static int32_t read_path(wd_scenario *scenario, const char *path)
{
    struct reader reader = reader_of(scenario);
    const char *text;
    size_t size;
    reader.left = TEXT_MAX;
    int32_t status = reader_read(&reader, path, &text, &size);
    if (status == WD_OK)
        status = read_bytes(scenario, text, size, path);
    else if (status == WD_ENOMEM)
        fault_memory(&scenario->fault);
    else
        fault_is(&scenario->fault, status, "%.600s: %s", path, reader.reason);
    reader_end(&reader);
    return status;
}

static int32_t check_unread(wd_scenario *scenario)
{
    return scenario->content ? fault_is(&scenario->fault, WD_ESTATE,
                                        "this handle has read a scenario; create another one")
                             : WD_OK;
}

int32_t wd_scenario_read_file(wd_scenario *scenario, const char *path)
{
    struct outside outside;
    if (!scenario)
        return WD_EINVAL;
    if (!path)
        return fault_is(&scenario->fault, WD_EINVAL, "the path is NULL");
    outside_suspend(&outside);
    int32_t status = check_unread(scenario);
    if (status == WD_OK)
        status = read_path(scenario, path);
    outside_resume(&outside);
    return status;
}

int32_t wd_scenario_read_text(wd_scenario *scenario, const char *text, size_t size,
                              const char *name)
{
    struct outside outside;
    if (!scenario)
        return WD_EINVAL;
    if (!text && size > 0)
        return fault_is(&scenario->fault, WD_EINVAL, "the text is NULL");
    outside_suspend(&outside);
    int32_t status = check_unread(scenario);
    if (status == WD_OK)
        status = read_bytes(scenario, text ? text : "", size, name ? name : "scenario");
    outside_resume(&outside);
    return status;
}

/* ---- what was read ---- */

static const struct content *content_of(const wd_scenario *scenario)
{
    return scenario ? scenario->content : NULL;
}

const char *wd_scenario_name(const wd_scenario *scenario)
{
    const struct content *content = content_of(scenario);
    return content ? content->document.name : NULL;
}

const char *wd_scenario_text(const wd_scenario *scenario, size_t *size)
{
    const struct content *content = content_of(scenario);
    if (size)
        *size = content ? content->document.size : 0;
    return content ? content->document.text : NULL;
}

const char *wd_scenario_kind(const wd_scenario *scenario)
{
    const struct content *content = content_of(scenario);
    return content ? content->kind : NULL;
}

int32_t wd_scenario_has(const wd_scenario *scenario, const char *key)
{
    const struct content *content = content_of(scenario);
    return content && key &&
           map_value(&content->document, document_root(&content->document), key) != NULL;
}

int32_t wd_scenario_times(const wd_scenario *scenario, double *start, double *end, double *step)
{
    const struct content *content = content_of(scenario);
    if (!content)
        return scenario ? WD_ESTATE : WD_EINVAL;
    if (start)
        *start = content->start;
    if (end)
        *end = content->end;
    if (step)
        *step = content->step;
    return WD_OK;
}

const char *wd_scenario_input(const wd_scenario *scenario, size_t i, size_t *line, size_t *column)
{
    const struct content *content = content_of(scenario);
    node *name, *form;
    if (!content || !content->inputs || i >= content->inputs->count)
        return NULL;
    map_pair(&content->document, content->inputs, i, &name, &form);
    if (line)
        *line = form->line;
    if (column)
        *column = form->column;
    return node_text(&content->document, name);
}
