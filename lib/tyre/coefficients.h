/* SPDX-License-Identifier: MIT */
/* All numbers of a tyre, the single source of their names, units, bounds, defaults and texts:
 *
 *     X(name, unit, lo, hi, initial, tunable, text)
 *
 * Bounds are closed as in the variable tables of kinds: DBL_MIN means strictly positive. Names of
 * coefficients and scale factors of the form magic are the keys of .tir files in small letters. */
#ifndef TYRE_COEFFICIENTS_H
#define TYRE_COEFFICIENTS_H

#include <float.h>

/* Range of loads, relative to the nominal load, in which friction and stiffness of the formula must
 * be above 0. */
#define TYRE_LEAST_LOAD 0.01
#define TYRE_MOST_LOAD 3.0

/* clang-format off */
/* ---- both forms: the springs of load and carcass ---- */
#define TYRE_SPRINGS(X) \
    X(vertical_stiffness, "N/m", DBL_MIN, DBL_MAX, 200000, 1, "load per deflection") \
    X(vertical_stiffening, "N/m2", 0, DBL_MAX, 0, 1, "load per square of the deflection") \
    X(vertical_damping, "N.s/m", 0, DBL_MAX, 500, 1, "load per rate of the deflection") \
    X(forward_stiffness, "N/m", DBL_MIN, DBL_MAX, 300000, 0, \
        "stiffness of the carcass along the wheel") \
    X(side_stiffness, "N/m", DBL_MIN, DBL_MAX, 150000, 0, \
        "stiffness of the carcass across the wheel") \
    X(turning_stiffness, "N.m/rad", DBL_MIN, DBL_MAX, 5000, 0, \
        "stiffness of the carcass against twist about the normal") \
    X(carcass_time, "s", DBL_MIN, DBL_MAX, 0.002, 0, \
        "damping of the carcass divided by its stiffness") \
    X(half_length, "m", DBL_MIN, DBL_MAX, 0.06, 0, "half the length of the contact")

/* ---- form brush; magic uses rolling_share, too, if breff, dreff and freff are 0 ---- */
#define TYRE_BRUSH_NUMBERS(X) \
    X(slip_stiffness, "1", DBL_MIN, DBL_MAX, 18, 1, "brush: F_x per load and slip ratio") \
    X(cornering_stiffness, "1/rad", DBL_MIN, DBL_MAX, 15, 1, "brush: F_y per load and slip angle") \
    X(camber_stiffness, "1/rad", 0, DBL_MAX, 1, 1, "brush: F_y per load and camber angle") \
    X(rolling_resistance, "1", 0, DBL_MAX, 0.01, 1, "brush: rolling resistance per load") \
    X(rolling_share, "1", 0, 1, 1.0 / 3, 0, \
        "fraction of the deflection by which the rolling radius is smaller than the radius")

/* ---- form magic ---- */
#define TYRE_CONDITIONS(X) \
    X(nominal_load, "N", DBL_MIN, DBL_MAX, 4000, 0, "magic: nominal load, key FNOMIN") \
    X(reference_speed, "m/s", DBL_MIN, DBL_MAX, 16.7, 0, \
        "magic: reference speed of qsy3 and qsy4, key LONGVL") \
    X(pressure, "Pa", DBL_MIN, DBL_MAX, 220000, 1, "magic: inflation pressure, key INFLPRES") \
    X(nominal_pressure, "Pa", DBL_MIN, DBL_MAX, 220000, 0, "magic: nominal pressure, key NOMPRES") \
    X(breff, "1", -DBL_MAX, DBL_MAX, 8, 0, "magic: rolling radius, slope at small loads") \
    X(dreff, "1", -DBL_MAX, DBL_MAX, 0.24, 0, "magic: rolling radius, peak value") \
    X(freff, "1", -DBL_MAX, DBL_MAX, 0.01, 0, "magic: rolling radius, slope at large loads") \
    X(q_re0, "1", -DBL_MAX, DBL_MAX, 1, 0, \
        "magic: rolling radius without load, in radii of the wheel") \
    X(largest_load, "N", 0, DBL_MAX, 0, 0, \
        "magic: above it F_x, F_y, M_z are those at this load, times the ratio of loads; 0: none")

