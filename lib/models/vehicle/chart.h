/* SPDX-License-Identifier: MIT */
/* Coordinates in which a steady motion is a point: the heading is left out, and with it where the
 * vehicle is; velocities are along it and to the left of it. Positions are the height, roll and
 * pitch of the root, angles and travels of joints; speeds are forward, left and up of the root, the
 * rates of its roll, pitch and yaw, and rates of joints.
 *
 * Wheels on the ground make some of them functions of the others. Which ones the rest is made of
 * is found by elimination, from those on that one would rather read the rest of. */
#ifndef VEHICLE_CHART_H
#define VEHICLE_CHART_H

#include "models/vehicle/vehicle.h"

enum { CHART_Z, CHART_ROLL, CHART_PITCH, CHART_ANGLE };
enum { CHART_FORWARD, CHART_LEFT, CHART_UP, CHART_ROLL_RATE, CHART_PITCH_RATE, CHART_YAW_RATE };
enum { CHART_RATE = CHART_YAW_RATE + 1 };

/* Numbers of coordinates: the first ones are functions of the others. */
struct chart_order {
    size_t *number, count, dependent;
};

struct chart {
    const struct view *view;
    const struct vehicle *v;
    struct vehicle_moment m;
    size_t positions, speeds;
    double yaw;
    double *base, *now; /* positions, then speeds: of the present point, and of one beside it */
    double *y, *dy;     /* states, energies, extras */
    struct chart_order position, speed;
    double *unit; /* speeds */
    double *rows; /* 3 wheels x speeds */
    double *gaps; /* wheels x positions, and a column more */
};

size_t chart_doubles(const struct kind *, const struct linkage *);

/* Lay it into memory, which stays when the scratch of the view is used, and find which coordinates
 * depend on others about the state y. */
void chart_open(struct chart *, const struct view *, const double *y, double *memory);

/* From the independent coordinates in chart->now all others, then rates of all positions and speeds
 * with these inputs: WD_OK, or WD_ENOCONV and why. */
int32_t chart_rates(struct chart *, const struct view *, double *rate);

#endif
