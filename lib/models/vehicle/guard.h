/* SPDX-License-Identifier: MIT */
/* Guards of contacts and brakes. A guard of a force near its limit has a rate. */
#ifndef VEHICLE_GUARD_H
#define VEHICLE_GUARD_H

#include "models/vehicle/vehicle.h"

/* Set the guards of a contact, with the rates that are known; must be weighed. */
void vehicle_guard_touch(struct vehicle_eval *, size_t contact, double *value, double *rate);
/* Value of the guard of a brake; must be weighed. */
double vehicle_guard_brake(const struct vehicle_eval *, size_t joint);
/* If a force is near its limit, set the rates of the guards that report limits, from the values of
 * all guards. The evaluation must be weighed; its state and forces are lost. */
void vehicle_guard_rates(struct vehicle_eval *, const double *value, double *rate);

#endif
