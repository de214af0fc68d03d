/* SPDX-License-Identifier: MIT */
/* modelDescription.xml of FMI 2.0 and 3.0, and the build description of 3.0. */
#include "fmu_describe.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fmu_units.h"
#include "number.h"

void print_escaped(FILE *file, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<':
            fputs("&lt;", file);
            break;
        case '>':
            fputs("&gt;", file);
            break;
        case '&':
            fputs("&amp;", file);
            break;
        case '"':
            fputs("&quot;", file);
            break;
        default:
            putc(*text, file);
        }
}

/* Print an attribute: ` name="text"` */
static void print_text(FILE *file, const char *name, const char *text)
{
    fprintf(file, " %s=\"", name);
    print_escaped(file, text);
    putc('"', file);
}

static void print_real(FILE *file, const char *name, double value)
{
    char text[NUMBER_SIZE];
    if (isinf(value))
        fprintf(file, " %s=\"%s\"", name, value < 0 ? "-INF" : "INF");
    else
        fprintf(file, " %s=\"%s\"", name, number_text(text, value));
}

/* ---- units ---- */

static void print_unit(FILE *file, const char *unit)
{
    int exponents[BASES];
    if (!unit_bases(unit, exponents))
        return;
    fputs("    <Unit", file);
    print_text(file, "name", unit);
    fputs(">\n      <BaseUnit", file);
    for (int i = 0; i < BASES; i++)
        if (exponents[i])
            fprintf(file, " %s=\"%d\"", base_names[i], exponents[i]);
    fputs("/>\n", file);
    const struct display_unit *shown;
    for (size_t i = 0; (shown = unit_display(unit, i)); i++) {
        fputs("      <DisplayUnit", file);
        print_text(file, "name", shown->name);
        print_real(file, "factor", shown->factor);
        fputs("/>\n", file);
    }
    fputs("    </Unit>\n", file);
}

static int has_unit_before(const struct unit *unit, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (unit->variables[k].unit && !strcmp(unit->variables[k].unit, unit->variables[i].unit))
            return 1;
    return 0;
}

static void print_units(FILE *file, const struct unit *unit)
{
    fputs("  <UnitDefinitions>\n", file);
    for (size_t i = 0; i < unit->count; i++)
        if (unit->variables[i].unit && !has_unit_before(unit, i))
            print_unit(file, unit->variables[i].unit);
    fputs("  </UnitDefinitions>\n", file);
}

/* ---- types ---- */

static void print_choices(FILE *file, const struct unit *unit, const struct unit_variable *variable)
{
    int nested = unit->plan.version == 2;
    const char *name;
    fputs(nested ? "    <SimpleType" : "    <EnumerationType", file);
    fprintf(file, " name=\"choice of %s\"", variable->name);
    fputs(nested ? ">\n      <Enumeration>\n" : ">\n", file);
    for (size_t i = 0; (name = unit_choice(unit, variable, i)); i++) {
        fputs(nested ? "        <Item" : "      <Item", file);
        print_text(file, "name", name);
        fprintf(file, " value=\"%zu\"/>\n", i);
    }
    fputs(nested ? "      </Enumeration>\n    </SimpleType>\n" : "    </EnumerationType>\n", file);
}

static int is_choice(const struct unit_variable *variable)
{
    return variable->type == UNIT_CHOICE || variable->type == UNIT_EVENT_TYPE;
}

static void print_types(FILE *file, const struct unit *unit)
{
    fputs("  <TypeDefinitions>\n", file);
    for (size_t i = 0; i < unit->count; i++)
        if (is_choice(&unit->variables[i]))
            print_choices(file, unit, &unit->variables[i]);
    fputs("  </TypeDefinitions>\n", file);
}

/* ---- variables ---- */

static void print_common(FILE *file, const struct unit_variable *variable)
{
    print_text(file, "name", variable->name);
    fprintf(file, " valueReference=\"%lu\"", (unsigned long)variable->reference);
    print_text(file, "description", variable->text);
    print_text(file, "causality", variable->causality);
    print_text(file, "variability", variable->variability);
    if (variable->initial)
        print_text(file, "initial", variable->initial);
}

/* Print typed attributes. `state`: index or reference of the state whose derivative this is. */
static void print_typed(FILE *file, const struct unit_variable *variable, unsigned long state,
                        int reinit)
{
    if (variable->unit)
        print_text(file, "unit", variable->unit);
    if (variable->unit && !strcmp(variable->unit, "rad"))
        print_text(file, "displayUnit", "deg");
    if (is_choice(variable))
        fprintf(file, " declaredType=\"choice of %s\"", variable->name);
    if (variable->type == UNIT_REAL && variable->lo > -DBL_MAX)
        print_real(file, "min", variable->lo);
    if (variable->type == UNIT_REAL && variable->hi < DBL_MAX)
        print_real(file, "max", variable->hi);
    if (variable->type == UNIT_FLAG)
        print_text(file, "start", "false");
    else if (variable->starts)
        print_real(file, "start", variable->start);
    if (variable->derivative != SIZE_MAX)
        fprintf(file, " derivative=\"%lu\"", state);
    if (reinit) /* events and projections make states jump */
        print_text(file, "reinit", "true");
}

