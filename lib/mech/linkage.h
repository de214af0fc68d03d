/* SPDX-License-Identifier: MIT */
/* Rigid bodies in a tree of hinges and slides, with a free root, on wheels that touch the plane z =
 * 0, or another ground that the caller defines. The unknowns are the velocity and angular velocity
 * of the root and the rate of each joint, so joints cannot drift. A machine is described in its
 * reference configuration: all body axes are parallel to those of one frame, and all angles and
 * travels are 0. Places and axes below refer to it. */
#ifndef MECH_LINKAGE_H
#define MECH_LINKAGE_H

#include <stddef.h>
#include <stdint.h>

#include "num/interrupt.h"
#include "num/vector.h"

/* ---- description of the machine ---- */

enum { LINKAGE_HINGE, LINKAGE_SLIDE };

/* Joint between a body and its parent: turns about the axis or slides along it. Its effort, a
 * torque or a force on the child, is that of the motor plus -stiffness (q - rest) - damping q'. */
struct linkage_joint {
    int type;
    struct vec at;   /* point on the axis of a hinge; point for the loads of a slide */
    struct vec axis; /* unit vector */
    double stiffness, rest, damping;
};

/* Rigid body; parents precede children. Rigidly joined bodies must be combined into one. */
struct linkage_body {
    double mass;
    struct vec centre;          /* centre of mass */
    struct sym inertia;         /* about the centre of mass; positive semidefinite */
    size_t parent;              /* index of the parent; undefined for the root, body 0 */
    struct linkage_joint joint; /* joint to the parent */
    int round;                  /* 1: rotationally symmetric, see linkage_make_round() */
    double across, along; /* moments of inertia of a round body: across the axis and about it */
};

/* Mark a body as round, and set `across` and `along`. Its inertia must be equal about all
 * directions across the axis of its hinge, and it must have no children. The point `at` of the
 * hinge must be its centre of mass and the centre of its wheels, and the axis of the hinge their
 * axis. Then its hinge angle has no effect, and the rotation R of its link is computed for angle
 * 0. */
void linkage_make_round(struct linkage_body *);

/* Tyre with a circular cross-section. */
struct linkage_wheel {
    size_t body;
    struct vec centre, axis; /* axis: unit vector */
    double radius;           /* outermost radius */
    double crown; /* radius of the cross-section: 0 for a knife edge, the outer radius for a ball */
};

/* The arrays belong to the caller. Joint i connects body i + 1 to its parent: there are bodies - 1
 * joints. */
struct linkage {
    size_t bodies, wheels;
    size_t more;   /* maximum number of contacts besides one for each wheel; 0 on the plane */
    size_t extras; /* maximum number of extra rows, see struct linkage_hold */
    size_t leaves; /* number of bodies without children, or less */
    struct linkage_body *body;
    struct linkage_wheel *wheel;
};

/* Maximum number of contacts. */
static inline size_t linkage_contacts(const struct linkage *linkage)
{
    return linkage->wheels + linkage->more;
}

/* Number of joints; joint j holds body j + 1. */
static inline size_t linkage_joints(const struct linkage *linkage)
{
    return linkage->bodies - 1;
}

enum { LINKAGE_ROOT = 6 }; /* number of speeds of the root */

/* Number of speeds (unknowns): those of the root, one of each joint. */
static inline size_t linkage_speeds(const struct linkage *linkage)
{
    return LINKAGE_ROOT + linkage_joints(linkage);
}

/* ---- state ----
 *
 * An array: the root's centre of mass, its quaternion from body to ground (scalar first, any
 * nonzero length), its velocity in ground axes, its angular velocity in body axes; then for each
 * joint the angle or travel and its rate. */
enum {
    LINKAGE_PLACE = 0,
    LINKAGE_QUATERNION = 3,
    LINKAGE_VELOCITY = 7,
    LINKAGE_SPIN = 10,
    LINKAGE_JOINT = 13, /* LINKAGE_JOINT + 2 j: joint j, followed by its rate */
};

/* Number of entries of a state. */
static inline size_t linkage_states(const struct linkage *linkage)
{
    return LINKAGE_JOINT + 2 * linkage_joints(linkage);
}

/* Index in the state of speed i: six of the root, then the rates of the joints. */
static inline size_t linkage_speed_at(size_t i)
{
    return i < 6 ? LINKAGE_VELOCITY + i : LINKAGE_JOINT + 2 * (i - 6) + 1;
}

/* ---- working memory: ground axes, places relative to the root's centre of mass ---- */

/* Screw: angular velocity, and velocity of the body's point at the root's centre of mass. */
struct linkage_screw {
    struct vec angular, linear;
};

