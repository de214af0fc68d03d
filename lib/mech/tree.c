/* SPDX-License-Identifier: MIT */
/* Accelerations in joint coordinates: an angle of each hinge, six speeds of the root, and the
 * wheels' rows as constraints. Afterwards the Newton-Euler equations from the leaves to the root
 * give the multipliers of the hinges. All vectors are in ground axes from the root's centre of
 * mass. Joint coordinates are ordered from the leaves: hinges from the last to the first, then
 * velocity and angular velocity of the root. */
#include "mech/mech.h"

#include <wheeldyn/wheeldyn.h>

#include "mech/inertia.h"
#include "num/dense.h"

/* Kinematics and loads of a body of the tree. */
struct link {
    struct vec c, v, W;       /* centre of mass and velocities */
    struct sym inertia;       /* about the centre of mass */
    struct vec a, alpha;      /* accelerations at constant joint rates */
    struct vec da, dalpha;    /* additional accelerations due to the accelerations of the joints */
    struct vec force, torque; /* applied minus inertial load */
};

/* Composite inertia of a body and its subtree. */
struct branch {
    double mass;
    struct vec moment; /* sum of mass times centre of mass */
    struct sym inertia;
    struct vec force, torque;
};

struct joint {
    /* vectors from the centres of parent and child to the hinge; its axis */
    struct vec r_i, r_j, N;
    struct vec v; /* velocity of the child's point at the origin, at unit rate of the joint */
};

/* Comments such as "n x n" are sizes of arrays. */
struct tree {
    const struct mech_system *system;
    size_t n, rows;
    struct link *link;
    struct branch *branch;
    struct joint *joint;
    double *mass;           /* n x n */
    double *load;           /* rows + 1 rows of n: wheel constraints C, then generalised forces */
    double *normal;         /* rows x rows */
    double *lambda;         /* rows */
    struct mech_row *wheel; /* rows, in space */
};

enum {
    LINK = sizeof(struct link) / sizeof(double),
    BRANCH = sizeof(struct branch) / sizeof(double),
    JOINT = sizeof(struct joint) / sizeof(double)
};

size_t mech_tree_doubles(const struct mech_system *system)
{
    size_t n = 6 + system->hinges, rows = 3 * system->wheels;
    return system->bodies * (LINK + BRANCH) + system->hinges * JOINT + n * n + (rows + 1) * n +
           rows * rows;
}

static struct tree carve(const struct mech_system *system, const struct mech_work *work,
                         double *lambda)
{
    struct tree tree = {.system = system, .n = 6 + system->hinges, .rows = 3 * system->wheels};
    double *memory = work->tree;
    tree.link = (struct link *)memory;
    memory += system->bodies * LINK;
    tree.branch = (struct branch *)memory;
    memory += system->bodies * BRANCH;
    tree.joint = (struct joint *)memory;
    memory += system->hinges * JOINT;
    tree.mass = memory;
    tree.load = tree.mass + tree.n * tree.n;
    tree.normal = tree.load + (tree.rows + 1) * tree.n;
    tree.lambda = lambda + 5 * system->hinges;
    tree.wheel = work->row + 5 * system->hinges;
    return tree;
}

/* ---- from the root to the leaves: velocities, and accelerations at constant joint rates ---- */

static void place_joint(const struct mech_hinge *hinge, const struct mech_pose *pose,
                        struct tree *tree, struct joint *joint)
{
    const struct link *i = &tree->link[hinge->parent];
    struct link *j = &tree->link[hinge->child];
    const struct mat *R_i = &pose[hinge->parent].R, *R_j = &pose[hinge->child].R;
    joint->r_i = mat_turn(R_i, hinge->at_parent);
    joint->r_j = mat_turn(R_j, hinge->at_child);
    joint->N = mat_turn(R_j, hinge->n);
    struct vec at = vec_add(i->c, joint->r_i);
    joint->v = vec_cross(at, joint->N);
    double speed = vec_dot(vec_sub(pose[hinge->child].W, i->W), joint->N);
    j->c = vec_sub(at, joint->r_j);
    j->W = vec_along(i->W, speed, joint->N);
    struct vec u_i = vec_cross(i->W, joint->r_i), u_j = vec_cross(j->W, joint->r_j);
    j->v = vec_add(i->v, vec_sub(u_i, u_j));
    j->alpha = vec_along(i->alpha, speed, vec_cross(i->W, joint->N));
    j->a = vec_add(i->a, vec_sub(vec_cross(i->alpha, joint->r_i), vec_cross(j->alpha, joint->r_j)));
    j->a = vec_add(j->a, vec_sub(vec_cross(i->W, u_i), vec_cross(j->W, u_j)));
}

static void load(const struct mech_body *body, const struct mech_load *drive, double gravity,
                 const struct mech_pose *pose, struct link *link)
{
    link->inertia = sym_turned(&pose->R, &body->inertia);
    link->force = vec_along(drive->force, -body->mass, link->a);
    link->force.z -= body->mass * gravity;
    struct vec spin = vec_cross(link->W, sym_times(&link->inertia, link->W));
    link->torque = vec_sub(drive->torque, vec_add(sym_times(&link->inertia, link->alpha), spin));
}

