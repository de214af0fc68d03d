/* SPDX-License-Identifier: MIT */
/* Forces of time stepping (Moreau) agree with those of the event-driven motion. The wheels have the
 * law coulomb, except those of preset bicycle, which keep their law. At all times without an event
 * within 50 ms, all forces of a wheel agree to 1 % of its load at the start, and no contact is open
 * only with time stepping. Only the first 3.9 s are compared, because at 4 s the torque of preset
 * robot steps. */
#include "vehicle.h"

#include <string.h>

#define SAMPLE 0.01 /* s: time between two comparisons */
#define QUIET 0.05  /* s: forces are compared only if no event occurs within this time */
#define APART 0.01  /* largest allowed difference of forces, relative to the load at the start */

enum { SAMPLES = 390, MOST_WHEELS = 4, FORCES = 3, MOST_EVENTS = 1000 };

/* Forces of the wheels of one motion. */
struct forces {
    int wheels;
    const char *wheel[MOST_WHEELS];
    double of[SAMPLES + 1][MOST_WHEELS][FORCES]; /* normal, forward and side force, in N */
    int open[SAMPLES + 1];                       /* number of open contacts */
};

static struct forces events, steps;

static wd_model *start_with_forces(const char *preset, struct forces *to)
{
    wd_model *model = make("vehicle", preset);
    to->wheels = 0;
    for (size_t i = 0; i < wd_model_part_count(model); i++) {
        const char *type = wd_model_part_type(model, i), *name = wd_model_part_name(model, i);
        if (strcmp(type, "wheel") != 0 && strcmp(type, "rim") != 0)
            continue;
        if (strcmp(preset, "bicycle") != 0)
            choose(model, name_of("param", name, "law"), "coulomb");
        to->wheel[to->wheels++] = name;
    }
    return model;
}

static void read_forces(const wd_model *model, int k, struct forces *to)
{
    static const char *const force[FORCES] = {"normal_force", "forward_force", "side_force"};
    to->open[k] = 0;
    for (int w = 0; w < to->wheels; w++) {
        to->open[k] += out(model, to->wheel[w], "contact") == 0;
        for (int i = 0; i < FORCES; i++)
            to->of[k][w][i] = out(model, to->wheel[w], force[i]);
    }
}

static void run_motion(wd_model *model, struct forces *to)
{
    start(model, 0);
    read_forces(model, 0, to);
    for (int k = 1; k <= SAMPLES; k++) {
        go(model, k * SAMPLE);
        read_forces(model, k, to);
    }
}

/* Time from sample k to the nearest event. */
static double distance_from_events(const double *event, size_t count, int k)
{
    double least = INFINITY;
    for (size_t i = 0; i < count; i++)
        least = fmin(least, fabs(event[i] - k * SAMPLE));
    return least;
}

static void compare_forces(const char *preset, double step, const double *event, size_t count)
{
    wd_model *model = start_with_forces(preset, &steps);
    double worst = 0;
    int open = 0, compared = 0, when = 0;
    choose(model, "solver.scheme", "moreau");
    set(model, "solver.fixed_step", step);
    run_motion(model, &steps);
    for (int k = 1; k <= SAMPLES; k++) {
        if (distance_from_events(event, count, k) < QUIET)
            continue;
        compared++;
        open += steps.open[k] && !events.open[k];
        for (int w = 0; w < steps.wheels; w++)
            for (int i = 0; i < FORCES; i++) {
                double apart = fabs(steps.of[k][w][i] - events.of[k][w][i]) / events.of[0][w][0];
                when = apart > worst ? k : when;
                worst = fmax(worst, apart);
            }
    }
    check(worst <= APART && open == 0,
          "%s, steps of %g s: largest difference of a force %.2g of the load (at %g s); "
          "contacts open only in steps at %d of %d samples",
          preset, step, worst, when * SAMPLE, open, compared);
    wd_model_free(model);
}

/* Presets with the longest steps for which forces are compared. A steered wheel of the cars aligns
 * within trail/speed = 3 ms. Longer steps do not resolve this motion and make the wheel oscillate
 * until it slips. */
static const struct {
    const char *name;
    double longest;
} presets[] = {{"bicycle", 5e-3},
               {"motorcycle", 5e-3},
               {"car", 1.5e-3},
               {"robot", 5e-3},
               {"rigid_car", 1.5e-3}};

int main(void)
{
    static double event[MOST_EVENTS];
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++) {
        wd_model *model = start_with_forces(presets[i].name, &events);
        run_motion(model, &events);
        size_t count = wd_model_event_count(model);
        check(count <= MOST_EVENTS, "%s: there is room for the %zu events", presets[i].name, count);
        for (size_t k = 0; k < count && k < MOST_EVENTS; k++)
            must(model, wd_model_event(model, k, &event[k], NULL, NULL, 0), "event");
        compare_forces(presets[i].name, 1e-3, event, count);
        compare_forces(presets[i].name, presets[i].longest, event, count);
        wd_model_free(model);
    }
    return done();
}
