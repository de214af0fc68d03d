/* SPDX-License-Identifier: MIT */
/* The first feature that the path of a leg meets. */
#ifndef MEET_H
#define MEET_H

#include "models/impact_wheel/meet_span.h"
#include "models/impact_wheel/state.h"

enum { MEET_DEGREE = 16 };

/* Where the centre is, as polynomials of the time since now, in any unit of the time: a parabola
 * or, up to MEET_DEGREE, the series of any other leg. */
struct meet_path {
    size_t degree; /* 2 or more */
    const double *x, *y;
};

/* The feature that is met first, from now on along the path, and when; -1: none is before `limit`,
 * which is finite unless the path is a parabola. Features that the wheel stays on are not met; of
 * those that it is leaving, `order` derivatives of the gap are taken to vanish. */
int64_t meet_first(const struct impact_system *system, const struct impact_state *state,
                   const struct meet_path *path, double limit, double *when);

#endif
