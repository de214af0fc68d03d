/* SPDX-License-Identifier: MIT */
/* Kind constrained: constraints that open when their multiplier reaches 0 and close when phi
 * reaches 0, compared with closed forms. */
#include "support.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/constrained.h>
#include <wheeldyn/parts.h>

enum { MOST_FLOORS = 3 };

static const double gravity = 9.81;

/* A mass above shaking floors, y >= height + lift sin(beat t), with a constant force along x and y.
 * Lengths are in m, beat is in rad/s. */
struct mass {
    double mass, lift, beat, force[2], height[MOST_FLOORS];
    int floors;
};

static int32_t equations(double t, const double *q, const double *v, double *M, double *Q,
                         double *C, double *A, double *b, double *phi, void *user)
{
    const struct mass *p = user;
    (void)v, (void)C;
    M[0] = M[3] = p->mass;
    M[1] = M[2] = 0;
    Q[0] = p->force[0];
    Q[1] = p->force[1] - p->mass * gravity;
    for (int i = 0; i < p->floors; i++) {
        A[2 * i] = 0;
        A[2 * i + 1] = 1;
        phi[i] = q[1] - p->height[i] - p->lift * sin(p->beat * t);
        b[i] = -p->lift * p->beat * p->beat * sin(p->beat * t);
    }
    return 0;
}

static int32_t floors(double t, const double *q, const double *v, double *c, double *N, void *user)
{
    const struct mass *p = user;
    (void)q, (void)v, (void)N;
    for (int i = 0; i < p->floors; i++)
        c[i] = p->lift * p->beat * cos(p->beat * t);
    return 0;
}

static int32_t energies(double t, const double *q, const double *v, double *kinetic,
                        double *potential, double *power, void *user)
{
    const struct mass *p = user;
    (void)t;
    *kinetic = 0.5 * p->mass * (v[0] * v[0] + v[1] * v[1]);
    *potential = p->mass * gravity * q[1];
    *power = p->force[0] * v[0] + p->force[1] * v[1];
    return 0;
}

static wd_model *mass_new(struct mass *p)
{
    static const char *const names[] = {"floor", "second", "third"};
    wd_model *model = make("constrained", NULL);
    char name[64];
    must(model, wd_model_add_part(model, "coordinate", "x", NULL, 0), "x");
    must(model, wd_model_add_part(model, "coordinate", "y", NULL, 0), "y");
    for (int i = 0; i < p->floors; i++) {
        must(model, wd_model_add_part(model, "constraint", names[i], NULL, 0), names[i]);
        snprintf(name, sizeof name, "param.%s.one_sided", names[i]);
        choose(model, name, "yes");
        snprintf(name, sizeof name, "param.%s.opens", names[i]);
        choose(model, name, "yes");
    }
    must(model, wd_model_set_equations(model, equations, p), "equations");
    must(model, wd_model_set_constraints(model, floors, p), "constraints");
    must(model, wd_model_set_energies(model, energies, p), "energies");
    set(model, "solver.rtol", 1e-12);
    return model;
}

struct happened {
    double t;
    int32_t type;
    double part, value;
};

static struct happened read_event(const wd_model *model, size_t i)
{
    struct happened e = {NAN, 0, NAN, NAN};
    double values[2] = {NAN, NAN};
    if (i >= wd_model_event_count(model))
        return e;
    must(model, wd_model_event(model, i, &e.t, &e.type, values, 2), "event");
    e.part = values[0];
    e.value = values[1];
    return e;
}

/* A mass that falls from 1 m hits the floor and stays there. */
static void mass_falls_on_floor(double fixed_step)
{
    struct mass p = {.mass = 2, .floors = 1};
    wd_model *model = mass_new(&p);
    set(model, "init.y.q", 1);
    set(model, "init.x.v", 0.5);
    set(model, "solver.fixed_step", fixed_step);
    start(model, 0);
    near_abs(get(model, "output.floor.violation"), 1, 0,
             "at the start the mass is above the floor");
    near_abs(get(model, "output.floor.multiplier"), 0, 0, "at the start the floor exerts no force");
    go(model, 2);
    double t = sqrt(2 / gravity), speed = gravity * t;
    struct happened e = read_event(model, 0);
    check(wd_model_event_count(model) == 1 && e.type == WD_EVENT_IMPACT && e.part == 2,
          "%zu event occurs, %s of part %g; expected is one impact of part 2",
          wd_model_event_count(model), wd_event_name(e.type), e.part);
    near_abs(e.t, t, 1e-12, "time at which the contact closes");
    near_abs(e.value, p.mass * speed, 1e-11, "impulse of the impact");
    near_abs(get(model, "state.y.q"), 0, 1e-13, "the mass stays on the floor");
    near_abs(get(model, "output.floor.multiplier"), p.mass * gravity, 1e-12,
             "the floor carries the mass");
    near_abs(get(model, "state.x.v"), 0.5, 1e-12, "the mass keeps its velocity along the floor");
    near_abs(get(model, "output.dissipated"), p.mass * gravity, 1e-11,
             "the energy of the fall is dissipated");
    wd_model_free(model);
}

