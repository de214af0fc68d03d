/* SPDX-License-Identifier: MIT */
/** @file wheeldyn.h
 *  Simulation of wheels: make a model of a kind, set its named variables, initialise, step, query.
 *
 *  Conventions of every function in this header:
 *
 *  - **Status.** Functions that can fail return `int32_t`: WD_OK, a positive piece of news (the
 *    call did its work and something happened) or a negative failure. A failing call changes
 *    nothing but the error text and the `stat.*` counters.
 *  - **Units.** SI throughout, angles in radians. Axes follow ISO 8855: x forward, y left (up in
 *    the planar kinds of the vertical plane), z up.
 *  - **Ownership.** What wd_model_new() and wd_model_clone() give is yours until wd_model_free().
 *    A `const char *` that came with a handle lives as long as the handle (those of part variables
 *    until the part is removed or load or load_preset brings other parts, see parts.h), others
 *    live for ever; none is ever freed by you. Arrays are copied, never kept.
 *  - **Threads.** Distinct models are independent. Calls that take a `const wd_model *` may run
 *    concurrently on one model; every other call needs the model to itself. There are no globals.
 *  - **Callbacks.** Inside a function of yours that a model calls, such as a wd_input_fn, the
 *    motion of this model is neither to be read nor to be changed: all calls on it give WD_ESTATE,
 *    wd_model_time() NaN, wd_model_event_count(), wd_model_save_size(), wd_model_terrain(),
 *    wd_model_terrain_friction() and wd_model_path() 0. What it shares with all models of its kind
 *    still answers (kind, variables but for their values, choices, widths and names of events and
 *    of the linear model), and so does wd_model_error(). wd_model_free() there makes the outermost
 *    call fail with WD_ESTATE and free the model when it returns; no function of yours is called
 *    after it. Other models are as ever.
 *  - **Memory.** Allocation happens in `_new`, `_clone`, `_load_preset`, `_init`, the setters of
 *    signals, terrain and path, and a `_load` that changes the shape of the model; stepping,
 *    querying, saving and going back to a snapshot allocate nothing.
 *  - **NULL.** A NULL model gives WD_EINVAL, 0, NULL or NaN, whichever fits the return type;
 *    freeing NULL does nothing.
 *  - **Floating point.** The library computes in the default environment (rounding to nearest, no
 *    traps, no flush to zero), whatever that of the calling thread is, and gives this one back as
 *    it was, flags included: no call raises a flag, and none ends in SIGFPE. Functions of yours
 *    that a model calls run in your environment, and the flags that they raise stay.
 *  - Nothing is printed, nothing aborts, and the locale, errno, signals and GSL error handler of
 *    the host stay untouched.
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
 *  Fixed numbers, never renumbered. Zero is good, positive is news, negative is failure.
 *  @{ */
#define WD_OK 0           /**< done */
#define WD_EVENT 1        /**< stopped just after an event, because `solver.stop_at_events` is 1 */
#define WD_END 2          /**< the motion has reached a limit of the model and stands there */
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
#define WD_ELIMIT (-11)   /**< too many events in one call */
#define WD_EFORMAT (-12)  /**< bytes that are not a snapshot of this kind */
#define WD_EDOMAIN (-13)  /**< asked to start outside the domain of the model */
#define WD_EINPUT (-14)   /**< an input function or signal failed */
#define WD_EINTERRUPT (-15) /**< stopped by the interrupt function */
/** @} */

/** @defgroup role Roles of variables
 *  @{ */
#define WD_PARAM 1   /**< parameter: set while set up */
#define WD_TUNABLE 2 /**< parameter that may also change while running */
#define WD_INPUT 3   /**< input: set at any time, or driven by a signal or a function */
#define WD_INIT 4    /**< start value of a kind whose state is computed from start values */
#define WD_STATE 5   /**< state; without WD_INIT variables it is also the start value */
#define WD_OUTPUT 6  /**< computed by the last init, step_to, run, load or eval */
#define WD_SOLVER 7  /**< setting of the numerical method */
#define WD_STAT 8    /**< counter of the work done since init */
/** @} */

/** @defgroup signal Forms of input signals
 *  @{ */
