/* SPDX-License-Identifier: MIT */
/* Every tolerance of this folder, with its unit and its reason. They tell rounding from what is
 * meant, and are no settings: solver.* has those. */
#ifndef ROUNDING_H
#define ROUNDING_H

#include "models/impact_wheel/law.h"

#include <float.h>
#include <math.h>

/* ---- places and times ---- */

/* Rounding of a position, and of what is a difference of positions, m. A gap is known to a few of
 * these; after an event, when the wheel has been put onto its contacts, to some tens. */
static inline double rounding_place(const struct law_wheel *wheel, const double *place)
{
    return DBL_EPSILON * (fabs(place[0]) + fabs(place[1]) + wheel->radius);
}
#define ROUNDING_GAP 8    /* times rounding_place(): of a gap of a path, and of the end of a cell */
#define ROUNDING_TOUCH 64 /* times rounding_place(): of a gap between events */

/* Distance within which the border of a cell is reached, and the velocity decides, m: a share of
 * the radius, or what a position far away is known to. */
static inline double rounding_border(const struct law_wheel *wheel, const double *place)
{
    double share = 1e-11 * wheel->radius, known = ROUNDING_TOUCH * rounding_place(wheel, place);
    return share > known ? share : known;
}

/* Radii within which a search may find what the wheel touches: searches must not lose any. */
#define ROUNDING_REACH (1 + 1e-9)

/* Share by which times in a box are widened, for the same reason. */
#define ROUNDING_SPAN 1e-9

/* Events that are closer, s, are of one instant. */
#define ROUNDING_INSTANT 1e-12

/* Radii. Deeper in the ground a wheel is by mistake, which must not pass for a motion. */
#define ROUNDING_INSIDE 1e-10

/* ---- speeds, accelerations and forces ---- */

/* Share of what a number is made of below which it is rounding: some hundred epsilon, more than an
 * impact or a settling of contacts leaves. */
#define ROUNDING 1e-13

/* A speed of the wheel's rim, m/s, that cannot be told from none. */
static inline double rounding_speed(const struct law_wheel *wheel, const double *velocity)
{
    return ROUNDING * (fabs(velocity[0]) + fabs(velocity[1]) + wheel->radius * fabs(velocity[2]));
}

/* Times ROUNDING: an acceleration of a gap opens it. */
#define ROUNDING_OPENS 10

/* Times that: the contacts of a step ask for other modes, well beyond ROUNDING_LAW, within which
 * the laws may choose either. */
#define ROUNDING_CHANGES 100

/* Share of the forces below which those on a wheel that sticks balance. */
#define ROUNDING_BALANCE (32 * DBL_EPSILON)

/* By how much a leg under varying loads may miss the speeds, absolute and as a share of them, in SI
 * units. */
#define ROUNDING_STEP 1e-13

/* Of the square of the length of a normal: some hundred epsilon. */
#define ROUNDING_UNIT 1e-13

/* ---- laws ---- */

/* By how much inequalities may be missed, as a share of what the numbers in them are made of: some
 * thousand epsilon, more than solving for the forces leaves. */
#define ROUNDING_LAW 1e-12

/* By how much, as a share of the same, two solutions differ that are not one. */
#define ROUNDING_DISTINCT 1e-8

/* Normals with a smaller cross product count as parallel, and so do rows of equations with a
 * smaller part that is new. In a gap as wide as the wheel the smallest slope of its walls holds it.
 */
#define ROUNDING_PARALLEL 1e-9

/* The same of what places the wheel or imposes speeds on it, which is divided by it. */
#define ROUNDING_INDEPENDENT 1e-6

/* Pivots, of equations with coefficients about 1, below which they do not determine the forces. */
#define ROUNDING_PIVOT 1e-13

/* Share of the largest force, or of what is needed, at which an iteration has converged. */
#define ROUNDING_CONVERGED 1e-15

#endif
