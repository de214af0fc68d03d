/* SPDX-License-Identifier: MIT */
#include "core/model.h"
#include "core/equations.h"
#include "core/flow.h"
#include "core/whole.h"
#include "num/invariant.h"

#include <stdlib.h>
#include <string.h>

size_t model_settings(const struct kind *kind)
{
    return kind->params + kind->inputs + model_starts(kind) + kind->solvers;
}

size_t model_stats(const struct kind *kind)
{
    return STAT_COUNT + kind->stats;
}

double *model_setting(const struct wd_model *model, const struct var *var)
{
    switch (var->role) {
    case WD_INPUT:
        return model->input + var->slot;
    case WD_INIT:
    case WD_STATE:
        return model->start + var->slot;
    case WD_SOLVER:
        return model->solver + var->slot;
    default:
        return model->param + var->slot;
    }
}

/* Address of the value of a variable that is not a counter. */
static const double *place_of(const struct wd_model *model, const struct var *var)
{
    switch (var->role) {
    case WD_OUTPUT:
        return model->output + var->slot;
    case WD_STATE:
        return model->running ? model->now.y + var->slot : model->start + var->slot;
    case WD_INPUT:
        return model->running ? model->input_now + var->slot : model->input + var->slot;
    default:
        return model_setting(model, var);
    }
}

const double *model_value(const struct wd_model *model, const struct var *var)
{
    static const double none = 0;
    if (var->role == WD_STAT)
        return model->running ? model->stat + var->slot : &none;
    return place_of(model, var);
}

int model_is_setting(const struct wd_model *model, const struct var *var)
{
    return var->role != WD_OUTPUT && var->role != WD_STAT &&
           (var->role != WD_STATE || model->kind->inits == 0);
}

void model_drop_room(struct wd_model *model)
{
    room_drop(model->room);
    model->room = NULL;
}

static void free_parts(struct wd_model *model)
{
    for (size_t i = 0; model->signals && i < model->kind->inputs; i++)
        free(model->signals[i].table);
    free(model->signals);
    free(model->course_xy);
    smooth_drop(model->smooth);
    free(model->settings);
    free(model->memory);
    room_drop(model->room);
    shape_drop(model->shape);
}

void model_free(struct wd_model *model)
{
    if (!model)
        return;
    if (model->spare)
        free_parts(model->spare);
    free(model->spare);
    if (model->running) {
        shape_leave_room(model->shape, model->room);
        model->room = NULL;
    }
    free_parts(model);
    free(model);
}

void model_drop_spare(struct wd_model *model)
{
    model_free(model->spare);
    model->spare = NULL;
}

/* ---- memory for running ---- */

/* Doubles and 64-bit words have the same size and alignment, so the modes come from the same block,
 * directly after the reals, where kinds expect them. */
static void carve_point(struct carver *carver, const struct kind *kind, size_t past_doubles,
                        size_t whole_doubles, struct point *point)
{
    struct whole *whole = &point->whole;
    size_t words = whole_doubles > 0 ? model_guard_words(kind) : 0;
    point->y = carve(carver, model_reals(kind));
    point->mode = (int64_t *)(void *)carve(carver, kind->modes);
    point->armed = (uint64_t *)(void *)carve(carver, model_guard_words(kind));
    point->past = carve(carver, past_doubles);
    point->past_doubles = past_doubles;
    whole->y = carve(carver, whole_doubles);
    whole->armed = (uint64_t *)(void *)carve(carver, words);
    whole->triggered = (uint64_t *)(void *)carve(carver, words);
    whole->doubles = whole_doubles;
}

static struct guards carve_guards(struct carver *carver, size_t guards)
{
    struct guards room;
    room.value = carve(carver, guards);
    room.rate = carve(carver, guards);
    return room;
}

size_t model_log_capacity(const struct wd_model *model)
{
    return model->kind->event_width > 0 || model->kind->guards > 0
               ? (size_t)model_solver(model)->event_capacity
               : 0;
}

/* Numbers of doubles in the arrays point.past and point.whole.y. */
struct point_sizes {
    size_t past, whole;
};

