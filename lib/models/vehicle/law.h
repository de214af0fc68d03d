/* SPDX-License-Identifier: MIT */
/* Properties of the laws of wheels, so that other files need not compare laws. */
#ifndef VEHICLE_LAW_H
#define VEHICLE_LAW_H

struct vehicle_law {
    const char *name;
    int lifts;     /* the contact may open; its mode is open, stick or slip */
    int rolls;     /* it never slips, however large the force */
    int saturates; /* its friction is the smooth law of friction/saturated.c, in all states */
    int stays;     /* the contact never opens, even if the ground has to pull */
    int loads; /* its force depends on the state alone and is a load without rows; its mode is open
                  or closed */
};

/* Laws by the value of param.<wheel>.law. */
extern const struct vehicle_law vehicle_laws[];

#endif
