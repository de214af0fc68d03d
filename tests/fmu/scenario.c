/* SPDX-License-Identifier: MIT */
/* Write units of a kind and preset, as sources in a folder and as FOLDER/NAME.bin, and print the
 * ref of state.x and its value after a second, computed by the library.
 * usage: scenario KIND PRESET NAME FOLDER */
#define _POSIX_C_SOURCE 200809L
#include "importer.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    char path[512];
    double x = 0;
    wd_model *model = NULL;
    if (argc != 5 || wd_model_new(argv[1], &model) != WD_OK ||
        wd_model_load_preset(model, argv[2]) != WD_OK)
        return 2;
    snprintf(path, sizeof path, "%s/model.h", argv[4]);
    FILE *file = fopen(path, "w");
    if (!file || fprintf(file, "#define WD_UNIT_MODEL %s\n", argv[3]) < 0 || fclose(file))
        return 1;
    snprintf(path, sizeof path, "%s/slot_data.h", argv[4]);
    if (unit_write_data(path, model, 0))
        return 1;
    snprintf(path, sizeof path, "%s/%s.bin", argv[4], argv[3]);
    if (unit_write(path, model, 0, NULL, 0) || wd_model_init(model, 0) != WD_OK)
        return 1;
    for (int k = 1; k <= 10; k++)
        wd_model_step_to(model, k * 0.1);
    uint32_t ref;
    if (wd_model_find(model, "state.x", &ref) != WD_OK || wd_model_get(model, &ref, 1, &x) != WD_OK)
        return 1;
    printf("%u %a\n", (unsigned)ref, x);
    wd_model_free(model);
    return 0;
}
