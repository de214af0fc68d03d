/* SPDX-License-Identifier: MIT */
/* Loads, control and derivatives of the rolling torus. Numbers in brackets are equation numbers of
 * Gil-Chica, Perez-Molina and Perez-Polo. */
#include "models/torus_wheel/torus_wheel.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>

/* Return the rolling torque: M_r of the paper, but always against the spin, and smoothed around
 * rest. */
static double rolling_torque(const struct torus_wheel_param *p, double spin_rate)
{
    return p->rolling_torque > 0
               ? -p->rolling_torque * num_tanh(spin_rate / p->rolling_torque_speed)
               : 0;
}

/* ---- control ---- */

static struct path_reference reference_at(const struct view *view)
{
    const struct torus_wheel_param *p = view->param;
    const struct torus_wheel_input *u = view->input;
    const struct torus_wheel_course *course = view->course;
    return u->control_mode == CONTROL_SET_POINT ? control_target(u->target_x, u->target_y)
                                                : path_at(&p->path, course->path, view->t);
}

/* Return the half turns of the tracking law: the stored number while the law continues, otherwise
 * the number with which it would start. */
static double half_turns(const struct view *view, const struct path_reference *reference,
                         const struct torus_state *s)
{
    const struct torus_wheel_input *u = view->input;
    return u->control_mode == CONTROL_TRACK && view->mode[TORUS_WHEEL_CONTROL] == CONTROL_TRACK
               ? (double)view->mode[TORUS_WHEEL_HALF_TURNS]
               : control_half_turns(reference, s->precession);
}

static struct control control_at(const struct view *view, const struct torus_state *s)
{
    const struct torus_wheel_param *p = view->param;
    const struct torus_wheel_input *u = view->input;
    const struct torus_wheel_course *course = view->course;
    struct control control = {
        .body = &course->body,
        .gains = &p->gain,
        .mode = (int)u->control_mode,
        .reference = reference_at(view),
        .acceleration = u->acceleration,
    };
    control.half_turns = half_turns(view, &control.reference, s);
    return control;
}

/* Largest number of half turns: with more, the double of the precession has no digits left for the
 * angle within a turn. */
#define MOST_HALF_TURNS 1e15

int32_t torus_wheel_enter(const struct view *view, double *y, int64_t *mode)
{
    const struct torus_wheel_input *u = view->input;
    const struct torus_wheel_state *state = (const struct torus_wheel_state *)y;
    if ((double)mode[TORUS_WHEEL_CONTROL] == u->control_mode)
        return WD_OK;
    struct path_reference reference = reference_at(view);
    double turns = half_turns(view, &reference, &state->torus);
    mode[TORUS_WHEEL_HALF_TURNS] =
        (int64_t)num_fmax(-MOST_HALF_TURNS, num_fmin(MOST_HALF_TURNS, turns));
    mode[TORUS_WHEEL_CONTROL] = (int64_t)u->control_mode;
    return WD_OK;
}

/* ---- motion ---- */

/* Return the sum of the torques of inputs and control. */
static struct control_result sum_torques(const struct view *view, const struct control *control,
                                         const struct torus_wheel_state *state,
                                         const struct torus_equations *equations)
{
    const struct torus_wheel_input *u = view->input;
    struct control_result result = control_law(control, &state->torus, equations, &state->integral);
    result.torque.precession += u->torque.precession;
    result.torque.lean += u->torque.lean;
    result.torque.spin += u->torque.spin;
    return result;
}

/* Derivative of the state, then power supplied and lost. */
struct rates {
    struct torus_wheel_state state;
    double put_in, lost;
};

/* Compute the derivative from the equations, the torques of inputs and control, and the rates of
 * the integrals. */
TORUS_INLINE int32_t put_rates(const struct view *view, const struct torus_state *s,
                               const struct torus_equations *equations,
                               const struct torus_three *torque,
                               const struct control_integrals *integral, struct rates *rate)
{
    const struct torus_wheel_course *course = view->course;
    double rolling = rolling_torque(view->param, s->spin_rate), velocity[2];
    struct torus_three load = *torque;
    load.spin += rolling;
    struct torus_three acceleration = torus_accelerations(equations, &load);
    torus_contact_velocity(&course->body, s, equations, velocity);
    rate->state.torus = (struct torus_state){
        s->precession_rate,      s->lean_rate,      s->spin_rate,      velocity[0], velocity[1],
        acceleration.precession, acceleration.lean, acceleration.spin,
    };
    rate->state.integral = *integral;
    rate->put_in = torque->precession * s->precession_rate + torque->lean * s->lean_rate +
                   torque->spin * s->spin_rate;
    rate->lost = -rolling * s->spin_rate;
    return WD_OK;
}

TORUS_INLINE struct energy energy_of(const struct torus_body *body, const struct torus_state *s,
                                     const struct torus_equations *equations)
{
    double kinetic = torus_kinetic_energy(body, s, equations);
    double total = kinetic + torus_potential_energy(body, equations);
    return (struct energy){total, total};
}

