/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kind impact_wheel: its variables, and what ties them to impact.h. */
#ifndef IMPACT_WHEEL_H
#define IMPACT_WHEEL_H

#include "kind/kind.h"
#include "models/impact_wheel/impact.h"

enum { WHEEL_SCHEME_EVENT, WHEEL_SCHEME_MOREAU };
enum { WHEEL_CONTACT_EXACT, WHEEL_CONTACT_PROXIMAL };

struct wheel_param {
    double mass, radius, inertia, gravity, mu, restitution, wall_x, kerb_x, kerb_height;
};

struct wheel_input {
    double torque, force_x, force_y;
};

struct wheel_solver {
    struct common_solver common;
    double scheme, contact, zeno_speed, max_events, contact_tolerance;
};

/* stat.contact_*, in the order of their rows */
struct wheel_stat {
    double contact_steps, contact_residual;
};

struct wheel_contact {
    double normal_force, friction_force, contact_velocity, mode, feature;
};

struct wheel_output {
    struct common_output common;
    double gap, contacts;
    struct wheel_contact contact[2];
};

/* What survives a step beyond the states, work and energy lost: the rest of struct impact_state. */
enum {
    WHEEL_EXTRAS = 1 + IMPACT_REALS + 1 + 3 + 2 * LAW_CONTACTS + 2,
    WHEEL_MODES = 1 + 3 * LAW_CONTACTS + 3
};

int32_t impact_wheel_start(struct motion *);
int32_t impact_wheel_advance(struct motion *, double t, int stop);
int32_t impact_wheel_output(const struct view *, const double *y, void *out);
int impact_wheel_fits(const struct view *, const double *y);

#endif
