/* SPDX-License-Identifier: MIT */
/* SUNDIALS' CVODE moves a model of the library: BDF with a Jacobian by differences, and its root
 * finding on the event indicators. A ball falls, bounces until it rests, and slides until it rolls;
 * a torus rolls until it falls. The library also makes the same motions by itself. The program
 * compares these motions with those that CVODE computes. It fails if a state differs by more than
 * close_enough, relative to the larger of its value and its nominal magnitude, or if the time of an
 * event differs by more than same_time, in s. */
#include <math.h>
#include <string.h>
#include <time.h>

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <wheeldyn/exchange.h>

#include "example.h"

static const double tolerance = 1e-12, close_enough = 1e-6, same_time = 1e-8;

/* A model and the objects of CVODE that integrate it. */
struct host {
    wd_model *model;
    SUNContext context;
    N_Vector y, absolute;
    SUNMatrix matrix;
    SUNLinearSolver solver;
    void *cvode;
    double t, evaluations; /* evaluations of the derivative, those for Jacobians included */
};

static void must_cvode(int status, const char *call)
{
    if (status >= 0)
        return;
    fprintf(stderr, "%s: %s\n", call, CVodeGetReturnFlagName(status));
    exit(EXIT_FAILURE);
}

/* ---- the model as CVODE sees it ---- */

static int right_hand_side(realtype t, N_Vector y, N_Vector rate, void *user)
{
    struct host *host = user;
    const double *states = N_VGetArrayPointer(y);
    host->evaluations++;
    int32_t status = wd_model_derivative(host->model, t, states, N_VGetArrayPointer(rate));
    return status == WD_OK ? 0 : 1; /* 1: CVODE tries a shorter step */
}

static int indicators(realtype t, N_Vector y, realtype *values, void *user)
{
    const struct host *host = user;
    return wd_model_indicators(host->model, t, N_VGetArrayPointer(y), values);
}

/* ---- the life of CVODE ---- */

static void begin(struct host *host, wd_model *model)
{
    sunindextype n = (sunindextype)wd_model_state_count(model);
    *host = (struct host){.model = model};
    must_cvode(SUNContext_Create(NULL, &host->context), "SUNContext_Create");
    host->y = N_VNew_Serial(n, host->context);
    host->absolute = N_VNew_Serial(n, host->context);
    for (sunindextype i = 0; i < n; i++) /* the energies are not in the error control */
        N_VGetArrayPointer(host->absolute)[i] =
            i + 2 < n ? tolerance * wd_model_state_nominal(model, (size_t)i) : 1e300;
    must(model, wd_model_states(model, N_VGetArrayPointer(host->y)));
    must(model, wd_model_event_update(model, 0, N_VGetArrayPointer(host->y)));
    host->matrix = SUNDenseMatrix(n, n, host->context);
    host->solver = SUNLinSol_Dense(host->y, host->matrix, host->context);
    host->cvode = CVodeCreate(CV_BDF, host->context);
    must_cvode(CVodeInit(host->cvode, right_hand_side, 0, host->y), "CVodeInit");
    must_cvode(CVodeSetUserData(host->cvode, host), "CVodeSetUserData");
    must_cvode(CVodeSVtolerances(host->cvode, tolerance, host->absolute), "CVodeSVtolerances");
    must_cvode(CVodeSetLinearSolver(host->cvode, host->solver, host->matrix), "CVodeSetLinear");
    must_cvode(CVodeSetMaxNumSteps(host->cvode, 1000000), "CVodeSetMaxNumSteps");
    must_cvode(CVodeSetNoInactiveRootWarn(host->cvode), "CVodeSetNoInactiveRootWarn");
    must_cvode(CVodeRootInit(host->cvode, (int)wd_model_indicator_count(model), indicators),
               "CVodeRootInit");
}

static void end(struct host *host)
{
    CVodeFree(&host->cvode);
    SUNLinSolFree(host->solver);
    SUNMatDestroy(host->matrix);
    N_VDestroy(host->absolute);
    N_VDestroy(host->y);
    SUNContext_Free(&host->context);
}

