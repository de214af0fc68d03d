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


def test_side_forces_of_the_lane_change_also_turn_the_car():
    """The friction of all wheels is that of the lateral acceleration. At the instant of the largest
    F/N the front axle needs more and the rear axle less, because the side forces turn the car. Of
    their moment about the centre of mass, 632 N m, 470 N m accelerate the yaw; the aligning moments
    and the rolling resistance balance the rest.
    """
    with wd.load(SCENARIO).model() as car:
        car.init()
        car.step_to(1.509)
        rate = car["state.chassis.wz"]
        car.step_to(1.51)
        (fl, fr, rl, rr), side, along, align = (
            [car[f"output.{wheel}.{name}"] for wheel in WHEELS]
            for name in ("normal_force", "side_force", "forward_force", "moment_align"))
        car.step_to(1.511)
        yaw_acceleration = (car["state.chassis.wz"] - rate) / 0.002
    front, rear = side[0] + side[1], side[2] + side[3]
    use = [math.hypot(x, y) / n for x, y, n in zip(along, side, (fl, fr, rl, rr))]
    assert front / (fl + fr) == pytest.approx(0.218, abs=1e-3)
    assert rear / (rl + rr) == pytest.approx(0.131, abs=1e-3)
    assert math.hypot(sum(along), front + rear) / (fl + fr + rl + rr) == pytest.approx(0.178,
                                                                                       abs=1e-3)
    assert abs(use[0] - use[1]) < 0.02 * use[0] and abs(use[2] - use[3]) < 0.04 * use[2]
    # chassis, and struts and wheels at their places
    inertia = 1300 + 20 * (1.2**2 + 0.6**2) + 20 * (1.4**2 + 0.6**2) + 40 * (1.2**2 + 0.75**2) \
        + 40 * (1.4**2 + 0.75**2) + 4 * 0.6
    centre = 60 * (1.2 - 1.4) / 1120
    turning = (1.2 - centre) * front - (1.4 + centre) * rear
    others = sum(align) + 0.75 * (along[1] + along[3] - along[0] - along[2])
    # 5 %: the wheels also turn about their steering axes, the body rolls
    assert turning + others == pytest.approx(inertia * yaw_acceleration, abs=0.05 * turning)
    assert inertia * yaw_acceleration > 0.7 * turning
