/* SPDX-License-Identifier: MIT */
/* Contacts of wheels of law tyre with a terrain. A tyre is deflected, so its unloaded wheel is in
 * the ground, possibly at several places. Only the contact at the deepest place carries a load. The
 * wheel has a contact (field `fixed`) while it is in the ground; the contact follows its feature. A
 * guard triggers when another place becomes deeper, and the contact then moves there. Its normal
 * may jump, and with it the force; the deflection does not. */
#include "models/vehicle/footing.h"
#include "models/vehicle/guard.h"
#include "num/bits.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* Move the contact of a tyre to the deepest place. A contact that is beyond the border of its
 * feature passes on first, even if an edge behind the border then carries a crushed tyre. Returns 1
 * if the contact has changed, with *seen = 1 if the change is to be reported. */
static int pass_on(struct vehicle_eval *m, size_t w, const uint64_t *triggered, int *seen)
{
    struct vehicle_footing *f = &m->footing[w];
    struct touch deepest;
    int64_t from = f->feature;
    int due = footing_is_due(m, w, triggered), follows = !due || footing_cross_border(m, w);
    int found = footing_find_deepest(m, w, 0, &deepest);
    int deeper = found && (!follows || deepest.gap < f->touch.gap - footing_same_gap(f) / 2);
    *seen = f->feature != from && (deeper || footing_is_seen(&m->land, from, f->feature));
    if (deeper) {
        *seen = deepest.feature != from;
        footing_fix(m, w, &deepest);
    }
    f->fixed = found || (follows && f->touch.feature >= 0);
    m->touch[w].limit = footing_friction(m, w, f->touch.factor);
    return due || deeper;
}

/* ---- events ---- */

/* Fix the contact of a tyre that has reached the ground; returns 1 if it has. A tyre that leaves
 * the ground at this instant has not reached it, although the gap is zero to rounding. */
static int reach_ground(struct vehicle_eval *m, size_t w, const uint64_t *triggered)
{
    struct vehicle_footing *f = &m->footing[w];
    struct touch nearest;
    int meets = vehicle_triggered(m, w, triggered, VEHICLE_MEETS);
    if (!footing_find_deepest(m, w, 0, &nearest) || !(meets || footing_is_reached(f, &nearest, 0)))
        return 0;
    int leaves = !meets && touch_gap_rate(&f->motion, nearest.n, nearest.at) > 0;
    if (leaves && nearest.gap >= -footing_same_gap(f))
        return 0;
    footing_fix(m, w, &nearest);
    f->reached = !leaves;
    return 1;
}

size_t footing_pass_tyres(struct vehicle_eval *m, const uint64_t *triggered, struct events *events)
{
    size_t count = 0;
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        int64_t from = m->footing[w].feature;
        int seen = 0;
        if (!vehicle_law(m, w)->loads)
            continue;
        if (!m->footing[w].fixed)
            count += reach_ground(m, w, triggered) ? 1 : 0;
        else
            count += pass_on(m, w, triggered, &seen) ? 1 : 0;
        if (seen && m->touch[w].mode != VEHICLE_OPEN)
            footing_log_passage(m, w, from, events);
    }
    if (count > 0)
        linkage_place(&m->v->linkage, m->state, &m->work);
    return count;
}

void footing_release_tyres(struct vehicle_eval *m)
{
    for (size_t w = 0; m->footing && w < m->v->linkage.wheels; w++) {
        struct vehicle_footing *f = &m->footing[w];
        if (vehicle_law(m, w)->loads && m->touch[w].mode == VEHICLE_OPEN &&
            f->touch.gap >= -footing_same_gap(f))
            f->fixed = 0;
    }
}

/* ---- Moreau steps ---- */

size_t footing_hold_tyres(struct vehicle_eval *m)
{
    size_t count = 0;
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        struct touch nearest;
        int seen;
        if (!vehicle_law(m, w)->loads)
            continue;
        if (m->footing[w].fixed) {
            count += pass_on(m, w, NULL, &seen) ? 1 : 0;
        } else if (footing_find_deepest(m, w, 0, &nearest)) {
            footing_fix(m, w, &nearest);
            count++;
        }
    }
    return count;
}

/* ---- the end, and the start ---- */

/* True if the tyre would move back and forth between two places of a hollow without end: another
 * place has become deeper, with a rate that is zero. */
static int rests_on_two(struct vehicle_eval *m, size_t w, const uint64_t *triggered)
{
    const struct vehicle_solver *solver = m->view->solver;
    double rate;
    return m->footing[w].fixed && triggered && bit_is_set(triggered, footing_part_guards(m, w)) &&
           footing_lead(m, w, &rate) <= footing_same_gap(&m->footing[w]) &&
           fabs(rate) <= solver->zeno_speed;
}

size_t footing_end_tyre(struct vehicle_eval *m, size_t w, const uint64_t *triggered,
                        struct events *events)
{
    int ends = triggered ? vehicle_triggered(m, w, triggered, VEHICLE_FLAT)
                         : m->footing[w].fixed && !(footing_margin(m, w) > 0);
    int rests = rests_on_two(m, w, triggered);
    if (ends)
        footing_log_limit(m, w, events);
    else if (rests)
        footing_log(m, w, WD_EVENT_LIMIT, events)[FOOTING_REASON] = FOOTING_FURTHER;
    return ends || rests;
}

void footing_fix_tyres(struct vehicle_eval *m)
{
    for (size_t w = 0; m->footing && w < m->v->linkage.wheels; w++)
        if (vehicle_law(m, w)->loads && m->footing[w].feature >= 0 && m->footing[w].touch.gap < 0)
            m->footing[w].fixed = 1;
}

static int is_too_deep(struct vehicle_eval *m, size_t w)
{
    const struct vehicle_footing *f = &m->footing[w];
    double most = NEAR_DEEPEST * f->wheel.radius;
    int64_t feature;
    return f->touch.gap < -most || footing_is_deeper(m, w, most, &feature);
}

const struct part *footing_deep_tyre(struct vehicle_eval *m)
{
    for (size_t w = 0; m->footing && w < m->v->linkage.wheels; w++)
        if (vehicle_law(m, w)->loads && is_too_deep(m, w))
            return vehicle_part_at(m, w);
    return NULL;
}

const char *footing_judge_tyre(struct vehicle_eval *m, size_t w)
{
    const struct vehicle_footing *f = &m->footing[w];
    const struct part *part = vehicle_part_at(m, w);
    if (is_too_deep(m, w))
        return vehicle_fault(m->view, part, "it is deeper in the ground than 0.4 of its radius");
    if (f->touch.gap > 0 || footing_margin(m, w) > 0)
        return NULL;
    return vehicle_fault(m->view, part,
                         footing_reason(m, w) == FOOTING_CRUSHED
                             ? "its tyre is deflected by more than its crown at an edge or an arc"
                             : "it lies flat");
}
