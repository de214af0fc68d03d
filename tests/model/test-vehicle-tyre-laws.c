/* SPDX-License-Identifier: MIT */
/* Carts on two tyres beside wheels of other laws, event-driven and by time stepping (Moreau),
 * compared with tests/ref/tyre/mixed.csv: a dense system of all bodies by make/mixed_tyres.py. */
#include "vehicle-tyre.h"

#define REFERENCE "tyre/mixed.csv"

/* Tolerance of rk8pd, and the required agreement, relative to the largest number of a quantity. The
 * table is accurate to 2e-10 of it, because steps near kinks of the law have errors of 1e-13. */
#define PRECISION 1e-11
#define TOLERANCE 1e-9

enum { MOST_WHEELS = 4, SAMPLES = 9, QUANTITIES = 48 };

struct wheel {
    const char *law;
    double x, y, torque, mu;
};

struct cart {
    const char *name;
    int count;
    struct wheel wheel[MOST_WHEELS];
};

static const struct cart carts[] = {
    {"ideal_relaxed",
     4,
     {{"ideal", 0.7, 0.5, -20, 0.7},
      {"relaxed", 0.8, -0.4, 45, 0.5},
      {"tyre", -0.7, 0.5, 70, 0.9},
      {"tyre", -0.8, -0.5, -60, 0.8}}},
    {"ideal_coulomb",
     4,
     {{"ideal", 0.7, 0.5, -20, 0.7},
      {"coulomb", 0.8, -0.4, 250, 0.5},
      {"tyre", -0.7, 0.5, 70, 0.9},
      {"tyre", -0.8, -0.5, -60, 0.8}}},
    {"coulomb",
     3,
     {{"coulomb", 0.9, 0.1, 400, 0.6},
      {"tyre", -0.7, 0.5, 90, 0.9},
      {"tyre", -0.8, -0.5, -60, 0.8}}},
};

static const char *const wheels[] = {"w0", "w1", "w2", "w3"};

/* ---- the table ---- */

/* A quantity of a cart at all times of the table, and the variable of the model to compare. */
struct quantity {
    char variable[64];
    double value[SAMPLES], scale;
};

/* Write the name of the variable for a quantity of the table, such as N2, ux2 or vx. */
static void variable_of(const char *quantity, char *variable, size_t size)
{
    static const char *const of_wheel[][3] = {
        {"rate", "state", "rate"},         {"ux", "state", "bend_forward"},
        {"uy", "state", "bend_side"},      {"uz", "state", "bend_turn"},
        {"ur", "state", "bend_roll"},      {"N", "output", "normal_force"},
        {"Fx", "output", "forward_force"}, {"Fy", "output", "side_force"},
    };
    size_t last = strlen(quantity) - 1;
    for (size_t i = 0; i < sizeof of_wheel / sizeof *of_wheel; i++)
        if (strlen(of_wheel[i][0]) == last && strncmp(of_wheel[i][0], quantity, last) == 0) {
            snprintf(variable, size, "%s.w%c.%s", of_wheel[i][1], quantity[last], of_wheel[i][2]);
            return;
        }
    snprintf(variable, size, "state.frame.%s", quantity);
}

/* Read the rows of a cart. Returns the number of its quantities; *t has the times. */
static int read_table(const struct cart *cart, struct quantity *q, double *t)
{
    struct csv csv;
    int count = 0, row = 0;
    csv_open(&csv, REFERENCE);
    while (csv_next(&csv)) {
        if (strcmp(csv_text(&csv, "cart"), cart->name) != 0)
            continue;
        double at = csv_real(&csv, "t"), value = csv_real(&csv, "value");
        if (at == 0) {
            q[count] = (struct quantity){.scale = 0};
            variable_of(csv_text(&csv, "quantity"), q[count].variable, sizeof q[count].variable);
            count++;
        }
        int sample = at == 0 ? 0 : row / count;
        t[sample] = at;
        struct quantity *own = &q[at == 0 ? count - 1 : row % count];
        own->value[sample] = value;
        own->scale = fmax(own->scale, fabs(value));
        row++;
    }
    check(count > 0 && row == SAMPLES * count, "%s: %d rows of the table", cart->name, row);
    return count;
}

