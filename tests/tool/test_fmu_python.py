# SPDX-License-Identifier: MIT
"""wheeldyn.fmu.export: the unit of a model equals the unit of the scenario with the same contents.
"""
import os
import zipfile
from xml.etree import ElementTree

import pytest
import wheeldyn as wd
from wheeldyn import fmu

if "WHEELDYN_FMU" not in os.environ:
    pytest.skip("units of FMI are not built", allow_module_level=True)


def contents(path):
    """Return all files except the page, which shows the scenario."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()
                if name != "documentation/index.html"}


def wheel():
    model = wd.Model("rolling_wheel", preset="drive-60")
    model["param.mass"] = 20
    model.set_input("input.brake_torque", ("linear", [0, 1], [0, 30]))
    return model


WHEEL = """\
kind: rolling_wheel
preset: drive-60
set: {param.mass: 20}
input: {input.brake_torque: {linear: [[0, 0], [1, 30]]}}
"""


def rover():
    vehicle = wd.Vehicle()
    vehicle.body("frame", mass=9.0, xx=0.2, yy=0.3, zz=0.4, z=0.3)
    for name, y in (("left", 0.2), ("right", -0.2)):
        vehicle.wheel(name, ["frame"], y=y, z=0.1, radius=0.1, crown=0.02, mass=0.5,
                      spin_inertia=0.002, cross_inertia=0.001, law="relaxed")
    return vehicle


ROVER = """\
kind: vehicle
parts:
  - {body: frame, mass: 9, xx: 0.2, yy: 0.3, zz: 0.4, z: 0.3}
  - {wheel: left, joins: [frame], y: 0.2, z: 0.1, radius: 0.1, crown: 0.02, mass: 0.5,
     spin_inertia: 0.002, cross_inertia: 0.001, law: relaxed}
  - {wheel: right, joins: [frame], y: -0.2, z: 0.1, radius: 0.1, crown: 0.02, mass: 0.5,
     spin_inertia: 0.002, cross_inertia: 0.001, law: relaxed}
