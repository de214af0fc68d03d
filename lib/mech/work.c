/* SPDX-License-Identifier: MIT */
#include "mech/mech.h"

enum {
    POSE = sizeof(struct mech_pose) / sizeof(double),
    ROW = sizeof(struct mech_row) / sizeof(double),
    RATE = sizeof(struct mech_rate) / sizeof(double)
};

size_t mech_doubles(const struct mech_system *system)
{
    size_t n = mech_rows(system);
    return system->bodies * (POSE + RATE) + n * (ROW + 3 + n) + mech_tree_doubles(system) +
           mech_pseudo_doubles(system);
}

struct mech_work mech_carve(const struct mech_system *system, double *memory)
{
    struct mech_work work;
    size_t n = mech_rows(system);
    work.pose = (struct mech_pose *)memory;
    memory += system->bodies * POSE;
    work.u = (struct mech_rate *)memory;
    memory += system->bodies * RATE;
    work.row = (struct mech_row *)memory;
    memory += n * ROW;
    work.lambda = memory;
    work.vector = work.lambda + n;
    work.first = (size_t *)(void *)(work.vector + n); /* a size_t is not longer than a double */
    work.matrix = work.vector + 2 * n;
    work.tree = work.matrix + n * n;
    work.pseudo = work.tree + mech_tree_doubles(system);
    return work;
}
