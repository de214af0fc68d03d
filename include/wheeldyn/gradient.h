/* SPDX-License-Identifier: MIT */
/** @file gradient.h
 *  **Experimental until 1.0: functions of this header may change or go without a new soname**.
 *
 *  Derivatives of the outputs at the end of a motion, with impacts, stick, slip and rest, with
 *  respect to parameters, start values and the numbers of signals.
 *
 *  They are computed as differences between motions of copies of the model with a shifted value,
 *  extrapolated to a shift of 0, each with an estimate of its error. Outputs are smooth functions
 *  of a value as long as the sequence of events is the same: their types, their order, and the
 *  contacts or parts that they concern; times and impulses may differ. So only motions with the
 *  same sequence of events as the unshifted motion are used.
 *
 *  Status, ownership, NULL, callback, floating-point and thread rules are those of wheeldyn.h. */
#ifndef WHEELDYN_GRADIENT_H
#define WHEELDYN_GRADIENT_H

#include <wheeldyn/wheeldyn.h>

#ifdef __cplusplus
extern "C" {
#endif

/** @defgroup gradient Gradients (experimental)
 *  @{ */

/** In `numbers` of wd_model_gradient(): the variable itself, not a number of its signal. */
#define WD_GRADIENT_VALUE SIZE_MAX

/** Motions with a larger and with a smaller value have the events of the unshifted motion, and the
 *  derivatives from both sides are the same: an ordinary derivative. */
#define WD_GRADIENT_TWO_SIDED 0
/** The derivative from above, for larger values. Only motions with a larger value have these
 * events: the value is at a limit of its range, or the sequence of events changes at this value. Or
 * an output has a kink at this value, for example because a knot of an input is at the end. */
#define WD_GRADIENT_FROM_ABOVE 1
/** The derivative from below, for smaller values. */
#define WD_GRADIENT_FROM_BELOW 2
/** No derivative is found: the sequence of events changes on both sides, down to the smallest
 * shift, or the difference quotients of all outputs grow without limit, as at a grazing contact. */
#define WD_GRADIENT_NONE 3

/** Name of a number WD_GRADIENT_TWO_SIDED ... WD_GRADIENT_NONE, such as "two_sided"; "unknown" for
 *  other numbers. Never NULL.
 *  @since 0.1 */
WD_API const char *wd_gradient_name(int32_t side);

/** Compute the derivatives of outputs at time `t_end` with respect to values at the start.
 *
 *  If the model is set up, each motion starts at `t0`, as by wd_model_init(). If it is running,
 *  each motion continues from the present time, which must equal `t0`, and derivatives exist only
 *  with respect to tunables and held inputs. If the motion ends before `t_end` (WD_END), the
 *  outputs are those at its end. The model does not change.
 *
 *  The copies are integrated with a tolerance of 1e-4 times `solver.rtol`, at least 1e-13, and 1e-2
 *  times `solver.atol`, at least 1e-14, unless the tolerance of the model is smaller. With
 *  `solver.fixed_step` the derivatives are those of the discrete motion. One derivative needs ten
 *  to forty motions, a one-sided derivative up to sixty. If `t_end` equals `t0`, motions take no
 *  time, and the derivatives are those of the outputs at this instant.
 *
 *  Error estimates compare extrapolations from different shifts; they are no bounds. They do not
 *  contain errors that all motions have in common, such as those of fixed steps, and are too small
 *  if a feature of an output is narrow and missed (docs/gradient.rst).
 *  @param t0           start time [s], finite
 *  @param t_end        end time [s], finite, at least `t0`
 *  @param outputs      refs of states and outputs that are no choices
 *  @param n_outputs    number of outputs
 *  @param variables    refs of parameters, tunables, start values, held inputs, which take any real
 *                      number, and of inputs with a signal
 *  @param numbers      for each variable WD_GRADIENT_VALUE, or for an input with a signal the index
 *                      of one of its numbers, as given to wd_model_set_input_signal(): of pairs
 *                      (t, u), 2 k is the time of knot k and 2 k + 1 its value. NULL: all are
 *                      WD_GRADIENT_VALUE
 *  @param n_variables  number of variables
 *  @param threads      1 to 4096, the calling one included: number of threads that share the
 *                      variables; best the number of free processors. The results do not depend on
 *                      it. With more than 1, input functions and other functions of the model are
 *                      called in any of these threads, several at the same time, and must call no
 *                      function with this model; the interrupt function is called in the calling
 *                      thread alone. Where there are no threads (Windows, WebAssembly) the calling
 *                      thread does everything
 *  @param[out] gradient  n_outputs * n_variables, row major: output i by variable j in [i *
 *                      n_variables + j], in the unit of the output per unit of the variable; NaN
 *                      if there is no derivative, also of a single output
 *  @param[out] errors  estimate of the absolute error of each derivative, infinity if there is no
 *                      derivative; may be NULL
 *  @param[out] sides   for each variable WD_GRADIENT_TWO_SIDED ... WD_GRADIENT_NONE
 *  @return WD_OK, also if derivatives are one-sided or do not exist; WD_EINVAL (NULL, times, number
 *          of threads), WD_ERANGE (a ref, an index), WD_EROLE (a variable or output of another
 *          role, a choice, a whole number, an input with a signal or function; `t_end` after `t0`
 *          and solver.scheme = moreau, in which impact times do not depend on values), WD_ESTATE
 *          (inside a callback; a value that cannot be set while running), WD_ENOMEM (or the system
 *          refuses threads), WD_EINTERRUPT; or the failure of the unshifted motion. On failure
 *          nothing is written
 *  @since 0.1 */
WD_API int32_t wd_model_gradient(wd_model *model, double t0, double t_end, const uint32_t *outputs,
                                 size_t n_outputs, const uint32_t *variables, const size_t *numbers,
                                 size_t n_variables, size_t threads, double *gradient,
                                 double *errors, int32_t *sides);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
