/* SPDX-License-Identifier: MIT */
/* A batch of a hundred wheels, each on more slippery ground than the one before. One call each
 * 10 ms steps all of them. */
#include <stdlib.h>
#include <wheeldyn/batch.h>

#include "example.h"

enum { WHEELS = 100, THREADS = 4 };

static void need(const wd_batch *batch, int32_t status)
{
    if (status == WD_OK)
        return;
    fprintf(stderr, "%s: %s\n", wd_status_name(status), wd_batch_error(batch));
    exit(1);
}

int main(void)
{
    static double input[WHEELS][2], t[WHEELS], out[WHEELS][2];
    wd_model *model = new_model("rolling_wheel");
    const uint32_t inputs[] = {ref_of(model, "input.drive_torque"), ref_of(model, "input.mu")};
    const uint32_t outputs[] = {ref_of(model, "state.x_dot"), ref_of(model, "output.slip_ratio")};
    wd_batch *batch;
    must(model, wd_model_init(model, 0.0));
    must(model, wd_batch_new(model, WHEELS, THREADS, &batch));
    wd_model_free(model);
    for (int k = 1; k <= 200; k++) {
        for (int i = 0; i < WHEELS; i++) {
            input[i][0] = out[i][1] > 0.2
                              ? 0
                              : 60; /* traction control: no torque above a slip ratio of 0.2 */
            input[i][1] = 0.9 - 0.008 * i;
            t[i] = 0.01 * k;
        }
        need(batch, wd_batch_set(batch, inputs, 2, &input[0][0], NULL));
        need(batch, wd_batch_step_to(batch, t, NULL, NULL));
        need(batch, wd_batch_get(batch, outputs, 2, &out[0][0]));
    }
    for (int i = 0; i < WHEELS; i += 33)
        printf("mu = %.3f: %.3f m/s after 2 s\n", input[i][1], out[i][0]);
    wd_batch_free(batch);
    return 0;
}