static int32_t flow_controlled(const struct view *view, const struct torus_wheel_state *state,
                               struct rates *rate, struct energy *energy)
{
    struct control control = control_at(view, &state->torus);
    struct torus_equations equations = torus_equations(control.body, &state->torus);
    struct control_result result = sum_torques(view, &control, state, &equations);
    if (energy)
        *energy = energy_of(control.body, &state->torus, &equations);
    return put_rates(view, &state->torus, &equations, &result.torque, &result.rate, rate);
}

/* energy: NULL if it is not required */
TORUS_INLINE int32_t flow(const struct view *view, const double *y, double *dy,
                          struct energy *energy)
{
    const struct torus_wheel_course *course = view->course;
    const struct torus_wheel_state *state = (const struct torus_wheel_state *)y;
    const struct torus_wheel_input *u = view->input;
    const struct control_integrals none = {0, 0, 0};
    if (u->control_mode != CONTROL_NONE)
        return flow_controlled(view, state, (struct rates *)dy, energy);
    struct torus_equations equations = torus_equations(&course->body, &state->torus);
    if (energy)
        *energy = energy_of(&course->body, &state->torus, &equations);
    return put_rates(view, &state->torus, &equations, &u->torque, &none, (struct rates *)dy);
}

int32_t torus_wheel_flow(const struct view *view, const double *y, double *dy)
{
    return flow(view, y, dy, NULL);
}

/* The position affects only laws that bring the wheel to a place. The integral of an error affects
 * only the law that uses it. */
void torus_wheel_mark_cyclic(const struct view *view, int *is_cyclic)
{
    const struct torus_wheel_input *u = view->input;
    int mode = (int)u->control_mode;
    int follows = mode == CONTROL_TRACK || mode == CONTROL_TRACK_PID || mode == CONTROL_SET_POINT;
    is_cyclic[SLOT(torus_wheel_state, torus.spin)] = 1;
    is_cyclic[SLOT(torus_wheel_state, torus.x)] = !follows;
    is_cyclic[SLOT(torus_wheel_state, torus.y)] = !follows;
    is_cyclic[SLOT(torus_wheel_state, integral.speed)] = mode != CONTROL_TRACK;
    is_cyclic[SLOT(torus_wheel_state, integral.x)] = mode != CONTROL_TRACK_PID;
    is_cyclic[SLOT(torus_wheel_state, integral.y)] = mode != CONTROL_TRACK_PID;
}

int32_t torus_wheel_flow_with_energy(const struct view *view, const double *y, double *dy,
                                     struct energy *energy)
{
    return flow(view, y, dy, energy);
}

struct energy torus_wheel_energy(const struct view *view, const double *y)
{
    const struct torus_wheel_course *course = view->course;
    const struct torus_wheel_state *state = (const struct torus_wheel_state *)y;
    struct torus_equations e = torus_energy_equations(&course->body, &state->torus);
    return energy_of(&course->body, &state->torus, &e);
}

/* Compute the slip (52) from the velocity of the contact point. */
static void set_slip(const struct torus_body *body, const struct torus_state *s,
                     const struct torus_equations *e, struct torus_wheel_output *o)
{
    double along = e->arm * s->spin_rate, left = body->tube_radius * s->lean_rate;
    o->slip_residual[0] = o->velocity[0] + along * e->cos_precession - left * e->sin_precession;
    o->slip_residual[1] = o->velocity[1] + along * e->sin_precession + left * e->cos_precession;
}

static double friction_demand(const struct torus_reactions *force)
{
    return force->normal > 0 ? num_hypot(force->longitudinal, force->lateral) / force->normal
                             : (double)INFINITY;
}

/* Compute the errors relative to the reference, even if no tracking law is active. */
static void set_errors(const struct control *control, const struct torus_state *s,
                       const struct torus_equations *e, struct torus_wheel_output *o)
{
    struct control_error error = control_error(control, s, e);
    o->tracking_error = num_hypot(error.along, error.left);
    o->heading_error = control->mode == CONTROL_SET_POINT ? 0 : error.heading;
    o->reference[0] = control->reference.x;
    o->reference[1] = control->reference.y;
}

