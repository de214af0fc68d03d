/* SPDX-License-Identifier: MIT */
/* Search for the features of a profile near a wheel, and for its places on them. The tree of the
 * terrain gives the segments in the wheel's box; most of them are rejected by the distance of the
 * wheel's centre. */
#include "ground/near.h"

#include <float.h>
#include <math.h>
#include <wheeldyn/wheeldyn.h>

#include "ground/terrain_search.h"
#include "num/elementary.h"

/* Relative to the radius: overlap of the cells at their borders, above the rounding error of P, so
 * that no point P falls between two cells. */
#define OVERLAP 1e-12

/* Relative to the radius: two places this near to each other are one place at a border. */
#define ONE_PLACE 1e-6

/* Relative to the radius: if a place on a neighbouring feature is this near to a contact, the
 * contact is about to pass on to this place, which is then no further contact. */
#define PASSING_ON 0.1

struct search {
    const struct profile *profile;
    struct profile_wheel wheel;
    double reach;   /* largest gap of a place that is kept */
    double range;   /* largest distance from the wheel of the feature of such a place */
    double deepest; /* greatest depth of a place that is kept */
    double slack;   /* width of the borders of cells, and rounding of distances */
    struct near *near;
    int has_hidden;
    struct touch hidden; /* of the hidden places the one whose P is deepest in the ground */
    double hidden_depth; /* gap at that P, from the signed distance of P */
};

/* Relation of a place to the ground: HIDDEN is a place whose P is in the ground and either nearer
 * to another feature or below a concave corner. */
enum meeting { NOT_MET, HIDDEN, MET };

/* ---- keeping places ---- */

/* True if two places of joined features are one. One of them is at the border of its cell to
 * rounding; the other one need not be, because the normal of a corner that a thin ring touches
 * amplifies the rounding of P. */
static int is_same_place(const struct search *s, const struct touch *a, const struct touch *b)
{
    return (a->border >= -s->slack || b->border >= -s->slack) &&
           terrain_joined(s->profile->terrain, a->feature, b->feature) &&
           touch_coincide(a, b, ONE_PLACE * s->wheel.wheel->radius);
}

/* True if the corner of the place, or the centre of its arc, lies inside the ellipse of the spine
 * or on it. A corner on the ellipse counts, because a thin ring that rests on an edge at one place
 * may cut into the edge at another place. */
static int is_centre_within(const struct search *s, const struct touch *touch)
{
    const struct profile_wheel *w = &s->wheel;
    struct vec arm = vec_along(vec_scale(w->b, touch->place.radial), -touch->reach, touch->n);
    double dx = vec_dot(s->profile->d, arm), dy = arm.z, small = w->b * w->minor;
    double along = dx * w->major.x + dy * w->major.y, across = dy * w->major.x - dx * w->major.y;
    double most = small > 0 ? 1 + s->slack / small : 0;
    return small > 0 &&
           along * along / (w->b * w->b) + across * across / (small * small) < most * most;
}

/* True if P has passed the corner of the place, or the centre of its convex arc. */
static int is_passed(const struct terrain *terrain, const struct touch *touch)
{
    size_t i = (size_t)touch->feature / 2;
    return terrain_is_corner(touch->feature) ||
           (terrain_is_arc(terrain, i) && terrain->segment[i].arc_radius > 0 && touch->reach < 0);
}

/* True if the feature of the place goes through the disc of the spine, although P is outside the
 * ground. A corner has passed through the ring if one of its segments is further in the disc than
 * the corner is beyond it; where a segment only touches the ring, it is less deep. A segment goes
 * through if a thin wall is within the ring. */
static int is_through(const struct search *s, const struct touch *touch, double own)
{
    const struct terrain *terrain = s->profile->terrain;
    size_t i = (size_t)touch->feature / 2;
    if (!terrain_is_corner(touch->feature))
        return near_is_crossed(terrain, &s->wheel, i, -own / 2);
    return near_is_crossed(terrain, &s->wheel, i, -own) ||
           near_is_crossed(terrain, &s->wheel, i + 1, -own);
}

/* True if the other place of the same corner is nearer to the corner, with a normal to the same
 * side (side: 1) or to the other side (-1). */
