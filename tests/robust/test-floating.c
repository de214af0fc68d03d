/* SPDX-License-Identifier: MIT */
/* The host's floating-point environment. For any traps and rounding mode that the host has set,
 * results have the same bits, nothing traps, and flags and environment are unchanged after a call.
 * Between set_environment() and check_environment() this program itself does no arithmetic that
 * rounds. */
#define _GNU_SOURCE
#include "support.h"

#include <fenv.h>
#include <wheeldyn/constrained.h>
#include <wheeldyn/contact.h>

#ifdef __SSE__
#include <xmmintrin.h>
#endif

enum { PROBLEMS = 160, MOST_CONTACTS = 10, MOST_ROWS = 3 * MOST_CONTACTS };

/* ---- environments ---- */

static void default_environment(void)
{
}

static void raise_flags(void)
{
    feraiseexcept(FE_UNDERFLOW);
}

static void enable_traps(void)
{
#ifdef __GLIBC__
    feenableexcept(FE_ALL_EXCEPT);
#endif
}

static void round_upward(void)
{
    fesetround(FE_UPWARD);
}

static void round_downward(void)
{
    fesetround(FE_DOWNWARD);
}

static void towards_zero(void)
{
    fesetround(FE_TOWARDZERO);
}

/* The host flushes denormal operands and results to zero. */
static void flush_denormals(void)
{
#ifdef __SSE__
    _mm_setcsr(_mm_getcsr() | 0x8040);
#endif
}

static const struct environment {
    const char *name;
    void (*set)(void);
} environments[] = {
    {"no flag is raised", default_environment},
    {"a flag is raised", raise_flags},
    {"traps", enable_traps},
    {"rounding up", round_upward},
    {"rounding down", round_downward},
    {"rounding to zero", towards_zero},
    {"flush to zero", flush_denormals},
};

/* Floating-point state that calls must preserve. */
struct state {
    int flags, rounding;
    unsigned control, x87_status;
    unsigned short x87_control;
};

static struct state read_environment(void)
{
    struct state state = {.flags = fetestexcept(FE_ALL_EXCEPT), .rounding = fegetround()};
#ifdef __SSE__
    state.control = _mm_getcsr();
#endif
#ifdef __x86_64__
    unsigned short status;
    __asm__("fnstcw %0" : "=m"(state.x87_control));
    __asm__("fnstsw %0" : "=m"(status));
    state.x87_status = status;
#endif
    return state;
}

static struct state set_environment(const struct environment *environment)
{
    fesetenv(FE_DFL_ENV);
    environment->set();
    return read_environment();
}

/* Check that the results are the same and the environment is unchanged. */
static void check_environment(const struct environment *environment, struct state before,
                              uint64_t hash, uint64_t *want, const char *what)
{
    struct state after = read_environment();
    fesetenv(FE_DFL_ENV);
    if (environment == environments)
        *want = hash;
    check(hash == *want, "%s, %s: the same bits", what, environment->name);
    int stays = before.flags == after.flags && before.rounding == after.rounding &&
                before.control == after.control && before.x87_control == after.x87_control &&
                before.x87_status == after.x87_status;
    check(stays, "%s, %s: flags and environment are unchanged, flags %#x, before %#x", what,
          environment->name, (unsigned)after.flags, (unsigned)before.flags);
}

/* ---- models ---- */

static int32_t raising_input(double t, double *value, void *user)
{
    (void)user;
    *value = t < 0.5 ? 0.25 : 0.75;
    return t < 5 ? 0 : 1;
}

struct variant {
    struct setup setup;
    const char *scheme, *contact;
    double fixed_step;
};

static uint64_t mix_status(uint64_t hash, int32_t status)
{
    return mix(hash, &status, sizeof status);
}

