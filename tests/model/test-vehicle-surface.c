/* SPDX-License-Identifier: MIT */
/* Vehicles on smooth surfaces, compared with runs of another program, closed forms, planes,
 * profiles and grids. */
#include "surfaces.h"
#include "vehicle-runs.h"

enum { WIDTH = 9, FEATURE = 6, FEATURE_TO, REASON };

static double bowl_radius = 1.5, pi = 3.14159265358979323846;
static double golden_wave[] = {0.1, 1.7, 1.3};

static void set_precision(wd_model *model)
{
    choose(model, "solver.method", "rk8pd");
    set(model, "solver.rtol", 1e-13);
    set(model, "solver.atol", 1e-14);
}

static void set_surface(wd_model *model, wd_surface_fn fn, void *user)
{
    must(model, wd_model_set_surface_fn(model, fn, user), "set_surface_fn");
}

/* A grid of a function over a square of +-size. */
static void set_grid(wd_model *model, wd_surface_fn fn, void *user, double size, size_t n)
{
    double *z = malloc(n * n * sizeof *z), d = 2 * size / (double)(n - 1);
    const double frame[] = {-size, -size, d, d, 0};
    for (size_t k = 0; k < n * n; k++) {
        double v[7];
        fn(-size + (double)(k % n) * d, -size + (double)(k / n) * d, v, user);
        z[k] = v[0];
    }
    must(model, wd_model_set_surface(model, z, n, n, frame), "set_surface");
    free(z);
}

/* ---- golden runs ---- */

/* Compare with a run of another program, whose accuracy is 1e-13. The ground is a grid with this
 * number of nodes along each axis or, if `grid` is 0, the function itself. */
static void compare_run(const char *name, wd_surface_fn fn, void *user, size_t grid, double tol)
{
    struct machine m;
    struct csv csv;
    char path[64];
    double worst = 0, force = 0, energy = 0;
    int samples = 0, wrong = 0;
    machine_read_from(&m, "ground", name);
    set_precision(m.model);
    if (grid > 0)
        set_grid(m.model, fn, user, 1.3, grid);
    else
        set_surface(m.model, fn, user);
    choose(m.model, "solver.check_surface", "yes");
    snprintf(path, sizeof path, "ground/run_%s.csv", name);
    csv_open(&csv, path);
    while (csv_next(&csv)) {
        double t = csv_real(&csv, "t");
        if (strcmp(csv_text(&csv, "what"), "start") == 0) {
            start_as(&m, &csv);
            start(m.model, t);
            energy = balance_of(m.model);
        } else {
            go(m.model, t);
            samples++;
            worst = fmax(worst, error_of(&m, &csv));
            force = fmax(force, error_of_forces(&m, &csv));
            wrong += wrong_contacts(&m, &csv);
        }
    }
    check(samples > 0 && worst <= tol, "%s: largest error of a state %.2g in %d samples", name,
          worst, samples);
    check(force <= 100 * tol && wrong == 0,
          "%s: largest error of a force %.2g N, %d contacts wrong", name, force, wrong);
    check(fabs(balance_of(m.model) - energy) <= 1e-11, "%s: energy balance off by %.2g J", name,
          balance_of(m.model) - energy);
    wd_model_free(m.model);
}

/* ---- models ---- */

/* A ball or a wheel as a single body above the origin. */
static wd_model *wheel_of(double crown, double polar)
{
    wd_model *model = new_wheel(2, 0.4 * 2 * 0.09, polar, 0.3, crown);
    set_input(model, "edge", "mu", 5);
    set_precision(model);
    return model;
}

/* ---- closed forms ---- */

/* A ball of radius r rolls round in a spherical bowl. Its centre has a constant distance l from
 * that of the bowl and a constant angle al from the vertical. With a spin w_n about the contact
 * normal and k = I/(m r^2), it goes round at the rate Om: (1 + k) l cos al Om^2 + k r w_n Om - g =
 * 0. */