/* Force and torque; they refer to the centre of mass of the body unless stated otherwise. */
struct linkage_load {
    struct vec force, torque;
};

/* State of a body. linkage_place() sets everything except its accelerations. */
struct linkage_link {
    struct mat R;
    struct vec r;        /* centre of mass */
    struct vec W, v;     /* angular velocity, velocity of the centre of mass */
    struct sym inertia;  /* about the centre of mass */
    struct vec a, alpha; /* accelerations, set by linkage_follow() */
    /* internal: */
    struct linkage_screw flow; /* velocity relative to the root's centre of mass */
    struct linkage_screw bias; /* rate of change of `flow` at constant speeds */
    struct vec steady;         /* acceleration of the centre of mass at constant speeds */
    struct linkage_load load;  /* load on the body with its subtree, at the root's centre of mass */
};

struct linkage_arm {
    struct vec axis, at;        /* axis of the joint and point on it, which moves with the child */
    struct linkage_screw screw; /* velocity of the child at unit rate */
    double rate;
    double stiffness, damping; /* added to those of the joint in linkage_factor_step(); set to 0 by
                                  linkage_carve(), then by the caller */
    struct linkage_load pull;  /* internal: column of the Cholesky factor */
    double root;               /* reciprocal of the diagonal entry of that column */
    double gap; /* internal: distance of a held joint from its place (linkage_hold.place) */
};

/* Place where a wheel touches the ground or is nearest to it. Its frame is that of the ground
 * there: the normal, which points to the wheel, and two tangents (on the plane z, x, y). */
struct linkage_contact {
    size_t wheel;
    struct vec frame[3]; /* normal, tangents */
    struct vec at;
    double gap;
    struct vec slip; /* velocity of the wheel's material at the contact */
    double speed[3]; /* components of slip in the frame; the first is the rate of the gap */
    double bias[3];  /* at constant speeds of the linkage: rate of change of speed[0]; tangential
                      * components of the rate of change of `slip`, without the turn of the
                      * tangents about the normal, because laws of friction compare vectors. */
    /* for the functions of struct linkage_ground, otherwise internal: */
    struct vec centre, rho; /* wheel centre; vector from there to the contact */
    struct vec axis, left;  /* wheel axis, undefined for a ball; direction of its projection */
    double per_level;       /* reciprocal of the horizontal length of the axis */
};

/* Rates of a contact as its place on the ground moves. */
struct linkage_turn {
    struct vec normal, rho; /* rates of the normal and of rho */
};

/* Ground other than the plane z = 0, by functions that find contacts and their rates. */
struct linkage_ground {
    void *context;
    /* Set frame, rho and gap of contact c with its wheel, whose centre and axis are set; `root`:
     * the root's centre of mass in the ground's axes. */
    void (*reach)(void *context, size_t c, const struct linkage_wheel *, struct vec root,
                  struct linkage_contact *);
    /* Compute the rates of a contact, for the velocity v of the wheel's centre and its angular
     * velocity W. */
    void (*turn)(void *context, size_t c, struct vec v, struct vec W, struct linkage_turn *);
};

/* Linear function of the speeds: the power of a load on a body, referred to the root's centre of
 * mass, and of an effort in the joint of that body. */
struct linkage_row {
    size_t body, branch; /* branch: used by linkage_couple() */
    struct linkage_load load;
    double effort;
};

struct linkage_inertia; /* see linkage_factor.c */
struct linkage_pose;    /* see linkage_pose.h */

/* Comments such as "bodies" and "rows x 6" are sizes of arrays. */
struct linkage_work {
    struct linkage_link *link;           /* bodies */
    struct linkage_arm *arm;             /* joints */
    const struct linkage_ground *ground; /* NULL: the plane */
    size_t contacts;                 /* number of contacts; the first ones are one for each wheel */
    struct linkage_contact *contact; /* contacts */
    struct linkage_inertia *inertia; /* bodies */
    struct linkage_screw *change;    /* bodies */
    double *base;                    /* 6 x 6: last block of the Cholesky factor */
    double *push;                    /* speeds: L^-1 times the generalised loads, M = L L^T */
    size_t singular; /* joint that makes the mass matrix singular; number of joints: the root */
    /* rows selected by linkage_choose() */
    size_t rows;
    size_t *number;          /* for each row: 3 contact + {0, 1, 2} for normal and tangents,
                                linkage_joint_row(), or linkage_extra_row() + k */
    struct linkage_row *row; /* rows */
    double *y_base;          /* rows x 6: L^-1 of the row, root entries */
    double *y_joint; /* rows x linkage_height(): L^-1 of the row, for the joints from the row's body
                        to the root */
    double *free;    /* rows: accelerations along the rows without forces along them */
    double *matrix;  /* rows x rows: accelerations along the rows by unit forces along them, C M^-1
                        C^T */
    /* set by linkage_rank() */
    size_t active, rank; /* rows with prescribed acceleration; independent rows among them */
    size_t *order;       /* rows: the active ones, independent rows first */
    double *scale;       /* active: scale factors of the rows, in this order */
    double *upper;       /* rank x active: Cholesky factor, see linkage_complete_factor() */
    size_t settled;      /* number of null space vectors that affect the motion. Multiples of the
                            following ones may be added to the forces */
    /* internal: */
    struct linkage_pose *pose;
    double *left;                /* active: remaining squares of the rows */
    double *entries, *speeds;    /* speeds */
    struct linkage_inertia *own; /* bodies: set by linkage_damped_begin() */
    double *drive;               /* speeds: generalised loads, set by it, too */
    size_t *column;              /* joints: see linkage_least.h */
    size_t most;                 /* largest rank: the number of rows or speeds */
    double *solver;
    struct interrupt *interrupt; /* polled by work that grows faster than the number of rows, which
                                    is completed even after a stop; NULL: none */
};

