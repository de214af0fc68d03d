/* SPDX-License-Identifier: MIT */
/* Work between two calls of the interrupt function in long calls on models. */
#ifdef GAPS_IN_TIME
#define _POSIX_C_SOURCE 200809L
#endif
#include "gaps.h"

#include <wheeldyn/constrained.h>
#include <wheeldyn/parts.h>

/* ---- motions ---- */

static void make_endless(struct scene *s)
{
    s->model = make_kind(wd_kind_name((size_t)s->size));
    put(s->model, "solver.max_steps", 1e15);
    if (wd_model_set_value(s->model, "param.restitution", 1) == WD_OK)
        put(s->model, "solver.max_events", 1e15);
    wd_model_init(s->model, 0);
}

static int32_t step_far(struct scene *s)
{
    return wd_model_step_to(s->model, 1e9);
}

static void endless_fixed(struct scene *s)
{
    s->model = make_kind(wd_kind_name((size_t)s->size));
    put(s->model, "solver.max_steps", 1e15);
    put(s->model, "solver.fixed_step", 1e-4);
    if (has_terrain(s->model))
        wd_model_set_choice(s->model, "solver.scheme", "moreau");
    wd_model_init(s->model, 0);
}

/* Write very many rows that repeat the variables. */
static int32_t write_many_rows(struct scene *s)
{
    enum { ROWS = 2000, REFS = 1000 };
    static uint32_t refs[REFS];
    static double row[ROWS * (REFS + 1)];
    for (uint32_t i = 0; i < REFS; i++)
        refs[i] = i % (uint32_t)wd_model_var_count(s->model);
    return wd_model_run(s->model, 1e-3, 1e-3 / (ROWS - 1), refs, REFS, row, ROWS, NULL);
}

static int32_t linearize_many_inputs(struct scene *s)
{
    enum { INPUTS = 20000 };
    static uint32_t inputs[INPUTS];
    static double B[INPUTS * 64];
    for (size_t i = 0; i < INPUTS; i++)
        inputs[i] = first_input(s->model);
    return wd_model_linearize(s->model, NULL, inputs, INPUTS, B);
}

/* ---- systems of the user ---- */

enum { MOST_PARTS = 64 };

/* A system with as many constraints as coordinates; the second half of the constraints repeats the
 * first. */
static int32_t redundant_equations(double t, const double *q, const double *v, double *M, double *Q,
                                   double *C, double *A, double *b, double *phi, void *user)
{
    enum { N = MOST_PARTS };
    uint64_t random = 1;
    (void)v, (void)C, (void)b, (void)user;
    memset(M, 0, N * N * sizeof *M);
    for (size_t i = 0; i < N * N / 2; i++)
        A[i] = A[N * N / 2 + i] = (double)random_index(&random, 1000) / 1000 - 0.5;
    for (size_t i = 0; i < N; i++) {
        M[(N + 1) * i] = 1;
        Q[i] = sin(t + (double)i) - q[i];
        for (size_t j = 0; j < N; j++)
            phi[i] += A[N * i + j] * q[j];
    }
    return 0;
}

static void many_parts(struct scene *s)
{
    s->model = make_kind("constrained");
    for (int i = 0; i < 2 * MOST_PARTS; i++) {
        char name[16];
        snprintf(name, sizeof name, "part_%d", i);
        wd_model_add_part(s->model, i < MOST_PARTS ? "coordinate" : "constraint", name, NULL, 0);
    }
    put(s->model, "solver.max_steps", 1e15);
    wd_model_set_equations(s->model, redundant_equations, NULL);
    wd_model_init(s->model, 0);
}

static int32_t linearize_system(struct scene *s)
{
    static double A[4 * MOST_PARTS * MOST_PARTS];
    return wd_model_linearize(s->model, A, NULL, 0, NULL);
}

static void many_parts_fixed(struct scene *s)
{
    many_parts(s);
    wd_model_reset(s->model);
    put(s->model, "solver.fixed_step", 1e-4);
    wd_model_init(s->model, 0);
}

/* ---- terrains and paths ---- */

static double *draw_points(struct scene *s, size_t count)
{
    s->count = count;
    s->numbers = calloc(2 * count, sizeof *s->numbers);
    s->more = calloc(count, sizeof *s->more);
    return s->numbers;
}

