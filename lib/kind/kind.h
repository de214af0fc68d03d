/* SPDX-License-Identifier: MIT */
/* Interface between the core and a kind of model: one constant descriptor with variable table,
 * presets and equations. A kind includes this header, lib/num, lib/mech and lib/ground, but nothing
 * of the core. */
#ifndef KIND_H
#define KIND_H

#include "kind/preset.h"

#include <float.h>
#include <stddef.h>
#include <stdint.h>

#include <wheeldyn/wheeldyn.h>

/* ---- variables ---- */

enum {
    VAR_LIVE = 1,  /* a solver setting that may change while running */
    VAR_WHOLE = 2, /* takes whole numbers only */
};

/* Row of a variable table: the single source of names, units, bounds, texts, roles and choices. The
 * values of each role are stored in a struct of doubles (params and tunables share one); `slot` is
 * the index of the variable's double in that struct. */
struct var {
    const char *name, *unit, *text;
    int32_t role;
    uint32_t flags;
    size_t slot;
    double lo, hi, initial;
    const char *const *choices; /* NULL-terminated, values 0, 1, ...; NULL for a real */
};

/* Macros for rows of variable tables, for presets and for preset values; clang-format cannot lay
 * out such initialisers. Bounds are closed: DBL_MIN means strictly positive, DBL_MAX unbounded. */
/* clang-format off */
#define ROWS(table) (sizeof(table) / sizeof *(table))
#define DOUBLES(type) (sizeof(struct type) / sizeof(double))
#define SLOT(type, field) (offsetof(struct type, field) / sizeof(double))

#define VAR_ROW(name, role, flags, slot, unit, lo, hi, initial, choices, text) \
    {name, unit, text, role, flags, slot, lo, hi, initial, choices}
#define VAR_REAL(name, role, slot, unit, lo, hi, initial, text) \
    VAR_ROW(name, role, 0, slot, unit, lo, hi, initial, NULL, text)
#define VAR_ANY(name, role, slot, unit, initial, text) \
    VAR_REAL(name, role, slot, unit, -DBL_MAX, DBL_MAX, initial, text)
#define VAR_CHOICE(name, role, slot, names, text) \
    VAR_ROW(name, role, VAR_WHOLE, slot, "1", 0, (double)(ROWS(names) - 2), 0, names, text)

#define HELD(variable, value) {variable, WD_SIGNAL_HOLD, 1, {value}}
#define SIGNAL(variable, form, ...) {variable, form, DOUBLES_OF(__VA_ARGS__), {__VA_ARGS__}}
#define DOUBLES_OF(...) (sizeof((double[]){__VA_ARGS__}) / sizeof(double))
#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})
#define PRESET(name, values, text) {name, text, values, ROWS(values), NULL, 0, NULL}
#define PRESET_ON(name, parts, values, ground, text) \
    {name, text, values, ROWS(values), parts, ROWS(parts), ground}
#define PRESET_OF(name, parts, values, text) PRESET_ON(name, parts, values, NULL, text)
/* clang-format on */

/* Settings that every kind has; the struct of solver settings of a kind starts with them. */
struct common_solver {
    double method, rtol, atol, max_step, max_steps, fixed_step, stop_at_events, event_capacity;
};

/* Outputs that every kind has; the struct of outputs of a kind starts with them. */
struct common_output {
    double speed, kinetic_energy, potential_energy; /* set by the kind */
    double work, dissipated;                        /* set by the core */
};

/* Number of energies that follow the states: the work of the inputs and the energy lost. */
enum { KIND_ENERGIES = 2 };

/* Counters that every kind has, in the order of their rows; the kind's own counters take the slots
 * from STAT_COUNT on. */
enum { STAT_STEPS, STAT_REJECTED, STAT_RHS_CALLS, STAT_EVENTS, STAT_COUNT };

/* ---- parts ---- */

/* Counts of a part: doubles of each role, and modes, guards and extras (see struct kind). In
 * part.at: the index of the part's first element in each array. */
