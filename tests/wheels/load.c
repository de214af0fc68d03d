/* SPDX-License-Identifier: MIT */
/* Load the libraries of a Python wheel for Windows as ctypes does, make the calls of the README's
 * first program, and run a scenario with a formula.
 * usage: load LIBRARY SCENARIO-LIBRARY */
#include <stdint.h>
#include <stdio.h>
#include <windows.h>

typedef const char *text(void);
typedef int32_t make(const char *kind, void **model);
typedef int32_t by_name(void *model, const char *name);
typedef int32_t write(void *model, const char *name, double value);
typedef int32_t read(void *model, const char *name, double *value);
typedef int32_t to_time(void *model, double time);
typedef int32_t new_scenario(void **scenario);
typedef int32_t read_text(void *scenario, const char *text, size_t size, const char *name);
typedef int32_t model_of(void *scenario, void **model);

static void *function(HMODULE library, const char *name)
{
    void *found = (void *)GetProcAddress(library, name);
    if (!found) {
        fprintf(stderr, "there is no %s\n", name);
        exit(1);
    }
    return found;
}

static HMODULE load(const char *file)
{
    HMODULE library = LoadLibraryExA(
        file, NULL, LOAD_LIBRARY_SEARCH_DEFAULT_DIRS | LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR);
    if (!library) {
        fprintf(stderr, "%s does not load, error %lu\n", file, GetLastError());
        exit(1);
    }
    return library;
}

/* Return the speed of a block after 1 s with mu = 0.2: 10 - 0.2 9.81 m/s; below 0 on failure. */
static double run_scenario(HMODULE scenarios, HMODULE library)
{
    static const char text[] = "kind: sliding_block\nset: {state.x_dot: 10}\n"
                               "input: {input.mu: {expression: 0.1 + 0.1 * cos(0 * t)}}\n";
    void *scenario, *block;
    double speed;
    if (((new_scenario *)function(scenarios, "wd_scenario_new"))(&scenario) ||
        ((read_text *)function(scenarios, "wd_scenario_read_text"))(scenario, text, sizeof text - 1,
                                                                    "block") ||
        ((model_of *)function(scenarios, "wd_scenario_model"))(scenario, &block) ||
        ((to_time *)function(library, "wd_model_init"))(block, 0) ||
        ((to_time *)function(library, "wd_model_step_to"))(block, 1) ||
        ((read *)function(library, "wd_model_value"))(block, "state.x_dot", &speed))
        return -1;
    return speed;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    HMODULE library = load(argv[1]);
    void *wheel;
    double slip;
    puts(((text *)function(library, "wd_build_info"))());
    if (((make *)function(library, "wd_model_new"))("rolling_wheel", &wheel) ||
        ((by_name *)function(library, "wd_model_load_preset"))(wheel, "drive-60") ||
        ((write *)function(library, "wd_model_set_value"))(wheel, "param.mass", 30) ||
        ((to_time *)function(library, "wd_model_init"))(wheel, 0) ||
        ((to_time *)function(library, "wd_model_step_to"))(wheel, 11) ||
        ((read *)function(library, "wd_model_value"))(wheel, "output.slip_ratio", &slip))
        return 1;
    printf("slip ratio at 11 s: %.4f\n", slip);
    printf("speed at 1 s: %.3f m/s\n", run_scenario(load(argv[2]), library));
    return 0;
}
