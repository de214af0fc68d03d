/* SPDX-License-Identifier: MIT */
/* wheeldyn: the library from the command line. wheeldyn.1 describes it. */
#include <stdio.h>
#include <string.h>

#include <wheeldyn/wheeldyn.h>

#include "command.h"
#include "core/nearest.h"
#include "output.h"
#include "progress.h"
#include "system.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv, struct problem *problem);
    const char *text;
} commands[] = {
    {"list", command_list, "the kinds of model and their presets"},
    {"describe", command_describe, "the variables of a kind or scenario"},
    {"run", command_run, "simulate a scenario: table, events, picture, replay"},
    {"check", command_check, "report whether a scenario is valid, without running it"},
    {"eigen", command_eigen, "eigenvalues of a kind or scenario over a variable"},
    {"sweep", command_sweep, "simulate a scenario for many values of variables"},
    {"fmu", command_fmu, "a scenario as a unit of FMI, for other simulators"},
    {"urdf", command_urdf, "make a scenario of a robot described in URDF"},
    {"tyre", command_tyre, "make a part of a scenario of a tyre in a .tir file"},
    {"bench", command_bench, "measure the speed of the presets on this machine"},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void help(FILE *file)
{
    fputs("usage: wheeldyn COMMAND [ARGUMENT...]\n\n", file);
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(file, "  %-9s %s\n", commands[i].name, commands[i].text);
    fputs("\nwheeldyn COMMAND --help prints its options, wheeldyn --version the version,\n"
          "man wheeldyn the rest.\n",
          file);
}

/* Print the problem. Lost output on the standard output is a problem, too. */
static int finish(int status, struct problem *problem)
{
    if (status == TOOL_OK || status == TOOL_HELPED)
        status = output_close(stdout, "the standard output", problem);
    if (status)
        fprintf(stderr, "wheeldyn: %s\n", problem->text);
    return status == TOOL_INTERRUPTED ? stop_status() : status;
}

static int no_command(const char *written)
{
    struct nearest nearest = {written, NULL, 0};
    for (size_t i = 0; i < COMMANDS; i++)
        nearest_offer(&nearest, commands[i].name);
    fprintf(stderr, "wheeldyn: there is no command \"%s\"; the nearest is \"%s\"\n", written,
            nearest.name);
    help(stderr);
    return TOOL_USAGE;
}

int main(int argc, char **argv)
{
    struct problem problem = {""};
    system_begin(end_by_signal);
    system_on_no_memory(end_without_memory);
    if (argc < 2) {
        help(stderr);
        return TOOL_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "help")) {
        help(stdout);
        return finish(TOOL_OK, &problem);
    }
    if (!strcmp(argv[1], "--version")) {
        puts(wd_build_info());
        return finish(TOOL_OK, &problem);
    }
    for (size_t i = 0; i < COMMANDS; i++)
        if (!strcmp(argv[1], commands[i].name))
            return finish(commands[i].run(argc - 1, argv + 1, &problem), &problem);
    return no_command(argv[1]);
}