struct part_sizes {
    size_t params, inputs, inits, states, outputs, modes, guards, extras;
};

/* Type of the parts from which models of a kind are assembled. */
struct part_type {
    const char *name, *text;
    const char *const *on;  /* types of the parts it stands on, NULL-terminated; NULL: none */
    size_t optional;        /* how many entries at the end of `on` may be left out */
    const struct var *vars; /* row "param.mass" becomes param.<part>.mass; slots count from the
                               part's own start */
    size_t var_count;
    const char *const *key_vars; /* names of the type's key variables, as kind->key_vars */
    struct part_sizes size;
    size_t most; /* maximum number in a model; 0: PART_MOST */
    /* Replacement for the variables and sizes above, for the first part of this type in a model;
     * all its other fields are equal to those of the type. NULL: none. */
    const struct part_type *first;
    /* A replacement like `first`, for each part that stands on all parts of `on`, the optional ones
     * too, unless `first` applies to it. */
    const struct part_type *full;
};

struct part {
    const struct part_type *type; /* one of kind->part_types */
    const struct part_type *as;   /* the type, its `first` or `full`: has the variables and sizes */
    const char *name;
    const struct part *on[PART_PLACES + 1]; /* NULL-terminated */
    size_t number;                          /* index among all parts */
    struct part_sizes at; /* index of the part's first element in each array, after the elements of
                             earlier parts */
    const struct var *vars; /* rows of the type, with the names and slots of this part */
    size_t row;             /* index of its first row among the rows of all parts */
};

/* ---- equations ---- */

struct interrupt; /* num/interrupt.h */

/* Residual of an iteration that did not converge, and its tolerance; both are NaN if the failure is
 * of another kind. */
struct misfit {
    double left, tolerance;
};

/* Arguments of one call of the user's equations and constraints, with n coordinates and m
 * constraints, see wd_model_set_equations() and wd_model_set_constraints(); the arrays belong to
 * the kind. */
struct equations {
    size_t n, m;
    const double *q, *v;
    const double *relax; /* values of N before the call; they remain where the function sets none */
    double *M, *Q, *C, *A, *b, *phi;
    double *c, *N; /* m numbers each: right-hand sides of A v = c; diagonal of N, the weights */
};

/* Energies and power returned by the user's energy function; zeros, and given = 0, if there is no
 * such function. */
struct user_energy {
    double kinetic, potential, power;
    int given;
};

/* Everything besides the state on which the equations may depend; constant during a call. */
struct view {
    const struct kind *kind;            /* descriptor of this model, including its parts */
    const void *param, *input, *solver; /* structs of the kind; inputs at time t */
    const void *init;                   /* start values, for kinds with init.* */
    const int64_t *mode;
    const void *course; /* written by kind->course_build() */
    double t;
    double *scratch; /* kind->scratch() doubles. Their content is undefined at each call; for a kind
                        with open() only at each call of open() and while *opened is 0. */
    const int *opened;
    void *workspace;             /* from kind->workspace_new() */
    struct interrupt *interrupt; /* polled by long computations; once it reports a stop, the call
                                    fails whatever status the kind returns */
    void *core;
    /* Call the user's equations and constraints and check the arrays that they fill, for a kind
     * with user_equations. WD_OK or WD_EINPUT. */
    int32_t (*equations)(void *core, double t, const struct equations *);
    int32_t (*user_energy)(void *core, double t, const double *q, const double *v,
                           struct user_energy *);
    /* Call the user's function of the surface and check its values; for surface_of_function(), with
     * the core as its `user`. 0, or WD_EINPUT with an error text. */
    int32_t (*surface)(double x, double y, double *value, void *core);
    /* Format a text with %s, %g (double) and %z (size_t), to assign to *why; valid until the next
     * call. */
    const char *(*say)(void *core, const char *format, ...);
    const char **why; /* optional reason for a failure, or for numbers that are not finite; set by
                         the kind */
    struct misfit *misfit; /* residual and tolerance that belong to the reason */
};

