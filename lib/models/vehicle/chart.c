/* SPDX-License-Identifier: MIT */
#include "models/vehicle/chart.h"
#include "num/carver.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

size_t chart_most_bends(const struct kind *kind)
{
    return vehicle_tread_rows(kind) / VEHICLE_TREAD_ROWS * TYRE_BENDS;
}

static size_t lay_out(struct chart *chart, const struct kind *kind, const struct linkage *linkage,
                      double *memory)
{
    struct carver carver = {memory, 0};
    size_t joints = linkage_joints(linkage), bends = chart_most_bends(kind);
    chart->positions = CHART_ANGLE + joints;
    chart->speeds = CHART_RATE + joints;
    CARVE(&carver, chart->positions + chart->speeds + bends, &chart->base, &chart->now);
    chart->bend = carve_array(&carver, bends, sizeof *chart->bend);
    CARVE(&carver, kind->states + 2 + kind->extras, &chart->y, &chart->dy);
    chart->position.number = carve_array(&carver, chart->positions, sizeof(size_t));
    chart->speed.number = carve_array(&carver, chart->speeds, sizeof(size_t));
    chart->moves = carve_array(&carver, chart->speeds, sizeof *chart->moves);
    chart->unit = carve(&carver, chart->speeds);
    return carver.used;
}

size_t chart_doubles(const struct kind *kind, const struct linkage *linkage)
{
    struct chart chart;
    return lay_out(&chart, kind, linkage, NULL);
}

/* ---- states ---- */

/* Matrix that turns roll, pitch and yaw rates into the angular velocity of the root in its axes. */
static struct mat rates_to_spin(double roll, double pitch)
{
    struct sine_cosine x = num_sincos(roll), y = num_sincos(pitch);
    return (struct mat){{y.cos, 0, y.sin}, {0, 1, 0}, {-x.cos * y.sin, x.sin, x.cos * y.cos}};
}

/* Inverse of rates_to_spin(): roll, pitch and yaw rates. */
static struct vec spin_to_rates(double roll, double pitch, struct vec w)
{
    struct sine_cosine x = num_sincos(roll), y = num_sincos(pitch);
    double yaw = (w.z * y.cos - w.x * y.sin) / x.cos;
    return (struct vec){w.x * y.cos + w.z * y.sin, w.y - yaw * x.sin, yaw};
}

/* List the bends of wheels of law tyre. */
static void list_bends(struct chart *chart)
{
    double *base = chart->base + chart->positions + chart->speeds;
    chart->bends = 0;
    for (size_t w = 0; w < chart->v->linkage.wheels; w++)
        for (int k = 0; k < TYRE_BENDS && vehicle_law(&chart->m, w)->loads; k++) {
            const struct part *part = vehicle_part_at(&chart->m, w);
            const double *bend = vehicle_bends_of(&chart->m, w) + k;
            size_t state = (size_t)(bend - chart->m.tyres.y);
            base[chart->bends] = *bend;
            chart->bend[chart->bends++] =
                (struct chart_bend){state, part->at.inits + state - part->at.states};
        }
    chart->all = chart->positions + chart->speeds + chart->bends;
}

static void take_base(struct chart *chart, const double *y)
{
    const struct root_state *root = (const void *)(y + chart->v->body[0].part->at.states);
    const struct mat *R = &chart->m.work.link[0].R;
    double *position = chart->base, *speed = position + chart->positions;
    chart->yaw = num_atan2(-R->y.x, R->y.y);
    struct sine_cosine yaw = num_sincos(chart->yaw);
    position[CHART_Z] = root->x.z;
    position[CHART_ROLL] = num_atan2(R->y.z, num_hypot(R->y.x, R->y.y));
    position[CHART_PITCH] = num_atan2(-R->x.z, R->z.z);
    struct vec rate = spin_to_rates(position[CHART_ROLL], position[CHART_PITCH], root->w);
    const double root_speed[CHART_RATE] = {root->v.x * yaw.cos + root->v.y * yaw.sin,
                                           root->v.y * yaw.cos - root->v.x * yaw.sin,
                                           root->v.z,
                                           rate.x,
                                           rate.y,
                                           rate.z};
    memcpy(speed, root_speed, sizeof root_speed);
    for (size_t j = 0; j < linkage_joints(&chart->v->linkage); j++) {
        const struct joint_state *joint = (const void *)(y + chart->v->joint[j].part->at.states);
        position[CHART_ANGLE + j] = joint->q;
        speed[CHART_RATE + j] = joint->rate;
    }
}

