/* SPDX-License-Identifier: MIT */
/* A wheel thrown at any polyline, with or without arcs, with either scheme: calls must return only
 * documented statuses, leave a text with each failure, and give the same bits when repeated. */
#include "fuzz.h"

enum { MOST_POINTS = 24 };

static int known(int32_t status, const int32_t *of, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (status == of[i])
            return 1;
    return 0;
}

static void judge(const wd_model *model, int32_t status, const int32_t *of, size_t n,
                  const char *what)
{
    if (!known(status, of, n))
        broken(what, model);
    if (status < 0 && strlen(wd_model_error(model)) == 0)
        broken("a failing call left no text", model);
}

/* Take points: mostly with increasing x, so that many terrains are accepted, otherwise random. */
static size_t take_points(struct input *input, double *xy)
{
    size_t points = take_byte(input) % (MOST_POINTS + 1);
    int wild = take_byte(input) % 4 == 0;
    double x = -2, y = 0;
    for (size_t i = 0; i < points; i++) {
        x += (take_byte(input) % 64) / 128.0;
        y = (take_byte(input) % 64 - 32.0) / 128.0;
        xy[2 * i] = wild ? take_real(input) : x;
        xy[2 * i + 1] = wild ? take_real(input) : y;
    }
    return points;
}

/* Take bulges: mostly valid ones or NULL, otherwise random. */
static const double *take_bulges(struct input *input, size_t points, double *bulge)
{
    unsigned how = take_byte(input) % 8;
    if (how < 3)
        return NULL;
    for (size_t i = 0; i + 1 < points; i++) {
        int inner = i > 0 && i + 2 < points;
        bulge[i] = inner ? (take_byte(input) - 128.0) / 128 : 0;
        if (how == 3)
            bulge[i] = take_real(input);
    }
    return bulge;
}

/* Set friction factors: mostly none or ordinary ones, otherwise random ones or one too few. */
static void set_friction(wd_model *model, struct input *input, size_t points)
{
    static const int32_t of_friction[] = {WD_OK, WD_EINVAL, WD_ENOMEM};
    double factor[MOST_POINTS];
    unsigned how = take_byte(input) % 8;
    if (how < 4 || points < 2)
        return;
    for (size_t i = 0; i + 1 < points; i++)
        factor[i] = how == 4 ? take_real(input) : take_byte(input) / 128.0;
    judge(model, wd_model_set_terrain_friction(model, factor, points - (how == 5 ? 2 : 1)),
          of_friction, 3, "friction");
}

static double signed_part(struct input *input, double range)
{
    return range * (take_byte(input) - 128.0) / 128;
}

static wd_model *thrown(struct input *input, const double *xy, const double *bulge, size_t points)
{
    static const int32_t of_terrain[] = {WD_OK, WD_EINVAL, WD_ENOMEM};
    static const double steps[] = {0, 1e-3, 0.01};
    static const double torque[] = {1, 3, 5, 0.1, 1};
    wd_model *model;
    if (wd_model_new("impact_wheel", &model) != WD_OK)
        return NULL;
    judge(model, wd_model_set_profile(model, points ? xy : NULL, bulge, points), of_terrain, 3,
          "terrain");
    set_friction(model, input, points);
    unsigned how = take_byte(input);
    put(model, "solver.fixed_step", steps[how % 3]);
    put(model, "solver.max_steps", 2000);
    put(model, "solver.scheme", how / 3 % 4 == 0);
    put(model, "solver.contact", how / 36 % 2);
    if (how / 12 % 3 == 0)
        wd_model_set_input_signal(model, first_input(model), WD_SIGNAL_TANH, torque, 5);
    put(model, "param.mu", take_byte(input) / 128.0);
    put(model, "param.restitution", take_byte(input) / 255.0);
    put(model, "state.x", signed_part(input, 2));
    put(model, "state.y", signed_part(input, 0.6));
    put(model, "state.x_dot", signed_part(input, 8));
    put(model, "state.y_dot", signed_part(input, 8));
    put(model, "state.phi_dot", signed_part(input, 80));
    return model;
}

static uint64_t run(struct input input, const double *xy, const double *bulge, size_t points)
{
    static const int32_t of_init[] = {WD_OK, WD_EINVAL, WD_EDOMAIN, WD_ENOSOL, WD_ENOMEM};
    static const int32_t of_step[] = {WD_OK, WD_ENOCONV, WD_ENOSOL, WD_ELIMIT, WD_ESINGULAR};
    wd_model *model = thrown(&input, xy, bulge, points);
    if (!model)
        return 0;
    int32_t status = wd_model_init(model, 0);
    judge(model, status, of_init, 5, "init");
    for (int k = 1; k <= 4 && status == WD_OK; k++) {
        status = wd_model_step_to(model, 0.05 * k);
        judge(model, status, of_step, 5, "step_to");
    }
    uint64_t hash = mix_model(mix(1, &status, sizeof status), model);
    wd_model_free(model);
    return hash;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = {data, data + size};
    double xy[2 * MOST_POINTS], room[MOST_POINTS];
    size_t points = take_points(&input, xy);
    const double *bulge = take_bulges(&input, points, room);
    if (run(input, xy, bulge, points) != run(input, xy, bulge, points))
        broken("not the same bits twice", NULL);
    return 0;
}
