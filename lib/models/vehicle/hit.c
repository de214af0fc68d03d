/* SPDX-License-Identifier: MIT */
/* Impacts: one impulse problem of all wheels on the ground and all joints at rigid stops, resting
 * ones included. In the compression the impulses and the velocities after it satisfy the friction
 * law. Restitution follows Poisson's law: the normal impulse of a wheel and the impulse of a stop
 * are applied again, multiplied by `restitution`, with friction at the wheels. Springs, motors and
 * brakes have no impulse, because their forces are finite. */
#include "models/vehicle/footing.h"
#include "models/vehicle/hit.h"
#include "models/vehicle/stop.h"
#include "num/dense.h"
#include "num/elementary.h"
#include "num/invariant.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* Largest number of contact problems of an impact. Each of VEHICLE_MOST_ROUNDS impacts solves one
 * for the compression, where the search may follow the cone solver, and at most VEHICLE_MOST_ROUNDS
 * for the restitution; the last impact has no restitution. */
enum { MOST_PROBLEMS = VEHICLE_MOST_ROUNDS * (2 + VEHICLE_MOST_ROUNDS) + 2 };

/* ---- rows ---- */

/* Choose the rows of the impact and store their velocities in m->slip. */
static int32_t choose_rows(struct vehicle_eval *m, const uint64_t *triggered)
{
    const struct linkage *linkage = &m->v->linkage;
    for (size_t c = 0; c < m->work.contacts; c++) {
        int on = vehicle_law(m, c)->stays ||
                 (vehicle_law(m, c)->lifts &&
                  (m->touch[c].mode != VEHICLE_OPEN || hit_meets(m, c, triggered)));
        m->firm[c] = vehicle_law(m, c)->rolls       ? LINKAGE_FIRM
                     : vehicle_law(m, c)->saturates ? LINKAGE_FIRM_UP
                                                    : LINKAGE_FREE;
        m->grip[c] = (struct linkage_grip){.mode = on ? LINKAGE_STICK : LINKAGE_OPEN};
    }
    stop_close(m, triggered);
    stop_set_firm(m);
    m->hold = (struct linkage_hold){.contact = m->grip, .held = m->held};
    linkage_choose(linkage, &m->hold, &m->work);
    for (size_t i = 0; i < m->work.rows; i++) {
        m->slip[i] = hit_before(m, i);
        m->sum[i] = 0;
    }
    return linkage_condense(linkage, m->firm, &m->work);
}

/* Add the small approach of jammed contacts, caused by all forces but those of the ground. */
static void add_approach(struct vehicle_eval *m)
{
    double most = 0, speed = 1;
    for (size_t i = 0; i < m->work.rows; i += hit_rows_at(m, i)) {
        if (hit_rows_at(m, i) == 1 || !m->touch[m->work.number[i] / 3].jams)
            continue;
        most = num_fmax(most, -m->work.free[i]);
        speed = num_fmax(speed, 1 + num_hypot(m->slip[i + 1], m->slip[i + 2]));
    }
    for (size_t i = 0; i < m->work.rows && most > 0; i++)
        m->slip[i] += VEHICLE_JAM_APPROACH * speed / most * m->work.free[i];
}

/* In the compression, add the element of a joint; in the restitution, set its given impulse in
 * m->change instead. Returns the new number of elements. */
static size_t add_stop(struct vehicle_eval *m, size_t row, enum friction_set set, size_t count)
{
    size_t j = hit_joint_at(m, row);
    m->change[row] = set == FRICTION_REBOUND ? stop_restitution(m, j) * m->impulse[row] : 0;
    if (set == FRICTION_REBOUND)
        return count;
    m->friction.element[count] =
        (struct friction_element){.set = FRICTION_STOP, .row = row, .side = stop_side(m, j)};
    return count + 1;
}

/* Set up the elements of a compression (FRICTION_CONE) or a restitution (FRICTION_REBOUND); returns
 * how many. A contact also jams if sliding is barely regular. The friction of a contact that jams
 * is raised slightly, so that sliding is not regular and the problem has an impulse that stops the
 * slip. */
static size_t gather(struct vehicle_eval *m, enum friction_set set)
{
    size_t count = 0;
    double least = vehicle_least_regularity(m);
    memset(m->change, 0, m->work.rows * sizeof *m->change);
    for (size_t i = 0; i < m->work.rows; i += hit_rows_at(m, i)) {
        if (hit_side_at(m, i) == 0)
            continue;
        if (hit_rows_at(m, i) == 1) {
            count = add_stop(m, i, set, count);
            continue;
        }
        size_t c = m->work.number[i] / 3;
        const struct rim_param *p = vehicle_param_of(m->view, vehicle_part_at(m, c));
        double limit = m->touch[c].limit * (m->touch[c].jams ? 1 + 4 * least : 1);
        double given = set == FRICTION_REBOUND ? p->restitution * m->impulse[i] : 0;
        m->friction.element[count++] = (struct friction_element){
            .set = set, .row = i, .mu = limit, .limit = num_fmax(0, given), .mode = FRICTION_STICK};
    }
    return count;
}

