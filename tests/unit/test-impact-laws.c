/* SPDX-License-Identifier: MIT */
/* Single impacts compared with tests/ref/impact_wheel/impact_tables.csv, and invariants of random
 * impacts. */
#include "impact.h"
#include "csv.h"

#define EXACT 1e-11

static struct world world;

/* Place of the wheel, of radius 0.1, for a letter of the paper. The wall is at x = 0, the corner of
 * the kerb at x = 0.5, y = h. I: touches the wall. IV: the ground. III: the corner, at the angle in
 * rad from the vertical in the table's name. A: the wall and the top of the kerb. B: the corner and
 * the ground. */
static void place_of_point(const char *table, const char *point, double h, double *x, double *y)
{
    double theta = 0;
    *x = strcmp(point, "I") == 0 || strcmp(point, "A") == 0 ? 0.1 : 0.8;
    *y = strcmp(point, "I") == 0 ? 0.5 : strcmp(point, "A") == 0 ? h + 0.1 : 0.1;
    if (strcmp(point, "B") == 0)
        *x = 0.5 + sqrt(h * (0.2 - h));
    if (strcmp(point, "III") != 0)
        return;
    sscanf(table, "corner_th%lf", &theta);
    *x = 0.5 + 0.1 * sin(theta);
    *y = h + 0.1 * cos(theta);
}

/* Friction above which the wheel may jam between the two contacts of A and B. */
static double mu_jam(const char *point)
{
    if (strcmp(point, "A") == 0)
        return 1;
    return strcmp(point, "B") == 0 ? sqrt(3) : (double)INFINITY;
}

/* Sum of the normal or friction impulses of the row, over both phases and all contacts. */
static double row_total(const struct csv *csv, char letter)
{
    static const char *const ends[] = {"1", "2", "1s", "2s"};
    double sum = 0;
    for (int k = 0; k < 4; k++) {
        char name[8];
        snprintf(name, sizeof name, "%c%s", letter, ends[k]);
        double value = csv_real(csv, name);
        sum += isnan(value) ? 0 : value;
    }
    return sum;
}

static double difference(const struct csv *csv, const struct logged *e)
{
    static const char *const names[] = {"vx+", "vy+", "w+",  "P1",  "T1", "P2",
                                        "T2",  "P1s", "T1s", "P2s", "T2s"};
    static const int values[] = {EVENT_AFTER,         EVENT_AFTER + 1,      EVENT_AFTER + 2,
                                 EVENT_NORMAL_A,      EVENT_FRICTION_A,     EVENT_NORMAL_B,
                                 EVENT_FRICTION_B,    EVENT_NORMAL_A_REST,  EVENT_FRICTION_A_REST,
                                 EVENT_NORMAL_B_REST, EVENT_FRICTION_B_REST};
    double worst = 0;
    for (int k = 0; k < 11; k++) {
        double want = csv_real(csv, names[k]);
        if (!isnan(want))
            worst = fmax(worst, fabs(e->value[values[k]] - want));
        if (!isnan(want) && isnan(e->value[values[k]]))
            worst = INFINITY;
    }
    return worst;
}

static void test_table(void)
{
    struct csv csv;
    int rows = 0, counts = 0, none = 0, left_out = 0;
    double worst = 0, total = 0;
    csv_open(&csv, "impact_wheel/impact_tables.csv");
    while (csv_next(&csv)) {
        double x, y, mu = csv_real(&csv, "mu"), h = csv_real(&csv, "h");
        const char *point = csv_text(&csv, "point");
        place_of_point(csv_text(&csv, "table"), point, h, &x, &y);
        world_open(&world);
        world_kerb(&world, 0.5, h);
        world.system.mu = mu;
        world.system.restitution = csv_real(&csv, "beta");
        int32_t status = world_start(&world, x, y, 0, csv_real(&csv, "vx-"), csv_real(&csv, "vy-"),
                                     csv_real(&csv, "w-"));
        if (csv_real(&csv, "n_distinct_velocities") > 1 || mu >= mu_jam(point)) {
            left_out++;
            continue;
        }
        rows++;
        if (status != WD_OK || world.events == 0 || world.event[0].type != WD_EVENT_IMPACT) {
            none++;
            continue;
        }
        counts += world.event[0].value[EVENT_SOLUTIONS] != 1;
        double error = difference(&csv, &world.event[0]);
        if (error > EXACT)
            printf("# %s %s mu %g beta %g: %.2g\n", csv_text(&csv, "table"), point, mu,
                   world.system.restitution, error);
        worst = fmax(worst, error);
        const double *v = world.event[0].value;
        double normal = fabs(v[EVENT_NORMAL_TOTAL] - row_total(&csv, 'P'));
        double friction = fabs(v[EVENT_FRICTION_TOTAL] - row_total(&csv, 'T'));
        total = fmax(total, fmax(normal, friction));
    }
    check(rows > 300 && none == 0,
          "%d impacts of the table are compared, %d find no impact; %d are left out as not unique",
          rows, none, left_out);
    check(worst <= EXACT, "impulses and velocities within %.2g", worst);
    check(total <= EXACT, "total impulses within %.2g", total);
    check(counts == 0, "each impact of the table has one solution");
}

