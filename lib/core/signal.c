/* SPDX-License-Identifier: MIT */
#include "core/signal.h"
#include "core/table.h"
#include "num/elementary.h"
#include "num/power.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int signal_is_table(int32_t form)
{
    return form == WD_SIGNAL_LINEAR || form == WD_SIGNAL_STEP;
}

static int32_t check_tanh(const double *data, size_t *bad)
{
    *bad = 4;
    int whole = data[4] >= 1 && data[4] <= SIGNAL_MOST_POWER && data[4] == floor(data[4]);
    return whole ? WD_OK : WD_EINVAL;
}

static int32_t check_table(const struct var *var, const double *data, size_t n, size_t *bad)
{
    for (*bad = 0; *bad < n; *bad += 1) {
        double x = data[*bad];
        if (*bad % 2 == 1 && !table_accepts(var, x))
            return WD_ERANGE;
        if (*bad % 2 == 0 && *bad > 0 && !(x > data[*bad - 2]))
            return WD_EINVAL;
    }
    return WD_OK;
}

int32_t signal_check(const struct var *var, int32_t form, const double *data, size_t n, size_t *bad)
{
    *bad = n;
    int table = signal_is_table(form);
    int count_fits = (form == WD_SIGNAL_HOLD && n == 0) || (form == WD_SIGNAL_TANH && n == 5) ||
                     (table && n > 0 && n % 2 == 0);
    if (!count_fits)
        return WD_EINVAL;
    for (*bad = 0; *bad < n; *bad += 1)
        if (!isfinite(data[*bad]))
            return WD_ERANGE;
    if (form == WD_SIGNAL_TANH)
        return check_tanh(data, bad);
    return table ? check_table(var, data, n, bad) : WD_OK;
}

int32_t signal_reserve(struct signal *signal, size_t points)
{
    if (points <= signal->room)
        return WD_OK;
    if (points > SIZE_MAX / (2 * sizeof(double)))
        return WD_ENOMEM;
    double *table = realloc(signal->table, points * 2 * sizeof *table);
    if (!table)
        return WD_ENOMEM;
    signal->table = table;
    signal->room = points;
    return WD_OK;
}

size_t signal_points(int32_t form, size_t n)
{
    return signal_is_table(form) ? n / 2 : 0;
}

int32_t signal_set(struct signal *signal, int32_t form, const double *data, size_t n)
{
    if (signal_is_table(form)) {
        if (signal_reserve(signal, signal_points(form, n)) != WD_OK)
            return WD_ENOMEM;
        memcpy(signal->table, data, n * sizeof *data);
        signal->points = n / 2;
    }
    if (form == WD_SIGNAL_TANH)
        memcpy(signal->tanh, data, sizeof signal->tanh);
    signal->form = form;
    return WD_OK;
}

void signal_trim(struct signal *signal)
{
    if (!signal_is_table(signal->form))
        signal->points = 0;
    signal->room = signal->points;
}

void signal_seek(struct signal *signal, double t)
{
    if (!signal_is_table(signal->form))
        return;
    size_t low = 0, high = signal->points; /* knots before `low` are at or before t; knots from
                                              `high` on are after t */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (signal->table[2 * middle] <= t)
            low = middle + 1;
        else
            high = middle;
    }
    signal->passed = low;
}

double signal_knot(const struct signal *signal)
{
    int more = signal_is_table(signal->form) && signal->passed < signal->points;
    return more ? signal->table[2 * signal->passed] : HUGE_VAL;
}

static double table_value(const struct signal *signal, double t)
{
    const double *u = signal->table + 1;
    size_t i = signal->passed;
    if (i == 0 || signal->form == WD_SIGNAL_STEP || i == signal->points)
        return u[i == 0 ? 0 : 2 * (i - 1)];
    const double *a = signal->table + 2 * (i - 1), *b = a + 2;
    double part = (t - a[0]) / (b[0] - a[0]), value = (1 - part) * a[1] + part * b[1];
    /* Clamp to the two values: rounding, or a grid time slightly beyond a knot, must not violate
     * the bounds. */
    return num_fmax(num_fmin(a[1], b[1]), num_fmin(num_fmax(a[1], b[1]), value));
}

double signal_value(const struct signal *signal, double t)
{
    if (signal->form == WD_SIGNAL_TANH) {
        const double *c = signal->tanh;
        return c[0] + c[1] * power_whole(num_tanh(c[2] * (t - c[3])), (unsigned)c[4]);
    }
    return table_value(signal, t);
}