static int is_behind(const struct search *s, const struct touch *touch, const struct touch *other,
                     double side)
{
    return other && terrain_is_corner(touch->feature) && touch->gap < other->gap &&
           other->border <= s->slack && side * vec_dot(touch->n, other->n) > 0;
}

/* True if a corner, or the centre of a convex arc, that P has passed has entered the ring. A corner
 * within the ellipse of the spine has entered it from the side of the nearer place, so a place on
 * the other side is not met. A corner that has passed through the ring at the nearer place has
 * passed through it at both places. */
static int has_entered(const struct search *s, const struct touch *touch, const struct touch *other,
                       double own)
{
    double beside = other ? other->gap + s->wheel.wheel->crown : 0;
    return (!is_behind(s, touch, other, -1) && is_centre_within(s, touch)) ||
           is_through(s, touch, own) ||
           (is_behind(s, touch, other, 1) && beside < 0 && is_through(s, other, beside));
}

/* Relation of a place to the ground. own: distance of P from the feature, below 0 behind it; other:
 * the other place of the feature, or NULL.
 * - P in front of the feature: MET, unless another feature is nearer to P.
 * - P has passed a corner or the centre of a convex arc: MET if this point has entered the spine
 * (has_entered()), where P may be outside the ground beyond the tip of a needle. Otherwise the
 * point is beside the spine, not in it. The place is then HIDDEN if P is in the ground, because the
 * spine may cut into a neighbouring segment there.
 * - P behind any other feature: not met if P is outside the ground, because the feature is seen
 * from behind. If P is in the ground, the place is MET or, if another feature is nearer to P,
 * HIDDEN. It is HIDDEN, too, if P is outside the ground but the feature goes through the spine.
 *
 * *depth: gap at P, from the signed distance of P from the ground. */
static enum meeting meeting_of(const struct search *s, const struct touch *touch,
                               const struct touch *other, double *depth)
{
    const struct profile *profile = s->profile;
    struct vec r = touch->place.radial;
    double x = s->wheel.x + s->wheel.b * vec_dot(profile->d, r), y = s->wheel.y + s->wheel.b * r.z;
    double own = touch->gap + s->wheel.wheel->crown;
    double distance = terrain_distance_near(profile->terrain, (size_t)touch->feature / 2, x, y);
    int is_in = distance <= s->slack, is_nearest = fabs(distance) >= fabs(own) - s->slack;
    *depth = distance - s->wheel.wheel->crown;
    if (own < 0 && is_passed(s->profile->terrain, touch))
        return has_entered(s, touch, other, own) ? MET : is_in ? HIDDEN : NOT_MET;
    if (own >= 0)
        return is_nearest ? MET : NOT_MET;
    if (!is_in && is_through(s, touch, own)) {
        *depth = -3 * s->slack; /* not known; keep_hidden() prefers any place in the ground */
        return HIDDEN;
    }
    return !is_in ? NOT_MET : is_nearest ? MET : HIDDEN;
}

static int is_closer(const struct touch *a, const struct touch *b)
{
    return a->gap < b->gap || (a->gap == b->gap && a->feature < b->feature);
}

/* Insert a place in the order of gaps. If there are too many places, the one with the largest gap
 * is left out. */
static void insert(struct near *near, const struct touch *touch)
{
    size_t k = near->n < NEAR_PLACES ? near->n++ : NEAR_PLACES;
    near->found++;
    if (k == NEAR_PLACES && !is_closer(touch, &near->touch[--k]))
        return;
    for (; k > 0 && is_closer(touch, &near->touch[k - 1]); k--)
        near->touch[k] = near->touch[k - 1];
    near->touch[k] = *touch;
}

/* True if P is below the line of a segment, at most `most` beyond its end. Such a place may matter
 * although P is not in the cell of the segment, because the ground below a concave corner belongs
 * to no cell. */
static int may_be_below_end(const struct search *s, const struct touch *touch, double most)
{
    double own = touch->gap + s->wheel.wheel->crown;
    return own < 0 && touch->gap < -s->slack && touch->border <= most &&
           !is_passed(s->profile->terrain, touch);
}

