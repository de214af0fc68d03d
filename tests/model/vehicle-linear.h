/* SPDX-License-Identifier: MIT */
/* Linear models of vehicles on tyres: their states, and comparison with the derivatives of
 * exchange.h. */
#ifndef MODEL_VEHICLE_LINEAR_H
#define MODEL_VEHICLE_LINEAR_H

#include "vehicle-tyre.h"

#include <wheeldyn/exchange.h>

enum { MOST_STATES = 64 };

static inline size_t state_of(const wd_model *model, const char *name)
{
    char full[96];
    size_t i = 0;
    snprintf(full, sizeof full, "state.%s", name);
    while (i < wd_model_state_count(model) && strcmp(wd_model_state_name(model, i), full) != 0)
        i++;
    return i;
}

/* Index of a state of the linear model; -1 if there is none with this name. */
static inline int find_name(const wd_model *model, const char *name)
{
    for (size_t i = 0; i < wd_model_linear_size(model); i++)
        if (strcmp(wd_model_linear_name(model, i), name) == 0)
            return (int)i;
    return -1;
}

/* Value of state `i` of the linear model if it is also a state of exchange.h; otherwise NaN. */
static inline double state_value(wd_model *model, size_t i)
{
    double states[2 * MOST_STATES];
    size_t at = state_of(model, wd_model_linear_name(model, i));
    must(model, wd_model_states(model, states), "states");
    return at < wd_model_state_count(model) ? states[at] : (double)NAN;
}

/* Compare the matrix entries of joints and deflections, which are also states of exchange.h, with
 * differences of its derivatives. */
static inline void compare_matrix(wd_model *model, const char *what)
{
    enum { STATES = 2 * MOST_STATES };
    static double A[MOST_STATES * MOST_STATES];
    double states[STATES], more[STATES], less[STATES], worst = 0, h = 1e-6;
    size_t n = wd_model_linear_size(model), count = wd_model_state_count(model), all = 0;
    must(model, n <= MOST_STATES && count <= STATES ? WD_OK : WD_EINVAL, "size");
    must(model, wd_model_linearize(model, A, NULL, 0, NULL), "linearize");
    must(model, wd_model_states(model, states), "states");
    for (size_t c = 0; c < n; c++) {
        size_t column = state_of(model, wd_model_linear_name(model, c));
        if (column == count)
            continue;
        double middle = states[column], largest = 0, off = 0;
        states[column] = middle + h;
        must(model, wd_model_derivative(model, wd_model_time(model), states, more), "derivative");
        states[column] = middle - h;
        must(model, wd_model_derivative(model, wd_model_time(model), states, less), "derivative");
        states[column] = middle;
        for (size_t r = 0; r < n; r++) {
            size_t row = state_of(model, wd_model_linear_name(model, r));
            if (row == count)
                continue;
            double want = (more[row] - less[row]) / (2 * h);
            largest = fmax(largest, fabs(want));
            off = fmax(off, fabs(A[r * n + c] - want));
            all++;
        }
        worst = fmax(worst, off / fmax(1, largest));
    }
    check(all > 80 && worst < 1e-6, "%s: %zu entries of the matrix differ from differences by %.0e",
          what, all, worst);
}

/* A preset without steering and driving torques. */
static inline wd_model *make_straight(const char *preset)
{
    wd_model *model = make("vehicle", preset);
    set_input(model, "front_left_steer", "target", 0);
    set_input(model, "front_right_steer", "target", 0);
    set_input(model, "rear_left", "torque", 0);
    set_input(model, "rear_right", "torque", 0);
    return model;
}

#endif
