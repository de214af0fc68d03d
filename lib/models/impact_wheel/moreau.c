/* SPDX-License-Identifier: MIT */
/* One time step: find the features near the wheel, solve for the impulses, update the motion, store
 * the contacts. */
#include "models/impact_wheel/moreau.h"
#include "models/impact_wheel/contact.h"
#include "models/impact_wheel/report.h"
#include "models/impact_wheel/rounding.h"
#include "num/elementary.h"
#include "num/invariant.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* The features that the wheel would penetrate at the middle of the step, and their contact
 * problem. */
struct active {
    int64_t feature[LAW_CONTACTS];
    struct law_problem problem;
};

/* True if the wheel penetrates a feature with this gap. If it is deeper than r, the wheel is behind
 * a thin feature and does not touch it. */
static int is_entered(const struct impact_system *system, double gap)
{
    return gap <= 0 && gap > -system->wheel.radius;
}

static void add(const struct impact_system *system, struct active *active, int64_t feature,
                const struct terrain_frame *frame)
{
    size_t i = active->problem.n++;
    active->feature[i] = feature;
    contact_pose(system, &active->problem, i, feature, frame);
}

static int enters(const struct impact_system *system, const double *middle, const double *velocity,
                  int64_t feature, struct active *active)
{
    struct terrain_frame frame = contact_frame(system, feature, middle);
    int does = is_entered(system, frame.gap) && active->problem.n < LAW_CONTACTS &&
               terrain_holds(system->terrain, feature, middle, velocity, 0);
    if (does)
        add(system, active, feature, &frame);
    return does;
}

/* Find all features that the wheel penetrates. Returns `clear`: all others are farther from the
 * centre than r + clear. */
static double gather(const struct impact_system *system, int64_t near, const double *middle,
                     const double *velocity, struct active *active)
{
    double x = middle[0], y = middle[1], r = system->wheel.radius, reach = ROUNDING_REACH * r, side;
    double square = 4 * r * r; /* squared search distance, m2 */
    struct terrain_walk walk;
    size_t first, end;
    active->problem.n = 0;
    terrain_walk_start_near(&walk, system->terrain, (size_t)near / 2, terrain_reach_point, middle,
                            2 * r);
    while (terrain_walk_next(&walk, &first, &end)) {
        for (size_t i = first; i < end; i++) {
            const struct terrain_segment *s = &system->terrain->segment[i];
            double away = terrain_square(system->terrain, i, x, y, &side);
            int64_t f = 2 * (int64_t)i;
            int close = away <= reach * reach;
            if (!(close && enters(system, middle, velocity, f, active)))
                square = num_fmin(away, square);
            if (close && s->turn < 0)
                enters(system, middle, velocity, f + 1, active);
        }
        walk.limit = num_fmax(sqrt(square), reach);
    }
    return sqrt(square) - reach;
}

/* Find the features that the wheel penetrates. `clear` is the distance that the centre may still
 * move before another feature can be near. Until then the wheel can penetrate only the features of
 * its present contacts, and none of these contacts can pass to a neighbouring feature. */
static void find_features(const struct impact_system *system, struct impact_state *state,
                          const double *middle, struct active *active)
{
    const double *y = state->now, *v = y + IMPACT_VX;
    double way = fabs(middle[0] - y[IMPACT_X]) + fabs(middle[1] - y[IMPACT_Y]);
    active->problem.n = 0;
    if (!(way < state->clear)) {
        state->clear = gather(system, state->near, middle, v, active) - way;
        return;
    }
    for (int64_t i = 0; i < state->lasting; i++) {
        struct terrain_frame frame = contact_frame(system, state->feature[i], middle);
        if (is_entered(system, frame.gap))
            add(system, active, state->feature[i], &frame);
        else
            state->clear = 0; /* still near, but no longer a contact */
    }
}

