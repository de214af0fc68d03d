/* SPDX-License-Identifier: MIT */
/* The law tyre. Forces follow from the state alone; modes select guards only. */
#include "models/vehicle/footing.h"
#include "num/bits.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* ---- at init ---- */

const char *vehicle_pack_tyre(const struct view *view, struct vehicle_tyre *tyre)
{
    const char *why = NULL;
    tyre->numbers = *(const struct tyre_numbers *)vehicle_param_of(view, tyre->part);
    const char *key = tyre_fault(&tyre->numbers, &why);
    if (key)
        return view->say(view->core, "part \"%s\": param.%s.%s %s", tyre->part->name,
                         tyre->part->name, key, why);
    tyre_pack(&tyre->numbers, &tyre->packed);
    return NULL;
}

/* Number of inits, and of states, of a wheel before those of its deflections. */
static size_t before_bends(const struct part *part)
{
    return vehicle_is(part, VEHICLE_WHEEL) ? DOUBLES(joint_state) : 0;
}

/* True if the part has deflections: it stands on a tyre, whatever its law. */
static int has_bends(const struct part *part)
{
    return part->as == part->type->full;
}

size_t vehicle_tread_rows(const struct kind *kind)
{
    size_t rows = 0;
    for (size_t i = 0; i < kind->part_count; i++) {
        const struct part *part = kind->parts[i];
        rows += vehicle_touches(part) && has_bends(part) ? VEHICLE_TREAD_ROWS : 0;
    }
    return rows;
}

void vehicle_start_bends(const struct view *view, double *y)
{
    const struct vehicle *v = view->course;
    for (size_t w = 0; w < v->linkage.wheels; w++) {
        const struct part *part = v->rim[w].part;
        const double *init = vehicle_init_of(view, part);
        if (has_bends(part))
            memcpy(y + part->at.states + before_bends(part), init + before_bends(part),
                   TYRE_BENDS * sizeof *y);
    }
}

const char *vehicle_judge_tyre(const struct vehicle_eval *m, size_t w)
{
    const struct part *part = vehicle_part_at(m, w);
    double depth = -m->work.contact[w].gap, radius = m->v->linkage.wheel[w].radius;
    if (depth <= VEHICLE_MOST_DEFLECTION * radius)
        return NULL;
    return m->view->say(m->view->core,
                        "part \"%s\": its tyre is deflected by %g m, but at the start %g m is the "
                        "most, half the radius",
                        part->name, depth, VEHICLE_MOST_DEFLECTION * radius);
}

/* ---- at one instant ---- */

static int is_tuned_as(const struct tyre_numbers *a, const struct tyre_numbers *b)
{
    int same = 1;
#define COMPARE(name, unit, lo, hi, initial, tunable, text) \
    if (tunable)                                            \
        same &= a->name == b->name;
    TYRE_NUMBERS(COMPARE)
#undef COMPARE
    return same;
}

void vehicle_pack_tyres(struct vehicle_eval *m)
{
    for (size_t k = 0; k < m->v->tyres; k++) {
        const struct vehicle_tyre *tyre = &m->v->tyre[k];
        const struct tyre_numbers *now = vehicle_param_of(m->view, tyre->part);
        m->tyres.packed[k] = &tyre->packed;
        if (is_tuned_as(now, &tyre->numbers))
            continue;
        tyre_pack(now, &m->tyres.retuned[k]);
        m->tyres.packed[k] = &m->tyres.retuned[k];
    }
}

const struct tyre *vehicle_tyre_of(const struct vehicle_eval *m, size_t w)
{
    return m->tyres.packed[m->v->rim[m->work.contact[w].wheel].tyre];
}

const double *vehicle_bends_of(const struct vehicle_eval *m, size_t w)
{
    const struct part *part = vehicle_part_at(m, w);
    return m->tyres.y + part->at.states + before_bends(part);
}

static void to_axes(const struct vec axis[3], struct vec a, double to[3])
{
    for (int k = 0; k < 3; k++)
        to[k] = vec_dot(axis[k], a);
}

