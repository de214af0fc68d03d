/* SPDX-License-Identifier: MIT */
/* Enumeration of the states of few contacts by branch and bound: open, sticking, or sliding with
 * the slip direction in a sector. For given states the law is linear except for the round edges of
 * the cones, which are replaced by outer tangents: q = u - W r with u and r in cones of a few
 * edges. So q is a sum of columns with coefficients >= 0; the columns are the edges for u, and -W
 * times the edges for r. A hyperplane that separates q from all columns proves that there are no
 * such u and r (Farkas). This proof is checked independently of how the hyperplane was found.
 * States that are not refuted are split. The enumeration ends when all are refuted, or when states
 * that are not refuted are too narrow to be split; these give a start point. */
#include <math.h>
#include <string.h>

#include "num/contact_states.h"
#include "num/dense.h"
#include "num/elementary.h"

enum {
    MOST_ROWS = CONTACT_FEW,
    MOST_CONTACTS = MOST_ROWS / 2,
    EDGES = 8, /* number of edges of a cone in space that covers all directions */
    MOST_COLUMNS = MOST_ROWS / 3 * (EDGES + 5), /* in the plane there are fewer */
    WIDTH = MOST_COLUMNS + MOST_ROWS + 1,
    MOST_PIVOTS = 300,
    MOST_NODES = 3000,
    MOST_WAITING = 64
};

enum { ANY, OPEN, STICK, SLIP };

struct state {
    int what;
    double from, to; /* SLIP: range of the angle of u_t; in the plane 0 or pi */
};

struct node {
    struct state of[MOST_CONTACTS];
};

/* Representation of q as a sum of columns with coefficients >= 0. */
struct sum {
    const struct contact *s;
    double W[MOST_ROWS][MOST_ROWS];
    size_t columns;
    double column[MOST_COLUMNS][MOST_ROWS];
    /* Direction of r that belongs to the column; 0 if the column belongs to u. */
    double edge[MOST_COLUMNS][3];
    size_t owner[MOST_COLUMNS];           /* contact of a column */
    double tableau[MOST_ROWS + 1][WIDTH]; /* of the simplex method; the last row holds the costs */
    size_t basis[MOST_ROWS];              /* column in the basis for each row */
};

struct search {
    struct sum sum;
    struct node waiting[MOST_WAITING];
};

size_t contact_states_size(void)
{
    return sizeof(struct search);
}

/* Add a column for the direction `part` of the velocity u of contact i or, if of_r, of its impulse
 * r. */
static void add_column(struct sum *g, size_t i, int of_r, const double *part)
{
    size_t d = g->s->d, at = g->columns++;
    memset(g->column[at], 0, sizeof g->column[at]);
    memset(g->edge[at], 0, sizeof g->edge[at]);
    g->owner[at] = i;
    for (size_t k = 0; k < d; k++) {
        if (of_r)
            g->edge[at][k] = part[k];
        else
            g->column[at][d * i + k] = part[k];
        for (size_t j = 0; of_r && j < g->s->n; j++)
            g->column[at][j] -= g->W[j][d * i + k] * part[k];
    }
}

static void add_sliding(struct sum *g, size_t i, double angle)
{
    add_column(g, i, 0, (double[3]){0, num_cos(angle), num_sin(angle)});
}

/* Add the edge of the friction cone that is opposite to sliding at this angle. `stretch` > 1 moves
 * it outside the cone. */
static void add_edge(struct sum *g, size_t i, double angle, double stretch)
{
    double along = -g->s->mu[i] * stretch;
    add_column(g, i, 1, (double[3]){1, along * num_cos(angle), along * num_sin(angle)});
}

static void add_contact(struct sum *g, size_t i, const struct state *state)
{
    int space = g->s->d == 3, edges = space ? EDGES : 2;
    if (state->what == ANY || state->what == OPEN) {
        add_column(g, i, 0, (double[3]){1, 0, 0});
        for (int k = 0; k < (space ? 4 : 2); k++)
            add_sliding(g, i, k * (space ? NUM_PI / 2 : NUM_PI));
    }
    for (int k = 0; k < edges && (state->what == ANY || state->what == STICK); k++)
        add_edge(g, i, k * 2 * NUM_PI / edges, space ? 1 / num_cos(NUM_PI / edges) : 1);
    if (state->what != SLIP)
        return;
    add_sliding(g, i, state->from);
    add_edge(g, i, state->from, 1);
    if (space) {
        add_sliding(g, i, state->to);
        add_edge(g, i, state->to, 1);
        add_edge(g, i, (state->from + state->to) / 2, 1 / num_cos((state->to - state->from) / 2));
    }
}

static void pivot(struct sum *g, size_t row, size_t column)
{
    double *pivoted = g->tableau[row];
    dense_scale(pivoted, 1 / pivoted[column], WIDTH);
    for (size_t i = 0; i <= g->s->n; i++)
        if (i != row)
            dense_add(g->tableau[i], -g->tableau[i][column], pivoted, WIDTH);
    g->basis[row] = column;
}

/* Return the row that leaves the basis if this column enters it, n if there is none. */
static size_t find_leaving_row(const struct sum *g, size_t column)
{
    size_t n = g->s->n, best = n;
    double least = HUGE_VAL;
    for (size_t i = 0; i < n; i++) {
        const double *row = g->tableau[i];
        double ratio = row[column] > STATES_PIVOT ? row[WIDTH - 1] / row[column] : HUGE_VAL;
        if (ratio < least || (ratio == least && best < n && g->basis[i] < g->basis[best])) {
            least = ratio;
            best = i;
        }
    }
    return best;
}

/* Minimise the sum of the residuals of q over coefficients >= 0 by the simplex method with Bland's
 * rule. `plane` is the resulting dual solution. */
