/* SPDX-License-Identifier: MIT */
/* Restitution factors of segments: refused values, calls that keep or drop the factors, and impacts
 * with the factors. */
#include "segments.h"

static struct image before;

static const double rubber[] = {1, 0.1, 0.5, 0, 0.25};

static wd_model *throw_wheel(void)
{
    wd_model *model = falling();
    put(model, "param.restitution", 0.8);
    return model;
}

static wd_model *throw_with_factors(const double *factor)
{
    wd_model *model = throw_wheel();
    check(wd_model_set_terrain_restitution(model, factor, SEGMENTS) == WD_OK,
          "factors are accepted: %s", wd_model_error(model));
    return model;
}

static void bad_factors(void)
{
    const double nan[] = {1, 1, NAN, 1, 1}, low[] = {1, 1, 1, 1, -1e-300};
    const double high[] = {1, 1.0000000000000002, 1, 1, 1}, flat[] = {0, 0, 1, 0, 2, 0};
    wd_model *model = throw_with_factors(rubber), *plain = make_kind("impact_wheel");
    wd_model *torus = make_kind("torus_wheel"), *vehicle = make_kind("vehicle");
    uint64_t usual = play_course(model);
    wd_model_reset(model);
    wd_model_set_terrain(vehicle, flat, 3);
#define BAD(model, status, words, factor, segments) \
    REFUSED(model, &before, status, words,          \
            wd_model_set_terrain_restitution(model, factor, segments))
    BAD(model, WD_EINVAL, "not from 0 to 1 at point 2 of the terrain", nan, SEGMENTS);
    BAD(model, WD_EINVAL, "not from 0 to 1 at point 4 of the terrain", low, SEGMENTS);
    BAD(model, WD_EINVAL, "not from 0 to 1 at point 1 of the terrain", high, SEGMENTS);
    BAD(model, WD_EINVAL, "4 factors of restitution for a terrain of 5 segments", rubber, 4);
    BAD(model, WD_EINVAL, "the restitution of 5 segments is NULL", NULL, SEGMENTS);
    BAD(model, WD_EINVAL, "the restitution of 0 segments is NULL", rubber, 0);
    BAD(plain, WD_EINVAL, "for a terrain of 0 segments", rubber, 4);
    BAD(vehicle, WD_EINVAL, "belongs to its wheels", rubber, 2);
    BAD(torus, WD_EROLE, "no terrain", rubber, SEGMENTS);
    check(wd_model_set_terrain_restitution(NULL, rubber, SEGMENTS) == WD_EINVAL &&
              wd_model_terrain_restitution(NULL, NULL, 0) == 0,
          "a NULL model is refused");
    check(play_course(model) == usual, "refused calls and a reset keep the factors");
    BAD(model, WD_ESTATE, "terrain", rubber, SEGMENTS);
    wd_model_free(model);
    wd_model_free(plain);
    wd_model_free(torus);
    wd_model_free(vehicle);
}

/* Factors of 0.5 with a restitution of 0.8 give the same bits as 0.4. */
static void uniform_factors(void)
{
    wd_model *model = throw_with_factors(ones), *other = throw_wheel(),
             *half = throw_with_factors(halves);
    uint64_t usual = play_course(other);
    check(play_course(model) == usual, "factors of 1 change no bit");
    wd_model_reset(model);
    wd_model_set_terrain_restitution(model, rubber, SEGMENTS);
    check(play_course(model) != usual, "other factors change the motion");
    wd_model_reset(model);
    wd_model_set_terrain_restitution(model, NULL, 0);
    check(play_course(model) == usual, "factors can be removed");
    wd_model_reset(other);
    put(other, "param.restitution", 0.4);
    check(run_alike(half, other), "factors of 0.5 give the bits of half the restitution");
    wd_model_free(model);
    wd_model_free(other);
    wd_model_free(half);
}

static void kept_and_dropped(void)
{
    const double ice[] = {0, 1, 2, 3, 4};
    wd_model *model = throw_with_factors(rubber), *clone;
    wd_model *third = make(&(struct setup){"impact_wheel", "kerb-elastoplastic"});
    play_course(third);
    check(wd_model_set_terrain_friction(model, ice, SEGMENTS) == WD_OK &&
              reads(wd_model_terrain_restitution, model, rubber),
          "friction factors are kept beside restitution factors");
    wd_model_clone(model, &clone);
    uint64_t usual = play_course(model);
    check(play_course(clone) == usual && reads(wd_model_terrain_restitution, clone, rubber),
          "a clone has both sorts of factors");
    copies_continue(model, third, 2 * POINTS + 3 * SEGMENTS);
    check(reads(wd_model_terrain_restitution, third, rubber),
          "a loaded snapshot has both sorts of factors");
    wd_model_reset(model);
    wd_model_set_profile(model, xy, bulge, POINTS);
    check(reads(wd_model_terrain_restitution, model, ones),
          "a new profile, even an equal one, removes the factors");
    wd_model_free(model);
    wd_model_free(third);
    wd_model_free(clone);
}

/* Speed after a wheel without friction has rolled on plastic ground against a wall with this
 * factor. */
static double back_from(double factor, const char *scheme)
{
    const double corner[] = {-9, 0, 2, 0, 2, 9}, of[] = {0, factor};
    wd_model *model = make_kind("impact_wheel");
    wd_model_set_terrain(model, corner, 3);
    check(wd_model_set_terrain_restitution(model, of, 2) == WD_OK, "%s", wd_model_error(model));
    wd_model_set_choice(model, "solver.scheme", scheme);
    put(model, "solver.fixed_step", 1e-3);
    put(model, "param.mu", 0);
    put(model, "param.restitution", 0.9);
    put(model, "state.y", value_of(model, "param.radius"));
    put(model, "state.x_dot", 2);
    check(wd_model_init(model, 0) == WD_OK && wd_model_step_to(model, 2) == WD_OK, "%s",
          wd_model_error(model));
    double back = value_of(model, "state.x_dot");
    check(fabs(value_of(model, "state.y") - value_of(model, "param.radius")) < 1e-9,
          "the wheel stays on the ground");
    wd_model_free(model);
    return back;
}

