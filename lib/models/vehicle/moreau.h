/* SPDX-License-Identifier: MIT */
/* Functions that the files of Moreau time stepping share. */
#ifndef VEHICLE_MOREAU_H
#define VEHICLE_MOREAU_H

#include "models/vehicle/vehicle.h"
#include "num/elementary.h"

#include <math.h>

/* Find the impulses of a step of length m->h along the chosen rows, in m->impulse, and apply them.
 * The evaluation must stand in the middle of the step, with the speeds before it in the state. Sets
 * the modes of wheels and brakes: WD_OK, or a failure. */
int32_t moreau_solve(struct vehicle_moment *);

/* The mode of an element's wheel or brake. */
static inline struct vehicle_grip *moreau_grip(const struct vehicle_moment *m,
                                               const struct friction_element *e)
{
    size_t number = m->work.number[e->row];
    return e->set == FRICTION_BAND ? &m->brake[linkage_joint_of(&m->v->linkage, number)]
                                   : &m->touch[number / 3];
}

/* True if all contacts stick and all brakes hold, or slide on, with the impulses of the last step,
 * from m->force; m->impulse has them then. moreau_goes_on() needs no matrix; moreau_holds()
 * corrects the impulses with one. */
int moreau_goes_on(struct vehicle_moment *, size_t count);
int moreau_holds(struct vehicle_moment *, size_t count);
/* If all elements stick: true if a distribution of the impulses holds them, first that of least
 * norm, then that with the largest margin. */
int moreau_holds_somehow(struct vehicle_moment *, size_t count);

#endif
