/* SPDX-License-Identifier: MIT */
/* Hostile snapshots: cut, with flipped bits, random, and forged with the right checksum. The test
 * links the core for the checksum and for a kind with events. */
#include "ball.h"

#include "core/signal.h"
#include "core/words.h"

enum { MOST_WIDTH = 32 };

static struct image before, after;

/* Load from a block of exactly the given size, so that a sanitizer detects reads beyond it. */
static int32_t load_exact(wd_model *model, const unsigned char *bytes, size_t size)
{
    unsigned char *exact = malloc(size + (size == 0));
    memcpy(exact, bytes, size);
    int32_t status = wd_model_load(model, exact, size);
    free(exact);
    return status;
}

/* A running model with a signal, some settings and, for the ball, events. */
static wd_model *make_subject(const char *name, double h)
{
    static const double ramp[] = {0, 0.25, 1, 0.5, 2, 0.25};
    wd_model *model = strcmp(name, "ball") == 0 ? model_new(&ball_kind) : make_kind(name);
    uint32_t input = first_input(model);
    put(model, "solver.fixed_step", h);
    put(model, "solver.event_capacity", 4);
    wd_model_set_value(model, "init.speed",
                       5); /* without a speed a model with this variable falls */
    wd_model_set_input_signal(model, input, WD_SIGNAL_LINEAR, ramp, 6);
    wd_model_init(model, 0);
    wd_model_step_to(model, 3.3);
    return model;
}

static size_t save_model(const wd_model *model, unsigned char **bytes)
{
    size_t size = wd_model_save_size(model);
    *bytes = malloc(size);
    wd_model_save(model, *bytes, size);
    return size;
}

/* Snapshots that are cut short, have a flipped bit or are random are refused. */
static void refuses_damaged_snapshots(const char *name)
{
    wd_model *model = make_subject(name, 0), *set_up = make_kind("sliding_block");
    unsigned char *bytes, *other = calloc(1, MOST_BYTES);
    size_t size = save_model(model, &bytes), accepted = 0;
    wd_model_step_to(model, 4);
    image_take(model, &before);
    for (size_t n = 0; n < size; n++)
        accepted += load_exact(model, bytes, n) != WD_EFORMAT;
    check(accepted == 0, "%s: snapshots cut to each of %zu shorter lengths are refused", name,
          size);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        accepted += load_exact(model, bytes, size) != WD_EFORMAT;
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    check(accepted == 0, "%s: snapshots with each of %zu bits flipped are refused", name, 8 * size);
    uint64_t seed = 1;
    for (int round = 0; round < 2000; round++) {
        size_t n = random_word(&seed) % MOST_BYTES / 4;
        for (size_t i = 0; i < n; i++)
            other[i] = (unsigned char)random_word(&seed);
        if (round % 2)
            memcpy(other, bytes, n < 72 ? n : 72); /* after a valid header */
        accepted += load_exact(model, other, n) != WD_EFORMAT;
    }
    check(accepted == 0, "%s: 2000 random blocks are refused", name);
    image_take(model, &after);
    check(image_same(&before, &after), "damaged snapshots leave the model unchanged");
    if (strcmp(name, "sliding_block") != 0)
        REFUSED(set_up, &before, WD_EFORMAT, "kind", wd_model_load(set_up, bytes, size));
    check(isnan(wd_model_time(set_up)), "a model that is only set up is not started by them");
    memcpy(other, bytes, size);
    check(wd_model_load(model, other, MOST_BYTES) == WD_OK && wd_model_time(model) == 3.3,
          "a block longer than its snapshot is accepted");
    free(bytes);
    free(other);
    wd_model_free(model);
    wd_model_free(set_up);
}

static void write_checksum(unsigned char *bytes, size_t size)
{
    struct word_writer to = {bytes, size / WORD_BYTES - 1};
    word_put(&to, word_sum(bytes, to.count));
}

static void put_word(unsigned char *bytes, size_t at, uint64_t word)
{
    struct word_writer to = {bytes, at};
    word_put(&to, word);
}

static uint64_t real_bits(double x)
{
    uint64_t word;
    memcpy(&word, &x, sizeof word);
    return word;
}

/* True if the steps of the model are expensive. */
static int is_expensive(const wd_model *model)
{
    return has_terrain(model) || has_init_values(model);
}

