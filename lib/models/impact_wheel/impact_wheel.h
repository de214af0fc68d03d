/* SPDX-License-Identifier: MIT */
/* The kind impact_wheel: its variables, and its interface to impact.h. */
#ifndef IMPACT_WHEEL_H
#define IMPACT_WHEEL_H

#include "kind/kind.h"
#include "models/impact_wheel/impact.h"
#include "models/impact_wheel/law_proximal.h"
#include "num/carver.h"

enum { IMPACT_WHEEL_SCHEME_EVENT, IMPACT_WHEEL_SCHEME_MOREAU };
enum { IMPACT_WHEEL_CONTACT_EXACT, IMPACT_WHEEL_CONTACT_PROXIMAL };

struct impact_wheel_param {
    double mass, radius, inertia, gravity, mu, restitution, wall_x, kerb_x, kerb_height;
};

struct impact_wheel_solver {
    struct common_solver common;
    double scheme, contact, zeno_speed, max_events, contact_tolerance;
};

/* stat.contact_*, in the order of their rows */
struct impact_wheel_stat {
    double contact_steps, contact_residual;
};

struct impact_wheel_contact {
    double normal_force, friction_force, contact_velocity, mode, feature;
};

struct impact_wheel_output {
    struct common_output common;
    double gap, contacts;
    struct impact_wheel_contact contact[2];
};

/* Data that are constant during a run. The terrain's memory and the factors of friction and
 * restitution, if given, follow. */
struct impact_wheel_course {
    struct terrain terrain;
    struct law_wheel wheel;
    const double *friction, *restitution;
};

/* The system during one call, and the counters of its contact solver: at the front of scratch. */
struct impact_wheel_call {
    struct impact_system system;
    struct terrain terrain;
    struct law_proximal contacts;
};

/* The state kept between steps is struct impact_state; it begins with states, work and energy
 * lost. */
enum {
    IMPACT_WHEEL_REALS = offsetof(struct impact_state, lasting) / sizeof(double),
    IMPACT_WHEEL_EXTRAS = IMPACT_WHEEL_REALS - IMPACT_REALS,
    IMPACT_WHEEL_MODES = sizeof(struct impact_state) / sizeof(double) - IMPACT_WHEEL_REALS,
    IMPACT_WHEEL_CALL = WORDS_OF(struct impact_wheel_call)
};

/* Set the points of the profile that is used without a polyline: the wall at wall_x; the top of the
 * kerb between the wall and kerb_x > wall_x, kerb_height > 0 above the ground; the ground at y = 0.
 */
enum { IMPACT_WHEEL_KERB_POINTS = 5 };
void impact_wheel_kerb(double wall_x, double kerb_x, double kerb_height,
                       double xy[2 * IMPACT_WHEEL_KERB_POINTS]);

/* The core keeps the reals of a point followed by its modes, which is a struct impact_state. */
static inline const struct impact_state *impact_wheel_state(const double *y)
{
    return (const struct impact_state *)(const void *)y;
}

static inline struct impact_wheel_call *impact_wheel_call(const struct view *view)
{
    return (struct impact_wheel_call *)(void *)view->scratch;
}

static inline int impact_wheel_is_time_stepping(const struct view *view)
{
    const struct impact_wheel_solver *solver = view->solver;
    return solver->scheme == IMPACT_WHEEL_SCHEME_MOREAU;
}

size_t impact_wheel_scratch(const struct kind *);
void impact_wheel_open(struct motion *);
int32_t impact_wheel_start(struct motion *);
int32_t impact_wheel_advance(struct motion *, double t, int stop);
int32_t impact_wheel_settle(struct motion *);
int32_t impact_wheel_output(const struct view *, const double *y, void *out);
int impact_wheel_fits(const struct view *, const double *y);

#endif
