/* SPDX-License-Identifier: MIT */
/* Build the linkage from the parts: bodies in the order of the tree, rigidly joined bodies merged
 * into one link, each wheel a rotor on a hinge with a contact. */
#include "models/vehicle/footing.h"
#include "models/vehicle/vehicle.h"
#include "mech/inertia.h"
#include "num/carver.h"
#include "num/elementary.h"
#include "num/interrupt.h"

#include <math.h>

/* Lay out a vehicle with arrays for the parts of the kind; returns the number of doubles needed. */
static size_t lay_out(struct vehicle *v, const struct kind *kind, double *memory)
{
    struct carver carver = {memory, 0};
    size_t wheels = vehicle_count(kind, VEHICLE_WHEEL), rims = vehicle_count(kind, VEHICLE_RIM);
    carve_array(&carver, 1, sizeof *v);
    v->bodies = vehicle_count(kind, VEHICLE_BODY);
    v->points = vehicle_count(kind, VEHICLE_POINT);
    v->springs = vehicle_count(kind, VEHICLE_SPRING);
    v->tyres = vehicle_count(kind, VEHICLE_TYRE);
    v->linkage.bodies = 0;
    v->linkage.wheels = wheels + rims;
    v->linkage.extras = vehicle_tread_rows(kind);
    v->linkage.leaves = wheels;
    v->linkage.body = carve_array(&carver, v->bodies + wheels, sizeof *v->linkage.body);
    v->linkage.wheel = carve_array(&carver, wheels + rims, sizeof *v->linkage.wheel);
    v->body = carve_array(&carver, v->bodies, sizeof *v->body);
    v->joint = carve_array(&carver, v->bodies + wheels, sizeof *v->joint);
    v->rim = carve_array(&carver, wheels + rims, sizeof *v->rim);
    v->point = carve_array(&carver, v->points, sizeof *v->point);
    v->spring = carve_array(&carver, v->springs, sizeof *v->spring);
    v->tyre = carve_array(&carver, v->tyres, sizeof *v->tyre);
    v->place = carve_array(&carver, kind->part_count, sizeof *v->place);
    v->holder = carve_array(&carver, 2 * kind->part_count, sizeof *v->holder);
    return carver.used;
}

size_t vehicle_course_doubles(const struct kind *kind, const struct polyline *terrain)
{
    struct vehicle v;
    return lay_out(&v, kind, NULL) + footing_doubles(terrain);
}

/* ---- the tree ---- */

/* Find the joints that hold each body. */
static void find_holders(const struct kind *kind, struct vehicle *v)
{
    for (size_t i = 0; i < 2 * kind->part_count; i++)
        v->holder[i] = NULL;
    for (size_t i = 0; i < kind->part_count; i++) {
        const struct part *part = kind->parts[i];
        if (!vehicle_is(part, VEHICLE_HINGE) && !vehicle_is(part, VEHICLE_SLIDE) &&
            !vehicle_is(part, VEHICLE_RIGID))
            continue;
        const struct part **holder = v->holder + 2 * part->on[1]->number;
        if (!holder[0])
            holder[0] = part;
        else if (!holder[1])
            holder[1] = part;
    }
}

/* Check that each body except the root is the child of exactly one joint, and the root of none. */
static const char *judge_holders(const struct view *view, const struct vehicle *v)
{
    const struct kind *kind = view->kind;
    const struct part *root = NULL;
    for (size_t i = 0; i < kind->part_count; i++) {
        const struct part *body = kind->parts[i];
        if (!vehicle_is(body, VEHICLE_BODY))
            continue;
        const struct part *joint = v->holder[2 * i], *other = v->holder[2 * i + 1];
        if (!root && joint)
            return vehicle_fault(view, joint, "its child is the first body, which is free");
        if (root && !joint)
            return vehicle_fault(view, body, "no hinge, slide or rigid joint holds this body");
        if (other)
            return view->say(view->core, "part \"%s\": its child \"%s\" is held by \"%s\" already",
                             other->name, body->name, joint->name);
        root = root ? root : body;
    }
    return root ? NULL : "there is no body; add parts of this type";
}

/* Add bodies whose parents are in the tree, until none can be added. The remaining bodies are in a
 * loop of joints. */
static const char *grow_tree(const struct view *view, struct vehicle *v)
{
    const struct kind *kind = view->kind;
    size_t count = 0, before = 1;
    for (size_t i = 0; i < kind->part_count; i++)
        v->place[i] = v->bodies;
    while (count != before) {
        before = count;
        if (interrupted(view->interrupt, kind->part_count))
            return "stopped";
        for (size_t i = 0; i < kind->part_count; i++) {
            const struct part *part = kind->parts[i], *joint = v->holder[2 * i];
            if (!vehicle_is(part, VEHICLE_BODY) || v->place[i] < v->bodies)
                continue;
            size_t parent = joint ? v->place[joint->on[0]->number] : 0;
            if (count > 0 && parent == v->bodies)
                continue;
            v->place[i] = count;
            v->body[count++] = (struct vehicle_body){part, joint, parent, 0, {0, 0, 0}};
        }
    }
    for (size_t i = 0; i < kind->part_count; i++)
        if (vehicle_is(kind->parts[i], VEHICLE_BODY) && v->place[i] == v->bodies)
            return vehicle_fault(view, kind->parts[i],
                                 "this body hangs in a loop of joints, not on the first body");
    return NULL;
}

