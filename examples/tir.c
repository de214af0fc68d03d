/* SPDX-License-Identifier: MIT */
/* Read a .tir file of MF-Tyre 6.1 in SI units, key by key. One loop reads all keys, because most
 * variables are named like their keys; `renamed` has the others. wheeldyn.read_tir() in Python also
 * reads other units and dialects.
 *
 * usage: tir [FILE] */
#include <ctype.h>
#include <math.h>
#include <string.h>
#include <wheeldyn/parts.h>

#include "example.h"

/* Keys whose variables have different names. */
static const char *const renamed[][2] = {
    {"fnomin", "param.front.nominal_load"},
    {"longvl", "param.front.reference_speed"},
    {"inflpres", "param.front.pressure"},
    {"nompres", "param.front.nominal_pressure"},
    {"unloaded_radius", "param.wheel.radius"},
    {"lateral_stiffness", "param.front.side_stiffness"},
    {"yaw_stiffness", "param.front.turning_stiffness"},
    {"longitudinal_stiffness", "param.front.forward_stiffness"},
};

static wd_model *new_quarter_car(void)
{
    wd_model *m = new_model("vehicle");
    const char *on[] = {"frame", "front"};
    must(m, wd_model_add_part(m, "body", "frame", NULL, 0));
    must(m, wd_model_add_part(m, "tyre", "front", NULL, 0));
    must(m, wd_model_add_part(m, "wheel", "wheel", on, 2));
    must(m, wd_model_set_choice(m, "param.front.form", "magic"));
    must(m, wd_model_set_choice(m, "param.wheel.law", "tyre"));
    return m;
}

/* Set the variable of a key, or print that the key has none. */
static void set_key(wd_model *m, char *key, double value)
{
    char name[96];
    uint32_t ref;
    for (char *c = key; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    snprintf(name, sizeof name, "param.front.%s", key);
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (strcmp(key, renamed[i][0]) == 0)
            snprintf(name, sizeof name, "%s", renamed[i][1]);
    if (wd_model_find(m, name, &ref) < 0)
        printf("%s is left out\n", key);
    else
        must(m, wd_model_set(m, &ref, 1, &value));
}

int main(int argc, char **argv)
{
    wd_model *m = new_quarter_car();
    FILE *file = fopen(argc > 1 ? argv[1] : "tyre.tir", "r");
    char line[256], key[64];
    double value;
    if (!file)
        return perror(argc > 1 ? argv[1] : "tyre.tir"), 1;
    while (fgets(line, sizeof line, file))
        if (sscanf(line, " %63[A-Za-z0-9_] = %lf", key, &value) == 2)
            set_key(m, key, value);
    fclose(file);
    printf("cornering stiffness %g, radius %g m\n", value_of(m, "param.front.pky1"),
           value_of(m, "param.wheel.radius"));
    wd_model_free(m);
    return 0;
}
