/* SPDX-License-Identifier: MIT */
/* The multibody layer, with random trees of bodies on wheels: a torus and a knife edge. Constraints
 * are compared with differences, and the methods for accelerations with a dense LU solution. A
 * projection must make the shortest correction. */
#include "mech-dense.h"
#include "random.h"
#include "tap.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <wheeldyn/wheeldyn.h>

enum { BODIES = 6, HINGES = 5, WHEELS = 2, ROWS = 5 * HINGES + 3 * WHEELS };

struct machine {
    struct mech_system system;
    struct mech_body body[BODIES];
    struct mech_hinge hinge[HINGES];
    struct mech_wheel wheel[WHEELS];
    struct mech_group group[HINGES + WHEELS];
    struct mech_state state[BODIES];
    struct mech_load load[BODIES];
    double torque[HINGES];
    struct mech_work work;
    double *memory;
};

static struct vec random_vec(double size)
{
    struct vec v;
    v.x = uniform(-size, size);
    v.y = uniform(-size, size);
    v.z = uniform(-size, size);
    return v;
}

static struct vec unit_vector(struct vec v)
{
    return vec_scale(1 / sqrt(vec_dot(v, v)), v);
}

/* A random body. Its inertia is that of three point masses of 1 kg, so that it is possible. */
static struct mech_body random_body(void)
{
    struct mech_body body = {.mass = uniform(1, 5)};
    struct sym *J = &body.inertia;
    for (int i = 0; i < 3; i++) {
        struct vec r = random_vec(0.5);
        J->xx += r.y * r.y + r.z * r.z, J->yy += r.x * r.x + r.z * r.z;
        J->zz += r.x * r.x + r.y * r.y;
        J->xy -= r.x * r.y, J->xz -= r.x * r.z, J->yz -= r.y * r.z;
    }
    return body;
}

static struct mech_hinge random_hinge(size_t parent, size_t child)
{
    struct mech_hinge hinge = {.parent = parent, .child = child};
    struct vec axis = unit_vector(random_vec(1)), other = random_vec(1);
    hinge.at_parent = random_vec(0.6);
    hinge.at_child = random_vec(0.6);
    hinge.a = unit_vector(vec_cross(axis, other));
    hinge.b = vec_cross(axis, hinge.a);
    hinge.n = unit_vector(random_vec(1));
    return hinge;
}

static struct mech_state random_state(void)
{
    return (struct mech_state){
        .x = {uniform(-2, 2), uniform(-2, 2), uniform(0.2, 0.5)},
        .yaw = uniform(-3, 3),
        .roll = uniform(-0.7, 0.7),
        .pitch = uniform(-3, 3),
        .v = random_vec(2),
        .w = random_vec(3),
    };
}

/* Draw random bodies, hinges and wheels in a given tree. Its root, body 2, is in the middle of the
 * list; bodies 2 and 3 have wheels. */
static void draw_machine(struct machine *m)
{
    static const size_t parent[HINGES] = {2, 2, 0, 0, 4}, child[HINGES] = {0, 4, 1, 3, 5};
    *m = (struct machine){
        .system = {.bodies = BODIES,
                   .hinges = HINGES,
                   .wheels = WHEELS,
                   .body = m->body,
                   .hinge = m->hinge,
                   .wheel = m->wheel,
                   .group = m->group,
                   .gravity = 9.81},
        .wheel = {{.body = 3, .radius = 0.4, .crown = 0.1}, {.body = 2, .radius = 0.3}},
        .memory = m->memory,
    };
    for (size_t i = 0; i < BODIES; i++) {
        m->body[i] = random_body();
        m->load[i] = (struct mech_load){random_vec(20), random_vec(20)};
    }
    for (size_t k = 0; k < HINGES; k++) {
        m->hinge[k] = random_hinge(parent[k], child[k]);
        m->torque[k] = uniform(-5, 5);
    }
    if (!mech_plan(&m->system))
        check(0, "a random inertia is positive definite");
    m->memory = realloc(m->memory, mech_doubles(&m->system) * sizeof *m->memory);
    m->work = mech_carve(&m->system, m->memory);
}

static int on_constraints(const struct mech_errors *errors)
{
    return errors->position < 1e-12 && errors->velocity < 1e-11;
}

/* True if the two axes of the hinge are opposite, which fulfils the constraints but is not the
 * hinge that was meant. */
