/* SPDX-License-Identifier: MIT */
/* The robot of threshold.xml drives over its bar; then it stands on a slope of 0.2 rad, with dry
 * friction in its hinges as brakes. */
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>

enum { LEFT = 6, RIGHT = 7 }; /* degrees of freedom of the hinges */

static void drive(const mjModel *model, mjData *data)
{
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
}

static void stand(mjModel *model, mjData *data, const char *settings)
{
    mj_resetData(model, data);
    model->opt.gravity[0] = -9.81 * sin(0.2);
    model->opt.gravity[2] = -9.81 * cos(0.2);
    model->dof_frictionloss[LEFT] = model->dof_frictionloss[RIGHT] = 50;
    while (data->time < 10)
        mj_step(model, data);
    double x = data->qpos[0];
    while (data->time < 20)
        mj_step(model, data);
    printf("on the slope it creeps by %.0e m from 10 s to 20 s, with %s\n", fabs(data->qpos[0] - x),
           settings);
}

int main(int argc, char **argv)
{
    char error[200] = "no file";
    mjModel *model = argc > 1 ? mj_loadXML(argv[1], NULL, error, sizeof error) : NULL;
    if (!model)
        return fprintf(stderr, "%s\n", error);
    mjData *data = mj_makeData(model);
    drive(model, data);
    stand(model, data, "default settings");
    model->opt.cone = mjCONE_ELLIPTIC;
    model->opt.noslip_iterations = 20;
    stand(model, data, "elliptic cones and 20 noslip iterations");
    mj_deleteData(data);
    mj_deleteModel(model);
    return 0;
}
