/* SPDX-License-Identifier: MIT */
/* A wheel drives onto slippery ground: one call records the run, and a table prints it.
 *
 * The torque rises to 60 N.m; around t = 10 s the friction coefficient dips from 0.9 to 0.3. The
 * wheel spins up, the vehicle slows down, then the wheel grips again. */
#include "example.h"

enum { SPEED, SPIN, RELAXATION, FORCE, LIMIT, MU, COLUMNS };
enum { ROWS = 21 };

int main(void)
{
    wd_model *model = rolling_wheel("drive-60");
    const uint32_t refs[COLUMNS] = {
        [SPEED] = ref_of(model, "state.x_dot"),
        [SPIN] = ref_of(model, "state.theta_dot"),
        [RELAXATION] = ref_of(model, "output.relaxation"),
        [FORCE] = ref_of(model, "output.contact_force"),
        [LIMIT] = ref_of(model, "output.traction_limit"),
        [MU] = ref_of(model, "input.mu"),
    };
    double radius = value_of(model, "param.radius");

    double rows[ROWS][1 + COLUMNS];
    size_t written;
    must(model, wd_model_init(model, 0.0));
    must(model, wd_model_run(model, 20.0, 1.0, refs, COLUMNS, rows[0], ROWS, &written));

    printf(" t/s  v/(m/s)  R w/(m/s)      s    F/N  mu N/N    mu\n");
    for (size_t i = 0; i < written; i++) {
        const double *value = rows[i] + 1;
        printf("%4.0f  %7.3f  %9.3f  %5.3f  %5.1f  %6.1f  %4.2f\n", rows[i][0], value[SPEED],
               radius * value[SPIN], value[RELAXATION], value[FORCE], value[LIMIT], value[MU]);
    }
    wd_model_free(model);
    return EXIT_SUCCESS;
}
