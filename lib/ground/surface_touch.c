/* SPDX-License-Identifier: MIT */
/* The point P of the wheel's spine (touch.h) nearest to the surface z = h(x, y), and its foot
 * S = (x, y, h), the point of the surface nearest to P, satisfy
 *
 *     P_x - x + h_x (P_z - h) = 0,    P_y - y + h_y (P_z - h) = 0,    N.t = 0,
 *
 * where N = (-h_x, -h_y, 1) and t is the tangent of the spine. B is minus the derivative of the
 * first two left-hand sides with respect to x and y; it is positive definite where S is the nearest
 * point. */
#include "ground/surface_touch.h"

#include <float.h>
#include <math.h>
#include <wheeldyn/wheeldyn.h>

#include "num/elementary.h"

enum { ROUNDS = 40 };

/* Relative to the radius. The iteration ends with a step of at most LAST_STEP, or with the step
 * that follows a Newton step of at most STEP_BEFORE. The length of a step is about the square of
 * the length of the Newton step before, so after this last step only rounding remains. The last
 * step corrects the values without a new evaluation. */
#define LAST_STEP 1e-12
#define STEP_BEFORE 1e-8

#define LARGEST_TURN 0.3  /* tangent of the angle by which one step moves P along the spine */
#define LARGEST_SHIFT 0.5 /* horizontal step of S relative to the radius plus |P - S| */

struct search {
    const struct surface *surface;
    const struct touch_wheel *wheel;
    double b, farthest;   /* spine's radius; largest horizontal distance of foot and centre */
    struct vec radial, t; /* at P: unit vectors from the wheel's centre and along the spine */
    double x, y;          /* place of the foot S */
    double value[SURFACE_VALUES];
    struct vec from_foot; /* P - S */
    double Bxx, Bxy, Byy;
    double turn, dx, dy; /* next step: `turn` of P along the spine, (dx, dy) of S */
};

static double length_of(struct vec v)
{
    return sqrt(vec_dot(v, v));
}

/* Set `radial` to the direction of the projection of `v` onto the wheel's plane, and the tangent t.
 * Returns 0 if the projection is not longer than 0.5, so that the direction is doubtful. */
static int set_radial(struct search *s, struct vec v)
{
    struct vec flat = vec_along(v, -vec_dot(v, s->wheel->axis), s->wheel->axis);
    double length = length_of(flat);
    s->radial = vec_scale(length > 0 ? 1 / length : 0, flat);
    s->t = vec_cross(s->wheel->axis, s->radial);
    return length > 0.5;
}

static int32_t evaluate(struct search *s)
{
    const double *h = s->value;
    int32_t status = surface_at(s->surface, s->x, s->y, s->value);
    struct vec P = vec_along(s->wheel->centre, s->b, s->radial);
    s->from_foot = (struct vec){P.x - s->x, P.y - s->y, P.z - h[SURFACE_H]};
    s->Bxx = 1 + h[SURFACE_X] * h[SURFACE_X] - h[SURFACE_XX] * s->from_foot.z;
    s->Bxy = h[SURFACE_X] * h[SURFACE_Y] - h[SURFACE_XY] * s->from_foot.z;
    s->Byy = 1 + h[SURFACE_Y] * h[SURFACE_Y] - h[SURFACE_YY] * s->from_foot.z;
    return status;
}

/* Compute Newton's step. Where it would not lead to a minimum, B is replaced by its part without
 * curvature, and the derivative along the spine by its absolute value. Returns 1 for an unchanged
 * Newton step. */
