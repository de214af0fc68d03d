/* SPDX-License-Identifier: MIT */
/** @file contact.h
 *  **Experimental until 1.0: functions of this header may change or go without a new soname**.
 *
 *  Unilateral contact with Coulomb friction for your own mechanics: given W, q and the friction
 *  coefficients mu of all contacts, find contact impulses r and relative velocities u with
 *
 *      u = W r + q
 *      for every contact:  r in K = {|r_t| <= mu r_n},
 *                          u + mu |u_t| n in K*,  orthogonal to r
 *
 *  that is: no penetration, no adhesion, and friction that sticks or opposes sliding with mu r_n.
 *  For rigid bodies W = H^T M^-1 H and q = H^T v_free, where H^T maps velocities to the relative
 *  velocities at the contacts. The same problem describes forces and accelerations of contacts at
 *  rest.
 *
 *  Shapes: d = 2 or 3 components per contact, the normal first, then one or two tangents; r, u and
 *  q have d entries per contact, W has d x d blocks. W should be positive semidefinite up to
 *  rounding or a small asymmetry. It may also be a matrix with positive principal minors: the
 *  column of a normal force may include the friction of a contact that slides in a given direction.
 *  You choose consistent units, in SI: r in N s, u and q in m/s, W in 1/kg (or N, m/s^2, 1/kg for
 *  forces and accelerations). Other units change neither the problem nor the meaning of the
 *  residual. The steps, and the bits of r and u, are equal if the units of length and time change
 *  by powers of two and that of mass by a power of four. Other factors change the rounding of the
 *  problem, and hard problems then take different steps. The equations are de Saxce's form of
 *  Coulomb's law; the chapter "Frictional contact" of the manual explains the method.
 *
 *  Uniqueness: whether there is one solution, several or none depends on W, q and mu and is not
 *  examined beforehand. Without friction and for symmetric W, u is unique. With friction u is
 *  unique if W is positive definite and mu small; with large mu there can be solutions with
 *  different u (sliding or wedged), and the one found depends on the guess. If W is singular (more
 *  contacts than necessary to hold the bodies), r is in general statically indeterminate: other r
 *  have the same u, see WD_CONTACT_HYPERSTATIC. The r that is found does not have minimum norm, and
 *  is not symmetric for a symmetric problem. The resulting load on the bodies, H r, is the same for
 *  every such r.
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

/** @name Settings and reports of wd_contact_set() and wd_contact_get(), all since 0.1
 *  @{ */
/** set, get: largest residual of a solution (default 1e-10, in [0, 1)). If rounding does not allow
 *  it, a residual at the level of rounding is accepted, but none above 1e-8, see
 *  WD_CONTACT_AT_FLOOR. */
#define WD_CONTACT_TOLERANCE 1
/** set, get: maximum number of Newton steps (default 10000), which limits the time: each step is a
 *  factorisation of a matrix with the pattern of W */
#define WD_CONTACT_MAX_STEPS 2
/** get: residual |r - P_K(r - u - mu |u_t| n)| / |q| over all contacts, each scaled by the mean of
 *  the diagonal of its block of W; it is dimensionless and independent of units */
#define WD_CONTACT_RESIDUAL 3
#define WD_CONTACT_STEPS 4  /**< get: Newton steps of the last solve */
#define WD_CONTACT_SWEEPS 5 /**< get: passes over all contacts of the last solve */
/** get: 1 if the solution is at the rounding floor, above the tolerance; else 0 */
#define WD_CONTACT_AT_FLOOR 6
/** get: 1 if r is statically indeterminate, i.e. other r near it give the same u; else 0. The
 *  criterion is a heuristic and needs another factorisation: the smallest pivot of the Newton
 *  matrix at the solution is below 1e-9 in the scaled problem. */
#define WD_CONTACT_HYPERSTATIC 7
/** @} */

/** @name States of a contact, all since 0.1
 *  @{ */
#define WD_OPEN 0  /**< no force */
#define WD_STICK 1 /**< closed, no sliding */
#define WD_SLIP 2  /**< closed, sliding */
/** @} */

/** Workspace, problem, settings and report for a number of contacts. All inputs are copied.
 *  @since 0.1 */
typedef struct wd_contact wd_contact;

