/* SPDX-License-Identifier: MIT */
/* The law of tyres written by hand for one tyre: brush model and MF-Tyre 6.1, directly from the
 * equations, without precomputation, with the library's elementary functions. */
#ifndef BARE_TYRE_H
#define BARE_TYRE_H

#include <math.h>

#include "num/elementary.h"
#include "tyre/coefficients.h"

struct bare_tyre {
    struct tyre_numbers n;
    double R_0;
};

struct bare_state {
    double d, rate, mu, gamma, Vx, spin, vsy, Wz, u[4];
};

struct bare_forces {
    double N, F[2], Mz, Mx, P, du[4];
};

struct bare_formula {
    double F[2], Mz, Kx, Ky, Dx, Dy;
};

static inline double bare_sign(double x)
{
    return (x > 0) - (x < 0);
}

static inline double bare_curve(double B, double E, double x)
{
    double Bx = B * x;
    return num_atan(Bx - (E < 1 ? E : 1) * (Bx - num_atan(Bx)));
}

static inline double bare_weight(double C, double B, double E, double x, double s)
{
    return num_cos(C * bare_curve(B, E, x + s)) / num_cos(C * bare_curve(B, E, s));
}

static inline double bare_side(const struct tyre_numbers *n, double N, double mu, double ta,
                               double g, double *Ky, double *Dy, double *BC, double *SH, double *SV)
{
    double Fz0 = n->lfzo * n->nominal_load, df = N / Fz0 - 1,
           pi = n->pressure / n->nominal_pressure - 1;
    *Ky = n->pky1 * Fz0 * (1 + n->ppy1 * pi) * (1 - n->pky3 * fabs(g)) * n->lky *
          num_sin(n->pky4 * num_atan(N / Fz0 / ((n->pky2 + n->pky5 * g * g) * (1 + n->ppy2 * pi))));
    double Sg = N * (n->pvy3 + n->pvy4 * df) * g * n->lkyc * n->lmuy * mu;
    double Kg = N * (n->pky6 + n->pky7 * df) * (1 + n->ppy5 * pi) * n->lkyc;
    *SH = (n->phy1 + n->phy2 * df) * n->lhy + (Kg * g - Sg) / *Ky;
    *SV = N * (n->pvy1 + n->pvy2 * df) * n->lvy * n->lmuy * mu + Sg;
    *Dy = (n->pdy1 + n->pdy2 * df) * (1 + n->ppy3 * pi + n->ppy4 * pi * pi) *
          (1 - n->pdy3 * g * g) * n->lmuy * mu * N;
    double a = ta + *SH, C = n->pcy1 * n->lcy, B = *Ky / (C * *Dy);
    double E = (n->pey1 + n->pey2 * df) *
               (1 + n->pey5 * g * g - (n->pey3 + n->pey4 * g) * bare_sign(a)) * n->ley;
    *BC = B * C;
    return *Dy * num_sin(C * bare_curve(B, E, a)) + *SV;
}

