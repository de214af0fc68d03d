/* SPDX-License-Identifier: MIT */
/* Initial state and events. */
#include "models/bicycle/bicycle.h"
#include "num/bits.h"
#include "num/elementary.h"

#include <math.h>

/* rad; a larger roll angle is close to the singularity of the frame's angles. */
#define MOST_ROLL 1.5

/* Smallest angle by which a frame can still roll before it reaches MOST_ROLL. */
static double margin(const struct mech_state *body)
{
    return MOST_ROLL - num_fmax(fabs(body[REAR_FRAME].roll), fabs(body[FRONT_FRAME].roll));
}

int32_t bicycle_begin(struct motion *motion)
{
    const struct bicycle *bicycle = motion->view->course;
    struct bicycle_point *point = (struct bicycle_point *)motion->y;
    motion->why = bicycle_stand(bicycle, motion->view->init, point->body);
    if (!motion->why && !(margin(point->body) >= 0))
        motion->why = "a frame leans by more than 1.5 rad";
    if (motion->why)
        return WD_EDOMAIN;
    if (!isfinite(bicycle_energy(motion->view, motion->y).total))
        motion->why = "the energy of the start is not a finite number";
    return motion->why ? WD_EDOMAIN : WD_OK;
}

static double normal_force(const struct bicycle_motion *motion, size_t wheel)
{
    return -motion->lambda[5 * BICYCLE_HINGES + 3 * wheel];
}

int32_t bicycle_guard(const struct view *view, const double *y, double *value, double *rate)
{
    (void)rate;
    const struct bicycle *bicycle = view->course;
    const struct bicycle_point *point = (const struct bicycle_point *)y;
    struct mech_work work = mech_carve(&bicycle->system, view->scratch);
    struct bicycle_motion motion;
    int32_t status = bicycle_accelerate(view, point->body, &work, &motion);
    value[BICYCLE_REAR_LIFTS] = normal_force(&motion, 0);
    value[BICYCLE_FRONT_LIFTS] = normal_force(&motion, 1);
    value[BICYCLE_LIMIT] = margin(point->body);
    return status;
}

static void add_event(struct events *events, size_t guard, const struct bicycle_output *out)
{
    int lifts = guard != BICYCLE_LIMIT;
    double *value = events->add(events->core, lifts ? WD_EVENT_WHEEL_LIFT : WD_EVENT_LIMIT);
    value[0] = lifts ? (double)guard : (double)NAN;
    value[1] = out->roll;
    value[2] = out->steer;
    value[3] = out->common.speed;
    value[4] = out->rear_normal;
    value[5] = out->front_normal;
}

int32_t bicycle_jump(const struct view *view, const uint64_t *triggered, double *y, int64_t *mode,
                     struct events *events)
{
    const struct bicycle_parameters *p = view->param;
    struct bicycle_output out;
    (void)mode;
    int32_t status = bicycle_output(view, y, &out);
    for (size_t guard = 0; status == WD_OK && guard < BICYCLE_GUARDS; guard++) {
        if (!bit_is_set(triggered, guard))
            continue;
        add_event(events, guard, &out);
        if (guard == BICYCLE_LIMIT || p->lift != BICYCLE_LIFT_REPORT)
            status = WD_END;
    }
    return status;
}
