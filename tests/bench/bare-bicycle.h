/* SPDX-License-Identifier: MIT */
/* Code written by hand for the four-body bicycle alone. It computes accelerations and multipliers
 * in joint coordinates, with fixed sizes, round wheels and precomputed constants. */
#ifndef BARE_BICYCLE_H
#define BARE_BICYCLE_H

#include <math.h>
#include <string.h>
#include "bare-dense.h"
#include "models/bicycle/assemble.h"

enum { BARE_N = 9, BARE_C = 6 };

struct bare_bicycle {
    double m_R, m_B, m_H, m_F, g, r_R, r_F;
    double A_R, C_R, A_F,
        C_F; /* moments of inertia of the wheels: normal to the axle, about the axle */
    struct sym J_B, J_H;
    struct vec B_to_R, B_to_S, S_to_H, H_to_F, s, s_b; /* in body axes */
};

static inline struct bare_bicycle bare_bicycle(const struct bicycle *b)
{
    const struct mech_body *body = b->body;
    return (struct bare_bicycle){
        .m_R = body[REAR_WHEEL].mass,
        .m_B = body[REAR_FRAME].mass,
        .m_H = body[FRONT_FRAME].mass,
        .m_F = body[FRONT_WHEEL].mass,
        .g = b->system.gravity,
        .r_R = b->wheel[0].radius,
        .r_F = b->wheel[1].radius,
        .A_R = body[REAR_WHEEL].inertia.xx,
        .C_R = body[REAR_WHEEL].inertia.yy,
        .A_F = body[FRONT_WHEEL].inertia.xx,
        .C_F = body[FRONT_WHEEL].inertia.yy,
        .J_B = body[REAR_FRAME].inertia,
        .J_H = body[FRONT_FRAME].inertia,
        .B_to_R = b->hinge[REAR_AXLE].at_parent,
        .B_to_S = b->hinge[STEERING].at_parent,
        .S_to_H = vec_scale(-1, b->hinge[STEERING].at_child),
        .H_to_F = b->hinge[FRONT_AXLE].at_parent,
        .s = b->hinge[STEERING].n,
        .s_b = b->hinge[STEERING].b,
    };
}

struct bare_pose {
    struct mat R;
    struct vec h, l, W;
    double c, s; /* cosine and sine of the roll */
};

static inline struct bare_pose bare_pose(const double *y)
{
    double cy = cos(y[3]), sy = sin(y[3]), cr = cos(y[4]), sr = sin(y[4]);
    double cp = cos(y[5]), sp = sin(y[5]), wx = y[9], wy = y[10], wz = y[11];
    struct bare_pose p = {.h = {cy, sy, 0}, .l = {-sy, cy, 0}, .c = cr, .s = sr};
    p.R.x = (struct vec){cy * cp - sy * sr * sp, sy * cp + cy * sr * sp, -cr * sp};
    p.R.y = (struct vec){-sy * cr, cy * cr, sr};
    p.R.z = (struct vec){cy * sp + sy * sr * cp, sy * sp - cy * sr * cp, cr * cp};
    p.W = vec_along(vec_along(vec_scale(wx, p.R.x), wy, p.R.y), wz, p.R.z);
    return p;
}

static inline struct vec bare_cross2(struct vec W, struct vec r)
{
    return vec_along(vec_scale(vec_dot(W, r), W), -vec_dot(W, W), r);
}

/* Return J v, where J is the inertia of a wheel whose axle has the direction a. */
static inline struct vec bare_round(double A, double C, struct vec a, struct vec v)
{
    return vec_along(vec_scale(A, v), (C - A) * vec_dot(a, v), a);
}

static inline struct sym bare_round_matrix(double A, double C, struct vec a)
{
    double d = C - A;
    return (struct sym){A + d * a.x * a.x, A + d * a.y * a.y, A + d * a.z * a.z,
                        d * a.x * a.y,     d * a.x * a.z,     d * a.y * a.z};
}

