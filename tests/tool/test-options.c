/* SPDX-License-Identifier: MIT */
/* Command lines. options.c is compiled with a trap on overflowing pointer arithmetic. clang detects
 * it for unsigned offsets, gcc does not. */
#include <string.h>

#include "tap.h"
#include "tools/options.h"

static int read_line(struct options *options, char **words, int count, struct problem *problem)
{
    return options_read(options, count, words, "ephsto", "run SCENARIO", problem);
}

int main(void)
{
    struct options options;
    struct problem problem = {""};
    char set[] = "param.mass=3", end[] = "--t-end=2.5", out[] = "-o", file[] = "a.csv",
         name[] = "run", word[] = "x.yaml", option[] = "--set", jobs[] = "-j4";
    char *line[] = {name, option, set, end, out, file, word};
    int status = read_line(&options, line, 7, &problem);
    check(status == TOOL_OK && options.setting_count == 1,
          "a command line with options of all kinds is accepted");
    check(strcmp(options.settings->name, "param.mass") == 0 &&
              strcmp(options.settings->value, "3") == 0,
          "a setting is split into name and value");
    check(options.has_end && options.end == 2.5, "the value of --t-end is read as a number");
    check(strcmp(options.output, "a.csv") == 0 && strcmp(options.word, "x.yaml") == 0,
          "the value of -o and the word without option are read as given");
    options_free(&options);
    char *wrong[] = {name, jobs, word};
    status = read_line(&options, wrong, 3, &problem);
    check(status == TOOL_USAGE && strstr(problem.text, "--jobs"), "%s",
          "the option -j of another command is refused by its name");
    return done();
}
