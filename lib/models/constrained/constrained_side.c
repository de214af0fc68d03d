/* SPDX-License-Identifier: MIT */
/* One-sided constraints: each has a guard, its multiplier. They are kept all the same. */
#include "models/constrained/constrained.h"
#include "num/bits.h"

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

/* Where no sign is asked for the user is not asked for numbers. */
int32_t constrained_guard(const struct view *view, const double *y, double *value, double *rate)
{
    struct constrained c;
    (void)rate;
    constrained_open(view, y, &c);
    int32_t status = any_one_sided(&c) ? find_multipliers(&c) : WD_OK;
    for (size_t i = 0; status == WD_OK && i < c.e.m; i++)
        value[i] = c.one_sided[i] > 0 ? c.multiplier[i] : 1;
    return status;
}

int32_t constrained_jump(const struct view *view, const uint64_t *fallen, double *y, int64_t *mode,
                         struct events *events)
{
    const struct kind *kind = view->kind;
    struct constrained c;
    (void)mode;
    constrained_open(view, y, &c);
    int32_t status = find_multipliers(&c);
    for (size_t i = 0; status == WD_OK && i < kind->part_count; i++) {
        const struct part *part = kind->parts[i];
        if (part->type->size.guards == 0 || !bit_is_set(fallen, part->at.guards))
            continue;
        double *of = events->add(events->core, WD_EVENT_WHEEL_LIFT);
        of[0] = (double)part->number;
        of[1] = c.multiplier[part->at.guards];
    }
    return status;
}
