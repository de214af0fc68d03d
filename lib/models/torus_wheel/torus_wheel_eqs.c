/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What acts on the rolling torus, and what follows. Numbers in brackets are those of Gil-Chica,
 * Perez-Molina and Perez-Polo. */
#include "models/torus_wheel/torus_wheel.h"

#include <math.h>
#include <string.h>

struct torus_body torus_wheel_body(const struct wheel_param *p)
{
    int shell = p->inertia_law == TORUS_SHELL;
    return (struct torus_body){
        .tube_radius = p->tube_radius,
        .ring_radius = p->ring_radius,
        .mass = p->mass + p->servo_mass,
        .gravity = p->gravity,
        .equatorial = shell ? torus_shell_equatorial(p->tube_radius, p->ring_radius, p->mass)
                            : p->inertia_equatorial,
        .polar =
            shell ? torus_shell_polar(p->tube_radius, p->ring_radius, p->mass) : p->inertia_polar,
    };
}

/* The paper's M_r with a sign that always opposes the spin, smoothed about rest. */
static double rolling_torque(const struct wheel_param *p, double spin_rate)
{
    return p->rolling_torque > 0 ? -p->rolling_torque * tanh(spin_rate / p->rolling_torque_speed)
                                 : 0;
}

/* ---- control ---- */

static struct path_reference reference_at(const struct view *view)
{
    const struct wheel_param *p = view->param;
    const struct wheel_input *u = view->input;
    return u->control_mode == CONTROL_SET_POINT ? control_target(u->target_x, u->target_y)
                                                : path_at(&p->path, view->course, view->t);
}

/* Tracking that goes on keeps to its half turns; else they are those with which it would start. */
static double half_turns(const struct view *view, const struct path_reference *reference,
                         const struct torus_state *s)
{
    const struct wheel_input *u = view->input;
    return u->control_mode == CONTROL_TRACK && view->mode[WHEEL_CONTROL] == CONTROL_TRACK
               ? (double)view->mode[WHEEL_HALF_TURNS]
               : control_half_turns(reference, s->precession);
}

static struct control control_at(const struct view *view, const struct torus_body *body,
                                 const struct torus_state *s)
{
    const struct wheel_param *p = view->param;
    const struct wheel_input *u = view->input;
    struct control control = {
        .body = body,
        .gains = &p->gain,
        .mode = (int)u->control_mode,
        .reference = reference_at(view),
    };
    control.half_turns = half_turns(view, &control.reference, s);
    return control;
}

/* Beyond this many, the precession has no digits left for its remainder. */
#define MOST_HALF_TURNS 1e15

void torus_wheel_enter(const struct view *view, const double *y, int64_t *mode)
{
    const struct wheel_input *u = view->input;
    const struct wheel_state *state = (const struct wheel_state *)y;
    if ((double)mode[WHEEL_CONTROL] == u->control_mode)
        return;
    struct path_reference reference = reference_at(view);
    double turns = half_turns(view, &reference, &state->torus);
    mode[WHEEL_HALF_TURNS] = (int64_t)fmax(-MOST_HALF_TURNS, fmin(MOST_HALF_TURNS, turns));
    mode[WHEEL_CONTROL] = (int64_t)u->control_mode;
}

/* ---- motion ---- */

/* The torus at one instant. */
struct instant {
    struct torus_body body;
    struct torus_equations equations;
    struct torus_three torque; /* of inputs and control */
    double rolling_torque;
    struct torus_three acceleration;
    struct control_integrals integral_rate;
};

static void steer(const struct view *view, const struct wheel_state *state, struct instant *now)
{
    struct control control = control_at(view, &now->body, &state->torus);
    struct control_result result =
        control_law(&control, &state->torus, &now->equations, &state->integral);
    now->torque.precession += result.torque.precession;
    now->torque.lean += result.torque.lean;
    now->torque.spin += result.torque.spin;
    now->integral_rate = result.rate;
}

static void consider(const struct view *view, const struct wheel_state *state, struct instant *now)
{
    const struct wheel_param *p = view->param;
    const struct wheel_input *u = view->input;
    now->body = torus_wheel_body(p);
    now->equations = torus_equations(&now->body, &state->torus);
    now->torque = u->torque;
    now->integral_rate = (struct control_integrals){0, 0, 0};
    if (u->control_mode != CONTROL_NONE)
        steer(view, state, now);
    now->rolling_torque = rolling_torque(p, state->torus.spin_rate);
    struct torus_three all = now->torque;
    all.spin += now->rolling_torque;
    now->acceleration = torus_accelerations(&now->equations, &all);
}

int32_t torus_wheel_flow(const struct view *view, const double *y, double *dy)
{
    const struct wheel_state *state = (const struct wheel_state *)y;
    const struct torus_state *s = &state->torus;
    struct wheel_state *rate = (struct wheel_state *)dy;
    struct instant now;
    consider(view, state, &now);
    double velocity[2];
    torus_contact_velocity(&now.body, s, &now.equations, velocity);
    rate->torus = (struct torus_state){
        s->precession_rate,    s->lean_rate,          s->spin_rate,
        velocity[0],           velocity[1],           now.acceleration.precession,
        now.acceleration.lean, now.acceleration.spin,
    };
    rate->integral = now.integral_rate;
    double *power = dy + sizeof *rate / sizeof *dy;
    power[0] = now.torque.precession * s->precession_rate + now.torque.lean * s->lean_rate +
               now.torque.spin * s->spin_rate;
    power[1] = -now.rolling_torque * s->spin_rate;
    return WD_OK;
}

