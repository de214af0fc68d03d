/* SPDX-License-Identifier: MIT */
/* Contacts of wheels with a terrain: a profile or a surface. A closed contact with a profile
 * belongs to one feature: a segment or a corner [ground/terrain.h]. The contact keeps this feature
 * during a step, even slightly beyond the border of the feature, where a guard makes it pass on to
 * the next feature. An open contact is at the place nearest to the wheel. A state is "placed" after
 * linkage_place(). */
#ifndef VEHICLE_FOOTING_H
#define VEHICLE_FOOTING_H

#include "ground/ground.h"
#include "models/vehicle/vehicle.h"

struct vehicle_footing {
    int fixed;                /* the contact follows its feature: it is closed, or is about to be
                                 closed, or was opened at this instant */
    int passed;               /* the contact has passed on since the step found its impulse */
    int64_t feature;          /* feature of the contact; -1: not known */
    struct touch_place place; /* place at which the contact was found last */
    double impulse[3];     /* impulse of the last Moreau step; unused for a wheel's first contact */
    size_t hint;           /* a segment near the wheel */
    struct vec from, axis; /* centre and axis of the wheel at the start of the step */
    /* set by linkage_place() */
    struct touch_wheel wheel;
    struct touch_motion motion;
    struct touch touch;
    struct touch_rate rate;
};

/* Fraction of the radius: open contacts are searched for within this distance. */
#define FOOTING_REACH 1

/* Fraction of the radius: gaps that differ by less are equal to rounding. */
#define FOOTING_SAME_GAP 1e-12

/* Fraction of the radius: two contacts of a wheel this near to each other are at one place, that of
 * a joint that turns by less than this angle. The rows of such contacts depend on each other to
 * rounding; the value is above the turn at which they do, about sqrt(DBL_EPSILON). */
#define FOOTING_TWIN 1e-6

/* Fraction of the radius: a wheel that is deeper counts as inside the ground, even if no place is
 * found. The value is far above the resolution of near_is_inside() at arcs, and below the largest
 * motion in a step. */
#define FOOTING_INSIDE 0.02

/* Reasons for the end of a motion, the value `reason` of its event: the wheel lies flat; a hollow
 * is narrower than the wheel; a wheel without impacts touches a further place; a knife edge lies
 * along an edge. */
enum { FOOTING_FLAT, FOOTING_HOLLOW, FOOTING_FURTHER, FOOTING_ALONG };

/* Values of an event after those of the plane. */
enum { FOOTING_FEATURE = 6, FOOTING_FEATURE_TO, FOOTING_REASON };

/* Contacts besides the first one of each wheel: at most MOST_MORE closed ones, and one open one for
 * each wheel, which watches for the next place when the first contact of the wheel is closed. */
enum { FOOTING_MOST_MORE = 16 };

/* Maximum number of closed contacts besides the first one of each wheel. Every wheel has at most
 * NEAR_PLACES contacts. */
static inline size_t footing_kept(size_t wheels)
{
    size_t all = (NEAR_PLACES - 1) * wheels;
    return all < FOOTING_MOST_MORE ? all : FOOTING_MOST_MORE;
}

static inline size_t footing_more(size_t wheels)
{
    return footing_kept(wheels) + wheels;
}

/* footing_doubles() is the number of doubles of a terrain. footing_build() builds it for the wheels
 * of the view; without parameters it only checks the terrain. It returns NULL, or what is wrong at
 * point *at. */
size_t footing_doubles(const struct polyline *);
const char *footing_build(const struct view *, const struct polyline *, struct vehicle *,
                          double *memory, size_t *at);

/* Numbers of guards and extras in addition to those of the plane. */
void footing_sizes(const struct kind *, size_t *guards, size_t *extras);

/* footing_read(): read the contacts from the extras; vehicle_read_modes() must have read the modes
 * of wheels. footing_write(): write the contacts. */
void footing_read(struct vehicle_eval *, const double *y);
void footing_write(const struct vehicle_eval *, double *y);
/* True if extras from arbitrary bytes are valid. */
int footing_fits(const struct view *, const double *y);

/* Guard of the border of a contact's feature. */
size_t footing_guard(const struct vehicle_eval *, size_t c);
/* Coefficient of friction of a wheel on a feature with this factor. */
double footing_friction(const struct vehicle_eval *, size_t c, double factor);

