/* SPDX-License-Identifier: MIT */
/* Kind constrained with one-sided constraints: a mass on a string. The angle and time at which the
 * string becomes slack follow from its tension T = m v^2/l + m g cos(angle) and from v^2 = v0^2 - 2
 * g l (1 - cos(angle)), where angle = 0 if the mass hangs down. */
#include "support.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/constrained.h>
#include <wheeldyn/parts.h>

/* PART_STRING: number of the first string among the parts, after the two coordinates. */
enum { PART_STRING = 2, MOST_STRINGS = 2 };

struct ball {
    double mass, length, gravity;
    size_t strings;
    double cut;  /* s; the string is cut at this time */
    size_t left; /* string() fails in this call: 1 is the next one; 0: it never fails */
};

#define BALL                                                                  \
    {                                                                         \
        .mass = 2, .length = 0.8, .gravity = 9.81, .strings = 1, .cut = 1e300 \
    }

static const double pi = 3.14159265358979323846;

/* Row of the string: phi = (length^2 - |q|^2)/2 must not be negative; a multiplier above 0 pulls
 * inwards. */
static int32_t string(double t, const double *q, const double *v, double *M, double *Q, double *C,
                      double *A, double *b, double *phi, void *user)
{
    struct ball *p = user;
    (void)C;
    if (p->left > 0 && --p->left == 0)
        return 1;
    M[0] = M[3] = p->mass;
    M[1] = M[2] = 0;
    Q[1] = -p->mass * p->gravity;
    for (size_t i = 0; i < p->strings; i++) {
        int there = t < p->cut;
        A[2 * i] = there ? -q[0] : 0;
        A[2 * i + 1] = there ? -q[1] : 0;
        b[i] = there ? v[0] * v[0] + v[1] * v[1] : 0;
        phi[i] = there ? 0.5 * (p->length * p->length - q[0] * q[0] - q[1] * q[1]) : 0;
    }
    return 0;
}

/* A mass at its lowest position, with the horizontal velocity v0 = sqrt(lift g l). */
static wd_model *ball_new(struct ball *p, double lift, const char *one_sided)
{
    static const char *const strings[] = {"string", "second"};
    wd_model *model = make("constrained", NULL);
    char name[32];
    must(model, wd_model_add_part(model, "coordinate", "x", NULL, 0), "x");
    must(model, wd_model_add_part(model, "coordinate", "y", NULL, 0), "y");
    for (size_t i = 0; i < p->strings; i++) {
        must(model, wd_model_add_part(model, "constraint", strings[i], NULL, 0), "string");
        snprintf(name, sizeof name, "param.%s.one_sided", strings[i]);
        choose(model, name, one_sided);
    }
    must(model, wd_model_set_equations(model, string, p), "equations");
    set(model, "init.y.q", -p->length);
    set(model, "init.x.v", sqrt(lift * p->gravity * p->length));
    set(model, "solver.rtol", 1e-12);
    set(model, "solver.stop_at_events", 1);
    return model;
}

/* The angle at which a string becomes slack after a start with v0 = sqrt(lift g l). */
static double slack_angle(double lift)
{
    return acos((2 - lift) / 3);
}

/* Time from the lowest position to this angle: the integral of l/v, by Simpson's rule. */
static double time_to(const struct ball *p, double lift, double angle)
{
    enum { PIECES = 4000 };
    double sum = 0, g = p->gravity, l = p->length;
    for (int i = 0; i <= PIECES; i++) {
        double v = sqrt(g * l * (lift - 2 * (1 - cos(angle * i / PIECES))));
        sum += (i == 0 || i == PIECES ? 1 : i % 2 ? 4 : 2) * l / v;
    }
    return sum * angle / PIECES / 3;
}

struct happened {
    double t;
    int32_t type;
    double part, multiplier;
};

static struct happened read_event(const wd_model *model, size_t i)
{
    struct happened e = {NAN, 0, NAN, NAN};
    double values[2] = {NAN, NAN};
    must(model, wd_model_event(model, i, &e.t, &e.type, values, 2), "event");
    e.part = values[0];
    e.multiplier = values[1];
    return e;
}

