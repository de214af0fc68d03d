/* SPDX-License-Identifier: MIT */
/* Implementation of batch.h: calls that set and step the members, and polling. */
#include "api/batch.h"
#include "api/check.h"
#include "api/variable.h"

#include <string.h>

/* Members that a thread takes at once: at most this many, and so few that each thread takes about
 * this many times. Decides the loads of threads only. */
enum { CHUNK_MOST = 64, CHUNKS_PER_THREAD = 8 };

/* Work of a call on one member besides its steps, in the units of num/interrupt.h. Estimated. */
enum { MEMBER_WORK = 500 };

static int32_t set(struct wd_batch *batch, const uint32_t *refs, size_t n, const double *values,
                   const uint8_t *mask)
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
    for (size_t i = 0; i < batch->count; i++)
        if (batch_chooses(mask, i))
            variable_write(batch->member[i], refs, n, values + i * n);
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
    status = set(batch, refs, n, values, mask);
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

/* ---- stepping ---- */

static void step_member(void *context, size_t number, size_t i)
{
    struct wd_batch *batch = context;
    struct wd_model *member = batch->member[i];
    struct seat *seat = &batch->seat[number];
    batch->status[i] = WD_OK;
    if (!batch_chooses(batch->mask, i))
        return;
    if (atomic_load_explicit(&batch->stopped, memory_order_relaxed) ||
        interrupted(&seat->interrupt, MEMBER_WORK)) {
        batch->status[i] = model_stopped(member);
        return;
    }
    model_use_room(member, seat->room);
    member->interrupt.fn = poll;
    member->interrupt.user = seat;
    member->interrupt.left = seat->interrupt.left;
    batch->status[i] = wd_model_step_to(member, batch->t[i]);
    seat->interrupt.left = member->interrupt.left;
    member->interrupt.fn = NULL;
    member->interrupt.user = NULL;
    member->room = NULL;
}

/* Number of members that a thread takes at once. */
static size_t chunk_of(size_t members, size_t threads)
{
    size_t share = members / (CHUNKS_PER_THREAD * threads);
    return share < 1 ? 1 : share < CHUNK_MOST ? share : CHUNK_MOST;
}

static int32_t step(struct wd_batch *batch, int32_t *status)
{
    size_t threads = workers_threads(batch->workers), bad = 0;
    struct job job = {.count = batch->count,
                      .chunk = chunk_of(batch->count, threads),
                      .work = step_member,
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

int32_t wd_batch_step_to(wd_batch *batch, const double *t, const uint8_t *mask, int32_t *status)
{
    int32_t result = batch_enter(batch);
    if (result != WD_OK)
        return result;
    batch->t = t;
    batch->mask = mask;
    result = t ? step(batch, status) : batch_fail(batch, WD_EINVAL, "the array of times is NULL");
    return batch_leave(batch, result);
}
