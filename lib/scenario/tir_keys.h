/* SPDX-License-Identifier: MIT */
/* Tables of the keys of .tir files. */
#ifndef SCENARIO_TIR_KEYS_H
#define SCENARIO_TIR_KEYS_H

#include <stdbool.h>

#include "scenario/tir.h"

/* Coefficients that change their sign if a tyre is mirrored. */
static const char *const flipped[] = {
    "phy1", "phy2", "pvy1", "pvy2", "pey3", "rhx1", "rby3", "rvy1", "rvy2",
    "qsx1", "qbz4", "qdz3", "qdz6", "qdz7", "qez4", "qhz1", "qhz2", "ssz1",
};

/* Coefficients that change their sign together with D_y, without any effect on the forces. */
static const char *const with_peak[] = {"pdy1", "pdy2", "rvy1", "rvy2", "rvy3", "qbz10"};

/* Keys whose values have a unit. If above_0, a value that is not above 0 is left out, or refused if
 * the key is needed. default_unit: NULL, or a note gives the default in this unit if the key is
 * missing. */
#define NUMBER(name) #name, offsetof(struct tyre_numbers, name)
static const struct {
    const char *key, *dimension, *name;
    size_t offset;
    bool above_0;
    const char *default_unit;
} dimensioned[] = {
    {"FNOMIN", "FORCE", NUMBER(nominal_load), true, NULL},
    {"LONGVL", "LENGTH / TIME", NUMBER(reference_speed), true, " m/s"},
    {"INFLPRES", "PRESSURE", NUMBER(pressure), true, NULL},
    {"NOMPRES", "PRESSURE", NUMBER(nominal_pressure), true, NULL},
    {"VERTICAL_STIFFNESS", "FORCE / LENGTH", NUMBER(vertical_stiffness), true, NULL},
    {"VERTICAL_DAMPING", "FORCE TIME / LENGTH", NUMBER(vertical_damping), true, " N s/m"},
    {"LONGITUDINAL_STIFFNESS", "FORCE / LENGTH", NUMBER(forward_stiffness), true, NULL},
    {"LATERAL_STIFFNESS", "FORCE / LENGTH", NUMBER(side_stiffness), true, NULL},
    {"YAW_STIFFNESS", "FORCE LENGTH / ANGLE", NUMBER(turning_stiffness), true, NULL},
    {"BREFF", "1", NUMBER(breff), false, ""},
    {"DREFF", "1", NUMBER(dreff), false, ""},
    {"FREFF", "1", NUMBER(freff), false, ""},
    {"Q_RE0", "1", NUMBER(q_re0), true, ""},
};
#undef NUMBER

/* Reasons why keys that begin with `start` are left out. The first row that fits a key applies. */
static const struct {
    const char *start, *why;
} reasons[] = {
    {"VXLOW", "no speed limits the law: the carcass holds the tyre at rest"},
    {"Q_V", "growth and stiffening with speed are left out"},
    {"Q_FC", "the effect of forces along and across on the load is left out"},
    {"Q_FZ", "the load follows from VERTICAL_STIFFNESS"},
    {"Q_CAM", "the effect of camber on the load is left out"},
    {"Q_FY", "the effect of camber on the load is left out"},
    {"PFZ", "pressure changes the formula, neither load nor rolling radius"},
    {"PCF", "stiffness of the carcass does not depend on load and pressure"},
    {"PCM", "stiffness of the carcass does not depend on load and pressure"},
    {"PTX", "the stiffness of the carcass gives the relaxation length"},
    {"PTY", "the stiffness of the carcass gives the relaxation length"},
    {"BOTTOM", "bottoming is left out"},
    {"MC_CONTOUR", "the crown of the wheel is its contour"},
    {"PDXP", "turn slip is left out"},
    {"PKYP", "turn slip is left out"},
    {"PDYP", "turn slip is left out"},
    {"PHYP", "turn slip is left out"},
    {"PECP", "turn slip is left out"},
    {"QDTP", "turn slip is left out"},
    {"QCRP", "turn slip is left out"},
    {"QBRP", "turn slip is left out"},
    {"QDRP", "turn slip is left out"},
    {"ELLIPS", "obstacles shorter than the contact are left out"},
    {"Q_R", "length and width of the contact are not computed"},
    {"Q_A", "length and width of the contact are not computed"},
    {"Q_BV", "belt dynamics are left out"},
    {"FREQ", "belt dynamics are left out"},
    {"DAMP", "belt dynamics are left out"},
    {"BELT", "belt dynamics are left out"},
    {"GRAVITY", "gravity is param.gravity"},
    {"MASS", "mass and inertia are the wheel's"},
    {"IXX", "mass and inertia are the wheel's"},
    {"IYY", "mass and inertia are the wheel's"},
    {"IZZ", "mass and inertia are the wheel's"},
};

