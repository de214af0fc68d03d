/* SPDX-License-Identifier: MIT */
/* Equations of the rolling wheel, q = (x, z, theta). Numbers in brackets are those of Ikoki, "The
 * Rolling Wheel Equations without Magic". */
#include "models/rolling_wheel/rolling_wheel.h"
#include "num/saturation.h"
#include "num/elementary.h"
#include "num/uk.h"

#include <wheeldyn/constrained.h>

/* Compute the loads. The drag is -c x_dot |x_dot|; the paper prints -1.7 x_dot^2, which would
 * accelerate a wheel that rolls backwards. The brake torque has the sign that brakes; the paper
 * prints T_m + T_b with T_b > 0 in (25). The bearing torque is -d theta_dot. */
static struct rolling_wheel_loads loads_on(const struct view *view,
                                           const struct rolling_wheel_state *q)
{
    const struct rolling_wheel_param *p = view->param;
    const struct rolling_wheel_input *u = view->input;
    struct rolling_wheel_loads loads;
    loads.drag = -p->rolling_drag * q->x_dot * fabs(q->x_dot);
    loads.brake =
        u->brake_torque > 0 ? -u->brake_torque * num_tanh(p->brake_sharpness * q->theta_dot) : 0;
    loads.actuated = u->drive_torque + loads.brake;
    loads.torque = loads.actuated - p->bearing_damping * q->theta_dot;
    loads.normal = p->mass * p->gravity;
    loads.limit = u->mu * loads.normal;
    loads.slip = p->radius * q->theta_dot - q->x_dot;
    return loads;
}

/* Forces by (20), extended to any drag and torque and to b2: M q_ddot = Q + Q_i + Q_ni with X of
 * (18) in closed form. */
static struct rolling_wheel_forces closed(const struct rolling_wheel_param *p,
                                          const struct rolling_wheel_loads *loads,
                                          const struct rolling_wheel_law *law)
{
    double m = p->mass, I = p->inertia, R = p->radius, per_D = 1 / (m * R * R + I);
    double ideal = law->s2 * (m * R * loads->torque - I * loads->drag + I * m * law->b2) * per_D;
    double lost = law->s2 * (I * law->force - m * R * law->moment) * per_D;
    struct rolling_wheel_forces f = {
        .ideal = {ideal, loads->normal, -R * ideal},
        .nonideal = {law->force - lost, 0, law->moment + R * lost},
    };
    return f;
}

/* The forces of closed(), but with the numerical generalised inverse (18) of A = ((0, 1, 0), (1, 0,
 * -R)), N = diag(1, s^2). */
static struct rolling_wheel_forces by_svd(const struct view *view,
                                          const struct rolling_wheel_loads *loads,
                                          const struct rolling_wheel_law *law)
{
    const struct rolling_wheel_param *p = view->param;
    double M[9] = {p->mass, 0, 0, 0, p->mass, 0, 0, 0, p->inertia};
    double A[6] = {0, 1, 0, 1, 0, -p->radius};
    double N[4] = {1, 0, 0, law->s2};
    double Q[3] = {loads->drag, -loads->normal, loads->torque};
    double C[3] = {law->force, 0, law->moment}, b[2] = {0, law->b2};
    struct rolling_wheel_forces f;
    struct uk uk;
    uk_carve(&uk, 3, 2, view->scratch);
    uk.inverse.method = WD_UK_SVD;
    int32_t status =
        uk_solve(&uk, M, Q, A, b, C, N, WD_UK_SEMINORM, f.acceleration, f.ideal, f.nonideal);
    /* If the inverse fails because numbers are too large or small, for example in a trial step that
     * is too long, the forces are set to NaN, as in the closed form. The core then tries a shorter
     * step. */
    for (int i = 0; status != WD_OK && i < 3; i++)
        f.ideal[i] = f.nonideal[i] = NAN;
    if (status != WD_OK)
        *view->why = "the inverse (18) has no finite result";
    return f;
}

size_t rolling_wheel_scratch(const struct kind *kind)
{
    (void)kind;
    return uk_doubles(3, 2);
}

