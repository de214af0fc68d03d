/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proximal steps with a fixed gamma settle on every problem that has a solution. On one that has
 * none the difference of two of them tends to a direction y != 0 of self-stress: y in K, W y = 0,
 * q.y < 0. If W is symmetric, any r has u.y = r.(W y) + q.y, so that u.y >= 0 takes
 * |r| >= |q.y| / |W y|. */
#include <math.h>
#include <string.h>

#include "num/contact.h"
#include "num/dense.h"

static const double GAMMA = 0.1;
static const double BOUND = 1e6; /* of |r|, |q| being 1 */

/* s->r := solution of the proximal problem with this centre, by sweeps until they settle */
static void proximal(struct contact *s)
{
    for (int k = 0; k < 100; k++) {
        memcpy(s->trial, s->r, s->n * sizeof *s->r);
        contact_sweep(s, GAMMA, s->centre, 0, s->r);
        contact_sweep(s, GAMMA, s->centre, 1, s->r);
        dense_add(s->trial, -1, s->r, s->n);
        if (dense_norm(s->trial, s->n) <= 1e-12 * dense_norm(s->r, s->n))
            break;
    }
}

/* Does s->step, of norm 1, say that r is beyond all bounds? */
static int is_ray(struct contact *s)
{
    memset(s->trial_u, 0, s->n * sizeof *s->trial_u);
    double gain = dense_dot(s->q, s->step, s->n);
    contact_matrix_product(&s->W, s->step, s->trial_u, s->trial);
    return gain < -1e-9 && dense_norm(s->trial, s->n) * BOUND <= -gain;
}

static int grows(struct contact *s)
{
    double before = 0;
    memset(s->r, 0, s->n * sizeof *s->r);
    for (int k = 0; k < 200; k++) {
        memcpy(s->centre, s->r, s->n * sizeof *s->r);
        dense_add(s->r, k > 0 ? 1 : 0, s->step, s->n);
        proximal(s);
        for (size_t i = 0; i < s->n; i++)
            s->step[i] = s->r[i] - s->centre[i];
        double size = dense_norm(s->step, s->n);
        if (!(size > 1e-9) || !isfinite(size))
            return 0;
        if (k > 3 && fabs(size - before) <= 1e-3 * size) {
            memcpy(s->F, s->step, s->n * sizeof *s->F);
            for (size_t i = 0; i < s->n; i++)
                s->step[i] /= size;
            if (is_ray(s))
                return 1;
            memcpy(s->step, s->F, s->n * sizeof *s->F);
        }
        before = size;
    }
    return 0;
}

enum contact_outcome contact_obstacle(struct contact *s)
{
    if (!grows(s))
        return CONTACT_UNSOLVED;
    /* without friction the direction is a proof, as normal impulses alone bring it about */
    double *mu = s->mu;
    s->mu = s->frictionless;
    int infeasible = grows(s);
    s->mu = mu;
    return infeasible ? CONTACT_INFEASIBLE : CONTACT_JAMMED;
}
