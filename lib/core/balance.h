/* SPDX-License-Identifier: MIT */
/* Energy balance of fixed steps. The balance of a step is opened when the step is made and closed
 * when the energy at its end is known. A kind with flow_with_energy() computes this energy in the
 * first stage of the next step. */
#ifndef CORE_BALANCE_H
#define CORE_BALANCE_H

#include "core/model.h"

/* Open the balance of a step of length h from the present point, before it is committed; nothing
 * for a kind without an energy. */
void balance_open(struct wd_model *, double h);

/* Close the balance that is open, if there is one, with the energy at the present point.
 * WD_ENOCONV with its text if the energy changed without a cause. */
int32_t balance_close(struct wd_model *);

#endif
