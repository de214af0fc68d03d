/* SPDX-License-Identifier: MIT */
/* A random vehicle that is thrown at the ground and driven with random inputs. */
#ifndef TEST_THROW_H
#define TEST_THROW_H

#include "forest.h"
#include "support.h"

enum { CALLS = 16, STEPS = 10 };

#define FIXED_STEP 0.005              /* s */
#define INTERVAL (STEPS * FIXED_STEP) /* s, between calls and changes of inputs */

static inline int touches(const struct tree_part *part)
{
    return part->type == WHEEL || part->type == RIM;
}

static inline int moves(const struct tree_part *part)
{
    return part->type == HINGE || part->type == SLIDE || part->type == WHEEL;
}

/* Draw a vehicle, its contact laws, the friction of its joints and its start. Without `mixed` all
 * wheels obey Coulomb's law, and the vehicle may start above the ground. With `mixed` the first
 * wheel is ideal and the others obey Coulomb's law, or all wheels are relaxed; the vehicle starts
 * on the ground. */
static inline void throw(struct tree * t, int mixed)
{
    int tyres = 0;
    enum tree_law others = COULOMB;
    do
        draw_tree(t, 4, some(0, 3) == 0);
    while (t->bodies == t->parts);
    for (int i = 0; i < t->parts; i++) {
        struct tree_part *part = &t->part[i];
        if (touches(part)) {
            part->law = mixed && tyres++ == 0 ? (enum tree_law)some(IDEAL, RELAXED) : others;
            others = part->law == RELAXED
                         ? RELAXED
                         : COULOMB; /* the laws relaxed and coulomb cannot be mixed */
            note(part, "param.restitution", some(0, 1) * uniform(0, 1));
        }
        if (moves(part) && some(0, 2) == 0)
            note(part, "param.friction", uniform(0, 1));
    }
    some_three(t->start + 6, 3);
    some_three(t->start + 9, 3);
    if (mixed)
        return;
    t->start[2] = t->part[0].at[2] + some(0, 2) * uniform(0, 0.3);
    t->start[4] = uniform(-0.2, 0.2);
    t->start[5] = uniform(-0.2, 0.2);
}

/* Tilt the ground to and fro during the run, with probability 1/3. */
static inline void tilt(wd_model *model, const char *name)
{
    double knots[8];
    for (int i = 0; i < 4; i++) {
        knots[2 * i] = (i + uniform(0, 0.5)) * CALLS * INTERVAL / 4;
        knots[2 * i + 1] = uniform(-0.4, 0.4);
    }
    if (some(0, 2) == 0)
        wd_model_set_input_signal(model, ref_of(model, name), WD_SIGNAL_LINEAR, knots, 8);
}

static inline void drive_part(wd_model *model, const struct tree_part *part)
{
    if (moves(part)) {
        put_number(model, part, part->type == SLIDE ? "input.force" : "input.torque",
                   uniform(-10, 10));
        put_number(model, part, "input.brake", some(0, 1) * uniform(0, 20));
    }
    if (part->type == HINGE)
        put_number(model, part, "input.target", uniform(-0.3, 0.3));
    if (touches(part) && some(0, 3) == 0)
        put_number(model, part, "input.mu", some(0, 3) == 0 ? 0 : uniform(0, 1.5));
}

#endif
