/* SPDX-License-Identifier: MIT */
#include "models/vehicle/footing.h"
#include "models/vehicle/guard.h"
#include "num/invariant.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* ---- extras ---- */

struct footing_extra {
    double feature; /* one more than the feature, so that 0 is none */
    double hint;
    struct touch_place place;
    struct vec from, axis;
};

/* A closed contact besides the first one of its wheel. */
struct further_extra {
    double wheel; /* 1 + the number of the wheel; 0: no contact, and none follows */
    double mode, feature;
    struct touch_place place;
    double direction[2], impulse[3];
};

/* Guards of each wheel: the border of the feature of its first contact. */
enum { GUARDS = 1 };

void footing_sizes(const struct kind *kind, size_t *guards, size_t *extras)
{
    size_t wheels = vehicle_count(kind, VEHICLE_WHEEL) + vehicle_count(kind, VEHICLE_RIM);
    *guards += wheels * (GUARDS + VEHICLE_PARTS) + footing_more(wheels) * VEHICLE_CONTACT_GUARDS;
    *extras += wheels * DOUBLES(footing_extra) + footing_kept(wheels) * DOUBLES(further_extra);
}

/* Index of the extras of wheel w in the state. The extras of a terrain are the last ones: first
 * those of all wheels, then those of further contacts. */
static size_t extra_at(const struct view *view, size_t w)
{
    const struct vehicle *v = view->course;
    size_t wheels = v->linkage.wheels;
    size_t first = view->kind->extras - wheels * DOUBLES(footing_extra) -
                   footing_kept(wheels) * DOUBLES(further_extra);
    return view->kind->states + 2 + first + w * DOUBLES(footing_extra);
}

/* Index of the extras of the further contact that is stored as number k. */
static size_t further_at(const struct view *view, size_t k)
{
    const struct vehicle *v = view->course;
    return extra_at(view, v->linkage.wheels) + k * DOUBLES(further_extra);
}

size_t footing_guard(const struct vehicle_eval *m, size_t c)
{
    size_t wheels = m->v->linkage.wheels;
    if (c >= wheels)
        return vehicle_guards_at(m, c) + VEHICLE_TYRE_GUARDS;
    size_t all = m->v->linkage.more * VEHICLE_CONTACT_GUARDS;
    return footing_part_guards(m, 0) - all - GUARDS * (wheels - c);
}

size_t footing_part_guards(const struct vehicle_eval *m, size_t wheel)
{
    return m->view->kind->guards - VEHICLE_PARTS * (m->v->linkage.wheels - wheel);
}

double footing_friction(const struct vehicle_eval *m, size_t c, double factor)
{
    return ((const struct rim_input *)vehicle_input_of(m->view, vehicle_part_at(m, c)))->mu *
           factor;
}

int footing_is_closed(const struct vehicle_eval *m, size_t c)
{
    const struct vehicle_law *law = vehicle_law(m, c);
    if (law->loads)
        return m->footing[c].fixed;
    int closed = !law->lifts || m->touch[c].mode != VEHICLE_OPEN;
    return closed && m->footing[c].feature >= 0;
}

static int is_count(double x, double least, double most)
{
    return x >= least && x <= most && x == floor(x);
}

/* True if there is a feature of this number, counted from 1. */
static int fits_feature(const struct terrain *terrain, double number)
{
    double most = terrain ? (double)(2 * terrain->segments - 1) : 1;
    return is_count(number, 1, most) && (!terrain || terrain_exists(terrain, (int64_t)number - 1));
}

static int fits_further(const struct view *view, const struct further_extra *from)
{
    const struct vehicle *v = view->course;
    return from->wheel == 0 || (is_count(from->wheel, 1, (double)v->linkage.wheels) &&
                                vehicle_fits_mode(from->mode, VEHICLE_YIELD_SLIPS) &&
                                fits_feature(ground_terrain(v->ground), from->feature) &&
                                vehicle_fits_direction(from->direction[0], from->direction[1]));
}

