/* SPDX-License-Identifier: MIT */
/* model -> scenario -> model gives the same bits of all values, signals, ground and snapshots, for
 * random models of all kinds, and the scenario of the second model is the same text. For a
 * model on a grid of heights it suffices that the heights of both grids agree to rounding.
 * usage: test-scenario-round-trip [MODELS SEED] */
#include "random.h"
#include "robust/support.h"

#include <wheeldyn/ground.h>
#include <wheeldyn/scenario.h>

enum { MODELS = 1000, MOST_POINTS = 12, MOST_NODES = 4096 };

static uint64_t seed = 42;

static double any_real(void)
{
    static const double odd[] = {0,     -0.0, 1,          1e-300, 5e-324,
                                 1e300, 0.1,  123456.789, -1e-5,  INFINITY};
    size_t which = random_index(&seed, 30);
    return which < sizeof odd / sizeof *odd ? odd[which] : uniform(-3, 3);
}

/* ---- random models ---- */

static void add_part(wd_model *model, size_t number)
{
    const char *kind = wd_model_kind(model), *on[8], *wanted;
    size_t type = random_index(&seed, wd_part_type_count(kind)), n = 0;
    char name[16];
    while ((wanted = wd_part_type_on(kind, type, n)) && n < 8) {
        size_t parts = wd_model_part_count(model), first = random_index(&seed, parts + 1);
        on[n] = "none";
        for (size_t i = 0; i < parts; i++) {
            size_t part = (first + i) % parts;
            if (!strcmp(wd_model_part_type(model, part), wanted))
                on[n] = wd_model_part_name(model, part);
        }
        n++;
    }
    snprintf(name, sizeof name, "p%zu", number);
    wd_model_add_part(model, wd_part_type_name(kind, type), name, on, n);
}

static void set_signal(wd_model *model, uint32_t ref)
{
    double data[2 * MOST_POINTS];
    size_t points = 1 + random_index(&seed, MOST_POINTS),
           choices = wd_model_choice_count(model, ref);
    for (size_t i = 0; i < points; i++) {
        data[2 * i] = (double)i + uniform(0, 0.9);
        data[2 * i + 1] = choices ? (double)random_index(&seed, choices) : any_real();
    }
    switch (random_index(&seed, 3)) {
    case 0:
        wd_model_set_input_signal(model, ref, WD_SIGNAL_LINEAR, data, 2 * points);
        break;
    case 1:
        wd_model_set_input_signal(model, ref, WD_SIGNAL_STEP, data, 2 * points);
        break;
    default:
        data[4] = 2;
        wd_model_set_input_signal(model, ref, WD_SIGNAL_TANH, data, 5);
    }
}

static void set_ground(wd_model *model)
{
    double xy[2 * MOST_POINTS], bulge[MOST_POINTS] = {0}, friction[MOST_POINTS];
    double times[MOST_POINTS + 1];
    size_t points = 3 + random_index(&seed, MOST_POINTS - 3);
    for (size_t i = 0; i < points; i++) {
        xy[2 * i] = (double)i + uniform(0, 0.5);
        xy[2 * i + 1] = uniform(-0.1, 0.1);
        bulge[i] = i > 0 && i + 2 < points ? uniform(-0.1, 0.1) : 0;
        friction[i] = uniform(0, 2);
        times[i] = (double)i + uniform(0, 0.1);
    }
    times[points] = (double)points + uniform(0, 0.5);
    if (wd_model_set_profile(model, xy, points > 3 ? bulge : NULL, points) == WD_OK &&
        random_index(&seed, 2))
        wd_model_set_terrain_friction(model, friction, points - 1);
    for (size_t i = 0; i < points; i++)
        friction[i] /= 2;
    if (random_index(&seed, 2))
        wd_model_set_terrain_restitution(model, friction, points - 1);
    int32_t closed = (int32_t)random_index(&seed, 2);
    wd_model_set_path(model, xy, points, closed);
    if (random_index(&seed, 2))
        wd_model_set_path_times(model, times, points + (size_t)closed);
}

/* Set some of the variables; if a value is refused, the variable keeps its value. */
static void set_some(wd_model *model)
{
    size_t count = wd_model_var_count(model);
    for (size_t i = random_index(&seed, 20); i > 0; i--) {
        uint32_t ref = (uint32_t)random_index(&seed, count);
        size_t choices = wd_model_choice_count(model, ref);
        double value = choices ? (double)random_index(&seed, choices) : any_real();
        wd_model_set(model, &ref, 1, &value);
        if (wd_model_var_role(model, ref) == WD_INPUT && random_index(&seed, 2))
            set_signal(model, ref);
    }
}

