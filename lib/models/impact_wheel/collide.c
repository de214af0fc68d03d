/* SPDX-License-Identifier: MIT */
/* Impacts. Numbers in brackets are those of Grzesikiewicz and Zbiciak (2020). */
#include "models/impact_wheel/collide.h"
#include "models/impact_wheel/contact.h"
#include "models/impact_wheel/report.h"
#include "models/impact_wheel/rounding.h"
#include "num/elementary.h"
#include "num/invariant.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* REPEATS: largest number of impacts at one instant with restitution; the next one is plastic.
 * MOST_TRIES: largest number of problems of an impact, one for each fraction of compute_impact():
 * 1, 1/2, ... LEAST_EXCESS, 0. */
enum { REPEATS = 20, MOST_TRIES = 8 };

/* compute_impact() multiplies the excess of each coefficient of restitution over the least of them
 * by a fraction. If the fraction would be below this limit, the excess is dropped. Tuned: of
 * 200,000 random pairs of contacts without friction none needed less than 1/32. */
#define LEAST_EXCESS (1.0 / 64)

/* The features in contact, including resting contacts, sorted by number, and their frames. */
struct touching {
    size_t n;
    int64_t feature[LAW_CONTACTS];
    struct law_problem at;
};

/* True if neither the feature nor one joined to it is in the set, and the set is not full. */
static int is_missing(const struct terrain *terrain, const struct touching *set, int64_t feature)
{
    for (size_t k = 0; k < set->n; k++)
        if (terrain_joined(terrain, set->feature[k], feature))
            return 0;
    return set->n < LAW_CONTACTS;
}

static void insert(struct touching *set, int64_t feature)
{
    size_t i = set->n;
    invariant(set->n < LAW_CONTACTS);
    for (; i > 0 && set->feature[i - 1] > feature; i--)
        set->feature[i] = set->feature[i - 1];
    set->feature[i] = feature;
    set->n++;
}

/* Return the gap below which a feature touches the wheel. At the start this gap is
 * solver.contact_tolerance; later it is the rounding of positions plus the distance covered within
 * KIND_INSTANT, the time within which events are simultaneous. */
static double touching_gap(const struct impact_system *system, const double *y, double v_n,
                           int start)
{
    double rounding = ROUNDING_TOUCH * rounding_place(&system->wheel, y);
    return start ? system->contact_tolerance : rounding + KIND_INSTANT * fabs(v_n);
}

static int touches(const struct impact_system *system, const double *y, int64_t f, int start)
{
    const double *v = y + IMPACT_VX;
    struct terrain_frame frame = contact_frame(system, f, y);
    double v_n = frame.nx * v[0] + frame.ny * v[1];
    return fabs(frame.gap) <= touching_gap(system, y, v_n, start) &&
           terrain_holds(system->terrain, f, y, v, rounding_border(&system->wheel, y));
}

/* Add a feature to the set if it touches the wheel and is not yet in the set. */
static void consider(const struct impact_system *system, const double *y, int64_t feature,
                     int start, struct touching *set)
{
    if (is_missing(system->terrain, set, feature) && touches(system, y, feature, start))
        insert(set, feature);
}

/* Collect the features that touch the wheel: the lasting contacts, `feature` unless it is -1, and
 * the features that a search finds. While state->room is above 0 there are no others to find. */
