/* SPDX-License-Identifier: MIT */
/* Saved states of a unit in every phase, and bytes that are not a state. */
#define _POSIX_C_SOURCE 200809L
#include "play.h"

/* ---- states ---- */

static unsigned char bytes[2 * MOST_BYTES];

/* Count how many truncated and changed states of an instance are refused, and how many were
 * tried. */
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
                  "FMI %d, phase %d: a buffer too small for a state is refused", 2 + i, phase);
            int tried, refused = try_bytes(&instance, size, &tried);
            check(refused == tried,
                  "FMI %d, phase %d: %d of %d saved states that were cut or changed are refused",
                  2 + i, phase, refused, tried);
            reset(&instance);
            check(read_state(&instance, bytes, size, &other) == OK &&
                      set_state(&instance, other) == OK && real(&instance, "param.mass") == 7,
                  "FMI %d, phase %d: the unchanged state is accepted", 2 + i, phase);
            void *kept = other;
            get_state(&instance, &other);
            check(other == kept,
                  "FMI %d, phase %d: saving into an existing state keeps the address of the state",
                  2 + i, phase);
            /* an importer may pass the state itself instead of its address */
            check(free_state(&instance, other) == OK,
                  "FMI %d, phase %d: a state passed by itself, not by its address, is freed", 2 + i,
                  phase);
            free_state(&instance, &state);
            check(state == NULL && set_state(&instance, NULL) == ERROR,
                  "a freed state is set to NULL, and restoring NULL is an error");
            release(&instance);
        }
}

int main(void)
{
    bad_states();
    return end_of_play();
}
