/* SPDX-License-Identifier: MIT */
/* Contacts that slide in given directions beside contacts that may stick, slip or open: Newton's
 * method compared with the global solver, which uses another method. Contacts from random guesses:
 * the search needs its other stages. */
#include "tap.h"
#include "friction-saturated.h"

#include <stdlib.h>
#include <wheeldyn/wheeldyn.h>

enum { GUESSES = 20000 };

static const struct friction_sizes most = {3 * WHEELS, 3 * WHEELS, WHEELS};
static double *memory, *scratch;
static void *cones;

static void list_elements(const struct problem *p, const int *slides, const double *angle,
                          struct friction_problem *f)
{
    *f = (struct friction_problem){.interrupt = NULL};
    friction_carve(f, most, memory);
    friction_carve_scratch(f, most, scratch);
    f->rows = 3 * p->wheels, f->count = p->wheels, f->W = p->W, f->q = p->c;
    for (size_t i = 0; i < p->wheels; i++)
        f->element[i] = (struct friction_element){
            .set = slides[i] ? FRICTION_SLIDING : FRICTION_CONE,
            .row = 3 * i,
            .mu = p->wheel[i].mu,
            .mode = slides[i] ? FRICTION_SLIP : FRICTION_STICK,
            .direction = {slides[i] ? cos(angle[i]) : 0, slides[i] ? sin(angle[i]) : 0}};
}

/* Violation of the complementarity of normal forces and accelerations, of the friction law of
 * sliding contacts, and of the friction limits of the others, relative to the largest force. */
static double misfit_of(const struct friction_problem *f)
{
    double worst = 0, size = largest(f->r, f->rows);
    for (size_t i = 0; i < f->count; i++) {
        const struct friction_element *e = &f->element[i];
        const double *r = f->r + e->row, *u = f->u + e->row;
        double own = f->W[e->row * (f->rows + 1)];
        worst = fmax(worst, fmax(-r[0], fabs(fmin(r[0], u[0] / own))));
        for (size_t k = 0; e->set == FRICTION_SLIDING && k < 2; k++)
            worst = fmax(worst, fabs(r[1 + k] + e->mu * r[0] * e->direction[k]));
        if (e->set == FRICTION_CONE)
            worst = fmax(worst, hypot(r[1], r[2]) - e->mu * r[0]);
    }
    return size > 0 ? worst / size : worst;
}

/* Compare friction_solve(), Newton's method, with friction_cones(), the global solver, on the
 * problems that the global solver solves. */
static void compare_solvers(size_t wheels, int parallel, size_t count)
{
    struct problem p;
    struct friction_problem newton;
    double worst = 0, misfit = 0, moved[ROWS];
    size_t solved = 0, failed = 0;
    for (size_t n = 0; n < count; n++) {
        int slides[WHEELS];
        double angle[WHEELS];
        random_problem(&p, wheels, parallel);
        for (size_t i = 0; i < wheels; i++)
            slides[i] = uniform(0, 1) < 0.5, angle[i] = uniform(-3.14, 3.14);
        list_elements(&p, slides, angle, &newton);
        newton.cones = cones;
        if (friction_cones(&newton) != WD_OK)
            continue;
        memcpy(moved, newton.u, sizeof *moved * newton.rows);
        list_elements(&p, slides, angle, &newton);
        solved++;
        if (friction_solve(&newton) != WD_OK) {
            failed++;
            continue;
        }
        double size = largest(p.c, newton.rows), off = 0;
        for (size_t i = 0; i < newton.rows;
             i++) /* Newton's method does not compute u of tangential rows of SLIDING */
            if (i % 3 == 0 || !slides[i / 3])
                off = fmax(off, fabs(newton.u[i] - moved[i]) / size);
        misfit = fmax(misfit, misfit_of(&newton));
        worst = fmax(worst, off);
    }
    const char *kind = parallel ? "parallel" : "askew";
    check(solved > count / 2 && failed == 0,
          "%zu wheels, %s: Newton's method alone fails in %zu of %zu problems", wheels, kind,
          failed, solved);
    near_abs(misfit, 0, 1e-9, "violation of the laws, relative to the largest force");
    near_abs(worst, 0, 1e-8, "accelerations agree with the global solver");
}

/* Left and right wheels of a rigid body carry the same load, even if the front wheels slide. */
static void symmetric_loads(void)
{
    struct machine m = {.wheels = 4, .mass = 1000, .h = 0.5, .radius = {0.7, 0.7, 0.7}};
    struct friction_problem f;
    struct problem p;
    const double x[] = {1, 1, -1, -1}, y[] = {0.7, -0.7, 0.7, -0.7}, angle[] = {0, 0, 0, 0};
    const int slides[] = {1, 1, 0, 0};
    for (size_t i = 0; i < 4; i++)
        m.x[i] = x[i], m.y[i] = y[i], m.inertia[i] = 1;
    m.load[2] = -9.8 * m.mass;
    problem_of(&m, &p);
    for (size_t i = 0; i < 4; i++)
        p.wheel[i].mu = 0.5;
    list_elements(&p, slides, angle, &f);
    check(friction_solve(&f) == WD_OK, "a car with sliding front wheels has forces");
    /* rounding divided by the relative compliance of rows: 1e-16/3e-7 of 2450 N */
    near_abs(f.r[0] - f.r[3], 0, 5e-6, "loads of the front wheels are equal");
    near_abs(f.r[6] - f.r[9], 0, 5e-6, "loads of the rear wheels are equal");
    near_abs(f.r[0] + f.r[3] + f.r[6] + f.r[9], 9800, 1e-6,
             "the four wheels together carry the weight");
}

