/* SPDX-License-Identifier: MIT */
#include <mujoco/mujoco.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    char error[200];
    mjModel *model = argc > 1 ? mj_loadXML(argv[1], NULL, error, sizeof error) : NULL;
    if (!model)
        return 1;
    mjData *data = mj_makeData(model);
    while (data->time < 60)
        mj_step(model, data);
    printf("after a minute at x = %.4f m\n", data->qpos[0]);
    mj_deleteData(data);
    mj_deleteModel(model);
    return 0;
}
