/* SPDX-License-Identifier: MIT */
/* Static equilibrium on profiles and surfaces, compared with closed forms and with the plane. */
#include "surfaces.h"
#include "vehicle.h"

#include <string.h>
#include <wheeldyn/ground.h>

static const double g = 9.81;

static void check_refused(wd_model *model, const char *words)
{
    int32_t status = wd_model_init(model, 0);
    check(status == WD_EDOMAIN && strstr(wd_model_error(model), words),
          "a start in balance is refused: %s", wd_model_error(model));
}

/* A frame of 10 kg on three wheels of 1 kg: two at the rear, one in front that does not steer. */
static wd_model *make_cart(void)
{
    wd_model *model = new_vehicle();
    choose(model, "param.place", "in_balance");
    add_body(model, "frame", 10, 1, 0.3, 0, 0.5);
    add_tyre(model, "wheel", "left", "frame", 0, 0.4, 0.3, 0.1);
    add_tyre(model, "wheel", "right", "frame", 0, -0.4, 0.3, 0.1);
    add_tyre(model, "wheel", "front", "frame", 1, 0, 0.3, 0.1);
    static const char *const wheel[] = {"left", "right", "front"};
    for (int i = 0; i < 3; i++) {
        set_part(model, wheel[i], "mass", 1);
        choose(model, name_of("param", wheel[i], "law"), "coulomb");
        set_input(model, wheel[i], "mu", 0.8);
    }
    return model;
}

/* A ball of 2 kg with a radius of 0.3 m. */
static wd_model *make_ball(double x, double mu)
{
    wd_model *model = new_vehicle();
    choose(model, "param.place", "in_balance");
    add_body(model, "hub", 2, 0.07, 0, 0, 0.3);
    add(model, "rim", "edge", "hub", NULL);
    set_place(model, "edge", 0, 0, 0.3);
    set_part(model, "edge", "radius", 0.3);
    set_part(model, "edge", "crown", 0.3);
    set_input(model, "edge", "mu", mu);
    set_init(model, "hub", "x", x);
    return model;
}

static void set_lines(wd_model *model, const double *xz, size_t points)
{
    must(model, wd_model_set_terrain(model, xz, points), "set_terrain");
}

/* True if the position of a body has the same bits after this time. */
static int is_at_rest(wd_model *model, const char *body, double time)
{
    double x = out(model, body, "x"), y = out(model, body, "y"), z = out(model, body, "z");
    go(model, time);
    return out(model, body, "x") == x && out(model, body, "y") == y && out(model, body, "z") == z;
}

/* ---- inclines ---- */

/* A cart with brakes on the same incline in three forms: turned gravity, a profile, a surface. */
static void cart_on_incline(double heading)
{
    static const char *const wheel[] = {"left", "right", "front"};
    const double angle = 0.2, rise = tan(angle), line[] = {-5, -5 * rise, 5, 5 * rise};
    double slope[] = {rise * cos(heading), rise * sin(heading)}, N[3];
    for (int k = 0; k < 3; k++) {
        wd_model *model = make_cart();
        set_input(model, "left", "brake", 5);
        set_input(model, "right", "brake", 5);
        set_init(model, "frame", "yaw", heading);
        set_init(model, "frame", "x", 0.7);
        if (k == 0)
            set(model, "input.slope", angle), set_init(model, "frame", "yaw", 0);
        if (k == 1)
            set_lines(model, line, 2), set(model, "param.ground_heading", heading);
        if (k == 2)
            must(model, wd_model_set_surface_fn(model, tilted, slope), "set_surface_fn");
        start(model, 0);
        near_rel(out(model, "left", "forward_force"), 13 * g * sin(angle) / 2, 1e-10, 1,
                 "a braked wheel carries half of the downhill force");
        near_rel(out(model, "left", "brake_torque"), 13 * g * sin(angle) * 0.15, 1e-10, 1,
                 "torque of one of the two brakes");
        for (int w = 0; w < 3; w++) {
            double force = out(model, wheel[w], "normal_force");
            N[w] = k == 0 ? force : N[w];
            near_rel(force, N[w], 1e-11, 1, "normal force of a wheel, equal in all three forms");
        }
        near_abs(out(model, "frame", "pitch"), k == 0 ? 0 : -angle, 1e-12,
                 "the cart has the pitch of the incline");
        near_abs(out(model, "frame", "yaw"), k == 0 ? 0 : heading, 1e-12,
                 "the heading of the cart is unchanged");
        near_abs(get(model, "state.frame.x"), 1, 1e-12, "the position of the cart is unchanged");
        check(is_at_rest(model, "frame", 3), "the cart rests to the last bit");
        wd_model_reset(model);
        set_input(model, "left", "brake", 0);
        check_refused(model, "part \"right\": no balance, as its brake has");
        set_input(model, "right", "brake", 0);
        check_refused(model, "nothing holds it");
        wd_model_free(model);
    }
}

