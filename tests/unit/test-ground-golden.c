/* SPDX-License-Identifier: MIT */
/* Contacts of whole vehicles in golden states, impacts and runs: places, normals, and velocities
 * and accelerations of the material points. */
#include "ground-surface.h"
#include "ground.h"
#include "ground/near.h"
#include "linkage.h"

static struct ground_profile ground;
static struct machine machine;
static double state[STATES_MOST];

/* ---- wheels of a machine in the current state ---- */

static struct touch_wheel wheel_of(size_t w)
{
    const struct linkage_wheel *wheel = &machine.wheel[w];
    const struct linkage_link *link = &machine.work.link[wheel->body];
    struct vec arm = vec_sub(wheel->centre, machine.body[wheel->body].centre);
    struct vec centre = vec_add(link->r, mat_turn(&link->R, arm));
    centre.x += state[LINKAGE_PLACE];
    centre.y += state[LINKAGE_PLACE + 1];
    centre.z += state[LINKAGE_PLACE + 2];
    return (struct touch_wheel){centre, mat_turn(&link->R, wheel->axis), wheel->radius,
                                wheel->crown};
}

static struct vec arm_of(size_t w, const struct touch_wheel *wheel)
{
    const struct linkage_link *link = &machine.work.link[machine.wheel[w].body];
    struct vec arm = vec_sub(wheel->centre, link->r);
    arm.x -= state[LINKAGE_PLACE];
    arm.y -= state[LINKAGE_PLACE + 1];
    arm.z -= state[LINKAGE_PLACE + 2];
    return arm;
}

static struct touch_motion motion_of(size_t w, const struct touch_wheel *wheel)
{
    const struct linkage_link *link = &machine.work.link[machine.wheel[w].body];
    return (struct touch_motion){vec_add(link->v, vec_cross(link->W, arm_of(w, wheel))), link->W};
}

/* Acceleration of the material point at a contact; `machine` holds the motion. */
static struct vec acceleration_of(size_t w, const struct touch_wheel *wheel,
                                  const struct touch *touch, const struct touch_rate *rate)
{
    const struct linkage_link *link = &machine.work.link[machine.wheel[w].body];
    struct vec arm = arm_of(w, wheel), W = link->W;
    struct vec centre = vec_add(link->a, vec_cross(link->alpha, arm));
    centre = vec_add(centre, vec_cross(W, vec_cross(W, arm)));
    return vec_add(vec_add(centre, vec_cross(link->alpha, touch->at)), vec_cross(W, rate->at));
}

/* ---- states ---- */

enum { CONTACTS = 4 };

struct golden_state {
    struct moment moment;
    char model[32];
    int id;
    int surface; /* number of the surface; -1: the profile */
    double heading, wheel[CONTACTS], feature[CONTACTS];
    double n[3 * CONTACTS], C[3 * CONTACTS], u[3 * CONTACTS], acc[3 * CONTACTS];
    int contacts;
};

static void read_golden_state(const struct csv *csv, struct golden_state *s)
{
    struct {
        const char *name;
        double *to;
    } table[] = {{"contact_wheel", s->wheel},
                 {"contact_feature", s->feature},
                 {"heading", &s->heading},
                 {"n", s->n},
                 {"C", s->C},
                 {"u", s->u},
                 {"contact_acc", s->acc}};
    const char *what = csv_text(csv, "what");
    int index = atoi(csv_text(csv, "index"));
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(what, table[i].name) == 0)
            table[i].to[index] = csv_real(csv, "value");
    if (strcmp(what, "contact_wheel") == 0)
        s->contacts++;
    else if (strcmp(what, "surface") == 0)
        s->surface = (int)csv_real(csv, "value");
    else if (strncmp(what, "contact_", 8) != 0)
        read_number(csv, &s->moment);
}

/* Largest errors of gap, normal, contact point, velocity and acceleration; contacts not found. */
struct worst {
    double gap, n, C, u, acc;
    int contacts, missed;
};

static struct vec vector_at(const double *list, int k)
{
    return (struct vec){list[3 * k], list[3 * k + 1], list[3 * k + 2]};
}

/* Find the contact of a wheel with this feature of the state's ground near the contact point C. */
static int find_contact(const struct golden_state *s, const struct touch_wheel *wheel,
                        int64_t feature, struct vec C, struct touch *touch)
{
    struct near near = {0};
    struct surface surface;
    size_t hint = SIZE_MAX;
    struct profile profile = profile_make(&ground.terrain, s->heading);
    if (s->surface < 0) {
        near_find(&profile, wheel, 1e-9, &hint, &near);
    } else {
        surface_of_function(&surface, golden[s->surface], NULL);
        near_surface(&surface, wheel, 1e-9, &near);
    }
    for (size_t k = 0; k < near.n; k++)
        if (near.touch[k].feature == feature &&
            ground_apart(vec_add(wheel->centre, near.touch[k].at), C) < 1e-3) {
            *touch = near.touch[k];
            return 1;
        }
    return 0;
}

