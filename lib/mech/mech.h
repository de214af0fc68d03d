/* SPDX-License-Identifier: MIT */
/* Rigid bodies in a tree of revolute hinges, on wheels that roll without slip on level ground:
 *
 *     [M D^T] [u'    ]   [ f]
 *     [D  0 ] [lambda] = [-g]                                                        (10.2)
 *
 * after Schwab and Delhaes 2009, with their convective terms g of the wheels corrected. z is up.
 * The unknowns u are, for each body, the velocity of the centre of mass in space and the angular
 * velocity in body axes; the constraints exert the forces -D^T lambda. No allocation. */
#ifndef MECH_H
#define MECH_H

#include <stddef.h>
#include <stdint.h>

#include "num/vector.h"

/* ---- description of the machine ---- */

struct mech_body {
    double mass;
    struct sym inertia; /* about the centre of mass, in body axes */
    double per_mass;    /* 1/mass; this and the following are set by mech_plan() */
    struct sym inverse; /* inverse of the inertia */
    struct sym half;    /* lower triangle: inverse of the inertia's Cholesky factor */
};

/* The axis n is fixed in the child; the unit vectors a and b perpendicular to it, with n x a = b,
 * are fixed in the parent. All are in body axes. The hinge places are relative to the centres of
 * mass. */
struct mech_hinge {
    size_t parent, child;
    struct vec at_parent, at_child, n, a, b;
    size_t up; /* hinge of the parent, or the number of hinges; set by mech_plan() */
};

/* Disc about the y axis of its body, in the plane of the centre of mass. */
struct mech_wheel {
    size_t body;
    double radius; /* outermost radius */
    double crown;  /* radius of the tyre's cross-section: 0 for a knife edge */
    size_t up;     /* hinge of the body, or the number of hinges; set by mech_plan() */
};

/* Rows of D of one hinge or one wheel. */
struct mech_group {
    size_t rows, holonomic; /* numbers of all rows and of holonomic ones, which come first */
    size_t body[2];         /* for a wheel the same body twice */
    size_t first;           /* index of its first row */
    size_t reach;           /* first group, in elimination order, that shares a body with it */
    size_t start[2]; /* first row in the elimination order: among all rows, among holonomic rows */
};

/* The arrays belong to the caller. Hinges are ordered from the root outwards; each body except the
 * root is the child of exactly one hinge. Rows are numbered hinge by hinge (three of place, two of
 * direction), then wheel by wheel (vertical, forward, to the left). */
struct mech_system {
    size_t bodies, hinges, wheels;
    struct mech_body *body;
    struct mech_hinge *hinge;
    struct mech_wheel *wheel;
    double gravity;
    size_t root;              /* set by mech_plan() */
    struct mech_group *group; /* hinges + wheels in elimination order; set by mech_plan() */
};

/* Derive the fields that are marked "set by mech_plan()". Returns 0 if an inertia is not positive
 * definite, else 1. */
int mech_plan(struct mech_system *);

/* Number of rows of D. */
static inline size_t mech_rows(const struct mech_system *system)
{
    return 5 * system->hinges + 3 * system->wheels;
}

/* ---- motion ---- */

/* R = Rz(yaw) Rx(roll) Ry(pitch) transforms from body axes to space. */
struct mech_state {
    struct vec x;
    double yaw, roll, pitch;
    struct vec v, w; /* u: velocity in space, angular velocity in body axes */
};

/* Derivative of u of one body. */
struct mech_rate {
    struct vec v, w;
};

/* Force at the centre of mass, and torque, in space. */
struct mech_load {
    struct vec force, torque;
};

/* Torques about the hinges, positive on the child, and loads on the bodies in addition to
 * gravity. */
struct mech_drive {
    const double *hinge;
    const struct mech_load *body;
};

/* ---- working memory ---- */

/* Rotation and directions of a body, in space. */
struct mech_pose {
    struct mat R;
    struct vec heading, left; /* horizontal: rolling direction of a wheel, and to its left */
    double cos_roll, sin_roll;
    struct vec W;
};

/* One row of D, for the parent or the wheel's body, then the child. The angular part refers to
 * angular velocities in body axes, or to the rates of the angles. */
struct mech_row {
    struct vec linear[2], angular[2];
    double g;
    double violation; /* violation of the position constraint; 0 for nonholonomic rows */
};

