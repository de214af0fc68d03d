/* SPDX-License-Identifier: MIT */
/* Random problems made from a solution, so that each has one: they are solved or given up, never
 * refused. W is definite, singular or slightly asymmetric; contacts are open, stick or slide. Then
 * random problems of few contacts, which may have no solution: they are solved or refused. All
 * problems are solved in other units, too; rounding then differs, which may change the number of
 * steps of a hard problem. */
#include <wheeldyn/contact.h>

#include "contact.h"
#include "random.h"
#include "tap.h"

enum { MOST_CONTACTS = 30, MOST_ROWS = 3 * MOST_CONTACTS, ROUNDS = 300 };

/* W = G^T G + asymmetry; G has share * n rows, scaled by factors from 1 to 1 / spread. */
struct kind {
    const char *name;
    double share, spread, asymmetry;
    int gave_up; /* largest allowed number of problems given up, of 2 ROUNDS; as measured */
};

static const struct kind kinds[] = {
    {"definite", 1, 3, 0, 0},
    {"ill-conditioned", 1, 1e4, 0, 0},
    {"of two thirds of full rank", 2.0 / 3, 3, 0, 0},
    {"of a third of full rank", 1.0 / 3, 3, 0, 1},
    {"of a sixth of full rank", 1.0 / 6, 3, 0, 0},
    {"asymmetric", 1, 3, 1e-2, 0},
    {"asymmetric, of two thirds of full rank", 2.0 / 3, 3, 1e-3, 0},
};

struct sample {
    struct problem p;
    double W[MOST_ROWS * MOST_ROWS], G[MOST_ROWS * MOST_ROWS];
};

static size_t random_count(size_t lo, size_t hi)
{
    return lo + (size_t)uniform(0, (double)(hi - lo + 1));
}

static void make_matrix(struct sample *s, double share, double spread, double asymmetry)
{
    size_t n = s->p.n, rank = (size_t)fmax(1, share * (double)n);
    for (size_t k = 0; k < rank; k++) {
        double length = exp(-uniform(0, log(spread)));
        for (size_t i = 0; i < n; i++)
            s->G[k * n + i] = length * (uniform(-1, 1) + uniform(-1, 1));
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            s->W[i * n + j] = 0;
            for (size_t k = 0; k < rank; k++)
                s->W[i * n + j] += s->G[k * n + i] * s->G[k * n + j];
        }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            double skew = uniform(-1, 1) * sqrt(s->W[i * (n + 1)] * s->W[j * (n + 1)]);
            s->W[i * n + j] += asymmetry * skew;
            s->W[j * n + i] -= asymmetry * skew;
        }
}

static void make_frictions(struct problem *p)
{
    static const double mu[] = {0, 0.1, 0.3, 0.5, 0.8, 1, 2};
    int mixed = uniform(0, 1) < 0.3;
    for (size_t i = 0; i < p->contacts; i++)
        p->mu[i] = i == 0 || mixed ? mu[random_count(0, 6)] : p->mu[0];
}

/* Draw random r and u of a contact that fulfil the law. */
static void contact_solution(int d, double mu, double open, double slip, double *r, double *u)
{
    double angle = uniform(0, 2 * acos(-1)), way[2] = {cos(angle), sin(angle)};
    int opens = uniform(0, 1) < open, slips = uniform(0, 1) < slip;
    double normal = uniform(0, 1), speed = uniform(0, 1), part = uniform(0, 0.95);
    r[0] = opens ? 0 : normal;
    u[0] = opens ? normal : 0;
    for (int k = 1; k < d; k++) {
        r[k] = -mu * r[0] * (d == 2 ? copysign(1, way[0]) : way[k - 1]) * (slips ? 1 : part);
        u[k] = opens || slips ? speed * (d == 2 ? copysign(1, way[0]) : way[k - 1]) : 0;
    }
}

/* Set q = u - W r. */
static void from_solution(struct sample *s)
{
    struct problem *p = &s->p;
    double r[MOST_ROWS], u[MOST_ROWS], open = uniform(0, 0.7), slip = uniform(0, 1);
    for (size_t i = 0; i < p->contacts; i++) {
        size_t at = (size_t)p->d * i;
        contact_solution(p->d, p->mu[i], open, slip, r + at, u + at);
    }
    for (size_t i = 0; i < p->n; i++) {
        p->q[i] = u[i];
        for (size_t j = 0; j < p->n; j++)
            p->q[i] -= s->W[i * p->n + j] * r[j];
    }
}

static void fill_sample(struct sample *s)
{
    struct problem *p = &s->p;
    for (size_t e = 0; e < p->entries; e++) {
        p->value[e] = s->W[e];
        p->column[e] = (uint32_t)(e % p->n);
        p->start[e / p->n + 1] = e + 1;
    }
}

