/* SPDX-License-Identifier: MIT */
/* Wheels that roll over joints which only the rounding of coordinates bends: there are no events,
 * and the motion is that of a wheel on ground without these joints. A bend that the coordinates
 * can express remains a corner. */
#include <float.h>

#include "vehicle-profile.h"

enum { POINTS = 1001, STATES = 9 };

/* Ground with joints, and the same ground without them. */
struct chain {
    const char *what;
    double xz[2 * POINTS], bulge[POINTS], bare[8], bare_bulge[3];
    size_t points, bare_points;
    double from, slope; /* where the wheel starts: x (m), angle of the ground (rad) */
};

static double uniform(void)
{
    static uint32_t seed = 7;
    seed = seed * 1664525u + 1013904223u;
    return seed / 4294967296.0;
}

static void add_point(struct chain *c, double x, double z, double bulge)
{
    c->xz[2 * c->points] = x;
    c->xz[2 * c->points + 1] = z;
    c->bulge[c->points++] = bulge;
}

static struct chain *new_chain(const char *what, double from, double slope)
{
    static struct chain c;
    c = (struct chain){.what = what, .from = from, .slope = slope, .bare_points = 2};
    return &c;
}

/* Take the ends of a straight chain for the ground without joints. */
static const struct chain *keep_ends(struct chain *c)
{
    memcpy(c->bare, c->xz, 2 * sizeof *c->xz);
    memcpy(c->bare + 2, c->xz + 2 * (c->points - 1), 2 * sizeof *c->xz);
    return c;
}

/* Points along z = -0.05 x, up to 20 m from x = at. */
static const struct chain *sloping(const char *what, double at, int uneven)
{
    struct chain *c = new_chain(what, at, atan(-0.05));
    for (double x = at - 20; x < at + 20 && c->points < POINTS;
         x += uneven ? pow(10, -3 + 2.2 * uniform()) : 0.04)
        add_point(c, x, -0.05 * x, 0);
    return keep_ends(c);
}

/* Points along a level line, rotated about the origin. */
static const struct chain *rotated(const char *what, double angle, double height)
{
    struct chain *c = new_chain(what, 0, angle);
    for (int i = 0; i < POINTS; i++) {
        double x = -20 + 0.04 * i;
        add_point(c, cos(angle) * x - sin(angle) * height, sin(angle) * x + cos(angle) * height, 0);
    }
    return keep_ends(c);
}

/* Points each of which is the sum of the last one and a step. */
static const struct chain *summed(const char *what, double angle)
{
    struct chain *c = new_chain(what, 0, angle);
    double x = -20 * cos(angle), z = -20 * sin(angle);
    for (int i = 0; i < POINTS; i++) {
        add_point(c, x, z, 0);
        x += 0.04 * cos(angle);
        z += 0.04 * sin(angle);
    }
    return keep_ends(c);
}

/* A slope of 17 degrees down to x = 3, tangent arcs that lead to level ground, and level ground. */
static const struct chain *with_arcs(const char *what)
{
    enum { LINES = 300, ARCS = 20 };
    const double angle = 0.3, radius = 4, x = 3, z = 0.7, s = sin(angle), t = tan(angle);
    struct chain *c = new_chain(what, 0, -angle);
    for (int i = 0; i < LINES; i++)
        add_point(c, x - 0.04 * (LINES - i), z + 0.04 * (LINES - i) * t, 0);
    for (int i = 0; i < ARCS; i++) {
        double at = angle * (1 - (double)i / ARCS);
        add_point(c, x + radius * (s - sin(at)), z + radius * (cos(angle) - cos(at)),
                  tan(angle / ARCS / 4));
    }
    double low = z + radius * (cos(angle) - 1);
    for (int i = 0; i < LINES; i++)
        add_point(c, x + radius * s + 0.04 * i, low, 0);
    const double bare[] = {c->xz[0], c->xz[1], x, z, x + radius * s, low, x + radius * s + 1, low};
    memcpy(c->bare, bare, sizeof bare);
    c->bare_bulge[1] = tan(angle / 4);
    c->bare_points = 4;
    return c;
}

/* ---- vehicles ---- */

struct wheel {
    const char *law;
    double crown, step; /* m; s, 0: event-driven */
};

static wd_model *start_on(const struct chain *c, const struct wheel *w, int bare)
{
    wd_model *model = new_wheel(2, 0.072, 0.072, 0.3, w->crown);
    must(model,
         wd_model_set_profile(model, bare ? c->bare : c->xz, bare ? c->bare_bulge : c->bulge,
                              bare ? c->bare_points : c->points),
         "set_profile");
    precise(model);
    set_input(model, "edge", "mu", 0.5);
    choose(model, "param.edge.law", w->law);
    choose(model, "solver.scheme", w->step > 0 ? "moreau" : "event");
    set(model, "solver.fixed_step", w->step);
    choose(model, "param.place", "on_ground");
    set_init(model, "hub", "x", c->from);
    set_init(model, "hub", "forward", 5 * cos(c->slope));
    set_init(model, "hub", "up", 5 * sin(c->slope));
    set_init(model, "hub", "pitch_rate", 5 / 0.3);
    set_init(model, "hub", "yaw", 0.1);
    start(model, 0);
    return model;
}

/* Number of events other than FEATURE: a contact passes to or from an arc, or to another segment of
 * kind impact_wheel. An impact at the start, where the gap is zero to rounding, does not count. */
