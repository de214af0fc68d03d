/* SPDX-License-Identifier: MIT */
/* The reaction R of camber on the spin, positive if it resists rolling, is a function of the
 * rolling speed V [theory/tyre]. With its value `most` in steady rolling, and the speed `onset` at
 * which the spring of rolling resistance reaches its limit:
 *
 *     onset > 0:   R = most (1 - onset/V) for V > onset, 0 below;
 *     onset <= 0:  R = most min(1 - onset/V, 2) for V > 0, 0 below.
 *
 * It jumps at V = 0, and near the onset it is stiff. The mode VEHICLE_STOPS uses the inverse: V
 * approaches the speed at which the law has the reaction R, or 0 at the jump, at the rate of
 * largest_rate(), and R is the force by which the vehicle does so. */
#include "models/vehicle/footing.h"
#include "models/vehicle/tyre_stop.h"
#include "models/vehicle/vehicle.h"
#include "num/elementary.h"
#include "num/lu.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* ---- one wheel ---- */

/* 1/s: largest rate at which a reaction may change with the rolling speed. */
static double largest_rate(const struct vehicle_eval *m, size_t w)
{
    const struct vehicle_solver *solver = m->view->solver;
    double rate = 1 / vehicle_tyre_of(m, w)->time[TYRE_ALONG_X];
    return solver->common.fixed_step > 0 ? rate : VEHICLE_STOP_RATE * rate;
}

static const struct linkage_link *rotor_of(const struct vehicle_eval *m, size_t w)
{
    return &m->work.link[m->v->linkage.wheel[m->work.contact[w].wheel].body];
}

int tyre_stop_has_reversed(const struct vehicle_eval *m, size_t w)
{
    return m->touch[w].mode == VEHICLE_STICK && m->touch[w].direction[0] != 0;
}

double tyre_stop_direction(const struct vehicle_eval *m, size_t w)
{
    if (m->touch[w].direction[0] != 0)
        return m->touch[w].direction[0];
    return vehicle_bends_of(m, w)[TYRE_ROLLED] > 0 ? -1 : 1;
}

/* kg m2: moment of inertia of the rotor about its axle. */
static double spin_inertia(const struct vehicle_eval *m, size_t w)
{
    struct vec left = m->tyres.tread[w].axis[1];
    return vec_dot(left, sym_times(&rotor_of(m, w)->inertia, left));
}

/* Torque on the rotor by a unit force along V_r. */
static struct vec unit_torque(const struct vehicle_eval *m, size_t w)
{
    const struct vehicle_tread *tread = &m->tyres.tread[w];
    return vec_scale(tread->result.rolling_radius / tread->place.cos_camber, tread->axis[1]);
}

/* m/s2: rate of V_r at a constant rolling radius, after linkage_follow(). The axle and the normal
 * of the ground, both unit vectors, have the sine and the cosine e and s between them. */
static double rolling_rate(const struct vehicle_eval *m, size_t w)
{
    const struct vehicle_tread *tread = &m->tyres.tread[w];
    const struct linkage_link *link = rotor_of(m, w);
    struct vec left = tread->axis[1], normal = tread->axis[2];
    double s = tread->place.cos_camber, e = tread->place.sin_camber;
    double e_rate = vec_dot(vec_cross(link->W, m->work.contact[w].axis), normal), turned = 0;
    if (m->footing) {
        struct vec turn = m->footing[w].rate.n; /* the normal turns */
        e_rate += vec_dot(m->work.contact[w].axis, turn);
        turned = e * vec_dot(link->W, turn) / s;
    }
    double s_rate = -e * e_rate / s, spinning = vec_dot(link->W, left);
    double along = vec_dot(link->alpha, left) - e_rate * vec_dot(link->W, normal) / s - turned;
    return tread->result.rolling_radius * (along - 2 * spinning * s_rate / s) / s;
}

/* Bounds of the region in which the reaction of a tyre changes with the rolling speed at a rate
 * above largest_rate(), as if only the rotor reacted: the magnitude of the onset is below
 * `onset`, and the speed below `speed`. */
struct stiff {
    double onset, speed; /* m/s */
};

static struct stiff stiff_region(const struct vehicle_eval *m, size_t w)
{
    const struct tyre_result *r = &m->tyres.tread[w].result;
    double radius = r->rolling_radius;
    double speed = r->reaction * radius * radius / (spin_inertia(m, w) * largest_rate(m, w));
    return (struct stiff){fabs(speed), sqrt(num_fmax(0, speed * r->onset))};
}

/* True if the reaction grows steeply with V, without a jump: then V >= |onset|, and R = most (1 -
 * onset/V). With a reaction that drives the wheel, most < 0, this is so while the spring is beyond
 * its limit. */
static int is_steep(double most, double onset)
{
    return (most > 0 && onset > 0) || (most < 0 && onset < 0);
}

/* Reaction at V = |onset| if it is steep. */
static double reaction_at_onset(double most)
{
    return most > 0 ? 0 : VEHICLE_REACTION_BEYOND * most;
}

