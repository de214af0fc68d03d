/* SPDX-License-Identifier: MIT */
/* Copies of models: clones, the spare of a model, and the members of a batch. */
#include "core/model.h"

#include <string.h>

static int copy_signals(struct wd_model *to, const struct wd_model *from)
{
    for (size_t i = 0; i < from->kind->inputs; i++) {
        const struct signal *source = &from->signals[i];
        struct signal copy = *source;
        copy.var = to->signals[i].var; /* to->shape may be an equal copy of from->shape */
        copy.table = NULL;
        copy.room = 0;
        if (signal_reserve(&copy, source->room) != WD_OK)
            return 0;
        if (source->points > 0)
            memcpy(copy.table, source->table, source->points * 2 * sizeof *copy.table);
        to->signals[i] = copy;
    }
    return 1;
}

static void copy_motion(struct wd_model *to, const struct wd_model *from)
{
    const struct kind *kind = from->kind;
    point_copy(kind, &to->now, &from->now);
    memcpy(to->output, from->output, kind->outputs * sizeof *to->output);
    to->output_status = from->output_status;
    memcpy(to->input_now, from->input_now, kind->inputs * sizeof *to->input_now);
    memcpy(to->stat, from->stat, model_stats(kind) * sizeof *to->stat);
    log_copy(&to->log, &from->log);
    to->t0 = from->t0;
    to->whole_known = 0;
}

/* Create a model of this shape with the settings of another one. */
static struct wd_model *copy_settings(const struct wd_model *from, struct shape *shape)
{
    struct wd_model *to = model_of(shape_share(shape));
    if (!to)
        return NULL;
    to->user = from->user;
    memcpy(to->settings, from->settings, model_settings(from->kind) * sizeof *to->settings);
    if (copy_signals(to, from) && model_keep_course(to, &from->course) == WD_OK) {
        if (from->smooth)
            model_take_smooth(to, smooth_share(from->smooth));
        return to;
    }
    model_free(to);
    return NULL;
}

static int spare_fits(const struct wd_model *model)
{
    const struct wd_model *spare = model->spare;
    size_t words = model->furnished ? model->memory_words : model_words(model);
    if (!spare || spare->shape != model->shape || spare->memory_words != words)
        return 0;
    if (!model->furnished || spare->room != model->room)
        if (!room_fits(spare->room, model_room_needs(model)))
            return 0;
    for (size_t i = 0; i < model->kind->inputs; i++)
        if (spare->signals[i].room < model->signals[i].room)
            return 0;
    return spare->course.points == model->course.points && spare->smooth == model->smooth &&
           model_course_parts(&spare->course) == model_course_parts(&model->course);
}

int32_t model_fit_spare(struct wd_model *model, struct interrupt *interrupt)
{
    if (spare_fits(model))
        return WD_OK;
    struct wd_model *spare = copy_settings(model, model->shape);
    if (!spare)
        return WD_ENOMEM;
    spare->room = room_share(model->room);
    int32_t status = model_reserve(spare, interrupt);
    model_free(status == WD_OK ? model->spare : spare);
    if (status == WD_OK)
        model->spare = spare;
    return status;
}

void model_swap(struct wd_model *model, struct wd_model *other)
{
    struct wd_model old = *model;
    *model = *other;
    *other = old;
    memcpy(model->error, old.error, sizeof model->error);
    model->busy = old.busy;
    model->freed = old.freed;
    model->host = old.host;
    model->interrupt = old.interrupt;
    model->spare = old.spare;
    other->spare = NULL;
    model->view.core = model;
    model->view.opened = &model->opened;
    other->view.opened = &other->opened;
    model->view.why = &model->why; /* the view has moved with pointers into `other`; these must
                                      point into `model` */
    model->view.misfit = &model->misfit;
    model->view.interrupt = &model->interrupt;
}

void model_swap_spare(struct wd_model *model)
{
    model_swap(model, model->spare);
}

