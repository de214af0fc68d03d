/* SPDX-License-Identifier: MIT */
/* Contacts of one wheel with one feature of a profile, compared with golden values and finite
 * differences. */
#include "ground.h"

static struct ground_profile ground;

static void test_golden(void)
{
    struct csv csv;
    struct ground_errors worst = {0};
    int rows = 0, followed = 0, inside = 0, positive = 0;
    csv_open(&csv, "ground/pairs.csv");
    while (csv_next(&csv)) {
        if (strcmp(csv_text(&csv, "ground"), "profile") != 0)
            continue;
        struct profile profile = profile_make(&ground.terrain, csv_real(&csv, "heading"));
        struct ground_pair pair = ground_pair(&csv);
        struct profile_wheel wheel;
        struct touch touch[2], again;
        int64_t feature = (int64_t)csv_real(&csv, "feature");
        profile_aim(&profile, &pair.wheel, &wheel);
        size_t n = profile_touches(&profile, &wheel, feature, touch), best = 0;
        double gap = csv_real(&csv, "gap");
        if (n == 2 && fabs(touch[1].gap - gap) < fabs(touch[0].gap - gap))
            best = 1;
        ground_compare(&csv, &pair, &touch[best], &worst);
        inside += touch[best].border <= 1e-15;
        positive += touch[best].margin > 0;
        profile_follow(&profile, &wheel, feature, &touch[best].place, &again);
        followed += fabs(again.gap - touch[best].gap) < 1e-14 &&
                    ground_apart(again.n, touch[best].n) < 1e-13;
        rows++;
    }
    check(rows > 100, "%d golden contacts with profiles", rows);
    check(inside == rows && positive == rows && followed == rows,
          "of the golden contacts %d lie in the cells of their features, %d are minima, %d are "
          "found again",
          inside, positive, followed);
    ground_judge(&worst, "golden");
}

/* ---- differences along a motion ---- */

static struct touch_wheel wheel_near(double x, double z)
{
    double lean = uniform(-0.9, 0.9), yaw = uniform(-pi, pi), radius = uniform(0.1, 0.4);
    static const double crowns[] = {0, 0.2, 0.6, 1};
    return (struct touch_wheel){{x, uniform(-1, 1), z},
                                {-sin(yaw) * cos(lean), cos(yaw) * cos(lean), sin(lean)},
                                radius,
                                radius * crowns[(int)uniform(0, 4)]};
}

struct differences {
    double gap, n, at, border;
};

/* Contact of the wheel after the time t, followed from the contact `touch` at time 0. */
static struct touch contact_after(const struct profile *profile, const struct touch_wheel *wheel,
                                  const struct touch_motion *motion, double t,
                                  const struct touch *touch)
{
    struct touch_wheel moved = ground_moved(wheel, motion, t);
    struct profile_wheel view;
    struct touch to;
    profile_aim(profile, &moved, &view);
    profile_follow(profile, &view, touch->feature, &touch->place, &to);
    return to;
}

static void note_difference(const struct profile *profile, const struct touch_wheel *wheel,
                            const struct touch_motion *motion, const struct touch *touch,
                            struct differences *worst)
{
    const double h = 1e-6;
    struct profile_wheel view;
    struct touch_rate rate;
    struct touch a = contact_after(profile, wheel, motion, -h, touch);
    struct touch b = contact_after(profile, wheel, motion, h, touch);
    profile_aim(profile, wheel, &view);
    touch_rates(touch, wheel, motion, &rate);
    struct vec n_rate = vec_scale(0.5 / h, vec_sub(b.n, a.n));
    struct vec at_rate = vec_scale(0.5 / h, vec_sub(b.at, a.at));
    double border = profile_border_rate(profile, &view, touch, &rate);
    ground_worse(&worst->gap, fabs((b.gap - a.gap) / (2 * h) - rate.gap), 1);
    ground_worse(&worst->n, ground_apart(n_rate, rate.n), vec_dot(rate.n, rate.n));
    ground_worse(&worst->at, ground_apart(at_rate, rate.at), vec_dot(rate.n, rate.n));
    /* the border has no rate at infinite ends and at the middle of an arc */
    if (fabs(touch->border) < 1)
        ground_worse(&worst->border, fabs((b.border - a.border) / (2 * h) - border),
                     vec_dot(rate.n, rate.n));
}

