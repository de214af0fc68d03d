/* SPDX-License-Identifier: MIT */
/* Contacts of wheels with smooth surfaces, compared with golden contacts, with contacts found by
 * sampling, and with closed forms. */
#include "ground.h"
#include "ground-surface.h"
#include "ground/ground.h"

/* ---- golden contacts ---- */

/* Return the place of a golden contact with `error` added, as the start of a search. */
static struct touch_place place_of(const struct csv *csv, const struct touch_wheel *wheel,
                                   double error)
{
    struct vec n = ground_vec(csv, "n", ""), C = vec_sub(ground_vec(csv, "C", ""), wheel->centre);
    struct vec P = vec_along(C, wheel->crown, n);
    double b = touch_spine(wheel), gap = csv_real(csv, "gap");
    struct touch_place place = {.foot_x = C.x - gap * n.x + error, .foot_y = C.y - gap * n.y};
    if (b > 0) {
        struct vec t = vec_cross(wheel->axis, P);
        place.radial = vec_scale(1 / b, vec_along(P, error, t));
    }
    return place;
}

static void test_golden(void)
{
    struct csv csv;
    struct ground_errors worst = {0};
    int rows = 0, found = 0, positive = 0;
    csv_open(&csv, "ground/pairs.csv");
    while (csv_next(&csv)) {
        if (strcmp(csv_text(&csv, "ground"), "surface") != 0)
            continue;
        struct surface surface;
        struct ground_pair pair = ground_pair(&csv);
        struct touch_place place = place_of(&csv, &pair.wheel, 0.02);
        struct touch touch;
        surface_of_function(&surface, golden[(int)csv_real(&csv, "surface")], NULL);
        found += surface_follow(&surface, &pair.wheel, &place, &touch) == WD_OK;
        positive += touch.margin > 0;
        ground_compare(&csv, &pair, &touch, &worst);
        rows++;
    }
    check(rows > 30 && found == rows && positive == rows,
          "%d golden contacts with surfaces, %d found, %d of them minima", rows, found, positive);
    ground_judge(&worst, "golden");
}

static int32_t failing_surface(double x, double y, double v[7], void *user)
{
    waves(x, y, v, NULL);
    v[SURFACE_FACTOR] = 0.5;
    switch (*(int *)user) {
    case 0:
        return -1;
    case 1:
        v[SURFACE_XY] = INFINITY;
        return 0;
    case 2:
        v[SURFACE_FACTOR] = -0.1;
        return 0;
    case 3:
        v[SURFACE_H] = NAN;
        return 0;
    default:
        return 0;
    }
}

static void test_failures(void)
{
    const struct touch_wheel wheel = {{0, 0, 0.8}, {0, 1, 0}, 0.4, 0.1};
    const struct touch_place place = {.radial = {0, 0, -1}};
    struct touch touch[4];
    struct surface surface;
    size_t n;
    int how = 0;
    surface_of_function(&surface, failing_surface, &how);
    for (; how < 4; how++)
        check(surface_touches(&surface, &wheel, 1, touch, &n) == WD_EINPUT &&
                  surface_follow(&surface, &wheel, &place, touch) == WD_EINPUT,
              "failure %d of a function is reported", how);
    check(surface_follow(&surface, &wheel, &place, touch) == WD_OK && touch[0].factor == 0.5,
          "the function sets the friction factor");
    const struct touch_place lost = {.radial = {0, 1, 0}};
    check(surface_follow(&surface, &wheel, &lost, touch) == WD_ENOCONV,
          "a place off the wheel's plane is not followed");
    struct touch_wheel nowhere = wheel;
    nowhere.centre.x = NAN;
    surface_of_function(&surface, waves, NULL);
    check(surface_touches(&surface, &nowhere, 1, touch, &n) == WD_EINPUT,
          "a wheel at NaN is not followed");
}

/* ---- contacts found by sampling ---- */

static double square_to(surface_fn fn, struct vec P, double x, double y)
{
    double v[7];
    fn(x, y, v, NULL);
    return (P.x - x) * (P.x - x) + (P.y - y) * (P.y - y) +
           (P.z - v[SURFACE_H]) * (P.z - v[SURFACE_H]);
}

