/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Equations of the rolling torus. Numbers in brackets are those of Gil-Chica, Perez-Molina and
 * Perez-Polo; where the paper's equations are wrong, these are the ones of Lagrange and d'Alembert
 * that stand in their place. */
#include "models/torus_wheel/dynamics.h"

#include <math.h>

/* (13): of a thin shell, c and d of the paper with (a^2 + 2 b^2) M/8 in place of (a^2 + b^2) M/8.
 */
double torus_shell_equatorial(double tube_radius, double ring_radius, double mass)
{
    return mass * (2 * ring_radius * ring_radius + 5 * tube_radius * tube_radius) / 4;
}

double torus_shell_polar(double tube_radius, double ring_radius, double mass)
{
    return mass * (2 * ring_radius * ring_radius + 3 * tube_radius * tube_radius) / 2;
}

/* In place of (31) to (34). The contact force has no moment about z, Q_p = 0, and Q_q = a mu about
 * n: as x, y is the contact point, the rest of the moments (21) and (22) is in the inertia of the
 * centre already. */
struct torus_equations torus_equations(const struct torus_body *body, const struct torus_state *s)
{
    double a = body->tube_radius, b = body->ring_radius, m = body->mass;
    double A = body->equatorial, C = body->polar;
    double pd = s->precession_rate, qd = s->lean_rate, rd = s->spin_rate;
    double S = sin(s->lean), c = cos(s->lean), arm = b + a * S;
    double twist = m * ((a + 2 * b * S) * pd * qd - a * c * qd * rd);
    double side = m * pd * (arm * rd + b * c * pd);
    return (struct torus_equations){
        .sin_precession = sin(s->precession),
        .cos_precession = cos(s->precession),
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

struct torus_three torus_accelerations(const struct torus_equations *e,
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

struct torus_three torus_torques(const struct torus_equations *e,
                                 const struct torus_three *acceleration)
{
    double pdd = acceleration->precession, rdd = acceleration->spin;
    return (struct torus_three){
        e->m11 * pdd + e->m13 * rdd - e->f.precession,
        e->m22 * acceleration->lean - e->f.lean,
        e->m13 * pdd + e->m33 * rdd - e->f.spin,
    };
}

/* (3) */
void torus_contact_velocity(const struct torus_body *body, const struct torus_state *s,
                            const struct torus_equations *e, double velocity[2])
{
    double along = -e->arm * s->spin_rate, left = -body->tube_radius * s->lean_rate;
    velocity[0] = along * e->cos_precession - left * e->sin_precession;
    velocity[1] = along * e->sin_precession + left * e->cos_precession;
}

/* (16) and (17), Newton's law for the centre, along n, t and z. */
struct torus_reactions torus_reactions(const struct torus_body *body, const struct torus_state *s,
                                       const struct torus_equations *e,
                                       const struct torus_three *acceleration)
{
    double a = body->tube_radius, b = body->ring_radius, S = e->sin_lean, c = e->cos_lean;
    double pd = s->precession_rate, qd = s->lean_rate, rd = s->spin_rate;
    double pdd = acceleration->precession, qdd = acceleration->lean, rdd = acceleration->spin;
    return (struct torus_reactions){
        body->mass * (-e->arm * rdd - b * c * pdd - a * c * qd * rd + (a + 2 * b * S) * pd * qd),
        body->mass * (-(a + b * S) * qdd - b * c * qd * qd - pd * (e->arm * rd + b * c * pd)),
        body->mass * (body->gravity + b * (c * qdd - S * qd * qd)),
    };
}

/* (12), with the rolling conditions */
double torus_kinetic_energy(const struct torus_body *body, const struct torus_state *s,
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

double torus_potential_energy(const struct torus_body *body, const struct torus_equations *e)
{
    return body->mass * body->gravity * (body->tube_radius + body->ring_radius * e->sin_lean);
}
