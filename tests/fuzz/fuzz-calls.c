/* SPDX-License-Identifier: MIT */
/* Random calls in random order with random arguments: a call that fails leaves an error text and
 * changes nothing, and a clone continues like its model. */
#include "fuzz.h"

#include <wheeldyn/exchange.h>

static struct image before, after;
static unsigned char bytes[MOST_BYTES];
static size_t size_saved;

static int32_t any_value(double t, double *value, void *user)
{
    const double *range = user;
    *value = range[0] + range[1] * sin(t);
    return range[2] > 0 && t > range[2];
}

static double ranges[3];

static uint32_t take_ref(struct input *input, const wd_model *model)
{
    unsigned byte = take_byte(input);
    return byte == 255 ? WD_NO_REF : byte % (uint32_t)(wd_model_var_count(model) + 1);
}

static int32_t signal(struct input *input, wd_model *model)
{
    double data[12], t = 0;
    size_t n = take_byte(input) % 13;
    for (size_t i = 0; i < n; i++) {
        data[i] = take_real(input);
        if (i % 2 == 0 && take_byte(input) % 8)
            data[i] = t += fabs(data[i]);
    }
    uint32_t ref = take_ref(input, model);
    return wd_model_set_input_signal(model, ref, (int32_t)(take_byte(input) % 6) - 1, data, n);
}

static int32_t run(struct input *input, wd_model *model, double t)
{
    double rows[40];
    size_t written = 99;
    uint32_t refs[2] = {take_ref(input, model), take_ref(input, model)};
    size_t n = take_byte(input) % 3;
    int32_t status =
        wd_model_run(model, t, take_real(input), refs, n, rows, 40 / (1 + n), &written);
    if (written > 40 / (1 + n))
        broken("more rows than the buffer holds", model);
    /* after a failing run the model is at the last row, as after a successful one */
    return status < 0 && written > 0 ? WD_OK : status;
}

/* Load the last snapshot, in which up to two bits are flipped. */
static int32_t load(struct input *input, wd_model *model)
{
    size_t size = size_saved;
    unsigned flips = take_byte(input) % 3;
    for (unsigned i = 0; size > 0 && i < flips; i++)
        bytes[(take_byte(input) * 256u + take_byte(input)) % size] ^= 1;
    return wd_model_load(model, bytes, size);
}

static int32_t linear(struct input *input, wd_model *model)
{
    static double A[64 * 64], B[2 * 64], re[64], im[64];
    uint32_t refs[2] = {take_ref(input, model), take_ref(input, model)};
    return take_byte(input) % 2 ? wd_model_linearize(model, A, refs, take_byte(input) % 3, B)
                                : wd_model_eigenvalues(model, re, im);
}

/* Make one of the calls for integrators, at time t and at the current states, of which up to three
 * are replaced. */
static int32_t exchange(struct input *input, wd_model *model, double t)
{
    static double y[MOST_VARS], rates[MOST_VARS];
    size_t n = wd_model_state_count(model);
    unsigned call = take_byte(input), changes = take_byte(input) % 4;
    memset(y, 0, sizeof y);
    wd_model_states(model, y);
    for (unsigned i = 0; n > 0 && i < changes; i++)
        y[take_byte(input) % n] = take_real(input);
    switch (call % 4) {
    case 0:
        return wd_model_derivative(model, t, y, rates);
    case 1:
        return wd_model_indicators(model, t, y, rates);
    case 2:
        return wd_model_eval_at(model, t, y);
    default:
        return wd_model_event_update(model, t, y);
    }
}

static int32_t one_call(struct input *input, wd_model *model)
{
    uint32_t refs[3] = {take_ref(input, model), take_ref(input, model), take_ref(input, model)};
    double in[3] = {take_real(input), take_real(input), take_real(input)};
    double t = wd_model_time(model), later = (isnan(t) ? 0 : t) + fabs(in[1]) / 8;
    switch (take_byte(input) % 18) {
    case 0:
        return wd_model_set(model, refs, take_byte(input) % 4, in);
    case 1:
        return wd_model_set(model, refs, 1, in);
    case 2:
        return wd_model_init(model, in[0]);
    case 3:
        return wd_model_step_to(model, later);
    case 4:
        return wd_model_advance_to(model, later);
    case 5:
        return wd_model_step_to(model, in[0]);
    case 6:
        return wd_model_eval(model);
    case 7:
        return run(input, model, later);
    case 8:
        return wd_model_reset(model);
    case 9:
        return signal(input, model);
    case 10:
        memcpy(ranges, in, sizeof ranges);
        return wd_model_set_input_fn(model, refs[0], take_byte(input) % 3 ? any_value : NULL,
                                     ranges);
    case 11:
        if (wd_model_save(model, bytes, sizeof bytes) == WD_OK)
            size_saved = wd_model_save_size(model);
        return WD_OK;
    case 12:
        return load(input, model);
    case 13:
        return linear(input, model);
    case 14:
        return exchange(input, model, take_byte(input) % 4 ? later : in[0]);
    case 15:
        return exchange(input, model, t);
    case 16:
        return wd_model_load_preset(model, wd_preset_name(wd_model_kind(model), refs[0] % 8));
    default:
        wd_model_event(model, refs[1], in, NULL, NULL, 0);
        return wd_model_set_choice(model, wd_model_var_name(model, refs[0]),
                                   wd_model_choice_name(model, refs[0], refs[1] % 4));
    }
}

/* Take an image of the model with the log of events set to zero: a failing call may overwrite old
 * events in the log, which is not a change of the model. */
static void take_image(const wd_model *model, struct image *image)
{
    size_t width = wd_model_event_width(model);
    image_take(model, image);
    size_t log = width ? (size_t)value_of(model, "solver.event_capacity") * (2 + width) + 2 : 0;
    if (image->size > 0 && image->size <= MOST_BYTES)
        memset(image->bytes + image->size - 8 * (log + 1), 0, 8 * log);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = {data, data + size};
    wd_model *model;
    size_saved = 0;
    if (new_model(&input, &model) != WD_OK)
        return 0;
    wd_model_set_value(model, "solver.max_steps", 100);
    while (input.at < input.end) {
        take_image(model, &before);
        int32_t status = one_call(&input, model);
        if (wd_model_set_value(model, "solver.max_steps", 100) != WD_OK)
            broken("max_steps cannot be set", model);
        if (status >= 0)
            continue;
        take_image(model, &after);
        if (!image_same(&before, &after))
            broken("a failing call changed the model", model);
        if (strlen(wd_model_error(model)) == 0 || strlen(wd_model_error(model)) > 255)
            broken("a failing call left no text, or one of more than 255 characters", model);
    }
    wd_model *copy;
    if (wd_model_clone(model, &copy) == WD_OK) {
        double t = wd_model_time(model) + 0.1;
        int32_t here = wd_model_step_to(model, t), there = wd_model_step_to(copy, t);
        image_take(model, &before);
        image_take(copy, &after);
        if (here != there || !image_same(&before, &after))
            broken("the motion of a clone differs", model);
    }
    wd_model_free(copy);
    wd_model_free(model);
    return 0;
}
