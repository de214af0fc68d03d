/* SPDX-License-Identifier: MIT */
/* Mechanisms in motion: velocities and accelerations are compared with differences of positions and
 * velocities, and the factor of the mass matrix with the kinetic energy. The loads that joints
 * transmit along their axes must equal the efforts of the joints. */
#include "linkage.h"
#include "tap.h"

#include "mech/linkage_parts.h"

static struct machine machine;

/* ---- differences ---- */

enum { QUANTITIES = 6 * BODIES + 3 * WHEELS };

/* Write the positions of the bodies and the gaps of the wheels; return how many numbers these are.
 */
static size_t places(const double *state, double *to)
{
    size_t n = 0;
    linkage_place(&machine.linkage, state, &machine.work);
    for (size_t i = 0; i < machine.linkage.bodies; i++, n += 3)
        vec_put(vec_add(vec_at(state), machine.work.link[i].r), to + n);
    for (size_t w = 0; w < machine.linkage.wheels; w++)
        to[n++] = machine.work.contact[w].gap;
    return n;
}

/* Write velocities and angular velocities of the bodies and slip velocities of the wheels. */
static size_t velocities(const double *state, double *to)
{
    size_t n = 0;
    linkage_place(&machine.linkage, state, &machine.work);
    for (size_t i = 0; i < machine.linkage.bodies; i++, n += 6) {
        vec_put(machine.work.link[i].v, to + n);
        vec_put(machine.work.link[i].W, to + n + 3);
    }
    for (size_t w = 0; w < machine.linkage.wheels; w++, n += 3)
        vec_put(machine.work.contact[w].slip, to + n);
    return n;
}

