/* SPDX-License-Identifier: MIT */
#include "core/balance.h"
#include "num/elementary.h"
#include "num/invariant.h"

#include <math.h>

/* Fraction of the energy scale. A fixed step fails if its energy change and its work minus losses
 * differ by more. The relative error of the step in the energy norm is then at least half of this
 * fraction, and the method no longer has its order. */
#define UNBALANCED 1e-3

/* True if the stored energy equals the energy at the present point. Both may be NaN, if settings
 * are extreme. */
static int is_present(struct wd_model *model)
{
    double total = model->kind->energy(&model->view, model->now.y).total;
    return model->energy.total == total || (isnan(model->energy.total) && isnan(total));
}

/* Return the energy at the present point. */
static struct energy present_energy(struct wd_model *model)
{
    if (!model->energy_known)
        model->energy = model->kind->energy(&model->view, model->now.y);
    model->energy_known = 1;
    invariant(is_present(model));
    return model->energy;
}

void balance_open(struct wd_model *model, double h)
{
    const double *energies = model->now.y + model->kind->states;
    if (!model->kind->energy)
        return;
    model->balance = (struct balance){
        .open = 1,
        .h = h,
        .before = present_energy(model),
        .work = energies[0],
        .dissipated = energies[1],
    };
}

int32_t balance_close(struct wd_model *model)
{
    const struct balance *step = &model->balance;
    const double *energies = model->now.y + model->kind->states;
    if (!step->open)
        return WD_OK;
    model->balance.open = 0;
    struct energy after = present_energy(model);
    double gain = (after.total - step->before.total) - (energies[0] - step->work) +
                  (energies[1] - step->dissipated);
    double most = UNBALANCED * num_fmax(step->before.scale, after.scale);
    if (!(fabs(gain) > most)) /* true for NaN, too: the outputs report an overflow */
        return WD_OK;
    return model_fail(model, WD_ENOCONV,
                      "a step of %g s %s %g J without a cause, where %g J is the limit: "
                      "solver.fixed_step is too long for this motion",
                      step->h, gain > 0 ? "gains" : "loses", fabs(gain), most);
}
