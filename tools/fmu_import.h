/* SPDX-License-Identifier: MIT */
/* An importer for our own units with one interface for both versions of FMI. */
#ifndef WHEELDYN_TOOL_FMU_IMPORT_H
#define WHEELDYN_TOOL_FMU_IMPORT_H

#include <stdbool.h>

#include "fmu/fmi2.h"
#include "fmu/fmi3.h"
#include "fmu_pack.h"
#include "system.h"

enum { IMPORT_OK, IMPORT_WARNING, IMPORT_DISCARD, IMPORT_ERROR };

/* One instance of a loaded binary. */
struct import {
    int version;
    struct library library;
    void *instance;
    fmi2CallbackFunctions callbacks; /* FMI 2 keeps the pointer: do not move this */
    char said[512];                  /* the last message of the unit */
    char resources[4096];            /* folder of the unit's resources; "": the unit has none */
};

/* Load the binary and start an instance; an instance for model exchange is then in event mode.
 * scenario: the file of a large scenario, or NULL. If the result is false, `said` holds the
 * reason. */
bool import_open(struct import *import, int version, bool exchange, const void *binary, size_t size,
                 const struct member *scenario, const char *token, double start);
void import_close(struct import *import);

/* Make a step of length h. *ended becomes true if the motion has ended. */
int import_step(struct import *import, double from, double h, bool *ended);
int import_get(struct import *import, const uint32_t *refs, size_t n, double *out);
int import_get_choice(struct import *import, uint32_t ref, double *out);

/* ---- model exchange ---- */

/* Set the time and n states. */
int import_pose(struct import *import, double t, const double *x, size_t n);
int import_get_rates(struct import *import, double *rates, size_t n);
int import_get_indicators(struct import *import, double *indicators, size_t n);
int import_get_states(struct import *import, double *x, size_t n);
/* Update in event mode, then enter continuous-time mode. *next: time of the next known event,
 * infinity if there is none. */
int import_update(struct import *import, bool *ended, double *next);
int import_enter_events(struct import *import);

#endif
