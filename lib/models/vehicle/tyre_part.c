/* SPDX-License-Identifier: MIT */
/* The variables of part type tyre, and of wheels and rims that stand on one. */
#include "models/vehicle/law_tyre.h"
#include "models/vehicle/part_rows.h"

static const char *const forms[] = {"brush", "magic", NULL};
static const char *const formulas[] = {"mf61", "mf52", NULL};

#define ROW(name, unit, lo, hi, initial, tunable, text)                                         \
    VAR_REAL("param." #name, (tunable) ? WD_TUNABLE : WD_PARAM, SLOT(tyre_numbers, name), unit, \
             lo, hi, initial, text),

const struct var vehicle_tyre_vars[VEHICLE_TYRE_ROWS] = {
    VAR_CHOICE("param.form", WD_PARAM, SLOT(tyre_numbers, form), forms,
               "the law of its forces: a brush, or the Magic Formula of .tir files"),
    /* clang-format off */
    TYRE_NUMBERS(ROW)
    /* clang-format on */
    VAR_CHOICE("param.formula", WD_PARAM, SLOT(tyre_numbers, formula), formulas,
               "magic: the version of the formula for M_z, M_y and the use of phy3"),
};

/* ---- wheels and rims on a tyre ---- */

#define BENDS(ROW, of, at)                                                                 \
    ROW(of, "bend_forward", at bend[0], "m", "deflection of the carcass along the wheel"), \
        ROW(of, "bend_side", at bend[1], "m", "deflection of the carcass to the left"),    \
        ROW(of, "bend_turn", at bend[2], "rad", "twist of the carcass about the normal"),  \
        ROW(of, "bend_roll", at bend[3], "m", "deflection of the spring of rolling resistance")
#define TYRE_OUTPUTS(of)                                                                          \
    OUTPUT(of, "deflection", tyre.deflection, "m", "deflection of the tyre; below 0 in the air"), \
        OUTPUT(of, "moment_over", tyre.moment_over, "N.m", "overturning moment M_x, forward"),    \
        OUTPUT(of, "moment_roll", tyre.moment_roll, "N.m",                                        \
               "moment of rolling resistance M_y, to the left; below 0 if rolling forward"),      \
        OUTPUT(of, "moment_align", tyre.moment_align, "N.m", "aligning moment M_z, up"),          \
        OUTPUT(of, "slip_ratio", tyre.slip_ratio, "1", "slip ratio of the rim; 0 at rest"),       \
        OUTPUT(of, "slip_angle", tyre.slip_angle, "rad", "slip angle of the rim; 0 at rest"),     \
        OUTPUT(of, "camber", tyre.camber, "rad", "lean of the wheel to the right"),               \
        OUTPUT(of, "rolling_radius", tyre.rolling_radius, "m",                                    \
               "forward velocity over spin of the wheel that rolls freely")

static const struct var tyred_wheel_vars[] = {
    WHEEL_SETTINGS,
    BENDS(INIT, tyred_wheel_state, tyre.),
    WHEEL_STATES,
    BENDS(STATE, tyred_wheel_state, tyre.),
    WHEEL_OUTPUTS,
    TYRE_OUTPUTS(tyred_wheel_output),
    GROUND_OUTPUTS(wheel_output, rim.),
};

static const struct var tyred_rim_vars[] = {
    RIM_SETTINGS,
    BENDS(INIT, tyre_state, ),
    BENDS(STATE, tyre_state, ),
    RIM_OUTPUTS(rim_output, ),
    TYRE_OUTPUTS(tyred_rim_output),
    GROUND_OUTPUTS(rim_output, ),
};

const struct part_type vehicle_tyred_wheel = {
    WHEEL_TYPE(tyred_wheel_vars, tyred_wheel_state, tyred_wheel_output)};

const struct part_type vehicle_tyred_rim = {
    RIM_TYPE(tyred_rim_vars, DOUBLES(tyre_state), tyred_rim_output)};