static void judge_state(const struct golden_state *s, struct worst *worst)
{
    char path[64];
    snprintf(path, sizeof path, "ground/model_states_%s.csv", s->model);
    machine_read(path, &machine);
    state_of(&s->moment, linkage_joints(&machine.linkage), state);
    linkage_place(&machine.linkage, state, &machine.work);
    linkage_follow(&machine.linkage, s->moment.acc, &machine.work);
    for (int k = 0; k < s->contacts; k++) {
        size_t w = (size_t)s->wheel[k];
        struct touch_wheel wheel = wheel_of(w);
        struct touch_motion motion = motion_of(w, &wheel);
        struct touch touch;
        struct touch_rate rate;
        struct vec C = vector_at(s->C, k), acc = vector_at(s->acc, k);
        worst->contacts++;
        if (!find_contact(s, &wheel, (int64_t)s->feature[k], C, &touch)) {
            worst->missed++;
            continue;
        }
        touch_rates(&touch, &wheel, &motion, &rate);
        ground_worse(&worst->gap, fabs(touch.gap), 1);
        ground_worse(&worst->n, ground_apart(touch.n, vector_at(s->n, k)), 1);
        ground_worse(&worst->C, ground_apart(vec_add(wheel.centre, touch.at), C), 1);
        ground_worse(&worst->u, ground_apart(rate.slip, vector_at(s->u, k)), 1);
        ground_worse(&worst->acc, ground_apart(acceleration_of(w, &wheel, &touch, &rate), acc),
                     sqrt(vec_dot(acc, acc)));
    }
}

static void test_states(void)
{
    static struct golden_state s;
    struct worst worst = {0};
    struct csv csv;
    s.id = -1;
    csv_open(&csv, "ground/states.csv");
    for (int more = 1; more;) {
        more = csv_next(&csv);
        int id = more ? atoi(csv_text(&csv, "state")) : -1;
        if (id != s.id) {
            if (s.id >= 0)
                judge_state(&s, &worst);
            memset(&s, 0, sizeof s);
            s.id = id;
            if (more)
                snprintf(s.model, sizeof s.model, "%s", csv_text(&csv, "model"));
        }
        if (more)
            read_golden_state(&csv, &s);
    }
    check(worst.contacts > 40 && worst.missed == 0, "%d contacts of golden states, %d not found",
          worst.contacts, worst.missed);
    near_abs(worst.gap, 0, 1e-12, "gaps of golden states");
    near_abs(worst.n, 0, 1e-12, "normals of golden states");
    near_abs(worst.C, 0, 1e-12, "contact points of golden states");
    near_abs(worst.u, 0, 1e-11, "velocities of the material points");
    near_abs(worst.acc, 0, 1e-11, "accelerations of the material points");
}

/* ---- impacts ---- */

/* Wheels at golden impacts, where they touch two features at once. */
static void test_impacts(void)
{
    static const double xy[] = {-3, 0, 0, 0, 0, .09, 1, .09, 1, 2, 2, 2};
    struct csv csv;
    struct worst worst = {0};
    ground_build(&ground, xy, NULL, 6);
    csv_open(&csv, "ground/impacts.csv");
    while (csv_next(&csv)) {
        static const char *const names[] = {"x_x",    "x_y",    "x_z",   "quat_w",
                                            "quat_x", "quat_y", "quat_z"};
        struct profile profile = profile_make(&ground.terrain, csv_real(&csv, "heading"));
        double q[7];
        for (int k = 0; k < 7; k++)
            q[k] = csv_real(&csv, names[k]);
        const double back[] = {q[3], -q[4], -q[5], -q[6]};
        struct touch_wheel wheel = {{q[0], q[1], q[2]},
                                    turned_back(back, (struct vec){0, 1, 0}),
                                    .4,
                                    csv_real(&csv, "crown")};
        struct near near;
        size_t hint = 0;
        near_find(&profile, &wheel, 1e-9, &hint, &near);
        worst.contacts++;
        worst.missed += near.n != 2 || strcmp(csv_text(&csv, "kind"),
                                              near.touch[0].feature == 0 ? "0+3" : "4+6") != 0;
        for (size_t k = 0; k < near.n && k < 2; k++) {
            struct vec C = vec_add(wheel.centre, near.touch[k].at);
            ground_worse(&worst.gap, fabs(near.touch[k].gap), 1);
            ground_worse(&worst.n,
                         ground_apart(near.touch[k].n, ground_vec(&csv, k ? "n1_" : "n0_", "")), 1);
            ground_worse(&worst.C, ground_apart(C, ground_vec(&csv, k ? "C1_" : "C0_", "")), 1);
        }
    }
    check(worst.contacts == 30 && worst.missed == 0,
          "%d wheels that touch two features, %d of them not found", worst.contacts, worst.missed);
    near_abs(worst.gap, 0, 1e-12, "largest gap at an impact");
    near_abs(worst.n, 0, 1e-12, "largest error of a normal at an impact");
    near_abs(worst.C, 0, 1e-12, "largest error of a contact point at an impact");
}

