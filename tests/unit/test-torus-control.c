/* SPDX-License-Identifier: MIT */
/* Control laws of the torus (docs/theory/torus_control.rst; Law R: CONTROL_TRACK, Law P:
 * CONTROL_TRACK_PID): closed forms on the path, the closed loops, and runs: the paper's start (66),
 * stabilised until 20 s, tracking the path until 65 s, then driving to a set point. The expected
 * numbers of the runs were computed by an independent program, to the digits given. */
#include "torus.h"
#include "tap.h"
#include "random.h"

/* ---- on the path ---- */

static const double inertia = 1.805; /* K = C + MT (a + b)^2 */

/* Put the torus upright on the path at time t. */
static void put_on_path(struct world *w, double t, double half_turns)
{
    struct path_reference r = path_at(&w->curve, NULL, t);
    double sign = fmod(half_turns, 2) == 0 ? 1 : -1;
    w->t = t;
    w->half_turns = half_turns;
    w->point = (struct world_point){{r.heading + PI * half_turns, PI / 2, uniform(-9, 9), r.x, r.y,
                                     r.turn_rate, 0, -sign * r.speed / 0.4},
                                    {0, 0, 0}};
}

/* Torques on the path: Mp = 0, Mq = K p' r', Mr = K r'', for both directions of rolling. */
static void test_on_path(void)
{
    double worst = 0, errors = 0;
    struct world w = world_start();
    w.mode = CONTROL_TRACK;
    for (int i = 0; i < 1000; i++) {
        double half_turns = i % 4 - 1;
        w.curve.type = i % 3 == 0 ? PATH_CIRCLE : PATH_HYPOCYCLOID;
        w.curve.cusps = 3 + i % 3;
        put_on_path(&w, uniform(0, 100), half_turns);
        world_look(&w);
        struct path_reference r = world_reference(&w, w.t);
        struct control control = world_control(&w, w.t);
        struct control_error e = control_error(&control, &w.point.torus, &w.equations);
        struct torus_three tau = w.control.torque;
        double sign = fmod(half_turns, 2) == 0 ? 1 : -1, rdd = -sign * r.acceleration / 0.4;
        worst = fmax(worst, fabs(tau.precession));
        worst = fmax(worst, fabs(tau.lean - inertia * r.turn_rate * w.point.torus.spin_rate));
        worst = fmax(worst, fabs(tau.spin - inertia * rdd));
        errors = fmax(errors, fabs(e.along) + fabs(e.left) + fabs(e.heading));
        world_switch(&w, CONTROL_TRACK);
        worst = fmax(worst, 1e-11 * fabs(w.half_turns - half_turns));
    }
    check(worst <= 1e-12, "torques on paths are those of the closed form (%.2g N.m)", worst);
    check(errors <= 1e-12, "tracking errors on paths are at most %.2g", errors);
}

/* Stabilising law (55) in its three cases. */
static void test_stabilizing(void)
{
    struct world w = world_start();
    double La = w.gains.stab_angle = PI / 180, Kp = 30, fa = 0.8, worst = 0;
    w.gains.stab_gain = Kp;
    w.gains.stab_gravity = fa;
    for (int i = 0; i < 1000; i++) {
        double q = w.point.torus.lean = PI / 2 + uniform(-3, 3) * La;
        double want = fa * 8 * 9.8 * 0.3 * cos(q);
        want += q > PI / 2 + La   ? Kp * (PI / 2 + La - q)
                : q < PI / 2 - La ? Kp * (PI / 2 - La - q)
                                  : 0;
        world_look(&w);
        worst = fmax(worst, fabs(w.control.torque.lean - want));
        worst = fmax(worst, fabs(w.control.torque.precession) + fabs(w.control.torque.spin));
    }
    check(worst <= 1e-13, "error of the stabilising law (55): %.2g N.m", worst);
    w.mode = CONTROL_NONE;
    world_look(&w);
    check(w.control.torque.lean == 0, "without control there is no lean torque");
}

/* ---- the loops ---- */

