# SPDX-License-Identifier: MIT
"""The FMUs of all example scenarios follow the rules of description.py; it detects faults that are
inserted here.
"""

import os
import re
import subprocess
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import description
import pytest

SCENARIOS = sorted((Path(__file__).parents[2] / "examples/scenarios").glob("*.yaml"))


def export(scenario, version, folder, *more):
    """Export the unit of a scenario; inputs with formulas are left to the importer."""
    freed = re.findall(r"^  (\S+): \{expression:", scenario.read_text(), re.M)
    path = folder / f"{scenario.stem}-{version}.fmu"
    subprocess.run([os.environ["WHEELDYN_TOOL"], "fmu", scenario, "--fmi", str(version), "-o", path]
                   + [f"--free={name}" for name in freed] + list(more), check=True)
    return path


# Versions of FMI take turns over the scenarios; script/test --all takes both for each.
EXAMPLES = [(scenario, version) for i, scenario in enumerate(SCENARIOS) for version in (2, 3)
            if i % 2 == version - 2 or "WHEELDYN_TEST_ALL" in os.environ]


@pytest.mark.parametrize("scenario, version", EXAMPLES,
                         ids=lambda value: getattr(value, "stem", str(value)))
def test_example(scenario, version, tmp_path):
    """Units without binaries, because compressing binaries takes long."""
    assert description.unit_faults(export(scenario, version, tmp_path, "--sources")) == []


@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("stem", ["drive", "bicycle-ride", "torus_wheel-fig13", "vehicle-car"])
def test_model_exchange(stem, version, tmp_path):
    scenario = next(path for path in SCENARIOS if path.stem == stem)
    path = export(scenario, version, tmp_path, "--sources", "--type=me")
    assert description.unit_faults(path) == []
    with zipfile.ZipFile(path) as archive:
        text = archive.read("modelDescription.xml").decode()
    indicators = r' numberOfEventIndicators="[1-9]\d*"|<EventIndicator [^>]*>'
    for pattern, said in ((r' reinit="true"', "reinit must be given"),
                          (indicators, "event indicators")):
        changed = re.sub(pattern, "", text, count=1)
        faults = description.description_faults(changed)
        assert changed == text or any(said in fault for fault in faults), faults


@pytest.mark.parametrize("version", [2, 3])
def test_binaries(version, tmp_path):
    path = export(SCENARIOS[0], version, tmp_path, "--name=wheel")
    assert description.unit_faults(path) == []
    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if name.startswith("binaries/")]
        assert names and all(name.split("/")[2].split(".")[0] == "wheel" for name in names)


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    """Files of XML: (version, name of the scenario, name of the file) -> text."""
    folder, found = tmp_path_factory.mktemp("units"), {}
    for stem in ("drive", "bicycle-ride", "vehicle-robot"):
        scenario = next(path for path in SCENARIOS if path.stem == stem)
        for version in (2, 3):
            with zipfile.ZipFile(export(scenario, version, folder, "--sources")) as archive:
                found.update({(version, stem, name): archive.read(name).decode()
                              for name in archive.namelist() if name.endswith(".xml")})
                found[version, stem, "files"] = archive.namelist()
    return found


