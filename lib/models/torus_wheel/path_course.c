/* SPDX-License-Identifier: MIT */
/* User paths: splines over time if the path has times, otherwise over chord length. On a path
 * without times the arc length is the parameter of the motion. Each cubic between two points is
 * divided into pieces. Over chord length a piece must be short enough that Gauss's formula gives
 * its length accurately; else the path is refused. */
#include "models/torus_wheel/path_course.h"

#include <math.h>

#include "num/carver.h"
#include "num/elementary.h"
#include "num/spline.h"

#define FARTHEST 1e100 /* m, largest coordinate; products of three coordinates do not overflow */

/* Number of pieces per cubic, and the allowed relative difference between the length of a piece and
 * the sum of the lengths of its halves. Five of six paths through random points in a square pass;
 * the other paths have turns shorter than some thousandths of the distance between their points. */
enum { PIECES = 64 };
#define LENGTH_TOLERANCE 1e-9

#define MOST_POINTS ((size_t)1 << 20) /* the memory of so many points is about a gigabyte */

/* x = cx[0] + cx[1] w + cx[2] w^2 + cx[3] w^3 with w from 0 to span, y likewise. */
struct cubic {
    double span, cx[4], cy[4];
};

/* The start of a piece: `place` is the parameter of the motion, the length (m) or the time (s) from
 * the first point; `heading` is in rad. */
struct node {
    double place, heading;
};

struct course {
    size_t cubics, closed, timed;
    const struct cubic *cubic;
    const struct node *node; /* one node more than pieces */
    double whole, turn;      /* parameter of the last node, and the total change of heading */
    double start, pace;      /* with times: the first time, s, and the mean speed, m/s */
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
    return ((const struct course *)course)->whole;
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

/* Return the angle from one slope to another, within half a turn. */
static double angle_between(struct slope a, struct slope b)
{
    return num_atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y);
}

/* Return the length of a cubic between two values of w, by Gauss's formula with eight points. */
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

/* Return the last point up to which the times of the points rise. */
static size_t last_rising(const struct polyline *line)
{
    const double *t = line->time;
    size_t cubics = cubics_of(line), i = 0;
    while (i < cubics && fabs(t[i]) < FARTHEST && t[i] < t[i + 1] && t[i + 1] < FARTHEST)
        i++;
    return i;
}

static const char *check_times(const struct polyline *line, size_t *at)
{
    size_t last = line->time ? last_rising(line) : 0;
    if (!line->time || last == cubics_of(line))
        return NULL;
    *at = last + 1 < line->points ? last + 1 : 0;
    return "a time that is not finite, too large or not above the one before";
}

static void set_cubic(double c[4], double from, double to, double m_from, double m_to, double span)
{
    c[0] = from;
    c[1] = (to - from) / span - span * (2 * m_from + m_to) / 6;
    c[2] = m_from / 2;
    c[3] = (m_to - m_from) / (6 * span);
}

/* Compute the cubics between the points. scratch: 6 doubles per point for the spacings, the second
 * derivatives of x and y at the points, and the spline's solver. */
