/* SPDX-License-Identifier: MIT */
/* Work of Moreau steps on uneven ground: robots and a rigid car drive over random profiles, grids
 * of heights and waves. All calls succeed or end with a wheel that lies flat. No step of 1 ms
 * executes more than 20 times as many basic blocks of the library as the median step of its drive
 * (blocks.h).
 * usage: robust-ground-steps [drives on each ground [seconds [first]]] */
#include "blocks.h"
#include "random.h"
#include "support.h"

#include <stdlib.h>
#include <wheeldyn/ground.h>

#define STEP 1e-3       /* s, of time stepping */
#define MOST_MEDIANS 20 /* largest work of a step, in medians */

enum { POINTS = 60, SIDE = 120 };

/* A preset with driven wheels, the largest torque of a wheel, and the size of the unevenness. */
struct machine {
    const char *preset, *driven[3];
    double torque; /* N.m */
    double height; /* m */
};

static const struct machine machines[] = {
    {"robot", {"left", "right"}, 0.3, 0.004},
    {"threshold", {"left", "right"}, 9, 0.01},
    {"rigid_car", {"rear_left", "rear_right"}, 400, 0.05},
};

/* ---- ground ---- */

/* Lines and arcs, with kerbs at every fifth point, across the way. */
static void set_profile(wd_model *model, double height)
{
    double xz[2 * POINTS], bulge[POINTS - 1], x = -40 * height, z = 0;
    for (int i = 0; i < POINTS; i++) {
        xz[2 * i] = x, xz[2 * i + 1] = z;
        x += i == 0 ? 80 * height : i % 5 == 0 ? 0 : height * uniform(5, 40);
        z += i == 0 ? 0 : height * uniform(-0.5, 0.5);
        if (i < POINTS - 1)
            bulge[i] = i > 0 && i < POINTS - 2 && i % 5 != 0 ? uniform(-0.02, 0.005) : 0;
    }
    if (wd_model_set_profile(model, xz, bulge, POINTS) != WD_OK)
        check(0, "the profile is accepted: %s", wd_model_error(model));
    put(model, "param.ground_heading", uniform(-0.4, 0.4));
}

static void set_grid(wd_model *model, double height)
{
    static double z[SIDE * SIDE];
    double d = 15 * height;
    const double frame[] = {-d * SIDE / 2, -d * SIDE / 2, d, d, uniform(-3, 3)};
    for (int k = 0; k < SIDE * SIDE; k++)
        z[k] = uniform(-0.5, 0.5) * height;
    if (wd_model_set_surface(model, z, SIDE, SIDE, frame) != WD_OK)
        check(0, "the grid is accepted: %s", wd_model_error(model));
}

static double wave_height;

static int32_t waves(double x, double y, double v[7], void *user)
{
    double a = wave_height, k = 0.1 / a, s = sin(k * x), c = cos(k * x);
    double S = sin(0.7 * k * y), C = cos(0.7 * k * y);
    (void)user;
    v[0] = a * s * C;
    v[1] = a * k * c * C;
    v[2] = -0.7 * a * k * s * S;
    v[3] = -k * k * v[0];
    v[4] = -0.7 * a * k * k * c * S;
    v[5] = -0.49 * k * k * v[0];
    return 0;
}

static void set_waves(wd_model *model, double height)
{
    wave_height = height;
    wd_model_set_surface_fn(model, waves, NULL);
}

static const struct {
    const char *name;
    void (*set)(wd_model *, double height);
} grounds[] = {{"profile", set_profile}, {"grid", set_grid}, {"waves", set_waves}};

/* ---- drives ---- */

struct sums {
    long drives, ended, failed;
    double worst; /* largest work of a step, in medians of its drive */
};

/* Draw the torques of the next half second. */
static void draw_torques(wd_model *model, const struct machine *machine)
{
    for (int i = 0; machine->driven[i]; i++) {
        char name[96];
        snprintf(name, sizeof name, "input.%s.torque", machine->driven[i]);
        wd_model_set_input_signal(model, ref_of(model, name), WD_SIGNAL_HOLD, NULL, 0);
        put(model, name, machine->torque * uniform(-0.3, 1));
    }
}

static void drive(const struct machine *machine, int ground, long number, size_t steps,
                  double *work, struct sums *sums)
{
    wd_model *model = make(&(struct setup){"vehicle", machine->preset});
    size_t count = 0;
    uniform_seed((uint64_t)number);
    grounds[ground].set(model, machine->height);
    put(model, "param.place", 0); /* falls from a height at which no wheel is in the ground */
    put(model, "init.chassis.z", 2 * machine->height);
    put(model, "solver.scheme", 1);
    put(model, "solver.fixed_step", STEP);
    int32_t status = wd_model_init(model, 0);
    for (size_t k = 0; status == WD_OK && k < steps; k++) {
        if (k % 500 == 0)
            draw_torques(model, machine);
        uint64_t before = blocks_executed;
        status = wd_model_step_to(model, (double)(k + 1) * STEP);
        work[count++] = (double)(blocks_executed - before);
    }
    double longest = blocks_in_medians(work, count);
    sums->drives++;
    sums->ended += status == WD_END;
    sums->worst = fmax(sums->worst, longest);
    if ((status != WD_OK && status != WD_END) || longest > MOST_MEDIANS) {
        sums->failed += status != WD_OK && status != WD_END;
        printf("# %s on %s, drive %ld, to %g s, longest step %.3g medians: %s\n", machine->preset,
               grounds[ground].name, number, wd_model_time(model), longest, wd_model_error(model));
    }
    wd_model_free(model);
}

int main(int argc, char **argv)
{
    long drives = argc > 1 ? strtol(argv[1], NULL, 10) : 2;
    size_t steps = (size_t)((argc > 2 ? strtod(argv[2], NULL) : 2) / STEP);
    long first = argc > 3 ? strtol(argv[3], NULL, 10) : 0;
    double *work = malloc((steps + 1) * sizeof *work);
    if (!work)
        return 1;
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        for (int ground = 0; ground < 3; ground++) {
            struct sums sums = {0};
            for (long k = first; k < first + drives; k++)
                drive(&machines[i], ground, k, steps, work, &sums);
            check(sums.failed == 0 && sums.worst <= MOST_MEDIANS,
                  "%s on %s: %ld drives, %ld ended, the longest step takes %.3g times the median "
                  "work",
                  machines[i].preset, grounds[ground].name, sums.drives, sums.ended, sums.worst);
        }
    free(work);
    return done();
}
