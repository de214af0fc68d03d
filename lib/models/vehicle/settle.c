/* SPDX-License-Identifier: MIT */
/* Modes after a change at one instant: project the wheels onto the ground, decide the modes, and
 * stop what the decision stops. */
#include "models/vehicle/footing.h"
#include "models/vehicle/slow.h"
#include "models/vehicle/stop.h"
#include "models/vehicle/yield.h"

#include <wheeldyn/wheeldyn.h>

/* Set all speeds to zero if they are zero to rounding and nothing slides. */
static void halt(struct vehicle_eval *m)
{
    if (vehicle_largest_speed(m) > VEHICLE_STILL || vehicle_is_sliding(m))
        return;
    vehicle_halt(m);
    linkage_place(&m->v->linkage, m->state, &m->work);
}

/* True if stopping the contacts and brakes that hold would take far more energy than their slips
 * have. */
static int is_costly(struct vehicle_eval *m)
{
    double own = 0;
    return linkage_energy_to_stop(&m->v->linkage, &m->hold, &m->work, &own) >
           LINKAGE_MOST_TAKEN * own;
}

/* Let all slow contacts and brakes yield; if they cannot, let this contact slip on. A slip that is
 * too slow for a direction of its own is in mode SLOW, and its extrapolation counts as its speed,
 * so that the decision of the modes finds its direction together with the forces. */
static void slip_on(struct vehicle_eval *m, size_t c)
{
    if (yield_begin(m))
        return;
    if (vehicle_slip_speed(m, c) >= VEHICLE_DIRECTED)
        vehicle_end_slow_slip(m, c);
    else
        m->touch[c].mode = VEHICLE_SLOW, m->touch[c].ahead = vehicle_slip_speed(m, c);
}

/* Choose what holds. Contacts slip on if their slips could be stopped only with the whole vehicle:
 * rows have just become independent of the others, and no friction is strong enough. */
static void choose_hold(struct vehicle_eval *m)
{
    size_t c;
    vehicle_set_hold(m);
    while (vehicle_find_slip_to_stop(m, &c) && is_costly(m)) {
        slip_on(m, c);
        vehicle_set_hold(m);
    }
}

/* Project onto what holds. A contact may still slip after the projection, because its rows count as
 * dependent on those of others, but contradict them. It then slips on. Each pass but the last lets
 * another contact slip, so the loop ends. */
static int32_t project(struct vehicle_eval *m)
{
    for (size_t c;;) {
        choose_hold(m);
        int32_t status = vehicle_project_contacts(m, 0);
        linkage_place(&m->v->linkage, m->state, &m->work);
        if (status != WD_OK || !vehicle_find_slip_to_stop(m, &c))
            return status;
        slip_on(m, c);
    }
}

/* The decision may let contacts stick that slip, because friction can stop them within
 * VEHICLE_SLOW_TIME. Let them yield, or stop them at once. *any: 1 if slips are stopped. */
static int32_t stop_slips(struct vehicle_eval *m, int *any)
{
    size_t c;
    *any = vehicle_find_slip_to_stop(m, &c);
    if (!*any)
        return WD_OK;
    vehicle_keep_grips(m);
    if (vehicle_yield_instead(m, WD_ENOSOL) == WD_OK) {
        *any = 0;
        return WD_OK;
    }
    int32_t status = project(m);
    if (status != WD_OK)
        return status;
    linkage_normalise(m->state);
    return vehicle_stand(m);
}

/* Decide the modes. If this stops slips, other slips may turn, which changes the forces, so the
 * modes are decided again. Each decision but the last stops a slip, and a slip that starts has no
 * speed that could be stopped; so there are at most as many decisions as contacts, plus one. */
static int32_t decide(struct vehicle_eval *m)
{
    int stopped = 1;
    int32_t status = WD_OK;
    for (size_t i = 0; status == WD_OK && stopped && i <= m->work.contacts; i++) {
        status = vehicle_decide(m);
        if (status != WD_OK)
            return status;
        vehicle_keep_slow_directions(m);
        status = stop_slips(m, &stopped);
    }
    if (status != WD_OK || !stopped)
        return status;
    *m->view->why = "no consistent set of contact modes was found";
    return WD_ENOCONV;
}

/* Project until no contact opens, closes or stops. Contacts that leave open first: as long as the
 * closed ones cannot all stay closed, the projection chooses which of them do, so a speed of zero
 * does not show that an open contact rests. Each round but the last changes a contact, brake or
 * stop. One changes at most twice, because it closes and then leaves, or slips and then stops; more
 * rounds are an endless cycle. */
static int32_t project_and_update(struct vehicle_eval *m)
{
    size_t most = 2 * (m->work.contacts + linkage_joints(&m->v->linkage)) + 1;
    for (size_t i = 0; i < most; i++) {
        int32_t status = project(m);
        if (status != WD_OK || !(footing_open_leaving(m) || vehicle_update_stopped(m)))
            return status;
    }
    *m->view->why = "no consistent set of contact modes was found";
    return WD_ENOCONV;
}

/* If rows nearly depend on each other while the vehicle moves, let slow contacts and brakes yield.
 * In the ordinary modes such a row would count as dependent and as independent in turn. The test
 * needs the memory of the forces, so these are computed again. */
static int32_t yield_if_ill_conditioned(struct vehicle_eval *m)
{
    if (m->yields || !vehicle_is_moving(m))
        return WD_OK;
    if (linkage_are_well_conditioned(&m->v->linkage, &m->hold, &m->work))
        return vehicle_weigh(m);
    vehicle_keep_grips(m);
    int32_t status = vehicle_yield_instead(m, WD_ENOSOL);
    return status == WD_OK || status == WD_EINTERRUPT ? status : vehicle_weigh(m);
}

int32_t vehicle_settle(struct vehicle_eval *m)
{
    int32_t status = project_and_update(m);
    vehicle_set_stop_modes(m);
    if (status == WD_OK) /* wheels that the projection has turned into the ground */
        status = vehicle_lift_out(m, vehicle_depth(m));
    if (status != WD_OK)
        return status;
    vehicle_set_hold(m);
    linkage_normalise(m->state);
    status = vehicle_stand(m);
    if (status == WD_OK && !vehicle_uses_moreau(m->view)) {
        status = decide(m);
        if (status == WD_OK)
            status = yield_if_ill_conditioned(m);
    }
    if (status == WD_OK)
        halt(m);
    return status;
}
