/* SPDX-License-Identifier: MIT */
/* Kind constrained: constraints that open in random systems, beside bilateral and relaxed rows. In
 * every system, gaps (phi), multipliers and accelerations must obey the contact law, whatever the
 * form of the inverse. */
#include "support.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/constrained.h>
#include <wheeldyn/parts.h>

enum { SIZE = 6, MOST_ROWS = 10, SYSTEMS = 400 };

/* phi = A q with a constant A: contacts first, then bilateral rows. */
struct random_system {
    uint64_t state;
    size_t rows, contacts;
    double M[SIZE * SIZE], Q[SIZE], A[MOST_ROWS * SIZE];
};

static double draw_number(struct random_system *s)
{
    s->state = s->state * 6364136223846793005u + 1442695040888963407u;
    return (double)(s->state >> 11) * 0x1p-52 - 1;
}

static size_t draw_below(struct random_system *s, size_t n)
{
    draw_number(s);
    return (size_t)(s->state >> 33) % n;
}

static int32_t equations(double t, const double *q, const double *v, double *M, double *Q,
                         double *C, double *A, double *b, double *phi, void *user)
{
    const struct random_system *s = user;
    (void)t, (void)v, (void)C, (void)b;
    memcpy(M, s->M, sizeof s->M);
    memcpy(Q, s->Q, sizeof s->Q);
    memcpy(A, s->A, s->rows * SIZE * sizeof *A);
    for (size_t i = 0; i < s->rows; i++)
        for (size_t j = 0; j < SIZE; j++)
            phi[i] += A[i * SIZE + j] * q[j];
    return 0;
}

/* If `dependent`, rows may be sums of other rows, contacts may be equal, or there may be more rows
 * than coordinates, so that forces are indeterminate. */
static void make_random(struct random_system *s, int dependent)
{
    double root[SIZE * SIZE];
    s->contacts = 1 + draw_below(s, 6);
    s->rows = s->contacts + draw_below(s, 4);
    if (!dependent && s->rows > SIZE)
        s->rows = SIZE;
    for (size_t i = 0; i < SIZE * SIZE; i++)
        root[i] = draw_number(s);
    for (size_t i = 0; i < SIZE; i++) {
        s->Q[i] = 10 * draw_number(s);
        for (size_t j = 0; j < SIZE; j++) {
            s->M[i * SIZE + j] = i == j ? 0.1 : 0;
            for (size_t k = 0; k < SIZE; k++)
                s->M[i * SIZE + j] += root[i * SIZE + k] * root[j * SIZE + k];
        }
    }
    for (size_t i = 0; i < s->rows; i++)
        for (size_t j = 0; j < SIZE; j++)
            s->A[i * SIZE + j] = draw_number(s);
    if (dependent && s->contacts > 1)
        memcpy(s->A + SIZE, s->A, SIZE * sizeof *s->A);
    if (dependent && s->contacts > 3)
        for (size_t j = 0; j < SIZE; j++)
            s->A[3 * SIZE + j] = s->A[j] + s->A[2 * SIZE + j];
}

static const char *name_of(const char *pattern, size_t i)
{
    static char name[64];
    snprintf(name, sizeof name, pattern, i);
    return name;
}

static wd_model *build_system(struct random_system *s, const char *form, int relaxes)
{
    wd_model *model = make("constrained", NULL);
    for (size_t j = 0; j < SIZE; j++)
        must(model, wd_model_add_part(model, "coordinate", name_of("q%zu", j), NULL, 0), "q");
    for (size_t i = 0; i < s->rows; i++) {
        must(model, wd_model_add_part(model, "constraint", name_of("c%zu", i), NULL, 0), "c");
        if (i < s->contacts) {
            choose(model, name_of("param.c%zu.one_sided", i), "yes");
            choose(model, name_of("param.c%zu.opens", i), "yes");
        } else if (relaxes)
            set(model, name_of("param.c%zu.relax", i), 0.5 + 0.5 * fabs(draw_number(s)));
    }
    for (size_t j = 0; j < SIZE; j++)
        set(model, name_of("init.q%zu.v", j), draw_number(s));
    choose(model, "solver.form", form);
    set(model, "solver.max_steps", 1000);
    must(model, wd_model_set_equations(model, equations, s), "equations");
    return model;
}

