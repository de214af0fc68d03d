/* SPDX-License-Identifier: MIT */
/* Model: the settings that the user makes, and the memory in which it runs. */
#ifndef CORE_MODEL_H
#define CORE_MODEL_H

#include "core/implicit_room.h"
#include "core/linear_room.h"
#include "core/log.h"
#include "core/room.h"
#include "core/shape.h"
#include "core/signal.h"
#include "core/smooth.h"
#include "core/table.h"
#include "num/host.h"
#include "num/interrupt.h"
#include "num/ode.h"
#include "num/radau.h"

#include <stdatomic.h>
#include <string.h>
#include <wheeldyn/constrained.h>

#define MODEL_ERROR_SIZE 256
#define MODEL_WHEN_SIZE 32

/* Adaptive step in which the present point lies, see core/whole.h. */
struct whole {
    double began, span;  /* end of the last call that reached its target; length of that call,
                            infinity if there is none */
    double low;          /* greatest length for which a step of low order is tried */
    int64_t open;        /* 1: there is such a step; 0: the fields below have no meaning */
    int64_t due;         /* 1: guards trigger at the end of the step */
    double from, h, to;  /* start, length and end time of the step */
    double next;         /* proposed length of the step after this one */
    double *y;           /* contents of point.y at the start of the step */
    uint64_t *armed;     /* contents of point.armed at the end of the step */
    uint64_t *triggered; /* bit set of guards that trigger at the end of the step */
    size_t doubles;      /* number of doubles in y; 0: no step of this model ends after the call */
};

/* Complete state of a motion between two steps. Roll-back, snapshot and clone copy this and nothing
 * else. */
struct point {
    double t, h;     /* time; proposed length of the next adaptive step, by the user's method */
    int64_t k;       /* fixed steps: the last grid time passed is t0 + k h */
    int64_t ended;   /* 1: a terminal event has happened */
    int64_t changed; /* 1: a tunable or an input was set, or a knot was reached, since the motion
                        last advanced */
    double *y;       /* states, work of the inputs, energy lost, extras */
    int64_t *mode;
    uint64_t *armed; /* bit set of guards that may trigger: those that were above zero at some time
                        since the last jump; all guards before the first jump */
    double *past;    /* data that an implicit step keeps for the next one, see num/radau.h */
    size_t past_doubles; /* 0: no step of this model is implicit */
    struct whole whole;
};

/* Bit set of results of a call that the model computes when they are read. */
enum {
    DUE_STATES = 1,  /* the states are not yet projected onto the constraints */
    DUE_OUTPUTS = 2, /* the outputs at the present point are not computed yet */
    DUE_ALL = DUE_STATES | DUE_OUTPUTS,
    DUE_TAKEN = 4 /* a thread computes results that are due */
};

/* Values of the guards at one time, and their rates of change; NaN: rate unknown. */
struct guards {
    double *value, *rate;
};

/* User functions other than inputs. */
struct user_functions {
    wd_equations_fn equations;
    wd_energy_fn energy;
    wd_constraints_fn constraints;
    void *equations_user, *energy_user, *constraints_user;
};

/* Energy balance of a fixed step whose end is the present point. */
struct balance {
    int open;
    double h; /* length of the step */
    struct energy before;
    double work, dissipated; /* values at the start of the step */
};

struct wd_model {
    struct shape *shape;
    const struct kind *kind; /* shape_kind() with or without a terrain */
    uint64_t hash;           /* hash of the kind's variable table */
    char error[MODEL_ERROR_SIZE];
    char said[MODEL_ERROR_SIZE]; /* text formatted by the kind with model_say() */
    int running;
    int busy, freed; /* a call is under way; the model is freed when that call ends */
    struct host host;
    int driven;    /* number of inputs with a signal; set by flow_open() */
    int furnished; /* 1: memory and course match the present settings */
    int opened;    /* 1: data shared by calls match the present settings: loop_advance() */
    int entered;   /* 1: the modes are up to date for the present point (kind->enter()) and `guard`
                      has its guards: exchange_update() */
    int quiet;     /* 1: calls that move the model do not compute its outputs */
    int defers;    /* 1: the call under way may leave results due, see core/loop.h */
    int left;      /* results that the call under way leaves due */
    int mute;      /* 1: failures write no error text */
    int uses_advance;  /* 1: the kind's advance() moves the model with these settings */
    double steps_left; /* remaining steps of solver.max_steps in the call under way */
    double instant;    /* time of the first of the jumps that are counted, see MOST_JUMPS */
    size_t jumps;      /* number of jumps within KIND_INSTANT after that time */
    struct interrupt interrupt;
    size_t step_work; /* work units of one step with the present settings, see num/interrupt.h */

