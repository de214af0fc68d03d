/* SPDX-License-Identifier: MIT */
/* Minimal program for the runs of the presets kerb-plastic and kerb-elastoplastic: a wheel, a wall
 * at x = 0, a kerb lower than the wheel's radius, the ground; no loads but gravity; parabolas
 * between events. The program cannot roll a wheel over the edge of the kerb; neither run needs
 * this. */
#ifndef BARE_KERB_H
#define BARE_KERB_H

#include <math.h>

enum { BARE_WALL, BARE_TOP, BARE_EDGE, BARE_GROUND, BARE_FEATURES };
enum { BARE_IMPACTS = 64, BARE_SWEEPS = 1000 };

struct bare_contact {
    int feature, slide; /* slide: sign of v_t */
    double nx, ny, P, T;
};

struct bare {
    double m, r, J, g, mu, beta, kerb, height;
    double t, q[3], v[3], a[3]; /* x, y, phi */
    int contacts, impacts, failed;
    struct bare_contact contact[2];
    double when[BARE_IMPACTS]; /* times of the impacts */
};

/* Compute the normal of a contact; returns its gap, or INFINITY if the wheel is beside the feature
 * (wall, top of the kerb, edge or ground). */
static inline double bare_frame(const struct bare *b, const double *q, struct bare_contact *c)
{
    double dx = q[0] - b->kerb, dy = q[1] - b->height, distance;
    c->nx = c->feature == BARE_WALL;
    c->ny = c->feature != BARE_WALL;
    if (c->feature == BARE_WALL)
        return q[0] - b->r;
    if (c->feature == BARE_TOP)
        return q[0] > b->kerb ? (double)INFINITY : dy - b->r;
    if (c->feature == BARE_GROUND)
        return q[0] > b->kerb ? q[1] - b->r : (double)INFINITY;
    distance = sqrt(dx * dx + dy * dy);
    c->nx = dx / distance;
    c->ny = dy / distance;
    return dx > 0 ? distance - b->r : (double)INFINITY;
}

static inline double bare_normal(const struct bare_contact *c, const double *u)
{
    return c->nx * u[0] + c->ny * u[1];
}

static inline double bare_slide(const struct bare *b, const struct bare_contact *c, const double *u)
{
    return c->ny * u[0] - c->nx * u[1] + b->r * u[2];
}

static inline void bare_push(const struct bare *b, const struct bare_contact *c, double P, double T,
                             double *u)
{
    u[0] += (P * c->nx - T * c->ny) / b->m;
    u[1] += (P * c->ny + T * c->nx) / b->m;
    u[2] -= b->r * T / b->J;
}

static inline double bare_clip(double x, double bound)
{
    return x > bound ? bound : x < -bound ? -bound : x;
}

/* Solve the contact law for u contact by contact, until the changes are zero to rounding. u: the
 * velocities, with P and T as impulses, or the accelerations, with P and T as forces. If `given` is
 * set, the normal impulses P stay unchanged, and only the friction T is solved for. */
static inline void bare_law(struct bare *b, double *u, int given)
{
    double kappa = 1 / b->m + b->r * b->r / b->J, moved = 1;
    double bound = 1e-16 * b->m * (fabs(u[0]) + fabs(u[1]) + b->r * fabs(u[2]));
    for (int sweep = 0; sweep < BARE_SWEEPS && moved > bound; sweep++) {
        moved = 0;
        for (int i = 0; i < b->contacts; i++) {
            struct bare_contact *c = &b->contact[i];
            double P = given ? 0 : -b->m * bare_normal(c, u);
            P = P < -c->P ? -c->P : P;
            bare_push(b, c, P, 0, u);
            c->P += P;
            double T = c->slide != 0 ? c->slide * b->mu * c->P
                                     : bare_clip(c->T + bare_slide(b, c, u) / kappa, b->mu * c->P);
            bare_push(b, c, 0, T - c->T, u);
            moved = b->contacts == 1 ? 0 : moved + fabs(P) + fabs(T - c->T);
            c->T = T;
        }
    }
    b->failed |= moved > bound;
}

/* Speed below which a velocity of a contact is rounding of the wheel's velocities [m/s]. */
static inline double bare_slow(const struct bare *b)
{
    return 1e-13 * (fabs(b->v[0]) + fabs(b->v[1]) + b->r * fabs(b->v[2]));
}

/* Set normal forces and friction of all contacts to zero, and `slide` to the sign of the slip
 * velocity: 0 if this velocity is zero to rounding, and always 0 in an impact. */
