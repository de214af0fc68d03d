/* SPDX-License-Identifier: MIT */
/* Vehicle wheels that touch a profile at several places. A wheel that hits a kerb and a wall
 * head-on moves as in the same runs of kind impact_wheel, whatever its crown is; kerb and wall are
 * those of the paper (docs/theory/impact_wheel.rst). Also tested: wheels at rest on two places, and
 * refusals. */
#include "vehicle-profile.h"

/* ---- runs of impact_wheel ---- */

struct strike {
    const char *name;
    double kerb_x, kerb_height, mu, restitution, start[6], end;
};

/* The wheel of the paper, 10 kg with a radius of 0.1 m, and its wall, kerb and ground. */
static wd_model *paper_wheel(const struct strike *s, double crown)
{
    const double x = s->kerb_x, h = s->kerb_height;
    const double xz[] = {0, 2 * h, 0, h, x, h, x, 0, 2 * x, 0}, *at = s->start;
    wd_model *model = new_wheel(10, 0.03, 0.05, 0.1, crown);
    set_part(model, "edge", "restitution", s->restitution);
    set_input(model, "edge", "mu", s->mu);
    set_init(model, "hub", "x", at[0]);
    set_init(model, "hub", "z", at[1]);
    set_init(model, "hub", "pitch", -at[2]);
    set_init(model, "hub", "forward", at[3]);
    set_init(model, "hub", "up", at[4]);
    set_init(model, "hub", "pitch_rate", -at[5]);
    must(model, wd_model_set_terrain(model, xz, 5), "set_terrain");
    small_bounces(model);
    return model;
}

/* Event type of a row; 0 for rest and end. Row "edge" is event FEATURE. */
static int32_t type_of(const struct csv *csv)
{
    static const char *const names[] = {"impact", "stick", "slip", "detach", "zeno_end", "edge"};
    for (int32_t i = 0; i < 6; i++)
        if (strcmp(names[i], csv_text(csv, "type")) == 0)
            return i + 1;
    return 0; /* rows "rest" and "end" */
}

/* Feature of a vehicle's profile for contact 0 or 1 of a row, whose features are named I, II+III
 * and so on: wall, top, corner and ground. */
static int feature_of(const struct csv *csv, int contact)
{
    static const char *const names[] = {"I", "II", "III", "IV"};
    static const int numbers[] = {0, 2, 3, 6};
    const char *name = csv_text(csv, "feature"), *plus = strchr(name, '+');
    if (contact > 0)
        name = plus + 1;
    size_t length = contact > 0 || !plus ? strlen(name) : (size_t)(plus - name);
    for (int i = 0; i < 4; i++)
        if (strlen(names[i]) == length && strncmp(names[i], name, length) == 0)
            return numbers[i];
    return -1;
}

/* True if the log has the impact of a contact with the time and impulses of the row. Slow impacts
 * may be off by 1e-7 N.s. A contact without an impulse has no event. */
static int is_hit(const wd_model *model, const struct csv *csv, int contact)
{
    static const char *const names[][4] = {{"N1", "N1s", "T1", "T1s"}, {"N2", "N2s", "T2", "T2s"}};
    double value[4];
    struct event e;
    for (int k = 0; k < 4; k++)
        value[k] = csv_real(csv, names[contact][k]);
    double N = value[0] + value[1], T = value[2] + value[3], t = csv_real(csv, "t");
    if (!(N > 0)) /* 0, or no number */
        return 1;
    if (!find_event(model, WD_EVENT_IMPACT, 1, feature_of(csv, contact), t, &e))
        return 0;
    double tol = is_slow(&e) ? 1e-7 : 1e-10;
    return is_on_time(&e, t) && fabs(e.value[2] - N) <= tol && fabs(e.value[3] + T) <= tol;
}

/* True if the log has the event of the row. */
static int is_logged(const wd_model *model, const struct csv *csv, int32_t type)
{
    struct event e;
    if (type == WD_EVENT_IMPACT)
        return is_hit(model, csv, 0) && is_hit(model, csv, 1);
    return find_event(model, type, 1, feature_of(csv, 0), csv_real(csv, "t"), &e) &&
           is_on_time(&e, csv_real(csv, "t"));
}

