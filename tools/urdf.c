/* SPDX-License-Identifier: MIT */
/* wheeldyn urdf: convert a robot to a scenario. This command starts the Python package wheeldyn,
 * which converts URDF, so that the conversion exists only once; Python has an XML parser. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "options.h"

/* The working folder is removed from the module search path, because a robot's folder may contain
 * code. */
static const char program[] =
    "import sys\n"
    "sys.path[:] = [folder for folder in sys.path if folder]\n"
    "try:\n"
    "    from wheeldyn.urdf import main\n"
    "except (ImportError, OSError) as error:\n"
    "    print(f'wheeldyn: urdf needs the Python package wheeldyn: {error}', file=sys.stderr)\n"
    "    sys.exit(4)\n"
    "sys.exit(main(sys.argv[1:]))\n";

/* Replace this process by Python with the file, then links and radii in turn as arguments. */
static int become_python(const struct options *options, struct problem *problem)
{
    const char *named = getenv("WHEELDYN_PYTHON");
    const char *python = named && *named ? named : "python3";
    size_t count = 0;
    const char **arguments = memory(5 + 2 * options->setting_count, sizeof *arguments);
    arguments[count++] = python;
    arguments[count++] = "-c";
    arguments[count++] = program;
    arguments[count++] = options->word;
    for (size_t i = 0; i < options->setting_count; i++) {
        arguments[count++] = options->settings[i].name;
        arguments[count++] = options->settings[i].value;
    }
    system_become(python, arguments);
    int status =
        problem_is(problem, TOOL_SYSTEM, "urdf needs Python: %s: %s", python, strerror(errno));
    free(arguments);
    return status;
}

int command_urdf(int argc, char **argv, struct problem *problem)
{
    static const char usage[] = "urdf FILE [--wheel LINK=RADIUS]...";
    struct options options;
    int status = options_read(&options, argc, argv, "l", usage, problem);
    if (status)
        return status;
    status = options.word ? become_python(&options, problem)
                          : problem_is(problem, TOOL_USAGE, "usage: wheeldyn %s", usage);
    options_free(&options);
    return status;
}
