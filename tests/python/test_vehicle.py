# SPDX-License-Identifier: MIT
"""Vehicles built with a method for each type of part."""

import copy
import inspect
import math
import pathlib
import pickle

import numpy as np
import pytest
import wheeldyn as wd
from tir_text import text
from vehicle_stub import stub
from wheeldyn import _kinds, _parts, vehicle

TIR = pathlib.Path(__file__).parents[1] / "ref" / "tyre" / "tyre_a.tir"
TYPES = [each["name"] for each in wd.part_types("vehicle")]


def tricycle():
    v = wd.Vehicle()
    v.body("frame", mass=20, xx=1, yy=2, zz=2, x=0.3, z=0.4)
    v.wheel("left", on="frame", y=0.3, z=0.3, law="ideal")
    v.wheel("right", "frame", y=-0.3, z=0.3, law="ideal")
    v.body("fork", mass=2, xx=0.05, yy=0.05, zz=0.02, x=0.95, z=0.5)
    v.hinge("steer", on=("frame", "fork"), x=0.95, z=0.5, axis_z=1, stiffness=300, target=0.1)
    v.wheel("front", on="fork", x=1, z=0.3, law="ideal", rate=3.0)
    return v


def test_methods_add_parts():
    v = tricycle()
    assert [part["name"] for part in v.parts] == ["frame", "left", "right", "fork", "steer",
                                                  "front"]
    assert v.parts[4] == {"name": "steer", "type": "hinge", "on": ["frame", "fork"]}
    assert v["param.frame.mass"] == 20 and v["param.right.y"] == -0.3
    assert v.choice("param.left.law") == "ideal"
    assert v["input.steer.target"] == 0.1 and v["init.front.rate"] == 3


def test_order_of_key_variables():
    """Order of key variables: whole vehicle, root, then variable by variable for each part type."""
    assert tricycle().key_variables == (
        "output.speed", "state.frame.x", "state.frame.y", "output.frame.yaw", "output.frame.roll",
        "output.frame.pitch", "state.steer.angle",
        "output.left.spin", "output.right.spin", "output.front.spin",
        "output.left.normal_force", "output.right.normal_force", "output.front.normal_force",
        "output.left.side_force", "output.right.side_force", "output.front.side_force")


@pytest.mark.parametrize("name", TYPES)
def test_every_type_has_its_method(name):
    """Each method names the parts that it joins and the quantities of the library's tables."""
    method = getattr(wd.Vehicle, name)
    kind = next(each for each in wd.part_types("vehicle") if each["name"] == name)
    assert kind["text"] in method.__doc__
    names = list(inspect.signature(method).parameters)
    begin = ["self", "name"] + (["on"] if kind["on"] else [])
    assert names[:len(begin)] == begin
    v = wd.Vehicle()
    for each in sorted(wd.part_types("vehicle"), key=lambda each: bool(each["on"])):
        if each["name"] == name:
            break
        v.add_part(each["name"], each["name"], each["on"])
    v.add_part(name, "it", kind["on"])
    values = inspect.signature(method).parameters
    given = {each["name"].split(".")[2] for each in v.variables()
             if each["name"].split(".")[1] == "it"
             and each["role"] in ("param", "tunable", "input", "init")}
    extra = {"wheel": {"tyre"}, "rim": {"tyre"}, "tyre": {"tir", "side"}}.get(name, set())
    assert set(names[len(begin):]) == given | extra
    for quantity in given:
        found = v._table.quantity("it", quantity)
        default = values[quantity].default
        assert default == (v.choice(found) if isinstance(default, str) else v[found])
        assert f"{quantity} [" in method.__doc__


def test_every_method_is_declared_for_checkers():
    """The declarations for editors agree with the library's tables."""
    file = pathlib.Path(wd.__file__).with_name("_vehicle_methods.pyi")
    assert file.read_text(encoding="utf-8") == stub(), \
        "print it again: tests/python/vehicle_stub.py > python/wheeldyn/_vehicle_methods.pyi"


