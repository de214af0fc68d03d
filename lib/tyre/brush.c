/* SPDX-License-Identifier: MIT */
/* Brush model: bristles under a parabolic pressure, in series with the springs of the carcass. */
#include "tyre/inside.h"

/* Newton's method for y, which is at most 1, ends with a step below this; Newton's method for
 * lambda ends with a step below this fraction of lambda. The convergence is quadratic, so the error
 * after that step is rounding. */
#define BRUSH_STEP 1e-9
enum { BRUSH_STEPS = 60 /* largest number of steps; bisection alone would need 53 */ };

/* Force of the bristles: F_i = g_i/(1 + pull_i c), where g is the force of a patch that sticks and
 * is not renewed, and pull_i c is the effect of its renewal: as the wheel rolls, unloaded bristles
 * enter the patch. c = chi(y) depends on y, the fraction of the contact's length on which the
 * bristles adhere. */
struct brush {
    double g[2], pull[2];
    double most; /* mu N */
};

static double force_at(const struct brush *b, double c, double *force)
{
    force[0] = b->g[0] / (1 + b->pull[0] * c);
    force[1] = b->g[1] / (1 + b->pull[1] * c);
    return sqrt(force[0] * force[0] + force[1] * force[1]);
}

/* Derivative d|F|/dc at `force`, whose length is `size` > 0. */
static double force_slope(const struct brush *b, double c, const double *force, double size)
{
    return -(force[0] * force[0] * b->pull[0] / (1 + b->pull[0] * c) +
             force[1] * force[1] * b->pull[1] / (1 + b->pull[1] * c)) /
           size;
}

static double chi(double y)
{
    return 3 / (1 + y + y * y);
}

/* Solve |F| = mu N (1 - y^3) for y between 0 and 1, with F at c = chi(y). Both sides are monotone.
 * If the patch is not renewed, F does not depend on y, and y is a cube root. */
static double solve_adhering(const struct brush *b, double *force)
{
    double lo = 0, hi = 1, size = force_at(b, 1, force), y = 1 - size / (3 * b->most), step = 1;
    if (b->pull[0] == 0 && b->pull[1] == 0)
        return num_cbrt(1 - size / b->most);
    for (int i = 0; i < BRUSH_STEPS && fabs(step) > BRUSH_STEP; i++) {
        double c = chi(y), next;
        size = force_at(b, c, force);
        double misfit = size - b->most * (1 - y * y * y);
        if (misfit > 0)
            hi = y;
        else
            lo = y;
        double slope = 3 * b->most * y * y;
        if (size > 0)
            slope -= force_slope(b, c, force, size) * c * c * (1 + 2 * y) / 3;
        next = y - misfit / slope;
        if (!(next >= lo && next <= hi))
            next = (lo + hi) / 2;
        step = next - y, y = next;
    }
    size = force_at(b, chi(y), force);
    return y;
}

/* Solve |F| = mu N for lambda >= 0 in F_i = g_i/(1 + pull_i 3 + K_i time lambda), starting at 0.
 * lambda is the velocity per force at which the patch slides. 1/|F| is concave in lambda, so that
 * the steps of Newton's method approach from below. */
static double solve_sliding(const struct brush *full, const double *spring, double *force)
{
    struct brush b = {.most = full->most};
    double lambda = 0, step = 1, size = 0;
    for (int k = 0; k < 2; k++) {
        double divisor = 1 + 3 * full->pull[k];
        b.g[k] = full->g[k] / divisor, b.pull[k] = spring[k] / divisor;
    }
    for (int i = 0; i < BRUSH_STEPS && step > BRUSH_STEP * lambda; i++) {
        size = force_at(&b, lambda, force);
        step = (1 - size / b.most) * size / force_slope(&b, lambda, force, size);
        lambda += step;
    }
    size = force_at(&b, lambda, force);
    double part = size > b.most ? b.most / size : 1;
    force[0] *= part, force[1] *= part;
    return lambda;
}

void tyre_brush_grip(const struct tyre *t, const struct tyre_contact *at, const double *bend,
                     double renewed, struct tyre_grip *grip)
{
    double way = fabs(renewed), side = at->slip[1] - tyre_camber_slip(t, at->sin_gamma) * way;
    const double v[] = {at->slip[0], side}, C[] = {t->c_x * at->load, t->c_y * at->load};
    double time = t->time[TYRE_ALONG_X] + at->step, spring[2], y = 0, lambda = 0;
    struct brush b = {.most = at->mu * at->load};
    *grip = (struct tyre_grip){.limit = b.most,
                               .full = b.most,
                               .cut = b.most,
                               .sigma = t->half_length,
                               .most = 0.375 * t->half_length * b.most};
    for (int k = 0; k < 2; k++) {
        grip->slope[k] = t->K[k] * time;
        grip->free[k] = bend[k] / time + (k == 1 ? at->slip[1] - side : 0);
    }
    if (b.most < TYRE_LEAST_FRICTION) {
        for (int k = 0; k < 2; k++)
            grip->rate[k] = -bend[k] / time, grip->patch[k] = v[k] + grip->rate[k];
        return;
    }
    for (int k = 0; k < 2; k++) {
        spring[k] = t->K[k] * time;
        b.g[k] = t->K[k] * bend[k] - spring[k] * v[k];
        b.pull[k] = spring[k] * way / C[k];
    }
    if (force_at(&b, 3, grip->force) < b.most)
        y = solve_adhering(&b, grip->force);
    else {
        lambda = solve_sliding(&b, spring, grip->force);
        grip->piece = TYRE_PIECE_SLIDING;
    }
    for (int k = 0; k < 2; k++) {
        grip->patch[k] = -(way / C[k] * chi(y) + lambda) * grip->force[k];
        grip->rate[k] = grip->patch[k] - v[k];
        grip->slope[k] = spring[k] / (1 + b.pull[k] * chi(y));
    }
    grip->target = -t->half_length * y * y * y / (1 + y + y * y) * grip->force[1];
}
