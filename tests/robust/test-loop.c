/* SPDX-License-Identifier: MIT */
/* Contract between the core's loop and a kind: steps are entered, guards of one instant jump
 * together, dips are found, silently if the kind wants it. Links the core to look inside. */
#include "fair.h"

static struct image before, later;

/* ---- enter ---- */

/* The second dial turns twice as fast from 0.5 rad on: from the first step that begins there. */
static void entered(double h)
{
    wd_model *model = fair(h);
    put(model, "input.speed", 1);
    put(model, "param.onset", 0.5);
    put(model, "solver.max_step", 0.01);
    wd_model_init(model, 0);
    int32_t status = wd_model_step_to(model, 2);
    const struct fair_state *state = fair_now(model);
    check(status == WD_OK && fabs(state->angle[1] - 3.5) < 0.011 &&
              wd_model_event_count(model) == 0,
          "h = %g: a mode changes in silence when a step begins: %g rad", h, state->angle[1]);
    double steps = value_of(model, "stat.steps");
    check((double)fair_modes(model)->enters == steps && state->entered < 2 && state->entered > 1.98,
          "every step is entered once, of %g, the last at %g s", steps, state->entered);
    wd_model_free(model);
}

/* ---- jump ---- */

/* Three balls within so many instants of 1e-12 s, about 1 s, which is a grid time. */
static void together(double h, double spread, int jumps)
{
    wd_model *model = fair(h);
    put(model, "param.balls", 3);
    put(model, "param.spread", spread);
    put(model, "solver.stop_at_events", 1);
    wd_model_init(model, 0);
    int stops = 0;
    while (stops < 9 && wd_model_step_to(model, 1.5) == WD_EVENT)
        stops++;
    int good = wd_model_event_count(model) == 3;
    double first[FAIR_WIDTH], t = event_at(model, 0, first);
    for (size_t i = 1; i < 3; i++) {
        double values[FAIR_WIDTH], other = event_at(model, i, values);
        good = good && (other == t) == (jumps == 1) && isnan(values[FAIR_ANGLE]);
        good = good && values[FAIR_GUARD] == (double)i &&
               values[FAIR_JUMPS] == (jumps == 1 ? 1 : (double)i + 1);
    }
    check(good && stops == jumps && fair_modes(model)->jumps == jumps &&
              value_of(model, "stat.events") == 3,
          "h = %g, three balls %g s apart: %d jumps, %d stops", h, spread,
          (int)fair_modes(model)->jumps, stops);
    wd_model_free(model);
}

static int32_t ends_at(double t, double *value, void *user)
{
    *value = 0;
    return t > *(const double *)user;
}

/* Events within an instant use the earlier inputs, because an input may end with the step. */
static void at_the_end(double h, double end)
{
    wd_model *model = fair(h);
    put(model, "param.balls", 2);
    wd_model_set_input_fn(model, ref_of(model, "input.speed"), ends_at, &end);
    wd_model_init(model, 0);
    check(wd_model_step_to(model, end) == WD_OK && wd_model_event_count(model) % 2 == 0,
          "h = %g: balls land at the end of an input, 1 s%+g", h, end - 1);
    wd_model_free(model);
}

static void in_silence(double h)
{
    wd_model *model = fair(h);
    put(model, "param.balls", 3);
    put(model, "param.spread", 0.01);
    put(model, "param.quiet", 1);
    put(model, "solver.stop_at_events", 1);
    wd_model_init(model, 0);
    int32_t status = wd_model_step_to(model, 1.5);
    check(status == WD_OK && wd_model_time(model) == 1.5 && wd_model_event_count(model) == 0 &&
              value_of(model, "stat.events") == 0 && fair_modes(model)->jumps == 3,
          "h = %g: jumps that write nothing are no events", h);
    near_abs(fair_now(model)->ball[0].v, 0, 1e-9, "and balls have bounced");
    wd_model_free(model);
}

