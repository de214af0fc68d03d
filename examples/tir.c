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
    /* A factor of the friction that the file gives. */
    must(m, wd_model_set(m, (uint32_t[]){ref_of(m, "input.wheel.mu")}, 1, (double[]){1}));
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

/* Read a number with an exponent of C or Fortran, 1.5e3 or 1.5D+3. False if there is none. */
static int read_number(char *text, double *value)
{
    char *end;
    for (char *c = text; *c; c++)
        if (*c == 'd' || *c == 'D')
            *c = 'e';
    *value = strtod(text, &end);
    return end != text;
}

int main(int argc, char **argv)
{
    wd_model *m = new_quarter_car();
    FILE *file = fopen(argc > 1 ? argv[1] : "tyre.tir", "r");
    char line[256], key[64], text[64];
    double value;
    if (!file)
        return perror(argc > 1 ? argv[1] : "tyre.tir"), 1;
    while (fgets(line, sizeof line, file))
        if (sscanf(line, " %63[A-Za-z0-9_] = %63[-+.0-9DdEe]", key, text) == 2 &&
            read_number(text, &value))
            set_key(m, key, value);
    fclose(file);
    printf("cornering stiffness %g, radius %g m\n", value_of(m, "param.front.pky1"),
           value_of(m, "param.wheel.radius"));
    wd_model_free(m);
    return 0;
}
