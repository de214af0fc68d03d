/* SPDX-License-Identifier: MIT */
/* Forged snapshots of impact_wheel, with the right checksum but random modes, features, contacts,
 * ends of motion segments, or points of terrain. They are refused, or give a model that runs for a
 * second or fails with a text, with bounded work. The test links the core for the checksum. */
#include "forge.h"

#include "models/impact_wheel/impact.h"
#include "num/interrupt.h"

/* Work is measured by counting calls of the interrupt function, one per INTERRUPT_WORK (about 0.3
 * ms). */
enum { ROUNDS = 800, MOST_QUESTIONS = 300 };

/* Number of words from the member `end` to `which` of the state, see state.h of the kind. */
enum { FROM_END_TO_WHICH = 1 + 3 + 2 * 8 + 2 + 5 + 2 * (1 + 2 * 8) + 2 };

struct way {
    const char *name, *scheme;
    double fixed_step, gravity;
    int varying, terrain, friction;
};

static const struct way ways[] = {
    {"exact", "event", 0, 9.81, 0, 0, 0},     {"integrated", "event", 0, 9.81, 1, 0, 0},
    {"fixed", "event", 0.01, 9.81, 0, 1, 0},  {"terrain", "event", 0, 9.81, 1, 1, 0},
    {"weightless", "event", 0, 0, 0, 1, 0},   {"moreau", "moreau", 0.01, 9.81, 0, 1, 0},
    {"arcs", "event", 0, 9.81, 0, 2, 0},      {"steps on arcs", "moreau", 0.01, 9.81, 0, 2, 0},
    {"ice", "event", 0, 9.81, 0, 2, 1},       {"seam", "event", 0, 9.81, 0, 3, 0},
    {"its loads", "event", 0, 9.81, 1, 3, 0},
};

/* Set a wheel that spins in place on a slope, at the point where ice begins. */
static void hold_at_seam(wd_model *model)
{
    static const double slope[] = {-8, -6, 0, 0, 8, 6}, factor[] = {1, 0};
    wd_model_set_terrain(model, slope, 3);
    wd_model_set_terrain_friction(model, factor, 2);
    put(model, "param.mu", 2);
    put(model, "state.x", -0.6 * value_of(model, "param.radius"));
    put(model, "state.y", 0.8 * value_of(model, "param.radius"));
    put(model, "state.x_dot", 0);
    put(model, "state.y_dot", 0);
    put(model, "state.phi_dot", -3000);
}

static wd_model *make_subject(const struct way *way, double t)
{
    static const double tanh_data[] = {1, 2, 4, 0.2, 1};
    static const double xy[] = {-3, 1, 0, 0, 0.3, 0.05, 0.5, 0.02, 0.9, 0.03, 1, -0.1, 4, 1};
    static const double bulge[] = {0, 0.2, -0.3, 0.4, 0.1, 0}, factor[] = {1, 0, 2, 0.5, 0, 1};
    wd_model *model = make(&(struct setup){"impact_wheel", "kerb-elastoplastic"});
    put(model, "solver.event_capacity", 4);
    put(model, "solver.max_steps", 20000);
    put(model, "solver.fixed_step", way->fixed_step);
    put(model, "param.gravity", way->gravity);
    wd_model_set_choice(model, "solver.scheme", way->scheme);
    if (way->varying)
        wd_model_set_input_signal(model, first_input(model), WD_SIGNAL_TANH, tanh_data, 5);
    if (way->terrain == 3)
        hold_at_seam(model);
    else if (way->terrain)
        wd_model_set_profile(model, xy, way->terrain == 2 ? bulge : NULL,
                             sizeof xy / sizeof *xy / 2);
    if (way->friction)
        wd_model_set_terrain_friction(model, factor, sizeof factor / sizeof *factor);
    wd_model_init(model, 0);
    if (wd_model_step_to(model, t) != WD_OK)
        check(0, "%s: to %g s: %s", way->name, t, wd_model_error(model));
    if (way->terrain == 3)
        check(value_of(model, "output.feature_1") == 1 || t == 0, "the wheel is held at the seam");
    return model;
}

/* Forge one to six words, mostly of the motion, which lies after the settings and before the log.
 */
static void forge_bytes(unsigned char *bytes, size_t size, uint64_t *seed)
{
    size_t words = size / WORD_BYTES - 1, log = 2 + 4 * 24, motion = words - log;
    size_t changes = 1 + random_index(seed, 6);
    for (size_t i = 0; i < changes; i++) {
        size_t back = random_word(seed) % 4 ? 130 : motion - 10;
        size_t at = motion - 1 - random_index(seed, back);
        forge_word(bytes, at, seed);
    }
    forge_sum(bytes, size);
}

static int32_t count_question(void *user)
{
    ++*(long *)user;
    return 0;
}

