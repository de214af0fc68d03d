/* SPDX-License-Identifier: MIT */
/* Radau IIA on the stiff problems of the Test Set for IVP Solvers (Mazzia and Magherini, release
 * 2.4) with its reference solutions; the stability function, orders, stored data of past steps, and
 * failures. */
#include "tap.h"
#include <float.h>
#include <stdlib.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>
#include "num/radau.h"

enum { MOST_STATES = 24 };

typedef void (*field_fn)(double t, const double *y, double *dy);

/* A right-hand side that counts its calls and fails at one of them. */
struct problem {
    field_fn field;
    size_t calls, at; /* number of calls so far; call that fails, 0 for none */
    int32_t status;
    double value; /* first rate at the call that fails */
};

static int32_t rhs(double t, const double *y, double *dy, void *context)
{
    struct problem *problem = context;
    problem->field(t, y, dy);
    if (++problem->calls != problem->at)
        return WD_OK;
    dy[0] = problem->value;
    return problem->status;
}

/* A problem and its stepper, with their memory. */
struct run {
    struct problem problem;
    struct radau radau;
    double *memory, *past;
    size_t past_doubles, steps, rejected;
};

static void start_run(struct run *run, field_fn field, size_t n, size_t quadratures, size_t size,
                      double rtol, double atol)
{
    size_t doubles = radau_doubles(n, quadratures, size);
    *run = (struct run){.problem = {.field = field},
                        .past_doubles = radau_past_doubles(n, quadratures),
                        .memory = malloc(doubles * sizeof(double))};
    run->past = calloc(run->past_doubles, sizeof(double));
    memset(run->memory, 0xff, doubles * sizeof(double));
    run->radau = (struct radau){.n = n,
                                .quadratures = quadratures,
                                .size = size,
                                .rhs = rhs,
                                .context = &run->problem,
                                .rtol = rtol,
                                .atol = atol};
    radau_carve(&run->radau, run->memory, run->past);
}

static void finish_run(struct run *run)
{
    free(run->memory);
    free(run->past);
}

/* One step with error control; *h: length to try, then proposal for the next step. */
static int32_t controlled_step(struct run *run, double *y, double *t, double end, double *h)
{
    double next[MOST_STATES], error[MOST_STATES], ratio = INFINITY;
    int32_t status = radau_begin(&run->radau, *t, y, 0);
    while (status == WD_OK || status == WD_ENOCONV) {
        double length = *h >= end - *t ? end - *t : *h;
        if (!(*t + length > *t))
            return WD_ENOCONV;
        status = radau_step(&run->radau, *t, length, y, next, error);
        ratio = status == WD_OK ? radau_error_ratio(&run->radau, error) : (double)INFINITY;
        *h = radau_next_step(&run->radau, length, ratio);
        if (ratio <= ODE_ACCEPTED) {
            radau_keep(&run->radau, length, ratio);
            memcpy(y, next, run->radau.size * sizeof *y);
            *t = length == end - *t ? end : *t + length;
            run->steps++;
            return WD_OK;
        }
        run->rejected++;
    }
    return status;
}

static int32_t integrate_to(struct run *run, double *y, double t, double end, double h)
{
    int32_t status = WD_OK;
    while (status == WD_OK && t < end)
        status = controlled_step(run, y, &t, end, &h);
    return status;
}

/* ---- the problems of the test set ---- */

static void van_der_pol(double t, const double *y, double *dy)
{
    (void)t;
    dy[0] = y[1];
    dy[1] = 1e6 * ((1 - y[0] * y[0]) * y[1] - y[0]);
}

