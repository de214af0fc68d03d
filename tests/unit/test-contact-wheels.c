/* SPDX-License-Identifier: MIT */
/* Contact problems of wheels and brakes at acceleration level. A sliding wheel is a contact without
 * friction whose column also contains the friction force, so W is not symmetric. A brake is a
 * contact whose normal force is fixed to its capacity. */
#include <wheeldyn/contact.h>

#include "contact.h"
#include "csv.h"
#include "random.h"
#include "tap.h"

enum { N = 8, MOST_ELEMENTS = 4, MOST_ROWS = 3 * MOST_ELEMENTS, MOST_OF_MACHINE = 24 };

static void problem_dense(struct problem *p, size_t contacts)
{
    problem_new(p, 3, contacts, 9 * contacts * contacts);
    for (size_t i = 0; i <= p->n; i++)
        p->start[i] = i * p->n;
    for (size_t e = 0; e < p->entries; e++)
        p->column[e] = (uint32_t)(e % p->n);
}

/* Solve; returns the status, r and u, and their true residual. */
static int32_t solve_and_check(const struct problem *p, double tolerance, double *r, double *u,
                               struct judgement *judgement)
{
    wd_contact *c;
    wd_contact_new(3, p->contacts, &c);
    wd_contact_set(c, WD_CONTACT_TOLERANCE, tolerance);
    int32_t status = wd_contact_set_matrix(c, p->start, p->column, p->value);
    if (status == WD_OK)
        status = wd_contact_set_problem(c, p->mu, p->q);
    if (status == WD_OK)
        status = wd_contact_solve(c, r, u, 0);
    *judgement = problem_judge(p, r);
    wd_contact_free(c);
    return status;
}

/* ---- three machines ---- */

/* Solve the problem of a machine; compare the forces with those of the table if they are unique. */
static void solve_machine(const char *name, size_t contacts, int unique)
{
    struct problem p;
    struct csv csv;
    double want[MOST_OF_MACHINE] = {0}, r[MOST_OF_MACHINE] = {0}, u[MOST_OF_MACHINE];
    char path[64];
    problem_dense(&p, contacts);
    snprintf(path, sizeof path, "vehicle/cone_%s.csv", name);
    csv_open(&csv, path);
    while (csv_next(&csv)) {
        const char *what = csv_text(&csv, "what");
        size_t i = (size_t)csv_real(&csv, "row"), j = (size_t)csv_real(&csv, "column");
        double *to = *what == 'W'   ? &p.value[i * p.n + j]
                     : *what == 'q' ? &p.q[i]
                     : *what == 'm' ? &p.mu[i]
                                    : &want[i];
        *to = csv_real(&csv, "value");
    }
    struct judgement j;
    int32_t status = solve_and_check(&p, 1e-13, r, u, &j);
    double error = 0, size = 0;
    for (size_t i = 0; i < p.n; i++) {
        error = fmax(error, fabs(r[i] - want[i]));
        size = fmax(size, fabs(want[i]));
    }
    check(status == WD_OK && j.residual <= 1e-13 + j.floor, "%s is solved: residual %.1g", name,
          j.residual);
    if (unique)
        near_abs(error, 0, 1e-12 * size, "difference of the forces from those of the table");
    problem_free(&p);
}

/* ---- random machines ---- */

enum { CANDIDATE, SLIDING, BRAKE };

/* A contact or brake: forces along its columns cause accelerations along its rows, through the
 * inverse of a mass matrix. */
struct element {
    int type;
    double row[3][N], column[3][N];
    double own; /* diagonal entry of W of a component that is not coupled to others */
    double mu, r[3], u[3];
};

static double apply_inverse(double inverse[N][N], const double *a, const double *b)
{
    double sum = 0;
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++)
            sum += a[i] * inverse[i][j] * b[j];
    return sum;
}

static void random_inverse(double inverse[N][N])
{
    double a[N][N];
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++)
            a[i][j] = uniform(-1, 1);
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++) {
            inverse[i][j] = i == j ? 0.05 : 0;
            for (size_t k = 0; k < N; k++)
                inverse[i][j] += a[i][k] * a[j][k];
        }
}

/* Draw a contact state: open, sticking or slipping, as the law allows. */
static void random_state(struct element *e)
{
    double angle = uniform(-3.2, 3.2), x = cos(angle), y = sin(angle), normal = uniform(1, 100);
    int state = (int)uniform(0, e->type == SLIDING ? 2 : 3);
    memset(e->r, 0, sizeof e->r);
    memset(e->u, 0, sizeof e->u);
    if (e->type == BRAKE)
        x = x > 0 ? 1 : -1, y = 0, state = state > 0 ? 2 : 1;
    if (state == 0) {
        e->u[0] = uniform(0.1, 10);
        e->u[1] = e->type == SLIDING ? 0 : x;
        e->u[2] = e->type == SLIDING ? 0 : y;
        return;
    }
    double share = state == 2 ? 1 : uniform(0, 0.9), speed = state == 2 ? uniform(0.1, 10) : 0;
    e->r[0] = normal;
    e->r[1] = e->type == SLIDING ? 0 : -share * e->mu * normal * x;
    e->r[2] = e->type == SLIDING ? 0 : -share * e->mu * normal * y;
    e->u[1] = e->type == SLIDING ? 0 : speed * x;
    e->u[2] = e->type == SLIDING ? 0 : speed * y;
}

