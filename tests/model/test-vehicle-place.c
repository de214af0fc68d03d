/* SPDX-License-Identifier: MIT */
/* Start of vehicles: placing on the ground (param.place) and rolling wheels (param.spin). */
#include "random.h"
#include "vehicle.h"

#include <string.h>

static const double left[3] = {0, 1, 0};

/* ---- models ---- */

static wd_model *make_ball(void)
{
    wd_model *model = new_vehicle();
    add_body(model, "ball", 2, 0.1, 0, 0, 0.3);
    add_tyre(model, "rim", "skin", "ball", 0, 0, 0.3, 0.3);
    return model;
}

/* A frame on three wheels; the front wheel swivels. */
static wd_model *make_tricycle(void)
{
    const double at[3] = {1, 0, 0.5}, axis[3] = {-0.3, 0, 1};
    wd_model *model = new_vehicle();
    add_body(model, "frame", 10, 1, 0.4, 0, 0.5);
    add_body(model, "fork", 1, 0.1, 1, 0, 0.4);
    add_joint(model, "hinge", "steer", "frame", "fork", at, axis);
    add_tyre(model, "wheel", "left", "frame", 0, 0.3, 0.3, 0.05);
    add_tyre(model, "wheel", "right", "frame", 0, -0.3, 0.3, 0);
    add_tyre(model, "wheel", "front", "fork", 1.1, 0, 0.3, 0.02);
    return model;
}

static wd_model *make_bicycle(void)
{
    const double at[3] = {0.9, 0, 0.5}, axis[3] = {-1, 0, 3};
    wd_model *model = new_vehicle();
    add_body(model, "frame", 10, 1, 0.4, 0, 0.5);
    add_body(model, "fork", 1, 0.1, 1, 0, 0.4);
    add_joint(model, "hinge", "steer", "frame", "fork", at, axis);
    add_tyre(model, "wheel", "rear", "frame", 0, 0, 0.3, 0);
    add_tyre(model, "wheel", "front", "fork", 1, 0, 0.35, 0);
    return model;
}

static wd_model *make_four_wheels(void)
{
    wd_model *model = new_vehicle();
    add_body(model, "frame", 10, 1, 0.4, 0, 0.5);
    add_tyre(model, "wheel", "fl", "frame", 1, 0.5, 0.3, 0.1);
    add_tyre(model, "wheel", "fr", "frame", 1, -0.5, 0.3, 0.1);
    add_tyre(model, "wheel", "rl", "frame", -0.5, 0.5, 0.3, 0.1);
    add_tyre(model, "wheel", "rr", "frame", -0.5, -0.5, 0.3, 0.1);
    return model;
}

/* ---- on the ground ---- */

static void check_stands(const wd_model *model, const char *const *wheels, double *worst)
{
    for (; *wheels; wheels++)
        *worst = fmax(*worst, fabs(out(model, *wheels, "gap")));
}

static void lone_ball(void)
{
    wd_model *model = make_ball();
    choose(model, "param.place", "on_ground");
    set(model, "init.ball.z", 5);
    set(model, "init.ball.roll", 1.1);
    set(model, "init.ball.pitch", -2.5);
    start(model, 0);
    near_abs(get(model, "output.ball.z"), 0.3, 1e-15, "height of a placed ball");
    near_abs(get(model, "output.ball.roll"), 1.1, 1e-15,
             "placing does not change the roll of the ball");
    near_abs(get(model, "output.ball.pitch"), -2.5, 1e-15,
             "placing does not change the pitch of the ball");
    wd_model_free(model);
}

/* A ball of radius 0.3 m whose centre is 0.1 m ahead of that of the body: placing keeps the angles
 * and changes z. */
static void eccentric_ball(void)
{
    wd_model *model = make_ball();
    choose(model, "param.place", "on_ground");
    set(model, "param.skin.x", 0.1);
    set(model, "init.ball.pitch", 0.5);
    start(model, 0);
    near_abs(get(model, "output.ball.z"), 0.3 + 0.1 * sin(0.5), 1e-15,
             "height of an eccentric ball");
    near_abs(get(model, "output.ball.pitch"), 0.5, 1e-15, "pitch of an eccentric ball");
    wd_model_free(model);
}