static void outwards(const struct mech_drive *drive, const struct mech_state *state,
                     const struct mech_pose *pose, struct tree *tree)
{
    const struct mech_system *system = tree->system;
    struct link *root = &tree->link[system->root];
    *root = (struct link){.v = state[system->root].v, .W = pose[system->root].W};
    for (size_t k = 0; k < system->hinges; k++)
        place_joint(&system->hinge[k], pose, tree, &tree->joint[k]);
    for (size_t i = 0; i < system->bodies; i++)
        load(&system->body[i], &drive->body[i], system->gravity, &pose[i], &tree->link[i]);
    for (size_t k = 0; k < system->hinges; k++) {
        struct link *i = &tree->link[system->hinge[k].parent];
        struct link *j = &tree->link[system->hinge[k].child];
        j->torque = vec_along(j->torque, drive->hinge[k], tree->joint[k].N);
        i->torque = vec_along(i->torque, -drive->hinge[k], tree->joint[k].N);
    }
}

/* ---- from the leaves to the root: mass matrix and generalised forces ---- */

static struct branch body_branch(double mass, const struct link *link)
{
    struct vec c = link->c, m = vec_scale(mass, c);
    return (struct branch){
        .mass = mass,
        .moment = m,
        .inertia = sym_moved(&link->inertia, m, c),
        .force = link->force,
        .torque = vec_add(link->torque, vec_cross(c, link->force)),
    };
}

static void join(struct branch *to, const struct branch *from)
{
    to->mass += from->mass;
    to->moment = vec_add(to->moment, from->moment);
    to->inertia = sym_add(to->inertia, from->inertia);
    to->force = vec_add(to->force, from->force);
    to->torque = vec_add(to->torque, from->torque);
}

static void put(double *to, struct vec linear, struct vec angular)
{
    to[0] = linear.x, to[1] = linear.y, to[2] = linear.z;
    to[3] = angular.x, to[4] = angular.y, to[5] = angular.z;
}

/* Compute the power of a force and a torque at the origin at unit rate of each joint coordinate
 * from hinge k to the root. */
static void project(const struct tree *tree, size_t k, struct vec force, struct vec torque,
                    double *row)
{
    size_t hinges = tree->system->hinges;
    for (; k < hinges; k = tree->system->hinge[k].up)
        row[hinges - 1 - k] = vec_dot(tree->joint[k].N, torque) + vec_dot(tree->joint[k].v, force);
    put(row + hinges, force, torque);
}

static void inwards(struct tree *tree)
{
    const struct mech_system *system = tree->system;
    size_t n = tree->n, hinges = system->hinges;
    double *force = tree->load + tree->rows * n;
    for (size_t i = 0; i < system->bodies; i++)
        tree->branch[i] = body_branch(system->body[i].mass, &tree->link[i]);
    for (size_t k = hinges; k-- > 0;) {
        const struct branch *b = &tree->branch[system->hinge[k].child];
        const struct joint *joint = &tree->joint[k];
        double *row = tree->mass + (hinges - 1 - k) * n;
        for (size_t i = hinges - 1 - k; i < hinges; i++)
            row[i] = 0;
        struct vec p = vec_add(vec_scale(b->mass, joint->v), vec_cross(joint->N, b->moment));
        struct vec L = vec_add(sym_times(&b->inertia, joint->N), vec_cross(b->moment, joint->v));
        project(tree, k, p, L, row);
        force[hinges - 1 - k] = vec_dot(joint->N, b->torque) + vec_dot(joint->v, b->force);
        join(&tree->branch[system->hinge[k].parent], b);
    }
    const struct branch *all = &tree->branch[system->root];
    double *base = tree->mass + hinges * n + hinges, m = all->mass;
    struct vec h = all->moment;
    const struct sym *I = &all->inertia;
    put(base, (struct vec){m, 0, 0}, (struct vec){0, h.z, -h.y});
    put(base + n, (struct vec){0, m, 0}, (struct vec){-h.z, 0, h.x});
    put(base + 2 * n, (struct vec){0, 0, m}, (struct vec){h.y, -h.x, 0});
    put(base + 3 * n, (struct vec){0, 0, 0}, (struct vec){I->xx, I->xy, I->xz});
    put(base + 4 * n, (struct vec){0, 0, 0}, (struct vec){I->xy, I->yy, I->yz});
    put(base + 5 * n, (struct vec){0, 0, 0}, (struct vec){I->xz, I->yz, I->zz});
    put(force + hinges, all->force, all->torque);
}

/* ---- accelerations of the joints, and contact forces ---- */