/* Largest reaction at V = 0. */
static double largest_reaction(double most, double onset)
{
    return most * (onset < 0 ? VEHICLE_REACTION_BEYOND : onset > 0 ? 0 : 1);
}

double tyre_stop_speed(const struct vehicle_eval *m, size_t w)
{
    return tyre_stop_direction(m, w) * m->tyres.tread[w].result.rolled;
}

double tyre_stop_extend(struct vehicle_eval *m, size_t w)
{
    struct tyre_result *r = &m->tyres.tread[w].result;
    double speed = tyre_stop_speed(m, w), before = r->camber_rolling;
    if (m->touch[w].mode == VEHICLE_STOPS)
        r->camber_rolling = 0; /* see tyre_stop_accelerate() */
    if (m->touch[w].mode != VEHICLE_STICK || vehicle_uses_moreau(m->view) || !(r->reaction > 0) ||
        r->onset > 0)
        return 0;
    if (tyre_stop_has_reversed(m, w) && speed > 0)
        r->camber_rolling = 0;
    else if (!tyre_stop_has_reversed(m, w) && speed < 0 && r->renewed == 0)
        r->camber_rolling = -tyre_stop_direction(m, w) * largest_reaction(r->reaction, r->onset);
    return (before - r->camber_rolling) * r->rolled;
}

/* ---- all wheels that stop ---- */

size_t tyre_stop_list(struct vehicle_eval *m)
{
    size_t count = 0;
    for (size_t w = 0; m->v->on_tyres > 0 && w < m->work.contacts; w++) {
        const struct tyre_result *r = &m->tyres.tread[w].result;
        if (!vehicle_law(m, w)->loads || m->touch[w].mode != VEHICLE_STOPS)
            continue;
        m->tyres.stopping[count++] = (struct vehicle_stopping){
            .wheel = w,
            .speed = m->touch[w].direction[0] * r->rolled,
            .onset = r->onset,
            .most = r->reaction,
        };
    }
    m->tyres.stops = count;
    return count;
}

static double direction_at(const struct vehicle_eval *m, size_t i)
{
    return m->touch[m->tyres.stopping[i].wheel].direction[0];
}

/* Apply a reaction to the loads. */
static void push_reaction(struct vehicle_eval *m, size_t i, double reaction)
{
    size_t w = m->tyres.stopping[i].wheel;
    struct linkage_load *load = &m->load[m->v->linkage.wheel[m->work.contact[w].wheel].body];
    load->torque = vec_along(load->torque, -direction_at(m, i) * reaction, unit_torque(m, w));
}

/* Compute the rates of the speeds under the present loads. */
static int32_t find_changes(struct vehicle_eval *m, double lost, double *change)
{
    m->lost = lost;
    int32_t status = vehicle_follow_loads(m);
    if (status != WD_OK)
        return status;
    linkage_follow(&m->v->linkage, m->acceleration, &m->work);
    for (size_t i = 0; i < m->tyres.stops; i++)
        change[i] = direction_at(m, i) * rolling_rate(m, m->tyres.stopping[i].wheel);
    return WD_OK;
}

/* Compute m->tyres.response, n x n: rates of the speeds by unit reactions. */
static int32_t find_responses(struct vehicle_eval *m, double lost)
{
    size_t n = m->tyres.stops;
    double *change = m->tyres.response + 2 * n * n; /* free until solve_reactions() */
    int32_t status = find_changes(m, lost, change);
    for (size_t i = 0; status == WD_OK && i < n; i++)
        m->tyres.stopping[i].change = change[i];
    for (size_t j = 0; status == WD_OK && j < n; j++) {
        size_t w = m->tyres.stopping[j].wheel;
        struct linkage_load *load = &m->load[m->v->linkage.wheel[m->work.contact[w].wheel].body];
        struct vec before = load->torque;
        push_reaction(m, j, 1);
        status = find_changes(m, lost, change);
        load->torque = before;
        for (size_t i = 0; i < n; i++)
            m->tyres.response[i * n + j] = change[i] - m->tyres.stopping[i].change;
    }
    return status;
}

/* Set the reaction from the unknown; returns its derivative. Below |onset| the function is
 * continued linearly. */
static double set_reaction(struct vehicle_stopping *s)
{
    s->reaction = s->unknown;
    if (!is_steep(s->most, s->onset))
        return 1;
    double most = fabs(s->most), onset = fabs(s->onset);
    double part = s->unknown > onset ? onset / s->unknown : 1;
    s->reaction = reaction_at_onset(s->most);
    s->reaction += most * (part < 1 ? 1 - part : s->unknown / onset - 1);
    return most * part * part / onset;
}

/* Set up a step of Newton's method: the matrix, and the negative residuals, which are rates. The
 * diagonal of the responses is increased in the matrix, so that locked wheels of one body, whose
 * rolling speeds depend on each other, share a reaction. */