/* Refused calls, most of them for NaN and infinite values. */
static uint64_t hash_refusals(wd_model *model, uint64_t hash)
{
    static const double bad[] = {0, 0, (double)NAN, 1, 3, -INFINITY};
    const uint32_t input = first_input(model);
    double x = (double)NAN;
    hash = mix_status(hash, wd_model_set(model, &input, 1, &x));
    hash = mix_status(hash, wd_model_set_value(model, mass_name(model), -INFINITY));
    hash = mix_status(hash, wd_model_set_value(model, "solver.method", 0.3));
    hash = mix_status(hash, wd_model_set_input_signal(model, input, WD_SIGNAL_LINEAR, bad, 6));
    hash = mix_status(hash, wd_model_set_input_signal(model, input, WD_SIGNAL_TANH, bad, 5));
    hash = mix_status(hash, wd_model_set_terrain(model, bad, 3));
    hash = mix_status(hash, wd_model_set_path(model, bad, 3, 1));
    hash = mix_status(hash, wd_model_init(model, (double)NAN));
    hash = mix_status(hash, wd_model_step_to(model, -INFINITY));
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
        double lo = 0, hi = 0;
        wd_model_var_bounds(model, ref, &lo, &hi);
        hash = mix(mix(hash, &lo, sizeof lo), &hi, sizeof hi);
    }
    return hash;
}

static uint64_t hash_courses(wd_model *model, uint64_t hash)
{
    static const double ground[] = {-9, 9, -2, 0, 0.25, 0.125, 0.3, 0, 9, 0.1};
    static const double bulge[] = {0, 0.1, -0.3, 0};
    static const double path[] = {0, 0, 3, 0.1, 5, 2, 1, 4};
    hash = mix_status(hash, wd_model_set_profile(model, ground, bulge, 5));
    hash = mix_status(hash, wd_model_set_terrain(model, NULL, 0));
    hash = mix_status(hash, wd_model_set_path(model, path, 4, 1));
    return mix_status(hash, wd_model_set_path(model, NULL, 0, 0));
}

static uint64_t hash_snapshots(wd_model *model, uint64_t hash)
{
    static unsigned char bytes[MOST_BYTES];
    wd_model *copy;
    size_t size = wd_model_save_size(model);
    hash = mix_status(hash, wd_model_save(model, bytes, sizeof bytes));
    hash = mix(hash, bytes, size);
    hash = mix_status(hash, wd_model_clone(model, &copy));
    hash = mix_status(hash, wd_model_load(copy, bytes, size));
    hash = mix_status(hash, wd_model_step_to(copy, 1.0625));
    hash = mix_model(hash, copy);
    bytes[size / 2] ^= 1;
    hash = mix_status(hash, wd_model_load(copy, bytes, size));
    put(copy, "solver.max_steps", 1);
    hash = mix_status(hash, wd_model_step_to(copy, 1e9));
    wd_model_free(copy);
    return hash;
}

/* A motion whose numbers overflow. */
static uint64_t hash_overflow(wd_model *model, uint64_t hash)
{
    hash = mix_status(hash, wd_model_reset(model));
    hash = mix_status(hash, wd_model_set_value(model, "state.x_dot", 1e200));
    hash = mix_status(hash, wd_model_set_value(model, "init.speed", 1e200));
    hash = mix_status(hash, wd_model_init(model, 0));
    hash = mix_status(hash, wd_model_step_to(model, 0.125));
    return mix_model(hash, model);
}

