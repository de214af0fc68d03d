/* SPDX-License-Identifier: MIT */
/* The smooth law of friction at the demands of an element, for the files of friction. */
#ifndef FRICTION_SATURATED_H
#define FRICTION_SATURATED_H

#include "friction/problem.h"

/* The element's forces in p->r and its derivatives, by the law, and as if it stuck. */
void saturated_follow(const struct friction_problem *, struct friction_element *);
void saturated_stick(const struct friction_problem *, struct friction_element *);
/* The demand L at which the law gives the expected slip, for the normal force in demand[0]. */
void saturated_expect(struct friction_element *);

#endif
