/* SPDX-License-Identifier: MIT */
/* Contacts with profiles and surfaces have the same bits with every compiler and processor: their
 * hashes are compared with recorded hashes. If the numbers change on purpose, record new hashes. */
#include "ground.h"
#include "ground/near.h"

#include <inttypes.h>

static uint64_t hash;
static struct ground_profile world;

static void mix_numbers(const void *numbers, size_t doubles)
{
    const double *x = numbers;
    for (size_t i = 0; i < doubles; i++) {
        uint64_t bits = 0x7ff8000000000000u;
        if (!isnan(x[i]))
            memcpy(&bits, &x[i], sizeof bits);
        for (int k = 0; k < 64; k += 8)
            hash = (hash ^ (bits >> k & 0xff)) * 0x100000001b3u;
    }
}

static void begin_hash(void)
{
    hash = 0xcbf29ce484222325u;
}

static void compare_hash(uint64_t want, const char *what)
{
    check(hash == want, "%s: %016" PRIx64, what, hash);
}

static void mix_touch(const struct touch *touch, const struct touch_wheel *wheel,
                      const struct touch_motion *motion)
{
    struct touch_rate rate;
    const double number = (double)touch->feature;
    touch_rates(touch, wheel, motion, &rate);
    mix_numbers(&number, 1);
    mix_numbers(&touch->gap, 1);
    mix_numbers(&touch->n, 3);
    mix_numbers(&touch->t1, 3);
    mix_numbers(&touch->at, 3);
    mix_numbers(&touch->place, TOUCH_PLACE_DOUBLES);
    mix_numbers(&touch->margin, 1);
    mix_numbers(&touch->border, 1);
    mix_numbers(&rate, sizeof rate / sizeof(double));
}

/* Hash the contacts of the golden wheels with all features nearby, and the same contacts followed
 * after the wheel has moved by 1 cm. */
static void hash_profiles(void)
{
    struct csv csv;
    size_t hint = SIZE_MAX;
    begin_hash();
    csv_open(&csv, "ground/pairs.csv");
    while (csv_next(&csv)) {
        struct profile profile = profile_make(&world.terrain, csv_real(&csv, "heading"));
        struct ground_pair pair = ground_pair(&csv);
        struct near near;
        near_find(&profile, &pair.wheel, 0.5, &hint, &near);
        for (size_t k = 0; k < near.n; k++) {
            struct touch again;
            struct profile_wheel wheel;
            mix_touch(&near.touch[k], &pair.wheel, &pair.motion);
            pair.wheel.centre.x += 0.01;
            profile_aim(&profile, &pair.wheel, &wheel);
            profile_follow(&profile, &wheel, near.touch[k].feature, &near.touch[k].place, &again);
            mix_touch(&again, &pair.wheel, &pair.motion);
        }
    }
    compare_hash(0x6732356c407266bbu, "profiles");
}

static void hash_surfaces(void)
{
    enum { N = 24 };
    const double frame[] = {-2, -2, 0.2, 0.2, 0.3};
    double z[N * N], memory[N * N];
    struct csv csv;
    struct surface surface;
    for (int k = 0; k < N * N; k++)
        z[k] = uniform(-0.01, 0.01);
    surface_build(&surface, z, N, N, frame, memory, NULL);
    begin_hash();
    csv_open(&csv, "ground/pairs.csv");
    while (csv_next(&csv)) {
        struct ground_pair pair = ground_pair(&csv);
        struct near near;
        struct touch again;
        pair.wheel.centre.z = pair.wheel.radius;
        if (near_surface(&surface, &pair.wheel, 0.5, &near) != 0)
            continue;
        for (size_t k = 0; k < near.n; k++) {
            mix_touch(&near.touch[k], &pair.wheel, &pair.motion);
            pair.wheel.centre.x += 0.01;
            if (surface_follow(&surface, &pair.wheel, &near.touch[k].place, &again) == 0)
                mix_touch(&again, &pair.wheel, &pair.motion);
        }
    }
    compare_hash(0xd0721fb446bef567u, "grids");
}

int main(void)
{
    ground_golden(&world);
    hash_profiles();
    hash_surfaces();
    return done();
}