/* (52), from the velocity of the contact point */
static void slip(const struct instant *now, const struct torus_state *s, struct wheel_output *o)
{
    const struct torus_equations *e = &now->equations;
    double along = e->arm * s->spin_rate, left = now->body.tube_radius * s->lean_rate;
    o->slip_residual[0] = o->velocity[0] + along * e->cos_precession - left * e->sin_precession;
    o->slip_residual[1] = o->velocity[1] + along * e->sin_precession + left * e->cos_precession;
}

static double friction_demand(const struct torus_reactions *force)
{
    return force->normal > 0 ? hypot(force->longitudinal, force->lateral) / force->normal
                             : (double)INFINITY;
}

/* How far the wheel is from the reference, also of a law that is not at work. */
static void report(const struct view *view, const struct torus_state *s, const struct instant *now,
                   struct wheel_output *o)
{
    struct control control = control_at(view, &now->body, s);
    struct control_error error = control_error(&control, s, &now->equations);
    o->tracking_error = hypot(error.along, error.left);
    o->heading_error = control.mode == CONTROL_SET_POINT ? 0 : error.heading;
    o->reference[0] = control.reference.x;
    o->reference[1] = control.reference.y;
}

int32_t torus_wheel_output(const struct view *view, const double *y, void *out)
{
    const struct wheel_param *p = view->param;
    const struct wheel_state *state = (const struct wheel_state *)y;
    const struct torus_state *s = &state->torus;
    struct wheel_output *o = out;
    struct instant now;
    consider(view, state, &now);
    o->common.speed = now.equations.arm * s->spin_rate;
    o->common.kinetic_energy = torus_kinetic_energy(&now.body, s, &now.equations);
    o->common.potential_energy = torus_potential_energy(&now.body, &now.equations);
    o->reaction = torus_reactions(&now.body, s, &now.equations, &now.acceleration);
    o->friction_demand = friction_demand(&o->reaction);
    o->friction_margin = p->friction_limit - o->friction_demand;
    torus_contact_velocity(&now.body, s, &now.equations, o->velocity);
    slip(&now, s, o);
    o->acceleration = now.acceleration;
    o->torque = now.torque;
    report(view, s, &now, o);
    return WD_OK;
}

/* ---- lying down ---- */

/* How far the lean is from the touchdown angle on either side. */
static double clearance(const struct view *view, const double *y)
{
    const struct wheel_param *p = view->param;
    const struct wheel_state *state = (const struct wheel_state *)y;
    return TORUS_UPRIGHT - p->touchdown_angle - fabs(state->torus.lean - TORUS_UPRIGHT);
}

int32_t torus_wheel_start(struct motion *motion)
{
    motion->why = "the lean is within param.touchdown_angle of flat";
    return clearance(motion->view, motion->y) > 0 ? WD_OK : WD_EDOMAIN;
}

int32_t torus_wheel_guard(const struct view *view, const double *y, double *value)
{
    *value = clearance(view, y);
    return WD_OK;
}

int32_t torus_wheel_jump(const struct view *view, size_t i, double *y, int64_t *mode,
                         struct event *event)
{
    (void)view;
    (void)i;
    (void)mode;
    event->type = WD_EVENT_TOUCHDOWN;
    memcpy(event->value, y, sizeof(struct torus_state));
    return WD_END;
}

/* ---- the linear model ---- */

/* About q = pi/2 with p. = Omega, r. = w and the held torque M_q = K Omega w, K = M33; the states
 * are the changes of q, q., p. and r. The rolling torque is part of the wheel. */
int32_t torus_wheel_linear(const struct view *view, const double *y, double *A, double *B)
{
    enum { LEAN, LEAN_RATE, PRECESSION_RATE, SPIN_RATE };
    const struct wheel_param *p = view->param;
    const struct wheel_state *state = (const struct wheel_state *)y;
    struct torus_body body = torus_wheel_body(p);
    double a = body.tube_radius, b = body.ring_radius, m = body.mass, arm = a + b;
    double Omega = state->torus.precession_rate, w = state->torus.spin_rate;
    double I = body.equatorial + m * arm * arm, K = body.polar + m * arm * arm;
    double sech = 1 / cosh(w / p->rolling_torque_speed);
    memset(A, 0, WHEEL_LINEAR * WHEEL_LINEAR * sizeof *A);
    memset(B, 0, WHEEL_LINEAR * sizeof(struct wheel_input));
    double(*row)[WHEEL_LINEAR] = (double(*)[WHEEL_LINEAR])A;
    row[LEAN][LEAN_RATE] = 1;
    row[LEAN_RATE][LEAN] =
        ((body.polar - body.equatorial + m * b * arm) * Omega * Omega + m * body.gravity * b) / I;
    row[LEAN_RATE][PRECESSION_RATE] = -K * w / I;
    row[LEAN_RATE][SPIN_RATE] = -K * Omega / I;
    row[PRECESSION_RATE][LEAN_RATE] = body.polar * w / body.equatorial;
    row[SPIN_RATE][LEAN_RATE] = (body.polar + m * arm * (arm + b)) * Omega / K;
    row[SPIN_RATE][SPIN_RATE] = -p->rolling_torque / p->rolling_torque_speed * sech * sech / K;
    struct wheel_input *by = (struct wheel_input *)B;
    by[PRECESSION_RATE].torque.precession = 1 / body.equatorial;
    by[LEAN_RATE].torque.lean = 1 / I;
    by[SPIN_RATE].torque.spin = 1 / K;
    return WD_OK;
}