static void round_bowl(const char *law, double angle, double spin)
{
    const double k = 0.4, r = 0.3, l = bowl_radius - r, g = 9.81, height = l * cos(angle);
    const double a = (1 + k) * height, b = k * r * spin;
    const double rate = (-b + sqrt(b * b + 4 * a * g)) / (2 * a), R = l * sin(angle);
    wd_model *ball = wheel_of(r, 0.4 * 2 * 0.09);
    choose(ball, "param.edge.law", law);
    set_surface(ball, sphere, &bowl_radius);
    set_init(ball, "hub", "x", R);
    set_init(ball, "hub", "z", bowl_radius - height);
    set_init(ball, "hub", "left", R * rate);
    /* v = W x r n with n = (-sin, 0, cos): across the normal W = n x v / r */
    double turn = -R * rate / r;
    set_init(ball, "hub", "roll_rate", turn * cos(angle) - spin * sin(angle));
    set_init(ball, "hub", "yaw_rate", turn * sin(angle) + spin * cos(angle));
    start(ball, 0);
    double worst = 0;
    for (int i = 1; i <= 20; i++) {
        double t = 0.1 * i;
        go(ball, t);
        worst = fmax(worst, fabs(out(ball, "hub", "x") - R * cos(rate * t)));
        worst = fmax(worst, fabs(out(ball, "hub", "y") - R * sin(rate * t)));
        worst = fmax(worst, fabs(out(ball, "hub", "z") - (bowl_radius - height)));
        worst = fmax(worst, fabs(out(ball, "edge", "normal_z") - cos(angle)));
        worst = fmax(worst, fabs(out(ball, "edge", "force_z") - 2 * g));
        worst = fmax(worst, fabs(out(ball, "edge", "contact_z") - bowl_radius * (1 - cos(angle))));
    }
    check(worst <= 1e-11, "ball of law %s round a bowl: error %.2g", law, worst);
    check(out(ball, "edge", "contacts") == 1 && out(ball, "edge", "feature") == 0 &&
              out(ball, "edge", "feature_2") == -1 && get(ball, "output.edge.contact_2") == 0,
          "the ball touches one place");
    wd_model_free(ball);
}

/* A wheel that rolls across a cylinder is a pendulum of the length (1 + k) (R - r), for any
 * crown. */
static void across_pipe(double crown, double polar)
{
    const double swing = 1e-3, l = bowl_radius - 0.3, k = polar / (2 * 0.09);
    const double period = 2 * pi / sqrt(9.81 / ((1 + k) * l)) * (1 + swing * swing / 16);
    wd_model *wheel = wheel_of(crown, polar);
    set_surface(wheel, half_pipe, &bowl_radius);
    set_init(wheel, "hub", "x", l * sin(swing));
    set_init(wheel, "hub", "z", bowl_radius - l * cos(swing));
    start(wheel, 0);
    double worst = 0;
    for (int i = 1; i <= 16; i++) {
        go(wheel, i * period / 8);
        worst = fmax(worst, fabs(out(wheel, "hub", "x") - l * swing * cos(i * pi / 4)) / swing);
    }
    check(worst <= 1e-6, "wheel of crown %g across a pipe: error %.2g", crown, worst);
    wd_model_free(wheel);
}

/* A ball that rolls round in a cylinder with gravity along the axis oscillates along the axis, at
 * sqrt(k/(1 + k)) times the rate of going round. */
static void round_pipe(void)
{
    const double rate = 3, k = 0.4, l = bowl_radius - 0.3, w = rate * sqrt(k / (1 + k)), t = 0.5;
    const double first = 0.8, g = 9.81;
    wd_model *ball = wheel_of(0.3, 0.4 * 2 * 0.09);
    set_surface(ball, half_pipe, &bowl_radius);
    set_input(ball, "edge", "mu", 50);
    set(ball, "input.bank", pi / 2); /* gravity along -y */
    set_init(ball, "hub", "x", -l * sin(first));
    set_init(ball, "hub", "z", bowl_radius - l * cos(first));
    set_init(ball, "hub", "forward", l * rate * cos(first));
    set_init(ball, "hub", "up", -l * rate * sin(first));
    set_init(ball, "hub", "pitch_rate", l * rate / 0.3);
    start(ball, 0);
    go(ball, t);
    double want = -g / ((1 + k) * w * w) * (1 - cos(w * t));
    check(fabs(out(ball, "hub", "y") - want) <= 1e-11 &&
              fabs(out(ball, "hub", "x") + l * sin(first - rate * t)) <= 1e-11,
          "ball round a pipe: y %.17g m, %.17g m in closed form", out(ball, "hub", "y"), want);
    wd_model_free(ball);
}

/* A disc that rolls straight down an incline has the acceleration g sin(angle)/(1 + k). */
static void down_incline(const char *law, double crown)
{
    double slope[] = {-0.3, 0};
    const double polar = 0.12, k = polar / (2 * 0.09), angle = atan(0.3);
    wd_model *disc = wheel_of(crown, polar);
    choose(disc, "param.edge.law", law);
    set_surface(disc, tilted, slope);
    set_init(disc, "hub", "x", 0.3 * sin(angle));
    set_init(disc, "hub", "z", 0.3 * cos(angle));
    start(disc, 0);
    go(disc, 1);
    double way = 9.81 * sin(angle) / (1 + k) / 2;
    check(fabs(out(disc, "hub", "x") - 0.3 * sin(angle) - way * cos(angle)) <= 1e-11 &&
              fabs(out(disc, "hub", "z") - 0.3 * cos(angle) + way * sin(angle)) <= 1e-11,
          "disc of law %s rolls %.17g m down an incline", law, out(disc, "hub", "x"));
    wd_model_free(disc);
}

