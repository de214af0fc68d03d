/* SPDX-License-Identifier: MIT */
/* The floating-point environment and errno of the host, saved while the library reads and writes
 * text. num/host.h does not change the x87 unit, but the C library converts numbers in the rounding
 * mode of that unit. */
#ifndef SCENARIO_SUSPEND_H
#define SCENARIO_SUSPEND_H

#include <errno.h>
#include <fenv.h>

struct outside {
    fenv_t floating;
    int error;
};

static inline void outside_suspend(struct outside *outside)
{
    outside->error = errno;
    fegetenv(&outside->floating);
    fesetenv(FE_DFL_ENV);
}

static inline void outside_resume(const struct outside *outside)
{
    fesetenv(&outside->floating);
    errno = outside->error;
}

#endif