static void gather(const struct impact_system *system, const struct impact_state *state,
                   int64_t feature, int start, struct touching *set)
{
    const struct terrain *terrain = system->terrain;
    set->n = 0;
    for (int64_t i = 0; i < state->lasting; i++)
        if (is_missing(terrain, set, state->feature[i]))
            insert(set, state->feature[i]);
    if (feature >= 0 && is_missing(terrain, set, feature))
        insert(set, feature);
    if (state->room > 0)
        return;

    const double *at = state->now, *v = at + IMPACT_VX;
    double x = at[IMPACT_X], y = at[IMPACT_Y], radius = system->wheel.radius;
    double r = ROUNDING_REACH * radius + system->contact_tolerance;
    double most_gap = touching_gap(system, at, fabs(v[0]) + fabs(v[1]), start);
    const double disc[3] = {x, y, r};
    struct terrain_walk walk;
    size_t first, end, guess = (size_t)(feature < 0 ? state->near : feature) / 2;
    terrain_walk_start_near(&walk, terrain, guess, terrain_reach_disc, disc, INFINITY);
    while (terrain_walk_next(&walk, &first, &end))
        for (size_t i = first; i < end; i++) {
            const struct terrain_segment *s = &terrain->segment[i];
            if (terrain_is_arc(terrain, i) || fabs(terrain_side(s, x, y) - radius) <= most_gap)
                consider(system, at, 2 * (int64_t)i, start, set);
            if (s->turn < 0 && fabs(x - s[1].x) <= r)
                consider(system, at, 2 * (int64_t)i + 1, start, set);
        }
}

/* Project the wheel onto all features of the set. */
static void project_onto(const struct impact_system *system, double *y, struct touching *set)
{
    double gap[LAW_CONTACTS];
    set->at.n = set->n;
    for (size_t i = 0; i < set->n; i++) {
        struct terrain_frame frame = contact_frame(system, set->feature[i], y);
        contact_pose(system, &set->at, i, set->feature[i], &frame);
        gap[i] = frame.gap;
    }
    contact_place(&set->at, gap, y, NULL);
    for (size_t i = 0; i < set->n; i++)
        if (terrain_is_round(system->terrain, set->feature[i])) {
            /* the normal depends on the position */
            struct terrain_frame frame = contact_frame(system, set->feature[i], y);
            contact_pose(system, &set->at, i, set->feature[i], &frame);
        }
}

/* Apply the impact law (35): a plastic impact, then a restitution phase. Each normal impulse of
 * restitution is a fraction of the plastic one, and has friction of its own. The paper also prints
 * the law as (16), with one friction impulse for both phases; (16) and (35) agree for one contact
 * only. (75) omits the restitution impulse. */
static int32_t impact_law(const struct impact_system *system, struct law_problem *problem,
                          const double *restitution, struct law_result *plastic,
                          struct law_result *rest)
{
    int32_t status = contact_law(system, problem, plastic);
    double largest = 0;
    if (status != WD_OK)
        return status;
    for (size_t i = 0; i < problem->n; i++) {
        rest->normal[i] = restitution[i] * plastic->normal[i];
        largest = num_fmax(largest, restitution[i]);
    }
    for (int k = 0; k < 3; k++)
        rest->u[k] = problem->free[k] = plastic->u[k];
    if (largest > 0)
        return law_rebound(&system->wheel, problem, system->motion->view->interrupt, rest);
    for (size_t i = 0; i < problem->n; i++)
        rest->friction[i] = 0;
    return WD_OK;
}

static int is_closing(const struct touching *set, const double *velocity, double snap)
{
    int closing = 0;
    for (size_t i = 0; i < set->n; i++)
        closing |= law_u_n(&set->at, velocity, i) < -snap;
    return closing;
}

/* Return the smallest coefficient of restitution of a set. *differ is 0 if all coefficients are
 * equal, else 1. */
static double least_restitution(const struct impact_system *system, const struct touching *set,
                                int *differ)
{
    double least = contact_restitution(system, set->feature[0]);
    *differ = 0;
    for (size_t i = 1; i < set->n; i++) {
        double restitution = contact_restitution(system, set->feature[i]);
        *differ |= restitution != least;
        least = num_fmin(least, restitution);
    }
    return least;
}

/* Compute an impact from the velocity `before`. Each contact takes the coefficient of restitution
 * least + fraction (beta - least), where beta is its own. The velocity after the impact is written
 * to `rest` and to the state. */
