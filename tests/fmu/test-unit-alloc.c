/* SPDX-License-Identifier: MIT */
/* Setting, reading, stepping and saving states into existing memory allocate nothing. In all other
 * calls each allocation may fail: the call then returns an error and leaves the unit unchanged, and
 * the same call succeeds the next time. */
#define _POSIX_C_SOURCE 200809L
#include "play.h"
#include "robust/heap.h"

enum { STEPS = 2000, MOST_ALLOCATIONS = 2000 };

/* Steps that fail and are undone do not allocate either, even if they have passed a switch. */
static void nothing_allocated(int i)
{
    struct instance instance;
    void *state = NULL;
    uint32_t mu = ref("input.mu"), speed = ref("output.speed");
    double t = 0, value, few = 1, many = 1e6;
    uint32_t most = ref("solver.max_steps");
    start(&instance, i, EARLY);
    get_state(&instance, &state);
    step(&instance, 0, 1e-3, NULL);
    size_t before = heap_calls;
    int wrong = 0;
    for (int k = 0; k < STEPS; k++) {
        value = 0.3 + 1e-4 * (k % 10);
        wrong += set(&instance, &mu, 1, &value) != OK;
        wrong += get(&instance, &speed, 1, &value) != OK;
        wrong += get_state(&instance, &state) != OK;
        get(&instance, &(uint32_t){SLOT_REF_TIME}, 1, &t);
        set(&instance, &most, 1, &few);
        step(&instance, t, 0.5, NULL);
        set(&instance, &most, 1, &many);
        wrong += step(&instance, t, 2e-3, NULL) != OK;
        if (k % 10 == 0)
            wrong += set_state(&instance, state) != OK;
    }
    check(heap_calls == before && wrong == 0,
          "FMI %d: %d steps, sets, gets and states: %zu allocations, %d failures", 2 + i, STEPS,
          heap_calls - before, wrong);
    free_state(&instance, &state);
    release(&instance);
}

/* Use a unit from instantiation to reading a state; allocation number n fails. */
static int whole_life(int i, size_t n)
{
    struct instance instance;
    static unsigned char bytes[2 * MOST_BYTES];
    void *state = NULL, *other = NULL;
    double rate;
    uint32_t derivative = ref("state.x") + SLOT_REF_DERIVATIVE;
    heap_fail = n;
    int failed = instantiate(&instance, &units[i], TOKEN, 0) != OK;
    if (failed) {
        heap_fail = 0;
        return 1;
    }
#define AGAIN(call) ((call) != OK && (failed++, (call) != OK))
    int lost = AGAIN(set_up(&instance, 0, 0, INFINITY)) || AGAIN(get_state(&instance, &state)) ||
               AGAIN(leave(&instance)) || AGAIN(step(&instance, 0, 0.1, NULL)) ||
               AGAIN(set_state(&instance, state)) || AGAIN(leave(&instance)) ||
               AGAIN(get_state(&instance, &state)) ||
               AGAIN(write_state(&instance, state, bytes, sizeof bytes)) ||
               AGAIN(read_state(&instance, bytes, state_size(&instance, state), &other)) ||
               AGAIN(get(&instance, &derivative, 1, &rate)) || AGAIN(reset(&instance));
    heap_fail = 0;
    free_state(&instance, &state);
    free_state(&instance, &other);
    release(&instance);
    return lost ? -1 : failed;
}

static void any_allocation_fails(int i)
{
    int failed = 1, lost = 0;
    size_t n = 1;
    whole_life(i, 0);
    long before = heap_live;
    for (; failed && n < MOST_ALLOCATIONS; n++) {
        failed = whole_life(i, n);
        lost += failed < 0;
    }
    check(n > 10 && n < MOST_ALLOCATIONS && lost == 0 && heap_live == before,
          "FMI %d: any of %zu allocations fails: %d calls do not recover, %ld blocks are leaked",
          2 + i, n, lost, heap_live - before);
}

int main(void)
{
    wd_model *model = make_kind("sliding_block");
    uint32_t traction = ref_of(model, "input.traction");
    const struct slot_switch list[] = {
        {0.05, 5, traction}, {0.35, 3, traction}, {1.2, 5, traction}};
    put(model, "input.traction", 1);
    make_units(model, list, 3);
    for (int i = 0; i < 2; i++) {
        nothing_allocated(i);
        any_allocation_fails(i);
    }
    return end_of_play();
}
