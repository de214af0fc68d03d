/* SPDX-License-Identifier: MIT */
/* Features, cells and distances, compared with a search over all features and with the paper's set
 * of free centres; faults of terrains. */
#include "impact.h"

static struct world world;

/* Set (4) of the paper, with the corner at x = 0.5: the centre lies to the right of the wall's
 * border, above the border of the top, and outside the circle about the corner. */
static double omega(double x, double y)
{
    const double r = 0.1, h = 0.05, l = 0.5;
    double wall = y >= h ? x - r : (double)INFINITY;
    double top = x <= l ? y - h - r : (double)INFINITY;
    double corner = x > l && y >= h ? hypot(x - l, y - h) - r : (double)INFINITY;
    double face = x > l && y < h ? x - l - r : (double)INFINITY;
    double ground = x > l ? y - r : (double)INFINITY;
    return fmin(fmin(fmin(wall, top), fmin(corner, face)), ground);
}

static void test_omega(void)
{
    int sides = 0, free_ones = 0;
    double worst = 0;
    world_kerb(&world, 0.5, 0.05);
    for (int i = 0; i < 100000; i++) {
        double x = uniform(-0.1, 1), y = uniform(-0.1, 0.6), want = omega(x, y);
        double got = terrain_distance(&world.terrain, x, y) - 0.1;
        sides += (got >= 0) != (want >= 0);
        free_ones += want >= 0;
        if (want >= 0)
            worst = fmax(worst, fabs(got - want));
    }
    check(sides == 0, "100000 centres, %d of them free: inside and outside agree", free_ones);
    check(worst <= 1e-15, "distances agree within %.2g", worst);
}

/* Distance to the nearest feature whose cell contains the point. */
static double nearest_held(const double *at)
{
    const double still[2] = {0, 0};
    double nearest = INFINITY;
    for (int64_t f = 0; f < 2 * (int64_t)world.terrain.segments - 1; f++) {
        if (!terrain_exists(&world.terrain, f) || !terrain_holds(&world.terrain, f, at, still, 0))
            continue;
        double gap = terrain_frame(&world.terrain, f, 0, at[0], at[1]).gap;
        if (gap >= 0)
            nearest = fmin(nearest, gap);
    }
    return nearest;
}

/* Every free centre lies in the cell of the feature nearest to it: its distance to the terrain is
 * the least distance to features in whose cells it lies. */
static void test_cells(void)
{
    const double xy[] = {-1,  0.3, 0,   0.2, 0.2, 0,   0.5, 0, 0.5,
                         0.3, 0.8, 0.3, 0.9, 0,   1.2, 0.1, 2, 0};
    int wrong = 0, centres = 0;
    check(world_terrain(&world, xy, 9) == TERRAIN_FINE, "a profile of nine points is fine");
    for (int i = 0; i < 100000; i++) {
        double at[2] = {uniform(-1, 2), uniform(-0.5, 1.5)};
        double want = terrain_distance(&world.terrain, at[0], at[1]);
        if (want < 0)
            continue;
        centres++;
        wrong += !(fabs(nearest_held(at) - want) <= 1e-14);
    }
    check(wrong == 0, "all %d free centres are in the cell of the nearest feature", centres);
}

/* Two hills and valleys with corners and smooth joints, a half circle among them. */
enum { ARC_POINTS = 8 };
static const double arc_xy[] = {-2, 0, -1, 0, -0.5, 0.5, 0.5, 0.5, 0.8, 0.1, 1.6, 0.3, 2, 0, 3, 0};
static const double arc_bulge[] = {0, 0.41421356237309503, -1, 0.3, 0.2, -0.1, 0};

