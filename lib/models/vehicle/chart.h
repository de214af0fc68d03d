/* SPDX-License-Identifier: MIT */
/* Coordinates in which a steady motion is an equilibrium. x, y and heading of the root are left
 * out. The coordinates are of three sorts:
 *
 * - positions: height, roll and pitch of the root, angles and travels of joints;
 * - speeds: velocity of the root along the heading, to its left and up, roll, pitch and yaw rates
 *   of the root, rates of joints;
 * - bends: deflections of tyres.
 *
 * Wheels on the ground, except those on tyres, make some coordinates functions of the others. A
 * brake that holds makes the rate of its joint 0; the position of the joint remains a coordinate.
 * Elimination chooses the dependent coordinates in an order of preference. */
#ifndef VEHICLE_CHART_H
#define VEHICLE_CHART_H

#include "models/vehicle/vehicle.h"

enum { CHART_Z, CHART_ROLL, CHART_PITCH, CHART_ANGLE };
enum { CHART_FORWARD, CHART_LEFT, CHART_UP, CHART_ROLL_RATE, CHART_PITCH_RATE, CHART_YAW_RATE };
enum { CHART_RATE = CHART_YAW_RATE + 1 };

/* Indices of coordinates in the order of preference. After chart_eliminate() the first `dependent`
 * coordinates are functions of the others. */
struct chart_order {
    size_t *number, count, dependent;
};

/* Index of a bend in the state, and of its start value. */
struct chart_bend {
    size_t state, init;
};

struct chart {
    const struct view *view;
    const struct vehicle *v;
    struct vehicle_eval m;
    size_t positions, speeds, bends, all; /* all: the sum of the three */
    double yaw;                           /* heading of the present state */
    double *base;                         /* positions, speeds, bends of the present state */
    double *now;                          /* the same of a state near the present one */
    struct chart_bend *bend;
    double *y, *dy; /* states, energies, extras */
    struct chart_order position, speed;
    int *moves;   /* speeds: 1: the speed moves a wheel that is not on a tyre */
    double *unit; /* speeds: one speed is 1, the others are 0 */
    /* in memory that the evaluation of a right-hand side overwrites: */
    double *rows; /* 3 rows for each wheel, then one for each joint; one column for each speed */
    size_t row_count;
    double *gaps; /* one row for each wheel: the derivatives of its gap by the positions, then the
                     gap */
};

/* Number of doubles of the memory of a chart, without its rows and gaps. */
size_t chart_doubles(const struct kind *, const struct linkage *);

/* Number of rows of a chart; numbers of doubles of its rows and of its gaps. */
static inline size_t chart_rows(const struct linkage *linkage)
{
    return 3 * linkage->wheels + linkage_joints(linkage);
}

static inline size_t chart_rows_doubles(const struct linkage *linkage)
{
    return chart_rows(linkage) * (CHART_RATE + linkage_joints(linkage));
}

static inline size_t chart_gaps_doubles(const struct linkage *linkage)
{
    return linkage->wheels * (CHART_ANGLE + linkage_joints(linkage) + 1);
}

/* Largest number of bends that a chart of this kind can have. */
size_t chart_most_bends(const struct kind *);

/* Lay out the chart in memory and choose the dependent coordinates about the state y.
 * memory: room for chart_doubles() numbers; evaluations with this view must not use it as scratch
 */
void chart_open(struct chart *, const struct view *, const double *y, double *memory);

/* Compute the dependent coordinates from the independent ones in chart->now, then the rates of all
 * coordinates with the inputs of the view: WD_OK, or a failure and why. */
int32_t chart_rates(struct chart *, const struct view *, double *rate);

/* Return the number of the speed that is the rate of this position. */
size_t chart_speed_of(size_t position);
/* Set the order of preference in which positions become dependent: travels of slides, height,
 * pitch, roll, angles of hinges. The pitch of a vehicle that is a single wheel and the angles of
 * wheels that turn freely never become dependent. */
void chart_order_positions(struct chart *);
/* Set the order of preference in which speeds become dependent: rates of dependent positions, rates
 * of wheels that turn freely, the root's speeds other than forward, rates of the other joints, and
 * last the forward speed. */
void chart_order_speeds(struct chart *);

/* Gauss-Jordan elimination of the matrix `a`, whose columns belong to coordinates. The columns of
 * pivots are chosen in the order of preference, but columns that nearly depend on those chosen
 * before come last. The coordinate of pivot i becomes a function of the other coordinates; its
 * coefficients are the entries of row i with the opposite sign. own: memory for a row. */
void chart_eliminate(double *a, size_t rows, size_t width, struct chart_order *, double *own);
/* Eliminate, in a matrix of the same shape at another position, the columns that chart_eliminate()
 * has chosen. */
void chart_eliminate_again(double *a, size_t rows, size_t width, const struct chart_order *);

#endif
