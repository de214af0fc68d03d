/* SPDX-License-Identifier: MIT */
/* Static equilibrium on the ground: the projection that keeps the vehicle at its given place along
 * the ground, and, on a terrain, the contacts of wheels that carry a load. */
#include "models/vehicle/balance.h"
#include "models/vehicle/footing.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* ---- projection ---- */

/* Heading: the angle about z of R = Rz(yaw) Rx(roll) Ry(pitch). */
static double heading_of(const double *state)
{
    const double *q = state + LINKAGE_QUATERNION;
    double x = q[0] * q[3] - q[1] * q[2];
    return num_atan2(2 * x, q[0] * q[0] + q[2] * q[2] - q[1] * q[1] - q[3] * q[3]);
}

static double difference(double angle, double from)
{
    struct sine_cosine a = num_sincos(angle - from);
    return num_atan2(a.sin, a.cos);
}

int balance_keeps(const struct balance *b, size_t speed)
{
    if (speed < 6)
        return speed < 2 || speed == 5;
    size_t joint = speed - 6;
    return b->holds_brakes && b->m->v->linkage.body[joint + 1].joint.stiffness == 0 &&
           balance_most(b, 2 * b->contacts + joint) > 0;
}

/* Return to the given places and heading, without regard to the contacts. */
static void return_home(const struct balance *b)
{
    struct vehicle_eval *m = b->m;
    double *speeds = b->way_home;
    memset(speeds, 0, b->n * sizeof *speeds);
    for (int k = 0; k < 2; k++)
        speeds[k] = b->home[k] - m->state[LINKAGE_PLACE + k];
    speeds[5] = difference(b->yaw, heading_of(m->state));
    for (size_t k = 6; k < b->n; k++) {
        size_t at = LINKAGE_JOINT + 2 * (k - 6);
        speeds[k] = balance_keeps(b, k) ? b->kept[at] - m->state[at] : 0;
    }
    linkage_move(&m->v->linkage, speeds, 1, m->state);
}

/* m, rad; largest difference of places and heading between the present state and b->touched. */
static double change_of(const struct balance *b)
{
    const double *now = b->m->state;
    double most = fabs(difference(heading_of(now), heading_of(b->touched)));
    for (int k = 0; k < 3; k++)
        most = num_fmax(most, fabs(now[LINKAGE_PLACE + k] - b->touched[LINKAGE_PLACE + k]));
    for (size_t k = 6; k < b->n; k++) {
        size_t at = LINKAGE_JOINT + 2 * (k - 6);
        most = balance_keeps(b, k) ? num_fmax(most, fabs(now[at] - b->touched[at])) : most;
    }
    return most;
}

void balance_set_home(struct balance *b)
{
    memcpy(b->home, b->m->state + LINKAGE_PLACE, sizeof b->home);
    b->yaw = heading_of(b->m->state);
    memset(b->dropped, 0, b->contacts * sizeof *b->dropped);
}

/* Project in turns onto the contacts and onto the given place. This converges to a position that
 * satisfies both; if there is none, to the position on the contacts nearest to the given place. On
 * the plane the return leaves the contacts closed. On a slope each return multiplies the distance
 * by the squared sine of the slope: a half at 45 degrees. On steeper slopes, at walls and in
 * hollows a distance may remain. */
int32_t balance_touch(struct balance *b)
{
    struct vehicle_eval *m = b->m;
    const struct linkage *linkage = &m->v->linkage;
    size_t bytes = linkage_states(linkage) * sizeof *m->state;
    int32_t status = linkage_project_places(linkage, &m->hold, m->state, &m->work, NULL);
    int moves_contacts = m->footing || b->holds_brakes;
    if (status == WD_OK && !moves_contacts)
        return_home(b);
    for (int i = 0; moves_contacts && status == WD_OK && i < VEHICLE_HALVINGS; i++) {
        memcpy(b->touched, m->state, bytes);
        return_home(b);
        if (linkage_project_places(linkage, &m->hold, m->state, &m->work, NULL) != WD_OK) {
            memcpy(m->state, b->touched, bytes);
            break;
        }
        if (change_of(b) <= linkage_place_rounding(&m->work, m->state))
            break;
    }
    return status;
}

/* ---- contacts ---- */