static struct point_sizes point_sizes(const struct wd_model *model)
{
    return (struct point_sizes){implicit_past_doubles(model->kind, model_solver(model)),
                                whole_doubles(model->kind, model_solver(model))};
}

static size_t log_doubles(const struct log *log)
{
    return log->capacity * (LOG_HEAD + log->width);
}

/* Carve the data of the step held. */
static void carve_whole(struct wd_model *model, struct carver *carver)
{
    const struct common_solver *solver = model_solver(model);
    model->whole_end = carve(carver, whole_doubles(model->kind, solver));
    model->whole_stages = carve(carver, whole_stage_doubles(model->kind, solver));
}

/* Carve the arrays that a model keeps between calls. */
static void carve_kept(struct wd_model *model, struct carver *carver)
{
    const struct kind *kind = model->kind;
    struct point_sizes sizes = point_sizes(model);
    carve_point(carver, kind, sizes.past, sizes.whole, &model->now);
    model->output = carve(carver, kind->outputs);
    model->stat = carve(carver, model_stats(kind));
    model->course_memory =
        carve(carver, kind->course_build ? kind->course_doubles(kind, &model->course) : 0);
    model->input_now = carve(carver, kind->inputs);
    if (model->member)
        carve_whole(model, carver);
    model->log.width = kind->event_width;
    model->log.capacity = model_log_capacity(model);
    model->log.rows = carve(carver, log_doubles(&model->log));
}

/* Carve the arrays that calls need which move the model, and in the same memory those of the linear
 * model (linear_matrices()); then the scratch of the kind, which both need. */
static double *carve_motion_or_linear(struct wd_model *model, struct carver *carver)
{
    const struct kind *kind = model->kind;
    struct carver linear = *carver, eigen;
    size_t reals = model_reals(kind);
    model->linear = linear_carve(&linear, kind, reals, &eigen);
    model->output_next = carve(carver, kind->outputs);
    model->log.overwritten = carve(carver, log_doubles(&model->log));
    model->next = carve(carver, reals);
    model->error_estimate = carve(carver, reals);
    model->stages = carve(carver, ode_doubles(reals));
    model->implicit_memory = carve(carver, implicit_doubles(kind, model_solver(model)));
    *carver = carver_later(*carver, linear);
    double *scratch = carve(carver, kind->scratch ? kind->scratch(kind) : 0);
    *carver = carver_later(*carver, eigen);
    return scratch;
}

/* Carve the scratch arrays; call carve_kept() before. */
static void carve_room(struct wd_model *model, struct carver *carver)
{
    const struct kind *kind = model->kind;
    struct point_sizes sizes = point_sizes(model);
    carve_point(carver, kind, sizes.past, sizes.whole, &model->undo);
    if (!model->member)
        carve_whole(model, carver);
    model->radau = carve_array(carver, 1, sizeof *model->radau);
    model->guard = carve_guards(carver, kind->guards);
    model->guard_next = carve_guards(carver, kind->guards);
    model->triggered = (uint64_t *)(void *)carve(carver, model_guard_words(kind));
    model->input_at = carve(carver, kind->inputs);
    size_t *slot = carve_array(carver, kind->linear_states ? linear_most(kind) : 0, sizeof(size_t));
    double *scratch = carve_motion_or_linear(model, carver);
    model->linear.slot = slot;
    model->view = (struct view){.kind = kind,
                                .param = model->param,
                                .input = model->input_at,
                                .solver = model->solver,
                                .init = model->start,
                                .mode = model->now.mode,
                                .course = model->course_memory,
                                .scratch = scratch,
                                .opened = &model->opened,
                                .workspace = model->room ? model->room->workspace : NULL,
                                .interrupt = &model->interrupt,
                                .core = model,
                                .equations = equations_fill,
                                .user_energy = equations_energy,
                                .surface = model_surface,
                                .say = model_say,
                                .why = &model->why,
                                .misfit = &model->misfit};
}

