/* SPDX-License-Identifier: MIT */
/* Contacts of one wheel with one feature of a profile against golden ones and differences. */
#include "ground.h"

static struct ground_profile ground;

static void test_golden(void)
{
    struct csv csv;
    struct ground_errors worst = {0};
    int rows = 0, followed = 0, inside = 0, positive = 0;
    csv_open(&csv, "ground/pairs.csv");
    while (csv_next(&csv)) {
        if (strcmp(csv_text(&csv, "ground"), "profile") != 0)
            continue;
        struct profile profile = profile_make(&ground.terrain, csv_real(&csv, "heading"));
        struct ground_pair pair = ground_pair(&csv);
        struct profile_wheel wheel;
        struct touch touch[2], again;
        int64_t feature = (int64_t)csv_real(&csv, "feature");
        profile_aim(&profile, &pair.wheel, &wheel);
        size_t n = profile_touches(&profile, &wheel, feature, touch), best = 0;
        double gap = csv_real(&csv, "gap");
        if (n == 2 && fabs(touch[1].gap - gap) < fabs(touch[0].gap - gap))
            best = 1;
        ground_compare(&csv, &pair, &touch[best], &worst);
        inside += touch[best].border <= 1e-15;
        positive += touch[best].margin > 0;
        profile_follow(&profile, &wheel, feature, &touch[best].place, &again);
        followed += fabs(again.gap - touch[best].gap) < 1e-14 &&
                    ground_apart(again.n, touch[best].n) < 1e-13;
        rows++;
    }
    check(rows > 100, "%d golden contacts with profiles", rows);
    check(inside == rows && positive == rows && followed == rows,
          "%d in their cells, %d minima, %d found again", inside, positive, followed);
    ground_judge(&worst, "golden");
}

int main(void)
{
    ground_golden(&ground);
    test_golden();
    return done();
}
