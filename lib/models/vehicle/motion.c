/* SPDX-License-Identifier: MIT */
/* Rates of the state, modes before a step, projection, energies and guards. */
#include "models/vehicle/footing.h"
#include "models/vehicle/guard.h"
#include "models/vehicle/slow.h"
#include "models/vehicle/stop.h"
#include "models/vehicle/yield.h"
#include "num/dense.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* Set all rates to NaN: the trial step is too long, and the integrator repeats it with a smaller
 * size. */
static int32_t undefined(const struct kind *kind, double *dy)
{
    for (size_t i = 0; i < kind->states + 2; i++)
        dy[i] = NAN;
    return WD_OK;
}

/* Rates of the state; position and velocity are those of the centre of mass of the root body, which
 * differs from the centre of mass of its link if other bodies are joined rigidly to the root. */
static void put_rate(const struct vehicle_eval *m, const double *y, double *dy)
{
    size_t at = m->v->body[0].part->at.states;
    const struct root_state *state = (const struct root_state *)(y + at);
    struct root_state *rate = (struct root_state *)(dy + at);
    const struct linkage_link *link = &m->work.link[0];
    struct vec arm = mat_turn(&link->R, m->v->body[0].offset);
    struct vec alpha = {m->acceleration[3], m->acceleration[4], m->acceleration[5]};
    memcpy(rate, m->rate, sizeof *rate);
    rate->x = state->v;
    rate->v = vec_add(rate->v,
                      vec_add(vec_cross(alpha, arm), vec_cross(link->W, vec_cross(link->W, arm))));
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        memcpy(dy + m->v->joint[j].part->at.states, m->rate + LINKAGE_JOINT + 2 * j,
               sizeof(struct joint_state));
    vehicle_write_bend_rates(m, dy);
}

int32_t vehicle_flow(const struct view *view, const double *y, double *dy)
{
    const struct kind *kind = view->kind;
    struct vehicle_eval m;
    vehicle_open(view, y, &m);
    m.looks = 0;
    if (!dense_finite(m.state, linkage_states(&m.v->linkage)))
        return undefined(kind, dy);
    int32_t status = vehicle_stand(&m);
    if (m.failed == WD_EINPUT)
        return m.failed;
    if (status != WD_OK || (m.footing && footing_is_far(&m)) || vehicle_accelerate(&m) != WD_OK)
        return undefined(kind, dy);
    linkage_rate(&m.v->linkage, m.state, &m.work, m.acceleration, m.rate);
    put_rate(&m, y, dy);
    dy[kind->states] = vehicle_put_in(&m) + vehicle_tilt_power(&m, vehicle_extra(view, y)->gravity);
    dy[kind->states + 1] = m.lost;
    memset(dy + kind->states + 2, 0, kind->extras * sizeof *dy);
    return WD_OK;
}

/* On the plane no force depends on the place of the root, and only forces of tyres depend on its
 * height. The rotor of a wheel is round, so no force depends on its angle. */
void vehicle_mark_cyclic(const struct view *view, int *is_cyclic)
{
    const struct vehicle *v = view->course;
    int *root = is_cyclic + v->body[0].part->at.states, on_plane = !v->ground;
    vehicle_mark_cyclic_bends(view, is_cyclic);
    root[SLOT(root_state, x.x)] = root[SLOT(root_state, x.y)] = on_plane;
    root[SLOT(root_state, x.z)] = on_plane && v->on_tyres == 0;
    for (size_t j = 0; j < linkage_joints(&v->linkage); j++)
        if (vehicle_is(v->joint[j].part, VEHICLE_WHEEL))
            is_cyclic[v->joint[j].part->at.states + SLOT(joint_state, q)] = 1;
}

/* True if an ordinary slip is below VEHICLE_DIRECTED and has a component above VEHICLE_STILL across
 * its stored direction. */
