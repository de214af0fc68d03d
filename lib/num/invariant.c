/* SPDX-License-Identifier: MIT */
/* Compiled in checked builds only. */
#include <stdio.h>
#include <stdlib.h>

#include "num/invariant.h"

void invariant_broken(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: invariant broken: %s\n", file, line, what);
    abort();
}
