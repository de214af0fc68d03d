/* SPDX-License-Identifier: MIT */
/* Random numbers that are the same in every run of a test. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

static uint64_t uniform_state = 88172645463325252u;

/* Start the random numbers of run number `run`, independently of earlier runs. */
static inline void uniform_seed(uint64_t run)
{
    uint64_t z = 0x9e3779b97f4a7c15u * (run + 1);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    uniform_state = (z ^ (z >> 31)) | 1;
}

static inline double uniform(double lo, double hi)
{
    uniform_state ^= uniform_state << 13;
    uniform_state ^= uniform_state >> 7;
    uniform_state ^= uniform_state << 17;
    return lo + (hi - lo) * (double)(uniform_state >> 11) * 0x1p-53;
}

#endif
