/* SPDX-License-Identifier: MIT */
/* Guards of wheels that lie flat and of contacts with a terrain, and the changes when they trigger.
 */
#include "models/vehicle/footing.h"
#include "ground/terrain_search.h"
#include "models/vehicle/guard.h"
#include "num/bits.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* ---- guards ---- */

/* m; a contact passes on to the next feature when it is this far beyond the border. It is then that
 * far inside the cell of the new feature, so its guard there starts above zero. */
static double overlap(const struct vehicle_footing *f, const struct profile_wheel *w)
{
    return 4 * w->rounding + DBL_EPSILON * f->wheel.radius;
}

static void guard_border(const struct vehicle_eval *m, size_t c, double *value, double *rate)
{
    const struct vehicle_footing *f = &m->footing[c];
    struct profile_wheel w;
    *value = f->wheel.radius;
    if (!m->land.profile)
        return;
    profile_aim(m->land.profile, &f->wheel, &w);
    double left = overlap(f, &w) - f->touch.border;
    if (left < *value) {
        *value = left;
        *rate = -profile_border_rate(m->land.profile, &w, &f->touch, &f->rate);
    }
}

/* Set the guard of a wheel whose law has no impacts: the gap of the next place. Without a place the
 * rate is 0, not NaN, because the search for an extremum of the guard may meet times at which there
 * is no place. */
static void guard_next(struct vehicle_eval *m, size_t c, double *value, double *rate)
{
    struct near near;
    struct near_next next = footing_next(m, c, &near);
    *value = FOOTING_REACH * m->footing[c].wheel.radius;
    *rate = 0;
    if (next.touch) {
        *value = next.gap;
        *rate = next.rate;
    }
}

/* Guard of a wheel that is deep inside a convex corner, where the search finds no place on any
 * feature and so no gap shows the penetration: a negative value reports it. Only for profiles,
 * because a surface has no corners. */
static void guard_inside(struct vehicle_eval *m, size_t c, double *value, double *rate)
{
    int64_t feature;
    if (*value > 0 && m->land.profile && footing_is_inside(m, c, &feature)) {
        *value = -FOOTING_INSIDE * m->footing[c].wheel.radius;
        *rate = 0;
    }
}

/* Number of the place, among those that the wheel had when the step began, to which this place on a
 * surface has the smallest distance. The places of a wheel move by about a quarter of its radius in
 * a step, and are farther apart. */
static size_t number_at_start(const struct near *began, struct vec from, struct vec C)
{
    size_t best = 0;
    double least = INFINITY;
    for (size_t k = 0; k < began->n; k++) {
        struct vec way = vec_sub(C, vec_add(from, began->touch[k].at));
        if (vec_dot(way, way) < least) {
            least = vec_dot(way, way);
            best = k;
        }
    }
    return best;
}

/* Find the places on a surface that the wheel had when the step began. There are none if the wheel
 * has less than two open places now. */
static void find_places_at_start(struct vehicle_eval *m, size_t c, struct near *began)
{
    const struct vehicle_footing *f = &m->footing[c], *home = &m->footing[m->work.contact[c].wheel];
    struct touch_wheel wheel = {home->from, home->axis, f->wheel.radius, f->wheel.crown};
    size_t open = 0, hint = 0;
    for (size_t k = 0; k < VEHICLE_PARTS; k++)
        open += isfinite(f->part[k].gap) ? 1 : 0;
    began->n = 0;
    if (open > 1)
        ground_find(&m->land, &wheel, FOOTING_REACH * wheel.radius, &hint, began);
}

/* Choose the guards of the places of an open contact on a surface. A guard follows one place during
 * a whole step. VEHICLE_PARTS: the place has no guard, because a nearer one has taken it. A single
 * place has the guard MEETS and needs no other. */
