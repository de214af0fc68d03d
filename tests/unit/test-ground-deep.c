/* SPDX-License-Identifier: MIT */
/* Wheels that have penetrated a profile near a corner: no contact vanishes before the contact with
 * the next feature appears. P, spine and gap are explained in ground/touch.h, places in
 * ground/near.h.
 *
 * All wheels are rings: tori with crown 0, so that the spine is the ring itself, a circle. A
 * profile is a line in the plane of x and z that extends along y, so that each of its corners is an
 * edge along y. A needle is a profile with a sharp corner: a ridge 1 m high and 2 mm wide at its
 * base. Seen along the edges a ring is an ellipse; the sides of the ring are the two long sides of
 * this ellipse. */
#include "ground-plain.h"
#include "ground/near.h"

/* A ring moves sideways over the tip of a needle. While the needle is outside the ellipse of the
 * ring, the gap is positive. The gap passes through zero where the tip enters the ellipse. Then the
 * point P of the ring is on the other side of the needle, outside the ground, but the gap is
 * negative. */
static void test_needle(void)
{
    const double needle[] = {-1, 0, -1e-3, 0, 0, 1, 1e-3, 0, 1, 0}, lean = 0.45;
    const double thin = 0.1 * sin(lean);
    ground_build(&ground, needle, NULL, 5);
    struct profile profile = profile_make(&ground.terrain, 0);
    for (int k = -2; k <= 3; k++) {
        struct touch_wheel wheel = {{thin - 1e-3 * k, 0, 1.02}, {cos(lean), sin(lean), 0}, 0.1, 0};
        struct near near;
        size_t hint = SIZE_MAX;
        near_find(&profile, &wheel, 0.01, &hint, &near);
        double least = near.n > 0 ? near.touch[0].gap : (double)INFINITY;
        for (size_t i = 1; i < near.n; i++)
            least = fmin(least, near.touch[i].gap);
        /* along y the ring looks like an ellipse, whose side at the height of the tip, 20 mm below
         * the middle, is 0.9 mm nearer to the axis than at the middle */
        double want = thin * (1 - sqrt(1 - 0.04)) - 1e-3 * k;
        check(near.n > 0 && fabs(least - want) < 1e-4,
              "a ring %d mm past the tip of a needle, at its widest place: gap %.2g mm, "
              "expected %.2g mm",
              k, 1e3 * least, 1e3 * want);
    }
}

/* Smallest gap of the contacts found; infinite if there are none. */
static double least_found(const struct profile *profile, const struct touch_wheel *wheel)
{
    struct near near;
    size_t hint = SIZE_MAX;
    double least = INFINITY;
    near_find(profile, wheel, 0.01, &hint, &near);
    for (size_t k = 0; k < near.n; k++)
        least = fmin(least, near.touch[k].gap);
    return least;
}

/* The lowest point of an upright ring sinks into the top of a wall, 1 mm beside its edge. Deeper
 * than 1 mm the side of the wall is nearer to this point, but the distance has no minimum along the
 * ring there. */
static void test_beside_edge(void)
{
    const double wall[] = {-3, 0, 0, 0, 0, -2, 3, -2};
    ground_build(&ground, wall, NULL, 4);
    struct profile profile = profile_make(&ground.terrain, 0);
    for (int k = -1; k <= 4; k++) {
        const struct touch_wheel wheel = {{-1e-3, 0, 0.1 - 1e-3 * k}, {0, 1, 0}, 0.1, 0};
        double gap = least_found(&profile, &wheel);
        check(fabs(gap + 1e-3 * k) < 1e-15,
              "a ring %d mm deep in the ground beside an edge has the gap %g mm", k, 1e3 * gap);
    }
}

/* A leaning ring lies with two of its points on the edge of a needle, so that both are places; it
 * is then lowered by `sunk` m along the normal of its plane. It turns about the first place, so
 * that the second one sinks further below the edge. Seen along the edge the ring is a thin ellipse.
 * With sunk = 0 the edge is on this ellipse, inside or outside it by rounding; else it is outside.
 */
