/* SPDX-License-Identifier: MIT */
/* The work of a fixed step is bounded, even if events must be located in it. Work is counted in
 * evaluations of the derivative, so that the load of the machine has no effect on the test. */
#include "support.h"

enum { STAGES = 4, STEPS = 400 }; /* evaluations of an rk4 step; number of steps */

static double draw_between(uint64_t *seed, double lo, double hi)
{
    return lo + (hi - lo) * random_part(seed);
}

static wd_model *random_ride(const char *lift, uint64_t *seed)
{
    wd_model *model = make_kind("bicycle");
    wd_model_set_choice(model, "param.lift", lift);
    put(model, "init.speed", draw_between(seed, 0, 8));
    put(model, "init.roll", draw_between(seed, -0.5, 0.5));
    put(model, "init.steer", draw_between(seed, -0.5, 0.5));
    put(model, "init.roll_rate", draw_between(seed, -1, 1));
    return model;
}

static wd_model *ride_that_ends(uint64_t *seed)
{
    return random_ride("end", seed);
}

static wd_model *held_down(uint64_t *seed)
{
    return random_ride("report", seed);
}

static wd_model *free_torus(uint64_t *seed)
{
    wd_model *model = make_kind("torus_wheel");
    put(model, "state.lean", draw_between(seed, 0.5, 2.5));
    put(model, "state.lean_rate", draw_between(seed, -2, 2));
    put(model, "state.spin_rate", draw_between(seed, -2, 2));
    put(model, "state.precession_rate", draw_between(seed, -2, 2));
    return model;
}

struct work {
    long steps;
    double events, most; /* number; largest work of a step, in rk4 steps without events */
};

static void count_work(wd_model *model, double h, struct work *work)
{
    double before = 0;
    int32_t status = wd_model_init(model, 0);
    for (int k = 1; status == WD_OK && k <= STEPS; k++) {
        status = wd_model_step_to(model, h * k);
        double calls = value_of(model, "stat.rhs_calls");
        work->most = fmax(work->most, (calls - before) / STAGES);
        work->steps++;
        before = calls;
    }
    work->events += (double)wd_model_event_count(model);
}

/* The work of events is tested only if many occur and the longest step is longer than 3 steps. */
static void check_largest_work(const char *what, wd_model *(*random)(uint64_t *), double h,
                               int models)
{
    struct work work = {0, 0, 0};
    uint64_t seed = 10;
    for (int i = 0; i < models; i++) {
        wd_model *model = random(&seed);
        wd_model_set_choice(model, "solver.method", "rk4");
        put(model, "solver.fixed_step", h);
        count_work(model, h, &work);
        wd_model_free(model);
    }
    check(work.events > models / 4 && work.most > 3 && work.most < 20,
          "%s: %ld steps with %g events; the longest takes the work of %g steps", what, work.steps,
          work.events, work.most);
}

int main(void)
{
    check_largest_work("bicycle", ride_that_ends, 5e-3, 100);
    check_largest_work("bicycle held down", held_down, 5e-3, 100);
    check_largest_work("torus", free_torus, 1e-3, 400);
    return done();
}