static void follow_places(struct vehicle_eval *m, size_t c, size_t guard[VEHICLE_PARTS])
{
    const struct vehicle_footing *f = &m->footing[c];
    int taken[NEAR_PLACES] = {0};
    struct near began;
    find_places_at_start(m, c, &began);
    for (size_t k = 0; k < VEHICLE_PARTS; k++) {
        guard[k] = VEHICLE_PARTS;
        if (began.n == 0 || !isfinite(f->part[k].gap))
            continue;
        size_t number = number_at_start(&began, m->footing[m->work.contact[c].wheel].from,
                                        vec_add(f->wheel.centre, f->part[k].at));
        if (!taken[number])
            guard[k] = number;
        taken[number] = 1;
    }
}

/* Set the guards of the convex parts of a profile, or of the places on a surface, near an open
 * contact. Gaps that are zero to rounding are left to the guard MEETS. */
static void guard_parts(struct vehicle_eval *m, size_t c, double *value, double *rate)
{
    const struct vehicle_footing *f = &m->footing[c];
    size_t first = footing_part_guards(m, m->work.contact[c].wheel);
    size_t guard[VEHICLE_PARTS] = {0, 1, 2, 3};
    double same = VEHICLE_SUM_ROUNDING * f->wheel.radius;
    if (!m->land.profile)
        follow_places(m, c, guard);
    for (size_t k = 0; k < VEHICLE_PARTS; k++) {
        const struct footing_part *part = &f->part[k];
        if (part->gap > FOOTING_REACH * f->wheel.radius || fabs(part->gap) <= same ||
            guard[k] == VEHICLE_PARTS)
            continue;
        value[first + guard[k]] = part->gap;
        rate[first + guard[k]] = touch_gap_rate(&f->motion, part->n, part->at);
    }
}

void footing_guards(struct vehicle_eval *m, double *value, double *rate)
{
    for (size_t i = footing_part_guards(m, 0); i < m->view->kind->guards; i++) {
        value[i] = VEHICLE_NEVER;
        rate[i] = 0; /* a number: a place may vanish while an extremum is sought */
    }
    for (size_t c = 0; c < m->work.contacts; c++) {
        size_t at = vehicle_guards_at(m, c), border = footing_guard(m, c);
        size_t meets = at + VEHICLE_MEETS;
        value[at + VEHICLE_FLAT] = footing_is_closed(m, c) ? footing_margin(m, c) : VEHICLE_NEVER;
        value[border] = m->footing[c].wheel.radius;
        if (footing_is_closed(m, c))
            guard_border(m, c, &value[border], &rate[border]);
        if (footing_is_closed(m, c) && vehicle_law(m, c)->stays)
            guard_next(m, c, &value[meets], &rate[meets]);
        if (vehicle_law(m, c)->loads && m->footing[c].fixed)
            footing_guard_deeper(m, c, value, rate);
        else if (c < m->v->linkage.wheels)
            guard_inside(m, c, &value[meets], &rate[meets]);
        if (m->footing[c].looks)
            guard_parts(m, c, value, rate);
    }
    for (size_t c = m->work.contacts; c < linkage_contacts(&m->v->linkage); c++)
        for (size_t k = 0; k < VEHICLE_CONTACT_GUARDS; k++)
            value[vehicle_guards_at(m, c) + k] = VEHICLE_NEVER;
}

/* ---- passing on ---- */

/* A feature has a border to the feature before it and one to the feature after it. Return the
 * feature beyond the border that the contact has passed further; -1 if there is none. */
static int64_t neighbour(const struct profile *profile, const struct profile_wheel *w,
                         const struct touch *touch)
{
    const struct terrain *terrain = profile->terrain;
    int64_t feature = touch->feature;
    double before, after, x, y;
    if (terrain_is_corner(feature)) {
        x = vec_dot(profile->d, touch->n), y = touch->n.z;
        terrain_beyond_rate(terrain, feature, x, y, &before, &after);
    } else {
        x = w->x + w->b * vec_dot(profile->d, touch->place.radial);
        y = w->y + w->b * touch->place.radial.z;
        terrain_beyond(terrain, feature, x, y, &before, &after);
    }
    int64_t to = feature + (after > before ? 1 : -1);
    if (terrain_is_seam(terrain, to))
        to += to - feature;
    return terrain_exists(terrain, to) ? to : -1;
}

static int is_past(const struct vehicle_footing *f, const struct profile_wheel *w)
{
    return !(overlap(f, w) - f->touch.border > 0);
}

