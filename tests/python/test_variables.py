# SPDX-License-Identifier: MIT
"""Reading and writing variables by name."""

import math
import sys

import numpy as np
import pytest
import wheeldyn as wd


def test_get_and_set(wheel):
    assert wheel["param.mass"] == 25.0 and type(wheel["param.mass"]) is float
    wheel["param.mass"] = 12
    assert wheel["param.mass"] == 12.0
    wheel["param.mass"] = np.float32(1.5)
    assert wheel["param.mass"] == 1.5
    values = wheel.get(["param.mass", "param.radius"])
    assert values.dtype == np.float64 and values.tolist() == [1.5, 0.3]
    assert wheel.get("param.radius").tolist() == [0.3]
    assert wheel.get([]).shape == (0,)


@pytest.mark.parametrize("kind", wd.kinds())
def test_key_variables_are_some_of_all(kind):
    """Key variables are states and outputs, each once. All types of parts have some, except rigid,
    point and spring.
    """
    with wd.Model(kind, preset=next(iter(wd.presets(kind)), None)) as model:
        if kind == "constrained":
            model.add_part("coordinate", "angle")
            model.add_part("constraint", "rail")
        names, roles = model.key_variables, {v["name"]: v["role"] for v in model.variables()}
        assert 3 < len(names) == len(set(names)) < len(roles) / 2
        assert {roles[name] for name in names} <= {"state", "output"}
        stated = {part["type"] for part in model.parts for name in names
                if name.split(".")[1] == part["name"]}
        assert stated >= {part["type"] for part in model.parts} - {"rigid", "point", "spring"}


def test_set_is_all_or_nothing(wheel, refused):
    text = refused(wd.WD_ERANGE, wheel.set, {"param.radius": 0.5, "param.mass": -1.0})
    assert "param.mass" in text and "-1" in text
    assert wheel.get(["param.mass", "param.radius"]).tolist() == [25.0, 0.3]
    refused(wd.WD_ENAME, wheel.set, {"param.radius": 0.5, "param.wings": 2.0})
    assert wheel["param.radius"] == 0.3
    wheel.set({"param.radius": 0.5, "param.law": "published"})
    assert wheel["param.radius"] == 0.5 and wheel.choice("param.law") == "published"
    wheel.set({})


def test_unknown_names_get_a_hint(wheel, refused):
    assert "did you mean 'param.mass'?" in refused(wd.WD_ENAME, wheel.__getitem__, "param.mas")
    assert "did you mean 'param.gravity'?" in refused(wd.WD_ENAME, wheel.__getitem__, "param.g")
    assert "did you mean 'input.mu'?" in refused(wd.WD_ENAME, wheel.__setitem__, "input.mü", 1.0)
    assert "did you mean 'state.x_dot'?" in refused(wd.WD_ENAME, wheel.get, ["state.xdot"])
    assert "did you mean 'input.mu'?" in refused(wd.WD_ENAME, wheel.set_input, "inputmu", None)
    assert "a str" in refused(wd.WD_ENAME, wheel.__getitem__, 3)
    assert "param.mass" in wheel and "param.mas" not in wheel
    assert list(wheel) == [variable["name"] for variable in wheel.variables()]


def test_unknown_names_far_from_all_others(wheel, refused):
    text = refused(wd.WD_ENAME, wheel.__getitem__, "inputs.qqqqqqqqqqqq")
    assert "with input. there are: input.drive_torque," in text and "param." not in text
    text = refused(wd.WD_ENAME, wheel.__getitem__, "qqqqqqqqqqqq")
    assert text.endswith("names begin with param., input., state., output., solver., stat.")


def test_attributes_are_no_variables(wheel):
    with pytest.raises(AttributeError, match="drive_torqe"):
        wheel.drive_torqe = 3
    with pytest.raises(AttributeError):
        wheel.kind = "sliding_block"