/* Set g_n = e v_n, which turns the law of plastic impacts into Newton's law: e is the restitution
 * and v_n the normal velocity at the start of the step, if negative. On a corner the normal of the
 * problem becomes the normal at the start of the step. On an arc the normal of the problem is the
 * normal at the middle of the step. From the start of the step to its middle the true normal turns
 * by half of the angle that the wheel travels along the arc in the step, and by the other half
 * after the middle. g_n also contains the effect of this rotation, so that a wheel that moves along
 * the arc stays on the arc. With a constant normal the wheel would leave a hill, and would
 * penetrate a valley deeper with each step. */
static void set_rebound_speeds(const struct impact_system *system, const double *y, double h,
                               struct active *active)
{
    const double *v = y + IMPACT_VX;
    struct law_problem *problem = &active->problem;
    for (size_t i = 0; i < problem->n; i++) {
        int64_t feature = active->feature[i];
        double turned = 0;
        if (terrain_is_corner(feature)) {
            struct terrain_frame frame = contact_frame(system, feature, y);
            contact_pose(system, problem, i, feature, &frame);
        } else if (terrain_is_round(system->terrain, feature)) {
            double s = problem->ny[i] * v[0] - problem->nx[i] * v[1];
            turned =
                h / 2 * s * s / terrain_path_radius(system->terrain, feature, system->wheel.radius);
        }
        double v_n = problem->nx[i] * v[0] + problem->ny[i] * v[1];
        problem->g_n[i] = contact_restitution(system, feature) * num_fmin(0, v_n - turned) + turned;
    }
}

static int is_new(const struct impact_state *state, int64_t feature)
{
    int known = contact_index(state, feature) >= 0;
    for (int64_t j = 0; j < state->leaving; j++)
        known |= state->left[j] == feature;
    return !known;
}

/* Find the first two closed contacts that are not yet in the state; -1 for each that is missing. */
static void find_new(const struct impact_state *state, const struct active *active,
                     const struct law_result *result, int64_t fresh[2])
{
    int n = 0;
    fresh[0] = fresh[1] = -1;
    for (size_t i = 0; i < active->problem.n && n < 2; i++)
        if (result->mode[i] != LAW_OPEN && is_new(state, active->feature[i]))
            fresh[n++] = active->feature[i];
}

static void keep_contacts(struct impact_state *state, const struct active *active,
                          const struct law_result *result, double h)
{
    double rate = 1 / h;
    state->lasting = state->leaving = 0;
    state->room = 0;
    for (size_t i = 0; i < active->problem.n; i++) {
        if (result->mode[i] == LAW_OPEN) {
            state->clear = 0;
            continue;
        }
        state->normal[state->lasting] = rate * result->normal[i];
        state->friction[state->lasting] = rate * result->friction[i];
        contact_add(state, active->feature[i], result->mode[i]);
    }
    if (state->lasting > 0)
        state->near = state->feature[0];
}

/* Report the impulses of the step as an impact, from the velocities at the end of the step without
 * impulses to the velocities with impulses. */
static void report_step_impact(const struct impact_system *system, const struct impact_state *state,
                               const int64_t fresh[2], const struct law_problem *problem,
                               const struct law_result *result)
{
    double *value = report_event(system, state, WD_EVENT_IMPACT, fresh[0], fresh[1]);
    const struct law_wheel *wheel = &system->wheel;
    const double mass[3] = {wheel->mass, wheel->mass, wheel->inertia};
    for (int k = 0; k < 3; k++) {
        double before = problem->free[k], after = result->u[k];
        value[EVENT_BEFORE + k] = before;
        value[EVENT_ENERGY_CHANGE] += mass[k] * (after - before) * (after + before) / 2;
    }
    value[EVENT_NORMAL_TOTAL] = value[EVENT_FRICTION_TOTAL] = 0;
    for (size_t i = 0; i < problem->n; i++) {
        value[EVENT_NORMAL_TOTAL] += result->normal[i];
        value[EVENT_FRICTION_TOTAL] += result->friction[i];
    }
}

