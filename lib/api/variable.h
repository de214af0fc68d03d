/* SPDX-License-Identifier: MIT */
/* The steps of setting variables, one function each, for calls that check many models before they
 * set any. */
#ifndef API_VARIABLE_H
#define API_VARIABLE_H

#include "core/model.h"

/* Check the refs and that these variables can be set now: WD_OK, WD_EINVAL, WD_ERANGE, WD_EROLE. */
int32_t variable_check_roles(struct wd_model *, const uint32_t *refs, size_t n);
/* Check the values: WD_OK or WD_ERANGE. The refs must be valid. */
int32_t variable_check_values(struct wd_model *, const uint32_t *refs, size_t n, const double *);
/* Set the variables; the refs and the values must be valid. */
void variable_write(struct wd_model *, const uint32_t *refs, size_t n, const double *);

/* Results (core/loop.h) that must be computed before the variable is read. */
int variable_results(const struct wd_model *, const struct var *);

#endif