static double along_row(const struct random_system *s, const wd_model *model, size_t row,
                        const char *pattern)
{
    double sum = 0;
    for (size_t j = 0; j < SIZE; j++)
        sum += s->A[row * SIZE + j] * get(model, name_of(pattern, j));
    return sum;
}

/* Violation of 0 <= x _|_ y >= 0 */
static double complementarity_error(double x, double y)
{
    return fmax(fmax(-x, -y), fmin(x, y));
}

/* Violation of the contact law after the start, when all gaps are 0: no gap velocity is negative,
 * and gaps at rest have accelerations and multipliers that obey complementarity. */
static double violation_of_law(const struct random_system *s, const wd_model *model)
{
    double worst = 0;
    for (size_t i = 0; i < s->contacts; i++) {
        double rate = along_row(s, model, i, "state.q%zu.v");
        double multiplier = get(model, name_of("output.c%zu.multiplier", i));
        double away = along_row(s, model, i, "output.q%zu.acceleration");
        double wrong =
            fmax(-rate, rate > 1e-9 ? fabs(multiplier) : complementarity_error(multiplier, away));
        worst = fmax(worst, wrong / (1 + fabs(multiplier)));
    }
    return worst;
}

/* Violation of the contact law at a later time: no gap is negative, open contacts have no force,
 * and no multiplier is negative. */
static double judge_later(const struct random_system *s, const wd_model *model)
{
    double worst = 0;
    for (size_t i = 0; i < s->contacts; i++) {
        double gap = along_row(s, model, i, "state.q%zu.q");
        double multiplier = get(model, name_of("output.c%zu.multiplier", i));
        worst = fmax(worst, fmax(-gap, gap > 1e-9 ? fabs(multiplier) : -multiplier) /
                                (1 + fabs(multiplier)));
    }
    return worst;
}

static void random_systems(const char *form, int relaxes, int dependent)
{
    struct random_system s = {.state = 7};
    double worst = 0, later = 0;
    size_t failed = 0, closed = 0, all = 0, events = 0;
    for (int k = 0; k < SYSTEMS; k++) {
        make_random(&s, dependent);
        wd_model *model = build_system(&s, form, relaxes);
        if (wd_model_init(model, 0) != WD_OK) {
            printf("# %d: %s %s\n", k, form, wd_model_error(model));
            failed++;
            wd_model_free(model);
            continue;
        }
        worst = fmax(worst, violation_of_law(&s, model));
        for (size_t i = 0; i < s.contacts; i++, all++)
            closed += get(model, name_of("output.c%zu.multiplier", i)) > 0;
        if (wd_model_step_to(model, 0.3) == WD_OK) {
            later = fmax(later, judge_later(&s, model));
            events += wd_model_event_count(model);
        } else {
            printf("# %d: %s %s\n", k, form, wd_model_error(model));
            failed++;
        }
        wd_model_free(model);
    }
    check(failed == 0,
          "%s: %zu of %d systems failed; %zu of %zu contacts have a force at the start; %zu events",
          form, failed, SYSTEMS, closed, all, events);
    near_abs(worst, 0, 1e-9, "law of the contacts at the start");
    near_abs(later, 0, 1e-9, "law of the contacts later");
}

int main(void)
{
    random_systems("moore_penrose", 0, 0);
    random_systems("moore_penrose", 0, 1);
    random_systems("weighted", 1, 0);
    random_systems("seminorm", 1, 0);
    random_systems("relaxed", 1, 0);
    random_systems("relaxed", 1, 1);
    return done();
}
