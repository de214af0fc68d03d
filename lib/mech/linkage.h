/* SPDX-License-Identifier: MIT */
/* Rigid bodies in a tree of hinges and slides, the first one free in space, on wheels that touch
 * the plane z = 0. The unknowns are the velocity and angular velocity of the root and the rate of
 * each joint: joints cannot drift.
 *
 * A machine is described once, in its reference configuration: all body axes parallel to those of
 * one frame, all angles and travels 0; places and axes below are given there. */
#ifndef MECH_LINKAGE_H
#define MECH_LINKAGE_H

#include <stddef.h>
#include <stdint.h>

#include "mech/vector.h"

/* ---- what the machine is made of ---- */

enum { LINKAGE_HINGE, LINKAGE_SLIDE };

/* What holds a body at its parent, and turns about or moves along the axis. Its effort, a torque or
 * a force, acts so on the child and is, besides that of a motor,
 *     -stiffness (q - rest) - damping q' */
struct linkage_joint {
    int type;
    struct vec at;   /* a point on the axis of a hinge; of a slide, where its loads are told */
    struct vec axis; /* of length 1 */
    double stiffness, rest, damping;
};

/* Parents come before their children; bodies joined rigidly are one. */
struct linkage_body {
    double mass;
    struct vec centre;          /* of mass */
    struct sym inertia;         /* about the centre of mass; positive semidefinite */
    size_t parent;              /* of all but the root, which is body 0 */
    struct linkage_joint joint; /* with the parent */
    int round;                  /* linkage_make_round() */
    double across, along;       /* its inertias then: about what crosses the axis, and about it */
};

/* Nobody sees the angle of its hinge: its inertia is the same about all that crosses the axis, it
 * carries no body, and its wheels turn about that axis. Its R is that of an angle of 0. */
void linkage_make_round(struct linkage_body *);

/* The outermost circle of a tyre about the axis, whose cross-section is round. */
struct linkage_wheel {
    size_t body;
    struct vec centre, axis; /* the axis of length 1 */
    double radius;           /* of the outermost circle */
    double crown;            /* of the cross-section: 0 for a knife edge, the radius for a ball */
};

/* The arrays are the caller's. Joint i holds body i + 1: there are bodies - 1 of them. */
struct linkage {
    size_t bodies, wheels;
    struct linkage_body *body;
    struct linkage_wheel *wheel;
};

static inline size_t linkage_joints(const struct linkage *linkage)
{
    return linkage->bodies - 1;
}

/* The unknowns: velocity and angular velocity of the root, and the rates of the joints. */
static inline size_t linkage_speeds(const struct linkage *linkage)
{
    return 6 + linkage_joints(linkage);
}

/* ---- its state ----
 *
 * An array: the root's centre of mass, its quaternion from body to ground (scalar first, of any
 * length but 0), its velocity in ground axes, its angular velocity in its own axes; then of each
 * joint the angle or travel and its rate. */
enum {
    LINKAGE_PLACE = 0,
    LINKAGE_QUATERNION = 3,
    LINKAGE_VELOCITY = 7,
    LINKAGE_SPIN = 10,
    LINKAGE_JOINT = 13, /* of joint j: this + 2 j, and its rate */
};

static inline size_t linkage_states(const struct linkage *linkage)
{
    return LINKAGE_JOINT + 2 * linkage_joints(linkage);
}

/* ---- working memory: in ground axes, places from the root's centre of mass ---- */

/* A motion: the angular velocity, and the velocity of what would be at the root's centre. */
struct linkage_screw {
    struct vec angular, linear;
};

/* A force and a torque; at the centre of mass of the body, or where said. */
struct linkage_load {
    struct vec force, torque;
};

