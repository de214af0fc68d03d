/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The eigenvalues of the benchmark bicycle over the speed: where does it ride by itself? */
#include "example.h"

enum { STATES = 4 };

/* By real part, the largest first; pairs are neighbours. */
static void eigenvalues(wd_model *model, double speed, double re[STATES], double im[STATES])
{
    must(model, wd_model_reset(model));
    must(model, wd_model_set_value(model, "init.speed", speed));
    must(model, wd_model_init(model, 0.0));
    must(model, wd_model_eigenvalues(model, re, im));
}

static void print(double speed, const double re[STATES], const double im[STATES])
{
    printf("%5.1f ", speed);
    for (size_t i = 0; i < STATES; i++)
        if (im[i] == 0)
            printf("  %9.5f", re[i]);
        else if (im[i] > 0)
            printf("  %9.5f +- %8.5f i", re[i], im[i]);
    printf("%s\n", re[0] < 0 ? "  stable" : "");
}

/* Bisection: stable at one of the speeds, not at the other. */
static double boundary(wd_model *model, double stable, double unstable)
{
    for (int i = 0; i < 60; i++) {
        double middle = (stable + unstable) / 2, re[STATES], im[STATES];
        eigenvalues(model, middle, re, im);
        if (re[0] < 0)
            stable = middle;
        else
            unstable = middle;
    }
    return stable;
}

int main(void)
{
    wd_model *model = new_model("bicycle");
    double re[STATES], im[STATES];
    printf("v/(m/s)  eigenvalues/(1/s)\n");
    for (int v = 0; v <= 20; v++) {
        eigenvalues(model, 0.5 * v, re, im);
        print(0.5 * v, re, im);
    }
    printf("weave speed   %.10f m/s\n", boundary(model, 5, 4));
    printf("capsize speed %.10f m/s\n", boundary(model, 5, 7));
    wd_model_free(model);
    return EXIT_SUCCESS;
}
