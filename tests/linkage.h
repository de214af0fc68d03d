/* SPDX-License-Identifier: MIT */
/* Mechanisms with joints from the tables of tests/ref/vehicle, and their states ("moments"). */
#ifndef TEST_LINKAGE_H
#define TEST_LINKAGE_H

#include "csv.h"
#include "mech/linkage_state.h"
#include "random.h"

enum {
    BODIES = 64,
    WHEELS = 4,
    SPEEDS_MOST = BODIES + 5,
    STATES_MOST = 11 + 2 * BODIES,
    ROWS_MOST = 3 * WHEELS + BODIES,
    MEMORY = 1 << 16
};

struct machine {
    struct linkage linkage;
    struct linkage_body body[BODIES];
    struct linkage_wheel wheel[WHEELS];
    double mu[WHEELS];
    double memory[MEMORY];
    struct linkage_work work;
};

static inline struct vec cells(const char *const *cell)
{
    return (struct vec){strtod(cell[0], NULL), strtod(cell[1], NULL), strtod(cell[2], NULL)};
}

static inline void read_part(const char *const *cell, struct machine *m)
{
    struct linkage_body *body = &m->body[atoi(cell[1])];
    if (strcmp(cell[0], "body") == 0) {
        struct vec x = cells(cell + 6), y = cells(cell + 9), z = cells(cell + 12);
        *body = (struct linkage_body){.mass = strtod(cell[2], NULL), .centre = cells(cell + 3)};
        body->inertia = (struct sym){x.x, y.y, z.z, x.y, x.z, y.z};
        m->linkage.bodies++;
    } else if (strcmp(cell[0], "joint") == 0) {
        struct vec spring = cells(cell + 10);
        body->parent = (size_t)atoi(cell[3]);
        body->joint = (struct linkage_joint){
            .type = strcmp(cell[2], "hinge") == 0 ? LINKAGE_HINGE : LINKAGE_SLIDE,
            .at = cells(cell + 4),
            .axis = cells(cell + 7),
            .stiffness = spring.x,
            .rest = spring.y,
            .damping = spring.z,
        };
    } else if (strcmp(cell[0], "wheel") == 0) {
        m->mu[m->linkage.wheels] = strtod(cell[11], NULL);
        m->wheel[m->linkage.wheels++] = (struct linkage_wheel){
            .body = (size_t)atoi(cell[2]),
            .centre = cells(cell + 3),
            .axis = cells(cell + 6),
            .radius = strtod(cell[9], NULL),
            .crown = strtod(cell[10], NULL),
        };
    }
}

/* Carve the work from memory filled with NaN, so that a result that depends on old contents is NaN.
 */
static inline void machine_carve(struct machine *m)
{
    m->linkage.body = m->body;
    m->linkage.wheel = m->wheel;
    size_t words = linkage_doubles(&m->linkage);
    if (words + linkage_solver_doubles(&m->linkage) > MEMORY) {
        printf("Bail out! a machine is too large\n");
        exit(1);
    }
    for (size_t i = 0; i < MEMORY; i++)
        m->memory[i] = NAN;
    m->work = linkage_carve(&m->linkage, m->memory, m->memory + words);
}

/* Read the table of a mechanism. These tables have no header line, so csv_open() takes their first
 * row as the header. */
static inline void machine_read(const char *path, struct machine *m)
{
    struct csv csv;
    memset(m, 0, sizeof *m);
    csv_open(&csv, path);
    read_part(csv.name, m);
    while (csv_next(&csv))
        read_part(csv.cell, m);
    machine_carve(m);
}

/* ---- states.csv ---- */

/* One state of the table, its loads, and the results. brake_mode: 1 if the brake holds the joint, 2
 * or -2 if it slides at a positive or negative rate, 0 if there is no brake. */
