/* SPDX-License-Identifier: MIT */
/* The inverses (13) and (18) of Ikoki's paper as they are printed, computed by GSL's singular value
 * decomposition and compared with wd_uk_inverse(). The constraints are those of a wheel that rolls
 * without slip and stays on the ground; the third problem has one of the rows twice. */
#include <math.h>
#include <string.h>

#include <gsl/gsl_linalg.h>
#include <wheeldyn/constrained.h>

#include "example.h"

enum { COLUMNS = 3, MOST_ROWS = 3 };

struct problem {
    const char *name;
    size_t rows;
    double A[MOST_ROWS * COLUMNS], N[MOST_ROWS]; /* N: its diagonal, the strengths of the rows */
};

/* Coordinates x, y and angle; radius 0.3 m. */
static const struct problem problems[] = {
    {"rolls with 0.6 of the strength, and stays on the ground", 2, {1, 0, -0.3, 0, 1, 0}, {0.6, 1}},
    {"the same, but with no strength", 2, {1, 0, -0.3, 0, 1, 0}, {0, 1}},
    {"rolls, twice, and stays on the ground", 3, {1, 0, -0.3, 2, 0, -0.6, 0, 1, 0}, {0.6, 0.5, 1}},
};
static const double mass[COLUMNS] = {20, 20, 1.2}; /* kg, kg, kg.m2; M is diagonal */

/* B := B^+, of rows x COLUMNS, transposed to COLUMNS x rows. */
static void pseudoinverse(const double *B, size_t rows, double *inverse)
{
    double U[COLUMNS * MOST_ROWS], V[MOST_ROWS * MOST_ROWS], s[MOST_ROWS], work[MOST_ROWS];
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < COLUMNS; j++)
            U[j * rows + i] = B[i * COLUMNS + j];
    gsl_matrix_view left = gsl_matrix_view_array(U, COLUMNS, rows); /* GSL needs a tall matrix */
    gsl_matrix_view right = gsl_matrix_view_array(V, rows, rows);
    gsl_vector_view values = gsl_vector_view_array(s, rows);
    gsl_vector_view room = gsl_vector_view_array(work, rows);
    gsl_linalg_SV_decomp(&left.matrix, &right.matrix, &values.vector, &room.vector);
    memset(inverse, 0, COLUMNS * rows * sizeof *inverse);
    for (size_t k = 0; k < rows && s[k] > 1e-15 * s[0]; k++)
        for (size_t j = 0; j < COLUMNS; j++)
            for (size_t i = 0; i < rows; i++)
                inverse[j * rows + i] += U[j * rows + k] / s[k] * V[i * rows + k];
}

/* M^-1/2 (W A M^-1/2)^+ N^1/2 with W = N^1/2 for (13) and its pseudoinverse for (18). */
static void as_printed(const struct problem *p, int relaxed, double *X)
{
    double B[MOST_ROWS * COLUMNS];
    for (size_t i = 0; i < p->rows; i++) {
        double root = sqrt(p->N[i]), weight = relaxed && root > 0 ? 1 / root : root;
        for (size_t j = 0; j < COLUMNS; j++)
            B[i * COLUMNS + j] = weight * p->A[i * COLUMNS + j] / sqrt(mass[j]);
    }
    pseudoinverse(B, p->rows, X);
    for (size_t j = 0; j < COLUMNS; j++)
        for (size_t i = 0; i < p->rows; i++)
            X[j * p->rows + i] *= sqrt(p->N[i]) / sqrt(mass[j]);
}

static void by_library(const struct problem *p, int relaxed, double *X)
{
    double M[COLUMNS * COLUMNS] = {0}, N[MOST_ROWS * MOST_ROWS] = {0};
    wd_uk *uk;
    for (size_t j = 0; j < COLUMNS; j++)
        M[j * COLUMNS + j] = mass[j];
    for (size_t i = 0; i < p->rows; i++)
        N[i * p->rows + i] = p->N[i];
    if (wd_uk_new(COLUMNS, p->rows, &uk) != WD_OK ||
        wd_uk_inverse(uk, p->A, M, N, relaxed ? WD_UK_SEMINORM : WD_UK_WEIGHTED, X) != WD_OK) {
        fprintf(stderr, "%s\n", wd_uk_error(uk));
        exit(EXIT_FAILURE);
    }
    wd_uk_free(uk);
}

/* Print both inverses side by side. Return the largest difference. */
static double compare(const struct problem *p, int relaxed)
{
    double gsl[COLUMNS * MOST_ROWS], own[COLUMNS * MOST_ROWS], worst = 0;
    as_printed(p, relaxed, gsl);
    by_library(p, relaxed, own);
    printf("  %s  by GSL%*s by wd_uk_inverse()\n", relaxed ? "(18)" : "(13)",
           (int)(11 * p->rows - 6), "");
    for (size_t j = 0; j < COLUMNS; j++) {
        printf("      ");
        for (size_t k = 0; k < 2 * p->rows; k++) {
            double x = (k < p->rows ? gsl : own)[j * p->rows + k % p->rows];
            printf("%s%11.7f", k == p->rows ? "  " : "", fabs(x) < 1e-14 ? 0.0 : x);
            worst =
                fmax(worst, fabs(gsl[j * p->rows + k % p->rows] - own[j * p->rows + k % p->rows]));
        }
        printf("\n");
    }
    return worst;
}

int main(void)
{
    double worst = 0;
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        printf("%s\n", problems[i].name);
        for (int relaxed = 0; relaxed < 2; relaxed++)
            worst = fmax(worst, compare(&problems[i], relaxed));
    }
    printf("all within 1e-14: %s\n", worst < 1e-14 ? "yes" : "no");
    return worst < 1e-14 ? EXIT_SUCCESS : EXIT_FAILURE;
}