/* F_x, the force along the wheel */
#define TYRE_ALONG(X) \
    X(pcx1, "1", -DBL_MAX, DBL_MAX, 1.6, 0, "F_x: shape factor") \
    X(pdx1, "1", -DBL_MAX, DBL_MAX, 1, 0, "F_x: friction at nominal load") \
    X(pdx2, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_x: friction by load") \
    X(pdx3, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_x: friction by camber squared") \
    X(pex1, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_x: curvature at nominal load") \
    X(pex2, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_x: curvature by load") \
    X(pex3, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_x: curvature by load squared") \
    X(pex4, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_x: curvature by the sign of the slip") \
    X(pkx1, "1", -DBL_MAX, DBL_MAX, 18, 0, "F_x: slip stiffness at nominal load") \
    X(pkx2, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_x: slip stiffness by load") \
    X(pkx3, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_x: exponent of the slip stiffness by load") \
    X(phx1, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_x: horizontal shift at nominal load") \
    X(phx2, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_x: horizontal shift by load") \
    X(pvx1, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_x: vertical shift at nominal load") \
    X(pvx2, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_x: vertical shift by load") \
    X(ppx1, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_x: slip stiffness by pressure") \
    X(ppx2, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_x: slip stiffness by pressure squared") \
    X(ppx3, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_x: friction by pressure") \
    X(ppx4, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_x: friction by pressure squared") \
    X(rbx1, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_x with side slip: slope") \
    X(rbx2, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_x with side slip: slope by slip ratio") \
    X(rbx3, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_x with side slip: slope by camber squared") \
    X(rcx1, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_x with side slip: shape factor") \
    X(rex1, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_x with side slip: curvature") \
    X(rex2, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_x with side slip: curvature by load") \
    X(rhx1, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_x with side slip: horizontal shift")

/* M_x, the overturning moment */
#define TYRE_OVER(X) \
    X(qsx1, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_x: at straight running") \
    X(qsx2, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_x: by camber") \
    X(qsx3, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_x: by side force") \
    X(qsx4, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_x: by load and side force, peak") \
    X(qsx5, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_x: by load, shape") \
    X(qsx6, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_x: by load, slope") \
    X(qsx7, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_x: by camber, inside the sine") \
    X(qsx8, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_x: by side force, shape") \
    X(qsx9, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_x: by side force, slope") \
    X(qsx10, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_x: by camber and load, peak") \
    X(qsx11, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_x: by camber and load, slope") \
    X(qsx12, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_x: by camber times its magnitude") \
    X(qsx13, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_x: lever of the side force") \
    X(qsx14, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_x: lever of the side force by camber") \
    X(ppmx1, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_x: camber term by pressure")

/* F_y, the side force */
#define TYRE_SIDE(X) \
    X(pcy1, "1", -DBL_MAX, DBL_MAX, 1.3, 0, "F_y: shape factor") \
    X(pdy1, "1", -DBL_MAX, DBL_MAX, 1, 0, "F_y: friction at nominal load") \
    X(pdy2, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y: friction by load") \
    X(pdy3, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y: friction by camber squared") \
    X(pey1, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y: curvature at nominal load") \
    X(pey2, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y: curvature by load") \
    X(pey3, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y: curvature by the sign of the slip") \
    X(pey4, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y: curvature by camber and the sign of the slip") \
    X(pey5, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y: curvature by camber squared") \
    X(pky1, "1", -DBL_MAX, DBL_MAX, -15, 0, "F_y: cornering stiffness, peak; below 0") \
    X(pky2, "1", -DBL_MAX, DBL_MAX, 1.5, 0, "F_y: load of the peak in units of the nominal load") \
    X(pky3, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y: cornering stiffness by camber") \
    X(pky4, "1", -DBL_MAX, DBL_MAX, 2, 0, "F_y: cornering stiffness, shape by load") \
    X(pky5, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y: load of the peak by camber squared") \
    X(pky6, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y: camber stiffness at nominal load") \
    X(pky7, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y: camber stiffness by load") \
    X(phy1, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y: horizontal shift at nominal load") \
    X(phy2, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y: horizontal shift by load") \
    X(phy3, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y: horizontal shift by camber, mf52 only") \
    X(pvy1, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y: vertical shift at nominal load") \
    X(pvy2, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y: vertical shift by load") \
    X(pvy3, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y: vertical shift by camber") \
    X(pvy4, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y: vertical shift by camber and load") \
    X(ppy1, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y: cornering stiffness by pressure") \
    X(ppy2, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y: load of the peak by pressure") \
    X(ppy3, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y: friction by pressure") \
    X(ppy4, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y: friction by pressure squared") \
    X(ppy5, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y: camber stiffness by pressure") \
    X(rby1, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y with slip ratio: slope") \
    X(rby2, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y with slip ratio: slope by slip angle") \
    X(rby3, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y with slip ratio: shift of the slope") \
    X(rby4, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y with slip ratio: slope by camber squared") \
    X(rcy1, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y with slip ratio: shape factor") \
    X(rey1, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y with slip ratio: curvature") \
    X(rey2, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y with slip ratio: curvature by load") \
    X(rhy1, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y with slip ratio: horizontal shift") \
    X(rhy2, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y with slip ratio: horizontal shift by load") \
    X(rvy1, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y made by slip ratio: peak") \
    X(rvy2, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y made by slip ratio: peak by load") \
    X(rvy3, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y made by slip ratio: peak by camber") \
    X(rvy4, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y made by slip ratio: peak by slip angle") \
    X(rvy5, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y made by slip ratio: shape") \
    X(rvy6, "1", -DBL_MAX, DBL_MAX, 0, 0, "F_y made by slip ratio: slope")

/* M_y, the rolling resistance */
#define TYRE_ROLL(X) \
    X(qsy1, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_y: rolling resistance") \
    X(qsy2, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_y: by the force along") \
    X(qsy3, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_y: by speed") \
    X(qsy4, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_y: by the fourth power of speed") \
    X(qsy5, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_y: by camber squared") \
    X(qsy6, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_y: by camber squared and load") \
    X(qsy7, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_y: exponent of load") \
    X(qsy8, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_y: exponent of pressure")

/* M_z, the aligning moment */
#define TYRE_ALIGN(X) \
    X(qbz1, "1", -DBL_MAX, DBL_MAX, 0, 0, "trail: slope at nominal load") \
    X(qbz2, "1", -DBL_MAX, DBL_MAX, 0, 0, "trail: slope by load") \
    X(qbz3, "1", -DBL_MAX, DBL_MAX, 0, 0, "trail: slope by load squared") \
    X(qbz4, "1", -DBL_MAX, DBL_MAX, 0, 0, "trail: slope by camber") \
    X(qbz5, "1", -DBL_MAX, DBL_MAX, 0, 0, "trail: slope by the magnitude of camber") \
    X(qbz9, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_z without trail: slope") \
    X(qbz10, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_z without trail: slope by that of F_y") \
    X(qcz1, "1", -DBL_MAX, DBL_MAX, 0, 0, "trail: shape factor") \
    X(qdz1, "1", -DBL_MAX, DBL_MAX, 0, 0, "trail: peak at nominal load") \
    X(qdz2, "1", -DBL_MAX, DBL_MAX, 0, 0, "trail: peak by load") \
    X(qdz3, "1", -DBL_MAX, DBL_MAX, 0, 0, "trail: peak by camber") \
    X(qdz4, "1", -DBL_MAX, DBL_MAX, 0, 0, "trail: peak by camber squared") \
    X(qdz6, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_z without trail: peak") \
    X(qdz7, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_z without trail: peak by load") \
    X(qdz8, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_z without trail: peak by camber") \
    X(qdz9, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_z without trail: peak by camber and load") \
    X(qdz10, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_z without trail: by camber times its magnitude") \
    X(qdz11, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_z without trail: as qdz10, by load") \
    X(qez1, "1", -DBL_MAX, DBL_MAX, 0, 0, "trail: curvature at nominal load") \
    X(qez2, "1", -DBL_MAX, DBL_MAX, 0, 0, "trail: curvature by load") \
    X(qez3, "1", -DBL_MAX, DBL_MAX, 0, 0, "trail: curvature by load squared") \
    X(qez4, "1", -DBL_MAX, DBL_MAX, 0, 0, "trail: curvature by the sign of the slip") \
    X(qez5, "1", -DBL_MAX, DBL_MAX, 0, 0, "trail: curvature by camber and the sign of the slip") \
    X(qhz1, "1", -DBL_MAX, DBL_MAX, 0, 0, "trail: horizontal shift at nominal load") \
    X(qhz2, "1", -DBL_MAX, DBL_MAX, 0, 0, "trail: horizontal shift by load") \
    X(qhz3, "1", -DBL_MAX, DBL_MAX, 0, 0, "trail: horizontal shift by camber") \
    X(qhz4, "1", -DBL_MAX, DBL_MAX, 0, 0, "trail: horizontal shift by camber and load") \
    X(ppz1, "1", -DBL_MAX, DBL_MAX, 0, 0, "trail: peak by pressure") \
    X(ppz2, "1", -DBL_MAX, DBL_MAX, 0, 0, "M_z without trail: by pressure") \
    X(ssz1, "1", -DBL_MAX, DBL_MAX, 0, 0, "lever of F_x: at nominal load") \
    X(ssz2, "1", -DBL_MAX, DBL_MAX, 0, 0, "lever of F_x: by side force") \
    X(ssz3, "1", -DBL_MAX, DBL_MAX, 0, 0, "lever of F_x: by camber") \
    X(ssz4, "1", -DBL_MAX, DBL_MAX, 0, 0, "lever of F_x: by camber and load")

/* scale factors */
#define TYRE_SCALE(X) \
    X(lfzo, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales the nominal load") \
    X(lcx, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales the shape factor of F_x") \
    X(lmux, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales the friction of F_x") \
    X(lex, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales the curvature of F_x") \
    X(lkx, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales the slip stiffness") \
    X(lhx, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales the horizontal shift of F_x") \
    X(lvx, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales the vertical shift of F_x") \
    X(lcy, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales the shape factor of F_y") \
    X(lmuy, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales the friction of F_y") \
    X(ley, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales the curvature of F_y") \
    X(lky, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales the cornering stiffness") \
    X(lhy, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales the horizontal shift of F_y") \
    X(lvy, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales the vertical shift of F_y") \
    X(ltr, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales the trail") \
    X(lres, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales M_z without trail") \
    X(lxal, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales the slope of F_x with side slip") \
    X(lyka, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales the slope of F_y with slip ratio") \
    X(lvyka, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales F_y made by slip ratio") \
    X(ls, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales the lever of F_x") \
    X(lkyc, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales the camber stiffness of F_y") \
    X(lkzc, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales the camber terms of M_z") \
    X(lvmx, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales M_x at straight running") \
    X(lmx, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales M_x") \
    X(lmy, "1", -DBL_MAX, DBL_MAX, 1, 0, "scales M_y")

#define TYRE_COEFFICIENTS(X) \
    TYRE_ALONG(X) TYRE_OVER(X) TYRE_SIDE(X) TYRE_ROLL(X) TYRE_ALIGN(X) TYRE_SCALE(X)
/* All real numbers, in the order of struct tyre_numbers. */
#define TYRE_NUMBERS(X) \
    TYRE_SPRINGS(X) TYRE_BRUSH_NUMBERS(X) TYRE_CONDITIONS(X) TYRE_COEFFICIENTS(X)
/* clang-format on */

enum { TYRE_BRUSH, TYRE_MAGIC };
enum { TYRE_MF61, TYRE_MF52 };

/* The numbers of a tyre, as the parameters of a part hold them: doubles only. */
struct tyre_numbers {
    double form; /* TYRE_BRUSH, TYRE_MAGIC */
#define TYRE_FIELD(name, unit, lo, hi, initial, tunable, text) double name;
    TYRE_NUMBERS(TYRE_FIELD)
#undef TYRE_FIELD
    double formula; /* TYRE_MF61, TYRE_MF52: how magic reads phy3, M_z and M_y */
};

#endif
