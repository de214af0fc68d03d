/* SPDX-License-Identifier: MIT */
/* Scratch is memory of a model whose contents no later call may use. If it is overwritten with NaN
 * between calls, and data that are kept for several calls are computed again, all results have the
 * same bits. The test reads internal structures, so it links the core. */
#include "support.h"

#include "core/model.h"

/* Overwrite the scratch arrays, the copy for undoing a call and struct motion. After model_close()
 * the next call computes the data that are kept for several calls. */
static void overwrite_scratch(wd_model *model)
{
    for (size_t i = 0; i < model->room->words; i++)
        model->room->memory[i] = NAN;
    model->undo.t = model->undo.h = NAN;
    model->undo.k = model->undo.ended = -1;
    memset(&model->motion, 0xff, sizeof model->motion);
    model_close(model);
}

static uint64_t hash_with_overwritten_scratch(const struct setup *setup, double fixed_step,
                                              double method, double inverse, int forgetting)
{
    static double A[64 * 64], B[64], re[64], im[64], rows[3 * 2];
    memset(A, 0, sizeof A); /* remains zero if the kind has no linear model */
    memset(B, 0, sizeof B);
    memset(re, 0, sizeof re);
    memset(im, 0, sizeof im);
    wd_model *model = make(setup);
    uint32_t input = first_input(model);
    put(model, "solver.fixed_step", fixed_step);
    put(model, "solver.method", method);
    wd_model_set_value(model, "solver.inverse", inverse); /* not every kind has this choice */
    wd_model_set_value(model, "solver.acceleration", inverse);
    wd_model_set_value(model, "solver.projection", inverse);
    wd_model_init(model, 0);
    uint64_t hash = 1;
    for (int k = 1; k <= 20; k++) {
        for (int call = 0; call < 6; call++) {
            if (forgetting)
                overwrite_scratch(model);
            double t = wd_model_time(model);
            if (call == 0)
                wd_model_step_to(model, t + 0.0917);
            else if (call == 1)
                wd_model_eval(model);
            else if (call == 2)
                wd_model_run(model, t + 0.2, 0.1, &input, 1, rows, 3, NULL);
            else if (call == 3)
                hash += (uint64_t)wd_model_linearize(model, A, &input, 1, B);
            else if (call == 4)
                hash += (uint64_t)wd_model_eigenvalues(model, re, im);
            else
                wd_model_step_to(model, t - 1);
            hash = mix_model(hash, model);
        }
        size_t n = wd_model_linear_size(model);
        hash = mix(mix(hash, A, n * n * sizeof *A), B, n * sizeof *B);
        hash = mix(mix(hash, re, n * sizeof *re), im, n * sizeof *im);
        hash = mix(hash, rows, sizeof rows);
    }
    wd_model_free(model);
    return hash;
}

enum { WAYS = 20 }; /* 2 (adaptive, fixed steps) x 2 (settings of the kind) x 5 (methods) */

int main(void)
{
    struct setup list[MOST_SETUPS];
    size_t count = list_quick_setups(list);
    for (size_t i = 0; i < count; i++) {
        int same = 0;
        for (int mode = 0; mode < WAYS; mode++) {
            double h = mode & 1 ? 0.01 : 0, inverse = mode >> 1 & 1, method = mode >> 2;
            same += hash_with_overwritten_scratch(&list[i], h, method, inverse, 0) ==
                    hash_with_overwritten_scratch(&list[i], h, method, inverse, 1);
        }
        check(same == WAYS, "%s: the same bits with overwritten scratch, %d of %d settings",
              setup_name(&list[i]), same, WAYS);
    }
    return done();
}