/* A mass on a shaking floor separates when the floor accelerates downwards by g, flies on a
 * parabola and has the speed of the floor after the impact. */
static void is_thrown(void)
{
    struct mass p = {.mass = 2, .floors = 1, .lift = 0.05, .beat = 20};
    wd_model *model = mass_new(&p);
    double off = asin(gravity / (p.lift * p.beat * p.beat)) / p.beat;
    double height = p.lift * sin(p.beat * off), speed = p.lift * p.beat * cos(p.beat * off);
    start(model, 0);
    set(model, "solver.stop_at_events", 1);
    check(wd_model_event_count(model) == 0 && wd_model_step_to(model, 1) == WD_EVENT,
          "a mass on a shaking floor starts without an event");
    struct happened e = read_event(model, 0);
    check(e.type == WD_EVENT_DETACH && e.part == 2, "the mass separates from the floor: %s",
          wd_event_name(e.type));
    near_abs(e.t, off, 1e-11, "time at which the floor accelerates downwards by g");
    near_abs(e.value, 0, 1e-9, "the multiplier is 0 at the separation");
    check(wd_model_step_to(model, 1) == WD_EVENT, "an event ends the flight of the mass");
    e = read_event(model, 1);
    double flight = e.t - off;
    check(e.type == WD_EVENT_IMPACT && flight > 0.01, "the contact closes after %g s: %s", flight,
          wd_event_name(e.type));
    near_abs(height + speed * flight - 0.5 * gravity * flight * flight, p.lift * sin(p.beat * e.t),
             1e-10, "height at which the parabola meets the floor");
    double before = speed - gravity * flight, floor = p.lift * p.beat * cos(p.beat * e.t);
    near_abs(e.value, p.mass * (floor - before), 1e-9, "impulse relative to the floor");
    near_abs(get(model, "state.y.v"), floor, 1e-11,
             "the mass has the speed of the floor after the impact");
    set(model, "solver.stop_at_events", 0);
    go(model, 5);
    double balance = get(model, "output.kinetic_energy") + get(model, "output.potential_energy") -
                     get(model, "output.work") + get(model, "output.dissipated");
    near_abs(balance, 0.5 * p.mass * pow(p.lift * p.beat, 2), 1e-8,
             "work of the floor and losses in impacts explain the energy");
    size_t impacts = 0, count = wd_model_event_count(model);
    for (size_t i = 0; i < count; i++)
        impacts += read_event(model, i).type == (i % 2 ? WD_EVENT_IMPACT : WD_EVENT_DETACH);
    check(impacts == count && count > 20, "the contact opens and closes in turn, %zu events",
          count);
    wd_model_free(model);
}

/* A closed contact at rest stays closed without a contact force and under an additional force
 * downwards (force < 0), and opens under an additional force upwards. */
static void rest_under_force(double force)
{
    struct mass p = {.mass = 2, .floors = 1, .force = {0, 2 * gravity}};
    wd_model *model = mass_new(&p);
    p.force[1] = p.mass * gravity;
    start(model, 0);
    go(model, 1);
    check(wd_model_event_count(model) == 0, "on the floor without contact force: no event");
    p.force[1] = p.mass * gravity + force;
    go(model, 2);
    near_abs(get(model, "state.y.q"), force > 0 ? 0.5 * force / p.mass : 0, 1e-11,
             force > 0 ? "the contact opens under a pull"
                       : "the contact stays closed under a push");
    near_abs(get(model, "output.floor.multiplier"), force > 0 ? 0 : -force, 1e-12,
             "multiplier of the contact");
    check(wd_model_event_count(model) == (force > 0),
          "%zu events occur: one if the force lifts the mass, else none",
          wd_model_event_count(model));
    wd_model_free(model);
}

