/* SPDX-License-Identifier: MIT */
/* A vehicle on Coulomb wheels that repeatedly falls onto level or sloping ground, bounces,
 * accelerates so hard that its wheels slip, and brakes. */
#ifndef GRIPS_H
#define GRIPS_H

#include "support.h"

#include <wheeldyn/parts.h>

enum { RIDES = 3, RIDE_STEPS = 740, RIDE_PHASE = 250, RIDE_EVENTS = WD_EVENT_WHEEL_LOAD + 1 };

struct ride {
    const char *preset;
    double effort; /* N.m, torque at a wheel; brakes have ten times this torque */
    int moreau;
    int32_t status;
    size_t seen[RIDE_EVENTS]; /* events of each type */
    size_t contact[3];        /* numbers of open, sticking, sliding wheels, summed over all steps */
};

/* Set a variable of all wheels and rims that have it; rims have no brakes. */
static inline void ride_put(wd_model *model, const char *role, const char *quantity, double value)
{
    char name[96];
    for (size_t i = 0; i < wd_model_part_count(model); i++) {
        uint32_t ref;
        snprintf(name, sizeof name, "%s.%s.%s", role, wd_model_part_name(model, i), quantity);
        if (wd_model_find(model, name, &ref) == WD_OK)
            put(model, name, value);
    }
}

static inline void ride_count_contacts(struct ride *ride, const wd_model *model)
{
    char name[96];
    for (size_t i = 0; i < wd_model_part_count(model); i++) {
        uint32_t ref;
        double contact;
        snprintf(name, sizeof name, "output.%s.contact", wd_model_part_name(model, i));
        if (wd_model_find(model, name, &ref) == WD_OK &&
            wd_model_get(model, &ref, 1, &contact) == 0)
            ride->contact[(int)contact]++;
    }
}

static inline wd_model *ride_begin(const struct ride *ride)
{
    char name[96];
    wd_model *model = make(&(struct setup){"vehicle", ride->preset});
    put(model, "solver.scheme", ride->moreau);
    put(model, "solver.fixed_step", ride->moreau ? 1e-3 : 0);
    ride_put(model, "param", "restitution", 0.5);
    ride_put(model, "input", "torque", 0);
    ride_put(model, "input", "target", 0);
    snprintf(name, sizeof name, "init.%s.z", wd_model_part_name(model, 0));
    put(model, name, 0.05);
    if (wd_model_init(model, 0) != WD_OK)
        check(0, "%s starts: %s", ride->preset, wd_model_error(model));
    return model;
}

static inline void ride_once(struct ride *ride, wd_model *model)
{
    for (int k = 1; k <= RIDE_STEPS && ride->status >= 0; k++) {
        if (k == RIDE_PHASE)
            ride_put(model, "input", "torque", ride->effort);
        if (k == 2 * RIDE_PHASE) {
            ride_put(model, "input", "torque", 0);
            ride_put(model, "input", "brake", 10 * ride->effort);
        }
        ride->status = wd_model_step_to(model, k * 1e-3);
        ride_count_contacts(ride, model);
    }
    for (size_t i = 0; i < wd_model_event_count(model); i++) {
        int32_t type;
        if (wd_model_event(model, i, NULL, &type, NULL, 0) == WD_OK)
            ride->seen[type]++;
    }
}

static inline void ride_go(struct ride *ride, wd_model *model)
{
    for (int i = 0; i < RIDES && ride->status >= 0; i++) {
        ride_once(ride, model);
        wd_model_reset(model);
        ride_put(model, "input", "brake", 0);
        put(model, "input.slope", 0.02 * i);
        if (ride->status >= 0)
            ride->status = wd_model_init(model, 0);
    }
}

enum { RIDE_KINDS = 6 };

/* Ride i: a ball, a robot or a car, event-driven or by time stepping. */
static inline struct ride ride_number(int i)
{
    static const char *const preset[] = {"ball", "robot", "rigid_car"};
    static const double effort[] = {0, 3, 600};
    return (struct ride){.preset = preset[i / 2], .effort = effort[i / 2], .moreau = i % 2};
}

/* True if the ride succeeded and its wheels were open, stuck and slid. An event-driven ride must
 * also have logged both STICK and IMPACT, or, with torques, BRAKE_HOLD. */
static inline int ride_is_full(const struct ride *ride)
{
    const size_t *seen = ride->seen;
    int fell = ride->contact[0] > 0 && ride->contact[1] > 0 && ride->contact[2] > 0;
    int reported = ride->moreau || (seen[WD_EVENT_STICK] > 0 && seen[WD_EVENT_IMPACT] > 0) ||
                   (seen[WD_EVENT_BRAKE_HOLD] > 0 && ride->effort > 0);
    return ride->status == WD_OK && fell && reported;
}

#endif
