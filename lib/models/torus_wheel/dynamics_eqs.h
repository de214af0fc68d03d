/* SPDX-License-Identifier: MIT */
/* A torus that rolls on a horizontal plane without slip, in closed form.
 *
 * Axes at the contact point: n = (cos p, sin p, 0) along the track, t = (-sin p, cos p, 0) to its
 * left, z up. Upright is lean = pi/2, flat is 0 or pi, where the angles are singular. A positive
 * spin rate rolls along -n. Torques are generalised: their power is torque times rate.
 *
 * Numbers in brackets are equation numbers of the paper by Gil-Chica, Perez-Molina and Perez-Polo.
 * Where an equation of the paper is wrong, the code has the equation that follows from the
 * principles of Lagrange and d'Alembert. */
#ifndef TORUS_DYNAMICS_H
#define TORUS_DYNAMICS_H

#include "num/elementary.h"

#include <math.h>

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

/* A triple of numbers, for precession, lean and spin. */
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

/* Return the moments of inertia of a thin toroidal shell of this mass, about a diameter and about
 * the axle. */
double torus_shell_equatorial(double tube_radius, double ring_radius, double mass);
double torus_shell_polar(double tube_radius, double ring_radius, double mass);

/* Compute the torques that give these accelerations, and the force of the plane on the wheel. */
struct torus_three torus_torques(const struct torus_equations *,
                                 const struct torus_three *acceleration);
struct torus_reactions torus_reactions(const struct torus_body *, const struct torus_state *,
                                       const struct torus_equations *,
                                       const struct torus_three *acceleration);

/* ---- evaluated at each step; inlined, as calls would take a sixth longer (bench-torus) ---- */

#ifdef __GNUC__
#define TORUS_INLINE static inline __attribute__((always_inline))
#else
#define TORUS_INLINE static inline
#endif

/* Return the equations of motion, in place of (31) to (34). The contact force, whose component
 * along t is mu, has no moment about z, Q_p = 0, and the moment Q_q = a mu about n. Because x, y is
 * the contact point, the inertia of the centre already contains the rest of the moments (21) and
 * (22).
 */
TORUS_INLINE struct torus_equations torus_equations(const struct torus_body *body,
                                                    const struct torus_state *s)
{
    struct sine_cosine lean = num_sincos(s->lean), heading = num_sincos(s->precession);
    double sp = heading.sin, cp = heading.cos, S = lean.sin, c = lean.cos;
    double a = body->tube_radius, b = body->ring_radius, m = body->mass, arm = b + a * S;
    double A = body->equatorial, C = body->polar;
    double pd = s->precession_rate, qd = s->lean_rate, rd = s->spin_rate;
    double twist = m * ((a + 2 * b * S) * pd * qd - a * c * qd * rd);
    double side = m * pd * (arm * rd + b * c * pd);
    return (struct torus_equations){
        .sin_precession = sp,
        .cos_precession = cp,
        .sin_lean = S,
        .cos_lean = c,
        .arm = arm,
        .m11 = A * S * S + (C + m * b * b) * c * c,
        .m13 = c * (C + m * b * arm),
        .m22 = A + m * (a * a + b * b + 2 * a * b * S),
        .m33 = C + m * arm * arm,
        .f = {C * S * qd * (rd + 2 * pd * c) - 2 * A * S * c * pd * qd + b * c * twist,
              (A - C) * S * c * pd * pd - C * S * pd * rd - m * body->gravity * b * c -
                  m * a * b * c * qd * qd - (a + b * S) * side,
              C * S * pd * qd + arm * twist},
    };
}

/* Return q_ddot for these torques; it is not finite if the wheel lies flat. */
TORUS_INLINE struct torus_three torus_accelerations(const struct torus_equations *e,
                                                    const struct torus_three *torque)
{
    double g1 = e->f.precession + torque->precession, g3 = e->f.spin + torque->spin;
    double per_determinant = 1 / (e->m11 * e->m33 - e->m13 * e->m13);
    return (struct torus_three){
        (e->m33 * g1 - e->m13 * g3) * per_determinant,
        (e->f.lean + torque->lean) / e->m22,
        (e->m11 * g3 - e->m13 * g1) * per_determinant,
    };
}

/* Compute the velocity of the contact point, by the rolling conditions (3). */
TORUS_INLINE void torus_contact_velocity(const struct torus_body *body, const struct torus_state *s,
                                         const struct torus_equations *e, double velocity[2])
{
    double along = -e->arm * s->spin_rate, left = -body->tube_radius * s->lean_rate;
    velocity[0] = along * e->cos_precession - left * e->sin_precession;
    velocity[1] = along * e->sin_precession + left * e->cos_precession;
}

/* Return the kinetic energy (12), with the rolling conditions. */
TORUS_INLINE double torus_kinetic_energy(const struct torus_body *body, const struct torus_state *s,
                                         const struct torus_equations *e)
{
    double b = body->ring_radius, S = e->sin_lean, c = e->cos_lean;
    double pd = s->precession_rate, qd = s->lean_rate, rd = s->spin_rate;
    double along = e->arm * rd + b * c * pd, left = (body->tube_radius + b * S) * qd,
           up = b * c * qd, axle = rd + c * pd;
    return (body->mass * (along * along + left * left + up * up) +
            body->equatorial * (qd * qd + S * S * pd * pd) + body->polar * axle * axle) /
           2;
}

/* Set only the part of the equations on which the energies depend. */
TORUS_INLINE struct torus_equations torus_energy_equations(const struct torus_body *body,
                                                           const struct torus_state *s)
{
    struct sine_cosine lean = num_sincos(s->lean);
    struct torus_equations e;
    e.sin_lean = lean.sin;
    e.cos_lean = lean.cos;
    e.arm = body->ring_radius + body->tube_radius * lean.sin;
    return e;
}

TORUS_INLINE double torus_potential_energy(const struct torus_body *body,
                                           const struct torus_equations *e)
{
    return body->mass * body->gravity * (body->tube_radius + body->ring_radius * e->sin_lean);
}

#endif
