/* SPDX-License-Identifier: MIT */
/* A run of a model for Octave, and for MATLAB (not run there):
 *
 *   [t, x] = wheeldyn_run(kind, preset, names, t_end, dt, variable, value, ...)
 *
 * A model of a kind takes a preset ('' for none) and values of variables, starts at 0 s and gives a
 * column of times, dt apart, and a column of values for each of the names (a cell array). With dt =
 * Inf the times are 0 and t_end alone. A value is
 *
 *   a number                  of any variable that can be set
 *   a text                    the name of one of its choices
 *   a handle of a function    of time, which drives the input; it must be pure
 *   a matrix of two columns   times and values, between which the input is linear
 * The model is freed when the call returns or fails, so there is nothing to close. */
#include <mex.h>
#include <stdint.h>
#include <stdio.h>
#include <wheeldyn/wheeldyn.h>

/* Free the model and raise an error. mexErrMsgIdAndTxt() does not return, so the model must be
 * freed before; Octave frees its own memory. */
static void fail(wd_model *model, int32_t status, const char *text)
{
    char id[64], kept[512];
    snprintf(id, sizeof id, "wheeldyn:%s", wd_status_name(status));
    snprintf(kept, sizeof kept, "%s", text);
    wd_model_free(model);
    mexErrMsgIdAndTxt(id, "%s", kept);
}

static void must(wd_model *model, int32_t status)
{
    if (status < 0)
        fail(model, status, wd_model_error(model));
}

/* must() for calls that take a name and leave no text in the model. */
static void must_name(wd_model *model, int32_t status, const char *name, const char *nearest)
{
    char text[512];
    if (status >= 0)
        return;
    snprintf(text, sizeof text, "%s: %s; the nearest is %s", name, wd_status_text(status), nearest);
    fail(model, status, text);
}

static uint32_t find(wd_model *model, const char *name)
{
    uint32_t ref;
    must_name(model, wd_model_find(model, name, &ref), name, wd_model_nearest_name(model, name));
    return ref;
}

static int is_real(const mxArray *given)
{
    return mxIsDouble(given) && !mxIsComplex(given) && !mxIsSparse(given);
}

static int is_number(const mxArray *given)
{
    return is_real(given) && mxGetNumberOfElements(given) == 1;
}

static char *text_of(const mxArray *given)
{
    if (!given || !mxIsChar(given)) /* an empty cell is NULL */
        mexErrMsgIdAndTxt("wheeldyn:usage", "kind, preset and names must be texts");
    return mxArrayToString(given);
}

static double number_of(const mxArray *given)
{
    if (!is_number(given))
        mexErrMsgIdAndTxt("wheeldyn:usage", "t_end and dt must be numbers");
    return mxGetScalar(given);
}

/* Callback of the library. An error of the user's function makes the call fail. */
static int32_t call(double t, double *value, void *handle)
{
    mxArray *given[] = {handle, mxCreateDoubleScalar(t)}, *got = NULL;
    int refused = mexCallMATLABWithTrap(1, &got, 2, given, "feval") || !got || !is_number(got);
    if (!refused)
        *value = mxGetScalar(got);
    mxDestroyArray(given[1]);
    if (got)
        mxDestroyArray(got);
    return refused;
}

static void set_lines(wd_model *model, const char *name, const mxArray *table)
{
    size_t n = mxGetM(table);
    const double *columns = mxGetPr(table);
    double *pairs = mxMalloc((2 * n + 1) * sizeof *pairs);
    for (size_t i = 0; i < n; i++) {
        pairs[2 * i] = columns[i];
        pairs[2 * i + 1] = columns[n + i];
    }
    must(model,
         wd_model_set_input_signal(model, find(model, name), WD_SIGNAL_LINEAR, pairs, 2 * n));
}

static void set(wd_model *model, const char *name, const mxArray *value)
{
    if (mxIsChar(value))
        must(model, wd_model_set_choice(model, name, mxArrayToString(value)));
    else if (is_number(value))
        must(model, wd_model_set_value(model, name, mxGetScalar(value)));
    else if (mxIsClass(value, "function_handle"))
        must(model, wd_model_set_input_fn(model, find(model, name), call, (void *)value));
    else if (is_real(value) && mxGetN(value) == 2)
        set_lines(model, name, value);
    else
        fail(model, WD_EINVAL,
             "a value must be a number, a text, a handle of a function or a matrix of "
             "two columns");
}

static wd_model *make(const char *kind, const char *preset, int n, const mxArray *settings[])
{
    wd_model *model;
    must_name(NULL, wd_model_new(kind, &model), kind, wd_kind_nearest_name(kind));
    if (*preset)
        must(model, wd_model_load_preset(model, preset));
    for (int i = 0; i < n; i += 2)
        set(model, mxArrayToString(settings[i]), settings[i + 1]);
    must(model, wd_model_init(model, 0.0));
    return model;
}

/* Column `column` of rows of `width` numbers. */
static void copy(double *to, const double *rows, size_t n, size_t width, size_t column)
{
    for (size_t i = 0; i < n; i++)
        to[i] = rows[i * width + column];
}

static void check_usage(int nlhs, int nrhs, const mxArray *prhs[])
{
    if (nlhs > 2 || nrhs < 5 || nrhs % 2 == 0 || !mxIsCell(prhs[2]))
        mexErrMsgIdAndTxt("wheeldyn:usage",
                          "[t, x] = wheeldyn_run(kind, preset, {name, ...}, t_end, "
                          "dt, variable, value, ...)");
    for (int i = 5; i < nrhs; i += 2)
        text_of(prhs[i]);
    for (size_t i = 0; i < mxGetNumberOfElements(prhs[2]); i++)
        text_of(mxGetCell(prhs[2], i));
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    check_usage(nlhs, nrhs, prhs);
    const char *kind = text_of(prhs[0]), *preset = text_of(prhs[1]);
    double t_end = number_of(prhs[3]), dt = number_of(prhs[4]), steps = t_end / dt;
    size_t n = mxGetNumberOfElements(prhs[2]), width = 1 + n, written;
    /* The library refuses other numbers of steps. */
    size_t room = steps > 0.0 && steps < 1e8 ? (size_t)steps + 2 : 2;
    double *rows = mxMalloc(room * width * sizeof *rows);
    uint32_t *refs = mxMalloc(width * sizeof *refs);

    wd_model *model = make(kind, preset, nrhs - 5, prhs + 5);
    for (size_t i = 0; i < n; i++)
        refs[i] = find(model, mxArrayToString(mxGetCell(prhs[2], i)));
    must(model, wd_model_run(model, t_end, dt, refs, n, rows, room, &written));
    wd_model_free(model);

    plhs[0] = mxCreateDoubleMatrix(written, 1, mxREAL);
    copy(mxGetPr(plhs[0]), rows, written, width, 0);
    if (nlhs < 2)
        return;
    plhs[1] = mxCreateDoubleMatrix(written, n, mxREAL);
    for (size_t i = 0; i < n; i++)
        copy(mxGetPr(plhs[1]) + i * written, rows, written, width, 1 + i);
}
