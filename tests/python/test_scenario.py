# SPDX-License-Identifier: MIT
"""Scenarios: the same bits as from the program and from calls, errors and places, round trips.
test_library.py tests the package without the library of scenarios."""
import copy
import gc
import os
import pickle
import re
import subprocess
import warnings
from pathlib import Path

import numpy as np
import pytest

import wheeldyn as wd
from tir_text import text as tir_text
from wheeldyn import _scenario_library, replay
from wheeldyn.scenario import Scenario, scenario_of

ROOT = Path(__file__).parents[2]
BLOCK = """kind: sliding_block
set: {state.x_dot: 10}
input: {input.mu: {expression: 0.2 + 0.1 * t}}
time: {end: 2, step: 0.5}
switch: [{at: 0.5, set: {input.traction: 3}}]
record: [state.x, output.friction_force]
"""


def have():
    try:
        return bool(_scenario_library.scenarios())
    except ImportError:
        return False


pytestmark = pytest.mark.skipif(not have(), reason="libwheeldyn-scenario is not built")


def test_widths_of_wheels_stay_with_their_model():
    """Replays of a model, of its clone and of a model made from its scenario have the widths."""
    wide = {"left": 0.04, "right": 1e-05}
    text = "kind: vehicle\npreset: robot\nwidths: {left: 0.04, right: 1e-05}\n"
    with Scenario("robot.yaml", text).model() as model, model.clone() as twin:
        with scenario_of(twin, "copy.yaml", record=["output.speed"]).model() as other:
            for each in (model, twin, other):
                each.init()
                rows = each.run(0.1, 0.1, replay.columns(each))
                assert replay.scene(each, rows)["widths"] == wide


def test_contents_of_a_scenario():
    block = Scenario("a/b.yaml", BLOCK)
    assert (block.kind, block.name, block.text) == ("sliding_block", "a/b.yaml", BLOCK)
    assert block.times == (0, 2, 0.5) and block.switches == [(0.5, ("input.traction",))]
    assert block.record() == ("state.x", "output.friction_force")
    assert "sliding_block" in repr(block)
    assert Scenario("utf", "kind: sliding_block\n# \u00e4\n").text.endswith("\u00e4\n")


def test_a_run_has_the_bits_of_calls():
    block = Scenario(text=BLOCK)
    rows = block.run()
    assert rows.dtype.names == ("time", "state.x", "output.friction_force")
    with wd.Model("sliding_block") as model:
        model["state.x_dot"] = 10
        model.set_input("input.mu", lambda t: 0.2 + 0.1 * t)
        model.init()
        for row in rows:
            model.step_to(row["time"])
            if row["time"] == 0.5:
                model["input.traction"] = 3
                model.step_to(0.5)
            assert model["state.x"] == row["state.x"]
    changed = block.model()
    changed["param.mass"] = 2
    assert block.run(changed)["state.x"][-1] != rows["state.x"][-1] and changed.time == 2


def test_the_program_gives_the_same_bits(tmp_path):
    program = os.environ.get("WHEELDYN_TOOL")
    if not program:
        pytest.skip("no program")
    for name in "vehicle-car", "impact_wheel-ice", "bicycle-ride":
        path = tmp_path / f"{name}.yaml"
        path.write_text(re.sub(r"(?<=\bend: )\d+", "0.4",
                               (ROOT / f"examples/scenarios/{name}.yaml").read_text()))
        subprocess.run([program, "run", path, "-o", tmp_path / "out.csv"], check=True)
        lines = [line for line in (tmp_path / "out.csv").read_text().splitlines()
                 if not line.startswith("#")]
        table = np.array([[float(word) for word in line.split(",")] for line in lines[1:]])
        rows = wd.load(path).run()
        assert ",".join(rows.dtype.names) == lines[0]
        assert table.tobytes() == rows.view(np.float64).reshape(len(rows), -1).tobytes()


