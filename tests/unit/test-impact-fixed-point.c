/* SPDX-License-Identifier: MIT */
/* The iteration of Grzesikiewicz and Zbiciak for an impact on two contacts: Y = Psi(Y), equation
 * (106) of the paper, with the previous Y in all right-hand sides of (95) to (101). The library
 * does not use it. This test finds the parameters for which the iteration ends, and its result;
 * docs/theory/impact_wheel.rst has the numbers. */
#include "impact.h"
#include "csv.h"

enum { LIMIT = 20000, MOST_GOLDENS = 128 };

static struct world world;
static const double mass = 10, radius = 0.1, inertia = 0.05;

/* A contact. Its normal multiplier lambda changes the momentum by lambda `normal`; its friction mu
 * lambda tau acts along -`friction` with the lever `turn`. v_n = `reads` (v_x, v_y), v_t = `slides`
 * (v_x, v_y) + radius * spin. rho_n and rho_t are the factors of (100), (101). */
struct row {
    double normal[2], friction[2], turn, reads[2], slides[2];
    double rho_n, rho_t;
};

struct problem {
    size_t n;
    struct row row[2];
    double mu, before[3];
};

struct iterate {
    double v[3], lambda[2], tau[2];
};

static struct iterate psi(const struct problem *p, const struct iterate *now)
{
    struct iterate next = {.v = {p->before[0], p->before[1], p->before[2]}};
    const double *v = now->v;
    for (size_t i = 0; i < p->n; i++) {
        const struct row *row = &p->row[i];
        double N = now->lambda[i], T = p->mu * N * now->tau[i];
        double v_n = row->reads[0] * v[0] + row->reads[1] * v[1];
        double v_t = row->slides[0] * v[0] + row->slides[1] * v[1] + radius * v[2];
        for (int k = 0; k < 2; k++)
            next.v[k] += (N * row->normal[k] - T * row->friction[k]) / mass;
        next.v[2] -= T * row->turn / inertia;
        next.lambda[i] = fmax(0, N - row->rho_n * v_n);
        next.tau[i] = fmin(fmax(now->tau[i] + row->rho_t * v_t, -1), 1);
    }
    return next;
}

static double distance(const double *u, const double *v)
{
    return fabs(u[0] - v[0]) + fabs(u[1] - v[1]) + radius * fabs(u[2] - v[2]);
}

/* Number of iterations until the changes are at most 1e-13 of the speed before the impact; 0 if
 * LIMIT iterations do not suffice. */
static int iterate(const struct problem *p, struct iterate *y)
{
    const double zero[3] = {0, 0, 0};
    double scale = distance(p->before, zero);
    *y = (struct iterate){.v = {p->before[0], p->before[1], p->before[2]}};
    for (int k = 1; k <= LIMIT; k++) {
        struct iterate last = *y;
        *y = psi(p, &last);
        double change = distance(y->v, last.v);
        for (size_t i = 0; i < p->n; i++)
            change += (fabs(y->lambda[i] - last.lambda[i]) +
                       y->lambda[i] * fabs(y->tau[i] - last.tau[i])) /
                      mass;
        if (change <= 1e-13 * scale)
            return k;
    }
    return 0;
}

/* ---- one impact of the paper's first run, at B ---- */

enum reading { PRINTED, GAP_CORRECTED, CORRECTED };

/* Equations (95) to (105) with G = (-f', 1). As printed, friction has a factor |G| too many, v_t1
 * is not of unit length, and (102) exchanges the components of G. */
static struct problem at_kerb(enum reading reading, double c, double rho_t, double hardness)
{
    const double slope = -sqrt(3), G = 2, unit = reading == CORRECTED ? 1 : G;
    struct problem p = {.n = 2, .mu = 0.4, .before = {-3.616514445829, 0, 27.66971108342}};
    for (int k = 0; k < 3; k++)
        p.before[k] *= hardness;
    p.row[0] = (struct row){.normal = {-slope, 1},
                            .friction = {unit, unit * slope},
                            .turn = G * radius,
                            .reads = {-slope, 1},
                            .slides = {unit / G, unit * slope / G},
                            .rho_n = c * mass / (G * G),
                            .rho_t = rho_t};
    if (reading == PRINTED) {
        p.row[0].reads[0] = 1;
        p.row[0].reads[1] = -slope;
    }
    p.row[1] = (struct row){{0, 1}, {1, 0}, radius, {0, 1}, {1, 0}, c * mass, rho_t};
    return p;
}

static double at_corner(const double *v)
{
    return (sqrt(3) * v[0] + v[1]) / 2;
}

static double slide_at_corner(const double *v)
{
    return (v[0] - sqrt(3) * v[1]) / 2 + radius * v[2];
}

