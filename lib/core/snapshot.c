/* SPDX-License-Identifier: MIT */
#include "core/snapshot.h"
#include "core/snapshot_course.h"
#include "core/snapshot_functions.h"
#include "core/snapshot_parts.h"
#include "core/snapshot_whole.h"
#include "core/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC 0x4e59444c45454857u /* "WHEELDYN" */
#define ENDIANNESS 0x0102030405060708u
#define FORMAT 3
#define KIND_WORDS 4
#define HEAD_WORDS (3 + KIND_WORDS + 2)
#define MOST_GRID_STEPS \
    ((int64_t)1 << 53) /* 2^53; up to this, a double holds all integers exactly */

/* ---- writing ---- */

static void put_kind(struct word_writer *to, const char *name)
{
    for (size_t i = 0; i < KIND_WORDS; i++) {
        uint64_t word = 0;
        for (size_t j = 0; j < WORD_BYTES && *name; j++)
            word |= (uint64_t)(unsigned char)*name++ << (8 * j);
        word_put(to, word);
    }
}

static void put_head(struct word_writer *to, const struct wd_model *model, size_t words)
{
    word_put(to, MAGIC);
    word_put(to, ENDIANNESS);
    word_put(to, FORMAT);
    put_kind(to, model->kind->name);
    word_put(to, model->hash);
    word_put(to, words);
}

static void put_signal(struct word_writer *to, const struct signal *signal)
{
    word_put(to, (uint64_t)signal->form);
    word_put_reals(to, signal->tanh, 5);
    word_put(to, signal->points);
    word_put(to, signal->room);
    word_put_reals(to, signal->table, 2 * signal->points);
    for (size_t i = 2 * signal->points; i < 2 * signal->room; i++)
        word_put(to, 0);
}

static void put_marks(struct word_writer *to, const struct wd_model *model)
{
    if (model->kind->user_equations)
        word_put(to, snapshot_marks(&model->user));
}

static void put_motion(struct word_writer *to, const struct wd_model *model)
{
    const struct point *now = &model->now;
    word_put_real(to, model->t0);
    word_put_real(to, now->t);
    word_put_real(to, now->h);
    word_put(to, (uint64_t)now->k);
    word_put(to, (uint64_t)now->ended);
    word_put(to, (uint64_t)now->changed);
    for (size_t i = 0; i < model_guard_words(model->kind); i++)
        word_put(to, now->armed[i]);
    word_put_reals(to, now->y, model_reals(model->kind));
    word_put_reals(to, now->past, now->past_doubles);
    snapshot_put_whole(to, model);
    for (size_t i = 0; i < model->kind->modes; i++)
        word_put(to, (uint64_t)now->mode[i]);
    word_put_reals(to, model->output, model->kind->outputs);
    word_put_reals(to, model->input_now, model->kind->inputs);
    word_put_reals(to, model->stat, model_stats(model->kind));
}

static void put_log(struct word_writer *to, const struct log *log)
{
    word_put(to, log->count);
    word_put(to, log->first);
    size_t row = LOG_HEAD + log->width;
    for (uint64_t i = log->first; i < log->count; i++)
        word_put_reals(to, log_row(log, i), row);
    for (uint64_t i = (log->capacity - (log->count - log->first)) * row; i > 0; i--)
        word_put(to, 0);
}

/* Number of words of a snapshot with room for `capacity` events. */
static size_t word_count(const struct wd_model *model, size_t capacity)
{
    const struct kind *kind = model->kind;
    size_t words = HEAD_WORDS + snapshot_part_words(kind) + model_settings(kind);
    words += kind->user_equations ? 1 : 0;
    for (size_t i = 0; i < kind->inputs; i++)
        words += 8 + 2 * model->signals[i].room;
    words += 6 + model_guard_words(kind) + model_reals(kind) + kind->modes;
    words += implicit_past_doubles(kind, model_solver(model));
    words += snapshot_whole_words(model);
    words += kind->outputs + kind->inputs + model_stats(kind);
    words += snapshot_course_words(model);
    words += 2 + capacity * (LOG_HEAD + kind->event_width);
    return words + 1;
}

size_t snapshot_size(const struct wd_model *model)
{
    return word_count(model, model->log.capacity) * WORD_BYTES;
}

void snapshot_write(const struct wd_model *model, unsigned char *bytes)
{
    struct word_writer to = {bytes, 0};
    put_head(&to, model, word_count(model, model->log.capacity));
    snapshot_put_parts(&to, model->kind);
    word_put_reals(&to, model->settings, model_settings(model->kind));
    for (size_t i = 0; i < model->kind->inputs; i++)
        put_signal(&to, &model->signals[i]);
    put_marks(&to, model);
    snapshot_put_course(&to, model);
    put_motion(&to, model);
    put_log(&to, &model->log);
    word_put(&to, word_sum(bytes, to.count));
}

/* ---- reading into the spare, which replaces the model if everything is valid ---- */