/* Kinetic plus potential energy, and the scale relative to which an energy error is judged: the
 * kinetic energy plus the potential energy of the weight at its height above the ground. */
struct energy {
    double total, scale;
};

/* Receiver of the events of a jump: any number, in the order in which the user reads them. */
struct events {
    void *core;
    /* Append an event of this type. Returns its kind->event_width values, set to NaN; fill them in
     * before the next call. */
    double *(*add)(void *core, int32_t type);
};

/* Motion of a kind that moves by itself, from event to event or in Moreau steps. */
struct motion {
    const struct view *view; /* valid for the time of the last call of inputs() */
    double t;                /* present time, advanced by the kind */
    double *y;          /* states, work, energy lost, extras; the modes follow directly in memory */
    double *stat;       /* the kind's own counters */
    double *steps_left; /* remaining integration steps of solver.max_steps */
    int varying; /* 1: inputs may change during advance(); 0: they keep the values of the view */
    double knot; /* next knot of a signal, before which inputs are smooth; infinity: no knot */
    void *core;
    int32_t (*inputs)(void *core, double t); /* set the view to time t: WD_OK or a failure */
    double *(*event)(void *core, double t, int32_t type); /* log an event; returns its values */
    const char *why;                                      /* set by the kind when it fails */
};

struct surface; /* ground/surface.h */

/* Polyline that the user gives to a kind: its terrain or its path. */
struct polyline {
    const double *xy;          /* `points` pairs */
    const double *bulge;       /* terrain: points - 1 values tan(angle of the arc / 4), > 0
                                  counter-clockwise; NULL: all segments straight */
    const double *friction;    /* terrain: friction factor of each segment; NULL: 1 */
    const double *restitution; /* terrain: restitution factor of each segment; NULL: 1 */
    const double *time; /* path: time [s] at each point and, if closed, at the return to the first
                           point; NULL: the kind determines the speed */
    const struct surface *surface; /* terrain: a surface instead of points; NULL: none. Its
                                      function, if it has one, is called by view->surface only */
    size_t points;
    int32_t closed;
};

enum { COURSE_NONE, COURSE_TERRAIN, COURSE_PATH };

/* Functions with an int32_t result return WD_OK or a negative status, unless their comment says
 * otherwise. A function that the kind does not need is NULL. */
struct kind {
    /* ---- every kind ---- */

    const char *name, *text;
    const struct var *vars;
    size_t var_count;
    /* Further rows of the kind. They come after the common rows, so that a new one does not change
     * the refs of `vars` and of the common rows. */
    const struct var *later_vars;
    size_t later_count;
    /* Names of the key variables of the whole model, which a summary shows first, NULL-terminated
     * and in the order of display. Part types have their own. NULL: no key variables. */
    const char *const *key_vars;
    const struct preset *presets;
    size_t preset_count;
    const struct preset_value *defaults; /* values of common settings that differ from the table */
    size_t default_count;

    /* Numbers of doubles of each role, of integer modes, of counters beyond the common ones, and of
     * extras: reals besides the states that survive a step (flow sets their derivative to 0). If
     * inits > 0, start() computes the states from init.* and the user cannot set them. */
    size_t params, inputs, inits, states, outputs, solvers, modes, stats, extras;
    size_t (*scratch)(const struct kind *); /* doubles of scratch; NULL: none */

    /* Workspace of a library component that allocates by itself. The workspace is created together
     * with the memory of a model of this kind and its parts, unless uses_advance() is true; NULL:
     * out of memory. A kind has both functions or neither. */
    void *(*workspace_new)(const struct kind *);
    void (*workspace_free)(void *workspace);

    /* Names of the values that each event carries. */
    const char *const *event_values;
    size_t event_width;

