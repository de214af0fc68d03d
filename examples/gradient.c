/* SPDX-License-Identifier: MIT */
/* Derivatives through impacts: of the height of a ball after five bounces without loss, with
 * respect to the height from which the ball falls, to gravity, and to the restitution. The last
 * derivative is one-sided, because the restitution 1 is the upper end of its range. */
#include <math.h>
#include <wheeldyn/gradient.h>
#include <wheeldyn/parts.h>

#include "example.h"

static const double height = 0.2137, gravity = 9.81, end = 2; /* m, m/s2, s */

/* A ball of 1 kg and radius 0.1 m: a body with a rim whose crown is its radius */
static wd_model *drop(void)
{
    static const char *const frame[] = {"frame"};
    static const char *const shell[] = {"param.frame.z", "param.skin.z", "param.skin.radius",
                                        "param.skin.crown"};
    static const char *const inertia[] = {"param.frame.xx", "param.frame.yy", "param.frame.zz"};
    wd_model *ball = new_model("vehicle");
    must(ball, wd_model_add_part(ball, "body", "frame", NULL, 0));
    must(ball, wd_model_add_part(ball, "rim", "skin", frame, 1));
    must(ball, wd_model_set_value(ball, "param.frame.mass", 1));
    for (int i = 0; i < 4; i++)
        must(ball, wd_model_set_value(ball, shell[i], 0.1));
    for (int i = 0; i < 3; i++)
        must(ball, wd_model_set_value(ball, inertia[i], 0.004));
    must(ball, wd_model_set_value(ball, "param.skin.restitution", 1));
    must(ball, wd_model_set_value(ball, "param.gravity", gravity));
    must(ball, wd_model_set_value(ball, "init.frame.z", height));
    return ball;
}

int main(void)
{
    static const char *const names[] = {"init.frame.z", "param.gravity", "param.skin.restitution"};
    enum { COUNT = sizeof names / sizeof *names };
    uint32_t refs[COUNT];
    double slope[COUNT], error[COUNT];
    int32_t side[COUNT];
    wd_model *ball = drop();
    uint32_t out = ref_of(ball, "state.frame.z");
    for (int i = 0; i < COUNT; i++)
        refs[i] = ref_of(ball, names[i]);
    must(ball, wd_model_gradient(ball, 0, end, &out, 1, refs, NULL, COUNT, 1, slope, error, side));
    for (int i = 0; i < COUNT; i++)
        printf("dz / d %-22s  %12.9f +- %.0e  %s\n", names[i], slope[i], error[i],
               wd_gradient_name(side[i]));
    double speed = sqrt(2 * gravity * height), left = end - 9 * speed / gravity;
    printf("closed form of the first        %12.9f\n", 10 * gravity * left / speed - 9);
    wd_model_free(ball);
    return 0;
}