#define WD_SIGNAL_HOLD 0   /**< constant, as set (no data) */
#define WD_SIGNAL_LINEAR 1 /**< straight lines through pairs (t, u), constant beyond the ends */
#define WD_SIGNAL_STEP 2   /**< u of a pair (t, u) from its t on; before the first t the first u */
#define WD_SIGNAL_TANH 3   /**< c0 + c1 tanh(rate (t - t0))^power from (c0, c1, rate, t0, power) */
#define WD_SIGNAL_FUNCTION (-1) /**< a wd_input_fn: only told by wd_model_input_form() */
/** @} */

/** @defgroup event Event types
 *  One numbering for all kinds; append-only.
 *  @{ */
#define WD_EVENT_IMPACT 1      /**< a body hits the ground */
#define WD_EVENT_STICK 2       /**< slip ends */
#define WD_EVENT_SLIP 3        /**< slip begins */
#define WD_EVENT_DETACH 4      /**< a lasting contact ends without an impact */
#define WD_EVENT_ZENO_END 5    /**< infinitely many bounces have come to rest */
#define WD_EVENT_FEATURE 6     /**< a contact passes from one terrain feature to the next */
#define WD_EVENT_TOUCHDOWN 7   /**< the torus lies down */
#define WD_EVENT_WHEEL_LIFT 8  /**< a normal force, or another one-sided one, becomes negative */
#define WD_EVENT_LIMIT 9       /**< the motion leaves the range of the model */
#define WD_EVENT_BRAKE_HOLD 10 /**< what a brake slows has come to rest and is held */
#define WD_EVENT_BRAKE_SLIP 11 /**< a brake that held gives way */
#define WD_EVENT_JAM 12        /**< friction alone stops a motion at once (Painleve's paradox) */
#define WD_EVENT_WHEEL_LOAD 13 /**< a normal force, or another one-sided one, is positive again */
/** @} */

/** What a failing wd_model_find() writes. */
#define WD_NO_REF UINT32_MAX

/** One model instance: a kind, its parameters, inputs and state. Distinct models are independent;
 *  one model needs the caller's lock for everything but calls that take it as const. @since 0.1 */
typedef struct wd_model wd_model;

/** An input as a function of time.
 *
 *  It must be a pure function of `t`: it is called several times per step, in any order, also for
 *  times beyond a later event, and in every call of the library that computes. It must not throw or
 *  longjmp. What it may ask of its own model is said above, under Callbacks.
 *  @param t            time [s]
 *  @param[out] value   the input at `t`, in its unit and bounds; NaN on entry
 *  @param user         as given to wd_model_set_input_fn()
 *  @return 0 if fine; anything else makes the call that needed the value fail with WD_EINPUT
 *  @since 0.1 */
typedef int32_t (*wd_input_fn)(double t, double *value, void *user);

/** Is long work to go on? A function of the host, see wd_model_set_interrupt_fn().
 *
 *  It is called in the thread of the call that works, must not throw or longjmp, and asks its own
 *  model no more than is said above, under Callbacks.
 *  @param user   as given with the function
 *  @return 0: go on; anything else: the call fails with WD_EINTERRUPT
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

/** Name of a status, such as "WD_ERANGE"; "WD_?" for a number that is none. Never NULL.
 *  @since 0.1 */
WD_API const char *wd_status_name(int32_t status);

/** One sentence on a status. Never NULL. wd_model_error() says more. @since 0.1 */
WD_API const char *wd_status_text(int32_t status);

/** Name of an event type, such as "IMPACT"; "?" for a number that is none. Never NULL.
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

/** Name of the kind nearest to a misspelt one, for "did you mean"; of several equally near the
 *  first. Allocates nothing; what follows the 63rd byte of `name` is not looked at.
 *  @return a name of wd_kind_name(), which lives for ever; NULL only for NULL
 *  @since 0.1 */
WD_API const char *wd_kind_nearest_name(const char *name);

/** Number of presets of a kind; 0 for NULL or an unknown kind. @since 0.1 */
WD_API size_t wd_preset_count(const char *kind);

/** Name of preset `i` of a kind; NULL for an unknown kind or if `i` is too large. @since 0.1 */
WD_API const char *wd_preset_name(const char *kind, size_t i);

/** One sentence on preset `i` of a kind; NULL as wd_preset_name(). @since 0.1 */
WD_API const char *wd_preset_text(const char *kind, size_t i);

/** @} */
/** @defgroup model Making and freeing models
 *  @{ */