@pytest.mark.parametrize("call, code, words", [
    (lambda v: v.wheel("rear", on="frane"), wd.WD_ENAME, "'frame'"),
    (lambda v: v.wheel("left", on="frame"), wd.WD_EINVAL, "'left'"),
    (lambda v: v.wheel("rear", on="frame", radus=1), wd.WD_ENAME, "'param.rear.radius'"),
    (lambda v: v.wheel("rear", on="frame", radius=-1), wd.WD_ERANGE, "param.rear.radius"),
    (lambda v: v.wheel("rear", on="frame", law="idea"), wd.WD_ENAME, "'ideal'"),
    (lambda v: v.rim("edge", on="left"), wd.WD_EINVAL, "'left' is a wheel"),
    (lambda v: v.hinge("knee", on="frame"), wd.WD_EINVAL, "'knee'"),
    (lambda v: v.body("speed"), wd.WD_EINVAL, "'speed'"),
])
def test_errors_name_the_part(call, code, words):
    with pytest.raises(wd.Error) as error:
        call(tricycle())
    assert error.value.code == code
    assert words in str(error.value)


@pytest.mark.parametrize("name", ["a\0", "a\0b", "frame\0", "\ud800", "a\n", "a\x7f"])
def test_names_with_nul_characters(refused, name):
    """C would end the name at NUL: a part "a" for "a\\0b"."""
    v = tricycle()
    for arguments in (("body", name), ("body" + name, "crate"), ("wheel", "rear", [name]),
                      ("wheel", "rear", "frame" + name)):
        assert repr(name)[1:-1] in refused(wd.WD_EINVAL, v.add_part, *arguments)
    assert len(v.parts) == 6


def test_a_name_too_long_for_the_text_is_cut_between_characters(refused):
    for name in ("é" * 200, "aé" * 200, "€" * 200, "a€" * 200, "aa€" * 200):
        assert refused(wd.WD_EINVAL, wd.Vehicle().body, name).startswith(f"vehicle: '{name[:3]}")


class Stops:
    """A number whose conversion raises KeyboardInterrupt."""

    def __float__(self):
        raise KeyboardInterrupt


@pytest.mark.parametrize("values", [
    {"mass": "x"}, {"mass": None}, {"mass": math.nan}, {"mass": -1}, {"mass": 10**400},
    {"mass": Stops()}, {"radius": 0.1, "mass": -1}, {"nope": 1}, {"law": "nope"}, {"law": 7},
    {"mass\0": 1}, {"y": 1, "torque": math.inf},
])
def test_a_part_whose_values_are_refused_is_not_added(values):
    """A refused part leaves the vehicle unchanged, and its name is free."""
    v = tricycle()
    v.set_input("input.front.torque", lambda t: 0.1 * t)
    settings = [each["name"] for each in v.variables() if each["role"] not in ("state", "output")]
    before, parts, names = v.get(settings), v.parts, list(v)
    with pytest.raises((wd.Error, TypeError, OverflowError, KeyboardInterrupt)):
        v.wheel("rear", "frame", **values)
    assert v.parts == parts and list(v) == names and np.array_equal(v.get(settings), before)
    assert v.input_form("input.front.torque") == "function"
    v.wheel("rear", "frame", mass=3)
    assert v["param.rear.mass"] == 3


def test_the_last_part_is_removed(refused):
    v, plain = tricycle(), tricycle()
    v.body("crate", mass=2)
    v.rigid("strap", on=("frame", "crate"))
    v.remove_part()
    assert [part["name"] for part in v.parts] == [*(part["name"] for part in plain.parts), "crate"]
    assert "param.strap.x" not in v and v["param.crate.mass"] == 2
    v.remove_part()
    assert v.parts == plain.parts and v.variables() == plain.variables()
    v.init()
    plain.init()
    assert v.save() == plain.save()
    assert "set up" in refused(wd.WD_ESTATE, v.remove_part)
    v.reset()
    while v.parts:
        v.remove_part()
    assert "no part" in refused(wd.WD_ENAME, v.remove_part)
    refused(wd.WD_ENAME, wd.Model("sliding_block").remove_part)


