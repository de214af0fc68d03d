/* SPDX-License-Identifier: MIT */
/* One instance of a unit: a model, its scenario, and where in its life it is. What both versions of
 * the standard ask for, without their types. */
#ifndef FMU_UNIT_H
#define FMU_UNIT_H

#include <stddef.h>
#include <stdint.h>

struct unit;

/* The numbers of both versions. */
enum { UNIT_OK, UNIT_WARNING, UNIT_DISCARD, UNIT_ERROR };

/* Types that a variable may be read and written by: a set. */
enum { UNIT_REAL = 1, UNIT_CHOICE = 2, UNIT_COUNT = 4, UNIT_BOOLEAN = 8 };

/* Who hears what goes on. `tell` knows the type of the importer's function. */
struct unit_host {
    void (*tell)(const struct unit_host *, int status, const char *category, const char *text);
    void (*logger)(void);
    void *environment;
    const char *name; /* copied */
    int events;       /* the importer handles events: event mode of FMI 3 */
    int returns;      /* a step may return early, after an event */
    int discards;     /* a step that fails is discarded, as FMI 3 has it; else it is an error */
};

/* ---- life ---- */

/* NULL if there is no scenario, the token is another one's, or there is no memory: the host hears
 * which. */
struct unit *unit_new(const struct unit_host *, const char *token);
void unit_free(struct unit *);

/* Which categories are told besides errors; none named are all. */
int unit_set_logging(struct unit *, int on, size_t count, const char *const *categories);

/* Times of the experiment; the tolerance counts if it is above 0. */
struct unit_experiment {
    double tolerance, start, stop; /* 0 and infinity: not given */
};

/* The experiment may be left out: then it is the scenario's. */
int unit_setup(struct unit *, const struct unit_experiment *);
int unit_enter_initialization(struct unit *);
int unit_exit_initialization(struct unit *);
int unit_enter_events(struct unit *);
int unit_enter_steps(struct unit *);
int unit_update_events(struct unit *);
/* Within a step, from another thread: ends the step, too. */
int unit_terminate(struct unit *);
int unit_reset(struct unit *);
/* Refuse a call that units do not have. */
int unit_refuse(struct unit *, const char *what);

/* ---- variables ---- */

int unit_get(struct unit *, int types, const uint32_t *refs, size_t n, double *out);
int unit_set(struct unit *, int types, const uint32_t *refs, size_t n, const double *in);
/* Room for as many values as unit_set() takes at once; NULL if n is more, which is told. */
double *unit_room(struct unit *, size_t n);

/* ---- steps ---- */

struct unit_news {
    int ended; /* the motion is at its end */
    int event; /* just happened at the time reached */
    int early; /* the time reached is not the one asked for */
};

/* From the time reached, which `from` is but for rounding, by h. */
int unit_step(struct unit *, double from, double h, struct unit_news *);
/* From another thread: the step under way fails and changes nothing. UNIT_ERROR if there is none.
 */
int unit_cancel(struct unit *);
/* What FMI 2 makes of a motion that has ended: UNIT_DISCARD. */
int unit_tell_end(struct unit *);
/* No time passes: outputs anew. */
int unit_eval(struct unit *, double at);
double unit_time(const struct unit *);
int unit_has_ended(const struct unit *);

/* ---- derivatives ---- */

/* Of `unknowns` (outputs and derivatives) by `knowns` (inputs and states), along the seed. */
int unit_direction(struct unit *, const uint32_t *unknowns, size_t unknown_count,
                   const uint32_t *knowns, size_t known_count, const double *seed, double *out);

/* ---- states ---- */

/* A state in the place of *state, which is one of these or NULL. */
int unit_state_get(struct unit *, void **state);
int unit_state_set(struct unit *, const void *state);
/* Of no place or no state: nothing happens. */
int unit_state_free(void **state);
int unit_state_size(struct unit *, const void *state, size_t *size);
/* Its bytes, into room for them. */
int unit_state_write(struct unit *, const void *state, void *bytes, size_t room);
/* A new state from bytes in the place of *state. */
int unit_state_read(struct unit *, const void *bytes, size_t size, void **state);

#endif
