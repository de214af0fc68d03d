/* SPDX-License-Identifier: MIT */
#include "core/flow.h"
#include "core/grid.h"
#include "num/elementary.h"
#include "num/invariant.h"

#include <math.h>
#include <string.h>

/* Store the slot of the k-th input with a signal. Values that do not change are not written, here
 * and in flow_open(), because other threads may read them (loop_compute()). */
static void list_driven(struct wd_model *model, int k, int32_t slot)
{
    if (model->signals[k].driven_slot != slot)
        model->signals[k].driven_slot = slot;
}

void flow_open(struct wd_model *model)
{
    int driven = 0;
    for (size_t i = 0; i < model->kind->inputs; i++) {
        double *now = &model->input_now[i], *held = &model->input[i];
        model->input_at[i] = *held;
        if (model->signals[i].form != WD_SIGNAL_HOLD)
            list_driven(model, driven++, (int32_t)i);
        else if (memcmp(now, held, sizeof *now) != 0)
            *now = *held;
    }
    if (model->driven != driven)
        model->driven = driven;
}

/* Estimate the work of a step from its evaluations of the right-hand side. An evaluation costs
 * about as much as a product of a matrix and a vector of the states. The cost of a user's function
 * is unknown and may be large, so FUNCTION_WORK is added for each. An implicit step (it has a past)
 * may also evaluate a Jacobian and factorise two matrices. */
size_t flow_step_work(const struct wd_model *model)
{
    enum { STAGES = 13, FUNCTION_WORK = 200, LEAST = 150, FACTORISATIONS = 3 };
    size_t functions = 0, reals = model_reals(model->kind);
    for (size_t i = 0; i < model->kind->inputs; i++)
        functions += model->signals[i].form == SIGNAL_FUNCTION;
    size_t stage = FUNCTION_WORK * functions + (model->uses_advance ? 0 : reals * reals);
    if (model->now.past_doubles == 0)
        return LEAST + STAGES * stage;
    size_t n = model->kind->states;
    return LEAST + (STAGES + n) * stage + FACTORISATIONS * n * n * n;
}

void flow_seek_signals(struct wd_model *model)
{
    double t = model->now.t + grid_slack(model);
    for (int k = 0; k < model->driven; k++)
        signal_seek(&model->signals[model->signals[k].driven_slot], t);
}

double flow_knot_of_signals(const struct wd_model *model)
{
    double knot = INFINITY;
    for (int k = 0; k < model->driven; k++)
        knot = num_fmin(knot, signal_knot(&model->signals[model->signals[k].driven_slot]));
    return knot;
}

static int32_t input_failed(struct wd_model *model, const struct signal *signal, double t, double u)
{
    const struct var *var = signal->var;
    char range[TABLE_RANGE], when[MODEL_WHEN_SIZE];
    if (isnan(u))
        return model_fail(model, WD_EINPUT, "the function or signal of %s has no value%s",
                          var->name, model_when(model, t, when));
    return model_fail(model, WD_EINPUT, "%s must be %s, its signal is %g%s", var->name,
                      table_range(var, range), u, model_when(model, t, when));
}

/* Return the value of the user's function at t, NaN if it fails. Once a function has freed the
 * model, no function is called. */
static double function_value(struct wd_model *model, const struct signal *signal, double t)
{
    double value = NAN;
    if (model->freed)
        return NAN;
    host_resume(&model->host);
    int32_t failed = signal->fn(t, &value, signal->user);
    host_suspend(&model->host);
    return failed ? (double)NAN : value;
}

int32_t flow_inputs(struct wd_model *model, double t)
{
    for (int k = 0; k < model->driven; k++) {
        int32_t slot = model->signals[k].driven_slot;
        const struct signal *signal = &model->signals[slot];
        invariant(signal->form != WD_SIGNAL_HOLD);
        double u = signal->form == SIGNAL_FUNCTION ? function_value(model, signal, t)
                                                   : signal_value(signal, t);
        if (!(u >= signal->var->lo && u <= signal->var->hi))
            return input_failed(model, signal, t, u);
        model->input_at[slot] = u;
    }
    return WD_OK;
}

int32_t flow_failed(struct wd_model *model, int32_t status)
{
    if (status == WD_EINPUT) /* its error text is already written */
        return status;
    const char *why = model->why ? model->why : "the equations have no solution";
    const struct misfit *misfit = &model->misfit;
    char when[MODEL_WHEN_SIZE];
    model_when(model, model->view.t, when);
    if (!isnan(misfit->tolerance))
        return model_fail(model, status, "%s%s: the residual is %g, its limit is %g", why, when,
                          misfit->left, misfit->tolerance);
    return model_fail(model, status, "%s%s", why, when);
}

/* A variable that is not finite, for an error text. */
struct culprit {
    const char *name; /* NULL: none was found */
    double value;
};

/* Find the first non-finite number in y: states and energies, or their derivatives. */
static struct culprit find_culprit(const struct wd_model *model, const double *y)
{
    static const char *const energies[] = {"output.work", "output.dissipated"};
    struct culprit culprit = {.value = NAN};
    size_t states = model->kind->states, i = 0;
    while (i < states + 2 && isfinite(y[i]))
        i++;
    if (i < states + 2) {
        culprit.name = i < states ? table_at(model->kind, WD_STATE, i)->name : energies[i - states];
        culprit.value = y[i];
    }
    return culprit;
}