static inline void bare_clear(struct bare *b, int impact)
{
    for (int i = 0; i < b->contacts; i++) {
        struct bare_contact *c = &b->contact[i];
        double slide = bare_slide(b, c, b->v);
        c->P = c->T = 0;
        c->slide = impact || fabs(slide) <= bare_slow(b) ? 0 : slide > 0 ? 1 : -1;
    }
}

/* Open the contact with the edge. The program fails if there is another contact, or if the wheel is
 * so slow that it would turn about the edge. */
static inline void bare_leave_edge(struct bare *b)
{
    for (int i = 0; i < b->contacts; i++) {
        const struct bare_contact c = b->contact[i];
        double along = c.ny * b->v[0] - c.nx * b->v[1];
        if (c.feature != BARE_EDGE)
            continue;
        b->failed |= b->contacts > 1 || along * along / b->r < b->g * c.ny;
        b->contacts = 0;
    }
}

/* Set gap and normal velocity of each contact to exactly zero, compute the accelerations, and open
 * the contacts that accelerate away. If a contact that stays closed does not slide, set the rate of
 * rotation to that of rolling. */
static inline void bare_settle(struct bare *b)
{
    int kept = 0;
    bare_leave_edge(b);
    for (int i = 0; i < b->contacts; i++) {
        const struct bare_contact *c = &b->contact[i];
        int axis = c->feature != BARE_WALL;
        b->q[axis] = b->r + (c->feature == BARE_TOP ? b->height : 0);
        b->v[axis] = 0;
    }
    bare_clear(b, 0);
    for (int k = 0; k < 3; k++)
        b->a[k] = k == 1 ? -b->g : 0;
    bare_law(b, b->a, 0);
    for (int i = 0; i < b->contacts; i++) {
        struct bare_contact *c = &b->contact[i];
        if (bare_normal(c, b->a) > 1e-12 * b->g)
            continue;
        b->a[c->feature != BARE_WALL] = 0;
        if (c->slide == 0)
            b->v[2] = -(c->ny * b->v[0] - c->nx * b->v[1]) / b->r;
        b->contact[kept++] = *c;
    }
    b->contacts = kept;
}

/* Find the contacts; returns 1 if the wheel moves into one of them. */
static inline int bare_touch(struct bare *b)
{
    b->contacts = 0;
    for (int f = 0; f < BARE_FEATURES && b->contacts < 2; f++) {
        struct bare_contact c = {.feature = f};
        if (fabs(bare_frame(b, b->q, &c)) <= 1e-9)
            b->contact[b->contacts++] = c;
    }
    for (int i = 0; i < b->contacts; i++)
        if (bare_normal(&b->contact[i], b->v) < -bare_slow(b))
            return 1;
    return 0;
}

/* Compute impacts until no contact closes. Poisson's law: after the compression, each contact gets
 * another normal impulse, beta times that of the compression, with friction of its own. */
static inline void bare_impact(struct bare *b)
{
    int kept = 0;
    while (bare_touch(b) && b->impacts < BARE_IMPACTS) {
        b->when[b->impacts++] = b->t;
        bare_clear(b, 1);
        bare_law(b, b->v, 0);
        for (int i = 0; i < b->contacts; i++) {
            struct bare_contact *c = &b->contact[i];
            c->P *= b->beta;
            c->T = 0;
            bare_push(b, c, c->P, 0, b->v);
        }
        if (b->beta > 0)
            bare_law(b, b->v, 1);
    }
    for (int i = 0; i < b->contacts; i++)
        if (bare_normal(&b->contact[i], b->v) <= 1e-9)
            b->contact[kept++] = b->contact[i];
    b->contacts = kept;
}

static inline void bare_at(const struct bare *b, double t, double *q, double *v)
{
    for (int k = 0; k < 3; k++) {
        q[k] = b->q[k] + t * (b->v[k] + t * b->a[k] / 2);
        v[k] = b->v[k] + t * b->a[k];
    }
}

/* Time at which gap + speed t - fall t^2/2 reaches zero from above. */
static inline double bare_reach(double gap, double speed, double fall)
{
    double root = speed * speed + 2 * fall * gap;
    if (root < 0 || (fall <= 0 && speed >= 0))
        return INFINITY;
    root = sqrt(root);
    return speed > 0 ? (speed + root) / fall : 2 * gap / (root - speed);
}

/* Time at which the wheel returns to the edge if it is there now without normal speed: the root
 * t > 0 of |d + v t + a t^2/2|^2 = r^2, where d is the vector from the edge to the centre. */
