/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accelerations and multipliers of the bicycle as one would write them for this machine alone, in
 * joint coordinates: fixed sizes, round wheels, constants worked out before. */
#ifndef BARE_BICYCLE_H
#define BARE_BICYCLE_H

#include <math.h>

#include "models/bicycle/assemble.h"

enum { BARE_N = 9, BARE_C = 6 };

struct bare_bicycle {
    double m_R, m_B, m_H, m_F, g, r_R, r_F;
    double A_R, C_R, A_F, C_F; /* wheels: across the axle, about it */
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
    double c, s; /* of the roll */
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

/* J v of a wheel with axle a. */
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

/* To the inertia of a body about another point, c away. */
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

/* L L^T of the lower triangle, reciprocals on the diagonal. */
static inline void bare_cholesky(double *a, int n)
{
    for (int j = 0; j < n; j++)
        for (int i = j; i < n; i++) {
            double sum = a[i * n + j];
            for (int k = 0; k < j; k++)
                sum -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = i == j ? 1 / sqrt(sum) : sum * a[j * n + j];
        }
}

static inline void bare_forward(const double *l, int n, double *x)
{
    for (int i = 0; i < n; i++) {
        double sum = x[i];
        for (int k = 0; k < i; k++)
            sum -= l[i * n + k] * x[k];
        x[i] = sum * l[i * n + i];
    }
}

static inline void bare_backward(const double *l, int n, double *x)
{
    for (int i = n; i-- > 0;) {
        double sum = x[i];
        for (int k = i + 1; k < n; k++)
            sum -= l[k * n + i] * x[k];
        x[i] = sum * l[i * n + i];
    }
}

/* Rows of a wheel with rim radius r, centre at c, the angular parts about the origin; gamma is what
 * its accelerations a and alpha leave, g included. */
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

/* Joint coordinates: front wheel, steering, rear wheel, then velocity and turn of the frame. */
static inline void bare_accelerations(const struct bare_bicycle *b, const double *y,
                                      struct mech_rate *rate, double *lambda)
{
    struct bare_pose R = bare_pose(y), B = bare_pose(y + 12), H = bare_pose(y + 24),
                     F = bare_pose(y + 36);
    /* places from the centre of the frame, speeds of the joints */
    struct vec cR = mat_turn(&B.R, b->B_to_R), cS = mat_turn(&B.R, b->B_to_S);
    struct vec SH = mat_turn(&H.R, b->S_to_H), HF = mat_turn(&H.R, b->H_to_F);
    struct vec cH = vec_add(cS, SH), cF = vec_add(cH, HF);
    struct vec s = mat_turn(&H.R, b->s), aR = R.R.y, aF = F.R.y;
    double qR = vec_dot(vec_sub(R.W, B.W), aR), qS = vec_dot(vec_sub(H.W, B.W), s);
    struct vec WR = vec_along(B.W, qR, aR), WH = vec_along(B.W, qS, s);
    double qF = vec_dot(vec_sub(F.W, WH), aF);
    struct vec WF = vec_along(WH, qF, aF), vB = {y[18], y[19], y[20]};
    struct vec vR = vec_add(vB, vec_cross(B.W, cR)), vS = vec_add(vB, vec_cross(B.W, cS));
    struct vec vF = vec_add(vS, vec_cross(WH, vec_add(SH, HF)));
    /* accelerations at steady joint speeds */
    struct vec alR = vec_scale(qR, vec_cross(B.W, aR)), alH = vec_scale(qS, vec_cross(B.W, s));
    struct vec alF = vec_along(alH, qF, vec_cross(WH, aF)), acR = bare_cross2(B.W, cR);
    struct vec acS = bare_cross2(B.W, cS);
    struct vec acH = vec_add(acS, vec_add(vec_cross(alH, SH), bare_cross2(WH, SH)));
    struct vec acF = vec_add(acH, vec_add(vec_cross(alH, HF), bare_cross2(WH, HF)));
    /* forces and torques left */
    struct sym JB = bare_turned(&B.R, &b->J_B), JH = bare_turned(&H.R, &b->J_H);
    struct vec fR = vec_scale(-b->m_R, acR), fH = vec_scale(-b->m_H, acH);
    struct vec fF = vec_scale(-b->m_F, acF), fB = {0, 0, -b->m_B * b->g};
    fR.z -= b->m_R * b->g, fH.z -= b->m_H * b->g, fF.z -= b->m_F * b->g;
    struct vec tB = vec_cross(sym_times(&JB, B.W), B.W);
    struct vec tR = vec_sub(vec_cross(bare_round(b->A_R, b->C_R, aR, WR), WR),
                            bare_round(b->A_R, b->C_R, aR, alR));
    struct vec tH = vec_sub(vec_cross(sym_times(&JH, WH), WH), sym_times(&JH, alH));
    struct vec tF = vec_sub(vec_cross(bare_round(b->A_F, b->C_F, aF, WF), WF),
                            bare_round(b->A_F, b->C_F, aF, alF));
    /* what hangs on each joint, about the frame's centre */
    double mHF = b->m_H + b->m_F, m = mHF + b->m_R + b->m_B;
    struct vec hR = vec_scale(b->m_R, cR), hF = vec_scale(b->m_F, cF);
    struct vec hHF = vec_along(hF, b->m_H, cH), h = vec_add(hHF, hR);
    struct sym IR = bare_moved(bare_round_matrix(b->A_R, b->C_R, aR), b->m_R, cR);
    struct sym IF = bare_moved(bare_round_matrix(b->A_F, b->C_F, aF), b->m_F, cF);
    struct sym IHF = bare_sum(bare_moved(JH, b->m_H, cH), IF);
    struct sym I = bare_sum(bare_sum(JB, IHF), IR);
    struct vec TR = vec_add(tR, vec_cross(cR, fR)), TF = vec_add(tF, vec_cross(cF, fF));
    struct vec FHF = vec_add(fH, fF), THF = vec_add(vec_add(tH, vec_cross(cH, fH)), TF);
    struct vec FA = vec_add(vec_add(fB, FHF), fR), TA = vec_add(vec_add(tB, THF), TR);
    /* mass matrix, lower triangle, and right side: frame first, then the joints */
    struct vec uF = vec_cross(cF, aF), uS = vec_cross(cS, s), uR = vec_cross(cR, aR);
    struct vec pF = vec_add(vec_scale(b->m_F, uF), vec_cross(aF, hF));
    struct vec lF = vec_add(sym_times(&IF, aF), vec_cross(hF, uF));
    struct vec pS = vec_add(vec_scale(mHF, uS), vec_cross(s, hHF));
    struct vec lS = vec_add(sym_times(&IHF, s), vec_cross(hHF, uS));
    struct vec pR = vec_add(vec_scale(b->m_R, uR), vec_cross(aR, hR));
    struct vec lR = vec_add(sym_times(&IR, aR), vec_cross(hR, uR));
    double M[BARE_N * BARE_N] = {0}, Y[BARE_C + 1][BARE_N] = {{0}}, S[BARE_C * BARE_C];
    M[0] = vec_dot(aF, lF) + vec_dot(uF, pF);
    M[9] = vec_dot(s, lF) + vec_dot(uS, pF);
    M[10] = vec_dot(s, lS) + vec_dot(uS, pS);
    M[20] = vec_dot(aR, lR) + vec_dot(uR, pR);
    const double columns[3][6] = {{pF.x, pF.y, pF.z, lF.x, lF.y, lF.z},
                                  {pS.x, pS.y, pS.z, lS.x, lS.y, lS.z},
                                  {pR.x, pR.y, pR.z, lR.x, lR.y, lR.z}};
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 3; j++)
            M[(3 + i) * 9 + j] = columns[j][i];
    M[3 * 9 + 3] = M[4 * 9 + 4] = M[5 * 9 + 5] = m;
    M[6 * 9 + 4] = -h.z, M[6 * 9 + 5] = h.y, M[7 * 9 + 3] = h.z;
    M[7 * 9 + 5] = -h.x, M[8 * 9 + 3] = -h.y, M[8 * 9 + 4] = h.x;
    M[6 * 9 + 6] = I.xx, M[7 * 9 + 6] = I.xy, M[7 * 9 + 7] = I.yy;
    M[8 * 9 + 6] = I.xz, M[8 * 9 + 7] = I.yz, M[8 * 9 + 8] = I.zz;
    double *Q = Y[BARE_C];
    Q[0] = vec_dot(aF, TF) + vec_dot(uF, fF);
    Q[1] = vec_dot(s, THF) + vec_dot(uS, FHF);
    Q[2] = vec_dot(aR, TR) + vec_dot(uR, fR);
    bare_put(Q + 3, FA, TA);
    /* contacts */
    struct vec d[6], e[6];
    double x[6];
    bare_wheel(&R, b->r_R, cR, vR, WR, acR, alR, Y, d, e, x);
    bare_wheel(&F, b->r_F, cF, vF, WF, acF, alF, Y + 3, d + 3, e + 3, x + 3);
    for (int k = 0; k < 3; k++) {
        struct vec eR = {Y[k][6], Y[k][7], Y[k][8]}, eF = {Y[k + 3][6], Y[k + 3][7], Y[k + 3][8]};
        Y[k][2] = vec_dot(aR, eR) + vec_dot(uR, d[k]);
        Y[k + 3][0] = vec_dot(aF, eF) + vec_dot(uF, d[k + 3]);
        Y[k + 3][1] = vec_dot(s, eF) + vec_dot(uS, d[k + 3]);
    }
    bare_cholesky(M, BARE_N);
    for (int i = 0; i <= BARE_C; i++)
        bare_forward(M, BARE_N, Y[i]);
    for (int i = 0; i < BARE_C; i++) {
        for (int k = 0; k < BARE_N; k++)
            x[i] += Y[i][k] * Q[k];
        for (int j = 0; j <= i; j++) {
            double sum = 0;
            for (int k = 0; k < BARE_N; k++)
                sum += Y[i][k] * Y[j][k];
            S[i * BARE_C + j] = sum;
        }
    }
    bare_cholesky(S, BARE_C);
    bare_forward(S, BARE_C, x);
    bare_backward(S, BARE_C, x);
    for (int i = 0; i < BARE_C; i++)
        for (int k = 0; k < BARE_N; k++)
            Q[k] -= x[i] * Y[i][k];
    bare_backward(M, BARE_N, Q);
    /* accelerations */
    struct vec a = {Q[3], Q[4], Q[5]}, al = {Q[6], Q[7], Q[8]};
    struct vec dR = vec_along(al, Q[2], aR), dH = vec_along(al, Q[1], s);
    struct vec dF = vec_along(dH, Q[0], aF), xR = vec_add(a, vec_cross(al, cR));
    struct vec xH = vec_add(vec_add(a, vec_cross(al, cS)), vec_cross(dH, SH));
    struct vec xF = vec_add(xH, vec_cross(dH, HF));
    rate[0] = (struct mech_rate){vec_add(acR, xR), mat_turn_back(&R.R, vec_add(alR, dR))};
    rate[1] = (struct mech_rate){a, mat_turn_back(&B.R, al)};
    rate[2] = (struct mech_rate){vec_add(acH, xH), mat_turn_back(&H.R, vec_add(alH, dH))};
    rate[3] = (struct mech_rate){vec_add(acF, xF), mat_turn_back(&F.R, vec_add(alF, dF))};
    /* hinges */
    fR = vec_along(fR, -b->m_R, xR), fH = vec_along(fH, -b->m_H, xH);
    fF = vec_along(fF, -b->m_F, xF);
    tR = vec_sub(tR, bare_round(b->A_R, b->C_R, aR, dR));
    tF = vec_sub(tF, bare_round(b->A_F, b->C_F, aF, dF));
    tH = vec_sub(tH, sym_times(&JH, dH));
    for (int k = 0; k < 3; k++) {
        fR = vec_along(fR, -x[k], d[k]), tR = vec_along(tR, -x[k], e[k]);
        fF = vec_along(fF, -x[k + 3], d[k + 3]), tF = vec_along(tF, -x[k + 3], e[k + 3]);
    }
    fH = vec_add(fH, fF);
    tH = vec_add(tH, vec_add(tF, vec_cross(HF, fF)));
    struct vec tS = vec_add(tH, vec_cross(SH, fH)), side = mat_turn(&B.R, b->s_b);
    bare_put(lambda, fR, (struct vec){vec_dot(tR, B.R.x), -vec_dot(tR, B.R.z), fH.x});
    lambda[6] = fH.y, lambda[7] = fH.z;
    lambda[8] = vec_dot(tS, side), lambda[9] = -vec_dot(tS, B.R.y);
    lambda[10] = fF.x, lambda[11] = fF.y, lambda[12] = fF.z;
    lambda[13] = vec_dot(tF, H.R.x), lambda[14] = -vec_dot(tF, H.R.z);
    for (int i = 0; i < 6; i++)
        lambda[15 + i] = x[i];
}

#endif