static void robertson(double t, const double *y, double *dy)
{
    (void)t;
    dy[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
    dy[2] = 3e7 * y[1] * y[1];
    dy[1] = -dy[0] - dy[2];
}

static void hires(double t, const double *y, double *dy)
{
    (void)t;
    dy[0] = -1.71 * y[0] + 0.43 * y[1] + 8.32 * y[2] + 0.0007;
    dy[1] = 1.71 * y[0] - 8.75 * y[1];
    dy[2] = -10.03 * y[2] + 0.43 * y[3] + 0.035 * y[4];
    dy[3] = 8.32 * y[1] + 1.71 * y[2] - 1.12 * y[3];
    dy[4] = -1.745 * y[4] + 0.43 * y[5] + 0.43 * y[6];
    dy[5] = -280 * y[5] * y[7] + 0.69 * y[3] + 1.71 * y[4] - 0.43 * y[5] + 0.69 * y[6];
    dy[6] = 280 * y[5] * y[7] - 1.81 * y[6];
    dy[7] = -dy[6];
}

/* Reactions of the pollution problem: rate constant, reacting species and resulting species,
 * numbered from 1; 0 means no species. */
static const struct reaction {
    double k;
    int from[2], to[3];
} reactions[] = {
    {0.35, {1}, {2, 3}},       {26.6, {2, 4}, {1}},      {1.23e4, {5, 2}, {6, 1}},
    {8.6e-4, {7}, {5, 5, 8}},  {8.2e-4, {7}, {8}},       {1.5e4, {7, 6}, {5, 8}},
    {1.3e-4, {9}, {10, 5, 8}}, {2.4e4, {9, 6}, {11}},    {1.65e4, {11, 2}, {1, 10, 12}},
    {9e3, {11, 1}, {13}},      {0.022, {13}, {11, 1}},   {1.2e4, {10, 2}, {14, 1}},
    {1.88, {14}, {7, 5}},      {1.63e4, {1, 6}, {15}},   {4.8e6, {3}, {4}},
    {3.5e-4, {4}, {16}},       {0.0175, {4}, {3}},       {1e8, {16}, {6, 6}},
    {4.44e11, {16}, {3}},      {1240, {17, 6}, {18, 5}}, {2.1, {19}, {2}},
    {5.78, {19}, {1, 3}},      {0.0474, {1, 4}, {19}},   {1780, {19, 1}, {20}},
    {3.12, {20}, {1, 19}},
};

static void pollution(double t, const double *y, double *dy)
{
    (void)t;
    memset(dy, 0, 20 * sizeof *dy);
    for (size_t i = 0; i < sizeof reactions / sizeof *reactions; i++) {
        const struct reaction *r = &reactions[i];
        double rate = r->k * y[r->from[0] - 1] * (r->from[1] > 0 ? y[r->from[1] - 1] : 1);
        for (int j = 0; j < 2 && r->from[j] > 0; j++)
            dy[r->from[j] - 1] -= rate;
        for (int j = 0; j < 3 && r->to[j] > 0; j++)
            dy[r->to[j] - 1] += rate;
    }
}

static const struct reference {
    const char *name;
    field_fn field;
    size_t n;
    double end, atol; /* end time; absolute tolerance divided by the relative one */
    double start[MOST_STATES], want[MOST_STATES];
} references[] = {
    {"van der Pol, 1e6", van_der_pol, 2, 2, 1, {2, 0}, {0.1706167732170483e1, -0.8928097010247975}},
    {"Robertson",
     robertson,
     3,
     1e11,
     1e-8,
     {1, 0, 0},
     {0.2083340149701255e-7, 0.8333360770334713e-13, 0.9999999791665050}},
    {"HIRES",
     hires,
     8,
     321.8122,
     1e-2,
     {1, 0, 0, 0, 0, 0, 0, 0.0057},
     {0.7371312573325668e-3, 0.1442485726316185e-3, 0.5888729740967575e-4, 0.1175651343283149e-2,
      0.2386356198831331e-2, 0.6238968252742796e-2, 0.2849998395185769e-2, 0.2850001604814231e-2}},
    {"pollution",
     pollution,
     20,
     60,
     1e-2,
     {[1] = 0.2, [3] = 0.04, [6] = 0.1, [7] = 0.3, [8] = 0.01, [16] = 0.007},
     {0.5646255480022769e-1, 0.1342484130422339,    0.4139734331099427e-8, 0.5523140207484359e-2,
      0.2018977262302196e-6, 0.1464541863493966e-6, 0.7784249118997964e-1, 0.3245075353396018,
      0.7494013383880406e-2, 0.1622293157301561e-7, 0.1135863833257075e-7, 0.2230505975721359e-2,
      0.2087162882798630e-3, 0.1396921016840158e-4, 0.8964884856898295e-2, 0.4352846369330103e-17,
      0.6899219696263405e-2, 0.1007803037365946e-3, 0.1772146513969984e-5, 0.5682943292316392e-4}},
};

/* Return the largest error at the end relative to |y| + problem->atol. */
static double final_error(const struct reference *problem, double rtol, struct run *run)
{
    double y[MOST_STATES], worst = 0;
    memcpy(y, problem->start, sizeof y);
    start_run(run, problem->field, problem->n, 0, problem->n, rtol, rtol * problem->atol);
    int32_t status = integrate_to(run, y, 0, problem->end, 1e-6);
    for (size_t i = 0; i < problem->n; i++) {
        double size = fabs(problem->want[i]) + problem->atol;
        worst = fmax(worst, fabs(y[i] - problem->want[i]) / size);
    }
    finish_run(run);
    return status == WD_OK ? worst : (double)NAN;
}

static void reaches_reference(const struct reference *problem)
{
    struct run run;
    double rtol = 1e-13, error = final_error(problem, rtol, &run);
    check(error < 1e-12, "%s: difference from the reference %.2g", problem->name, error);
    for (rtol = 1e-3; rtol > 1e-12; rtol /= 10) {
        error = final_error(problem, rtol, &run);
        check(error < 10 * rtol, "%s, rtol %.0e: error %.2g, %zu steps, %zu evaluations",
              problem->name, rtol, error, run.steps, run.problem.calls);
    }
}

/* ---- the method ---- */

/* y' = lambda y, and its integral. */
static const double lambda = -3;

static void decay(double t, const double *y, double *dy)
{
    (void)t;
    dy[0] = lambda * y[0];
    dy[1] = y[0];
    dy[2] = 0;
}

/* The stability function is the Pade approximation of exp(z) with degrees 2 and 3. */
static void pade_approximation(void)
{
    double worst = 0, integral = 0;
    for (double h = 1e-3; h < 1e6; h *= 7) {
        struct run run;
        start_run(&run, decay, 1, 1, 3, 1e-14, 1e-14);
        double y[3] = {1, 0.5, 7}, next[3] = {NAN, NAN, NAN}, z = lambda * h;
        radau_begin(&run.radau, 0, y, 0);
        int32_t status = radau_step(&run.radau, 0, h, y, next, NULL);
        double want = (1 + z * (2.0 / 5 + z / 20)) / (1 - z * (3.0 / 5 - z * (3.0 / 20 - z / 60)));
        worst = fmax(worst, status == WD_OK ? fabs(next[0] - want) : (double)NAN);
        integral = fmax(integral, fabs(next[1] - 0.5 - (want - 1) / lambda) / (1 + h));
        integral = fmax(integral, next[2] == 7 ? 0 : (double)NAN);
        finish_run(&run);
    }
    check(worst < 1e-14, "the stability function: error %.2g", worst);
    check(integral < 1e-14, "the integral of y, and a number with rate 0: error %.2g", integral);
}

/* A pendulum with an input, and the integral of its power. */
static void pendulum(double t, const double *y, double *dy)
{
    dy[0] = y[1];
    dy[1] = -sin(y[0]) + cos(3 * t);
    dy[2] = y[1] * cos(3 * t);
}

static void fixed_steps(size_t steps, double *y)
{
    struct run run;
    start_run(&run, pendulum, 2, 1, 3, 1e-14, 1e-14);
    double next[3], h = 2.0 / (double)steps;
    memcpy(y, (double[]){1, 0, 0}, sizeof next);
    for (size_t i = 0; i < steps; i++) {
        radau_begin(&run.radau, (double)i * h, y, 0);
        radau_step(&run.radau, (double)i * h, h, y, next, NULL);
        radau_keep(&run.radau, h, 0);
        memcpy(y, next, sizeof next);
    }
    finish_run(&run);
}

static void orders_of_convergence(void)
{
    double exact[3], y[2][3];
    fixed_steps(640, exact);
    for (int i = 0; i < 2; i++)
        fixed_steps(20u << i, y[i]);
    for (int i = 0; i < 3; i++) {
        double order = log2(fabs((y[0][i] - exact[i]) / (y[1][i] - exact[i])));
        check(fabs(order - 5) < 0.3, "order of component %d: %.2f", i, order);
    }
    double gain = exact[1] * exact[1] / 2 - cos(exact[0]) + cos(1);
    near_abs(exact[2], gain, 1e-13, "the integral of the power equals the gain of energy");
}

/* ---- between and within steps ---- */

/* A run that continues from copies of the state and of the stored past steps has the same bits. */
static void restored_past(void)
{
    struct run run, other;
    double y[MOST_STATES] = {1, 0, 0, 0, 0, 0, 0, 0.0057}, copy[MOST_STATES], t = 0, h = 1e-4;
    start_run(&run, hires, 8, 0, 8, 1e-8, 1e-10);
    for (int i = 0; i < 57; i++)
        controlled_step(&run, y, &t, 300, &h);
    start_run(&other, hires, 8, 0, 8, 1e-8, 1e-10);
    memcpy(other.past, run.past, run.past_doubles * sizeof(double));
    memcpy(copy, y, sizeof copy);
    double t_copy = t, h_copy = h;
    size_t calls = run.problem.calls;
    for (int i = 0; i < 57; i++) {
        controlled_step(&run, y, &t, 300, &h);
        controlled_step(&other, copy, &t_copy, 300, &h_copy);
    }
    check(memcmp(y, copy, sizeof copy) == 0 && t == t_copy && h == h_copy &&
              run.problem.calls - calls == other.problem.calls,
          "a restored past gives the same bits and as many evaluations: %zu", other.problem.calls);
    finish_run(&run);
    finish_run(&other);
}

/* A shorter step from the same start as a longer one starts its iteration with the polynomial of
 * the longer step: it needs two corrections and no new Jacobian. The next step needs a new Jacobian
 * only if its mark differs from that of the last step. */
static void shortened_step(void)
{
    struct run run;
    double y[3] = {1, 0, 0}, next[3], again[3], error[3];
    start_run(&run, pendulum, 2, 1, 3, 1e-9, 1e-9);
    radau_begin(&run.radau, 0, y, 0);
    radau_step(&run.radau, 0, 0.1, y, next, error);
    size_t calls = run.problem.calls;
    int32_t status = radau_step(&run.radau, 0, 0.07, y, next, NULL);
    check(status == WD_OK && run.problem.calls - calls <= 6, "a shorter step takes %zu evaluations",
          run.problem.calls - calls);
    radau_step(&run.radau, 0, 0.07, y, again, NULL);
    near_abs(again[0], next[0], 1e-11, "a repeated step gives the same result");
    radau_keep(&run.radau, 3 * 0.07, 0);
    check(radau_past_fits(run.past, run.past_doubles), "stored steps fit after any stop");
    radau_keep(&run.radau, 0.07, 0);
    for (int mark = 0; mark < 2; mark++) {
        radau_begin(&run.radau, 0.07, next, mark);
        calls = run.problem.calls;
        radau_step(&run.radau, 0.07, 0.07, next, again, NULL);
        size_t jacobian = mark ? 2 : 0;
        check(run.problem.calls - calls <= 9 + jacobian && run.radau.is_fresh == mark,
              "mark %d: the Jacobian is new only if the mark changes", mark);
    }
    finish_run(&run);
}

/* A failure in any call of the right-hand side is returned. */
static void failing_right_side(double value, int32_t status, int32_t want)
{
    size_t calls = 0, good = 0;
    for (size_t at = 1; at <= 12; at++, calls++) {
        struct run run;
        double y[3] = {1, 0, 0}, next[3], error[3];
        start_run(&run, pendulum, 2, 1, 3, 1e-9, 1e-9);
        run.problem.at = at;
        run.problem.value = value;
        run.problem.status = status;
        int32_t got = radau_begin(&run.radau, 0, y, 0);
        if (got == WD_OK)
            got = radau_step(&run.radau, 0, 0.1, y, next, error);
        good += got == want || (run.problem.calls < at && got == WD_OK);
        double t = 0, h = 0.1;
        run.problem.at = 0;
        good += controlled_step(&run, y, &t, 1, &h) == WD_OK;
        finish_run(&run);
    }
    check(good == 2 * calls,
          "%g or status %d at one of %zu calls gives status %d, and the next step succeeds", value,
          status, calls, want);
}

/* A right-hand side for which no iteration converges. */
static void jagged(double t, const double *y, double *dy)
{
    (void)t;
    dy[0] = y[0] > 0 ? -1e9 : 1e9;
}

static void gives_up(void)
{
    struct run run;
    double y[1] = {1e-3}, next[1], error[1];
    start_run(&run, jagged, 1, 0, 1, 1e-9, 1e-9);
    radau_begin(&run.radau, 0, y, 0);
    check(radau_step(&run.radau, 0, 1, y, next, error) == WD_ENOCONV,
          "a jagged right-hand side ends without convergence");
    finish_run(&run);
}

int main(void)
{
    for (size_t i = 0; i < sizeof references / sizeof *references; i++)
        reaches_reference(&references[i]);
    pade_approximation();
    orders_of_convergence();
    restored_past();
    shortened_step();
    failing_right_side(NAN, WD_OK, WD_ENOCONV);
    failing_right_side(INFINITY, WD_OK, WD_ENOCONV);
    failing_right_side(0, WD_ESINGULAR, WD_ESINGULAR);
    gives_up();
    return done();
}
