/* SPDX-License-Identifier: MIT */
/* Steps of Moreau: half the way at the old velocity, one problem of impulses there, in which the
 * forces of a step are impulses, too, and half the way at the new one. Rows act on velocities, so
 * that what sticks or is held does not creep, however long the step. Restitution is Newton's, of
 * the velocities at both ends of the step. */
#include "models/vehicle/vehicle.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

static size_t joints_of(const struct vehicle_moment *m)
{
    return linkage_joints(&m->v->linkage);
}

/* The unknowns of the linkage as they are in its state. */
static void read_speeds(const struct vehicle_moment *m, double *speeds)
{
    const struct linkage_link *root = &m->work.link[0];
    const double *v = m->state + LINKAGE_VELOCITY;
    const double first[6] = {v[0], v[1], v[2], root->W.x, root->W.y, root->W.z};
    memcpy(speeds, first, sizeof first);
    for (size_t j = 0; j < joints_of(m); j++)
        speeds[6 + j] = m->state[LINKAGE_JOINT + 2 * j + 1];
}

/* By half a step at the present velocity; the state is placed. */
static int32_t move(struct vehicle_moment *m, double time)
{
    read_speeds(m, m->acceleration);
    linkage_move(&m->v->linkage, m->acceleration, time, m->state);
    return vehicle_stand(m);
}

/* ---- the problem ---- */

/* Brakes do not hold in themselves: what they can is an element. */
static void choose(struct vehicle_moment *m)
{
    for (size_t j = 0; j < joints_of(m); j++)
        m->brake[j].mode = VEHICLE_OPEN;
    vehicle_load(m);
    linkage_drive(&m->v->linkage, m->state, &m->drive, &m->work);
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        m->firm[w] = vehicle_law(m, w) == VEHICLE_IDEAL;
        int on = m->firm[w] || m->work.contact[w].gap <= 0;
        m->tyre[w].mode = on && !m->firm[w] ? VEHICLE_STICK : VEHICLE_OPEN;
        m->grip[w] = (struct linkage_grip){.mode = on ? LINKAGE_STICK : LINKAGE_OPEN};
    }
    for (size_t j = 0; j < joints_of(m); j++)
        m->held[j] = m->brake[j].limit > 0;
    m->hold = (struct linkage_hold){m->grip, m->held};
    linkage_choose(&m->v->linkage, &m->hold, &m->work);
}

/* Of a row, now, and how much of it there is no force behind. */
static double speed_of(const struct vehicle_moment *m, size_t row, double *convective)
{
    size_t number = m->work.number[row], k = number % 3;
    *convective = 0;
    if (number >= 3 * m->v->linkage.wheels)
        return m->work.arm[number - 3 * m->v->linkage.wheels].rate;
    const struct linkage_contact *contact = &m->work.contact[number / 3];
    const struct vec *u = &contact->slip, *c = &contact->convective;
    *convective = k == 0 ? c->z : k == 1 ? c->x : c->y;
    return k == 0 ? u->z : k == 1 ? u->x : u->y;
}

/* Velocities of rows without impulses of the ground and of brakes, in work.free. */
static void let_go(struct vehicle_moment *m, double h)
{
    for (size_t i = 0; i < m->work.rows; i++) {
        double convective, before = speed_of(m, i, &convective);
        m->slip[i] = before;
        m->work.free[i] = before + h * (m->work.free[i] - convective);
    }
}

static size_t gather(struct vehicle_moment *m, double h)
{
    size_t count = 0, wheels = m->v->linkage.wheels;
    for (size_t i = 0; i < m->work.rows; i++) {
        size_t number = m->work.number[i], w = number / 3;
        if (number >= 3 * wheels) {
            double capacity = h * m->brake[number - 3 * wheels].limit;
            m->element[count++] =
                (struct cone_element){.type = CONE_BRAKE, .row = i, .mu = 1, .given = capacity};
        } else if (number % 3 == 0 && !m->firm[w]) {
            const struct tyre_param *p = vehicle_param_of(m->view, m->v->tyre[w].part);
            m->element[count++] =
                (struct cone_element){.type = CONE_WHEEL, .row = i, .mu = m->tyre[w].limit};
            m->work.free[i] += p->restitution * num_fmin(m->slip[i], 0);
        }
    }
    return count;
}

