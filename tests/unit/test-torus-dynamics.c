/* SPDX-License-Identifier: MIT */
/* Closed form of the rolling torus, compared with reference numbers, and its invariants. */
#include "csv.h"
#include "random.h"
#include "tap.h"

#include "models/torus_wheel/dynamics_eqs.h"

enum { TRIES = 1000, STATES = 8 };

static const double pi = 3.14159265358979323846;

/* Motion of a body in one state under one set of torques. */
struct answer {
    struct torus_three acceleration;
    struct torus_reactions force;
    double velocity[2], kinetic, potential;
};

static struct answer answer_of(const struct torus_body *body, const struct torus_state *s,
                               const struct torus_three *torque)
{
    struct torus_equations e = torus_equations(body, s);
    struct answer answer;
    answer.acceleration = torus_accelerations(&e, torque);
    answer.force = torus_reactions(body, s, &e, &answer.acceleration);
    torus_contact_velocity(body, s, &e, answer.velocity);
    answer.kinetic = torus_kinetic_energy(body, s, &e);
    answer.potential = torus_potential_energy(body, &e);
    return answer;
}

static struct torus_body paper_body(void)
{
    return (struct torus_body){
        0.1, 0.3, 8, 9.8, torus_shell_equatorial(0.1, 0.3, 5), torus_shell_polar(0.1, 0.3, 5)};
}

static struct torus_body any_body(void)
{
    return (struct torus_body){uniform(0, 0.2), uniform(0.2, 0.5), uniform(1, 10),
                               uniform(0, 10),  uniform(0.1, 0.5), uniform(0.2, 1)};
}

static struct torus_state any_state(void)
{
    return (struct torus_state){uniform(-3, 3), uniform(0.3, 2.8), uniform(-9, 9), uniform(-2, 2),
                                uniform(-2, 2), uniform(-5, 5),    uniform(-5, 5), uniform(-9, 9)};
}

static struct torus_three any_torque(void)
{
    return (struct torus_three){uniform(-5, 5), uniform(-5, 5), uniform(-5, 5)};
}

/* Error relative to 1 + |expected|. */
static double relative_error(double got, double want)
{
    return fabs(got - want) / (1 + fabs(want));
}

static void note_error(double *worst, double got, double want)
{
    double error = relative_error(got, want);
    if (!(error <= *worst)) /* true for NaN, too */
        *worst = error;
}

static void golden_accelerations(void)
{
    struct torus_body body = paper_body();
    struct csv csv;
    double worst = 0;
    int rows = 0;
    csv_open(&csv, "torus_wheel/golden_accel.csv");
    for (; csv_next(&csv); rows++) {
        struct torus_state s = {csv_real(&csv, "p"),  csv_real(&csv, "q"), csv_real(&csv, "r"),
                                csv_real(&csv, "x"),  csv_real(&csv, "y"), csv_real(&csv, "pd"),
                                csv_real(&csv, "qd"), csv_real(&csv, "rd")};
        struct torus_three torque = {csv_real(&csv, "Mp"), csv_real(&csv, "Mq"),
                                     csv_real(&csv, "Mr")};
        struct answer got = answer_of(&body, &s, &torque);
        note_error(&worst, got.acceleration.precession, csv_real(&csv, "pdd"));
        note_error(&worst, got.acceleration.lean, csv_real(&csv, "qdd"));
        note_error(&worst, got.acceleration.spin, csv_real(&csv, "rdd"));
        note_error(&worst, got.force.longitudinal, csv_real(&csv, "lambda"));
        note_error(&worst, got.force.lateral, csv_real(&csv, "mu"));
        note_error(&worst, got.force.normal, csv_real(&csv, "N"));
        note_error(&worst, got.velocity[0], csv_real(&csv, "xd"));
        note_error(&worst, got.velocity[1], csv_real(&csv, "yd"));
        note_error(&worst, got.kinetic, csv_real(&csv, "T"));
        note_error(&worst, got.potential, csv_real(&csv, "V"));
    }
    check(rows == 10 && worst < 1e-12, "golden_accel.csv, %d rows: %.1e", rows, worst);
}

