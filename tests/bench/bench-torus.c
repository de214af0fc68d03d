/* SPDX-License-Identifier: MIT */
/* Computing time of the rolling torus in fixed Runge-Kutta steps, compared with its equations of
 * motion written in bare C and integrated in the same way, and with physics engines that roll a
 * disc. Also the time of tracking, compared with free rolling. */
#include "bench.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

#ifdef HAVE_ODE
#include "ode-disc.h"
#endif
#ifdef HAVE_MUJOCO
#include "mujoco-disc.h"
#endif

enum { STEPS = 10000, STATES = 8 };
static const double step = 1e-3;

/* ---- bare C, written by hand for this torus only ---- */

struct bare {
    double a, b, m, g, A, C;
};

static void bare_flow(const struct bare *w, const double *y, double *dy)
{
    double a = w->a, b = w->b, m = w->m, A = w->A, C = w->C;
    double pd = y[5], qd = y[6], rd = y[7];
    double S = sin(y[1]), c = cos(y[1]), rho = b + a * S;
    double k = m * ((a + 2 * b * S) * pd * qd - a * c * qd * rd);
    double M11 = A * S * S + (C + m * b * b) * c * c, M13 = c * (C + m * b * rho);
    double M33 = C + m * rho * rho;
    double f1 = C * S * qd * (rd + 2 * pd * c) - 2 * A * S * c * pd * qd + b * c * k;
    double f2 = (A - C) * S * c * pd * pd - C * S * pd * rd - m * w->g * b * c -
                m * a * b * c * qd * qd - m * (a + b * S) * pd * (rho * rd + b * c * pd);
    double f3 = C * S * pd * qd + rho * k, D = 1 / (M11 * M33 - M13 * M13);
    double sp = sin(y[0]), cp = cos(y[0]);
    dy[0] = pd;
    dy[1] = qd;
    dy[2] = rd;
    dy[3] = -rho * rd * cp + a * qd * sp;
    dy[4] = -rho * rd * sp - a * qd * cp;
    dy[5] = (M33 * f1 - M13 * f3) * D;
    dy[6] = f2 / (A + m * (a * a + b * b + 2 * a * b * S));
    dy[7] = (M11 * f3 - M13 * f1) * D;
}

static void bare_step(const struct bare *w, double h, double *y)
{
    double k1[STATES], k2[STATES], k3[STATES], k4[STATES], z[STATES];
    bare_flow(w, y, k1);
    for (int i = 0; i < STATES; i++)
        z[i] = y[i] + h / 2 * k1[i];
    bare_flow(w, z, k2);
    for (int i = 0; i < STATES; i++)
        z[i] = y[i] + h / 2 * k2[i];
    bare_flow(w, z, k3);
    for (int i = 0; i < STATES; i++)
        z[i] = y[i] + h * k3[i];
    bare_flow(w, z, k4);
    for (int i = 0; i < STATES; i++)
        y[i] += h / 6 * (k1[i] + 2 * (k2[i] + k3[i]) + k4[i]);
}

static double bare_lean;

static void bare_run(void *context)
{
    double y[STATES] = {0, 1.57, 0, 0, 0, 0.05, 0, 10};
    for (int i = 0; i < STEPS; i++)
        bare_step(context, step, y);
    bare_lean = y[1];
}

/* ---- the library ---- */

static void set(wd_model *model, const char *name, double value)
{
    if (wd_model_set_value(model, name, value) != WD_OK)
        printf("%s: %s\n", name, wd_model_error(model));
}

static double get(const wd_model *model, const char *name)
{
    double value = NAN;
    wd_model_value(model, name, &value);
    return value;
}

static wd_model *torus(const char *preset)
{
    wd_model *model = NULL;
    if (wd_model_new("torus_wheel", &model) != WD_OK ||
        (preset && wd_model_load_preset(model, preset) != WD_OK))
        exit(1);
    if (wd_model_set_choice(model, "solver.method", "rk4") != WD_OK)
        exit(1);
    set(model, "solver.fixed_step", step);
    return model;
}

static void restart(wd_model *model)
{
    if (wd_model_reset(model) != WD_OK || wd_model_init(model, 0) != WD_OK)
        printf("init: %s\n", wd_model_error(model));
}

static void our_run(void *context)
{
    restart(context);
    if (wd_model_step_to(context, STEPS * step) != WD_OK)
        printf("run: %s\n", wd_model_error(context));
}

/* Make one call for each step. Nothing is read, so the calls compute no outputs. */
static void our_steps(void *context)
{
    restart(context);
    for (int i = 1; i <= STEPS; i++)
        if (wd_model_step_to(context, i * step) != WD_OK)
            printf("step: %s\n", wd_model_error(context));
}

/* Compare with bare C. Return the ratio of the first comparison, to which the limit on the command
 * line applies; with a limit make only this comparison. */