static inline struct sym bare_turned(const struct mat *R, const struct sym *J)
{
    struct vec x = vec_along(vec_along(vec_scale(J->xx, R->x), J->xy, R->y), J->xz, R->z);
    struct vec y = vec_along(vec_along(vec_scale(J->xy, R->x), J->yy, R->y), J->yz, R->z);
    struct vec z = vec_along(vec_along(vec_scale(J->xz, R->x), J->yz, R->y), J->zz, R->z);
    return (struct sym){
        x.x * R->x.x + y.x * R->y.x + z.x * R->z.x, x.y * R->x.y + y.y * R->y.y + z.y * R->z.y,
        x.z * R->x.z + y.z * R->y.z + z.z * R->z.z, x.x * R->x.y + y.x * R->y.y + z.x * R->z.y,
        x.x * R->x.z + y.x * R->y.z + z.x * R->z.z, x.y * R->x.z + y.y * R->y.z + z.y * R->z.z};
}

/* Return the inertia of a body about a point at the distance c from its centre (parallel axes). */
static inline struct sym bare_moved(struct sym J, double m, struct vec c)
{
    J.xx += m * (c.y * c.y + c.z * c.z), J.yy += m * (c.x * c.x + c.z * c.z);
    J.zz += m * (c.x * c.x + c.y * c.y);
    J.xy -= m * c.x * c.y, J.xz -= m * c.x * c.z, J.yz -= m * c.y * c.z;
    return J;
}

