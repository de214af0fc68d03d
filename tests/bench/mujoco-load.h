/* SPDX-License-Identifier: MIT */
/* A model of MuJoCo from a description in memory. */
#ifndef BENCH_MUJOCO_LOAD_H
#define BENCH_MUJOCO_LOAD_H

#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline mjModel *mujoco_load(const char *text)
{
    char error[200] = "";
    mjVFS *files = malloc(sizeof *files);
    mj_defaultVFS(files);
    mj_makeEmptyFileVFS(files, "model.xml", (int)strlen(text));
    memcpy(files->filedata[0], text, strlen(text));
    mjModel *model = mj_loadXML("model.xml", files, error, sizeof error);
    mj_deleteVFS(files);
    free(files);
    if (!model) {
        printf("MuJoCo: %s\n", error);
        exit(1);
    }
    return model;
}

#endif
