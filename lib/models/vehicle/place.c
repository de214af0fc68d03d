/* SPDX-License-Identifier: MIT */
/* Placement on the ground: find the height, roll and pitch of the root with which all wheels touch,
 * with all joints unchanged.
 *
 * The height is free, so the angles only have to make all gaps equal. If a combination of roll and
 * pitch does not change the differences of the gaps, the solution nearest to the given angles is
 * taken.
 *
 * If all wheels are on tyres, height, roll and pitch then change further until the tyres carry the
 * weight, at a minimum of the energy. */
#include "models/vehicle/footing.h"
#include "num/elementary.h"

#include <math.h>

struct tilt {
    double roll, pitch;
};

/* Normal equations for the angles that make all gaps equal to their mean. */
struct rows {
    double gap;       /* mean of the heights above the ground, m */
    double a, b, c;   /* matrix: roll-roll, roll-pitch, pitch-pitch */
    struct tilt down; /* right-hand side */
    double radii;     /* sum of squared radii, m2 */
};

static struct tilt along(struct tilt a, double f, struct tilt b)
{
    return (struct tilt){a.roll + f * b.roll, a.pitch + f * b.pitch};
}

static double dot(struct tilt a, struct tilt b)
{
    return a.roll * b.roll + a.pitch * b.pitch;
}

/* Derivative of the gap of a wheel with respect to its height: the z component of the normal, at
 * least VEHICLE_STEEPEST. */
static double gap_by_height(const struct linkage_contact *contact)
{
    return num_fmax(contact->frame[0].z, VEHICLE_STEEPEST);
}

/* Height of a wheel above the ground, measured vertically. */
static double height_of(const struct vehicle_eval *m, size_t wheel)
{
    return m->work.contact[wheel].gap / gap_by_height(&m->work.contact[wheel]);
}

/* Derivative of height_of() with respect to roll and pitch, for the point of the wheel that is
 * nearest to the ground. Another point then becomes the nearest; this changes the height by second
 * order only. */
static struct tilt height_by(const struct vehicle_eval *m, struct vec heading, size_t wheel)
{
    const struct mat *R = &m->work.link[0].R;
    const struct linkage_contact *contact = &m->work.contact[wheel];
    struct vec n = vec_scale(1 / gap_by_height(contact), contact->frame[0]);
    struct vec arm = vec_sub(contact->at, mat_turn(R, m->v->body[0].offset));
    return (struct tilt){vec_dot(n, vec_cross(heading, arm)), vec_dot(n, vec_cross(R->y, arm))};
}

/* Set up the normal equations at the present position. */
static struct rows gather(const struct vehicle_eval *m, double yaw)
{
    size_t wheels = m->v->linkage.wheels;
    struct sine_cosine turn = num_sincos(yaw);
    struct vec heading = {turn.cos, turn.sin, 0};
    struct rows rows = {.gap = 0};
    struct tilt mean = {0, 0};
    for (size_t w = 0; w < wheels; w++) {
        rows.gap += height_of(m, w) / (double)wheels;
        mean = along(mean, 1 / (double)wheels, height_by(m, heading, w));
    }
    for (size_t w = 0; w < wheels; w++) {
        struct tilt by = along(height_by(m, heading, w), -1, mean);
        double radius = m->v->linkage.wheel[w].radius;
        rows.a += by.roll * by.roll;
        rows.b += by.roll * by.pitch;
        rows.c += by.pitch * by.pitch;
        rows.down = along(rows.down, rows.gap - height_of(m, w), by);
        rows.radii += radius * radius;
    }
    return rows;
}

/* Solve the normal equations; if the solution is not unique, return the angles nearest to `first`.
 */
static struct tilt solve(const struct rows *rows, struct tilt first, struct tilt now)
{
    struct tilt far = along(now, -1, first), to = first;
    double half = 0.5 * num_atan2(2 * rows->b, rows->a - rows->c);
    struct sine_cosine turn = num_sincos(half);
    const struct tilt axis[2] = {{turn.cos, turn.sin}, {-turn.sin, turn.cos}};
    for (int k = 0; k < 2; k++) {
        double x = axis[k].roll, y = axis[k].pitch;
        double square = x * (rows->a * x + 2 * rows->b * y) + rows->c * y * y;
        if (square > VEHICLE_DEPENDENT * VEHICLE_DEPENDENT * rows->radii)
            to = along(to, dot(axis[k], far) + dot(axis[k], rows->down) / square, axis[k]);
    }
    return to;
}

/* Set roll and pitch of the root in the state y, then read y into the evaluation and place the
 * linkage. */
static void set_tilt(const struct view *view, double yaw, struct tilt at, double *y,
                     struct vehicle_eval *m)
{
    const struct vehicle *v = view->course;
    struct root_state *root = (struct root_state *)(y + v->body[0].part->at.states);
    vehicle_attitude(yaw, at.roll, at.pitch, root->q);
    vehicle_open(view, y, m);
    linkage_place(&v->linkage, m->state, &m->work);
}

