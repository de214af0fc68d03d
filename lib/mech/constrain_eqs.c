/* SPDX-License-Identifier: MIT */
/* Rows of the constraint Jacobian D, their convective terms g and the position constraints from
 * which they are derived (Schwab and Delhaes 2009, section 10.2). Before turn(), the angular part c
 * of a row stands for c . W, in space axes. */
#include "mech/mech.h"

static const struct vec space[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static struct vec centripetal(struct vec W, struct vec r)
{
    return vec_cross(W, vec_cross(W, r));
}

static double component(struct vec v, size_t k)
{
    return vec_dot(v, space[k]);
}

/* Rows of the common point of a hinge: x_j + R_j s_j - x_i - R_i s_i = 0 */
static void place_rows(const struct mech_hinge *hinge, const struct mech_state *state,
                       const struct mech_pose *i, const struct mech_pose *j, struct mech_row *row)
{
    struct vec r_i = mat_turn(&i->R, hinge->at_parent), r_j = mat_turn(&j->R, hinge->at_child);
    struct vec apart =
        vec_sub(vec_add(state[hinge->child].x, r_j), vec_add(state[hinge->parent].x, r_i));
    struct vec g = vec_sub(centripetal(j->W, r_j), centripetal(i->W, r_i));
    for (size_t k = 0; k < 3; k++)
        row[k] = (struct mech_row){
            .linear = {vec_scale(-1, space[k]), space[k]},
            .angular = {vec_cross(space[k], r_i), vec_cross(r_j, space[k])},
            .g = component(g, k),
            .violation = component(apart, k),
        };
}

/* Row of Y . N = 0 for the axis N, fixed in the child, and Y = a or b, fixed in the parent. */
static void direction_row(struct vec Y, struct vec N, const struct mech_pose *i,
                          const struct mech_pose *j, struct mech_row *row)
{
    *row = (struct mech_row){
        .angular = {vec_cross(Y, N), vec_cross(N, Y)},
        .g = vec_dot(centripetal(i->W, Y), N) +
             2 * vec_dot(vec_cross(i->W, Y), vec_cross(j->W, N)) + vec_dot(Y, centripetal(j->W, N)),
        .violation = vec_dot(Y, N),
    };
}

static void hinge_rows(const struct mech_hinge *hinge, const struct mech_state *state,
                       const struct mech_pose *pose, struct mech_row *row)
{
    const struct mech_pose *i = &pose[hinge->parent], *j = &pose[hinge->child];
    struct vec N = mat_turn(&j->R, hinge->n);
    place_rows(hinge, state, i, j, row);
    direction_row(mat_turn(&i->R, hinge->a), N, i, j, row + 3);
    direction_row(mat_turn(&i->R, hinge->b), N, i, j, row + 4);
}

/* Let b be the radius of the circle of the centres of the tyre's cross-sections, and a their
 * radius. Then z = b cos(roll) + a, and the lowest point of the tyre has no velocity forward and to
 * the left. The terms g that the paper prints for wheels are valid if the unknowns are the second
 * derivatives of the angles, not the unknowns of (10.2), see the manual. */
void mech_wheel_rows(const struct mech_wheel *wheel, double height, struct vec v,
                     const struct mech_pose *pose, struct mech_row *row)
{
    double a = wheel->crown, b = wheel->radius - a;
    double down = b * pose->cos_roll + a, aside = b * pose->sin_roll;
    struct vec h = pose->heading, l = pose->left, rate = mech_angle_rates(pose);
    double yaw_rate = rate.x, roll_rate = rate.y, level = vec_dot(pose->W, l);
    row[0] = (struct mech_row){
        .linear = {space[2]},
        .angular = {vec_scale(aside, h)},
        .g = b * pose->cos_roll * roll_rate * roll_rate + aside * yaw_rate * level,
        .violation = height - down,
    };
    row[1] = (struct mech_row){
        .linear = {h},
        .angular = {vec_along(vec_scale(-b, pose->R.y), -a, l)},
        .g = vec_dot(l, v) * yaw_rate + a * yaw_rate * roll_rate,
    };
    row[2] = (struct mech_row){
        .linear = {l},
        .angular = {vec_scale(down, h)},
        .g = -vec_dot(h, v) * yaw_rate - aside * roll_rate * roll_rate + down * yaw_rate * level,
    };
}

/* Transform the angular part of one side: c . W becomes c' . w' by c' = R^T c, or c_p . p' by the
 * rotation axes of yaw, roll and pitch. */
static void turn(const struct mech_pose *pose, int coordinates, struct mech_row *row, size_t rows,
                 size_t side)
{
    struct mat rates = {space[2], pose->heading, pose->R.y};
    const struct mat *columns = coordinates == MECH_ANGLES ? &rates : &pose->R;
    for (size_t k = 0; k < rows; k++)
        row[k].angular[side] = mat_turn_back(columns, row[k].angular[side]);
}

void mech_constrain(const struct mech_system *system, const struct mech_state *state,
                    int coordinates, struct mech_work *work)
{
    struct mech_row *row = work->row;
    for (size_t k = 0; k < system->hinges; k++, row += 5) {
        const struct mech_hinge *hinge = &system->hinge[k];
        hinge_rows(hinge, state, work->pose, row);
        turn(&work->pose[hinge->parent], coordinates, row, 5, 0);
        turn(&work->pose[hinge->child], coordinates, row, 5, 1);
    }
    for (size_t k = 0; k < system->wheels; k++, row += 3) {
        size_t body = system->wheel[k].body;
        mech_wheel_rows(&system->wheel[k], state[body].x.z, state[body].v, &work->pose[body], row);
        turn(&work->pose[body], coordinates, row, 3, 0);
    }
}
