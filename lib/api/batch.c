/* SPDX-License-Identifier: MIT */
/* Implementation of <wheeldyn/batch.h>: members, and rooms (core/room.h) for the threads. */
#include "api/batch.h"
#include "api/check.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

int32_t batch_fail(struct wd_batch *batch, int32_t status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_format(batch->error, sizeof batch->error, format, args);
    va_end(args);
    return status;
}

/* ---- begin and end of calls ---- */

int32_t batch_enter(struct wd_batch *batch)
{
    if (!batch)
        return WD_EINVAL;
    if (atomic_exchange(&batch->busy, 1))
        return WD_ESTATE;
    atomic_store(&batch->stopped, 0);
    return WD_OK;
}

static void free_batch(struct wd_batch *batch)
{
    size_t threads = batch->workers ? workers_threads(batch->workers) : 0;
    workers_free(batch->workers);
    for (size_t i = 0; batch->member && i < batch->count; i++)
        model_free(batch->member[i]);
    for (size_t i = 0; batch->seat && i < threads; i++)
        room_drop(batch->seat[i].room), model_free(batch->seat[i].vessel);
    model_free(batch->start);
    free(batch->member);
    free(batch->status);
    free(batch->seat);
    free(batch);
}

int32_t batch_leave(struct wd_batch *batch, int32_t status)
{
    if (atomic_load(&batch->freed)) {
        free_batch(batch);
        return WD_ESTATE;
    }
    atomic_store(&batch->busy, 0);
    return status;
}

void wd_batch_free(wd_batch *batch)
{
    if (batch && !batch_is_idle(batch)) {
        atomic_store(&batch->freed, 1);
        atomic_store(&batch->stopped, 1);
    } else if (batch) {
        free_batch(batch);
    }
}

/* ---- new ---- */

/* Give each seat a room that fits the model: all or none. */
static int fit_rooms(struct wd_batch *batch, const struct wd_model *model)
{
    struct room_needs needs = model_room_needs(model);
    size_t threads = workers_threads(batch->workers), made = 0;
    if (batch->start)
        needs.kind = batch->start->kind;
    if (room_fits(batch->seat[0].room, needs))
        return 1;
    struct room **room = calloc(threads, sizeof *room);
    while (room && made < threads && (room[made] = room_new(needs)) != NULL)
        made++;
    int fine = room && made == threads;
    for (size_t i = 0; i < made; i++) {
        if (fine)
            memset(room[i]->memory, 0xff,
                   needs.words * sizeof *room[i]->memory); /* touch all pages */
        room_drop(fine ? batch->seat[i].room : room[i]);
        if (fine)
            batch->seat[i].room = room[i];
    }
    free(room);
    return fine;
}

static int fill(struct wd_batch *batch, const struct wd_model *model, size_t threads)
{
    batch->workers = workers_new(threads);
    if (!batch->workers)
        return 0;
    threads = workers_threads(batch->workers);
    batch->member = calloc(batch->count, sizeof(struct wd_model *));
    batch->status = calloc(batch->count, sizeof *batch->status);
    batch->seat = calloc(threads, sizeof *batch->seat);
    if (!batch->member || !batch->status || !batch->seat)
        return 0;
    for (size_t i = 0; i < threads; i++) {
        batch->seat[i].batch = batch;
        batch->seat[i].number = i;
    }
    if (!fit_rooms(batch, model))
        return 0;
    batch->start = model_copy_member(model, model->shape, batch->seat[0].room);
    for (size_t i = 0; batch->start && i < batch->count; i++) {
        batch->member[i] = model_copy_member(model, model->shape, batch->seat[0].room);
        if (!batch->member[i])
            return 0;
    }
    return batch->start != NULL;
}

static int32_t new_batch(const wd_model *model, size_t members, size_t threads, wd_batch **out)
{
    const size_t most = PTRDIFF_MAX / sizeof(struct wd_model *);
    struct wd_batch *batch = members <= most ? calloc(1, sizeof *batch) : NULL;
    if (!batch)
        return WD_ENOMEM;
    atomic_init(&batch->busy, 0);
    atomic_init(&batch->freed, 0);
    atomic_init(&batch->stopped, 0);
    batch->count = members;
    if (fill(batch, model, threads)) {
        *out = batch;
        return WD_OK;
    }
    free_batch(batch);
    return WD_ENOMEM;
}

int32_t wd_batch_new(const wd_model *model, size_t members, size_t threads, wd_batch **out)
{
    if (!out)
        return WD_EINVAL;
    *out = NULL;
    if (!model || members == 0 || threads == 0 || threads > WORKERS_MOST)
        return WD_EINVAL;
    if (!check_moves(model))
        return WD_ESTATE;
    struct host host;
    host_suspend(&host);
    loop_resolve(model, DUE_ALL);
    int32_t status = new_batch(model, members, threads, out);
    host_resume(&host);
    return status;
}

