/* SPDX-License-Identifier: MIT */
/* Reading and writing variables. */
#include <string.h>

#include "unit_inside.h"

enum { MOST_EVENT_VALUES = 64 };

/* Type and driver of the variable with this reference, as in unit->use; 0 if there is none. */
static int use_of(const struct unit *unit, uint32_t ref)
{
    if (ref < unit->count)
        return unit->use[ref];
    if (ref == SLOT_REF_HOLD_AT_END)
        return UNIT_BOOLEAN;
    if (ref == SLOT_REF_EVENT_COUNT)
        return UNIT_COUNT;
    if (ref == SLOT_REF_EVENT_TYPE)
        return UNIT_CHOICE;
    int real = ref == SLOT_REF_TIME || ref == SLOT_REF_EVENT_TIME ||
               (ref >= SLOT_REF_EVENT_VALUE && ref - SLOT_REF_EVENT_VALUE < MOST_EVENT_VALUES &&
                ref - SLOT_REF_EVENT_VALUE < wd_model_event_width(unit->model)) ||
               (ref >= SLOT_REF_INDICATOR && ref - SLOT_REF_INDICATOR < unit->indicators) ||
               (ref >= SLOT_REF_DERIVATIVE && ref - SLOT_REF_DERIVATIVE < unit->count);
    return real ? UNIT_REAL : 0;
}

/* Check array arguments: UNIT_OK, or a reported error. */
static int check_arrays(struct unit *unit, int types, const uint32_t *refs, size_t n,
                        const double *values)
{
    if (!refs || !values)
        return unit_report(unit, UNIT_ERROR, "an array of %zu references or values is NULL", n);
    for (size_t i = 0; i < n; i++) {
        if (!(use_of(unit, refs[i]) & UNIT_TYPES))
            return unit_report(unit, UNIT_ERROR, "there is no variable with reference %u",
                               (unsigned)refs[i]);
        if (!(use_of(unit, refs[i]) & types))
            return unit_report(unit, UNIT_ERROR,
                               "the variable with reference %u is of another type",
                               (unsigned)refs[i]);
    }
    return UNIT_OK;
}

/* ---- reading ---- */

int unit_refresh(struct unit *unit)
{
    if (!unit->stale)
        return UNIT_OK;
    int32_t status = unit_has_x(unit) ? wd_model_eval_at(unit->model, unit->time, unit->x)
                                      : wd_model_eval(unit->model);
    if (status < 0)
        return unit_report(unit, UNIT_ERROR, "%s", wd_model_error(unit->model));
    unit->stale = 0;
    return UNIT_OK;
}

/* Read a value of the last event. Before the first event values are NaN, and the type is 0. */
static int get_event(struct unit *unit, uint32_t ref, double *out)
{
    double time = NAN, values[MOST_EVENT_VALUES];
    int32_t type = 0;
    size_t value = ref >= SLOT_REF_EVENT_VALUE ? ref - SLOT_REF_EVENT_VALUE : 0;
    int status = unit_run(unit);
    if (status != UNIT_OK)
        return status;
    size_t count = wd_model_event_count(unit->model);
    values[value] = NAN;
    if (count > 0)
        wd_model_event(unit->model, count - 1, &time, &type, values,
                       ref >= SLOT_REF_EVENT_VALUE ? value + 1 : 0);
    *out = ref == SLOT_REF_EVENT_COUNT  ? (double)count
           : ref == SLOT_REF_EVENT_TYPE ? (double)type
           : ref == SLOT_REF_EVENT_TIME ? time
                                        : values[value];
    return UNIT_OK;
}

/* Read variables of the library. Reading a variable that exists only while the model runs starts
 * the model during the initialisation. */
static int get_plain(struct unit *unit, const uint32_t *refs, size_t n, double *out)
{
    int32_t status = wd_model_get(unit->model, refs, n, out);
    if (status == WD_ESTATE) {
        int running = unit_run(unit);
        if (running != UNIT_OK)
            return running;
        status = wd_model_get(unit->model, refs, n, out);
    }
    for (size_t i = 0; status == WD_OK && unit_has_x(unit) && i < n; i++)
        if (unit->state_at[refs[i]] > 0)
            out[i] = unit->x[unit->state_at[refs[i]] - 1];
    return status == WD_OK ? UNIT_OK : unit_report(unit, UNIT_ERROR, "%s", wd_status_text(status));
}

