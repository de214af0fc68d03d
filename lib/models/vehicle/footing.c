/* SPDX-License-Identifier: MIT */
#include "models/vehicle/footing.h"
#include "num/bound.h"
#include "num/carver.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* Fraction of the radius: longest way of a wheel's spine in a step, so that it cannot go through a
 * part of the profile. */
#define MOST_WAY 0.25

/* ---- building ---- */

/* The terrain in the memory of the course; its own memory and the factors follow. */
struct room {
    struct terrain terrain;
    struct profile profile;
};

size_t footing_doubles(const struct polyline *line)
{
    if (line->points == 0)
        return 0;
    return WORDS_OF(struct room) + terrain_doubles(line->points, line->bulge != NULL) +
           (line->friction ? line->points - 1 : 0);
}

static const char *copy_factors(const double *factor, size_t segments, double *to, size_t *at)
{
    for (size_t i = 0; i < segments; i++) {
        *at = i;
        if (!(factor[i] >= 0 && factor[i] <= DBL_MAX))
            return "a factor of friction that is negative or not finite";
        to[i] = factor[i];
    }
    return NULL;
}

static const char *judge_arcs(const struct view *view, const struct terrain *terrain, size_t *at)
{
    for (size_t i = 0; i < view->kind->part_count; i++) {
        const struct part *part = view->kind->parts[i];
        if (!vehicle_is(part, VEHICLE_WHEEL) && !vehicle_is(part, VEHICLE_RIM))
            continue;
        const struct rim_param *p = vehicle_param_of(view, part);
        *at = profile_narrow_arc(terrain, p->radius);
        if (*at < terrain->segments)
            return vehicle_fault(view, part,
                                 "a concave arc with a radius that is not above that of the wheel");
    }
    return NULL;
}

const char *footing_build(const struct view *view, const struct polyline *line, struct vehicle *v,
                          double *memory, size_t *at)
{
    const struct vehicle_param *p = view->param;
    struct room *room = (struct room *)(void *)memory;
    double *own = memory + WORDS_OF(struct room);
    struct terrain_report report =
        terrain_build(&room->terrain, line->xy, line->bulge, line->points, own, view->interrupt);
    room->terrain.interrupt = NULL;
    *at = report.at;
    const char *fault = terrain_fault_text(report);
    room->profile = profile_make(&room->terrain, p ? p->ground_heading : 0);
    v->ground = &room->profile;
    if (!fault && line->friction) {
        double *factor = own + terrain_doubles(line->points, line->bulge != NULL);
        fault = copy_factors(line->friction, line->points - 1, factor, at);
        room->profile.factor = factor;
    }
    return fault || !p ? fault : judge_arcs(view, &room->terrain, at);
}

/* ---- extras ---- */

struct footing_extra {
    double feature; /* one more than the feature, so that 0 is none */
    double hint;
    struct vec radial, from, axis;
};

enum { GUARDS = 1 }; /* of each wheel: the border of its feature */

void footing_sizes(const struct kind *kind, size_t *guards, size_t *extras)
{
    for (size_t i = 0; i < kind->part_count; i++) {
        int touches =
            vehicle_is(kind->parts[i], VEHICLE_WHEEL) || vehicle_is(kind->parts[i], VEHICLE_RIM);
        *guards += touches ? GUARDS : 0;
        *extras += touches ? DOUBLES(footing_extra) : 0;
    }
}

/* They follow all others. */
static size_t extra_at(const struct view *view, size_t c)
{
    const struct vehicle *v = view->course;
    size_t first = view->kind->extras - v->linkage.wheels * DOUBLES(footing_extra);
    return view->kind->states + 2 + first + c * DOUBLES(footing_extra);
}

size_t footing_guard(const struct vehicle_moment *m, size_t c)
{
    return m->view->kind->guards - GUARDS * (m->v->linkage.wheels - c);
}

double footing_factor(const struct profile *profile, int64_t feature)
{
    size_t i = (size_t)feature / 2;
    if (!profile->factor || feature < 0)
        return 1;
    return terrain_is_corner(feature) ? smaller(profile->factor[i], profile->factor[i + 1])
                                      : profile->factor[i];
}

double footing_friction(const struct vehicle_moment *m, size_t c, double factor)
{
    return ((const struct rim_input *)vehicle_input_of(m->view, vehicle_part_at(m, c)))->mu *
           factor;
}

int footing_is_closed(const struct vehicle_moment *m, size_t c)
{
    int closed = !vehicle_law(m, c)->lifts || m->touch[c].mode != VEHICLE_OPEN;
    return closed && m->footing[c].feature >= 0;
}

int footing_fits(const struct view *view, const double *y)
{
    const struct vehicle *v = view->course;
    for (size_t c = 0; c < v->linkage.wheels; c++) {
        const struct footing_extra *from = (const void *)(y + extra_at(view, c));
        const struct part *part = v->rim[c].part;
        double most = (double)(2 * v->ground->terrain->segments);
        int closed = view->mode[part->at.modes] != VEHICLE_OPEN;
        if (!(from->hint >= 0 && from->hint <= most && from->hint == floor(from->hint)) ||
            !(from->feature >= closed && from->feature < most &&
              from->feature == floor(from->feature)))
            return 0;
        if (from->feature > 0 && !terrain_exists(v->ground->terrain, (int64_t)from->feature - 1))
            return 0;
    }
    return 1;
}

