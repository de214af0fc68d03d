/* SPDX-License-Identifier: MIT */
#include "fmu_unit.h"

#include <float.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wheeldyn/exchange.h>

#include "fmu/linear_variable.h"

/* Bits of the marks of a variable: how the scenario uses it. */
enum { RECORDED = 1, DRIVEN = 2, SWITCHED = 4 };

static int refused(const wd_model *model, int32_t status, struct problem *problem)
{
    return problem_is(problem, status == WD_ENOMEM ? TOOL_SYSTEM : TOOL_MODEL, "%s",
                      wd_model_error(model));
}

/* Release inputs to the importer; they start with the values of their signals. */
static int release(const struct unit_plan *plan, struct problem *problem)
{
    wd_model *model = plan->model;
    if (plan->freed_count == 0)
        return TOOL_OK;
    double *values = memory(plan->freed_count, sizeof *values);
    int32_t status = wd_model_init(model, plan->start);
    if (status >= 0)
        status = wd_model_get(model, plan->freed, plan->freed_count, values);
    if (status >= 0)
        status = wd_model_reset(model);
    if (status >= 0)
        status = wd_model_set(model, plan->freed, plan->freed_count, values);
    free(values);
    return status < 0 ? refused(model, status, problem) : TOOL_OK;
}

static unsigned char *mark(struct unit *unit)
{
    const struct unit_plan *plan = &unit->plan;
    size_t count = wd_model_var_count(plan->model);
    unsigned char *marks = memory(count, 1);
    unit->driven = memory(count, sizeof *unit->driven);
    for (size_t i = 0; i < plan->recorded_count; i++)
        marks[plan->recorded[i]] |= RECORDED;
    for (size_t i = 0; i < plan->switch_count; i++)
        marks[plan->switches[i].ref] |= SWITCHED;
    for (uint32_t ref = 0; ref < count; ref++)
        if (wd_model_var_role(plan->model, ref) == WD_INPUT &&
            (marks[ref] & SWITCHED || wd_model_input_form(plan->model, ref) != WD_SIGNAL_HOLD)) {
            marks[ref] |= DRIVEN;
            unit->driven[unit->driven_count++] = ref;
        }
    return marks;
}

/* ---- variables ---- */

/* True if the kind computes its states from start values (init.*). */
static bool has_start_values(const wd_model *model)
{
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++)
        if (wd_model_var_role(model, ref) == WD_INIT)
            return true;
    return false;
}

static bool is_one_of(const char *name, const char *const *names)
{
    while (*names && strcmp(name, *names))
        names++;
    return *names != NULL;
}

static void be(struct unit_variable *variable, const char *causality, const char *variability,
               const char *initial)
{
    variable->causality = causality;
    variable->variability = variability;
    variable->initial = initial;
}

/* Make a variable a result: an output or a local variable, which the importer never sets. */
static void be_result(struct unit_variable *variable, unsigned mark, const char *variability,
                      const char *initial)
{
    be(variable, mark & (RECORDED | DRIVEN) ? "output" : "local", variability, initial);
}

static void assign(struct unit_variable *variable, int32_t role, unsigned mark, bool start_values)
{
    static const char *const tunable[] = {"solver.rtol", "solver.atol", "solver.max_step",
                                          "solver.max_steps", NULL};
    static const char *const sums[] = {"output.work", "output.dissipated", NULL};
    static const char *const delayed[] = {"output.speed", "output.kinetic_energy",
                                          "output.potential_energy", NULL};
    const char *flowing = variable->type == UNIT_CHOICE ? "discrete" : "continuous";
    if (role == WD_INPUT && mark & DRIVEN)
        be_result(variable, mark, flowing, "calculated");
    else if (role == WD_INPUT)
        be(variable, "input", flowing, NULL);
    else if (role == WD_STATE)
        be_result(variable, mark, flowing, start_values ? "calculated" : "exact");
    else if (role == WD_OUTPUT)
        be_result(variable, mark, flowing, "calculated");
    else if (role == WD_STAT || mark & SWITCHED)
        be_result(variable, mark, "discrete", "calculated");
    else if (role == WD_TUNABLE || is_one_of(variable->name, tunable))
        be(variable, "parameter", "tunable", "exact");
    else
        be(variable, "parameter", "fixed", "exact");
    variable->by_states = role == WD_OUTPUT && !is_one_of(variable->name, sums);
    variable->by_inputs = variable->by_states && !is_one_of(variable->name, delayed);
}

static struct unit_variable *add(struct unit *unit, uint32_t reference, const char *name,
                                 const char *text)
{
    struct unit_variable *variable = &unit->variables[unit->count++];
    *variable = (struct unit_variable){.name = name,
                                       .reference = reference,
                                       .text = text,
                                       .lo = -DBL_MAX,
                                       .hi = DBL_MAX,
                                       .derivative = SIZE_MAX};
    be(variable, "local", "discrete", "calculated");
    return variable;
}