/* Torques computed from accelerations equal the torques that caused them; T = q_dot M q_dot/2. */
static void inverse_dynamics(void)
{
    double torques = 0, energy = 0;
    for (int i = 0; i < TRIES; i++) {
        struct torus_body body = any_body();
        struct torus_state s = any_state();
        struct torus_three torque = any_torque();
        struct torus_equations e = torus_equations(&body, &s);
        struct torus_three acceleration = torus_accelerations(&e, &torque);
        struct torus_three back = torus_torques(&e, &acceleration);
        note_error(&torques, back.precession, torque.precession);
        note_error(&torques, back.lean, torque.lean);
        note_error(&torques, back.spin, torque.spin);
        double pd = s.precession_rate, qd = s.lean_rate, rd = s.spin_rate;
        note_error(&energy, torus_kinetic_energy(&body, &s, &e),
                   (e.m11 * pd * pd + 2 * e.m13 * pd * rd + e.m22 * qd * qd + e.m33 * rd * rd) / 2);
    }
    check(torques < 1e-11, "torques computed from accelerations differ from their causes by %.1e",
          torques);
    check(energy < 1e-14, "kinetic energy differs from that of the mass matrix by %.1e", energy);
}

/* ---- symmetries: a transformed state gives the same magnitudes, with known signs ---- */

struct signs {
    double p, q, r;    /* signs of the accelerations */
    double lambda, mu; /* signs of the tangential forces; N keeps its sign */
};

static void compare_answers(double *worst, const struct answer *got, const struct answer *want,
                            const struct signs *sign)
{
    note_error(worst, got->acceleration.precession, sign->p * want->acceleration.precession);
    note_error(worst, got->acceleration.lean, sign->q * want->acceleration.lean);
    note_error(worst, got->acceleration.spin, sign->r * want->acceleration.spin);
    note_error(worst, got->force.longitudinal, sign->lambda * want->force.longitudinal);
    note_error(worst, got->force.lateral, sign->mu * want->force.lateral);
    note_error(worst, got->force.normal, want->force.normal);
    note_error(worst, hypot(got->velocity[0], got->velocity[1]),
               hypot(want->velocity[0], want->velocity[1]));
    note_error(worst, got->kinetic, want->kinetic);
    note_error(worst, got->potential, want->potential);
}

static void displaced(struct torus_state *s, struct torus_three *torque)
{
    (void)torque;
    s->precession += 1.25;
    s->spin -= 3;
    s->x += 4;
    s->y -= 5;
}

static void mirrored(struct torus_state *s, struct torus_three *torque)
{
    s->precession = -s->precession;
    s->lean = pi - s->lean;
    s->y = -s->y;
    s->precession_rate = -s->precession_rate;
    s->lean_rate = -s->lean_rate;
    torque->precession = -torque->precession;
    torque->lean = -torque->lean;
}

static void relabelled(struct torus_state *s, struct torus_three *torque)
{
    s->precession += pi;
    s->lean = pi - s->lean;
    s->spin = -s->spin;
    s->lean_rate = -s->lean_rate;
    s->spin_rate = -s->spin_rate;
    torque->lean = -torque->lean;
    torque->spin = -torque->spin;
}

static void reversed(struct torus_state *s, struct torus_three *torque)
{
    (void)torque;
    s->precession_rate = -s->precession_rate;
    s->lean_rate = -s->lean_rate;
    s->spin_rate = -s->spin_rate;
}

static void check_symmetry(void change(struct torus_state *, struct torus_three *),
                           struct signs signs, const char *name)
{
    double worst = 0;
    for (int i = 0; i < TRIES; i++) {
        struct torus_body body = any_body();
        struct torus_state s = any_state();
        struct torus_three torque = any_torque();
        struct answer plain = answer_of(&body, &s, &torque);
        change(&s, &torque);
        struct answer changed = answer_of(&body, &s, &torque);
        compare_answers(&worst, &changed, &plain, &signs);
    }
    check(worst < 1e-12, "symmetry, %s: largest error %.1e", name, worst);
}

/* ---- energy: T + V gains the work of the torques ---- */

typedef struct torus_three accelerations_fn(const struct torus_body *, const struct torus_state *,
                                            const struct torus_three *torque);

static struct torus_three right_side(const struct torus_body *body, const struct torus_state *s,
                                     const struct torus_three *torque)
{
    struct torus_equations e = torus_equations(body, s);
    return torus_accelerations(&e, torque);
}

/* The paper's model with corrected signs, but with the moments (21) and (22) of the contact force
 * about the centre: lambda b cos q too much for p, mu b sin q for q. The reactions are linear in
 * the accelerations, so these terms are added to M and f. */
static struct torus_three double_counted(const struct torus_body *body, const struct torus_state *s,
                                         const struct torus_three *torque)
{
    double a = body->tube_radius, b = body->ring_radius, m = body->mass;
    const struct torus_three none = {0, 0, 0};
    struct torus_equations e = torus_equations(body, s);
    struct torus_reactions still = torus_reactions(body, s, &e, &none);
    double bc = b * e.cos_lean, bS = b * e.sin_lean;
    double m11 = e.m11 + m * bc * bc, m13 = e.m13 + m * bc * e.arm;
    double g1 = e.f.precession + bc * still.longitudinal + torque->precession;
    double g2 = e.f.lean + bS * still.lateral + torque->lean, g3 = e.f.spin + torque->spin;
    double determinant = m11 * e.m33 - m13 * e.m13;
    return (struct torus_three){(e.m33 * g1 - m13 * g3) / determinant,
                                g2 / (e.m22 + m * bS * (a + bS)),
                                (m11 * g3 - e.m13 * g1) / determinant};
}

