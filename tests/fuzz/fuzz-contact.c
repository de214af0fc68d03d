/* SPDX-License-Identifier: MIT */
/* Contact problems of random numbers: only documented statuses, a text with each failure, correct
 * solutions, and the same bits when repeated. */
#include "fuzz.h"

#include <wheeldyn/contact.h>

enum { MOST_CONTACTS = 5, MOST_ROWS = 3 * MOST_CONTACTS, MOST_BODIES = 4 };

struct problem {
    int32_t d;
    size_t contacts, n;
    double W[MOST_ROWS * MOST_ROWS], mu[MOST_CONTACTS], q[MOST_ROWS], guess[MOST_ROWS];
    double tolerance, steps;
    int tame;   /* 1: W of a mechanical system and ordinary numbers; 0: any numbers */
    int sparse; /* 1: W is given by rows */
    int warm;   /* 1: the solver starts from `guess` */
};

static int known(int32_t status, const int32_t *of, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (status == of[i])
            return 1;
    return 0;
}

static void judge(const wd_contact *c, int32_t status, const int32_t *of, size_t n,
                  const char *what)
{
    if (!known(status, of, n))
        broken(what, NULL);
    if (status < 0 && strlen(wd_contact_error(c)) == 0)
        broken("a failing call left no text", NULL);
}

/* W = H^T H of a mechanical system with few coordinates of unit mass. If there are fewer
 * coordinates than rows, W is singular. */
static void tame_matrix(struct input *input, struct problem *p)
{
    double H[MOST_BODIES][MOST_ROWS];
    size_t bodies = 1 + take_byte(input) % MOST_BODIES;
    for (size_t b = 0; b < bodies; b++)
        for (size_t i = 0; i < p->n; i++)
            H[b][i] = (take_byte(input) % 17 - 8.0) / 8;
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < p->n; k++)
            for (size_t b = 0; b < bodies; b++)
                p->W[i * p->n + k] += H[b][i] * H[b][k];
    for (size_t i = 0; i < p->n; i++)
        p->q[i] = (take_byte(input) - 128.0) / 64;
    for (size_t i = 0; i < p->contacts; i++)
        p->mu[i] = take_byte(input) / 128.0;
}

static void take_problem(struct input *input, struct problem *p)
{
    memset(p, 0, sizeof *p);
    unsigned how = take_byte(input);
    p->d = 2 + how % 2;
    p->sparse = how / 2 % 2;
    p->warm = how / 4 % 2;
    p->tame = how / 8 % 4 != 0;
    p->contacts = 1 + take_byte(input) % MOST_CONTACTS;
    p->n = (size_t)p->d * p->contacts;
    p->tolerance = p->tame ? 1e-10 : take_real(input);
    p->steps = p->tame ? 600 : take_real(input);
    if (p->tame)
        tame_matrix(input, p);
    else
        for (size_t i = 0; i < p->n * p->n; i++)
            p->W[i] = take_real(input);
    for (size_t i = 0; !p->tame && i < p->n; i++)
        p->q[i] = take_real(input);
    for (size_t i = 0; !p->tame && i < p->contacts; i++)
        p->mu[i] = take_real(input);
    for (size_t i = 0; i < p->n; i++)
        p->guess[i] = p->tame ? (take_byte(input) - 128.0) / 64 : take_real(input);
}

static int32_t give_matrix(wd_contact *c, const struct problem *p)
{
    size_t row_start[MOST_ROWS + 1];
    uint32_t column[MOST_ROWS * MOST_ROWS];
    if (!p->sparse)
        return wd_contact_set_dense(c, p->W);
    for (size_t i = 0; i < p->n * p->n; i++)
        column[i] = (uint32_t)(i % p->n);
    for (size_t i = 0; i <= p->n; i++)
        row_start[i] = i * p->n;
    return wd_contact_set_matrix(c, row_start, column, p->W);
}

/* Check a solution: no penetration, no pulling, friction within its limits. Errors up to the
 * tolerance and the rounding of large impulses are allowed. */
static void judge_success(const struct problem *p, const double *r, const double *u)
{
    size_t d = (size_t)p->d;
    double size = 0;
    for (size_t i = 0; i < p->n; i++) {
        if (!isfinite(r[i]) || !isfinite(u[i]))
            broken("a result is not finite", NULL);
        size = fmax(size, fabs(r[i]));
    }
    if (!p->tame)
        return;
    if (size > 1e9)
        broken("a success with impulses that are only rounding", NULL);
    double slack = 1e-6 + 1e-12 * size;
    for (size_t i = 0; i < p->contacts; i++) {
        const double *ri = r + d * i, *ui = u + d * i;
        double slip = d == 2 ? fabs(ri[1]) : hypot(ri[1], ri[2]);
        if (ui[0] < -slack || ri[0] < -slack || fmin(ri[0], ui[0]) > slack)
            broken("a success that penetrates or pulls", NULL);
        if (slip > p->mu[i] * ri[0] + slack)
            broken("a success with too much friction", NULL);
    }
}

static uint64_t run(const struct problem *p)
{
    static const int32_t of_set[] = {WD_OK, WD_EINVAL, WD_ERANGE, WD_ENOMEM};
    static const int32_t of_solve[] = {WD_OK, WD_ENOCONV, WD_ENOSOL, WD_EINVAL, WD_ESTATE};
    double r[MOST_ROWS], u[MOST_ROWS] = {0}, value;
    wd_contact *c;
    if (wd_contact_new(p->d, p->contacts, &c) != WD_OK)
        return 0;
    judge(c, wd_contact_set(c, WD_CONTACT_TOLERANCE, p->tolerance), of_set, 4, "tolerance");
    judge(c, wd_contact_set(c, WD_CONTACT_MAX_STEPS, p->steps), of_set, 4, "steps");
    if (wd_contact_get(c, WD_CONTACT_MAX_STEPS, &value) == WD_OK && value > 600)
        wd_contact_set(c, WD_CONTACT_MAX_STEPS, 600);
    judge(c, give_matrix(c, p), of_set, 4, "matrix");
    judge(c, wd_contact_set_problem(c, p->mu, p->q), of_set, 4, "problem");
    memcpy(r, p->guess, sizeof r);
    int32_t status = wd_contact_solve(c, r, u, p->warm);
    judge(c, status, of_solve, 5, "solve");
    uint64_t hash = mix(1, &status, sizeof status);
    if (status == WD_OK)
        judge_success(p, r, u);
    if (status == WD_OK || status == WD_ENOCONV)
        hash = mix(mix(hash, r, p->n * sizeof *r), u, p->n * sizeof *u);
    for (int32_t what = WD_CONTACT_RESIDUAL; what <= WD_CONTACT_HYPERSTATIC; what++)
        if (wd_contact_get(c, what, &value) == WD_OK)
            hash = mix(hash, &value, sizeof value);
    for (size_t i = 0; i < p->contacts; i++) {
        int32_t state = wd_contact_state(c, i);
        if (status == WD_OK ? state < WD_OPEN || state > WD_SLIP : state != WD_ESTATE)
            broken("a state that does not exist", NULL);
    }
    wd_contact_free(c);
    return hash;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = {data, data + size};
    struct problem problem;
    take_problem(&input, &problem);
    if (run(&problem) != run(&problem))
        broken("not the same bits twice", NULL);
    return 0;
}