/* Add the impulses of the elements to the sums, and the velocity changes that they cause. */
static void add_impulses(struct vehicle_eval *m)
{
    size_t rows = m->work.rows;
    memcpy(m->impulse, m->friction.r, rows * sizeof *m->impulse);
    for (size_t i = 0; i < rows; i++) {
        m->sum[i] += m->impulse[i];
        for (size_t j = 0; j < rows; j++)
            m->slip[i] += m->work.matrix[i * rows + j] * m->impulse[j];
    }
}

/* Solve for the impulses of the elements, with the given impulses applied. set: FRICTION_CONE or
 * FRICTION_REBOUND. With the latter the search is not tried, because it cannot take given impulses.
 */
static int32_t solve_impulses(struct vehicle_eval *m, enum friction_set set, const double *q,
                              size_t count)
{
    vehicle_build_problem(m, q, count);
    int32_t status = set == FRICTION_REBOUND ? friction_cones(&m->friction)
                                             : friction_cones_or_search(&m->friction);
    dense_add(m->friction.r, 1, m->change, m->work.rows);
    return status;
}

/* ---- one impact ---- */

/* Rounding error of the velocity of a row after all impulses so far. */
static double rounding_of(const struct vehicle_eval *m, size_t row)
{
    double scale = 1;
    for (size_t j = 0; j < m->work.rows; j++)
        scale += fabs(m->work.matrix[row * m->work.rows + j] * m->sum[j]);
    return VEHICLE_SUM_ROUNDING * scale;
}

/* Largest speed of approach; 0 if no contact closes. */
static double fastest_approach(const struct vehicle_eval *m)
{
    double most = 0;
    for (size_t i = 0; i < m->work.rows; i += hit_rows_at(m, i)) {
        double approach = -hit_side_at(m, i) * m->slip[i];
        if (approach > 0 && approach > rounding_of(m, i))
            most = num_fmax(most, approach);
    }
    return most;
}

/* Energy gained: work of the impulses at the mean of the velocities before and after. */
static double energy_gained(const struct vehicle_eval *m)
{
    double gained = 0;
    for (size_t i = 0; i < m->work.rows; i++)
        gained += 0.5 * m->sum[i] * (hit_before(m, i) + m->slip[i]);
    return gained;
}

/* Compute the velocities after the normal impulses of the restitution alone, without friction. */
static void push_normal(struct vehicle_eval *m, size_t count, double *q)
{
    size_t rows = m->work.rows;
    memcpy(q, m->slip, rows * sizeof *q);
    for (size_t i = 0; i < rows; i++) {
        for (size_t k = 0; k < count; k++)
            q[i] += m->work.matrix[i * rows + m->friction.element[k].row] *
                    m->friction.element[k].limit;
        q[i] += dense_dot(m->work.matrix + i * rows, m->change, rows);
    }
}

/* True if the restitution would gain more energy than all impulses so far have lost. */
static int gains_energy(const struct vehicle_eval *m)
{
    size_t rows = m->work.rows;
    const double *impulse = m->friction.r;
    double gained = 0;
    for (size_t row = 0; row < rows; row++) {
        double speed = m->slip[row];
        for (size_t column = 0; column < rows; column++)
            speed += 0.5 * m->work.matrix[row * rows + column] * impulse[column];
        gained += impulse[row] * speed;
    }
    return energy_gained(m) + gained > VEHICLE_SUM_ROUNDING * fabs(gained) * (double)rows;
}

/* Contacts with different restitution may gain more energy than compression has lost. The
 * restitution is then halved until no energy is gained, at most VEHICLE_MOST_ROUNDS times; then it
 * is omitted. */
static int32_t rebound(struct vehicle_eval *m, size_t count)
{
    double *q = m->impulse; /* m->impulse is free: the elements hold its numbers */
    for (int k = 0; k < VEHICLE_MOST_ROUNDS; k++) {
        push_normal(m, count, q);
        int32_t status = solve_impulses(m, FRICTION_REBOUND, q, count);
        if (status != WD_OK)
            return status;
        if (!gains_energy(m)) {
            add_impulses(m);
            return WD_OK;
        }
        for (size_t i = 0; i < count; i++)
            m->friction.element[i].limit *= 0.5;
        dense_scale(m->change, 0.5, m->work.rows);
    }
    return WD_OK;
}

static int32_t hit(struct vehicle_eval *m, int bounces)
{
    size_t count = gather(m, FRICTION_CONE);
    int32_t status = solve_impulses(m, FRICTION_CONE, m->slip, count);
    if (status != WD_OK)
        return status;
    add_impulses(m);
    count = gather(m, FRICTION_REBOUND);
    double given = dense_largest(m->change, m->work.rows);
    for (size_t i = 0; i < count; i++)
        given = num_fmax(given, m->friction.element[i].limit);
    if (!bounces || given == 0)
        return WD_OK;
    return rebound(m, count);
}

