/* SPDX-License-Identifier: MIT */
#include "fmu_terminals.h"

#include <stdlib.h>
#include <string.h>
#include <wheeldyn/parts.h>

#include "fmu_describe.h"

/* Drawings of icons.py. */
struct icon {
    const char *kind; /* "" for a terminal */
    const unsigned char *png;
    size_t png_size;
    const unsigned char *svg;
    size_t svg_size;
};
#include "icons.h"

static void add_copy(struct archive *archive, const char *name, const unsigned char *bytes,
                     size_t size)
{
    archive_add(archive, memcpy(memory(size, 1), bytes, size), size, "%s", name);
}

void add_icons(struct archive *archive, const struct unit *unit)
{
    for (size_t i = 0; i < sizeof icons / sizeof *icons; i++) {
        const struct icon *icon = &icons[i];
        int terminal = !*icon->kind;
        if (!terminal && strcmp(icon->kind, wd_model_kind(unit->plan.model)) != 0)
            continue;
        if (unit->plan.version == 3) {
            add_copy(archive,
                     terminal ? "terminalsAndIcons/terminal.png" : "terminalsAndIcons/icon.png",
                     icon->png, icon->png_size);
            add_copy(archive,
                     terminal ? "terminalsAndIcons/terminal.svg" : "terminalsAndIcons/icon.svg",
                     icon->svg, icon->svg_size);
        } else if (!terminal)
            add_copy(archive, "model.png", icon->png, icon->png_size);
    }
}

/* ---- terminals ---- */

/* A terminal holds the ports of a part, or inputs or outputs of the whole model. */
struct terminal {
    const char *name, *kind;
    const char *causality; /* NULL: inputs and outputs */
    size_t part;           /* number of the part; SIZE_MAX: the whole model */
    int y;                 /* height of the terminal on the left or right side of the icon */
};

static bool belongs(const struct unit *unit, const struct unit_variable *variable,
                    const struct terminal *terminal)
{
    bool input = !strcmp(variable->causality, "input");
    size_t part;
    /* Variables that the library does not have, such as event.count, belong to no terminal. */
    if ((!input && strcmp(variable->causality, "output") != 0) ||
        wd_model_var_part(unit->plan.model, variable->reference, &part) < 0)
        return false;
    return part == terminal->part &&
           (!terminal->causality || input == !strcmp(terminal->causality, "input"));
}

static bool has_members(const struct unit *unit, const struct terminal *terminal)
{
    for (size_t i = 0; i < unit->count; i++)
        if (belongs(unit, &unit->variables[i], terminal))
            return true;
    return false;
}

/* "state.frame.x" is state.x of the part frame. */
static void print_member(FILE *file, const struct unit *unit, const struct unit_variable *variable,
                         const struct terminal *terminal)
{
    const char *name = variable->name, *rest = strchr(name, '.');
    size_t part = terminal->part == SIZE_MAX
                      ? 0
                      : strlen(wd_model_part_name(unit->plan.model, terminal->part)) + 1;
    int role = rest ? (int)(rest - name) : 0;
    fprintf(file,
            "      <TerminalMemberVariable variableName=\"%s\" memberName=\"%.*s%s\" "
            "variableKind=\"signal\"/>\n",
            name, role, name, name + (size_t)role + part);
}

static void print_terminal(FILE *file, const struct unit *unit, const struct terminal *terminal)
{
    int left = terminal->causality && !strcmp(terminal->causality, "input");
    if (!has_members(unit, terminal))
        return;
    fprintf(file, "    <Terminal name=\"%s\" matchingRule=\"bus\" terminalKind=\"wheeldyn.%s\">\n",
            terminal->name, terminal->kind);
    for (size_t i = 0; i < unit->count; i++)
        if (belongs(unit, &unit->variables[i], terminal))
            print_member(file, unit, &unit->variables[i], terminal);
    fprintf(file,
            "      <TerminalGraphicalRepresentation defaultConnectionColor=\"31 42 56\" "
            "defaultConnectionStrokeSize=\"1\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" "
            "iconBaseName=\"terminal\"/>\n    </Terminal>\n",
            left ? -110 : 90, terminal->y - 5, left ? -90 : 110, terminal->y + 5);
}

void describe_terminals(FILE *file, void *context)
{
    static const char square[] = "x1=\"-100\" y1=\"-100\" x2=\"100\" y2=\"100\"";
    const struct unit *unit = context;
    int parts = (int)wd_model_part_count(unit->plan.model);
    fprintf(
        file,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiTerminalsAndIcons fmiVersion=\"3.0\">\n"
        "  <GraphicalRepresentation>\n"
        "    <CoordinateSystem %s suggestedScalingFactorTo_mm=\"0.1\"/>\n    <Icon %s/>\n"
        "  </GraphicalRepresentation>\n",
        square, square);
    /* Names of parts have no capital letters. */
    struct terminal whole[] = {{"Inputs", "inputs", "input", SIZE_MAX, 0},
                               {"Outputs", "outputs", "output", SIZE_MAX, parts > 0 ? 90 : 0}};
    bool any = has_members(unit, &whole[0]) || has_members(unit, &whole[1]);
    for (int i = 0; i < parts && !any; i++)
        any = has_members(unit, &(struct terminal){.part = (size_t)i});
    fputs(any ? "  <Terminals>\n" : "", file);
    print_terminal(file, unit, &whole[0]);
    print_terminal(file, unit, &whole[1]);
    for (int i = 0; i < parts; i++) {
        struct terminal part = {wd_model_part_name(unit->plan.model, (size_t)i),
                                wd_model_part_type(unit->plan.model, (size_t)i), NULL, (size_t)i,
                                90 - 180 * (i + 1) / parts};
        print_terminal(file, unit, &part);
    }
    fputs(any ? "  </Terminals>\n" : "", file);
    fputs("</fmiTerminalsAndIcons>\n", file);
}
