/* SPDX-License-Identifier: MIT */
/* Constraint rows C of wheels and held joints: the matrix C M^-1 C^T and the effect of forces along
 * the rows. */
#include "mech/linkage_parts.h"
#include "mech/linkage_pose.h"

#include <string.h>

#include "num/dense.h"
#include "num/invariant.h"

/* Set the loads of unit forces along the axes of a contact's frame. */
static void load_rows(const struct linkage_work *work, const struct linkage_contact *contact,
                      struct linkage_row row[3])
{
    struct vec at = contact->at;
    if (!work->ground) {
        row[0].load = (struct linkage_load){{0, 0, 1}, {at.y, -at.x, 0}};
        row[1].load = (struct linkage_load){{1, 0, 0}, {0, at.z, -at.y}};
        row[2].load = (struct linkage_load){{0, 1, 0}, {-at.z, 0, at.x}};
        return;
    }
    for (size_t k = 0; k < 3; k++)
        row[k].load = (struct linkage_load){contact->frame[k], vec_cross(at, contact->frame[k])};
}

/* Append the rows of a contact, along its normal and its tangents. */
static void choose_contact(const struct linkage *linkage, size_t c, struct linkage_work *work)
{
    const struct linkage_contact *contact = &work->contact[c];
    struct linkage_row *row = &work->row[work->rows];
    load_rows(work, contact, row);
    for (size_t k = 0; k < 3; k++) {
        row[k].body = linkage->wheel[contact->wheel].body;
        row[k].effort = 0;
        work->number[work->rows] = 3 * c + k;
        work->free[work->rows++] = contact->bias[k];
    }
}

static void choose_joint(const struct linkage *linkage, size_t j, struct linkage_work *work)
{
    work->number[work->rows] = linkage_joint_row(linkage, j);
    work->row[work->rows] = (struct linkage_row){.body = j + 1, .effort = 1};
    work->free[work->rows++] = 0;
}

static void choose_extra(const struct linkage *linkage, const struct linkage_row *row, size_t k,
                         struct linkage_work *work)
{
    work->number[work->rows] = linkage_extra_row(linkage) + k;
    work->row[work->rows] = *row;
    work->free[work->rows++] = 0;
}

static double dot_of_six(const double *a, const double *b)
{
    return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]) + (a[4] * b[4] + a[5] * b[5]);
}

/* Lowest common ancestor of two bodies, and the numbers of joints from them to it. */
struct meeting {
    size_t body, up[2];
};

static struct meeting common_ancestor(const struct linkage *linkage, size_t a, size_t b)
{
    struct meeting at = {0, {0, 0}};
    while (a != b)
        if (a > b)
            a = linkage->body[a].parent, at.up[0]++;
        else
            b = linkage->body[b].parent, at.up[1]++;
    at.body = a;
    return at;
}

/* Number of rows of the contact, joint or group of extra rows whose first row is i. */
static size_t rows_of_one(const struct linkage_work *work, size_t i)
{
    return work->row[i].effort > 0 ? 1 : 3;
}

/* Fill the block of the rows of two bodies (or the same one), starting at i0 and k0, with the
 * contributions of their common joints. Entries below the diagonal are overwritten later. */
static void fill_by_joints(const struct linkage *linkage, struct linkage_work *work, size_t i0,
                           size_t k0, struct meeting at)
{
    size_t height = linkage_height(linkage), rows = work->rows;
    size_t ni = rows_of_one(work, i0), nk = rows_of_one(work, k0);
    const double *first = work->y_joint + height * i0 + at.up[0];
    const double *second = work->y_joint + height * k0 + at.up[1];
    for (size_t b = at.body; b > 0; b = linkage->body[b].parent, first++, second++) {
        double *to = work->matrix + i0 * rows + k0;
        for (size_t i = 0; i < ni; i++, to += rows)
            for (size_t k = 0; k < nk; k++)
                to[k] += first[i * height] * second[k * height];
    }
}

/* The body between the root and this body, or this body itself, whose parent is the root; 0 for the
 * root. */
