/* SPDX-License-Identifier: MIT */
/* What a kind of model is to the core: one constant descriptor with its variable table, presets and
 * equations. A kind knows this header and lib/num, nothing else. */
#ifndef KIND_H
#define KIND_H

#include <float.h>
#include <stddef.h>
#include <stdint.h>

#include <wheeldyn/wheeldyn.h>

/* ---- variables ---- */

enum {
    VAR_LIVE = 1,  /* a solver setting that may change while running */
    VAR_WHOLE = 2, /* takes whole numbers only */
};

/* One row of a variable table: the one source of names, units, bounds, text, roles and choices.
 * The values of each role live in a struct of doubles (params and tunables share one); `slot` is
 * the index of the variable's double in it. */
struct var {
    const char *name, *unit, *text;
    int32_t role;
    uint32_t flags;
    size_t slot;
    double lo, hi, initial;
    const char *const *choices; /* NULL-terminated, values 0, 1, ...; NULL for a real */
};

/* Rows of such tables, presets and their values; the formatter does not know initializers.
 * Bounds are closed: DBL_MIN stands for strictly positive, DBL_MAX for unbounded. */
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
#define PRESET(name, values, text) {name, text, values, ROWS(values), NULL, 0}
#define PRESET_OF(name, parts, values, text) {name, text, values, ROWS(values), parts, ROWS(parts)}
/* clang-format on */

/* Settings that every kind has; its struct of solver settings starts with them. */
struct common_solver {
    double method, rtol, atol, max_step, max_steps, fixed_step, stop_at_events, event_capacity;
};

/* Outputs that every kind has; its struct of outputs starts with them. */
struct common_output {
    double speed, kinetic_energy, potential_energy; /* set by the kind */
    double work, dissipated;                        /* set by the core */
};

/* Counters that every kind has, in the order of their rows; its own take the slots from STAT_COUNT
 * on. */
enum { STAT_STEPS, STAT_REJECTED, STAT_RHS_CALLS, STAT_EVENTS, STAT_COUNT };

/* ---- parts ---- */

enum {
    PART_MOST = 64,   /* parts of one type in a model */
    PART_PLACES = 2,  /* most parts that one stands on */
    PART_LETTERS = 31 /* in a name */
};

/* How many doubles of each role a part has, and how much else; or which of them are its first. */
struct part_sizes {
    size_t params, inputs, inits, states, outputs, modes, guards, extras;
};

/* A sort of parts that models of a kind are put together from. */
struct part_type {
    const char *name, *text;
    const char *const *on; /* the types that it stands on, ended by NULL; NULL: it stands alone */
    const struct var
        *vars; /* "param.mass" becomes param.<part>.mass; slots are those of one part */
    size_t var_count;
    const char *const *key_vars; /* of these, as of those of a kind */
    struct part_sizes size;
    /* What the first part of this type in a model has instead of these variables and sizes; NULL:
     * it is like all others. Of the rest it says the same. */
    const struct part_type *first;
};

struct part {
    const struct part_type *type; /* one of the kind's */
    const struct part_type *as;   /* whose variables and sizes it has: the type, or its first */
    const char *name;
    const struct part *on[PART_PLACES + 1]; /* ended by NULL */
    size_t number;                          /* among all parts */
    struct part_sizes at;                   /* where its own begin, behind those of parts before */
    const struct var *vars;                 /* rows of the type with the names and slots of this */
    size_t row;                             /* the first of them among the rows of all parts */
};

/* ---- presets ---- */

struct preset_part {
    const char *type, *name, *on[PART_PLACES + 1];
};

struct preset_value {
    const char *variable;
    int32_t form; /* WD_SIGNAL_HOLD: data[0] is the value; else of an input, WD_SIGNAL_STEP also of
                     one that is a choice, with as many numbers as the signal has */
    size_t n;
    double data[6];
};

struct preset {
    const char *name, *text;
    const struct preset_value *values;
    size_t count;
    const struct preset_part *parts; /* added before the values are given */
    size_t part_count;
};

/* ---- equations ---- */

struct interrupt; /* num/interrupt.h */

/* What an iteration that does not converge has come to; tolerance: NaN if there is none. */
struct misfit {
    double left, tolerance;
};

/* One call of the equations of a user, with n coordinates and m constraints, see
 * wd_model_set_equations(); the arrays are the kind's. */
struct equations {
    size_t n, m;
    const double *q, *v;
    double *M, *Q, *C, *A, *b, *phi;
};

/* What the user says of the energy: zeros if nothing is told. */
struct user_energy {
    double kinetic, potential, power;
    int told;
};

