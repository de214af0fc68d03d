/* SPDX-License-Identifier: MIT */
/* Random wheels, robots and carts thrown at ground that the including program sets by
 * thrown_ground(). Runs 3 to 5 of every six use Moreau steps. No wheel penetrates the ground, the
 * energy minus the work of the inputs does not grow, and the force of each wheel stays within its
 * friction cone, all within the limits below. Event-driven runs lose energy only by friction and by
 * impacts, as their events report (losses.h). Few runs end with a status that the manual documents
 * (FAILING), none with any other. */
#ifndef ROBUST_THROWN_H
#define ROBUST_THROWN_H

#include "losses.h"
#include "support.h"

#include "random.h"

enum { WIDTH = 9, REASON = 8, CHUNKS = 50, WHEELS = 4, STATUSES = 12 };

#define CHUNK 0.02 /* s: part of a run after which the conditions are checked */
#define STEP 0.001 /* s: Moreau step */

/* m: distance covered in a Moreau step at 5 m/s. The gap of a round wheel differs from its linear
 * change over a step by WAY^2 / (2 radius), which is the depth that the wheel may penetrate. */
#define WAY (STEP * 5)

/* Largest speed of approach in m/s: a fall over 3.2 m with 2 m/s at the start, and spin. */
#define APPROACH 10

/* m: lower bound of the reference energy of GAIN, per weight: the lowest start is 1.6 m above z =
 * 0, and the reference adds 1 m. */
#define HEIGHT 2.6

/* Relative energy gain allowed in a chunk of Moreau steps; the reference is the energy at the start
 * plus the weight times 1 m. A wheel that ends a step in the ground is lifted by up to half of the
 * distance STEP APPROACH that it has covered in this step, and this lifts the whole machine by no
 * more. The largest gain measured in 100,000 random profiles is 1.2e-3, and in
 * 20,000 random surfaces 1.9e-3. */
#define GAIN (0.5 * STEP * APPROACH / HEIGHT)

/* Largest share of the runs that may end with a documented failure. Measured: 8 in 100,000 random
 * profiles. Up to 5,000 runs none may fail. */
#define FAILING 2e-4

/* Relative error of the energy: a hundred times the default of solver.rtol, to which the error of
 * one step is held. The copy of a model before an event takes other steps than the model. The
 * largest values in 120,000 runs are 6e-8 and, at an event, 1e-7; the latter vanishes with smaller
 * rtol. */
#define BALANCE 1e-7

struct machine {
    wd_model *model;
    int wheels;
    const char *wheel[WHEELS];
    double radius[WHEELS]; /* m */
    double restitution, weight;
};

struct tally {
    long runs, ended;
    long unsolved, jammed, beyond_limit; /* runs that fail with WD_ENOCONV, WD_ENOSOL, WD_ELIMIT */
    long failed;                         /* runs that fail with another status */
    long deep, grown, beyond; /* samples: penetrations, growth of energy, forces beyond cones */
    long unbalanced, silent, frictionless; /* samples: errors of the balance; losses that no event
                                            * reports; losses between events without friction */
    double imbalance, at_event, in_flow;   /* their largest values, relative */
    long unseen;                           /* instants of events that could not be judged */
    double deepest;                        /* radii: lowest gap */
    double most,
        cone; /* largest growth of the energy, relative; largest excess over a cone / weight */
};

static struct tally tallies[2];
static int verbose;

struct ending {
    char text[160];
    long count, first;
};

static struct ending endings[STATUSES];

static void end(long run, const char *text)
{
    int i = 0;
    while (i < STATUSES - 1 && endings[i].count > 0 && strncmp(endings[i].text, text, 40) != 0)
        i++;
    if (endings[i].count++ == 0) {
        endings[i].first = run;
        snprintf(endings[i].text, sizeof endings[i].text, "%s", text);
    }
}

static void report(long run, const char *what, double value)
{
    if (verbose)
        printf("# run %ld: %s, %g\n", run, what, value);
}

/* Set the ground of the program for wheels up to this radius. */
static void thrown_ground(wd_model *, double largest);
/* Smallest height in m of points of the wheel above the ground, below 0 if they are in it; a
 * program may always return 0. */
