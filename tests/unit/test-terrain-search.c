/* SPDX-License-Identifier: MIT */
/* Searches in a terrain: results are compared with loops over all segments, and the visited tree
 * nodes are counted for many segments. */
#include "ground/terrain_search.h"
#include "random.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* A terrain that counts the work of searches in it. */
struct ground {
    struct terrain terrain;
    struct terrain_report report;
    struct interrupt work;
    double *memory;
};

static const int64_t enough = (int64_t)1 << 60;

/* Number of nodes visited since the last call. */
static double visited_nodes(struct ground *g)
{
    enum { NODE_WORK = 20 }; /* in units of interrupt.h */
    double done = (double)(enough - g->work.left) / NODE_WORK;
    g->work.left = enough;
    return done;
}

static void build_ground(struct ground *g, const double *xy, const double *bulge, size_t points)
{
    g->memory = malloc(terrain_doubles(points, bulge != NULL) * sizeof *g->memory);
    g->work = (struct interrupt){.left = enough};
    g->report = terrain_build(&g->terrain, xy, bulge, points, g->memory, &g->work);
}

/* ---- shapes ---- */

/* Function that places point i of n. */
typedef void (*place_fn)(size_t i, size_t n, double *p);

static void level(size_t i, size_t n, double *p)
{
    p[0] = (double)i - (double)n / 2;
    p[1] = 0;
}

static void rough(size_t i, size_t n, double *p)
{
    p[0] = (double)i - (double)n / 2;
    p[1] = uniform(-0.1, 0.1);
}

static void slope(size_t i, size_t n, double *p)
{
    p[0] = (double)i - (double)n / 2;
    p[1] = -p[0];
}

static void hill(size_t i, size_t n, double *p)
{
    double a = pi * (0.9 - 0.8 * (double)i / (double)(n - 1));
    p[0] = (double)n * cos(a);
    p[1] = (double)n * sin(a);
}

static void hollow(size_t i, size_t n, double *p)
{
    hill(i, n, p);
    p[1] = -p[1];
}

/* A comb of thin teeth whose depth is a thousand times their distance. */
static void comb(size_t i, size_t n, double *p)
{
    p[0] = (double)(i / 2) - (double)(n / 4) - (i % 4 > 1 ? 0.3 : 0);
    p[1] = i % 4 == 0 || i % 4 == 3 ? -1000 : 0;
}

static void leaning(size_t i, size_t n, double *p)
{
    comb(i, n, p);
    p[0] += p[1];
}

/* A double spiral: inwards, then outwards between the turns of the inward part, 1 apart. It has
 * `turn` points per turn; its first point lies at `angle`. */
static void coil(size_t i, size_t n, size_t turn, double angle, double *p)
{
    double k = (double)i, half = (double)(n / 2), away = fabs(k - half + 0.5) / (double)turn;
    double a = 2 * pi * k / (double)turn + angle, r = 3 + 2 * away;
    if (k >= half)
        a = 2 * pi * (2 * half - 1 - k) / (double)turn + angle + pi;
    p[0] = r * cos(a);
    p[1] = r * sin(a);
}

static void spiral(size_t i, size_t n, double *p)
{
    coil(i, n, 100, 0, p);
}

/* A square spiral of four points a turn, with long neighbouring sides. */
static void square(size_t i, size_t n, double *p)
{
    coil(i, n, 4, 0.4, p);
}

/* A fine terrain: all points within a metre. */
static void fine(size_t i, size_t n, double *p)
{
    p[0] = (double)i / (double)n - 0.5;
    p[1] = uniform(0, 1e-3) / (double)n;
}

struct shape {
    const char *what;
    place_fn place;
    double bulge;
};

static const struct shape shapes[] = {
    {"level ground", level, 0},
    {"waves", level, 0.3},
    {"rough ground", rough, 0},
    {"rough waves", rough, 0.1},
    {"a slope", slope, 0},
    {"a hill", hill, 0},
    {"a hollow", hollow, 0},
    {"a hollow of arcs", hollow, 0.01},
    {"a comb", comb, 0},
    {"a leaning comb", leaning, 0},
    {"a spiral", spiral, 0},
    {"a spiral of arcs", spiral, 0.005},
    {"a square spiral", square, 0},
    {"fine ground", fine, 0},
};