    /* Settings: one block of doubles by role, and a signal for each input. */
    double *settings;
    double *param, *input, *start, *solver; /* start: values of the states, or of init.* */
    struct signal *signals;
    struct polyline course;
    double *course_xy;     /* points, then the optional arrays, see COURSE_BULGES ... */
    struct smooth *smooth; /* surface of the course; NULL if it has none */
    struct user_functions user;
    uint64_t marked; /* bit set of the user functions that the last snapshot read requires */

    /* Memory for running: carved from `memory` by model_reserve(). */
    void *memory;
    size_t memory_words;
    double t0;
    struct point now;
    double *output, *input_now; /* values from the last call that computed outputs */
    atomic_int due;             /* bit set of results that are not computed yet, see core/loop.h */
    int32_t output_status;      /* WD_OK, or why due outputs could not be computed: they are NaN */
    double *stat;               /* common counters, then the kind's counters */
    double *course_memory;
    struct log log; /* its array `overwritten` is in the room, not in `memory` */
    int member;     /* 1: a member of a batch */

    /* Data of the step held, now.whole: in `memory` for a member, because other members use the
     * room between its calls, else in the room. */
    double *whole_end;    /* state at the end of the step */
    double *whole_stages; /* stages, see ode_keep_dense() */
    int whole_known;      /* 1: both are those of now.whole */

    /* Scratch data, which are not part of the motion: arrays carved from the room, and structs that
     * point to them. `opened` is 0 if another model has used the room since the last call. */
    struct room *room;
    const double *laid_out; /* memory of the room in which the arrays are; NULL: none yet */
    struct point undo;
    double *output_next;             /* buffer for the outputs of the call */
    double *next, *error_estimate;   /* state after a trial step and its error */
    double tried;                    /* length of the last trial step */
    int beyond;                      /* 1: the energies count in the error of the step under way */
    struct guards guard, guard_next; /* guards at the start and the end of a step */
    int settled; /* 1: the modes are up to date for the next step of the call under way, `guard` has
                    its guards, and none of them is due */
    struct energy energy; /* energy of now.y; valid if energy_known */
    int energy_known;
    struct balance balance; /* balance of the last fixed step */
    uint64_t *triggered;    /* bit set of guards that the next jump handles */
    double *input_at;       /* inputs at the time of the present evaluation */
    struct linear_room linear;
    double *stages, *implicit_memory;
    struct view view;
    const double *rate;   /* result of the last right-hand side evaluation */
    const char *why;      /* reason given by the kind in the present evaluation, or NULL */
    struct misfit misfit; /* residual that belongs to `why` */

    /* Second model of the same shape into which a snapshot is read before it replaces this one. The
     * spare exists as soon as the model runs, so that loading a snapshot allocates nothing, and it
     * uses the room of this model. */
    struct wd_model *spare;
    int implicit; /* 1: the step under way is made by the implicit method */
    struct ode ode;
    struct radau *radau;
    struct motion motion; /* used by event-driven kinds only */
};

size_t model_settings(const struct kind *); /* number of doubles in the settings block */
size_t model_stats(const struct kind *);

/* Number of start values: init.* of kinds that have them, else the states. */
static inline size_t model_starts(const struct kind *kind)
{
    return kind->inits > 0 ? kind->inits : kind->states;
}

/* Number of doubles in point.y. */
static inline size_t model_reals(const struct kind *kind)
{
    return kind->states + KIND_ENERGIES + kind->extras;
}

/* Number of 64-bit words in a bit set of guards; at least one. */
static inline size_t model_guard_words(const struct kind *kind)
{
    return kind->guards / 64 + 1;
}

static inline const struct common_solver *model_solver(const struct wd_model *model)
{
    return (const struct common_solver *)model->solver;
}

