/* SPDX-License-Identifier: MIT */
#include "mech/linkage_pose.h"

#include <string.h>

#include "num/carver.h"

/* Positions of the root: its place and quaternion, which are the first states. */
enum { ROOT = LINKAGE_VELOCITY };

size_t linkage_pose_doubles(const struct linkage *linkage, size_t rows)
{
    return WORDS_OF(struct linkage_pose) + ROOT + linkage_joints(linkage) +
           WORDS(rows * sizeof(size_t));
}

struct linkage_pose *linkage_pose_carve(const struct linkage *linkage, size_t rows, double *memory)
{
    struct linkage_pose *pose = (struct linkage_pose *)(void *)memory;
    (void)rows;
    double *place = memory + WORDS_OF(struct linkage_pose);
    *pose = (struct linkage_pose){
        .place = place,
        .asked = (size_t *)(void *)(place + ROOT + linkage_joints(linkage)),
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