int footing_fits(const struct view *view, const double *y)
{
    const struct vehicle *v = view->course;
    const struct terrain *terrain = ground_terrain(v->ground);
    double hints = terrain ? (double)(2 * terrain->segments) : 0;
    int fits = 1;
    for (size_t w = 0; w < v->linkage.wheels; w++) {
        const struct footing_extra *from = (const void *)(y + extra_at(view, w));
        int closed = view->mode[v->rim[w].part->at.modes] != VEHICLE_OPEN;
        fits &= is_count(from->hint, 0, hints) &&
                ((from->feature == 0 && !closed) || fits_feature(terrain, from->feature));
    }
    for (size_t k = 0; k < footing_kept(v->linkage.wheels); k++)
        fits &= fits_further(view, (const void *)(y + further_at(view, k)));
    return fits;
}

/* ---- places ---- */

/* m; upper bound of the path of the spine (ground/touch.h), from the paths of centre and axis. */
static double way_of(const struct vehicle_footing *f, const struct vehicle_footing *home)
{
    struct vec way = vec_sub(f->wheel.centre, home->from);
    struct vec turn = vec_sub(f->wheel.axis, home->axis);
    return sqrt(vec_dot(way, way)) + touch_spine(&f->wheel) * sqrt(vec_dot(turn, turn));
}

/* True if a trial step on a surface is too long: it will be rejected (footing_is_far()). It is not
 * evaluated, because the function of a surface may be called only near the wheel. */
static int is_astray(const struct vehicle_eval *m, size_t c)
{
    const struct vehicle_footing *f = &m->footing[c];
    return !m->looks && !m->land.profile &&
           !(way_of(f, &m->footing[m->work.contact[c].wheel]) <=
             FOOTING_MOST_WAY * f->wheel.radius);
}

/* Store the first failure of the ground's functions. */
static void keep_failure(struct vehicle_eval *m, size_t c, int32_t status)
{
    if (status == WD_OK || m->failed != WD_OK)
        return;
    m->failed =
        m->land.surface.fn ? status : (int32_t)WD_ENOCONV; /* a grid fails by overflow only */
    *m->view->why = vehicle_fault(m->view, vehicle_part_at(m, c),
                                  "its contact has no unique place on the surface");
}

void footing_near(struct vehicle_eval *m, size_t c, double reach, struct near *near)
{
    struct vehicle_footing *f = &m->footing[c];
    near->n = near->found = 0;
    if (!is_astray(m, c))
        keep_failure(m, c, ground_find(&m->land, &f->wheel, reach, &f->hint, near));
}

static struct touch far_away(const struct vehicle_eval *m, size_t c)
{
    const struct touch_wheel *wheel = &m->footing[c].wheel;
    return ground_far_away(&m->land, wheel, FOOTING_REACH * wheel->radius);
}

static void follow(struct vehicle_eval *m, size_t c, const struct touch_wheel *wheel,
                   struct touch *touch)
{
    const struct vehicle_footing *f = &m->footing[c];
    int32_t status = ground_follow(&m->land, wheel, f->feature, &f->place, touch);
    int gone = status == WD_ENOCONV && vehicle_law(m, c)->loads; /* a tyre above the ground */
    keep_failure(m, c, gone ? WD_OK : status);
    if (status != WD_OK)
        *touch = ground_far_away(&m->land, wheel, gone ? FOOTING_REACH * wheel->radius : 0);
}

/* True if place a is nearer than b: its gap is smaller, or both gaps are equal and a is on the
 * feature of the contact. */
static int is_nearer(const struct vehicle_footing *f, const struct touch *a, const struct touch *b)
{
    double less = b->gap - a->gap, same = VEHICLE_SUM_ROUNDING * f->wheel.radius;
    return less > same || (less >= -same && a->feature == f->feature);
}

size_t footing_list_fixed(struct vehicle_eval *m, size_t wheel, const struct touch_wheel *at,
                          struct touch touch[NEAR_PLACES])
{
    size_t n = 0;
    for (size_t c = 0; c < m->work.contacts && n < NEAR_PLACES; c++)
        if (m->footing[c].fixed && m->work.contact[c].wheel == wheel)
            follow(m, c, at, &touch[n++]);
    return n;
}

