/* SPDX-License-Identifier: MIT */
/* Bytes of a running model and of its clones, counted by replacing the malloc family. */
#include "heap.h"
#include "support.h"

#include <wheeldyn/parts.h>

#if HEAP_WATCHED
/* Bytes of a clone. A model that has stepped has memory for computing, and so has its clone. */
static long clone_bytes(const wd_model *model)
{
    wd_model *clone;
    long before = heap_bytes;
    check(wd_model_clone(model, &clone) == WD_OK, "a model is cloned");
    long bytes = heap_bytes - before;
    wd_model_free(clone);
    return bytes;
}

/* The next clone reuses the memory of a freed clone; no other block remains. */
static void clones_reuse_memory(const wd_model *model, const char *name, long most, long most_first)
{
    wd_model *clone;
    long first = clone_bytes(model), live = heap_live, second = clone_bytes(model);
    check(first <= most_first, "%s: a clone with memory for computing takes %ld bytes", name,
          first);
    check(heap_live == live, "%s: freed clones leave one block for reuse", name);
    size_t calls = heap_calls;
    wd_model_clone(model, &clone);
    calls = heap_calls - calls;
    check(second <= most && second < first, "%s: a further clone takes %ld bytes, the first %ld",
          name, second, first);
    uint64_t straight = walk(clone, 0, 20);
    wd_model_free(clone);
    wd_model_clone(model, &clone);
    check(walk(clone, 0, 20) == straight, "%s: reused memory has no effect on the motion", name);
    wd_model_free(clone);
}

static void measure_memory(const char *kind, const char *preset, long most, long most_first,
                           long most_running)
{
    long live = heap_live, before = heap_bytes;
    wd_model *model = make(&(struct setup){kind, preset});
    const char *name = preset ? preset : kind;
    check(wd_model_init(model, 0) == WD_OK && wd_model_step_to(model, 0.1) == WD_OK, "%s runs",
          name);
    long running = heap_bytes - before;
    check(running <= most_running, "%s: a running model takes %ld bytes", name, running);
    clones_reuse_memory(model, name, most, most_first);
    wd_model_free(model);
    check(heap_live == live, "%s: all blocks are freed", name);
}

/* Moreau steps need no global contact solver. A model gets it when it becomes event-driven. */
static void changed_scheme(long most_moreau)
{
    long live = heap_live, before = heap_bytes, bytes[2];
    wd_model *model = make(&(struct setup){"vehicle", "rigid_car"});
    for (int event = 0; event < 2; event++) {
        wd_model_set_choice(model, "solver.scheme", event ? "event" : "moreau");
        wd_model_set_value(model, "solver.fixed_step", 1e-3);
        check(wd_model_init(model, 0) == WD_OK && wd_model_step_to(model, 0.1) == WD_OK,
              "a car runs %s: %s", event ? "event-driven" : "by Moreau steps",
              wd_model_error(model));
        bytes[event] = heap_bytes - before;
        wd_model_reset(model);
    }
    check(bytes[0] <= most_moreau && bytes[1] > bytes[0],
          "a car takes %ld bytes by Moreau steps, %ld event-driven", bytes[0], bytes[1]);
    wd_model_free(model);
    check(heap_live == live, "all blocks are freed");
}

/* A model and its clones share one shape, the description of their variables and parts, until one
 * of them gets other parts. */
static void shared_shapes(void)
{
    wd_model *model = make(&(struct setup){"vehicle", "rigid_car"}), *clone, *other;
    wd_model_clone(model, &clone);
    long before = heap_bytes;
    wd_model_clone(model, &other);
    check(heap_bytes - before < 12000,
          "a clone, which shares the shape of its model, takes %ld bytes", heap_bytes - before);
    uint32_t count = (uint32_t)wd_model_var_count(model);
    const char *name = wd_model_var_name(model, count - 1);
    char text[64];
    snprintf(text, sizeof text, "%s", name);
    check(wd_model_add_part(model, "body", "trailer", NULL, 0) == WD_OK &&
              wd_model_var_count(model) > count && wd_model_var_count(clone) == count &&
              wd_model_var_count(other) == count,
          "a part added to the model does not appear in its clones");
    wd_model_free(clone);
    wd_model_free(other);
    check(strcmp(name, text) == 0, "names stay valid as long as their model");
    check(wd_model_remove_part(model) == WD_OK && wd_model_init(model, 0) == WD_OK &&
              wd_model_step_to(model, 0.1) == WD_OK,
          "the model runs after the part is removed: %s", wd_model_error(model));
    wd_model_free(model);
}
#endif

int main(void)
{
    printf("# allocates the buffer of standard output\n");
#if HEAP_WATCHED
    measure_memory("rolling_wheel", NULL, 8000, 10000, 12000);
    measure_memory("vehicle", "robot", 64000, 190000, 210000);
    measure_memory("vehicle", "car", 90000, 600000, 700000);
    changed_scheme(220000);
    shared_shapes();
#endif
    return done();
}
