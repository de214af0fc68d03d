/* SPDX-License-Identifier: MIT */
#include "core/linear_room.h"

#include "num/eigen.h"

size_t linear_most(const struct kind *kind)
{
    if (kind->linear_states)
        return kind->inits;
    if (kind->linear)
        return kind->linear_count;
    return kind->flow ? kind->states : 0;
}

struct linear_room linear_carve(struct carver *carver, const struct kind *kind, size_t reals)
{
    size_t n = linear_most(kind);
    struct linear_room room = {.A = carve(carver, n * n)};
    if (kind->linear) {
        room.formula_A = carve(carver, n * n);
        room.formula_B = carve(carver, n * kind->inputs);
    } else {
        room.state = carve(carver, reals);
        room.rate = carve(carver, reals);
        room.present_rate = carve(carver, reals);
    }
    room.eigen = carve(carver, eigen_doubles(n));
    return room;
}
