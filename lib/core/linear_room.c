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

struct linear_room linear_carve(struct carver *carver, const struct kind *kind, size_t reals,
                                struct carver *eigen)
{
    size_t n = linear_most(kind);
    struct linear_room room = {.A = carve(carver, n * n)};
    *eigen = *carver;
    room.eigen = carve(eigen, eigen_doubles(n));
    if (!kind->linear)
        CARVE(carver, reals, &room.state, &room.rate, &room.present_rate);
    return room;
}
