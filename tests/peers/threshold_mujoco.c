/* SPDX-License-Identifier: MIT */
/* The robot of threshold.xml drives over its bar. */
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    char error[200] = "no file";
    mjModel *model = argc > 1 ? mj_loadXML(argv[1], NULL, error, sizeof error) : NULL;
    if (!model)
        return fprintf(stderr, "%s\n", error);
    mjData *data = mj_makeData(model);
    double height = data->qpos[2], most = 0, deepest = 0, passed = NAN;
    data->ctrl[0] = data->ctrl[1] = 9;
    while (data->time < 3) {
        mj_step(model, data);
        most = fmax(most, data->qpos[2] - height);
        for (int i = 0; i < data->ncon; i++)
            deepest = fmin(deepest, data->contact[i].dist);
        if (isnan(passed) && data->qpos[0] > 1)
            passed = data->time;
    }
    printf("chassis rises by %.1f mm, passes 1 m at %.3f s; wheels sink in by %.0e m\n", 1e3 * most,
           passed, -deepest);
    mj_deleteData(data);
    mj_deleteModel(model);
    return 0;
}
