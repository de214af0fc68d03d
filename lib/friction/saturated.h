/* SPDX-License-Identifier: MIT */
/* The smooth law of friction of SATURATED elements (saturated.c). */
#ifndef FRICTION_SATURATED_H
#define FRICTION_SATURATED_H

#include "friction/problem.h"

/* Compute by the law the element's forces in p->r and their derivatives in e->rate from its
 * demands. */
void saturated_evaluate(const struct friction_problem *, struct friction_element *);
/* Set the demand L to that at which the law gives u_t = e->steady, for the normal force in
 * demand[0]. */
void saturated_guess_demand(struct friction_element *);

#endif