/* Start of a search for the foot of P, the nearest point of the surface: the nearest point of a
 * grid around P, because a hollow may have two feet. */
static void start_foot(surface_fn fn, struct vec P, double *x, double *y)
{
    enum { SIDE = 6 };
    double best = square_to(fn, P, P.x, P.y);
    *x = P.x, *y = P.y;
    for (int i = -SIDE; i <= SIDE; i++)
        for (int j = -SIDE; j <= SIDE; j++) {
            double u = P.x + 0.06 * i, v = P.y + 0.06 * j, other = square_to(fn, P, u, v);
            if (other < best)
                best = other, *x = u, *y = v;
        }
}

/* Signed distance of a point to the surface by a search without derivatives. */
static double plain_distance(surface_fn fn, struct vec P)
{
    double x, y;
    start_foot(fn, P, &x, &y);
    double best = square_to(fn, P, x, y);
    for (double step = 0.03; step > 1e-9; step /= 2)
        for (int moved = 1; moved;) {
            moved = 0;
            for (int k = 0; k < 8; k++) {
                static const int dx[] = {1, 1, 0, -1, -1, -1, 0, 1},
                                 dy[] = {0, 1, 1, 1, 0, -1, -1, -1};
                double u = x + dx[k] * step, v = y + dy[k] * step, other = square_to(fn, P, u, v);
                if (other < best) {
                    best = other;
                    x = u;
                    y = v;
                    moved = 1;
                }
            }
        }
    double value[7];
    fn(P.x, P.y, value, NULL);
    return P.z < value[SURFACE_H] ? -sqrt(best) : sqrt(best);
}

static struct touch_wheel random_wheel(double x, double y, double z)
{
    double lean = uniform(-0.9, 0.9), yaw = uniform(-pi, pi), radius = uniform(0.1, 0.4);
    static const double crowns[] = {0, 0.1, 0.5, 1};
    return (struct touch_wheel){{x, y, z},
                                {-sin(yaw) * cos(lean), cos(yaw) * cos(lean), sin(lean)},
                                radius,
                                radius * crowns[(int)uniform(0, 4)]};
}

/* Find the gaps at local minima of the distance along the spine, by sampling and parabolas. The
 * first *clear of them are clear minima, which no search may miss: each is the lowest within 0.2
 * rad on both sides. */
static size_t plain_gaps(surface_fn fn, const struct touch_wheel *wheel, double *gap, size_t *clear)
{
    enum { N = 180, APART = 6 };
    double d[N], b = touch_spine(wheel);
    struct vec e = wheel->axis, u = {e.y, -e.x, 0};
    size_t n = 0;
    *clear = 0;
    u = vec_scale(1 / sqrt(vec_dot(u, u)), u);
    for (int k = 0; k < N; k++) {
        struct vec r =
            vec_along(vec_scale(cos(2 * pi * k / N), u), sin(2 * pi * k / N), vec_cross(e, u));
        d[k] = plain_distance(fn, vec_along(wheel->centre, b, r)) - wheel->crown;
    }
    for (int k = 0; k < N; k++) {
        double before = d[(k + N - 1) % N], after = d[(k + 1) % N];
        if (!(d[k] < before && d[k] <= after))
            continue;
        double slope = (after - before) / 2, bent = after + before - 2 * d[k];
        int least = 1;
        for (int i = 1; i <= APART; i++)
            least &= d[k] <= d[(k + i) % N] && d[k] <= d[(k + N - i) % N];
        gap[n] = d[k] - slope * slope / (2 * bent);
        if (least) {
            double other = gap[*clear];
            gap[*clear] = gap[n];
            gap[n] = other;
            ++*clear;
        }
        n++;
    }
    return n;
}

/* True if another point of the surface is nearer to the point of the spine at the touch, as on the
 * other bank of a narrow hollow. */
static int is_nearer_elsewhere(surface_fn fn, const struct touch_wheel *wheel,
                               const struct touch *touch)
{
    struct vec P = vec_along(wheel->centre, touch_spine(wheel), touch->place.radial);
    return plain_distance(fn, P) - wheel->crown < touch->gap - 1e-5;
}

/* True if each touch has one of the m gaps, or the surface is nearer elsewhere, and if each of the
 * first `clear` gaps that is below `reach` has a touch. */
