/* SPDX-License-Identifier: MIT */
/* Generalised inverses of rows whose rank the caller limits: with rank 2, rows that are redundant
 * to 1e-6 have the inverse of redundant rows. */
#include "num/uk.h"

#include <wheeldyn/constrained.h>

#include "matrix.h"
#include "tap.h"

int main(void)
{
    static const double A[] = {1, 0, 0, 0, 1, 0, 1, 1, 1e-6};
    static const double want[] = {2.0 / 3, -1.0 / 3, 1.0 / 3, -1.0 / 3, 2.0 / 3, 1.0 / 3, 0, 0, 0};
    double memory[400], X[9];
    struct uk uk;
    check(uk_doubles(3, 3) <= sizeof memory / sizeof *memory, "the memory suffices for 3 rows");
    for (size_t most = 0; most <= 3; most++) {
        uk_carve(&uk, 3, 3, memory);
        uk.inverse.most = most;
        int32_t status = uk_inverse(&uk, A, NULL, NULL, WD_UK_MOORE_PENROSE, X);
        int limited = most > 0 && most < 3;
        check(status == WD_OK && uk.inverse.rank == (limited ? most : 3) &&
                  (limited || fabs(X[6]) > 1e5),
              "rank limited to %zu (0: no limit): rank %zu", most, uk.inverse.rank);
        if (most == 2)
            near_abs(distance(X, want, 9), 0, 1e-6, "the inverse of redundant rows");
    }
    return done();
}