static void set_up_step(struct vehicle_eval *m, double *matrix, double *residual)
{
    size_t n = m->tyres.stops;
    for (size_t j = 0; j < n; j++) {
        double slope = set_reaction(&m->tyres.stopping[j]);
        for (size_t i = 0; i < n; i++)
            matrix[i * n + j] =
                m->tyres.response[i * n + j] * slope * (1 + (i == j ? VEHICLE_HALF_DIGITS : 0));
    }
    for (size_t i = 0; i < n; i++) {
        const struct vehicle_stopping *s = &m->tyres.stopping[i];
        double rate = largest_rate(m, s->wheel);
        int steep = is_steep(s->most, s->onset);
        double aim = steep ? s->unknown : 0, change = s->change;
        for (size_t j = 0; j < n; j++)
            change += m->tyres.response[i * n + j] * m->tyres.stopping[j].reaction;
        residual[i] = rate * (aim - s->speed) - change;
        matrix[i * n + i] -= steep ? rate : 0;
    }
}

/* Find the reactions; 0 if no speed reacts to one of them. */
static int solve_reactions(struct vehicle_eval *m)
{
    size_t n = m->tyres.stops;
    double *matrix = m->tyres.response + n * n, *step = matrix + n * n, change = 1;
    for (size_t i = 0; i < n; i++) {
        struct vehicle_stopping *s = &m->tyres.stopping[i];
        s->unknown = is_steep(s->most, s->onset) ? fabs(s->onset) : 0;
    }
    for (int k = 0; k < VEHICLE_HALVINGS && change > VEHICLE_ITERATED; k++) {
        change = 0;
        set_up_step(m, matrix, step);
        if (!lu_factor(matrix, n, m->tyres.pivot))
            return 0;
        lu_solve(matrix, n, m->tyres.pivot, step);
        for (size_t i = 0; i < n; i++) {
            struct vehicle_stopping *s = &m->tyres.stopping[i];
            s->unknown += step[i];
            double scale = is_steep(s->most, s->onset) ? s->onset : s->most;
            change = num_fmax(change, fabs(step[i] / scale));
        }
    }
    for (size_t i = 0; i < n; i++)
        set_reaction(&m->tyres.stopping[i]);
    return 1;
}

int32_t tyre_stop_accelerate(struct vehicle_eval *m)
{
    double lost = m->lost;
    int32_t status = find_responses(m, lost);
    if (status != WD_OK)
        return status;
    int found = solve_reactions(m);
    for (size_t i = 0; i < m->tyres.stops; i++) {
        struct vehicle_stopping *s = &m->tyres.stopping[i];
        struct tyre_result *r = &m->tyres.tread[s->wheel].result;
        double most = VEHICLE_MOST_REACTION * fabs(s->most);
        s->reaction = found ? num_fmax(-most, num_fmin(s->reaction, most)) : 0;
        r->camber_rolling = -direction_at(m, i) * s->reaction;
        lost += s->reaction * s->speed - s->most * fabs(r->renewed);
        push_reaction(m, i, s->reaction);
    }
    m->lost = lost;
    return vehicle_follow_loads(m);
}

void tyre_stop_push(struct vehicle_eval *m)
{
    for (size_t i = 0; i < m->tyres.stops; i++)
        push_reaction(m, i, m->tyres.stopping[i].reaction);
}

/* ---- modes ---- */

static double guard_stopping(const struct vehicle_eval *m, const struct vehicle_stopping *s)
{
    if (is_steep(s->most, s->onset))
        return num_fmin(s->reaction - reaction_at_onset(s->most),
                        VEHICLE_HYSTERESIS * stiff_region(m, s->wheel).speed - s->speed);
    return num_fmin(s->reaction, largest_reaction(s->most, s->onset) - s->reaction);
}

/* Guard of a wheel that rolls: it triggers if the wheel reverses, or if the reaction is stiff. */
static double guard_rolling(const struct vehicle_eval *m, size_t w)
{
    const struct tyre_result *r = &m->tyres.tread[w].result;
    double speed = tyre_stop_speed(m, w);
    struct stiff stiff = stiff_region(m, w);
    if (tyre_stop_has_reversed(m, w))
        return num_fmin(-speed, VEHICLE_HYSTERESIS * stiff.onset - r->onset);
    if (is_steep(r->reaction, r->onset) && (speed >= 0 || r->reaction < 0))
        return fabs(r->onset) > stiff.onset ? VEHICLE_NEVER
                                            : num_fmax(speed - stiff.speed, fabs(r->onset) - speed);
    return r->reaction > 0 && r->onset <= stiff.onset ? speed : VEHICLE_NEVER;
}

int tyre_stop_is_near_limit(const struct vehicle_eval *m, size_t w)
{
    return m->tyres.tread[w].result.onset <= stiff_region(m, w).onset;
}

double tyre_stop_guard(const struct vehicle_eval *m, size_t w)
{
    for (size_t i = 0; m->touch[w].mode == VEHICLE_STOPS && i < m->tyres.stops; i++)
        if (m->tyres.stopping[i].wheel == w)
            return guard_stopping(m, &m->tyres.stopping[i]);
    if (!(spin_inertia(m, w) > 0) ||
        (tyre_stop_has_reversed(m, w) && !(m->tyres.tread[w].result.reaction > 0)))
        return VEHICLE_NEVER;
    return guard_rolling(m, w);
}
