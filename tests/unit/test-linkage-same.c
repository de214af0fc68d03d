/* SPDX-License-Identifier: MIT */
/* A mechanism that is described differently has the same accelerations and forces: parts in another
 * order, a part split in two, another heading, position and speed of the frame, a mirror image,
 * another axis of a ball. The forces of a car held on a slope are compared with closed forms. */
#include "linkage.h"
#include "tap.h"

#include "mech/linkage_parts.h"

#define TOLERANCE 1e-12
enum { TIMES = 100, PARTS = 6 };

/* A mechanism with a state, loads and constraints, and its result. */
struct test_case {
    struct machine machine;
    double state[STATES_MOST];
    struct vec gravity;
    struct setting setting;
    struct linkage_load load[BODIES];
    struct answer answer;
};

static struct test_case one, other;

static void solve_case(struct test_case *s)
{
    s->setting.drive = (struct linkage_drive){s->gravity, s->setting.effort, s->load};
    s->setting.hold = (struct linkage_hold){.contact = s->setting.grip, .held = s->setting.held};
    machine_carve(&s->machine);
    int32_t status = answer(&s->machine, s->state, &s->setting, &s->answer);
    if (status != 0)
        check(0, "the mechanism is solved: %d", (int)status);
}

/* True if no rows are dependent or nearly dependent: in a random state, accelerations of dependent
 * rows contradict each other, and nearly dependent rows lose digits. */
static int is_plain(const struct test_case *s)
{
    double largest = 0;
    for (size_t i = 0; i < s->machine.work.rows; i++)
        largest = fmax(largest, fabs(s->answer.force[i]));
    return s->machine.work.rank == s->machine.work.active && largest < 1e3;
}

static void random_mechanism(size_t bodies, size_t wheels)
{
    memset(&one, 0, sizeof one);
    some_machine(&one.machine, bodies, wheels);
    some_state(&one.machine, one.state);
    one.gravity = some_vec(10);
    for (size_t i = 0; i < bodies; i++) {
        one.load[i] = (struct linkage_load){some_vec(5), some_vec(5)};
        one.setting.effort[i] = uniform(-5, 5);
        one.setting.held[i] = uniform(0, 1) < 0.2;
    }
    for (size_t w = 0; w < wheels; w++) {
        double angle = uniform(-3, 3);
        one.setting.grip[w] =
            (struct linkage_grip){(int)uniform(0, 3), one.machine.mu[w], {cos(angle), sin(angle)}};
    }
    other = one;
    solve_case(&one);
}

/* Draw `one` and compute its result; `other` is a copy without result. */
static void draw_machine(size_t bodies, size_t wheels)
{
    do
        random_mechanism(bodies, wheels);
    while (!is_plain(&one));
}

static double largest_difference(void)
{
    solve_case(&other);
    size_t speeds = linkage_speeds(&one.machine.linkage), wheels = one.machine.linkage.wheels;
    double a = apart(other.answer.acceleration, one.answer.acceleration, speeds);
    double w = apart(other.answer.wheel, one.answer.wheel, 3 * wheels);
    return fmax(a, fmax(w, apart(other.answer.brake, one.answer.brake, speeds - 6)));
}

static int same_bits(void)
{
    solve_case(&other);
    return memcmp(&one.answer, &other.answer, sizeof one.answer) == 0;
}

/* ---- parts in another order ---- */

/* Draw an order of bodies with parents before children: to[i] is the new place of body i. */
static void shuffle(size_t *to)
{
    size_t bodies = one.machine.linkage.bodies, from[BODIES];
    for (size_t i = 0; i < bodies; i++)
        from[i] = i;
    for (int times = 0; times < 50; times++) {
        size_t i = 1 + (size_t)uniform(0, (double)bodies - 2), first = from[i];
        if (one.machine.body[from[i + 1]].parent != first)
            from[i] = from[i + 1], from[i + 1] = first;
    }
    for (size_t i = 0; i < bodies; i++)
        to[from[i]] = i;
}

static void reordered_parts(void)
{
    double worst = 0;
    for (int k = 0; k < TIMES; k++) {
        size_t to[BODIES];
        draw_machine(PARTS, 3);
        shuffle(to);
        for (size_t i = 1; i < PARTS; i++) {
            size_t p = one.machine.body[i].parent;
            other.machine.body[to[i]] = one.machine.body[i];
            other.machine.body[to[i]].parent = to[p];
            other.load[to[i]] = one.load[i];
            other.setting.effort[to[i] - 1] = one.setting.effort[i - 1];
            other.setting.held[to[i] - 1] = one.setting.held[i - 1];
            memcpy(other.state + LINKAGE_JOINT + 2 * (to[i] - 1),
                   one.state + LINKAGE_JOINT + 2 * (i - 1), 2 * sizeof *one.state);
        }
        for (size_t w = 0; w < 3; w++) {
            other.machine.wheel[2 - w] = one.machine.wheel[w];
            other.machine.wheel[2 - w].body = to[one.machine.wheel[w].body];
            other.setting.grip[2 - w] = one.setting.grip[w];
        }
        solve_case(&other);
        struct answer back = other.answer;
        for (size_t i = 1; i < PARTS; i++) {
            back.acceleration[5 + i] = other.answer.acceleration[5 + to[i]];
            back.brake[i - 1] = other.answer.brake[to[i] - 1];
        }
        for (size_t w = 0; w < 3; w++)
            memcpy(back.wheel + 3 * w, other.answer.wheel + 3 * (2 - w), 3 * sizeof *back.wheel);
        worst = fmax(worst, apart(back.acceleration, one.answer.acceleration, 5 + PARTS));
        worst = fmax(worst, apart(back.wheel, one.answer.wheel, 9));
        worst = fmax(worst, apart(back.brake, one.answer.brake, PARTS - 1));
    }
    check(worst < TOLERANCE, "parts in another order change the result by %.2g", worst);
}

