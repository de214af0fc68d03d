/* SPDX-License-Identifier: MIT */
/* A motion has the same bits when it is repeated, after reset, in a clone, from a snapshot in this
 * and in a new process, and with any reading calls between steps. Without script/test --all each
 * setup runs adaptively and in fixed steps, in turn one of them with an input function. */
#define _POSIX_C_SOURCE 200809L
#include "constrained.h"
#include "support.h"

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static unsigned char bytes[MOST_BYTES];

/* An input function. */
static int32_t sway(double t, double *value, void *user)
{
    *value = *(const double *)user * (1 + 0.5 * sin(3 * t));
    return 0;
}

static double amplitude = 8;

struct variant {
    struct setup setup;
    double fixed_step;
    int function;
    int middle, last; /* number of calls before the snapshot, and in all */
};

/* Return the variant with its numbers of calls, each of 0.05 s. Runs of impact_wheel
 * with an input function make fewer calls, because the wheel becomes faster and faster, and its
 * calls then take many steps. Presets of torus_wheel switch the control at 20 s, between the
 * snapshot and the end. */
static struct variant variant_of(struct setup setup, double fixed_step, int function)
{
    int slow = function && strcmp(setup.kind, "impact_wheel") == 0;
    int switched = !function && setup.preset && strcmp(setup.kind, "torus_wheel") == 0;
    return (struct variant){setup, fixed_step, function,
                            slow       ? 15
                            : switched ? 390
                                       : 120,
                            slow       ? 40
                            : switched ? 420
                                       : 300};
}

static struct pendulum pendulum = PENDULUM;

/* A model; for the kind that needs code, a double pendulum. */
static wd_model *make_model(const struct setup *setup)
{
    return !needs_code(setup->kind) ? make(setup) : pendulum_with_events(&pendulum);
}

/* A model that can load the snapshot: it needs the user's functions but not the parts. */
static wd_model *new_loader(const struct setup *setup)
{
    wd_model *model = make(setup);
    if (needs_code(setup->kind)) {
        wd_model_set_equations(model, pendulum_equations, &pendulum);
        wd_model_set_energies(model, pendulum_energy, &pendulum);
    }
    return model;
}

static wd_model *set_inputs(wd_model *model, const struct variant *variant)
{
    put(model, "solver.fixed_step", variant->fixed_step);
    if (variant->function) {
        wd_model_set_input_fn(model, first_input(model), sway, &amplitude);
        wd_model_set_choice(model, "input.control_mode",
                            "track"); /* only one kind has this input */
    }
    return model;
}

static wd_model *start_model(const struct variant *variant)
{
    wd_model *model = set_inputs(make_model(&variant->setup), variant);
    wd_model_init(model, 0);
    return model;
}

/* Like walk(), with all reading calls between two steps. */
static uint64_t walk_asking(wd_model *model, int first, int last)
{
    static double A[64 * 64], B[64], rows[MOST_VARS + 1], re[64], im[64];
    uint32_t refs[MOST_VARS], input = first_input(model);
    size_t n = wd_model_var_count(model);
    for (uint32_t i = 0; i < n; i++)
        refs[i] = (uint32_t)(n - 1 - i);
    uint64_t hash = 0xcbf29ce484222325u;
    for (int k = first + 1; k <= last; k++) {
        int32_t status = wd_model_step_to(model, 0.05 * k);
        hash = mix_model(mix(hash, &status, sizeof status), model);
        double value, t = wd_model_time(model);
        wd_model_eval(model);
        wd_model_get(model, refs, n, rows);
        wd_model_linearize(model, A, &input, 1, B);
        wd_model_eigenvalues(model, re, im);
        wd_model_save(model, bytes, sizeof bytes);
        wd_model_step_to(model, t - 1);
        wd_model_run(model, t, 1, refs, 1, rows, 1, NULL);
        wd_model_value(model, "state.x", &value);
        wd_model *other;
        wd_model_clone(model, &other);
        wd_model_step_to(other, t + 0.3);
        wd_model_free(other);
    }
    return hash;
}

/* Repeat the motion in every way and compare its hashes. They contain all variables, also stat.*:
 * reading calls count nothing. */
