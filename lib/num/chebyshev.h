/* SPDX-License-Identifier: MIT */
/* Polynomial interpolation on the unit interval at Chebyshev points. */
#ifndef NUM_CHEBYSHEV_H
#define NUM_CHEBYSHEV_H

enum { CHEBYSHEV_POINTS = 13, CHEBYSHEV_DEGREE = CHEBYSHEV_POINTS - 1 };

/* Chebyshev points of the unit interval, ascending; the ends of the interval are not among them. */
extern const double chebyshev_point[CHEBYSHEV_POINTS];

/* Compute the coefficients of the polynomial c[0] + c[1] t + ... through the values. If all values
 * are equal, c[0] is exactly this value and the other coefficients are zero. Returns the magnitude
 * of the last two terms of the Chebyshev series, an estimate of the interpolation error; NaN if a
 * value is NaN. */
double chebyshev_fit(const double value[CHEBYSHEV_POINTS], double c[CHEBYSHEV_POINTS]);

#endif