static int find_step(struct search *s)
{
    const double *h = s->value;
    double gx = s->from_foot.x + h[SURFACE_X] * s->from_foot.z,
           gy = s->from_foot.y + h[SURFACE_Y] * s->from_foot.z;
    double Bxx = s->Bxx, Bxy = s->Bxy, Byy = s->Byy, det = Bxx * Byy - Bxy * Bxy;
    int exact = Bxx > 0 && det > 0;
    if (!exact) {
        Bxx = 1 + h[SURFACE_X] * h[SURFACE_X];
        Bxy = h[SURFACE_X] * h[SURFACE_Y];
        Byy = 1 + h[SURFACE_Y] * h[SURFACE_Y];
        det = Bxx * Byy - Bxy * Bxy;
    }
    s->turn = 0;
    if (s->b > 0) {
        struct vec t = s->t, r = s->radial;
        double tx = s->b * (t.x + h[SURFACE_X] * t.z), ty = s->b * (t.y + h[SURFACE_Y] * t.z);
        double ax = h[SURFACE_XX] * t.x + h[SURFACE_XY] * t.y;
        double ay = h[SURFACE_XY] * t.x + h[SURFACE_YY] * t.y;
        double px = (ax * Byy - ay * Bxy) / det, py = (ay * Bxx - ax * Bxy) / det;
        double value = t.z - h[SURFACE_X] * t.x - h[SURFACE_Y] * t.y;
        double s_w = h[SURFACE_X] * r.x + h[SURFACE_Y] * r.y - r.z;
        double slope = s_w - (px * tx + py * ty);
        value -= px * gx + py * gy;
        exact = exact && slope > 0;
        if (slope != 0)
            s->turn = -value / fabs(slope);
        if (fabs(s->turn) > LARGEST_TURN || slope == 0) {
            s->turn = value > 0 ? -LARGEST_TURN : LARGEST_TURN;
            exact = 0;
        }
        gx += tx * s->turn;
        gy += ty * s->turn;
    }
    s->dx = (gx * Byy - gy * Bxy) / det;
    s->dy = (gy * Bxx - gx * Bxy) / det;
    return exact;
}

/* Limit the horizontal step of the foot. Returns the length of the step before this limit. */
static double limit_step(struct search *s)
{
    double most = LARGEST_SHIFT * (s->wheel->radius + length_of(s->from_foot));
    double shift = sqrt(s->dx * s->dx + s->dy * s->dy);
    if (shift > most) {
        s->dx *= most / shift;
        s->dy *= most / shift;
    }
    return shift + s->b * fabs(s->turn);
}

static void take_step(struct search *s)
{
    const struct vec c = s->wheel->centre;
    s->x += s->dx;
    s->y += s->dy;
    double x = s->x - c.x, y = s->y - c.y;
    if (surface_pull_foot(s->farthest, &x, &y)) {
        s->x = c.x + x;
        s->y = c.y + y;
    }
    if (s->b > 0)
        set_radial(s, vec_along(s->radial, s->turn, s->t));
}

/* Take the last step, and correct height and gradient for it by the second derivatives. */
static void correct(struct search *s)
{
    double *h = s->value, dx = s->dx, dy = s->dy;
    double x = h[SURFACE_XX] * dx + h[SURFACE_XY] * dy, y = h[SURFACE_XY] * dx + h[SURFACE_YY] * dy;
    h[SURFACE_H] += (h[SURFACE_X] + x / 2) * dx + (h[SURFACE_Y] + y / 2) * dy;
    h[SURFACE_X] += x;
    h[SURFACE_Y] += y;
    take_step(s);
    struct vec P = vec_along(s->wheel->centre, s->b, s->radial);
    s->from_foot = (struct vec){P.x - s->x, P.y - s->y, P.z - h[SURFACE_H]};
}

static int32_t converge(struct search *s)
{
    const struct vec c = s->wheel->centre;
    double radius = s->wheel->radius, before = INFINITY;
    double rounding = 16 * DBL_EPSILON * (fabs(c.x) + fabs(c.y) + fabs(c.z));
    for (int k = 0; k < ROUNDS; k++) {
        int32_t status = evaluate(s);
        if (status != WD_OK)
            return status;
        int exact = find_step(s);
        double step = limit_step(s);
        if (!isfinite(step))
            return WD_ENOCONV;
        if (step <= num_fmax(rounding, LAST_STEP * radius) ||
            (exact && before <= STEP_BEFORE * radius)) {
            correct(s);
            return WD_OK;
        }
        before = exact ? step : (double)INFINITY;
        take_step(s);
    }
    return WD_ENOCONV;
}

/* ---- the contact ---- */

/* Smallest eigenvalue of 1 + q K = G^-1 B. q is the signed distance of P from S, and K the
 * curvature matrix of the surface, positive on a crest. G = 1 + grad h grad h^T has the determinant
 * w^2. */
