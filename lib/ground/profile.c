/* SPDX-License-Identifier: MIT */
/* Contacts of a wheel with one feature of an extruded profile. */
#include "ground/profile.h"

#include <math.h>

#include "num/elementary.h"

struct profile profile_make(const struct terrain *terrain, double heading)
{
    struct sine_cosine turn = num_sincos(heading);
    return (struct profile){terrain, NULL, NULL, {turn.cos, turn.sin, 0}, {-turn.sin, turn.cos, 0}};
}

static int is_concave_arc(const struct terrain *terrain, size_t i)
{
    return terrain_is_arc(terrain, i) && terrain->segment[i].arc_radius < 0;
}

void profile_number_parts(const struct terrain *terrain, uint32_t *part)
{
    part[0] = 0;
    for (size_t i = 0; i + 1 < terrain->segments; i++) {
        int ends = terrain->segment[i].turn > 0 || is_concave_arc(terrain, i) ||
                   is_concave_arc(terrain, i + 1);
        part[i + 1] = part[i] + (ends ? 1 : 0);
    }
}

/* Transform a vector in the plane of the profile to ground axes. */
static struct vec lifted(const struct profile *profile, double x, double y)
{
    return (struct vec){profile->d.x * x, profile->d.y * x, y};
}

static struct terrain_vector flattened(const struct profile *profile, struct vec v)
{
    return (struct terrain_vector){vec_dot(profile->d, v), v.z};
}

/* ---- the wheel ---- */

/* Compute the projection of the spine. For the axis e = (e_d, e_tau, e_z) the half axes of the
 * ellipse are along (e_z, -e_d) and (e_d, e_z), and their ratio is |e_tau|. The directions of
 * the half axes are arbitrary if the axis is along tau. */
static void aim_spine(const struct profile *profile, struct profile_wheel *to)
{
    struct vec e = to->wheel->axis;
    double e_d = vec_dot(profile->d, e), e_tau = vec_dot(profile->tau, e);
    double across = terrain_length(e_d, e.z), sign = e_tau < 0 ? -1 : 1;
    struct terrain_vector u = {0, 1};
    if (across > 0)
        u = (struct terrain_vector){e_d / across, e.z / across};
    to->major = (struct terrain_vector){u.y, -u.x};
    to->minor = num_fmin(1, fabs(e_tau));
    to->flatness = across * across;
    to->cosine = lifted(profile, u.y, -u.x);
    to->sine = vec_along(lifted(profile, fabs(e_tau) * u.x, fabs(e_tau) * u.y), -sign * across,
                         profile->tau);
    to->extent_x = to->b * terrain_length(u.y, to->minor * u.x);
    to->extent_y = to->b * terrain_length(u.x, to->minor * u.y);
}

void profile_aim(const struct profile *profile, const struct touch_wheel *wheel,
                 struct profile_wheel *to)
{
    to->wheel = wheel;
    to->b = touch_spine(wheel);
    to->x = vec_dot(profile->d, wheel->centre);
    to->y = wheel->centre.z;
    to->rounding = TERRAIN_ROUNDED * (fabs(to->x) + fabs(to->y) + wheel->radius);
    to->major = (struct terrain_vector){1, 0};
    to->minor = 1;
    to->flatness = to->extent_x = to->extent_y = 0;
    to->cosine = to->sine = (struct vec){0, 0, 0};
    if (to->b > 0)
        aim_spine(profile, to);
}

static struct terrain_vector spine_point(const struct profile *profile,
                                         const struct profile_wheel *w, struct vec radial)
{
    struct terrain_vector q = flattened(profile, radial);
    return (struct terrain_vector){w->x + w->b * q.x, w->y + w->b * q.y};
}

/* ---- borders of cells ---- */

/* Distance of P past the border of a cell. The cell of a corner is a cone of normals, so there the
 * distance is the sine of the angle between n and the border, times the wheel's radius. */
static double border_of(const struct profile *profile, const struct profile_wheel *w,
                        int64_t feature, struct terrain_vector P, struct terrain_vector n)
{
    const struct terrain *terrain = profile->terrain;
    double before, after;
    if (!terrain_is_corner(feature)) {
        terrain_beyond(terrain, feature, P.x, P.y, &before, &after);
        return num_fmax(after, before);
    }
    terrain_beyond_rate(terrain, feature, n.x, n.y, &before, &after);
    return w->wheel->radius * num_fmax(after, before);
}