static int is_reversed(const struct mech_hinge *hinge, const struct mech_pose *pose)
{
    struct vec in_parent = mat_turn(&pose[hinge->parent].R, vec_cross(hinge->a, hinge->b));
    return vec_dot(in_parent, mat_turn(&pose[hinge->child].R, hinge->n)) < 0;
}

/* Draw a mechanism and a state on its constraints, away from the singularity of the angles. If a
 * mechanism has no such state, draw another mechanism. */
static void put_together(struct machine *m)
{
    struct mech_errors errors = {1, 1};
    while (!on_constraints(&errors)) {
        draw_machine(m);
        for (size_t i = 0; i < BODIES; i++)
            m->state[i] = random_state();
        for (int round = 0; round < 30 && !on_constraints(&errors); round++)
            if (mech_project(&m->system, 0, m->state, &m->work, &errors) != WD_OK)
                break;
        for (size_t k = 0; k < HINGES; k++)
            if (is_reversed(&m->hinge[k], m->work.pose))
                errors.position = 1;
        for (size_t i = 0; i < BODIES; i++)
            if (!(fabs(remainder(m->state[i].roll, 6.283185307179586)) < 1.2))
                errors.position = 1;
    }
}

/* ---- the rows D u = 0 and their g = D' u, by differences along the motion ---- */

static void state_after(const struct machine *m, double t, struct mech_state *to)
{
    for (size_t i = 0; i < BODIES; i++) {
        struct vec rate = mech_angle_rates(&m->work.pose[i]);
        to[i] = m->state[i];
        to[i].x = vec_along(to[i].x, t, to[i].v);
        to[i].yaw += t * rate.x;
        to[i].roll += t * rate.y;
        to[i].pitch += t * rate.z;
    }
}

/* Position errors, and D u, after the bodies have moved for a time t with constant u. */
static void rows_after(const struct machine *m, double t, double *violation, double *slip)
{
    struct mech_state state[BODIES];
    struct mech_rate u[BODIES];
    struct mech_work work = mech_carve(&m->system, malloc(mech_doubles(&m->system) * 8));
    state_after(m, t, state);
    mech_place(&m->system, state, &work);
    mech_constrain(&m->system, state, MECH_BODY_AXES, &work);
    for (size_t i = 0; i < BODIES; i++)
        u[i] = (struct mech_rate){state[i].v, state[i].w};
    for (size_t k = 0; k < HINGES + WHEELS; k++) {
        const struct mech_group *g = &m->group[k];
        for (size_t i = g->first; i < g->first + g->rows; i++) {
            violation[i] = i - g->first < g->holonomic ? work.row[i].violation : 0;
            slip[i] = mech_row_product(g, &work.row[i], u);
        }
    }
    free(work.pose);
}

/* Time derivatives by differences of sixth order. */
static void derivatives(const struct machine *m, double *violation, double *slip)
{
    static const double weight[] = {45, -9, 1}, h = 1e-3;
    memset(violation, 0, ROWS * sizeof *violation);
    memset(slip, 0, ROWS * sizeof *slip);
    for (int k = -3; k <= 3; k++) {
        double v[ROWS], s[ROWS];
        rows_after(m, k * h, v, s);
        for (size_t i = 0; k != 0 && i < ROWS; i++) {
            double f = (k > 0 ? 1 : -1) * weight[abs(k) - 1] / (60 * h);
            violation[i] += f * v[i];
            slip[i] += f * s[i];
        }
    }
}

static void rows_are_differences(struct machine *m)
{
    double worst_D = 0, worst_g = 0, worst_a = 0;
    for (int trial = 0, trials = few_or_all(5, 20); trial < trials; trial++) {
        double violation[ROWS], change[ROWS], v[ROWS], slip[ROWS], lambda[ROWS];
        struct mech_rate rate[BODIES];
        put_together(m);
        for (size_t i = 0; i < BODIES; i++) /* velocities off the constraints */
            m->state[i].v = random_vec(2), m->state[i].w = random_vec(3);
        mech_place(&m->system, m->state, &m->work);
        derivatives(m, violation, change);
        rows_after(m, 0, v, slip);
        mech_range_space(&m->system, m->state, &(struct mech_drive){m->torque, m->load}, &m->work,
                         rate, lambda);
        for (size_t k = 0; k < HINGES + WHEELS; k++) {
            const struct mech_group *g = &m->group[k];
            for (size_t i = g->first; i < g->first + g->rows; i++) {
                if (i - g->first < g->holonomic)
                    worst_D = fmax(worst_D, fabs(violation[i] - slip[i]));
                worst_g = fmax(worst_g, fabs(m->work.row[i].g - change[i]));
                double D_rate = mech_row_product(g, &m->work.row[i], rate);
                worst_a = fmax(worst_a, fabs(D_rate + change[i]));
            }
        }
    }
    check(worst_D < 1e-10, "D u differs from the rate of the position errors by %.2g", worst_D);
    check(worst_g < 1e-10, "g differs from D' u by %.2g", worst_g);
    check(worst_a < 1e-10, "D u' + D' u differs from 0 by %.2g", worst_a);
}

