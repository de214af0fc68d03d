/* SPDX-License-Identifier: MIT */
/* The smooth law of friction, for the files of friction. */
#ifndef FRICTION_SATURATED_H
#define FRICTION_SATURATED_H

#include "friction/problem.h"

/* Evaluate the forces of the element in p->r and their derivatives in e->rate at its demands:
 * saturated_evaluate() by the law, the other function as if the element stuck. */
void saturated_evaluate(const struct friction_problem *, struct friction_element *);
void saturated_evaluate_sticking(const struct friction_problem *, struct friction_element *);
/* Set the demand L to that at which the law gives the slip e->steady, for the normal force in
 * demand[0]. */
void saturated_guess_demand(struct friction_element *);

#endif
