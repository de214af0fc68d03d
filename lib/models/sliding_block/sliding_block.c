/* SPDX-License-Identifier: MIT */
#include "models/sliding_block/sliding_block.h"

static const char *const laws[] = {"saturated", "published", NULL};

#define PARAM(field, unit, lo, hi, initial, text) \
    VAR_REAL("param." #field, WD_PARAM, SLOT(block_param, field), unit, lo, hi, initial, text)
#define INPUT(field, unit, lo, initial, text) \
    VAR_REAL("input." #field, WD_INPUT, SLOT(block_input, field), unit, lo, DBL_MAX, initial, text)
#define STATE(field, unit, text) \
    VAR_ANY("state." #field, WD_STATE, SLOT(block_state, field), unit, 0, text)
#define OUTPUT(field, unit, text) \
    VAR_ANY("output." #field, WD_OUTPUT, SLOT(block_output, field), unit, 0, text)

static const struct var vars[] = {
    PARAM(mass, "kg", DBL_MIN, DBL_MAX, 1, "mass"),
    PARAM(gravity, "m/s2", 0, DBL_MAX, 9.81, "gravity"),
    VAR_CHOICE("param.law", WD_PARAM, SLOT(block_param, law), laws, "law of friction"),
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
    .var_count = ROWS(vars),
    .key_vars = NAMES("state.x", "state.x_dot", "output.friction_force", "output.friction_limit"),
    .params = DOUBLES(block_param),
    .inputs = DOUBLES(block_input),
    .states = DOUBLES(block_state),
    .outputs = DOUBLES(block_output),
    .solvers = DOUBLES(common_solver),
    .flow = block_flow,
    .mark_cyclic = block_mark_cyclic,
    .output = block_output,
};