/* linkage_place() fills all of a body but its accelerations. */
struct linkage_link {
    struct mat R;
    struct vec r;        /* its centre of mass */
    struct vec W, v;     /* angular velocity, velocity of the centre of mass */
    struct sym inertia;  /* about the centre of mass */
    struct vec a, alpha; /* accelerations; by linkage_follow() */
    /* for the files of linkage: */
    struct linkage_screw flow; /* against the root's centre */
    struct linkage_screw bias; /* its change while the speeds of the tree stay */
    struct vec steady;         /* acceleration of the centre of mass while they stay */
    struct linkage_load load;  /* about the root's centre, of all that hangs on it */
};

struct linkage_arm {
    struct vec axis, at;        /* of the joint; `at` goes with the child */
    struct linkage_screw screw; /* of the child at unit rate */
    double rate;
    struct linkage_load pull; /* for the files of linkage: column of the factor */
    double root;              /* and the reciprocal of its diagonal entry */
};

/* Where a wheel touches, or would at its lowest point. */
struct linkage_contact {
    struct vec at;
    double gap;
    struct vec slip;       /* velocity of the wheel's material there; z is the rate of the gap */
    struct vec convective; /* what its change is while the speeds of the tree stay */
    /* for the files of linkage: */
    struct vec centre, rho; /* of the wheel, and from there to where it touches */
    struct vec axis, left;  /* unless it is a ball; its direction without z, of length 1 */
    double per_level;       /* the reciprocal of the length of the axis without z */
};

/* A linear function of the speeds: the power of this load, about the root's centre, on a body, and
 * of this effort in the joint that holds it. */
struct linkage_row {
    size_t body;
    struct linkage_load load;
    double effort;
};

struct linkage_inertia; /* of linkage_factor.c */

struct linkage_work {
    struct linkage_link *link;       /* bodies */
    struct linkage_arm *arm;         /* joints */
    struct linkage_contact *contact; /* wheels */
    struct linkage_inertia *inertia; /* bodies */
    struct linkage_screw *change;    /* bodies */
    double *base;                    /* 6 x 6: the factor's last block */
    double *push;                    /* speeds: L^-1 of what the loads do, M = L L^T */
    size_t singular; /* the joint that makes the mass matrix singular; the root: joints */
    /* rows that have been chosen by linkage_choose() */
    size_t rows;
    size_t *number;          /* rows: 3 wheel + {0, 1, 2} for z, x, y, or 3 wheels + joint */
    struct linkage_row *row; /* rows */
    double *y_base;          /* rows x 6: L^-1 of the row, entries of the root */
    double *y_joint; /* rows x joints: those of the joints from the row's body to the root */
    double *free;    /* rows: accelerations of the rows without forces along them */
    double *matrix;  /* rows x rows: accelerations by unit forces */
    /* by linkage_rank() */
    size_t active, rank; /* rows along which something is asked for; independent of each other */
    size_t *order;       /* rows: active ones, first the independent ones */
    double *scale;       /* active: by which the rows are scaled, in this order */
    double *upper;       /* active x active: of the factor, beside it what is left of the others */
    size_t settled; /* by what follows, of the active - rank ways to share: those that decide how it
                     * moves and how the loads are shared */
    /* for the files of linkage: */
    double *left;             /* active: of the squares of rows */
    double *entries, *speeds; /* speeds */
    double *solver;
};

size_t linkage_doubles(const struct linkage *);
struct linkage_work linkage_carve(const struct linkage *, double *memory);

/* ---- at one moment, in this order ---- */

/* Places and velocities of bodies, joints and contacts, and what their changes are while the speeds
 * of the tree stay; without these changes, where no forces are asked for; and the velocities alone,
 * or the changes alone, where the rest has been taken and still holds. */
void linkage_place(const struct linkage *, const double *state, struct linkage_work *);
void linkage_place_still(const struct linkage *, const double *state, struct linkage_work *);
void linkage_place_speeds(const struct linkage *, const double *state, struct linkage_work *);
void linkage_place_changes(const struct linkage *, struct linkage_work *);
/* The axes of the root, and nothing else. */
void linkage_place_root(const double *state, struct linkage_work *);