/* Add the variables; the model is in the setup phase and has its start values. */
static void add_variables(struct unit *unit, const unsigned char *marks)
{
    const wd_model *model = unit->plan.model;
    bool start_values = has_start_values(model);
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
        const char *name = wd_model_var_name(model, ref);
        if (!strcmp(name, "solver.stop_at_events"))
            continue; /* the importer chooses this value at the instantiation */
        struct unit_variable *variable = add(unit, ref, name, wd_model_var_text(model, ref));
        if (wd_model_choice_count(model, ref) > 0)
            variable->type = UNIT_CHOICE;
        else
            variable->unit = wd_model_var_unit(model, ref);
        assign(variable, wd_model_var_role(model, ref), marks[ref], start_values);
        variable->starts = !variable->initial || !strcmp(variable->initial, "exact");
        if (variable->starts) {
            wd_model_get(model, &ref, 1, &variable->start);
            wd_model_var_bounds(model, ref, &variable->lo, &variable->hi);
        }
    }
}

static void add_events(struct unit *unit)
{
    add(unit, SLOT_REF_EVENT_COUNT, "event.count", "number of events so far")->type = UNIT_COUNT;
    add(unit, SLOT_REF_EVENT_TYPE, "event.type", "type of the last event")->type = UNIT_EVENT_TYPE;
    add(unit, SLOT_REF_EVENT_TIME, "event.time", "time of the last event")->unit = "s";
    for (uint32_t i = 0; i < wd_model_event_width(unit->plan.model); i++) {
        struct unit_variable *value =
            add(unit, SLOT_REF_EVENT_VALUE + i, NULL, "a number of the last event, in SI units");
        snprintf(value->own, sizeof value->own, "event.%s",
                 wd_model_event_value_name(unit->plan.model, i));
    }
}

/* Print the unit of a rate: m/s for "m", m/s2 for "m/s", N/m.s for "N/m". */
static void print_rate(char *out, size_t size, const char *unit)
{
    size_t length = strlen(unit);
    bool rate = length > 2 && !strcmp(unit + length - 2, "/s");
    snprintf(out, size, "%s%s", unit, rate ? "2" : strchr(unit, '/') ? ".s" : "/s");
}

static size_t find_reference(const struct unit *unit, uint32_t ref)
{
    for (size_t i = 0; i < unit->count; i++)
        if (unit->variables[i].reference == ref)
            return i;
    return SIZE_MAX;
}

/* Add the derivative of a variable, if the unit has that variable. */
static void add_derivative(struct unit *unit, uint32_t ref)
{
    size_t state = ref == WD_NO_REF ? SIZE_MAX : find_reference(unit, ref);
    if (state == SIZE_MAX)
        return;
    struct unit_variable *rate = add(unit, SLOT_REF_DERIVATIVE + ref, NULL, "rate of change");
    snprintf(rate->own, sizeof rate->own, "der(%s)", unit->variables[state].name);
    print_rate(rate->own_unit, sizeof rate->own_unit, unit->variables[state].unit);
    rate->unit = rate->own_unit;
    rate->derivative = state;
    unit->variables[state].has_rate = true;
    be(rate, "local", "continuous", "calculated");
    unit->derivatives++;
}

/* Add the derivatives of the states of the linear model, or in model exchange of all states. */
static void add_derivatives(struct unit *unit)
{
    const wd_model *model = unit->plan.model;
    uint32_t ref;
    if (!unit->plan.exchange)
        for (size_t i = 0; i < wd_model_linear_size(model); i++)
            add_derivative(unit, linear_variable(model, i));
    for (size_t i = 0; unit->plan.exchange && i < wd_model_state_count(model); i++) {
        wd_model_find(model, wd_model_state_name(model, i), &ref);
        add_derivative(unit, ref);
    }
}

static void add_indicators(struct unit *unit)
{
    unit->indicators = unit->plan.exchange ? wd_model_indicator_count(unit->plan.model) : 0;
    for (uint32_t i = 0; i < unit->indicators; i++) {
        struct unit_variable *indicator =
            add(unit, SLOT_REF_INDICATOR + i, NULL, "positive until its event");
        snprintf(indicator->own, sizeof indicator->own, "event.indicator_%u", (unsigned)i + 1);
        be(indicator, "local", "continuous", "calculated");
    }
}

static void add_hold(struct unit *unit)
{
    struct unit_variable *hold = add(unit, SLOT_REF_HOLD_AT_END, "fmu.hold_at_end",
                                     "true: time continues after the end of the motion");
    hold->type = UNIT_FLAG;
    hold->starts = true;
    be(hold, "parameter", "fixed", "exact");
}