static double largest_difference(const struct vehicle_eval *m, double mean)
{
    double most = 0;
    for (size_t w = 0; w < m->v->linkage.wheels; w++)
        most = num_fmax(most, fabs(height_of(m, w) - mean));
    return most;
}

/* Raise the root in the state y, then read y into the evaluation and place the linkage. */
static void raise_root(const struct view *view, double by, double *y, struct vehicle_eval *m)
{
    const struct vehicle *v = view->course;
    ((struct root_state *)(y + v->body[0].part->at.states))->x.z += by;
    vehicle_open(view, y, m);
    linkage_place(&v->linkage, m->state, &m->work);
}

/* On a terrain: raise the root until all wheels are clear of the ground, then lower it until some
 * wheel touches the ground. A drop onto a surface is at most FOOTING_REACH, so a root that is
 * farther away is moved near the surface first. */
static void drop_onto_terrain(const struct view *view, double *y, struct vehicle_eval *m)
{
    const struct linkage *linkage = &m->v->linkage;
    double up = 0, clear = VEHICLE_SUM_ROUNDING * linkage->wheel[0].radius;
    double above = footing_height(m);
    if (fabs(above) > FOOTING_REACH * linkage->wheel[0].radius)
        raise_root(view, -above, y, m);
    for (size_t w = 1; w < linkage->wheels; w++)
        clear = num_fmin(VEHICLE_SUM_ROUNDING * linkage->wheel[w].radius, clear);
    for (int i = 0; i < VEHICLE_HALVINGS && footing_clearance(m) < 0; i++, up *= 2) {
        up = up > 0 ? up : linkage->wheel[0].radius;
        raise_root(view, up, y, m);
    }
    double gap = footing_clearance(m);
    for (int i = 0; i < VEHICLE_MOST_ITERATES && gap > clear; i++) {
        raise_root(view, -gap, y, m);
        gap = footing_clearance(m);
    }
}

/* Move the height alone until the mean height of the wheels is 0. */
static void settle_height(const struct view *view, double yaw, double *y, struct vehicle_eval *m)
{
    double last = INFINITY, mean = gather(m, yaw).gap;
    for (int i = 0; m->footing && i < VEHICLE_HALVINGS && fabs(mean) < last; i++) {
        last = fabs(mean);
        raise_root(view, -mean, y, m);
        mean = gather(m, yaw).gap;
    }
    if (!m->footing)
        raise_root(view, -mean, y, m);
}

/* Find the position in which the wheels touch the ground, as far as possible; returns its roll and
 * pitch. */
static struct tilt find_tilt(const struct view *view, double *y, struct vehicle_eval *m)
{
    const struct vehicle *v = view->course;
    const struct root_init *p = vehicle_init_of(view, v->body[0].part);
    struct tilt first = {p->roll, p->pitch}, now = first;
    raise_root(view, 0, y, m);
    if (v->linkage.wheels == 0)
        return now;
    if (m->footing)
        drop_onto_terrain(view, y, m);
    for (int i = 0; i < VEHICLE_HALVINGS; i++) {
        set_tilt(view, p->yaw, now, y, m);
        struct rows rows = gather(m, p->yaw);
        if (i == 0 && largest_difference(m, rows.gap) <= DBL_EPSILON * sqrt(rows.radii))
            break;
        struct tilt move = along(solve(&rows, first, now), -1, now);
        double size = num_hypot(move.roll, move.pitch);
        if (!(size > VEHICLE_FEW_ROUNDINGS))
            break;
        now = along(now, num_fmin(1, VEHICLE_MOST_TURN / size), move);
        if (m->footing) /* on a terrain the contact changes with the height */
            raise_root(view, -rows.gap, y, m);
    }
    settle_height(view, p->yaw, y, m);
    return now;
}

void vehicle_place_on_ground(const struct view *view, double *y, struct vehicle_eval *m)
{
    find_tilt(view, y, m);
}

const char *vehicle_start_fault(const struct vehicle_eval *m)
{
    const struct linkage *linkage = &m->v->linkage;
    const struct linkage_contact *contact = m->work.contact;
    size_t high = 0, low = 0, bad = 0;
    for (size_t w = 0; w < linkage->wheels; w++) {
        high = contact[w].gap > contact[high].gap ? w : high;
        low = contact[w].gap < contact[low].gap ? w : low;
        bad += fabs(contact[w].gap) <= VEHICLE_CLOSE ? 0 : 1;
    }
    if (bad == 0)
        return NULL;
    if (high == low)
        return "the wheels cannot be put on the ground";
    return m->view->say(m->view->core,
                        "wheels \"%s\" and \"%s\" cannot touch the ground together with the "
                        "others: one is %g m above the other",
                        vehicle_part_at(m, high)->name, vehicle_part_at(m, low)->name,
                        contact[high].gap - contact[low].gap);
}

/* ---- lower the vehicle until its tyres carry it ---- */

/* First and second derivatives of the energy of tyres and weight with respect to height, roll and
 * pitch: the equations of a Newton step. */
