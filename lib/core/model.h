/* SPDX-License-Identifier: MIT */
/* One model in memory: settings that a user makes, and the room in which it runs. */
#ifndef CORE_MODEL_H
#define CORE_MODEL_H

#include "core/linear_room.h"
#include "core/log.h"
#include "core/shape.h"
#include "core/signal.h"
#include "core/table.h"
#include "num/host.h"
#include "num/interrupt.h"
#include "num/ode.h"

#include <string.h>
#include <wheeldyn/constrained.h>

#define MODEL_ERROR_SIZE 256
#define MODEL_WHEN_SIZE 32

/* All of a motion that survives a step. Roll-back, snapshot and clone copy this and nothing else.
 */
struct point {
    double t, h;     /* time; proposed length of the next adaptive step */
    int64_t k;       /* fixed steps: the last grid time passed is t0 + k h */
    int64_t ended;   /* a terminal event has happened */
    int64_t changed; /* what drives the motion is no longer what it was when it went on last: a
                        tunable or an input was set, or a knot was reached */
    double *y;       /* states, work of the inputs, energy lost, extras */
    int64_t *mode;
    uint64_t *armed; /* set of the guards that have been above zero since the last jump, or have
                        had none */
};

/* Guards at one time, and the rates at which they change; NaN: not known. */
struct guards {
    double *value, *rate;
};

/* Functions of the user that are no inputs. */
struct user_functions {
    wd_equations_fn equations;
    wd_energy_fn energy;
    void *equations_user, *energy_user;
};

struct wd_model {
    struct shape *shape;
    const struct kind *kind; /* that of the shape */
    uint64_t hash;           /* of the variable table of the kind */
    char error[MODEL_ERROR_SIZE];
    char said[MODEL_ERROR_SIZE]; /* by the kind, with model_say() */
    int running;
    int busy, freed; /* a call is under way; it is to free the model when it is done */
    struct host host;
    int driven;        /* an input has a signal: by flow_open() */
    int furnished;     /* the room for running and the course are those of the present settings */
    int opened;        /* what calls share is prepared for the present settings: loop_advance() */
    int own;           /* the kind's own motion goes with these settings */
    double steps_left; /* of solver.max_steps in the call under way */
    double instant;    /* of the last jump in the call under way, ... */
    size_t jumps;      /* ... and of so many */
    struct interrupt interrupt;
    size_t step_work; /* what a step counts as, with the present settings */

    /* Settings: one block of doubles by role, and a signal for each input. */
    double *settings;
    double *param, *input, *start, *solver; /* start: of states, or what replaces them */
    struct signal *signals;
    struct polyline course;
    double *course_xy; /* and bulges, and factors of friction */
    struct user_functions user;
    uint64_t marked; /* which of them the snapshot just read was made with */

    /* Running: carved from `memory` by workspace_reserve(). */
    void *memory;
    size_t memory_words;
    double t0;
    struct point now, undo;
    double *output, *input_now; /* of the last computing call */
    double *output_next;        /* scratch, where the next call makes its outputs */
    double *stat;               /* the common counters, then the kind's */
    double *course_memory;
    struct log log;

    /* Scratch without memory. */
    double *next, *error_estimate;   /* state after a trial step and its error */
    struct guards guard, guard_next; /* at both ends of a step */
    struct energy energy;            /* of now.y, if energy_known: from the end of the last step */
    int energy_known;
    uint64_t *fallen; /* set of the guards of the next jump */
    double *input_at; /* inputs at the time of the evaluation under way */
    struct linear_room linear;
    double *stages;
    void *workspace; /* the kind's */
    struct view view;
    const double *rate;   /* the last right-hand side */
    const char *why;      /* what the kind said about the evaluation under way, or NULL */
    struct misfit misfit; /* that belongs to it */

    /* Where load makes what takes the place of all this, so that nothing is allocated on the way
     * back to a snapshot: of the same shape as soon as the model runs. */
    struct wd_model *spare;
    struct ode ode;
    struct motion motion; /* of a kind that makes its own way */
};

size_t model_settings(const struct kind *); /* doubles in the settings block */
size_t model_stats(const struct kind *);

/* Start values: init.* of kinds that have them, else the states'. */
static inline size_t model_starts(const struct kind *kind)
{
    return kind->inits > 0 ? kind->inits : kind->states;
}

/* doubles in point.y */
static inline size_t model_reals(const struct kind *kind)
{
    return kind->states + 2 + kind->extras;
}

/* Words of a set of guards; one at least. */
static inline size_t model_guard_words(const struct kind *kind)
{
    return kind->guards / 64 + 1;
}

