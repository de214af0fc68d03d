/* SPDX-License-Identifier: MIT */
/* Check redundant rolling constraints of wheels that roll without slip. Four wheels of a rigid car
 * allow it to drive straight ahead, because their axles are parallel. If two of the four are
 * steered, the car cannot move, unless all axles meet in one point. The check compares two
 * positions. Where constraints are dependent, they allow more velocities than where they are
 * independent. If the constraints are dependent at the first position and independent at the second
 * one, the velocity that would lead from one to the other is forbidden on the way, so the model is
 * refused. The present position is compared with a neighbouring one, and with the one where all
 * joints are at 0. */
#include "models/vehicle/vehicle.h"
#include "num/dense.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* Set this state of the linkage, and compute there the rows of the constraints and their rank, the
 * forces and the accelerations. */
static int32_t evaluate_at(struct vehicle_eval *m, const double *state)
{
    memmove(m->state, state, linkage_states(&m->v->linkage) * sizeof *state);
    int32_t status = vehicle_stand(m);
    return status == WD_OK ? vehicle_accelerate(m) : status;
}

/* ---- a neighbouring position ---- */

/* Set generic speeds, equidistributed in [0.5, 1.5) by the golden ratio. */
static void set_generic_speeds(struct vehicle_eval *m)
{
    double x = 0.5, golden = 0.61803398874989484820;
    for (size_t i = 0; i < linkage_speeds(&m->v->linkage); i++) {
        x += golden;
        x -= floor(x);
        m->state[linkage_speed_at(i)] = 0.5 + x;
    }
}

/* Find a neighbouring position to which the vehicle could roll. */
static int32_t find_neighbour(struct vehicle_eval *m, double *to)
{
    const struct linkage *linkage = &m->v->linkage;
    set_generic_speeds(m);
    int32_t status = vehicle_stand(m);
    if (status == WD_OK)
        status = linkage_project_speeds(linkage, &m->hold, m->state, &m->work, NULL);
    if (status != WD_OK)
        return status;
    vehicle_read_speeds(m, m->acceleration);
    linkage_move(linkage, m->acceleration, VEHICLE_LINEAR_STEP, m->state);
    status = linkage_project_places(linkage, &m->hold, m->state, &m->work, NULL);
    memcpy(to, m->state, linkage_states(linkage) * sizeof *to);
    return status;
}

/* Find the position on the ground with all joints at 0; returns 0 if the vehicle is in this
 * position already, or cannot stand in it. */
static int find_reference_position(struct vehicle_eval *m, const double *from, double *to)
{
    const struct linkage *linkage = &m->v->linkage;
    double bent = 0;
    memcpy(to, from, linkage_states(linkage) * sizeof *to);
    for (size_t j = 0; j < linkage_joints(linkage); j++) {
        bent = num_fmax(bent, fabs(to[LINKAGE_JOINT + 2 * j]));
        to[LINKAGE_JOINT + 2 * j] = 0;
    }
    return bent > 0 && linkage_project_places(linkage, &m->hold, to, &m->work, NULL) == WD_OK;
}

/* ---- dependent rows ---- */

/* Turn coefficients of rows from the tangents of the ground to the axes of the wheels, or back. */
static void turn_rows(struct vehicle_eval *m, int back)
{
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        struct vec h = linkage_axes(&m->v->linkage, &m->work, w).forward;
        const struct vec *frame = m->work.contact[w].frame;
        double cosine = vec_dot(h, frame[1]), sine = vec_dot(h, frame[2]);
        double *l = m->dependence + 3 * w;
        sine = back ? -sine : sine;
        double along = cosine * l[1] + sine * l[2];
        l[2] = cosine * l[2] - sine * l[1];
        l[1] = along;
    }
}

/* Row k, in the order of the factorisation, depends on the first `rank` rows. Find the coefficients
 * with which row k and these rows sum to zero, and turn them to the axes of the wheels. */
static void find_dependence(struct vehicle_eval *m, size_t k)
{
    const struct linkage_work *work = &m->work;
    size_t n = work->active, rank = work->rank;
    double *x = m->rate; /* its memory is longer than the rank */
    linkage_complete_factor(&m->v->linkage, work);
    for (size_t i = 0; i < rank; i++)
        x[i] = -work->upper[i * n + k];
    dense_backward(work->upper, rank, n, x);
    memset(m->dependence, 0, linkage_most_rows(&m->v->linkage) * sizeof *m->dependence);
    for (size_t i = 0; i < rank; i++)
        m->dependence[work->number[work->order[i]]] = x[i] * work->scale[i];
    m->dependence[work->number[work->order[k]]] = work->scale[k];
    turn_rows(m, 0);
}

/* True if the rows sum to zero with the coefficients m->dependence at the present position, too.
 * Turns the coefficients back to the tangents of the ground. `whole` is the squared length of the
 * sum, `parts` the sum of the squared lengths of its terms. */