static void test_second_place(double sunk)
{
    const double wall[] = {-3, 0, -1e-3, 0, 0, 1, 1e-3, 0, 3, 0}, lean = 0.3;
    double half = sqrt(0.3 * 0.3 - 0.2 * 0.2);
    int found = 0, all = 0;
    ground_build(&ground, wall, NULL, 5);
    for (double tilt = 1e-9; tilt < 0.02; tilt *= 1.7) {
        struct profile profile = profile_make(&ground.terrain, uniform(-pi, pi));
        struct vec d = profile.d, tau = profile.tau, up = {0, 0, 1}, none = {0, 0, 0};
        struct vec n = vec_along(vec_scale(cos(lean), up), sin(lean), d);
        struct vec u = vec_along(vec_scale(-sin(lean), up), cos(lean), d);
        struct touch_wheel wheel = {vec_along(up, 0.2, u), none, 0.3, 0};
        wheel.centre = vec_along(wheel.centre, half * (1 - cos(tilt)), tau);
        wheel.centre = vec_along(wheel.centre, -half * sin(tilt) - sunk, n);
        wheel.axis = vec_along(vec_scale(cos(tilt), n), -sin(tilt), tau);
        double want = -2 * half * sin(tilt) - sunk;
        all++;
        found += fabs(least_found(&profile, &wheel) - want) < 0.1 * fabs(want) + 1e-12;
    }
    check(found == all,
          "second places of %d of %d rings lowered by %g m are found with the expected gap", found,
          all, sunk);
}

/* The profile is a slope that rises to an edge at x = 0 and ends there in a vertical wall. A ring
 * whose plane is almost that of the wall moves along x over the edge. With its centre at x < 0 the
 * slope goes through the ring. near_is_inside() reports this, although the ellipse of the ring is
 * only 6 mm wide, as much as the depth that is tested for. */
static void test_thin(void)
{
    const double wall[] = {-3, 0, 0, 1, 0, -1, 3, -1};
    ground_build(&ground, wall, NULL, 4);
    struct profile profile = profile_make(&ground.terrain, 0);
    for (int k = -2; k <= 2; k++) {
        const struct touch_wheel wheel = {{0.01 * k, 0, 1.1}, {cos(0.01), sin(0.01), 0}, 0.3, 0};
        int64_t feature;
        check(k == 0 || near_is_inside(&profile, &wheel, 0.006, &feature) == (k < 0),
              "a thin ring with its centre at x = %d mm, above an edge at x = 0, is reported in "
              "the ground exactly if x < 0",
              10 * k);
    }
}

/* The lower end of a thin ring sinks into the bottom of a valley. Points of the ground directly
 * below the bottom project onto neither side of the valley. */
static void test_valley(void)
{
    const double valley[] = {-3, 1, 0, 0, 3, 1};
    ground_build(&ground, valley, NULL, 3);
    struct profile profile = profile_make(&ground.terrain, 0);
    double up = 3 / sqrt(10);
    for (int k = -1; k <= 3; k++) {
        const struct touch_wheel wheel = {
            {1e-5, 0, 0.3 - 2e-3 * k}, {cos(0.01), sin(0.01), 0}, 0.3, 0};
        double gap = least_found(&profile, &wheel), want = -2e-3 * k * up;
        check(fabs(gap - want) < 1e-4,
              "a ring %d mm below the bottom of a valley: gap %.3g mm, expected %.3g mm", 2 * k,
              1e3 * gap, 1e3 * want);
    }
}

/* A nearly horizontal ring sinks onto a ridge whose edge is an arc 1 mm wide: first the edge
 * touches the ring, then it goes through the ring. */
