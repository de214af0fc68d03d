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

static double along(const struct terrain_segment *s, double x, double y)
{
    return x * s->ex + y * s->ey;
}

/* Both features at a border use the same numbers, so that one of them holds every point. */
void terrain_beyond(const struct terrain *terrain, int64_t feature, double x, double y,
                    double *before, double *after)
{
    const struct terrain_segment *s = &terrain->segment[feature / 2];
    if (terrain_is_corner(feature)) {
        *before = -along(s, x - s[1].x, y - s[1].y);
        *after = along(s + 1, x - s[1].x, y - s[1].y);
        return;
    }
    *before = isinf(s->from) ? s->from : -along(s, x - s->x, y - s->y);
    *after = isinf(s->to) ? -s->to : along(s, x - s[1].x, y - s[1].y);
}

int terrain_holds(const struct terrain *terrain, int64_t feature, const double *position,
                  const double *velocity, double slack)
{
    const struct terrain_segment *s = &terrain->segment[feature / 2];
    int corner = terrain_is_corner(feature);
    double before, after;
    terrain_beyond(terrain, feature, position[0], position[1], &before, &after);
    /* At a border the sign of the speed out of the cell takes the place of the distance. */
    if (fabs(before) <= slack)
        before = -along(s, velocity[0], velocity[1]);
    if (fabs(after) <= slack)
        after = along(corner ? s + 1 : s, velocity[0], velocity[1]);
    return corner ? before < 0 && after < 0 : before <= 0 && after <= 0;
}

/* Signed distance to one segment, ends included, and its size, the nearer counting. */
static double distance_to(const struct terrain *terrain, size_t i, double x, double y)
{
    const struct terrain_segment *s = &terrain->segment[i];
    double q = along(s, x - s->x, y - s->y);
    double side = (y - s->y) * s->ex - (x - s->x) * s->ey;
    if (q >= s->from && q <= s->to)
        return side;
    double turn = q < s->from ? s[-1].turn : s->turn;
    const struct terrain_segment *end = q < s->from ? s : s + 1;
    double distance = terrain_length(x - end->x, y - end->y);
    if (turn == 0)
        return copysign(distance, side);
    return turn < 0 ? distance : -distance;
}

double terrain_distance_near(const struct terrain *terrain, size_t guess, double x, double y)
{
    const double point[2] = {x, y};
    struct terrain_walk walk;
    size_t first, end;
    double nearest = INFINITY;
    terrain_walk_start_near(&walk, terrain, guess, terrain_reach_point, point, INFINITY);
    while (terrain_walk_next(&walk, &first, &end)) {
        for (size_t i = first; i < end; i++) {
            double d = distance_to(terrain, i, x, y);
            if (fabs(d) < fabs(nearest))
                nearest = d;
        }
        walk.limit = fabs(nearest);
    }
    return nearest;
}
