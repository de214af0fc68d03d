/* SPDX-License-Identifier: MIT */
/* Search for all contacts of a wheel with a surface, without a place to start from. */
#include <math.h>
#include <wheeldyn/wheeldyn.h>

#include "ground/surface_touch.h"
#include "num/elementary.h"

enum {
    SAMPLES = 64,          /* samples around the spine of a torus */
    QUARTER = SAMPLES / 4, /* samples in a quarter; the lower half of the wheel is searched first */
    BALL_STARTS = 9,       /* places from which feet of a ball are searched for: a square ... */
    BALL_RING = 8,         /* ... and then a circle */
    STRIDE = 4,            /* samples between those at which further feet are searched for */
};

/* cos and sin of 2 pi / SAMPLES */
#define TURN_COS 0.99518472667219693
#define TURN_SIN 0.098017140329560604
/* 2 pi / SAMPLES */
#define TURN 0.098174770424681039

/* |axis_z| above which a wheel may touch the surface anywhere: 30 degrees from upright. */
#define LEANING 0.5

/* Relative to the radius: how much farther from the surface a sample may be than the minimum next
 * to it. */
#define SAMPLE_SLACK 0.1

/* Determinant of 1 + q K (surface_touch.c) below which Newton's method would move a foot too far.
 */
#define NEARLY_SINGULAR 0.1

/* Relative to the radius: contacts that are no farther apart are one, found twice. */
#define SAME_PLACE 1e-6

/* Relative to the crown: horizontal distance between a point of the spine (for a ball: its centre)
 * and the further places from which feet are searched for. The first place is the one below. */
#define ASIDE 0.7

/* Relative to the crown: horizontal distance from the centre of a ball to its last BALL_RING
 * places, which lead to the flanks of steep humps beside the ball. Tuned on humps with a diameter
 * of two to four radii: without these places 3 % of the contacts with gaps below 0.05 radii were
 * missed, with them none of 242. */
#define BALL_RING_ASIDE 0.95

/* cos and sin of pi / BALL_RING */
#define RING_COS 0.92387953251128674
#define RING_SIN 0.38268343236508977

/* Directions to these places. */
static const double ring[BALL_RING][2] = {
    {RING_COS, RING_SIN},   {RING_SIN, RING_COS},   {-RING_SIN, RING_COS}, {-RING_COS, RING_SIN},
    {-RING_COS, -RING_SIN}, {-RING_SIN, -RING_COS}, {RING_SIN, -RING_COS}, {RING_COS, -RING_SIN},
};

/* Relative to the crown: feet that are no farther apart are one foot of a sample. */
#define SAME_FOOT 0.1

struct found {
    const struct surface *surface;
    const struct touch_wheel *wheel;
    double reach, farthest; /* largest gap; largest horizontal distance of a foot from the centre */
    double far;             /* largest distance of a sample that may be next to a contact */
    struct touch *touch;    /* contacts found, in the order of their gaps */
    size_t n, kept;         /* number of contacts found; of those in `touch` */
};

static int is_known(const struct found *found, const struct touch *touch)
{
    for (size_t k = 0; k < found->kept; k++)
        if (touch_coincide(&found->touch[k], touch, SAME_PLACE * found->wheel->radius))
            return 1;
    return 0;
}

static void insert(struct found *found, const struct touch *touch)
{
    size_t k = found->kept < SURFACE_TOUCHES ? found->kept++ : SURFACE_TOUCHES;
    found->n++;
    if (k == SURFACE_TOUCHES && !(touch->gap < found->touch[--k].gap))
        return;
    for (; k > 0 && found->touch[k - 1].gap > touch->gap; k--)
        found->touch[k] = found->touch[k - 1];
    found->touch[k] = *touch;
}

/* Find the contact that a place leads to, and insert it. A contact that is no minimum is left out;
 * other places lead to the minima beside it. */
static int32_t refine(struct found *found, const struct touch_place *place)
{
    struct touch touch;
    int32_t status =
        surface_follow_within(found->surface, found->wheel, found->farthest, place, &touch);
    if (status == WD_OK && touch.gap <= found->reach && touch.margin > 0 &&
        !is_known(found, &touch))
        insert(found, &touch);
    return status == WD_ENOCONV ? WD_OK : status;
}

/* ---- tori ---- */

struct sample {
    double distance, slope; /* m; derivative of the distance, times the angle between samples */
    struct touch_place place;
    double h_x, h_y; /* slopes at the foot */
};

/* Do one step of Newton's method for the foot of a sample; the error of the distance is of second
 * order in that step, that of its slope of first order. Where the foot is not the nearest one, the
 * step ignores the curvature. */