/* Make all calls on a model that accepted a forged snapshot. */
static void make_all_calls(wd_model *model)
{
    static double A[64 * 64], B[64], re[64], im[64], rows[4 * 2];
    static unsigned char again[MOST_BYTES];
    uint32_t input = first_input(model);
    wd_model *copy;
    double values[MOST_WIDTH], t = wd_model_time(model);
    int32_t type;
    wd_model_set_value(model, "solver.max_steps", is_expensive(model) ? 4 : 20);
    wd_model_eval(model);
    wd_model_step_to(model, t + 0.01);
    wd_model_run(model, t + 1, 0.5, &input, 1, rows, 4, NULL);
    wd_model_step_to(model, t + fabs(t) + 1e3);
    wd_model_linearize(model, A, &input, 1, B);
    wd_model_eigenvalues(model, re, im);
    size_t count = wd_model_event_count(model);
    for (size_t i = 0; i < 8; i++)
        wd_model_event(model, count - i, &t, &type, values, wd_model_event_width(model));
    if (wd_model_clone(model, &copy) == WD_OK)
        wd_model_step_to(copy, wd_model_time(copy) + 1);
    wd_model_free(copy);
    size_t size = wd_model_save_size(model);
    if (size <= sizeof again && wd_model_save(model, again, sizeof again) == WD_OK)
        wd_model_load(model, again, size);
    wd_model_set_input_fn(model, input, NULL, NULL);
    wd_model_step_to(model, wd_model_time(model) + 1);
    wd_model_reset(model);
    if (wd_model_init(model, 0) == WD_OK)
        wd_model_step_to(model, 0.1);
}

static const double reals[] = {0.0, 1.0,   -1.0,   0.5,    2.0, 3.0,
                               7.0, 1e300, -1e300, 1e-320, 1e6, 1e15};
static const uint64_t words[] = {0,
                                 1,
                                 2,
                                 3,
                                 4,
                                 5,
                                 6,
                                 255,
                                 UINT64_MAX,
                                 INT64_MAX,
                                 1ull << 63,
                                 1ull << 32,
                                 1ull << 61,
                                 UINT64_MAX - 1,
                                 0x7ff0000000000000,
                                 0xfff0000000000000,
                                 0x7ff8000000000000};
enum { REALS = sizeof reals / sizeof *reals, WORDS = sizeof words / sizeof *words, SEVERAL = 4000 };

static uint64_t bad_word(uint64_t i)
{
    return i < REALS ? real_bits(reals[i]) : words[i - REALS];
}

static int is_documented(int32_t status)
{
    return status == WD_OK || status == WD_EFORMAT || status == WD_ESTATE || status == WD_ENOMEM;
}

/* Replace every word of a valid snapshot by every bad word, then several words at a time. In models
 * with init.* variables, whose snapshots are long, only every third replacement is made, and of
 * these every fifth without script/test --all. */
static void accepts_or_refuses_forged(const char *name, double h)
{
    wd_model *model = make_subject(name, h);
    unsigned char *bytes, *forged_bytes;
    size_t size = save_model(model, &bytes), taken = 0, faults = 0, changed = 0;
    forged_bytes = malloc(size);
    uint64_t seed = 3;
    size_t singles = (size / WORD_BYTES - 1) * (REALS + WORDS);
    size_t stride = (has_init_values(model) ? 3 : 1) * (size_t)few_or_all(5, 1), tried = 0;
    for (size_t i = 0; i < singles + SEVERAL; i += stride, tried++) {
        memcpy(forged_bytes, bytes, size);
        size_t places = i < singles ? 1 : 2 + random_index(&seed, 3);
        for (size_t j = 0; j < places; j++) {
            size_t at =
                i < singles ? i / (REALS + WORDS) : 9 + random_index(&seed, size / WORD_BYTES - 10);
            uint64_t which =
                i < singles ? i % (REALS + WORDS) : random_word(&seed) % (REALS + WORDS);
            put_word(forged_bytes, at, bad_word(which));
        }
        write_checksum(forged_bytes, size);
        image_take(model, &before);
        int32_t status = load_exact(model, forged_bytes, size);
        faults += !is_documented(status);
        if (status == WD_OK) {
            taken++;
            make_all_calls(model);
            if (load_exact(model, bytes, size) != WD_OK)
                faults++;
        } else if (i % 16 == 0) {
            image_take(model, &after);
            changed += !image_same(&before, &after);
        }
    }
    check(faults == 0, "%s, h = %g: of %zu forged snapshots %zu are accepted, the others refused",
          name, h, tried, taken);
    check(changed == 0, "a refused snapshot leaves the model unchanged");
    free(bytes);
    free(forged_bytes);
    wd_model_free(model);
}

