/* SPDX-License-Identifier: MIT */
#include "models/vehicle/footing.h"
#include "models/vehicle/layout.h"
#include "models/vehicle/stop.h"

static const char *const places[] = {"as_given", "on_ground", "in_balance", NULL};
static const char *const spins[] = {"as_given", "rolling", NULL};
static const char *const schemes[] = {"event", "moreau", NULL};
static const char *const answers[] = {"no", "yes", NULL};

static const struct var vars[] = {
    VAR_REAL("param.gravity", WD_PARAM, SLOT(vehicle_param, gravity), "m/s2", 0, DBL_MAX, 9.81,
             "gravity"),
    VAR_CHOICE("param.place", WD_PARAM, SLOT(vehicle_param, place), places,
               "start: as given, moved until wheels touch and tyres carry, or in balance"),
    VAR_CHOICE("param.spin", WD_PARAM, SLOT(vehicle_param, spin), spins,
               "rates of wheels at the start: as given, or those of rolling"),
    VAR_ANY("input.slope", WD_INPUT, SLOT(vehicle_input, slope), "rad", 0,
            "slope of the ground: above 0 it climbs forward"),
    VAR_ANY("input.bank", WD_INPUT, SLOT(vehicle_input, bank), "rad", 0,
            "bank of the ground: above 0 its left side is higher"),
    VAR_CHOICE("output.hyperstatic", WD_OUTPUT, SLOT(vehicle_output, hyperstatic), answers,
               "yes: more contacts than needed; the forces of least norm are output"),
    VAR_ANY("output.friction_demand", WD_OUTPUT, SLOT(vehicle_output, friction_demand), "1", 0,
            "largest ratio of tangential to normal force of a closed contact without a tyre; "
            "infinity if one has no normal force"),
    VAR_CHOICE("solver.scheme", WD_SOLVER, SLOT(vehicle_solver, scheme), schemes,
               "event-driven, or Moreau time stepping in fixed steps"),
    VAR_REAL("solver.zeno_speed", WD_SOLVER, SLOT(vehicle_solver, zeno_speed), "m/s", DBL_MIN,
             DBL_MAX, 1e-6, "coulomb: speed of approach below which nothing bounces"),
    VAR_REAL("solver.onset_speed", WD_SOLVER, SLOT(vehicle_solver, onset_speed), "m/s", DBL_MIN,
             DBL_MAX, 1e-5,
             "coulomb: largest speed of slips whose direction the forces determine (mode slow)"),
    VAR_ROW("solver.max_events", WD_SOLVER, VAR_WHOLE, SLOT(vehicle_solver, max_events), "1", 1,
            1e15, 1e5, NULL, "most events in one call"),
};

static const struct var later_vars[] = {
    VAR_ANY("param.ground_heading", WD_PARAM, SLOT(vehicle_param, ground_heading), "rad", 0,
            "direction of a profile: angle from x, to the left"),
    VAR_ANY("output.contacts", WD_OUTPUT, SLOT(vehicle_output, contacts), "1", 0,
            "number of places at which wheels touch the ground"),
    VAR_CHOICE("solver.check_surface", WD_SOLVER, SLOT(vehicle_solver, check_surface), answers,
               "yes: init compares derivatives of the function of a surface with differences"),
};

static const char *const event_values[] = {
    "part",          "normal_speed", "impulse_normal", "impulse_forward", "impulse_side",
    "energy_change", "feature",      "feature_to",     "reason"};

static size_t count_wheels(const struct kind *kind)
{
    return vehicle_count(kind, VEHICLE_WHEEL) + vehicle_count(kind, VEHICLE_RIM);
}

/* Number of hinges, slides and axles of wheels. */
static size_t count_joints(const struct kind *kind)
{
    return vehicle_count(kind, VEHICLE_HINGE) + vehicle_count(kind, VEHICLE_SLIDE) +
           vehicle_count(kind, VEHICLE_WHEEL);
}

/* A linkage with the numbers of bodies, contacts and rows of the kind. */
static struct linkage sizes_of(const struct kind *kind)
{
    size_t wheels = count_wheels(kind);
    return (struct linkage){.bodies = 1 + count_joints(kind),
                            .wheels = wheels,
                            .more = kind->has_terrain ? footing_more(wheels) : 0,
                            .extras = vehicle_tread_rows(kind),
                            .leaves = vehicle_count(kind, VEHICLE_WHEEL)};
}

static size_t scratch(const struct kind *kind)
{
    struct linkage linkage = sizes_of(kind);
    return vehicle_eval_doubles(&linkage, vehicle_count(kind, VEHICLE_BODY),
                                vehicle_count(kind, VEHICLE_TYRE), kind->has_terrain,
                                vehicle_linear_doubles(kind, &linkage));
}

