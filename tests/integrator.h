/* SPDX-License-Identifier: MIT */
/* An integrator such as a user might write for models: the Dormand-Prince pair of orders 5 and 4
 * with error control. Steps end at known times and, located by bisection, at events. */
#ifndef TESTS_INTEGRATOR_H
#define TESTS_INTEGRATOR_H

#include <math.h>
#include <string.h>
#include <wheeldyn/exchange.h>

enum { INTEGRATOR_MOST = 128, INTEGRATOR_STAGES = 7 };

struct integrator {
    wd_model *model;
    size_t states, indicators;
    double t, h, y[INTEGRATOR_MOST], next[INTEGRATOR_MOST], z[INTEGRATOR_MOST];
    double k[INTEGRATOR_STAGES][INTEGRATOR_MOST];
    double tolerance;    /* relative tolerance, and absolute tolerance in units of each state's
                            magnitude */
    int restarts, tries; /* events after which the step starts small; steps tried */
    int32_t status;      /* of the last call to the model */
};

static inline void integrator_begin(struct integrator *e, wd_model *model)
{
    memset(e, 0, sizeof *e);
    e->model = model;
    e->tolerance = 1e-13;
    e->h = 1e-3;
    e->states = wd_model_state_count(model);
    e->indicators = wd_model_indicator_count(model);
    e->t = wd_model_time(model);
    e->status =
        e->states <= INTEGRATOR_MOST && e->indicators <= INTEGRATOR_MOST ? WD_OK : WD_EINVAL;
    if (e->status == WD_OK)
        e->status = wd_model_states(model, e->y);
    if (e->status == WD_OK)
        e->status = wd_model_event_update(model, e->t, e->y);
}

/* Make one step of length h from e->y into e->next. *error: the largest error of a state in units
 * of the tolerance. */
static inline int32_t integrator_try(struct integrator *e, double h, double *error)
{
    static const double c[INTEGRATOR_STAGES] = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1};
    static const double a[INTEGRATOR_STAGES][6] = {
        {0},
        {1. / 5},
        {3. / 40, 9. / 40},
        {44. / 45, -56. / 15, 32. / 9},
        {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
        {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
        {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}};
    static const double d[INTEGRATOR_STAGES] = {
        71. / 57600, 0, -71. / 16695, 71. / 1920, -17253. / 339200, 22. / 525, -1. / 40};
    for (int s = 0; s < INTEGRATOR_STAGES; s++) {
        for (size_t i = 0; i < e->states; i++) {
            e->next[i] = e->y[i];
            for (int j = 0; j < s; j++)
                e->next[i] += h * a[s][j] * e->k[j][i];
        }
        int32_t status = wd_model_derivative(e->model, e->t + c[s] * h, e->next, e->k[s]);
        if (status != WD_OK)
            return status;
    }
    *error = 0;
    /* The last two states, work and dissipated energy, do not enter the error. */
    for (size_t i = 0; i + 2 < e->states; i++) {
        double sum = 0;
        for (int s = 0; s < INTEGRATOR_STAGES; s++)
            sum += h * d[s] * e->k[s][i];
        double scale = wd_model_state_nominal(e->model, i) + fabs(e->next[i]);
        *error = fmax(*error, fabs(sum) / (e->tolerance * scale));
    }
    e->tries++;
    return wd_model_indicators(e->model, e->t + h, e->next, e->z);
}

static inline int integrator_any_down(const struct integrator *e)
{
    for (size_t i = 0; i < e->indicators; i++)
        if (!(e->z[i] > 0))
            return 1;
    return 0;
}

/* Given that some indicator is not positive at the end of a step of length h, return the shortest
 * length of the step for which this holds. */
static inline double integrator_locate(struct integrator *e, double h)
{
    double low = 0, error;
    while (e->status == WD_OK && h - low > 1e-15 + 1e-14 * h) {
        double middle = 0.5 * (low + h);
        e->status = integrator_try(e, middle, &error);
        if (integrator_any_down(e))
            h = middle;
        else
            low = middle;
    }
    if (e->status == WD_OK)
        e->status = integrator_try(e, h, &error);
    return h;
}

/* Choose the length of a step, no longer than `most`, and make it, up to the first event. Returns
 * the length. */
static inline double integrator_advance(struct integrator *e, double most)
{
    double error = INFINITY, h = fmin(e->h, most);
    for (;;) {
        e->status = integrator_try(e, h, &error);
        int fails = e->status == WD_ENOCONV || e->status == WD_ESINGULAR;
        if (e->status != WD_OK && !fails)
            return h;
        double factor = fails ? 0.2 : fmin(5, 0.9 * pow(fmax(error, 1e-9), -0.2));
        if (!fails && error <= 1) {
            e->h = h < most ? fmin(h * factor, 0.1) : fmax(e->h, h);
            return integrator_any_down(e) ? integrator_locate(e, h) : h;
        }
        h *= fmin(factor, 0.8);
        if (e->t + h == e->t)
            return h;
    }
}

/* Make one step, not beyond t_end, and report its end to the model, which changes the state if it
 * handles an event there. */
static inline void integrator_step(struct integrator *e, double t_end)
{
    double stop = fmin(t_end, wd_model_next_time(e->model)), most = stop - e->t;
    double h = integrator_advance(e, most), to = h == most ? stop : e->t + h;
    if (e->status == WD_OK)
        e->status = wd_model_event_update(e->model, to, e->next);
    if (e->status < 0)
        return;
    if (e->status == WD_EVENT) {
        e->restarts++;
        e->h = fmin(e->h, 1e-3);
    }
    e->t = to;
    memcpy(e->y, e->next, e->states * sizeof *e->y);
}

/* Integrate to t_end, the end of the motion or a failure. */
static inline int32_t integrator_go(struct integrator *e, double t_end)
{
    while (e->status >= 0 && e->status != WD_END && e->t < t_end)
        integrator_step(e, t_end);
    return e->status < 0 || e->status == WD_END ? e->status : WD_OK;
}

#endif
