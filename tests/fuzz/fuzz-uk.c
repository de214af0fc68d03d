/* SPDX-License-Identifier: MIT */
/* Constrained systems with any numbers: a call must fail with a text or give finite results, and
 * give the same bits when repeated. */
#include "fuzz.h"

#include <wheeldyn/constrained.h>

enum { MOST_ROWS = 5 };

static void take_matrix(struct input *input, double *x, size_t rows, size_t columns)
{
    unsigned how = take_byte(input) % 4;
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++) {
            x[i * columns + j] = how == 0 || i == j ? take_real(input) : 0;
            if (how == 1 && rows == columns && j < i)
                x[i * columns + j] = x[j * columns + i] = take_real(input);
        }
}

static int all_finite(const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return 0;
    return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = {data, data + size};
    double M[MOST_ROWS * MOST_ROWS], N[MOST_ROWS * MOST_ROWS], A[MOST_ROWS * MOST_ROWS],
        X[2][MOST_ROWS * MOST_ROWS];
    double Q[MOST_ROWS], b[MOST_ROWS], C[MOST_ROWS], out[2][3 * MOST_ROWS], value;
    size_t n = 1 + take_byte(&input) % MOST_ROWS, m = take_byte(&input) % (MOST_ROWS + 1);
    wd_uk *uk;
    if (wd_uk_new(n, m, &uk) != WD_OK)
        return 0;
    wd_uk_set(uk, WD_UK_METHOD, take_byte(&input) % 5);
    wd_uk_set(uk, WD_UK_RANK_TOLERANCE, take_real(&input));
    int32_t form = (int32_t)(take_byte(&input) % 6) - 1;
    unsigned given = take_byte(&input);
    take_matrix(&input, M, n, n);
    take_matrix(&input, N, m, m);
    take_matrix(&input, A, m, n);
    take_matrix(&input, Q, 1, n);
    take_matrix(&input, b, 1, m);
    take_matrix(&input, C, 1, n);
    for (size_t i = 0; i < n; i++) {
        Q[i] = take_real(&input);
        C[i] = take_real(&input) / 8;
    }
    int32_t status[2], inverse[2];
    for (int i = 0; i < 2; i++) {
        memset(out[i], 0, sizeof out[i]);
        memset(X[i], 0, sizeof X[i]);
        status[i] = wd_uk_solve(uk, given & 1 ? M : NULL, Q, A, given & 2 ? b : NULL,
                                given & 4 ? C : NULL, given & 8 ? N : NULL, form, out[i],
                                out[i] + MOST_ROWS, out[i] + 2 * (size_t)MOST_ROWS);
        if (status[i] < 0 && strlen(wd_uk_error(uk)) == 0)
            broken("a failing solve left no text", NULL);
        inverse[i] = wd_uk_inverse(uk, A, given & 1 ? M : NULL, given & 8 ? N : NULL, form, X[i]);
        if (inverse[i] < 0 && strlen(wd_uk_error(uk)) == 0)
            broken("a failing inverse left no text", NULL);
    }
    if (!all_finite(out[0], sizeof out[0] / sizeof *out[0]) ||
        !all_finite(X[0], sizeof X[0] / sizeof *X[0]))
        broken("a result is not finite", NULL);
    if (status[0] != status[1] || inverse[0] != inverse[1] ||
        memcmp(out[0], out[1], sizeof out[0]) != 0 || memcmp(X[0], X[1], sizeof X[0]) != 0)
        broken("not the same bits twice", NULL);
    wd_uk_get(uk, WD_UK_RANK, &value);
    wd_uk_free(uk);
    return 0;
}