/* ---- accelerations ---- */

static void methods_agree(struct machine *m)
{
    static mech_solver *const solvers[] = {mech_tree, mech_range_space, mech_pseudo};
    static const char *const names[] = {"tree", "range space", "pseudo-inverse"};
    double worst[3] = {0, 0, 0};
    for (int trial = 0, trials = few_or_all(12, 50); trial < trials; trial++) {
        struct mech_drive drive = {m->torque, m->load};
        struct mech_rate want[BODIES], rate[BODIES];
        double want_lambda[ROWS], lambda[ROWS], size = 0;
        put_together(m);
        mech_place(&m->system, m->state, &m->work);
        dense_solve(&m->system, m->state, &drive, &m->work, want, want_lambda);
        for (size_t i = 0; i < ROWS; i++)
            size = fmax(size, fabs(want_lambda[i]));
        for (size_t i = 0; i < 6 * BODIES; i++)
            size = fmax(size, fabs(((double *)want)[i]));
        for (int k = 0; k < 3; k++) {
            if (solvers[k](&m->system, m->state, &drive, &m->work, rate, lambda) != WD_OK)
                worst[k] = INFINITY;
            for (size_t i = 0; i < 6 * BODIES; i++)
                worst[k] = fmax(worst[k], fabs(((double *)rate)[i] - ((double *)want)[i]) / size);
            for (size_t i = 0; i < ROWS; i++)
                worst[k] = fmax(worst[k], fabs(lambda[i] - want_lambda[i]) / size);
        }
    }
    for (int k = 0; k < 3; k++)
        check(worst[k] < 1e-9, "trees of six bodies, %s: differs from dense LU by %.2g", names[k],
              worst[k]);
}

/* ---- projection ---- */

static double scalar_product(const struct machine *m, int by_mass, const struct mech_rate *a,
                             const struct mech_rate *b)
{
    double sum = 0;
    for (size_t i = 0; i < BODIES; i++) {
        struct vec w = by_mass ? sym_times(&m->body[i].inertia, a[i].w) : a[i].w;
        sum += (by_mass ? m->body[i].mass : 1) * vec_dot(a[i].v, b[i].v) + vec_dot(w, b[i].w);
    }
    return sum;
}

static void read_u(const struct machine *m, struct mech_rate *u)
{
    for (size_t i = 0; i < BODIES; i++)
        u[i] = (struct mech_rate){m->state[i].v, m->state[i].w};
}

/* The correction of the projection is orthogonal to every velocity that the constraints allow. */
static void shortest_correction(struct machine *m, int by_mass)
{
    double worst = 0, left = 0;
    for (int trial = 0, trials = few_or_all(5, 20); trial < trials; trial++) {
        struct mech_rate allowed[BODIES], u[BODIES], gone[BODIES];
        struct mech_errors errors;
        put_together(m);
        read_u(m, allowed);
        for (size_t i = 0; i < BODIES; i++)
            m->state[i].v = random_vec(2), m->state[i].w = random_vec(3);
        read_u(m, gone);
        mech_project(&m->system, by_mass, m->state, &m->work, &errors);
        read_u(m, u);
        for (size_t i = 0; i < BODIES; i++)
            gone[i] = (struct mech_rate){vec_sub(gone[i].v, u[i].v), vec_sub(gone[i].w, u[i].w)};
        worst = fmax(worst, fabs(scalar_product(m, by_mass, gone, allowed)) /
                                sqrt(scalar_product(m, by_mass, gone, gone) *
                                     scalar_product(m, by_mass, allowed, allowed)));
        errors = mech_errors(&m->system, m->state, &m->work);
        left = fmax(left, fmax(errors.velocity, errors.position));
    }
    check(worst < 1e-10 && left < 1e-11,
          "%s: component of the correction along allowed velocities %.2g, errors of %.2g remain",
          by_mass ? "by mass" : "Moore-Penrose", worst, left);
}

