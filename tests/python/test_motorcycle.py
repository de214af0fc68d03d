# SPDX-License-Identifier: MIT
"""The preset motorcycle on brush tyres: why the preset has rigid wheels (docs/models/vehicle)."""
import numpy as np
import pytest
import wheeldyn as wd

WHEELS = ("rear", "front")


def on_tyres():
    """Return the motorcycle, whose wheels stand on a brush tyre with the default numbers."""
    preset, model = wd.Vehicle("motorcycle"), wd.Vehicle()
    model.tyre("tyre")
    for part in preset.parts:
        if part["type"] == "wheel":
            model.wheel(part["name"], on=part["on"][0], tyre="tyre")
        else:
            getattr(model, part["type"])(part["name"], on=part["on"])
    for variable in preset.variables():
        name = variable["name"]
        if name.startswith(("param.", "init.")) and not name.endswith(".law"):
            model[name] = preset[name]
    for wheel in WHEELS:
        model[f"input.{wheel}.mu"] = 1
    return model


@pytest.mark.parametrize("speed, growth", [(4, 3.1), (6.2, 3.9), (12, 4.5)])
def test_the_weave_of_a_motorcycle_on_tyres_grows(speed, growth):
    model = on_tyres()
    # without rolling resistance the motorcycle keeps its speed
    model.set({"init.frame.forward": speed, "init.frame.roll_rate": 0, "init.frame.left": 0,
               "param.tyre.rolling_resistance": 0})
    model.init()
    model.step_to(1.5)
    weave = max(np.linalg.eigvals(model.linearize()), key=lambda value: value.real)
    assert weave.real == pytest.approx(growth, abs=0.1) and abs(weave.imag) > 5


def test_a_pushed_motorcycle_on_tyres_falls():
    model = on_tyres()
    model.init()
    for step in range(1, 131):
        result = model.step_to(0.01 * step)
        if abs(model["output.frame.roll"]) > 1.2:
            return
    pytest.fail(f"{result}: the roll angle is {model['output.frame.roll']} rad after 1.3 s")
