/* SPDX-License-Identifier: MIT */
/** @file exchange.h
 *  **Experimental until 1.0: functions of this header may change or go without a new soname**.
 *
 *  The equations of a model for an integrator of your own ("model exchange"): derivatives, event
 *  indicators and the update at events replace wd_model_step_to(). They exist for all kinds
 *  whose equations the library integrates. Models with a stepping scheme of their own, such as
 *  impact_wheel and solver.scheme = moreau, and vehicles on a terrain have no states here: for them
 *  these functions return 0, NULL, NaN or WD_EROLE.
 *
 *  **States.** An array of states has wd_model_state_count() numbers: the variables of role
 *  WD_STATE in the order of their refs, then output.work and output.dissipated, so that the energy
 *  balance holds with any integrator. The motion does not depend on the last two.
 *
 *  **How to integrate.** After wd_model_init() read the start with wd_model_states() and call
 *  wd_model_event_update(). Then repeat: take a step with wd_model_derivative(), not beyond
 *  wd_model_next_time(); if an indicator is no longer positive, go back to the time at which the
 *  first indicator reaches zero or has just passed it; call wd_model_event_update() with the time
 *  and states reached. If it returns WD_EVENT, restart the integrator from the states that the call
 *  has written. If it returns WD_OK, continue: the call has only removed the drift of the states
 *  from the constraints, so a multistep method may continue with its own states. WD_END means that
 *  the motion has ended.
 *
 *  **Between updates** the modes of the model are constant. A signal has pieces between its knots.
 *  The derivatives use, at all times, the formula of the piece that begins at the last update, so
 *  they are smooth, also before and beyond the step. An input that you set acts from the next call
 *  on; the modes adapt to it at the next update. If the energy of the model depends on a tunable,
 *  setting it does work, which changes the state output.work: read the states again.
 *
 *  An update moves the model: wd_model_time(), the state variables, outputs, events and snapshots
 *  are those of the time and the states given. So wd_model_step_to() continues from there, and
 *  after it the integration may begin again with wd_model_states().
 *
 *  No function of this header allocates. Status, ownership, NULL, callback, floating-point and
 *  thread rules are those of wheeldyn.h. */
#ifndef WHEELDYN_EXCHANGE_H
#define WHEELDYN_EXCHANGE_H

#include <wheeldyn/wheeldyn.h>

#ifdef __cplusplus
extern "C" {
#endif

/** @defgroup exchange Model exchange (experimental)
 *  @{ */

/** Number of states in the arrays of this header; 0 for a model without states, see above. It is
 *  constant while the model runs. @since 0.1 */
WD_API size_t wd_model_state_count(const wd_model *model);

/** Name of the variable that is state `i`, such as "state.x" or "output.work"; NULL if `i` is too
 *  large. @since 0.1 */
WD_API const char *wd_model_state_name(const wd_model *model, size_t i);

/** Typical magnitude of state `i` in its unit, above 0: an integrator with an absolute tolerance
 *  for each state multiplies `solver.atol` by it. The magnitude is 1 unless the kind has a scale,
 *  such as param.NAME.scale of kind constrained. NaN if `i` is too large. @since 0.1 */
WD_API double wd_model_state_nominal(const wd_model *model, size_t i);

/** Read the present states of a running model.
 *  @param[out] states   wd_model_state_count() numbers; not written on failure
 *  @return WD_OK, WD_EINVAL (NULL), WD_EROLE (no states), WD_ESTATE (set up, or inside a callback)
 *  @since 0.1 */
WD_API int32_t wd_model_states(const wd_model *model, double *states);

/** Compute the time derivatives of the states, with the present modes, inputs and tunables. The
 *  model does not change. Even so, no other thread may use the model during the call, because the
 *  call computes in the memory of the model.
 *  @param t            time [s], finite; it may be before or after the present time
 *  @param states       wd_model_state_count() finite numbers
 *  @param[out] rates   as many derivatives, in the unit of the state per second; not written on
 *                      failure. It may be the same array as `states`
 *  @return WD_OK; WD_EINVAL (NULL, t), WD_ERANGE (a state is not finite), WD_EROLE (no states),
 *          WD_ESTATE (set up, or inside a callback), WD_EINPUT, WD_EINTERRUPT; WD_ENOCONV,
 *          WD_ESINGULAR or WD_ENOSOL if the derivatives do not exist or are not found at these
 *          states: a shorter step may help
 *  @since 0.1 */
WD_API int32_t wd_model_derivative(wd_model *model, double t, const double *states, double *rates);

/** Number of event indicators; 0 for a model without states or events. It is constant while the
 *  model runs. @since 0.1 */
WD_API size_t wd_model_indicator_count(const wd_model *model);

/** Compute the event indicators. Each is positive while the present modes hold and reaches zero at
 *  an event. At the instant of a bounce, after which the contact opens again, the indicator of the
 *  contact is zero and rises. The model does not change.
 *  @param t             as in wd_model_derivative()
 *  @param states        as in wd_model_derivative()
 *  @param[out] values   wd_model_indicator_count() numbers; not written on failure. NULL only if
 *                       there are none
 *  @return as wd_model_derivative()
 *  @since 0.1 */
WD_API int32_t wd_model_indicators(wd_model *model, double t, const double *states, double *values);

/** Complete a step, or handle an event: move the model to the time and states, project them onto
 *  the constraints, make all jumps that are due, with their events in the log, and set the modes
 *  that follow. Call it once before the first step, after each step, and again after an input or a
 *  tunable was set. It computes the outputs.
 *
 *  An indicator counts as an event if it is zero or below at the given states or at the projected
 *  states, or if it reaches zero within the next 1e-12 s. The call also handles a contact that has
 *  opened and closed again within one step.
 *  @param t                time [s], not before wd_model_time()
 *  @param[in,out] states   in: the states reached; out: those from which to continue; not written
 *                          on failure
 *  @return WD_OK: continue; WD_EVENT: states, modes, inputs or indicators have jumped, so restart
 *          the integrator; WD_END: the motion ends here; or it has ended in an earlier call, and
 *          then nothing is written. WD_EINVAL, WD_ERANGE, WD_EROLE, WD_ESTATE, WD_EINPUT,
 *          WD_EINTERRUPT as wd_model_derivative(); WD_ESINGULAR, WD_ENOCONV, WD_ENOSOL, WD_ELIMIT
 *          as wd_model_step_to()
 *  @since 0.1 */
WD_API int32_t wd_model_event_update(wd_model *model, double t, double *states);

/** Time of the next event that is known beforehand: the next knot of a signal, where inputs may
 *  jump or bend. End a step there and call wd_model_event_update().
 *  @return a time after the last update [s]; infinity if there is none; NaN for NULL and for a
 *          model that is set up or has no states
 *  @since 0.1 */
WD_API double wd_model_next_time(const wd_model *model);

/** Compute the outputs at any time and states, with the present modes. wd_model_get() returns these
 *  outputs until the next call that computes outputs. State variables, time and everything else
 *  remain those of the last update.
 *  @param t        as in wd_model_derivative()
 *  @param states   as in wd_model_derivative()
 *  @return as wd_model_derivative()
 *  @since 0.1 */
WD_API int32_t wd_model_eval_at(wd_model *model, double t, const double *states);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
