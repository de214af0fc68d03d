/* SPDX-License-Identifier: MIT */
/* Contacts of wheels with a terrain: a profile or a surface. A "place" is a point of the wheel at
 * which its distance from the ground has a local minimum [ground/touch.h].
 *
 * A closed contact with a profile belongs to one feature, a segment or a corner, and is in the cell
 * of this feature [ground/terrain.h]. When it crosses the border of the cell, a guard triggers and
 * the contact passes on to the next feature. Until then, so during a whole step, it keeps its
 * feature, even slightly beyond the border. An open contact is at the nearest place of its wheel at
 * which there is no closed contact. A state is "placed" after linkage_place(). */
#ifndef VEHICLE_FOOTING_H
#define VEHICLE_FOOTING_H

#include "ground/ground.h"
#include "models/vehicle/guard.h"
#include "models/vehicle/vehicle.h"

/* The place that a guard of an open contact watches. On a profile it is the nearest place of the
 * convex parts (profile_number_parts()) that share the guard: parts whose numbers have the same
 * remainder. Neighbouring parts have different guards. Limit: if a wheel is near two parts that
 * share a guard, a step can pass the further one unnoticed. On a surface it is place number k in
 * the order of gaps. */
struct footing_part {
    double gap; /* m; INFINITY if there is no place within reach */
    struct vec n, at;
};

struct vehicle_footing {
    int fixed;       /* 1: the contact follows its feature, because it is closed, or is
                        about to be closed, or was opened at this instant */
    int ended;       /* 1: the contact has left its feature at this instant, and cannot
                        close again: no feature follows there, or another contact of the
                        wheel is there */
    double leaves;   /* m/s; speed with which the contact would leave after an impact that
                        has ended a bounce sequence and kept it closed; else 0 */
    int reached;     /* 1: the contact, of a tyre, has reached the ground at this instant */
    int passed;      /* 1: the contact has passed on to another feature since the last
                        Moreau step computed its impulse */
    int64_t feature; /* feature of the contact; -1: not known */
    struct touch_place place; /* place at which the contact was found last */
    struct touch_place start; /* tyres: the stored place, from which the contact is found */
    double impulse[3];        /* further contacts: as in struct rim_extra (parts.h) */
    double lowest;         /* m; first contacts in a Moreau step: smallest gap found; at most 0 */
    size_t hint;           /* number of a segment near the wheel, where near_find() starts */
    struct vec from, axis; /* first contacts: centre and axis of the wheel when the step began */
    /* set by linkage_place() */
    struct touch_wheel wheel;
    struct touch_motion motion;
    struct touch touch;
    struct touch_rate rate;
    int looks; /* 1: an open contact that follows the nearest place; `part` is set */
    struct footing_part part[VEHICLE_PARTS];
};

/* Fault of a tyre that is too deep at the height at which the tyres would carry the vehicle. */
#define FOOTING_TOO_SOFT                                                                      \
    "where the tyres would carry the vehicle, its tyre is deflected by more than 0.4 of its " \
    "radius"

/* Reasons for the end of a motion: the value `reason` of its event. */
enum {
    FOOTING_FLAT,    /* the wheel lies flat */
    FOOTING_HOLLOW,  /* the hollow is narrower than the wheel */
    FOOTING_FURTHER, /* a wheel whose law has no impacts touches a second place */
    FOOTING_ALONG,   /* the rim, a knife edge, lies along an edge of the ground */
    FOOTING_CRUSHED  /* a tyre is deflected by more than footing_margin.c allows */
};

/* Indices of the values that an event on a terrain has after those of an event on the plane. */
enum { FOOTING_FEATURE = 6, FOOTING_FEATURE_TO, FOOTING_REASON };

/* "Further" contacts are those besides the first one of each wheel. At most FOOTING_MOST_MORE of
 * them are closed. Each wheel may also have one that is open; it watches for the next place while
 * the first contact of the wheel is closed. */
enum { FOOTING_MOST_MORE = 16 };

/* Maximum number of closed further contacts. No wheel has more than NEAR_PLACES closed contacts. */
static inline size_t footing_kept(size_t wheels)
{
    size_t all = (NEAR_PLACES - 1) * wheels;
    return all < FOOTING_MOST_MORE ? all : FOOTING_MOST_MORE;
}

/* Maximum number of further contacts, closed and open. */
static inline size_t footing_more(size_t wheels)
{
    return footing_kept(wheels) + wheels;
}

/* Number of doubles that footing_build() needs as memory for the ground; 0 for the plane. */
size_t footing_doubles(const struct polyline *);
/* Build the ground in `memory`, and set v->ground. Returns NULL if the ground is valid. Otherwise
 * returns a text that says what is wrong, and sets *at to the point or segment of the fault. An arc
 * that is too narrow for a wheel of the view is such a fault; it is not sought if view->param is
 * NULL. */