static int get_indicator(struct unit *unit, size_t i, double *out)
{
    int status = unit_get_indicators(unit, unit->z, unit->indicators);
    if (status == UNIT_OK)
        *out = unit->z[i];
    return status;
}

static int get_any(struct unit *unit, uint32_t ref, double *out)
{
    if (ref < unit->count)
        return get_plain(unit, &ref, 1, out);
    if (ref >= SLOT_REF_INDICATOR && ref < SLOT_REF_DERIVATIVE)
        return get_indicator(unit, ref - SLOT_REF_INDICATOR, out);
    if (ref >= SLOT_REF_DERIVATIVE)
        return unit_derivative(unit, ref - SLOT_REF_DERIVATIVE, out);
    if (ref == SLOT_REF_TIME || ref == SLOT_REF_HOLD_AT_END) {
        *out = ref == SLOT_REF_TIME ? unit->time : unit->hold;
        return UNIT_OK;
    }
    return get_event(unit, ref, out);
}

int unit_get(struct unit *unit, int types, const uint32_t *refs, size_t n, double *out)
{
    size_t plain = 0;
    if (n == 0)
        return UNIT_OK;
    if (refs && out)
        while (plain < n && refs[plain] < unit->count && unit->use[refs[plain]] & types)
            plain++;
    int status = plain < n ? check_arrays(unit, types, refs, n, out) : UNIT_OK;
    if (status == UNIT_OK)
        status = unit_refresh(unit);
    if (status == UNIT_OK && plain == n)
        return get_plain(unit, refs, n, out);
    for (size_t i = 0; status == UNIT_OK && i < n; i++)
        status = get_any(unit, refs[i], &out[i]);
    return status;
}

/* ---- writing ---- */

double *unit_room(struct unit *unit, size_t n)
{
    if (n <= unit->count)
        return unit->room;
    unit_report(unit, UNIT_ERROR, "%zu values at once are more than there are variables", n);
    return NULL;
}

/* Check that the importer may set a variable of the library: UNIT_OK, or a reported error. */
static int check_free(struct unit *unit, uint32_t ref)
{
    const char *name = wd_model_var_name(unit->model, ref);
    if (ref >= unit->count)
        return unit_report(unit, UNIT_ERROR, "the variable with reference %u cannot be set",
                           (unsigned)ref);
    if (!(unit->use[ref] & (UNIT_DRIVEN | UNIT_SWITCHED)))
        return UNIT_OK;
    return unit_report(unit, UNIT_ERROR,
                       wd_model_var_role(unit->model, ref) == WD_INPUT
                           ? "the scenario of this unit drives %s; export it with --free %s"
                           : "a switch of the scenario of this unit sets %s",
                       name, name);
}

static int set_hold(struct unit *unit, size_t n, const double *in)
{
    if (unit->phase > PHASE_INITIALIZATION)
        return unit_report(unit, UNIT_ERROR, "fmu.hold_at_end must be set before the start");
    unit->hold = in[n - 1] != 0;
    return UNIT_OK;
}

static int set_plain(struct unit *unit, const uint32_t *refs, size_t n, const double *in)
{
    if (unit->phase <= PHASE_INITIALIZATION && unit_is_running(unit))
        wd_model_reset(unit->model);
    int32_t status = unit_write(unit, refs, n, in);
    if (status < 0)
        return unit_report(unit, status == WD_ERANGE ? UNIT_DISCARD : UNIT_ERROR, "%s",
                           wd_model_error(unit->model));
    unit->stale = unit->phase > PHASE_INITIALIZATION;
    for (size_t i = 0; !unit->stale && i < n; i++)
        unit->tolerance |= refs[i] == unit->rtol;
    return UNIT_OK;
}

int unit_set(struct unit *unit, int types, const uint32_t *refs, size_t n, const double *in)
{
    size_t plain = 0;
    if (n == 0)
        return UNIT_OK;
    if (unit->phase == PHASE_TERMINATED)
        return unit_report(unit, UNIT_ERROR, "nothing can be set: the instance is terminated");
    if (refs && in)
        while (plain < n && refs[plain] < unit->count &&
               (unit->use[refs[plain]] & ~UNIT_TYPES) == 0 && unit->use[refs[plain]] & types)
            plain++;
    if (plain == n)
        return set_plain(unit, refs, n, in);
    int status = check_arrays(unit, types, refs, n, in);
    if (status == UNIT_OK && types == UNIT_BOOLEAN)
        return set_hold(unit, n, in);
    while (status == UNIT_OK && plain < n)
        status = check_free(unit, refs[plain++]);
    return status;
}
