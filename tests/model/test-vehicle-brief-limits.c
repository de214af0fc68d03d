/* SPDX-License-Identifier: MIT */
/* Contacts that reach the limit of a force and return within a step, so that neither end of the
 * step shows it.
 *
 * A ball that rolls to and fro across a trough slips briefly where it turns, if friction is there
 * slightly less than rolling needs. With the moment of inertia k m r^2, rolling needs the friction
 * F = k/(1 + k) m g sin(th) at the angle th from the lowest line. There the normal force is
 * m (g cos(th) + u^2/l), where u is the speed of the centre and l the radius of its path. F/N is
 * largest where u = 0. A brake that holds a body on the ball slips likewise.
 *
 * A ball that slides without friction over waves of the height A cos(a x) lifts at the crest, if it
 * is slightly faster there than u^2 = g/c. The curvature c of the path of the centre is smaller
 * than that of the crest, 1/c = 1/(A a^2) + r. */
#include "surfaces.h"
#include "vehicle-profile.h"

#include <wheeldyn/ground.h>

static const double r = 0.1, k = 0.4, turn = 0.5, g = 9.81;
static double R = 1;
static double wave[3] = {0.05, 2, 0}; /* A, a, 0: see wavy() */

/* Return the number of events of this type. */
static long count_events(const wd_model *model, int32_t type)
{
    long count = 0;
    for (size_t i = 0; i < wd_model_event_count(model); i++) {
        double t, value[WIDTH];
        count += event_of(model, i, &t, value) == type;
    }
    return count;
}

static wd_model *make_ball(double mu)
{
    wd_model *model = new_wheel(2, k * 2 * r * r, k * 2 * r * r, r, r);
    set_input(model, "edge", "mu", mu);
    return model;
}

/* ---- across a trough ---- */

/* Roll from the lowest line to the place where the ball turns, at the angle `turn`, and back. */
static void roll_to_and_fro(wd_model *model)
{
    double l = R - r, u = sqrt(2 * g * l * (1 - cos(turn)) / (1 + k));
    double quarter = 0.5 * acos(-1) * sqrt((1 + k) * l / g); /* of a small oscillation */
    set_init(model, "hub", "z", r);
    set_init(model, "hub", "forward", u);
    set_init(model, "hub", "pitch_rate", u / r);
    start(model, 0);
    go(model, 1.5 * quarter);
}

/* The coefficient of friction is less by this fraction than rolling needs, or larger if it is
 * negative. */
static void turns(double less, int profile)
{
    wd_model *model = make_ball(k / (1 + k) * tan(turn) * (1 - less));
    if (profile)
        set_trough(model, R, 1.2);
    else
        must(model, wd_model_set_surface_fn(model, half_pipe, &R), "set_surface_fn");
    roll_to_and_fro(model);
    long slips = count_events(model, WD_EVENT_SLIP);
    check(slips == (less > 0), "friction %g less than needed, %s: %ld slips", less,
          profile ? "profile" : "surface", slips);
    wd_model_free(model);
}

/* The ball is a wheel whose brake holds a body of the moment of inertia I. Its capacity is less by
 * this fraction than the torque that turns the body at the angle `turn`, I g sin(th)/((1 + k) r),
 * or larger if it is negative. */
static void turns_with_brake(double less)
{
    const double mass = 3, I = 2 * k * r * r; /* 2/3 of the moment of inertia k m r^2 */
    wd_model *model = new_vehicle();
    add_body(model, "hub", 2, I, 0, 0, 0);
    add(model, "wheel", "edge", "hub", NULL);
    set_part(model, "edge", "radius", r);
    set_part(model, "edge", "crown", r);
    set_part(model, "edge", "mass", mass - 2);
    set_part(model, "edge", "spin_inertia", I / 2);
    set_part(model, "edge", "cross_inertia", I / 2);
    set_input(model, "edge", "mu", 5);
    set_input(model, "edge", "brake", I * g * sin(turn) / ((1 + k) * r) * (1 - less));
    set_trough(model, R, 1.2);
    roll_to_and_fro(model);
    long slips = count_events(model, WD_EVENT_BRAKE_SLIP);
    check(slips == (less > 0), "brake %g weaker than needed: it slips %ld times", less, slips);
    wd_model_free(model);
}

/* ---- over waves ---- */

/* Start in a trough of the waves. At the crest g/c is exceeded by this fraction. */
static void crosses(double more)
{
    double u2 = g * (1 + more) * (1 / (wave[0] * wave[1] * wave[1]) + r);
    double u = sqrt(u2 + 4 * g * wave[0]), length = 2 * acos(-1) / wave[1];
    wd_model *model = make_ball(0);
    must(model, wd_model_set_surface_fn(model, wavy, wave), "set_surface_fn");
    set_init(model, "hub", "x", -length / 4);
    set_init(model, "hub", "z", r - wave[0]);
    set_init(model, "hub", "forward", u);
    start(model, 0);
    go(model, 0.9 * length / u);
    long lifts = count_events(model, WD_EVENT_DETACH);
    check(lifts == (more > 0), "%g faster at the crest: the ball lifts %ld times", more, lifts);
    wd_model_free(model);
}

int main(void)
{
    for (double part = 1e-3; part > 1e-7; part /= 10)
        for (int side = -1; side <= 1; side += 2) {
            turns(side * part, 0);
            turns(side * part, 1);
            turns_with_brake(side * part);
            crosses(side * part);
        }
    return done();
}
