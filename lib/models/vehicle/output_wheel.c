/* SPDX-License-Identifier: MIT */
/* Outputs of wheels and rims: forces, slips and places of their contacts. */
#include "models/vehicle/footing.h"
#include "models/vehicle/vehicle.h"
#include "num/elementary.h"

#include <math.h>

/* Force of a contact, in ground axes. */
struct vec vehicle_force(const struct vehicle_eval *m, size_t c)
{
    const struct vec *frame = m->work.contact[c].frame;
    struct vec across = vec_scale(m->force[3 * c + 1], frame[1]);
    across = vec_along(across, m->force[3 * c + 2], frame[2]);
    return vec_along(across, m->force[3 * c], frame[0]);
}

static double demand(const double force[3])
{
    return force[0] > 0 ? num_hypot(force[1], force[2]) / force[0] : (double)INFINITY;
}

static int is_open(const struct vehicle_eval *m, size_t c)
{
    return m->grip[c].mode == LINKAGE_OPEN;
}

/* Return the next contact that may be one of the same wheel: after contact w of wheel w, the first
 * of the further contacts. */
static size_t next_contact(const struct vehicle_eval *m, size_t c)
{
    size_t wheels = m->v->linkage.wheels;
    return c < wheels ? wheels : c + 1;
}

/* The contact of a wheel whose values are output: the closed contact whose feature has the smallest
 * number; contact w if none is closed. */
static size_t first_contact(const struct vehicle_eval *m, size_t w)
{
    size_t first = w;
    for (size_t c = m->v->linkage.wheels; c < m->work.contacts; c++)
        if (m->work.contact[c].wheel == w && !is_open(m, c) &&
            (is_open(m, first) || m->footing[c].feature < m->footing[first].feature))
            first = c;
    return first;
}

static int touches(const struct vehicle_eval *m, size_t c, size_t w)
{
    return m->work.contact[c].wheel == w && vehicle_contact_state(m, c) != VEHICLE_OPEN;
}

static int64_t feature_of(const struct vehicle_eval *m, size_t c)
{
    return m->footing ? m->footing[c].feature : 0;
}

/* The second contact of a wheel: among its closed contacts except `first`, the contact whose
 * feature has the smallest number. The number of contacts if there is no such contact. */
static size_t second_contact(const struct vehicle_eval *m, size_t w, size_t first)
{
    size_t second = m->work.contacts;
    for (size_t c = w; c < m->work.contacts; c = next_contact(m, c))
        if (c != first && touches(m, c, w) &&
            (second == m->work.contacts || feature_of(m, c) < feature_of(m, second)))
            second = c;
    return second;
}

/* Add the forces of a contact; the wheel slips if one of its contacts does. */
static void add_contact(const struct vehicle_eval *m, size_t c, struct rim_output *o)
{
    struct linkage_axes axes = linkage_axes(&m->v->linkage, &m->work, c);
    struct vec force = vehicle_force(m, c);
    o->normal_force += m->force[3 * c];
    o->forward_force += vec_dot(force, axes.forward);
    o->side_force += vec_dot(force, axes.left);
    o->contact = num_fmax(o->contact, vehicle_contact_state(m, c)); /* open, stick, slip */
    o->force = vec_add(o->force, force);
    o->contacts++;
}

static void put_second(const struct vehicle_eval *m, size_t w, size_t first, struct rim_output *o)
{
    size_t c = second_contact(m, w, first);
    o->feature_2 = -1;
    if (c == m->work.contacts)
        return;
    const double *force = m->force + 3 * c, *slip = m->work.contact[c].speed;
    o->normal_force_2 = force[0];
    o->friction_force_2 = num_hypot(force[1], force[2]);
    o->slip_2 = num_hypot(slip[1], slip[2]);
    o->feature_2 = (double)feature_of(m, c);
    o->contact_2 = vehicle_contact_state(m, c);
}

static void put_rim(const struct vehicle_eval *m, size_t w, struct rim_output *o)
{
    size_t first = first_contact(m, w);
    const struct linkage_wheel *wheel = &m->v->linkage.wheel[w];
    const struct linkage_contact *contact = &m->work.contact[first];
    const struct linkage_link *link = &m->work.link[wheel->body];
    struct linkage_axes axes = linkage_axes(&m->v->linkage, &m->work, first);
    struct vec force = vehicle_force(m, first);
    *o = (struct rim_output){
        .gap = contact->gap,
        .normal_force = m->force[3 * first],
        .forward_force = vec_dot(force, axes.forward),
        .side_force = vec_dot(force, axes.left),
        .slip_forward = vec_dot(contact->slip, axes.forward),
        .slip_side = vec_dot(contact->slip, axes.left),
        .contact_x = m->state[0] + contact->at.x,
        .contact_y = m->state[1] + contact->at.y,
        .spin = vec_dot(link->W, mat_turn(&link->R, wheel->axis)),
        .contact = vehicle_contact_state(m, first),
        .contacts = touches(m, first, w),
        .contact_z = m->state[2] + contact->at.z,
        .feature = (double)feature_of(m, first),
        .force = force,
        .normal = contact->frame[0],
    };
    for (size_t c = w; c < m->work.contacts; c = next_contact(m, c))
        if (c != first && m->work.contact[c].wheel == w && !is_open(m, c))
            add_contact(m, c, o);
    put_second(m, w, first, o);
}

void vehicle_put_wheels(struct vehicle_eval *m, void *out)
{
    struct vehicle_output *o = out;
    o->friction_demand = o->contacts = 0;
    o->hyperstatic = (m->relaxes && vehicle_is_redundant(m)) || m->work.rank < m->work.active;
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        const struct part *part = m->v->rim[w].part;
        struct wheel_output *wheel = (void *)((double *)out + part->at.outputs);
        put_rim(m, w, &wheel->rim);
        o->contacts += wheel->rim.contacts;
        vehicle_write_tyre(m, w, wheel);
        if (vehicle_is(part, VEHICLE_WHEEL))
            wheel->brake = vehicle_brake_forces(m)[m->v->linkage.wheel[w].body - 1];
    }
    for (size_t c = 0; c < m->work.contacts; c++)
        if (!is_open(m, c))
            o->friction_demand = num_fmax(o->friction_demand, demand(m->force + 3 * c));
}
