/* SPDX-License-Identifier: MIT */
/* Load distribution: forces of the contacts that give a known u. */
#ifndef LAW_SHARE_H
#define LAW_SHARE_H

#include "models/impact_wheel/law.h"

/* Force that a contact may have with this u: none, T = edge N with N >= 0, or |T| <= edge N. */
enum law_part { LAW_NOTHING, LAW_EDGE, LAW_CONE };

struct law_share {
    enum law_part part[LAW_CONTACTS];
    double edge[LAW_CONTACTS];
};

/* Replace the forces in result, which give result->u up to rounding, by those of a single contact
 * if one can carry the load, otherwise by those of least norm; set hyperstatic. held: contacts on
 * two sides hold the wheel, so that only u_phi can differ between solutions; u_phi is then
 * determined, too. The factorisations are added to result->factorisations. Returns the number of
 * multipliers that the least-norm iteration tried, as a measure of its cost. */
size_t law_share(const struct law_wheel *wheel, const struct law_problem *problem,
                 const struct law_share *share, int held, struct law_result *result);

#endif
