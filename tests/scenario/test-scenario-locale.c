/* SPDX-License-Identifier: MIT */
/* Reading and writing scenarios gives the same bits and texts under a locale with a decimal comma
 * and under another rounding mode. The host's locale, rounding mode and errno are unchanged. */
#define _POSIX_C_SOURCE 200809L
#include "robust/locale-comma.h"
#include "robust/support.h"

#include <errno.h>
#include <fenv.h>
#include <wheeldyn/scenario.h>

static const char text[] =
    "kind: rolling_wheel\n"
    "set: {param.mass: 2.7182818284590452353602874713526624977572, param.radius: 0.1}\n"
    "input: {input.drive_torque: {expression: 1.1 * t}, input.mu: {linear: [[0.1, 0.7]]}}\n";

/* Results in the C locale with rounding to nearest (0) and in the changed environment (1). */
static double values[2][3]; /* mass [kg], speed at 0.5 s [m/s], coefficient of friction */
static char texts[2][4096]; /* scenario written from the model */

static void play(int which)
{
    static const double times[] = {0, 0.1, 1e-3};
    wd_scenario *scenario = NULL, *written = NULL;
    wd_model *model = NULL;
    wd_scenario_new(&scenario);
    wd_scenario_new(&written);
    errno = EXDEV;
    wd_scenario_read_text(scenario, text, strlen(text), NULL);
    wd_scenario_model(scenario, &model);
    wd_scenario_read_model(written, model, times, NULL, 0, NULL);
    if (errno != EXDEV)
        check(0, "reading and writing a scenario do not set errno");
    snprintf(texts[which], sizeof texts[which], "%s", wd_scenario_text(written, NULL));
    values[which][0] = value_of(model, "param.mass");
    wd_model_init(model, 0);
    wd_model_step_to(model, 0.5);
    values[which][1] = value_of(model, "output.speed");
    values[which][2] = value_of(model, "input.mu");
    wd_model_free(model);
    wd_scenario_free(written);
    wd_scenario_free(scenario);
}

static void compare(const char *what)
{
    check(!memcmp(values[0], values[1], sizeof values[0]),
          "%s: mass, friction and speed after 0.5 s have the same bits as in an unchanged "
          "environment",
          what);
    check(!strcmp(texts[0], texts[1]) && strstr(texts[0], "param.mass: 2.718281828459045\n"),
          "%s: the text that is written is the same as in an unchanged environment", what);
}

int main(void)
{
    play(0);
#ifdef FE_UPWARD
    if (fesetround(FE_UPWARD) == 0) {
        play(1);
        check(fegetround() == FE_UPWARD,
              "reading and writing a scenario leave the rounding mode unchanged");
        fesetround(FE_TONEAREST);
        compare("rounding upward");
    }
#endif
    if (!locale_comma()) {
        check(1, "locale # SKIP " LOCALE_COMMA_NONE);
        return done();
    }
    play(1);
    compare("a decimal comma");
    check(!strcmp(localeconv()->decimal_point, ","),
          "reading and writing a scenario leave the locale unchanged");
    return done();
}