static int same_gaps(surface_fn fn, const struct touch_wheel *wheel, const struct touch *touch,
                     size_t n, const double *gap, size_t m, size_t clear, double reach)
{
    int same = 1;
    for (size_t i = 0; i < n; i++) {
        int known = is_nearer_elsewhere(fn, wheel, &touch[i]);
        for (size_t k = 0; k < m; k++)
            known |= fabs(touch[i].gap - gap[k]) < 1e-5;
        same &= known;
    }
    for (size_t k = 0; k < clear; k++) {
        int known = gap[k] > reach - 1e-5;
        for (size_t i = 0; i < n; i++)
            known |= fabs(touch[i].gap - gap[k]) < 1e-5;
        same &= known;
    }
    return same;
}

static void test_search(surface_fn fn, const char *what)
{
    enum { TIMES = 150 };
    struct surface surface;
    int right = 0, several = 0, all = 0;
    surface_of_function(&surface, fn, NULL);
    for (int k = 0; k < TIMES; k++) {
        double x = uniform(-2, 2), y = uniform(-2, 2), v[7], gap[180];
        fn(x, y, v, NULL);
        struct touch_wheel wheel = random_wheel(x, y, v[SURFACE_H]);
        wheel.centre.z += uniform(1.1, 1.4) * wheel.radius;
        if (touch_spine(&wheel) == 0)
            continue;
        struct touch touch[4];
        size_t n, clear, m = plain_gaps(fn, &wheel, gap, &clear);
        double reach = 0.3 * wheel.radius;
        int32_t status = surface_touches(&surface, &wheel, reach, touch, &n);
        int same =
            status == WD_OK && n <= 4 && same_gaps(fn, &wheel, touch, n, gap, m, clear, reach);
        all++;
        several += n > 1;
        right += same;
        if (!same)
            for (size_t i = 0; i < m || i < n; i++)
                printf("# %g %g\n", i < n ? touch[i].gap : 9, i < m ? gap[i] : 9);
    }
    check(right == all && all > TIMES / 2,
          "%s: contacts of %d of %d wheels agree with samples, %d wheels have several", what, right,
          all, several);
}

/* ---- closed forms ---- */

/* A tilted plane as a surface; test_plane() compares it with a profile. */
static int32_t tilted_surface(double x, double y, double v[7], void *user)
{
    const double *slope = user;
    for (int k = 0; k < 6; k++)
        v[k] = 0;
    v[SURFACE_H] = slope[0] * x + slope[1] * y;
    v[SURFACE_X] = slope[0];
    v[SURFACE_Y] = slope[1];
    return 0;
}

static void test_plane(void)
{
    enum { TIMES = 1000 };
    struct ground_profile ground;
    double worst = 0;
    int found = 0;
    for (int k = 0; k < TIMES; k++) {
        double steep = uniform(0, 1), heading = uniform(-pi, pi);
        double slope[2] = {steep * cos(heading), steep * sin(heading)};
        const double xy[] = {0, 0, 1, steep};
        ground_build(&ground, xy, NULL, 2);
        struct profile profile = profile_make(&ground.terrain, heading);
        struct touch_wheel wheel = random_wheel(uniform(-1, 1), uniform(-1, 1), 0);
        struct surface surface;
        struct profile_wheel view;
        struct touch on_profile[2], on_surface[4];
        struct touch_motion motion = {{1, 2, 3}, {-2, 1, 0.5}};
        struct touch_rate a, b;
        size_t n;
        wheel.centre.z = slope[0] * wheel.centre.x + slope[1] * wheel.centre.y + uniform(0, 1);
        surface_of_function(&surface, tilted_surface, slope);
        profile_aim(&profile, &wheel, &view);
        profile_touches(&profile, &view, 0, on_profile);
        if (surface_touches(&surface, &wheel, 2, on_surface, &n) != WD_OK || n != 1)
            continue;
        touch_rates(on_profile, &wheel, &motion, &a);
        touch_rates(on_surface, &wheel, &motion, &b);
        found++;
        worst = fmax(worst, fabs(on_profile->gap - on_surface->gap));
        worst = fmax(worst, ground_apart(on_profile->n, on_surface->n));
        worst = fmax(worst, ground_apart(on_profile->at, on_surface->at));
        worst = fmax(worst, ground_apart(a.at, b.at));
        worst = fmax(worst, fabs(a.gap - b.gap));
    }
    check(found == TIMES, "%d of %d wheels touch tilted planes", found, TIMES);
    near_abs(worst, 0, 1e-12, "contacts of a plane as a surface and as a profile differ");
}

