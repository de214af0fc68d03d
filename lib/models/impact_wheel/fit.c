/* SPDX-License-Identifier: MIT */
/* Legs under varying loads. The accelerations depend on the loads and, where normals turn, also on
 * the motion, which is the integral of the accelerations. In that case motion and accelerations are
 * fitted alternately until they converge (Picard iteration). With fixed normals one pass is exact.
 */
#include "models/impact_wheel/fit.h"
#include "models/impact_wheel/contact.h"
#include "num/chebyshev.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

_Static_assert(CHEBYSHEV_DEGREE + 2 <= LEG_DEGREE, "a leg has room for the fitted polynomials");

enum { POINTS = CHEBYSHEV_POINTS, PASSES = 40, POINT_WORK = 100 };

/* Change of contacts that the forces require at a time of the leg. */
enum change {
    CHANGE_NONE,
    CHANGE_KINK, /* the set of loaded contacts changes, but no mode: friction has a kink in time */
    CHANGE_MODES /* contacts change their modes */
};

struct fit {
    const struct impact_system *system;
    const struct impact_state *state;
    struct leg *leg;
    size_t points; /* POINTS, or POINTS + 1 if the end of the span is checked, too */
    struct impact_load load[POINTS + 1];
    double a[3][POINTS], normal[POINTS], friction[LAW_CONTACTS][POINTS];
    double carried[LAW_CONTACTS]; /* normal forces at the first point */
    int turns;                    /* 1: the normals turn during the leg */
    size_t reached;               /* number of points before the first required change */
    enum change required;         /* required change at the next point */
    double change;                /* largest change of an acceleration in the last pass, m/s2 */
    /* m/s2: error of the last fit of accelerations, plus that of the forces per mass of a single
     * contact, plus the changes of the passes that have not converged */
    double error;
};

/* Return a bound of the velocity (or acceleration) of the points of the rim. x, y, phi: components
 * of the velocity (or acceleration) of the wheel. */
static double rim_size(const struct fit *fit, double x, double y, double phi)
{
    return fabs(x) + fabs(y) + fit->system->wheel.radius * fabs(phi);
}

/* Return the change of contacts that the forces require. A kink is a change of the set of loaded
 * contacts without a change of modes. It needs three or more contacts: of two sliding contacts
 * either both carry load or one opens. */
static enum change required_change(const struct fit *fit, const struct law_problem *problem,
                                   const struct law_result *result, const struct impact_load *load)
{
    const struct law_wheel *wheel = &fit->system->wheel;
    double more = ROUNDING_CHANGES * contact_opening(fit->system, problem, load);
    double force = wheel->mass * more;
    enum change change = CHANGE_NONE;
    for (size_t i = 0; problem->n > 1 && i < problem->n; i++) {
        double before = fit->carried[i], now = result->normal[i];
        if (law_u_n(problem, result->u, i) > more)
            return CHANGE_MODES;
        if (result->mode[i] != LAW_OPEN && result->mode[i] != fit->state->mode[i] &&
            fabs(law_u_t(wheel, problem, result->u, i)) > more)
            return CHANGE_MODES;
        if (problem->n > 2 && problem->sliding[i] != 0 &&
            ((before > force && now == 0) || (before == 0 && now > force)))
            change = CHANGE_KINK;
    }
    return change;
}

/* Compute the forces at the time h after the origin. If they have no solution, a change of modes is
 * required at that time. first: 1 at the first point. */
static int32_t compute_forces(struct fit *fit, int first, double h, const struct impact_load *load,
                              struct law_problem *problem, struct law_result *result)
{
    double y[IMPACT_REALS];
    leg_at(fit->leg, fit->state->origin, h, y);
    int32_t status = contact_forces(fit->system, fit->state, y, load, problem, result);
    for (size_t i = 0; first && status == WD_OK && i < problem->n; i++)
        fit->carried[i] = result->normal[i];
    fit->required = status != WD_OK ? CHANGE_MODES : required_change(fit, problem, result, load);
    return status == WD_EINTERRUPT ? status : WD_OK;
}

/* Return the time of point j, s after the origin. */
static double point_time(const struct fit *fit, size_t j)
{
    return j < POINTS ? fit->leg->span * chebyshev_point[j] : fit->leg->span;
}

/* Compute all forces and accelerations for the present approximation of the motion. */
static int32_t compute_all_forces(struct fit *fit)
{
    struct law_problem problem;
    struct law_result result;
    fit->change = 0;
    for (fit->reached = 0; fit->reached < fit->points; fit->reached++) {
        size_t j = fit->reached;
        double a[3];
        int32_t status =
            compute_forces(fit, j == 0, point_time(fit, j), &fit->load[j], &problem, &result);
        if (status != WD_OK || fit->required != CHANGE_NONE)
            return status;
        if (j == POINTS)
            continue;
        if (j == 0)
            fit->leg->rounding = contact_rounding(fit->system, &problem, &fit->load[0]);
        contact_accelerate(fit->system, fit->state, &problem, result.u, a);
        fit->change = num_fmax(fit->change, rim_size(fit, a[0] - fit->a[0][j], a[1] - fit->a[1][j],
                                                     a[2] - fit->a[2][j]));
        for (int k = 0; k < 3; k++)
            fit->a[k][j] = a[k];
        for (size_t i = 0; i < problem.n; i++)
            fit->friction[i][j] = result.friction[i];
        fit->normal[j] = problem.n == 1 ? result.normal[0] : 0;
    }
    return WD_OK;
}