/* Write positions, speeds and the bends of chart->now into the state chart->y. */
static void write_state(struct chart *chart, const double *position, const double *speed)
{
    const struct vehicle *v = chart->v;
    struct root_state *root = (struct root_state *)(chart->y + v->body[0].part->at.states);
    struct sine_cosine yaw = num_sincos(chart->yaw);
    struct mat to_spin = rates_to_spin(position[CHART_ROLL], position[CHART_PITCH]);
    root->x.z = position[CHART_Z];
    vehicle_attitude(chart->yaw, position[CHART_ROLL], position[CHART_PITCH], root->q);
    root->v =
        (struct vec){speed[CHART_FORWARD] * yaw.cos - speed[CHART_LEFT] * yaw.sin,
                     speed[CHART_FORWARD] * yaw.sin + speed[CHART_LEFT] * yaw.cos, speed[CHART_UP]};
    root->w = mat_turn(&to_spin, (struct vec){speed[CHART_ROLL_RATE], speed[CHART_PITCH_RATE],
                                              speed[CHART_YAW_RATE]});
    for (size_t j = 0; j < linkage_joints(&v->linkage); j++) {
        struct joint_state *joint = (struct joint_state *)(chart->y + v->joint[j].part->at.states);
        *joint = (struct joint_state){position[CHART_ANGLE + j], speed[CHART_RATE + j]};
    }
    for (size_t k = 0; k < chart->bends; k++)
        chart->y[chart->bend[k].state] = chart->now[chart->positions + chart->speeds + k];
}

static void place(struct chart *chart, const double *position, const double *speed)
{
    write_state(chart, position, speed);
    vehicle_open(chart->view, chart->y, &chart->m);
    linkage_place(&chart->v->linkage, chart->m.state, &chart->m.work);
}

/* ---- dependent coordinates ---- */

/* Find the speeds on which the rows of the constraints depend. */
static void find_moves(struct chart *chart)
{
    const struct linkage *linkage = &chart->v->linkage;
    memset(chart->moves, 0, chart->speeds * sizeof *chart->moves);
    for (size_t w = 0; w < linkage->wheels; w++) {
        if (vehicle_law(&chart->m, w)->loads)
            continue;
        for (size_t k = 0; k < CHART_RATE; k++)
            chart->moves[k] = 1;
        for (size_t b = linkage->wheel[w].body; b > 0; b = linkage->body[b].parent)
            chart->moves[CHART_RATE + b - 1] = 1;
    }
}

/* Fill the rows of the constraints, which demand that rows times speeds are 0. Column k contains
 * the rates of all gaps and the slips of sticking wheels if speed k is 1 and the others are 0. Rows
 * of wheels on tyres are 0. The row of a joint that a brake holds has 1 for the rate of the joint;
 * rows of other joints are 0. */
static void fill_rows(struct chart *chart)
{
    size_t width = chart->speeds, joints = linkage_joints(&chart->v->linkage);
    double *unit = chart->unit, *rows = chart->rows;
    memset(rows, 0, chart->row_count * width * sizeof *rows);
    for (size_t j = 0; j < joints; j++)
        if (chart->m.brake[j].mode == VEHICLE_STICK)
            rows[(chart->row_count - joints + j) * width + CHART_RATE + j] = 1;
    for (size_t k = 0; k < width; k++) {
        if (!chart->moves[k])
            continue;
        memset(unit, 0, width * sizeof *unit);
        unit[k] = 1;
        place(chart, chart->now, unit);
        for (size_t w = 0; w < chart->v->linkage.wheels; w++) {
            if (vehicle_law(&chart->m, w)->loads)
                continue;
            struct vec slip = chart->m.work.contact[w].slip;
            rows[(3 * w) * width + k] = slip.z;
            if (chart->m.grip[w].mode == LINKAGE_STICK) {
                rows[(3 * w + 1) * width + k] = slip.x;
                rows[(3 * w + 2) * width + k] = slip.y;
            }
        }
    }
}

/* Derivatives of the gaps with respect to positions, and the gaps in the last column. */
static void fill_gaps(struct chart *chart)
{
    size_t width = chart->positions + 1, from = chart->speeds;
    for (size_t w = 0; w < chart->v->linkage.wheels; w++) {
        const double *by = chart->rows + 3 * w * from;
        double *row = chart->gaps + w * width;
        row[CHART_Z] = by[CHART_UP];
        row[CHART_ROLL] = by[CHART_ROLL_RATE];
        row[CHART_PITCH] = by[CHART_PITCH_RATE];
        memcpy(row + CHART_ANGLE, by + CHART_RATE, (chart->positions - CHART_ANGLE) * sizeof *row);
        row[chart->positions] = vehicle_law(&chart->m, w)->loads ? 0 : chart->m.work.contact[w].gap;
    }
}

void chart_open(struct chart *chart, const struct view *view, const double *y, double *memory)
{
    const struct vehicle *v = view->course;
    size_t wheels = v->linkage.wheels;
    chart->view = view;
    chart->v = v;
    lay_out(chart, view->kind, &v->linkage, memory);
    memcpy(chart->y, y, (view->kind->states + 2 + view->kind->extras) * sizeof *y);
    vehicle_open(view, y, &chart->m);
    chart->rows = chart->m.chart_rows;
    chart->row_count = chart_rows(&v->linkage);
    chart->gaps = chart->m.chart_gaps;
    linkage_place(&v->linkage, chart->m.state, &chart->m.work);
    take_base(chart, y);
    list_bends(chart);
    find_moves(chart);
    memcpy(chart->now, chart->base, chart->all * sizeof *chart->now);
    fill_rows(chart);
    fill_gaps(chart);
    chart_order_positions(chart);
    chart_eliminate(chart->gaps, wheels, chart->positions + 1, &chart->position, chart->unit);
    chart_order_speeds(chart);
    chart_eliminate(chart->rows, chart->row_count, chart->speeds, &chart->speed, chart->unit);
}

