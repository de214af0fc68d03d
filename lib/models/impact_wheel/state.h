/* SPDX-License-Identifier: MIT */
/* What a wheel on a terrain is in, at one instant, and the system that it belongs to. */
#ifndef STATE_H
#define STATE_H

#include "ground/terrain_search.h"
#include "kind/kind.h"
#include "models/impact_wheel/law.h"

/* Reals that move: centre, angle (counter-clockwise), their rates, work of the loads, energy lost
 * in slip and impacts. */
enum {
    IMPACT_X,
    IMPACT_Y,
    IMPACT_PHI,
    IMPACT_VX,
    IMPACT_VY,
    IMPACT_W,
    IMPACT_WORK,
    IMPACT_LOST,
    IMPACT_REALS
};

/* All that survives, a row of doubles and one of integers. To be set before impact_start: t and
 * now[0 ... 5]. */
struct impact_state {
    double now[IMPACT_REALS], t; /* the present */
    double origin_t, origin[IMPACT_REALS], end;
    double acceleration[3];                              /* at the origin, as the forces */
    double normal[LAW_CONTACTS], friction[LAW_CONTACTS]; /* of the lasting contacts */
    double span;     /* of the leg's series, s; infinite: they hold for ever */
    double step;     /* proposal for the span of the next leg under varying loads */
    double clear;    /* fixed steps: how far the centre may move without new contacts */
    double room;     /* events: how far it may move without meeting anything but the segment near */
    double zeno_end; /* when the bouncing finished in advance would be over; infinity: none */
    /* What the wheel stays on: features, or one seam, where it is held. */
    int64_t lasting, feature[LAW_CONTACTS], mode[LAW_CONTACTS];
    /* What it is just leaving: at the origin `order` derivatives of the gap, the 0th first, vanish.
     * Lasting and leaving contacts are no more than LAW_CONTACTS together. */
    int64_t leaving, left[LAW_CONTACTS], order[LAW_CONTACTS];
    int64_t near;         /* a feature that is not far, where the terrain is searched first */
    int64_t cause, which; /* of its end: enum impact_cause, and the lasting contact or, of a hit,
                             the feature */
};

enum impact_cause {
    CAUSE_NONE, /* never, or the end of the span */
    CAUSE_HIT,
    CAUSE_SLIDE_ENDS,   /* v_t of the contact `which` reaches zero */
    CAUSE_SLIDE_STARTS, /* friction reaches its bound */
    CAUSE_LIFT,         /* the normal force reaches zero */
    CAUSE_BEFORE,       /* the contact passes the lower end of its feature */
    CAUSE_AFTER,        /* the upper end */
    CAUSE_BOUNCED,      /* the bouncing is over */
    CAUSE_CHANGE, /* the forces of several contacts, or those at a seam, ask for other modes */
};

/* The forces at the centre; to the kind, its inputs. */
struct impact_load {
    double torque, fx, fy;
};

/* 24 values of an event, in the order of their names. */
enum {
    EVENT_X,
    EVENT_Y,
    EVENT_PHI,
    EVENT_BEFORE,
    EVENT_AFTER = EVENT_BEFORE + 3,
    EVENT_FEATURE_A = EVENT_AFTER + 3,
    EVENT_FEATURE_B,
    EVENT_NORMAL_A,
    EVENT_FRICTION_A,
    EVENT_NORMAL_B,
    EVENT_FRICTION_B,
    EVENT_NORMAL_A_REST,
    EVENT_FRICTION_A_REST,
    EVENT_NORMAL_B_REST,
    EVENT_FRICTION_B_REST,
    EVENT_ENERGY_CHANGE,
    EVENT_SOLUTIONS,
    EVENT_HYPERSTATIC,
    EVENT_NORMAL_TOTAL,
    EVENT_FRICTION_TOTAL,
    EVENT_VALUES
};

/* The system the state belongs to. Nothing here is changed by a call. */
struct impact_system {
    struct law_wheel wheel;
    double gravity, mu, restitution;
    const struct terrain *terrain;
    const double *factor; /* of each segment: what mu is multiplied by; NULL: by 1 everywhere */

    struct motion *motion;           /* for inputs, events, steps left and the interrupt */
    const struct impact_load *input; /* of the time of the last motion->inputs() */
    int varying; /* else the input is constant, and inputs() need not be asked */

    double zeno_speed;
    double contact_tolerance; /* at the start, a feature within it is touched */
    double max_step;          /* longest span under varying loads */
    int64_t max_events;
    struct law_proximal *solver; /* for more than two contacts, or for any number if by_solver */
    int by_solver;
    double *scratch; /* impact_scratch() doubles without memory */
};

static inline double impact_kinetic(const struct impact_system *system, const double *now)
{
    const struct law_wheel *wheel = &system->wheel;
    double vx = now[IMPACT_VX], vy = now[IMPACT_VY], w = now[IMPACT_W];
    return 0.5 * wheel->mass * (vx * vx + vy * vy) + 0.5 * wheel->inertia * w * w;
}

static inline double impact_potential(const struct impact_system *system, const double *now)
{
    return system->wheel.mass * system->gravity * now[IMPACT_Y];
}

static inline double impact_energy(const struct impact_system *system, const double *now)
{
    return impact_kinetic(system, now) + impact_potential(system, now);
}

#endif
