/* SPDX-License-Identifier: MIT */
/* Attribute of functions that are called only in failures or other rare cases: the compiler keeps
 * them, and the arrays and registers they need, out of their callers. */
#ifndef NUM_SELDOM_H
#define NUM_SELDOM_H

#ifdef __GNUC__
#define SELDOM __attribute__((cold, noinline))
#else
#define SELDOM
#endif

#endif
