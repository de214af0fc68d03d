/* SPDX-License-Identifier: MIT */
/* Setting solver.contact of impact_wheel, and more than two contacts at once. */
#include "support.h"

static unsigned char bytes[MOST_BYTES];
static struct image before;

enum { EXACT, PROXIMAL };

struct way {
    int contact, moreau, torque;
    double restitution;
};

/* A model whose terrain has faces that a wheel of radius 0.1 at (0, 0) touches all at once. */
static wd_model *wheel_above_notch(const struct way *way, double spin)
{
    static const double normal[] = {1.2, 0.4, -0.4, -1.2};
    static const double torque[] = {0.5, 2, 3, 0.7, 1};
    double xy[10], far = 0.1 / cos(0.4);
    for (int i = 1; i < 4; i++) {
        xy[2 * i] = -far * sin(normal[i] + 0.4);
        xy[2 * i + 1] = -far * cos(normal[i] + 0.4);
    }
    xy[0] = -0.1 * sin(1.2) - cos(1.2), xy[1] = -0.1 * cos(1.2) + sin(1.2);
    xy[8] = -xy[0], xy[9] = xy[1];
    wd_model *model = make_kind("impact_wheel");
    if (wd_model_set_terrain(model, xy, 5) != WD_OK)
        check(0, "the notch is accepted: %s", wd_model_error(model));
    if (way->torque)
        wd_model_set_input_signal(model, first_input(model), WD_SIGNAL_TANH, torque, 5);
    put(model, "solver.contact", way->contact);
    put(model, "solver.scheme", way->moreau);
    put(model, "solver.fixed_step", way->moreau ? 1e-3 : 0);
    put(model, "param.restitution", way->restitution);
    put(model, "state.x", 0);
    put(model, "state.y", 0.3);
    put(model, "state.phi_dot", spin);
    return model;
}

static wd_model *start_wheel(const struct way *way, double spin)
{
    wd_model *model = wheel_above_notch(way, spin);
    int32_t status = wd_model_init(model, 0);
    if (status != WD_OK)
        check(0, "the wheel starts: %s", wd_model_error(model));
    return model;
}

/* Check that the motion has the same bits after reset, in a clone and from a snapshot. */
static void same_again(const struct way *way)
{
    enum { MIDDLE = 8, LAST = 30 };
    wd_model *model = start_wheel(way, 20), *other = wheel_above_notch(way, 1), *clone;
    uint64_t first = walk(model, 0, MIDDLE);
    size_t size = wd_model_save_size(model);
    int loaded = size <= sizeof bytes && wd_model_save(model, bytes, size) == WD_OK &&
                 wd_model_load(other, bytes, size) == WD_OK;
    wd_model_clone(model, &clone);
    uint64_t rest = walk(model, MIDDLE, LAST);
    check(walk(clone, MIDDLE, LAST) == rest,
          "contact %d, moreau %d, torque %d: a clone continues with the same bits", way->contact,
          way->moreau, way->torque);
    check(loaded && walk(other, MIDDLE, LAST) == rest,
          "a loaded snapshot continues with the same bits");
    int solver = value_of(model, "stat.contact_steps") > 0;
    check(value_of(model, "output.contacts") > 2 && solver == (way->contact == PROXIMAL),
          "%g contacts at once, %g steps of the contact solver", value_of(model, "output.contacts"),
          value_of(model, "stat.contact_steps"));
    double residual = value_of(model, "stat.contact_residual");
    check(residual >= 0 && residual <= 1e-13, "largest residual of the contact solver %.2g",
          residual);
    wd_model_reset(model);
    put(model, "state.x", 0);
    wd_model_init(model, 0);
    check(value_of(model, "stat.contact_residual") == 0, "init resets stat.contact_residual");
    check(walk(model, 0, MIDDLE) == first, "a run after reset has the same bits");
    wd_model_free(clone);
    wd_model_free(other);
    wd_model_free(model);
}

