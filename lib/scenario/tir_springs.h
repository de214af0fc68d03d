/* SPDX-License-Identifier: MIT */
/* Load spring, pressure and carcass of a tyre in a .tir file. */
#ifndef SCENARIO_TIR_SPRINGS_H
#define SCENARIO_TIR_SPRINGS_H

#include "scenario/tir_file.h"
#include "tyre/coefficients.h"

/* True if the table of load over deflection has points. */
bool tir_has_curve(const struct tir_file *);

/* Fit the load spring to the table of load over deflection, if the table has points. Multiply its
 * force by the scale factor of the file. If a pressure or a stiffness of the carcass is NaN,
 * compute it from other numbers, if the file gives those. */
void tir_take_springs(struct tir_file *, struct tyre_numbers *, double radius);

#endif
