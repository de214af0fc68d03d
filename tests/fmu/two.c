/* SPDX-License-Identifier: MIT */
/* Two units from sources and the library itself in one program. The program steps the first unit by
 * FMI 2, the second by FMI 3, and prints a variable of each after a second.
 * usage: two REF REF, the value references of the two variables */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef WITH_LIBRARY
#include <wheeldyn/wheeldyn.h>
#endif

#define TOKEN "{01234567-89ab-cdef-0123-456789abcdef}"

extern void *first_fmi2Instantiate(const char *, int, const char *, const char *, const void *, int,
                                   int);
extern int first_fmi2EnterInitializationMode(void *), first_fmi2ExitInitializationMode(void *);
extern int first_fmi2DoStep(void *, double, double, int);
extern int first_fmi2GetReal(void *, const uint32_t *, size_t, double *);
extern void first_fmi2FreeInstance(void *);
extern void *second_fmi3InstantiateCoSimulation(const char *, const char *, const char *, bool,
                                                bool, bool, bool, const uint32_t *, size_t, void *,
                                                void *, void *);
extern int second_fmi3EnterInitializationMode(void *, bool, double, double, bool, double);
extern int second_fmi3ExitInitializationMode(void *);
extern int second_fmi3DoStep(void *, double, double, bool, bool *, bool *, bool *, double *);
extern int second_fmi3GetFloat64(void *, const uint32_t *, size_t, double *, size_t);
extern void second_fmi3FreeInstance(void *);

int main(int argc, char **argv)
{
    uint32_t x[2];
    double at[2] = {0, 0};
    if (argc != 3)
        return 2;
    for (int i = 0; i < 2; i++)
        x[i] = (uint32_t)strtoul(argv[1 + i], NULL, 10);
    void *first = first_fmi2Instantiate("first", 1, TOKEN, NULL, NULL, 0, 0);
    void *second = second_fmi3InstantiateCoSimulation("second", TOKEN, NULL, false, false, false,
                                                      false, NULL, 0, NULL, NULL, NULL);
    int failed = !first || !second || first_fmi2EnterInitializationMode(first) != 0 ||
                 first_fmi2ExitInitializationMode(first) != 0 ||
                 second_fmi3EnterInitializationMode(second, false, 0, 0, false, 0) != 0 ||
                 second_fmi3ExitInitializationMode(second) != 0;
    for (int k = 0; k < 10 && !failed; k++) {
        double t = k * 0.1, h = (k + 1) * 0.1 - t, last;
        bool event, ended, early;
        failed = first_fmi2DoStep(first, t, h, 1) != 0 ||
                 second_fmi3DoStep(second, t, h, true, &event, &ended, &early, &last) != 0;
    }
    failed = failed || first_fmi2GetReal(first, &x[0], 1, &at[0]) != 0 ||
             second_fmi3GetFloat64(second, &x[1], 1, &at[1], 1) != 0;
    if (!failed)
        printf("%a\n%a\n", at[0], at[1]);
#ifdef WITH_LIBRARY
    failed = failed || wd_version_number() != WD_VERSION_NUMBER;
#endif
    first_fmi2FreeInstance(first);
    second_fmi3FreeInstance(second);
    return failed;
}