static inline struct sym bare_sum(struct sym a, struct sym b)
{
    return (struct sym){a.xx + b.xx, a.yy + b.yy, a.zz + b.zz,
                        a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
}

static inline void bare_put(double *to, struct vec a, struct vec b)
{
    to[0] = a.x, to[1] = a.y, to[2] = a.z, to[3] = b.x, to[4] = b.y, to[5] = b.z;
}

/* Compute the three rows of a wheel with rim radius r. c: position of its centre from the centre of
 * the rear frame; v, W: its velocity and angular velocity; a, alpha: its accelerations at constant
 * joint speeds. d, e: linear and angular part of each row about the centre of the wheel. row: the
 * entries for the rear frame. gamma: accelerations along the rows at constant joint speeds. */
static inline void bare_wheel(const struct bare_pose *p, double r, struct vec c, struct vec v,
                              struct vec W, struct vec a, struct vec alpha, double (*row)[BARE_N],
                              struct vec *d, struct vec *e, double *gamma)
{
    double aside = r * p->s, down = r * p->c, Wl = vec_dot(W, p->l), rr = vec_dot(W, p->h);
    double yr = W.z - p->s / p->c * Wl;
    d[0] = (struct vec){0, 0, 1}, d[1] = p->h, d[2] = p->l;
    e[0] = vec_scale(aside, p->h), e[1] = vec_scale(-r, p->R.y), e[2] = vec_scale(down, p->h);
    gamma[0] = down * rr * rr + aside * yr * Wl;
    gamma[1] = yr * vec_dot(p->l, v);
    gamma[2] = -yr * vec_dot(p->h, v) - aside * rr * rr + down * yr * Wl;
    for (int k = 0; k < 3; k++) {
        gamma[k] += vec_dot(d[k], a) + vec_dot(e[k], alpha);
        bare_put(row[k] + 3, d[k], vec_add(e[k], vec_cross(c, d[k])));
    }
}

/* Joint coordinates: speeds of front wheel, steering and rear wheel, then velocity and angular
 * velocity of the rear frame. The end of a name says to what it belongs: R, B, H, F are bodies as
 * in the paper, S is the steering joint, HF the front frame with its wheel, A all bodies. Only the
 * members SH and HF are vectors, from S to H and from H to F. */
struct bare_work {
    struct bare_pose R, B, H, F;
    struct vec cR, cS, SH, HF, cH, cF, s, aR, aF, WR, WH, WF, vR, vS, vF, alR, alH, alF, acR, acS,
        acH, acF, fR, fH, fF, fB, tB, tR, tH, tF, hR, hF, hHF, h, TR, TF, FHF, THF, FA, TA, uF, uS,
        uR, pF, lF, pS, lS, pR, lR, a, al, dR, dH, dF, xR, xH, xF;
    struct vec d[BARE_C], e[BARE_C];
    struct sym JB, JH, IR, IF, IHF, I;
    double qR, qS, qF, mHF, m;
    double M[BARE_N * BARE_N], Y[BARE_C + 1][BARE_N], S[BARE_C * BARE_C], x[BARE_C];
};

/* Compute positions relative to the centre of the frame, and speeds of the joints. */
static inline void bare_place(const struct bare_bicycle *b, const double *y, struct bare_work *w)
{
    w->R = bare_pose(y);
    w->B = bare_pose(y + 12);
    w->H = bare_pose(y + 24);
    w->F = bare_pose(y + 36);
    w->cR = mat_turn(&w->B.R, b->B_to_R);
    w->cS = mat_turn(&w->B.R, b->B_to_S);
    w->SH = mat_turn(&w->H.R, b->S_to_H);
    w->HF = mat_turn(&w->H.R, b->H_to_F);
    w->cH = vec_add(w->cS, w->SH);
    w->cF = vec_add(w->cH, w->HF);
    w->s = mat_turn(&w->H.R, b->s);
    w->aR = w->R.R.y;
    w->aF = w->F.R.y;
    w->qR = vec_dot(vec_sub(w->R.W, w->B.W), w->aR);
    w->qS = vec_dot(vec_sub(w->H.W, w->B.W), w->s);
    w->WR = vec_along(w->B.W, w->qR, w->aR);
    w->WH = vec_along(w->B.W, w->qS, w->s);
    w->qF = vec_dot(vec_sub(w->F.W, w->WH), w->aF);
    w->WF = vec_along(w->WH, w->qF, w->aF);
    struct vec vB = {y[18], y[19], y[20]};
    w->vR = vec_add(vB, vec_cross(w->B.W, w->cR));
    w->vS = vec_add(vB, vec_cross(w->B.W, w->cS));
    w->vF = vec_add(w->vS, vec_cross(w->WH, vec_add(w->SH, w->HF)));
}

/* Compute the accelerations at constant joint speeds. */
static inline void bare_steady(struct bare_work *w)
{
    w->alR = vec_scale(w->qR, vec_cross(w->B.W, w->aR));
    w->alH = vec_scale(w->qS, vec_cross(w->B.W, w->s));
    w->alF = vec_along(w->alH, w->qF, vec_cross(w->WH, w->aF));
    w->acR = bare_cross2(w->B.W, w->cR);
    w->acS = bare_cross2(w->B.W, w->cS);
    w->acH = vec_add(w->acS, vec_add(vec_cross(w->alH, w->SH), bare_cross2(w->WH, w->SH)));
    w->acF = vec_add(w->acH, vec_add(vec_cross(w->alH, w->HF), bare_cross2(w->WH, w->HF)));
}

/* Compute, for each body, weight and gyroscopic torque, minus the products of mass and inertia with
 * the accelerations of bare_steady(). */
static inline void bare_loads(const struct bare_bicycle *b, struct bare_work *w)
{
    w->JB = bare_turned(&w->B.R, &b->J_B);
    w->JH = bare_turned(&w->H.R, &b->J_H);
    w->fR = vec_scale(-b->m_R, w->acR);
    w->fH = vec_scale(-b->m_H, w->acH);
    w->fF = vec_scale(-b->m_F, w->acF);
    w->fB = (struct vec){0, 0, -b->m_B * b->g};
    w->fR.z -= b->m_R * b->g, w->fH.z -= b->m_H * b->g, w->fF.z -= b->m_F * b->g;
    w->tB = vec_cross(sym_times(&w->JB, w->B.W), w->B.W);
    w->tR = vec_sub(vec_cross(bare_round(b->A_R, b->C_R, w->aR, w->WR), w->WR),
                    bare_round(b->A_R, b->C_R, w->aR, w->alR));
    w->tH = vec_sub(vec_cross(sym_times(&w->JH, w->WH), w->WH), sym_times(&w->JH, w->alH));
    w->tF = vec_sub(vec_cross(bare_round(b->A_F, b->C_F, w->aF, w->WF), w->WF),
                    bare_round(b->A_F, b->C_F, w->aF, w->alF));
}

/* Compute, for the bodies that each joint carries, mass, first moment, inertia, and the sums of the
 * forces and torques of bare_loads(), all about the centre of the rear frame. */
static inline void bare_hang(const struct bare_bicycle *b, struct bare_work *w)
{
    w->mHF = b->m_H + b->m_F;
    w->m = w->mHF + b->m_R + b->m_B;
    w->hR = vec_scale(b->m_R, w->cR);
    w->hF = vec_scale(b->m_F, w->cF);
    w->hHF = vec_along(w->hF, b->m_H, w->cH);
    w->h = vec_add(w->hHF, w->hR);
    w->IR = bare_moved(bare_round_matrix(b->A_R, b->C_R, w->aR), b->m_R, w->cR);
    w->IF = bare_moved(bare_round_matrix(b->A_F, b->C_F, w->aF), b->m_F, w->cF);
    w->IHF = bare_sum(bare_moved(w->JH, b->m_H, w->cH), w->IF);
    w->I = bare_sum(bare_sum(w->JB, w->IHF), w->IR);
    w->TR = vec_add(w->tR, vec_cross(w->cR, w->fR));
    w->TF = vec_add(w->tF, vec_cross(w->cF, w->fF));
    w->FHF = vec_add(w->fH, w->fF);
    w->THF = vec_add(vec_add(w->tH, vec_cross(w->cH, w->fH)), w->TF);
    w->FA = vec_add(vec_add(w->fB, w->FHF), w->fR);
    w->TA = vec_add(vec_add(w->tB, w->THF), w->TR);
}

/* Compute the linear and angular momentum, at unit joint speed, of the bodies that each joint
 * carries. */
static inline void bare_momentum(const struct bare_bicycle *b, struct bare_work *w)
{
    w->uF = vec_cross(w->cF, w->aF);
    w->uS = vec_cross(w->cS, w->s);
    w->uR = vec_cross(w->cR, w->aR);
    w->pF = vec_add(vec_scale(b->m_F, w->uF), vec_cross(w->aF, w->hF));
    w->lF = vec_add(sym_times(&w->IF, w->aF), vec_cross(w->hF, w->uF));
    w->pS = vec_add(vec_scale(w->mHF, w->uS), vec_cross(w->s, w->hHF));
    w->lS = vec_add(sym_times(&w->IHF, w->s), vec_cross(w->hHF, w->uS));
    w->pR = vec_add(vec_scale(b->m_R, w->uR), vec_cross(w->aR, w->hR));
    w->lR = vec_add(sym_times(&w->IR, w->aR), vec_cross(w->hR, w->uR));
}

/* Compute the lower triangle of the mass matrix and the right-hand side. */
static inline void bare_mass(struct bare_work *w)
{
    memset(w->M, 0, sizeof w->M);
    w->M[0] = vec_dot(w->aF, w->lF) + vec_dot(w->uF, w->pF);
    w->M[9] = vec_dot(w->s, w->lF) + vec_dot(w->uS, w->pF);
    w->M[10] = vec_dot(w->s, w->lS) + vec_dot(w->uS, w->pS);
    w->M[20] = vec_dot(w->aR, w->lR) + vec_dot(w->uR, w->pR);
    const double columns[3][6] = {{w->pF.x, w->pF.y, w->pF.z, w->lF.x, w->lF.y, w->lF.z},
                                  {w->pS.x, w->pS.y, w->pS.z, w->lS.x, w->lS.y, w->lS.z},
                                  {w->pR.x, w->pR.y, w->pR.z, w->lR.x, w->lR.y, w->lR.z}};
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 3; j++)
            w->M[(3 + i) * 9 + j] = columns[j][i];
    w->M[3 * 9 + 3] = w->M[4 * 9 + 4] = w->M[5 * 9 + 5] = w->m;
    w->M[6 * 9 + 4] = -w->h.z, w->M[6 * 9 + 5] = w->h.y, w->M[7 * 9 + 3] = w->h.z;
    w->M[7 * 9 + 5] = -w->h.x, w->M[8 * 9 + 3] = -w->h.y, w->M[8 * 9 + 4] = w->h.x;
    w->M[6 * 9 + 6] = w->I.xx, w->M[7 * 9 + 6] = w->I.xy, w->M[7 * 9 + 7] = w->I.yy;
    w->M[8 * 9 + 6] = w->I.xz, w->M[8 * 9 + 7] = w->I.yz, w->M[8 * 9 + 8] = w->I.zz;
    double *Q = w->Y[BARE_C];
    Q[0] = vec_dot(w->aF, w->TF) + vec_dot(w->uF, w->fF);
    Q[1] = vec_dot(w->s, w->THF) + vec_dot(w->uS, w->FHF);
    Q[2] = vec_dot(w->aR, w->TR) + vec_dot(w->uR, w->fR);
    bare_put(Q + 3, w->FA, w->TA);
}