/* Integrate the polynomial of a rate from the origin. Its variable is the time since the origin
 * divided by unit (s). */
static void integrate(double unit, const double *rate, double *sum)
{
    for (size_t k = LEG_DEGREE; k > 0; k--)
        sum[k] = unit * rate[k - 1] / (double)k;
    sum[0] = 0;
}

static double fit_values(double *c, const double *value)
{
    double error = chebyshev_fit(value, c);
    for (size_t k = POINTS; k < LEG_TERMS; k++)
        c[k] = 0;
    return error;
}

static void fit_motion(struct fit *fit)
{
    struct leg *leg = fit->leg;
    const double *v = fit->state->origin + IMPACT_VX;
    double error[3];
    for (int k = 0; k < 3; k++) {
        double a[LEG_TERMS], speed[LEG_TERMS];
        error[k] = fit_values(a, fit->a[k]);
        integrate(leg->unit, a, speed);
        speed[0] = v[k];
        integrate(leg->unit, speed, leg->moved[k]);
        leg->moved[k][0] = fit->state->origin[IMPACT_X + k];
    }
    fit->error = rim_size(fit, error[0], error[1], error[2]);
}

/* Fit work, losses, forces and slip velocities, which follow from the motion. */
static void fit_dependents(struct fit *fit)
{
    const struct impact_state *state = fit->state;
    struct leg *leg = fit->leg;
    double power[POINTS], loss[POINTS] = {0}, slide[LAW_CONTACTS][POINTS], c[LEG_TERMS];
    double y[IMPACT_REALS], *v = y + IMPACT_VX, lightness = fit->system->wheel.lightness;
    for (size_t j = 0; j < POINTS; j++) {
        const struct impact_load *load = &fit->load[j];
        leg_at(leg, state->origin, point_time(fit, j), y);
        power[j] = load->fx * v[0] + load->fy * v[1] + load->torque * v[2];
        for (int64_t i = 0; i < state->lasting; i++) {
            struct terrain_frame frame = contact_frame(fit->system, state->feature[i], y);
            slide[i][j] = contact_slide(fit->system, &frame, v);
            if (state->mode[i] != LAW_STICK)
                loss[j] += fit->friction[i][j] * slide[i][j];
        }
    }
    fit_values(c, power);
    integrate(leg->unit, c, leg->work);
    fit_values(c, loss);
    integrate(leg->unit, c, leg->lost);
    for (int64_t i = 0; i < state->lasting; i++) {
        struct terrain_frame frame = contact_frame(fit->system, state->feature[i], state->origin);
        fit_values(leg->slide[i], slide[i]);
        leg->slide[i][0] = contact_slide(fit->system, &frame, state->origin + IMPACT_VX);
    }
    if (state->lasting == 1) {
        double of_normal = fit_values(leg->normal, fit->normal);
        double of_friction = fit_values(leg->friction, fit->friction[0]);
        fit->error += lightness * (of_normal + of_friction);
    }
}

/* Reduce the degree to the highest that any of the polynomials needs. */
static void reduce_degree(struct leg *leg, int64_t contacts)
{
    const double *c[5] = {leg->moved[0], leg->moved[1], leg->moved[2], leg->work, leg->lost};
    size_t degree = 2;
    for (size_t k = LEG_DEGREE; k > degree; k--) {
        for (int i = 0; i < 5; i++)
            degree = c[i][k] != 0 ? k : degree;
        for (int64_t i = 0; i < contacts; i++)
            degree = leg->slide[i][k] != 0 ? k : degree;
        if (contacts == 1 && (leg->normal[k] != 0 || leg->friction[k] != 0))
            degree = k;
    }
    leg->degree = degree;
}

static int32_t read_loads(struct fit *fit)
{
    int32_t status = WD_OK;
    for (size_t j = 0; status == WD_OK && j < fit->points; j++)
        status =
            contact_load(fit->system, fit->state->origin_t + point_time(fit, j), &fit->load[j]);
    return status;
}

/* Return the largest error of a speed, m/s, that counts as rounding in this leg. */
static double tolerance(const struct fit *fit)
{
    const double *v = fit->state->origin + IMPACT_VX;
    double fastest = 0;
    for (size_t j = 0; j < POINTS; j++)
        fastest = num_fmax(fastest, rim_size(fit, fit->a[0][j], fit->a[1][j], fit->a[2][j]));
    return ROUNDING_STEP * (1 + rim_size(fit, v[0], v[1], v[2]) + fit->leg->span * fastest);
}

