/* SPDX-License-Identifier: MIT */
/* Machines of joints as they move: velocities and accelerations as differences of places and
 * velocities, the factor against kinetic energy, projections, loads of joints. */
#include "linkage.h"
#include "tap.h"

#include "mech/linkage_parts.h"

static struct machine machine;

/* What random setting does: gravity, efforts, a load on each body; wheels in all modes. */
struct scene {
    double state[STATES_MOST];
    struct setting setting;
    struct linkage_load load[BODIES];
    struct answer answer;
};

static void some_scene(size_t bodies, size_t wheels, struct scene *s)
{
    some_machine(&machine, bodies, wheels);
    some_state(&machine, s->state);
    s->setting = (struct setting){.drive = {some_vec(10), s->setting.effort, s->load},
                                  .hold = {s->setting.grip, s->setting.held}};
    for (size_t i = 0; i < bodies; i++) {
        s->load[i] = (struct linkage_load){some_vec(5), some_vec(5)};
        s->setting.effort[i] = uniform(-5, 5);
    }
    for (size_t w = 0; w < wheels; w++) {
        double angle = uniform(-3, 3);
        s->setting.grip[w] =
            (struct linkage_grip){(int)uniform(0, 3), machine.mu[w], {cos(angle), sin(angle)}};
    }
    int32_t status = answer(&machine, s->state, &s->setting, &s->answer);
    if (status != 0)
        check(0, "an answer: %d", (int)status);
}

/* ---- differences ---- */

enum { QUANTITIES = 6 * BODIES + 3 * WHEELS };

/* Places, or velocities, of bodies and contacts; of the way of the root, but not of turns. */
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

static double apart(const double *a, const double *b, size_t n)
{
    double worst = 0, size = 1;
    for (size_t i = 0; i < n; i++)
        size = fmax(size, fabs(b[i]));
    for (size_t i = 0; i < n; i++)
        worst = fmax(worst, fabs(a[i] - b[i]) / size);
    return worst;
}

/* Velocities as places have them; accelerations as velocities have them. */
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
        vec_put(vec_add(u, contact->convective), got + 3 * w);
    }
    worst[2] = fmax(worst[2], apart(got, by + n, 3 * wheels));
}

static void motions(void)
{
    struct scene s;
    double worst[3] = {0};
    for (int k = 0; k < 200; k++) {
        some_scene(1 + (size_t)k % 6, (size_t)k % 4, &s);
        one_motion(&s, worst);
    }
    check(worst[0] < 1e-9, "velocities are differences of places: %.2g", worst[0]);
    check(worst[1] < 1e-9, "accelerations are differences of velocities: %.2g", worst[1]);
    check(worst[2] < 1e-8, "so are those of contacts, in all their terms: %.2g", worst[2]);
}

/* ---- the mass matrix ---- */

static void set_speeds(const double *speeds, double *state)
{
    struct vec w = vec_at(speeds + 3);
    memcpy(state + LINKAGE_VELOCITY, speeds, 3 * sizeof *speeds);
    vec_put(mat_turn_back(&machine.work.link[0].R, w), state + LINKAGE_SPIN);
    for (size_t j = 0; j < linkage_joints(&machine.linkage); j++)
        state[LINKAGE_JOINT + 2 * j + 1] = speeds[6 + j];
}

static double kinetic(const double *speeds, double *state)
{
    set_speeds(speeds, state);
    linkage_place(&machine.linkage, state, &machine.work);
    return linkage_kinetic(&machine.linkage, &machine.work);
}

/* u^T M v, as kinetic energies have it. */
static double product(const double *u, const double *v, double *state)
{
    double sum[SPEEDS_MOST];
    for (size_t i = 0; i < linkage_speeds(&machine.linkage); i++)
        sum[i] = u[i] + v[i];
    return kinetic(sum, state) - kinetic(u, state) - kinetic(v, state);
}

/* Impulses along the rows change speeds so that v^T M change is what they do at speeds v. */
static void masses(void)
{
    double worst = 0;
    for (int k = 0; k < 100; k++) {
        struct scene s;
        double impulse[ROWS_MOST], change[SPEEDS_MOST], v[SPEEDS_MOST], power = 0, size = 1;
        some_scene(1 + (size_t)k % 8, 3, &s);
        for (size_t i = 0; i < machine.work.rows; i++)
            impulse[i] = uniform(-1, 1);
        linkage_yield(&machine.linkage, &machine.work, impulse, change);
        for (size_t i = 0; i < linkage_speeds(&machine.linkage); i++)
            v[i] = uniform(-1, 1);
        double got = product(v, change, s.state);
        kinetic(v, s.state);
        for (size_t i = 0; i < machine.work.rows; i++) {
            size_t number = machine.work.number[i];
            const struct vec *u = &machine.work.contact[number / 3].slip;
            double term = impulse[i] * (number % 3 == 0 ? u->z : number % 3 == 1 ? u->x : u->y);
            power += term;
            size += fabs(term);
        }
        worst = fmax(worst, fabs(got - power) / size);
    }
    check(worst < 1e-12, "the factor is that of kinetic energy's matrix: %.2g", worst);
}

