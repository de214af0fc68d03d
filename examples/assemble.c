/* SPDX-License-Identifier: MIT */
/* A bicycle built from parts: the benchmark of Meijaard et al. (2007) with z up. Its motion is
 * compared with that of kind bicycle. Both are pushed sideways at 4.6 m/s. */
#include <math.h>
#include <wheeldyn/parts.h>

#include "example.h"

#define TILT (3.14159265358979323846 / 10) /* rad; tilt of the steer axis */

struct part {
    const char *type, *name, *on[2];
    size_t n;
};

static const struct part parts[] = {
    {"body", "frame", {NULL}, 0},    {"wheel", "rear", {"frame"}, 1},
    {"body", "fork", {NULL}, 0},     {"hinge", "steer", {"frame", "fork"}, 2},
    {"wheel", "front", {"fork"}, 1},
};

struct value {
    const char *name;
    double value;
};

/* The origin of the reference configuration may be anywhere; here it is below the rear wheel. */
static const struct value values[] = {
    {"param.frame.mass", 85},
    {"param.frame.x", 0.3},
    {"param.frame.z", 0.9},
    {"param.frame.xx", 9.2},
    {"param.frame.yy", 11},
    {"param.frame.zz", 2.8},
    {"param.frame.xz", -2.4},
    {"param.rear.z", 0.3},
    {"param.rear.radius", 0.3},
    {"param.rear.mass", 2},
    {"param.rear.spin_inertia", 0.12},
    {"param.rear.cross_inertia", 0.0603},
    {"param.fork.mass", 4},
    {"param.fork.x", 0.9},
    {"param.fork.z", 0.7},
    {"param.fork.xx", 0.05892},
    {"param.fork.yy", 0.06},
    {"param.fork.zz", 0.00708},
    {"param.fork.xz", 0.00756},
    {"param.steer.x", 1.1}, /* the axis meets the ground ahead of the contact */
    {"param.front.x", 1.02},
    {"param.front.z", 0.35},
    {"param.front.radius", 0.35},
    {"param.front.mass", 3},
    {"param.front.spin_inertia", 0.28},
    {"param.front.cross_inertia", 0.1405},
    {"init.frame.forward", 4.6},
    {"init.frame.roll_rate", 0.5},
    {"init.frame.left", -0.5 * 0.9}, /* because the roll is about the line through the contacts */
    {"init.rear.rate", 4.6 / 0.3},
    {"init.front.rate", 4.6 / 0.35},
};

static void accurate(wd_model *model)
{
    must(model, wd_model_set_choice(model, "solver.method", "rk8pd"));
    must(model, wd_model_set_value(model, "solver.fixed_step", 0));
    must(model, wd_model_set_value(model, "solver.rtol", 1e-12));
}

static wd_model *from_parts(void)
{
    wd_model *model = new_model("vehicle");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        must(model,
             wd_model_add_part(model, parts[i].type, parts[i].name, parts[i].on, parts[i].n));
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        must(model, wd_model_set_value(model, values[i].name, values[i].value));
    must(model, wd_model_set_value(model, "param.steer.axis_x", -sin(TILT)));
    must(model, wd_model_set_value(model, "param.steer.axis_z", cos(TILT)));
    must(model, wd_model_set_choice(model, "param.rear.law", "ideal"));
    must(model, wd_model_set_choice(model, "param.front.law", "ideal"));
    accurate(model);
    must(model, wd_model_init(model, 0));
    return model;
}

static wd_model *of_its_kind(void)
{
    wd_model *model = new_model("bicycle");
    must(model, wd_model_load_preset(model, "benchmark"));
    accurate(model);
    must(model, wd_model_init(model, 0));
    return model;
}

enum { ROLL, STEER, YAW, FRONT, COLUMNS };

static const char *const names[2][COLUMNS] = {
    {"output.frame.roll", "state.steer.angle", "output.frame.yaw", "output.front.normal_force"},
    {"output.roll", "output.steer", "output.yaw", "output.front_normal"},
};

int main(void)
{
    wd_model *model[2] = {from_parts(), of_its_kind()};
    double worst = 0;
    printf("t/s  roll/rad  steer/rad  yaw/rad  front/N\n");
    for (int k = 1; k <= 10; k++) {
        double now[2][COLUMNS];
        for (int m = 0; m < 2; m++) {
            must(model[m], wd_model_step_to(model[m], 0.5 * k));
            for (int i = 0; i < COLUMNS; i++)
                now[m][i] = value_of(model[m], names[m][i]);
        }
        printf("%3.1f  %8.5f  %9.5f  %7.4f  %7.2f\n", 0.5 * k, now[0][ROLL], now[0][STEER],
               now[0][YAW], now[0][FRONT]);
        for (int i = 0; i < COLUMNS; i++)
            worst = fmax(worst, fabs(now[0][i] - now[1][i]) / (i == FRONT ? 300 : 1));
    }
    printf("kind bicycle does the same: %s\n", worst < 1e-9 ? "true" : "false");
    wd_model_free(model[0]);
    wd_model_free(model[1]);
    return worst < 1e-9 ? EXIT_SUCCESS : EXIT_FAILURE;
}