const char *footing_build(const struct view *, const struct polyline *, struct vehicle *,
                          double *memory, size_t *at);

/* Add the numbers of guards and extras that a vehicle has on a terrain, and not on the plane. */
void footing_sizes(const struct kind *, size_t *guards, size_t *extras);

/* Read the contacts from the extras in y. vehicle_read_modes() must have read the modes of the
 * wheels. */
void footing_read(struct vehicle_eval *, const double *y);
/* Write the contacts to the extras in y. */
void footing_write(const struct vehicle_eval *, double *y);
/* True if the extras in y, which may be arbitrary bytes, are valid contacts. */
int footing_fits(const struct view *, const double *y);

/* Index of the guard that triggers when contact c crosses the border of its feature. */
size_t footing_guard(const struct vehicle_eval *, size_t c);
/* Index of the first guard of the convex parts near a wheel. The guards of its contacts come first.
 * The gap of the nearest place belongs to one guard of each group, and in this order the event is
 * at the zero of MEETS. */
size_t footing_part_guards(const struct vehicle_eval *, size_t wheel);
/* Coefficient of friction of contact c: the input mu of its wheel times the factor of the ground.
 */
double footing_friction(const struct vehicle_eval *, size_t c, double factor);

/* True if the contact is closed and its feature is known. */
int footing_is_closed(const struct vehicle_eval *, size_t c);

/* Find the places of the wheel of contact c with gaps up to `reach` (m), as near_find() does. After
 * a failure there are no places, and m->failed has the status of the first failure. On a surface
 * there are also none if a trial step has moved the wheel by more than its radius. */
void footing_near(struct vehicle_eval *, size_t c, double reach, struct near *);
/* Compute all fixed contacts of a wheel (field `fixed`) at this pose; returns their number. */
size_t footing_list_fixed(struct vehicle_eval *, size_t wheel, const struct touch_wheel *,
                          struct touch touch[NEAR_PLACES]);
/* Set the place of contact c, which is not fixed, to the nearest place of its wheel at which there
 * is no fixed contact. Without such a place its gap becomes FOOTING_REACH times the radius. */
void footing_find(struct vehicle_eval *, size_t c);
/* For each wheel that may leave the ground and has no open contact, append a contact that watches
 * for its next place. Call it before the state is placed. */
void footing_watch(struct vehicle_eval *);
/* Fix contact c at this place. The state must then be placed again. */
void footing_fix(struct vehicle_eval *, size_t c, const struct touch *);
/* Fix a contact at each place that a wheel has reached or whose gap is at most `close` (m). A place
 * counts as reached if it is on the ground now or, with its present velocity, within 2e-12 s. Only
 * for wheels whose law lets them leave the ground. The state is placed before and after. triggered:
 * guards that have triggered; NULL: do not test whether a wheel has gone into the ground. WD_OK, or
 * a failure and why: WD_ELIMIT if there are too many contacts, WD_ENOCONV if a wheel has gone into
 * the ground. */
int32_t footing_close_contacts(struct vehicle_eval *, const uint64_t *triggered, double close);

/* True if the wheel of a contact has another closed contact at the same place (VEHICLE_DEPENDENT).
 * on_feature: 1 if both contacts must be on the same feature. */
int footing_has_twin(const struct vehicle_eval *, size_t c, int on_feature);
/* Open contacts that a projection of the speeds cannot keep closed. The rows of closed contacts may
 * depend on each other to rounding: those of two contacts of a wheel at a nearly straight concave
 * joint, or those of four wheels of a rigid vehicle of which one is beyond such a joint. The
 * projection then satisfies only independent rows, and some contacts still leave or enter the
 * ground. If there are such contacts, open the contact with the largest `leaves`: it leaves after
 * the impact, whatever rows the projection has chosen. If no contact has `leaves`, open those that
 * leave after the projection. Returns 1 if a contact was opened. */
int footing_open_leaving(struct vehicle_eval *);

/* Find the contacts of a Moreau step. Pass on the fixed contacts that are beyond the borders of
 * their features, then call footing_add_places(). The state is placed before and after; if the
 * contacts have changed, the state has no convective terms. */
void footing_step(struct vehicle_eval *, double close);
/* Fix contacts at the places with gaps up to `close` (m). If there are more places than contacts,
 * each wheel gets its NEAR_PLACES deepest ones, and the earlier wheels come first. Set m->failed if
 * a wheel was inside the ground when the step began. Returns the number of contacts added. State as
 * for footing_step(). */
