/* SPDX-License-Identifier: MIT */
/* Key variables of a model: first those of the whole model in the kind's order; then, for each part
 * type and each key variable of the type, this variable of every part of the type. */
#ifndef CORE_KEY_H
#define CORE_KEY_H

#include "kind/kind.h"

/* Return the ref of key variable i; WD_NO_REF beyond the end. */
uint32_t key_ref(const struct kind *, size_t i);

#endif
