/* SPDX-License-Identifier: MIT */
#include "models/constrained/constrained.h"

static const char *const answers[] = {"no", "yes", NULL};
static const char *const forms[] = {"moore_penrose", "weighted", "seminorm", "relaxed", NULL};

static const struct var coordinate_vars[] = {
    VAR_REAL("param.scale", WD_PARAM, SLOT(coordinate_param, scale), "1", DBL_MIN, DBL_MAX, 1,
             "typical size of the coordinate, in its unit: reference of errors"),
    VAR_ANY("init.q", WD_INIT, SLOT(coordinate_state, q), "1", 0, "coordinate at the start"),
    VAR_ANY("init.v", WD_INIT, SLOT(coordinate_state, v), "1/s", 0, "its velocity at the start"),
    VAR_ANY("state.q", WD_STATE, SLOT(coordinate_state, q), "1", 0, "coordinate"),
    VAR_ANY("state.v", WD_STATE, SLOT(coordinate_state, v), "1/s", 0, "its velocity"),
    VAR_ANY("output.acceleration", WD_OUTPUT, SLOT(coordinate_output, acceleration), "1/s2", 0,
            "its acceleration"),
    VAR_ANY("output.Qi", WD_OUTPUT, SLOT(coordinate_output, Qi), "1", 0,
            "force Q_i of the ideal constraints on the coordinate"),
    VAR_ANY("output.Qni", WD_OUTPUT, SLOT(coordinate_output, Qni), "1", 0,
            "force Q_ni of the non-ideal constraints on the coordinate"),
};

static const struct var constraint_vars[] = {
    VAR_ROW("param.holonomic", WD_PARAM, VAR_WHOLE, SLOT(constraint_param, holonomic), "1", 0, 1, 1,
            answers, "yes: a condition phi = 0 on coordinates; no: on velocities alone"),
    VAR_REAL("param.relax", WD_PARAM, SLOT(constraint_param, relax), "1", 0, 1, 1,
             "weight N of its row, unless a function sets it: 1 enforces it, below 1 relaxes it"),
    VAR_REAL("param.restoring_rate", WD_PARAM, SLOT(constraint_param, restoring_rate), "1/s", 0,
             DBL_MAX, 0, "relax below 1: rate at which its violation decays"),
    VAR_ROW("param.one_sided", WD_PARAM, VAR_WHOLE, SLOT(constraint_param, one_sided), "1", 0, 1, 0,
            answers, "yes: an event reports that its multiplier has fallen from above 0 to <= 0"),
    VAR_ROW("param.opens", WD_PARAM, VAR_WHOLE, SLOT(constraint_param, opens), "1", 0, 1, 0,
            answers,
            "yes: it opens when its multiplier falls to 0, closes at phi = 0; needs one_sided, "
            "holonomic and relax = 1"),
    VAR_ANY("output.violation", WD_OUTPUT, SLOT(constraint_output, violation), "1", 0,
            "value of phi, for a holonomic constraint"),
    VAR_ANY("output.violation_rate", WD_OUTPUT, SLOT(constraint_output, violation_rate), "1/s", 0,
            "value of its row of A v - c"),
    VAR_ANY("output.multiplier", WD_OUTPUT, SLOT(constraint_output, multiplier), "1", 0,
            "its multiplier; A^T times all multipliers is the force of the constraints"),
};

static const struct part_type types[] = {
    [CONSTRAINED_COORDINATE] = {.name = "coordinate",
                                .text = "A coordinate and its velocity",
                                .vars = coordinate_vars,
                                .var_count = ROWS(coordinate_vars),
                                .key_vars = NAMES("state.q", "state.v"),
                                .size = {.params = DOUBLES(coordinate_param),
                                         .inits = DOUBLES(coordinate_state),
                                         .states = DOUBLES(coordinate_state),
                                         .outputs = DOUBLES(coordinate_output)}},
    [CONSTRAINED_CONSTRAINT] = {.name = "constraint",
                                .text = "A constraint, a row of A qdd = b",
                                .vars = constraint_vars,
                                .var_count = ROWS(constraint_vars),
                                .key_vars = NAMES("output.multiplier", "output.violation"),
                                .size = {.params = DOUBLES(constraint_param),
                                         .outputs = DOUBLES(constraint_output),
                                         .modes = 1,
                                         .guards = 1}},
};

