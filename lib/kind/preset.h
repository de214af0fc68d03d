/* SPDX-License-Identifier: MIT */
/* Presets of a kind: parts, values and ground that wd_model_load_preset() gives a model; and the
 * limits of parts. */
#ifndef PRESET_H
#define PRESET_H

#include <stddef.h>
#include <stdint.h>

enum {
    PART_MOST = 192,  /* maximum number of parts of one type, unless the type has its own. With as
                         many parts of every type, a model needs 3.6e9 bytes; sizes have 32 bits
                         on some platforms (robust/many-bodies) */
    PART_PLACES = 2,  /* maximum number of parts that a part stands on */
    PART_LETTERS = 31 /* maximum length of a name */
};

struct preset_part {
    const char *type, *name, *on[PART_PLACES + 1];
};

struct preset_value {
    const char *variable;
    int32_t form; /* WD_SIGNAL_HOLD: data[0] is the value. Inputs also take other forms, with the
                     numbers of that signal; a choice takes WD_SIGNAL_STEP only. */
    size_t n;
    double data[6];
};

/* Ground of a preset: points of a terrain, or a grid of heights. */
struct preset_ground {
    const double *xy; /* NULL: a grid */
    size_t points;
    double (*height)(double x, double y); /* grid: height at a place of the grid */
    size_t nx, ny;
    double frame[5]; /* grid: x0, y0, dx, dy and heading of its nodes */
};

struct preset {
    const char *name, *text;
    const struct preset_value *values;
    size_t count;
    const struct preset_part *parts; /* added before the values are set */
    size_t part_count;
    const struct preset_ground *ground; /* NULL: none */
};

#endif
