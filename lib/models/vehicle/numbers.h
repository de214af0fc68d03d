/* SPDX-License-Identifier: MIT */
/* Numeric constants of the kind. Each says its unit or reference, what it decides, and where its
 * value comes from: a rounding bound, a property of a method, or a trial (then the test is named).
 * Those of the search for forces are in friction/numbers.h. */
#ifndef VEHICLE_NUMBERS_H
#define VEHICLE_NUMBERS_H

#include "friction/numbers.h"
#include "kind/numbers.h"
#include "num/margin.h"

#include <float.h>

/* ---- contact and motion ---- */

/* m; a gap up to this counts as zero where contacts are closed and after projections. The same
 * number is used for distances from rigid stops (m, rad) and for normal speeds (m/s). A choice,
 * which the manual states for wheels that must start on the ground. */
#define VEHICLE_CLOSE 1e-9

/* m/s, rad/s; speeds up to this count as zero. A choice: below VEHICLE_DIRECTED, and above the
 * rounding errors of speeds up to 1 km/s. */
#define VEHICLE_STILL 1e-10

/* Root of DBL_EPSILON: what is divided by a number of this size relative to its scale keeps half of
 * its digits. So
 * - forces of sliding contacts with this regularity are rounding (jam.c);
 * - a rim lies along an edge of the ground if the squared sine of the angle between them is at most
 *   this, because rounding moves the contact along it (footing_margin.c);
 * - the diagonal of a matrix of Newton's method may be increased by this fraction, because each
 *   step reduces the error by this factor if the residual is exact (tyre_stop.c);
 * - an iteration that converges quadratically ends after a step of this size, in m or rad, because
 *   only rounding remains (chart.c). */
#define VEHICLE_HALF_DIGITS 1.5e-8
/* m/s; below this speed the slip direction is rounding noise, relative to 1 m/s. */
#define VEHICLE_DIRECTED VEHICLE_HALF_DIGITS

/* Rounding error of a sum of a few products, as a fraction of their size: a change of the height of
 * a vehicle (of the height of its root or of the radius of a wheel, whichever is larger) ends its
 * placement, as does a change of roll and pitch (rad); gaps of two places (of the coordinates and
 * the radius of the wheel) are equal. At a change from one place to another the deflection of a
 * tyre jumps by this, which adds energy. */
#define VEHICLE_FEW_ROUNDINGS FRICTION_ROUNDING

/* Sums up to this are zero to rounding, as a fraction of their terms: of an impact the impulses and
 * speeds (of the largest impulse, or of 1 m/s plus the changes of speed) and the energy gained (of
 * that of a restitution); differences of gaps (of the radius); the compliance of a wheel that ideal
 * wheels hold at its height (of that without them); a negative eigenvalue of an inertia (of its
 * largest entry). It is the goal of the search for forces, because both are the error of sums over
 * a hundred rows, some thousand roundings. */
#define VEHICLE_SUM_ROUNDING FRICTION_GOAL

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

/* Fraction of g. A contact that starts to slip or to separate returns to its mode before if it
 * accelerates against its slip direction or downwards by more than this. The slip direction may
 * come from a multiplier of the margin (num/margin.h) with this error. The error changes the
 * acceleration that friction causes, which is of the order of g. A wheel separates here if its
 * guard has reported this; the acceleration then has the error of the state at the event. With 1e-7
 * results are the same to the bit; with 1e-9 test-vehicle-stop-runs fails. */
#define VEHICLE_RETURNS MARGIN_PUSH_ERROR

/* Sliding of fast slips jams if both of these numbers are at most this: its regularity
 * (linkage_regularity()), and the accelerations that loads cause divided by those that normal
 * forces cause (jam.c). A choice: the impulse of a jam leaves out that friction changes the
 * velocities by about this fraction of the slip speed before it. */
#define VEHICLE_LEAST_REGULARITY 1e-4

