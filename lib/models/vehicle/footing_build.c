/* SPDX-License-Identifier: MIT */
/* The ground of a vehicle: its construction, its values at a place, and the check of a user's
 * function. */
#include "models/vehicle/footing.h"
#include "num/carver.h"

#include <wheeldyn/wheeldyn.h>

/* The ground, in the memory of the course; the memory of its terrain and the factors come after it.
 */
struct room {
    struct ground ground;
    struct terrain terrain;
    struct profile profile;
};

/* Number of doubles that the numbers of the convex parts need. */
static size_t words_of_parts(size_t points)
{
    size_t each = sizeof(double) / sizeof(uint32_t);
    return (points - 1 + each - 1) / each;
}

size_t footing_doubles(const struct polyline *line)
{
    if (line->surface)
        return WORDS_OF(struct room);
    if (line->points == 0)
        return 0;
    size_t terrain = terrain_doubles(line->points, line->bulge != NULL);
    if (terrain == 0)
        return WORDS_OF(struct room); /* footing_build() refuses this number of points */
    return WORDS_OF(struct room) + terrain + words_of_parts(line->points) +
           (line->friction ? line->points - 1 : 0);
}

static const char *copy_factors(const double *factor, size_t segments, double *to, size_t *at)
{
    for (size_t i = 0; i < segments; i++) {
        *at = i;
        if (!(factor[i] >= 0 && factor[i] <= DBL_MAX))
            return "a factor of friction that is negative or not finite";
        to[i] = factor[i];
    }
    return NULL;
}

static const char *judge_arcs(const struct view *view, const struct terrain *terrain, size_t *at)
{
    for (size_t i = 0; i < view->kind->part_count; i++) {
        const struct part *part = view->kind->parts[i];
        if (!vehicle_touches(part))
            continue;
        const struct rim_param *p = vehicle_param_of(view, part);
        *at = profile_narrow_arc(terrain, p->radius);
        if (*at < terrain->segments)
            return view->say(
                view->core,
                "part \"%s\": its radius, %g m, is not below %g m, that of the concave "
                "arc",
                part->name, p->radius, -terrain->segment[*at].arc_radius);
    }
    return NULL;
}

/* Build the profile. It need not suit the wheels; judge_arcs() checks that. */
static const char *build_profile(const struct view *view, const struct polyline *line,
                                 struct room *room, double *own, size_t *at)
{
    const struct vehicle_param *p = view->param;
    struct terrain_report report =
        terrain_build(&room->terrain, line->xy, line->bulge, line->points, own, view->interrupt);
    room->terrain.interrupt = NULL;
    const char *fault = terrain_fault_text(report, view->say, view->core, at);
    if (!fault && line->restitution) {
        *at = SIZE_MAX;
        return "the restitution of a vehicle belongs to its wheels, not to its terrain";
    }
    room->profile = profile_make(&room->terrain, p ? p->ground_heading : 0);
    double *part = own + terrain_doubles(line->points, line->bulge != NULL);
    if (!fault) {
        profile_number_parts(&room->terrain, (uint32_t *)(void *)part);
        room->profile.part = (uint32_t *)(void *)part;
    }
    if (!fault && line->friction) {
        double *factor = part + words_of_parts(line->points);
        fault = copy_factors(line->friction, line->points - 1, factor, at);
        room->profile.factor = factor;
    }
    return fault;
}

const char *footing_build(const struct view *view, const struct polyline *line, struct vehicle *v,
                          double *memory, size_t *at)
{
    struct room *room = (struct room *)(void *)memory;
    room->ground = (struct ground){.profile = NULL};
    v->ground = &room->ground;
    if (line->surface) {
        room->ground.surface = *line->surface;
        return NULL;
    }
    const char *fault = build_profile(view, line, room, memory + WORDS_OF(struct room), at);
    room->ground.profile = &room->profile;
    return fault || !view->param ? fault : judge_arcs(view, &room->terrain, at);
}

/* ---- values at a place ---- */

int32_t footing_at(const struct view *view, const struct polyline *line, double *memory, double x,
                   double y, double *value)
{
    struct room *room = (struct room *)(void *)memory;
    const struct vehicle *v = view->course;
    const struct profile *profile = NULL;
    size_t at;
    for (int k = 0; k < SURFACE_VALUES; k++)
        value[k] = k == SURFACE_FACTOR;
    if (line->points > 0 && memory)
        build_profile(view, line, room, memory + WORDS_OF(struct room), &at);
    if (line->points > 0)
        profile = memory ? &room->profile : v->ground->profile;
    return !profile || profile_height(profile, x, y, value) ? WD_OK : WD_EDOMAIN;
}

/* ---- check of a function ---- */

const char *footing_doubt(struct vehicle_eval *m)
{
    const struct vehicle_solver *solver = m->view->solver;
    struct surface_doubt doubt;
    if (!m->footing || !m->land.surface.fn || solver->check_surface == 0)
        return NULL;
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        const struct touch_wheel *wheel = &m->footing[w].wheel;
        int32_t status = surface_check(&m->land.surface, wheel->centre.x, wheel->centre.y,
                                       wheel->radius, &doubt);
        if (status == WD_EINVAL)
            return m->view->say(m->view->core,
                                "%s of the surface is %g at x = %g, y = %g, but differences give "
                                "%g",
                                surface_value_name(doubt.value), doubt.given, doubt.x, doubt.y,
                                doubt.difference);
        m->failed = m->failed == WD_OK ? status : m->failed;
    }
    return m->failed == WD_OK ? NULL : "the function of the surface fails";
}
