/* SPDX-License-Identifier: MIT */
/* Random wheels, robots and carts thrown at random profiles: joints from 1e-12 rad to needles,
 * walls and arcs.
 *
 *     test-grounds RUNS FIRST VERBOSE
 */
#include "thrown.h"

enum { POINTS = 10 };

/* Return the change of height over a segment of length `way` after a random joint. */
static double rise_of_segment(double way)
{
    double kind = uniform(0, 1);
    if (kind < 0.2)
        return pow(10, uniform(-12, -1)) * way * (uniform(0, 1) < 0.5 ? -1 : 1);
    return kind < 0.9 ? uniform(-0.3, 0.3) : uniform(-0.6, 0.6);
}

static int set_ground(wd_model *model, double largest)
{
    double xz[2 * POINTS], bulge[POINTS - 1], x = -3, z = 0;
    for (int i = 0; i < POINTS; i++) {
        xz[2 * i] = x, xz[2 * i + 1] = z;
        double kind = uniform(0, 1);
        double way = kind < 0.1 ? 0 : kind < 0.25 ? pow(10, uniform(-4, -1)) : uniform(0.2, 1.5);
        x += i == 0 || i == POINTS - 2 ? uniform(0.5, 1) : way;
        z += rise_of_segment(way);
        if (i < POINTS - 1) {
            double chord = hypot(x - xz[2 * i], z - xz[2 * i + 1]);
            /* a hollow arc is wider than the largest wheel */
            double hollow = chord < 2 * largest ? 0.5 * chord / (2.1 * largest) : 0.2;
            bulge[i] = uniform(0, 1) < 0.3 ? uniform(-0.5, 0.9 * hollow / 2) : 0;
        }
    }
    bulge[0] = bulge[POINTS - 2] = 0;
    return wd_model_set_profile(model, xz, bulge, POINTS) == WD_OK;
}

static void thrown_ground(wd_model *model, double largest)
{
    while (!set_ground(model, largest))
        ;
    put(model, "param.ground_heading", uniform(-1.5, 1.5));
}

static double thrown_height(const struct machine *m, int wheel)
{
    (void)m, (void)wheel;
    return 0;
}

int main(int argc, char **argv)
{
    static const long once[] = {1526,   2471,   2900,   2945,  3157,  3678,  3906,   7429,   7832,
                                8184,   11744,  11774,  14251, 15872, 19164, 21685,  21984,  25831,
                                30260,  30488,  30802,  32061, 36194, 37776, 41191,  43897,  52761,
                                52850,  53182,  57585,  61444, 61451, 62631, 64886,  65221,  65782,
                                68166,  71048,  75283,  83090, 87614, 94497, 104660, 106351, 109028,
                                113117, 135050, 271106, 601237};
    return throw_all(argc, argv, few_or_all(50, 100), once, sizeof once / sizeof *once);
}
