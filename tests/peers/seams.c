/* SPDX-License-Identifier: MIT */
/* A ball of 1 kg rolls at 2 m/s over a chain of 1,000 segments of 10 mm on one line. */
#include <math.h>
#include <stdio.h>
#include <wheeldyn/parts.h>

enum { SEGMENTS = 1000 };

static const char *const names[] = {"param.ball.mass",   "param.ball.xx",       "param.ball.yy",
                                    "param.ball.zz",     "param.ball.z",        "param.skin.z",
                                    "param.skin.radius", "param.skin.crown",    "input.skin.mu",
                                    "init.ball.forward", "init.ball.pitch_rate"};
static const double numbers[] = {1, 0.004, 0.004, 0.004, 0.1, 0.1, 0.1, 0.1, 0.8, 2, 20};

static double number(const wd_model *ball, const char *name)
{
    double value = NAN;
    wd_model_value(ball, name, &value);
    return value;
}

static double energy(const wd_model *ball)
{
    return number(ball, "output.kinetic_energy") + number(ball, "output.potential_energy");
}

static int set_up(wd_model *ball)
{
    static double xz[2 * (SEGMENTS + 1)];
    const char *on[] = {"ball"};
    int failed = wd_model_add_part(ball, "body", "ball", NULL, 0) ||
                 wd_model_add_part(ball, "rim", "skin", on, 1);
    for (int i = 0; i <= SEGMENTS; i++)
        xz[2 * i] = 0.01 * i - 1;
    for (int i = 0; i < 11; i++)
        failed = failed || wd_model_set_value(ball, names[i], numbers[i]);
    return failed || wd_model_set_profile(ball, xz, NULL, SEGMENTS + 1) || wd_model_init(ball, 0);
}

int main(void)
{
    wd_model *ball;
    if (wd_model_new("vehicle", &ball) != WD_OK)
        return 1;
    int failed = set_up(ball);
    double start = energy(ball), highest = 0, jolt = 0;
    for (int i = 1; !failed && i <= 4000; i++) {
        failed = wd_model_step_to(ball, 0.001 * i) != WD_OK;
        highest = fmax(highest, fabs(number(ball, "output.ball.z") - 0.1));
        jolt = fmax(jolt, fabs(number(ball, "output.skin.normal_force") - 9.81));
    }
    if (failed)
        fprintf(stderr, "%s\n", wd_model_error(ball));
    else
        printf("chain: height changes by %.0e m, load by %.0e N; energy by %.0e of it\n", highest,
               jolt, fabs(energy(ball) / start - 1));
    wd_model_free(ball);
    return failed;
}
