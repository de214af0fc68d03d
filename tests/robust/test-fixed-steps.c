/* SPDX-License-Identifier: MIT */
/* No step of 1 ms of any kind or preset executes more than 20 times as many basic blocks of the
 * library as its median step (blocks.h). Steps are fixed; kinds that have the scheme moreau use it.
 * The first run of a preset starts as the preset, the others near this start. Vehicles are thrown
 * at the ground, with random friction, torques and brakes that jump every 50 steps.
 * usage: robust-fixed-steps [steps of each [preset]] */
#include "blocks.h"
#include "drawn.h"

#define STEP 1e-3 /* s */
/* Largest work of a step, in medians. With 100000 steps the longest step takes 15.3 (robot); with
 * seven other sets of random inputs at most 20.6 (rigid_car). */
#define MOST_MEDIANS 20

enum { STEPS_OF_A_RUN = 1000, STEPS_OF_INPUTS = 50, FEW = 2000, ALL = 100000 };

/* Steps of a setup. */
struct survey {
    const struct setup *setup;
    double *work;        /* basic blocks of each step */
    size_t count, most;  /* steps made; steps to be made */
    size_t runs, failed; /* all runs; runs in which a step failed */
    size_t worst;        /* number of the longest step */
};

/* ---- random runs ---- */

/* Draw the start. A vehicle gets a random height and velocity of its first body. For other kinds a
 * random number from -0.3 to 0.3 is added to each state and to each number of role init, in the
 * unit of the variable. */
static void draw_start(wd_model *model)
{
    if (wd_model_part_count(model) > 0) {
        draw_vehicle(model);
        return;
    }
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
        int32_t role = wd_model_var_role(model, ref);
        double value;
        if ((role != WD_STATE && role != WD_INIT) || wd_model_choice_count(model, ref) > 0 ||
            wd_model_get(model, &ref, 1, &value) != WD_OK)
            continue;
        value += uniform(-0.3, 0.3);
        wd_model_set(model, &ref, 1, &value);
    }
}

static wd_model *make_stepped(const struct setup *setup)
{
    wd_model *model = make(setup);
    wd_model_set_choice(model, "solver.scheme", "moreau"); /* not every kind has this choice */
    wd_model_set_value(model, "solver.zeno_speed", STEP);  /* see docs/realtime.rst */
    put(model, "solver.fixed_step", STEP);
    return model;
}

/* Start as drawn, or as the preset if the drawn start is refused. The first run starts as the
 * preset. */
static wd_model *start_run(struct survey *survey)
{
    wd_model *model = make_stepped(survey->setup);
    if (survey->runs++ > 0)
        draw_start(model);
    if (wd_model_init(model, 0) == WD_OK)
        return model;
    wd_model_free(model);
    model = make_stepped(survey->setup);
    if (wd_model_init(model, 0) != WD_OK)
        check(0, "%s starts: %s", setup_name(survey->setup), wd_model_error(model));
    return model;
}

static void make_run(struct survey *survey)
{
    wd_model *model = start_run(survey);
    int32_t status = WD_OK;
    for (int k = 1; status >= 0 && status != WD_END && k <= STEPS_OF_A_RUN; k++) {
        if (survey->count == survey->most)
            break;
        if (survey->runs > 1 && k % STEPS_OF_INPUTS == 0)
            draw_inputs(model, setup_name(survey->setup));
        uint64_t before = blocks_executed;
        status = wd_model_step_to(model, k * STEP);
        double work = (double)(blocks_executed - before);
        if (work > (survey->count > 0 ? survey->work[survey->worst] : 0))
            survey->worst = survey->count;
        survey->work[survey->count++] = work;
    }
    survey->failed += status < 0;
    if (status < 0)
        printf("# %s, run %zu: %s\n", setup_name(survey->setup), survey->runs,
               wd_model_error(model));
    wd_model_free(model);
}

/* ---- results ---- */

static void survey_setup(const struct setup *setup, double *work, size_t most)
{
    struct survey survey = {.setup = setup, .work = work, .most = most};
    uniform_seed(1);
    while (survey.count < most)
        make_run(&survey);
    double longest = work[survey.worst];
    qsort(work, most, sizeof *work, blocks_ascending);
    double medians = longest / work[most / 2];
    printf("# step %zu is the longest, the median is %.0f blocks, %zu of %zu runs failed\n",
           survey.worst, work[most / 2], survey.failed, survey.runs);
    check(medians <= MOST_MEDIANS, "%s, %s: the longest of %zu steps takes %.3g medians",
          setup->kind, setup_name(setup), most, medians);
}

int main(int argc, char **argv)
{
    struct setup list[MOST_SETUPS];
    size_t count = list_setups(list);
    size_t most = (size_t)few_or_all(FEW, ALL);
    most = argc > 1 ? strtoul(argv[1], NULL, 10) : most;
    double *work = malloc((most + 1) * sizeof *work);
    if (!work || most == 0)
        return 1;
    for (size_t i = 0; i < count; i++)
        if (argc <= 2 || strcmp(argv[2], setup_name(&list[i])) == 0)
            survey_setup(&list[i], work, most);
    free(work);
    return done();
}
