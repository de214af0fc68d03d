/* SPDX-License-Identifier: MIT */
/* What the files of a unit share. */
#ifndef FMU_UNIT_INSIDE_H
#define FMU_UNIT_INSIDE_H

#include <math.h>
#ifndef __STDC_NO_ATOMICS__
#include <stdatomic.h>
#endif
#include <wheeldyn/wheeldyn.h>

#include "slot.h"
#include "unit.h"

enum { PHASE_INSTANTIATED, PHASE_INITIALIZATION, PHASE_EVENTS, PHASE_STEPS, PHASE_TERMINATED };

/* Beside the types of a variable of the library: why the importer must not set it. */
enum { UNIT_DRIVEN = 16, UNIT_SWITCHED = 32, UNIT_TYPES = 15 };

/* The step under way, if there is one, and what another thread wants of it: from here to there. */
enum { STEP_NONE, STEP_RUNS, STEP_CANCELLED, STEP_TERMINATED };

/* Categories of what is told, by bit; errors are told always. */
enum { LOG_EVENTS, LOG_WARNING, LOG_DISCARD, LOG_ERROR, LOG_COUNT };

struct unit {
    struct unit_host host;
    unsigned log; /* set of categories */
    struct slot *slot;
    wd_model *model;
    size_t count;       /* variables of the library */
    unsigned char *use; /* of each: its type, and who drives it; 0: the importer knows none such */
    double *room;       /* for `count` values */
    uint32_t rtol, stop_at_events;

    /* What a state holds beside the model. */
    int phase;
    int stale;     /* something was set since outputs were computed */
    int ended;     /* the motion is at its end */
    int hold;      /* and may stand there for ever */
    int tolerance; /* the importer has set solver.rtol itself */
    int stops;     /* solver.stop_at_events of the model */
    size_t next;   /* switch */
    double start, stop, time;

#ifndef __STDC_NO_ATOMICS__
    atomic_int step; /* STEP_... */
#endif

    unsigned char *undo; /* room for a snapshot, while the model runs and there are switches */
    size_t undo_size;
    wd_model *copy; /* on which derivatives are tried, and its snapshot; NULL before the first */
    unsigned char *copied;
};

/* Tell the host; the format knows %s, %u and %zu alone, so that no locale gets between. Gives the
 * status. */
int unit_say(const struct unit *, int status, const char *format, ...);
int unit_say_event(const struct unit *, size_t event);
/* A number in `text`, with a decimal point whatever the locale. */
enum { UNIT_NUMBER = 32 };
const char *unit_number(char text[UNIT_NUMBER], double);

/* What the model said of a call that gave `status`, negative, as UNIT_ERROR or UNIT_DISCARD. */
int unit_failed(struct unit *, int status);
/* The model runs, or begins to during initialisation. */
int unit_run(struct unit *);
/* Outputs are those of what was set. */
int unit_refresh(struct unit *);
/* A new model, set up as the scenario has it; NULL: no memory, or no snapshot of this library. */
wd_model *unit_model(struct unit *);
/* True if a step is under way. It is to end as soon as the model asks; then the instance is
 * terminated if `wanted` is STEP_TERMINATED, or as it was before the step if STEP_CANCELLED. */
int unit_stop_step(struct unit *, int wanted);
/* A wd_interrupt_fn: is the step under way to end? */
int32_t unit_is_stopped(void *unit);
static inline int unit_is_running(const struct unit *unit)
{
    return !isnan(wd_model_time(unit->model));
}

/* Room for undoing a step with switches in it, when snapshots have this size. */
int unit_reserve_undo(struct unit *, size_t size);
/* Switches at or before the start. */
int unit_throw_first(struct unit *);
/* A derivative of a variable. */
int unit_derivative(struct unit *, uint32_t ref, double *out);

#endif