static wd_model *any_model(void)
{
    const char *kind = wd_kind_name(random_index(&seed, wd_kind_count()));
    wd_model *model = NULL;
    wd_model_new(kind, &model);
    if (wd_preset_count(kind) > 0 && random_index(&seed, 2))
        wd_model_load_preset(model,
                             wd_preset_name(kind, random_index(&seed, wd_preset_count(kind))));
    else
        for (size_t i = wd_part_type_count(kind) ? random_index(&seed, 9) : 0; i > 0; i--)
            add_part(model, i);
    set_some(model);
    if (random_index(&seed, 2))
        set_ground(model);
    return model;
}

/* ---- the same bits ---- */

static int same_signal(const wd_model *a, const wd_model *b, uint32_t ref)
{
    static double data[2][4096];
    size_t n = wd_model_input_signal(a, ref, data[0], 4096);
    return wd_model_input_form(a, ref) == wd_model_input_form(b, ref) &&
           n == wd_model_input_signal(b, ref, data[1], 4096) &&
           memcmp(data[0], data[1], n * sizeof(double)) == 0;
}

static int same_values(const wd_model *a, const wd_model *b)
{
    if (wd_model_var_count(a) != wd_model_var_count(b))
        return 0;
    for (uint32_t ref = 0; ref < wd_model_var_count(a); ref++) {
        double x = 0, y = 0;
        if (wd_model_get(a, &ref, 1, &x) != wd_model_get(b, &ref, 1, &y) ||
            memcmp(&x, &y, sizeof x) != 0 ||
            strcmp(wd_model_var_name(a, ref), wd_model_var_name(b, ref)) != 0)
            return 0;
        if (wd_model_var_role(a, ref) == WD_INPUT && !same_signal(a, b, ref))
            return 0;
    }
    return 1;
}

static int same_ground(const wd_model *a, const wd_model *b)
{
    double xy[2][2 * MOST_POINTS] = {{0}}, bulge[2][MOST_POINTS] = {{0}};
    double friction[2][2][MOST_POINTS] = {{{0}}}, path[2][2 * MOST_POINTS] = {{0}};
    double times[2][MOST_POINTS + 1] = {{0}};
    const wd_model *models[2] = {a, b};
    int32_t closed[2] = {0};
    for (int i = 0; i < 2; i++) {
        wd_model_terrain(models[i], xy[i], bulge[i], MOST_POINTS);
        wd_model_terrain_friction(models[i], friction[i][0], MOST_POINTS);
        wd_model_terrain_restitution(models[i], friction[i][1], MOST_POINTS);
        wd_model_path(models[i], path[i], MOST_POINTS, &closed[i]);
        wd_model_path_times(models[i], times[i], MOST_POINTS + 1);
    }
    return !memcmp(xy[0], xy[1], sizeof xy[0]) && !memcmp(bulge[0], bulge[1], sizeof bulge[0]) &&
           !memcmp(friction[0], friction[1], sizeof friction[0]) &&
           !memcmp(path[0], path[1], sizeof path[0]) && closed[0] == closed[1] &&
           !memcmp(times[0], times[1], sizeof times[0]);
}

/* True if both have grids of the same heights to rounding: a grid is stored as spline coefficients,
 * from which its heights are computed. */
static int near_grids(const wd_model *a, const wd_model *b)
{
    static double z[2][MOST_NODES];
    double frame[2][5];
    size_t n = wd_model_surface(a, z[0], MOST_NODES, frame[0]);
    int near = n > 0 && n <= MOST_NODES && wd_model_surface(b, z[1], MOST_NODES, frame[1]) == n &&
               !memcmp(frame[0], frame[1], sizeof frame[0]);
    for (size_t i = 0; near && i < n; i++)
        near = fabs(z[0][i] - z[1][i]) <= 1e-15 * (1 + fabs(z[0][i]));
    return near;
}

/* Start and run both models; return true if statuses and the bits of all variables agree. */
static int same_motion(wd_model *a, wd_model *b)
{
    if (wd_model_init(a, 0) != wd_model_init(b, 0) || !same_values(a, b))
        return 0;
    wd_model_set_value(a, "solver.max_steps", 300);
    wd_model_set_value(b, "solver.max_steps", 300);
    return wd_model_step_to(a, 0.05) == wd_model_step_to(b, 0.05) && same_values(a, b) &&
           wd_model_event_count(a) == wd_model_event_count(b);
}