static double thrown_height(const struct machine *, int wheel);

/* ---- machines ---- */

static void put_of(wd_model *model, const char *role, const char *part, const char *what,
                   double value)
{
    char name[96];
    snprintf(name, sizeof name, "%s.%s.%s", role, part, what);
    put(model, name, value);
}

static void add(wd_model *model, const char *type, const char *name, const char *a, const char *b)
{
    const char *on[] = {a, b};
    if (wd_model_add_part(model, type, name, on, a ? b ? 2 : 1 : 0) != WD_OK) {
        printf("Bail out! %s: %s\n", name, wd_model_error(model));
        exit(1);
    }
}

static void add_body(struct machine *m, const char *name, double mass, double size)
{
    static const char *const inertia[] = {"xx", "yy", "zz"};
    add(m->model, "body", name, NULL, NULL);
    put_of(m->model, "param", name, "mass", mass);
    for (int k = 0; k < 3; k++)
        put_of(m->model, "param", name, inertia[k], mass * size * size * uniform(0.3, 0.6));
    m->weight += 9.81 * mass;
}

static void add_wheel(struct machine *m, const char *type, const char *name, const char *on,
                      double x, double y, double radius)
{
    add(m->model, type, name, on, NULL);
    put_of(m->model, "param", name, "x", x);
    put_of(m->model, "param", name, "y", y);
    put_of(m->model, "param", name, "radius", radius);
    double crown = uniform(0, 1);
    crown = crown < 0.2 ? 0 : crown < 0.4 ? radius : uniform(0, radius);
    put_of(m->model, "param", name, "crown", crown);
    put_of(m->model, "param", name, "restitution", m->restitution);
    put_of(m->model, "input", name, "mu", uniform(0, 1) < 0.15 ? 0 : uniform(0, 1.2));
    if (strcmp(type, "wheel") == 0) {
        put_of(m->model, "param", name, "spin_inertia", 0.5 * radius * radius);
        put_of(m->model, "param", name, "cross_inertia", 0.3 * radius * radius);
        put_of(m->model, "input", name, "torque", uniform(-2, 2));
        m->weight += 9.81;
    }
    m->radius[m->wheels] = radius;
    m->wheel[m->wheels++] = name;
}

/* Build a single rim, two wheels and a rim, or four wheels on one body. */
static void build(struct machine *m, long run)
{
    static const char *const names[] = {"w0", "w1", "w2", "w3"};
    int32_t status = wd_model_new("vehicle", &m->model);
    if (status != WD_OK)
        exit(1);
    m->restitution = uniform(0, 1) < 0.5 ? 0 : uniform(0, 0.8);
    if (run % 3 == 0) {
        add_body(m, "frame", 3, 0.3);
        add_wheel(m, "rim", "w0", "frame", 0, 0, uniform(0.1, 0.4));
        return;
    }
    int four = run % 3 == 2;
    add_body(m, "frame", 8, 0.3);
    put_of(m->model, "param", "frame", "z", 0.1);
    double radius = uniform(0.1, 0.2);
    for (int i = 0; i < (four ? 4 : 2); i++)
        add_wheel(m, "wheel", names[i], "frame", i < 2 ? 0.25 : -0.25, i % 2 ? -0.25 : 0.25,
                  radius);
    if (!four)
        add_wheel(m, "rim", "w2", "frame", -0.2, 0, radius);
}

static void throw(struct machine * m, int by_steps)
{
    static const char *const rates[] = {"forward", "left", "up"};
    static const char *const turns[] = {"roll_rate", "pitch_rate", "yaw_rate"};
    double largest = 0;
    for (int i = 0; i < m->wheels; i++)
        largest = fmax(largest, m->radius[i]);
    thrown_ground(m->model, largest);
    put_of(m->model, "init", "frame", "x", uniform(-1, 2));
    put_of(m->model, "init", "frame", "z", uniform(1.6, 2.2));
    put_of(m->model, "init", "frame", "yaw", uniform(-3, 3));
    put_of(m->model, "init", "frame", "roll", uniform(-0.6, 0.6));
    put_of(m->model, "init", "frame", "pitch", uniform(-0.6, 0.6));
    for (int k = 0; k < 3; k++) {
        put_of(m->model, "init", "frame", rates[k], uniform(-2, 2));
        put_of(m->model, "init", "frame", turns[k], uniform(-3, 3));
    }
    if (by_steps) {
        put(m->model, "solver.scheme", 1);
        put(m->model, "solver.fixed_step", STEP);
    }
}

