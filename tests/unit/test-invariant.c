/* SPDX-License-Identifier: MIT */
/* Invariants are checked in checked builds and ignored in others. This program is compiled as a
 * checked build, with the files of the library that it tests. */
#include "core/log.h"
#include "models/impact_wheel/contact.h"
#include "num/invariant.h"
#include "tap.h"

#include <math.h>
#include <setjmp.h>
#include <string.h>

static jmp_buf broken;
static const char *what;

/* Replace the function that aborts. */
void invariant_broken(const char *text, const char *file, int line)
{
    (void)file;
    (void)line;
    what = text;
    longjmp(broken, 1);
}

/* ---- cases: each breaks one invariant if `spoilt` ---- */

enum { ROWS_KEPT = 2 };

static void push(int spoilt)
{
    double rows[ROWS_KEPT * LOG_HEAD], overwritten[ROWS_KEPT * LOG_HEAD];
    struct log log = {.rows = rows, .overwritten = overwritten, .capacity = ROWS_KEPT};
    for (int i = 0; i < 5; i++)
        log_push(&log, i, WD_EVENT_IMPACT);
    if (spoilt)
        log.first = 0;
    log_push(&log, 5, WD_EVENT_IMPACT);
}

static void rewind_log(int spoilt)
{
    double rows[ROWS_KEPT * LOG_HEAD], overwritten[ROWS_KEPT * LOG_HEAD];
    struct log log = {.rows = rows, .overwritten = overwritten, .capacity = ROWS_KEPT};
    log_push(&log, 0, WD_EVENT_IMPACT);
    log_mark(&log);
    if (spoilt)
        log.count = 0;
    log_rewind(&log);
}

static void add(int spoilt)
{
    struct impact_state state;
    memset(&state, 0, sizeof state);
    state.lasting = LAW_CONTACTS - 1;
    state.leaving = spoilt;
    contact_add(&state, 0, LAW_STICK);
}

static void leave(int spoilt)
{
    struct impact_state state;
    memset(&state, 0, sizeof state);
    state.leaving = LAW_CONTACTS - 1;
    state.lasting = spoilt;
    contact_leave(&state, 0, 1);
}

static void pose(int spoilt)
{
    static const struct impact_system system;
    struct law_problem problem;
    struct terrain_frame frame = {.gap = 0, .nx = 0.6, .ny = spoilt ? 0.8 + 1e-9 : 0.8};
    contact_pose(&system, &problem, 0, 0, &frame);
}

static void feature(int spoilt)
{
    static struct terrain_segment flat[2] = {{.ex = 1}};
    static const struct terrain terrain = {.segments = 1, .segment = flat};
    const double y[IMPACT_REALS] = {0, 1};
    struct impact_system system = {.terrain = &terrain};
    contact_frame(&system, spoilt ? 1 : 0, y);
}

static void place(int spoilt)
{
    struct law_problem problem = {.n = !spoilt, .ny = {1}};
    double y[IMPACT_REALS] = {0}, gap[LAW_CONTACTS] = {0};
    contact_place(&problem, gap, y, NULL);
}

static const struct {
    const char *name;
    void (*run)(int spoilt);
} cases[] = {
    {"a log with more events than it has room for", push},
    {"a log that is rewound to before its start", rewind_log},
    {"one contact too many", add},
    {"one leaving contact too many", leave},
    {"a normal that is not of unit length", pose},
    {"a feature that does not exist", feature},
    {"contacts to close where there are none", place},
};

static const char *fault_of(size_t i, int spoilt)
{
    what = NULL;
    if (setjmp(broken) == 0)
        cases[i].run(spoilt);
    return what;
}

/* ---- a build without checks ---- */

#undef WD_CHECKED
#undef NUM_INVARIANT_H
#undef invariant
#include "num/invariant.h"

static int asked;

static int answer_a_question(void)
{
    return asked++;
}

int main(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *fault = fault_of(i, 0);
        check(!fault, "without %s all invariants hold: %s", cases[i].name, fault ? fault : "");
        fault = fault_of(i, 1);
        check(fault != NULL, "%s breaks an invariant: %s", cases[i].name,
              fault ? fault : "not found");
    }
    invariant(answer_a_question() > 0);
    check(answer_a_question() == 0, "an unchecked build does not evaluate the condition");
    return done();
}
