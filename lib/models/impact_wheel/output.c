/* SPDX-License-Identifier: MIT */
/* Outputs at the present time. */
#include "models/impact_wheel/contact.h"
#include "models/impact_wheel/impact_wheel.h"
#include "models/impact_wheel/rounding.h"
#include "num/elementary.h"

#include <math.h>

/* Return the present mode of a contact. Without friction the sign of the slip does not affect the
 * motion. A change of this sign is then no event, and the stored mode may have the sign of an
 * earlier time. */
static int64_t mode_now(double mu, int64_t mode, double slide)
{
    if (mu > 0 || (mode != LAW_SLIP_PLUS && mode != LAW_SLIP_MINUS) || slide == 0)
        return mode;
    return slide > 0 ? LAW_SLIP_PLUS : LAW_SLIP_MINUS;
}

/* Set the outputs of a contact field by field. Copying a whole structure would be slower, because
 * the processor would wait until its fields are in memory (store forwarding). */
static void set_contact(struct impact_wheel_contact *contact, double normal, double friction,
                        double slide, int64_t mode, int64_t feature)
{
    contact->normal_force = normal;
    contact->friction_force = friction;
    contact->contact_velocity = slide;
    contact->mode = (double)mode;
    contact->feature = (double)feature;
}

/* Set the outputs of the lasting contacts. Returns the smallest of their gaps. */
static double contact_outputs(const struct impact_system *system, const struct impact_state *state,
                              const double *normal, const double *friction,
                              struct impact_wheel_output *o)
{
    double gap = INFINITY;
    for (int64_t i = 0; i < state->lasting; i++) {
        int64_t feature = state->feature[i];
        struct terrain_frame frame = contact_frame(system, feature, state->now);
        double slide = contact_slide(system, &frame, state->now + IMPACT_VX);
        gap = num_fmin(frame.gap, gap);
        if (i < 2)
            set_contact(&o->contact[i], normal[i], friction[i], slide,
                        mode_now(contact_mu(system, feature), state->mode[i], slide), feature);
    }
    for (int64_t i = state->lasting; i < 2; i++)
        set_contact(&o->contact[i], 0, 0, 0, LAW_OPEN, -1);
    o->contacts = (double)state->lasting;
    return gap;
}

static double smallest_gap(const struct impact_system *system, const struct impact_state *state)
{
    return terrain_distance_near(system->terrain, (size_t)state->near / 2, state->now[IMPACT_X],
                                 state->now[IMPACT_Y]) -
           system->wheel.radius;
}

/* True if the wheel is inside the terrain, which happens only if the search has missed a
 * collision. */
static int is_inside(const struct impact_system *system, const struct impact_state *state,
                     double gap)
{
    double rounding = ROUNDING_TOUCH * rounding_place(&system->wheel, state->now);
    return gap < -num_fmax(rounding, ROUNDING_INSIDE * system->wheel.radius);
}

/* Compute the forces with the loads of the view, because the loads of the system belong to another
 * time. */
static int32_t present_forces(const struct view *view, const struct impact_system *system,
                              const struct impact_state *state, struct law_result *forces)
{
    struct impact_system now;
    if (system->varying) {
        now = *system;
        now.varying = 0;
        system = &now;
    }
    struct law_proximal *contacts = &impact_wheel_call(view)->contacts;
    int32_t status = impact_forces(system, state, forces);
    if (status != WD_OK)
        *view->why = contacts->why;
    law_proximal_clear(contacts); /* outputs do not count as work of the motion */
    return status;
}

int32_t impact_wheel_output(const struct view *view, const double *y, void *out)
{
    struct impact_wheel_output *o = out;
    const struct impact_state *state = impact_wheel_state(y);
    const struct impact_system *system = &impact_wheel_call(view)->system;
    struct law_result forces;
    const double *normal = state->normal, *friction = state->friction;
    if (!impact_wheel_is_time_stepping(view)) {
        int32_t status = present_forces(view, system, state, &forces);
        if (status != WD_OK)
            return status;
        normal = forces.normal;
        friction = forces.friction;
    }
    o->common.speed = state->now[IMPACT_VX];
    o->common.potential_energy = impact_potential(system, state->now);
    o->common.kinetic_energy = impact_kinetic(system, state->now);
    double gap = contact_outputs(system, state, normal, friction, o);
    /* Fixed steps: if `clear` is positive, only the contacts are near, and their gap is the
     * smallest. */
    o->gap = state->clear > 0 && state->lasting > 0 ? gap : smallest_gap(system, state);
    if (is_inside(system, state, o->gap) && !impact_wheel_is_time_stepping(view)) {
        *view->why = "the wheel would be inside the terrain";
        return WD_ENOCONV;
    }
    return WD_OK;
}
