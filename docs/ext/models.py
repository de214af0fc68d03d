# SPDX-License-Identifier: MIT
"""Directives that ask the built library for a kind's presets and variables.

`wheeldyn-presets:: KIND`, `wheeldyn-variables:: KIND ROLE...` and `wheeldyn-part:: KIND TYPE`. The
last one lists the variables of a part with the name "name": the first part of its type, or with
`other` after TYPE a further one. The Python package finds the library; docs/meson.build selects the
one that was just built.
"""
import sys

import wheeldyn
from tables import TableDirective, plain

LARGEST, SMALLEST = sys.float_info.max, sys.float_info.min


class Presets(TableDirective):
    required_arguments = 1
    header = ("preset", "settings")

    def rows(self):
        kind = self.arguments[0]
        for preset in wheeldyn.presets(kind):
            yield "``%s``" % preset, plain(wheeldyn.preset_text(kind, preset))


class Variables(TableDirective):
    required_arguments = 1
    optional_arguments = 7
    header = ("name", "unit", "default", "bounds", "meaning")

    def rows(self):
        kind, *roles = self.arguments
        with wheeldyn.Model(kind) as model:
            variables = model.variables()
            computed = {"output", "stat"}
            if any(variable["role"] == "init" for variable in variables):
                computed.add("state")  # computed from the start values
            for variable in variables:
                if variable["role"] in roles:
                    yield row(model, variable, computed)


def add_needed(model, types, name):
    """Add the parts that a part of that type joins, each with the name of its type."""
    for each in types[name]["on"]:
        if each not in [part["name"] for part in model.parts]:
            add_needed(model, types, each)
            model.add_part(each, each, types[each]["on"])


class Part(TableDirective):
    required_arguments = 2
    optional_arguments = 1
    header = Variables.header

    def rows(self):
        kind, name, *which = self.arguments
        types = {each["name"]: each for each in wheeldyn.part_types(kind)}
        with wheeldyn.Model(kind) as model:
            add_needed(model, types, name)
            if which == ["other"]:
                model.add_part(name, "first", types[name]["on"])
            model.add_part(name, "name", types[name]["on"])
            variables = [variable for variable in model.variables()
                         if variable["name"].split(".")[1] == "name"]
            computed = {"output"}
            if any(variable["role"] == "init" for variable in variables):
                computed.add("state")
            for variable in variables:
                yield row(model, variable, computed)


def row(model, variable, computed):
    name, choices, meaning = variable["name"], variable["choices"], plain(variable["text"])
    if variable["role"] in computed:
        default, bounds = "", "computed"
    elif choices:
        default = "``%s``" % choices[int(model[name])]
        bounds = ", ".join("``%s`` %d" % (choice, i) for i, choice in enumerate(choices))
    else:
        default, bounds = "%.9g" % model[name], interval(variable["low"], variable["high"])
    return "``%s``" % name, variable["unit"], default, bounds, meaning


def interval(low, high):
    if low == SMALLEST and high >= LARGEST:
        text = "> 0"
    elif low <= -LARGEST and high >= LARGEST:
        text = "any"
    elif high >= LARGEST:
        text = "≥ %.9g" % low
    elif low == SMALLEST:
        text = "> 0, ≤ %.9g" % high
    else:
        text = "%.9g to %.9g" % (low, high)
    return text + (" or infinity" if high > LARGEST else "")


def setup(app):
    app.add_directive("wheeldyn-presets", Presets)
    app.add_directive("wheeldyn-variables", Variables)
    app.add_directive("wheeldyn-part", Part)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
