/* SPDX-License-Identifier: MIT */
/* State of the host that no call changes: errno, locale, signals, standard streams. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned char bytes[MOST_BYTES];

static int32_t failing_input(double t, double *value, void *user)
{
    (void)value, (void)user;
    return t > 0.2;
}

/* Make valid and invalid calls of all kinds on a model. */
static void make_all_calls(const struct setup *setup)
{
    static double rows[100 * (1 + 1)], A[64 * 64], re[64], im[64];
    wd_model *model = make(setup), *other;
    uint32_t input = first_input(model);
    wd_model_set_value(model, "param.mass", NAN);
    wd_model_step_to(model, 1);
    wd_model_init(model, INFINITY);
    wd_model_init(model, 0);
    wd_model_run(model, 4, 0.1, &input, 1, rows, 100, NULL);
    wd_model_step_to(model, -INFINITY);
    wd_model_linearize(model, A, NULL, 0, NULL);
    wd_model_eigenvalues(model, re, im);
    size_t size = wd_model_save_size(model);
    wd_model_save(model, bytes, sizeof bytes);
    wd_model_load(model, bytes, size - 8);
    bytes[100] ^= 1;
    wd_model_load(model, bytes, size);
    wd_model_clone(model, &other);
    put(other, "solver.max_steps", 1);
    wd_model_step_to(other, 1e9);
    wd_model_set_input_fn(model, input, failing_input, NULL);
    wd_model_step_to(model, 5);
    wd_model_reset(model);
    wd_model_set_value(model, "state.x_dot", 1e200);
    wd_model_init(model, 0);
    wd_model_step_to(model, 1);
    wd_model_free(other);
    wd_model_free(model);
}

static void use_all_setups(void)
{
    struct setup list[MOST_SETUPS];
    size_t count = list_setups(list);
    for (size_t i = 0; i < count; i++)
        make_all_calls(&list[i]);
}

static void on_caught(int number)
{
    (void)number;
}

/* Check that nothing is printed: stdout and stderr are redirected to a file. */
static void prints_nothing(void)
{
    fflush(NULL);
    int out = dup(1), err = dup(2);
    char name[] = "wheeldyn-silent-XXXXXX";
    int file = mkstemp(name);
    unlink(name);
    dup2(file, 1);
    dup2(file, 2);
    use_all_setups();
    fflush(NULL);
    dup2(out, 1);
    dup2(err, 2);
    struct stat stat;
    check(file >= 0 && fstat(file, &stat) == 0 && stat.st_size == 0,
          "models of all kinds print nothing");
    close(file);
    fflush(NULL);
    close(1);
    close(2);
    use_all_setups();
    int first_free = open("/dev/null", O_RDONLY);
    dup2(out, 1);
    dup2(err, 2);
    check(first_free == 1, "with closed streams no file gets their descriptors");
    close(out);
    close(err);
}

static void keeps_signal_handlers(void)
{
    struct sigaction caught = {.sa_handler = on_caught}, now;
    int kept = 1;
    for (int i = 1; i < 32; i++)
        if (i != SIGKILL && i != SIGSTOP)
            sigaction(i, &caught, NULL);
    sigset_t before, after;
    sigprocmask(SIG_BLOCK, NULL, &before);
    use_all_setups();
    sigprocmask(SIG_BLOCK, NULL, &after);
    for (int i = 1; i < 32; i++)
        if (i != SIGKILL && i != SIGSTOP)
            kept = kept && sigaction(i, NULL, &now) == 0 && now.sa_handler == on_caught;
    for (int i = 1; i < 32; i++)
        kept = kept && sigismember(&before, i) == sigismember(&after, i);
    check(kept, "signal handlers and mask are unchanged");
    for (int i = 1; i < 32; i++)
        if (i != SIGKILL && i != SIGSTOP)
            signal(i, SIG_DFL);
}

int main(void)
{
    prints_nothing();
    keeps_signal_handlers();
    char before[128];
    setlocale(LC_ALL, ""); /* on an emulated machine this may fail */
    snprintf(before, sizeof before, "%s", setlocale(LC_ALL, NULL));
    use_all_setups();
    check(strcmp(before, setlocale(LC_ALL, NULL)) == 0, "calls do not change the locale");
    errno = EXDEV;
    use_all_setups();
    check(errno == EXDEV, "calls do not change errno, %d", errno);
    return done();
}
