/* SPDX-License-Identifier: MIT */
/** @file constrained.h
 *  **Experimental until 1.0: functions of this header may change or go without a new soname**.
 *
 *  Your own constrained systems: accelerations and constraint forces of the system
 *  M qdd = Q + C + constraint forces under the constraints A qdd = b, by the Udwadia-Kalaba
 *  equation and its extension to relaxed constraints, and the generalised inverses behind it.
 *  Equation numbers are those of Ikoki, "The Rolling Wheel Equations without Magic" (2021); the
 *  chapter "Generalised inverses" of the manual lists their properties and the misprints of the
 *  paper.
 *
 *  Shapes: n coordinates and m constraint rows, fixed by wd_uk_new(). All matrices are row major
 *  without gaps: A m x n, M n x n, N m x m, X n x m; Q, C, qdd, Qi, Qni have n entries, b has m.
 *  You choose consistent units: with forces in N and masses in kg, b and qdd are in m/s^2, and so
 *  on; the library does not convert.
 *
 *  Status, ownership, NULL, floating-point and thread rules are those of wheeldyn.h: distinct
 *  handles are independent, calls with a const handle may run concurrently, every other call needs
 *  the handle to itself. All memory is allocated by wd_uk_new(); no other function allocates.
 *  Nothing is printed, nothing aborts, the GSL error handler of the host is not changed. Results
 *  are the same bits for the same input, whatever was computed before. */
#ifndef WHEELDYN_CONSTRAINED_H
#define WHEELDYN_CONSTRAINED_H

#include <wheeldyn/wheeldyn.h>

