/* SPDX-License-Identifier: MIT */
#include "models/vehicle/chart.h"
#include "num/carver.h"
#include "num/dense.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

enum { MOST_ITERATIONS = 12 };

/* m or rad. Newton's iteration ends after a smaller step, because the rest is rounding. */
#define LAST_STEP 1e-8

/* A column is linearly dependent if at most DEPENDS of the largest entry remains of it, and clearly
 * independent if more than CLEARLY of its own largest entry does. */
#define DEPENDS 1e-6
#define CLEARLY 0.5

static size_t lay_out(struct chart *chart, const struct kind *kind, const struct linkage *linkage,
                      double *memory)
{
    struct carver carver = {memory, 0};
    size_t joints = linkage_joints(linkage), wheels = linkage->wheels;
    size_t reals = kind->states + 2 + kind->extras;
    chart->positions = CHART_ANGLE + joints;
    chart->speeds = CHART_RATE + joints;
    chart->base = carve(&carver, chart->positions + chart->speeds);
    chart->now = carve(&carver, chart->positions + chart->speeds);
    chart->y = carve(&carver, reals);
    chart->dy = carve(&carver, reals);
    chart->position.number = carve_array(&carver, chart->positions, sizeof(size_t));
    chart->speed.number = carve_array(&carver, chart->speeds, sizeof(size_t));
    chart->unit = carve(&carver, chart->speeds);
    chart->rows = carve(&carver, 3 * wheels * chart->speeds);
    chart->gaps = carve(&carver, wheels * (chart->positions + 1));
    return carver.used;
}

size_t chart_doubles(const struct kind *kind, const struct linkage *linkage)
{
    struct chart chart;
    return lay_out(&chart, kind, linkage, NULL);
}

/* ---- states ---- */

/* The angular velocity of the root in its axes: columns for roll, pitch and yaw rates. */
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

/* Write positions and speeds into the state chart->y. */
static void put(struct chart *chart, const double *position, const double *speed)
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
}

static void place(struct chart *chart, const double *position, const double *speed)
{
    put(chart, position, speed);
    vehicle_open(chart->view, chart->y, &chart->m);
    linkage_place(&chart->v->linkage, chart->m.state, &chart->m.work);
}

/* ---- dependent coordinates ---- */