def test_choices(wheel, refused):
    laws = ["saturated", "published", "stabilized", "stabilized_moment"]
    for number, law in enumerate(laws):
        wheel.set_choice("param.law", law)
        assert wheel.choice("param.law") == law and wheel["param.law"] == number
    wheel["param.law"] = "saturated"
    assert wheel["param.law"] == 0.0
    wheel["param.law"] = 2
    wheel.set({"param.law": "published"})
    assert wheel.choice("param.law") == "published", "choices alone, without a real beside them"
    wheel.set({"param.law": "stabilized"})
    assert wheel.choice("param.law") == "stabilized"
    assert "did you mean 'published'?" in refused(
        wd.WD_ENAME, wheel.set_choice, "param.law", "publishd")
    assert "did you mean 'param.law'?" in refused(
        wd.WD_ENAME, wheel.set_choice, "param.lav", "published")
    assert "param.mass" in refused(wd.WD_EINVAL, wheel.choice, "param.mass")
    assert "param.mass" in refused(wd.WD_EINVAL, wheel.set_choice, "param.mass", "published")
    assert "param.mass" in refused(wd.WD_EINVAL, wheel.__setitem__, "param.mass", "12")
    assert "a str" in refused(wd.WD_ENAME, wheel.set_choice, "param.law", 1)
    refused(wd.WD_EINVAL, wheel.set_choice, "param.mass", 1.0)
    refused(wd.WD_ERANGE, wheel.__setitem__, "param.law", 1.5)
    refused(wd.WD_ERANGE, wheel.__setitem__, "param.law", 4)
    assert wheel.choice("param.law") == "stabilized"


def test_values_that_are_no_numbers(wheel, refused):
    refused(wd.WD_ERANGE, wheel.__setitem__, "param.mass", math.nan)
    refused(wd.WD_ERANGE, wheel.__setitem__, "param.mass", math.inf)
    with pytest.raises(TypeError, match="^param.mass must be a number, not None$"):
        wheel["param.mass"] = None
    with pytest.raises(TypeError):
        wheel["param.mass"] = 1j
    assert wheel["param.mass"] == 25.0


def test_roles_and_life_cycle(wheel, refused):
    assert "output.slip_ratio" in refused(wd.WD_ESTATE, wheel.__getitem__, "output.slip_ratio")
    refused(wd.WD_EROLE, wheel.__setitem__, "output.slip_ratio", 1.0)
    refused(wd.WD_EROLE, wheel.__setitem__, "stat.steps", 1.0)
    wheel["state.x"] = 2.0
    assert wheel["state.x"] == 2.0 and wheel["stat.steps"] == 0.0
    wheel.init()
    assert "param.mass" in refused(wd.WD_EROLE, wheel.__setitem__, "param.mass", 1.0)
    refused(wd.WD_EROLE, wheel.__setitem__, "state.x", 1.0)
    refused(wd.WD_EROLE, wheel.__setitem__, "solver.method", "rk4")
    wheel.set({"input.mu": 0.5, "solver.rtol": 1e-8})
    assert wheel["input.mu"] == 0.5 and wheel["solver.rtol"] == 1e-8
    assert wheel["output.slip_ratio"] == 0.0


def test_variables(wheel):
    table = wheel.variables()
    by_name = {variable["name"]: variable for variable in table}
    assert len(by_name) == len(table) > 40
    mass, law = by_name["param.mass"], by_name["param.law"]
    assert mass == {"name": "param.mass", "unit": "kg", "role": "param", "low": sys.float_info.min,
                    "high": sys.float_info.max, "text": mass["text"], "choices": []}
    assert len(mass["text"]) > 3
    assert law["choices"] == ["saturated", "published", "stabilized", "stabilized_moment"]
    assert (law["low"], law["high"]) == (0.0, 3.0)
    roles = {"param.mass": "param", "input.mu": "input", "state.x": "state",
             "output.speed": "output", "solver.rtol": "solver", "stat.steps": "stat"}
    assert {name: by_name[name]["role"] for name in roles} == roles
    assert by_name["solver.max_step"]["high"] == math.inf


def test_variables_are_the_callers_own(wheel):
    wheel.variables()[0]["name"] = "changed"
    for variable in wheel.variables():
        variable["choices"].append("changed")
    assert "changed" not in wheel
    assert len(wheel.variables()[0]["name"]) and wheel.variables()[0]["name"] != "changed"
    assert all("changed" not in variable["choices"] for variable in wheel.variables())
