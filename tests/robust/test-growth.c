/* SPDX-License-Identifier: MIT */
/* Growth of work with the number of wheels: a frame that rolls on 4 wheels and one on 64. Work is
 * the number of executed basic blocks. */
#include "blocks.h"
#include "model/vehicle.h"

#include <string.h>

enum { FEW = 4, MANY = 64, STEPS = 100 };

/* Blocks of an event-driven init of FEW wheels, as measured; the test allows 1.3 times as many. The
 * number was 93,217 when each decision on modes solved a contact problem. */
#define FEW_INIT 9701

/* Largest allowed ratios of the work with MANY wheels to the work with FEW, for an event-driven
 * init (measured: 190) and for a Moreau step (measured: 15.6; MANY / FEW is 16). They were 709 and
 * 25.9 when an orthogonal basis of all dependences of contacts was computed. */
#define MORE_INIT 230
#define MORE_STEP 18

/* init: blocks of an init that reuses memory. step: mean number of blocks per simulated ms. */
struct work {
    double init, step;
};

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

static struct work measure(int wheels, const char *scheme)
{
    struct work work;
    wd_model *model = train(wheels, scheme);
    must(model, wd_model_init(model, 0), "init");
    must(model, wd_model_reset(model), "reset");
    uint64_t before = blocks_executed;
    must(model, wd_model_init(model, 0), "init");
    work.init = (double)(blocks_executed - before);
    must(model, wd_model_step_to(model, STEPS * 1e-3), "step");
    before = blocks_executed;
    must(model, wd_model_step_to(model, 2 * STEPS * 1e-3), "step");
    work.step = (double)(blocks_executed - before) / STEPS;
    wd_model_free(model);
    return work;
}

int main(void)
{
    struct work few = measure(FEW, "event"), many = measure(MANY, "event");
    check(few.init < FEW_INIT * 1.3, "event-driven, an init of %d wheels takes %g blocks", FEW,
          few.init);
    check(many.init < MORE_INIT * few.init,
          "event-driven, %d wheels take %.3g times the work of %d to init", MANY,
          many.init / few.init, FEW);
    few = measure(FEW, "moreau"), many = measure(MANY, "moreau");
    check(many.step < MORE_STEP * few.step,
          "a Moreau step of %d wheels takes %.3g times the work of %d (%g blocks)", MANY,
          many.step / few.step, FEW, few.step);
    return done();
}
