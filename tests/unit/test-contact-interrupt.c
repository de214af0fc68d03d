/* SPDX-License-Identifier: MIT */
/* A contact call that the interrupt function stops at any stage changes nothing: if it is repeated,
 * the result has the bits of an uninterrupted call. */
#include <stdlib.h>
#include <string.h>
#include <wheeldyn/contact.h>

#include "num/contact.h"
#include "random.h"
#include "tap.h"

enum { D = 3, CONTACTS = 80, GROUP = 25, N = D * CONTACTS };

static double W[N * N], mu[CONTACTS], q[N], r[N], u[N], other_r[N], other_u[N];

/* Build a problem with as many bodies as unknowns, each with neighbouring contacts. */
static void pile_up(void)
{
    memset(W, 0, sizeof W);
    for (size_t body = 0; body < N; body++) {
        double h[N] = {0};
        size_t from = D * (size_t)uniform(0, CONTACTS - GROUP + 1), to = from + GROUP * D;
        for (size_t i = from; i < to; i++)
            h[i] = uniform(-0.5, 0.5);
        for (size_t i = from; i < to; i++)
            for (size_t j = from; j < to; j++)
                W[i * N + j] += h[i] * h[j];
    }
    for (size_t i = 0; i < N; i++) {
        W[i * (N + 1)] += 1e-4;
        q[i] = i % D ? uniform(-0.5, 0.5) : uniform(-0.8, 0.2);
    }
    for (size_t i = 0; i < CONTACTS; i++)
        mu[i] = uniform(0, 1);
}

static int is_same(const double *a, const double *b)
{
    return memcmp(a, b, N * sizeof *a) == 0;
}

/* ---- the solver, which the test can interrupt at each check ---- */

/* Count the calls and interrupt at each. */
static int32_t count_and_stop(void *user)
{
    ++*(long *)user;
    return 1;
}

static int solve_contact(struct contact *s, const size_t *start, const uint32_t *column)
{
    return contact_pattern(s, start, column) && contact_values(s, W) == CONTACTS &&
           contact_problem(s, mu, q) && contact_solve(s, 0) == CONTACT_SOLVED;
}

/* Interrupt the calls of the solver after more and more work, until none is interrupted. The result
 * has the bits of `twin`, which is never interrupted. */
static void interrupted_solver(void)
{
    static size_t start[N + 1];
    static uint32_t column[N * N];
    long asked = 0, stopped = 0;
    struct interrupt interrupt = {.fn = count_and_stop, .user = &asked};
    struct contact s, twin;
    for (size_t e = 0; e < (size_t)(N * N); e++)
        column[e] = (uint32_t)(e % N);
    for (size_t i = 0; i <= N; i++)
        start[i] = i * N;
    if (!contact_new(&s, D, CONTACTS) || !contact_new(&twin, D, CONTACTS))
        exit(99);
    twin.tolerance = s.tolerance = 1e-10;
    twin.max_steps = s.max_steps = 10000;
    contact_heed(&s, &interrupt);
    pile_up();
    int solved = solve_contact(&twin, start, column);
    for (int64_t work = 1;; work += 1 + work / 8, stopped++) {
        interrupt.stopped = 0;
        interrupt.left = work;
        if (solve_contact(&s, start, column) && !interrupt.stopped)
            break;
    }
    check(solved && stopped > 10 && asked == stopped, "the solver is stopped %ld times", stopped);
    check(is_same(s.r, twin.r) && is_same(s.u, twin.u) && s.steps == twin.steps &&
              s.sweeps == twin.sweeps,
          "the solve ends with the same bits");
    contact_free(&s);
    contact_free(&twin);
}

/* ---- the handle ---- */

/* User data of answer_host(), the interrupt function. */
struct asker {
    wd_contact *own;
    long asked, stop_at; /* calls of answer_host() in one solve; the call that interrupts */
    long all, refused;   /* all calls; those whose own calls on the handle were refused */
    int free;            /* answer_host() frees the handle */
};