static void test_rounded_ridge(void)
{
    const double ridge[] = {-3, 0, -5e-4, 1, 5e-4, 1, 3, 0}, bulge[] = {0, -0.3, 0};
    ground_build(&ground, ridge, bulge, 4);
    struct profile profile = profile_make(&ground.terrain, 0);
    double half = 5e-4, h = 0.3 * half, top = 1 + h;
    for (int k = -3; k <= 2; k++) {
        const struct touch_wheel wheel = {{0.05, 0, top - 1e-2 * k}, {0, 0.1, sqrt(0.99)}, 0.3, 0};
        double lowest = 0.1 * sqrt(0.3 * 0.3 - 0.05 * 0.05);
        double gap = least_found(&profile, &wheel), want = -1e-2 * k - lowest;
        check(fabs(gap - want) < 1e-3,
              "a ring whose centre is %d mm above the ridge: gap %.3g mm, expected about %.3g mm",
              -10 * k, 1e3 * gap, 1e3 * want);
    }
}

/* A ring that stands on the floor goes into the side of a step, 2.5 mm below its edge. Deeper than
 * that the top of the step is nearer, but the distance from it has no minimum along the ring. The
 * contact with the floor is no reason to leave out the contact with the step. */
static void test_beside_contact(void)
{
    const double below = 2.5e-3, step[] = {-3, 0.3 + below, 0, 0.3 + below, 0, 0, 3, 0};
    ground_build(&ground, step, NULL, 4);
    struct profile profile = profile_make(&ground.terrain, 0);
    for (int k = 0; k <= 4; k++) {
        const struct touch_wheel wheel = {{0.3 - 1e-3 * k, 0, 0.3}, {0, 1, 0}, 0.3, 0};
        double gap = least_found(&profile, &wheel);
        check(fabs(gap + 1e-3 * k) < 1e-15, "%d mm deep in a step, on the floor: gap %g mm", k,
              1e3 * gap);
    }
}

/* A leaning ring, whose ellipse is 1.2 mm wide, moves across the tip of a needle: at first the tip
 * is outside the ellipse, then inside, then it has left it on the far side, so that the needle goes
 * through the ring. In all three cases the gap is the distance of the tip from the near side of the
 * ellipse, across its long axis, negative if the tip has passed this side. */
static void test_needle_through(void)
{
    const double needle[] = {-1, 0, -1e-3, 0, 0, 1, 1e-3, 0, 1, 0}, lean = 0.4, half = 0.6e-3;
    double thin = half / 0.1;
    ground_build(&ground, needle, NULL, 5);
    struct profile profile = profile_make(&ground.terrain, 0);
    for (int k = -3; k <= 6; k++) {
        double gap = -0.5e-3 * k, up = sqrt(1 - thin * thin);
        struct vec axis = {up * cos(lean), thin, up * sin(lean)};
        struct touch_wheel wheel = {
            {(half + gap) * cos(lean), 0, 1 + (half + gap) * sin(lean)}, axis, 0.1, 0};
        double got = least_found(&profile, &wheel);
        check(fabs(got - gap) < 1e-5,
              "the tip %g mm past the near side of a ring 1.2 mm wide: gap %.3g mm", -1e3 * gap,
              1e3 * got);
    }
}

/* The end of a horizontal ring moves through a thin wall, below its top. When the end has left the
 * wall on the other side, the wall goes through the ring. */
static void test_thin_wall(void)
{
    const double wall[] = {-1, 0, 0, 0, 0, 1, 1e-3, 1, 1e-3, 0, 1, 0};
    ground_build(&ground, wall, NULL, 6);
    struct profile profile = profile_make(&ground.terrain, 0);
    for (int k = -1; k <= 4; k++) {
        const struct touch_wheel wheel = {
            {0.101 - 0.8e-3 * k, 0, 0.5}, {0, 0.1, sqrt(0.99)}, 0.1, 0};
        double gap = least_found(&profile, &wheel), want = -0.8e-3 * k;
        check(fabs(gap - want) < 1e-5, "a ring %g mm in a wall of 1 mm: gap %.3g mm", 0.8 * k,
              1e3 * gap);
    }
}

