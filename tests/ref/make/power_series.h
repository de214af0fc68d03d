/* SPDX-License-Identifier: MIT */
/* Motions of constrained systems by power series with 34 digits, for mechanisms.c. Constraints are
 * sums of products of two coordinates, and the mass matrix is constant, so the coefficients of the
 * motion follow one after the other from
 *     M q'' = Q + A^T l,  phi(q) = 0,
 * with the matrix at the start of the step. A step can thus pass a singular position, because no
 * matrix is needed there. Rows without a pivot are dependent; their equations must hold without
 * them. */
#ifndef POWER_SERIES_H
#define POWER_SERIES_H

#include <quadmath.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef __float128 real;

enum { ORDER = 30, SCALARS = 400, ROWS = 260, TERMS = 4096, SPRINGS = 2, SIZE = 400, NAMES = 32 };

#define ZERO_PIVOT \
    1e-18Q /* smallest pivot for entries near 1; pivots of dependent rows are near 1e-30 */
#define MOST_RESIDUAL 1e-15Q /* largest residual of the equations of dependent rows, relative */
#define GRAVITY 9.81Q

struct term {
    int row, i, j; /* factor x_i x_j in phi of this row; scalar 0 is 1 */
    real factor;
};

struct spring {
    int to[3], from[3]; /* scalars; the spring vector is half of `to` minus `from` */
    real length, stiffness, damping;
    real d[3][ORDER + 2], s[ORDER + 1], l[ORDER + 1], r[ORDER + 1], rr[ORDER + 1], p[ORDER + 1],
        g[ORDER + 1];
};

/* Vectors whose components are printed; a letter x, y or z takes the place of ? in the name. */
struct name {
    char text[16];
    int at, dimensions; /* the first scalar */
};

static int scalars, frees, rows, terms, springs, names, dimensions;
static int place[SCALARS]; /* number among the free scalars; -1: fixed */
static int scalar_of[SIZE];
static real x[SCALARS][ORDER + 1], multiplier[ROWS][ORDER + 1];
static real mass[SIZE][SIZE], force[SCALARS];
static struct term term[TERMS];
static struct spring spring[SPRINGS];
static struct name name[NAMES];

/* ---- the linear equations of a step ---- */

static real matrix[SIZE][SIZE];
static int size, rank, row_of[SIZE], column_of[SIZE];

static void fill_matrix(void)
{
    size = frees + rows;
    memset(matrix, 0, sizeof matrix);
    for (int i = 0; i < frees; i++)
        memcpy(matrix[i], mass[i], (size_t)frees * sizeof **mass);
    for (int n = 0; n < terms; n++) {
        const struct term *t = term + n;
        int row = frees + t->row;
        for (int side = 0; side < 2; side++) {
            int column = place[side ? t->j : t->i], other = side ? t->i : t->j;
            if (column < 0)
                continue;
            matrix[row][column] += t->factor * x[other][0];
            matrix[column][row] -= t->factor * x[other][0];
        }
    }
}

static real entry(int i, int k)
{
    return matrix[row_of[i]][column_of[k]];
}

static void swap(int *of, int i, int j)
{
    int kept = of[i];
    of[i] = of[j];
    of[j] = kept;
}

/* Exchange rows and columns so that the largest entry of the remaining matrix is the next pivot;
 * return its size. Only the first column is searched, which keeps the matrix sparse, unless it
 * belongs to a multiplier or is 0. If rows are dependent, any of several multipliers could be left
 * out; choosing the largest pivots leaves out the right one. */
static real find_pivot(void)
{
    real most = 0;
    int row = rank, column = rank;
    for (int k = rank; k < size && (k == rank || rank >= frees || most < ZERO_PIVOT); k++)
        for (int i = rank; i < size; i++)
            if (fabsq(entry(i, k)) > most) {
                most = fabsq(entry(i, k));
                row = i;
                column = k;
            }
    swap(row_of, rank, row);
    swap(column_of, rank, column);
    return most;
}

/* Triangular factors of the first `rank` rows and columns; the unknowns of the others are set to
 * 0. Factors of rows are stored below the pivots. */
static void factor(void)
{
    for (int i = 0; i < size; i++)
        row_of[i] = column_of[i] = i;
    for (rank = 0; rank < size && find_pivot() > ZERO_PIVOT; rank++) {
        const real *pivot = matrix[row_of[rank]];
        for (int i = rank + 1; i < size; i++) {
            real *row = matrix[row_of[i]], by = row[column_of[rank]] / pivot[column_of[rank]];
            row[column_of[rank]] = by;
            for (int k = rank + 1; by != 0 && k < size; k++)
                if (pivot[column_of[k]] != 0)
                    row[column_of[k]] -= by * pivot[column_of[k]];
        }
    }
}

