/* SPDX-License-Identifier: MIT */
/* Kind constrained: systems with known solutions, and errors in the user's equations. */
#include "constrained.h"
#include "support.h"

static double total_energy(const wd_model *model)
{
    return get(model, "output.kinetic_energy") + get(model, "output.potential_energy") -
           get(model, "output.work") + get(model, "output.dissipated");
}

static double violation_of_rows(const wd_model *model)
{
    return fmax(fmax(fabs(get(model, "output.upper.violation")),
                     fabs(get(model, "output.lower.violation"))),
                fmax(fabs(get(model, "output.upper.violation_rate")),
                     fabs(get(model, "output.lower.violation_rate"))));
}

static void double_pendulum(void)
{
    struct pendulum p = PENDULUM;
    wd_model *model = pendulum_new(&p);
    set(model, "solver.rtol", 1e-12);
    start(model, 0);
    double most = 0, worst = 0;
    for (int k = 1; k <= 1000; k++) {
        go(model, 0.1 * k);
        most = fmax(most, fabs(total_energy(model)));
        worst = k <= 600 ? fmax(worst, violation_of_rows(model)) : worst;
    }
    near_abs(worst, 0, 1e-12, "a double pendulum keeps its rods for 60 s");
    near_abs(most, 0, 1e-10, "a double pendulum keeps its energy for 100 s");
    wd_model_free(model);
}

/* Redundant rows, which repeat others, leave the motion unchanged. */
static void redundant_rows(void)
{
    struct pendulum p = PENDULUM, q = PENDULUM;
    q.rows = 5;
    wd_model *one = pendulum_new(&p), *many = pendulum_new(&q);
    start(one, 0);
    start(many, 0);
    go(one, 2);
    go(many, 2);
    check(get(one, "output.rank") == 2 && get(many, "output.rank") == 2,
          "the rank is 2 with 2 rows and with 5");
    near_abs(get(many, "output.residual"), 0, 1e-11, "rows that agree leave no residual");
    near_abs(get(many, "state.x2.q"), get(one, "state.x2.q"), 1e-8,
             "redundant rows do not change the motion");
    near_rel(4 * get(many, "output.upper.multiplier"), get(one, "output.upper.multiplier"), 1e-6, 1,
             "the multipliers of least norm share the force equally");
    wd_model_free(one);
    wd_model_free(many);
}

/* Rows that require two lengths of one rod are refused. */
static void inconsistent_rows(void)
{
    struct pendulum p = PENDULUM;
    p.rows = 3;
    p.mismatch = 1e-3;
    wd_model *model = pendulum_new(&p);
    check(wd_model_init(model, 0) == WD_EDOMAIN &&
              strstr(wd_model_error(model), "contradict each other"),
          "constraints that contradict each other: %s", wd_model_error(model));
    p.mismatch = 0;
    check(wd_model_init(model, 0) == WD_OK, "without the contradiction the model starts");
    p.mismatch = 1e-3;
    check(wd_model_step_to(model, 0.1) == WD_ENOCONV, "a contradiction during the motion: %s",
          wd_model_error(model));
    wd_model_free(model);
}

/* Start values are projected onto the constraints by the least change. */
static void start_off_constraints(void)
{
    struct pendulum p = PENDULUM;
    wd_model *model = pendulum_new(&p);
    set(model, "init.x1.q", 1.1);
    set(model, "init.x1.v", 3);
    set(model, "init.y1.v", 1);
    start(model, 0);
    near_abs(violation_of_rows(model), 0, 1e-14,
             "a start off the constraints is projected onto them");
    check(wd_model_set_value(model, "state.x1.q", 1) == WD_EROLE &&
              strstr(wd_model_error(model), "set init.x1.q"),
          "states cannot be set: %s", wd_model_error(model));
    wd_model_free(model);
}

