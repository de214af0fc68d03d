/* SPDX-License-Identifier: MIT */
/* Fixed steps have no hidden scale of mass, nor of length except in the cases that
 * has_fixed_length() names. If all masses, or all lengths with gravity and the speeds of the
 * solver, are multiplied by a power of 2, the motions of presets have the same bits, event-driven
 * and by time stepping (Moreau). */
#include "vehicle.h"

#include <ctype.h>
#include <string.h>

enum { STEPS = 400 };
#define STEP_TIME 0x1p-10 /* s */

/* Dimension of a unit: "N m s/rad" has the exponent 1 of mass and 2 of length. */
struct dimension {
    int mass, length;
};

/* Add a factor of a unit, such as "m3": a name of `letters` letters and its exponent. */
static void add_factor(struct dimension *to, const char *name, size_t letters, int power)
{
    int newton = strncmp(name, "N", letters) == 0, joule = strncmp(name, "J", letters) == 0,
        watt = strncmp(name, "W", letters) == 0, kg = strncmp(name, "kg", letters) == 0;
    to->mass += power * (newton || joule || watt || (kg && letters == 2));
    to->length += power * (newton ? 1 : joule || watt ? 2 : letters == 1 && name[0] == 'm');
}

static struct dimension dimension_of(const char *unit)
{
    struct dimension to = {0, 0};
    for (int sign = 1; *unit;) {
        size_t letters = 0;
        while (isalpha((unsigned char)unit[letters]))
            letters++;
        int power = isdigit((unsigned char)unit[letters]) ? unit[letters] - '0' : 1;
        if (letters > 0)
            add_factor(&to, unit, letters, sign * power);
        unit += letters + (letters > 0 && isdigit((unsigned char)unit[letters]));
        if (letters == 0) {
            sign = *unit == '/' ? -1 : sign;
            unit++;
        }
    }
    return to;
}

static double scale_of(const wd_model *model, uint32_t ref, int mass, int length)
{
    struct dimension d = dimension_of(wd_model_var_unit(model, ref));
    return ldexp(1, mass * d.mass + length * d.length);
}

/* Scale all variables that can be set; signals of inputs are replaced by their current values. */
static void scale_variables(wd_model *model, int mass, int length)
{
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
        int32_t role = wd_model_var_role(model, ref);
        double value, factor = scale_of(model, ref, mass, length);
        if (role == WD_OUTPUT || role == WD_STATE || role == WD_STAT)
            continue;
        wd_model_get(model, &ref, 1, &value);
        if (value != 0 && factor != 1) {
            value *= factor;
            must(model, wd_model_set(model, &ref, 1, &value), wd_model_var_name(model, ref));
        }
    }
}

static wd_model *prepare_preset(const char *preset, const char *scheme, double torque, int mass,
                                int length)
{
    wd_model *model = make("vehicle", preset);
    choose(model, "solver.scheme", scheme);
    set(model, "solver.fixed_step", STEP_TIME);
    for (size_t i = 0; i < wd_model_part_count(model); i++)
        if (strcmp(wd_model_part_type(model, i), "wheel") == 0)
            set_input(model, wd_model_part_name(model, i), "torque", torque);
    scale_variables(model, mass, length);
    start(model, 0);
    return model;
}

/* Count the states of the scaled motion that differ from those of the unscaled one, in the same
 * units. */
static long count_differences(const wd_model *plain, const wd_model *scaled, int mass, int length)
{
    long different = 0;
    for (uint32_t ref = 0; ref < wd_model_var_count(plain); ref++) {
        double one, other;
        if (wd_model_var_role(plain, ref) != WD_STATE)
            continue;
        wd_model_get(plain, &ref, 1, &one);
        wd_model_get(scaled, &ref, 1, &other);
        other /= scale_of(plain, ref, mass, length);
        different += memcmp(&one, &other, sizeof one) != 0;
    }
    return different;
}

static void compare_scaled(const char *preset, const char *scheme, double torque, int mass,
                           int length)
{
    wd_model *plain = prepare_preset(preset, scheme, torque, 0, 0);
    wd_model *scaled = prepare_preset(preset, scheme, torque, mass, length);
    int32_t one = wd_model_step_to(plain, STEPS * STEP_TIME);
    int32_t other = wd_model_step_to(scaled, STEPS * STEP_TIME);
    long different = count_differences(plain, scaled, mass, length);
    check(one == other && different == 0,
          "%s, %s, torques of %g N m, masses times 2^%d, lengths times 2^%d: %ld states differ: %s",
          preset, scheme, torque, mass, length, different, wd_model_error(scaled));
    wd_model_free(plain);
    wd_model_free(scaled);
}

/* True if the bits of a run depend on a fixed length or speed. Moreau steps project positions,
 * whose rounding is measured relative to a metre (linkage_place_rounding()); this changes no bit of
 * ball and rigid_car. In event-driven runs the start of a slip depends on speeds in m/s; this
 * changes bits of the motorcycle with torque only. */
static int has_fixed_length(const char *preset, const char *scheme, double torque)
{
    if (strcmp(scheme, "event") == 0)
        return strcmp(preset, "motorcycle") == 0 && torque != 0;
    return strcmp(preset, "ball") != 0 && strcmp(preset, "rigid_car") != 0;
}

static void compare_all(const char *preset, const char *scheme, double torque)
{
    compare_scaled(preset, scheme, torque, 20, 0);
    if (has_fixed_length(preset, scheme, torque))
        return;
    compare_scaled(preset, scheme, torque, 0, 10);
    compare_scaled(preset, scheme, torque, 0, -10);
}

int main(void)
{
    static const char *const presets[] = {"disc",    "ball",      "robot",     "car",
                                          "bicycle", "rigid_car", "motorcycle"};
    static const double torques[] = {0, -200}; /* N m: rolling, and skidding or spinning */
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++)
        for (int k = 0; k < 2; k++) {
            compare_all(presets[i], "moreau", torques[k]);
            compare_all(presets[i], "event", torques[k]);
        }
    return done();
}
