/* SPDX-License-Identifier: MIT */
/* A rolling torus as a mechanism of one body with a torus as its wheel: accelerations and reactions
 * by all methods, compared with a table computed from Lagrange's equations. */
#include "csv.h"
#include "mech-dense.h"
#include "tap.h"

#include <wheeldyn/wheeldyn.h>

static const double tube = 0.1, ring = 0.3, mass = 8, equatorial = 0.2875, polar = 0.525;
static const double quarter_turn = 1.5707963267948966;

enum { TREE, RANGE, PSEUDO, KKT, METHODS };
static const char *const names[METHODS] = {"tree", "range space", "pseudo-inverse", "dense LU"};

/* A row of the table: precession p, lean q from lying flat, spin r about the axis k = -y, and their
 * rates; generalised torques Mp, Mq, Mr; contact forces lambda along n, mu along t, N along z. */
struct row {
    double p, q, pd, qd, rd, Mp, Mq, Mr, pdd, qdd, rdd, lambda, mu, N;
};

static struct row read_row(const struct csv *csv)
{
    return (struct row){
        csv_real(csv, "p"),   csv_real(csv, "q"),   csv_real(csv, "pd"),  csv_real(csv, "qd"),
        csv_real(csv, "rd"),  csv_real(csv, "Mp"),  csv_real(csv, "Mq"),  csv_real(csv, "Mr"),
        csv_real(csv, "pdd"), csv_real(csv, "qdd"), csv_real(csv, "rdd"), csv_real(csv, "lambda"),
        csv_real(csv, "mu"),  csv_real(csv, "N"),
    };
}

/* Unit vectors of the table: n horizontal in the plane of the wheel, t horizontal and normal to n,
 * z up, k the wheel's axis. */
struct axes {
    struct vec n, t, z, k;
};

static struct axes axes_of(const struct row *row)
{
    struct axes axes = {
        .n = {cos(row->p), sin(row->p), 0}, .t = {-sin(row->p), cos(row->p), 0}, .z = {0, 0, 1}};
    axes.k = vec_along(vec_scale(-sin(row->q), axes.t), cos(row->q), axes.z);
    return axes;
}

/* State of the row, with the velocity of the centre that gives no slip. */
static struct mech_state state_of(const struct mech_system *system, const struct row *row,
                                  struct mech_work *work)
{
    struct axes axes = axes_of(row);
    struct vec W =
        vec_along(vec_along(vec_scale(row->pd, axes.z), row->qd, axes.n), row->rd, axes.k);
    struct mech_state state = {
        .x = {0, 0, tube + ring * sin(row->q)}, .yaw = row->p, .roll = row->q - quarter_turn};
    mech_place(system, &state, work);
    state.w = mat_turn_back(&work->pose[0].R, W);
    mech_place(system, &state, work);
    mech_constrain(system, &state, MECH_BODY_AXES, work);
    for (size_t i = 0; i < 3; i++)
        state.v =
            vec_along(state.v, -vec_dot(work->row[i].angular[0], state.w), work->row[i].linear[0]);
    return state;
}

/* Torque from the generalised torques of the row, which are its components along z, n and k. */
static struct vec torque_of(const struct row *row, const struct axes *axes)
{
    double across = (cos(row->q) * row->Mp - row->Mr) / sin(row->q);
    return vec_along(vec_along(vec_scale(row->Mp, axes->z), row->Mq, axes->n), across, axes->t);
}

/* Angular acceleration: d/dt of p' z + q' n + r' k. */
static struct vec acceleration_of(const struct row *row, const struct axes *axes)
{
    struct vec turning = vec_along(vec_scale(row->pd, axes->z), row->qd, axes->n);
    struct vec own =
        vec_along(vec_along(vec_scale(row->pdd, axes->z), row->qdd, axes->n), row->rdd, axes->k);
    return vec_add(own, vec_along(vec_scale(row->qd * row->pd, axes->t), row->rd,
                                  vec_cross(turning, axes->k)));
}

static double distance(struct vec a, struct vec b)
{
    struct vec d = vec_sub(a, b);
    return sqrt(vec_dot(d, d)) / fmax(sqrt(vec_dot(b, b)), 1);
}

static double compare_row(const struct mech_system *system, const struct row *row, int method,
                          struct mech_work *work)
{
    static mech_solver *const solvers[] = {mech_tree, mech_range_space, mech_pseudo};
    struct axes axes = axes_of(row);
    struct mech_state state = state_of(system, row, work);
    struct mech_load load = {.torque = torque_of(row, &axes)};
    struct mech_drive drive = {NULL, &load};
    struct mech_rate rate;
    double lambda[3];
    int32_t status = WD_OK;
    mech_place(system, &state, work);
    if (method == KKT)
        dense_solve(system, &state, &drive, work, &rate, lambda);
    else
        status = solvers[method](system, &state, &drive, work, &rate, lambda);
    struct vec force = {-lambda[1], -lambda[2], -lambda[0]}, want = {row->lambda, row->mu, row->N};
    if (status != WD_OK)
        return INFINITY;
    return fmax(distance(force, want),
                distance(mat_turn(&work->pose[0].R, rate.w), acceleration_of(row, &axes)));
}

int main(void)
{
    struct mech_body body = {.mass = mass, .inertia = {equatorial, polar, equatorial, 0, 0, 0}};
    struct mech_wheel wheel = {.body = 0, .radius = ring + tube, .crown = tube};
    struct mech_group group;
    struct mech_system system = {
        .bodies = 1, .wheels = 1, .body = &body, .wheel = &wheel, .group = &group, .gravity = 9.8};
    mech_plan(&system);
    double *memory = malloc(mech_doubles(&system) * sizeof *memory);
    struct mech_work work = mech_carve(&system, memory);
    struct csv csv;
    int rows = 0;
    csv_open(&csv, "torus_wheel/golden_accel.csv");
    for (; csv_next(&csv); rows++) {
        struct row row = read_row(&csv);
        for (int method = 0; method < METHODS; method++) {
            double worst = compare_row(&system, &row, method, &work);
            check(worst < 1e-11, "row %d, %s: to %.2g", rows, names[method], worst);
        }
    }
    check(rows == 10, "ten rows are compared");
    free(memory);
    return done();
}