/* A value that a jump leaves out is none, whatever the event before it had in its place. */
static void left_out(double h)
{
    wd_model *model = fair(h);
    put(model, "param.balls", 1);
    put(model, "input.speed", 4);
    put(model, "param.level", 0.9);
    put(model, "solver.event_capacity", 1);
    wd_model_init(model, 0);
    double values[2][FAIR_WIDTH];
    wd_model_step_to(model, 0.9);
    event_at(model, 0, values[0]);
    wd_model_step_to(model, 1.1);
    event_at(model, 1, values[1]);
    check(values[0][FAIR_GUARD] == BALLS && fabs(values[0][FAIR_ANGLE] - acos(-0.9)) < 1e-9 &&
              values[1][FAIR_GUARD] == 0 && isnan(values[1][FAIR_ANGLE]),
          "h = %g: an event has its own values, %g rad or none", h, values[0][FAIR_ANGLE]);
    wd_model_free(model);
}

/* Failure of enter or a jump from a given time on. */
static void refuses(double h, const char *what, double from, const char *words)
{
    wd_model *model = fair(h);
    put(model, "param.balls", 3);
    put(model, "param.spread", 0.3);
    put(model, "solver.max_step", 0.01);
    wd_model_init(model, 0);
    wd_model_step_to(model, 0.5);
    put(model, what, from);
    REFUSED(model, &before, WD_ENOSOL, words, wd_model_step_to(model, 2));
    put(model, what, 0);
    check(wd_model_step_to(model, 1.7) == WD_OK && wd_model_event_count(model) == 3,
          "h = %g: and the motion goes on", h);
    wd_model_free(model);
}

/* Ball 0 lands at 1 s and sets ball 1, which would land at 1.1 s, on the floor, on its way up: it
 * lands again only after its flight. */
static void armed_anew(double h)
{
    wd_model *model = fair(h);
    put(model, "param.balls", 2);
    put(model, "param.spread", 0.1);
    put(model, "param.lift", 1);
    wd_model_init(model, 0);
    wd_model_step_to(model, 1.25);
    double values[2][FAIR_WIDTH], t[2];
    for (size_t i = 0; i < 2; i++)
        t[i] = event_at(model, i, values[i]);
    check(wd_model_event_count(model) == 2 && values[0][FAIR_GUARD] == 0 &&
              values[1][FAIR_GUARD] == 1 && fabs(t[1] - 1.2) < 1e-9,
          "h = %g: a guard that a jump has put to zero falls after it has risen: %g s", h, t[1]);
    wd_model_free(model);
}

/* ---- many guards ---- */

static void many(double h)
{
    static unsigned char bytes[MOST_BYTES];
    wd_model *model = fair(h), *other = model_new(&fair_kind);
    put(model, "param.balls", BALLS);
    put(model, "param.spread", 0.01);
    wd_model_init(model, 0);
    wd_model_step_to(model, 1.605);
    size_t size = wd_model_save_size(model);
    check(wd_model_save(model, bytes, sizeof bytes) == WD_OK &&
              wd_model_load(other, bytes, size) == WD_OK,
          "h = %g: a snapshot between two of %d guards", h, GUARDS);
    wd_model_step_to(model, 1.7);
    int seen = 0;
    for (size_t i = 0; i < BALLS; i++) {
        double values[FAIR_WIDTH], t = event_at(model, i, values);
        seen += values[FAIR_GUARD] == (double)i && fabs(t - (1 + 0.01 * (double)i)) < 1e-9;
    }
    check(seen == BALLS && wd_model_event_count(model) == BALLS, "all of %d fall in time", seen);
    wd_model_step_to(other, 1.7);
    image_take(model, &before);
    image_take(other, &later);
    check(image_same(&before, &later), "also from the snapshot, in the same bits");
    bit_put(model->now.armed, GUARDS, 1);
    wd_model_save(model, bytes, sizeof bytes);
    check(wd_model_load(other, bytes, size) == WD_EFORMAT, "a guard too many is refused");
    wd_model_free(model);
    wd_model_free(other);
}

/* ---- dips ---- */

/* The margin of the first dial, level + cos(t), is below zero for a short time about pi, within a
 * step of up to 0.7 s. */
