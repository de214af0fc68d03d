/* SPDX-License-Identifier: MIT */
/* A rolling thin disc for the physics engines, which describe bodies and contacts, not angles. */
#ifndef BENCH_DISC_H
#define BENCH_DISC_H

#include <math.h>

static const double disc_radius = 0.3, disc_mass = 5, disc_gravity = 9.81;
static const double disc_half_width =
    1e-3; /* half width of the cylinder that represents the disc */

/* Start: lean [rad] (pi/2: upright), and rates of precession and spin [rad/s]. */
static const double disc_lean = 1.5, disc_precession_rate = 0.5, disc_spin_rate = 10;

static inline double disc_axial_inertia(void)
{
    return disc_mass * disc_radius * disc_radius / 2;
}

/* Start: the disc is turned about x by the lean; its axle is the body's z. */
struct disc_start {
    double height, half_lean[2]; /* height of the centre; cosine and sine of half the lean */
    double velocity[3], rotation[3];
};

static inline struct disc_start disc_start(void)
{
    double b = disc_radius, S = sin(disc_lean), c = cos(disc_lean);
    return (struct disc_start){
        .height = b * S + disc_half_width * fabs(c),
        .half_lean = {cos(disc_lean / 2), sin(disc_lean / 2)},
        .velocity = {-b * (disc_spin_rate + c * disc_precession_rate), 0, 0},
        .rotation = {0, -disc_spin_rate * S, disc_precession_rate + disc_spin_rate * c},
    };
}

/* Kinetic and potential energy of a disc with its centre at this height, with the velocity v, the
 * angular velocity w and the direction of the axle in space. */
static inline double disc_energy(double height, const double *v, const double *w,
                                 const double *axle)
{
    double square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
    double along = w[0] * axle[0] + w[1] * axle[1] + w[2] * axle[2];
    return disc_mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 +
           disc_axial_inertia() / 2 * (square + along * along) / 2 +
           disc_mass * disc_gravity * height;
}

#endif