static void goes_slack(double lift, double fixed_step, double exact)
{
    struct ball p = BALL;
    wd_model *model = ball_new(&p, lift, "yes");
    set(model, "solver.fixed_step", fixed_step);
    start(model, 0);
    check(wd_model_step_to(model, 5) == WD_EVENT, "step_to() stops when the string becomes slack");
    struct happened e = read_event(model, 0);
    double angle = slack_angle(lift);
    near_abs(e.t, time_to(&p, lift, angle), exact, "time of the event");
    near_abs(get(model, "state.y.q"), -p.length * cos(angle), exact, "height of the mass");
    check(e.type == WD_EVENT_WHEEL_LIFT && e.part == PART_STRING && e.t == wd_model_time(model) &&
              e.multiplier <= 0 && e.multiplier > -1e-9,
          "the event reports part %g and multiplier %g", e.part, e.multiplier);
    near_abs(get(model, "output.string.multiplier"), 0, 1e-9,
             "the multiplier is zero at the event");
    wd_model_free(model);
}

/* The constraint is one-sided, so its events are reported, but it does not open: it holds the mass
 * on the circle also where the multiplier is below zero. The mass therefore goes round, although a
 * real string would be slack for a part of each turn. */
static void goes_round(double fixed_step, double exact)
{
    enum { TURNS = 5 };
    const double lift = 4.5;
    struct ball p = BALL;
    wd_model *model = ball_new(&p, lift, "yes");
    double turn = 2 * time_to(&p, lift, pi), first = time_to(&p, lift, slack_angle(lift)), most = 0;
    int lifts = 0, loads = 0;
    set(model, "solver.stop_at_events", 0);
    set(model, "solver.fixed_step", fixed_step);
    start(model, 0);
    go(model, TURNS * turn);
    check(wd_model_event_count(model) == 2 * TURNS, "two events in each turn");
    for (size_t i = 0; i < wd_model_event_count(model); i++) {
        struct happened e = read_event(model, i);
        double into = i % 2 ? turn - first : first;
        most = fmax(most, fabs(e.t - into - (double)(i / 2) * turn));
        lifts += i % 2 == 0 && e.type == WD_EVENT_WHEEL_LIFT;
        loads += i % 2 == 1 && e.type == WD_EVENT_WHEEL_LOAD;
    }
    near_abs(most, 0, exact, "times of all events, compared with the times at which T = 0");
    check(lifts == TURNS && loads == TURNS, "unloading and loading alternate");
    wd_model_free(model);
}

/* The string is cut at the event: string() then returns a constraint that is always satisfied. The
 * mass falls freely, and no further event occurs. */
static void cut_string(void)
{
    struct ball p = BALL;
    wd_model *model = ball_new(&p, 4, "yes");
    start(model, 0);
    check(wd_model_step_to(model, 5) == WD_EVENT, "the string becomes slack before it is cut");
    double t = wd_model_time(model), x = get(model, "state.x.q"), y = get(model, "state.y.q");
    double vx = get(model, "state.x.v"), vy = get(model, "state.y.v");
    p.cut = t;
    must(model, wd_model_set_equations(model, string, &p), "equations without the string");
    check(wd_model_step_to(model, t + 0.5) == WD_OK && wd_model_event_count(model) == 1,
          "without the string there is no further event");
    near_abs(get(model, "state.x.q"), x + 0.5 * vx, 1e-12,
             "the mass moves on along x at constant speed");
    near_abs(get(model, "state.y.q"), y + 0.5 * vy - 0.5 * p.gravity * 0.25, 1e-12,
             "the mass falls freely along y");
    wd_model_free(model);
}

static void two_sided(void)
{
    struct ball p = BALL;
    wd_model *model = ball_new(&p, 4.5, "no");
    start(model, 0);
    check(wd_model_step_to(model, 3) == WD_OK && wd_model_event_count(model) == 0,
          "two-sided constraints have no events");
    wd_model_free(model);
}

/* A mass above the centre: the string would have to push from the start. */
static void from_the_start(void)
{
    struct ball p = BALL;
    wd_model *model = ball_new(&p, 0, "yes");
    set(model, "init.y.q", p.length);
    start(model, 3);
    check(wd_model_event_count(model) == 0 && wd_model_step_to(model, 3.5) == WD_EVENT,
          "a multiplier below zero at the start is an event of the first step");
    struct happened e = read_event(model, 0);
    near_abs(e.multiplier, -p.mass * p.gravity / p.length, 1e-12,
             "the event reports the multiplier");
    check(e.t == 3 && wd_model_step_to(model, 3.5) == WD_OK,
          "the event is at the start and occurs once");
    wd_model_free(model);
}

