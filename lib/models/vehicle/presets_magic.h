/* SPDX-License-Identifier: MIT */
/* The tyre of preset car_magic. This tyre is invented: all coefficients of the formula are in the
 * range of those of passenger cars; pressure and scale factors differ from their nominal values.
 * The same numbers are in tests/ref/tyre/tyre_a.tir. */
#ifndef VEHICLE_PRESETS_MAGIC_H
#define VEHICLE_PRESETS_MAGIC_H

/* T(part, quantity, value) for each number that is not the default. */
/* clang-format off */
#define MADE_UP_TYRE(T, part) \
    T(part, "reference_speed", 16.7), T(part, "pressure", 230000), \
    T(part, "nominal_pressure", 220000), T(part, "nominal_load", 4200), \
    T(part, "vertical_stiffness", 215000), T(part, "vertical_damping", 350), \
    T(part, "breff", 8.2), T(part, "dreff", 0.26), T(part, "freff", 0.08), T(part, "q_re0", 1), \
    T(part, "forward_stiffness", 310000), T(part, "side_stiffness", 160000), \
    T(part, "turning_stiffness", 4600), T(part, "lfzo", 1), T(part, "lcx", 1.035), \
    T(part, "lmux", 0.9007), T(part, "lex", 1.034), T(part, "lkx", 1.038), \
    T(part, "lhx", 0.9276), T(part, "lvx", 1.021), T(part, "lcy", 0.9979), \
    T(part, "lmuy", 0.9325), T(part, "ley", 0.9877), T(part, "lky", 1.055), \
    T(part, "lhy", 1.014), T(part, "lvy", 0.9152), T(part, "ltr", 1.045), \
    T(part, "lres", 1.017), T(part, "lxal", 1.077), T(part, "lyka", 1.089), \
    T(part, "lvyka", 1.028), T(part, "ls", 0.9583), T(part, "lkyc", 0.9054), \
    T(part, "lkzc", 1.058), T(part, "lvmx", 1.097), T(part, "lmx", 1.009), \
    T(part, "lmy", 1.095), T(part, "pcx1", 1.6431), T(part, "pdx1", 1.0025), \
    T(part, "pdx2", -0.08069), T(part, "pdx3", 1.3184), T(part, "pex1", 0.31469), \
    T(part, "pex2", 0.081171), T(part, "pex3", -0.018937), T(part, "pex4", 0.13049), \
    T(part, "pkx1", 24.645), T(part, "pkx2", -0.65056), T(part, "pkx3", 0.1151), \
    T(part, "phx1", -0.00092039), T(part, "phx2", 0.00070087), T(part, "pvx1", 0.0034364), \
    T(part, "pvx2", -0.0025896), T(part, "ppx1", -0.3944), T(part, "ppx2", 0.22816), \
    T(part, "ppx3", -0.060305), T(part, "ppx4", 0.14851), T(part, "rbx1", 12.617), \
    T(part, "rbx2", 9.7097), T(part, "rbx3", 4.13), T(part, "rcx1", 1.0678), \
    T(part, "rex1", -0.36516), T(part, "rex2", -0.11095), T(part, "rhx1", 0.0032663), \
    T(part, "qsx1", -0.0018082), T(part, "qsx2", 0.81887), T(part, "qsx3", 0.04413), \
    T(part, "qsx4", 0.062546), T(part, "qsx5", 0.99879), T(part, "qsx6", 0.89007), \
    T(part, "qsx7", 0.68245), T(part, "qsx8", -0.55931), T(part, "qsx9", 0.67817), \
    T(part, "qsx10", 0.24166), T(part, "qsx11", 0.79452), T(part, "qsx12", 0.25789), \
    T(part, "qsx13", 0.010771), T(part, "qsx14", -0.019484), T(part, "ppmx1", 0.10764), \
    T(part, "pcy1", 1.5001), T(part, "pdy1", 0.87735), T(part, "pdy2", -0.11969), \
    T(part, "pdy3", 1.6274), T(part, "pey1", -0.69885), T(part, "pey2", -0.42052), \
    T(part, "pey3", 0.17244), T(part, "pey4", -2.971), T(part, "pey5", -21.101), \
    T(part, "pky1", -18.07), T(part, "pky2", 1.8768), T(part, "pky3", 0.38622), \
    T(part, "pky4", 2.3831), T(part, "pky5", 2.6016), T(part, "pky6", -0.92244), \
    T(part, "pky7", -0.1705), T(part, "phy1", 0.0022291), T(part, "phy2", -0.0012172), \
    T(part, "pvy1", 0.023046), T(part, "pvy2", -0.01078), T(part, "pvy3", -0.20324), \
    T(part, "pvy4", -0.34105), T(part, "ppy1", -0.36449), T(part, "ppy2", -0.098194), \
    T(part, "ppy3", -0.086873), T(part, "ppy4", 0.047556), T(part, "ppy5", -0.37413), \
    T(part, "rby1", 8.9281), T(part, "rby2", 7.2681), T(part, "rby3", -0.0097182), \
    T(part, "rby4", 3.2102), T(part, "rcy1", 0.96106), T(part, "rey1", -0.21669), \
    T(part, "rey2", 0.1398), T(part, "rhy1", 0.0038334), T(part, "rhy2", 0.0028795), \
    T(part, "rvy1", 0.022992), T(part, "rvy2", -0.019146), T(part, "rvy3", -0.34082), \
    T(part, "rvy4", 8.9902), T(part, "rvy5", 1.8421), T(part, "rvy6", 12.571), \
    T(part, "qsy1", 0.0094114), T(part, "qsy2", 0.0022271), T(part, "qsy3", 0.0008311), \
    T(part, "qsy4", 0.00015899), T(part, "qsy5", 0.2744), T(part, "qsy6", -0.2032), \
    T(part, "qsy7", 0.80379), T(part, "qsy8", -0.41595), T(part, "qbz1", 10.732), \
    T(part, "qbz2", -1.7086), T(part, "qbz3", -0.62338), T(part, "qbz4", 0.34516), \
    T(part, "qbz5", -0.51994), T(part, "qbz9", 13.93), T(part, "qbz10", 0.41132), \
    T(part, "qcz1", 1.3165), T(part, "qdz1", 0.1005), T(part, "qdz2", -0.004462), \
    T(part, "qdz3", -0.26294), T(part, "qdz4", 2.5214), T(part, "qdz6", 0.0018642), \
    T(part, "qdz7", -0.0010672), T(part, "qdz8", -0.12827), T(part, "qdz9", -0.026842), \
    T(part, "qdz10", 0.27327), T(part, "qdz11", 0.11409), T(part, "qez1", -1.5387), \
    T(part, "qez2", 0.53167), T(part, "qez3", -0.39169), T(part, "qez4", 0.19701), \
    T(part, "qez5", -1.0539), T(part, "qhz1", 0.004041), T(part, "qhz2", -0.0020032), \
    T(part, "qhz3", 0.093102), T(part, "qhz4", 0.045923), T(part, "ppz1", -0.32575), \
    T(part, "ppz2", -0.40229), T(part, "ssz1", 0.018053), T(part, "ssz2", 0.010881), \
    T(part, "ssz3", 0.65975), T(part, "ssz4", -0.22991)
/* clang-format on */

#endif
