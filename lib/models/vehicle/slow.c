/* SPDX-License-Identifier: MIT */
/* Which slips are slow enough to creep, and go on long enough. */
#include "models/vehicle/vehicle.h"
#include "num/elementary.h"

#include <wheeldyn/wheeldyn.h>

/* Of solver.onset_speed: slips below it creep, unless they end soon; one that has just begun does
 * as soon as it is more than none, as its acceleration may be none, too. */
#define SLOW 0.5
#define BEGUN 0.1

static int may_creep(const struct vehicle_moment *m, size_t w)
{
    double onset = ((const struct vehicle_solver *)m->view->solver)->onset_speed;
    const struct vec *slip = &m->work.contact[w].slip;
    double size = num_hypot(slip->x, slip->y);
    int mode = m->tyre[w].mode, begun = mode == VEHICLE_INCIPIENT && size > BEGUN * onset;
    return vehicle_law(m, w) == VEHICLE_COULOMB && m->tyre[w].limit > 0 &&
           (mode == VEHICLE_SLIP || begun) && size < SLOW * onset;
}

/* How many. */
static size_t try_all(struct vehicle_moment *m)
{
    size_t count = 0;
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        struct vehicle_grip *tyre = &m->tyre[w];
        tyre->from = tyre->mode;
        if (may_creep(m, w))
            tyre->mode = VEHICLE_CREEP;
        count += tyre->mode == VEHICLE_CREEP;
    }
    return count;
}

/* What ends soon goes on to its end, as it was. How many, or all if the others cannot be told. */
static size_t take_back(struct vehicle_moment *m, int32_t status)
{
    size_t count = 0;
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        struct vehicle_grip *tyre = &m->tyre[w];
        if (tyre->mode == tyre->from || (status == WD_OK && tyre->ahead > 0))
            continue;
        tyre->mode = tyre->from;
        count++;
    }
    return count;
}

/* What cannot go on so slips, for others to judge. */
static void give_up(struct vehicle_moment *m)
{
    for (size_t w = 0; w < m->v->linkage.wheels; w++)
        if (m->tyre[w].mode == VEHICLE_CREEP)
            m->tyre[w].mode =
                m->tyre[w].from == VEHICLE_INCIPIENT ? VEHICLE_INCIPIENT : VEHICLE_SLIP;
}

void vehicle_slow(struct vehicle_moment *m)
{
    vehicle_hold(m);
    if (m->relaxes || try_all(m) == 0)
        return;
    int32_t status = vehicle_stand(m);
    do {
        vehicle_hold(m);
        status = status == WD_OK ? vehicle_pull(m) : status;
    } while (take_back(m, status) > 0);
    if (status == WD_OK && vehicle_is_upset(m)) {
        give_up(m);
        return;
    }
    for (size_t w = 0; status == WD_OK && w < m->v->linkage.wheels; w++)
        for (size_t k = 0; k < 2 && m->tyre[w].mode == VEHICLE_CREEP; k++)
            m->tyre[w].direction[k] = m->grip[w].direction[k];
}