static void *cones_new(const struct kind *kind)
{
    struct linkage linkage = sizes_of(kind);
    return friction_cones_new(vehicle_most_cones(&linkage));
}

/* The first wheel or rim of this law, or NULL. */
static const struct part *first_of_law(const struct view *view, double law)
{
    for (size_t i = 0; i < view->kind->part_count; i++) {
        const struct part *part = view->kind->parts[i];
        if (vehicle_touches(part) &&
            ((const struct rim_param *)vehicle_param_of(view, part))->law == law)
            return part;
    }
    return NULL;
}

/* True if a wheel or rim stands on this tyre, whatever its law. */
static int bears(const struct kind *kind, const struct part *tyre)
{
    size_t i = 0;
    while (i < kind->part_count &&
           !(vehicle_touches(kind->parts[i]) && kind->parts[i]->on[1] == tyre))
        i++;
    return i < kind->part_count;
}

static const char *check_tyres(const struct view *view)
{
    for (size_t i = 0; i < view->kind->part_count; i++) {
        const struct part *part = view->kind->parts[i];
        const struct rim_param *p = vehicle_param_of(view, part);
        if (vehicle_is(part, VEHICLE_TYRE) && !bears(view->kind, part))
            return vehicle_fault(view, part, "no wheel or rim stands on this tyre");
        if (!vehicle_touches(part) || p->law != VEHICLE_ON_TYRE)
            continue;
        if (!part->on[1])
            return vehicle_fault(view, part,
                                 "it has the law tyre, but stands on no tyre; give it one as its "
                                 "second part, or another law");
        if (p->crown >= p->radius)
            return vehicle_fault(view, part,
                                 "it has the law tyre, but is a ball; its crown must be below its "
                                 "radius");
    }
    return NULL;
}

static const char *check(const struct view *view)
{
    const struct vehicle_solver *solver = view->solver;
    const char *stops = vehicle_check_stops(view), *fault = stops ? stops : check_tyres(view);
    const struct part *relaxed = first_of_law(view, VEHICLE_RELAXED);
    const struct part *coulomb = first_of_law(view, VEHICLE_COULOMB);
    if (vehicle_uses_moreau(view) && solver->common.fixed_step == 0)
        return "solver.scheme = moreau needs solver.fixed_step above 0";
    if (fault || !relaxed || !coulomb)
        return fault;
    return view->say(
        view->core,
        "\"%s\" has the law relaxed and \"%s\" the law coulomb; a vehicle can have only "
        "one of these two laws",
        relaxed->name, coulomb->name);
}

static double most_events(const struct view *view)
{
    return ((const struct vehicle_solver *)view->solver)->max_events;
}

const struct kind kind_vehicle = {
    .name = "vehicle",
    .text = "Bodies, joints and wheels of your own on a plane, a profile or a surface",
    .vars = vars,
    .var_count = ROWS(vars),
    .later_vars = later_vars,
    .later_count = ROWS(later_vars),
    .key_vars = NAMES("output.speed"),
    .presets = vehicle_presets,
    .preset_count = VEHICLE_PRESETS,
    .part_types = vehicle_part_types,
    .part_type_count = VEHICLE_PART_TYPES,
    .params = DOUBLES(vehicle_param),
    .inputs = DOUBLES(vehicle_input),
    .outputs = DOUBLES(vehicle_output),
    .solvers = DOUBLES(vehicle_solver),
    .extras = DOUBLES(vehicle_extra),
    .event_values = event_values,
    .event_width = ROWS(event_values),
    .scratch = scratch,
    .workspace_new = cones_new,
    .workspace_free = friction_cones_free,
    .check = check,
    .start = vehicle_start,
    .open = vehicle_lay_out,
    .advance = vehicle_advance,
    .uses_advance = vehicle_uses_moreau,
    .flow = vehicle_flow,
    .mark_cyclic = vehicle_mark_cyclic,
    .enter = vehicle_enter,
    .project = vehicle_project,
    .output = vehicle_output,
    .energy = vehicle_energy,
    .lossless_extra = 1 + SLOT(vehicle_extra, lossless),
    .guard = vehicle_guard,
    .jump = vehicle_jump,
    .most_events = most_events,
    .fits = vehicle_fits,
    .linear_states = vehicle_linear_states,
    .linear = vehicle_linear,
    .linear_input = vehicle_linear_input,
    .course = COURSE_TERRAIN,
    .terrain_sizes = footing_sizes,
    .course_doubles = vehicle_course_doubles,
    .course_build = vehicle_course_build,
    .ground_at = footing_at,
};
