/* SPDX-License-Identifier: MIT */
/* Moreau time stepping: move half of the step with the old velocity, solve one impulse problem at
 * the middle, in which all forces act by their impulses, and move the other half with the new
 * velocity. Gyroscopic terms use the velocity at the middle, predicted from the change in the last
 * step. Constraints act on velocities, so sticking contacts and held brakes do not creep, however
 * long the step is. Restitution follows Newton's law between the velocities at both ends of the
 * step. */
#include "models/vehicle/footing.h"
#include "models/vehicle/hit.h"
#include "models/vehicle/moreau.h"
#include "models/vehicle/moreau_tread.h"
#include "models/vehicle/stop.h"
#include "num/invariant.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* ---- motion of the state ---- */

/* Set m->hold to the contacts and stops that are closed after the step. A contact that has passed
 * on to another feature is excluded: the step held the contact on the feature before, so there is
 * no drift on the new feature, and the wheel may have risen, as over an edge. */
static void list_closed(struct vehicle_eval *m)
{
    for (size_t c = 0; c < m->work.contacts; c++) {
        const struct vehicle_law *law = vehicle_law(m, c);
        int holds = m->touch[c].mode != VEHICLE_OPEN && !(m->footing && m->footing[c].passed);
        int closed = law->stays || (holds && !law->loads);
        m->grip[c] = (struct linkage_grip){.mode = m->firm[c] ? LINKAGE_STICK
                                                   : closed   ? LINKAGE_SLIP
                                                              : LINKAGE_OPEN};
    }
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++) {
        m->held[j] = stop_holds(m, j);
        m->place_of[j] = stop_place(m, j);
    }
    m->hold = (struct linkage_hold){.contact = m->grip, .held = m->held, .place = m->place_of};
}

/* Project the positions onto the closed contacts, because the step constrains their velocities
 * only, and lift other wheels out of the ground. Lifting may turn wheels into places of a terrain
 * that they had not reached; projection and lifting are then repeated with these places. A contact
 * that the lifting has opened may be above the ground then, and stays open, so that it is not
 * pulled down. Leaves the state placed, without the velocities of contacts. */
static int32_t remove_drift(struct vehicle_eval *m)
{
    if (!m->tyres.at_end)
        linkage_place_bodies(&m->v->linkage, m->state, &m->work);
    if (m->footing)
        footing_step(m, 0);
    int32_t status;
    list_closed(m);
    do {
        status = vehicle_lift_out(m, 0);
    } while (status == WD_OK && m->footing && footing_add_places(m, 0) > 0);
    stop_pin(m);
    return status;
}

/* ---- velocities ---- */

static double energy_of(const struct vehicle_eval *m, struct vec gravity)
{
    struct common_output out;
    vehicle_energies(m, gravity, &out);
    return out.kinetic_energy + out.potential_energy;
}

static int slides(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= m->touch[c].mode == VEHICLE_SLIP && m->touch[c].limit > 0;
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        any |= m->brake[j].mode == VEHICLE_SLIP;
    return any;
}

/* True if the vehicle is at rest to rounding. */
static int is_at_rest(const struct vehicle_eval *m)
{
    return vehicle_largest_speed(m) <= VEHICLE_ROUNDING * vehicle_g(m) * m->h && !slides(m) &&
           !m->relaxes;
}

/* Set all speeds to zero; the change in the step is minus the speeds before. */
static void set_speeds_to_zero(struct vehicle_eval *m)
{
    for (size_t i = 0; i < linkage_speeds(&m->v->linkage); i++)
        m->leap[i] = -m->before[i];
    struct vec spin = mat_turn(&m->work.link[0].R, vec_at(m->before + 3));
    vec_put(vec_scale(-1, spin), m->leap + 3);
    vehicle_halt(m);
}

/* True if the ground has tilted, so that gravity differs from that of the potential energy. */
static int has_tilted(const struct vehicle_eval *m, struct vec gravity)
{
    struct vec now = m->drive.gravity;
    return now.x != gravity.x || now.y != gravity.y || now.z != gravity.z;
}

