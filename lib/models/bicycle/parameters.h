/* SPDX-License-Identifier: MIT */
/* The parameters of a bicycle, with the names of Meijaard, Papadopoulos, Ruina and Schwab (2007).
 * The axes begin at the rear contact, x forward and z down; so zB and zH are negative. */
#ifndef BICYCLE_PARAMETERS_H
#define BICYCLE_PARAMETERS_H

struct bicycle_parameters {
    double w, c, lam, gravity;
    double rR, mR, IRxx, IRyy;                 /* rear wheel */
    double xB, zB, mB, IBxx, IBxz, IByy, IBzz; /* rear frame with rider */
    double xH, zH, mH, IHxx, IHxz, IHyy, IHzz; /* front frame */
    double rF, mF, IFxx, IFyy;                 /* front wheel */
    double lift;                               /* BICYCLE_LIFT_... */
};

enum { BICYCLE_LIFT_END, BICYCLE_LIFT_REPORT };

#endif
