/* SPDX-License-Identifier: MIT */
/* A wheel rolls inside a circle that has a slit between two thin lips: two concave arcs about one
 * centre end there in corners. The corners are the features 1 and 5, the arcs 2 and 4. The tips are
 * as thin as the slit is narrow, so a contact at a tip passes within a step far beyond the cone of
 * normals there. A motion with law ideal or relaxed ends at the slit with a named event. */
#include "vehicle-profile.h"

enum { POINTS = 5, FURTHER = 2, BEFORE = 5, BEHIND = 1 };

/* Radii of the circle and of the ball, and of the path of the ball's centre. */
static const double R = 1, r = 0.1, L = 0.9;

static const double half_width[] = {3e-4, 1e-3, 3e-3};
static const char *const laws[] = {"ideal", "relaxed", "coulomb"};

/* Angle from the middle of the slit to a lip, seen from the centre of the circle. */
static double angle_of(double half)
{
    return asin(half / R);
}

/* Set the circle, whose lowest point is at height 0. side: 1: the slit is at the top; -1: it is at
 * the bottom. */
static void set_circle(wd_model *model, double half, int side)
{
    double a = angle_of(half), lips = R + side * R * cos(a), b = tan((acos(-1) - a) / 4);
    double xz[] = {-2 * side,    lips,        -half * side, lips,     0,
                   R - side * R, half * side, lips,         2 * side, lips};
    const double bulge[] = {0, b, b, 0};
    must(model, wd_model_set_profile(model, xz, bulge, POINTS), "set_profile");
}

/* A ball with its centre at (x, z) that rolls with this speed (m/s) at this angle to the x axis. */
static wd_model *make_ball(const char *law, double x, double z, double angle, double speed)
{
    wd_model *model = new_vehicle();
    add_body(model, "hub", 1, 0.4 * r * r, x, 0, z);
    add(model, "rim", "edge", "hub", NULL);
    set_place(model, "edge", x, 0, z);
    set_part(model, "edge", "radius", r);
    set_part(model, "edge", "crown", r);
    set_input(model, "edge", "mu", 0.5);
    choose(model, "param.edge.law", law);
    set_init(model, "hub", "forward", speed * cos(angle));
    set_init(model, "hub", "up", speed * sin(angle));
    set_init(model, "hub", "pitch_rate", speed / r);
    return model;
}

/* Check that the motion has ended, with an event of this type at the first lip. */
static void ended(const wd_model *model, int32_t status, const char *law, int32_t type,
                  struct event *e)
{
    size_t count = wd_model_event_count(model);
    check(status == WD_END && count > 0, "law %s: %s", law,
          status < 0 ? wd_model_error(model) : wd_status_name(status));
    int32_t last = count > 0 ? event_of(model, count - 1, &e->t, e->value) : -1;
    check(last == type && e->value[FEATURE] == BEFORE, "law %s: event of type %d", law, (int)last);
}

/* Without gravity along the circle the ball leaves the first lip with the speed V along the tangent
 * of its path, because its path would be curved too much there. It hits the second lip when its
 * centre is at the distance r from it. */
static void flies_over(const char *law, double half, double V)
{
    struct event e;
    wd_model *model = make_ball(law, 0, r, 0, V);
    set_circle(model, half, 1);
    set(model, "input.bank", acos(0));
    precise(model);
    start(model, 0);
    double a = angle_of(half), leaves = (acos(-1) - a) * L / V;
    double flight = 2 * sin(a) * (R * cos(a) - sqrt(R * R * cos(a) * cos(a) - R * L)) / V;
    int32_t status = wd_model_step_to(model, leaves + 0.05);
    if (strcmp(law, "coulomb") != 0) {
        ended(model, status, law, WD_EVENT_WHEEL_LIFT, &e);
        near_abs(e.t, leaves, 1e-9, "time at which the ball leaves the first lip");
    } else {
        check(status == WD_OK && find_event(model, WD_EVENT_IMPACT, 1, BEHIND, leaves, &e),
              "an impact at the second lip: %s", wd_status_name(status));
        near_abs(e.t, leaves + flight, 1e-9, "time of the impact at the second lip");
    }
    wd_model_free(model);
}

/* Roll a wheel across the slit with Moreau steps of 0.2 ms. Without gravity it keeps its speed V,
 * but for the impact at the further lip. */
