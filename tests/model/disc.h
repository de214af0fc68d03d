/* SPDX-License-Identifier: MIT */
/* Preset disc of kind vehicle, compared with a torus_wheel of the same shape. */
#ifndef MODEL_DISC_H
#define MODEL_DISC_H

#include "torus.h"
#include "vehicle.h"

/* Rates of the yaw, roll and pitch angles of the disc, in rad/s. */
struct rates {
    double yaw, roll, pitch;
};

static inline struct rates rates_of(const wd_model *disc)
{
    double pitch = out(disc, "disc", "pitch"), roll = out(disc, "disc", "roll");
    double wx = out(disc, "disc", "wx"), wz = out(disc, "disc", "wz");
    double yaw_rate = (cos(pitch) * wz - sin(pitch) * wx) / cos(roll);
    return (struct rates){yaw_rate, cos(pitch) * wx + sin(pitch) * wz,
                          out(disc, "disc", "wy") - yaw_rate * sin(roll)};
}

/* Return the preset disc with the position, angles and rates of the torus, and the velocity W x r
 * of rolling. */
static inline wd_model *disc_like(const wd_model *torus)
{
    wd_model *disc = make("vehicle", "disc");
    double a = get(torus, "param.tube_radius"), b = get(torus, "param.ring_radius");
    double roll = get(torus, "state.lean") - upright, yaw = get(torus, "state.precession");
    double yaw_rate = get(torus, "state.precession_rate"), spin = -get(torus, "state.spin_rate");
    double roll_rate = get(torus, "state.lean_rate"), y = -b * sin(roll), z = a + b * cos(roll);
    double wy = spin * cos(roll), wz = yaw_rate + spin * sin(roll);
    set(disc, "param.gravity", get(torus, "param.gravity"));
    set(disc, "init.disc.yaw", yaw);
    set(disc, "init.disc.roll", roll);
    set(disc, "init.disc.x", get(torus, "state.x") - y * sin(yaw));
    set(disc, "init.disc.y", get(torus, "state.y") + y * cos(yaw));
    set(disc, "init.disc.z", z - get(disc, "param.disc.z"));
    set(disc, "init.disc.roll_rate", roll_rate);
    set(disc, "init.disc.pitch_rate", spin + yaw_rate * sin(roll));
    set(disc, "init.disc.yaw_rate", yaw_rate * cos(roll));
    set(disc, "init.disc.forward", wy * z - wz * y);
    set(disc, "init.disc.left", -roll_rate * z);
    set(disc, "init.disc.up", roll_rate * y);
    return disc;
}

/* Return the largest difference between disc and torus: contact point, angles, rates, contact
 * forces and energies, relative where the value of the torus exceeds 1. */
static inline double disc_error(const wd_model *disc, const wd_model *torus)
{
    struct rates rate = rates_of(disc);
    double turn = out(disc, "disc", "pitch") + get(torus, "state.spin"), worst = 0;
    double got[] = {out(disc, "edge", "contact_x"),
                    out(disc, "edge", "contact_y"),
                    out(disc, "disc", "roll"),
                    rate.yaw,
                    rate.roll,
                    rate.pitch,
                    out(disc, "edge", "normal_force"),
                    out(disc, "edge", "forward_force"),
                    out(disc, "edge", "side_force"),
                    get(disc, "output.kinetic_energy"),
                    get(disc, "output.potential_energy")};
    double want[] = {get(torus, "state.x"),
                     get(torus, "state.y"),
                     get(torus, "state.lean") - upright,
                     get(torus, "state.precession_rate"),
                     get(torus, "state.lean_rate"),
                     -get(torus, "state.spin_rate"),
                     get(torus, "output.normal_force"),
                     get(torus, "output.reaction_longitudinal"),
                     get(torus, "output.reaction_lateral"),
                     get(torus, "output.kinetic_energy"),
                     get(torus, "output.potential_energy")};
    for (size_t i = 0; i < sizeof got / sizeof *got; i++)
        worst = fmax(worst, fabs(got[i] - want[i]) / fmax(1, fabs(want[i])));
    worst = fmax(worst, fabs(sin(turn / 2)));
    return fmax(worst, fabs(sin((out(disc, "disc", "yaw") - get(torus, "state.precession")) / 2)));
}

#endif
