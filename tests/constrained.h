/* SPDX-License-Identifier: MIT */
/* A double pendulum for kind constrained: two point masses in the plane and two rods. Further
 * constraints may repeat the first one, that of the upper rod. */
#ifndef TESTS_CONSTRAINED_H
#define TESTS_CONSTRAINED_H

#include <math.h>
#include <string.h>
#include <wheeldyn/constrained.h>
#include <wheeldyn/parts.h>

enum { PENDULUM_GOOD, PENDULUM_NAN, PENDULUM_FAILS, PENDULUM_ASYMMETRIC, PENDULUM_SINGULAR };

struct pendulum {
    double mass[2], length[2], gravity;
    size_t rows;     /* number of constraints, at least 2; rows 2, 3, ... repeat row 0 */
    double mismatch; /* m; the rows that repeat row 0 require a rod that is longer by this */
    int32_t fault;
    double from; /* s; the fault occurs at this time and later */
    size_t calls;
};

#define PENDULUM                                                                     \
    {                                                                                \
        .mass = {2, 1}, .length = {1, 0.5}, .gravity = 9.81, .rows = 2, .from = -1e9 \
    }

/* The constraint of a rod. Let r be the vector along it: from the origin to the first mass (rod 0),
 * or from the first mass to the second (rod 1). Sets *phi = (|r|^2 - length^2)/2, its gradient A,
 * and *b = -|r'|^2: phi'' = 0 means that A times the accelerations is *b. */
static inline void pendulum_row(const struct pendulum *p, const double *q, const double *v,
                                size_t rod, double length, double *A, double *b, double *phi)
{
    double x = q[2 * rod] - (rod ? q[0] : 0), y = q[2 * rod + 1] - (rod ? q[1] : 0);
    double vx = v[2 * rod] - (rod ? v[0] : 0), vy = v[2 * rod + 1] - (rod ? v[1] : 0);
    (void)p;
    memset(A, 0, 4 * sizeof *A);
    A[2 * rod] = x;
    A[2 * rod + 1] = y;
    if (rod)
        A[0] = -x, A[1] = -y;
    *b = -(vx * vx + vy * vy);
    *phi = 0.5 * (x * x + y * y - length * length);
}

static inline int32_t pendulum_equations(double t, const double *q, const double *v, double *M,
                                         double *Q, double *C, double *A, double *b, double *phi,
                                         void *user)
{
    struct pendulum *p = user;
    (void)C;
    p->calls++;
    memset(M, 0, 16 * sizeof *M);
    for (size_t i = 0; i < 4; i++)
        M[5 * i] = p->mass[i / 2];
    Q[1] = -p->mass[0] * p->gravity;
    Q[3] = -p->mass[1] * p->gravity;
    for (size_t i = 0; i < p->rows; i++)
        pendulum_row(p, q, v, i == 1, p->length[i == 1] + (i > 1 ? p->mismatch : 0), A + 4 * i,
                     b + i, phi + i);
    int32_t fault = t >= p->from ? p->fault : PENDULUM_GOOD;
    if (fault == PENDULUM_NAN)
        A[3] = NAN;
    if (fault == PENDULUM_ASYMMETRIC)
        M[1] = 1;
    if (fault == PENDULUM_SINGULAR)
        M[0] = 0;
    return fault == PENDULUM_FAILS;
}

static inline int32_t pendulum_energy(double t, const double *q, const double *v, double *kinetic,
                                      double *potential, double *power, void *user)
{
    const struct pendulum *p = user;
    (void)t, (void)power;
    *kinetic = *potential = 0;
    for (size_t i = 0; i < 2; i++) {
        *kinetic += 0.5 * p->mass[i] * (v[2 * i] * v[2 * i] + v[2 * i + 1] * v[2 * i + 1]);
        *potential += p->mass[i] * p->gravity * q[2 * i + 1];
    }
    return 0;
}

/* A pendulum with all settings that init needs, both rods level; NULL if a call fails. */
static inline wd_model *pendulum_new(struct pendulum *p)
{
    static const char *const names[] = {"x1", "y1", "x2", "y2", "upper", "lower"};
    wd_model *model;
    if (wd_model_new("constrained", &model) != WD_OK)
        return NULL;
    int32_t status = WD_OK;
    for (size_t i = 0; i < 6 && status == WD_OK; i++)
        status = wd_model_add_part(model, i < 4 ? "coordinate" : "constraint", names[i], NULL, 0);
    for (size_t i = 2; i < p->rows && status == WD_OK; i++) {
        char name[] = "upper_2";
        name[6] = (char)('0' + i);
        status = wd_model_add_part(model, "constraint", name, NULL, 0);
    }
    if (status == WD_OK)
        status = wd_model_set_equations(model, pendulum_equations, p);
    if (status == WD_OK)
        status = wd_model_set_energies(model, pendulum_energy, p);
    if (status == WD_OK)
        status = wd_model_set_value(model, "init.x1.q", p->length[0]);
    if (status == WD_OK)
        status = wd_model_set_value(model, "init.x2.q", p->length[0] + p->length[1]);
    if (status == WD_OK)
        return model;
    wd_model_free(model);
    return NULL;
}

/* A pendulum that reports when the force in the lower rod changes its sign. */
static inline wd_model *pendulum_with_events(struct pendulum *p)
{
    wd_model *model = pendulum_new(p);
    if (model)
        wd_model_set_choice(model, "param.lower.one_sided", "yes");
    return model;
}

#endif
