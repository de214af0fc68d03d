/* SPDX-License-Identifier: MIT */
/* The descriptor of the kind impact_wheel, and its terrain: the polyline that the user has set, or
 * the kerb if there is none. */
#include "models/impact_wheel/impact_wheel.h"

#include <string.h>

static const char *const schemes[] = {"event", "moreau", NULL};
static const char *const contacts[] = {"exact", "proximal", NULL};
static const char *const modes[] = {"open", "stick", "slip_plus", "slip_minus", NULL};

#define PARAM(field, role, unit, lo, hi, initial, text) \
    VAR_REAL("param." #field, role, SLOT(impact_wheel_param, field), unit, lo, hi, initial, text)
#define INPUT(name, field, unit, text) \
    VAR_ANY("input." name, WD_INPUT, SLOT(impact_load, field), unit, 0, text)
#define STATE(slot, name, unit, initial, text) \
    VAR_ANY("state." name, WD_STATE, slot, unit, initial, text)
#define SOLVER(field, unit, lo, hi, initial, text)                                                 \
    VAR_REAL("solver." #field, WD_SOLVER, SLOT(impact_wheel_solver, field), unit, lo, hi, initial, \
             text)
#define STAT(field, flags, text)                                                                 \
    VAR_ROW("stat." #field, WD_STAT, flags, STAT_COUNT + SLOT(impact_wheel_stat, field), "1", 0, \
            DBL_MAX, 0, NULL, text)
#define OUTPUT(field, unit, text) \
    VAR_ANY("output." #field, WD_OUTPUT, SLOT(impact_wheel_output, field), unit, 0, text)
#define AT(k, field) SLOT(impact_wheel_output, contact[(k)-1].field)
#define CONTACT(k, field, unit, text) \
    VAR_ANY("output." #field "_" #k, WD_OUTPUT, AT(k, field), unit, 0, text)

static const struct var vars[] = {
    PARAM(mass, WD_PARAM, "kg", DBL_MIN, DBL_MAX, 10, "mass"),
    PARAM(radius, WD_PARAM, "m", DBL_MIN, DBL_MAX, 0.1, "radius"),
    PARAM(inertia, WD_PARAM, "kg.m2", DBL_MIN, DBL_MAX, 0.05, "moment of inertia about the axle"),
    PARAM(gravity, WD_PARAM, "m/s2", 0, DBL_MAX, 9.81, "gravity"),
    PARAM(mu, WD_TUNABLE, "1", 0, DBL_MAX, 0.4, "coefficient of friction"),
    PARAM(restitution, WD_TUNABLE, "1", 0, 1, 0, "coefficient of restitution"),
    PARAM(wall_x, WD_PARAM, "m", -DBL_MAX, DBL_MAX, 0, "position of the wall along x"),
    PARAM(kerb_x, WD_PARAM, "m", -DBL_MAX, DBL_MAX, 0.5, "position of the kerb's corner along x"),
    PARAM(kerb_height, WD_PARAM, "m", DBL_MIN, DBL_MAX, 0.05, "height of the kerb"),
    INPUT("torque", torque, "N.m", "torque, counter-clockwise"),
    INPUT("force_x", fx, "N", "force at the centre along x"),
    INPUT("force_y", fy, "N", "force at the centre along y"),
    STATE(IMPACT_X, "x", "m", 0.8, "position of the centre, forward"),
    STATE(IMPACT_Y, "y", "m", 0.2, "position of the centre, up"),
    STATE(IMPACT_PHI, "phi", "rad", 0, "angle, counter-clockwise"),
    STATE(IMPACT_VX, "x_dot", "m/s", 0, "velocity of the centre, forward"),
    STATE(IMPACT_VY, "y_dot", "m/s", 0, "velocity of the centre, up"),
    STATE(IMPACT_W, "phi_dot", "rad/s", 0, "angular velocity; forward rolling is negative"),
    OUTPUT(gap, "m", "smallest distance to the terrain"),
    OUTPUT(contacts, "1", "number of lasting contacts"),
    CONTACT(1, normal_force, "N", "normal force of contact 1"),
    CONTACT(1, friction_force, "N", "friction T of contact 1; on level ground positive backward"),
    CONTACT(1, contact_velocity, "m/s", "slip velocity at contact 1; on level ground forward"),
    VAR_CHOICE("output.mode_1", WD_OUTPUT, AT(1, mode), modes, "mode of contact 1"),
    CONTACT(1, feature, "1", "segment i (as 2 i) or corner (2 i + 1) of contact 1; -1: no contact"),
    CONTACT(2, normal_force, "N", "normal force of contact 2"),
    CONTACT(2, friction_force, "N", "friction T of contact 2; on level ground positive backward"),
    CONTACT(2, contact_velocity, "m/s", "slip velocity at contact 2; on level ground forward"),
    VAR_CHOICE("output.mode_2", WD_OUTPUT, AT(2, mode), modes, "mode of contact 2"),
    CONTACT(2, feature, "1", "segment i (as 2 i) or corner (2 i + 1) of contact 2; -1: no contact"),
    VAR_CHOICE("solver.scheme", WD_SOLVER, SLOT(impact_wheel_solver, scheme), schemes,
               "from event to event, or fixed steps by Moreau and Jean"),
    VAR_CHOICE("solver.contact", WD_SOLVER, SLOT(impact_wheel_solver, contact), contacts,
               "in closed form if one or two contacts carry load, or always by the contact solver"),
    SOLVER(zeno_speed, "m/s", DBL_MIN, DBL_MAX, 1e-9, "bounces slower than this are summed up"),
    VAR_ROW("solver.max_events", WD_SOLVER, VAR_WHOLE, SLOT(impact_wheel_solver, max_events), "1",
            1, 1e15, 1e4, NULL,
            "most events before the next knot of a signal, end of a fixed step or target time"),
    SOLVER(contact_tolerance, "m", DBL_MIN, DBL_MAX, 1e-9, "a gap that counts as closed"),
    STAT(contact_steps, VAR_WHOLE,
         "iterations of the contact solver: Newton steps, and passes over all contacts"),
    STAT(contact_residual, 0, "largest residual of the solutions of the contact solver"),
};

static const char *const event_values[] = {
    "x",
    "y",
    "phi",
    "vx_before",
    "vy_before",
    "w_before",
    "vx_after",
    "vy_after",
    "w_after",
    "feature_a",
    "feature_b",
    "normal_a",
    "friction_a",
    "normal_b",
    "friction_b",
    "normal_a_rest",
    "friction_a_rest",
    "normal_b_rest",
    "friction_b_rest",
    "energy_change",
    "solutions",
    "hyperstatic",
    "normal_total",
    "friction_total",
};

/* Initial velocities (114) of the paper: the wheel is thrown at the ground in front of the kerb. */
#define THROWN(beta) \
    HELD("state.x_dot", -5), HELD("state.y_dot", -3), HELD("param.restitution", beta)
static const struct preset_value plastic[] = {THROWN(0)};
static const struct preset_value elastoplastic[] = {THROWN(0.3)};

static const struct preset presets[] = {
    PRESET("kerb-plastic", plastic, "Fig. 10: thrown at ground, kerb and wall, plastic collisions"),
    PRESET("kerb-elastoplastic", elastoplastic, "Fig. 11: the same with restitution 0.3"),
};

/* ---- terrain ---- */

enum { HEAD = WORDS_OF(struct impact_wheel_course) };

/* Set the points of the default profile, from the top of the wall down to the ground. This is the
 * profile of the paper's (1) and (26). In its set (4) the corner is at l1 = l - r; this l1 is the
 * length of the kerb's top, not the position of the corner. */
void impact_wheel_kerb(double wall_x, double kerb_x, double kerb_height,
                       double xy[2 * IMPACT_WHEEL_KERB_POINTS])
{
    const double points[IMPACT_WHEEL_KERB_POINTS][2] = {{wall_x, 2 * kerb_height},
                                                        {wall_x, kerb_height},
                                                        {kerb_x, kerb_height},
                                                        {kerb_x, 0},
                                                        {kerb_x + (kerb_x - wall_x), 0}};
    memcpy(xy, points, sizeof points);
}

static size_t course_doubles(const struct kind *kind, const struct polyline *line)
{
    (void)kind;
    return HEAD +
           terrain_doubles(line->points > 0 ? line->points : IMPACT_WHEEL_KERB_POINTS,
                           line->bulge != NULL) +
           (line->friction ? line->points - 1 : 0) + (line->restitution ? line->points - 1 : 0);
}

/* Copy one factor for each segment to `memory`. Return `fault` at the first factor that is not from
 * 0 to `most`; *at is then its segment. */
static const char *build_factors(const double *factor, size_t segments, double most,
                                 const char *fault, double *memory, size_t *at,
                                 struct interrupt *interrupt)
{
    size_t tally = 0;
    for (size_t i = 0; i < segments; i++) {
        *at = i;
        if (!(factor[i] >= 0 && factor[i] <= most))
            return fault;
        memory[i] = factor[i];
        if (interrupt_tally(interrupt, &tally, 5))
            break;
    }
    return NULL;
}

/* Copy the given factors of friction and restitution to `memory`. */
static const char *build_segments(const struct view *view, const struct polyline *line,
                                  struct impact_wheel_course *course, double *memory, size_t *at)
{
    size_t segments = line->points - 1;
    const char *fault = NULL;
    course->friction = course->restitution = NULL;
    if (line->friction) {
        fault = build_factors(line->friction, segments, DBL_MAX,
                              "a factor of friction that is negative or not finite", memory, at,
                              view->interrupt);
        course->friction = memory;
        memory += segments;
    }
    if (!fault && line->restitution) {
        fault = build_factors(line->restitution, segments, 1,
                              "a factor of restitution that is not from 0 to 1", memory, at,
                              view->interrupt);
        course->restitution = memory;
    }
    return fault;
}

/* Find a concave arc whose radius is not above that of the wheel. The wheel would touch only the
 * ends of such an arc, or the whole arc at once. */
static const char *narrow_arc(const struct terrain *terrain, double radius, size_t *at)
{
    for (size_t i = 0; terrain->arc && i < terrain->segments; i++) {
        *at = i;
        if (terrain->segment[i].arc_radius < 0 && !(terrain->segment[i].arc_radius + radius < 0))
            return "a concave arc with a radius that is not above that of the wheel";
    }
    return NULL;
}

static const char *course_build(const struct view *view, const struct polyline *line,
                                double *memory, size_t *at)
{
    const struct impact_wheel_param *p = view->param;
    struct impact_wheel_course *course = (struct impact_wheel_course *)(void *)memory;
    double kerb[2 * IMPACT_WHEEL_KERB_POINTS];
    if (line->points == 0 && !(p->kerb_x > p->wall_x))
        return "param.kerb_x must be above param.wall_x";
    if (line->points == 0)
        impact_wheel_kerb(p->wall_x, p->kerb_x, p->kerb_height, kerb);
    size_t points = line->points > 0 ? line->points : IMPACT_WHEEL_KERB_POINTS;
    struct terrain_report report =
        terrain_build(&course->terrain, line->points > 0 ? line->xy : kerb, line->bulge, points,
                      memory + HEAD, view->interrupt);
    course->terrain.interrupt = NULL; /* impact_wheel_open() sets it */
    const char *fault = terrain_fault_text(report, view->say, view->core, at);
    if (!fault)
        fault = build_segments(view, line, course,
                               memory + HEAD + terrain_doubles(points, line->bulge != NULL), at);
    if (fault || !p)
        return fault;
    course->wheel = law_wheel_of(p->mass, p->radius, p->inertia);
    return narrow_arc(&course->terrain, p->radius, at);
}

static const char *check(const struct view *view)
{
    const struct impact_wheel_solver *solver = view->solver;
    int steps = solver->scheme == IMPACT_WHEEL_SCHEME_MOREAU && solver->common.fixed_step == 0;
    return steps ? "solver.scheme = moreau needs solver.fixed_step above 0" : NULL;
}

const struct kind kind_impact_wheel = {
    .name = "impact_wheel",
    .text = "A wheel that hits wall, kerb, ground or any profile, with Coulomb friction",
    .vars = vars,
    .var_count = ROWS(vars),
    .key_vars =
        NAMES("state.x", "state.y", "state.x_dot", "state.y_dot", "state.phi_dot", "output.gap",
              "output.normal_force_1", "output.friction_force_1", "output.dissipated"),
    .presets = presets,
    .preset_count = ROWS(presets),
    .params = DOUBLES(impact_wheel_param),
    .inputs = DOUBLES(impact_load),
    .states = IMPACT_WORK,
    .outputs = DOUBLES(impact_wheel_output),
    .solvers = DOUBLES(impact_wheel_solver),
    .modes = IMPACT_WHEEL_MODES,
    .stats = DOUBLES(impact_wheel_stat),
    .extras = IMPACT_WHEEL_EXTRAS,
    .event_values = event_values,
    .event_width = EVENT_VALUES,
    .scratch = impact_wheel_scratch,
    .workspace_new = law_proximal_new,
    .workspace_free = law_proximal_free,
    .output = impact_wheel_output,
    .open = impact_wheel_open,
    .start = impact_wheel_start,
    .advance = impact_wheel_advance,
    .settle = impact_wheel_settle,
    .fits = impact_wheel_fits,
    .check = check,
    .course = COURSE_TERRAIN,
    .course_doubles = course_doubles,
    .course_build = course_build,
};
