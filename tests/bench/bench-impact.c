/* SPDX-License-Identifier: MIT */
/* Kind impact_wheel through the public interface, compared with bare C for the same two runs and
 * with Chipmunk, a time-stepping engine, with the same wheel and terrain. A wrong result is a
 * failure; a missed aim is only printed. */
#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

#include "bare-kerb.h"
#include "bench.h"
#ifdef HAVE_CHIPMUNK
#include "chipmunk-wheel.h"
#endif

enum { STATES = 6 };

static const char *const state_names[STATES] = {"state.x",     "state.y",     "state.phi",
                                                "state.x_dot", "state.y_dot", "state.phi_dot"};

static int wrong; /* 1 after a wrong result */

static void complain(const char *what, double value)
{
    printf("WRONG: %s (%.17g)\n", what, value);
    wrong = 1;
}

static void must(wd_model *model, int32_t status)
{
    if (status != WD_OK) {
        printf("WRONG: %s: %s\n", wd_status_name(status), wd_model_error(model));
        wrong = 1;
    }
}

static wd_model *new_wheel(const char *preset)
{
    wd_model *model = NULL;
    if (wd_model_new("impact_wheel", &model) != WD_OK)
        exit(1);
    if (preset)
        must(model, wd_model_load_preset(model, preset));
    return model;
}

static void set_start(wd_model *model, const double *start)
{
    for (int k = 0; k < STATES; k++)
        must(model, wd_model_set_value(model, state_names[k], start[k]));
}

static void get_state(wd_model *model, double *state)
{
    for (int k = 0; k < STATES; k++)
        must(model, wd_model_value(model, state_names[k], &state[k]));
}

/* ---- the two kerb runs ---- */

static const double thrown[STATES] = {0.8, 0.2, 0, -5, -3, 0};

enum { RUNS = 100 }; /* runs in one timing */

static void our_run(wd_model *model)
{
    must(model, wd_model_reset(model));
    must(model, wd_model_init(model, 0));
    must(model, wd_model_step_to(model, 1));
}

static void our_runs(void *context)
{
    for (int i = 0; i < RUNS; i++)
        our_run(context);
}

static void bare_run(struct bare *bare)
{
    memcpy(bare->q, thrown, sizeof bare->q);
    memcpy(bare->v, thrown + 3, sizeof bare->v);
    bare_go(bare, 1);
}

static void bare_runs(void *context)
{
    for (int i = 0; i < RUNS; i++)
        bare_run(context);
}

/* Check that impacts, their times and the end agree. */
static void compare_with_bare(wd_model *model, struct bare *bare)
{
    double state[STATES], t, difference = 0;
    int impacts = 0;
    our_run(model);
    bare_run(bare);
    get_state(model, state);
    for (int k = 0; k < 3; k++)
        difference =
            fmax(difference, fmax(fabs(state[k] - bare->q[k]), fabs(state[k + 3] - bare->v[k])));
    for (size_t i = 0; i < wd_model_event_count(model); i++) {
        int32_t type;
        must(model, wd_model_event(model, i, &t, &type, NULL, 0));
        if (type != WD_EVENT_IMPACT)
            continue;
        if (impacts < bare->impacts)
            difference = fmax(difference, fabs(t - bare->when[impacts]));
        impacts++;
    }
    printf("# %zu events, %d impacts, largest difference %.2g\n", wd_model_event_count(model),
           impacts, difference);
    if (bare->failed || impacts != bare->impacts)
        complain("the bare program has other impacts", bare->impacts);
    if (!(difference < 1e-9))
        complain("the bare program ends elsewhere", difference);
}

static void race_bare(const char *preset, double beta)
{
    wd_model *model = new_wheel(preset);
    struct bare bare = {10, 0.1, 0.05, 9.81, 0.4, beta, 0.5, 0.05, .t = 0};
    char name[80];
    compare_with_bare(model, &bare);
    snprintf(name, sizeof name, "%s through the API / bare program", preset);
    bench_pair(name, our_runs, model, bare_runs, &bare, RUNS, 2.5);
    wd_model_free(model);
}

