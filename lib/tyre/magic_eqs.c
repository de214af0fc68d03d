/* SPDX-License-Identifier: MIT */
/* The equation numbers are those of Pacejka 2012, (4.E1) to (4.E78). All factors zeta (turn slip)
 * are 1, and all epsilon (added to divisors) are 0. */
#include "num/elementary.h"
#include "tyre/magic.h"

/* Quantities that both pure and combined slip use. */
struct common {
    double df, g, gg;               /* df_z, sin(gamma) and its square */
    double K_x, D_x, F_x0, slope_x; /* pure longitudinal slip; slope_x: dF_x0/dkappa */
    double tan_alpha, kappa;
};

/* Results of pure side slip; slope_y: dF_y0/dtan_alpha. */
struct side {
    double K_y, D_y, B_yC_y, S_Hy, S_Vy, F_y0, slope_y;
};

static inline double sign(double x)
{
    return (x > 0) - (x < 0);
}

static inline double cos_atan(double x)
{
    return 1 / sqrt(1 + x * x);
}

/* atan(B x - E (B x - atan B x)) with E <= 1 */
static inline double curved(double B, double E, double x)
{
    double Bx = B * x;
    return num_atan(Bx - num_fmin(E, 1) * (Bx - num_atan(Bx)));
}

/* D sin(C A(x)), where A is curved(), and its derivative by x */
struct curve {
    double value, slope;
};

static inline struct curve sine_of(double D, double C, double B, double E, double x)
{
    double Bx = B * x, least = num_fmin(E, 1), inner = Bx - least * (Bx - num_atan(Bx));
    struct sine_cosine both = num_sincos(C * num_atan(inner));
    double inner_slope = B * (1 - least + least / (1 + Bx * Bx));
    return (struct curve){D * both.sin, D * both.cos * C * inner_slope / (1 + inner * inner)};
}

/* cos(C A(x + s))/cos(C A(s)) */
static inline double weight(double C, double B, double E, double x, double s)
{
    return num_cos(C * curved(B, E, x + s)) / num_cos(C * curved(B, E, s));
}

/* Pure longitudinal slip, (4.E9) to (4.E18) */
static void pure_along(const struct magic *c, const struct magic_slip *s, struct common *p)
{
    double df = p->df, N = s->load, gamma = s->gamma;
    double S_Hx = c->phx1 + c->phx2 * df;                                           /* (4.E17) */
    double k_x = s->kappa + S_Hx;                                                   /* (4.E10) */
    double C_x = c->pcx1;                                                           /* (4.E11) */
    double mu_x = (c->pdx1 + c->pdx2 * df) * (1 - c->pdx3 * gamma * gamma) * s->mu; /* (4.E13) */
    double D_x = mu_x * N;                                                          /* (4.E12) */
    double E_x =
        (c->pex1 + df * (c->pex2 + df * c->pex3)) * (1 - c->pex4 * sign(k_x)); /* (4.E14) */
    double K_x = N * (c->pkx1 + c->pkx2 * df) * num_exp(c->pkx3 * df);         /* (4.E15) */
    double B_x = K_x / (C_x * D_x);                                            /* (4.E16) */
    double S_Vx = N * (c->pvx1 + c->pvx2 * df) * s->mu;                        /* (4.E18) */
    struct curve sine = sine_of(D_x, C_x, B_x, E_x, k_x);
    p->F_x0 = sine.value + S_Vx; /* (4.E9) */
    p->slope_x = sine.slope;
    p->K_x = K_x, p->D_x = D_x;
}

/* Pure side slip, (4.E19) to (4.E30), at a camber whose sine is g. In MF-Tyre 5.2 the camber shifts
 * S_Hy by PHY3. */
static void pure_side(const struct magic *c, const struct magic_slip *s, double df, double g,
                      struct side *p)
{
    double gg = g * g, N = s->load;
    double load_ratio = N * c->inverse_load / (c->pky2 + c->pky5 * gg);
    double K_y =
        c->pky1 * (1 - c->pky3 * fabs(g)) * num_sin(c->pky4 * num_atan(load_ratio)); /* (4.E25) */
    double mu_y = (c->pdy1 + c->pdy2 * df) * (1 - c->pdy3 * gg) * s->mu;             /* (4.E23) */
    double D_y = mu_y * N;                                                           /* (4.E22) */
    double S_Vyg = N * (c->pvy3 + c->pvy4 * df) * g * s->mu;                         /* (4.E28) */
    double K_yg0 = N * (c->pky6 + c->pky7 * df);                                     /* (4.E30) */
    double shift = c->formula == TYRE_MF52 ? c->phy3 * g : (K_yg0 * g - S_Vyg) / K_y;
    double S_Hy = c->phy1 + c->phy2 * df + shift;               /* (4.E27) */
    double S_Vy = N * (c->pvy1 + c->pvy2 * df) * s->mu + S_Vyg; /* (4.E29) */
    double a_y = s->tan_alpha + S_Hy;                           /* (4.E20) */
    double E_y = (c->pey1 + c->pey2 * df) *
                 (1 + c->pey5 * gg - (c->pey3 + c->pey4 * g) * sign(a_y)); /* (4.E24) */
    double C_y = c->pcy1;                                                  /* (4.E21) */
    double B_y = K_y / (C_y * D_y);                                        /* (4.E26) */
    struct curve sine = sine_of(D_y, C_y, B_y, E_y, a_y);
    p->F_y0 = sine.value + S_Vy; /* (4.E19) */
    p->slope_y = sine.slope;
    p->K_y = K_y, p->D_y = D_y, p->B_yC_y = B_y * C_y, p->S_Hy = S_Hy, p->S_Vy = S_Vy;
}

