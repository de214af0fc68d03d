/* SPDX-License-Identifier: MIT */
/* The GSL error handler belongs to the host: when a call of the library fails, the handler is
 * neither called nor replaced. The test uses first the default handler, which would abort, then a
 * handler that counts. */
#include "grips.h"
#include "support.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <wheeldyn/constrained.h>

static int calls;

static void count_handler(const char *reason, const char *file, int line, int code)
{
    (void)line;
    calls++;
    printf("# GSL: %s (%s, %d)\n", reason, file, code);
}

static const double extremes[] = {0,    DBL_TRUE_MIN, DBL_MIN, 1e-300,  1e-12,    1,        -1,
                                  1e12, 1e150,        1e300,   DBL_MAX, -DBL_MAX, INFINITY, NAN};
enum { EXTREMES = sizeof extremes / sizeof *extremes };

/* Set every variable except solver.* to every extreme value, one at a time; then start the model,
 * step, linearize and compute eigenvalues.
 * Without script/test --all try only every sixth value, in turn. */
static void set_extremes(const struct setup *setup, const uint32_t *inverse, double how)
{
    static double A[64 * 64], B[64], re[64], im[64];
    wd_model *model = make(setup);
    uint32_t input = first_input(model);
    int every = few_or_all(6, 1);
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
        if (wd_model_var_role(model, ref) == WD_SOLVER)
            continue;
        for (int i = (int)ref % every; i < EXTREMES; i += every) {
            wd_model_reset(model);
            if (setup->preset)
                wd_model_load_preset(model, setup->preset);
            if (inverse)
                wd_model_set(model, inverse, 1, &how);
            put(model, "solver.max_steps", 50);
            if (wd_model_set(model, &ref, 1, &extremes[i]) != WD_OK ||
                wd_model_init(model, 0) != WD_OK)
                continue;
            wd_model_step_to(model, 0.1);
            wd_model_step_to(model, 1e6);
            wd_model_linearize(model, A, &input, 1, B);
            wd_model_eigenvalues(model, re, im);
        }
    }
    wd_model_free(model);
}

static double draw_number(uint64_t *seed)
{
    uint64_t word = random_word(seed);
    if (word % 4)
        return random_part(seed) * 2 - 1;
    return extremes[word / 4 % EXTREMES];
}

/* Random systems of random shapes. In Q, in A of every second system, and on the diagonals of every
 * third M and every fifth N about one number in four is extreme. */
static void solve_extreme_systems(uint64_t seed)
{
    enum { MOST_ROWS = 8 };
    double M[MOST_ROWS * MOST_ROWS], N[MOST_ROWS * MOST_ROWS], A[MOST_ROWS * MOST_ROWS],
        X[MOST_ROWS * MOST_ROWS];
    double Q[MOST_ROWS], b[MOST_ROWS], C[MOST_ROWS], qdd[MOST_ROWS], Qi[MOST_ROWS], Qni[MOST_ROWS];
    for (int round = 0; round < 20000; round++) {
        size_t n = 1 + random_index(&seed, MOST_ROWS), m = random_index(&seed, MOST_ROWS + 1);
        wd_uk *uk;
        if (wd_uk_new(n, m, &uk) != WD_OK)
            continue;
        wd_uk_set(uk, WD_UK_METHOD, (double)(random_word(&seed) % 4));
        int odd = round % 2;
        for (size_t i = 0; i < MOST_ROWS * MOST_ROWS; i++) {
            A[i] = odd ? draw_number(&seed) : random_part(&seed) - 0.5;
            M[i] = N[i] = 0;
        }
        for (size_t i = 0; i < n; i++)
            M[i * n + i] = round % 3 ? 1 + random_part(&seed) : draw_number(&seed);
        for (size_t i = 0; i < m; i++)
            N[i * m + i] = round % 5 ? random_part(&seed) : draw_number(&seed);
        for (size_t i = 0; i < MOST_ROWS; i++) {
            Q[i] = draw_number(&seed);
            b[i] = random_part(&seed);
            C[i] = random_part(&seed);
        }
        int32_t form = (int32_t)(random_word(&seed) % 4);
        wd_uk_solve(uk, M, Q, A, b, C, N, form, qdd, Qi, Qni);
        wd_uk_inverse(uk, A, M, N, form, X);
        wd_uk_free(uk);
    }
}

/* Invert two matrices on which GSL's one-sided Jacobi iteration does not converge, and return how
 * many inverses were found. */
static int solve_hard_matrices(void)
{
    static const double four[] = {1e-6, 3,  1e-6, 1e-6, -1,   0, 1e-6, 0.5,
                                  0,    -2, 0,    0,    1e-6, 0, -1,   -2};
    static const double five[] = {0, 0,    0,  0, -2, 0, -2, 0,    0, 0,
                                  0, 1e-6, -1, 0, 0,  0, 2,  1e-6, 0, 0};
    double X[20];
    int solved = 0;
    wd_uk *uk;
    wd_uk_new(4, 4, &uk);
    solved += wd_uk_inverse(uk, four, NULL, NULL, WD_UK_MOORE_PENROSE, X) == WD_OK;
    wd_uk_free(uk);
    wd_uk_new(5, 4, &uk);
    solved += wd_uk_inverse(uk, five, NULL, NULL, WD_UK_MOORE_PENROSE, X) == WD_OK;
    wd_uk_free(uk);
    return solved;
}

/* Wheels that stick, slip and lift, brakes that hold and slide. */
static void rides_of_vehicles(void)
{
    for (int i = 0; i < RIDE_KINDS; i++) {
        struct ride ride = ride_number(i);
        wd_model *model = ride_begin(&ride);
        ride_go(&ride, model);
        check(ride_is_full(&ride), "in the ride of %s, scheme %s, wheels stick, slip and lift",
              ride.preset, ride.moreau ? "moreau" : "event");
        wd_model_free(model);
    }
}

static void extreme_variables_and_systems(void)
{
    struct setup list[MOST_SETUPS];
    size_t count = list_quick_setups(list);
    for (size_t i = 0; i < count; i++) {
        wd_model *model = make(&list[i]);
        uint32_t inverse;
        int choice = wd_model_find(model, "solver.inverse", &inverse) == WD_OK;
        wd_model_free(model);
        for (int how = 0; how <= choice; how++)
            set_extremes(&list[i], choice ? &inverse : NULL, how);
    }
    solve_extreme_systems(1);
}

int main(void)
{
    extreme_variables_and_systems();
    check(1, "no call aborts with GSL's own handler");
    check(solve_hard_matrices() == 2,
          "two matrices on which GSL's Jacobi iteration fails are inverted");
    gsl_error_handler_t *own = gsl_set_error_handler(count_handler);
    check(own == NULL, "GSL's own handler was set all the time");
    extreme_variables_and_systems();
    rides_of_vehicles();
    check(calls == 0, "a handler of the host is not called (%d)", calls);
    check(gsl_set_error_handler(NULL) == count_handler, "the host's handler is still set");
    return done();
}