static double race_bare(const char *limit)
{
    struct bare bare = {0.1, 0.3, 8, 9.8, 0.2875, 0.525};
    wd_model *model = torus(NULL);
    set(model, "param.gravity", 9.8);
    set(model, "state.lean", 1.57);
    set(model, "state.precession_rate", 0.05);
    set(model, "state.spin_rate", 10);
    double ratio = bench_pair("RK4 step of the torus through the API / bare C", our_run, model,
                              bare_run, &bare, STEPS, 1.25);
    if (!limit)
        bench_pair("the same, one call per step, nothing read / bare C", our_steps, model, bare_run,
                   &bare, STEPS, 3);
    printf("both end with the same lean to %.1e rad\n", fabs(get(model, "state.lean") - bare_lean));
    wd_model_free(model);
    return ratio;
}

/* ---- tracking ---- */

static void astroid(void *context)
{
    restart(context);
    if (wd_model_set_choice(context, "input.control_mode", "track") != WD_OK ||
        wd_model_step_to(context, STEPS * step) != WD_OK)
        printf("astroid: %s\n", wd_model_error(context));
}

static void race_tracking(void)
{
    wd_model *tracking = torus("astroid"), *rolling = torus("straight-10");
    bench_pair("RK4 step tracking an astroid / step of free rolling", astroid, tracking, our_run,
               rolling, STEPS, 4);
    wd_model_free(tracking);
    wd_model_free(rolling);
}

/* ---- a disc in physics engines ---- */

#if defined HAVE_ODE || defined HAVE_MUJOCO

static double drift_of_ours;

static double energy(const wd_model *model)
{
    return get(model, "output.kinetic_energy") + get(model, "output.potential_energy");
}

static wd_model *our_disc(void)
{
    wd_model *model = torus(NULL);
    set(model, "param.inertia_law", 1);
    set(model, "param.tube_radius", 0);
    set(model, "param.ring_radius", disc_radius);
    set(model, "param.mass", disc_mass);
    set(model, "param.servo_mass", 0);
    set(model, "param.gravity", disc_gravity);
    set(model, "param.inertia_equatorial", disc_axial_inertia() / 2);
    set(model, "param.inertia_polar", disc_axial_inertia());
    set(model, "state.lean", disc_lean);
    set(model, "state.precession_rate", disc_precession_rate);
    set(model, "state.spin_rate", disc_spin_rate);
    restart(model);
    double before = energy(model);
    our_run(model);
    drift_of_ours = fabs(energy(model) / before - 1);
    return model;
}

static void race_engine(const char *name, wd_model *ours, bench_fn run, void *disc, double before,
                        double after)
{
    char text[80];
    double drift = fabs(after / before - 1);
    snprintf(text, sizeof text, "step of 1 ms of a rolling disc / %s", name);
    bench_pair(text, our_run, ours, run, disc, STEPS, 1);
    printf("%s: energy %.3f J; relative drift in %g s: ours %.1e, theirs %.1e, ratio %.1e\n", name,
           before, STEPS * step, drift_of_ours, drift, drift_of_ours / drift);
}

#endif

#ifdef HAVE_ODE

static void ode_run(void *context)
{
    ode_disc_place(context);
    for (int i = 0; i < STEPS; i++)
        ode_disc_step(context, step);
}

static void race_ode(void)
{
    wd_model *model = our_disc();
    struct ode_disc disc = ode_disc_new();
    ode_disc_place(&disc);
    double before = ode_disc_energy(&disc);
    ode_run(&disc);
    race_engine("ODE", model, ode_run, &disc, before, ode_disc_energy(&disc));
    ode_disc_free(&disc);
    wd_model_free(model);
}

#else

static void race_ode(void)
{
    printf("ODE is not installed (libode-dev): the comparison with it was skipped\n");
}

#endif

#ifdef HAVE_MUJOCO

static void mujoco_run(void *context)
{
    struct mujoco_disc *disc = context;
    mujoco_disc_place(disc);
    for (int i = 0; i < STEPS; i++)
        mj_step(disc->model, disc->data);
}

static void race_integrator(wd_model *model, const char *integrator)
{
    char name[40];
    struct mujoco_disc disc = mujoco_disc_new(integrator, step);
    snprintf(name, sizeof name, "MuJoCo, %s", integrator);
    mujoco_disc_place(&disc);
    double before = mujoco_disc_energy(&disc);
    mujoco_run(&disc);
    race_engine(name, model, mujoco_run, &disc, before, mujoco_disc_energy(&disc));
    mujoco_disc_free(&disc);
}

static void race_mujoco(void)
{
    wd_model *model = our_disc();
    race_integrator(model, "Euler");
    race_integrator(model, "RK4");
    wd_model_free(model);
}

#else

static void race_mujoco(void)
{
    printf("MuJoCo is not installed (libmujoco-dev): the comparison with it was skipped\n");
}

#endif

int main(int argc, char **argv)
{
    const char *limit = argc > 1 ? argv[1] : NULL;
    double ratio = race_bare(limit);
    if (limit)
        return !bench_within(ratio, limit);
    race_tracking();
    race_ode();
    race_mujoco();
    return 0;
}