/** Make a model, set up with the defaults of its kind.
 *  @param kind       a name of wd_kind_name()
 *  @param[out] out   the model, yours to free with wd_model_free(); NULL on failure
 *  @return WD_OK, WD_EINVAL (NULL), WD_EKIND, WD_ENOMEM
 *  @since 0.1 */
WD_API int32_t wd_model_new(const char *kind, wd_model **out);

/** Make an independent copy of a model in whatever state it is: settings, signals, input functions
 *  with their user pointers, state, outputs, events. The copy continues with the same bits.
 *  @param[out] out   the copy, yours to free; NULL on failure
 *  @return WD_OK, WD_EINVAL, WD_ESTATE (inside a callback), WD_ENOMEM
 *  @since 0.1 */
WD_API int32_t wd_model_clone(const wd_model *model, wd_model **out);

/** Free a model; inside a function that it calls: when the outermost call on it returns, which then
 *  fails with WD_ESTATE. NULL is fine. @since 0.1 */
WD_API void wd_model_free(wd_model *model);

/** Name of the model's kind. @since 0.1 */
WD_API const char *wd_model_kind(const wd_model *model);

/** Text of the last failing non-const call on this model: the fact, the limit, the value, the
 *  variable, the time. A text that ends in "(t = ...)" names the time that a running model had
 *  reached when the call failed; after a call that failed on its way wd_model_time() is again what
 *  it was before the call. At most 255 bytes, cut between characters of UTF-8 if names of yours
 *  are too long, in English, numbers with a decimal point whatever the locale. "" before the first
 *  failure and for NULL; kept over successes. The pointer stays the same, the text changes with the
 *  next failure. @since 0.1 */
WD_API const char *wd_model_error(const wd_model *model);

/** Set everything back to the defaults of the kind (input functions, signals, terrain and path are
 *  dropped), then take the values and signals of a preset. Only while set up.
 *
 *  A preset may also switch an input that is a choice, at times that its text tells: while set up
 *  get gives the first value. Setting that input drops the rest of its switches.
 *  @return WD_OK, WD_EINVAL, WD_ENAME (no such preset), WD_ESTATE (running, or
 *          inside a callback), WD_ENOMEM
 *  @since 0.1 */
WD_API int32_t wd_model_load_preset(wd_model *model, const char *name);

/** @} */
/** @defgroup variables Variables
 *  Every quantity of a model is a named real variable: "param.mass", "input.mu", "state.x",
 *  "output.normal_force", "solver.rtol", "stat.steps". A name is resolved once to a ref; refs run
 *  from 0 to wd_model_var_count() - 1 and are the same for every model of one kind in one loaded
 *  library; of kinds whose models are put together from parts (parts.h), for every model with the
 *  same parts. Keep names, not refs, in files.
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
 *  While running, get gives the present state, the outputs of the last computing call, and of an
 *  input with a signal or function its value at that call's time. Where states follow from start
 *  values, the error text of setting one names the start value to set.
 *  @{ */

/** Resolve a name. Const: it leaves no error text; wd_model_nearest_name() tells what may have been
 *  meant.
 *  @param[out] ref   the ref, or WD_NO_REF on failure
 *  @return WD_OK, WD_EINVAL, WD_ENAME
 *  @since 0.1 */
WD_API int32_t wd_model_find(const wd_model *model, const char *name, uint32_t *ref);

/** Name of the variable nearest to a misspelt one, for "did you mean" where a const call leaves no
 *  error text; of several equally near the first. Errors of wd_model_set_value(),
 *  wd_model_set_choice() and wd_model_load_preset() say the nearest name themselves. Allocates
 *  nothing; what follows the 63rd byte of `name` is not looked at.
 *  @return a name of wd_model_var_name(), which lives as long as the model; NULL only for NULL
 *  @since 0.1 */
WD_API const char *wd_model_nearest_name(const wd_model *model, const char *name);

/** Number of variables. @since 0.1 */
WD_API size_t wd_model_var_count(const wd_model *model);

/** Name of a variable; NULL for a ref out of range. @since 0.1 */
WD_API const char *wd_model_var_name(const wd_model *model, uint32_t ref);

/** Unit of a variable in ASCII, such as "N.m", "rad/s", "1"; NULL for a ref out of range.
 *  @since 0.1 */
