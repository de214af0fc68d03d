/* SPDX-License-Identifier: MIT */
/* Golden states of vehicles on profiles and surfaces: places, normals, velocities and accelerations
 * of the material points, and with the modes of the table the accelerations of the vehicle and the
 * forces. */
#include "ground-machine.h"

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

enum { CONTACTS = 4 };

struct golden_state {
    struct moment moment;
    char model[32];
    int id;
    int surface; /* number of the surface; -1: the profile */
    double heading, wheel[CONTACTS], feature[CONTACTS];
    double n[3 * CONTACTS], C[3 * CONTACTS], u[3 * CONTACTS], acc[3 * CONTACTS];
    int contacts, sticks[CONTACTS];
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
    else if (strcmp(what, "contact_mode") == 0)
        s->sticks[index] = strcmp(csv_text(csv, "value"), "stick") == 0;
    else if (strcmp(what, "surface") == 0)
        s->surface = (int)csv_real(csv, "value");
    else if (strncmp(what, "contact_", 8) != 0)
        read_number(csv, &s->moment);
}

/* Largest errors of gap, normal, contact point, its velocity and acceleration, of the accelerations
 * of the vehicle and of the forces; contacts not found; states that could not be solved. */
struct worst {
    double gap, n, C, u, acc, motion, force;
    int contacts, missed, unsolved;
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

/* ---- equations of motion of a state ---- */

/* The contacts of a state: the first one of each wheel, then the others. */
struct footing {
    const struct golden_state *state;
    int golden[CONTACTS]; /* number of the contact in the table */
    struct touch_wheel wheel[CONTACTS];
    struct touch touch[CONTACTS];
};

static void reach_ground(void *context, size_t c, const struct linkage_wheel *wheel,
                         struct vec root, struct linkage_contact *contact)
{
    struct footing *f = context;
    int k = f->golden[c];
    f->wheel[c] = (struct touch_wheel){vec_add(root, contact->centre), contact->axis, wheel->radius,
                                       wheel->crown};
    find_contact(f->state, &f->wheel[c], (int64_t)f->state->feature[k], vector_at(f->state->C, k),
                 &f->touch[c]);
    contact->frame[0] = f->touch[c].n;
    contact->frame[1] = f->touch[c].t1;
    contact->frame[2] = f->touch[c].t2;
    contact->rho = f->touch[c].at;
    contact->gap = f->touch[c].gap;
}

static void turn_ground(void *context, size_t c, struct vec v, struct vec W,
                        struct linkage_turn *turn)
{
    struct footing *f = context;
    struct touch_motion motion = {v, W};
    struct touch_rate rate;
    touch_rates(&f->touch[c], &f->wheel[c], &motion, &rate);
    *turn = (struct linkage_turn){rate.n, rate.at};
}

static void list_contacts(const struct golden_state *s, struct footing *f)
{
    size_t wheels = machine.linkage.wheels, more = wheels;
    int first[WHEELS] = {0};
    machine.work.contacts = (size_t)s->contacts;
    for (int k = 0; k < s->contacts; k++) {
        size_t w = (size_t)s->wheel[k], c = first[w]++ == 0 ? w : more++;
        f->golden[c] = k;
        machine.work.contact[c].wheel = w;
    }
}

/* Mode of each contact, and the direction of a slip in its frame. */
static void set_grips(const struct footing *f, struct linkage_grip *grip)
{
    for (size_t c = 0; c < machine.work.contacts; c++) {
        const struct linkage_contact *contact = &machine.work.contact[c];
        double x = contact->speed[1], y = contact->speed[2], size = hypot(x, y);
        int sticks = f->state->sticks[f->golden[c]];
        grip[c] = (struct linkage_grip){sticks ? LINKAGE_STICK : LINKAGE_SLIP,
                                        machine.mu[contact->wheel],
                                        {x / size, y / size}};
    }
}

/* Accelerations and forces with the contacts and modes of the table. */
static void solve_state(const struct golden_state *s, struct worst *worst)
{
    struct footing f = {.state = s};
    const struct linkage_ground rows = {&f, reach_ground, turn_ground};
    struct linkage_grip grip[CONTACTS];
    struct setting setting;
    double force[ROWS_MOST], acceleration[SPEEDS_MOST];
    struct vec sum[CONTACTS] = {{0, 0, 0}};
    struct linkage *linkage = &machine.linkage;
    linkage->more = CONTACTS;
    machine_carve(&machine);
    machine.work.ground = &rows;
    list_contacts(s, &f);
    linkage_place(linkage, state, &machine.work);
    set_grips(&f, grip);
    setting_of(&s->moment, &machine, &setting);
    setting.hold.contact = grip;
    int status = linkage_factor(linkage, &machine.work);
    linkage_drive(linkage, state, &setting.drive, &machine.work);
    linkage_choose(linkage, &setting.hold, &machine.work);
    worst->unsolved += status || linkage_solve(linkage, &setting.hold, &machine.work, force);
    linkage_accelerate(linkage, &machine.work, force, acceleration);
    for (size_t i = 0; i < 6 + linkage_joints(linkage); i++)
        ground_worse(&worst->motion, fabs(acceleration[i] - s->moment.acc[i]),
                     fabs(s->moment.acc[i]));
    for (size_t i = 0; i < machine.work.rows; i++) {
        size_t c = machine.work.number[i] / 3, k = machine.work.number[i] % 3;
        sum[c] = vec_along(sum[c], force[i], machine.work.contact[c].frame[k]);
    }
    for (size_t c = 0; c < machine.work.contacts; c++) {
        struct vec F = vector_at(s->moment.F, f.golden[c]);
        ground_worse(&worst->force, ground_apart(sum[c], F), sqrt(vec_dot(F, F)));
    }
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
    solve_state(s, worst);
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
    check(worst.unsolved == 0, "%d states without a solution", worst.unsolved);
    near_abs(worst.motion, 0, 1e-11, "accelerations of golden states");
    near_abs(worst.force, 0, 1e-11, "forces of golden states");
}

int main(void)
{
    ground_golden(&ground);
    test_states();
    return done();
}
