/* SPDX-License-Identifier: MIT */
#include "mech/linkage_parts.h"
#include "mech/linkage_pose.h"
#include "num/carver.h"

enum {
    LINK = WORDS_OF(struct linkage_link),
    SCREW = WORDS_OF(struct linkage_screw),
    ARM = WORDS_OF(struct linkage_arm),
    CONTACT = WORDS_OF(struct linkage_contact),
    ROW = WORDS_OF(struct linkage_row),
    BASE = 36,
};

/* Largest rank of the rows. */
static size_t most_independent(const struct linkage *linkage)
{
    size_t rows = linkage_most_rows(linkage), speeds = linkage_speeds(linkage);
    return rows < speeds ? rows : speeds;
}

size_t linkage_doubles(const struct linkage *linkage)
{
    size_t joints = linkage_joints(linkage), rows = linkage_most_rows(linkage);
    return linkage->bodies * (LINK + 2 * LINKAGE_INERTIA_DOUBLES + SCREW) + joints * ARM +
           linkage_contacts(linkage) * CONTACT + BASE + 4 * linkage_speeds(linkage) + joints +
           rows * (ROW + linkage_height(linkage) + 6 + rows + most_independent(linkage) + 5) +
           linkage_pose_doubles(linkage, rows);
}

size_t linkage_solver_doubles(const struct linkage *linkage)
{
    size_t rows = linkage_most_rows(linkage), rank = most_independent(linkage);
    /* lu, right and left of linkage_solver.h. In the place of the last two, linkage_least_begin()
     * has memory for rows that are all of contacts. */
    return rank * rank + 2 * linkage_most_sharing(linkage) * rows + 5 * rows;
}

/* Numbers of rows and columns are stored in the memory of doubles, which are at least as long. */
struct linkage_work linkage_carve(const struct linkage *linkage, double *memory, double *solver)
{
    struct linkage_work work = {0};
    size_t bodies = linkage->bodies, joints = linkage_joints(linkage),
           rows = linkage_most_rows(linkage);
    work.link = (struct linkage_link *)memory;
    memory += bodies * LINK;
    work.inertia = (struct linkage_inertia *)memory;
    memory += bodies * LINKAGE_INERTIA_DOUBLES;
    work.own = (struct linkage_inertia *)memory;
    memory += bodies * LINKAGE_INERTIA_DOUBLES;
    work.change = (struct linkage_screw *)memory;
    memory += bodies * SCREW;
    work.arm = (struct linkage_arm *)memory;
    memory += joints * ARM;
    work.contact = (struct linkage_contact *)memory;
    memory += linkage_contacts(linkage) * CONTACT;
    work.row = (struct linkage_row *)(void *)memory;
    memory += rows * ROW;
    work.base = memory;
    work.push = work.base + BASE;
    work.entries = work.push + linkage_speeds(linkage);
    work.speeds = work.entries + linkage_speeds(linkage);
    work.drive = work.speeds + linkage_speeds(linkage);
    work.column = (size_t *)(void *)(work.drive + linkage_speeds(linkage));
    work.y_base = work.drive + linkage_speeds(linkage) + joints;
    work.y_joint = work.y_base + 6 * rows;
    work.free = work.y_joint + rows * linkage_height(linkage);
    work.matrix = work.free + rows;
    work.upper = work.matrix + rows * rows;
    work.most = most_independent(linkage);
    work.scale = work.upper + work.most * rows;
    work.left = work.scale + rows;
    work.number = (size_t *)(void *)(work.left + rows);
    work.order = (size_t *)(void *)(work.left + 2 * rows);
    work.solver = solver;
    work.pose = linkage_pose_carve(linkage, rows, work.left + 3 * rows);
    for (size_t c = 0; c < linkage_contacts(linkage); c++) {
        work.contact[c].wheel = c < linkage->wheels ? c : 0;
        work.contact[c].frame[0] = (struct vec){0, 0, 1};
        work.contact[c].frame[1] = (struct vec){1, 0, 0};
        work.contact[c].frame[2] = (struct vec){0, 1, 0};
    }
    linkage_reset(linkage, &work);
    return work;
}

void linkage_reset(const struct linkage *linkage, struct linkage_work *work)
{
    work->ground = NULL;
    work->contacts = linkage->wheels;
    for (size_t j = 0; j < linkage_joints(linkage); j++)
        work->arm[j].stiffness = work->arm[j].damping = 0;
}
