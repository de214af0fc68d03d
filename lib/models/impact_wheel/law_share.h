/* SPDX-License-Identifier: MIT */
/* How contacts share the forces that a known u asks for. */
#ifndef LAW_SHARE_H
#define LAW_SHARE_H

#include "models/impact_wheel/law.h"

/* What a contact may carry with this u: nothing, T = edge N with N >= 0, or |T| <= edge N. */
enum law_part { LAW_NOTHING, LAW_EDGE, LAW_CONE };

struct law_share {
    enum law_part part[LAW_CONTACTS];
    double edge[LAW_CONTACTS];
};

/* Replaces the forces in result, which fit result->u up to rounding, by those of one contact where
 * one can carry all, else by those of least norm; sets hyperstatic. held: contacts on
 * two sides hold the wheel, so that only u_phi can differ between solutions; it is then chosen,
 * too. Returns how many multipliers of the least norm it tried, which tells what it cost.
 */
size_t law_share(const struct law_wheel *wheel, const struct law_problem *problem,
                 const struct law_share *share, int held, struct law_result *result);

#endif
