/* SPDX-License-Identifier: MIT */
/* No call returns WD_OK for a motion whose energy does not balance: random models of the kinds
 * bicycle, impact_wheel, rolling_wheel, sliding_block and torus_wheel, with methods drawn at
 * random. */
#include "support.h"

/* Energy that work and losses do not explain. */
static double unexplained_energy(const wd_model *model)
{
    return value_of(model, "output.kinetic_energy") + value_of(model, "output.potential_energy") -
           value_of(model, "output.work") + value_of(model, "output.dissipated");
}

/* Scale of the energy of the motion: kinetic energy, plus the magnitudes of work, loss and the
 * change of the potential energy from V. */
static double energy_scale(const wd_model *model, double V)
{
    return value_of(model, "output.kinetic_energy") +
           fabs(value_of(model, "output.potential_energy") - V) +
           fabs(value_of(model, "output.work")) + fabs(value_of(model, "output.dissipated"));
}

static double between(uint64_t *seed, double lo, double hi)
{
    return lo + (hi - lo) * random_part(seed);
}

/* ---- random models ---- */

/* Set an input to a constant, or to a signal through three knots: linear between them, or steps. */
static void random_input(wd_model *model, uint32_t ref, uint64_t *seed)
{
    double lo, hi, high = between(seed, 0, 5);
    wd_model_var_bounds(model, ref, &lo, &hi);
    double low = lo < 0 ? -high : 0, part = random_part(seed);
    const double knots[] = {0.1, low, between(seed, 0.2, 0.5), high, 1, 0};
    if (part < 0.3)
        wd_model_set(model, &ref, 1, &high);
    else
        wd_model_set_input_signal(model, ref, part < 0.6 ? WD_SIGNAL_LINEAR : WD_SIGNAL_STEP, knots,
                                  sizeof knots / sizeof *knots);
}

/* Change variables at random: half of the parameters and states, a quarter of the choices, three
 * tenths of the inputs. */
static void random_variable(wd_model *model, uint32_t ref, double spread, uint64_t *seed)
{
    int32_t role = wd_model_var_role(model, ref);
    size_t choices = wd_model_choice_count(model, ref);
    double value, part = random_part(seed), change = between(seed, -1, 1);
    if (role == WD_OUTPUT || role == WD_STAT || wd_model_get(model, &ref, 1, &value) != WD_OK)
        return;
    if (choices > 0)
        value = part < 0.25 ? (double)(random_word(seed) % choices) : value;
    else if (role == WD_INPUT && part < 0.3)
        random_input(model, ref, seed);
    else if ((role == WD_PARAM || role == WD_TUNABLE) && part < 0.5)
        value *= exp(spread * change);
    else if ((role == WD_STATE || role == WD_INIT) && part < 0.5)
        value += change;
    if (role != WD_INPUT && (role != WD_SOLVER || choices > 0))
        wd_model_set(model, &ref, 1, &value);
}

/* A random model; NULL if it cannot start. */
static wd_model *random_model(const char *kind, int adaptive, double *h, uint64_t *seed)
{
    static const double spreads[] = {0, 0.3, 2};
    size_t presets = wd_preset_count(kind);
    const char *preset = presets > 0 && random_part(seed) < 0.5
                             ? wd_preset_name(kind, random_index(seed, presets))
                             : NULL;
    wd_model *model = make(&(struct setup){kind, preset});
    double spread = spreads[random_word(seed) % 3];
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++)
        random_variable(model, ref, spread, seed);
    put(model, "solver.stop_at_events", 0);
    put(model, "solver.max_steps", 1e4);
    *h = pow(10, between(seed, -4, -1));
    put(model, "solver.fixed_step", adaptive ? 0 : *h);
    if (wd_model_init(model, 0) == WD_OK)
        return model;
    wd_model_free(model);
    return NULL;
}

/* ---- searches ---- */

struct tally {
    int runs, refused;
    double worst;
};

