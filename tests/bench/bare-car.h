/* SPDX-License-Identifier: MIT */
/* Code written by hand for one rigid car on four rolling wheels: it computes the rate of the state.
 * Sizes are fixed, the angles of the round wheels have no effect, the unknowns of the four axles
 * are eliminated by hand, and a few proximal steps give the forces of least norm. */
#ifndef BARE_CAR_H
#define BARE_CAR_H

#include <math.h>
#include <string.h>

#include "bare-dense.h"
#include "mech/linkage.h"

enum { BARE_WHEELS = 4, BARE_ROWS = 12, BARE_STATES = 21 };

struct bare_car {
    double m, m_w; /* masses of the body and of a wheel [kg] */
    double A, C;   /* inertia of a wheel normal to the axle and about the axle [kg m2] */
    double r, a;   /* radius and crown radius of a wheel [m] */
    struct sym J;  /* inertia of the body about its centre [kg m2] */
    struct vec at[BARE_WHEELS]; /* positions of the axles from the body's centre [m] */
};

static inline struct bare_car bare_car(const struct linkage *car)
{
    const struct linkage_body *body = car->body;
    struct bare_car b = {.m = body[0].mass,
                         .m_w = body[1].mass,
                         .A = body[1].inertia.xx,
                         .C = body[1].inertia.yy,
                         .r = car->wheel[0].radius,
                         .a = car->wheel[0].crown,
                         .J = body[0].inertia};
    for (int i = 0; i < BARE_WHEELS; i++)
        b.at[i] = vec_sub(body[i + 1].centre, body[0].centre);
    return b;
}

/* R, W: rotation and angular velocity of the body; e: direction of the axles; c: positions of the
 * wheels from the body's centre, in ground axes; y, x: rows of the contacts and their forces. */
struct bare_car_work {
    struct mat R;
    struct vec W, e, c[BARE_WHEELS], h, force, torque; /* h: sum of m c */
    struct sym J;
    double own, turn[BARE_WHEELS]; /* 1/sqrt of an axle's inertia; torques about the axles */
    double base[36], y[BARE_ROWS][7], q[10], w[BARE_ROWS * BARE_ROWS], b[BARE_ROWS], x[BARE_ROWS];
};

static inline void bare_car_place(const struct bare_car *b, const double *y,
                                  struct bare_car_work *w)
{
    double s = y[3], x = y[4], u = y[5], z = y[6];
    double f = 2 / (s * s + x * x + u * u + z * z);
    w->R.x = (struct vec){1 - f * (u * u + z * z), f * (x * u + s * z), f * (x * z - s * u)};
    w->R.y = (struct vec){f * (x * u - s * z), 1 - f * (x * x + z * z), f * (u * z + s * x)};
    w->R.z = (struct vec){f * (x * z + s * u), f * (u * z - s * x), 1 - f * (x * x + u * u)};
    w->W = mat_turn(&w->R, (struct vec){y[10], y[11], y[12]});
    w->e = w->R.y;
    for (int i = 0; i < BARE_WHEELS; i++)
        w->c[i] = mat_turn(&w->R, b->at[i]);
}

static inline struct vec bare_twice(struct vec W, struct vec r)
{
    return vec_along(vec_scale(vec_dot(W, r), W), -vec_dot(W, W), r);
}

/* Start the sums over all bodies: the weight of the car, gyroscopic torque and inertia of the body,
 * and the wheels' inertia normal to e, because axles transmit all torques except those about e. */
static inline void bare_car_body(const struct bare_car *b, struct vec g, struct bare_car_work *w)
{
    struct vec W = w->W, e = w->e;
    struct mat R = w->R;
    struct vec X = mat_turn(&R, (struct vec){b->J.xx, b->J.xy, b->J.xz});
    struct vec Y = mat_turn(&R, (struct vec){b->J.xy, b->J.yy, b->J.yz});
    struct vec Z = mat_turn(&R, (struct vec){b->J.xz, b->J.yz, b->J.zz});
    w->J = (struct sym){
        X.x * R.x.x + Y.x * R.y.x + Z.x * R.z.x, X.y * R.x.y + Y.y * R.y.y + Z.y * R.z.y,
        X.z * R.x.z + Y.z * R.y.z + Z.z * R.z.z, X.x * R.x.y + Y.x * R.y.y + Z.x * R.z.y,
        X.x * R.x.z + Y.x * R.y.z + Z.x * R.z.z, X.y * R.x.z + Y.y * R.y.z + Z.y * R.z.z};
    w->force = vec_scale(b->m + 4 * b->m_w, g);
    w->torque = vec_cross(sym_times(&w->J, W), W);
    double d = -4 * b->A;
    w->J.xx += 4 * b->A + d * e.x * e.x, w->J.yy += 4 * b->A + d * e.y * e.y;
    w->J.zz += 4 * b->A + d * e.z * e.z;
    w->J.xy += d * e.x * e.y, w->J.xz += d * e.x * e.z, w->J.yz += d * e.y * e.z;
}

