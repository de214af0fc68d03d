/* SPDX-License-Identifier: MIT */
/* What the elementary functions look up. */
#ifndef NUM_ELEMENTARY_TABLES_H
#define NUM_ELEMENTARY_TABLES_H

#include "num/pair.h"

struct log_row {
    double inverse, hi, lo;
};

extern const struct pair table_exp[64];
extern const struct log_row table_log[64];
extern const struct pair table_atan[65];
extern const uint32_t table_two_over_pi[40];

#endif
