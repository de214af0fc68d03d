/* SPDX-License-Identifier: MIT */
/** @file scenario.h
 *  **Experimental until 1.0: functions of this header may change or go without a new soname**.
 *
 *  Scenarios: models described by text in YAML, with their parts, values, signals, formulas,
 *  ground, switches (values that change at given times), times of the run and recorded variables.
 *  This header belongs to a library of its own, libwheeldyn-scenario, which needs libyaml, muParser
 *  and libwheeldyn. The program wheeldyn and wheeldyn.load() of Python use it to read scenarios.
 *  The manual describes the text on the page "Scenarios".
 *
 *  A handle is created empty, reads one scenario and then makes models of it:
 *
 *      wd_scenario *scenario;
 *      wd_model *car;
 *      wd_scenario_new(&scenario);
 *      if (wd_scenario_read_file(scenario, "car.yaml") < 0 ||
 *          wd_scenario_model(scenario, &car) < 0)
 *          puts(wd_scenario_error(scenario)); // car.yaml:12:9: ...
 *
 *  - **Status, NULL, units, floating point and locale** are those of wheeldyn.h. A failing call
 *    changes nothing but the error text, and no C++ exception leaves the library.
 *  - **Ownership.** You own the handles that wd_scenario_new() and wd_scenario_clone() return, and
 *    the models of wd_scenario_model(). An input given by a formula (`expression`) uses the handle:
 *    free the handle after all models that it made and their clones. A `const char *` is valid as
 *    long as the handle; the error text changes with the next failure.
 *  - **Threads.** Distinct handles, clones included, are independent, and so are models of one
 *    handle. Calls that take a `const wd_scenario *` may run concurrently on one handle; every
 *    other call needs the handle to itself.
 *  - **Limits.** A text has at most 1 MiB, 32 levels, 100000 nodes (each use of an alias counts the
 *    nodes that it stands for), 100 anchors and 4000 percent signs. The files that it names have at
 *    most 64 MiB in all, a formula 1500 characters. Time grows linearly with the text. Memory for
 *    reading stays below 64 times the size of text and files, plus 1 MiB. */
#ifndef WHEELDYN_SCENARIO_H
#define WHEELDYN_SCENARIO_H

#include <wheeldyn/wheeldyn.h>