/* True if the contact is closed and its feature is known. */
int footing_is_closed(const struct vehicle_eval *, size_t c);

/* Find the places of the wheel of a contact, as near_find() does; none after a failure, which
 * m->failed stores. */
void footing_near(struct vehicle_eval *, size_t c, double reach, struct near *);
/* Compute the fixed contacts of a wheel at this pose; returns how many. */
size_t footing_list_fixed(struct vehicle_eval *, size_t wheel, const struct touch_wheel *,
                          struct touch touch[NEAR_PLACES]);
/* Find the place of a contact that is not fixed: the nearest place of its wheel at which there is
 * no fixed contact. */
void footing_find(struct vehicle_eval *, size_t c);
/* For each wheel that may leave the ground and has no open contact, append a contact that watches
 * for its next place. Call it before the state is placed. */
void footing_watch(struct vehicle_eval *);
/* Fix contacts at all places that wheels have reached, or that have a gap up to `close`, in a
 * placed state. triggered: guards that have triggered, or NULL. WD_OK, or a failure and why:
 * WD_ELIMIT if there are too many contacts, WD_ENOCONV if a wheel has gone into the ground. */
int32_t footing_close_contacts(struct vehicle_eval *, const uint64_t *triggered, double close);

/* Open closed contacts that the projection of the speeds leaves with a velocity away from the
 * ground, if their wheel has another closed contact at the same place: at a nearly straight
 * concave joint the rows of both depend on each other to rounding, and the projection satisfies the
 * other one only. Returns 1 if a contact was opened. */
int footing_open_leaving(struct vehicle_eval *);

/* Find the contacts of a Moreau step, in a placed state: pass on those that are closed, and add the
 * deepest places with a gap up to `close`. Leaves the state placed, without convective terms. */
void footing_step(struct vehicle_eval *, double close);
/* Add the deepest places with a gap up to `close`, in a placed state, which the call leaves placed;
 * returns how many. */
size_t footing_add_places(struct vehicle_eval *, double close);
/* Set the impulse of a contact besides the first of its wheel from m->force. */
void footing_write_impulse(struct vehicle_eval *, double *y, size_t c);

/* footing_start_step(): store the present places. footing_is_far(): true if a wheel has moved
 * further since then than a step may. */
void footing_start_step(struct vehicle_eval *);
int footing_is_far(const struct vehicle_eval *);

/* Add the guards of a terrain: margin until a wheel lies flat or has no definite contact, the next
 * place that a wheel without impacts will touch, and the borders of features. */
void footing_guards(struct vehicle_eval *, double *value, double *rate);

/* True if a wheel is deep in the ground, even if it has no place nearby. */
int footing_is_inside(struct vehicle_eval *, size_t wheel, int64_t *feature);
/* Pass a contact on if it is beyond the border of its feature. Returns 0 if no feature follows
 * there. */
int footing_pass_on(struct vehicle_eval *, size_t c);
/* Pass contacts on that are beyond their borders or whose border guards are among `triggered`
 * (guards, or NULL), with their events. A contact behind whose border no feature follows is opened.
 * Returns the number of both. */
size_t footing_pass(struct vehicle_eval *, const uint64_t *triggered, struct events *);
/* Log the events of wheels whose motion a terrain ends: by guards among `triggered`, or for NULL if
 * the wheel lies flat or has no definite contact. The motion of a wheel without impacts also ends
 * at a further place. Returns the number of events. */
size_t footing_end(struct vehicle_eval *, const uint64_t *triggered, struct events *);

/* With solver.check_surface compare the derivatives of a user's surface with difference quotients
 * about each wheel: NULL, or what is wrong. */
const char *footing_doubt(struct vehicle_eval *);

/* Values of the ground at a place, as kind->ground_at(). */
int32_t footing_at(const struct view *, const struct polyline *, double *memory, double x, double y,
                   double *value);

/* Distance that every wheel can move without touching the ground; below 0 if one is inside. */
double footing_clearance(struct vehicle_eval *);

/* At the start: NULL, or which wheel is in the ground, or on it in a way that is not supported. */
const char *footing_judge(struct vehicle_eval *);

#endif
