/* SPDX-License-Identifier: MIT */
/* The events of runs are compared with those of the 40-digit event-driven runs of
 * tests/ref/impact_wheel. Contacts are solved in closed form and by the contact solver, and both
 * runs are compared. */
#include "impact.h"
#include "csv.h"

#define TIME 1e-10
#define STATE 1e-9
#define EQUAL 1e-10

struct run {
    const char *name;
    double kerb_x, kerb_height, mu, beta, start[6], t_end; /* start: x, y, phi, vx, vy, w */
};

/* x of the wheel at B: on the ground, touching the corner of a kerb of height h. */
#define B_X(h) (0.5 + sqrt((h) * (0.2 - (h))))

/* Event type of a row of the reference; 0 if the library has none (rest, end). At an edge the wheel
 * passes to the next feature or, if v^2 > g r, separates at once. */
static int32_t type_of(const struct csv *csv)
{
    const char *name = csv_text(csv, "type");
    double vx = csv_real(csv, "vx_pre");
    if (strcmp(name, "edge") == 0 && strcmp(csv_text(csv, "feature"), "II") == 0 &&
        vx * vx > 9.81 * 0.1)
        return WD_EVENT_DETACH;
    static const char *const names[] = {"impact", "stick", "slip", "detach", "zeno_end", "edge"};
    for (int32_t i = 0; i < 6; i++)
        if (strcmp(names[i], name) == 0)
            return i + 1;
    return 0; /* rest, end */
}

static double feature_of(const char *roman, int second)
{
    static const char *const names[] = {"I", "II", "III", "IV"};
    static const double number[] = {0, 2, 3, 6};
    const char *plus = strchr(roman, '+');
    size_t length = plus ? (size_t)(plus - roman) : strlen(roman);
    if (second) {
        if (!plus)
            return -1;
        roman = plus + 1;
        length = strlen(roman);
    }
    for (int i = 0; i < 4; i++)
        if (strlen(names[i]) == length && strncmp(names[i], roman, length) == 0)
            return number[i];
    return -1;
}

static double larger_error(double so_far, double got, double want)
{
    double error = fabs(got - want);
    return error >= so_far || isnan(error) ? error : so_far;
}

/* Largest errors of the events of a run; events with other features. */
struct errors {
    double time, state, impulse;
    int features;
};

static void compare_event(const struct csv *csv, const struct logged *e, struct errors *errors)
{
    static const char *const state[] = {"x",     "y",       "phi",     "vx_pre", "vy_pre",
                                        "w_pre", "vx_post", "vy_post", "w_post"};
    static const char *const impulse[] = {"N1", "T1", "N2", "T2", "N1s", "T1s", "N2s", "T2s"};
    errors->time = larger_error(errors->time, e->t, csv_real(csv, "t"));
    for (int k = 0; k < 9; k++)
        errors->state = larger_error(errors->state, e->value[k], csv_real(csv, state[k]));
    for (int k = 0; e->type == WD_EVENT_IMPACT && k < 8; k++) {
        double want = csv_real(csv, impulse[k]);
        if (!isnan(want))
            errors->impulse = larger_error(errors->impulse, e->value[EVENT_NORMAL_A + k], want);
    }
    const char *names = csv_text(csv, "feature");
    errors->features += e->value[EVENT_FEATURE_A] != feature_of(names, 0);
    if (e->type != WD_EVENT_FEATURE)
        errors->features += e->value[EVENT_FEATURE_B] != feature_of(names, 1);
}

static void compare_end(const struct csv *csv, const struct world *world, struct errors *errors)
{
    static const char *const names[] = {"x", "y", "phi", "vx_post", "vy_post", "w_post"};
    for (int k = 0; k < 6; k++)
        errors->state = larger_error(errors->state, world->state.now[k], csv_real(csv, names[k]));
}

/* True for reference rows without a counterpart in the library's run: states of rest and slow
 * bounces. The references bounce down to 1e-16 m/s, whereas the library ends bounces below
 * zeno_speed. */
