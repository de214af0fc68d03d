/* SPDX-License-Identifier: MIT */
#include "models/vehicle/layout.h"
#include "models/vehicle/chart.h"
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

static struct friction_sizes most_friction(const struct linkage *linkage)
{
    size_t elements = vehicle_most_cones(linkage);
    return (struct friction_sizes){linkage_most_rows(linkage), elements, elements};
}

/* Lay out arrays that share their place, because only those in one of these lines are in use at the
 * same time. Those of a line have different places:
 *
 *     scratch of m->friction, m->linear
 *     m->newton, solver of the linkage, m->linear
 *     m->chart_rows, m->chart_gaps, m->linear
 *     m->balance, solver
 *     m->margin, solver without its last numbers [linkage_sharing()], m->sharing
 *     m->margin, its scratch, m->sharing
 *
 * The last two lines follow each other: m->sharing and m->margin are built from a null space in the
 * solver, then the margin is solved. The solver never overwrites the first square, the last
 * factorisation of m->friction. Returns the number of doubles up to the last end. */
static size_t lay_out_shared(struct vehicle_eval *m, const struct linkage *linkage, size_t linear,
                             const struct carver *carver, double **linkage_solver)
{
    size_t rows = linkage_most_rows(linkage), square = rows * rows,
           cones = linkage_contacts(linkage) + linkage_joints(linkage),
           free = linkage_most_sharing(linkage), solver_doubles = linkage_solver_doubles(linkage);
    struct carver friction = *carver, newton = *carver, balance = *carver, margin = *carver,
                  chart = *carver;
    carve(&friction,
          friction_carve_scratch(&m->friction, most_friction(linkage), carve(&friction, 0)));
    m->newton = carve(&newton, square);
    m->balance = carve(&balance, vehicle_balance_doubles(linkage));
    m->margin_memory = carve(&margin, margin_doubles(cones, free));
    struct carver solver = carver_later(newton, carver_later(balance, margin)), half = solver,
                  scratch = solver;
    *linkage_solver = carve(&solver, solver_doubles);
    carve(&half, solver_doubles - free * rows);
    m->margin_scratch = carve(&scratch, margin_scratch_doubles(free));
    struct carver sharing = carver_later(half, scratch);
    m->sharing = carve(&sharing, free * rows);
    m->chart_rows = carve(&chart, chart_rows_doubles(linkage));
    m->chart_gaps = carve(&chart, chart_gaps_doubles(linkage));
    struct carver end = carver_later(chart, carver_later(friction, solver));
    m->linear = carve(&end, linear);
    return carver_later(end, sharing).used;
}

static size_t lay_out(struct vehicle_eval *m, const struct linkage *linkage, size_t bodies,
                      size_t tyres, int has_terrain, size_t linear, double *memory)
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
    m->turning = carve_array(&carver, contacts, sizeof *m->turning);
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
    carve(&carver, friction_carve(&m->friction, most_friction(linkage), carve(&carver, 0)));
    double *solver;
    size_t used = lay_out_shared(m, linkage, linear, &carver, &solver);
    if (memory)
        m->work = linkage_carve(linkage, work, solver);
    return used;
}

size_t vehicle_eval_doubles(const struct linkage *linkage, size_t bodies, size_t tyres,
                            int has_terrain, size_t linear)
{
    struct vehicle_eval m;
    return lay_out(&m, linkage, bodies, tyres, has_terrain, linear, NULL);
}

static void begin_layout(const struct view *view, struct vehicle_eval *m)
{
    const struct vehicle *v = view->course;
    *m = (struct vehicle_eval){.v = v, .failed = WD_OK, .looks = 1, .settled = 1};
    for (size_t w = 0; w < v->linkage.wheels; w++)
        m->relaxes |= v->rim[w].law->saturates;
    lay_out(m, &v->linkage, v->bodies, v->tyres, v->ground != NULL, 0, view->scratch);
}

void vehicle_lay_out(struct motion *motion)
{
    begin_layout(motion->view, (struct vehicle_eval *)(void *)motion->view->scratch);
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