/* Insert a place unless it is out of reach or seen from behind. A place at the border of two cells
 * is kept once, for the cell in which P lies further inside. Deeper than NEAR_DEEPEST only places
 * that are met count: P itself is then that deep in the ground. other: as in meeting_of(). */
static void keep(struct search *s, const struct touch *touch, const struct touch *other)
{
    double usual = NEAR_DEEPEST * s->wheel.wheel->radius;
    int beyond = touch->border > s->slack, deep = touch->gap < -usual;
    if (!(touch->gap <= s->reach) || touch->gap < -s->deepest ||
        (beyond && (deep || !may_be_below_end(s, touch, usual))))
        return;
    double depth = touch->gap;
    enum meeting meeting = touch->gap < -s->slack ? meeting_of(s, touch, other, &depth) : MET;
    meeting = beyond && meeting == MET ? HIDDEN : meeting;
    if (meeting == HIDDEN && !deep && (!s->has_hidden || depth < s->hidden_depth)) {
        s->hidden = *touch;
        s->hidden_depth = depth;
        s->has_hidden = 1;
    }
    if (meeting != MET)
        return;
    for (size_t k = 0; k < s->near->n; k++) {
        struct touch *kept = &s->near->touch[k];
        if (!is_same_place(s, kept, touch))
            continue;
        if (touch->border < kept->border ||
            (touch->border == kept->border && touch->feature < kept->feature))
            *kept = *touch;
        return;
    }
    insert(s->near, touch);
}

static int precedes(const struct touch *a, const struct touch *b)
{
    return a->feature < b->feature || (a->feature == b->feature && a->gap < b->gap);
}

/* Insert the hidden place if no other place is as deep in the ground as its P. The minimum of the
 * distance that belongs to this P is then on a feature that has no place: near a corner, and in a
 * thin wall, the feature nearest to P need not have one. Without this rule the wheel would seem to
 * be above the ground there. */
static void keep_hidden(struct search *s)
{
    double deepest = INFINITY;
    for (size_t k = 0; k < s->near->n; k++)
        deepest = num_fmin(deepest, s->near->touch[k].gap);
    if (s->has_hidden && deepest > s->hidden_depth + 2 * s->slack)
        insert(s->near, &s->hidden);
}

static void sort(struct near *near)
{
    for (size_t k = 1; k < near->n; k++) {
        struct touch touch = near->touch[k];
        size_t j = k;
        for (; j > 0 && precedes(&touch, &near->touch[j - 1]); j--)
            near->touch[j] = near->touch[j - 1];
        near->touch[j] = touch;
    }
}

/* ---- features ---- */

static void examine(struct search *s, int64_t feature)
{
    struct touch touch[2];
    size_t n = profile_touches(s->profile, &s->wheel, feature, touch);
    for (size_t k = 0; k < n; k++)
        keep(s, &touch[k], n == 2 ? &touch[1 - k] : NULL);
}

/* True if the wheel may touch line i: P lies within the spine's radius of the centre, both along
 * and across the line. */
static int may_touch_line(const struct search *s, size_t i)
{
    const struct profile_wheel *w = &s->wheel;
    const struct terrain_segment *line = &s->profile->terrain->segment[i];
    double radius = w->wheel->radius, side = terrain_side(line, w->x, w->y);
    double along = terrain_along(line, w->x - line->x, w->y - line->y), most = w->b + s->slack;
    return side <= radius + s->reach + s->slack &&
           side >= w->wheel->crown - s->deepest - s->slack && along >= line->from - most &&
           along <= line->to + most;
}

static int may_touch_arc(const struct search *s, size_t i)
{
    const struct profile_wheel *w = &s->wheel;
    double gap = terrain_frame_arc(s->profile->terrain, i, w->wheel->radius, w->x, w->y).gap;
    return gap <= s->range + s->slack;
}

static int may_touch_corner(const struct search *s, size_t i)
{
    const struct profile_wheel *w = &s->wheel;
    const struct terrain_segment *next = &s->profile->terrain->segment[i + 1];
    double dx = next->x - w->x, dy = next->y - w->y, more = w->wheel->crown + s->range + s->slack;
    double most = w->b + more;
    return fabs(dx) <= w->extent_x + more && fabs(dy) <= w->extent_y + more &&
           dx * dx + dy * dy <= most * most;
}

