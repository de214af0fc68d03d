/* SPDX-License-Identifier: MIT */
/* Vehicles at rest and in motion, compared with the same vehicles in MuJoCo (libmujoco-dev): a car
 * of 1 t that brakes, is driven or is parked on a slope, a robot on two driven wheels and a
 * frictionless caster ball, a ball that bounces. All wheels are balls, which touch the plane at one
 * point in both engines; masses, inertias, friction, joint damping and motors have the same values.
 * The brake in MuJoCo is `frictionloss`, the limited friction of a joint. MuJoCo runs with its
 * defaults (pyramidal cones, Newton's solver, Euler's integrator) and with the settings that its
 * manual recommends against slip: elliptic cones and 20 noslip iterations. Both engines make steps
 * of 1 ms, but event-driven runs of the library choose their own steps. The library runs in one
 * call, or in one call per millisecond, as a controller does, after which nothing, a state or an
 * output is read. It also integrates work and losses. A bounce without loss is `solref` with a
 * stiffness and no damping in MuJoCo. */
#include "bench.h"
#include "model/vehicle.h"

#include <math.h>
#include <string.h>

#define STEP_TIME 1e-3

/* Number of steps of a time comparison and of a turn on the spot. */
enum { RACE = 1000, DRIFT_STEPS = 10000 };

/* ---- the machines ---- */

static const char *const wheels[] = {"front_left", "front_right", "rear_left", "rear_right"};

enum { CAR_WHEELS = 4 };

#define CAR_MU 0.8
#define CAR_AT(i)                                       \
    {                                                   \
        (i) < 2 ? 1.3 : -1.2, (i) % 2 ? -0.7 : 0.7, 0.3 \
    }

static void ball_wheel(wd_model *model, const char *name, const char *on, double x, double y,
                       double radius)
{
    add(model, "wheel", name, on, NULL);
    set_place(model, name, x, y, radius);
    set_part(model, name, "radius", radius);
    set_part(model, name, "crown", radius);
}

static void step_by(wd_model *model, const char *scheme)
{
    choose(model, "solver.scheme", scheme);
    set(model, "solver.fixed_step", strcmp(scheme, "moreau") == 0 ? STEP_TIME : 0);
}

static wd_model *our_car(const char *scheme, double brake)
{
    wd_model *model = new_vehicle();
    add_body(model, "frame", 1000, 500, 0, 0, 0.5);
    for (int i = 0; i < CAR_WHEELS; i++) {
        const double at[] = CAR_AT(i);
        ball_wheel(model, wheels[i], "frame", at[0], at[1], at[2]);
        set_part(model, wheels[i], "mass", 10);
        set_part(model, wheels[i], "spin_inertia", 0.45);
        set_part(model, wheels[i], "cross_inertia", 0.3);
        set_input(model, wheels[i], "mu", CAR_MU);
        set_input(model, wheels[i], "brake", brake);
    }
    step_by(model, scheme);
    return model;
}

static wd_model *our_robot(const char *scheme)
{
    wd_model *model = new_vehicle();
    add_body(model, "frame", 8, 0, 0.05, 0, 0.12);
    set_mass(model, "frame", 8, 0.075, 0.12, 0.17);
    ball_wheel(model, "left", "frame", 0, 0.17, 0.08);
    ball_wheel(model, "right", "frame", 0, -0.17, 0.08);
    for (int i = 0; i < 2; i++) {
        const char *name = i ? "right" : "left";
        set_part(model, name, "mass", 0.6);
        set_part(model, name, "spin_inertia", 0.00192);
        set_part(model, name, "cross_inertia", 0.001);
        set_part(model, name, "damping", 0.02);
        set_input(model, name, "torque", i ? 0.1 : -0.1);
    }
    add(model, "rim", "caster", "frame", NULL);
    set_place(model, "caster", 0.15, 0, 0.03);
    set_part(model, "caster", "radius", 0.03);
    set_part(model, "caster", "crown", 0.03);
    set_input(model, "caster", "mu", 0);
    step_by(model, scheme);
    return model;
}

static wd_model *our_ball(const char *scheme)
{
    wd_model *model = new_vehicle();
    add_body(model, "frame", 1, 0.004, 0, 0, 0.1);
    add(model, "rim", "skin", "frame", NULL);
    set_place(model, "skin", 0, 0, 0.1);
    set_part(model, "skin", "radius", 0.1);
    set_part(model, "skin", "crown", 0.1);
    set_part(model, "skin", "restitution", 1);
    set_init(model, "frame", "z", 0.3);
    step_by(model, scheme);
    return model;
}

