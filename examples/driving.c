/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A wheel driven onto a slippery patch: one call records the run, a table shows it.
 *
 * The torque rises to 60 N.m; around t = 10 s the friction coefficient dips from 0.9 to 0.3. The
 * wheel spins up, the vehicle slows down, then the wheel grips again. */
#include "example.h"

enum { COLUMNS = 7, ROWS = 21 };

int main(void)
{
    wd_model *model = rolling_wheel("drive-60");
    const uint32_t refs[COLUMNS] = {
        ref_of(model, "state.x_dot"),
        ref_of(model, "state.theta_dot"),
        ref_of(model, "output.slip_ratio"),
        ref_of(model, "output.relaxation"),
        ref_of(model, "output.contact_force"),
        ref_of(model, "output.traction_limit"),
        ref_of(model, "input.mu"),
    };
    double radius;
    must(model, wd_model_value(model, "param.radius", &radius));

    double rows[ROWS][1 + COLUMNS];
    size_t written;
    must(model, wd_model_init(model, 0.0));
    must(model, wd_model_run(model, 20.0, 1.0, refs, COLUMNS, rows[0], ROWS, &written));

    printf("   t/s  v/(m/s)  R w/(m/s)   slip       s    F/N  mu N/N    mu\n");
    for (size_t i = 0; i < written; i++) {
        const double *row = rows[i];
        printf("%6.1f  %7.3f  %9.3f  %5.3f  %6.4f  %5.1f  %6.1f  %4.2f\n", row[0], row[1],
               radius * row[2], row[3], row[4], row[5], row[6], row[7]);
    }
    wd_model_free(model);
    return EXIT_SUCCESS;
}