static inline void bare_contacts(const struct bare_bicycle *b, struct bare_work *w)
{
    memset(w->Y, 0, sizeof w->Y[0] * BARE_C);
    bare_wheel(&w->R, b->r_R, w->cR, w->vR, w->WR, w->acR, w->alR, w->Y, w->d, w->e, w->x);
    bare_wheel(&w->F, b->r_F, w->cF, w->vF, w->WF, w->acF, w->alF, w->Y + 3, w->d + 3, w->e + 3,
               w->x + 3);
    for (int k = 0; k < 3; k++) {
        struct vec eR = {w->Y[k][6], w->Y[k][7], w->Y[k][8]},
                   eF = {w->Y[k + 3][6], w->Y[k + 3][7], w->Y[k + 3][8]};
        w->Y[k][2] = vec_dot(w->aR, eR) + vec_dot(w->uR, w->d[k]);
        w->Y[k + 3][0] = vec_dot(w->aF, eF) + vec_dot(w->uF, w->d[k + 3]);
        w->Y[k + 3][1] = vec_dot(w->s, eF) + vec_dot(w->uS, w->d[k + 3]);
    }
}

/* Replace the right-hand side by the accelerations in joint coordinates, and x, which holds gamma
 * of the contacts, by the multipliers. */
static inline void bare_solve(struct bare_work *w)
{
    double *Q = w->Y[BARE_C];
    bare_cholesky(w->M, BARE_N);
    for (int i = 0; i <= BARE_C; i++)
        bare_forward(w->M, BARE_N, w->Y[i]);
    for (int i = 0; i < BARE_C; i++) {
        for (int k = 0; k < BARE_N; k++)
            w->x[i] += w->Y[i][k] * Q[k];
        for (int j = 0; j <= i; j++) {
            double sum = 0;
            for (int k = 0; k < BARE_N; k++)
                sum += w->Y[i][k] * w->Y[j][k];
            w->S[i * BARE_C + j] = sum;
        }
    }
    bare_cholesky(w->S, BARE_C);
    bare_forward(w->S, BARE_C, w->x);
    bare_backward(w->S, BARE_C, w->x);
    for (int i = 0; i < BARE_C; i++)
        for (int k = 0; k < BARE_N; k++)
            Q[k] -= w->x[i] * w->Y[i][k];
    bare_backward(w->M, BARE_N, Q);
}