/* The iteration with the equations as printed, with (102) corrected, and with all corrections. */
static void test_readings(void)
{
    const double want[3] = {-1.063914259028, 1.842753551534, 21.27828518057};
    struct iterate y;
    struct problem p = at_kerb(PRINTED, 0.25, 0.1, 1);
    int steps = iterate(&p, &y);
    check(
        steps > 0 && steps < 200 && fabs(at_corner(y.v) + 0.88050) < 1e-5,
        "as printed the iteration ends after %d steps, and the wheel enters the corner at %.5f m/s",
        steps, -at_corner(y.v));
    p = at_kerb(GAP_CORRECTED, 0.25, 0.1, 1);
    steps = iterate(&p, &y);
    check(
        steps > 0 && fabs(at_corner(y.v)) < 1e-11 && fabs(y.tau[0]) < 0.5 &&
            fabs(slide_at_corner(y.v) - 1.52508) < 1e-5,
        "with (102) corrected the iteration ends after %d steps, and a contact that is reported as "
        "sticking slides at %.5f m/s",
        steps, slide_at_corner(y.v));
    p = at_kerb(CORRECTED, 0.25, 0.1, 1);
    steps = iterate(&p, &y);
    check(steps > 0 && distance(y.v, want) < 1e-11,
          "with all corrections the iteration ends after %d steps, right within %.2g", steps,
          distance(y.v, want));
}

/* Check the limit of rho in (100), (101): the iteration ends if rho of friction is below 1/(kappa
 * mu P), which depends on the unknown P. */
static void test_hardness(void)
{
    struct iterate y;
    double bound = 1 / (0.3 * 0.4 * 31.31993383241);
    for (int k = 0; k < 2; k++) {
        struct problem p = at_kerb(CORRECTED, 0.25, (0.98 + 0.04 * k) * bound, 1);
        int steps = iterate(&p, &y);
        check((steps > 0) == !k, "rho of friction %.4g, bound %.4g: %d steps", p.row[0].rho_t,
              bound, steps);
        p = at_kerb(CORRECTED, 0.25, 0.1, 2 + k);
        steps = iterate(&p, &y);
        check((steps > 0) == !k, "rho of friction 0.1, %d times as hard: %d steps", 2 + k, steps);
    }
}

/* ---- impacts with unit normals ---- */

static void put_contact(struct problem *p, double nx, double ny, double c, double P)
{
    double kappa = 1 / mass + radius * radius / inertia, grip = kappa * p->mu * P;
    p->row[p->n++] = (struct row){
        {nx, ny}, {ny, -nx}, radius, {nx, ny}, {ny, -nx}, c * mass, grip > 1e-9 ? c / grip : 0};
}

/* Two contacts without friction whose normals differ by alpha; v- approaches both. */
static struct problem make_wedge(double alpha, double c)
{
    struct problem p = {.before = {0.05, -1, 0.3}};
    put_contact(&p, sin(alpha / 2), cos(alpha / 2), c, 0);
    put_contact(&p, -sin(alpha / 2), cos(alpha / 2), c, 0);
    return p;
}

/* Convergence without friction: z^2 - z + c l = 0 for each eigenvalue l of the compliance, in units
 * of 1/m; |z| < 1 if c l < 1. The largest l is 1 + |cos alpha|. */
static void test_frictionless(double alpha)
{
    double bound = 1 / (1 + fabs(cos(alpha)));
    struct iterate y;
    struct problem p = make_wedge(alpha, 0.98 * bound), q = make_wedge(alpha, 1.02 * bound);
    int below = iterate(&p, &y), above = iterate(&q, &y);
    check(below > 0 && above == 0,
          "mu = 0, alpha = %g: the iteration ends for c below %.3f (%d steps)", alpha, bound,
          below);
}

/* ---- the table of impacts with a single solution ---- */

enum group { SINGLE, CORNER_A, CORNER_B, GROUPS };
static const char *const group_names[] = {"one contact", "A", "B"};

struct golden {
    enum group group;
    int both_stick;
    double answer[3]; /* velocity after the impact */
    struct law_problem law;
    struct problem printed; /* with c = 1 */
};

static struct golden golden[MOST_GOLDENS];
static size_t goldens;

static size_t normals_of(const char *point, const char *table, double h, double n[2][2])
{
    double theta =
        strcmp(point, "III") == 0 ? atof(table + strlen("corner_th")) : acos((radius - h) / radius);
    const double normal[3][2] = {{1, 0}, {0, 1}, {sin(theta), cos(theta)}};
    int A = strcmp(point, "A") == 0, B = strcmp(point, "B") == 0;
    int first = A || strcmp(point, "I") == 0 ? 0 : strcmp(point, "IV") == 0 ? 1 : 2;
    memcpy(n[0], normal[first], sizeof n[0]);
    memcpy(n[1], normal[1], sizeof n[1]);
    return A || B ? 2 : 1;
}