/* True for an end of bounces, and for an impact that changes the velocity by less than 1e-7 m/s.
 * The references bounce down to 1e-16 m/s, but the library ends such bounces earlier. */
static int is_small(const struct csv *csv)
{
    return strcmp(csv_text(csv, "type"), "zeno_end") == 0 ||
           (strcmp(csv_text(csv, "type"), "impact") == 0 &&
            hypot(csv_real(csv, "vx_pre") - csv_real(csv, "vx_post"),
                  csv_real(csv, "vy_pre") - csv_real(csv, "vy_post")) < 1e-7);
}

static double end_error(const wd_model *model, const struct csv *csv)
{
    const double got[] = {out(model, "hub", "x"), out(model, "hub", "z"),
                          out(model, "edge", "spin"), out(model, "hub", "vx"),
                          out(model, "hub", "vz")};
    const double want[] = {csv_real(csv, "x"), csv_real(csv, "y"), -csv_real(csv, "w_post"),
                           csv_real(csv, "vx_post"), csv_real(csv, "vy_post")};
    double worst = 0;
    for (int k = 0; k < 5; k++)
        worst = worse(worst, got[k], want[k]);
    return worst;
}

/* Compare a run of a wheel with its table. Events at the end of bounces are not compared: they
 * occur up to 1e-8 s earlier than in the table, because the library leaves out the smallest
 * bounces. */
static void compare_strike(const struct strike *s, double crown)
{
    wd_model *model = paper_wheel(s, crown);
    struct csv csv;
    char path[96];
    double bounced = -1, error = NAN;
    int rows = 0, missing = 0;
    start(model, 0);
    double energy = balance_of(model);
    int32_t status = wd_model_step_to(model, s->end);
    check(status >= 0 && status != WD_END, "%s: %s", s->name, wd_model_error(model));
    snprintf(path, sizeof path, "impact_wheel/case_%s.csv", s->name);
    csv_open(&csv, path);
    while (csv_next(&csv)) {
        int32_t type = type_of(&csv);
        double t = csv_real(&csv, "t");
        if (strcmp(csv_text(&csv, "type"), "end") == 0)
            error = end_error(model, &csv);
        bounced = type == WD_EVENT_ZENO_END ? t : bounced;
        if (type == 0 || is_small(&csv) || t == bounced)
            continue;
        rows++;
        if (!is_logged(model, &csv, type)) {
            missing++;
            printf("# %s: no event %d as in the table at %.17g\n", s->name, (int)type, t);
        }
    }
    check(rows > 0 && missing == 0, "%s, crown %g: %d of %d events missing", s->name, crown,
          missing, rows);
    check(error <= 1e-11, "%s, crown %g: error at the end %.2g", s->name, crown, error);
    check(fabs(balance_of(model) - energy) <= 1e-10, "energy balance: off by %.2g J",
          balance_of(model) - energy);
    wd_model_free(model);
}

/* x of the centre of a wheel that stands on the ground and touches the corner of the kerb. */
#define BESIDE(h) (0.5 + sqrt((h) * (0.2 - (h))))

