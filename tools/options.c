/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "options.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"

static const struct option names[] = {
    {"output", required_argument, NULL, 'o'}, {"events", required_argument, NULL, 'e'},
    {"plot", required_argument, NULL, 'p'},   {"html", required_argument, NULL, 'h'},
    {"set", required_argument, NULL, 's'},    {"t-end", required_argument, NULL, 't'},
    {"sweep", required_argument, NULL, 'w'},  {"over", required_argument, NULL, 'w'},
    {"jobs", required_argument, NULL, 'j'},   {NULL, 0, NULL, 0},
};

/* "name=value" is cut in two. */
static int add_pair(struct setting **list, size_t *count, char *text, struct problem *problem)
{
    char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1])
        return problem_is(problem, TOOL_USAGE, "\"%s\": this option wants name=value", text);
    *equals = 0;
    *list = memory_more(*list, *count + 1, sizeof **list);
    (*list)[(*count)++] = (struct setting){text, equals + 1};
    return TOOL_OK;
}

static int take(struct options *options, int letter, char *value, struct problem *problem)
{
    switch (letter) {
    case 'o':
        options->output = value;
        return TOOL_OK;
    case 'e':
        options->events = value;
        return TOOL_OK;
    case 'p':
        options->plot = value;
        return TOOL_OK;
    case 'h':
        options->html = value;
        return TOOL_OK;
    case 's':
        return add_pair(&options->settings, &options->setting_count, value, problem);
    case 'w':
        return add_pair(&options->ranges, &options->range_count, value, problem);
    case 't':
        options->has_end = 1;
        if (number_read(value, &options->end))
            return TOOL_OK;
        return problem_is(problem, TOOL_USAGE, "--t-end: \"%s\" is no number", value);
    default:
        if (number_read_whole(value, 1, 1024, &options->jobs))
            return TOOL_OK;
        return problem_is(problem, TOOL_USAGE, "-j: \"%s\" is no whole number from 1 to 1024",
                          value);
    }
}

static const char *long_name(int letter)
{
    const struct option *name = names;
    while (name->val != letter)
        name++;
    return name->name;
}

int options_read(struct options *options, int argc, char **argv, const char *letters,
                 const char *usage, struct problem *problem)
{
    *options = (struct options){.jobs = 1};
    opterr = 0;
    optind = 1;
    int letter, status = TOOL_OK;
    while (!status && (letter = getopt_long(argc, argv, "o:j:", names, NULL)) != -1) {
        if (letter == '?' || !strchr(letters, letter))
            status = problem_is(problem, TOOL_USAGE,
                                "%s%s: not an option here, or its value is "
                                "missing\nusage: wheeldyn %s",
                                letter == '?' ? "" : "--",
                                letter == '?' ? argv[optind - 1] : long_name(letter), usage);
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
        return problem_is(problem, TOOL_USAGE, "there is no variable \"%s\"", range->name);
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
