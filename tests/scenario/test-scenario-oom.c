/* SPDX-License-Identifier: MIT */
/* Every allocation in reading a scenario, cloning it and making a model fails once, including those
 * in libyaml and muParser. The result is WD_ENOMEM, and no block is leaked. Some failures have no
 * effect, because sorting works without memory, and a formula that cannot be compiled is tried a
 * second time. */
#include "robust/heap.h"
#include "tap.h"

#include <string.h>
#include <wheeldyn/scenario.h>

static const char text[] = "kind: vehicle\n"
                           "parts:\n"
                           "- &body {body: chassis, mass: 8, xx: 0.1, yy: 0.1, zz: 0.2, z: 0.12}\n"
                           "- {wheel: left, joins: [chassis], y: 0.2, z: 0.1, radius: 0.1}\n"
                           "input:\n"
                           "  input.left.torque: {expression: 0.3 - 0.1 * sin(pi * t / 2)}\n"
                           "  input.slope: {linear: [[0, 0], [1, 0.1]]}\n"
                           "switch: [{at: 0.5, set: {input.left.mu: 0.3}}]\n"
                           "record: [output.chassis.x]\n";
static const char tyred[] = "kind: vehicle\n"
                            "parts:\n"
                            "- {body: chassis, mass: 8, xx: 0.1, yy: 0.1, zz: 0.2, z: 0.3}\n"
                            "- {tyre: soft, file: soft.tir, side: right}\n"
                            "- {wheel: left, joins: [chassis, soft], y: 0.2, z: 0.3}\n";
static const char swapped[] = "kind: vehicle\n"
                              "preset: tyre_rig\n"
                              "parts: [{tyre: tyre, file: hard.tir}]\n";
static const char tir[] = "[MODEL]\nFITTYP = 61\nTYRESIDE = 'LEFT'\nUNLOADED_RADIUS = 0.3\n"
                          "FNOMIN = 4000\nVERTICAL_STIFFNESS = 200000\nPCX1 = 1.6\nPDX1 = 1\n"
                          "PKX1 = 20\nPCY1 = 1.3\nPDY1 = 1\nPKY1 = -15\nPKY2 = 1.5\nWIDTH = 1\n"
                          "[DEFLECTION_LOAD_CURVE]\n{pen fz}\n0.01 2000\n0.02 4200\n";
static const char wrong[] = "kind: vehicle\ninput: {input.slope: {expression: 'sin('}}\n";

static int32_t give_tir(const char *path, const char **bytes, size_t *size, const char **reason,
                        void *user)
{
    (void)path, (void)reason, (void)user;
    *bytes = tir;
    *size = sizeof tir - 1;
    return WD_OK;
}

static int32_t use(const char *said)
{
    wd_scenario *scenario, *other = NULL;
    wd_model *model = NULL;
    int32_t status = wd_scenario_new(&scenario);
    if (status == WD_OK)
        wd_scenario_set_file_fn(scenario, give_tir, NULL);
    if (status == WD_OK)
        status = wd_scenario_read_text(scenario, said, strlen(said), "a.yaml");
    if (status == WD_OK)
        status = wd_scenario_clone(scenario, &other);
    if (status == WD_OK)
        status = wd_scenario_model(other, &model);
    wd_model_free(model);
    wd_scenario_free(other);
    wd_scenario_free(scenario);
    return status;
}

static void starve(const char *said, int32_t want, const char *what)
{
    int reported = 1, kept = 1;
    size_t refused = 0;
    int32_t status = WD_ENOMEM;
    size_t n;
    for (n = 1; n < 5000; n++) {
        long live = heap_live;
        heap_fail = n;
        status = use(said);
        int failed = heap_fail == 0;
        heap_fail = 0;
        kept = kept && heap_live == live;
        if (!failed)
            break; /* all allocations succeeded */
        reported = reported && (status == WD_ENOMEM || status == want);
        refused += status == WD_ENOMEM;
    }
    check(
        status == want && n > 100,
        "%s: status %d when nothing fails, after %zu calls in each of which one allocation failed",
        what, (int)status, n - 1);
    check(reported && 10 * refused > 9 * (n - 1),
          "%s: more than 9 in 10 failures give WD_ENOMEM, the others have no effect", what);
    check(kept, "%s: no call with a failure leaks a block", what);
}

int main(void)
{
    if (!HEAP_WATCHED) {
        printf("1..0 # SKIP a sanitizer replaces malloc()\n");
        return 0;
    }
    use(wrong); /* libyaml and muParser allocate some memory once and keep it */
    use(text);
    starve(text, WD_OK, "a vehicle");
    starve(tyred, WD_OK, "a vehicle on a tyre from a file");
    starve(swapped, WD_OK, "a preset whose tyre a file replaces");
    starve(wrong, WD_EFORMAT, "a wrong formula");
    return done();
}