/* Keys that do not describe the tyre; they are left out without a note. */
static const char *const silent[] = {
    "FILE_TYPE", "FILE_VERSION", "FILE_FORMAT",   "COMMENTS",
    "COMMENT",   "TITLE",        "FUNCTION_NAME", "PROPERTY_FILE_TYPE",
};

/* Alternative names of keys: the alternative, then the name that is used here. */
static const char *const aliases[][2] = {
    {"LFZ0", "LFZO"},   {"LKYG", "LKYC"},      {"LVYK", "LVYKA"},
    {"IP", "INFLPRES"}, {"IP_NOM", "NOMPRES"}, {"QPZ1", "PPZ1"},
};

static const char *const needed[] = {
    "VERTICAL_STIFFNESS",
    "FNOMIN",
    "UNLOADED_RADIUS",
    "PCX1",
    "PDX1",
    "PKX1",
    "PCY1",
    "PDY1",
    "PKY1",
    "PKY2",
};

/* Keys of the ranges of validity, their dimensions, and the quantities that runs compare with them.
 * Pressure and speed (TIR_RANGES) are not compared. */
static const struct {
    const char *key, *dimension;
    enum tir_quantity quantity;
    bool is_upper;
} range_keys[] = {
    {"FZMIN", "FORCE", TIR_LOAD, false},           {"FZMAX", "FORCE", TIR_LOAD, true},
    {"KPUMIN", "1", TIR_SLIP_RATIO, false},        {"KPUMAX", "1", TIR_SLIP_RATIO, true},
    {"ALPMIN", "ANGLE", TIR_SLIP_ANGLE, false},    {"ALPMAX", "ANGLE", TIR_SLIP_ANGLE, true},
    {"CAMMIN", "ANGLE", TIR_CAMBER, false},        {"CAMMAX", "ANGLE", TIR_CAMBER, true},
    {"PRESMIN", "PRESSURE", TIR_RANGES, false},    {"PRESMAX", "PRESSURE", TIR_RANGES, true},
    {"VXMIN", "LENGTH / TIME", TIR_RANGES, false}, {"VXMAX", "LENGTH / TIME", TIR_RANGES, true},
};

/* Values of FITTYP and PROPERTY_FILE_FORMAT. */
static const char *const mf52[] = {"5",   "6",       "21",      "51",     "52",
                                   "5.2", "MF-TYRE", "MF_TYRE", "PAC2002"};
static const char *const mf61[] = {"60", "61", "62", "6.1", "6.2"};

/* Values of PROPERTY_FILE_FORMAT that are refused whatever FITTYP is. */
static const char *const refused[] = {
    "PAC89",  "PAC94",  "PAC_MC", "PACTIME",      "FIALA",  "UA",         "FTIRE",     "SWIFT",
    "CDTIRE", "RMOD-K", "RMODK",  "HSRI",         "TMEASY", "MC-TYRE",    "MF-MCTYRE", "MF_MCTYRE",
    "521",    "5.21",   "5.2.1",  "521_EQUATION", "HARTY",  "HYPERBOLIC", "SAE",       "TABLE",
};

#endif
