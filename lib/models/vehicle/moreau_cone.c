/* SPDX-License-Identifier: MIT */
/* The impulses of a step of Moreau. Does all hold that touches the ground or has a brake on? Else
 * Newton's steps find what slips and where to, and where they do not, a cone problem tells what
 * they should begin with. */
#include "models/vehicle/moreau_unknown.h"
#include "num/dense.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* Of what gravity does in a step. */
#define NONE 1e-4

/* ---- the problem ---- */

/* How high a wheel that is on the ground may be: what it falls through in that little a part of a
 * step. One about which a vehicle turns is so high in the middle of a step by the square of the
 * turn; taken for open it let a car rock from side to side for ever. */
static double height_of_none(const struct vehicle_moment *m)
{
    double g = sqrt(vec_dot(m->drive.gravity, m->drive.gravity));
    return num_fmax(VEHICLE_CLOSE, NONE * g * m->h * m->h);
}

/* Wheels on the ground stick, but for those without friction, and all brakes hold. */
static void choose(struct vehicle_moment *m)
{
    double most = height_of_none(m);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        m->held[j] = m->brake[j].limit > 0;
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        m->firm[w] = vehicle_law(m, w) == VEHICLE_IDEAL;
        int on = vehicle_law(m, w) != VEHICLE_COULOMB || m->work.contact[w].gap <= most;
        int stick = m->firm[w] || m->tyre[w].limit > 0;
        m->tyre[w].mode = on ? m->tyre[w].mode : VEHICLE_OPEN;
        m->grip[w] = (struct linkage_grip){.mode = !on     ? LINKAGE_OPEN
                                                   : stick ? LINKAGE_STICK
                                                           : LINKAGE_SLIP};
    }
    m->hold = (struct linkage_hold){m->grip, m->held};
    linkage_choose_rows(&m->v->linkage, &m->hold, &m->work);
}

/* Of a row, before the step, where it began: what of its change there is no force behind is that
 * of a turning wheel between there and the middle. */
static double speed_before(const struct vehicle_moment *m, size_t row)
{
    size_t number = m->work.number[row], k = number % 3;
    if (number >= 3 * m->v->linkage.wheels)
        return m->slip_before[number];
    const struct vec *c = &m->work.contact[number / 3].convective;
    return m->slip_before[number] - m->h / 2 * (k == 0 ? c->z : k == 1 ? c->x : c->y);
}

/* Velocities of rows without impulses of the ground and of brakes, in work.free. */
static void let_go(struct vehicle_moment *m)
{
    for (size_t i = 0; i < m->work.rows; i++) {
        m->slip[i] = speed_before(m, i);
        m->work.free[i] = m->slip[i] + m->h * m->work.free[i];
    }
}

/* What the normal velocity of a wheel is to be above 0 after the step; what comes no faster than
 * forces alone would have it in one step does not bounce, but lies. */
static double rebound(const struct vehicle_moment *m, size_t row)
{
    const struct vehicle_solver *solver = m->view->solver;
    const struct tyre_param *p =
        vehicle_param_of(m->view, m->v->tyre[m->work.number[row] / 3].part);
    double approach = -m->slip[row], pressed = m->slip[row] - m->work.free[row];
    int bounces = approach > num_fmax(solver->zeno_speed, pressed);
    return bounces ? p->restitution * approach : 0;
}

/* All that is read of it; to clear the rest would take longer. */
static void add_element(struct vehicle_moment *m, size_t *count, enum cone_type type, size_t row,
                        double mu, double given)
{
    struct cone_element *e = &m->element[(*count)++];
    e->type = type, e->row = row, e->mu = mu, e->given = given;
}

static size_t gather(struct vehicle_moment *m)
{
    size_t count = 0, wheels = m->v->linkage.wheels;
    for (size_t i = 0; i < m->work.rows; i++) {
        size_t number = m->work.number[i], w = number / 3;
        if (number >= 3 * wheels) {
            double capacity = m->h * m->brake[number - 3 * wheels].limit;
            add_element(m, &count, CONE_BRAKE, i, 1, capacity);
        } else if (number % 3 == 0 && vehicle_law(m, w) == VEHICLE_COULOMB) {
            add_element(m, &count, CONE_WHEEL, i, m->tyre[w].limit, 0);
            m->work.free[i] -= rebound(m, i);
        }
    }
    return count;
}

/* ---- something slips, slides or lifts ---- */

