/* SPDX-License-Identifier: MIT */
/* A formula in the time t, by muParser, as an input of a model. */
#ifndef WHEELDYN_TOOL_EXPRESSION_H
#define WHEELDYN_TOOL_EXPRESSION_H

#include <stdint.h>

#include "problem.h"

struct expression;

/* t and pi are known, and muParser's functions and operators. The text of a failure says where. */
int expression_new(const char *text, struct expression **out, struct problem *problem);
void expression_free(struct expression *expression);

/* A wd_input_fn; its user is the expression, which one thread uses at a time. */
int32_t expression_input(double t, double *value, void *expression);

#endif