/* ---- judging ---- */

static double value_of_part(const wd_model *model, const char *role, const char *part,
                            const char *what)
{
    char name[96];
    snprintf(name, sizeof name, "%s.%s.%s", role, part, what);
    return value_of(model, name);
}

static void judge_wheel(const struct machine *m, int i, struct tally *tally, long run)
{
    int by_steps = tally == &tallies[1];
    const char *name = m->wheel[i];
    double gap = value_of_part(m->model, "output", name, "gap") / m->radius[i];
    gap = fmin(gap, thrown_height(m, i) / m->radius[i]);
    double N = value_of_part(m->model, "output", name, "normal_force");
    double mu = value_of_part(m->model, "input", name, "mu");
    double force = hypot(value_of_part(m->model, "output", name, "forward_force"),
                         value_of_part(m->model, "output", name, "side_force"));
    double over = force - mu * N * (1 + 1e-9) - 1e-9 * m->weight;
    tally->deepest = fmin(tally->deepest, gap);
    if (!(gap >= (by_steps ? -0.5 * pow(WAY / m->radius[i], 2) : -1e-10))) {
        tally->deep++;
        report(run, "penetration of the ground", gap);
    }
    tally->cone = fmax(tally->cone, over / m->weight);
    if (!(over <= 0)) {
        tally->beyond++;
        report(run, "force beyond its cone", over);
    }
}

static double energy(const wd_model *model)
{
    return value_of(model, "output.kinetic_energy") + value_of(model, "output.potential_energy") -
           value_of(model, "output.work");
}

static void judge_energy(double value, double *most, long *count, const char *what, long run)
{
    *most = fmax(*most, fabs(value));
    if (!(fabs(value) <= BALANCE)) {
        ++*count;
        report(run, what, value);
    }
}

/* imbalance: change of the energy balance in a chunk; scale: reference of all energies. */
static void judge_losses(const struct losses *losses, double imbalance, double scale,
                         struct tally *tally, long run)
{
    judge_energy(imbalance / scale, &tally->imbalance, &tally->unbalanced,
                 "energy does not balance", run);
    judge_energy(losses->at_event / scale, &tally->at_event, &tally->silent,
                 "loss that no event reports", run);
    judge_energy(losses->in_flow / scale, &tally->in_flow, &tally->frictionless,
                 "loss without an event or friction", run);
    tally->unseen += losses->unseen;
}

/* Count the reasons for which motions end. */
static void note_end(const wd_model *model, long run, struct tally *tally)
{
    static const char *const why[] = {"flat", "hollow", "further", "along"};
    double t, number[WIDTH];
    int32_t type = 0;
    wd_model_event(model, wd_model_event_count(model) - 1, &t, &type, number, WIDTH);
    tally->ended++;
    end(run, type == WD_EVENT_LIMIT ? why[(int)number[REASON]] : "another event");
}

static void note_failure(int32_t status, struct tally *tally)
{
    switch (status) {
    case WD_ENOCONV:
        tally->unsolved++;
        break;
    case WD_ENOSOL:
        tally->jammed++;
        break;
    case WD_ELIMIT:
        tally->beyond_limit++;
        break;
    default:
        tally->failed++;
    }
}

static double energy_balance(const wd_model *model)
{
    return energy(model) + value_of(model, "output.dissipated");
}