static uint64_t make_all_calls(const struct variant *variant)
{
    static double rows[32 * 2], A[64 * 64], B[64], re[64], im[64];
    wd_model *model = make(&variant->setup);
    uint32_t input = first_input(model);
    size_t written;
    put(model, "solver.fixed_step", variant->fixed_step);
    if (variant->scheme) {
        wd_model_set_choice(model, "solver.scheme", variant->scheme);
        wd_model_set_choice(model, "solver.contact", variant->contact);
    }
    uint64_t hash = hash_courses(model, hash_refusals(model, 0xcbf29ce484222325u));
    hash = mix_status(hash, wd_model_init(model, 0));
    hash = mix_status(hash, wd_model_run(model, 1, 0.0625, &input, 1, rows, 32, &written));
    hash = mix(hash, rows, written * 2 * sizeof *rows);
    hash = hash_refusals(model, mix_model(hash, model));
    hash = mix_status(hash, wd_model_linearize(model, A, &input, 1, B));
    hash = mix_status(hash, wd_model_eigenvalues(model, re, im));
    hash = mix(mix(mix(mix(hash, A, sizeof A), B, sizeof B), re, sizeof re), im, sizeof im);
    hash = hash_snapshots(model, hash);
    hash = mix_status(hash, wd_model_set_input_fn(model, input, raising_input, NULL));
    hash = mix_status(hash, wd_model_step_to(model, 1.25));
    hash = mix_status(hash, wd_model_step_to(model, 6));
    hash = mix_status(hash, wd_model_eval(model));
    hash = hash_overflow(model, mix_model(hash, model));
    wd_model_free(model);
    return hash;
}

static void models_in_environments(const struct variant *variant)
{
    uint64_t want = 0;
    for (size_t i = 0; i < sizeof environments / sizeof *environments; i++) {
        struct state before = set_environment(&environments[i]);
        uint64_t hash = make_all_calls(variant);
        check_environment(&environments[i], before, hash, &want, setup_name(&variant->setup));
    }
}

/* ---- problems of contact.h and constrained.h ---- */

/* Contact problems whose W often has low rank, so that many have no solution or several. */
struct problem {
    int32_t d;
    size_t contacts;
    double W[MOST_ROWS * MOST_ROWS], q[MOST_ROWS], mu[MOST_CONTACTS];
};

static struct problem problems[PROBLEMS];

static void make_problem(struct problem *p, uint64_t *seed)
{
    p->d = 2 + (int32_t)(random_word(seed) % 2);
    p->contacts = 1 + random_index(seed, MOST_CONTACTS);
    size_t n = (size_t)p->d * p->contacts, bodies = 1 + random_index(seed, 12);
    for (size_t b = 0; b < bodies; b++) {
        double h[MOST_ROWS];
        for (size_t i = 0; i < n; i++)
            h[i] = random_part(seed) - 0.5;
        for (size_t i = 0; i < n * n; i++)
            p->W[i] += h[i / n] * h[i % n];
    }
    for (size_t i = 0; i < n; i++)
        p->q[i] = random_part(seed) - 0.7;
    for (size_t i = 0; i < p->contacts; i++)
        p->mu[i] = 1.5 * random_part(seed);
}

static uint64_t hash_contacts(const struct problem *p, uint64_t hash)
{
    double r[MOST_ROWS] = {0}, u[MOST_ROWS] = {0}, report;
    const double bad = (double)NAN;
    wd_contact *c;
    wd_contact_new(p->d, p->contacts, &c);
    hash = mix_status(hash, wd_contact_set(c, WD_CONTACT_MAX_STEPS, bad));
    hash = mix_status(hash, wd_contact_set(c, WD_CONTACT_MAX_STEPS, 300));
    hash = mix_status(hash, wd_contact_set_problem(c, &bad, &bad));
    hash = mix_status(hash, wd_contact_set_dense(c, p->W));
    hash = mix_status(hash, wd_contact_set_problem(c, p->mu, p->q));
    for (int32_t warm = 0; warm < 2; warm++)
        hash = mix_status(hash, wd_contact_solve(c, r, u, warm));
    hash = mix(mix(hash, r, sizeof r), u, sizeof u);
    for (size_t i = 0; i < p->contacts; i++)
        hash = mix_status(hash, wd_contact_state(c, i));
    for (int32_t what = WD_CONTACT_TOLERANCE; what <= WD_CONTACT_HYPERSTATIC; what++) {
        hash = mix_status(hash, wd_contact_get(c, what, &report));
        hash = mix(hash, &report, sizeof report);
    }
    wd_contact_free(c);
    return hash;
}

/* Use the first numbers of W as the rows of constraints, which are fewer than the coordinates and
 * may be dependent. */