static void shape_build(struct ground *g, const struct shape *shape, size_t points)
{
    double *xy = malloc(2 * points * sizeof *xy), *bulge = calloc(points, sizeof *bulge);
    for (size_t i = 0; i < points; i++) {
        shape->place(i, points, xy + 2 * i);
        if (i > 0 && i + 2 < points)
            bulge[i] = i % 2 ? shape->bulge : -shape->bulge;
    }
    build_ground(g, xy, shape->bulge == 0 ? NULL : bulge, points);
    if (g->report.fault != TERRAIN_FINE)
        check(0, "%s: fault %d at %zu, %zu", shape->what, (int)g->report.fault, g->report.at,
              g->report.with);
    free(xy);
    free(bulge);
}

/* A place near a segment, or on it. */
static size_t near_segment(const struct ground *g, double reach, double *p)
{
    size_t i = (size_t)uniform(1, (double)g->terrain.segments - 1);
    const struct terrain_segment *s = &g->terrain.segment[i];
    double q = uniform(0, s->to), d = uniform(-reach, reach);
    p[0] = s->x + q * s->ex - d * s->ey;
    p[1] = s->y + q * s->ey + d * s->ex;
    return i;
}

/* ---- comparison with loops over all segments ---- */

static double plain_distance(const struct terrain *terrain, const double *p)
{
    double nearest = INFINITY, side = 1;
    for (size_t i = 0; i < terrain->segments; i++) {
        double of_this, square = terrain_square(terrain, i, p[0], p[1], &of_this);
        if (square < nearest) {
            nearest = square;
            side = of_this;
        }
    }
    return copysign(sqrt(nearest), side);
}

/* True if a walk visits each segment in the disc, and none twice. */
static int visits_disc(const struct terrain *terrain, size_t from, const double *disc)
{
    static int visits[1000];
    struct terrain_walk walk;
    size_t first, end;
    int good = 1;
    memset(visits, 0, sizeof visits);
    terrain_walk_start_near(&walk, terrain, from, terrain_reach_disc, disc, INFINITY);
    while (terrain_walk_next(&walk, &first, &end))
        for (size_t i = first; i < end; i++)
            visits[i]++;
    for (size_t i = 0; i < terrain->segments; i++) {
        double side, square = terrain_square(terrain, i, disc[0], disc[1], &side);
        good &= visits[i] == 1 || (visits[i] == 0 && !(sqrt(square) <= disc[2]));
    }
    return good;
}

static double plain_beside(const struct terrain *terrain, size_t but, const double *p, double limit)
{
    double side, nearest = limit * limit;
    for (size_t i = 0; i < terrain->segments; i++)
        if (i != but)
            nearest = fmin(nearest, terrain_square(terrain, i, p[0], p[1], &side));
    return sqrt(nearest);
}

static void test_same(const struct shape *shape, size_t points)
{
    enum { TIMES = 2000 };
    struct ground g;
    int same = 0, seen = 0;
    shape_build(&g, shape, points);
    for (int k = 0; k < TIMES; k++) {
        double p[3], reach = pow(10, uniform(-6, 4));
        size_t i = near_segment(&g, reach, p), other = (size_t)uniform(0, (double)points - 1);
        double want = plain_distance(&g.terrain, p);
        same += terrain_distance(&g.terrain, p[0], p[1]) == want &&
                terrain_distance_near(&g.terrain, i, p[0], p[1]) == want &&
                terrain_distance_near(&g.terrain, other, p[0], p[1]) == want &&
                terrain_distance_beside(&g.terrain, i, p[0], p[1], 2 * reach) ==
                    plain_beside(&g.terrain, i, p, 2 * reach);
        p[2] = k % 2 ? reach : fabs(want);
        seen += visits_disc(&g.terrain, k % 3 ? i : other, p);
    }
    check(same == TIMES, "%s of %zu points: %d of %d distances agree with a loop to the last bit",
          shape->what, points, same, TIMES);
    check(seen == TIMES, "%d searches find all segments in a disc", seen);
    free(g.memory);
}