/* A robot with brakes on a slope, as the plane and as a profile. Its driven wheels can hold it. Its
 * caster can carry less than an equal part of the friction. */
static void robot_on_incline(double mu, int profile)
{
    const double line[] = {-1, 0, 1, 0};
    wd_model *robot = make("vehicle", "threshold");
    if (profile)
        set_lines(robot, line, 2);
    else
        must(robot, wd_model_set_terrain(robot, NULL, 0), "the plane");
    choose(robot, "param.place", "in_balance");
    set(robot, "input.slope", 0.2);
    set_input(robot, "caster", "mu", mu);
    for (int k = 0; k < 2; k++) {
        set_input(robot, k ? "left" : "right", "torque", 0);
        set_input(robot, k ? "left" : "right", "brake", 100);
    }
    start(robot, 0);
    check(is_at_rest(robot, "chassis", 1), "a robot with brakes rests, mu of its caster is %g", mu);
    wd_model_free(robot);
}

/* ---- two contacts of a wheel ---- */

/* A ball without friction between two slopes, with the normal forces N = W sin(other
 * slope)/sin(both). */
static void in_trough(double a, double b)
{
    const double line[] = {-3, 3 * tan(a), 0, 0, 3, 3 * tan(b)};
    const double x = 0.3 * (cos(b) - cos(a)) / sin(a + b);
    wd_model *model = make_ball(x, 0);
    set_lines(model, line, 3);
    start(model, 0);
    near_abs(out(model, "hub", "z"), 0.3 * (sin(a) + sin(b)) / sin(a + b), 1e-12,
             "height of a ball in a trough");
    near_abs(out(model, "edge", "contacts"), 2, 0, "a ball in a trough touches both sides");
    near_rel(out(model, "edge", "normal_force_2"), 2 * g * sin(a) / sin(a + b), 1e-10, 1,
             "normal force of the second side of the trough");
    near_rel(out(model, "edge", "normal_force"), 2 * g * (sin(a) + sin(b)) / sin(a + b), 1e-10, 1,
             "sum of the normal forces of both sides");
    near_abs(out(model, "hub", "x"), x, 1e-12,
             "the position of the ball across the trough is unchanged");
    check(is_at_rest(model, "hub", 2), "the ball rests to the last bit");
    wd_model_reset(model);
    set_input(model, "edge", "mu", 0.5);
    start(model, 0);
    near_rel(out(model, "edge", "force_z"), 2 * g, 1e-10, 1,
             "with friction the sides carry the weight of the ball");
    check(is_at_rest(model, "hub", 2), "with friction the ball rests to the last bit");
    wd_model_free(model);
    model = make_ball(x + 1e-3, 0.5);
    set_lines(model, line, 3);
    check_refused(model, "nothing holds it");
    wd_model_free(model);
}

/* A cart at a wall, with gravity towards the wall and away from it. */
static void at_wall(void)
{
    const double line[] = {-5, 0, 1.3, 0, 1.3, 0.5, 3, 0.5};
    wd_model *model = make_cart();
    set_lines(model, line, 4);
    set_input(model, "front", "mu",
              0); /* with friction this wheel would carry a part of the force */
    set(model, "input.slope", -0.1);
    start(model, 0);
    near_rel(out(model, "front", "normal_force_2"), 13 * g * sin(0.1), 1e-10, 1,
             "a wall holds the cart");
    near_abs(out(model, "left", "forward_force"), 0, 1e-9,
             "with the wall the ground exerts no forward force");
    check(is_at_rest(model, "frame", 2), "the cart at the wall rests to the last bit");
    wd_model_reset(model);
    set(model, "input.slope", 0.1);
    check_refused(model, "nothing holds it");
    set_input(model, "left", "brake", 8);
    set_input(model, "right", "brake", 8);
    start(model, 0);
    near_rel(out(model, "left", "forward_force"), 13 * g * sin(0.1) / 2, 1e-10, 1,
             "brakes hold the cart if the wall would have to pull");
    near_abs(out(model, "front", "normal_force_2"), 0, 1e-9, "the wall exerts no force");
    wd_model_free(model);
}

