# SPDX-License-Identifier: MIT
"""The rules of FMI 2.0 and 3.0 for the XML files in a unit.

    description.py UNIT.fmu...

The rules are stricter than the standard where units of wheeldyn guarantee more: value references
are never shared, and lists of the structure are in the order of the variables.
"""

import re
import struct
import sys
import zipfile
import zlib
from xml.etree import ElementTree

from description_forms import FORMS2, FORMS3, TERMINALS, BUILD, shape_faults

NATURAL = r"[A-Za-z_][A-Za-z_0-9]*"
NAME = rf"{NATURAL}(\[\d+(,\d+)*\])?(\.{NATURAL}(\[\d+(,\d+)*\])?)*"
STRUCTURED = re.compile(rf"{NAME}|der\({NAME}(,\d+)?\)")

# Causality: variability: allowed values of `initial`; the first is the default.
VARYING = ("calculated", "exact", "approx")
LEGAL = {
    "parameter": {"fixed": ("exact",), "tunable": ("exact",)},
    "structuralParameter": {"fixed": ("exact",), "tunable": ("exact",)},
    "calculatedParameter": {"fixed": VARYING[::2], "tunable": VARYING[::2]},
    "input": {"discrete": (None,), "continuous": (None,)},
    "output": {"constant": ("exact",), "discrete": VARYING, "continuous": VARYING},
    "local": {"constant": ("exact",), "fixed": VARYING[::2], "tunable": VARYING[::2],
              "discrete": VARYING, "continuous": VARYING},
    "independent": {"continuous": (None,)},
}
REALS = ("Real", "Float64", "Float32")


class Variable:
    """A variable of either version; `place` is its identification in the structure."""

    def __init__(self, element, index, version):
        typed = next((e for e in element if e.tag != "Annotations"), element)
        typed = typed if version == 2 else element
        self.tag, self.given = typed.tag, {**element.attrib, **typed.attrib}
        self.name, self.reference = self.given.get("name"), self.given.get("valueReference")
        self.place = str(index + 1) if version == 2 else self.reference
        self.causality = self.given.get("causality", "local")
        self.variability = self.given.get(
            "variability", "continuous" if version == 2 or self.tag in REALS else "discrete")
        legal = LEGAL.get(self.causality, {}).get(self.variability, (None,))
        self.initial = self.given.get("initial", legal[0])

    def is_calculated(self):
        return self.initial in ("calculated", "approx")


class Description:
    def __init__(self, root):
        self.root = root
        self.version = 3 if root.get("fmiVersion", "").startswith("3.") else 2
        self.variables = [Variable(element, i, self.version)
                          for i, element in enumerate(root.find("ModelVariables"))]
        self.by_place = {variable.place: variable for variable in self.variables}
        self.units = {unit.get("name"): {shown.get("name") for shown in unit.iter("DisplayUnit")}
                      for unit in root.iter("Unit")}
        types = root.find("TypeDefinitions")
        self.types = {entry.get("name"): entry if self.version == 3 else entry[0]
                      for entry in types} if types is not None else {}

    def face(self):
        """Return the element of the interface; a unit has one."""
        faces = [face for face in self.root if face.tag in ("ModelExchange", "CoSimulation")]
        return faces[0] if len(faces) == 1 else ElementTree.Element("none")

    def is_exchange(self):
        return self.face().tag == "ModelExchange"

    def structure(self, kind):
        """Return the unknowns of a list of the structure."""
        lists = {"Output": "Outputs", "ContinuousStateDerivative": "Derivatives",
                 "InitialUnknown": "InitialUnknowns"}
        structure = self.root.find("ModelStructure")
        if self.version == 3:
            return structure.findall(kind)
        return structure.findall(f"{lists[kind]}/Unknown")

    def place_of(self, unknown):
        return unknown.get("index" if self.version == 2 else "valueReference")

    def derivative_of(self, variable):
        """Return the state whose derivative a variable is, or None."""
        return self.by_place.get(variable.given.get("derivative"))

    def derivatives(self):
        return [variable for variable in self.variables if "derivative" in variable.given]


def repeated(items):
    seen = set()
    return [item for item in items if item in seen or seen.add(item)]


# ---- rules: each takes a description and yields faults ----


