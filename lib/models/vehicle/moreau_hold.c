/* SPDX-License-Identifier: MIT */
/* Does all hold in a step of Moreau that touches the ground or has a brake on? That is one linear
 * problem, of which mostly the impulses of the last step all but say the answer: what of it they
 * leave is found with a matrix in which all gives way a little, so that impulses that depend on
 * each other stay as they are along their dependence. Whatever way they are shared, if all of them
 * are within their limits nothing slips. Else the least of all solutions is judged. */
#include "models/vehicle/moreau.h"
#include "num/dense.h"
#include "num/elementary.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* Of its own entry of the matrix. */
#define GIVE 1e-6

/* Parts of the largest velocity without impulses: what may be left where nothing is corrected,
 * which goes to the next step, and what of a correction; and what rounding leaves of the wheels'
 * speeds. */
#define STAYS 1e-10
#define SMALL 1e-12
#define ROUNDING (8 * DBL_EPSILON)

/* Each leaves a small part of what the one before has left, unless what sticks braces itself. */
enum { MOST_CORRECTIONS = 4 };

/* ---- are they within their limits? ---- */

static int allowed(const struct vehicle_moment *m, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!moreau_allows(&m->element[i], m->impulse + m->element[i].row))
            return 0;
    return 1;
}

/* ---- those of the last step, and what changes ---- */

/* Is nothing asked for along the row, as it is that of a slip without friction? */
static int is_idle(const struct vehicle_moment *m, size_t row)
{
    size_t number = m->work.number[row];
    return number < 3 * m->v->linkage.wheels && number % 3 != 0 &&
           m->grip[number / 3].mode == LINKAGE_SLIP;
}

static double largest_left(const struct vehicle_moment *m, double part)
{
    double speed = 0;
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        struct vec v = m->work.link[m->v->linkage.wheel[w].body].v;
        speed = num_fmax(speed, num_fmax(fabs(v.x), num_fmax(fabs(v.y), fabs(v.z))));
    }
    return part * dense_largest(m->work.free, m->work.rows) + ROUNDING * speed;
}

/* No velocities that no impulse is to stop, and is that all of them, but for what may be left? */
static int is_still(const struct vehicle_moment *m, double part)
{
    double small = largest_left(m, part);
    int still = 1;
    for (size_t i = 0; i < m->work.rows; i++) {
        m->sum[i] = is_idle(m, i) ? 0 : m->sum[i];
        still &= fabs(m->sum[i]) <= small;
    }
    return still;
}

int moreau_goes_on(struct vehicle_moment *m, size_t count)
{
    size_t rows = m->work.rows;
    for (size_t i = 0; i < rows; i++)
        m->impulse[i] = is_idle(m, i) ? 0 : m->force[m->work.number[i]];
    linkage_feel(&m->v->linkage, &m->work, m->impulse, m->sum);
    dense_add(m->sum, 1, m->work.free, rows);
    return is_still(m, STAYS) && allowed(m, count);
}

/* ---- with a matrix ---- */

static int factor(const struct vehicle_moment *m)
{
    size_t rows = m->work.rows;
    memcpy(m->newton, m->work.matrix, rows * rows * sizeof *m->newton);
    for (size_t i = 0; i < rows; i++) {
        m->newton[i * (rows + 1)] *= 1 + GIVE;
        for (size_t k = 0; is_idle(m, i) && k < rows; k++)
            m->newton[i * rows + k] = m->newton[k * rows + i] = i == k;
    }
    return dense_cholesky(m->newton, rows);
}

/* Velocities by the impulses. */
static void follow(const struct vehicle_moment *m)
{
    size_t rows = m->work.rows;
    memcpy(m->sum, m->work.free, rows * sizeof *m->sum);
    dense_add_symmetric(m->sum, m->work.matrix, m->impulse, rows);
}

/* From impulses that leave the velocities m->sum. */
static int correct(struct vehicle_moment *m)
{
    size_t rows = m->work.rows;
    if (!factor(m))
        return 0;
    for (int k = 0; !is_still(m, SMALL); k++) {
        if (k == MOST_CORRECTIONS)
            return 0;
        dense_forward(m->newton, rows, rows, m->sum);
        dense_backward(m->newton, rows, rows, m->sum);
        dense_add(m->impulse, -1, m->sum, rows);
        follow(m);
    }
    return 1;
}

int moreau_all_hold(struct vehicle_moment *m, size_t count)
{
    if (correct(m) && allowed(m, count))
        return 1;
    return linkage_solve(&m->v->linkage, &m->hold, &m->work, m->impulse) == WD_OK &&
           allowed(m, count);
}
