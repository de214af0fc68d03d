/* SPDX-License-Identifier: MIT */
/* No wheel penetrates the ground, and none has endless events at one instant: random runs over
 * polylines and arcs. A third of the runs has friction. Half of the others slide to the border of a
 * convex corner or arc at the speed at which the wheel separates there, or at a speed whose square
 * differs from it by a factor 1 + off, where |off| is 1e-15 to 1e-5.
 * usage: test-falls [runs [first run]] */
#include "support.h"

enum { POINTS = 16, CALLS = 25, EVENTS = 20000 };

#define GRAVITY 9.81
#define DEEPEST (-1e-10) /* radii */

/* ---- random numbers, seeded by the number of the run ---- */

static uint64_t state;

static void seed_run(long run)
{
    state = 0x9e3779b97f4a7c15u * (uint64_t)(run + 1);
    state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9u;
    state = (state ^ (state >> 27)) * 0x94d049bb133111ebu;
    state ^= (state >> 31) | 1;
}

static double uniform(double lo, double hi)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return lo + (hi - lo) * (double)(state >> 11) * 0x1p-53;
}

static int is_drawn(double share)
{
    return uniform(0, 1) < share;
}

/* ---- profiles ---- */

struct profile {
    double xy[2 * POINTS], bulge[POINTS - 1];
    double at_start[POINTS - 1], at_end[POINTS - 1]; /* rad: headings of a segment at its ends */
};

static double draw_within(double x, double most)
{
    return fmin(fmax(x, -most), most);
}

/* Draw a profile of straight segments and arcs; each joint is smooth with a probability of 1/2. */
static void draw_profile(struct profile *p)
{
    double heading = uniform(-0.5, 0.5), arcs = is_drawn(0.3) ? 0 : uniform(0.3, 1);
    double bend = uniform(0.1, 2.5), kink = uniform(0.1, 1.5), size = uniform(0.05, 0.8);
    p->xy[0] = -3;
    p->xy[1] = 0;
    for (int i = 0; i < POINTS - 1; i++) {
        int inner = i > 0 && i < POINTS - 2;
        double sweep = inner && is_drawn(arcs) ? uniform(-bend, bend) : 0;
        if (i > 0 && is_drawn(0.5))
            heading += uniform(-kink, kink);
        heading = draw_within(heading, 1.5);
        sweep = draw_within(heading + sweep, 1.5) - heading;
        double chord = size * uniform(0.1, 1), along = heading + sweep / 2;
        p->bulge[i] = tan(sweep / 4);
        p->at_start[i] = heading;
        p->at_end[i] = heading += sweep;
        p->xy[2 * i + 2] = p->xy[2 * i] + chord * cos(along);
        p->xy[2 * i + 3] = p->xy[2 * i + 1] + chord * sin(along);
    }
}

/* Radius of an arc, > 0 if convex. */
static double arc_radius(const struct profile *p, int i)
{
    const double *from = p->xy + 2 * i;
    return -hypot(from[2] - from[0], from[3] - from[1]) / (2 * sin(2 * atan(p->bulge[i])));
}

/* ---- starts ---- */

struct start {
    double radius, x, y, vx, vy, w;
};

static void launch_in_air(const struct profile *p, struct start *s)
{
    int i = (int)uniform(0, POINTS);
    s->x = p->xy[2 * i] + uniform(-0.5, 0.5);
    s->y = p->xy[2 * i + 1] + s->radius + uniform(0, 1.5);
    s->vx = uniform(-3, 3);
    s->vy = uniform(-3, 1);
    s->w = uniform(-20, 20);
}

/* A border between a straight segment and a round feature (corner or arc). */
struct border {
    double x, y, heading; /* point of the border, and heading of the profile there */
    double R, sweep; /* radius and angle of the path of the wheel's centre on the round feature */
    int last;        /* 1: the end of the round feature; 0: its start */
};

/* Find the border at a random corner or arc; returns 0 if the corner or arc is not convex. */
static int find_border(const struct profile *p, double r, struct border *b)
{
    int i = 1 + (int)uniform(0, POINTS - 2), corner = is_drawn(0.5);
    b->last = is_drawn(0.5);
    double from = corner ? p->at_end[i - 1] : p->at_start[i];
    double to = corner ? p->at_start[i] : p->at_end[i];
    if (!(to < from) || (!corner && !(p->bulge[i] < 0)))
        return 0;
    const double *point = p->xy + 2 * (corner || !b->last ? i : i + 1);
    b->heading = b->last ? to : from;
    b->sweep = from - to;
    b->R = r + (corner ? 0 : arc_radius(p, i));
    b->x = point[0] - r * sin(b->heading);
    b->y = point[1] + r * cos(b->heading);
    return 1;
}

/* Start sliding towards a border so fast that the normal force on the round feature vanishes there,
 * or nearly: v^2 = g R cos(heading) (1 + off), where v is the speed of the wheel's centre. */
