/* SPDX-License-Identifier: MIT */
/* Lasting contacts: equations, forces, and the mode (stick, slip, open) of each contact at the
 * beginning of a leg (motion between two events). Within a leg, leg_end.c finds the time at which a
 * single contact opens or starts to slip; fit.c finds the time at which, under varying loads, one
 * of several contacts opens or starts to slip. Numbers in brackets are those of Grzesikiewicz and
 * Zbiciak (2020). */
#include "models/impact_wheel/contact.h"
#include "models/impact_wheel/rounding.h"
#include "num/elementary.h"
#include "num/invariant.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

static int sign_beyond(double x, double bound)
{
    return x > bound ? 1 : x < -bound ? -1 : 0;
}

/* Build equations (26). On a corner or an arc the normal turns with the centre, which adds
 * (t.v)^2/R to the acceleration of the gap, where R is the radius of the centre's path. In (26c)
 * and (64) this term is printed with the wrong sign, with which the wheel could never roll over the
 * edge. */
void contact_equations(const struct impact_system *system, const struct impact_state *state,
                       const double *y, const struct impact_load *load, struct law_problem *problem)
{
    const double *velocity = y + IMPACT_VX;
    problem->n = (size_t)state->lasting;
    contact_free(system, load, problem->free);
    for (size_t i = 0; i < problem->n; i++) {
        struct terrain_frame frame = contact_frame(system, state->feature[i], y);
        double s = contact_along(&frame, velocity);
        contact_pose(system, problem, i, state->feature[i], &frame);
        double path_radius =
            terrain_path_radius(system->terrain, state->feature[i], system->wheel.radius);
        if (path_radius != 0)
            problem->g_n[i] = s * s / path_radius;
        problem->sliding[i] = law_sign(state->mode[i]);
    }
}

static void slide_signs(const struct impact_system *system, const double *velocity,
                        struct law_problem *problem)
{
    for (size_t k = 0; k < problem->n; k++)
        problem->sliding[k] = sign_beyond(law_u_t(&system->wheel, problem, velocity, k),
                                          rounding_speed(&system->wheel, velocity));
}

/* Find the two contacts whose normals are farthest from parallel; returns their cross product. */
static double widest_pair(const struct law_problem *p, size_t *a, size_t *b)
{
    double widest = 0;
    for (size_t i = 0; i < p->n; i++)
        for (size_t j = i + 1; j < p->n; j++) {
            double area = p->nx[i] * p->ny[j] - p->ny[i] * p->nx[j];
            if (fabs(area) > fabs(widest)) {
                widest = area;
                *a = i;
                *b = j;
            }
        }
    return widest;
}

/* True if contacts a and b, whose normals have the cross product `area`, hold the centre. */
static int hold_centre(const struct law_problem *p, size_t a, size_t b, double area)
{
    int opposite = p->nx[a] * p->nx[b] + p->ny[a] * p->ny[b] < 0;
    return fabs(area) > (opposite ? ROUNDING_PARALLEL : ROUNDING_INDEPENDENT);
}

void contact_place(const struct law_problem *p, const double *gap, double *y, double *velocity)
{
    size_t a = 0, b = 0;
    double still[2] = {0, 0}, *v = velocity ? velocity : still;
    double area = p->n > 1 ? widest_pair(p, &a, &b) : 0;
    invariant(p->n > 0 && p->n <= LAW_CONTACTS);
    if (fabs(area) > ROUNDING_INDEPENDENT) {
        y[IMPACT_X] -= (gap[a] * p->ny[b] - gap[b] * p->ny[a]) / area;
        y[IMPACT_Y] -= (p->nx[a] * gap[b] - p->nx[b] * gap[a]) / area;
        v[0] = v[1] = 0;
    } else if (p->n > 1 && hold_centre(p, a, b, area)) { /* nearly opposite normals */
        y[IMPACT_X] -= (gap[a] * p->nx[a] + gap[b] * p->nx[b]) / 2;
        y[IMPACT_Y] -= (gap[a] * p->ny[a] + gap[b] * p->ny[b]) / 2;
        v[0] = v[1] = 0;
    } else {
        double v_n = p->nx[0] * v[0] + p->ny[0] * v[1];
        y[IMPACT_X] -= gap[0] * p->nx[0];
        y[IMPACT_Y] -= gap[0] * p->ny[0];
        v[0] -= v_n * p->nx[0];
        v[1] -= v_n * p->ny[0];
    }
}