/* Compute the accelerations of the bodies from those of the joint coordinates. */
static inline void bare_accelerate(struct bare_work *w, struct mech_rate *rate)
{
    const double *Q = w->Y[BARE_C];
    w->a = (struct vec){Q[3], Q[4], Q[5]};
    w->al = (struct vec){Q[6], Q[7], Q[8]};
    w->dR = vec_along(w->al, Q[2], w->aR);
    w->dH = vec_along(w->al, Q[1], w->s);
    w->dF = vec_along(w->dH, Q[0], w->aF);
    w->xR = vec_add(w->a, vec_cross(w->al, w->cR));
    w->xH = vec_add(vec_add(w->a, vec_cross(w->al, w->cS)), vec_cross(w->dH, w->SH));
    w->xF = vec_add(w->xH, vec_cross(w->dH, w->HF));
    rate[0] =
        (struct mech_rate){vec_add(w->acR, w->xR), mat_turn_back(&w->R.R, vec_add(w->alR, w->dR))};
    rate[1] = (struct mech_rate){w->a, mat_turn_back(&w->B.R, w->al)};
    rate[2] =
        (struct mech_rate){vec_add(w->acH, w->xH), mat_turn_back(&w->H.R, vec_add(w->alH, w->dH))};
    rate[3] =
        (struct mech_rate){vec_add(w->acF, w->xF), mat_turn_back(&w->F.R, vec_add(w->alF, w->dF))};
}