static int has_no_counterpart(const struct csv *csv, double beta, double zeno_speed)
{
    const char *type = csv_text(csv, "type");
    double jump = hypot(csv_real(csv, "vx_pre") - csv_real(csv, "vx_post"),
                        csv_real(csv, "vy_pre") - csv_real(csv, "vy_post"));
    if (strcmp(type, "impact") == 0)
        return jump < (1 + beta) * zeno_speed;
    return strcmp(type, "rest") == 0;
}

static void compare_with_reference(struct world *world, const struct run *run)
{
    char path[128];
    struct csv csv;
    struct errors errors = {0, 0, 0, 0};
    size_t row = 0, missing = 0;
    double bounced = -1;
    snprintf(path, sizeof path, "impact_wheel/case_%s.csv", run->name);
    csv_open(&csv, path);
    while (csv_next(&csv)) {
        int32_t type = type_of(&csv);
        double t = csv_real(&csv, "t");
        if (strcmp(csv_text(&csv, "type"), "end") == 0) {
            compare_end(&csv, world, &errors);
            continue;
        }
        /* one reference has a slide of 4e-18 m/s that stops when the bounces end */
        if (has_no_counterpart(&csv, run->beta, world->system.zeno_speed) ||
            (type == WD_EVENT_STICK && t == bounced))
            continue;
        if (type == WD_EVENT_ZENO_END)
            bounced = t;
        if (row < world->events && world->event[row].type == type)
            compare_event(&csv, &world->event[row], &errors);
        else
            missing++;
        row++;
    }
    check(row == world->events && missing == 0, "%s: %zu events, %zu in the reference, %zu differ",
          run->name, world->events, row, missing);
    check(errors.features == 0, "%s: the features of the events agree", run->name);
    check(errors.time <= TIME, "%s: times within %.2g", run->name, errors.time);
    check(errors.state <= STATE, "%s: states within %.2g", run->name, errors.state);
    check(errors.impulse <= STATE, "%s: impulses within %.2g", run->name, errors.impulse);
}

static void run_case(struct world *world, const struct run *run, int by_solver)
{
    const double *s = run->start;
    world_open(world);
    world_kerb(world, run->kerb_x, run->kerb_height);
    world->system.mu = run->mu;
    world->system.restitution = run->beta;
    world->system.by_solver = by_solver;
    int32_t status = world_start(world, s[0], s[1], s[2], s[3], s[4], s[5]);
    if (status == WD_OK)
        status = world_go(world, run->t_end);
    check(status == WD_OK, "%s runs (%d), %g steps of the contact solver, residual %.2g", run->name,
          (int)status, world->contacts.steps, world->contacts.residual);
    if (getenv("VERBOSE"))
        for (size_t i = 0; i < world->events; i++)
            printf("# %.17g %d %g %g  %g %g %g  %g %g %g -> %g %g %g\n", world->event[i].t,
                   world->event[i].type, world->event[i].value[EVENT_FEATURE_A],
                   world->event[i].value[EVENT_FEATURE_B], world->event[i].value[0],
                   world->event[i].value[1], world->event[i].value[2], world->event[i].value[3],
                   world->event[i].value[4], world->event[i].value[5], world->event[i].value[6],
                   world->event[i].value[7], world->event[i].value[8]);
    compare_with_reference(world, run);
}

/* Compare a run with contacts in closed form and by the contact solver. */
static void compare_runs(const struct run *run, const struct world *exact,
                         const struct world *solved)
{
    double time = 0, values = 0;
    int kinds = 0;
    check(exact->contacts.steps == 0 && solved->contacts.steps > 0,
          "%s: only one of the runs uses the contact solver", run->name);
    check(exact->events == solved->events, "%s: both runs have the same number of events",
          run->name);
    for (size_t i = 0; i < exact->events && i < solved->events; i++) {
        const struct logged *a = &exact->event[i], *b = &solved->event[i];
        kinds += a->type != b->type;
        time = larger_error(time, b->t, a->t);
        for (int k = 0; k < EVENT_VALUES; k++)
            if (isnan(a->value[k]) != isnan(b->value[k]))
                kinds++;
            else if (!isnan(a->value[k]))
                values = larger_error(values, b->value[k], a->value[k]);
    }
    for (int k = 0; k < IMPACT_REALS; k++)
        values = larger_error(values, solved->state.now[k], exact->state.now[k]);
    check(kinds == 0, "%s: the events of both runs have the same types", run->name);
    check(time <= EQUAL, "event times of both runs differ by %.2g", time);
    check(values <= EQUAL, "values and states of both runs differ by %.2g", values);
}