static const char *head_fault(const struct wd_model *model, struct word_reader *from, size_t size)
{
    unsigned char expected[HEAD_WORDS * WORD_BYTES];
    struct word_writer head = {expected, 0};
    put_head(&head, model, 0);
    if (size < sizeof expected + WORD_BYTES)
        return "too short for a snapshot";
    if (memcmp(from->bytes, expected, 2 * WORD_BYTES) != 0)
        return "not a snapshot";
    if (memcmp(from->bytes, expected, 3 * WORD_BYTES) != 0)
        return "a snapshot of another format";
    if (memcmp(from->bytes, expected, (3 + KIND_WORDS) * WORD_BYTES) != 0)
        return "a snapshot of another kind of model";
    if (memcmp(from->bytes, expected, (HEAD_WORDS - 1) * WORD_BYTES) != 0)
        return "a snapshot of another version of this kind";
    from->at = HEAD_WORDS - 1;
    from->count = HEAD_WORDS;
    uint64_t words = word_get(from);
    if (words <= HEAD_WORDS || words > size / WORD_BYTES)
        return "a snapshot cut short";
    from->count = (size_t)words - 1;
    struct word_reader checksum = {from->bytes, from->count, from->count + 1};
    return word_get(&checksum) == word_sum(from->bytes, from->count) ? NULL : "a damaged snapshot";
}

static int settings_fit(const struct wd_model *model)
{
    size_t count = table_count(model->kind);
    for (size_t ref = 0; ref < count; ref++) {
        const struct var *var = table_row(model->kind, ref);
        if (model_is_setting(model, var) && !table_accepts(var, *model_setting(model, var)))
            return 0;
    }
    return 1;
}

/* Read a signal. Returns WD_OK, WD_EFORMAT or WD_ENOMEM. */
static int32_t get_signal(struct word_reader *from, struct signal *signal)
{
    uint64_t form = word_get(from);
    word_get_reals(from, signal->tanh, 5);
    uint64_t points = word_get(from), room = word_get(from);
    if (form > SIGNAL_FUNCTION || points > room || room > (from->count - from->at) / 2)
        return WD_EFORMAT;
    if (signal_reserve(signal, (size_t)room) != WD_OK)
        return WD_ENOMEM;
    signal->room = (size_t)room;
    signal->form = (int32_t)form;
    signal->points = (size_t)points;
    word_get_reals(from, signal->table, 2 * signal->points);
    from->at += 2 * (signal->room - signal->points);
    if (form == WD_SIGNAL_HOLD)
        return WD_OK;
    if (signal->var->choices && form != WD_SIGNAL_STEP)
        return WD_EFORMAT;
    if (form == SIGNAL_FUNCTION)
        return WD_OK;
    size_t bad;
    const double *data = form == WD_SIGNAL_TANH ? signal->tanh : signal->table;
    size_t n = form == WD_SIGNAL_TANH ? 5 : 2 * signal->points;
    int32_t status = signal_check(signal->var, signal->form, data, n, &bad);
    return status == WD_OK ? WD_OK : WD_EFORMAT;
}

static void get_motion(struct word_reader *from, struct wd_model *model)
{
    struct point *now = &model->now;
    model->t0 = word_get_real(from);
    now->t = word_get_real(from);
    now->h = word_get_real(from);
    now->k = (int64_t)word_get(from);
    now->ended = (int64_t)word_get(from);
    now->changed = (int64_t)word_get(from);
    for (size_t i = 0; i < model_guard_words(model->kind); i++)
        now->armed[i] = word_get(from);
    word_get_reals(from, now->y, model_reals(model->kind));
    word_get_reals(from, now->past, now->past_doubles);
    snapshot_get_whole(from, model);
    for (size_t i = 0; i < model->kind->modes; i++)
        now->mode[i] = (int64_t)word_get(from);
    word_get_reals(from, model->output, model->kind->outputs);
    model->output_status = WD_OK;
    word_get_reals(from, model->input_now, model->kind->inputs);
    word_get_reals(from, model->stat, model_stats(model->kind));
}

/* True if the value of input i that the snapshot reports is valid. For a held input the reported
 * value must equal the held value, because the next call reports the held value even if it fails,
 * and a failing call must not change a value. */
static int input_fits(const struct wd_model *model, size_t i)
{
    const struct signal *signal = &model->signals[i];
    const double *held = &model->input[i], *reported = &model->input_now[i];
    return table_accepts(signal->var, *reported) &&
           (signal->form != WD_SIGNAL_HOLD || memcmp(held, reported, sizeof *held) == 0);
}