/* Central differences of fourth order along the state's rate. */
static size_t differences(size_t (*of)(const double *, double *), const double *state,
                          const double *rate, double *to)
{
    static const double at[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
    double h = 3e-4, value[4][QUANTITIES], moved[STATES_MOST];
    size_t n = 0;
    for (int k = 0; k < 4; k++) {
        for (size_t i = 0; i < linkage_states(&machine.linkage); i++)
            moved[i] = state[i] + at[k] * h * rate[i];
        n = of(moved, value[k]);
    }
    for (size_t i = 0; i < n; i++) {
        to[i] = 0;
        for (int k = 0; k < 4; k++)
            to[i] += weight[k] * value[k][i] / (12 * h);
    }
    return n;
}

/* Check that velocities equal differences of positions, and accelerations differences of
 * velocities. */
static void one_motion(struct scene *s, double *worst)
{
    double rate[STATES_MOST], by[QUANTITIES], got[QUANTITIES];
    const double *acceleration = s->answer.acceleration;
    size_t n = 0, wheels = machine.linkage.wheels;
    linkage_rate(&machine.linkage, s->state, &machine.work, acceleration, rate);
    differences(places, s->state, rate, by);
    linkage_place(&machine.linkage, s->state, &machine.work);
    for (size_t i = 0; i < machine.linkage.bodies; i++, n += 3)
        vec_put(machine.work.link[i].v, got + n);
    for (size_t w = 0; w < wheels; w++)
        got[n++] = machine.work.contact[w].slip.z;
    worst[0] = fmax(worst[0], apart(got, by, n));
    differences(velocities, s->state, rate, by);
    linkage_place(&machine.linkage, s->state, &machine.work);
    linkage_follow(&machine.linkage, acceleration, &machine.work);
    n = 0;
    for (size_t i = 0; i < machine.linkage.bodies; i++, n += 6) {
        vec_put(machine.work.link[i].a, got + n);
        vec_put(machine.work.link[i].alpha, got + n + 3);
    }
    worst[1] = fmax(worst[1], apart(got, by, n));
    const struct linkage_screw *change = machine.work.change;
    for (size_t w = 0; w < wheels; w++) {
        const struct linkage_contact *contact = &machine.work.contact[w];
        struct vec u = screw_at(&change[machine.wheel[w].body], contact->at);
        const double *bias = contact->bias;
        vec_put(vec_add(u, (struct vec){bias[1], bias[2], bias[0]}), got + 3 * w);
    }
    worst[2] = fmax(worst[2], apart(got, by + n, 3 * wheels));
}

static void motions_are_differences(void)
{
    struct scene s;
    double worst[3] = {0};
    for (int k = 0; k < 200; k++) {
        some_scene(&machine, 1 + (size_t)k % 6, (size_t)k % 4, &s);
        one_motion(&s, worst);
    }
    check(worst[0] < 1e-9, "velocities differ from differences of positions by %.2g", worst[0]);
    check(worst[1] < 1e-9, "accelerations differ from differences of velocities by %.2g", worst[1]);
    check(worst[2] < 1e-8, "contact accelerations differ from differences of velocities by %.2g",
          worst[2]);
}

/* ---- the mass matrix ---- */

/* Impulses along the rows change the speeds by `change`. Then v^T M change equals the product of
 * the impulses and the row velocities at the speeds v. */
static void impulses_and_masses(void)
{
    double worst = 0;
    for (int k = 0; k < 100; k++) {
        struct scene s;
        double impulse[ROWS_MOST], change[SPEEDS_MOST], v[SPEEDS_MOST], power = 0, size = 1;
        some_scene(&machine, 1 + (size_t)k % 8, 3, &s);
        for (size_t i = 0; i < machine.work.rows; i++)
            impulse[i] = uniform(-1, 1);
        linkage_yield(&machine.linkage, &machine.work, impulse, change);
        for (size_t i = 0; i < linkage_speeds(&machine.linkage); i++)
            v[i] = uniform(-1, 1);
        double got = product(&machine, v, change, s.state);
        kinetic(&machine, v, s.state);
        for (size_t i = 0; i < machine.work.rows; i++) {
            size_t number = machine.work.number[i];
            const struct vec *u = &machine.work.contact[number / 3].slip;
            double term = impulse[i] * (number % 3 == 0 ? u->z : number % 3 == 1 ? u->x : u->y);
            power += term;
            size += fabs(term);
        }
        worst = fmax(worst, fabs(got - power) / size);
    }
    check(worst < 1e-12, "the factor differs from the matrix of the kinetic energy by %.2g", worst);
}

/* A singular mass matrix is detected, and the joint without inertia is reported. */
static void singular_masses(void)
{
    double state[STATES_MOST];
    some_machine(&machine, 4, 0);
    some_state(&machine, state);
    machine.body[1].parent = machine.body[3].parent = 0, machine.body[2].parent = 1;
    linkage_place(&machine.linkage, state, &machine.work);
    check(linkage_factor(&machine.linkage, &machine.work) == 0, "four bodies have a mass matrix");
    machine.body[1].mass = 0;
    machine.body[1].inertia = (struct sym){0};
    machine_carve(&machine);
    linkage_place(&machine.linkage, state, &machine.work);
    check(linkage_factor(&machine.linkage, &machine.work) == 0,
          "an intermediate body may be massless");
    machine.body[1].joint.at = machine.body[0].centre;
    machine.body[1].joint.type = LINKAGE_HINGE;
    machine.body[2].joint = machine.body[1].joint;
    machine_carve(&machine);
    linkage_place(&machine.linkage, state, &machine.work);
    check(linkage_factor(&machine.linkage, &machine.work) != 0 && machine.work.singular == 0,
          "a body between two hinges on the same axis may not be massless");
    machine.body[3].inertia = (struct sym){0};
    machine.body[3].joint.at = machine.body[3].centre;
    machine.body[3].joint.type = LINKAGE_HINGE;
    machine_carve(&machine);
    linkage_place(&machine.linkage, state, &machine.work);
    check(linkage_factor(&machine.linkage, &machine.work) != 0 && machine.work.singular == 2,
          "a point mass on the axis of its hinge is refused");
    some_machine(&machine, 1, 0);
    machine.body[0].inertia.xx = machine.body[0].inertia.xy = machine.body[0].inertia.xz = 0;
    machine.body[0].inertia.yz = 0;
    linkage_place(&machine.linkage, state, &machine.work);
    check(linkage_factor(&machine.linkage, &machine.work) != 0 && machine.work.singular == 0,
          "a root without inertia about an axis is refused");
}

/* A child on a hinge through a root that is a point mass: the child has all the inertia about that
 * axis, so the root keeps none. */
static void root_without_inertia(void)
{
    double state[STATES_MOST];
    int found = 0;
    for (int k = 0; k < 1000; k++) {
        some_machine(&machine, 2, 0);
        some_state(&machine, state);
        machine.body[0].inertia = (struct sym){0};
        machine.body[1].joint.at = machine.body[0].centre;
        machine.body[1].joint.type = LINKAGE_HINGE;
        linkage_place(&machine.linkage, state, &machine.work);
        found += linkage_factor(&machine.linkage, &machine.work) != 0 && machine.work.singular == 1;
    }
    check(found == 1000, "of 1000 roots without inertia about the hinge %d are reported", found);
}

/* ---- loads of joints ---- */

/* A joint transmits only its effort along its axis; all loads together balance the root. */
static void loads_of_joints(void)
{
    double worst[2] = {0};
    for (int k = 0; k < 200; k++) {
        struct scene s;
        struct linkage_load load[BODIES];
        some_scene(&machine, 1 + (size_t)k % 7, 3, &s);
        linkage_follow(&machine.linkage, s.answer.acceleration, &machine.work);
        linkage_reactions(&machine.linkage, &s.setting.drive, s.answer.force, &machine.work, load);
        for (size_t j = 0; j < linkage_joints(&machine.linkage); j++) {
            const struct linkage_joint *joint = &machine.body[j + 1].joint;
            const double *q = s.state + LINKAGE_JOINT + 2 * j;
            double want = s.setting.effort[j] - joint->stiffness * (q[0] - joint->rest) -
                          joint->damping * q[1];
            struct vec along = joint->type == LINKAGE_HINGE ? load[j].torque : load[j].force;
            double size = 1 + sqrt(vec_dot(along, along));
            double got = vec_dot(along, machine.work.arm[j].axis);
            worst[0] = fmax(worst[0], fabs(got - want) / size);
        }
        const struct linkage_load *left = &machine.work.link[0].load;
        double size = 1;
        for (size_t i = 0; i < machine.work.rows; i++)
            size = fmax(size, fabs(s.answer.force[i]));
        worst[1] = fmax(
            worst[1],
            sqrt(vec_dot(left->force, left->force) + vec_dot(left->torque, left->torque)) / size);
    }
    check(worst[0] < 1e-10, "loads of joints along their axes differ from their efforts by %.2g",
          worst[0]);
    check(worst[1] < 1e-10, "load that remains at the root: %.2g", worst[1]);
}

/* A ball supports a root; one mass hangs on a slide below it, and a second mass on a slide below
 * the first. */
static void hanging_masses(void)
{
    double state[STATES_MOST] = {[LINKAGE_QUATERNION] = 1}, error;
    struct setting s = {.drive = {{0, 0, -10}, s.effort, NULL},
                        .hold = {.contact = s.grip, .held = s.held}};
    struct answer a;
    struct linkage_load load[BODIES];
    memset(&machine, 0, sizeof machine);
    machine.linkage.bodies = 3;
    machine.linkage.wheels = 1;
    machine.body[0] = (struct linkage_body){.mass = 1, .inertia = {1, 1, 1, 0, 0, 0}};
    for (size_t i = 1; i < 3; i++)
        machine.body[i] =
            (struct linkage_body){.mass = i == 1 ? 2 : 3,
                                  .centre = {0, 0, -(double)i},
                                  .inertia = {1, 1, 1, 0, 0, 0},
                                  .parent = i - 1,
                                  .joint = {LINKAGE_SLIDE, {0, 0, -(double)i}, {0, 0, 1}, 0, 0, 0}};
    machine.wheel[0] = (struct linkage_wheel){
        .centre = {0, 0, 0.5}, .axis = {0, 1, 0}, .radius = 0.5, .crown = 0.5};
    machine_carve(&machine);
    s.grip[0].mode = LINKAGE_STICK;
    s.held[0] = s.held[1] = 1;
    check(answer(&machine, state, &s, &a) == 0, "the mechanism of hanging masses is solved");
    linkage_follow(&machine.linkage, a.acceleration, &machine.work);
    linkage_reactions(&machine.linkage, &s.drive, a.force, &machine.work, load);
    near_abs(load[0].force.z, 50, 1e-12, "force of the upper joint, which holds both masses");
    near_abs(load[1].force.z, 30, 1e-12, "force of the lower joint, which holds the lower mass");
    near_abs(a.wheel[2], 60, 1e-12, "the ground holds all bodies");
    near_abs(a.brake[0], 50, 1e-12, "the brake of the upper joint holds both masses");
    near_abs(load[0].torque.x, 0, 1e-12, "torque of the upper joint");
    state[LINKAGE_PLACE + 2] = 0.25;
    check(linkage_project_places(&machine.linkage, &s.hold, state, &machine.work, &error) == 0 &&
              error == 0.25,
          "a gap is closed");
}

int main(void)
{
    motions_are_differences();
    impulses_and_masses();
    singular_masses();
    root_without_inertia();
    loads_of_joints();
    hanging_masses();
    return done();
}