static void test_differences(void)
{
    enum { TIMES = 4000 };
    struct differences worst = {0};
    int all = 0, two = 0;
    for (int k = 0; k < TIMES; k++) {
        struct profile profile = profile_make(&ground.terrain, uniform(-pi, pi));
        struct touch_wheel wheel = wheel_near(0, uniform(0.2, 0.7));
        struct touch_motion motion = {{uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)},
                                      {uniform(-2, 2), uniform(-2, 2), uniform(-2, 2)}};
        wheel.centre = vec_along(wheel.centre, uniform(-1, 4), profile.d);
        struct profile_wheel view;
        profile_aim(&profile, &wheel, &view);
        for (int64_t f = 0; f <= 12; f++) {
            struct touch touch[2];
            if (!terrain_exists(&ground.terrain, f))
                continue;
            size_t n = profile_touches(&profile, &view, f, touch);
            for (size_t i = 0; i < n; i++) {
                /* differences are inaccurate at shallow minima; a normal that points away from the
                 * centre is that of a wheel whose spine is in the ground, which is not followed */
                if (touch[i].margin < 0.05 || touch[i].gap < -0.5 || touch[i].border > 0 ||
                    vec_dot(touch[i].n, touch[i].place.radial) > 0)
                    continue;
                note_difference(&profile, &wheel, &motion, &touch[i], &worst);
                all++;
                two += n == 2;
            }
        }
    }
    check(all > TIMES && two > 20, "%d contacts, %d of them one of two with a feature", all, two);
    near_abs(worst.gap, 0, 1e-7, "rate of the gap, compared with differences");
    near_abs(worst.n, 0, 1e-6, "rate of the normal, relative to the square of the normal's rate");
    near_abs(worst.at, 0, 1e-6,
             "rate of the contact point, relative to the square of the normal's rate");
    near_abs(worst.border, 0, 1e-6,
             "rate of the distance to the border, relative to the square of the normal's rate");
}

/* ---- symmetries and limits ---- */

/* Contacts are the same if profile and wheel are turned together, or if both are moved along the
 * profile. */
static void test_turned(void)
{
    enum { TIMES = 1000 };
    double worst = 0, smallest = 1;
    for (int k = 0; k < TIMES; k++) {
        double by = uniform(-pi, pi), c = cos(by), s = sin(by), heading = uniform(-1, 1);
        struct profile a = profile_make(&ground.terrain, heading);
        struct profile b = profile_make(&ground.terrain, heading + by);
        struct touch_wheel wheel = wheel_near(uniform(-1, 3), 0.5), turned = wheel;
        struct profile_wheel on_a, on_b;
        struct touch before[2], later[2];
        turned.centre.x = c * wheel.centre.x - s * wheel.centre.y + 3 * b.tau.x;
        turned.centre.y = s * wheel.centre.x + c * wheel.centre.y + 3 * b.tau.y;
        turned.axis.x = c * wheel.axis.x - s * wheel.axis.y;
        turned.axis.y = s * wheel.axis.x + c * wheel.axis.y;
        profile_aim(&a, &wheel, &on_a);
        profile_aim(&b, &turned, &on_b);
        int64_t feature = (int64_t)uniform(0, 13);
        if (!terrain_exists(&ground.terrain, feature))
            continue;
        size_t n = profile_touches(&a, &on_a, feature, before);
        if (profile_touches(&b, &on_b, feature, later) != n)
            continue;
        struct vec at = {c * before->at.x - s * before->at.y, s * before->at.x + c * before->at.y,
                         before->at.z};
        smallest = fmin(smallest, before->margin);
        worst = fmax(worst, fabs(before->gap - later->gap));
        worst = fmax(worst, before->margin * ground_apart(at, later->at));
    }
    near_abs(worst, 0, 1e-14, "contacts of profile and wheel turned and moved");
    check(smallest < 0.1, "the compared contacts have margins down to %.2g", smallest);
}