/* Solve with restitution. Unless by_solver is set, the iterative solver is not used for three or
 * more contacts: it takes long to find that there is no solution, and a solution is unlikely if no
 * two of many contacts can carry the load. */
static int32_t solve_with_restitution(const struct impact_system *system,
                                      const struct law_problem *problem, struct law_result *result)
{
    if (problem->n <= 2 || system->by_solver)
        return contact_law(system, problem, result);
    return law_solve_few(&system->wheel, problem, result) ? WD_OK : WD_ENOSOL;
}

/* Largest number of factorisations of a step, which solves two problems if the first fails: with
 * `proximal`; with one or two contacts; with more. */
static size_t most_factorisations(const struct impact_system *system, size_t contacts)
{
    return system->by_solver ? 2 * LAW_ANY_FACTORISATIONS
           : contacts <= 2   ? 2 * LAW_PAIR_FACTORISATIONS
                             : LAW_PAIRS * LAW_PAIR_FACTORISATIONS + LAW_MANY_FACTORISATIONS;
}

/* Solve for the impulses of the step. A wheel that jams between two contacts with high friction may
 * have no solution with restitution, and with more contacts none may be found. In both cases g_n is
 * set to 0, which omits restitution and the rotation of normals. */
static int32_t solve(const struct impact_system *system, struct law_problem *problem,
                     struct law_result *result)
{
    int32_t status = solve_with_restitution(system, problem, result);
    if (status != WD_ENOSOL && status != WD_ENOCONV)
        return status;
    size_t in_vain = result->factorisations;
    for (size_t i = 0; i < problem->n; i++)
        problem->g_n[i] = 0;
    status = contact_law(system, problem, result);
    invariant(in_vain + result->factorisations <= most_factorisations(system, problem->n));
    return status;
}

/* Update the state to the end of the step, where the velocity is u, with work and losses. */
static void move(const struct impact_system *system, struct impact_state *state,
                 const struct impact_load *load, double h, const double u[3])
{
    double *y = state->now, *v = y + IMPACT_VX;
    double moved[3], kinetic[3]; /* increments; kinetic energy without mass and inertia */
    for (int k = 0; k < 3; k++) {
        double sum = v[k] + u[k];
        moved[k] = h / 2 * sum;
        kinetic[k] = sum / 2 * (u[k] - v[k]);
        y[k] += moved[k];
        v[k] = u[k];
    }
    state->clear -= fabs(moved[0]) + fabs(moved[1]);
    double work = load->fx * moved[0] + load->fy * moved[1] + load->torque * moved[2];
    y[IMPACT_WORK] += work;
    y[IMPACT_LOST] += work - system->wheel.inertia * kinetic[2] -
                      system->wheel.mass * (kinetic[0] + kinetic[1] + system->gravity * moved[1]);
    state->t += h;
}

int32_t moreau_step(const struct impact_system *system, struct impact_state *state, double h)
{
    const double *y = state->now, *v = y + IMPACT_VX;
    const double middle[2] = {y[IMPACT_X] + h / 2 * v[0], y[IMPACT_Y] + h / 2 * v[1]};
    struct impact_load load;
    int32_t status = contact_load(system, state->t + h / 2, &load);
    if (status != WD_OK)
        return status;

    struct active active;
    struct law_problem *problem = &active.problem;
    struct law_result result;
    int64_t fresh[2];
    double free[3];
    find_features(system, state, middle, &active);
    set_rebound_speeds(system, y, h, &active);
    contact_free(system, &load, free);
    for (int k = 0; k < 3; k++)
        problem->free[k] = v[k] + h * free[k];
    status = solve(system, problem, &result);
    if (status != WD_OK)
        return status;
    move(system, state, &load, h, result.u);
    find_new(state, &active, &result, fresh);
    keep_contacts(state, &active, &result, h);
    if (fresh[0] >= 0)
        report_step_impact(system, state, fresh, problem, &result);
    return WD_OK;
}