/* Store place number k in f->part unless a nearer one that shares its guard is stored. */
static void note_part(const struct vehicle_eval *m, struct vehicle_footing *f, size_t k,
                      const struct touch *touch)
{
    const struct profile *profile = m->land.profile;
    size_t number = profile ? profile->part[touch->feature / 2] : k;
    struct footing_part *part = &f->part[number % VEHICLE_PARTS];
    if (touch->gap < part->gap)
        *part = (struct footing_part){touch->gap, touch->n, touch->at};
}

void footing_find(struct vehicle_eval *m, size_t c)
{
    struct vehicle_footing *f = &m->footing[c];
    struct near near;
    struct touch fixed[NEAR_PLACES];
    const struct touch *best = NULL;
    size_t n = footing_list_fixed(m, m->work.contact[c].wheel, &f->wheel, fixed);
    footing_near(m, c, FOOTING_REACH * f->wheel.radius, &near);
    f->looks = 1;
    for (size_t k = 0; k < VEHICLE_PARTS; k++)
        f->part[k].gap = INFINITY;
    for (size_t k = 0; k < near.n; k++) {
        const struct touch *touch = &near.touch[k];
        if (near_is_contact(ground_terrain(&m->land), touch, fixed, n, f->wheel.radius))
            continue;
        note_part(m, f, k, touch);
        if (!best || is_nearer(f, touch, best))
            best = touch;
    }
    f->touch = best ? *best : far_away(m, c);
    f->feature = f->touch.feature;
    m->touch[c].limit = footing_friction(m, c, f->touch.factor);
}

static void reach(void *context, size_t c, const struct linkage_wheel *wheel, struct vec root,
                  struct linkage_contact *contact)
{
    struct vehicle_eval *m = context;
    struct vehicle_footing *f = &m->footing[c];
    f->wheel = (struct touch_wheel){vec_add(root, contact->centre), contact->axis, wheel->radius,
                                    wheel->crown};
    f->looks = 0;
    if (f->fixed && !is_astray(m, c))
        follow(m, c, &f->wheel, &f->touch);
    else if (m->looks)
        footing_find(m, c);
    else
        f->touch = far_away(m, c);
    if (f->fixed && !m->land.profile)
        m->grip[c].mu = m->touch[c].limit = footing_friction(m, c, f->touch.factor);
    f->place = f->touch.place;
    contact->frame[0] = f->touch.n;
    contact->frame[1] = f->touch.t1;
    contact->frame[2] = f->touch.t2;
    contact->rho = f->touch.at;
    contact->gap = f->touch.gap;
}

static void turn(void *context, size_t c, struct vec v, struct vec W, struct linkage_turn *to)
{
    struct vehicle_footing *f = &((struct vehicle_eval *)context)->footing[c];
    f->motion = (struct touch_motion){v, W};
    touch_rates(&f->touch, &f->wheel, &f->motion, &f->rate);
    *to = (struct linkage_turn){f->rate.n, f->rate.at};
}

static void take_further(struct vehicle_eval *m, const struct further_extra *from)
{
    size_t c = m->work.contacts++, w = (size_t)from->wheel - 1;
    int stored = (int)from->mode, mode = stored & ~VEHICLE_SLACKS;
    m->work.contact[c].wheel = w;
    m->touch[c] =
        (struct vehicle_grip){.mode = mode, .slack = stored & VEHICLE_SLACKS, .was = mode};
    memcpy(m->touch[c].direction, from->direction, sizeof from->direction);
    m->footing[c] = (struct vehicle_footing){.fixed = 1,
                                             .feature = (int64_t)from->feature - 1,
                                             .place = from->place,
                                             .hint = m->footing[w].hint};
    memcpy(m->footing[c].impulse, from->impulse, sizeof from->impulse);
}

void footing_read(struct vehicle_eval *m, const double *y)
{
    m->land = *m->v->ground;
    if (m->land.surface.fn)
        surface_of_function(&m->land.surface, m->view->surface, m->view->core);
    m->ground = (struct linkage_ground){m, reach, turn};
    m->work.ground = &m->ground;
    size_t wheels = m->v->linkage.wheels;
    for (size_t w = 0; w < wheels; w++) {
        const struct footing_extra *from = (const void *)(y + extra_at(m->view, w));
        m->footing[w] = (struct vehicle_footing){.feature = (int64_t)from->feature - 1,
                                                 .place = from->place,
                                                 .start = from->place,
                                                 .hint = (size_t)from->hint,
                                                 .from = from->from,
                                                 .axis = from->axis};
        m->footing[w].fixed = from->feature > 0;
        m->footing[w].fixed = footing_is_closed(m, w);
    }
    for (size_t k = 0; k < footing_kept(wheels); k++) {
        const struct further_extra *from = (const void *)(y + further_at(m->view, k));
        if (from->wheel == 0)
            break;
        take_further(m, from);
    }
    for (size_t c = 0; c < m->work.contacts; c++)
        m->touch[c].limit = footing_friction(m, c, ground_factor(&m->land, m->footing[c].feature));
}