size_t footing_add_places(struct vehicle_eval *, double close);
/* Set m->failed and the reason if a wheel that may leave the ground is inside it after a Moreau
 * step. Call it if the last footing_add_places() has added no place. Other wheels are not tested: a
 * second place ends the motion of wheels that never open, and pneumatic tyres deflect. */
void footing_check_step(struct vehicle_eval *);
/* Copy the impulse of further contact c to m->footing and, if the contact is kept in the state, to
 * the extras in y. */
void footing_write_impulse(const struct vehicle_eval *, double *y, size_t c, const double *impulse);

/* Store the centres and axes of all wheels, at the start of a step. */
void footing_start_step(struct vehicle_eval *);
/* m; upper bound of the path of each point of the spine of a wheel since footing_start_step(). */
double footing_way(const struct vehicle_eval *, size_t wheel);
/* True, with the reason in *why, if a point of the spine of a wheel (touch.h) may have moved by
 * more than a quarter of the radius since footing_start_step(). */
int footing_is_far(const struct vehicle_eval *);

/* Set the guards that a terrain adds, for each contact:
 *
 * - VEHICLE_FLAT of a closed contact: margin until the wheel lies flat, or until its place is no
 *   longer a strict minimum of the distance;
 * - footing_guard() of a closed contact: distance from the border of the feature (m);
 * - VEHICLE_MEETS of a closed contact of a wheel without impacts: gap of the next place (m);
 * - VEHICLE_PARTS guards of each wheel, the last guards of the kind: gaps of the places on the
 * convex parts of a profile, or of up to VEHICLE_PARTS places on a surface (m). The guard MEETS of
 * the open contact follows the nearest place only, and so does not show that another place comes to
 * the ground and leaves it within a step;
 * - VEHICLE_MEETS of the first contact of any wheel: below zero if the wheel is deep inside a
 *   convex corner, where there is no place and so no gap.
 *
 * Guards of contacts that do not exist at present never trigger. */
void footing_guards(struct vehicle_eval *, double *value, double *rate);

/* Margin until the wheel of a contact lies flat, also on the plane, or until the contact has no
 * unique place. At 0 the rates of the contact are unbounded. */
double footing_margin(const struct vehicle_eval *, size_t c);
/* Find the next place of the wheel of contact c, besides the contact [near_next()], among those
 * that are then in `near`. */
struct near_next footing_next(struct vehicle_eval *, size_t c, struct near *near);
/* Log an event of contact c with its wheel and feature; returns the values of the event. */
double *footing_log(const struct vehicle_eval *, size_t c, int32_t type, struct events *);
/* Reason for the end of the motion at contact c, whose footing_margin() is not above zero: FLAT,
 * ALONG or HOLLOW. */
double footing_reason(const struct vehicle_eval *, size_t c);
/* Log an event LIMIT with footing_reason(). */
void footing_log_limit(const struct vehicle_eval *, size_t c, struct events *);
/* True if the wheel is deeper in the ground than `depth` (m), however deep and whether or not it
 * has a place. *feature: as for ground_inside(). */
int footing_is_deeper(struct vehicle_eval *, size_t wheel, double depth, int64_t *feature);
/* The same for a depth of FOOTING_INSIDE times the radius of the wheel. */
int footing_is_inside(struct vehicle_eval *, size_t wheel, int64_t *feature);
/* True if the border guard of a closed contact is in `triggered` (or NULL), or if the contact is
 * beyond the border. */
int footing_is_due(const struct vehicle_eval *, size_t c, const uint64_t *triggered);
/* Pass on to the feature in whose cell the contact is. Several small features may be passed at
 * once. Returns 0 if no feature follows. */
int footing_cross_border(struct vehicle_eval *, size_t c);
/* True if a change of features is reported. Collinear segments with the same factor count as one.
 */
int footing_is_seen(const struct ground *, int64_t from, int64_t to);
/* Log an event FEATURE of a contact that has come from this feature. */
void footing_log_passage(const struct vehicle_eval *, size_t c, int64_t from, struct events *);
/* If contact c is beyond the border of its feature, pass it on to the next feature. Returns 0 if it
 * is beyond a border behind which no feature follows, else 1. */
int footing_pass_on(struct vehicle_eval *, size_t c);
/* Pass on each closed contact that is beyond the border of its feature, or whose guard
 * footing_guard() is in `triggered` (guards that have triggered, or NULL for none). Log an event
 * FEATURE for each, except between straight segments with the same friction. If no feature follows
 * behind the border, or if another contact of the wheel is at the same place there, open the
 * contact instead. *count: the number of contacts passed on or opened. WD_OK, or WD_END if the
 * motion ends because a wheel would lie flat on the next feature or have no unique place there: log
 * an event LIMIT, and leave the contact on its feature. Its rates are unbounded on the next one. */