/* ---- a part split off ---- */

/* Inertia of a body about a point that is `off` from its centre. J: its inertia about the centre.
 */
static struct sym inertia_about(struct sym J, double mass, struct vec off)
{
    double xx = off.x * off.x, yy = off.y * off.y, zz = off.z * off.z;
    J.xx += mass * (yy + zz), J.yy += mass * (xx + zz), J.zz += mass * (xx + yy);
    J.xy -= mass * off.x * off.y, J.xz -= mass * off.x * off.z, J.yz -= mass * off.y * off.z;
    return J;
}

/* Add a body to `other` that a brake on a joint at rest holds to body 1. In `one` body 1 has the
 * mass and inertia of both. */
static void split_bodies(void)
{
    double worst = 0;
    int times = 0;
    for (int k = 0; k < TIMES; k++) {
        draw_machine(PARTS, 3);
        size_t last = PARTS;
        struct linkage_body *body = &one.machine.body[1], *part = &other.machine.body[last];
        *part = other.machine.body[2];
        part->parent = 1;
        part->mass = uniform(1, 3);
        part->centre = some_vec(1);
        part->inertia = some_inertia();
        double m = body->mass, all = m + part->mass;
        struct vec c =
            vec_scale(1 / all, vec_along(vec_scale(m, body->centre), part->mass, part->centre));
        struct sym a = inertia_about(body->inertia, m, vec_sub(body->centre, c));
        struct sym b = inertia_about(part->inertia, part->mass, vec_sub(part->centre, c));
        body->inertia = (struct sym){a.xx + b.xx, a.yy + b.yy, a.zz + b.zz,
                                     a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
        body->mass = all;
        body->centre = c;
        one.load[1] = other.load[1] = other.load[last] = (struct linkage_load){0};
        other.machine.linkage.bodies++;
        other.state[LINKAGE_JOINT + 2 * last - 2] = other.state[LINKAGE_JOINT + 2 * last - 1] = 0;
        other.setting.effort[last - 1] = uniform(-1, 1);
        other.setting.held[last - 1] = 1;
        if (k % 2 == 0)
            other.machine.wheel[0].body = last, one.machine.wheel[0].body = 1;
        solve_case(&one);
        if (is_plain(&one)) {
            worst = fmax(worst, largest_difference());
            times++;
        }
    }
    check(times > TIMES / 2, "%d of %d mechanisms are compared", times, TIMES);
    check(worst < TOLERANCE, "a part held by a brake moves with its parent as one piece: %.2g",
          worst);
}

/* ---- symmetries ---- */

static void turn_vector(struct vec *v, double c, double s)
{
    *v = (struct vec){c * v->x - s * v->y, s * v->x + c * v->y, v->z};
}

static void turn_at(double *v, double c, double s)
{
    double x = v[0];
    v[0] = c * x - s * v[1], v[1] = s * x + c * v[1];
}

static void turned_heading(void)
{
    double worst = 0;
    for (int k = 0; k < TIMES; k++) {
        draw_machine(PARTS, 3);
        double angle = uniform(-3, 3), c = cos(angle), s = sin(angle);
        double *Q = other.state + LINKAGE_QUATERNION, hc = cos(angle / 2), hs = sin(angle / 2);
        double turned[4] = {hc * Q[0] - hs * Q[3], hc * Q[1] - hs * Q[2], hc * Q[2] + hs * Q[1],
                            hc * Q[3] + hs * Q[0]};
        memcpy(Q, turned, sizeof turned);
        turn_at(other.state, c, s);
        turn_at(other.state + LINKAGE_VELOCITY, c, s);
        turn_vector(&other.gravity, c, s);
        for (size_t i = 0; i < PARTS; i++) {
            turn_vector(&other.load[i].force, c, s);
            turn_vector(&other.load[i].torque, c, s);
        }
        for (size_t w = 0; w < 3; w++) {
            turn_at(other.setting.grip[w].direction, c, s);
            turn_at(one.answer.wheel + 3 * w, c, s);
        }
        turn_at(one.answer.acceleration, c, s);
        turn_at(one.answer.acceleration + 3, c, s);
        worst = fmax(worst, largest_difference());
    }
    check(worst < TOLERANCE, "another heading changes the result by %.2g", worst);
}

static void mirror_vector(struct vec *v)
{
    v->y = -v->y;
}

/* Mirror an axial vector. */
static void mirror_turn(struct vec *v)
{
    v->x = -v->x, v->z = -v->z;
}

static void mirror_body(struct linkage_body *body)
{
    mirror_vector(&body->centre);
    mirror_vector(&body->joint.at);
    if (body->joint.type == LINKAGE_HINGE)
        mirror_turn(&body->joint.axis);
    else
        mirror_vector(&body->joint.axis);
    body->inertia.xy = -body->inertia.xy;
    body->inertia.yz = -body->inertia.yz;
}

static void left_and_right(void)
{
    double worst = 0;
    for (int k = 0; k < TIMES; k++) {
        draw_machine(PARTS, 3);
        double *y = other.state, *a = one.answer.acceleration;
        y[1] = -y[1], y[4] = -y[4], y[6] = -y[6], y[8] = -y[8], y[10] = -y[10], y[12] = -y[12];
        a[1] = -a[1], a[3] = -a[3], a[5] = -a[5];
        mirror_vector(&other.gravity);
        for (size_t i = 0; i < PARTS; i++) {
            mirror_body(&other.machine.body[i]);
            mirror_vector(&other.load[i].force);
            mirror_turn(&other.load[i].torque);
        }
        for (size_t w = 0; w < 3; w++) {
            mirror_vector(&other.machine.wheel[w].centre);
            mirror_vector(&other.machine.wheel[w].axis);
            other.setting.grip[w].direction[1] *= -1;
            one.answer.wheel[3 * w + 1] *= -1;
        }
        worst = fmax(worst, largest_difference());
    }
    check(worst < TOLERANCE, "left and right exchanged change the result by %.2g", worst);
}

static void indifferent_numbers(void)
{
    int same = 1;
    double worst = 0;
    for (int k = 0; k < TIMES; k++) {
        draw_machine(PARTS, 3);
        other.state[0] += 1000, other.state[1] -= 77;
        other.state[LINKAGE_VELOCITY] += 30, other.state[LINKAGE_VELOCITY + 1] -= 40;
        other.machine.wheel[0].axis = some_axis(); /* the ball */
        same &= same_bits();
        for (int i = 0; i < 4; i++)
            other.state[LINKAGE_QUATERNION + i] *= 3;
        for (size_t w = 0; w < 3; w++)
            other.machine.wheel[w].axis = vec_scale(-1, other.machine.wheel[w].axis);
        worst = fmax(worst, largest_difference());
    }
    check(same, "position and constant speed of the frame, and the axis of a ball, change no bit");
    check(worst < TOLERANCE,
          "the length of the quaternion and the signs of axes change accelerations by %.2g", worst);
}

/* ---- indeterminate forces ---- */

/* A rigid car held by its brakes on a slope (docs/theory/vehicle.rst, load distribution): the
 * tangential force of each wheel is proportional to its load. */
static void held_on_a_slope(void)
{
    double g = 9.81, s = 0.3, L = 2.6, l_r = 1.4;
    double m = 1080, x_c = 2 * 20 * (1.2 - 1.4) / m, h_c = (1000 * 0.55 + 80 * 0.3) / m;
    memset(&one, 0, sizeof one);
    machine_read("vehicle/model_states_car.csv", &one.machine);
    one.gravity = (struct vec){-g * sin(s), 0, -g * cos(s)};
    one.state[2] = 0.55;
    one.state[LINKAGE_QUATERNION] = 1;
    for (size_t w = 0; w < WHEELS; w++) {
        one.setting.grip[w].mode = LINKAGE_STICK;
        one.setting.held[w] = 1;
    }
    solve_case(&one);
    const double *F = one.answer.wheel;
    double front = m * g * (cos(s) * (l_r + x_c) - sin(s) * h_c) / (2 * L);
    double rear = m * g * cos(s) / 2 - front;
    near_rel(F[2], front, TOLERANCE, 1, "load of a front wheel");
    near_rel(F[5], front, TOLERANCE, 1, "load of the other wheel of the axle");
    near_rel(F[8], rear, TOLERANCE, 1, "load of a rear wheel");
    near_rel(F[11], rear, TOLERANCE, 1, "load of the other wheel of the axle");
    for (size_t w = 0; w < WHEELS; w++) {
        near_rel(F[3 * w] / F[3 * w + 2], tan(s), TOLERANCE, 1,
                 "tangential force relative to the load");
        near_abs(F[3 * w + 1], 0, 1e-10, "lateral force of a braked wheel on a slope");
        near_rel(one.answer.brake[w], 0.3 * F[3 * w], TOLERANCE, 1, "torque of a holding brake");
    }
    check(one.machine.work.active == 16 && one.machine.work.rank == 10, "sixteen rows of rank ten");
    check(apart(one.answer.acceleration, (double[10]){0}, 10) < TOLERANCE,
          "accelerations of the held car");
}

int main(void)
{
    reordered_parts();
    split_bodies();
    turned_heading();
    left_and_right();
    indifferent_numbers();
    held_on_a_slope();
    return done();
}
