/* SPDX-License-Identifier: MIT */
/* Growth of work and memory with the number of wheels: a frame that rolls on 4 wheels and one on
 * 64, and a plate at rest on 64 rims. Work is the number of executed basic blocks. */
#include "blocks.h"
#include "model/vehicle.h"

#include "core/model.h"

#include <string.h>

enum { FEW = 4, MANY = 64, COLUMNS = 4, STEPS = 100 };

/* Blocks of an event-driven init of FEW wheels, as measured. The number was 93,217 when each
 * decision on modes solved a contact problem. */
#define FEW_INIT 10341
/* Blocks of an init of a plate at rest on MANY rims and of a Moreau step of it, as measured. The
 * weight acts near the first row, so that impulses of rims far from it are at their limits. The
 * numbers were 5.5e8 when the margin to friction limits was computed with all free forces as
 * unknowns, and when rounding of an impulse at its limit made each step compute this margin. */
#define REST_INIT 2.58e7
#define REST_STEP 12243
/* Margin of these numbers for small changes of the library, and for other versions of gcc, which
 * may divide the same code into more blocks. */
#define INIT_MARGIN 1.25

/* Ratios of the work with MANY wheels to the work with FEW, as measured: of an event-driven init
 * and of a Moreau step (MANY / FEW is 16). They were 709 and 25.9 when an orthogonal basis of all
 * dependences of contacts was computed. That of an init was 181 when forces were distributed in the
 * dense factor of the rows, and 29.4 when this factor had columns for all dependent rows. */
#define MORE_INIT 19.0
#define MORE_STEP 11.0
/* Margin of these ratios, for the same reasons. It is smaller, because a change of the blocks of
 * all numbers of wheels has no effect on a ratio. */
#define RATIO_MARGIN 1.15

/* Doubles of a model for Moreau steps with MANY wheels, as measured: its motion, and the arrays in
 * which it computes. They were 440,892 when the linear model and the null space of the load
 * distribution had arrays that nothing needs, and 347,467 when each row that a relaxed wheel leaves
 * firm was an element of the friction problem. */
#define MANY_DOUBLES 338123

static wd_model *train(int wheels, const char *scheme)
{
    wd_model *model = new_vehicle();
    add_body(model, "frame", 1000, 500, 0, 0, 0.5);
    for (int i = 0; i < wheels; i++) {
        char name[16];
        snprintf(name, sizeof name, "w%d", i);
        add(model, "wheel", name, "frame", NULL);
        set_place(model, name, i / 2 * 0.8 - 0.4 * (wheels / 2 - 1), i % 2 ? -0.7 : 0.7, 0.3);
        set_part(model, name, "radius", 0.3);
        set_part(model, name, "crown", 0.3);
        set_part(model, name, "mass", 10);
        set_part(model, name, "spin_inertia", 0.45);
        set_part(model, name, "cross_inertia", 0.3);
        set_input(model, name, "mu", 0.8);
        set_input(model, name, "torque", 20.0 / wheels);
    }
    choose(model, "solver.scheme", scheme);
    set(model, "solver.fixed_step", strcmp(scheme, "moreau") == 0 ? 1e-3 : 0);
    set_init(model, "frame", "forward", 5);
    choose(model, "param.spin", "rolling");
    return model;
}

/* Return the number of blocks of an event-driven init that reuses memory. */
static double measure_init(int wheels)
{
    wd_model *model = train(wheels, "event");
    must(model, wd_model_init(model, 0), "init");
    must(model, wd_model_reset(model), "reset");
    uint64_t before = blocks_executed;
    must(model, wd_model_init(model, 0), "init");
    double blocks = (double)(blocks_executed - before);
    wd_model_free(model);
    return blocks;
}

/* Return the mean number of blocks of a Moreau step of 1 ms, after as many steps. */
static double measure_step(int wheels)
{
    wd_model *model = train(wheels, "moreau");
    must(model, wd_model_init(model, 0), "init");
    must(model, wd_model_step_to(model, STEPS * 1e-3), "step");
    uint64_t before = blocks_executed;
    must(model, wd_model_step_to(model, 2 * STEPS * 1e-3), "step");
    double blocks = (double)(blocks_executed - before) / STEPS;
    wd_model_free(model);
    return blocks;
}

static size_t measure_doubles(int wheels)
{
    wd_model *model = train(wheels, "moreau");
    must(model, wd_model_init(model, 0), "init");
    size_t doubles = model_words(model) + model_room_needs(model).words;
    wd_model_free(model);
    return doubles;
}

/* A plate on rows of rims. Its weight acts this distance [m] behind the first row. */
static wd_model *plate(int rims, double behind)
{
    wd_model *model = new_vehicle();
    add_body(model, "plate", 100, 50, -behind, 0, 0.3);
    for (int i = 0; i < rims; i++) {
        char name[16];
        snprintf(name, sizeof name, "r%d", i);
        add(model, "rim", name, "plate", NULL);
        set_place(model, name, -0.2 * (i / COLUMNS), 0.2 * (i % COLUMNS - 1.5), 0.1);
        set_part(model, name, "radius", 0.1);
        set_part(model, name, "crown", 0.1);
        set_input(model, name, "mu", 0.8);
    }
    choose(model, "solver.scheme", "moreau");
    set(model, "solver.fixed_step", 1e-3);
    return model;
}

/* Measure the blocks of an init and the mean of a step of a plate at rest. */
static void measure_rest(int rims, double behind, double *init, double *step)
{
    wd_model *model = plate(rims, behind);
    uint64_t before = blocks_executed;
    must(model, wd_model_init(model, 0), "init");
    *init = (double)(blocks_executed - before);
    before = blocks_executed;
    must(model, wd_model_step_to(model, STEPS * 1e-3), "step");
    *step = (double)(blocks_executed - before) / STEPS;
    wd_model_free(model);
}

int main(void)
{
    double few = measure_init(FEW), many = measure_init(MANY);
    check(few < INIT_MARGIN * FEW_INIT, "event-driven, an init of %d wheels takes %g blocks", FEW,
          few);
    check(many < RATIO_MARGIN * MORE_INIT * few,
          "event-driven, %d wheels take %.3g times the work of %d to init", MANY, many / few, FEW);
    few = measure_step(FEW), many = measure_step(MANY);
    check(many < RATIO_MARGIN * MORE_STEP * few,
          "a Moreau step of %d wheels takes %.3g times the work of %d (%g blocks)", MANY,
          many / few, FEW, few);
    size_t doubles = measure_doubles(MANY);
    check(doubles < 1.02 * MANY_DOUBLES, "%d wheels, Moreau: %zu doubles", MANY, doubles);
    static const double behind[] = {0, 0.001, 0.05};
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++) {
        double init, step;
        measure_rest(MANY, behind[i], &init, &step);
        check(init < INIT_MARGIN * REST_INIT && step < INIT_MARGIN * REST_STEP,
              "a plate at rest on %d rims, its weight %g m behind the first row: an init takes %g "
              "blocks, a Moreau step %g",
              MANY, behind[i], init, step);
    }
    return done();
}
