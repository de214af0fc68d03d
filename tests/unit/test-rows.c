/* SPDX-License-Identifier: MIT */
/* Times of the rows of a recording: their number, first, last and order. */
#include "core/rows.h"
#include "tap.h"

#include <stdint.h>

static void check_rows(double start, double end, double step, size_t count)
{
    struct rows rows = rows_plan(start, end, step);
    int rising = 1;
    for (size_t i = 1; i < rows.count && i < 1000; i++)
        rising = rising && rows_time(&rows, i) > rows_time(&rows, i - 1);
    check(rows.count == count && rows_time(&rows, 0) == start &&
              rows_time(&rows, rows.count - 1) == end && rising,
          "%g to %g by %g: %zu rows", start, end, step, rows.count);
}

int main(void)
{
    check_rows(0, 1, 0.1, 11);
    check_rows(0, 1, 0.3, 5);
    check_rows(0, 0.3, 0.1, 4); /* 0.3/0.1 is 3 - 4e-16 */
    check_rows(0, 1, 1, 2);
    check_rows(0, 1, 5, 2);
    check_rows(0, 1, (double)INFINITY, 2);
    check_rows(2, 2, 0.1, 1);
    check_rows(-1, 1, 0.5, 5);
    check_rows(1e6, 1e6 + 1, 1e-2, 101);
    check_rows(0, 1e3, 1e-3, 1000001);
    check_rows(0, 1 + 1e-12, 0.1, 11);
    check_rows(0, 1 + 1e-7, 0.1, 12);
    check_rows(0, 1e-301, 1e-310, 1000000001);
    struct rows rows = rows_plan(-1e308, 1e308, 1e-300);
    check(rows.count == SIZE_MAX, "more rows than size_t can count");
    return done();
}
