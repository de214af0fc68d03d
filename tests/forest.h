/* SPDX-License-Identifier: MIT */
/* Random vehicles: a tree of bodies on wheels is drawn first, then built as a model. */
#ifndef TEST_FOREST_H
#define TEST_FOREST_H

#include "random.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wheeldyn/parts.h>
#include <wheeldyn/wheeldyn.h>

enum { TREE_MOST = 64, TREE_PARTS = 6 * TREE_MOST, TREE_NUMBERS = 24 };

enum tree_type { BODY, HINGE, SLIDE, RIGID, WHEEL, RIM, POINT, SPRING, TREE_TYPES };
enum tree_law { IDEAL, RELAXED, COULOMB };

static const char *const tree_types[] = {"body",  "hinge", "slide", "rigid",
                                         "wheel", "rim",   "point", "spring"};

struct tree_number {
    const char *name; /* "param.mass" stands for the variable param.<part>.mass */
    double value;
};

struct tree_part {
    enum tree_type type;
    int number; /* number in the name: see tree_name() */
    int on[2];  /* numbers of the bodies (of a spring: points) to which it is attached; -1: none */
    double at[3]; /* place in the reference configuration [m]; 0 for rigid joints and springs */
    double axis[3];
    double mass, inertia[6]; /* xx, yy, zz, xy, yz, xz */
    double radius, crown, drive[6];
    enum tree_law law;
    int count;
    struct tree_number more[TREE_NUMBERS];
};

struct tree {
    int parts, bodies, points;
    struct tree_part part[TREE_PARTS];
    double slope, bank;
    double start[12]; /* of the root: x, y, z, yaw, roll, pitch, velocities forward, left and up,
                         and the rates of roll, pitch and yaw */
};

/* ---- names ---- */

/* Name of a part: the letter of its type and a number. Bodies are numbered among bodies and points
 * among points; the number of any other part is its index in the list of all parts. The text is
 * valid until the fourth call after this one. */
static inline const char *tree_name(enum tree_type type, int number)
{
    static char name[4][16];
    static int next;
    char *to = name[next++ % 4];
    snprintf(to, sizeof *name, "%c%d", "bhsgwrpk"[type], number);
    return to;
}

static inline const char *tree_variable(const struct tree_part *part, const char *name)
{
    static char text[64];
    const char *dot = strchr(name, '.');
    snprintf(text, sizeof text, "%.*s.%s%s", (int)(dot - name), name,
             tree_name(part->type, part->number), dot);
    return text;
}

/* ---- drawing ---- */

static inline int some(int from, int to)
{
    return (int)uniform(from, to + 1.0);
}

static inline void some_three(double *to, double most)
{
    for (int i = 0; i < 3; i++)
        to[i] = uniform(-most, most);
}

static inline void note(struct tree_part *part, const char *name, double value)
{
    part->more[part->count++] = (struct tree_number){name, value};
}

static inline struct tree_part *grow(struct tree *tree, enum tree_type type, int on, int other)
{
    struct tree_part *part = &tree->part[tree->parts];
    *part = (struct tree_part){.type = type, .number = tree->parts++, .on = {on, other}};
    if (type == BODY)
        part->number = tree->bodies++;
    if (type == POINT)
        part->number = tree->points++;
    return part;
}

/* Set the inertia to that of four random masses, so that it is physically possible. */
static inline void some_inertia_of(struct tree_part *part)
{
    double *J = part->inertia;
    for (int i = 0; i < 4; i++) {
        double r[3], m = part->mass / 4;
        some_three(r, 0.3);
        J[0] += m * (r[1] * r[1] + r[2] * r[2]), J[1] += m * (r[0] * r[0] + r[2] * r[2]);
        J[2] += m * (r[0] * r[0] + r[1] * r[1]), J[3] -= m * r[0] * r[1];
        J[4] -= m * r[1] * r[2], J[5] -= m * r[0] * r[2];
    }
}