/* Check invariants during the fall and at rest; `bound` is the smallest allowed gap. */
static void forces_in_notch(const struct way *way, double bound)
{
    wd_model *model = start_wheel(way, 0);
    double gap = INFINITY, normal = INFINITY, friction = -INFINITY, gain = -INFINITY, aside = 0;
    double energy = INFINITY;
    int32_t status = WD_OK;
    for (int k = 1; k <= 200 && status == WD_OK; k++) {
        status = wd_model_step_to(model, 0.01 * k);
        gap = fmin(gap, value_of(model, "output.gap"));
        double next =
            value_of(model, "output.kinetic_energy") + value_of(model, "output.potential_energy");
        gain = fmax(gain, next - energy);
        energy = next;
        aside = fmax(aside, fabs(value_of(model, "state.x")));
        aside = fmax(aside, fabs(value_of(model, "state.phi_dot")));
        for (int i = 1; i <= 2; i++) {
            double N = value_of(model, i == 1 ? "output.normal_force_1" : "output.normal_force_2");
            double T =
                value_of(model, i == 1 ? "output.friction_force_1" : "output.friction_force_2");
            normal = fmin(normal, N);
            friction = fmax(friction, fabs(T) - 0.4 * N);
        }
    }
    check(status == WD_OK, "contact %d, moreau %d, restitution %g: the wheel falls into the notch",
          way->contact, way->moreau, way->restitution);
    check(gap >= bound, "no wheel enters the ground: smallest gap %.2g m", gap);
    check(normal >= 0 && friction <= 1e-12, "smallest N %.2g, largest |T| - mu N %.2g", normal,
          friction);
    check(gain <= (way->moreau ? 1e-3 : 1e-12), "largest growth of the energy %.2g", gain);
    check(aside <= 1e-13, "largest motion away from the middle %.2g", aside);
    wd_model_free(model);
}

static double worst_state(const wd_model *a, const wd_model *b)
{
    static const char *const names[] = {
        "state.x",     "state.y",       "state.phi",         "state.x_dot",
        "state.y_dot", "state.phi_dot", "output.dissipated", "output.normal_force_1"};
    double worst = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        worst = fmax(worst, fabs(value_of(a, names[i]) - value_of(b, names[i])));
    return worst;
}

/* The settings exact and proximal give the same motion with up to two contacts. In Moreau steps,
 * rounding decides whether a wall that touches the wheel without a force is reported as a
 * contact, so the numbers of events are not compared. */
static void compare_settings(const char *preset, int moreau)
{
    wd_model *model[2];
    double worst = 0;
    for (int contact = EXACT; contact <= PROXIMAL; contact++) {
        model[contact] = make(&(struct setup){"impact_wheel", preset});
        wd_model_set_choice(model[contact], "solver.contact", contact ? "proximal" : "exact");
        put(model[contact], "solver.scheme", moreau);
        put(model[contact], "solver.fixed_step", moreau ? 1e-4 : 0);
        wd_model_init(model[contact], 0);
    }
    for (int k = 1; k <= 20; k++) {
        wd_model_step_to(model[EXACT], 0.05 * k);
        wd_model_step_to(model[PROXIMAL], 0.05 * k);
        worst = fmax(worst, worst_state(model[EXACT], model[PROXIMAL]));
    }
    size_t events = wd_model_event_count(model[EXACT]);
    check(worst <= 1e-10 && (moreau || events == wd_model_event_count(model[PROXIMAL])),
          "%s, moreau %d: states with both settings differ by %.2g, %zu events", preset, moreau,
          worst, events);
    check(value_of(model[EXACT], "stat.contact_steps") == 0 &&
              value_of(model[EXACT], "stat.contact_residual") == 0 &&
              value_of(model[PROXIMAL], "stat.contact_steps") > 0,
          "proximal takes %g steps of the contact solver, exact takes none",
          value_of(model[PROXIMAL], "stat.contact_steps"));
    wd_model_free(model[EXACT]);
    wd_model_free(model[PROXIMAL]);
}

/* Problems whose numbers the contact solver refuses. */
static void refused_problems(void)
{
    wd_model *model = wheel_above_notch(&(struct way){PROXIMAL, 0, 0, 0}, 0);
    put(model, "param.mass", 1e300);
    put(model, "param.inertia", 1e-300);
    int32_t status = wd_model_init(model, 0);
    check(status == WD_OK, "far from contact the motion runs: %s", wd_model_error(model));
    REFUSED(model, &before, WD_ENOCONV, "too different", wd_model_step_to(model, 1));
    REFUSED(model, &before, WD_EROLE, "solver.contact",
            wd_model_set_choice(model, "solver.contact", "exact"));
    wd_model_free(model);
}

int main(void)
{
    for (int k = 0; k < 8; k++)
        same_again(&(struct way){k & 1, k >> 1 & 1, k >> 2, 0.3});
    for (int k = 0; k < 4; k++) {
        forces_in_notch(&(struct way){k & 1, 0, 0, k & 2 ? 0.5 : 0}, -1e-12);
        forces_in_notch(&(struct way){k & 1, 1, 0, k & 2 ? 0.5 : 0}, -5e-3);
    }
    for (int moreau = 0; moreau < 2; moreau++) {
        compare_settings("kerb-plastic", moreau);
        compare_settings("kerb-elastoplastic", moreau);
    }
    refused_problems();
    return done();
}