static void dips(double h, double depth, int rates)
{
    wd_model *model = fair(h);
    put(model, "input.speed", 1);
    put(model, "param.level", 1 - depth);
    put(model, "param.rates", rates);
    put(model, "param.gravity", 0);
    put(model, "solver.max_step", 0.7);
    wd_model_init(model, 0);
    wd_model_step_to(model, 6);
    double values[FAIR_WIDTH], t = event_at(model, 0, values);
    /* The margin is rounded where it falls, and hardly falls; fixed steps have bounded work. */
    double late = t - acos(-1 + depth), length = 2 * sqrt(2 * depth), rounding = 1e-15 / length;
    if (rates)
        check(wd_model_event_count(model) == 1 && values[FAIR_GUARD] == BALLS &&
                  late > -1e-13 - rounding && late < (h > 0 ? length : 1e-13) + rounding,
              "h = %g: a dip of %g, %g s long, is found: %g s late", h, depth, length, late);
    else
        check(wd_model_event_count(model) == 0, "h = %g: and is passed over without rates", h);
    wd_model_free(model);
}

/* That it is no dip is found out by steps that leave no trace. */
static void near_misses(double h)
{
    wd_model *model = fair(h), *twin = fair(h);
    for (int k = 0; k < 2; k++) {
        wd_model *one = k ? twin : model;
        put(one, "input.speed", 1);
        put(one, "param.level", 1 + 1e-12);
        put(one, "param.rates", k);
        put(one, "param.gravity", 0);
        put(one, "solver.max_step", 0.7);
        wd_model_init(one, 0);
        wd_model_step_to(one, 6);
    }
    image_take(model, &before);
    image_take(twin, &later);
    check(before.events == 0 && later.events == 0 &&
              memcmp(fair_now(model), fair_now(twin), sizeof(struct fair_state)) == 0,
          "h = %g: a margin that stays above zero leaves the bits of the motion", h);
    wd_model_free(model);
    wd_model_free(twin);
}

/* Ball 0 bounces with 1 mm/s, and is back within the first step. */
static void hops(double h, int rates)
{
    wd_model *model = fair(h);
    put(model, "param.balls", 1);
    put(model, "param.rates", rates);
    put(model, "param.restitution", 1e-4);
    wd_model_init(model, 0);
    wd_model_step_to(model, 1.00020001); /* before the next hop, of 2e-12 s */
    double values[FAIR_WIDTH], first = event_at(model, 0, values), t = event_at(model, 1, values);
    if (rates)
        check(wd_model_event_count(model) > 1 && fabs(t - first - 2e-4) < 1e-12,
              "h = %g: a hop within a step is found, after %g s", h, t - first);
    else
        check(wd_model_event_count(model) == 1, "h = %g: and passed over without rates", h);
    wd_model_free(model);
}

/* ---- own motion ---- */

static void own(void)
{
    for (int by_itself = 0; by_itself < 2; by_itself++) {
        wd_model *model = fair(0);
        put(model, "param.balls", 1);
        put(model, "param.by_itself", by_itself);
        wd_model_init(model, 0);
        int32_t status = wd_model_step_to(model, 1.2);
        int jumps = (int)fair_modes(model)->jumps, advances = (int)fair_modes(model)->advances;
        check(status == WD_OK && jumps == !by_itself && (advances > 0) == by_itself &&
                  (fair_modes(model)->enters > 0) == !by_itself,
              "%s: %d jumps, %d advances", by_itself ? "by itself" : "by the loop", jumps,
              advances);
        wd_model_free(model);
    }
}

/* ---- limits ---- */

static void circles(double h, const char *what, double value, double rest)
{
    wd_model *model = fair(h);
    put(model, "param.balls", 1);
    wd_model_init(model, 0);
    wd_model_step_to(model, 0.5);
    put(model, what, value);
    put(model, "param.rest", rest);
    REFUSED(model, &before, WD_ELIMIT, "within", wd_model_step_to(model, 2));
    put(model, "solver.stop_at_events", 1);
    int stops = 0;
    while (stops < 500 && wd_model_step_to(model, 2) == WD_EVENT)
        stops++;
    if (rest == 0)
        check(stops == 0, "h = %g: nor does it stop for ever at one time", h);
    wd_model_free(model);
}

static int32_t stop(void *left)
{
    return --*(int *)left <= 0;
}

