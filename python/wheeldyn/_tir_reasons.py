# SPDX-License-Identifier: MIT
"""Reasons why keys of .tir files are not taken over."""

# Beginnings of keys that are not taken over, and the reason; the first one that fits applies.
REASONS = (
    ("VXLOW", "no speed limits the law: the carcass holds the tyre at rest"),
    ("Q_V", "growth and stiffening with speed are left out"),
    ("Q_FC", "the effect of forces along and across on the load is left out"),
    ("Q_FZ", "the load follows from VERTICAL_STIFFNESS"),
    ("Q_CAM", "the effect of camber on the load is left out"),
    ("Q_FY", "the effect of camber on the load is left out"),
    ("PFZ", "pressure changes the formula, neither load nor rolling radius"),
    ("PCF", "stiffness of the carcass does not depend on load and pressure"),
    ("PCM", "stiffness of the carcass does not depend on load and pressure"),
    ("PTX", "the stiffness of the carcass gives the relaxation length"),
    ("PTY", "the stiffness of the carcass gives the relaxation length"),
    ("BOTTOM", "bottoming is left out"),
    ("MC_CONTOUR", "the crown of the wheel is its contour"),
    ("PDXP", "turn slip is left out"), ("PKYP", "turn slip is left out"),
    ("PDYP", "turn slip is left out"), ("PHYP", "turn slip is left out"),
    ("PECP", "turn slip is left out"), ("QDTP", "turn slip is left out"),
    ("QCRP", "turn slip is left out"), ("QBRP", "turn slip is left out"),
    ("QDRP", "turn slip is left out"),
    ("ELLIPS", "obstacles shorter than the contact are left out"),
    ("Q_R", "length and width of the contact are not computed"),
    ("Q_A", "length and width of the contact are not computed"),
    ("Q_BV", "belt dynamics are left out"),
    ("FREQ", "belt dynamics are left out"), ("DAMP", "belt dynamics are left out"),
    ("BELT", "belt dynamics are left out"), ("GRAVITY", "gravity is param.gravity"),
    ("MASS", "mass and inertia are the wheel's"), ("IXX", "mass and inertia are the wheel's"),
    ("IYY", "mass and inertia are the wheel's"), ("IZZ", "mass and inertia are the wheel's"),
)
