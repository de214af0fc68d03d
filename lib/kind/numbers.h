/* SPDX-License-Identifier: MIT */
/* Numeric constants that the core and the kinds share. */
#ifndef KIND_NUMBERS_H
#define KIND_NUMBERS_H

/* s; events within this time are simultaneous: guards that trigger within it are handled by one
 * jump. A choice: of times up to some 1e3 s it is above the rounding error. */
#define KIND_INSTANT 1e-12

/* Default of solver.rtol. */
#define KIND_RTOL 1e-9

#endif