int main(int argc, char **argv)
{
    const struct run runs[] = {
        {"paper_xc05_beta0", 0.5, 0.05, 0.4, 0, {0.8, 0.2, 0, -5, -3, 0}, 1},
        {"paper_xc05_beta03", 0.5, 0.05, 0.4, 0.3, {0.8, 0.2, 0, -5, -3, 0}, 1},
        {"paper_xc04_beta0", 0.4, 0.05, 0.4, 0, {0.8, 0.2, 0, -5, -3, 0}, 1},
        {"paper_xc04_beta03", 0.4, 0.05, 0.4, 0.3, {0.8, 0.2, 0, -5, -3, 0}, 1},
        {"c1_spin_slip2roll", 0.5, 0.05, 0.4, 0, {0.8, 0.1, 0, 0, 0, -20}, 1},
        {"c1b_drop_spin_beta05", 0.5, 0.05, 0.4, 0.5, {0.8, 0.3, 0, 0, 0, -20}, 1.5},
        {"c2_edge_slow_roll", 0.5, 0.05, 0.4, 0, {0.45, 0.15, 0, 0.3, 0, -3}, 1},
        {"c2b_edge_fast", 0.5, 0.05, 0.4, 0, {0.45, 0.15, 0, 1.2, 0, -12}, 1},
        {"c2c_edge_slow_beta03", 0.5, 0.05, 0.4, 0.3, {0.45, 0.15, 0, 0.3, 0, -3}, 1.5},
        {"c2d_edge_slide_locked", 0.5, 0.05, 0.4, 0, {0.45, 0.15, 0, 0.8, 0, 0}, 1},
        {"c3_93_spin_away_at_B", 0.5, 0.05, 0.4, 0, {B_X(0.05), 0.1, 0, 0, 0, -30}, 1},
        {"c3_94b_spin_at_B", 0.5, 0.05, 0.4, 0, {B_X(0.05), 0.1, 0, 0, 0, 30}, 1},
        {"c3_94c_climb", 0.5, 0.02, 0.8, 0, {B_X(0.02), 0.1, 0, 0, 0, 60}, 1},
        {"c3_94c_climb_h5mm", 0.5, 0.005, 0.4, 0, {B_X(0.005), 0.1, 0, 0, 0, 60}, 1},
        {"c4_zeno_beta05", 0.5, 0.05, 0.4, 0.5, {0.8, 0.3, 0, 0, 0, 0}, 1},
        {"c6_wall_flight_beta03", 0.5, 0.05, 0.4, 0.3, {0.3, 0.5, 0, -2, 0.5, 5}, 1},
        {"c7_elastic_beta1", 0.5, 0.05, 0.4, 1, {0.8, 0.3, 0, 0.1, 0, -40}, 2},
        {"c8_roll_over_up_small_step", 0.5, 0.01, 0.4, 0, {0.8, 0.1, 0, -1, 0, 10}, 1},
        {"c9_paper_beta1", 0.5, 0.05, 0.4, 1, {0.8, 0.2, 0, -5, -3, 0}, 1},
    };
    static struct world exact, solved;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        if (argc > 1 && !strstr(runs[i].name, argv[1]))
            continue;
        run_case(&exact, &runs[i], 0);
        run_case(&solved, &runs[i], 1);
        compare_runs(&runs[i], &exact, &solved);
    }
    return done();
}