/* Largest difference between the returned accelerations and those that the returned forces cause,
 * in every row or in every third one. */
static double error_of(const struct friction_problem *f, size_t step)
{
    double worst = 0;
    for (size_t i = 0; i < f->rows; i += step) {
        double u = f->q[i];
        for (size_t j = 0; j < f->rows; j++)
            u += f->W[i * f->rows + j] * f->r[j];
        worst = fmax(worst, fabs(u - f->u[i]));
    }
    return worst;
}

/* Four wheels carry a rigid body, so their loads depend on each other. The two left wheels brace
 * each other along x, except that the first may spin; its heading is almost along y. The torque T
 * turns the first wheel unless a force T/(0.3 m * 3e-4) = 11 kN along x holds it; friction, at most
 * half of the load, cannot. */
static void braced_wheels(void)
{
    struct machine m = {.wheels = 4, .mass = 1000, .h = 0.5, .radius = {0.7, 0.7, 0.7}};
    struct friction_problem f;
    struct problem p;
    const double x[] = {1, -1, 1, -1}, y[] = {0.7, 0.7, -0.7, -0.7}, angle[] = {0, 0, 0, 0};
    const int slides[] = {0, 0, 0, 0};
    for (size_t i = 0; i < 4; i++)
        m.x[i] = x[i], m.y[i] = y[i], m.inertia[i] = 1;
    m.turns[0] = 1, m.heading[0] = acos(3e-4);
    m.load[2] = -9.8 * m.mass, m.load[6] = 1;
    problem_of(&m, &p);
    for (size_t i = 0; i < 4; i++)
        p.wheel[i].mu = i < 2 ? 0.5 : 0;
    list_elements(&p, slides, angle, &f);
    f.cones = cones;
    check(friction_cones(&f) == WD_OK, "braced wheels have forces");
    near_abs(error_of(&f, 1), 0, 1e-9, "the forces cause the accelerations");
    check(hypot(f.u[1], f.u[2]) > 1e-6, "the spinning wheel starts to slide with %.3g m/s^2",
          hypot(f.u[1], f.u[2]));
    near_abs(hypot(f.r[1], f.r[2]) / (0.5 * f.r[0]), 1, 1e-9,
             "the friction of the spinning wheel is at its limit");
}

/* Random problem of a sliding contact and a stop: with the stop open, friction makes the contact
 * accelerate into the ground, the more the larger its force is. With the stop closed, the same
 * force separates the contact. Both exert the forces in *r. */
static void draw_propped(struct problem *p, double angle, double side, double r[2])
{
    double J[4][4], own, across, back, stop, *W = p->W;
    do {
        for (size_t k = 0; k < 16; k++)
            J[k / 4][k % 4] = uniform(-1, 1);
        for (size_t k = 0; k < 16; k++) {
            W[k] = 0;
            for (size_t l = 0; l < 4; l++)
                W[k] += J[k / 4][l] * J[k % 4][l];
        }
        p->wheel[0].mu = uniform(0.5, 3);
        double x = p->wheel[0].mu * cos(angle), y = p->wheel[0].mu * sin(angle);
        own = W[0] - x * W[1] - y * W[2];
        back = side * (W[12] - x * W[13] - y * W[14]);
        across = side * W[3];
        stop = W[15];
    } while (own >= 0 || own * stop - across * back < 0.01 * W[0] * stop);
    r[0] = uniform(0.1, 1), r[1] = uniform(0.1, 1);
    memset(p->c, 0, sizeof p->c);
    p->c[0] = -(own * r[0] + across * r[1]);
    p->c[3] = -side * (back * r[0] + stop * r[1]);
}

/* The contact and the stop of draw_propped() obey the laws. Their forces are unique if the contact
 * accelerates into the ground without forces: it cannot close alone, and because its force is
 * positive with both closed, the force of the stop alone does not lift it. */
