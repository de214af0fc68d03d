/* SPDX-License-Identifier: MIT */
/* State of a wheel on a terrain at one instant, and the system that it belongs to. */
#ifndef STATE_H
#define STATE_H

#include "ground/terrain_search.h"
#include "kind/kind.h"
#include "models/impact_wheel/law.h"

/* Indices of the reals that change within a leg, the motion segment between two events: centre,
 * angle (counter-clockwise), their rates, work of the loads, energy lost in slip and impacts. */
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

/* The state kept between calls: a row of doubles and one of integers. The caller sets t and now[0
 * ... 5] before impact_start(). */
struct impact_state {
    double now[IMPACT_REALS], t; /* present reals and present time */
    /* The leg: time and reals at its origin, which is its start, and time of its end. */
    double origin_t, origin[IMPACT_REALS], end;
    double acceleration[3]; /* at the origin */
    /* Forces of lasting contacts: at the origin; in fixed steps their means over the step. */
    double normal[LAW_CONTACTS], friction[LAW_CONTACTS];
    double span;     /* s; how long the polynomials of the leg hold; infinite: permanently */
    double step;     /* s; proposed span of the next leg under varying loads */
    double clear;    /* m; fixed steps: how far the centre may move without new contacts */
    double room;     /* m; event-driven: how far the centre may move and meet only `near` */
    double zeno_end; /* s; end of a bounce series that was summed up; infinity: none */
    /* Lasting contacts: features, or one seam at which the wheel is held. */
    int64_t lasting, feature[LAW_CONTACTS], mode[LAW_CONTACTS];
    /* Contacts that are opening: at the origin the gap and its derivatives below `order` vanish.
     * Lasting and opening contacts are no more than LAW_CONTACTS together. */
    int64_t leaving, left[LAW_CONTACTS], order[LAW_CONTACTS];
    int64_t near;         /* a feature close to the wheel; the search of the terrain starts there */
    int64_t cause, which; /* end of the leg: enum impact_cause, and the number of the lasting
                             contact; for CAUSE_HIT the feature */
};

enum impact_cause {
    CAUSE_NONE,         /* no end, or the end of the span */
    CAUSE_HIT,          /* the wheel meets the feature `which` */
    CAUSE_SLIDE_ENDS,   /* v_t of the contact `which` reaches zero */
    CAUSE_SLIDE_STARTS, /* friction reaches its limit */
    CAUSE_LIFT,         /* the normal force reaches zero */
    CAUSE_BEFORE,       /* the contact passes the lower end of its feature */
    CAUSE_AFTER,        /* the contact passes the upper end of its feature */
    CAUSE_BOUNCED,      /* a bounce series ends */
    CAUSE_CHANGE, /* forces of several contacts require other modes or have a kink, or a seam no
                     longer holds the wheel */
};

/* Force and torque at the centre: the inputs of the kind. */
struct impact_load {
    double torque, fx, fy;
};

/* Indices of the 24 values of an event, in the order of their names. */
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

/* The system that the state belongs to. Calls do not change it. */
struct impact_system {
    struct law_wheel wheel;
    double gravity, mu, restitution;
    const struct terrain *terrain;
    /* Factors of each segment on mu and on restitution; NULL: 1 everywhere. */
    const double *of_mu, *of_restitution;

    struct motion *motion;           /* gives inputs, steps left and the interrupt; takes events */
    const struct impact_load *input; /* inputs at the time of the last motion->inputs() */
    int varying;                     /* 0: the input is constant; inputs() is not called */

    double zeno_speed;
    double contact_tolerance; /* m; at the start a smaller gap counts as closed */
    double max_step;          /* s; longest span under varying loads */
    int64_t max_events;
    struct law_proximal *solver; /* solves more than two contacts; if by_solver, any number */
    int by_solver;
    double *scratch; /* impact_scratch() doubles; contents do not persist */
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
