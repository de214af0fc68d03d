/* SPDX-License-Identifier: MIT */
/* Mechanisms on wheels: accelerations and forces of reference states. */
#include "linkage.h"
#include "tap.h"

#define TOLERANCE 1e-12

static struct machine machine;
static struct moment moment[32];

static struct vec third(const double *from)
{
    return (struct vec){from[0], from[1], from[2]};
}

/* Acceleration of the wheel's material point at the contact, including the convective term of the
 * contact. */
static struct vec contact_acceleration(const struct machine *m, size_t w, const double *speeds)
{
    const struct linkage_contact *contact = &m->work.contact[w];
    struct vec linear = third(speeds), angular = third(speeds + 3);
    for (size_t i = m->wheel[w].body; i > 0; i = m->body[i].parent) {
        const struct linkage_screw *screw = &m->work.arm[i - 1].screw;
        linear = vec_along(linear, speeds[5 + i], screw->linear);
        angular = vec_along(angular, speeds[5 + i], screw->angular);
    }
    const struct vec bias = {contact->bias[1], contact->bias[2], contact->bias[0]};
    return vec_add(vec_add(linear, vec_cross(angular, contact->at)), bias);
}

static void check_forces(const struct moment *m, const struct answer *a)
{
    double error = apart(a->wheel, m->F, 3 * machine.linkage.wheels);
    check(error < TOLERANCE, "state %d: error of the forces %.2g", m->id, error);
}

/* State 23 has four wheels on a rigid body; three of them slide. One normal force is indeterminate,
 * and with it friction and motion. The accelerations of the table must follow from the forces of
 * the table, and the computed ones from the forces for equal compliances under the wheels. */
static void check_indeterminate(const struct moment *m, struct answer *a)
{
    double N[WHEELS], size = 1;
    check(machine.work.rank + 1 == machine.work.active, "state %d: one force is indeterminate",
          m->id);
    for (size_t w = 0; w < WHEELS; w++) {
        N[w] = a->wheel[3 * w + 2];
        size = fmax(size, N[w]);
        struct vec u = contact_acceleration(&machine, w, a->acceleration);
        check(fabs(u.z) < 1e-10, "state %d: vertical acceleration of wheel %zu %.2g", m->id, w,
              u.z);
    }
    double across = N[0] - N[1] - N[2] + N[3];
    check(fabs(across) < TOLERANCE * size,
          "state %d: the loads of the wheels twist the body by %.2g N", m->id, across);
    for (size_t i = 0; i < machine.work.rows; i++) {
        size_t number = machine.work.number[i];
        a->force[i] = m->F[3 * (number / 3) + (number + 2) % 3];
    }
    linkage_accelerate(&machine.linkage, &machine.work, a->force, a->acceleration);
    memcpy(a->wheel, m->F, sizeof a->wheel);
}

static void check_contacts(const struct moment *m, const struct answer *a)
{
    double at[3 * WHEELS], slip[3 * WHEELS], acceleration[3 * WHEELS];
    size_t wheels = machine.linkage.wheels;
    for (size_t w = 0; w < wheels; w++) {
        const struct linkage_contact *contact = &machine.work.contact[w];
        struct vec place = vec_add(third(m->x), contact->at);
        struct vec u = contact_acceleration(&machine, w, a->acceleration);
        memcpy(at + 3 * w, &place, sizeof place);
        memcpy(slip + 3 * w, &contact->slip, sizeof u);
        memcpy(acceleration + 3 * w, &u, sizeof u);
        check(fabs(contact->gap - place.z) < TOLERANCE, "state %d: gap of wheel %zu", m->id, w);
    }
    double errors[] = {apart(at, m->contact_point, 3 * wheels),
                       apart(slip, m->contact_velocity, 3 * wheels),
                       apart(acceleration, m->contact_acc, 3 * wheels)};
    check(errors[0] < TOLERANCE && errors[1] < TOLERANCE && errors[2] < TOLERANCE,
          "state %d: errors of contacts, their velocities and accelerations: %.2g, %.2g, %.2g",
          m->id, errors[0], errors[1], errors[2]);
}

