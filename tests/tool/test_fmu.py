# SPDX-License-Identifier: MIT
"""wheeldyn fmu: the file, its bytes, and refusals."""
import os
import zipfile
from xml.etree import ElementTree

import pytest

if "WHEELDYN_FMU" not in os.environ:
    pytest.skip("FMUs are not built", allow_module_level=True)

DRIVEN = """\
kind: rolling_wheel
preset: drive-60
input:
  input.drive_torque: {linear: [[0, 0], [1, 60]]}
switch:
  - {at: 2, set: {input.mu: 0.3}}
time: {start: 0, end: 3, step: 0.01}
record: [state.x_dot, output.slip_ratio]
"""


def described(path):
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return ElementTree.fromstring(archive.read("modelDescription.xml"))


def variables(root, version):
    named = {}
    for item in root.find("ModelVariables"):
        typed = item[0] if version == 2 else item
        named[item.get("name")] = {**typed.attrib, **item.attrib}
    return named


@pytest.mark.parametrize("version", [2, 3])
def test_causality_and_variability(tool, version):
    """The inputs that the scenario sets belong to the unit, so they are outputs of it. The others
    are inputs, which the importer sets.
    """
    tool.write("drive.yaml", DRIVEN)
    assert tool("fmu", "drive.yaml", "--fmi", version) == ""
    found = variables(described(tool.folder / "drive.fmu"), version)
    assert found["time"]["causality"] == "independent"
    assert found["input.mu"]["causality"] == "output"
    assert found["input.drive_torque"]["causality"] == "output"
    assert found["input.brake_torque"]["causality"] == "input"
    assert found["state.x_dot"]["causality"] == "output"
    assert found["state.x"]["causality"] == "local"
    assert found["solver.rtol"]["variability"] == "tunable"
    assert "solver.stop_at_events" not in found
    references = [item["valueReference"] for item in found.values()]
    assert len(set(references)) == len(references)


@pytest.mark.parametrize("version", [2, 3])
def test_dependencies_of_outputs(tool, version):
    """An output depends on those states and inputs from which its value at the same instant is
    computed. Accumulated values such as output.work depend on none. Importers use these lists to
    find algebraic loops and zero entries of Jacobians.
    """
    outputs = ["state.x", "output.speed", "output.work", "output.slip_ratio", "stat.steps"]
    tool.write("drive.yaml", DRIVEN.replace("[state.x_dot, output.slip_ratio]", str(outputs)))
    tool("fmu", "drive.yaml", "--fmi", version)
    root = described(tool.folder / "drive.fmu")
    named = [item.get("name") for item in root.find("ModelVariables")]
    places = dict(zip([str(i + 1) for i in range(len(named))] if version == 2 else
                      [item.get("valueReference") for item in root.find("ModelVariables")], named))
    found = {places[item.get("index") or item.get("valueReference")]:
             [places[on] for on in item.get("dependencies").split()]
             for item in (root.iterfind(".//Outputs/Unknown") if version == 2
                          else root.iter("Output"))}
    states = [name[4:-1] for name in named if name.startswith("der(")]
    inputs = [name for name, item in variables(root, version).items()
              if item["causality"] == "input"]
    assert len(states) == 6 and "input.brake_torque" in inputs
    assert found == {"state.x": ["state.x"], "output.speed": states, "output.work": [],
                     "output.slip_ratio": sorted(states + inputs, key=named.index),
                     "stat.steps": [], "input.drive_torque": [], "input.mu": []}


def test_free_gives_an_input_to_the_importer(tool):
    tool.write("drive.yaml", DRIVEN)
    tool("fmu", "drive.yaml", "--free", "input.mu", "--free", "input.drive_torque")
    found = variables(described(tool.folder / "drive.fmu"), 2)
    assert found["input.mu"]["causality"] == found["input.drive_torque"]["causality"] == "input"
    assert float(found["input.drive_torque"]["start"]) == 0


@pytest.mark.parametrize("version", [2, 3])
def test_the_same_scenario_has_the_same_bytes(tool, comma, version):
    for folder, place in (("a", {**os.environ, "TZ": "UTC"}), ("b", {**comma, "TZ": "Asia/Tokyo"})):
        (tool.folder / folder).mkdir()
        tool.write(f"{folder}/drive.yaml", DRIVEN)
        tool("fmu", f"{folder}/drive.yaml", "--fmi", version, "-o", f"{folder}/drive.fmu",
             env=place)
    assert (tool.folder / "a/drive.fmu").read_bytes() == (tool.folder / "b/drive.fmu").read_bytes()


def test_sources_alone(tool):
    tool.write("9 wheel-s.yaml", DRIVEN)
    tool("fmu", "9 wheel-s.yaml", "--sources", "-o", "s.fmu")
    with zipfile.ZipFile(tool.folder / "s.fmu") as archive:
        names = archive.namelist()
    assert names[0] == "modelDescription.xml" and not any("binaries" in name for name in names)
    assert "sources/slot_data.h" in names and names[1:] == sorted(names[1:])
    interface = described(tool.folder / "s.fmu").find("CoSimulation")
    assert interface.get("modelIdentifier") == "_9_wheel_s"


@pytest.mark.parametrize("arguments, status, text", [
    (["--fmi", "4"], 2, "--fmi 4"),
    (["--name", "1x"], 2, "identifier"),
    (["--name", "x" * 64], 2, "identifier"),
    (["--free", "state.x"], 2, "no input"),
    (["--free", "input.nu"], 2, "input.mu"),
    (["-o", "no/folder.fmu"], 4, "no/folder.fmu"),
    (["-o", "/dev/full"], 4, "cannot be written"),
    (["--set", "param.mass=-1"], 2, "param.mass"),
])
def test_refusals(tool, arguments, status, text):
    tool.write("drive.yaml", DRIVEN)
    assert text in tool("fmu", "drive.yaml", *arguments, status=status)
    assert not list(tool.folder.glob("*.fmu*"))


def test_a_formula_is_refused(tool):
    tool.write("formula.yaml", "kind: rolling_wheel\ninput:\n"
               "  input.drive_torque: {expression: \"60*t + 7\"}\n")
    said = tool("fmu", "formula.yaml", status=3)
    assert said.startswith("wheeldyn: formula.yaml:3:") and "--free" in said
    tool("fmu", "formula.yaml", "--free", "input.drive_torque")
    found = variables(described(tool.folder / "formula.fmu"), 2)
    assert float(found["input.drive_torque"]["start"]) == 7
