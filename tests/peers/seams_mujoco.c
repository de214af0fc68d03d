/* SPDX-License-Identifier: MIT */
/* The ball of seams.c in MuJoCo, in steps of 1 ms: on a plane, on 1,000 boxes of 10 mm side by
 * side, and on a flat field of heights with nodes 10 mm apart. The settings of contacts, except
 * friction, are MuJoCo's defaults. */
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOXES = 1000, ROOM = 200 * BOXES };

#define HEAD \
    "<mujoco><option timestep='0.001'/><default><geom friction='0.8 0 0' condim='3'/></default>"

#define BALL                                                                                   \
    "<body pos='0 0 0.1'><freejoint/><inertial pos='0 0 0' mass='1' diaginertia='0.004 0.004 " \
    "0.004'/><geom type='sphere' size='0.1'/></body></worldbody></mujoco>"

static const char field[] =
    HEAD "<asset><hfield name='flat' nrow='21' ncol='1001' size='5 0.1 0.1 0.1'/></asset>"
         "<worldbody><geom type='hfield' hfield='flat' pos='4 0 0'/>" BALL;

static const char plane[] = HEAD "<worldbody><geom type='plane' size='0 0 1'/>" BALL;

static char *write_boxes(void)
{
    char *xml = malloc(ROOM);
    size_t n = xml ? (size_t)sprintf(xml, HEAD "<worldbody>") : 0;
    for (int i = 0; xml && i < BOXES; i++)
        n += (size_t)sprintf(xml + n, "<geom type='box' size='0.005 0.1 0.1' pos='%.3f 0 -0.1'/>",
                             0.01 * i - 0.995);
    if (xml)
        strcpy(xml + n, BALL);
    return xml;
}

static double energy(const mjData *data)
{
    const mjtNum *v = data->qvel;
    return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 + 9.81 * data->qpos[2] +
           0.004 * (v[3] * v[3] + v[4] * v[4] + v[5] * v[5]) / 2;
}

static int roll(const char *what, const char *xml)
{
    static mjVFS files;
    char error[200] = "";
    mj_defaultVFS(&files);
    mj_makeEmptyFileVFS(&files, "ball.xml", (int)strlen(xml) + 1);
    memcpy(files.filedata[0], xml, strlen(xml) + 1);
    mjModel *model = mj_loadXML("ball.xml", &files, error, sizeof error);
    mj_deleteVFS(&files);
    if (!model)
        return fprintf(stderr, "%s\n", error);
    mjData *data = mj_makeData(model);
    for (int i = 0; i < 500; i++) /* the ball sinks in until it rests */
        mj_step(model, data);
    data->qvel[0] = 2, data->qvel[4] = 20;
    double height = data->qpos[2], start = energy(data), most = 0, jolt = 0;
    for (int i = 0; i < 4000; i++) {
        mj_step(model, data);
        most = fmax(most, fabs(data->qpos[2] - height));
        jolt = fmax(jolt, fabs(data->qacc[2]));
    }
    printf("%s: height changes by %.0e m, load by %.0e N; energy by %.0e of it\n", what, most, jolt,
           fabs(energy(data) / start - 1));
    mj_deleteData(data);
    mj_deleteModel(model);
    return 0;
}

int main(void)
{
    char *boxes = write_boxes();
    int failed = !boxes || roll("plane", plane) || roll("boxes", boxes) || roll("field", field);
    free(boxes);
    return failed;
}
