/* SPDX-License-Identifier: MIT */
/* A snapshot that was edited and has the right checksum must be refused without a change of the
 * model, or give a usable model. */
#include "fuzz.h"

#include "core/words.h"

static unsigned char bytes[MOST_BYTES];
static struct image before, after;

static void sign(size_t size)
{
    struct word_writer to = {bytes, size / WORD_BYTES - 1};
    word_put(&to, word_sum(bytes, to.count));
}

static void use(wd_model *model)
{
    static double A[64 * 64];
    double t = wd_model_time(model), row[3];
    size_t written;
    wd_model_set_value(model, "solver.max_steps", 30);
    if (isnan(t))
        broken("a loaded model has no time", model);
    wd_model_eval(model);
    wd_model_step_to(model, t + 0.01);
    wd_model_run(model, t + 1, 0.5, NULL, 0, row, 3, &written);
    wd_model_step_to(model, t + 1e9);
    wd_model_linearize(model, A, NULL, 0, NULL);
    if (wd_model_save_size(model) <= sizeof bytes &&
        (wd_model_save(model, bytes, sizeof bytes) != WD_OK ||
         wd_model_load(model, bytes, wd_model_save_size(model)) != WD_OK))
        broken("a model cannot load what it saved", model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const double ramp[] = {0, 0.25, 1, 0.5};
    struct input input = {data, data + size};
    wd_model *model;
    if (new_model(&input, &model) != WD_OK)
        return 0;
    wd_model_set_value(model, "solver.fixed_step", take_byte(&input) % 2 ? 0.01 : 0);
    if (take_byte(&input) % 2 && !needs_code(wd_model_kind(model)))
        wd_model_set_input_signal(model, first_input(model), WD_SIGNAL_LINEAR, ramp, 4);
    wd_model_init(model, 0);
    wd_model_step_to(model, 0.3);
    size_t saved = wd_model_save_size(model), words = saved / WORD_BYTES - 1;
    wd_model_save(model, bytes, sizeof bytes);
    while (input.at < input.end) {
        size_t at = (take_byte(&input) * 256u + take_byte(&input)) % words;
        struct word_writer to = {bytes, at};
        unsigned how = take_byte(&input) % 4;
        if (how == 0)
            word_put(&to, take_byte(&input));
        else if (how == 1)
            bytes[WORD_BYTES * at + take_byte(&input) % 8] = (unsigned char)take_byte(&input);
        else
            word_put_real(&to, take_real(&input));
    }
    sign(saved);
    image_take(model, &before);
    if (wd_model_load(model, bytes, saved) == WD_OK) {
        use(model);
    } else {
        image_take(model, &after);
        if (!image_same(&before, &after))
            broken("a refused snapshot changed the model", model);
    }
    wd_model_free(model);
    return 0;
}
