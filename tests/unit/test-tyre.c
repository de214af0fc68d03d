/* SPDX-License-Identifier: MIT */
/* The law of tyres at single states, compared with tables computed by mpmath and in quadruple
 * precision (tests/ref/README.md); load and rolling radius; refused numbers. */
#include "tyre.h"
#include "tap.h"
#include "tyre/inside.h"

/* Allowed error of forces relative to the load; moments are relative to the load times 0.1 m. The
 * tables have 17 digits, so their rounding is 1e-16. */
#define TOLERANCE 1e-13

struct worst {
    double error;
    char what[64];
};

static void compare_column(struct worst *worst, const struct csv *csv, const char *column,
                           double got, double scale)
{
    double error = fabs(got - csv_real(csv, column)) / scale;
    error = isnan(error) ? (double)INFINITY : error;
    if (error > worst->error) {
        worst->error = error;
        snprintf(worst->what, sizeof worst->what, "%s, second column %s", column, csv->cell[1]);
    }
}

static void compare_formula(const char *file, const char *tyre)
{
    struct tyre_numbers n;
    struct magic m;
    struct csv csv;
    struct worst worst = {0, ""};
    int rows = 0;
    char path[64];
    tyre_read(tyre, &n);
    magic_pack(&n, &m);
    snprintf(path, sizeof path, "tyre/%s", file);
    csv_open(&csv, path);
    for (; csv_next(&csv); rows++) {
        double gamma = csv_real(&csv, "gamma"), N = csv_real(&csv, "Fz");
        struct magic_slip slip = {.radius = 0.317,
                                  .load = N,
                                  .mu = 1,
                                  .kappa = csv_real(&csv, "kappa"),
                                  .tan_alpha = csv_real(&csv, "tan_alpha"),
                                  .gamma = gamma,
                                  .sin_gamma = sin(gamma)};
        struct magic_forces f;
        magic_steady(&m, &slip, &f);
        double speed = csv_real(&csv, "V");
        compare_column(&worst, &csv, "Fx", f.force[0], N);
        compare_column(&worst, &csv, "Fy", f.force[1], N);
        compare_column(&worst, &csv, "Mz", f.align, N / 10);
        compare_column(&worst, &csv, "Mx", magic_over(&m, 0.317, N, f.force[1], gamma), N / 10);
        compare_column(&worst, &csv, "My", magic_roll(&m, 0.317, N, f.force[0], speed, gamma),
                       N / 10);
        compare_column(&worst, &csv, "slip_stiffness", f.stiffness[0], 10 * N);
        compare_column(&worst, &csv, "cornering_stiffness", f.stiffness[1], 10 * N);
    }
    check(rows == 60, "the table %s has 60 rows: %d", file, rows);
    near_abs(worst.error, 0, TOLERANCE, worst.what);
}

/* ---- TyreDyn, an independent implementation ---- */

enum { FORCES = 1, TRAIL = 2, RESIDUAL = 4 };

/* Numbers of tyre_a that differ in sets of rows of tyredyn.csv, because TyreDyn differs from the
 * formula in terms with them (tests/ref/README.md). */
static const struct {
    const char *key;
    double value;
    int sets;
} replaced[] = {
    {"lmux", 1, FORCES | TRAIL | RESIDUAL},
    {"lmuy", 1, FORCES | TRAIL | RESIDUAL},
    {"ppy5", 0, FORCES | TRAIL | RESIDUAL},
    {"lky", 1, TRAIL | RESIDUAL},
    {"lyka", 1, TRAIL | RESIDUAL},
    {"pky3", 0, TRAIL | RESIDUAL},
    {"pky5", 0, TRAIL | RESIDUAL},
    {"qez4", 0, TRAIL | RESIDUAL},
    {"qez5", 0, TRAIL | RESIDUAL},
    {"qdz6", 0, TRAIL},
    {"qdz7", 0, TRAIL},
    {"qdz8", 0, TRAIL},
    {"qdz9", 0, TRAIL},
    {"qdz10", 0, TRAIL},
    {"qdz11", 0, TRAIL},
};

static int set_of_row(const struct csv *csv)
{
    const char *name = csv->cell[0];
    return strcmp(name, "forces") == 0 ? FORCES : strcmp(name, "trail") == 0 ? TRAIL : RESIDUAL;
}