/* Weight G_xa of F_x under combined slip, (4.E51) to (4.E57) */
static double weight_along(const struct magic *c, const struct common *p)
{
    double B_xa = (c->rbx1 + c->rbx3 * p->gg) * cos_atan(c->rbx2 * p->kappa); /* (4.E54) */
    double C_xa = c->rcx1;                                                    /* (4.E55) */
    double E_xa = c->rex1 + c->rex2 * p->df;                                  /* (4.E56) */
    double S_Hxa = c->rhx1;                                                   /* (4.E57) */
    return weight(C_xa, B_xa, E_xa, p->tan_alpha, S_Hxa);                     /* (4.E51, 52) */
}

/* Weight G_yk of F_y under combined slip, (4.E59) to (4.E65) */
static double weight_side(const struct magic *c, const struct common *p)
{
    double B_yk =
        (c->rby1 + c->rby4 * p->gg) * cos_atan(c->rby2 * (p->tan_alpha - c->rby3)); /* (4.E62) */
    double C_yk = c->rcy1;                                                          /* (4.E63) */
    double E_yk = c->rey1 + c->rey2 * p->df;                                        /* (4.E64) */
    double S_Hyk = c->rhy1 + c->rhy2 * p->df;                                       /* (4.E65) */
    return weight(C_yk, B_yk, E_yk, p->kappa, S_Hyk); /* (4.E59, 60) */
}

/* S_Vyk, the side force that the slip ratio causes, (4.E66) and (4.E67) */
static double induced_side(const struct magic *c, const struct common *p, double D_y)
{
    double D_Vyk = D_y * (c->rvy1 + c->rvy2 * p->df + c->rvy3 * p->g) *
                   cos_atan(c->rvy4 * p->tan_alpha);                /* (4.E67) */
    return D_Vyk * num_sin(c->rvy5 * num_atan(c->rvy6 * p->kappa)); /* (4.E66) */
}

/* Return the tangent of the equivalent slip angle under combined slip, with its sign: (4.E77, 78)
 * without the atan. */
static double with_kappa(double tan_a, double ratio, double kappa)
{
    double along = ratio * kappa;
    return sqrt(tan_a * tan_a + along * along) * sign(tan_a);
}

static inline double tan_of(double a)
{
    struct sine_cosine both = num_sincos(a);
    return both.sin / both.cos;
}

/* Trail t under combined slip, (4.E33) to (4.E35), (4.E40) to (4.E44), (4.E73). */
static double trail(const struct magic *c, const struct magic_slip *s, const struct common *p,
                    double ratio)
{
    double df = p->df, g = p->g, gamma = s->gamma;
    double S_Ht = c->qhz1 + c->qhz2 * df + (c->qhz3 + c->qhz4 * df) * g; /* (4.E35) */
    double a_t = s->tan_alpha + S_Ht;                                    /* (4.E34) */
    double B_t = (c->qbz1 + df * (c->qbz2 + df * c->qbz3)) *
                 (1 + c->qbz4 * gamma + c->qbz5 * fabs(gamma)) / s->mu; /* (4.E40) */
    double C_t = c->qcz1;                                               /* (4.E41) */
    double D_t = s->load * s->radius * (c->qdz1 + c->qdz2 * df) *
                 (1 + gamma * (c->qdz3 + gamma * c->qdz4)); /* (4.E42, 43) */
    double E_t =
        (c->qez1 + df * (c->qez2 + df * c->qez3)) *
        (1 + (c->qez4 + c->qez5 * g) * (2 / NUM_PI) * num_atan(B_t * C_t * a_t)); /* (E44) */
    double a_teq = num_atan(with_kappa(tan_of(a_t), ratio, p->kappa));            /* (4.E77) */
    return D_t * num_cos(C_t * curved(B_t, E_t, a_teq)) * cos_atan(s->tan_alpha); /* (4.E73) */
}

