/* SPDX-License-Identifier: MIT */
/* Transients of the Magic Formula: its steady forces in series with the springs of the carcass. */
#include "tyre/inside.h"

double tyre_formula_slip(const struct tyre_contact *at, struct magic_slip *slip)
{
    double S = at->forward + at->rolled < 0 ? -1 : 1;
    double speed = sqrt(at->slip[0] * at->slip[0] + at->slip[1] * at->slip[1]);
    double v = S * num_fmax(S * at->forward, speed / FORMULA_MOST_SLIP);
    *slip =
        (struct magic_slip){at->radius, at->load, at->mu, 0, 0, S * at->gamma, S * at->sin_gamma};
    if (v != 0)
        slip->kappa = -at->slip[0] / v, slip->tan_alpha = at->slip[1] / v;
    return S;
}

/* Steady state to which the transient forces relax, with the symbols of docs/theory/tyre. */
struct aim {
    double F[2], size;   /* F_s, |F_s| */
    double stiffness[2]; /* K_x, |K_y| */
    double most;         /* F_p */
    double speed;        /* |v_s| */
};

static double smoothstep(double x)
{
    double y = num_fmax(0, num_fmin(1, x));
    return y * y * (3 - 2 * y);
}

/* Return S, between 0 (the patch sticks) and 1 (it slides). g: force of a sticking patch. */
static double sliding_part(const struct aim *aim, const double *v, const double *g)
{
    double against = -(aim->F[0] * v[0] + aim->F[1] * v[1]) / aim->speed;
    if (against <= 0)
        return 1;
    double size = sqrt(g[0] * g[0] + g[1] * g[1]), S = smoothstep(4 * size / against - 3);
    double c = size > 0 ? -(g[0] * v[0] + g[1] * v[1]) / (size * aim->speed) : 0;
    return c >= 0 ? S : S * (1 - c * c * against / aim->size);
}

/* Weight beta of the steady state, between 0 (sticking) and 1 (rolling or sliding). */
static double steady_weight(const struct aim *aim, const double *v, const double *g, double way)
{
    if (aim->speed == 0)
        return way > 0 ? 1 : 0;
    double ratio = aim->speed * aim->stiffness[1] / (way * aim->most);
    double rho = way > 0 ? 1 / (1 + ratio * ratio) : 0;
    return rho + (1 - rho) * sliding_part(aim, v, g);
}

/* Set the force and the rate of the deflections, u' = A - B F. */
static void set_force(const struct tyre *t, const struct aim *aim, const double *v,
                      const double *bend, double way, double time, struct tyre_grip *grip)
{
    double g[2], A[2], B[2], slide = aim->speed / aim->most;
    for (int k = 0; k < 2; k++)
        g[k] = t->K[k] * (bend[k] - time * v[k]);
    double beta = steady_weight(aim, v, g, way);
    for (int k = 0; k < 2; k++) {
        double roll = way / aim->stiffness[k], rate = beta * sqrt(roll * roll + slide * slide);
        A[k] = rate * aim->F[k] - (1 - beta) * v[k];
        B[k] = rate + (1 - beta) * roll;
        grip->force[k] = t->K[k] * (bend[k] + time * A[k]) / (1 + time * t->K[k] * B[k]);
        grip->rate[k] = A[k] - B[k] * grip->force[k];
        grip->slope[k] = t->K[k] * time / (1 + time * t->K[k] * B[k]);
        grip->free[k] = bend[k] / time + A[k] + v[k];
    }
    double most = num_fmax(aim->most, aim->size);
    double size = sqrt(grip->force[0] * grip->force[0] + grip->force[1] * grip->force[1]);
    grip->piece = size > most ? TYRE_PIECE_SLIDING : 0;
    if (size > most)
        for (int k = 0; k < 2; k++) {
            grip->force[k] *= most / size;
            grip->rate[k] = (grip->force[k] / t->K[k] - bend[k]) / time;
            grip->slope[k] *= most / size;
        }
}

void tyre_magic_grip(const struct tyre *t, const struct tyre_contact *at, const double *bend,
                     double renewed, struct tyre_grip *grip)
{
    struct magic_slip slip;
    struct magic_forces steady;
    double S = tyre_formula_slip(at, &slip), time = t->time[TYRE_ALONG_X] + at->step;
    *grip = (struct tyre_grip){.sigma = 1};
    if (at->mu * at->load < TYRE_LEAST_FRICTION) {
        for (int k = 0; k < 2; k++) {
            grip->rate[k] = -bend[k] / time, grip->patch[k] = at->slip[k] + grip->rate[k];
            grip->slope[k] = t->K[k] * time, grip->free[k] = bend[k] / time;
        }
        return;
    }
    magic_steady(&t->magic, &slip, &steady);
    struct aim aim = {.F = {S * steady.force[0], S * steady.force[1]},
                      .stiffness = {fabs(steady.stiffness[0]), fabs(steady.stiffness[1])},
                      .most = num_fmax(fabs(steady.peak[0]), fabs(steady.peak[1])),
                      .speed = sqrt(at->slip[0] * at->slip[0] + at->slip[1] * at->slip[1])};
    aim.size = sqrt(aim.F[0] * aim.F[0] + aim.F[1] * aim.F[1]);
    set_force(t, &aim, at->slip, bend, fabs(renewed), time, grip);
    for (int k = 0; k < 2; k++)
        grip->patch[k] = at->slip[k] + grip->rate[k];
    grip->limit = aim.most;
    grip->cut = num_fmax(aim.most, aim.size);
    grip->target = steady.align;
    grip->sigma = aim.stiffness[1] / t->K[TYRE_ACROSS_Y];
    grip->most = num_fmax(0.375 * t->half_length * grip->cut, fabs(steady.align));
}
