/* SPDX-License-Identifier: MIT */
/* The mechanism built from the parts of a vehicle, and errors for parts from which none can be
 * built. */
#include "core/model.h"
#include "models/vehicle/vehicle.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>
#include <wheeldyn/parts.h>

static void add_part(wd_model *model, const char *type, const char *name, const char *a,
                     const char *b)
{
    const char *on[] = {a, b};
    int32_t status = wd_model_add_part(model, type, name, on, a ? b ? 2 : 1 : 0);
    if (status != WD_OK) {
        printf("Bail out! %s\n", wd_model_error(model));
        exit(1);
    }
}

static void set_value(wd_model *model, const char *name, double value)
{
    if (wd_model_set_value(model, name, value) != WD_OK) {
        printf("Bail out! %s\n", wd_model_error(model));
        exit(1);
    }
}

static wd_model *new_vehicle(void)
{
    wd_model *model = NULL;
    if (wd_model_new("vehicle", &model) != WD_OK)
        exit(1);
    return model;
}

/* A frame on a wheel, and a fork that steers another wheel. */
static wd_model *scooter(void)
{
    wd_model *model = new_vehicle();
    add_part(model, "body", "frame", NULL, NULL);
    add_part(model, "body", "fork", NULL, NULL);
    add_part(model, "hinge", "steer", "frame", "fork");
    add_part(model, "wheel", "rear", "frame", NULL);
    add_part(model, "wheel", "front", "fork", NULL);
    set_value(model, "param.frame.xx", 1);
    set_value(model, "param.frame.yy", 1);
    set_value(model, "param.frame.zz", 1);
    set_value(model, "param.frame.z", 0.5);
    set_value(model, "param.fork.x", 0.9);
    set_value(model, "param.fork.z", 0.5);
    set_value(model, "param.steer.x", 0.9);
    set_value(model, "param.steer.axis_x", -1);
    set_value(model, "param.steer.axis_z", 3);
    set_value(model, "param.rear.z", 0.3);
    set_value(model, "param.front.x", 1);
    set_value(model, "param.front.z", 0.3);
    set_value(model, "param.rear.law", VEHICLE_IDEAL);
    set_value(model, "param.front.law", VEHICLE_IDEAL);
    return model;
}

/* ---- the machine ---- */

static const struct vehicle *built(wd_model *model)
{
    int32_t status = wd_model_init(model, 0);
    if (status == WD_EINVAL) {
        printf("Bail out! %s\n", wd_model_error(model));
        exit(1);
    }
    return model->view.course;
}

static void tree_of_bodies(void)
{
    wd_model *model = scooter();
    const struct vehicle *v = built(model);
    const struct linkage *m = &v->linkage;
    check(m->bodies == 4 && m->wheels == 2 && v->bodies == 2, "two bodies and two rotors");
    check(m->body[1].parent == 0 && m->body[2].parent == 0 && m->body[3].parent == 1,
          "each body is attached to its parent");
    check(m->wheel[0].body == 2 && m->wheel[1].body == 3, "wheels are rotors");
    check(strcmp(v->joint[0].part->name, "steer") == 0 &&
              strcmp(v->joint[2].part->name, "front") == 0,
          "joints refer to their parts");
    const struct vec n = m->body[1].joint.axis;
    near_abs(n.x, -1 / sqrt(10), 1e-15, "x of the normalised axis");
    near_abs(n.z, 3 / sqrt(10), 1e-15, "z of the normalised axis");
    wd_model_free(model);
}

/* A rod of 3 kg and 2 m along x, built from four rigidly joined pieces, listed from the child to
 * the root. */
static void rigid_bodies(void)
{
    static const char *const name[] = {"a", "b", "c", "d"};
    wd_model *model = new_vehicle();
    for (int i = 0; i < 4; i++) {
        char text[40];
        add_part(model, "body", name[i], NULL, NULL);
        snprintf(text, sizeof text, "param.%s.mass", name[i]);
        set_value(model, text, 0.75);
        snprintf(text, sizeof text, "param.%s.x", name[i]);
        set_value(model, text, 0.25 + 0.5 * i);
        snprintf(text, sizeof text, "param.%s.yy", name[i]);
        set_value(model, text, 0.75 * 0.25 / 12);
        snprintf(text, sizeof text, "param.%s.zz", name[i]);
        set_value(model, text, 0.75 * 0.25 / 12);
        snprintf(text, sizeof text, "param.%s.xx", name[i]);
        set_value(model, text, 0.125);
    }
    add_part(model, "rigid", "third", "c", "d");
    add_part(model, "rigid", "second", "d", "b");
    add_part(model, "rigid", "first", "a", "c");
    const struct vehicle *v = built(model);
    const struct linkage_body *body = &v->linkage.body[0];
    check(v->linkage.bodies == 1 && v->bodies == 4, "four rigidly joined bodies are one");
    near_rel(body->mass, 3, 1e-15, 1, "joined rigidly: mass");
    near_rel(body->centre.x, 1, 1e-15, 1, "joined rigidly: centre of mass");
    near_rel(body->inertia.zz, 1, 1e-15, 1, "joined rigidly: moment of inertia");
    near_abs(body->inertia.xx, 0.5, 1e-15, "joined rigidly: moment about the rod");
    check(v->body[2].part->name[0] == 'd' && v->body[2].parent == 1,
          "parents come before children");
    near_rel(v->body[2].offset.x, 0.75, 1e-15, 1, "joined rigidly: position of the third body");
    wd_model_free(model);
}