int32_t flow_not_finite(struct wd_model *model, double h)
{
    struct culprit c = find_culprit(model, model->rate);
    char when[MODEL_WHEN_SIZE];
    model_when(model, model->view.t, when);
    if (c.name && model->why)
        return model_fail(model, WD_ENOCONV, "%s%s", model->why, when);
    if (c.name)
        return model_fail(model, WD_ENOCONV, "the derivative of %s is %g%s", c.name, c.value, when);
    c = find_culprit(model, model->implicit ? model->radau->stage : model->ode.stage);
    if (!c.name && model->implicit)
        return model_fail(model, WD_ENOCONV,
                          "the implicit equations of a step of %g s have no "
                          "solution, or Newton's iteration does not find it",
                          h);
    if (!c.name)
        c = find_culprit(model, model->next);
    return model_fail(model, WD_ENOCONV, "%s becomes %g in a step of %g s",
                      c.name ? c.name : "the motion", c.value, h);
}

/* Set the view for an evaluation of the right-hand side into dy. */
static inline int32_t begin_rhs(struct wd_model *model, double t, const double *dy)
{
    invariant(isfinite(t));
    model->stat[STAT_RHS_CALLS]++;
    model->rate = dy;
    return flow_view(model, t);
}

int32_t flow_rhs(double t, const double *y, double *dy, void *context)
{
    struct wd_model *model = context;
    int32_t status = begin_rhs(model, t, dy);
    return status == WD_OK ? flow_fail(model, model->kind->flow(&model->view, y, dy)) : status;
}

int32_t flow_rhs_with_energy(double t, const double *y, double *dy, void *context)
{
    struct wd_model *model = context;
    int32_t status = begin_rhs(model, t, dy);
    if (status == WD_OK)
        status = model->kind->flow_with_energy(&model->view, y, dy, &model->energy);
    model->energy_known = status == WD_OK;
    return flow_fail(model, status);
}

int32_t flow_onto_constraints(struct wd_model *model, double t, double *y)
{
    int32_t status = flow_view(model, t);
    return status == WD_OK ? flow_fail(model, model->kind->project(&model->view, y)) : status;
}

int32_t flow_project_error(struct wd_model *model, double t)
{
    int32_t status = flow_view(model, t);
    if (status != WD_OK)
        return status;
    status = model->kind->project_error(&model->view, model->next, model->error_estimate);
    return flow_fail(model, status);
}

/* Index of the first NaN among n numbers, n if there is none. If the sum of all numbers is not NaN,
 * none of them is. */
static size_t find_nan(const double *x, size_t n)
{
    double even = 0, odd = 0;
    size_t i = n % 2;
    if (i > 0)
        even = x[0];
    for (; i < n; i += 2) {
        even += x[i];
        odd += x[i + 1];
    }
    if (!isnan(even + odd))
        return n;
    for (i = 0; i < n && !isnan(x[i]); i++)
        ; /* reaches n if the sum is NaN because of infinities of both signs */
    return i;
}

int flow_uses_advance(const struct wd_model *model)
{
    const struct kind *kind = model->kind;
    const struct view view = {
        .kind = kind, .param = model->param, .solver = model->solver, .init = model->start};
    return kind->advance && (!kind->uses_advance || kind->uses_advance(&view));
}

/* Set work and dissipated; the other outputs are set. While advance() moves a kind with a lossless
 * extra, this extra is the energy that the model would have without losses since init: advance()
 * adds the work to it and leaves y[states + 1] as it is. The energy lost is the extra minus the
 * energy. */
static void set_balance(struct wd_model *model, const double *y, struct common_output *out)
{
    const struct kind *kind = model->kind;
    const double *energies = y + kind->states;
    out->work = energies[0];
    out->dissipated = energies[1];
    if (kind->lossless_extra > 0 && flow_uses_advance(model))
        out->dissipated += energies[KIND_ENERGIES + kind->lossless_extra - 1] -
                           (out->kinetic_energy + out->potential_energy);
}

int32_t flow_outputs_at(struct wd_model *model, double t, const double *y)
{
    const struct kind *kind = model->kind;
    double *out = model->output_next;
    int32_t status = flow_view(model, t);
    if (status == WD_OK)
        status = flow_fail(model, kind->output(&model->view, y, out));
    if (status != WD_OK)
        return status;
    if (model->interrupt.stopped)
        return WD_EINTERRUPT;
    set_balance(model, y, (struct common_output *)out);
    size_t bad = find_nan(out, kind->outputs);
    char when[MODEL_WHEN_SIZE];
    if (bad < kind->outputs)
        return model_fail(model, WD_ESINGULAR, "%s is not a number%s",
                          table_at(kind, WD_OUTPUT, bad)->name, model_when(model, t, when));
    memcpy(model->output, out, kind->outputs * sizeof *out);
    model->output_status = WD_OK;
    for (size_t i = 0; model->driven && i < kind->inputs; i++)
        model->input_now[i] = model->input_at[i];
    return WD_OK;
}

int32_t flow_outputs(struct wd_model *model)
{
    flow_seek(model);
    return flow_outputs_at(model, model->now.t, model->now.y);
}
