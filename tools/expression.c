/* SPDX-License-Identifier: MIT */
#include "expression.h"

#include <muParserDLL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* muParser copies names from a formula into a buffer of 2048 bytes without a check. */
enum { LONGEST_FORMULA = 1500 };

/* bytes; more than a formula needs. If memory is short, muParser's C functions let C++ exceptions
 * pass, which abort a C program. On POSIX system_on_no_memory() ends the program before that. On
 * Windows the abort cannot be prevented; it is unlikely if this much memory could be allocated
 * before. */
enum { PARSER_SIZE = 4000000 };

struct expression {
    muParserHandle_t parser;
    double t;
};

/* Error handler that does nothing: without one muParser prints the error. mupError() reports it in
 * any case. */
static void say_nothing(muParserHandle_t parser)
{
    (void)parser;
}

/* Return the first operator "=", or NULL. muParser would interpret it as an assignment to t. */
static const char *find_assignment(const char *text)
{
    for (; *text; text++)
        if (strchr("=<>!", *text) && text[1] == '=')
            text++;
        else if (*text == '=')
            return text;
    return NULL;
}

/* Parse the formula; its value at t = 0 is not used. mupError() resets the error when it is read,
 * but the message remains. */
static int parse(struct expression *expression, const char *text, struct problem *problem)
{
    muParserHandle_t parser = expression->parser;
    int count = 0;
    mupSetExpr(parser, text);
    int wrong = mupError(parser);
    if (!wrong) {
        mupEvalMulti(parser, &count);
        wrong = mupError(parser);
    }
    if (wrong) {
        const char *words = mupGetErrorMsg(parser);
        char place[32] = "";
        if (!strstr(words, "position") && mupGetErrorPos(parser) >= 0)
            snprintf(place, sizeof place, " at position %d", (int)mupGetErrorPos(parser));
        return problem_is(problem, TOOL_SCENARIO, "\"%.60s%s\": %.400s%s", text,
                          strlen(text) > 60 ? "..." : "", words, place);
    }
    if (count != 1)
        return problem_is(problem, TOOL_SCENARIO,
                          "\"%.60s%s\": a comma makes %d values; the decimal sign is a point", text,
                          strlen(text) > 60 ? "..." : "", count);
    return TOOL_OK;
}

int expression_new(const char *text, struct expression **out, struct problem *problem)
{
    if (strlen(text) > LONGEST_FORMULA)
        return problem_is(problem, TOOL_SCENARIO, "a formula has at most %d characters, here %zu",
                          LONGEST_FORMULA, strlen(text));
    const char *assignment = find_assignment(text);
    if (assignment)
        return problem_is(problem, TOOL_SCENARIO,
                          "\"%.60s%s\": \"=\" at position %td assigns; \"==\" compares", text,
                          strlen(text) > 60 ? "..." : "", assignment - text);
    free(memory(1, PARSER_SIZE));
    struct expression *made = memory(1, sizeof *made);
    made->parser = mupCreate(muBASETYPE_FLOAT);
    if (!made->parser) {
        free(made);
        return problem_is(problem, TOOL_SYSTEM, "out of memory");
    }
    mupSetErrorHandler(made->parser, say_nothing);
    mupDefineVar(made->parser, "t", &made->t);
    mupDefineConst(made->parser, "pi", 3.14159265358979323846);
    int status = parse(made, text, problem);
    if (status)
        expression_free(made);
    else
        *out = made;
    return status;
}

void expression_free(struct expression *expression)
{
    mupRelease(expression->parser);
    free(expression);
}

int32_t expression_input(double t, double *value, void *user)
{
    struct expression *expression = user;
    expression->t = t;
    *value = mupEval(expression->parser);
    return mupError(expression->parser);
}
