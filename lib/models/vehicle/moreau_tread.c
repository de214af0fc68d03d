/* SPDX-License-Identifier: MIT */
/* Iteration of the forces of tyres in a Moreau step. The solution of the step is a continuous
 * function of the iterate, but near rest this function is no contraction. So the next iterate of
 * each tyre is a mixture of its solutions. Each tyre has weights of its own: with common weights a
 * tyre whose slip leaps to another solution is led back while the residuals of others decrease. */
#include "models/vehicle/footing.h"
#include "models/vehicle/moreau_tread.h"

#include <string.h>

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

/* Compute the rows of a tyre at the iterate. The row of the twist belongs to a force at the
 * unloaded radius, as in moreau_find_tyres(). */
static void set_rows(const struct vehicle_eval *m, size_t w, struct vehicle_tread_step *step)
{
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

/* Piece of the law: whether P_c acts, and if so, the direction of rolling; and whether the slip of
 * the formula is kept. */
static int piece_of(const struct vehicle_tread_step *step, int keeps)
{
    const struct tyre_rows *rows = &step->rows;
    int rolling = rows->rolling_centre == 0 ? 0 : 1 + (step->at.rolled > 0) + 2 * rows->reverses;
    return 2 * rolling + keeps;
}

/* Set step->driven of a tyre, and return the largest x^2/c of its load and grip, where x =
 * step->driven and c is the compliance of the row. */
static double drive_rows(const struct vehicle_eval *m, struct vehicle_tread_step *step)
{
    double square = 0;
    for (size_t k = 0; k < VEHICLE_TREAD_MEASURED; k++) {
        const struct tyre_row *row = &step->row_of[k];
        double x = m->slip_before[m->work.number[step->row + k]] + row->offset + step->turned[k];
        step->driven[k] = x;
        if (k < VEHICLE_TREAD_TWIST)
            square = num_fmax(square, x * x * moreau_tread_conductance(row));
    }
    return square;
}

/* Set the units of the rates. The unit of a row of compliance c is sqrt(c square), where `square`
 * is the largest of drive_rows() of all tyres. The friction problem [friction/] has such units,
 * too. The rolling speed has the unit of the slip, because its row need not have a compliance. */
static void set_units(const struct vehicle_eval *m, double square)
{
    for (size_t w = 0; w < m->work.contacts; w++) {
        struct vehicle_tread_step *step = &m->tyres.step[w];
        for (size_t k = 0; moreau_tread_touches(m, w) && k < VEHICLE_TREAD_MEASURED; k++) {
            size_t like = k == VEHICLE_TREAD_ROLLING ? VEHICLE_TREAD_GRIP : k;
            step->unit[k] = sqrt(step->row_of[like].compliance * (square > 0 ? square : 1));
        }
    }
}

static void evaluate_rows(struct vehicle_eval *m)
{
    double square = 0;
    for (size_t w = 0; w < m->work.contacts; w++)
        if (moreau_tread_touches(m, w)) {
            struct vehicle_tread_step *step = &m->tyres.step[w];
            int keeps = step->at.keeps;
            set_rows(m, w, step);
            step->piece = piece_of(step, keeps);
            square = num_fmax(square, drive_rows(m, step));
        }
    set_units(m, square);
}

void moreau_tread_note_middle(struct vehicle_eval *m)
{
    memcpy(m->place[0], m->state, linkage_states(&m->v->linkage) * sizeof *m->state);
    memcpy(m->tyres.arm, m->work.arm, linkage_joints(&m->v->linkage) * sizeof *m->work.arm);
}

/* Move the state, at the middle of the step, to the end. */
static void move_to_end(struct vehicle_eval *m)
{
    moreau_move(m, m->h / 2);
    linkage_place_moving(&m->v->linkage, m->state, &m->work);
}

void moreau_tread_restore(struct vehicle_eval *m)
{
    memcpy(m->state, m->place[0], linkage_states(&m->v->linkage) * sizeof *m->state);
    memcpy(m->work.arm, m->tyres.arm, linkage_joints(&m->v->linkage) * sizeof *m->work.arm);
    linkage_place_root(&m->v->linkage, m->state, &m->work);
}

/* Angular velocity of the axes of a tyre: about the normal of the ground as the direction of the
 * wheel's axis along the ground, and with the normal. */
static struct vec turning_of_axes(const struct vehicle_eval *m, size_t w, struct vec W)
{
    const struct vehicle_tread *tread = &m->tyres.tread[w];
    struct vec n = tread->axis[2];
    double tan_camber = tread->place.sin_camber / tread->place.cos_camber;
    struct vec yaw = vec_scale(vec_dot(W, n) - tan_camber * vec_dot(W, tread->axis[1]), n);
    return m->footing ? vec_add(yaw, vec_cross(n, m->footing[w].rate.n)) : yaw;
}

/* Rates of change of velocity and angular velocity of a wheel, seen in the axes of its tyre, at
 * constant speeds of the linkage; and of the sine of its camber. */
struct seen {
    struct vec velocity, turning;
    double sin_camber;
};

static struct seen rates_seen(const struct vehicle_eval *m, size_t w)
{
    const struct linkage_contact *contact = &m->work.contact[w];
    const struct linkage_link *link = &m->work.link[m->v->linkage.wheel[contact->wheel].body];
    struct vec W = link->W, A = turning_of_axes(m, w, W);
    struct vec v = vec_add(link->v, vec_cross(W, vec_sub(contact->centre, link->r)));
    struct vec convective = linkage_convective_at(link, contact->centre);
    struct vec leaning = vec_cross(vec_sub(W, A), contact->axis);
    return (struct seen){vec_add(convective, vec_cross(v, A)),
                         vec_add(link->bias.angular, vec_cross(W, A)),
                         vec_dot(leaning, m->tyres.tread[w].axis[2])};
}

/* Set the iterate of a tyre to its motion at the end of the step, to first order in the length of
 * the step: with the predicted speeds at the middle, moved and turned by half of the step. */
static void predict_tyre(struct vehicle_eval *m, size_t w)
{
    struct vehicle_tread_step *step = &m->tyres.step[w];
    const struct vehicle_tread *tread = &m->tyres.tread[w];
    const struct vec *axis = tread->axis;
    const struct tyre *tyre = vehicle_tyre_of(m, w);
    struct tyre_motion *end = &step->end;
    struct seen seen = rates_seen(m, w);
    double u[VEHICLE_TREAD_MEASURED], half = m->h / 2;
    for (size_t k = 0; k < VEHICLE_TREAD_MEASURED; k++)
        u[k] = m->slip_before[m->work.number[step->row + k]] + m->along[step->row + k];
    double rolling = half * vec_dot(seen.turning, axis[0]) * tread->place.height;
    end->rate = -u[VEHICLE_TREAD_LOAD] - half * vec_dot(seen.velocity, axis[2]);
    end->forward =
        u[VEHICLE_TREAD_GRIP] + u[VEHICLE_TREAD_ROLLING] + half * vec_dot(seen.velocity, axis[0]);
    end->side = u[VEHICLE_TREAD_GRIP + 1] + half * vec_dot(seen.velocity, axis[1]) + rolling;
    end->spin = u[VEHICLE_TREAD_ROLLING] / step->at.rolling_radius +
                half * vec_dot(seen.turning, axis[1]) / tread->place.cos_camber;
    end->turn = u[VEHICLE_TREAD_TWIST] / step->at.radius + half * vec_dot(seen.turning, axis[2]);
    end->deflection = tread->motion.deflection + half * end->rate;
    end->sin_camber = tread->motion.sin_camber + half * seen.sin_camber;
    tyre_step_iterate(tyre, &step->at, end, tyre_load(tyre, end->deflection, end->rate));
    moreau_tread_read(end, step->at.rolling_radius, step->rate);
    for (size_t k = 0; k < VEHICLE_TREAD_MEASURED; k++)
        step->turned[k] = step->rate[k] - u[k];
}

/* Forget the solutions of all iterates. */
static void begin_mixing(struct vehicle_eval *m)
{
    for (size_t w = 0; w < m->work.contacts; w++)
        if (moreau_tread_touches(m, w))
            mixing_begin(&m->tyres.mixing[w]);
}

void moreau_tread_begin(struct vehicle_eval *m)
{
    size_t wheels = m->v->linkage.wheels;
    begin_mixing(m);
    m->tyres.begun = 1;
    memset(m->tyres.misfit, 0, wheels * VEHICLE_TREAD_MEASURED * sizeof *m->tyres.misfit);
    memset(m->tyres.stride, 0, wheels * VEHICLE_TREAD_MEASURED * sizeof *m->tyres.stride);
    moreau_tread_note_middle(m);
    linkage_damped_along(&m->v->linkage, m->leap, &m->work, m->along);
    for (size_t w = 0; w < wheels; w++)
        if (moreau_tread_touches(m, w))
            predict_tyre(m, w);
    evaluate_rows(m);
}

/* Set the iterate to the motion at the end of the step, where the state is placed, with its misfit:
 * how much its rates differ from those of the last iterate. */
static void set_iterate(struct vehicle_eval *m, size_t w)
{
    struct vehicle_tread_step *step = &m->tyres.step[w];
    double rate[VEHICLE_TREAD_ROWS];
    double *misfit = m->tyres.misfit + w * VEHICLE_TREAD_MEASURED;
    vehicle_find_tread(m, w);
    step->end = m->tyres.tread[w].motion;
    step->at.reverses = step->rows.reverses && step->rolling_sticks;
    tyre_step_iterate(vehicle_tyre_of(m, w), &step->at, &step->end, m->impulse[step->row] / m->h);
    m->tyres.is_new_piece |= piece_of(step, step->at.keeps) != step->piece;
    moreau_tread_read(&step->end, step->at.rolling_radius, rate);
    for (size_t k = 0; k < VEHICLE_TREAD_MEASURED; k++) {
        size_t i = step->row + k;
        double moved = (m->sum[i] - m->slip_before[m->work.number[i]]) / step->unit[k];
        misfit[k] = (rate[k] - step->rate[k]) / step->unit[k];
        m->tyres.change = num_fmax(m->tyres.change, fabs(misfit[k]));
        m->tyres.moved = num_fmax(m->tyres.moved, fabs(moved));
        step->turned[k] = rate[k] - m->sum[i];
    }
    memcpy(step->rate, rate, sizeof rate);
}

int moreau_tread_look(struct vehicle_eval *m)
{
    m->tyres.change = m->tyres.moved = 0;
    m->tyres.is_new_piece = 0;
    move_to_end(m);
    for (size_t w = 0; w < m->work.contacts; w++)
        if (moreau_tread_touches(m, w))
            set_iterate(m, w);
    return m->tyres.change <= VEHICLE_ITERATED ||
           (!m->tyres.is_new_piece && m->tyres.change <= VEHICLE_CHANGE_PER_MOVED * m->tyres.moved);
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

/* Set the next iterate of a tyre to a mixture of its last solutions, and compute by how much its
 * rates differ from those of the last iterate. */
static void mix_tyre(struct vehicle_eval *m, size_t w)
{
    struct vehicle_tread_step *step = &m->tyres.step[w];
    const double *misfit = m->tyres.misfit + w * VEHICLE_TREAD_MEASURED;
    double last[VEHICLE_TREAD_MEASURED], *stride = m->tyres.stride + w * VEHICLE_TREAD_MEASURED;
    double x[VEHICLE_TREAD_NUMBERS];
    for (size_t k = 0; k < VEHICLE_TREAD_MEASURED; k++)
        last[k] = step->rate[k] - misfit[k] * step->unit[k];
    exchange_iterate(step, x, 0);
    mixing_next(&m->tyres.mixing[w], stride, misfit, x);
    exchange_iterate(step, x, 1);
    tyre_step_iterate(vehicle_tyre_of(m, w), &step->at, &step->end, num_fmax(0, step->at.load));
    moreau_tread_read(&step->end, step->at.rolling_radius, step->rate);
    for (size_t k = 0; k < VEHICLE_TREAD_MEASURED; k++)
        stride[k] = (step->rate[k] - last[k]) / step->unit[k];
}

/* Solutions with rows of different pieces are not mixed, because the forces jump between them, and
 * a mixture could lead away from the solution again and again. */
void moreau_tread_next(struct vehicle_eval *m)
{
    if (m->tyres.is_new_piece)
        begin_mixing(m);
    for (size_t w = 0; !m->tyres.is_new_piece && w < m->work.contacts; w++)
        if (moreau_tread_touches(m, w))
            mix_tyre(m, w);
    evaluate_rows(m);
}

int moreau_tread_accepts(const struct vehicle_eval *m)
{
    return m->tyres.change <= FRICTION_ACCEPTED;
}
