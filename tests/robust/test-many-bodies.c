/* SPDX-License-Identifier: MIT */
/* A chain of 1,000 bodies on hinges: long calls ask the interrupt function as often as those of a
 * small vehicle, and energy is kept; the linear model; and the limits of parts of a vehicle. */
#include "blocks.h"
#include "model/vehicle.h"

#include "core/model.h"

#include <stdlib.h>
#include <string.h>

/* Numbers of bodies: of the longest chain, and of one whose energy is compared unless all cases are
 * tested. */
enum { BODIES = 1000, FEW_BODIES = 100 };

/* Largest number of blocks between two calls of the interrupt function, as in gaps.h, and millions
 * of blocks after which the function interrupts the call. */
#define MOST_GAP 5e6
enum { PATIENCE = 15, ALL_PATIENCE = 150 };

/* ---- the chain ---- */

/* Bodies are added from the tip to the root, so that each parent comes after its child. */
static wd_model *long_chain(int bodies)
{
    wd_model *model = new_vehicle();
    char body[16], joint[16], parent[16];
    for (int k = 0; k < bodies; k++) {
        int i = k == 0 ? 0 : bodies - k;
        snprintf(body, sizeof body, "b%d", i);
        add_body(model, body, 1, 0.01, 0.1 * i, 0, 0);
    }
    for (int i = 1; i < bodies; i++) {
        snprintf(body, sizeof body, "b%d", i);
        snprintf(parent, sizeof parent, "b%d", i - 1);
        snprintf(joint, sizeof joint, "j%d", i);
        const double at[3] = {0.1 * i - 0.05, 0, 0}, axis[3] = {0, i % 2, (i + 1) % 2};
        add_joint(model, "hinge", joint, parent, body, at, axis);
        set(model, name_of("init", joint, "rate"), 0.5 * sin(i));
    }
    return model;
}

/* ---- work between two calls of the interrupt function ---- */

struct watch {
    double began, patience, last, longest;
};

static int32_t ask(void *user)
{
    struct watch *watch = user;
    double now = (double)blocks_executed;
    watch->longest = fmax(watch->longest, now - watch->last);
    watch->last = now;
    return now - watch->began > watch->patience;
}

/* Check the work without a call of the function until time t; t = 0: of init. */
static void check_gap(const char *what, wd_model *model, double t)
{
    double now = (double)blocks_executed;
    struct watch watch = {now, 1e6 * few_or_all(PATIENCE, ALL_PATIENCE), now, 0};
    must(model, wd_model_set_interrupt_fn(model, ask, &watch), "interrupt function");
    int32_t status = t > 0 ? wd_model_step_to(model, t) : wd_model_init(model, 0);
    int stopped = ask(&watch);
    check(watch.longest <= MOST_GAP, "%s: at most %.2f of %.1f million blocks without a call", what,
          1e-6 * watch.longest, 1e-6 * (watch.last - watch.began));
    check(status == (stopped ? WD_EINTERRUPT : WD_OK), "the call ends with %s",
          wd_status_name(status));
    must(model, wd_model_set_interrupt_fn(model, NULL, NULL), "no function");
}

static void asks_often(void)
{
    wd_model *model = long_chain(BODIES);
    choose(model, "param.place", "in_balance");
    check_gap("init in balance", model, 0);
    choose(model, "param.place", "as_given");
    check_gap("init", model, 0);
    check_gap("event-driven motion", model, 0.05);
    must(model, wd_model_reset(model), "reset");
    choose(model, "solver.scheme", "moreau");
    set(model, "solver.fixed_step", 1e-3);
    check_gap("init by Moreau", model, 0);
    check_gap("Moreau steps", model, 0.05);
    wd_model_free(model);
}

/* ---- energy ---- */

static double energy_of(const wd_model *model)
{
    return get(model, "output.kinetic_energy") + get(model, "output.potential_energy");
}

/* Return the change of energy in 0.05 s as a fraction of the kinetic energy; *z is the height of
 * the tip. */
