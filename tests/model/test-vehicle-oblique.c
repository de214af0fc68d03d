/* SPDX-License-Identifier: MIT */
/* A torus that hits two features of a profile at the same instant, obliquely, at any attitude:
 * impulses and velocities after 30 impacts of another program (tests/ref/ground). */
#include "vehicle-profile.h"

/* s; in this time the forces change no velocity by more than 1e-11 m/s. */
#define INSTANT 1e-12

/* ---- attitudes ---- */

/* Axes of a body with this attitude, in space. */
static void axes_of(const double q[4], double axes[3][3])
{
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double rows[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
                               {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
                               {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}};
    memcpy(axes, rows, sizeof rows);
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Set the start of the body "hub": place, axes, velocity, angular velocity in space. */
static void set_motion(wd_model *model, const double x[3], double axes[3][3], const double v[3],
                       const double w[3])
{
    static const char *const place[] = {"x", "y", "z"};
    static const char *const rate[] = {"roll_rate", "pitch_rate", "yaw_rate"};
    double yaw = atan2(-axes[1][0], axes[1][1]);
    for (int k = 0; k < 3; k++) {
        set_init(model, "hub", place[k], x[k]);
        set_init(model, "hub", rate[k], dot(axes[k], w));
    }
    set_init(model, "hub", "yaw", yaw);
    set_init(model, "hub", "roll", asin(axes[1][2]));
    set_init(model, "hub", "pitch", atan2(-axes[0][2], axes[2][2]));
    set_init(model, "hub", "forward", v[0] * cos(yaw) + v[1] * sin(yaw));
    set_init(model, "hub", "left", v[1] * cos(yaw) - v[0] * sin(yaw));
    set_init(model, "hub", "up", v[2]);
}

static void vector_of(const struct csv *csv, const char *name, double value[3])
{
    static const char axis[] = "xyz";
    for (int k = 0; k < 3; k++) {
        char column[32];
        snprintf(column, sizeof column, "%s_%c", name, axis[k]);
        value[k] = csv_real(csv, column);
    }
}

/* ---- impacts ---- */

static wd_model *new_torus(const struct csv *csv)
{
    static const double xz[] = {-3, 0, 0, 0, 0, .09, 1, .09, 1, 2, 2, 2};
    wd_model *torus = new_wheel(8, 0.2875, 0.525, 0.4, csv_real(csv, "crown"));
    set_part(torus, "edge", "restitution", csv_real(csv, "beta"));
    set_input(torus, "edge", "mu", csv_real(csv, "mu"));
    set(torus, "param.gravity", 0);
    set(torus, "param.ground_heading", csv_real(csv, "heading"));
    must(torus, wd_model_set_profile(torus, xz, NULL, 6), "set_profile");
    return torus;
}

/* Impulse of the row at its contact 0 or 1: the normal component, and the size of the tangential
 * one. */
static void impulse_of(const struct csv *csv, int contact, double impulse[2])
{
    static const char *const names[][3] = {{"n0", "compression0", "restitution0"},
                                           {"n1", "compression1", "restitution1"}};
    double n[3], sum[3], more[3];
    vector_of(csv, names[contact][0], n);
    vector_of(csv, names[contact][1], sum);
    vector_of(csv, names[contact][2], more);
    for (int k = 0; k < 3; k++)
        sum[k] += more[k];
    impulse[0] = dot(sum, n);
    impulse[1] = sqrt(fmax(0, dot(sum, sum) - impulse[0] * impulse[0]));
}

/* Largest difference of the impulses of the first impact from those of the row, if the row says
 * that they are unique. The column `kind` has both features, such as 0+3. */
static double error_of_impulses(const struct csv *csv, const wd_model *torus)
{
    double worst = 0, want[2];
    int feature[2];
    if (csv_real(csv, "unique") == 0 ||
        sscanf(csv_text(csv, "kind"), "%d+%d", &feature[0], &feature[1]) != 2)
        return 0;
    for (int contact = 0; contact < 2; contact++) {
        struct event e = {0};
        impulse_of(csv, contact, want);
        if (!find_event(torus, WD_EVENT_IMPACT, 1, feature[contact], 0, &e) && want[0] > 1e-10)
            return INFINITY;
        worst = fmax(worst, fabs(e.value[2] - want[0]));
        worst = fmax(worst, fabs(hypot(e.value[3], e.value[4]) - want[1]));
    }
    return worst;
}

/* Largest difference of the velocities after the impact from those of the row. */
static double error_after_impact(const struct csv *csv, double *impulses)
{
    const double q[] = {csv_real(csv, "quat_w"), csv_real(csv, "quat_x"), csv_real(csv, "quat_y"),
                        csv_real(csv, "quat_z")};
    double x[3], v[3], w[3], axes[3][3], worst = 0;
    wd_model *torus = new_torus(csv);
    vector_of(csv, "x", x);
    vector_of(csv, "v", v);
    vector_of(csv, "w", w);
    axes_of(q, axes);
    set_motion(torus, x, axes, v, w);
    start(torus, 0);
    go(torus, INSTANT);
    vector_of(csv, "v_after", v);
    vector_of(csv, "w_after", w);
    const double velocity[] = {get(torus, "state.hub.vx"), get(torus, "state.hub.vy"),
                               get(torus, "state.hub.vz")};
    const double turn[] = {get(torus, "state.hub.wx"), get(torus, "state.hub.wy"),
                           get(torus, "state.hub.wz")};
    for (int k = 0; k < 3; k++) {
        worst = worse(worst, velocity[k], v[k]);
        worst = worse(worst, turn[k], dot(axes[k], w));
    }
    if (wd_model_event_count(torus) == 0)
        worst = INFINITY;
    *impulses = fmax(*impulses, error_of_impulses(csv, torus));
    wd_model_free(torus);
    return worst;
}

int main(void)
{
    struct csv csv;
    double worst = 0, impulses = 0;
    int count = 0;
    csv_open(&csv, "ground/impacts.csv");
    for (; csv_next(&csv); count++)
        worst = fmax(worst, error_after_impact(&csv, &impulses));
    check(count == 30 && worst <= 1e-10, "velocities after %d impacts on two features: error %.2g",
          count, worst);
    check(impulses <= 1e-9, "impulses of impacts on two features, if unique: error %.2g N.s",
          impulses);
    return done();
}