struct wd_model *model_copy(const struct wd_model *from)
{
    struct wd_model *to = copy_settings(from, from->shape);
    if (!to || (from->running &&
                (model_reserve(to, NULL) != WD_OK || model_fit_spare(to, NULL) != WD_OK))) {
        model_free(to);
        return NULL;
    }
    if (from->running) {
        size_t at;
        model_build_course(to, &at, NULL); /* cannot fail: it succeeded for the original */
        copy_motion(to, from);
        to->running = 1;
    }
    to->interrupt.fn = from->interrupt.fn;
    to->interrupt.user = from->interrupt.user;
    return to;
}

/* ---- members of a batch ---- */

struct wd_model *model_copy_member(const struct wd_model *from, struct shape *shape,
                                   struct room *room)
{
    struct wd_model *to = copy_settings(from, shape);
    if (to)
        to->member = 1;
    if (!to || model_reserve_kept(to, NULL) != WD_OK) {
        model_free(to);
        return NULL;
    }
    size_t at;
    model_use_room(to, room);
    model_build_course(to, &at, NULL); /* cannot fail: it succeeded for the original */
    copy_motion(to, from);
    to->room = NULL;
    to->running = 1;
    return to;
}

/* True if the settings and the motion of both models have the same sizes. */
static int member_fits(const struct wd_model *to, const struct wd_model *from)
{
    int fits = to->memory_words == model_member_words(from) &&
               from->memory_words == model_words(from) &&
               model_log_capacity(to) == model_log_capacity(from) &&
               to->course.points == from->course.points && !to->smooth == !from->smooth &&
               model_course_parts(&to->course) == model_course_parts(&from->course) &&
               model_course_size(&to->course) == model_course_size(&from->course);
    for (size_t i = 0; i < from->kind->inputs; i++)
        fits = fits && to->signals[i].room == from->signals[i].room;
    return fits;
}

/* Copy settings of the same sizes; returns 1 if the course need not be built again. */
static int overwrite_settings(struct wd_model *to, const struct wd_model *from)
{
    const struct kind *kind = from->kind;
    size_t reals = model_course_size(&from->course);
    int same = memcmp(to->param, from->param, kind->params * sizeof *to->param) == 0 &&
               to->course.closed == from->course.closed && to->smooth == from->smooth;
    if (to->smooth != from->smooth) {
        smooth_drop(to->smooth);
        to->smooth = smooth_share(from->smooth);
        to->course.surface = smooth_surface(to->smooth);
    }
    if (reals > 0) {
        same = same && memcmp(to->course_xy, from->course_xy, reals * sizeof *to->course_xy) == 0;
        memcpy(to->course_xy, from->course_xy, reals * sizeof *to->course_xy);
    }
    to->course.closed = from->course.closed;
    to->user = from->user;
    memcpy(to->settings, from->settings, model_settings(kind) * sizeof *to->settings);
    for (size_t i = 0; i < kind->inputs; i++) {
        struct signal *signal = &to->signals[i], copy = from->signals[i];
        copy.var = signal->var;
        copy.table = signal->table;
        if (copy.points > 0)
            memcpy(copy.table, from->signals[i].table, copy.points * 2 * sizeof *copy.table);
        *signal = copy;
    }
    return same;
}

int model_copy_settings(struct wd_model *to, const struct wd_model *from)
{
    for (size_t i = 0; i < from->kind->inputs; i++)
        if (signal_reserve(&to->signals[i], from->signals[i].room) != WD_OK)
            return 0;
    overwrite_settings(to, from);
    to->furnished = 0;
    model_close(to);
    return 1;
}

int model_overwrite_member(struct wd_model *to, const struct wd_model *from, struct room *room)
{
    size_t at;
    if (!member_fits(to, from))
        return 0;
    int same = overwrite_settings(to, from);
    model_reserve_kept(to, NULL); /* cannot fail: the size is the same */
    model_use_room(to, room);
    if (!same)
        model_build_course(to, &at, NULL); /* cannot fail: it succeeded for the original */
    copy_motion(to, from);
    to->error[0] = '\0';
    to->room = NULL;
    return 1;
}