struct moment {
    char model[32];
    int id;
    double g[3], x[3], quat[4], q[BODIES], v[3], omega[3], dq[BODIES], motor[BODIES], brake[BODIES],
        brake_mode[BODIES];
    int wheel_mode[WHEELS];
    double acc[SPEEDS_MOST], F[3 * WHEELS], contact_acc[3 * WHEELS], contact_point[3 * WHEELS],
        contact_velocity[3 * WHEELS], brake_torque[BODIES], kinetic[1], potential[1];
};

static inline void read_number(const struct csv *csv, struct moment *m)
{
    struct {
        const char *name;
        double *to;
    } table[] = {
        {"g", m->g},
        {"x", m->x},
        {"quat", m->quat},
        {"q", m->q},
        {"v", m->v},
        {"omega", m->omega},
        {"dq", m->dq},
        {"motor", m->motor},
        {"brake", m->brake},
        {"brake_mode", m->brake_mode},
        {"acc", m->acc},
        {"F", m->F},
        {"contact_acc", m->contact_acc},
        {"contact_point", m->contact_point},
        {"contact_velocity", m->contact_velocity},
        {"brake_torque", m->brake_torque},
        {"kinetic", m->kinetic},
        {"potential", m->potential},
    };
    const char *what = csv_text(csv, "what");
    int index = atoi(csv_text(csv, "index"));
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(what, table[i].name) == 0)
            table[i].to[index] = csv_real(csv, "value");
    if (strcmp(what, "wheel_mode") == 0) {
        const char *mode = csv_text(csv, "value");
        m->wheel_mode[index] = strcmp(mode, "open") == 0    ? LINKAGE_OPEN
                               : strcmp(mode, "stick") == 0 ? LINKAGE_STICK
                                                            : LINKAGE_SLIP;
    }
}

/* Read all moments; returns their number. */
static inline int read_moments(struct moment *moment, int most)
{
    struct csv csv;
    int count = 0;
    csv_open(&csv, "vehicle/states.csv");
    while (csv_next(&csv)) {
        int id = atoi(csv_text(&csv, "state"));
        if (count == 0 || moment[count - 1].id != id) {
            if (count == most)
                break;
            memset(&moment[count], 0, sizeof *moment);
            snprintf(moment[count].model, sizeof moment->model, "%s", csv_text(&csv, "model"));
            moment[count++].id = id;
        }
        read_number(&csv, &moment[count - 1]);
    }
    return count;
}

/* Rotate v by the inverse of the unit quaternion Q. */
static inline struct vec turned_back(const double *Q, struct vec v)
{
    struct vec u = {Q[1], Q[2], Q[3]};
    struct vec t = vec_scale(2, vec_cross(u, v));
    return vec_add(vec_along(v, -Q[0], t), vec_cross(u, t));
}

static inline void state_of(const struct moment *m, size_t joints, double *state)
{
    struct vec w = turned_back(m->quat, (struct vec){m->omega[0], m->omega[1], m->omega[2]});
    memcpy(state + LINKAGE_PLACE, m->x, sizeof m->x);
    memcpy(state + LINKAGE_QUATERNION, m->quat, sizeof m->quat);
    memcpy(state + LINKAGE_VELOCITY, m->v, sizeof m->v);
    memcpy(state + LINKAGE_SPIN, &w, sizeof w);
    for (size_t j = 0; j < joints; j++) {
        state[LINKAGE_JOINT + 2 * j] = m->q[j];
        state[LINKAGE_JOINT + 2 * j + 1] = m->dq[j];
    }
}

/* Loads on the machine, and its constraints: contacts and held joints. A sliding brake is no
 * constraint; its torque is part of the effort. */
struct setting {
    double effort[BODIES];
    struct linkage_drive drive;
    struct linkage_grip grip[WHEELS];
    int held[BODIES];
    struct linkage_hold hold;
};

/* Set loads and constraints. The slip directions are those of the contact velocities in the table.
 * A contact that does not slip has the direction NaN, which is not used. */
