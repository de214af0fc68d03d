/* SPDX-License-Identifier: MIT */
/* Implementation of <wheeldyn/contact.h>: handle, memory, argument checks, error texts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wheeldyn/contact.h>

#include "num/contact.h"
#include "num/contact_cone.h"
#include "num/contact_rows.h"
#include "num/dense.h"
#include "num/host.h"

/* Defaults: tolerance of the residual, and maximum number of Newton steps; hard problems need
 * thousands (docs/theory/contact.rst). */
#define DEFAULT_TOLERANCE 1e-10
#define DEFAULT_STEPS 10000
#define MOST_STEPS 1e6

struct wd_contact {
    struct contact solver;
    struct contact_rows dense;
    double *mu, *q; /* the problem, in the caller's units */
    const char *error;
    int has_matrix, has_problem, solved;
    /* Reports, indexed by the numbers of wd_contact_get(); NaN: not known. */
    double report[WD_CONTACT_HYPERSTATIC + 1];
    int busy, freed; /* a call is under way; the handle is freed when that call ends */
    struct host host;
    struct interrupt interrupt;
};

static const size_t MOST_CONTACTS = 1000000000;

static int32_t fail(wd_contact *c, int32_t status, const char *why)
{
    c->error = why;
    return status;
}

/* Begin a call that may change the handle; leave() ends it, see api/check.h. */
static int32_t enter(wd_contact *c)
{
    if (c == NULL)
        return WD_EINVAL;
    if (c->busy)
        return fail(c, WD_ESTATE, "called inside the interrupt function of the same workspace");
    c->busy = 1;
    c->interrupt.stopped = 0;
    host_suspend(&c->host);
    return WD_OK;
}

static int32_t leave(wd_contact *c, int32_t status)
{
    c->busy = 0;
    host_resume(&c->host);
    if (c->freed) {
        wd_contact_free(c);
        return WD_ESTATE;
    }
    return c->interrupt.stopped ? fail(c, WD_EINTERRUPT, "stopped by the interrupt function")
                                : status;
}

/* Invalidate the report of the last solution. */
static void forget(wd_contact *c)
{
    c->solved = 0;
    for (int k = WD_CONTACT_RESIDUAL; k <= WD_CONTACT_HYPERSTATIC; k++)
        c->report[k] = NAN;
}

static int32_t new_contact(int32_t d, size_t contacts, wd_contact **out)
{
    wd_contact *c = calloc(1, sizeof *c);
    if (c == NULL)
        return WD_ENOMEM;
    c->mu = calloc(contacts * (size_t)(d + 1), sizeof *c->mu);
    c->error = "";
    if (!contact_new(&c->solver, (size_t)d, contacts) || c->mu == NULL) {
        wd_contact_free(c);
        return WD_ENOMEM;
    }
    c->q = c->mu + contacts;
    c->solver.tolerance = c->report[WD_CONTACT_TOLERANCE] = DEFAULT_TOLERANCE;
    c->solver.max_steps = DEFAULT_STEPS;
    c->report[WD_CONTACT_MAX_STEPS] = DEFAULT_STEPS;
    forget(c);
    c->interrupt.host = &c->host;
    contact_heed(&c->solver, &c->interrupt);
    *out = c;
    return WD_OK;
}

int32_t wd_contact_new(int32_t d, size_t contacts, wd_contact **out)
{
    if (out == NULL)
        return WD_EINVAL;
    *out = NULL;
    if ((d != 2 && d != 3) || contacts == 0 || contacts > MOST_CONTACTS)
        return WD_EINVAL;
    struct host host;
    host_suspend(&host);
    int32_t status = new_contact(d, contacts, out);
    host_resume(&host);
    return status;
}

/* Called inside the interrupt function, it only marks the handle; leave() of the call that polls
 * frees it. */
void wd_contact_free(wd_contact *c)
{
    if (c && c->busy) {
        c->freed = c->interrupt.stopped = 1;
        return;
    }
    if (c) {
        contact_free(&c->solver);
        contact_rows_free(&c->dense);
        free(c->mu);
    }
    free(c);
}

const char *wd_contact_error(const wd_contact *c)
{
    return c ? c->error : "";
}

static int32_t set_interrupt(wd_contact *c, wd_interrupt_fn fn, void *user)
{
    c->interrupt.fn = fn;
    c->interrupt.user = user;
    return WD_OK;
}

int32_t wd_contact_set_interrupt_fn(wd_contact *c, wd_interrupt_fn fn, void *user)
{
    int32_t status = enter(c);
    return status == WD_OK ? leave(c, set_interrupt(c, fn, user)) : status;
}

