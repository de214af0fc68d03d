/* SPDX-License-Identifier: MIT */
/* A run as a web page that plays it, without any other file. */
#ifndef WHEELDYN_TOOL_REPLAY_H
#define WHEELDYN_TOOL_REPLAY_H

#include <stdio.h>

#include "history.h"
#include "simulate.h"

/* Is this variable one that the page needs or shows? */
int replay_shows(const wd_model *model, uint32_t ref);

/* The rows hold the variables of the plan; all of role WD_STATE must be among them. */
void replay_write(FILE *file, const struct instance *instance, const struct plan *plan,
                  const struct history *history);

#endif