static int32_t improve(const struct found *found, struct sample *sample)
{
    const struct touch_wheel *wheel = found->wheel;
    surface_pull_foot(found->farthest, &sample->place.foot_x, &sample->place.foot_y);
    double h[SURFACE_VALUES], x = wheel->centre.x + sample->place.foot_x;
    double y = wheel->centre.y + sample->place.foot_y;
    int32_t status = surface_at(found->surface, x, y, h);
    double h_x = h[SURFACE_X], h_y = h[SURFACE_Y], w = sqrt(1 + h_x * h_x + h_y * h_y);
    struct vec P = vec_along(wheel->centre, touch_spine(wheel), sample->place.radial);
    struct vec way = {P.x - x, P.y - y, P.z - h[SURFACE_H]};
    double xx = 1 + h_x * h_x, xy = h_x * h_y, yy = 1 + h_y * h_y, z = way.z;
    double Bxx = xx - h[SURFACE_XX] * z, Bxy = xy - h[SURFACE_XY] * z;
    double Byy = yy - h[SURFACE_YY] * z, det = Bxx * Byy - Bxy * Bxy;
    double gx = way.x + h_x * z, gy = way.y + h_y * z;
    if (!(Bxx > 0 && det > NEARLY_SINGULAR * w * w)) {
        Bxx = xx;
        Bxy = xy;
        Byy = yy;
        det = w * w;
    }
    sample->place.foot_x += (gx * Byy - gy * Bxy) / det;
    sample->place.foot_y += (gy * Bxx - gx * Bxy) / det;
    sample->distance = (way.z - h_x * way.x - h_y * way.y) / w;
    struct vec along = vec_cross(sample->place.radial, wheel->axis);
    sample->slope = touch_spine(wheel) * TURN * (along.z - h_x * along.x - h_y * along.y) / w;
    sample->h_x = h_x;
    sample->h_y = h_y;
    return status;
}

/* Compute a sample. The first guess of its foot lies on the tangent plane at the sample before. A
 * sample that may be next to a contact is computed more accurately. */
static int32_t take_sample(const struct found *found, struct vec radial,
                           const struct sample *before, struct sample *sample)
{
    struct vec arm = vec_scale(touch_spine(found->wheel), radial);
    sample->place = (struct touch_place){radial, arm.x, arm.y};
    if (before) {
        struct vec way =
            vec_scale(touch_spine(found->wheel), vec_sub(radial, before->place.radial));
        struct vec N = {-before->h_x, -before->h_y, 1};
        way = vec_along(way, -vec_dot(N, way) / vec_dot(N, N), N);
        sample->place.foot_x = before->place.foot_x + way.x;
        sample->place.foot_y = before->place.foot_y + way.y;
    }
    int32_t status = improve(found, sample);
    return status == WD_OK && sample->distance <= found->far ? improve(found, sample) : status;
}

/* Compute the directions down and ahead in the wheel's plane. */
static void axes_of(struct vec e, struct vec *down, struct vec *ahead)
{
    double level = sqrt(e.x * e.x + e.y * e.y);
    *ahead = (struct vec){1, 0, 0};
    if (level > 0)
        *ahead = (struct vec){e.y / level, -e.x / level, 0};
    *down = vec_cross(e, *ahead);
}

static size_t wrapped(int k)
{
    return (size_t)(k + SAMPLES) % SAMPLES;
}

/* Compute directions at equal angles in the wheel's plane; the first points straight down. */
static void directions(struct vec e, struct vec radial[SAMPLES])
{
    struct vec down, ahead;
    double c = 1, s = 0;
    axes_of(e, &down, &ahead);
    for (int k = 0; k < SAMPLES; k++) {
        radial[k] = vec_along(vec_scale(c, down), s, ahead);
        double turned = c * TURN_COS - s * TURN_SIN;
        s = s * TURN_COS + c * TURN_SIN;
        c = turned;
    }
}

int32_t surface_covers_spine(const struct surface *surface, const struct touch_wheel *wheel,
                             double depth, int *covers)
{
    struct vec radial[SAMPLES];
    double h[SURFACE_VALUES];
    int32_t status = WD_OK;
    directions(wheel->axis, radial);
    *covers = 0;
    for (int k = 0; k < SAMPLES && status == WD_OK && !*covers; k++) {
        struct vec P = vec_along(wheel->centre, touch_spine(wheel), radial[k]);
        status = surface_at(surface, P.x, P.y, h);
        *covers = status == WD_OK && P.z < h[SURFACE_H] - depth;
    }
    return status;
}

/* Take samples *first to *last: the lower half of the wheel and, on both sides of it, further
 * samples as long as the distance decreases. A leaning wheel is sampled all around. */
static int32_t take_samples(const struct found *found, struct sample sample[SAMPLES], int *first,
                            int *last)
{
    struct vec radial[SAMPLES];
    int all = fabs(found->wheel->axis.z) > LEANING;
    int32_t status = WD_OK;
    directions(found->wheel->axis, radial);
    *first = 0;
    *last = -1;
    while (status == WD_OK && *last - *first < SAMPLES - 1) {
        size_t begin = wrapped(*first), end = wrapped(*last);
        int on =
            all || *last < QUARTER || sample[end].distance < sample[wrapped(*last - 1)].distance;
        int back =
            *first > -QUARTER || sample[begin].distance < sample[wrapped(*first + 1)].distance;
        if (!on && !back)
            break;
        size_t next = on ? wrapped(++*last) : wrapped(--*first);
        const struct sample *before = &sample[on ? end : begin];
        status = take_sample(found, radial[next], *last > 0 ? before : NULL, &sample[next]);
    }
    return status;
}