int footing_cross_border(struct vehicle_eval *m, size_t c)
{
    const struct profile *profile = m->land.profile;
    struct vehicle_footing *f = &m->footing[c];
    int64_t before = -1;
    struct profile_wheel w;
    profile_aim(profile, &f->wheel, &w);
    do {
        int64_t to = neighbour(profile, &w, &f->touch);
        if (to < 0)
            return 0;
        if (to == before) /* at the border of two features, to rounding */
            break;
        before = f->feature;
        f->feature = to;
        profile_follow(profile, &w, to, &f->touch.place, &f->touch);
    } while (is_past(f, &w));
    touch_rates(&f->touch, &f->wheel, &f->motion, &f->rate);
    f->place = f->touch.place;
    return 1;
}

int footing_pass_on(struct vehicle_eval *m, size_t c)
{
    struct vehicle_footing *f = &m->footing[c];
    struct profile_wheel w;
    int follows = 1;
    if (m->land.profile) {
        profile_aim(m->land.profile, &f->wheel, &w);
        follows = !is_past(f, &w) || footing_cross_border(m, c);
    }
    m->touch[c].limit = footing_friction(m, c, f->touch.factor);
    return follows;
}

int footing_is_seen(const struct ground *ground, int64_t from, int64_t to)
{
    const struct terrain *terrain = ground_terrain(ground);
    int lines = !terrain_is_corner(from) && !terrain_is_corner(to) &&
                !terrain_is_arc(terrain, (size_t)from / 2) &&
                !terrain_is_arc(terrain, (size_t)to / 2);
    return !lines || ground_factor(ground, from) != ground_factor(ground, to);
}

void footing_log_passage(const struct vehicle_eval *m, size_t c, int64_t from,
                         struct events *events)
{
    double *value = footing_log(m, c, WD_EVENT_FEATURE, events);
    value[FOOTING_FEATURE] = (double)from;
    value[FOOTING_FEATURE_TO] = (double)m->footing[c].feature;
}

/* A contact beyond the border is due although its guard has not triggered, because a guard that is
 * below zero at the start of a step does not trigger. */
int footing_is_due(const struct vehicle_eval *m, size_t c, const uint64_t *triggered)
{
    struct profile_wheel w;
    if (!footing_is_closed(m, c) || !m->land.profile)
        return 0;
    profile_aim(m->land.profile, &m->footing[c].wheel, &w);
    return (triggered && bit_is_set(triggered, footing_guard(m, c))) || is_past(&m->footing[c], &w);
}

/* Pass contact c on. Open it if no feature follows, or if another contact of its wheel is already
 * at this place, because a line has one place only. WD_END if the motion ends, because the wheel
 * would lie flat on the next feature, or have no unique place there; the contact then stays. */
static int32_t pass_or_end(struct vehicle_eval *m, size_t c, struct events *events)
{
    const struct vehicle_footing before = m->footing[c];
    if (!footing_cross_border(m, c) || footing_has_twin(m, c, 1)) {
        m->touch[c].mode = VEHICLE_OPEN;
        m->footing[c].ended = 1;
        return WD_OK;
    }
    if (!(footing_margin(m, c) > 0)) {
        footing_log_limit(m, c, events);
        m->footing[c] = before;
        return WD_END;
    }
    m->touch[c].limit = footing_friction(m, c, m->footing[c].touch.factor);
    if (footing_is_seen(&m->land, before.feature, m->footing[c].feature))
        footing_log_passage(m, c, before.feature, events);
    return WD_OK;
}

int32_t footing_pass(struct vehicle_eval *m, const uint64_t *triggered, struct events *events,
                     size_t *count)
{
    int32_t status = WD_OK;
    *count = 0;
    for (size_t c = 0; c < m->work.contacts; c++) {
        if (vehicle_law(m, c)->loads || !footing_is_due(m, c, triggered))
            continue;
        *count += 1;
        if (pass_or_end(m, c, events) == WD_END)
            status = WD_END;
    }
    if (*count > 0)
        linkage_place(&m->v->linkage, m->state, &m->work);
    return status;
}
