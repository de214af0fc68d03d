/* SPDX-License-Identifier: MIT */
/* The linear model about a steady motion, by differences of the flow in the coordinates of chart.h.
 * Differences with three step sizes, each half of the one before, are extrapolated to step size 0.
 * With a first step of 2^-8 and functions that vary on a scale of 0.1 the error is 1e-13. In a
 * motion that is its own mirror image, rates that change sign in the mirror are zero. After a step
 * of a coordinate that changes sign in the mirror, these rates and their rounding errors are
 * proportional to the step, so that their derivatives keep the relative accuracy.
 *
 * Forces of tyres vary on a scale of 1e-2 m, and their law has a term F |F| in the friction force
 * F, so that the error of central differences has all powers of the step, not only even ones. The
 * first step is then 2^-17. Where the law of a tyre has a kink within the step there is no linear
 * model. */
#include "models/vehicle/chart.h"
#include "models/vehicle/stop.h"
#include "models/vehicle/yield.h"
#include "num/carver.h"
#include "num/interrupt.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

enum { LEVELS = 3 };

struct work {
    struct chart chart;
    double *rate[2], *quotient[LEVELS]; /* rates and quotients of all coordinates */
    double *input;
    struct view view; /* view with `input` in place of the inputs */
    size_t *number;   /* numbers of the independent coordinates among all */
    int *piece;       /* piece of the law on which each tyre is at the present state */
};

static size_t lay_out(struct work *work, const struct kind *kind, const struct linkage *linkage,
                      double *memory)
{
    struct carver carver = {memory, 0};
    size_t joints = linkage_joints(linkage),
           all = CHART_ANGLE + CHART_RATE + 2 * joints + chart_most_bends(kind);
    CARVE(&carver, all, &work->rate[0], &work->rate[1]);
    for (int k = 0; k < LEVELS; k++)
        work->quotient[k] = carve(&carver, all);
    work->input = carve(&carver, kind->inputs);
    work->number = carve_array(&carver, all, sizeof *work->number);
    work->piece = carve_array(&carver, linkage->wheels, sizeof *work->piece);
    return carver.used;
}

size_t vehicle_linear_doubles(const struct kind *kind, const struct linkage *linkage)
{
    struct work work;
    return lay_out(&work, kind, linkage, NULL) + chart_doubles(kind, linkage);
}

/* Open the chart at the state y, in the memory that an evaluation has for this. */
static void open_chart_at(struct work *work, const struct view *view, const double *y)
{
    struct vehicle_eval m;
    vehicle_open(view, y, &m);
    size_t used = lay_out(work, view->kind, &m.v->linkage, m.linear);
    chart_open(&work->chart, view, y, m.linear + used);
    memcpy(work->input, view->input, view->kind->inputs * sizeof *work->input);
    work->view = *view;
    work->view.input = work->input;
}

/* ---- the states of the linear model ---- */

static int contains(const struct chart_order *order, size_t number)
{
    for (size_t i = order->dependent; i < order->count; i++)
        if (order->number[i] == number)
            return 1;
    return 0;
}

/* List the independent coordinates, numbered through positions, speeds and bends, ascending;
 * returns how many. */
static size_t independent(const struct chart *chart, size_t *number)
{
    size_t count = 0;
    for (size_t k = 0; k < chart->positions; k++)
        if (contains(&chart->position, k))
            number[count++] = k;
    for (size_t k = 0; k < chart->speeds; k++)
        if (contains(&chart->speed, k))
            number[count++] = chart->positions + k;
    for (size_t k = chart->positions + chart->speeds; k < chart->all; k++)
        number[count++] = k;
    return count;
}

