/* SPDX-License-Identifier: MIT */
#include "tyre/inside.h"

void tyre_motion_of(const struct tyre_place *at, const double velocity[3], const double turning[3],
                    double mu, struct tyre_motion *m)
{
    double b = at->radius - at->crown, e = at->sin_camber, spin = turning[1] / at->cos_camber;
    double yaw = turning[2] - e * spin;
    *m = (struct tyre_motion){.radius = at->radius,
                              .deflection = b * at->cos_camber + at->crown - at->height,
                              .rate = -(velocity[2] + b * e * turning[0]),
                              .mu = mu,
                              .sin_camber = e,
                              .forward = velocity[0] - yaw * b * e,
                              .spin = spin,
                              .side = velocity[1] + turning[0] * at->height,
                              .turn = turning[2]};
}

void tyre_wrench(const struct tyre_place *at, const struct tyre_result *r, double force[3],
                 double torque[3])
{
    double arm = (at->radius - at->crown) * at->sin_camber, R_e = r->rolling_radius;
    double about_axle =
        r->force[0] * (arm * at->sin_camber - R_e) + (r->rolling + r->camber_rolling) * R_e;
    force[0] = r->force[0], force[1] = r->force[1], force[2] = r->load;
    torque[0] = r->load * arm + r->force[1] * at->height + r->over;
    torque[1] = about_axle / at->cos_camber;
    torque[2] = r->align - r->force[0] * arm;
}

struct tyre_arms tyre_arms_of(const struct tyre_place *at, double R_e)
{
    double arm = (at->radius - at->crown) * at->sin_camber;
    return (struct tyre_arms){arm, (arm * at->sin_camber - R_e) / at->cos_camber, at->height,
                              R_e / at->cos_camber};
}

void tyre_slip(const struct tyre_motion *m, const struct tyre_result *r, double *ratio,
               double *tan_angle)
{
    double speed = num_hypot(r->slip[0], r->slip[1]);
    double v = num_fmax(fabs(m->forward), speed / FORMULA_MOST_SLIP);
    *ratio = v > 0 ? -r->slip[0] / v : 0;
    *tan_angle = v > 0 ? r->slip[1] / v : 0;
}
