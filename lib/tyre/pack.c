/* SPDX-License-Identifier: MIT */
#include "tyre/inside.h"

enum {
    FAULT_LOADS = 64 /* intervals into which the range is divided, with equal ratios of loads */
};

void tyre_defaults(struct tyre_numbers *n)
{
#define INITIAL(name, unit, lo, hi, initial, tunable, text) n->name = initial;
    TYRE_NUMBERS(INITIAL)
#undef INITIAL
    n->form = TYRE_BRUSH;
    n->formula = TYRE_MF61;
}

/* Stiffness of the rolling element: at nominal load the deflection at which its force reaches the
 * rolling resistance equals the deflection of the load spring (without stiffening). */
static double rolling_stiffness(const struct tyre_numbers *n, const struct magic *m)
{
    if (n->form == TYRE_BRUSH)
        return n->rolling_resistance * n->vertical_stiffness;
    double resistance = -magic_roll(m, 1, m->own_load, 0, 0, 0);
    return num_fmax(0, resistance * n->vertical_stiffness / m->own_load);
}

void tyre_pack(const struct tyre_numbers *n, struct tyre *t)
{
    double time = n->carcass_time;
    int brush = n->form == TYRE_BRUSH, round = n->breff == 0 && n->dreff == 0 && n->freff == 0;
    magic_pack(n, &t->magic);
    double roll = rolling_stiffness(n, &t->magic);
    *t = (struct tyre){
        .form = (int)n->form,
        .k_z = n->vertical_stiffness,
        .k_z2 = n->vertical_stiffening,
        .c_z = n->vertical_damping,
        .K = {n->forward_stiffness, n->side_stiffness, n->turning_stiffness, roll},
        .time = {time, time, time, TYRE_ROLLED_TIME * time},
        .half_length = n->half_length,
        .c_x = n->slip_stiffness,
        .c_y = n->cornering_stiffness,
        .c_gam = n->camber_stiffness,
        .f = n->rolling_resistance,
        .share = brush || round ? n->rolling_share : -1,
        .flat = n->nominal_load / n->vertical_stiffness,
        .breff = n->breff,
        .dreff = n->dreff,
        .freff = n->freff,
        .q_re0 = n->q_re0,
        .magic = t->magic,
    };
}

/* ---- what init refuses ---- */

static const char *not_above_0(const struct tyre_numbers *n)
{
    const char *name[] = {"pcx1", "pdx1", "pkx1", "pcy1", "pdy1", "lfzo", "lmuy"};
    const double value[] = {n->pcx1, n->pdx1, n->pkx1, n->pcy1, n->pdy1, n->lfzo, n->lmuy};
    for (size_t i = 0; i < sizeof value / sizeof *value; i++)
        if (!(value[i] > 0))
            return name[i];
    return NULL;
}

/* Name of a coefficient that makes a friction or a stiffness at this load 0 or negative, or a force
 * not finite; NULL if there is none. */
static const char *spoilt_at(const struct magic *m, double load)
{
    struct magic_slip slip = {.radius = 1, .load = load, .mu = 1};
    struct magic_forces at;
    magic_limited(m, &slip, &at);
    return !(at.peak[0] > 0)        ? "pdx2"
           : !(at.peak[1] > 0)      ? "pdy2"
           : !(at.stiffness[0] > 0) ? "pkx2"
           : !(at.stiffness[1] < 0) ? "pky2"
           : !isfinite(at.align)    ? "qcz1"
           : !isfinite(at.force[0]) ? "rcx1"
           : !isfinite(at.force[1]) ? "rcy1"
                                    : NULL;
}

/* True if the friction of a wheel that rolls along at the nominal load is above its rolling
 * resistance: otherwise the wheel slides and does not roll. */
static int rolls(const struct magic *m)
{
    struct magic_slip slip = {.radius = 1, .load = m->own_load, .mu = 1};
    struct magic_forces at;
    magic_limited(m, &slip, &at);
    return -magic_roll(m, slip.radius, slip.load, 0, 0, 0) < at.peak[0];
}

const char *tyre_fault(const struct tyre_numbers *n, const char **why)
{
    if (n->form == TYRE_BRUSH)
        return NULL;
    *why = "must be above 0";
    const char *name = not_above_0(n);
    if (name)
        return name;
    *why = "must be below 0: is the file not in ISO-W axes?";
    if (!(n->pky1 < 0))
        return "pky1";
    *why = "must not be 0";
    if (n->pky2 == 0)
        return "pky2";
    struct magic magic;
    magic_pack(n, &magic);
    *why =
        "makes a friction or stiffness of the formula 0 or below at a load between 1 % and 300 % "
        "of nominal; set largest_load to the largest load at which the formula holds";
    double step = TYRE_MOST_LOAD / TYRE_LEAST_LOAD;
    for (int i = 0; i <= FAULT_LOADS && !name; i++)
        name = spoilt_at(&magic, n->nominal_load * TYRE_LEAST_LOAD *
                                     num_pow(step, (double)i / FAULT_LOADS));
    if (name || rolls(&magic))
        return name;
    *why = "makes the rolling resistance at nominal load as large as the friction; is the pressure "
           "in Pa?";
    return "qsy1";
}
