/* SPDX-License-Identifier: MIT */
/* One Moreau step of the rigid car of bare-car.h, with friction: one factorisation in the middle of
 * the step, and sweeps over the four wheels. The sweeps start from the impulses of the last step.
 */
#ifndef BARE_CAR_STEP_H
#define BARE_CAR_STEP_H

#include "bare-car.h"

enum { BARE_MOST_SWEEPS = 1000 };

struct bare_car_step {
    double mu,
        tolerance; /* friction coefficient; largest change of velocity in the last sweep, m/s */
    double impulse[BARE_ROWS];  /* z, x, y by wheel, of the last step */
    double velocity[BARE_ROWS]; /* velocities of the material points at the contacts */
    long sweeps;
};

/* Move all positions for the time `time` [s], at constant velocities. */
static inline void bare_car_move(double *y, double time)
{
    double n = 0, w[3] = {time / 2 * y[10], time / 2 * y[11], time / 2 * y[12]};
    double angle = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    double c = cos(angle), s = angle > 0 ? sin(angle) / angle : 1;
    double q[4] = {y[3], y[4], y[5], y[6]}, *to = y + 3;
    for (int k = 0; k < 3; k++)
        w[k] *= s;
    to[0] = c * q[0] - (q[1] * w[0] + q[2] * w[1] + q[3] * w[2]);
    to[1] = c * q[1] + q[0] * w[0] + q[2] * w[2] - q[3] * w[1];
    to[2] = c * q[2] + q[0] * w[1] + q[3] * w[0] - q[1] * w[2];
    to[3] = c * q[3] + q[0] * w[2] + q[1] * w[1] - q[2] * w[0];
    for (int k = 0; k < 4; k++)
        n += to[k] * to[k];
    n = 1 / sqrt(n);
    for (int k = 0; k < 4; k++)
        to[k] *= n;
    for (int k = 0; k < 3; k++)
        y[k] += time * y[7 + k];
    for (int i = 0; i < BARE_WHEELS; i++)
        y[13 + 2 * i] += time * y[14 + 2 * i];
}

/* From the rows of bare_car_rows(), compute the contact velocities after a step of length h without
 * contact impulses, and the Delassus matrix w->w. */
static inline void bare_car_contacts(const struct bare_car *b, const double *y,
                                     struct bare_car_work *w, struct bare_car_step *step, double h)
{
    struct vec e = w->e, v = {y[7], y[8], y[9]};
    double s = sqrt(e.x * e.x + e.y * e.y), bb = b->r - b->a;
    struct vec rho = {bb * e.z * e.x / s, bb * e.z * e.y / s, -(bb * s + b->a)};
    for (int i = 0; i < BARE_WHEELS; i++) {
        struct vec Wi = vec_along(w->W, y[14 + 2 * i], e);
        struct vec u = vec_add(vec_add(v, vec_cross(w->W, w->c[i])), vec_cross(Wi, rho));
        const double now[3] = {u.z, u.x, u.y};
        for (int k = 0; k < 3; k++) {
            const double *row = w->y[3 * i + k];
            double pulled = row[6] * w->q[6 + i];
            for (int l = 0; l < 6; l++)
                pulled += row[l] * w->q[l];
            step->velocity[3 * i + k] = now[k] + h * pulled;
        }
    }
    for (int i = 0; i < BARE_ROWS; i++)
        for (int j = 0; j <= i; j++) {
            double sum = i / 3 == j / 3 ? w->y[i][6] * w->y[j][6] : 0;
            for (int k = 0; k < 6; k++)
                sum += w->y[i][k] * w->y[j][k];
            w->w[i * BARE_ROWS + j] = w->w[j * BARE_ROWS + i] = sum;
        }
}

/* Change the impulses of a wheel so that its own rows fulfil the contact law, or approach it while
 * the wheel slides. Update all contact velocities; return the largest change of one of them. */