int snapshot_can_continue(const struct wd_model *model)
{
    const struct point *now = &model->now;
    int fits = isfinite(model->t0) && isfinite(now->t) && now->h > 0 && isfinite(now->h) &&
               now->k >= 0 && now->k < MOST_GRID_STEPS && (now->ended == 0 || now->ended == 1) &&
               (now->changed == 0 || now->changed == 1);
    /* Bits after the last guard must be zero. */
    fits = fits && now->armed[model->kind->guards / 64] >> model->kind->guards % 64 == 0;
    for (size_t i = 0; i < model_reals(model->kind) - model->kind->extras; i++)
        fits = fits && isfinite(now->y[i]);
    fits = fits && (now->past_doubles == 0 || radau_past_fits(now->past, now->past_doubles));
    for (size_t i = 0; i < model->kind->inputs; i++)
        fits = fits && input_fits(model, i);
    fits = fits && snapshot_whole_fits(model);
    return fits && (!model->kind->fits || model->kind->fits(&model->view, now->y));
}

/* Read the kept events into the rows in which log_push() would have stored them. */
static void get_log(struct word_reader *from, struct log *log)
{
    size_t row = LOG_HEAD + log->width;
    log->count = word_get(from);
    log->first = word_get(from);
    if (log->first > log->count || log->count - log->first > log->capacity)
        return;
    for (uint64_t i = log->first; i < log->count; i++)
        word_get_reals(from, log->rows + (i % log->capacity) * row, row);
}

static int log_fits(const struct log *log)
{
    if (log->first > log->count || log->count - log->first > log->capacity)
        return 0;
    for (uint64_t i = log->first; i < log->count; i++) {
        double type = log_row(log, i)[1];
        if (!(type >= WD_EVENT_IMPACT && type <= WD_EVENT_WHEEL_LOAD))
            return 0;
    }
    return 1;
}

/* Read everything after the parts into the spare, which is `model` here. The course of the spare is
 * built only if the course or the parameters differ from those with which it was built. smooth: the
 * surface of the model that is replaced. */
static int32_t get_all(struct word_reader *from, struct wd_model *model, struct smooth *smooth,
                       struct interrupt *interrupt)
{
    size_t params = model->kind->params;
    int same = model->furnished;
    model->furnished = model->entered = 0;
    model_close(model);
    same &= word_get_same(from, model->param, params);
    word_get_reals(from, model->settings + params, model_settings(model->kind) - params);
    if (!settings_fit(model))
        return WD_EFORMAT;
    for (size_t i = 0; i < model->kind->inputs; i++) {
        int32_t status = get_signal(from, &model->signals[i]);
        if (status != WD_OK)
            return status;
    }
    model->marked = model->kind->user_equations ? word_get(from) : 0;
    if (model->marked > SNAPSHOT_ALL_MARKS)
        return WD_EFORMAT;
    int32_t course = snapshot_get_course(from, model, smooth, &same);
    if (course != WD_OK)
        return course;
    if (from->count + 1 != word_count(model, model_log_capacity(model)))
        return WD_EFORMAT;
    const void *memory = model->memory;
    int32_t room = model_reserve(model, interrupt);
    if (room != WD_OK)
        return room;
    size_t at;
    const char *fault =
        same && model->memory == memory ? NULL : model_build_course(model, &at, interrupt);
    if (interrupt->stopped)
        return WD_EINTERRUPT;
    if (fault)
        return WD_EFORMAT;
    model->furnished = 1;
    get_motion(from, model);
    get_log(from, &model->log);
    return snapshot_can_continue(model) && log_fits(&model->log) ? WD_OK : WD_EFORMAT;
}

/* After a refused snapshot: restore the spare, or drop it if there was none before. */
static void restore_spare(struct wd_model *model, int had_spare)
{
    if (!had_spare) {
        model_drop_spare(model);
    } else if (model->running) {
        model_fit_spare(model, &model->interrupt); /* if it fails, the next load tries again */
    }
}

int32_t snapshot_read(struct wd_model *model, const unsigned char *bytes, size_t size)
{
    struct word_reader from = {bytes, 0, 0};
    const char *fault = head_fault(model, &from, size);
    if (fault)
        return model_fail(model, WD_EFORMAT, "%s", fault);
    int had_spare = model->spare != NULL;
    int32_t status = snapshot_get_parts(&from, model);
    if (status == WD_OK)
        status = get_all(&from, model->spare, model->smooth, &model->interrupt);
    const char *missing = status == WD_OK ? snapshot_take_functions(model->spare, model) : NULL;
    if (status == WD_OK && !missing) {
        model_swap_spare(model);
        status = model_fit_spare(model, &model->interrupt);
        if (status != WD_OK)
            model_swap_spare(model);
        else
            model->running = 1;
    }
    if (status == WD_OK && !missing)
        return WD_OK;
    if (status == WD_EINTERRUPT)
        status = model_stopped(model);
    else if (missing) /* before restore_spare(), which frees the name */
        status = model_fail(model, WD_ESTATE, "set the function of %s before loading this snapshot",
                            missing);
    else
        status = model_fail(model, status,
                            status == WD_ENOMEM ? "no memory to load a snapshot"
                            : status == WD_ESTATE
                                ? "set the function of the surface before loading this snapshot"
                                : "a snapshot with impossible values");
    restore_spare(model, had_spare);
    model_close(model); /* the spare has used the room */
    return status;
}
