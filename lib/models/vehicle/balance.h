/* SPDX-License-Identifier: MIT */
/* Declarations shared by the files of static equilibrium. */
#ifndef VEHICLE_BALANCE_H
#define VEHICLE_BALANCE_H

#include "models/vehicle/vehicle.h"

struct balance {
    struct vehicle_eval *m;
    double *y;                 /* state of the model: the deflections of tyres are written there */
    size_t n, frictions, rows; /* number of speeds; 2 contacts + joints; the larger of both */
    size_t contacts;           /* largest number of contacts; on the plane one for each wheel */
    double *friction; /* friction forces of contacts along their tangents, or of tyres along their
                       * axes; then of brakes on their joints */
    double *place, *kept, *opposite; /* states of the linkage */
    double *acceleration;            /* n: at the present position, under the present friction */
    double *changed_acceleration; /* n: at another position or under other friction, to compare */
    /* n x n: derivatives of accelerations with respect to the position, which the left singular
     * vectors then replace; right singular vectors; n: singular values. The first `rank` count as
     * stiffness. The other right singular vectors are the free motions. */
    double *stiffness, *right, *sigma;
    size_t rank;
    double rounding; /* m; of places */
    double step;     /* m or rad; step of central differences, whose error is about its square */
    /* n x n: the part of each unit move that balance_touch() undoes, as a column; all of a move
     * along the ground or of a held joint */
    double *undone;
    int holds_brakes; /* joints that only a brake can hold keep their places */
    double *required; /* n: accelerations that a move or friction must cause */
    double *move;     /* n: next move */
    double *raw_move; /* n: move before its undone part is left out; or the move that was done */
    /* see balance_friction.c: */
    double *amount;          /* n: factors of the columns of friction_basis */
    double *before, *weight; /* frictions: earlier ones; square roots of weights */
    double *slip;            /* rows x n: slips of contacts in free motions */
    double *slip_basis;      /* rows x n: independent slips, first of brakes and then of contacts */
    double *friction_basis;  /* frictions x n: `basis_count` columns of independent frictions */
    size_t basis_count;
    double *effect;                  /* n x n: accelerations by the columns of friction_basis */
    double *slip_right, *slip_sigma; /* n x n, n */
    /* on a terrain: */
    double home[2], yaw; /* place along the ground and heading at the start */
    double *touched;     /* state of the linkage on its contacts, before the root returns home */
    double *way_home;    /* speeds that return the root to `home` and `yaw` in a unit of time */
    int *dropped;        /* contacts that would have to pull and that their wheels do not need */
};

/* Lay out the arrays in memory; returns the number of doubles. */
size_t balance_lay_out(struct balance *, const struct linkage *, double *memory);

/* Compute the accelerations of the present state under the forces in b->friction; the wheels stay
 * on the ground. */
int32_t balance_accelerate(struct balance *, double *acceleration);
/* Set b->friction so that it stops the accelerations in directions without stiffness: the least
 * forces of the contacts, with any torques of the brakes, and then the least torques. Both act as
 * dampers of free motions. The first b->rank columns of b->stiffness span the directions with
 * stiffness. Sets b->acceleration. */
int32_t balance_set_friction(struct balance *);

/* True for speeds that the search leaves at zero: of the root along the ground, of its heading, and
 * with b->holds_brakes of joints that have a brake but no spring of their own. */
int balance_keeps(const struct balance *, size_t speed);
/* Project the state onto the closed contacts. The root and kept joints then return to their given
 * places, as far as the contacts allow. */
int32_t balance_touch(struct balance *);
/* Call this first: store the place and heading of the state as the given ones. */
void balance_set_home(struct balance *);
/* On a terrain: find the contacts of the placed state. Each wheel has at least one, the place that
 * is nearest. *changed counts contacts that are new, have ended or have passed on to another
 * feature. WD_OK, or a failure and why. */
int32_t balance_find_contacts(struct balance *, size_t *changed);
/* On a terrain, in balance: drop the contact with the largest pull (negative normal force) among
 * those that their wheels can do without. Returns 0 if there is none. */
int balance_drop_contact(struct balance *);

/* True if the contact may carry a load: it is closed, or its wheel is on a tyre. */
int balance_is_closed(const struct balance *, size_t contact);
/* N; sum of the magnitudes of the normal forces, as a reference for rounding. */
double balance_weight(const struct balance *);
/* N; normal force of a closed contact, below 0 if the ground pulls. *most: the largest friction
 * force (N) that it allows. */
double balance_load(const struct balance *, size_t contact, double *most);

/* Upper bound of the magnitude of balance.friction[k], as far as it is known without the loads: for
 * a brake its capacity; for a contact INFINITY if it is closed and has friction, otherwise 0. */
double balance_most(const struct balance *, size_t k);
/* m/s2 or rad/s2; accelerations up to this count as zero. */
double balance_rest_limit(const struct balance *);
/* m/s2 or rad/s2; largest of the accelerations b->acceleration. */
double balance_acceleration(const struct balance *);
/* Return NULL if the search has converged and all accelerations are zero to rounding, otherwise an
 * error text about the part that accelerates most. */
const char *balance_judge_rest(const struct balance *, int converged);
/* Return NULL if the ground pulls at no contact and all friction forces of contacts and brakes are
 * within their limits; otherwise an error text about a part for which this is not true. */
const char *balance_judge_forces(const struct balance *);

#endif
