/* SPDX-License-Identifier: MIT */
/* A unit for model exchange and a model of the library, integrated side by side in the same steps.
 */
#ifndef WHEELDYN_TOOL_FMU_EXCHANGE_H
#define WHEELDYN_TOOL_FMU_EXCHANGE_H

#include <wheeldyn/exchange.h>

#include "fmu/slot.h"
#include "fmu_import.h"

struct exchange {
    wd_model *model;
    struct import *unit;
    const struct slot *slot;
    size_t states, indicators, next; /* next: number of the next switch */
    double t, *x;   /* time and states of both; room for stages of a step follows the states */
    double *memory; /* room for values of the model and of the unit that are compared */
    bool ended;
    const char *fault; /* what differs or is refused; NULL: all values are equal so far */
};

/* Begin with a running model and an instance in event mode. TOOL_OK, or TOOL_MODEL with a fault, as
 * for exchange_step(). Call exchange_end() in any case. */
int exchange_begin(struct exchange *exchange, wd_model *model, struct import *unit,
                   const struct slot *slot);
/* Integrate to a time, or to the end of the motion, by classical Runge-Kutta steps: derivatives,
 * indicators and updates must have the same bits. */
int exchange_step(struct exchange *exchange, double to);
void exchange_end(struct exchange *exchange);

#endif
