/* SPDX-License-Identifier: MIT */
/* Friction factors of segments: refused values, calls that keep or drop the factors, a wheel at the
 * border to ice, and forged snapshots, also of restitution factors and path times. The test links
 * the core for the checksum. */
#include "segments.h"

#include "core/words.h"

#include <float.h>

static struct image before;

static const double ice[] = {1, 0.1, 0.5, 0, 2.5};

static wd_model *wheel_on_ice(void)
{
    wd_model *model = falling();
    check(wd_model_set_terrain_friction(model, ice, SEGMENTS) == WD_OK, "factors are accepted: %s",
          wd_model_error(model));
    return model;
}

static void bad_factors(void)
{
    const double nan[] = {1, 1, NAN, 1, 1}, low[] = {1, 1, 1, 1, -1e-300};
    const double endless[] = {INFINITY, 1, 1, 1, 1}, below[] = {1, -INFINITY, 1, 1, 1};
    wd_model *model = wheel_on_ice(), *plain = make_kind("impact_wheel"),
             *torus = make_kind("torus_wheel");
    uint64_t usual = play_course(model);
    wd_model_reset(model);
#define BAD(model, status, words, factor, segments) \
    REFUSED(model, &before, status, words, wd_model_set_terrain_friction(model, factor, segments))
    BAD(model, WD_EINVAL, "negative or not finite at point 2 of the terrain", nan, SEGMENTS);
    BAD(model, WD_EINVAL, "negative or not finite at point 4 of the terrain", low, SEGMENTS);
    BAD(model, WD_EINVAL, "negative or not finite at point 0 of the terrain", endless, SEGMENTS);
    BAD(model, WD_EINVAL, "negative or not finite at point 1 of the terrain", below, SEGMENTS);
    BAD(model, WD_EINVAL, "4 factors of friction for a terrain of 5 segments", ice, SEGMENTS - 1);
    BAD(model, WD_EINVAL, "6 factors of friction for a terrain of 5 segments", ice, POINTS);
    BAD(model, WD_EINVAL, "for a terrain of 5 segments", ice, SIZE_MAX);
    BAD(model, WD_EINVAL, "5 segments is NULL", NULL, SEGMENTS);
    BAD(model, WD_EINVAL, "0 segments is NULL", ice, 0);
    BAD(plain, WD_EINVAL, "for a terrain of 0 segments", ice, 4);
    BAD(torus, WD_EROLE, "no terrain", ice, SEGMENTS);
    BAD(torus, WD_EROLE, "no terrain", NULL, 0);
    check(wd_model_set_terrain_friction(plain, NULL, 0) == WD_OK,
          "a call without factors is accepted for the default terrain");
    check(wd_model_set_terrain_friction(NULL, ice, SEGMENTS) == WD_EINVAL &&
              wd_model_terrain_friction(NULL, NULL, 0) == 0,
          "a NULL model is refused");
    check(play_course(model) == usual, "refused calls and a reset keep the factors");
    BAD(model, WD_ESTATE, "terrain", ice, SEGMENTS);
    BAD(model, WD_ESTATE, "terrain", NULL, 0);
    wd_model_free(model);
    wd_model_free(plain);
    wd_model_free(torus);
}

