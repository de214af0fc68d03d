/* SPDX-License-Identifier: MIT */
/* Reference paths of the rolling torus: the desired position of its contact point as a function of
 * time, with the derivatives that the control laws need. */
#ifndef TORUS_PATH_H
#define TORUS_PATH_H

#include "kind/kind.h"

/* The velocity is speed (cos heading, sin heading). The heading is continuous and unbounded; at a
 * cusp the speed changes its sign instead. */
struct path_reference {
    double x, y, heading, speed;
    double turn_rate, acceleration; /* rates of heading and speed */
    double turn_acceleration;
    double pace; /* m/s; the speed to which gains are adapted; 0 where the reference is at rest;
                    negative if the speed passes through zero on this path */
};

enum { PATH_CIRCLE, PATH_HYPOCYCLOID, PATH_USER };

/* Parameters of a path. The angle of circle and hypocycloid is rate t + phase. The hypocycloid,
 * (79) with the sign that gives cusps, is centre + radius ((cusps - 1) e^(i angle) + e^(-i (cusps -
 * 1) angle)). */
struct path_curve {
    double type, radius, cusps, x, y, rate, phase;
    double speed; /* speed along a user path without times, m/s */
};

/* A user path is built once: a cubic spline through its points, natural, or periodic if closed.
 * Without times of the points, the parameter of the spline is chord length. The reference then
 * starts at the first point at t = 0 and moves at curve->speed, with a relative error of at most
 * 1e-9. With times of the points the parameter is time. Before the first and after the last point
 * of an open path the reference is at rest. */

/* Return the size of the course in doubles; 0 for a number of points that path_build() refuses. */
size_t path_doubles(const struct polyline *line);

/* Build the course for path_at() in `memory`, which has path_doubles(line) doubles. Returns NULL,
 * or the fault at point *at. The interrupt may stop the build. */
const char *path_build(const struct polyline *line, double *memory, size_t *at,
                       struct interrupt *interrupt);

/* Return the length of a course without times, m; of one lap if the course is closed. */
double path_length(const void *course);

/* Evaluate a path. Only PATH_USER uses `course`. */
struct path_reference path_at(const struct path_curve *curve, const void *course, double t);

#endif