static void compare_implementations(void)
{
    struct csv csv;
    struct worst worst = {0, ""};
    int rows = 0;
    csv_open(&csv, "tyre/tyredyn.csv");
    for (; csv_next(&csv); rows++) {
        struct tyre_numbers n;
        struct magic m;
        struct magic_forces f;
        int set = set_of_row(&csv);
        tyre_read("tyre_a.tir", &n);
        for (size_t i = 0; i < sizeof replaced / sizeof *replaced; i++)
            if (replaced[i].sets & set)
                tyre_set(&n, replaced[i].key, replaced[i].value);
        magic_pack(&n, &m);
        double gamma = csv_real(&csv, "gamma"), N = csv_real(&csv, "Fz");
        const struct magic_slip slip = {.radius = 0.317,
                                        .load = N,
                                        .mu = 1,
                                        .kappa = csv_real(&csv, "kappa"),
                                        .tan_alpha = tan(csv_real(&csv, "alpha")),
                                        .gamma = gamma,
                                        .sin_gamma = sin(gamma)};
        magic_steady(&m, &slip, &f);
        compare_column(&worst, &csv, "Fx", f.force[0], N);
        compare_column(&worst, &csv, "Fy", f.force[1], N);
        compare_column(&worst, &csv, "Mx", magic_over(&m, 0.317, N, f.force[1], gamma), N / 10);
        compare_column(&worst, &csv, "My",
                       magic_roll(&m, 0.317, N, f.force[0], csv_real(&csv, "V"), gamma), N / 10);
        if (set != FORCES)
            compare_column(&worst, &csv, "Mz", f.align, N / 10);
    }
    check(rows == 120, "the table tyredyn.csv has 120 rows: %d", rows);
    near_abs(worst.error, 0, TOLERANCE, worst.what);
}

/* ---- the whole law ---- */

/* Read the numbers of the tyre of a row: those of the default tyre or of tyre_a, with the changes
 * listed in the row. */
