/* SPDX-License-Identifier: MIT */
/* Names of laws and scenarios in the reference tables of the rolling wheel, and the names of the
 * same laws and presets in the library. */
#ifndef MODEL_WHEEL_H
#define MODEL_WHEEL_H

#include "csv.h"
#include "support.h"

struct wheel_names {
    const char *table, *ours;
};

static const struct wheel_names wheel_laws[] = {
    {"printed", "published"},
    {"stab", "stabilized"},
    {"stabC", "stabilized_moment"},
    {"sat", "saturated"},
};

static const struct wheel_names wheel_scenarios[] = {
    {"drive20", "drive-20"},  {"drive60", "drive-60"},  {"drive220", "drive-220"},
    {"brake03", "brake-0.3"}, {"brake01", "brake-0.1"}, {"brakeref", "brake-reference"},
};

enum { WHEEL_LAWS = 4, WHEEL_SCENARIOS = 6 };

static inline const char *wheel_name(const struct wheel_names *names, int n, const char *table)
{
    for (int i = 0; i < n; i++)
        if (strcmp(names[i].table, table) == 0)
            return names[i].ours;
    printf("Bail out! unknown name %s\n", table);
    exit(1);
}

/* A wheel set up for a scenario and a law, both given by their names in the tables. */
static inline wd_model *wheel(const char *scenario, const char *law)
{
    wd_model *model = make("rolling_wheel", wheel_name(wheel_scenarios, WHEEL_SCENARIOS, scenario));
    choose(model, "param.law", wheel_name(wheel_laws, WHEEL_LAWS, law));
    return model;
}

static inline void wheel_precise(wd_model *model)
{
    set(model, "solver.rtol", 1e-12);
    set(model, "solver.atol", 1e-14);
}

static inline int is_braking(const char *scenario)
{
    return strncmp(scenario, "brake", 5) == 0;
}

#endif
