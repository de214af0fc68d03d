/* SPDX-License-Identifier: MIT */
/* A bicycle whose wheels are open, stick, slip, start to slip or slip slowly, and whose brakes are
 * off, hold, slide or start to slide, event-driven and with Moreau steps. Copies (a snapshot, a
 * clone, a clone in another thread) continue with the same bits; forged snapshots are refused with
 * a text or give a usable model. The test links the core to read the modes and for the checksum. */
#include "forge.h"

#include "core/model.h"
#include "models/vehicle/vehicle.h"

#include <pthread.h>

enum { TIMES = 60, ROUNDS = 100, MODES = VEHICLE_SLOW + 1 };
/* s: time between two tests of copies. */
static const double gap = 0.01;

struct seen {
    int wheel[MODES], brake[MODES];
};

/* A bicycle that falls, lands and slides with its rear wheel locked, with varying brakes. Because
 * the onset speed is large, slips stay in their first mode for a long time. */
static wd_model *make_subject(const char *scheme)
{
    wd_model *model = make(&(struct setup){"vehicle", "bicycle"});
    for (size_t i = 0; i < wd_model_part_count(model); i++) {
        char name[64];
        snprintf(name, sizeof name, "param.%s.law", wd_model_part_name(model, i));
        if (strcmp(wd_model_part_type(model, i), "wheel") == 0)
            wd_model_set_choice(model, name, "coulomb");
    }
    wd_model_set_choice(model, "solver.scheme", scheme);
    put(model, "solver.fixed_step", strcmp(scheme, "moreau") == 0 ? 1e-3 : 0);
    put(model, "solver.onset_speed", 20);
    put(model, "solver.event_capacity", 4);
    put(model, "init.frame.z", 0.01);
    put(model, "init.frame.forward", 5);
    put(model, "init.frame.roll_rate", 0.1);
    put(model, "init.rear.rate", 5 / 0.3);
    put(model, "init.front.rate", 5 / 0.35);
    put(model, "input.rear.mu", 0.7);
    put(model, "input.front.mu", 0.7);
    return model;
}

/* Set the inputs of interval k. */
static void set_inputs(wd_model *model, int k)
{
    put(model, "input.steer.brake", k / 7 % 2 ? 0.4 : 0);
    put(model, "input.steer.torque", k / 10 % 2 ? 0.6 : 0);
    put(model, "input.rear.brake", k / 12 % 2 ? 60 : 200);
    put(model, "input.front.brake", k / 15 % 2 ? 350 : 0);
}

static void count_modes(const wd_model *model, struct seen *seen)
{
    const struct kind *kind = model->kind;
    const int64_t *mode = model->now.mode;
    for (size_t i = 0; i < kind->part_count; i++) {
        const struct part *part = kind->parts[i];
        int wheel = vehicle_is(part, VEHICLE_WHEEL);
        if (wheel)
            seen->wheel[mode[part->at.modes]]++;
        if (wheel || vehicle_is(part, VEHICLE_HINGE))
            seen->brake[mode[vehicle_brake_mode(part)]]++;
    }
}

/* ---- the same bits ---- */

struct walker {
    pthread_t thread;
    wd_model *model;
    uint64_t hash;
};

static void *walk_on(void *context)
{
    struct walker *walker = context;
    wd_model *model = walker->model;
    wd_model_step_to(model, wd_model_time(model) + few_or_all(2, 5) * gap);
    walker->hash = mix_model(1, model);
    return NULL;
}

/* Return the number of failures and differences when the model continues as a clone, as a clone in
 * another thread, and from a snapshot. */
static int count_differences(wd_model *model, const wd_model *blank, unsigned char *bytes,
                             size_t room)
{
    struct walker way[3] = {{.hash = 0}};
    int wrong = wd_model_save(model, bytes, room) != WD_OK;
    for (int i = 0; i < 3; i++)
        wrong += wd_model_clone(i == 0 ? blank : model, &way[i].model) != WD_OK;
    wrong += wd_model_load(way[0].model, bytes, wd_model_save_size(model)) != WD_OK;
    walk_on(&way[0]);
    if (pthread_create(&way[1].thread, NULL, walk_on, &way[1]) != 0)
        return 1;
    walk_on(&way[2]);
    pthread_join(way[1].thread, NULL);
    for (int i = 0; i < 3; i++) {
        wrong += way[i].hash != way[2].hash;
        wd_model_free(way[i].model);
    }
    return wrong;
}

/* ---- one scheme ---- */

static void run_scheme(const char *scheme)
{
    struct seen seen = {{0}, {0}};
    unsigned char *bytes = malloc(MOST_BYTES);
    wd_model *model = make_subject(scheme), *blank = make_subject(scheme),
             *other = make_kind("vehicle");
    uint64_t seed = 1;
    int wrong = 0, unfair = 0, moreau = strcmp(scheme, "moreau") == 0;
    int32_t status = wd_model_init(model, 0);
    for (int k = 0; status == WD_OK && k < TIMES; k++) {
        set_inputs(model, k);
        status = wd_model_step_to(model, gap * k);
        count_modes(model, &seen);
        wrong += count_differences(model, blank, bytes, MOST_BYTES);
        if (k % 6 == 0)
            unfair += count_unusable(model, other, ROUNDS, gap, &seed);
    }
    check(status == WD_OK, "%s: the run succeeds: %s", scheme, wd_model_error(model));
    for (int i = 0; i < MODES; i++)
        if (i < VEHICLE_INCIPIENT || !moreau)
            check(seen.wheel[i] > 0 && (seen.brake[i] > 0 || i == VEHICLE_SLOW),
                  "%s: mode %d occurred for wheels and, except slow, for brakes (%d, %d)", scheme,
                  i, seen.wheel[i], seen.brake[i]);
    check(wrong == 0, "%s: %d copies continue with other bits", scheme, wrong);
    check(unfair == 0, "%s: %d forged snapshots are neither refused nor usable", scheme, unfair);
    wd_model_free(model);
    wd_model_free(blank);
    wd_model_free(other);
    free(bytes);
}

int main(void)
{
    run_scheme("event");
    run_scheme("moreau");
    return done();
}