/* What has slipped goes on, what lands slips as it comes; the rest holds. 1: all of it. */
static int set_out(struct vehicle_moment *m, size_t count)
{
    int all = 1;
    for (size_t i = 0; i < count; i++) {
        const struct cone_element *e = &m->element[i];
        struct vehicle_grip *grip = moreau_grip(m, e);
        const double *u = m->slip + e->row + (e->type == CONE_BRAKE ? 0 : 1);
        double x = u[0], y = e->type == CONE_BRAKE ? 0 : u[1];
        double size = grip->mode == VEHICLE_STICK ? 0 : num_hypot(x, y);
        int slips = size > VEHICLE_STILL;
        grip->mode = slips || grip->limit == 0 ? VEHICLE_SLIP : VEHICLE_STICK;
        grip->direction[0] = slips && grip->limit > 0 ? x / size : 0;
        grip->direction[1] = slips && grip->limit > 0 ? y / size : 0;
        all &= grip->limit == 0 || grip->mode == VEHICLE_STICK;
    }
    return all;
}

/* Does a wheel slip against friction? */
static int skids(const struct vehicle_moment *m)
{
    int any = 0;
    for (size_t w = 0; w < m->v->linkage.wheels; w++)
        any |= vehicle_law(m, w) == VEHICLE_COULOMB && m->tyre[w].mode == VEHICLE_SLIP &&
               m->tyre[w].limit > 0;
    return any;
}

/* By a step of a projection of the impulses of the cone problem onto those that are allowed. */
static void read_brake(struct vehicle_moment *m, const struct cone_element *e)
{
    double x = e->u[1] / moreau_own(m, e->row) - e->r[1];
    int slips = fabs(x) > e->given;
    moreau_set(moreau_grip(m, e), slips ? VEHICLE_SLIP : VEHICLE_STICK, slips ? x : 0, 0);
}

static void read_wheel(struct vehicle_moment *m, const struct cone_element *e)
{
    struct vehicle_grip *tyre = moreau_grip(m, e);
    double per = 2 / (moreau_own(m, e->row + 1) + moreau_own(m, e->row + 2));
    double x = per * e->u[1] - e->r[1], y = per * e->u[2] - e->r[2];
    if (!(e->r[0] > e->u[0] / moreau_own(m, e->row)))
        moreau_set(tyre, VEHICLE_OPEN, 0, 0);
    else if (e->mu == 0)
        moreau_set(tyre, VEHICLE_SLIP, 0, 0);
    else if (num_hypot(x, y) > e->mu * e->r[0])
        moreau_set(tyre, VEHICLE_SLIP, x, y);
    else
        moreau_set(tyre, VEHICLE_STICK, 0, 0);
}

static void read_modes(struct vehicle_moment *m, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct cone_element *e = &m->element[i];
        if (e->type == CONE_BRAKE)
            read_brake(m, e);
        else
            read_wheel(m, e);
    }
}

/* Impulses of the elements along all rows, in m->impulse: what slips has all of its friction, and
 * what sticks no more than that. */
static void take(struct vehicle_moment *m, size_t count)
{
    memset(m->impulse, 0, m->work.rows * sizeof *m->impulse);
    for (size_t i = 0; i < count; i++) {
        const struct cone_element *e = &m->element[i];
        const struct vehicle_grip *grip = moreau_grip(m, e);
        int brake = e->type == CONE_BRAKE;
        double *impulse = m->impulse + e->row, *friction = impulse + (brake ? 0 : 1);
        double normal = grip->mode == VEHICLE_OPEN ? 0 : num_fmax(0, e->r[0]);
        double limit = brake ? e->given : e->mu * normal, size = num_hypot(e->r[1], e->r[2]);
        if (!brake)
            impulse[0] = normal;
        for (size_t k = 0; k < (brake ? 1 : 2); k++)
            friction[k] = grip->mode == VEHICLE_SLIP ? -limit * grip->direction[k]
                          : size > limit             ? e->r[1 + k] * (limit / size)
                                                     : e->r[1 + k];
    }
}

static void hold_all(struct vehicle_moment *m, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct vehicle_grip *grip = moreau_grip(m, &m->element[i]);
        grip->mode = grip->limit > 0 ? VEHICLE_STICK : VEHICLE_SLIP;
        grip->direction[0] = grip->direction[1] = 0;
    }
}

/* Modes from the cone problem, then once more exactly. */
static int32_t attempt(struct vehicle_moment *m, size_t count, double most, int patient, int *exact)
{
    int32_t status = cone_step(m->view->workspace, m->work.matrix, m->work.free, m->work.rows,
                               m->element, count, patient, m->view->interrupt);
    if (status == WD_EINTERRUPT)
        return status;
    if (status == WD_OK || status == WD_ENOCONV) /* as far as it came */
        read_modes(m, count);
    else
        hold_all(m, count);
    *exact = moreau_newton(m, count, most);
    return *exact ? (int32_t)WD_OK : status;
}