void contact_tidy_all(const struct impact_system *system, struct impact_state *state)
{
    struct law_problem p;
    double gap[LAW_CONTACTS], *v = state->now + IMPACT_VX;
    double widest = 0;
    size_t stuck = LAW_CONTACTS;
    p.n = (size_t)state->lasting;
    for (size_t i = 0; i < p.n; i++) {
        if (state->mode[i] == LAW_STICK)
            stuck = i;
        struct terrain_frame frame = contact_frame(system, state->feature[i], state->now);
        gap[i] = frame.gap;
        widest = num_fmax(widest, fabs(frame.gap));
        contact_pose(system, &p, i, state->feature[i], &frame);
    }
    /* A wheel at rest has been projected before; another projection would move it to and fro by
     * rounding. */
    if (v[0] != 0 || v[1] != 0 ||
        widest > ROUNDING_GAP * rounding_place(&system->wheel, state->now))
        contact_place(&p, gap, state->now, v);
    if (stuck < p.n)
        v[2] = -(p.ny[stuck] * v[0] - p.nx[stuck] * v[1]) / system->wheel.radius;
}

/* True if contacts from two sides hold the centre. */
static int is_held(const struct law_problem *p)
{
    size_t a = 0, b = 0;
    double area = p->n > 1 ? widest_pair(p, &a, &b) : 0;
    return p->n > 1 && hold_centre(p, a, b, area);
}

int contact_stands(const struct impact_system *system, const struct impact_state *state)
{
    struct law_problem p;
    const double *y = state->origin, *v = y + IMPACT_VX;
    int sticks = 0;
    p.n = (size_t)state->lasting;
    for (size_t i = 0; i < p.n; i++) {
        struct terrain_frame frame = contact_frame(system, state->feature[i], y);
        contact_pose(system, &p, i, state->feature[i], &frame);
        sticks |= state->mode[i] == LAW_STICK;
    }
    return sticks && v[0] == 0 && v[1] == 0 && v[2] == 0 && is_held(&p);
}

/* Set a to the accelerations u without their rounding errors: the wheel keeps these contacts closed
 * exactly and sticks exactly at contact `stuck` if stuck < n. A sticking wheel whose forces balance
 * to rounding gets no acceleration, so that it rests permanently. at_seam: the wheel is held at a
 * seam. */
static void accelerate(const struct impact_system *system, const struct law_problem *kept,
                       size_t stuck, int at_seam, const double *u, double *a)
{
    double r = system->wheel.radius;
    int sticks = stuck < kept->n;
    for (int k = 0; k < 3; k++)
        a[k] = u[k];
    if (kept->n == 0)
        return;
    if (at_seam || is_held(kept)) {
        a[0] = a[1] = 0;
        a[2] = sticks ? 0 : u[2];
        return;
    }
    const double *b = kept->free;
    double nx = kept->nx[0], ny = kept->ny[0], a_t = ny * u[0] - nx * u[1];
    double sum = fabs(ny * b[0]) + fabs(nx * b[1]) + r * fabs(b[2]);
    if (sticks && fabs(a_t) <= ROUNDING_BALANCE * sum)
        a_t = 0;
    a[0] = a_t * ny - kept->g_n[0] * nx;
    a[1] = -a_t * nx - kept->g_n[0] * ny;
    if (sticks)
        a[2] = -(kept->ny[stuck] * a[0] - kept->nx[stuck] * a[1]) / r;
}

/* law_scale() is too small here, because it is the magnitude of the sum of gravity and loads, which
 * may cancel. The scale must be the sum of their magnitudes. */
double contact_opening(const struct impact_system *system, const struct law_problem *problem,
                       const struct impact_load *load)
{
    double scale = system->gravity + (fabs(load->fx) + fabs(load->fy)) / system->wheel.mass +
                   system->wheel.radius * fabs(load->torque) / system->wheel.inertia;
    for (size_t k = 0; k < problem->n; k++)
        scale += fabs(problem->g_n[k]);
    return ROUNDING_OPENS * ROUNDING * scale;
}

/* Return the mode of contact k under these forces; LAW_OPEN only if its gap opens. */
static int settled_mode(const struct impact_system *system, const struct law_problem *p,
                        const struct law_result *result, size_t k, double opening)
{
    int sign = p->sliding[k];
    if (result->mode[k] != LAW_OPEN)
        return result->mode[k];
    if (law_u_n(p, result->u, k) > opening)
        return LAW_OPEN;
    /* The contact stays closed without force. It slides unless its tangential acceleration is
     * zero. */
    return law_mode(sign != 0 ? sign
                              : sign_beyond(law_u_t(&system->wheel, p, result->u, k), opening));
}

/* Keep the lasting contacts of the problem and move those that open to the list of opening
 * contacts. Returns the last one that sticks. */
