/* SPDX-License-Identifier: MIT */
/* The contact problem of a time step: find the impulses of wheels and brakes with which the
 * velocities after the step satisfy all laws. */
#include "models/vehicle/footing.h"
#include "models/vehicle/moreau.h"
#include "models/vehicle/stop.h"
#include "num/elementary.h"

#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* ---- rows ---- */

/* True if a contact closes, or has passed on to another feature, where its wheel lies flat or has
 * no unique place. Its lever arm is not known, so it can have no impulse. */
static int meets_flat(const struct vehicle_eval *m, size_t c)
{
    return m->footing && m->footing[c].fixed && vehicle_law(m, c)->lifts &&
           (m->touch[c].from == VEHICLE_OPEN || m->footing[c].passed) &&
           m->work.contact[c].speed[0] < 0 && !(footing_margin(m, c) > 0);
}

/* Close the contacts for which meets_flat() is true; returns 1 if there are any. */
static int close_flat(struct vehicle_eval *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++) {
        if (!meets_flat(m, c))
            continue;
        m->touch[c].mode = VEHICLE_SLIP;
        any = 1;
    }
    return any;
}

/* True if the contact is in the problem. A contact that the last step closed stays in the problem
 * until its impulse is 0; other contacts are in the problem if they are in the ground at the middle
 * of the step. */
static int is_in_problem(const struct vehicle_eval *m, size_t c)
{
    const struct vehicle_law *law = vehicle_law(m, c);
    return !law->loads && (law->stays || m->touch[c].mode != VEHICLE_OPEN ||
                           m->work.contact[c].gap <= VEHICLE_CLOSE);
}

/* Choose which rows act: wheels on the ground stick, except those without friction, and all brakes
 * hold. */
static void choose_hold(struct vehicle_eval *m)
{
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        m->held[j] = m->brake[j].limit > 0;
    stop_close_step(m);
    stop_set_firm(m);
    for (size_t c = 0; c < m->work.contacts; c++) {
        m->firm[c] = vehicle_law(m, c)->rolls;
        int on = is_in_problem(m, c), stick = m->firm[c] || m->touch[c].limit > 0;
        m->grip[c] = (struct linkage_grip){.mode = !on     ? LINKAGE_OPEN
                                                   : stick ? LINKAGE_STICK
                                                           : LINKAGE_SLIP};
    }
    m->hold = (struct linkage_hold){
        .contact = m->grip, .held = m->held, .extra = m->tyres.row, .extras = m->tyres.rows};
}

/* True if tyres have rows and nothing else has. */
static int only_tyres_act(const struct vehicle_eval *m)
{
    int only = m->tyres.rows > 0;
    for (size_t c = 0; only && c < m->work.contacts; c++)
        only = m->grip[c].mode == LINKAGE_OPEN;
    for (size_t j = 0; only && j < linkage_joints(&m->v->linkage); j++)
        only = !m->held[j];
    return only;
}

/* m/s; reduction of the normal velocity of a contact after the step, on a terrain. Gap and normal
 * turn in half a step by h/2 bias, so a contact that stays closed has the velocity -h/2 bias in the
 * middle of the step. If this velocity is above the speed of approach there, as where the curvature
 * of a hollow grows, the normal impulse would create energy. The velocity is then limited to the
 * speed of approach. */
static double excess_of_turn(const struct vehicle_eval *m, size_t c)
{
    if (!m->footing || !vehicle_takes_part(m, c))
        return 0;
    double turned = -m->h / 2 * m->work.contact[c].bias[0];
    return num_fmax(0, turned - num_fmax(0, -m->slip_before[3 * c]));
}

/* Set m->slip to the velocities along the rows at the start of the step, and work.free to those
 * after the step without impulses of the ground and of brakes. m->slip_before holds the velocities
 * at the middle of the step with the speeds before the step. A contact has other velocities there
 * than at the start, because its wheel turns in half a step. */
static void find_free_velocities(struct vehicle_eval *m)
{
    double *slip = m->slip, *free = m->work.free;
    size_t i = 0;
    for (size_t c = 0; c < m->work.contacts; c++) {
        if (m->grip[c].mode == LINKAGE_OPEN)
            continue;
        double excess[] = {excess_of_turn(m, c), 0, 0};
        for (size_t k = 0; k < 3; k++, i++) {
            slip[i] = m->slip_before[3 * c + k] - m->h / 2 * m->work.contact[c].bias[k];
            free[i] = slip[i] + m->h * free[i] + excess[k];
        }
    }
    for (; i < m->work.rows; i++) {
        slip[i] = m->slip_before[m->work.number[i]];
        free[i] = slip[i] + m->h * free[i];
    }
}

/* Normal velocity of a contact after the step, by Newton's law; side: direction of its row. A
 * contact does not bounce if its speed of approach is at most solver.zeno_speed, or at most the
 * speed that forces alone give a closed contact in one step. */
