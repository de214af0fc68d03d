/* SPDX-License-Identifier: MIT */
/* Events of the core's loop, with a bouncing ball: times, stops, ends, undone steps, the ring of
 * kept events. */
#include "ball.h"

static struct image before, after;

static void bounce_times(double h, double method)
{
    wd_model *model = ball(h);
    put(model, "solver.method", method);
    put(model, "solver.rtol", 1e-12);
    wd_model_init(model, 0);
    int32_t status = wd_model_step_to(model, 7);
    double worst = 0, worst_speed = 0;
    size_t count = wd_model_event_count(model);
    int types = 1;
    for (size_t i = 0; i < count; i++) {
        double t, values[BALL_WIDTH];
        int32_t type;
        wd_model_event(model, i, &t, &type, values, BALL_WIDTH);
        worst = fmax(worst, fabs(t - bounce_time((int)i, 0.8)));
        worst_speed = fmax(worst_speed, fabs(values[BALL_BEFORE] + 10 * pow(0.8, (double)i)));
        types = types && type == WD_EVENT_IMPACT && isnan(values[BALL_UNUSED]);
    }
    check(status == WD_OK && count == 7 && types, "h = %g, method %g: 7 bounces within 7 s: %zu", h,
          method, count);
    near_abs(worst, 0, 1e-12, "times of bounces in closed form");
    near_abs(worst_speed, 0, 1e-11, "speeds of bounces in closed form");
    double t = 7 - bounce_time(6, 0.8), v = 10 * pow(0.8, 7);
    near_abs(value_of(model, "state.y1"), v * t - 5 * t * t, 1e-11,
             "height after the bounces in closed form");
    near_abs(value_of(model, "output.kinetic_energy") + value_of(model, "output.potential_energy") +
                 value_of(model, "output.dissipated") - 1e10,
             50, 1e-4, "energy balance of the bounces");
    check(value_of(model, "stat.events") == 7, "stat.events counts 7 bounces");
    check(wd_model_event(model, 0, &t, NULL, NULL, BALL_WIDTH + 1) == WD_EINVAL &&
              wd_model_event(model, 0, NULL, NULL, &t, 1) == WD_OK && t < 0 &&
              wd_model_event(model, count, &t, NULL, NULL, 0) == WD_ERANGE &&
              wd_model_event(model, SIZE_MAX, &t, NULL, NULL, 0) == WD_ERANGE,
          "an event may be read in part; not beyond its width, and not after the last event");
    wd_model_free(model);
}

static void stops_keep_bits(double h)
{
    wd_model *model = ball(h), *free_run = ball(h);
    put(model, "solver.stop_at_events", 1);
    wd_model_init(model, 0);
    wd_model_init(free_run, 0);
    wd_model_step_to(free_run, 7);
    int32_t status;
    size_t n = 0;
    int right = 1;
    while ((status = wd_model_step_to(model, 7)) == WD_EVENT && n < 100) {
        double t;
        wd_model_event(model, n++, &t, NULL, NULL, 0);
        right = right && wd_model_event_count(model) == n && wd_model_time(model) == t &&
                value_of(model, "state.y1") == 0 && value_of(model, "output.speed") > 0;
    }
    check(status == WD_OK && n == 7 && right, "h = %g: the loop stops after each event and ends",
          h);
    put(free_run, "solver.stop_at_events", 1);
    image_take(model, &before);
    image_take(free_run, &after);
    check(image_same(&before, &after), "the bits are those of a motion without stops");
    double rows[3 * 2];
    size_t written;
    uint32_t ref = ref_of(model, "state.y1");
    check(wd_model_run(model, 8, 0.5, &ref, 1, rows, 3, &written) == WD_OK && written == 3,
          "wd_model_run() does not stop at events");
    wd_model_free(model);
    wd_model_free(free_run);
}

