/* SPDX-License-Identifier: MIT */
/* Random starts and inputs of vehicles, which fly at first, for runs of fixed steps. */
#ifndef ROBUST_DRAWN_H
#define ROBUST_DRAWN_H

#include "random.h"
#include "support.h"

/* Set a value of a part, unless it has no such variable or refuses the value. */
static inline void try_value(wd_model *model, const char *role, const char *part,
                             const char *quantity, double value)
{
    char name[96];
    snprintf(name, sizeof name, "%s.%s.%s", role, part, quantity);
    wd_model_set_value(model, name, value);
}

/* Draw height and velocity of the first body. */
static inline void draw_vehicle(wd_model *model)
{
    static const struct {
        const char *quantity;
        double least, most;
    } draw[] = {{"forward", -5, 15},  {"left", -3, 3},       {"up", -3, 1}, {"yaw_rate", -2, 2},
                {"roll_rate", -1, 1}, {"pitch_rate", -1, 1}, {"z", 0, 0.3}};
    for (size_t i = 0; i < sizeof draw / sizeof *draw; i++)
        try_value(model, "init", wd_model_part_name(model, 0), draw[i].quantity,
                  uniform(draw[i].least, draw[i].most));
}

/* Draw friction, torque and brake of each wheel and rim of a preset. */
static inline void draw_inputs(wd_model *model, const char *preset)
{
    double torque = strcmp(preset, "robot") == 0 ? 1 : 150; /* N.m */
    for (size_t i = 0; i < wd_model_part_count(model); i++) {
        const char *name = wd_model_part_name(model, i), *type = wd_model_part_type(model, i);
        if (strcmp(type, "wheel") != 0 && strcmp(type, "rim") != 0)
            continue;
        try_value(model, "input", name, "mu", uniform(0, 1) < 0.3 ? 0 : uniform(0, 1.2));
        try_value(model, "input", name, "torque", uniform(-1, 1) * torque);
        try_value(model, "input", name, "brake", uniform(0, 1) < 0.5 ? 0 : uniform(0, 2) * torque);
    }
}

#endif
