/* SPDX-License-Identifier: MIT */
/* Declarations shared by the files of static equilibrium. */
#ifndef VEHICLE_BALANCE_H
#define VEHICLE_BALANCE_H

#include "models/vehicle/vehicle.h"

struct balance {
    struct vehicle_eval *m;
    double *y;                 /* state of the model: the deflections of tyres are written there */
    size_t n, frictions, rows; /* speeds, 2 wheels + joints, the larger of both */
    double *friction; /* along x and y of the ground, of tyres along their axes; then of brakes on
                       * their joints */
    double *place, *kept; /* states of the linkage */
    double *now, *beside; /* accelerations at the present position and at one beside it */
    double *stiffness, *right, *sigma;          /* n x n, and its singular value decomposition */
    double *by, *by_right, *by_sigma, *by_left; /* rows x frictions: accelerations per friction */
    double *move, *more, *wanted;               /* n, frictions, rows */
};

/* Upper bound of friction k, of a wheel or a brake, as far as it is known without the load. */
double balance_most(const struct balance *, size_t k);
/* NULL if accelerations are zero to rounding, otherwise a text on the part that accelerates most.
 */
const char *balance_judge_rest(const struct balance *);
/* NULL if the ground pushes and all frictions are within their limits, otherwise a text. */
const char *balance_judge_forces(const struct balance *);

#endif