/* All that the equations may depend on besides the state: constant during a call. */
struct view {
    const struct kind *kind;            /* of this model, with its parts */
    const void *param, *input, *solver; /* structs of the kind; inputs at time t */
    const void *init;                   /* of start values, for kinds with init.* */
    const int64_t *mode;
    const void *course; /* what kind->course_build() made */
    double t;
    double *scratch; /* kind->scratch() doubles that hold garbage at each call, of a kind with
                        open() at each call of that */
    void *workspace; /* what kind->workspace_new() gave */
    struct interrupt *interrupt; /* asked by what takes long; stopped, the call fails whatever the
                                    kind returns */
    void *core;
    /* Of a kind with user_equations: the arrays are filled, with finite numbers. WD_OK or
     * WD_EINPUT. */
    int32_t (*equations)(void *core, double t, const struct equations *);
    int32_t (*user_energy)(void *core, double t, const double *q, const double *v,
                           struct user_energy *);
    /* A text put together from %s, %g (double) and %z (size_t), for why; up to the next one. */
    const char *(*say)(void *core, const char *format, ...);
    const char **why;      /* a kind that fails, or whose numbers are not finite, may say why */
    struct misfit *misfit; /* and may give numbers with it */
};

/* Kinetic and potential energy, and the scale on which it counts: the kinetic energy and what the
 * weight could do from the ground up. */
struct energy {
    double total, scale;
};

/* Where a jump writes its events: any number, or none, in the order in which they shall be read. */
struct events {
    void *core;
    /* One more, of that type: its kind->event_width values, NaN, to be filled in before the next.
     */
    double *(*add)(void *core, int32_t type);
};

/* A motion for a kind that makes its own way from event to event. */
struct motion {
    const struct view *view; /* for the time of the last inputs() */
    double t;                /* the present, moved by the kind */
    double *y;               /* states, work, energy lost, extras; modes right behind them */
    double *stat;            /* the kind's own counters */
    double *steps_left;      /* of solver.max_steps, for steps of integration */
    int varying; /* the inputs may change before the end; else they are those of the view */
    double knot; /* the next one of a signal, up to which inputs are smooth; infinity: none */
    void *core;
    int32_t (*inputs)(void *core, double t); /* bring the view to time t: WD_OK or a failure */
    double *(*event)(void *core, double t, int32_t type); /* where its values are to be written */
    const char *why;                                      /* set by the kind when it fails */
};

/* The polyline that a kind takes from the user: its terrain or its path. */
struct polyline {
    const double *xy;       /* points pairs */
    const double *bulge;    /* of a terrain: points - 1 tangents of a quarter of an arc's angle, > 0
                               counter-clockwise; NULL: all straight */
    const double *friction; /* of a terrain: of each segment, what the coefficient of friction is
                               multiplied by; NULL: 1 */
    size_t points;
    int32_t closed;
};

enum { COURSE_NONE, COURSE_TERRAIN, COURSE_PATH };

/* Functions give WD_OK or a negative status where they return one, and are NULL where the kind has
 * none. */
struct kind {
    /* ---- every kind ---- */

    const char *name, *text;
    const struct var *vars;
    size_t var_count;
    /* The few of the whole that tell most of a model, ended by NULL, in the order of its picture;
     * parts have their own. NULL: none tells more than others. */
    const char *const *key_vars;
    const struct preset *presets;
    size_t preset_count;
    const struct preset_value *defaults; /* of common settings, where they differ from the table */
    size_t default_count;

    /* Number of doubles of each role, of integer modes, of counters beyond the common ones, of
     * reals that survive a step besides the states (flow gives them the derivative 0). With inits,
     * start() makes the states from init.*, and they cannot be set. */
    size_t params, inputs, inits, states, outputs, solvers, modes, stats, extras;
    size_t (*scratch)(const struct kind *); /* doubles of scratch; NULL for none */

    /* Scratch of a library part that takes memory by itself, made with the memory of the model of
     * this kind, with its parts; NULL: out of memory. The kind has both functions or neither. */
    void *(*workspace_new)(const struct kind *);
    void (*workspace_free)(void *workspace);

    /* Names of the values that each event carries. */
    const char *const *event_values;
    size_t event_width;

    /* Variables that do not fit each other, at init: NULL, or what is wrong. */
    const char *(*check)(const struct view *);
    /* From the start values, in y or in view->init, at motion->t. */
    int32_t (*start)(struct motion *);
    /* All outputs but work and dissipated; of a kind with open(), within a call. */
    int32_t (*output)(const struct view *, const double *y, void *out);
    /* Extras and modes, which may come from any bytes, are safe to go on with. */
    int (*fits)(const struct view *, const double *y);

