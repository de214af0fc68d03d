/* SPDX-License-Identifier: MIT */
/* Entries of the tables of presets, and the numbers of a tyre. */
#ifndef VEHICLE_PRESET_ROWS_H
#define VEHICLE_PRESET_ROWS_H

#include "models/vehicle/vehicle.h"

/* clang-format does not align initializers in macros. */
/* clang-format off */
#define PART(part, quantity, value) HELD("param." part "." quantity, value)
#define PLACE(part, ahead, left, up) \
    PART(part, "x", ahead), PART(part, "y", left), PART(part, "z", up)
#define AXIS(part, ahead, left, up) \
    PART(part, "axis_x", ahead), PART(part, "axis_y", left), PART(part, "axis_z", up)
#define BODY(part, kg, about_x, about_y, about_z) \
    PART(part, "mass", kg), PART(part, "xx", about_x), PART(part, "yy", about_y), \
        PART(part, "zz", about_z)
#define ROTOR(part, kg, spin, cross) \
    PART(part, "mass", kg), PART(part, "spin_inertia", spin), PART(part, "cross_inertia", cross)
#define TYRE(part, outermost, section) \
    PART(part, "radius", outermost), PART(part, "crown", section)
#define LAW(part, which) PART(part, "law", which)
#define FORM(part, which) PART(part, "form", which)
#define SPRUNG(part, per_way, per_rate, at_rest) \
    PART(part, "stiffness", per_way), PART(part, "damping", per_rate), PART(part, "rest", at_rest)
#define START(part, quantity, value) HELD("init." part "." quantity, value)
#define ON_GROUND HELD("param.place", VEHICLE_PLACE_ON_GROUND)
#define ROLLING HELD("param.spin", VEHICLE_SPIN_ROLLING)

/* Parts of a corner of a car, named after its wheel. */
#define STEERED_PARTS(corner, carrier, ...) \
    {"body", corner "_knuckle", {NULL}}, {"hinge", corner "_steer", {carrier, corner "_knuckle"}}, \
        {"wheel", corner, {corner "_knuckle", __VA_ARGS__}}
#define SPRUNG_PARTS(corner) \
    {"body", corner "_strut", {NULL}}, {"slide", corner "_slide", {"chassis", corner "_strut"}}

/* The tyre of preset car_magic. This tyre is invented: all coefficients of the formula are in the
 * range of those of passenger cars; pressure and scale factors differ from their nominal values.
 * The same numbers are in tests/ref/tyre/tyre_a.tir. T(): one number that is not the default. */