static void read_golden(const struct csv *csv, struct golden *g)
{
    static const char *const impulse[2][2] = {{"P1", "T1"}, {"P2", "T2"}};
    double n[2][2], mu = csv_real(csv, "mu");
    const char *point = csv_text(csv, "point");
    struct law_wheel wheel = law_wheel_of(mass, radius, inertia);
    struct law_result answer = {.solutions = 1};
    size_t count = normals_of(point, csv_text(csv, "table"), csv_real(csv, "h"), n);
    *g = (struct golden){.group = count == 1 ? SINGLE : *point == 'A' ? CORNER_A : CORNER_B};
    g->both_stick = mu > 0 && strcmp(csv_text(csv, "modes"), "s s") == 0;
    g->law.n = count;
    g->printed.mu = mu;
    g->law.free[0] = g->printed.before[0] = csv_real(csv, "vx-");
    g->law.free[1] = g->printed.before[1] = csv_real(csv, "vy-");
    g->law.free[2] = g->printed.before[2] = csv_real(csv, "w-");
    for (size_t i = 0; i < count; i++) {
        g->law.nx[i] = n[i][0];
        g->law.ny[i] = n[i][1];
        g->law.mu[i] = mu;
        answer.normal[i] = csv_real(csv, impulse[i][0]);
        answer.friction[i] = csv_real(csv, impulse[i][1]);
        put_contact(&g->printed, n[i][0], n[i][1], 1, answer.normal[i]);
    }
    law_apply(&wheel, &g->law, &answer);
    memcpy(g->answer, answer.u, sizeof answer.u);
}

/* Plastic impacts of the table, without those that have several solutions. */
static void read_table(void)
{
    struct csv csv;
    csv_open(&csv, "impact_wheel/impact_tables.csv");
    while (csv_next(&csv)) {
        const char *point = csv_text(&csv, "point");
        double jam = strcmp(point, "A") == 0 ? 1 : strcmp(point, "B") == 0 ? sqrt(3) : 9;
        if (csv_real(&csv, "beta") == 0 && csv_real(&csv, "mu") < jam &&
            csv_real(&csv, "n_distinct_velocities") == 1 && goldens < MOST_GOLDENS)
            read_golden(&csv, &golden[goldens++]);
    }
}

struct score {
    /* numbers of impacts: all; those whose iteration ends; ends with both contacts sticking; ends
     * at a wrong velocity */
    int runs, ended, stuck, wrong;
    int steps[MOST_GOLDENS]; /* iterations of those that end */
};

static int compare_ascending(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void add_to_score(struct score *score, const struct golden *g, int steps, const double *v)
{
    score->runs++;
    if (steps == 0)
        return;
    score->stuck += g->both_stick;
    score->wrong += distance(v, g->answer) > 1e-10 * distance(g->law.free, (double[3]){0});
    score->steps[score->ended++] = steps;
}

static void print_score(const char *what, struct score *score)
{
    qsort(score->steps, (size_t)score->ended, sizeof *score->steps, compare_ascending);
    printf("# %s: %d of %d end, median %d steps, most %d\n", what, score->ended, score->runs,
           score->ended ? score->steps[score->ended / 2] : 0,
           score->ended ? score->steps[score->ended - 1] : 0);
}

static struct score by_fixed_point(enum group group, double c)
{
    struct score score = {0};
    for (size_t i = 0; i < goldens; i++) {
        if (golden[i].group != group)
            continue;
        struct problem p = golden[i].printed;
        struct iterate y;
        for (size_t k = 0; k < p.n; k++) {
            p.row[k].rho_n *= c;
            p.row[k].rho_t *= c;
        }
        int steps = iterate(&p, &y);
        add_to_score(&score, &golden[i], steps, y.v);
    }
    char what[64];
    snprintf(what, sizeof what, "%s, c = %g", group_names[group], c);
    print_score(what, &score);
    check(score.wrong == 0, "%s: where the iteration ends, its result is right", what);
    return score;
}

static void test_range(void)
{
    static const double c[] = {0.05, 0.1, 0.25, 0.35, 0.5, 0.65, 0.9, 1, 1.5};
    read_table();
    check(goldens == 102, "%zu impacts with a single solution", goldens);
    for (size_t k = 0; k < sizeof c / sizeof *c; k++)
        for (enum group group = SINGLE; group < GROUPS; group++) {
            struct score s = by_fixed_point(group, c[k]);
            double bound = group == SINGLE ? 1 : 0.4;
            if (c[k] < bound)
                check(s.ended == s.runs, "c = %g: all iterations end", c[k]);
            else if (c[k] >= 1)
                check(s.ended == 0, "c = %g: no iteration ends", c[k]);
            else
                check(s.ended > 0 && s.ended < s.runs && (group == CORNER_A || s.stuck == 0),
                      "c = %g: iterations end for some impacts, at B for none in which both "
                      "contacts stick",
                      c[k]);
        }
}

static void test_library(void)
{
    struct score score = {0};
    world_open(&world);
    for (size_t i = 0; i < goldens; i++) {
        struct law_wheel wheel = law_wheel_of(mass, radius, inertia);
        struct law_result result;
        law_proximal_clear(&world.contacts);
        int32_t status = law_solve_any(&wheel, &golden[i].law, &world.contacts, &result);
        add_to_score(&score, &golden[i], status == WD_OK ? (int)world.contacts.steps : 0, result.u);
    }
    print_score("the library", &score);
    check(score.ended == score.runs && score.wrong == 0 && score.steps[score.ended - 1] < 60,
          "the contact solver ends, after %d steps at most", score.steps[score.ended - 1]);
}

int main(void)
{
    test_readings();
    test_hardness();
    for (int k = 1; k <= 5; k++)
        test_frictionless(0.5 * k);
    test_range();
    test_library();
    return done();
}