static double least_eigenvalue(const struct search *s, double w)
{
    double h_x = s->value[SURFACE_X], h_y = s->value[SURFACE_Y], per = 1 / (w * w);
    double Gxx = 1 + h_x * h_x, Gxy = h_x * h_y, Gyy = 1 + h_y * h_y;
    double half = (Gyy * s->Bxx - 2 * Gxy * s->Bxy + Gxx * s->Byy) * per / 2;
    double det = (s->Bxx * s->Byy - s->Bxy * s->Bxy) * per;
    return half - sqrt(num_fmax(0, half * half - det));
}

/* Second derivative of the distance at P: H = E C E^T with C = -G^-1 [h_ij] B^-1 / w, where the
 * columns of E are the tangents (1, 0, h_x) and (0, 1, h_y). */
static struct sym bend_of(const struct search *s, double w)
{
    const double *h = s->value;
    double h_x = h[SURFACE_X], h_y = h[SURFACE_Y];
    double det = s->Bxx * s->Byy - s->Bxy * s->Bxy, per = det != 0 ? -1 / (det * w * w * w) : 0;
    double Gxx = 1 + h_x * h_x, Gxy = h_x * h_y, Gyy = 1 + h_y * h_y;
    double axx = h[SURFACE_XX] * s->Byy - h[SURFACE_XY] * s->Bxy;
    double axy = h[SURFACE_XY] * s->Bxx - h[SURFACE_XX] * s->Bxy;
    double ayx = h[SURFACE_XY] * s->Byy - h[SURFACE_YY] * s->Bxy;
    double ayy = h[SURFACE_YY] * s->Bxx - h[SURFACE_XY] * s->Bxy;
    double xx = (Gyy * axx - Gxy * ayx) * per, xy = (Gyy * axy - Gxy * ayy) * per;
    double yy = (Gxx * ayy - Gxy * axy) * per;
    double xz = xx * h_x + xy * h_y, yz = xy * h_x + yy * h_y;
    return (struct sym){xx, yy, h_x * xz + h_y * yz, xy, xz, yz};
}

static void set_touch(const struct search *s, struct touch *touch)
{
    const double *h = s->value;
    double h_x = h[SURFACE_X], h_y = h[SURFACE_Y], a = s->wheel->crown;
    double w = sqrt(1 + h_x * h_x + h_y * h_y), v = sqrt(1 + h_x * h_x);
    struct vec n = {-h_x / w, -h_y / w, 1 / w};
    *touch = (struct touch){.n = n,
                            .t1 = {1 / v, 0, h_x / v},
                            .reach = vec_dot(n, s->from_foot),
                            .border = -INFINITY,
                            .factor = h[SURFACE_FACTOR],
                            .kind = TOUCH_SMOOTH};
    touch->t2 = vec_cross(n, touch->t1);
    touch->gap = touch->reach - a;
    touch->at = vec_along(vec_scale(s->b, s->radial), -a, n);
    touch->place.radial = s->radial;
    touch->place.foot_x = s->x - s->wheel->centre.x;
    touch->place.foot_y = s->y - s->wheel->centre.y;
    touch->bend = bend_of(s, w);
    touch->margin = least_eigenvalue(s, w);
    if (s->b > 0) {
        double bent = s->b * vec_dot(s->t, sym_times(&touch->bend, s->t));
        touch->margin = num_fmin(touch->margin, bent - vec_dot(n, s->radial));
    }
}

int32_t surface_follow(const struct surface *surface, const struct touch_wheel *wheel,
                       const struct touch_place *place, struct touch *touch)
{
    return surface_follow_within(surface, wheel, 2 * wheel->radius, place, touch);
}

int32_t surface_follow_within(const struct surface *surface, const struct touch_wheel *wheel,
                              double distance, const struct touch_place *place, struct touch *touch)
{
    struct search s = {
        .surface = surface, .wheel = wheel, .b = touch_spine(wheel), .farthest = distance};
    s.x = wheel->centre.x + place->foot_x;
    s.y = wheel->centre.y + place->foot_y;
    if (s.b > 0 && !set_radial(&s, place->radial))
        return WD_ENOCONV;
    int32_t status = converge(&s);
    if (status == WD_OK)
        set_touch(&s, touch);
    return status;
}