static double largest_place(const struct machine *m)
{
    double largest = 0;
    for (size_t i = 0; i < BODIES; i++)
        largest = fmax(largest, fmax(fabs(m->state[i].x.x), fabs(m->state[i].x.y)));
    return largest;
}

/* Project positions that violate the constraints, near and far from the origin. Each projection
 * squares the error until only rounding of the positions remains. */
static void projected_positions(struct machine *m, int by_mass, double far)
{
    double worst = 0;
    for (int trial = 0, trials = few_or_all(5, 20); trial < trials; trial++) {
        struct mech_errors errors;
        put_together(m);
        for (size_t i = 0; i < BODIES; i++) {
            m->state[i].x = vec_add(m->state[i].x, random_vec(1e-6));
            m->state[i].x.x += far;
            m->state[i].pitch += uniform(-1e-6, 1e-6);
        }
        mech_project(&m->system, by_mass, m->state, &m->work, &errors);
        if (!(errors.position > 1e-8))
            check(0, "the positions violate the constraints before the projection");
        errors = mech_errors(&m->system, m->state, &m->work);
        worst = fmax(worst, errors.position / (64 * DBL_EPSILON * (1 + largest_place(m))));
    }
    check(worst <= 1, "%s, %g m away: error of the positions over the tolerance %.2g",
          by_mass ? "by mass" : "Moore-Penrose", far, worst);
}

/* ---- a wheel given twice ---- */

static void redundant_wheels(void)
{
    struct mech_body body = {.mass = 2, .inertia = {0.1, 0.2, 0.1, 0, 0, 0}};
    struct mech_wheel wheel[2] = {{.body = 0, .radius = 0.3, .crown = 0.05},
                                  {.body = 0, .radius = 0.3, .crown = 0.05}};
    struct mech_group group[2];
    struct mech_system one = {
        .bodies = 1, .wheels = 1, .body = &body, .wheel = wheel, .group = group, .gravity = 9.81};
    struct mech_system two = one;
    two.wheels = 2;
    struct mech_load load = {{1, 2, 3}, {0.5, 1, -0.3}};
    struct mech_drive drive = {NULL, &load};
    struct mech_state state = {
        .x = {0, 0, 0.25 * cos(0.3) + 0.05}, .roll = 0.3, .w = {0.4, 9, 0.2}};
    struct mech_rate alone, rate;
    double lambda[3], shares[6], worst = 0;
    struct mech_errors errors;
    mech_plan(&two);
    double *memory = malloc(mech_doubles(&two) * sizeof *memory);
    struct mech_work work = mech_carve(&two, memory);
    mech_plan(&one);
    mech_project(&one, 0, &state, &work, &errors);
    mech_place(&one, &state, &work);
    check(mech_tree(&one, &state, &drive, &work, &alone, lambda) == WD_OK,
          "a mechanism with one wheel is solved");
    mech_plan(&two);
    work = mech_carve(&two, memory);
    mech_place(&two, &state, &work);
    check(mech_tree(&two, &state, &drive, &work, &rate, shares) == WD_ESINGULAR &&
              mech_range_space(&two, &state, &drive, &work, &rate, shares) == WD_ESINGULAR,
          "the same wheel twice is singular");
    check(mech_pseudo(&two, &state, &drive, &work, &rate, shares) == WD_OK,
          "the pseudo-inverse solves a wheel given twice");
    for (size_t i = 0; i < 6; i++) {
        worst = fmax(worst, fabs(shares[i] - lambda[i % 3] / 2));
        worst = fmax(worst, fabs(((double *)&rate)[i] - ((double *)&alone)[i]));
    }
    check(worst < 1e-11,
          "both copies carry half of the force, and the accelerations are unchanged, within %.2g",
          worst);
    free(memory);
}

int main(void)
{
    static struct machine machine;
    rows_are_differences(&machine);
    methods_agree(&machine);
    for (int by_mass = 0; by_mass < 2; by_mass++) {
        shortest_correction(&machine, by_mass);
        projected_positions(&machine, by_mass, 0);
        projected_positions(&machine, by_mass, 1000);
    }
    redundant_wheels();
    free(machine.memory);
    return done();
}