/* Residual moment M_zr, (4.E36) to (4.E38), (4.E45) to (4.E47), (4.E75). */
static double residual_moment(const struct magic *c, const struct magic_slip *s,
                              const struct common *p, const struct side *y, double ratio)
{
    double df = p->df, g = p->g;
    double a_r = s->tan_alpha + y->S_Hy + y->S_Vy / y->K_y; /* (4.E37, 38) */
    double B_r = c->qbz9 / s->mu + c->qbz10 * y->B_yC_y;    /* (4.E45) */
    double D_r =
        s->load * s->radius * s->mu * num_cos(s->tan_alpha) *
        (c->qdz6 + c->qdz7 * df +
         (c->qdz8 + c->qdz9 * df + (c->qdz10 + c->qdz11 * df) * fabs(g)) * g); /* (4.E47) */
    double a_req = num_atan(with_kappa(tan_of(a_r), ratio, p->kappa));         /* (4.E78) */
    return D_r * cos_atan(B_r * a_req);                                        /* (4.E36, 75) */
}

/* Aligning moment, (4.E71) to (4.E76). In MF-Tyre 5.2 the trail acts on the side force with camber,
 * in MF-Tyre 6.1 on the side force without camber. */
static double moment(const struct magic *c, const struct magic_slip *s, const struct common *p,
                     const struct side *y, double G_yk, const double *force)
{
    struct side upright = *y;
    double ratio = p->K_x / y->K_y;
    if (c->formula != TYRE_MF52)
        pure_side(c, s, p->df, 0, &upright);
    double F_yt = G_yk * upright.F_y0;           /* (4.E74) */
    double M_zt = -trail(c, s, p, ratio) * F_yt; /* (4.E72) */
    double M_zr = residual_moment(c, s, p, y, ratio);
    double lever = s->radius * (c->ssz1 + c->ssz2 * force[1] +
                                (c->ssz3 + c->ssz4 * p->df) * s->gamma); /* (4.E76) */
    return M_zt + M_zr + lever * force[0];                               /* (4.E71) */
}

void magic_steady(const struct magic *c, const struct magic_slip *s, struct magic_forces *result)
{
    struct common p = {.df = s->load * c->inverse_load - 1, /* (4.E2) */
                       .g = s->sin_gamma,                   /* (4.E4) */
                       .gg = s->sin_gamma * s->sin_gamma,
                       .tan_alpha = s->tan_alpha,
                       .kappa = s->kappa};
    struct side y;
    pure_along(c, s, &p);
    pure_side(c, s, p.df, p.g, &y);
    double G_xa = weight_along(c, &p), G_yk = weight_side(c, &p);
    result->force[0] = p.F_x0 * G_xa;                              /* (4.E50) */
    result->force[1] = G_yk * y.F_y0 + induced_side(c, &p, y.D_y); /* (4.E58) */
    result->slope[0] = p.slope_x * G_xa, result->slope[1] = y.slope_y * G_yk;
    result->align = moment(c, s, &p, &y, G_yk, result->force);
    result->stiffness[0] = p.K_x, result->stiffness[1] = y.K_y;
    result->peak[0] = p.D_x, result->peak[1] = y.D_y;
}

/* Overturning moment, (4.E69), extended as in the manual of MF-Tyre 6.1. */
double magic_over(const struct magic *c, double radius, double load, double side, double gamma)
{
    double f_z = load / c->own_load, f_y = side / c->own_load, size = fabs(gamma);
    double squared = c->qsx6 * f_z * (c->qsx6 * f_z);
    double by_load = c->qsx4 * num_cos(c->qsx5 * num_atan(squared)) *
                     num_sin(c->qsx7 * gamma + c->qsx8 * num_atan(c->qsx9 * f_y));
    double M = c->qsx1 - gamma * (c->qsx2 + c->qsx12 * size) + c->qsx3 * f_y + by_load +
               c->qsx10 * num_atan(c->qsx11 * f_z) * gamma;
    return radius * (load * M + side * (c->qsx13 + c->qsx14 * size));
}

/* Rolling resistance, (4.E70); in MF-Tyre 5.2 without the last three factors. QSY1 to QSY6 contain
 * the scale factor and the pressure; QSY3 and QSY4 contain the powers of the reference speed. */
double magic_roll(const struct magic *c, double radius, double load, double along, double speed,
                  double gamma)
{
    double f_z = load / c->own_load, square = speed * speed;
    double M = c->qsy1 + c->qsy2 * along + c->qsy3 * speed + c->qsy4 * (square * square);
    if (c->formula == TYRE_MF52)
        return -radius * load * M;
    M += (c->qsy5 + c->qsy6 * f_z) * gamma * gamma;
    return -radius * c->own_load * M * num_pow(f_z, c->qsy7);
}