/* ---- the cart ---- */

static wd_model *make_cart(const struct cart *cart)
{
    wd_model *model = new_vehicle();
    add(model, "body", "frame", NULL, NULL);
    set_mass(model, "frame", 260, 60, 70, 80);
    set_place(model, "frame", 0.1, 0.05, 0.4);
    add_tyre_numbers(model, BRUSH);
    for (int i = 0; i < cart->count; i++) {
        const struct wheel *w = &cart->wheel[i];
        int on_tyre = strcmp(w->law, "tyre") == 0;
        add(model, "wheel", wheels[i], "frame", on_tyre ? "tyre" : NULL);
        choose(model, name_of("param", wheels[i], "law"), w->law);
        set_cart_wheel(model, wheels[i], w->x, w->y, on_tyre ? 0.2965 : 0.3);
        set_part(model, wheels[i], "relaxation_time", 0.02);
        set_part(model, wheels[i], "sharpness", 8);
        set_input(model, wheels[i], "mu", w->mu);
        set_input(model, wheels[i], "torque", w->torque);
        set_init(model, wheels[i], "rate",
                 strcmp(w->law, "coulomb") == 0 ? 30 : (6 - 0.4 * (w->y - 0.05)) / 0.3);
    }
    set_init(model, "frame", "forward", 6);
    set_init(model, "frame", "left", -0.4 * (cart->wheel[0].x - 0.1));
    set_init(model, "frame", "yaw_rate", 0.4);
    return model;
}

/* Run the model through the times of the table. Returns the largest difference from the table,
 * relative to the scale of a quantity; *worst is its variable. States only if `states`. */
static double run_cart(wd_model *model, const struct quantity *q, int count, const double *t,
                       int states, const char **worst)
{
    double most = 0;
    start(model, 0);
    for (int sample = 0; sample < SAMPLES; sample++) {
        if (sample > 0)
            go(model, t[sample]);
        for (int i = 0; i < count; i++) {
            if (states && strncmp(q[i].variable, "state", 5) != 0)
                continue;
            double apart = fabs(get(model, q[i].variable) - q[i].value[sample]) / q[i].scale;
            if (apart > most)
                most = apart, *worst = q[i].variable;
        }
    }
    return most;
}

static void compare_events(const struct cart *cart, const struct quantity *q, int count,
                           const double *t)
{
    const char *worst = "none";
    wd_model *model = make_cart(cart);
    use_precision(model, PRECISION);
    double most = run_cart(model, q, count, t, 0, &worst);
    check(most <= TOLERANCE, "event-driven %s: largest difference %.2g, in %s", cart->name, most,
          worst);
    check(wd_model_event_count(model) == 0, "%s: no events, as in the table", cart->name);
    wd_model_free(model);
}

/* The errors of Moreau steps are of order 1. */
static void compare_steps(const struct cart *cart, const struct quantity *q, int count,
                          const double *t)
{
    double error[3];
    const char *worst = "none";
    for (int i = 0; i < 3; i++) {
        wd_model *model = make_cart(cart);
        choose(model, "solver.scheme", "moreau");
        set(model, "solver.fixed_step", 1e-3 / (1 << (2 * i)));
        error[i] = run_cart(model, q, count, t, 1, &worst);
        wd_model_free(model);
    }
    double order = log(error[1] / error[2]) / log(4);
    check(order > 0.95 && order < 1.1 && error[2] < 0.3 * error[1] && error[1] < 0.3 * error[0],
          "Moreau steps of %s: errors %.2g, %.2g, %.2g (%s), order of the last two %.3f",
          cart->name, error[0], error[1], error[2], worst, order);
}

int main(void)
{
    for (size_t i = 0; i < sizeof carts / sizeof *carts; i++) {
        static struct quantity q[QUANTITIES];
        double t[SAMPLES];
        int count = read_table(&carts[i], q, t);
        compare_events(&carts[i], q, count, t);
        compare_steps(&carts[i], q, count, t);
    }
    return done();
}
