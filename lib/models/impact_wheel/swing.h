/* SPDX-License-Identifier: MIT */
/* The motion on one corner or arc under constant loads, as power series of the time. */
#ifndef SWING_H
#define SWING_H

#include "models/impact_wheel/contact.h"

enum { SWING_ORDER = 16, SWING_TERMS = SWING_ORDER + 1 };

struct swing {
    const struct impact_system *system;
    const double *origin;
    double nx, ny, turning; /* normal at the origin; signed radius of the centre's path */
    double unit;            /* of the time in the series */
    /* Coefficients: sine and cosine of the angle by which the normal has turned clockwise, speed of
     * the centre along the tangent, rate and angle of the wheel, energy lost. */
    double sine[SWING_TERMS], cosine[SWING_TERMS], speed[SWING_TERMS];
    double spin[SWING_TERMS], angle[SWING_TERMS], lost[SWING_TERMS];
};

/* Is the leg one? */
static inline int swing_is(const struct impact_system *system, const struct impact_state *state)
{
    return !system->varying && state->lasting == 1 && state->leaving == 0 &&
           terrain_path_radius(system->terrain, state->feature[0], system->wheel.radius) != 0;
}

void swing_make(struct swing *swing, const struct impact_system *system,
                const struct impact_state *state);

/* After the time h since the origin. */
void swing_at(const struct swing *swing, double h, double *y);

/* For how long what the series leave out is no more than rounding. */
double swing_reach(const struct swing *swing);

#endif
