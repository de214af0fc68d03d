/* SPDX-License-Identifier: MIT */
/* Grids of heights, compared with polynomials, waves and another form of the spline; grids that are
 * refused; and the check of the derivatives that a function returns. */
#include "ground-surface.h"
#include "ground.h"

#include <stdlib.h>

/* ---- grids ---- */

struct grid {
    struct surface surface;
    double *memory;
    enum surface_fault fault;
};

typedef double (*height_fn)(double x, double y);

/* A grid of nx by ny nodes with the heights of a function in the axes of the grid. frame: first
 * node x0, y0, spacings, heading. */
static struct grid grid_make(height_fn height, size_t nx, size_t ny, const double *frame)
{
    struct grid grid = {.memory = malloc(nx * ny * sizeof(double))};
    double *z = malloc(nx * ny * sizeof *z);
    for (size_t k = 0; k < nx * ny; k++)
        z[k] =
            height(frame[0] + (double)(k % nx) * frame[2], frame[1] + (double)(k / nx) * frame[3]);
    grid.fault = surface_build(&grid.surface, z, nx, ny, frame, grid.memory, NULL).fault;
    free(z);
    return grid;
}

static double bilinear(double x, double y)
{
    return 0.3 - 0.2 * x + 0.7 * y + 0.4 * x * y;
}

static double product_of_sines(double x, double y)
{
    return sin(2 * x) * sin(3 * y);
}

/* Bilinear grids are exact inside and beyond the border, turned or not. */
static void test_bilinear(double heading)
{
    const double frame[] = {-1, 0.5, 0.25, 0.125, heading};
    struct grid grid = grid_make(bilinear, 9, 12, frame);
    double worst[3] = {0, 0, 0}, value[7], c = cos(heading), s = sin(heading);
    for (int k = 0; k < 20000; k++) {
        double X = uniform(-3, 3), Y = uniform(-2, 4), x = X * c - Y * s, y = X * s + Y * c;
        double h_X = -0.2 + 0.4 * Y, h_Y = 0.7 + 0.4 * X;
        const double want[] = {bilinear(X, Y),
                               h_X * c - h_Y * s,
                               h_X * s + h_Y * c,
                               -0.8 * c * s,
                               0.4 * (c * c - s * s),
                               0.8 * c * s,
                               1};
        surface_at(&grid.surface, x, y, value);
        for (int i = 0; i < 7; i++) {
            double *to = &worst[i < SURFACE_X || i == SURFACE_FACTOR ? 0 : i <= SURFACE_Y ? 1 : 2];
            *to = fmax(*to, fabs(value[i] - want[i]));
        }
    }
    near_abs(worst[0], 0, 1e-12, "heights of a bilinear grid, up to 16 cells beyond its border");
    near_abs(worst[1], 0, 1e-12, "first derivatives of a bilinear grid");
    near_abs(worst[2], 0, 1e-11, "second derivatives of a bilinear grid");
    free(grid.memory);
}

/* Largest errors of value, first and second derivatives on waves that have no curvature at the
 * border. */
static void wave_errors(size_t n, double error[3])
{
    const double frame[] = {0, 0, pi / (double)(n - 1), pi / (double)(n - 1), 0};
    struct grid grid = grid_make(product_of_sines, n, n, frame);
    double v[7];
    error[0] = error[1] = error[2] = 0;
    for (int k = 0; k < 20000; k++) {
        double x = uniform(0, pi), y = uniform(0, pi);
        surface_at(&grid.surface, x, y, v);
        error[0] = fmax(error[0], fabs(v[SURFACE_H] - product_of_sines(x, y)));
        error[1] = fmax(error[1], fabs(v[SURFACE_X] - 2 * cos(2 * x) * sin(3 * y)));
        error[1] = fmax(error[1], fabs(v[SURFACE_Y] - 3 * sin(2 * x) * cos(3 * y)));
        error[2] = fmax(error[2], fabs(v[SURFACE_XX] + 4 * product_of_sines(x, y)));
        error[2] = fmax(error[2], fabs(v[SURFACE_XY] - 6 * cos(2 * x) * cos(3 * y)));
    }
    free(grid.memory);
}

static void test_order(void)
{
    double coarse[3], fine[3];
    wave_errors(33, coarse);
    wave_errors(65, fine);
    for (int k = 0; k < 3; k++)
        check(fabs(log2(coarse[k] / fine[k]) - (4 - k)) < 0.3,
              "derivatives of order %d: error of order %.2f", k, log2(coarse[k] / fine[k]));
}

static double rough(double x, double y)
{
    (void)x;
    (void)y;
    return uniform(-0.1, 0.1);
}