/* Only the root has variables of its state. The listed variables exist, in this order, also in a
 * clone. */
static void rows_of_variables(void)
{
    static const char *const names[] = {"init.frame.yaw",   "state.frame.q0", "state.frame.wz",
                                        "output.frame.yaw", "param.fork.xz",  "output.fork.yaw",
                                        "state.steer.rate"};
    wd_model *model = scooter(), *copy = NULL;
    uint32_t before = 0, ref, same;
    int32_t none = wd_model_find(model, "state.fork.x", &ref);
    check(none == WD_ENAME && wd_model_find(model, "init.fork.x", &ref) == WD_ENAME,
          "a body other than the root has no state");
    check(wd_model_clone(model, &copy) == WD_OK, "a vehicle is cloned");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        int32_t found = wd_model_find(model, names[i], &ref);
        check(found == WD_OK && ref > before, "%s exists", names[i]);
        check(wd_model_find(copy, names[i], &same) == WD_OK && same == ref, "the clone has %s, too",
              names[i]);
        before = ref;
    }
    wd_model_free(model);
    wd_model_free(copy);
}

/* ---- vehicles that cannot be built ---- */

static wd_model *nothing(void)
{
    return new_vehicle();
}

static wd_model *only_root_held(void)
{
    wd_model *model = scooter();
    add_part(model, "slide", "back", "fork", "frame");
    return model;
}

static wd_model *held_twice(void)
{
    wd_model *model = scooter();
    add_part(model, "slide", "again", "frame", "fork");
    return model;
}

static wd_model *loose(void)
{
    wd_model *model = scooter();
    add_part(model, "body", "lamp", NULL, NULL);
    return model;
}

static wd_model *loop(void)
{
    wd_model *model = scooter();
    add_part(model, "body", "one", NULL, NULL);
    add_part(model, "body", "two", NULL, NULL);
    add_part(model, "rigid", "forth", "one", "two");
    add_part(model, "rigid", "back", "two", "one");
    return model;
}

static wd_model *held_by_itself(void)
{
    wd_model *model = scooter();
    add_part(model, "body", "one", NULL, NULL);
    add_part(model, "rigid", "self", "one", "one");
    return model;
}

static wd_model *with(const char *name, double value)
{
    wd_model *model = scooter();
    set_value(model, name, value);
    return model;
}

static wd_model *no_axis(void)
{
    wd_model *model = with("param.steer.axis_x", 0);
    set_value(model, "param.steer.axis_z", 0);
    return model;
}

static wd_model *no_axle(void)
{
    return with("param.front.axis_y", 0);
}

static wd_model *thick(void)
{
    return with("param.rear.crown", 0.31);
}

static wd_model *skew(void)
{
    return with("param.frame.xy", 1.001);
}

static wd_model *skew_of_nothing(void)
{
    return with("param.fork.xz", 1e-300);
}

static const struct {
    wd_model *(*make)(void);
    const char *words;
} wrong[] = {
    {nothing, "there is no body"},
    {only_root_held, "part \"back\": "},
    {held_twice, "part \"again\": its child \"fork\" is held by \"steer\""},
    {loose, "part \"lamp\": "},
    {loop, "part \"one\": this body hangs in a loop"},
    {held_by_itself, "part \"one\": this body hangs in a loop"},
    {no_axis, "part \"steer\": its axis has no length"},
    {no_axle, "part \"front\": its axis has no length"},
    {thick, "part \"rear\": its crown is above its radius"},
    {skew, "part \"frame\": its inertia"},
    {skew_of_nothing, "part \"fork\": its inertia"},
};

/* A rod along (1, 1, 1). Rounding errors make the smallest eigenvalue of its inertia -1e-17; it is
 * accepted. */
static void rod_has_inertia(void)
{
    static const char *const entry[] = {"xx", "yy", "zz", "xy", "yz", "xz"};
    wd_model *model = scooter();
    for (int i = 0; i < 6; i++) {
        char name[40];
        snprintf(name, sizeof name, "param.fork.%s", entry[i]);
        set_value(model, name, i < 3 ? 0.2 / 3 : -0.1 / 3);
    }
    check(wd_model_init(model, 0) != WD_EINVAL, "a rod has an inertia: %s", wd_model_error(model));
    wd_model_free(model);
}

int main(void)
{
    tree_of_bodies();
    rigid_bodies();
    rod_has_inertia();
    rows_of_variables();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        wd_model *model = wrong[i].make();
        int32_t status = wd_model_init(model, 0);
        check(status == WD_EINVAL && strstr(wd_model_error(model), wrong[i].words),
              "refused with: %s", wd_model_error(model));
        wd_model_free(model);
    }
    return done();
}
