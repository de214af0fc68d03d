/* SPDX-License-Identifier: MIT */
/* Settings of events for vehicles: events that stop a call, number of events kept, number allowed
 * in a call, and speed of approach below which a wheel does not bounce. */
#include "vehicle.h"

#include <string.h>

/* A ball that falls from 0.2 m onto the ground without friction. */
static wd_model *drop_ball(double restitution)
{
    wd_model *model = ball_above(0.2, restitution);
    set_input(model, "rim", "mu", 0);
    return model;
}

static int32_t type_of(const wd_model *model, size_t event, double *t)
{
    int32_t type;
    must(model, wd_model_event(model, event, t, &type, NULL, 0), "event");
    return type;
}

/* A call that stops at each impact computes the same bits as one that does not stop. */
static void stops_keep_bits(void)
{
    double t = 0, until = 1.2, first = sqrt(2 * 0.2 / 9.81), speed = first * 9.81, when = first;
    wd_model *model = drop_ball(0.5), *through = drop_ball(0.5);
    set(model, "solver.stop_at_events", 1);
    start(model, 0);
    for (size_t k = 0; k < 5; k++) {
        int32_t status = wd_model_step_to(model, until);
        check(status == WD_EVENT && wd_model_event_count(model) == k + 1 &&
                  type_of(model, k, &t) == WD_EVENT_IMPACT && t == wd_model_time(model),
              "impact %zu stops the call", k);
        near_abs(t, when, 1e-12, "time of the impact");
        speed /= 2, when += 2 * speed / 9.81;
    }
    while (wd_model_step_to(model, until) == WD_EVENT)
        ;
    start(through, 0);
    go(through, until);
    check(get(model, "state.ball.z") == get(through, "state.ball.z") &&
              wd_model_event_count(model) == wd_model_event_count(through),
          "stops do not change the motion");
    check(type_of(model, wd_model_event_count(model) - 1, NULL) == WD_EVENT_ZENO_END,
          "the last event ends the bounces");
    wd_model_free(through);
    wd_model_free(model);
}

/* Bounces end when the speed of approach is below solver.zeno_speed. */
static void bounces_end(void)
{
    static const double speeds[] = {1e-6, 1e-3, 0.1};
    for (int i = 0; i < 3; i++) {
        wd_model *model = drop_ball(0.5);
        size_t bounces = 0;
        set(model, "solver.zeno_speed", speeds[i]);
        start(model, 0);
        go(model, 1);
        for (double v = sqrt(2 * 9.81 * 0.2); v > speeds[i]; v /= 2)
            bounces++;
        check(wd_model_event_count(model) == bounces + 1,
              "zeno_speed %g: %zu bounces, expected %zu", speeds[i],
              wd_model_event_count(model) - 1, bounces);
        check(get(model, "state.ball.vz") == 0, "after the bounces the ball rests");
        wd_model_free(model);
    }
}

/* The log keeps the last events. A call with more than max_events events fails and changes
 * nothing. */
static void limits_of_log(void)
{
    wd_model *model = drop_ball(0.5);
    set(model, "solver.event_capacity", 4);
    start(model, 0);
    go(model, 1);
    size_t count = wd_model_event_count(model);
    int32_t type;
    check(wd_model_event(model, count - 5, NULL, &type, NULL, 0) == WD_ERANGE &&
              type_of(model, count - 4, NULL) == WD_EVENT_IMPACT,
          "the last four of %zu events are kept", count);
    wd_model_free(model);
    model = drop_ball(0.5);
    set(model, "solver.max_events", 3);
    start(model, 0);
    go(model, 0.3);
    double z = get(model, "state.ball.z");
    check(wd_model_step_to(model, 1) == WD_ELIMIT &&
              strstr(wd_model_error(model), "solver.max_events") != NULL,
          "more events than max_events: %s", wd_model_error(model));
    check(get(model, "state.ball.z") == z && wd_model_time(model) == 0.3,
          "the failed call leaves the model unchanged");
    for (double t = 0.5; t < 0.59; t += 0.01)
        go(model, t);
    check(wd_model_event_count(model) > 3,
          "in shorter calls the model continues through more events");
    wd_model_free(model);
}

/* Time stepping (Moreau) reports no impacts, so it neither stops at them nor counts them. */
static void moreau_logs_none(void)
{
    wd_model *model = drop_ball(0.5);
    choose(model, "solver.scheme", "moreau");
    set(model, "solver.fixed_step", 1e-3);
    set(model, "solver.stop_at_events", 1);
    set(model, "solver.max_events", 1);
    start(model, 0);
    check(wd_model_step_to(model, 2) == WD_OK && wd_model_event_count(model) == 0,
          "steps of Moreau report no impact");
    check(get(model, "state.ball.vz") == 0, "the ball comes to rest");
    wd_model_free(model);
}

int main(void)
{
    stops_keep_bits();
    bounces_end();
    limits_of_log();
    moreau_logs_none();
    return done();
}