#if defined(_WIN32) && defined(WD_SCENARIO_BUILD)
#define WD_SCENARIO_API __declspec(dllexport)
#elif defined(_WIN32) && !defined(WD_STATIC)
#define WD_SCENARIO_API __declspec(dllimport)
#elif defined(__GNUC__)
#define WD_SCENARIO_API __attribute__((visibility("default")))
#else
#define WD_SCENARIO_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** @defgroup scenario Scenarios (experimental)
 *  @{ */

/** A scenario that was read, and its last error. @since 0.1 */
typedef struct wd_scenario wd_scenario;

/** A function that returns the bytes of a file, in place of the library's own reading of files.
 *
 *  It must not throw or longjmp, nor use the handle that calls it.
 *  @param path          the file: the argument of wd_scenario_read_file(), or a name of the
 *                       scenario, which is relative to the folder of the scenario unless absolute
 *  @param[out] bytes    the content; it stays yours and must be valid until the next call of this
 *                       function or until the reading call returns
 *  @param[out] size     number of bytes
 *  @param[out] reason   on failure: the reason, such as "permission denied", or NULL; valid as long
 *                       as `bytes`
 *  @param user          as given to wd_scenario_set_file_fn()
 *  @return WD_OK; a negative status, which the reading call then returns
 *  @since 0.1 */
typedef int32_t (*wd_scenario_file_fn)(const char *path, const char **bytes, size_t *size,
                                       const char **reason, void *user);

/** Create a handle that has read nothing.
 *  @param[out] out   the handle, yours to free with wd_scenario_free(); NULL on failure
 *  @return WD_OK, WD_EINVAL (NULL), WD_ENOMEM
 *  @since 0.1 */
WD_SCENARIO_API int32_t wd_scenario_new(wd_scenario **out);

/** Create another handle of the same scenario, for use in another thread. Nothing is read again;
 *  the text is shared. The clone calls the same file function.
 *  @param[out] out   the handle, yours to free; NULL on failure
 *  @return WD_OK, WD_EINVAL, WD_ENOMEM
 *  @since 0.1 */
WD_SCENARIO_API int32_t wd_scenario_clone(const wd_scenario *scenario, wd_scenario **out);

/** Free a handle, after the models that it made. NULL is allowed. @since 0.1 */
WD_SCENARIO_API void wd_scenario_free(wd_scenario *scenario);

/** Text of the last failing non-const call on this handle: "file:line:column: what is wrong" if the
 *  error has a place in a text, else "what is wrong". At most 767 bytes. "" before the first
 *  failure and for NULL. @since 0.1 */
WD_SCENARIO_API const char *wd_scenario_error(const wd_scenario *scenario);

/** Place of the last failure.
 *  @param[out] line     from 1; 0 if the error has no place in a text; or NULL
 *  @param[out] column   from 1, in characters; 0 as `line`; or NULL
 *  @return name of the file, which may be one that the scenario names; "" if there is no place, and
 *          for NULL
 *  @since 0.1 */
WD_SCENARIO_API const char *wd_scenario_error_place(const wd_scenario *scenario, size_t *line,
                                                    size_t *column);

/** Set a function that reads files in place of the library, for example from an archive.
 *  @param fn     NULL: the library reads files itself, regular files only
 *  @param user   passed to `fn` unchanged
 *  @return WD_OK, WD_EINVAL
 *  @since 0.1 */
WD_SCENARIO_API int32_t wd_scenario_set_file_fn(wd_scenario *scenario, wd_scenario_file_fn fn,
                                                void *user);

/** Read a scenario from a file, with all files that it names. The form is checked; names of
 *  variables and values are checked by wd_scenario_model().
 *  @param path   in UTF-8 on Windows
 *  @return WD_OK, WD_EINVAL, WD_ESTATE (this handle has read a scenario), WD_EFILE (a file cannot
 *          be read), WD_EFORMAT (not YAML, not a scenario, or beyond a limit), WD_ENOMEM
 *  @since 0.1 */
WD_SCENARIO_API int32_t wd_scenario_read_file(wd_scenario *scenario, const char *path);

/** Read a scenario from text. The text is copied.
 *  @param text   `size` bytes in UTF-8 or UTF-16; NULL only if size is 0
 *  @param name   file name of the text in error messages. The file names in the text are relative
 *                to the folder of `name`. NULL: "scenario"
 *  @return as wd_scenario_read_file()
 *  @since 0.1 */
WD_SCENARIO_API int32_t wd_scenario_read_text(wd_scenario *scenario, const char *text, size_t size,
                                              const char *name);

/** Write a model as the text of a scenario, and read this text. wd_scenario_text() then returns the
 *  text, and wd_scenario_model() makes a model from it, whose motion has the same bits. The text
 *  has the parts and all that differs from a new model: values, ground, path, signals and formulas
 *  of scenarios.
 *  A running model is written as it was set up, as after wd_model_reset(). Equations of yours
 *  (constrained.h) are not written.
 *  @param times   start, end, step [s], as wd_scenario_times(); NULL: left out
 *  @param refs    n variables to record; NULL only if n is 0, then `record` is left out
 *  @param name    as for wd_scenario_read_text()
 *  @return as wd_scenario_read_text(), and WD_EROLE (an input is driven by a function of yours),
 *          WD_ERANGE (ref)
 *  @since 0.1 */
WD_SCENARIO_API int32_t wd_scenario_read_model(wd_scenario *scenario, const wd_model *model,
                                               const double *times, const uint32_t *refs, size_t n,
                                               const char *name);

/** Name of the text, as given; NULL before something was read. @since 0.1 */
WD_SCENARIO_API const char *wd_scenario_name(const wd_scenario *scenario);

/** The text, followed by a zero; NULL before something was read.
 *  @param[out] size   number of bytes, or NULL
 *  @since 0.1 */
WD_SCENARIO_API const char *wd_scenario_text(const wd_scenario *scenario, size_t *size);

/** Name of the kind of model, which may be unknown to wd_kind_name(); NULL before something was
 *  read. @since 0.1 */
WD_SCENARIO_API const char *wd_scenario_kind(const wd_scenario *scenario);

/** Return whether the scenario has a key, such as "record", "switch" or "terrain".
 *  @return 1 or 0; 0 for NULL and before something was read
 *  @since 0.1 */
WD_SCENARIO_API int32_t wd_scenario_has(const wd_scenario *scenario, const char *key);

/** Times of the run, `time: {start, end, step}`.
 *  @param[out] start   [s], 0 unless given; or NULL
 *  @param[out] end     [s], 10 unless given; or NULL
 *  @param[out] step    time between rows [s], 0.01 unless given; or NULL
 *  @return WD_OK, WD_EINVAL, WD_ESTATE (nothing was read)
 *  @since 0.1 */
WD_SCENARIO_API int32_t wd_scenario_times(const wd_scenario *scenario, double *start, double *end,
                                          double *step);

/** Make a model of the scenario: kind, preset, parts, values, ground, path, signals and formulas.
 *  Each call makes another one. Switches are not part of the model: wd_scenario_step_to() and
 *  wd_scenario_run() apply them.
 *  @param[out] out   the model, set up, yours to free with wd_model_free() before the handle; NULL
 *                    on failure
 *  @return WD_OK, WD_EINVAL, WD_ESTATE (nothing was read), WD_ENOMEM, WD_EKIND, WD_EFORMAT (form of
 *          an entry, or a formula), or the status with which the model refuses an entry
 *  @since 0.1 */
WD_SCENARIO_API int32_t wd_scenario_model(wd_scenario *scenario, wd_model **out);

/** Find the variables to record: those that `record` lists, or all states and outputs without it.
 *  @param model        a model of this scenario
 *  @param[out] refs    the first `room` refs, or NULL
 *  @param room         number of refs for which there is room; further ones are not written
 *  @param[out] count   number of variables
 *  @return WD_OK, WD_EINVAL, WD_ESTATE (nothing was read), WD_ENAME (no such variable), WD_EFORMAT
 *  @since 0.1 */
WD_SCENARIO_API int32_t wd_scenario_columns(wd_scenario *scenario, const wd_model *model,
                                            uint32_t *refs, size_t room, size_t *count);

/** Entry `i` of `input`: the name of its variable, and the place of its value in the text.
 *  @param[out] line     from 1; or NULL
 *  @param[out] column   from 1; or NULL
 *  @return the name; NULL if `i` is too large
 *  @since 0.1 */
WD_SCENARIO_API const char *wd_scenario_input(const wd_scenario *scenario, size_t i, size_t *line,
                                              size_t *column);

/** Width of a wheel in drawings, such as replays, from the key `widths`. Motions do not depend on
 *  it.
 *  @param wheel   name of a part
 *  @return the width [m]; 0 if the scenario gives none
 *  @since 0.1 */
WD_SCENARIO_API double wd_scenario_width(const wd_scenario *scenario, const char *wheel);

/** Number of switches, which are ordered by time. @since 0.1 */
WD_SCENARIO_API size_t wd_scenario_switch_count(const wd_scenario *scenario);

/** Time of switch `i` [s]; NaN if `i` is too large. @since 0.1 */
WD_SCENARIO_API double wd_scenario_switch_time(const wd_scenario *scenario, size_t i);

/** Name of variable `k` that switch `i` sets; NULL if `i` or `k` is too large. @since 0.1 */
WD_SCENARIO_API const char *wd_scenario_switch_name(const wd_scenario *scenario, size_t i,
                                                    size_t k);

/** Apply switch `i` to a model at once, whatever the time of the switch. If the model refuses a
 *  value, the values of the switch before it remain set.
 *  @return WD_OK, WD_EINVAL, WD_ERANGE (`i`), WD_ESTATE (nothing was read), or the status with
 *          which the model refuses a value
 *  @since 0.1 */
WD_SCENARIO_API int32_t wd_scenario_set_switch(wd_scenario *scenario, wd_model *model, size_t i);

/** Advance a running model to time `t` as wd_model_step_to() does, and apply the switches up to and
 *  at `t` on the way. It does not stop at events.
 *  @param t               [s]
 *  @param[in,out] done    number of switches applied so far: 0 after wd_model_init()
 *  @return what wd_model_step_to() returns, but never WD_EVENT; or what wd_scenario_set_switch()
 *          returns
 *  @since 0.1 */
WD_SCENARIO_API int32_t wd_scenario_step_to(wd_scenario *scenario, wd_model *model, double t,
                                            size_t *done);

/** Number of rows of wd_scenario_run(), at most 1e15; 0 before something was read. @since 0.1 */
WD_SCENARIO_API size_t wd_scenario_row_count(const wd_scenario *scenario);

/** Run a model that is set up from the start to the end of the scenario, apply its switches, and
 *  record variables in rows: at start + k step and at the end, or at the time of WD_END if that
 *  comes first. A switch at the time of a row takes effect before the row.
 *  @param refs           n refs to record, as of wd_scenario_columns()
 *  @param[out] rows      max_rows rows of 1 + n doubles: time [s], then the values
 *  @param max_rows       at least wd_scenario_row_count(), else WD_EINVAL
 *  @param[out] written   number of valid rows, also after a failure; or NULL
 *  @return as wd_model_init() and wd_scenario_step_to()
 *  @since 0.1 */
WD_SCENARIO_API int32_t wd_scenario_run(wd_scenario *scenario, wd_model *model,
                                        const uint32_t *refs, size_t n, double *rows,
                                        size_t max_rows, size_t *written);

/** Number of warnings of the last run: a wheel on a tyre from a .tir file left the range in which
 *  the file says that it is valid (FZMIN, FZMAX, KPUMIN, KPUMAX, ALPMIN, ALPMAX, CAMMIN, CAMMAX).
 *  wd_scenario_step_to() and wd_scenario_run() compare at the end of each step and at each row. A
 *  wheel gives at most one warning for each of its outputs normal_force, slip_ratio, slip_angle and
 *  camber. wd_scenario_model() and wd_scenario_run() begin without warnings.
 *  @since 0.1 */
WD_SCENARIO_API size_t wd_scenario_warning_count(const wd_scenario *scenario);

/** Text of warning `i`, such as `wheel "fl": normal_force is 9512.3 N at t = 1.25 s, above FZMAX =
 *  9000 N of tyre "front"`; NULL if `i` is too large. Valid until the next model or run.
 *  @since 0.1 */
WD_SCENARIO_API const char *wd_scenario_warning(const wd_scenario *scenario, size_t i);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
