/* SPDX-License-Identifier: MIT */
/* A quarter car on a tyre, compared with tests/ref/tyre/quarter_*.csv, by two integrators. */
#include "vehicle-tyre.h"

/* The required agreement, relative to the largest number of a column. */
#define TOLERANCE 1e-9

/* ---- a quarter of a car ---- */

static const struct column quarter[] = {
    {"x", "state.along.travel", 0},
    {"vx", "state.along.rate", 0},
    {"vz", "state.up.rate", 1},
    {"spin", "state.wheel.rate", 0},
    {"angle", "state.wheel.angle", 0},
    {"ux", "state.wheel.bend_forward", 0},
    {"uy", "state.wheel.bend_side", 0},
    {"uz", "state.wheel.bend_turn", 1e-6},
    {"ur", "state.wheel.bend_roll", 0},
    {"dissipated", "output.dissipated", 0},
    {"N", "output.wheel.normal_force", 0},
    {"Fx", "output.wheel.forward_force", 0},
};
enum { QUARTER_COLUMNS = sizeof quarter / sizeof *quarter };

/* Columns that are computed from several variables of the model. */
static const struct column computed[] = {
    {"z", NULL, 0},       {"P", NULL, 0},         {"brake", NULL, 1},  {"work", NULL, 1},
    {"kinetic", NULL, 0}, {"potential", NULL, 0}, {"stored", NULL, 0},
};
enum { COMPUTED_COLUMNS = sizeof computed / sizeof *computed };

/* Compute these columns. The weight is a given force of the model, so that its work is a part of
 * output.work; in the table it has the energy `potential`, at the start `at_start`. */
static void compute_columns(const wd_model *model, double slope, double at_start, double *value)
{
    double weight = 400 * 9.81, x = get(model, "state.along.travel"),
           z = get(model, "output.mass.z");
    double potential = weight * (z * cos(slope) + x * sin(slope));
    value[0] = z;
    value[1] = out(model, "wheel", "moment_roll") / out(model, "wheel", "rolling_radius");
    value[2] = out(model, "wheel", "brake_torque");
    value[3] = get(model, "output.work") + potential - at_start;
    value[4] = get(model, "output.kinetic_energy");
    value[5] = potential;
    value[6] = get(model, "output.potential_energy");
}

static int32_t rising(double t, double *value, void *user)
{
    (void)user;
    *value = 1500 * smooth(5 * t);
    return 0;
}

/* A change of inputs at a given time of a run. */
struct change {
    double t;
    void (*make)(wd_model *);
};

static void apply_brake(wd_model *model)
{
    set_input(model, "wheel", "brake", 900);
}

static void release_torque(wd_model *model)
{
    set_input(model, "wheel", "torque", 0);
}

/* Largest difference of the computed columns from a row, relative to their scales. */
static double computed_apart(const wd_model *model, const struct csv *csv, const char *path,
                             double slope, const char **worst)
{
    double value[COMPUTED_COLUMNS], most = 0;
    compute_columns(model, slope, csv_find(path, "what", "start", "potential"), value);
    for (int i = 0; i < COMPUTED_COLUMNS; i++) {
        double scale = fmax(largest_of(path, computed[i].name), computed[i].least);
        double difference = fabs(value[i] - csv_real(csv, computed[i].name)) / scale;
        if (difference > most) {
            most = difference;
            *worst = computed[i].name;
        }
    }
    return most;
}

static void compare_quarter(wd_model *model, const char *method, const char *path, double slope,
                            struct change change)
{
    struct csv csv;
    double scale[QUARTER_COLUMNS], most = 0, most_computed = 0;
    const char *worst = "none", *name = "none", *worst_computed = "none";
    int changed = 0;
    for (size_t i = 0; i < QUARTER_COLUMNS; i++)
        scale[i] = fmax(largest_of(path, quarter[i].name), quarter[i].least);
    csv_open(&csv, path);
    while (csv_next(&csv)) {
        double t = csv_real(&csv, "t");
        if (!changed && change.make && t >= change.t) {
            go(model, change.t);
            change.make(model);
            changed = 1;
        }
        if (t > wd_model_time(model))
            go(model, t);
        if (strcmp(csv_text(&csv, "what"), "sample") != 0)
            continue;
        double difference = apart(model, &csv, quarter, QUARTER_COLUMNS, scale, &name);
        if (difference > most) {
            most = difference;
            worst = name;
        }
        difference = computed_apart(model, &csv, path, slope, &name);
        if (difference > most_computed) {
            most_computed = difference;
            worst_computed = name;
        }
    }
    check(most_computed <= TOLERANCE, "%s by %s: largest difference of computed columns %g, in %s",
          path, method, most_computed, worst_computed);
    check(most <= TOLERANCE, "%s by %s: largest difference %g, in column %s", path, method, most,
          worst);
}

/* Each event of the table agrees with an event of the model in type and time. */
static void compare_events(const wd_model *model, const char *path)
{
    static const char *const names[] = {"touch", "lift", "brake_hold", "brake_slip"};
    static const int32_t types[] = {WD_EVENT_WHEEL_LOAD, WD_EVENT_DETACH, WD_EVENT_BRAKE_HOLD,
                                    WD_EVENT_BRAKE_SLIP};
    struct csv csv;
    size_t k = 0, agree = 0, count = 0;
    csv_open(&csv, path);
    while (csv_next(&csv))
        for (int i = 0; i < 4; i++)
            if (strcmp(csv_text(&csv, "what"), names[i]) == 0) {
                double t = NAN;
                int32_t type = 0;
                wd_model_event(model, k++, &t, &type, NULL, 0);
                agree += type == types[i] && fabs(t - csv_real(&csv, "t")) <= 1e-9;
                count++;
            }
    check(agree == count && wd_model_event_count(model) == count,
          "%s: %zu of the %zu events of the table agree; the model has %zu", path, agree, count,
          wd_model_event_count(model));
}

static wd_model *opened_quarter(int form, const struct integrator_of_run *by, const char *run,
                                double slope, char *path, size_t size)
{
    snprintf(path, size, "tyre/quarter_%s_%s.csv", run, forms[form]);
    wd_model *model = quarter_of_car(form, csv_find(path, "what", "start", "z"), slope);
    use_method(model, by->method, by->precision);
    set_init(model, "along", "rate", csv_find(path, "what", "start", "vx"));
    set_init(model, "wheel", "rate", csv_find(path, "what", "start", "spin"));
    return model;
}

static void quarters_of_car(int form, const struct integrator_of_run *by)
{
    char path[80];
    wd_model *model = opened_quarter(form, by, "stop", 0.08, path, sizeof path);
    start(model, 0);
    compare_quarter(model, by->method, path, 0.08, (struct change){0.1, apply_brake});
    compare_events(model, path);
    wd_model_free(model);
    model = opened_quarter(form, by, "drop", 0, path, sizeof path);
    set_part(model, "tyre", "vertical_damping", 600);
    start(model, 0);
    compare_quarter(model, by->method, path, 0, (struct change){0, NULL});
    compare_events(model, path);
    wd_model_free(model);
    model = opened_quarter(form, by, "spin", 0, path, sizeof path);
    set_function(model, "input.wheel.torque", rising, NULL);
    start(model, 0);
    compare_quarter(model, by->method, path, 0, (struct change){0.8, release_torque});
    compare_events(model, path);
    wd_model_free(model);
}

int main(void)
{
    for (int form = 0; form < FORMS; form++)
        for (int i = 0; i < INTEGRATORS; i++)
            quarters_of_car(form, &integrators[i]);
    return done();
}
