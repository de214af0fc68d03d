/* SPDX-License-Identifier: MIT */
/* Equations of motion of a constrained system. Numbers in brackets are those of Ikoki, "The Rolling
 * Wheel Equations without Magic". */
#include "models/constrained/constrained.h"
#include "num/carver.h"
#include "num/interrupt.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/constrained.h>

static size_t count_of(const struct kind *kind, size_t type)
{
    size_t count = 0;
    for (size_t i = 0; i < kind->part_count; i++)
        count += kind->parts[i]->type == &kind->part_types[type];
    return count;
}

static void lay_out_contacts(struct constrained *c, struct carver *carver, size_t n, size_t m)
{
    double **const of_constraints[] = {&c->released, &c->slow, &c->before, &c->impulse, &c->is_used,
                                       &c->w,        &c->give, &c->force,  &c->outcome};
    for (size_t i = 0; i < ROWS(of_constraints); i++)
        *of_constraints[i] = carve(carver, m);
    c->upper = carve(carver, n * n);
    c->metric_rows = carve(carver, m * n);
    c->W = carve(carver, 9 * m * m);
    c->q_rows = carve(carver, 3 * m);
    struct friction_sizes most = {3 * m, m, m};
    /* carve(carver, 0) is where the next piece begins; the sizes are known after it is laid out. */
    carve(carver, friction_carve(&c->friction, most, carve(carver, 0)));
    carve(carver, friction_carve_scratch(&c->friction, most, carve(carver, 0)));
}

/* Lay out the arrays in a block. Returns the number of doubles used. */
static size_t lay_out(struct constrained *c, double *base, size_t n, size_t m)
{
    struct carver carver = {base, 0};
    double **const of_coordinates[] = {&c->q,  &c->v,   &c->scale, &c->e.Q, &c->e.C, &c->qdd,
                                       &c->Qi, &c->Qni, &c->eq,    &c->ev,  &c->nq,  &c->nv};
    double **const of_constraints[] = {&c->holonomic, &c->restore, &c->one_sided, &c->opens,
                                       &c->is_open,   &c->relax,   &c->rate,      &c->reach_rate,
                                       &c->reach,     &c->e.b,     &c->e.phi,     &c->e.c,
                                       &c->e.N,       &c->right,   &c->multiplier};
    for (size_t i = 0; i < ROWS(of_coordinates); i++)
        *of_coordinates[i] = carve(&carver, n);
    for (size_t i = 0; i < ROWS(of_constraints); i++)
        *of_constraints[i] = carve(&carver, m);
    c->e.M = carve(&carver, n * n);
    c->e.A = carve(&carver, m * n);
    c->N = carve(&carver, m * m);
    c->X = carve(&carver, n * m);
    c->bound = carve(&carver, 3 * m);
    lay_out_contacts(c, &carver, n, m);
    c->e.n = n;
    c->e.m = m;
    double *rest = carve(&carver, n > 0 ? uk_doubles(n, m) : 0);
    if (base)
        uk_carve(&c->uk, n, m, rest);
    return carver.used;
}

size_t constrained_scratch(const struct kind *kind)
{
    struct constrained c;
    return lay_out(&c, NULL, count_of(kind, CONSTRAINED_COORDINATE),
                   count_of(kind, CONSTRAINED_CONSTRAINT));
}

static void take_constraint(struct constrained *c, const struct part *part, size_t i)
{
    const struct constraint_param *p =
        (const void *)((const double *)c->view->param + part->at.params);
    c->holonomic[i] = p->holonomic;
    c->restore[i] = p->restoring_rate;
    c->one_sided[i] = p->one_sided;
    c->opens[i] = p->opens;
    c->is_open[i] = p->opens > 0 && c->view->mode[part->at.modes] != 0;
    c->relax[i] = p->relax;
}

static void take_coordinate(struct constrained *c, const struct part *part, const double *y,
                            size_t i)
{
    const struct coordinate_param *p =
        (const void *)((const double *)c->view->param + part->at.params);
    const struct coordinate_state *s = (const void *)(y + part->at.states);
    c->scale[i] = p->scale;
    c->q[i] = s->q;
    c->v[i] = s->v;
}

void constrained_open(const struct view *view, const double *y, struct constrained *c)
{
    const struct kind *kind = view->kind;
    size_t n = 0, m = 0;
    lay_out(c, view->scratch, count_of(kind, CONSTRAINED_COORDINATE),
            count_of(kind, CONSTRAINED_CONSTRAINT));
    c->view = view;
    c->uk.inverse.interrupt = view->interrupt;
    c->known = *(const struct constrained_extra *)(const void *)(y + kind->states + KIND_ENERGIES);
    c->e.q = c->q;
    c->e.v = c->v;
    c->e.relax = c->relax;
    for (size_t i = 0; i < kind->part_count; i++) {
        if (kind->parts[i]->type == &kind->part_types[CONSTRAINED_COORDINATE])
            take_coordinate(c, kind->parts[i], y, n++);
        else
            take_constraint(c, kind->parts[i], m++);
    }
}

