# SPDX-License-Identifier: MIT
"""The lane change of examples/scenarios/vehicle-car.yaml on tyres and on rigid wheels: the numbers
of docs/models/tyre."""
import math
from pathlib import Path

import pytest
import wheeldyn as wd

WHEELS = ("fl", "fr", "rl", "rr")
SCENARIO = Path(__file__).parents[2] / "examples" / "scenarios" / "vehicle-car.yaml"


def lane_change(law):
    """Return the largest use of friction F/N of a wheel, the largest lateral acceleration relative
    to gravity, and the largest force [N] with which the rear wheels brace against each other after
    the steering is straight again."""
    use = lateral = bracing = 0.0
    with wd.load(SCENARIO).model() as car:
        car.set({f"param.{wheel}.law": law for wheel in WHEELS})
        car.init()
        for step in range(1, 301):
            car.step_to(0.02 * step)
            load, along, side = ([car[f"output.{wheel}.{force}"] for wheel in WHEELS]
                                 for force in ("normal_force", "forward_force", "side_force"))
            use = max(use, *(math.hypot(x, y) / n for n, x, y in zip(load, along, side)))
            lateral = max(lateral, abs(sum(side)) / sum(load))
            if step >= 200:
                bracing = max(bracing, abs(side[2] - side[3]) / 2)
    return use, lateral, bracing


@pytest.mark.parametrize("law, use, lateral, bracing", [
    ("tyre", 0.220, 0.178, 0), ("relaxed", 0.712, 0.272, 1020)])
def test_lane_change(law, use, lateral, bracing):
    found = lane_change(law)
    assert found[0] == pytest.approx(use, abs=2e-3)
    assert found[1] == pytest.approx(lateral, abs=2e-3)
    assert found[2] == pytest.approx(bracing, rel=2e-2, abs=1e-3)
