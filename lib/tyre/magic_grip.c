/* SPDX-License-Identifier: MIT */
/* Transients of the Magic Formula: its steady forces in series with the springs of the carcass. */
#include "tyre/inside.h"

/* All bristles of a brush slide if its slip times its slip stiffness is above this times its
 * largest friction force (Fiala; psi = 1 in docs/theory/tyre). */
#define ALL_SLIDE 3

int tyre_direction(const struct tyre_contact *at)
{
    return at->forward + at->rolled < 0 ? -1 : 1;
}

/* Set all but the weight. */
static void find_aim(const struct tyre_contact *at, struct tyre_aim *aim)
{
    double S = at->direction ? at->direction : tyre_direction(at);
    double speed = sqrt(at->slip[0] * at->slip[0] + at->slip[1] * at->slip[1]);
    double v = S * num_fmax(S * at->forward, speed / FORMULA_MOST_SLIP);
    *aim = (struct tyre_aim){.direction = S, .speed = speed, .reference = fabs(v)};
    if (v != 0)
        aim->kappa = -at->slip[0] / v, aim->tan_alpha = at->slip[1] / v;
}

static void formula_slip(const struct tyre_contact *at, const struct tyre_aim *aim,
                         struct magic_slip *slip)
{
    double S = aim->direction;
    *slip = (struct magic_slip){at->radius,     at->load,      at->mu,           aim->kappa,
                                aim->tan_alpha, S * at->gamma, S * at->sin_gamma};
}

double tyre_formula_slip(const struct tyre_contact *at, struct magic_slip *slip)
{
    struct tyre_aim aim;
    find_aim(at, &aim);
    formula_slip(at, &aim, slip);
    return aim.direction;
}

/* Steady state to which the transient forces relax, with the symbols of docs/theory/tyre. */
struct target {
    double F[2], size;   /* F_s, |F_s| */
    double stiffness[2]; /* K_x, |K_y| */
    double most;         /* F_p */
    double speed;        /* |v_s| */
    double slope[2];     /* -dF_s/dv_s times `reference`, by components */
    double reference;    /* of tyre_aim; DBL_MAX at rest */
};

static struct target target_of(const struct magic_forces *steady, const struct tyre_aim *aim)
{
    double S = aim->direction;
    struct target target = {.F = {S * steady->force[0], S * steady->force[1]},
                            .stiffness = {fabs(steady->stiffness[0]), fabs(steady->stiffness[1])},
                            .most = num_fmax(fabs(steady->peak[0]), fabs(steady->peak[1])),
                            .speed = aim->speed,
                            .slope = {steady->slope[0], -steady->slope[1]},
                            .reference = aim->reference > 0 ? aim->reference : DBL_MAX};
    target.size = sqrt(target.F[0] * target.F[0] + target.F[1] * target.F[1]);
    return target;
}

/* |F| from which on the tyre slides: the peak F_p, and beyond the slip at which all bristles of a
 * brush would slide the steady force, which has passed its peak. */
static double sliding_force(const struct target *target, const double *v, double way)
{
    double x = target->stiffness[0] * v[0], y = target->stiffness[1] * v[1];
    int all = sqrt(x * x + y * y) > ALL_SLIDE * target->most * way;
    return all ? num_fmin(target->most, target->size) : target->most;
}

static double smoothstep(double x)
{
    double y = num_fmax(0, num_fmin(1, x));
    return y * y * (3 - 2 * y);
}

/* Return S, between 0 (the patch sticks) and 1 (it slides). g: force of a sticking patch. */
static double sliding_part(const struct target *target, const double *v, const double *g)
{
    double against = -(target->F[0] * v[0] + target->F[1] * v[1]) / target->speed;
    if (against <= 0)
        return 1;
    double size = sqrt(g[0] * g[0] + g[1] * g[1]), S = smoothstep(4 * size / against - 3);
    double c = size > 0 ? -(g[0] * v[0] + g[1] * v[1]) / (size * target->speed) : 0;
    return c >= 0 ? S : S * (1 - c * c * against / target->size);
}

/* Weight beta of the steady state, between 0 (sticking) and 1 (rolling or sliding). */
static double steady_weight(const struct target *target, const double *v, const double *g,
                            double way)
{
    if (target->speed == 0)
        return way > 0 ? 1 : 0;
    double ratio = target->speed * target->stiffness[1] / (way * target->most);
    double rho = way > 0 ? 1 / (1 + ratio * ratio) : 0;
    return rho + (1 - rho) * sliding_part(target, v, g);
}

/* Return -dA/dv, by which the slope of the force is multiplied. Below 1, its value while the patch
 * sticks, the derivative is not used: it may be negative, because the formula drives some slips. */
static double grip_yield(const struct tyre_contact *at, double derivative)
{
    return at->keeps ? 1 : num_fmax(1, derivative);
}

/* Set the force and the rate of the deflections, u' = A - B F. */
static void set_force(const struct tyre *t, const struct tyre_contact *at,
                      const struct target *target, const double *bend, double way,
                      struct tyre_grip *grip)
{
    const double *v = at->slip, time = t->time[TYRE_ALONG_X] + at->step;
    double g[2], A[2], B[2], slide = target->speed / target->most;
    for (int k = 0; k < 2; k++)
        g[k] = t->K[k] * (bend[k] - time * v[k]);
    double beta = at->keeps ? at->aim.weight : steady_weight(target, v, g, way);
    grip->aim.weight = beta;
    for (int k = 0; k < 2; k++) {
        double roll = way / target->stiffness[k], rate = beta * sqrt(roll * roll + slide * slide);
        A[k] = rate * target->F[k] - (1 - beta) * v[k];
        B[k] = rate + (1 - beta) * roll;
        grip->force[k] = t->K[k] * (bend[k] + time * A[k]) / (1 + time * t->K[k] * B[k]);
        grip->rate[k] = A[k] - B[k] * grip->force[k];
        double yields = grip_yield(at, 1 - beta + rate / target->reference * target->slope[k]);
        grip->slope[k] = yields * t->K[k] * time / (1 + time * t->K[k] * B[k]);
        grip->free[k] = (bend[k] / time + A[k]) / yields + v[k];
    }
    double most = num_fmax(target->most, target->size);
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
    double time = t->time[TYRE_ALONG_X] + at->step;
    *grip = (struct tyre_grip){.sigma = 1, .aim = at->aim};
    if (!at->keeps)
        find_aim(at, &grip->aim);
    if (at->mu * at->load < TYRE_LEAST_FRICTION) {
        for (int k = 0; k < 2; k++) {
            grip->rate[k] = -bend[k] / time, grip->patch[k] = at->slip[k] + grip->rate[k];
            grip->slope[k] = t->K[k] * time, grip->free[k] = bend[k] / time;
        }
        return;
    }
    formula_slip(at, &grip->aim, &slip);
    magic_limited(&t->magic, &slip, &steady);
    struct target target = target_of(&steady, &grip->aim);
    set_force(t, at, &target, bend, fabs(renewed), grip);
    for (int k = 0; k < 2; k++)
        grip->patch[k] = at->slip[k] + grip->rate[k];
    grip->limit = target.most;
    grip->full = sliding_force(&target, at->slip, fabs(renewed));
    grip->cut = num_fmax(target.most, target.size);
    grip->target = steady.align;
    grip->sigma = target.stiffness[1] / t->K[TYRE_ACROSS_Y];
    grip->most = num_fmax(0.375 * t->half_length * grip->cut, fabs(steady.align));
}