static void strike_all(const char *only)
{
    static const double crowns[] = {0, 0.02, 0.05, 0.1};
    const struct strike strikes[] = {
        {"paper_xc05_beta0", 0.5, 0.05, 0.4, 0, {0.8, 0.2, 0, -5, -3, 0}, 1},
        {"paper_xc05_beta03", 0.5, 0.05, 0.4, 0.3, {0.8, 0.2, 0, -5, -3, 0}, 1},
        {"paper_xc04_beta0", 0.4, 0.05, 0.4, 0, {0.8, 0.2, 0, -5, -3, 0}, 1},
        {"paper_xc04_beta03", 0.4, 0.05, 0.4, 0.3, {0.8, 0.2, 0, -5, -3, 0}, 1},
        {"c2_edge_slow_roll", 0.5, 0.05, 0.4, 0, {0.45, 0.15, 0, 0.3, 0, -3}, 1},
        {"c2b_edge_fast", 0.5, 0.05, 0.4, 0, {0.45, 0.15, 0, 1.2, 0, -12}, 1},
        {"c2c_edge_slow_beta03", 0.5, 0.05, 0.4, 0.3, {0.45, 0.15, 0, 0.3, 0, -3}, 1.5},
        {"c2d_edge_slide_locked", 0.5, 0.05, 0.4, 0, {0.45, 0.15, 0, 0.8, 0, 0}, 1},
        {"c3_93_spin_away_at_B", 0.5, 0.05, 0.4, 0, {BESIDE(0.05), 0.1, 0, 0, 0, -30}, 1},
        {"c3_94b_spin_at_B", 0.5, 0.05, 0.4, 0, {BESIDE(0.05), 0.1, 0, 0, 0, 30}, 1},
        {"c3_94c_climb", 0.5, 0.02, 0.8, 0, {BESIDE(0.02), 0.1, 0, 0, 0, 60}, 1},
        {"c3_94c_climb_h5mm", 0.5, 0.005, 0.4, 0, {BESIDE(0.005), 0.1, 0, 0, 0, 60}, 1},
        {"c6_wall_flight_beta03", 0.5, 0.05, 0.4, 0.3, {0.3, 0.5, 0, -2, 0.5, 5}, 1},
        {"c8_roll_over_up_small_step", 0.5, 0.01, 0.4, 0, {0.8, 0.1, 0, -1, 0, 10}, 1},
    };
    for (size_t i = 0; i < sizeof strikes / sizeof *strikes; i++)
        for (int k = 0; k < 4; k++)
            if (!only || strstr(strikes[i].name, only))
                compare_strike(&strikes[i], crowns[k]);
}

/* ---- hollows ---- */

/* A wheel above the lower sides of a polygon about it; the normals of neighbouring sides differ by
 * the angle `apart`, and the wheel reaches all sides at the same instant. */
static wd_model *above_polygon(int sides, double apart, double height, double crown, double mu)
{
    enum { MOST_SIDES = 8 };
    double xz[2 * (MOST_SIDES + 1)], half = 0.3 / cos(apart / 2);
    for (int i = 0; i <= sides; i++) {
        double angle = (i - sides / 2.0) * apart, far = i == 0 || i == sides ? 1 : half;
        xz[2 * i] = far * sin(angle), xz[2 * i + 1] = 0.3 - far * cos(angle);
    }
    for (int end = 0; end < 2; end++) { /* lengthen the outer sides */
        int i = end ? sides : 0;
        double angle = (i - sides / 2.0 + (end ? -0.5 : 0.5)) * apart, s = end ? 1 : -1;
        double x = 0.3 * sin(angle), z = 0.3 - 0.3 * cos(angle);
        xz[2 * i] = x + s * cos(angle), xz[2 * i + 1] = z + s * sin(angle);
    }
    wd_model *model = new_wheel(2, 0.1, 0.09, 0.3, crown);
    set_input(model, "edge", "mu", mu);
    set_init(model, "hub", "z", 0.3 + height);
    must(model, wd_model_set_terrain(model, xz, (size_t)sides + 1), "set_terrain");
    small_bounces(model);
    return model;
}

/* Two sides without friction carry the weight with equal normal forces, and the wheel keeps the
 * bits of its position. */
