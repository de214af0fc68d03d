/* SPDX-License-Identifier: MIT */
/* The contact solver of lib/num for the contacts of one wheel. */
#ifndef PROXIMAL_H
#define PROXIMAL_H

#include "models/impact_wheel/law.h"
#include "num/interrupt.h"

/* Its memory, for any number of contacts. NULL: none left. Nothing in it is remembered. */
void *proximal_new(void);
void proximal_free(void *workspace);

/* What a law_solver is told as `user`. */
struct proximal {
    void *workspace;
    struct interrupt *interrupt;
    int calls;       /* added to, and so is */
    double steps;    /* Newton steps and passes over the contacts */
    double residual; /* raised to the largest */
    const char *why; /* set by a failure */
};

/* Starts to count anew, and forgets a failure. */
static inline void proximal_clear(struct proximal *call)
{
    call->calls = 0;
    call->steps = call->residual = 0;
    call->why = NULL;
}

/* A law_solver: WD_OK, WD_ENOSOL, WD_ENOCONV or WD_EINTERRUPT. */
int32_t proximal_solve(void *user, size_t n, const double *W, const double *q, const double *mu,
                       double *r);

#endif