/* Distance to many chords of the arcs. The ends of the chords follow from the inscribed angles. */
static double chord_distance(double x, double y)
{
    enum { CHORDS = 1000 };
    double nearest = INFINITY;
    for (int i = 0; i + 1 < ARC_POINTS; i++) {
        const double *a = arc_xy + 2 * i;
        double dx = a[2] - a[0], dy = a[3] - a[1], b = arc_bulge[i];
        double last[2] = {a[0], a[1]};
        if (i == 0)
            last[0] -= 10;
        for (int k = 1; k <= CHORDS; k++) {
            /* the point at `share` of the arc: its distance from the first end is `part` of the
             * whole chord, at the angle `turn` to this chord */
            double angle = 4 * atan(b), share = (double)k / CHORDS, part = share;
            if (b != 0)
                part = sin(share * angle / 2) / sin(angle / 2);
            double turn = b == 0 ? 0 : (share - 1) * angle / 2, c = cos(turn), s = sin(turn);
            double to[2] = {a[0] + part * (c * dx - s * dy), a[1] + part * (s * dx + c * dy)};
            if (i + 2 == ARC_POINTS && k == CHORDS)
                to[0] += 10;
            double ex = to[0] - last[0], ey = to[1] - last[1];
            double q = ((x - last[0]) * ex + (y - last[1]) * ey) / (ex * ex + ey * ey);
            q = fmin(fmax(q, 0), 1);
            nearest = fmin(nearest, hypot(x - last[0] - q * ex, y - last[1] - q * ey));
            last[0] = to[0];
            last[1] = to[1];
        }
    }
    return nearest;
}

static void test_arc_cells(void)
{
    int wrong = 0, centres = 0;
    double worst = 0;
    check(world_profile(&world, arc_xy, arc_bulge, ARC_POINTS) == TERRAIN_FINE,
          "a profile with arcs is fine");
    for (int i = 0; i < 50000; i++) {
        double at[2] = {uniform(-2, 3), uniform(-0.5, 2)};
        double want = terrain_distance(&world.terrain, at[0], at[1]);
        if (i < 1000)
            worst = fmax(worst, fabs(fabs(want) - chord_distance(at[0], at[1])));
        if (want < 0)
            continue;
        centres++;
        wrong += !(fabs(nearest_held(at) - want) <= 1e-14);
    }
    check(worst <= 1e-6, "distances to arcs and their chords agree within %.2g", worst);
    check(wrong == 0, "%d free centres are in the cell of the nearest feature, arcs or not",
          centres);
}

/* An almost straight arc is nearer or farther than a segment by the sagitta. A large radius, 0.25/b
 * for a bulge b, loses no digits. */
static void test_flat_arcs(void)
{
    const double xy[] = {-1, 0, 0, 0, 1, 0, 2, 0};
    double worst = 0;
    for (double b = 1e-4; b > 1e-16; b /= 10) {
        const double bulge[] = {0, b, 0};
        world_profile(&world, xy, bulge, 4);
        double sagitta = 0.5 * b;
        worst = fmax(worst, fabs(terrain_distance(&world.terrain, 0.5, 0.3) - 0.3 - sagitta));
    }
    check(worst <= 1e-15,
          "bulges from 1e-4 to 1e-16: distances differ from the closed form by %.2g", worst);
}

/* At a border the cell of a segment keeps points at rest and points that enter it; points that
 * leave the segment belong to the corner's cell. */
static void test_border(void)
{
    const double edge[2] = {0.5, 0.15}, left[2] = {-1, 0}, right[2] = {1, 0}, still[2] = {0, 0};
    world_kerb(&world, 0.5, 0.05);
    check(terrain_holds(&world.terrain, 2, edge, left, 1e-12) &&
              !terrain_holds(&world.terrain, 3, edge, left, 1e-12),
          "a point that comes onto the top belongs to the top");
    check(terrain_holds(&world.terrain, 2, edge, still, 1e-12) &&
              !terrain_holds(&world.terrain, 3, edge, still, 1e-12),
          "a point at rest over the edge belongs to the top");
    check(terrain_holds(&world.terrain, 3, edge, right, 1e-12) &&
              !terrain_holds(&world.terrain, 2, edge, right, 1e-12),
          "a point that leaves the top belongs to the corner");
}

static void check_terrain(const char *what, const double *xy, size_t points,
                          enum terrain_fault fault, size_t at, size_t with)
{
    struct terrain_report report =
        terrain_build(&world.terrain, xy, NULL, points, world.memory, NULL);
    check(report.fault == fault && (fault == TERRAIN_FINE || report.at == at) &&
              (fault != TERRAIN_CROSSING || report.with == with),
          "%s (fault %d at %zu)", what, (int)report.fault, report.at);
}