double profile_border_rate(const struct profile *profile, const struct profile_wheel *w,
                           const struct touch *touch, const struct touch_rate *rate)
{
    const struct terrain *terrain = profile->terrain;
    struct terrain_vector P = spine_point(profile, w, touch->place.radial);
    struct terrain_vector n = flattened(profile, touch->n), v = flattened(profile, rate->foot);
    double before, after, before_rate, after_rate, scale = 1;
    if (terrain_is_corner(touch->feature)) {
        v = flattened(profile, rate->n);
        scale = w->wheel->radius;
        terrain_beyond_rate(terrain, touch->feature, n.x, n.y, &before, &after);
    } else {
        terrain_beyond(terrain, touch->feature, P.x, P.y, &before, &after);
    }
    terrain_beyond_rate(terrain, touch->feature, v.x, v.y, &before_rate, &after_rate);
    return scale * (before > after ? before_rate : after_rate);
}

/* ---- lines ---- */

/* Compute the contact with a line. P is the point of the spine that is deepest below the wheel's
 * centre along n. On a level line the formulas are those of a wheel on a plane. */
static void touch_line(const struct profile *profile, const struct profile_wheel *w,
                       int64_t feature, struct touch *touch)
{
    const struct terrain_segment *s = &profile->terrain->segment[feature / 2];
    double a = w->wheel->crown;
    touch->n = lifted(profile, -s->ey, s->ex);
    touch->t1 = lifted(profile, s->ex, s->ey);
    touch->place.radial = (struct vec){0, 0, 0};
    touch->margin = 1;
    touch->at = vec_scale(-a, touch->n);
    double deep = a;
    if (w->b > 0) {
        struct vec e = w->wheel->axis;
        double e_n = vec_dot(e, touch->n), e_1 = vec_dot(e, touch->t1);
        double e_2 = vec_dot(e, profile->tau), level = sqrt(e_1 * e_1 + e_2 * e_2);
        double per = level > 0 ? 1 / level : 0;
        struct vec left = vec_along(vec_scale(e_1 * per, touch->t1), e_2 * per, profile->tau);
        deep = w->b * level + a;
        touch->place.radial = vec_along(vec_scale(e_n, left), -level, touch->n);
        touch->at = vec_along(vec_scale(w->b * e_n, left), -deep, touch->n);
        touch->margin = level;
    }
    struct terrain_vector P = spine_point(profile, w, touch->place.radial), none = {0, 0};
    touch->gap = terrain_side(s, w->x, w->y) - deep;
    touch->border = border_of(profile, w, feature, P, none);
    touch->kind = TOUCH_STRAIGHT;
    touch->reach = 0;
}

/* ---- corners and arcs ---- */

/* Centre of curvature, relative to a point of the profile because the centre may be far away. */
struct centre {
    double x, y;           /* the point: a corner, or the first point of an arc */
    double away_x, away_y; /* vector from the centre to the point */
    double sign;           /* -1 for a concave arc, else 1 */
};

static struct centre centre_of(const struct terrain *terrain, int64_t feature)
{
    size_t i = (size_t)feature / 2;
    const struct terrain_segment *s = &terrain->segment[i];
    if (terrain_is_corner(feature))
        return (struct centre){s[1].x, s[1].y, 0, 0, 1};
    const struct terrain_arc *arc = &terrain->arc[i];
    double R = s->arc_radius;
    return (struct centre){s->x, s->y, R * arc->nx, R * arc->ny, R < 0 ? -1 : 1};
}

/* Bisector of the cone of normals of a corner, not normalised but never small. */
static struct terrain_vector bisector(const struct terrain *terrain, size_t i)
{
    struct terrain_vector u = terrain_heading(terrain, i);
    const struct terrain_segment *v = &terrain->segment[i + 1];
    return (struct terrain_vector){-u.y - v->ey + u.x - v->ex, u.x + v->ex + u.y - v->ey};
}

/* Normal of a convex arc at its middle, in the middle of its cone of normals. */
static struct terrain_vector middle_normal(const struct terrain_segment *arc)
{
    double sine = num_fmin(1, arc->to / 2 / arc->arc_radius);
    double cosine = sqrt((1 - sine) * (1 + sine));
    return (struct terrain_vector){sine * arc->ex - cosine * arc->ey,
                                   sine * arc->ey + cosine * arc->ex};
}