/* One step of CVODE, or up to a root, and the update after it. If the update has only projected the
 * states, CVODE continues from the states before the projection, to which its history belongs. */
static int32_t step(struct host *host, double t_end)
{
    double stop = fmin(t_end, wd_model_next_time(host->model)), *y = N_VGetArrayPointer(host->y);
    N_Vector kept = N_VClone(host->y);
    must_cvode(CVodeSetStopTime(host->cvode, stop), "CVodeSetStopTime");
    must_cvode(CVode(host->cvode, stop, host->y, &host->t, CV_ONE_STEP), "CVode");
    N_VScale(1, host->y, kept);
    int32_t status = wd_model_event_update(host->model, host->t, y);
    must(host->model, status);
    if (status == WD_EVENT)
        must_cvode(CVodeReInit(host->cvode, host->t, host->y), "CVodeReInit");
    else if (status == WD_OK)
        N_VScale(1, kept, host->y);
    N_VDestroy(kept);
    return status;
}

/* ---- the motions ---- */

static wd_model *prepared(const char *kind, const char *preset)
{
    wd_model *model = new_model(kind);
    must(model, wd_model_load_preset(model, preset));
    if (strcmp(preset, "ball") == 0) {
        must(model, wd_model_set_value(model, "param.surface.restitution", 0.5));
        must(model, wd_model_set_value(model, "init.ball.z", 0.05));
        must(model, wd_model_set_value(model, "solver.zeno_speed", 0.01));
    }
    must(model, wd_model_set_value(model, "solver.rtol", tolerance));
    must(model, wd_model_set_value(model, "solver.atol", tolerance));
    must(model, wd_model_init(model, 0));
    return model;
}

static double state_difference(const wd_model *own, const wd_model *other)
{
    double worst = 0;
    for (size_t i = 0; i + 2 < wd_model_state_count(own); i++) {
        const char *name = wd_model_state_name(own, i);
        double want = value_of(own, name), scale = wd_model_state_nominal(own, i);
        worst = fmax(worst, fabs(value_of(other, name) - want) / fmax(scale, fabs(want)));
    }
    return worst;
}

/* Largest difference of the event times; infinity if the numbers or types of the events differ. */
static double event_difference(const wd_model *own, const wd_model *other)
{
    double worst = 0;
    size_t count = wd_model_event_count(own);
    if (wd_model_event_count(other) != count)
        return INFINITY;
    for (size_t i = 0; i < count; i++) {
        double want, got;
        int32_t type, other_type;
        must(own, wd_model_event(own, i, &want, &type, NULL, 0));
        must(other, wd_model_event(other, i, &got, &other_type, NULL, 0));
        worst = fmax(worst, type == other_type ? fabs(got - want) : (double)INFINITY);
    }
    return worst;
}

/* Processor time [s]. */
static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static int compare(const char *kind, const char *preset, double t_end)
{
    struct host host;
    wd_model *own = prepared(kind, preset), *model = prepared(kind, preset);
    double began = seconds();
    must(own, wd_model_step_to(own, t_end));
    double between = seconds();
    begin(&host, model);
    int32_t status = WD_OK;
    while (status != WD_END && host.t < t_end)
        status = step(&host, t_end);
    double ended = seconds();
    double states = state_difference(own, model), events = event_difference(own, model);
    printf("%-12s %-17s %.1e %6zu %8.1e s %12.1f %6.1f\n", kind, preset, states,
           wd_model_event_count(model), events, host.evaluations / value_of(own, "stat.rhs_calls"),
           (ended - between) / (between - began));
    end(&host);
    wd_model_free(own);
    wd_model_free(model);
    return states <= close_enough && events <= same_time;
}

int main(void)
{
    printf("Differences of states and event times from the library's own run; evaluations and time "
           "as multiples\n"
           "of its own.\n"
           "kind         preset             states events      times  evaluations   time\n");
    int right = compare("vehicle", "ball", 1);
    right &= compare("torus_wheel", "rolling-friction", 60);
    if (!right)
        fprintf(stderr, "a motion differs from the library's own\n");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