#ifdef HAVE_MUJOCO

#include "mujoco-load.h"

struct theirs {
    const char *name, *option;
};

static const struct theirs settings[] = {
    {"as it comes", ""},
    {"elliptic cones, noslip", "cone='elliptic' noslip_iterations='20'"},
};

enum { SETTINGS = sizeof settings / sizeof *settings };

struct scene {
    mjModel *model;
    mjData *data;
};

static struct scene scene_of(const struct theirs *how, const char *bodies, double slope)
{
    char text[4096];
    snprintf(text, sizeof text,
             "<mujoco><option timestep='%g' gravity='%.17g 0 %.17g' %s/><worldbody>"
             "<geom type='plane' size='0 0 1' friction='1 0 0' condim='3'/>%s</worldbody></mujoco>",
             STEP_TIME, -9.81 * sin(slope), -9.81 * cos(slope), how->option, bodies);
    mjModel *model = mujoco_load(text);
    return (struct scene){model, mj_makeData(model)};
}

static void scene_free(struct scene *scene)
{
    mj_deleteData(scene->data);
    mj_deleteModel(scene->model);
}

static void scene_go(struct scene *scene, int steps)
{
    for (int i = 0; i < steps; i++)
        mj_step(scene->model, scene->data);
}

/* The car as a scene of MuJoCo. If the brake has no limit, the wheels are fixed to the frame. */
static struct scene their_car(const struct theirs *how, double brake, double slope)
{
    char text[3072], joint[80] = "";
    if (isfinite(brake))
        snprintf(joint, sizeof joint, "<joint type='hinge' axis='0 1 0' frictionloss='%g'/>",
                 brake);
    int n = snprintf(text, sizeof text,
                     "<body pos='0 0 0.5'><freejoint/>"
                     "<inertial pos='0 0 0' mass='1000' diaginertia='500 500 500'/>");
    for (int i = 0; i < CAR_WHEELS; i++) {
        const double at[] = CAR_AT(i);
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "<body pos='%g %g -0.2'>%s<inertial pos='0 0 0' mass='10' "
                      "diaginertia='0.3 0.45 0.3'/><geom type='sphere' size='0.3' "
                      "friction='%g 0 0' priority='1'/></body>",
                      at[0], at[1], joint, CAR_MU);
    }
    snprintf(text + n, sizeof text - (size_t)n, "</body>");
    return scene_of(how, text, slope);
}

static struct scene their_robot(const struct theirs *how)
{
    static const char wheel[] =
        "<body pos='-0.05 %g -0.04'><joint type='hinge' axis='0 1 0' damping='0.02'/>"
        "<inertial pos='0 0 0' mass='0.6' diaginertia='0.001 0.00192 0.001'/><geom "
        "type='sphere' size='0.08' friction='0.8 0 0' priority='1'/></body>";
    char text[3072];
    int n = snprintf(text, sizeof text,
                     "<body pos='0.05 0 0.12'><freejoint/>"
                     "<inertial pos='0 0 0' mass='8' diaginertia='0.075 0.12 0.17'/>");
    for (int i = 0; i < 2; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, wheel, i ? -0.17 : 0.17);
    snprintf(text + n, sizeof text - (size_t)n,
             "<geom type='sphere' pos='0.1 0 -0.09' size='0.03' condim='1' priority='1'/></body>");
    struct scene scene = scene_of(how, text, 0);
    scene.data->qfrc_applied[6] = -0.1;
    scene.data->qfrc_applied[7] = 0.1;
    return scene;
}

/* ---- time ---- */

/* A manner of calling the library. aim: largest ratio to MuJoCo's time, for each scheme. */
static const struct manner {
    const char *name;
    int calls;    /* number of calls of the library */
    int32_t role; /* role of the variable that is read after each call; 0: nothing is read */
    struct {
        double moreau, event;
    } aim;
} manners[] = {
    {"in one call", 1, 0, {0.5, 0.5}},
    {"in a call each", RACE, 0, {0.4, 0.5}},
    {"in a call each, a state read", RACE, WD_STATE, {0.4, 0.5}},
    {"in a call each, an output read", RACE, WD_OUTPUT, {0.4, 0.5}},
};

enum { MANNERS = sizeof manners / sizeof *manners };