int32_t torus_wheel_output(const struct view *view, const double *y, void *out)
{
    const struct torus_wheel_param *p = view->param;
    const struct torus_wheel_course *course = view->course;
    const struct torus_body *body = &course->body;
    const struct torus_wheel_state *state = (const struct torus_wheel_state *)y;
    const struct torus_state *s = &state->torus;
    struct torus_wheel_output *o = out;
    struct torus_equations e = torus_equations(body, s);
    struct control control = control_at(view, s);
    o->torque = sum_torques(view, &control, state, &e).torque;
    struct torus_three load = o->torque;
    load.spin += rolling_torque(p, s->spin_rate);
    o->acceleration = torus_accelerations(&e, &load);
    torus_contact_velocity(body, s, &e, o->velocity);
    o->common.speed = e.arm * s->spin_rate;
    o->common.kinetic_energy = torus_kinetic_energy(body, s, &e);
    o->common.potential_energy = torus_potential_energy(body, &e);
    o->reaction = torus_reactions(body, s, &e, &o->acceleration);
    o->friction_demand = friction_demand(&o->reaction);
    o->friction_margin = p->friction_limit - o->friction_demand;
    set_slip(body, s, &e, o);
    set_errors(&control, s, &e, o);
    return WD_OK;
}

/* ---- lying down ---- */

/* Return the angle from the lean to the nearer of the two leans at which the motion ends; negative
 * beyond. */
static double touchdown_clearance(const struct view *view, const double *y)
{
    const struct torus_wheel_param *p = view->param;
    const struct torus_wheel_state *state = (const struct torus_wheel_state *)y;
    return TORUS_UPRIGHT - p->touchdown_angle - fabs(state->torus.lean - TORUS_UPRIGHT);
}

int32_t torus_wheel_start(struct motion *motion)
{
    motion->why = "the lean is within param.touchdown_angle of flat";
    return touchdown_clearance(motion->view, motion->y) > 0 ? WD_OK : WD_EDOMAIN;
}

int32_t torus_wheel_guard(const struct view *view, const double *y, double *value, double *rate)
{
    (void)rate;
    *value = touchdown_clearance(view, y);
    return WD_OK;
}

int32_t torus_wheel_jump(const struct view *view, const uint64_t *triggered, double *y,
                         int64_t *mode, struct events *events)
{
    (void)view;
    (void)triggered;
    (void)mode;
    memcpy(events->add(events->core, WD_EVENT_TOUCHDOWN), y, sizeof(struct torus_state));
    return WD_END;
}

/* ---- the linear model ---- */

/* Compute the linear model about upright rolling: lean q = pi/2, precession rate p. = Omega, spin
 * rate r. = w, and the constant torque M_q = K Omega w about the lean, K = M33. A point after a
 * letter marks its time derivative. The states are the changes of q, q., p. and r. The rolling
 * torque is part of the model. */
enum { LEAN, LEAN_RATE, PRECESSION_RATE, SPIN_RATE };

int32_t torus_wheel_linear(const struct view *view, const double *y, double *A)
{
    const struct torus_wheel_param *p = view->param;
    const struct torus_wheel_state *state = (const struct torus_wheel_state *)y;
    const struct torus_wheel_course *course = view->course;
    struct torus_body body = course->body;
    double a = body.tube_radius, b = body.ring_radius, m = body.mass, arm = a + b;
    double Omega = state->torus.precession_rate, w = state->torus.spin_rate;
    double I = body.equatorial + m * arm * arm, K = body.polar + m * arm * arm;
    double sech = 1 / num_cosh(w / p->rolling_torque_speed);
    memset(A, 0, TORUS_WHEEL_LINEAR * TORUS_WHEEL_LINEAR * sizeof *A);
    double(*row)[TORUS_WHEEL_LINEAR] = (double(*)[TORUS_WHEEL_LINEAR])A;
    row[LEAN][LEAN_RATE] = 1;
    row[LEAN_RATE][LEAN] =
        ((body.polar - body.equatorial + m * b * arm) * Omega * Omega + m * body.gravity * b) / I;
    row[LEAN_RATE][PRECESSION_RATE] = -K * w / I;
    row[LEAN_RATE][SPIN_RATE] = -K * Omega / I;
    row[PRECESSION_RATE][LEAN_RATE] = body.polar * w / body.equatorial;
    row[SPIN_RATE][LEAN_RATE] = (body.polar + m * arm * (arm + b)) * Omega / K;
    row[SPIN_RATE][SPIN_RATE] = -p->rolling_torque / p->rolling_torque_speed * sech * sech / K;
    return WD_OK;
}

int32_t torus_wheel_linear_input(const struct view *view, const double *y, const struct var *input,
                                 double *column, size_t stride)
{
    const struct torus_body *body = &((const struct torus_wheel_course *)view->course)->body;
    double arm = body->tube_radius + body->ring_radius, square = body->mass * arm * arm;
    struct torus_wheel_input by[TORUS_WHEEL_LINEAR];
    (void)y;
    memset(by, 0, sizeof by);
    by[PRECESSION_RATE].torque.precession = 1 / body->equatorial;
    by[LEAN_RATE].torque.lean = 1 / (body->equatorial + square);
    by[SPIN_RATE].torque.spin = 1 / (body->polar + square);
    for (size_t i = 0; i < TORUS_WHEEL_LINEAR; i++)
        column[i * stride] = ((const double *)&by[i])[input->slot];
    return WD_OK;
}
