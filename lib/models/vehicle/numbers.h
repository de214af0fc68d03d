/* SPDX-License-Identifier: MIT */
/* Numeric constants of the kind. Each says its unit or reference, what it decides, and where its
 * value comes from: a rounding bound, a property of a method, or a trial (then the test is named).
 * Those of the search for forces are in friction/numbers.h. */
#ifndef VEHICLE_NUMBERS_H
#define VEHICLE_NUMBERS_H

#include "friction/numbers.h"
#include "num/margin.h"

#include <float.h>

/* ---- contact and motion ---- */

/* m; a gap up to this counts as zero where contacts are closed and after projections. The same
 * number is used for distances from rigid stops (m, rad) and for normal speeds (m/s). */
#define VEHICLE_CLOSE 1e-9

/* m/s, rad/s; speeds up to this count as zero. */
#define VEHICLE_STILL 1e-10

/* Root of DBL_EPSILON: what is divided by a number of this size relative to its scale keeps half of
 * its digits. The number is then
 * - the regularity of sliding: forces of sliding contacts are rounding (jam.c);
 * - the squared sine of the angle between a knife edge and an edge of the ground: the rim lies
 * along the edge, because rounding moves the contact along it (footing_margin.c);
 * - an addition to the diagonal of a matrix of Newton's method, whose residual is exact: each step
 *   reduces the error by this factor (tyre_stop.c). */
#define VEHICLE_HALF_DIGITS 1.5e-8
/* m/s; below this speed the slip direction is rounding noise, relative to 1 m/s. */
#define VEHICLE_DIRECTED VEHICLE_HALF_DIGITS

/* Tolerance of distances, as a fraction of the radius of the wheel, and of directions, in rad.
 * Within it a wheel touches the ground at the start, the axis of a hinge coincides with that of a
 * wheel, and a stored direction is a unit vector. A joint whose rate moves the contact by less than
 * this per rad cannot set the slip. A choice: far above rounding, and far below any offset or angle
 * that is meant. */
#define VEHICLE_COINCIDES 1e-9

/* Sums up to this are zero to rounding, as a fraction of their terms: of an impact the impulses and
 * speeds (of the largest impulse, or of 1 m/s plus the changes of speed) and the energy gained (of
 * that of a restitution); differences of gaps (of the radius); the compliance of a wheel that ideal
 * wheels hold at its height (of that without them); a negative eigenvalue of an inertia (of its
 * largest entry). Some thousand roundings: the error of sums over a hundred rows. */
#define VEHICLE_SUM_ROUNDING 1e-12

/* Accelerations, forces and margins up to this are zero to rounding: the error of the solution of a
 * contact problem. It is a fraction of the scale of accelerations, which is at least g, of the
 * scale of forces, which is the weight or the sum of the normal forces, or of a velocity: g times
 * the step, or the given speeds at the start. In static balance the scale is gravity plus 1 m/s2
 * (or 1 rad/s2). A margin to a friction limit is a fraction of the weight, of the capacity of a
 * brake or, for a single contact, of its limit; it counts as zero where a guard has reported the
 * limit, and where the margin decides what is released. From measurements: in test-vehicle-balance
 * and test-vehicle-tyre-facts friction forces that vanish are at most 4e-13 of the normal forces,
 * and the others at least 0.017; accelerations in balance are at most 1.3e-12 of the scale, and
 * others at least 0.09. */
#define VEHICLE_ROUNDING 1e-9

/* Fraction of a friction limit, or negative margin to it (limit.c). Unless a guard has reported the
 * limit, a decision lets a contact stick with a force up to this beyond its limit. The guard then
 * triggers at twice this (VEHICLE_AT_LIMIT). Some 1e4 roundings. */
#define VEHICLE_BEYOND 1e-11

/* Fraction of g. A contact that starts to slip returns to stick if it accelerates against its slip
 * direction by more than this. The direction may come from a multiplier of the margin
 * (num/margin.h) with this error. The error changes the acceleration that friction causes, which is
 * of the order of g. */