/* Factors of 1 change nothing, and the same factor on all segments equals another param.mu. */
static void uniform_factors(void)
{
    const double huge[] = {DBL_MAX, DBL_MAX, DBL_MAX, DBL_MAX, DBL_MAX};
    wd_model *model = falling(), *other = falling();
    uint64_t usual = play_course(other);
    wd_model_set_terrain_friction(model, ones, SEGMENTS);
    check(play_course(model) == usual, "factors of 1 change no bit");
    wd_model_reset(model);
    wd_model_set_terrain_friction(model, ice, SEGMENTS);
    check(play_course(model) != usual, "other factors change the motion");
    wd_model_reset(model);
    wd_model_set_terrain_friction(model, NULL, 0);
    check(play_course(model) == usual, "factors can be removed");
    wd_model_reset(model);
    wd_model_set_terrain_friction(model, halves, SEGMENTS);
    wd_model_reset(other);
    put(other, "param.mu", 0.2);
    put(model, "param.mu", 0.4);
    check(run_alike(model, other), "factors of 0.5 give the bits of half the friction coefficient");
    wd_model_reset(model);
    put(model, "param.mu", DBL_MAX);
    wd_model_set_terrain_friction(model, huge, SEGMENTS);
    check(wd_model_init(model, 0) == WD_OK && wd_model_step_to(model, 2) == WD_OK &&
              isfinite(value_of(model, "state.x")),
          "the largest factor and mu do not overflow: %s", wd_model_error(model));
    wd_model_free(model);
    wd_model_free(other);
}

static void read_again(void)
{
    static unsigned char bytes[MOST_BYTES];
    double factor[2] = {7, 7};
    wd_model *model = wheel_on_ice(), *other = make_kind("impact_wheel"), *clone;
    check(wd_model_terrain_friction(other, factor, 2) == 0 && factor[0] == 7,
          "the default terrain has no segments");
    wd_model_init(model, 0);
    wd_model_clone(model, &clone);
    wd_model_save(model, bytes, wd_model_save_size(model));
    wd_model_load(other, bytes, wd_model_save_size(model));
    check(reads(wd_model_terrain_friction, model, ice) &&
              reads(wd_model_terrain_friction, clone, ice) &&
              reads(wd_model_terrain_friction, other, ice),
          "the factors are read, also from copies and loaded snapshots");
    check(wd_model_terrain_friction(model, factor, 1) == SEGMENTS && factor[0] == 1 &&
              factor[1] == 7 && wd_model_terrain_friction(model, NULL, SEGMENTS) == SEGMENTS,
          "as many factors as there is room for are read, or only their number");
    wd_model_reset(model);
    wd_model_set_profile(model, xy, bulge, POINTS);
    check(reads(wd_model_terrain_friction, model, ones),
          "a new profile, even an equal one, removes the factors");
    wd_model_set_terrain_friction(model, ice, SEGMENTS);
    wd_model_set_terrain(model, NULL, 0);
    wd_model_set_terrain(model, xy, POINTS);
    check(reads(wd_model_terrain_friction, model, ones), "a new terrain removes the factors");
    wd_model_set_terrain_friction(model, ice, SEGMENTS);
    check(reads(wd_model_terrain_friction, model, ice), "a polyline may have factors");
    wd_model_load_preset(model, "kerb-plastic");
    check(wd_model_terrain_friction(model, NULL, 0) == 0, "a preset removes all factors");
    wd_model_free(model);
    wd_model_free(other);
    wd_model_free(clone);
}

static void factors_are_copied(void)
{
    double own[SEGMENTS];
    wd_model *model = falling(), *other = wheel_on_ice(), *clone;
    wd_model *third = make(&(struct setup){"impact_wheel", "kerb-elastoplastic"});
    play_course(third);
    memcpy(own, ice, sizeof own);
    wd_model_set_terrain_friction(model, own, SEGMENTS);
    memset(own, 0xff, sizeof own);
    wd_model_clone(model, &clone);
    uint64_t usual = play_course(model);
    check(play_course(other) == usual, "the factors are copied");
    check(play_course(clone) == usual, "a clone made before the start has the factors");
    copies_continue(model, third, 2 * POINTS + 2 * SEGMENTS);
    wd_model_free(model);
    wd_model_free(other);
    wd_model_free(third);
    wd_model_free(clone);
}

/* A wheel that spins in place on a slope at the border to ice; each side drives it onto the other
 * side. */
