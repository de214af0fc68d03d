/* SPDX-License-Identifier: MIT */
/* A profile of five segments for tests of their friction and restitution factors. */
#ifndef ROBUST_SEGMENTS_H
#define ROBUST_SEGMENTS_H

#include "support.h"

/* A slope over a hill into a valley, below the start of the default wheel. */
static const double xy[] = {-2, 0.1, 0, 0, 0.5, 0.02, 1.5, -0.1, 1.6, 0.2, 3, 0.3};
static const double bulge[] = {0, -0.2, 0.3, -0.1, 0};
enum { POINTS = sizeof xy / sizeof *xy / 2, SEGMENTS = POINTS - 1 };

static const double ones[SEGMENTS] = {1, 1, 1, 1, 1};
static const double halves[SEGMENTS] = {0.5, 0.5, 0.5, 0.5, 0.5};

/* A wheel that falls onto the profile. */
static inline wd_model *falling(void)
{
    wd_model *model = make(&(struct setup){"impact_wheel", "kerb-elastoplastic"});
    wd_model_set_profile(model, xy, bulge, POINTS);
    return model;
}

/* A call of the library that writes the factors of a terrain. */
typedef size_t read_factors(const wd_model *, double *factor, size_t capacity);

/* True if a call writes these factors and nothing beyond them. */
static inline int reads(read_factors *read, const wd_model *model, const double *want)
{
    double factor[SEGMENTS + 1];
    factor[SEGMENTS] = 7;
    return read(model, factor, SEGMENTS + 9) == SEGMENTS &&
           memcmp(factor, want, SEGMENTS * sizeof *want) == 0 && factor[SEGMENTS] == 7;
}

/* Start both models and run them for 2 s. True if position, angle and dissipated energy have the
 * same bits every 0.05 s. */
static inline int run_alike(wd_model *model, wd_model *other)
{
    static const char *const names[] = {"state.x", "state.phi", "output.dissipated"};
    int same = 1;
    wd_model_init(model, 0);
    wd_model_init(other, 0);
    for (int k = 1; k <= 40; k++) {
        wd_model_step_to(model, 0.05 * k);
        wd_model_step_to(other, 0.05 * k);
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            same = same && same_bits(value_of(model, names[i]), value_of(other, names[i]));
    }
    return same;
}

#endif