static inline void grow_joint(struct tree *tree, int child)
{
    static const enum tree_type types[] = {HINGE, HINGE, SLIDE, RIGID};
    enum tree_type type = types[some(0, 3)];
    struct tree_part *part = grow(tree, type, some(0, child - 1), child);
    if (type == RIGID)
        return;
    some_three(part->at, 1);
    part->at[2] += 1;
    some_three(part->axis, 1);
    note(part, "param.stiffness", uniform(0, 200));
    note(part, "param.damping", uniform(0, 2));
    note(part, "param.rest", uniform(-0.1, 0.1));
    note(part, type == SLIDE ? "init.travel" : "init.angle", 0);
    note(part, "init.rate", uniform(-0.3, 0.3));
    note(part, type == SLIDE ? "input.force" : "input.torque", uniform(-2, 2));
    if (type == HINGE)
        note(part, "input.target", uniform(-0.05, 0.05));
}

/* Add a wheel or rim that touches the ground in the reference configuration. Its law is ideal or,
 * if `ideal` is 0, relaxed. */
static inline void grow_tyre(struct tree *tree, int ideal)
{
    int ball = some(0, 2) == 0;
    enum tree_type type = some(0, 1) ? WHEEL : RIM;
    struct tree_part *part = grow(tree, type, some(0, tree->bodies - 1), -1);
    some_three(part->at, 1);
    some_three(part->axis, 0.5);
    part->axis[1] += part->axis[1] < 0 ? -1 : 1;
    part->radius = uniform(0.1, 0.5);
    part->crown = ball ? part->radius : some(0, 2) * part->radius / 4;
    part->law = ideal ? IDEAL : RELAXED;
    double level = hypot(part->axis[0], part->axis[1]), all = hypot(level, part->axis[2]);
    part->at[2] = (part->radius - part->crown) * (level / all) + part->crown;
    note(part, "param.relaxation_time", uniform(0.01, 0.1));
    note(part, "param.sharpness", some(2, 16));
    note(part, "input.mu", uniform(0, 1.5));
    if (type == RIM)
        return;
    note(part, "param.mass", uniform(0, 2));
    note(part, "param.spin_inertia", uniform(0.01, 0.1));
    note(part, "param.cross_inertia", uniform(0.01, 0.1));
    note(part, "param.damping", uniform(0, 0.1));
    note(part, "input.torque", uniform(-2, 2));
    note(part, "init.rate", uniform(-1, 1));
}

static inline void grow_point(struct tree *tree)
{
    struct tree_part *part = grow(tree, POINT, some(0, tree->bodies - 1), -1);
    some_three(part->at, 1);
    for (int i = 0; i < 6; i++)
        part->drive[i] = uniform(-1, 1);
}

static inline void grow_spring(struct tree *tree)
{
    struct tree_part *part =
        grow(tree, SPRING, some(0, tree->points - 1), some(0, tree->points - 1));
    if (part->on[0] == part->on[1])
        part->on[1] = (part->on[0] + 1) % tree->points;
    note(part, "param.stiffness", uniform(0, 100));
    note(part, "param.damping", uniform(0, 2));
    note(part, "param.rest", uniform(0, 1));
    note(part, "input.force", uniform(-1, 1));
}

/* Draw a random tree of at most `most` bodies. light: a body other than the root has no mass with
 * probability 1/4. */
static inline void draw_tree(struct tree *tree, int most, int light)
{
    memset(tree, 0, sizeof *tree);
    int bodies = some(1, most), wheels = some(0, most > 3 ? 4 : most), points = some(0, most);
    int ideal = some(0, 3);
    for (int i = 0; i < bodies; i++) {
        struct tree_part *part = grow(tree, BODY, -1, -1);
        some_three(part->at, 1);
        part->at[2] += 1;
        part->mass = light && i > 0 && some(0, 3) == 0 ? 0 : uniform(1, 10);
        some_inertia_of(part);
    }
    for (int i = 1; i < bodies; i++)
        grow_joint(tree, i);
    for (int i = 0; i < wheels; i++)
        grow_tyre(tree, i < ideal - 1);
    for (int i = 0; i < points; i++)
        grow_point(tree);
    for (int i = 0; i < points / 2; i++)
        grow_spring(tree);
    tree->slope = some(0, 1) * uniform(-0.2, 0.2);
    tree->bank = some(0, 1) * uniform(-0.2, 0.2);
    some_three(tree->start + 6, 0.5);
    some_three(tree->start + 9, 0.5);
    tree->start[3] = uniform(-3, 3);
}

