/* SPDX-License-Identifier: MIT */
/* The limits of static equilibrium, which are checked after the search. */
#include "models/vehicle/balance.h"
#include "num/elementary.h"

#include <math.h>

double balance_most(const struct balance *b, size_t k)
{
    const struct vehicle_eval *m = b->m;
    size_t c = k / 2;
    if (k >= 2 * b->contacts)
        return vehicle_capacity(m->view, m->v->joint[k - 2 * b->contacts].part);
    int pushes = balance_is_closed(b, c) && (vehicle_law(m, c)->rolls || m->touch[c].limit > 0);
    return pushes ? INFINITY : 0;
}

static size_t most_accelerated(const struct balance *b)
{
    size_t most = 0;
    for (size_t i = 0; i < b->n; i++)
        most = fabs(b->acceleration[i]) > fabs(b->acceleration[most]) ? i : most;
    return most;
}

double balance_rest_limit(const struct balance *b)
{
    const struct vehicle_param *p = b->m->view->param;
    return VEHICLE_ROUNDING * (1 + p->gravity);
}

double balance_acceleration(const struct balance *b)
{
    return fabs(b->acceleration[most_accelerated(b)]);
}

const char *balance_judge_rest(const struct balance *b, int converged)
{
    const struct vehicle_eval *m = b->m;
    double a = balance_acceleration(b);
    if (a <= balance_rest_limit(b))
        return converged ? NULL : "the search for a balance does not converge";
    size_t most = most_accelerated(b);
    const struct part *part = most < 6 ? m->v->body[0].part : m->v->joint[most - 6].part;
    int turns =
        most >= 6 ? vehicle_is(part, VEHICLE_HINGE) || vehicle_is(part, VEHICLE_WHEEL) : most >= 3;
    const char *why = "no balance, as nothing holds it";
    if (!converged)
        why = "the search for a balance does not converge";
    else if (b->rank < b->n && a <= b->sigma[b->rank]) /* a move of at most 1 m or 1 rad */
        why = "no balance is found, as rounding of stiffer parts hides what holds it";
    return m->view->say(m->view->core, "part \"%s\": %s: it accelerates with %g %s", part->name,
                        why, b->acceleration[most], turns ? "rad/s2" : "m/s2");
}

int balance_is_closed(const struct balance *b, size_t c)
{
    const struct vehicle_eval *m = b->m;
    return c < m->work.contacts && (vehicle_law(m, c)->loads || m->grip[c].mode != LINKAGE_OPEN);
}

double balance_load(const struct balance *b, size_t c, double *most)
{
    const struct vehicle_eval *m = b->m;
    if (vehicle_law(m, c)->loads) {
        *most = m->tyres.tread[c].result.limit;
        return m->tyres.tread[c].result.load;
    }
    double N = m->force[vehicle_row(m, 3 * c)];
    *most = vehicle_law(m, c)->rolls ? (double)INFINITY : m->touch[c].limit * N;
    return N;
}

double balance_weight(const struct balance *b)
{
    double weight = 0, most;
    for (size_t c = 0; c < b->m->work.contacts; c++)
        weight += balance_is_closed(b, c) ? fabs(balance_load(b, c, &most)) : 0;
    return weight;
}

static const char *judge_wheels(const struct balance *b)
{
    const struct vehicle_eval *m = b->m;
    double weight = balance_weight(b), most;
    for (size_t c = 0; c < m->work.contacts; c++) {
        if (!balance_is_closed(b, c))
            continue;
        const struct part *part = vehicle_part_at(m, c);
        double N = balance_load(b, c, &most),
               F = num_hypot(b->friction[2 * c], b->friction[2 * c + 1]);
        if (!(N >= -VEHICLE_ROUNDING * weight))
            return m->view->say(m->view->core,
                                "part \"%s\": no balance, as the ground would have to pull this "
                                "wheel with %g N",
                                part->name, -N);
        if (F > VEHICLE_ROUNDING * weight && !(F < most))
            return m->view->say(m->view->core,
                                "part \"%s\": no balance, as it needs a friction of %g N at a "
                                "normal force of %g N",
                                part->name, F, N);
    }
    return NULL;
}

static const char *judge_brakes(const struct balance *b)
{
    const struct vehicle_eval *m = b->m;
    size_t first = 2 * b->contacts;
    for (size_t k = first; k < b->frictions; k++) {
        double most = balance_most(b, k), takes = fabs(b->friction[k]);
        const struct part *part = m->v->joint[k - first].part;
        const char *unit = vehicle_is(part, VEHICLE_SLIDE) ? "N" : "N m";
        if (!(takes <= most))
            return m->view->say(
                m->view->core,
                "part \"%s\": no balance, as its brake has a capacity of %g %s, but "
                "needs %g %s to hold the vehicle",
                part->name, most, unit, takes, unit);
    }
    return NULL;
}

const char *balance_judge_forces(const struct balance *b)
{
    const char *fault = judge_wheels(b);
    return fault ? fault : judge_brakes(b);
}