static wd_model *wheel_between_grounds(void)
{
    const double level[] = {-8, -6, 0, 0, 8, 6}, factor[] = {1, 0};
    wd_model *model = make_kind("impact_wheel");
    wd_model_set_terrain(model, level, 3);
    wd_model_set_terrain_friction(model, factor, 2);
    put(model, "param.mu", 2);
    put(model, "state.x", -0.06);
    put(model, "state.y", 0.08);
    put(model, "state.phi_dot", -300);
    return model;
}

/* The wheel stays at the border while it spins. Reading calls change no bit, and clones and
 * snapshots continue with the same bits. */
static void wheel_held_at_border(void)
{
    wd_model *model = wheel_between_grounds(), *other = wheel_between_grounds();
    wd_model *third = make(&(struct setup){"impact_wheel", "kerb-elastoplastic"});
    play_course(third);
    wd_model_init(model, 0);
    wd_model_init(other, 0);
    check(wd_model_step_to(model, 0.1) == WD_OK, "the spinning wheel moves to 0.1 s: %s",
          wd_model_error(model));
    check(value_of(model, "output.feature_1") == 1 && value_of(model, "output.mode_1") == 3 &&
              value_of(model, "state.x_dot") == 0 &&
              fabs(value_of(model, "state.x") + 0.06) < 1e-15,
          "the contact of the wheel is the corner at the border, and it slides");
    double weight = value_of(model, "param.mass") * value_of(model, "param.gravity");
    check(fabs(value_of(model, "output.friction_force_1") + 0.6 * weight) < 1e-12 * weight,
          "the friction force lies between the limits of both sides");
    for (int k = 1; k <= 100; k++)
        wd_model_step_to(other, 1e-3 * k);
    check(same_bits(value_of(model, "state.phi"), value_of(other, "state.phi")) &&
              same_bits(value_of(model, "output.dissipated"), value_of(other, "output.dissipated")),
          "the same bits in a hundred steps");
    copies_continue(model, third, 2 * 3 + 2);
    check(wd_model_step_to(model, 30) == WD_OK && value_of(model, "state.x") < -0.07,
          "after its spin has stopped, the wheel rolls down");
    wd_model_reset(model);
    put(model, "solver.fixed_step", 1e-3);
    wd_model_set_choice(model, "solver.scheme", "moreau");
    wd_model_init(model, 0);
    check(wd_model_step_to(model, 0.1) == WD_OK && fabs(value_of(model, "state.x") + 0.06) < 1e-3,
          "in fixed steps the wheel stays near the border");
    wd_model_free(model);
    wd_model_free(other);
    wd_model_free(third);
}

/* ---- forged snapshots ---- */

static size_t find_word(const unsigned char *bytes, size_t words, double x)
{
    uint64_t want;
    memcpy(&want, &x, sizeof want);
    for (size_t at = 0; at < words; at++) {
        struct word_reader from = {bytes, at, words};
        if (word_get(&from) == want)
            return at;
    }
    return words;
}

static int32_t load_forged(wd_model *model, const unsigned char *bytes, size_t size, size_t at,
                           uint64_t word)
{
    static unsigned char copy[MOST_BYTES];
    size_t words = size / WORD_BYTES - 1;
    memcpy(copy, bytes, size);
    struct word_writer to = {copy, at}, sum = {copy, words};
    word_put(&to, word);
    word_put(&sum, word_sum(copy, words));
    return wd_model_load(model, copy, size);
}

/* Forge the factors in a snapshot. The factors follow the points and bulges; a word before the
 * points says which of these exist. */
