/* SPDX-License-Identifier: MIT */
/* Models of one handle in several threads, with one formula that all of them evaluate; and clones
 * of a handle that make models at the same time. The bits are those of a single thread. */
#include "robust/support.h"

#include <pthread.h>
#include <wheeldyn/scenario.h>

enum { THREADS = 4, STEPS = 200 };

static const char text[] = "kind: rolling_wheel\n"
                           "input: {input.drive_torque: {expression: 20 + 10 * sin(3 * t)}}\n";

static double drive(wd_model *model)
{
    wd_model_init(model, 0);
    for (int i = 1; i <= STEPS; i++)
        wd_model_step_to(model, 0.01 * i);
    return value_of(model, "output.speed");
}

/* Work of a thread: a model, or a handle from which it makes a model. */
struct work {
    wd_scenario *scenario; /* NULL: the model is given */
    wd_model *model;
    double speed;
};

static void *work(void *argument)
{
    struct work *work = argument;
    if (work->scenario)
        wd_scenario_model(work->scenario, &work->model);
    work->speed = work->model ? drive(work->model) : (double)NAN;
    return NULL;
}

static void together(wd_scenario *scenario, int share_formula, double alone)
{
    struct work works[THREADS] = {{NULL, NULL, 0}};
    pthread_t threads[THREADS];
    int same = 0;
    for (int i = 0; i < THREADS; i++) {
        if (!share_formula)
            wd_scenario_clone(scenario, &works[i].scenario);
        else if (i == 0)
            wd_scenario_model(scenario, &works[i].model);
        else
            wd_model_clone(works[0].model, &works[i].model);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, &works[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        same += works[i].speed == alone;
    }
    check(same == THREADS, "%d threads with %s: the models of %d have the bits of a single thread",
          THREADS, share_formula ? "one formula" : "clones of a handle", same);
    for (int i = 0; i < THREADS; i++) {
        wd_model_free(works[i].model);
        wd_scenario_free(works[i].scenario);
    }
}

int main(void)
{
    wd_scenario *scenario = NULL;
    wd_model *model = NULL;
    wd_scenario_new(&scenario);
    wd_scenario_read_text(scenario, text, strlen(text), NULL);
    wd_scenario_model(scenario, &model);
    double alone = drive(model);
    check(isfinite(alone) && alone > 1, "a formula drives a wheel");
    together(scenario, 1, alone);
    together(scenario, 0, alone);
    wd_model_free(model);
    wd_scenario_free(scenario);
    return done();
}