/* Second derivatives are continuous at nodes and at the border; the surface passes through the
 * heights. */
static void test_smooth(void)
{
    enum { N = 7 };
    const double frame[] = {-2, 1, 0.5, 0.25, 0}, tiny = 1e-9;
    double worst = 0, before[7], after[7], z[N * N], memory[N * N], missed = 0;
    struct surface surface, twin;
    for (int k = 0; k < N * N; k++)
        z[k] = rough(0, 0);
    surface_build(&surface, z, N, N, frame, memory, NULL);
    surface_adopt(&twin, memory, N, N, frame);
    for (int k = 0; k < N * N; k++) {
        double x = -2 + 0.5 * (k % N), y = 1 + 0.25 * (k / N);
        surface_at(&surface, x - tiny, y - tiny, before);
        surface_at(&surface, x + tiny, y + tiny, after);
        for (int i = 0; i < 6; i++)
            worst = fmax(worst, fabs(after[i] - before[i]));
        surface_at(&twin, x, y, after);
        missed = fmax(missed, fabs(after[SURFACE_H] - z[k]));
    }
    near_abs(worst, 0, 1e-6, "jumps of the second derivatives at nodes and at the border");
    near_abs(missed, 0, 1e-15, "heights at the nodes");
}

/* ---- a second formulation ---- */

enum { NX = 9, NY = 7, MOST_ALONG = 9 };

/* Second derivatives at n equally spaced nodes of the natural spline that is 1 at node k and 0 at
 * the others, by elimination in the equations M_(i-1) + 4 M_i + M_(i+1) = 6 (z_(i-1) - 2 z_i +
 * z_(i+1))/d^2. */
static void find_moments(int n, double d, int k, double M[MOST_ALONG])
{
    double pivot[MOST_ALONG], right[MOST_ALONG];
    pivot[0] = 1, right[0] = 0;
    for (int i = 1; i < n - 1; i++) {
        double factor = i > 1 ? 1 / pivot[i - 1] : 0;
        pivot[i] = 4 - factor;
        right[i] = 6 * ((i - 1 == k) - 2 * (i == k) + (i + 1 == k)) / (d * d);
        right[i] -= factor * right[i - 1];
    }
    M[0] = M[n - 1] = 0;
    for (int i = n - 2; i > 0; i--)
        M[i] = (right[i] - M[i + 1]) / pivot[i];
}

/* Value, slope and second derivative at x of the same spline; nodes at 0, d, 2 d and so on. */
static void cardinal_spline(int n, double d, int k, double x, double value[3])
{
    double M[MOST_ALONG], inside = fmin(fmax(x, 0), (n - 1) * d), beyond = x - inside;
    find_moments(n, d, k, M);
    int i = (int)fmin(floor(inside / d), n - 2);
    double a = (i + 1) * d - inside, b = inside - i * d, za = i == k, zb = i + 1 == k;
    value[1] =
        (M[i + 1] * b * b - M[i] * a * a) / (2 * d) + (zb - za) / d - d * (M[i + 1] - M[i]) / 6;
    value[0] = (M[i] * a * a * a + M[i + 1] * b * b * b) / (6 * d) + (za / d - M[i] * d / 6) * a +
               (zb / d - M[i + 1] * d / 6) * b + beyond * value[1];
    value[2] = beyond == 0 ? (M[i] * a + M[i + 1] * b) / d : 0;
}

/* A grid of random heights, turned, beside the sum of products of natural splines, which are found
 * from their second derivatives at the nodes and not from B-splines. */
static void test_natural(void)
{
    const double frame[] = {-1, 0.5, 0.25, 0.125, 0.7}, c = cos(0.7), s = sin(0.7);
    double z[NX * NY], memory[NX * NY], value[7], worst = 0;
    struct surface surface;
    for (int k = 0; k < NX * NY; k++)
        z[k] = uniform(-0.1, 0.1);
    surface_build(&surface, z, NX, NY, frame, memory, NULL);
    for (int k = 0; k < 2000; k++) {
        double X = uniform(-1.5, 1.5), Y = uniform(0.2, 1.6), h[6] = {0}, along[3], across[3];
        for (int j = 0; j < NX * NY; j++) {
            cardinal_spline(NX, frame[2], j % NX, X - frame[0], along);
            cardinal_spline(NY, frame[3], j / NX, Y - frame[1], across);
            for (int i = 0; i < 3; i++) { /* h, h_X, h_Y, h_XX, h_XY, h_YY */
                h[i] += z[j] * along[i == 1] * across[i == 2];
                h[3 + i] += z[j] * along[2 - i] * across[i];
            }
        }
        const double want[] = {h[0],
                               h[1] * c - h[2] * s,
                               h[1] * s + h[2] * c,
                               h[3] * c * c - 2 * h[4] * c * s + h[5] * s * s,
                               (h[3] - h[5]) * c * s + h[4] * (c * c - s * s),
                               h[3] * s * s + 2 * h[4] * c * s + h[5] * c * c};
        surface_at(&surface, X * c - Y * s, X * s + Y * c, value);
        for (int i = 0; i < 6; i++)
            worst = fmax(worst, fabs(value[i] - want[i]) / fmax(1, fabs(want[i])));
    }
    near_abs(worst, 0, 1e-12, "a grid of random heights and its natural splines by moments");
}

