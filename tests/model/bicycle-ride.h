/* SPDX-License-Identifier: MIT */
/* Rides for the tests of kind bicycle. */
#ifndef MODEL_BICYCLE_H
#define MODEL_BICYCLE_H

#include "support.h"

/* Return the benchmark bicycle before its start: upright, with straight steering, this speed (m/s)
 * and roll rate (rad/s). Its steps have the length h (s); h = 0: adaptive steps. */
static inline wd_model *ride(double speed, double roll_rate, double h)
{
    wd_model *model = make("bicycle", NULL);
    set(model, "init.speed", speed);
    set(model, "init.roll_rate", roll_rate);
    set(model, "solver.fixed_step", h);
    return model;
}

static inline double output(const wd_model *model, const char *name)
{
    char full[64];
    snprintf(full, sizeof full, "output.%s", name);
    return get(model, full);
}

/* Energy balance in J: kinetic and potential energy, less the work of the inputs, plus the
 * dissipated energy. It is constant in an exact motion. */
static inline double balance(const wd_model *model)
{
    return output(model, "kinetic_energy") + output(model, "potential_energy") -
           output(model, "work") + output(model, "dissipated");
}

#endif
