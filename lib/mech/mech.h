/* SPDX-License-Identifier: MIT */
/* Rigid bodies in a tree of revolute hinges, on wheels that roll without slip on level ground:
 *
 *     [M D^T] [u'    ]   [ f]
 *     [D  0 ] [lambda] = [-g]                                                        (10.2)
 *
 * after Schwab and Delhaes 2009, with their convective terms g of the wheels corrected. z is up.
 * The unknowns u are, body by body, the velocity of the centre of mass in space and the angular
 * velocity in body axes; the constraints exert the forces -D^T lambda. Nothing allocates. */
#ifndef MECH_H
#define MECH_H

#include <stddef.h>
#include <stdint.h>

#include "mech/vector.h"

/* ---- what the machine is made of ---- */

struct mech_body {
    double mass;
    struct sym inertia; /* about the centre of mass, in body axes */
    double per_mass;    /* 1/mass; by mech_plan(), as what follows */
    struct sym inverse; /* of the inertia */
    struct sym half;    /* lower triangle: of the inverse of its Cholesky factor */
};

/* The axis n is fixed in the child, the unit vectors a and b across it with n x a = b in the
 * parent; all of them in body axes, the places of the hinge from the centres of mass. */
struct mech_hinge {
    size_t parent, child;
    struct vec at_parent, at_child, n, a, b;
    size_t up; /* the hinge that holds the parent, or the number of hinges; by mech_plan() */
};

/* A disc about the y axis of its body, in the plane of the centre of mass. */
struct mech_wheel {
    size_t body;
    double radius; /* of the outermost circle */
    double crown;  /* of the tyre's cross-section: 0 for a knife edge */
    size_t up;     /* the hinge that holds the body, or the number of hinges; by mech_plan() */
};

/* Rows of D that belong together: those of a hinge or of a wheel. */
struct mech_group {
    size_t rows, holonomic; /* how many; the first ones are holonomic */
    size_t body[2];         /* a wheel has its body twice */
    size_t first;           /* the number of its first row */
    size_t reach;           /* the first group that it shares a body with */
    size_t start[2];        /* its place in the order of elimination: of all, of holonomic rows */
};

/* The arrays are the caller's. Hinges come with the one nearest to the root first; each body but
 * the root is the child of exactly one. Rows are numbered hinge by hinge (three of place, two of
 * direction), then wheel by wheel (vertical, forward, to the left). */
struct mech_system {
    size_t bodies, hinges, wheels;
    struct mech_body *body;
    struct mech_hinge *hinge;
    struct mech_wheel *wheel;
    double gravity;
    size_t root;              /* by mech_plan() */
    struct mech_group *group; /* hinges + wheels in the order of elimination; by mech_plan() */
};

/* 0 if an inertia is not positive definite. */
int mech_plan(struct mech_system *);

static inline size_t mech_rows(const struct mech_system *system)
{
    return 5 * system->hinges + 3 * system->wheels;
}

/* ---- its motion ---- */

/* R = Rz(yaw) Rx(roll) Ry(pitch) turns body axes into space. */
struct mech_state {
    struct vec x;
    double yaw, roll, pitch;
    struct vec v, w; /* u: in space, in body axes */
};

/* The derivative of u of one body. */
struct mech_rate {
    struct vec v, w;
};

/* Force at the centre of mass and torque, in space. */
struct mech_load {
    struct vec force, torque;
};

/* Torques about the hinges, positive on the child, and loads on the bodies besides gravity. */
struct mech_drive {
    const double *hinge;
    const struct mech_load *body;
};

/* ---- working memory ---- */

/* Where a body is and how it turns, in space. */
struct mech_pose {
    struct mat R;
    struct vec heading, left; /* level: the direction in which a wheel would roll, and across it */
    double cos_roll, sin_roll;
    struct vec W;
};

/* One row of D on its bodies: the parent or the wheel's body, then the child. The angular part is
 * that of body axes, or of the rates of the angles. */
struct mech_row {
    struct vec linear[2], angular[2];
    double g;
    double violation; /* of the position; 0 for rows that roll */
};

