/* SPDX-License-Identifier: MIT */
/* Known eigenvalues, invariants of random and ill-conditioned matrices, no allocation, no call of
 * GSL's error handler. */
#include "tap.h"
#include "random.h"
#include <float.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_vector.h>
#include <stdlib.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>
#include "num/eigen.h"

enum { MOST_ROWS = 12 };

static int handler_calls;

static void note_handler_call(const char *reason, const char *file, int line, int error)
{
    (void)error;
    printf("# handler: %s (%s:%d)\n", reason, file, line);
    handler_calls++;
}

#ifdef __GLIBC__
/* Count allocations. The program's own symbols replace libc's for every library, so GSL's calls
 * count, too. */
static size_t allocations;
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size)
{
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    allocations++;
    return __libc_realloc(old, size);
}
#endif

static double memory[MOST_ROWS * MOST_ROWS + 4 * MOST_ROWS], re[MOST_ROWS], im[MOST_ROWS];

/* True if the real parts descend, and if conjugate pairs are exact, adjacent and begin with the
 * positive imaginary part. */
static int is_ordered(size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && !(re[i] <= re[i - 1]))
            return 0;
        if (im[i] < 0 || (im[i] > 0 && (i + 1 == n || re[i + 1] != re[i] || im[i + 1] != -im[i])))
            return 0;
        i += im[i] > 0;
    }
    return 1;
}

/* Largest distance between computed and expected eigenvalues, each matched with the nearest. */
static double distance(size_t n, const double *want_re, const double *want_im)
{
    double worst = 0;
    int used[MOST_ROWS] = {0};
    for (size_t i = 0; i < n; i++) {
        size_t best = 0;
        double nearest = INFINITY;
        for (size_t j = 0; j < n; j++) {
            double d = hypot(re[i] - want_re[j], im[i] - want_im[j]);
            if (!used[j] && d < nearest) {
                nearest = d;
                best = j;
            }
        }
        used[best] = 1;
        worst = fmax(worst, nearest);
    }
    return worst;
}

static void check_eigenvalues(const char *name, size_t n, const double *A, const double *want_re,
                              const double *want_im, double tolerance)
{
    double copy[MOST_ROWS * MOST_ROWS];
    memcpy(copy, A, n * n * sizeof *A);
    int32_t status = eigen_values(n, A, re, im, memory);
    check(status == WD_OK && is_ordered(n) && !memcmp(copy, A, n * n * sizeof *A),
          "%s: the eigenvalues are in order, the matrix is unchanged", name);
    double worst = 0, scale = 0;
    for (size_t i = 0; i < n; i++) {
        worst = fmax(worst, fmax(fabs(re[i] - want_re[i]), fabs(im[i] - want_im[i])));
        scale = fmax(scale, hypot(want_re[i], want_im[i]));
    }
    check(worst <= tolerance * scale, "%s: error %.2g, largest eigenvalue %.3g", name, worst,
          scale);
}

