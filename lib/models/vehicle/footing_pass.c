/* SPDX-License-Identifier: MIT */
/* Guards of wheels that lie flat and of contacts with a terrain, and the changes when they trigger.
 */
#include "models/vehicle/footing.h"
#include "ground/terrain_search.h"
#include "num/bits.h"
#include "num/elementary.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* Margin of a knife edge on a corner (squared sine of the angle between rim and edge) below which
 * the rim lies along the edge. Derived: rounding moves the contact along the rim by the fraction
 * DBL_EPSILON/margin, which is here the root of DBL_EPSILON. */
#define LEAST_ALONG 1.5e-8

/* ---- guards ---- */

static double flat_cosine(const struct vehicle_eval *m, size_t c)
{
    return m->v->rim[m->work.contact[c].wheel].flat_cosine;
}

double vehicle_flat_margin(const struct vehicle_eval *m, size_t c)
{
    const struct linkage_contact *contact = &m->work.contact[c];
    return vehicle_is_ball(&m->v->linkage.wheel[contact->wheel])
               ? 1
               : flat_cosine(m, c) - fabs(contact->axis.z);
}

/* Margin until the wheel of a closed contact lies flat. */
static double margin_to_flat(const struct vehicle_eval *m, size_t c)
{
    const struct vehicle_footing *f = &m->footing[c];
    int can_lie = !terrain_is_corner(f->feature) && f->wheel.crown < f->wheel.radius;
    return can_lie ? flat_cosine(m, c) - fabs(vec_dot(f->wheel.axis, f->touch.n)) : 1;
}

/* Margin until the place of a contact is no longer a strict minimum of the distance (touch.h,
 * margin). That of a knife edge on a corner does not change its sign, and ends at LEAST_ALONG. */
static double margin_to_along(const struct vehicle_footing *f)
{
    int knife = terrain_is_corner(f->feature) && f->wheel.crown == 0;
    return f->touch.margin - (knife ? LEAST_ALONG : 0);
}

/* Margin until the wheel lies flat, or until its contact has no unique place. */
static double margin_of(const struct vehicle_eval *m, size_t c)
{
    if (!footing_is_closed(m, c))
        return 1;
    return num_fmin(margin_to_along(&m->footing[c]), margin_to_flat(m, c));
}

static struct near_next next_of(struct vehicle_eval *m, size_t c)
{
    const struct vehicle_footing *f = &m->footing[c];
    struct near near;
    footing_near(m, c, FOOTING_REACH * f->wheel.radius, &near);
    return near_next(ground_terrain(&m->land), &near, &f->wheel, &f->motion, &f->touch, 1);
}

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

/* Set the guard of a wheel whose law has no impacts: the gap of the next place. */
static void guard_next(struct vehicle_eval *m, size_t c, double *value, double *rate)
{
    struct near_next next = next_of(m, c);
    *value = FOOTING_REACH * m->footing[c].wheel.radius;
    if (next.touch) {
        *value = next.gap;
        *rate = next.rate;
    }
}

static int is_inside(struct vehicle_eval *m, size_t wheel, double depth, int64_t *feature)
{
    int inside = 0;
    int32_t status = ground_inside(&m->land, &m->footing[wheel].wheel, depth, feature, &inside);
    m->failed = m->failed == WD_OK ? status : m->failed;
    return inside;
}

int footing_is_inside(struct vehicle_eval *m, size_t wheel, int64_t *feature)
{
    return is_inside(m, wheel, FOOTING_INSIDE * m->footing[wheel].wheel.radius, feature);
}

/* Guard of a wheel that is deep inside a convex corner, where the search finds no place on any
 * feature and so no gap shows the penetration: a negative value reports it. Only for profiles,
 * because a surface has no corners. */
static void guard_inside(struct vehicle_eval *m, size_t c, double *value, double *rate)
{
    int64_t feature;
    if (*value > 0 && m->land.profile && footing_is_inside(m, c, &feature)) {
        *value = -FOOTING_INSIDE * m->footing[c].wheel.radius;
        *rate = NAN;
    }
}

/* Set the guards of the convex parts near an open contact. Gaps that are zero to rounding are left
 * to the guard MEETS. */
