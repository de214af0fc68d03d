/* SPDX-License-Identifier: MIT */
/* Count which stage of the contact search found each solution. */
#ifndef ROBUST_ANSWERS_H
#define ROBUST_ANSWERS_H

#include "core/model.h"
#include "friction/problem.h"

#include <stdio.h>

static size_t answers[FRICTION_RUNGS];

static inline void count_answers(const wd_model *model)
{
    const size_t *more = model && model->room && model->room->workspace
                             ? friction_answers(model->room->workspace)
                             : NULL;
    for (int i = 0; more && i < FRICTION_RUNGS; i++)
        answers[i] += more[i];
}

static inline void report_answers(void)
{
    static const char *const names[FRICTION_RUNGS] = {
        [FRICTION_RUNG_GUESS] = "guess", [FRICTION_RUNG_GROWTH] = "growth",
        [FRICTION_RUNG_OPEN] = "open",   [FRICTION_RUNG_PATH] = "path",
        [FRICTION_RUNG_STICK] = "stick", [FRICTION_RUNG_CONSISTENT] = "consistent",
        [FRICTION_RUNG_NONE] = "none"};
    printf("# solutions found by each stage of the search:");
    for (int i = 0; i < FRICTION_RUNGS; i++)
        printf(" %s %zu", names[i], answers[i]);
    printf("\n");
}

#endif