struct sunk {
    /* Derivatives with respect to the height: the second, the first, and the part of the first that
     * the weight causes. */
    double stiffness, force, weight;
    struct tilt coupling; /* mixed second derivatives, with respect to height and angle */
    struct tilt torque;   /* first derivatives with respect to the angles */
    struct rows rows;     /* second derivatives with respect to the angles */
};

/* Derivative of mass times height of the centre of mass, with respect to roll and pitch. Adds the
 * mass of the vehicle to *mass. */
static struct tilt mass_by(const struct vehicle_eval *m, struct vec heading, double *mass)
{
    const struct linkage *linkage = &m->v->linkage;
    const struct mat *R = &m->work.link[0].R;
    struct vec sum = {0, 0, 0};
    for (size_t i = 0; i < linkage->bodies; i++) {
        sum = vec_along(sum, linkage->body[i].mass, m->work.link[i].r);
        *mass += linkage->body[i].mass;
    }
    sum = vec_along(sum, -*mass, mat_turn(R, m->v->body[0].offset));
    return (struct tilt){vec_cross(heading, sum).z, vec_cross(R->y, sum).z};
}

static struct sunk gather_loads(const struct vehicle_eval *m, double yaw)
{
    struct sine_cosine turn = num_sincos(yaw);
    struct vec heading = {turn.cos, turn.sin, 0};
    double mass = 0, g = -m->drive.gravity.z;
    struct tilt by_mass = mass_by(m, heading, &mass);
    struct sunk s = {.weight = mass * g, .force = mass * g};
    s.torque = along(s.torque, g, by_mass);
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        double radius = m->v->linkage.wheel[w].radius, k, N = vehicle_tyre_rest_load(m, w, &k);
        double n_z = gap_by_height(&m->work.contact[w]);
        struct tilt by = height_by(m, heading, w);
        N *= n_z, k *= n_z * n_z; /* by the vertical deflection; n_z = 1 on the plane */
        s.stiffness += k;
        s.force -= N;
        s.coupling = along(s.coupling, k, by);
        s.torque = along(s.torque, -N, by);
        s.rows.a += k * by.roll * by.roll;
        s.rows.b += k * by.roll * by.pitch;
        s.rows.c += k * by.pitch * by.pitch;
        s.rows.radii += radius * radius;
    }
    return s;
}

/* Eliminate the height, and divide by the stiffness. Returns the change of the height with
 * unchanged angles, which is negative if the vehicle sinks. */
static double eliminate_height(struct sunk *s)
{
    double k = s->stiffness;
    struct tilt mean = {s->coupling.roll / k, s->coupling.pitch / k};
    s->rows.a = s->rows.a / k - mean.roll * mean.roll;
    s->rows.b = s->rows.b / k - mean.roll * mean.pitch;
    s->rows.c = s->rows.c / k - mean.pitch * mean.pitch;
    s->rows.down =
        along((struct tilt){-s->torque.roll / k, -s->torque.pitch / k}, s->force / k, mean);
    s->coupling = mean;
    return -s->force / k;
}

/* Error text that names the wheel on the stiffest tyre. */
static const char *hidden_deflection(const struct view *view, const struct vehicle_eval *m)
{
    size_t stiffest = 0;
    double most = 0, k;
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        vehicle_tyre_rest_load(m, w, &k);
        stiffest = k > most ? w : stiffest;
        most = num_fmax(most, k);
    }
    return vehicle_fault(view, vehicle_part_at(m, stiffest),
                         "rounding hides the deflection of its tyre, which is too stiff");
}

const char *vehicle_lower_onto_tyres(const struct view *view, double *y, struct vehicle_eval *m)
{
    const struct vehicle *v = view->course;
    const struct root_init *p = vehicle_init_of(view, v->body[0].part);
    struct root_state *root = (struct root_state *)(y + v->body[0].part->at.states);
    struct tilt first = find_tilt(view, y, m), now = first;
    for (int i = 0; i < VEHICLE_HALVINGS; i++) {
        struct sunk s = gather_loads(m, p->yaw);
        if (!(s.weight > 0))
            return NULL;
        if (!(s.stiffness > 0))
            break;
        double rise = eliminate_height(&s);
        struct tilt move = along(solve(&s.rows, first, now), -1, now);
        double size = num_hypot(move.roll, move.pitch),
               part = num_fmin(1, VEHICLE_MOST_TURN / size);
        rise -= dot(s.coupling, move);
        root->x.z += part * rise;
        now = along(now, part, move);
        set_tilt(view, p->yaw, now, y, m);
        double mean_radius = sqrt(s.rows.radii / (double)v->linkage.wheels);
        double last = VEHICLE_FEW_ROUNDINGS * num_fmax(fabs(root->x.z), mean_radius);
        if (!(size > VEHICLE_FEW_ROUNDINGS && size * sqrt(s.rows.a + s.rows.c) > last) &&
            fabs(rise) <= last)
            return s.stiffness * last < s.weight ? NULL : hidden_deflection(view, m);
    }
    const struct part *deep = footing_deep_tyre(m);
    return deep ? vehicle_fault(view, deep, FOOTING_TOO_SOFT)
                : "the tyres do not carry the vehicle at any height, roll and pitch";
}