/* Repeat impacts until no contact closes. A jam has no restitution. */
static int32_t hit_all(struct vehicle_eval *m, int jams)
{
    double zeno = ((const struct vehicle_solver *)m->view->solver)->zeno_speed;
    int32_t status = WD_OK;
    for (int i = 0; status == WD_OK && i <= VEHICLE_MOST_ROUNDS && fastest_approach(m) > 0; i++)
        status = hit(m, !jams && i < VEHICLE_MOST_ROUNDS && fastest_approach(m) > zeno);
    return status;
}

/* ---- after the impact ---- */

/* Set the speeds after the impact. Ideal wheels receive the impulses with which they keep
 * rolling. */
static int32_t strike(struct vehicle_eval *m)
{
    const struct linkage *linkage = &m->v->linkage;
    linkage_strike(linkage, m->sum, m->state, &m->work);
    linkage_place(linkage, m->state, &m->work);
    for (size_t c = 0; c < m->work.contacts; c++)
        m->grip[c] = (struct linkage_grip){.mode = m->firm[c] == LINKAGE_FIRM      ? LINKAGE_STICK
                                                   : m->firm[c] == LINKAGE_FIRM_UP ? LINKAGE_SLIP
                                                                                   : LINKAGE_OPEN};
    for (size_t j = 0; j < linkage_joints(linkage); j++)
        m->held[j] = stop_is_locked(m, j);
    m->hold = (struct linkage_hold){.contact = m->grip, .held = m->held};
    int32_t status = linkage_project_speeds(linkage, &m->hold, m->state, &m->work, NULL);
    linkage_place(linkage, m->state, &m->work);
    return status;
}

/* Open the contacts that leave faster than `still`. Of two contacts at one place, which a wheel has
 * at a nearly straight concave joint, the one that leaves opens at any speed: the wheel passes to
 * the other one. */
static void open_leaving(struct vehicle_eval *m, double still)
{
    for (size_t c = 0; c < m->work.contacts; c++) {
        double speed = m->work.contact[c].speed[0];
        int leaves = m->touch[c].mode == VEHICLE_SLIP && speed > VEHICLE_STILL;
        int opens = leaves && (speed > still || footing_has_twin(m, c, 0));
        if (opens)
            m->touch[c].mode = VEHICLE_OPEN;
        if (m->footing)
            m->footing[c].leaves = leaves && !opens ? speed : 0;
    }
}

/* Energy (J) of the speed `still` along each row of the impact alone. */
static double energy_of_speed(const struct vehicle_eval *m, double still)
{
    double energy = 0;
    for (size_t i = 0; i < m->work.rows; i++) {
        double inverse_mass = m->work.matrix[i * (m->work.rows + 1)];
        energy += inverse_mass > 0 ? still * still / (2 * inverse_mass) : 0;
    }
    return energy;
}

/* Open the contacts and stops that leave. Those that leave no faster than `still` stay closed only
 * if stopping all closed ones takes at most the energy `most`. It takes more if their rows are
 * nearly dependent: a wheel that rolls over a blunt concave corner would stop dead. */
static void open_or_rest(struct vehicle_eval *m, double still, double most)
{
    open_leaving(m, still);
    stop_leave(m, still);
    if (still <= VEHICLE_STILL)
        return;
    vehicle_set_hold(m);
    if (linkage_energy_to_stop(&m->v->linkage, &m->hold, &m->work, NULL) <= most)
        return;
    open_leaving(m, VEHICLE_STILL);
    stop_leave(m, VEHICLE_STILL);
}

/* Set the modes of wheels and brakes after the impact. Speeds up to `still` count as zero; at the
 * end of a bounce sequence this is solver.zeno_speed. */
static int32_t set_modes_after_impact(struct vehicle_eval *m, double still)
{
    double most = energy_of_speed(m, still);
    for (size_t i = 0; i < m->work.rows && hit_rows_at(m, i) == 3; i += 3) {
        size_t c = m->work.number[i] / 3;
        if (hit_took_part(m, c))
            m->touch[c].mode = VEHICLE_SLIP;
        m->touch[c].jams = 0;
    }
    int32_t status = strike(m);
    if (status == WD_OK)
        open_or_rest(m, still, most);
    vehicle_set_modes(m, still);
    vehicle_set_hold(m);
    return status;
}

int32_t vehicle_solve_impact(struct vehicle_eval *m, const uint64_t *triggered,
                             struct events *events, double *lost)
{
    double zeno = ((const struct vehicle_solver *)m->view->solver)->zeno_speed;
    vehicle_add_loads(m);
    linkage_drive(&m->v->linkage, m->state, &m->drive, &m->work);
    int32_t status = choose_rows(m, triggered);
    if (!triggered)
        add_approach(m);
    int ends = fastest_approach(m) <= zeno;
    *lost = 0;
    m->friction.problems = 0;
    if (status == WD_OK)
        status = hit_all(m, !triggered);
    invariant(m->friction.problems <= MOST_PROBLEMS);
    if (status != WD_OK) {
        *m->view->why = "the impact has no solution";
        return status;
    }
    *lost = -energy_gained(m);
    hit_log(m, ends, -*lost, triggered, events);
    return set_modes_after_impact(m, !triggered ? VEHICLE_CLOSE
                                     : ends     ? num_fmax(zeno, VEHICLE_STILL)
                                                : VEHICLE_STILL);
}