/* An almost horizontal ring sinks below the edge of a ridge. Its ellipse is only 0.6 mm wide. The
 * edge is then above the ring, from the second depth on by more than the reach of the search. */
static void test_sunk_ring(void)
{
    const double ridge[] = {-3, 0, 0, 1, 3, 0};
    ground_build(&ground, ridge, NULL, 3);
    struct profile profile = profile_make(&ground.terrain, 0);
    for (int k = 0; k <= 4; k++) {
        const struct touch_wheel wheel = {{0.1, 0, 1 - 0.02 * k}, {0, 1e-3, 1}, 0.3, 0};
        double gap = least_found(&profile, &wheel), want = -0.02 * k;
        check(fabs(gap - want) < 1e-3, "a ring %d mm below the edge: gap %g mm", 20 * k, 1e3 * gap);
    }
}

/* The tip of a needle enters a ring whose ellipse is 26 mm wide. The tip is nearer to the side that
 * it has passed, so the only place is on this side and none is on the other. */
static void test_far_side(void)
{
    const double needle[] = {-1, 0, -1e-3, 0, 0, 1, 1e-3, 0, 1, 0}, thin = 0.13;
    ground_build(&ground, needle, NULL, 5);
    struct profile profile = profile_make(&ground.terrain, 0);
    double half = 0.1 * thin * sqrt(1 - 0.04); /* of the ellipse, 20 mm below its middle */
    for (int k = 0; k <= 4; k++) {
        double want = -1e-3 * k - 1e-6;
        const struct touch_wheel wheel = {
            {half + want, 0, 1.02}, {sqrt(1 - thin * thin), thin, 0}, 0.1, 0};
        double gap = least_found(&profile, &wheel);
        check(fabs(gap - want) < 1e-5,
              "the tip %d mm past the side of a ring 26 mm wide: gap %g mm", k, 1e3 * gap);
    }
}

/* The end of a thin ring dips into a slope, 60 mm beyond the edge at the upper end of the slope.
 * The ring points at this edge. The point of the ring nearest to the edge is in the ground as well,
 * but the ring has not reached the edge, which is no place. */
static void test_before_edge(void)
{
    const double kerb[] = {-3, -1, 0, -1, 0, 0, 3, -0.9}, a = 0.5, thin = 0.08, r = 0.2;
    const double slope = sqrt(1.09), nx = 0.3 / slope, nz = 1 / slope;
    ground_build(&ground, kerb, NULL, 4);
    struct profile profile = profile_make(&ground.terrain, 0);
    struct vec axis = {-sqrt(1 - thin * thin) * sin(a), thin, sqrt(1 - thin * thin) * cos(a)};
    double across = axis.x * nx + axis.z * nz, half = r * sqrt(1 - across * across);
    for (int k = -1; k <= 4; k++) {
        double x = 0.06 + r * cos(a), gap = -1e-3 * k;
        struct touch_wheel wheel = {{x, 0, (half + gap - x * nx) / nz}, axis, r, 0};
        struct near near;
        size_t hint = SIZE_MAX;
        near_find(&profile, &wheel, 0.01, &hint, &near);
        check(near.n == 1 && fabs(near.touch[0].gap - gap) < 1e-12,
              "a ring %d mm in a slope that points at its edge: %zu places, first gap %.3g mm", k,
              near.n, near.n > 0 ? 1e3 * near.touch[0].gap : 0);
    }
}

int main(void)
{
    test_before_edge();
    test_sunk_ring();
    test_far_side();
    test_thin_wall();
    test_beside_contact();
    test_needle_through();
    test_valley();
    test_rounded_ridge();
    test_needle();
    test_beside_edge();
    test_second_place(0);
    test_second_place(1e-5);
    test_thin();
    return done();
}
