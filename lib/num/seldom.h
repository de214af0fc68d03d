/* SPDX-License-Identifier: MIT */
/* SELDOM functions are called in failures or in other rare cases: the compiler keeps them and what
 * they need (arrays, registers) out of their callers. */
#ifndef NUM_SELDOM_H
#define NUM_SELDOM_H

#ifdef __GNUC__
#define SELDOM __attribute__((cold, noinline))
#else
#define SELDOM
#endif

#endif
