/* SPDX-License-Identifier: MIT */
#include "models/vehicle/layout.h"
#include "models/vehicle/footing.h"
#include "num/carver.h"

#include <string.h>
#include <wheeldyn/wheeldyn.h>

static void lay_out_mixing(struct vehicle_eval *m, size_t w, struct carver *carver)
{
    double *memory = carve(carver, mixing_doubles(VEHICLE_TREAD_NUMBERS, VEHICLE_TREAD_MEASURED));
    if (memory)
        mixing_carve(&m->tyres.mixing[w], VEHICLE_TREAD_NUMBERS, VEHICLE_TREAD_MEASURED, memory);
}

static void lay_out_tyres(struct vehicle_eval *m, const struct linkage *linkage, size_t tyres,
                          struct carver *carver)
{
    size_t treads = tyres > 0 ? linkage_contacts(linkage) : 0,
           measured = VEHICLE_TREAD_MEASURED * treads;
    m->tyres.packed = carve_array(carver, tyres, sizeof *m->tyres.packed);
    m->tyres.retuned = carve_array(carver, tyres, sizeof *m->tyres.retuned);
    m->tyres.tread = carve_array(carver, treads, sizeof *m->tyres.tread);
    m->tyres.step = carve_array(carver, treads, sizeof *m->tyres.step);
    m->tyres.row = carve_array(carver, linkage->extras, sizeof *m->tyres.row);
    m->tyres.arm =
        carve_array(carver, tyres > 0 ? linkage_joints(linkage) : 0, sizeof *m->tyres.arm);
    m->tyres.misfit = carve(carver, measured);
    m->tyres.stride = carve(carver, measured);
    m->tyres.stopping = carve_array(carver, treads, sizeof *m->tyres.stopping);
    m->tyres.response = carve(carver, 2 * treads * treads + treads);
    m->tyres.pivot = carve_array(carver, treads, sizeof *m->tyres.pivot);
    m->tyres.mixing = carve_array(carver, treads, sizeof *m->tyres.mixing);
    for (size_t w = 0; w < treads; w++)
        lay_out_mixing(m, w, carver);
}

/* Numbers of doubles of the linear model and of balance. */
struct rooms {
    size_t linear, balance;
};

/* Memory of the friction problem and of the linkage that others share. */
struct shared {
    double *friction, *solver;
};

/* Lay out arrays of which only one group at a time has a meaning: the scratch of the friction
 * problem, or the solver of the linkage with a square matrix and the arrays of limit.c or balance.
 * The matrix has the place of the last factorisation of the friction problem. The memory of the
 * linear model follows. Returns the number of doubles up to the last end. */
static size_t lay_out_shared(struct vehicle_eval *m, const struct linkage *linkage,
                             struct rooms rooms, const struct carver *carver, struct shared *shared)
{
    size_t rows = linkage_most_rows(linkage), free = vehicle_most_sharing(linkage);
    struct carver friction = *carver, limit = *carver;
    shared->friction = carve(&friction, friction_scratch_doubles(rows, rows));
    m->newton = m->sharing = carve(&limit, rows * rows);
    shared->solver = carve(&limit, linkage_solver_doubles(linkage));
    struct carver balance = limit;
    m->margin_memory =
        carve(&limit, margin_doubles(linkage_contacts(linkage) + linkage_joints(linkage), free));
    m->balance = carve(&balance, rooms.balance);
    struct carver rest = friction.used > limit.used ? friction : limit;
    m->linear = carve(&rest, rooms.linear); /* the linear model solves friction problems */
    return rest.used > balance.used ? rest.used : balance.used;
}

static size_t lay_out(struct vehicle_eval *m, const struct linkage *linkage, size_t bodies,
                      size_t tyres, int has_terrain, struct rooms rooms, double *memory)
{
    struct carver carver = {memory, 0};
    carve_array(&carver, 1, sizeof *m); /* the layout itself, stored by vehicle_lay_out() */
    size_t joints = linkage_joints(linkage), links = linkage->bodies;
    size_t contacts = linkage_contacts(linkage), rows = linkage_most_rows(linkage);
    double *work = carve(&carver, linkage_doubles(linkage));
    CARVE(&carver, linkage_states(linkage), &m->state, &m->rate, &m->place[0], &m->place[1]);
    CARVE(&carver, linkage_speeds(linkage), &m->acceleration, &m->leap, &m->before);
    CARVE(&carver, joints, &m->effort, &m->place_of);
    CARVE(&carver, rows, &m->along, &m->force, &m->slip, &m->impulse, &m->sum, &m->change,
          &m->slip_before, &m->dependence);
    m->load = carve_array(&carver, links, sizeof *m->load);
    m->touch = carve_array(&carver, contacts, sizeof *m->touch);
    m->brake = carve_array(&carver, joints, sizeof *m->brake);
    m->stop = carve_array(&carver, joints, sizeof *m->stop);
    m->grip = carve_array(&carver, contacts, sizeof *m->grip);
    m->held = carve_array(&carver, joints, sizeof *m->held);
    m->creeping = carve_array(&carver, contacts, sizeof *m->creeping);
    m->rebound = carve(&carver, contacts + joints);
    m->firm = carve_array(&carver, contacts + joints, sizeof *m->firm);
    m->kept = carve_array(&carver, contacts + joints, sizeof *m->kept);
    m->kept_stop = carve_array(&carver, joints, sizeof *m->kept_stop);
    m->pivot = carve_array(&carver, rows, sizeof *m->pivot);
    m->idle = carve_array(&carver, rows, sizeof *m->idle);
    m->joint_load = carve_array(&carver, joints, sizeof *m->joint_load);
    m->body_load = carve_array(&carver, bodies, sizeof *m->body_load);
    m->quaternion = carve(&carver, 4 * links);
    lay_out_tyres(m, linkage, tyres, &carver);
    m->footing = has_terrain ? carve_array(&carver, contacts, sizeof *m->footing) : NULL;
    /* next to relaxed wheels each firm row is an element (law_relaxed.c) */
    double *friction = carve(&carver, friction_doubles(rows, rows));
    struct shared shared;
    size_t used = lay_out_shared(m, linkage, rooms, &carver, &shared);
    if (memory) {
        m->work = linkage_carve(linkage, work, shared.solver);
        friction_carve(&m->friction, rows, rows, friction, shared.friction);
    }
    return used;
}

size_t vehicle_eval_doubles(const struct linkage *linkage, size_t bodies, size_t tyres,
                            int has_terrain, size_t linear, size_t balance)
{
    struct vehicle_eval m;
    return lay_out(&m, linkage, bodies, tyres, has_terrain, (struct rooms){linear, balance}, NULL);
}

static void begin_layout(const struct view *view, struct vehicle_eval *m)
{
    const struct vehicle *v = view->course;
    *m = (struct vehicle_eval){.v = v, .failed = WD_OK, .looks = 1, .settled = 1};
    lay_out(m, &v->linkage, v->bodies, v->tyres, v->ground != NULL, (struct rooms){0, 0},
            view->scratch);
}

void vehicle_lay_out(struct motion *motion)
{
    struct vehicle_eval m;
    begin_layout(motion->view, &m);
    memcpy(motion->view->scratch, &m, sizeof m);
}

void vehicle_take_layout(const struct view *view, struct vehicle_eval *m)
{
    if (*view->opened) {
        memcpy(m, view->scratch, sizeof *m);
        linkage_reset(&m->v->linkage, &m->work);
    } else {
        begin_layout(view, m);
    }
    m->view = view;
    m->work.interrupt = view->interrupt;
}