/* Rates of gap, normal and contact point along a motion, compared with differences. */
static void test_rates(void)
{
    enum { TIMES = 500, REACH = 2 };
    const double h = 1e-5;
    struct surface surface;
    double worst_n = 0, worst_at = 0, worst_gap = 0;
    int all = 0;
    surface_of_function(&surface, waves, NULL);
    for (int k = 0; k < TIMES; k++) {
        struct touch_wheel wheel = random_wheel(uniform(-2, 2), uniform(-2, 2), 0.7);
        struct touch_motion m = {{uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)},
                                 {uniform(-2, 2), uniform(-2, 2), uniform(-2, 2)}};
        struct touch touch[4], side[2];
        struct touch_rate rate;
        size_t n;
        if (surface_touches(&surface, &wheel, REACH, touch, &n) != WD_OK || n == 0)
            continue;
        for (int i = 0; i < 2; i++) {
            struct touch_wheel moved = ground_moved(&wheel, &m, i ? h : -h);
            surface_follow_within(&surface, &moved, wheel.radius + REACH, &touch[0].place,
                                  &side[i]);
        }
        touch_rates(&touch[0], &wheel, &m, &rate);
        struct vec n_rate = vec_scale(1 / (2 * h), vec_sub(side[1].n, side[0].n));
        struct vec at_rate = vec_scale(1 / (2 * h), vec_sub(side[1].at, side[0].at));
        worst_n = fmax(worst_n, ground_apart(n_rate, rate.n) / (1 + sqrt(vec_dot(n_rate, n_rate))));
        worst_at =
            fmax(worst_at, ground_apart(at_rate, rate.at) / (1 + sqrt(vec_dot(at_rate, at_rate))));
        worst_gap = fmax(worst_gap, fabs((side[1].gap - side[0].gap) / (2 * h) - rate.gap));
        all++;
    }
    check(all > TIMES / 2, "%d contacts on waves are compared", all);
    near_abs(worst_gap, 0, 1e-7, "rate of the gap, compared with differences");
    near_abs(worst_n, 0, 1e-7, "rate of the normal, compared with differences");
    near_abs(worst_at, 0, 1e-7, "rate of the contact point, compared with differences");
}

/* A hump rises through a horizontal ring, whose centre is then below the top of the hump. The ring
 * is inside the ground only when its rim is; an upright ring there is inside. */
static int32_t hump(double x, double y, double v[7], void *user)
{
    (void)user;
    v[SURFACE_H] = -(x * x + y * y) / 4;
    v[SURFACE_X] = -x / 2;
    v[SURFACE_Y] = -y / 2;
    v[SURFACE_XX] = v[SURFACE_YY] = -0.5;
    v[SURFACE_XY] = 0;
    return 0;
}

static void test_hump(void)
{
    struct ground land = {.profile = NULL};
    surface_of_function(&land.surface, hump, NULL);
    for (int k = -1; k <= 3; k++) {
        double rim = -0.3 * 0.3 / 4 + 0.005 * k, lean = 3e-4 * (k + 1);
        struct touch_wheel flat = {{0, 0, rim}, {sin(lean), 0, cos(lean)}, 0.3, 0}, upright = flat;
        int64_t feature;
        int is_in = -1, is_upright_in = -1;
        upright.axis = (struct vec){0, 1, 0};
        ground_inside(&land, &flat, 1e-3, &feature, &is_in);
        ground_inside(&land, &upright, 1e-3, &feature, &is_upright_in);
        check(is_in == (k < 0) && is_upright_in == 1,
              "a rim %d mm above a hump in the ring: inside %d", 5 * k, is_in);
    }
}

int main(void)
{
    test_hump();
    test_golden();
    test_failures();
    test_search(waves, "waves");
    test_search(bowl, "a bowl");
    test_search(saddle, "a saddle");
    test_search(ripples, "ripples");
    test_plane();
    test_rates();
    return done();
}