#define VEHICLE_RETURN_TO_STICK MARGIN_PUSH_ERROR

/* Sliding of fast slips jams if both of these numbers are at most this: its regularity
 * (linkage_regularity()), and the accelerations that loads cause divided by those that normal
 * forces cause (jam.c). */
#define VEHICLE_LEAST_REGULARITY 1e-4

/* Rounding error of a gap: this fraction of height plus radius for a wheel, and of 1 (m, rad) plus
 * the place of the stop for a joint at a rigid stop. */
#define VEHICLE_GAP_ROUNDING (4 * DBL_EPSILON)

/* Multiples of the gap that a projection may leave: linkage_place_rounding() for a wheel, the
 * rounding error of the gap for a joint. An open wheel or free joint that is deeper than BELOW
 * counts as beyond the ground or the stop. One that separates but is deeper than DEEP is projected;
 * with a larger DEEP, wheels that entered the ground within a step would be missed. Tuned:
 * robust-throws. */
enum { VEHICLE_BELOW = 4, VEHICLE_DEEP = 8 };

/* Ratio of the limits at which a mode ends and at which it begins, so that its guard does not
 * trigger at once: of the regularity of sliding (jam.c), and of the rolling speed of a tyre that
 * stops (tyre_stop.c). Any ratio above 1 will do: with 1.1 to 8 the stops of
 * test-vehicle-tyre-camber end within 5e-14 m. */
#define VEHICLE_HYSTERESIS 2.0

/* ---- linear dependence ---- */

/* A vector counts as a combination of others if no more than this remains of it, relative to the
 * largest vector or entry, and a term of such a combination counts as none. So
 * - a free motion has no slip, and a combination of frictions no effect (balance_friction.c).
 * Tuned: in the tests of vehicles in balance and with 400 random vehicles slips are at most 3.1e-9
 * or at least 0.1, and effects at least 1.8e-5;
 * - a coordinate of a chart depends on others (chart_order.c);
 * - the gaps, per rad and relative to the root of the sum of the squared radii, do not depend on a
 *   combination of roll and pitch (place.c);
 * - rows of ideal wheels sum to zero, and a wheel takes no part in a dependence of rows (ideal.c);
 * - a null space vector of the load distribution moves no force that others do not move (limit.c);
 * - two contacts of a wheel are at one place, if their points are at most this fraction of the
 *   radius apart. In a concave joint, where a profile turns by an angle a (rad), they are a times
 *   the radius apart. If a is below about sqrt(DBL_EPSILON), their rows depend on each other to
 *   rounding; the limit is above this angle. */
#define VEHICLE_DEPENDENT 1e-6

/* ---- iterations ---- */

/* rad, m; largest change of an angle or a place in one Newton step: half of 1 rad, the scale on
 * which directions vary. Of 500 random vehicles in balance all start with 0.1 and with 0.5, but 3
 * do not with 2. */
#define VEHICLE_MOST_TURN 0.5

/* An iteration ends if its unknowns change by this fraction of their scale: of the accelerations in
 * creep.c, of the reactions in tyre_stop.c, of the units of the rates in moreau_tread.c. Some
 * hundred roundings: the error of a sum over a few ten rows. */
#define VEHICLE_ITERATED 1e-13

/* Largest number of repetitions of what usually ends after a few, at one instant:
 * - impacts, and what follows from projections after them: wheels may load each other through the
 *   vehicle again and again; one more impact, without restitution, ends this (hit.c, jump.c);
 * - halvings of a restitution that adds energy; the next one sets it to 0 (hit.c,
 * moreau_rebound.c);
 * - jams (jump.c), and rounds of a decision (decide.c).
 * A choice: with 8 jams, 16 rounds and 60 halvings all results of the programs below stay the same
 * to the bit: robust-ordinary 30 40000, -throws 100 200000, -grounds 15 5000, -smooth 8 5000. */