/* Factor the mass matrix: WD_OK or WD_ESINGULAR, and work->singular. The second is of a step so
 * long, in the middle of which joints' springs and dampers answer to half the change of the speeds.
 */
int32_t linkage_factor(const struct linkage *, struct linkage_work *);
int32_t linkage_factor_step(const struct linkage *, double span, struct linkage_work *);

/* What acts on it beside the joints' springs and dampers and the ground. */
struct linkage_drive {
    struct vec gravity;
    const double *effort;            /* joints */
    const struct linkage_load *load; /* bodies; NULL: none */
};
void linkage_drive(const struct linkage *, const double *state, const struct linkage_drive *,
                   struct linkage_work *);

/* How the ground and the brakes hold it. A wheel that slips has a friction of mu N against the
 * direction, a unit vector in the plane; what a sliding brake does is an effort. */
enum { LINKAGE_OPEN, LINKAGE_STICK, LINKAGE_SLIP };

struct linkage_grip {
    int mode;
    double mu, direction[2];
};

struct linkage_hold {
    const struct linkage_grip *wheel; /* wheels */
    const int *held;                  /* joints that may not accelerate; NULL: none */
};

/* Rows (z, x, y) of the wheels that are not open and rows of joints that are held, the latter last,
 * with work->matrix and work->free. */
void linkage_choose(const struct linkage *, const struct linkage_hold *, struct linkage_work *);

/* The same in two parts: all but the matrix, which comes after that only where it is asked for; and
 * accelerations along the rows by forces along them alone, which take no matrix. */
void linkage_choose_rows(const struct linkage *, const struct linkage_hold *,
                         struct linkage_work *);
void linkage_couple(const struct linkage *, struct linkage_work *);
void linkage_feel(const struct linkage *, const struct linkage_work *, const double *force,
                  double *acceleration);

/* Make work->matrix and work->free, of all rows but those that are firm (one of these for each
 * wheel), what they are while the wheels that are firm do not accelerate along theirs, whatever
 * forces that takes: WD_OK, or WD_ESINGULAR if nothing moves along one of these. */
enum { LINKAGE_FREE, LINKAGE_FIRM, LINKAGE_FIRM_UP /* its normal row */ };
int32_t linkage_condense(const struct linkage *, const int *firm, struct linkage_work *);

/* Which rows along which something is asked for (of slipping wheels only z) are independent of the
 * others: work->order. WD_OK, or WD_ESINGULAR if nothing moves along one. */
int32_t linkage_rank(const struct linkage *, const struct linkage_hold *, struct linkage_work *);

/* Forces along the chosen rows by which sticking wheels and held joints do not accelerate along
 * theirs, and slipping wheels not along z: WD_OK, or WD_ESINGULAR if there are none (sliding wheels
 * may jam). Of many (work->rank < work->active) those of the least norm. Forces along
 * x and y of slipping wheels are the friction. */
int32_t linkage_solve(const struct linkage *, const struct linkage_hold *, struct linkage_work *,
                      double *force);

/* The same in less time, where nothing slips by any of the solutions: the accelerations are those
 * of all of them. linkage_share() makes of its forces those of the least norm. */
int32_t linkage_balance(const struct linkage *, const struct linkage_hold *, struct linkage_work *,
                        double *force);
void linkage_share(const struct linkage *, const struct linkage_hold *, struct linkage_work *,
                   double *force);

/* After linkage_rank(): makes of forces along the rows, where what slips has no friction, those of
 * the least norm that do the same. Are there many of these? */
int linkage_spread(const struct linkage *, const struct linkage_hold *, struct linkage_work *,
                   double *force);

/* After these: forces along the rows, with whose multiples the accelerations stay, k of
 * work->settled to active - rank. */
void linkage_sharing(const struct linkage *, const struct linkage_hold *,
                     const struct linkage_work *, size_t k, double *force);

/* After linkage_balance(), with the same directions: forces along all rows where these act beside,
 * by which the accelerations that were 0 stay so: those that are given and what answers them. */