/* Numbers of doubles of the working memory and of its solver. */
size_t linkage_doubles(const struct linkage *);
size_t linkage_solver_doubles(const struct linkage *);
/* Lay out the working memory and its solver. The description of the machine must not change then:
 * results for the positions of a state are kept, and used again while these are the same. */
struct linkage_work linkage_carve(const struct linkage *, double *memory, double *solver);
/* Begin another evaluation in the same memory: on the plane, or where the caller sets work->ground
 * as it did before, with one contact for each wheel and without added stiffness and damping. */
void linkage_reset(const struct linkage *, struct linkage_work *);

/* ---- evaluation at one instant, in this order ---- */

/* Compute places, velocities and convective terms (rates of change at constant speeds) of bodies,
 * joints and contacts. */
void linkage_place(const struct linkage *, const double *state, struct linkage_work *);
/* Compute places and velocities, without convective terms. They suffice if no forces are required.
 */
void linkage_place_still(const struct linkage *, const double *state, struct linkage_work *);
/* Compute velocities only. The places must be those of this state. */
void linkage_place_speeds(const struct linkage *, const double *state, struct linkage_work *);
/* Compute convective terms only, from the present places and velocities. */
void linkage_place_changes(const struct linkage *, struct linkage_work *);
/* Return the convective acceleration of the point of a body at `place`. */
struct vec linkage_convective_at(const struct linkage_link *, struct vec place);
/* Compute the axes of the root only. The other places are then no longer valid, unless they are
 * those of this state already. */
void linkage_place_root(const struct linkage *, const double *state, struct linkage_work *);

/* Factorise the mass matrix: WD_OK, or WD_ESINGULAR and work->singular. */
int32_t linkage_factor(const struct linkage *, struct linkage_work *);
/* Do the same for the mass matrix of a step of length `span` (s) with the midpoint rule, in which
 * springs and dampers of joints react to half of the change of the speeds. */
int32_t linkage_factor_step(const struct linkage *, double span, struct linkage_work *);

/* Applied loads, besides the springs and dampers of joints and the contact forces. */
struct linkage_drive {
    struct vec gravity;
    const double *effort;            /* joints */
    const struct linkage_load *load; /* bodies; NULL: none */
};
/* Compute work->push, the effect of all loads except forces along rows. The state must be placed
 * and factorised. */
void linkage_drive(const struct linkage *, const double *state, const struct linkage_drive *,
                   struct linkage_work *);

/* Modes of contacts and held joints. A slipping contact has a friction force mu N against
 * `direction`, a unit vector along the tangents. A slipping brake is a joint effort instead. */
enum { LINKAGE_OPEN, LINKAGE_STICK, LINKAGE_SLIP };

struct linkage_grip {
    int mode;
    double mu, direction[2];
};

/* Extra rows are the caller's own, in groups of three that act on the same body. They are used only
 * by linkage_choose(), linkage_couple() and the functions that take forces along all rows. */
struct linkage_hold {
    const struct linkage_grip *contact; /* contacts */
    const int *held;                    /* 1: the joint must not accelerate; NULL: no such joint */
    const struct linkage_row *extra;    /* extras */
    size_t extras;
    const double *place; /* rad, m: where each held joint must be; NaN: anywhere; NULL: all of them,
                            anywhere */
};

/* Number of the row of a held joint. Rows of contacts have smaller numbers, extra rows have larger
 * ones. */
static inline size_t linkage_joint_row(const struct linkage *linkage, size_t joint)
{
    return 3 * linkage_contacts(linkage) + joint;
}

