/* SPDX-License-Identifier: MIT */
/* Basis: T_0 = 1, T_1 = 1 - 2 t, T_k+1 = 2 T_1 T_k - T_k-1, which are orthogonal at the points. The
 * interpolating polynomial is the sum of b_k T_k. b_0 is the mean of the values over the points;
 * every other b_k is twice the mean of T_k times the value. */
#include "num/chebyshev.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

enum { POINTS = CHEBYSHEV_POINTS };

/* (1 - cos((2 j + 1) pi/(2 POINTS)))/2 */
const double chebyshev_point[POINTS] = {
    0.0036455629509730037,
    0.03249187865729259,
    0.0885080670531718,
    0.1684386708796024,
    0.2676384139781157,
    0.3803421678562211,
    0.5,
    0.6196578321437789,
    0.7323615860218843,
    0.8315613291203976,
    0.9114919329468282,
    0.9675081213427074,
    0.996354437049027,
};

/* cos(m pi/(2 POINTS)) for m from 0 to POINTS, a quarter turn */
static const double quarter[POINTS + 1] = {
    1.0,
    0.992708874098054,
    0.970941817426052,
    0.9350162426854148,
    0.8854560256532099,
    0.8229838658936564,
    0.7485107481711011,
    0.6631226582407952,
    0.5680647467311558,
    0.46472317204376856,
    0.3546048870425356,
    0.23931566428755777,
    0.12053668025532305,
    0,
};

enum { TURN = 4 * POINTS };

/* cos(m pi/(2 POINTS)) for m < TURN. */
static double cosine(size_t m)
{
    m = m < TURN - m ? m : TURN - m;
    return m <= POINTS ? quarter[m] : -quarter[2 * POINTS - m];
}

/* Compute the Chebyshev coefficients of the values minus the first value. */
static void find_terms(const double value[POINTS], double b[POINTS])
{
    for (size_t k = 0; k < POINTS; k++) {
        double sum = 0;
        for (size_t j = 1, m = 3 * k; j < POINTS; j++) { /* m = (2 j + 1) k, modulo a full turn */
            sum += (value[j] - value[0]) * cosine(m);
            m += 2 * k;
            m -= m < TURN ? 0 : TURN;
        }
        b[k] = sum * ((k == 0 ? 1.0 : 2.0) / POINTS);
    }
}

/* Convert to powers of t by Clenshaw's recurrence on polynomials: c = b_k + (2 - 4 t) c -
 * before. */
static void convert_to_powers(const double b[POINTS], size_t degree, double c[POINTS])
{
    double before[POINTS] = {0};
    for (size_t k = 0; k < POINTS; k++)
        c[k] = 0;
    for (size_t k = degree + 1; k-- > 0;) {
        double factor = k == 0 ? 1 : 2; /* the last multiplication is by T_1 instead of 2 T_1 */
        for (size_t i = degree - k + 1; i-- > 0;) {
            double lower = i == 0 ? 0 : c[i - 1], sum = factor * (c[i] - 2 * lower) - before[i];
            before[i] = c[i];
            c[i] = sum;
        }
        c[0] += b[k];
    }
}

double chebyshev_fit(const double value[POINTS], double c[POINTS])
{
    double b[POINTS], largest = fabs(value[0]);
    size_t degree = POINTS - 1;
    find_terms(value, b);
    for (size_t k = 0; k < POINTS; k++)
        largest = largest > fabs(b[k]) ? largest : fabs(b[k]);
    while (degree > 0 && fabs(b[degree]) <= DBL_EPSILON * largest)
        degree--; /* the leading coefficient is rounding */
    convert_to_powers(b, degree, c);
    c[0] += value[0];
    return fabs(b[POINTS - 1]) + fabs(b[POINTS - 2]);
}