/* A nearly straight arc, compared with the line between its ends. */
static void test_flat_arc(void)
{
    enum { TIMES = 500 };
    static struct ground_profile line;
    const double xy[] = {-5, 0, -2, 0, 2, 0, 5, 0};
    ground_build(&line, xy, NULL, 4);
    for (double bent = 1e-13; bent < 1e-3; bent *= 1e3)
        for (int sign = -1; sign <= 1; sign += 2) {
            static struct ground_profile arc;
            const double bulge[] = {0, sign * bent, 0};
            double worst = 0;
            ground_build(&arc, xy, bulge, 4);
            for (int k = 0; k < TIMES; k++) {
                struct profile a = profile_make(&line.terrain, 0.3);
                struct profile b = profile_make(&arc.terrain, 0.3);
                struct touch_wheel wheel = wheel_near(0, uniform(0.2, 0.6));
                struct profile_wheel on_a, on_b;
                struct touch flat[2], round[2];
                profile_aim(&a, &wheel, &on_a);
                profile_aim(&b, &wheel, &on_b);
                profile_touches(&a, &on_a, 2, flat);
                profile_touches(&b, &on_b, 2, round);
                worst = fmax(worst, fabs(flat->gap - round->gap));
                worst = fmax(worst, flat->margin * ground_apart(flat->at, round->at));
            }
            check(worst < 3 * bent + 1e-13,
                  "an arc with a bulge of %g: contacts differ from a line by %.2g", sign * bent,
                  worst);
        }
}

/* A circle that fills a hollow arc; a circle that is too large has two contacts, none at the
 * bottom. */
static void test_hollow(void)
{
    const double xy[] = {-5, 0.5, -1, 0.5, 1, 0.5, 5, 0.5}, bulge[] = {0, 1, 0};
    check(ground_build(&ground, xy, bulge, 4) == TERRAIN_FINE,
          "a profile with half a circle of 1 m is accepted");
    struct profile profile = profile_make(&ground.terrain, 0);
    check(profile_narrow_arc(&ground.terrain, 0.99) == 3 &&
              profile_narrow_arc(&ground.terrain, 1) == 1,
          "an arc that is too narrow for a wheel is reported");
    const double factor[] = {0.5, 0.2, 0.7};
    profile.factor = factor;
    for (int k = 0; k < 2; k++) {
        double lean = 0.4, a = 0.1, b = (1 - a) * cos(lean) * (k ? 1.001 : 0.999);
        struct touch_wheel wheel = {
            {0, 0, b * cos(lean) + a - 0.5}, {0, cos(lean), sin(lean)}, a + b, a};
        struct profile_wheel view;
        struct touch touch[2];
        profile_aim(&profile, &wheel, &view);
        size_t n = profile_touches(&profile, &view, 2, touch);
        check(touch->factor == 0.2, "the contact has the friction factor of its segment");
        check(k == 0 ? n == 1 && fabs(touch->gap) < 1e-14 && touch->margin > 0
                     : n == 2 && touch->gap < 0 && touch[1].gap < 0 &&
                           touch[0].at.x * touch[1].at.x < 0,
              "a leaning circle of %.3f of the radius of the hollow touches at %zu places",
              k ? 1.001 : 0.999, n);
    }
}

static int is_finite(const struct touch *touch, const struct touch_wheel *wheel)
{
    const struct touch_motion motion = {{1, 2, 3}, {3, 2, 1}};
    struct touch_rate rate;
    touch_rates(touch, wheel, &motion, &rate);
    return isfinite(touch->gap) && isfinite(vec_dot(touch->n, touch->at)) &&
           isfinite(vec_dot(rate.n, rate.at)) && isfinite(rate.gap);
}

/* Wheels whose contact is not one point: `margin` reports it, and all numbers are finite. A wheel
 * whose axle is parallel to an edge is regular. */