/* Side of the line from a to b on which p is. */
static double side_of(const double *a, const double *b, const double *p)
{
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

/* The first two segments that cross and are no neighbours. */
static int plain_crossing(const double *xy, size_t points, size_t *at, size_t *with)
{
    for (size_t i = 0; i + 1 < points; i++)
        for (size_t j = i + 2; j + 1 < points; j++) {
            const double *a = xy + 2 * i, *b = xy + 2 * j;
            if (side_of(a, a + 2, b) * side_of(a, a + 2, b + 2) < 0 &&
                side_of(b, b + 2, a) * side_of(b, b + 2, a + 2) < 0) {
                *at = i;
                *with = j;
                return 1;
            }
        }
    return 0;
}

static void test_crossings(void)
{
    enum { TIMES = 3000, MOST_POINTS = 200 };
    int crossing = 0, same = 0;
    for (int k = 0; k < TIMES; k++) {
        size_t points = (size_t)uniform(4, MOST_POINTS), at = 0, with = 0;
        double xy[2 * MOST_POINTS], wild = pow(10, uniform(-1, 0.8));
        for (size_t i = 0; i < points; i++) {
            xy[2 * i] = (double)i + uniform(-wild, wild);
            xy[2 * i + 1] = uniform(-1, 1);
        }
        struct ground g;
        build_ground(&g, xy, NULL, points);
        for (int axis = 0; axis < 2;
             axis++) { /* lengthen both end segments, which are infinite in the library */
            xy[axis] += 1e4 * (xy[axis] - xy[2 + axis]);
            double *last = xy + 2 * points - 2 + axis;
            *last += 1e4 * (*last - last[-2]);
        }
        int crosses = plain_crossing(xy, points, &at, &with);
        crossing += crosses;
        same += (g.report.fault == (crosses ? TERRAIN_CROSSING : TERRAIN_FINE)) &&
                (!crosses || (g.report.at == at && g.report.with == with));
        free(g.memory);
    }
    check(same == TIMES && crossing > TIMES / 4 && crossing < 3 * TIMES / 4,
          "%d of %d profiles cross themselves; the result agrees with a loop for %d", crossing,
          TIMES, same);
}

/* ---- work ---- */

/* Tree nodes visited, per segment for `build`, per search for the others. */
struct work {
    double build, anywhere, near, disc, far;
};

/* Count the tree nodes that building a shape and searching in it visit. */
static struct work work_of(const struct shape *shape, size_t points)
{
    enum { TIMES = 300 };
    struct ground g;
    struct work work = {0};
    shape_build(&g, shape, points);
    work.build = visited_nodes(&g) / (double)points;
    for (int k = 0; k < TIMES; k++) {
        double p[3], angle = uniform(0, 2 * pi), far = 1e3 * (double)points;
        size_t i = near_segment(&g, 0.3, p), first, end;
        visited_nodes(&g);
        p[2] = fabs(terrain_distance(&g.terrain, p[0], p[1]));
        work.anywhere += visited_nodes(&g) / TIMES;
        terrain_distance_near(&g.terrain, i, p[0], p[1]);
        work.near += visited_nodes(&g) / TIMES;
        struct terrain_walk walk;
        terrain_walk_start_near(&walk, &g.terrain, i, terrain_reach_disc, p, INFINITY);
        while (terrain_walk_next(&walk, &first, &end)) {
        }
        work.disc += visited_nodes(&g) / TIMES;
        terrain_distance(&g.terrain, far * cos(angle), far * sin(angle));
        work.far += visited_nodes(&g) / TIMES;
    }
    free(g.memory);
    return work;
}

/* Work grows like the logarithm of the number of segments: a hundred times as many segments take
 * twice the nodes. Five times the nodes, plus 10, are allowed. */
static void check_growth(const char *shape, const char *what, double few, double many)
{
    check(many <= 5 * few + 10, "%s, %s: %.3g nodes with 100 segments, %.3g with 10000", shape,
          what, few, many);
}

static void test_work(const struct shape *shape)
{
    struct work few = work_of(shape, 100), many = work_of(shape, 10000);
    check_growth(shape->what, "build, per segment", few.build, many.build);
    check_growth(shape->what, "search from anywhere", few.anywhere, many.anywhere);
    check_growth(shape->what, "search from nearby", few.near, many.near);
    check_growth(shape->what, "search of a disc that touches", few.disc, many.disc);
    check_growth(shape->what, "search from far away", few.far, many.far);
}

int main(void)
{
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        test_same(&shapes[k], 5);
        test_same(&shapes[k], 13);
        test_same(&shapes[k], 1000);
        test_work(&shapes[k]);
    }
    test_crossings();
    return done();
}
