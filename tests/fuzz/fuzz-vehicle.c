/* SPDX-License-Identifier: MIT */
/* Vehicles from any tree of bodies, with any numbers: they are built, run, saved, loaded and run
 * again. */
#include "fuzz.h"

enum { MOST_BODIES = 6, MOST_WHEELS = 4, MOST_POINTS = 3 };

static unsigned char bytes[1 << 20];

static const char *numbered(char letter, unsigned number)
{
    static char name[4][8];
    static unsigned next;
    char *to = name[next++ % 4];
    snprintf(to, sizeof *name, "%c%u", letter, number);
    return to;
}

static void add(wd_model *model, const char *type, const char *name, const char *a, const char *b)
{
    const char *on[] = {a, b};
    if (wd_model_add_part(model, type, name, on, a ? b ? 2 : 1 : 0) != WD_OK)
        broken("a valid part is refused", model);
}

static void put_number(wd_model *model, const char *part, const char *quantity, double value)
{
    char name[64];
    snprintf(name, sizeof name, "param.%s.%s", part, quantity);
    wd_model_set_value(model, name, value);
}

/* Take a small multiple of 1/4. */
static double small(struct input *input)
{
    return ((int)(take_byte(input) % 9) - 4) / 4.0;
}

static void put_vector(struct input *input, wd_model *model, const char *part, const char *x,
                       const char *y, const char *z)
{
    put_number(model, part, x, small(input));
    put_number(model, part, y, small(input));
    put_number(model, part, z, small(input));
}

/* Set the numbers of body i and join it to another body: mostly to one of those before it,
 * sometimes to any body, also to itself, which may be an error. */
static void add_body(struct input *input, wd_model *model, unsigned i, unsigned count)
{
    static const char *const joints[] = {"hinge", "hinge", "slide", "rigid"};
    const char *body = numbered('b', i), *joint = numbered('j', i);
    put_vector(input, model, body, "x", "y", "z");
    put_number(model, body, "mass", take_byte(input) % 5 / 2.0);
    put_number(model, body, "xx", 0.25);
    put_number(model, body, "yy", 0.25);
    put_number(model, body, "zz", take_byte(input) % 5 / 8.0);
    if (i == 0)
        return;
    unsigned parent = take_byte(input) % (take_byte(input) % 32 ? i : count);
    const char *type = joints[take_byte(input) % 4];
    add(model, type, joint, numbered('b', parent), body);
    if (strcmp(type, "rigid") == 0)
        return;
    put_vector(input, model, joint, "x", "y", "z");
    put_vector(input, model, joint, "axis_x", "axis_y", "axis_z");
    put_number(model, joint, "stiffness", take_byte(input) % 4 * 10.0);
    put_number(model, joint, "damping", take_byte(input) % 4 / 4.0);
}

static void add_wheel(struct input *input, wd_model *model, unsigned i, unsigned bodies)
{
    const char *wheel = numbered('w', i);
    char law[16];
    add(model, take_byte(input) % 2 ? "wheel" : "rim", wheel,
        numbered('b', take_byte(input) % bodies), NULL);
    put_vector(input, model, wheel, "x", "y", "axis_x");
    put_number(model, wheel, "z", 0.25);
    put_number(model, wheel, "radius", 0.25);
    put_number(model, wheel, "crown", take_byte(input) % 5 / 16.0);
    snprintf(law, sizeof law, "param.%s.law", wheel);
    wd_model_set_value(model, law, take_byte(input) % 32 ? 0 : 2);
}

static void put_together(struct input *input, wd_model *model)
{
    unsigned bodies = 1 + take_byte(input) % MOST_BODIES, wheels = take_byte(input) % MOST_WHEELS;
    unsigned points = take_byte(input) % MOST_POINTS;
    for (unsigned i = 0; i < bodies; i++)
        add(model, "body", numbered('b', i), NULL, NULL);
    for (unsigned i = 0; i < bodies; i++)
        add_body(input, model, i, bodies);
    for (unsigned i = 0; i < wheels; i++)
        add_wheel(input, model, i, bodies);
    for (unsigned i = 0; i < points; i++) {
        add(model, "point", numbered('p', i), numbered('b', take_byte(input) % bodies), NULL);
        put_vector(input, model, numbered('p', i), "x", "y", "z");
    }
    if (points > 1) {
        add(model, "spring", "s", "p0", "p1");
        put_number(model, "s", "stiffness", 10);
    }
    while (input->at < input->end && take_byte(input) % 4) {
        double value = take_byte(input) % 8 ? small(input) : take_real(input);
        uint32_t ref =
            (take_byte(input) * 256u + take_byte(input)) % (uint32_t)wd_model_var_count(model);
        if (wd_model_var_role(model, ref) != WD_SOLVER)
            wd_model_set(model, &ref, 1, &value);
    }
}

/* Continue the model and its snapshot, and compare both motions. */
static void run_on(wd_model *model)
{
    wd_model *other;
    size_t size = wd_model_save_size(model);
    if (size > sizeof bytes || wd_model_save(model, bytes, sizeof bytes) != WD_OK)
        broken("no snapshot", model);
    if (wd_model_new("vehicle", &other) != WD_OK || wd_model_load(other, bytes, size) != WD_OK)
        broken("a snapshot is refused", other);
    double t = wd_model_time(model) + 0.05;
    int32_t status = wd_model_step_to(model, t);
    if (wd_model_step_to(other, t) != status || wd_model_time(other) != wd_model_time(model))
        broken("the motion from a snapshot differs", other);
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
        double a = 0, b = 0;
        wd_model_get(model, &ref, 1, &a);
        wd_model_get(other, &ref, 1, &b);
        if (!same_bits(a, b) && wd_model_var_role(model, ref) != WD_STAT && status >= 0)
            broken(wd_model_var_name(model, ref), other);
        if (isnan(a) && wd_model_var_role(model, ref) == WD_OUTPUT)
            broken(wd_model_var_name(model, ref), model);
    }
    wd_model_free(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = {data, data + size};
    wd_model *model;
    if (wd_model_new("vehicle", &model) != WD_OK)
        return 0;
    put_together(&input, model);
    wd_model_set_value(model, "solver.fixed_step", 0.02);
    wd_model_set_value(model, "solver.max_steps", 100);
    if (wd_model_init(model, 0) == WD_OK) {
        wd_model_step_to(model, 0.1);
        run_on(model);
    } else if (strlen(wd_model_error(model)) == 0) {
        broken("a refusal left no text", model);
    }
    wd_model_free(model);
    return 0;
}