/* Create a model with default settings; NULL: out of memory. */
struct wd_model *model_new(const struct kind *);
/* Create a model of this shape and take ownership of the shape, also on failure; returns NULL for
 * NULL. */
struct wd_model *model_of(struct shape *);
struct wd_model *model_copy(const struct wd_model *);
/* A member of a batch is a running model without a spare; it computes in a room that is given to it
 * for a call. model_copy_member(): make a member of this shape from a running model whose shape has
 * the same parts; NULL: out of memory. model_overwrite_member(): turn an existing member into a
 * copy of a running model, in the memory that the member has; returns 0, with the member unchanged,
 * if the sizes differ. The room must fit. */
struct wd_model *model_copy_member(const struct wd_model *, struct shape *, struct room *);
int model_overwrite_member(struct wd_model *, const struct wd_model *, struct room *);
/* Copy the settings of the second model to the first one, which must be set up with the same parts
 * and a course of the same size; 0: out of memory. */
int model_copy_settings(struct wd_model *, const struct wd_model *);
void model_free(struct wd_model *);
/* Make sure that there is a spare that fits the shape and the present settings: WD_OK, or WD_ENOMEM
 * or WD_EINTERRUPT with the spare unchanged. */
int32_t model_fit_spare(struct wd_model *, struct interrupt *);
void model_drop_spare(struct wd_model *);
/* Drop the room, before the parts of the shape change. */
void model_drop_room(struct wd_model *);
/* Exchange the contents of a model and another one, or its spare. Data of the handle and of the
 * call under way stay with `model`. */
void model_swap(struct wd_model *, struct wd_model *other);
void model_swap_spare(struct wd_model *);
/* Add a part that shape_judge() accepts: WD_OK, or WD_ENOMEM with the model unchanged. */
int32_t model_add_part(struct wd_model *, const struct part_type *, const char *name,
                       const struct part *const *on, size_t n);
/* Remove the part added last; there must be one. WD_OK, or WD_ENOMEM with the model unchanged. */
int32_t model_remove_part(struct wd_model *);
/* Set the defaults, then the values and signals of a preset of the kind: WD_OK, or WD_ENOMEM with
 * the model unchanged. */
int32_t model_load_preset(struct wd_model *, const struct preset *);

/* Number of rows of the event log with the present settings. */
size_t model_log_capacity(const struct wd_model *);
/* Number of doubles of the memory for running, of that of a member made from the model, and needs
 * of the room, with the present settings. */
size_t model_words(const struct wd_model *);
size_t model_member_words(const struct wd_model *);
struct room_needs model_room_needs(const struct wd_model *);
/* Allocate the memory for running and the room with the present settings; the content of memory
 * whose size changes is lost. The room is the present one, that of the spare, one that another
 * model of the shape has left, or a new one. WD_OK, or WD_ENOMEM or WD_EINTERRUPT with the model
 * unchanged. `interrupt`, here and in model_build_course(), belongs to the model that the user
 * called, even if this model is the spare of the called one; `interrupt` is NULL for a clone. */
int32_t model_reserve(struct wd_model *, struct interrupt *);
/* The two halves of model_reserve(). model_reserve_kept() allocates only the memory for running; it
 * suffices for a model that computes in rooms of others. model_use_room() makes the model use a
 * room, which must fit. */
int32_t model_reserve_kept(struct wd_model *, struct interrupt *);
void model_use_room(struct wd_model *, struct room *);

/* Let the next call prepare the computation again, and compute the step held again, if one is. */
static inline void model_close(struct wd_model *model)
{
    model->opened = 0;
    model->whole_known = 0;
}

/* Optional arrays of a polyline, stored in this order after the points: one number for each
 * segment, or the times. */
enum {
    COURSE_BULGES = 1,
    COURSE_FRICTION = 2,
    COURSE_RESTITUTION = 4,
    COURSE_SEGMENTS = COURSE_BULGES | COURSE_FRICTION | COURSE_RESTITUTION,
    COURSE_TIMES = 8
};

static inline int model_course_parts(const struct polyline *course)
{
    return (course->bulge ? COURSE_BULGES : 0) | (course->friction ? COURSE_FRICTION : 0) |
           (course->restitution ? COURSE_RESTITUTION : 0) | (course->time ? COURSE_TIMES : 0);
}