BOTH = [
    (r' name="param.radius"', ' name="param.mass"', "a name twice"),
    (r' valueReference="1"', ' valueReference="0"', "a value reference twice"),
    (r'name="state.z"', 'name="state z"', "no structured name"),
    (r'name="choice of param.law"', 'name="param.mass"', "a type has the name of a variable"),
    (r'causality="parameter" variability="fixed"', 'causality="parameter" variability="discrete"',
     "do not go together"),
    (r'causality="parameter" variability="fixed" initial="exact"',
     'causality="parameter" variability="fixed" initial="calculated"', "do not go together"),
    (r'causality="input" variability="continuous"',
     'causality="input" variability="continuous" initial="calculated"', "do not go together"),
    (r'causality="independent"', 'causality="local"', "not exactly one independent variable"),
    (r' start="30"', "", "a start value is missing"),
    (r' start="30"', ' start="-1"', "out of bounds"),
    (r' start="30"', ' start="thirty"', "not of its type"),
    (r' unit="kg"', ' unit="pound"', "is not defined"),
    (r' displayUnit="deg"', ' displayUnit="grad"', "is not defined"),
    (r' declaredType="choice of param.law"', ' declaredType="choice"', "there is no type"),
    (r' declaredType="choice of param.law"', "", "declaredType"),
    (r'<Item name="published" value="1"/>', '<Item name="published" value="0"/>', "two items"),
    (r' derivative="\d+"', ' derivative="9999"', "the derivative of no variable"),
    (r' derivative="\d+"', "", "this is no ContinuousStateDerivative"),
    (r"der\(state\.x\)", "der(state.y)", "no name of a derivative"),
    (r' causality="independent"', ' causality="independent" colour="red"', "no attribute colour"),
    (r'canHandleVariableCommunicationStepSize="true"',
     'canHandleVariableCommunicationStepSize="yes"', "not of its type"),
    (r' modelIdentifier="drive"', ' modelIdentifier="2drive"', "no identifier"),
    (r' canGetAndSetFMU[sS]tate="true"', "", "neither got nor set"),
    (r' providesDirectionalDerivatives?="true"', "", "no directional derivatives"),
    (r' stopTime="20"', ' stopTime="-1"', "ends before its start"),
    (r"(?s)(  <UnitDefinitions>.*</UnitDefinitions>\n)(  <TypeDefinitions>.*</TypeDefinitions>\n)",
     r"\2\1", "not in order"),
    (r"(?s)  <ModelStructure>.*</ModelStructure>\n", "", "no ModelStructure"),
    (r"</ModelVariables>", "", "no XML"),
]
IN_2 = [
    (r'(?s)(<Outputs>.*?)      <Unknown index="\d+" dependencies="\d*"/>\n', r"\1",
     "missing as Output"),
    (r'(?s)(<InitialUnknowns>\n)      <Unknown index="\d+"/>\n', r"\1",
     "missing as InitialUnknown"),
    (r'(?s)(<Derivatives>\n)      <Unknown index="\d+"/>\n', r"\1",
     "missing as ContinuousStateDerivative"),
    (r'(?s)(<InitialUnknowns>\n)(.*?\n)(.*?\n)', r"\1\3\2", "order of the variables"),
    (r'(?s)(<InitialUnknowns>\n)', r'\1      <Unknown index="2"/>\n', "no InitialUnknown"),
    (r' dependencies="\d+"', ' dependencies="2"', "cannot depend on"),
    (r' dependencies="(\d+)"', r' dependencies="\1 \1"', "a dependency twice"),
    (r' dependencies="\d+"', ' dependencies="17000"', "no variable"),
    (r' guid="[^"]*"', "", "no attribute guid"),
]
IN_3 = [
    (r'    <Output valueReference="\d+" dependencies="\d*"/>\n', "", "missing as Output"),
    (r'    <InitialUnknown valueReference="\d+"/>\n', "", "missing as InitialUnknown"),
    (r'    <ContinuousStateDerivative valueReference="\d+"/>\n', "",
     "missing as ContinuousStateDerivative"),
    (r'(    <InitialUnknown .*\n)(    <InitialUnknown .*\n)', r"\2\1", "order of the variables"),
    (r'(    <InitialUnknown .*\n)', r"\1\1", "order of the variables"),
    (r' dependencies="\d+ [\d ]+"', ' dependencies="0"', "cannot depend on"),
    (r'    <InitialUnknown valueReference="269484050"/>\n', "", "missing as InitialUnknown"),
    (r' instantiationToken="[^"]*"', "", "no attribute instantiationToken"),
]


@pytest.mark.parametrize("version, change", [
    *((version, change) for version in (2, 3) for change in BOTH),
    *((2, change) for change in IN_2), *((3, change) for change in IN_3),
], ids=lambda value: value if isinstance(value, int) else value[0][:40])
def test_fault_in_a_description(texts, version, change):
    text = texts[version, "drive", "modelDescription.xml"]
    pattern, replacement, said = change
    changed = re.sub(pattern, replacement, text, count=1)
    assert changed != text, "nothing was changed"
    faults = description.description_faults(changed)
    assert faults and any(said in fault for fault in faults), faults