/* Step to the time t and judge the motion; returns the status of the step. */
static int32_t take_chunk(struct machine *m, double t, double reference, struct tally *tally,
                          long run)
{
    int by_steps = tally == &tallies[1];
    struct losses losses = {.allowed = BALANCE * reference};
    double before = energy(m->model), balance = energy_balance(m->model);
    int32_t status =
        by_steps ? wd_model_step_to(m->model, t) : step_and_compare(m->model, t, &losses);
    double more = (energy(m->model) - before) / reference;
    if (status >= 0 && !by_steps)
        judge_losses(&losses, energy_balance(m->model) - balance, reference, tally, run);
    for (int i = 0; i < m->wheels && status >= 0; i++)
        judge_wheel(m, i, tally, run);
    tally->most = fmax(tally->most, more);
    if (!(more <= (by_steps ? GAIN : 1e-7))) {
        tally->grown++;
        report(run, "energy grows", more);
    }
    return status;
}

static void one(long run)
{
    int by_steps = (int)(run / 3 % 2);
    struct machine m = {.wheels = 0};
    struct tally *tally = &tallies[by_steps];
    uniform_seed((uint64_t)run);
    build(&m, run);
    throw(&m, by_steps);
    tally->runs++;
    int32_t status = wd_model_init(m.model, 0);
    if (status != WD_OK) { /* the wheel starts in the ground */
        end(run, wd_model_error(m.model));
        wd_model_free(m.model);
        return;
    }
    double reference = energy(m.model) + m.weight;
    for (int k = 1; k <= CHUNKS && status >= 0 && status != WD_END; k++)
        status = take_chunk(&m, CHUNK * k, reference, tally, run);
    if (status < 0) {
        note_failure(status, tally);
        end(run, wd_model_error(m.model));
        report(run, wd_model_error(m.model), status);
    } else if (status == WD_END) {
        note_end(m.model, run, tally);
    }
    wd_model_free(m.model);
}

static void report_runs(const struct tally *t, const char *how)
{
    printf("# %s: %ld runs, %ld end early, deepest %.2g radii, most energy %.2g, cone %.2g\n", how,
           t->runs, t->ended, t->deepest, t->most, t->cone);
    printf("# %s: %ld runs fail with WD_ENOCONV, %ld with WD_ENOSOL, %ld with WD_ELIMIT\n", how,
           t->unsolved, t->jammed, t->beyond_limit);
    long documented = t->unsolved + t->jammed + t->beyond_limit;
    check(t->failed == 0, "%s: %ld of %ld runs fail without a documented status", how, t->failed,
          t->runs);
    check((double)documented <= FAILING * (double)t->runs,
          "%s: %ld of %ld runs fail with a documented status", how, documented, t->runs);
    check(t->deep == 0, "%s: the ground is penetrated %ld times", how, t->deep);
    check(t->grown == 0, "%s: energy grows %ld times", how, t->grown);
    check(t->beyond == 0, "%s: %ld forces beyond their cones", how, t->beyond);
}

/* Check the energies of event-driven runs. With Moreau steps output.dissipated is the remainder of
 * the balance, and there are no events. */
static void report_energies(const struct tally *t)
{
    check(t->unbalanced == 0, "event-driven: energy does not balance %ld times, at most %.2g",
          t->unbalanced, t->imbalance);
    printf("# event-driven: %ld instants of events could not be compared\n", t->unseen);
    check(t->silent == 0, "event-driven: %ld losses that no event reports, at most %.2g", t->silent,
          t->at_event);
    check(t->frictionless == 0,
          "event-driven: %ld losses without an event or friction, at most %.2g", t->frictionless,
          t->in_flow);
}

/* Make the usual number of runs, or those of the command line. once: `count` runs that have failed
 * before; they are added to the usual ones. */
static int throw_all(int argc, char **argv, long usual, const long *once, size_t count)
{
    long runs = argc > 1 ? strtol(argv[1], NULL, 10) : usual;
    long first = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
    verbose = argc > 3;
    for (size_t k = 0; k < count && argc <= 1; k++)
        one(once[k]);
    for (long run = first; run < first + runs; run++)
        one(run);
    for (int i = 0; i < STATUSES && endings[i].count > 0; i++)
        printf("# %ld times %s (first in run %ld)\n", endings[i].count, endings[i].text,
               endings[i].first);
    report_runs(&tallies[0], "event-driven");
    report_energies(&tallies[0]);
    report_runs(&tallies[1], "by steps of Moreau");
    return done();
}

#endif
