/* SPDX-License-Identifier: MIT */
/* The start of a motion. */
#include "models/vehicle/footing.h"
#include "models/vehicle/stop.h"
#include "num/dense.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* ---- as given ---- */

static void take_root(const struct view *view, const struct part *part, double *y)
{
    const struct root_init *p = vehicle_init_of(view, part);
    const struct body_param *body = vehicle_param_of(view, part);
    struct root_state *root = (struct root_state *)(y + part->at.states);
    struct sine_cosine yaw = num_sincos(p->yaw);
    root->x = vec_add(body->centre, p->x);
    vehicle_attitude(p->yaw, p->roll, p->pitch, root->q);
    root->v = (struct vec){p->forward * yaw.cos - p->left * yaw.sin,
                           p->forward * yaw.sin + p->left * yaw.cos, p->up};
    root->w = (struct vec){p->roll_rate, p->pitch_rate, p->yaw_rate};
}

static void take_start(const struct view *view, double *y)
{
    const struct vehicle *v = view->course;
    take_root(view, v->body[0].part, y);
    for (size_t j = 0; j < linkage_joints(&v->linkage); j++) {
        const struct part *part = v->joint[j].part;
        memcpy(y + part->at.states, vehicle_init_of(view, part), sizeof(struct joint_state));
    }
    vehicle_start_bends(view, y);
    vehicle_extra(view, y)->gravity = vehicle_gravity(view);
}

/* ---- on the ground ---- */

static const char *judge_wheels(struct vehicle_eval *m)
{
    const struct view *view = m->view;
    const char *fault = m->footing ? footing_judge(m) : NULL;
    if (fault)
        return fault;
    for (size_t c = 0; c < m->work.contacts; c++) {
        const struct part *part = vehicle_part_at(m, c);
        const struct vehicle_law *law = vehicle_law(m, c);
        double gap = m->work.contact[c].gap;
        if (!m->footing && !(vehicle_flat_margin(m, c) > 0))
            return vehicle_fault(view, part, "it lies flat");
        if (law->lifts && !(gap >= -VEHICLE_CLOSE))
            return view->say(view->core, "part \"%s\": it is %g m in the ground", part->name, -gap);
        if (law->loads && vehicle_judge_tyre(m, c))
            return vehicle_judge_tyre(m, c);
        if (law->stays && !(fabs(gap) <= VEHICLE_CLOSE))
            return view->say(view->core,
                             "part \"%s\": it is %g m %s the ground, on which law %s rolls",
                             part->name, fabs(gap), gap < 0 ? "in" : "above", law->name);
    }
    return NULL;
}

/* Project the given speeds onto the nearest ones with which wheels of law ideal roll, those of law
 * relaxed stay on the ground, and locked joints rest. */
static const char *set_rolling(struct vehicle_eval *m)
{
    double given = linkage_kinetic(&m->v->linkage, &m->work);
    if (vehicle_project_contacts(m, 0) != WD_OK)
        return *m->view->why;
    linkage_place(&m->v->linkage, m->state, &m->work);
    double lost = VEHICLE_ROUNDING * VEHICLE_ROUNDING * given; /* energy: speeds squared */
    if (given > 0 && !(linkage_kinetic(&m->v->linkage, &m->work) > lost))
        return "the wheels cannot roll with the given speeds; the nearest motion that they allow "
               "is rest";
    return NULL;
}

/* Check that forces exist that keep the wheels rolling, at this position and in a neighbourhood,
 * and that the load of each coulomb wheel is determined. */
static const char *find_forces(struct vehicle_eval *m)
{
    if (vehicle_stand(m) != WD_OK)
        return *m->view->why;
    const char *carried = vehicle_height_fault(m);
    vehicle_set_hold(m);
    if (vehicle_accelerate(m) != WD_OK)
        return *m->view->why;
    const char *fault = vehicle_rolling_fault(m);
    return fault ? fault : carried;
}

/* Set the state y as param.place requires, and open it. */
static const char *place_vehicle(const struct view *view, double *y, struct vehicle_eval *m)
{
    const struct vehicle_param *p = view->param;
    take_start(view, y);
    if (p->place == VEHICLE_PLACE_IN_BALANCE)
        return vehicle_balance(view, y, m);
    if (p->place == VEHICLE_PLACE_ON_GROUND && vehicle_stands_on_tyres(view->course))
        return vehicle_lower_onto_tyres(view, y, m);
    if (p->place == VEHICLE_PLACE_ON_GROUND) {
        vehicle_place_on_ground(view, y, m);
        return vehicle_start_fault(m);
    }
    vehicle_open(view, y, m);
    return NULL;
}

/* Number of contacts of wheels that never leave the ground. */
static size_t count_staying(const struct vehicle_eval *m)
{
    size_t count = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        count += vehicle_law(m, c)->stays ? 1 : 0;
    return count;
}

/* Close the contacts of coulomb wheels that touch the ground and have no vertical velocity. A wheel
 * that moves down has an impact at once. The state determines whether a tyre carries a load. */
