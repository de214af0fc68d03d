/* SPDX-License-Identifier: MIT */
/* Down to the ground: the height, roll and pitch of the root with which all wheels touch, joints as
 * they are; and rates with which wheels roll.
 *
 * The height is free, so that the angles have to make all gaps the same. Directions of roll and
 * pitch that no gap depends on, but for the height, stay as they are; what is left is the nearest
 * to the angles given. */
#include "models/vehicle/vehicle.h"
#include "num/elementary.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

enum { MOST_ITERATIONS = 60 };

#define MOST_TURN 0.5   /* rad in one iteration */
#define LAST_TURN 2e-15 /* and where it has come to rounding */

/* Per m of the radii: how far gaps move with a direction that they do not depend on. */
#define DECIDES 1e-6

/* Of a radius: what gaps may contradict each other by. */
#define CONTRADICTS 1e-9

struct tilt {
    double roll, pitch;
};

/* Gaps against their mean, as rows of a system for the angles. */
struct rows {
    double gap;     /* the mean */
    double a, b, c; /* the square of the system: roll, both, pitch */
    struct tilt down;
    double radii; /* sum of their squares */
};

static double length(struct tilt a)
{
    return num_hypot(a.roll, a.pitch);
}

static struct tilt along(struct tilt a, double f, struct tilt b)
{
    return (struct tilt){a.roll + f * b.roll, a.pitch + f * b.pitch};
}

static double dot(struct tilt a, struct tilt b)
{
    return a.roll * b.roll + a.pitch * b.pitch;
}

/* How the gap of a wheel changes with the angles: its lowest point, wherever it is on the wheel,
 * rises as the material there. */
static struct tilt gap_by(const struct vehicle_moment *m, struct vec heading, size_t wheel)
{
    const struct mat *R = &m->work.link[0].R;
    struct vec arm = vec_sub(m->work.contact[wheel].at, mat_turn(R, m->v->body[0].offset));
    return (struct tilt){vec_cross(heading, arm).z, vec_cross(R->y, arm).z};
}

static struct rows gather(const struct vehicle_moment *m, double yaw)
{
    size_t wheels = m->v->linkage.wheels;
    struct sine_cosine turn = num_sincos(yaw);
    struct vec heading = {turn.cos, turn.sin, 0};
    struct rows rows = {.gap = 0};
    struct tilt mean = {0, 0};
    for (size_t w = 0; w < wheels; w++) {
        rows.gap += m->work.contact[w].gap / (double)wheels;
        mean = along(mean, 1 / (double)wheels, gap_by(m, heading, w));
    }
    for (size_t w = 0; w < wheels; w++) {
        struct tilt by = along(gap_by(m, heading, w), -1, mean);
        double radius = m->v->linkage.wheel[w].radius;
        rows.a += by.roll * by.roll;
        rows.b += by.roll * by.pitch;
        rows.c += by.pitch * by.pitch;
        rows.down = along(rows.down, rows.gap - m->work.contact[w].gap, by);
        rows.radii += radius * radius;
    }
    return rows;
}

/* The angles that solve the rows, of all of them the nearest to the first. */
static struct tilt solve(const struct rows *rows, struct tilt first, struct tilt now)
{
    struct tilt far = along(now, -1, first), to = first;
    double half = 0.5 * num_atan2(2 * rows->b, rows->a - rows->c);
    struct sine_cosine turn = num_sincos(half);
    const struct tilt axis[2] = {{turn.cos, turn.sin}, {-turn.sin, turn.cos}};
    for (int k = 0; k < 2; k++) {
        double x = axis[k].roll, y = axis[k].pitch;
        double square = x * (rows->a * x + 2 * rows->b * y) + rows->c * y * y;
        if (square > DECIDES * DECIDES * rows->radii)
            to = along(to, dot(axis[k], far) + dot(axis[k], rows->down) / square, axis[k]);
    }
    return to;
}