static void at_the_target(double h)
{
    wd_model *probe = ball(h);
    put(probe, "param.gravity", 9.81);
    wd_model_init(probe, 0);
    wd_model_step_to(probe, 2);
    double t;
    wd_model_event(probe, 0, &t, NULL, NULL, 0);
    for (int stop = 0; stop < 2; stop++) {
        wd_model_reset(probe);
        put(probe, "solver.stop_at_events", stop);
        wd_model_init(probe, 0);
        wd_model_step_to(probe, t - 1e-9);
        size_t early = wd_model_event_count(probe);
        int32_t status = wd_model_step_to(probe, t);
        /* steps of other lengths round differently, so the event may be one double later */
        if (wd_model_event_count(probe) == 0)
            status = wd_model_step_to(probe, t + 4e-16);
        check(early == 0 && status == (stop ? WD_EVENT : WD_OK) &&
                  wd_model_event_count(probe) == 1 && value_of(probe, "state.v1") > 0,
              "h = %g: an event at the target is handled, %s", h, stop ? "with a stop" : "no stop");
        check(wd_model_step_to(probe, wd_model_time(probe)) == WD_OK &&
                  wd_model_event_count(probe) == 1,
              "the event does not occur again");
    }
    wd_model_free(probe);
    /* 1 s is a grid time, and the time of the first bounce in closed form */
    probe = ball(h);
    wd_model_init(probe, 0);
    wd_model_step_to(probe, 1 + 1e-6);
    check(wd_model_event_count(probe) == 1 &&
              fabs(value_of(probe, "state.v1") - (8 - 10e-6)) < 1e-11,
          "an event at a grid time is handled in the step that ends there");
    wd_model_free(probe);
}

/* Balls 1 and 2 land at 1 s from different heights, so the guard of ball 2 may trigger one double
 * earlier or later. Both are handled as one instant, with one time and one stop. */
static void balls_land_together(double h)
{
    static const double falls[][2] = {{5, 0}, {15, -10}, {25, -20}, {10, -5}, {7, -2}, {4, 1}};
    enum { FALLS = sizeof falls / sizeof *falls };
    for (int i = 0; i < FALLS; i++) {
        wd_model *model = ball(h);
        put(model, "state.y2", falls[i][0]);
        put(model, "state.v2", falls[i][1]);
        put(model, "solver.stop_at_events", 1);
        wd_model_init(model, 0);
        int stops = 0;
        while (stops < 10 && wd_model_step_to(model, 2) == WD_EVENT)
            stops++;
        double t[2] = {-1, -2};
        wd_model_event(model, 0, &t[0], NULL, NULL, 0);
        wd_model_event(model, 1, &t[1], NULL, NULL, 0);
        check(wd_model_event_count(model) == 2 && stops == 1 && t[0] == t[1] &&
                  wd_model_time(model) == 2,
              "h = %g, two balls from %g and %g m: %d stops, events %g s apart", h, 5.0,
              falls[i][0], stops, t[1] - t[0]);
        wd_model_free(model);
    }
}

static int32_t fails_late(double t, double *value, void *user)
{
    *value = 0;
    return t > *(const double *)user;
}

static void roll_back(double h, double capacity)
{
    double limit = 6.9;
    wd_model *model = ball(h);
    put(model, "solver.event_capacity", capacity);
    put(model, "solver.max_step", 0.01);
    wd_model_set_input_fn(model, ref_of(model, "input.force"), fails_late, &limit);
    wd_model_init(model, 0);
    wd_model_step_to(model, 4.5); /* bounces at 1, 2.6, 3.88; then 4.904, 5.723, 6.379 */
    double t[7], kept = 0;
    for (size_t i = 0; i < 3; i++)
        if (wd_model_event(model, i, &t[i], NULL, NULL, 0) != WD_OK)
            t[i] = -1;
    image_take(model, &before);
    int32_t status = wd_model_step_to(model, 8);
    image_take(model, &after);
    check(status == WD_EINPUT && after.t == 4.5 && after.events == 3 &&
              memcmp(before.value, after.value, sizeof before.value) == 0,
          "h = %g, room for %g: a step that fails after more bounces is undone", h, capacity);
    for (size_t i = 0; i < 3; i++) {
        double now;
        kept += wd_model_event(model, i, &now, NULL, NULL, 0) == WD_OK && now == t[i];
    }
    check(kept == fmin(3, capacity) && image_same(&before, &after) &&
              wd_model_event(model, 3, &limit, NULL, NULL, 0) == WD_ERANGE,
          "overwritten events are restored, %g of them", kept);
    limit = 100;
    wd_model_step_to(model, 7);
    double worst = 0;
    for (size_t i = 3; i < 7; i++)
        if (wd_model_event(model, i, &t[i], NULL, NULL, 0) == WD_OK)
            worst = fmax(worst, fabs(t[i] - bounce_time((int)i, 0.8)));
    check(wd_model_event_count(model) == 7 && worst < 1e-11,
          "the last four of seven bounces are at their times within 1e-11 s");
    wd_model_free(model);
}

