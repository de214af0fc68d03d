/* SPDX-License-Identifier: MIT */
/* Reference motions of benchmark mechanisms in maximal coordinates, with 34 digits: print
 * tests/ref/constrained/mechanisms.csv. Build and run it by hand; it takes minutes:
 *     gcc -O2 mechanisms.c -lquadmath && ./a.out > mechanisms.csv
 *
 * Each rod has its own end points and hinge axes; each joint is a constraint.
 *
 * ./a.out STEPS takes steps that are shorter by this factor, to see the accuracy of the numbers.
 * ./a.out STEPS SHIFT multiplies the first velocity by 1 + SHIFT, to see the sensitivity of the
 * motion. A third argument names the only mechanism to run. */
#include "power_series.h"

/* ---- descriptions ---- */

static void clear(int d)
{
    frees = rows = terms = springs = names = 0;
    dimensions = d;
    scalars = 1;
    memset(x, 0, sizeof x);
    memset(mass, 0, sizeof mass);
    memset(force, 0, sizeof force);
    memset(multiplier, 0, sizeof multiplier);
    x[0][0] = 1;
    place[0] = -1;
}

/* Add a vector; returns its first scalar. `free`: bit k is set if component k is free */
static int add_vector(const real *start, const real *rate, int free)
{
    int first = scalars;
    for (int k = 0; k < dimensions; k++) {
        int i = scalars++;
        place[i] = free >> k & 1 ? frees : -1;
        x[i][0] = start[k];
        if (place[i] >= 0) {
            x[i][1] = rate ? rate[k] : 0;
            scalar_of[frees++] = i;
        }
    }
    return first;
}

static void add_mass(int a, int b, real by)
{
    for (int k = 0; k < dimensions; k++)
        if (place[a + k] >= 0 && place[b + k] >= 0)
            mass[place[a + k]][place[b + k]] += by;
}

static void add_term(int i, int j, real factor)
{
    term[terms++] = (struct term){rows, i, j, factor};
}

/* Add the constraint (a - minus_a) (b - minus_b) = value; -1: nothing is subtracted */
static void add_product(int a, int minus_a, int b, int minus_b, real value)
{
    for (int k = 0; k < dimensions; k++) {
        add_term(a + k, b + k, 1);
        if (minus_a >= 0)
            add_term(minus_a + k, b + k, -1);
        if (minus_b >= 0)
            add_term(a + k, minus_b + k, -1);
        if (minus_a >= 0 && minus_b >= 0)
            add_term(minus_a + k, minus_b + k, 1);
    }
    add_term(0, 0, -value);
    rows++;
}

/* Add a joint: two vectors are equal */
static void add_joint(int a, int b)
{
    for (int k = 0; k < dimensions; k++) {
        add_term(0, a + k, 1);
        add_term(0, b + k, -1);
        rows++;
    }
}

struct rod {
    int start, end;
};

/* A uniform rod of mass and length 1 */
static struct rod add_rod(const real *start, const real *start_rate, const real *end,
                          const real *end_rate, int up)
{
    int free = (1 << dimensions) - 1;
    struct rod rod = {add_vector(start, start_rate, free), add_vector(end, end_rate, free)};
    add_mass(rod.start, rod.start, 1 / 3.0Q);
    add_mass(rod.end, rod.end, 1 / 3.0Q);
    add_mass(rod.start, rod.end, 1 / 6.0Q);
    add_mass(rod.end, rod.start, 1 / 6.0Q);
    force[rod.start + up] -= GRAVITY / 2;
    force[rod.end + up] -= GRAVITY / 2;
    add_product(rod.end, rod.start, rod.end, rod.start, 1);
    return rod;
}

static void add_name(const char *text, int at, int components)
{
    snprintf(name[names].text, sizeof name->text, "%s", text);
    name[names].at = at;
    name[names++].dimensions = components;
}

/* ---- mechanisms ---- */

/* Two rods of equal length; the end of the second rod is on the x axis. */
static void slider_crank(int unused)
{
    (void)unused;
    real half = sqrtq(0.5Q), origin[2] = {0}, pin[] = {half, half}, pin_rate[] = {-2, 2};
    real end[] = {2 * half, 0}, end_rate[] = {-4, 0};
    clear(2);
    int axis = add_vector(origin, NULL, 0);
    struct rod crank = add_rod(origin, NULL, pin, pin_rate, 1);
    struct rod rod = add_rod(pin, pin_rate, end, end_rate, 1);
    add_joint(crank.start, axis);
    add_joint(rod.start, crank.end);
    add_term(0, rod.end + 1, 1);
    rows++;
    add_name("?", crank.end, 2);
    add_name("slider", rod.end, 1);
}

static void four_bars(int n)
{
    clear(2);
    struct rod before = {0};
    char text[16];
    for (int i = 0; i <= n; i++) {
        real foot[] = {i, 0}, tip[] = {i, 1}, tip_before[] = {i - 1, 1}, rate[] = {1, 0};
        struct rod crank = add_rod(foot, NULL, tip, rate, 1);
        add_joint(crank.start, add_vector(foot, NULL, 0));
        if (i > 0) {
            struct rod coupler = add_rod(tip_before, rate, tip, rate, 1);
            add_joint(coupler.start, before.end);
            add_joint(coupler.end, crank.end);
        }
        snprintf(text, sizeof text, "?%d", i);
        if (i == 0 || i == n)
            add_name(text, crank.end, 2);
        before = crank;
    }
}

