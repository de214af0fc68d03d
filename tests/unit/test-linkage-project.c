/* SPDX-License-Identifier: MIT */
/* Mechanisms are projected onto closed gaps and rolling. The change is the least in the metric of
 * the mass matrix, so it is orthogonal to all motions that the rows allow. */
#include "linkage.h"
#include "tap.h"

#include "mech/linkage_parts.h"
#include "num/elementary.h"

enum { TIMES = 100, JOINTS = 3 };

static struct machine machine;
static struct scene s;

/* A turn about the vertical, then one about the x axis of the ground. */
static void moves_of_root(void)
{
    double state[STATES_MOST] = {1, 2, 3, 2}, speeds[SPEEDS_MOST] = {1, 0, 0, 0, 0, 0.5};
    some_machine(&machine, 2, 0);
    speeds[6] = 3;
    linkage_move(&machine.linkage, speeds, NUM_PI, state);
    linkage_place(&machine.linkage, state, &machine.work);
    struct mat R = machine.work.link[0].R;
    near_abs(state[0], 1 + NUM_PI, 1e-15, "distance of the root along x");
    near_abs(state[LINKAGE_JOINT], 3 * NUM_PI, 1e-15, "angle of the joint");
    check(fabs(R.x.y - 1) < 1e-15 && fabs(R.y.x + 1) < 1e-15,
          "after a turn about z, forward is to the left");
    speeds[5] = 0, speeds[3] = -0.5;
    linkage_move(&machine.linkage, speeds, NUM_PI, state);
    linkage_place(&machine.linkage, state, &machine.work);
    R = machine.work.link[0].R;
    check(fabs(R.x.z + 1) < 1e-15 && fabs(R.y.x + 1) < 1e-15,
          "after a further turn about x, forward is down");
    const double *Q = state + LINKAGE_QUATERNION;
    double size = Q[0] * Q[0] + Q[1] * Q[1] + Q[2] * Q[2] + Q[3] * Q[3];
    near_abs(size, 1, 1e-15, "squared length of the quaternion");
}

/* ---- places ---- */

/* Draw a mechanism with two wheels that slip and a third one in the air, and project it onto closed
 * gaps. Returns 1 if this succeeds. */
static int near_the_ground(void)
{
    double error;
    some_scene(&machine, 1 + JOINTS, 3, &s);
    linkage_normalise(s.state);
    for (size_t w = 0; w < 3; w++) {
        s.setting.grip[w].mode = w == 2 ? LINKAGE_OPEN : LINKAGE_SLIP;
        machine.wheel[w].body = w;
    }
    s.state[2] = 0;
    linkage_place(&machine.linkage, s.state, &machine.work);
    s.state[2] = -machine.work.contact[0].gap;
    return linkage_project_places(&machine.linkage, &s.setting.hold, s.state, &machine.work,
                                  &error) == 0;
}

/* Compute the speeds that lead from one state to a neighbouring state in unit time. */
static void read_way(const double *from, const double *to, double *way)
{
    const double *p = to + LINKAGE_QUATERNION, *q = from + LINKAGE_QUATERNION;
    struct vec a = vec_at(p + 1), b = vec_scale(-1, vec_at(q + 1));
    vec_put(vec_sub(vec_at(to), vec_at(from)), way);
    vec_put(vec_scale(2, vec_along(vec_along(vec_cross(a, b), p[0], b), q[0], a)), way + 3);
    for (size_t j = 0; j < JOINTS; j++)
        way[6 + j] = to[LINKAGE_JOINT + 2 * j] - from[LINKAGE_JOINT + 2 * j];
}

/* Random speeds at which the gaps stay closed. */
static void some_speeds(double *speeds)
{
    double error, other[STATES_MOST];
    some_state(&machine, other);
    memcpy(s.state + LINKAGE_VELOCITY, other, 6 * sizeof *other);
    linkage_place(&machine.linkage, s.state, &machine.work);
    linkage_factor(&machine.linkage, &machine.work);
    linkage_project_speeds(&machine.linkage, &s.setting.hold, s.state, &machine.work, &error);
    read_speeds(&machine, s.state, speeds);
}

static void projected_places(void)
{
    double left = 0, crooked = 0;
    int times = 0;
    for (int k = 0; k < TIMES; k++) {
        double before[STATES_MOST], error, way[SPEEDS_MOST], v[SPEEDS_MOST];
        if (!near_the_ground())
            continue; /* some machines cannot reach the ground with both wheels */
        times++;
        for (size_t w = 0; w < 2; w++)
            left = fmax(left, fabs(machine.work.contact[w].gap));
        s.state[2] += 1e-6;
        memcpy(before, s.state, sizeof before);
        linkage_project_places(&machine.linkage, &s.setting.hold, s.state, &machine.work, &error);
        read_way(before, s.state, way);
        some_speeds(v);
        for (size_t i = 0; i < 6 + JOINTS; i++)
            way[i] *= 1e6;
        double off = product(&machine, v, way, s.state);
        crooked = fmax(crooked, fabs(off) / (1 + kinetic(&machine, way, s.state)));
    }
    check(times > TIMES / 2, "%d of %d machines reach the ground", times, TIMES);
    check(left < 1e-13, "gaps after the projection: %.2g m", left);
    check(crooked < 1e-4, "component of the correction along allowed motions, relative: %.2g",
          crooked);
}

