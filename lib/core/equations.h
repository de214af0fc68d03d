/* SPDX-License-Identifier: MIT */
/* Equations and energies that the user gives, of kinds that take them: what a view has. */
#ifndef CORE_EQUATIONS_H
#define CORE_EQUATIONS_H

#include "kind/kind.h"

int32_t equations_fill(void *model, double t, const struct equations *);
int32_t equations_energy(void *model, double t, const double *q, const double *v,
                         struct user_energy *);

#endif
