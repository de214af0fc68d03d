/* SPDX-License-Identifier: MIT */
/* Tables of the elementary functions. */
#ifndef NUM_ELEMENTARY_TABLES_H
#define NUM_ELEMENTARY_TABLES_H

#include "num/pair.h"

struct log_row {
    double inverse, hi, lo;
};

extern const struct pair elementary_exp_table[64];
extern const struct log_row elementary_log_table[64];
extern const struct pair elementary_atan_table[65];
extern const uint32_t elementary_two_over_pi[40];

#endif
