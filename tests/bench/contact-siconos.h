/* SPDX-License-Identifier: MIT */
/* Siconos, with which the contact solver is compared. */
#ifndef CONTACT_SICONOS_H
#define CONTACT_SICONOS_H

#include <siconos/numerics/FrictionContactProblem.h>
#include <siconos/numerics/Friction_cst.h>
#include <siconos/numerics/NonSmoothDrivers.h>
#include <siconos/numerics/NumericsMatrix.h>
#include <siconos/numerics/NumericsVerbose.h>
#include <siconos/numerics/SolverOptions.h>
#include <siconos/numerics/SparseBlockMatrix.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "contact.h"
#include "num/contact_matrix.h"

enum { PEERS = 3, PEER_SECONDS = 5 };

static const char *const peer_name[PEERS] = {"NSGS", "PROX", "NSN_AC"};
static const int peer_solver[PEERS] = {SICONOS_FRICTION_3D_NSGS, SICONOS_FRICTION_3D_PROX,
                                       SICONOS_FRICTION_3D_NSN_AC};

/* Blocks in the form of Siconos, column major. */
static inline SparseBlockStructuredMatrix *peer_blocks(const struct problem *p)
{
    struct contact_matrix w;
    size_t d = (size_t)p->d, n = p->contacts;
    contact_matrix_new(&w, d, n, p->start, p->column, NULL);
    contact_matrix_fill(&w, p->value);
    SparseBlockStructuredMatrix *m = calloc(1, sizeof *m);
    m->nbblocks = (unsigned)w.blocks;
    m->blocknumber0 = m->blocknumber1 = (unsigned)n;
    m->blocksize0 = calloc(n, sizeof *m->blocksize0);
    m->blocksize1 = calloc(n, sizeof *m->blocksize1);
    m->filled1 = n + 1;
    m->filled2 = w.blocks;
    m->index1_data = calloc(n + 1, sizeof *m->index1_data);
    m->index2_data = calloc(w.blocks, sizeof *m->index2_data);
    m->block = calloc(w.blocks, sizeof *m->block);
    for (size_t i = 0; i < n; i++) {
        m->blocksize0[i] = m->blocksize1[i] = (unsigned)(d * (i + 1));
        m->index1_data[i + 1] = w.start[i + 1];
    }
    for (size_t b = 0; b < w.blocks; b++) {
        m->index2_data[b] = w.column[b];
        m->block[b] = calloc(d * d, sizeof **m->block);
        for (size_t k = 0; k < d * d; k++)
            m->block[b][k % d * d + k / d] = w.value[b * d * d + k];
    }
    contact_matrix_free(&w);
    return m;
}

struct peer {
    FrictionContactProblem *problem;
    SolverOptions *options;
    double *r, *u;
    size_t n;
    int d, info;
};

static inline void peer_run(void *context)
{
    struct peer *a = context;
    for (size_t i = 0; i < a->n; i++)
        a->r[i] = a->u[i] = 0;
    a->info = (a->d == 2 ? fc2d_driver : fc3d_driver)(a->problem, a->r, a->u, a->options);
}

/* Measure in the child process: median time of a solve, or HUGE_VAL if the solver fails or the
 * residual of its result exceeds 1e-6. */
static inline double peer_measure(const struct problem *p, int solver, double tolerance)
{
    double times[BENCH_ROUNDS], total = 0;
    int rounds = 0;
    struct peer a = {.n = p->n, .d = p->d};
    RawNumericsMatrix *m = NM_new_SBM((int)p->n, (int)p->n, peer_blocks(p));
    a.problem = frictionContactProblem_new_with_data(p->d, (int)p->contacts, m, p->q, p->mu);
    a.r = calloc(p->n, sizeof *a.r);
    a.u = calloc(p->n, sizeof *a.u);
    for (; rounds < BENCH_ROUNDS && (rounds < 3 || total < 0.1) && total < 1; rounds++) {
        a.options =
            solver_options_create(p->d == 2 ? SICONOS_FRICTION_2D_NSGS : peer_solver[solver]);
        a.options->dparam[SICONOS_DPARAM_TOL] = tolerance;
        if (solver == 0)
            a.options->iparam[SICONOS_IPARAM_MAX_ITER] = 10000000;
        total += times[rounds] = bench_seconds(peer_run, &a);
        solver_options_delete(a.options);
    }
    qsort(times, (size_t)rounds, sizeof *times, bench_compare);
    struct judgement j = problem_judge(p, a.r);
    return a.info == 0 && j.residual <= 1e-6 ? times[rounds / 2] : HUGE_VAL;
}

/* Return the result of peer_measure(), computed in a child process; HUGE_VAL if the process crashes
 * or takes more than PEER_SECONDS. */
static inline double peer_time(const struct problem *p, int solver, double tolerance)
{
    int ends[2], status;
    double time = HUGE_VAL;
    fflush(stdout);
    if (pipe(ends) != 0)
        return HUGE_VAL;
    pid_t child = fork();
    if (child == 0) {
        alarm(PEER_SECONDS);
        if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
            _exit(1);
        time = peer_measure(p, solver, tolerance);
        _exit(write(ends[1], &time, sizeof time) != sizeof time);
    }
    close(ends[1]);
    if (child > 0)
        waitpid(child, &status, 0);
    if (read(ends[0], &time, sizeof time) != sizeof time)
        time = HUGE_VAL;
    close(ends[0]);
    return time;
}

#endif