def test_choices_by_name_and_a_warning():
    text = BLOCK.replace("[state.x, output.friction_force]", "[param.law]")
    assert Scenario(text=text).run(choices="name")["param.law"][0] == "saturated"
    with pytest.raises(ValueError, match="choices"):
        Scenario(text=text).run(choices="word")
    tipping = Scenario(text="""kind: vehicle
parts:
- {body: box, mass: 9, xx: 1, yy: 1, zz: 1, x: 2, z: 0.3}
- {wheel: a, joins: [box], y: 0.2, z: 0.1, radius: 0.1}
- {wheel: b, joins: [box], y: -0.2, z: 0.1, radius: 0.1}
- {rim: c, joins: [box], x: 0.5, z: 0.1, radius: 0.1}
time: {end: 0.01}
""")
    with pytest.warns(UserWarning, match="outside the polygon of the 3 contacts"):
        tipping.run()


@pytest.mark.parametrize("text, code, place", [
    ("kind: [\n", wd.WD_EFORMAT, "x.yaml:2:1: "),
    ("kind: bicycl\n", wd.WD_EKIND, "x.yaml:1:7: "),
    ("kind: bicycle\nset: {init.sped: 1}\n", wd.WD_ENAME, "x.yaml:2:18: "),
    ("kind: bicycle\npath: {points: none.csv}\n", wd.WD_EFILE, "x.yaml:2:16: none.csv: "),
])
def test_mistakes_have_their_place(text, code, place):
    with pytest.raises(wd.Error) as caught:
        Scenario("x.yaml", text).model()
    assert caught.value.code == code and caught.value.text.startswith(place)
    with pytest.raises(wd.Error) as caught:
        wd.load("none.yaml")
    assert caught.value.code == wd.WD_EFILE and "No such file" in caught.value.text


def test_a_refused_switch_leaves_rows():
    text = BLOCK.replace("input.traction: 3", "input.mu: -1")
    with pytest.raises(wd.Error) as caught:
        Scenario("x.yaml", text).run()
    assert caught.value.text.startswith("x.yaml:5:36: ") and len(caught.value.rows) == 1


def test_a_warning_does_not_hide_a_failure(tmp_path):
    (tmp_path / "soft.tir").write_text(tir_text("FZMAX = 100"))
    scenario = Scenario(tmp_path / "x.yaml", """kind: vehicle
parts:
- {body: frame, mass: 400, xx: 10, yy: 10, zz: 10, z: 0.3}
- {tyre: soft, file: soft.tir}
- {wheel: w, joins: [frame, soft], z: 0.3, radius: 0.3, law: tyre}
time: {end: 0.2, step: 0.01}
switch: [{at: 0.1, set: {input.w.mu: -1}}]
record: [state.frame.z]
""")
    for action in ("error", "ignore"):
        with warnings.catch_warnings(), pytest.raises(wd.Error, match="x.yaml:7:") as caught:
            warnings.simplefilter(action)
            scenario.run()
        assert len(caught.value.rows) == 10
        assert ("normal_force" in str(caught.value.__cause__)) == (action == "error")


def test_models_keep_their_formulas():
    model = Scenario(text=BLOCK).model()
    twin = copy.copy(model)
    gc.collect()
    for one in model, twin:
        one.init()
        one.step_to(1.0)
    assert model["state.x"] == twin["state.x"] and model.input_form("input.mu") == "function"
    with pytest.raises(wd.Error, match="input.mu"):
        pickle.dumps(model)
    model["input.mu"] = 1
    assert pickle.loads(pickle.dumps(model)).time == 1.0


def test_a_model_is_saved_and_loaded(tmp_path):
    path = tmp_path / "car.yaml"
    with wd.Model("vehicle", preset="car") as car:
        car["param.chassis.mass"] = 1234.5
        name = next(name for name in car if name.startswith("input.") and name.endswith(".target"))
        car.set_input(name, ("linear", [0, 1], [0, 0.03]))
        record = [name for name in car if name.startswith("output.chassis.")][:3]
        car.save_scenario(path, end=0.2, step=0.1, record=record)
        rows = wd.load(path).run()
        car.init()
        mine = car.run(0.2, 0.1, record)
    assert rows.tobytes() == mine.tobytes()
    model = Scenario(text=BLOCK).model()
    text = scenario_of(model, "again", end=2, step=0.5).text
    assert "{expression: \"0.2 + 0.1 * t\"}" in text
    model.set_input("input.mu", lambda t: 0.5)
    with pytest.raises(wd.Error, match="input.mu is driven by a function"):
        scenario_of(model)
