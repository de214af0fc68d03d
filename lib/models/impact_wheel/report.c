/* SPDX-License-Identifier: MIT */
/* Values of events, and the events that follow from a change of contacts. */
#include "models/impact_wheel/report.h"
#include "models/impact_wheel/contact.h"
#include "num/invariant.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

double *report_event(const struct impact_system *system, const struct impact_state *state,
                     int32_t type, int64_t feature_a, int64_t feature_b)
{
    double *value = system->motion->event(system->motion->core, state->t, type);
    for (int k = EVENT_NORMAL_A; k < EVENT_VALUES; k++)
        value[k] = NAN;
    for (int k = 0; k < 3; k++) {
        value[EVENT_X + k] = state->now[IMPACT_X + k];
        value[EVENT_BEFORE + k] = value[EVENT_AFTER + k] = state->now[IMPACT_VX + k];
    }
    value[EVENT_FEATURE_A] = (double)feature_a;
    value[EVENT_FEATURE_B] = (double)feature_b;
    value[EVENT_ENERGY_CHANGE] = 0;
    return value;
}

void report_impact(const struct impact_system *system, const struct impact_state *state,
                   const int64_t *feature, size_t n, const struct law_result *plastic,
                   const struct law_result *rest, const double *before, double gain)
{
    invariant(n > 0);
    double *value =
        report_event(system, state, WD_EVENT_IMPACT, feature[0], n > 1 ? feature[1] : -1);
    for (int k = 0; k < 3; k++)
        value[EVENT_BEFORE + k] = before[k];
    value[EVENT_NORMAL_TOTAL] = value[EVENT_FRICTION_TOTAL] = 0;
    for (size_t i = 0; i < n; i++) {
        value[EVENT_NORMAL_TOTAL] += plastic->normal[i] + rest->normal[i];
        value[EVENT_FRICTION_TOTAL] += plastic->friction[i] + rest->friction[i];
        if (i >= 2)
            continue;
        value[EVENT_NORMAL_A + 2 * i] = plastic->normal[i];
        value[EVENT_FRICTION_A + 2 * i] = plastic->friction[i];
        value[EVENT_NORMAL_A_REST + 2 * i] = rest->normal[i];
        value[EVENT_FRICTION_A_REST + 2 * i] = rest->friction[i];
    }
    value[EVENT_ENERGY_CHANGE] = gain;
    value[EVENT_SOLUTIONS] = plastic->solutions;
    value[EVENT_HYPERSTATIC] = plastic->hyperstatic;
}

static int64_t mode_of(const struct impact_state *state, int64_t feature)
{
    int64_t i = contact_index(state, feature);
    return i < 0 ? LAW_OPEN : state->mode[i];
}

static int32_t change(int64_t from, int64_t to)
{
    if (from == to)
        return 0;
    if (to == LAW_OPEN)
        return WD_EVENT_DETACH;
    return to == LAW_STICK ? WD_EVENT_STICK : WD_EVENT_SLIP;
}

/* Contacts that change to the same mode are reported as one event, with the first two of their
 * features. */
void report_changes(const struct impact_system *system, const struct impact_state *before,
                    const struct impact_state *after, int64_t *events)
{
    for (int32_t type = WD_EVENT_STICK; type <= WD_EVENT_DETACH; type++) {
        int64_t feature[2] = {-1, -1};
        int n = 0;
        for (int64_t i = 0; i < before->lasting && n < 2; i++)
            if (change(before->mode[i], mode_of(after, before->feature[i])) == type)
                feature[n++] = before->feature[i];
        if (n == 0)
            continue;
        ++*events;
        report_event(system, after, type, feature[0], feature[1]);
    }
}
