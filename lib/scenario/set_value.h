/* SPDX-License-Identifier: MIT */
/* Setting variables of a model by name and text, for scenarios and the command line. */
#ifndef SCENARIO_SET_VALUE_H
#define SCENARIO_SET_VALUE_H

#include <wheeldyn/wheeldyn.h>

/* Message for a name that wd_model_find() does not find. The arguments of the message are the name
 * and the result of wd_model_nearest_name(). */
#define NO_VARIABLE "there is no variable \"%s\"; the nearest is \"%s\""

/* Set a variable to a number or a named choice. On failure *why is a sentence on the fault. */
int32_t set_value(wd_model *, const char *name, const char *value, const char **why);

#endif
