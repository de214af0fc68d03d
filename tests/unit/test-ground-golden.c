/* SPDX-License-Identifier: MIT */
/* Contacts of whole vehicles in golden impacts and runs: places, normals and gaps. */
#include "ground-machine.h"

/* ---- impacts ---- */

/* Largest errors of gap, normal and contact point; wheels whose contacts are not found. */
struct worst {
    double gap, n, C;
    int contacts, missed;
};

/* Wheels at golden impacts, where they touch two features at once. */
static void test_impacts(void)
{
    static const double xy[] = {-3, 0, 0, 0, 0, .09, 1, .09, 1, 2, 2, 2};
    struct csv csv;
    struct worst worst = {0};
    ground_build(&ground, xy, NULL, 6);
    csv_open(&csv, "ground/impacts.csv");
    while (csv_next(&csv)) {
        static const char *const names[] = {"x_x",    "x_y",    "x_z",   "quat_w",
                                            "quat_x", "quat_y", "quat_z"};
        struct profile profile = profile_make(&ground.terrain, csv_real(&csv, "heading"));
        double q[7];
        for (int k = 0; k < 7; k++)
            q[k] = csv_real(&csv, names[k]);
        const double back[] = {q[3], -q[4], -q[5], -q[6]};
        struct touch_wheel wheel = {{q[0], q[1], q[2]},
                                    turned_back(back, (struct vec){0, 1, 0}),
                                    .4,
                                    csv_real(&csv, "crown")};
        struct near near;
        size_t hint = 0;
        near_find(&profile, &wheel, 1e-9, &hint, &near);
        worst.contacts++;
        worst.missed += near.n != 2 || strcmp(csv_text(&csv, "kind"),
                                              near.touch[0].feature == 0 ? "0+3" : "4+6") != 0;
        for (size_t k = 0; k < near.n && k < 2; k++) {
            struct vec C = vec_add(wheel.centre, near.touch[k].at);
            ground_worse(&worst.gap, fabs(near.touch[k].gap), 1);
            ground_worse(&worst.n,
                         ground_apart(near.touch[k].n, ground_vec(&csv, k ? "n1_" : "n0_", "")), 1);
            ground_worse(&worst.C, ground_apart(C, ground_vec(&csv, k ? "C1_" : "C0_", "")), 1);
        }
    }
    check(worst.contacts == 30 && worst.missed == 0,
          "%d wheels that touch two features, %d of them not found", worst.contacts, worst.missed);
    near_abs(worst.gap, 0, 1e-12, "largest gap at an impact");
    near_abs(worst.n, 0, 1e-12, "largest error of a normal at an impact");
    near_abs(worst.C, 0, 1e-12, "largest error of a contact point at an impact");
}

/* ---- runs ---- */

/* Read the profile from the rows of a model: end points of segments, and radii, which are positive
 * for hills. */
static double read_ground(const char *path)
{
    struct csv csv;
    double heading = 0, xy[2 * GROUND_POINTS], bulge[GROUND_POINTS];
    size_t n = 0;
    csv_open(&csv, path);
    while (csv_next(&csv)) {
        if (strcmp(csv.cell[0], "heading") == 0)
            heading = strtod(csv.cell[2], NULL);
        if (strcmp(csv.cell[0], "segment") != 0)
            continue;
        double p[5];
        for (int k = 0; k < 5; k++)
            p[k] = strtod(csv.cell[2 + k], NULL);
        double chord = hypot(p[2] - p[0], p[3] - p[1]);
        memcpy(xy + 2 * n, p, 4 * sizeof *p);
        bulge[n++] = p[4] == 0 ? 0 : -tan(asin(chord / 2 / p[4]) / 2);
    }
    check(ground_build(&ground, xy, bulge, n + 1) == TERRAIN_FINE, "%s: %zu segments", path, n);
    return heading;
}

static void read_state(const struct csv *csv)
{
    static const char *const root[] = {"x",  "y",  "z",  "qw",  "qx",  "qy", "qz",
                                       "vx", "vy", "vz", "wbx", "wby", "wbz"};
    for (int k = 0; k < LINKAGE_JOINT; k++)
        state[k] = csv_real(csv, root[k]);
    for (size_t j = 0; j < linkage_joints(&machine.linkage); j++) {
        char name[32];
        snprintf(name, sizeof name, "q%zu", j);
        state[LINKAGE_JOINT + 2 * j] = csv_real(csv, name);
        state[LINKAGE_JOINT + 2 * j + 1] = 0;
    }
}

/* True if the touch reports the feature. Where a wheel passes a border between features, either may
 * be reported. */
static int is_reported(const struct touch *touch, int64_t feature)
{
    return touch->feature == feature ||
           (terrain_joined(&ground.terrain, touch->feature, feature) && touch->border > -1e-9);
}

/* In each row of the run up to the time `until` the wheels touch the features that the row reports,
 * and penetrate no feature. */
static void test_run(const char *name, double until, double tolerance)
{
    char path[64];
    struct csv csv;
    double worst = 0;
    int reported = 0, missed = 0, deep = 0;
    size_t hint = SIZE_MAX;
    snprintf(path, sizeof path, "ground/model_%s.csv", name);
    struct profile profile = profile_make(&ground.terrain, read_ground(path));
    machine_read(path, &machine);
    snprintf(path, sizeof path, "ground/run_%s.csv", name);
    csv_open(&csv, path);
    while (csv_next(&csv)) {
        if (csv_real(&csv, "t") > until)
            continue;
        read_state(&csv);
        linkage_place_still(&machine.linkage, state, &machine.work);
        for (size_t w = 0; w < machine.linkage.wheels; w++) {
            char contacts[32];
            struct touch_wheel wheel = wheel_of(w);
            struct near near;
            int found = 0;
            snprintf(contacts, sizeof contacts, "contacts%zu", w);
            const char *text = csv_text(&csv, contacts);
            near_find(&profile, &wheel, 1e-6, &hint, &near);
            for (size_t k = 0; k < near.n; k++) {
                deep += near.touch[k].gap < -tolerance;
                if (text[0] == '-' || !is_reported(&near.touch[k], atoi(text)))
                    continue;
                worst = fmax(worst, fabs(near.touch[k].gap));
                found = 1;
            }
            reported += text[0] != '-';
            missed += text[0] != '-' && !found;
        }
    }
    check(reported > 10 && missed == 0 && deep == 0,
          "%s: %d contacts of the run, %d not found, %d too deep", name, reported, missed, deep);
    near_abs(worst, 0, tolerance, name);
}

int main(void)
{
    test_impacts();
    test_run("strike0", 1, 1e-12);
    test_run("strike", 1, 1e-8);
    test_run("pipe", 9, 1e-12);
    test_run("bike", 9, 1e-12);
    test_run("car", 9, 1e-8);
    test_run("robot", 0.37, 1e-8);
    return done();
}