/* Comments such as "rows x rows" are sizes of arrays. */
struct mech_work {
    struct mech_pose *pose;
    struct mech_row *row;
    struct mech_rate *u;
    double *lambda, *vector; /* rows each: multipliers, and scratch in elimination order */
    size_t *first;           /* rows */
    double *matrix;          /* rows x rows */
    double *tree, *pseudo;   /* scratch of mech_tree() and mech_pseudo() */
};

/* Number of doubles of the working memory. */
size_t mech_doubles(const struct mech_system *);
/* Lay out the working memory. */
struct mech_work mech_carve(const struct mech_system *, double *memory);

/* Compute work->pose, which all functions below require. */
void mech_place(const struct mech_system *, const struct mech_state *, struct mech_work *);

/* Return the rates of yaw (x), roll (y) and pitch (z), in rad/s. */
struct vec mech_angle_rates(const struct mech_pose *);

/* Compute work->row; its angular parts refer to angular velocities in body axes, or to the rates of
 * yaw, roll and pitch. */
enum { MECH_BODY_AXES, MECH_ANGLES };
void mech_constrain(const struct mech_system *, const struct mech_state *, int coordinates,
                    struct mech_work *);

/* ---- accelerations and multipliers ---- */

/* Three methods to compute u' and lambda, from work->pose: WD_OK or WD_ESINGULAR. */
typedef int32_t mech_solver(const struct mech_system *, const struct mech_state *,
                            const struct mech_drive *, struct mech_work *, struct mech_rate *,
                            double *lambda);
/* Recursive method in joint coordinates. Equal to (10.2) if positions and velocities satisfy the
 * constraints, and independent of violations of the hinge constraints otherwise. */
mech_solver mech_tree;
/* Solve (10.2) by a sparse Cholesky factorisation of D M^-1 D^T. */
mech_solver mech_range_space;
/* Solve (10.2) with the minimum-norm lambda if D is rank-deficient, by singular values of D M^-1/2.
 */
mech_solver mech_pseudo;

/* ---- internal ---- */

/* Compute three rows, with angular parts in space, of a wheel whose centre has this height and
 * velocity v; pose->W is its angular velocity. */
void mech_wheel_rows(const struct mech_wheel *, double height, struct vec v,
                     const struct mech_pose *, struct mech_row *row);

/* Sizes of work->tree and work->pseudo, in doubles. */
size_t mech_tree_doubles(const struct mech_system *);
size_t mech_pseudo_doubles(const struct mech_system *);

/* Compute f of (10.2): forces in space, torques in body axes. */
void mech_forces(const struct mech_system *, const struct mech_state *, const struct mech_drive *,
                 const struct mech_pose *, struct mech_rate *f);

/* Normal equations of work->row: N = D W^-1 D^T, with W = M or W = 1, for all rows or for the
 * holonomic ones. */
struct mech_normal {
    const struct mech_system *system;
    struct mech_work *work;
    int holonomic, by_mass;
};
/* Factor N in work->matrix; 0 if it is not positive definite. */
int mech_normal_factor(const struct mech_normal *);
/* lambda := N^-1 lambda, one number for each row; entries of rows that are not in N are not
 * changed. */
void mech_normal_solve(const struct mech_normal *, double *lambda);
/* Return D u for one row. */
double mech_row_product(const struct mech_group *, const struct mech_row *,
                        const struct mech_rate *u);
/* u := u - W^-1 D^T lambda */
void mech_push(const struct mech_normal *, const double *lambda, struct mech_rate *u);

/* ---- projection ---- */

/* Largest violations of position constraints (m, or 1 for directions) and of velocity constraints
 * (m/s, rad/s). */
struct mech_errors {
    double position, velocity;
};
struct mech_errors mech_errors(const struct mech_system *, const struct mech_state *,
                               struct mech_work *);

/* Return the violation of a position constraint that rounding may cause. */
double mech_tolerance(const struct mech_system *, const struct mech_state *);

/* Project positions, then velocities, onto the constraints by the smallest change: in the
 * coordinates of the state (Moore-Penrose) or weighted by mass. WD_OK, WD_ESINGULAR, or WD_ENOCONV
 * if a violation above the tolerance remains. The errors are the violations before the projection.
 */
int32_t mech_project(const struct mech_system *, int by_mass, struct mech_state *,
                     struct mech_work *, struct mech_errors *);

#endif