/* ---- terrains of few and of many segments ---- */

/* A wheel that oscillates in the middle of a row of grooves, and its steps. */
struct groove {
    wd_model *model;
    double step;
};

/* bulge: bulge of the arcs, which are bent up and down in turn; 0: a zigzag line. */
static struct groove new_groove(size_t segments, double bulge, const double *start, double step)
{
    size_t points = segments + 1, middle = segments / 2;
    double *xy = calloc(2 * points, sizeof *xy), *bend = calloc(points, sizeof *bend);
    struct groove groove = {new_wheel(NULL), step};
    for (size_t i = 0; xy && bend && i < points; i++) {
        int up = (i + middle) % 2 != 0;
        xy[2 * i] = ((double)i - (double)middle) / 2;
        xy[2 * i + 1] = bulge == 0 && up;
        bend[i] = i == 0 || i + 1 >= segments ? 0 : up ? -bulge : bulge;
    }
    must(groove.model, wd_model_set_profile(groove.model, xy, bulge == 0 ? NULL : bend, points));
    must(groove.model, wd_model_set_value(groove.model, "param.restitution", 1));
    must(groove.model, wd_model_set_value(groove.model, "param.mu", 0));
    set_start(groove.model, start);
    must(groove.model, wd_model_init(groove.model, 0));
    free(xy);
    free(bend);
    return groove;
}

static void go_on(void *context)
{
    const struct groove *groove = context;
    double t = wd_model_time(groove->model);
    for (int i = 1; !wrong && i * groove->step <= 10; i++)
        must(groove->model, wd_model_step_to(groove->model, t + i * groove->step));
}

/* Time runs of ten seconds, per step or, if the run is a single step, per event. */
static void race_grooves(const char *what, size_t many, size_t few, double bulge,
                         const double *start, double step, double aim)
{
    struct groove large = new_groove(many, bulge, start, step);
    struct groove small = new_groove(few, bulge, start, step);
    double a[STATES], b[STATES], events = 0;
    char name[80];
    go_on(&large);
    go_on(&small);
    must(large.model, wd_model_value(large.model, "stat.events", &events));
    snprintf(name, sizeof name, "%s on %zu segments / on %zu", what, many, few);
    bench_pair(name, go_on, &large, go_on, &small, step < 10 ? 10 / step : events, aim);
    get_state(large.model, a);
    get_state(small.model, b);
    if (!(events > 0) || memcmp(a, b, sizeof a) != 0)
        complain("the same groove has made another motion", events);
    wd_model_free(large.model);
    wd_model_free(small.model);
}

static void race_terrains(void)
{
    static const double bouncing[STATES] = {0.07, 0.6, 0, 0, 0, 5};
    static const double dropped[STATES] = {0.15, 0.12, 0, 0, 0, 0};
    static const double rocking[STATES] = {0.15, 0.08, 0, 0, 0, 0};
    race_grooves("event", 10000, 10, 0, bouncing, 10, 1.05);
    race_grooves("event", 1000000, 100, 0, bouncing, 10, 4);
    race_grooves("event, arcs,", 1000000, 100, 0.3, dropped, 10, 3);
    race_grooves("step_to() of 1 ms", 1000000, 100, 0, bouncing, 1e-3, 3);
    race_grooves("step_to() of 1 ms, arcs,", 1000000, 100, 0.3, rocking, 1e-3, 3);
}

#ifdef HAVE_CHIPMUNK

/* ---- Chipmunk: the kerb runs ---- */

struct chipmunk_run {
    struct chipmunk_wheel wheel;
    double dt;
    int steps, runs;
};

