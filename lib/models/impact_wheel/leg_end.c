/* SPDX-License-Identifier: MIT */
/* Form of a leg, and the event that ends it: the first of several polynomials that crosses zero
 * from above. */
#include "models/impact_wheel/contact.h"
#include "models/impact_wheel/fit.h"
#include "models/impact_wheel/leg.h"
#include "models/impact_wheel/meet.h"
#include "models/impact_wheel/rounding.h"
#include "models/impact_wheel/swing.h"
#include "num/elementary.h"
#include "num/first_root.h"
#include "num/series.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

enum leg_form {
    LEG_PARABOLA, /* constant loads, and no contact that moves on a corner or an arc */
    LEG_SWING,    /* constant loads, on one corner or arc */
    LEG_FITTED    /* all other legs, mainly those with varying loads */
};

static enum leg_form form_of(const struct impact_system *system, const struct impact_state *state)
{
    const double *v = state->origin + IMPACT_VX, *a = state->acceleration;
    int round = 0;
    if (system->varying)
        return LEG_FITTED;
    for (int64_t i = 0; i < state->lasting; i++)
        round |= terrain_is_round(system->terrain, state->feature[i]);
    if (!round || (v[0] == 0 && v[1] == 0 && a[0] == 0 && a[1] == 0))
        return LEG_PARABOLA;
    return state->lasting == 1 ? LEG_SWING : LEG_FITTED;
}

static int32_t make(const struct impact_system *system, const struct impact_state *state,
                    enum leg_form form, struct leg *leg)
{
    switch (form) {
    case LEG_PARABOLA:
        leg_parabola(system, state, leg);
        return WD_OK;
    case LEG_SWING:
        swing_make(system, state, leg);
        return WD_OK;
    default:
        return fit_make(system, state, leg);
    }
}

int32_t leg_make(const struct impact_system *system, const struct impact_state *state,
                 struct leg *leg)
{
    /* fit_plan() has checked the forces of a wheel at rest; its motion is a parabola of degree
     * 0. */
    enum leg_form form = contact_stands(system, state) ? LEG_PARABOLA : form_of(system, state);
    return make(system, state, form, leg);
}

struct planning {
    const struct impact_system *system;
    struct impact_state *state;
    const struct leg *leg;
};

static void end_at(struct impact_state *state, double after, enum impact_cause cause, int64_t which)
{
    double end = state->t + after;
    if (end < state->end) {
        state->end = end;
        state->cause = cause;
        state->which = which;
    }
}

/* Return the first time at which c, which starts at or above zero, becomes negative. */
static double first_crossing(const struct planning *p, const double *c)
{
    double unit = p->leg->unit;
    if (p->leg->degree == 2)
        return unit * meet_fall(c);
    return unit * first_root(c, p->leg->degree, (p->state->end - p->state->t) / unit);
}

static void watch(const struct planning *p, const double *c, enum impact_cause cause, size_t i)
{
    end_at(p->state, first_crossing(p, c), cause, (int64_t)i);
}

/* Watch for v_t of a sliding contact to reach zero. Without friction this event has no effect on
 * the motion and is not watched. */
static void watch_slide(const struct planning *p, size_t i)
{
    const struct impact_state *state = p->state;
    int sign = law_sign(state->mode[i]);
    double c[LEG_TERMS];
    if (sign == 0 || contact_mu(p->system, state->feature[i]) == 0)
        return;
    for (size_t k = 0; k <= p->leg->degree; k++)
        c[k] = sign * p->leg->slide[i][k];
    double rounding = rounding_speed(&p->system->wheel, state->now + IMPACT_VX);
    if (c[0] <= rounding) /* the contact has just started to slip */
        c[0] += rounding;
    watch(p, c, CAUSE_SLIDE_ENDS, i);
}