static struct ellipse ellipse_about(const struct profile_wheel *w, const struct centre *o)
{
    double dx = o->x - w->x - o->away_x, dy = o->y - w->y - o->away_y;
    struct terrain_vector u = w->major;
    return (struct ellipse){w->minor, w->flatness, (dx * u.x + dy * u.y) / w->b,
                            (dy * u.x - dx * u.y) / w->b};
}

/* Vector to which the normals in the feature's cell have an acute angle. */
static struct terrain_vector outwards_of(const struct terrain *terrain, int64_t feature,
                                         const struct centre *o, struct terrain_vector from_o)
{
    if (terrain_is_corner(feature))
        return bisector(terrain, (size_t)feature / 2);
    return o->sign > 0 ? middle_normal(&terrain->segment[feature / 2]) : from_o;
}

static struct terrain_vector add_units(struct terrain_vector a, struct terrain_vector b)
{
    double length_a = terrain_length(a.x, a.y), length_b = terrain_length(b.x, b.y);
    double of_a = length_a > 0 ? 1 / length_a : 0, of_b = length_b > 0 ? 1 / length_b : 0;
    return (struct terrain_vector){of_a * a.x + of_b * b.x, of_a * a.y + of_b * b.y};
}

/* Unit normal at an extremum, P - o or its opposite. P - o and the normal of the ellipse are
 * parallel; the vector with the smaller rounding error gives the normal. */
static struct terrain_vector normal_of(const struct profile_wheel *w, struct ellipse_point at,
                                       struct terrain_vector from_o)
{
    double distance = terrain_length(from_o.x, from_o.y), c = w->minor * at.c, s = at.s;
    double turn = w->b > 0 ? sqrt(c * c + s * s) : 0;
    struct terrain_vector u = w->major;
    if (distance >= w->b * turn && distance > 0)
        return (struct terrain_vector){from_o.x / distance, from_o.y / distance};
    if (turn > 0)
        return (struct terrain_vector){(c * u.x - s * u.y) / turn, (c * u.y + s * u.x) / turn};
    return (struct terrain_vector){0, 1};
}

/* Return the sign of the normal: 1 or -1 for n or its opposite.
 * followed: 1 for a contact that keeps its feature beyond the border of the cell. The spine of a
 * contact is above the ground, so the normal of a corner or a convex arc points into the spine, to
 * the centre of the wheel. Beyond the border of a needle, where the cone of normals is nearly a
 * half circle, outwards_of() alone would give the opposite normal. In a wheel that lies flat over
 * an edge the direction to the centre is perpendicular to the normal, and outwards_of() decides. */
static double sign_of(const struct profile *profile, const struct profile_wheel *w, int64_t feature,
                      const struct centre *o, int followed, struct terrain_vector n,
                      struct terrain_vector P, struct terrain_vector from_o)
{
    struct terrain_vector outwards = outwards_of(profile->terrain, feature, o, from_o);
    struct terrain_vector to_centre = {w->x - P.x, w->y - P.y};
    if (followed && o->sign > 0)
        outwards = add_units(outwards, w->b > 0 ? to_centre : from_o);
    return n.x * outwards.x + n.y * outwards.y < 0 ? -o->sign : o->sign;
}

/* Margin of a contact: positive where D has a minimum on the spine. D and q:
 * touch.h. q, in touch->reach, may be negative by rounding near a corner; at a concave arc it is
 * always negative. */
static double margin_of(const struct touch *touch, const struct profile_wheel *w, double sign)
{
    if (!(w->b > 0))
        return 1;
    struct vec t = vec_cross(w->wheel->axis, touch->place.radial);
    double mt = vec_dot(touch->t1, t), s = -vec_dot(touch->n, touch->place.radial);
    return sign * (touch->reach * s + w->b * mt * mt) / (fabs(touch->reach) + w->b);
}