/* ---- runs ---- */

/* Read the profile from the rows of a model: end points of segments, and radii, which are positive
 * for hills. */
static double read_ground(const char *path)
{
    struct csv csv;
    double heading = 0, xy[2 * GROUND_POINTS], bulge[GROUND_POINTS];
    size_t n = 0;
    csv_open(&csv, path);
    while (csv_next(&csv)) {
        if (strcmp(csv.cell[0], "heading") == 0)
            heading = strtod(csv.cell[2], NULL);
        if (strcmp(csv.cell[0], "segment") != 0)
            continue;
        double p[5];
        for (int k = 0; k < 5; k++)
            p[k] = strtod(csv.cell[2 + k], NULL);
        double chord = hypot(p[2] - p[0], p[3] - p[1]);
        memcpy(xy + 2 * n, p, 4 * sizeof *p);
        bulge[n++] = p[4] == 0 ? 0 : -tan(asin(chord / 2 / p[4]) / 2);
    }
    check(ground_build(&ground, xy, bulge, n + 1) == TERRAIN_FINE, "%s: %zu segments", path, n);
    return heading;
}

static void read_state(const struct csv *csv)
{
    static const char *const root[] = {"x",  "y",  "z",  "qw",  "qx",  "qy", "qz",
                                       "vx", "vy", "vz", "wbx", "wby", "wbz"};
    for (int k = 0; k < LINKAGE_JOINT; k++)
        state[k] = csv_real(csv, root[k]);
    for (size_t j = 0; j < linkage_joints(&machine.linkage); j++) {
        char name[32];
        snprintf(name, sizeof name, "q%zu", j);
        state[LINKAGE_JOINT + 2 * j] = csv_real(csv, name);
        state[LINKAGE_JOINT + 2 * j + 1] = 0;
    }
}

/* True if the touch reports the feature. Where a wheel passes a border between features, either may
 * be reported. */
static int is_reported(const struct touch *touch, int64_t feature)
{
    return touch->feature == feature ||
           (terrain_joined(&ground.terrain, touch->feature, feature) && touch->border > -1e-9);
}

/* In each row of the run up to the time `until` the wheels touch the features that the row reports,
 * and penetrate no feature. */
static void test_run(const char *name, double until, double tolerance)
{
    char path[64];
    struct csv csv;
    double worst = 0;
    int reported = 0, missed = 0, deep = 0;
    size_t hint = SIZE_MAX;
    snprintf(path, sizeof path, "ground/model_%s.csv", name);
    struct profile profile = profile_make(&ground.terrain, read_ground(path));
    machine_read(path, &machine);
    snprintf(path, sizeof path, "ground/run_%s.csv", name);
    csv_open(&csv, path);
    while (csv_next(&csv)) {
        if (csv_real(&csv, "t") > until)
            continue;
        read_state(&csv);
        linkage_place_still(&machine.linkage, state, &machine.work);
        for (size_t w = 0; w < machine.linkage.wheels; w++) {
            char contacts[32];
            struct touch_wheel wheel = wheel_of(w);
            struct near near;
            int found = 0;
            snprintf(contacts, sizeof contacts, "contacts%zu", w);
            const char *text = csv_text(&csv, contacts);
            near_find(&profile, &wheel, 1e-6, &hint, &near);
            for (size_t k = 0; k < near.n; k++) {
                deep += near.touch[k].gap < -tolerance;
                if (text[0] == '-' || !is_reported(&near.touch[k], atoi(text)))
                    continue;
                worst = fmax(worst, fabs(near.touch[k].gap));
                found = 1;
            }
            reported += text[0] != '-';
            missed += text[0] != '-' && !found;
        }
    }
    check(reported > 10 && missed == 0 && deep == 0,
          "%s: %d contacts of the run, %d not found, %d too deep", name, reported, missed, deep);
    near_abs(worst, 0, tolerance, name);
}

int main(void)
{
    ground_golden(&ground);
    test_states();
    test_impacts();
    test_run("strike0", 1, 1e-12);
    test_run("strike", 1, 1e-8);
    test_run("pipe", 9, 1e-12);
    test_run("bike", 9, 1e-12);
    test_run("car", 9, 1e-8);
    test_run("robot", 0.37, 1e-8);
    return done();
}