static void test_known(void)
{
    check_eigenvalues("one", 1, (double[]){-3}, (double[]){-3}, (double[]){0}, 0);
    check_eigenvalues("rotation", 2, (double[]){0, -2, 2, 0}, (double[]){0, 0}, (double[]){2, -2},
                      1e-15);
    check_eigenvalues("saddle", 2, (double[]){0, 1, 4, 0}, (double[]){2, -2}, (double[]){0, 0},
                      1e-15);
    check_eigenvalues("triangular", 3, (double[]){1, 5, 7, 0, 3, 9, 0, 0, 2}, (double[]){3, 2, 1},
                      (double[]){0, 0, 0}, 1e-15);
    check_eigenvalues("two pairs with the same real part", 4,
                      (double[]){-1, 5, 0, 0, -5, -1, 0, 0, 0, 0, -1, 2, 0, 0, -2, -1},
                      (double[]){-1, -1, -1, -1}, (double[]){5, -5, 2, -2}, 1e-15);
    check_eigenvalues(
        "pairs around real ones", 5,
        (double[]){0, 1, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, -3, 0},
        (double[]){0, 0, 0, 0, 0}, (double[]){3, -3, 1, -1, 0}, 1e-15);
    check_eigenvalues("zero", 3, (double[9]){0}, (double[3]){0}, (double[3]){0}, 0);
    /* A cyclic permutation: only exceptional shifts have an effect, and each sweep before the first
     * exceptional shift adds rounding errors. */
    check_eigenvalues("cyclic", 4, (double[]){0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0},
                      (double[]){1, 0, 0, -1}, (double[]){0, 1, -1, 0}, 1e-14);
    /* companion matrix of the roots 1, 2, 3, 4; condition number about 1e3 */
    check_eigenvalues("companion", 4,
                      (double[]){10, -35, 50, -24, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0},
                      (double[]){4, 3, 2, 1}, (double[4]){0}, 1e-12);
    /* eigenvalues of a Jordan block of size 3 move by the cube root of rounding */
    check_eigenvalues("defective", 3, (double[]){2, 1, 0, 0, 2, 1, 0, 0, 2}, (double[]){2, 2, 2},
                      (double[3]){0}, 1e-5);
    check_eigenvalues("badly balanced", 2, (double[]){1, 1e12, 4e-12, 1}, (double[]){3, -1},
                      (double[]){0, 0}, 1e-15);
    check_eigenvalues("badly balanced companion", 3,
                      (double[]){0, 0x1p20, 0, 0, 0, 0x1p20, 8 * 0x1p-40, -14 * 0x1p-20, 7},
                      (double[]){4, 2, 1}, (double[3]){0}, 1e-14);
    check_eigenvalues("huge", 2, (double[]){0, 1e308, 1e308, 0}, (double[]){1e308, -1e308},
                      (double[]){0, 0}, 1e-15);
    check_eigenvalues("denormal", 2, (double[]){0, 2e-320, 2e-320, 0}, (double[]){2e-320, -2e-320},
                      (double[]){0, 0}, 1e-3);
}

static void fill_matrix(size_t n, double *A, int kind)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            double x = uniform(-1, 1), size = 1;
            switch (kind) {
            case 1: /* graded */
                size = pow(10, -8 * (double)(i + j));
                break;
            case 2: /* entries of very different sizes, and zeros */
                size = uniform(0, 1) < 0.3 ? 0 : pow(10, uniform(-320, 300));
                break;
            case 3: /* sparse integers, often defective or singular */
                x = uniform(0, 1) < 0.6 ? 0 : floor(uniform(-2, 3));
                break;
            case 4: /* companion */
                x = i == 0 ? uniform(-1, 1) : i == j + 1;
                break;
            case 5: /* denormal */
                size = 1e-318;
                break;
            case 6: /* like a permutation, with a block of nearly equal eigenvalues */
                x = j == (i + 1) % n ? 1 : i == j ? 1 + x * 1e-15 : 0;
                break;
            case 7: /* skew symmetric */
                x = i == j ? 0 : i < j ? x : -A[j * n + i];
                break;
            default:
                break;
            }
            A[i * n + j] = x * size;
        }
}

/* Larger of |sum of the eigenvalues - trace of A|, relative to n a, and |sum of their squares -
 * trace of A^2|, relative to (n a)^2, where a is the largest entry. */
static double trace_defect(size_t n, const double *A)
{
    double trace = 0, square = 0, largest = 0, sum = 0, sum2 = 0;
    for (size_t i = 0; i < n * n; i++)
        largest = fmax(largest, fabs(A[i]));
    if (largest == 0)
        largest = 1;
    for (size_t i = 0; i < n; i++) {
        trace += A[i * n + i] / largest;
        for (size_t j = 0; j < n; j++)
            square += A[i * n + j] / largest * (A[j * n + i] / largest);
        sum += re[i] / largest;
        sum2 += (re[i] / largest) * (re[i] / largest) - (im[i] / largest) * (im[i] / largest);
    }
    return fmax(fabs(sum - trace), fabs(sum2 - square) / (double)n) / (double)n;
}

