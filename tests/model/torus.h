/* SPDX-License-Identifier: MIT */
/* Functions shared by the tests of the rolling torus. */
#ifndef MODEL_TORUS_H
#define MODEL_TORUS_H

#include "support.h"

static const double upright = 1.57079632679489661923, degree = 1.57079632679489661923 / 90;

/* A torus with the gravity of the paper that docs/theory/torus_wheel.rst describes. Without a
 * preset it is upright and at rest. */
static inline wd_model *torus(const char *preset)
{
    wd_model *model = make("torus_wheel", preset);
    set(model, "param.gravity", 9.8);
    return model;
}

static inline void torus_precise(wd_model *model)
{
    set(model, "solver.rtol", 1e-12);
    set(model, "solver.atol", 1e-14);
}

/* Energy in J, less the work of the torques, plus losses; constant in an exact motion. */
static inline double torus_energy(const wd_model *model)
{
    return get(model, "output.kinetic_energy") + get(model, "output.potential_energy") -
           get(model, "output.work") + get(model, "output.dissipated");
}

/* Raise *worst to |got - want|; a NaN stays. */
static inline void note(double *worst, double got, double want)
{
    double error = fabs(got - want);
    if (!(error <= *worst))
        *worst = error;
}

#endif