/* Several floors: the highest floor carries the mass; floors of equal height share the force. */
static void several_floors(double second, double third)
{
    struct mass p = {.mass = 2, .floors = 3, .height = {0, second, third}};
    double highest = fmax(0, fmax(second, third)), t = sqrt(2 * (1 - highest) / gravity);
    int equal = (highest == 0) + (highest == second) + (highest == third);
    wd_model *model = mass_new(&p);
    set(model, "init.y.q", 1);
    start(model, 0);
    go(model, 2);
    near_abs(get(model, "state.y.q"), highest, 1e-13, "the mass rests on the highest floor");
    near_abs(get(model, "output.floor.multiplier") + get(model, "output.second.multiplier") +
                 get(model, "output.third.multiplier"),
             p.mass * gravity, 1e-11, "the floors carry the mass");
    near_abs(get(model, "output.floor.multiplier"), highest > 0 ? 0 : p.mass * gravity / equal,
             1e-11, "force of the lowest floor: its share, or 0 below the highest floor");
    check(wd_model_event_count(model) == (size_t)equal && fabs(read_event(model, 0).t - t) < 1e-11,
          "%zu impacts occur, one for each of the highest floors, at the time of the fall",
          wd_model_event_count(model));
    wd_model_free(model);
}

static void start_inside(void)
{
    struct mass p = {.mass = 2, .floors = 1};
    wd_model *model = mass_new(&p);
    set(model, "init.y.q", -0.5);
    set(model, "init.y.v", 3);
    start(model, 0);
    near_abs(get(model, "state.y.q"), 0, 1e-15, "a start below the floor is projected onto it");
    near_abs(get(model, "state.y.v"), 3, 1e-15, "a mass that moves away keeps its velocity");
    go(model, 0.1);
    check(wd_model_event_count(model) == 0 && get(model, "state.y.q") > 0.2,
          "the mass leaves the floor without an event");
    wd_model_reset(model);
    set(model, "init.y.q", 0);
    set(model, "init.y.v", -3);
    start(model, 0);
    near_abs(get(model, "state.y.v"), 0, 1e-15, "a mass that moves into the floor is stopped");
    wd_model_free(model);
}

/* ---- a block that rocks ---- */

/* A block 2 b wide, 2 h high on two corners, without friction: coordinates are the height of its
 * centre and its tilt. phi of a corner is its height. */
struct block {
    double mass, inertia, half_width, half_height;
    size_t left; /* the function fails in this call, counted from now; 0: it never fails */
};

static int32_t block_equations(double t, const double *q, const double *v, double *M, double *Q,
                               double *C, double *A, double *b, double *phi, void *user)
{
    struct block *p = user;
    double s = sin(q[1]), c = cos(q[1]);
    (void)t, (void)C;
    if (p->left > 0 && --p->left == 0)
        return 1;
    M[0] = p->mass;
    M[1] = M[2] = 0;
    M[3] = p->inertia;
    Q[0] = -p->mass * gravity;
    for (int i = 0; i < 2; i++) {
        double x = i ? p->half_width : -p->half_width, y = -p->half_height;
        A[2 * i] = 1;
        A[2 * i + 1] = x * c - y * s;
        b[i] = (x * s + y * c) * v[1] * v[1];
        phi[i] = q[0] + x * s + y * c;
    }
    return 0;
}

static wd_model *block_new(struct block *p)
{
    wd_model *model = make("constrained", NULL);
    must(model, wd_model_add_part(model, "coordinate", "y", NULL, 0), "y");
    must(model, wd_model_add_part(model, "coordinate", "tilt", NULL, 0), "tilt");
    must(model, wd_model_add_part(model, "constraint", "left", NULL, 0), "left");
    must(model, wd_model_add_part(model, "constraint", "right", NULL, 0), "right");
    choose(model, "param.left.one_sided", "yes");
    choose(model, "param.left.opens", "yes");
    choose(model, "param.right.one_sided", "yes");
    choose(model, "param.right.opens", "yes");
    must(model, wd_model_set_equations(model, block_equations, p), "equations");
    set(model, "init.y.q", 0.1);
    set(model, "init.tilt.v", 1);
    return model;
}

