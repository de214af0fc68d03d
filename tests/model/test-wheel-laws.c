/* SPDX-License-Identifier: MIT */
/* Rolling wheel: friction limit in random states and on the scenarios; energy balance on the
 * scenarios; agreement of two methods for the inverse in random states; convergence to Coulomb's
 * law; defects of the law `published`; no relaxation with k_s = 0. */
#include "wheel.h"

static double uniform(unsigned long long *seed, double lo, double hi)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return lo + (hi - lo) * ((double)(*seed >> 11) * 0x1p-53);
}

/* Return a wheel with this law and method for the inverse, and with random state, torque, brake,
 * friction coefficient and parameters of the law. */
static wd_model *random_wheel(unsigned long long *seed, const char *law, const char *inverse)
{
    wd_model *model = make("rolling_wheel", NULL);
    choose(model, "param.law", law);
    choose(model, "solver.inverse", inverse);
    set(model, "state.x_dot", uniform(seed, -30, 30));
    set(model, "state.theta_dot", uniform(seed, -100, 100));
    set(model, "input.drive_torque", uniform(seed, -300, 300));
    set(model, "input.brake_torque", uniform(seed, 0, 200));
    set(model, "input.mu", uniform(seed, -0.2, 1.2) < 0 ? 0 : uniform(seed, 0, 1.2));
    set(model, "param.sharpness", uniform(seed, 1, 200));
    set(model, "param.relaxation_time", pow(10, uniform(seed, -5, 0)));
    return model;
}

/* Check |force| <= mu N. At fast slip and a short relaxation time the force must also oppose the
 * slip. */
static void friction_limit(const char *inverse)
{
    unsigned long long seed = 1;
    int above = 0, slipping = 0, gaining = 0;
    for (int i = 0; i < 20000; i++) {
        wd_model *model = random_wheel(&seed, "saturated", inverse);
        start(model, 0);
        double force = get(model, "output.contact_force");
        double slip = get(model, "output.slip_velocity");
        above += !(fabs(force) <= get(model, "output.traction_limit"));
        if (get(model, "param.relaxation_time") < 1e-3 && fabs(slip) > 1) {
            slipping++;
            gaining += force * slip < 0;
        }
        wd_model_free(model);
    }
    check(above == 0, "%s: |contact force| <= mu N to the last bit in 20000 states (%d above)",
          inverse, above);
    check(gaining == 0 && slipping > 1000, "%s: friction opposes slip in %d slipping states",
          inverse, slipping);
}

static void friction_limit_on_runs(void)
{
    for (int i = 0; i < WHEEL_SCENARIOS; i++) {
        wd_model *model = wheel(wheel_scenarios[i].table, "sat");
        start(model, 0);
        int above = 0;
        for (int k = 0; k <= 20000; k++) {
            go(model, 1e-3 * k);
            above +=
                !(fabs(get(model, "output.contact_force")) <= get(model, "output.traction_limit"));
        }
        check(above == 0, "%s: |contact force| <= mu N at 20001 times", wheel_scenarios[i].ours);
        wd_model_free(model);
    }
}

/* Energy balance relative to the work. Precise runs balance to rounding. */
static void energy_balance(const char *law, int precise)
{
    for (int i = 0; i < WHEEL_SCENARIOS; i++) {
        wd_model *model = wheel(wheel_scenarios[i].table, law);
        if (precise)
            wheel_precise(model);
        start(model, 0);
        double before = get(model, "output.kinetic_energy") + get(model, "output.potential_energy");
        double worst = 0, flow = 0;
        for (int k = 1; k <= 200; k++) {
            go(model, 0.1 * k);
            double kinetic = get(model, "output.kinetic_energy");
            double balance = kinetic + get(model, "output.potential_energy") +
                             get(model, "output.dissipated") - get(model, "output.work");
            flow = fmax(flow, fabs(get(model, "output.work")));
            worst = fmax(worst, fabs(balance - before));
        }
        check(worst <= (precise ? 1e-14 : 1e-9) * flow,
              "%s %s: error of the energy balance %.2g J, largest work %.3g J%s", law,
              wheel_scenarios[i].ours, worst, flow, precise ? ", rtol 1e-12" : "");
        wd_model_free(model);
    }
}

