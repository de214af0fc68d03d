/* SPDX-License-Identifier: MIT */
#include "core/snapshot_course.h"

#include <stdlib.h>
#include <string.h>

/* Flags of the two forms of a surface; the flags of polyline arrays are in core/model.h. */
enum { GRID = 16, FUNCTION = 32 };

/* m; bound of coefficients from arbitrary bytes, far above those of heights that are accepted. */
#define MOST_COEFFICIENT 1e101

enum { HEAD = 3, GRID_HEAD = 2 + SURFACE_FRAME };

/* ---- writing ---- */

size_t snapshot_course_words(const struct wd_model *model)
{
    size_t heights = smooth_heights(model->smooth);
    return HEAD + model_course_size(&model->course) + (heights > 0 ? GRID_HEAD + heights : 0);
}

static void put_grid(struct word_writer *to, const struct smooth *smooth)
{
    word_put(to, smooth->surface.nx);
    word_put(to, smooth->surface.ny);
    word_put_reals(to, smooth->frame, SURFACE_FRAME);
    word_put_reals(to, smooth->coefficient, smooth_heights(smooth));
}

void snapshot_put_course(struct word_writer *to, const struct wd_model *model)
{
    const struct polyline *course = &model->course;
    word_put(to, course->points);
    word_put(to, (uint64_t)course->closed);
    int surface = !model->smooth ? 0 : smooth_heights(model->smooth) > 0 ? GRID : FUNCTION;
    word_put(to, (uint64_t)(model_course_parts(course) | surface));
    word_put_reals(to, course->xy, model_course_size(course));
    if (surface == GRID)
        put_grid(to, model->smooth);
}

/* ---- reading ---- */

/* Return memory for a polyline with these arrays: the present memory if it fits, else new memory,
 * with *same set to 0. NULL: out of memory. */
static double *course_room(struct wd_model *model, int parts, size_t reals, int *same)
{
    const struct polyline *now = &model->course;
    if (parts == model_course_parts(now) && reals == model_course_size(now))
        return model->course_xy;
    *same = 0;
    double *xy = malloc(reals * sizeof *xy);
    if (xy)
        free(model->course_xy);
    return xy;
}

/* Read the polyline. */
static int32_t get_polyline(struct word_reader *from, struct wd_model *model, uint64_t points,
                            uint64_t closed, uint64_t parts, int *same)
{
    *same &= points == model->course.points && closed == (uint64_t)model->course.closed &&
             !model->smooth;
    if (points == 0) {
        free(model->course_xy);
        model_take_course(model, NULL, 0, 0, 0);
        return closed == 0 && parts == 0 ? WD_OK : WD_EFORMAT;
    }
    int fits = model->kind->course == COURSE_TERRAIN
                   ? closed == 0 && (parts & ~(uint64_t)COURSE_SEGMENTS) == 0
                   : closed <= 1 && (parts & ~(uint64_t)COURSE_TIMES) == 0;
    if (!model->kind->course || !fits || points > (from->count - from->at) / 2)
        return WD_EFORMAT;
    size_t reals = model_course_doubles((size_t)points, (int)parts, (int32_t)closed);
    if (reals > from->count - from->at)
        return WD_EFORMAT;
    double *xy = course_room(model, (int)parts, reals, same);
    if (!xy)
        return WD_ENOMEM;
    *same &= word_get_same(from, xy, reals);
    model_take_course(model, xy, (size_t)points, (int)parts, (int32_t)closed);
    return WD_OK;
}

/* True if all coefficients are below MOST_COEFFICIENT in magnitude, so that heights are finite. */
static int fits_grid(const struct smooth *smooth)
{
    for (size_t i = 0; i < smooth_heights(smooth); i++)
        if (!(smooth->coefficient[i] > -MOST_COEFFICIENT &&
              smooth->coefficient[i] < MOST_COEFFICIENT))
            return 0;
    return 1;
}

/* True if the next words are the coefficients of this grid. */
static int is_same_grid(struct word_reader from, const struct smooth *smooth, uint64_t nx,
                        uint64_t ny, const double frame[SURFACE_FRAME])
{
    if (!smooth || smooth->surface.nx != nx || smooth->surface.ny != ny || nx == 0 ||
        memcmp(smooth->frame, frame, sizeof smooth->frame) != 0)
        return 0;
    int same = 1;
    for (size_t i = 0; same && i < smooth_heights(smooth); i++) {
        double coefficient = word_get_real(&from);
        same = memcmp(&coefficient, &smooth->coefficient[i], sizeof coefficient) == 0;
    }
    return same;
}

/* Read a grid. Sets *to to the present grid `smooth`, with one more user, if both are the same;
 * else to a new grid. */
static int32_t get_grid(struct word_reader *from, struct smooth *smooth, struct smooth **to)
{
    double frame[SURFACE_FRAME];
    uint64_t nx = word_get(from), ny = word_get(from), left = from->count - from->at;
    word_get_reals(from, frame, SURFACE_FRAME);
    if (nx > left || ny > left)
        return WD_EFORMAT;
    size_t heights = surface_doubles((size_t)nx, (size_t)ny);
    if (heights == 0 || heights > from->count - from->at)
        return WD_EFORMAT;
    if (is_same_grid(*from, smooth, nx, ny, frame)) {
        from->at += heights;
        *to = smooth_share(smooth);
        return WD_OK;
    }
    *to = smooth_new((size_t)nx, (size_t)ny);
    if (!*to)
        return WD_ENOMEM;
    word_get_reals(from, (*to)->coefficient, heights);
    if (smooth_adopt(*to, (size_t)nx, (size_t)ny, frame) && fits_grid(*to))
        return WD_OK;
    smooth_drop(*to);
    return WD_EFORMAT;
}

static int32_t get_surface(struct word_reader *from, struct wd_model *model, struct smooth *smooth,
                           int is_grid, int *same)
{
    struct smooth *to = NULL;
    if (!model->kind->ground_at)
        return WD_EFORMAT;
    if (!is_grid && (!smooth || smooth_heights(smooth) > 0))
        return WD_ESTATE;
    int32_t status = is_grid ? get_grid(from, smooth, &to) : WD_OK;
    if (status != WD_OK)
        return status;
    to = is_grid ? to : smooth_share(smooth);
    *same &= model->smooth == to;
    model_take_smooth(model, to);
    return WD_OK;
}

int32_t snapshot_get_course(struct word_reader *from, struct wd_model *model, struct smooth *smooth,
                            int *same)
{
    uint64_t points = word_get(from), closed = word_get(from), parts = word_get(from);
    if (parts != GRID && parts != FUNCTION)
        return get_polyline(from, model, points, closed, parts, same);
    return points > 0 || closed > 0 ? WD_EFORMAT
                                    : get_surface(from, model, smooth, parts == GRID, same);
}
