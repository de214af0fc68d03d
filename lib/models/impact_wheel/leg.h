/* SPDX-License-Identifier: MIT */
/* A leg: the motion between two events as polynomials of the time, and what ends it. */
#ifndef LEG_H
#define LEG_H

#include "models/impact_wheel/state.h"

enum { LEG_DEGREE = 16, LEG_TERMS = LEG_DEGREE + 1 };

/* All polynomials are of the time since the origin, in units. */
struct leg {
    double unit;                             /* s */
    double span;                             /* s for which they hold; infinite: for ever */
    size_t degree;                           /* of all of them */
    double moved[3][LEG_TERMS];              /* x, y and phi less those of the origin */
    double work[LEG_TERMS], lost[LEG_TERMS]; /* the same of these */
    double slide[LAW_CONTACTS][LEG_TERMS];   /* v_t of each lasting contact that slides */
    /* Forces of the lasting contact, if it is one and the span is finite, and their rounding. */
    double normal[LEG_TERMS], friction[LEG_TERMS], rounding;
};

/* Begins a leg here and now: makes it, and sets origin, span, end, cause and which of the state.
 * WD_OK, WD_EINTERRUPT, WD_ENOCONV if no span is short enough, or the status of a load. */
int32_t leg_plan(const struct impact_system *system, struct impact_state *state, struct leg *leg);

/* Makes the leg that the state is in once more, the same to the last bit. */
int32_t leg_make(const struct impact_system *system, const struct impact_state *state,
                 struct leg *leg);

/* Makes a parabola: constant loads, and no contact that moves on a corner or an arc. */
void leg_parabola(const struct impact_system *system, const struct impact_state *state,
                  struct leg *leg);

/* The state h seconds after the origin `from`. */
void leg_at(const struct leg *leg, const double *from, double h, double *y);

#endif