static void print_variables(FILE *file, const struct unit *unit)
{
    static const char *const types2[] = {"Real", "Enumeration", "Enumeration", "Integer",
                                         "Boolean"};
    static const char *const types3[] = {"Float64", "Enumeration", "Enumeration", "UInt64",
                                         "Boolean"};
    fputs("  <ModelVariables>\n", file);
    for (size_t i = 0; i < unit->count; i++) {
        const struct unit_variable *variable = &unit->variables[i];
        size_t state = variable->derivative;
        int reinit = unit->plan.exchange && variable->has_rate;
        if (unit->plan.version == 2) {
            fputs("    <ScalarVariable", file);
            print_common(file, variable);
            fprintf(file, ">\n      <%s", types2[variable->type]);
            print_typed(file, variable, (unsigned long)state + 1, reinit);
            fputs("/>\n    </ScalarVariable>\n", file);
        } else {
            fprintf(file, "    <%s", types3[variable->type]);
            print_common(file, variable);
            print_typed(file, variable,
                        state == SIZE_MAX ? 0 : (unsigned long)unit->variables[state].reference,
                        reinit);
            fputs("/>\n", file);
        }
    }
    fputs("  </ModelVariables>\n", file);
}

/* ---- structure ---- */

/* Name of a variable in the structure: its index (FMI 2) or reference (FMI 3). */
static unsigned long place(const struct unit *unit, size_t i)
{
    return unit->plan.version == 2 ? (unsigned long)i + 1 : unit->variables[i].reference;
}

/* True if an unknown depends on a known at the same time. A state depends on itself only. Knowns
 * are inputs and states with rates. */
static int depends(const struct unit_variable *variable, const struct unit_variable *known)
{
    if (variable->has_rate)
        return variable == known;
    return known->has_rate ? variable->by_states
                           : variable->by_inputs && !strcmp(known->causality, "input");
}

static void print_dependencies(FILE *file, const struct unit *unit,
                               const struct unit_variable *variable)
{
    const char *before = "";
    fputs(" dependencies=\"", file);
    for (size_t i = 0; i < unit->count; i++)
        if (depends(variable, &unit->variables[i])) {
            fprintf(file, "%s%lu", before, place(unit, i));
            before = " ";
        }
    putc('"', file);
}

enum structure { OUTPUTS, DERIVATIVES, INITIAL };

static int belongs(const struct unit_variable *variable, enum structure structure)
{
    int calculated = variable->initial && !strcmp(variable->initial, "calculated");
    int output = !strcmp(variable->causality, "output");
    switch (structure) {
    case OUTPUTS:
        return output;
    case DERIVATIVES:
        return variable->derivative != SIZE_MAX;
    default:
        return (calculated && (output || variable->has_rate)) || variable->derivative != SIZE_MAX;
    }
}

static void print_structure(FILE *file, const struct unit *unit, enum structure structure)
{
    static const char *const lists[] = {"Outputs", "Derivatives", "InitialUnknowns"};
    static const char *const items[] = {"Output", "ContinuousStateDerivative", "InitialUnknown"};
    int nested = unit->plan.version == 2, opened = 0;
    for (size_t i = 0; i < unit->count; i++) {
        if (!belongs(&unit->variables[i], structure))
            continue;
        if (nested && !opened++)
            fprintf(file, "    <%s>\n", lists[structure]);
        fprintf(file, "    %s<%s %s=\"%lu\"", nested ? "  " : "",
                nested ? "Unknown" : items[structure], nested ? "index" : "valueReference",
                place(unit, i));
        if (structure == OUTPUTS)
            print_dependencies(file, unit, &unit->variables[i]);
        fputs("/>\n", file);
    }
    if (opened)
        fprintf(file, "    </%s>\n", lists[structure]);
}

/* Print the list of event indicators, which only FMI 3 has; FMI 2 has their number. */
static void print_indicators(FILE *file, const struct unit *unit)
{
    for (size_t i = 0; unit->plan.version == 3 && i < unit->indicators; i++)
        fprintf(file, "    <EventIndicator valueReference=\"%lu\"/>\n",
                (unsigned long)(SLOT_REF_INDICATOR + i));
}

/* ---- complete files ---- */

const char *describe_date(char text[DATE_SIZE])
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    double seconds;
    if (!epoch || !number_read(epoch, &seconds) || seconds < 0 || seconds > 4102444800.0)
        return NULL;
    time_t moment = (time_t)seconds;
    const struct tm *date = gmtime(&moment);
    return date && strftime(text, DATE_SIZE, "%Y-%m-%dT%H:%M:%SZ", date) ? text : NULL;
}