static void size_stays(const char *name)
{
    wd_model *model = make_subject(name, 0);
    size_t size = wd_model_save_size(model);
    put(model, "solver.rtol", 1e-6);
    wd_model_step_to(model, 4);
    uint32_t input = first_input(model);
    double u = 0.125;
    wd_model_set(model, &input, 1, &u);
    wd_model_step_to(model, 9);
    check(wd_model_save_size(model) == size, "%s: the size is constant while running", name);
    wd_model_free(model);
}

/* Switches of a preset in a snapshot: a choice accepts only steps between its own values. */
static void forged_switches(void)
{
    const struct {
        size_t at; /* index of the word, from the word of the form on */
        uint64_t word;
    } forgeries[] = {{0, WD_SIGNAL_LINEAR}, {0, WD_SIGNAL_TANH}, {0, SIGNAL_FUNCTION}, {0, 5},
                     {9, real_bits(1.5)},   {11, real_bits(6)}};
    wd_model *model = make(&(struct setup){"torus_wheel", "astroid"});
    wd_model_init(model, 0);
    unsigned char *bytes, table[4 * WORD_BYTES];
    size_t size = save_model(model, &bytes), form = 0;
    struct word_writer to = {table, 0};
    word_put_reals(&to, (const double[]){0, 1, 20, 2}, 4);
    while (memcmp(bytes + (form + 8) * WORD_BYTES, table, sizeof table) != 0)
        form++;
    unsigned char *forged_bytes = malloc(size);
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        memcpy(forged_bytes, bytes, size);
        put_word(forged_bytes, form + forgeries[i].at, forgeries[i].word);
        write_checksum(forged_bytes, size);
        REFUSED(model, &before, WD_EFORMAT, "impossible", wd_model_load(model, forged_bytes, size));
    }
    check(load_exact(model, bytes, size) == WD_OK, "the original snapshot is accepted");
    free(bytes);
    free(forged_bytes);
    wd_model_free(model);
}

/* Number of variables of a role. */
static size_t count_role(const wd_model *model, int32_t role)
{
    size_t count = 0;
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++)
        count += wd_model_var_role(model, ref) == role;
    return count;
}

/* The value of a constant input in a snapshot must equal the value in use, because a failing call
 * would replace it. Only an input with a signal may differ. */
static void reported_inputs(const char *name)
{
    wd_model *model = make_subject(name, 0);
    unsigned char *bytes;
    size_t size = save_model(model, &bytes), taken = 0, row = 2 + wd_model_event_width(model);
    size_t log = row > 2 ? 2 + 4 * row : 2, inputs = count_role(model, WD_INPUT);
    size_t first = size / WORD_BYTES - 1 - log - count_role(model, WD_STAT) - inputs;
    for (size_t i = first; i < first + inputs; i++) {
        bytes[i * WORD_BYTES] ^= 1;
        write_checksum(bytes, size);
        taken += load_exact(model, bytes, size) == WD_OK;
        bytes[i * WORD_BYTES] ^= 1;
    }
    write_checksum(bytes, size);
    check(taken == 1, "%s: a different value is accepted for %zu of %zu inputs", name, taken,
          inputs);
    check(load_exact(model, bytes, size) == WD_OK, "the original snapshot is accepted");
    free(bytes);
    wd_model_free(model);
}

int main(void)
{
    static const char *const names[] = {"sliding_block", "rolling_wheel", "impact_wheel",
                                        "torus_wheel",   "bicycle",       "ball"};
    forged_switches();
    reported_inputs("vehicle");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        refuses_damaged_snapshots(names[i]);
        size_stays(names[i]);
        reported_inputs(names[i]);
        accepts_or_refuses_forged(names[i], 0);
        accepts_or_refuses_forged(names[i], 0.01);
    }
    return done();
}