WD_API const char *wd_model_var_unit(const wd_model *model, uint32_t ref);

/** One line on a variable; NULL for a ref out of range. @since 0.1 */
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

/** Number of named values of a variable: 0 if it is a real, else its values are the whole numbers
 *  0 ... count - 1, each with a name. 0 for a ref out of range. @since 0.1 */
WD_API size_t wd_model_choice_count(const wd_model *model, uint32_t ref);

/** Name of value `i` of a choice; NULL if there is none. @since 0.1 */
WD_API const char *wd_model_choice_name(const wd_model *model, uint32_t ref, size_t i);

/** Read `n` variables. All or nothing: on failure `out` is not written. Never computes.
 *  @param refs       n refs; NULL only if n is 0
 *  @param[out] out   n values in the variables' units
 *  @return WD_OK, WD_EINVAL, WD_ERANGE (ref), WD_ESTATE (an output while set up; anything
 *          inside a callback)
 *  @since 0.1 */
WD_API int32_t wd_model_get(const wd_model *model, const uint32_t *refs, size_t n, double *out);

/** Write `n` variables. All or nothing. Of a ref given twice the last value counts. Setting an
 *  input drops its signal, its function, or the switches of a preset. Outputs do not change before
 *  the next computing call.
 *  @return WD_OK, WD_EINVAL, WD_ERANGE (ref, or value out of bounds, NaN, no whole number for a
 *          choice), WD_EROLE (not settable, or not now), WD_ESTATE (inside a callback)
 *  @since 0.1 */
WD_API int32_t wd_model_set(wd_model *model, const uint32_t *refs, size_t n, const double *in);

/** Read one variable by name.
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
 *  A pulse shorter than `solver.max_step` can be stepped over; signals with knots are not.
 *  @param ref    a WD_INPUT that is not a choice
 *  @param fn     see wd_input_fn; NULL: hold the input at its last value again
 *  @param user   given to `fn` as it is; must stay valid as long as `fn` is set, also in clones
 *  @return WD_OK, WD_EINVAL, WD_ERANGE (ref), WD_EROLE (not such an input), WD_ESTATE (inside a
 *          callback)
 *  @since 0.1 */
WD_API int32_t wd_model_set_input_fn(wd_model *model, uint32_t ref, wd_input_fn fn, void *user);

/** Drive an input by a signal. The data are copied. Steps of the solver end on every knot of
 *  WD_SIGNAL_LINEAR and WD_SIGNAL_STEP. A call that ends at a knot computes its outputs with the
 *  new value, and with the contact modes that follow from it.
 *  @param ref    a WD_INPUT that is not a choice
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

/** What drives an input: you, or a signal or function, also one of a preset or a snapshot. A choice
 *  that a preset switches has WD_SIGNAL_STEP.
 *  @param ref   a WD_INPUT
 *  @return WD_SIGNAL_HOLD to WD_SIGNAL_TANH or WD_SIGNAL_FUNCTION; a NULL model gives WD_EINVAL,
 *          which is the number of WD_SIGNAL_FUNCTION; WD_ERANGE (ref), WD_EROLE (no input),
 *          WD_ESTATE (inside a callback)
 *  @since 0.1 */
WD_API int32_t wd_model_input_form(const wd_model *model, uint32_t ref);

/** Give the terrain of a kind that has one, such as "impact_wheel", as a polyline; the free side is
 *  on the left of its direction. The first and the last segment go on endlessly beyond their outer
 *  ends. The data are copied.
 *
 *  A terrain has at least two points, coordinates that are finite and below 1e100, no two equal
 *  points in a row, and segments that nowhere touch but in the point that neighbours share, their
 *  endless ends included. It need not be one that the wheel can reach everywhere. A refused terrain
 *  leaves the former one in place. Whether the wheel starts on its free side is for wd_model_init()
 *  to say (WD_EDOMAIN).
 *  @param xy       `points` pairs x, y [m]; NULL with points = 0: the default terrain again
 *  @param points   2 or more, or 0
 *  @return WD_OK, WD_EINVAL (NULL, or no terrain: the text of the error says what is wrong at which
 *          point, counted from 0), WD_EROLE (the kind has no terrain), WD_ESTATE (running, or
 *          inside a callback), WD_ENOMEM, WD_EINTERRUPT
 *  @since 0.1 */
