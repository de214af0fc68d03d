/* SPDX-License-Identifier: MIT */
/* A mesh of the smooth surface around the path of a vehicle; wheeldyn/_replay_mesh.py does the
 * same. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wheeldyn/ground.h>
#include <wheeldyn/parts.h>

#include "replay.h"

/* Distance by which the mesh extends beyond the path, in radii of the largest wheel. */
#define MARGIN 12.0
/* Smallest distance between nodes, in radii of the largest wheel. */
#define STEP 0.5
/* Largest number of nodes, up to rounding; more would make the page large and show little more. */
#define MOST_NODES 10000.0

struct mesh {
    double low[2], step;
    size_t nodes[2];
};

static bool has_surface(const wd_model *model)
{
    double frame[5] = {INFINITY}; /* not written without a surface */
    wd_model_surface(model, NULL, 0, frame);
    return !isinf(frame[0]);
}

static double part_value(const wd_model *model, const char *part, const char *quantity)
{
    char name[128];
    double value = 0;
    snprintf(name, sizeof name, "param.%s.%s", part, quantity);
    return wd_model_value(model, name, &value) < 0 ? 0 : value;
}

/* Radius of the largest wheel. */
static double largest_radius(const wd_model *model)
{
    double largest = 0;
    for (size_t i = 0; i < wd_model_part_count(model); i++) {
        const char *type = wd_model_part_type(model, i);
        if (!strcmp(type, "wheel") || !strcmp(type, "rim"))
            largest = fmax(largest, part_value(model, wd_model_part_name(model, i), "radius"));
    }
    return largest;
}

/* Name of the first body. */
static const char *root_name(const wd_model *model)
{
    size_t i = 0;
    while (i < wd_model_part_count(model) && strcmp(wd_model_part_type(model, i), "body"))
        i++;
    return wd_model_part_name(model, i);
}

/* Index in a row of the coordinate of the root along `axis`; 0, the time, if it is missing. */
static size_t column_of(const wd_model *model, const struct plan *plan, char axis)
{
    char name[128];
    uint32_t ref;
    snprintf(name, sizeof name, "state.%s.%c", root_name(model), axis);
    if (wd_model_find(model, name, &ref) < 0)
        return 0;
    for (size_t i = 0; i < plan->count; i++)
        if (plan->refs[i] == ref)
            return i + 1;
    return 0;
}

static struct mesh mesh_about(const wd_model *model, const struct plan *plan,
                              const struct history *history, double radius)
{
    struct mesh mesh;
    double size[2];
    for (size_t k = 0; k < 2; k++) {
        size_t column = column_of(model, plan, k ? 'y' : 'x');
        double least = INFINITY, most = -INFINITY;
        for (size_t i = 0; i < history->count; i++) {
            double place = history->rows[i * history->width + column];
            least = fmin(least, place);
            most = fmax(most, place);
        }
        mesh.low[k] = least - MARGIN * radius;
        size[k] = most + MARGIN * radius - mesh.low[k];
    }
    mesh.step = fmax(STEP * radius, sqrt(size[0] * size[1] / MOST_NODES));
    for (size_t k = 0; k < 2; k++)
        mesh.nodes[k] = (size_t)ceil(size[k] / mesh.step) + 1;
    return mesh;
}

static void write_heights(FILE *file, const wd_model *model, const struct mesh *mesh)
{
    for (size_t i = 0; i < mesh->nodes[0] * mesh->nodes[1]; i++) {
        double values[7];
        double x = mesh->low[0] + (double)(i % mesh->nodes[0]) * mesh->step;
        double y = mesh->low[1] + (double)(i / mesh->nodes[0]) * mesh->step;
        if (i)
            fputc(',', file);
        if (wd_model_ground_at(model, x, y, values) < 0)
            fputs("null", file);
        else
            fprintf(file, "%.6g", values[0]);
    }
}

void replay_write_surface(FILE *file, const wd_model *model, const struct plan *plan,
                          const struct history *history)
{
    double radius = has_surface(model) ? largest_radius(model) : 0;
    if (radius == 0 || history->count == 0) {
        fputs("null", file);
        return;
    }
    struct mesh mesh = mesh_about(model, plan, history, radius);
    fprintf(file, "{\"x0\":%.9g,\"y0\":%.9g,\"step\":%.9g,\"width\":%zu,\n\"heights\":[",
            mesh.low[0], mesh.low[1], mesh.step, mesh.nodes[0]);
    write_heights(file, model, &mesh);
    fputs("]}", file);
}
