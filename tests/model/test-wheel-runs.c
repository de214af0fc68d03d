/* SPDX-License-Identifier: MIT */
/* Trajectories, braking times and distances of the rolling wheel, compared with two independent
 * programs. */
#include "wheel.h"

static void compare_row(const wd_model *model, const struct csv *csv, const char *law)
{
    static const char *const columns[][2] = {
        {"x", "state.x"}, {"v", "state.x_dot"}, {"w", "state.theta_dot"}};
    const char *scenario = csv_text(csv, "scenario");
    double tol = is_braking(scenario) ? 1e-8 : 1e-9, worst = 0;
    for (int i = 0; i < 3; i++) {
        double want = csv_real(csv, columns[i][0]), got = get(model, columns[i][1]);
        worst = fmax(worst, fabs(got - want) / fmax(fabs(want), 1));
    }
    check(worst <= tol, "%s %s t=%s: largest relative error of a state %.2g", law, scenario,
          csv_text(csv, "t"), worst);
}

/* The rows of a scenario are in order of time, so one model can step from row to row. */
static void compare_trajectories(const char *law)
{
    char path[100], now[100] = "";
    snprintf(path, sizeof path, "rolling_wheel/golden_%s.csv", law);
    struct csv csv;
    csv_open(&csv, path);
    wd_model *model = NULL;
    int rows = 0;
    for (; csv_next(&csv); rows++) {
        const char *scenario = csv_text(&csv, "scenario");
        if (strcmp(scenario, now) != 0) {
            wd_model_free(model);
            model = wheel(scenario, law);
            wheel_precise(model);
            start(model, 0);
            snprintf(now, sizeof now, "%s", scenario);
        }
        go(model, csv_real(&csv, "t"));
        compare_row(model, &csv, law);
    }
    wd_model_free(model);
    check(rows == 99, "%s: 99 rows of the table are compared", law);
}

/* Return the time at which the braking wheel has slowed to 0.1 m/s: step by milliseconds until
 * then, and bisect from the snapshot before the last step. */
static double stop_time(wd_model *model)
{
    size_t size = wd_model_save_size(model);
    void *before = malloc(size);
    double low = 15, high = 15;
    while (get(model, "state.x_dot") > 0.1) {
        low = wd_model_time(model);
        must(model, wd_model_save(model, before, size), "save");
        high = low + 1e-3;
        go(model, high);
    }
    for (int i = 0; i < 40; i++) {
        double middle = low + (high - low) / 2;
        must(model, wd_model_load(model, before, size), "load");
        go(model, middle);
        if (get(model, "state.x_dot") > 0.1)
            low = middle;
        else
            high = middle;
    }
    free(before);
    return high;
}

static void braking_times(const char *law)
{
    char path[100], what[100];
    snprintf(path, sizeof path, "rolling_wheel/golden_summary_%s.csv", law);
    struct csv csv;
    csv_open(&csv, path);
    while (csv_next(&csv)) {
        const char *scenario = csv_text(&csv, "scenario");
        if (!is_braking(scenario))
            continue;
        wd_model *model = wheel(scenario, law);
        wheel_precise(model);
        start(model, 0);
        go(model, 15);
        double x = get(model, "state.x"), t = stop_time(model);
        snprintf(what, sizeof what, "%s %s: braking time", law, scenario);
        near_abs(t - 15, csv_real(&csv, "t_brake"), 1e-8, what);
        snprintf(what, sizeof what, "%s %s: braking distance", law, scenario);
        near_abs(get(model, "state.x") - x, csv_real(&csv, "d_brake"), 1e-8, what);
        wd_model_free(model);
    }
}

int main(void)
{
    for (int i = 0; i < WHEEL_LAWS; i++) {
        compare_trajectories(wheel_laws[i].table);
        braking_times(wheel_laws[i].table);
    }
    return done();
}