/* Compute the forces in the hinges, from the leaves of the tree to the frame; write them and the
 * forces of the contacts to lambda. */
static inline void bare_hinges(const struct bare_bicycle *b, struct bare_work *w, double *lambda)
{
    w->fR = vec_along(w->fR, -b->m_R, w->xR), w->fH = vec_along(w->fH, -b->m_H, w->xH);
    w->fF = vec_along(w->fF, -b->m_F, w->xF);
    w->tR = vec_sub(w->tR, bare_round(b->A_R, b->C_R, w->aR, w->dR));
    w->tF = vec_sub(w->tF, bare_round(b->A_F, b->C_F, w->aF, w->dF));
    w->tH = vec_sub(w->tH, sym_times(&w->JH, w->dH));
    for (int k = 0; k < 3; k++) {
        w->fR = vec_along(w->fR, -w->x[k], w->d[k]), w->tR = vec_along(w->tR, -w->x[k], w->e[k]);
        w->fF = vec_along(w->fF, -w->x[k + 3], w->d[k + 3]),
        w->tF = vec_along(w->tF, -w->x[k + 3], w->e[k + 3]);
    }
    w->fH = vec_add(w->fH, w->fF);
    w->tH = vec_add(w->tH, vec_add(w->tF, vec_cross(w->HF, w->fF)));
    struct vec tS = vec_add(w->tH, vec_cross(w->SH, w->fH));
    struct vec side = mat_turn(&w->B.R, b->s_b);
    bare_put(lambda, w->fR,
             (struct vec){vec_dot(w->tR, w->B.R.x), -vec_dot(w->tR, w->B.R.z), w->fH.x});
    lambda[6] = w->fH.y, lambda[7] = w->fH.z;
    lambda[8] = vec_dot(tS, side), lambda[9] = -vec_dot(tS, w->B.R.y);
    lambda[10] = w->fF.x, lambda[11] = w->fF.y, lambda[12] = w->fF.z;
    lambda[13] = vec_dot(w->tF, w->H.R.x), lambda[14] = -vec_dot(w->tF, w->H.R.z);
    for (int i = 0; i < 6; i++)
        lambda[15 + i] = w->x[i];
}

static inline void bare_accelerations(const struct bare_bicycle *b, const double *y,
                                      struct mech_rate *rate, double *lambda)
{
    struct bare_work work;
    bare_place(b, y, &work);
    bare_steady(&work);
    bare_loads(b, &work);
    bare_hang(b, &work);
    bare_momentum(b, &work);
    bare_mass(&work);
    bare_contacts(b, &work);
    bare_solve(&work);
    bare_accelerate(&work, rate);
    bare_hinges(b, &work, lambda);
}

#endif