static void forged_factors(void)
{
    static unsigned char bytes[MOST_BYTES];
    static const double bad[] = {NAN, -1, -1e-300, INFINITY, -INFINITY};
    wd_model *model = wheel_on_ice(), *other = falling();
    wd_model_init(model, 0);
    wd_model_init(other, 0);
    size_t size = wd_model_save_size(model);
    wd_model_save(model, bytes, size);
    size_t last = find_word(bytes, size / WORD_BYTES, 2.5), first = last - (SEGMENTS - 1);
    size_t parts = first - SEGMENTS - 2 * POINTS - 1;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        uint64_t word;
        memcpy(&word, &bad[i], sizeof word);
        REFUSED(other, &before, WD_EFORMAT, "impossible",
                load_forged(other, bytes, size, first + i % SEGMENTS, word));
    }
    static const uint64_t wrong[] = {0, 1, 2, 4, 7, UINT64_MAX, (uint64_t)1 << 32 | 3};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        REFUSED(other, &before, WD_EFORMAT, "impossible",
                load_forged(other, bytes, size, parts, wrong[i]));
    check(load_forged(other, bytes, size, parts, 3) == WD_OK &&
              reads(wd_model_terrain_friction, other, ice),
          "the original snapshot is accepted");
    wd_model_free(model);
    wd_model_free(other);
}

/* Forge the word of a snapshot that holds this number. */
static void forge_factor(wd_model *model, double number, double forged)
{
    static unsigned char bytes[MOST_BYTES];
    uint64_t word;
    memcpy(&word, &forged, sizeof word);
    check(wd_model_init(model, 0) == WD_OK, "%s", wd_model_error(model));
    size_t size = wd_model_save_size(model), at;
    wd_model_save(model, bytes, size);
    at = find_word(bytes, size / WORD_BYTES, number);
    check(at < size / WORD_BYTES, "the snapshot contains the number %g", number);
    REFUSED(model, &before, WD_EFORMAT, "impossible", load_forged(model, bytes, size, at, word));
    check(wd_model_load(model, bytes, size) == WD_OK, "the original snapshot is accepted");
    wd_model_reset(model);
}

/* Forged restitution factors and path times are checked like values that are set. */
static void hostile_others(void)
{
    static const double bad[] = {NAN, -1, 1.5, INFINITY}, early[] = {NAN, -INFINITY, 0.5, 1e300};
    static const double rubber[] = {1, 0.1, 0.5, 0, 0.2578125};
    static const double bends[] = {0, 0, 2, -1, 4, 0, 4, 2}, times[] = {0, 1, 2.2578125, 3};
    wd_model *model = falling(), *torus = make_kind("torus_wheel");
    wd_model_set_terrain_restitution(model, rubber, SEGMENTS);
    wd_model_set_path(torus, bends, 4, 0);
    check(wd_model_set_path_times(torus, times, 4) == WD_OK, "%s", wd_model_error(torus));
    wd_model_set_choice(torus, "param.path", "user");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        forge_factor(model, rubber[4], bad[i]);
        forge_factor(torus, times[2], early[i]);
    }
    wd_model_free(model);
    wd_model_free(torus);
}

/* Loading a snapshot of the same shape with other factors replaces the factors. */
static void taken_over(void)
{
    static unsigned char bytes[MOST_BYTES];
    double half[SEGMENTS];
    wd_model *model = wheel_on_ice(), *other = wheel_on_ice(), *fresh = falling();
    for (size_t i = 0; i < SEGMENTS; i++)
        half[i] = ice[i] / 2;
    wd_model_set_terrain_friction(model, half, SEGMENTS);
    wd_model_init(model, 0);
    play_course(other);
    size_t size = wd_model_save_size(model);
    wd_model_save(model, bytes, size);
    wd_model_set_terrain_friction(fresh, half, SEGMENTS);
    uint64_t usual = play_course(fresh);
    check(wd_model_load(other, bytes, size) == WD_OK && walk(other, 0, 40) == usual,
          "a model with other factors takes those of the snapshot");
    check(wd_model_load(other, bytes, size) == WD_OK && walk(other, 0, 40) == usual,
          "the model returns to the snapshot");
    wd_model_free(model);
    wd_model_free(other);
    wd_model_free(fresh);
}

int main(void)
{
    bad_factors();
    uniform_factors();
    read_again();
    factors_are_copied();
    wheel_held_at_border();
    forged_factors();
    hostile_others();
    taken_over();
    return done();
}
