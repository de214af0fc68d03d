/* SPDX-License-Identifier: MIT */
/* A locale with a decimal comma changes no bits and no snapshot. Numbers in error texts have a
 * decimal point, and the host's locale is unchanged. */
#define _POSIX_C_SOURCE 200809L
#include "locale-comma.h"
#include "support.h"

static unsigned char bytes[2][MOST_BYTES];
static size_t sizes[2];
static char texts[2][6][256];
static uint64_t hashes[2];

static void play_in_locale(int which)
{
    struct setup list[MOST_SETUPS];
    size_t count = list_setups(list);
    hashes[which] = 1;
    for (size_t i = 0; i < count; i++) {
        wd_model *model = make(&list[i]);
        wd_model_init(model, 0);
        uint64_t hash = walk(model, 0, 100);
        hashes[which] = mix(hashes[which], &hash, sizeof hash);
        sizes[which] = wd_model_save_size(model);
        wd_model_save(model, bytes[which], MOST_BYTES);
        wd_model_free(model);
    }
}

static void errors_in_locale(int which)
{
    wd_model *model = make_kind("rolling_wheel");
    const double data[] = {0, 0.5, 1, -0.125};
    int i = 0;
#define KEEP(call) (call, memcpy(texts[which][i++], wd_model_error(model), 256))
    KEEP(wd_model_set_value(model, "param.mass", -2.5));
    KEEP(wd_model_set_value(model, "solver.rtol", 1.25e-300 - 1));
    KEEP(wd_model_set_input_signal(model, ref_of(model, "input.mu"), WD_SIGNAL_STEP, data, 4));
    wd_model_init(model, 0.5);
    KEEP(wd_model_step_to(model, 0.375));
    KEEP(wd_model_run(model, 1e10, 1.5, NULL, 0, NULL, 0, NULL));
    put(model, "solver.max_steps", 1);
    KEEP(wd_model_step_to(model, 123.456));
    wd_model_free(model);
}

int main(void)
{
    play_in_locale(0);
    errors_in_locale(0);
    char comma[16];
    int found = locale_comma();
    char before[256] = "";
    if (found) {
        snprintf(before, sizeof before, "%s", setlocale(LC_ALL, NULL));
        snprintf(comma, sizeof comma, "%.1f", 0.5);
        play_in_locale(1);
        errors_in_locale(1);
    }
    if (!found) {
        printf("1..0 # SKIP " LOCALE_COMMA_NONE "\n");
        return 0;
    }
    check(strcmp(comma, "0,5") == 0, "the host prints a decimal comma: %s", comma);
    check(strcmp(before, setlocale(LC_ALL, NULL)) == 0,
          "calls do not change the locale of the host: %s", before);
    check(hashes[0] == hashes[1], "the motion has the same bits in both locales");
    check(sizes[0] == sizes[1] && memcmp(bytes[0], bytes[1], sizes[0]) == 0,
          "the snapshot of the last setup has the same bytes in both locales");
    for (int i = 0; i < 6; i++)
        check(strcmp(texts[0][i], texts[1][i]) == 0 && strlen(texts[1][i]) > 0,
              "the error text is the same in both locales: %s", texts[1][i]);
    check(strstr(texts[1][0], "-2.5") && strstr(texts[1][2], "-0.125") &&
              strstr(texts[1][3], "0.375") && strstr(texts[1][5], "123.456"),
          "error texts have decimal points");
    return done();
}
