/* SPDX-License-Identifier: MIT */
/* Vehicles on wheels of law relaxed, compared with the same vehicles on wheels of law coulomb: the
 * preset car, which turns and brakes, event-driven and by time stepping; and a frame on 64 wheels,
 * which rolls or skids, by time stepping. */
#include "bench.h"
#include "model/vehicle.h"

#include <string.h>

#define STEP_TIME 1e-3
#define RIDE 2.0 /* s */

enum { RIDE_STEPS = 2000, ROWS = 8, COLUMNS = 8, FRAME_STEPS = 200 };

/* A motion that ride() computes from its start to `end` [s]. */
struct ride {
    wd_model *model;
    double end;
};

static void ride(void *context)
{
    const struct ride *r = context;
    wd_model_reset(r->model);
    start(r->model, 0);
    int32_t status = wd_model_step_to(r->model, r->end);
    if (status != WD_OK && status != WD_END)
        must(r->model, status, "step");
}

static void choose_laws(wd_model *model, const char *law)
{
    for (size_t i = 0; i < wd_model_part_count(model); i++) {
        const char *type = wd_model_part_type(model, i);
        if (strcmp(type, "wheel") == 0 || strcmp(type, "rim") == 0)
            choose(model, name_of("param", wd_model_part_name(model, i), "law"), law);
    }
}

static void step_by_moreau(wd_model *model)
{
    choose(model, "solver.scheme", "moreau");
    set(model, "solver.fixed_step", STEP_TIME);
}

static void compare_laws(const char *name, wd_model *(*build)(const char *law), double end,
                         double work, double aim)
{
    struct ride relaxed = {build("relaxed"), end}, coulomb = {build("coulomb"), end};
    bench_pair(name, ride, &relaxed, ride, &coulomb, work, aim);
    wd_model_free(relaxed.model);
    wd_model_free(coulomb.model);
}

/* ---- the preset car ---- */

static wd_model *car_by_events(const char *law)
{
    wd_model *model = make("vehicle", "car");
    choose_laws(model, law);
    return model;
}

static wd_model *car_by_steps(const char *law)
{
    wd_model *model = car_by_events(law);
    step_by_moreau(model);
    return model;
}

/* ---- a frame on 64 wheels ---- */

static wd_model *frame_on_wheels(const char *law)
{
    wd_model *model = new_vehicle();
    add_body(model, "frame", 1000, 1000, 0, 0, 0.5);
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        char name[8];
        snprintf(name, sizeof name, "w%d", i);
        add_tyre(model, "wheel", name, "frame", i / COLUMNS - 0.5 * (ROWS - 1),
                 0.5 * (i % COLUMNS - 0.5 * (COLUMNS - 1)), 0.3, 0.1);
        set_part(model, name, "mass", 2);
        set_part(model, name, "cross_inertia", 0.05);
        set_part(model, name, "spin_inertia", 0.09);
        set_init(model, name, "rate", 5 / 0.3);
        set_input(model, name, "mu", 0.3);
    }
    choose_laws(model, law);
    set_init(model, "frame", "forward", 5);
    step_by_moreau(model);
    return model;
}

static wd_model *rolling_frame(const char *law)
{
    wd_model *model = frame_on_wheels(law);
    set(model, "input.slope", 0.05);
    return model;
}

static wd_model *skidding_frame(const char *law)
{
    wd_model *model = frame_on_wheels(law);
    set_init(model, "frame", "left", 4);
    return model;
}

int main(void)
{
    compare_laws("preset car for 2 s, event-driven: relaxed / Coulomb", car_by_events, RIDE,
                 RIDE_STEPS, 3);
    compare_laws("preset car, a step of Moreau: relaxed / Coulomb", car_by_steps, RIDE, RIDE_STEPS,
                 1.5);
    compare_laws("64 wheels rolling, a step of Moreau: relaxed / Coulomb", rolling_frame,
                 FRAME_STEPS * STEP_TIME, FRAME_STEPS, 3);
    compare_laws("64 wheels skidding, a step of Moreau: relaxed / Coulomb", skidding_frame,
                 FRAME_STEPS * STEP_TIME, FRAME_STEPS, 3);
    return 0;
}
