/* SPDX-License-Identifier: MIT */
/* One-sided constraints. The guard of each is its multiplier; the constraint stays closed when it
 * triggers, and the event is reported. */
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

/* True if the row has a nonzero entry; otherwise it carries no force, and its multiplier has no
 * sign. */
static int bears(const struct constrained *c, size_t i)
{
    size_t j = 0;
    while (j < c->e.n && c->e.A[i * c->e.n + j] == 0)
        j++;
    return c->one_sided[i] > 0 && j < c->e.n;
}

/* Without one-sided constraints the user's function is not called. The mode of a constraint is 1 if
 * its multiplier is negative; the guard is the distance to the change of sign. */
int32_t constrained_guard(const struct view *view, const double *y, double *value, double *rate)
{
    struct constrained c;
    (void)rate;
    constrained_open(view, y, &c);
    int32_t status = any_one_sided(&c) ? find_multipliers(&c) : WD_OK;
    for (size_t i = 0; status == WD_OK && i < c.e.m; i++) {
        double pushes = view->mode[i] ? -c.multiplier[i] : c.multiplier[i];
        value[i] = bears(&c, i) ? pushes : 1;
    }
    return status;
}

int32_t constrained_jump(const struct view *view, const uint64_t *fallen, double *y, int64_t *mode,
                         struct events *events)
{
    const struct kind *kind = view->kind;
    struct constrained c;
    constrained_open(view, y, &c);
    int32_t status = find_multipliers(&c);
    for (size_t i = 0; status == WD_OK && i < kind->part_count; i++) {
        const struct part *part = kind->parts[i];
        size_t row = part->at.guards;
        if (part->type->size.guards == 0 || !bit_is_set(fallen, row))
            continue;
        double *of =
            events->add(events->core, mode[row] ? WD_EVENT_WHEEL_LOAD : WD_EVENT_WHEEL_LIFT);
        of[0] = (double)part->number;
        of[1] = c.multiplier[row];
        mode[row] = !mode[row];
    }
    return status;
}
