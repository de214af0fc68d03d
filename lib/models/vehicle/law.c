/* SPDX-License-Identifier: MIT */
#include "models/vehicle/course.h"
#include "models/vehicle/parts.h"

const struct vehicle_law vehicle_laws[] = {
    [VEHICLE_IDEAL] = {.name = "ideal", .rolls = 1, .stays = 1},
    [VEHICLE_RELAXED] = {.name = "relaxed", .saturates = 1, .stays = 1},
    [VEHICLE_COULOMB] = {.name = "coulomb", .lifts = 1},
    [VEHICLE_ON_TYRE] = {.name = "tyre", .loads = 1},
};