/* Two equal strings share the force and become slack at the same instant. */
static void two_strings_slacken(const char *second_is, size_t events)
{
    struct ball p = BALL;
    p.strings = 2;
    wd_model *model = ball_new(&p, 4, "yes");
    choose(model, "param.second.one_sided", second_is);
    start(model, 0);
    check(wd_model_step_to(model, 5) == WD_EVENT && wd_model_event_count(model) == events,
          "step_to() stops once for both strings; %zu events of one-sided strings are logged",
          events);
    struct happened first = read_event(model, 0), last = read_event(model, events - 1);
    check(first.t == last.t && first.part == PART_STRING &&
              last.part == PART_STRING + (double)events - 1,
          "the events are at one instant, of parts %g to %g", first.part, last.part);
    wd_model_free(model);
}

/* A snapshot records on which side of zero the multiplier is. */
static void snapshot_of_side(void)
{
    static unsigned char bytes[1 << 14];
    struct ball p = BALL;
    wd_model *model = ball_new(&p, 4.5, "yes"), *other = make("constrained", NULL);
    must(other, wd_model_set_equations(other, string, &p), "equations");
    start(model, 0);
    check(wd_model_step_to(model, 9) == WD_EVENT, "the first event stops the call");
    must(model, wd_model_save(model, bytes, sizeof bytes), "save");
    must(other, wd_model_load(other, bytes, wd_model_save_size(model)), "load");
    check(wd_model_step_to(model, 9) == WD_EVENT && wd_model_step_to(other, 9) == WD_EVENT &&
              read_event(model, 1).t == read_event(other, 1).t &&
              read_event(other, 1).type == WD_EVENT_WHEEL_LOAD &&
              get(model, "state.x.q") == get(other, "state.x.q"),
          "the next event is the rise of the multiplier, also after loading a snapshot");
    wd_model_free(model);
    wd_model_free(other);
}

/* Whichever call of string() fails, in a step or while an event is located, step_to() fails and
 * leaves the model unchanged. */
static void fails_anywhere(double fixed_step)
{
    struct ball p = BALL, twin = BALL;
    wd_model *model = ball_new(&p, 4, "yes"), *other = ball_new(&twin, 4, "yes");
    double end = time_to(&p, 4, slack_angle(4)) + 0.02;
    for (int k = 0; k < 2; k++) {
        set(k ? other : model, "solver.fixed_step", fixed_step);
        set(k ? other : model, "solver.stop_at_events", 0);
        start(k ? other : model, 0);
        go(k ? other : model, end - 0.04);
    }
    size_t fine = 0, count = 1;
    double t = wd_model_time(model), x = get(model, "state.x.q"), v = get(model, "state.x.v");
    while (p.left = count, wd_model_step_to(model, end) == WD_EINPUT) {
        fine += wd_model_time(model) == t && get(model, "state.x.q") == x &&
                get(model, "state.x.v") == v && wd_model_event_count(model) == 0;
        count++;
    }
    check(count > 50 && fine == count - 1 && wd_model_time(model) == end,
          "h = %g: a failure in each of %zu calls leaves the model unchanged", fixed_step,
          count - 1);
    go(other, end);
    check(wd_model_event_count(model) == 1 && read_event(model, 0).t == read_event(other, 0).t &&
              get(model, "state.x.q") == get(other, "state.x.q"),
          "the motion continues with the same bits");
    wd_model_free(model);
    wd_model_free(other);
}

int main(void)
{
    wd_model *model = make("constrained", NULL);
    check(wd_model_event_width(model) == 2 &&
              strcmp(wd_model_event_value_name(model, 0), "part") == 0 &&
              strcmp(wd_model_event_value_name(model, 1), "multiplier") == 0,
          "events have two values");
    wd_model_free(model);
    goes_slack(3, 0, 1e-12);
    goes_slack(4, 0, 1e-12);
    goes_slack(4.9, 0, 1e-12);
    goes_slack(4, 1e-3, 1e-12);
    goes_round(0, 1e-11);
    goes_round(1e-3, 1e-11);
    cut_string();
    two_sided();
    from_the_start();
    two_strings_slacken("yes", 2);
    two_strings_slacken("no", 1);
    snapshot_of_side();
    fails_anywhere(0);
    fails_anywhere(0.01);
    return done();
}