static inline const struct common_solver *model_solver(const struct wd_model *model)
{
    return (const struct common_solver *)model->solver;
}

/* A model set up with defaults; NULL when out of memory. */
struct wd_model *model_new(const struct kind *);
/* The same of a shape, which becomes its own, also on failure; NULL gives NULL. */
struct wd_model *model_of(struct shape *);
struct wd_model *model_copy(const struct wd_model *);
void model_free(struct wd_model *);
/* See to a spare of the shape that the present settings ask for: WD_OK, or WD_ENOMEM or
 * WD_EINTERRUPT with the spare as it was. */
int32_t model_fit_spare(struct wd_model *, struct interrupt *);
void model_drop_spare(struct wd_model *);
void model_drop_workspace(struct wd_model *);
/* The model and another, or its spare, change places; what belongs to the handle or to the call
 * under way stays. */
void model_swap(struct wd_model *, struct wd_model *other);
void model_swap_spare(struct wd_model *);
/* One more part, which fits: WD_OK, or WD_ENOMEM with the model as it was. */
int32_t model_add_part(struct wd_model *, const struct part_type *, const char *name,
                       const struct part *const *on, size_t n);
/* Remove the part added last; there must be one. */
void model_remove_part(struct wd_model *);
/* The defaults, then the values and signals of a preset of the kind: WD_OK, or WD_ENOMEM with the
 * model as it was. */
int32_t model_load_preset(struct wd_model *, const struct preset *);

/* Rows of the event log with the present settings. */
size_t model_log_capacity(const struct wd_model *);
/* Doubles of the memory for running with the present settings. */
size_t model_words(const struct wd_model *);
/* Take the memory for running with the present settings; clears what was there if the size changes.
 * WD_OK, or WD_ENOMEM or WD_EINTERRUPT with the model as it was. Who asks, here and below, is that
 * of the model under way, also where work is done on its spare; NULL for a clone. */
int32_t model_reserve(struct wd_model *, struct interrupt *);

/* What a polyline has besides its points: numbers for each segment, in this order. */
enum { COURSE_BULGES = 1, COURSE_FRICTION = 2 };

static inline int model_course_parts(const struct polyline *course)
{
    return (course->bulge ? COURSE_BULGES : 0) | (course->friction ? COURSE_FRICTION : 0);
}

/* How many numbers that is. */
size_t model_course_doubles(size_t points, int parts);

/* xy, from malloc(), becomes the model's: the points and behind them the parts. */
void model_take_course(struct wd_model *, double *xy, size_t points, int parts, int32_t closed);

/* A copy of a polyline, so that it may go: WD_OK, WD_ENOMEM. */
int32_t model_keep_course(struct wd_model *, const struct polyline *course);
/* Take over a polyline: WD_OK, WD_ENOMEM, WD_EINTERRUPT, or WD_EINVAL with what is wrong at point
 * *at. */
int32_t model_set_course(struct wd_model *, const struct polyline *, const char **fault,
                         size_t *at);
/* Make the kind's course in the memory for running: NULL, or what is wrong with it. */
const char *model_build_course(struct wd_model *, size_t *at, struct interrupt *);

static inline void point_copy(const struct kind *kind, struct point *to, const struct point *from)
{
    size_t words = model_reals(kind) + kind->modes + model_guard_words(kind);
    memcpy(to->y, from->y, words * sizeof *to->y); /* and what is behind them */
    to->t = from->t;
    to->h = from->h;
    to->k = from->k;
    to->ended = from->ended;
    to->changed = from->changed;
}

/* Write the error text, "<kind>: <fact>" and the time while running, and return `status`. */
int32_t model_fail(struct wd_model *, int32_t status, const char *format, ...);

/* " at 3.5 s" for such a text, or nothing if that ends with this time itself. */
const char *model_when(const struct wd_model *, double t, char when[MODEL_WHEN_SIZE]);

/* What a kind says, see struct view; core is the model. */
const char *model_say(void *core, const char *format, ...);

/* That the host has stopped the call. */
int32_t model_stopped(struct wd_model *);

/* Is there a value that the user sets, or a start value? */
int model_is_setting(const struct wd_model *, const struct var *);
/* The block and double in which a settable variable (or the start value of a state) is stored. */
double *model_setting(const struct wd_model *, const struct var *);
/* Where the present value of a variable is, an output or a state that cannot be set only while
 * running. Its bits may be those of a signalling NaN, which no function must return. */
const double *model_value(const struct wd_model *, const struct var *);

#endif