/* ---- bodies ---- */

/* Scale a vector to length 1; returns 0 if it is zero. */
static int unit(struct vec a, struct vec *to)
{
    double scale = num_fmax(num_fmax(fabs(a.x), fabs(a.y)), fabs(a.z));
    if (!(scale > 0))
        return 0;
    a = (struct vec){a.x / scale, a.y / scale, a.z / scale};
    *to = vec_scale(1 / sqrt(vec_dot(a, a)), a);
    return 1;
}

/* Inertia of a mass about a point at distance d from its centre of mass (parallel axis theorem). */
static struct sym shifted(struct sym a, double m, struct vec d)
{
    return (struct sym){a.xx + m * (d.y * d.y + d.z * d.z),
                        a.yy + m * (d.x * d.x + d.z * d.z),
                        a.zz + m * (d.x * d.x + d.y * d.y),
                        a.xy - m * d.x * d.y,
                        a.xz - m * d.x * d.z,
                        a.yz - m * d.y * d.z};
}

/* Merge one more rigidly joined body into a link. */
static void merge(struct linkage_body *link, double mass, struct vec centre, struct sym inertia)
{
    double both = link->mass + mass, part = both > 0 ? mass / both : 0;
    struct vec between = vec_sub(centre, link->centre);
    struct vec common = vec_along(link->centre, part, between);
    link->inertia = sym_add(shifted(link->inertia, link->mass, vec_sub(link->centre, common)),
                            shifted(inertia, mass, vec_sub(centre, common)));
    link->mass = both;
    link->centre = common;
}

/* True if no eigenvalue is negative beyond rounding: with VEHICLE_SUM_ROUNDING of the largest entry
 * added to the diagonal, the matrix is positive definite. */
static int semidefinite(const struct body_param *p)
{
    double most = num_fmax(num_fmax(p->xx, p->yy), p->zz), more = VEHICLE_SUM_ROUNDING;
    if (!(most > 0))
        return p->xy == 0 && p->yz == 0 && p->xz == 0;
    double xx = p->xx / most + more, xy = p->xy / most, xz = p->xz / most;
    double yy = p->yy / most + more - xy * xy / xx, yz = p->yz / most - xy * xz / xx;
    double zz = p->zz / most + more - xz * xz / xx - yz * yz / yy;
    return yy > 0 && zz > 0;
}

static const char *take_joint(const struct view *view, const struct part *part,
                              struct linkage_joint *joint)
{
    const struct joint_param *p = vehicle_param_of(view, part);
    joint->type = vehicle_is(part, VEHICLE_SLIDE) ? LINKAGE_SLIDE : LINKAGE_HINGE;
    joint->at = p->at;
    joint->stiffness = p->stiffness;
    joint->rest = p->rest;
    joint->damping = p->damping;
    return unit(p->axis, &joint->axis) ? NULL : vehicle_fault(view, part, "its axis has no length");
}

static const char *take_body(const struct view *view, struct vehicle *v, struct vehicle_body *body)
{
    const struct body_param *p = vehicle_param_of(view, body->part);
    const struct sym inertia = {p->xx, p->yy, p->zz, p->xy, p->xz, p->yz};
    int own = !body->joint || !vehicle_is(body->joint, VEHICLE_RIGID);
    if (!semidefinite(p))
        return vehicle_fault(view, body->part, "its inertia matrix has an eigenvalue below 0");
    body->link = own ? v->linkage.bodies : v->body[body->parent].link;
    struct linkage_body *link = &v->linkage.body[body->link];
    if (!own) {
        merge(link, p->mass, p->centre, inertia);
        return NULL;
    }
    *link = (struct linkage_body){.mass = p->mass,
                                  .centre = p->centre,
                                  .inertia = inertia,
                                  .parent = v->body[body->parent].link};
    if (v->linkage.bodies++ == 0)
        return NULL;
    v->joint[body->link - 1] = (struct vehicle_joint){body->joint, body->parent};
    return take_joint(view, body->joint, &link->joint);
}

static const char *take_bodies(const struct view *view, struct vehicle *v)
{
    const char *fault = NULL;
    for (size_t i = 0; !fault && i < v->bodies; i++)
        fault = take_body(view, v, &v->body[i]);
    v->stops = v->linkage.bodies - 1;
    for (size_t i = 0; !fault && i < v->bodies; i++) {
        const struct body_param *p = vehicle_param_of(view, v->body[i].part);
        v->body[i].offset = vec_sub(p->centre, v->linkage.body[v->body[i].link].centre);
    }
    return fault;
}

/* ---- wheels, points, springs ---- */