static int is_refused(wd_contact *own)
{
    double x = 0;
    return wd_contact_solve(own, &x, NULL, 0) == WD_ESTATE &&
           wd_contact_set_dense(own, W) == WD_ESTATE &&
           wd_contact_set_problem(own, mu, q) == WD_ESTATE &&
           wd_contact_set(own, WD_CONTACT_TOLERANCE, 0.1) == WD_ESTATE &&
           wd_contact_set_interrupt_fn(own, NULL, NULL) == WD_ESTATE &&
           wd_contact_get(own, WD_CONTACT_STEPS, &x) == WD_ESTATE &&
           wd_contact_state(own, 0) == WD_ESTATE;
}

static int32_t answer_host(void *user)
{
    struct asker *host = user;
    host->refused += is_refused(host->own);
    host->all++;
    if (host->free)
        wd_contact_free(host->own);
    return ++host->asked == host->stop_at;
}

static void set_expectation(struct asker *host, long stop_at)
{
    host->asked = 0;
    host->stop_at = stop_at;
}

/* Interrupt the solve at the first call of the function, then at the second and so on, until a
 * solve ends without interruption. */
static void repeat_until_done(wd_contact *c, wd_contact *twin, struct asker *host, int32_t warm)
{
    static double guess[N];
    int32_t got = WD_OK, wrong = 0;
    long stopped = 0;
    memcpy(guess, r, sizeof r);
    memcpy(other_r, r, sizeof r);
    int32_t want = wd_contact_solve(twin, other_r, other_u, warm);
    for (long at = 1;
         set_expectation(host, at), (got = wd_contact_solve(c, r, u, warm)) == WD_EINTERRUPT;
         at++, stopped++) {
        double x;
        wrong += !is_same(r, guess) || wd_contact_state(c, 0) != WD_ESTATE ||
                 wd_contact_get(c, WD_CONTACT_STEPS, &x) != WD_ESTATE ||
                 !strstr(wd_contact_error(c), "stopped by the interrupt function");
    }
    check(want == WD_OK && got == want && stopped > 2 && wrong == 0, "a solve is stopped %ld times",
          stopped);
    check(is_same(r, other_r) && is_same(u, other_u), "the solve ends with the same bits");
}

static void interrupted_handle(void)
{
    wd_contact *c, *twin;
    pile_up();
    wd_contact_new(D, CONTACTS, &c);
    wd_contact_new(D, CONTACTS, &twin);
    struct asker host = {.own = c, .stop_at = -1};
    check(wd_contact_set_interrupt_fn(NULL, answer_host, &host) == WD_EINVAL &&
              wd_contact_set_interrupt_fn(c, answer_host, &host) == WD_OK,
          "the function is set");
    wd_contact_set_dense(twin, W);
    wd_contact_set_problem(twin, mu, q);
    set_expectation(&host, 1);
    check(wd_contact_set_dense(c, W) == WD_EINTERRUPT, "an interrupted call sets no matrix");
    wd_contact_set_problem(c, mu, q);
    check(wd_contact_solve(c, r, u, 0) == WD_ESTATE, "after an interrupted set there is no matrix");
    set_expectation(&host, -1);
    check(wd_contact_set_dense(c, W) == WD_OK, "the matrix is accepted the next time");
    repeat_until_done(c, twin, &host, 0);
    for (size_t i = 0; i < N; i++)
        q[i] *= uniform(0.5, 1.5);
    wd_contact_set_problem(twin, mu, q);
    wd_contact_set_problem(c, mu, q);
    repeat_until_done(c, twin, &host, 1);
    check(host.all > 0 && host.refused == host.all,
          "calls on the handle from within the function are refused");
    host.free = 1;
    set_expectation(&host, -1);
    check(wd_contact_solve(c, r, u, 0) == WD_ESTATE && host.asked == 1,
          "a function that frees the handle: the call fails and calls no function again");
    wd_contact_free(twin);
}

int main(void)
{
    for (int k = 0; k < 5; k++)
        interrupted_solver();
    interrupted_handle();
    return done();
}