def test_removing_a_part_removes_its_functions():
    v = tricycle()
    v.set_input("input.front.torque", lambda t: 1.0)
    v.set_input("input.left.torque", lambda t: 1.0)
    v.remove_part()
    with pytest.raises(wd.Error, match="input.left.torque$"):
        pickle.dumps(v)
    v.wheel("front", on="fork", x=1, z=0.3, law="ideal")
    assert v.input_form("input.front.torque") == "hold"


def test_adding_a_part_takes_constant_work(monkeypatch):
    """Adding a part reads only the variables of this part."""
    read = []

    class Counting(_kinds.Table):
        def __init__(self, handle, first=0):
            super().__init__(handle, first)
            read.append(len(self.variables))

    monkeypatch.setattr(_parts, "Table", Counting)
    v = wd.Vehicle()
    for i in range(30):
        v.body(f"b{i}", mass=1)
    assert len(read) == 30 and len(set(read[1:])) == 1


def test_parts_that_make_no_vehicle():
    v = wd.Vehicle()
    with pytest.raises(wd.Error, match="no body"):
        v.init()
    v = tricycle()
    v.body("crate")
    with pytest.raises(wd.Error, match='"crate"'):
        v.init()


def test_methods_are_those_of_a_model():
    v = tricycle()
    for other in (v.clone(), copy.copy(v), copy.deepcopy(v)):
        assert type(other) is wd.Vehicle and other.parts == v.parts
        other.point("nose", on="frame", x=1.2)
        assert len(other.parts) == len(v.parts) + 1
    with pytest.raises(TypeError):
        v.body(3)
    with pytest.raises(AttributeError):
        v.whel("rear", on="frame")


@pytest.mark.parametrize("preset", wd.presets("vehicle"))
def test_presets_run(preset):
    """Presets run for a second, then continue from a pickle with the same bits; the energy
    balances.
    """
    v = wd.Vehicle(preset)
    v.init()
    balance = ("output.kinetic_energy", "output.potential_energy", "output.dissipated",
               "output.work")
    before = v.get(balance)
    v.step_to(0.5)
    other = pickle.loads(pickle.dumps(v))
    assert type(other) is wd.Vehicle and other.parts == v.parts
    rows = [each.run(1.0, dt=0.25) for each in (v, other)]
    assert rows[0].tobytes() == rows[1].tobytes()
    change = v.get(balance) - before
    assert abs(change[:3].sum() - change[3]) < 1e-9 * before[:2].sum()


def test_a_tricycle_drives_a_circle():
    v = tricycle()
    for wheel in ("left", "right", "front"):
        v[f"init.{wheel}.rate"] = 5.0
    v["init.frame.forward"] = 1.5
    v["param.steer.damping"] = 10
    v.set_input("input.steer.target", ("linear", [0.0, 2.0], [0.0, 0.1]))
    v.init()
    assert v.step_to(5) == "ok"
    left, right = v.get(["output.left.spin", "output.right.spin"])
    angle = v["state.steer.angle"]
    assert angle == pytest.approx(0.1, abs=0.02)
    assert (right - left) / (right + left) == pytest.approx(0.3 * math.tan(angle), abs=1e-4)
    assert v.choice("output.hyperstatic") == "yes"


def test_linear_model():
    """The states of the linear model are known after init, when the wheels have contact."""
    v = wd.Vehicle(preset="bicycle")
    v["init.frame.left"] = v["init.frame.roll_rate"] = 0
    assert v.linear_names() == []
    v.init()
    names = v.linear_names()
    assert len(names) == 5 and all(np.isfinite(v["init." + name]) for name in names)
    a, b = v.linearize(inputs=["input.steer.torque"])
    assert a.shape == (5, 5) and b.shape == (5, 1)
    found = np.sort_complex(v.eigenvalues())
    assert np.abs(found - np.sort_complex(np.linalg.eigvals(a))).max() < 1e-9
    with wd.Model("bicycle") as bike:
        bike["init.speed"] = v["output.speed"]
        bike.init()
        wanted = np.append(bike.eigenvalues(), 0)
        assert np.abs(found[:, None] - wanted).min(axis=0).max() < 1e-10


