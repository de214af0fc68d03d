/* SPDX-License-Identifier: MIT */
/* Evaluation of user paths, over arc length or over time. */
#ifndef TORUS_PATH_COURSE_H
#define TORUS_PATH_COURSE_H

#include "models/torus_wheel/path.h"

struct path_reference path_along(const void *course, double speed, double t);

#endif
