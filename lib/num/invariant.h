/* SPDX-License-Identifier: MIT */
/* Assertion of a condition that holds if the library has no bug, whatever its callers do. Builds
 * for tests (meson setup -Dchecked=true) abort if the condition is false. Release builds do not
 * evaluate the condition, but the compiler still parses it. NaN from a hostile snapshot or extreme
 * settings must not violate an invariant: it must lead to a failure status. */
#ifndef NUM_INVARIANT_H
#define NUM_INVARIANT_H

#ifdef WD_CHECKED
#define invariant(holds) ((holds) ? (void)0 : invariant_broken(#holds, __FILE__, __LINE__))
#else
#define invariant(holds) ((void)(0 && (holds)))
#endif

/* Report on stderr and abort; checked builds only. */
void invariant_broken(const char *what, const char *file, int line);

#endif