static double total_energy(const struct torus_body *body, const struct torus_state *s)
{
    struct torus_equations e = torus_equations(body, s);
    return torus_kinetic_energy(body, s, &e) + torus_potential_energy(body, &e);
}

static struct torus_state state_after(const struct torus_state *s, const double *rate, double h)
{
    struct torus_state next = *s;
    double *y = (double *)&next;
    for (int i = 0; i < STATES; i++)
        y[i] += h * rate[i];
    return next;
}

static void rates_of(accelerations_fn *model, const struct torus_body *body,
                     const struct torus_state *s, const struct torus_three *torque, double *rate)
{
    struct torus_equations e = torus_equations(body, s);
    struct torus_three acceleration = model(body, s, torque);
    rate[0] = s->precession_rate;
    rate[1] = s->lean_rate;
    rate[2] = s->spin_rate;
    torus_contact_velocity(body, s, &e, rate + 3);
    rate[5] = acceleration.precession;
    rate[6] = acceleration.lean;
    rate[7] = acceleration.spin;
}

/* Difference between d(T + V)/dt, by differences of fourth order, and the power of the torques. */
static double power_missed(accelerations_fn *model)
{
    double worst = 0;
    const double h = 2e-5;
    for (int i = 0; i < TRIES; i++) {
        struct torus_body body = paper_body();
        struct torus_state s = any_state();
        struct torus_three torque = any_torque();
        double rate[STATES], E[4], at[] = {-2, -1, 1, 2};
        rates_of(model, &body, &s, &torque, rate);
        for (int k = 0; k < 4; k++) {
            struct torus_state next = state_after(&s, rate, at[k] * h);
            E[k] = total_energy(&body, &next);
        }
        double gain = (E[0] - 8 * E[1] + 8 * E[2] - E[3]) / (12 * h);
        note_error(&worst, gain,
                   torque.precession * rate[0] + torque.lean * rate[1] + torque.spin * rate[2]);
    }
    return worst;
}

/* Change of T + V in 2 s of free motion by Runge-Kutta steps of 0.5 ms. */
static double energy_gained(accelerations_fn *model)
{
    struct torus_body body = paper_body();
    const struct torus_three none = {0, 0, 0};
    struct torus_state s = {0.3, 1.1, 0, 0, 0, 1.5, 0.4, 4};
    double E = total_energy(&body, &s), h = 5e-4, k[4][STATES];
    for (int i = 0; i < 4000; i++) {
        rates_of(model, &body, &s, &none, k[0]);
        struct torus_state at = state_after(&s, k[0], h / 2);
        rates_of(model, &body, &at, &none, k[1]);
        at = state_after(&s, k[1], h / 2);
        rates_of(model, &body, &at, &none, k[2]);
        at = state_after(&s, k[2], h);
        rates_of(model, &body, &at, &none, k[3]);
        for (int j = 0; j < STATES; j++)
            k[0][j] = (k[0][j] + 2 * (k[1][j] + k[2][j]) + k[3][j]) / 6;
        s = state_after(&s, k[0], h);
    }
    return total_energy(&body, &s) - E;
}

static void energy_and_power(void)
{
    double missed = power_missed(right_side);
    check(missed < 1e-8, "rate of the energy differs from the power of the torques by %.1e",
          missed);
    missed = power_missed(double_counted);
    check(missed > 1, "with moments counted twice this difference is %.1e", missed);
    double gained = energy_gained(right_side);
    check(fabs(gained) < 1e-9, "change of T + V in 2 s of free motion: %.1e J", gained);
    gained = energy_gained(double_counted);
    check(fabs(gained) > 0.1, "change of T + V in 2 s with moments counted twice: %.2g J", gained);
}

int main(void)
{
    golden_accelerations();
    inverse_dynamics();
    check_symmetry(displaced, (struct signs){1, 1, 1, 1, 1},
                   "displacement, turn and shift of spin");
    check_symmetry(mirrored, (struct signs){-1, -1, 1, 1, -1}, "mirror");
    check_symmetry(relabelled, (struct signs){1, -1, -1, -1, -1}, "ends of the axle exchanged");
    check_symmetry(reversed, (struct signs){1, 1, 1, 1, 1}, "all velocities reversed");
    energy_and_power();
    return done();
}
