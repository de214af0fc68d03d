/* SPDX-License-Identifier: MIT */
/* One-sided constraints. The guard is the multiplier of a closed constraint and the gap of an open
 * constraint. When the guard triggers, the event is reported. A constraint that cannot open stays
 * closed although its multiplier has changed sign. */
#include "models/constrained/constrained.h"
#include "num/bits.h"

#include <string.h>

static int32_t find_multipliers(struct constrained *c)
{
    int32_t status = constrained_fill(c);
    if (status == WD_OK)
        status = constrained_solve(c);
    return status == WD_OK ? constrained_multipliers(c) : status;
}

static int any_one_sided(const struct constrained *c)
{
    size_t i = 0;
    while (i < c->e.m && !(c->one_sided[i] > 0))
        i++;
    return i < c->e.m;
}

static int any_opens(const struct constrained *c)
{
    size_t i = 0;
    while (i < c->e.m && !(c->opens[i] > 0))
        i++;
    return i < c->e.m;
}

/* Return the guard of a constraint that opens: its gap if it is open, its multiplier if it is
 * closed. The guard is shifted by the limit below which gap or multiplier is zero to rounding,
 * because a constraint may stay closed with a multiplier of 0. */
static double distance(const struct constrained *c, size_t i, double *rate)
{
    if (c->is_open[i] > 0) {
        *rate = c->rate[i];
        return c->e.phi[i] + constrained_least_gap(c, i);
    }
    return c->multiplier[i] + constrained_least_multiplier(c, i);
}

/* Set the guards. If a constraint cannot open, its mode is 1 while its multiplier is negative, and
 * its guard is the multiplier, times -1 in mode 1. If it can open, its mode is 1 while it is open,
 * and distance() gives its guard. A constraint that is not one-sided has the guard 1. Without
 * one-sided constraints the user's function is not called. */
int32_t constrained_guard(const struct view *view, const double *y, double *value, double *rate)
{
    struct constrained c;
    constrained_open(view, y, &c);
    int32_t status = any_one_sided(&c) ? find_multipliers(&c) : WD_OK;
    for (size_t i = 0; status == WD_OK && i < c.e.m; i++) {
        double pushes = view->mode[i] ? -c.multiplier[i] : c.multiplier[i];
        int has_sign = c.is_open[i] > 0 || (c.one_sided[i] > 0 && constrained_row_acts(&c, i));
        value[i] = !has_sign ? 1 : c.opens[i] > 0 ? distance(&c, i, rate + i) : pushes;
    }
    return status;
}

/* ---- events ---- */

static void add(const struct part *part, int32_t type, double multiplier, struct events *events)
{
    double *of = events->add(events->core, type);
    of[0] = (double)part->number;
    of[1] = multiplier;
}

/* Log the events of a constraint that can open: an impulse has closed it, or it has opened. A
 * constraint that an impulse has closed may open again at once if other constraints push it away;
 * its mode is then 1 before and after. */
static void log_contact(const struct constrained *c, const struct part *part, int64_t *mode,
                        struct events *events)
{
    size_t row = part->at.guards;
    int was_open = mode[row] != 0, is_open = c->is_open[row] > 0;
    if (was_open && (!is_open || c->impulse[row] > 0))
        add(part, WD_EVENT_IMPACT, c->impulse[row], events);
    if (!was_open && is_open)
        add(part, WD_EVENT_DETACH, c->before[row], events);
    mode[row] = is_open;
}

/* Log the event of a constraint that cannot open: its multiplier has changed sign, either at its
 * own guard or in the jump of other constraints. */
static void log_side(const struct constrained *c, const struct part *part, int triggered,
                     int64_t *mode, struct events *events)
{
    size_t row = part->at.guards;
    int jumped = c->multiplier[row] != c->before[row], negative = c->multiplier[row] < 0;
    int reports = c->one_sided[row] > 0 && constrained_row_acts(c, row);
    if (!triggered && !(reports && jumped && negative != (mode[row] != 0)))
        return;
    add(part, mode[row] ? WD_EVENT_WHEEL_LOAD : WD_EVENT_WHEEL_LIFT, c->multiplier[row], events);
    mode[row] = !mode[row];
}

/* Find which constraints close and open, and the multipliers after that. */
static int32_t switch_contacts(struct constrained *c, double *y)
{
    const struct kind *kind = c->view->kind;
    struct user_energy energy;
    double change[KIND_ENERGIES] = {0, 0};
    for (size_t i = 0; i < c->e.m; i++)
        c->released[i] = c->opens[i] > 0 && !(c->is_open[i] > 0) &&
                         c->multiplier[i] + constrained_least_multiplier(c, i) <= 0;
    int32_t status = constrained_settle(c, change);
    if (status == WD_OK)
        status = c->view->user_energy(c->view->core, c->view->t, c->q, c->v, &energy);
    if (status == WD_OK)
        status = find_multipliers(c);
    if (status != WD_OK)
        return status;
    constrained_put(c, y);
    memset(y + kind->states + KIND_ENERGIES, 0, kind->extras * sizeof *y);
    for (size_t k = 0; energy.given && k < KIND_ENERGIES; k++)
        y[kind->states + k] += change[k];
    return WD_OK;
}

int32_t constrained_jump(const struct view *view, const uint64_t *triggered, double *y,
                         int64_t *mode, struct events *events)
{
    const struct kind *kind = view->kind;
    struct constrained c;
    constrained_open(view, y, &c);
    int32_t status = find_multipliers(&c);
    memcpy(c.before, c.multiplier, c.e.m * sizeof *c.before);
    if (status == WD_OK && any_opens(&c))
        status = switch_contacts(&c, y);
    for (size_t i = 0; status == WD_OK && i < kind->part_count; i++) {
        const struct part *part = kind->parts[i];
        size_t row = part->at.guards;
        if (part->type->size.guards == 0)
            continue;
        if (c.opens[row] > 0)
            log_contact(&c, part, mode, events);
        else
            log_side(&c, part, bit_is_set(triggered, row), mode, events);
    }
    return status;
}