/* Fill the memory with NaN, which also touches every page now instead of in a step. */
static void fill_with_nan(struct interrupt *interrupt, double *memory, size_t words)
{
    enum { CHUNK = 1 << 15, CHUNK_WORK = INTERRUPT_WORK / 4 };
    for (size_t i = 0; i < words && !interrupt_stopped(interrupt); i += CHUNK) {
        memset(memory + i, 0xff, (words - i < CHUNK ? words - i : CHUNK) * sizeof *memory);
        if (words > CHUNK)
            interrupted(interrupt, CHUNK_WORK);
    }
}

/* Allocate memory; NULL: out of memory or stopped. */
static double *take_memory(size_t words, struct interrupt *interrupt)
{
    size_t bytes = words_bytes(words);
    double *memory = bytes > 0 ? malloc(bytes) : NULL;
    if (!memory)
        return NULL;
    fill_with_nan(interrupt, memory, words);
    if (!interrupt_stopped(interrupt))
        return memory;
    free(memory);
    return NULL;
}

/* Find a room for the model, see model_reserve(), and add one user to it. NULL: out of memory or
 * stopped. */
static struct room *take_room(struct wd_model *model, struct interrupt *interrupt)
{
    struct room_needs needs = model_room_needs(model);
    if (room_fits(model->room, needs))
        return room_share(model->room);
    if (model->spare && room_fits(model->spare->room, needs))
        return room_share(model->spare->room);
    struct room *room = shape_take_room(model->shape, needs);
    if (room)
        return room;
    room = room_new(needs);
    if (room)
        fill_with_nan(interrupt, room->memory, needs.words);
    if (!interrupt_stopped(interrupt))
        return room;
    room_drop(room);
    return NULL;
}

static size_t kept_words(const struct wd_model *model, int member)
{
    struct wd_model count = *model;
    struct carver carver = {NULL, 0};
    count.member = member;
    carve_kept(&count, &carver);
    return carver.used;
}

size_t model_words(const struct wd_model *model)
{
    return kept_words(model, model->member);
}

size_t model_member_words(const struct wd_model *model)
{
    return kept_words(model, 1);
}

struct room_needs model_room_needs(const struct wd_model *model)
{
    struct wd_model count = *model;
    struct carver carver = {NULL, 0};
    carve_kept(&count, &carver);
    carver.used = 0;
    carve_room(&count, &carver);
    const struct kind *kind = model->kind;
    int moves_itself = kind->uses_advance && flow_uses_advance(model);
    return (struct room_needs){kind, carver.used, kind->workspace_new && !moves_itself};
}

void model_use_room(struct wd_model *model, struct room *room)
{
    struct carver carver = {room->memory, 0};
    model->room = room;
    model->opened = 0;
    if (model->laid_out == room->memory) {
        model->view.workspace =
            room->workspace; /* a new room may have the address of a freed one */
        return;
    }
    carve_room(model, &carver);
    invariant(carver.used <= room->words);
    model->laid_out = room->memory;
}

int32_t model_reserve_kept(struct wd_model *model, struct interrupt *interrupt)
{
    size_t words = model_words(model);
    if (!model->memory || words != model->memory_words) {
        double *memory = take_memory(words, interrupt);
        if (!memory)
            return interrupt_stopped(interrupt) ? WD_EINTERRUPT : WD_ENOMEM;
        free(model->memory);
        model->memory = memory;
        model->memory_words = words;
    }
    struct carver carver = {model->memory, 0};
    carve_kept(model, &carver);
    invariant(carver.used == model->memory_words);
    model->laid_out = NULL;
    return WD_OK;
}

int32_t model_reserve(struct wd_model *model, struct interrupt *interrupt)
{
    struct room *room = take_room(model, interrupt);
    int32_t status = interrupt_stopped(interrupt) ? WD_EINTERRUPT : WD_ENOMEM;
    if (room)
        status = model_reserve_kept(model, interrupt);
    if (status != WD_OK) {
        room_drop(room);
        return status;
    }
    room_drop(model->room);
    model_use_room(model, room);
    return WD_OK;
}