/** Create a workspace.
 *  @param d          2 or 3
 *  @param contacts   >= 1
 *  @param[out] out   the workspace, yours to free with wd_contact_free(); NULL on failure
 *  @return WD_OK, WD_EINVAL (out is NULL, d, no contacts or more than 1e9), WD_ENOMEM
 *  @since 0.1 */
WD_API int32_t wd_contact_new(int32_t d, size_t contacts, wd_contact **out);

/** Free a workspace. NULL is allowed. @since 0.1 */
WD_API void wd_contact_free(wd_contact *contact);

/** Text of the last failing non-const call on this workspace; "" before the first failure and for
 *  NULL; successful calls do not change it. It is valid as long as the workspace. @since 0.1 */
WD_API const char *wd_contact_error(const wd_contact *contact);

/** Set a function that is polled to decide whether to continue, as wd_model_set_interrupt_fn() for
 *  a model. wd_contact_set_matrix(), wd_contact_set_dense() and wd_contact_solve() poll it. Some
 *  passes over all unknowns are not interrupted: with several hundred thousand contacts or more,
 *  such a pass may take more than 10 ms.
 *  @param fn     NULL: no polling
 *  @param user   passed to `fn` unchanged; must stay valid as long as `fn` is set
 *  @return WD_OK, WD_EINVAL (NULL), WD_ESTATE (inside that function)
 *  @since 0.1 */
WD_API int32_t wd_contact_set_interrupt_fn(wd_contact *contact, wd_interrupt_fn fn, void *user);

/** Set W in compressed sparse rows: row i has the entries row_start[i] <= e < row_start[i + 1],
 *  value[e] in column[e]. The columns of a row may have any order; repeated ones are added. Work
 *  that depends only on the pattern is done here and reused while the pattern remains the same;
 *  then nothing is allocated.
 *  @param row_start  d contacts + 1 ascending counts, the first 0
 *  @param column     less than d contacts
 *  @param value      all finite; the diagonal is positive
 *  @return WD_OK, WD_EINVAL (NULL, or not as above), WD_ENOMEM, WD_EINTERRUPT; after a failure the
 *          workspace has no matrix
 *  @since 0.1 */
WD_API int32_t wd_contact_set_matrix(wd_contact *contact, const size_t *row_start,
                                     const uint32_t *column, const double *value);

/** Set W as a dense row major matrix; zero blocks are omitted. Allocates only if the pattern of
 *  zero blocks differs from that of the previous matrix.
 *  @param W   d contacts x d contacts
 *  @return as wd_contact_set_matrix()
 *  @since 0.1 */
WD_API int32_t wd_contact_set_dense(wd_contact *contact, const double *W);

/** Set friction coefficients and q, before or after W.
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

/** Solve the problem. On success the residual of the returned r and u is at most
 *  WD_CONTACT_TOLERANCE, or at the level of rounding, see WD_CONTACT_AT_FLOOR.
 *  @param[in,out] r  d per contact. If warm, the start point: for a sequence of time steps, the
 *                    last r of each contact times the ratio of the step sizes
 *  @param[out] u     d per contact, or NULL
 *  @param warm       0: r is only written; else r is also the start point
 *  @return WD_OK; WD_ENOCONV (step limit: r and u are the best found, see WD_CONTACT_RESIDUAL; the
 *          text says whether impulses diverged); WD_ENOSOL (it is proved that there is no solution.
 *          "infeasible": no impulses prevent penetration. "jammed": some impulses prevent it, but
 *          none of them satisfy the friction law; this is examined for at most 9 contacts in the
 *          plane and 6 in space. r and u are not written); WD_EINVAL (NULL, a start point that is
 *          not finite, q too large);
 *          WD_ESTATE (no matrix or no problem yet); WD_EINTERRUPT (r and u are not written, and
 *          there is no report; repeating the call repeats all of its work, with the same bits)
 *  @since 0.1 */
WD_API int32_t wd_contact_solve(wd_contact *contact, double *r, double *u, int32_t warm);

/** State of a contact in the solution of the last wd_contact_solve().
 *  @return WD_OPEN, WD_STICK, WD_SLIP; WD_EINVAL (NULL), WD_ERANGE (no such contact), WD_ESTATE
 *          (not solved yet, or the last solve failed)
 *  @since 0.1 */
WD_API int32_t wd_contact_state(const wd_contact *handle, size_t contact);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