static size_t branch_of(const struct linkage *linkage, size_t body)
{
    size_t branch = body;
    while (body > 0)
        branch = body, body = linkage->body[body].parent;
    return branch;
}

/* Return sum, the contribution of the root to the entry of two rows, with the contributions of the
 * joints that move both. */
static double common_joints(const struct linkage *linkage, const struct linkage_work *work,
                            size_t i, size_t k, double sum)
{
    struct meeting at = common_ancestor(linkage, work->row[i].body, work->row[k].body);
    size_t height = linkage_height(linkage);
    const double *first = work->y_joint + height * i + at.up[0],
                 *second = work->y_joint + height * k + at.up[1];
    for (size_t b = at.body; b > 0; b = linkage->body[b].parent)
        sum += *first++ * *second++;
    return sum;
}

void linkage_entries(const struct linkage *linkage, const struct linkage_work *work, size_t i,
                     const size_t *column, size_t n, double *to)
{
    size_t branch = branch_of(linkage, work->row[i].body);
    const double *base = work->y_base + 6 * i;
    for (size_t j = 0; j < n; j++) {
        size_t k = column[j];
        to[j] = dot_of_six(base, work->y_base + 6 * k);
        if (branch > 0 && branch_of(linkage, work->row[k].body) == branch)
            to[j] = common_joints(linkage, work, i, k, to[j]);
    }
}

double linkage_diagonal(const struct linkage *linkage, const struct linkage_work *work, size_t i)
{
    double entry;
    linkage_entries(linkage, work, i, &i, 1, &entry);
    return entry;
}

/* Add the contributions of joints to the entries of the rows of one contact, joint or group of
 * extra rows, which begin at row i, with themselves and with later rows. Rows on different branches
 * have no joint in common. */
static void add_joints(const struct linkage *linkage, struct linkage_work *work, size_t i)
{
    const struct linkage_row *row = work->row;
    for (size_t k = i; row[i].branch > 0 && k < work->rows; k += rows_of_one(work, k))
        if (row[k].branch == row[i].branch)
            fill_by_joints(linkage, work, i, k, common_ancestor(linkage, row[i].body, row[k].body));
}

void linkage_couple(const struct linkage *linkage, struct linkage_work *work)
{
    size_t rows = work->rows;
    if (work->pose->coupled)
        return;
    dense_square_of_six(work->y_base, rows, work->solver, work->matrix);
    for (size_t i = 0; i < rows; i += rows_of_one(work, i))
        work->row[i].branch = branch_of(linkage, work->row[i].body);
    for (size_t i = 0; i < rows; i += rows_of_one(work, i))
        add_joints(linkage, work, i);
    dense_mirror(work->matrix, rows);
    work->pose->coupled = work->pose->rows > 0;
    work->pose->lacks_matrix = 0;
    interrupted(work->interrupt, 4 * rows * rows);
}

/* Apply the root's factor to the load of a row. The result has the same bits as that of
 * dense_forward_rows(). */
static inline void forward_root(const double *u, const struct linkage_load *load, double *to)
{
    const double *u1 = u + 6, *u2 = u + 12, *u3 = u + 18, *u4 = u + 24;
    struct vec F = load->force, T = load->torque;
    double a = F.x * u[0];
    double b = (F.y - a * u[1]) * u1[1];
    two cd = two_subtract(two_of(F.z, T.x), two_scale(a, two_load(u + 2)));
    cd = two_subtract(cd, two_scale(b, two_load(u1 + 2)));
    double c = two_first(cd) * u2[2];
    double d = (two_second(cd) - c * u2[3]) * u3[3];
    two ab = two_add(two_scale(a, two_load(u + 4)), two_scale(b, two_load(u1 + 4)));
    two more = two_add(two_scale(c, two_load(u2 + 4)), two_scale(d, two_load(u3 + 4)));
    two ef = two_subtract(two_of(T.y, T.z), two_add(ab, more));
    double e = two_first(ef) * u4[4];
    two_store(to, two_of(a, b)), two_store(to + 2, two_of(c, d));
    two_store(to + 4, two_of(e, (two_second(ef) - e * u4[5]) * u[35]));
}

