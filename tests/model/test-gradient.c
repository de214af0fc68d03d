/* SPDX-License-Identifier: MIT */
/* wd_model_gradient() compared with closed forms: bounces, a block that stops, a wheel that starts
 * to slip, an impact at a kerb; with derivatives by mpmath; and values at which the sequence of
 * events changes.
 * usage: test-gradient [COUNT FIRST]: instead, run the random cases FIRST to FIRST + COUNT - 1,
 * each with one derivative problem of each sort */
#include "gradient.h"
#include "vehicle.h"

#include "csv.h"
#include "random.h"

#include <string.h>

enum { MOST_INPUTS = 4 };

/* Derivatives of one output with respect to some variables, their error estimates and sides. */
struct derivatives {
    double value[MOST_INPUTS], error[MOST_INPUTS];
    int32_t side[MOST_INPUTS];
};

static struct derivatives differentiate_output(wd_model *model, double end, const char *output,
                                               const char *const *names, const size_t *numbers,
                                               size_t n)
{
    struct derivatives d;
    uint32_t out = 0, refs[MOST_INPUTS];
    must(model, wd_model_find(model, output, &out), output);
    for (size_t i = 0; i < n; i++)
        must(model, wd_model_find(model, names[i], &refs[i]), names[i]);
    must(model,
         wd_model_gradient(model, 0, end, &out, 1, refs, numbers, n, 1, d.value, d.error, d.side),
         output);
    wd_model_free(model);
    return d;
}

/* Check derivatives, or count them if there is a tally. */
static void check_derivatives(const char *what, const struct derivatives *d, const double *exact,
                              size_t n, struct tally *to)
{
    for (size_t i = 0; i < n; i++)
        check_derivative(what, d->value[i], d->error[i], exact[i], to);
}

/* ---- bounces ---- */

static wd_model *make_ball(double height, double restitution, double gravity)
{
    wd_model *model = new_vehicle();
    add(model, "body", "frame", NULL, NULL);
    add(model, "rim", "skin", "frame", NULL);
    set_part(model, "frame", "mass", 1);
    set_part(model, "frame", "xx", 0.004);
    set_part(model, "frame", "yy", 0.004);
    set_part(model, "frame", "zz", 0.004);
    set_part(model, "frame", "z", 0.1);
    set_part(model, "skin", "z", 0.1);
    set_part(model, "skin", "radius", 0.1);
    set_part(model, "skin", "crown", 0.1);
    set_part(model, "skin", "restitution", restitution);
    set_init(model, "frame", "z", height);
    set(model, "param.gravity", gravity);
    return model;
}

static void gradient_of_bounces(double h, double e, double g, double end, struct tally *to)
{
    static const char *const names[] = {"init.frame.z", "param.gravity", "param.skin.restitution"};
    double v = sqrt(2 * g * h), fall = v / g, power = 1, sum = 1, by_e = 0;
    int n = 0; /* number of impacts; the last is at fall * sum */
    for (double next = 1; fall * next <= end; next += 2 * power) {
        by_e += n > 0 ? 2 * n * power / e : 0;
        sum = next;
        power *= e; /* e^n */
        n++;
    }
    double left = end - fall * sum, fast = g * left - v * power;
    const double exact[] = {g / v * power * left + fast * sum / v,
                            h / v * power * left - fast * sum * fall / (2 * g) - left * left / 2,
                            v * n * power / e * left + fast * fall * by_e};
    struct derivatives d =
        differentiate_output(make_ball(h, e, g), end, "state.frame.z", names, NULL, 3);
    check_derivatives("bounces", &d, exact, 3, to);
    if (!to)
        check(d.side[0] == WD_GRADIENT_TWO_SIDED &&
                  d.side[2] == (e < 1 ? WD_GRADIENT_TWO_SIDED : WD_GRADIENT_FROM_BELOW),
              "bounces: derivatives are two-sided, with respect to a restitution of 1 from below");
}

/* ---- a block on three feet that slides until it stops ---- */

static void gradient_of_stop(double speed, double mu, struct tally *to)
{
    static const char *const names[] = {"init.frame.forward", "param.gravity"};
    wd_model *model = block_on_feet(10, mu);
    set_init(model, "frame", "forward", speed);
    double g = 9.81, way = speed * speed / (2 * mu * g);
    const double exact[] = {speed / (mu * g), -way / g};
    struct derivatives d =
        differentiate_output(model, 1.2 * speed / (mu * g), "state.frame.x", names, NULL, 2);
    check_derivatives("a block that stops", &d, exact, 2, to);
}

/* ---- a wheel that starts to slip, and one at a kerb ---- */

static const double mass = 10, radius = 0.1, inertia = 0.05, gravity = 9.81;