static void check_bad_equations(int32_t what, double from, int32_t want, const char *words)
{
    struct pendulum p = PENDULUM;
    wd_model *model = pendulum_new(&p);
    p.fault = what;
    p.from = from;
    int32_t status = wd_model_init(model, 0);
    if (from > 0) {
        go(model, from / 2);
        double x = get(model, "state.x2.q"), t = wd_model_time(model);
        status = wd_model_step_to(model, 2 * from);
        check(wd_model_time(model) == t && get(model, "state.x2.q") == x,
              "the failure leaves the model unchanged");
        p.fault = PENDULUM_GOOD;
        check(wd_model_step_to(model, 2 * from) == WD_OK, "the motion can continue");
    }
    check(status == want && strstr(wd_model_error(model), words), "bad equations are refused: %s",
          wd_model_error(model));
    wd_model_free(model);
}

/* ---- accelerations of the rows under each form of the inverse ---- */

struct rows {
    double A[8], b[2], G[4]; /* G = A M^-1 A^T */
    double missing[2];       /* b - A M^-1 Q, accelerations that the multipliers must cause */
    double left[2];          /* A qdd - b, residual */
};

static struct rows rows_of(const wd_model *model, struct pendulum *p)
{
    static const char *const names[] = {"x1", "y1", "x2", "y2"};
    double q[4], v[4], qdd[4], M[16], Q[4] = {0}, C[4] = {0}, phi[2];
    struct rows r = {.missing = {0}};
    char name[32];
    for (size_t j = 0; j < 4; j++) {
        snprintf(name, sizeof name, "state.%s.q", names[j]);
        q[j] = get(model, name);
        snprintf(name, sizeof name, "state.%s.v", names[j]);
        v[j] = get(model, name);
        snprintf(name, sizeof name, "output.%s.acceleration", names[j]);
        qdd[j] = get(model, name);
    }
    pendulum_equations(0, q, v, M, Q, C, r.A, r.b, phi, p);
    for (size_t i = 0; i < 2; i++) {
        r.missing[i] = r.b[i];
        r.left[i] = -r.b[i];
        for (size_t j = 0; j < 4; j++) {
            r.missing[i] -= r.A[4 * i + j] * Q[j] / M[5 * j];
            r.left[i] += r.A[4 * i + j] * qdd[j];
            for (size_t k = 0; k < 2; k++)
                r.G[2 * i + k] += r.A[4 * i + j] * r.A[4 * k + j] / M[5 * j];
        }
    }
    return r;
}

/* Set `out` to A X times `missing` for the inverse X of form relaxed (WD_UK_RELAXED): A X = G S (S
 * G S + (I - S^2) diag(G))^-1 S with S = diag(1, s). */
static void relaxed(const struct rows *r, double s, double out[2])
{
    const double *G = r->G;
    double a = G[0], b = G[1] * s, d = G[3], det = a * d - b * b;
    double u = r->missing[0], w = s * r->missing[1];
    double x = (d * u - b * w) / det, y = s * (a * w - b * u) / det;
    out[0] = G[0] * x + G[1] * y;
    out[1] = G[2] * x + G[3] * y;
}

static void forces_of_form(const char *name, double n)
{
    struct pendulum p = PENDULUM;
    wd_model *model = pendulum_new(&p);
    double most = 0, largest = 0;
    choose(model, "solver.form", name);
    set(model, "param.lower.relax", n);
    start(model, 0);
    for (int k = 0; k <= 50; k++) {
        go(model, 0.01 * k);
        struct rows r = rows_of(model, &p);
        double X[2] = {r.missing[0], r.missing[1]}; /* A X = I */
        if (!strcmp(name, "seminorm"))
            X[1] *= n;
        else if (!strcmp(name, "relaxed"))
            relaxed(&r, sqrt(n), X);
        for (size_t i = 0; i < 2; i++) {
            most = fmax(most, fabs(r.left[i] - X[i] + r.missing[i]));
            largest = fmax(largest, fabs(r.left[i]));
        }
        most = fmax(most, fabs(get(model, "output.residual") - hypot(r.left[0], r.left[1])));
    }
    near_abs(most, 0, 1e-11, "A X of the form, all along the motion");
    check((largest > 0.1) == (!strcmp(name, "seminorm") || !strcmp(name, "relaxed")),
          "%s: the relaxed row has a residual of %g", name, largest);
    wd_model_free(model);
}