static void check_moment(const struct moment *m)
{
    double state[STATES_MOST];
    char path[64];
    struct setting setting;
    struct answer a;
    snprintf(path, sizeof path, "vehicle/model_states_%s.csv", m->model);
    machine_read(path, &machine);
    size_t joints = linkage_joints(&machine.linkage);
    state_of(m, joints, state);
    setting_of(m, &machine, &setting);
    int32_t status = answer(&machine, state, &setting, &a);
    if (m->id == 23)
        check_indeterminate(m, &a);
    else
        check(machine.work.rank == machine.work.active, "state %d: no force is indeterminate",
              m->id);
    double error = apart(a.acceleration, m->acc, 6 + joints);
    check(status == 0 && error < TOLERANCE, "state %d, %s: error of the accelerations %.2g", m->id,
          m->model, error);
    check_forces(m, &a);
    check_contacts(m, &a);
    struct vec g = third(m->g);
    near_rel(linkage_kinetic(&machine.linkage, &machine.work), m->kinetic[0], TOLERANCE, 1,
             "kinetic energy of the table");
    near_rel(linkage_potential(&machine.linkage, state, g, &machine.work), m->potential[0],
             TOLERANCE, 1, "potential energy of the table");
    for (size_t j = 0; j < joints; j++)
        if (!setting.held[j])
            a.brake[j] = setting.effort[j] - m->motor[j];
    error = apart(a.brake, m->brake_torque, joints);
    check(error < TOLERANCE, "state %d: error of the brake torques %.2g", m->id, error);
}

/* Check round bodies (wheels on hinges): their angle changes no bit. */
static void check_round(const struct moment *m)
{
    double state[STATES_MOST], other[STATES_MOST];
    char path[64];
    struct setting setting;
    struct answer a, b;
    size_t round = 0;
    snprintf(path, sizeof path, "vehicle/model_states_%s.csv", m->model);
    machine_read(path, &machine);
    size_t joints = linkage_joints(&machine.linkage);
    state_of(m, joints, state);
    setting_of(m, &machine, &setting);
    answer(&machine, state, &setting, &a);
    memcpy(other, state, sizeof other);
    for (size_t w = 0; w < machine.linkage.wheels; w++)
        if (machine.wheel[w].body > 0) {
            size_t i = machine.wheel[w].body;
            linkage_make_round(&machine.body[i]);
            other[LINKAGE_JOINT + 2 * (i - 1)] += uniform(-9, 9);
            round++;
        }
    machine_carve(&machine);
    answer(&machine, state, &setting, &b);
    double error = apart(b.acceleration, a.acceleration, 6 + joints);
    check(error < TOLERANCE, "state %d: %zu bodies are round, %.2g", m->id, round, error);
    answer(&machine, other, &setting, &a);
    check(memcmp(&a, &b, sizeof a) == 0, "state %d: the angles of round bodies change no bit",
          m->id);
}

/* Wheels that slip without friction leave the load distribution to linkage_share(), as sticking
 * wheels do, and have the forces and accelerations of wheels with a friction coefficient of 1e-300.
 */
static void check_frictionless(const struct moment *m)
{
    double state[STATES_MOST], first[3 * WHEELS];
    char path[64];
    struct setting setting;
    struct answer a, b;
    snprintf(path, sizeof path, "vehicle/model_states_%s.csv", m->model);
    machine_read(path, &machine);
    const struct linkage_work *work = &machine.work;
    size_t speeds = linkage_speeds(&machine.linkage);
    state_of(m, linkage_joints(&machine.linkage), state);
    setting_of(m, &machine, &setting);
    for (size_t w = 0; w < WHEELS; w++)
        setting.grip[w].mu = 1e-300;
    answer(&machine, state, &setting, &a);
    for (size_t w = 0; w < WHEELS; w++)
        setting.grip[w].mu = 0;
    answer(&machine, state, &setting, &b);
    linkage_balance(&machine.linkage, &setting.hold, &machine.work, first);
    check(work->rank < work->active && first[work->order[work->rank]] == 0,
          "state %d without friction: linkage_balance() distributes no forces", m->id);
    double errors[] = {apart(a.acceleration, b.acceleration, speeds),
                       apart(a.wheel, b.wheel, 3 * machine.linkage.wheels)};
    check(errors[0] < TOLERANCE && errors[1] < TOLERANCE,
          "state %d without friction: accelerations and forces differ by %.2g and %.2g from those "
          "with a friction coefficient of 1e-300",
          m->id, errors[0], errors[1]);
}

int main(void)
{
    int count = read_moments(moment, 32);
    for (int i = 0; i < count; i++)
        check_moment(&moment[i]);
    for (int i = 0; i < count; i++)
        check_round(&moment[i]);
    for (int i = 0; i < count; i++)
        if (moment[i].id == 23)
            check_frictionless(&moment[i]);
    check(count == 24, "24 states are compared");
    return done();
}