static void compare_variant(const struct variant *variant)
{
    const char *name = setup_name(&variant->setup);
    wd_model *model = start_model(variant);
    uint64_t first = walk(model, 0, variant->middle);
    size_t size = wd_model_save_size(model);
    check(size > 0 && wd_model_save(model, bytes, sizeof bytes) == WD_OK,
          "%s, h %g%s: the model is saved", name, variant->fixed_step,
          variant->function ? ", function" : "");
    static unsigned char kept[MOST_BYTES];
    memcpy(kept, bytes, size);
    uint64_t second = walk(model, variant->middle, variant->last);

    check(wd_model_load(model, kept, size) == WD_OK &&
              walk(model, variant->middle, variant->last) == second,
          "loading a snapshot restores the model");
    wd_model_reset(model);
    wd_model_init(model, 0);
    check(walk(model, 0, variant->middle) == first, "the motion is the same after reset and init");
    wd_model *other;
    wd_model_clone(model, &other);
    uint64_t here = walk(model, variant->middle, variant->last);
    check(here == second && walk(other, variant->middle, variant->last) == second,
          "a clone and its source continue with the same bits");
    wd_model_free(other);
    wd_model_free(model);

    model = start_model(variant);
    check(walk(model, 0, variant->middle) == first &&
              walk(model, variant->middle, variant->last) == second,
          "a second run has the bits of the first");
    wd_model_free(model);
    model = start_model(variant);
    check(walk_asking(model, 0, variant->middle) == first &&
              walk_asking(model, variant->middle, variant->last) == second,
          "reading calls do not change the motion");
    wd_model_free(model);
    model = set_inputs(new_loader(&variant->setup), variant);
    check(wd_model_load(model, kept, size) == WD_OK &&
              walk(model, variant->middle, variant->last) == second,
          "a snapshot in a new model continues with the same bits");
    wd_model_free(model);
}

/* ---- in a new process ---- */

static void send_all(int fd, const void *data, size_t size)
{
    for (const char *at = data; size > 0;) {
        ssize_t n = write(fd, at, size);
        if (n <= 0)
            _exit(3);
        at += n;
        size -= (size_t)n;
    }
}

static size_t receive_all(int fd, void *data, size_t most)
{
    size_t size = 0;
    ssize_t n;
    while (size < most && (n = read(fd, (char *)data + size, most - size)) > 0)
        size += (size_t)n;
    return size;
}

/* The other process: read a snapshot from stdin, write the hash of the second half to stdout. */
static int hash_second_half(char **arg)
{
    struct setup setup = {arg[0], arg[1][0] ? arg[1] : NULL};
    struct variant variant = variant_of(setup, strtod(arg[2], NULL), arg[3][0] == 'f');
    wd_model *model = set_inputs(new_loader(&variant.setup), &variant);
    size_t size = receive_all(0, bytes, sizeof bytes);
    if (wd_model_load(model, bytes, size) != WD_OK)
        return 1;
    uint64_t hash = walk(model, variant.middle, variant.last);
    send_all(1, &hash, sizeof hash);
    wd_model_free(model);
    return 0;
}

static int start_other_process(const char *self, const struct variant *variant, int *to, int *from)
{
    int down[2], up[2];
    if (pipe(down) != 0 || pipe(up) != 0)
        return -1;
    pid_t child = fork();
    if (child == 0) {
        dup2(down[0], 0);
        dup2(up[1], 1);
        close(down[1]);
        close(up[0]);
        execl(self, self, "--serve", variant->setup.kind,
              variant->setup.preset ? variant->setup.preset : "",
              variant->fixed_step > 0 ? "0.01" : "0", variant->function ? "f" : "-", (char *)NULL);
        _exit(2);
    }
    close(down[0]);
    close(up[1]);
    *to = down[1];
    *from = up[0];
    return (int)child;
}

static void compare_processes(const char *self, const struct variant *variant)
{
    wd_model *model = start_model(variant);
    walk(model, 0, variant->middle);
    size_t size = wd_model_save_size(model);
    wd_model_save(model, bytes, sizeof bytes);
    uint64_t here = walk(model, variant->middle, variant->last), there = 0;
    wd_model_free(model);
    int to, from, status = -1, child = start_other_process(self, variant, &to, &from);
    if (child > 0) {
        send_all(to, bytes, size);
        close(to);
        receive_all(from, &there, sizeof there);
        close(from);
        waitpid(child, &status, 0);
    }
    check(status == 0 && here == there, "%s, h %g%s: the same bits in a new process",
          setup_name(&variant->setup), variant->fixed_step, variant->function ? ", function" : "");
}

int main(int argc, char **argv)
{
    if (argc == 6 && strcmp(argv[1], "--serve") == 0)
        return hash_second_half(argv + 2);
    struct setup list[MOST_SETUPS];
    size_t count = list_quick_setups(list);
    list[count++] = (struct setup){"constrained", NULL};
    for (size_t i = 0; i < count; i++)
        for (int mode = 0; mode < (!needs_code(list[i].kind) ? 4 : 2); mode++) {
            if ((mode % 2 + mode / 2 + (int)i) % few_or_all(2, 1) > 0)
                continue;
            struct variant variant = variant_of(list[i], mode % 2 ? 0.01 : 0, mode / 2);
            compare_variant(&variant);
            compare_processes(argv[0], &variant);
        }
    return done();
}