/* Each impact keeps the fraction (I - m b^2)/(I + m b^2) of the tilt rate. The times between
 * impacts become shorter and shorter, and the block comes to rest on both corners. */
static void block_rocks(double fixed_step)
{
    struct block p = {2, 0.05, 0.1, 0.1, 0};
    double arm = p.mass * p.half_width * p.half_width, worst = 0, last = 0;
    wd_model *model = block_new(&p);
    set(model, "solver.fixed_step", fixed_step);
    start(model, 0);
    go(model, 5);
    size_t count = wd_model_event_count(model), impacts = 0;
    for (size_t i = 0; i < count; i++) {
        struct happened e = read_event(model, i);
        if (e.type != WD_EVENT_IMPACT)
            continue;
        /* After impulses below 1e-2 N s the gap stays below its rounding error. */
        if (last > 0 && e.value > 1e-2)
            worst = fmax(worst, fabs(e.value / last - (p.inertia - arm) / (p.inertia + arm)));
        last = e.value;
        impacts++;
    }
    check(impacts > 3 && impacts < 200 && read_event(model, count - 1).t < 2,
          "a block rocks with %zu impacts and comes to rest at %g s", impacts,
          read_event(model, count - 1).t);
    near_abs(worst, 0, 1e-7, "each impact keeps the expected fraction of the tilt rate");
    near_abs(get(model, "output.left.multiplier"), p.mass * gravity / 2, 1e-9,
             "force on the left corner of the block at rest");
    near_abs(get(model, "output.right.multiplier"), p.mass * gravity / 2, 1e-9,
             "force on the right corner of the block at rest");
    near_abs(get(model, "state.tilt.q"), 0, 1e-12, "tilt of the block at rest");
    wd_model_free(model);
}

/* If a function fails, the call fails and leaves the model unchanged; a snapshot continues with the
 * same bits. */
static void fails_anywhere(void)
{
    static unsigned char bytes[1 << 16];
    struct block p = {2, 0.03, 0.1, 0.1, 0}, twin = p;
    wd_model *model = block_new(&p), *other = block_new(&twin);
    start(model, 0);
    go(model, 0.02);
    must(other, wd_model_save(model, bytes, sizeof bytes), "save");
    must(other, wd_model_load(other, bytes, wd_model_save_size(model)), "load");
    double tilt = get(model, "state.tilt.q"), rate = get(model, "state.tilt.v");
    size_t count = 1, fine = 0;
    while (p.left = count, wd_model_step_to(model, 0.04) == WD_EINPUT) {
        fine += wd_model_time(model) == 0.02 && get(model, "state.tilt.q") == tilt &&
                get(model, "state.tilt.v") == rate && wd_model_event_count(model) == 0;
        count++;
    }
    check(count > 100 && fine == count - 1 && wd_model_time(model) == 0.04,
          "a failure in each of %zu calls leaves the model unchanged", count - 1);
    go(other, 0.04);
    check(wd_model_event_count(model) > 1 &&
              get(model, "state.tilt.q") == get(other, "state.tilt.q") &&
              wd_model_event_count(other) == wd_model_event_count(model),
          "a snapshot continues with the same bits through %zu events",
          wd_model_event_count(model));
    wd_model_free(model);
    wd_model_free(other);
}

static void refuses_setting(const char *name, const char *value, double number, const char *text)
{
    struct mass p = {.mass = 2, .floors = 1};
    wd_model *model = mass_new(&p);
    if (value)
        choose(model, name, value);
    else
        set(model, name, number);
    check(wd_model_init(model, 0) == WD_EINVAL && strstr(wd_model_error(model), text),
          "init is refused: %s", wd_model_error(model));
    wd_model_free(model);
}

int main(void)
{
    mass_falls_on_floor(0);
    mass_falls_on_floor(0.01);
    is_thrown();
    rest_under_force(3);
    rest_under_force(-3);
    several_floors(0, 0);
    several_floors(0.2, 0.2);
    several_floors(-1, 0);
    start_inside();
    block_rocks(0);
    block_rocks(1e-3);
    fails_anywhere();
    refuses_setting("param.floor.one_sided", "no", 0, "one_sided");
    refuses_setting("param.floor.holonomic", "no", 0, "holonomic");
    refuses_setting("param.floor.relax", NULL, 0.5, "relax");
    return done();
}