/* Slot of the start value that corresponds to a coordinate. */
static size_t slot_of(const struct chart *chart, size_t number)
{
    static const size_t of_root[CHART_ANGLE] = {SLOT(root_init, x.z), SLOT(root_init, roll),
                                                SLOT(root_init, pitch)};
    static const size_t of_speed[CHART_RATE] = {
        SLOT(root_init, forward),   SLOT(root_init, left),       SLOT(root_init, up),
        SLOT(root_init, roll_rate), SLOT(root_init, pitch_rate), SLOT(root_init, yaw_rate)};
    size_t speed = number - chart->positions, root = chart->v->body[0].part->at.inits;
    if (number < CHART_ANGLE)
        return root + of_root[number];
    if (number < chart->positions)
        return chart->v->joint[number - CHART_ANGLE].part->at.inits + SLOT(joint_state, q);
    if (speed < CHART_RATE)
        return root + of_speed[speed];
    if (speed >= chart->speeds)
        return chart->bend[speed - chart->speeds].init;
    return chart->v->joint[speed - CHART_RATE].part->at.inits + SLOT(joint_state, rate);
}

size_t vehicle_linear_states(const struct view *view, const double *y, size_t *slot)
{
    struct work work;
    open_chart_at(&work, view, y);
    size_t count = independent(&work.chart, slot);
    for (size_t i = 0; i < count; i++)
        slot[i] = slot_of(&work.chart, slot[i]);
    return count;
}

/* ---- differences ---- */

/* The smooth piece of the tyre law (TYRE_PIECE_...) on which a wheel was in the last evaluation. */
static int piece_of(const struct work *work, size_t w)
{
    const struct vehicle_eval *m = &work->chart.m;
    return vehicle_law(m, w)->loads ? m->tyres.tread[w].result.piece : 0;
}

static int32_t remember_pieces(struct work *work)
{
    struct chart *chart = &work->chart;
    memcpy(chart->now, chart->base, chart->all * sizeof *chart->now);
    int32_t status = chart->bends > 0 ? chart_rates(chart, &work->view, work->rate[0]) : WD_OK;
    for (size_t w = 0; w < chart->v->linkage.wheels; w++)
        work->piece[w] = piece_of(work, w);
    return status;
}

/* WD_EDOMAIN if the law of a tyre has a kink between the present state and that of the last
 * evaluation. */
static int32_t judge_pieces(const struct work *work)
{
    const struct view *view = &work->view;
    for (size_t w = 0; w < work->chart.v->linkage.wheels; w++)
        if (piece_of(work, w) != work->piece[w]) {
            const char *name = vehicle_part_at(&work->chart.m, w)->name;
            *view->why = view->say(view->core,
                                   "there is no linear model while the force of the tyre of part "
                                   "\"%s\" has a kink, as where it begins to slide or roll",
                                   name);
            return WD_EDOMAIN;
        }
    return WD_OK;
}

/* Rates with *x, a coordinate of the base or an input, increased by `more`. */
static int32_t rates_at(struct work *work, double *x, double more, double *rate)
{
    struct chart *chart = &work->chart;
    if (interrupted(work->view.interrupt, 100 * chart->speeds * chart->speeds))
        return WD_EINTERRUPT;
    double middle = *x;
    *x += more;
    memcpy(chart->now, chart->base, chart->all * sizeof *chart->now);
    int32_t status = chart_rates(chart, &work->view, rate);
    *x = middle;
    return status == WD_OK ? judge_pieces(work) : status;
}

/* Richardson extrapolation of the difference quotients, whose errors are a series in powers of
 * step^order; the smallest step comes last. */
static void extrapolate(struct work *work, int order)
{
    size_t all = work->chart.all;
    for (int k = 1; k < LEVELS; k++)
        for (int i = LEVELS - 1; i >= k; i--) {
            double per = 1 / (ldexp(1, order * k) - 1);
            for (size_t j = 0; j < all; j++)
                work->quotient[i][j] += per * (work->quotient[i][j] - work->quotient[i - 1][j]);
        }
}

static double first_step(const struct work *work)
{
    return work->chart.bends > 0 ? VEHICLE_LINEAR_STEP_ON_TYRES : VEHICLE_LINEAR_STEP;
}

