/* SPDX-License-Identifier: MIT */
/* Steps in which rows act as dampers, compared with the matrix of the rows: with the impulses r of
 * the dampers the velocities along the rows must be u = span a + W r, where a are the accelerations
 * along the rows without forces along them. */
#include "linkage.h"
#include "tap.h"

#define TOLERANCE 1e-11 /* of the largest number; conductances times compliances are up to 1e5 */

enum { EXTRAS = 6 };

static const double span = 0.01;
static struct machine machine;
static struct moment moment[32];

/* change: of the speeds, in the step. along: change of the velocities along the rows. push: L^-1
 * times the generalised loads. terms: largest sum of the magnitudes of the terms of a velocity
 * along a row, which cancel where a damper is strong. */
struct result {
    double change[SPEEDS_MOST], along[EXTRAS], push[SPEEDS_MOST], terms;
};

static struct vec random_vec(void)
{
    return (struct vec){uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
}

/* Draw rows in two groups of three, each group on a random body, with the conductances of their
 * dampers and other impulses along them. The first row has no damper. */
static void random_rows(struct linkage_row *row, double *conductance, double *impulse)
{
    size_t body[] = {(size_t)uniform(0, (double)machine.linkage.bodies),
                     (size_t)uniform(0, (double)machine.linkage.bodies)};
    for (size_t i = 0; i < EXTRAS; i++) {
        row[i] = (struct linkage_row){.body = body[i / 3], .load = {random_vec(), random_vec()}};
        conductance[i] = i == 0 ? 0 : pow(10, uniform(-2, 2));
        impulse[i] = uniform(-1, 1);
    }
}

static void solve_damped(const struct setting *s, const double *state, const double *conductance,
                         const double *impulse, struct result *r)
{
    const struct linkage *linkage = &machine.linkage;
    double again[EXTRAS];
    linkage_place(linkage, state, &machine.work);
    linkage_list_extras(linkage, &s->hold, &machine.work);
    linkage_damped_begin(linkage, state, &s->drive, &machine.work);
    check(linkage_damped_factor(linkage, span, conductance, &machine.work) == 0, "factorised");
    linkage_damped_solve(linkage, span, impulse, &machine.work, r->change, r->along);
    linkage_damped_along(linkage, r->change, &machine.work, again);
    check(apart(again, r->along, EXTRAS) < TOLERANCE, "velocities along the rows by the change");
    linkage_factor_step(linkage, span, &machine.work);
    linkage_damped_leave(linkage, &machine.work);
    memcpy(r->push, machine.work.push, linkage_speeds(linkage) * sizeof *r->push);
}

/* Replace the results by those of the matrix of the rows, for these impulses. */
static void solve_by_matrix(const struct setting *s, const double *state, const double *impulse,
                            struct result *r)
{
    const struct linkage *linkage = &machine.linkage;
    struct linkage_work *work = &machine.work;
    linkage_place(linkage, state, work);
    linkage_factor_step(linkage, span, work);
    linkage_drive(linkage, state, &s->drive, work);
    linkage_choose(linkage, &s->hold, work);
    memcpy(r->push, work->push, linkage_speeds(linkage) * sizeof *r->push);
    for (size_t i = 0; i < EXTRAS; i++) {
        double sum = span * work->free[i], terms = fabs(sum);
        for (size_t k = 0; k < EXTRAS; k++) {
            double term = work->matrix[i * EXTRAS + k] * impulse[k];
            sum += term, terms += fabs(term);
        }
        r->along[i] = sum, r->terms = fmax(r->terms, terms);
    }
    linkage_press(linkage, work, impulse);
    linkage_leap(linkage, work, span, r->change);
}

static double largest_difference(const struct result *a, const struct result *b)
{
    double worst = 0;
    for (size_t i = 0; i < EXTRAS; i++)
        worst = fmax(worst, fabs(a->along[i] - b->along[i]));
    return worst;
}

static void check_moment(const struct moment *m)
{
    double state[STATES_MOST], conductance[EXTRAS], impulse[EXTRAS], damped[EXTRAS];
    char path[64];
    struct setting setting;
    struct linkage_row row[EXTRAS];
    struct result r, by_matrix = {.terms = 0};
    snprintf(path, sizeof path, "vehicle/model_states_%s.csv", m->model);
    machine_read(path, &machine);
    machine.linkage.extras = EXTRAS;
    machine_carve(&machine);
    state_of(m, linkage_joints(&machine.linkage), state);
    setting_of(m, &machine, &setting);
    random_rows(row, conductance, impulse);
    for (size_t w = 0; w < WHEELS; w++)
        setting.grip[w].mode = LINKAGE_OPEN;
    setting.hold = (struct linkage_hold){.contact = setting.grip, .extra = row, .extras = EXTRAS};
    solve_damped(&setting, state, conductance, impulse, &r);
    for (size_t i = 0; i < EXTRAS; i++)
        damped[i] = impulse[i] - conductance[i] * r.along[i];
    solve_by_matrix(&setting, state, damped, &by_matrix);
    size_t speeds = linkage_speeds(&machine.linkage);
    double most = fmax(1, by_matrix.terms);
    double errors[] = {largest_difference(&r, &by_matrix) / most,
                       apart(r.change, by_matrix.change, speeds),
                       apart(r.push, by_matrix.push, speeds)};
    check(errors[0] < TOLERANCE && errors[1] < TOLERANCE && errors[2] < TOLERANCE,
          "state %d, %s: errors of velocities along the rows %.2g, speeds %.2g, loads %.2g", m->id,
          m->model, errors[0], errors[1], errors[2]);
}

int main(void)
{
    int count = read_moments(moment, 32);
    for (int i = 0; i < count; i++)
        check_moment(&moment[i]);
    check(count == 24, "24 states are compared");
    return done();
}
