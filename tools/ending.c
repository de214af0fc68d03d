/* SPDX-License-Identifier: MIT */
#include "ending.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Explanation of an event that may end a motion; NULL for other events. */
static const char *reason(int32_t type)
{
    switch (type) {
    case WD_EVENT_TOUCHDOWN:
        return "the wheel lies down";
    case WD_EVENT_WHEEL_LIFT:
        return "a one-sided force becomes negative";
    case WD_EVENT_LIMIT:
        return "the motion leaves the range of the model";
    default:
        return NULL;
    }
}

/* Number of the part that an event names among its values; NaN if the event names no part. */
static double part_of(const wd_model *model, const double *values, size_t width)
{
    for (size_t i = 0; i < width; i++)
        if (!strcmp(wd_model_event_value_name(model, i), "part"))
            return values[i];
    return (double)NAN;
}

static void append_event(const wd_model *model, int32_t type, const double *values, size_t width,
                         struct problem *problem)
{
    size_t used = strlen(problem->text);
    double part = part_of(model, values, width);
    if (part >= 0)
        snprintf(problem->text + used, sizeof problem->text - used, ": %s, %s %s: %s",
                 wd_event_name(type), wd_model_part_type(model, (size_t)part),
                 wd_model_part_name(model, (size_t)part), reason(type));
    else
        snprintf(problem->text + used, sizeof problem->text - used, ": %s: %s", wd_event_name(type),
                 reason(type));
}

bool ending_is_early(const wd_model *model, double end, struct problem *problem)
{
    double time = wd_model_time(model), t;
    int32_t type;
    if (!(time < end))
        return false;
    problem_is(problem, TOOL_OK, "ended at %.6g s", time);
    size_t width = wd_model_event_width(model), count = wd_model_event_count(model);
    double *values = memory(width, sizeof *values);
    /* Find the last event at this time that can end a motion; other events may follow it. */
    while (count-- > 0 && wd_model_event(model, count, &t, &type, values, width) >= 0 && t == time)
        if (reason(type)) {
            append_event(model, type, values, width, problem);
            break;
        }
    free(values);
    return true;
}
