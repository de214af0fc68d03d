/* SPDX-License-Identifier: MIT */
/* A run as a self-contained web page that plays it. */
#ifndef WHEELDYN_TOOL_REPLAY_H
#define WHEELDYN_TOOL_REPLAY_H

#include <stdio.h>

#include "history.h"
#include "simulate.h"

/* True if the page needs or shows this variable. */
int replay_shows(const wd_model *model, uint32_t ref);

/* Write the page. The rows hold the variables of the plan, which must include all variables of role
 * WD_STATE. */
void replay_write(FILE *file, const struct instance *instance, const struct plan *plan,
                  const struct history *history);

/* Write a mesh of the smooth surface around the path of the vehicle in the rows, as JSON; for other
 * ground the text is null. */
void replay_write_surface(FILE *file, const wd_model *model, const struct plan *plan,
                          const struct history *history);

#endif
