/* SPDX-License-Identifier: MIT */
/* Energy balance of fixed steps. The balance of a step is opened when the step is made and closed
 * when the energy at its end is known. A kind with flow_with_energy() computes this energy in the
 * first stage of the next step. */
#ifndef CORE_BALANCE_H
#define CORE_BALANCE_H

#include "core/model.h"

/* Open the balance of a step of length h that starts at the present point; call this before the
 * step is committed. Does nothing for a kind without an energy. */
void balance_open(struct wd_model *, double h);

/* Close the balance that is open, if there is one, with the energy at the present point. Returns
 * WD_ENOCONV, with the error text, if the energy change differs too much from work minus losses. */
int32_t balance_close(struct wd_model *);

#endif
