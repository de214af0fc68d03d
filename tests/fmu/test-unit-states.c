/* SPDX-License-Identifier: MIT */
/* States of a unit in every phase, bytes that are none, and derivatives. */
#define _POSIX_C_SOURCE 200809L
#include "play.h"

/* ---- states ---- */

static unsigned char bytes[2 * MOST_BYTES];

/* Of these bytes of an instance, cut and changed: how many are refused, of how many. */
static int try_bytes(struct instance *instance, size_t size, int *tried)
{
    static unsigned char copy[2 * MOST_BYTES];
    void *other = NULL;
    uint64_t seed = 5;
    int refused = 0;
    *tried = 1000;
    for (size_t cut = 0; cut < size; cut += 1 + size / 100, ++*tried)
        refused += read_state(instance, bytes, cut, &other) == ERROR;
    for (int k = 0; k < 1000; k++) {
        memcpy(copy, bytes, size);
        copy[k < 80 ? (size_t)k : random_index(&seed, size)] ^=
            (unsigned char)(1 + random_index(&seed, 255));
        int read = read_state(instance, copy, size, &other);
        refused += read == ERROR;
        if (read == OK)
            free_state(instance, &other);
    }
    return refused;
}

static void bad_states(void)
{
    preset("rolling_wheel", "brake-0.1");
    for (int i = 0; i < 2; i++)
        for (int phase = 0; phase < 3; phase++) {
            struct instance instance;
            void *state = NULL, *other = NULL;
            instantiate(&instance, &units[i], TOKEN, 0);
            put_real(&instance, "param.mass", 7);
            if (phase > 0)
                set_up(&instance, 0, 0, INFINITY);
            if (phase > 1)
                leave(&instance), step(&instance, 0, 0.5, NULL);
            get_state(&instance, &state);
            size_t size = state_size(&instance, state);
            write_state(&instance, state, bytes, size);
            check(write_state(&instance, state, bytes, size - 1) == ERROR,
                  "FMI %d, phase %d: too little room for a state", 2 + i, phase);
            int tried, refused = try_bytes(&instance, size, &tried);
            check(refused == tried, "FMI %d, phase %d: %d of %d cut and changed states refused",
                  2 + i, phase, refused, tried);
            reset(&instance);
            check(read_state(&instance, bytes, size, &other) == OK &&
                      set_state(&instance, other) == OK && real(&instance, "param.mass") == 7,
                  "FMI %d, phase %d: the right one is taken", 2 + i, phase);
            void *kept = other;
            get_state(&instance, &other);
            check(other == kept, "FMI %d, phase %d: in the place of an old one", 2 + i, phase);
            /* As an importer does that takes the state for its place. */
            check(free_state(&instance, other) == OK, "FMI %d, phase %d: freed by its address",
                  2 + i, phase);
            free_state(&instance, &state);
            check(state == NULL && set_state(&instance, NULL) == ERROR, "no state is an error");
            release(&instance);
        }
}

/* ---- derivatives ---- */

/* A variable that is a state of the linear model. */
static uint32_t linear_ref(const wd_model *model, const char *role, size_t i)
{
    char name[64];
    uint32_t which = WD_NO_REF;
    snprintf(name, sizeof name, "%s.%s", role, wd_model_linear_name(model, i));
    wd_model_find(model, name, &which);
    return which;
}

/* The matrix of the library, one derivative after the other. */
static void by_states(struct instance *instance, wd_model *own, const char *role)
{
    double A[64], one = 1, got = 0;
    size_t n = wd_model_linear_size(own), right = 0;
    wd_model_linearize(own, A, NULL, 0, NULL);
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < n; c++) {
            uint32_t row = linear_ref(own, role, r) + SLOT_REF_DERIVATIVE;
            uint32_t column = linear_ref(own, role, c);
            right +=
                direction(instance, &row, 1, &column, 1, &one, &got) == OK && got == A[r * n + c];
        }
    check(n > 0 && right == n * n, "%s, FMI %d: %zu of %zu derivatives by states",
          wd_model_kind(own), instance->unit->version, right, n * n);
}

static void of_linear_models(void)
{
    static const struct {
        const char *kind, *preset, *role, *place, *rate;
    } all[] = {{"rolling_wheel", "drive-20", "state", "state.x", "state.x_dot"},
               {"torus_wheel", "straight-10", "state", "state.lean", "state.lean_rate"},
               {"bicycle", "benchmark", "output", "output.roll", "output.roll_rate"}};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        preset(all[k].kind, all[k].preset);
        uint32_t derivative = ref(all[k].place) + SLOT_REF_DERIVATIVE;
        for (int i = 0; i < 2; i++) {
            struct instance instance;
            wd_model *own;
            double rate = NAN;
            wd_model_clone(scenario, &own);
            wd_model_init(own, 0);
            wd_model_step_to(own, 0.125);
            start(&instance, i, 0);
            step(&instance, 0, 0.125, NULL);
            by_states(&instance, own, all[k].role);
            get(&instance, &derivative, 1, &rate);
            near_rel(rate, real(&instance, all[k].rate), 1e-8, 1, all[k].rate);
            release(&instance);
            wd_model_free(own);
        }
    }
}

static void by_inputs(void)
{
    preset("rolling_wheel", "brake-reference");
    struct instance instance;
    double seed = 2, got = 0, a, b;
    instantiate(&instance, &units[1], TOKEN, 0);
    put_real(&instance, "state.x_dot", 10);
    set_up(&instance, 0, 0, INFINITY);
    leave(&instance);
    step(&instance, 0, 0.01, NULL);
    uint32_t output = ref("output.theta_ddot"), torque = ref("input.drive_torque"),
             x = ref("param.mass");
    check(direction(&instance, &output, 1, &torque, 1, &seed, &got) == OK, "an output by an input");
    double now = real(&instance, "input.drive_torque");
    put_real(&instance, "input.drive_torque", now + 1e-4);
    a = real(&instance, "output.theta_ddot");
    put_real(&instance, "input.drive_torque", now - 1e-4);
    b = real(&instance, "output.theta_ddot");
    check(fabs(a - b) > 1e-5 && fabs(got - (a - b) / 1e-4) <= 1e-6 * fabs(got),
          "it is what differences give: %g", got);
    check(direction(&instance, &output, 1, &x, 1, &seed, &got) == ERROR &&
              direction(&instance, &output, 1, NULL, 1, &seed, &got) == ERROR &&
              direction(&instance, &(uint32_t){99999}, 1, &torque, 1, &seed, &got) == ERROR &&
              direction(&instance, NULL, 0, NULL, 0, NULL, NULL) == OK,
          "there are none by parameters");
    release(&instance);
}

int main(void)
{
    bad_states();
    of_linear_models();
    by_inputs();
    return end_of_play();
}