/* Waves of arcs, with a wheel that flies far over them. */
static void make_waves(struct scene *s)
{
    s->model = make_kind("impact_wheel");
    double *xy = draw_points(s, (size_t)s->size);
    for (size_t i = 0; i < s->count; i++) {
        xy[2 * i] = (double)i;
        xy[2 * i + 1] = 0.01 * (double)(i % 2);
        s->more[i] = i == 0 || i + 2 >= s->count ? 0 : i % 2 ? 0.1 : -0.1;
    }
    put(s->model, "state.x", 0.1 * (double)s->count);
    put(s->model, "state.y", 1500);
    put(s->model, "state.x_dot", 1000);
}

static int32_t take_profile(struct scene *s)
{
    return wd_model_set_profile(s->model, s->numbers, s->more, s->count);
}

static void waves_set(struct scene *s)
{
    make_waves(s);
    take_profile(s);
}

static int32_t init_model(struct scene *s)
{
    return wd_model_init(s->model, 0);
}

static void waves_begun(struct scene *s)
{
    waves_set(s);
    init_model(s);
}

static int32_t fly_over_waves(struct scene *s)
{
    return wd_model_step_to(s->model, 30);
}

/* A comb with long teeth: all teeth are near any place. */
static void make_comb(struct scene *s)
{
    s->model = make_kind("impact_wheel");
    double *xy = draw_points(s, (size_t)s->size);
    for (size_t i = 0; i < s->count; i++) {
        xy[2 * i] = 1e-3 * (double)(i / 2);
        xy[2 * i + 1] = i % 4 == 1 || i % 4 == 2 ? 1000 : 0;
    }
    put(s->model, "state.x", 1e-4 * (double)s->count);
    put(s->model, "state.y", 1500);
}

static void comb_begun(struct scene *s)
{
    make_comb(s);
    take_profile(s);
    init_model(s);
}

static void load_waves(struct scene *s)
{
    waves_begun(s);
    s->count = wd_model_save_size(s->model);
    free(s->numbers);
    s->numbers = malloc(s->count);
    wd_model_save(s->model, s->numbers, s->count);
}

static int32_t load_snapshot(struct scene *s)
{
    return wd_model_load(s->model, s->numbers, s->count);
}

static void make_zigzag(struct scene *s)
{
    s->model = make_kind("torus_wheel");
    wd_model_set_choice(s->model, "param.path", "user");
    double *xy = draw_points(s, (size_t)s->size);
    for (size_t i = 0; i < s->count; i++) {
        xy[2 * i] = (double)i;
        xy[2 * i + 1] = 0.3 * (double)(i % 2);
    }
}

static int32_t take_path(struct scene *s)
{
    return wd_model_set_path(s->model, s->numbers, s->count, 0);
}

static void zigzag_set(struct scene *s)
{
    make_zigzag(s);
    take_path(s);
}

/* ---- single expensive steps ---- */

/* A wheel in a gap of its own width, under a varying torque, solved by the contact solver. */
static void wedge_wheel(struct scene *s)
{
    static const double xy[] = {-2, 1, -0.5, 1, -0.5, -1, 0.5, -1, 0.5, 1, 2, 1};
    const double torque[] = {0, 3, 2, 0.5, 1};
    s->model = make_kind("impact_wheel");
    wd_model_set_terrain(s->model, xy, 6);
    put(s->model, "param.radius", 0.5);
    put(s->model, "param.mu", 0.9);
    put(s->model, "state.x", 0);
    put(s->model, "state.y", 0.2);
    put(s->model, "solver.max_steps", 1e9);
    wd_model_set_choice(s->model, "solver.contact", "proximal");
    wd_model_set_input_signal(s->model, ref_of(s->model, "input.torque"), WD_SIGNAL_TANH, torque,
                              5);
    wd_model_init(s->model, 0);
}

/* A wheel that spins on the tip of a corner without gravity, under a varying torque. */
static void spin_on_corner(struct scene *s)
{
    static const double xy[] = {-1, -1, 0, 0, 1, -1};
    const double torque[] = {0, 1e-3, 2, 0.5, 1};
    s->model = make_kind("impact_wheel");
    wd_model_set_terrain(s->model, xy, 3);
    put(s->model, "param.radius", 1e-5);
    put(s->model, "param.gravity", 0);
    put(s->model, "state.x", 0);
    put(s->model, "state.y", 1e-5);
    put(s->model, "state.phi_dot", 1e3);
    put(s->model, "solver.max_steps", 1e9);
    wd_model_set_input_signal(s->model, ref_of(s->model, "input.torque"), WD_SIGNAL_TANH, torque,
                              5);
    wd_model_init(s->model, 0);
}

/* ---- vehicles with many wheels ---- */