static void print_head(FILE *file, const struct unit *unit)
{
    int two = unit->plan.version == 2;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription", file);
    print_text(file, "fmiVersion", two ? "2.0" : "3.0");
    print_text(file, "modelName", unit->plan.name);
    print_text(file, two ? "guid" : "instantiationToken", unit->token);
    const char *kind = wd_model_kind(unit->plan.model);
    for (size_t i = 0; i < wd_kind_count(); i++)
        if (!strcmp(wd_kind_name(i), kind))
            print_text(file, "description", wd_kind_text(i));
    print_text(file, "license", "MIT");
    fprintf(file, " generationTool=\"wheeldyn %s\"", wd_version());
    if (unit->plan.date)
        print_text(file, "generationDateAndTime", unit->plan.date);
    print_text(file, "variableNamingConvention", "structured");
    if (two && unit->plan.exchange)
        fprintf(file, " numberOfEventIndicators=\"%zu\"", unit->indicators);
    fputs(">\n", file);
}

static void print_interface2(FILE *file, const struct description *description)
{
    const struct unit *unit = description->unit;
    const char *interface = unit->plan.exchange ? "ModelExchange" : "CoSimulation";
    fprintf(file, "  <%s", interface);
    print_text(file, "modelIdentifier", unit->plan.name);
    fputs(unit->plan.exchange ? "" : " canHandleVariableCommunicationStepSize=\"true\"", file);
    fputs(" canNotUseMemoryManagementFunctions=\"true\""
          " canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\"",
          file);
    if (!unit->plan.exchange)
        fputs(" providesDirectionalDerivative=\"true\"", file);
    fputs(">\n    <SourceFiles>\n", file);
    for (size_t i = 0; description->sources[i]; i++)
        fprintf(file, "      <File name=\"%s\"/>\n", description->sources[i]);
    fprintf(file, "    </SourceFiles>\n  </%s>\n", interface);
}

static void print_co_simulation3(FILE *file, const struct unit *unit)
{
    fputs(" providesDirectionalDerivatives=\"true\""
          " canHandleVariableCommunicationStepSize=\"true\"",
          file);
    if (unit->fixed_step > 0)
        print_real(file, "fixedInternalStepSize", unit->fixed_step);
    fputs(" mightReturnEarlyFromDoStep=\"true\" hasEventMode=\"true\"", file);
}

static void print_interface3(FILE *file, const struct unit *unit)
{
    fputs(unit->plan.exchange ? "  <ModelExchange" : "  <CoSimulation", file);
    print_text(file, "modelIdentifier", unit->plan.name);
    fputs(" canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\"", file);
    if (unit->plan.exchange)
        fputs(" needsCompletedIntegratorStep=\"true\"", file);
    else
        print_co_simulation3(file, unit);
    fputs("/>\n", file);
}

static void print_categories(FILE *file)
{
    fputs("  <LogCategories>\n"
          "    <Category name=\"logEvents\" description=\"events of the motion\"/>\n"
          "    <Category name=\"logStatusWarning\" description=\"what may be a mistake\"/>\n"
          "    <Category name=\"logStatusDiscard\" description=\"calls that were discarded\"/>\n"
          "    <Category name=\"logStatusError\" description=\"calls that failed\"/>\n"
          "  </LogCategories>\n",
          file);
}

static void print_experiment(FILE *file, const struct unit *unit)
{
    fputs("  <DefaultExperiment", file);
    print_real(file, "startTime", unit->plan.start);
    print_real(file, "stopTime", unit->plan.end);
    if (unit->tolerance > 0)
        print_real(file, "tolerance", unit->tolerance);
    print_real(file, "stepSize", unit->plan.step);
    fputs("/>\n", file);
}

void describe_model(FILE *file, void *context)
{
    const struct description *description = context;
    const struct unit *unit = description->unit;
    print_head(file, unit);
    if (unit->plan.version == 2)
        print_interface2(file, description);
    else
        print_interface3(file, unit);
    print_units(file, unit);
    print_types(file, unit);
    print_categories(file);
    print_experiment(file, unit);
    print_variables(file, unit);
    fputs("  <ModelStructure>\n", file);
    print_structure(file, unit, OUTPUTS);
    print_structure(file, unit, DERIVATIVES);
    print_structure(file, unit, INITIAL);
    print_indicators(file, unit);
    fputs("  </ModelStructure>\n</fmiModelDescription>\n", file);
}

void describe_build(FILE *file, void *context)
{
    const struct description *description = context;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion=\"3.0\">\n"
          "  <BuildConfiguration",
          file);
    print_text(file, "modelIdentifier", description->unit->plan.name);
    fputs(">\n    <SourceFileSet language=\"C11\">\n", file);
    for (size_t i = 0; description->sources[i]; i++)
        fprintf(file, "      <SourceFile name=\"%s\"/>\n", description->sources[i]);
    fputs("      <PreprocessorDefinition name=\"FMI3_OVERRIDE_FUNCTION_PREFIX\" optional=\"true\""
          " description=\"for a shared library: function names without the model's name\"/>\n"
          "      <IncludeDirectory name=\".\"/>\n"
          "    </SourceFileSet>\n"
          "  </BuildConfiguration>\n</fmiBuildDescription>\n",
          file);
}
