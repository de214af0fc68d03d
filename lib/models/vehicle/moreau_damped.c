/* SPDX-License-Identifier: MIT */
/* The Moreau step of a vehicle on which only tyres act, none of which slides: no other contact,
 * brake or stop has a row. The step then needs no contact problem, because the rows of a tyre
 * (tyre/step.h) act as follows:
 * - load and grip are dampers;
 * - twist and rolling have a band |impulse| <= limit: within it they are dampers, at its limit they
 *   have a given impulse;
 * - the overturning moment is a given impulse.
 * mech/linkage_state.h has the functions for such a step. */
#include "models/vehicle/moreau_tread.h"

#include <wheeldyn/wheeldyn.h>

/* Index of the first band: the last two of the measured rows, twist and rolling, are bands. */
enum { BANDS = VEHICLE_TREAD_TWIST };

/* ---- one iterate ---- */

/* Set the first sides of the bands of all tyres. 0 if a row of load or grip cannot be a damper. */
static int open_tyres(struct vehicle_eval *m, int is_first)
{
    for (size_t w = 0; w < m->work.contacts; w++) {
        struct vehicle_tread_step *step = &m->tyres.step[w];
        if (!moreau_tread_touches(m, w))
            continue;
        step->side[0] = is_first ? 0 : step->side[0];
        step->side[1] = is_first ? moreau_tread_guess(step) : step->side[1];
        for (size_t k = 0; k < BANDS; k++)
            if (moreau_tread_conductance(&step->row_of[k]) == 0)
                return 0;
    }
    return 1;
}

/* Set conductances and impulses of the rows of a tyre. */
static void set_dampers(struct vehicle_eval *m, const struct vehicle_tread_step *step)
{
    double *conductance = m->newton + step->row, *impulse = m->change + step->row;
    for (size_t k = 0; k < VEHICLE_TREAD_MEASURED; k++) {
        int side = k < BANDS ? 0 : step->side[k - BANDS];
        conductance[k] = side == 0 ? moreau_tread_conductance(&step->row_of[k]) : 0;
        impulse[k] = side == 0 ? -conductance[k] * step->driven[k] : -side * step->row_of[k].limit;
    }
    conductance[VEHICLE_TREAD_OVER] = 0;
    impulse[VEHICLE_TREAD_ROLLING] += m->h * step->rows.rolling_centre;
    impulse[VEHICLE_TREAD_OVER] = m->h * step->rows.over;
}

/* Read velocities and impulses along the rows of a tyre from the solution. */
static void read_impulses(struct vehicle_eval *m, const struct vehicle_tread_step *step)
{
    const double *conductance = m->newton + step->row;
    double *impulse = m->impulse + step->row, *given = m->change + step->row;
    for (size_t k = 0; k < VEHICLE_TREAD_ROWS; k++) {
        size_t i = step->row + k;
        m->sum[i] = m->slip_before[m->work.number[i]] + m->along[i];
        impulse[k] = given[k] - conductance[k] * m->along[i];
    }
}

/* Move bands to their limits, or from there, where the solution requires it; returns how many. */
static int change_sides(const struct vehicle_eval *m, struct vehicle_tread_step *step)
{
    int changes = 0;
    for (size_t k = BANDS; k < VEHICLE_TREAD_MEASURED; k++) {
        const struct tyre_row *row = &step->row_of[k];
        double x = step->driven[k] + m->along[step->row + k];
        double most = row->compliance * row->limit;
        int acts = row->compliance > 0 || row->limit > 0;
        int side = !acts ? 0 : x > most ? 1 : x < -most ? -1 : 0;
        changes += side != step->side[k - BANDS];
        step->side[k - BANDS] = side;
    }
    return changes;
}

/* True if the tyre pushes and its force is within the friction limit. */
static int is_within_cone(const struct vehicle_eval *m, const struct vehicle_tread_step *step)
{
    const double *r = m->impulse + step->row;
    double most = step->rows.mu * r[0];
    return r[0] > 0 && r[1] * r[1] + r[2] * r[2] < most * most;
}

/* Solve the step with the present rows. Sets *changes to the number of bands whose impulses go to
 * a limit or leave it. Returns 0 if a tyre slides or lifts, or if the matrix cannot be factorised.
 */
static int solve_dampers(struct vehicle_eval *m, int *changes)
{
    const struct linkage *linkage = &m->v->linkage;
    for (size_t w = 0; w < m->work.contacts; w++)
        if (moreau_tread_touches(m, w))
            set_dampers(m, &m->tyres.step[w]);
    if (linkage_damped_factor(linkage, m->h, m->newton, &m->work) != WD_OK)
        return 0;
    linkage_damped_solve(linkage, m->h, m->change, &m->work, m->leap, m->along);
    *changes = 0;
    int within = 1;
    for (size_t w = 0; w < m->work.contacts; w++) {
        struct vehicle_tread_step *step = &m->tyres.step[w];
        if (!moreau_tread_touches(m, w))
            continue;
        read_impulses(m, step);
        *changes += change_sides(m, step);
        step->rolling_sticks = step->side[1] == 0;
        within &= is_within_cone(m, step);
    }
    return within;
}

static int solve_iterate(struct vehicle_eval *m, int is_first)
{
    int changes = 1, solved = open_tyres(m, is_first);
    for (int i = 0; solved && changes > 0 && i < VEHICLE_MOST_ROUNDS; i++)
        solved = solve_dampers(m, &changes);
    return solved && changes == 0;
}

/* ---- the step ---- */

static void number_rows(struct vehicle_eval *m)
{
    size_t row = 0;
    linkage_list_extras(&m->v->linkage, &m->hold, &m->work);
    for (size_t w = 0; w < m->work.contacts; w++)
        if (moreau_tread_touches(m, w)) {
            m->tyres.step[w].row = row;
            row += VEHICLE_TREAD_ROWS;
        }
}

static int iterate(struct vehicle_eval *m)
{
    moreau_tread_begin(m);
    for (int i = 0; i < VEHICLE_MOST_ITERATES; i++) {
        if (i > 0)
            moreau_tread_next(m);
        if (!solve_iterate(m, i == 0))
            return 0;
        moreau_set_speeds(m, 1);
        if (moreau_tread_look(m))
            return 1;
        moreau_tread_restore(m);
    }
    return 0;
}

int moreau_solve_damped(struct vehicle_eval *m)
{
    number_rows(m);
    linkage_damped_begin(&m->v->linkage, m->state, &m->drive, &m->work);
    m->tyres.at_end = iterate(m);
    if (m->tyres.at_end)
        moreau_note_impulses(m);
    else
        linkage_place_still(&m->v->linkage, m->state, &m->work);
    return m->tyres.at_end;
}

void moreau_return(struct vehicle_eval *m)
{
    if (!m->tyres.at_end)
        return;
    m->tyres.at_end = 0;
    moreau_tread_restore(m);
    linkage_place_still(&m->v->linkage, m->state, &m->work);
    moreau_set_speeds(m, 1);
}