static int any_lacks_direction(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++) {
        const struct vehicle_grip *touch = &m->touch[c];
        const double *slip = m->work.contact[c].speed, *d = touch->direction;
        any |= vehicle_takes_part(m, c) && touch->mode == VEHICLE_SLIP && touch->limit > 0 &&
               vehicle_slip_speed(m, c) < VEHICLE_DIRECTED &&
               fabs(d[0] * slip[2] - d[1] * slip[1]) > VEHICLE_STILL;
    }
    return any;
}

int32_t vehicle_enter(const struct view *view, double *y, int64_t *mode)
{
    struct vehicle_eval m;
    vehicle_extra(view, y)->span = vehicle_extra(view, y)->lasts = 0;
    vehicle_open(view, y, &m);
    int changes = vehicle_has_variable_modes(&m), stops = tyre_stop_any(&m);
    int32_t status = WD_OK;
    if (!changes && !m.footing && !stops)
        return WD_OK;
    linkage_place(&m.v->linkage, m.state, &m.work);
    if (m.footing)
        footing_start_step(&m);
    if (changes) {
        vehicle_update_modes(&m);
        if (!yield_may_exist(&m)) /* the modes may be those of a snapshot */
            yield_cancel(&m);
        size_t c;
        int yields = m.yields || (vehicle_find_slip_to_stop(&m, &c) && yield_begin(&m));
        if (!yields)
            vehicle_choose_slow_slips(&m, 0);
        if (yields || (any_lacks_direction(&m) && yield_begin(&m)))
            yield_enter(&m);
    }
    if (stops)
        status = tyre_stop_enter(&m);
    vehicle_write_modes(&m, y, mode);
    return m.failed == WD_OK ? status : m.failed;
}

/* True if a wheel touches the ground or a brake holds. */
static int is_held(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= m->grip[c].mode != LINKAGE_OPEN;
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        any |= m->held[j];
    return any;
}

/* Stop a vehicle whose swinging is zero to rounding, because no event does. */
static void stop_rounding_swing(struct vehicle_eval *m)
{
    if (vehicle_largest_speed(m) <= VEHICLE_STILL && vehicle_stand(m) == WD_OK &&
        vehicle_accelerate(m) == WD_OK && vehicle_is_balanced(m))
        vehicle_halt(m);
}

int32_t vehicle_project(const struct view *view, double *y)
{
    struct vehicle_eval m;
    vehicle_open(view, y, &m);
    m.looks = 0;
    if (!vehicle_is_moving(&m))
        return WD_OK;
    int32_t status = is_held(&m) ? vehicle_project_contacts(&m, 1) : WD_OK;
    if (status != WD_OK || m.failed != WD_OK)
        return m.failed == WD_OK ? status : m.failed;
    linkage_normalise(m.state);
    if (m.yields)
        yield_end_step(&m, y);
    else
        stop_rounding_swing(&m);
    vehicle_write_state(&m, y);
    return m.failed;
}

/* ---- energies ---- */

double vehicle_energies(const struct vehicle_eval *m, struct vec gravity, struct common_output *out)
{
    const struct linkage *linkage = &m->v->linkage;
    double springs = 0;
    for (size_t i = 0; i < m->v->springs; i++) {
        const struct spring_param *p = vehicle_param_of(m->view, m->v->spring[i].part);
        double stretch = vehicle_spring_ends(m, i).length - p->rest;
        springs += 0.5 * p->stiffness * stretch * stretch;
    }
    for (size_t j = 0; j < m->v->stops; j++)
        springs += vehicle_stop_energy(m, j);
    for (size_t w = 0; w < m->work.contacts; w++)
        springs += vehicle_law(m, w)->loads ? vehicle_tyre_energy(m, w) : 0;
    out->kinetic_energy = linkage_kinetic(linkage, &m->work);
    out->potential_energy = linkage_potential(linkage, m->state, gravity, &m->work) + springs;
    return springs;
}

/* Energy of lifting all bodies from height 0: the scale of rounding errors of the potential energy
 * of gravity. */
