/* SPDX-License-Identifier: MIT */
/* An input given by a formula of the time t, which muParser evaluates. No function of this header
 * throws a C++ exception. */
#ifndef SCENARIO_FORMULA_H
#define SCENARIO_FORMULA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FORMULA_MAX = 1500, FORMULA_REASON = 600 };

struct formula;

/* Compile a formula. It may contain t, pi and muParser's functions and operators. The result is
 * WD_OK, WD_EFORMAT with a reason that names the position, or WD_ENOMEM. */
int32_t formula_new(const char *text, struct formula **out, char reason[FORMULA_REASON]);
void formula_free(struct formula *);

/* Return the text from which a formula was compiled; it is valid as long as the formula. */
const char *formula_text(const struct formula *);

/* A wd_input_fn, whose user pointer is the formula. Threads may share a formula. */
int32_t formula_input(double t, double *value, void *formula);

#ifdef __cplusplus
}
#endif

#endif