/* Compute the rate A v - c at which a constraint is violated, and the two scales of its rounding:
 * `reach_rate`, the sum of the absolute values of its terms, and `reach`, the sum of |A_j| times
 * the scale of coordinate j. */
static void find_rate(struct constrained *c, size_t row)
{
    double rate = -c->e.c[row], sum = fabs(rate), reach = 0;
    for (size_t j = 0; j < c->e.n; j++) {
        double a = c->e.A[row * c->e.n + j], term = a * c->v[j];
        rate += term;
        sum += fabs(term);
        reach += fabs(a) * c->scale[j];
    }
    c->rate[row] = rate;
    c->reach_rate[row] = sum;
    c->reach[row] = reach;
}

static void open_row(struct constrained *c, size_t row)
{
    memset(c->e.A + row * c->e.n, 0, c->e.n * sizeof *c->e.A);
    c->e.b[row] = c->e.c[row] = 0;
}

int constrained_row_acts(const struct constrained *c, size_t row)
{
    size_t j = 0;
    while (j < c->e.n && c->e.A[row * c->e.n + j] == 0)
        j++;
    return j < c->e.n;
}

int32_t constrained_fill(struct constrained *c)
{
    size_t m = c->e.m;
    int32_t status = c->view->equations(c->view->core, c->view->t, &c->e);
    memset(c->N, 0, m * m * sizeof *c->N);
    for (size_t i = 0; status == WD_OK && i < m; i++) {
        c->N[i * m + i] = c->e.N[i];
        find_rate(c, i);
        if (c->is_open[i] > 0)
            open_row(c, i);
    }
    return status;
}

/* A relaxed row does not prevent violations, so its right-hand side reduces them as by a critically
 * damped spring, or, for a velocity constraint, as by a damper. */
double constrained_right(const struct constrained *c, size_t i)
{
    double rate = c->restore[i], b = c->e.b[i];
    if (c->is_open[i] > 0 || c->e.N[i] >= 1 || !(rate > 0))
        return b;
    return c->holonomic[i] > 0 ? b - 2 * rate * c->rate[i] - rate * rate * c->e.phi[i]
                               : b - rate * c->rate[i];
}

/* True if solver.form does not drop the row. */
static int form_keeps(const struct constrained *c, size_t i)
{
    const struct constrained_solver *solver = c->view->solver;
    return solver->form == WD_UK_MOORE_PENROSE || c->e.N[i] > 0;
}

void constrained_limit_rank(struct constrained *c, int by_form)
{
    size_t rows = 0;
    for (size_t i = 0; i < c->e.m; i++)
        rows += constrained_row_acts(c, i) && (!by_form || form_keeps(c, i)) ? 1 : 0;
    int same = c->known.rows == (double)rows && c->known.rank >= 1 && c->known.rank < (double)rows;
    c->uk.inverse.most = same ? (size_t)c->known.rank : 0;
}

/* Find the rank of the rows before a step, at a point on the constraints. Once the rank is full, it
 * is not computed again: if the rows become dependent later, at a singular position, their rank is
 * not limited. */
int32_t constrained_enter(const struct view *view, double *y, int64_t *mode)
{
    struct constrained_extra *known = (void *)(y + view->kind->states + KIND_ENERGIES);
    struct constrained c;
    (void)mode;
    if (known->rows > 0 && known->rank >= known->rows)
        return WD_OK;
    constrained_open(view, y, &c);
    c.known = (struct constrained_extra){0, 0};
    int32_t status = c.e.m > 0 ? constrained_fill(&c) : WD_OK;
    if (status != WD_OK || c.e.m == 0)
        return status;
    status = constrained_solve(&c);
    if (status != WD_OK)
        return status;
    for (size_t i = 0; i < c.e.m; i++)
        c.known.rows += constrained_row_acts(&c, i) && form_keeps(&c, i) ? 1 : 0;
    c.known.rank = (double)c.uk.inverse.rank;
    *known = c.known;
    return WD_OK;
}

/* Solve (17) with the inverse of solver.form. */
int32_t constrained_solve(struct constrained *c)
{
    const struct constrained_solver *solver = c->view->solver;
    for (size_t i = 0; i < c->e.m; i++)
        c->right[i] = constrained_right(c, i);
    constrained_limit_rank(c, 1);
    constrained_bound_rounding(c, CONSTRAINED_ACCELERATIONS);
    int32_t status = uk_solve(&c->uk, c->e.M, c->e.Q, c->e.A, c->right, c->e.C, c->N,
                              (int32_t)solver->form, c->qdd, c->Qi, c->Qni);
    if (status == WD_ESINGULAR)
        *c->view->why = "M is not positive definite";
    else if (status != WD_OK)
        *c->view->why = "the accelerations are too large for a number";
    return status;
}

/* Return the force of the constraints along coordinate j: M X (b - A aC) with aC = M^-1 (Q + C).
 * Qni includes the given force C, which is subtracted. */
static double constraint_force(const struct constrained *c, size_t j)
{
    return c->Qi[j] + c->Qni[j] - c->e.C[j];
}

/* Compute the multipliers: the transpose of the inverse in (4) times the forces of the constraints.
 */
