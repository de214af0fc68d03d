/* SPDX-License-Identifier: MIT */
/* Contract between the core's loop and a kind, tested with the kind of fair.h (balls that bounce
 * and two dials that turn): enter() is called once before each step, one jump handles all guards
 * that trigger at one instant, a guard that is below zero only within a step (a dip) is found if
 * the kind gives rates, and a jump may log no event. The test links the core, because it reads
 * members of the model. */
#include "fair.h"

static struct image before, later;

/* ---- enter ---- */

/* enter() lets the second dial turn twice as fast in all steps that begin at 0.5 rad or above.
 * Steps are at most 0.01 s, so the error of the angle after 2 s is at most 0.01 rad. */
static void test_enter(double h)
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
          "h = %g: enter() changes a mode without an event: %g rad", h, state->angle[1]);
    double steps = value_of(model, "stat.steps");
    check((double)fair_modes(model)->enters == steps && state->entered < 2 && state->entered > 1.98,
          "enter() is called once for each of %g steps, last at %g s", steps, state->entered);
    wd_model_free(model);
}

/* ---- jump ---- */

/* Three balls land at about 1 s, a grid time, `spread` seconds after each other. They need `jumps`
 * jumps: one if all land within 1e-12 s. */
static void land_together(double h, double spread, int jumps)
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

/* Two balls land at 1 s, and the input function fails after `end`, which differs from 1 s by a few
 * rounding errors. The core extrapolates guards to 1e-12 s beyond the end of a step and needs no
 * inputs there, so both balls land or neither does. */
static void at_the_end(double h, double end)
{
    wd_model *model = fair(h);
    put(model, "param.balls", 2);
    wd_model_set_input_fn(model, ref_of(model, "input.speed"), ends_at, &end);
    wd_model_init(model, 0);
    check(wd_model_step_to(model, end) == WD_OK && wd_model_event_count(model) % 2 == 0,
          "h = %g: where an input function ends, at 1 s%+g, both balls land or neither", h,
          end - 1);
    wd_model_free(model);
}

static void unlogged_jumps(double h)
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
          "h = %g: three jumps without log entries do not count as events", h);
    near_abs(fair_now(model)->ball[0].v, 0, 1e-9, "speed at 1.5 s of a ball that has bounced");
    wd_model_free(model);
}

/* An event value that the jump does not write is NaN, even if the previous event in the same row of
 * the log had a number there. */
static void unwritten_value(double h)
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
          "h = %g: the angle is %g rad, and NaN where none is set", h, values[0][FAIR_ANGLE]);
    wd_model_free(model);
}

/* enter() or a jump fails from a given time on: the call fails and leaves the model unchanged. */
static void fails_from(double h, const char *what, double from, const char *words)
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
          "h = %g: the motion continues without the failure", h);
    wd_model_free(model);
}

/* Ball 1 would land at 1.1 s. When ball 0 lands at 1 s, the jump puts ball 1 on the floor with an
 * upward velocity, so its guard is zero. It triggers only when ball 1 lands after this flight. */
static void guard_set_to_zero(double h)
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
          "h = %g: a guard that a jump sets to zero triggers after its next rise: %g s", h, t[1]);
    wd_model_free(model);
}

/* ---- many guards ---- */

static void many_landings(double h)
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
          "h = %g: a snapshot between two landings, of %d guards", h, GUARDS);
    wd_model_step_to(model, 1.7);
    int seen = 0;
    for (size_t i = 0; i < BALLS; i++) {
        double values[FAIR_WIDTH], t = event_at(model, i, values);
        seen += values[FAIR_GUARD] == (double)i && fabs(t - (1 + 0.01 * (double)i)) < 1e-9;
    }
    check(seen == BALLS && wd_model_event_count(model) == BALLS, "%d balls land at their times",
          seen);
    wd_model_step_to(other, 1.7);
    image_take(model, &before);
    image_take(other, &later);
    check(image_same(&before, &later), "the model from the snapshot continues with the same bits");
    bit_put(model->now.armed, GUARDS, 1);
    wd_model_save(model, bytes, sizeof bytes);
    check(wd_model_load(other, bytes, size) == WD_EFORMAT, "a bit beyond the guards is refused");
    wd_model_free(model);
    wd_model_free(other);
}

/* ---- dips ---- */

/* The guard of the first dial, level + cos(t), is below zero for a short time about pi, within a
 * step of up to 0.7 s. */
static void dip_within_step(double h, double depth, int rates)
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
    /* The rounding error of the guard shifts its zero. In a fixed step the evaluations are limited,
     * so the event may be anywhere in the dip. */
    double late = t - acos(-1 + depth), length = 2 * sqrt(2 * depth), rounding = 1e-15 / length;
    if (rates)
        check(wd_model_event_count(model) == 1 && values[FAIR_GUARD] == BALLS &&
                  late > -1e-13 - rounding && late < (h > 0 ? length : 1e-13) + rounding,
              "h = %g: a dip of depth %g and %g s is found, %g s after its start", h, depth, length,
              late);
    else
        check(wd_model_event_count(model) == 0, "h = %g: without rates the dip is not found", h);
    wd_model_free(model);
}

/* The minimum of the guard is 1e-12 above zero. The search for it takes trial steps, which do not
 * change a bit of the motion. */
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
          "h = %g: a guard that stays above zero changes no bit of the motion", h);
    wd_model_free(model);
    wd_model_free(twin);
}