WD_API int32_t wd_model_set_terrain(wd_model *model, const double *xy, size_t points);

/** Give a terrain as wd_model_set_terrain() does, but with arcs in it: in the place of the straight
 *  segment from point i to point i + 1 lies an arc of a circle, if bulge[i] is not zero.
 *
 *  A bulge is the tangent of a quarter of the angle of its arc, as in polylines of drawings: 1 is a
 *  half circle, the most there is, 0.41421356237309503 (the tangent of 22.5 degrees) a quarter. It
 *  is positive where the arc runs counter-clockwise, so that, the free side being on the left, the
 *  wheel runs inside the circle: a valley; and negative on a hill. Segments that meet within 1e-9
 *  rad of a straight angle, one of them being an arc, go on smoothly: no corner is there.
 *
 *  The first and the last segment have no end and are straight. An arc of a valley must have a
 *  radius above that of the wheel, which wd_model_init() checks: it refuses another with WD_EINVAL.
 *  @param xy       as for wd_model_set_terrain()
 *  @param bulge    points - 1 numbers from -1 to 1, the first and the last of them zero; NULL: all
 *                  are zero. The data are copied
 *  @param points   2 or more, or 0
 *  @return as wd_model_set_terrain(); WD_EINVAL also for a bulge that is not a number from -1 to 1,
 *          and for a first or last segment that is an arc
 *  @since 0.1 */
WD_API int32_t wd_model_set_profile(wd_model *model, const double *xy, const double *bulge,
                                    size_t points);

/** Let friction differ from segment to segment of the terrain that was given by
 *  wd_model_set_terrain() or wd_model_set_profile(): on segment i, from point i to point i + 1, the
 *  coefficient of friction is factor[i] times `param.mu`, which may still be set while running.
 *
 *  Which segment counts where two of them meet: at a convex corner, which is a point of both, the
 *  one with less friction, since the wheel does not hold where one of them lets it slip; where the
 *  profile goes straight on, the one that the contact is on. Passing from one to the other, it
 *  slips or sticks anew. Giving a terrain anew, whichever, sets all factors to 1. A refused call
 *  changes nothing.
 *  @param factor     `segments` numbers, 0 or more and finite; NULL with segments = 0: all are 1
 *                    again. The data are copied
 *  @param segments   one less than the terrain has points, or 0
 *  @return WD_OK, WD_EINVAL (NULL, another number of segments than the terrain has, of which the
 *          default terrain has none here, or a factor that is no such number), WD_EROLE (the kind
 *          has no terrain), WD_ESTATE (running, or inside a callback), WD_ENOMEM, WD_EINTERRUPT
 *  @since 0.1 */
WD_API int32_t wd_model_set_terrain_friction(wd_model *model, const double *factor,
                                             size_t segments);

/** Give the reference path of a kind that tracks one, such as "torus_wheel" with `param.path` =
 *  user: a smooth curve through the points, of continuous curvature. The data are copied; a refused
 *  path leaves the former one in place.
 *  @param xy       `points` pairs x, y [m], neighbours distinct; NULL with points = 0: no path,
 *                  whatever `closed` is
 *  @param points   2 or more, 3 or more if closed, or 0
 *  @param closed   not 0: the path returns to its first point; 0: it ends at the last
 *  @return WD_OK, WD_EINVAL, WD_EROLE (the kind has no path), WD_ESTATE (running, or inside a
 *          callback), WD_ENOMEM, WD_EINTERRUPT
 *  @since 0.1 */
WD_API int32_t wd_model_set_path(wd_model *model, const double *xy, size_t points, int32_t closed);

/** The terrain that was given by wd_model_set_terrain() or wd_model_set_profile(), also where it
 *  came with a clone or a snapshot.
 *  @param[out] xy      pairs x, y [m] of the first `points` points, or NULL
 *  @param[out] bulge   their bulges, one fewer, zero where straight, or NULL
 *  @param points       how many points there is room for; of a longer terrain the rest is left out
 *  @return how many points it has; 0 for the default terrain, a kind without terrain, NULL, or
 *          inside a callback
 *  @since 0.1 */
WD_API size_t wd_model_terrain(const wd_model *model, double *xy, double *bulge, size_t points);