static void test_faults(void)
{
    const double line[] = {0, 0, 1, 0}, repeated[] = {0, 0, 1, 0, 1, 0, 2, 0};
    const double nan[] = {0, 0, 1, NAN, 2, 0}, infinite[] = {0, 0, 1, 0, INFINITY, 0};
    const double huge[] = {0, 0, 1e200, 0};
    const double cross[] = {0, 0, 2, 0, 2, 1, 1, 1, 1, -1, 3, -1};
    const double fold[] = {0, 0, 1, 0, 0.5, 0}, ray[] = {0, 0, 1, 0, 1, 1, -1, 1, -1, -0.5};
    const double touching[] = {0, 0, 1, 0, 1, 1, 0.5, 1, 0.5, 0, 0.25, 0.5, 0, 2};
    const double spike[] = {0, 0, 1, 0, 1.5, 2, 1.6, 0, 3, 0}, straight[] = {0, 0, 1, 0, 2, 0};
    const double nearly[] = {2.088979196417511,   -0.9954763277629597, 2.110123666973598,
                             -1.0055524548674148, 2.110236925582033,   -1.0056064268092157,
                             2.1174982977231496,  -1.009066740864021};
    check_terrain("a short segment in a line, up to rounding", nearly, 4, TERRAIN_FINE, 0, 0);
    check_terrain("two points are enough", line, 2, TERRAIN_FINE, 0, 0);
    check_terrain("collinear segments are fine", straight, 3, TERRAIN_FINE, 0, 0);
    check_terrain("a spike is fine", spike, 5, TERRAIN_FINE, 0, 0);
    check_terrain("one point", line, 1, TERRAIN_SHORT, 0, 0);
    check_terrain("no point", line, 0, TERRAIN_SHORT, 0, 0);
    check_terrain("a point twice", repeated, 4, TERRAIN_REPEATED, 1, 0);
    check_terrain("not a number", nan, 3, TERRAIN_NOT_FINITE, 1, 0);
    check_terrain("infinity", infinite, 3, TERRAIN_NOT_FINITE, 2, 0);
    check_terrain("too far away", huge, 2, TERRAIN_NOT_FINITE, 1, 0);
    check_terrain("crossing itself", cross, 6, TERRAIN_CROSSING, 0, 3);
    check_terrain("folding back", fold, 3, TERRAIN_CROSSING, 0, 1);
    check_terrain("crossing the infinite first segment", ray, 5, TERRAIN_CROSSING, 0, 3);
    check_terrain("touching itself", touching, 7, TERRAIN_CROSSING, 0, 3);
}

/* Turn at the middle of three points. */
static double turn_at(const double *xy)
{
    world_terrain(&world, xy, 3);
    return world.terrain.segment[0].turn;
}

/* Bends of 1e-12 to 1e-7 of unit segments near the origin are corners, whatever their direction.
 * Three points on a line are not, in the rounding of their coordinates and of their rotation. A
 * bend of more than sqrt(eps) always is a corner. */
static void test_bends(void)
{
    int corners = 0, bent = 0, all = 100000;
    for (int i = 0; i < all; i++) {
        double bend = pow(10, uniform(-12, -7)) * (uniform(0, 1) < 0.5 ? -1 : 1);
        double c = cos(0.001 * i), s = sin(0.001 * i), far = pow(10, uniform(-3, 6));
        double xy[] = {-c, -s, 0, 0, c - s * bend, s + c * bend}, on[6];
        corners += fabs(turn_at(xy) - bend) <= 1e-15;
        for (int k = 0; k < 3; k++) {
            double x = far + pow(10, uniform(-3, 0)) + k, y = far / 3;
            on[2 * k] = c * x - s * y, on[2 * k + 1] = s * x + c * y;
        }
        bent += turn_at(on) != 0;
    }
    const double short_bend[] = {1e6, 0, 1e6 + 0.001, 0, 1e6 + 0.002, 1e-10};
    check(corners == all, "%d of %d bends are corners", corners, all);
    check(bent == 0, "%d of %d joints of points on a line are corners", bent, all);
    check(turn_at(short_bend) > 0, "a bend of 1e-7 is a corner far away");
}

static void expect_arcs(const char *what, const double *xy, const double *bulge, size_t points,
                        enum terrain_fault fault, size_t at, size_t with)
{
    struct terrain_report report =
        terrain_build(&world.terrain, xy, bulge, points, world.memory, NULL);
    check(report.fault == fault && (fault == TERRAIN_FINE || report.at == at) &&
              (fault != TERRAIN_CROSSING || report.with == with),
          "%s (fault %d at %zu)", what, (int)report.fault, report.at);
}