/* Make up to 200 steps and keep the largest unexplained change of the energy in a step, relative to
 * the energy of the motion. */
static void take_steps(wd_model *model, double h, int adaptive, struct tally *tally)
{
    double V = value_of(model, "output.potential_energy"), last = unexplained_energy(model);
    double worst = 0, most = energy_scale(model, V), scale = fabs(V);
    int32_t status = WD_OK;
    for (int k = 1; status == WD_OK && k <= 200; k++) {
        status = wd_model_step_to(model, h * k);
        double now = unexplained_energy(model);
        worst = fmax(worst, fabs(now - last));
        most = fmax(most, energy_scale(model, V));
        last = now;
    }
    tally->runs++;
    tally->refused += status < 0;
    tally->worst = fmax(tally->worst, worst / (adaptive ? most + 1e-8 * scale : most + scale));
}

static void search_models(const char *kind, int adaptive, int models, double limit)
{
    struct tally tally = {0, 0, 0};
    uint64_t seed = 20;
    models = few_or_all((models + 3) / 4, models);
    for (int i = 0; i < models; i++) {
        double h;
        wd_model *model = random_model(kind, adaptive, &h, &seed);
        if (model)
            take_steps(model, adaptive ? 0.01 : h, adaptive, &tally);
        wd_model_free(model);
    }
    check(tally.runs > models / 4 && tally.worst < limit,
          "%s, %s steps: %d models, %d fail; the largest unexplained change of the energy in a "
          "step is %.2g",
          kind, adaptive ? "adaptive" : "fixed", tally.runs, tally.refused, tally.worst);
}

/* A bicycle falls over; with param.lift = report the ground may pull the wheels. The default steps
 * are too long for this motion, so many runs must fail with WD_ENOCONV, and no run may return a
 * wrong energy. */
static void bicycle_falls(void)
{
    int runs = 0, refused = 0;
    double worst = 0;
    for (double roll = 0.02; roll < 1; roll *= 2)
        for (double speed = 0.5; speed < 9; speed *= 2) {
            wd_model *model = make_kind("bicycle");
            wd_model_set_choice(model, "param.lift", "report");
            put(model, "init.roll", roll);
            put(model, "init.speed", speed);
            int32_t status = wd_model_init(model, 0);
            double first = unexplained_energy(model);
            for (int k = 1; status == WD_OK && k <= 60; k++) {
                status = wd_model_step_to(model, 0.05 * k);
                worst = fmax(worst, fabs(unexplained_energy(model) - first) / first);
            }
            runs++;
            refused += status == WD_ENOCONV && strstr(wd_model_error(model), "without a cause") &&
                       strstr(wd_model_error(model), "(t = ");
            wd_model_free(model);
        }
    check(
        runs == 30 && refused > 10 && worst < 1e-3,
        "%d runs of a falling bicycle, of which %d fail; relative energy error of the others %.2g",
        runs, refused, worst);
}

/* ---- a wheel that hits a terrain ---- */

/* Set a random polyline, with or without arcs; half of them have friction factors, three in ten
 * restitution factors. If the polyline is refused, the default kerb remains. */
static void random_terrain(wd_model *model, int arcs, uint64_t *seed)
{
    enum { POINTS = 8 };
    double xy[2 * POINTS], bulge[POINTS - 1] = {0}, x = -2, y = 0;
    for (int i = 0; i < POINTS; i++) {
        xy[2 * i] = x;
        xy[2 * i + 1] = y;
        x += between(seed, 0.1, 1);
        y += between(seed, -0.5, 0.5);
    }
    for (int i = 1; arcs && i + 2 < POINTS; i++)
        bulge[i] = between(seed, -0.4, 0.4);
    if (wd_model_set_profile(model, xy, arcs ? bulge : NULL, POINTS) != WD_OK)
        return;
    double factor[POINTS - 1];
    for (int i = 0; i + 1 < POINTS; i++)
        factor[i] = random_part(seed) < 0.3 ? 0 : between(seed, 0, 2);
    if (random_part(seed) < 0.5)
        wd_model_set_terrain_friction(model, factor, POINTS - 1);
    for (int i = 0; i + 1 < POINTS; i++)
        factor[i] /= 2;
    if (random_part(seed) < 0.3)
        wd_model_set_terrain_restitution(model, factor, POINTS - 1);
}

