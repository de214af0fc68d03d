/* SPDX-License-Identifier: MIT */
/* Signals of an input: values, knots and refused data. */
#include "core/signal.h"
#include "tap.h"

#include <stdlib.h>

static const struct var input = {"input.u", "1", "", WD_INPUT, 0, 0, -1, 10, 0, NULL};

static double value_at(struct signal *signal, double t)
{
    signal_seek(signal, t);
    return signal_value(signal, t);
}

static int32_t check_rejected(int32_t form, const double *data, size_t n, size_t want)
{
    size_t bad = 99;
    int32_t status = signal_check(&input, form, data, n, &bad);
    check(bad == want, "the number that is refused is reported: number %zu", bad);
    return status;
}

static void tables_of_knots(void)
{
    struct signal signal = {.var = &input};
    const double data[] = {1, 4, 2, 6, 4, 0};
    check(signal_set(&signal, WD_SIGNAL_LINEAR, data, 6) == WD_OK, "a linear signal is set");
    check(value_at(&signal, -5) == 4 && value_at(&signal, 1) == 4 && value_at(&signal, 1.5) == 5 &&
              value_at(&signal, 2) == 6 && value_at(&signal, 3) == 3 && value_at(&signal, 4) == 0 &&
              value_at(&signal, 9) == 0,
          "linear between the knots, constant beyond");
    signal_seek(&signal, 1.5);
    check(signal_knot(&signal) == 2, "the next knot is at 2");
    check(signal_value(&signal, 2) == 6, "a step that ends on a knot uses the piece before it");
    signal_seek(&signal, 4);
    check(isinf(signal_knot(&signal)), "no knot after the last");
    check(signal_set(&signal, WD_SIGNAL_STEP, data, 6) == WD_OK, "a step signal is set");
    check(value_at(&signal, 0) == 4 && value_at(&signal, 1.999) == 4 && value_at(&signal, 2) == 6 &&
              value_at(&signal, 3.999) == 6 && value_at(&signal, 4) == 0 &&
              value_at(&signal, 1e9) == 0,
          "steps are continuous from the right");
    signal_seek(&signal, 1);
    check(signal_value(&signal, 2) == 4, "a step that ends on a knot uses the value before it");
    free(signal.table);
}

static void hyperbolic_signal(void)
{
    struct signal signal = {.var = &input};
    const double odd[] = {1, 2, 0.5, 3, 1}, even[] = {0.3, 0.6, 1, 10, 4};
    signal_set(&signal, WD_SIGNAL_TANH, odd, 5);
    near_rel(value_at(&signal, 4), 1 + 2 * tanh(0.5), 1e-15, 1,
             "signal 1 + 2 tanh((t - 3)/2) at 4 s");
    signal_set(&signal, WD_SIGNAL_TANH, even, 5);
    near_rel(value_at(&signal, 9), 0.3 + 0.6 * pow(tanh(-1), 4), 1e-15, 1,
             "signal 0.3 + 0.6 tanh(t - 10)^4 at 9 s");
    check(value_at(&signal, 10) == 0.3, "signal 0.3 + 0.6 tanh(t - 10)^4 at its minimum");
}

static void refused_signals(void)
{
    const double back[] = {1, 0, 1, 0}, high[] = {0, 11}, nan_[] = {0, (double)NAN};
    const double power[] = {0, 1, 1, 0, 0.5};
    check(check_rejected(WD_SIGNAL_LINEAR, back, 4, 2) == WD_EINVAL,
          "a table whose times do not rise is refused");
    check(check_rejected(WD_SIGNAL_STEP, high, 2, 1) == WD_ERANGE,
          "a value out of bounds is refused");
    check(check_rejected(WD_SIGNAL_STEP, nan_, 2, 1) == WD_ERANGE, "a value of NaN is refused");
    check(check_rejected(WD_SIGNAL_TANH, power, 5, 4) == WD_EINVAL,
          "a power that is not whole is refused");
    check(check_rejected(WD_SIGNAL_TANH, power, 4, 4) == WD_EINVAL,
          "four numbers for tanh are refused");
    check(check_rejected(WD_SIGNAL_LINEAR, back, 3, 3) == WD_EINVAL,
          "an odd number of numbers for a table is refused");
    check(check_rejected(WD_SIGNAL_LINEAR, NULL, 0, 0) == WD_EINVAL, "an empty table is refused");
    check(check_rejected(WD_SIGNAL_HOLD, back, 2, 2) == WD_EINVAL,
          "numbers for a held input are refused");
    check(check_rejected(7, back, 2, 2) == WD_EINVAL, "an unknown form is refused");
}

int main(void)
{
    tables_of_knots();
    hyperbolic_signal();
    refused_signals();
    return done();
}