static double drift(int bodies, const char *scheme, double step, double *z)
{
    wd_model *model = long_chain(bodies);
    char tip[16];
    snprintf(tip, sizeof tip, "b%d", bodies - 1);
    choose(model, "solver.scheme", scheme);
    set(model, "solver.fixed_step", step);
    must(model, wd_model_init(model, 0), "init");
    double before = energy_of(model), kinetic = get(model, "output.kinetic_energy");
    must(model, wd_model_step_to(model, 0.05), "step");
    double change = (energy_of(model) - before) / kinetic;
    *z = out(model, tip, "z");
    wd_model_free(model);
    return change;
}

static void keeps_energy(void)
{
    double z, z_one, z_half;
    int bodies = few_or_all(FEW_BODIES, BODIES);
    double event = drift(bodies, "event", 0, &z), one = drift(bodies, "moreau", 1e-3, &z_one),
           half = drift(bodies, "moreau", 5e-4, &z_half);
    near_abs(event, 0, 1e-12, "event-driven, the chain keeps its energy");
    near_abs(one, 0, 1e-6, "by Moreau steps of 1 ms, it nearly keeps its energy");
    near_abs(half / one, 0.25, 0.01, "its error is of second order");
    near_abs(z_one, z, 1e-6, "the tip moves alike by both schemes");
    near_abs((z_half - z) / (z_one - z), 0.25, 0.01, "this error, too, is of second order");
}

/* ---- linear model ---- */

static double work_of_linear_model(int bodies)
{
    wd_model *model = long_chain(bodies);
    must(model, wd_model_init(model, 0), "init");
    size_t n = wd_model_linear_size(model);
    double *A = malloc(n * n * sizeof *A), before = (double)blocks_executed;
    must(model, wd_model_linearize(model, A, NULL, 0, NULL), "linear model");
    double blocks = (double)blocks_executed - before;
    check(n == 2 * (size_t)bodies + 7, "%d bodies have %zu states in the linear model", bodies, n);
    free(A);
    wd_model_free(model);
    return blocks;
}

/* The work is that of one evaluation, which is linear, for each state; 3.77 times as measured. It
 * was 7.37 times when constraints were differentiated by the rates of joints that move no wheel. */
static void linearises(void)
{
    double few = work_of_linear_model(50), many = work_of_linear_model(100);
    check(many < 4.4 * few, "the linear model of 100 bodies takes %.3g times the work of 50",
          many / few);
}

/* ---- limits ---- */

/* Add as many parts of a type as possible; check the number and the status of one more. */
static void fill(wd_model *model, const char *type, const char *a, const char *b, int most)
{
    const char *on[] = {a, b};
    size_t before = wd_model_part_count(model), n = a ? b ? 2 : 1 : 0;
    int32_t status = WD_OK;
    for (int i = 0; i <= most && status == WD_OK; i++) {
        char name[32];
        snprintf(name, sizeof name, "%s_%d", type, i);
        status = wd_model_add_part(model, type, name, on, n);
    }
    char text[32];
    snprintf(text, sizeof text, "already %d parts", most);
    check(status == WD_ERANGE && strstr(wd_model_error(model), text) != NULL &&
              wd_model_part_count(model) == before + (size_t)most,
          "%d parts of type %s, no more", most, type);
}

/* The memory of the vehicle with most parts can be counted with 32 bits. */
static void has_limits(void)
{
    wd_model *model = new_vehicle();
    static const char *const joint[] = {"hinge", "slide", "rigid"};
    fill(model, "body", NULL, NULL, 1024);
    for (size_t i = 0; i < (size_t)few_or_all(1, ROWS(joint)); i++)
        fill(model, joint[i], "body_0", "body_1", 1024);
    fill(model, "tyre", NULL, NULL, 192);
    fill(model, "wheel", "body_0", "tyre_0", 192);
    fill(model, "rim", "body_0", "tyre_0", 192);
    fill(model, "point", "body_0", NULL, 192);
    fill(model, "spring", "point_0", "point_1", 192);
    double words = (double)model_words(model) + (double)model_room_needs(model).words;
    check(8 * words < UINT32_MAX, "the vehicle with most parts needs %.3g bytes", 8 * words);
    wd_model_free(model);
}

int main(void)
{
    asks_often();
    keeps_energy();
    linearises();
    has_limits();
    return done();
}