static uint64_t hash_constraints(const struct problem *p, uint64_t hash)
{
    static double X[MOST_ROWS * MOST_ROWS];
    double qdd[MOST_ROWS] = {0}, report = 0;
    size_t n = (size_t)p->d * p->contacts, m = p->contacts;
    wd_uk *uk;
    wd_uk_new(n, m, &uk);
    hash = mix_status(hash, wd_uk_set(uk, WD_UK_RANK_TOLERANCE, (double)NAN));
    for (int32_t method = WD_UK_AUTO; method <= WD_UK_SVD; method++) {
        wd_uk_set(uk, WD_UK_METHOD, method);
        for (int32_t form = WD_UK_MOORE_PENROSE; form <= WD_UK_RELAXED; form++) {
            hash = mix_status(hash, wd_uk_inverse(uk, p->W, NULL, NULL, form, X));
            hash = mix(hash, X, n * m * sizeof *X);
            hash = mix_status(hash, wd_uk_solve(uk, n == m ? p->W : NULL, p->q, p->W, p->mu, NULL,
                                                NULL, form, qdd, NULL, NULL));
            hash = mix(hash, qdd, n * sizeof *qdd);
            wd_uk_get(uk, WD_UK_RESIDUAL, &report);
            hash = mix(hash, &report, sizeof report);
        }
    }
    hash = mix_status(hash, wd_uk_inverse(uk, p->W, p->W, NULL, 0, X)); /* often singular */
    wd_uk_free(uk);
    return hash;
}

static void solvers_in_environments(void)
{
    uint64_t seed = 1, want[2] = {0, 0};
    for (size_t i = 0; i < PROBLEMS; i++)
        make_problem(&problems[i], &seed);
    for (size_t i = 0; i < sizeof environments / sizeof *environments; i++) {
        uint64_t hash[2] = {0, 0};
        struct state before = set_environment(&environments[i]);
        for (size_t k = 0; k < PROBLEMS; k++)
            hash[0] = hash_contacts(&problems[k], hash[0]);
        check_environment(&environments[i], before, hash[0], &want[0], "contact.h");
        before = set_environment(&environments[i]);
        for (size_t k = 0; k < PROBLEMS; k++)
            hash[1] = hash_constraints(&problems[k], hash[1]);
        check_environment(&environments[i], before, hash[1], &want[1], "constrained.h");
    }
}

/* ---- functions of the host ---- */

static int seen;

static int32_t observing_input(double t, double *value, void *user)
{
    (void)t, (void)user;
    seen = fegetround();
    feraiseexcept(FE_DIVBYZERO); /* not an overflow, with which some systems raise a second flag */
    *value = 1;
    return 0;
}

static void input_function_environment(void)
{
    wd_model *model = make_kind("rolling_wheel");
    wd_model_set_input_fn(model, first_input(model), observing_input, NULL);
    fesetround(FE_UPWARD);
    feclearexcept(FE_ALL_EXCEPT);
    wd_model_init(model, 0);
    int flags = fetestexcept(FE_ALL_EXCEPT), inside = seen == FE_UPWARD;
    fesetenv(FE_DFL_ENV);
    check(inside, "an input function runs in the host's environment");
    check(flags == FE_DIVBYZERO,
          "the flags that an input function raises stay raised, and only these");
    wd_model_free(model);
}

int main(void)
{
    struct setup list[MOST_SETUPS];
    size_t count = list_quick_setups(list);
    for (size_t i = 0; i < count; i++) {
        models_in_environments(&(struct variant){list[i], NULL, NULL, 0});
        models_in_environments(&(struct variant){list[i], NULL, NULL, 0x1p-7});
        if (strcmp(list[i].kind, "impact_wheel") == 0) {
            models_in_environments(&(struct variant){list[i], "event", "proximal", 0});
            models_in_environments(&(struct variant){list[i], "moreau", "proximal", 0x1p-7});
        }
    }
    solvers_in_environments();
    input_function_environment();
    return done();
}