/* Allocate and list the variables that the model has in the setup phase. */
static void list_variables(struct unit *unit, const unsigned char *marks)
{
    const wd_model *model = unit->plan.model;
    /* space for each variable and its derivative, and for the variables that only units have */
    size_t room = 2 * wd_model_var_count(model) + wd_model_event_width(model) +
                  wd_model_indicator_count(model) + 8;
    unit->variables = memory(room, sizeof *unit->variables);
    struct unit_variable *time = add(unit, SLOT_REF_TIME, "time", "time");
    time->unit = "s";
    be(time, "independent", "continuous", NULL);
    add_variables(unit, marks);
    add_events(unit);
    add_hold(unit);
}

/* Add the variables that are known only while the model runs: derivatives and event indicators. */
static void list_derivatives(struct unit *unit)
{
    add_derivatives(unit);
    add_indicators(unit);
    for (size_t i = 0; i < unit->count; i++)
        if (!unit->variables[i].name)
            unit->variables[i].name = unit->variables[i].own;
}

const char *unit_choice(const struct unit *unit, const struct unit_variable *variable, size_t i)
{
    if (variable->type == UNIT_CHOICE)
        return wd_model_choice_name(unit->plan.model, variable->reference, i);
    if (variable->type != UNIT_EVENT_TYPE)
        return NULL;
    const char *name = i ? wd_event_name((int32_t)i) : "none";
    return strcmp(name, "?") ? name : NULL;
}

/* ---- the scenario of a unit ---- */

static struct slot fill(const struct unit *unit)
{
    struct slot slot = {.exchange = unit->plan.exchange,
                        .start = unit->plan.start,
                        .driven = unit->driven,
                        .driven_count = unit->driven_count,
                        .switches = unit->plan.switches,
                        .switch_count = unit->plan.switch_count,
                        .snapshot = unit->snapshot,
                        .snapshot_size = unit->snapshot_size};
    snprintf(slot.token, sizeof slot.token, "%s", unit->token);
    snprintf(slot.kind, sizeof slot.kind, "%s", wd_model_kind(unit->plan.model));
    return slot;
}

unsigned char *unit_slot(const struct unit *unit, size_t *size)
{
    struct slot slot = fill(unit);
    *size = slot_size(&slot);
    unsigned char *bytes = memory(*size, 1);
    slot_write(&slot, bytes);
    return bytes;
}

static void hash_text(SHA2_CTX *hash, const char *text)
{
    SHA256Update(hash, (const uint8_t *)text, strlen(text) + 1);
}

/* Compute the token: a hash over the slot with an empty token, the name, the version, and the
 * variables. */
static void make_token(struct unit *unit)
{
    SHA2_CTX hash;
    size_t size;
    unsigned char *slot = unit_slot(unit, &size);
    char digest[SHA256_DIGEST_STRING_LENGTH];
    SHA256Init(&hash);
    SHA256Update(&hash, slot, size);
    hash_text(&hash, unit->plan.name);
    hash_text(&hash, wd_version());
    hash_text(&hash, unit->plan.version == 2 ? "2" : "3");
    for (size_t i = 0; i < unit->count; i++) {
        hash_text(&hash, unit->variables[i].name);
        hash_text(&hash, unit->variables[i].causality);
    }
    SHA256End(&hash, digest);
    snprintf(unit->token, sizeof unit->token, "{%.8s-%.4s-%.4s-%.4s-%.12s}", digest, digest + 8,
             digest + 12, digest + 16, digest + 20);
    free(slot);
}

static int take_snapshot(struct unit *unit, struct problem *problem)
{
    wd_model *model = unit->plan.model;
    int32_t status = wd_model_init(model, unit->plan.start);
    if (status < 0)
        return refused(model, status, problem);
    if (unit->plan.exchange && wd_model_state_count(model) == 0)
        return problem_is(
            problem, TOOL_MODEL,
            "--type me: with these settings %s has no equations for another integrator",
            wd_model_kind(model));
    unit->snapshot_size = wd_model_save_size(model);
    unit->snapshot = memory(unit->snapshot_size, 1);
    status = wd_model_save(model, unit->snapshot, unit->snapshot_size);
    return status < 0 ? refused(model, status, problem) : TOOL_OK;
}

int unit_make(struct unit *unit, const struct unit_plan *plan, struct problem *problem)
{
    *unit = (struct unit){.plan = *plan};
    int status = release(plan, problem);
    if (status)
        return status;
    unsigned char *marks = mark(unit);
    list_variables(unit, marks);
    free(marks);
    wd_model_value(plan->model, "solver.rtol", &unit->tolerance);
    wd_model_value(plan->model, "solver.fixed_step", &unit->fixed_step);
    status = take_snapshot(unit, problem);
    if (status)
        unit_free(unit);
    else {
        list_derivatives(unit);
        make_token(unit);
    }
    return status;
}

void unit_free(struct unit *unit)
{
    free(unit->variables);
    free(unit->driven);
    free(unit->snapshot);
}
