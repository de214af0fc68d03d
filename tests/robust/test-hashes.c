/* SPDX-License-Identifier: MIT */
/* The bits that every machine, compiler and backend must give: hashes of motions of all kinds and
 * presets, of the snapshots at their ends, of linear models, of constrained systems and of contact
 * problems, compared with tests/ref/hashes.csv. A change of the snapshot layout changes only the
 * rows of snapshots. A build with GSL skips the rows of eigenvalues and of solutions by QR, because
 * GSL gives other bits.
 * usage: test-hashes [--print | --rotate]
 * --print: print a new file after an intended change of the numbers
 * --rotate: run each setup in one manner, the first in the first manner, the second in the second
 * and so on; sanitizers need minutes for all manners */
#include "hashes.h"
#include "matrix.h"

#include <wheeldyn/constrained.h>
#include <wheeldyn/contact.h>

enum { TRIALS = 200, NAME = 120 };

static int printing, rotating;
static int compared; /* number of comparisons so far, including those left out by --rotate */

/* The file has a row for each comparison and no other rows. */
static void compare_number_of_rows(void)
{
    struct csv csv;
    int rows = 0;
    csv_open(&csv, "hashes.csv");
    while (csv_next(&csv))
        rows++;
    check(rows == compared, "hashes.csv has %d rows for %d comparisons", rows, compared);
}

/* Compare with the hash of that name in the file. */
static void compare_hash(const char *name, uint64_t hash)
{
    char text[20];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    if (printing) {
        printf("%s,%s\n", name, text);
        return;
    }
    compared++;
    check(table_has_hash(name, hash), "%s: %s", name, text);
}

/* ---- motions ---- */

/* Hash of all variables at each stop. */
static uint64_t hash_motion(wd_model *model)
{
    uint64_t hash = start_hash();
    int32_t status = wd_model_init(model, 0);
    for (int k = 1; k <= HASH_STOPS && status >= 0; k++) {
        status = wd_model_step_to(model, hash_interval * k);
        for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
            double value = value_of(model, wd_model_var_name(model, ref));
            hash = mix_numbers(hash, &value, 1);
        }
    }
    return hash;
}

/* Compare the hashes of the motion of setup `i` and of its final snapshot, for each manner of a
 * run. */
static void compare_motion(const struct setup *setup, size_t i)
{
    for (int manner = 0; manner < HASH_MANNERS; manner++) {
        char name[NAME];
        if (rotating && (size_t)manner != i % HASH_MANNERS) {
            compared += 2;
            continue;
        }
        wd_model *model = prepare_model(setup, manner);
        name_motion(setup, manner, name, sizeof name);
        compare_hash(name, hash_motion(model));
        strncat(name, " snapshot", sizeof name - strlen(name) - 1);
        compare_hash(name, hash_snapshot(model));
        wd_model_free(model);
    }
}

static uint64_t hash_spectrum(const struct setup *setup, size_t n)
{
    double re[64], im[64];
    wd_model *model = make(setup);
    wd_model_init(model, 0);
    int32_t status = wd_model_eigenvalues(model, re, im);
    wd_model_free(model);
    return status == WD_OK ? mix_numbers(mix_numbers(start_hash(), re, n), im, n) : 0;
}

static uint64_t linear_model(const struct setup *setup, size_t n)
{
    static double A[64 * 64];
    wd_model *model = make(setup);
    wd_model_init(model, 0);
    int32_t status = wd_model_linearize(model, A, NULL, 0, NULL);
    wd_model_free(model);
    return status == WD_OK ? mix_numbers(start_hash(), A, n * n) : 0;
}

static void hashes_of_kinds(void)
{
    struct setup list[MOST_SETUPS];
    size_t count = list_setups(list);
    for (size_t i = 0; i < count; i++) {
        char name[NAME], head[NAME / 2];
        compare_motion(&list[i], i);
        name_motion(&list[i], 0, head, sizeof head);
        wd_model *model = make(&list[i]);
        size_t n = wd_model_linear_size(model);
        wd_model_free(model);
        if (n == 0)
            continue;
        snprintf(name, sizeof name, "%s linear", head);
        compare_hash(name, linear_model(&list[i], n));
        snprintf(name, sizeof name, "%s eigenvalues", head);
        if (OWN_BACKEND)
            compare_hash(name, hash_spectrum(&list[i], n));
    }
}

/* Motions over a ground with varying friction: event-driven with constant loads, event-driven with
 * a varying load, and by Moreau's scheme in fixed steps. */
static void hashes_on_ice(void)
{
    static const double xy[] = {-3, 0.3, -1, 0, 0, 0, 0.6, 0, 1.4, 0.1, 2, 0.1, 2, 0, 6, 0.2};
    static const double bulge[] = {0, 0, 0, 0.2, -0.1, 0, 0},
                        factor[] = {1, 0.2, 1.5, 0, 0.5, 2, 0.1};
    static const char *const names[] = {"impact_wheel on ice", "impact_wheel on ice driven",
                                        "impact_wheel on ice by moreau"};
    for (int manner = 0; manner < 3; manner++) {
        char name[NAME];
        wd_model *model =
            prepare_model(&(struct setup){"impact_wheel", "kerb-elastoplastic"}, manner);
        wd_model_set_profile(model, xy, bulge, sizeof xy / sizeof *xy / 2);
        wd_model_set_terrain_friction(model, factor, sizeof factor / sizeof *factor);
        if (manner == 2)
            wd_model_set_choice(model, "solver.scheme", "moreau");
        compare_hash(names[manner], hash_motion(model));
        snprintf(name, sizeof name, "%s snapshot", names[manner]);
        compare_hash(name, hash_snapshot(model));
        wd_model_free(model);
    }
}

