/* SPDX-License-Identifier: MIT */
/** @file wheeldyn.h
 *  Simulation of wheels: make a model of a kind, set its named variables, initialise, step, query.
 *
 *  Conventions of every function in this header:
 *
 *  - **Status.** Functions that can fail return `int32_t`: WD_OK, a positive status (the call
 *    succeeded and reports an event or the end of the motion) or a negative failure. A failing call
 *    changes nothing but the error text and the `stat.*` counters.
 *  - **Units.** SI throughout, angles in radians. Axes follow ISO 8855: x forward, y left (up in
 *    the planar kinds of the vertical plane), z up.
 *  - **Ownership.** You own the models that wd_model_new() and wd_model_clone() return, and free
 *    them with wd_model_free(). A `const char *` returned for a handle is valid as long as the
 *    handle; the strings of a part variable are valid until the part is removed or load or
 *    load_preset changes the parts, see parts.h. Other strings are valid permanently. Never free a
 *    string. Arrays are copied; no pointer to them is kept.
 *  - **Threads.** Distinct models are independent. Calls that take a `const wd_model *` may run
 *    concurrently on one model; every other call needs the model to itself. There are no globals.
 *    A const call may wait while another one computes results that are due, see wd_model_get().
 *  - **Callbacks.** A function of yours that a model calls, such as a wd_input_fn, can neither read
 *    nor change the motion of this model: all calls on it return WD_ESTATE, wd_model_time() NaN,
 *    and the functions that return the size of data of this model return 0, such as
 *    wd_model_event_count(), wd_model_save_size(), wd_model_terrain(), wd_model_path() and
 *    wd_model_input_signal(). It can still read what is common to all models of the kind (kind,
 *    variables except their values, choices, widths and names of events and of the linear model)
 *    and wd_model_error(). wd_model_free() in such a function makes the outermost call fail with
 *    WD_ESTATE and free the model when it returns; no function of yours is called after that. Other
 *    models can be used without restriction.
 *  - **Memory.** Memory is allocated by `_new`, `_clone`, `_load_preset`, `_init`, the setters of
 *    signals, terrain and path, and by a `_load` that changes the shape of the model. Stepping,
 *    querying, saving and returning to a snapshot allocate nothing.
 *  - **NULL.** For a NULL model functions return WD_EINVAL, 0, NULL or NaN, whichever fits the
 *    return type; freeing NULL does nothing.
 *  - **Floating point.** The library computes in the default environment (rounding to nearest, no
 *    traps, no flush to zero), whatever the environment of the calling thread, and restores the
 *    latter, flags included: no call raises a flag, and none ends in SIGFPE. Functions of yours
 *    that a model calls run in your environment, and the flags that they raise are kept.
 *  - Nothing is printed and nothing aborts. The locale, errno, signals and GSL error handler of the
 *    host are not changed.
 */
#ifndef WHEELDYN_WHEELDYN_H
#define WHEELDYN_WHEELDYN_H

#include <stddef.h>
#include <stdint.h>

#include <wheeldyn/version.h>