static double rebound(const struct vehicle_eval *m, size_t row, double side, double restitution)
{
    const struct vehicle_solver *solver = m->view->solver;
    double approach = -side * m->slip[row], pressed = side * (m->slip[row] - m->work.free[row]);
    int bounces = approach > num_fmax(solver->zeno_speed, pressed);
    return bounces ? restitution * approach : 0;
}

/* ---- elements ---- */

/* The wheel or brake to which an element belongs. */
static struct vehicle_grip *grip_of(const struct vehicle_eval *m, const struct friction_element *e)
{
    size_t number = m->work.number[e->row];
    return vehicle_is_brake(m, number) ? &m->brake[linkage_joint_of(&m->v->linkage, number)]
                                       : &m->touch[number / 3];
}

/* True if the element belongs to a tyre: the cone of its load and grip, or the band of its twist or
 * of its rolling resistance (tyre/step.h). */
static int is_of_tyre(const struct vehicle_eval *m, const struct friction_element *e)
{
    return e->row + m->tyres.rows >= m->work.rows;
}

/* Add the element of a joint. If the joint bounces off its stop, the brake of the joint does not
 * act in this step, because a brake has no impulse in an impact. */
static void add_joint(struct vehicle_eval *m, size_t j, size_t row, size_t *count)
{
    struct friction_element *e = &m->friction.element[*count];
    double side = stop_side(m, j), *bounce = moreau_rebound_of(m, j);
    *bounce = 0;
    if (!stop_pose(m, j, row, e))
        return;
    (*count)++;
    e->limit *= m->h;
    if (side == 0)
        return;
    *bounce = rebound(m, row, side, stop_restitution(m, j));
    e->limit = *bounce > 0 ? 0 : e->limit;
    m->work.free[row] -= side * *bounce;
}

static void add_wheel(struct vehicle_eval *m, size_t c, size_t row, size_t *count)
{
    struct friction_element *e = &m->friction.element[(*count)++];
    if (vehicle_law(m, c)->saturates) {
        vehicle_build_relaxed_step(m, c, row, m->slip + row + 1, e);
        return;
    }
    *e = (struct friction_element){.set = FRICTION_CONE,
                                   .row = row,
                                   .mu = m->touch[c].limit,
                                   .expected = num_fmax(0, m->force[3 * c])};
    const struct rim_param *p = vehicle_param_of(m->view, vehicle_part_at(m, c));
    m->rebound[c] = rebound(m, row, 1, p->restitution);
    m->work.free[row] -= m->rebound[c];
}

/* List the elements. Ideal wheels have none, because linkage_condense() eliminates their rows. */
static size_t list_elements(struct vehicle_eval *m)
{
    size_t count = 0, row = 0;
    for (size_t c = 0; c < m->work.contacts; c++) {
        if (m->grip[c].mode == LINKAGE_OPEN)
            continue;
        if (!m->firm[c])
            add_wheel(m, c, row, &count);
        row += 3;
    }
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        if (m->held[j])
            add_joint(m, j, row++, &count);
    moreau_add_tyres(m, &count);
    return count;
}

/* First guess: slips continue, contacts that close slip in the direction of their velocity, and the
 * others stick. */
static void guess_modes(struct vehicle_eval *m, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct friction_element *e = &m->friction.element[i];
        if (e->set == FRICTION_STOP)
            e->mode = FRICTION_STICK;
        if (e->set == FRICTION_STOP || e->set == FRICTION_SATURATED || is_of_tyre(m, e))
            continue;
        int brake = e->set == FRICTION_BAND;
        struct vehicle_grip *grip = grip_of(m, e);
        const double *u = m->slip + e->row + (brake ? 0 : 1);
        double x = u[0], y = brake ? 0 : u[1];
        double size = grip->mode == VEHICLE_STICK ? 0 : num_hypot(x, y);
        int frictionless = !brake && e->mu == 0, slips = size > VEHICLE_STILL && !frictionless;
        e->mode = slips || frictionless ? FRICTION_SLIP : FRICTION_STICK;
        e->direction[0] = slips ? x / size : 0;
        e->direction[1] = slips ? y / size : 0;
        grip->mode = e->mode == FRICTION_SLIP ? VEHICLE_SLIP : VEHICLE_STICK;
    }
}

/* True if a wheel slips with friction, has the law relaxed or stands on a tyre. */
static int any_skids(const struct vehicle_eval *m, size_t count)
{
    int any = m->tyres.rows > 0;
    for (size_t i = 0; i < count; i++) {
        const struct friction_element *e = &m->friction.element[i];
        any |= e->set == FRICTION_SATURATED ||
               (e->set == FRICTION_CONE && e->mode == FRICTION_SLIP && e->mu > 0);
    }
    return any;
}

/* True if all elements of the guess stick, except contacts without friction. Tyres never stick. */
static int all_stick(const struct vehicle_eval *m, size_t count)
{
    int all = m->tyres.rows == 0;
    for (size_t i = 0; i < count; i++) {
        const struct friction_element *e = &m->friction.element[i];
        all &= e->set != FRICTION_SATURATED &&
               (e->mode == FRICTION_STICK || (e->set == FRICTION_CONE && e->mu == 0));
    }
    return all;
}