static inline double bare_car_sweep_wheel(struct bare_car_work *w, struct bare_car_step *step,
                                          int i)
{
    double *P = step->impulse + 3 * i, *u = step->velocity + 3 * i, before[3], most = 0;
    const double *own = w->w + 3 * i * (BARE_ROWS + 1);
    memcpy(before, P, sizeof before);
    P[0] = fmax(0, P[0] - u[0] / own[0]);
    /* solve the rows along the plane by the inverse of their block, then project onto the disc */
    double a = own[BARE_ROWS + 1], c = own[BARE_ROWS + 2], d = own[2 * BARE_ROWS + 2];
    double dn = P[0] - before[0], det = 1 / (a * d - c * c);
    double x = u[1] + own[BARE_ROWS] * dn, y = u[2] + own[2 * BARE_ROWS] * dn;
    P[1] -= det * (d * x - c * y), P[2] -= det * (a * y - c * x);
    double size = sqrt(P[1] * P[1] + P[2] * P[2]);
    if (size > step->mu * P[0]) {
        /* The wheel slides: make a projected gradient step from the old impulse. Where such steps
         * converge, the impulse is at the friction limit and opposite to the slip. */
        P[1] = before[1] - x / fmax(a, d), P[2] = before[2] - y / fmax(a, d);
        size = sqrt(P[1] * P[1] + P[2] * P[2]);
        double part = size > step->mu * P[0] ? step->mu * P[0] / size : 1;
        P[1] *= part, P[2] *= part;
    }
    for (int j = 0; j < BARE_ROWS; j++) {
        const double *row = w->w + j * BARE_ROWS + 3 * i;
        double change =
            row[0] * (P[0] - before[0]) + row[1] * (P[1] - before[1]) + row[2] * (P[2] - before[2]);
        step->velocity[j] += change;
        most = fmax(most, fabs(change));
    }
    return most;
}

static inline void bare_car_solve_cones(struct bare_car_work *w, struct bare_car_step *step)
{
    double most = step->tolerance * 2;
    for (int i = 0; i < BARE_ROWS; i++)
        for (int j = 0; j < BARE_ROWS; j++)
            step->velocity[i] += w->w[i * BARE_ROWS + j] * step->impulse[j];
    for (int k = 0; k < BARE_MOST_SWEEPS && most > step->tolerance; k++, step->sweeps++) {
        most = 0;
        for (int i = 0; i < BARE_WHEELS; i++)
            most = fmax(most, bare_car_sweep_wheel(w, step, i));
    }
}

static inline void bare_car_go(const struct bare_car *b, double *y, struct vec g, double h,
                               struct bare_car_work *w, struct bare_car_step *step)
{
    bare_car_move(y, h / 2);
    bare_car_place(b, y, w);
    bare_car_body(b, g, w);
    bare_car_wheels(b, y, g, w);
    bare_car_masses(b, w);
    bare_car_rows(b, y, w);
    bare_car_contacts(b, y, w, step, h);
    bare_car_solve_cones(w, step);
    for (int k = 0; k < 10; k++)
        w->q[k] *= h;
    for (int i = 0; i < BARE_ROWS; i++) {
        for (int k = 0; k < 6; k++)
            w->q[k] += step->impulse[i] * w->y[i][k];
        w->q[6 + i / 3] += step->impulse[i] * w->y[i][6];
    }
    bare_backward(w->base, 6, w->q);
    struct vec turn = {w->q[3], w->q[4], w->q[5]}, own = mat_turn_back(&w->R, turn);
    y[7] += w->q[0], y[8] += w->q[1], y[9] += w->q[2];
    y[10] += own.x, y[11] += own.y, y[12] += own.z;
    for (int i = 0; i < BARE_WHEELS; i++)
        y[14 + 2 * i] += w->q[6 + i] * w->own - vec_dot(w->e, turn);
    bare_car_move(y, h / 2);
}

#endif
