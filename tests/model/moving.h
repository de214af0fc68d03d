/* SPDX-License-Identifier: MIT */
/* Systems of kind constrained with moving constraints, and the errors of their motions. */
#ifndef MODEL_MOVING_H
#define MODEL_MOVING_H

#include "support.h"

#include <math.h>
#include <stdio.h>
#include <wheeldyn/constrained.h>
#include <wheeldyn/parts.h>

/* A system whose rows are all nonholonomic or all holonomic. */
struct moving {
    const char *const *coordinates, *const *constraints;
    const char *holonomic; /* value of param.ROW.holonomic, for all rows */
    wd_equations_fn equations;
    wd_energy_fn energies;
    wd_constraints_fn constraints_fn;
    void *user;
};

static inline wd_model *moving_new(const struct moving *system)
{
    wd_model *model = make("constrained", NULL);
    char name[64];
    for (const char *const *part = system->coordinates; *part; part++)
        must(model, wd_model_add_part(model, "coordinate", *part, NULL, 0), *part);
    for (const char *const *part = system->constraints; *part; part++) {
        must(model, wd_model_add_part(model, "constraint", *part, NULL, 0), *part);
        snprintf(name, sizeof name, "param.%s.holonomic", *part);
        choose(model, name, system->holonomic);
    }
    must(model, wd_model_set_equations(model, system->equations, system->user), "equations");
    must(model, wd_model_set_energies(model, system->energies, system->user), "energies");
    must(model, wd_model_set_constraints(model, system->constraints_fn, system->user), "c");
    set(model, "solver.rtol", 1e-12);
    return model;
}

/* Largest errors of a motion. */
struct kept {
    double balance;  /* change of energy that work and losses do not explain, relative to the
                        largest kinetic energy */
    double drift;    /* largest component of A v - c */
    double position; /* largest component of phi */
};

/* Run a model that has just started for `end` seconds. */
static inline struct kept follow(wd_model *model, const struct moving *system, double end)
{
    struct kept kept = {0, 0, 0};
    double first = NAN, largest = 0;
    char name[64];
    for (int k = 0; k <= 60; k++) {
        go(model, end * k / 60);
        double kinetic = get(model, "output.kinetic_energy");
        double now = kinetic + get(model, "output.potential_energy") - get(model, "output.work") +
                     get(model, "output.dissipated");
        first = k == 0 ? now : first;
        largest = fmax(largest, kinetic);
        kept.balance = fmax(kept.balance, fabs(now - first));
        for (const char *const *part = system->constraints; *part; part++) {
            snprintf(name, sizeof name, "output.%s.violation_rate", *part);
            kept.drift = fmax(kept.drift, fabs(get(model, name)));
            snprintf(name, sizeof name, "output.%s.violation", *part);
            kept.position = fmax(kept.position, fabs(get(model, name)));
        }
    }
    kept.balance /= largest;
    return kept;
}

#endif
