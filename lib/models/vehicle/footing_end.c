/* SPDX-License-Identifier: MIT */
/* The end of a motion at a contact with a terrain, and the judgement of contacts at the start. */
#include "models/vehicle/footing.h"
#include "models/vehicle/guard.h"
#include "num/elementary.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

static int meets_further(struct vehicle_eval *m, size_t c)
{
    struct near near;
    return vehicle_law(m, c)->stays &&
           footing_next(m, c, &near).gap <= VEHICLE_SUM_ROUNDING * m->footing[c].wheel.radius;
}

/* Return the reason for the end of the motion at a wheel that has reached a further place. If this
 * place is on the same arc as its contact, the wheel has become larger than the hollow. */
static double reason_of_further(struct vehicle_eval *m, size_t c)
{
    const struct vehicle_footing *f = &m->footing[c];
    struct near near;
    struct near_next next = footing_next(m, c, &near);
    int same = m->land.profile && next.touch && next.touch->feature == f->feature;
    return same && !terrain_is_corner(f->feature) ? FOOTING_HOLLOW : FOOTING_FURTHER;
}

size_t footing_end(struct vehicle_eval *m, const uint64_t *triggered, struct events *events)
{
    size_t count = 0;
    for (size_t c = 0; c < m->work.contacts; c++) {
        if (m->footing && vehicle_law(m, c)->loads) {
            count += footing_end_tyre(m, c, triggered, events);
            continue;
        }
        int closed = !m->footing || footing_is_closed(m, c), stays = vehicle_law(m, c)->stays;
        int further =
            m->footing && closed &&
            ((stays && vehicle_triggered(m, c, triggered, VEHICLE_MEETS)) || meets_further(m, c));
        int ends = closed && (triggered ? vehicle_triggered(m, c, triggered, VEHICLE_FLAT)
                                        : !(footing_margin(m, c) > 0));
        if (!further && !ends)
            continue;
        double *value = footing_log(m, c, WD_EVENT_LIMIT, events);
        value[FOOTING_REASON] = ends ? footing_reason(m, c) : reason_of_further(m, c);
        count++;
    }
    return count;
}

/* Log an event LIMIT for each contact that would close now although its wheel lies flat there or
 * has no unique place; returns the number of events. */
static size_t end_before_impact(const struct vehicle_eval *m, struct events *events)
{
    size_t count = 0;
    for (size_t c = 0; c < m->work.contacts; c++) {
        if (!vehicle_is_on_ground(m, c) || m->work.contact[c].speed[0] > VEHICLE_STILL ||
            footing_margin(m, c) > 0)
            continue;
        footing_log_limit(m, c, events);
        count++;
    }
    return count;
}

int32_t footing_meet(struct vehicle_eval *m, const uint64_t *triggered, struct events *events)
{
    int32_t status = footing_close_contacts(m, triggered, 0);
    return status == WD_OK && end_before_impact(m, events) > 0 ? (int32_t)WD_END : status;
}

double footing_clearance(struct vehicle_eval *m)
{
    double least = INFINITY;
    for (size_t c = 0; c < m->work.contacts; c++) {
        const struct touch_wheel *wheel = &m->footing[c].wheel;
        int64_t feature;
        double gap = m->footing[c].touch.gap;
        if (footing_is_deeper(m, c, 0, &feature))
            gap = num_fmin(-VEHICLE_CLOSE, gap);
        else
            gap = ground_clearance(&m->land, wheel, gap, FOOTING_REACH * wheel->radius);
        least = num_fmin(gap, least);
    }
    return least;
}

double footing_height(const struct vehicle_eval *m)
{
    double least = INFINITY, value[SURFACE_VALUES];
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        const struct touch_wheel *wheel = &m->footing[w].wheel;
        struct vec at = wheel->centre;
        if (m->land.profile || surface_at(&m->land.surface, at.x, at.y, value) != WD_OK)
            return 0;
        least = num_fmin(at.z - wheel->radius - value[SURFACE_H], least);
    }
    return least;
}

/* Return the text for a wheel that starts in a feature of the ground (-1: in none, but below the
 * ground). */
static const char *text_of_inside(const struct view *view, const struct part *part,
                                  const struct vehicle_footing *f, int64_t feature)
{
    static const char advice[] = "start higher, or set param.place = on_ground";
    struct vec at = f->wheel.centre;
    if (feature < 0)
        return view->say(view->core, "part \"%s\": it is inside the ground at x = %g, y = %g; %s",
                         part->name, at.x, at.y, advice);
    return view->say(view->core,
                     "part \"%s\": it is in feature %g of the ground at x = %g, y = %g; %s",
                     part->name, (double)feature, at.x, at.y, advice);
}

/* Return the text for a wheel that starts where its contact is not unique. */
static const char *text_of_flat(const struct view *view, const struct part *part,
                                const struct vehicle_footing *f)
{
    return view->say(view->core,
                     "part \"%s\": it lies flat, or its contact has no unique place, at x = %g, y "
                     "= %g",
                     part->name, f->wheel.centre.x, f->wheel.centre.y);
}

const char *footing_judge(struct vehicle_eval *m)
{
    const struct view *view = m->view;
    for (size_t c = 0; c < m->work.contacts; c++) {
        const struct part *part = vehicle_part_at(m, c);
        struct vehicle_footing *f = &m->footing[c];
        struct near near;
        int64_t feature;
        const char *fault = vehicle_law(m, c)->loads ? footing_judge_tyre(m, c) : NULL;
        if (fault)
            return fault;
        if (vehicle_law(m, c)->loads)
            continue;
        if (footing_is_deeper(m, c, VEHICLE_CLOSE, &feature))
            return text_of_inside(view, part, f, feature);
        if (fabs(f->touch.gap) > VEHICLE_CLOSE)
            continue;
        if (vehicle_law(m, c)->stays && footing_next(m, c, &near).gap <= VEHICLE_CLOSE)
            return view->say(view->core,
                             "part \"%s\": it touches the ground at two places, which law %s does "
                             "not allow; use law coulomb",
                             part->name, vehicle_law(m, c)->name);
        if (footing_is_closed(m, c) && !(footing_margin(m, c) > 0))
            return text_of_flat(view, part, f);
    }
    return NULL;
}
