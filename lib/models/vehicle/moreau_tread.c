/* SPDX-License-Identifier: MIT */
/* Iteration of the forces of tyres in a Moreau step. The solution of the step is a continuous
 * function of the iterate, but near rest this function is no contraction. So the next iterate is a
 * mixture of solutions. */
#include "models/vehicle/moreau_tread.h"

#include <string.h>

/* Changes of the rates of tyres from one iterate to the next, as fractions of the units in
 * vehicle_tread_step. The iteration ends when the next change would be below ITERATED, which is
 * some hundred roundings, because each rate is a sum over all rows. After the last iterate ACCEPTED
 * is enough, as for the friction problem; above it the step fails. */
#define ITERATED 1e-13
#define ACCEPTED 1e-10

void moreau_tread_read(const struct tyre_motion *m, double radius, double *rate)
{
    double rolled = radius * m->spin;
    rate[VEHICLE_TREAD_LOAD] = -m->rate;
    rate[VEHICLE_TREAD_GRIP] = m->forward - rolled;
    rate[VEHICLE_TREAD_GRIP + 1] = m->side;
    rate[VEHICLE_TREAD_TWIST] = m->radius * m->turn;
    rate[VEHICLE_TREAD_ROLLING] = rolled;
    rate[VEHICLE_TREAD_OVER] = 0;
}

/* The row of the twist belongs to a force at the unloaded radius, as in moreau_find_tyres(). */
void moreau_tread_rows(struct vehicle_eval *m, size_t w)
{
    struct vehicle_tread_step *step = moreau_tread_step(m, w);
    tyre_step_rows(vehicle_tyre_of(m, w), &step->end, &step->at, vehicle_bends_of(m, w),
                   &step->rows);
    const struct tyre_rows *rows = &step->rows;
    double radius = step->at.radius;
    struct tyre_row *to = step->row_of;
    to[VEHICLE_TREAD_LOAD] = rows->load;
    to[VEHICLE_TREAD_GRIP] = rows->grip[0];
    to[VEHICLE_TREAD_GRIP + 1] = rows->grip[1];
    to[VEHICLE_TREAD_TWIST] =
        (struct tyre_row){radius * radius * rows->twist.compliance, radius * rows->twist.offset,
                          rows->twist.limit / radius};
    to[VEHICLE_TREAD_ROLLING] = rows->rolling;
}

int moreau_tread_guess(const struct vehicle_tread_step *step)
{
    const struct tyre_row *rolling = &step->rows.rolling;
    double stretched = step->rate[VEHICLE_TREAD_ROLLING] + rolling->offset;
    if (fabs(stretched) <= rolling->compliance * rolling->limit)
        return 0;
    return stretched > 0 ? 1 : -1;
}

/* ---- the iteration ---- */

struct moreau_tread moreau_tread_begin(struct vehicle_eval *m)
{
    size_t wheels = m->work.contacts;
    mixing_begin(&m->tyres.mixing);
    m->tyres.is_new_piece = 0;
    for (size_t w = 0; w < wheels; w++)
        moreau_tread_step(m, w)->piece = 0;
    memset(m->tyres.misfit, 0, wheels * VEHICLE_TREAD_MEASURED * sizeof *m->tyres.misfit);
    memset(m->tyres.iterate, 0, wheels * VEHICLE_TREAD_NUMBERS * sizeof *m->tyres.iterate);
    memcpy(m->place[0], m->state, linkage_states(&m->v->linkage) * sizeof *m->state);
    memcpy(m->tyres.arm, m->work.arm, linkage_joints(&m->v->linkage) * sizeof *m->work.arm);
    return (struct moreau_tread){.change = INFINITY};
}

/* Note whether the tyre is on another piece of its law: whether P_c acts, and if so, the direction
 * of rolling. Iterates of different pieces are not mixed, because P_c jumps between them, and a
 * mixture could lead away from the solution again and again. */
static void note_piece(struct vehicle_eval *m, struct vehicle_tread_step *step)
{
    const struct tyre_rows *rows = &step->rows;
    int piece = rows->rolling_centre == 0 ? 0 : 1 + (step->at.rolled > 0) + 2 * rows->reverses;
    m->tyres.is_new_piece |= piece != step->piece;
    step->piece = piece;
}

/* Set the iterate to the motion at the end of the step, where the state is placed, with its misfit:
 * how much its rates differ from those of the last iterate. Returns the largest difference. */