struct race {
    wd_model *ours;
    struct scene theirs;
    double speed; /* forward speed of a rolling start; 0: start at rest */
    const struct manner *manner;
};

/* The first variable of a role. */
static uint32_t first_of(const wd_model *model, int32_t role)
{
    uint32_t ref = 0;
    while (role > 0 && wd_model_var_role(model, ref) != role)
        ref++;
    return ref;
}

static void run_ours(void *context)
{
    const struct race *race = context;
    int calls = race->manner->calls, reads = race->manner->role > 0;
    uint32_t ref = first_of(race->ours, race->manner->role);
    double value;
    wd_model_reset(race->ours);
    start(race->ours, 0);
    for (int k = 1; k <= calls; k++) {
        must(race->ours, wd_model_step_to(race->ours, k * (RACE / calls) * STEP_TIME), "step");
        if (reads)
            must(race->ours, wd_model_get(race->ours, &ref, 1, &value), "get");
    }
}

static void run_theirs(void *context)
{
    struct race *race = context;
    mjData *data = race->theirs.data;
    double applied[10];
    memcpy(applied, data->qfrc_applied, (size_t)race->theirs.model->nv * sizeof *applied);
    mj_resetData(race->theirs.model, data);
    memcpy(data->qfrc_applied, applied, (size_t)race->theirs.model->nv * sizeof *applied);
    data->qvel[0] = race->speed;
    for (int i = 6; race->speed > 0 && i < race->theirs.model->nv; i++)
        data->qvel[i] = race->speed / 0.3;
    scene_go(&race->theirs, RACE);
}

static void run_race(const char *what, const char *scheme, const struct theirs *how,
                     struct race *race)
{
    for (int i = 0; i < MANNERS; i++) {
        char name[160];
        race->manner = &manners[i];
        snprintf(name, sizeof name, "%s, a millisecond %s, %s / MuJoCo %s", what, manners[i].name,
                 scheme, how->name);
        bench_pair(name, run_ours, race, run_theirs, race, RACE,
                   strcmp(scheme, "moreau") == 0 ? manners[i].aim.moreau : manners[i].aim.event);
    }
    wd_model_free(race->ours);
    scene_free(&race->theirs);
}

/* Let the car start with rolling wheels at the speed of the race. */
static void roll(struct race *race)
{
    set_init(race->ours, "frame", "forward", race->speed);
    choose(race->ours, "param.spin", "rolling");
}

/* Apply a torque (N m) to each wheel of the car. */
static void drive(struct race *race, double torque)
{
    for (int i = 0; i < CAR_WHEELS; i++) {
        set_input(race->ours, wheels[i], "torque", torque);
        race->theirs.data->qfrc_applied[6 + i] = torque;
    }
}

static void race(void)
{
    static const char *const schemes[] = {"moreau", "event"};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < SETTINGS; k++) {
            struct race car = {our_car(schemes[i], 600), their_car(&settings[k], 600, 0), 20,
                               manners};
            roll(&car);
            run_race("braking car", schemes[i], &settings[k], &car);
            struct race driven = {our_car(schemes[i], 0), their_car(&settings[k], 0, 0), 10,
                                  manners};
            roll(&driven);
            drive(&driven, 50);
            run_race("driven car", schemes[i], &settings[k], &driven);
            struct race parked = {our_car(schemes[i], 4000), their_car(&settings[k], 4000, 0.3), 0,
                                  manners};
            set(parked.ours, "input.slope", 0.3);
            run_race("parked car", schemes[i], &settings[k], &parked);
            struct race robot = {our_robot(schemes[i]), their_robot(&settings[k]), 0, manners};
            run_race("turning robot", schemes[i], &settings[k], &robot);
        }
}

/* ---- accuracy ---- */

/* Distance [m] that the braked car creeps in a minute on a slope, after a second to settle. */
static double their_creep(const struct theirs *how, double brake)
{
    struct scene scene = their_car(how, brake, 0.3);
    scene_go(&scene, 1000);
    double x = scene.data->qpos[0], y = scene.data->qpos[1];
    scene_go(&scene, 60000);
    double moved = hypot(scene.data->qpos[0] - x, scene.data->qpos[1] - y);
    scene_free(&scene);
    return moved;
}

/* Distance that the middle of the axle moves along the axle in 10 s. *turned: yaw rate at the end.
 */