/* ---- speeds ---- */

/* Largest speed along a row of a closed contact or a holding brake. */
static double along_rows(void)
{
    double left = fabs(s.state[LINKAGE_JOINT + 7]);
    for (size_t w = 0; w < 3; w++) {
        struct vec u = machine.work.contact[w].slip;
        int mode = s.setting.grip[w].mode;
        left = fmax(left, mode == LINKAGE_OPEN ? 0 : fabs(u.z));
        left = fmax(left, mode == LINKAGE_STICK ? fmax(fabs(u.x), fabs(u.y)) : 0);
    }
    return left;
}

static void projected_speeds(void)
{
    double left = 0, lost = 0;
    for (int k = 0; k < TIMES; k++) {
        double error, before[SPEEDS_MOST], v[SPEEDS_MOST], change[SPEEDS_MOST];
        some_scene(&machine, 6, 3, &s);
        s.setting.held[3] = 1;
        read_speeds(&machine, s.state, before);
        double T = kinetic(&machine, before, s.state);
        linkage_project_speeds(&machine.linkage, &s.setting.hold, s.state, &machine.work, &error);
        linkage_place(&machine.linkage, s.state, &machine.work);
        left = fmax(left, along_rows());
        read_speeds(&machine, s.state, v);
        for (size_t i = 0; i < linkage_speeds(&machine.linkage); i++)
            change[i] = before[i] - v[i];
        double sum = kinetic(&machine, v, s.state) + kinetic(&machine, change, s.state);
        lost = fmax(lost, fabs(T - sum) / T);
    }
    check(left < 1e-11, "largest speed along a row after the projection: %.2g", left);
    check(lost < 1e-12, "component of the change along allowed speeds: %.2g", lost);
}

/* Four wheels on a rigid body: consistent redundant rows are fulfilled, inconsistent rows leave a
 * residual. */
static void dependent_rows(void)
{
    double state[STATES_MOST] = {0, 0, 0.7, 1}, error;
    struct setting setting = {.hold = {.contact = setting.grip}};
    machine_read("vehicle/model_states_car.csv", &machine);
    for (size_t w = 0; w < WHEELS; w++)
        setting.grip[w].mode = LINKAGE_STICK;
    int32_t status =
        linkage_project_places(&machine.linkage, &setting.hold, state, &machine.work, &error);
    check(status == 0 && fabs(state[2] - 0.55) < 1e-14 && fabs(error - 0.15) < 1e-14,
          "a car touches the ground with all wheels");
    state[LINKAGE_VELOCITY] = 3;
    status = linkage_project_speeds(&machine.linkage, &setting.hold, state, &machine.work, &error);
    check(status == 0 && machine.work.active == 12 && machine.work.rank == 9,
          "three of twelve rows depend on others");
    machine.body[2].joint.axis = machine.wheel[1].axis = (struct vec){-0.1, sqrt(0.99), 0};
    machine_carve(&machine);
    linkage_place(&machine.linkage, state, &machine.work);
    linkage_factor(&machine.linkage, &machine.work);
    linkage_project_speeds(&machine.linkage, &setting.hold, state, &machine.work, &error);
    check(machine.work.rank == 10 && fabs(state[LINKAGE_VELOCITY]) < 1e-12,
          "a car with toe-in cannot move");
    machine.wheel[3].centre.z += 0.01;
    machine_carve(&machine);
    status = linkage_project_places(&machine.linkage, &setting.hold, state, &machine.work, &error);
    check(status == 0, "a wheel that is too high causes no failure");
    double gap = 0;
    for (size_t w = 0; w < WHEELS; w++)
        gap = fmax(gap, fabs(machine.work.contact[w].gap));
    check(gap > 0.001, "a wheel that is too high keeps its gap");
}

/* A state with NaN or infinity gives a status or accelerations of NaN. Exceptions are the 6 numbers
 * of the root's place and velocity, on which accelerations do not depend. */
static void not_numbers(void)
{
    static const double bad[] = {NAN, INFINITY, 1e300};
    size_t lost = 0;
    some_scene(&machine, 1 + JOINTS, 3, &s);
    for (size_t k = 0; k < 3 * linkage_states(&machine.linkage); k++) {
        double state[STATES_MOST], error, sum = 0;
        struct answer a;
        memcpy(state, s.state, sizeof state);
        state[k / 3] = bad[k % 3];
        int32_t status = answer(&machine, state, &s.setting, &a);
        for (size_t i = 0; i < linkage_speeds(&machine.linkage); i++)
            sum += a.acceleration[i];
        lost += status == 0 && isfinite(sum) && k % 3 < 2;
        linkage_project_places(&machine.linkage, &s.setting.hold, state, &machine.work, &error);
        linkage_project_speeds(&machine.linkage, &s.setting.hold, state, &machine.work, &error);
    }
    check(
        lost == 12,
        "%zu states with NaN or infinity have finite accelerations, those of 6 numbers of the root",
        lost);
}

int main(void)
{
    moves_of_root();
    projected_places();
    projected_speeds();
    dependent_rows();
    not_numbers();
    return done();
}