/* ---- the same ground in different forms ---- */

static double largest_difference(wd_model *a, wd_model *b, const char *prefix)
{
    double worst = 0;
    for (uint32_t ref = 0; ref < wd_model_var_count(a); ref++) {
        const char *name = wd_model_var_name(a, ref);
        if (strncmp(name, prefix, strlen(prefix)) == 0)
            worst = worse(worst, get(a, name), get(b, name));
    }
    return worst;
}

/* A preset moves on a surface that is a plane as it does on the plane. */
static void plane_as_surface(const char *preset, const char *law, const char *const *wheel,
                             double tol)
{
    double slope[] = {0, 0}, worst = 0;
    wd_model *on[2];
    for (int k = 0; k < 2; k++) {
        on[k] = make("vehicle", preset);
        for (int w = 0; wheel[w]; w++)
            choose(on[k], name_of("param", wheel[w], "law"), law);
        set_precision(on[k]);
    }
    set_surface(on[1], tilted, slope);
    choose(on[1], "param.place", "on_ground");
    start(on[0], 0);
    start(on[1], 0);
    for (int k = 1; k <= 8; k++) {
        go(on[0], 0.05 * k);
        go(on[1], 0.05 * k);
        worst = fmax(worst, largest_difference(on[0], on[1], "state."));
    }
    check(worst <= tol, "%s of law %s on a plane as a surface differs from the plane by %.2g",
          preset, law, worst);
    check(wd_model_event_count(on[0]) == wd_model_event_count(on[1]),
          "the plane as a surface has the same number of events");
    wd_model_free(on[0]);
    wd_model_free(on[1]);
}

static int32_t level(double x, double y, double v[7], void *height)
{
    (void)x, (void)y;
    v[0] = *(double *)height;
    v[1] = v[2] = v[3] = v[4] = v[5] = 0;
    return 0;
}

/* A vehicle is placed on a surface that is far from the start. */
static void on_far_surface(const char *preset, double height)
{
    wd_model *model = make("vehicle", preset);
    set_surface(model, level, &height);
    choose(model, "param.place", "on_ground");
    int32_t status = wd_model_init(model, 0);
    check(status == WD_OK, "%s on a surface at %g m: %s", preset, height,
          status == WD_OK ? "placed" : wd_model_error(model));
    wd_model_free(model);
}

/* A leaning wheel that rolls obliquely in a half pipe, which is given as a surface and as a
 * profile. */
static wd_model *in_pipe(const char *law, double mu, const char *scheme)
{
    wd_model *wheel = wheel_of(0.1, 0.12);
    choose(wheel, "param.edge.law", law);
    set_input(wheel, "edge", "mu", mu);
    if (strcmp(law, "relaxed") == 0)
        set_part(wheel, "edge", "relaxation_time", 0.02);
    if (scheme)
        choose(wheel, "solver.scheme", scheme), set(wheel, "solver.fixed_step", 1e-3);
    choose(wheel, "param.place", "on_ground");
    set_init(wheel, "hub", "z", 1);
    set_init(wheel, "hub", "x", 0.4);
    set_init(wheel, "hub", "yaw", 0.6);
    set_init(wheel, "hub", "roll", 0.15);
    set_init(wheel, "hub", "forward", 1.6);
    set_init(wheel, "hub", "left", 0.2);
    set_init(wheel, "hub", "yaw_rate", 0.5);
    set_init(wheel, "hub", "pitch_rate", 5);
    /* The onset of a slip causes an error of 5e-3 times the onset speed. */
    set(wheel, "solver.onset_speed", 1e-7);
    return wheel;
}