"""


def kerb():
    model = wd.Model("impact_wheel")
    model.set_terrain([(-5, 0), (1, 0), (1, 0.05), (9, 0.05)])
    return model


KERB = "kind: impact_wheel\nterrain: [[-5, 0], [1, 0], [1, 0.05], [9, 0.05]]\n"


@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("model, text", [(wheel, WHEEL), (rover, ROVER), (kerb, KERB)])
def test_a_model_and_its_scenario_give_the_same_unit(tool, model, text, version):
    tool.write("unit.yaml", text + "time: {start: 1, end: 2, step: 0.02}\nrecord: [output.speed]\n")
    fmu.export(tool.folder / "unit.yaml", tool.folder / "a.fmu", fmi=version)
    with model() as made:
        fmu.export(made, tool.folder / "b.fmu", fmi=version, name="unit", start=1, end=2, step=0.02,
                   record=["output.speed"])
    assert contents(tool.folder / "a.fmu") == contents(tool.folder / "b.fmu")
    assert tool("fmu", "--check", "b.fmu").endswith("the bits of the library\n")


def test_a_running_model_gives_the_same_unit(tmp_path):
    with wheel() as model:
        fmu.export(model, tmp_path / "a" / ".." / "unit.fmu", sources=True)
        first = (tmp_path / "unit.fmu").read_bytes()
        model.init()
        model.step_to(1.0)
        before = model.save()
        fmu.export(model, str(tmp_path / "unit.fmu"), sources=True)
        assert model.save() == before
    assert (tmp_path / "unit.fmu").read_bytes() == first
    assert not any(name.startswith("binaries") for name in contents(tmp_path / "unit.fmu"))


def test_a_function_is_left_to_the_importer(tmp_path):
    with wheel() as model:
        model.set_input("input.brake_torque", lambda t: 3 + t)
        with pytest.raises(ValueError, match='free=."input.brake_torque".'):
            fmu.export(model, tmp_path / "unit.fmu")
        fmu.export(model, tmp_path / "unit.fmu", free="input.brake_torque", start=2.0, sources=True)
        assert model.input_form("input.brake_torque") == "function"
    root = ElementTree.fromstring(contents(tmp_path / "unit.fmu")["modelDescription.xml"])
    item = next(item for item in root.iter("ScalarVariable")
                if item.get("name") == "input.brake_torque")
    assert item.get("causality") == "input" and float(item[0].get("start")) == 5


@pytest.mark.parametrize("arguments, error, text", [
    ({"fmi": 4}, ValueError, "--fmi 4"),
    ({"name": "1x"}, ValueError, "identifier"),
    ({"free": ["state.x"]}, ValueError, "no input"),
    ({"free": [1]}, TypeError, "str"),
    ({"record": ["state.w"]}, ValueError, "state.w"),
    ({"end": -1.0}, ValueError, "start 0 to end -1"),
])
def test_refusals(tmp_path, arguments, error, text):
    with wheel() as model, pytest.raises(error, match=text):
        fmu.export(model, tmp_path / "unit.fmu", **arguments)
    assert not list(tmp_path.iterdir())


def test_missing_files_and_programs(tmp_path, monkeypatch):
    with wheel() as model:
        with pytest.raises(OSError, match="no/unit.fmu"):
            fmu.export(model, tmp_path / "no/unit.fmu")
        monkeypatch.setenv("WHEELDYN_FMU", str(tmp_path))
        with pytest.raises(OSError, match="there are no units of FMI"):
            fmu.export(model, tmp_path / "unit.fmu")
        monkeypatch.setenv("WHEELDYN_TOOL", str(tmp_path / "wheeldyn"))
        with pytest.raises(FileNotFoundError, match="WHEELDYN_TOOL names"):
            fmu.export(model, tmp_path / "unit.fmu")
        monkeypatch.delenv("WHEELDYN_TOOL")
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(FileNotFoundError, match="none in PATH.*pip does not install it"):
            fmu.export(model, tmp_path / "unit.fmu")


def test_a_scenario_takes_no_times_and_outputs(tool):
    tool.write("unit.yaml", WHEEL)
    with pytest.raises(TypeError, match="itself"):
        fmu.export(tool.folder / "unit.yaml", tool.folder / "unit.fmu", end=2.0)


def test_snapshots_of_the_program(tool):
    """Wrong input is refused with a message, and nothing is written."""
    tool.write("unit.yaml", "kind: rolling_wheel\n")
    tool.write("full.yaml", WHEEL)
    tool.write("broken", "no snapshot")
    with wheel() as model:
        model.init()
        (tool.folder / "whole").write_bytes(model.save())
    tool.write("other.yaml", "kind: torus_wheel\n")
    for arguments, status, text in ((("unit.yaml", "--snapshot", "broken"), 3, "broken: "),
                                    (("other.yaml", "--snapshot", "whole"), 3, "whole: "),
                                    (("unit.yaml", "--snapshot", "none"), 4, "none"),
                                    (("full.yaml", "--snapshot", "whole"), 2, "--snapshot"),
                                    (("unit.yaml", "--snapshot", "whole", "--set", "input.mu=1"), 2,
                                     "--snapshot")):
        assert text in tool("fmu", *arguments, status=status)
    assert not list(tool.folder.glob("*.fmu*"))


def test_surfaces_that_a_unit_cannot_contain(tool):
    """A function, more heights than 2^20, and a surface beside a snapshot."""
    def bowl(x, y):
        return x * x + y * y, 2 * x, 2 * y, 2, 0, 2

    tool.write("unit.yaml", "kind: vehicle\n")
    with wd.Vehicle(preset="ball") as ball:
        ball.set_surface(bowl)
        ball.init()
        (tool.folder / "bowl").write_bytes(ball.save())
        with pytest.raises(ValueError, match="which a unit cannot contain"):
            fmu.export(ball, tool.folder / "bowl.fmu")
    tool.write("flat.csv", ("0 " * 1025 + "\n") * 1024)
    tool.write("large.yaml", "kind: vehicle\npreset: ball\nset: {param.place: on_ground}\n"
                             "surface: {file: flat.csv, dx: 0.1}\n")
    tool.write("both.yaml", "kind: vehicle\nsurface: {file: flat.csv, dx: 0.1}\n")
    for arguments, status, text in (
            (("unit.yaml", "--snapshot", "bowl"), 3, "bowl: the model has a function of yours"),
            (("large.yaml",), 3, "large.yaml: a surface of 1049600 heights; a unit takes at most "
                                 "1048576"),
            (("both.yaml", "--snapshot", "bowl"), 2, "the scenario may only have")):
        assert text in tool("fmu", *arguments, status=status)
    assert not list(tool.folder.glob("*.fmu*"))
