/* SPDX-License-Identifier: MIT */
/** @file batch.h
 *  **Experimental until 1.0: functions of this header may change or go without a new soname**.
 *
 *  Batches: many models of one shape (the same kind, with the same parts in the same order) that
 *  are stepped by one call, in several threads, with arrays of inputs and outputs; for ensembles,
 *  random searches and reinforcement learning.
 *
 *  A batch has members, numbered from 0. Each is the copy of a running model, with settings,
 *  signals, events and time of its own. Its motion has the same bits as that of the model, with any
 *  number of threads. A member needs less memory than a model, because the working memory exists
 *  once for each thread (docs/batch.rst has numbers). Parts, terrains and signals of a member
 *  cannot be set: replace the member by a model that has them (wd_batch_put()).
 *
 *  **Arrays** have a row for each member, with as many numbers as there are refs (row major). A
 *  mask has a byte for each member, 0 for members that the call skips; NULL stands for all members.
 *  Refs are those of wd_model_find() on the model of which the batch was made.
 *
 *  **Failures.** A call that is refused as a whole, as for a wrong argument, changes nothing. In
 *  wd_batch_step_to() each member has a status of its own: a member that fails is unchanged, and
 *  all others move.
 *
 *  **Threads.** The threads of a batch wait between calls, and no signal of the operating system is
 *  handled in them. Where there are no threads (Windows, WebAssembly) the calling thread does
 *  everything, with the same results. Input functions and other functions of yours are called in
 *  any of these threads, for several members at the same time; the interrupt function is called in
 *  the calling thread alone. Inside these functions every call on the batch that has a status
 *  returns WD_ESTATE. wd_batch_free() is allowed there: the call under way then ends with WD_ESTATE
 *  and frees the batch. A process that was made by fork() has no threads of the batch: there the
 *  batch computes in the calling thread.
 *
 *  Memory is allocated by wd_batch_new(), wd_batch_take(), wd_batch_init(), by wd_batch_put() of a
 *  model with other sizes, and by wd_batch_restart() after that. Other rules (status, ownership,
 *  NULL, floating point) are those of wheeldyn.h. */
#ifndef WHEELDYN_BATCH_H
#define WHEELDYN_BATCH_H

#include <wheeldyn/wheeldyn.h>