static void as_profile(const char *law, double mu, const char *scheme, double heading, double tol)
{
    const double half = sin(1.4), R = bowl_radius, up = R * (1 - cos(1.4));
    const double xz[] = {-R * half - cos(1.4), up + sin(1.4), -R * half, up, R * half, up,
                         R * half + cos(1.4),  up + sin(1.4)};
    const double bulge[] = {0, tan(0.7), 0};
    wd_model *on[2] = {in_pipe(law, mu, scheme), in_pipe(law, mu, scheme)};
    double worst = 0, pipe[] = {R, heading};
    set_surface(on[0], turned_pipe, pipe);
    set(on[1], "param.ground_heading", heading);
    must(on[1], wd_model_set_profile(on[1], xz, bulge, 4), "set_profile");
    start(on[0], 0);
    start(on[1], 0);
    for (int k = 1; k <= 10; k++) {
        go(on[0], 0.05 * k);
        go(on[1], 0.05 * k);
        worst = fmax(worst, largest_difference(on[0], on[1], "state."));
    }
    check(worst <= tol, "law %s, mu %g, %s in a pipe at %g: surface and profile differ by %.2g",
          law, mu, scheme ? scheme : "event", heading, worst);
    check(wd_model_event_count(on[0]) == wd_model_event_count(on[1]),
          "on surface and profile %zu and %zu events occur", wd_model_event_count(on[0]),
          wd_model_event_count(on[1]));
    wd_model_free(on[0]);
    wd_model_free(on[1]);
}

/* ---- a hump beside the way of a ball ---- */

/* Smallest distance of a point at x = 0 and this height from a hump. */
static double distance_from_hump(double height, double *p)
{
    double least = INFINITY, v[7];
    for (int k = 0; k < 2000; k++) {
        double y = p[2] * k / 2000;
        hump(0, y, v, p);
        least = fmin(least, hypot(y, v[0] - height));
    }
    return least;
}

/* A ball flies just above a plane, which is its nearest place at all ends of steps, past a hump of
 * a diameter of two of its radii. Its side would enter the hump by 1e-4 of its radius, between the
 * ends of a step. Every start finds the hump. */
static void passes_hump(double gap)
{
    const double r = 0.3, height = r + gap;
    double p[] = {0.45, 0.3, 0}, near = 0.33, far = 0.6;
    int hits = 0, starts = 12;
    for (int k = 0; k < 30; k++) {
        p[2] = (near + far) / 2;
        *(distance_from_hump(height, p) < r * (1 - 1e-4) ? &near : &far) = p[2];
    }
    for (int k = 0; k < starts; k++) {
        wd_model *ball = wheel_of(r, 0.4 * 2 * 0.09);
        set_surface(ball, hump, p);
        set(ball, "param.gravity", 1e-6);
        set_init(ball, "hub", "z", height);
        set_init(ball, "hub", "x", -1.8 - 0.075 * k / starts);
        set_init(ball, "hub", "forward", 5);
        start(ball, 0);
        go(ball, 0.6);
        hits += wd_model_event_count(ball) > 0;
        wd_model_free(ball);
    }
    check(hits == starts, "%d of %d balls, %g m above the ground, hit the hump at their side", hits,
          starts, gap);
}

int main(void)
{
    static const char *const bicycle[] = {"rear", "front", NULL};
    compare_run("bowl", sphere, &bowl_radius, 0, 1e-12);
    compare_run("bowldisc", sphere, &bowl_radius, 0, 1e-12);
    compare_run("wave", wavy, golden_wave, 0, 1e-12);
    compare_run("wave", wavy, golden_wave, 401, 1e-7);
    round_bowl("coulomb", 0.5, 0);
    round_bowl("coulomb", 0.9, 3);
    round_bowl("ideal", 0.9, -2);
    across_pipe(0.3, 0.4 * 2 * 0.09);
    across_pipe(0.1, 0.15);
    across_pipe(0, 0.15);
    round_pipe();
    down_incline("coulomb", 0.05);
    down_incline("ideal", 0);
    down_incline("ideal", 0.1);
    plane_as_surface("bicycle", "ideal", bicycle, 1e-11);
    on_far_surface("robot", -1000);
    on_far_surface("robot", 4000);
    on_far_surface("ball", -1000);
    passes_hump(6e-4);
    passes_hump(1.5e-4);
    /* For headings other than 0 the tangents of the surface are turned about its normal. */
    for (int k = 0; k < 3; k++) {
        double heading = 0.7 * k;
        as_profile("ideal", 5, NULL, heading, 1e-11);
        as_profile("coulomb", 5, NULL, heading, 1e-11);
        as_profile("coulomb", 0.2, NULL, heading,
                   heading > 0 ? 1e-9 : 1e-10); /* error of the onset of slip */
        as_profile("relaxed", 0.5, NULL, heading, 1e-10);
        as_profile("coulomb", 0.2, "moreau", heading, 1e-11);
        as_profile("ideal", 5, "moreau", heading, 1e-11);
        as_profile("relaxed", 0.5, "moreau", heading, 1e-11);
    }
    return done();
}
