/* SPDX-License-Identifier: MIT */
/* Time of an evaluation of the law of tyres, compared with the same law in bare C, for both forms
 * at random states of a wheel that rolls, brakes, slides or stands. */
#include "bench.h"
#include "bare-tyre.h"
#include "random.h"
#include "tyre.h"

enum { STATES = 1000, REPEATS = 50 };

/* N or N m; larger differences between library and bare C are not rounding. The loads are up to
 * 8000 N. */
#define ROUNDING 1e-9

struct bench {
    struct bare_tyre bare;
    struct tyre tyre;
    struct bare_state state[STATES];
    double sum;
};

static void fill(struct bench *b, int form)
{
    tyre_read("tyre_a.tir", &b->bare.n);
    b->bare.n.form = form, b->bare.R_0 = 0.317;
    tyre_pack(&b->bare.n, &b->tyre);
    for (int i = 0; i < STATES; i++) {
        double V = uniform(-5, 40), N = uniform(1000, 8000), slip = pow(10, uniform(-3, 0.3));
        struct bare_state *s = &b->state[i];
        *s = (struct bare_state){.d = N / 215000,
                                 .rate = uniform(-0.1, 0.1),
                                 .mu = uniform(0.5, 1),
                                 .gamma = uniform(-0.05, 0.05),
                                 .Vx = V,
                                 .spin = (V + slip) / 0.31,
                                 .vsy = slip * uniform(-1, 1),
                                 .Wz = uniform(-0.5, 0.5)};
        s->u[0] = uniform(-1, 1) * N / 310000, s->u[1] = uniform(-1, 1) * N / 160000;
        s->u[2] = uniform(-0.01, 0.01), s->u[3] = -N / 215000 * uniform(0.9, 1.1);
    }
}

static void library(void *context)
{
    struct bench *b = context;
    for (int i = 0; i < STATES * REPEATS; i++) {
        const struct bare_state *s = &b->state[i % STATES];
        struct tyre_motion m = {0.317, s->d,    s->rate, s->mu, num_sin(s->gamma),
                                s->Vx, s->spin, s->vsy,  s->Wz};
        struct tyre_result r;
        tyre_evaluate(&b->tyre, &m, s->u, &r);
        b->sum += r.force[0] + r.force[1] + r.align + r.over + r.rolling + r.bend_rate[2];
    }
}

static void bare(void *context)
{
    struct bench *b = context;
    for (int i = 0; i < STATES * REPEATS; i++) {
        struct bare_forces f;
        if (b->tyre.form == TYRE_BRUSH)
            bare_brush(&b->bare, &b->state[i % STATES], &f);
        else
            bare_magic(&b->bare, &b->state[i % STATES], &f);
        b->sum += f.F[0] + f.F[1] + f.Mz + f.Mx + f.P + f.du[2];
    }
}

static void arcs(void *context)
{
    struct bench *b = context;
    for (int i = 0; i < STATES * REPEATS; i++)
        b->sum += num_atan(b->state[i % STATES].vsy);
}

/* Largest difference between library and bare C: the differences of F_x and F_y added [N], or those
 * of M_z and M_x [N m] and of P [N] added. */
static double difference(struct bench *b)
{
    double worst = 0;
    for (int i = 0; i < STATES; i++) {
        const struct bare_state *s = &b->state[i];
        struct tyre_motion m = {0.317, s->d,    s->rate, s->mu, num_sin(s->gamma),
                                s->Vx, s->spin, s->vsy,  s->Wz};
        struct tyre_result r;
        struct bare_forces f;
        tyre_evaluate(&b->tyre, &m, s->u, &r);
        if (b->tyre.form == TYRE_BRUSH)
            bare_brush(&b->bare, s, &f);
        else
            bare_magic(&b->bare, s, &f);
        worst = fmax(worst, fabs(r.force[0] - f.F[0]) + fabs(r.force[1] - f.F[1]));
        worst = fmax(worst, fabs(r.align - f.Mz) + fabs(r.over - f.Mx) + fabs(r.rolling - f.P));
    }
    return worst;
}

int main(void)
{
    static struct bench b;
    int different = 0;
    for (int form = TYRE_BRUSH; form <= TYRE_MAGIC; form++) {
        const char *name = form == TYRE_BRUSH ? "brush" : "magic";
        fill(&b, form);
        double most = difference(&b);
        printf("%s: forces and moments differ by at most %.2g N or N m\n", name, most);
        different |= !(most <= ROUNDING);
        bench_pair(name, library, &b, bare, &b, STATES * REPEATS, 1.5);
        double one = bench_seconds(arcs, &b), law = bench_seconds(library, &b);
        printf("%s: an evaluation takes the time of %.1f arctangents\n", name, law / one);
    }
    return b.sum == 0 || different;
}
