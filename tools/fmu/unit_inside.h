/* SPDX-License-Identifier: MIT */
/* Declarations shared by the files of a unit. */
#ifndef FMU_UNIT_INSIDE_H
#define FMU_UNIT_INSIDE_H

#include <math.h>
#ifndef __STDC_NO_ATOMICS__
#include <stdatomic.h>
#endif
#include <wheeldyn/exchange.h>

#include "slot.h"
#include "tune.h"
#include "unit.h"

enum { PHASE_INSTANTIATED, PHASE_INITIALIZATION, PHASE_EVENTS, PHASE_STEPS, PHASE_TERMINATED };

/* Bits, added to those of the types of a variable: why the importer must not set the variable. */
enum { UNIT_DRIVEN = 16, UNIT_SWITCHED = 32, UNIT_TYPES = 15 };

/* State of the running step, and the request of another thread. */
enum { STEP_NONE, STEP_RUNS, STEP_CANCELLED, STEP_TERMINATED };

/* Log categories by bit; errors are always logged. */
enum { LOG_EVENTS, LOG_WARNING, LOG_DISCARD, LOG_ERROR, LOG_COUNT };

struct unit {
    struct unit_host host;
    unsigned log; /* bits of the categories that are logged */
    struct slot *slot;
    wd_model *model;
    size_t count;       /* variables of the library */
    unsigned char *use; /* for each variable its type and driver; 0: hidden from the importer */
    double *room;       /* buffer for `count` values */
    uint32_t rtol, atol, stop_at_events;

    /* Model exchange. */
    size_t states, indicators;
    uint32_t *state_at; /* for each variable 1 + its index among the states; 0: not a state */
    double *rates, *z;  /* scratch for the states and for the indicators */
    double *x;          /* states of the importer, part of a saved state */

    /* Members below are part of a saved state, besides the model. */
    int phase;
    int stale;     /* a variable was set since outputs were computed */
    int ended;     /* the motion is at its end */
    int hold;      /* the motion may stay at its end permanently */
    int tolerance; /* the importer has set solver.rtol itself */
    int stops;     /* solver.stop_at_events of the model */
    int changed;   /* model exchange: states have changed since the last update */
    size_t next;   /* number of the next switch */
    double start, stop, time;

#ifndef __STDC_NO_ATOMICS__
    atomic_int step; /* STEP_... */
#endif

    unsigned char *undo; /* buffer for a snapshot, if the model runs and has switches */
    size_t undo_size;
    wd_model *copy;        /* copy of the model for derivatives; NULL before the first derivative */
    unsigned char *copied; /* buffer for a snapshot of the model */
};

/* Send a message to the host; the format supports only %s, %u and %zu, so that locales have no
 * effect. Returns the status. */
int unit_report(const struct unit *, int status, const char *format, ...);
int unit_report_event(const struct unit *, size_t event);
/* Print a number into `text` with a decimal point in any locale. */
enum { UNIT_NUMBER = 32 };
const char *unit_number(char text[UNIT_NUMBER], double);

/* Report the model's message for a negative `status` as UNIT_ERROR or UNIT_DISCARD. */
int unit_failed(struct unit *, int status);
/* Ensure that the model runs; starts it during initialisation. */
int unit_run(struct unit *);
/* Update the outputs after variables were set. */
int unit_refresh(struct unit *);
/* Create a model of the scenario in the setup phase; NULL if memory ran out or the snapshot is from
 * another version of the library. */
wd_model *unit_model(struct unit *);
/* Request the end of the running step; false if there is none. The step ends as soon as the model
 * checks for interrupts. Then the instance is terminated (STEP_TERMINATED) or restored to the state
 * before the step (STEP_CANCELLED). */
int unit_stop_step(struct unit *, int wanted);
/* A wd_interrupt_fn: true if the running step must end. */
int32_t unit_is_stopped(void *unit);
static inline int unit_is_running(const struct unit *unit)
{
    return !isnan(wd_model_time(unit->model));
}

/* Reserve memory for undoing a step with switches, for snapshots of this size. */
int unit_reserve_undo(struct unit *, size_t size);
/* Apply all switches up to a time in order, as in a run of the scenario. */
int32_t unit_apply_switches(struct unit *, double time);
/* Apply the switches at or before the start. */
int unit_apply_first_switches(struct unit *);
/* Model exchange: unit_furnish_exchange() allocates memory, unit_begin_exchange() copies the states
 * at the end of the initialisation. Both report a failure. */
int unit_furnish_exchange(struct unit *);
int unit_begin_exchange(struct unit *);
/* True if the importer integrates the states: in model exchange after the initialisation. */
static inline int unit_has_x(const struct unit *unit)
{
    return unit->host.exchange && unit->phase >= PHASE_EVENTS;
}

/* Set variables of the model, wd_model_set(). */
static inline int32_t unit_write(struct unit *unit, const uint32_t *refs, size_t n,
                                 const double *in)
{
    return tune_model(unit->model, refs, n, in, unit->time, unit_has_x(unit) ? unit->x : NULL);
}

/* Compute the time derivative of a variable. */
int unit_derivative(struct unit *, uint32_t ref, double *out);

#endif