/* ---- hollows ---- */

/* A ball is in balance only at the bottom of a bowl. */
static void in_bowl(int32_t law)
{
    static const char *const laws[] = {"coulomb", "relaxed", "ideal"};
    double radius = 1.5;
    wd_model *model = make_ball(0, 0.5);
    choose(model, "param.edge.law", laws[law]);
    must(model, wd_model_set_surface_fn(model, sphere, &radius), "set_surface_fn");
    start(model, 0);
    near_abs(out(model, "hub", "z"), 0.3, 1e-12, "height of a ball at the bottom of a bowl");
    near_rel(out(model, "edge", "force_z"), 2 * g, 1e-12, 1,
             "the bowl carries the weight of the ball");
    go(model, 2);
    near_abs(out(model, "hub", "x"), 0, 1e-12, "the ball stays at the bottom");
    wd_model_reset(model);
    set_init(model, "hub", "x", 0.2);
    check_refused(model, "nothing holds it");
    wd_model_free(model);
}

/* ---- springs ---- */

/* Preset car with brakes on waves: the ground carries the weight, and the car rests until its
 * steering starts after 1 s. The search for balance ends when it moves the car by less than
 * 1e-9 m. */
static void car_on_waves(void)
{
    static const char *const wheel[] = {"front_left", "front_right", "rear_left", "rear_right"};
    double wave[] = {0.03, 0.9, 1.3}, sum[3] = {0}, weight = 0;
    wd_model *model = make("vehicle", "car");
    const char *root = wd_model_part_name(model, 0);
    choose(model, "param.place", "in_balance");
    must(model, wd_model_set_surface_fn(model, wavy, wave), "set_surface_fn");
    set_init(model, root, "x", 3.1);
    set_init(model, root, "yaw", 0.4);
    set_init(model, root, "forward", 0);
    for (int w = 0; w < 4; w++) {
        choose(model, name_of("param", wheel[w], "law"), "coulomb");
        set_init(model, wheel[w], "rate", 0);
        set_input(model, wheel[w], "brake", 4000);
    }
    start(model, 0);
    for (int w = 0; w < 4; w++) {
        sum[0] += out(model, wheel[w], "force_x");
        sum[1] += out(model, wheel[w], "force_y");
        sum[2] += out(model, wheel[w], "force_z");
    }
    for (size_t k = 0; k < wd_model_part_count(model); k++) {
        const char *name = wd_model_part_name(model, k), *type = wd_model_part_type(model, k);
        if (strcmp(type, "body") == 0 || strcmp(type, "wheel") == 0)
            weight += get(model, name_of("param", name, "mass")) * g;
    }
    near_abs(sum[0] / weight, 0, 1e-10, "a car on waves: no force along x");
    near_abs(sum[1] / weight, 0, 1e-10, "a car on waves: no force along y");
    near_abs(sum[2] / weight, 1, 1e-10, "a car on waves: the vertical force is the weight");
    near_abs(out(model, root, "x"), 3.1, 1e-12, "a car on waves: x is unchanged");
    near_abs(out(model, root, "yaw"), 0.4, 1e-12, "a car on waves: the heading is unchanged");
    check(fabs(out(model, root, "pitch")) > 1e-3 && fabs(out(model, root, "roll")) > 1e-3,
          "the waves pitch and roll the car by more than 1e-3 rad");
    check(is_at_rest(model, root, 0.9), "the car on waves rests to the last bit");
    wd_model_free(model);
}

int main(void)
{
    for (int profile = 0; profile < 2; profile++)
        for (double mu = 0; mu < 0.1; mu += 0.03)
            robot_on_incline(mu, profile);
    cart_on_incline(0);
    cart_on_incline(0.4);
    in_trough(0.6, 0.6);
    in_trough(0.4, 0.9);
    at_wall();
    for (int law = 0; law < 3; law++)
        in_bowl(law);
    car_on_waves();
    return done();
}
