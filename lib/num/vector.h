/* SPDX-License-Identifier: MIT */
/* Vectors of three numbers, rotation matrices and symmetric matrices, passed by value. */
#ifndef NUM_VECTOR_H
#define NUM_VECTOR_H

struct vec {
    double x, y, z;
};

/* Columns: for a rotation, the axes of the body in space. */
struct mat {
    struct vec x, y, z;
};

struct sym {
    double xx, yy, zz, xy, xz, yz;
};

/* Read a vector from three numbers. */
static inline struct vec vec_at(const double *from)
{
    return (struct vec){from[0], from[1], from[2]};
}

/* Write a vector to three numbers. */
static inline void vec_put(struct vec v, double *to)
{
    to[0] = v.x, to[1] = v.y, to[2] = v.z;
}

static inline struct vec vec_add(struct vec a, struct vec b)
{
    return (struct vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline struct vec vec_sub(struct vec a, struct vec b)
{
    return (struct vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline struct vec vec_scale(double f, struct vec a)
{
    return (struct vec){f * a.x, f * a.y, f * a.z};
}

/* a + f b */
static inline struct vec vec_along(struct vec a, double f, struct vec b)
{
    return (struct vec){a.x + f * b.x, a.y + f * b.y, a.z + f * b.z};
}

static inline double vec_dot(struct vec a, struct vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct vec vec_cross(struct vec a, struct vec b)
{
    return (struct vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* A v and A^T v */
static inline struct vec mat_turn(const struct mat *a, struct vec v)
{
    return vec_along(vec_along(vec_scale(v.x, a->x), v.y, a->y), v.z, a->z);
}

static inline struct vec mat_turn_back(const struct mat *a, struct vec v)
{
    return (struct vec){vec_dot(a->x, v), vec_dot(a->y, v), vec_dot(a->z, v)};
}

static inline struct vec sym_times(const struct sym *s, struct vec v)
{
    return (struct vec){s->xx * v.x + s->xy * v.y + s->xz * v.z,
                        s->xy * v.x + s->yy * v.y + s->yz * v.z,
                        s->xz * v.x + s->yz * v.y + s->zz * v.z};
}

#endif