/* ---- places ---- */

/* No place is near: a contact as if the ground were level at a distance of FOOTING_REACH. */
static struct touch far_away(const struct profile *profile, const struct touch_wheel *wheel)
{
    return (struct touch){.feature = -1,
                          .gap = FOOTING_REACH * wheel->radius,
                          .n = {0, 0, 1},
                          .t1 = profile->d,
                          .t2 = profile->tau,
                          .at = {0, 0, -wheel->radius},
                          .margin = 1,
                          .border = -INFINITY,
                          .factor = 1};
}

/* Find the place with the smallest gap; of equal ones, that on the feature of the contact. */
static void find_nearest(const struct profile *profile, struct vehicle_footing *f)
{
    struct near near;
    near_find(profile, &f->wheel, FOOTING_REACH * f->wheel.radius, &f->hint, &near);
    size_t best = 0;
    for (size_t k = 1; k < near.n; k++) {
        double less = near.touch[best].gap - near.touch[k].gap,
               same = FOOTING_SAME_GAP * f->wheel.radius;
        if (less > same || (less >= -same && near.touch[k].feature == f->feature))
            best = k;
    }
    f->touch = near.n > 0 ? near.touch[best] : far_away(profile, &f->wheel);
    f->feature = f->touch.feature;
}

static void follow(const struct profile *profile, struct vehicle_footing *f)
{
    struct profile_wheel w;
    profile_aim(profile, &f->wheel, &w);
    profile_follow(profile, &w, f->feature, &f->place, &f->touch);
}

static void reach(void *context, size_t c, const struct linkage_wheel *wheel, struct vec root,
                  struct linkage_contact *contact)
{
    struct vehicle_moment *m = context;
    struct vehicle_footing *f = &m->footing[c];
    f->wheel = (struct touch_wheel){vec_add(root, contact->centre), contact->axis, wheel->radius,
                                    wheel->crown};
    if (footing_is_closed(m, c)) {
        follow(m->v->ground, f);
    } else {
        find_nearest(m->v->ground, f);
        m->touch[c].limit = footing_friction(m, c, f->touch.factor);
    }
    f->place = f->touch.place;
    contact->frame[0] = f->touch.n;
    contact->frame[1] = f->touch.t1;
    contact->frame[2] = f->touch.t2;
    contact->rho = f->touch.at;
    contact->gap = f->touch.gap;
}

static void turn(void *context, size_t c, struct vec v, struct vec W, struct vec *normal,
                 struct vec *rho)
{
    struct vehicle_footing *f = &((struct vehicle_moment *)context)->footing[c];
    f->motion = (struct touch_motion){v, W};
    touch_rates(&f->touch, &f->wheel, &f->motion, &f->rate);
    *normal = f->rate.n;
    *rho = f->rate.at;
}

void footing_take(struct vehicle_moment *m, const double *y)
{
    m->ground = (struct linkage_ground){m, reach, turn};
    m->work.ground = &m->ground;
    for (size_t c = 0; c < m->work.contacts; c++) {
        const struct footing_extra *from = (const void *)(y + extra_at(m->view, c));
        struct vehicle_footing *f = &m->footing[c];
        f->feature = (int64_t)from->feature - 1;
        f->hint = (size_t)from->hint;
        f->place = (struct touch_place){from->radial, 0, 0};
        f->from = from->from;
        f->axis = from->axis;
        m->touch[c].limit = footing_friction(m, c, footing_factor(m->v->ground, f->feature));
    }
}

void footing_put(const struct vehicle_moment *m, double *y)
{
    for (size_t c = 0; c < m->work.contacts; c++) {
        struct footing_extra *to = (void *)(y + extra_at(m->view, c));
        const struct vehicle_footing *f = &m->footing[c];
        *to = (struct footing_extra){(double)(f->feature + 1), (double)f->hint, f->place.radial,
                                     f->from, f->axis};
    }
}

/* ---- steps ---- */

void footing_mark(struct vehicle_moment *m)
{
    for (size_t c = 0; c < m->work.contacts; c++) {
        m->footing[c].from = m->footing[c].wheel.centre;
        m->footing[c].axis = m->footing[c].wheel.axis;
    }
}

/* The way of the spine is at most that of its centre and of its axis. */
int footing_is_far(const struct vehicle_moment *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++) {
        const struct vehicle_footing *f = &m->footing[c];
        struct vec way = vec_sub(f->wheel.centre, f->from), turn = vec_sub(f->wheel.axis, f->axis);
        double length =
            sqrt(vec_dot(way, way)) + touch_spine(&f->wheel) * sqrt(vec_dot(turn, turn));
        any |= !(length <= MOST_WAY * f->wheel.radius);
    }
    if (any)
        *m->view->why = "a wheel on a terrain moves by more than a quarter of its radius in a step";
    return any;
}