static size_t sort(const struct impact_system *system, struct impact_state *state,
                   struct law_problem *p, const struct law_result *result, double opening)
{
    size_t stuck = LAW_CONTACTS, all = p->n;
    p->n = 0;
    state->lasting = 0;
    for (size_t k = 0; k < all; k++) {
        int mode = settled_mode(system, p, result, k, opening);
        if (mode == LAW_OPEN) {
            contact_leave(state, state->feature[k], 2);
            continue;
        }
        size_t i = p->n++;
        if (mode == LAW_STICK)
            stuck = i;
        state->normal[i] = result->normal[k];
        state->friction[i] = result->friction[k];
        contact_add(state, state->feature[k], mode);
        p->nx[i] = p->nx[k];
        p->ny[i] = p->ny[k];
        p->g_n[i] = p->g_n[k];
    }
    return stuck;
}

/* Set the forces at a seam: the friction balances the tangential load. */
static void hold_at_seam(const struct law_wheel *wheel, const struct law_problem *p,
                         struct law_result *result)
{
    result->normal[0] = -wheel->mass * law_u_n(p, p->free, 0);
    result->friction[0] = wheel->mass * (p->ny[0] * p->free[0] - p->nx[0] * p->free[1]);
    law_apply(wheel, p, result);
}

/* True if each side of the seam pushes the wheel onto the other side; the forces in the result then
 * hold the wheel. Otherwise the contact becomes a contact of the segment to which the wheel moves.
 * If the contact does not slide yet, it starts to slide at once. */
static int stays_at_seam(const struct impact_system *system, struct impact_state *state,
                         struct law_problem *p, struct law_result *result)
{
    const struct law_wheel *wheel = &system->wheel;
    int64_t seam = state->feature[0];
    double a_t[2];
    for (int side = 0; side < 2; side++) {
        p->mu[0] = contact_mu(system, seam - 1 + 2 * side);
        law_solve(wheel, p, result);
        a_t[side] = p->ny[0] * result->u[0] - p->nx[0] * result->u[1];
    }
    if (a_t[0] > 0 && a_t[1] < 0) {
        hold_at_seam(wheel, p, result);
        int forward = p->sliding[0] != 0 ? p->sliding[0] > 0 : law_u_t(wheel, p, result->u, 0) > 0;
        result->mode[0] = law_mode(forward ? 1 : -1);
        return 1;
    }
    state->feature[0] = state->near = a_t[0] + a_t[1] > 0 ? seam + 1 : seam - 1;
    p->mu[0] = contact_mu(system, state->feature[0]);
    return 0;
}

int32_t contact_settle_all(const struct impact_system *system, struct impact_state *state,
                           int fresh)
{
    struct law_problem problem;
    struct law_result result;
    struct impact_load load;
    int32_t status = contact_load(system, state->t, &load);
    if (status != WD_OK)
        return status;
    contact_tidy_all(system, state);
    contact_equations(system, state, state->now, &load, &problem);
    if (fresh)
        slide_signs(system, state->now + IMPACT_VX, &problem);
    int at_seam = contact_at_seam(system, state) && stays_at_seam(system, state, &problem, &result);
    if (!at_seam)
        status = contact_law(system, &problem, &result);
    if (status != WD_OK)
        return status;
    double opening = contact_opening(system, &problem, &load);
    size_t stuck = sort(system, state, &problem, &result, opening);
    accelerate(system, &problem, stuck, at_seam, result.u, state->acceleration);
    contact_tidy(system, state);
    return WD_OK;
}

/* Compute the forces of a single contact in its mode, by (64) and (65) with two corrections. On a
 * corner without loads N = m (g cos - s^2/r), printed with the wrong sign of s^2. A sticking
 * contact has T = u_t/kappa, with u_t = -g f'/|G| on a corner, printed with a plus. */
static void keep_mode(const struct law_wheel *wheel, const struct law_problem *p,
                      struct law_result *result)
{
    result->normal[0] = -wheel->mass * law_u_n(p, p->free, 0);
    result->friction[0] = p->sliding[0] == 0 ? law_stop(wheel, law_u_t(wheel, p, p->free, 0))
                                             : p->sliding[0] * p->mu[0] * result->normal[0];
    law_apply(wheel, p, result);
}

int32_t contact_forces(const struct impact_system *system, const struct impact_state *state,
                       const double *y, const struct impact_load *load, struct law_problem *problem,
                       struct law_result *result)
{
    contact_equations(system, state, y, load, problem);
    if (problem->n != 1)
        return contact_law(system, problem, result);
    if (contact_at_seam(system, state))
        hold_at_seam(&system->wheel, problem, result);
    else
        keep_mode(&system->wheel, problem, result);
    return WD_OK;
}

void contact_accelerate(const struct impact_system *system, const struct impact_state *state,
                        const struct law_problem *problem, const double *u, double *a)
{
    size_t stuck = LAW_CONTACTS;
    for (size_t i = 0; i < problem->n; i++)
        if (state->mode[i] == LAW_STICK)
            stuck = i;
    accelerate(system, problem, stuck, contact_at_seam(system, state), u, a);
}