static int start_sliding(const struct profile *p, struct start *s)
{
    struct border b;
    double way = is_drawn(0.5) ? 1 : -1, off = copysign(pow(10, uniform(-15, -5)), uniform(-1, 1));
    if (!find_border(p, s->radius, &b))
        return 0;
    int on_round = (b.last ? 1 : -1) * way > 0; /* the wheel starts on the round feature */
    double back = on_round ? uniform(0, b.sweep) : uniform(0, 0.1);
    double was = b.heading + (on_round ? way * back : 0);
    if (on_round) {
        s->x = b.x + b.R * (sin(b.heading) - sin(was));
        s->y = b.y - b.R * (cos(b.heading) - cos(was));
    } else {
        s->x = b.x - way * back * cos(was);
        s->y = b.y - way * back * sin(was);
    }
    double square = GRAVITY * b.R * cos(b.heading) * (1 + (is_drawn(0.1) ? 0 : off)) +
                    2 * GRAVITY * (b.y - s->y);
    s->vx = way * sqrt(fmax(square, 0)) * cos(was);
    s->vy = way * sqrt(fmax(square, 0)) * sin(was);
    s->w = uniform(-20, 20);
    return square > 0;
}

/* ---- runs ---- */

struct tally {
    long runs, slides, deep, looping, failed;
    double deepest;
};

static void print_fault(long run, const wd_model *model, const char *what, double gap)
{
    printf("# run %ld: %s at %.17g s, gap %.3g radii\n", run, what, wd_model_time(model), gap);
}

static void take_steps(wd_model *model, long run, double radius, struct tally *tally)
{
    double dt = pow(10, uniform(-3, -1)), begun = wd_model_time(model);
    for (int k = 1; k <= CALLS; k++) {
        int32_t status = wd_model_step_to(model, begun + k * dt);
        double gap = value_of(model, "output.gap") / radius;
        tally->deepest = fmin(tally->deepest, gap);
        if (status == WD_ELIMIT) {
            tally->looping++;
            print_fault(run, model, "loops", gap);
        } else if (status < 0) {
            tally->failed++;
            print_fault(run, model, wd_model_error(model), gap);
        } else if (gap < DEEPEST) {
            tally->deep++;
            print_fault(run, model, "deep", gap);
        }
        if (status < 0 || gap < DEEPEST)
            return;
    }
}

static void set_up(wd_model *model, const struct start *s, double mu)
{
    put(model, "param.radius", s->radius);
    put(model, "param.mass", 1);
    put(model, "param.inertia", uniform(0.3, 1) * s->radius * s->radius);
    put(model, "param.gravity", GRAVITY);
    put(model, "param.mu", mu);
    put(model, "param.restitution", is_drawn(0.3) ? 0 : uniform(0, 0.9));
    put(model, "solver.max_events", EVENTS);
    put(model, "state.x", s->x);
    put(model, "state.y", s->y);
    put(model, "state.x_dot", s->vx);
    put(model, "state.y_dot", s->vy);
    put(model, "state.phi_dot", s->w);
}

/* Do one run; returns 0 if the random start is not valid. */
static int fall_once(wd_model *model, long run, struct tally *tally)
{
    struct profile profile;
    struct start start;
    int slides = run % 3 == 2;
    draw_profile(&profile);
    start.radius = uniform(0.03, 0.4);
    if (slides && !start_sliding(&profile, &start))
        return 0;
    if (!slides)
        launch_in_air(&profile, &start);
    wd_model_reset(model);
    if (wd_model_set_profile(model, profile.xy, profile.bulge, POINTS) != WD_OK)
        return 0;
    set_up(model, &start, run % 3 == 0 ? uniform(0, 1.5) : 0);
    if (wd_model_init(model, 0) < 0)
        return 0;
    tally->runs++;
    tally->slides += slides;
    take_steps(model, run, start.radius, tally);
    return 1;
}

int main(int argc, char **argv)
{
    long count = argc > 1 ? strtol(argv[1], NULL, 10) : 6000;
    long first = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
    wd_model *model = make_kind("impact_wheel");
    struct tally tally = {.deepest = INFINITY};
    for (long run = first; run < first + count; run++) {
        seed_run(run);
        for (int attempt = 0; attempt < 1000 && !fall_once(model, run, &tally); attempt++)
            continue;
    }
    wd_model_free(model);
    check(tally.runs == count, "%ld of %ld runs are made, %ld of them slide to a border",
          tally.runs, count, tally.slides);
    check(tally.deep == 0,
          "%ld runs penetrate the ground by more than 1e-10 radii, lowest gap %.3g radii",
          tally.deep, tally.deepest);
    check(tally.looping == 0, "%ld runs have endless events at one instant", tally.looping);
    check(tally.failed == 0, "%ld runs fail otherwise", tally.failed);
    return done();
}