#ifdef __cplusplus
extern "C" {
#endif

/** @defgroup batch Batches of models (experimental)
 *  @{ */

/** A batch. */
typedef struct wd_batch wd_batch;

/** Create a batch whose members are all copies of a running model.
 *  @param model      remains yours; it may be freed before the batch
 *  @param members    1 or more
 *  @param threads    1 to 4096, the calling one included; best the number of free processors
 *  @param[out] out   the batch, yours to free; NULL on failure
 *  @return WD_OK, WD_EINVAL (NULL or a number), WD_ESTATE (set up, or inside a callback), WD_ENOMEM
 *          (or the system refuses threads)
 *  @since 0.1 */
WD_API int32_t wd_batch_new(const wd_model *model, size_t members, size_t threads, wd_batch **out);

/** Free a batch with its members and threads. NULL is allowed. @since 0.1 */
WD_API void wd_batch_free(wd_batch *batch);

/** Text of the last failing call that takes the batch as non-const: what was wrong, and which
 *  member. "" before the first failure and for NULL. Successful calls, and calls refused inside a
 *  callback, do not change it. @since 0.1 */
WD_API const char *wd_batch_error(const wd_batch *batch);

/** Text of the last failure of member `i`, as wd_model_error(); "" if there is none. @since 0.1 */
WD_API const char *wd_batch_member_error(const wd_batch *batch, size_t i);

/** Number of members; 0 for NULL. @since 0.1 */
WD_API size_t wd_batch_member_count(const wd_batch *batch);

/** Number of threads, the calling one included: 1 where there are none; 0 for NULL. @since 0.1 */
WD_API size_t wd_batch_thread_count(const wd_batch *batch);

/** Replace member `i` by a copy of a running model: other parameters, another start or another
 *  time. The model must be of the same kind and have the same parts in the same order. It must have
 *  a terrain, a surface or a path if the model of which the batch was made had one of these,
 *  and none of them otherwise.
 *  @return WD_OK, WD_EINVAL (NULL), WD_ERANGE (`i`), WD_EKIND (another shape), WD_ESTATE (set up,
 *  or inside a callback), WD_ENOMEM; on failure the member is as it was
 *  @since 0.1 */
WD_API int32_t wd_batch_put(wd_batch *batch, size_t i, const wd_model *model);

/** Make a model of member `i`, which continues with the same bits: to look at its events, to save
 *  it or to change what a batch cannot.
 *  @param[out] out   the model, yours to free; NULL on failure
 *  @return WD_OK, WD_EINVAL (NULL), WD_ERANGE (`i`), WD_ESTATE (inside a callback), WD_ENOMEM
 *  @since 0.1 */
WD_API int32_t wd_batch_take(const wd_batch *batch, size_t i, wd_model **out);

/** Replace members by copies of the model of which the batch was made, as it was at that time.
 *  Allocates nothing unless wd_batch_put() has given a member other sizes.
 *  @param mask   members
 *  @return WD_OK, WD_EINVAL (NULL), WD_ESTATE (inside a callback), WD_ENOMEM: members before the
 *  one that needs memory have been changed
 *  @since 0.1 */
WD_API int32_t wd_batch_restart(wd_batch *batch, const uint8_t *mask);

/** Start members again, each with values of its own: reset the settings to those of the model of
 *  which the batch was made, as they were then, set the values, and start as wd_model_init().
 *  Members start in all threads. The first call allocates a model for each thread.
 *  @param t0            start time [s], finite
 *  @param refs          `n` refs of parameters, tunables, inputs, start values, or solver settings
 *                       that can be set while a model runs
 *  @param values        `n` numbers for each member; rows of members that are not in the mask are
 *                       not read. NULL if n is 0
 *  @param mask          members
 *  @param[out] status   for each member WD_OK or a failure, as wd_model_set() and wd_model_init()
 *                       return it; NULL is allowed. Not written if the call is refused as a whole
 *  @return WD_OK if no member failed, else the status of the failing member with the lowest number
 *          (a failing member continues its former motion); WD_EINVAL (NULL, t0), WD_ERANGE (a ref),
 *          WD_EROLE (a variable that cannot be set here), WD_ESTATE (inside a callback), WD_ENOMEM
 *  @since 0.1 */
WD_API int32_t wd_batch_init(wd_batch *batch, double t0, const uint32_t *refs, size_t n,
                             const double *values, const uint8_t *mask, int32_t *status);

/** Read the times of all members.
 *  @param[out] t   a number for each member [s]
 *  @return WD_OK, WD_EINVAL (NULL), WD_ESTATE (inside a callback)
 *  @since 0.1 */
WD_API int32_t wd_batch_times(const wd_batch *batch, double *t);

/** Read variables of all members, as wd_model_get(). Outputs that could not be computed in the
 *  model from which a member was made are NaN until they are computed in a step of the member.
 *  @param refs          `n` refs
 *  @param[out] values   `n` numbers for each member; not written on failure
 *  @return WD_OK, WD_EINVAL (NULL), WD_ERANGE (a ref), WD_ESTATE (inside a callback)
 *  @since 0.1 */
WD_API int32_t wd_batch_get(const wd_batch *batch, const uint32_t *refs, size_t n, double *values);

/** Set inputs, tunables and solver settings of members, as wd_model_set() on a running model: all
 *  or nothing. Outputs do not change before the next step.
 *  @param refs     `n` refs
 *  @param values   `n` numbers for each member; rows of members that are not in the mask are not
 *                  read
 *  @param mask     members
 *  @return WD_OK, WD_EINVAL (NULL), WD_ERANGE (a ref, or a value out of its bounds or not a
 *  number), WD_EROLE (not settable while running), WD_ESTATE (inside a callback)
 *  @since 0.1 */
WD_API int32_t wd_batch_set(wd_batch *batch, const uint32_t *refs, size_t n, const double *values,
                            const uint8_t *mask);

/** Advance members, each to its own time, as wd_model_step_to().
 *  @param t             a time for each member [s]; times of members that are not in the mask are
 *                       not read. For a member whose time equals its present time, the call
 *                       computes the outputs again
 *  @param mask          members
 *  @param[out] status   for each member what wd_model_step_to() returns: WD_OK, WD_EVENT, WD_END or
 *                       a failure, WD_EINVAL for a time that is not finite or in the past; WD_OK
 *                       for members that are not in the mask. NULL is allowed. Not written if the
 *                       call is refused as a whole
 *  @return WD_OK if no member failed, else the status of the failing member with the lowest number;
 *          WD_EINVAL (NULL), WD_ESTATE (inside a callback). After WD_EINTERRUPT some members may
 *          have moved: their status says which
 *  @since 0.1 */
WD_API int32_t wd_batch_step_to(wd_batch *batch, const double *t, const uint8_t *mask,
                                int32_t *status);

/** Set whether wd_batch_step_to() computes outputs. In calls of one step each, a step of the scheme
 *  moreau without outputs needs half to three quarters of the work (docs/batch.rst). Outputs, and
 *  the values of inputs with a signal or a function, are then those of earlier calls, also in
 *  models of wd_batch_take(); states, events and times are always the present ones. A call of
 *  wd_batch_step_to() with the present time of a member computes its outputs in any case. The
 *  motion has the same bits with and without outputs, but without them a step whose outputs cannot
 *  be computed does not fail.
 *  @param each_step   0: no outputs; anything else: outputs at each step, as in a new batch
 *  @return WD_OK, WD_EINVAL (NULL), WD_ESTATE (inside a callback)
 *  @since 0.1 */
WD_API int32_t wd_batch_set_outputs(wd_batch *batch, int32_t each_step);

/** Set a function that wd_batch_step_to() and wd_batch_init() poll, as wd_model_set_interrupt_fn()
 *  describes, only in the calling thread. If the function does not return 0, members whose step is
 *  under way keep the state before the call, and no other member begins its step.
 *  @param fn     NULL: none
 *  @param user   passed to `fn` unchanged; must stay valid as long as `fn` is set
 *  @return WD_OK, WD_EINVAL (NULL), WD_ESTATE (inside a callback)
 *  @since 0.1 */
WD_API int32_t wd_batch_set_interrupt_fn(wd_batch *batch, wd_interrupt_fn fn, void *user);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