static void solve(const real *right, real *to)
{
    real y[SIZE], largest = 0;
    for (int i = 0; i < size; i++) {
        y[i] = right[row_of[i]];
        largest = fmaxq(largest, fabsq(y[i]));
        for (int k = 0; k < rank && k < i; k++)
            if (entry(i, k) != 0)
                y[i] -= entry(i, k) * y[k];
    }
    for (int i = rank; i < size; i++)
        if (fabsq(y[i]) > MOST_RESIDUAL * (1 + largest)) {
            fprintf(stderr, "a dependent row does not hold: %g of %g\n", (double)y[i],
                    (double)largest);
            exit(1);
        }
    memset(to, 0, (size_t)size * sizeof *to);
    for (int i = rank - 1; i >= 0; i--) {
        for (int k = i + 1; k < rank; k++)
            if (entry(i, k) != 0)
                y[i] -= entry(i, k) * to[column_of[k]];
        to[column_of[i]] = y[i] / entry(i, i);
    }
}

/* ---- power series ---- */

/* Coefficient k of a product */
static real product(const real *a, const real *b, int k)
{
    real sum = 0;
    for (int j = 0; j <= k; j++)
        sum += a[j] * b[k - j];
    return sum;
}

/* Coefficient k of the force of a spring: -g d with
 * g = stiffness (1 - length/l) + damping (d d')/l^2 */
static void pull(struct spring *at, int k, real *right)
{
    real rate[3][ORDER + 1];
    at->s[k] = at->p[k] = 0;
    for (int c = 0; c < dimensions; c++) {
        for (int j = 0; j <= k + 1; j++)
            at->d[c][j] = x[at->to[c]][j] / 2 - x[at->from[c]][j];
        for (int j = 0; j <= k; j++)
            rate[c][j] = (j + 1) * at->d[c][j + 1];
        at->s[k] += product(at->d[c], at->d[c], k);
        at->p[k] += product(at->d[c], rate[c], k);
    }
    real sum = at->s[k], inverse = 0;
    for (int j = 1; j < k; j++)
        sum -= at->l[j] * at->l[k - j];
    at->l[k] = k ? sum / (2 * at->l[0]) : sqrtq(at->s[0]);
    for (int j = 1; j <= k; j++)
        inverse -= at->l[j] * at->r[k - j];
    at->r[k] = (k ? inverse : 1) / at->l[0];
    at->rr[k] = product(at->r, at->r, k);
    at->g[k] = at->stiffness * ((k == 0) - at->length * at->r[k]) +
               at->damping * product(at->p, at->rr, k);
    for (int c = 0; c < dimensions; c++) {
        real size_of = product(at->g, at->d[c], k);
        if (place[at->to[c]] >= 0)
            right[place[at->to[c]]] -= size_of / 2;
        if (place[at->from[c]] >= 0)
            right[place[at->from[c]]] += size_of;
    }
}

/* Coefficient k + 2 of all coordinates and k of the multipliers */
static void add_coefficient(int k)
{
    real right[SIZE] = {0}, to[SIZE];
    for (int i = 0; i < frees; i++)
        right[i] = k == 0 ? force[scalar_of[i]] : 0;
    for (int i = 0; i < springs; i++)
        pull(spring + i, k, right);
    for (int n = 0; n < terms; n++) {
        const struct term *t = term + n;
        real sum = 0;
        for (int j = 1; j <= k + 1; j++)
            sum += x[t->i][j] * x[t->j][k + 2 - j];
        right[frees + t->row] -= t->factor * sum * (k + 1) * (k + 2);
        for (int side = 0; side < 2; side++) {
            int column = place[side ? t->j : t->i], other = side ? t->i : t->j;
            for (int j = 1; column >= 0 && j <= k; j++)
                right[column] += t->factor * x[other][j] * multiplier[t->row][k - j];
        }
    }
    solve(right, to);
    for (int i = 0; i < frees; i++)
        x[scalar_of[i]][k + 2] = to[i] / ((k + 1) * (k + 2));
    for (int i = 0; i < rows; i++)
        multiplier[i][k] = to[frees + i];
}

/* ---- steps ---- */