/* Is all that has slipped at rest after the step, however that is shared? */
static int stops(struct vehicle_moment *m, size_t count)
{
    int coulomb = !m->relaxes;
    for (size_t w = 0; w < m->v->linkage.wheels; w++)
        coulomb &= !m->firm[w];
    if (coulomb)
        hold_all(m, count);
    return coulomb && moreau_holds_somehow(m, count);
}

/* What is not far from the solution of the cone problem mostly tells its modes; else, if all of it
 * does not come to rest, that itself is taken, but for what sticks, which is at rest all the same,
 * unless much is wrong with it. */
static int32_t search(struct vehicle_moment *m, size_t count, double most)
{
    int exact = 0;
    int32_t status = attempt(m, count, most, 0, &exact);
    if (status == WD_ENOCONV)
        status = attempt(m, count, most, 1, &exact);
    if (exact || status == WD_EINTERRUPT)
        return status;
    if (stops(m, count))
        return WD_OK;
    if (status != WD_OK && status != WD_ENOCONV)
        return status;
    read_modes(m, count);
    take(m, count);
    return moreau_rest(m, count, most) ? WD_OK : WD_ENOCONV;
}

/* The law of a relaxed wheel over a step, with the slip u after it: the same of impulses, with
 * another compliance,
 *
 *     g h (L - F) = -(u - u_before) - u h/tau */
static void relax(struct vehicle_moment *m)
{
    vehicle_list_relaxed(m);
    for (size_t i = 0; i < m->relaxed.count; i++) {
        struct relaxed_wheel *wheel = &m->relaxed_wheel[i];
        double part = 1 / (1 + m->h / wheel->time);
        wheel->compliance *= part;
        for (size_t k = 1; k < 3; k++)
            wheel->slip[k - 1] = -part * m->slip[m->relaxed.row[3 * i + k]];
        wheel->time = 1;
    }
}

static int32_t solve(struct vehicle_moment *m, size_t count, double *impulse)
{
    (void)impulse; /* m->impulse */
    double most = dense_largest(m->work.free, m->work.rows);
    return moreau_newton(m, count, most) ? WD_OK : search(m, count, most);
}

/* What ideal wheels take to go on rolling beside the impulses of the others: of many ways the
 * least.
 */
static int32_t carry(struct vehicle_moment *m)
{
    size_t rows = m->work.rows, wheels = m->v->linkage.wheels;
    int any = 0;
    for (size_t w = 0; w < wheels; w++) {
        m->grip[w].mode = m->firm[w] ? LINKAGE_STICK : LINKAGE_OPEN;
        any |= m->firm[w];
    }
    memset(m->held, 0, linkage_joints(&m->v->linkage) * sizeof *m->held);
    for (size_t i = 0; any && i < rows; i++)
        m->work.free[i] += dense_dot(m->work.matrix + i * rows, m->impulse, rows);
    int32_t status =
        any ? linkage_solve(&m->v->linkage, &m->hold, &m->work, m->along) : (int32_t)WD_OK;
    for (size_t i = 0; any && i < rows; i++)
        if (m->work.number[i] < 3 * wheels && m->firm[m->work.number[i] / 3])
            m->impulse[i] = m->along[i];
    return status;
}

/* What holds as a whole; else all that may slip, slide or lift, and then what rolls ideally. */
static int32_t solve_rows(struct vehicle_moment *m, size_t count, int all, int rolls)
{
    linkage_couple(&m->v->linkage, &m->work);
    if ((rolls && moreau_holds(m, count)) || (all && moreau_holds_somehow(m, count)))
        return WD_OK;
    relax(m);
    int32_t status = linkage_condense(&m->v->linkage, m->firm, &m->work);
    if (status == WD_OK)
        status = vehicle_yield(m, count, solve, m->impulse);
    return status == WD_OK ? carry(m) : status;
}

int32_t moreau_solve(struct vehicle_moment *m)
{
    choose(m);
    let_go(m);
    size_t count = gather(m);
    int all = set_out(m, count) && !m->relaxes, rolls = !m->relaxes && !skids(m);
    if (rolls && moreau_goes_on(m, count))
        return WD_OK;
    int32_t status = solve_rows(m, count, all, rolls);
    if (status == WD_OK)
        linkage_press(&m->v->linkage, &m->work, m->impulse);
    return status;
}
