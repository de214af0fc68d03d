/* SPDX-License-Identifier: MIT */
#include "support.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wheeldyn/parts.h>

#include "problem.h"

enum { NAME = 160 };

/* m: largest gap of a wheel that counts as a contact. At a start the gaps are zero to 1e-9 m. */
#define TOUCHING 1e-6
/* Fraction of the greatest distance between contacts. A thinner polygon counts as a line, and a
 * centre of mass that is less than this outside counts as on the edge. Starts are accurate to
 * 1e-9 m. */
#define THIN 1e-6

struct point {
    double x, y, z;
};

static double value(const wd_model *model, const char *role, const char *part, const char *quantity)
{
    char name[NAME];
    double found = 0;
    snprintf(name, sizeof name, "%s.%s%s%s", role, part, *part ? "." : "", quantity);
    return wd_model_value(model, name, &found) < 0 ? 0 : found;
}

static struct point place(const wd_model *model, const char *role, const char *part)
{
    return (struct point){value(model, role, part, "x"), value(model, role, part, "y"),
                          value(model, role, part, "z")};
}

/* Transform the vector a from the axes of a body to ground axes. */
static struct point turned(const wd_model *model, const char *body, struct point a)
{
    double s = value(model, "output", body, "q0"), x = value(model, "output", body, "q1"),
           y = value(model, "output", body, "q2"), z = value(model, "output", body, "q3");
    struct point c = {2 * (y * a.z - z * a.y), 2 * (z * a.x - x * a.z), 2 * (x * a.y - y * a.x)};
    return (struct point){a.x + s * c.x + y * c.z - z * c.y, a.y + s * c.y + z * c.x - x * c.z,
                          a.z + s * c.z + x * c.y - y * c.x};
}

/* Centre of a wheel: its position in the parameters, moved with the body on which it is mounted. */
static struct point centre_of_wheel(const wd_model *model, size_t part)
{
    const char *name = wd_model_part_name(model, part), *body = wd_model_part_on(model, part, 0);
    struct point here = place(model, "param", name), of_body = place(model, "param", body);
    struct point at = place(model, "output", body);
    struct point arm = {here.x - of_body.x, here.y - of_body.y, here.z - of_body.z};
    arm = turned(model, body, arm);
    return (struct point){at.x + arm.x, at.y + arm.y, at.z + arm.z};
}

/* Centre of mass of bodies and wheels. */
static struct point centre_of_mass(const wd_model *model)
{
    struct point sum = {0};
    double mass = 0;
    for (size_t i = 0; i < wd_model_part_count(model); i++) {
        const char *name = wd_model_part_name(model, i), *type = wd_model_part_type(model, i);
        bool body = !strcmp(type, "body"), wheel = !strcmp(type, "wheel");
        if (!body && !wheel)
            continue;
        struct point at = body ? place(model, "output", name) : centre_of_wheel(model, i);
        double m = value(model, "param", name, "mass");
        mass += m;
        sum.x += m * at.x;
        sum.y += m * at.y;
        sum.z += m * at.z;
    }
    return (struct point){sum.x / mass, sum.y / mass, sum.z / mass};
}

static size_t find_contacts(const wd_model *model, struct point *contacts)
{
    size_t count = 0;
    for (size_t i = 0; i < wd_model_part_count(model); i++) {
        const char *name = wd_model_part_name(model, i), *type = wd_model_part_type(model, i);
        if (strcmp(type, "wheel") && strcmp(type, "rim"))
            continue;
        if (value(model, "output", name, "gap") <= TOUCHING)
            contacts[count++] = (struct point){value(model, "output", name, "contact_x"),
                                               value(model, "output", name, "contact_y"), 0};
    }
    return count;
}

/* Vector from the segment a b to p, in the plane. */
static struct point offset(struct point a, struct point b, struct point p)
{
    double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
    double along = square > 0 ? ((p.x - a.x) * x + (p.y - a.y) * y) / square : 0;
    along = fmin(fmax(along, 0), 1);
    return (struct point){p.x - a.x - along * x, p.y - a.y - along * y, 0};
}

/* Twice the area of a triangle. */
static double doubled_area(struct point a, struct point b, struct point c)
{
    return fabs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
}

/* Distance of p from the convex hull of the contacts, 0 inside. If p is outside, the nearest point
 * of the hull is on a segment between two contacts. No contact is then on the side of p of the line
 * through the nearest point that is perpendicular to the vector from this point to p. */
static double outside(const struct point *contact, size_t count, struct point p)
{
    double least = INFINITY, size = 0, area = 0;
    struct point away = {0};
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++) {
            struct point d = offset(contact[i], contact[j], p);
            size = fmax(size, hypot(contact[i].x - contact[j].x, contact[i].y - contact[j].y));
            for (size_t k = 0; k < j; k++)
                area = fmax(area, doubled_area(contact[i], contact[j], contact[k]));
            if (hypot(d.x, d.y) < least) {
                least = hypot(d.x, d.y);
                away = d;
            }
        }
    if (!(area > THIN * size * size) || !(least > THIN * size))
        return 0;
    for (size_t k = 0; k < count; k++) {
        double beyond = (contact[k].x - p.x + away.x) * away.x;
        beyond += (contact[k].y - p.y + away.y) * away.y;
        if (beyond > THIN * size * least)
            return 0;
    }
    return least;
}

double support_excess(const wd_model *model, size_t *contacts)
{
    size_t parts = wd_model_part_count(model);
    double slope = value(model, "input", "", "slope"), bank = value(model, "input", "", "bank");
    double down = cos(slope) * cos(bank);
    struct point *contact = memory(parts, sizeof *contact);
    *contacts = find_contacts(model, contact);
    struct point p = centre_of_mass(model);
    p.x -= sin(slope) / down * p.z;
    p.y -= tan(bank) * p.z;
    int pressed = down > 0 && value(model, "param", "", "gravity") > 0;
    double excess = *contacts > 2 && pressed ? outside(contact, *contacts, p) : 0;
    free(contact);
    return excess;
}
