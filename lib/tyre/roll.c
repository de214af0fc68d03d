/* SPDX-License-Identifier: MIT */
/* The rolling element: the spring of rolling resistance in series with friction. Below the limit
 * the spring takes up all rolling. */
#include "tyre/inside.h"

double tyre_camber_slip(const struct tyre *t, double sin_camber)
{
    return t->form == TYRE_BRUSH ? -t->c_gam / t->c_y * sin_camber : 0;
}

int tyre_reacts(const struct tyre *t)
{
    return t->form == TYRE_BRUSH && t->c_gam != 0;
}

/* Force divided by stiffness of the spring, damping included, if the spring took up all rolling. */
static double stretched_of(const struct tyre *t, const struct tyre_contact *at, const double *bend)
{
    return bend[TYRE_ROLLED] - (t->time[TYRE_ROLLED] + at->step) * at->rolled;
}

/* Largest force of the rolling element. With brush it is proportional to the load. With magic it
 * depends also on speed, camber, the force along the wheel and the rolling direction. The rolling
 * direction is the one that the force of the element resists, not the sign of V_r: else the force
 * of a standing wheel would jump with the rounding of V_r. */
static double most_of(const struct tyre *t, const struct tyre_contact *at, const double *bend)
{
    if (t->form == TYRE_BRUSH)
        return t->f * at->load;
    double along = t->K[TYRE_ALONG_X] * bend[TYRE_ALONG_X];
    int backward = stretched_of(t, at, bend) > 0;
    double M_y = magic_roll(&t->magic, at->radius, at->load, backward ? -along : along,
                            fabs(at->forward), at->gamma);
    return num_fmax(0, -M_y) / at->rolling_radius;
}

static double median(double a, double b, double c)
{
    return num_fmax(num_fmin(a, b), num_fmin(num_fmax(a, b), c));
}

void tyre_roll(const struct tyre *t, const struct tyre_contact *at, const double *bend,
               struct tyre_roller *roller)
{
    double k = t->K[TYRE_ROLLED], time = t->time[TYRE_ROLLED] + at->step, u = bend[TYRE_ROLLED];
    double most = k > 0 ? most_of(t, at, bend) : 0, travel = k > 0 ? most / k : at->load / t->k_z;
    double stretched = stretched_of(t, at, bend);
    *roller = (struct tyre_roller){k * stretched, .rate = -at->rolled, .travel = travel,
                                   .most = most, .onset = (travel - fabs(u)) / time};
    if (fabs(stretched) <= travel)
        return;
    roller->piece = TYRE_PIECE_ROLLING + (stretched > 0 ? 0 : TYRE_PIECE_ROLLING_BACK);
    stretched = stretched > 0 ? travel : -travel;
    roller->force = k * stretched;
    roller->rate = (stretched - u) / time;
    double rest = at->rolled + roller->rate;
    roller->renewed = median(0, rest, 2 * at->rolled);
    roller->piece += roller->renewed == rest ? TYRE_PIECE_RENEWED : 0;
}