/* A frame on two spheres with radii of 0.3 m and 0.2 m, 1 m apart along x. */
static void two_spheres(void)
{
    wd_model *model = new_vehicle();
    add_body(model, "frame", 2, 0.1, 0, 0, 0.3);
    add_tyre(model, "wheel", "back", "frame", 0, 0, 0.3, 0.3);
    add_tyre(model, "wheel", "nose", "frame", 1, 0, 0.2, 0.2);
    set_part(model, "nose", "z", 0.3);
    choose(model, "param.place", "on_ground");
    set(model, "init.frame.roll", 0.2);
    set(model, "init.frame.pitch", -0.3);
    set(model, "init.frame.yaw", 1);
    set(model, "init.frame.x", 3);
    start(model, 0);
    /* Expected are the roll and pitch with sin(pitch) cos(roll) = 0.1 that are nearest to the start
     * values 0.2 and -0.3. */
    double roll = get(model, "output.frame.roll"), pitch = get(model, "output.frame.pitch");
    near_abs(sin(pitch) * cos(roll), 0.1, 1e-14, "two spheres: both on the ground");
    double across = (roll - 0.2) * cos(pitch) * cos(roll) + (pitch + 0.3) * sin(pitch) * sin(roll);
    near_abs(across, 0, 1e-14,
             "two spheres: the change of roll and pitch is normal to the constraint");
    near_abs(get(model, "output.frame.yaw"), 1, 1e-15, "two spheres: yaw is unchanged");
    near_abs(get(model, "output.frame.x"), 3, 1e-15, "two spheres: x is unchanged");
    near_abs(get(model, "output.frame.z"), 0.3, 1e-15, "two spheres: height of the frame");
    wd_model_free(model);
}

static void any_attitude(wd_model *model, const char *root, const char *const *wheels, double most)
{
    double worst = 0, again = 0;
    choose(model, "param.place", "on_ground");
    for (int i = 0; i < 200; i++) {
        const char *const name[] = {"z", "roll", "pitch"};
        double before[3];
        wd_model_reset(model);
        set_init(model, root, "yaw", uniform(-3, 3));
        for (int k = 0; k < 3; k++)
            set_init(model, root, name[k], uniform(-most, most));
        if (strcmp(root, "frame") == 0 && wheels[2] == NULL)
            set(model, "init.steer.angle", uniform(-1, 1));
        start(model, 0);
        check_stands(model, wheels, &worst);
        for (int k = 0; k < 3; k++)
            before[k] = out(model, root, name[k]);
        double z = get(model, name_of("param", root, "z"));
        wd_model_reset(model);
        for (int k = 0; k < 3; k++)
            set_init(model, root, name[k], before[k] - (k == 0 ? z : 0));
        start(model, 0);
        for (int k = 0; k < 3; k++)
            again = fmax(again, fabs(out(model, root, name[k]) - before[k]));
    }
    check(worst < 1e-14, "%s, 200 attitudes: placed wheels are within %.1e m of the ground", root,
          worst);
    check(again < 2e-15, "placing again changes height, roll and pitch by %.1e", again);
    wd_model_free(model);
}

static void random_attitudes(void)
{
    static const char *const skin[] = {"skin", NULL}, *const two[] = {"rear", "front", NULL};
    static const char *const three[] = {"left", "right", "front", NULL};
    static const char *const corners[] = {"fl", "fr", "rl", "rr", NULL};
    any_attitude(make_ball(), "ball", skin, 1.4);
    any_attitude(make_bicycle(), "frame", two, 0.6);
    any_attitude(make_tricycle(), "frame", three, 0.8);
    any_attitude(make_four_wheels(), "frame", corners, 0.8);
}