/* An event-driven motion never ends inside the terrain. */
static int is_outside_terrain(const wd_model *model, int32_t status)
{
    double gap = value_of(model, "output.gap"), radius = value_of(model, "param.radius");
    double place = fabs(value_of(model, "state.x")) + fabs(value_of(model, "state.y"));
    int allowed = status < 0 || value_of(model, "solver.scheme") != 0 ||
                  gap >= -1e-10 * radius - 1e-13 * place;
    if (!allowed)
        printf("# %s with a gap of %g\n", wd_status_name(status), gap);
    return allowed;
}

/* Run the model for 1 s, with settings that limit the work. A model whose forged limit of events is
 * above 1e5 is not run. */
static int use_model(wd_model *model)
{
    double t = wd_model_time(model);
    if (value_of(model, "solver.max_events") > 1e5)
        return 1;
    put(model, "solver.max_steps", 2000);
    wd_model_eval(model);
    int32_t status = wd_model_step_to(model, t + 1e-3);
    int allowed = is_allowed_step(model, status) && is_outside_terrain(model, status);
    status = wd_model_step_to(model, t + 1);
    allowed = allowed && is_allowed_step(model, status) && is_outside_terrain(model, status);
    wd_model *copy;
    if (wd_model_clone(model, &copy) == WD_OK)
        allowed =
            allowed && is_allowed_step(copy, wd_model_step_to(copy, wd_model_time(copy) + 0.1));
    wd_model_free(copy);
    return allowed;
}

static void use_forged_snapshots(const struct way *way, double t)
{
    wd_model *model = make_subject(way, t);
    size_t size = wd_model_save_size(model), taken = 0, faults = 0;
    unsigned char *bytes = malloc(size), *copy = malloc(size);
    wd_model_save(model, bytes, size);
    uint64_t seed = (uint64_t)(1e6 * t);
    long asked = 0, most = 0;
    wd_model_set_interrupt_fn(model, count_question, &asked);
    for (int round = 0; round < ROUNDS; round++) {
        memcpy(copy, bytes, size);
        forge_bytes(copy, size, &seed);
        asked = 0;
        int32_t status = wd_model_load(model, copy, size);
        faults += status != WD_OK && status != WD_EFORMAT && status != WD_ENOMEM &&
                  status != WD_ESTATE; /* the snapshot requires an input function */
        if (status == WD_OK) {
            taken++;
            faults += !use_model(model);
            faults += wd_model_load(model, bytes, size) != WD_OK;
        }
        most = asked > most ? asked : most;
    }
    check(faults == 0 && taken > 0, "%s at %g s: %d forged snapshots, %zu accepted", way->name, t,
          ROUNDS, taken);
    check(most <= MOST_QUESTIONS,
          "work of a forged model: at most %ld calls of the interrupt function", most);
    free(bytes);
    free(copy);
    wd_model_free(model);
}

/* Forge every cause of the end of a motion segment at every contact, on a terrain of one segment,
 * which has no neighbouring features. */
static void forged_ends(void)
{
    static const double ground[] = {-1, 0, 1, 0};
    wd_model *model = make_kind("impact_wheel");
    wd_model_set_terrain(model, ground, 2);
    put(model, "solver.event_capacity", 4);
    wd_model_init(model, 0);
    wd_model_step_to(model, 1);
    check(value_of(model, "output.contacts") == 1, "the wheel rests on the ground");
    size_t size = wd_model_save_size(model), row = 2 + wd_model_event_width(model);
    size_t which = size / WORD_BYTES - 2 - (2 + 4 * row);
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
        int32_t role = wd_model_var_role(model, ref);
        which -= role == WD_OUTPUT || role == WD_INPUT || role == WD_STAT;
    }
    unsigned char *bytes = malloc(size), *copy = malloc(size);
    wd_model_save(model, bytes, size);
    int allowed = 1;
    for (uint64_t i = 0; i < 12 * 3; i++) {
        memcpy(copy, bytes, size);
        struct word_writer to = {copy, which - 1};
        word_put(&to, i / 3);
        word_put(&to, i % 3 - 1);
        to.count = which - FROM_END_TO_WHICH;
        word_put_real(&to, 1);
        to.count = size / WORD_BYTES - 1;
        word_put(&to, word_sum(copy, to.count));
        int32_t status = wd_model_load(model, copy, size);
        int beyond = i % 3 == 1 && (i / 3 == CAUSE_BEFORE || i / 3 == CAUSE_AFTER);
        allowed = allowed && (!beyond || status == WD_EFORMAT);
        allowed = allowed && (status == WD_EFORMAT || (status == WD_OK && use_model(model)));
    }
    check(allowed, "every forged cause is handled");
    free(bytes);
    free(copy);
    wd_model_free(model);
}

int main(void)
{
    static const double times[] = {0, 0.0287, 0.3};
    forged_ends();
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        for (size_t j = 0; j < sizeof times / sizeof *times; j++)
            use_forged_snapshots(&ways[i], times[j]);
    return done();
}
