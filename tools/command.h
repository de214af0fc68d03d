/* SPDX-License-Identifier: MIT */
/* The commands, one file each. Arguments start with the command's own name. A command returns an
 * exit status and sets the text of a problem. */
#ifndef WHEELDYN_TOOL_COMMAND_H
#define WHEELDYN_TOOL_COMMAND_H

#include "problem.h"

int command_list(int argc, char **argv, struct problem *problem);
int command_describe(int argc, char **argv, struct problem *problem);
int command_run(int argc, char **argv, struct problem *problem);
int command_check(int argc, char **argv, struct problem *problem);
int command_eigen(int argc, char **argv, struct problem *problem);
int command_sweep(int argc, char **argv, struct problem *problem);
int command_fmu(int argc, char **argv, struct problem *problem);
int command_urdf(int argc, char **argv, struct problem *problem);
int command_tyre(int argc, char **argv, struct problem *problem);
int command_bench(int argc, char **argv, struct problem *problem);

#endif