/* Impulses of the elements along all rows, in m->impulse. */
static void take(struct vehicle_moment *m, size_t count)
{
    memset(m->impulse, 0, m->work.rows * sizeof *m->impulse);
    for (size_t i = 0; i < count; i++) {
        const struct cone_element *e = &m->element[i];
        if (e->type == CONE_BRAKE)
            m->impulse[e->row] = e->r[1];
        else
            memcpy(m->impulse + e->row, e->r, sizeof e->r);
    }
}

/* ---- its solution ---- */

/* Which wheels slip and which brakes slide, for what is told of them. */
static void read_modes(struct vehicle_moment *m, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct cone_element *e = &m->element[i];
        size_t number = m->work.number[e->row], wheels = m->v->linkage.wheels;
        struct vehicle_grip *grip =
            e->type == CONE_BRAKE ? &m->brake[number - 3 * wheels] : &m->tyre[number / 3];
        double size = num_hypot(e->u[1], e->u[2]);
        grip->mode = VEHICLE_STICK;
        if (e->type == CONE_WHEEL && !(e->r[0] > 0))
            grip->mode = VEHICLE_OPEN;
        else if (size > VEHICLE_STILL) {
            grip->mode = VEHICLE_SLIP;
            grip->direction[0] = e->u[1] / size;
            grip->direction[1] = e->u[2] / size;
        }
    }
}

/* Velocities after the step, from impulses and the accelerations without them. */
static int32_t strike(struct vehicle_moment *m, double h)
{
    const struct linkage *linkage = &m->v->linkage;
    double error;
    memset(m->along, 0, m->work.rows * sizeof *m->along);
    linkage_accelerate(linkage, &m->work, m->along, m->acceleration);
    linkage_strike(linkage, m->impulse, m->state, &m->work);
    struct vec spin = {m->acceleration[3], m->acceleration[4], m->acceleration[5]};
    spin = mat_turn_back(&m->work.link[0].R, spin);
    const double turn[3] = {spin.x, spin.y, spin.z};
    for (size_t k = 0; k < 3; k++) {
        m->state[LINKAGE_VELOCITY + k] += h * m->acceleration[k];
        m->state[LINKAGE_SPIN + k] += h * turn[k];
    }
    for (size_t j = 0; j < joints_of(m); j++)
        m->state[LINKAGE_JOINT + 2 * j + 1] += h * m->acceleration[6 + j];
    for (size_t w = 0; w < linkage->wheels; w++)
        m->grip[w].mode = m->firm[w] ? LINKAGE_STICK : LINKAGE_OPEN;
    m->hold = (struct linkage_hold){m->grip, NULL};
    linkage_place(linkage, m->state, &m->work);
    return linkage_project_speeds(linkage, &m->hold, m->state, &m->work, &error);
}

/* Wheels that are in the ground, and those that are always on it. */
static int32_t lift_out(struct vehicle_moment *m)
{
    double error;
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        int in = m->firm[w] || m->work.contact[w].gap < 0;
        m->grip[w].mode = in ? LINKAGE_STICK : LINKAGE_OPEN;
    }
    return linkage_project_places(&m->v->linkage, &m->hold, m->state, &m->work, &error);
}

static double energy_of(const struct vehicle_moment *m, struct vec gravity)
{
    struct common_output out;
    vehicle_energies(m, gravity, &out);
    return out.kinetic_energy + out.potential_energy;
}