static inline void bare_formula(const struct bare_tyre *t, double N, double mu, double k, double ta,
                                double gamma, struct bare_formula *f)
{
    const struct tyre_numbers *n = &t->n;
    double g = num_sin(gamma), Fz0 = n->lfzo * n->nominal_load, df = N / Fz0 - 1;
    double pi = n->pressure / n->nominal_pressure - 1, R = t->R_0;
    double Cx = n->pcx1 * n->lcx;
    f->Dx = (n->pdx1 + n->pdx2 * df) * (1 + n->ppx3 * pi + n->ppx4 * pi * pi) *
            (1 - n->pdx3 * gamma * gamma) * n->lmux * mu * N;
    f->Kx = N * (n->pkx1 + n->pkx2 * df) * num_exp(n->pkx3 * df) *
            (1 + n->ppx1 * pi + n->ppx2 * pi * pi) * n->lkx;
    double kx = k + (n->phx1 + n->phx2 * df) * n->lhx;
    double Ex =
        (n->pex1 + n->pex2 * df + n->pex3 * df * df) * (1 - n->pex4 * bare_sign(kx)) * n->lex;
    double Fx0 = f->Dx * num_sin(Cx * bare_curve(f->Kx / (Cx * f->Dx), Ex, kx)) +
                 N * (n->pvx1 + n->pvx2 * df) * n->lvx * n->lmux * mu;
    double BC, SH, SV, K0, D0, BC0, SH0, SV0;
    double Fy0 = bare_side(n, N, mu, ta, g, &f->Ky, &f->Dy, &BC, &SH, &SV);
    double Fy00 = bare_side(n, N, mu, ta, 0, &K0, &D0, &BC0, &SH0, &SV0);
    double Bx = (n->rbx1 + n->rbx3 * g * g) * num_cos(num_atan(n->rbx2 * k)) * n->lxal;
    f->F[0] = Fx0 * bare_weight(n->rcx1, Bx, n->rex1 + n->rex2 * df, ta, n->rhx1);
    double By = (n->rby1 + n->rby4 * g * g) * num_cos(num_atan(n->rby2 * (ta - n->rby3))) * n->lyka;
    double G = bare_weight(n->rcy1, By, n->rey1 + n->rey2 * df, k, n->rhy1 + n->rhy2 * df);
    f->F[1] = G * Fy0 + f->Dy * (n->rvy1 + n->rvy2 * df + n->rvy3 * g) *
                            num_cos(num_atan(n->rvy4 * ta)) *
                            num_sin(n->rvy5 * num_atan(n->rvy6 * k)) * n->lvyka;
    double at = ta + n->qhz1 + n->qhz2 * df + (n->qhz3 + n->qhz4 * df) * g,
           ar = ta + SH + SV / f->Ky, ratio = f->Kx / f->Ky * k;
    double tt = num_sin(at) / num_cos(at), tr = num_sin(ar) / num_cos(ar);
    double teq = num_atan(sqrt(tt * tt + ratio * ratio)) * bare_sign(at);
    double req = num_atan(sqrt(tr * tr + ratio * ratio)) * bare_sign(ar);
    double Bt = (n->qbz1 + n->qbz2 * df + n->qbz3 * df * df) *
                (1 + n->qbz4 * gamma + n->qbz5 * fabs(gamma)) * n->lky / (n->lmuy * mu);
    double Dt = (n->qdz1 + n->qdz2 * df) * (1 - n->ppz1 * pi) *
                (1 + n->qdz3 * gamma + n->qdz4 * gamma * gamma) * N * R / Fz0 * n->ltr;
    double Et = (n->qez1 + n->qez2 * df + n->qez3 * df * df) *
                (1 + (n->qez4 + n->qez5 * g) * 2 / NUM_PI * num_atan(Bt * n->qcz1 * at));
    double trail =
        Dt * num_cos(n->qcz1 * bare_curve(Bt, Et, teq)) * num_cos(num_atan(ta)) * n->lfzo;
    double Dr =
        N * R *
        ((n->qdz6 + n->qdz7 * df) * n->lres +
         ((n->qdz8 + n->qdz9 * df) * (1 + n->ppz2 * pi) + (n->qdz10 + n->qdz11 * df) * fabs(g)) *
             g * n->lkzc) *
        n->lmuy * mu * num_cos(ta);
    double Br = n->qbz9 * n->lky / (n->lmuy * mu) + n->qbz10 * BC;
    double s = R *
               (n->ssz1 + n->ssz2 * f->F[1] / n->nominal_load + (n->ssz3 + n->ssz4 * df) * gamma) *
               n->ls;
    f->Mz = -trail * G * Fy00 + Dr * num_cos(num_atan(Br * req)) + s * f->F[0];
}

static inline double bare_over(const struct bare_tyre *t, double N, double Fy, double gamma)
{
    const struct tyre_numbers *n = &t->n;
    double pi = n->pressure / n->nominal_pressure - 1, fz = N / n->nominal_load;
    double fy = Fy / n->nominal_load;
    return t->R_0 * n->lmx *
           (N * (n->qsx1 * n->lvmx - n->qsx2 * gamma * (1 + n->ppmx1 * pi) -
                 n->qsx12 * gamma * fabs(gamma) + n->qsx3 * fy +
                 n->qsx4 * num_cos(n->qsx5 * num_atan(n->qsx6 * fz * n->qsx6 * fz)) *
                     num_sin(n->qsx7 * gamma + n->qsx8 * num_atan(n->qsx9 * fy)) +
                 n->qsx10 * num_atan(n->qsx11 * fz) * gamma) +
            Fy * (n->qsx13 + n->qsx14 * fabs(gamma)));
}