int32_t constrained_multipliers(struct constrained *c)
{
    size_t n = c->e.n, m = c->e.m;
    constrained_limit_rank(c, 0);
    constrained_bound_rounding(c, CONSTRAINED_UNBOUNDED);
    int32_t status =
        m > 0 ? uk_inverse(&c->uk, c->e.A, c->e.M, NULL, WD_UK_MOORE_PENROSE, c->X) : WD_OK;
    for (size_t i = 0; status == WD_OK && i < m; i++) {
        c->multiplier[i] = 0;
        for (size_t j = 0; j < n; j++)
            c->multiplier[i] += c->X[j * m + i] * constraint_force(c, j);
    }
    return status;
}

static int finite_state(const struct constrained *c)
{
    for (size_t j = 0; j < c->e.n; j++)
        if (!isfinite(c->q[j]) || !isfinite(c->v[j]))
            return 0;
    return 1;
}

/* Set all rates to NaN, for example after a trial step that is too long; the core then tries a
 * shorter one. */
static int32_t undefined(const struct kind *kind, double *dy)
{
    for (size_t i = 0; i < kind->states + KIND_ENERGIES; i++)
        dy[i] = NAN;
    memset(dy + kind->states + KIND_ENERGIES, 0, kind->extras * sizeof *dy);
    return WD_OK;
}

/* Compute the power that drives the moving constraints. A constraint with the multiplier lambda
 * needs the power lambda c. */
static int32_t driving_power(struct constrained *c, double *power)
{
    size_t moving = 0;
    *power = 0;
    while (moving < c->e.m && c->e.c[moving] == 0)
        moving++;
    if (moving == c->e.m)
        return WD_OK;
    int32_t status = constrained_multipliers(c);
    for (size_t i = 0; i < c->e.m; i++)
        *power += c->multiplier[i] * c->e.c[i];
    return status;
}

/* Compute the powers for the energy balance; zero if the user's function reports no energy. */
static int32_t fill_powers(struct constrained *c, double *power)
{
    struct user_energy energy;
    double driving = 0;
    int32_t status = c->view->user_energy(c->view->core, c->view->t, c->q, c->v, &energy);
    if (status == WD_OK && energy.given)
        status = driving_power(c, &driving);
    power[0] = energy.power + driving;
    power[1] = driving;
    for (size_t j = 0; energy.given && j < c->e.n; j++)
        power[1] -= (c->Qi[j] + c->Qni[j]) * c->v[j];
    return status;
}

int32_t constrained_flow(const struct view *view, const double *y, double *dy)
{
    const struct kind *kind = view->kind;
    struct constrained c;
    constrained_open(view, y, &c);
    if (!finite_state(&c))
        return undefined(kind, dy);
    int32_t status = constrained_fill(&c);
    if (status != WD_OK)
        return status;
    if (constrained_solve(&c) != WD_OK)
        return interrupt_stopped(view->interrupt) ? WD_EINTERRUPT : undefined(kind, dy);
    size_t n = 0;
    for (size_t i = 0; i < kind->part_count; i++) {
        const struct part *part = kind->parts[i];
        if (part->type != &kind->part_types[CONSTRAINED_COORDINATE])
            continue;
        dy[part->at.states] = c.v[n];
        dy[part->at.states + 1] = c.qdd[n++];
    }
    memset(dy + kind->states + KIND_ENERGIES, 0, kind->extras * sizeof *dy);
    return fill_powers(&c, dy + kind->states);
}

/* ---- outputs ---- */

static void put_parts(const struct constrained *c, double *out)
{
    const struct kind *kind = c->view->kind;
    size_t n = 0, m = 0;
    for (size_t i = 0; i < kind->part_count; i++) {
        const struct part *part = kind->parts[i];
        void *to = out + part->at.outputs;
        if (part->type == &kind->part_types[CONSTRAINED_COORDINATE]) {
            *(struct coordinate_output *)to =
                (struct coordinate_output){c->qdd[n], c->Qi[n], c->Qni[n]};
            n++;
        } else {
            *(struct constraint_output *)to = (struct constraint_output){
                c->holonomic[m] > 0 ? c->e.phi[m] : 0, c->rate[m], c->multiplier[m]};
            m++;
        }
    }
}

int32_t constrained_output(const struct view *view, const double *y, void *out)
{
    struct constrained_output *o = out;
    struct constrained c;
    struct user_energy energy;
    constrained_open(view, y, &c);
    int32_t status = constrained_fill(&c);
    if (status == WD_OK)
        status = constrained_solve(&c);
    if (status != WD_OK)
        return status;
    o->residual = uk_residual(&c.uk);
    o->rank = (double)c.uk.inverse.rank;
    status = constrained_multipliers(&c);
    if (status == WD_OK)
        status = view->user_energy(view->core, view->t, c.q, c.v, &energy);
    if (status != WD_OK)
        return status;
    o->common.speed = 0;
    o->common.kinetic_energy = energy.kinetic;
    o->common.potential_energy = energy.potential;
    put_parts(&c, out);
    return WD_OK;
}
