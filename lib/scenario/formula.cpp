// SPDX-License-Identifier: MIT
#include "scenario/formula.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>

#include <muParser.h>
#include <wheeldyn/wheeldyn.h>

#ifdef _WIN32
#include <windows.h>
#else
#include <sched.h>
#endif

#include "num/host.h"

struct formula {
    mu::Parser parser;
    std::string text;
    double t = 0;
    // Held while the formula is evaluated, because models of several threads may share it.
    std::atomic_flag busy = ATOMIC_FLAG_INIT;
};

namespace
{

// The first operator "=", or null. muParser would interpret it as an assignment to t.
const char *find_assignment(const char *text)
{
    for (; *text; text++)
        if (std::strchr("=<>!", *text) && text[1] == '=')
            text++;
        else if (*text == '=')
            return text;
    return nullptr;
}

const char *dots(const char *text)
{
    return std::strlen(text) > 60 ? "..." : "";
}

int32_t refuse(const char *text, const mu::ParserError &error, char *reason)
{
    const char *words = error.GetMsg().c_str();
    char place[32] = "";
    if (!std::strstr(words, "position") && static_cast<int>(error.GetPos()) >= 0)
        std::snprintf(place, sizeof place, " at position %d", static_cast<int>(error.GetPos()));
    std::snprintf(reason, FORMULA_REASON, "\"%.60s%s\": %.400s%s", text, dots(text), words, place);
    return WD_EFORMAT;
}

// Compile the formula by evaluating it at t = 0; this value is not used. The first evaluation
// generates muParser's code, so that later evaluations allocate nothing.
int32_t compile(const char *text, formula &made, char *reason)
{
    int count = 0;
    made.parser.DefineVar("t", &made.t);
    made.parser.DefineConst("pi", 3.14159265358979323846);
    made.text = text;
    made.parser.SetExpr(text);
    made.parser.Eval(count);
    if (count == 1)
        return WD_OK;
    std::snprintf(reason, FORMULA_REASON,
                  "\"%.60s%s\": a comma makes %d values; the decimal sign is a point", text,
                  dots(text), count);
    return WD_EFORMAT;
}

int32_t attempt(const char *text, formula **out, char *reason) noexcept
try {
    auto made = std::make_unique<formula>();
    int32_t status = compile(text, *made, reason);
    if (status == WD_OK)
        *out = made.release();
    return status;
} catch (const mu::ParserError &error) {
    return refuse(text, error, reason);
} catch (const std::bad_alloc &) {
    return WD_ENOMEM;
} catch (...) {
    std::snprintf(reason, FORMULA_REASON, "\"%.60s%s\": muParser refuses it", text, dots(text));
    return WD_EFORMAT;
}

// True if there is more memory than a formula needs.
bool has_memory()
{
    void *block = std::malloc(1 << 20);
    std::free(block);
    return block != nullptr;
}

void give_way()
{
#ifdef _WIN32
    SwitchToThread();
#else
    sched_yield();
#endif
}

} // namespace

int32_t formula_new(const char *text, formula **out, char reason[FORMULA_REASON])
{
    *out = nullptr;
    if (std::strlen(text) > FORMULA_MAX) {
        std::snprintf(reason, FORMULA_REASON, "a formula has at most %d characters, here %zu",
                      static_cast<int>(FORMULA_MAX), std::strlen(text));
        return WD_EFORMAT;
    }
    if (const char *assignment = find_assignment(text)) {
        std::snprintf(reason, FORMULA_REASON,
                      "\"%.60s%s\": \"=\" at position %td assigns; \"==\" compares", text,
                      dots(text), assignment - text);
        return WD_EFORMAT;
    }
    // C++ streams, with which muParser reads numbers, do not report that memory ran out: the
    // formula then seems to be wrong. So a formula is refused only if it fails twice while there is
    // memory.
    int32_t status = attempt(text, out, reason);
    if (status == WD_EFORMAT)
        status = attempt(text, out, reason);
    return status == WD_EFORMAT && !has_memory() ? WD_ENOMEM : status;
}

void formula_free(formula *freed)
{
    delete freed;
}

const char *formula_text(const formula *compiled)
{
    return compiled->text.c_str();
}

int32_t formula_input(double t, double *value, void *user)
{
    auto &evaluated = *static_cast<formula *>(user);
    int32_t status = WD_OK;
    host guest;
    while (evaluated.busy.test_and_set(std::memory_order_acquire))
        give_way();
    host_suspend(&guest);
    try {
        evaluated.t = t;
        *value = evaluated.parser.Eval();
    } catch (...) {
        status = WD_EINPUT;
    }
    host_resume(&guest);
    evaluated.busy.clear(std::memory_order_release);
    return status;
}