/* Rates of the gaps, and slips of sticking wheels, per speed: the constraints set them to 0. */
static void fill_rows(struct chart *chart)
{
    size_t width = chart->speeds;
    double *unit = chart->unit, *rows = chart->rows;
    memset(rows, 0, 3 * chart->v->linkage.wheels * width * sizeof *rows);
    for (size_t k = 0; k < width; k++) {
        memset(unit, 0, width * sizeof *unit);
        unit[k] = 1;
        place(chart, chart->now, unit);
        for (size_t w = 0; w < chart->v->linkage.wheels; w++) {
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
        row[chart->positions] = chart->m.work.contact[w].gap;
    }
}

static size_t largest_in_column(const double *a, size_t rows, size_t width, size_t from,
                                size_t column)
{
    size_t best = from;
    for (size_t i = from + 1; i < rows; i++)
        if (fabs(a[i * width + column]) > fabs(a[best * width + column]))
            best = i;
    return best;
}

/* Gauss-Jordan step: swap row `best` into row `at` and make the column a unit column. */
static void pivot(double *a, size_t rows, size_t width, size_t at, size_t best, size_t column)
{
    double *row = a + at * width, *other = a + best * width;
    for (size_t k = 0; k < width && best != at; k++) {
        double x = row[k];
        row[k] = other[k], other[k] = x;
    }
    dense_scale(row, 1 / row[column], width);
    for (size_t i = 0; i < rows; i++)
        if (i != at)
            dense_add(a + i * width, -a[i * width + column], row, width);
}

/* Move columns to the front whose remainder exceeds `least` and their `own` limit. */
static void take(double *a, size_t rows, size_t width, struct chart_order *order, double least,
                 const double *own)
{
    for (size_t k = order->dependent; k < order->count && order->dependent < rows; k++) {
        size_t at = order->dependent, column = order->number[k];
        size_t best = largest_in_column(a, rows, width, at, column);
        if (!(fabs(a[best * width + column]) > num_fmax(least, own[column])))
            continue;
        pivot(a, rows, width, at, best, column);
        memmove(order->number + at + 1, order->number + at, (k - at) * sizeof *order->number);
        order->number[at] = column;
        order->dependent++;
    }
}

/* Choose pivots in the order of preference; their coordinates become functions of the others, with
 * the negative entries of row i. Columns that are not clearly independent come last, because theirs
 * would vary fast, as the pitch rate of a cycle with its yaw rate at a small lean. own: memory. */
static void eliminate(double *a, size_t rows, size_t width, struct chart_order *order, double *own)
{
    double least = DEPENDS * dense_largest(a, rows * width);
    memset(own, 0, width * sizeof *own);
    for (size_t i = 0; i < rows * width; i++)
        own[i % width] = num_fmax(own[i % width], CLEARLY * fabs(a[i]));
    order->dependent = 0;
    take(a, rows, width, order, least, own);
    memset(own, 0, width * sizeof *own);
    take(a, rows, width, order, least, own);
}

/* Eliminate the columns that eliminate() has chosen. */
static void eliminate_again(double *a, size_t rows, size_t width, const struct chart_order *order)
{
    for (size_t i = 0; i < order->dependent; i++) {
        size_t column = order->number[i];
        pivot(a, rows, width, i, largest_in_column(a, rows, width, i, column), column);
    }
}

static void append(struct chart_order *order, size_t number)
{
    for (size_t i = 0; i < order->count; i++)
        if (order->number[i] == number)
            return;
    order->number[order->count++] = number;
}

/* ---- the choice ---- */

static int is_slide(const struct chart *chart, size_t joint)
{
    return chart->v->linkage.body[joint + 1].joint.type == LINKAGE_SLIDE;
}

/* True if nothing depends on the angle by which the joint has turned a wheel. */
static int is_free_wheel(const struct chart *chart, size_t joint)
{
    return chart->v->linkage.body[joint + 1].joint.stiffness == 0 &&
           vehicle_spun(chart->v, joint) < chart->v->linkage.wheels;
}

/* True if the vehicle is a single wheel, whose pitch is its rotation about its axis. */
static int is_lone_wheel(const struct chart *chart)
{
    const struct linkage *linkage = &chart->v->linkage;
    const struct vec e = linkage->wheels > 0 ? linkage->wheel[0].axis : (struct vec){0, 0, 1};
    return linkage->bodies == 1 && linkage->wheels == 1 && e.x == 0 && e.z == 0;
}

/* Positions in the order of preference as dependent ones: travels, height, pitch, roll, angles. */
static void order_positions(struct chart *chart)
{
    struct chart_order *order = &chart->position;
    size_t joints = chart->positions - CHART_ANGLE;
    order->count = 0;
    for (size_t j = 0; j < joints; j++)
        if (is_slide(chart, j))
            append(order, CHART_ANGLE + j);
    append(order, CHART_Z);
    if (!is_lone_wheel(chart))
        append(order, CHART_PITCH);
    append(order, CHART_ROLL);
    for (size_t j = 0; j < joints; j++)
        if (!is_free_wheel(chart, j))
            append(order, CHART_ANGLE + j);
}

static size_t speed_of(size_t position)
{
    static const size_t of_root[CHART_ANGLE] = {CHART_UP, CHART_ROLL_RATE, CHART_PITCH_RATE};
    return position < CHART_ANGLE ? of_root[position] : position - CHART_ANGLE + CHART_RATE;
}

/* Speeds in this order: those of dependent positions, rates of wheels, then those of the body. */
static void order_speeds(struct chart *chart)
{
    struct chart_order *order = &chart->speed;
    const struct chart_order *position = &chart->position;
    static const size_t of_root[] = {CHART_UP, CHART_LEFT, CHART_PITCH_RATE, CHART_YAW_RATE,
                                     CHART_ROLL_RATE};
    order->count = 0;
    for (size_t i = 0; i < position->dependent; i++)
        append(order, speed_of(position->number[i]));
    for (size_t j = 0; j < chart->speeds - CHART_RATE; j++)
        if (is_free_wheel(chart, j))
            append(order, CHART_RATE + j);
    for (size_t k = 0; k < ROWS(of_root); k++)
        append(order, of_root[k]);
    for (size_t k = CHART_RATE; k < chart->speeds; k++)
        append(order, k);
    append(order, CHART_FORWARD);
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
    linkage_place(&v->linkage, chart->m.state, &chart->m.work);
    take_base(chart, y);
    memcpy(chart->now, chart->base, chart->positions * sizeof *chart->now);
    fill_rows(chart);
    fill_gaps(chart);
    order_positions(chart);
    eliminate(chart->gaps, wheels, chart->positions + 1, &chart->position, chart->unit);
    order_speeds(chart);
    eliminate(chart->rows, 3 * wheels, chart->speeds, &chart->speed, chart->unit);
}

/* ---- points near the base ---- */

/* Solve for the dependent positions by Newton's iteration; chart->rows are those there. */
static int32_t stand(struct chart *chart)
{
    const struct chart_order *order = &chart->position;
    size_t width = chart->positions + 1;
    double largest = 1;
    for (int i = 0; i < MOST_ITERATIONS; i++) {
        fill_rows(chart);
        if (!(largest > LAST_STEP))
            return isnan(largest) ? WD_ENOCONV : WD_OK;
        fill_gaps(chart);
        eliminate_again(chart->gaps, chart->v->linkage.wheels, width, order);
        largest = 0;
        for (size_t k = 0; k < order->dependent; k++) {
            double step = chart->gaps[k * width + chart->positions];
            chart->now[order->number[k]] -= step;
            largest = fabs(step) > largest || isnan(step) ? fabs(step) : largest;
        }
    }
    return WD_ENOCONV;
}

static void roll(struct chart *chart, double *speed)
{
    const struct chart_order *order = &chart->speed;
    size_t width = chart->speeds;
    eliminate_again(chart->rows, 3 * chart->v->linkage.wheels, width, order);
    for (size_t i = 0; i < order->dependent; i++) {
        double sum = 0;
        for (size_t k = order->dependent; k < order->count; k++)
            sum -= chart->rows[i * width + order->number[k]] * speed[order->number[k]];
        speed[order->number[i]] = sum;
    }
}

/* Time derivative of rates_to_spin() times the rates. */
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
        rate[k] = speed[speed_of(k)];
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
}

int32_t chart_rates(struct chart *chart, const struct view *view, double *rate)
{
    double *speed = chart->now + chart->positions;
    int32_t status = stand(chart);
    if (status != WD_OK) {
        *view->why = "at a neighbouring position the wheels do not stay on the ground";
        return status;
    }
    roll(chart, speed);
    put(chart, chart->now, speed);
    status = vehicle_flow(view, chart->y, chart->dy);
    read_rates(chart, rate);
    return status;
}
