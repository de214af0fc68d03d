/* SPDX-License-Identifier: MIT */
/* Wheels that lean in a trough until the trough is curved more than the wheel: the motion ends
 * there, with LIMIT and the reason hollow. Seen along the trough, the spine of a wheel, a circle of
 * radius b, is an ellipse with the radius of curvature b/cos(a) at its lowest point, where `a` is
 * the lean. The trough, moved inwards by the crown, has the radius R - crown. */
#include "surfaces.h"
#include "vehicle-profile.h"

#include <wheeldyn/ground.h>

enum { HOLLOW = 1 };

/* Half of the angle of the trough's arc in rad. */
#define FLANK 1.2

static const double r = 0.3, crown = 0.1;
static double radius = 0.32;

/* Lean at which the radii of curvature of wheel and trough are equal. */
static double most_lean(void)
{
    return acos((r - crown) / (radius - crown));
}

/* The arc of a half-pipe up to FLANK rad on both sides, and planes tangent to it beyond. */
static int32_t trough(double x, double y, double v[7], void *user)
{
    double R = *(const double *)user, beyond = fabs(x) - R * sin(FLANK);
    half_pipe(beyond > 0 ? copysign(R * sin(FLANK), x) : x, y, v, user);
    if (beyond > 0) {
        v[0] += beyond * tan(FLANK);
        v[3] = 0;
    }
    return 0;
}

static wd_model *make_wheel(void)
{
    wd_model *model = new_vehicle();
    add_body(model, "hub", 2, 0.1, 0, 0, r);
    add(model, "rim", "edge", "hub", NULL);
    set_place(model, "edge", 0, 0, r);
    set_part(model, "edge", "radius", r);
    set_part(model, "edge", "crown", crown);
    return model;
}

/* A wheel across a trough, which leans and falls over to the side. */
static wd_model *make_leaning_wheel(const char *law, int profile)
{
    wd_model *model = make_wheel();
    choose(model, "param.edge.law", law);
    choose(model, "param.place", "on_ground");
    set_input(model, "edge", "mu", 5);
    set_init(model, "hub", "roll", 0.1);
    if (profile)
        set_trough(model, radius, FLANK);
    else
        must(model, wd_model_set_surface_fn(model, trough, &radius), "set_surface_fn");
    precise(model);
    return model;
}

static void motion_ends_in_hollow(const char *law, int profile, const char *scheme)
{
    double t, value[WIDTH];
    int by_steps = strcmp(scheme, "moreau") == 0, ideal = strcmp(law, "ideal") == 0;
    /* at the limit the contact splits into two places; an ideal wheel moves to one of them, and the
     * motion ends a little later, when the other place is 1e-12 radii deep */
    double tol = by_steps ? 1e-3 : profile && ideal ? 1e-6 : 1e-9;
    wd_model *model = make_leaning_wheel(law, profile);
    choose(model, "solver.scheme", scheme);
    if (by_steps)
        set(model, "solver.fixed_step", 1e-4);
    start(model, 0);
    int32_t status = wd_model_step_to(model, 2);
    check(status == WD_END && wd_model_event_count(model) > 0,
          "the motion ends, scheme %s, law %s: %s", scheme, law,
          status < 0 ? wd_model_error(model) : wd_status_name(status));
    if (wd_model_event_count(model) > 0) {
        int32_t type = event_of(model, wd_model_event_count(model) - 1, &t, value);
        check(type == WD_EVENT_LIMIT && value[REASON] == HOLLOW,
              "the event is LIMIT with reason hollow: %g", value[REASON]);
        near_abs(fabs(out(model, "hub", "roll")), most_lean(), tol,
                 profile ? "lean at the end in a profile" : "lean at the end in a surface");
    }
    wd_model_free(model);
}

/* In Moreau steps the motion of a coulomb wheel does not end: the wheel comes to rest on two places
 * of the arc. */
static void rests_on_two(int profile)
{
    wd_model *model = make_leaning_wheel("coulomb", profile);
    double deepest = 0, most = 0;
    choose(model, "solver.scheme", "moreau");
    set(model, "solver.fixed_step", 1e-4);
    start(model, 0);
    for (int k = 1; k <= 100; k++) {
        go(model, 0.02 * k);
        deepest = fmin(deepest, out(model, "edge", "gap"));
        most = fmax(most, out(model, "edge", "contacts"));
    }
    check(most == 2 && deepest >= -1e-7, "the wheel rests on %g places, lowest gap %.2g m", most,
          deepest);
    wd_model_free(model);
}

/* A wheel that is parallel to a slope, above it, moves up at 1 m/s. Slip is measured along tangents
 * of the ground, so it is the component of this velocity along the slope. */
static void flat_above_slope(double slope)
{
    const double xz[] = {-1, -slope, 1, slope}, angle = atan(slope), heading = slope;
    wd_model *model = make_wheel();
    must(model, wd_model_set_terrain(model, xz, 2), "set_terrain");
    set(model, "param.ground_heading", heading);
    set_init(model, "hub", "yaw", heading + acos(0));
    set_init(model, "hub", "roll", acos(0) - angle);
    set_init(model, "hub", "up", 1);
    start(model, 0);
    double slip = hypot(out(model, "edge", "slip_forward"), out(model, "edge", "slip_side"));
    near_abs(slip, sin(angle), 1e-9, "slip of a flat wheel along a slope");
    wd_model_free(model);
}

int main(void)
{
    flat_above_slope(0.3);
    static const char *const law[] = {"ideal", "relaxed", "coulomb"};
    for (int k = 0; k < 3; k++)
        for (int profile = 0; profile < 2; profile++)
            for (int by_steps = 0; by_steps < 2; by_steps++) {
                int rests = k == 2 && by_steps;
                if (!rests)
                    motion_ends_in_hollow(law[k], profile, by_steps ? "moreau" : "event");
            }
    rests_on_two(0);
    rests_on_two(1);
    return done();
}