static double lifted_energy(const struct vehicle_eval *m, struct vec gravity)
{
    double lifted = 0, g = sqrt(vec_dot(gravity, gravity));
    for (size_t i = 0; i < m->v->linkage.bodies; i++)
        lifted += m->v->linkage.body[i].mass * g * fabs(m->state[2] + m->work.link[i].r.z);
    return lifted;
}

struct energy vehicle_energy(const struct view *view, const double *y)
{
    struct vehicle_eval m;
    struct common_output out;
    struct vec gravity = vehicle_extra(view, y)->gravity;
    vehicle_open(view, y, &m);
    m.looks = 0;
    linkage_place_still(&m.v->linkage, m.state, &m.work);
    double springs = vehicle_energies(&m, gravity, &out);
    double total = out.kinetic_energy + out.potential_energy;
    double scale = out.kinetic_energy + lifted_energy(&m, gravity) + springs;
    return (struct energy){m.failed == WD_OK ? total : (double)NAN, scale};
}

/* ---- guards ---- */

static void guard_joint(const struct vehicle_eval *m, size_t j, double *value, double *rate)
{
    const struct part *part = m->v->joint[j].part;
    value[vehicle_brake_guard(part)] = stop_holds(m, j) ? VEHICLE_NEVER : vehicle_guard_brake(m, j);
    if (j < m->v->stops)
        vehicle_guard_stop(m, j, &value[vehicle_stop_guard(part)], &rate[vehicle_stop_guard(part)]);
}

static void guard_tyre(struct vehicle_eval *m, size_t c, double *value)
{
    vehicle_guard_tyre(m, c, value);
    if (m->touch[c].mode != VEHICLE_OPEN)
        value[VEHICLE_GRIPS] = tyre_stop_guard(m, c);
}

/* True if a guard depends on forces or accelerations. Guards of tyres do so only in the mode
 * VEHICLE_STOPS, guards of brakes and of spring stops only while these hold or press. At a rigid
 * stop the acceleration decides whether a joint without speed leaves it. */
static int guards_need_forces(const struct vehicle_eval *m)
{
    int any = m->footing != NULL;
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= !vehicle_law(m, c)->loads || m->touch[c].mode == VEHICLE_STOPS;
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        any |= (m->brake[j].mode != VEHICLE_OPEN && m->brake[j].mode != VEHICLE_SLIP) ||
               m->stop[j].mode != VEHICLE_STOP_FREE || stop_param(m, j, STOP_RIGID);
    return any;
}

/* Compute what the guards depend on, in a state that stands. */
static int32_t weigh_for_guards(struct vehicle_eval *m)
{
    if (guards_need_forces(m))
        return vehicle_weigh(m);
    for (size_t c = 0; c < m->work.contacts; c++)
        if (m->touch[c].mode != VEHICLE_OPEN)
            vehicle_evaluate_tyre_for_guard(m, c);
    return WD_OK;
}

int32_t vehicle_guard(const struct view *view, const double *y, double *value, double *rate)
{
    struct vehicle_eval m;
    vehicle_open(view, y, &m);
    if (m.footing)
        footing_watch(&m);
    int32_t status = vehicle_stand(&m);
    if (status == WD_OK)
        status = weigh_for_guards(&m);
    for (size_t c = 0; status == WD_OK && c < m.work.contacts; c++) {
        size_t at = vehicle_guards_at(&m, c);
        if (vehicle_law(&m, c)->loads)
            guard_tyre(&m, c, value + at);
        else
            vehicle_guard_touch(&m, c, value + at, rate + at);
    }
    if (status == WD_OK && m.footing)
        footing_guards(&m, value, rate);
    for (size_t j = 0; status == WD_OK && j < linkage_joints(&m.v->linkage); j++)
        guard_joint(&m, j, value, rate);
    if (status == WD_OK)
        vehicle_guard_jam(&m, value);
    if (status == WD_OK)
        vehicle_guard_rates(&m, value, rate);
    return status == WD_OK ? m.failed : status;
}
