/* SPDX-License-Identifier: MIT */
/* Vehicles on profiles, compared with event-driven runs of another program: states, contacts,
 * forces, times of events, impulses and energies of impacts. */
#include "vehicle-profile.h"

enum { MOST_EVENTS = 64 };

struct tabled {
    const char *name;
    double until; /* rows up to this time are compared [s] */
    double state; /* tolerance of the states */
    int places;   /* number of features that a wheel can touch; rows name feature k of wheel w by
                     its number k + w * places */
    int flies;    /* 1 if nothing dissipates energy between impacts */
    double impulse[3];       /* of the first impact: normal and both tangential components [N.s] */
    double settled, settles; /* begin and end of a time in which rocking accumulates [s]. Its hits
                                are not compared: they depend on solver.zeno_speed */
};

/* An event of a run, and the change of energy there if it is an impact. */
struct row {
    double t, energy;
    char what[64];
};

struct run {
    const struct tabled *table;
    struct machine machine;
    struct row rows[MOST_EVENTS];
    int count, samples;
    double worst, force, energy, dissipated;
    int wrong; /* contacts */
};

static int begins(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

/* Find the event of a row, e.g. "touch 3; impact", "grip 2", "lift 5" or "feature wheel 1 0 -> 2".
 * Wheels are the last parts. */
static int find_row(const struct run *run, const struct row *row, struct event *found)
{
    const struct machine *m = &run->machine;
    int first = m->bodies + m->joints, wheel, from, to, place;
    if (sscanf(row->what, "feature wheel %d %d -> %d", &wheel, &from, &to) == 3)
        return find_event(m->model, WD_EVENT_FEATURE, first + wheel, from, row->t, found) &&
               found->value[FEATURE_TO] == to;
    if (sscanf(row->what, "%*s %d", &place) != 1)
        return 0;
    int32_t type = begins(row->what, "touch")  ? WD_EVENT_IMPACT
                   : begins(row->what, "grip") ? WD_EVENT_STICK
                                               : WD_EVENT_DETACH;
    return find_event(m->model, type, first + place / run->table->places, -1, row->t, found);
}

static void take_row(struct run *run, const struct csv *csv)
{
    static const struct golden not_driven = {0};
    const char *what = csv_text(csv, "what");
    double t = csv_real(csv, "t"), dissipated = csv_real(csv, "dissipated");
    if (strcmp(what, "start") == 0) {
        start_as(&run->machine, csv);
        set_inputs(&run->machine, csv, &not_driven);
        start(run->machine.model, t);
        run->energy = balance_of(run->machine.model);
    } else if (strcmp(what, "sample") == 0) {
        go(run->machine.model, t);
        run->samples++;
        run->worst = fmax(run->worst, error_of(&run->machine, csv));
        run->force = fmax(run->force, error_of_forces(&run->machine, csv));
        run->wrong += wrong_contacts(&run->machine, csv);
    } else if (run->count < MOST_EVENTS) {
        struct row *row = &run->rows[run->count++];
        row->t = t, row->energy = run->dissipated - dissipated;
        snprintf(row->what, sizeof row->what, "%s", what);
    }
    run->dissipated = dissipated;
}

/* Check that each row has its event. */
static void compare_rows(const struct run *run)
{
    double energy = 0, off = 0;
    int compared = 0, missing = 0;
    for (int i = 0; i < run->count; i++) {
        const struct row *row = &run->rows[i];
        struct event e;
        if (row->t > run->table->settled && row->t < run->table->settles)
            continue;
        compared++;
        if (!find_row(run, row, &e) || !is_on_time(&e, row->t)) {
            missing++;
            printf("# %s: no event \"%s\" at %.17g\n", run->table->name, row->what, row->t);
            continue;
        }
        if (!is_slow(&e))
            off = fmax(off, fabs(e.t - row->t));
        if (begins(row->what, "touch") && run->table->flies)
            energy = fmax(energy, fabs(e.value[5] - row->energy));
    }
    check(missing == 0, "%s: times of %d events: error %.2g s, slow impacts excepted; %d missing",
          run->table->name, compared, off, missing);
    check(energy <= 1e-12, "%s: changes of energy at impacts differ by %.2g J", run->table->name,
          energy);
}

/* Check that each event is within 1e-8 s of a row, because the smallest bounces may be missing
 * there. */
static void compare_log(const struct run *run)
{
    int others = 0;
    for (size_t i = 0; i < wd_model_event_count(run->machine.model); i++) {
        struct event e;
        int known = 0;
        event_of(run->machine.model, i, &e.t, e.value);
        for (int k = 0; k < run->count; k++)
            known |= fabs(run->rows[k].t - e.t) <= 1e-8;
        others += !known;
    }
    check(others == 0, "%s: %d events are not in the table", run->table->name, others);
}

/* Compare the first impact with an impulse that has been computed to ten decimals. The direction in
 * the tangential plane is held by the states after the impact. */
static void compare_impulse(const struct run *run)
{
    const double *P = run->table->impulse;
    for (size_t i = 0; i < wd_model_event_count(run->machine.model); i++) {
        struct event e;
        if (event_of(run->machine.model, i, &e.t, e.value) != WD_EVENT_IMPACT)
            continue;
        double N = e.value[2] - P[0], T = hypot(e.value[3], e.value[4]) - hypot(P[1], P[2]);
        check(fabs(N) <= 1e-10 && fabs(T) <= 1e-10,
              "%s: impulse of the first impact: errors %.2g and %.2g N.s", run->table->name, N, T);
        return;
    }
    check(0, "%s: there is an impact", run->table->name);
}

static void compare_run(const struct tabled *table)
{
    struct run run = {.table = table};
    struct csv csv;
    machine_read_from(&run.machine, "ground", table->name);
    small_bounces(run.machine.model);
    open_run(&csv, table->name);
    while (csv_next(&csv)) /* read to the last row, which closes the file */
        if (csv_real(&csv, "t") <= table->until)
            take_row(&run, &csv);
    check(run.samples > 0 && run.worst <= table->state,
          "%s: largest error of a state %.2g in %d samples", table->name, run.worst, run.samples);
    /* forces are hundreds of newtons, so this is the tolerance of the states, relative */
    check(run.force <= 100 * table->state && run.wrong == 0,
          "%s: largest error of a force %.2g N, %d wheels with other contacts", table->name,
          run.force, run.wrong);
    double energy = balance_of(run.machine.model) - run.energy;
    check(fabs(energy) <= 1e-9, "%s: energy balance off by %.2g J", table->name, energy);
    compare_rows(&run);
    compare_log(&run);
    if (table->impulse[0] > 0)
        compare_impulse(&run);
    wd_model_free(run.machine.model);
}

int main(void)
{
    static const struct tabled all[] = {
        {"pipe", 9, 1e-12, 1, 0, {0}, 0, 0},
        {"bike", 9, 1e-12, 5, 0, {0}, 0, 0},
        {"strike0", 9, 1e-11, 4, 1, {10.1121552542, 1.62584799526, 1.42751375088}, 0, 0},
        {"strike", 9, 1e-11, 4, 1, {13.1458018304, 1.79491420715, 1.82481490055}, 0, 0},
        {"car", 1.2, 1e-11, 5, 0, {0}, 0, 0},
        /* a larger tolerance, because the table is accurate only to 1e-8 after the rocking; later
         * than 0.35 s two wheels rock in turn */
        {"robot", 0.35, 1e-8, 7, 0, {0}, 0.183808029, 0.183808533},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        compare_run(&all[i]);
    return done();
}
