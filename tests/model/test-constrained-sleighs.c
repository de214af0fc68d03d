/* SPDX-License-Identifier: MIT */
/* Kind constrained: sleighs on a fixed blade and on a moving blade, A v = c(t), compared with
 * closed forms. */
#include "moving.h"

#include <math.h>
#include <string.h>

/* A body on a blade that does not slide sideways; its centre of mass is `ahead` of the blade. The
 * blade may move across the body with the velocity slide cos(beat t), which is the c of its row.
 * Coordinates: position of the centre of mass and heading. */
struct sleigh {
    double mass, inertia, ahead, slide, beat;
};

static int32_t sleigh_equations(double t, const double *q, const double *v, double *M, double *Q,
                                double *C, double *A, double *b, double *phi, void *user)
{
    const struct sleigh *p = user;
    (void)Q, (void)C, (void)phi;
    memset(M, 0, 9 * sizeof *M);
    M[0] = M[4] = p->mass;
    M[8] = p->inertia;
    A[0] = -sin(q[2]);
    A[1] = cos(q[2]);
    A[2] = -p->ahead;
    b[0] = (cos(q[2]) * v[0] + sin(q[2]) * v[1]) * v[2] - p->slide * p->beat * sin(p->beat * t);
    return 0;
}

static int32_t sleigh_blade(double t, const double *q, const double *v, double *c, double *N,
                            void *user)
{
    const struct sleigh *p = user;
    (void)q, (void)v, (void)N;
    c[0] = p->slide * cos(p->beat * t);
    return 0;
}

static int32_t sleigh_energies(double t, const double *q, const double *v, double *kinetic,
                               double *potential, double *power, void *user)
{
    const struct sleigh *p = user;
    (void)t, (void)q, (void)power;
    *kinetic = 0.5 * (p->mass * (v[0] * v[0] + v[1] * v[1]) + p->inertia * v[2] * v[2]);
    *potential = 0;
    return 0;
}

static wd_model *sleigh_new(struct sleigh *p, struct moving *system, double forward, double rate)
{
    static const char *const coordinates[] = {"x", "y", "heading", NULL};
    static const char *const rows[] = {"blade", NULL};
    *system = (struct moving){coordinates,     rows,         "no", sleigh_equations,
                              sleigh_energies, sleigh_blade, p};
    wd_model *model = moving_new(system);
    set(model, "init.x.v", forward);
    set(model, "init.y.v", p->slide + p->ahead * rate);
    set(model, "init.heading.v", rate);
    start(model, 0);
    return model;
}

static double forward_speed(const wd_model *model)
{
    double heading = get(model, "state.heading.q");
    return cos(heading) * get(model, "state.x.v") + sin(heading) * get(model, "state.y.v");
}

/* Chaplygin sleigh: the forward speed is U tanh(s) and the rate of turn is W sech(s), with s = W k
 * (t - t0) and k = sqrt(m a^2/(I + m a^2)). The sleigh changes from moving backwards to moving
 * forwards. */
static void chaplygin_sleigh(void)
{
    struct sleigh p = {3, 0.2, 0.1, 0, 0};
    struct moving system;
    double arm = p.mass * p.ahead * p.ahead, whole = p.inertia + arm, k = sqrt(arm / whole);
    double most_rate = 2, begin = -4;
    double most_speed = most_rate * sqrt(whole / p.mass);
    wd_model *model = sleigh_new(&p, &system, most_speed * tanh(begin), most_rate / cosh(begin));
    double end = 8 / (most_rate * k);
    struct kept kept = follow(model, &system, end);
    near_abs(forward_speed(model), most_speed * tanh(4), 1e-10,
             "Chaplygin's sleigh turns round: forward speed");
    near_abs(get(model, "state.heading.v"), most_rate / cosh(4), 1e-10,
             "Chaplygin's sleigh turns round: rate of turn");
    near_abs(get(model, "state.heading.q"), 4 * atan(tanh(2)) / k, 1e-10,
             "Chaplygin's sleigh turns round: heading");
    near_abs(kept.drift, 0, 1e-12, "A v = 0 of Chaplygin's sleigh");
    near_abs(kept.balance, 0, 1e-11, "energy balance of Chaplygin's sleigh");
    wd_model_free(model);
}

/* Sleigh with the centre of mass at the blade: the rate of turn is constant. When the blade has
 * moved across the body by s, the forward speed is u = u0 + rate s. */
static void moving_blade(void)
{
    struct sleigh p = {3, 0.2, 0, 0.4, 3};
    struct moving system;
    double rate = 0.7, forward = 0.5, end = 60;
    wd_model *model = sleigh_new(&p, &system, forward, rate);
    struct kept kept = follow(model, &system, end);
    double u = forward + rate * p.slide / p.beat * sin(p.beat * end);
    near_abs(forward_speed(model), u, 1e-10, "a sleigh with a moving blade: speed");
    near_abs(get(model, "state.heading.q"), rate * end, 1e-10,
             "a sleigh with a moving blade: heading");
    near_abs(kept.drift, 0, 1e-12, "A v = c of a sleigh with a moving blade for 60 s");
    near_abs(kept.balance, 0, 1e-10, "energy balance with the work of the moving blade");
    wd_model_free(model);
}

/* Centre of mass ahead of a blade that moves across the body with the constant velocity s: H = u^2
 * + (2 s + a w) w/k is constant, where u is the forward speed, w the rate of turn and k = m a/(I +
 * m a^2). */
static void steady_blade(void)
{
    struct sleigh p = {3, 0.2, 0.1, 0.4, 0};
    struct moving system;
    wd_model *model = sleigh_new(&p, &system, 0.5, 0.7);
    double k = p.mass * p.ahead / (p.inertia + p.mass * p.ahead * p.ahead);
    double before = 0.5 * 0.5 + (2 * p.slide + p.ahead * 0.7) * 0.7 / k;
    struct kept kept = follow(model, &system, 60);
    double u = forward_speed(model), w = get(model, "state.heading.v");
    near_abs(u * u + (2 * p.slide + p.ahead * w) * w / k, before, 1e-9,
             "a sleigh with a steady blade keeps the quantity H");
    near_abs(kept.drift, 0, 1e-12, "A v = c of a sleigh with a steady blade for 60 s");
    near_abs(kept.balance, 0, 1e-10, "energy balance with the work of the steady blade");
    wd_model_free(model);
}

int main(void)
{
    chaplygin_sleigh();
    moving_blade();
    steady_blade();
    return done();
}
