/* SPDX-License-Identifier: MIT */
/* An FMU under construction: a model, and its variables as the importer sees them. */
#ifndef WHEELDYN_TOOL_FMU_UNIT_H
#define WHEELDYN_TOOL_FMU_UNIT_H

#include <stdbool.h>
#include <wheeldyn/wheeldyn.h>

#include "fmu/slot.h"
#include "problem.h"

enum { LONGEST_IDENTIFIER = 63 };

/* Input for making a unit. */
struct unit_plan {
    wd_model *model;    /* must be set up; unit_make() starts it */
    const char *name;   /* the model identifier */
    const char *source; /* the text of the scenario, for people; NULL: none */
    const char *date;   /* date of export in the format of XML; NULL: none */
    int version;        /* version of FMI: 2 or 3 */
    bool exchange;      /* true: for model exchange, else for co-simulation */
    double start, end, step;
    const uint32_t *recorded, *freed; /* refs: variables to record, inputs left to the importer */
    size_t recorded_count, freed_count;
    const struct slot_switch *switches; /* without switches of freed inputs */
    size_t switch_count;
};

/* A variable as FMI sees it. */
struct unit_variable {
    const char *name, *unit, *text; /* unit NULL: none */
    uint32_t reference;
    enum { UNIT_REAL, UNIT_CHOICE, UNIT_EVENT_TYPE, UNIT_COUNT, UNIT_FLAG } type;
    const char *causality, *variability, *initial; /* initial NULL: none */
    bool starts;                 /* true: the variable has the start value `start` */
    double start, lo, hi;        /* +-DBL_MAX: no bound */
    bool by_inputs;              /* an output that depends on inputs directly */
    bool by_states;              /* an output that depends on states with rates */
    bool has_rate;               /* another variable is its derivative */
    size_t derivative;           /* index of the state whose derivative it is; SIZE_MAX: none */
    char own[128], own_unit[32]; /* storage for name and unit */
};

struct unit {
    struct unit_plan plan;
    char token[SLOT_TOKEN];
    struct unit_variable *variables;
    size_t count;
    uint32_t *driven; /* inputs that the scenario drives */
    size_t driven_count;
    void *snapshot;
    size_t snapshot_size;
    double tolerance, fixed_step;
    size_t derivatives; /* number of derivatives of states */
    size_t indicators;  /* number of event indicators, for model exchange */
};

/* Make a unit from its plan. TOOL_MODEL if the model cannot start. */
int unit_make(struct unit *unit, const struct unit_plan *plan, struct problem *problem);
void unit_free(struct unit *unit);

/* Name of a choice of a variable, or of an event type; NULL past the last. */
const char *unit_choice(const struct unit *unit, const struct unit_variable *variable, size_t i);

/* Return the bytes for a slot, which the caller must free. */
unsigned char *unit_slot(const struct unit *unit, size_t *size);

#endif
