/* SPDX-License-Identifier: MIT */
/* Functions shared by the tests of units: make the units of a model for both versions of FMI, start
 * an instance, and get and set variables by name. */
#ifndef PLAY_H
#define PLAY_H

#include "importer.h"
#include "robust/support.h"

#include <unistd.h>

static char path[64];
static struct unit units[2]; /* FMI 2, FMI 3 */
static wd_model *scenario;   /* the model that the units run */

static int for_exchange; /* if set, the next units are for model exchange */

static inline void make_units(wd_model *model, const struct slot_switch *switches, size_t count)
{
    static int made;
    for (int i = 0; i < 2; i++) {
        /* a new name each time, because dlopen() returns the old unit if it knows the path */
        snprintf(path, sizeof path, "/tmp/wheeldyn-life-%ld-%d.so", (long)getpid(), made++);
        unit_close(&units[i]);
        int (*make_unit)(const char *, const wd_model *, double, const struct slot_switch *,
                         size_t) = for_exchange ? unit_write_exchange : unit_write;
        int failed =
            make_unit(path, model, 0, switches, count) || unit_open(&units[i], path, 2 + i);
        remove(path);
        if (failed && !check(0, "a unit of %s", wd_model_kind(model)))
            exit(done());
    }
    wd_model_free(scenario);
    scenario = model;
}

static inline void preset(const char *kind, const char *name)
{
    make_units(make(&(struct setup){kind, name}), NULL, 0);
}

/* Instantiate and initialise unit i. If it has an event mode, it is then in this mode. */
static inline void start(struct instance *instance, int i, int flags)
{
    if (instantiate(instance, &units[i], TOKEN, flags) != OK ||
        set_up(instance, 0, 0, INFINITY) != OK || leave(instance) != OK)
        check(0, "FMI %d: an instance starts: %s", 2 + i, instance->text);
}

static inline uint32_t ref(const char *name)
{
    return ref_of(scenario, name);
}

static inline double real(struct instance *instance, const char *name)
{
    uint32_t which = ref(name);
    double value = NAN;
    get(instance, &which, 1, &value);
    return value;
}

static inline int put_real(struct instance *instance, const char *name, double value)
{
    uint32_t which = ref(name);
    return set(instance, &which, 1, &value);
}

static inline int end_of_play(void)
{
    for (int i = 0; i < 2; i++)
        unit_close(&units[i]);
    wd_model_free(scenario);
    return done();
}

#endif