static void random_throw(wd_model *model, uint64_t *seed)
{
    double mass = exp(between(seed, -3, 4)), radius = 0.1 * exp(between(seed, -1.5, 1));
    double speed = exp(between(seed, -2, 2.3));
    put(model, "param.mass", mass);
    put(model, "param.radius", radius);
    put(model, "param.inertia", mass * radius * radius * exp(between(seed, -2.5, 1)));
    put(model, "param.gravity", random_part(seed) < 0.2 ? 0 : between(seed, 3, 27));
    put(model, "param.mu", random_part(seed) < 0.2 ? 0 : between(seed, 0, 2));
    put(model, "state.x", between(seed, -1, 1.5));
    put(model, "state.y", between(seed, 0, 1.2));
    put(model, "state.x_dot", between(seed, -speed, speed));
    put(model, "state.y_dot", between(seed, -speed, speed));
    put(model, "state.phi_dot", between(seed, -speed, speed) / radius);
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++)
        if (wd_model_var_role(model, ref) == WD_INPUT && random_part(seed) < 0.3)
            random_input(model, ref, seed);
}

/* A random wheel, event-driven or in fixed steps. With fixed steps the terrain has straight
 * segments only and restitution is 0, because Newton's law may gain energy on two contacts. NULL:
 * the wheel would start in the ground. */
static wd_model *random_wheel(int fixed_steps, double *h, uint64_t *seed)
{
    static const char *const contacts[] = {"exact", "proximal"};
    wd_model *model = make_kind("impact_wheel");
    if (random_part(seed) < 0.7)
        random_terrain(model, !fixed_steps && random_part(seed) < 0.5, seed);
    random_throw(model, seed);
    *h = fixed_steps ? pow(10, between(seed, -4, -1)) : 0.01;
    put(model, "solver.fixed_step", fixed_steps || random_part(seed) < 0.5 ? *h : 0);
    put(model, "param.restitution", fixed_steps ? 0 : random_part(seed));
    wd_model_set_choice(model, "solver.scheme", fixed_steps ? "moreau" : "event");
    wd_model_set_choice(model, "solver.contact", contacts[random_word(seed) % 2]);
    if (wd_model_init(model, 0) == WD_OK)
        return model;
    wd_model_free(model);
    return NULL;
}

/* Energy that the impulses of a fixed step may add: (m a^2 + M^2/I) h^2/8, where a is the
 * acceleration by gravity and forces without contacts, M the torque and I the inertia. */
static double energy_of_step(const wd_model *model, double h)
{
    double fx = value_of(model, "input.force_x"), fy = value_of(model, "input.force_y");
    double mass = value_of(model, "param.mass"), torque = value_of(model, "input.torque");
    double a = value_of(model, "param.gravity") + hypot(fx, fy) / mass;
    return (mass * a * a + torque * torque / value_of(model, "param.inertia")) * h * h / 8;
}

struct losses {
    int runs, complete;
    /* Largest values in a step, relative to the energy of the motion: */
    double worst;         /* energy that work and losses do not explain */
    double loss_returned; /* decrease of the losses beyond energy_of_step() */
};