/* Add, for each wheel, the inertia of its mass, the torque of its weight, the gyroscopic torque and
 * the inertia force at constant speeds. */
static inline void bare_car_wheels(const struct bare_car *b, const double *y, struct vec g,
                                   struct bare_car_work *w)
{
    struct vec W = w->W, e = w->e, across = vec_cross(W, e);
    struct sym *J = &w->J;
    w->h = (struct vec){0, 0, 0};
    for (int i = 0; i < BARE_WHEELS; i++) {
        struct vec c = w->c[i], mc = vec_scale(b->m_w, c);
        double rate = y[14 + 2 * i];
        struct vec Wi = vec_along(W, rate, e);
        struct vec L = vec_along(vec_scale(b->A, Wi), (b->C - b->A) * vec_dot(e, Wi), e);
        struct vec T = vec_sub(vec_cross(L, Wi), vec_scale(b->A * rate, across));
        struct vec F = vec_scale(-b->m_w, bare_twice(W, c));
        w->turn[i] = vec_dot(e, T);
        w->h = vec_add(w->h, mc);
        w->force = vec_add(w->force, F);
        w->torque = vec_add(w->torque, vec_add(T, vec_cross(c, vec_along(F, b->m_w, g))));
        J->xx += mc.y * c.y + mc.z * c.z, J->yy += mc.x * c.x + mc.z * c.z;
        J->zz += mc.x * c.x + mc.y * c.y;
        J->xy -= mc.x * c.y, J->xz -= mc.x * c.z, J->yz -= mc.y * c.z;
    }
}

/* Factorise the mass matrix as L L^T and multiply the loads by the inverse of L. */
static inline void bare_car_masses(const struct bare_car *b, struct bare_car_work *w)
{
    double *M = w->base, m = b->m + 4 * b->m_w, all = 0;
    struct vec h = w->h;
    const struct sym *J = &w->J;
    w->own = 1 / sqrt(b->C);
    memset(M, 0, sizeof w->base);
    M[0] = M[7] = M[14] = m;
    M[18 + 1] = -h.z, M[18 + 2] = h.y, M[24] = h.z, M[24 + 2] = -h.x;
    M[30] = -h.y, M[30 + 1] = h.x;
    M[21] = J->xx, M[27] = J->xy, M[28] = J->yy, M[33] = J->xz, M[34] = J->yz, M[35] = J->zz;
    bare_cholesky(M, 6);
    for (int i = 0; i < BARE_WHEELS; i++) {
        w->q[6 + i] = w->turn[i] * w->own;
        all += w->turn[i];
    }
    struct vec T = vec_along(w->torque, -all, w->e);
    w->q[0] = w->force.x, w->q[1] = w->force.y, w->q[2] = w->force.z;
    w->q[3] = T.x, w->q[4] = T.y, w->q[5] = T.z;
    bare_forward(M, 6, w->q);
}

/* Compute the three rows of each wheel, multiplied by the inverse of the factor L (six entries for
 * the body, one for the axle), and the contact accelerations b at constant speeds. */