static void rests_on_two_sides(double crown)
{
    wd_model *wheel = above_polygon(2, 1.2, 0, crown, 0);
    start(wheel, 0);
    double N = 2 * 9.81 / cos(0.6), z = out(wheel, "hub", "z");
    check(fabs(out(wheel, "edge", "normal_force") - N) <= 1e-12 * N,
          "sum of the normal forces of two sides: %.17g N, %.17g N expected",
          out(wheel, "edge", "normal_force"), N);
    check(out(wheel, "edge", "contacts") == 2 && get(wheel, "output.contacts") == 2 &&
              out(wheel, "edge", "feature") == 0 && out(wheel, "edge", "feature_2") == 2,
          "the wheel rests on sides 0 and 2: %g contacts", out(wheel, "edge", "contacts"));
    check(fabs(out(wheel, "edge", "normal_force_2") - N / 2) <= 1e-12 * N &&
              out(wheel, "edge", "friction_force_2") == 0 && out(wheel, "edge", "slip_2") == 0 &&
              fabs(out(wheel, "edge", "force_z") - 2 * 9.81) <= 1e-12 * N &&
              fabs(out(wheel, "edge", "force_x")) <= 1e-12 * N,
          "normal force at the second place: %.17g N", out(wheel, "edge", "normal_force_2"));
    check(fabs(out(wheel, "edge", "normal_x") - sin(0.6)) <= 1e-15 &&
              fabs(out(wheel, "edge", "normal_z") - cos(0.6)) <= 1e-15 &&
              fabs(out(wheel, "edge", "contact_z") - 0.3 * (1 - cos(0.6))) <= 1e-15,
          "normal and place of the contact with the first side");
    go(wheel, 1);
    check(out(wheel, "hub", "z") == z && out(wheel, "hub", "x") == 0 &&
              wd_model_event_count(wheel) == 0,
          "the wheel keeps the bits of its position");
    check(out(wheel, "edge", "gap") == 0 || fabs(out(wheel, "edge", "gap")) <= 1e-15,
          "the wheel keeps its gap of 0 to rounding");
    wd_model_free(wheel);
}

/* The wheel hits all sides at the same instant; then they carry its weight. */
static void hits_all_sides(int sides, double apart, double mu)
{
    wd_model *wheel = above_polygon(sides, apart, 0.05, 0.1, mu);
    double t, value[WIDTH], want = sqrt(2 * 0.05 / 9.81), up = 0;
    int hits = 0, features = 0;
    start(wheel, 0);
    go(wheel, 1);
    for (size_t i = 0; i < wd_model_event_count(wheel); i++) {
        int32_t type = event_of(wheel, i, &t, value);
        if (type != WD_EVENT_IMPACT)
            continue;
        check(fabs(t - want) <= 1e-11, "impact at t = %.17g s, %.17g s expected", t, want);
        hits++, features |= 1 << (int)value[FEATURE];
        up += value[2];
    }
    check(hits > 0 && (features & 0x55) == features,
          "%d impacts occur, all on sides of even number (bits %x)", hits, (unsigned)features);
    check(fabs(out(wheel, "hub", "vz")) <= 1e-10 && fabs(out(wheel, "hub", "vx")) <= 1e-10,
          "velocities after the impacts: %.2g %.2g m/s, impulses %g", out(wheel, "hub", "vx"),
          out(wheel, "hub", "vz"), up);
    check(get(wheel, "output.edge.contact") != 0, "the wheel stays on the ground");
    wd_model_free(wheel);
}

/* A wheel may touch at most four places; five are refused and change nothing. */
static void too_many(void)
{
    wd_model *wheel = above_polygon(5, 0.5, 0.05, 0.1, 0.5);
    start(wheel, 0);
    int32_t status = wd_model_step_to(wheel, 1);
    check(status == WD_ELIMIT && strstr(wd_model_error(wheel), "more than 4 places"),
          "a fifth place is refused with %s: %s", wd_status_name(status), wd_model_error(wheel));
    check(wd_model_time(wheel) == 0 && wd_model_event_count(wheel) == 0, "the model is unchanged");
    wd_model_free(wheel);
}

/* A wheel rolls slowly over the edge of a stair. The face below the edge comes into reach at the
 * instant at which the contact passes on to the edge, and must not become a contact. */