static size_t count_jumps(const wd_model *model)
{
    size_t n = 0;
    double t, value[WIDTH];
    for (size_t i = 0; i < wd_model_event_count(model); i++)
        n += event_of(model, i, &t, value) != WD_EVENT_FEATURE && t > 1e-9;
    return n;
}

/* The tolerance allows one rounding error of the coordinates at each of the joints that the wheel
 * passes. Moreau steps solve for impulses to a tolerance of their own. */
static void roll_over(const struct chain *c, const struct wheel *w)
{
    static const char *const state[STATES] = {"x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"};
    wd_model *chain = start_on(c, w, 0), *bare = start_on(c, w, 1);
    double size = fabs(c->xz[0]) + fabs(c->xz[2 * c->points - 2]), worst = 0;
    double tol = fmax(w->step > 0 ? 1e-10 : 0, 250 * DBL_EPSILON * size);
    for (int k = 1; k <= 10; k++) {
        go(chain, 0.2 * k);
        go(bare, 0.2 * k);
        for (int i = 0; i < STATES; i++)
            worst = fmax(worst, fabs(out(chain, "hub", state[i]) - out(bare, "hub", state[i])));
    }
    check(count_jumps(chain) == count_jumps(bare) &&
              (c->bare_points > 2 || wd_model_event_count(chain) == wd_model_event_count(bare)),
          "%s, %s, crown %g, step %g: %zu events, %zu without joints", c->what, w->law, w->crown,
          w->step, wd_model_event_count(chain), wd_model_event_count(bare));
    check(worst <= tol, "%s, %s: largest difference %.2g, at most %.2g", c->what, w->law, worst,
          tol);
    wd_model_free(chain);
    wd_model_free(bare);
}

/* ---- kind impact_wheel ---- */

static wd_model *start_plane(const struct chain *c, int bare)
{
    wd_model *model = make("impact_wheel", NULL);
    double x = c->from, z = c->xz[1] + tan(c->slope) * (x - c->xz[0]);
    must(model,
         wd_model_set_profile(model, bare ? c->bare : c->xz, bare ? c->bare_bulge : c->bulge,
                              bare ? c->bare_points : c->points),
         "set_profile");
    set(model, "solver.max_events", 10000);
    set(model, "solver.event_capacity", 10000);
    set(model, "param.radius", 0.3);
    set(model, "state.x", x - 0.3 * sin(c->slope));
    set(model, "state.y", z + 0.3 * cos(c->slope));
    set(model, "state.x_dot", 5 * cos(c->slope));
    set(model, "state.y_dot", 5 * sin(c->slope));
    set(model, "state.phi_dot", -5 / 0.3);
    start(model, 0);
    return model;
}

static void roll_in_plane(const struct chain *c)
{
    wd_model *chain = start_plane(c, 0), *bare = start_plane(c, 1);
    go(chain, 2);
    go(bare, 2);
    double way = fabs(get(chain, "state.x") - get(bare, "state.x"));
    check(count_jumps(chain) == count_jumps(bare),
          "%s, impact_wheel: %zu events, %zu without joints", c->what, count_jumps(chain),
          count_jumps(bare));
    check(way <= 1e-13 * (10 + fabs(c->xz[0])), "%s, impact_wheel: difference %.2g m", c->what,
          way);
    wd_model_free(chain);
    wd_model_free(bare);
}

/* ---- corners ---- */

/* A wheel rolls over a bend of this sine (> 0 concave), 1 m from both neighbours. */
static void roll_over_bend(double bend)
{
    const double xz[] = {-1, 0, 0, 0, 1, bend};
    wd_model *wheel = new_wheel(2, 0.072, 0.072, 0.3, 0.1);
    double t, value[WIDTH];
    must(wheel, wd_model_set_terrain(wheel, xz, 3), "set_terrain");
    set_input(wheel, "edge", "mu", 0.5);
    set_init(wheel, "hub", "x", -0.5);
    set_init(wheel, "hub", "z", 0.3);
    roll_at(wheel, 1);
    start(wheel, 0);
    go(wheel, 1);
    check(wd_model_event_count(wheel) > 0 &&
              event_of(wheel, 0, &t, value) == (bend > 0 ? WD_EVENT_DETACH : WD_EVENT_FEATURE) &&
              value[FEATURE] == 0 && fabs(t - 0.5) <= 1e-12 &&
              get(wheel, "output.edge.contact") == 1,
          "a bend of %g is a corner: the contact leaves segment 0", bend);
    wd_model_free(wheel);
}

static void check_chain(const struct chain *c)
{
    static const struct wheel wheels[] = {{"coulomb", 0.1, 0},
                                          {"coulomb", 0.3, 0},
                                          {"ideal", 0.1, 0},
                                          {"relaxed", 0.1, 0},
                                          {"coulomb", 0.1, 1e-3}};
    for (size_t i = 0; i < sizeof wheels / sizeof *wheels; i++)
        roll_over(c, &wheels[i]);
    roll_in_plane(c);
}

int main(void)
{
    check_chain(sloping("equal segments", 0, 0));
    check_chain(sloping("uneven segments", 0, 1));
    check_chain(sloping("equal segments far away", 1e4, 0));
    check_chain(sloping("uneven segments far away", 1e4, 1));
    check_chain(rotated("rotated segments", -0.3, 7));
    check_chain(summed("summed segments", -0.3));
    check_chain(with_arcs("lines and arcs"));
    roll_over_bend(-1e-12);
    roll_over_bend(1e-12);
    return done();
}