/* Rounding error of a gap: this fraction of height plus radius for a wheel, and of 1 (m, rad) plus
 * the place of the stop for a joint at a rigid stop. */
#define VEHICLE_GAP_ROUNDING (4 * DBL_EPSILON)

/* Multiples of the gap that a projection may leave: linkage_place_rounding() for a wheel, the
 * rounding error of the gap for a joint. An open wheel or free joint that is deeper than BELOW
 * counts as beyond the ground or the stop. One that separates but is deeper than DEEP, which is
 * beyond BELOW by as much again, is projected; with a larger DEEP, wheels that entered the ground
 * within a step would be missed. Tuned: robust-throws. */
enum { VEHICLE_BELOW = 4, VEHICLE_DEEP = 2 * VEHICLE_BELOW };

/* Ratio of the limits at which a mode ends and at which it begins, so that its guard does not
 * trigger at once:
 * - of the regularity of sliding (jam.c);
 * - of the rolling speed of a tyre that stops (tyre_stop.c);
 * - of slow slips (slow.c), and of slips that yield, which end at yield_fastest().
 * Any ratio above 1 will do: with 1.1 to 8 the stops of test-vehicle-tyre-camber end within 5e-14
 * m. */
#define VEHICLE_HYSTERESIS 2.0

/* ---- linear dependence ---- */

/* A vector counts as a combination of others if no more than this remains of it, relative to the
 * largest vector or entry, and a term of such a combination counts as none. So
 * - a free motion has no slip, and a combination of frictions no effect (balance_friction.c);
 * - a coordinate of a chart depends on others (chart_order.c);
 * - the gaps, per rad and relative to the root of the sum of the squared radii, do not depend on a
 *   combination of roll and pitch (place.c);
 * - rows of ideal wheels sum to zero, and a wheel takes no part in a dependence of rows (ideal.c);
 * - a null space vector of the load distribution moves no force that others do not move (limit.c);
 * - two contacts of a wheel are at one place, if their points are at most this fraction of the
 *   radius apart. In a concave joint, where a profile turns by an angle a (rad), they are a times
 *   the radius apart. If a is below about sqrt(DBL_EPSILON), their rows depend on each other to
 *   rounding; the limit is above this angle;
 * - the contacts prevent a move whose part that a projection undoes is larger than this, relative
 *   to the move (balance.c). This part is itself a projection of the move, so singular values of
 *   this map are 0 or at least 1; in the tests they are at most 9.4e-9 or at least 1;
 * - the axis of a hinge coincides with that of a wheel within this angle and this fraction of the
 *   radius, and a stored direction is a unit vector within this;
 * - a joint whose rate moves the contact by less than this per rad, relative to the radius, cannot
 *   set the slip (wheel_rates.c).
 * Tuned: in the tests of vehicles in balance and with 400 random vehicles slips of free motions are
 * at most 3.1e-9 or at least 0.1, and effects of frictions at least 1.8e-5. */
#define VEHICLE_DEPENDENT 1e-6

/* ---- iterations ---- */

/* rad, m; largest change of an angle or a place in one Newton step: half of 1 rad, the scale on
 * which directions vary. Of 500 random vehicles in balance all start with 0.1 and with 0.5, but 3
 * do not with 2. */
#define VEHICLE_MOST_TURN 0.5

/* An iteration ends if its unknowns change by this fraction of their scale: of the accelerations in
 * slow_direction.c, of the reactions in tyre_stop.c, of the units of the rates in moreau_tread.c.
 * Some hundred roundings: the error of a sum over a few ten rows. */
#define VEHICLE_ITERATED 1e-13