/* Velocities of all contacts along their frames and rates of all joints, by their numbers. */
static void read_slips(const struct vehicle_eval *m, double *slip)
{
    for (size_t c = 0; c < m->work.contacts; c++)
        memcpy(slip + 3 * c, m->work.contact[c].speed, 3 * sizeof *slip);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        slip[linkage_joint_row(&m->v->linkage, j)] = m->work.arm[j].rate;
}

/* Evaluate the middle of the step. Loads use the velocity before the step, because with a predicted
 * velocity a damper might excite its motion. Gyroscopic terms use the predicted velocity, because
 * with the old one a step would add energy. */
static void evaluate_middle(struct vehicle_eval *m, struct vec gravity, double *put_in)
{
    moreau_move(m, m->h / 2);
    linkage_place_still(&m->v->linkage, m->state, &m->work);
    if (m->footing)
        footing_step(m, VEHICLE_CLOSE);
    if (m->footing && footing_hold_tyres(m) > 0)
        linkage_place_still(&m->v->linkage, m->state, &m->work);
    read_slips(m, m->slip_before);
    moreau_find_tyres(m);
    vehicle_set_stop_modes(m);
    vehicle_add_stop_stiffness(m);
    vehicle_add_loads(m);
    *put_in = vehicle_put_in(m) + vehicle_tilt_power(m, gravity);
    moreau_set_speeds(m, 0.5);
    linkage_place_flow(&m->v->linkage, m->state, &m->work);
    if (m->footing)
        linkage_place_slips(&m->v->linkage, &m->work);
    linkage_place_changes(&m->v->linkage, &m->work);
    moreau_set_speeds(m, 0);
}

/* True if the change of the speeds may be used as the prediction for the next step: all modes are
 * unchanged, no contact and no stop has bounced (an open one that bounces stays open), and no fast
 * spin has reversed, after which a prediction would add energy. */
static int is_predictable(const struct vehicle_eval *m)
{
    const double *was = m->before + 3, *is = m->state + LINKAGE_SPIN;
    int same = m->h * m->h * (was[0] * is[0] + was[1] * is[1] + was[2] * is[2]) >
               -VEHICLE_FAST_SPIN * VEHICLE_FAST_SPIN;
    for (size_t c = 0; c < m->work.contacts; c++)
        same &= m->touch[c].mode == m->touch[c].from && !(m->rebound[c] > 0);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        same &= m->brake[j].mode == m->brake[j].from && !(*moreau_rebound_of(m, j) > 0);
    return same && !vehicle_stops_differ(m);
}

static void remember_modes(struct vehicle_eval *m)
{
    for (size_t c = 0; c < m->work.contacts; c++)
        m->touch[c].from = m->touch[c].mode;
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++) {
        m->brake[j].from = m->brake[j].mode;
        m->brake[j].direction[0] = 0; /* its force belongs to the impulse problem */
    }
}

/* Results of a step besides the state. */
struct outcome {
    int rests;   /* 1: the vehicle is at rest before and after the step; the step moves nothing */
    int lasts;   /* 1: the next step is expected to change the speeds by the same amount */
    double work; /* J; work of inputs and turned gravity, from the powers at the middle with both
                    velocities */
};

/* Largest number of contact problems of a step. With tyres one for each iterate. Without tyres one,
 * and one more for each time that the restitution is reduced: VEHICLE_MOST_ROUNDS halvings, then 0.
 */
static size_t most_problems(const struct vehicle_eval *m)
{
    return m->tyres.rows > 0 ? VEHICLE_MOST_ITERATES : VEHICLE_MOST_ROUNDS + 2;
}

