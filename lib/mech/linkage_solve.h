/* SPDX-License-Identifier: MIT */
/* Constraint forces at one instant, after linkage_choose(). */
#ifndef MECH_LINKAGE_SOLVE_H
#define MECH_LINKAGE_SOLVE_H

#include "mech/linkage.h"

/* Compute forces along the selected rows for which sticking wheels and held joints do not
 * accelerate along their rows, nor slipping wheels along the normal. WD_OK; WD_ESINGULAR: there
 * are none (sliding wheels may jam); WD_EINTERRUPT. Statically indeterminate forces (work->rank <
 * work->active) have minimum norm. Forces along the tangents of slipping wheels are their friction.
 */
int32_t linkage_solve(const struct linkage *, const struct linkage_hold *, struct linkage_work *,
                      double *force);

/* The first part of linkage_solve(): compute one solution. If no wheel slips with friction, all
 * solutions cause the same accelerations. WD_OK, WD_ESINGULAR or WD_EINTERRUPT. */
int32_t linkage_balance(const struct linkage *, const struct linkage_hold *, struct linkage_work *,
                        double *force);
/* The second part of linkage_solve(): replace the forces of linkage_balance() by those of minimum
 * norm. If a wheel slips with friction, linkage_balance() has distributed them already. */
void linkage_share(const struct linkage *, const struct linkage_hold *, struct linkage_work *,
                   double *force);

/* After linkage_rank(): replace given forces along the rows by equivalent ones of minimum norm; the
 * slipping wheels must have no friction. True if the forces are statically indeterminate. */
int linkage_spread(const struct linkage *, const struct linkage_hold *, struct linkage_work *,
                   double *force);

/* Number of null space vectors: active - rank, unless rounding makes it more than
 * linkage_most_sharing(). */
size_t linkage_dependences(const struct linkage *, const struct linkage_work *);

/* After one of these: write null space vector k, settled <= k < linkage_dependences(). Its
 * multiples change no acceleration. The last linkage_most_sharing() x linkage_most_rows() numbers
 * of the solver's memory are not used. */
void linkage_sharing(const struct linkage *, const struct linkage_hold *,
                     const struct linkage_work *, size_t k, double *force);

/* After linkage_balance(), with the same directions: add to the `given` forces along the rows the
 * constraint forces that keep the accelerations of active rows zero; write the sum to `force`. */
void linkage_answer(const struct linkage *, const struct linkage_hold *,
                    const struct linkage_work *, const double *given, double *force);

#endif