static void chipmunk_runs(void *context)
{
    struct chipmunk_run *run = context;
    for (int i = 0; i < run->runs; i++) {
        chipmunk_place(&run->wheel, thrown);
        chipmunk_steps(&run->wheel, run->dt, run->steps);
    }
    cpVect at = cpBodyGetPosition(run->wheel.body);
    if (!(at.x > 0.05 && at.x < 5 && at.y > 0.05 && at.y < 0.5))
        complain("Chipmunk's wheel is nowhere near the terrain", at.x);
}

static void race_chipmunk(const char *preset, double beta, double dt, int runs, double aim)
{
    wd_model *model = new_wheel(preset);
    struct chipmunk_run theirs = {chipmunk_new(beta), dt, (int)lround(1 / dt), runs};
    char name[80];
    snprintf(name, sizeof name, "%s through the API / Chipmunk at %g s", preset, dt);
    bench_pair_of(name, our_runs, model, RUNS, chipmunk_runs, &theirs, runs, 1 / aim);
    chipmunk_free(&theirs.wheel);
    wd_model_free(model);
}

/* ---- Chipmunk: steps of 1 ms with one and with two contacts ---- */

enum { STEPS = 1000 };

static const double rolling[STATES] = {1, 0.1, 0, 1, 0, -10};
static const double cornered[STATES] = {0.1, 0.15, 0, 0, 0, 0};

/* A stepper with one call for each step, or one call for all. */
struct stepper {
    wd_model *model;
    int calls;
};

static void our_steps(void *context)
{
    const struct stepper *stepper = context;
    must(stepper->model, wd_model_reset(stepper->model));
    must(stepper->model, wd_model_init(stepper->model, 0));
    double dt = 1.0 / stepper->calls;
    for (int i = 1; i <= stepper->calls; i++)
        must(stepper->model, wd_model_step_to(stepper->model, i * dt));
}

struct chipmunk_steps {
    struct chipmunk_wheel wheel;
    const double *start;
};

static void chipmunk_1000(void *context)
{
    struct chipmunk_steps *run = context;
    chipmunk_place(&run->wheel, run->start);
    chipmunk_steps(&run->wheel, 1e-3, STEPS);
}

/* Check that both wheels stay on the ground and have the expected number of contacts. */
static void compare_steps(wd_model *model, struct chipmunk_steps *run, int contacts)
{
    double state[STATES], touching;
    get_state(model, state);
    must(model, wd_model_value(model, "output.contacts", &touching));
    cpVect at = cpBodyGetPosition(run->wheel.body);
    if (touching != contacts)
        complain("our contacts", touching);
    if (chipmunk_contacts(&run->wheel) != contacts)
        complain("Chipmunk's contacts", chipmunk_contacts(&run->wheel));
    if (!(hypot(at.x - state[0], at.y - state[1]) < 2e-3))
        complain("the wheels are apart", hypot(at.x - state[0], at.y - state[1]));
}

/* push: a force along x, which in Chipmunk is part of gravity. */
static void race_steps(const char *what, const double *start, double push, int contacts, double aim)
{
    wd_model *model = new_wheel(NULL);
    struct stepper ours = {model, STEPS};
    struct chipmunk_steps theirs = {chipmunk_new(0), start};
    char name[80];
    cpSpaceSetGravity(theirs.wheel.space, cpv(push / 10, -9.81));
    set_start(model, start);
    must(model, wd_model_set_value(model, "input.force_x", push));
    must(model, wd_model_set_choice(model, "solver.scheme", "moreau"));
    must(model, wd_model_set_value(model, "solver.fixed_step", 1e-3));
    snprintf(name, sizeof name, "step_to() of one Moreau step, %s / Chipmunk", what);
    bench_pair(name, our_steps, &ours, chipmunk_1000, &theirs, STEPS, 1 / aim);
    ours.calls = 1;
    snprintf(name, sizeof name, "Moreau step in one step_to() of 1000, %s / Chipmunk", what);
    bench_pair(name, our_steps, &ours, chipmunk_1000, &theirs, STEPS, 1 / aim);
    compare_steps(model, &theirs, contacts);
    chipmunk_free(&theirs.wheel);
    wd_model_free(model);
}

