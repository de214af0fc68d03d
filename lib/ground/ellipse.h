/* SPDX-License-Identifier: MIT */
/* Points of an ellipse at extreme distances from a given point. The half axes are 1 along x and
 * `minor` <= 1 along y; a point of it is (c, minor s), where (c, s) is a unit vector. Every
 * extremum is found in a bracket of its own, so none is missed. */
#ifndef ELLIPSE_H
#define ELLIPSE_H

#include <stddef.h>

struct ellipse_point {
    double c, s;
};

/* The problem for one point (x, y). */
struct ellipse {
    double minor;    /* 0 to 1; 0: a line segment */
    double flatness; /* 1 - minor^2, given apart because it may be small */
    double x, y;
};

/* Compute the minima of the distance, or the maxima if `farthest`: the global one first. There are
 * two within the evolute of the ellipse, else one. Returns their number. For a circle about the
 * point itself every point is an extremum, and one of them is returned. */
size_t ellipse_extrema(const struct ellipse *, int farthest, struct ellipse_point extremum[2]);

/* Follow the extremum next to *point by Newton's method. Returns 1 if *point is now an extremum of
 * the required kind; 0 if none is that near; *point is then unchanged. */
int ellipse_follow(const struct ellipse *, int farthest, struct ellipse_point *point);

#endif
