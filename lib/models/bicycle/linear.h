/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Riding straight and upright, linearised from the equations of the bicycle. */
#ifndef BICYCLE_LINEAR_H
#define BICYCLE_LINEAR_H

#include "models/bicycle/assemble.h"

enum { BICYCLE_LINEAR = 4 }; /* roll, steer, roll rate, steer rate */

/* A, 4 x 4 row major, at a speed without torques: WD_OK, WD_ESINGULAR or WD_EDOMAIN. */
int32_t bicycle_linear(const struct bicycle *, double speed, struct mech_work *, double *A);

#endif
