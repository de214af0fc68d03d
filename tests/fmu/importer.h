/* SPDX-License-Identifier: MIT */
/* An importer for tests: loads the binary of a unit, whose slot (tools/fmu/slot.h) has a scenario,
 * and offers one set of calls for FMI 2 and 3. The functions of the standard are declared here
 * independently of the unit's headers, so that a wrong declaration there makes tests fail. */
#ifndef IMPORTER_H
#define IMPORTER_H

#include <stddef.h>
#include <stdint.h>
#include <wheeldyn/wheeldyn.h>

#include "../../tools/fmu/slot.h"

#define TOKEN "{01234567-89ab-cdef-0123-456789abcdef}"

enum { OK, WARNING, DISCARD, ERROR };

/* A unit loaded from a file. */
struct unit {
    int version;
    void *library;
    const char *resources; /* of unit_write(), or anything else that the importer passes */
};

/* Write a binary with this scenario to `path`, and the file of a large scenario to the folder of
 * the path; returns 0, or nonzero after a failure, which is printed. */
int unit_write(const char *path, const wd_model *model, double start,
               const struct slot_switch *switches, size_t switch_count);
/* Write a binary for model exchange. */
int unit_write_exchange(const char *path, const wd_model *model, double start,
                        const struct slot_switch *switches, size_t switch_count);
/* Write the slot as the C source that a unit with sources contains. */
int unit_write_data(const char *path, const wd_model *model, double start);
/* Load the binary. */
int unit_open(struct unit *, const char *path, int version);
void unit_close(struct unit *);
void *unit_function(const struct unit *, const char *name);

/* One instance, and its last message. */
struct instance {
    const struct unit *unit;
    void *component;
    int said; /* number of messages */
    int status;
    char category[64], text[1024];
    void *callbacks[5]; /* callbacks of FMI 2; the unit keeps the pointer */
};

/* Outputs of a step. */
struct step_result {
    int event, ended, early; /* flags of FMI 3: event needed, simulation terminated, early return */
    double last;             /* time reached */
};

/* Flags of an instance: it sends messages, it uses event mode, its steps may return early (FMI 3),
 * it is for model exchange. */
enum { LOGGING = 1, EVENTS = 2, EARLY = 4, EXCHANGE = 8 };

int instantiate(struct instance *, const struct unit *, const char *token, int flags);
int instantiate_as(struct instance *, const struct unit *, const char *name, const char *token,
                   int flags);
void release(struct instance *);
/* Switch the messages of a category on or off. */
int set_logging(struct instance *, int on, const char *category);
/* Make all calls up to the end of initialisation. */
int set_up(struct instance *, double tolerance, double start, double stop);
int enter(struct instance *);
int leave(struct instance *);
int step(struct instance *, double from, double h, struct step_result *);
int terminate(struct instance *);
/* Functions of FMI 2 only. */
int cancel_step(struct instance *);
int reset(struct instance *);
int get(struct instance *, const uint32_t *refs, size_t n, double *out);
int set(struct instance *, const uint32_t *refs, size_t n, const double *in);
/* Get or set an integer: a choice, or the type or number of events. */
int get_whole(struct instance *, uint32_t ref, int64_t *out);
int set_whole(struct instance *, uint32_t ref, int64_t in);
int set_flag(struct instance *, uint32_t ref, int in);
int get_state(struct instance *, void **state);
int set_state(struct instance *, void *state);
int free_state(struct instance *, void **state);
size_t state_size(struct instance *, void *state);
int write_state(struct instance *, void *state, void *bytes, size_t size);
int read_state(struct instance *, const void *bytes, size_t size, void **state);
int direction(struct instance *, const uint32_t *unknowns, size_t n, const uint32_t *knowns,
              size_t m, const double *seed, double *out);
/* Model exchange (importer_exchange.c). */
struct changes {
    int more, ended, nominals, values, has_next;
    double next;
};
int set_time(struct instance *, double t);
int set_states(struct instance *, const double *x, size_t n);
int get_states(struct instance *, double *x, size_t n);
int get_rates(struct instance *, double *rates, size_t n);
int get_indicators(struct instance *, double *indicators, size_t n);
int get_nominals(struct instance *, double *nominals, size_t n);
int complete_step(struct instance *, int *events, int *ended);
int enter_events(struct instance *);
int enter_continuous(struct instance *);
int update_states(struct instance *, struct changes *);

int enter_steps(struct instance *);     /* step mode of FMI 3 */
int events_and_back(struct instance *); /* enter event mode, then step mode again; FMI 3 */

#endif
