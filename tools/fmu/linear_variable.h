/* SPDX-License-Identifier: MIT */
/* Variables that are states of the linear model; a unit has the derivatives of these variables. */
#ifndef FMU_LINEAR_VARIABLE_H
#define FMU_LINEAR_VARIABLE_H

#include <wheeldyn/wheeldyn.h>

/* Return the variable of state `i` of the linear model, which has the name NAME of
 * wd_model_linear_name(): "state.NAME", else "output.NAME"; WD_NO_REF if neither exists. */
uint32_t linear_variable(const wd_model *, size_t i);

#endif