static void close_touching_wheels(struct vehicle_eval *m)
{
    for (size_t c = 0; c < m->work.contacts; c++) {
        const struct linkage_contact *contact = &m->work.contact[c];
        if (vehicle_law(m, c)->lifts && fabs(contact->gap) <= VEHICLE_CLOSE &&
            fabs(contact->speed[0]) <= VEHICLE_CLOSE)
            m->touch[c].mode = VEHICLE_SLIP;
        if (vehicle_law(m, c)->loads && vehicle_tyre_carries(m, c))
            m->touch[c].mode = VEHICLE_STICK;
    }
    stop_rest(m);
    vehicle_set_modes(m, VEHICLE_STILL);
}

/* Find the modes of wheels, brakes and stops, and store them with the projected state. */
static const char *set_modes(const struct view *view, double *y, int64_t *mode,
                             struct vehicle_eval *m)
{
    vehicle_open(view, y, m);
    int32_t status = vehicle_stand(m);
    if (status == WD_OK && m->footing)
        status = footing_close_contacts(m, NULL, VEHICLE_CLOSE);
    footing_fix_tyres(m);
    close_touching_wheels(m);
    if (status == WD_OK)
        status = vehicle_settle(m);
    if (status != WD_OK && !m->jams) /* a jam is the first event */
        return *view->why;
    if (status == WD_OK && !vehicle_uses_moreau(view))
        vehicle_record_limits(m);
    vehicle_write_state(m, y);
    vehicle_write_modes(m, y, mode);
    return NULL;
}

/* The status of a refused start: that of a failed function of the ground, if one has failed. */
static int32_t status_of(const struct vehicle_eval *m, int32_t status)
{
    return m->failed == WD_OK ? status : m->failed;
}

int32_t vehicle_start(struct motion *motion)
{
    const struct view *view = motion->view;
    const struct vehicle_param *p = view->param;
    int64_t *mode = (int64_t *)(void *)(motion->y + view->kind->states + 2 + view->kind->extras);
    struct vehicle_eval m;
    m.failed = WD_OK; /* if place_vehicle() refuses the settings, m is not opened */
    motion->why = place_vehicle(view, motion->y, &m);
    if (motion->why)
        return status_of(&m, WD_EDOMAIN);
    int32_t status = vehicle_stand(&m);
    motion->why = status == WD_OK ? footing_doubt(&m) : *view->why;
    if (motion->why)
        return status_of(&m, WD_EINVAL);
    motion->why = judge_wheels(&m);
    motion->why = motion->why ? motion->why : vehicle_judge_stops(&m);
    if (motion->why)
        return status_of(&m, WD_EDOMAIN);
    vehicle_set_stop_modes(&m);
    vehicle_write_stops(&m, mode);
    if (m.footing) {
        footing_start_step(&m);
        footing_write(&m, motion->y);
    }
    if (p->spin == VEHICLE_SPIN_ROLLING)
        vehicle_set_rolling_rates(&m);
    motion->why = m.v->linkage.wheels > 0 ? set_rolling(&m) : NULL;
    vehicle_write_state(&m, motion->y);
    if (!motion->why && count_staying(&m) > 0)
        motion->why = find_forces(&m);
    int may_lift = m.v->linkage.wheels == 0 || count_staying(&m) < m.work.contacts;
    if (!motion->why && (may_lift || vehicle_has_variable_modes(&m) || stop_any_meets(&m, NULL)))
        motion->why = set_modes(view, motion->y, mode, &m);
    if (!motion->why && vehicle_uses_moreau(view))
        vehicle_predict_first_step(motion);
    return motion->why ? status_of(&m, WD_EDOMAIN) : m.failed;
}

static int fits_extras(const struct view *view, const double *y)
{
    return dense_finite(y + view->kind->states + 2, view->kind->extras) &&
           vehicle_extra(view, y)->span >= 0;
}

/* A brake is never in mode SLOW. */
static int fits_brake_mode(double stored)
{
    return vehicle_fits_mode(stored, VEHICLE_YIELD_SLIPS) &&
           (vehicle_fits_mode(stored, VEHICLE_INCIPIENT) ||
            !vehicle_fits_mode(stored, VEHICLE_YIELD - 1));
}

static int fits_modes(const struct view *view, const struct part *part, const double *y)
{
    const int64_t *mode = view->mode + part->at.modes;
    int wheel = vehicle_is(part, VEHICLE_WHEEL), touches = vehicle_touches(part);
    int fits = part->as->size.modes == 0 ||
               (touches ? vehicle_fits_mode((double)mode[0], VEHICLE_YIELD_SLIPS)
                        : fits_brake_mode((double)mode[0]));
    if (wheel)
        fits = fits && fits_brake_mode((double)mode[1]);
    else if (part->as->size.modes == VEHICLE_BRAKE_MODES + VEHICLE_STOP_MODES)
        fits = fits && vehicle_fits_stop(view, part);
    if (touches) {
        const double *d = vehicle_rim_extra(view, y, part)->direction;
        fits = fits && vehicle_fits_direction(d[0], d[1]);
    }
    if (part->as->size.modes > 0 && (wheel || !touches))
        fits = fits && vehicle_fits_direction(vehicle_brake_extra(view, y, part)->direction, 0);
    return fits;
}

/* Laws and inputs are not checked here, but before each step. */
int vehicle_fits(const struct view *view, const double *y)
{
    for (size_t i = 0; i < view->kind->part_count; i++)
        if (!fits_modes(view, view->kind->parts[i], y))
            return 0;
    return fits_extras(view, y) && (!view->kind->has_terrain || footing_fits(view, y));
}