static void steps_over(double crown, double half, double V)
{
    wd_model *model = make_ball("coulomb", 0, r, 0, V);
    set_circle(model, half, 1);
    set_part(model, "edge", "crown", crown);
    set(model, "param.gravity", 0);
    choose(model, "solver.scheme", "moreau");
    set(model, "solver.fixed_step", 2e-4);
    start(model, 0);
    int32_t status = wd_model_step_to(model, acos(-1) * L / V + 0.05);
    double speed = hypot(out(model, "hub", "vx"), out(model, "hub", "vz"));
    check(status == WD_OK && fabs(speed / V - 1) <= 0.02,
          "crown %g m, slit of %g m, %g m/s: %s, after the slit %.4g of the speed", crown, 2 * half,
          V, status < 0 ? wd_model_error(model) : wd_status_name(status), speed / V);
    wd_model_free(model);
}

/* A wheel on the first lip, inside the slit, rolls back onto the arc. The lip is a needle: there
 * are nearly two right angles between its normals, and a trial step goes far beyond the border of
 * the cell. */
static void rolls_back(const char *law, double half, double inside, double speed, double crown)
{
    double a = angle_of(half), angle = inside * a, lips = R - R * cos(a);
    wd_model *model = make_ball(law, -half + r * sin(angle), lips + r * cos(angle), -angle, -speed);
    set_circle(model, half, -1);
    set_part(model, "edge", "crown", crown);
    start(model, 0);
    struct event e = {0};
    int32_t status = wd_model_step_to(model, 0.1);
    size_t count = wd_model_event_count(model);
    int32_t type = count > 0 ? event_of(model, 0, &e.t, e.value) : -1;
    check(status == WD_OK && count == 1 && type == WD_EVENT_FEATURE && e.value[FEATURE] == BEFORE &&
              e.value[FEATURE_TO] == BEFORE - 1,
          "law %s: from a lip of %g rad onto the arc: %s, %d events", law, a,
          status < 0 ? wd_model_error(model) : wd_status_name(status), (int)count);
    check(out(model, "hub", "x") < -half, "the wheel is on the arc");
    wd_model_free(model);
}

/* A slow ball rolls down to the slit, round the first lip, and touches the second one when it is in
 * the middle between both. With law coulomb it then rolls up on the other side. */
static void rolls_over(const char *law, double half, double angle)
{
    struct event e;
    wd_model *model = make_ball(law, -L * sin(angle), R - L * cos(angle), -angle, 0.1);
    set_circle(model, half, -1);
    precise(model);
    start(model, 0);
    int32_t status = wd_model_step_to(model, 1);
    if (strcmp(law, "coulomb") != 0) {
        ended(model, status, law, WD_EVENT_LIMIT, &e);
        check(e.value[REASON] == FURTHER, "the reason is further: %g", e.value[REASON]);
        near_abs(out(model, "hub", "x"), 0, 1e-9, "place at which the ball touches both lips");
    } else {
        check(status == WD_OK && find_event(model, WD_EVENT_IMPACT, 1, BEHIND, 0, &e),
              "an impact at the second lip: %s", wd_status_name(status));
        check(out(model, "hub", "x") > half, "the ball passes the slit");
    }
    wd_model_free(model);
}

static void step_all(void)
{
    const double crowns[] = {0.1, 0.06, 0.001, 0}, halves[] = {1e-5, 3e-4, 1e-3, 3e-3};
    for (size_t i = 0; i < sizeof crowns / sizeof *crowns; i++)
        for (size_t k = 0; k < sizeof halves / sizeof *halves; k++)
            for (double rate = 3; rate <= 9; rate++)
                steps_over(crowns[i], halves[k], L * rate);
}

int main(void)
{
    for (int law = 0; law < 3; law++) {
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < few_or_all(5, 13); k++) {
                flies_over(laws[law], half_width[i], L * (3 + 0.5 * k));
                rolls_over(laws[law], half_width[i], 0.05 + 0.01 * k);
            }
        for (int k = 0; k < 6; k++) {
            double half = k % 2 ? 1e-4 : 1e-5, speed = 0.1 * (1 + 2 * (k / 2));
            rolls_back(laws[law], half, 1.5, speed, r);
            rolls_back(laws[law], half, 2, speed, 0.1 * r);
        }
    }
    step_all();
    return done();
}