/* Add the rotor of a wheel on its axle; returns the number of its link. */
static size_t take_rotor(const struct view *view, struct vehicle *v, const struct part *part,
                         size_t carrier, struct vec axis)
{
    const struct wheel_param *p = vehicle_param_of(view, part);
    size_t link = v->linkage.bodies++;
    v->joint[link - 1] = (struct vehicle_joint){part, carrier};
    v->linkage.body[link] = (struct linkage_body){
        .mass = p->mass,
        .centre = p->rim.centre,
        .inertia = sym_about(p->cross_inertia, p->spin_inertia, axis),
        .parent = v->body[carrier].link,
        .joint = {LINKAGE_HINGE, p->rim.centre, axis, 0, 0, p->damping},
    };
    linkage_make_round(&v->linkage.body[link]);
    return link;
}

/* Index of a tyre among those of the vehicle; the number of tyres for NULL. */
static size_t find_tyre(const struct vehicle *v, const struct part *part)
{
    size_t k = 0;
    while (k < v->tyres && v->tyre[k].part != part)
        k++;
    return k;
}

static const char *take_tyres(const struct view *view, struct vehicle *v)
{
    const char *fault = NULL;
    size_t count = 0;
    for (size_t i = 0; !fault && i < view->kind->part_count; i++) {
        if (!vehicle_is(view->kind->parts[i], VEHICLE_TYRE))
            continue;
        v->tyre[count].part = view->kind->parts[i];
        fault = vehicle_pack_tyre(view, &v->tyre[count++]);
    }
    return fault;
}

static const char *take_rim(const struct view *view, struct vehicle *v, const struct part *part,
                            size_t number)
{
    const struct rim_param *p = vehicle_param_of(view, part);
    struct linkage_wheel *wheel = &v->linkage.wheel[number];
    size_t body = v->place[part->on[0]->number];
    *wheel = (struct linkage_wheel){v->body[body].link, p->centre, {0, 0, 0}, p->radius, p->crown};
    v->rim[number] = (struct vehicle_rim){.part = part,
                                          .law = &vehicle_laws[(int)p->law],
                                          .body = body,
                                          .tyre = find_tyre(v, part->on[1]),
                                          .flat_cosine = num_cos(p->flat_angle)};
    v->on_tyres += v->rim[number].law->loads ? 1 : 0;
    if (!unit(p->axis, &wheel->axis))
        return vehicle_fault(view, part, "its axis has no length");
    if (!(p->crown <= p->radius))
        return vehicle_fault(view, part, "its crown is above its radius");
    if (vehicle_is(part, VEHICLE_WHEEL))
        wheel->body = take_rotor(view, v, part, body, wheel->axis);
    return NULL;
}

static const char *take_rims(const struct view *view, struct vehicle *v)
{
    const char *fault = NULL;
    size_t count = 0;
    v->on_tyres = 0;
    for (size_t i = 0; !fault && i < view->kind->part_count; i++) {
        const struct part *part = view->kind->parts[i];
        if (vehicle_touches(part))
            fault = take_rim(view, v, part, count++);
    }
    return fault;
}

static void take_points(const struct view *view, struct vehicle *v)
{
    size_t count = 0;
    for (size_t i = 0; i < view->kind->part_count; i++) {
        const struct part *part = view->kind->parts[i];
        if (!vehicle_is(part, VEHICLE_POINT))
            continue;
        const struct point_param *p = vehicle_param_of(view, part);
        size_t body = v->place[part->on[0]->number], link = v->body[body].link;
        struct vec arm = vec_sub(p->at, v->linkage.body[link].centre);
        v->point[count++] = (struct vehicle_point){part, body, link, arm};
    }
}

static size_t find_point(const struct vehicle *v, const struct part *part)
{
    size_t i = 0;
    while (v->point[i].part != part)
        i++;
    return i;
}

static void take_springs(const struct kind *kind, struct vehicle *v)
{
    size_t count = 0;
    for (size_t i = 0; i < kind->part_count; i++) {
        const struct part *part = kind->parts[i];
        if (vehicle_is(part, VEHICLE_SPRING))
            v->spring[count++] = (struct vehicle_spring){
                part, {find_point(v, part->on[0]), find_point(v, part->on[1])}};
    }
}

const char *vehicle_course_build(const struct view *view, const struct polyline *terrain,
                                 double *memory, size_t *at)
{
    struct vehicle *v = (struct vehicle *)(void *)memory;
    size_t used = lay_out(v, view->kind, memory);
    const char *fault = NULL;
    v->ground = NULL;
    int has_terrain = terrain->points > 0 || terrain->surface;
    v->linkage.more = has_terrain ? footing_more(v->linkage.wheels) : 0;
    if (has_terrain)
        fault = footing_build(view, terrain, v, memory + used, at);
    if (fault || !view->param)
        return fault;
    *at = SIZE_MAX; /* errors from here on are not at a point of the terrain */
    find_holders(view->kind, v);
    fault = judge_holders(view, v);
    if (!fault)
        fault = grow_tree(view, v);
    if (!fault)
        fault = take_bodies(view, v);
    if (!fault)
        fault = take_tyres(view, v);
    if (!fault)
        fault = take_rims(view, v);
    if (fault)
        return fault;
    take_points(view, v);
    take_springs(view->kind, v);
    return NULL;
}
