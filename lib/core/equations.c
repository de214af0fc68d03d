/* SPDX-License-Identifier: MIT */
#include "core/equations.h"
#include "core/model.h"

#include <math.h>

#include "num/dense.h"

static int32_t failed(struct wd_model *model, const char *what, double t)
{
    char when[MODEL_WHEN_SIZE];
    return model_fail(model, WD_EINPUT, "the function of the %s failed%s", what,
                      model_when(model, t, when));
}

static void fill(double *x, size_t n, double value)
{
    for (size_t i = 0; i < n; i++)
        x[i] = value;
}

/* Check that the array `name`, which the user's function has filled, has finite numbers only. */
static int32_t check(struct wd_model *model, const char *name, const double *x, size_t n, double t)
{
    char when[MODEL_WHEN_SIZE];
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return model_fail(model, WD_EINPUT,
                              "number %z of %s must be finite, the function gives %g%s", i, name,
                              x[i], model_when(model, t, when));
    return WD_OK;
}

/* Call the user's function of the equations, but not the one of the constraints. */
static int32_t fill_equations(struct wd_model *model, double t, const struct equations *e)
{
    const struct user_functions *user = &model->user;
    struct {
        const char *name;
        double *x;
        size_t size;
        double begin;
    } arrays[] = {{"M", e->M, e->n * e->n, NAN}, {"Q", e->Q, e->n, 0}, {"C", e->C, e->n, 0},
                  {"A", e->A, e->m * e->n, NAN}, {"b", e->b, e->m, 0}, {"phi", e->phi, e->m, 0}};
    for (size_t i = 0; i < ROWS(arrays); i++)
        fill(arrays[i].x, arrays[i].size, arrays[i].begin);
    if (model->freed)
        return failed(model, "equations", t);
    host_resume(&model->host);
    int32_t status =
        user->equations(t, e->q, e->v, e->M, e->Q, e->C, e->A, e->b, e->phi, user->equations_user);
    host_suspend(&model->host);
    if (status != 0)
        return failed(model, "equations", t);
    for (size_t i = 0; status == WD_OK && i < ROWS(arrays); i++)
        status = check(model, arrays[i].name, arrays[i].x, arrays[i].size, t);
    char when[MODEL_WHEN_SIZE];
    if (status == WD_OK && !dense_symmetric(e->M, e->n))
        status = model_fail(model, WD_EINPUT, "M must be symmetric, it is not%s",
                            model_when(model, t, when));
    return status;
}

static int32_t check_weights(struct wd_model *model, const double *N, size_t m, double t)
{
    char when[MODEL_WHEN_SIZE];
    for (size_t i = 0; i < m; i++)
        if (!(N[i] >= 0 && N[i] <= 1)) /* %g would print 1 + 1e-12 as 1 */
            return model_fail(model, WD_EINPUT,
                              "number %z of N must be between 0 and 1, the function gives %s%g%s",
                              i, N[i] > 1 ? "1 + " : "", N[i] > 1 ? N[i] - 1 : N[i],
                              model_when(model, t, when));
    return WD_OK;
}

/* Call the user's function for the velocities c of the constraints and their weights N. Without
 * such a function, c = 0 and N = `relax`. */
static int32_t fill_constraints(struct wd_model *model, double t, const struct equations *e)
{
    const struct user_functions *user = &model->user;
    fill(e->c, e->m, 0);
    for (size_t i = 0; i < e->m; i++)
        e->N[i] = e->relax[i];
    if (!user->constraints)
        return WD_OK;
    if (model->freed)
        return failed(model, "constraints", t);
    host_resume(&model->host);
    int32_t status = user->constraints(t, e->q, e->v, e->c, e->N, user->constraints_user);
    host_suspend(&model->host);
    if (status != 0)
        return failed(model, "constraints", t);
    status = check(model, "c", e->c, e->m, t);
    return status == WD_OK ? check_weights(model, e->N, e->m, t) : status;
}

int32_t equations_fill(void *core, double t, const struct equations *e)
{
    int32_t status = fill_equations(core, t, e);
    return status == WD_OK ? fill_constraints(core, t, e) : status;
}

int32_t equations_energy(void *core, double t, const double *q, const double *v,
                         struct user_energy *energy)
{
    struct wd_model *model = core;
    const struct user_functions *user = &model->user;
    *energy = (struct user_energy){0, 0, 0, 0};
    if (!user->energy)
        return WD_OK;
    *energy = (struct user_energy){NAN, NAN, 0, 1};
    if (model->freed)
        return failed(model, "energies", t);
    host_resume(&model->host);
    int32_t status = user->energy(t, q, v, &energy->kinetic, &energy->potential, &energy->power,
                                  user->energy_user);
    host_suspend(&model->host);
    if (status != 0)
        return failed(model, "energies", t);
    const double all[] = {energy->kinetic, energy->potential, energy->power};
    return check(model, "the energies", all, ROWS(all), t);
}
