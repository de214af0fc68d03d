/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time histories as a picture: one panel for each variable, one time axis. */
#ifndef WHEELDYN_TOOL_SVG_H
#define WHEELDYN_TOOL_SVG_H

#include "history.h"

struct svg_labels {
    const char *title;
    const char *const *names; /* of the columns; the first is the abscissa */
    const char *const *units;
    size_t columns; /* drawn; rows may have more */
};

/* Same rows, same bytes. Values that are not finite interrupt the line. */
int svg_write(const char *path, const struct history *history, const struct svg_labels *labels,
              struct problem *problem);

#endif
