/* SPDX-License-Identifier: MIT */
/* A fuzz target and its main(). Without libFuzzer the program runs the target on the files named on
 * the command line or, without files, on pseudo-random inputs, the same ones in every run. Build a
 * target for libFuzzer with
 *
 *     clang -fsanitize=fuzzer,address,undefined -DFUZZ_LIBRARY ...
 *
 * to search with coverage feedback. WHEELDYN_FUZZ_INPUTS: number of pseudo-random inputs, by
 * default 10,000. */
#ifndef FUZZ_H
#define FUZZ_H

#include "constrained.h"
#include "robust/support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Report a violated invariant and end the program. */
static inline void broken(const char *what, const wd_model *model)
{
    printf("not ok 1 - %s (%s)\n1..1\n", what, wd_model_error(model));
    fflush(stdout);
    abort();
}

/* ---- reading the input ---- */

struct input {
    const uint8_t *at, *end;
};

static inline unsigned take_byte(struct input *input)
{
    return input->at < input->end ? *input->at++ : 0;
}

/* Take a number: one of a list of critical numbers, a multiple of 1/32 from -2 to below 6, or the
 * next 8 bytes of the input as they are. */
static inline double take_real(struct input *input)
{
    static const double odd[] = {0,    -0.0,  1,     -1,     0.5,  0.1,    1e-9,     1e-300, 1e300,
                                 1e15, 1e150, 1e308, -1e308, 1e-3, 5e-324, INFINITY, NAN,    -1e-9};
    unsigned which = take_byte(input);
    if (which < 96)
        return odd[which % (sizeof odd / sizeof *odd)];
    if (which < 224)
        return ((int)take_byte(input) - 64) / 32.0;
    double x = 0;
    unsigned char *bytes = (unsigned char *)&x;
    for (size_t i = 0; i < sizeof x; i++)
        bytes[i] = (unsigned char)take_byte(input);
    return x;
}

/* Make a model of any kind: for kinds built from parts the first preset, for the kind that needs
 * code a double pendulum. */
static inline int32_t new_model(struct input *input, wd_model **model)
{
    static struct pendulum pendulum;
    const char *kind = wd_kind_name(take_byte(input) % wd_kind_count());
    if (!needs_code(kind)) {
        int32_t status = wd_model_new(kind, model);
        if (status == WD_OK && wd_part_type_count(kind) > 0)
            status = wd_model_load_preset(*model, wd_preset_name(kind, 0));
        return status;
    }
    pendulum = (struct pendulum)PENDULUM;
    *model = pendulum_new(&pendulum);
    return *model ? WD_OK : WD_ENOMEM;
}

/* ---- replaying ---- */

#ifndef FUZZ_LIBRARY
enum { FUZZ_INPUTS = 10000, FUZZ_LONGEST = 400 };

static int replay_file(const char *name)
{
    static uint8_t data[1 << 20];
    FILE *file = fopen(name, "rb");
    if (!file)
        return 1;
    size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    return LLVMFuzzerTestOneInput(data, size);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (replay_file(argv[i]) != 0)
            return 1;
    const char *said = getenv("WHEELDYN_FUZZ_INPUTS");
    int inputs = argc > 1 ? 0 : said ? atoi(said) : FUZZ_INPUTS;
    uint64_t seed = 20;
    for (int i = 0; i < inputs; i++) {
        uint8_t data[FUZZ_LONGEST];
        size_t size = random_index(&seed, FUZZ_LONGEST);
        for (size_t j = 0; j < size; j++)
            data[j] = (uint8_t)random_word(&seed);
        LLVMFuzzerTestOneInput(data, size);
    }
    check(argc > 1 || inputs > 0, "%d inputs", argc > 1 ? argc - 1 : inputs);
    return done();
}
#endif

#endif
