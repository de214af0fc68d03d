/* SPDX-License-Identifier: MIT */
/* The core's loop does not allocate while it locates events and makes jumps, in successful and in
 * failing calls. */
#include "fair.h"

#include "heap.h"

static void motion_does_not_allocate(double h, double method)
{
    wd_model *model = busy_fair(h);
    put(model, "solver.event_capacity", 16);
    put(model, "solver.method", method);
    int32_t status = wd_model_init(model, 0);
    size_t before = heap_calls;
    for (int k = 1; k <= 300 && status == WD_OK; k++) {
        put(model, "param.enter_fails", k % 3 ? 0 : 1e-9);
        put(model, "param.jump_fails", k % 3 == 1 ? 1e-9 : 0);
        wd_model_step_to(model, 0.01 * k);
        put(model, "param.enter_fails", 0);
        put(model, "param.jump_fails", 0);
        status = wd_model_step_to(model, 0.01 * k);
    }
    size_t calls = heap_calls - before, events = wd_model_event_count(model);
    check(status == WD_OK && events > BALLS && calls == 0,
          "h = %g, method %g: %zu events, %zu allocations", h, method, events, calls);
    wd_model_free(model);
}

int main(void)
{
    if (!HEAP_WATCHED) {
        printf("1..0 # SKIP a sanitizer replaces the malloc family\n");
        return 0;
    }
    for (double method = 0; method <= 4; method += 4) {
        motion_does_not_allocate(0, method);
        motion_does_not_allocate(0.01, method);
    }
    return done();
}