/* A rigid car in a bend, a robot whose driven wheels slip, and cars on tyres: one whose steps are
 * solved without a contact problem, and one with a brake, whose steps have such a problem. */
static const struct stepped {
    const char *preset, *does;
    const char *input[2]; /* these are set to `value` */
    double value;
} stepped[] = {
    {"rigid_car", "rolling", {NULL, NULL}, 0},
    {"robot", "skidding", {"input.left.mu", "input.right.mu"}, 0.01},
    {"car", "steered", {NULL, NULL}, 0},
    {"car_magic", "braked", {"input.front_left.brake", "input.rear_right.brake"}, 300},
};

static void hashes_of_vehicles(void)
{
    for (size_t i = 0; i < sizeof stepped / sizeof *stepped; i++) {
        const struct stepped *s = &stepped[i];
        char name[NAME];
        wd_model *model = make(&(struct setup){"vehicle", s->preset});
        wd_model_set_choice(model, "solver.scheme", "moreau");
        put(model, "solver.fixed_step", 0.002);
        for (int k = 0; k < 2 && s->input[k]; k++)
            put(model, s->input[k], s->value);
        snprintf(name, sizeof name, "vehicle %s %s by moreau", s->preset, s->does);
        compare_hash(name, hash_motion(model));
        snprintf(name, sizeof name, "vehicle %s %s by moreau snapshot", s->preset, s->does);
        compare_hash(name, hash_snapshot(model));
        wd_model_free(model);
    }
}

/* ---- toolboxes ---- */

static void hashes_of_constraints(const char *name, int32_t method)
{
    uint64_t hash = start_hash();
    for (size_t trial = 0; trial < TRIALS; trial++) {
        size_t n = 3 + trial % 8, m = 1 + trial % 3;
        double L[100], M[100], A[30], Q[10], b[3], qdd[10];
        fill(L, n * n), fill(A, m * n), fill(Q, n), fill(b, m);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                M[i * n + j] = i == j;
                for (size_t k = 0; k < n; k++)
                    M[i * n + j] += L[i * n + k] * L[j * n + k];
            }
        wd_uk *uk;
        if (wd_uk_new(n, m, &uk) != WD_OK)
            continue;
        wd_uk_set(uk, WD_UK_METHOD, method);
        if (wd_uk_solve(uk, M, Q, A, b, NULL, NULL, WD_UK_MOORE_PENROSE, qdd, NULL, NULL) == WD_OK)
            hash = mix_numbers(hash, qdd, n);
        wd_uk_free(uk);
    }
    compare_hash(name, hash);
}

static void hashes_of_contacts(const char *name, int32_t d)
{
    uint64_t hash = start_hash();
    for (size_t trial = 0; trial < TRIALS; trial++) {
        size_t count = 1 + trial % 7, rows = count * (size_t)d, freedoms = rows / 2 + 2;
        double H[21 * 12], W[21 * 21], q[21], mu[7], r[21], u[21];
        fill(H, rows * freedoms), fill(q, rows);
        for (size_t i = 0; i < rows; i++)
            for (size_t j = 0; j < rows; j++) {
                W[i * rows + j] = 0;
                for (size_t k = 0; k < freedoms; k++)
                    W[i * rows + j] += H[i * freedoms + k] * H[j * freedoms + k];
            }
        for (size_t i = 0; i < count; i++)
            mu[i] = uniform(0.1, 0.5);
        wd_contact *contact;
        if (wd_contact_new(d, count, &contact) != WD_OK)
            continue;
        if (wd_contact_set_dense(contact, W) == WD_OK &&
            wd_contact_set_problem(contact, mu, q) == WD_OK &&
            wd_contact_solve(contact, r, u, 0) == WD_OK)
            hash = mix_numbers(mix_numbers(hash, r, rows), u, rows);
        wd_contact_free(contact);
    }
    compare_hash(name, hash);
}

int main(int argc, char **argv)
{
    printing = argc > 1 && strcmp(argv[1], "--print") == 0;
    rotating = argc > 1 && strcmp(argv[1], "--rotate") == 0 && few_or_all(1, 0);
    if (printing && !OWN_BACKEND) {
        fputs("only a build with -Dgsl=disabled computes all rows\n", stderr);
        return 1;
    }
    if (printing)
        puts("what,hash");
    hashes_of_kinds();
    hashes_on_ice();
    hashes_of_vehicles();
    hashes_of_constraints("constrained Cholesky", WD_UK_CHOLESKY);
    hashes_of_constraints("constrained singular values", WD_UK_SVD);
    hashes_of_contacts("contacts in the plane", 2);
    hashes_of_contacts("contacts in space", 3);
    if (OWN_BACKEND) /* last, so that the random numbers of the other rows do not depend on the
                        backend */
        hashes_of_constraints("constrained QR", WD_UK_QR);
    if (OWN_BACKEND && !printing)
        compare_number_of_rows();
    return printing ? 0 : done();
}