/* Placing a leaning bicycle changes mainly its pitch; the lean changes by less than 0.01 rad. */
static void leaning_bicycle(void)
{
    wd_model *model = make_bicycle();
    choose(model, "param.place", "on_ground");
    set(model, "init.frame.roll", 0.3);
    start(model, 0);
    near_abs(get(model, "output.frame.roll"), 0.3, 0.01, "a leaning bicycle keeps its lean");
    wd_model_reset(model);
    set(model, "init.steer.angle", 0);
    set(model, "init.frame.roll", 0);
    start(model, 0);
    near_abs(get(model, "output.frame.roll"), 0, 1e-16, "an upright bicycle stays upright");
    wd_model_free(model);
}

static void contradicting_wheels(void)
{
    wd_model *model = make_four_wheels();
    choose(model, "param.place", "on_ground");
    set(model, "init.frame.z", 1);
    start(model, 0);
    double z = get(model, "output.frame.z");
    near_abs(z, 0.5, 1e-15, "height of the frame on four wheels");
    wd_model_reset(model);
    set(model, "param.fr.z", 0.3 + 1e-10);
    check(wd_model_init(model, 0) == WD_OK, "a wheel 1e-10 m higher is accepted");
    wd_model_reset(model);
    set(model, "param.fr.z", 0.301);
    int32_t status = wd_model_init(model, 0);
    const char *text = wd_model_error(model);
    check(status == WD_EDOMAIN && strstr(text, "wheels \"") && strstr(text, "together"),
          "a wheel 1e-3 m higher is refused: %s", text);
    near_abs(get(model, "init.frame.z"), 1, 0, "the failure leaves the start value unchanged");
    set(model, "param.fr.z", 0.3);
    start(model, 0);
    check(get(model, "output.frame.z") == z, "without the fault the vehicle stands as before");
    wd_model_free(model);
}

/* ---- rolling ---- */

static void rolling_start(void)
{
    wd_model *model = make_tricycle();
    choose(model, "param.spin", "rolling");
    choose(model, "param.place", "on_ground");
    set(model, "init.frame.forward", 4);
    set(model, "init.left.rate", -100);
    start(model, 0);
    near_rel(get(model, "state.left.rate"), 4 / 0.3, 1e-14, 1,
             "spin rate of a rear wheel that rolls");
    near_rel(get(model, "state.front.rate"), 4 / 0.3, 1e-14, 1,
             "spin rate of the front wheel that rolls");
    near_rel(get(model, "output.frame.vx"), 4, 1e-14, 1, "param.spin does not change the speed");
    wd_model_free(model);
}

/* A rim on a separate body rolls about the hinge of this body. If the axes of rim and hinge differ,
 * the rim does not roll. */
static void rolling_rims(void)
{
    const double at[3] = {0, 0, 0.3};
    wd_model *model = new_vehicle();
    add_body(model, "frame", 10, 1, 0, 0, 0.5);
    add_body(model, "disc", 1, 0.1, 0, 0, 0.3);
    add_joint(model, "hinge", "axle", "frame", "disc", at, left);
    add_tyre(model, "rim", "edge", "disc", 0, 0, 0.3, 0);
    choose(model, "param.spin", "rolling");
    set(model, "init.frame.forward", 3);
    start(model, 0);
    near_rel(get(model, "state.axle.rate"), 10, 1e-14, 1, "rate of the hinge of a rim that rolls");
    near_rel(get(model, "output.frame.vx"), 3, 1e-14, 1,
             "param.spin does not change the speed of a vehicle on rims");
    wd_model_reset(model);
    set(model, "param.axle.x", 0.01);
    start(model, 0);
    check(fabs(get(model, "state.axle.rate") - 10) > 0.1,
          "a rim does not roll about a hinge with another axis");
    wd_model_free(model);
}

int main(void)
{
    lone_ball();
    eccentric_ball();
    two_spheres();
    random_attitudes();
    leaning_bicycle();
    contradicting_wheels();
    rolling_start();
    rolling_rims();
    return done();
}