void linkage_answer(const struct linkage *, const struct linkage_hold *,
                    const struct linkage_work *, const double *given, double *force);

/* How regular sliding is, after linkage_choose(): the least of the sums of principal minors of each
 * size of C M^-1 P, of normal rows of slipping wheels with all that sticks eliminated, as a part of
 * what it is without friction. 1 without friction; 0 or less: forces need not exist, or could not
 * last (Painleve). 1 if more wheels slip than that. Leaves nothing of linkage_rank(). */
enum { LINKAGE_MOST_MINORS = 6 };
double linkage_regularity(const struct linkage *, const struct linkage_hold *,
                          struct linkage_work *);

/* Accelerations of the tree, the root's angular one in ground axes, by forces along the rows. */
void linkage_accelerate(const struct linkage *, const struct linkage_work *, const double *force,
                        double *acceleration);

/* The same over a time: how the speeds change by the loads and by those impulses along the rows
 * that linkage_press() or linkage_feel() has been given last. */
void linkage_press(const struct linkage *, const struct linkage_work *, const double *impulse);
void linkage_leap(const struct linkage *, const struct linkage_work *, double span, double *change);

/* The state's rate. */
void linkage_rate(const struct linkage *, const double *state, const struct linkage_work *,
                  const double *acceleration, double *rate);

/* ---- back onto rows: weighted by mass ---- */

/* m: a gap no larger may be rounding of none, of a wheel that was put back on the ground. */
double linkage_place_rounding(const double *state);
/* Are the gaps of the wheels that are not open rounding of none, of a state that is placed? */
int linkage_touches(const struct linkage *, const struct linkage_hold *, const double *state,
                    const struct linkage_work *);

/* Close the gaps of the wheels that are not open by the least motion: WD_OK, WD_ESINGULAR, or
 * WD_ENOCONV if a gap is left that does not depend on others. The error is the largest gap before.
 * Leaves the state placed and factored, the quaternion as it was or of length 1. */
int32_t linkage_project_places(const struct linkage *, const struct linkage_hold *, double *state,
                               struct linkage_work *, double *error);

/* Stop the slip of sticking wheels, the vertical motion of all that are not open and the rates of
 * held joints by the least change of the speeds: WD_OK or WD_ESINGULAR. The state has been placed
 * and factored; the velocities in the working memory stay those before. The error is the largest
 * such speed before; those that depend on others may be left (work->rank < work->active). */
int32_t linkage_project_speeds(const struct linkage *, const struct linkage_hold *, double *state,
                               struct linkage_work *, double *error);

/* Change the speeds of a state, which is placed and factored, by impulses along the chosen rows. */
void linkage_strike(const struct linkage *, const double *impulse, double *state,
                    struct linkage_work *);

/* Move a state by speeds (angular ones in ground axes) times a time; the quaternion has length 1
 * afterwards. */
void linkage_move(const struct linkage *, const double *speeds, double time, double *state);

/* Give the quaternion length 1. */
void linkage_normalise(double *state);

/* ---- what else there is to know, of a state that is placed ---- */

/* Accelerations of all bodies: work->link. */
void linkage_follow(const struct linkage *, const double *acceleration, struct linkage_work *);

/* Loads of the joints on their children, at work->arm.at, efforts and brakes among them, after
 * linkage_follow() of the accelerations by these forces along the chosen rows. */
void linkage_reactions(const struct linkage *, const struct linkage_drive *, const double *force,
                       struct linkage_work *, struct linkage_load *load);

/* Level directions in which a wheel points and to the left of it. Of a ball whose axis is vertical
 * those of the root. */
struct linkage_axes {
    struct vec forward, left;
};
struct linkage_axes linkage_axes(const struct linkage *, const struct linkage_work *, size_t wheel);

/* Of gravity and springs the potential one, 0 at the origin of the ground. */
double linkage_kinetic(const struct linkage *, const struct linkage_work *);
double linkage_potential(const struct linkage *, const double *state, struct vec gravity,
                         const struct linkage_work *);

#endif
