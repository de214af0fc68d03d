/* SPDX-License-Identifier: MIT */
/* Implementation of <wheeldyn/batch.h>: calls that set, step and start the members, and polling. */
#include "api/batch.h"
#include "api/check.h"
#include "api/variable.h"

#include <math.h>
#include <string.h>

/* Number of members that a thread takes at once: at most CHUNK_MOST, and few enough that each
 * thread takes members about CHUNKS_PER_THREAD times. The number affects no result. */
enum { CHUNK_MOST = 64, CHUNKS_PER_THREAD = 8 };

/* Work of a call on one member besides its steps, in the units of num/interrupt.h. Estimated. */
enum { MEMBER_WORK = 500 };

static int any_tunable(const struct wd_model *model, const uint32_t *refs, size_t n)
{
    int any = 0;
    for (size_t i = 0; i < n; i++)
        any |= table_row(model->kind, refs[i])->role == WD_TUNABLE;
    return any;
}

/* Write values of a member, tunables among them. These may do work, which is computed in a room and
 * may call functions of the user. */
static void tune_member(struct wd_batch *batch, struct wd_model *member, const uint32_t *refs,
                        size_t n, const double *values, struct host *host)
{
    model_use_room(member, batch->seat[0].room);
    member->host = *host;
    variable_write(member, refs, n, values);
    *host = member->host; /* a function of the user may have changed it */
    member->room = NULL;
}

static int32_t set(struct wd_batch *batch, const uint32_t *refs, size_t n, const double *values,
                   const uint8_t *mask, struct host *host)
{
    struct wd_model *first = batch->member[0];
    if (!refs && n > 0)
        return batch_fail(batch, WD_EINVAL, "refs is NULL with n = %z", n);
    if (!values && n > 0)
        return batch_fail(batch, WD_EINVAL, "the array of values is NULL");
    int32_t status = variable_check_roles(first, refs, n);
    if (status != WD_OK)
        return batch_fail(batch, status, "%s", first->error);
    for (size_t i = 0; i < batch->count; i++) {
        struct wd_model *member = batch->member[i];
        status =
            batch_chooses(mask, i) ? variable_check_values(member, refs, n, values + i * n) : WD_OK;
        if (status != WD_OK)
            return batch_fail(batch, status, "member %z: %s", i, member->error);
    }
    int tunes = any_tunable(first, refs, n);
    for (size_t i = 0; i < batch->count; i++) {
        if (!batch_chooses(mask, i))
            continue;
        if (tunes)
            tune_member(batch, batch->member[i], refs, n, values + i * n, host);
        else
            variable_write(batch->member[i], refs, n, values + i * n);
    }
    return WD_OK;
}

int32_t wd_batch_set(wd_batch *batch, const uint32_t *refs, size_t n, const double *values,
                     const uint8_t *mask)
{
    int32_t status = batch_enter(batch);
    if (status != WD_OK)
        return status;
    struct host host;
    host_suspend(&host);
    status = set(batch, refs, n, values, mask, &host);
    host_resume(&host);
    return batch_leave(batch, status);
}

int32_t wd_batch_set_interrupt_fn(wd_batch *batch, wd_interrupt_fn fn, void *user)
{
    int32_t status = batch_enter(batch);
    if (status != WD_OK)
        return status;
    batch->fn = fn;
    batch->user = user;
    return batch_leave(batch, WD_OK);
}

int32_t wd_batch_set_outputs(wd_batch *batch, int32_t each_step)
{
    int32_t status = batch_enter(batch);
    if (status != WD_OK)
        return status;
    batch->quiet = each_step == 0;
    return batch_leave(batch, WD_OK);
}

/* ---- polling ---- */

static void ask_user(void *context)
{
    struct wd_batch *batch = context;
    if (batch->fn && !atomic_load(&batch->stopped) && batch->fn(batch->user) != 0)
        atomic_store(&batch->stopped, 1);
}

/* The interrupt function of all members; the context is the seat. */
static int32_t poll(void *context)
{
    struct seat *seat = context;
    if (seat->number == 0)
        ask_user(seat->batch);
    else if (seat->batch->fn)
        workers_ask(seat->batch->workers);
    return atomic_load(&seat->batch->stopped);
}

/* Let calls of this model poll the user's interrupt function, in the thread of the seat. With a
 * NULL seat they poll nothing. */
static void heed(struct wd_model *model, struct seat *seat)
{
    model->interrupt.fn = seat ? poll : NULL;
    model->interrupt.user = seat;
    if (seat)
        model->interrupt.left = seat->interrupt.left;
}

/* Set the status of the member; return 1 if it takes part in the call. A member does not take part
 * if the mask excludes it (WD_OK) or after a stop (WD_EINTERRUPT). */
static int begins(struct wd_batch *batch, struct seat *seat, size_t i)
{
    batch->status[i] = WD_OK;
    if (!batch_chooses(batch->mask, i))
        return 0;
    if (!atomic_load_explicit(&batch->stopped, memory_order_relaxed) &&
        !interrupted(&seat->interrupt, MEMBER_WORK))
        return 1;
    batch->status[i] = model_stopped(batch->member[i]);
    return 0;
}

/* Number of members that a thread takes at once. */
static size_t chunk_of(size_t members, size_t threads)
{
    size_t share = members / (CHUNKS_PER_THREAD * threads);
    return share < 1 ? 1 : share < CHUNK_MOST ? share : CHUNK_MOST;
}

