/* SPDX-License-Identifier: MIT */
/* A bicycle without rider input, pushed sideways: at 4.6 m/s it steers into the fall and rights
 * itself; at 3 m/s a tiny push is enough to bring it down. */
#include "example.h"

enum { ROLL, STEER, SPEED, REAR, FRONT, COLUMNS };
enum { ROWS = 11 };

static wd_model *bicycle(const char *preset)
{
    wd_model *model = new_model("bicycle");
    must(model, wd_model_load_preset(model, preset));
    must(model, wd_model_init(model, 0.0));
    return model;
}

static void stays_up(void)
{
    wd_model *model = bicycle("benchmark");
    const uint32_t refs[COLUMNS] = {
        [ROLL] = ref_of(model, "output.roll"),
        [STEER] = ref_of(model, "output.steer"),
        [SPEED] = ref_of(model, "output.speed"),
        [REAR] = ref_of(model, "output.rear_normal"),
        [FRONT] = ref_of(model, "output.front_normal"),
    };
    double rows[ROWS][1 + COLUMNS];
    size_t written;
    must(model, wd_model_run(model, 5.0, 0.5, refs, COLUMNS, rows[0], ROWS, &written));
    printf("t/s  roll/rad  steer/rad  v/(m/s)  rear/N  front/N\n");
    for (size_t i = 0; i < written; i++) {
        const double *value = rows[i] + 1;
        printf("%3.1f  %8.5f  %9.5f  %7.5f  %6.1f  %7.1f\n", rows[i][0], value[ROLL], value[STEER],
               value[SPEED], value[REAR], value[FRONT]);
    }
    wd_model_free(model);
}

static void falls(void)
{
    wd_model *model = bicycle("benchmark-unstable");
    int32_t status = wd_model_step_to(model, 60.0), type;
    must(model, status);
    double t;
    must(model, wd_model_event(model, wd_model_event_count(model) - 1, &t, &type, NULL, 0));
    printf("at 3 m/s: %s, last event %s at %.3f s, roll %.2f rad\n", wd_status_name(status),
           wd_event_name(type), t, value_of(model, "output.roll"));
    wd_model_free(model);
}

int main(void)
{
    stays_up();
    falls();
    return EXIT_SUCCESS;
}
