/* SPDX-License-Identifier: MIT */
/* Implementation of view->equations and view->user_energy: calls of the user's functions. */
#ifndef CORE_EQUATIONS_H
#define CORE_EQUATIONS_H

#include "kind/kind.h"

int32_t equations_fill(void *model, double t, const struct equations *);
int32_t equations_energy(void *model, double t, const double *q, const double *v,
                         struct user_energy *);

#endif