static void test_degenerate(void)
{
    const double xy[] = {-5, 0, 0, 0, 1, -1, 5, -1};
    ground_build(&ground, xy, NULL, 4);
    struct profile profile = profile_make(&ground.terrain, 0);
    struct touch_wheel along = {{0, 0, 0.3}, {1, 0, 0}, 0.3, 0},
                       flat = {{-1, 0, 0}, {0, 0, 1}, 0.3, 0};
    struct touch_wheel parallel = {{0, 0, 0.35}, {0, 1, 0}, 0.3, 0.05};
    struct profile_wheel view;
    struct touch touch[2];
    const double factor[] = {0.5, 0.2, 0.7};
    profile.factor = factor;
    profile_aim(&profile, &along, &view);
    profile_touches(&profile, &view, 1, touch);
    check(touch->factor == 0.2, "a corner has the smaller friction factor of its two sides");
    check(fabs(touch->margin) < 1e-15 && fabs(touch->gap) < 1e-15 && is_finite(touch, &along),
          "a knife edge along an edge: margin %.2g", touch->margin);
    profile_aim(&profile, &flat, &view);
    profile_touches(&profile, &view, 0, touch);
    check(touch->margin == 0 && touch->gap == 0 && is_finite(touch, &flat),
          "a wheel that lies flat: margin %.2g", touch->margin);
    profile_aim(&profile, &parallel, &view);
    profile_touches(&profile, &view, 1, touch);
    check(touch->margin > 0.1 && fabs(touch->gap) < 0.06 && is_finite(touch, &parallel),
          "an axle along an edge is regular: margin %.2g", touch->margin);
}

/* Follow the contact with a corner or a convex arc about the origin (its radius; 0: a corner) while
 * the wheel moves round the origin. The angle of the normal from the vertical goes from 1 rad, in
 * the cone of normals, to -0.02 rad, beyond it. */
static void follow_beyond(const struct profile *profile, int64_t feature, double arc)
{
    enum { STEPS = 8 };
    const double crowns[] = {0.1, 0.06, 0}, gap = 0.01;
    for (size_t k = 0; k < sizeof crowns / sizeof *crowns; k++) {
        double worst = 0;
        struct profile_wheel view;
        struct touch touch[2] = {{0}};
        for (int step = 0; step <= STEPS; step++) {
            double angle = 1 - 1.02 * step / STEPS;
            struct vec n = {sin(angle), 0, cos(angle)};
            struct touch_wheel wheel = {vec_scale(arc + gap + 0.1, n), {0, 1, 0}, 0.1, crowns[k]};
            profile_aim(profile, &wheel, &view);
            if (step == 0)
                profile_touches(profile, &view, feature, touch);
            profile_follow(profile, &view, feature, &touch->place, touch);
            worst = fmax(worst, fabs(touch->gap - gap) + ground_apart(touch->n, n));
        }
        check(worst < 1e-14, "feature %d, crown %g m, followed beyond the border: off by %.2g",
              (int)feature, crowns[k], worst);
    }
}

/* Contacts beyond the borders of the tip of a thin lip and of half a circle. Their cones of normals
 * are half circles, so a wheel beyond the border is opposite to the middle of the cone. */
static void test_beyond(void)
{
    const double lip[] = {-5, 0, 0, 0, -5, -1e-3}, round[] = {-5, 0.2, 0, 0.2, 0, -0.2, -5, -0.2};
    const double bulge[] = {0, -1, 0};
    ground_build(&ground, lip, NULL, 3);
    struct profile profile = profile_make(&ground.terrain, 0);
    follow_beyond(&profile, 1, 0);
    ground_build(&ground, round, bulge, 4);
    profile = profile_make(&ground.terrain, 0);
    follow_beyond(&profile, 2, 0.2);
}

int main(void)
{
    ground_golden(&ground);
    test_golden();
    test_differences();
    test_turned();
    test_flat_arc();
    test_hollow();
    test_degenerate();
    test_beyond();
    return done();
}