static void build_cubics(const struct polyline *line, struct cubic *cubic, double *scratch,
                         struct interrupt *interrupt)
{
    size_t points = line->points, cubics = cubics_of(line), tally = 0;
    const double *xy = line->xy;
    double *spacing = scratch, *mx = spacing + points, *my = mx + points;
    struct spline spline;
    for (size_t i = 0; i < cubics && !interrupt_tally(interrupt, &tally, 30); i++) {
        const double *a = xy + 2 * i, *b = xy + 2 * ((i + 1) % points);
        spacing[i] =
            line->time ? line->time[i + 1] - line->time[i] : num_hypot(b[0] - a[0], b[1] - a[1]);
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

/* True if the slope of a piece turns by less than a right angle from its start and never vanishes.
 * The slope vector moves on a parabola, which lies in the triangle of its two ends and the
 * intersection of the tangents there. */
static int turns_little(const struct cubic *c, double start, struct slope a, struct slope b,
                        double step)
{
    struct slope corner = {a.x + step * (c->cx[2] + start * 3 * c->cx[3]),
                           a.y + step * (c->cy[2] + start * 3 * c->cy[3])};
    return a.x * b.x + a.y * b.y > 0 && a.x * corner.x + a.y * corner.y > 0;
}

/* True if two conditions hold for a piece of a cubic: its length `piece` agrees with the sum of the
 * lengths of its halves, and its directions a and b at the two ends differ by less than a right
 * angle. */
static int is_measured(const struct cubic *c, double start, double end, double piece,
                       struct slope a, struct slope b)
{
    double middle = (start + end) / 2;
    double halves = length_between(c, start, middle) + length_between(c, middle, end);
    return fabs(halves - piece) <= LENGTH_TOLERANCE * piece && a.x * b.x + a.y * b.y > 0;
}

/* Compute the node after a piece. Returns 0 if the path turns by a right angle or more within the
 * piece, or if a number is not finite; with times, if the path comes to rest there; without times,
 * if the length of the piece is not accurate. */
static int add_piece(const struct course *course, size_t i, const struct node *from,
                     struct node *to, double *length)
{
    const struct cubic *c = &course->cubic[i / PIECES];
    double start = piece_start(c, i % PIECES), end = piece_start(c, i % PIECES + 1);
    double piece = length_between(c, start, end);
    struct slope a = slope_at(c, start), b = slope_at(c, end);
    to->place = course->timed ? (from - i % PIECES)->place + end : from->place + piece;
    to->heading = from->heading + angle_between(a, b);
    *length += piece;
    return to->place > from->place && fabs(to->place) < (double)INFINITY &&
           (course->timed ? turns_little(c, start, a, b, end - start)
                          : is_measured(c, start, end, piece, a, b));
}

static const char *build_nodes(struct course *course, struct node *node, size_t *at,
                               struct interrupt *interrupt)
{
    enum { PIECE_WORK = 200 };
    size_t tally = 0, pieces = course->cubics * PIECES;
    double length = 0;
    const struct slope east = {1, 0};
    node[0] = (struct node){0, angle_between(east, slope_at(&course->cubic[0], 0))};
    for (size_t i = 0; i < pieces; i++) {
        *at = i / PIECES;
        if (!add_piece(course, i, &node[i], &node[i + 1], &length))
            return course->timed ? "a rest or too sharp a turn" : "too sharp a turn";
        if (interrupt_tally(interrupt, &tally, PIECE_WORK))
            break;
    }
    course->whole = node[pieces].place;
    course->turn = node[pieces].heading - node[0].heading;
    course->pace = length / course->whole;
    return NULL;
}

const char *path_build(const struct polyline *line, double *memory, size_t *at,
                       struct interrupt *interrupt)
{
    const char *fault = check_points(line, at, interrupt);
    if (!fault)
        fault = check_times(line, at);
    if (fault)
        return fault;
    struct course *course = (struct course *)memory;
    struct cubic *cubic = (struct cubic *)(memory + HEAD);
    size_t cubics = cubics_of(line);
    struct node *node = (struct node *)(cubic + cubics);
    build_cubics(line, cubic, (double *)node, interrupt);
    *course = (struct course){.cubics = cubics,
                              .closed = line->closed != 0,
                              .timed = line->time != NULL,
                              .cubic = cubic,
                              .node = node,
                              .start = line->time ? line->time[0] : 0};
    return build_nodes(course, node, at, interrupt);
}

/* ---- running ---- */

/* Find the last piece that starts at or before this place; the place must be within the course. */
static size_t find_piece(const struct course *course, double place)
{
    size_t low = 0, high = course->cubics * PIECES;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (course->node[middle].place <= place)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Find the parameter of the cubic at this length from the start of a piece. Newton's method doubles
 * the number of correct digits in each step, and the first guess has at least one. */
static double locate(const struct cubic *c, size_t piece, double length, double whole)
{
    double start = piece_start(c, piece), end = piece_start(c, piece + 1);
    double w = start + (end - start) * length / whole;
    for (int i = 0; i < 4; i++) {
        w -= (length_between(c, start, w) - length) / norm(slope_at(c, w));
        w = num_fmin(end, num_fmax(start, w)); /* start, if w is NaN */
    }
    return w;
}

/* Set the rates of the reference. `rate` is the rate of the parameter: the constant speed if the
 * parameter is length; 1, or 0 at rest, if it is time. */
static void set_rates(struct path_reference *at, const struct course *course, double rate,
                      struct slope d, struct slope dd, struct slope third)
{
    double square = d.x * d.x + d.y * d.y, area = d.x * dd.y - d.y * dd.x;
    double along = d.x * dd.x + d.y * dd.y, twist = d.x * third.y - d.y * third.x;
    double speed = sqrt(square), turn = area / square;
    if (course->timed) {
        at->speed = rate * speed;
        at->turn_rate = rate * turn;
        at->acceleration = rate * along / speed;
        at->turn_acceleration = rate * (twist - 2 * turn * along) / square;
        at->pace = rate * course->pace;
        return;
    }
    double curvature = area / (square * speed);
    double bend =
        (twist - 3 * area * along / square) / (square * square); /* derivative by length */
    at->speed = rate;
    at->turn_rate = curvature * rate;
    at->turn_acceleration = bend * rate * rate;
    at->pace = fabs(rate);
}

/* Compute the reference at a place of the course; `rate` is the rate of the place. */
static struct path_reference reference_on(const struct course *course, double place, double rate)
{
    size_t i = find_piece(course, place), piece = i % PIECES;
    const struct cubic *c = &course->cubic[i / PIECES];
    const struct node *node = &course->node[i];
    double start = piece_start(c, piece), within = place - node->place;
    double w = course->timed ? num_fmin(start + within, piece_start(c, piece + 1))
                             : locate(c, piece, within, node[1].place - node->place);
    struct slope d = slope_at(c, w), third = {6 * c->cx[3], 6 * c->cy[3]};
    struct slope dd = {2 * c->cx[2] + w * third.x, 2 * c->cy[2] + w * third.y};
    struct path_reference at = {
        .x = value(c->cx, w),
        .y = value(c->cy, w),
        .heading = node->heading + angle_between(slope_at(c, start), d),
    };
    set_rates(&at, course, rate, d, dd, third);
    return at;
}

struct path_reference path_along(const void *memory, double speed, double t)
{
    const struct course *course = memory;
    double place = course->timed ? t - course->start : speed * t, whole = course->whole;
    double rate = course->timed ? 1 : speed;
    if (course->closed) {
        double laps = floor(place / whole);
        double rest = num_fmin(num_fmax(place - laps * whole, 0), whole);
        struct path_reference at = reference_on(course, rest, rate);
        at.heading += laps * course->turn;
        return at;
    }
    double within = num_fmin(num_fmax(place, 0), whole);
    return reference_on(course, within, place < 0 || place >= whole ? 0 : rate);
}
