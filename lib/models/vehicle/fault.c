/* SPDX-License-Identifier: MIT */
#include "models/vehicle/vehicle.h"

const char *vehicle_fault(const struct view *view, const struct part *part, const char *what)
{
    return view->say(view->core, "part \"%s\": %s", part->name, what);
}