/* Largest number of repetitions of what usually ends after a few, at one instant:
 * - impacts, and what follows from projections after them: wheels may load each other through the
 *   vehicle again and again; one more impact, without restitution, ends this (hit.c, jump.c);
 * - halvings of a restitution that adds energy; the next one sets it to 0 (hit.c and
 *   moreau_rebound.c);
 * - jams (jump.c), and rounds of a decision (decide.c);
 * - steps of Newton's methods that start near their solution and need 3 to 6, for the dependent
 *   coordinates of a chart (chart.c) and for the directions of slow slips (slow_direction.c);
 *   if more do not suffice, what they find is another solution;
 * - solutions of a linear system before the contact problem of a time step is solved instead, so
 *   the limit affects the time only: corrections of the first guess (moreau_hold.c), and solutions
 *   after each of which the impulses of some bands go to their limit or leave it
 *   (moreau_damped.c).
 * The page on real time (docs/realtime.rst) states the limits that follow from this number.
 * Tuned: with 20 steps of Newton's method vehicle 11943 of robust-ordinary finds such directions of
 * slips and fails. With 8 jams, 20 rounds, 60 halvings and 5 linear systems all results of
 * robust-ordinary 30 40000, -throws 60 200000, -grounds 12 5000 and -smooth 6 5000 are the same to
 * the bit. */
enum { VEHICLE_MOST_ROUNDS = 12 };

/* Largest number of iterations that may be many:
 * - of the search for a static balance; random vehicles in balance need at most 14, unless only a
 *   brake holds some joint;
 * - of the iterates of a time step with tyres, so many with dampers (moreau_damped.c) and then so
 *   many with the contact problem. Of 20,020 steps of test-vehicle-banked, with cars that stand on
 *   tyres and rigid wheels, 17 take more than 50 iterates and none more than 65; elsewhere the
 *   largest number was 17 (TYRE_FREE_ITERATES in tyre/step.c);
 * - of drops of a vehicle onto a terrain, each by the smallest gap of its wheels (place.c).
 * A choice. */
enum { VEHICLE_MOST_ITERATES = 100 };

/* Most steps of a search in which each step halves or doubles a number, or may do so, as Newton's
 * method on a terrain (place.c) and for a reaction that is a hyperbola of the speed (tyre_stop.c):
 * by 2^60 the number goes from a scale to far below its rounding error, or from a radius to the
 * largest size of a model. */
enum { VEHICLE_HALVINGS = 60 };

/* Work of an evaluation for each body, in the units of num/interrupt.h. Measured: 0.6 to 0.9
 * microseconds in a time step of 64 wheels, which has two evaluations. */
enum { VEHICLE_BODY_WORK = 400 };

/* ---- slow slips: slow*.c, yield*.c ---- */

/* Fraction of solver.onset_speed; the direction of a slower slip turns too fast to be integrated. A
 * slip in mode INCIPIENT becomes slow only above this speed, because below it the slip may last so
 * long that the extrapolation time would limit the steps. A slip that reverses below it counts as
 * ended. When modes change, jump.c lets slower slips be in mode SLOW, too. A choice: with 0.2
 * motions change in two of 31 test programs and in none of 153 random runs, and all tests pass. */
#define VEHICLE_BEGUN 0.1

/* s; the direction of a slow slip is that of the slip extrapolated by this time. The component of
 * the slip across it decays with about this time constant, which limits the steps. A choice: with a
 * tenth of it the car of test-vehicle-slow takes 5 times as many steps. */
#define VEHICLE_SLOW_TIME 1e-3

/* s; in the mode yield a contact sticks if friction can stop it within this time. A choice. */
#define VEHICLE_YIELD_TIME 1e-4

/* Compliance of the rows in the mode yield, relative to the diagonal entries of W; it acts on the
 * change of the forces since the last step. It limits the forces along rows that nearly depend on
 * each other, so that the contact problems have solutions that Newton's method finds. Tuned on
 * robust-drives, preset car, drives 0, 6 ... 198: with 1e-5 all reach their end, with 1e-6 all but
 * one. */
#define VEHICLE_YIELD_COMPLIANCE 1e-5

