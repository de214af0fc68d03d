/* SPDX-License-Identifier: MIT */
/* A leg is the motion segment between two events: the motion as polynomials of time, and the event
 * that ends it. */
#ifndef LEG_H
#define LEG_H

#include "models/impact_wheel/state.h"

enum { LEG_DEGREE = 16, LEG_TERMS = LEG_DEGREE + 1 };

/* All polynomials are in the time since the origin, divided by `unit`. The constant terms of
 * `moved` are the values at the origin. Those of `work` and `lost` are not used. */
struct leg {
    double unit;                             /* s */
    double span;                             /* s; how long the polynomials hold; may be infinite */
    size_t degree;                           /* degree of all polynomials */
    double moved[3][LEG_TERMS];              /* x, y and phi */
    double work[LEG_TERMS], lost[LEG_TERMS]; /* work and lost energy since the origin */
    double slide[LAW_CONTACTS][LEG_TERMS];   /* v_t of each lasting contact that slides */
    /* Forces of the lasting contact, if there is exactly one and the span is finite, and the
     * rounding error of these forces. */
    double normal[LEG_TERMS], friction[LEG_TERMS], rounding;
};

/* Begin a leg at the present state: build it, and set the fields origin, span, end, cause and which
 * of the state. WD_OK, WD_EINTERRUPT, WD_ENOCONV if no span is short enough, or the status of a
 * load. */
int32_t leg_plan(const struct impact_system *system, struct impact_state *state, struct leg *leg);

/* Rebuild the present leg of the state with the same bits. */
int32_t leg_make(const struct impact_system *system, const struct impact_state *state,
                 struct leg *leg);

/* Build a parabola. The loads must be constant, and no contact may move on a corner or an arc. */
void leg_parabola(const struct impact_system *system, const struct impact_state *state,
                  struct leg *leg);

/* Evaluate the state h seconds after the origin `from`. */
void leg_at(const struct leg *leg, const double *from, double h, double *y);

#endif
