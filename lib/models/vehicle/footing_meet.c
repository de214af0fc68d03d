/* SPDX-License-Identifier: MIT */
/* Further contacts of wheels with a terrain: the places that a wheel reaches besides those at which
 * it touches already. Each wheel that may leave the ground has one open contact, which follows the
 * next place; a guard reports when it reaches the ground. Places that are reached at the same
 * instant have one impact together. */
#include "models/vehicle/footing.h"
#include "models/vehicle/guard.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* ---- contacts of a wheel ---- */

/* The first contact of this wheel that is not fixed; the number of contacts if all are. */
static size_t find_free(const struct vehicle_eval *m, size_t wheel)
{
    size_t c = 0;
    while (c < m->work.contacts && (m->footing[c].fixed || m->work.contact[c].wheel != wheel))
        c++;
    return c;
}

static size_t append(struct vehicle_eval *m, size_t wheel)
{
    size_t c = m->work.contacts++;
    m->work.contact[c].wheel = wheel;
    m->touch[c] = (struct vehicle_grip){.mode = VEHICLE_OPEN, .was = VEHICLE_OPEN};
    m->grip[c] = (struct linkage_grip){.mode = LINKAGE_OPEN};
    m->footing[c] = (struct vehicle_footing){.feature = -1, .hint = m->footing[wheel].hint};
    memset(m->force + 3 * c, 0, 3 * sizeof *m->force);
    return c;
}

void footing_watch(struct vehicle_eval *m)
{
    for (size_t w = 0; w < m->v->linkage.wheels; w++)
        if (vehicle_law(m, w)->lifts && find_free(m, w) == m->work.contacts)
            append(m, w);
}

/* ---- places that are reached ---- */

void footing_fix(struct vehicle_eval *m, size_t c, const struct touch *touch)
{
    struct vehicle_footing *f = &m->footing[c];
    f->fixed = 1;
    f->touch = *touch;
    f->feature = touch->feature;
    f->place = f->start = touch->place;
    m->touch[c].limit = footing_friction(m, c, touch->factor);
}

int footing_is_reached(const struct vehicle_footing *home, const struct touch *touch, double close)
{
    double same = VEHICLE_SUM_ROUNDING * home->wheel.radius;
    double soon = -FOOTING_SAME_TIME * touch_gap_rate(&home->motion, touch->n, touch->at);
    return touch->gap <= num_fmax(soon, num_fmax(close, same));
}

/* m; upper bound of the gaps of places that may be reached (footing_is_reached()). */
static double reach_of(const struct vehicle_footing *home, double close)
{
    const struct vec v = home->motion.velocity, W = home->motion.spin;
    double fast = sqrt(vec_dot(v, v)) + home->wheel.radius * sqrt(vec_dot(W, W));
    return num_fmax(FOOTING_SAME_TIME * fast,
                    num_fmax(close, VEHICLE_SUM_ROUNDING * home->wheel.radius));
}

/* Fix a contact at this place: the free one of the wheel, or a new one. 0 if there is no memory. */
static int add(struct vehicle_eval *m, size_t wheel, const struct touch *touch)
{
    size_t c = find_free(m, wheel);
    if (c == m->work.contacts) {
        if (c == linkage_contacts(&m->v->linkage))
            return 0;
        append(m, wheel);
    }
    footing_fix(m, c, touch);
    return 1;
}

/* Number of fixed contacts besides the first one of each wheel. */
static size_t count_further(const struct vehicle_eval *m)
{
    size_t count = 0;
    for (size_t c = m->v->linkage.wheels; c < m->work.contacts; c++)
        count += m->footing[c].fixed ? 1 : 0;
    return count;
}

static int32_t went_inside(const struct vehicle_eval *m, size_t w)
{
    *m->view->why = vehicle_fault(m->view, vehicle_part_at(m, w), "it went into the ground");
    return WD_ENOCONV;
}

/* Add the places that a wheel has reached; *added counts them. */
static int32_t reach_places(struct vehicle_eval *m, size_t w, double close, size_t *added)
{
    const struct vehicle_footing *home = &m->footing[w];
    struct near near;
    struct touch fixed[NEAR_PLACES];
    size_t n = footing_list_fixed(m, w, &home->wheel, fixed);
    footing_near(m, w, reach_of(home, close), &near);
    int fits = near.found <= NEAR_PLACES;
    for (size_t k = 0; k < near.n && fits; k++) {
        const struct touch *touch = &near.touch[k];
        if (near_is_contact(ground_terrain(&m->land), touch, fixed, n, home->wheel.radius) ||
            !footing_is_reached(home, touch, close))
            continue;
        if (!m->land.profile && touch->gap < -FOOTING_INSIDE * home->wheel.radius)
            return went_inside(m, w); /* the search has missed a ridge */
        fits = n < NEAR_PLACES && add(m, w, touch);
        if (fits)
            fixed[n++] = *touch;
        *added += 1;
    }
    if (fits && count_further(m) <= footing_kept(m->v->linkage.wheels))
        return WD_OK;
    *m->view->why = m->view->say(
        m->view->core,
        "part \"%s\": it touches the ground at more than %z places, or all wheels together at more "
        "than %z plus the number of wheels",
        vehicle_part_at(m, w)->name, (size_t)NEAR_PLACES, (size_t)FOOTING_MOST_MORE);
    return WD_ELIMIT;
}

/* Fail if a wheel whose guard MEETS has triggered is inside the ground. If the wheel is above the
 * ground, the guard has triggered because a place has appeared beside a contact, which is no
 * failure. */
