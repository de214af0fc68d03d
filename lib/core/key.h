/* SPDX-License-Identifier: MIT */
/* The variables that tell most of a model: those of the whole in the order in which its kind names
 * them, then of each type of part one variable of all its parts after the other. */
#ifndef CORE_KEY_H
#define CORE_KEY_H

#include "kind/kind.h"

/* The ref of number i of them; WD_NO_REF beyond the end. */
uint32_t key_ref(const struct kind *, size_t i);

#endif