static int32_t try_impact(const struct impact_system *system, struct impact_state *state,
                          struct touching *set, const double *before, double least, double fraction,
                          struct law_result *plastic, struct law_result *rest)
{
    double restitution[LAW_CONTACTS];
    for (size_t i = 0; i < set->n; i++)
        restitution[i] = least + fraction * (contact_restitution(system, set->feature[i]) - least);
    for (int k = 0; k < 3; k++)
        set->at.free[k] = before[k];
    int32_t status = impact_law(system, &set->at, restitution, plastic, rest);
    for (int k = 0; k < 3 && status == WD_OK; k++)
        state->now[IMPACT_VX + k] = rest->u[k];
    return status;
}

/* Compute an impact that creates no energy; `kinetic` is the kinetic energy before it. Different
 * coefficients of restitution may create energy. Then their excess over the least of them is halved
 * until no energy is created. Equal coefficients never create energy. */
static int32_t compute_impact(const struct impact_system *system, struct impact_state *state,
                              struct touching *set, const double *before, double kinetic,
                              struct law_result *plastic, struct law_result *rest)
{
    int differ;
    double least = least_restitution(system, set, &differ);
    int tries = 0;
    for (double fraction = 1;; fraction = fraction > LEAST_EXCESS ? fraction / 2 : 0) {
        int32_t status = try_impact(system, state, set, before, least, fraction, plastic, rest);
        tries++;
        invariant(tries <= MOST_TRIES);
        if (status != WD_OK || !differ || fraction == 0 ||
            impact_kinetic(system, state->now) <= (1 + ROUNDING_LAW) * kinetic)
            return status;
    }
}

/* Repeat impacts until no contact closes faster than snap, the rounding of the speeds: at most
 * REPEATS impacts with restitution, then one without. kinetic: kinetic energy before the first
 * impact. rest: restitution phase of the last impact, unchanged if there is no impact. */
static int32_t repeat_impacts(const struct impact_system *system, struct impact_state *state,
                              struct touching *set, double snap, double kinetic, int64_t *events,
                              struct law_result *rest)
{
    double *v = state->now + IMPACT_VX;
    for (int repeat = 0; repeat <= REPEATS && is_closing(set, v, snap); repeat++) {
        struct law_result plastic;
        double before[3] = {v[0], v[1], v[2]}, gain = -kinetic;
        int32_t status = repeat < REPEATS
                             ? compute_impact(system, state, set, before, kinetic, &plastic, rest)
                             : try_impact(system, state, set, before, 0, 0, &plastic, rest);
        if (status != WD_OK)
            return status;
        ++*events;
        kinetic = impact_kinetic(system, state->now);
        gain += kinetic;
        report_impact(system, state, set->feature, set->n, &plastic, rest, before, gain);
    }
    return WD_OK;
}

/* Sort the contacts after the impacts: a contact with a normal speed up to `bound` stays closed (a
 * lasting contact), the others open. A contact with a slip speed up to `snap`, the rounding of the
 * speeds before the impact, sticks; the others slide, and contact_settle() finds the sign. */
static void sort_contacts(const struct impact_system *system, struct impact_state *state,
                          const struct touching *set, double bound, double snap)
{
    const double *v = state->now + IMPACT_VX;
    state->lasting = state->leaving = 0;
    invariant(bound >= 0 && snap >= 0);
    for (size_t i = 0; i < set->n; i++) {
        int slides = fabs(law_u_t(&system->wheel, &set->at, v, i)) > snap;
        if (law_u_n(&set->at, v, i) > bound)
            contact_leave(state, set->feature[i], 1);
        else
            contact_add(state, set->feature[i], slides ? LAW_SLIP_PLUS : LAW_STICK);
    }
}

/* Return the separation speed, m/s, up to which a bounce series is summed up, see finish_bounces().
 * Between several contacts it is at least the speed of a bounce whose gap is the rounding of the
 * position, because the duration of such a bounce cannot be computed. */
static double bounce_speed_limit(const struct impact_system *system,
                                 const struct impact_state *state, const struct impact_load *load,
                                 size_t n)
{
    if (n <= 1)
        return system->zeno_speed;
    double rounding = ROUNDING_TOUCH * rounding_place(&system->wheel, state->now);
    double acceleration = system->gravity + num_hypot(load->fx, load->fy) / system->wheel.mass +
                          fabs(load->torque) / (system->wheel.mass * system->wheel.radius);
    return num_fmax(sqrt(rounding * acceleration), system->zeno_speed);
}