static struct vec from_axes(const struct vec axis[3], const double a[3])
{
    return vec_along(vec_along(vec_scale(a[0], axis[0]), a[1], axis[1]), a[2], axis[2]);
}

/* Direction of the wheel's axis along the ground. */
static struct vec left_of(const struct vehicle_eval *m, const struct linkage_contact *contact)
{
    if (!m->footing)
        return contact->left;
    struct vec n = contact->frame[0];
    struct vec left = vec_along(contact->axis, -vec_dot(contact->axis, n), n);
    return vec_scale(1 / sqrt(vec_dot(left, left)), left);
}

static void place_tyre(const struct vehicle_eval *m, size_t w, struct vehicle_tread *tread)
{
    const struct linkage_contact *contact = &m->work.contact[w];
    const struct linkage_wheel *wheel = &m->v->linkage.wheel[contact->wheel];
    struct vec normal = contact->frame[0], left = left_of(m, contact);
    tread->axis[0] = vec_cross(left, normal);
    tread->axis[1] = left;
    tread->axis[2] = normal;
    double s = vec_dot(contact->axis, left), e = vec_dot(contact->axis, normal);
    double height = (wheel->radius - wheel->crown) * s + wheel->crown + contact->gap;
    tread->place = (struct tyre_place){wheel->radius, wheel->crown, height, s, e};
}

/* Set the motion of a wheel at its place from the velocities of its centre and its rotor, in ground
 * axes. The deflection is computed without the rounding error of the height. */
static void move_tyre(const struct vehicle_eval *m, size_t w, struct vec v, struct vec W,
                      struct vehicle_tread *tread)
{
    double velocity[3], turning[3];
    to_axes(tread->axis, v, velocity);
    to_axes(tread->axis, W, turning);
    tyre_motion_of(&tread->place, velocity, turning, m->touch[w].limit, &tread->motion);
    tread->motion.deflection = -m->work.contact[w].gap;
}

/* Set axes, place and motion. */
static void find_tread(const struct vehicle_eval *m, size_t w, struct vehicle_tread *tread)
{
    const struct linkage_contact *contact = &m->work.contact[w];
    const struct linkage_link *link = &m->work.link[m->v->linkage.wheel[contact->wheel].body];
    struct vec arm = vec_sub(contact->centre, link->r);
    place_tyre(m, w, tread);
    move_tyre(m, w, vec_add(link->v, vec_cross(link->W, arm)), link->W, tread);
}

double vehicle_tyre_slip(const struct vehicle_eval *m, size_t w, const struct linkage_screw *by)
{
    struct vehicle_tread tread;
    find_tread(m, w, &tread);
    const struct tyre_motion now = tread.motion;
    double load = tyre_load(vehicle_tyre_of(m, w), now.deflection, now.rate);
    double radius = tyre_rolling_radius(vehicle_tyre_of(m, w), now.radius, now.deflection, load);
    struct vec at = m->work.contact[w].centre;
    if (by)
        move_tyre(m, w, vec_add(by->linear, vec_cross(by->angular, at)), by->angular, &tread);
    return tread.motion.forward - radius * tread.motion.spin;
}

void vehicle_find_tread(struct vehicle_eval *m, size_t w)
{
    find_tread(m, w, &m->tyres.tread[w]);
}

void vehicle_evaluate_tyre(struct vehicle_eval *m, size_t w)
{
    struct vehicle_tread *tread = &m->tyres.tread[w];
    find_tread(m, w, tread);
    tyre_evaluate(vehicle_tyre_of(m, w), &tread->motion, vehicle_bends_of(m, w), &tread->result);
}

void vehicle_evaluate_tyre_for_guard(struct vehicle_eval *m, size_t w)
{
    struct vehicle_tread *tread = &m->tyres.tread[w];
    tread->result.reaction = 0;
    if (tyre_reacts(vehicle_tyre_of(m, w)))
        vehicle_evaluate_tyre(m, w);
}

