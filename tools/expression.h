/* SPDX-License-Identifier: MIT */
/* An input of a model given by a formula in the time t, evaluated by muParser. */
#ifndef WHEELDYN_TOOL_EXPRESSION_H
#define WHEELDYN_TOOL_EXPRESSION_H

#include <stdint.h>

#include "problem.h"

struct expression;

/* Compile a formula. It may contain t, pi and muParser's functions and operators. The text of a
 * failure names the position. */
int expression_new(const char *text, struct expression **out, struct problem *problem);
void expression_free(struct expression *expression);

/* A wd_input_fn; its user is the expression, which one thread uses at a time. */
int32_t expression_input(double t, double *value, void *expression);

#endif
