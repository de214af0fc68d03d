/* SPDX-License-Identifier: MIT */
/* Construction of the search tree of a terrain. */
#ifndef TERRAIN_TREE_H
#define TERRAIN_TREE_H

#include "ground/terrain.h"

/* Number of doubles of the tree. */
size_t terrain_tree_doubles(size_t segments);

/* Build the tree over the segments of a terrain, which keeps the memory. */
void terrain_tree_build(struct terrain *terrain, double *memory);

#endif