static inline double bare_roll(const struct bare_tyre *t, double N, double Fx, double V,
                               double gamma)
{
    const struct tyre_numbers *n = &t->n;
    double v = V / n->reference_speed, fz = N / n->nominal_load;
    return -t->R_0 * n->nominal_load * n->lmy *
           (n->qsy1 + n->qsy2 * Fx / n->nominal_load + n->qsy3 * v + n->qsy4 * v * v * v * v +
            (n->qsy5 + n->qsy6 * fz) * gamma * gamma) *
           num_pow(fz, n->qsy7) * num_pow(n->pressure / n->nominal_pressure, n->qsy8);
}

/* Compute w_r, P and u_r'. */
static inline double bare_rolling(double kr, double U, double tr, double Vr, double u, double *P,
                                  double *du)
{
    double e = u - tr * Vr;
    if (fabs(e) <= U) {
        *P = kr * e, *du = -Vr;
        return 0;
    }
    e = e > 0 ? U : -U;
    *P = kr * e, *du = (e - u) / tr;
    double w = Vr + *du;
    return Vr > 0 ? fmin(fmax(w, 0), 2 * Vr) : fmax(fmin(w, 0), 2 * Vr);
}

static inline void bare_twist(double K, double tc, double pace, double target, double most,
                              double Wz, double u, double *M, double *du)
{
    *M = (K * (u - tc * Wz) + tc * pace * target) / (1 + tc * pace);
    *du = -Wz - pace * (*M - target) / K;
    if (fabs(*M) > most) {
        *M = copysign(most, *M);
        *du = (*M / K - u) / tc;
    }
}

static inline void bare_brush(const struct bare_tyre *t, const struct bare_state *s,
                              struct bare_forces *f)
{
    const struct tyre_numbers *n = &t->n;
    double K[] = {n->forward_stiffness, n->side_stiffness}, tc = n->carcass_time;
    f->N = fmax(0, n->vertical_stiffness * s->d + n->vertical_stiffening * s->d * s->d +
                       n->vertical_damping * s->rate);
    double Re = t->R_0 - n->rolling_share * s->d, Vr = Re * s->spin, most = s->mu * f->N;
    double sg = -n->camber_stiffness / n->cornering_stiffness * num_sin(s->gamma);
    double w =
        fabs(bare_rolling(n->rolling_resistance * n->vertical_stiffness,
                          f->N / n->vertical_stiffness, 100 * tc, Vr, s->u[3], &f->P, &f->du[3]));
    double v[] = {s->Vx - Vr, s->vsy - sg * w}, g[2], p[2], y = 0, lambda = 0, size, chi = 3;
    double C[] = {n->slip_stiffness * f->N, n->cornering_stiffness * f->N};
    for (int k = 0; k < 2; k++)
        g[k] = K[k] * (s->u[k] - tc * v[k]), p[k] = tc * K[k] * w / C[k];
    if (sqrt(pow(g[0] / (1 + 3 * p[0]), 2) + pow(g[1] / (1 + 3 * p[1]), 2)) < most) {
        double step = 1, a = g[0] / (1 + p[0]), b = g[1] / (1 + p[1]);
        y = 1 - sqrt(a * a + b * b) / (3 * most);
        for (int i = 0; i < 60 && fabs(step) > 1e-9; i++) {
            chi = 3 / (1 + y + y * y);
            a = g[0] / (1 + p[0] * chi), b = g[1] / (1 + p[1] * chi), size = sqrt(a * a + b * b);
            double slope = (a * a * p[0] / (1 + p[0] * chi) + b * b * p[1] / (1 + p[1] * chi)) /
                           size * chi * chi * (1 + 2 * y) / 3;
            step = (size - most * (1 - y * y * y)) / (slope + 3 * most * y * y);
            y -= step;
        }
        chi = 3 / (1 + y + y * y);
    } else
        for (int i = 0; i < 60; i++) {
            double q[] = {1 + 3 * p[0] + tc * K[0] * lambda, 1 + 3 * p[1] + tc * K[1] * lambda};
            double a = g[0] / q[0], b = g[1] / q[1];
            size = sqrt(a * a + b * b);
            double step = (size / most - 1) * size * size /
                          (a * a * tc * K[0] / q[0] + b * b * tc * K[1] / q[1]);
            lambda += step;
            if (fabs(step) <= 1e-9 * lambda)
                break;
        }
    double patch = 0;
    for (int k = 0; k < 2; k++) {
        double A = w / C[k] * chi + lambda;
        f->F[k] = g[k] / (1 + tc * K[k] * A);
        f->du[k] = -A * f->F[k] - v[k];
        patch += A * f->F[k] * A * f->F[k];
    }
    bare_twist(n->turning_stiffness, tc, (w + sqrt(patch)) / n->half_length,
               -n->half_length * y * y * y / (1 + y + y * y) * f->F[1],
               0.375 * n->half_length * most, s->Wz, s->u[2], &f->Mz, &f->du[2]);
    f->Mx = 0;
}