static inline void setting_of(const struct moment *m, const struct machine *machine,
                              struct setting *s)
{
    *s = (struct setting){.drive = {{m->g[0], m->g[1], m->g[2]}, s->effort, NULL},
                          .hold = {.contact = s->grip, .held = s->held}};
    for (size_t j = 0; j < linkage_joints(&machine->linkage); j++) {
        s->held[j] = m->brake_mode[j] == 1;
        s->effort[j] = m->motor[j] - (m->brake_mode[j] == 2    ? m->brake[j]
                                      : m->brake_mode[j] == -2 ? -m->brake[j]
                                                               : 0);
    }
    for (size_t w = 0; w < machine->linkage.wheels; w++) {
        const double *u = m->contact_velocity + 3 * w;
        double size = hypot(u[0], u[1]);
        s->grip[w] =
            (struct linkage_grip){m->wheel_mode[w], machine->mu[w], {u[0] / size, u[1] / size}};
    }
}

struct answer {
    double acceleration[SPEEDS_MOST], force[ROWS_MOST];
    double wheel[3 * WHEELS]; /* forces x, y, z */
    double brake[BODIES];     /* forces or torques that hold the held joints */
};

static inline int32_t answer(struct machine *m, const double *state, const struct setting *s,
                             struct answer *answer)
{
    *answer = (struct answer){{0}, {0}, {0}, {0}};
    linkage_place(&m->linkage, state, &m->work);
    int32_t status = linkage_factor(&m->linkage, &m->work);
    if (status != 0)
        return status;
    linkage_drive(&m->linkage, state, &s->drive, &m->work);
    linkage_choose(&m->linkage, &s->hold, &m->work);
    status = linkage_solve(&m->linkage, &s->hold, &m->work, answer->force);
    if (status != 0)
        return status;
    linkage_accelerate(&m->linkage, &m->work, answer->force, answer->acceleration);
    for (size_t i = 0; i < m->work.rows; i++) {
        size_t number = m->work.number[i], wheels = m->linkage.wheels;
        if (number < 3 * wheels)
            answer->wheel[3 * (number / 3) + (number + 2) % 3] = answer->force[i];
        else
            answer->brake[number - 3 * wheels] = answer->force[i];
    }
    return status;
}

/* ---- random machines and states ---- */

static inline struct vec some_vec(double most)
{
    double x = uniform(-most, most), y = uniform(-most, most), z = uniform(-most, most);
    return (struct vec){x, y, z};
}

static inline struct vec some_axis(void)
{
    struct vec v = some_vec(1);
    return vec_scale(1 / sqrt(vec_dot(v, v)), v);
}

/* Inertia of random point masses, so that it is physically possible. */
static inline struct sym some_inertia(void)
{
    struct sym J = {0};
    for (int i = 0; i < 4; i++) {
        struct vec r = some_vec(1);
        J.xx += r.y * r.y + r.z * r.z, J.yy += r.x * r.x + r.z * r.z;
        J.zz += r.x * r.x + r.y * r.y;
        J.xy -= r.x * r.y, J.xz -= r.x * r.z, J.yz -= r.y * r.z;
    }
    return J;
}

/* Draw a mechanism whose wheels are in turn balls, knife edges and tori. */
static inline void some_machine(struct machine *m, size_t bodies, size_t wheels)
{
    memset(m, 0, sizeof *m);
    m->linkage.bodies = bodies;
    m->linkage.wheels = wheels;
    for (size_t i = 0; i < bodies; i++) {
        struct linkage_body *body = &m->body[i];
        body->mass = uniform(1, 5);
        body->centre = some_vec(1);
        body->inertia = some_inertia();
        body->parent = i > 0 ? (size_t)uniform(0, (double)i) : 0;
        body->joint.type = uniform(0, 1) < 0.3 ? LINKAGE_SLIDE : LINKAGE_HINGE;
        body->joint.at = some_vec(1);
        body->joint.axis = some_axis();
        body->joint.stiffness = uniform(0, 10);
        body->joint.rest = uniform(-1, 1);
        body->joint.damping = uniform(0, 2);
    }
    for (size_t w = 0; w < wheels; w++) {
        double radius = uniform(0.1, 0.5);
        m->mu[w] = uniform(0, 0.5);
        m->wheel[w] = (struct linkage_wheel){.body = (size_t)uniform(0, (double)bodies),
                                             .centre = some_vec(1),
                                             .axis = some_axis(),
                                             .radius = radius,
                                             .crown = w % 3 == 0   ? radius
                                                      : w % 3 == 1 ? 0
                                                                   : radius / 3};
    }
    machine_carve(m);
}