static void random_element(struct element *e, int type, double friction, double inverse[N][N])
{
    double angle = uniform(-3.2, 3.2), J[3][N];
    memset(e, 0, sizeof *e);
    e->type = type;
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; i < N; i++)
            J[k][i] = uniform(-1, 1);
    e->mu = type == CANDIDATE ? friction : type == BRAKE ? 1 : 0;
    for (size_t k = 0; k < 3; k++) {
        int coupled = type == CANDIDATE || k == (type == BRAKE);
        memcpy(e->row[k], J[k], coupled ? sizeof J[k] : 0);
        memcpy(e->column[k], J[k], coupled ? sizeof J[k] : 0);
    }
    if (type == SLIDING)
        for (size_t i = 0; i < N; i++)
            e->column[0][i] -= friction * (cos(angle) * J[1][i] + sin(angle) * J[2][i]);
    e->own = apply_inverse(inverse, J[type == BRAKE], J[type == BRAKE]);
    random_state(e);
}

/* A random problem with a known solution. */
static void random_problem(struct problem *p, struct element *e, double friction)
{
    double inverse[N][N];
    size_t contacts = (size_t)uniform(1, MOST_ELEMENTS + 1);
    random_inverse(inverse);
    for (size_t i = 0; i < contacts; i++)
        random_element(&e[i], (int)uniform(0, 3), friction, inverse);
    problem_dense(p, contacts);
    for (size_t i = 0; i < p->n; i++) {
        p->mu[i / 3] = e[i / 3].mu;
        p->q[i] = e[i / 3].u[i % 3];
        for (size_t j = 0; j < p->n; j++) {
            double w = apply_inverse(inverse, e[i / 3].row[i % 3], e[j / 3].column[j % 3]);
            if (i == j && w == 0)
                w = e[i / 3].own;
            p->value[i * p->n + j] = w;
            p->q[i] -= w * e[j / 3].r[j % 3];
        }
    }
}

static double determinant(double *a, size_t n)
{
    double d = 1;
    for (size_t k = 0; k < n; k++) {
        size_t best = k;
        for (size_t i = k; i < n; i++)
            best = fabs(a[i * n + k]) > fabs(a[best * n + k]) ? i : best;
        if (a[best * n + k] == 0)
            return 0;
        d *= best == k ? a[best * n + k] : -a[best * n + k];
        for (size_t j = 0; j < n; j++) {
            double x = a[k * n + j];
            a[k * n + j] = a[best * n + j];
            a[best * n + j] = x;
        }
        for (size_t i = k + 1; i < n; i++)
            for (size_t j = n; j-- > k;)
                a[i * n + j] -= a[i * n + k] / a[k * n + k] * a[k * n + j];
    }
    return d;
}

/* True if all principal minors are positive. */
static int is_p_matrix(const struct problem *p)
{
    for (size_t set = 1; set < (size_t)1 << p->n; set++) {
        double a[MOST_ROWS * MOST_ROWS];
        size_t in[MOST_ROWS], n = 0;
        for (size_t i = 0; i < p->n; i++)
            if (set >> i & 1)
                in[n++] = i;
        for (size_t i = 0; i < n * n; i++)
            a[i] = p->value[in[i / n] * p->n + in[i % n]];
        if (determinant(a, n) <= 0)
            return 0;
    }
    return 1;
}

/* True if the normal force of a contact accelerates it downwards; such problems are refused,
 * because the solver scales a contact by its diagonal entries of W, which must be positive. */
static int pulls_down(const struct problem *p)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->value[i * p->n + i] <= 0)
            return 1;
    return 0;
}

/* Solve random problems: all with positive principal minors of W are solved, and each reported
 * solution is correct. */
static void random_problems(double friction, int count)
{
    int regular = 0, solved = 0, refused = 0, wrong = 0;
    for (int k = 0; k < count; k++) {
        struct problem p;
        struct element e[MOST_ELEMENTS];
        double r[MOST_ROWS] = {0}, u[MOST_ROWS];
        struct judgement j;
        random_problem(&p, e, friction);
        int32_t status = solve_and_check(&p, 1e-12, r, u, &j), regularly = is_p_matrix(&p);
        regular += regularly;
        solved += regularly && status == WD_OK;
        refused += status != WD_OK;
        if (status == WD_OK)
            wrong += !(j.residual <= 1e-12 + j.floor);
        else
            wrong += status != (pulls_down(&p) ? WD_EINVAL : WD_ENOCONV);
        problem_free(&p);
    }
    check(regular > count / 2 && solved == regular,
          "mu = %g: %d of %d problems with positive minors are solved", friction, solved, regular);
    check(wrong == 0,
          "of all %d problems %d are refused, with the right status; all others are solved", count,
          refused);
}

int main(void)
{
    solve_machine("bicycle_rolling", 2, 1);
    solve_machine("bicycle_skid", 3, 1);
    solve_machine("car_hold", 8, 0);
    random_problems(0.1, 1000);
    random_problems(0.5, 1000);
    random_problems(1, 1000);
    random_problems(3, 1000);
    return done();
}