static void row_numbers(const struct csv *csv, struct tyre_numbers *n)
{
    const char *names[][2] = {
        {"kz", "vertical_stiffness"}, {"cz", "vertical_damping"},   {"Kx", "forward_stiffness"},
        {"Ky", "side_stiffness"},     {"Kz", "turning_stiffness"},  {"tc", "carcass_time"},
        {"a", "half_length"},         {"cx", "slip_stiffness"},     {"cy", "cornering_stiffness"},
        {"cg", "camber_stiffness"},   {"fr", "rolling_resistance"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        tyre_set(n, names[i][1], csv_real(csv, names[i][0]));
}

static void row_contact(const struct csv *csv, const struct tyre *t, struct tyre_contact *at)
{
    double gamma = csv_real(csv, "gamma");
    *at = (struct tyre_contact){
        .radius = 0.317,
        .load = tyre_load(t, csv_real(csv, "d"), csv_real(csv, "dn")),
        .mu = csv_real(csv, "mu"),
        .gamma = gamma,
        .sin_gamma = sin(gamma),
        .rolling_radius = csv_real(csv, "Re"),
        .forward = csv_real(csv, "Vx"),
        .rolled = csv_real(csv, "Vr"),
        .slip = {csv_real(csv, "vsx"), csv_real(csv, "vsy")},
        .turn = csv_real(csv, "Wz"),
    };
}

/* A locked wheel has no direction of rolling. The reference uses sgn 0 = 1; the law uses the
 * direction that the force of the spring resists. Where these signs differ, the force of the law
 * is that of the reference at the opposite deflection. All numbers that do not depend on this sign
 * are compared directly. */
static double side_of(const struct tyre_contact *at, const double *u)
{
    return at->rolled == 0 && u[TYRE_ROLLED] > 0 ? -1 : 1;
}

/* Scale of the rate of a deflection: its rate due to a force N, or due to a moment of N times 0.1
 * m.
 */
static double rate_of_load(const struct tyre *t, int k, double N)
{
    double stiffness = k == TYRE_ROLLED ? t->K[TYRE_ALONG_X] : t->K[k];
    return N * (k == TYRE_TWIST ? 0.1 : 1) / (stiffness * t->time[k]);
}

static void compare_row(struct worst *worst, const struct csv *csv, const struct tyre *t,
                        const struct tyre_contact *at, double *u)
{
    static const char *const rates[] = {"dux", "duy", "duz", "dur"};
    struct tyre_result r;
    double side = side_of(at, u);
    u[TYRE_ROLLED] *= side;
    tyre_evaluate_contact(t, at, u, &r);
    r.rolling *= side, r.bend_rate[TYRE_ROLLED] *= side;
    double N = fmax(r.load, 1), speed = hypot(at->slip[0], at->slip[1]) + fabs(at->rolled);
    compare_column(worst, csv, "N", r.load, N);
    compare_column(worst, csv, "Fx", r.force[0], N);
    compare_column(worst, csv, "Fy", r.force[1], N);
    compare_column(worst, csv, "Mz", r.align, N / 10);
    compare_column(worst, csv, "Mx", r.over, N / 10);
    compare_column(worst, csv, "P", r.rolling, N);
    compare_column(worst, csv, "Pc", r.camber_rolling, N);
    for (int k = 0; k < TYRE_BENDS; k++)
        compare_column(worst, csv, rates[k], r.bend_rate[k], speed + rate_of_load(t, k, N));
    compare_column(worst, csv, "diss", r.dissipation, N * (speed + rate_of_load(t, 0, N)));
    compare_column(worst, csv, "wx", at->slip[0] + r.bend_rate[0], speed + rate_of_load(t, 0, N));
    compare_column(worst, csv, "wy", at->slip[1] + r.bend_rate[1], speed + rate_of_load(t, 1, N));
}

static void compare_steady(struct worst *worst, const struct csv *csv, const struct tyre *t,
                           const struct tyre_contact *at)
{
    struct magic_slip slip;
    struct magic_forces f;
    double S = tyre_formula_slip(at, &slip);
    magic_steady(&t->magic, &slip, &f);
    compare_column(worst, csv, "ssFx", S * f.force[0], at->load);
    compare_column(worst, csv, "ssFy", S * f.force[1], at->load);
    compare_column(worst, csv, "ssMz", f.align, at->load / 10);
}

static void compare_evaluations(const char *file, int form)
{
    struct tyre_numbers n;
    struct csv csv;
    struct worst worst = {0, ""};
    int rows = 0;
    tyre_read("tyre_a.tir", &n);
    n.form = form;
    csv_open(&csv, file);
    for (; csv_next(&csv); rows++) {
        struct tyre t;
        struct tyre_contact at;
        double u[] = {csv_real(&csv, "ux"), csv_real(&csv, "uy"), csv_real(&csv, "uz"),
                      csv_real(&csv, "ur")};
        row_numbers(&csv, &n);
        tyre_pack(&n, &t);
        row_contact(&csv, &t, &at);
        compare_row(&worst, &csv, &t, &at, u);
        if (form == TYRE_MAGIC)
            compare_steady(&worst, &csv, &t, &at);
    }
    check(rows == 60, "the table %s has 60 rows: %d", file, rows);
    near_abs(worst.error, 0, TOLERANCE, worst.what);
}

static void load_and_radius(void)
{
    struct tyre_numbers n;
    struct tyre t;
    tyre_defaults(&n);
    n.vertical_stiffening = 1e6;
    tyre_pack(&n, &t);
    near_abs(tyre_load(&t, 0.02, 0.1), 4000 + 400 + 50, 1e-9, "load of spring and damper");
    near_abs(tyre_load(&t, 0.02, -10), 0, 0, "no load while the deflection decreases fast");
    near_abs(tyre_load(&t, -0.02, 1e3), 0, 0, "no load in the air");
    check(tyre_guard(&t, 0.02, -10) < 0 && tyre_guard(&t, -0.02, 9) < 0 &&
              tyre_guard(&t, 0.02, 1) > 0 && tyre_guard(&t, 0, 1) == 0,
          "the guard has the sign of the load");
    near_abs(tyre_rolling_radius(&t, 0.3, 0.03, 6000), 0.29, 1e-16, "rolling radius of form brush");
    near_abs(tyre_stored(&t, 0.03, (double[]){1e-3, 2e-3, 0.01, 0}), 90 + 9 + 0.15 + 0.3 + 0.25,
             1e-12, "energy stored in load spring and carcass");
}

static void refused_numbers(void)
{
    static const struct {
        const char *key;
        double value;
        const char *blamed;
    } bad[] = {{"pdx1", 0, "pdx1"},  {"pky1", 12, "pky1"}, {"pky2", 0, "pky2"},
               {"lmuy", 0, "lmuy"},  {"pcy1", -1, "pcy1"}, {"pdx2", -0.6, "pdx2"},
               {"pdy2", -2, "pdy2"}, {"pkx2", 30, "pkx2"}, {"pky4", 4, "pky2"},
               {"qsy1", 1.1, "qsy1"}};
    struct tyre_numbers n;
    const char *why = NULL;
    tyre_defaults(&n);
    n.form = TYRE_MAGIC;
    check(!tyre_fault(&n, &why), "the default tyre of form magic is accepted");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        tyre_defaults(&n);
        n.form = TYRE_MAGIC;
        tyre_set(&n, bad[i].key, bad[i].value);
        const char *name = tyre_fault(&n, &why);
        check(name && strcmp(name, bad[i].blamed) == 0, "%s = %g: %s %s", bad[i].key, bad[i].value,
              name ? name : "accepted", name ? why : "");
        n.form = TYRE_BRUSH;
        check(!tyre_fault(&n, &why), "%s = %g: form brush ignores it", bad[i].key, bad[i].value);
    }
    tyre_read("tyre_a.tir", &n);
    check(!tyre_fault(&n, &why), "the numbers of tyre_a.tir are accepted");
    tyre_read("tyre_b.tir", &n);
    check(!tyre_fault(&n, &why), "the numbers of tyre_b.tir are accepted");
    tyre_read("tyre_a.tir", &n);
    n.pressure = 2.2; /* bar instead of Pa */
    const char *name = tyre_fault(&n, &why);
    check(name && strcmp(name, "qsy1") == 0 && strstr(why, "is the pressure in Pa"),
          "tyre_a.tir at a pressure of 2.2 Pa: %s %s", name ? name : "accepted", why);
}

/* Forces at a slip with camber. `n` may be refused by tyre_fault(). */
static struct magic_forces forces_of(const struct tyre_numbers *n, double load)
{
    struct magic magic;
    struct magic_forces at;
    const struct magic_slip slip = {.radius = 0.3,
                                    .load = load,
                                    .mu = 0.9,
                                    .kappa = -0.04,
                                    .tan_alpha = 0.07,
                                    .gamma = 0.05,
                                    .sin_gamma = sin(0.05)};
    magic_pack(n, &magic);
    magic_limited(&magic, &slip, &at);
    return at;
}

static double apart(const struct magic_forces *a, const struct magic_forces *b, double ratio)
{
    const double x[] = {a->force[0], a->force[1], a->align, a->stiffness[0], a->stiffness[1]};
    const double y[] = {b->force[0], b->force[1], b->align, b->stiffness[0], b->stiffness[1]};
    double most = 0;
    for (int i = 0; i < 5; i++)
        most = fmax(most, fabs(x[i] / (ratio * y[i]) - 1));
    return most;
}

/* Above largest_load friction and stiffness per load stay as they are at this load; below it no bit
 * changes. */
static void limited_loads(void)
{
    struct tyre_numbers n;
    const char *why = NULL;
    tyre_read("tyre_a.tir", &n);
    struct magic_forces free = forces_of(&n, 6000), below = forces_of(&n, 5000);
    n.largest_load = 5000;
    struct magic_forces at = forces_of(&n, 5000), above = forces_of(&n, 6000);
    check(memcmp(&at, &below, sizeof at) == 0, "largest_load changes no force at this load");
    near_abs(apart(&above, &at, 1.2), 0, 1e-15, "forces above it are in proportion to the load");
    check(apart(&above, &free, 1) > 1e-3, "the formula would have other forces there");
    tyre_defaults(&n);
    n.form = TYRE_MAGIC, n.pkx2 = -10;
    const char *name = tyre_fault(&n, &why);
    check(name && strcmp(name, "pkx2") == 0, "pkx2 = -10: %s", name ? why : "accepted");
    n.largest_load = 10000;
    check(!tyre_fault(&n, &why), "pkx2 = -10 is accepted with largest_load = 10000 N");
}

/* The sign of D_y changes no force, if that of its products changes, too. */
static void sign_of_peak(void)
{
    static const char *const keys[] = {"pdy1", "pdy2", "rvy1", "rvy2", "rvy3", "qbz10"};
    struct tyre_numbers n;
    tyre_read("tyre_a.tir", &n);
    struct magic_forces positive = forces_of(&n, 5000);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        for (size_t k = 0; k < TYRE_KEYS; k++)
            if (strcmp(tyre_keys[k].key, keys[i]) == 0)
                tyre_set(&n, keys[i], -((double *)&n)[tyre_keys[k].at]);
    struct magic_forces negative = forces_of(&n, 5000);
    near_abs(apart(&negative, &positive, 1), 0, 0, "forces of negative and positive pdy1");
}

int main(void)
{
    limited_loads();
    sign_of_peak();
    compare_formula("formula_a.csv", "tyre_a.tir");
    compare_formula("formula_b.csv", "tyre_b.tir");
    compare_implementations();
    compare_evaluations("tyre/eval_brush.csv", TYRE_BRUSH);
    compare_evaluations("tyre/eval_magic.csv", TYRE_MAGIC);
    load_and_radius();
    refused_numbers();
    return done();
}