#define T(quantity, value) PART("tyre", #quantity, value)
#define MADE_UP_TYRE \
    T(reference_speed, 16.7), T(pressure, 230000), T(nominal_pressure, 220000), \
    T(nominal_load, 4200), T(vertical_stiffness, 215000), T(vertical_damping, 350), T(breff, 8.2), \
    T(dreff, 0.26), T(freff, 0.08), T(q_re0, 1), T(forward_stiffness, 310000), \
    T(side_stiffness, 160000), T(turning_stiffness, 4600), T(lfzo, 1), T(lcx, 1.035), \
    T(lmux, 0.9007), T(lex, 1.034), T(lkx, 1.038), T(lhx, 0.9276), T(lvx, 1.021), T(lcy, 0.9979), \
    T(lmuy, 0.9325), T(ley, 0.9877), T(lky, 1.055), T(lhy, 1.014), T(lvy, 0.9152), T(ltr, 1.045), \
    T(lres, 1.017), T(lxal, 1.077), T(lyka, 1.089), T(lvyka, 1.028), T(ls, 0.9583), \
    T(lkyc, 0.9054), T(lkzc, 1.058), T(lvmx, 1.097), T(lmx, 1.009), T(lmy, 1.095), \
    T(pcx1, 1.6431), T(pdx1, 1.0025), T(pdx2, -0.08069), T(pdx3, 1.3184), T(pex1, 0.31469), \
    T(pex2, 0.081171), T(pex3, -0.018937), T(pex4, 0.13049), T(pkx1, 24.645), T(pkx2, -0.65056), \
    T(pkx3, 0.1151), T(phx1, -0.00092039), T(phx2, 0.00070087), T(pvx1, 0.0034364), \
    T(pvx2, -0.0025896), T(ppx1, -0.3944), T(ppx2, 0.22816), T(ppx3, -0.060305), T(ppx4, 0.14851), \
    T(rbx1, 12.617), T(rbx2, 9.7097), T(rbx3, 4.13), T(rcx1, 1.0678), T(rex1, -0.36516), \
    T(rex2, -0.11095), T(rhx1, 0.0032663), T(qsx1, -0.0018082), T(qsx2, 0.81887), \
    T(qsx3, 0.04413), T(qsx4, 0.062546), T(qsx5, 0.99879), T(qsx6, 0.89007), T(qsx7, 0.68245), \
    T(qsx8, -0.55931), T(qsx9, 0.67817), T(qsx10, 0.24166), T(qsx11, 0.79452), T(qsx12, 0.25789), \
    T(qsx13, 0.010771), T(qsx14, -0.019484), T(ppmx1, 0.10764), T(pcy1, 1.5001), T(pdy1, 0.87735), \
    T(pdy2, -0.11969), T(pdy3, 1.6274), T(pey1, -0.69885), T(pey2, -0.42052), T(pey3, 0.17244), \
    T(pey4, -2.971), T(pey5, -21.101), T(pky1, -18.07), T(pky2, 1.8768), T(pky3, 0.38622), \
    T(pky4, 2.3831), T(pky5, 2.6016), T(pky6, -0.92244), T(pky7, -0.1705), T(phy1, 0.0022291), \
    T(phy2, -0.0012172), T(pvy1, 0.023046), T(pvy2, -0.01078), T(pvy3, -0.20324), \
    T(pvy4, -0.34105), T(ppy1, -0.36449), T(ppy2, -0.098194), T(ppy3, -0.086873), \
    T(ppy4, 0.047556), T(ppy5, -0.37413), T(rby1, 8.9281), T(rby2, 7.2681), T(rby3, -0.0097182), \
    T(rby4, 3.2102), T(rcy1, 0.96106), T(rey1, -0.21669), T(rey2, 0.1398), T(rhy1, 0.0038334), \
    T(rhy2, 0.0028795), T(rvy1, 0.022992), T(rvy2, -0.019146), T(rvy3, -0.34082), T(rvy4, 8.9902), \
    T(rvy5, 1.8421), T(rvy6, 12.571), T(qsy1, 0.0094114), T(qsy2, 0.0022271), T(qsy3, 0.0008311), \
    T(qsy4, 0.00015899), T(qsy5, 0.2744), T(qsy6, -0.2032), T(qsy7, 0.80379), T(qsy8, -0.41595), \
    T(qbz1, 10.732), T(qbz2, -1.7086), T(qbz3, -0.62338), T(qbz4, 0.34516), T(qbz5, -0.51994), \
    T(qbz9, 13.93), T(qbz10, 0.41132), T(qcz1, 1.3165), T(qdz1, 0.1005), T(qdz2, -0.004462), \
    T(qdz3, -0.26294), T(qdz4, 2.5214), T(qdz6, 0.0018642), T(qdz7, -0.0010672), \
    T(qdz8, -0.12827), T(qdz9, -0.026842), T(qdz10, 0.27327), T(qdz11, 0.11409), T(qez1, -1.5387), \
    T(qez2, 0.53167), T(qez3, -0.39169), T(qez4, 0.19701), T(qez5, -1.0539), T(qhz1, 0.004041), \
    T(qhz2, -0.0020032), T(qhz3, 0.093102), T(qhz4, 0.045923), T(ppz1, -0.32575), \
    T(ppz2, -0.40229), T(ssz1, 0.018053), T(ssz2, 0.010881), T(ssz3, 0.65975), T(ssz4, -0.22991)
/* clang-format on */

#endif