/* ---- the solution ---- */

/* Set the mode of a stop, and that of the brake of its joint. */
static void set_stop_mode(struct vehicle_eval *m, const struct friction_element *e)
{
    size_t j = linkage_joint_of(&m->v->linkage, m->work.number[e->row]);
    struct vehicle_grip *brake = &m->brake[j];
    int rests = e->mode == FRICTION_STICK && *moreau_rebound_of(m, j) == 0;
    if (!rests)
        m->stop[j].mode = VEHICLE_STOP_FREE;
    if (brake->limit > 0)
        brake->mode = rests ? VEHICLE_STICK : VEHICLE_SLIP;
    brake->direction[0] = rests ? 0 : e->side;
}

static void take_modes(struct vehicle_eval *m, size_t count)
{
    static const int modes[] = {[FRICTION_OPEN] = VEHICLE_OPEN,
                                [FRICTION_STICK] = VEHICLE_STICK,
                                [FRICTION_SLIP] = VEHICLE_SLIP};
    for (size_t c = 0; c < m->work.contacts; c++)
        if (vehicle_law(m, c)->loads)
            m->touch[c].mode = moreau_carries(m, c) ? VEHICLE_STICK : VEHICLE_OPEN;
        else if (m->grip[c].mode == LINKAGE_OPEN)
            m->touch[c].mode = VEHICLE_OPEN;
    for (size_t i = 0; i < count; i++) {
        const struct friction_element *e = &m->friction.element[i];
        if (e->set == FRICTION_STOP)
            set_stop_mode(m, e);
        if (e->set == FRICTION_STOP || e->set == FRICTION_SATURATED || is_of_tyre(m, e))
            continue;
        struct vehicle_grip *grip = grip_of(m, e);
        grip->mode = modes[e->mode];
        grip->direction[0] = e->direction[0], grip->direction[1] = e->direction[1];
        if (e->set == FRICTION_CONE && m->rebound[m->work.number[e->row] / 3] > 0)
            grip->mode = VEHICLE_OPEN;
    }
}

static int32_t solve_once(struct vehicle_eval *m, size_t count)
{
    int32_t status = moreau_solve_rebounds(m, count);
    return status == WD_OK && m->work.active > 0 ? moreau_solve_ideal(m) : status;
}

static int32_t solve(struct vehicle_eval *m, size_t count)
{
    int32_t status = linkage_condense(&m->v->linkage, m->firm, &m->work);
    if (status != WD_OK)
        return status;
    return m->tyres.rows > 0 ? moreau_solve_tyres(m, count) : solve_once(m, count);
}

/* Factorise the mass matrix, apply the loads and compute the rows. */
static int32_t take_rows(struct vehicle_eval *m, int tried)
{
    int32_t status = vehicle_factor(m, m->h);
    if (status != WD_OK)
        return status;
    if (tried)
        linkage_damped_leave(&m->v->linkage, &m->work);
    else
        linkage_drive(&m->v->linkage, m->state, &m->drive, &m->work);
    linkage_choose_rows(&m->v->linkage, &m->hold, &m->work);
    find_free_velocities(m);
    if (m->relaxes) /* the law needs entries of the matrix */
        linkage_couple(&m->v->linkage, &m->work);
    return WD_OK;
}

/* Find the impulses along the chosen rows. */
static int32_t solve_contacts(struct vehicle_eval *m)
{
    size_t count = list_elements(m);
    guess_modes(m, count);
    int rolls = !any_skids(m, count);
    struct moreau_zero zero = rolls ? moreau_find_zero(m) : (struct moreau_zero){0, 0, 0};
    int holds = rolls && moreau_holds_unchanged(m, count, &zero);
    int32_t status = WD_OK;
    if (!holds) {
        if (!m->relaxes)
            linkage_couple(&m->v->linkage, &m->work);
        int held = (rolls && moreau_holds(m, count, &zero)) ||
                   (all_stick(m, count) && moreau_holds_by_sharing(m, count, &zero));
        held = held && !moreau_rebounds_gain(m);
        status = held ? (int32_t)WD_OK : solve(m, count);
    }
    if (status != WD_OK)
        return status;
    take_modes(m, count);
    if (!holds)
        linkage_press(&m->v->linkage, &m->work, m->impulse);
    moreau_apply_impulses(m);
    return WD_OK;
}

int32_t moreau_solve(struct vehicle_eval *m)
{
    size_t bounces = linkage_contacts(&m->v->linkage) + linkage_joints(&m->v->linkage);
    memset(m->rebound, 0, bounces * sizeof *m->rebound);
    if (close_flat(m))
        return WD_ENOCONV;
    choose_hold(m);
    int tries = only_tyres_act(m);
    if (tries && moreau_solve_damped(m)) {
        take_modes(m, 0);
        return WD_OK;
    }
    int32_t status = take_rows(m, tries);
    return status == WD_OK ? solve_contacts(m) : status;
}