/* The next three numbers, solver.onset_speed and vehicle_deviation() are the limits of a slow slip
 * (slow.c). For a slip that is slow already the last number does not apply, and the other
 * limits are VEHICLE_HYSTERESIS times as wide; a slip becomes slow below solver.onset_speed divided
 * by it. All are choices. */

/* The time constant with which the slip direction relaxes to the direction of the forces is at most
 * VEHICLE_SLOW_TIME divided by this. A fixed step does not resolve the slip direction if the time
 * constant is at most the length of the step divided by this. */
#define VEHICLE_SLOW_RELAXATION 2
/* The slip decelerates by at most this fraction of the acceleration vehicle_slip_stiffness() times
 * 1 rad, so that in VEHICLE_SLOW_TIME it loses at most half of the largest speed that the limit
 * above allows. Slips that fixed steps do not resolve may decelerate VEHICLE_SLOW_RELAXATION times
 * as much. */
#define VEHICLE_SLOW_DECELERATION (0.5 / VEHICLE_SLOW_RELAXATION)
/* m/s; largest speed of a slip that becomes slow. It saves time: without it the tests of vehicles
 * pass, but robust-hashes takes a third longer. */
#define VEHICLE_SLOW_SPEED 1

/* ---- impacts: hit.c, moreau_rebound.c ---- */

/* Speed of approach, as a fraction of slip speed plus 1 m/s. A jam is solved as an impact after the
 * short time in which the free contact would reach this speed. As this time goes to 0, the impulse
 * tends to a limit other than zero. Tuned on test-vehicle-jam: the impulse of a rod has an error of
 * 3.5 times this; with 1e-13, which is below FRICTION_GOAL, jams are not found. */
#define VEHICLE_JAM_APPROACH 1e-11

/* ---- ground: footing*.c ---- */

/* Fraction of the radius: open contacts are sought at places with gaps up to this. */
#define FOOTING_REACH 1

/* s; events within this time are at one instant: a place that will be reached within it counts as
 * reached. It is twice the time within which the core handles guards by one jump. */
#define FOOTING_SAME_TIME (2 * KIND_INSTANT)

/* Fraction of the radius: longest path of a point of a wheel's spine over which the place of a
 * contact is followed, so the longest path in a step. With this limit the wheel cannot pass through
 * a part of a profile within a step. The stored place at which the search for the contact of a tyre
 * starts is renewed when the contact is further away. */
#define FOOTING_MOST_WAY 0.25

/* Fraction of the radius: a wheel that is deeper in the ground than this counts as inside it, even
 * if the search finds no place. The limit is far above the error with which near_is_inside() tests
 * arcs. It is below FOOTING_MOST_WAY. */
#define FOOTING_INSIDE 0.02

/* ---- guards: grip_guard.c, guard_rate.c ---- */

/* s; time for which the motion is continued: that of a forward difference, whose error of rounding
 * is then that of truncation for forces that vary within 1 s. */
#define VEHICLE_RATE_TIME VEHICLE_HALF_DIGITS

/* Fraction of a friction limit or of a capacity; for a normal force, of the weight. Rates cost
 * another evaluation, so they are computed only if some force is nearer to its limit than this. A
 * force that is farther away at an end of a step is not found within the step. Chosen; in the run
 * that showed the error (415633 of robust-smooth) the force was 0.012 below the limit 20 ms before
 * it was beyond it. */
#define VEHICLE_NEAR_LIMIT 0.1

/* ---- time steps: moreau*.c ---- */

/* rad; a spin is fast if it turns by more than this in a step. If it has reversed, the change of
 * the speeds is no prediction for the next step, because it would add energy (moreau.c). Tuned:
 * without this rule run 83789 of robust-throws fails; 0.001 and 0.1 give the same results in
 * robust-ordinary 30 40000 and -throws 100 200000. */
#define VEHICLE_FAST_SPIN 0.01

