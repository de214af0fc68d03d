/* SPDX-License-Identifier: MIT */
/* Andrews' squeezing mechanism for kind constrained: seven bodies in a plane, driven by a motor.
 * Its data, axes and start are those of problem "Andrews' squeezing mechanism" of Hairer and
 * Wanner, Solving Ordinary Differential Equations II, VII.7, and of the Test Set for IVP Solvers.
 */
#ifndef TESTS_SQUEEZER_H
#define TESTS_SQUEEZER_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { SQUEEZER_SIZE = 7, SQUEEZER_ROWS = 6, SQUEEZER_ARMS = 4 };

/* Angles: beta 0, Theta 1, gamma 2, Phi 3, delta 4, Omega 5, epsilon 6. */
static const char *const squeezer_angles[] = {"beta",  "theta", "gamma",  "phi",
                                              "delta", "omega", "epsilon"};
static const char *const squeezer_rows[] = {"b_x", "b_y", "a1_x", "a1_y", "a2_x", "a2_y"};
static const double squeezer_start[] = {
    -0.0617138900142764496358948458001, 0,
    0.455279819163070380255912382449,   0.222668390165885884674473185609,
    0.487364979543842550225598953530,   -0.222668390165885884674473185609,
    1.23054744454982119249735015568};
/* Angles at 0.03 s by a method of order 8 with 500 steps and 24 digits (Python, mpmath), with
 * the constraints differentiated twice (index 1). DOP853 of SciPy at 1e-13 agrees to 2e-12. The
 * published angles of the Test Set, computed in double precision, agree to 1.5e-9. */
static const double squeezer_end[] = {
    15.810771195153686,  -15.756371058411815, 0.04082224011965254, -0.53473011634206923,
    0.52440996587995169, 0.53473011634206876, 1.0480807410419467};
static const double squeezer_published[] = {
    15.81077119629904,  -15.75637105984298, 0.04082224013073101, -0.5347301163226948,
    0.5244099658805304, 0.5347301163226948, 1.048080741042263};

/* A vector whose direction is a sum of angles, those selected by the bits of `angles`, plus
 * `quarter` quarter turns. A negative length reverses the vector. */
struct squeezer_arm {
    double length;
    int quarter;
    unsigned angles;
};

#define SQUEEZER_BETA 1u
#define SQUEEZER_BETA_THETA 3u
#define SQUEEZER_GAMMA 4u
#define SQUEEZER_DELTA 16u
#define SQUEEZER_PHI_DELTA 24u
#define SQUEEZER_EPSILON 64u
#define SQUEEZER_OMEGA_EPSILON 96u

struct squeezer_body {
    double mass, inertia;
    unsigned turns; /* the angles whose sum is the orientation of the body */
    struct squeezer_arm arm[SQUEEZER_ARMS];
};

static const struct squeezer_body squeezer_body[] = {
    {0.04325, 2.194e-6, SQUEEZER_BETA, {{0.00092, 0, SQUEEZER_BETA}}},
    {0.00365,
     4.410e-7,
     SQUEEZER_BETA_THETA,
     {{0.007, 0, SQUEEZER_BETA}, {-0.0115, 0, SQUEEZER_BETA_THETA}}},
    {0.02373,
     5.255e-6,
     SQUEEZER_GAMMA,
     {{0.01874, 1, SQUEEZER_GAMMA}, {0.01043, 0, SQUEEZER_GAMMA}}},
    {0.00706,
     5.667e-7,
     SQUEEZER_PHI_DELTA,
     {{0.04, 0, SQUEEZER_DELTA}, {0.02 - 0.01421, -1, SQUEEZER_PHI_DELTA}}},
    {0.07050,
     1.169e-5,
     SQUEEZER_DELTA,
     {{0.02308, 0, SQUEEZER_DELTA}, {0.00916, -1, SQUEEZER_DELTA}}},
    {0.00706,
     5.667e-7,
     SQUEEZER_OMEGA_EPSILON,
     {{0.04, -1, SQUEEZER_EPSILON}, {0.02 - 0.01421, 0, SQUEEZER_OMEGA_EPSILON}}},
    {0.05498,
     1.912e-5,
     SQUEEZER_EPSILON,
     {{0.01228, -1, SQUEEZER_EPSILON}, {0.00449, 0, SQUEEZER_EPSILON}}},
};

/* A chain of arms from the axis of the motor to a fixed point, which closes a loop. */
struct squeezer_loop {
    double x, y; /* fixed point, from the axis of the motor [m] */
    struct squeezer_arm arm[SQUEEZER_ARMS];
};