#ifdef __cplusplus
extern "C" {
#endif

/** @defgroup uk Constrained systems (experimental)
 *  @{ */

/** @name Forms of the generalised inverse
 *  M is symmetric positive definite, N symmetric positive semidefinite, ^+ the Moore-Penrose
 *  inverse.
 *  @{ */
/** A_M^+, the inverse of (4): least squares with minimum M-norm. It is A^+ if M is NULL. N has no
 *  effect. */
#define WD_UK_MOORE_PENROSE 0
/** (13): M^-1/2 (N^1/2 A M^-1/2)^+ N^1/2, N-weighted least squares with minimum M-norm. With
 *  a regular N and independent rows N has no effect. */
#define WD_UK_WEIGHTED 1
/** (18): M^-1/2 ((N^1/2)^+ A M^-1/2)^+ N^1/2. With a regular N and independent rows A X = N: row i
 *  is relaxed to the fraction N_ii of its strength for a diagonal N. A row with N_ii = 0 is
 *  dropped; unless the rows are decoupled this is not the limit N_ii -> 0. */
#define WD_UK_SEMINORM 2
/** M^-1 A^T S (S G S + (I - S^2) diag(G))^+ S with S = N^1/2, G = A M^-1 A^T: a symmetric
 *  relaxation that is continuous for 0 <= s_i <= 1 and keeps rows with s_i = 1 exact. N must be
 *  diagonal with entries s_i^2 in [0, 1]. */
#define WD_UK_RELAXED 3
/** @} */

/** @name Settings and reports of wd_uk_set() and wd_uk_get()
 *  @{ */
#define WD_UK_METHOD 1         /**< set, get: WD_UK_AUTO (default), _CHOLESKY, _QR or _SVD */
#define WD_UK_RANK_TOLERANCE 2 /**< set, get: in [0, 1); 0 (default) means max(m, n) eps */
/** get: number of independent rows in the last computation, among the rows that the form keeps */
#define WD_UK_RANK 3
/** get: Euclidean norm |A qdd - b| over all m rows after the last wd_uk_solve(), for any form. Rows
 *  that a form relaxes or drops have a residual by design */
#define WD_UK_RESIDUAL 4
#define WD_UK_METHOD_USED 5 /**< get: method used last: WD_UK_CHOLESKY, _QR or _SVD */
/** @} */

/** @name Methods
 *  If a method is not accurate enough for the condition of the rows it is replaced: WD_UK_AUTO by
 *  singular values, WD_UK_CHOLESKY by QR, QR by singular values; WD_UK_METHOD_USED reports the
 *  method used last. The rank is determined from rows scaled to norm 1 (in the metric of M).
 *  @{ */
#define WD_UK_AUTO 0     /**< Cholesky if as accurate as singular values, else singular values */
#define WD_UK_CHOLESKY 1 /**< Cholesky of A M^-1 A^T, one correction: condition up to about 1e4 */
#define WD_UK_QR 2       /**< QR with column pivoting: any independent rows */
#define WD_UK_SVD 3      /**< singular values, the reference: any rows */
/** @} */

/** Workspace, settings and report for systems of one size. @since 0.1 */
typedef struct wd_uk wd_uk;

/** Create a workspace for n coordinates and m constraint rows.
 *  @param n          >= 1
 *  @param m          >= 0; may exceed n. Without rows X is empty and qdd = M^-1 (Q + C)
 *  @param[out] out   the workspace, yours to free with wd_uk_free(); NULL on failure
 *  @return WD_OK, WD_EINVAL (out is NULL, n is 0), WD_ENOMEM
 *  @since 0.1 */
WD_API int32_t wd_uk_new(size_t n, size_t m, wd_uk **out);

/** Free a workspace. NULL is allowed. @since 0.1 */
WD_API void wd_uk_free(wd_uk *uk);

/** Text of the last failing non-const call on this workspace, naming the argument; "" before the
 *  first failure and for NULL; successful calls do not change it. It is valid as long as the
 *  workspace.
 *  @since 0.1 */
WD_API const char *wd_uk_error(const wd_uk *uk);

/** Change a setting.
 *  @param what    WD_UK_METHOD or WD_UK_RANK_TOLERANCE
 *  @param value   a method; or a tolerance in [0, 1)
 *  @return WD_OK, WD_EINVAL (uk is NULL, no such setting), WD_ERANGE (value), WD_EROLE (read only)
 *  @since 0.1 */
WD_API int32_t wd_uk_set(wd_uk *uk, int32_t what, double value);

/** Read a setting, or a report of the last computation that succeeded.
 *  @param what         WD_UK_METHOD ... WD_UK_METHOD_USED
 *  @param[out] value   not written on failure
 *  @return WD_OK, WD_EINVAL (NULL, no such number), WD_ESTATE (nothing was computed yet; for
 *          WD_UK_RESIDUAL: nothing was solved yet)
 *  @since 0.1 */
WD_API int32_t wd_uk_get(const wd_uk *uk, int32_t what, double *value);

/** Compute a generalised inverse X of A.
 *  @param A        m x n; NULL only if m is 0
 *  @param M        n x n, symmetric positive definite; NULL: identity
 *  @param N        m x m, symmetric positive semidefinite (a dense one up to rounding: eigenvalues
 *                  of at most m eps of the largest are zero); NULL: identity
 *  @param form     WD_UK_MOORE_PENROSE, WD_UK_WEIGHTED, WD_UK_SEMINORM or WD_UK_RELAXED
 *  @param[out] X   n x m, not written on failure; must not overlap an input. NULL only if m is 0
 *  @return WD_OK, WD_EINVAL (NULL, form, NaN or infinity, M not symmetric, N not as above),
 *          WD_ESINGULAR (M not positive definite), WD_ERANGE (X overflows)
 *  @since 0.1 */
WD_API int32_t wd_uk_inverse(wd_uk *uk, const double *A, const double *M, const double *N,
                             int32_t form, double *X);

/** Solve a constrained system: with a = M^-1 Q
 *
 *      Qi  = M X (b - A a)                ideal constraint force, (4)
 *      Qni = C - M X A M^-1 C             non-ideal constraint force, (5)
 *      qdd = M^-1 (Q + Qi + Qni)          (17)
 *
 *  where X is the inverse of the given form. C is the force of the non-ideal constraints, such as
 *  friction, as it would act without A; Qni is the part of C that remains under the constraints.
 *  @param M          n x n, symmetric positive definite; NULL: identity
 *  @param Q          n applied forces
 *  @param A          m x n; NULL only if m is 0. Rows may be dependent or zero
 *  @param b          m right-hand sides; NULL: zero. If dependent rows contradict each other the
 *                    result is the least-squares compromise, see WD_UK_RESIDUAL
 *  @param C          n forces; NULL: zero
 *  @param N          as in wd_uk_inverse()
 *  @param form       as in wd_uk_inverse()
 *  @param[out] qdd   n accelerations, or NULL; not written on failure; must not overlap an input or
 *                    another output
 *  @param[out] Qi    n ideal constraint forces, or NULL; likewise
 *  @param[out] Qni   n non-ideal constraint forces, or NULL; likewise
 *  @return WD_OK, WD_EINVAL, WD_ESINGULAR as wd_uk_inverse(), WD_ERANGE (a result overflows)
 *  @since 0.1 */
WD_API int32_t wd_uk_solve(wd_uk *uk, const double *M, const double *Q, const double *A,
                           const double *b, const double *C, const double *N, int32_t form,
                           double *qdd, double *Qi, double *Qni);

/** @} */
/** @defgroup constrained Motion of constrained systems (experimental)
 *  For models of kind "constrained", whose coordinates and constraints are parts, see parts.h.
 *  @{ */

/** The equations of a system with n coordinates and m constraints, in the order in which these
 *  parts were added: M qdd = Q + C + constraint forces, A qdd = b.
 *
 *  It must be a pure function of `t`, `q` and `v`: it is called several times per step, in any
 *  order, also for states that the motion never reaches. It must not throw or longjmp. "Callbacks"
 *  in wheeldyn.h says which calls on its own model are allowed. Matrices are row major.
 *
 *  Without wd_model_set_constraints() constraints are at rest: A v = 0 holds, so b is -(dA/dt) v.
 *  With it A v = c(t, q) holds, so b is dc/dt - (dA/dt) v.
 *  @param t          time [s]
 *  @param q          n coordinates
 *  @param v          n velocities, their time derivatives
 *  @param[out] M     n x n, symmetric positive definite; NaN on entry
 *  @param[out] Q     n applied forces, including inertial forces that depend on v; zero on entry
 *  @param[out] C     n forces of non-ideal constraints, see wd_uk_solve(); zero on entry
 *  @param[out] A     m x n; NaN on entry
 *  @param[out] b     m right-hand sides; zero on entry
 *  @param[out] phi   m violations: for a holonomic constraint phi(t, q) = 0, whose row of A is the
 *                    derivative of phi with respect to q (c is the derivative of -phi by t);
 *                    ignored for others. Zero on entry. A positive multiplier pushes towards
 *                    phi > 0, the free side of a unilateral constraint. There the constraint NAME
 *                    is open if param.NAME.opens = yes
 *  @param user       as given to wd_model_set_equations()
 *  @return 0 on success. Any other value makes the call that needs the equations fail with
 *          WD_EINPUT, as do a number that is not finite and an M that is not symmetric. An M that
 *          is not positive definite makes it fail with WD_ESINGULAR or, within a step, WD_ENOCONV
 *  @since 0.1 */
typedef int32_t (*wd_equations_fn)(double t, const double *q, const double *v, double *M, double *Q,
                                   double *C, double *A, double *b, double *phi, void *user);

/** Velocities and weights of the constraints of such a system; rules as for wd_equations_fn. It is
 *  called after each call of the equations, with the same `t`, `q` and `v`.
 *  @param t         time [s]
 *  @param q         n coordinates
 *  @param v         n velocities
 *  @param[out] c    m velocities: the constraints are A v = c(t, q), for example of a turntable, a
 *                   driven joint or moving ground. b of the equations contains dc/dt, see
 *                   wd_equations_fn. Finite; zero on entry
 *  @param[out] N    m weights in [0, 1], which may depend on `t`, `q` and `v`: the diagonal of N of
 *                   solver.form, see WD_UK_WEIGHTED, _SEMINORM and _RELAXED. On entry
 *                   param.NAME.relax. A row is projected if both `relax` and its weight
 *                   are 1; a row whose weight returns to 1 while it is violated needs `relax` < 1
 *  @param user      as given to wd_model_set_constraints()
 *  @return 0 on success. Any other value makes the call that needs the constraints fail with
 *          WD_EINPUT, as do a c that is not finite and an N out of range
 *  @since 0.1 */
typedef int32_t (*wd_constraints_fn)(double t, const double *q, const double *v, double *c,
                                     double *N, void *user);

/** The energy of such a system; rules as for wd_equations_fn.
 *  @param t                time [s]
 *  @param q                n coordinates
 *  @param v                n velocities
 *  @param[out] kinetic     kinetic energy [J]; NaN on entry
 *  @param[out] potential   potential energy of the conservative forces in Q [J]; NaN on entry
 *  @param[out] power       power of the other forces in Q [W]; zero on entry
 *  @param user             as given to wd_model_set_energies()
 *  @return 0 on success; any other value makes the call that needs it fail with WD_EINPUT
 *  @since 0.1 */
typedef int32_t (*wd_energy_fn)(double t, const double *q, const double *v, double *kinetic,
                                double *potential, double *power, void *user);

/** Set the equations of a model, at any time. Reset and load keep them, wd_model_load_preset()
 *  removes them, and clones copy them. A snapshot only marks them: before load the equations must
 *  be set, and the energies and constraints if there were any.
 *  @param fn     NULL: remove them, only while set up; the model cannot start without equations
 *  @param user   passed to `fn` unchanged; must stay valid as long as `fn` is set, also in clones
 *  @return WD_OK, WD_EINVAL, WD_EROLE (a kind with built-in equations), WD_ESTATE (NULL while
 *          running, or inside a callback)
 *  @since 0.1 */
WD_API int32_t wd_model_set_equations(wd_model *model, wd_equations_fn fn, void *user);

/** Set the energy function of the system, at any time. It is needed for output.kinetic_energy,
 *  potential_energy, work and dissipated, which are 0 without it.
 *  @param fn     NULL: remove it
 *  @param user   as in wd_model_set_equations()
 *  @return WD_OK, WD_EINVAL, WD_EROLE (a kind with built-in equations), WD_ESTATE (inside a
 *          callback)
 *  @since 0.1 */
WD_API int32_t wd_model_set_energies(wd_model *model, wd_energy_fn fn, void *user);

/** Set the function of moving constraints and varying weights, at any time. The power of a
 *  constraint that moves, its multiplier times c, counts as work in output.work. Reset, load,
 *  clones and snapshots treat this function as that of the equations.
 *  @param fn     NULL: remove it; then c is 0 and the weights are param.NAME.relax
 *  @param user   as in wd_model_set_equations()
 *  @return WD_OK, WD_EINVAL, WD_EROLE (a kind with built-in equations), WD_ESTATE (inside a
 *          callback)
 *  @since 0.1 */
WD_API int32_t wd_model_set_constraints(wd_model *model, wd_constraints_fn fn, void *user);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