def rig(**wheel):
    """A frame on one tyre read from the made-up file of the reference numbers."""
    v = wd.Vehicle()
    v.body("frame", mass=400, xx=10, yy=10, zz=10, z=0.6)
    with pytest.warns(UserWarning) as warned:
        v.tyre("front", tir=TIR, side="left", vertical_damping=400)
    v.wheel("wheel", on="frame", tyre="front", z=0.317, **wheel)
    return v, str(warned[0].message)


def test_a_tyre_is_read_from_a_file():
    """A tyre has the numbers of the file and those of the call; a wheel without a radius takes that
    of its tyre."""
    v, stated = rig()
    file = wd.read_tir(TIR, "left")
    assert v["param.front.pky1"] == file["pky1"] and v["param.front.vertical_damping"] == 400
    assert v["param.wheel.radius"] == file["radius"] and v["input.wheel.mu"] == 1
    assert v.choice("param.wheel.law") == "tyre" and v.choice("param.front.form") == "magic"
    assert all(key in stated for key in file.dropped) and "tyre_a.tir" in stated
    assert v.clone()._radii == v._radii
    v.init(0)
    v.step_to(0.05)
    assert v["output.wheel.normal_force"] > 0
    v, _ = rig(law="coulomb", mu=0.5, radius=0.3)
    assert v["param.wheel.radius"] == 0.3 and v["input.wheel.mu"] == 0.5
    assert v.choice("param.wheel.law") == "coulomb"


def test_files_of_tyres_are_forgotten_with_their_parts():
    """Another tyre of the same name has the default radius and no range."""
    def files(v):
        return v._radii, v._ranges.tyres

    v, _ = rig()
    v.init()
    other = pickle.loads(pickle.dumps(v))
    assert files(other) == files(v) == ({"front": v["param.wheel.radius"]}, {"front": {}})
    v.load(v.save())
    assert files(v) == files(other)
    with wd.Vehicle("bicycle") as bicycle:
        bicycle.init()
        v.load(bicycle.save())
    assert files(v) == ({}, {})
    other.reset()
    other.load_preset("bicycle")
    assert files(other) == ({}, {})
    v, _ = rig()
    v.remove_part()
    assert files(v) == files(v.clone()) != ({}, {})
    v.remove_part()
    v.tyre("front")
    v.wheel("wheel", on="frame", tyre="front")
    assert files(v) == ({}, {}) and v["param.wheel.radius"] == 0.3


def test_a_snapshot_with_another_tyre_of_the_same_name():
    """The ranges of the file are forgotten, though the parts are the same."""
    with wd.Vehicle("car") as v, wd.Vehicle("car") as plain:
        with pytest.warns(UserWarning):
            v.tyre("tyre", tir=text("FZMAX = 1000"))
        v.init()
        v.load(v.save())
        assert v._ranges.tyres and v._radii
        plain.init()
        v.load(plain.save())
        assert (v._radii, v._ranges.tyres) == ({}, {})
        v.step_to(0.1)  # without a warning


def test_a_replaced_tyre_that_is_refused():
    """A tyre is replaced as a whole or not at all."""
    with wd.Vehicle("car") as v:
        before = {name: v[name] for name in v if name.startswith(("param.", "input."))}
        with pytest.raises(wd.Error):
            v.tyre("tyre", tir=TIR, vertical_damping=-1)
        v.init()
        with pytest.raises(wd.Error):
            v.tyre("tyre", tir=TIR)
        assert before == {name: v[name] for name in before}
        assert (v._radii, v._ranges.tyres) == ({}, {})
        v.reset()
        with pytest.raises(wd.Error, match="already"):
            v.tyre("tyre", cornering_stiffness=12)


def test_a_tyre_without_a_file():
    """Form brush keeps mu; a side without a file and a wrong form are refused."""
    v = wd.Vehicle()
    v.body("frame")
    v.tyre("front", cornering_stiffness=12)
    v.wheel("wheel", on="frame", tyre="front")
    assert v["input.wheel.mu"] == 0.8 and v["param.wheel.radius"] == 0.3
    with pytest.raises(TypeError, match="side"):
        v.tyre("rear", side="left")
    with pytest.raises(wd.Error, match="must stand on a tyre"):
        v.wheel("other", on="frame", tyre="frame")
    with pytest.raises(wd.Error, match="front"):
        v.wheel("other", on="frame", tyre="fromt")