static void interrupts(double h)
{
    wd_model *model = fair(h);
    put(model, "input.speed", 1);
    put(model, "param.level", 1 - 1e-6);
    put(model, "param.rates", 1);
    put(model, "solver.max_step", 0.05);
    wd_model_init(model, 0);
    int stopped = 0, left = 1, finished = 0;
    wd_model_set_interrupt_fn(model, stop, &left);
    for (int k = 1; k < 400 && !finished; k++) {
        left = k;
        image_take(model, &before);
        int32_t status = wd_model_step_to(model, 3.5);
        finished = status == WD_OK;
        stopped += status == WD_EINTERRUPT &&
                   !refusal_fault(model, &before, status, WD_EINTERRUPT, "stopped");
    }
    check(stopped > 0 && finished && wd_model_event_count(model) == 1,
          "h = %g: interrupted in %d places, each leaves the model", h, stopped);
    wd_model_free(model);
}

/* ---- the same bits ---- */

/* Whoever looks on the way, and forgets all scratch there. */
static uint64_t played(double h, int stops, int at_events, int forgetting)
{
    wd_model *model = busy_fair(h);
    put(model, "solver.stop_at_events", at_events);
    wd_model_init(model, 0);
    for (int k = 1; k <= stops; k++) {
        int32_t status = WD_EVENT;
        while (status == WD_EVENT) {
            if (forgetting) {
                double *end = (double *)model->memory + model->memory_words;
                memset(model->next, 0xff, (size_t)(end - model->next) * sizeof *end);
                model->opened = 0;
            }
            status = wd_model_step_to(model, k == stops ? 3 : 3.0 * k / stops);
        }
    }
    put(model, "solver.stop_at_events", 0);
    image_take(model, &before);
    check(before.events > BALLS, "h = %g: %d and more stops, %zu events", h, stops, before.events);
    uint64_t hash = mix(1, before.bytes, before.size);
    wd_model_free(model);
    return hash;
}

static void same_bits_everywhere(void)
{
    uint64_t once = played(0, 1, 0, 0);
    check(played(0, 1, 1, 0) == once, "stops at events leave the bits");
    check(played(0, 1, 1, 1) == once, "scratch has no memory");
    once = played(0.0625, 1, 0, 0);
    check(played(0.0625, 48, 0, 0) == once, "stops at grid times leave the bits of fixed steps");
    check(played(0.0625, 48, 1, 1) == once, "stops at events, and scratch without memory, too");
}

/* Two balls are put down so little above the floor that they land again after the shortest step
 * there is: no other guard falls with them, though nothing can be looked back at. */
static void at_once(void)
{
    wd_model *model = fair(0);
    int others = 0;
    put(model, "param.balls", 2);
    put(model, "param.restitution", -1);
    put(model, "param.rest", 0x1p-1074);
    put(model, "solver.stop_at_events", 1);
    wd_model_init(model, 0);
    for (int k = 0; k < 4; k++)
        wd_model_step_to(model, 2);
    for (size_t i = 0; i < wd_model_event_count(model); i++) {
        double values[FAIR_WIDTH];
        event_at(model, i, values);
        others += values[FAIR_GUARD] >= 2;
    }
    check(wd_model_event_count(model) >= 8 && others == 0,
          "two balls land %zu times at once, and %d other guards fall",
          wd_model_event_count(model) / 2, others);
    wd_model_free(model);
}

int main(void)
{
    for (double h = 0; h < 0.02; h += 0.01) {
        entered(h);
        together(h, 0, 1);
        together(h, 1e-13, 1);
        together(h, 4e-13, 1);
        together(h, 3e-12, 3);
        together(h, 1e-6, 3);
        for (int k = h > 0 ? 0 : -4; k <= 4; k++)
            at_the_end(h, 1 + k * 0x1p-53);
        in_silence(h);
        left_out(h);
        refuses(h, "param.enter_fails", 1.5, "the fair is closed (t = 1.5");
        refuses(h, "param.jump_fails", 1.1, "no solution (t = 1.3)");
        armed_anew(h);
        many(h);
        for (double depth = 1e-2; depth > 1e-13; depth /= 10)
            dips(25 * h, depth, 1);
        dips(25 * h, 1e-3, 0);
        near_misses(25 * h);
        hops(h, 1);
        hops(h, 0);
        circles(h, "param.circle", 0.7, 0);
        circles(h, "param.restitution", -1, 1e-18);
        interrupts(h);
    }
    at_once();
    own();
    same_bits_everywhere();
    return done();
}