    /* ---- a kind that flows: the core integrates its equations and finds its events ---- */

    /* dy[0..states) = the derivative of y, dy[states] = power of the inputs, dy[states + 1] = power
     * lost. */
    int32_t (*flow)(const struct view *, const double *y, double *dy);
    /* Before each step: modes and extras that follow from the state, from tunables and inputs, or
     * are to be made anew. The step, with all its stages and tries, is made with them. States and
     * energies are left alone. It may come several times at one point. */
    int32_t (*enter)(const struct view *, double *y, int64_t *mode);
    /* After each step of the core's integrator, before the guards: put y back where the equations
     * keep it, but for errors of the integration. The energies are left alone. */
    int32_t (*project)(const struct view *, double *y);
    /* The energy of a state of finite numbers. It depends on parameters, states and those extras
     * that enter() leaves alone, and not on time, inputs or modes. Each fixed step is checked
     * against it, because nothing else limits the error of a fixed step. NULL: of a kind without
     * such a scale. */
    struct energy (*energy)(const struct view *, const double *y);
    /* Guard i falls when value[i], above zero, gets to zero or below, within a step or because what
     * it depends on is set anew; or starts there. It does not fall again until it has been above
     * zero. A kind that knows the rate of change writes it to rate[i], NaN on entry: then a guard
     * falls, too, that is above zero at both ends of a step and turns below in between, or is at
     * zero or below at both ends and turns above. One turn in a step is seen, if the rate on the
     * way is no larger than at the ends. */
    size_t guards;
    int32_t (*guard)(const struct view *, const double *y, double *value, double *rate);
    /* What happens when guards fall: bits of `fallen` for all that do so within 1e-12 s, see
     * num/bits.h. y[states] is the work done so far and y[states + 1] the energy lost. WD_OK, or
     * WD_END if the motion ends here, with the event that says so. Afterwards the guards that are
     * above zero may fall, and no others: what a jump puts at or below zero it has dealt with. */
    int32_t (*jump)(const struct view *, const uint64_t *fallen, double *y, int64_t *mode,
                    struct events *);
    double (*most_events)(const struct view *); /* in one call; NULL: as many as there are */

    /* ---- a kind that moves by itself, in place of flow, enter, guard and jump ---- */

    /* Before the first advance() with the present settings, and after a failure; scratch is left
     * alone from one open() to the next. */
    void (*open)(struct motion *);
    /* To time t, or if `stop` to the end of the first instant with an event. WD_OK, WD_EVENT,
     * WD_END or a failure. */
    int32_t (*advance)(struct motion *, double t, int stop);
    /* At motion->t inputs or tunables have changed: a signal is at a knot, or they were set. Find
     * the contact modes that follow, with their events; no time passes. NULL: forces and modes are
     * those of the last advance(). WD_OK or a failure. */
    int32_t (*settle)(struct motion *);
    /* Is that so with these settings, of a kind that has both? NULL: always. */
    int (*own)(const struct view *);

    /* ---- a kind that has a course ---- */

    int32_t course; /* COURSE_TERRAIN or COURSE_PATH, if the user may give a polyline */
    /* From the polyline, or from the parameters and the parts if it has no points, into
     * course_doubles() of memory: NULL, or what is wrong at point *at. The view has the kind, the
     * parameters, the interrupt and the words to say what is wrong; without parameters the polyline
     * is judged alone, whatever they will be. */
    size_t (*course_doubles)(const struct kind *, const struct polyline *);
    const char *(*course_build)(const struct view *, const struct polyline *, double *memory,
                                size_t *at);

    /* ---- a kind that has a linear model of its own ---- */

    /* By formulas about a steady motion near the present point, in place of that of all states by
     * differences: A of linear_count rows and columns, B of as many rows with a column for each
     * input, both row major. */
    size_t linear_count;
    const char *const *linear_names;
    /* Or, where it depends on the parts, the modes and the point which they are: how many, and the
     * slots of the start values, no more than there are, which they are deviations from. */
    size_t (*linear_states)(const struct view *, const double *y, size_t *slot);
    int32_t (*linear)(const struct view *, const double *y, double *A, double *B);

    int user_equations; /* the user gives them, see struct view */

    /* ---- a kind whose models are put together from parts ---- */

    const struct part_type *part_types;
    size_t part_type_count;
    /* Of the descriptor of one model, see core/shape.h, in which the numbers above are those of the
     * whole and of all parts: first those of the whole, then those of the parts as they were added.
     */
    struct part *const *parts;
    size_t part_count;
    const struct var *const *part_rows;
    size_t part_row_count;
    struct part *const *part_index; /* the parts by their names */
};

#endif