/* The state y, as it is but for the angles. */
static void incline(const struct view *view, double yaw, struct tilt at, double *y,
                    struct vehicle_moment *m)
{
    const struct vehicle *v = view->course;
    struct root_state *root = (struct root_state *)(y + v->body[0].part->at.states);
    vehicle_attitude(yaw, at.roll, at.pitch, root->q);
    vehicle_open(view, y, m);
    linkage_place(&v->linkage, m->state, &m->work);
}

static double largest_difference(const struct vehicle_moment *m, double mean)
{
    double most = 0;
    for (size_t w = 0; w < m->v->linkage.wheels; w++)
        most = num_fmax(most, fabs(m->work.contact[w].gap - mean));
    return most;
}

void vehicle_lay_down(const struct view *view, double *y, struct vehicle_moment *m)
{
    const struct vehicle *v = view->course;
    const struct root_init *p = vehicle_init_of(view, v->body[0].part);
    struct root_state *root = (struct root_state *)(y + v->body[0].part->at.states);
    struct tilt first = {p->roll, p->pitch}, now = first;
    for (int i = 0; v->linkage.wheels > 0 && i < MOST_ITERATIONS; i++) {
        incline(view, p->yaw, now, y, m);
        struct rows rows = gather(m, p->yaw);
        if (i == 0 && largest_difference(m, rows.gap) <= DBL_EPSILON * sqrt(rows.radii))
            break;
        struct tilt move = along(solve(&rows, first, now), -1, now);
        double size = length(move);
        if (!(size > LAST_TURN))
            break;
        now = along(now, num_fmin(1, MOST_TURN / size), move);
    }
    if (v->linkage.wheels > 0)
        root->x.z -= gather(m, p->yaw).gap;
    vehicle_open(view, y, m);
    linkage_place(&v->linkage, m->state, &m->work);
}

const char *vehicle_stands(const struct vehicle_moment *m)
{
    const struct linkage *linkage = &m->v->linkage;
    const struct linkage_contact *contact = m->work.contact;
    size_t high = 0, low = 0, bad = 0;
    for (size_t w = 0; w < linkage->wheels; w++) {
        high = contact[w].gap > contact[high].gap ? w : high;
        low = contact[w].gap < contact[low].gap ? w : low;
        bad += fabs(contact[w].gap) <= CONTRADICTS * linkage->wheel[w].radius ? 0 : 1;
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

/* ---- rates of wheels ---- */

/* Does the joint turn the wheel about its axis? */
static int spins(const struct linkage *linkage, size_t joint, size_t w)
{
    const struct linkage_joint *hinge = &linkage->body[joint + 1].joint;
    const struct linkage_wheel *wheel = &linkage->wheel[w];
    struct vec askew = vec_cross(hinge->axis, wheel->axis);
    struct vec beside = vec_cross(hinge->axis, vec_sub(wheel->centre, hinge->at));
    double near = CONTRADICTS * wheel->radius;
    return wheel->body == joint + 1 && hinge->type == LINKAGE_HINGE &&
           vec_dot(askew, askew) <= CONTRADICTS * CONTRADICTS &&
           vec_dot(beside, beside) <= near * near;
}

size_t vehicle_spun(const struct vehicle *v, size_t joint)
{
    size_t w = 0;
    while (w < v->linkage.wheels && !spins(&v->linkage, joint, w))
        w++;
    return w;
}

void vehicle_spin(struct vehicle_moment *m)
{
    const struct linkage *linkage = &m->v->linkage;
    for (size_t j = 0; j < linkage_joints(linkage); j++) {
        size_t w = vehicle_spun(m->v, j);
        if (w == linkage->wheels)
            continue;
        const struct linkage_screw *screw = &m->work.arm[j].screw;
        const struct linkage_contact *contact = &m->work.contact[w];
        struct vec forward = linkage_axes(linkage, &m->work, w).forward;
        struct vec by = vec_add(screw->linear, vec_cross(screw->angular, contact->at));
        double gain = vec_dot(by, forward);
        if (fabs(gain) > CONTRADICTS * linkage->wheel[w].radius)
            m->state[LINKAGE_JOINT + 2 * j + 1] -= vec_dot(contact->slip, forward) / gain;
        linkage_place(linkage, m->state, &m->work);
    }
}
