/* SPDX-License-Identifier: MIT */
/* documentation/index.html: a description of the unit for people. */
#include <string.h>

#include "fmu_describe.h"
#include "number.h"

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    "<style>body{font:16px/1.4 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse}td,th{padding:.1em .8em .1em 0;text-align:left;"
    "vertical-align:top}pre{background:#eee;padding:.6em;overflow:auto}</style>\n";

static const char use2[] =
    "<p>Communication steps may have any length and need not be equal. A step that fails is an "
    "Error, and the unit keeps the state before the step. When the motion ends, a step is "
    "discarded: fmi2LastSuccessfulTime reports when, and fmi2Terminated is true.</p>\n";

static const char use3[] =
    "<p>Communication steps may have any length and need not be equal. A step that fails is "
    "discarded, and the unit keeps the state before the step. If early return is allowed, a step "
    "returns just after each event. When the motion ends, terminateSimulation is true and "
    "lastSuccessfulTime reports when.</p>\n";

static const char use_exchange[] =
    "<p>The importer integrates: states, derivatives and event indicators are those of "
    "wheeldyn/exchange.h. An indicator is positive until its event. Complete each step of the "
    "integrator; after a step event mode may be needed to project the states.</p>\n";

static const char inputs[] =
    "<p>Inputs are held over a step. Outputs that are read after an input was set and before the "
    "next step are computed with the new input. With fmu.hold_at_end true the unit continues at "
    "rest after the end of the motion, without limit. States can be saved, restored and "
    "serialised, any "
    "number of units can run in one process, and no other file is needed.</p>\n";

static const char licence[] =
    "<h2>Licence</h2>\n<p>The unit and its sources are under the MIT licence, see "
    "<a href=\"licenses/license.txt\">license.txt</a>. It may be used, changed and passed on, "
    "also within closed products, as long as the notice of the licence goes with "
    "it.</p>\n</html>\n";

static void print_start(FILE *file, const struct unit *unit, const struct unit_variable *variable)
{
    char text[NUMBER_SIZE];
    if (variable->type == UNIT_FLAG)
        fputs("false", file);
    else if (variable->starts && variable->type == UNIT_CHOICE)
        print_escaped(file, unit_choice(unit, variable, (size_t)variable->start));
    else if (variable->starts)
        fputs(number_text(text, variable->start), file);
}

static void print_table(FILE *file, const struct unit *unit, const char *causality)
{
    int opened = 0;
    for (size_t i = 0; i < unit->count; i++) {
        const struct unit_variable *variable = &unit->variables[i];
        if (strcmp(variable->causality, causality) != 0)
            continue;
        if (!opened++)
            fprintf(file,
                    "<h3>%s</h3>\n<table>\n<tr><th>name<th>unit<th>changes<th>start<th>meaning\n",
                    causality);
        fprintf(file, "<tr><td>%s<td>%s<td>%s<td>", variable->name,
                variable->unit ? variable->unit : "", variable->variability);
        print_start(file, unit, variable);
        fputs("<td>", file);
        print_escaped(file, variable->text);
        putc('\n', file);
    }
    fputs(opened ? "</table>\n" : "", file);
}

void describe_page(FILE *file, void *context)
{
    const struct unit *unit = ((const struct description *)context)->unit;
    fputs(head, file);
    fprintf(file, "<title>%s</title>\n<h1>%s</h1>\n", unit->plan.name, unit->plan.name);
    fprintf(file, "<p>A unit of FMI %d.0 for %s, of kind %s, by wheeldyn %s.</p>\n",
            unit->plan.version, unit->plan.exchange ? "model exchange" : "co-simulation",
            wd_model_kind(unit->plan.model), wd_version());
    fputs(unit->plan.exchange ? use_exchange : unit->plan.version == 2 ? use2 : use3, file);
    fputs(inputs, file);
    if (unit->plan.source) {
        fputs("<h2>Scenario</h2>\n<pre>", file);
        print_escaped(file, unit->plan.source);
        fputs("</pre>\n", file);
    }
    fputs("<h2>Variables</h2>\n", file);
    static const char *const causalities[] = {"input", "output", "parameter", "local",
                                              "independent"};
    for (size_t i = 0; i < sizeof causalities / sizeof *causalities; i++)
        print_table(file, unit, causalities[i]);
    fputs(licence, file);
}
