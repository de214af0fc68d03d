/* SPDX-License-Identifier: MIT */
/* Construction of the search tree of a terrain. */
#ifndef TERRAIN_TREE_H
#define TERRAIN_TREE_H

#include "ground/terrain.h"

/* Number of doubles that the tree needs as memory. */
size_t terrain_tree_doubles(size_t segments);

/* Build the tree over the segments of a terrain, in `memory`. The terrain keeps this pointer. */
void terrain_tree_build(struct terrain *terrain, double *memory);

#endif