/* Six rods in a ring, one of them fixed. Hinge axes are perpendicular to the rods and to the next
 * hinge axis. Half of the axle of a hinge belongs to each of its two rods. */
static void bricard(int unused)
{
    (void)unused;
    static const real point[6][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0},
                                     {1, 1, 1}, {0, 1, 1}, {0, 0, 1}};
    static const real axis[6][3] = {{0, -1, 0}, {0, 0, 1}, {1, 0, 0},
                                    {0, -1, 0}, {0, 0, 1}, {1, 0, 0}};
    const real rate[2][3] = {{0}, {0, 0, -3}}, axle = 0.02Q;
    clear(3);
    int hinge = add_vector(point[0], NULL, 0), across = add_vector(axis[0], NULL, 0);
    for (int i = 0; i < 5; i++) {
        struct rod rod = add_rod(point[i], rate[i == 1], point[i + 1], rate[i == 0], 2);
        int one = add_vector(axis[i], NULL, 7), other = add_vector(axis[i + 1], NULL, 7);
        if (i > 0)
            add_mass(one, one, axle / 2);
        if (i < 4)
            add_mass(other, other, axle / 2);
        add_product(rod.end, rod.start, one, -1, 0);
        add_product(rod.end, rod.start, other, -1, 0);
        add_product(one, -1, other, -1, 0);
        add_product(one, -1, one, -1, 1);
        add_product(other, -1, other, -1, 1);
        add_joint(rod.start, hinge);
        add_joint(one, across);
        hinge = rod.end;
        across = other;
        if (i < 4) {
            char text[] = {'p', (char)('1' + i), '_', '?', 0};
            add_name(text, hinge, 3);
            text[0] = 'u';
            add_name(text, across, 3);
        }
    }
    add_joint(hinge, add_vector(point[5], NULL, 0));
    add_joint(across, add_vector(axis[5], NULL, 0));
}

/* Two arms with balls hang on a shaft; their hinge axis turns with the shaft, and springs connect
 * their middles to a slider. */
static void governor(int unused)
{
    (void)unused;
    real turn = 2 * M_PIq, c = sqrtq(3) / 2, top_at[3] = {0}, low[] = {0, 0, -c};
    real across_at[] = {0, 1, 0}, across_rate[] = {-turn, 0, 0};
    clear(3);
    int top = add_vector(top_at, NULL, 0), slider = add_vector(low, NULL, 4);
    int across = add_vector(across_at, across_rate, 3);
    add_mass(slider, slider, 5);
    force[slider + 2] = -5 * GRAVITY;
    add_mass(across, across, 0.1Q);
    add_product(across, -1, across, -1, 1);
    for (int i = 0; i < 2; i++) {
        real side = i ? -0.5Q : 0.5Q, at[] = {side, 0, -c}, rate[] = {0, side * turn, 0};
        struct rod arm = add_rod(top_at, NULL, at, rate, 2);
        add_mass(arm.end, arm.end, 5);
        force[arm.end + 2] -= 5 * GRAVITY;
        add_joint(arm.start, top);
        add_product(arm.end, -1, across, -1, 0);
        struct spring *s = spring + springs++;
        memset(s, 0, sizeof *s);
        for (int k = 0; k < 3; k++) {
            s->to[k] = arm.end + k;
            s->from[k] = slider + k;
        }
        s->length = 0.5Q;
        s->stiffness = 8e5Q;
        s->damping = 4e4Q;
        add_name(i ? "?2" : "?1", arm.end, 3);
    }
    add_name("slider", slider, 3);
}

/* Steps of the governor are at most 11 times the time constant of its dampers, because the series
 * is an explicit method and would be unstable with longer steps. */
static const struct {
    const char *name;
    void (*build)(int count);
    int count;
    double end, steps; /* end: s, rows are printed at ten equal parts of it; steps per second */
} mechanism[] = {
    {"slider-crank", slider_crank, 0, 10, 64}, {"8 four-bars", four_bars, 8, 10, 64},
    {"20 four-bars", four_bars, 20, 10, 64},   {"bricard", bricard, 0, 10, 64},
    {"governor", governor, 0, 1, 2500},
};

int main(int argc, char **argv)
{
    real more = argc > 1 ? strtoflt128(argv[1], NULL) : 1;
    real shift = argc > 2 ? strtoflt128(argv[2], NULL) : 0;
    puts("problem,t,name,q,v");
    for (size_t i = 0; i < sizeof mechanism / sizeof *mechanism; i++) {
        if (argc > 3 && strcmp(argv[3], mechanism[i].name) != 0)
            continue;
        mechanism[i].build(mechanism[i].count);
        run(mechanism[i].name, mechanism[i].end, 10, 1 / (mechanism[i].steps * more), shift);
    }
    return 0;
}