static void copy_reals(const double *from, double *to)
{
    for (int k = 0; k < IMPACT_REALS; k++)
        to[k] = from[k];
}

/* Sum up a bounce series (Zeno), on one contact or between several: set the normal speed to zero
 * and keep the wheel in contact, which is the mean motion of the bounces. This requires a
 * separation speed up to bounce_speed_limit(), and forces that press the wheel onto the contact.
 * state->zeno_end is set to the end of the series. With the separation speed v_n, the restitution
 * beta and g_e = N/m the series lasts 2 v_n/(g_e (1 - beta)) on one contact; between several
 * contacts 2 v_n/g_e is taken as an estimate. pressed: the last normal impulse of the first
 * contact. Sets *done to 1 if a series was summed up. Otherwise the bounces continue, state->now is
 * unchanged, and the caller determines the contacts again. */
static int32_t finish_bounces(const struct impact_system *system, struct impact_state *state,
                              const struct touching *set, double pressed, double snap, int *done)
{
    struct impact_load load;
    double before[IMPACT_REALS], *v = before + IMPACT_VX;
    int64_t near = state->near;
    copy_reals(state->now, before);
    int32_t status = contact_load(system, state->t, &load);
    if (status != WD_OK)
        return status;
    double zeno_end = state->t,
           bound = num_fmax(snap, bounce_speed_limit(system, state, &load, set->n));
    int slow = 0;
    for (size_t i = 0; i < set->n; i++) {
        double v_n = law_u_n(&set->at, v, i);
        slow |= v_n > snap && v_n <= bound;
    }
    if (!slow)
        return WD_OK;
    /* Between several contacts slip speeds up to the bound stick, too: a wheel that is held from
     * two sides does not spin. */
    sort_contacts(system, state, set, bound, set->n > 1 ? bound : snap);
    status = contact_settle(system, state, 1);
    for (size_t i = 0; status == WD_OK && i < set->n; i++) {
        double v_n = law_u_n(&set->at, v, i);
        int64_t k = contact_index(state, set->feature[i]);
        if (k < 0 || !(state->normal[k] > 0) || (set->n == 1 && !(pressed > 0)) || !(v_n > snap) ||
            v_n > bound)
            continue;
        double g_e = state->normal[k] / system->wheel.mass;
        double share = set->n > 1 ? 1 : 1 - contact_restitution(system, set->feature[0]);
        zeno_end = num_fmax(state->t + 2 * v_n / (g_e * share), zeno_end);
        *done = 1;
    }
    if (*done) {
        state->zeno_end = zeno_end;
    } else {
        copy_reals(before, state->now);
        state->near = near;
    }
    return status;
}

int32_t collide(const struct impact_system *system, struct impact_state *state, int64_t feature,
                int start, int64_t *events)
{
    struct touching set;
    struct law_result rest;
    double *v = state->now + IMPACT_VX;
    int done = 0;
    double kinetic = impact_kinetic(system, state->now);
    double energy = kinetic + impact_potential(system, state->now);
    double snap = rounding_speed(&system->wheel, v);
    gather(system, state, feature, start, &set);
    if (set.n > 0) {
        project_onto(system, state->now, &set);
        state->near = set.feature[0];
    }
    state->zeno_end = INFINITY;
    rest.normal[0] = 0;
    int32_t status = repeat_impacts(system, state, &set, snap, kinetic, events, &rest);
    if (status == WD_OK &&
        (set.n > 1 || (set.n == 1 && contact_restitution(system, set.feature[0]) < 1)))
        status = finish_bounces(system, state, &set, rest.normal[0], snap, &done);
    if (status != WD_OK)
        return status;
    if (!done) {
        sort_contacts(system, state, &set, snap, snap);
        status = contact_settle(system, state, 1);
    }
    state->now[IMPACT_LOST] += energy - impact_energy(system, state->now);
    return status;
}