/* Compute L^-1 of row i: from its body to the root, each joint takes its part of the load. height:
 * linkage_height() */
static inline void forward_row(const struct linkage *linkage, const struct linkage_work *work,
                               size_t i, size_t height)
{
    const struct linkage_row *row = &work->row[i];
    struct linkage_load load = row->load;
    double effort = row->effort, *joint = work->y_joint + height * i;
    for (size_t body = row->body; body > 0; body = linkage->body[body].parent) {
        const struct linkage_arm *arm = &work->arm[body - 1];
        *joint = (effort + load_power(&load, &arm->screw)) * arm->root;
        load = load_along(&load, -*joint++, &arm->pull);
        effort = 0;
    }
    invariant(joint <= work->y_joint + height * (i + 1));
    forward_root(work->base, &load, work->y_base + 6 * i);
}

/* True if the row that is selected next has this number and has been computed for this pose. */
static int is_known(const struct linkage_work *work, size_t number)
{
    return work->rows < work->pose->rows && work->number[work->rows] == number;
}

/* Select rows without computing their matrix. True if L^-1 of all of them is known. */
static int select_rows(const struct linkage *linkage, const struct linkage_hold *hold,
                       struct linkage_work *work)
{
    int known = hold->extras == 0;
    work->rows = 0;
    for (size_t c = 0; c < work->contacts; c++)
        if (hold->contact[c].mode != LINKAGE_OPEN) {
            known &= is_known(work, 3 * c); /* then the tangents follow the normal */
            choose_contact(linkage, c, work);
        }
    for (size_t j = 0; hold->held && j < linkage_joints(linkage); j++)
        if (hold->held[j]) {
            known &= is_known(work, linkage_joint_row(linkage, j));
            choose_joint(linkage, j, work);
        }
    for (size_t k = 0; k < hold->extras; k++)
        choose_extra(linkage, &hold->extra[k], k, work);
    return known && work->rows == work->pose->rows;
}

/* Select rows and compute L^-1 of each. */
static void take_rows(const struct linkage *linkage, const struct linkage_hold *hold,
                      struct linkage_work *work)
{
    if (select_rows(linkage, hold, work))
        return;
    linkage_pose_lose_matrix(work);
    work->pose->rows = work->pose->factored && hold->extras == 0 ? work->rows : 0;
    size_t height = linkage_height(linkage);
    for (size_t i = 0; i < work->rows; i++)
        forward_row(linkage, work, i, height);
}

void linkage_list_extras(const struct linkage *linkage, const struct linkage_hold *hold,
                         struct linkage_work *work)
{
    linkage_pose_lose_factor(work);
    work->rows = 0;
    for (size_t k = 0; k < hold->extras; k++)
        choose_extra(linkage, &hold->extra[k], k, work);
}

void linkage_take_rows_alone(const struct linkage *linkage, const struct linkage_hold *hold,
                             struct linkage_work *work)
{
    take_rows(linkage, hold, work);
    work->pose->lacks_matrix = !work->pose->coupled;
}

void linkage_take_rows(const struct linkage *linkage, const struct linkage_hold *hold,
                       struct linkage_work *work)
{
    take_rows(linkage, hold, work);
    linkage_couple(linkage, work);
}

/* Return the acceleration along row i due to generalised loads f, given as entries = L^-1 f. */
static double along_row(const struct linkage *linkage, const struct linkage_work *work, size_t i,
                        const double *entries)
{
    const double *joint = work->y_joint + linkage_height(linkage) * i;
    double sum = dot_of_six(work->y_base + 6 * i, entries);
    for (size_t b = work->row[i].body; b > 0; b = linkage->body[b].parent)
        sum += *joint++ * entries[5 + b];
    return sum;
}

void linkage_choose_rows(const struct linkage *linkage, const struct linkage_hold *hold,
                         struct linkage_work *work)
{
    linkage_take_rows_alone(linkage, hold, work);
    for (size_t i = 0; i < work->rows; i++)
        work->free[i] += along_row(linkage, work, i, work->push);
}

