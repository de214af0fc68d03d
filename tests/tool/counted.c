/* SPDX-License-Identifier: MIT */
/* When the program ends, write the number of blocks that it has executed to the file named by the
 * environment variable WHEELDYN_TEST_BLOCKS. Blocks of the C library, libyaml and muParser are not
 * counted. */
#include "blocks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((destructor)) static void write_blocks(void)
{
    const char *name = getenv("WHEELDYN_TEST_BLOCKS");
    FILE *file = name ? fopen(name, "w") : NULL;
    if (file) {
        fprintf(file, "%" PRIu64 "\n", blocks_executed);
        fclose(file);
    }
}
