/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <getopt.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/nearest.h"
#include "number.h"
#include "scenario/set_value.h"

/* Letters of the options that every command has. They are not accepted as short options. */
enum { HELP = 'H' };

/* Offset of the member that stores an option: its text, or 1 for an option without a value. Some
 * options have no such member (NOWHERE). */
#define TO(member) offsetof(struct options, member)
#define NOWHERE SIZE_MAX

static const struct {
    const char *name;
    int letter;
    size_t to;
    const char *value; /* name of its value in the help; NULL: the option has no value */
    const char *text;
} known[] = {
    {"output", 'o', TO(output), "FILE",
     "file to write: a table as CSV, or a unit; - is the standard output"},
    {"events", 'e', TO(events), "FILE", "the events of the run, as CSV"},
    {"plot", 'p', TO(plot), "FILE", "a picture, as SVG"},
    {"html", 'h', TO(html), "FILE", "a page that replays the run"},
    {"set", 's', NOWHERE, "NAME=VALUE", "set a variable; overrides the scenario"},
    {"t-end", 't', NOWHERE, "T", "end of the run in seconds; overrides the scenario"},
    {"sweep", 'w', NOWHERE, "NAME=LO:HI:COUNT", "values of a variable, both ends included"},
    {"over", 'v', NOWHERE, "NAME=LO:HI:COUNT", "values of a variable, both ends included"},
    {"wheel", 'l', NOWHERE, "LINK=RADIUS", "a link that is a wheel, with its radius in metres"},
    {"side", 'd', TO(side), "left|right",
     "where the tyre stands: a file of the other side is mirrored"},
    {"curves", 'u', TO(curves), "FILE", "forces over slip for three loads, as CSV or .html"},
    {"jobs", 'j', NOWHERE, "JOBS", "number of threads"},
    {"fmi", 'i', TO(fmi), "2|3", "version of FMI; default 2"},
    {"type", 'y', TO(type), "cs|me", "co-simulation or model exchange; default cs"},
    {"sources", 'c', TO(sources), NULL, "sources without binaries, for targets that compile them"},
    {"free", 'f', NOWHERE, "NAME", "leave this input to the importer"},
    {"name", 'n', TO(name), "IDENTIFIER",
     "model identifier; default: from the scenario's file name"},
    {"snapshot", 'm', TO(snapshot), "FILE",
     "a model that a program has saved, in place of the scenario's"},
    {"check", 'k', TO(check), NULL,
     "compare a unit with the library: do all values have the same bits?"},
    {"resume", 'r', TO(resume), NULL, "continue the FILE.part of an interrupted sweep"},
    {"help", HELP, NOWHERE, NULL, "this text"},
};
enum { KNOWN = sizeof known / sizeof *known };

static int taken(const char *letters, size_t i)
{
    return known[i].letter == HELP || strchr(letters, known[i].letter);
}

/* Split "name=value" into two texts. */
static int add_pair(struct setting **list, size_t *count, char *text, struct problem *problem)
{
    char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1])
        return problem_is(problem, TOOL_USAGE, "\"%s\": this option needs name=value", text);
    *equals = 0;
    *list = memory_more(*list, *count + 1, sizeof **list);
    (*list)[(*count)++] = (struct setting){text, equals + 1};
    return TOOL_OK;
}

/* Store an option in its member; false if it has none. */
static bool put(struct options *options, int letter, const char *value)
{
    for (size_t i = 0; i < KNOWN; i++) {
        if (known[i].letter != letter || known[i].to == NOWHERE)
            continue;
        void *to = (char *)options + known[i].to;
        if (known[i].value)
            *(const char **)to = value;
        else
            *(int *)to = 1;
        return true;
    }
    return false;
}

static int take(struct options *options, int letter, char *value, struct problem *problem)
{
    if (put(options, letter, value))
        return TOOL_OK;
    switch (letter) {
    case 'f':
        options->freed =
            memory_more(options->freed, options->freed_count + 1, sizeof *options->freed);
        options->freed[options->freed_count++] = value;
        return TOOL_OK;
    case 's':
    case 'l':
        return add_pair(&options->settings, &options->setting_count, value, problem);
    case 'w':
    case 'v':
        return add_pair(&options->ranges, &options->range_count, value, problem);
    case 't':
        options->has_end = 1;
        if (number_read(value, &options->end))
            return TOOL_OK;
        return problem_is(problem, TOOL_USAGE, "--t-end: \"%s\" is not a number", value);
    default:
        if (number_read_whole(value, 1, 1024, &options->jobs))
            return TOOL_OK;
        return problem_is(problem, TOOL_USAGE, "-j: \"%s\" is no whole number from 1 to 1024",
                          value);
    }
}

