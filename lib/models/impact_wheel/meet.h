/* SPDX-License-Identifier: MIT */
/* Collision detection: the first feature that the path of a leg meets. */
#ifndef MEET_H
#define MEET_H

#include "models/impact_wheel/meet_span.h"
#include "models/impact_wheel/state.h"

enum { MEET_DEGREE = 16 };

/* Path of the centre: polynomials of the time from the present, in any unit of time. The path is a
 * parabola or the series of any other leg, up to the degree MEET_DEGREE. */
struct meet_path {
    size_t degree; /* 2 or more */
    const double *x, *y;
};

/* Find the first feature on the path, and the time; -1 if none is met before `limit`, which must be
 * finite unless the path is a parabola. Lasting contacts are skipped. For contacts that are
 * opening, the gap and its derivatives below `order` count as zero. */
int64_t meet_first(const struct impact_system *system, const struct impact_state *state,
                   const struct meet_path *path, double limit, double *when);

#endif