static void inverses_agree(void)
{
    static const char *const outputs[] = {"output.constraint_force_x",
                                          "output.constraint_torque",
                                          "output.nonideal_force_x",
                                          "output.nonideal_torque",
                                          "output.x_ddot",
                                          "output.theta_ddot",
                                          "output.normal_force"};
    double worst = 0;
    for (int law = 0; law < WHEEL_LAWS; law++) {
        for (unsigned long long seed = 1; seed < 2000; seed++) {
            unsigned long long a = seed, b = seed;
            wd_model *closed = random_wheel(&a, wheel_laws[law].ours, "closed");
            wd_model *svd = random_wheel(&b, wheel_laws[law].ours, "svd");
            start(closed, 0);
            start(svd, 0);
            /* Relative to torque over radius plus weight, because sums may cancel. */
            double scale = fabs(get(closed, "output.applied_traction")) + 25 * 9.81;
            for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
                worst = fmax(worst, fabs(get(closed, outputs[i]) - get(svd, outputs[i])) / scale);
            wd_model_free(closed);
            wd_model_free(svd);
        }
    }
    check(worst <= 1e-12, "closed and svd agree in 7996 states: %.2g", worst);
}

/* Largest distance of x_dot to the event-driven Coulomb solution over the run. */
static double distance_from_coulomb(const char *scenario, double tau, double p, double *force)
{
    char path[100];
    snprintf(path, sizeof path, "rolling_wheel/d_coulomb_%s.csv", scenario);
    struct csv csv;
    csv_open(&csv, path);
    wd_model *model = wheel(scenario, "sat");
    set(model, "param.relaxation_time", tau);
    set(model, "param.sharpness", p);
    start(model, 0);
    double worst = 0;
    while (csv_next(&csv)) {
        go(model, csv_real(&csv, "t"));
        worst = fmax(worst, fabs(get(model, "state.x_dot") - csv_real(&csv, "v")));
        double limit = get(model, "output.traction_limit");
        *force = fmax(*force, fabs(get(model, "output.contact_force")) / limit);
    }
    wd_model_free(model);
    return worst;
}

static void converges_to_coulomb(void)
{
    struct csv csv;
    csv_open(&csv, "rolling_wheel/d_convergence.csv");
    double before = 0;
    while (csv_next(&csv)) {
        if (strcmp(csv_text(&csv, "variant"), "sat") != 0)
            continue;
        const char *scenario = csv_text(&csv, "scenario");
        double tau = csv_real(&csv, "tau"), want = csv_real(&csv, "max|v-vC|"), force = 0;
        double got = distance_from_coulomb(scenario, tau, csv_real(&csv, "p"), &force);
        /* the reference has 10 digits and located its events to 1e-7 */
        check(fabs(got - want) <= 0.02 * want + 2e-7 && force <= 1,
              "%s tau=%g: x_dot differs by %.4g from Coulomb's law, table %.4g, |F|/mu N %.6f",
              scenario, tau, got, want, force);
        check(tau == 0.1 || got < fmax(0.5 * before, 2e-7),
              "%s tau=%g: closer than with the larger tau", scenario, tau);
        before = got;
    }
}

/* Law published sets the right-hand side b2 of the rolling constraint to 0, so that nothing
 * restores rolling (docs/theory/rolling_wheel.rst): d slip/dt = (1 - s^2)(R T/I - F_w/m - F_c/m).
 */
static void published_defect(void)
{
    wd_model *model = wheel("drive60", "printed");
    start(model, 0);
    double worst = 0;
    for (int k = 1; k <= 20; k++) {
        go(model, k);
        double s = get(model, "output.relaxation"), v = get(model, "state.x_dot");
        double torque = get(model, "output.applied_traction") * 0.3, drag = -1.7 * v * fabs(v);
        double want = (1 - s * s) *
                      (0.3 * torque / 1.125 - drag / 25 - get(model, "output.friction_force") / 25);
        double got = 0.3 * get(model, "output.theta_ddot") - get(model, "output.x_ddot");
        worst = fmax(worst, fabs(got - want));
    }
    check(worst < 1e-11, "published: rate of the slip as in the closed form, error %.2g", worst);
    check(get(model, "state.x_dot") < 0, "published: the driven wheel finally moves backwards");
    wd_model_free(model);
}

/* k_s = 0 switches the relaxation of the rolling constraint off, also at mu = 0, where the ratio of
 * torque to mu N R is infinite. */
static void never_relaxed(void)
{
    wd_model *model = make("rolling_wheel", NULL);
    choose(model, "param.law", "published");
    set(model, "param.k_s", 0);
    set(model, "input.mu", 0);
    set(model, "input.drive_torque", 20);
    check(wd_model_init(model, 0) == WD_OK, "a wheel with k_s = 0 and mu = 0 starts: %s",
          wd_model_error(model));
    near_abs(get(model, "output.relaxation"), 1, 0,
             "the rolling constraint is not relaxed: output.relaxation");
    wd_model_free(model);
}

int main(void)
{
    friction_limit("closed");
    friction_limit("svd");
    friction_limit_on_runs();
    for (int i = 0; i < WHEEL_LAWS; i++)
        energy_balance(wheel_laws[i].table, 0);
    energy_balance("sat", 1);
    inverses_agree();
    converges_to_coulomb();
    published_defect();
    never_relaxed();
    return done();
}