void linkage_choose(const struct linkage *linkage, const struct linkage_hold *hold,
                    struct linkage_work *work)
{
    linkage_choose_rows(linkage, hold, work);
    linkage_couple(linkage, work);
}

void linkage_choose_to_balance(const struct linkage *linkage, const struct linkage_hold *hold,
                               struct linkage_work *work)
{
    int slips = 0;
    linkage_choose_rows(linkage, hold, work);
    for (size_t c = 0; c < work->contacts; c++)
        slips |= hold->contact[c].mode == LINKAGE_SLIP;
    if (slips)
        linkage_couple(linkage, work);
}

/* Add the effect of forces along the rows: entries += L^-1 C^T force. */
static void push(const struct linkage *linkage, const struct linkage_work *work,
                 const double *force, double *entries)
{
    size_t height = linkage_height(linkage);
    two x = two_load(entries), y = two_load(entries + 2), z = two_load(entries + 4);
    for (size_t i = 0; i < work->rows; i++) {
        const double *base = work->y_base + 6 * i, *joint = work->y_joint + height * i;
        x = two_add(x, two_scale(force[i], two_load(base)));
        y = two_add(y, two_scale(force[i], two_load(base + 2)));
        z = two_add(z, two_scale(force[i], two_load(base + 4)));
        for (size_t b = work->row[i].body; b > 0; b = linkage->body[b].parent)
            entries[5 + b] += force[i] * *joint++;
    }
    two_store(entries, x), two_store(entries + 2, y), two_store(entries + 4, z);
}

void linkage_press(const struct linkage *linkage, const struct linkage_work *work,
                   const double *impulse)
{
    memset(work->entries, 0, linkage_speeds(linkage) * sizeof *work->entries);
    push(linkage, work, impulse, work->entries);
}

void linkage_feel(const struct linkage *linkage, const struct linkage_work *work,
                  const double *force, double *acceleration)
{
    linkage_press(linkage, work, force);
    for (size_t i = 0; i < work->rows; i++)
        acceleration[i] = along_row(linkage, work, i, work->entries);
}

void linkage_yield(const struct linkage *linkage, const struct linkage_work *work,
                   const double *force, double *speeds)
{
    linkage_press(linkage, work, force);
    linkage_backward(linkage, work, work->entries, speeds);
}

void linkage_leap(const struct linkage *linkage, const struct linkage_work *work, double span,
                  double *change)
{
    dense_add(work->entries, span, work->push, linkage_speeds(linkage));
    linkage_backward(linkage, work, work->entries, change);
}

void linkage_accelerate(const struct linkage *linkage, const struct linkage_work *work,
                        const double *force, double *acceleration)
{
    memcpy(work->entries, work->push, linkage_speeds(linkage) * sizeof *work->entries);
    push(linkage, work, force, work->entries);
    linkage_backward(linkage, work, work->entries, acceleration);
}

void linkage_rate(const struct linkage *linkage, const double *state,
                  const struct linkage_work *work, const double *acceleration, double *rate)
{
    const double *Q = state + LINKAGE_QUATERNION, *w = state + LINKAGE_SPIN;
    struct vec u = vec_at(Q + 1), v = vec_at(w);
    struct vec turn = vec_along(vec_cross(u, v), Q[0], v);
    memcpy(rate + LINKAGE_PLACE, state + LINKAGE_VELOCITY, 3 * sizeof *rate);
    rate[LINKAGE_QUATERNION] = -0.5 * vec_dot(u, v);
    vec_put(vec_scale(0.5, turn), rate + LINKAGE_QUATERNION + 1);
    memcpy(rate + LINKAGE_VELOCITY, acceleration, 3 * sizeof *rate);
    vec_put(mat_turn_back(&work->link[0].R, vec_at(acceleration + 3)), rate + LINKAGE_SPIN);
    for (size_t j = 0; j < linkage_joints(linkage); j++) {
        rate[LINKAGE_JOINT + 2 * j] = state[LINKAGE_JOINT + 2 * j + 1];
        rate[LINKAGE_JOINT + 2 * j + 1] = acceleration[6 + j];
    }
}