/* The torque grows linearly and would reach `torque` at `time`; the run ends at 0.9 of this time.
 */
static void gradient_of_slip(double torque, double time, double mu, struct tally *to)
{
    static const char *const names[] = {"input.torque", "input.torque", "param.mu"};
    static const size_t numbers[] = {2, 3, WD_GRADIENT_VALUE};
    const double signal[] = {0, 0, time, -torque}, ground[] = {-50, 0, 50, 0};
    wd_model *model = make("impact_wheel", NULL);
    uint32_t input = 0;
    must(model, wd_model_set_terrain(model, ground, 2), "terrain");
    must(model, wd_model_find(model, "input.torque", &input), "torque");
    must(model, wd_model_set_input_signal(model, input, WD_SIGNAL_LINEAR, signal, 4), "signal");
    set(model, "param.mu", mu);
    set(model, "state.x", 0);
    set(model, "state.y", radius);
    double rate = torque / time, end = 0.9 * time;
    double first = mu * mass * gravity * (radius + inertia / (mass * radius)) / rate;
    /* the speed at the end is mu g (end - first / 2), where the slip starts at `first` */
    double by_rate = mu * gravity * first / (2 * rate);
    const double exact[] = {-by_rate * rate / time, -by_rate / time, gravity * (end - first)};
    check(to || first < end, "the wheel slips from %g s on, before the end", first);
    struct derivatives d = differentiate_output(model, end, "state.x_dot", names, numbers, 3);
    check_derivatives("a wheel that starts to slip", &d, exact, 3, to);
}

/* A wheel that hits a kerb: plastic impacts without slip at the corner, and on the kerb after a
 * flight */
static wd_model *make_roller(double speed, double height)
{
    wd_model *model = make("impact_wheel", NULL);
    set(model, "param.mu", 2);
    set(model, "param.kerb_height", height);
    set(model, "param.wall_x", -20);
    set(model, "state.x", 0.8);
    set(model, "state.y", radius);
    set(model, "state.x_dot", -speed);
    set(model, "state.phi_dot", speed / radius);
    return model;
}

static void gradient_at_kerb(double speed, double height, struct tally *to)
{
    static const char *const names[] = {"param.mass", "param.kerb_height", "param.inertia"};
    double all = inertia + mass * radius * radius, arm = radius - height, r = radius;
    double kept = (mass * r * arm + inertia) / all,
           w = speed * kept / r; /* rad/s, after the impact at the corner */
    /* the speed at the end is r w kept: the impact on the kerb keeps the same fraction again */
    const double exact[] = {
        -r * ((speed * arm - r * r * w) * kept - w * r * height * inertia / all) / all,
        2 * speed * kept * mass * r / all,
        -r * ((speed / r - w) * kept + w * (1 - kept)) / all,
    };
    struct derivatives d =
        differentiate_output(make_roller(speed, height), 1, "state.x_dot", names, NULL, 3);
    check_derivatives("an impact at a kerb", &d, exact, 3, to);
}

/* ---- values at which sequences of events change ---- */

static void sides_of_events(void)
{
    static const char *const tilt[] = {"init.frame.pitch"}, *const height[] = {"init.frame.z"};
    static const char *const spin[] = {"state.phi_dot"};
    wd_model *model = make_ball(0.1, 0.5, 9.81);
    add(model, "rim", "front", "frame", NULL);
    set_part(model, "front", "x", 0.5);
    set_part(model, "front", "z", 0.1);
    set_part(model, "front", "radius", 0.1);
    set_part(model, "front", "crown", 0.1);
    set_part(model, "skin", "x", -0.5);
    struct derivatives d = differentiate_output(model, 0.2, "state.frame.z", tilt, NULL, 1);
    check(d.side[0] == WD_GRADIENT_NONE && isnan(d.value[0]) && isinf(d.error[0]),
          "derivative with respect to the tilt of two rims that land at once: %s, %g",
          wd_gradient_name(d.side[0]), d.value[0]);
    d = differentiate_output(make_roller(3, 0.03), 0.1, "state.x_dot", spin, NULL, 1);
    check(d.side[0] == WD_GRADIENT_NONE,
          "derivative with respect to the spin of a rolling wheel: %s, because with any other "
          "spin the wheel slips first",
          wd_gradient_name(d.side[0]));
    double end = sqrt(2 * 0.2 / 9.81);
    d = differentiate_output(make_ball(0.2 - 1e-12, 0.5, 9.81), end, "state.frame.z", height, NULL,
                             1);
    check(d.side[0] == WD_GRADIENT_FROM_BELOW, "an impact just before the end: %s",
          wd_gradient_name(d.side[0]));
    near_rel(d.value[0], -0.5, 1e-8, 1, "the derivative of motions with the impact");
    d = differentiate_output(make_ball(0.2 + 1e-12, 0.5, 9.81), end, "state.frame.z", height, NULL,
                             1);
    check(d.side[0] == WD_GRADIENT_FROM_ABOVE, "an impact just after the end: %s",
          wd_gradient_name(d.side[0]));
    near_rel(d.value[0], 1, 1e-8, 1, "the derivative of motions without the impact");
}