/* ---- Chipmunk: a thousand wheels in turn ---- */

enum { WHEELS = 1000 };

struct crowd {
    wd_model *model[WHEELS];
    struct chipmunk_wheel wheel[WHEELS];
    double start[WHEELS][STATES];
    int seconds, turns; /* simulated seconds; number of turns round the wheels in this time */
    int spaces;         /* number of Chipmunk spaces */
};

static void our_crowd(void *context)
{
    struct crowd *crowd = context;
    for (int i = 0; i < WHEELS; i++) {
        must(crowd->model[i], wd_model_reset(crowd->model[i]));
        must(crowd->model[i], wd_model_init(crowd->model[i], 0));
    }
    for (int turn = 1; turn <= crowd->turns; turn++)
        for (int i = 0; i < WHEELS; i++)
            must(crowd->model[i],
                 wd_model_step_to(crowd->model[i], (double)(turn * crowd->seconds) / crowd->turns));
}

static void chipmunk_crowd(void *context)
{
    struct crowd *crowd = context;
    for (int i = 0; i < crowd->spaces; i++)
        chipmunk_place(&crowd->wheel[i], crowd->start[i]);
    for (int turn = 0; turn < crowd->turns; turn++)
        for (int i = 0; i < crowd->spaces; i++)
            chipmunk_steps(&crowd->wheel[i], 1e-3, crowd->seconds * STEPS / crowd->turns);
}

/* Compare the times of a simulated second of one wheel. Chipmunk simulates `spaces` wheels; fewer
 * wheels do not lower its time per wheel. Most impacts occur in the first second. */
static void race_crowd(struct crowd *crowd, int seconds, int turns, int spaces, double aim)
{
    char name[80];
    crowd->seconds = seconds;
    crowd->turns = turns;
    crowd->spaces = spaces;
    snprintf(name, sizeof name, "second of 1000 wheels, %d s in %d turns / Chipmunk at 0.001 s",
             seconds, turns);
    bench_pair_of(name, our_crowd, crowd, WHEELS * seconds, chipmunk_crowd, crowd, spaces * seconds,
                  1 / aim);
}

static void race_crowds(void)
{
    static struct crowd crowd;
    for (int i = 0; i < WHEELS; i++) {
        const double start[STATES] = {0.8, 0.2, 0, -5 + 0.004 * i, -3 + 0.002 * i, 0.02 * i};
        memcpy(crowd.start[i], start, sizeof start);
        crowd.model[i] = new_wheel("kerb-elastoplastic");
        crowd.wheel[i] = chipmunk_new(0.3);
        set_start(crowd.model[i], start);
    }
    race_crowd(&crowd, 1, 1, WHEELS, 25);
    race_crowd(&crowd, 1, 10, WHEELS, 25);
    race_crowd(&crowd, 20, 10, 50, 300);
    race_crowd(&crowd, 60, 60, 20, 300);
    for (int i = 0; i < WHEELS; i++) {
        wd_model_free(crowd.model[i]);
        chipmunk_free(&crowd.wheel[i]);
    }
}

static void race_all_chipmunks(void)
{
    race_chipmunk("kerb-plastic", 0, 1e-3, 20, 100);
    race_chipmunk("kerb-elastoplastic", 0.3, 1e-3, 20, 60);
    race_chipmunk("kerb-plastic", 0, 1e-5, 1, 10000);
    race_chipmunk("kerb-elastoplastic", 0.3, 1e-5, 1, 5000);
    race_steps("one contact", rolling, 0, 1, 6);
    race_steps("two contacts", cornered, -20, 2, 5);
    race_crowds();
}

#else

static void race_all_chipmunks(void)
{
    printf("Chipmunk is not installed (libchipmunk-dev): the comparisons with it were skipped\n");
}

#endif

int main(void)
{
    race_bare("kerb-plastic", 0);
    race_bare("kerb-elastoplastic", 0.3);
    race_terrains();
    race_all_chipmunks();
    return wrong;
}
