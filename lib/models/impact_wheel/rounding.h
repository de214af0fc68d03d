/* SPDX-License-Identifier: MIT */
/* All tolerances of this folder, each with its unit and reason. They separate rounding errors from
 * intended values; tolerances for users are the settings solver.*. */
#ifndef ROUNDING_H
#define ROUNDING_H

#include "kind/numbers.h"
#include "models/impact_wheel/law.h"

#include <float.h>
#include <math.h>

/* ---- places and times ---- */

/* Return the rounding error, m, of a position or of a difference of positions. The error of a gap
 * is a few times this number; after an event, when the wheel has been projected onto its contacts,
 * some tens. */
static inline double rounding_place(const struct law_wheel *wheel, const double *place)
{
    return DBL_EPSILON * (fabs(place[0]) + fabs(place[1]) + wheel->radius);
}
/* Multiples of rounding_place() up to which a gap is zero: ROUNDING_GAP: gap at the start of a
 * path, or of a contact that has been projected. ROUNDING_TOUCH: gap of a contact before its
 * projection, and width of the border of a cell. */
#define ROUNDING_GAP 8
#define ROUNDING_TOUCH 64

/* Return a distance, m: within this distance the wheel is at the border of a cell, and its velocity
 * decides to which cell it belongs. The distance is a fraction of the radius, or the rounding error
 * of a distant position. */
static inline double rounding_border(const struct law_wheel *wheel, const double *place)
{
    double share = 1e-11 * wheel->radius, known = ROUNDING_TOUCH * rounding_place(wheel, place);
    return share > known ? share : known;
}

/* Search distance in radii; slightly more than 1, so that no touching feature is missed. */
#define ROUNDING_REACH (1 + 1e-9)

/* Relative widening of the time span in a box, so that no touching feature is missed. */
#define ROUNDING_SPAN 1e-9

/* Largest penetration in radii; if a wheel is deeper in the ground, the call fails. */
#define ROUNDING_INSIDE 1e-10

/* ---- speeds, accelerations and forces ---- */

/* A number is rounding if it is below this fraction of the sum of its terms: some hundred epsilon,
 * more than the errors after an impact or a settling of contacts. */
#define ROUNDING 1e-13

/* Return the speed of the wheel's rim, m/s, up to which it is zero to rounding. */
static inline double rounding_speed(const struct law_wheel *wheel, const double *velocity)
{
    return ROUNDING * (fabs(velocity[0]) + fabs(velocity[1]) + wheel->radius * fabs(velocity[2]));
}

/* Multiple of ROUNDING: a larger acceleration of a gap opens the contact. */
#define ROUNDING_OPENS 10

/* Multiple of ROUNDING_OPENS: larger accelerations make the contacts of a leg change their modes.
 * This is well above ROUNDING_LAW, within which the laws may choose either mode. */
#define ROUNDING_CHANGES 100

/* A sticking wheel is in equilibrium if the sum of its forces is below this fraction of their
 * magnitudes. */
#define ROUNDING_BALANCE (32 * DBL_EPSILON)

/* Allowed error of the speeds of a leg under varying loads, absolute (m/s) and relative. */
#define ROUNDING_STEP 1e-13

/* Allowed error of the squared length of a unit normal: some hundred epsilon. */
#define ROUNDING_UNIT 1e-13

/* ---- laws ---- */

/* Allowed violation of the inequalities, as a fraction of the magnitudes of their terms: some
 * thousand epsilon, more than the errors of the solution for the forces. */
#define ROUNDING_LAW 1e-12

/* Two solutions that differ by more than this fraction are distinct. */
#define ROUNDING_DISTINCT 1e-8

/* Normals with a smaller cross product count as parallel, and rows of equations with a smaller
 * independent part as dependent. The number is small because a wheel that just fits between two
 * walls is held by the smallest slope of the walls. */
#define ROUNDING_PARALLEL 1e-9

/* ROUNDING_PARALLEL for rows that position the wheel or impose velocities on it. This number is
 * larger, because the result is divided by the cross product. */
#define ROUNDING_INDEPENDENT 1e-6

/* Smaller pivots, of equations with coefficients about 1, do not determine the forces. */
#define ROUNDING_PIVOT 1e-13

/* An iteration has converged if its change is below this fraction of the largest force or of the
 * required sum. */
#define ROUNDING_CONVERGED 1e-15

#endif
