/* SPDX-License-Identifier: MIT */
/* wd_model_gradient() of motions with events between pieces that have no simple closed form,
 * compared with derivatives by mpmath: a wheel that falls into a half pipe, bounces, or slides,
 * rolls and slips again; a block that slides on a bent path, stops, and is released by a growing
 * force. */
#include "gradient.h"
#include "vehicle.h"

#include "csv.h"

#include <string.h>

enum { MOST_OUTPUTS = 6 };

/* One row of a table: the motion, its variables and the derivatives of its outputs. */
struct sort {
    const char *table, *random_table; /* random_table also has the values of the variables */
    const char *const *outputs;
    size_t count; /* number of outputs */
    /* Make the model. `csv` has the values, NULL: default values. *end: end of the motion, s. */
    wd_model *(*make)(const struct csv *csv, const char *motion, double *end);
    /* Return the variable of the model that belongs to a variable of the table, and its number. */
    const char *(*find)(const char *variable, size_t *number);
};

static double value_of(const struct csv *csv, const char *name, double otherwise)
{
    return csv ? csv_real(csv, name) : otherwise;
}

static void set_signal(wd_model *model, const char *input, const double *table, size_t n)
{
    uint32_t ref = 0;
    must(model, wd_model_find(model, input, &ref), input);
    must(model, wd_model_set_input_signal(model, ref, WD_SIGNAL_LINEAR, table, n), input);
}

/* ---- a wheel in a half pipe: tests/ref/make/pipe_gradient.py ---- */

static wd_model *make_wheel_in_pipe(const struct csv *csv, const char *motion, double *end)
{
    static const double xy[] = {-1, 1, -1, 0, 1, 0, 1, 1}, bulge[] = {0, 1, 0};
    static const struct {
        const char *name;
        double bounce, slide;
    } values[] = {
        {"param.mass", 10, 10},    {"param.radius", 0.1, 0.1},    {"param.inertia", 0.05, 0.05},
        {"param.mu", 0.1, 0.2},    {"param.restitution", 0.5, 0}, {"state.x", -0.35, -0.35},
        {"state.y", -0.2, -0.2},   {"state.x_dot", 0.6, 0.6},     {"state.y_dot", 0.3, 0.3},
        {"state.phi_dot", 40, 20},
    };
    int slides = strcmp(motion, "slide") == 0;
    wd_model *model = make("impact_wheel", NULL);
    must(model, wd_model_set_profile(model, xy, bulge, 4), "pipe");
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        set(model, values[i].name,
            value_of(csv, values[i].name, slides ? values[i].slide : values[i].bounce));
    const double torque[] = {0, 0, 0.9, 0, 1.9, value_of(csv, "torque", -4)};
    if (slides)
        set_signal(model, "input.torque", torque, 6);
    *end = slides ? 1.6 : 1;
    return model;
}

static const char *find_of_wheel(const char *variable, size_t *number)
{
    int torque = strcmp(variable, "torque") == 0;
    *number = torque ? 5 : WD_GRADIENT_VALUE;
    return torque ? "input.torque" : variable;
}

/* ---- a block that stops and is released: tests/ref/make/block_gradient.py ---- */

static wd_model *make_block(const struct csv *csv, const char *motion, double *end)
{
    double side = value_of(csv, "force_y", 8);
    const double push[] = {0,    side, value_of(csv, "knot", 1),
                           side, 3,    value_of(csv, "last_force_y", 68)};
    wd_model *model =
        block_on_feet(value_of(csv, "param.frame.mass", 10), value_of(csv, "mu", 0.5));
    (void)motion;
    add(model, "point", "push", "frame", NULL);
    set_part(model, "push", "z", 0.1);
    set(model, "param.gravity", value_of(csv, "param.gravity", 9.81));
    set_init(model, "frame", "forward", value_of(csv, "init.frame.forward", 3));
    set_input(model, "push", "force_x", value_of(csv, "force_x", 10));
    set_signal(model, "input.push.force_y", push, 6);
    *end = 3;
    return model;
}

static const char *find_of_block(const char *variable, size_t *number)
{
    *number = WD_GRADIENT_VALUE;
    if (strcmp(variable, "force_x") == 0)
        return "input.push.force_x";
    if (strcmp(variable, "knot") != 0 && strcmp(variable, "last_force_y") != 0)
        return variable;
    *number = strcmp(variable, "knot") == 0 ? 2 : 5;
    return "input.push.force_y";
}

/* ---- comparison ---- */

static const char *motion_of(const struct csv *csv)
{
    return strcmp(csv->name[0], "motion") == 0 ? csv_text(csv, "motion") : "block";
}

static void compare_row(const struct sort *sort, const struct csv *csv, struct tally *to)
{
    const char *variable = csv_text(csv, "variable");
    size_t number;
    const char *name = sort->find(variable, &number);
    double end, value[MOST_OUTPUTS], error[MOST_OUTPUTS];
    uint32_t outputs[MOST_OUTPUTS], ref = 0;
    int32_t side = WD_GRADIENT_NONE;
    wd_model *model = sort->make(to ? csv : NULL, motion_of(csv), &end);
    for (size_t i = 0; i < sort->count; i++)
        must(model, wd_model_find(model, sort->outputs[i], &outputs[i]), sort->outputs[i]);
    must(model, wd_model_find(model, name, &ref), name);
    must(model,
         wd_model_gradient(model, 0, end, outputs, sort->count, &ref, &number, 1, 1, value, error,
                           &side),
         name);
    wd_model_free(model);
    if (!to)
        check(side == WD_GRADIENT_TWO_SIDED, "%s by %s: %s", motion_of(csv), variable,
              wd_gradient_name(side));
    for (size_t i = 0; i < sort->count; i++) {
        char column[32], what[64];
        snprintf(column, sizeof column, "%s%s", to ? "d " : "", sort->outputs[i]);
        snprintf(what, sizeof what, "%s: %s by %s", motion_of(csv), sort->outputs[i], variable);
        check_derivative(what, value[i], error[i], csv_real(csv, column), to);
    }
}

/* Compare each row of the tables. */
static void compare(const struct sort *sort, size_t rows)
{
    struct tally tally = {0};
    struct csv csv;
    size_t n = 0;
    csv_open(&csv, sort->table);
    while (csv_next(&csv)) {
        if (strcmp(csv_text(&csv, "variable"), "value") == 0)
            continue;
        compare_row(sort, &csv, NULL);
        n++;
    }
    check(n == rows, "%s: %zu variables", sort->table, n);
    csv_open(&csv, sort->random_table);
    while (csv_next(&csv))
        compare_row(sort, &csv, &tally);
    judge_tally(&tally, sort->random_table);
}

int main(void)
{
    static const char *const of_wheel[] = {"state.x",     "state.y",     "state.phi",
                                           "state.x_dot", "state.y_dot", "state.phi_dot"};
    static const char *const of_block[] = {"state.frame.x", "state.frame.y", "state.frame.vx",
                                           "state.frame.vy"};
    compare(&(struct sort){"impact_wheel/gradient_pipe.csv",
                           "impact_wheel/gradient_pipe_random.csv", of_wheel, 6, make_wheel_in_pipe,
                           find_of_wheel},
            20);
    compare(&(struct sort){"vehicle/gradient_block.csv", "vehicle/gradient_block_random.csv",
                           of_block, 4, make_block, find_of_block},
            6);
    return done();
}
