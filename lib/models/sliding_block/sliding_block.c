/* SPDX-License-Identifier: MIT */
#include "models/sliding_block/sliding_block.h"

static const char *const laws[] = {"saturated", "published", NULL};

#define PARAM(field, unit, lo, hi, initial, text) \
    VAR_REAL("param", struct block_param, field, WD_PARAM, unit, lo, hi, initial, text)
#define INPUT(field, unit, lo, initial, text) \
    VAR_REAL("input", struct block_input, field, WD_INPUT, unit, lo, DBL_MAX, initial, text)
#define STATE(field, unit, text) \
    VAR_REAL("state", struct block_state, field, WD_STATE, unit, -DBL_MAX, DBL_MAX, 0, text)
#define OUTPUT(field, unit, text) VAR_OUTPUT(struct block_output, field, unit, text)

static const struct var vars[] = {
    PARAM(mass, "kg", DBL_MIN, DBL_MAX, 1, "mass"),
    PARAM(gravity, "m/s2", 0, DBL_MAX, 9.81, "gravity"),
    VAR_CHOICE("param", struct block_param, law, WD_PARAM, laws, "law of friction"),
    PARAM(sharpness, "1", 1, 1e6, 16, "saturated: exponent of the corner between stick and slip"),
    PARAM(relaxation_time, "s", DBL_MIN, DBL_MAX, 0.01, "saturated: time in which slip decays"),
    INPUT(traction, "N", -DBL_MAX, 0, "force that pulls along x"),
    INPUT(mu, "1", 0, 0.5, "coefficient of friction"),
    STATE(x, "m", "position"),
    STATE(x_dot, "m/s", "velocity"),
    OUTPUT(friction_force, "N", "force of the ground on the block along x"),
    OUTPUT(friction_limit, "N", "largest friction force, mu times the normal force"),
};

const struct kind kind_sliding_block = {
    .name = "sliding_block",
    .text = "A block pulled along the ground, with slip and stiction in one smooth force",
    .vars = vars,
    .var_count = sizeof vars / sizeof *vars,
    .params = sizeof(struct block_param) / sizeof(double),
    .inputs = sizeof(struct block_input) / sizeof(double),
    .states = sizeof(struct block_state) / sizeof(double),
    .outputs = sizeof(struct block_output) / sizeof(double),
    .solvers = sizeof(struct common_solver) / sizeof(double),
    .flow = block_flow,
    .output = block_output,
};