static void guard_parts(const struct vehicle_eval *m, size_t c, double *value, double *rate)
{
    const struct vehicle_footing *f = &m->footing[c];
    size_t first = footing_part_guards(m, m->work.contact[c].wheel);
    double same = FOOTING_SAME_GAP * f->wheel.radius;
    for (size_t k = 0; k < VEHICLE_PARTS; k++) {
        const struct footing_part *part = &f->part[k];
        if (part->gap > FOOTING_REACH * f->wheel.radius || fabs(part->gap) <= same)
            continue;
        struct vec slip = vec_add(f->motion.velocity, vec_cross(f->motion.spin, part->at));
        value[first + k] = part->gap;
        rate[first + k] = vec_dot(part->n, slip);
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
        value[at + VEHICLE_FLAT] = margin_of(m, c);
        value[border] = m->footing[c].wheel.radius;
        if (footing_is_closed(m, c))
            guard_border(m, c, &value[border], &rate[border]);
        if (footing_is_closed(m, c) && vehicle_law(m, c)->stays)
            guard_next(m, c, &value[meets], &rate[meets]);
        if (c < m->v->linkage.wheels)
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

/* Pass on to the feature in whose cell the contact is. Several small features may be passed at
 * once. Returns 0 if no feature follows. */
static int pass(struct vehicle_eval *m, size_t c)
{
    enum { MOST_AT_ONCE = 64 };
    const struct profile *profile = m->land.profile;
    struct vehicle_footing *f = &m->footing[c];
    int64_t before = -1;
    struct profile_wheel w;
    profile_aim(profile, &f->wheel, &w);
    for (int i = 0; i < MOST_AT_ONCE && (i == 0 || is_past(f, &w)); i++) {
        int64_t to = neighbour(profile, &w, &f->touch);
        if (to < 0)
            return 0;
        if (to == before) /* at the border of two features, to rounding */
            break;
        before = f->feature;
        f->feature = to;
        profile_follow(profile, &w, to, &f->touch.place, &f->touch);
    }
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
        follows = !is_past(f, &w) || pass(m, c);
    }
    m->touch[c].limit = footing_friction(m, c, f->touch.factor);
    return follows;
}

/* True if a change of features is reported. Collinear segments with the same factor count as one.
 */
static int is_seen(const struct ground *ground, int64_t from, int64_t to)
{
    const struct terrain *terrain = ground_terrain(ground);
    int lines = !terrain_is_corner(from) && !terrain_is_corner(to) &&
                !terrain_is_arc(terrain, (size_t)from / 2) &&
                !terrain_is_arc(terrain, (size_t)to / 2);
    return !lines || ground_factor(ground, from) != ground_factor(ground, to);
}

static double *log_of(const struct vehicle_eval *m, size_t c, int32_t type, struct events *events)
{
    double *value = events->add(events->core, type);
    value[0] = (double)vehicle_part_at(m, c)->number;
    value[FOOTING_FEATURE] = (double)m->footing[c].feature;
    return value;
}

/* True if the border guard of a closed contact has triggered, or the contact is beyond the border.
 * The second is tested because a guard that is below zero at the start of a step does not
 * trigger. */
static int is_due(const struct vehicle_eval *m, size_t c, const uint64_t *triggered)
{
    struct profile_wheel w;
    if (!footing_is_closed(m, c) || !m->land.profile)
        return 0;
    profile_aim(m->land.profile, &m->footing[c].wheel, &w);
    return (triggered && bit_is_set(triggered, footing_guard(m, c))) || is_past(&m->footing[c], &w);
}

/* True if a contact that has passed on is now at the place of another closed contact of its wheel:
 * a line has one place only. */
static int has_merged(const struct vehicle_eval *m, size_t c)
{
    const struct vehicle_footing *f = &m->footing[c];
    int any = 0;
    for (size_t k = 0; k < m->work.contacts; k++)
        any |= k != c && m->work.contact[k].wheel == m->work.contact[c].wheel &&
               footing_is_closed(m, k) && m->footing[k].feature == f->feature &&
               touch_coincide(&m->footing[k].touch, &f->touch, FOOTING_TWIN * f->wheel.radius);
    return any;
}

size_t footing_pass(struct vehicle_eval *m, const uint64_t *triggered, struct events *events)
{
    size_t count = 0;
    for (size_t c = 0; c < m->work.contacts; c++) {
        int64_t from = m->footing[c].feature;
        if (!is_due(m, c, triggered))
            continue;
        count++;
        if (!pass(m, c) || has_merged(m, c)) {
            m->touch[c].mode = VEHICLE_OPEN;
            m->footing[c].ended = 1;
            continue;
        }
        m->touch[c].limit = footing_friction(m, c, m->footing[c].touch.factor);
        if (!is_seen(&m->land, from, m->footing[c].feature))
            continue;
        double *value = log_of(m, c, WD_EVENT_FEATURE, events);
        value[FOOTING_FEATURE] = (double)from;
        value[FOOTING_FEATURE_TO] = (double)m->footing[c].feature;
    }
    if (count > 0)
        linkage_place(&m->v->linkage, m->state, &m->work);
    return count;
}

/* ---- the end, and the start ---- */

/* Return the reason for the end of the motion: of the two margins of margin_of() the smaller one
 * has vanished. */
static double reason_of(const struct vehicle_eval *m, size_t c)
{
    const struct vehicle_footing *f = &m->footing[c];
    if (margin_to_flat(m, c) < f->touch.margin)
        return FOOTING_FLAT;
    return terrain_is_corner(f->feature) ? FOOTING_ALONG : FOOTING_HOLLOW;
}

static int meets_further(struct vehicle_eval *m, size_t c)
{
    return vehicle_law(m, c)->stays &&
           next_of(m, c).gap <= FOOTING_SAME_GAP * m->footing[c].wheel.radius;
}

/* Return the reason for the end of the motion at a wheel that has reached a further place. If this
 * place is on the same arc as its contact, the wheel has become larger than the hollow. */
static double reason_of_further(struct vehicle_eval *m, size_t c)
{
    const struct vehicle_footing *f = &m->footing[c];
    struct near near;
    footing_near(m, c, FOOTING_REACH * f->wheel.radius, &near);
    struct near_next next =
        near_next(ground_terrain(&m->land), &near, &f->wheel, &f->motion, &f->touch, 1);
    int same = m->land.profile && next.touch && next.touch->feature == f->feature;
    return same && !terrain_is_corner(f->feature) ? FOOTING_HOLLOW : FOOTING_FURTHER;
}

static int has_triggered(const uint64_t *triggered, size_t guard)
{
    return triggered && bit_is_set(triggered, guard);
}

size_t footing_end(struct vehicle_eval *m, const uint64_t *triggered, struct events *events)
{
    size_t count = 0;
    for (size_t c = 0; c < m->work.contacts; c++) {
        size_t at = vehicle_guards_at(m, c);
        int closed = footing_is_closed(m, c), stays = vehicle_law(m, c)->stays;
        int further = closed && ((stays && has_triggered(triggered, at + VEHICLE_MEETS)) ||
                                 meets_further(m, c));
        int ends = closed && (triggered ? has_triggered(triggered, at + VEHICLE_FLAT)
                                        : !(margin_of(m, c) > 0));
        if (!further && !ends)
            continue;
        double *value = log_of(m, c, WD_EVENT_LIMIT, events);
        value[FOOTING_REASON] = ends ? reason_of(m, c) : reason_of_further(m, c);
        count++;
    }
    return count;
}

double footing_clearance(struct vehicle_eval *m)
{
    double least = INFINITY;
    for (size_t c = 0; c < m->work.contacts; c++) {
        const struct touch_wheel *wheel = &m->footing[c].wheel;
        int64_t feature;
        double gap = m->footing[c].touch.gap;
        if (is_inside(m, c, 0, &feature))
            gap = num_fmin(-VEHICLE_CLOSE, gap);
        else
            gap = ground_clearance(&m->land, wheel, gap, FOOTING_REACH * wheel->radius);
        least = num_fmin(gap, least);
    }
    return least;
}

const char *footing_judge(struct vehicle_eval *m)
{
    const struct view *view = m->view;
    for (size_t c = 0; c < m->work.contacts; c++) {
        const struct part *part = vehicle_part_at(m, c);
        struct vehicle_footing *f = &m->footing[c];
        int64_t feature;
        if (is_inside(m, c, VEHICLE_CLOSE, &feature))
            return feature < 0 ? vehicle_fault(view, part, "it is inside the ground")
                               : view->say(view->core,
                                           "part \"%s\": it is in feature %g of the "
                                           "ground",
                                           part->name, (double)feature);
        if (fabs(f->touch.gap) > VEHICLE_CLOSE)
            continue;
        if (vehicle_law(m, c)->stays && next_of(m, c).gap <= VEHICLE_CLOSE)
            return view->say(view->core,
                             "part \"%s\": it touches the ground at two places, which law %s does "
                             "not allow; use law coulomb",
                             part->name, vehicle_law(m, c)->name);
        if (!(margin_of(m, c) > 0))
            return vehicle_fault(view, part, "it lies flat, or its contact has no unique place");
    }
    return NULL;
}