/* Set the wheel rows, and lambda := D times the accelerations at constant joint rates + g. */
static void set_wheel_rows(const struct mech_pose *pose, struct tree *tree)
{
    const struct mech_system *system = tree->system;
    for (size_t w = 0; w < system->wheels; w++) {
        const struct mech_wheel *wheel = &system->wheel[w];
        const struct link *link = &tree->link[wheel->body];
        struct mech_pose at = pose[wheel->body];
        struct mech_row *row = tree->wheel + 3 * w;
        at.W = link->W;
        mech_wheel_rows(wheel, 0, link->v, &at, row);
        for (size_t k = 0; k < 3; k++) {
            struct vec d = row[k].linear[0], c = row[k].angular[0];
            double *load = tree->load + (3 * w + k) * tree->n;
            for (size_t i = 0; i < system->hinges; i++)
                load[i] = 0;
            project(tree, wheel->up, d, vec_add(c, vec_cross(link->c, d)), load);
            tree->lambda[3 * w + k] = vec_dot(d, link->a) + vec_dot(c, link->alpha) + row[k].g;
        }
    }
}

/* Solve M q'' = Q - C^T lambda, C q'' = -gamma; q'' replaces Q, the last row of load. */
static int solve(struct tree *tree)
{
    size_t n = tree->n, rows = tree->rows;
    double *q = tree->load + rows * n, *lambda = tree->lambda;
    if (!dense_cholesky(tree->mass, n))
        return 0;
    dense_forward_rows(tree->mass, n, n, tree->load, rows + 1);
    for (size_t i = 0; i < rows; i++) {
        const double *y = tree->load + i * n;
        lambda[i] += dense_dot(y, q, n);
        for (size_t j = i; j < rows; j++)
            tree->normal[i * rows + j] = dense_dot(y, tree->load + j * n, n);
    }
    if (!dense_cholesky(tree->normal, rows))
        return 0;
    dense_forward(tree->normal, rows, rows, lambda);
    dense_backward(tree->normal, rows, rows, lambda);
    for (size_t i = 0; i < rows; i++)
        dense_add(q, -lambda[i], tree->load + i * n, n);
    dense_backward(tree->mass, n, n, q);
    return 1;
}

/* ---- accelerations of the bodies, and the forces of the hinges ---- */

static void accelerate(const struct mech_pose *pose, struct tree *tree, struct mech_rate *rate)
{
    const struct mech_system *system = tree->system;
    const double *q = tree->load + tree->rows * tree->n, *base = q + system->hinges;
    struct link *root = &tree->link[system->root];
    root->da = (struct vec){base[0], base[1], base[2]};
    root->dalpha = (struct vec){base[3], base[4], base[5]};
    for (size_t k = 0; k < system->hinges; k++) {
        const struct link *i = &tree->link[system->hinge[k].parent];
        struct link *j = &tree->link[system->hinge[k].child];
        const struct joint *joint = &tree->joint[k];
        j->dalpha = vec_along(i->dalpha, q[system->hinges - 1 - k], joint->N);
        j->da = vec_add(
            i->da, vec_sub(vec_cross(i->dalpha, joint->r_i), vec_cross(j->dalpha, joint->r_j)));
    }
    for (size_t i = 0; i < system->bodies; i++) {
        struct link *link = &tree->link[i];
        link->force = vec_along(link->force, -system->body[i].mass, link->da);
        link->torque = vec_sub(link->torque, sym_times(&link->inertia, link->dalpha));
        rate[i].v = vec_add(link->a, link->da);
        rate[i].w = mat_turn_back(&pose[i].R, vec_add(link->alpha, link->dalpha));
    }
    for (size_t r = 0; r < tree->rows; r++) {
        struct link *link = &tree->link[system->wheel[r / 3].body];
        link->force = vec_along(link->force, -tree->lambda[r], tree->wheel[r].linear[0]);
        link->torque = vec_along(link->torque, -tree->lambda[r], tree->wheel[r].angular[0]);
    }
}

/* Pass the remaining load of each child through its hinge to the parent. */
static void pass_on(const struct mech_pose *pose, struct tree *tree, double *lambda)
{
    const struct mech_system *system = tree->system;
    for (size_t k = system->hinges; k-- > 0;) {
        const struct mech_hinge *hinge = &system->hinge[k];
        const struct link *j = &tree->link[hinge->child];
        const struct joint *joint = &tree->joint[k];
        struct link *i = &tree->link[hinge->parent];
        const struct mat *R = &pose[hinge->parent].R;
        struct vec torque = vec_sub(j->torque, vec_cross(joint->r_j, j->force));
        double *l = lambda + 5 * k;
        l[0] = j->force.x, l[1] = j->force.y, l[2] = j->force.z;
        l[3] = vec_dot(torque, mat_turn(R, hinge->b));
        l[4] = -vec_dot(torque, mat_turn(R, hinge->a));
        i->force = vec_add(i->force, j->force);
        i->torque = vec_add(i->torque, vec_add(torque, vec_cross(joint->r_i, j->force)));
    }
}

int32_t mech_tree(const struct mech_system *system, const struct mech_state *state,
                  const struct mech_drive *drive, struct mech_work *work, struct mech_rate *rate,
                  double *lambda)
{
    struct tree tree = carve(system, work, lambda);
    outwards(drive, state, work->pose, &tree);
    inwards(&tree);
    set_wheel_rows(work->pose, &tree);
    if (!solve(&tree))
        return WD_ESINGULAR;
    accelerate(work->pose, &tree, rate);
    pass_on(work->pose, &tree, lambda);
    return WD_OK;
}
