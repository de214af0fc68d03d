/* SPDX-License-Identifier: MIT */
/* Coordinates in which a steady motion is an equilibrium. Heading, x and y are left out; velocities
 * are along the heading and to the left of it. Positions are the height, roll and pitch of the
 * root, and angles and travels of joints. Speeds are those of the root forward, left and up, its
 * roll, pitch and yaw rates, and the rates of joints.
 *
 * Wheels on the ground make some coordinates functions of the others. Elimination chooses these
 * dependent ones in an order of preference. */
#ifndef VEHICLE_CHART_H
#define VEHICLE_CHART_H

#include "models/vehicle/vehicle.h"

enum { CHART_Z, CHART_ROLL, CHART_PITCH, CHART_ANGLE };
enum { CHART_FORWARD, CHART_LEFT, CHART_UP, CHART_ROLL_RATE, CHART_PITCH_RATE, CHART_YAW_RATE };
enum { CHART_RATE = CHART_YAW_RATE + 1 };

/* Numbers of coordinates; the first `dependent` ones are functions of the others. */
struct chart_order {
    size_t *number, count, dependent;
};

struct chart {
    const struct view *view;
    const struct vehicle *v;
    struct vehicle_moment m;
    size_t positions, speeds;
    double yaw;
    double *base, *now; /* positions, then speeds: of the present state, and of one near it */
    double *y, *dy;     /* states, energies, extras */
    struct chart_order position, speed;
    double *unit; /* speeds */
    double *rows; /* 3 wheels x speeds */
    double *gaps; /* wheels x (positions + 1) */
};

size_t chart_doubles(const struct kind *, const struct linkage *);

/* Lay out the chart in memory, which an evaluation in the scratch of the view does not overwrite,
 * and choose the dependent coordinates about the state y. */
void chart_open(struct chart *, const struct view *, const double *y, double *memory);

/* Compute the dependent coordinates from the independent ones in chart->now, then the rates of all
 * positions and speeds with the inputs of the view: WD_OK, or WD_ENOCONV and why. */
int32_t chart_rates(struct chart *, const struct view *, double *rate);

#endif