/* Watch for the normal force to reach zero, and for the friction to reach its limit. */
static void watch_forces(const struct planning *p)
{
    const struct leg *leg = p->leg;
    double mu = contact_mu(p->system, p->state->feature[0]), c[LEG_TERMS];
    for (size_t k = 0; k <= leg->degree; k++)
        c[k] = leg->normal[k];
    c[0] = num_fmax(0, c[0] + leg->rounding); /* contact_settle() found it closed */
    watch(p, c, CAUSE_LIFT, 0);
    for (int sign = -1; p->state->mode[0] == LAW_STICK && sign <= 1; sign += 2) {
        for (size_t k = 0; k <= leg->degree; k++)
            c[k] = mu * leg->normal[k] + sign * leg->friction[k];
        c[0] += (1 + mu) * leg->rounding;
        watch(p, c, CAUSE_SLIDE_STARTS, 0);
    }
}

/* Watch for the friction at a seam to reach the limit of one side. The tolerance is well above the
 * tolerance of contact_settle(), which then decides whether the wheel moves to that side. */
static void watch_seam(const struct planning *p)
{
    const struct leg *leg = p->leg;
    int sign = law_sign(p->state->mode[0]);
    for (int side = -1; side <= 1; side += 2) {
        double mu = contact_mu(p->system, p->state->feature[0] + side), c[LEG_TERMS];
        for (size_t k = 0; k <= leg->degree; k++)
            c[k] = side * (sign * mu * leg->normal[k] - leg->friction[k]);
        double rounding = ROUNDING_CHANGES * ROUNDING_OPENS * leg->rounding;
        c[0] = num_fmax(0, c[0]) + (1 + mu) * rounding;
        watch(p, c, CAUSE_CHANGE, 0);
    }
}

/* Watch for the centre to reach a border of the cell: the line through this point of the profile at
 * right angles to the direction `out`, which points out of the cell. */
static void watch_border(const struct planning *p, size_t i, const struct terrain_segment *point,
                         struct terrain_vector out, enum impact_cause cause)
{
    const struct leg *leg = p->leg;
    const double *now = p->state->now;
    double c[LEG_TERMS];
    for (size_t k = 1; k <= leg->degree; k++)
        c[k] = -(out.x * leg->moved[IMPACT_X][k] + out.y * leg->moved[IMPACT_Y][k]);
    c[0] = num_fmax(-((now[IMPACT_X] - point->x) * out.x + (now[IMPACT_Y] - point->y) * out.y), 0);
    watch(p, c, cause, i);
}

/* Find the side on which the wheel leaves an arc. Both borders of a half circle are the same line,
 * so the middle of the chord decides. */
static enum impact_cause border_of_arc(const struct planning *p, size_t segment)
{
    const struct terrain_segment *s = &p->system->terrain->segment[segment];
    double y[IMPACT_REALS];
    leg_at(p->leg, p->state->origin, p->state->end - p->state->t, y);
    double dx = s[1].x - s->x, dy = s[1].y - s->y;
    double past =
        (y[IMPACT_X] - (s->x + s[1].x) / 2) * dx + (y[IMPACT_Y] - (s->y + s[1].y) / 2) * dy;
    return past > 0 ? CAUSE_AFTER : CAUSE_BEFORE;
}

static void watch_cell(const struct planning *p, size_t i)
{
    const struct terrain *terrain = p->system->terrain;
    struct impact_state *state = p->state;
    size_t segment = (size_t)state->feature[i] / 2;
    const struct terrain_segment *s = &terrain->segment[segment];
    int corner = terrain_is_corner(state->feature[i]);
    struct terrain_vector start = {s->ex, s->ey}, end = terrain_heading(terrain, segment);
    if (corner) {
        start = end;
        end = (struct terrain_vector){s[1].ex, s[1].ey};
    }
    struct terrain_vector back = {-start.x, -start.y};
    double before = state->end;
    if (corner || !isinf(s->from))
        watch_border(p, i, s + corner, back, CAUSE_BEFORE);
    if (corner || !isinf(s->to))
        watch_border(p, i, s + 1, end, CAUSE_AFTER);
    if (!corner && s->arc_radius != 0 && state->end < before)
        state->cause = border_of_arc(p, segment);
}

/* True if a bouncing wheel returns, on a parabola, to the straight segment that it left. The
 * distance `room` around its path contains no other feature, so no search is needed. */