/** The factors that were given by wd_model_set_terrain_friction(), also where they came with a
 *  clone or a snapshot.
 *  @param[out] factor     of the first `segments` segments; 1 where none were given; or NULL
 *  @param segments        how many there is room for; of a longer terrain the rest is left out
 *  @return how many segments the terrain has, one less than points, or 0 where wd_model_terrain()
 *          gives 0
 *  @since 0.1 */
WD_API size_t wd_model_terrain_friction(const wd_model *model, double *factor, size_t segments);

/** The path that was given by wd_model_set_path(), also where it came with a clone or a snapshot.
 *  @param[out] xy       pairs x, y [m] of the first `points` points, or NULL
 *  @param points        how many points there is room for; of a longer path the rest is left out
 *  @param[out] closed   1 if it returns to its first point, else 0, or NULL
 *  @return how many points it has; 0 for none, a kind without path, NULL, or inside a callback
 *  @since 0.1 */
WD_API size_t wd_model_path(const wd_model *model, double *xy, size_t points, int32_t *closed);

/** @} */
/** @defgroup time Time
 *  @{ */

/** Start the motion at time `t0` [s] from the start values: the model is now running. Takes all
 *  memory that running needs and computes the outputs.
 *  @return WD_OK, WD_EINVAL (t0 not finite, variables that do not fit each other), WD_ESTATE
 *          (already running, or inside a callback), WD_ENOMEM, WD_EDOMAIN, WD_EINPUT, WD_ESINGULAR,
 *          WD_ENOSOL, WD_EINTERRUPT
 *  @since 0.1 */
WD_API int32_t wd_model_init(wd_model *model, double t0);

/** Back to set up: state, events, energies and statistics go; parameters, start values, inputs,
 *  signals, path, terrain, settings and the memory stay. Fine on a model that is set up.
 *  @return WD_OK, WD_EINVAL, WD_ESTATE (inside a callback)
 *  @since 0.1 */
WD_API int32_t wd_model_reset(wd_model *model);

/** Have a function asked, while calls on this model work, whether they are to go on. May be set at
 *  any time; no variable, so that no preset, no reset and no snapshot changes it. A clone asks the
 *  same function.
 *
 *  Any call that can take long asks: wd_model_init(), _step_to, _eval, _run, _linearize,
 *  _eigenvalues, _load, _set_terrain, _set_profile, _set_terrain_friction and _set_path. The
 *  library has no clock and counts its work: it asks after each third of a millisecond or so on a
 *  processor of today, so that on a slow one, and if it was built without optimisation, no more
 *  than 10 ms lie between two questions; a call shorter than that may not ask at all. Neither
 *  counted nor cut short is what your own functions do, what the operating system does to give and
 *  take memory, and what goes through an array of yours once, such as the table of a signal.
 *
 *  If it does not give 0 the call stops and fails with WD_EINTERRUPT, which changes nothing, as any
 *  failure: a later call goes on with the same bits as if there had been none before. As after any
 *  failure wd_model_run() stands at the last row written. The error text says which time was
 *  reached.
 *  @param fn     NULL: nobody is asked
 *  @param user   given to `fn` as it is; must stay valid as long as `fn` is set, also in clones
 *  @return WD_OK, WD_EINVAL, WD_ESTATE (inside a callback)
 *  @since 0.1 */
WD_API int32_t wd_model_set_interrupt_fn(wd_model *model, wd_interrupt_fn fn, void *user);

/** Present time [s]; NaN while set up and inside a callback. @since 0.1 */
WD_API double wd_model_time(const wd_model *model);

/** Advance to time `t` and compute the outputs. On WD_OK the time is `t` bit for bit and all events
 *  up to and at `t` are handled, also those that a signal with a knot at `t` causes. `t` equal to
 *  the present time is wd_model_eval().
 *
 *  With `solver.fixed_step` = h > 0 steps end on the grid t0 + k h; a `t` between grid times is
 *  reached by one partial step, and a `t` within 1e-9 h of a grid time is that grid time.
 *  @return WD_OK; WD_EVENT (just after an event, time is the event's; call again to go on); WD_END;
 *          WD_EINVAL (t not finite or before the present time), WD_ESTATE (set up, or inside a
 *          callback), WD_ENOCONV, WD_ESINGULAR, WD_ENOSOL, WD_ELIMIT, WD_EINPUT, WD_EINTERRUPT
 *  @since 0.1 */