/* Number of doubles of a polyline with these arrays. */
size_t model_course_doubles(size_t points, int parts, int32_t closed);

static inline size_t model_course_size(const struct polyline *course)
{
    return model_course_doubles(course->points, model_course_parts(course), course->closed);
}

/* Take ownership of xy, from malloc(): the points and after them the optional arrays. The model
 * then has no surface. */
void model_take_course(struct wd_model *, double *xy, size_t points, int parts, int32_t closed);

/* Replace the course by a surface and take ownership of the surface; NULL: leave the model without
 * a course. */
void model_take_smooth(struct wd_model *, struct smooth *);

/* Fail with WD_EINVAL and a text that says what is wrong at point `at` of the course (SIZE_MAX: at
 * no single point). */
int32_t model_fail_course(struct wd_model *, const char *fault, size_t at);
/* Store a copy of a polyline without a surface: WD_OK, WD_ENOMEM. */
int32_t model_keep_course(struct wd_model *, const struct polyline *course);
/* Check a polyline and store a copy: WD_OK, WD_ENOMEM, WD_EINTERRUPT, or WD_EINVAL; *fault then
 * says what is wrong at point *at. */
int32_t model_set_course(struct wd_model *, const struct polyline *, const char **fault,
                         size_t *at);
/* Implementation of view->surface; core is the model. */
int32_t model_surface(double x, double y, double *value, void *core);
/* Compute the values of the ground at a place: WD_OK, WD_EINPUT, WD_EDOMAIN or WD_ENOMEM. If this
 * calls a user's function, the model is not read after that call. */
int32_t model_ground_at(const struct wd_model *, double x, double y, double *value);
/* Build the kind's course in the memory for running. Returns NULL, or a text that says what is
 * wrong with the course. */
const char *model_build_course(struct wd_model *, size_t *at, struct interrupt *);

static inline void whole_copy(const struct kind *kind, struct whole *to, const struct whole *from)
{
    to->began = from->began;
    to->span = from->span;
    to->low = from->low;
    to->open = from->open;
    if (!from->open)
        return;
    size_t words = from->doubles + 2 * model_guard_words(kind);
    memcpy(to->y, from->y,
           words * sizeof *to->y); /* also copies armed and triggered, which follow y in memory */
    to->due = from->due;
    to->from = from->from;
    to->h = from->h;
    to->to = from->to;
    to->next = from->next;
}

static inline void point_copy(const struct kind *kind, struct point *to, const struct point *from)
{
    size_t words = model_reals(kind) + kind->modes + model_guard_words(kind);
    memcpy(to->y, from->y,
           words * sizeof *to->y); /* also copies mode and armed, which follow y in memory */
    to->t = from->t;
    to->h = from->h;
    to->k = from->k;
    to->ended = from->ended;
    to->changed = from->changed;
    if (from->past_doubles > 0)
        radau_past_copy(to->past, from->past, from->past_doubles);
    whole_copy(kind, &to->whole, &from->whole);
}

/* Write the error text, "<kind>: <fact>" and the time while running, and return `status`. */
int32_t model_fail(struct wd_model *, int32_t status, const char *format, ...);

/* Write the time for a text of model_fail() to `when`, as in " at 3.5 s", and return it. The text
 * is empty if t is the present time of a running model, which model_fail() appends itself. */
const char *model_when(const struct wd_model *, double t, char when[MODEL_WHEN_SIZE]);

/* Implementation of view->say; core is the model. */
const char *model_say(void *core, const char *format, ...);

/* Write the error text of a call stopped by the host; returns WD_EINTERRUPT. */
int32_t model_stopped(struct wd_model *);

/* True if the user has given a terrain: a polyline or a surface. */
static inline int model_has_terrain(const struct wd_model *model)
{
    return model->kind->course == COURSE_TERRAIN &&
           (model->course.points > 0 || model->course.surface);
}

/* True if the variable has a stored setting or start value that the user may set. */
int model_is_setting(const struct wd_model *, const struct var *);
/* Address of the setting (or of the start value of a state). */
double *model_setting(const struct wd_model *, const struct var *);
/* Address of the present value. Outputs, and states that cannot be set, have a value only while
 * running. The bits may be those of a signalling NaN, so the value is not returned by a
 * function. */
const double *model_value(const struct wd_model *, const struct var *);

#endif