/* ---- a block on the ground whose friction is a non-ideal constraint ---- */

/* Coordinates x, y; the ground holds y, and C is the friction force against vx. */
static int32_t block(double t, const double *q, const double *v, double *M, double *Q, double *C,
                     double *A, double *b, double *phi, void *user)
{
    const double mass = 2, traction = 15, friction = 6;
    (void)t, (void)user, (void)b, (void)v;
    M[0] = M[3] = mass;
    M[1] = M[2] = 0;
    Q[0] = traction;
    Q[1] = -9.81 * mass;
    C[0] = -friction;
    A[0] = 0;
    A[1] = 1;
    phi[0] = q[1];
    return 0;
}

static int32_t block_energy(double t, const double *q, const double *v, double *kinetic,
                            double *potential, double *power, void *user)
{
    (void)t, (void)user;
    *kinetic = v[0] * v[0] + v[1] * v[1];
    *potential = 2 * 9.81 * q[1];
    *power = 15 * v[0];
    return 0;
}

static void sliding_block(void)
{
    wd_model *model = make("constrained", NULL);
    must(model, wd_model_add_part(model, "coordinate", "x", NULL, 0), "x");
    must(model, wd_model_add_part(model, "constraint", "ground", NULL, 0), "ground");
    must(model, wd_model_add_part(model, "coordinate", "y", NULL, 0), "y");
    must(model, wd_model_set_equations(model, block, NULL), "equations");
    must(model, wd_model_set_energies(model, block_energy, NULL), "energies");
    start(model, 0);
    go(model, 2);
    near_rel(get(model, "state.x.q"), 9, 1e-12, 1, "distance of a block with friction");
    near_rel(get(model, "output.ground.multiplier"), 2 * 9.81, 1e-13, 1,
             "the ground carries the block");
    near_rel(get(model, "output.x.Qni"), -6, 1e-13, 1, "friction is the non-ideal force");
    near_rel(get(model, "output.work"), 15 * 9, 1e-11, 1, "work of the traction");
    near_rel(get(model, "output.dissipated"), 6 * 9, 1e-11, 1, "energy lost to friction");
    near_abs(total_energy(model), 0, 1e-10, "total energy of the block, traction and friction");
    wd_model_free(model);
}

/* ---- rules ---- */

static void requirements_of_start(void)
{
    struct pendulum p = PENDULUM;
    wd_model *model = make("constrained", NULL), *other = make("sliding_block", NULL);
    check(wd_model_init(model, 0) == WD_EINVAL && strstr(wd_model_error(model), "no equations"),
          "init without equations is refused: %s", wd_model_error(model));
    must(model, wd_model_set_equations(model, pendulum_equations, &p), "equations");
    check(wd_model_init(model, 0) == WD_EINVAL && strstr(wd_model_error(model), "coordinate"),
          "init without coordinates is refused: %s", wd_model_error(model));
    check(wd_model_set_equations(other, pendulum_equations, &p) == WD_EROLE &&
              wd_model_set_energies(other, pendulum_energy, &p) == WD_EROLE &&
              wd_model_set_equations(NULL, NULL, NULL) == WD_EINVAL &&
              wd_model_set_energies(NULL, NULL, NULL) == WD_EINVAL,
          "other kinds refuse equations of the user");
    wd_model_free(model);
    wd_model_free(other);
    model = pendulum_new(&p);
    start(model, 0);
    check(wd_model_set_equations(model, NULL, NULL) == WD_ESTATE,
          "a running model refuses to lose its equations");
    check(wd_model_set_equations(model, pendulum_equations, &p) == WD_OK &&
              wd_model_set_energies(model, NULL, NULL) == WD_OK && wd_model_eval(model) == WD_OK &&
              get(model, "output.kinetic_energy") == 0,
          "the equations may be replaced, with or without energies");
    wd_model_reset(model);
    check(wd_model_init(model, 1) == WD_OK, "a reset keeps the equations");
    wd_model_free(model);
}