/* True for the row of a joint or an extra row, false for the row of a contact. */
static inline int linkage_is_joint_row(const struct linkage *linkage, size_t number)
{
    return number >= 3 * linkage_contacts(linkage);
}

/* The joint whose row has this number. */
static inline size_t linkage_joint_of(const struct linkage *linkage, size_t number)
{
    return number - 3 * linkage_contacts(linkage);
}

/* Number of the first extra row. */
static inline size_t linkage_extra_row(const struct linkage *linkage)
{
    return linkage_joint_row(linkage, linkage_joints(linkage));
}

/* Largest number of rows. */
static inline size_t linkage_most_rows(const struct linkage *linkage)
{
    return linkage_extra_row(linkage) + linkage->extras;
}

/* Largest number of null space vectors of linkage_sharing(). The rows of joints do not depend on
 * each other, so the forces of contacts determine a vector. */
static inline size_t linkage_most_sharing(const struct linkage *linkage)
{
    return 3 * linkage_contacts(linkage);
}

/* Select the rows (normal, tangents) of contacts that are not open, then the rows of held joints
 * and the extra rows, and compute work->matrix and work->free. */
void linkage_choose(const struct linkage *, const struct linkage_hold *, struct linkage_work *);

/* The first part of linkage_choose(): everything except work->matrix. */
void linkage_choose_rows(const struct linkage *, const struct linkage_hold *,
                         struct linkage_work *);
/* The second part of linkage_choose(): compute work->matrix. */
void linkage_couple(const struct linkage *, struct linkage_work *);
/* Compute entries of row i of C M^-1 C^T, in n columns, or its diagonal entry, with the bits that
 * linkage_couple() gives to work->matrix. */
void linkage_entries(const struct linkage *, const struct linkage_work *, size_t i,
                     const size_t *column, size_t n, double *to);
double linkage_diagonal(const struct linkage *, const struct linkage_work *, size_t i);
/* Do the same as linkage_choose(), to be followed by linkage_balance(). If no wheel slips,
 * work->matrix is computed only if linkage_balance() needs it. */
void linkage_choose_to_balance(const struct linkage *, const struct linkage_hold *,
                               struct linkage_work *);
/* Compute the accelerations along the rows that these forces along the rows cause; needs no
 * work->matrix. The forces are also stored as linkage_press() stores impulses. */
void linkage_feel(const struct linkage *, const struct linkage_work *, const double *force,
                  double *acceleration);

/* Eliminate firm rows from work->matrix and work->free (Schur complement). The other rows then
 * describe the motion under the condition that the firm wheels do not accelerate along their firm
 * rows, whatever forces this requires. `firm` has one of these values for each of
 * linkage_contacts(), and after them LINKAGE_FREE or LINKAGE_FIRM for each joint. WD_OK, or
 * WD_ESINGULAR if no speed changes along a firm row. */
enum { LINKAGE_FREE, LINKAGE_FIRM, LINKAGE_FIRM_UP /* its normal row only */ };
int32_t linkage_condense(const struct linkage *, const int *firm, struct linkage_work *);

/* Find the linearly independent rows among the active rows (of slipping wheels only the normal row)
 * and order them in work->order. WD_OK, or WD_ESINGULAR if no speed changes along a row. */
int32_t linkage_rank(const struct linkage *, const struct linkage_hold *, struct linkage_work *);
/* After linkage_rank(): compute the accelerations along the dependent rows that these forces along
 * the rows cause. */
void linkage_feel_dependent(const struct linkage *, const struct linkage_work *,
                            const double *force, double *acceleration);
/* Compute the columns of work->upper of the dependent rows, which linkage_rank() leaves out if they
 * are many. The matrix must be unchanged. */
void linkage_complete_factor(const struct linkage *, const struct linkage_work *);

/* Compute the accelerations of the tree, with the root's angular acceleration in ground axes, from
 * forces along the rows. */
void linkage_accelerate(const struct linkage *, const struct linkage_work *, const double *force,
                        double *acceleration);

/* Store these impulses along the rows for linkage_leap(). */
void linkage_press(const struct linkage *, const struct linkage_work *, const double *impulse);
/* Compute the change of the speeds by the loads of linkage_drive() acting for the time `span` (s)
 * and by the impulses that linkage_press() or linkage_feel() has stored last. This uses them up. */
void linkage_leap(const struct linkage *, const struct linkage_work *, double span, double *change);

/* Compute the rate of the state from the accelerations of linkage_accelerate(). */
void linkage_rate(const struct linkage *, const double *state, const struct linkage_work *,
                  const double *acceleration, double *rate);

#endif
