/* SPDX-License-Identifier: MIT */
/* A block pulled along the ground: slip and stiction in one smooth force. */
#ifndef SLIDING_BLOCK_H
#define SLIDING_BLOCK_H

#include "kind/kind.h"

enum { BLOCK_SATURATED, BLOCK_PUBLISHED };

struct block_param {
    double mass, gravity, law, sharpness, relaxation_time;
};

struct block_input {
    double traction, mu;
};

struct block_state {
    double x, x_dot;
};

struct block_output {
    struct common_output common;
    double friction_force, friction_limit;
};

int32_t block_flow(const struct view *, const double *y, double *dy);
void block_mark_cyclic(const struct view *, int *is_cyclic);
int32_t block_output(const struct view *, const double *y, void *out);

#endif
