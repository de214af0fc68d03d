/* SPDX-License-Identifier: MIT */
/* Torques and reactions of the rolling torus; numbers in brackets as in dynamics_eqs.h. */
#include "models/torus_wheel/dynamics_eqs.h"

/* Return the moments of inertia (13) of a thin shell: c and d of the paper with (a^2 + 2 b^2) M/8
 * in place of (a^2 + b^2) M/8. */
double torus_shell_equatorial(double tube_radius, double ring_radius, double mass)
{
    return mass * (2 * ring_radius * ring_radius + 5 * tube_radius * tube_radius) / 4;
}

double torus_shell_polar(double tube_radius, double ring_radius, double mass)
{
    return mass * (2 * ring_radius * ring_radius + 3 * tube_radius * tube_radius) / 2;
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

/* Compute the force of the plane along n, t and z: Newton's law for the centre, (16) and (17). */
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