static real violation(real *phi)
{
    real most = 0;
    memset(phi, 0, (size_t)rows * sizeof *phi);
    for (int n = 0; n < terms; n++)
        phi[term[n].row] += term[n].factor * x[term[n].i][0] * x[term[n].j][0];
    for (int i = 0; i < rows; i++)
        most = fmaxq(most, fabsq(phi[i]));
    return most;
}

/* Project coordinates and velocities onto the constraints by the least change in the metric of M,
 * with the factors of the matrix. This makes the start velocities consistent, and removes the
 * rounding errors of each step. */
static void project(void)
{
    real phi[ROWS], right[SIZE] = {0}, to[SIZE];
    violation(phi);
    for (int i = 0; i < rows; i++)
        right[frees + i] = -phi[i];
    solve(right, to);
    for (int i = 0; i < frees; i++)
        x[scalar_of[i]][0] += to[i];
    memset(right, 0, sizeof right);
    for (int i = 0; i < frees; i++)
        for (int j = 0; j < frees; j++)
            right[i] += mass[i][j] * x[scalar_of[j]][1];
    solve(right, to);
    for (int i = 0; i < frees; i++)
        x[scalar_of[i]][1] = to[i];
}

static void expand(void)
{
    fill_matrix();
    factor();
    project();
    for (int k = 0; k + 2 <= ORDER; k++)
        add_coefficient(k);
}

/* The length of a step, at most 2 h. Multipliers have a pole at a singular position. A step that
 * passes the pole starts at least h/4 before the pole and ends at the same distance behind it,
 * because rounding grows by (length/distance)^ORDER. */
static real step_length(real h)
{
    int k = ORDER - 2, row = 0;
    for (int i = 1; i < rows; i++)
        if (fabsq(multiplier[i][k]) > fabsq(multiplier[row][k]))
            row = i;
    real pole = multiplier[row][k - 1] / multiplier[row][k];
    if (pole > h / 4 && pole <= h)
        return 2 * pole;
    if (pole > h && pole < 2 * h)
        return pole / 2;
    return pole < 0 && pole > -h ? fmaxq(-pole, h / 4) : h;
}

static void move_to(real h, real *value, real *rate)
{
    for (int n = 0; n < frees; n++) {
        const real *c = x[scalar_of[n]];
        value[n] = rate[n] = 0;
        for (int k = ORDER; k >= 0; k--) {
            rate[n] = rate[n] * h + value[n];
            value[n] = value[n] * h + c[k];
        }
    }
}

static real last_term(real h)
{
    real last = 0;
    for (int n = 0; n < frees; n++)
        last = fmaxq(last, fabsq(x[scalar_of[n]][ORDER] * powq(h, ORDER)));
    return last;
}

static void print_row(const char *problem, real t, const real *value, const real *rate)
{
    char text[2][64], coordinate[sizeof name->text];
    for (int n = 0; n < names; n++)
        for (int k = 0; k < name[n].dimensions; k++) {
            int i = place[name[n].at + k];
            if (i < 0)
                continue;
            quadmath_snprintf(text[0], sizeof *text, "%.22Qg", value[i]);
            quadmath_snprintf(text[1], sizeof *text, "%.22Qg", rate[i]);
            char *letter = strchr(strcpy(coordinate, name[n].text), '?');
            if (letter)
                *letter = (char)('x' + k);
            printf("%s,%g,%s,%s,%s\n", problem, (double)t, coordinate, text[0], text[1]);
        }
}

/* Print a row at the end of each of `parts` equal parts of the time */
static void run(const char *problem, real end, int parts, real h, real shift)
{
    real t = 0, last = 0, most = 0, value[SIZE], rate[SIZE], phi[ROWS];
    int steps = 0;
    for (int i = 0; i < frees; i++)
        x[scalar_of[i]][1] *= 1 + shift;
    for (int part = 1; part <= parts; steps++) {
        expand();
        real length = step_length(h);
        last = fmaxq(last, last_term(length));
        for (; part <= parts && end * part / parts <= t + length; part++) {
            move_to(end * part / parts - t, value, rate);
            print_row(problem, end * part / parts, value, rate);
        }
        move_to(length, value, rate);
        for (int n = 0; n < frees; n++) {
            x[scalar_of[n]][0] = value[n];
            x[scalar_of[n]][1] = rate[n];
        }
        t += length;
        most = fmaxq(most, violation(phi));
    }
    fprintf(stderr, "%s: %d rows of rank %d, %d steps, last term %.1e, violation %.1e\n", problem,
            rows, rank - frees, steps, (double)last, (double)most);
}

#endif