/* ---- the model of a tree ---- */

static const char *const tree_start[] = {
    "init.x",       "init.y",    "init.z",  "init.yaw",       "init.roll",       "init.pitch",
    "init.forward", "init.left", "init.up", "init.roll_rate", "init.pitch_rate", "init.yaw_rate"};

static inline int32_t put_number(wd_model *model, const struct tree_part *part, const char *name,
                                 double value)
{
    return wd_model_set_value(model, tree_variable(part, name), value);
}

static inline int32_t put_numbers(wd_model *model, const struct tree_part *part, int count,
                                  const char *const *name, const double *value)
{
    int32_t status = WD_OK;
    for (int i = 0; status == WD_OK && i < count; i++)
        status = put_number(model, part, name[i], value[i]);
    return status;
}

static inline int32_t plant_part(wd_model *model, const struct tree_part *part)
{
    static const char *const at[] = {"param.x", "param.y", "param.z"};
    static const char *const axis[] = {"param.axis_x", "param.axis_y", "param.axis_z"};
    static const char *const mass[] = {"param.mass", "param.xx", "param.yy", "param.zz",
                                       "param.xy",   "param.yz", "param.xz"};
    static const char *const tyre[] = {"param.radius", "param.crown", "param.law"};
    static const char *const drive[] = {"input.force_x",  "input.force_y",  "input.force_z",
                                        "input.torque_x", "input.torque_y", "input.torque_z"};
    enum tree_type on = part->type == SPRING ? POINT : BODY;
    int has_axis = part->type != BODY && part->type != RIGID && part->type < POINT;
    int touches = part->type == WHEEL || part->type == RIM;
    const char *names[2];
    size_t count = 0;
    for (; count < 2 && part->type != BODY && part->on[count] >= 0; count++)
        names[count] = tree_name(on, part->on[count]);
    int32_t status = wd_model_add_part(model, tree_types[part->type],
                                       tree_name(part->type, part->number), names, count);
    if (status == WD_OK && part->type != RIGID && part->type != SPRING)
        status = put_numbers(model, part, 3, at, part->at);
    if (status == WD_OK && has_axis)
        status = put_numbers(model, part, 3, axis, part->axis);
    if (status == WD_OK && part->type == BODY)
        status = put_numbers(model, part, 1, mass, &part->mass);
    if (status == WD_OK && part->type == BODY)
        status = put_numbers(model, part, 6, mass + 1, part->inertia);
    const double numbers[] = {part->radius, part->crown, part->law};
    if (status == WD_OK && touches)
        status = put_numbers(model, part, 3, tyre, numbers);
    if (status == WD_OK && part->type == POINT)
        status = put_numbers(model, part, 6, drive, part->drive);
    for (int i = 0; status == WD_OK && i < part->count; i++)
        status = put_number(model, part, part->more[i].name, part->more[i].value);
    return status;
}

/* Return a model to which the parts are added in their order. *status: the status of the first call
 * that fails; the model then lacks what follows (NULL if no model could be made). */
static inline wd_model *plant(const struct tree *tree, int32_t *status)
{
    wd_model *model = NULL;
    *status = wd_model_new("vehicle", &model);
    for (int i = 0; *status == WD_OK && i < tree->parts; i++)
        *status = plant_part(model, &tree->part[i]);
    const struct tree_part *root = &tree->part[0];
    for (int i = 0; *status == WD_OK && i < 12; i++)
        *status = put_number(model, root, tree_start[i], tree->start[i]);
    if (*status == WD_OK)
        *status = wd_model_set_value(model, "input.slope", tree->slope);
    if (*status == WD_OK)
        *status = wd_model_set_value(model, "input.bank", tree->bank);
    return model;
}

#endif