/* ---- reading ---- */

const char *wd_batch_error(const wd_batch *batch)
{
    return batch ? batch->error : "";
}

const char *wd_batch_member_error(const wd_batch *batch, size_t i)
{
    return batch && i < batch->count ? batch->member[i]->error : "";
}

size_t wd_batch_member_count(const wd_batch *batch)
{
    return batch ? batch->count : 0;
}

size_t wd_batch_thread_count(const wd_batch *batch)
{
    return batch ? workers_threads(batch->workers) : 0;
}

int32_t wd_batch_times(const wd_batch *batch, double *t)
{
    if (!batch || !t)
        return WD_EINVAL;
    if (!batch_is_idle(batch))
        return WD_ESTATE;
    for (size_t i = 0; i < batch->count; i++)
        t[i] = batch->member[i]->now.t;
    return WD_OK;
}

int32_t wd_batch_get(const wd_batch *batch, const uint32_t *refs, size_t n, double *values)
{
    if (!batch || (n > 0 && (!refs || !values)))
        return WD_EINVAL;
    if (!batch_is_idle(batch))
        return WD_ESTATE;
    for (size_t k = 0; k < n; k++)
        if (!table_row(batch->start->kind, refs[k]))
            return WD_ERANGE;
    for (size_t k = 0; k < n; k++) {
        const struct var *var = table_row(batch->start->kind, refs[k]);
        for (size_t i = 0; i < batch->count; i++)
            values[i * n + k] = *model_value(batch->member[i], var);
    }
    return WD_OK;
}

int32_t wd_batch_take(const wd_batch *batch, size_t i, wd_model **out)
{
    if (out)
        *out = NULL;
    if (!batch || !out)
        return WD_EINVAL;
    if (!batch_is_idle(batch))
        return WD_ESTATE;
    return i < batch->count ? wd_model_clone(batch->member[i], out) : WD_ERANGE;
}

/* ---- changing members ---- */

int32_t batch_replace(struct wd_batch *batch, size_t i, const struct wd_model *model,
                      struct room *room)
{
    if (model_overwrite_member(batch->member[i], model, room))
        return WD_OK;
    struct wd_model *member = model_copy_member(model, batch->start->shape, room);
    if (!member)
        return WD_ENOMEM;
    model_free(batch->member[i]);
    batch->member[i] = member;
    return WD_OK;
}

static int32_t put(struct wd_batch *batch, size_t i, const struct wd_model *model)
{
    const struct wd_model *start = batch->start;
    if (!model)
        return batch_fail(batch, WD_EINVAL, "the model for member %z is NULL", i);
    if (i >= batch->count)
        return batch_fail(batch, WD_ERANGE, "member %z must be below %z", i, batch->count);
    if (!check_moves(model))
        return batch_fail(batch, WD_ESTATE,
                          "the model for member %z is not running, or is computing", i);
    if (!shape_equals(model->shape, start->shape))
        return batch_fail(batch, WD_EKIND,
                          "the model for member %z is of another kind or has other parts", i);
    if ((model->course.points > 0 || model->smooth) != (start->course.points > 0 || start->smooth))
        return batch_fail(
            batch, WD_EKIND,
            "in a batch either every member has a course (terrain, surface or path) or none has; "
            "the model for member %z differs",
            i);
    loop_resolve(model, DUE_ALL);
    return fit_rooms(batch, model) && batch_replace(batch, i, model, batch->seat[0].room) == WD_OK
               ? WD_OK
               : batch_fail(batch, WD_ENOMEM, "no memory for member %z", i);
}

int32_t wd_batch_put(wd_batch *batch, size_t i, const wd_model *model)
{
    int32_t status = batch_enter(batch);
    if (status != WD_OK)
        return status;
    struct host host;
    host_suspend(&host);
    status = put(batch, i, model);
    host_resume(&host);
    return batch_leave(batch, status);
}

int32_t wd_batch_restart(wd_batch *batch, const uint8_t *mask)
{
    int32_t status = batch_enter(batch);
    if (status != WD_OK)
        return status;
    struct host host;
    host_suspend(&host);
    for (size_t i = 0; status == WD_OK && i < batch->count; i++)
        if (batch_chooses(mask, i))
            status = batch_replace(batch, i, batch->start, batch->seat[0].room);
    if (status != WD_OK)
        batch_fail(batch, status, "no memory to restart members");
    host_resume(&host);
    return batch_leave(batch, status);
}
