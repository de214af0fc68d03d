/* SPDX-License-Identifier: MIT */
/* The problems of tests/ref/contact: all are solved to 1e-8, and all but the hardest to 1e-12 or to
 * rounding, each checked by a residual in long double. */
#include <wheeldyn/contact.h>

#include "contact-names.h"
#include "contact.h"
#include "tap.h"

enum { COUNT = sizeof names / sizeof *names };

/* True if the residual in long double shows that the problem is solved to the tolerance. */
static int is_solved(const struct problem *p, const char *name, double tolerance)
{
    wd_contact *c;
    double *r = calloc(p->n, sizeof *r), steps, reported;
    wd_contact_new(p->d, p->contacts, &c);
    wd_contact_set(c, WD_CONTACT_TOLERANCE, tolerance);
    int32_t status = wd_contact_set_matrix(c, p->start, p->column, p->value);
    if (status == WD_OK)
        status = wd_contact_set_problem(c, p->mu, p->q);
    if (status == WD_OK)
        status = wd_contact_solve(c, r, NULL, 0);
    wd_contact_get(c, WD_CONTACT_STEPS, &steps);
    wd_contact_get(c, WD_CONTACT_RESIDUAL, &reported);
    struct judgement j = problem_judge(p, r);
    if (status == WD_OK)
        check(j.residual <= tolerance + j.floor, "%s: residual %.1e at tolerance %.0e, %g steps",
              name, j.residual, tolerance, steps);
    else
        printf("# %s: status %d, residual %.1e at tolerance %.0e, %g steps\n", name, status,
               j.residual, tolerance, steps);
    check(fabs(reported - j.residual) <= j.floor + 1e-3 * j.residual,
          "%s: the reported residual %.1e agrees with the one in long double", name, reported);
    wd_contact_free(c);
    free(r);
    return status == WD_OK;
}

/* Solve copies with slightly changed friction, because rounding must not decide whether a problem
 * is solved. */
static void solve_changed_copies(struct problem *p, const char *name)
{
    for (int k = 1; k <= few_or_all(1, 2); k++) {
        for (size_t i = 0; i < p->contacts; i++)
            p->mu[i] *= 1 + 1e-9;
        check(is_solved(p, name, 1e-8), "%s: copy %d is solved too", name, k);
    }
}

int main(void)
{
    const char *folder = getenv("WHEELDYN_TEST_REF");
    int read = 0, coarse = 0, fine = 0;
    for (int i = 0; i < COUNT; i++) {
        struct problem p;
        if (!folder || !problem_read(&p, folder, names[i])) {
            check(!HAVE_ZLIB, "%s # SKIP packed, and the tests were built without zlib", names[i]);
            continue;
        }
        read++;
        coarse += is_solved(&p, names[i], 1e-8);
        fine += is_solved(&p, names[i], 1e-12);
        if (strstr(names[i], "rockpile"))
            solve_changed_copies(&p, names[i]);
        problem_free(&p);
    }
    check(coarse == read, "%d of %d problems solved to 1e-8", coarse, read);
    check(fine >= read - 1, "%d of %d problems solved to 1e-12", fine, read);
    return done();
}