/* ---- random impacts ---- */

static struct law_problem random_pair(double alpha, const double mu[2], double *free_size)
{
    double turn = uniform(-3, 3);
    struct law_problem p = {.n = 2,
                            .free = {uniform(-3, 3), uniform(-3, 3), uniform(-30, 30)},
                            .nx = {cos(turn), cos(turn + alpha)},
                            .ny = {sin(turn), sin(turn + alpha)},
                            .mu = {mu[0], mu[1]}};
    *free_size = 9;
    return p;
}

/* Largest violation of Signorini's and Coulomb's laws by a result of law_solve(), in m/s or N s. */
static double violation_of_laws(const struct law_wheel *wheel, const struct law_problem *p,
                                const struct law_result *r)
{
    double worst = 0;
    for (size_t i = 0; i < p->n; i++) {
        double u_n = law_u_n(p, r->u, i), u_t = law_u_t(wheel, p, r->u, i);
        double N = r->normal[i], T = r->friction[i], limit = p->mu[i] * N;
        worst = fmax(worst, fmax(-N, fabs(T) - limit));
        worst = fmax(worst, fmax(-u_n, fmin(fabs(u_n), N)));
        worst = fmax(worst, fmin(fabs(u_t), fabs(T - copysign(limit, u_t))));
    }
    return worst;
}

static double kinetic_energy(const struct law_wheel *wheel, const double *u)
{
    return wheel->mass * (u[0] * u[0] + u[1] * u[1]) / 2 + wheel->inertia * u[2] * u[2] / 2;
}

/* Velocity after the impact by iteration over the contacts from random impulses; returns 0 if it
 * converges too slowly. */
static int go_round(const struct law_wheel *wheel, const struct law_problem *p, double *u)
{
    struct law_result r = {.normal = {uniform(0, 50), uniform(0, 50)}};
    double change = 1, kappa = 1 / wheel->mass + wheel->radius * wheel->radius / wheel->inertia;
    for (int round = 0; round < 10000 && change > 1e-13; round++) {
        change = 0;
        for (size_t i = 0; i < p->n; i++) {
            law_apply(wheel, p, &r);
            double N = fmax(0, r.normal[i] - wheel->mass * law_u_n(p, r.u, i));
            change += fabs(N - r.normal[i]);
            r.normal[i] = N;
            law_apply(wheel, p, &r);
            double T = r.friction[i] + law_u_t(wheel, p, r.u, i) / kappa;
            T = fmin(fmax(T, -p->mu[i] * N), p->mu[i] * N);
            change += fabs(T - r.friction[i]);
            r.friction[i] = T;
        }
    }
    law_apply(wheel, p, &r);
    memcpy(u, r.u, sizeof r.u);
    return change <= 1e-13;
}

/* Random pairs of contacts whose normals differ by alpha. If `differ`, each contact has its own mu.
 * Results are compared only if the solution is unique, as it is for a common mu below cot(alpha/2).
 */
