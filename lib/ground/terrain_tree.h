/* SPDX-License-Identifier: MIT */
/* Building the tree that a terrain is searched in. */
#ifndef TERRAIN_TREE_H
#define TERRAIN_TREE_H

#include "ground/terrain.h"

/* How many doubles the tree takes. */
size_t terrain_tree_doubles(size_t segments);

/* Builds the tree of a terrain whose segments are there; the terrain keeps the memory. */
void terrain_tree_build(struct terrain *terrain, double *memory);

#endif