/* ---- a wheel that slips, with drag and bearing ---- */

/* The motion of tests/ref/make/wheel_gradient.py: one second with law published. */
static wd_model *make_slipping_wheel(void)
{
    wd_model *model = make("rolling_wheel", NULL);
    must(model, wd_model_set_choice(model, "param.law", "published"), "law");
    set(model, "input.mu", 0.4);
    set(model, "input.drive_torque", 30);
    set(model, "state.x_dot", 4);
    set(model, "state.theta_dot", 15);
    return model;
}

/* Derivatives of all states by each variable of the table. */
static void gradient_of_reference(void)
{
    static const char *const outputs[] = {"state.x", "state.x_dot", "state.theta",
                                          "state.theta_dot"};
    struct csv csv;
    size_t rows = 0;
    csv_open(&csv, "rolling_wheel/gradient.csv");
    while (csv_next(&csv)) {
        const char *variable = csv_text(&csv, "variable");
        if (strcmp(variable, "value") == 0)
            continue;
        rows++;
        for (size_t i = 0; i < 4; i++) {
            double exact = csv_real(&csv, outputs[i]);
            struct derivatives d =
                differentiate_output(make_slipping_wheel(), 1, outputs[i], &variable, NULL, 1);
            check_derivatives(variable, &d, &exact, 1, NULL);
        }
    }
    check(rows == 10, "%zu variables of the table", rows);
}

/* Random motions of the same wheel, from tests/ref/make/wheel_gradient.py: each row has the values
 * of all variables and the derivatives by one of them. */
static void gradients_of_random_wheels(struct tally *to)
{
    static const char *const outputs[] = {"state.x", "state.x_dot", "state.theta",
                                          "state.theta_dot"};
    struct csv csv;
    csv_open(&csv, "rolling_wheel/gradient_random.csv");
    while (csv_next(&csv)) {
        const char *variable = csv_text(&csv, "variable");
        for (size_t i = 0; i < 4; i++) {
            char column[32];
            wd_model *model = make_slipping_wheel();
            for (int k = 1; k <= 10; k++)
                set(model, csv.name[k], strtod(csv.cell[k], NULL));
            snprintf(column, sizeof column, "d %s", outputs[i]);
            double exact = csv_real(&csv, column);
            struct derivatives d = differentiate_output(model, 1, outputs[i], &variable, NULL, 1);
            check_derivatives("a wheel that slips", &d, &exact, 1, to);
        }
    }
}

static void random_cases(uint64_t count, uint64_t first)
{
    struct tally bounces = {0}, stops = {0}, slips = {0}, kerbs = {0}, wheels = {0};
    for (uint64_t run = first; run < first + count; run++) {
        uniform_seed(run);
        double h = uniform(0.05, 1), e = uniform(0.6, 0.95), g = uniform(3, 15);
        /* the ball rests after (1 + e)/(1 - e) times the fall, which is 4 or more */
        gradient_of_bounces(h, e, g, sqrt(2 * h / g) * uniform(1.2, 3.5), &bounces);
        gradient_of_stop(uniform(0.5, 5), uniform(0.1, 0.9), &stops);
        gradient_of_slip(uniform(5, 10), uniform(0.5, 1.5), uniform(0.05, 0.2), &slips);
        gradient_at_kerb(uniform(2, 4), uniform(0.01, 0.04), &kerbs);
    }
    gradients_of_random_wheels(&wheels);
    judge_tally(&bounces, "bounces");
    judge_tally(&stops, "blocks that stop");
    judge_tally(&slips, "wheels that start to slip");
    judge_tally(&kerbs, "impacts at a kerb");
    judge_tally(&wheels, "wheels that slip");
}

int main(int argc, char **argv)
{
    if (argc > 2) {
        random_cases(strtoull(argv[1], NULL, 10), strtoull(argv[2], NULL, 10));
        return done();
    }
    gradient_of_bounces(0.2137, 1, 9.81, 2, NULL);
    gradient_of_bounces(0.2137, 0.8, 9.81, 0.9, NULL);
    gradient_of_stop(3, 0.5, NULL);
    gradient_of_slip(8, 1, 0.1, NULL);
    gradient_at_kerb(3, 0.03, NULL);
    gradient_of_reference();
    sides_of_events();
    random_cases(50, 0);
    return done();
}
