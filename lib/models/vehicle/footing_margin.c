/* SPDX-License-Identifier: MIT */
/* Margins of contacts with a terrain until the motion ends. */
#include "models/vehicle/footing.h"
#include "num/elementary.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* ---- margins ---- */

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

/* Margin of a contact in a hollow within which the hollow counts as too narrow. At the limit the
 * place moves along the rim, or the normal turns, at a rate that is inversely proportional to the
 * margin. So the margin falls as the root of the remaining time, and this time is about the margin
 * divided by twice this rate. Return the margin at which the remaining time is below the resolution
 * of event times; steps up to the limit itself would be shorter than the resolution of the time. */
static double margin_passed_at_once(const struct vehicle_footing *f)
{
    double fastest = num_fmax(fabs(f->rate.along), sqrt(vec_dot(f->rate.n, f->rate.n)));
    return FOOTING_SAME_TIME * fastest;
}

/* Margin until the place of a contact is no longer a strict minimum of the distance (touch.h,
 * margin). The margin of a knife edge on a corner does not change its sign; it counts as zero at
 * VEHICLE_HALF_DIGITS. */
static double margin_to_along(const struct vehicle_footing *f)
{
    if (!terrain_is_corner(f->feature))
        return f->touch.margin - margin_passed_at_once(f);
    return f->touch.margin - (f->wheel.crown == 0 ? VEHICLE_HALF_DIGITS : 0);
}

/* Margin until the tyre of a wheel is crushed, as a fraction of the radius. At a corner or a convex
 * arc its deflection must not be above its crown, because the place would then be behind the
 * nearest point of the ground. On all ground its deflection must not exceed the depth to which
 * places are sought. */
static double margin_to_crushed(const struct vehicle_eval *m, size_t w)
{
    const struct vehicle_footing *f = &m->footing[w];
    const struct terrain *terrain = ground_terrain(&m->land);
    size_t i = (size_t)f->feature / 2;
    int corner = terrain && terrain_is_corner(f->feature);
    int arc = terrain && terrain_is_arc(terrain, i) && terrain->segment[i].arc_radius > 0;
    double most = NEAR_DEEPEST * f->wheel.radius;
    most = corner || arc ? num_fmin(f->wheel.crown, most) : most;
    return (most + f->touch.gap) / f->wheel.radius;
}

/* In Moreau steps the contact of a tyre may be above the ground. A tyre in a narrow hollow moves to
 * another place, so a hollow is no limit for it. */
static double margin_of_tyre(const struct vehicle_eval *m, size_t w)
{
    int touches = m->footing[w].touch.gap <= 0;
    return touches ? num_fmin(margin_to_flat(m, w), margin_to_crushed(m, w)) : 1;
}

double footing_margin(const struct vehicle_eval *m, size_t c)
{
    if (!m->footing)
        return vehicle_flat_margin(m, c);
    if (vehicle_law(m, c)->loads)
        return margin_of_tyre(m, c);
    return num_fmin(margin_to_along(&m->footing[c]), margin_to_flat(m, c));
}

/* ---- events and places ---- */

double *footing_log(const struct vehicle_eval *m, size_t c, int32_t type, struct events *events)
{
    double *value = events->add(events->core, type);
    value[0] = (double)vehicle_part_at(m, c)->number;
    value[FOOTING_FEATURE] = m->footing ? (double)m->footing[c].feature : 0;
    return value;
}

double footing_reason(const struct vehicle_eval *m, size_t c)
{
    if (!m->footing)
        return FOOTING_FLAT;
    if (vehicle_law(m, c)->loads)
        return margin_to_flat(m, c) < margin_to_crushed(m, c) ? FOOTING_FLAT : FOOTING_CRUSHED;
    if (margin_to_flat(m, c) < m->footing[c].touch.margin)
        return FOOTING_FLAT;
    return terrain_is_corner(m->footing[c].feature) ? FOOTING_ALONG : FOOTING_HOLLOW;
}

void footing_log_limit(const struct vehicle_eval *m, size_t c, struct events *events)
{
    footing_log(m, c, WD_EVENT_LIMIT, events)[FOOTING_REASON] = footing_reason(m, c);
}

struct near_next footing_next(struct vehicle_eval *m, size_t c, struct near *near)
{
    const struct vehicle_footing *f = &m->footing[c];
    footing_near(m, c, FOOTING_REACH * f->wheel.radius, near);
    return near_next(ground_terrain(&m->land), near, &f->wheel, &f->motion, &f->touch, 1);
}

int footing_has_twin(const struct vehicle_eval *m, size_t c, int on_feature)
{
    int any = 0;
    for (size_t k = 0; m->footing && k < m->work.contacts; k++)
        any |= k != c && m->work.contact[k].wheel == m->work.contact[c].wheel &&
               footing_is_closed(m, k) &&
               (!on_feature || m->footing[k].feature == m->footing[c].feature) &&
               touch_coincide(&m->footing[k].touch, &m->footing[c].touch,
                              VEHICLE_DEPENDENT * m->footing[c].wheel.radius);
    return any;
}

int footing_is_deeper(struct vehicle_eval *m, size_t wheel, double depth, int64_t *feature)
{
    int inside = 0;
    int32_t status = ground_inside(&m->land, &m->footing[wheel].wheel, depth, feature, &inside);
    m->failed = m->failed == WD_OK ? status : m->failed;
    return inside;
}

int footing_is_inside(struct vehicle_eval *m, size_t wheel, int64_t *feature)
{
    return footing_is_deeper(m, wheel, FOOTING_INSIDE * m->footing[wheel].wheel.radius, feature);
}

int footing_is_far(const struct vehicle_eval *m)
{
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        double way = footing_way(m, w), radius = m->footing[w].wheel.radius;
        if (way <= FOOTING_MOST_WAY * radius)
            continue;
        *m->view->why =
            m->view->say(m->view->core,
                         "part \"%s\": it moves by %g m in a step, more than a quarter of its "
                         "radius of %g m; take shorter steps (solver.fixed_step)",
                         vehicle_part_at(m, w)->name, way, radius);
        return 1;
    }
    return 0;
}
