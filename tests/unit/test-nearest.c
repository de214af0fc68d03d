/* SPDX-License-Identifier: MIT */
/* Names nearest to misspelt names: typing errors, missing and confused prefixes, abbreviations. */
#include "core/nearest.h"
#include "core/registry.h"
#include "core/table.h"
#include "tap.h"

#include <string.h>

static void check_nearest(const char *kind, const char *written, const char *meant)
{
    const char *got = nearest_variable(registry_find(kind), written);
    check(got && strcmp(got, meant) == 0, "%s: '%s' is taken for %s", kind, written, meant);
    if (!got || strcmp(got, meant) != 0)
        printf("# got %s\n", got ? got : "NULL");
}

static void misspelt_names(void)
{
    check_nearest("rolling_wheel", "param.mas", "param.mass");
    check_nearest("rolling_wheel", "param.masss", "param.mass");
    check_nearest("rolling_wheel", "param.amss", "param.mass");
    check_nearest("rolling_wheel", "Param.Mass", "param.mass");
    check_nearest("rolling_wheel", "mass", "param.mass");
    check_nearest("rolling_wheel", "param.g", "param.gravity");
    check_nearest("rolling_wheel", "params.gra", "param.gravity");
    check_nearest("rolling_wheel", "param.bea", "param.bearing_damping");
    check_nearest("rolling_wheel", "state.mass", "param.mass");
    check_nearest("rolling_wheel", "params.mass", "param.mass");
    check_nearest("rolling_wheel", "inputmu", "input.mu");
    check_nearest("rolling_wheel", "input.drive_torqe", "input.drive_torque");
    check_nearest("rolling_wheel", "output.slip", "output.slip_ratio");
    check_nearest("rolling_wheel", "output.slip_ration", "output.slip_ratio");
    check_nearest("rolling_wheel", "state.xdot", "state.x_dot");
    check_nearest("impact_wheel", "output.normal_force_11", "output.normal_force_1");
    check_nearest("torus_wheel", "state.leen", "state.lean");
    check_nearest("bicycle", "state.roll", "init.roll");
    check_nearest("bicycle", "speed", "init.speed");
    check_nearest("bicycle", "output.rear_norml", "output.rear_normal");
    check_nearest("rolling_wheel", "",
                  "state.x"); /* an empty name still gets an answer: the shortest name */
}

/* Insert a letter at every place of every name. */
static void inserted_letters(void)
{
    size_t count = 0, found = 0;
    for (size_t k = 0; k < registry_count(); k++) {
        const struct kind *kind = registry_kind(k);
        for (size_t ref = 0; ref < table_count(kind); ref++) {
            const char *name = table_row(kind, ref)->name;
            size_t length = strlen(name);
            char written[80];
            if (length > 63) {
                check(0, "%s is too long", name);
                return;
            }
            for (size_t i = 0; i <= length; i++, count++) {
                memcpy(written, name, i);
                written[i] = 'j';
                memcpy(written + i + 1, name + i, length + 1 - i);
                found += nearest_variable(kind, written) == name;
            }
        }
    }
    check(found == count, "%zu of %zu names with one extra letter are found", found, count);
}

static void correct_names(void)
{
    int same = 1;
    for (size_t k = 0; k < registry_count(); k++) {
        const struct kind *kind = registry_kind(k);
        same &= nearest_kind(kind->name) == kind->name;
        for (size_t ref = 0; ref < table_count(kind); ref++) {
            const struct var *var = table_row(kind, ref);
            same &= nearest_variable(kind, var->name) == var->name;
            for (size_t i = 0; i < table_choices(var); i++)
                same &= nearest_choice(var, var->choices[i]) == var->choices[i];
        }
        for (size_t i = 0; i < kind->preset_count; i++)
            same &= nearest_preset(kind, kind->presets[i].name) == kind->presets[i].name;
    }
    check(same, "every name is nearest to itself");
}

/* A long text or NULL costs no more than a short one, and gets an answer. */
static void odd_texts(void)
{
    static char endless[1 << 20];
    memset(endless, 'x', sizeof endless - 1);
    const struct kind *kind = registry_kind(0);
    check(nearest_variable(kind, endless) != NULL, "a name of a megabyte gets an answer");
    check(nearest_kind("....") && nearest_kind("\xff\xfe\x80"),
          "dots, and bytes that are not UTF-8, get an answer");
    memcpy(endless, "sliding_blokc", 13);
    endless[13] = '\0';
    check(strcmp(nearest_kind(endless), "sliding_block") == 0,
          "a long text gets the kind sliding_block");
    check(strcmp(nearest_kind("rollingwheel"), "rolling_wheel") == 0,
          "rollingwheel is taken for rolling_wheel");
    check(!nearest_preset(registry_find("sliding_block"), "x"),
          "a kind without presets has no nearest preset");
}

int main(void)
{
    misspelt_names();
    inserted_letters();
    correct_names();
    odd_texts();
    return done();
}