/* True if n numbers are finite. The check runs in pieces, between which the interrupt is polled. */
static int is_finite(wd_contact *c, const double *x, size_t n)
{
    enum { PIECE = 1 << 14 };
    int finite = 1;
    for (size_t i = 0; finite && i < n; i += PIECE) {
        size_t count = n - i < PIECE ? n - i : PIECE;
        finite = dense_finite(x + i, count);
        if (interrupted(&c->interrupt, count))
            break;
    }
    return finite;
}

/* Set a matrix whose rows have been checked. */
static int32_t take_matrix(wd_contact *c, const size_t *row_start, const uint32_t *column,
                           const double *value)
{
    if (!contact_pattern(&c->solver, row_start, column))
        return fail(c, WD_ENOMEM, "out of memory");
    if (contact_values(&c->solver, value) < c->solver.count)
        return fail(c, WD_EINVAL,
                    "a diagonal entry of W is not positive, or another entry of its rows is too "
                    "large beside it");
    c->has_matrix = 1;
    return WD_OK;
}

static int32_t set_matrix(wd_contact *c, const size_t *row_start, const uint32_t *column,
                          const double *value)
{
    c->has_matrix = 0;
    size_t n = c->solver.n, tally = 0;
    if (row_start == NULL || column == NULL || value == NULL)
        return fail(c, WD_EINVAL, "row_start, column or value is NULL");
    for (size_t i = 0; i < n; i++)
        if (row_start[0] != 0 || row_start[i + 1] < row_start[i])
            return fail(c, WD_EINVAL, "row_start does not ascend from 0");
    for (size_t e = 0; e < row_start[n] && !interrupt_tally(&c->interrupt, &tally, 1); e++)
        if (column[e] >= n)
            return fail(c, WD_EINVAL, "a column is out of range");
    if (!is_finite(c, value, row_start[n]))
        return fail(c, WD_EINVAL, "W holds NaN or infinity");
    return take_matrix(c, row_start, column, value);
}

int32_t wd_contact_set_matrix(wd_contact *c, const size_t *row_start, const uint32_t *column,
                              const double *value)
{
    int32_t status = enter(c);
    return status == WD_OK ? leave(c, set_matrix(c, row_start, column, value)) : status;
}

static int32_t set_dense(wd_contact *c, const double *W)
{
    c->has_matrix = 0;
    size_t n = c->solver.n, d = c->solver.d;
    if (W == NULL)
        return fail(c, WD_EINVAL, "W is NULL");
    if (!is_finite(c, W, n * n))
        return fail(c, WD_EINVAL, "W holds NaN or infinity");
    if (!contact_rows_take(&c->dense, W, n, d, &c->interrupt))
        return fail(c, WD_ENOMEM, "out of memory");
    return take_matrix(c, c->dense.start, c->dense.column, c->dense.value);
}

int32_t wd_contact_set_dense(wd_contact *c, const double *W)
{
    int32_t status = enter(c);
    return status == WD_OK ? leave(c, set_dense(c, W)) : status;
}

static int32_t set_problem(wd_contact *c, const double *mu, const double *q)
{
    if (mu == NULL || q == NULL)
        return fail(c, WD_EINVAL, "mu or q is NULL");
    for (size_t i = 0; i < c->solver.count; i++)
        if (!(mu[i] >= 0 && isfinite(mu[i])))
            return fail(c, WD_EINVAL, "a friction coefficient is negative or not finite");
    if (!dense_finite(q, c->solver.n))
        return fail(c, WD_EINVAL, "q holds NaN or infinity");
    memcpy(c->mu, mu, c->solver.count * sizeof *mu);
    memcpy(c->q, q, c->solver.n * sizeof *q);
    c->has_problem = 1;
    return WD_OK;
}

int32_t wd_contact_set_problem(wd_contact *c, const double *mu, const double *q)
{
    int32_t status = enter(c);
    return status == WD_OK ? leave(c, set_problem(c, mu, q)) : status;
}

static int32_t set(wd_contact *c, int32_t what, double value)
{
    switch (what) {
    case WD_CONTACT_TOLERANCE:
        if (!(value >= 0 && value < 1))
            return fail(c, WD_ERANGE, "WD_CONTACT_TOLERANCE must be in [0, 1)");
        c->solver.tolerance = value;
        break;
    case WD_CONTACT_MAX_STEPS:
        if (!(value >= 1 && value <= MOST_STEPS) || value != floor(value))
            return fail(c, WD_ERANGE, "WD_CONTACT_MAX_STEPS must be a whole number in [1, 1e6]");
        c->solver.max_steps = (size_t)value;
        break;
    default:
        if (what >= WD_CONTACT_RESIDUAL && what <= WD_CONTACT_HYPERSTATIC)
            return fail(c, WD_EROLE, "reports of a solve can only be read");
        return fail(c, WD_EINVAL, "no such setting");
    }
    c->report[what] = value;
    return WD_OK;
}