    /* Check at init whether the settings are consistent. Returns NULL, or what is wrong. */
    const char *(*check)(const struct view *);
    /* Compute the state at motion->t from the start values in y or in view->init. */
    int32_t (*start)(struct motion *);
    /* Compute all outputs except work and dissipated; called after open(), if the kind has it. */
    int32_t (*output)(const struct view *, const double *y, void *out);
    /* True if extras and modes read from arbitrary bytes are valid for continuing the motion. */
    int (*fits)(const struct view *, const double *y);

    /* ---- a kind with flow: the core integrates its equations and locates its events ---- */

    /* Right-hand side: dy[0..states) = derivative of y, then power of the inputs, power lost. */
    int32_t (*flow)(const struct view *, const double *y, double *dy);
    /* Set is_cyclic[i], which is 0 on entry, to 1 for each state that affects no rate of a state
     * and no power: flow() gives the same bits whatever the value of such a state. The answer
     * need be right only for the modes, inputs and time of the view. For each cyclic state the
     * implicit method saves an unknown, and an evaluation in every Jacobian. NULL: no state is
     * known to be cyclic. */
    void (*mark_cyclic)(const struct view *, int *is_cyclic);
    /* Typical magnitude of a state, above 0; the view has the kind and the parameters. NULL: 1. */
    double (*nominal)(const struct view *, size_t state);
    /* Before each step: update the modes and extras that follow from the state, tunables and
     * inputs. Modes and extras are constant during the step, with all its stages and retries.
     * States and energies are not changed. May be called several times at one point. */
    int32_t (*enter)(const struct view *, double *y, int64_t *mode);
    /* After each step of the core's integrator, before the guards: project y onto the constraints,
     * which corrects the drift of the integration. The energies are not changed. */
    int32_t (*project)(const struct view *, double *y);
    /* Called before project() if the error estimate would reject the step that ends at y. Part of
     * it may be rounding that nearly dependent constraints amplify, and that no shorter step
     * reduces. Then reduce the estimate to the part that project() will not remove, but not the
     * errors of the energies. NULL: the whole estimate counts. */
    int32_t (*project_error)(const struct view *, const double *y, double *error);
    /* Return the energy of the state y, whose numbers are finite. The energy depends on parameters,
     * states and those extras that enter() does not change, but not on time, inputs or modes. Each
     * fixed step is checked against it, because nothing else limits the error of a fixed step. If
     * it changes because a tunable is set, the change is work. NULL: the kind has no energy scale,
     * and its energy does not depend on tunables. */
    struct energy (*energy)(const struct view *, const double *y);
    size_t lossless_extra; /* number, from 1, of the extra of this meaning in flow.c; 0: none */
    /* Do the same as flow() and set *energy to exactly the result of energy(). NULL: energy() is
     * called in addition for each fixed step. */
    int32_t (*flow_with_energy)(const struct view *, const double *y, double *dy,
                                struct energy *energy);
    /* Guard i triggers when value[i] goes from above zero to zero or below, within a step or
     * because a quantity that it depends on is set; or if value[i] is zero or below when the motion
     * starts. It cannot trigger again before value[i] has been above zero. A kind that knows the
     * rate of change writes it to rate[i], which is NaN on entry. A guard with a rate also triggers
     * if it is above zero at both ends of a step and its minimum in between is not; or if it is at
     * zero or below at both ends and its maximum in between is above zero. One extremum per step is
     * found, provided that the magnitude of the rate inside the step is not above the larger of its
     * magnitudes at the ends, and that the search meets no time at which the rate is NaN. */
    size_t guards;
    int32_t (*guard)(const struct view *, const double *y, double *value, double *rate);
    /* 1: guard() depends on states, modes, tunables and inputs but not on time, and enter() on
     * tunables and inputs only. While inputs are held, the guards at the end of a step are then
     * those at the start of the next one. */
    int lasting_guards;
    /* Apply the jump of all guards that trigger within 1e-12 s; they are the bits of `triggered`,
     * see num/bits.h. y[states] is the work done so far and y[states + 1] the energy lost. Returns
     * WD_OK, or WD_END with an event that says why the motion ends here. Afterwards exactly the
     * guards above zero are armed: a guard at or below zero after the jump counts as handled. */
    int32_t (*jump)(const struct view *, const uint64_t *triggered, double *y, int64_t *mode,
                    struct events *);
    /* Return the most events that one call of the user, such as wd_model_step_to(), may have;
     * passages between features of a terrain do not count. NULL: unlimited. */
    double (*most_events)(const struct view *);

