/* SPDX-License-Identifier: MIT */
/* Order in which coordinates of a chart become functions of the others, and the elimination that
 * does this. */
#include "models/vehicle/chart.h"
#include "num/dense.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>

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

/* Make pivots of the columns whose remainder exceeds `least` and their limit in `own`, and move
 * these columns to the front. */
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

/* Columns that are not clearly independent come last, because their coordinates would vary fast. An
 * example is the pitch rate of a cycle as a function of its yaw rate at a small lean. */
void chart_eliminate(double *a, size_t rows, size_t width, struct chart_order *order, double *own)
{
    double least = VEHICLE_DEPENDENT * dense_largest(a, rows * width);
    memset(own, 0, width * sizeof *own);
    for (size_t i = 0; i < rows * width; i++)
        own[i % width] = num_fmax(own[i % width], VEHICLE_CLEARLY * fabs(a[i]));
    order->dependent = 0;
    take(a, rows, width, order, least, own);
    memset(own, 0, width * sizeof *own);
    take(a, rows, width, order, least, own);
}

void chart_eliminate_again(double *a, size_t rows, size_t width, const struct chart_order *order)
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

/* ---- orders of preference ---- */

size_t chart_speed_of(size_t position)
{
    static const size_t of_root[CHART_ANGLE] = {CHART_UP, CHART_ROLL_RATE, CHART_PITCH_RATE};
    return position < CHART_ANGLE ? of_root[position] : position - CHART_ANGLE + CHART_RATE;
}

/* True if the joint turns a wheel about its axis and nothing depends on the angle. */
static int is_free_wheel(const struct chart *chart, size_t joint)
{
    return chart->v->linkage.body[joint + 1].joint.stiffness == 0 &&
           vehicle_wheel_of_joint(chart->v, joint) < chart->v->linkage.wheels;
}

/* True if the vehicle is a single wheel, whose pitch is its rotation about its axis. */
static int is_lone_wheel(const struct chart *chart)
{
    const struct linkage *linkage = &chart->v->linkage;
    const struct vec e = linkage->wheels > 0 ? linkage->wheel[0].axis : (struct vec){0, 0, 1};
    return linkage->bodies == 1 && linkage->wheels == 1 && e.x == 0 && e.z == 0;
}

void chart_order_positions(struct chart *chart)
{
    struct chart_order *order = &chart->position;
    size_t joints = chart->positions - CHART_ANGLE;
    order->count = 0;
    for (size_t j = 0; j < joints; j++)
        if (chart->v->linkage.body[j + 1].joint.type == LINKAGE_SLIDE)
            append(order, CHART_ANGLE + j);
    append(order, CHART_Z);
    if (!is_lone_wheel(chart))
        append(order, CHART_PITCH);
    append(order, CHART_ROLL);
    for (size_t j = 0; j < joints; j++)
        if (!is_free_wheel(chart, j))
            append(order, CHART_ANGLE + j);
}

void chart_order_speeds(struct chart *chart)
{
    struct chart_order *order = &chart->speed;
    const struct chart_order *position = &chart->position;
    static const size_t of_root[] = {CHART_UP, CHART_LEFT, CHART_PITCH_RATE, CHART_YAW_RATE,
                                     CHART_ROLL_RATE};
    order->count = 0;
    for (size_t i = 0; i < position->dependent; i++)
        append(order, chart_speed_of(position->number[i]));
    for (size_t j = 0; j < chart->speeds - CHART_RATE; j++)
        if (is_free_wheel(chart, j))
            append(order, CHART_RATE + j);
    for (size_t k = 0; k < ROWS(of_root); k++)
        append(order, of_root[k]);
    for (size_t k = CHART_RATE; k < chart->speeds; k++)
        append(order, k);
    append(order, CHART_FORWARD);
}