int32_t footing_pass(struct vehicle_eval *, const uint64_t *triggered, struct events *,
                     size_t *count);
/* Call footing_close_contacts() before an impact. WD_OK, a failure, or WD_END if the motion ends
 * because a contact would close although its wheel lies flat there or has no unique place: log an
 * event LIMIT. There is no impact then, because its lever arm is not known. */
int32_t footing_meet(struct vehicle_eval *, const uint64_t *triggered, struct events *);
/* Log an event LIMIT, with its reason, for each contact at which the motion ends; returns the
 * number of events. On a terrain the contact must be closed. The motion ends if
 *
 * - the guard VEHICLE_FLAT of the contact is in `triggered` or, if `triggered` is NULL, the value
 * of this guard is not above zero;
 * - the law of the wheel has no impacts and the wheel has reached a second place. */
size_t footing_end(struct vehicle_eval *, const uint64_t *triggered, struct events *);

/* ---- wheels of law tyre: footing_deepest.c and footing_tyre.c ---- */

/* m; gaps of a wheel that differ by less are equal to rounding. */
double footing_same_gap(const struct vehicle_footing *);
/* Find the deepest place of a wheel, or the nearest one above the ground. others: leave out the
 * place of its contact. Returns 0 if there is none within reach. */
int footing_find_deepest(struct vehicle_eval *, size_t wheel, int others, struct touch *);
/* m; depth by which another place is less deep than the contact, with its rate (m/s); one radius if
 * there is no other place. */
double footing_lead(struct vehicle_eval *, size_t wheel, double *rate);

/* True if the wheel has reached the place: its gap is at most `close` or rounding, or vanishes
 * within 2e-12 s with the present motion. `home`: the first contact of the wheel. */
int footing_is_reached(const struct vehicle_footing *home, const struct touch *, double close);
/* At the start: fix the contacts of the tyres that are deflected. The state is placed. */
void footing_fix_tyres(struct vehicle_eval *);
/* Move the contact of each tyre to the deepest place of its wheel. A tyre without a contact gets
 * one if it has reached the ground. Log an event FEATURE for each contact that carries a load and
 * has moved to another feature. The state is placed before and after. triggered: guards that have
 * triggered. Returns the number of contacts that have changed. */
size_t footing_pass_tyres(struct vehicle_eval *, const uint64_t *triggered, struct events *);
/* In a Moreau step: move the contact of each tyre to the deepest place of its wheel or, above the
 * ground, to the nearest one within FOOTING_REACH. Returns the number of contacts that have
 * changed; if there are any, the state is no longer placed. */
size_t footing_hold_tyres(struct vehicle_eval *);
/* After a jump: end the contacts of tyres that carry no load and are no longer deflected. */
void footing_release_tyres(struct vehicle_eval *);
/* Set the guard that triggers when another place of the wheel becomes deeper than the contact. It
 * is the first guard of the convex parts, which a wheel in contact does not need. */
void footing_guard_deeper(struct vehicle_eval *, size_t wheel, double *value, double *rate);
/* Log an event LIMIT if the motion ends at this tyre, as footing_end(): the wheel lies flat, the
 * tyre is crushed, or it rests on two places. Returns 1 if it does. */
size_t footing_end_tyre(struct vehicle_eval *, size_t wheel, const uint64_t *triggered,
                        struct events *);
/* The first wheel of law tyre that is deeper in the ground than any tyre may be; or NULL. */
const struct part *footing_deep_tyre(struct vehicle_eval *);
/* The part of footing_judge() for a wheel of law tyre. */
const char *footing_judge_tyre(struct vehicle_eval *, size_t wheel);

/* If solver.check_surface is set, compare the derivatives that the user's function of a surface
 * returns with difference quotients near each wheel. Returns NULL, or a text that says what is
 * wrong. */
const char *footing_doubt(struct vehicle_eval *);

/* The function kind->ground_at() of vehicles: height and other values of the ground at (x, y). */
int32_t footing_at(const struct view *, const struct polyline *, double *memory, double x, double y,
                   double *value);

/* m; distance by which every wheel can move in any direction without touching the ground; below
 * zero if a wheel is inside the ground. */
double footing_clearance(struct vehicle_eval *);

/* m; height of the lowest wheel above a surface, below the centre of the wheel. 0 on a profile, or
 * if the function of the surface fails. */
double footing_height(const struct vehicle_eval *);

/* Judge the contacts at the start. Returns NULL, or an error text about the first wheel that is
 * inside the ground, or that touches it flat, at no unique place, or at a second place although its
 * law has no impacts. */
const char *footing_judge(struct vehicle_eval *);

#endif