enum { VEHICLE_MOST_ROUNDS = 20 };

/* Largest number of solutions of a linear system before the contact problem of a time step is
 * solved instead, so it affects the time only: corrections of the first guess (moreau_hold.c), and
 * solutions after each of which the impulses of some bands go to their limit or leave it
 * (moreau_damped.c). A choice. */
enum { VEHICLE_MOST_TRIALS = 5 };

/* Largest number of iterations that may be many: of the search for a static balance, and of the
 * iterates of a time step with tyres, so many with dampers (moreau_damped.c) and then so many with
 * the contact problem. A choice: random vehicles in balance need at most 14, unless only a brake
 * holds some joint. Of 20,020 steps of test-vehicle-banked, with cars that stand on tyres and rigid
 * wheels, 17 take more than 50 iterates and none more than 65; elsewhere the largest number was 17
 * (TYRE_FREE_ITERATES in tyre/step.c). */
enum { VEHICLE_MOST_ITERATES = 100 };

/* Work of an evaluation for each body, in the units of num/interrupt.h. Measured: 0.6 to 0.9
 * microseconds in a time step of 64 wheels, which has two evaluations. */
enum { VEHICLE_BODY_WORK = 400 };

/* Most steps of a search in which each step halves or doubles a number, or may do so, as Newton's
 * method on a terrain (place.c): by 2^60 the number goes from a scale to far below its rounding
 * error, or from a radius to the largest size of a model. */
enum { VEHICLE_HALVINGS = 60 };

/* ---- slow slips: slow.c, creep.c ---- */

/* Fraction of solver.onset_speed. Below this speed a sliding contact starts to creep if it meets
 * is_creeping() in slow.c. A creeping slip that is faster when its guard triggers goes on sliding.
 * A choice. */
#define VEHICLE_SLOW 0.5
/* Fraction of solver.onset_speed; the direction of a slower slip turns too fast to be integrated. A
 * slip in mode INCIPIENT starts to creep only above this speed, because below it the slip may last
 * so long that the extrapolation time would limit the steps. A slip that reverses below it counts
 * as ended. When modes change, jump.c lets slower slips creep, too. A choice: with 0.2 motions
 * change in two of 31 test programs and in none of 153 random runs, and all tests pass. */
#define VEHICLE_BEGUN 0.1

/* s; the direction of a creeping or a following slip (CREEP, FOLLOW) is that of the slip
 * extrapolated by this time. */
#define VEHICLE_CREEP_TIME 1e-4
#define VEHICLE_FOLLOW_TIME 1e-3

/* A slip may start to follow if its component across the direction of the forces is at most
 * vehicle_deviation(). It stops following at this multiple of vehicle_deviation(). */
#define VEHICLE_FOLLOW_RATIO 4

/* ---- impacts: hit.c, moreau_rebound.c ---- */

/* ---- ground: footing*.c ---- */

/* Fraction of the radius: open contacts are sought at places with gaps up to this. */
#define FOOTING_REACH 1

/* s; events within this time are at one instant: a place that will be reached within it counts as
 * reached. The time is twice that within which the core handles guards by one jump (INSTANT in
 * core/jump.h). */
#define FOOTING_SAME_TIME 2e-12

/* Fraction of the radius: longest path of a point of a wheel's spine over which the place of a
 * contact is followed, so the longest path in a step. With this limit the wheel cannot pass through
 * a part of a profile within a step. The stored place at which the search for the contact of a tyre
 * starts is renewed when the contact is further away. */
#define FOOTING_MOST_WAY 0.25

/* Fraction of the radius: a wheel that is deeper in the ground than this counts as inside it, even
 * if the search finds no place. The limit is far above the error with which near_is_inside() tests
 * arcs. It is below FOOTING_MOST_WAY. */
#define FOOTING_INSIDE 0.02

#endif
