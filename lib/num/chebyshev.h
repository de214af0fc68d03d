/* SPDX-License-Identifier: MIT */
/* Polynomial interpolation on the unit interval at Chebyshev points. */
#ifndef NUM_CHEBYSHEV_H
#define NUM_CHEBYSHEV_H

enum { CHEBYSHEV_POINTS = 13, CHEBYSHEV_DEGREE = CHEBYSHEV_POINTS - 1 };

/* The points, inside the interval and ascending. */
extern const double chebyshev_point[CHEBYSHEV_POINTS];

/* Compute the coefficients of c[0] + c[1] t + ... through the values. Equal values give exactly
 * c[0] and zeros. Returns the magnitude of the last two terms of the Chebyshev series, an estimate
 * of the interpolation error. NaN if a value is NaN. */
double chebyshev_fit(const double value[CHEBYSHEV_POINTS], double c[CHEBYSHEV_POINTS]);

#endif