/* Derivatives of all rates with respect to *x: central differences for `before` = -1, forward
 * differences for 0. */
static int32_t differentiate(struct work *work, double *x, double before)
{
    size_t all = work->chart.all;
    int32_t status = WD_OK;
    int smooth = work->chart.bends == 0;
    for (int k = 0; status == WD_OK && k < LEVELS; k++) {
        double step = ldexp(first_step(work), -k), middle = *x;
        double width = (middle + step) - (middle + before * step);
        status = rates_at(work, x, before * step, work->rate[0]);
        if (status == WD_OK)
            status = rates_at(work, x, step, work->rate[1]);
        for (size_t j = 0; j < all; j++)
            work->quotient[k][j] = (work->rate[1][j] - work->rate[0][j]) / width;
    }
    extrapolate(work, smooth && before < 0 ? 2 : 1);
    return status;
}

/* Find a wheel, stop or brake whose mode or force is not smooth about the present state. Return the
 * part, or NULL if there is none, and set a text about the part. A wheel that slips without
 * friction is smooth, whatever the direction of its slip. A brake that holds is a constraint, as a
 * sticking wheel is. */
static const struct part *find_not_smooth(const struct vehicle_eval *m, const char **what)
{
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        int slips = m->touch[w].mode >= VEHICLE_SLIP && m->touch[w].limit > 0;
        int open = vehicle_law(m, w)->loads ? !vehicle_tyre_carries(m, w)
                                            : m->grip[w].mode == LINKAGE_OPEN;
        *what = open                                ? "is in the air"
                : vehicle_grip_yields(&m->touch[w]) ? "yields (it may stick or slip)"
                                                    : "slips by Coulomb's law";
        if (open || slips)
            return vehicle_part_at(m, w);
    }
    *what = "rests on its stop";
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        if (stop_holds(m, j))
            return m->v->joint[j].part;
    *what = "slides in its brake";
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        if (m->brake[j].mode != VEHICLE_OPEN && m->brake[j].mode != VEHICLE_STICK)
            return m->v->joint[j].part;
    return NULL;
}

/* Open the chart and list the independent coordinates: WD_OK, or WD_EDOMAIN and why if there is no
 * linear model. */
static int32_t begin(struct work *work, const struct view *view, const double *y, size_t *n)
{
    const char *what;
    open_chart_at(work, view, y);
    *n = independent(&work->chart, work->number);
    if (view->kind->has_terrain) {
        *view->why = "there is no linear model of a vehicle on a terrain";
        return WD_EDOMAIN;
    }
    const struct part *part = find_not_smooth(&work->chart.m, &what);
    if (part) {
        *view->why = view->say(view->core, "there is no linear model while part \"%s\" %s",
                               part->name, what);
        return WD_EDOMAIN;
    }
    return remember_pieces(work);
}

/* Write the derivatives with respect to *x, see differentiate(), to a column of a matrix. */
static int32_t write_column(struct work *work, double *x, double before, size_t n, double *column,
                            size_t stride)
{
    int32_t status = differentiate(work, x, before);
    for (size_t i = 0; i < n; i++)
        column[i * stride] = work->quotient[LEVELS - 1][work->number[i]];
    return status;
}

int32_t vehicle_linear(const struct view *view, const double *y, double *A)
{
    struct work work;
    size_t n;
    int32_t status = begin(&work, view, y, &n);
    for (size_t j = 0; status == WD_OK && j < n; j++)
        status = write_column(&work, &work.chart.base[work.number[j]], -1, n, A + j, n);
    return status;
}

int32_t vehicle_linear_input(const struct view *view, const double *y, const struct var *input,
                             double *column, size_t stride)
{
    struct work work;
    size_t n;
    int32_t status = begin(&work, view, y, &n);
    if (status != WD_OK)
        return status;
    double *u = &work.input[input->slot];
    int at_end = *u - first_step(&work) < input->lo;
    return write_column(&work, u, at_end ? 0 : -1, n, column, stride);
}