static void add_on(wd_model *model, const char *type, const char *name, const char *a,
                   const char *b)
{
    const char *on[] = {a, b};
    size_t count = b != NULL ? 2 : a != NULL;
    wd_model_add_part(model, type, name, on, count);
}

static void put_of(wd_model *model, const char *role, const char *part, const char *quantity,
                   double value)
{
    char name[64];
    snprintf(name, sizeof name, "%s.%s.%s", role, part, quantity);
    put(model, name, value);
}

static void add_mass(wd_model *model, const char *name, double mass, double inertia)
{
    static const char *const axes[] = {"xx", "yy", "zz"};
    add_on(model, "body", name, NULL, NULL);
    put_of(model, "param", name, "mass", mass);
    for (int k = 0; k < 3; k++)
        put_of(model, "param", name, axes[k], inertia);
}

/* Add a wheel on a body that slides up and down on a spring. */
static void add_sprung_wheel(wd_model *model, int i, int wheels)
{
    char hub[16], slide[16], wheel[16];
    const double place[] = {0.8 * (i / 2) - 0.2 * wheels, i % 2 ? -0.7 : 0.7, 0.3};
    snprintf(hub, sizeof hub, "hub%d", i);
    snprintf(slide, sizeof slide, "slide%d", i);
    snprintf(wheel, sizeof wheel, "wheel%d", i);
    add_mass(model, hub, 10, 0.3);
    add_on(model, "slide", slide, "frame", hub);
    put_of(model, "param", slide, "axis_z", 1);
    put_of(model, "param", slide, "stiffness", 20000);
    put_of(model, "param", slide, "damping", 1000);
    add_on(model, "wheel", wheel, hub, NULL);
    for (int k = 0; k < 3; k++)
        put_of(model, "param", hub, (const char *[]){"x", "y", "z"}[k], place[k]),
            put_of(model, "param", wheel, (const char *[]){"x", "y", "z"}[k], place[k]);
    put_of(model, "param", wheel, "radius", 0.3);
    put_of(model, "param", wheel, "crown", 0.3);
    put_of(model, "param", wheel, "mass", 10);
    put_of(model, "input", wheel, "mu", 0.8);
}

/* A frame that drives on many sprung wheels. Its wheels have to brace each other, because they do
 * not turn with its speed yet. */
static void make_train(struct scene *s)
{
    wd_model_new("vehicle", &s->model);
    add_mass(s->model, "frame", 1000, 500);
    put_of(s->model, "param", "frame", "z", 0.5);
    for (int i = 0; i < s->size; i++)
        add_sprung_wheel(s->model, i, s->size);
    put_of(s->model, "init", "frame", "forward", 5);
    put(s->model, "solver.max_steps", 1e15);
}

static void make_train_by_moreau(struct scene *s)
{
    make_train(s);
    wd_model_set_choice(s->model, "solver.scheme", "moreau");
    put(s->model, "solver.fixed_step", 1e-3);
    init_model(s);
}

static void make_train_by_events(struct scene *s)
{
    make_train(s);
    init_model(s);
}

int main(void)
{
    for (int k = 0; k < (int)wd_kind_count(); k++) {
        if (needs_code(wd_kind_name((size_t)k)))
            continue;
        measure(wd_kind_name((size_t)k), k, make_endless, step_far);
        measure("fixed steps", k, endless_fixed, step_far);
        measure("run with many rows", k, make_endless, write_many_rows);
    }
    measure("linearize, many inputs", 1, make_endless, linearize_many_inputs);
    measure("many dependent constraints", 0, many_parts, step_far);
    measure("many dependent constraints, fixed steps", 0, many_parts_fixed, step_far);
    measure("linear model of many dependent constraints", 0, many_parts, linearize_system);
    measure("a gap as wide as the wheel", 0, wedge_wheel, step_far);
    measure("spinning on a corner", 0, spin_on_corner, step_far);
    measure("a terrain of many arcs", 30000, make_waves, take_profile);
    measure("init on many arcs", 30000, waves_set, init_model);
    measure("a flight over many arcs", 30000, waves_begun, fly_over_waves);
    measure("loading many arcs", 30000, load_waves, load_snapshot);
    measure("a comb", 30000, make_comb, take_profile);
    measure("a flight over a comb", 30000, comb_begun, fly_over_waves);
    measure("a long path", 30000, make_zigzag, take_path);
    measure("init on a long path", 30000, zigzag_set, init_model);
    measure("init of many wheels", 63, make_train, init_model);
    measure("steps of Moreau of many wheels", 63, make_train_by_moreau, step_far);
    measure("event-driven steps of many wheels", 63, make_train_by_events, step_far);
    return done();
}
