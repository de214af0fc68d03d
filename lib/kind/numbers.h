/* SPDX-License-Identifier: MIT */
/* Numeric constants that the core and the kinds share. */
#ifndef KIND_NUMBERS_H
#define KIND_NUMBERS_H

/* s; events within this time are simultaneous: guards that trigger within it are handled by one
 * jump. */
#define KIND_INSTANT 1e-12

/* Default of solver.rtol. */
#define KIND_RTOL 1e-9

#endif