static void failing_jump(void)
{
    wd_model *model = ball(0);
    put(model, "param.fail_at", 3);
    wd_model_init(model, 0);
    wd_model_step_to(model, 1.5);
    image_take(model, &before);
    int32_t status = wd_model_step_to(model, 7);
    image_take(model, &after);
    check(status == WD_ENOSOL && after.t == 1.5 && after.events == 1 &&
              memcmp(before.value, after.value, sizeof before.value) == 0,
          "a jump that fails undoes the bounce before it");
    put(model, "param.fail_at", 0);
    check(wd_model_step_to(model, 7) == WD_OK && wd_model_event_count(model) == 7 &&
              model->now.mode[BALL_BOUNCES] == 7,
          "a failing jump also restores the modes");
    wd_model_free(model);
}

static void log_keeps_last_events(void)
{
    wd_model *model = ball(0);
    put(model, "solver.event_capacity", 4);
    wd_model_init(model, 0);
    wd_model_step_to(model, 7.5);
    size_t count = wd_model_event_count(model), good = 0, gone = 0;
    for (size_t i = 0; i < count; i++) {
        double t;
        int32_t status = wd_model_event(model, i, &t, NULL, NULL, 0);
        good += i + 4 >= count && status == WD_OK && fabs(t - bounce_time((int)i, 0.8)) < 1e-12;
        gone += i + 4 < count && status == WD_ERANGE;
    }
    check(count == 8 && good == 4 && gone == 4, "a ring of 4 keeps the last 4 of 8");
    wd_model_reset(model);
    check(wd_model_event_count(model) == 0 &&
              wd_model_event(model, 0, NULL, NULL, NULL, 0) == WD_ERANGE,
          "reset discards the events");
    put(model, "solver.event_capacity", 1000);
    wd_model_init(model, 0);
    wd_model_step_to(model, 7.5);
    check(wd_model_event(model, 0, NULL, NULL, NULL, 0) == WD_OK, "a ring may grow after reset");
    wd_model_free(model);
}