static int help(const char *letters, const char *usage)
{
    printf("usage: wheeldyn %s\n\n", usage);
    for (size_t i = 0; i < KNOWN; i++) {
        if (!taken(letters, i))
            continue;
        int brief = strchr("oj", known[i].letter) != NULL;
        printf("  %c%c%c --%s", brief ? '-' : ' ', brief ? known[i].letter : ' ', brief ? ',' : ' ',
               known[i].name);
        printf(" %-*s  %s\n", 22 - (int)strlen(known[i].name), known[i].value ? known[i].value : "",
               known[i].text);
    }
    printf("\n%sman wheeldyn has the rest.\n",
           strstr(usage, "SCENARIO") ? "A scenario is a YAML file, - the standard input; " : "");
    return TOOL_HELPED;
}

/* Refuse a letter of getopt: an option of another command, ':' for a missing value, or '?'. */
static int refuse(int letter, char **argv, const char *letters, const char *usage,
                  struct problem *problem)
{
    char written[64];
    snprintf(written, sizeof written, "%s", argv[optind - 1]);
    written[strcspn(written, "=")] = 0;
    struct nearest nearest = {written, NULL, 0};
    if (letter == '?' && optopt)
        return problem_is(problem, TOOL_USAGE, "-%c: not an option here\nusage: wheeldyn %s",
                          optopt, usage);
    if (letter == ':')
        return problem_is(problem, TOOL_USAGE, "%s: its value is missing\nusage: wheeldyn %s",
                          written, usage);
    for (size_t i = 0; i < KNOWN; i++) {
        if (known[i].letter == letter)
            return problem_is(problem, TOOL_USAGE, "--%s: not an option here\nusage: wheeldyn %s",
                              known[i].name, usage);
        if (taken(letters, i))
            nearest_offer(&nearest, known[i].name);
    }
    return problem_is(problem, TOOL_USAGE,
                      "%s: not an option here; the nearest is --%s\nusage: wheeldyn %s", written,
                      nearest.name, usage);
}

int options_read(struct options *options, int argc, char **argv, const char *letters,
                 const char *usage, struct problem *problem)
{
    *options = (struct options){.jobs = 1};
    struct option names[KNOWN + 1] = {{0}};
    for (size_t i = 0; i < KNOWN; i++)
        names[i] = (struct option){known[i].name, known[i].value != NULL, NULL, known[i].letter};
    optind = 1;
    int letter, status = TOOL_OK;
    while (!status && (letter = getopt_long(argc, argv, ":o:j:", names, NULL)) != -1) {
        if (letter == HELP)
            status = help(letters, usage);
        else if (!strchr(letters, letter))
            status = refuse(letter, argv, letters, usage, problem);
        else
            status = take(options, letter, optarg, problem);
    }
    if (!status && argc - optind > (usage[strcspn(usage, " ")] ? 1 : 0))
        status = problem_is(problem, TOOL_USAGE, "\"%s\": one word too many\nusage: wheeldyn %s",
                            argv[argc - 1], usage);
    options->word = optind < argc ? argv[optind] : NULL;
    if (status)
        options_free(options);
    return status;
}

void options_free(struct options *options)
{
    free(options->settings);
    free(options->ranges);
    free(options->freed);
}

int options_end(const struct options *options, const struct scenario *scenario, double *end,
                struct problem *problem)
{
    *end = options->has_end ? options->end : scenario->end;
    if (*end >= scenario->start && *end - scenario->start <= LONGEST_RUN)
        return TOOL_OK;
    char late[NUMBER_SIZE], early[NUMBER_SIZE];
    return problem_is(problem, TOOL_USAGE, "--t-end %s is before the start %s, or endless",
                      number_text(late, *end), number_text(early, scenario->start));
}

int range_read(const struct setting *text, struct range *range, struct problem *problem)
{
    char copy[128];
    long count = 0;
    size_t length = strlen(text->value);
    if (length < sizeof copy) {
        memcpy(copy, text->value, length + 1);
        char *second = strchr(copy, ':'), *third = second ? strchr(second + 1, ':') : NULL;
        if (third) {
            *second++ = *third++ = 0;
            if (number_read(copy, &range->lo) && number_read(second, &range->hi) &&
                isfinite(range->hi - range->lo) && number_read_whole(third, 1, 100000000, &count)) {
                range->name = text->name;
                range->count = (size_t)count;
                return TOOL_OK;
            }
        }
    }
    return problem_is(problem, TOOL_USAGE,
                      "%s=%s: a range is lo:hi:count, two numbers and a whole number above 0",
                      text->name, text->value);
}

int range_find(struct range *range, const wd_model *model, struct problem *problem)
{
    uint32_t ref;
    if (wd_model_find(model, range->name, &ref) < 0)
        return problem_is(problem, TOOL_USAGE, NO_VARIABLE, range->name,
                          wd_model_nearest_name(model, range->name));
    snprintf(range->unit, sizeof range->unit, "%s", wd_model_var_unit(model, ref));
    return TOOL_OK;
}

double range_value(const struct range *range, size_t i)
{
    if (i + 1 == range->count && i > 0)
        return range->hi;
    return range->count < 2
               ? range->lo
               : range->lo + (range->hi - range->lo) * ((double)i / (double)(range->count - 1));
}
