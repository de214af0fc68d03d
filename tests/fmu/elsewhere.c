/* SPDX-License-Identifier: MIT */
/* Load a unit, on any system, and print the variable with the value reference REF after a second:
 * first by FMI 2, then by FMI 3.
 * usage: elsewhere UNIT REF */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef _WIN32
#include <windows.h>
#define LOAD LoadLibraryA
#define FIND GetProcAddress
static HMODULE library;
#else
#include <dlfcn.h>
#define LOAD(path) dlopen(path, RTLD_NOW)
#define FIND dlsym
static void *library;
#endif

#define TOKEN "{01234567-89ab-cdef-0123-456789abcdef}"

/* function pointers are cast through an integer, because C does not convert pointers to data into
 * pointers to functions */
#define FUNCTION(name, type, ...) \
    type (*name)(__VA_ARGS__) = (type(*)(__VA_ARGS__))(uintptr_t)FIND(library, #name)

static int by_2(uint32_t ref, double *x)
{
    FUNCTION(fmi2Instantiate, void *, const char *, int, const char *, const char *, void *, int,
             int);
    FUNCTION(fmi2EnterInitializationMode, int, void *);
    FUNCTION(fmi2ExitInitializationMode, int, void *);
    FUNCTION(fmi2DoStep, int, void *, double, double, int);
    FUNCTION(fmi2GetReal, int, void *, const uint32_t *, size_t, double *);
    FUNCTION(fmi2FreeInstance, void, void *);
    void *unit = fmi2Instantiate("unit", 1, TOKEN, NULL, NULL, 0, 0);
    int failed = !unit || fmi2EnterInitializationMode(unit) || fmi2ExitInitializationMode(unit);
    for (int k = 0; k < 10 && !failed; k++)
        failed = fmi2DoStep(unit, k * 0.1, (k + 1) * 0.1 - k * 0.1, 1);
    failed = failed || fmi2GetReal(unit, &ref, 1, x);
    fmi2FreeInstance(unit);
    return failed;
}

static int by_3(uint32_t ref, double *x)
{
    FUNCTION(fmi3InstantiateCoSimulation, void *, const char *, const char *, const char *, bool,
             bool, bool, bool, void *, size_t, void *, void *, void *);
    FUNCTION(fmi3EnterInitializationMode, int, void *, bool, double, double, bool, double);
    FUNCTION(fmi3ExitInitializationMode, int, void *);
    FUNCTION(fmi3DoStep, int, void *, double, double, bool, bool *, bool *, bool *, double *);
    FUNCTION(fmi3GetFloat64, int, void *, const uint32_t *, size_t, double *, size_t);
    FUNCTION(fmi3FreeInstance, void, void *);
    bool event, ended, early;
    double last;
    void *unit = fmi3InstantiateCoSimulation("unit", TOKEN, NULL, false, false, false, false, NULL,
                                             0, NULL, NULL, NULL);
    int failed = !unit || fmi3EnterInitializationMode(unit, false, 0, 0, false, 0) ||
                 fmi3ExitInitializationMode(unit);
    for (int k = 0; k < 10 && !failed; k++)
        failed =
            fmi3DoStep(unit, k * 0.1, (k + 1) * 0.1 - k * 0.1, true, &event, &ended, &early, &last);
    failed = failed || fmi3GetFloat64(unit, &ref, 1, x, 1);
    fmi3FreeInstance(unit);
    return failed;
}

int main(int argc, char **argv)
{
    double x[2] = {0, 0};
    library = argc == 3 ? LOAD(argv[1]) : NULL;
    if (!library)
        return 2;
    uint32_t ref = (uint32_t)strtoul(argv[2], NULL, 10);
    if (by_2(ref, &x[0]) || by_3(ref, &x[1]))
        return 1;
    /* numbers are printed as bytes, because C libraries print %a differently */
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < sizeof x[i]; k++)
            printf("%02x%s", ((unsigned char *)&x[i])[k], k == 7 ? "\n" : "");
    return 0;
}
