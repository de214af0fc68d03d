/* SPDX-License-Identifier: MIT */
/* A function on the unit interval as the polynomial through its values at Chebyshev's points. */
#ifndef NUM_CHEBYSHEV_H
#define NUM_CHEBYSHEV_H

enum { CHEBYSHEV_POINTS = 13, CHEBYSHEV_DEGREE = CHEBYSHEV_POINTS - 1 };

/* The points, inside of the interval and in ascending order. */
extern const double chebyshev_point[CHEBYSHEV_POINTS];

/* Makes c[0] + c[1] t + ... through the values. What is the same at all points stays so to the last
 * bit: c[0], and all others zero. Returns the size of the last two terms of Chebyshev's series:
 * about what the polynomial leaves out. Not a number where a value is none. */
double chebyshev_fit(const double value[CHEBYSHEV_POINTS], double c[CHEBYSHEV_POINTS]);

#endif