/* Fraction by which the diagonal entries of the matrix of the first guess of a step are increased,
 * so that statically indeterminate impulses keep the distribution of the last step (moreau_hold.c).
 * A choice. */
#define VEHICLE_HOLD_COMPLIANCE 1e-7

/* m->tyres.change is the difference between the rates at which the law was evaluated and those at
 * the end of the step, m->tyres.moved the change of the rates in the step: each the largest of all
 * rates of all tyres, in the units of vehicle_tread_step. The iteration ends if `change` is not
 * above VEHICLE_ITERATED, or not above this fraction of `moved`. The step itself has an error of
 * first order: in the mean its forces are early by half of their change in the step. The iteration
 * adds at most a fiftieth to this error. Tuned: with a tenth test-vehicle-tyre-moreau fails. The
 * limit also ends alternations from step to step: the prediction from the last step then has an
 * error as large as the alternation, and the iteration continues. After the last iterate
 * FRICTION_ACCEPTED is enough, as for the friction problem; above it the step fails. */
#define VEHICLE_CHANGE_PER_MOVED 0.01

/* ---- tyres: law_tyre.c, tyre_stop.c ---- */

/* Fraction of the radius: largest deflection of a tyre at the start. Part of the definition of the
 * law. */
#define VEHICLE_MOST_DEFLECTION 0.5

/* Fraction of the force of full sliding above which output.contact is slip. A convention, stated
 * in the manual; no force depends on it. */
#define VEHICLE_SLIDES 0.99

/* Largest ratio of the reaction to its value in steady rolling, from the definition of w_r: 2 if
 * the spring is beyond its limit, else 1. */
#define VEHICLE_REACTION_BEYOND 2.0

/* Reactions beyond these multiples of `most` are clipped, because the reaction on a wheel that
 * cannot turn is indeterminate. The guards trigger at VEHICLE_REACTION_BEYOND or before, so only
 * the discarded end of a step is clipped. */
#define VEHICLE_MOST_REACTION (2 * VEHICLE_REACTION_BEYOND)

/* Rate with adaptive steps, in units of 1/carcass_time, the largest rate of a tyre, which fixed
 * steps can follow. With the rate nu, V falls short of the law by V'/nu, and the way by the change
 * of V divided by nu. The mode begins at a speed of at most a/nu, where a is the spin acceleration
 * of the reaction times the rolling radius, so a stop changes the way by less than
 * VEHICLE_HYSTERESIS a/nu^2. With a = 1.5 m/s2 and carcass_time = 2 ms this is 1.2e-5 m for the
 * rate 1 and 5e-8 m for 16. Tuned on test-vehicle-tyre-camber: rates 1, 4, 16 and 64 change the
 * places of its stops by up to 1.2e-6, 1e-7, 3e-10 and 0 m; its first braked car takes 2234, 2466,
 * 3399 and 6458 steps, and with 64 and 256 one of its random cars needs more than 3000 steps for 4
 * s. */
#define VEHICLE_STOP_RATE 16.0

/* ---- placement on the ground: place.c ---- */

/* Smallest component of a normal along z; walls are treated as slopes with this component. */
#define VEHICLE_STEEPEST 0.1

/* ---- balance, charts and rolling constraints ---- */

/* Fraction of the largest entry of a column. A column of which more than this remains after
 * elimination with the pivots chosen before gives the first dependent coordinates, because these do
 * not vary fast (chart_order.c). A choice. */
#define VEHICLE_CLEARLY 0.5

/* First step of the differences for a linear model, in the unit of the coordinate or input: see
 * linear.c, where both are derived. A neighbouring position is one such step away, at speeds of
 * about 1 m/s and 1 rad/s (ideal.c). With tyres errors of truncation and of rounding are then
 * equal, some 1e-10. */
#define VEHICLE_LINEAR_STEP 0x1p-8
#define VEHICLE_LINEAR_STEP_ON_TYRES 0x1p-17

#endif