/* Do this work for all members; returns the status of the call. */
static int32_t share_work(struct wd_batch *batch, void (*work)(void *, size_t, size_t),
                          int32_t *status)
{
    size_t threads = workers_threads(batch->workers), bad = 0;
    struct job job = {.count = batch->count,
                      .chunk = chunk_of(batch->count, threads),
                      .work = work,
                      .poll = ask_user,
                      .context = batch};
    for (size_t i = 0; i < threads; i++) {
        struct seat *seat = &batch->seat[i];
        seat->interrupt.fn = poll;
        seat->interrupt.user = seat;
        seat->interrupt.stopped = 0;
    }
    workers_run(batch->workers, &job);
    if (status)
        memcpy(status, batch->status, batch->count * sizeof *status);
    while (bad < batch->count && batch->status[bad] >= 0)
        bad++;
    return bad == batch->count ? WD_OK
                               : batch_fail(batch, batch->status[bad], "member %z: %s", bad,
                                            batch->member[bad]->error);
}

/* ---- stepping ---- */

static void step_member(void *context, size_t number, size_t i)
{
    struct wd_batch *batch = context;
    struct wd_model *member = batch->member[i];
    struct seat *seat = &batch->seat[number];
    if (!begins(batch, seat, i))
        return;
    model_use_room(member, seat->room);
    heed(member, seat);
    batch->status[i] = batch->quiet ? wd_model_advance_to(member, batch->t[i])
                                    : wd_model_step_to(member, batch->t[i]);
    seat->interrupt.left = member->interrupt.left;
    heed(member, NULL);
    member->room = NULL;
}

int32_t wd_batch_step_to(wd_batch *batch, const double *t, const uint8_t *mask, int32_t *status)
{
    int32_t result = batch_enter(batch);
    if (result != WD_OK)
        return result;
    batch->t = t;
    batch->mask = mask;
    result = t ? share_work(batch, step_member, status)
               : batch_fail(batch, WD_EINVAL, "the array of times is NULL");
    return batch_leave(batch, result);
}

/* ---- starting again ---- */

/* Start the vessel with the settings of the first model and the values for member i. */
static int32_t start_vessel(const struct wd_batch *batch, struct wd_model *vessel, size_t i)
{
    wd_model_reset(vessel);
    if (!model_copy_settings(vessel, batch->start))
        return model_fail(vessel, WD_ENOMEM, "no memory for signals");
    const double *values = batch->n > 0 ? batch->values + i * batch->n : NULL;
    int32_t status = wd_model_set(vessel, batch->refs, batch->n, values);
    return status == WD_OK ? wd_model_init(vessel, batch->t0) : status;
}

static void start_member(void *context, size_t number, size_t i)
{
    struct wd_batch *batch = context;
    struct seat *seat = &batch->seat[number];
    struct wd_model *vessel = seat->vessel;
    if (!begins(batch, seat, i))
        return;
    heed(vessel, seat);
    int32_t status = start_vessel(batch, vessel, i);
    seat->interrupt.left = vessel->interrupt.left;
    heed(vessel, NULL);
    if (status == WD_OK)
        status = batch_replace(batch, i, vessel, seat->room);
    if (status < 0)
        memcpy(batch->member[i]->error, vessel->error, sizeof vessel->error);
    batch->status[i] = status;
}

/* Check the arguments that are the same for all members. Solver settings that cannot be set while a
 * model runs are refused; all that change the size of a model are among them. */
static int32_t check_start(struct wd_batch *batch, double t0, const uint32_t *refs, size_t n,
                           const double *values)
{
    struct wd_model *first = batch->member[0];
    if (!isfinite(t0))
        return batch_fail(batch, WD_EINVAL, "t0 must be finite, got %g", t0);
    if (n > 0 && !values)
        return batch_fail(batch, WD_EINVAL, "the array of values is NULL");
    if (check_refs(first, refs, n) != WD_OK)
        return batch_fail(batch, refs ? WD_ERANGE : WD_EINVAL, "%s", first->error);
    for (size_t i = 0; i < n; i++) {
        const struct var *var = table_row(first->kind, refs[i]);
        if (!model_is_setting(first, var) || (var->role == WD_SOLVER && !(var->flags & VAR_LIVE)))
            return batch_fail(batch, WD_EROLE, "%s cannot be set in a batch", var->name);
    }
    return WD_OK;
}

/* Give each thread a vessel: WD_OK or WD_ENOMEM. */
static int32_t fit_vessels(struct wd_batch *batch)
{
    struct host host;
    host_suspend(&host);
    int32_t status = WD_OK;
    for (size_t i = 0; status == WD_OK && i < workers_threads(batch->workers); i++) {
        struct seat *seat = &batch->seat[i];
        if (!seat->vessel && !(seat->vessel = model_copy(batch->start)))
            status = batch_fail(batch, WD_ENOMEM, "no memory to start members");
    }
    host_resume(&host);
    return status;
}

int32_t wd_batch_init(wd_batch *batch, double t0, const uint32_t *refs, size_t n,
                      const double *values, const uint8_t *mask, int32_t *status)
{
    int32_t result = batch_enter(batch);
    if (result != WD_OK)
        return result;
    result = check_start(batch, t0, refs, n, values);
    if (result == WD_OK)
        result = fit_vessels(batch);
    batch->t0 = t0;
    batch->refs = refs;
    batch->n = n;
    batch->values = values;
    batch->mask = mask;
    return batch_leave(batch, result == WD_OK ? share_work(batch, start_member, status) : result);
}
