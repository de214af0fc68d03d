/* SPDX-License-Identifier: MIT */
/* Where the motion starts. */
#include "models/vehicle/vehicle.h"

int32_t vehicle_start(struct motion *motion)
{
    motion->why = "vehicles do not run yet";
    return WD_EDOMAIN;
}
