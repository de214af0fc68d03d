/* SPDX-License-Identifier: MIT */
/* A wheel thrown at the ground before a kerb, event by event.
 * These are the two runs of Grzesikiewicz and Zbiciak, "The Non-Smooth Problem of Wheel Motion".
 * With plastic collisions the wheel ends at rest between kerb and wall; with a restitution of 0.3
 * it bounces on the kerb until it rolls. Bounces slower than 1 mm/s are combined: only their end is
 * an event. */
#include <math.h>
#include <string.h>

#include "example.h"

static const double end = 1.0; /* s */

/* Features of the default profile that the wheel can touch; the profile is wall, kerb and
 * ground. */
static const char *feature_name(double feature)
{
    static const char *const names[] = {[0] = "wall", [2] = "top", [3] = "corner", [6] = "ground"};
    return feature >= 0 ? names[(size_t)feature] : "";
}

static size_t value_index(const wd_model *model, const char *name)
{
    for (size_t i = 0; i < wd_model_event_width(model); i++)
        if (strcmp(wd_model_event_value_name(model, i), name) == 0)
            return i;
    fprintf(stderr, "no event value %s\n", name);
    exit(EXIT_FAILURE);
}

/* Print a number: zero without a sign, and nothing for a value that the event does not have. */
static void print_number(double x)
{
    if (isnan(x))
        printf(" %8s", "");
    else
        printf(" %8.3f", fabs(x) < 5e-4 ? 0 : x);
}

/* Print all new events: several events may happen at one instant. */
static void print_new_events(const wd_model *model, size_t *seen)
{
    static const char *const columns[] = {"vx_before",    "vy_before",      "w_before",
                                          "vx_after",     "vy_after",       "w_after",
                                          "normal_total", "friction_total", "energy_change"};
    enum { WIDTH = 24 };
    double t, value[WIDTH];
    int32_t type;
    for (; *seen < wd_model_event_count(model); ++*seen) {
        must(model, wd_model_event(model, *seen, &t, &type, value, WIDTH));
        printf("%.6f  %-8s %-6s %-6s", t, wd_event_name(type),
               feature_name(value[value_index(model, "feature_a")]),
               feature_name(value[value_index(model, "feature_b")]));
        for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
            print_number(value[value_index(model, columns[i])]);
        putchar('\n');
    }
}

static void throw_wheel(const char *preset)
{
    wd_model *model = new_model("impact_wheel");
    size_t seen = 0;
    int32_t status;
    must(model, wd_model_load_preset(model, preset));
    must(model, wd_model_set_value(model, "solver.stop_at_events", 1));
    must(model, wd_model_set_value(model, "solver.zeno_speed", 1e-3)); /* m/s; shortens the list */
    must(model, wd_model_init(model, 0.0));
    printf("%s\n     t/s  event    at                    before: vx, vy, w          after: vx, vy, "
           "w    impulse N, T/(N.s)  dE/J\n",
           preset);
    while ((status = wd_model_step_to(model, end)) == WD_EVENT)
        print_new_events(model, &seen);
    must(model, status);

    enum { X, Y, PHI, SPEED, COUNT };
    const uint32_t refs[COUNT] = {ref_of(model, "state.x"), ref_of(model, "state.y"),
                                  ref_of(model, "state.phi"), ref_of(model, "state.x_dot")};
    double now[COUNT];
    must(model, wd_model_get(model, refs, COUNT, now));
    printf("at %g s: x %.6f m, y %.6f m, phi %.6f rad, x_dot %.6f m/s\n\n", end, now[X], now[Y],
           now[PHI], now[SPEED]);
    wd_model_free(model);
}

int main(void)
{
    throw_wheel("kerb-plastic");
    throw_wheel("kerb-elastoplastic");
    return EXIT_SUCCESS;
}
