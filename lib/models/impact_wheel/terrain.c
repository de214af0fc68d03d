/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "models/impact_wheel/terrain.h"

#include <math.h>

/* The kerb (1), (26): wall x = wall_x, top at kerb_height up to kerb_x, ground y = 0. The paper's
 * set (4) has the corner at l1 = l - r, the length of the top rather than the place of its end. */
void terrain_kerb(double wall_x, double kerb_x, double kerb_height,
                  double xy[2 * TERRAIN_KERB_POINTS])
{
    const double points[2 * TERRAIN_KERB_POINTS] = {
        wall_x,
        2 * kerb_height,
        wall_x,
        kerb_height,
        kerb_x,
        kerb_height,
        kerb_x,
        0,
        kerb_x + (kerb_x - wall_x),
        0,
    };
    for (int i = 0; i < 2 * TERRAIN_KERB_POINTS; i++)
        xy[i] = points[i];
}

static double before(const struct terrain_segment *s, int corner, double x, double y)
{
    if (corner)
        return -terrain_along(s, x - s[1].x, y - s[1].y);
    return isinf(s->from) ? s->from : -terrain_along(s, x - s->x, y - s->y);
}

static double after(const struct terrain_segment *s, int corner, double x, double y)
{
    if (corner)
        return terrain_along(s + 1, x - s[1].x, y - s[1].y);
    return isinf(s->to) ? -s->to : terrain_along(s, x - s[1].x, y - s[1].y);
}

/* Both features at a border use the same numbers, so that one of them holds every point. */
void terrain_beyond(const struct terrain *terrain, int64_t feature, double x, double y,
                    double *before_it, double *after_it)
{
    const struct terrain_segment *s = &terrain->segment[(size_t)feature / 2];
    *before_it = before(s, terrain_is_corner(feature), x, y);
    *after_it = after(s, terrain_is_corner(feature), x, y);
}

/* At a border the sign of the speed out of the cell takes the place of the distance. */
static int is_inside(double beyond, double slack, int corner, const struct terrain_segment *s,
                     double sign, const double *velocity)
{
    if (fabs(beyond) <= slack)
        beyond = sign * terrain_along(s, velocity[0], velocity[1]);
    return corner ? beyond < 0 : beyond <= 0;
}

int terrain_holds(const struct terrain *terrain, int64_t feature, const double *position,
                  const double *velocity, double slack)
{
    const struct terrain_segment *s = &terrain->segment[(size_t)feature / 2];
    int corner = terrain_is_corner(feature);
    double x = position[0], y = position[1];
    return is_inside(before(s, corner, x, y), slack, corner, s, -1, velocity) &&
           is_inside(after(s, corner, x, y), slack, corner, corner ? s + 1 : s, 1, velocity);
}

double terrain_distance_near(const struct terrain *terrain, size_t guess, double x, double y)
{
    const double point[2] = {x, y};
    struct terrain_walk walk;
    size_t first, end;
    double nearest_side, nearest = terrain_square(&terrain->segment[guess], x, y, &nearest_side);
    terrain_walk_start_near(&walk, terrain, guess, terrain_reach_point, point, sqrt(nearest));
    while (terrain_walk_next(&walk, &first, &end)) {
        for (size_t i = first; i < end; i++) {
            const struct terrain_segment *s = &terrain->segment[i];
            double side = terrain_side(s, x, y), square;
            if (side * side < nearest && (square = terrain_square(s, x, y, &side)) < nearest) {
                nearest = square;
                nearest_side = side;
            }
        }
        walk.limit = sqrt(nearest);
    }
    return copysign(sqrt(nearest), nearest_side);
}
