/* SPDX-License-Identifier: MIT */
/* Interface to the contact solver of lib/num, for the contacts of one wheel. */
#ifndef LAW_PROXIMAL_H
#define LAW_PROXIMAL_H

#include "kind/kind.h"
#include "models/impact_wheel/law.h"
#include "num/interrupt.h"

/* Create a workspace for any number of contacts, NULL if out of memory. No result depends on
 * earlier calls. */
void *law_proximal_new(const struct kind *);
void law_proximal_free(void *workspace);

/* The workspace of a motion, and counters of its use. */
struct law_proximal {
    void *workspace;
    struct interrupt *interrupt;
    int calls;
    size_t factorisations; /* sum of Newton steps */
    double steps;          /* sum of Newton steps and passes over the contacts */
    double residual;       /* largest residual of all calls */
    const char *why;       /* reason for the last failure */
};

/* Reset the counters and the reason for a failure. */
static inline void law_proximal_clear(struct law_proximal *call)
{
    call->calls = 0;
    call->factorisations = 0;
    call->steps = call->residual = 0;
    call->why = NULL;
}

/* Find an r that solves a frictional contact problem: W (2n x 2n, row major) and q give u = W r + q
 * with r = (N, -T) of each contact and u = (u_n, u_t). W need not be symmetric. WD_OK, WD_ENOSOL,
 * WD_ENOCONV or WD_EINTERRUPT. */
int32_t law_proximal_solve(struct law_proximal *call, size_t n, const double *W, const double *q,
                           const double *mu, double *r);

#endif