struct mech_work {
    struct mech_pose *pose;
    struct mech_row *row;
    struct mech_rate *u;
    double *lambda, *vector; /* rows */
    size_t *first;           /* rows */
    double *matrix;          /* rows x rows */
    double *tree, *pseudo;   /* what mech_tree() and mech_pseudo() need */
};

/* Doubles of memory without memory, and laying it out. */
size_t mech_doubles(const struct mech_system *);
struct mech_work mech_carve(const struct mech_system *, double *memory);

/* Fill work->pose, which all that follows starts from. */
void mech_place(const struct mech_system *, const struct mech_state *, struct mech_work *);

/* Rates of yaw, roll and pitch. */
struct vec mech_angle_rates(const struct mech_pose *);

/* Fill work->row; its angular parts act on angular velocities in body axes, or on the rates of yaw,
 * roll and pitch. */
enum { MECH_BODY_AXES, MECH_ANGLES };
void mech_constrain(const struct mech_system *, const struct mech_state *, int coordinates,
                    struct mech_work *);

/* ---- accelerations and multipliers ---- */

/* Three ways to u' and lambda, from work->pose: WD_OK or WD_ESINGULAR. */
typedef int32_t mech_solver(const struct mech_system *, const struct mech_state *,
                            const struct mech_drive *, struct mech_work *, struct mech_rate *,
                            double *lambda);
/* In joint coordinates, from root to leaves and back. Equal to (10.2) where the positions and
 * velocities satisfy the constraints, and indifferent to how they are violated elsewhere. */
mech_solver mech_tree;
/* (10.2) by a sparse Cholesky factor of D M^-1 D^T. */
mech_solver mech_range_space;
/* (10.2) with the smallest lambda where D has lost rank, by singular values of D M^-1/2. */
mech_solver mech_pseudo;

/* ---- for the files of this folder ---- */

/* Three rows, angular parts in space, of a wheel whose centre is `height` high and has velocity v;
 * pose->W is its angular velocity. */
void mech_wheel_rows(const struct mech_wheel *, double height, struct vec v,
                     const struct mech_pose *, struct mech_row *row);

/* Sizes of work->tree and work->pseudo. */
size_t mech_tree_doubles(const struct mech_system *);
size_t mech_pseudo_doubles(const struct mech_system *);

/* f of (10.2): forces in space, torques in body axes. */
void mech_forces(const struct mech_system *, const struct mech_state *, const struct mech_drive *,
                 const struct mech_pose *, struct mech_rate *f);

/* The normal equations of work->row: N = D W^-1 D^T, with W = M or W = 1, of all rows or of those
 * that are holonomic. */
struct mech_normal {
    const struct mech_system *system;
    struct mech_work *work;
    int holonomic, by_mass;
};
/* Factor N in work->matrix; 0 if it is not positive definite. */
int mech_normal_factor(const struct mech_normal *);
/* lambda := N^-1 lambda, one number for each row; those left out are not touched. */
void mech_normal_solve(const struct mech_normal *, double *lambda);
/* D u */
double mech_row_product(const struct mech_group *, const struct mech_row *,
                        const struct mech_rate *u);
/* u := u - W^-1 D^T lambda */
void mech_push(const struct mech_normal *, const double *lambda, struct mech_rate *u);

/* ---- projection ---- */

/* Largest violations of positions and velocities. */
struct mech_errors {
    double position, velocity;
};
struct mech_errors mech_errors(const struct mech_system *, const struct mech_state *,
                               struct mech_work *);

/* Largest violation of a position that is left to rounding. */
double mech_tolerance(const struct mech_system *, const struct mech_state *);

/* Move positions, then velocities, by the smallest amount that satisfies the constraints: in the
 * coordinates of the state (Moore-Penrose) or weighted by mass. WD_OK, WD_ESINGULAR, or
 * WD_ENOCONV if a violation above the tolerance is left. The errors are those before. */
int32_t mech_project(const struct mech_system *, int by_mass, struct mech_state *,
                     struct mech_work *, struct mech_errors *);

#endif