/* On Windows programs that link the archive define WD_STATIC; others take the DLL. */
#if defined(_WIN32) && !defined(WD_STATIC)
#ifdef WD_BUILD
#define WD_API __declspec(dllexport)
#else
#define WD_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define WD_API __attribute__((visibility("default")))
#else
#define WD_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** @defgroup status Status codes
 *  Fixed numbers, never renumbered. Zero and positive: success; negative: failure.
 *  @{ */
#define WD_OK 0           /**< done */
#define WD_EVENT 1        /**< stopped just after an event, because `solver.stop_at_events` is 1 */
#define WD_END 2          /**< the motion has reached a limit of the model and ends there */
#define WD_EINVAL (-1)    /**< an argument is NULL, malformed or inconsistent */
#define WD_ENOMEM (-2)    /**< out of memory */
#define WD_EKIND (-3)     /**< no such kind */
#define WD_ENAME (-4)     /**< no such variable, preset or choice */
#define WD_ERANGE (-5)    /**< a value outside its bounds or not finite, or an index too large */
#define WD_EROLE (-6)     /**< a variable of this role cannot be set now, or at all */
#define WD_ESTATE (-7)    /**< the call is out of order */
#define WD_ESINGULAR (-8) /**< a matrix that must be regular is singular */
#define WD_ENOCONV (-9)   /**< an iteration, step-size or step-count limit was reached */
#define WD_ENOSOL (-10)   /**< a contact problem has no solution */
#define WD_ELIMIT (-11)   /**< too many events in one call, or contacts at one instant */
#define WD_EFORMAT (-12)  /**< not a snapshot of this kind, or a malformed scenario */
#define WD_EDOMAIN (-13)  /**< a start, a place or a state outside the domain of the model */
#define WD_EINPUT (-14)   /**< a signal or a function of the user failed */
#define WD_EINTERRUPT (-15) /**< stopped by the interrupt function */
#define WD_EFILE (-16)      /**< a file cannot be read; only returned by scenario.h */
/** @} */

/** @defgroup role Roles of variables
 *  @{ */
#define WD_PARAM 1   /**< parameter: set while set up */
#define WD_TUNABLE 2 /**< parameter that may also change while running */
#define WD_INPUT 3   /**< input: set at any time, or driven by a signal or a function */
#define WD_INIT 4    /**< start value of a kind whose state is computed from start values */
#define WD_STATE 5   /**< state; without WD_INIT variables it is also the start value */
#define WD_OUTPUT 6  /**< value at the end of the last init, step_to, run, load or eval */
#define WD_SOLVER 7  /**< setting of the numerical method */
#define WD_STAT 8    /**< counter of the work done since init */
/** @} */

/** @defgroup signal Forms of input signals
 *  @{ */
#define WD_SIGNAL_HOLD 0   /**< constant, as set (no data) */
#define WD_SIGNAL_LINEAR 1 /**< straight lines through pairs (t, u), constant beyond the ends */
#define WD_SIGNAL_STEP 2   /**< u of a pair (t, u) from its t on; before the first t the first u */
#define WD_SIGNAL_TANH 3   /**< c0 + c1 tanh(rate (t - t0))^power from (c0, c1, rate, t0, power) */
#define WD_SIGNAL_FUNCTION (-1) /**< a wd_input_fn; only returned by wd_model_input_form() */
/** @} */

/** @defgroup event Event types
 *  One numbering for all kinds; append-only.
 *  @{ */
#define WD_EVENT_IMPACT 1      /**< a body hits the ground, or a joint its stop */
#define WD_EVENT_STICK 2       /**< slip ends */
#define WD_EVENT_SLIP 3        /**< slip begins */
#define WD_EVENT_DETACH 4      /**< a lasting contact ends without an impact */
#define WD_EVENT_ZENO_END 5    /**< infinitely many bounces have come to rest */
#define WD_EVENT_FEATURE 6     /**< a contact passes from one terrain feature to the next */
#define WD_EVENT_TOUCHDOWN 7   /**< the torus lies down */
#define WD_EVENT_WHEEL_LIFT 8  /**< a normal force or other one-sided force becomes negative */
#define WD_EVENT_LIMIT 9       /**< the motion leaves the range of the model */
#define WD_EVENT_BRAKE_HOLD 10 /**< a brake has stopped its joint and holds it */
#define WD_EVENT_BRAKE_SLIP 11 /**< a holding brake starts to slip */
#define WD_EVENT_JAM 12        /**< friction alone stops a motion at once (Painleve's paradox) */
#define WD_EVENT_WHEEL_LOAD 13 /**< a normal force or other one-sided force is positive again */
/** @} */

/** A ref that is no variable; a failing wd_model_find() writes it. */
#define WD_NO_REF UINT32_MAX

/** One model instance: a kind, its parameters, inputs and state. Distinct models are independent;
 *  for one model, calls that take it as non-const need a lock of the caller. @since 0.1 */
typedef struct wd_model wd_model;

/** An input as a function of time.
 *
 *  It must be a pure function of `t`: it is called several times per step, in any order, also for
 *  times beyond a later event, and in every call of the library that computes. It must not throw or
 *  longjmp. "Callbacks" above says which calls on its own model are allowed.
 *  @param t            time [s]
 *  @param[out] value   the input at `t`, in its unit and bounds; NaN on entry
 *  @param user         as given to wd_model_set_input_fn()
 *  @return 0 on success; any other value makes the call that needs the input fail with WD_EINPUT
 *  @since 0.1 */
typedef int32_t (*wd_input_fn)(double t, double *value, void *user);

/** Decide whether a long call continues, see wd_model_set_interrupt_fn().
 *
 *  It is called in the thread of that call and must not throw or longjmp. "Callbacks" above says
 *  which calls on its own model are allowed.
 *  @param user   as given with the function
 *  @return 0: continue; any other value: the call fails with WD_EINTERRUPT
 *  @since 0.1 */
typedef int32_t (*wd_interrupt_fn)(void *user);

/** @defgroup library The library
 *  @{ */

/** The version of the library in use, such as "0.1.0". @since 0.1 */
WD_API const char *wd_version(void);

/** The version of the library in use as a number: 1002003 is 1.2.3. Compare with
 *  WD_VERSION_NUMBER, the version of the header. @since 0.1 */
WD_API int32_t wd_version_number(void);

/** How the library in use was built, in one line without a line break: version, compiler, backend
 *  of linear algebra, licence of the binary, such as "wheeldyn 0.1.0, gcc 12.2.0, linear algebra:
 *  own, licence of this binary: MIT". With GSL it is "linear algebra: GSL 2.7.1" (GSL's version at
 *  build time) and "licence of this binary: GPL-3.0-or-later". Constant text, the same in every
 *  call.
 *  @since 0.1 */
WD_API const char *wd_build_info(void);

/** Name of a status, such as "WD_ERANGE"; "WD_?" for an unknown number. Never NULL.
 *  @since 0.1 */
WD_API const char *wd_status_name(int32_t status);

/** One sentence on a status. Never NULL. wd_model_error() gives details. @since 0.1 */
WD_API const char *wd_status_text(int32_t status);

/** Name of an event type, such as "IMPACT"; "?" for an unknown number. Never NULL.
 *  @since 0.1 */
WD_API const char *wd_event_name(int32_t type);

/** @} */
/** @defgroup kinds Kinds of model and their presets
 *  @{ */

/** Number of kinds. @since 0.1 */
WD_API size_t wd_kind_count(void);

/** Name of kind `i`, such as "rolling_wheel"; NULL if `i` is too large. @since 0.1 */
WD_API const char *wd_kind_name(size_t i);

/** One sentence on kind `i`; NULL if `i` is too large. @since 0.1 */
WD_API const char *wd_kind_text(size_t i);

/** Name of the kind nearest to a misspelt name, for a hint "did you mean". If several are equally
 *  near, the first of them. Allocates nothing; bytes of `name` after the 63rd are ignored.
 *  @return a name of wd_kind_name(), valid permanently; NULL only for NULL
 *  @since 0.1 */
WD_API const char *wd_kind_nearest_name(const char *name);

/** Number of presets of a kind; 0 for NULL or an unknown kind. @since 0.1 */
WD_API size_t wd_preset_count(const char *kind);

/** Name of preset `i` of a kind; NULL for an unknown kind or if `i` is too large. @since 0.1 */
WD_API const char *wd_preset_name(const char *kind, size_t i);

/** One sentence on preset `i` of a kind; NULL as wd_preset_name(). @since 0.1 */
WD_API const char *wd_preset_text(const char *kind, size_t i);

/** @} */
/** @defgroup model Creating and freeing models
 *  @{ */

/** Create a model, set up with the defaults of its kind.
 *  @param kind       a name of wd_kind_name()
 *  @param[out] out   the model, yours to free with wd_model_free(); NULL on failure
 *  @return WD_OK, WD_EINVAL (NULL), WD_EKIND, WD_ENOMEM
 *  @since 0.1 */
WD_API int32_t wd_model_new(const char *kind, wd_model **out);

/** Create an independent copy of a model, set up or running: settings, signals, input functions
 *  with their user pointers, state, outputs, events. The copy continues with the same bits.
 *  @param[out] out   the copy, yours to free; NULL on failure
 *  @return WD_OK, WD_EINVAL, WD_ESTATE (inside a callback), WD_ENOMEM
 *  @since 0.1 */
WD_API int32_t wd_model_clone(const wd_model *model, wd_model **out);

/** Free a model. Inside a function that the model calls, the model is freed when the outermost call
 *  on it returns; that call then fails with WD_ESTATE. NULL is allowed. @since 0.1 */
WD_API void wd_model_free(wd_model *model);

/** Name of the model's kind. @since 0.1 */
WD_API const char *wd_model_kind(const wd_model *model);

/** Text of the last failing non-const call on this model: what happened, with the variable, its
 *  value, its limit and the time. A text that ends in "(t = ...)" gives the time that a running
 *  model had reached when the call failed; wd_model_time() is then again the time before the call.
 *  The text has at most 255 bytes and is cut between UTF-8 characters if your names are too long.
 *  It is in English, with a decimal point in numbers whatever the locale. "" before the first
 * failure and for NULL; successful calls do not change it. The pointer is constant; the text
 * changes with the next failure. @since 0.1 */
WD_API const char *wd_model_error(const wd_model *model);

/** Reset everything to the defaults of the kind (input functions, signals, terrain and path are
 *  removed), then set the values and signals of a preset. Only while set up.
 *
 *  A preset may also switch an input that is a choice, at times given in its text; while set up,
 *  get returns the first value. Setting that input removes its remaining switches.
 *  @return WD_OK, WD_EINVAL, WD_ENAME (no such preset), WD_ESTATE (running, or
 *          inside a callback), WD_ENOMEM
 *  @since 0.1 */
WD_API int32_t wd_model_load_preset(wd_model *model, const char *name);

/** @} */
/** @defgroup variables Variables
 *  Every quantity of a model is a named real variable: "param.mass", "input.mu", "state.x",
 *  "output.normal_force", "solver.rtol", "stat.steps". A name is resolved once to a ref; refs run
 *  from 0 to wd_model_var_count() - 1 and are the same for every model of one kind in one loaded
 *  library; for kinds whose models are assembled from parts (parts.h), the same for every model
 *  with the same parts. Store names, not refs, in files.
 *
 *  | role | set while set up | set while running | get while set up |
 *  |---|---|---|---|
 *  | WD_PARAM | yes | WD_EROLE | value |
 *  | WD_TUNABLE, WD_INPUT | yes | yes, from the present time on | value |
 *  | WD_INIT; WD_STATE of kinds without WD_INIT | yes: the start value | WD_EROLE | start value |
 *  | WD_STATE of kinds with WD_INIT; WD_OUTPUT | WD_EROLE | WD_EROLE | WD_ESTATE |
 *  | WD_SOLVER | yes | rtol, atol, max_step, max_steps, stop_at_events; others WD_EROLE | value |
 *  | WD_STAT | WD_EROLE | WD_EROLE | 0 |
 *
 *  While running, get returns the present state, the outputs at the end of the last init, step_to,
 *  run, load or eval, and for an input with a signal or function its value at the time of that
 *  call. Where states are computed from start values, the error text of setting a state names the
 *  start value to set.
 *  @{ */

/** Resolve a name. A const call, which writes no error text; wd_model_nearest_name() returns the
 *  name that may have been meant.
 *  @param[out] ref   the ref, or WD_NO_REF on failure
 *  @return WD_OK, WD_EINVAL, WD_ENAME
 *  @since 0.1 */
WD_API int32_t wd_model_find(const wd_model *model, const char *name, uint32_t *ref);

/** Name of the variable nearest to a misspelt name, for a hint "did you mean" after a const call,
 *  which writes no error text. If several are equally near, the first of them. The error texts of
 *  wd_model_set_value(), wd_model_set_choice() and wd_model_load_preset() contain the nearest name.
 *  Allocates nothing; bytes of `name` after the 63rd are ignored.
 *  @return a name of wd_model_var_name(), valid as long as the model; NULL only for NULL
 *  @since 0.1 */
WD_API const char *wd_model_nearest_name(const wd_model *model, const char *name);

/** Number of variables. @since 0.1 */
WD_API size_t wd_model_var_count(const wd_model *model);

/** Name of a variable; NULL for a ref out of range. @since 0.1 */
WD_API const char *wd_model_var_name(const wd_model *model, uint32_t ref);

/** Unit of a variable in ASCII, such as "N.m", "rad/s", "1"; NULL for a ref out of range.
 *  @since 0.1 */
WD_API const char *wd_model_var_unit(const wd_model *model, uint32_t ref);

/** Description of a variable in one line; NULL for a ref out of range. @since 0.1 */
WD_API const char *wd_model_var_text(const wd_model *model, uint32_t ref);

/** Role of a variable, WD_PARAM to WD_STAT; WD_ERANGE for a ref out of range. @since 0.1 */
WD_API int32_t wd_model_var_role(const wd_model *model, uint32_t ref);

/** Closed bounds of the values that set accepts. A strictly positive quantity has lo = DBL_MIN, an
 *  unbounded one +-DBL_MAX; infinity is a bound only where infinity itself is accepted.
 *  @param[out] lo   smallest value, or NULL
 *  @param[out] hi   largest value, or NULL
 *  @return WD_OK, WD_EINVAL, WD_ERANGE
 *  @since 0.1 */
WD_API int32_t wd_model_var_bounds(const wd_model *model, uint32_t ref, double *lo, double *hi);

/** Number of named values of a variable. 0: the variable is a real. Otherwise it is a choice, whose
 *  values are the whole numbers 0 ... count - 1, each with a name. 0 for a ref out of range.
 *  @since 0.1 */
WD_API size_t wd_model_choice_count(const wd_model *model, uint32_t ref);

/** Name of value `i` of a choice; NULL if there is none. @since 0.1 */
WD_API const char *wd_model_choice_name(const wd_model *model, uint32_t ref, size_t i);

/** Read `n` variables. All or nothing: on failure `out` is not written.
 *
 *  If the model has no function of yours (for an input, the ground, the equations or the
 *  interrupt), then wd_model_step_to(), _advance_to() and _run() leave results due: outputs, and in
 *  adaptive runs the projection of states onto the constraints. The first call that needs them
 *  computes them, with the bits that the call before would have computed. Such calls are
 *  wd_model_get(), _value(), _states(), _save(), _clone(), and all calls that could change what the
 *  results depend on, such as wd_model_set(). Later calls only read.
 *
 *  If several threads read at the same time, one computes and the others wait for it, in a
 *  cancellation point of POSIX threads. In a signal handler that interrupts a call on the model,
 *  and in a process made by fork() during such a call, the wait may never end.
 *
 *  Due outputs that cannot be computed do not change the motion: reading an output fails with the
 *  status with which wd_model_eval() fails. In snapshots and batches these outputs are NaN: after
 *  wd_model_load(), and with wd_batch_get(), reading them does not fail. States that cannot be
 *  projected satisfy the constraints to the tolerance.
 *  @param refs       n refs; NULL only if n is 0
 *  @param[out] out   n values in the variables' units
 *  @return WD_OK, WD_EINVAL, WD_ERANGE (ref), WD_ESTATE (an output while set up; anything
 *          inside a callback), WD_ENOCONV, WD_ESINGULAR, WD_ENOSOL (outputs that were due and
 *          cannot be computed)
 *  @since 0.1 */
WD_API int32_t wd_model_get(const wd_model *model, const uint32_t *refs, size_t n, double *out);

/** Write `n` variables. All or nothing. If a ref is given twice its last value counts. Setting an
 *  input removes its signal, its function, or the switches of a preset. Outputs do not change
 *  before the next call that computes. If the energy of a running model depends on a tunable,
 *  setting it does work, which output.work contains. This may call the function of the surface; if
 *  that fails, the work is not counted.
 *  @return WD_OK, WD_EINVAL, WD_ERANGE (ref, or value out of bounds, NaN, not a whole number for a
 *          choice), WD_EROLE (not settable, or not now), WD_ESTATE (inside a callback)
 *  @since 0.1 */
WD_API int32_t wd_model_set(wd_model *model, const uint32_t *refs, size_t n, const double *in);

/** Read one variable by name. Const: for a wrong name it leaves no error text;
 *  wd_model_nearest_name() returns the name that may have been meant.
 *  @return as wd_model_get(), and WD_ENAME
 *  @since 0.1 */
WD_API int32_t wd_model_value(const wd_model *model, const char *name, double *out);

/** Write one variable by name.
 *  @return as wd_model_set(), and WD_ENAME
 *  @since 0.1 */
WD_API int32_t wd_model_set_value(wd_model *model, const char *name, double value);

/** Set a choice by the name of its value, such as ("param.law", "published").
 *  @return as wd_model_set(), and WD_ENAME (no such variable or value), WD_EINVAL (not a choice)
 *  @since 0.1 */
WD_API int32_t wd_model_set_choice(wd_model *model, const char *name, const char *value);

/** @} */
/** @defgroup inputs Inputs over time, terrain, paths
 *  @{ */

/** Drive an input by a function of time, from the present time on. May be set at any time.
 *
 *  A pulse of the function shorter than `solver.max_step` may be missed; signals with knots are
 *  not.
 *  @param ref    a WD_INPUT that is not a choice
 *  @param fn     see wd_input_fn; NULL: hold the input at its last value again
 *  @param user   passed to `fn` unchanged; must stay valid as long as `fn` is set, also in clones
 *  @return WD_OK, WD_EINVAL, WD_ERANGE (ref), WD_EROLE (not such an input), WD_ESTATE (inside a
 *          callback)
 *  @since 0.1 */
WD_API int32_t wd_model_set_input_fn(wd_model *model, uint32_t ref, wd_input_fn fn, void *user);

/** Drive an input by a signal. The data are copied. Steps of the solver end on every knot of
 *  WD_SIGNAL_LINEAR and WD_SIGNAL_STEP. A call that ends at a knot computes its outputs with the
 *  new value, and with the contact modes that follow from it.
 *  @param ref    a WD_INPUT; a choice takes WD_SIGNAL_HOLD and WD_SIGNAL_STEP only
 *  @param form   WD_SIGNAL_HOLD (n = 0; may be set at any time), WD_SIGNAL_LINEAR or WD_SIGNAL_STEP
 *                (n/2 pairs t [s], u; t strictly increasing), WD_SIGNAL_TANH (5 numbers c0, c1,
 *                rate [1/s], t0 [s], power, a whole number from 1 to 1000)
 *  @param data   n finite numbers; NULL only if n is 0
 *  @return WD_OK, WD_EINVAL (form, n, order of t, power), WD_ERANGE (ref; a value not finite or
 *          outside the input's bounds), WD_EROLE, WD_ESTATE (running, or inside a
 *          callback), WD_ENOMEM
 *  @since 0.1 */
WD_API int32_t wd_model_set_input_signal(wd_model *model, uint32_t ref, int32_t form,
                                         const double *data, size_t n);

/** Source of an input's value: the value that you set (WD_SIGNAL_HOLD), or a signal or function,
 *  also one from a preset or a snapshot. A choice that a preset switches has WD_SIGNAL_STEP.
 *  @param ref   a WD_INPUT
 *  @return WD_SIGNAL_HOLD to WD_SIGNAL_TANH or WD_SIGNAL_FUNCTION; a NULL model gives WD_EINVAL,
 *          which is the number of WD_SIGNAL_FUNCTION; WD_ERANGE (ref), WD_EROLE (not an
 *          input), WD_ESTATE (inside a callback)
 *  @since 0.1 */
WD_API int32_t wd_model_input_form(const wd_model *model, uint32_t ref);

/** Read the signal of an input, also one from a preset or a snapshot.
 *  @param ref         a WD_INPUT
 *  @param[out] data   the first `n` numbers, as given to wd_model_set_input_signal(); or NULL
 *  @param n           number of numbers for which there is room; further ones are not written
 *  @return number of numbers of the signal; 0 if the input is held or driven by a function, if
 *          `ref` is no input, for NULL, or inside a callback
 *  @since 0.1 */
WD_API size_t wd_model_input_signal(const wd_model *model, uint32_t ref, double *data, size_t n);

/** Read the function of an input, as given to wd_model_set_input_fn().
 *  @param ref         a WD_INPUT
 *  @param[out] fn     the function; NULL if the input has none, and on failure
 *  @param[out] user   its pointer; NULL as `fn`
 *  @return WD_OK, WD_EINVAL, WD_ERANGE (ref), WD_EROLE (not an input), WD_ESTATE (inside a
 *          callback)
 *  @since 0.1 */
WD_API int32_t wd_model_input_fn(const wd_model *model, uint32_t ref, wd_input_fn *fn, void **user);

/** Set the terrain of a kind that has one, "impact_wheel" or "vehicle", as a polyline; the free
 *  side is on the left of its direction. The first and the last segment extend to infinity. Under a
 *  vehicle y is the height, and the terrain has no end sideways; `param.ground_heading` turns it.
 *  The data are copied.
 *
 *  A terrain has at least two points, coordinates that are finite and below 1e100, and no two equal
 *  points in a row. Its segments, with their infinite ends, must not touch each other except that
 *  neighbours share a point. The wheel need not be able to reach the whole terrain. If a terrain is
 *  refused, the former one remains. wd_model_init() checks that the wheel starts on the free side
 *  (WD_EDOMAIN).
 *  @param xy       `points` pairs x, y [m]; NULL with points = 0: restore the default
 *                  terrain, for a vehicle the plane
 *  @param points   2 or more, or 0
 *  @return WD_OK, WD_EINVAL (NULL, or not a valid terrain: the error text says what is wrong at
 *          which point, counted from 0), WD_EROLE (the kind has no terrain), WD_ESTATE (running, or
 *          inside a callback), WD_ENOMEM, WD_EINTERRUPT
 *  @since 0.1 */
WD_API int32_t wd_model_set_terrain(wd_model *model, const double *xy, size_t points);

/** Set a terrain as wd_model_set_terrain() does, but with arcs: if bulge[i] is not zero, the
 *  segment from point i to point i + 1 is an arc of a circle.
 *
 *  A bulge is the tangent of a quarter of the angle of its arc, as in polylines of CAD drawings: 1
 *  is a half circle, the maximum, 0.41421356237309503 (the tangent of 22.5 degrees) a quarter. A
 *  positive bulge is counter-clockwise: the free side is on the left, so the wheel runs inside the
 *  circle, in a valley. A negative one is a hill. Two segments, at least one of them an arc, join
 *  smoothly, without a corner, if their directions differ by at most 1e-9 rad.
 *
 *  The first and the last segment are infinite and straight. An arc of a valley must have a radius
 *  above that of the wheel; otherwise wd_model_init() fails with WD_EINVAL.
 *  @param xy       as for wd_model_set_terrain()
 *  @param bulge    points - 1 numbers from -1 to 1, the first and the last of them zero; NULL: all
 *                  are zero. The data are copied
 *  @param points   2 or more, or 0
 *  @return as wd_model_set_terrain(); WD_EINVAL also for a bulge that is not a number from -1 to 1,
 *          and for a first or last segment that is an arc
 *  @since 0.1 */
WD_API int32_t wd_model_set_profile(wd_model *model, const double *xy, const double *bulge,
                                    size_t points);

/** Set the friction of each segment of the terrain given by wd_model_set_terrain() or
 *  wd_model_set_profile(): on segment i, from point i to point i + 1, the coefficient of friction
 *  is factor[i] times `param.mu`, or times `input.NAME.mu` of the wheel NAME of a vehicle, which
 *  may still be set while running.
 *
 *  At a convex corner, which belongs to two segments, the smaller coefficient applies, because the
 *  wheel slips as soon as it can slip on one of them. At a smooth joint the coefficient is that of
 *  the segment which the contact is on; when the contact passes to the other segment, the wheel may
 *  start to slip or stick. Setting a terrain, even an equal one, resets all factors to 1. A refused
 *  call changes nothing.
 *  @param factor     `segments` numbers, 0 or more and finite; NULL with segments = 0: reset all to
 *                    1. The data are copied
 *  @param segments   one less than the terrain has points, or 0
 *  @return WD_OK, WD_EINVAL (NULL, a number of segments other than that of the terrain, where the
 *          default terrain counts as having none, or an invalid factor), WD_EROLE (the kind
 *          has no terrain), WD_ESTATE (running, or inside a callback), WD_ENOMEM, WD_EINTERRUPT
 *  @since 0.1 */
WD_API int32_t wd_model_set_terrain_friction(wd_model *model, const double *factor,
                                             size_t segments);

/** Set the restitution of each segment of the terrain given by wd_model_set_terrain() or
 *  wd_model_set_profile(), of kind "impact_wheel": on segment i the coefficient of restitution is
 *  factor[i] times `param.restitution`, which may still be set while running.
 *
 *  At a corner, which belongs to two segments, the smaller coefficient applies. If contacts of
 *  different coefficients have an impact at the same time, and the impact would create energy, the
 *  differences of the coefficients are halved until it does not. Setting a terrain, even an equal
 *  one, resets all factors to 1. A refused call changes nothing.
 *  @param factor     `segments` numbers from 0 to 1; NULL with segments = 0: reset all to 1. The
 *                    data are copied
 *  @param segments   one less than the terrain has points, or 0
 *  @return as wd_model_set_terrain_friction(); WD_EINVAL also for a kind whose terrain has no
 *          restitution, such as "vehicle", where it belongs to the wheels
 *  @since 0.1 */
WD_API int32_t wd_model_set_terrain_restitution(wd_model *model, const double *factor,
                                                size_t segments);

/** Set the reference path of a kind that tracks one, such as "torus_wheel" with `param.path` =
 *  user: a smooth curve with continuous curvature through the points. The data are copied. If a
 *  path is refused the former one remains.
 *  @param xy       `points` pairs x, y [m], neighbours distinct; NULL with points = 0: no path,
 *                  whatever `closed` is
 *  @param points   2 or more, 3 or more if closed, or 0
 *  @param closed   not 0: the path returns to its first point; 0: it ends at the last
 *  @return WD_OK, WD_EINVAL, WD_EROLE (the kind has no path), WD_ESTATE (running, or inside a
 *          callback), WD_ENOMEM, WD_EINTERRUPT
 *  @since 0.1 */
WD_API int32_t wd_model_set_path(wd_model *model, const double *xy, size_t points, int32_t closed);

/** Give the path of wd_model_set_path() a time law: the reference is at each point at its time.
 *
 *  Both coordinates are then cubic splines over the time of the model, so the reference is a smooth
 *  motion with continuous acceleration, and `param.path_speed` has no effect. The splines are
 *  natural (no acceleration at both ends) or, if the path is closed, periodic. Before the first and
 *  after the last time of an open path the reference is at rest; a closed path is repeated in both
 *  directions of time. The reference must not come to rest between its ends, because its heading
 *  would not be defined there. Setting a path, even an equal one, drops the times. A refused call
 *  changes nothing.
 *  @param time   `n` times [s], each above the one before; NULL with n = 0: constant speed. The
 *  data are copied
 *  @param n      number of points; one more if the path is closed, for its return to the first
 *                point; or 0
 *  @return WD_OK, WD_EINVAL (NULL, another number than the path needs, times that do not rise or
 *          are not below 1e100, a motion that comes to rest or turns by a right angle within 1/64
 *          of the time between two points: the error text names the point), WD_EROLE (the kind has
 *          no path), WD_ESTATE (running, or inside a callback), WD_ENOMEM, WD_EINTERRUPT
 *  @since 0.1 */
WD_API int32_t wd_model_set_path_times(wd_model *model, const double *time, size_t n);

/** Read the terrain that was set by wd_model_set_terrain() or wd_model_set_profile(), or copied by
 *  a clone or a snapshot.
 *  @param[out] xy      pairs x, y [m] of the first `points` points, or NULL
 *  @param[out] bulge   their bulges, one fewer, zero where straight, or NULL
 *  @param points       number of points for which there is room; further points are not written
 *  @return number of points of the terrain; 0 for the default terrain, a kind without terrain,
 *          NULL, or inside a callback
 *  @since 0.1 */
WD_API size_t wd_model_terrain(const wd_model *model, double *xy, double *bulge, size_t points);

/** Read the factors that were set by wd_model_set_terrain_friction(), or copied by a clone or a
 *  snapshot.
 *  @param[out] factor     factors of the first `segments` segments, 1 if none were set; or NULL
 *  @param segments        number of factors for which there is room; further ones are not written
 *  @return number of segments of the terrain, one less than its points; 0 if wd_model_terrain()
 *          returns 0
 *  @since 0.1 */
WD_API size_t wd_model_terrain_friction(const wd_model *model, double *factor, size_t segments);

/** Read the factors that were set by wd_model_set_terrain_restitution(), or copied by a clone or a
 *  snapshot.
 *  @param[out] factor     factors of the first `segments` segments, 1 if none were set; or NULL
 *  @param segments        number of factors for which there is room; further ones are not written
 *  @return as wd_model_terrain_friction()
 *  @since 0.1 */
WD_API size_t wd_model_terrain_restitution(const wd_model *model, double *factor, size_t segments);

/** Read the path that was set by wd_model_set_path(), or copied by a clone or a snapshot.
 *  @param[out] xy       pairs x, y [m] of the first `points` points, or NULL
 *  @param points        number of points for which there is room; further points are not written
 *  @param[out] closed   1 if it returns to its first point, else 0, or NULL
 *  @return number of points of the path; 0 for no path, a kind without path, NULL, or inside a
 *          callback
 *  @since 0.1 */
WD_API size_t wd_model_path(const wd_model *model, double *xy, size_t points, int32_t *closed);

/** Read the times that were set by wd_model_set_path_times(), or copied by a clone or a snapshot.
 *  @param[out] time   the first `n` times [s], or NULL
 *  @param n           number of times for which there is room; further ones are not written
 *  @return number of times; 0 if no times were set, and if wd_model_path() returns 0
 *  @since 0.1 */
WD_API size_t wd_model_path_times(const wd_model *model, double *time, size_t n);

/** @} */
/** @defgroup time Time
 *  @{ */

/** Start the motion at time `t0` [s] from the start values: the model is running afterwards.
 *  Allocates all memory that running needs and computes the outputs.
 *  @return WD_OK, WD_EINVAL (t0 not finite, inconsistent variables), WD_ESTATE
 *          (already running, or inside a callback), WD_ENOMEM, WD_EDOMAIN, WD_EINPUT, WD_ESINGULAR,
 *          WD_ENOSOL, WD_EINTERRUPT
 *  @since 0.1 */
WD_API int32_t wd_model_init(wd_model *model, double t0);

/** Return to set up: state, events, energies and statistics are lost; parameters, start values,
 *  inputs, signals, path, terrain, settings and the memory are kept. Allowed on a model that is set
 *  up.
 *  @return WD_OK, WD_EINVAL, WD_ESTATE (inside a callback)
 *  @since 0.1 */
WD_API int32_t wd_model_reset(wd_model *model);

/** Set a function that long calls on this model poll to decide whether to continue. May be set at
 *  any time. It is not a variable: presets, reset and snapshots do not change it. A clone polls the
 *  same function.
 *
 *  These calls poll it: wd_model_init(), _step_to, _advance_to, _eval, _run, _linearize,
 *  _eigenvalues, _load, _set_terrain, _set_profile, _set_terrain_friction,
 *  _set_terrain_restitution, _set_path, _set_path_times, and the calls of the other headers that
 *  can return WD_EINTERRUPT. The library has no clock and counts its work: it polls about every
 *  third of a millisecond on a present-day processor, so that at most 10 ms pass between two polls
 *  even on a slow processor or without optimisation by the compiler. A shorter call may not poll at
 *  all. Some work is neither counted nor interrupted: the work of your own functions, memory
 *  allocation by the operating system, and single passes over your arrays, such as the table of a
 *  signal.
 *
 *  If the function does not return 0, the call stops and fails with WD_EINTERRUPT. As any failure
 *  this changes nothing: a later call gives the same bits as without the interrupted one, and
 *  wd_model_run() leaves the model at the last row written. The error text gives the time that was
 *  reached.
 *  @param fn     NULL: no polling
 *  @param user   passed to `fn` unchanged; must stay valid as long as `fn` is set, also in clones
 *  @return WD_OK, WD_EINVAL, WD_ESTATE (inside a callback)
 *  @since 0.1 */
WD_API int32_t wd_model_set_interrupt_fn(wd_model *model, wd_interrupt_fn fn, void *user);

/** Present time [s]; NaN while set up and inside a callback. @since 0.1 */
WD_API double wd_model_time(const wd_model *model);

/** Advance to time `t`, to which the outputs then belong. On WD_OK the time is `t` bit for bit and
 *  all events up to and at `t` are handled, including those caused by a signal with a knot at `t`.
 *  Outputs may be computed when they are first read, see wd_model_get(); a call that computes them
 *  itself fails if they cannot be computed. With `t` equal to the present time this is
 *  wd_model_eval().
 *
 *  With `solver.fixed_step` = h > 0 steps end on the grid t0 + k h; a `t` between grid times is
 *  reached by one partial step, and a `t` within 1e-9 h of a grid time is that grid time.
 *  @return WD_OK; WD_EVENT (just after an event, at its time; call again to continue); WD_END;
 *          WD_EINVAL (t not finite or before the present time), WD_ESTATE (set up, or inside a
 *          callback), WD_ENOCONV, WD_ESINGULAR, WD_ENOSOL, WD_ELIMIT, WD_EINPUT, WD_EINTERRUPT
 *  @since 0.1 */
WD_API int32_t wd_model_step_to(wd_model *model, double t);

/** Advance to time `t` as wd_model_step_to(), with the same bits of the motion, but leave the
 *  outputs as they are. States, events and the time are those at `t`. Outputs, and the values of
 *  inputs with a signal or a function, are those of an earlier call until wd_model_eval() or
 *  another call computes them. A motion whose outputs at `t` cannot be computed does not fail. With
 *  `t` equal to the present time this is wd_model_eval().
 *
 *  This saves time if outputs are not read and either wd_model_set(), _load() or a similar call
 *  follows, which would compute outputs that are due, or the model has a function of yours, so that
 *  wd_model_step_to() computes outputs (wd_model_get()). Else wd_model_step_to() takes as long.
 *  @return as wd_model_step_to()
 *  @since 0.1 */
WD_API int32_t wd_model_advance_to(wd_model *model, double t);

/** Recompute forces, accelerations and outputs for the present time, state, inputs and tunables. No
 *  time passes and no mode changes. For sampled control: step_to(t_k); set(u_k); eval; get.
 *  If u_k depends on states only, wd_model_advance_to() is the faster first call: outputs that are
 *  due after wd_model_step_to() would be computed by wd_model_set(). Afterwards no results are due,
 *  so that reading neither computes nor waits.
 *  @return WD_OK, WD_EINVAL, WD_ESTATE, WD_EINPUT, WD_ESINGULAR, WD_ENOSOL, WD_EINTERRUPT
 *  @since 0.1 */
WD_API int32_t wd_model_eval(wd_model *model);

/** Advance to `t_end` and record variables in rows. Does not stop at events.
 *
 *  The first row is the present time; then, from the present time t, rows at t + k dt; the last row
 *  is at `t_end` bit for bit. With q = (t_end - t)/dt within 1e-9 max(1, q) of a whole number there
 *  are q + 1 rows, else floor(q) + 2; one row if t_end is the present time. After WD_END the last
 *  row is at the end time. After a failure the model is at the last row written.
 *  @param dt             > 0 [s]; INFINITY for just the first and the last row
 *  @param refs           n refs to record
 *  @param[out] rows      max_rows rows of 1 + n doubles: time [s], then the values
 *  @param max_rows       number of rows for which there is room; if too small WD_EINVAL, and
 *                        nothing changes
 *  @param[out] written   number of valid rows, also after a failure; may be NULL
 *  @return as wd_model_step_to() but never WD_EVENT, and WD_ERANGE (ref)
 *  @since 0.1 */
WD_API int32_t wd_model_run(wd_model *model, double t_end, double dt, const uint32_t *refs,
                            size_t n, double *rows, size_t max_rows, size_t *written);

/** @} */
/** @defgroup events Events
 *  Events are numbered from 0 at init; the last `solver.event_capacity` of them are kept.
 *  @{ */

/** Number of events since init; 0 while set up and inside a callback. @since 0.1 */
WD_API size_t wd_model_event_count(const wd_model *model);

/** Number of values of each event, one number for the kind. @since 0.1 */
WD_API size_t wd_model_event_width(const wd_model *model);

/** Name of value `i` of the events, such as "energy_change"; NULL if `i` is too large.
 *  @since 0.1 */
WD_API const char *wd_model_event_value_name(const wd_model *model, size_t i);

/** Read event `i`.
 *  @param[out] t        time [s]; may be NULL
 *  @param[out] type     see wd_event_name(); may be NULL
 *  @param[out] values   the first n values, NaN where the event has none; NULL if n is 0
 *  @param n             at most wd_model_event_width()
 *  @return WD_OK, WD_EINVAL, WD_ERANGE (no such event, or no longer kept), WD_ESTATE (inside a
 *          callback)
 *  @since 0.1 */
WD_API int32_t wd_model_event(const wd_model *model, size_t i, double *t, int32_t *type,
                              double *values, size_t n);

/** @} */
/** @defgroup snapshot Snapshots
 *  A snapshot contains everything of a running model except its input functions, which are only
 *  marked. It is little-endian and contains the kind, a hash of the variable table and of its own
 *  layout, and a checksum. The same version of the library continues from it with the same bits,
 *  also in another process, built by another compiler or on another platform.
 *  @{ */

/** Bytes that wd_model_save() needs, constant while running; 0 while set up and inside a callback.
 *  @since 0.1 */
WD_API size_t wd_model_save_size(const wd_model *model);

/** Write a snapshot. Allocates nothing.
 *  @param[out] buffer   `size` bytes, at least wd_model_save_size()
 *  @return WD_OK, WD_EINVAL, WD_ESTATE (set up, or inside a callback)
 *  @since 0.1 */
WD_API int32_t wd_model_save(const wd_model *model, void *buffer, size_t size);

/** Load a snapshot of a model of the same kind. The model may be set up or running, and is running
 *  afterwards. Nothing is allocated if it was running and the snapshot has the same shape: the same
 *  `solver.event_capacity`, numbers of points of terrain or path and of knots of signals. Every
 *  snapshot of this model since its init has the same shape. An input that was driven by a function
 *  must have a function set in this model, which is kept. Any bytes are safe; if a snapshot is
 *  refused the model is unchanged.
 *  @return WD_OK, WD_EINVAL, WD_EFORMAT, WD_ESTATE (an input function is missing, or inside a
 *          callback), WD_ENOMEM, WD_EINTERRUPT
 *  @since 0.1 */
WD_API int32_t wd_model_load(wd_model *model, const void *buffer, size_t size);

/** @} */
/** @defgroup linear Linear analysis
 *  @{ */

/** Number of states of the linear model; 0 if the kind has none. For kind vehicle it depends on the
 *  contact modes of its wheels and is 0 while set up and inside a callback. @since 0.1 */
WD_API size_t wd_model_linear_size(const wd_model *model);

/** Name of state `i` of the linear model, such as "x_dot"; NULL if `i` is too large. For kind
 *  vehicle it is the name of a start value without "init.", such as "frame.roll"; the roll_rate,
 *  pitch_rate and yaw_rate of the first body are the rates of its angles. @since 0.1 */
WD_API const char *wd_model_linear_name(const wd_model *model, size_t i);

/** Linearise about the present state, inputs and time: d(dx)/dt = A dx + B du. The model does not
 *  change. Central differences are accurate to 1e-9 if the right-hand side varies on a scale of
 *  0.01 or more, and worse otherwise, as near rest with a `param.relaxation_time` under 1e-3 s.
 *  Some kinds use formulas instead, about a steady motion with the present rates; see the page of
 *  the kind.
 *  @param[out] A         linear_size * linear_size, row major, or NULL
 *  @param inputs         n_inputs refs of WD_INPUT variables that are not choices
 *  @param[out] B         linear_size * n_inputs, row major, or NULL
 *  @return WD_OK, WD_EINVAL, WD_ERANGE (ref), WD_EROLE (no such input; no linear model), WD_ESTATE,
 *          WD_EDOMAIN (no linear model exists about the present motion, as for a vehicle while a
 *          wheel slips),
 *          WD_EINPUT, WD_ESINGULAR, WD_ENOCONV, WD_EINTERRUPT
 *  @since 0.1 */
WD_API int32_t wd_model_linearize(wd_model *model, double *A, const uint32_t *inputs,
                                  size_t n_inputs, double *B);

/** Eigenvalues of A, ordered by real part descending, pairs adjacent with the positive imaginary
 *  part first. The model does not change.
 *  @param[out] re   linear_size real parts [1/s]
 *  @param[out] im   linear_size imaginary parts [rad/s]
 *  @return as wd_model_linearize()
 *  @since 0.1 */
WD_API int32_t wd_model_eigenvalues(wd_model *model, double *re, double *im);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
