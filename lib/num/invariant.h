/* SPDX-License-Identifier: MIT */
/* What must hold at a place if the library has no fault, whatever its callers do. It is looked at
 * in builds for tests (meson setup -Dchecked=true), which end where it does not hold; what is
 * shipped neither looks nor ends, but for the compiler, which reads it in any case. Numbers that a
 * hostile snapshot or extreme settings make NaN break none: what they lead to is a failure, not a
 * fault. */
#ifndef NUM_INVARIANT_H
#define NUM_INVARIANT_H

#ifdef WD_CHECKED
#define invariant(holds) ((holds) ? (void)0 : invariant_broken(#holds, __FILE__, __LINE__))
#else
#define invariant(holds) ((void)sizeof((holds) ? 1 : 0))
#endif

/* Of a checked build alone: says so on stderr, and aborts. */
void invariant_broken(const char *what, const char *file, int line);

#endif