static void run_ends_early(double h)
{
    wd_model *model = ball(h), *other;
    static unsigned char bytes[MOST_BYTES];
    double t, rows[40];
    int32_t type;
    size_t written;
    put(model, "param.ceiling", 7.2);
    put(model, "state.v1", 10); /* top at 10 m; ceiling at (10 - sqrt(56))/10 s */
    wd_model_init(model, 0);
    double end = (10 - sqrt(56)) / 10;
    int32_t status = wd_model_run(model, 10, 0.1, NULL, 0, rows, 40, &written);
    check(status == WD_EINVAL && written == 0,
          "a run is refused if the rows do not suffice for its full length");
    status = wd_model_run(model, 3, 0.1, NULL, 0, rows, 40, &written);
    near_abs(wd_model_time(model), end, 1e-12, "time of the end");
    check(status == WD_END && written == 4 && rows[3] == wd_model_time(model),
          "h = %g: the last row of a run is at the end: %zu rows", h, written);
    check(wd_model_event(model, 0, &t, &type, NULL, 0) == WD_OK && type == WD_EVENT_LIMIT &&
              t == wd_model_time(model) && wd_model_event_count(model) == 1,
          "the last event is the one that ends the motion");
    image_take(model, &before);
    int held = wd_model_step_to(model, 3) == WD_END && wd_model_step_to(model, 1e9) == WD_END &&
               wd_model_run(model, 3, 0.1, NULL, 0, rows, 40, &written) == WD_END;
    image_take(model, &after);
    check(held && image_same(&before, &after), "every later call returns WD_END, nothing changes");
    check(wd_model_step_to(model, t) == WD_OK && wd_model_eval(model) == WD_OK,
          "the variables of an ended model can be read");
    size_t size = wd_model_save_size(model);
    wd_model_save(model, bytes, sizeof bytes);
    wd_model_clone(model, &other);
    check(wd_model_step_to(other, 3) == WD_END, "a clone has ended as well");
    wd_model_reset(model);
    put(model, "param.ceiling", 100);
    check(wd_model_init(model, 0) == WD_OK && wd_model_step_to(model, 3) == WD_OK,
          "the model runs again after reset");
    check(wd_model_load(model, bytes, size) == WD_OK && wd_model_step_to(model, 3) == WD_END &&
              wd_model_time(model) == t,
          "a snapshot contains the end");
    wd_model_free(other);
    wd_model_free(model);
}

static void copies_keep_events(double h)
{
    wd_model *model = ball(h), *other, *fresh = ball(0);
    static unsigned char bytes[MOST_BYTES];
    put(model, "solver.event_capacity", 3);
    wd_model_init(model, 0.25);
    size_t size = wd_model_save_size(model);
    wd_model_step_to(model, 5);
    check(size == wd_model_save_size(model), "the size of snapshots is constant when events occur");
    check(wd_model_save(model, bytes, sizeof bytes) == WD_OK, "a model with events is saved");
    wd_model_clone(model, &other);
    check(wd_model_load(fresh, bytes, size) == WD_OK, "a snapshot with events is loaded");
    uint64_t hash = walk(model, 100, 150);
    check(walk(other, 100, 150) == hash && walk(fresh, 100, 150) == hash,
          "h = %g: clone and loaded snapshot continue with the same bits through events", h);
    image_take(model, &before);
    image_take(fresh, &after);
    check(image_same(&before, &after), "a clone and a loaded snapshot have the same log");
    wd_model_free(model);
    wd_model_free(other);
    wd_model_free(fresh);
}

static void grid_continues(void)
{
    const double h = 0.125;
    wd_model *model = ball(h);
    put(model, "param.gravity", 9.81);
    wd_model_init(model, 0);
    int on_grid = 1;
    wd_model_step_to(model, 7);
    double events = (double)wd_model_event_count(model);
    on_grid = value_of(model, "stat.steps") == 7 / h + events;
    check(on_grid && events == 7, "each event adds a step to the %g of the grid: %g", 7 / h,
          value_of(model, "stat.steps"));
    wd_model *many = ball(h);
    put(many, "param.gravity", 9.81);
    wd_model_init(many, 0);
    for (int k = 1; k <= 70; k++)
        wd_model_step_to(many, k == 70 ? 7 : ceil(k * 0.1 / h) * h);
    image_take(model, &before);
    image_take(many, &after);
    check(image_same(&before, &after), "the same bits in one call as in many, across events");
    wd_model_free(model);
    wd_model_free(many);
}

int main(void)
{
    bounce_times(0, 0);
    bounce_times(0, 1);
    bounce_times(0, 2);
    bounce_times(0.0625, 0);
    bounce_times(0.01, 1);
    bounce_times(0, 4);
    bounce_times(0.0625, 4);
    for (int i = 0; i < 2; i++) {
        double h = i * 0.01;
        stops_keep_bits(h);
        at_the_target(h);
        balls_land_together(h);
        roll_back(h, 256);
        roll_back(h, 5);
        roll_back(h, 2);
        run_ends_early(h);
        copies_keep_events(h);
    }
    failing_jump();
    log_keeps_last_events();
    grid_continues();
    return done();
}