    /* Called before the first advance() or step after settings have changed, and again after a
     * failure; scratch is preserved from one open() to the next. For a kind with start(). */
    void (*open)(struct motion *);

    /* ---- a kind that moves by itself: advance in place of flow, enter, guard and jump. It may
     * have both (uses_advance) ---- */

    /* Advance to time t, or if `stop` to the end of the first instant with an event. WD_OK,
     * WD_EVENT, WD_END or a failure. */
    int32_t (*advance)(struct motion *, double t, int stop);
    /* Called when inputs or tunables have changed at motion->t, because a signal is at a knot or a
     * value was set. Finds the contact modes that follow and logs their events; no time passes.
     * NULL: forces and modes remain those of the last advance(). WD_OK or a failure. */
    int32_t (*settle)(struct motion *);
    /* True if a kind with both flow and advance uses advance with these settings. NULL: always. */
    int (*uses_advance)(const struct view *);

    /* ---- a kind that has a course ---- */

    int32_t course; /* COURSE_TERRAIN or COURSE_PATH, if the user may give a polyline */
    /* Build the course in course_doubles() doubles of memory from the polyline, or from the
     * parameters and the parts if the polyline has no points. Returns NULL, or a text that says
     * what is wrong at point *at (SIZE_MAX: at no single point). The view has the kind, the
     * parameters, the interrupt and say(); if its param is NULL, the polyline is checked alone, for
     * any parameters. */
    size_t (*course_doubles)(const struct kind *, const struct polyline *);
    const char *(*course_build)(const struct view *, const struct polyline *, double *memory,
                                size_t *at);

    /* For a kind whose models need more guards and extras if they have a terrain: add the numbers
     * of these, for the parts in this descriptor. They follow all other guards and extras. */
    void (*terrain_sizes)(const struct kind *, size_t *guards, size_t *extras);
    int has_terrain; /* set only in the descriptor of one model, if the user has given a terrain */

    /* Compute the values of the ground at a place, in the order of ground/surface.h; NULL: the kind
     * has no ground that can be asked, so it takes no surface either. The core itself evaluates a
     * surface and calls this function for all other grounds. `memory`:
     * course_doubles() doubles in which to build the terrain of the polyline; NULL: view->course
     * has it. WD_OK or WD_EDOMAIN. */
    int32_t (*ground_at)(const struct view *, const struct polyline *, double *memory, double x,
                         double y, double *value);

    /* ---- a kind that has a linear model of its own ---- */

    /* Formulas about a steady motion near the present point, in place of finite differences. */
    size_t linear_count;
    const char *const *linear_names;
    /* If linear states depend on the parts, the modes and the point: return their number, at most
     * `inits`, and write the slot of the start value from which each is a deviation. */
    size_t (*linear_states)(const struct view *, const double *y, size_t *slot);
    /* Set A, row major; set the column of B of one input, with entries `stride` apart. */
    int32_t (*linear)(const struct view *, const double *y, double *A);
    int32_t (*linear_input)(const struct view *, const double *y, const struct var *input,
                            double *column, size_t stride);

    int user_equations; /* 1: the user supplies the equations, see struct view */

    /* ---- a kind whose models are assembled from parts ---- */

    const struct part_type *part_types;
    size_t part_type_count;
    /* Set only in the descriptor of one model, see core/shape.h. There the counts above include all
     * parts: first the elements of the whole, then those of the parts in the order in which they
     * were added. */
    struct part *const *parts;
    size_t part_count;
    const struct var *const *part_rows;
    size_t part_row_count;
    struct part *const *part_index; /* the parts sorted by name */
};

#endif
