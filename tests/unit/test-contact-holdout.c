/* SPDX-License-Identifier: MIT */
/* Random problems of six kinds. The test counts the problems that the solver solves to 1e-12 or to
 * rounding, and checks each success by a residual in long double. The solver's constants were tuned
 * on other seeds, but variants of the solver were compared on these problems. Use other seeds if
 * you change constants. */
#include <wheeldyn/contact.h>

#include "contact-holdout.h"
#include "tap.h"

enum { FIRST = 1001, PER_KIND = 20 };

struct score {
    int solved, wrong;   /* wrong: reported as solved, but the residual is too large */
    size_t fewest, most; /* contacts */
    double steps[PER_KIND];
};

static void solve_and_score(int kind, uint32_t seed, struct score *score)
{
    struct problem p;
    wd_contact *c;
    holdout_problem(&p, kind, seed);
    double *r = calloc(p.n, sizeof *r), steps = 0;
    int32_t status = wd_contact_new(p.d, p.contacts, &c);
    if (status == WD_OK)
        status = wd_contact_set(c, WD_CONTACT_TOLERANCE, 1e-12);
    if (status == WD_OK)
        status = wd_contact_set_matrix(c, p.start, p.column, p.value);
    if (status == WD_OK)
        status = wd_contact_set_problem(c, p.mu, p.q);
    if (status == WD_OK)
        status = wd_contact_solve(c, r, NULL, 0);
    wd_contact_get(c, WD_CONTACT_STEPS, &steps);
    struct judgement j = problem_judge(&p, r);
    if (status == WD_OK) {
        score->steps[score->solved++] = steps;
        score->wrong += !(j.residual <= 1e-12 + j.floor);
    } else {
        printf("# %s %u: %zu contacts, mu %.2f: status %d (%s), %g steps\n", holdout_name[kind],
               seed, p.contacts, p.mu[0], status, wd_contact_error(c), steps);
    }
    score->fewest = p.contacts < score->fewest ? p.contacts : score->fewest;
    score->most = p.contacts > score->most ? p.contacts : score->most;
    wd_contact_free(c);
    problem_free(&p);
    free(r);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(void)
{
    int solved = 0, wrong = 0;
    for (int kind = 0; kind < HOLDOUT_KINDS; kind++) {
        struct score score = {.fewest = SIZE_MAX};
        for (uint32_t k = 0; k < PER_KIND; k++)
            solve_and_score(kind, FIRST + k, &score);
        qsort(score.steps, (size_t)score.solved, sizeof *score.steps, ascending);
        check(score.solved == PER_KIND,
              "%s: %d of %d solved, %zu to %zu contacts, steps: median %g, most %g",
              holdout_name[kind], score.solved, PER_KIND, score.fewest, score.most,
              score.steps[score.solved / 2], score.solved ? score.steps[score.solved - 1] : 0);
        solved += score.solved;
        wrong += score.wrong;
    }
    check(wrong == 0, "%d of %d problems solved, of these %d with a false residual", solved,
          HOLDOUT_KINDS * PER_KIND, wrong);
    return done();
}
