/* SPDX-License-Identifier: MIT */
/* Contacts of wheels with a terrain. A closed contact belongs to one feature of the profile, which
 * it keeps during a step, also a little beyond its border; there a guard makes it pass on to the
 * next feature. An open contact is the place of the profile nearest to the wheel. */
#ifndef VEHICLE_FOOTING_H
#define VEHICLE_FOOTING_H

#include "ground/near.h"
#include "models/vehicle/vehicle.h"

struct vehicle_footing {
    int64_t feature;          /* of the contact; -1: not known */
    struct touch_place place; /* where it was last */
    size_t hint;              /* a segment near the wheel */
    struct vec from, axis;    /* centre and axis of the wheel at the start of the step */
    /* set by linkage_place() */
    struct touch_wheel wheel;
    struct touch_motion motion;
    struct touch touch;
    struct touch_rate rate;
};

/* Fraction of the radius: open contacts are looked for in this distance. */
#define FOOTING_REACH 1

/* Fraction of the radius: gaps that differ by less are equal to rounding. */
#define FOOTING_SAME_GAP 1e-12

/* Reasons for the end of a motion, the value `reason` of its event. */
enum { FOOTING_FLAT, FOOTING_HOLLOW, FOOTING_FURTHER, FOOTING_ALONG };

/* Values of an event after those of the plane. */
enum { FOOTING_FEATURE = 6, FOOTING_FEATURE_TO, FOOTING_REASON };

/* Number of doubles of a terrain, and building it for the wheels of the view; without parameters it
 * is checked alone. Returns NULL, or what is wrong at point *at. */
size_t footing_doubles(const struct polyline *);
const char *footing_build(const struct view *, const struct polyline *, struct vehicle *,
                          double *memory, size_t *at);

/* Numbers of guards and extras besides those of the plane. */
void footing_sizes(const struct kind *, size_t *guards, size_t *extras);

/* From the extras and back; take: after the modes. */
void footing_take(struct vehicle_moment *, const double *y);
void footing_put(const struct vehicle_moment *, double *y);
/* True if extras from arbitrary bytes are valid. */
int footing_fits(const struct view *, const double *y);

/* Guard of the border of a wheel's feature. */
size_t footing_guard(const struct vehicle_moment *, size_t c);
/* Factor on the coefficient of friction on a feature, and the coefficient of a wheel. */
double footing_factor(const struct profile *, int64_t feature);
double footing_friction(const struct vehicle_moment *, size_t c, double factor);

/* True if the contact is closed and its feature is known. */
int footing_is_closed(const struct vehicle_moment *, size_t c);

/* Begin a step at the present places; later true if a wheel has gone further than a step may. */
void footing_mark(struct vehicle_moment *);
int footing_is_far(const struct vehicle_moment *);

/* Add the guards of a terrain: margin until a wheel lies flat or has no definite contact, the next
 * place that a wheel on the ground will touch, and the borders of features. */
void footing_guards(struct vehicle_moment *, double *value, double *rate);

/* Pass contacts on whose border guards are among `fallen`, with their events. Returns their
 * number. */
size_t footing_pass(struct vehicle_moment *, const uint64_t *fallen, struct events *);
/* Log the events of wheels that a terrain stops, by guards among `fallen`, or NULL, or because they
 * touch it at a further place. Returns their number. */
size_t footing_end(struct vehicle_moment *, const uint64_t *fallen, struct events *);

/* Distance that no wheel can move without touching the ground; below 0 if one is inside. */
double footing_clearance(const struct vehicle_moment *);

/* At the start: NULL, or which wheel is in the ground, or on it in a way that is not supported. */
const char *footing_judge(struct vehicle_moment *);

#endif