static const struct squeezer_loop squeezer_loop[] = {
    {-0.03635,
     0.03273,
     {{0.007, 0, SQUEEZER_BETA}, {-0.028, 0, SQUEEZER_BETA_THETA}, {0.035, 1, SQUEEZER_GAMMA}}},
    {-0.06934,
     -0.00227,
     {{0.007, 0, SQUEEZER_BETA},
      {-0.028, 0, SQUEEZER_BETA_THETA},
      {-0.02, -1, SQUEEZER_PHI_DELTA},
      {-0.04, 0, SQUEEZER_DELTA}}},
    {-0.06934,
     -0.00227,
     {{0.007, 0, SQUEEZER_BETA},
      {-0.028, 0, SQUEEZER_BETA_THETA},
      {-0.02, 0, SQUEEZER_OMEGA_EPSILON},
      {-0.04, -1, SQUEEZER_EPSILON}}},
};

/* A point at the end of arms: position, its derivatives with respect to the angles, and the
 * acceleration at constant angular velocities. */
struct squeezer_point {
    double place[2], by[2][SQUEEZER_SIZE], bend[2];
};

static inline struct squeezer_point squeezer_follow(const struct squeezer_arm *arm, const double *q,
                                                    const double *v)
{
    struct squeezer_point p;
    memset(&p, 0, sizeof p);
    for (int k = 0; k < SQUEEZER_ARMS && arm[k].length != 0; k++) {
        double angle = 0, rate = 0;
        for (int i = 0; i < SQUEEZER_SIZE; i++)
            if (arm[k].angles >> i & 1)
                angle += q[i], rate += v[i];
        double c = arm[k].length * cos(angle), s = arm[k].length * sin(angle);
        double x = arm[k].quarter == 0 ? c : -arm[k].quarter * s;
        double y = arm[k].quarter == 0 ? s : arm[k].quarter * c;
        p.place[0] += x;
        p.place[1] += y;
        p.bend[0] -= x * rate * rate;
        p.bend[1] -= y * rate * rate;
        for (int i = 0; i < SQUEEZER_SIZE; i++)
            if (arm[k].angles >> i & 1)
                p.by[0][i] -= y, p.by[1][i] += x;
    }
    return p;
}

static inline void squeezer_add_body(const struct squeezer_body *body, const double *q,
                                     const double *v, double *M, double *Q)
{
    struct squeezer_point p = squeezer_follow(body->arm, q, v);
    for (int i = 0; i < SQUEEZER_SIZE; i++) {
        Q[i] -= body->mass * (p.by[0][i] * p.bend[0] + p.by[1][i] * p.bend[1]);
        for (int j = 0; j < SQUEEZER_SIZE; j++) {
            int both = (body->turns >> i & 1) && (body->turns >> j & 1);
            M[i * SQUEEZER_SIZE + j] +=
                body->mass * (p.by[0][i] * p.by[0][j] + p.by[1][i] * p.by[1][j]) +
                (both ? body->inertia : 0);
        }
    }
}

/* Add the forces of the spring between the third body and a fixed point, and of the motor. */
static inline void squeezer_add_forces(const double *q, const double *v, double *Q)
{
    static const struct squeezer_arm to_spring[SQUEEZER_ARMS] = {{0.02, 0, SQUEEZER_GAMMA},
                                                                 {0.018, -1, SQUEEZER_GAMMA}};
    struct squeezer_point p = squeezer_follow(to_spring, q, v);
    double x = p.place[0] - 0.03635 - 0.014, y = p.place[1] + 0.03273 - 0.072, l = hypot(x, y);
    double force = -4530 * (l - 0.07785) / l;
    for (int i = 0; i < SQUEEZER_SIZE; i++)
        Q[i] += force * (x * p.by[0][i] + y * p.by[1][i]);
    Q[0] += 0.033;
}

static inline int32_t squeezer_equations(double t, const double *q, const double *v, double *M,
                                         double *Q, double *C, double *A, double *b, double *phi,
                                         void *user)
{
    (void)t, (void)C, (void)user;
    memset(M, 0, SQUEEZER_SIZE * SQUEEZER_SIZE * sizeof *M);
    for (int k = 0; k < SQUEEZER_SIZE; k++)
        squeezer_add_body(&squeezer_body[k], q, v, M, Q);
    squeezer_add_forces(q, v, Q);
    for (int k = 0; k < SQUEEZER_ROWS / 2; k++) {
        struct squeezer_point p = squeezer_follow(squeezer_loop[k].arm, q, v);
        for (int i = 0; i < 2; i++) {
            memcpy(A + (2 * k + i) * SQUEEZER_SIZE, p.by[i], sizeof p.by[i]);
            b[2 * k + i] = -p.bend[i];
            phi[2 * k + i] = p.place[i] - (i ? squeezer_loop[k].y : squeezer_loop[k].x);
        }
    }
    return 0;
}

#endif