/* What is missing from a mass matrix is found, and where. */
static void singular(void)
{
    double state[STATES_MOST];
    some_machine(&machine, 4, 0);
    some_state(&machine, state);
    machine.body[1].parent = machine.body[3].parent = 0, machine.body[2].parent = 1;
    linkage_place(&machine.linkage, state, &machine.work);
    check(linkage_factor(&machine.linkage, &machine.work) == 0, "four bodies have a mass matrix");
    machine.body[1].mass = 0;
    machine.body[1].inertia = (struct sym){0};
    linkage_place(&machine.linkage, state, &machine.work);
    check(linkage_factor(&machine.linkage, &machine.work) == 0, "a link between may be massless");
    machine.body[2].joint = machine.body[1].joint;
    machine.body[1].joint.type = machine.body[2].joint.type = LINKAGE_HINGE;
    linkage_place(&machine.linkage, state, &machine.work);
    check(linkage_factor(&machine.linkage, &machine.work) != 0 && machine.work.singular == 0,
          "but not between two hinges of one axis");
    machine.body[3].inertia = (struct sym){0};
    machine.body[3].joint.at = machine.body[3].centre;
    machine.body[3].joint.type = LINKAGE_HINGE;
    linkage_place(&machine.linkage, state, &machine.work);
    check(linkage_factor(&machine.linkage, &machine.work) != 0 && machine.work.singular == 2,
          "a point on its own axis");
    some_machine(&machine, 1, 0);
    machine.body[0].inertia.xx = machine.body[0].inertia.xy = machine.body[0].inertia.xz = 0;
    machine.body[0].inertia.yz = 0;
    linkage_place(&machine.linkage, state, &machine.work);
    check(linkage_factor(&machine.linkage, &machine.work) != 0 && machine.work.singular == 0,
          "a root that does not resist a turn");
}

/* ---- loads of joints ---- */

