/* SPDX-License-Identifier: MIT */
/* Reuse of results that depend only on the positions of a state: positions, orientations and
 * inertias of bodies (here: the places), the factor of the mass matrix, the rows with their matrix,
 * and the independent rows among them. A projection, right-hand sides, guards and outputs often
 * need these results at the same positions, with other speeds and loads; so do steps of equal
 * length of a machine at rest. Reused results have the bits that a new computation would give.
 *
 * Each result is built on the one before it in struct linkage_pose, so a result that is replaced
 * invalidates those after it. On ground other than the plane nothing is reused, because the
 * functions of such ground have a state of their own. */
#ifndef LINKAGE_POSE_H
#define LINKAGE_POSE_H

#include "mech/linkage.h"

struct linkage_pose {
    double *place;       /* positions of the state: of the root, of the joints */
    size_t *asked;       /* active rows in the order in which they were selected */
    int placed;          /* 1: the places in struct linkage_work are those at `place` */
    int factored;        /* 1: and its factor is that of a step of length `span` at these places,
                            without added stiffness and damping; span 0: that of linkage_factor() */
    double span;         /* s */
    size_t rows;         /* and the first `rows` numbers in work->number have rows; 0: none */
    int coupled;         /* 1: and work->matrix is the matrix of these rows */
    int lacks_matrix;    /* 1: work->matrix has not been computed for the selected rows */
    int ranked;          /* 1: and linkage_rank() has ordered the active rows `asked` */
    size_t active, rank; /* numbers of active and of independent rows, if `ranked` */
    int is_part;         /* 1: work->upper is without its columns of dependent rows */
    int shared;          /* 1: and linkage_share() found `forces` for these accelerations `free` */
    double *free, *forces; /* rows */
};

/* Number of doubles of a pose for a linkage with at most so many rows. */
size_t linkage_pose_doubles(const struct linkage *, size_t rows);
/* Lay out a pose in memory; none of its results is valid yet. */
struct linkage_pose *linkage_pose_carve(const struct linkage *, size_t rows, double *memory);

/* True if the places in the working memory are those of this state. */
int linkage_pose_is_at(const struct linkage *, const double *state, const struct linkage_work *);

/* Record that the places in the working memory are those of this state. On ground other than the
 * plane this has no effect. */
void linkage_pose_set(const struct linkage *, const double *state, struct linkage_work *);

/* Record that the order of the rows is about to be replaced; then that their matrix is, the factor,
 * or the places. */
static inline void linkage_pose_lose_order(struct linkage_work *work)
{
    work->pose->ranked = work->pose->shared = 0;
}

static inline void linkage_pose_lose_matrix(struct linkage_work *work)
{
    work->pose->coupled = 0;
    linkage_pose_lose_order(work);
}

static inline void linkage_pose_lose_factor(struct linkage_work *work)
{
    work->pose->factored = 0;
    work->pose->rows = 0;
    linkage_pose_lose_matrix(work);
}

static inline void linkage_pose_lose_places(struct linkage_work *work)
{
    work->pose->placed = 0;
    linkage_pose_lose_factor(work);
}

/* Store forces that linkage_share() has found without dependences, if the order of the rows is
 * known. */
void linkage_pose_keep_forces(struct linkage_work *, const double *force);
/* Set force and work->settled to the results stored for this work->free: 1; 0: there are none. */
int linkage_pose_recall_forces(struct linkage_work *, double *force);

#endif