static void test_random_pairs(int differ)
{
    enum { RUNS = 100000 };
    double worst = 0, gain = 0, order = 0, round = 0, size, u[3];
    int unsolved = 0, rounds = 0, jammed = 0, beyond = 0;
    for (int run = 0; run < RUNS; run++) {
        double alpha = uniform(0.05, 3.1);
        struct law_wheel wheel = law_wheel_of(10, 0.1, 0.05);
        double mu[2] = {uniform(0, 1.5)};
        mu[1] = differ ? uniform(0, 1.5) : mu[0];
        struct law_problem p = random_pair(alpha, mu, &size);
        struct law_problem q = p;
        struct law_result r, s;
        for (int i = 0; i < 2; i++) {
            q.nx[i] = p.nx[1 - i];
            q.ny[i] = p.ny[1 - i];
            q.mu[i] = p.mu[1 - i];
        }
        if (law_solve(&wheel, &p, &r) != WD_OK || law_solve(&wheel, &q, &s) != WD_OK) {
            unsolved++;
            continue;
        }
        worst = fmax(worst, violation_of_laws(&wheel, &p, &r));
        gain = fmax(gain, kinetic_energy(&wheel, r.u) - kinetic_energy(&wheel, p.free));
        if (differ ? r.solutions == 1 && s.solutions == 1 : mu[0] < 0.999 / tan(alpha / 2)) {
            for (int k = 0; k < 3; k++)
                order = fmax(order, fabs(r.u[k] - s.u[k]));
            if (alpha < 0.5 || !go_round(&wheel, &p, u))
                continue;
            rounds++;
            for (int k = 0; k < 3; k++)
                round = fmax(round, fabs(r.u[k] - u[k]));
        } else {
            beyond++;
            jammed += r.solutions > 1;
        }
    }
    check(unsolved == 0, "%d random impacts on two contacts%s have a solution", RUNS,
          differ ? " with different mu" : "");
    check(worst <= 1e-10 * size, "laws fulfilled within %.2g", worst);
    check(gain <= 1e-12 * 100, "energy gained at most %.2g J", gain);
    check(order <= 1e-10, "the order of contacts changes a unique solution by %.2g", order);
    check(rounds > 30000 && round <= 1e-9,
          "%d iterations over the contacts give the same velocity within %.2g", rounds, round);
    check(jammed > 0, "of the impacts that are not compared, %d of %d have several solutions",
          jammed, beyond);
}

/* A hyperstatic impact: the library returns the impulses of least norm within the feasible
 * segment. */
static void test_braced(void)
{
    world_open(&world);
    world_kerb(&world, 0.5, 0.05);
    world_start(&world, 0.5 + sqrt(0.0075), 0.1, 0, -1, -1, 0);
    const double *v = world.event[0].value;
    double P1 = v[EVENT_NORMAL_A], P2 = v[EVENT_NORMAL_B];
    check(v[EVENT_HYPERSTATIC] == 1, "both contacts stick: hyperstatic");
    check(P1 >= 10.754060 - 1e-6 && P1 <= 12.816175 + 1e-6,
          "normal impulse P1 = %.9g, in its feasible interval", P1);
    check(P2 >= 3.433552 - 1e-6 && P2 <= 5.495667 + 1e-6,
          "normal impulse P2 = %.9g, in its feasible interval", P2);
}

/* Restitution may leave the wheel approaching the wall (mu = 0.4, beta = 0.3, v = (0.5, -1, 20) at
 * A): a second impact follows at the same instant. */
static void test_repeated(void)
{
    world_open(&world);
    world_kerb(&world, 0.5, 0.05);
    world.system.restitution = 0.3;
    world_start(&world, 0.1, 0.15, 0, 0.5, -1, 20);
    check(world.events == 2, "two impacts at one instant");
    near_abs(world.event[0].value[EVENT_AFTER], -0.02, EXACT, "v_x after the first impact");
    near_abs(world.event[1].value[EVENT_AFTER], 0.006, EXACT, "v_x after the second impact");
    near_abs(world.event[1].value[EVENT_AFTER + 1], 0.3104, EXACT, "v_y after the second impact");
    near_abs(world.event[1].value[EVENT_AFTER + 2], 9.392, EXACT, "w after the second impact");
}

int main(void)
{
    test_table();
    test_random_pairs(0);
    test_random_pairs(1);
    test_braced();
    test_repeated();
    return done();
}