/* Pass contacts on to the features that they have moved to, and end contacts where no feature
 * follows; returns how many changed. */
static size_t pass_on(struct balance *b)
{
    struct vehicle_eval *m = b->m;
    size_t changed = 0;
    for (size_t c = 0; c < m->work.contacts; c++) {
        int64_t before = m->footing[c].feature;
        if (!m->footing[c].fixed || vehicle_law(m, c)->loads)
            continue;
        m->footing[c].fixed = footing_pass_on(m, c);
        changed += !m->footing[c].fixed || m->footing[c].feature != before ? 1 : 0;
    }
    return changed;
}

static int stands(const struct balance *b, size_t wheel)
{
    const struct vehicle_eval *m = b->m;
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= m->work.contact[c].wheel == wheel && m->footing[c].fixed && !b->dropped[c];
    return any;
}

/* Close the contact of a wheel at the place that is nearest to it. */
static int32_t stand_on_nearest(struct balance *b, size_t w)
{
    struct vehicle_eval *m = b->m;
    struct vehicle_footing *f = &m->footing[w];
    b->dropped[w] = 0;
    if (!f->fixed)
        footing_find(m, w);
    f->fixed = f->feature >= 0;
    f->place = f->touch.place;
    if (f->fixed)
        return WD_OK;
    *m->view->why = vehicle_fault(m->view, vehicle_part_at(m, w),
                                  "no ground is within one radius of it where the others touch");
    return WD_ENOCONV;
}

/* Set the modes of all contacts: fixed contacts carry a load unless they are dropped. A dropped
 * contact that gets into the ground is no longer dropped. Returns how many modes changed. */
static size_t set_grips(struct balance *b)
{
    struct vehicle_eval *m = b->m;
    size_t changed = 0;
    for (size_t c = 0; c < m->work.contacts; c++) {
        const struct vehicle_footing *f = &m->footing[c];
        int before = m->grip[c].mode;
        b->dropped[c] = b->dropped[c] && f->fixed && f->touch.gap >= -VEHICLE_CLOSE;
        int carries = f->fixed && !b->dropped[c] && !vehicle_law(m, c)->loads;
        m->grip[c] = (struct linkage_grip){.mode = carries ? LINKAGE_SLIP : LINKAGE_OPEN};
        changed += m->grip[c].mode != before ? 1 : 0;
        if (!carries && !vehicle_law(m, c)->loads)
            memset(b->friction + 2 * c, 0, 2 * sizeof *b->friction);
    }
    return changed;
}

int32_t balance_find_contacts(struct balance *b, size_t *changed)
{
    struct vehicle_eval *m = b->m;
    int32_t status = WD_OK;
    size_t tyres = footing_hold_tyres(m);
    if (tyres > 0)
        linkage_place(&m->v->linkage, m->state, &m->work);
    *changed = pass_on(b) + tyres;
    for (size_t w = 0; status == WD_OK && w < m->v->linkage.wheels; w++)
        if (!vehicle_law(m, w)->loads && !stands(b, w))
            status = stand_on_nearest(b, w);
    if (status == WD_OK)
        status = footing_close_contacts(m, NULL, VEHICLE_CLOSE);
    *changed += set_grips(b);
    return m->failed == WD_OK ? status : m->failed;
}

/* Number of contacts of a wheel that carry a load. */
static size_t count_of(const struct balance *b, size_t wheel)
{
    size_t count = 0;
    for (size_t c = 0; c < b->m->work.contacts; c++)
        count += b->m->work.contact[c].wheel == wheel && balance_is_closed(b, c) ? 1 : 0;
    return count;
}

int balance_drop_contact(struct balance *b)
{
    const struct vehicle_eval *m = b->m;
    size_t contacts = m->work.contacts, worst = contacts;
    double least = -VEHICLE_ROUNDING * balance_weight(b), most;
    for (size_t c = 0; c < contacts; c++) {
        if (!balance_is_closed(b, c) || count_of(b, m->work.contact[c].wheel) < 2)
            continue;
        double N = balance_load(b, c, &most);
        worst = N < least ? c : worst;
        least = num_fmin(least, N);
    }
    if (worst == contacts)
        return 0;
    b->dropped[worst] = 1;
    set_grips(b);
    return 1;
}