void footing_write_impulse(const struct vehicle_eval *m, double *y, size_t c, const double *impulse)
{
    size_t k = c - m->v->linkage.wheels;
    memcpy(m->footing[c].impulse, impulse, sizeof m->footing[c].impulse);
    if (k < footing_kept(m->v->linkage.wheels))
        memcpy(((struct further_extra *)(void *)(y + further_at(m->view, k)))->impulse,
               m->footing[c].impulse, sizeof m->footing[c].impulse);
}

/* True if a further contact must be kept in the state: it is closed, or has opened in a Moreau step
 * in which it had an impulse. */
static int is_kept(const struct vehicle_eval *m, size_t c)
{
    return m->touch[c].mode != VEHICLE_OPEN ||
           (vehicle_uses_moreau(m->view) && m->footing[c].impulse[0] > 0);
}

static void put_further(const struct vehicle_eval *m, double *y)
{
    size_t k = 0, kept = footing_kept(m->v->linkage.wheels);
    for (size_t c = m->v->linkage.wheels; c < m->work.contacts; c++) {
        const struct vehicle_grip *touch = &m->touch[c];
        const struct vehicle_footing *f = &m->footing[c];
        if (!is_kept(m, c))
            continue;
        invariant(k < kept);
        *(struct further_extra *)(void *)(y + further_at(m->view, k++)) =
            (struct further_extra){(double)(m->work.contact[c].wheel + 1),
                                   vehicle_stored_mode(touch->mode, touch->slack),
                                   (double)(f->feature + 1),
                                   f->place,
                                   {touch->direction[0], touch->direction[1]},
                                   {f->impulse[0], f->impulse[1], f->impulse[2]}};
    }
    for (; k < kept; k++)
        memset(y + further_at(m->view, k), 0, sizeof(struct further_extra));
}

/* The place from which the search for a contact starts. On a surface its rounding error depends on
 * this place, so for a tyre the place must be the same before and after an event: otherwise a guard
 * that has triggered might do so again. */
static const struct touch_place *place_to_store(const struct vehicle_eval *m, size_t w)
{
    const struct vehicle_footing *f = &m->footing[w];
    const struct touch_place *at = &f->place, *start = &f->start;
    struct vec way = vec_scale(touch_spine(&f->wheel), vec_sub(at->radial, start->radial));
    double x = at->foot_x - start->foot_x, y = at->foot_y - start->foot_y;
    double most = FOOTING_MOST_WAY * f->wheel.radius;
    int near = vec_dot(way, way) + x * x + y * y <= most * most;
    return vehicle_law(m, w)->loads && f->fixed && near ? start : at;
}

/* Features are counted from 1. A tyre stores a feature only while it has a contact, which is then
 * fixed. */
void footing_write(const struct vehicle_eval *m, double *y)
{
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        const struct vehicle_footing *f = &m->footing[w];
        int none = vehicle_law(m, w)->loads && !f->fixed;
        *(struct footing_extra *)(void *)(y + extra_at(m->view, w)) =
            (struct footing_extra){none ? 0 : (double)(f->feature + 1), (double)f->hint,
                                   *place_to_store(m, w), f->from, f->axis};
    }
    put_further(m, y);
}

/* ---- steps ---- */

void footing_start_step(struct vehicle_eval *m)
{
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        m->footing[w].from = m->footing[w].wheel.centre;
        m->footing[w].axis = m->footing[w].wheel.axis;
    }
}

double footing_way(const struct vehicle_eval *m, size_t wheel)
{
    return way_of(&m->footing[wheel], &m->footing[wheel]);
}