@pytest.mark.parametrize("version", [2, 3])
def test_calculated_states_are_initial_unknowns(texts, version):
    """If a kind has init.* variables, its continuous states and their derivatives are initial
    unknowns.
    """
    text = texts[version, "bicycle-ride", "modelDescription.xml"]
    d = description.Description(ElementTree.fromstring(text))
    states = [d.derivative_of(rate) for rate in d.derivatives()]
    assert states and all(state.is_calculated() for state in states)
    item = '<Unknown index="{}"/>' if version == 2 else '<InitialUnknown valueReference="{}"/>'
    for variable in states + d.derivatives():
        at = text.rindex(item.format(variable.place))
        changed = text[:at] + text[at:].replace(item.format(variable.place), "", 1)
        faults = description.description_faults(changed)
        assert faults == [f"{variable.name}: missing as InitialUnknown"]


@pytest.mark.parametrize("pattern, replacement, said", [
    (r'      <SourceFile name="wd_core_text.c"/>\n', "", "not stated"),
    (r'"wd_core_text.c"', '"wd_core_texts.c"', "no such source"),
    (r'"wd_core_text.c"', '"wd_core_table.c"', "a source twice"),
    (r' language="C11"', ' language="Fortran"', "not of its type"),
    (r' modelIdentifier="drive"', ' modelIdentifier="other"', "not that of the model"),
])
def test_fault_in_a_description_of_the_build(texts, pattern, replacement, said):
    text = texts[3, "drive", "sources/buildDescription.xml"]
    files = texts[3, "drive", "files"]
    assert description.build_faults(text, "drive", files) == []
    faults = description.build_faults(re.sub(pattern, replacement, text), "drive", files)
    assert any(said in fault for fault in faults), faults


@pytest.mark.parametrize("pattern, replacement, said", [
    (r'variableName="input.left.brake"', 'variableName="input.left.brakes"', "no input or output"),
    (r'variableName="input.left.brake"', 'variableName="param.left.mass"', "no input or output"),
    (r'variableName="input.left.brake"', 'variableName="input.left.mu"', "in two terminals"),
    (r'.*variableName="input.left.brake".*\n', "", "in no terminal"),
    (r'memberName="input.brake"', 'memberName="input.mu"', "two members"),
    (r'<Terminal name="left"', '<Terminal name="right"', "a terminal twice"),
    (r'iconBaseName="terminal"', 'iconBaseName="plug"', "no such icon"),
    (r'matchingRule="bus"', 'matchingRule="taxi"', "not of its type"),
])
def test_fault_in_terminals(texts, pattern, replacement, said):
    text = texts[3, "vehicle-robot", "terminalsAndIcons/terminalsAndIcons.xml"]
    files = texts[3, "vehicle-robot", "files"]
    d = description.Description(
        ElementTree.fromstring(texts[3, "vehicle-robot", "modelDescription.xml"]))
    assert description.terminal_faults(text, d, files) == []
    faults = description.terminal_faults(re.sub(pattern, replacement, text), d, files)
    assert any(said in fault for fault in faults), faults


def test_each_part_is_a_terminal(texts):
    root = ElementTree.fromstring(
        texts[3, "vehicle-robot", "terminalsAndIcons/terminalsAndIcons.xml"])
    kinds = {entry.get("name"): entry.get("terminalKind") for entry in root.iter("Terminal")}
    assert kinds == {"Inputs": "wheeldyn.inputs", "Outputs": "wheeldyn.outputs",
                     "chassis": "wheeldyn.body", "left": "wheeldyn.wheel",
                     "right": "wheeldyn.wheel", "caster": "wheeldyn.rim"}


def test_a_damaged_picture(tmp_path):
    scenario = next(path for path in SCENARIOS if path.stem == "drive")
    with zipfile.ZipFile(export(scenario, 2, tmp_path, "--sources")) as archive:
        picture = archive.read("model.png")
    assert description.png_faults("p", picture) == []
    at = len(picture) // 2
    assert description.png_faults("p", picture[:at] + b"\0\0" + picture[at + 2:])
    assert description.png_faults("p", picture[1:])
