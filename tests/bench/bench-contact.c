/* SPDX-License-Identifier: MIT */
/* The contact solver on the problems of tests/ref/contact, compared with Siconos (NSGS, PROX,
 * NSN_AC, default options), and the growth of its time with the size of columns, rows and piles.
 * Each problem is solved to 1e-12. The time is that of setting the values and solving. For more
 * than 5 contacts it includes a new handle, which analyses the pattern of the matrix; smaller
 * problems use a handle that has the pattern. A solver of Siconos has solved a problem if it
 * reports so and the residual of tests/contact.h is at most 1e-6. Siconos runs in a child process,
 * so that its time can be limited. */
#define _POSIX_C_SOURCE 200809L
#include <time.h>
#include <wheeldyn/contact.h>

#include "bench.h"
#include "contact-families.h"
#include "contact-names.h"
#if HAVE_SICONOS
#include "contact-siconos.h"
#endif

static const double TOLERANCE = 1e-12;

struct task {
    const struct problem *p;
    wd_contact *handle;
    double *r, steps, sweeps;
    int32_t status;
};

/* Solve with a handle that has the pattern of the matrix, as in every step after the first. */
static void again(void *context)
{
    struct task *t = context;
    wd_contact *c = t->handle;
    t->status = wd_contact_set(c, WD_CONTACT_TOLERANCE, TOLERANCE);
    if (t->status == WD_OK)
        t->status = wd_contact_set_matrix(c, t->p->start, t->p->column, t->p->value);
    if (t->status == WD_OK)
        t->status = wd_contact_set_problem(c, t->p->mu, t->p->q);
    if (t->status == WD_OK)
        t->status = wd_contact_solve(c, t->r, NULL, 0);
    wd_contact_get(c, WD_CONTACT_STEPS, &t->steps);
    wd_contact_get(c, WD_CONTACT_SWEEPS, &t->sweeps);
}

/* Solve with a new handle. */
static void ours(void *context)
{
    struct task *t = context;
    t->status = wd_contact_new(t->p->d, t->p->contacts, &t->handle);
    if (t->status == WD_OK)
        again(t);
    wd_contact_free(t->handle);
}

/* Median time of a call, from as many calls as take about 0.1 s, at least 3. */
static double median_time(bench_fn fn, void *context)
{
    double times[BENCH_ROUNDS], total = 0;
    int rounds = 0;
    for (; rounds < BENCH_ROUNDS && (rounds < 3 || total < 0.1); rounds++)
        total += times[rounds] = bench_seconds(fn, context);
    return bench_median(times, (size_t)rounds);
}

/* Numbers of problems. large: with 20 contacts or more; won: those of them on which the library is
 * not slower than the fastest solver of Siconos. small: with at most 5 contacts; small_won: those
 * of them on which the library is not slower than NSGS. */
struct score {
    int large, won, small, small_won;
};

/* Time the library's solver and those of Siconos on a problem; HUGE_VAL: not solved. */
static void compare(const char *folder, const char *name, struct score *score)
{
    struct problem p;
    if (!problem_read(&p, folder, name)) {
        printf("%-20s not read: packed, and built without zlib\n", name);
        return;
    }
    struct task t = {.p = &p, .r = calloc(p.n, sizeof *t.r)};
    int small = p.contacts <= 5;
    if (small && wd_contact_new(p.d, p.contacts, &t.handle) != WD_OK)
        exit(99);
    double mine = median_time(small ? again : ours, &t), best = HUGE_VAL, nsgs = HUGE_VAL;
    printf("%-20s %9.4f ms (%g steps, %g sweeps)", name, 1e3 * mine, t.steps, t.sweeps);
    if (t.status != WD_OK)
        mine = HUGE_VAL;
#if HAVE_SICONOS
    for (int k = 0; k < (p.d == 2 ? 1 : PEERS); k++) {
        double time = peer_time(&p, k, TOLERANCE);
        nsgs = k == 0 ? time : nsgs;
        best = fmin(best, time);
        if (time < HUGE_VAL)
            printf("  %s %.4f", peer_name[k], 1e3 * time);
        else
            printf("  %s fails", peer_name[k]);
    }
    printf("  ratio %.3f", mine / best);
#endif
    printf("\n");
    if (p.contacts >= 20) {
        score->large++;
        score->won += mine < HUGE_VAL && mine <= best;
    } else if (small) {
        score->small++;
        score->small_won += mine <= nsgs;
    }
    if (small)
        wd_contact_free(t.handle);
    free(t.r);
    problem_free(&p);
}