/* Compute the contact with a corner or an arc. followed: as for sign_of(). */
static void touch_round(const struct profile *profile, const struct profile_wheel *w,
                        int64_t feature, const struct centre *o, int followed,
                        struct ellipse_point at, struct touch *touch)
{
    const struct terrain *terrain = profile->terrain;
    double a = w->wheel->crown;
    touch->place.radial = vec_along(vec_scale(at.c, w->cosine), at.s, w->sine);
    struct terrain_vector P = spine_point(profile, w, touch->place.radial);
    struct terrain_vector from_o = {P.x - o->x + o->away_x, P.y - o->y + o->away_y};
    struct terrain_vector n = normal_of(w, at, from_o);
    double sign = sign_of(profile, w, feature, o, followed, n, P, from_o);
    n = (struct terrain_vector){sign * n.x, sign * n.y};
    touch->reach = n.x * from_o.x + n.y * from_o.y;
    /* If P has passed the centre of a convex arc, its distance from the centre counts as negative
     * in the gap, as at a corner. The border is then tested at the mirror image of P in the centre.
     */
    double passed = o->sign > 0 ? 2 * num_fmax(0, -touch->reach) : 0;
    touch->gap = terrain_is_corner(feature)
                     ? touch->reach - a
                     : terrain_frame_arc(terrain, (size_t)feature / 2, a, P.x, P.y).gap - passed;
    P = (struct terrain_vector){P.x + passed * n.x, P.y + passed * n.y};
    touch->n = lifted(profile, n.x, n.y);
    touch->t1 = lifted(profile, n.y, -n.x);
    touch->at = vec_along(vec_scale(w->b, touch->place.radial), -a, touch->n);
    touch->margin = margin_of(touch, w, o->sign);
    touch->border = border_of(profile, w, feature, P, n);
    touch->kind = TOUCH_ROUND;
}

/* ---- any feature ---- */

static double factor_of(const struct profile *profile, int64_t feature)
{
    const double *factor = profile->factor + feature / 2;
    return terrain_is_corner(feature) ? num_fmin(factor[1], factor[0]) : factor[0];
}

static void complete(const struct profile *profile, int64_t feature, struct touch *touch)
{
    touch->feature = feature;
    touch->t2 = profile->tau;
    touch->factor = profile->factor ? factor_of(profile, feature) : 1;
    touch->place.foot_x = touch->place.foot_y = 0;
}

/* Find the contacts of a feature as profile_touches() does. followed: as for sign_of(). */
static size_t find_touches(const struct profile *profile, const struct profile_wheel *w,
                           int64_t feature, int followed, struct touch touch[2])
{
    size_t n = 1;
    if (!terrain_is_round(profile->terrain, feature)) {
        touch_line(profile, w, feature, &touch[0]);
    } else {
        struct centre o = centre_of(profile->terrain, feature);
        struct ellipse_point at[2] = {{1, 0}};
        if (w->b > 0) {
            struct ellipse e = ellipse_about(w, &o);
            n = ellipse_extrema(&e, o.sign < 0, at);
        }
        for (size_t k = 0; k < n; k++)
            touch_round(profile, w, feature, &o, followed, at[k], &touch[k]);
    }
    for (size_t k = 0; k < n; k++)
        complete(profile, feature, &touch[k]);
    return n;
}

size_t profile_touches(const struct profile *profile, const struct profile_wheel *w,
                       int64_t feature, struct touch touch[2])
{
    return find_touches(profile, w, feature, 0, touch);
}

void profile_follow(const struct profile *profile, const struct profile_wheel *w, int64_t feature,
                    const struct touch_place *place, struct touch *touch)
{
    if (w->b > 0 && terrain_is_round(profile->terrain, feature)) {
        struct centre o = centre_of(profile->terrain, feature);
        struct ellipse e = ellipse_about(w, &o);
        double c = vec_dot(place->radial, w->cosine), s = vec_dot(place->radial, w->sine);
        double length = sqrt(c * c + s * s);
        struct ellipse_point at = {c / length, s / length};
        if (length > 0 && ellipse_follow(&e, o.sign < 0, &at)) {
            touch_round(profile, w, feature, &o, 1, at, touch);
            complete(profile, feature, touch);
            return;
        }
    }
    struct touch all[2];
    size_t n = find_touches(profile, w, feature, 1, all), best = 0;
    if (n == 2 &&
        vec_dot(all[1].place.radial, place->radial) > vec_dot(all[0].place.radial, place->radial))
        best = 1;
    *touch = all[best];
}

size_t profile_narrow_arc(const struct terrain *terrain, double radius)
{
    for (size_t i = 0; i < terrain->segments && terrain->arc; i++)
        if (terrain->segment[i].arc_radius < 0 && !(-terrain->segment[i].arc_radius > radius))
            return i;
    return terrain->segments;
}
