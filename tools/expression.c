/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "expression.h"

#include <muParserDLL.h>
#include <stdlib.h>

struct expression {
    muParserHandle_t parser;
    double t;
};

/* Without a handler of ours muParser would print. mupError() tells of the error all the same. */
static void say_nothing(muParserHandle_t parser)
{
    (void)parser;
}

int expression_new(const char *text, struct expression **out, struct problem *problem)
{
    struct expression *made = memory(1, sizeof *made);
    made->parser = mupCreate(muBASETYPE_FLOAT);
    if (!made->parser) {
        free(made);
        return problem_is(problem, TOOL_SYSTEM, "out of memory");
    }
    mupSetErrorHandler(made->parser, say_nothing);
    mupDefineVar(made->parser, "t", &made->t);
    mupDefineConst(made->parser, "pi", 3.14159265358979323846);
    mupSetExpr(made->parser, text);
    int count = 0;
    mupEvalMulti(made->parser, &count); /* parses; what it gives at t = 0 does not matter here */
    if (mupError(made->parser) || count != 1) {
        problem_is(problem, TOOL_SCENARIO, "\"%s\": %s", text,
                   mupError(made->parser)
                       ? mupGetErrorMsg(made->parser)
                       : "a comma makes two values; the decimal sign is a point");
        expression_free(made);
        return TOOL_SCENARIO;
    }
    *out = made;
    return TOOL_OK;
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