enum { COLUMN, ROW, PILE, FAMILIES };
static const char *const family_name[] = {"column", "row", "pile"};
static const double family_power[] = {1.15, 1.15, 1.5};

/* Processor time of a call, the least of three, so that other work on the machine does not distort
 * the curve. */
static double processor_time(bench_fn fn, void *context)
{
    double best = HUGE_VAL;
    for (int k = 0; k < 3; k++) {
        clock_t start = clock();
        int calls = 0;
        do
            fn(context), calls++;
        while (clock() - start < CLOCKS_PER_SEC / 100);
        best = fmin(best, (double)(clock() - start) / CLOCKS_PER_SEC / calls);
    }
    return best;
}

/* Print the exponent p of time ~ N^p over four sizes, by least squares. */
static void growth(int family)
{
    double x[4], y[4], sx = 0, sy = 0, sxx = 0, sxy = 0;
    static const size_t sizes[] = {100, 500, 2000, 10000};
    for (int k = 0; k < 4; k++) {
        struct scene s;
        struct problem p;
        size_t n = sizes[k], side = (size_t)sqrt((double)n / 3);
        if (family == COLUMN)
            family_column(&s, n, 0.5, 1);
        else if (family == ROW)
            family_row(&s, n / 2, 0.5, 1);
        else
            family_pile(&s, side, side, 0.5, 0, 1);
        scene_problem(&s, &p);
        struct task t = {.p = &p, .r = calloc(p.n, sizeof *t.r)};
        double time = processor_time(ours, &t);
        printf("%s of %zu contacts: %.3f ms, %g steps, %g sweeps%s\n", family_name[family],
               p.contacts, 1e3 * time, t.steps, t.sweeps, t.status == WD_OK ? "" : ", NOT SOLVED");
        x[k] = log((double)p.contacts);
        y[k] = log(time);
        sx += x[k], sy += y[k], sxx += x[k] * x[k], sxy += x[k] * y[k];
        free(t.r);
        problem_free(&p);
        scene_free(&s);
    }
    double power = (4 * sxy - sx * sy) / (4 * sxx - sx * sx);
    printf("%s: time ~ N^%.2f, aim at most %.2f: %s\n", family_name[family], power,
           family_power[family], bench_verdict(power <= family_power[family]));
}

static void conclude(const struct score *score)
{
    printf(
        "not slower than the best of Siconos on %d of %d problems of 20 contacts and more, aim at "
        "least 80 %%: %s\n",
        score->won, score->large, bench_verdict(10 * score->won >= 8 * score->large));
    printf("not slower than NSGS on %d of %d problems of 1 to 5 contacts, aim all: %s\n",
           score->small_won, score->small, bench_verdict(score->small_won == score->small));
}

int main(void)
{
    const char *folder = getenv("WHEELDYN_TEST_REF");
    struct score score = {0};
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!folder)
        printf("WHEELDYN_TEST_REF does not name the folder of the problems: they are left out\n");
    if (!HAVE_SICONOS)
        printf("Siconos is not there (Debian: libsiconos-numerics-dev): no comparison\n");
    for (size_t i = 0; folder && i < sizeof names / sizeof *names; i++)
        compare(folder, names[i], &score);
    if (folder && HAVE_SICONOS)
        conclude(&score);
    for (int family = 0; family < FAMILIES; family++)
        growth(family);
    return 0;
}
