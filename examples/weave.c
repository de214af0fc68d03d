/* SPDX-License-Identifier: MIT */
/* At which speeds does a bicycle stay up by itself? Eigenvalues of riding straight over speed, and
 * the two speeds between which all of them decay. */
#include "example.h"

enum { MODES = 4 };

struct modes {
    double re[MODES], im[MODES];
};

/* Eigenvalues at a speed; the fastest growing mode comes first, and pairs stay together. */
static struct modes modes_at(wd_model *model, double speed)
{
    struct modes modes;
    must(model, wd_model_reset(model));
    must(model, wd_model_set_value(model, "init.speed", speed));
    must(model, wd_model_init(model, 0.0));
    must(model, wd_model_eigenvalues(model, modes.re, modes.im));
    return modes;
}

/* The speed between lo and hi where growth turns into decay, or decay into growth. */
static double critical_speed(wd_model *model, double lo, double hi)
{
    int grows = modes_at(model, lo).re[0] > 0;
    while (hi - lo > 1e-12 * hi) {
        double middle = 0.5 * (lo + hi);
        if ((modes_at(model, middle).re[0] > 0) == grows)
            lo = middle;
        else
            hi = middle;
    }
    return hi;
}

int main(void)
{
    wd_model *model = new_model("bicycle");
    printf("v/(m/s)  eigenvalues/(1/s)\n");
    for (int v = 0; v <= 10; v++) {
        struct modes modes = modes_at(model, v);
        printf("%7d", v);
        for (int i = 0; i < MODES; i++) {
            printf("  %9.5f", modes.re[i]);
            if (modes.im[i] > 0)
                printf(" +- %8.5fi", modes.im[i]);
            i += modes.im[i] > 0; /* the other one of the pair */
        }
        printf("%s\n", modes.re[0] < 0 ? "  stable" : "");
    }
    printf("weave decays above   %.9f m/s\n", critical_speed(model, 4, 5));
    printf("capsize grows above  %.9f m/s\n", critical_speed(model, 5, 7));
    wd_model_free(model);
    return EXIT_SUCCESS;
}