/* Impulses at the middle of the step, from where the velocities are those at its end. */
static int32_t solve(struct vehicle_moment *m, double h)
{
    choose(m);
    let_go(m, h);
    int32_t status = linkage_condense(&m->v->linkage, m->firm, &m->work);
    size_t count = gather(m, h);
    if (status == WD_OK && count > 0)
        status = cone_solve(m->view->workspace, m->work.matrix, m->work.free, m->work.rows,
                            m->element, count, m->view->interrupt);
    if (status != WD_OK)
        return status;
    take(m, count);
    read_modes(m, count);
    return strike(m, h);
}

/* From rest to nothing but rounding of it is rest. */
static int stays(const struct vehicle_moment *m, double h)
{
    double most = 0, g = sqrt(vec_dot(m->drive.gravity, m->drive.gravity));
    for (size_t i = LINKAGE_VELOCITY; i < LINKAGE_JOINT; i++)
        most = num_fmax(most, fabs(m->state[i]));
    for (size_t j = 0; j < joints_of(m); j++)
        most = num_fmax(most, fabs(m->state[LINKAGE_JOINT + 2 * j + 1]));
    return most <= 1e-9 * g * h && !vehicle_slides(m);
}

/* Of what drives it. */
static double power(struct vehicle_moment *m, struct vec gravity)
{
    vehicle_load(m);
    return m->put_in + vehicle_tilt(m, gravity);
}

/* *work: of what drives it, by the powers at both velocities in the middle of the step. */
static int32_t step(struct vehicle_moment *m, struct vec gravity, double h, int *rests,
                    double *work)
{
    int rested = !vehicle_moves(m);
    int32_t status = move(m, h / 2);
    if (status == WD_OK)
        *work = h / 2 * power(m, gravity);
    if (status == WD_OK)
        status = solve(m, h);
    *rests = status == WD_OK && rested && stays(m, h);
    if (status != WD_OK || *rests)
        return status;
    linkage_place(&m->v->linkage, m->state, &m->work);
    *work += h / 2 * power(m, gravity);
    status = move(m, h / 2);
    return status == WD_OK ? lift_out(m) : status;
}

static int32_t end(const struct vehicle_moment *m, struct motion *motion)
{
    int32_t status = WD_OK;
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        if (vehicle_slant(m, w) > 0)
            continue;
        double *value = motion->event(motion->core, motion->t, WD_EVENT_LIMIT);
        value[0] = (double)m->v->tyre[w].part->number;
        for (size_t i = 1; i < m->view->kind->event_width; i++)
            value[i] = NAN;
        status = WD_END;
    }
    return status;
}

/* The state after a step, and the energies: what is lost is what is missing. */
static int32_t finish(struct vehicle_moment *m, struct motion *motion, double before, double work)
{
    const struct view *view = motion->view;
    double *y = motion->y;
    linkage_place(&m->v->linkage, m->state, &m->work);
    y[view->kind->states] += work;
    y[view->kind->states + 1] +=
        before + work - energy_of(m, vehicle_extra(view, motion->y)->gravity);
    vehicle_put_state(m, y);
    return end(m, motion);
}

int32_t vehicle_advance(struct motion *motion, double t, int stop)
{
    const struct view *view = motion->view;
    const struct kind *kind = view->kind;
    struct vec gravity = vehicle_extra(view, motion->y)->gravity;
    double *y = motion->y, h = t - motion->t, work = 0;
    struct vehicle_moment m;
    int rests;
    (void)stop;
    int32_t status = motion->inputs(motion->core, motion->t + h / 2);
    if (status != WD_OK)
        return status;
    vehicle_open(view, y, &m);
    linkage_place(&m.v->linkage, m.state, &m.work);
    double before = energy_of(&m, gravity);
    status = step(&m, gravity, h, &rests, &work);
    if (status != WD_OK) {
        motion->why = "a step of Moreau has no solution";
        return status;
    }
    motion->t = t;
    vehicle_put_grips(&m, y, (int64_t *)(void *)(y + kind->states + 2 + kind->extras));
    return rests ? WD_OK : finish(&m, motion, before, work);
}