/* Fit the leg of this span. The result is valid only if all points are reached and the error is
 * small enough. look_at_end: with two or more contacts, check also at the end of the span whether a
 * change is required. */
static int32_t make(struct fit *fit, const struct impact_system *system,
                    const struct impact_state *state, struct leg *leg, double span, int look_at_end)
{
    *fit = (struct fit){.system = system, .state = state, .leg = leg};
    fit->points = state->lasting > 1 && look_at_end ? POINTS + 1 : POINTS;
    for (int64_t i = 0; i < state->lasting; i++)
        fit->turns |= terrain_is_round(system->terrain, state->feature[i]);
    leg->unit = leg->span = span;
    leg->degree = CHEBYSHEV_DEGREE + 2;
    if (interrupted(system->motion->view->interrupt, POINTS * POINT_WORK))
        return WD_EINTERRUPT;
    int32_t status = read_loads(fit);
    fit_motion(fit); /* first approximation: no acceleration */
    for (int pass = 0; status == WD_OK && pass < PASSES; pass++) {
        status = compute_all_forces(fit);
        if (status != WD_OK || fit->reached < fit->points)
            return status;
        fit_motion(fit);
        if (!fit->turns || fit->change * span <= tolerance(fit) / 8)
            break;
        fit->error += fit->change;
    }
    if (status != WD_OK)
        return status;
    fit_dependents(fit);
    reduce_degree(leg, state->lasting);
    return WD_OK;
}

int32_t fit_make(const struct impact_system *system, const struct impact_state *state,
                 struct leg *leg)
{
    struct fit fit;
    return make(&fit, system, state, leg, state->span, 0);
}

/* Find the first time at which a change is required, between the last point that was reached and
 * the next one. The accuracy is KIND_INSTANT. For a kink the search ends earlier, when the
 * accelerations at both ends of the interval left differ so little that the error of the speed is
 * rounding. */
static int32_t find_change(struct fit *fit, double *span)
{
    struct law_problem problem;
    struct law_result result = {.u = {0}};
    struct impact_load load;
    double t = fit->state->origin_t, least = tolerance(fit) / 8;
    double lo = fit->reached == 0 ? 0 : point_time(fit, fit->reached - 1),
           hi = point_time(fit, fit->reached);
    double a[3], from[3] = {-HUGE_VAL}, to[3] = {HUGE_VAL}; /* accelerations at lo and hi */
    enum change there = fit->required;
    for (int k = 0; fit->reached > 0 && k < 3; k++)
        from[k] = fit->a[k][fit->reached - 1];
    while (hi - lo > KIND_INSTANT) {
        double mid = lo + (hi - lo) / 2;
        if (!(t + mid > t + lo && t + mid < t + hi))
            break;
        int32_t status = contact_load(fit->system, t + mid, &load);
        if (status == WD_OK)
            status = compute_forces(fit, 0, mid, &load, &problem, &result);
        if (status != WD_OK)
            return status;
        contact_accelerate(fit->system, fit->state, &problem, result.u, a);
        int is_required = fit->required != CHANGE_NONE;
        there = is_required ? fit->required : there;
        *(is_required ? &hi : &lo) = mid;
        memcpy(is_required ? to : from, a, sizeof a);
        if (there == CHANGE_KINK &&
            rim_size(fit, to[0] - from[0], to[1] - from[1], to[2] - from[2]) * (hi - lo) <= least)
            break;
    }
    *span = hi;
    return WD_OK;
}

/* Return the span that fit_plan() tries first, s: the span proposed with the last leg, at most
 * max_step; ANY if both are missing. */
static double first_span(const struct impact_system *system, const struct impact_state *state)
{
    enum { ANY = 1 };
    double span = state->step > 0 ? num_fmin(system->max_step, state->step) : system->max_step;
    return isinf(span) ? ANY : span;
}

int32_t fit_plan(const struct impact_system *system, struct impact_state *state, struct leg *leg,
                 int *changes)
{
    struct fit fit;
    double span = first_span(system, state), knot = system->motion->knot - state->origin_t;
    *changes = 0;
    if (knot > 0) /* loads are not smooth at a knot */
        span = num_fmin(knot, span);
    for (;;) {
        if (!(state->origin_t + span > state->origin_t))
            return WD_ENOCONV;
        int32_t status = make(&fit, system, state, leg, span, !*changes);
        if (status == WD_OK && fit.reached < fit.points) {
            *changes = 1;
            status = find_change(&fit, &span);
            if (status == WD_OK)
                continue;
        }
        if (status != WD_OK)
            return status;
        double ratio = fit.error * span / tolerance(&fit);
        double factor = 0.9 / num_pow(ratio, 1.0 / CHEBYSHEV_DEGREE);
        if (ratio <= 1) {
            double next = num_fmin(factor, 4) * span;
            state->span = span;
            if (!*changes)
                state->step = span == knot ? num_fmax(state->step, next) : next;
            return WD_OK;
        }
        *changes = 0;
        span *= factor > 0.1 ? factor : 0.1;
    }
}