static inline void bare_car_rows(const struct bare_car *b, const double *y, struct bare_car_work *w)
{
    static const struct vec ground[3] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
    struct vec e = w->e, W = w->W;
    double s = sqrt(e.x * e.x + e.y * e.y), bb = b->r - b->a;
    struct vec h = {e.y / s, -e.x / s, 0}, l = {e.x / s, e.y / s, 0};
    struct vec rho = {bb * e.z * l.x, bb * e.z * l.y, -(bb * s + b->a)};
    double wh = vec_dot(W, h);
    for (int i = 0; i < BARE_WHEELS; i++) {
        double rate = y[14 + 2 * i];
        struct vec Wi = vec_along(W, rate, e);
        double yaw = Wi.z - e.z / s * vec_dot(Wi, l);
        struct vec turned = vec_scale(bb, vec_along(vec_scale(wh, e), -yaw * e.z, h));
        struct vec al = vec_scale(rate, vec_cross(W, e));
        struct vec g =
            vec_add(vec_add(bare_twice(W, w->c[i]), vec_cross(al, rho)), vec_cross(Wi, turned));
        struct vec X = vec_add(w->c[i], rho);
        w->b[3 * i] = g.z, w->b[3 * i + 1] = g.x, w->b[3 * i + 2] = g.y;
        for (int k = 0; k < 3; k++) {
            double *row = w->y[3 * i + k], turn = vec_dot(e, vec_cross(rho, ground[k]));
            struct vec T = vec_along(vec_cross(X, ground[k]), -turn, e);
            row[0] = ground[k].x, row[1] = ground[k].y, row[2] = ground[k].z;
            row[3] = T.x, row[4] = T.y, row[5] = T.z;
            row[6] = turn * w->own;
            bare_forward(w->base, 6, row);
        }
    }
}

/* Compute the forces of the ground with the least norm, by three proximal steps with the
 * regularisation eps, and add their effect to the loads. */
static inline void bare_car_solve(struct bare_car_work *w)
{
    double eps = 0;
    for (int i = 0; i < BARE_ROWS; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = i / 3 == j / 3 ? w->y[i][6] * w->y[j][6] : 0;
            for (int k = 0; k < 6; k++)
                sum += w->y[i][k] * w->y[j][k];
            w->w[i * BARE_ROWS + j] = sum;
        }
        eps = fmax(eps, 1e-7 * w->w[i * BARE_ROWS + i]);
        for (int k = 0; k < 6; k++)
            w->b[i] += w->y[i][k] * w->q[k];
        w->b[i] += w->y[i][6] * w->q[6 + i / 3];
    }
    for (int i = 0; i < BARE_ROWS; i++)
        w->w[i * BARE_ROWS + i] += eps;
    bare_cholesky(w->w, BARE_ROWS);
    memset(w->x, 0, sizeof w->x);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < BARE_ROWS; i++)
            w->x[i] = eps * w->x[i] - w->b[i];
        bare_forward(w->w, BARE_ROWS, w->x);
        bare_backward(w->w, BARE_ROWS, w->x);
    }
    for (int i = 0; i < BARE_ROWS; i++) {
        for (int k = 0; k < 6; k++)
            w->q[k] += w->x[i] * w->y[i][k];
        w->q[6 + i / 3] += w->x[i] * w->y[i][6];
    }
}

/* Rate of the state; forces of the ground are in work->x: z, x, y by wheel. */
static inline void bare_car_rate(const struct bare_car *b, const double *y, struct vec g,
                                 struct bare_car_work *w, double *dy)
{
    bare_car_place(b, y, w);
    bare_car_body(b, g, w);
    bare_car_wheels(b, y, g, w);
    bare_car_masses(b, w);
    bare_car_rows(b, y, w);
    bare_car_solve(w);
    bare_backward(w->base, 6, w->q);
    struct vec turn = {w->q[3], w->q[4], w->q[5]}, own = mat_turn_back(&w->R, turn);
    dy[0] = y[7], dy[1] = y[8], dy[2] = y[9];
    dy[3] = -(y[4] * y[10] + y[5] * y[11] + y[6] * y[12]) / 2;
    dy[4] = (y[3] * y[10] + y[5] * y[12] - y[6] * y[11]) / 2;
    dy[5] = (y[3] * y[11] + y[6] * y[10] - y[4] * y[12]) / 2;
    dy[6] = (y[3] * y[12] + y[4] * y[11] - y[5] * y[10]) / 2;
    dy[7] = w->q[0], dy[8] = w->q[1], dy[9] = w->q[2];
    dy[10] = own.x, dy[11] = own.y, dy[12] = own.z;
    for (int i = 0; i < BARE_WHEELS; i++) {
        dy[13 + 2 * i] = y[14 + 2 * i];
        dy[14 + 2 * i] = w->q[6 + i] * w->own - vec_dot(w->e, turn);
    }
}

#endif