static void propped_contact(void)
{
    enum { COUNT = 1000 };
    struct friction_problem f;
    struct problem p;
    double misfit = 0, error = 0, other = 0;
    size_t failed = 0, unique = 0;
    for (size_t n = 0; n < COUNT; n++) {
        double angle = uniform(-3.14, 3.14), side = uniform(0, 1) < 0.5 ? 1 : -1, r[2];
        const int slides[] = {1};
        draw_propped(&p, angle, side, r);
        p.wheels = 1;
        list_elements(&p, slides, &angle, &f);
        f.rows = 4, f.count = 2, f.cones = cones;
        f.element[1] = (struct friction_element){.set = FRICTION_STOP, .row = 3, .side = side};
        if (friction_cones(&f) != WD_OK) {
            failed++;
            continue;
        }
        double push = side * f.r[3], ahead = side * f.u[3] / f.W[15];
        f.count = 1;
        misfit = fmax(misfit, fmax(misfit_of(&f), fabs(fmin(push, ahead))));
        error = fmax(error, error_of(&f, 3));
        if (p.c[0] >= 0)
            continue;
        unique++;
        other = fmax(other, fmax(fabs(f.r[0] - r[0]), fabs(push - r[1])));
    }
    check(failed == 0, "%zu of %d contacts that a stop props have no forces", failed, (int)COUNT);
    near_abs(misfit, 0, 1e-9, "violation of the laws");
    near_abs(error, 0, 1e-9, "the forces cause the accelerations");
    check(unique > 0, "forces are unique in %zu problems", unique);
    near_abs(other, 0, 1e-8, "unique forces are those of the problem");
}

static void guess_mode(struct friction_element *e)
{
    double angle = uniform(-3.14, 3.14), draw = uniform(0, 1);
    e->mode = draw < 0.3 ? FRICTION_OPEN : draw < 0.6 ? FRICTION_STICK : FRICTION_SLIP;
    if (e->mode == FRICTION_SLIP && e->mu > 0)
        e->direction[0] = cos(angle), e->direction[1] = sin(angle);
}

/* Four wheels of one body, with statically indeterminate forces and random friction, of a third of
 * them none. Newton's method fails from a few random guesses; a path then leads to a solution. */
static void random_guesses(void)
{
    size_t answers[FRICTION_RUNGS] = {0}, failed = 0;
    struct friction_problem f;
    struct problem p;
    double misfit = 0;
    for (size_t n = 0; n < GUESSES; n++) {
        const int slides[WHEELS] = {0};
        const double angle[WHEELS] = {0};
        random_problem(&p, 4, 1);
        for (size_t i = 0; i < 4; i++)
            p.wheel[i].mu = uniform(0, 1) < 0.3 ? 0 : uniform(0, 1.2);
        list_elements(&p, slides, angle, &f);
        for (size_t i = 0; i < 4; i++)
            guess_mode(&f.element[i]);
        f.cones = cones;
        failed += friction_solve(&f) != WD_OK;
        answers[f.rung]++;
        misfit = fmax(misfit, misfit_of(&f));
    }
    check(failed == 0, "%zu of %d problems of wheels without and with friction are not solved",
          failed, (int)GUESSES);
    check(answers[FRICTION_RUNG_PATH] > 0, "%zu of them are solved by a path from the last iterate",
          answers[FRICTION_RUNG_PATH]);
    near_abs(misfit, 0, 1e-9, "violation of the laws");
}

/* Two brakes that nearly act on the same joint. The residual of the difference of their torques is
 * below the goal of the search, and a step changes it by 0.3 %. The answer does not change if the
 * problem is solved again. */
static void repeated_brakes(void)
{
    const double W[] = {1, 1 - 1e-9, 1 - 1e-9, 1}, q[] = {-2 + 4e-13, -2 - 4e-13};
    struct friction_problem f = {.interrupt = NULL};
    double r[2], moved = 0;
    friction_carve(&f, (struct friction_sizes){2, 2, 0}, memory);
    friction_carve_scratch(&f, (struct friction_sizes){2, 2, 0}, scratch);
    f.rows = f.count = 2, f.W = W, f.q = q, f.polishes = 1;
    for (size_t i = 0; i < 2; i++)
        f.element[i] = (struct friction_element){
            .set = FRICTION_BAND, .row = i, .limit = 10, .mode = FRICTION_STICK};
    check(friction_solve(&f) == WD_OK, "two brakes hold nearly the same joint");
    memcpy(r, f.r, sizeof r);
    for (int i = 0; i < 10; i++) {
        check(friction_solve_again(&f) == WD_OK, "the same problem is solved again");
        moved = fmax(moved, fabs(f.r[0] - r[0]) + fabs(f.r[1] - r[1]));
    }
    near_abs(moved, 0, 0, "the torques do not change");
}

int main(void)
{
    struct friction_problem f;
    memory = calloc(friction_carve(&f, most, NULL), sizeof *memory);
    scratch = calloc(friction_carve_scratch(&f, most, NULL), sizeof *scratch);
    cones = friction_cones_new(WHEELS);
    for (size_t wheels = 1; wheels <= 4; wheels++)
        for (int parallel = 0; parallel < 2; parallel++)
            compare_solvers(wheels, parallel, 1000);
    symmetric_loads();
    braced_wheels();
    propped_contact();
    random_guesses();
    repeated_brakes();
    free(memory);
    free(scratch);
    friction_cones_free(cones);
    return done();
}