int32_t wd_contact_set(wd_contact *c, int32_t what, double value)
{
    int32_t status = enter(c);
    return status == WD_OK ? leave(c, set(c, what, value)) : status;
}

int32_t wd_contact_get(const wd_contact *c, int32_t what, double *value)
{
    if (c == NULL || value == NULL)
        return WD_EINVAL;
    if (what < WD_CONTACT_TOLERANCE || what > WD_CONTACT_HYPERSTATIC)
        return WD_EINVAL;
    if (isnan(c->report[what]) || c->busy)
        return WD_ESTATE;
    *value = c->report[what];
    return WD_OK;
}

static int32_t finish(wd_contact *c, enum contact_outcome outcome)
{
    struct contact *s = &c->solver;
    c->solved = outcome == CONTACT_SOLVED;
    c->report[WD_CONTACT_RESIDUAL] = s->residual;
    c->report[WD_CONTACT_STEPS] = (double)s->steps;
    c->report[WD_CONTACT_SWEEPS] = (double)s->sweeps;
    c->report[WD_CONTACT_AT_FLOOR] = c->solved && s->residual > s->tolerance;
    c->report[WD_CONTACT_HYPERSTATIC] = c->solved ? (double)contact_hyperstatic(s) : (double)NAN;
    switch (outcome) {
    case CONTACT_UNSOLVED:
        return fail(c, WD_ENOCONV,
                    s->away ? "no convergence within WD_CONTACT_MAX_STEPS: impulses diverge, "
                              "which does not prove that there is no solution"
                            : "no convergence within WD_CONTACT_MAX_STEPS");
    case CONTACT_INFEASIBLE:
        return fail(c, WD_ENOSOL, "infeasible: no impulses keep the contacts from penetrating");
    case CONTACT_JAMMED:
        return fail(c, WD_ENOSOL, "jammed: no contact states satisfy the friction law");
    default:
        return WD_OK;
    }
}

/* True if the solution does not overflow in the caller's units. */
static int representable(const struct contact *s)
{
    for (size_t i = 0; i < s->n; i++) {
        double scale = s->scale[i / s->d];
        if (!isfinite(s->r[i] * scale * s->q_norm) || !isfinite(s->u[i] / scale * s->q_norm))
            return 0;
    }
    return 1;
}

static int32_t solve(wd_contact *c, double *r, double *u, int32_t warm)
{
    struct contact *s = &c->solver;
    if (r == NULL)
        return fail(c, WD_EINVAL, "r is NULL");
    if (!c->has_matrix || !c->has_problem)
        return fail(c, WD_ESTATE, "no matrix or no problem was given");
    if (warm && !dense_finite(r, s->n))
        return fail(c, WD_EINVAL, "the guess holds NaN or infinity");
    c->solved = 0;
    if (!contact_problem(s, c->mu, c->q))
        return fail(c, WD_EINVAL, "q is too large for this W");
    if (warm)
        contact_guess(s, r);
    enum contact_outcome outcome = contact_solve(s, warm);
    if (!representable(s))
        return fail(c, WD_EINVAL, "q is too large for this W");
    int32_t status = finish(c, outcome);
    if (status != WD_ENOSOL && !c->interrupt.stopped)
        contact_result(s, r, u);
    return status;
}

int32_t wd_contact_solve(wd_contact *c, double *r, double *u, int32_t warm)
{
    int32_t status = enter(c);
    if (status != WD_OK)
        return status;
    status = leave(c, solve(c, r, u, warm));
    if (status == WD_EINTERRUPT)
        forget(c);
    return status;
}

int32_t wd_contact_state(const wd_contact *c, size_t contact)
{
    if (c == NULL)
        return WD_EINVAL;
    const struct contact *s = &c->solver;
    if (contact >= s->count)
        return WD_ERANGE;
    if (!c->solved || c->busy)
        return WD_ESTATE;
    struct host host;
    host_suspend(&host);
    int32_t state = cone_state(s->d, s->mu[contact], s->r + s->d * contact, s->u + s->d * contact);
    host_resume(&host);
    return state;
}
