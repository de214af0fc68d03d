/* SPDX-License-Identifier: MIT */
/* Report of events to the core. */
#ifndef REPORT_H
#define REPORT_H

#include "models/impact_wheel/state.h"

/* Report an event at features a and b (-1: none). Returns the values of the event, some of which
 * the caller must set. */
double *report_event(const struct impact_system *system, const struct impact_state *state,
                     int32_t type, int64_t feature_a, int64_t feature_b);

/* Report an impact on n features: its plastic and its restitution phase, and the change of kinetic
 * energy. */
void report_impact(const struct impact_system *system, const struct impact_state *state,
                   const int64_t *feature, size_t n, const struct law_result *plastic,
                   const struct law_result *rest, const double *before, double gain);

/* Report and count the contacts of `before` that change to stick, slip or open in `after`. */
void report_changes(const struct impact_system *system, const struct impact_state *before,
                    const struct impact_state *after, int64_t *events);

#endif