def shapes(d):
    forms = FORMS2 if d.version == 2 else FORMS3
    yield from shape_faults(d.root, forms, "fmiModelDescription")


def names(d):
    for name in repeated([variable.name for variable in d.variables]):
        yield f"{name}: a name twice"
    for reference in repeated([variable.reference for variable in d.variables]):
        yield f"{reference}: a value reference twice"
    for name in repeated([entry.get("name") for entry in d.root.findall("TypeDefinitions/*")]):
        yield f"{name}: a type twice"
    for name in repeated([entry.get("name") for entry in d.root.iter("Unit")]):
        yield f"{name}: a unit twice"
    for variable in d.variables:
        if variable.name in d.types:
            yield f"{variable.name}: a type has the name of a variable"
        if d.root.get("variableNamingConvention") == "structured" and \
                not STRUCTURED.fullmatch(variable.name):
            yield f"{variable.name}: this is no structured name"


def triples(d):
    for variable in d.variables:
        legal = LEGAL[variable.causality].get(variable.variability)
        if legal is None or variable.given.get("initial", legal[0]) not in legal:
            yield (f"{variable.name}: {variable.causality}, {variable.variability} and "
                   f"{variable.given.get('initial')} do not go together")
        if variable.variability == "continuous" and variable.tag not in REALS:
            yield f"{variable.name}: continuous, but not real"
    times = [variable for variable in d.variables if variable.causality == "independent"]
    if len(times) != 1 or times[0].tag not in REALS:
        yield "there is not exactly one independent variable, of a real type"


def starts(d):
    for variable in d.variables:
        wanted = variable.causality == "input" or variable.initial in ("exact", "approx")
        if ("start" in variable.given) != wanted:
            yield f"{variable.name}: a start value is {'missing' if wanted else 'not allowed'}"
        if variable.tag in ("Boolean", "String") or not wanted or "start" not in variable.given:
            continue
        low, high = (float(variable.given.get(key, end)) for key, end in
                     (("min", "-inf"), ("max", "inf")))
        if not low <= float(variable.given["start"]) <= high:
            yield f"{variable.name}: the start value is out of bounds"


def types(d):
    for variable in d.variables:
        name = variable.given.get("declaredType")
        if name is None:
            if variable.tag == "Enumeration":
                yield f"{variable.name}: an enumeration without a type"
        elif name not in d.types or not d.types[name].tag.startswith(variable.tag):
            yield f"{variable.name}: there is no type {name} for it"
        elif variable.tag == "Enumeration" and "start" in variable.given:
            if variable.given["start"] not in [item.get("value") for item in d.types[name]]:
                yield f"{variable.name}: the start value is no item of its type"
    for name, entry in d.types.items():
        for key in ("name", "value"):
            if repeated([item.get(key) for item in entry.iter("Item")]):
                yield f"{name}: two items of one {key}"


def units(d):
    for variable in d.variables:
        unit, shown = (variable.given.get(key) for key in ("unit", "displayUnit"))
        if unit is not None and unit not in d.units:
            yield f"{variable.name}: the unit {unit} is not defined"
        elif shown is not None and shown not in d.units.get(unit, ()):
            yield f"{variable.name}: the display unit {shown} is not defined"
    for unit in d.root.iter("Unit"):
        if repeated([shown.get("name") for shown in unit.iter("DisplayUnit")]):
            yield f"{unit.get('name')}: a display unit twice"
        if unit.find("BaseUnit") is None:
            yield f"{unit.get('name')}: not given in base units"


def derivatives(d):
    for variable in d.derivatives():
        state = d.derivative_of(variable)
        if state is None:
            yield f"{variable.name}: it is the derivative of no variable"
        elif state.causality not in ("local", "output") or state.variability != "continuous":
            yield f"{variable.name}: {state.name} is no continuous state"
        elif variable.variability != "continuous" or variable.tag not in REALS:
            yield f"{variable.name}: a derivative is continuous and real"
        elif variable.name != f"der({state.name})":
            yield f"{variable.name}: this is no name of a derivative of {state.name}"
    for place in repeated([variable.given["derivative"] for variable in d.derivatives()]):
        yield f"{place}: a state with two derivatives"