static void factors_of_walls(void)
{
    static const char *const schemes[] = {"event", "moreau"};
    for (int i = 0; i < 2; i++) {
        check(fabs(back_from(0.5, schemes[i]) + 0.9) < 1e-12,
              "%s: factor 0.5: the wheel returns with 0.45 of 2 m/s", schemes[i]);
        check(fabs(back_from(1, schemes[i]) + 1.8) < 1e-12,
              "%s: factor 1: the wheel returns with 0.9 of 2 m/s", schemes[i]);
        check(fabs(back_from(0, schemes[i])) < 1e-12, "%s: factor 0: the wheel stops at the wall",
              schemes[i]);
    }
}

/* Drop a wheel on the corner between a plastic and an elastic segment, and beside the corner. */
static void factors_at_corners(void)
{
    const double roof[] = {-3, 0, 0, 0, 3, 0}, of[] = {0, 1};
    for (int side = -1; side <= 1; side++) {
        wd_model *model = make_kind("impact_wheel");
        wd_model_set_terrain(model, roof, 3);
        wd_model_set_terrain_restitution(model, of, 2);
        put(model, "param.restitution", 0.5);
        put(model, "state.x", side);
        put(model, "state.y", value_of(model, "param.radius"));
        put(model, "state.y_dot", -1);
        wd_model_init(model, 0);
        double up = value_of(model, "state.y_dot");
        check(fabs(up - (side > 0 ? 0.5 : 0)) < 1e-12, "%s: the wheel bounces with %g m/s",
              side < 0   ? "plastic segment"
              : side > 0 ? "elastic segment"
                         : "corner of both",
              up);
        wd_model_free(model);
    }
}

/* A wheel in a wedge of 60 degrees is stopped by impulses on both sides, one of them a tenth of the
 * other. If the impact used restitution 1 on the side of the larger one and 0 on the other side,
 * the energy would rise from 0.455 to 0.5 J/kg. */
static void factors_in_wedge(void)
{
    const double sides[] = {-1, 1.7320508075688772, 0, 0, 1, 1.7320508075688772}, of[] = {1, 0};
    const double n[2][2] = {{0.8660254037844386, 0.5}, {-0.8660254037844386, 0.5}};
    wd_model *model = make_kind("impact_wheel");
    double mass = value_of(model, "param.mass");
    wd_model_set_terrain(model, sides, 3);
    wd_model_set_terrain_restitution(model, of, 2);
    put(model, "param.restitution", 1);
    put(model, "param.mu", 0);
    put(model, "param.gravity", 0);
    put(model, "state.x", 0);
    put(model, "state.y", 2 * value_of(model, "param.radius"));
    put(model, "state.x_dot", -(n[0][0] + 0.1 * n[1][0]));
    put(model, "state.y_dot", -(n[0][1] + 0.1 * n[1][1]));
    check(wd_model_init(model, 0) == WD_OK && wd_model_event_count(model) > 0,
          "a start in the wedge is an impact: %s", wd_model_error(model));
    double energy = value_of(model, "output.kinetic_energy") / mass;
    check(energy > 0.05 && energy <= 0.455, "of 0.455 J/kg, %g remain after the impact", energy);
    wd_model_free(model);
}

/* Wheels thrown into corners whose sides have different factors never gain energy. */
static void corners_lose_energy(void)
{
    uint64_t seed = 7;
    int events = 0;
    double worst = 0;
    for (int run = 0; run < 400; run++) {
        double depth = 0.2 + random_part(&seed), factor[4];
        const double ditch[] = {-4, 1, -0.3, 1, -0.1, 1 - depth, 0.3 + random_part(&seed), 1, 5, 1};
        wd_model *model = make_kind("impact_wheel");
        for (int i = 0; i < 4; i++)
            factor[i] = random_part(&seed) < 0.3 ? 0 : random_part(&seed);
        check(wd_model_set_terrain(model, ditch, 5) == WD_OK &&
                  wd_model_set_terrain_restitution(model, factor, 4) == WD_OK,
              "run %d succeeds: %s", run, wd_model_error(model));
        put(model, "param.restitution", random_part(&seed));
        put(model, "param.mu", 2 * random_part(&seed));
        put(model, "param.radius", 0.1);
        put(model, "state.x", random_part(&seed) - 0.5);
        put(model, "state.y", 1.3);
        put(model, "state.x_dot", 6 * random_part(&seed) - 3);
        put(model, "state.phi_dot", 40 * random_part(&seed) - 20);
        double last = 0;
        if (wd_model_init(model, 0) == WD_OK)
            for (int k = 1; k <= 60 && wd_model_step_to(model, 0.05 * k) >= 0; k++) {
                double lost = value_of(model, "output.dissipated");
                events += (int)wd_model_event_count(model);
                worst = fmax(worst, last - lost);
                last = lost;
            }
        wd_model_free(model);
    }
    check(events > 2000 && worst < 1e-11, "%d events: largest gain of energy %.1e J", events,
          worst);
}

int main(void)
{
    bad_factors();
    uniform_factors();
    kept_and_dropped();
    factors_of_walls();
    factors_at_corners();
    factors_in_wedge();
    corners_lose_energy();
    return done();
}