/* Errors vc - v and wc - p' of Law R, from its formulas, written independently of the library. */
static void inner_errors(const struct world *w, double *slow, double *turn)
{
    const struct torus_state *s = &w->point.torus;
    const struct control_gains *k = &w->gains;
    struct path_reference r = world_reference(w, w->t);
    double n[2] = {cos(s->precession), sin(s->precession)};
    double e1 = n[0] * (r.x - s->x) + n[1] * (r.y - s->y);
    double e2 = n[0] * (r.y - s->y) - n[1] * (r.x - s->x);
    double vr = fmod(w->half_turns, 2) == 0 ? r.speed : -r.speed;
    double e3 = r.heading + PI * w->half_turns - s->precession;
    double f1 = k->k1 * e1 / sqrt(1 + pow(k->k1 * e1 / k->vmax, 2));
    double k2 = k->k2 > 0 ? k->k2 : pow(k->k3 / vr, 2) / 4, curb = k->k2 > 0 ? 1 : k->k3 / (4 * vr);
    double f2 = e2 / sqrt(1 + pow(curb * e2, 2)), part = e3 == 0 ? 1 : sin(e3) / e3;
    *slow = vr * cos(e3) + f1 + (0.3 + 0.1 * sin(s->lean)) * s->spin_rate;
    *turn = r.turn_rate + k2 * vr * part * f2 + k->k3 * e3 - s->precession_rate;
}

/* Errors decay exactly as e^(-kv t) and e^(-kw t), and the lean as a damped oscillator,
 * independently of speed and precession. This holds only if every derivative in the law is
 * right. */
static void test_inner_loops(void)
{
    double worst = 0, lean = 0;
    for (int i = 0; i < 20; i++) {
        struct world w = world_start();
        w.curve.cusps = 3 + i % 3;
        if (i % 5 == 0) /* with k2 = 0 the law takes (k3/vr)^2/4 */
            w.curve.type = PATH_CIRCLE, w.gains.k2 = 0;
        w.gains.lean_target = PI / 2 + uniform(-0.1, 0.1);
        w.gains.precession_limit = INFINITY;
        double t0 = w.t = uniform(0, 20), slow, turn, slow0, turn0, q0;
        put_on_path(&w, t0, i % 2);
        w.mode = CONTROL_TRACK;
        w.point.torus.x += uniform(-1, 1), w.point.torus.y += uniform(-1, 1);
        w.point.torus.precession += uniform(-1, 1), w.point.torus.spin_rate += uniform(-2, 2);
        w.point.torus.precession_rate += uniform(-1, 1);
        w.point.torus.lean += uniform(-0.2, 0.2);
        q0 = w.point.torus.lean - w.gains.lean_target;
        inner_errors(&w, &slow0, &turn0);
        for (int k = 1; k <= 1000; k++)
            world_step_to(&w, t0 + 1e-3 * k);
        inner_errors(&w, &slow, &turn);
        worst = fmax(worst, fabs(slow - slow0 * exp(-4)) + fabs(turn - turn0 * exp(-6)));
        lean = fmax(lean, fabs(w.point.torus.lean - w.gains.lean_target - q0 * 9 * exp(-8)));
    }
    check(worst <= 1e-9, "speed and precession errors decay as loops of first order, within %.2g",
          worst);
    check(lean <= 1e-9, "the lean decays as a critically damped oscillator, within %.2g rad", lean);
}

/* The axle described from its other end, p + pi, pi - q, -r: the motion in the plane must be the
 * same. */
static void test_relabelled(void)
{
    static const int laws[] = {CONTROL_STABILIZE, CONTROL_TRACK, CONTROL_TRACK_PID,
                               CONTROL_SET_POINT};
    for (int i = 0; i < 4; i++) {
        struct world a = world_start(), b = world_start();
        struct torus_state *s = &b.point.torus;
        double apart = 0;
        s->precession += PI, s->lean = PI - s->lean;
        s->lean_rate *= -1, s->spin_rate *= -1;
        world_switch(&a, laws[i]);
        world_switch(&b, laws[i]);
        for (int k = 1; k <= 2000; k++) {
            world_step_to(&a, 5e-3 * k);
            world_step_to(&b, 5e-3 * k);
            apart = fmax(apart, hypot(a.point.torus.x - s->x, a.point.torus.y - s->y));
        }
        check(apart <= 1e-9, "law %d: axle seen from the other side, %.2g m apart", laws[i], apart);
    }
}

/* ---- runs ---- */

struct record {
    double distance[121];                         /* m: from the reference, at each second */
    double capture[3], tracking[3], set_point[3]; /* N m: largest torques in each phase */
    double capture_friction, tracking_friction;   /* friction coefficients that the motion needs */
    double rms, worst, spin, reversals; /* m, m, rad/s, number: on the path from 40 to 65 s */
    double lean;                        /* rad: largest distance from upright */
    double at_cusps[4];                 /* m: distances from the reference */
};

