/* SPDX-License-Identifier: MIT */
/** @file contact.h
 *  **Experimental until 1.0: functions of this header may change or go without a new soname**.
 *
 *  Unilateral contact with Coulomb friction for mechanics of your own: given W, q and the friction
 *  coefficients mu of all contacts, find contact impulses r and relative velocities u with
 *
 *      u = W r + q
 *      for every contact:  r in K = {|r_t| <= mu r_n},
 *                          u + mu |u_t| n in K*,  orthogonal to r
 *
 *  that is: no penetration, no pulling, and friction that opposes sliding with mu r_n or sticks.
 *  For rigid bodies W = H^T M^-1 H and q = H^T v_free, where H^T maps velocities to the relative
 *  velocities at the contacts. With forces and accelerations of contacts at rest it reads the same.
 *
 *  Shapes: d = 2 or 3 components per contact, the normal first, then one or two tangents; r, u and
 *  q have d entries per contact, W has d x d blocks. W should be positive semidefinite up to
 *  rounding or a small asymmetry; or all its principal minors should be positive, as where the
 *  column of a contact carries along what goes with its force, the friction of one that slides in
 *  a given direction. Units are yours and must fit each other, in SI: r in N s, u and q in m/s, W
 *  in 1/kg (or N, m/s^2, 1/kg for forces and accelerations). Other units change neither what is
 *  solved nor the meaning of the residual; steps and bits of r and u are the same ones if the
 *  units of length and time change by powers of two and that of mass by a power of four. By other
 *  factors the last bits of the problem change, and hard ones then take other steps. The equations
 *  are de Saxce's form of Coulomb's law; the chapter "Frictional contact" of the manual explains
 *  the method.
 *
 *  What is unique: whether there is one solution, several or none is a property of W, q and mu that
 *  is not examined beforehand. Without friction and for symmetric W, u is unique. With friction u
 *  is unique if W is positive definite and mu small; with much friction there can be solutions with
 *  different u (sliding or wedged), and the one found depends on the guess. If W is singular (more
 *  contacts than it takes to hold the bodies), r is in general one of many with the same u, see
 *  WD_CONTACT_HYPERSTATIC: not the one of least norm, nor one that is symmetric where the problem
 *  is. Sums over contacts that act on the bodies, H r, are the same for all of these.
 *
 *  Status, ownership, NULL, floating-point and thread rules are those of wheeldyn.h: distinct
 *  handles are independent, calls with a const handle may run concurrently, every other call needs
 *  the handle to itself. wd_contact_solve() allocates nothing. Nothing is printed, nothing aborts.
 *  Results are the same bits for the same input, whatever was computed before. */
#ifndef WHEELDYN_CONTACT_H
#define WHEELDYN_CONTACT_H

#include <wheeldyn/wheeldyn.h>

