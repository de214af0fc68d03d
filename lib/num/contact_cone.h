/* SPDX-License-Identifier: MIT */
/* Friction cones K = {|r_t| <= mu r_n} of one contact, normal first: projection, natural residual
 * and the smoothed map of Alart and Curnier. d is 2 or 3. */
#ifndef NUM_CONTACT_CONE_H
#define NUM_CONTACT_CONE_H

#include <math.h>
#include <stddef.h>

/* Return |x_t|. */
static inline double cone_slip(size_t d, const double *x)
{
    return d == 2 ? fabs(x[1]) : sqrt(x[1] * x[1] + x[2] * x[2]);
}

/* Project x on K. */
void cone_project(size_t d, double mu, double *x);

/* Return the square of the natural residual |r - P_K(r - v)| with v = u + mu |u_t| n; zero if and
 * only if r and u solve the contact. */
double cone_residual(size_t d, double mu, const double *r, const double *u);

/* Compute the smoothed projection p = P(x) and its Jacobian J (d x d, row major). P approximates
 * ([x_n]^+, projection of x_t on the disc of radius mu [x_n]^+); smooth = 0 gives this map itself
 * and one of its generalised derivatives. The columns of J beyond the first have tangential entries
 * only. */
void cone_smooth(size_t d, double mu, double smooth, const double *x, double *p, double *J);

/* Return the contact state of a solution: WD_OPEN 0, WD_STICK 1 or WD_SLIP 2. */
int cone_state(size_t d, double mu, const double *r, const double *u);

#endif
