/* SPDX-License-Identifier: MIT */
/* Load the library of a wheel for Windows as ctypes does, and do what the README's first program
 * does. usage: load FILE */
#include <stdint.h>
#include <stdio.h>
#include <windows.h>

typedef const char *text(void);
typedef int32_t make(const char *kind, void **model);
typedef int32_t by_name(void *model, const char *name);
typedef int32_t write(void *model, const char *name, double value);
typedef int32_t read(void *model, const char *name, double *value);
typedef int32_t to_time(void *model, double time);

static void *function(HMODULE library, const char *name)
{
    void *found = (void *)GetProcAddress(library, name);
    if (!found) {
        fprintf(stderr, "there is no %s\n", name);
        exit(1);
    }
    return found;
}

int main(int argc, char **argv)
{
    const char *file = argc == 2 ? argv[1] : "";
    HMODULE library = LoadLibraryExA(
        file, NULL, LOAD_LIBRARY_SEARCH_DEFAULT_DIRS | LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR);
    void *wheel;
    double slip;
    if (!library) {
        fprintf(stderr, "%s does not load, error %lu\n", file, GetLastError());
        return 1;
    }
    puts(((text *)function(library, "wd_build_info"))());
    if (((make *)function(library, "wd_model_new"))("rolling_wheel", &wheel) ||
        ((by_name *)function(library, "wd_model_load_preset"))(wheel, "drive-60") ||
        ((write *)function(library, "wd_model_set_value"))(wheel, "param.mass", 30) ||
        ((to_time *)function(library, "wd_model_init"))(wheel, 0) ||
        ((to_time *)function(library, "wd_model_step_to"))(wheel, 11) ||
        ((read *)function(library, "wd_model_value"))(wheel, "output.slip_ratio", &slip))
        return 1;
    printf("slip ratio at 11 s: %.4f\n", slip);
    return 0;
}
