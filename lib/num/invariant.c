/* SPDX-License-Identifier: MIT */
/* Part of checked builds alone. */
#include <stdio.h>
#include <stdlib.h>

#include "num/invariant.h"

void invariant_broken(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: invariant broken: %s\n", file, line, what);
    abort();
}