/* A snapshot records which functions are set, and contains the parts. */
static void snapshots_of_functions(void)
{
    static unsigned char bytes[1 << 15];
    struct pendulum p = PENDULUM;
    wd_model *model = pendulum_new(&p), *other = make("constrained", NULL), *clone;
    start(model, 0);
    go(model, 1);
    must(model, wd_model_save(model, bytes, sizeof bytes), "save");
    size_t size = wd_model_save_size(model);
    check(wd_model_load(other, bytes, size) == WD_ESTATE &&
              strstr(wd_model_error(other), "equations") && wd_model_part_count(other) == 0,
          "a snapshot requires equations: %s", wd_model_error(other));
    must(other, wd_model_set_equations(other, pendulum_equations, &p), "equations");
    check(wd_model_load(other, bytes, size) == WD_ESTATE &&
              strstr(wd_model_error(other), "energies"),
          "a snapshot requires energies, if the model had any: %s", wd_model_error(other));
    must(other, wd_model_set_energies(other, pendulum_energy, &p), "energies");
    must(other, wd_model_load(other, bytes, size), "load");
    check(wd_model_part_count(other) == 6 && wd_model_time(other) == 1,
          "a snapshot contains the parts");
    must(model, wd_model_clone(model, &clone), "clone");
    go(model, 3);
    go(other, 3);
    go(clone, 3);
    check(get(model, "state.x2.q") == get(other, "state.x2.q") &&
              get(model, "state.x2.q") == get(clone, "state.x2.q"),
          "a loaded snapshot and a clone continue with the same bits");
    wd_model_free(model);
    wd_model_free(other);
    wd_model_free(clone);
}

/* Linear model of a pendulum hanging at rest: its eigenvalues are those of small swings. */
static void linear_pendulum(void)
{
    struct pendulum p = PENDULUM;
    double re[8], im[8];
    wd_model *model = pendulum_new(&p);
    set(model, "init.x1.q", 0);
    set(model, "init.x2.q", 0);
    set(model, "init.y1.q", -1);
    set(model, "init.y2.q", -1.5);
    start(model, 0);
    check(wd_model_linear_size(model) == 8 && strcmp(wd_model_linear_name(model, 2), "y1.q") == 0,
          "the linear model has all coordinates");
    must(model, wd_model_eigenvalues(model, re, im), "eigenvalues");
    /* m1 = 2, m2 = 1, l1 = 1, l2 = 1/2: l1 l2 (m1/M) w^4 - (l1 + l2) g w^2 + g^2 = 0, M = 3 */
    double g = 9.81, a = 1.0 / 3, root = sqrt(1.5 * 1.5 - 4 * a);
    double fast = sqrt(g * (1.5 + root) / (2 * a)), slow = sqrt(g * (1.5 - root) / (2 * a));
    double most = 0, nearest = INFINITY;
    for (size_t i = 0; i < 8; i++) {
        most = fmax(most, im[i]);
        nearest = fmin(nearest, fabs(im[i] - slow));
    }
    near_rel(most, fast, 1e-8, 1, "the fast swing of a double pendulum");
    near_abs(nearest, 0, 1e-8, "the slow swing of a double pendulum");
    wd_model_free(model);
}

int main(void)
{
    double_pendulum();
    redundant_rows();
    inconsistent_rows();
    start_off_constraints();
    check_bad_equations(PENDULUM_NAN, -1, WD_EINPUT, "number 3 of A must be finite");
    check_bad_equations(PENDULUM_NAN, 1, WD_EINPUT, "number 3 of A must be finite");
    check_bad_equations(PENDULUM_FAILS, -1, WD_EINPUT, "the function of the equations failed");
    check_bad_equations(PENDULUM_FAILS, 1, WD_EINPUT, "the function of the equations failed");
    check_bad_equations(PENDULUM_ASYMMETRIC, -1, WD_EINPUT, "M must be symmetric");
    check_bad_equations(PENDULUM_SINGULAR, -1, WD_ESINGULAR, "not positive definite");
    forces_of_form("moore_penrose", 0.25);
    forces_of_form("weighted", 0.25);
    forces_of_form("seminorm", 0.25);
    forces_of_form("relaxed", 0.25);
    sliding_block();
    requirements_of_start();
    snapshots_of_functions();
    linear_pendulum();
    return done();
}
