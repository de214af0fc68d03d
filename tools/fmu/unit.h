/* SPDX-License-Identifier: MIT */
/* One instance of an FMU: a model, its scenario, and its phase. These functions serve both versions
 * of the standard, FMI 2 and FMI 3, but use the types of neither. */
#ifndef FMU_UNIT_H
#define FMU_UNIT_H

#include <stddef.h>
#include <stdint.h>

struct unit;

/* Statuses, with the same numbers as in both versions of FMI. */
enum { UNIT_OK, UNIT_WARNING, UNIT_DISCARD, UNIT_ERROR };

/* Bits of the types as which a variable may be read and written. */
enum { UNIT_REAL = 1, UNIT_CHOICE = 2, UNIT_COUNT = 4, UNIT_BOOLEAN = 8 };

/* The importer: the receiver of messages, and the options of an instance. `log_message` calls the
 * importer's function `logger` with its proper type. */
struct unit_host {
    void (*log_message)(const struct unit_host *, int status, const char *category,
                        const char *text);
    void (*logger)(void);
    void *environment;
    const char *name; /* copied */
    int events;       /* the importer handles events: event mode of FMI 3 */
    int returns;      /* a step may return early, after an event */
    int exchange;     /* model exchange: the importer integrates */
    int discards;     /* 1: a failing step is discarded, as in FMI 3; 0: it is an error */
};

/* ---- life ---- */

/* Create an instance. resources: path or URI of the folder of the unit's resources, or NULL. NULL
 * if there is no scenario, the token is wrong, or memory ran out; the reason is sent to the host.
 */
struct unit *unit_new(const struct unit_host *, const char *token, const char *resources);
void unit_free(struct unit *);

/* Choose the categories to log in addition to errors; with count = 0 all categories. */
int unit_set_logging(struct unit *, int on, size_t count, const char *const *categories);

/* Tolerance and times of the experiment. tolerance 0: the importer has not given one. */
struct unit_experiment {
    double tolerance, start, stop; /* stop: infinity if not given */
};

/* Set up the experiment; call it before the initialisation. */
int unit_setup(struct unit *, const struct unit_experiment *);
int unit_enter_initialization(struct unit *);
int unit_exit_initialization(struct unit *);
int unit_enter_events(struct unit *);
int unit_enter_steps(struct unit *);
int unit_update_events(struct unit *);
/* Terminate the instance. Another thread may call this during a step; this ends the step. */
int unit_terminate(struct unit *);
int unit_reset(struct unit *);
/* Refuse an unsupported call. */
int unit_refuse(struct unit *, const char *what);

/* ---- variables ---- */

int unit_get(struct unit *, int types, const uint32_t *refs, size_t n, double *out);
int unit_set(struct unit *, int types, const uint32_t *refs, size_t n, const double *in);
/* Return a buffer for n values for unit_set(); NULL, with a message, if n is larger than the number
 * of variables. */
double *unit_room(struct unit *, size_t n);

/* ---- steps ---- */

struct unit_outcome {
    int ended; /* the motion is at its end */
    int event; /* an event happened at the time reached */
    int early; /* the time reached is before the requested one */
};

/* Make a step of length h from the time `from`, which must equal the time reached to rounding. */
int unit_step(struct unit *, double from, double h, struct unit_outcome *);
/* Cancel the running step from another thread: the step fails and changes nothing. UNIT_ERROR if no
 * step is running. */
int unit_cancel(struct unit *);
/* Report that the motion has ended, as FMI 2 requires it: returns UNIT_DISCARD. */
int unit_report_end(struct unit *);
/* Compute the outputs at the time `at`, which must be the time reached, without a step. */
int unit_eval(struct unit *, double at);
double unit_time(const struct unit *);
int unit_has_ended(const struct unit *);

/* ---- model exchange ---- */

int unit_is_exchange(const struct unit *);
int unit_count_states(struct unit *, size_t *n);
int unit_count_indicators(struct unit *, size_t *n);
/* Set the time and the states; read the present states. */
int unit_set_time(struct unit *, double time);
int unit_set_states(struct unit *, const double *x, size_t n);
int unit_get_states(struct unit *, double *x, size_t n);
int unit_get_nominals(struct unit *, double *nominals, size_t n);
/* Compute the derivatives of the states, and the event indicators. */
int unit_get_rates(struct unit *, double *rates, size_t n);
int unit_get_indicators(struct unit *, double *indicators, size_t n);
/* Complete a step of the importer. *events becomes 1 if the importer must enter event mode. */
int unit_complete_step(struct unit *, int *events, int *ended);

struct unit_changes {
    int ended;    /* the motion is at its end */
    int values;   /* the states or their rates have jumped */
    int has_next; /* `next` is the time of the next event that is known */
    double next;
};

/* Handle the events at the present time, in event mode. */
int unit_update(struct unit *, struct unit_changes *);

/* ---- derivatives ---- */

/* Directional derivatives of `unknowns` (outputs and derivatives) by `knowns` (inputs and states)
 * along the seed. */
int unit_direction(struct unit *, const uint32_t *unknowns, size_t unknown_count,
                   const uint32_t *knowns, size_t known_count, const double *seed, double *out);

/* ---- states ---- */

/* Save the state in *state, which must be NULL or an earlier state, whose memory is used again. */
int unit_state_get(struct unit *, void **state);
int unit_state_set(struct unit *, const void *state);
/* Free a state; NULL arguments are ignored. */
int unit_state_free(void **state);
int unit_state_size(struct unit *, const void *state, size_t *size);
/* Write the bytes of a state into a buffer. */
int unit_state_write(struct unit *, const void *state, void *bytes, size_t room);
/* Read a state from bytes into *state. */
int unit_state_read(struct unit *, const void *bytes, size_t size, void **state);

#endif
