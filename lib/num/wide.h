/* SPDX-License-Identifier: MIT */
/* Functions marked NUM_WIDE are compiled a second time for the wider registers of AVX2; the loader
 * of the library selects one. Neither version fuses or reorders operations, so both give the same
 * bits. NUM_WIDE is empty with the thread sanitizer, whose code in the selection would run too
 * early. */
#ifndef NUM_WIDE_H
#define NUM_WIDE_H

#include <stdint.h> /* defines __GLIBC__ where that is the C library */

#if defined __x86_64__ && defined __GLIBC__ && !defined __clang__ && !defined __SANITIZE_THREAD__
#define NUM_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define NUM_WIDE
#endif

#endif
