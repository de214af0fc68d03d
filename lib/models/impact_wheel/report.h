/* SPDX-License-Identifier: MIT */
/* Events as they are told to who listens. */
#ifndef REPORT_H
#define REPORT_H

#include "models/impact_wheel/state.h"

/* Reports an event at the features a and b (-1: none). Returns its values, in which the caller sets
 * what else is known. */
double *report_event(const struct impact_system *system, const struct impact_state *state,
                     int32_t type, int64_t feature_a, int64_t feature_b);

/* Of an impact on n features, its two parts, and what it adds to the kinetic energy. */
void report_impact(const struct impact_system *system, const struct impact_state *state,
                   const int64_t *feature, size_t n, const struct law_result *plastic,
                   const struct law_result *rest, const double *before, double gain);

/* Reports and counts the contacts of before that stick, slip or detach after it. */
void report_changes(const struct impact_system *system, const struct impact_state *before,
                    const struct impact_state *after, int64_t *events);

#endif