/* Draw a state; its quaternion need not have length 1. */
static inline void some_state(const struct machine *m, double *state)
{
    for (size_t i = 0; i < linkage_states(&m->linkage); i++)
        state[i] = uniform(-1, 1);
}

/* A mechanism in motion: gravity, joint forces, a load on each body, wheels in all modes. */
struct scene {
    double state[STATES_MOST];
    struct setting setting;
    struct linkage_load load[BODIES];
    struct answer answer;
};

static inline void some_scene(struct machine *m, size_t bodies, size_t wheels, struct scene *s)
{
    some_machine(m, bodies, wheels);
    some_state(m, s->state);
    s->setting = (struct setting){.drive = {some_vec(10), s->setting.effort, s->load},
                                  .hold = {.contact = s->setting.grip, .held = s->setting.held}};
    for (size_t i = 0; i < bodies; i++) {
        s->load[i] = (struct linkage_load){some_vec(5), some_vec(5)};
        s->setting.effort[i] = uniform(-5, 5);
    }
    for (size_t w = 0; w < wheels; w++) {
        double angle = uniform(-3, 3);
        s->setting.grip[w] =
            (struct linkage_grip){(int)uniform(0, 3), m->mu[w], {cos(angle), sin(angle)}};
    }
    if (answer(m, s->state, &s->setting, &s->answer) != 0)
        s->answer.acceleration[0] = NAN;
}

/* ---- speeds of the current state; angular speeds of the root are in ground axes ---- */

static inline void read_speeds(const struct machine *m, const double *state, double *speeds)
{
    const double *w = state + LINKAGE_SPIN;
    struct vec W = mat_turn(&m->work.link[0].R, (struct vec){w[0], w[1], w[2]});
    memcpy(speeds, state + LINKAGE_VELOCITY, 3 * sizeof *speeds);
    memcpy(speeds + 3, &W, sizeof W);
    for (size_t j = 0; j < linkage_joints(&m->linkage); j++)
        speeds[6 + j] = state[LINKAGE_JOINT + 2 * j + 1];
}

static inline void set_speeds(const struct machine *m, const double *speeds, double *state)
{
    struct vec W = {speeds[3], speeds[4], speeds[5]}, w = mat_turn_back(&m->work.link[0].R, W);
    memcpy(state + LINKAGE_VELOCITY, speeds, 3 * sizeof *speeds);
    memcpy(state + LINKAGE_SPIN, &w, sizeof w);
    for (size_t j = 0; j < linkage_joints(&m->linkage); j++)
        state[LINKAGE_JOINT + 2 * j + 1] = speeds[6 + j];
}

static inline double kinetic(struct machine *m, const double *speeds, double *state)
{
    set_speeds(m, speeds, state);
    linkage_place(&m->linkage, state, &m->work);
    return linkage_kinetic(&m->linkage, &m->work);
}

/* u^T M v, computed from kinetic energies. */
static inline double product(struct machine *m, const double *u, const double *v, double *state)
{
    double sum[SPEEDS_MOST];
    for (size_t i = 0; i < linkage_speeds(&m->linkage); i++)
        sum[i] = u[i] + v[i];
    return kinetic(m, sum, state) - kinetic(m, u, state) - kinetic(m, v, state);
}

/* Largest difference of a and b, relative to the largest number of b if that exceeds 1. */
static inline double apart(const double *a, const double *b, size_t n)
{
    double worst = 0, size = 1;
    for (size_t i = 0; i < n; i++)
        size = fmax(size, fabs(b[i]));
    for (size_t i = 0; i < n; i++)
        worst = fmax(worst, fabs(a[i] - b[i]) / size);
    return worst;
}

#endif