static void keep_torques(double torque[3], const struct torus_three *tau)
{
    torque[0] = fmax(torque[0], fabs(tau->precession));
    torque[1] = fmax(torque[1], fabs(tau->lean));
    torque[2] = fmax(torque[2], fabs(tau->spin));
}

/* Update the record with the present state; step: number of steps of 5 ms since the start. */
static void note_step(struct record *record, struct world *w, int step)
{
    double distance = world_distance(w), w0 = 3.3 * 0.0785;
    const struct torus_state *s = &w->point.torus;
    if (step % 200 == 0)
        record->distance[step / 200] = distance;
    for (int i = 0; i < 4; i++)
        if (fabs(w->t - (7 + i) * PI / (2 * w0)) <= 0.0025)
            record->at_cusps[i] = distance;
    world_look(w);
    const struct torus_reactions *force = &w->reactions;
    double friction = hypot(force->longitudinal, force->lateral) / force->normal;
    record->lean = fmax(record->lean, fabs(s->lean - PI / 2));
    if (w->t >= 65) {
        keep_torques(record->set_point, &w->control.torque);
    } else if (w->t >= 40) {
        keep_torques(record->tracking, &w->control.torque);
        record->tracking_friction = fmax(record->tracking_friction, friction);
        record->rms += distance * distance / 5000;
        record->worst = fmax(record->worst, distance);
        record->spin = fmax(record->spin, fabs(s->spin_rate));
    } else if (w->t >= 20 && w->t < 30) {
        keep_torques(record->capture, &w->control.torque);
        record->capture_friction = fmax(record->capture_friction, friction);
    }
}

static struct record run_world(struct world w, int law)
{
    struct record record = {.rms = 0};
    for (int step = 0; step <= 24000; step++) {
        if (step == 4000 || step == 13000)
            world_switch(&w, step == 4000 ? law : CONTROL_SET_POINT);
        double before = w.point.torus.spin_rate;
        note_step(&record, &w, step);
        world_step_to(&w, (step + 1) * 5e-3);
        record.reversals += w.t > 40 && w.t < 65 && before * w.point.torus.spin_rate < 0;
    }
    record.rms = sqrt(record.rms);
    return record;
}

static void check_three(const double got[3], double p, double q, double r, double tolerance,
                        const char *what)
{
    check(fabs(got[0] - p) <= tolerance && fabs(got[1] - q) <= tolerance &&
              fabs(got[2] - r) <= tolerance,
          "%s: largest torques %.4f, %.4f, %.4f N.m", what, got[0], got[1], got[2]);
}

static void check_friction(const struct record *record, double capture, double tracking)
{
    near_abs(record->capture_friction, capture, 5e-3, "friction needed from 20 to 30 s");
    near_abs(record->tracking_friction, tracking, 5e-4, "friction needed from 40 to 65 s");
}

static void check_distance(const struct record *record, int second, double want, double tolerance)
{
    check(fabs(record->distance[second] - want) <= tolerance,
          "distance from the reference at %d s: %.5g m", second, record->distance[second]);
}

static void test_law_r(void)
{
    struct record record = run_world(world_start(), CONTROL_TRACK);
    check_distance(&record, 20, 2.5616, 5e-5);
    check_distance(&record, 25, 0.0309, 5e-5);
    check_distance(&record, 30, 3.0e-4, 5e-6);
    check_distance(&record, 35, 6.0e-6, 5e-8);
    near_abs(record.rms, 2.0e-8, 5e-10, "rms distance from 40 to 65 s");
    near_abs(record.worst, 1.8e-7, 5e-9, "largest distance from 40 to 65 s");
    near_abs(record.at_cusps[0], 2.8e-8, 5e-10, "distance at the first cusp");
    near_abs(record.at_cusps[1], 2.7e-10, 5e-12, "distance at the second cusp");
    near_abs(record.at_cusps[2], 7e-11, 5e-12, "distance at the third cusp");
    near_abs(record.at_cusps[3], 7e-11, 5e-12, "distance at the fourth cusp");
    check_three(record.capture, 5.76, 32.2, 45.0, 0.05, "capture");
    check_three(record.tracking, 0, inertia * 0.25905 * 7.7715, 7.268, 5e-4, "tracking");
    check_three(record.set_point, 0.96, 5.01, 11.15, 5e-3, "set point");
    check_friction(&record, 1.12, 0.164);
    near_abs(record.spin, 7.7715, 5e-5, "fastest spin on the path");
    check(record.reversals == 4, "the spin reverses at every cusp (%g)", record.reversals);
    check_distance(&record, 80, 0.18, 5e-3);
    check_distance(&record, 100, 3.3e-5, 5e-7);
    check_distance(&record, 120, 7.8e-6, 5e-8);
    check(record.lean <= 0.012, "lean within %.2g rad", record.lean);
}

