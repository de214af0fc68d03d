/* SPDX-License-Identifier: MIT */
/* The limits of static equilibrium, which the search for it does not know. */
#include "models/vehicle/balance.h"
#include "num/elementary.h"

#include <math.h>

/* Fraction of the sum of gravity and 1 m/s2. Accelerations up to this are zero to rounding. Tuned:
 * test-vehicle-balance and test-vehicle-tyre-facts have up to 1.3e-12 in balance, and at least 0.09
 * out of it. */
#define AT_REST 1e-8

/* Fraction of the sum of all loads. A pull and a friction up to this are zero to rounding. Tuned:
 * the same tests have frictions up to 4e-13 and from 0.017 on, none between. */
#define FORCE_ROUNDING 1e-9

double balance_most(const struct balance *b, size_t k)
{
    const struct vehicle_eval *m = b->m;
    size_t wheels = m->v->linkage.wheels, w = k / 2;
    if (k >= 2 * wheels)
        return vehicle_capacity(m->view, m->v->joint[k - 2 * wheels].part);
    const struct rim_input *u = vehicle_input_of(m->view, vehicle_part_at(m, w));
    return vehicle_law(m, w)->rolls || u->mu > 0 ? INFINITY : 0;
}

const char *balance_judge_rest(const struct balance *b)
{
    const struct vehicle_eval *m = b->m;
    const struct vehicle_param *p = m->view->param;
    size_t most = 0;
    for (size_t i = 0; i < b->n; i++)
        most = fabs(b->now[i]) > fabs(b->now[most]) ? i : most;
    if (fabs(b->now[most]) <= AT_REST * (1 + p->gravity))
        return NULL;
    const struct part *part = most < 6 ? m->v->body[0].part : m->v->joint[most - 6].part;
    int turns =
        most >= 6 ? vehicle_is(part, VEHICLE_HINGE) || vehicle_is(part, VEHICLE_WHEEL) : most >= 3;
    return m->view->say(m->view->core,
                        "part \"%s\": no balance, as nothing holds it: it accelerates with %g %s",
                        part->name, b->now[most], turns ? "rad/s2" : "m/s2");
}

/* Normal force of a wheel in balance, and the friction that it can have. */
static double load_of(const struct balance *b, size_t w, double *most)
{
    const struct vehicle_eval *m = b->m;
    const struct rim_input *u = vehicle_input_of(m->view, vehicle_part_at(m, w));
    if (vehicle_law(m, w)->loads) {
        *most = m->tyres.tread[w].result.limit;
        return m->tyres.tread[w].result.load;
    }
    double N = m->force[vehicle_row(m, 3 * w)];
    *most = vehicle_law(m, w)->rolls ? (double)INFINITY : u->mu * N;
    return N;
}

static const char *judge_wheels(const struct balance *b)
{
    const struct vehicle_eval *m = b->m;
    size_t wheels = m->v->linkage.wheels;
    double weight = 0, most;
    for (size_t w = 0; w < wheels; w++)
        weight += fabs(load_of(b, w, &most));
    for (size_t w = 0; w < wheels; w++) {
        const struct part *part = vehicle_part_at(m, w);
        double N = load_of(b, w, &most), F = num_hypot(b->friction[2 * w], b->friction[2 * w + 1]);
        if (!(N >= -FORCE_ROUNDING * weight))
            return m->view->say(m->view->core,
                                "part \"%s\": no balance, as the ground would have to pull this "
                                "wheel with %g N",
                                part->name, -N);
        if (F > FORCE_ROUNDING * weight && !(F < most))
            return m->view->say(m->view->core,
                                "part \"%s\": no balance, as it takes a friction of %g N at a "
                                "normal force of %g N",
                                part->name, F, N);
    }
    return NULL;
}

static const char *judge_brakes(const struct balance *b)
{
    const struct vehicle_eval *m = b->m;
    size_t first = 2 * m->v->linkage.wheels;
    for (size_t k = first; k < b->frictions; k++) {
        double most = balance_most(b, k), takes = fabs(b->friction[k]);
        const struct part *part = m->v->joint[k - first].part;
        const char *unit = vehicle_is(part, VEHICLE_SLIDE) ? "N" : "N m";
        if (!(takes <= most))
            return m->view->say(m->view->core,
                                "part \"%s\": no balance, as its brake has %g %s of the %g %s "
                                "that it takes",
                                part->name, most, unit, takes, unit);
    }
    return NULL;
}

const char *balance_judge_forces(const struct balance *b)
{
    const char *fault = judge_wheels(b);
    return fault ? fault : judge_brakes(b);
}