static double set_iterate(struct vehicle_eval *m, size_t w)
{
    struct vehicle_tread_step *step = moreau_tread_step(m, w);
    double rate[VEHICLE_TREAD_ROWS], change = 0;
    double *misfit = m->tyres.misfit + w * VEHICLE_TREAD_MEASURED;
    vehicle_find_tread(m, w);
    step->end = m->tyres.tread[w].motion;
    step->at.reverses = step->rows.reverses && step->rolling_sticks;
    tyre_step_iterate(vehicle_tyre_of(m, w), &step->at, &step->end, m->impulse[step->row] / m->h);
    note_piece(m, step);
    moreau_tread_read(&step->end, step->at.rolling_radius, rate);
    for (size_t k = 0; k < VEHICLE_TREAD_MEASURED; k++) {
        misfit[k] = (rate[k] - step->rate[k]) / step->unit[k];
        change = num_fmax(change, fabs(misfit[k]));
        step->turned[k] = rate[k] - m->sum[step->row + k];
    }
    memcpy(step->rate, rate, sizeof rate);
    return change;
}

static void note_change(struct moreau_tread *to, double change)
{
    if (isfinite(to->change))
        to->ratio = num_fmax(to->ratio, change / to->change);
    to->change = change;
}

/* True if the change is rounding, or is small enough and the next change would be rounding: the
 * ratio of successive changes bounds the remaining error. A first change has no ratio. */
static int is_settled(const struct moreau_tread *to)
{
    return to->change <= ITERATED ||
           (to->ratio > 0 && to->change <= ACCEPTED && to->ratio * to->change <= ITERATED);
}

/* Move the state, at the middle of the step, to the end. */
static void move_to_end(struct vehicle_eval *m)
{
    moreau_move(m, m->h / 2);
    linkage_place_moving(&m->v->linkage, m->state, &m->work);
}

int moreau_tread_look(struct vehicle_eval *m, struct moreau_tread *to)
{
    double change = 0;
    move_to_end(m);
    for (size_t w = 0; w < m->work.contacts; w++)
        if (moreau_tread_touches(m, w))
            change = num_fmax(change, set_iterate(m, w));
    note_change(to, change);
    return is_settled(to);
}

void moreau_tread_restore(struct vehicle_eval *m)
{
    memcpy(m->state, m->place[0], linkage_states(&m->v->linkage) * sizeof *m->state);
    memcpy(m->work.arm, m->tyres.arm, linkage_joints(&m->v->linkage) * sizeof *m->work.arm);
    linkage_place_root(&m->v->linkage, m->state, &m->work);
}

void moreau_tread_predict(struct vehicle_eval *m)
{
    move_to_end(m);
    for (size_t w = 0; w < m->work.contacts; w++) {
        struct vehicle_tread_step *step = moreau_tread_step(m, w);
        if (!moreau_tread_touches(m, w))
            continue;
        vehicle_find_tread(m, w);
        step->end = m->tyres.tread[w].motion;
        const struct tyre *tyre = vehicle_tyre_of(m, w);
        tyre_step_iterate(tyre, &step->at, &step->end,
                          tyre_load(tyre, step->end.deflection, step->end.rate));
        moreau_tread_read(&step->end, step->at.rolling_radius, step->rate);
        for (size_t k = 0; k < VEHICLE_TREAD_MEASURED; k++)
            step->turned[k] = step->rate[k] - m->sum[step->row + k];
    }
    moreau_tread_restore(m);
}

/* Copy the numbers of an iterate from the tyre to x or, if `put`, from x to the tyre. */
static void exchange_iterate(struct vehicle_tread_step *step, double *x, int put)
{
    struct tyre_motion *end = &step->end;
    double *const moving[] = {&end->deflection, &end->rate, &end->sin_camber, &end->forward,
                              &end->spin,       &end->side, &end->turn,       &step->at.load};
    size_t n = sizeof moving / sizeof *moving;
    for (size_t i = 0; i < VEHICLE_TREAD_NUMBERS; i++) {
        double *number = i < n ? moving[i] : &step->turned[i - n];
        *(put ? number : x + i) = *(put ? x + i : number);
    }
}

void moreau_tread_next(struct vehicle_eval *m)
{
    double *x = m->tyres.iterate;
    if (m->tyres.is_new_piece)
        mixing_begin(&m->tyres.mixing);
    m->tyres.is_new_piece = 0;
    for (size_t w = 0; w < m->work.contacts; w++)
        if (moreau_tread_touches(m, w))
            exchange_iterate(moreau_tread_step(m, w), x + w * VEHICLE_TREAD_NUMBERS, 0);
    mixing_next(&m->tyres.mixing, m->tyres.misfit, x);
    for (size_t w = 0; w < m->work.contacts; w++) {
        struct vehicle_tread_step *step = moreau_tread_step(m, w);
        if (!moreau_tread_touches(m, w))
            continue;
        exchange_iterate(step, x + w * VEHICLE_TREAD_NUMBERS, 1);
        tyre_step_iterate(vehicle_tyre_of(m, w), &step->at, &step->end, num_fmax(0, step->at.load));
        moreau_tread_read(&step->end, step->at.rolling_radius, step->rate);
    }
}

int moreau_tread_accepts(const struct moreau_tread *to)
{
    return to->change <= ACCEPTED;
}
