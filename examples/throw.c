/* SPDX-License-Identifier: MIT */
/* A wheel is thrown at a kerb, with a changed restitution: print its impacts, write a CSV file. */
#include "example.h"

static void report(const wd_model *wheel)
{
    double time;
    int32_t type;
    must(wheel, wd_model_event(wheel, wd_model_event_count(wheel) - 1, &time, &type, NULL, 0));
    printf("%.4f s: %s at x = %.4f m\n", time, wd_event_name(type), value_of(wheel, "state.x"));
}

int main(void)
{
    wd_model *wheel = new_model("impact_wheel");
    FILE *table = fopen("throw.csv", "w");
    if (!table) {
        perror("throw.csv");
        return EXIT_FAILURE;
    }
    must(wheel, wd_model_load_preset(wheel, "kerb-plastic"));
    must(wheel, wd_model_set_value(wheel, "param.restitution", 0.4));
    must(wheel, wd_model_set_value(wheel, "solver.stop_at_events", 1));
    must(wheel, wd_model_init(wheel, 0));

    const uint32_t refs[] = {ref_of(wheel, "state.x"), ref_of(wheel, "state.y")};
    fputs("time,x,y\n", table);
    for (int k = 0; k <= 30; k++) {
        double xy[2];
        int32_t status;
        while ((status = wd_model_step_to(wheel, 0.01 * k)) == WD_EVENT)
            report(wheel);
        must(wheel, status);
        must(wheel, wd_model_get(wheel, refs, 2, xy));
        fprintf(table, "%.17g,%.17g,%.17g\n", wd_model_time(wheel), xy[0], xy[1]);
    }
    fclose(table);
    wd_model_free(wheel);
}