static void test_law_p(void)
{
    struct record record = run_world(world_start(), CONTROL_TRACK_PID);
    check_distance(&record, 25, 0.589, 5e-4);
    check_distance(&record, 30, 9.5e-2, 5e-4);
    check_distance(&record, 35, 1.25e-2, 5e-5);
    near_abs(record.rms, 1.5e-3, 5e-5, "rms distance from 40 to 65 s");
    near_abs(record.worst, 3.5e-3, 5e-5, "largest distance from 40 to 65 s");
    near_abs(record.at_cusps[0], 1.9e-3, 5e-5, "distance at the first cusp");
    near_abs(record.at_cusps[3], 1.0e-3, 5e-5, "distance at the fourth cusp");
    check_three(record.capture, 5.83, 51.4, 52.2, 0.05, "capture");
    check_three(record.tracking, 0.82, 3.635, 7.272, 5e-3, "tracking");
    check_friction(&record, 1.66, 0.164);
    check(record.reversals == 4, "the spin reverses at every cusp (%g)", record.reversals);
    check(record.lean <= 0.012, "lean within %.2g rad", record.lean);
}

/* Other runs: another path, other gains, an unknown rolling torque. The expected numbers were
 * computed by the independent program, too. */
static void test_variants(void)
{
    struct world w = world_start();
    w.curve.cusps = 3;
    near_abs(run_world(w, CONTROL_TRACK).rms, 3.4e-8, 5e-10, "deltoid, Law R: rms");
    check(run_world(w, CONTROL_TRACK_PID).rms <= 5e-3, "deltoid, Law P: rms below 5 mm");
    w = world_start();
    w.gains.pid_reset = 1e10;
    near_abs(run_world(w, CONTROL_TRACK_PID).rms, 1.2e-3, 5e-5, "Law P without integral: rms");
    w.gains.pid_reset = 0.3;
    near_abs(run_world(w, CONTROL_TRACK_PID).rms, 0.14, 5e-3, "Law P near its limit: rms");
    w = world_start();
    w.gains.k1 = 0.6, w.gains.vmax = 1, w.gains.kv = 2, w.gains.kw = 4;
    w.gains.precession_limit = 10;
    near_abs(run_world(w, CONTROL_TRACK).rms, 1.1e-6, 5e-8, "Law R with gentle gains: rms");
    w.drag = 0.3;
    struct record record = run_world(w, CONTROL_TRACK);
    near_abs(record.rms, 3.8e-2, 5e-4, "gentle gains and an unknown rolling torque: rms");
    near_abs(record.distance[100], 9.4e-2, 5e-4,
             "gentle gains and an unknown rolling torque: distance at 100 s");
    w.gains.kv = 4, w.gains.ki = 4;
    near_abs(run_world(w, CONTROL_TRACK).rms, 9.5e-3, 5e-5,
             "gains with the integral and an unknown rolling torque: rms");
}

/* With torques limited to 12 N m the path is reached, too, although the unlimited capture takes 30
 * to 50 N m. */
static void test_limit(void)
{
    struct world w = world_start();
    w.gains.torque_limit = 12;
    struct record record = run_world(w, CONTROL_TRACK);
    check(record.capture[2] == 12 && record.capture[1] <= 12,
          "largest torques of the limited capture are at most 12 N.m");
    check(record.rms <= 1e-6, "the limited torques still track (rms %.2g m)", record.rms);
    check(record.lean <= 20 * PI / 180, "lean within %.2g degrees", record.lean * 180 / PI);
}

int main(void)
{
    test_on_path();
    test_stabilizing();
    test_inner_loops();
    test_relabelled();
    test_law_r();
    test_law_p();
    test_variants();
    test_limit();
    return done();
}