/* Along its axis a joint passes on its effort and no more; all together hold the root. */
static void loads(void)
{
    double worst[2] = {0};
    for (int k = 0; k < 200; k++) {
        struct scene s;
        struct linkage_load load[BODIES];
        some_scene(1 + (size_t)k % 7, 3, &s);
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
    check(worst[0] < 1e-10, "joints pass on their efforts: %.2g", worst[0]);
    check(worst[1] < 1e-10, "nothing is left at the root: %.2g", worst[1]);
}

/* Two masses that hang on a slide from each other on a root that falls not: held by a ball. */
static void hanging(void)
{
    double state[STATES_MOST] = {[LINKAGE_QUATERNION] = 1}, error;
    struct setting s = {.drive = {{0, 0, -10}, s.effort, NULL}, .hold = {s.grip, s.held}};
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
    check(answer(&machine, state, &s, &a) == 0, "hanging masses");
    linkage_follow(&machine.linkage, a.acceleration, &machine.work);
    linkage_reactions(&machine.linkage, &s.drive, a.force, &machine.work, load);
    near_abs(load[0].force.z, 50, 1e-12, "the upper joint holds both");
    near_abs(load[1].force.z, 30, 1e-12, "the lower one its own");
    near_abs(a.wheel[2], 60, 1e-12, "the ground holds all");
    near_abs(a.brake[0], 50, 1e-12, "by the brakes");
    near_abs(load[0].torque.x, 0, 1e-12, "nothing turns");
    state[LINKAGE_PLACE + 2] = 0.25;
    check(linkage_project_places(&machine.linkage, &s.hold, state, &machine.work, &error) == 0 &&
              error == 0.25,
          "a gap is closed");
}

/* ---- projection ---- */

static void places_projected(void)
{
    double left = 0, crooked = 0;
    for (int k = 0; k < 100; k++) {
        struct scene s;
        double before[STATES_MOST], error, way[SPEEDS_MOST] = {0}, v[SPEEDS_MOST];
        some_scene(4, 3, &s);
        linkage_normalise(s.state);
        for (size_t w = 0; w < 3; w++) {
            s.setting.grip[w].mode = w == 2 ? LINKAGE_OPEN : LINKAGE_SLIP;
            machine.wheel[w].body = w;
        }
        s.state[2] = 0;
        linkage_place(&machine.linkage, s.state, &machine.work);
        s.state[2] = -machine.work.contact[0].gap;
        if (linkage_project_places(&machine.linkage, &s.setting.hold, s.state, &machine.work,
                                   &error) != 0)
            continue; /* too far away */
        for (size_t w = 0; w < 2; w++)
            left = fmax(left, fabs(machine.work.contact[w].gap));
        /* a small way off: back at right angles, in the sense of mass, to all that is allowed */
        s.state[2] += 1e-6;
        memcpy(before, s.state, sizeof before);
        linkage_project_places(&machine.linkage, &s.setting.hold, s.state, &machine.work, &error);
        for (size_t i = 0; i < 3; i++)
            way[i] = s.state[i] - before[i];
        double Q[4] = {before[3], -before[4], -before[5], -before[6]};
        const double *p = s.state + LINKAGE_QUATERNION;
        struct vec a = vec_at(p + 1), b = vec_at(Q + 1);
        vec_put(vec_scale(2, vec_along(vec_along(vec_cross(a, b), p[0], b), Q[0], a)), way + 3);
        for (size_t j = 0; j < 3; j++)
            way[6 + j] = s.state[LINKAGE_JOINT + 2 * j] - before[LINKAGE_JOINT + 2 * j];
        some_state(&machine, before);
        memcpy(s.state + LINKAGE_VELOCITY, before, 6 * sizeof *before);
        linkage_place(&machine.linkage, s.state, &machine.work);
        linkage_factor(&machine.linkage, &machine.work);
        linkage_project_speeds(&machine.linkage, &s.setting.hold, s.state, &machine.work, &error);
        linkage_place(&machine.linkage, s.state, &machine.work);
        memcpy(v, s.state + LINKAGE_VELOCITY, 3 * sizeof *v);
        vec_put(machine.work.link[0].W, v + 3);
        for (size_t j = 0; j < 3; j++)
            v[6 + j] = s.state[LINKAGE_JOINT + 2 * j + 1];
        for (size_t i = 0; i < 9; i++)
            way[i] *= 1e6;
        crooked = fmax(crooked, fabs(product(v, way, s.state)) / (1 + kinetic(way, s.state)));
    }
    check(left < 1e-13, "gaps are closed: %.2g", left);
    check(crooked < 1e-4, "by the least motion: %.2g", crooked);
}

static void speeds_projected(void)
{
    double left = 0, lost = 0;
    for (int k = 0; k < 100; k++) {
        struct scene s;
        double error, before[STATES_MOST], v[SPEEDS_MOST], d[SPEEDS_MOST];
        some_scene(6, 3, &s);
        s.setting.held[3] = 1;
        memcpy(before, s.state, sizeof before);
        double T = linkage_kinetic(&machine.linkage, &machine.work);
        linkage_project_speeds(&machine.linkage, &s.setting.hold, s.state, &machine.work, &error);
        struct mat R = machine.work.link[0].R;
        linkage_place(&machine.linkage, s.state, &machine.work);
        for (size_t w = 0; w < 3; w++) {
            struct vec u = machine.work.contact[w].slip;
            int mode = s.setting.grip[w].mode;
            left = fmax(left, mode == LINKAGE_OPEN ? 0 : fabs(u.z));
            left = fmax(left, mode == LINKAGE_STICK ? fmax(fabs(u.x), fabs(u.y)) : 0);
        }
        left = fmax(left, fabs(s.state[LINKAGE_JOINT + 7]));
        for (int part = 0; part < 2; part++) {
            double *to = part == 0 ? v : d;
            for (size_t i = 0; i < STATES_MOST; i++)
                before[i] = part == 0 ? before[i] : before[i] - s.state[i];
            memcpy(to, (part == 0 ? s.state : before) + LINKAGE_VELOCITY, 3 * sizeof *to);
            vec_put(mat_turn(&R, vec_at((part == 0 ? s.state : before) + LINKAGE_SPIN)), to + 3);
            for (size_t j = 0; j < 5; j++)
                to[6 + j] = (part == 0 ? s.state : before)[LINKAGE_JOINT + 2 * j + 1];
        }
        lost = fmax(lost, fabs(T - kinetic(v, s.state) - kinetic(d, s.state)) / T);
    }
    check(left < 1e-11, "projected speeds keep to the rows: %.2g", left);
    check(lost < 1e-12, "by the least change: %.2g", lost);
}

int main(void)
{
    motions();
    masses();
    singular();
    loads();
    hanging();
    places_projected();
    speeds_projected();
    return done();
}