/* In a hollow that is narrower than the crown a point of the spine has a foot on either bank.
 * Search for a second foot of a sample, on one side of its first foot, and for the contact to which
 * the second foot leads. If the user's function fails there, as beyond the rim of a bowl, there is
 * no second foot. */
static void refine_aside(struct found *found, const struct sample *sample, double side)
{
    const struct touch_wheel *wheel = found->wheel;
    struct vec arm = vec_scale(touch_spine(wheel), sample->place.radial);
    struct vec t = vec_cross(wheel->axis, sample->place.radial);
    double level = sqrt(t.x * t.x + t.y * t.y), by = side * ASIDE * wheel->crown;
    if (!(level > 0))
        return;
    struct sample other = {
        .place = {sample->place.radial, arm.x + by * t.y / level, arm.y - by * t.x / level}};
    double same = SAME_FOOT * wheel->crown;
    for (int k = 0; k < 2; k++) {
        int32_t status = improve(found, &other);
        double x = other.place.foot_x - sample->place.foot_x;
        double y = other.place.foot_y - sample->place.foot_y;
        if (status != WD_OK || !(x * x + y * y > same * same))
            return;
    }
    if (other.distance <= found->far)
        refine(found, &other.place);
}

/* Find the local minimum of the cubic that has the distances and slopes of two neighbouring
 * samples; *part: fraction of the way from `a` to `b`. Returns 0 if there is none between them. */
static int has_minimum(const struct sample *a, const struct sample *b, double *part)
{
    double rise = b->distance - a->distance;
    double quadratic = 3 * rise - 2 * a->slope - b->slope;
    double cubic = a->slope + b->slope - 2 * rise;
    double square = quadratic * quadratic - 3 * cubic * a->slope;
    if (!(square > 0))
        return 0;
    double root = sqrt(square);
    *part = quadratic > 0 ? -a->slope / (quadratic + root) : (root - quadratic) / (3 * cubic);
    return *part >= 0 && *part <= 1;
}

/* Find the contact at the minimum between two neighbouring samples. */
static int32_t refine_between(struct found *found, const struct sample *a, const struct sample *b)
{
    double part;
    if (!(num_fmin(a->distance, b->distance) <= found->far) || !has_minimum(a, b, &part))
        return WD_OK;
    struct vec radial = vec_along(a->place.radial, part, vec_sub(b->place.radial, a->place.radial));
    struct touch_place place = {
        vec_scale(1 / sqrt(vec_dot(radial, radial)), radial),
        a->place.foot_x + part * (b->place.foot_x - a->place.foot_x),
        a->place.foot_y + part * (b->place.foot_y - a->place.foot_y),
    };
    return refine(found, &place);
}

static int32_t search_torus(struct found *found)
{
    struct sample sample[SAMPLES];
    int first, last;
    int32_t status = take_samples(found, sample, &first, &last);
    int closed = last - first == SAMPLES - 1;
    for (int k = first; status == WD_OK && k < last + closed; k++)
        status = refine_between(found, &sample[wrapped(k)], &sample[wrapped(k + 1)]);
    for (int k = first; status == WD_OK && k <= last; k += STRIDE)
        for (int side = -1; side <= 1; side += 2)
            refine_aside(found, &sample[wrapped(k)], side);
    return status;
}

/* ---- balls ---- */

static int32_t search_ball(struct found *found)
{
    int32_t status = WD_OK;
    double aside = ASIDE * found->wheel->crown, beside = BALL_RING_ASIDE * found->wheel->crown;
    struct touch_place place = {0};
    for (int k = 0; k < BALL_STARTS && status == WD_OK; k++) {
        place.foot_x = (k % 3 - 1) * aside;
        place.foot_y = (k / 3 - 1) * aside;
        status = refine(found, &place);
    }
    for (int k = 0; k < BALL_RING && status == WD_OK; k++) {
        place.foot_x = beside * ring[k][0];
        place.foot_y = beside * ring[k][1];
        status = refine(found, &place);
    }
    return status;
}

int32_t surface_touches(const struct surface *surface, const struct touch_wheel *wheel,
                        double reach, struct touch touch[SURFACE_TOUCHES], size_t *n)
{
    double farthest = wheel->radius + num_fmax(wheel->radius, reach);
    double far = wheel->crown + 2 * reach + SAMPLE_SLACK * wheel->radius;
    struct found found = {surface, wheel, reach, farthest, far, touch, 0, 0};
    int32_t status = touch_spine(wheel) > 0 ? search_torus(&found) : search_ball(&found);
    *n = found.n;
    return status;
}
