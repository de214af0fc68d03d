/* SPDX-License-Identifier: MIT */
/* A spline over arc length. Each cubic between two points is divided into pieces short enough for
 * Gauss's formula to give their length; a path for which it does not is refused. */
#include "models/torus_wheel/path_course.h"

#include <math.h>

#include "num/carver.h"
#include "num/elementary.h"
#include "num/spline.h"

#define FARTHEST 1e100 /* m: products of three coordinates stay in range */

/* Pieces per cubic, and the allowed relative difference between the length of a piece and of its
 * halves. Five of six paths through random points in a square pass; the others turn within some
 * thousandth of the distance between their points. */
enum { PIECES = 64 };
#define LENGTH_TOLERANCE 1e-9

#define MOST_POINTS ((size_t)1 << 20) /* about a gigabyte */

/* x = cx[0] + cx[1] w + cx[2] w^2 + cx[3] w^3 with w from 0 to span, y likewise. */
struct cubic {
    double span, cx[4], cy[4];
};

/* The start of a piece: length so far and heading. */
struct node {
    double length, heading;
};

struct course {
    size_t cubics, closed;
    const struct cubic *cubic;
    const struct node *node; /* one more than pieces */
    double length, turn;     /* of the whole */
};

enum { HEAD = WORDS_OF(struct course) };

static size_t cubics_of(const struct polyline *line)
{
    return line->closed ? line->points : line->points - 1;
}

static size_t nodes_for(size_t cubics)
{
    return cubics * PIECES + 1;
}

size_t path_doubles(const struct polyline *line)
{
    if (line->points < (line->closed ? 3 : 2) || line->points > MOST_POINTS)
        return 0;
    size_t cubics = cubics_of(line);
    size_t bytes = cubics * sizeof(struct cubic) + nodes_for(cubics) * sizeof(struct node);
    return HEAD + bytes / sizeof(double);
}

double path_length(const void *course)
{
    return ((const struct course *)course)->length;
}

/* ---- one cubic ---- */

struct slope {
    double x, y;
};

static double value(const double c[4], double w)
{
    return c[0] + w * (c[1] + w * (c[2] + w * c[3]));
}

static struct slope slope_at(const struct cubic *c, double w)
{
    return (struct slope){
        c->cx[1] + w * (2 * c->cx[2] + w * 3 * c->cx[3]),
        c->cy[1] + w * (2 * c->cy[2] + w * 3 * c->cy[3]),
    };
}

static double norm(struct slope s)
{
    return sqrt(s.x * s.x + s.y * s.y);
}

/* Angle from one slope to another, within half a turn. */
static double angle_between(struct slope a, struct slope b)
{
    return num_atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y);
}

/* Gauss's formula of eight points. */
static double length_between(const struct cubic *c, double from, double to)
{
    static const double at[4] = {0.18343464249564980494, 0.52553240991632898582,
                                 0.79666647741362673959, 0.96028985649753623168};
    static const double weight[4] = {0.36268378337836198297, 0.31370664587788728734,
                                     0.22238103445337447054, 0.10122853629037625915};
    double middle = (from + to) / 2, half = (to - from) / 2, sum = 0;
    for (int i = 0; i < 4; i++)
        sum += weight[i] * (norm(slope_at(c, middle - half * at[i])) +
                            norm(slope_at(c, middle + half * at[i])));
    return sum * half;
}

static double piece_start(const struct cubic *c, size_t piece)
{
    return c->span * (double)piece / PIECES;
}

/* ---- building ---- */

static const char *check_points(const struct polyline *line, size_t *at,
                                struct interrupt *interrupt)
{
    const double *xy = line->xy;
    size_t tally = 0;
    *at = 0;
    if (path_doubles(line) == 0)
        return line->closed ? "fewer than three points, or too many,"
                            : "fewer than two points, or too many,";
    for (size_t i = 0; i < line->points && !interrupt_tally(interrupt, &tally, 10); i++) {
        const double *next = xy + 2 * ((i + 1) % line->points);
        *at = i;
        if (!(fabs(xy[2 * i]) < FARTHEST && fabs(xy[2 * i + 1]) < FARTHEST))
            return "a coordinate that is not finite or too large";
        if ((i + 1 < line->points || line->closed) && xy[2 * i] == next[0] &&
            xy[2 * i + 1] == next[1])
            return "two equal points";
    }
    return NULL;
}

static void set_cubic(double c[4], double from, double to, double m_from, double m_to, double span)
{
    c[0] = from;
    c[1] = (to - from) / span - span * (2 * m_from + m_to) / 6;
    c[2] = m_from / 2;
    c[3] = (m_to - m_from) / (6 * span);
}

/* scratch: spacings, moments of x and y, the spline's: 6 doubles per point. */
static void build_cubics(const struct polyline *line, struct cubic *cubic, double *scratch,
                         struct interrupt *interrupt)
{
    size_t points = line->points, cubics = cubics_of(line), tally = 0;
    const double *xy = line->xy;
    double *spacing = scratch, *mx = spacing + points, *my = mx + points;
    struct spline spline;
    for (size_t i = 0; i < cubics && !interrupt_tally(interrupt, &tally, 30); i++) {
        const double *a = xy + 2 * i, *b = xy + 2 * ((i + 1) % points);
        spacing[i] = num_hypot(b[0] - a[0], b[1] - a[1]);
    }
    spline_prepare(&spline, points, line->closed != 0, spacing, my + points, interrupt);
    spline_moments(&spline, xy, 2, mx);
    spline_moments(&spline, xy + 1, 2, my);
    for (size_t i = 0; i < cubics && !interrupt_tally(interrupt, &tally, 50); i++) {
        size_t j = (i + 1) % points;
        cubic[i].span = spacing[i];
        set_cubic(cubic[i].cx, xy[2 * i], xy[2 * j], mx[i], mx[j], spacing[i]);
        set_cubic(cubic[i].cy, xy[2 * i + 1], xy[2 * j + 1], my[i], my[j], spacing[i]);
    }
}

