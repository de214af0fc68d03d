/* SPDX-License-Identifier: MIT */
/* Laws of wheels: what a law says of one contact, so that other files need not know its name. */
#ifndef VEHICLE_LAW_H
#define VEHICLE_LAW_H

struct vehicle_law {
    const char *name;
    int lifts;     /* the contact may open; its mode is open, stick or slip */
    int rolls;     /* it never slips, whatever force that takes */
    int saturates; /* its friction is the smooth law of friction/saturated.c, in all states */
    int stays;     /* the contact never opens, whatever force that takes */
    int loads; /* its force is a load by the state alone, without rows; its mode is open or not */
};

/* Laws by the value of param.<wheel>.law. */
extern const struct vehicle_law vehicle_laws[];

#endif