def structure(d):
    """Yield differences between the lists and the required ones: each entry once, in order."""
    rates = d.derivatives()
    states = [d.derivative_of(rate) for rate in rates]
    wanted = {
        "Output": [v for v in d.variables if v.causality == "output"],
        "ContinuousStateDerivative": rates,
        "InitialUnknown": [v for v in d.variables if v.causality == "calculatedParameter" or (
            v.is_calculated() and (v.causality == "output" or v in rates or v in states))],
    }
    for kind, variables in wanted.items():
        places = [d.place_of(unknown) for unknown in d.structure(kind)]
        right = [variable.place for variable in variables]
        for place in sorted(set(right) - set(places)):
            yield f"{d.by_place[place].name}: missing as {kind}"
        for place in sorted(set(places) - set(right)):
            yield f"{place}: this is no {kind}"
        if set(places) == set(right) and places != right:
            yield f"{kind}: not in the order of the variables, or twice"


def dependencies(d):
    states = [d.derivative_of(rate) for rate in d.derivatives()]
    for kind in ("Output", "ContinuousStateDerivative", "InitialUnknown"):
        for unknown in d.structure(kind):
            known = unknown.get("dependencies", "").split()
            kinds = unknown.get("dependenciesKind")
            if kinds is not None and len(kinds.split()) != len(known):
                yield f"{d.place_of(unknown)}: not one kind for each dependency"
            if repeated(known):
                yield f"{d.place_of(unknown)}: a dependency twice"
            for variable in map(d.by_place.get, known):
                if variable is None:
                    yield f"{d.place_of(unknown)}: a dependency that is no variable"
                elif variable.causality not in ("input", "independent") and \
                        variable not in states and \
                        not (kind == "InitialUnknown" and variable.initial == "exact"):
                    yield f"{d.place_of(unknown)}: it cannot depend on {variable.name}"


def interface(d):
    face = d.face()
    if not re.fullmatch(NATURAL, face.get("modelIdentifier", "")):
        yield "the model identifier is no identifier"
    save, serialize = ("canGetAndSetFMUstate", "canSerializeFMUstate") if d.version == 2 else (
        "canGetAndSetFMUState", "canSerializeFMUState")
    if face.get(serialize) == "true" and face.get(save) != "true":
        yield "states are serialized, but neither got nor set"
    directional = "providesDirectionalDerivative" + ("" if d.version == 2 else "s")
    if not d.is_exchange() and face.get(directional) != "true":
        yield "there are no directional derivatives"
    experiment = d.root.find("DefaultExperiment")
    if not float(experiment.get("startTime")) <= float(experiment.get("stopTime")) or \
            not float(experiment.get("stepSize", "1")) > 0:
        yield "the default experiment ends before its start, or has no positive step"
    if repeated([entry.get("name") for entry in d.root.iter("Category")]):
        yield "a category of messages twice"


def exchange(d):
    """Check model exchange: states that events change are marked, and indicators are continuous and
    as many as declared.
    """
    rates = d.derivatives()
    for state in map(d.derivative_of, rates):
        if state is not None and ("reinit" in state.given) != d.is_exchange():
            yield f"{state.name}: reinit must be given for model exchange, and only there"
    stated = [d.by_place.get(unknown.get("valueReference"))
            for unknown in d.root.iter("EventIndicator")]
    for variable in stated:
        if variable is None or variable.variability != "continuous":
            yield "an event indicator is no continuous variable"
    there = [v for v in d.variables if v.name.startswith("event.indicator_")]
    count = d.root.get("numberOfEventIndicators", "0") if d.version == 2 else len(stated)
    if int(count) != len(there):
        yield f"{count} event indicators, and {len(there)} variables for them"
    if d.is_exchange() and not rates:
        yield "there are no states"


# Rules for a description that has the right structure.
RULES = (names, triples, starts, types, units, derivatives, structure, dependencies, interface,
         exchange)


def description_faults(text):
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        return [f"this is no XML: {error}"]
    if root.tag != "fmiModelDescription" or root.find("ModelVariables") is None:
        return ["this is no description of a model"]
    d = Description(root)
    return list(shapes(d)) or [fault for rule in RULES for fault in rule(d)]


# ---- the files beside it ----


