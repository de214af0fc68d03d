/* SPDX-License-Identifier: MIT */
/* Variables of the states of the linear model; a unit has derivatives of these. */
#ifndef FMU_LINEAR_VARIABLE_H
#define FMU_LINEAR_VARIABLE_H

#include <wheeldyn/wheeldyn.h>

/* The variable that state `i` of wd_model_linear_name() is: "state.NAME", else "output.NAME";
 * WD_NO_REF if there is none. */
uint32_t linear_variable(const wd_model *, size_t i);

#endif