static void test_arc_faults(void)
{
    const double pipe[] = {-1, 1, -1, 0, 1, 0, 1, 1}, row[] = {0, 0, 1, 0, 2, 0, 3, 0, 4, 0};
    const double half[] = {0, 1, 0}, more[] = {0, 1 + 1e-15, 0}, nan[] = {0, NAN, 0};
    const double first[] = {0.1, 0, 0}, last[] = {0, 0, -1e-9}, hill[] = {0, -1, 0};
    const double waves[] = {0, 1, -1, 0}, valleys[] = {0, 1, 1, 0};
    expect_arcs("a half pipe", pipe, half, 4, TERRAIN_FINE, 0, 0);
    expect_arcs("more than a half circle", pipe, more, 4, TERRAIN_BULGE, 1, 0);
    expect_arcs("a bulge that is not a number", pipe, nan, 4, TERRAIN_BULGE, 1, 0);
    expect_arcs("a first segment that is bent", pipe, first, 4, TERRAIN_ENDLESS, 0, 0);
    expect_arcs("a last segment that is bent", pipe, last, 4, TERRAIN_ENDLESS, 2, 0);
    expect_arcs("an arc back onto the walls beside it", pipe, hill, 4, TERRAIN_CROSSING, 0, 1);
    expect_arcs("a valley and a hill", row, waves, 5, TERRAIN_FINE, 0, 0);
    expect_arcs("a cusp between valleys", row, valleys, 5, TERRAIN_CROSSING, 1, 2);

    const double through[] = {-3, 0, 0, 0, 2, 0, 1, -3, 1, -4}, deep[] = {0, 1, 0, 0};
    const double across[] = {-3, 0, 0, 0, 1, 0, 1, -0.2, 0, -0.2, 0, -3};
    const double bent[] = {0, 0.9, 0, 0.5, 0}, apart[] = {0, 0.05, 0, 0.05, 0};
    const double again[] = {-3, 0, 0, 0, 1, 0, 0.2, 0.2, 0, 1}, loop[] = {0, 0.3, -0.9, 0};
    const double ring[] = {-3, -1, 0, -1, 0, 1, 0, -1, 3, -1}, full[] = {0, 1, 1, 0};
    expect_arcs("a segment through the arc before", through, deep, 5, TERRAIN_CROSSING, 1, 2);
    expect_arcs("two arcs that cross", across, bent, 6, TERRAIN_CROSSING, 1, 3);
    expect_arcs("two arcs that do not cross", across, apart, 6, TERRAIN_FINE, 0, 0);
    expect_arcs("neighbours that meet again", again, loop, 5, TERRAIN_CROSSING, 1, 2);
    expect_arcs("a full circle", ring, full, 5, TERRAIN_CROSSING, 0, 2);
}

/* A corner lies on the last segment. The check must find this even if rounding puts the ends of
 * both segments of the corner short of the last segment. */
static void test_corner_on_segment(void)
{
    static const char *const shape[] = {"straight", "bent before", "bent after"};
    for (int k = 0; k < 3; k++) {
        int crossings = 0, all = 10000;
        for (int i = 0; i < all; i++) {
            double x = uniform(-3, 3), y = uniform(-3, 3), bulge[] = {0, 0, 0, 0, 0};
            double lean = i % 2 == 0 ? 0 : uniform(-0.05, 0.05);
            const double xy[] = {x - 2,
                                 y,
                                 x - uniform(0.1, 1),
                                 y + uniform(-0.5, 0.5),
                                 x,
                                 y,
                                 x + uniform(0.1, 1),
                                 y + uniform(-0.5, 0.5),
                                 x + lean,
                                 y + 2,
                                 x - lean,
                                 y - 2};
            if (k > 0)
                bulge[k] = uniform(-0.5, 0.5);
            crossings += world_profile(&world, xy, bulge, 6) == TERRAIN_CROSSING;
        }
        check(crossings == all, "a corner on a segment, %s: %d of %d found", shape[k], crossings,
              all);
    }
}

/* ---- ten thousand segments ---- */

