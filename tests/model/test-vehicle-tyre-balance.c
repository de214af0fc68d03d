/* SPDX-License-Identifier: MIT */
/* The start in balance of cars on tyres, against conditions written here a second time: balance of
 * forces and torques about the centre of mass, loads of four equal springs, and forces along the
 * ground in proportion to the loads. */
#include "vehicle-tyre.h"

static const char *const corners[] = {"fl", "fr", "rl", "rr"};

struct vector {
    double x, y, z;
};

static struct vector cross(struct vector a, struct vector b)
{
    return (struct vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* Add s b to a. */
static void add_to(struct vector *a, double s, struct vector b)
{
    a->x += s * b.x;
    a->y += s * b.y;
    a->z += s * b.z;
}

/* Vector (x, y, z) of the frame in the axes of the ground. */
static struct vector turned(const wd_model *model, double x, double y, double z)
{
    struct vector u = {get(model, "state.frame.q1"), get(model, "state.frame.q2"),
                       get(model, "state.frame.q3")},
                  v = {x, y, z}, w = cross(u, v), result = v;
    add_to(&result, 2 * get(model, "state.frame.q0"), w);
    add_to(&result, 2, cross(u, w));
    return result;
}

static const char *const knuckles[] = {"left_knuckle", "right_knuckle"};
static const char *const pins[] = {"left_pin", "right_pin"};

/* A knuckle without mass on a pin through the centre of a front wheel, steered by a spring. */
static void add_knuckle(wd_model *model, int i, double steer)
{
    add_body(model, knuckles[i], 0, 0, 1.2, i ? -0.75 : 0.75, 0.3);
    add(model, "hinge", pins[i], "frame", knuckles[i]);
    set_place(model, pins[i], 1.2, i ? -0.75 : 0.75, 0.3);
    set_part(model, pins[i], "axis_z", 1);
    set_part(model, pins[i], "stiffness", 2e4);
    set_input(model, pins[i], "target", steer);
}

/* A frame of 1000 kg on four wheels without mass; its centre of mass is not in the middle, and its
 * heading is across the slope. All wheels have brakes. `steer`: angle of front wheels on knuckles,
 * or 0 without knuckles. */
static wd_model *askew_car(int form, double heading, double steer)
{
    wd_model *model = new_vehicle();
    add_body(model, "frame", 1000, 500, 0.3, -0.2, 0.5);
    add_tyre_numbers(model, form);
    for (int i = 0; i < 4; i++) {
        int turns = i < 2 && steer != 0;
        if (turns)
            add_knuckle(model, i, steer);
        add_wheel_on_tyre(model, corners[i], turns ? knuckles[i] : "frame", radius_of[form]);
        set_place(model, corners[i], i < 2 ? 1.2 : -1.2, i % 2 ? -0.75 : 0.75, 0.3);
        set_part(model, corners[i], "mass", 0);
        set_part(model, corners[i], "crown", 0.1);
        set_input(model, corners[i], "brake", 3000);
    }
    choose(model, "param.place", "in_balance");
    set_init(model, "frame", "yaw", heading);
    set(model, "input.slope", 0.2);
    return model;
}

/* Force of the ground on a wheel, its torque about the centre of mass, and its place on the ground
 * from there. */
struct touch {
    struct vector force, torque, place;
};

static struct touch touch_of(const wd_model *model, int i, int form, double steer)
{
    static const struct vector up = {0, 0, 1};
    const char *c = corners[i];
    double turn = i < 2 && steer != 0 ? get(model, name_of("state", pins[i], "angle")) : 0;
    struct vector e = turned(model, -sin(turn), cos(turn), 0),
                  centre = turned(model, (i < 2 ? 1.2 : -1.2) - 0.3, (i % 2 ? -0.75 : 0.75) + 0.2,
                                  0.3 - 0.5);
    double s = hypot(e.x, e.y), b = radius_of[form] - 0.1, N = out(model, c, "normal_force"),
           X = out(model, c, "forward_force"), Y = out(model, c, "side_force"),
           R = out(model, c, "rolling_radius"), height = b * s + 0.1 - out(model, c, "deflection");
    struct vector l = {e.x / s, e.y / s, 0}, h = cross(l, up);
    struct touch touch = {{0, 0, N}, {0, 0, 0}, centre};
    add_to(&touch.force, X, h);
    add_to(&touch.force, Y, l);
    touch.torque = cross(centre, touch.force);
    add_to(&touch.torque, N * b * e.z + Y * height + out(model, c, "moment_over"), h);
    add_to(&touch.torque, (X * (b * e.z * e.z - R) + out(model, c, "moment_roll")) / s, l);
    add_to(&touch.torque, out(model, c, "moment_align") - X * b * e.z, up);
    return touch;
}

/* Largest distance of the forces along the ground per load from the tangent of the slope, upwards.
 * A car that needs no torque about the normal to the ground has all of them there, because this is
 * the least sum of F^2/N; rolled and deflected tyres of different loads need a small torque. */
static double apart_from_slope(const struct touch *touch)
{
    double most = 0;
    for (int i = 0; i < 4; i++)
        most = fmax(most, hypot(touch[i].force.x / touch[i].force.z - tan(0.2),
                                touch[i].force.y / touch[i].force.z));
    return most;
}

static void balanced(int form, double heading, double steer)
{
    double weight = 1000 * 9.81;
    wd_model *model = askew_car(form, heading, steer);
    start(model, 0);
    struct vector force = {-weight * sin(0.2), 0, -weight * cos(0.2)}, torque = {0, 0, 0};
    struct touch touch[4];
    printf("# %s, heading %g, steered by %g\n", forms[form], heading, steer);
    for (int i = 0; i < 4; i++) {
        touch[i] = touch_of(model, i, form, steer);
        add_to(&force, 1, touch[i].force);
        add_to(&torque, 1, touch[i].torque);
    }
    near_abs(fabs(force.x) + fabs(force.y) + fabs(force.z), 0, 1e-8, "balance of the forces, N");
    near_abs(fabs(torque.x) + fabs(torque.y) + fabs(torque.z), 0, 1e-8,
             "balance of the torques, N m");
    if (steer == 0)
        near_abs(touch[0].force.z - touch[1].force.z - touch[2].force.z + touch[3].force.z, 0, 1e-8,
                 "the diagonal sums of loads are equal, because the tyres are");
    near_abs(apart_from_slope(touch), 0, 1e-3, "forces per load, from the tangent of the slope");
    wd_model_free(model);
}

int main(void)
{
    for (int form = 0; form < FORMS; form++)
        for (int k = 0; k < 4; k++)
            balanced(form, 0.8 * k, k < 3 ? 0 : 0.4);
    return done();
}
