/* SPDX-License-Identifier: MIT */
#include "mech/linkage_pose.h"

#include <string.h>

#include "num/carver.h"

/* Positions of the root: its place and quaternion, which are the first states. */
enum { ROOT = LINKAGE_VELOCITY };

size_t linkage_pose_doubles(const struct linkage *linkage, size_t rows)
{
    return WORDS_OF(struct linkage_pose) + ROOT + linkage_joints(linkage) + 2 * rows +
           WORDS(rows * sizeof(size_t));
}

struct linkage_pose *linkage_pose_carve(const struct linkage *linkage, size_t rows, double *memory)
{
    struct linkage_pose *pose = (struct linkage_pose *)(void *)memory;
    double *place = memory + WORDS_OF(struct linkage_pose);
    double *free = place + ROOT + linkage_joints(linkage);
    *pose = (struct linkage_pose){
        .place = place,
        .free = free,
        .forces = free + rows,
        .asked = (size_t *)(void *)(free + 2 * rows),
    };
    return pose;
}

int linkage_pose_is_at(const struct linkage *linkage, const double *state,
                       const struct linkage_work *work)
{
    const struct linkage_pose *pose = work->pose;
    if (!pose->placed || work->ground || memcmp(pose->place, state, ROOT * sizeof *state) != 0)
        return 0;
    for (size_t j = 0; j < linkage_joints(linkage); j++)
        if (memcmp(pose->place + ROOT + j, state + LINKAGE_JOINT + 2 * j, sizeof *state) != 0)
            return 0;
    return 1;
}

void linkage_pose_set(const struct linkage *linkage, const double *state, struct linkage_work *work)
{
    struct linkage_pose *pose = work->pose;
    memcpy(pose->place, state, ROOT * sizeof *state);
    for (size_t j = 0; j < linkage_joints(linkage); j++)
        pose->place[ROOT + j] = state[LINKAGE_JOINT + 2 * j];
    pose->placed = !work->ground;
}

void linkage_pose_keep_forces(struct linkage_work *work, const double *force)
{
    struct linkage_pose *pose = work->pose;
    pose->shared = pose->ranked;
    memcpy(pose->free, work->free, work->rows * sizeof *pose->free);
    memcpy(pose->forces, force, work->rows * sizeof *pose->forces);
}

int linkage_pose_recall_forces(struct linkage_work *work, double *force)
{
    const struct linkage_pose *pose = work->pose;
    if (!pose->shared || memcmp(pose->free, work->free, work->rows * sizeof *pose->free) != 0)
        return 0;
    memcpy(force, pose->forces, work->rows * sizeof *pose->forces);
    work->settled = 0;
    return 1;
}