static int32_t judge_inside(struct vehicle_eval *m, const uint64_t *triggered)
{
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        int64_t feature;
        if (vehicle_law(m, w)->loads || !vehicle_triggered(m, w, triggered, VEHICLE_MEETS) ||
            !footing_is_inside(m, w, &feature))
            continue;
        return went_inside(m, w);
    }
    return WD_OK;
}

int32_t footing_close_contacts(struct vehicle_eval *m, const uint64_t *triggered, double close)
{
    size_t added = 0;
    int32_t status = triggered ? judge_inside(m, triggered) : (int32_t)WD_OK;
    for (size_t w = 0; status == WD_OK && w < m->v->linkage.wheels; w++)
        if (vehicle_law(m, w)->lifts)
            status = reach_places(m, w, close, &added);
    if (status == WD_OK && added > 0)
        linkage_place(&m->v->linkage, m->state, &m->work);
    return status;
}

/* ---- contacts that leave ---- */

/* Open the contact with the largest `leaves`; returns 0 if there is none. */
static int open_fastest(struct vehicle_eval *m)
{
    size_t fastest = m->work.contacts;
    double most = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        if (vehicle_takes_part(m, c) && m->footing[c].leaves > most) {
            most = m->footing[c].leaves;
            fastest = c;
        }
    if (fastest < m->work.contacts)
        m->touch[fastest].mode = VEHICLE_OPEN;
    return fastest < m->work.contacts;
}

int footing_open_leaving(struct vehicle_eval *m)
{
    int leave = 0, enter = 0;
    for (size_t c = 0; m->footing && c < m->work.contacts; c++) {
        leave |= vehicle_takes_part(m, c) && m->work.contact[c].speed[0] > VEHICLE_STILL;
        enter |= vehicle_takes_part(m, c) && m->work.contact[c].speed[0] < -VEHICLE_STILL;
    }
    if ((leave || enter) && open_fastest(m))
        return 1;
    for (size_t c = 0; leave && c < m->work.contacts; c++)
        if (vehicle_takes_part(m, c) && m->work.contact[c].speed[0] > VEHICLE_STILL)
            m->touch[c].mode = VEHICLE_OPEN;
    return leave;
}

/* ---- contacts of a Moreau step ---- */

static void fail_inside(struct vehicle_eval *m, size_t w)
{
    if (m->failed == WD_OK)
        m->failed = went_inside(m, w);
}

/* Set `lowest` of a wheel. Fail if the wheel was inside the ground when the step began, because the
 * search has missed a place: a gap changes by no more than the path of the wheel. */
static void set_lowest(struct vehicle_eval *m, size_t w, const struct near *near)
{
    struct vehicle_footing *home = &m->footing[w];
    home->lowest = 0;
    for (size_t k = 0; k < near->n; k++)
        home->lowest = num_fmin(home->lowest, near->touch[k].gap);
    if (home->lowest < -footing_way(m, w) - FOOTING_INSIDE * home->wheel.radius)
        fail_inside(m, w);
}

/* Add the places of a wheel with a gap up to `close`, as far as there is memory; returns how many.
 */
static size_t add_places(struct vehicle_eval *m, size_t w, double close)
{
    const struct vehicle_footing *home = &m->footing[w];
    struct near near;
    struct touch fixed[NEAR_PLACES];
    size_t before = footing_list_fixed(m, w, &home->wheel, fixed), n = before;
    footing_near(m, w, close, &near);
    set_lowest(m, w, &near);
    for (size_t k = 0; k < near.n && n < NEAR_PLACES; k++) {
        const struct touch *touch = &near.touch[k];
        int full = home->fixed && count_further(m) == footing_kept(m->v->linkage.wheels);
        if (full || near_is_contact(ground_terrain(&m->land), touch, fixed, n, home->wheel.radius))
            continue;
        add(m, w, touch);
        fixed[n++] = *touch;
    }
    return n - before;
}

void footing_check_step(struct vehicle_eval *m)
{
    for (size_t w = 0; w < m->v->linkage.wheels; w++)
        if (vehicle_law(m, w)->lifts &&
            m->footing[w].lowest < -FOOTING_INSIDE * m->footing[w].wheel.radius)
            fail_inside(m, w);
}

/* Pass on the fixed contacts that are beyond their borders; returns how many have changed their
 * feature. If no feature follows, open the contact. */
static size_t pass_all(struct vehicle_eval *m)
{
    size_t changed = 0;
    for (size_t c = 0; c < m->work.contacts; c++) {
        int64_t before = m->footing[c].feature;
        m->footing[c].passed = 0;
        if (!m->footing[c].fixed || vehicle_law(m, c)->loads)
            continue;
        if (!footing_pass_on(m, c) && vehicle_law(m, c)->lifts)
            m->touch[c].mode = VEHICLE_OPEN;
        m->footing[c].passed = m->footing[c].feature != before;
        changed += m->footing[c].passed ? 1 : 0;
    }
    return changed;
}

size_t footing_add_places(struct vehicle_eval *m, double close)
{
    size_t added = 0;
    for (size_t w = 0; w < m->v->linkage.wheels; w++)
        added += vehicle_law(m, w)->lifts ? add_places(m, w, close) : 0;
    if (added > 0)
        linkage_place_still(&m->v->linkage, m->state, &m->work);
    return added;
}

void footing_step(struct vehicle_eval *m, double close)
{
    size_t changed = pass_all(m);
    if (footing_add_places(m, close) == 0 && changed > 0)
        linkage_place_still(&m->v->linkage, m->state, &m->work);
}