/* Solve with W times `mass` and q times `speed` (other units). A false success fails the test. */
static int32_t solve_in_units(const struct problem *p, double mass, double speed, char *text,
                              size_t room)
{
    struct problem other;
    wd_contact *c;
    problem_new(&other, p->d, p->contacts, p->entries);
    memcpy(other.start, p->start, (p->n + 1) * sizeof *p->start);
    memcpy(other.column, p->column, p->entries * sizeof *p->column);
    memcpy(other.mu, p->mu, p->contacts * sizeof *p->mu);
    for (size_t e = 0; e < p->entries; e++)
        other.value[e] = mass * p->value[e];
    for (size_t i = 0; i < p->n; i++)
        other.q[i] = speed * p->q[i];
    double r[MOST_ROWS] = {0};
    int32_t status = wd_contact_new(p->d, p->contacts, &c);
    if (status == WD_OK)
        status = wd_contact_set_matrix(c, other.start, other.column, other.value);
    if (status == WD_OK)
        status = wd_contact_set_problem(c, other.mu, other.q);
    if (status == WD_OK)
        status = wd_contact_solve(c, r, NULL, 0);
    struct judgement j = problem_judge(&other, r);
    if (status == WD_OK && !(j.residual <= 1e-10 + j.floor))
        check(0, "a true success: residual %.1e", j.residual);
    snprintf(text, room, "%s", wd_contact_error(c));
    wd_contact_free(c);
    problem_free(&other);
    return status;
}

/* Factors for W in 1/g instead of 1/kg and q in feet per minute instead of m/s. */
static const double MASS = 0.001, SPEED = 60 / 0.3048;

struct score {
    int solved, refused, gave_up;
};

static void add_to_score(struct score *score, const struct problem *p, double mass, double speed)
{
    char text[200];
    int32_t status = solve_in_units(p, mass, speed, text, sizeof text);
    score->solved += status == WD_OK;
    score->refused += status == WD_ENOSOL;
    score->gave_up += status == WD_ENOCONV;
    if (status != WD_OK)
        printf("# %zu contacts, d %d, mu %g: %s\n", p->contacts, p->d, p->mu[0], text);
}

static void solvable_problems(struct sample *s, const struct kind *kind)
{
    struct score score = {0};
    for (int k = 0; k < ROUNDS; k++) {
        int d = 2 + k % 2;
        size_t contacts = random_count(1, k % 4 < 2 ? 8 : MOST_CONTACTS), n = (size_t)d * contacts;
        problem_new(&s->p, d, contacts, n * n);
        make_matrix(s, kind->share, kind->spread, kind->asymmetry);
        make_frictions(&s->p);
        from_solution(s);
        fill_sample(s);
        add_to_score(&score, &s->p, 1, 1);
        add_to_score(&score, &s->p, MASS, SPEED);
        problem_free(&s->p);
    }
    check(score.refused == 0, "W %s: %d solvable problems refused", kind->name, score.refused);
    check(score.gave_up <= kind->gave_up && score.solved + score.gave_up == 2 * ROUNDS,
          "%d problems solved, %d given up", score.solved, score.gave_up);
}

/* A problem with W of any rank and any q; if q is outside the range of W there may be no
 * solution. */
static void few_contacts(struct sample *s, int d, size_t contacts)
{
    int solved = 0, infeasible = 0, jammed = 0, differ = 0;
    size_t n = (size_t)d * contacts;
    char text[200], other[200];
    for (int k = 0; k < ROUNDS; k++) {
        problem_new(&s->p, d, contacts, n * n);
        make_matrix(s, uniform(0, 1), 3, 0);
        make_frictions(&s->p);
        for (size_t i = 0; i < n; i++)
            s->p.q[i] = uniform(-1, 1) - (i % (size_t)d == 0 ? 0.5 : 0);
        fill_sample(s);
        int32_t status = solve_in_units(&s->p, 1, 1, text, sizeof text);
        solved += status == WD_OK;
        infeasible += status == WD_ENOSOL && strstr(text, "infeasible") != NULL;
        jammed += status == WD_ENOSOL && strstr(text, "jammed") != NULL;
        differ += solve_in_units(&s->p, MASS, SPEED, other, sizeof other) != status ||
                  strcmp(text, other) != 0;
        problem_free(&s->p);
    }
    check(solved + infeasible + jammed == ROUNDS,
          "%zu contacts, d %d: %d solved, %d infeasible, %d jammed", contacts, d, solved,
          infeasible, jammed);
    check(differ == 0, "%d problems have another status in other units", differ);
}

int main(void)
{
    static struct sample sample;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        solvable_problems(&sample, &kinds[k]);
    for (int d = 2; d <= 3; d++)
        for (size_t contacts = 1; contacts <= 4; contacts++)
            few_contacts(&sample, d, contacts);
    return done();
}