static const struct var vars[] = {
    VAR_ROW("output.rank", WD_OUTPUT, VAR_WHOLE, SLOT(constrained_output, rank), "1", 0, DBL_MAX, 0,
            NULL,
            "independent rows of A; forms other than moore_penrose leave out rows of weight 0"),
    VAR_ANY("output.residual", WD_OUTPUT, SLOT(constrained_output, residual), "1", 0,
            "|A qdd - b|: above rounding if constraints contradict each other, or are relaxed"),
    VAR_CHOICE("solver.form", WD_SOLVER, SLOT(constrained_solver, form), forms,
               "form of the generalised inverse"),
};

static const char *const event_values[CONSTRAINED_EVENT_VALUES] = {"part", "multiplier"};

/* Check that a constraint that opens is one-sided, holonomic and not relaxed: a relaxed row may be
 * violated, so that it has no gap at which it closes. */
static const char *check_constraint(const struct view *view, const struct part *part)
{
    const struct constraint_param *p =
        (const void *)((const double *)view->param + part->at.params);
    if (!(p->opens > 0))
        return NULL;
    const char *missing = !(p->one_sided > 0)   ? "one_sided = yes"
                          : !(p->holonomic > 0) ? "holonomic = yes"
                          : p->relax < 1        ? "relax = 1"
                                                : NULL;
    return missing ? view->say(view->core, "param.%s.opens = yes needs param.%s.%s", part->name,
                               part->name, missing)
                   : NULL;
}

static const char *check(const struct view *view)
{
    const struct kind *kind = view->kind;
    const char *fault = kind->states > 0 ? NULL : "there is no coordinate; add parts of this type";
    for (size_t i = 0; !fault && i < kind->part_count; i++)
        if (kind->parts[i]->type == &kind->part_types[CONSTRAINED_CONSTRAINT])
            fault = check_constraint(view, kind->parts[i]);
    return fault;
}

static void *cones_new(const struct kind *kind)
{
    size_t most = 0;
    for (size_t i = 0; i < kind->part_count; i++)
        most += kind->parts[i]->type == &kind->part_types[CONSTRAINED_CONSTRAINT];
    return friction_cones_new(most);
}

/* Return the scale of the coordinate to which the state belongs: the state is the coordinate or its
 * velocity. */
static double nominal(const struct view *view, size_t state)
{
    const struct kind *kind = view->kind;
    size_t i = 0;
    while (kind->parts[i]->type != &kind->part_types[CONSTRAINED_COORDINATE] ||
           state - kind->parts[i]->at.states >= DOUBLES(coordinate_state))
        i++;
    const struct coordinate_param *p =
        (const void *)((const double *)view->param + kind->parts[i]->at.params);
    return p->scale;
}

const struct kind kind_constrained = {
    .name = "constrained",
    .text = "User-defined coordinates and constraints, whose equations a user function gives",
    .vars = vars,
    .var_count = ROWS(vars),
    .part_types = types,
    .part_type_count = ROWS(types),
    .user_equations = 1,
    .outputs = DOUBLES(constrained_output),
    .solvers = DOUBLES(constrained_solver),
    .extras = DOUBLES(constrained_extra),
    .scratch = constrained_scratch,
    .workspace_new = cones_new,
    .workspace_free = friction_cones_free,
    .event_values = event_values,
    .event_width = CONSTRAINED_EVENT_VALUES,
    .check = check,
    .start = constrained_start,
    .enter = constrained_enter,
    .flow = constrained_flow,
    .nominal = nominal,
    .project = constrained_project,
    .project_error = constrained_project_error,
    .guard = constrained_guard,
    .jump = constrained_jump,
    .output = constrained_output,
};