/* Print a text as comments of TAP. */
static void show(const char *text)
{
    for (size_t size; *text; text += size + (text[size] == '\n')) {
        size = strcspn(text, "\n");
        printf("# %.*s\n", (int)size, text);
    }
}

static int round_trip(wd_model *model, size_t *started)
{
    static const double times[] = {0, 1.5, 0.1};
    wd_scenario *first = NULL, *second = NULL;
    wd_model *copy = NULL;
    size_t sizes[2];
    wd_scenario_new(&first);
    wd_scenario_new(&second);
    int32_t status = wd_scenario_read_model(first, model, times, NULL, 0, "model");
    if (status == WD_OK)
        status = wd_scenario_model(first, &copy);
    if (status == WD_OK)
        status = wd_scenario_read_model(second, copy, times, NULL, 0, "copy");
    if (status != WD_OK)
        printf("# %s%s\n", wd_scenario_error(first), wd_scenario_error(second));
    const char *one = wd_scenario_text(first, &sizes[0]),
               *two = wd_scenario_text(second, &sizes[1]);
    int same = status == WD_OK && sizes[0] == sizes[1] && !memcmp(one, two, sizes[0]) &&
               same_values(model, copy) && same_ground(model, copy) && same_motion(model, copy);
    if (!same && copy && wd_model_surface(model, NULL, 0, NULL) > 0)
        same = near_grids(model, copy);
    if (!same && one)
        show(one);
    *started += copy && !isnan(wd_model_time(copy));
    wd_model_free(copy);
    wd_scenario_free(first);
    wd_scenario_free(second);
    return same;
}

static void random_models(size_t count)
{
    size_t same = 0, started = 0;
    for (size_t i = 0; i < count; i++) {
        wd_model *model = any_model();
        same += (size_t)round_trip(model, &started);
        wd_model_free(model);
    }
    check(same == count, "%zu of %zu models agree with the model made from their scenario", same,
          count);
    check(started > count / 3, "%zu of the models made from scenarios can start, more than a third",
          started);
}

/* ---- single cases ---- */

static int32_t zero(double t, double *value, void *user)
{
    (void)t, (void)user;
    *value = 0;
    return 0;
}

static void functions(void)
{
    static const char text[] = "kind: sliding_block\nrecord: [state.x]\n"
                               "input: {input.mu: {expression: \"0.1 + (t > 1 ?\\n 1 : 0)\"}}\n";
    wd_scenario *scenario = NULL, *written = NULL;
    wd_model *model = NULL;
    uint32_t ref;
    wd_scenario_new(&scenario);
    wd_scenario_new(&written);
    wd_scenario_read_text(scenario, text, strlen(text), NULL);
    wd_scenario_model(scenario, &model);
    ref = ref_of(model, "state.x");
    wd_model_init(model, 0);
    int32_t status = wd_scenario_read_model(written, model, NULL, &ref, 1, NULL);
    check(status == WD_OK &&
              strstr(wd_scenario_text(written, NULL),
                     "{expression: \"0.1 + (t > 1 ?\\x0a 1 : 0)\"}\nrecord: [state.x]\n"),
          "a running model with a formula is written with its input and record");
    wd_scenario_free(written);
    wd_scenario_new(&written);
    wd_model_set_input_fn(model, ref_of(model, "input.mu"), zero, NULL);
    status = wd_scenario_read_model(written, model, NULL, NULL, 0, NULL);
    check(status == WD_EROLE && strstr(wd_scenario_error(written), "input.mu is driven by"),
          "a function of the host is refused: %s", wd_scenario_error(written));
    ref = WD_NO_REF;
    put(model, "input.mu", 1);
    check(wd_scenario_read_model(written, model, NULL, &ref, 1, NULL) == WD_ERANGE,
          "a ref that is not a variable is refused");
    wd_model_free(model);
    wd_scenario_free(written);
    wd_scenario_free(scenario);
}

int main(int argc, char **argv)
{
    if (argc > 2)
        seed = strtoull(argv[2], NULL, 10);
    random_models(argc > 1 ? strtoul(argv[1], NULL, 10) : MODELS);
    functions();
    return done();
}