/* Ball 0 bounces with 1 mm/s and lands again within the first step after the bounce. */
static void hop_within_step(double h, int rates)
{
    wd_model *model = fair(h);
    put(model, "param.balls", 1);
    put(model, "param.rates", rates);
    put(model, "param.restitution", 1e-4);
    wd_model_init(model, 0);
    wd_model_step_to(model, 1.00020001); /* within the second hop, which takes 2e-8 s */
    double values[FAIR_WIDTH], first = event_at(model, 0, values), t = event_at(model, 1, values);
    if (rates)
        check(wd_model_event_count(model) > 1 && fabs(t - first - 2e-4) < 1e-12,
              "h = %g: a hop within a step is found, after %g s", h, t - first);
    else
        check(wd_model_event_count(model) == 1, "h = %g: without rates the hop is not found", h);
    wd_model_free(model);
}

/* ---- advance instead of flow ---- */

static void test_advance(void)
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
              "uses_advance() selects %s: %d jumps, %d advances", by_itself ? "advance" : "flow",
              jumps, advances);
        wd_model_free(model);
    }
}

/* ---- limits ---- */

/* If jumps follow each other endlessly at one instant, the call fails with WD_ELIMIT, even with
 * stops at events. */
static void endless_jumps(double h, const char *what, double value, double rest)
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
        check(stops == 0, "h = %g: endless jumps stop no call at their events: %d stops", h, stops);
    wd_model_free(model);
}

static int32_t stop_after(void *left)
{
    return --*(int *)left <= 0;
}

static void interrupted_loop(double h)
{
    wd_model *model = fair(h);
    put(model, "input.speed", 1);
    put(model, "param.level", 1 - 1e-6);
    put(model, "param.rates", 1);
    put(model, "solver.max_step", 0.05);
    wd_model_init(model, 0);
    int stopped = 0, left = 1, finished = 0;
    wd_model_set_interrupt_fn(model, stop_after, &left);
    for (int k = 1; k < 400 && !finished; k++) {
        left = k;
        image_take(model, &before);
        int32_t status = wd_model_step_to(model, 3.5);
        finished = status == WD_OK;
        stopped += status == WD_EINTERRUPT &&
                   !refusal_fault(model, &before, status, WD_EINTERRUPT, "stopped");
    }
    check(stopped > 0 && finished && wd_model_event_count(model) == 1,
          "h = %g: a call is interrupted at %d stages, and the model is always unchanged", h,
          stopped);
    wd_model_free(model);
}

/* ---- the same bits ---- */

/* Hash of a motion of 3 s in `stops` calls, with further stops at events if `at_events`.
 * `forgetting`: the scratch memory is filled with NaN between calls, so that a use of old contents
 * shows. */
static uint64_t hash_of_run(double h, int stops, int at_events, int forgetting)
{
    wd_model *model = busy_fair(h);
    put(model, "solver.stop_at_events", at_events);
    wd_model_init(model, 0);
    for (int k = 1; k <= stops; k++) {
        int32_t status = WD_EVENT;
        while (status == WD_EVENT) {
            if (forgetting) {
                struct room *room = model->room;
                memset(room->memory, 0xff, room->words * sizeof *room->memory);
                model_close(model);
            }
            status = wd_model_step_to(model, k == stops ? 3 : 3.0 * k / stops);
        }
    }
    put(model, "solver.stop_at_events", 0);
    image_take(model, &before);
    check(before.events > BALLS, "h = %g: in %d calls or more, %zu events", h, stops,
          before.events);
    uint64_t hash = mix(1, before.bytes, before.size);
    wd_model_free(model);
    return hash;
}

static void same_bits_everywhere(void)
{
    uint64_t once = hash_of_run(0, 1, 0, 0);
    check(hash_of_run(0, 1, 1, 0) == once, "stops at events do not change the bits");
    check(hash_of_run(0, 1, 1, 1) == once, "no call uses scratch of the call before");
    once = hash_of_run(0.0625, 1, 0, 0);
    check(hash_of_run(0.0625, 48, 0, 0) == once,
          "stops at grid times do not change the bits of fixed steps");
    check(hash_of_run(0.0625, 48, 1, 1) == once,
          "stops at events and overwritten scratch do not change the bits of fixed steps");
}

/* Each jump puts two balls 2^-1074 m above the floor, so that they land again within the shortest
 * possible step. No time lies between the ends of this step, at which guards could be evaluated.
 * Nevertheless only the guards of the two balls may trigger. */
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
          "two balls land together %zu times, and %d other guards trigger",
          wd_model_event_count(model) / 2, others);
    wd_model_free(model);
}

int main(void)
{
    for (double h = 0; h < 0.02; h += 0.01) {
        test_enter(h);
        land_together(h, 0, 1);
        land_together(h, 1e-13, 1);
        land_together(h, 4e-13, 1);
        land_together(h, 3e-12, 3);
        land_together(h, 1e-6, 3);
        for (int k = h > 0 ? 0 : -4; k <= 4; k++)
            at_the_end(h, 1 + k * 0x1p-53);
        unlogged_jumps(h);
        unwritten_value(h);
        fails_from(h, "param.enter_fails", 1.5, "the fair is closed (t = 1.5");
        fails_from(h, "param.jump_fails", 1.1, "no solution (t = 1.3)");
        guard_set_to_zero(h);
        many_landings(h);
        for (double depth = 1e-2; depth > 1e-13; depth /= 10)
            dip_within_step(25 * h, depth, 1);
        dip_within_step(25 * h, 1e-3, 0);
        near_misses(25 * h);
        hop_within_step(h, 1);
        hop_within_step(h, 0);
        endless_jumps(h, "param.circle", 0.7, 0);
        endless_jumps(h, "param.restitution", -1, 1e-18);
        interrupted_loop(h);
    }
    at_once();
    test_advance();
    same_bits_everywhere();
    return done();
}