void vehicle_tyre_load(const struct vehicle_eval *m, size_t w, struct vec *force,
                       struct vec *torque)
{
    const struct vehicle_tread *tread = &m->tyres.tread[w];
    double f[3], t[3];
    tyre_wrench(&tread->place, &tread->result, f, t);
    *force = from_axes(tread->axis, f);
    *torque = from_axes(tread->axis, t);
}

double vehicle_tyre_loss(const struct vehicle_eval *m, size_t w)
{
    const struct vehicle_tread *tread = &m->tyres.tread[w];
    const struct tyre_result *r = &tread->result;
    struct vec W = m->work.link[m->v->linkage.wheel[m->work.contact[w].wheel].body].W;
    return r->dissipation + r->load_dissipation - r->over * vec_dot(W, tread->axis[0]);
}

void vehicle_report_tyre(const struct vehicle_eval *m, size_t w, double force[3])
{
    const struct vehicle_tread *tread = &m->tyres.tread[w];
    const double f[3] = {tread->result.force[0], tread->result.force[1], tread->result.load};
    to_axes(m->work.contact[w].frame, from_axes(tread->axis, f), force);
}

void vehicle_write_bend_rates(const struct vehicle_eval *m, double *dy)
{
    for (size_t w = 0; w < m->work.contacts; w++) {
        const struct part *part = vehicle_part_at(m, w);
        double *rate = dy + part->at.states + before_bends(part);
        if (has_bends(part))
            memset(rate, 0, TYRE_BENDS * sizeof *rate);
        if (vehicle_law(m, w)->loads)
            memcpy(rate, m->tyres.tread[w].result.bend_rate, TYRE_BENDS * sizeof *rate);
    }
}

void vehicle_mark_cyclic_bends(const struct view *view, int *is_cyclic)
{
    const struct vehicle *v = view->course;
    for (size_t w = 0; w < v->linkage.wheels; w++) {
        const struct part *part = v->rim[w].part;
        int *bend = is_cyclic + part->at.states + before_bends(part);
        for (size_t k = 0; has_bends(part) && k < TYRE_BENDS; k++)
            bend[k] = !v->rim[w].law->loads;
    }
}

double vehicle_tyre_energy(const struct vehicle_eval *m, size_t w)
{
    return tyre_stored(vehicle_tyre_of(m, w), -m->work.contact[w].gap, vehicle_bends_of(m, w));
}

void vehicle_deflect_tyre(struct vehicle_eval *m, size_t w, const double force[2], double *y)
{
    const struct tyre *tyre = vehicle_tyre_of(m, w);
    double *bend = y + (vehicle_bends_of(m, w) - m->tyres.y);
    for (int k = 0; k < 2; k++)
        bend[k] = force[k] / tyre->K[k];
    vehicle_evaluate_tyre(m, w);
    struct vehicle_tread *tread = &m->tyres.tread[w];
    double d = tread->motion.deflection;
    tread->result.load = d * (tyre->k_z + tyre->k_z2 * fabs(d));
    memcpy(tread->result.force, force, sizeof tread->result.force);
}

double vehicle_tyre_rest_load(const struct vehicle_eval *m, size_t w, double *stiffness)
{
    const struct tyre *tyre = vehicle_tyre_of(m, w);
    double d = -m->work.contact[w].gap;
    *stiffness = d >= -VEHICLE_CLOSE ? tyre->k_z + 2 * tyre->k_z2 * num_fmax(0, d) : 0;
    return tyre_load(tyre, d, 0);
}

/* ---- modes ---- */

/* Value of tyre_guard(). more: a length that is added to the deflection. */
static double guard_of(const struct vehicle_eval *m, size_t w, double more)
{
    struct vehicle_tread now;
    find_tread(m, w, &now);
    return tyre_guard(vehicle_tyre_of(m, w), now.motion.deflection + more, now.motion.rate);
}

int vehicle_tyre_carries(const struct vehicle_eval *m, size_t w)
{
    return guard_of(m, w, 0) > 0;
}

/* Guards of a tyre. A tyre that leaves the ground is still deflected. The energy of its spring is
 * lost while the deflection goes back to 0. This power has a kink when the deflection reaches 0, so
 * a guard ends the step there.
 *
 * On a terrain the search for the contact has a rounding error, which differs before and after a
 * change of modes. So both guards of the load are at its other side by a length above this error.
 */