/* ---- refusals ---- */

static void check_refused(size_t nx, size_t ny, const double *frame, const double *z,
                          enum surface_fault fault, size_t at, const char *what)
{
    double memory[16];
    struct surface surface = {.nx = 99};
    struct surface_report report = surface_build(&surface, z, nx, ny, frame, memory, NULL);
    check(report.fault == fault && report.at == at, "%s is refused: fault %d at %zu", what,
          (int)report.fault, report.at);
    check(surface_fault_text(report) != NULL, "%s", surface_fault_text(report));
}

static void test_faults(void)
{
    const double good[] = {0, 0, 1, 1, 0};
    double z[16] = {0};
    check_refused(3, 4, good, z, SURFACE_SMALL, 0, "a grid with too few nodes");
    check_refused((size_t)1 << 14, (size_t)1 << 13, good, z, SURFACE_LARGE, 0,
                  "a grid with too many nodes");
    check_refused((size_t)-1, 4, good, z, SURFACE_LARGE, 0, "a size that overflows");
    for (size_t k = 0; k < 5; k++) {
        double frame[] = {0, 0, 1, 1, 0};
        frame[k] = NAN;
        check_refused(4, 4, frame, z, SURFACE_PLACE, k, "a frame that is not finite");
        frame[k] = k == 2 || k == 3 ? -1 : 1e100;
        check_refused(4, 4, frame, z, k == 2 || k == 3 ? SURFACE_SPACING : SURFACE_PLACE, k,
                      "a folded or far frame");
    }
    z[13] = NAN;
    check_refused(4, 4, good, z, SURFACE_HEIGHT, 13, "a height that is not finite");
    check(surface_doubles(3, 4) == 0 && surface_doubles(4, 5) == 20, "number of doubles of a grid");
}

/* ---- functions ---- */

struct spoilt {
    int value;
    double factor;
    double from_x; /* derivatives are wrong at larger x */
};

static int32_t spoilt_waves(double x, double y, double v[7], void *user)
{
    const struct spoilt *spoilt = user;
    waves(x, y, v, NULL);
    if (x >= spoilt->from_x)
        v[spoilt->value] *= spoilt->factor;
    return 0;
}

/* surface_check() accepts right derivatives and reports a wrong one. */
static void test_check(void)
{
    static const double places[][2] = {{0.3, -0.2}, {5, 7}, {-100, 300}, {1e4, 2e4}};
    struct surface surface;
    struct surface_doubt doubt;
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 3; i++) {
            surface_of_function(&surface, golden[i], NULL);
            check(surface_check(&surface, places[k][0], places[k][1], 0.3, &doubt) == WD_OK,
                  "the derivatives of function %d pass the check at place %d", i, k);
        }
    for (int i = SURFACE_X; i <= SURFACE_YY; i++) {
        struct spoilt spoilt = {i, 1.001, 0.5};
        surface_of_function(&surface, spoilt_waves, &spoilt);
        int32_t status = surface_check(&surface, 0.3, -0.2, 0.3, &doubt);
        check(status == WD_EINVAL && doubt.value == i && doubt.x == 0.6 &&
                  fabs(doubt.given / doubt.difference - 1.001) < 1e-5,
              "a wrong %s is reported, %.6g where differences give %.6g",
              surface_value_name(doubt.value), doubt.given, doubt.difference);
    }
    const double frame[] = {-1, -1, 0.1, 0.1, 0.4};
    struct grid grid = grid_make(rough, 21, 21, frame);
    check(surface_check(&grid.surface, 0, 0, 0.3, &doubt) == WD_OK,
          "the derivatives of a spline pass the check");
    free(grid.memory);
}

int main(void)
{
    test_bilinear(0);
    test_bilinear(0.7);
    test_order();
    test_smooth();
    test_natural();
    test_faults();
    test_check();
    return done();
}
