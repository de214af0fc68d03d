/* SPDX-License-Identifier: MIT */
/* A kind of model for tests that is built from parts: masses on a line, springs between two masses,
 * and a stage that carries all masses. */
#ifndef CHAIN_H
#define CHAIN_H

#include "support.h"

#include "core/model.h"
#include "kind/kind.h"

struct chain_param {
    double gravity;
};

struct chain_input {
    double lift;
};

struct chain_state {
    double clock;
};

struct mass_param {
    double mass;
};

struct mass_input {
    double force;
};

struct mass_state {
    double x, v;
};

struct mass_output {
    double acceleration;
};

struct spring_param {
    double stiffness, rest;
};

struct spring_output {
    double tension;
};

/* The numbers of one part in a block, which has the numbers of a role of all parts. */
#define CHAIN_OF(block, role, part) ((const double *)(block) + (part)->at.role)

static inline double chain_tension(const struct view *view, const struct part *spring,
                                   const double *y)
{
    const struct spring_param *p = (const void *)CHAIN_OF(view->param, params, spring);
    const struct mass_state *a = (const void *)CHAIN_OF(y, states, spring->on[0]);
    const struct mass_state *b = (const void *)CHAIN_OF(y, states, spring->on[1]);
    return p->stiffness * (b->x - a->x - p->rest);
}

/* Force on a mass. */
static inline double chain_force(const struct view *view, const struct part *mass, const double *y)
{
    const struct mass_input *u = (const void *)CHAIN_OF(view->input, inputs, mass);
    double force = u->force;
    for (size_t i = 0; i < view->kind->part_count; i++) {
        const struct part *part = view->kind->parts[i];
        if (part->on[0] == mass)
            force += chain_tension(view, part, y);
        if (part->on[0] && part->on[1] == mass)
            force -= chain_tension(view, part, y);
    }
    return force;
}

static inline double chain_acceleration(const struct view *view, const struct part *mass,
                                        const double *y)
{
    const struct chain_param *p = view->param;
    const struct chain_input *u = view->input;
    const struct mass_param *own = (const void *)CHAIN_OF(view->param, params, mass);
    return chain_force(view, mass, y) / own->mass - p->gravity + u->lift;
}

static inline int32_t chain_flow(const struct view *view, const double *y, double *dy)
{
    const struct kind *kind = view->kind;
    memset(dy, 0, (kind->states + 2) * sizeof *dy);
    dy[0] = 1;
    for (size_t i = 0; i < kind->part_count; i++) {
        const struct part *part = kind->parts[i];
        if (part->type->size.states == 0)
            continue;
        dy[part->at.states] = y[part->at.states + 1];
        dy[part->at.states + 1] = chain_acceleration(view, part, y);
    }
    return WD_OK;
}

static inline int32_t chain_output(const struct view *view, const double *y, void *out)
{
    const struct kind *kind = view->kind;
    *(struct common_output *)out = (struct common_output){.speed = 0};
    for (size_t i = 0; i < kind->part_count; i++) {
        const struct part *part = kind->parts[i];
        ((double *)out)[part->at.outputs] = part->type->size.states
                                                ? chain_acceleration(view, part, y)
                                                : chain_tension(view, part, y);
    }
    return WD_OK;
}

static inline const char *chain_check(const struct view *view)
{
    return view->kind->part_count > 0 ? NULL : "there is no mass";
}

static const struct var mass_vars[] = {
    VAR_REAL("param.mass", WD_PARAM, SLOT(mass_param, mass), "kg", DBL_MIN, DBL_MAX, 1, "mass"),
    VAR_ANY("input.force", WD_INPUT, SLOT(mass_input, force), "N", 0, "force"),
    VAR_ANY("state.x", WD_STATE, SLOT(mass_state, x), "m", 0, "position"),
    VAR_ANY("state.v", WD_STATE, SLOT(mass_state, v), "m/s", 0, "velocity"),
    VAR_ANY("output.acceleration", WD_OUTPUT, SLOT(mass_output, acceleration), "m/s2", 0,
            "acceleration"),
};

static const struct var spring_vars[] = {
    VAR_REAL("param.stiffness", WD_PARAM, SLOT(spring_param, stiffness), "N/m", 0, DBL_MAX, 1,
             "stiffness"),
    VAR_ANY("param.rest", WD_PARAM, SLOT(spring_param, rest), "m", 0, "length without tension"),
    VAR_ANY("output.tension", WD_OUTPUT, SLOT(spring_output, tension), "N", 0, "tension"),
};

static const char *const spring_on[] = {"mass", "mass", NULL};

static const struct part_type chain_types[] = {
    {.name = "mass",
     .text = "a mass on the line",
     .vars = mass_vars,
     .var_count = ROWS(mass_vars),
     .size = {.params = DOUBLES(mass_param),
              .inputs = DOUBLES(mass_input),
              .states = DOUBLES(mass_state),
              .outputs = DOUBLES(mass_output)}},
    {.name = "spring",
     .text = "a spring between two masses",
     .on = spring_on,
     .vars = spring_vars,
     .var_count = ROWS(spring_vars),
     .size = {.params = DOUBLES(spring_param), .outputs = DOUBLES(spring_output)}},
};

static const struct var chain_vars[] = {
    VAR_ANY("param.gravity", WD_PARAM, SLOT(chain_param, gravity), "m/s2", 0, "gravity"),
    VAR_ANY("input.lift", WD_INPUT, SLOT(chain_input, lift), "m/s2", 0,
            "acceleration of the stage"),
    VAR_ANY("state.clock", WD_STATE, SLOT(chain_state, clock), "s", 0, "time"),
};

static const struct preset_part pair_parts[] = {
    {"mass", "left", {NULL}},
    {"mass", "right", {NULL}},
    {"spring", "middle", {"left", "right", NULL}},
};

static const struct preset_value pair_values[] = {
    HELD("param.right.mass", 2),
    HELD("param.middle.stiffness", 3),
    HELD("state.right.x", 1),
    SIGNAL("input.left.force", WD_SIGNAL_STEP, 0, 1, 0.5, 2),
};

static const struct preset chain_presets[] = {
    PRESET_OF("pair", pair_parts, pair_values, "two masses and a spring"),
};

static const struct kind chain_kind = {
    .name = "chain",
    .text = "Masses and springs",
    .vars = chain_vars,
    .var_count = ROWS(chain_vars),
    .presets = chain_presets,
    .preset_count = ROWS(chain_presets),
    .part_types = chain_types,
    .part_type_count = ROWS(chain_types),
    .params = DOUBLES(chain_param),
    .inputs = DOUBLES(chain_input),
    .states = DOUBLES(chain_state),
    .outputs = DOUBLES(common_output),
    .solvers = DOUBLES(common_solver),
    .flow = chain_flow,
    .output = chain_output,
    .check = chain_check,
};

/* Two masses and the spring between them. */
static inline wd_model *chain(void)
{
    static const char *const ends[] = {"left", "right"};
    wd_model *model = model_new(&chain_kind);
    if (wd_model_add_part(model, "mass", ends[0], NULL, 0) ||
        wd_model_add_part(model, "mass", ends[1], NULL, 0) ||
        wd_model_add_part(model, "spring", "middle", ends, 2))
        check(0, "a chain is built");
    return model;
}

#endif