/* ---- states near the base ---- */

/* Solve for the dependent positions by Newton's iteration; chart->rows are then those of the
 * solution. */
static int32_t solve_dependent_positions(struct chart *chart)
{
    const struct chart_order *order = &chart->position;
    size_t width = chart->positions + 1;
    double largest = 1;
    for (int i = 0; i < VEHICLE_MOST_ROUNDS; i++) {
        fill_rows(chart);
        if (!(largest > VEHICLE_HALF_DIGITS))
            return isnan(largest) ? WD_ENOCONV : WD_OK;
        fill_gaps(chart);
        chart_eliminate_again(chart->gaps, chart->v->linkage.wheels, width, order);
        largest = 0;
        for (size_t k = 0; k < order->dependent; k++) {
            double step = chart->gaps[k * width + chart->positions];
            chart->now[order->number[k]] -= step;
            largest = fabs(step) > largest || isnan(step) ? fabs(step) : largest;
        }
    }
    return WD_ENOCONV;
}

/* Compute the dependent speeds from the independent ones, by the rows of the constraints. */
static void solve_dependent_speeds(struct chart *chart, double *speed)
{
    const struct chart_order *order = &chart->speed;
    size_t width = chart->speeds;
    chart_eliminate_again(chart->rows, chart->row_count, width, order);
    for (size_t i = 0; i < order->dependent; i++) {
        double sum = 0;
        for (size_t k = order->dependent; k < order->count; k++)
            sum -= chart->rows[i * width + order->number[k]] * speed[order->number[k]];
        speed[order->number[i]] = sum;
    }
}

/* The time derivative of the matrix rates_to_spin(), multiplied by the rates. */
static struct vec change_of_spin(const double *position, const double *speed)
{
    struct sine_cosine x = num_sincos(position[CHART_ROLL]), y = num_sincos(position[CHART_PITCH]);
    double roll = speed[CHART_ROLL_RATE], pitch = speed[CHART_PITCH_RATE],
           yaw = speed[CHART_YAW_RATE];
    return (struct vec){
        -roll * pitch * y.sin + yaw * (roll * x.sin * y.sin - pitch * x.cos * y.cos),
        yaw * roll * x.cos,
        roll * pitch * y.cos - yaw * (roll * x.sin * y.cos + pitch * x.cos * y.sin),
    };
}

static void read_rates(const struct chart *chart, double *rate)
{
    const struct vehicle *v = chart->v;
    const struct root_state *root = (const void *)(chart->dy + v->body[0].part->at.states);
    const double *position = chart->now, *speed = position + chart->positions;
    double *faster = rate + chart->positions, yaw_rate = speed[CHART_YAW_RATE];
    struct sine_cosine yaw = num_sincos(chart->yaw);
    for (size_t k = 0; k < chart->positions; k++)
        rate[k] = speed[chart_speed_of(k)];
    faster[CHART_FORWARD] =
        root->v.x * yaw.cos + root->v.y * yaw.sin + yaw_rate * speed[CHART_LEFT];
    faster[CHART_LEFT] =
        root->v.y * yaw.cos - root->v.x * yaw.sin - yaw_rate * speed[CHART_FORWARD];
    faster[CHART_UP] = root->v.z;
    struct vec turning = spin_to_rates(position[CHART_ROLL], position[CHART_PITCH],
                                       vec_sub(root->w, change_of_spin(position, speed)));
    faster[CHART_ROLL_RATE] = turning.x;
    faster[CHART_PITCH_RATE] = turning.y;
    faster[CHART_YAW_RATE] = turning.z;
    for (size_t j = 0; j < linkage_joints(&v->linkage); j++) {
        const struct joint_state *joint = (const void *)(chart->dy + v->joint[j].part->at.states);
        faster[CHART_RATE + j] = joint->rate;
    }
    for (size_t k = 0; k < chart->bends; k++)
        rate[chart->positions + chart->speeds + k] = chart->dy[chart->bend[k].state];
}

int32_t chart_rates(struct chart *chart, const struct view *view, double *rate)
{
    double *speed = chart->now + chart->positions;
    int32_t status = solve_dependent_positions(chart);
    if (status != WD_OK) {
        *view->why = "at a neighbouring position the wheels do not stay on the ground";
        return status;
    }
    solve_dependent_speeds(chart, speed);
    write_state(chart, chart->now, speed);
    status = vehicle_flow(view, chart->y, chart->dy);
    read_rates(chart, rate);
    return status;
}