def build_faults(text, identifier, files):
    root = ElementTree.fromstring(text)
    faults = list(shape_faults(root, BUILD, "fmiBuildDescription"))
    stated = [entry.get("name") for entry in root.iter("SourceFile")]
    built = [entry.get("modelIdentifier") for entry in root.findall("BuildConfiguration")]
    if built != [identifier]:
        faults.append("the configuration is not that of the model")
    return faults + source_faults(stated, files)


def source_faults(stated, files):
    """Check that the description lists all C files at the top of sources/, and no others exist."""
    there = {name[8:] for name in files if re.fullmatch(r"sources/[^/]+\.c", name)}
    return ([f"{name}: a source twice" for name in repeated(stated)]
            + [f"{name}: this source is not stated" for name in sorted(there - set(stated))]
            + [f"{name}: there is no such source" for name in sorted(set(stated) - there)])


def png_faults(name, data):
    """Return the faults of a PNG: broken chunks, or a picture of another size than its header says.
    """
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        return [f"{name}: this is no PNG"]
    at, pixels, kinds = 8, b"", []
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if data[at + 8 + size:at + 12 + size] != struct.pack(">I", zlib.crc32(kind + body)):
            return [f"{name}: the chunk {kind} is damaged"]
        pixels += body if kind == b"IDAT" else b""
        kinds.append(kind)
        at += 12 + size
    width, height, depth, colours = struct.unpack(">IIBB", data[16:26])
    row = 1 + width * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colours] * depth // 8
    whole = (kinds[0], kinds[-1]) == (b"IHDR", b"IEND")
    return [] if whole and len(zlib.decompress(pixels)) == row * height else [
        f"{name}: the picture is not whole"]


def terminal_faults(text, d, files):
    root = ElementTree.fromstring(text)
    faults = list(shape_faults(root, TERMINALS, "fmiTerminalsAndIcons"))
    known = {variable.name: variable for variable in d.variables}
    members = [entry.get("variableName") for entry in root.iter("TerminalMemberVariable")]
    faults += [f"{name}: a terminal twice"
               for name in repeated([entry.get("name") for entry in root.iter("Terminal")])]
    faults += [f"{name}: in two terminals" for name in repeated(members)]
    faults += [f"{name}: no input or output, but in a terminal" for name in members
               if name not in known or known[name].causality not in ("input", "output")]
    faults += [f"{variable.name}: in no terminal" for variable in d.variables
               if variable.causality in ("input", "output") and variable.name not in members]
    for terminal in root.iter("Terminal"):
        if repeated([entry.get("memberName") for entry in terminal]):
            faults.append(f"{terminal.get('name')}: two members of one name")
    icons = {"icon"} | {entry.get("iconBaseName") for entry in root.iter()
                        if entry.tag == "TerminalGraphicalRepresentation"}
    return faults + [f"{icon}.{ending}: there is no such icon" for icon in sorted(icons)
                     for ending in ("png", "svg")
                     if f"terminalsAndIcons/{icon}.{ending}" not in files]


def unit_faults(path):
    """Return all faults of a unit."""
    with zipfile.ZipFile(path) as archive:
        files = archive.namelist()
        text = archive.read("modelDescription.xml")
        faults = description_faults(text)
        if faults:
            return faults
        d = Description(ElementTree.fromstring(text))
        identifier = d.face().get("modelIdentifier")
        faults += [f"{name}: this binary is not named as the model" for name in files
                   if name.startswith("binaries/")
                   and identifier != name.split("/")[2].split(".")[0]]
        for name in files:
            if name.endswith(".png"):
                faults += png_faults(name, archive.read(name))
            if name.endswith(".svg"):
                root = ElementTree.fromstring(archive.read(name))
                if not root.tag.endswith("}svg"):
                    faults.append(f"{name}: this is no SVG")
        if d.version == 2:
            stated = [entry.get("name") for entry in d.face().findall("SourceFiles/File")]
            return faults + source_faults(stated, files) + (
                [] if "model.png" in files else ["there is no model.png"])
        faults += build_faults(archive.read("sources/buildDescription.xml"), identifier, files)
        return faults + terminal_faults(archive.read("terminalsAndIcons/terminalsAndIcons.xml"), d,
                                        files)


if __name__ == "__main__":
    found = [f"{unit}: {fault}" for unit in sys.argv[1:] for fault in unit_faults(unit)]
    print("\n".join(found))
    sys.exit(bool(found))
