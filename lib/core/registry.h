/* SPDX-License-Identifier: MIT */
/* The list of kinds. */
#ifndef CORE_REGISTRY_H
#define CORE_REGISTRY_H

#include "kind/kind.h"

size_t registry_count(void);
const struct kind *registry_kind(size_t i);         /* NULL beyond the end */
const struct kind *registry_find(const char *name); /* NULL if there is none */

#endif