static void rolls_over_stair(void)
{
    const double xz[] = {-9, 0, 0, 0, 0, -0.04, 9, -0.04};
    double t, value[WIDTH];
    wd_model *wheel = new_wheel(2, 0.1, 0.09, 0.1, 0.015);
    set_init(wheel, "hub", "z", 0.1);
    set_init(wheel, "hub", "x", -0.2);
    set_init(wheel, "hub", "forward", 0.4);
    set_init(wheel, "hub", "pitch_rate", 4);
    must(wheel, wd_model_set_terrain(wheel, xz, 4), "set_terrain");
    small_bounces(wheel);
    start(wheel, 0);
    double energy = balance_of(wheel);
    go(wheel, 2);
    int32_t type = event_of(wheel, 0, &t, value);
    check(type == WD_EVENT_FEATURE && value[FEATURE_TO] == 1 && fabs(t - 0.5) <= 1e-12,
          "the contact passes on to the edge at t = %.17g s", t);
    check(fabs(out(wheel, "hub", "z") - 0.06) <= 1e-12,
          "height of the wheel below the stair: %.17g m", out(wheel, "hub", "z"));
    check(fabs(balance_of(wheel) - energy) <= 1e-11, "energy balance on the stair: off by %.2g J",
          balance_of(wheel) - energy);
    wd_model_free(wheel);
}

/* A ring with a knife edge lies on the edge of a ridge at two places, and falls about the edge: a
 * pendulum of the length d, with the moment of inertia A about a diameter. Both places belong to
 * the same corner. With phi from the vertical, z = d cos(phi) and phi'^2 = 2 m g d (cos(phi_0) -
 * cos(phi))/(A + m d^2); the normal is that of the ring's plane. */
static void falls_about_edge(void)
{
    const double ridge[] = {-2, -2, 0, 0, 2, -2}, d = 0.2, A = 0.1, m = 2, g = 9.81, first = 1.1;
    wd_model *ring = new_wheel(m, A, 0.18, 0.3, 0);
    set_input(ring, "edge", "mu", 5);
    must(ring, wd_model_set_profile(ring, ridge, NULL, 3), "set_profile");
    set(ring, "param.ground_heading", acos(0)); /* the edge is along x, the wheel rolls along it */
    set_init(ring, "hub", "y", d * sin(first));
    set_init(ring, "hub", "z", d * cos(first));
    set_init(ring, "hub", "roll", -first);
    precise(ring);
    start(ring, 0);
    double worst = 0, load = 0;
    int both = 1;
    for (int k = 1; k <= 10; k++) {
        go(ring, 0.03 * k);
        double z = out(ring, "hub", "z"), up = get(ring, "state.hub.vz"), c = z / d;
        double rate2 = 2 * m * g * d * (cos(first) - c) / (A + m * d * d);
        double N = m * g * sqrt(1 - c * c) * A / (A + m * d * d);
        worst = fmax(worst, fabs(up * up - (d * d - z * z) * rate2));
        load = fmax(load, fabs(out(ring, "edge", "normal_force") - N));
        both &= out(ring, "edge", "contacts") == 2 && out(ring, "edge", "feature") == 1 &&
                out(ring, "edge", "feature_2") == 1;
    }
    check(both && out(ring, "hub", "z") < 0.5 * d * cos(first) && worst <= 1e-11 && load <= 1e-9,
          "a ring falls about an edge on two places: errors %.2g m2/s2 and %.2g N, z %.3g m", worst,
          load, out(ring, "hub", "z"));
    wd_model_free(ring);
}

/* A snapshot contains further contacts of a wheel. */
static void snapshot_keeps_contacts(void)
{
    wd_model *wheel = above_polygon(3, 0.8, 0.05, 0.1, 0.3);
    set_init(wheel, "hub", "pitch_rate", 30);
    start(wheel, 0);
    go(wheel, 0.15);
    wd_model_free(moves_as_copies(wheel, 0.6));
    wd_model_free(wheel);
}

int main(int argc, char **argv)
{
    strike_all(argc > 1 ? argv[1] : NULL);
    if (argc > 1)
        return done();
    rests_on_two_sides(0);
    rests_on_two_sides(0.1);
    rests_on_two_sides(0.3);
    hits_all_sides(2, 1.2, 0.5);
    hits_all_sides(3, 0.8, 0.5);
    hits_all_sides(4, 0.6, 0.5);
    too_many();
    rolls_over_stair();
    falls_about_edge();
    snapshot_keeps_contacts();
    return done();
}
