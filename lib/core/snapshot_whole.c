/* SPDX-License-Identifier: MIT */
#include "core/snapshot_whole.h"
#include "core/whole.h"

#include <math.h>

/* Numbers of words of struct whole. ALWAYS: began, span, low, open. HELD: due, from, h, to, next.
 * If no step beyond the end of a call is held (core/whole.h), these five, and y and the two bit
 * sets of guards that follow them, are zeros. */
enum { ALWAYS = 4, HELD = 5 };

size_t snapshot_whole_words(const struct wd_model *model)
{
    size_t doubles = whole_doubles(model->kind, model_solver(model));
    return doubles > 0 ? ALWAYS + HELD + doubles + 2 * model_guard_words(model->kind) : 0;
}

void snapshot_put_whole(struct word_writer *to, const struct wd_model *model)
{
    const struct whole *whole = &model->now.whole;
    if (whole->doubles == 0)
        return;
    size_t guards = model_guard_words(model->kind);
    word_put_real(to, whole->began);
    word_put_real(to, whole->span);
    word_put_real(to, whole->low);
    word_put(to, (uint64_t)whole->open);
    for (size_t i = 0; !whole->open && i < HELD + whole->doubles + 2 * guards; i++)
        word_put(to, 0);
    if (!whole->open)
        return;
    word_put(to, (uint64_t)whole->due);
    word_put_real(to, whole->from);
    word_put_real(to, whole->h);
    word_put_real(to, whole->to);
    word_put_real(to, whole->next);
    word_put_reals(to, whole->y, whole->doubles);
    for (size_t i = 0; i < guards; i++)
        word_put(to, whole->armed[i]);
    for (size_t i = 0; i < guards; i++)
        word_put(to, whole->triggered[i]);
}

void snapshot_get_whole(struct word_reader *from, struct wd_model *model)
{
    struct whole *whole = &model->now.whole;
    if (whole->doubles == 0)
        return;
    whole->began = word_get_real(from);
    whole->span = word_get_real(from);
    whole->low = word_get_real(from);
    whole->open = (int64_t)word_get(from);
    whole->due = (int64_t)word_get(from);
    whole->from = word_get_real(from);
    whole->h = word_get_real(from);
    whole->to = word_get_real(from);
    whole->next = word_get_real(from);
    word_get_reals(from, whole->y, whole->doubles);
    for (size_t i = 0; i < model_guard_words(model->kind); i++)
        whole->armed[i] = word_get(from);
    for (size_t i = 0; i < model_guard_words(model->kind); i++)
        whole->triggered[i] = word_get(from);
}

int snapshot_whole_fits(const struct wd_model *model)
{
    const struct kind *kind = model->kind;
    const struct point *now = &model->now;
    const struct whole *whole = &now->whole;
    if (whole->doubles == 0)
        return 1;
    int fits = isfinite(whole->began) && whole->span > 0 && whole->low > 0;
    if (whole->open == 0)
        return fits;
    fits = fits && whole->open == 1 && isfinite(whole->from) && isfinite(whole->to) &&
           whole->h > 0 && isfinite(whole->h) && whole->next > 0 && isfinite(whole->next) &&
           whole->from < now->t && now->t < whole->to && now->changed == 0 && now->ended == 0;
    for (size_t i = 0; i < whole->doubles - kind->extras; i++)
        fits = fits && isfinite(whole->y[i]);
    uint64_t any = 0;
    for (size_t i = 0; i < model_guard_words(kind); i++) {
        any |= whole->triggered[i];
        fits = fits && (now->armed[i] & ~whole->armed[i]) == 0;
    }
    fits = fits && whole->due == (any != 0);
    size_t last = kind->guards / 64;
    fits = fits && (whole->armed[last] | whole->triggered[last]) >> kind->guards % 64 == 0;
    return fits && (!kind->fits || kind->fits(&model->view, whole->y));
}