void vehicle_guard_tyre(const struct vehicle_eval *m, size_t w, double *value)
{
    int open = m->touch[w].mode == VEHICLE_OPEN;
    double same = m->footing ? footing_same_gap(&m->footing[w]) : 0;
    double guard = guard_of(m, w, open ? -same : same);
    value[VEHICLE_LIFTS] = open ? VEHICLE_NEVER : guard;
    value[VEHICLE_FLAT] = vehicle_flat_margin(m, w);
    value[VEHICLE_MEETS] = open ? -guard : VEHICLE_NEVER;
    value[VEHICLE_GRIPS] = open ? -m->work.contact[w].gap : VEHICLE_NEVER;
}

/* True if the tyre carries a load. A guard that has triggered decides; without one the state
 * decides, because an impact may have changed the rate of the deflection. */
static int carries_after_jump(const struct vehicle_eval *m, size_t w, const uint64_t *triggered)
{
    size_t guard = vehicle_part_at(m, w)->at.guards;
    if (bit_is_set(triggered, guard + VEHICLE_LIFTS))
        return 0;
    int reached = m->footing && m->footing[w].reached;
    return reached || bit_is_set(triggered, guard + VEHICLE_MEETS) || vehicle_tyre_carries(m, w);
}

void vehicle_jump_tyres(struct vehicle_eval *m, const uint64_t *triggered, struct events *events)
{
    for (size_t w = 0; w < m->work.contacts; w++) {
        if (!vehicle_law(m, w)->loads)
            continue;
        int carried = m->touch[w].mode != VEHICLE_OPEN,
            carries = carries_after_jump(m, w, triggered);
        m->touch[w].mode = !carries ? VEHICLE_OPEN : carried ? m->touch[w].mode : VEHICLE_STICK;
        if (carries == carried)
            continue;
        int32_t type = carries ? WD_EVENT_WHEEL_LOAD : WD_EVENT_DETACH;
        double *value = events->add(events->core, type);
        value[0] = (double)vehicle_part_at(m, w)->number;
        if (m->footing)
            value[FOOTING_FEATURE] = (double)m->footing[w].feature;
        if (carries)
            value[1] = -m->work.contact[w].speed[0];
    }
}

/* ---- outputs ---- */

int vehicle_tyre_contact(const struct vehicle_eval *m, size_t w)
{
    const struct tyre_result *r = &m->tyres.tread[w].result;
    int slides = num_hypot(r->force[0], r->force[1]) > VEHICLE_SLIDES * r->full;
    return !(r->load > 0) ? VEHICLE_OPEN : slides ? VEHICLE_SLIP : VEHICLE_STICK;
}

void vehicle_write_tyre(const struct vehicle_eval *m, size_t w, void *out)
{
    const struct part *part = vehicle_part_at(m, w);
    int wheel = vehicle_is(part, VEHICLE_WHEEL);
    struct rim_output *rim = out;
    struct tyre_output *o =
        has_bends(part)
            ? (void *)((double *)out + (wheel ? DOUBLES(wheel_output) : DOUBLES(rim_output)))
            : NULL;
    if (o)
        memset(o, 0, sizeof *o);
    if (!vehicle_law(m, w)->loads)
        return;
    const struct vehicle_tread *tread = &m->tyres.tread[w];
    const struct tyre_result *r = &tread->result;
    double slip_angle;
    rim->slip_forward = r->slip[0];
    rim->slip_side = r->slip[1];
    tyre_slip(&tread->motion, r, &o->slip_ratio, &slip_angle);
    o->slip_angle = num_atan(slip_angle);
    o->deflection = tread->motion.deflection;
    o->moment_over = r->over;
    o->moment_roll = r->rolling * r->rolling_radius;
    o->moment_align = r->align;
    o->camber = num_atan2(tread->place.sin_camber, tread->place.cos_camber);
    o->rolling_radius = r->rolling_radius;
}
