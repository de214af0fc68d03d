/* SPDX-License-Identifier: MIT */
/* Parts cannot be added or removed while a model runs. So a bicycle that takes up a bag is a second
 * model, which continues from the state of the first. The states are copied by the names of parts
 * and quantities. */
#include <math.h>
#include <string.h>
#include <wheeldyn/parts.h>

#include "example.h"

enum { NAME = 100 };

static double get(const wd_model *model, const char *role, const char *part, const char *quantity)
{
    char name[NAME];
    snprintf(name, sizeof name, "%s.%s.%s", role, part, quantity);
    return value_of(model, name);
}

static void start(wd_model *model, const char *part, const char *quantity, double value)
{
    char name[NAME];
    snprintf(name, sizeof name, "init.%s.%s", part, quantity);
    must(model, wd_model_set_value(model, name, value));
}

/* Start values of the root have other names than its state: angles for the quaternion, velocities
 * along and across the heading. Start values of its place are relative to its place in the
 * reference configuration. */
static void carry_root(const wd_model *from, wd_model *to)
{
    static const char *const places[] = {"x", "y", "z"}, *const angles[] = {"yaw", "roll", "pitch"};
    static const char *const rates[] = {"roll_rate", "pitch_rate", "yaw_rate"};
    static const char *const spins[] = {"wx", "wy", "wz"};
    const char *root = wd_model_part_name(from, 0);
    for (int i = 0; i < 3; i++) {
        start(to, root, places[i],
              get(from, "state", root, places[i]) - get(from, "param", root, places[i]));
        start(to, root, angles[i], get(from, "output", root, angles[i]));
        start(to, root, rates[i], get(from, "state", root, spins[i]));
    }
    double c = cos(get(from, "output", root, "yaw")), s = sin(get(from, "output", root, "yaw"));
    double vx = get(from, "state", root, "vx"), vy = get(from, "state", root, "vy");
    start(to, root, "forward", c * vx + s * vy);
    start(to, root, "left", c * vy - s * vx);
    start(to, root, "up", get(from, "state", root, "vz"));
}

/* Joints and wheels have their states as start values, too. */
static void carry_joints(const wd_model *from, wd_model *to)
{
    for (uint32_t ref = 0; ref < wd_model_var_count(from); ref++) {
        size_t part;
        double value;
        must(from, wd_model_var_part(from, ref, &part));
        if (wd_model_var_role(from, ref) != WD_STATE || part == SIZE_MAX || part == 0)
            continue;
        const char *quantity = strrchr(wd_model_var_name(from, ref), '.') + 1;
        must(from, wd_model_get(from, &ref, 1, &value));
        start(to, wd_model_part_name(from, part), quantity, value);
    }
}

static wd_model *with_bag(void)
{
    static const struct {
        const char *name;
        double value;
    } bag[] = {{"param.bag.mass", 8}, {"param.bag.x", -0.1}, {"param.bag.z", 0.8},
               {"param.bag.xx", 0.1}, {"param.bag.yy", 0.1}, {"param.bag.zz", 0.1}};
    const char *const on[] = {"frame", "bag"};
    wd_model *model = new_model("vehicle");
    must(model, wd_model_load_preset(model, "bicycle"));
    must(model, wd_model_add_part(model, "body", "bag", NULL, 0));
    must(model, wd_model_add_part(model, "rigid", "rack", on, 2));
    for (size_t i = 0; i < sizeof bag / sizeof *bag; i++)
        must(model, wd_model_set_value(model, bag[i].name, bag[i].value));
    must(model, wd_model_set_choice(model, "param.place", "as_given"));
    must(model, wd_model_set_choice(model, "param.spin", "as_given"));
    return model;
}

static void report(const char *what, const wd_model *model)
{
    printf("%-8s %4.1f  %7.4f  %7.4f  %8.5f  %8.5f  %7.2f\n", what, wd_model_time(model),
           value_of(model, "state.frame.x"), value_of(model, "state.frame.y"),
           value_of(model, "output.frame.roll"), value_of(model, "state.steer.angle"),
           value_of(model, "output.rear.normal_force"));
}

int main(void)
{
    wd_model *light = new_model("vehicle"), *loaded = with_bag();
    must(light, wd_model_load_preset(light, "bicycle"));
    must(light, wd_model_init(light, 0));
    must(light, wd_model_step_to(light, 2));
    carry_root(light, loaded);
    carry_joints(light, loaded);
    must(loaded, wd_model_init(loaded, wd_model_time(light)));

    printf("          t/s     x/m      y/m  roll/rad steer/rad   rear/N\n");
    report("without", light);
    report("with", loaded);
    for (int t = 3; t <= 5; t++) {
        must(loaded, wd_model_step_to(loaded, t));
        report("with", loaded);
    }
    wd_model_free(light);
    wd_model_free(loaded);
    return EXIT_SUCCESS;
}
