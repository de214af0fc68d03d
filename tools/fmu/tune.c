/* SPDX-License-Identifier: MIT */
#include "tune.h"

#include <math.h>
#include <wheeldyn/exchange.h>

/* NaN if the energy cannot be computed. */
static double energy_at(wd_model *model, double t, const double *states)
{
    double kinetic = NAN, potential = NAN;
    if (wd_model_eval_at(model, t, states) != WD_OK)
        return NAN;
    wd_model_value(model, "output.kinetic_energy", &kinetic);
    wd_model_value(model, "output.potential_energy", &potential);
    return kinetic + potential;
}

int32_t tune_model(wd_model *model, const uint32_t *refs, size_t n, const double *in, double t,
                   double *states)
{
    int works = 0;
    for (size_t i = 0; states && i < n; i++)
        works |= wd_model_var_role(model, refs[i]) == WD_TUNABLE;
    double before = works ? energy_at(model, t, states) : 0;
    int32_t status = wd_model_set(model, refs, n, in);
    double work = works && status == WD_OK ? energy_at(model, t, states) - before : 0;
    if (works && isfinite(work))
        states[wd_model_state_count(model) - 2] += work; /* output.work */
    return status;
}