/* Make a step. The root must be placed; m->leap is the predicted change of the speeds. */
static int32_t step(struct vehicle_eval *m, struct vec gravity, double h, struct outcome *to)
{
    int rested = !vehicle_is_moving(m);
    m->h = h;
    m->friction.problems = 0;
    remember_modes(m);
    for (size_t i = 0; i < linkage_speeds(&m->v->linkage); i++)
        m->before[i] = m->state[linkage_speed_at(i)];
    double put_in;
    evaluate_middle(m, gravity, &put_in);
    int32_t status = moreau_solve(m);
    invariant(m->friction.problems <= most_problems(m));
    if (status != WD_OK && m->failed == WD_OK)
        *m->view->why = "a step of Moreau has no solution";
    int stopped = status == WD_OK && is_at_rest(m);
    if (stopped) {
        moreau_return(m);
        set_speeds_to_zero(m);
        moreau_stop_tyres(m);
    }
    *to = (struct outcome){.rests = rested && stopped, .lasts = !stopped && is_predictable(m)};
    if (status != WD_OK || to->rests)
        return status;
    if (m->v->points > 0 || has_tilted(m, gravity)) {
        moreau_return(m);
        linkage_place_flow(&m->v->linkage, m->state, &m->work);
    }
    to->work = h / 2 * (put_in + (vehicle_put_in(m) + vehicle_tilt_power(m, gravity)));
    if (!m->tyres.at_end)
        moreau_move(m, h / 2);
    return remove_drift(m);
}

/* Log an event at the end of the step. */
static double *log_event(void *core, int32_t type)
{
    const struct motion *motion = core;
    double *value = motion->event(motion->core, motion->t, type);
    for (size_t i = 0; i < motion->view->kind->event_width; i++)
        value[i] = NAN;
    return value;
}

/* Log the end of the motion if a wheel lies flat, or a contact has no unique place: WD_END or
 * WD_OK. */
static int32_t end(struct vehicle_eval *m, struct motion *motion)
{
    struct events events = {.core = motion, .add = log_event};
    return footing_end(m, NULL, &events) > 0 ? WD_END : WD_OK;
}

/* Store the state after a step, and its work. */
static int32_t store_step(struct vehicle_eval *m, struct motion *motion, double work)
{
    const struct view *view = motion->view;
    double *y = motion->y;
    y[view->kind->states] += work;
    vehicle_extra(view, y)->lossless += work;
    vehicle_write_state(m, y);
    return end(m, motion);
}

void vehicle_predict_first_step(struct motion *motion)
{
    const struct view *view = motion->view;
    const struct vehicle_solver *solver = view->solver;
    struct vehicle_extra *extra = vehicle_extra(view, motion->y);
    double h = solver->common.fixed_step;
    struct vehicle_eval m;
    struct outcome outcome;
    vehicle_open_step(view, motion->y, &m);
    m.looks = 0;
    linkage_place_still(&m.v->linkage, m.state, &m.work);
    extra->lossless = energy_of(&m, extra->gravity);
    vehicle_predict_step(&m, motion->y, h);
    if (step(&m, extra->gravity, h, &outcome) == WD_OK)
        vehicle_write_step(&m, motion->y, h, outcome.lasts);
}

int32_t vehicle_advance(struct motion *motion, double t, int stop)
{
    const struct view *view = motion->view;
    const struct kind *kind = view->kind;
    double *y = motion->y, h = t - motion->t;
    struct vehicle_eval m;
    struct outcome outcome;
    (void)stop;
    int32_t status = motion->inputs(motion->core, motion->t + h / 2);
    if (status != WD_OK)
        return status;
    vehicle_open_step(view, y, &m);
    m.looks = 0;
    linkage_place_root(&m.v->linkage, m.state, &m.work);
    vehicle_predict_step(&m, y, h);
    status = step(&m, vehicle_extra(view, y)->gravity, h, &outcome);
    if (status == WD_ENOCONV && m.failed == WD_OK && end(&m, motion) == WD_END)
        return WD_END;
    if (status == WD_OK && m.footing && !outcome.rests)
        footing_check_step(&m);
    status = m.failed == WD_OK ? status : m.failed;
    if (status == WD_OK && m.footing && footing_is_far(&m))
        status = WD_ENOCONV;
    if (status != WD_OK) {
        motion->why = *view->why;
        return status;
    }
    if (m.footing)
        footing_start_step(&m);
    motion->t = t;
    vehicle_write_step(&m, y, h, outcome.lasts);
    moreau_write_tyres(&m, y);
    vehicle_write_modes(&m, y, (int64_t *)(void *)(y + kind->states + 2 + kind->extras));
    return outcome.rests ? WD_OK : store_step(&m, motion, outcome.work);
}
