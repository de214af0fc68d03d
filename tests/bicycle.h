/* SPDX-License-Identifier: MIT */
/* The benchmark bicycle, for tests of internal functions. */
#ifndef TEST_BICYCLE_H
#define TEST_BICYCLE_H

#include "mech-dense.h"
#include "models/bicycle/assemble.h"

enum { SPEEDS = 6 * BICYCLE_BODIES, BICYCLE_MEMORY = 4096 };

/* Meijaard et al. 2007, table 1 */
static const struct bicycle_parameters benchmark_bicycle = {
    .w = 1.02,
    .c = 0.08,
    .lam = 0.31415926535897932385,
    .gravity = 9.81,
    .rR = 0.3,
    .mR = 2,
    .IRxx = 0.0603,
    .IRyy = 0.12,
    .xB = 0.3,
    .zB = -0.9,
    .mB = 85,
    .IBxx = 9.2,
    .IBxz = 2.4,
    .IByy = 11,
    .IBzz = 2.8,
    .xH = 0.9,
    .zH = -0.7,
    .mH = 4,
    .IHxx = 0.05892,
    .IHxz = -0.00756,
    .IHyy = 0.06,
    .IHzz = 0.00708,
    .rF = 0.35,
    .mF = 3,
    .IFxx = 0.1405,
    .IFyy = 0.28,
};

/* Row number i + 1 of the reference tables is row table_row_of[i] of the library. */
static const size_t table_row_of[BICYCLE_ROWS] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10,
                                                  11, 12, 13, 14, 15, 18, 16, 17, 19, 20};

#endif