/* Examine a segment and the corner at its end. */
static void examine_segment(struct search *s, size_t i)
{
    const struct terrain *terrain = s->profile->terrain;
    if (terrain_is_arc(terrain, i) ? may_touch_arc(s, i) : may_touch_line(s, i))
        examine(s, 2 * (int64_t)i);
    if (i + 1 < terrain->segments && terrain->segment[i].turn < 0 && may_touch_corner(s, i))
        examine(s, 2 * (int64_t)i + 1);
}

/* ---- searches ---- */

static void start(struct search *s, const struct profile *profile, const struct touch_wheel *wheel,
                  double reach, double deepest, struct near *near)
{
    s->profile = profile;
    s->reach = reach;
    s->deepest = deepest;
    /* a thin ring that has passed a corner is beyond it by up to this depth */
    s->range = num_fmax(reach, deepest - wheel->crown);
    s->near = near;
    s->has_hidden = 0;
    profile_aim(profile, wheel, &s->wheel);
    s->slack = OVERLAP * wheel->radius + s->wheel.rounding;
    near->n = near->found = 0;
}

/* Start a walk through all segments that meet the box. */
static void walk(struct terrain_walk *to, const struct search *s, const struct terrain_box *box,
                 size_t hint)
{
    const struct terrain *terrain = s->profile->terrain;
    if (hint < terrain->segments)
        terrain_walk_start_near(to, terrain, hint, terrain_reach_box, box, DBL_MIN);
    else
        terrain_walk_start(to, terrain, terrain_reach_box, box, DBL_MIN);
}

void near_find_deep(const struct profile *profile, const struct touch_wheel *wheel, double reach,
                    double deepest, size_t *hint, struct near *near)
{
    struct search s;
    struct terrain_walk to;
    size_t first, end;
    start(&s, profile, wheel, reach, deepest, near);
    struct terrain_box box = profile_box(&s.wheel, s.range + s.slack);
    walk(&to, &s, &box, *hint);
    while (terrain_walk_next(&to, &first, &end))
        for (size_t i = first; i < end; i++)
            examine_segment(&s, i);
    keep_hidden(&s);
    if (near->n > 0)
        *hint = (size_t)near->touch[0].feature / 2;
    sort(near);
}

void near_find(const struct profile *profile, const struct touch_wheel *wheel, double reach,
               size_t *hint, struct near *near)
{
    near_find_deep(profile, wheel, reach, NEAR_DEEPEST * wheel->radius, hint, near);
}

int32_t near_surface(const struct surface *surface, const struct touch_wheel *wheel, double reach,
                     struct near *near)
{
    int32_t status = surface_touches(surface, wheel, reach, near->touch, &near->found);
    near->n = near->found < NEAR_PLACES ? near->found : NEAR_PLACES;
    return status;
}

/* ---- results ---- */

int near_is_contact(const struct terrain *terrain, const struct touch *touch,
                    const struct touch *closed, size_t n, double radius)
{
    for (size_t k = 0; k < n; k++) {
        int same = touch->feature == closed[k].feature;
        double distance = (same ? ONE_PLACE : PASSING_ON) * radius;
        if ((same || (terrain && terrain_joined(terrain, touch->feature, closed[k].feature))) &&
            touch_coincide(touch, &closed[k], distance))
            return 1;
    }
    return 0;
}

struct near_next near_next(const struct terrain *terrain, const struct near *near,
                           const struct touch_wheel *wheel, const struct touch_motion *motion,
                           const struct touch *closed, size_t n)
{
    struct near_next next = {INFINITY, 0, NULL};
    for (size_t k = 0; k < near->n; k++) {
        const struct touch *touch = &near->touch[k];
        if (!(touch->gap < next.gap) || near_is_contact(terrain, touch, closed, n, wheel->radius))
            continue;
        next = (struct near_next){touch->gap, touch_gap_rate(motion, touch->n, touch->at), touch};
    }
    return next;
}
