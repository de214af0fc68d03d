/* SPDX-License-Identifier: MIT */
/* Settings of a model whose states the importer integrates; for units and for the tool. */
#ifndef FMU_TUNE_H
#define FMU_TUNE_H

#include <wheeldyn/wheeldyn.h>

/* Call wd_model_set(). states: the states at the time t, to which the work of setting a tunable is
 * added; NULL: the model integrates by itself. */
int32_t tune_model(wd_model *model, const uint32_t *refs, size_t n, const double *in, double t,
                   double *states);

#endif
