/* SPDX-License-Identifier: MIT */
/* The linear model of a slightly leaning motorcycle is close to that of an upright one. */
#include "vehicle.h"

#include <string.h>

enum { STATES = 9 };

struct linear {
    double re[STATES], im[STATES];
    char name[STATES][32];
};

static struct linear linear_model(wd_model *model)
{
    struct linear x = {0};
    check(wd_model_linear_size(model) == STATES, "the linear model has %d states", STATES);
    must(model, wd_model_eigenvalues(model, x.re, x.im), "eigenvalues");
    for (size_t i = 0; i < STATES; i++)
        snprintf(x.name[i], sizeof x.name[i], "%s", wd_model_linear_name(model, i));
    return x;
}

/* Linear model of the upright ride at this speed, without the sideways push of the preset's start.
 */
static struct linear upright_ride(double speed)
{
    wd_model *model = make("vehicle", "motorcycle");
    set_init(model, "frame", "forward", speed);
    set_init(model, "frame", "roll_rate", 0);
    set_init(model, "frame", "left", 0);
    start(model, 0);
    struct linear x = linear_model(model);
    wd_model_free(model);
    return x;
}

/* Largest distance of an eigenvalue of `one` from the nearest eigenvalue of `other`. */
static double eigenvalue_distance(const struct linear *one, const struct linear *other)
{
    double most = 0;
    for (size_t i = 0; i < STATES; i++) {
        double least = INFINITY;
        for (size_t j = 0; j < STATES; j++)
            least = fmin(least, hypot(one->re[i] - other->re[j], one->im[i] - other->im[j]));
        most = fmax(most, least);
    }
    return most;
}

static int same_names(const struct linear *one, const struct linear *other)
{
    int same = 1;
    for (size_t i = 0; i < STATES; i++)
        same = same && strcmp(one->name[i], other->name[i]) == 0;
    return same;
}

/* The lean decays to 0.005 rad at 2 s, 0.001 rad at 5 s and 5e-5 rad at 8 s. The mirrored ride has
 * the same eigenvalues, so the difference from the upright ride is of second order in the lean and
 * in the other lateral states. */
int main(void)
{
    static const double time[] = {0.01, 2, 5, 8}, near[] = {0.1, 1e-3, 1e-4, 1e-4};
    wd_model *model = make("vehicle", "motorcycle");
    start(model, 0);
    for (int i = 0; i < 4; i++) {
        go(model, time[i]);
        struct linear x = linear_model(model), straight = upright_ride(get(model, "output.speed"));
        double off = eigenvalue_distance(&x, &straight);
        check(off < near[i], "after %g s, leaning by %.1e rad, eigenvalues are off by %.1e",
              time[i], out(model, "frame", "roll"), off);
        check(same_names(&x, &straight), "the states of both linear models have the same names");
    }
    wd_model_free(model);
    return done();
}
