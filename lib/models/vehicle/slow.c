/* SPDX-License-Identifier: MIT */
/* Which slips are slow enough to creep or to follow the forces, and go on long enough. */
#include "models/vehicle/vehicle.h"
#include "num/elementary.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* Of solver.onset_speed: slips below it creep, unless they end soon; one that has just begun does
 * as soon as it is more than none, as its acceleration may be none, too. */
#define SLOW 0.5
#define BEGUN 0.1

/* Slips that follow: how much faster than soon their direction is turned by the forces, at least;
 * of the acceleration that turns it, how fast they may end; of the slip, how much of it may be
 * across the direction that the forces have as it begins to. m/s: none is so stiff that is faster.
 */
#define FASTER 2
#define END 0.25
#define ASIDE 1e-2
#define FASTEST 1

static double onset_of(const struct vehicle_moment *m)
{
    return ((const struct vehicle_solver *)m->view->solver)->onset_speed;
}

static double size_of(const struct vehicle_moment *m, size_t w)
{
    return num_hypot(m->work.contact[w].slip.x, m->work.contact[w].slip.y);
}

/* The mode to try. */
static int slower(const struct vehicle_moment *m, size_t w)
{
    double onset = onset_of(m), size = size_of(m, w);
    int mode = m->tyre[w].mode, begun = mode == VEHICLE_INCIPIENT && size > BEGUN * onset;
    if (vehicle_law(m, w) != VEHICLE_COULOMB || !(m->tyre[w].limit > 0))
        return mode;
    if ((mode == VEHICLE_SLIP || begun) && size < SLOW * onset)
        return VEHICLE_CREEP;
    return mode == VEHICLE_SLIP && size < FASTEST ? VEHICLE_FOLLOW : mode;
}

static int any_slow(const struct vehicle_moment *m)
{
    int any = 0;
    for (size_t w = 0; w < m->v->linkage.wheels; w++)
        any |= vehicle_is_slow(&m->tyre[w]);
    return any;
}

static void try_all(struct vehicle_moment *m)
{
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        struct vehicle_grip *tyre = &m->tyre[w];
        tyre->from = tyre->mode;
        tyre->mode = slower(m, w);
    }
}

/* By how much friction can accelerate the slip across its direction. */
static double stiffness(const struct vehicle_moment *m, size_t w)
{
    const struct linkage_work *work = &m->work;
    size_t row = vehicle_row(m, 3 * w), n = work->rows;
    const double *d = m->grip[w].direction, *x = work->matrix + (row + 1) * (n + 1);
    double give = d[1] * d[1] * x[0] - 2 * d[0] * d[1] * x[1] + d[0] * d[0] * x[n + 1];
    return m->tyre[w].limit * m->along[row] * give;
}

/* Does the slip stay near the direction that the forces have, and on its side, while they turn it
 * fast? Friction in that direction would drive a slip on the other side. */
static int follows(const struct vehicle_moment *m, size_t w)
{
    const struct vehicle_grip *tyre = &m->tyre[w];
    const struct vec *slip = &m->work.contact[w].slip;
    const double *d = m->grip[w].direction;
    double size = size_of(m, w), across = fabs(d[0] * slip->y - d[1] * slip->x);
    double along = d[0] * slip->x + d[1] * slip->y;
    double turn = VEHICLE_SOON_AFTER * stiffness(m, w);
    int stays = tyre->from == VEHICLE_FOLLOW;
    double most = stays ? VEHICLE_STAYS : 1;
    return along > 0 && FASTER * size <= most * turn && size - tyre->ahead <= most * END * turn &&
           across <= most * vehicle_error(m) && (stays || across <= ASIDE * size);
}

/* Is the slow direction that of this slip? One that creeps does not come to rest soon, and has not
 * become fast. */
static int remains_slow(const struct vehicle_moment *m, size_t w)
{
    const struct vehicle_grip *tyre = &m->tyre[w];
    if (tyre->mode == VEHICLE_FOLLOW)
        return m->settled && follows(m, w);
    return tyre->ahead > 0 && size_of(m, w) <= onset_of(m);
}

/* Slow contacts for which that does not hold continue as before, or slip in their own direction.
 * All are asked, those that were slow before the step, too: their guards would start below 0 and
 * never trigger. Returns how many, or all if the forces cannot be found. */
static size_t take_back(struct vehicle_moment *m, int32_t status)
{
    size_t count = 0;
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        struct vehicle_grip *tyre = &m->tyre[w];
        if (!vehicle_is_slow(tyre) || (status == WD_OK && remains_slow(m, w)))
            continue;
        if (tyre->from == VEHICLE_FOLLOW || tyre->from == VEHICLE_CREEP)
            vehicle_slip_on(m, w);
        else
            tyre->mode = tyre->from;
        count++;
    }
    return count;
}

/* What cannot go on so slips, for others to judge. */
static void give_up(struct vehicle_moment *m)
{
    for (size_t w = 0; w < m->v->linkage.wheels; w++)
        if (vehicle_is_slow(&m->tyre[w]))
            m->tyre[w].mode =
                m->tyre[w].from == VEHICLE_INCIPIENT ? VEHICLE_INCIPIENT : VEHICLE_SLIP;
}

void vehicle_slow(struct vehicle_moment *m)
{
    vehicle_hold(m);
    if (m->relaxes)
        return;
    try_all(m);
    if (!any_slow(m))
        return;
    int32_t status = vehicle_stand(m);
    do {
        vehicle_hold(m);
        status = status == WD_OK ? vehicle_pull(m) : status;
    } while (take_back(m, status) > 0);
    if (status != WD_OK || !any_slow(m))
        return;
    if (vehicle_is_upset(m) || vehicle_exceeds(m) || vehicle_sinks(m)) {
        give_up(m);
        return;
    }
    for (size_t w = 0; w < m->v->linkage.wheels; w++)
        for (size_t k = 0; k < 2 && vehicle_is_slow(&m->tyre[w]); k++)
            m->tyre[w].direction[k] = m->grip[w].direction[k];
}