static inline void bare_magic(const struct bare_tyre *t, const struct bare_state *s,
                              struct bare_forces *f)
{
    const struct tyre_numbers *n = &t->n;
    double K[] = {n->forward_stiffness, n->side_stiffness}, tc = n->carcass_time,
           F0 = n->nominal_load, kz = n->vertical_stiffness;
    f->N =
        fmax(0, kz * s->d + n->vertical_stiffening * s->d * s->d + n->vertical_damping * s->rate);
    double Re = t->R_0 * n->q_re0 -
                F0 / kz * (n->dreff * num_atan(n->breff * f->N / F0) + n->freff * f->N / F0);
    double Vr = Re * s->spin, v[] = {s->Vx - Vr, s->vsy}, speed = sqrt(v[0] * v[0] + v[1] * v[1]);
    double kr = -bare_roll(t, F0, 0, 0, 0) / t->R_0 * kz / F0;
    double most =
        fmax(0, -bare_roll(t, f->N, K[0] * s->u[0] * (s->u[3] - 100 * tc * Vr > 0 ? -1 : 1),
                           fabs(s->Vx), s->gamma)) /
        Re;
    double w = fabs(bare_rolling(kr, most / kr, 100 * tc, Vr, s->u[3], &f->P, &f->du[3]));
    double S = s->Vx + Vr < 0 ? -1 : 1, V = S * fmax(S * s->Vx, speed / 1.5);
    struct bare_formula a;
    bare_formula(t, f->N, s->mu, -v[0] / V, v[1] / V, S * s->gamma, &a);
    double C[] = {fabs(a.Kx), fabs(a.Ky)}, Fp = fmax(fabs(a.Dx), fabs(a.Dy)), g[2];
    double Fs = sqrt(a.F[0] * a.F[0] + a.F[1] * a.F[1]);
    for (int k = 0; k < 2; k++)
        a.F[k] *= S, g[k] = K[k] * (s->u[k] - tc * v[k]);
    double ratio = speed * C[1] / (w * Fp), rho = w > 0 ? 1 / (1 + ratio * ratio) : 0, slides = 1;
    double against = -(a.F[0] * v[0] + a.F[1] * v[1]) / speed;
    if (against > 0) {
        double size = sqrt(g[0] * g[0] + g[1] * g[1]);
        double x = fmax(0, fmin(1, 4 * size / against - 3));
        double c = -(g[0] * v[0] + g[1] * v[1]) / (size * speed);
        slides = x * x * (3 - 2 * x) * (c >= 0 ? 1 : 1 - c * c * against / Fs);
    }
    double beta = rho + (1 - rho) * slides, cut = fmax(Fp, Fs), A[2], B[2];
    for (int k = 0; k < 2; k++) {
        double L = beta * sqrt(pow(w / C[k], 2) + pow(speed / Fp, 2));
        A[k] = L * a.F[k] - (1 - beta) * v[k], B[k] = L + (1 - beta) * w / C[k];
        f->F[k] = K[k] * (s->u[k] + tc * A[k]) / (1 + tc * K[k] * B[k]);
        f->du[k] = A[k] - B[k] * f->F[k];
    }
    double size = sqrt(f->F[0] * f->F[0] + f->F[1] * f->F[1]);
    for (int k = 0; k < 2 && size > cut; k++)
        f->F[k] *= cut / size, f->du[k] = (f->F[k] / K[k] - s->u[k]) / tc;
    double x = v[0] + f->du[0], y = v[1] + f->du[1];
    bare_twist(n->turning_stiffness, tc, (w + sqrt(x * x + y * y)) / (C[1] / K[1]), a.Mz,
               fmax(0.375 * n->half_length * cut, fabs(a.Mz)), s->Wz, s->u[2], &f->Mz, &f->du[2]);
    f->Mx = bare_over(t, f->N, f->F[1], s->gamma);
}

#endif