static void test_many(void)
{
    static const char *const names[] = {"random",    "graded",   "of all sizes",  "sparse integers",
                                        "companion", "denormal", "nearly cyclic", "skew symmetric"};
    for (int kind = 0; kind < 8; kind++) {
        int good = 0, disorder = 0;
        double worst = 0;
        for (int trial = 0; trial < 2000; trial++) {
            double A[MOST_ROWS * MOST_ROWS];
            size_t n = 1 + (size_t)trial % MOST_ROWS;
            fill_matrix(n, A, kind);
            good += eigen_values(n, A, re, im, memory) == WD_OK;
            disorder += !is_ordered(n);
            worst = fmax(worst, trace_defect(n, A));
        }
        /* Denormal entries of up to 1e-318 are rounded by up to 2.5e-6 of this size. */
        check(good == 2000 && !disorder && worst <= (kind == 5 ? 1e-5 : 1e-14),
              "2000 matrices, %s: eigenvalues in order, defect of the traces %.2g", names[kind],
              worst);
    }
}

/* A similarity transformation does not change the eigenvalues. */
static void test_similar(void)
{
    double worst = 0;
    for (int trial = 0; trial < 200; trial++) {
        enum { N = 6 };
        double A[N * N], B[N * N], want_re[N], want_im[N];
        fill_matrix(N, A, 0);
        eigen_values(N, A, want_re, want_im, memory);
        double v[N], vv = 0;
        for (size_t i = 0; i < N; i++) {
            v[i] = uniform(-1, 1);
            vv += v[i] * v[i];
        }
        /* B = H A H with the reflection H = I - 2 v v^T / v^T v */
        for (int side = 0; side < 2; side++) {
            for (size_t j = 0; j < N; j++) {
                double dot = 0;
                for (size_t i = 0; i < N; i++)
                    dot += v[i] * A[i * N + j];
                for (size_t i = 0; i < N; i++)
                    B[j * N + i] = A[i * N + j] - 2 * v[i] * dot / vv;
            }
            memcpy(A, B, sizeof A);
        }
        eigen_values(N, A, re, im, memory);
        worst = fmax(worst, distance(N, want_re, want_im));
    }
    check(worst <= 1e-11, "eigenvalues of similar matrices differ by %.2g", worst);
}

static void test_refusals(void)
{
    double bad[] = {1, (double)NAN, 2, 3};
    check(eigen_values(0, bad, re, im, memory) == WD_EINVAL, "a matrix without rows is refused");
    check(eigen_values(2, bad, re, im, memory) == WD_EINVAL, "a matrix with NaN is refused");
    bad[1] = -(double)INFINITY;
    check(eigen_values(2, bad, re, im, memory) == WD_EINVAL, "a matrix with infinity is refused");
    for (size_t i = 0; i < 4; i++)
        bad[i] = DBL_MAX;
    check(eigen_values(2, bad, re, im, memory) == WD_ENOCONV,
          "an eigenvalue that overflows is reported");
    check(eigen_doubles(MOST_ROWS) == sizeof memory / sizeof *memory, "size of the workspace");
}

int main(void)
{
    /* this program is the host of GSL, so it sets the error handler */
    gsl_set_error_handler(note_handler_call);
#ifdef __GLIBC__
    gsl_vector_free(gsl_vector_alloc(1));
    check(allocations > 0, "allocations within GSL are counted");
    size_t before = allocations;
#endif
    test_known();
    test_many();
    test_similar();
    test_refusals();
#ifdef __GLIBC__
    check(allocations == before, "the eigenvalue functions allocate nothing");
#endif
    check(handler_calls == 0, "GSL's error handler was never called");
    return done();
}