static int returns_to_segment(const struct planning *p)
{
    const struct leg *leg = p->leg;
    const struct terrain *terrain = p->system->terrain;
    struct impact_state *state = p->state;
    const double *x = leg->moved[IMPACT_X], *y = leg->moved[IMPACT_Y];
    double r = p->system->wheel.radius, c[3] = {0};
    if (leg->degree != 2 || state->lasting > 0 || state->leaving != 1 || state->order[0] != 1 ||
        terrain_is_round(terrain, state->left[0]))
        return 0;
    size_t segment = (size_t)state->left[0] / 2;
    const struct terrain_segment *line = &terrain->segment[segment];
    for (int k = 1; k <= 2; k++)
        c[k] = line->ex * y[k] - line->ey * x[k];
    double t = meet_fall(c), way = series_way(x, y, 2, t), after = leg->unit * t;
    if (!(way < r && state->t + after < state->end))
        return 0;
    if (!(way < state->room))
        state->room = terrain_distance_beside(terrain, segment, x[0], y[0], 2 * r) -
                      (ROUNDING_REACH * r + p->system->contact_tolerance);
    if (!(way < state->room))
        return 0;
    state->room -= way;
    end_at(state, after, CAUSE_HIT, state->left[0]);
    return 1;
}

/* Watch for the path to meet a feature that does not touch the wheel yet. */
static void watch_terrain(const struct planning *p)
{
    const struct leg *leg = p->leg;
    struct impact_state *state = p->state;
    const struct meet_path path = {leg->degree, leg->moved[IMPACT_X], leg->moved[IMPACT_Y]};
    double when;
    int moves = 0;
    for (size_t k = 1; k <= leg->degree && !moves; k++)
        moves = path.x[k] != 0 || path.y[k] != 0;
    if (moves && returns_to_segment(p))
        return;
    state->room = 0;
    if (!moves)
        return;
    int64_t feature =
        meet_first(p->system, state, &path, (state->end - state->t) / leg->unit, &when);
    if (feature >= 0)
        end_at(state, leg->unit * when, CAUSE_HIT, feature);
}

/* Find the end of a leg that has been built. */
static void watch_all(const struct planning *p, int changes)
{
    struct impact_state *state = p->state;
    double span = p->leg->span;
    state->span = span;
    state->end = state->zeno_end;
    state->cause = isinf(state->zeno_end) ? CAUSE_NONE : CAUSE_BOUNCED;
    state->which = -1;
    end_at(state, span, changes ? CAUSE_CHANGE : CAUSE_NONE, -1);
    if (!isinf(span) && state->lasting == 1) {
        if (contact_at_seam(p->system, state))
            watch_seam(p);
        else
            watch_forces(p);
    }
    for (size_t i = 0; i < (size_t)state->lasting; i++) {
        watch_slide(p, i);
        watch_cell(p, i);
    }
    watch_terrain(p);
}

/* True if the leg ends after less than 1/MUCH of the fitted span. The polynomials of the leg then
 * have too few digits, and are fitted again for twice the duration of the leg. */
static int is_much_too_long(struct impact_state *state)
{
    enum { MUCH = 1000 };
    double lasts = state->end - state->t;
    if (!(lasts > 0 && lasts < state->span / MUCH))
        return 0;
    state->step = 2 * lasts;
    return 1;
}

int32_t leg_plan(const struct impact_system *system, struct impact_state *state, struct leg *leg)
{
    const struct planning p = {system, state, leg};
    int changes = 0;
    for (int k = 0; k < IMPACT_REALS; k++)
        state->origin[k] = state->now[k];
    state->origin_t = state->t;
    enum leg_form form = form_of(system, state);
    do {
        int32_t status = form == LEG_FITTED ? fit_plan(system, state, leg, &changes)
                                            : make(system, state, form, leg);
        if (status != WD_OK)
            return status;
        watch_all(&p, changes);
    } while (form == LEG_FITTED && is_much_too_long(state));
    return WD_OK;
}