static double their_drift(const struct theirs *how, double *turned)
{
    struct scene scene = their_robot(how);
    double R[9], way = 0;
    for (int i = 0; i < DRIFT_STEPS; i++) {
        mj_step(scene.model, scene.data);
        const double *v = scene.data->qvel;
        mju_quat2Mat(R, scene.data->qpos + 3);
        double aside =
            v[0] * R[1] + v[1] * R[4] + v[2] * R[7]; /* lateral velocity of the body's centre */
        way += STEP_TIME * fabs(aside - 0.05 * v[5] + 0.04 * v[3]);
    }
    *turned = scene.data->qvel[5];
    scene_free(&scene);
    return way;
}

/* Largest deviation of the energy of the flying ball from that at its start, in 5 s, relative to
 * the energy of its first fall (0.2 m). */
static double their_bounce(const struct theirs *how)
{
    struct scene scene = scene_of(how,
                                  "<body pos='0 0 0.3'><freejoint/><inertial pos='0 0 0' mass='1' "
                                  "diaginertia='0.004 0.004 0.004'/><geom type='sphere' size='0.1' "
                                  "priority='1' solref='-10000 0'/></body>",
                                  0);
    double most = 0, first = 9.81 * 0.3;
    for (int i = 0; i < 5000; i++) {
        mj_step(scene.model, scene.data);
        double z = scene.data->qpos[2], v = scene.data->qvel[2];
        if (z > 0.1)
            most = fmax(most, fabs(9.81 * z + v * v / 2 - first) / (9.81 * 0.2));
    }
    scene_free(&scene);
    return most;
}

static void compare(void)
{
    for (int k = 0; k < SETTINGS; k++) {
        double turned, drift = their_drift(&settings[k], &turned);
        printf("MuJoCo %s: parked car creeps %.3g m in a minute (%.3g m with wheels fixed to the "
               "car), "
               "robot turning on the spot (%.3g rad/s) slips %.3g m sideways in 10 s, energy of a "
               "bounce off by %.3g\n",
               settings[k].name, their_creep(&settings[k], 4000),
               their_creep(&settings[k], INFINITY), turned, drift, their_bounce(&settings[k]));
    }
}

#else

static void race(void)
{
    printf("MuJoCo is not installed (libmujoco-dev): the comparison with it was skipped\n");
}

static void compare(void)
{
}

#endif

/* ---- the same with the library ---- */

static double our_creep(const char *scheme)
{
    wd_model *model = our_car(scheme, 4000);
    set(model, "input.slope", 0.3);
    start(model, 0);
    go(model, 1);
    double x = get(model, "state.frame.x"), y = get(model, "state.frame.y");
    go(model, 61);
    double moved = hypot(get(model, "state.frame.x") - x, get(model, "state.frame.y") - y);
    wd_model_free(model);
    return moved;
}

/* Distance that the middle of the axle moves along the axle in 10 s, computed from the slip of the
 * left wheel, because all points of the axle have the same velocity along it. *turned: yaw rate at
 * the end. */
static double our_drift(const char *scheme, double *turned)
{
    wd_model *model = our_robot(scheme);
    double way = 0;
    start(model, 0);
    for (int i = 1; i <= DRIFT_STEPS; i++) {
        go(model, i * STEP_TIME);
        way += STEP_TIME * fabs(out(model, "left", "slip_side"));
    }
    *turned = get(model, "state.frame.wz");
    wd_model_free(model);
    return way;
}

static double our_bounce(const char *scheme)
{
    wd_model *model = our_ball(scheme);
    start(model, 0);
    double most = 0, first = get(model, "output.potential_energy");
    for (int i = 1; i <= 5000; i++) {
        go(model, i * STEP_TIME);
        double now = get(model, "output.kinetic_energy") + get(model, "output.potential_energy");
        most = fmax(most, fabs(now - first) / (9.81 * 0.2));
    }
    wd_model_free(model);
    return most;
}

int main(void)
{
    static const char *const schemes[] = {"moreau", "event"};
    for (int i = 0; i < 2; i++) {
        double turned, drift = our_drift(schemes[i], &turned);
        printf("ours by %s: parked car creeps %.3g m in a minute, robot turning on the spot (%.3g "
               "rad/s) slips %.3g m sideways in 10 s, energy of a bounce off by %.3g\n",
               schemes[i], our_creep(schemes[i]), turned, drift, our_bounce(schemes[i]));
    }
    compare();
    race();
    return 0;
}
