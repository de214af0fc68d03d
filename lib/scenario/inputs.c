/* SPDX-License-Identifier: MIT */
/* Inputs of a model: numbers, signals, formulas. */
#include <stdlib.h>
#include <string.h>

#include "scenario/handle.h"
#include "scenario/set_value.h"

/* One entry `name: form` of `input`. The form is a number, or a map with one key; `source` is the
 * value of this key. */
struct entry {
    size_t i;
    node *name, *form, *source;
    uint32_t ref;
};

static int32_t set_number(struct wd_scenario *scenario, wd_model *model, const struct entry *entry)
{
    const struct document *document = &scenario->content->document;
    const char *text, *why, *name = node_text(document, entry->name);
    int32_t status = expect_text(document, entry->form, &text, &scenario->fault);
    if (status != WD_OK)
        return status;
    status = set_value(model, name, text, &why);
    return status < 0 ? fault_at(&scenario->fault, status, document, entry->form, "%s: %s: %s",
                                 name, text, why)
                      : WD_OK;
}

static int32_t set_table(struct wd_scenario *scenario, wd_model *model, const struct entry *entry,
                         int32_t form)
{
    const struct table *table = content_table(scenario->content, entry->source);
    int32_t status =
        wd_model_set_input_signal(model, entry->ref, form, table->numbers, 2 * table->count);
    return status < 0 ? model_fault(scenario, model, entry->source, status) : WD_OK;
}

static int32_t set_tanh(struct wd_scenario *scenario, wd_model *model, const struct entry *entry)
{
    const struct document *document = &scenario->content->document;
    double data[5];
    int32_t status = expect_list(document, entry->source, &scenario->fault);
    if (status == WD_OK && entry->source->count != 5)
        status = fault_at(&scenario->fault, WD_EFORMAT, document, entry->source,
                          "tanh has five numbers: [c0, c1, rate, t0, power]");
    for (size_t i = 0; i < 5 && status == WD_OK; i++)
        status = expect_number(document, list_item(document, entry->source, i), &data[i],
                               &scenario->fault);
    if (status != WD_OK)
        return status;
    status = wd_model_set_input_signal(model, entry->ref, WD_SIGNAL_TANH, data, 5);
    return status < 0 ? model_fault(scenario, model, entry->source, status) : WD_OK;
}

/* Compile the formula of an entry, unless an earlier model of the handle has done so. */
static int32_t compile(struct wd_scenario *scenario, const struct entry *entry,
                       struct formula **formula)
{
    const struct document *document = &scenario->content->document;
    const char *text;
    char reason[FORMULA_REASON];
    int32_t status = expect_text(document, entry->source, &text, &scenario->fault);
    if (status != WD_OK)
        return status;
    status = formula_new(text, formula, reason);
    return status == WD_OK ? WD_OK
           : status == WD_ENOMEM
               ? fault_memory(&scenario->fault)
               : fault_at(&scenario->fault, status, document, entry->source, "%s", reason);
}

static int32_t set_formula(struct wd_scenario *scenario, wd_model *model, const struct entry *entry)
{
    struct formula **formula = &scenario->formulas[entry->i];
    int32_t status = *formula ? WD_OK : compile(scenario, entry, formula);
    if (status != WD_OK)
        return status;
    status = wd_model_set_input_fn(model, entry->ref, formula_input, *formula);
    return status < 0 ? model_fault(scenario, model, entry->source, status) : WD_OK;
}

static int32_t set_input(struct wd_scenario *scenario, wd_model *model, struct entry *entry)
{
    static const char *const forms[] = {"linear", "step", "tanh", "expression", NULL};
    const struct document *document = &scenario->content->document;
    const char *name = node_text(document, entry->name);
    if (entry->form->type == NODE_SCALAR)
        return set_number(scenario, model, entry);
    int32_t status = expect_map(document, entry->form, forms, &scenario->fault);
    if (status != WD_OK)
        return status;
    if (entry->form->count != 1)
        return fault_at(&scenario->fault, WD_EFORMAT, document, entry->form,
                        "an input has one form: a number, linear, step, tanh or expression");
    if (wd_model_find(model, name, &entry->ref) < 0)
        return fault_at(&scenario->fault, WD_ENAME, document, entry->name, NO_VARIABLE, name,
                        wd_model_nearest_name(model, name));
    node *key;
    map_pair(document, entry->form, 0, &key, &entry->source);
    switch (*node_text(document, key)) {
    case 'l':
        return set_table(scenario, model, entry, WD_SIGNAL_LINEAR);
    case 's':
        return set_table(scenario, model, entry, WD_SIGNAL_STEP);
    case 't':
        return set_tanh(scenario, model, entry);
    default:
        return set_formula(scenario, model, entry);
    }
}

int32_t set_inputs(struct wd_scenario *scenario, wd_model *model)
{
    node *inputs = scenario->content->inputs;
    int32_t status = WD_OK;
    if (!scenario->formulas)
        scenario->formulas = calloc(inputs->count + 1, sizeof(struct formula *));
    if (!scenario->formulas)
        return fault_memory(&scenario->fault);
    for (size_t i = 0; i < inputs->count && status == WD_OK; i++) {
        struct entry entry = {.i = i};
        map_pair(&scenario->content->document, inputs, i, &entry.name, &entry.form);
        status = set_input(scenario, model, &entry);
    }
    return status;
}
