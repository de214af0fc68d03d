/* SPDX-License-Identifier: MIT */
/* Handle of <wheeldyn/batch.h>, and begin and end of the calls with it. */
#ifndef API_BATCH_H
#define API_BATCH_H

#include "core/model.h"
#include "core/workers.h"

#include <stdatomic.h>
#include <wheeldyn/batch.h>

/* Memory in which a thread computes, and its share in polling. */
struct seat {
    struct wd_batch *batch;
    size_t number; /* 0: the calling thread */
    struct room *room;
    struct interrupt interrupt; /* its `left` is handed from member to member */
    struct wd_model *vessel;    /* model in which members are started, or NULL */
};

struct wd_batch {
    size_t count;
    struct wd_model **member;
    struct wd_model *start; /* state that wd_batch_restart() restores */
    int32_t *status;        /* statuses of the members in the last call */
    struct workers *workers;
    struct seat *seat; /* one for each thread */
    char error[MODEL_ERROR_SIZE];
    atomic_int busy, freed; /* a call is under way; the batch is freed when that call ends */
    atomic_int stopped;     /* members must not continue */
    int quiet;              /* 1: steps do not compute outputs */
    wd_interrupt_fn fn;
    void *user;
    /* arguments of the call under way */
    const double *t;
    const uint8_t *mask;
    double t0;
    const uint32_t *refs;
    size_t n;
    const double *values;
};

static inline int batch_chooses(const uint8_t *mask, size_t i)
{
    return !mask || mask[i] != 0;
}

/* True if calls on a const batch may read the members now. */
static inline int batch_is_idle(const struct wd_batch *batch)
{
    return !atomic_load(&batch->busy);
}

/* Write the error text and return `status`. */
int32_t batch_fail(struct wd_batch *, int32_t status, const char *format, ...);

/* Make member i a copy of a model of the same shape: WD_OK or WD_ENOMEM. The room must fit. */
int32_t batch_replace(struct wd_batch *, size_t i, const struct wd_model *, struct room *);

/* batch_enter(): begin a call. Returns WD_EINVAL for NULL and WD_ESTATE inside a user's function;
 * then batch_leave() must not be called. batch_leave(): end a call. Returns `status`, or WD_ESTATE
 * if a user's function has asked to free the batch, which no longer exists then. */
int32_t batch_enter(struct wd_batch *);
int32_t batch_leave(struct wd_batch *, int32_t status);

#endif