static struct rolling_wheel_forces forces_on(const struct view *view,
                                             const struct rolling_wheel_loads *loads,
                                             const struct rolling_wheel_law *law)
{
    const struct rolling_wheel_param *p = view->param;
    const struct rolling_wheel_solver *solver = view->solver;
    struct rolling_wheel_forces f =
        solver->inverse == ROLLING_WHEEL_CLOSED ? closed(p, loads, law) : by_svd(view, loads, law);
    f.ideal[0] = saturation_limit(f.ideal[0], law->bound);
    f.acceleration[0] = (loads->drag + f.ideal[0] + f.nonideal[0]) / p->mass;
    f.acceleration[1] = (f.ideal[1] + f.nonideal[1] - loads->normal) / p->mass;
    f.acceleration[2] = (loads->torque + f.ideal[2] + f.nonideal[2]) / p->inertia;
    return f;
}

/* Power dissipated by drag, bearing, brake and the constraints. */
static double power_lost(const struct view *view, const struct rolling_wheel_loads *loads,
                         const struct rolling_wheel_forces *f, const struct rolling_wheel_state *q)
{
    const struct rolling_wheel_input *u = view->input;
    return -loads->drag * q->x_dot - (loads->torque - u->drive_torque) * q->theta_dot -
           (f->ideal[0] + f->nonideal[0]) * q->x_dot - (f->ideal[1] + f->nonideal[1]) * q->z_dot -
           (f->ideal[2] + f->nonideal[2]) * q->theta_dot;
}

int32_t rolling_wheel_flow(const struct view *view, const double *y, double *dy)
{
    const struct rolling_wheel_input *u = view->input;
    const struct rolling_wheel_state *q = (const struct rolling_wheel_state *)y;
    struct rolling_wheel_loads loads = loads_on(view, q);
    struct rolling_wheel_law law = rolling_wheel_law(view->param, u, &loads);
    struct rolling_wheel_forces f = forces_on(view, &loads, &law);
    dy[0] = q->x_dot;
    dy[1] = q->z_dot;
    dy[2] = q->theta_dot;
    for (int i = 0; i < 3; i++)
        dy[3 + i] = f.acceleration[i];
    dy[6] = u->drive_torque * q->theta_dot;
    dy[7] = power_lost(view, &loads, &f, q);
    return WD_OK;
}

void rolling_wheel_mark_cyclic(const struct view *view, int *is_cyclic)
{
    (void)view;
    is_cyclic[SLOT(rolling_wheel_state, x)] = 1;
    is_cyclic[SLOT(rolling_wheel_state, z)] = 1;
    is_cyclic[SLOT(rolling_wheel_state, theta)] = 1;
}

/* m/s; lower bound of the denominator of the slip ratio, so that a wheel at rest has no slip. */
#define SLOWEST 0.1

/* (R theta_dot - x_dot)/max(|R theta_dot|, |x_dot|, SLOWEST) */
static double slip_ratio(double slip, double rim, double speed)
{
    return slip / num_fmax(num_fmax(fabs(rim), fabs(speed)), SLOWEST);
}

int32_t rolling_wheel_output(const struct view *view, const double *y, void *out)
{
    const struct rolling_wheel_param *p = view->param;
    const struct rolling_wheel_state *q = (const struct rolling_wheel_state *)y;
    struct rolling_wheel_output *o = out;
    struct rolling_wheel_loads loads = loads_on(view, q);
    struct rolling_wheel_law law = rolling_wheel_law(p, view->input, &loads);
    struct rolling_wheel_forces f = forces_on(view, &loads, &law);
    o->common.speed = q->x_dot;
    o->common.kinetic_energy = 0.5 * p->mass * (q->x_dot * q->x_dot + q->z_dot * q->z_dot) +
                               0.5 * p->inertia * q->theta_dot * q->theta_dot;
    o->common.potential_energy = p->mass * p->gravity * q->z;
    o->relaxation = sqrt(law.s2);
    o->slip_velocity = loads.slip;
    o->slip_ratio = slip_ratio(loads.slip, p->radius * q->theta_dot, q->x_dot);
    o->friction_force = law.force;
    o->constraint_force_x = f.ideal[0];
    o->constraint_force_z = f.ideal[1];
    o->constraint_torque = f.ideal[2];
    o->nonideal_force_x = f.nonideal[0];
    o->nonideal_torque = f.nonideal[2];
    o->contact_force = f.ideal[0] + f.nonideal[0];
    o->normal_force = f.ideal[1];
    o->traction_limit = loads.limit;
    o->applied_traction = loads.torque / p->radius;
    o->x_ddot = f.acceleration[0];
    o->theta_ddot = f.acceleration[2];
    return WD_OK;
}
