/* SPDX-License-Identifier: MIT */
#include "tyre/magic.h"
#include "num/elementary.h"

/* clang-format off */
#define SAME(field) m->field = n->field
#define TIMES(field, factor) m->field = n->field * (factor)
/* clang-format on */

static void pack_along(const struct tyre_numbers *n, double p, struct magic *m)
{
    double friction = (1 + p * (n->ppx3 + p * n->ppx4)) * n->lmux;
    double stiffness = (1 + p * (n->ppx1 + p * n->ppx2)) * n->lkx, vertical = n->lvx * n->lmux;
    TIMES(pcx1, n->lcx), TIMES(pdx1, friction), TIMES(pdx2, friction), SAME(pdx3);
    TIMES(pex1, n->lex), TIMES(pex2, n->lex), TIMES(pex3, n->lex), SAME(pex4);
    TIMES(pkx1, stiffness), TIMES(pkx2, stiffness), SAME(pkx3);
    TIMES(phx1, n->lhx), TIMES(phx2, n->lhx), TIMES(pvx1, vertical), TIMES(pvx2, vertical);
    TIMES(rbx1, n->lxal), SAME(rbx2), TIMES(rbx3, n->lxal);
    SAME(rcx1), SAME(rex1), SAME(rex2), SAME(rhx1);
}

static void pack_side(const struct tyre_numbers *n, double p, struct magic *m)
{
    double friction = (1 + p * (n->ppy3 + p * n->ppy4)) * n->lmuy, vertical = n->lvy * n->lmuy;
    double by_camber = n->lkyc * n->lmuy, camber = (1 + n->ppy5 * p) * n->lkyc;
    TIMES(pcy1, n->lcy), TIMES(pdy1, friction), TIMES(pdy2, friction), SAME(pdy3);
    TIMES(pey1, n->ley), TIMES(pey2, n->ley), SAME(pey3), SAME(pey4), SAME(pey5);
    TIMES(pky1, m->load * (1 + n->ppy1 * p) * n->lky);
    TIMES(pky2, 1 + n->ppy2 * p), SAME(pky3), SAME(pky4), TIMES(pky5, 1 + n->ppy2 * p);
    TIMES(pky6, camber), TIMES(pky7, camber);
    TIMES(phy1, n->lhy), TIMES(phy2, n->lhy), TIMES(phy3, n->lkyc);
    TIMES(pvy1, vertical), TIMES(pvy2, vertical), TIMES(pvy3, by_camber), TIMES(pvy4, by_camber);
    TIMES(rby1, n->lyka), SAME(rby2), SAME(rby3), TIMES(rby4, n->lyka), SAME(rcy1);
    SAME(rey1), SAME(rey2), SAME(rhy1), SAME(rhy2);
    TIMES(rvy1, n->lvyka), TIMES(rvy2, n->lvyka), TIMES(rvy3, n->lvyka);
    SAME(rvy4), SAME(rvy5), SAME(rvy6);
}

static void pack_align(const struct tyre_numbers *n, double p, struct magic *m)
{
    double slope = n->lky / n->lmuy, camber = n->lkzc * n->lmuy;
    double peak = (1 - n->ppz1 * p) * n->ltr * n->lfzo / m->load;
    TIMES(qbz1, slope), TIMES(qbz2, slope), TIMES(qbz3, slope), SAME(qbz4), SAME(qbz5);
    TIMES(qbz9, slope), SAME(qbz10), SAME(qcz1);
    TIMES(qdz1, peak), TIMES(qdz2, peak), SAME(qdz3), SAME(qdz4);
    TIMES(qdz6, n->lres * n->lmuy), TIMES(qdz7, n->lres * n->lmuy);
    TIMES(qdz8, (1 + n->ppz2 * p) * camber), TIMES(qdz9, (1 + n->ppz2 * p) * camber);
    TIMES(qdz10, camber), TIMES(qdz11, camber);
    SAME(qez1), SAME(qez2), SAME(qez3), SAME(qez4), SAME(qez5);
    SAME(qhz1), SAME(qhz2), SAME(qhz3), SAME(qhz4);
    TIMES(ssz1, n->ls), TIMES(ssz2, n->ls / m->own_load), TIMES(ssz3, n->ls), TIMES(ssz4, n->ls);
}

static void pack_over(const struct tyre_numbers *n, double p, struct magic *m)
{
    TIMES(qsx1, n->lvmx * n->lmx), TIMES(qsx2, (1 + n->ppmx1 * p) * n->lmx);
    TIMES(qsx3, n->lmx), TIMES(qsx4, n->lmx), SAME(qsx5), SAME(qsx6), SAME(qsx7), SAME(qsx8);
    SAME(qsx9), TIMES(qsx10, n->lmx), SAME(qsx11);
    TIMES(qsx12, n->lmx), TIMES(qsx13, n->lmx), TIMES(qsx14, n->lmx);
}

static void pack_roll(const struct tyre_numbers *n, struct magic *m)
{
    double v = n->reference_speed, pressure = n->pressure / n->nominal_pressure;
    double scale = n->lmy * (m->formula == TYRE_MF52 ? 1 : num_pow(pressure, n->qsy8));
    TIMES(qsy1, scale), TIMES(qsy2, scale / m->own_load), TIMES(qsy3, scale / v);
    TIMES(qsy4, scale / v / v / v / v), TIMES(qsy5, scale), TIMES(qsy6, scale), SAME(qsy7);
}

void magic_pack(const struct tyre_numbers *n, struct magic *m)
{
    double p = n->pressure / n->nominal_pressure - 1; /* (4.E2b) */
    m->formula = (int)n->formula;
    m->own_load = n->nominal_load;
    m->load = n->lfzo * n->nominal_load; /* (4.E1) */
    m->inverse_load = 1 / m->load;
    m->largest = n->largest_load > 0 ? n->largest_load : DBL_MAX;
    pack_along(n, p, m);
    pack_side(n, p, m);
    pack_align(n, p, m);
    pack_over(n, p, m);
    pack_roll(n, m);
}

void magic_limited(const struct magic *m, const struct magic_slip *slip, struct magic_forces *at)
{
    if (!(slip->load > m->largest)) {
        magic_steady(m, slip, at);
        return;
    }
    struct magic_slip limited = *slip;
    double ratio = slip->load / m->largest;
    limited.load = m->largest;
    magic_steady(m, &limited, at);
    for (int k = 0; k < 2; k++) {
        at->force[k] *= ratio, at->stiffness[k] *= ratio;
        at->peak[k] *= ratio, at->slope[k] *= ratio;
    }
    at->align *= ratio;
}