WD_API int32_t wd_model_step_to(wd_model *model, double t);

/** Compute forces, accelerations and outputs anew for the present time, state, inputs and tunables.
 *  No time passes, no mode changes. For sampled control: step_to(t_k); set(u_k); eval; get.
 *  @return WD_OK, WD_EINVAL, WD_ESTATE, WD_EINPUT, WD_ESINGULAR, WD_ENOSOL, WD_EINTERRUPT
 *  @since 0.1 */
WD_API int32_t wd_model_eval(wd_model *model);

/** Advance to `t_end` and record variables in rows on the way. Does not stop at events.
 *
 *  The first row is the present time; then, from the present time t, rows at t + k dt; the last row
 *  is at `t_end` bit for bit. With q = (t_end - t)/dt within 1e-9 max(1, q) of a whole number there
 *  are q + 1 rows, else floor(q) + 2; one row if t_end is the present time. After WD_END the last
 *  row is at the end time. After a failure the model stands at the last row written.
 *  @param dt             > 0 [s]; INFINITY for just the first and the last row
 *  @param refs           n refs to record
 *  @param[out] rows      max_rows rows of 1 + n doubles: time [s], then the values
 *  @param max_rows       room in `rows`; too little is WD_EINVAL before anything moves
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
 *  A snapshot holds everything of a running model but its input functions, which it only marks. It
 *  is little-endian and carries the kind, a hash of the variable table and of its own layout, and a
 *  checksum; the same version of the library continues from it bit for bit, also in another
 *  process, from another compiler or on another platform.
 *  @{ */

/** Bytes that wd_model_save() needs, constant while running; 0 while set up and inside a callback.
 *  @since 0.1 */
WD_API size_t wd_model_save_size(const wd_model *model);

/** Write a snapshot. Allocates nothing.
 *  @param[out] buffer   `size` bytes, at least wd_model_save_size()
 *  @return WD_OK, WD_EINVAL, WD_ESTATE (set up, or inside a callback)
 *  @since 0.1 */
WD_API int32_t wd_model_save(const wd_model *model, void *buffer, size_t size);

/** Take over a snapshot of a model of the same kind; set up or running before, the model is running
 *  after. Nothing is allocated if it was running and the snapshot has the same shape: the same
 *  `solver.event_capacity`, numbers of points of terrain or path and of knots of signals, as every
 *  snapshot of this model since its init. Inputs that were driven by a function need a function set
 *  here, which stays. Any bytes are safe; a refused snapshot leaves the model as it was.
 *  @return WD_OK, WD_EINVAL, WD_EFORMAT, WD_ESTATE (an input function is missing, or inside a
 *          callback), WD_ENOMEM, WD_EINTERRUPT
 *  @since 0.1 */
WD_API int32_t wd_model_load(wd_model *model, const void *buffer, size_t size);

/** @} */
/** @defgroup linear Linear analysis
 *  @{ */

/** Number of states of the linear model; 0 if the kind has none. Of kind vehicle it depends on what
 *  its wheels do: 0 while set up and inside a callback. @since 0.1 */
WD_API size_t wd_model_linear_size(const wd_model *model);

/** Name of state `i` of the linear model, such as "x_dot"; NULL if `i` is too large. Of kind
 * vehicle it is that of a start value without "init.", such as "frame.roll", with the rates of the
 * angles of the first body for its roll_rate, pitch_rate and yaw_rate. @since 0.1 */
WD_API const char *wd_model_linear_name(const wd_model *model, size_t i);

/** Linearise about the present state, inputs and time: d(dx)/dt = A dx + B du. The model does not
 *  change. By central differences: good to 1e-9 where the right-hand side varies on a scale of 0.01
 *  or more, worse below, as about rest with a `param.relaxation_time` under 1e-3 s. A kind may have
 *  a model of its own instead, about a steady motion with the present rates: the page of the kind
 *  tells.
 *  @param[out] A         linear_size * linear_size, row major, or NULL
 *  @param inputs         n_inputs refs of WD_INPUT variables that are no choices
 *  @param[out] B         linear_size * n_inputs, row major, or NULL
 *  @return WD_OK, WD_EINVAL, WD_ERANGE (ref), WD_EROLE (no such input; no linear model), WD_ESTATE,
 *          WD_EDOMAIN (none about the present motion, as of a vehicle while a wheel slips),
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