static double *make_hills(size_t points, double **memory)
{
    double *xy = malloc(2 * points * sizeof *xy);
    *memory = malloc(terrain_doubles(points, 0) * sizeof **memory);
    for (size_t i = 0; i < points; i++) {
        xy[2 * i] = 0.05 * (double)i;
        xy[2 * i + 1] = 0.1 * sin(0.7 * (double)i) + uniform(-0.01, 0.01);
    }
    return xy;
}

static double brute_distance(const struct terrain *terrain, double x, double y)
{
    double nearest = INFINITY;
    for (size_t i = 0; i < terrain->segments; i++) {
        const struct terrain_segment *s = &terrain->segment[i];
        double q = (x - s->x) * s->ex + (y - s->y) * s->ey;
        q = fmin(fmax(q, s->from), s->to);
        nearest = fmin(nearest, hypot(x - s->x - q * s->ex, y - s->y - q * s->ey));
    }
    return nearest;
}

static void test_tree(void)
{
    enum { POINTS = 10001 };
    double *memory, *xy = make_hills(POINTS, &memory), worst = 0;
    struct terrain terrain;
    struct terrain_report report = terrain_build(&terrain, xy, NULL, POINTS, memory, NULL);
    size_t leaves = 0;
    check(report.fault == TERRAIN_FINE, "10000 segments are fine");
    for (int i = 0; i < 300; i++) {
        double point[2] = {uniform(-10, 510), uniform(-1, 2)};
        double d = fabs(terrain_distance(&terrain, point[0], point[1]));
        worst = fmax(worst, fabs(d - brute_distance(&terrain, point[0], point[1])));
        struct terrain_walk walk;
        size_t first, end;
        terrain_walk_start(&walk, &terrain, terrain_reach_point, point, 0.2);
        while (terrain_walk_next(&walk, &first, &end))
            leaves++;
    }
    check(worst <= 1e-12, "nearest distances agree with brute force within %.2g", worst);
    check(leaves <= 300 * 8, "nearby segments are found in %.2g leaves per search",
          (double)leaves / 300);
    free(xy);
    free(memory);
}

/* Points at the border of the cells of a joint, to rounding: the side of the ground must not depend
 * on the cell to which rounding attributes the point. */
static void test_side_at_joints(void)
{
    double *memory = malloc(terrain_doubles(4, 1) * sizeof *memory);
    long wrong = 0, tried = 0;
    for (int k = 0; k < 20000; k++) {
        double turn = pow(10, uniform(-12, -1)) * (uniform(0, 1) < 0.5 ? -1 : 1);
        double slope = uniform(-3, 3),
               bulge[] = {0, uniform(0, 1) < 0.5 ? 0 : uniform(-0.2, 0.2), 0};
        double xy[] = {-1, 0, uniform(-0.1, 0.1), uniform(-0.1, 0.1), 0, 0, 0, 0};
        double heading = slope + turn, d = uniform(0.01, 0.2) * (uniform(0, 1) < 0.5 ? -1 : 1);
        struct terrain terrain;
        xy[0] = xy[2] - cos(slope), xy[1] = xy[3] - sin(slope);
        heading += 2 * atan(bulge[1]); /* the direction of the chord */
        xy[4] = xy[2] + cos(heading), xy[5] = xy[3] + sin(heading);
        heading += 2 * atan(bulge[1]);
        xy[6] = xy[4] + cos(heading), xy[7] = xy[5] + sin(heading);
        if (terrain_build(&terrain, xy, bulge, 4, memory, NULL).fault != TERRAIN_FINE)
            continue;
        double aside = uniform(-1e-15, 1e-15), x = xy[2] - d * sin(slope),
               y = xy[3] + d * cos(slope);
        double got = terrain_distance(&terrain, x + aside * cos(slope), y + aside * sin(slope));
        tried++;
        wrong += !(got * d > 0);
    }
    free(memory);
    check(wrong == 0 && tried > 10000, "sides of %ld points at joints: %ld are wrong", tried,
          wrong);
}

int main(void)
{
    test_omega();
    test_cells();
    test_side_at_joints();
    test_border();
    test_faults();
    test_bends();
    test_arc_cells();
    test_flat_arcs();
    test_arc_faults();
    test_corner_on_segment();
    test_tree();
    return done();
}
