/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A torus that rolls on a horizontal plane without slip, in closed form.
 *
 * Axes at the contact point: n = (cos p, sin p, 0) along the track, t = (-sin p, cos p, 0) to its
 * left, z up. Upright is lean = pi/2, flat is 0 or pi, where the angles are singular. A positive
 * spin rate rolls along -n. Torques are generalised: their power is torque times rate. */
#ifndef TORUS_DYNAMICS_H
#define TORUS_DYNAMICS_H

struct torus_body {
    double tube_radius, ring_radius; /* a, b */
    double mass, gravity;
    double equatorial, polar; /* moments of inertia A about a diameter, C about the axle */
};

/* x, y is the contact point. */
struct torus_state {
    double precession, lean, spin, x, y;
    double precession_rate, lean_rate, spin_rate;
};

/* One number each for precession, lean and spin. */
struct torus_three {
    double precession, lean, spin;
};

/* The equations of motion M q_ddot = f + torque at one state. */
struct torus_equations {
    double sin_precession, cos_precession, sin_lean, cos_lean;
    double arm;                /* rho = b + a sin(lean): speed of the contact point per spin rate */
    double m11, m13, m22, m33; /* M is symmetric; m12 = m23 = 0 */
    struct torus_three f;
};

/* Force of the plane on the wheel along n, t and z. */
struct torus_reactions {
    double longitudinal, lateral, normal;
};

/* The shell formulas: a thin torus of that mass; what it carries in its centre adds nothing. */
double torus_shell_equatorial(double tube_radius, double ring_radius, double mass);
double torus_shell_polar(double tube_radius, double ring_radius, double mass);

struct torus_equations torus_equations(const struct torus_body *, const struct torus_state *);
/* q_ddot under these torques. Not finite where the wheel lies flat. */
struct torus_three torus_accelerations(const struct torus_equations *,
                                       const struct torus_three *torque);
/* The torques that give these accelerations. */
struct torus_three torus_torques(const struct torus_equations *,
                                 const struct torus_three *acceleration);
/* Velocity of the contact point, by the rolling conditions. */
void torus_contact_velocity(const struct torus_body *, const struct torus_state *,
                            const struct torus_equations *, double velocity[2]);
struct torus_reactions torus_reactions(const struct torus_body *, const struct torus_state *,
                                       const struct torus_equations *,
                                       const struct torus_three *acceleration);
double torus_kinetic_energy(const struct torus_body *, const struct torus_state *,
                            const struct torus_equations *);
double torus_potential_energy(const struct torus_body *, const struct torus_equations *);

#endif