/* Compute the node after a piece. Returns 0 if the path turns by a right angle or more within it,
 * its length is not accurate, or a number is not finite. */
static int add_piece(const struct cubic *c, size_t piece, const struct node *from, struct node *to)
{
    double start = piece_start(c, piece), end = piece_start(c, piece + 1);
    double middle = (start + end) / 2, length = length_between(c, start, end);
    double halves = length_between(c, start, middle) + length_between(c, middle, end);
    struct slope a = slope_at(c, start), b = slope_at(c, end);
    to->length = from->length + length;
    to->heading = from->heading + angle_between(a, b);
    return fabs(halves - length) <= LENGTH_TOLERANCE * length && to->length > from->length &&
           a.x * b.x + a.y * b.y > 0;
}

static const char *build_nodes(const struct course *course, struct node *node, size_t *at,
                               struct interrupt *interrupt)
{
    enum { PIECE_WORK = 200 };
    size_t tally = 0;
    const struct slope east = {1, 0};
    node[0] = (struct node){0, angle_between(east, slope_at(&course->cubic[0], 0))};
    for (size_t i = 0; i < course->cubics * PIECES; i++) {
        *at = i / PIECES;
        if (!add_piece(&course->cubic[*at], i % PIECES, &node[i], &node[i + 1]))
            return "too sharp a turn";
        if (interrupt_tally(interrupt, &tally, PIECE_WORK))
            break;
    }
    return NULL;
}

const char *path_build(const struct polyline *line, double *memory, size_t *at,
                       struct interrupt *interrupt)
{
    const char *fault = check_points(line, at, interrupt);
    if (fault)
        return fault;
    struct course *course = (struct course *)memory;
    struct cubic *cubic = (struct cubic *)(memory + HEAD);
    size_t cubics = cubics_of(line);
    struct node *node = (struct node *)(cubic + cubics);
    build_cubics(line, cubic, (double *)node, interrupt);
    *course = (struct course){cubics, line->closed != 0, cubic, node, 0, 0};
    fault = build_nodes(course, node, at, interrupt);
    course->length = node[cubics * PIECES].length;
    course->turn = node[cubics * PIECES].heading - node[0].heading;
    return fault;
}

/* ---- running ---- */

/* Find the last piece that starts at or before this length, which is within the course. */
static size_t find_piece(const struct course *course, double length)
{
    size_t low = 0, high = course->cubics * PIECES;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (course->node[middle].length <= length)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Find the parameter of the cubic at this length of a piece. Newton's method doubles the number of
 * correct digits in each step, and the first guess has at least one. */
static double locate(const struct cubic *c, size_t piece, double length, double whole)
{
    double start = piece_start(c, piece), end = piece_start(c, piece + 1);
    double w = start + (end - start) * length / whole;
    for (int i = 0; i < 4; i++) {
        w -= (length_between(c, start, w) - length) / norm(slope_at(c, w));
        w = num_fmin(num_fmax(w, start), end);
    }
    return w;
}

static struct path_reference reference_on(const struct course *course, double length, double speed)
{
    size_t i = find_piece(course, length), piece = i % PIECES;
    const struct cubic *c = &course->cubic[i / PIECES];
    const struct node *node = &course->node[i];
    double w = locate(c, piece, length - node->length, node[1].length - node->length);
    struct slope d = slope_at(c, w), third = {6 * c->cx[3], 6 * c->cy[3]};
    struct slope dd = {2 * c->cx[2] + w * third.x, 2 * c->cy[2] + w * third.y};
    double square = d.x * d.x + d.y * d.y, area = d.x * dd.y - d.y * dd.x;
    double curvature = area / (square * sqrt(square));
    double bend = (d.x * third.y - d.y * third.x - 3 * area * (d.x * dd.x + d.y * dd.y) / square) /
                  (square * square); /* the curvature's rate by length */
    return (struct path_reference){
        .x = value(c->cx, w),
        .y = value(c->cy, w),
        .heading = node->heading + angle_between(slope_at(c, piece_start(c, piece)), d),
        .speed = speed,
        .turn_rate = curvature * speed,
        .turn_acceleration = bend * speed * speed,
        .steady = 1,
    };
}

struct path_reference path_along(const void *memory, double speed, double t)
{
    const struct course *course = memory;
    double length = speed * t;
    if (course->closed) {
        double laps = floor(length / course->length);
        double rest = num_fmin(num_fmax(length - laps * course->length, 0), course->length);
        struct path_reference at = reference_on(course, rest, speed);
        at.heading += laps * course->turn;
        return at;
    }
    double within = num_fmin(num_fmax(length, 0), course->length);
    struct path_reference at =
        reference_on(course, within, length < 0 || length >= course->length ? 0 : speed);
    return at;
}