static inline double bare_return_edge(const struct bare *b, double dx, double dy)
{
    double c4 = (b->a[0] * b->a[0] + b->a[1] * b->a[1]) / 4;
    double c3 = b->v[0] * b->a[0] + b->v[1] * b->a[1];
    double c2 = b->v[0] * b->v[0] + b->v[1] * b->v[1] + dx * b->a[0] + dy * b->a[1];
    double root = c3 * c3 - 4 * c4 * c2;
    return c3 < 0 && root > 0 ? 2 * c2 / (sqrt(root) - c3) : (double)INFINITY;
}

/* Time at which the wheel reaches the edge, or INFINITY if it does not before `limit`. The second
 * derivative of the gap to a point is at least -|a|, so the steps cannot pass the root. */
static inline double bare_reach_edge(const struct bare *b, double limit)
{
    struct bare_contact c = {.feature = BARE_EDGE};
    double t = 0, step = 1, q[3], v[3], fall = sqrt(b->a[0] * b->a[0] + b->a[1] * b->a[1]);
    while (t < limit && step > 1e-14) {
        bare_at(b, t, q, v);
        double dx = q[0] - b->kerb, dy = q[1] - b->height, distance = sqrt(dx * dx + dy * dy);
        double gap = distance - b->r, speed = (dx * v[0] + dy * v[1]) / distance;
        if (t == 0 && fabs(gap) < 1e-12) {
            gap = 0;
            if (fabs(speed) < 1e-9)
                return bare_return_edge(b, dx, dy);
        }
        step = bare_reach(gap > 0 ? gap : 0, speed, fall);
        t += step;
    }
    if (!(t < limit))
        return INFINITY;
    bare_at(b, t, q, v);
    return isfinite(bare_frame(b, q, &c)) ? t : (double)INFINITY;
}

/* Time of the next impact, or INFINITY if there is none before `limit`. */
static inline double bare_hit(const struct bare *b, double limit)
{
    int on[BARE_FEATURES] = {0};
    double q[3], v[3], first = limit;
    for (int i = 0; i < b->contacts; i++)
        on[b->contact[i].feature] = 1;
    for (int f = 0; f < BARE_FEATURES; f++) {
        int axis = f != BARE_WALL;
        double side = b->r + (f == BARE_TOP ? b->height : 0), gap = b->q[axis] - side;
        if (on[f] || f == BARE_EDGE || (gap < -1e-9 && b->v[axis] <= 0))
            continue;
        double t = bare_reach(fabs(gap) < 1e-12 ? 0 : gap, b->v[axis], -b->a[axis]);
        if (!(t < first))
            continue;
        bare_at(b, t, q, v);
        if (f == BARE_WALL || (q[0] > b->kerb) == (f == BARE_GROUND))
            first = t;
    }
    double edge = on[BARE_TOP] ? (double)INFINITY : bare_reach_edge(b, first);
    first = edge < first ? edge : first;
    return first < limit ? first : (double)INFINITY;
}

static inline double bare_slide_end(const struct bare *b)
{
    double end = INFINITY;
    for (int i = 0; i < b->contacts; i++) {
        const struct bare_contact *c = &b->contact[i];
        double slide = c->slide * bare_slide(b, c, b->v), rate = c->slide * bare_slide(b, c, b->a);
        if (c->slide != 0 && rate < 0 && slide / -rate < end)
            end = slide / -rate;
    }
    return end;
}

static inline void bare_move(struct bare *b, double t)
{
    double q[3], v[3];
    bare_at(b, t, q, v);
    for (int k = 0; k < 3; k++) {
        b->q[k] = q[k];
        b->v[k] = v[k];
    }
    b->t += t;
}

/* Compute the motion from q and v at time 0 to `end`. */
static inline void bare_go(struct bare *b, double end)
{
    b->t = 0;
    b->contacts = b->impacts = b->failed = 0;
    bare_impact(b);
    bare_settle(b);
    while (b->t < end && !b->failed && b->impacts < BARE_IMPACTS) {
        double left = end - b->t, slide = bare_slide_end(b);
        double hit = bare_hit(b, slide < left ? slide : left);
        double span = hit < left ? hit : slide < left ? slide : left;
        bare_move(b, span);
        b->failed |= b->contacts > 0 && b->contact[0].feature == BARE_TOP && b->q[0] > b->kerb;
        if (hit == span)
            bare_impact(b);
        else if (slide == span)
            b->v[2] = -(b->contact[0].ny * b->v[0] - b->contact[0].nx * b->v[1]) / b->r;
        bare_settle(b);
    }
    b->t = end;
}

#endif
