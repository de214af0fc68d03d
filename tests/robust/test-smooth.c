/* SPDX-License-Identifier: MIT */
/* Random wheels, robots and carts thrown at random smooth surfaces, which are functions or grids of
 * heights. Their shortest wavelength exceeds the radius of the largest wheel.
 *
 *     test-smooth RUNS FIRST VERBOSE
 */
#include "thrown.h"

#include <wheeldyn/ground.h>

enum { WAVES = 3, SIDE = 128, BORDER = 10 };

/* Sum of waves h = height sin(x kx + y ky + phase). */
struct wave {
    double height, kx, ky, phase;
};

static struct wave waves[WAVES];

static int32_t sum_of_waves(double x, double y, double v[7], void *user)
{
    (void)user;
    for (int k = 0; k < 6; k++)
        v[k] = 0;
    for (int i = 0; i < WAVES; i++) {
        const struct wave *w = &waves[i];
        double s = w->height * sin(w->kx * x + w->ky * y + w->phase);
        double c = w->height * cos(w->kx * x + w->ky * y + w->phase);
        v[0] += s;
        v[1] += w->kx * c;
        v[2] += w->ky * c;
        v[3] -= w->kx * w->kx * s;
        v[4] -= w->kx * w->ky * s;
        v[5] -= w->ky * w->ky * s;
    }
    return 0;
}

static void set_waves(wd_model *model, double largest)
{
    for (int i = 0; i < WAVES; i++) {
        double k = 2 * acos(-1) / (largest * pow(10, uniform(0.01, 1))), way = uniform(-3, 3);
        waves[i] = (struct wave){uniform(0, 0.25) / k, k * cos(way), k * sin(way), uniform(-3, 3)};
    }
    wd_model_set_surface_fn(model, sum_of_waves, NULL);
}

/* Set a grid of random heights whose nodes are more than half of the largest radius apart. Nodes
 * near the border have the height 0: outside the grid the ground continues with the slope that it
 * has at the border, so slopes that differ along the border would grow to cliffs. */
static void set_grid(wd_model *model, double largest)
{
    static double z[SIDE * SIDE];
    double dx = largest * uniform(0.55, 1.5), dy = largest * uniform(0.55, 1.5);
    double steep = 0.2 * fmin(dx, dy);
    const double frame[] = {-dx * SIDE / 2, -dy * SIDE / 2, dx, dy, uniform(-3, 3)};
    for (int j = 0; j < SIDE; j++)
        for (int i = 0; i < SIDE; i++) {
            int inside = fmin(fmin(i, SIDE - 1 - i), fmin(j, SIDE - 1 - j)) >= BORDER;
            z[j * SIDE + i] = inside ? uniform(-steep, steep) : 0;
        }
    wd_model_set_surface(model, z, SIDE, SIDE, frame);
}

static void thrown_ground(wd_model *model, double largest)
{
    if (uniform(0, 1) < 0.5)
        set_waves(model, largest);
    else
        set_grid(model, largest);
}

/* Transform a vector from the axes of the body "frame", turned by the quaternion q, to ground axes.
 */
static void to_ground_axes(const double q[4], const double a[3], double to[3])
{
    double w = q[0], x = q[1], y = q[2], z = q[3];
    const double R[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                            {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                            {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    for (int i = 0; i < 3; i++)
        to[i] = R[i][0] * a[0] + R[i][1] * a[1] + R[i][2] * a[2];
}

/* Height above the ground of a point of the wheel; `at` is its position relative to the body
 * "frame", in axes of this body. */
static double height_of(const wd_model *model, const double q[4], const double at[3])
{
    static const char *const axis[] = {"x", "y", "z"};
    double p[3], v[7];
    to_ground_axes(q, at, p);
    for (int k = 0; k < 3; k++)
        p[k] += value_of_part(model, "output", "frame", axis[k]);
    return wd_model_ground_at(model, p[0], p[1], v) == WD_OK ? p[2] - v[0] : (double)NAN;
}

static double thrown_height(const struct machine *m, int wheel)
{
    enum { AROUND = 48, ACROSS = 12 };
    static const char *const turned[] = {"q0", "q1", "q2", "q3"};
    const char *name = m->wheel[wheel];
    double q[4], least = INFINITY, radius = m->radius[wheel];
    double a = value_of_part(m->model, "param", name, "crown"), b = radius - a;
    const double c[] = {value_of_part(m->model, "param", name, "x"),
                        value_of_part(m->model, "param", name, "y"),
                        value_of_part(m->model, "param", name, "z") -
                            value_of_part(m->model, "param", "frame", "z")};
    for (int k = 0; k < 4; k++)
        q[k] = value_of_part(m->model, "output", "frame", turned[k]);
    for (int i = 0; i < AROUND; i++)
        for (int k = 0; k < ACROSS; k++) {
            double s = 2 * acos(-1) * i / AROUND, t = 2 * acos(-1) * k / ACROSS;
            double r = b + a * cos(t);
            const double at[] = {c[0] + r * cos(s), c[1] + a * sin(t), c[2] + r * sin(s)};
            least = fmin(least, height_of(m->model, q, at));
        }
    return least;
}

int main(int argc, char **argv)
{
    static const long once[] = {2533, 20392, 407455, 409280, 415633};
    return throw_all(argc, argv, 30, once, sizeof once / sizeof *once);
}