#ifdef __cplusplus
extern "C" {
#endif

/** @defgroup contact Frictional contact (experimental)
 *  @{ */

/** @name What wd_contact_set() and wd_contact_get() name, all since 0.1
 *  @{ */
/** set, get: a solution is accepted at a residual of this (default 1e-10, in [0, 1)). Where
 *  rounding does not allow it, the solution is accepted at what rounding leaves, but not above
 *  1e-8, see WD_CONTACT_AT_FLOOR. */
#define WD_CONTACT_TOLERANCE 1
/** set, get: Newton steps before giving up (default 10000), which bounds the time: one step is one
 *  factorisation of a matrix with the pattern of W */
#define WD_CONTACT_MAX_STEPS 2
/** get: |r - P_K(r - u - mu |u_t| n)| / |q| over all contacts, each scaled by the mean of the
 *  diagonal of its block of W: a pure number, the same in all units */
#define WD_CONTACT_RESIDUAL 3
#define WD_CONTACT_STEPS 4  /**< get: Newton steps of the last solve */
#define WD_CONTACT_SWEEPS 5 /**< get: passes over all contacts of the last solve */
/** get: 1 if the solution is at the rounding floor, above the tolerance; else 0 */
#define WD_CONTACT_AT_FLOOR 6
/** get: 1 if other r near this one give the same u (more contacts than it takes), so that r is only
 *  one of them; else 0. It is judged by the smallest pivot of the Newton matrix at the solution,
 *  less than 1e-9 in the scaled problem: a rule of thumb that takes one more factorisation. */
#define WD_CONTACT_HYPERSTATIC 7
/** @} */

/** @name States of a contact, all since 0.1
 *  @{ */
#define WD_OPEN 0  /**< no force */
#define WD_STICK 1 /**< closed, no sliding */
#define WD_SLIP 2  /**< closed, sliding */
/** @} */

/** Workspace, problem, settings and report for a number of contacts. What is given to it is copied.
 *  @since 0.1 */
typedef struct wd_contact wd_contact;

/** Make a workspace.
 *  @param d          2 or 3
 *  @param contacts   >= 1
 *  @param[out] out   the workspace, yours to free with wd_contact_free(); NULL on failure
 *  @return WD_OK, WD_EINVAL (out is NULL, d, no contacts or more than 1e9), WD_ENOMEM
 *  @since 0.1 */
WD_API int32_t wd_contact_new(int32_t d, size_t contacts, wd_contact **out);

/** Free a workspace. NULL is fine. @since 0.1 */
WD_API void wd_contact_free(wd_contact *contact);

/** Text of the last failing non-const call on this workspace; "" before the first failure and for
 *  NULL; kept over successes. It lives as long as the workspace. @since 0.1 */
WD_API const char *wd_contact_error(const wd_contact *contact);

/** Have a function asked whether work is to go on, as wd_model_set_interrupt_fn() does for a model:
 *  by wd_contact_set_matrix(), wd_contact_set_dense() and wd_contact_solve(). Some passes over all
 *  unknowns are made without a question: with several hundred thousand contacts and more, 10 ms may
 *  not be enough for one.
 *  @param fn     NULL: nobody is asked
 *  @param user   given to `fn` as it is; must stay valid as long as `fn` is set
 *  @return WD_OK, WD_EINVAL (NULL), WD_ESTATE (inside that function)
 *  @since 0.1 */
WD_API int32_t wd_contact_set_interrupt_fn(wd_contact *contact, wd_interrupt_fn fn, void *user);

/** Take W in compressed sparse rows: row i has the entries row_start[i] <= e < row_start[i + 1],
 *  value[e] in column[e]. The columns of a row may come in any order, those given twice add up.
 *  Work that depends only on the pattern is done here, and kept as long as the pattern stays; then
 *  nothing is allocated.
 *  @param row_start  d contacts + 1 ascending counts, the first 0
 *  @param column     less than d contacts
 *  @param value      all finite; the diagonal is positive
 *  @return WD_OK, WD_EINVAL (NULL, or not as above), WD_ENOMEM, WD_EINTERRUPT; after a failure the
 *          workspace has no matrix
 *  @since 0.1 */
WD_API int32_t wd_contact_set_matrix(wd_contact *contact, const size_t *row_start,
                                     const uint32_t *column, const double *value);

/** Take W as a dense row major matrix; blocks of zeros are made use of. Allocates only if the
 *  blocks that are zero are others than in the matrix before.
 *  @param W   d contacts x d contacts
 *  @return as wd_contact_set_matrix()
 *  @since 0.1 */
WD_API int32_t wd_contact_set_dense(wd_contact *contact, const double *W);

/** Take friction coefficients and q, before or after W.
 *  @param mu   one per contact, finite, >= 0
 *  @param q    d per contact, finite
 *  @return WD_OK, WD_EINVAL (NULL, or not as above); on failure nothing changes
 *  @since 0.1 */
WD_API int32_t wd_contact_set_problem(wd_contact *contact, const double *mu, const double *q);

/** Change a setting.
 *  @param what    WD_CONTACT_TOLERANCE or WD_CONTACT_MAX_STEPS
 *  @param value   a tolerance in [0, 1); or a whole number from 1 to 1e6
 *  @return WD_OK, WD_EINVAL (NULL, no such setting), WD_ERANGE (value), WD_EROLE (read only)
 *  @since 0.1 */
WD_API int32_t wd_contact_set(wd_contact *contact, int32_t what, double value);

/** Read a setting, or a report of the last wd_contact_solve(), also of one that failed.
 *  @param what         WD_CONTACT_TOLERANCE ... WD_CONTACT_HYPERSTATIC
 *  @param[out] value   not written on failure
 *  @return WD_OK, WD_EINVAL (NULL, no such number), WD_ESTATE (nothing was solved yet; for
 *          WD_CONTACT_HYPERSTATIC: the last solve failed)
 *  @since 0.1 */
WD_API int32_t wd_contact_get(const wd_contact *contact, int32_t what, double *value);

/** Solve. Success means that the residual was computed for the r and u returned and is as small as
 *  asked for.
 *  @param[in,out] r  d per contact. If warm, the guess to start from: that of the last step, by
 *                    contact, times the ratio of the step sizes
 *  @param[out] u     d per contact, or NULL
 *  @param warm       0: r is only written
 *  @return WD_OK; WD_ENOCONV (step limit: r and u are the best found, see WD_CONTACT_RESIDUAL; the
 *          text says whether impulses grew without bound on the way); WD_ENOSOL (proved: there is
 *          no solution; "infeasible": no impulses keep the contacts from penetrating, "jammed":
 *          some do, but none obey the law of friction, which is looked into for 9 contacts in the
 *          plane and 6 in space at most; r and u are not written); WD_EINVAL (NULL, a guess that is
 *          not finite, q too large); WD_ESTATE (no matrix or no problem yet); WD_EINTERRUPT
 *          (r and u are not written, and there is no report to read; the same call again does all
 *          of its work, with the same bits)
 *  @since 0.1 */
WD_API int32_t wd_contact_solve(wd_contact *contact, double *r, double *u, int32_t warm);

/** What a contact does in the solution of the last wd_contact_solve().
 *  @return WD_OPEN, WD_STICK, WD_SLIP; WD_EINVAL (NULL), WD_ERANGE (no such contact), WD_ESTATE
 *          (not solved yet, or the last solve failed)
 *  @since 0.1 */
WD_API int32_t wd_contact_state(const wd_contact *handle, size_t contact);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