static int still_depends(struct vehicle_eval *m)
{
    const struct linkage_work *work = &m->work;
    const double *l = m->dependence;
    double whole = 0, parts = 0;
    turn_rows(m, 1);
    linkage_couple(&m->v->linkage, &m->work);
    for (size_t i = 0; i < work->rows; i++) {
        double x = l[work->number[i]];
        parts += x * x * work->matrix[i * (work->rows + 1)];
        for (size_t j = 0; j < work->rows; j++)
            whole += x * l[work->number[j]] * work->matrix[i * work->rows + j];
    }
    return whole <= VEHICLE_DEPENDENT * VEHICLE_DEPENDENT * parts;
}

/* Error text with the wheels that take part in a dependence. */
static const char *name_wheels(const struct vehicle_eval *m)
{
    enum { NAMED = 3 };
    const struct view *view = m->view;
    const char *name[NAMED] = {"", "", ""};
    double largest = 0;
    size_t count = 0;
    for (size_t i = 0; i < 3 * m->v->linkage.wheels; i++)
        largest = num_fmax(largest, fabs(m->dependence[i]));
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        const double *l = m->dependence + 3 * w;
        if (num_fmax(num_fmax(fabs(l[0]), fabs(l[1])), fabs(l[2])) <= VEHICLE_DEPENDENT * largest)
            continue;
        if (count < NAMED)
            name[count] = vehicle_part_at(m, w)->name;
        count++;
    }
    const char *what =
        "cannot roll together: when the vehicle moves, their axles allow no common motion";
    if (count <= 2)
        return view->say(view->core, "wheels \"%s\" and \"%s\" %s", name[0], name[1], what);
    return view->say(view->core, "wheels \"%s\", \"%s\"%s\"%s\"%s %s", name[0], name[1],
                     count > NAMED ? ", " : " and ", name[2], count > NAMED ? " and others" : "",
                     what);
}

/* Error text if there are more independent rows `there` than `here`, else NULL. */
static const char *compare_ranks(struct vehicle_eval *m, const double *here, const double *there)
{
    if (evaluate_at(m, here) != WD_OK)
        return NULL;
    size_t rank = m->work.rank, more = m->work.active - rank;
    if (evaluate_at(m, there) != WD_OK || m->work.rank <= rank)
        return NULL;
    for (size_t k = 0; k < more; k++) {
        evaluate_at(m, here);
        find_dependence(m, rank + k);
        evaluate_at(m, there);
        if (!still_depends(m))
            break;
    }
    return name_wheels(m);
}

const char *vehicle_rolling_fault(struct vehicle_eval *m)
{
    double *start = m->place[0], *other = m->place[1];
    const char *fault = NULL;
    memcpy(start, m->state, linkage_states(&m->v->linkage) * sizeof *start);
    if (find_neighbour(m, other) == WD_OK)
        fault = compare_ranks(m, start, other);
    if (!fault && find_reference_position(m, start, other))
        fault = compare_ranks(m, other, start);
    return fault;
}

/* ---- coulomb wheels beside ideal ones ---- */

/* Compute the compliance of all wheels to forces on them, into m->work.matrix. If `kept`, the
 * constraints of ideal wheels hold; otherwise nothing keeps ideal wheels rolling. */
static int32_t find_compliance(struct vehicle_eval *m, int kept)
{
    const struct linkage *linkage = &m->v->linkage;
    for (size_t w = 0; w < linkage->wheels; w++) {
        m->firm[w] = kept && vehicle_law(m, w)->rolls;
        m->grip[w] = (struct linkage_grip){.mode = LINKAGE_STICK};
    }
    m->hold = (struct linkage_hold){.contact = m->grip};
    linkage_choose(linkage, &m->hold, &m->work);
    return linkage_condense(linkage, m->firm, &m->work);
}

const char *vehicle_height_fault(struct vehicle_eval *m)
{
    const char *fault = NULL;
    vehicle_add_loads(m);
    linkage_drive(&m->v->linkage, m->state, &m->drive, &m->work);
    if (find_compliance(m, 0) != WD_OK)
        return NULL;
    for (size_t w = 0; w < m->v->linkage.wheels; w++)
        m->dependence[3 * w] = m->work.matrix[3 * w * (m->work.rows + 1)];
    if (find_compliance(m, 1) != WD_OK)
        return NULL;
    for (size_t w = 0; !fault && w < m->v->linkage.wheels; w++)
        if (!m->firm[w] && vehicle_law(m, w)->lifts &&
            fabs(m->work.contact[w].gap) <= VEHICLE_CLOSE &&
            !(m->work.matrix[3 * w * (m->work.rows + 1)] >
              VEHICLE_SUM_ROUNDING * m->dependence[3 * w]))
            fault = vehicle_fault(m->view, vehicle_part_at(m, w),
                                  "wheels of law ideal hold it at its height, so its load is not "
                                  "determined; give it law relaxed");
    return fault;
}