/* Make 100 steps and update the losses. */
static void take_steps_of_wheel(wd_model *model, double h, int fixed_steps, struct losses *losses)
{
    double V = value_of(model, "output.potential_energy"), last = unexplained_energy(model);
    double worst = 0, most = energy_scale(model, V), lost = 0, loss_returned = 0;
    double allowed = energy_of_step(model, h);
    int32_t status = WD_OK;
    for (int k = 1; status == WD_OK && k <= 100; k++) {
        status = wd_model_step_to(model, h * k);
        double now = unexplained_energy(model), dissipated = value_of(model, "output.dissipated");
        allowed = fixed_steps ? fmax(allowed, energy_of_step(model, h)) : 0;
        worst = fmax(worst, fabs(now - last));
        loss_returned = fmax(loss_returned, lost - dissipated - 1.01 * allowed);
        most = fmax(most, energy_scale(model, V) + fabs(V));
        last = now;
        lost = dissipated;
    }
    losses->runs++;
    losses->complete += status == WD_OK;
    losses->worst = fmax(losses->worst, worst / most);
    losses->loss_returned = fmax(losses->loss_returned, loss_returned / most);
}

static void search_wheels(int fixed_steps, int models)
{
    struct losses losses = {0, 0, 0, 0};
    uint64_t seed = 30;
    models = few_or_all(models / 4, models);
    for (int i = 0; i < models; i++) {
        double h;
        wd_model *model = random_wheel(fixed_steps, &h, &seed);
        if (model)
            take_steps_of_wheel(model, h, fixed_steps, &losses);
        wd_model_free(model);
    }
    check(losses.runs > models / 4 && losses.complete == losses.runs && losses.worst < 1e-12 &&
              losses.loss_returned < 1e-12,
          "impact_wheel, %s: %d runs, %d complete, relative energy error %.2g; the loss "
          "decreases by at most %.2g of the energy more than a step may add",
          fixed_steps ? "fixed steps" : "event-driven", losses.runs, losses.complete, losses.worst,
          losses.loss_returned);
}

/* A wheel thrown into a notch hits both sides at once. */
static double loss_in_notch(double restitution, uint64_t *seed)
{
    double slope = between(seed, 0.2, 3), down = between(seed, 1, 3);
    double aside = between(seed, -0.9, 0.9) * down / slope, time_to_impact = 0.0123;
    const double xy[] = {-1, slope, 0, 0, 1, slope};
    wd_model *model = make_kind("impact_wheel");
    wd_model_set_terrain(model, xy, 3);
    put(model, "param.gravity", 0);
    put(model, "param.mu", between(seed, 0, 2));
    put(model, "param.restitution", restitution);
    put(model, "state.x", -time_to_impact * aside);
    put(model, "state.y", 0.1 * hypot(1, slope) + time_to_impact * down);
    put(model, "state.x_dot", aside);
    put(model, "state.y_dot", -down);
    put(model, "state.phi_dot", between(seed, -40, 40));
    wd_model_init(model, 0);
    double kinetic = value_of(model, "output.kinetic_energy");
    int32_t status = wd_model_step_to(model, 0.05);
    double lost = status == WD_OK ? value_of(model, "output.dissipated") / kinetic : -1;
    wd_model_free(model);
    return lost;
}

static void impacts_in_notches(void)
{
    double least = 1, most = 0;
    uint64_t seed = 40;
    for (int i = 0; i < 600; i++) {
        double restitution = i % 2 ? 1 : random_part(&seed);
        double lost = loss_in_notch(restitution, &seed);
        least = fmin(least, lost);
        most = fmax(most, lost);
    }
    check(least > -1e-12 && most > 0.5 && most < 1 + 1e-12,
          "an impact in a notch loses %.2g to %.2g of the energy", least, most);
}

int main(void)
{
    bicycle_falls();
    search_wheels(0, 500);
    search_wheels(1, 2000);
    impacts_in_notches();
    search_models("bicycle", 0, 300, 1e-3);
    search_models("torus_wheel", 0, 3000, 1e-3);
    search_models("sliding_block", 1, 500, 1e-5);
    search_models("rolling_wheel", 1, 500, 1e-5);
    search_models("torus_wheel", 1, 500, 1e-5);
    search_models("bicycle", 1, 10, 1e-5);
    return done();
}