static void minimise_residual(struct sum *g, double *plane)
{
    size_t n = g->s->n;
    double *cost = g->tableau[n], sign[MOST_ROWS];
    memset(g->tableau, 0, sizeof g->tableau);
    for (size_t i = 0; i < n; i++) {
        double *row = g->tableau[i];
        sign[i] = g->s->q[i] < 0 ? -1 : 1;
        for (size_t c = 0; c < g->columns; c++)
            row[c] = sign[i] * g->column[c][i];
        row[WIDTH - 1] = sign[i] * g->s->q[i];
        dense_add(cost, -1, row, WIDTH);
        row[MOST_COLUMNS + i] = 1;
        g->basis[i] = MOST_COLUMNS + i;
    }
    for (int k = 0; k < MOST_PIVOTS && !interrupted(g->s->interrupt, n * WIDTH); k++) {
        size_t column = 0, row = n;
        while (column < g->columns &&
               !(cost[column] < STATES_PRICE && (row = find_leaving_row(g, column)) < n))
            column++;
        if (column == g->columns)
            break;
        pivot(g, row, column);
    }
    for (size_t i = 0; i < n; i++)
        plane[i] = sign[i] * (1 - cost[MOST_COLUMNS + i]);
}

/* True if the hyperplane strictly separates q from all columns. If q were a sum of columns, plane.q
 * would be the sum of coefficients times plane.column. Each plane.column is at most `across`, which
 * allows for rounding. Because plane.q is at least CONTACT_HUGE times as large, the coefficients,
 * and with them r and u, would exceed the largest that are accepted. */
static int is_separated(const struct sum *g, const double *plane)
{
    size_t n = g->s->n;
    double across = 0, longest = 1;
    for (size_t c = 0; c < g->columns; c++) {
        across = num_fmax(across, dense_dot(plane, g->column[c], n));
        longest = num_fmax(longest, dense_norm(g->column[c], n));
    }
    across += STATES_ROUNDING * dense_norm(plane, n) * longest;
    double beyond = dense_dot(plane, g->s->q, n);
    return beyond > 0 && beyond >= CONTACT_HUGE * across;
}

/* True if it is proved that no r and u have these states. */
static int is_refuted(struct sum *g, const struct node *node)
{
    double plane[MOST_ROWS];
    g->columns = 0;
    for (size_t i = 0; i < g->s->count; i++)
        add_contact(g, i, &node->of[i]);
    minimise_residual(g, plane);
    return is_separated(g, plane);
}

/* Set r from the coefficients of the last sum. */
static void read_sum(const struct sum *g, double *r)
{
    size_t n = g->s->n, d = g->s->d;
    memset(r, 0, n * sizeof *r);
    for (size_t i = 0; i < n; i++)
        if (g->basis[i] < g->columns)
            dense_add(r + d * g->owner[g->basis[i]], g->tableau[i][WIDTH - 1], g->edge[g->basis[i]],
                      d);
}

/* Return the contact whose state is to be split: a contact without a state, else the contact with
 * the widest sector; s->count if there is none. */
static size_t contact_to_split(const struct contact *s, const struct node *node)
{
    size_t widest = s->count;
    double width = STATES_NARROW;
    for (size_t i = 0; i < s->count; i++) {
        const struct state *state = &node->of[i];
        if (state->what == ANY)
            return i;
        if (state->what == SLIP && state->to - state->from > width) {
            width = state->to - state->from;
            widest = i;
        }
    }
    return widest;
}

/* Push the states into which state i of *from is split on the stack; returns its new height. */
static size_t split(const struct contact *s, const struct node *from, size_t i, struct node *stack,
                    size_t height)
{
    const struct node node = *from;
    const struct state old = node.of[i];
    int any = old.what == ANY, sectors = !any ? 2 : s->d == 3 ? 4 : 2;
    double start = any ? 0 : old.from, part = any ? 2 * NUM_PI / sectors : (old.to - old.from) / 2;
    for (int k = 0; k < sectors; k++) {
        double begin = start + k * part;
        stack[height] = node;
        stack[height++].of[i] = (struct state){SLIP, begin, s->d == 3 ? begin + part : begin};
    }
    for (int what = OPEN; any && what <= STICK; what++) {
        stack[height] = node;
        stack[height++].of[i] = (struct state){what, 0, 0};
    }
    return height;
}

enum contact_outcome contact_states(struct contact *s)
{
    struct search *search = s->states;
    struct sum *g = search ? &search->sum : NULL;
    size_t d = s->d, height = 1, nodes = 0;
    if (!search || s->n > CONTACT_FEW)
        return CONTACT_UNSOLVED;
    g->s = s;
    for (size_t i = 0; i < s->count; i++) {
        search->waiting[0].of[i] = (struct state){ANY, 0, 0};
        for (size_t j = 0; j < d; j++)
            memset(g->W[d * i + j], 0, sizeof g->W[d * i + j]);
        for (size_t b = s->W.start[i]; b < s->W.start[i + 1]; b++)
            for (size_t k = 0; k < d * d; k++)
                g->W[d * i + k / d][d * s->W.column[b] + k % d] = s->W.value[d * d * b + k];
    }
    while (height > 0) {
        if (++nodes > MOST_NODES || height + 6 > MOST_WAITING || interrupt_stopped(s->interrupt))
            return CONTACT_UNSOLVED;
        struct node node = search->waiting[--height];
        if (is_refuted(g, &node))
            continue;
        size_t i = contact_to_split(s, &node);
        if (i == s->count) {
            read_sum(g, s->r);
            return CONTACT_SOLVED;
        }
        height = split(s, &node, i, search->waiting, height);
    }
    return nodes == 1 ? CONTACT_INFEASIBLE : CONTACT_JAMMED;
}
